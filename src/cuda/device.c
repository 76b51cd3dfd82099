/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda/device.h"
#include "base/memory.h"
#include "cuda/lists.h"
#include "cuda/meshes.h"
#include "step/blocks.h"
#include "step/device.h"
#include "step/diagnose.h"
#include "step/hooks.h"
#include "step/integrate.h"
#include "step/ledger/energy.h"
#include "step/list/boundary.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_TOGETHER = 20000000 }; /* particles that are moved before the host looks again */

typedef struct gpu {
    tsu_device device; /* comes first */
    tsu_gpu_memory memory;
    tsu_gpu_view view;
    tsu_gpu_wear wear;
    tsu_gpu_work work;
    tsu_gpu_sums stock[TSU_GPU_STEPS_MOST]; /* of steps that the device has taken ... */
    int taken;                              /* ... and the host, too */
    tsu_gpu_exact large[TSU_TALLY_SUMS];    /* of the last one */
} gpu;

static gpu *of(tsu_device *d)
{
    return (gpu *)d;
}

static tsu_status fail(const gpu *g, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_IO,
                         "the GPU %s has failed: %s; continue from the last restart file with `-continue`",
                         g->work.about.name, g->memory.backend->fault());
}

/* ---- whether ----------------------------------------------------------------------------------------------------------- */

static bool has_stages(const tsu_lawset *laws, const char **which)
{
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        if (!laws->law[k] || (k < TSU_GPU_LAWS && tsu_gpu_stage_of(laws->law[k]) >= 0)) continue;
        *which = laws->law[k]->name;
        return false;
    }
    return true;
}

static const char *obstacle_at_walls(const world *w)
{
    const char *which = NULL;
    for (int k = 0; k < w->walls; k++) {
        if (tsu_gpu_surface_of(w->wall[k]) == TSU_GPU_NO_SURFACE) return w->wall[k]->name;
        if (!has_stages(&w->wall[k]->laws, &which)) return which;
        const bool shown = w->wall[k]->forces.geometry && !w->wall[k]->mesh;
        if (w->wall[k]->laws.spent || shown) return "the losses of single contacts";
    }
    return NULL;
}

/* A hook that adds forces, or looks at every step. */
static const char *obstacle_of_hooks(const world *w)
{
    for (int k = 0; k < w->hooks; k++) {
        const tsu_hook *h = &w->hook[k];
        if (h->phase == TSU_HOOK_FORCE) return h->name;
        if (h->phase == TSU_HOOK_AFTER_DRIFT ? !h->sleeps : !h->rests) return h->name;
    }
    return NULL;
}

const char *tsu_gpu_obstacle(const world *w)
{
    const char *which = NULL;
    if (w->part) return "a part of a divided world";
    if (w->clumps) return "a clump";
    if (tsu_gpu_meshes_obstacle(w)) return tsu_gpu_meshes_obstacle(w);
    if (w->losses || w->spent_pairs || w->spent_walls || w->laws.spent || w->forces.loss)
        return "the losses of single contacts";
    if (w->heating.on) return "heat of dissipation";
    if (w->multicontact_factor != 0.0) return "the model multicontact";
    if (w->coasting != 0 || w->turning != w->moving)
        return "an integrator that does not turn all that it moves";
    if (!has_stages(&w->laws, &which)) return which;
    which = obstacle_at_walls(w);
    return which ? which : obstacle_of_hooks(w);
}

/* It is worth while only if the next step follows there. */
static bool takes(tsu_device *d, const world *w, double dt, tsu_finish finish)
{
    const bool goes = finish == TSU_FINISH_AHEAD || (d->holds && finish == TSU_FINISH_KICK);
    return goes && dt > 0.0 && of(d)->work.refused[0] == '\0' && w->particles.count > 0 &&
           !tsu_world_is(w, TSU_CURRENT_GUIDED) && !tsu_gpu_obstacle(w);
}

/* ---- there and back ---------------------------------------------------------------------------------------------------- */

/* Whether the records of all contacts are wanted after the last step, as the host would have kept them. */
static bool keeps_records(const world *w)
{
    return !w->lean || !w->fused || w->schedule.ring == 0;
}

/* What the contacts of the last evaluation do to meshes. */
static tsu_status load_meshes(world *w, double dt, tsu_error *err)
{
    double shift[TSU_GPU_IMAGES][4];
    tsu_status s = TSU_OK;
    tsu_box_shifts(&w->box, shift);
    tsu_mesh_clear_loads(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (w->wall[k]->mesh) s = tsu_mesh_add_loads(w, w->wall[k], (const double(*)[4])shift, dt, err);
    }
    return s;
}

static tsu_status bring(tsu_device *d, world *w, tsu_error *err)
{
    gpu *g = of(d);
    if (d->stock > 0)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "steps on the GPU were taken that nobody has asked for");
    const bool kicked = g->view.finish == TSU_FINISH_KICK, records = kicked && keeps_records(w);
    if (tsu_gpu_fetch(&g->memory, w, kicked, records, err) != TSU_OK) return fail(g, err);
    if (kicked && load_meshes(w, g->view.kick.dt, err) != TSU_OK) return TSU_ERROR_MEMORY;
    if (!tsu_gpu_fetch_wear(&g->memory, w)) return fail(g, err); /* that of the last step is in it */
    tsu_world_lose(w, TSU_CURRENT_LISTS | TSU_CURRENT_RECORDS);
    if (records) tsu_world_gain(w, TSU_CURRENT_RECORDS);
    tsu_places_clear_kept(&w->schedule, &w->pool);
    d->holds = false;
    d->left = true;
    return TSU_OK;
}

/* Numbers of this evaluation. */
static void prepare(gpu *g, const world *w, double dt, tsu_finish finish)
{
    double shift[TSU_GPU_IMAGES][4];
    tsu_gpu_view *v = &g->view;
    const tsu_tally *t = &w->space[0].tally;
    tsu_box_shifts(&w->box, shift);
    shift[TSU_IMAGE_NEVER][0] = 1.0e30; /* entries of who has gone */
    memcpy(v->shift, shift, sizeof shift);
    v->gravity = (tsu_v4){w->gravity[0], w->gravity[1], w->gravity[2], 0.0};
    v->kick = tsu_integrate_kick(w);
    v->kick.dt = dt;
    v->finish = finish;
    memcpy(v->magic, t->magic, sizeof v->magic);
    for (int s = 0; s < TSU_TALLY_SUMS; s++) {
        v->limit[s] = t->magic[s] / 3.0;
    }
}

static bool begin_step(gpu *g, int k, bool measured)
{
    const tsu_gpu_backend *b = g->memory.backend;
    tsu_gpu_view *v = &g->view;
    v->sums = (tsu_gpu_sums *)g->memory.work[TSU_GPU_SUMS].at + k;
    v->measured = measured;
    const tsu_gpu_memory *m = &g->memory;
    const int turn =
        m->meshes ? k % 2 * v->walls : 0; /* contacts with meshes go from one list to another and back */
    const tsu_gpu_wall *wall = m->seen + turn;
    bool well = true;
    v->wall = (tsu_gpu_wall *)m->work[TSU_GPU_WALL].at + turn;
    v->form = (const tsu_mesh_form *)m->work[TSU_GPU_FORM].at + (int64_t)k * v->walls;
    for (int q = 0; q < v->walls && well; q++) {
        if (wall[q].surface == TSU_GPU_MESH) well = b->find(v, &wall[q]);
    }
    well = well && b->pairs(v);
    for (int q = 0; q < v->walls && well; q++) {
        well = b->at_wall(v, &wall[q]);
        if (well && wall[q].mesh.triangles > 0) well = b->wear(v, &wall[q]);
    }
    return well && b->rows(v) && b->turn(v);
}

/* How many steps are begun together, of so many that are alike: meshes may leave the lists behind. */
static int steps_of(gpu *g, const world *w, int64_t alike, bool *well)
{
    const int64_t most = ROWS_TOGETHER / w->particles.count + 1, n = alike < most ? alike : most;
    const int steps = n < TSU_GPU_STEPS_MOST ? (int)n : TSU_GPU_STEPS_MOST;
    tsu_gpu_memory *m = &g->memory;
    *well = !m->meshes || (tsu_gpu_meshes_send(m, w, steps) && tsu_gpu_walls_send(m, &g->view));
    return *well ? tsu_gpu_meshes_steps(m, w, steps, g->wear.surface, g->wear.surface_most) : 0;
}

/* Takes so many steps that are alike, or less if one of them stops the device. *full: none, as a particle has so many contacts with a
 * mesh. */
static bool run(gpu *g, const world *w, int steps, int32_t *full)
{
    const tsu_gpu_backend *b = g->memory.backend;
    const tsu_gpu_view *v = &g->view;
    tsu_gpu_turn turn = {.moved = g->wear.moved, .most = tsu_gpu_wear_most(&g->wear)};
    const size_t bytes = (size_t)steps * sizeof *g->stock;
    void *sums = g->memory.work[TSU_GPU_SUMS].at;
    bool well =
        b->clear(sums, bytes) && b->clear(v->large, sizeof g->large) && b->write(v->turn, &turn, sizeof turn);
    for (int k = 0; k < steps && well; k++) {
        well = begin_step(g, k, (w->step + k) % TSU_MEASURE_STRIDE == 0);
    }
    well = well && b->read(g->stock, sums, bytes);
    g->taken = 0;
    g->device.stock = 0;
    while (g->device.stock < steps && g->stock[g->device.stock].done) {
        g->device.stock++;
    }
    if (well && g->memory.meshes && g->device.stock == 0) well = b->read(&turn, v->turn, sizeof turn);
    *full = (int32_t)turn.full;
    tsu_gpu_meshes_passed(&g->memory, (int)g->device.stock);
    const bool large = well && g->device.stock > 0 && g->stock[g->device.stock - 1].exact;
    return well && (g->device.stock > 0 || *full > 0) &&
           (!large || b->read(g->large, v->large, sizeof g->large));
}

/* ---- what it found ----------------------------------------------------------------------------------------------------- */

static void take_exact(const tsu_gpu_sums *from, const tsu_gpu_exact *large, int s, tsu_tally *t)
{
    tsu_exact_sum *to = &t->large[s];
    tsu_exact_init(to);
    memcpy(to->limb, large[s].limb, sizeof to->limb);
    to->nan = large[s].nan;
    to->above = large[s].above;
    to->below = large[s].below;
    tsu_exact_settle(to);
    t->exact[s] = true;
    if (from->largest[s] > 0) t->largest[s] = (int32_t)(from->largest[s] - TSU_GPU_EXPONENT);
}

static void take_sums(const tsu_gpu_sums *from, const tsu_gpu_exact *large, tsu_tally *t)
{
    t->used |= (unsigned)from->used;
    for (int s = 0; from->used >> s; s++) {
        if (!(from->used >> s & 1)) continue;
        t->low[s] = from->low[s];
        t->high[s] = from->high[s];
        t->size[s] = from->size[s];
        if (from->exact >> s & 1) take_exact(from, large, s, t);
    }
}

static tsu_status book(gpu *g, world *w, tsu_finish finish, tsu_error *err)
{
    const tsu_gpu_sums *sums = &g->stock[g->taken];
    double furthest2;
    if (!tsu_gpu_meshes_agree(&g->memory, w, g->taken))
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "a mesh has moved otherwise on the processor than on the GPU");
    g->taken++;
    g->device.stock--;
    take_sums(sums, g->large, &w->space[0].tally);
    w->space[0].touching = sums->touching;
    tsu_world_lose(w, TSU_CURRENT_STANDING | TSU_CURRENT_RECORDS | TSU_CURRENT_INSERTED);
    tsu_blocks_book(w);
    memcpy(&furthest2, &sums->furthest2, sizeof furthest2);
    g->wear.steps++;
    g->wear.moved += sqrt(furthest2);
    g->wear.way = sqrt(furthest2);
    if (finish == TSU_FINISH_AHEAD) {
        w->ahead = (tsu_ahead){sums->outside != 0, sqrt(furthest2)};
        tsu_world_gain(w, TSU_CURRENT_AHEAD);
    }
    tsu_status s = TSU_OK;
    if (finish != TSU_FINISH_AHEAD || sums->not_finite) s = bring(&g->device, w, err);
    if (s != TSU_OK || !sums->not_finite) return s;
    return tsu_integrate_check(w, (tsu_range){0, w->particles.count}, err);
}

/* ---- the table ------------------------------------------------------------------------------------------------------------ */

/* Without room the host goes on. */
static tsu_status refuse(gpu *g, world *w, double dt, tsu_finish finish, tsu_error *err)
{
    snprintf(g->work.refused, sizeof g->work.refused, "%s: %s for %d particles", g->work.about.name,
             g->memory.backend->fault(), w->particles.count);
    const tsu_status s = tsu_lists_update(w, err);
    return s != TSU_OK ? s : tsu_forces_compute(w, dt, finish, err);
}

/* A place that is not finite, or far out: the lists of the processor name who it is. */
static tsu_status diagnose(gpu *g, world *w, tsu_error *err)
{
    const tsu_status s = bring(&g->device, w, err);
    return s == TSU_OK ? tsu_lists_update(w, err) : s;
}

/* Lists are there and good. *there: so they are; else the host goes on. */
static tsu_status arrange(gpu *g, world *w, double dt, bool *there, tsu_error *err)
{
    tsu_device *d = &g->device;
    const bool fresh = !d->holds;
    bool well = true;
    *there = true;
    if (fresh) {
        tsu_gpu_wear_begin(&g->wear, w, dt);
        well = tsu_gpu_upload(&g->memory, w, &g->view);
        g->work.uploads++;
    } else if (!(g->wear.surface > g->wear.surface_most) && !tsu_gpu_wear_out(&g->memory, &g->wear, &well)) {
        return well ? TSU_OK : fail(g, err);
    }
    const tsu_gpu_made made = well ? tsu_gpu_make_lists(&g->memory, w, &g->wear, &g->view) : TSU_GPU_FAILED;
    g->work.lists++;
    g->work.bytes = (double)g->memory.bytes;
    g->work.rows = w->particles.count;
    if (made == TSU_GPU_FAILED && !fresh) return fail(g, err);
    *there = made == TSU_GPU_MADE;
    d->holds = made != TSU_GPU_FAILED;
    return made == TSU_GPU_STRANGE ? diagnose(g, w, err) : TSU_OK;
}

/* Takes steps, this one at least. */
static tsu_status take(gpu *g, world *w, double dt, tsu_finish finish, tsu_error *err)
{
    const int64_t alike = finish == TSU_FINISH_AHEAD ? g->device.certain + 1 : 1;
    int32_t full = 1;
    prepare(g, w, dt, finish);
    for (bool well; full > 0 && g->device.stock == 0;) {
        const int steps = steps_of(g, w, alike, &well);
        if (!well || !run(g, w, steps, &full)) return fail(g, err);
        if (g->device.stock > 0) break;
        tsu_gpu_meshes_widen(&g->memory, 2 * full);
        g->work.lists++;
        if (tsu_gpu_make_lists(&g->memory, w, &g->wear, &g->view) != TSU_GPU_MADE) return fail(g, err);
    }
    return TSU_OK;
}

static tsu_status compute(tsu_device *d, world *w, double dt, tsu_finish finish, tsu_error *err)
{
    gpu *g = of(d);
    bool there = true;
    tsu_status s = tsu_blocks_begin(w, err);
    g->wear.surface += tsu_gpu_meshes_way(w);
    if (s == TSU_OK && d->stock == 0) s = arrange(g, w, dt, &there, err);
    tsu_times_lap(&w->times, TSU_STAGE_SEARCH);
    if (s != TSU_OK) return s;
    if (!there) return refuse(g, w, dt, finish, err);
    if (d->stock == 0) s = take(g, w, dt, finish, err);
    if (s != TSU_OK) return s;
    g->work.steps++;
    s = book(g, w, finish, err);
    tsu_times_lap(&w->times, TSU_STAGE_LAWS);
    return s;
}

/* Who has left the box goes. A run that ends with that wants to see all of it. */
static tsu_status lose(tsu_device *d, world *w, tsu_error *err)
{
    gpu *g = of(d);
    if (w->lost_policy == TSU_LOST_ERROR) {
        const tsu_status s = bring(d, w, err);
        return s == TSU_OK ? tsu_boundary_lose(w, err) : s;
    }
    const tsu_status s = tsu_gpu_part(&g->memory, w, err);
    if (s != TSU_OK) return s;
    g->work.rows = w->particles.count;
    d->holds = w->particles.count > 0;
    if (!d->holds) return TSU_OK;
    g->work.lists++;
    const tsu_gpu_made made = tsu_gpu_make_lists(&g->memory, w, &g->wear, &g->view);
    if (made == TSU_GPU_STRANGE)
        return tsu_error_set(err, TSU_ERROR_UNSTABLE,
                             "the place of a particle is not finite or far out of the periodic box in step "
                             "%lld; a smaller `timestep` may help",
                             (long long)w->step);
    return made == TSU_GPU_MADE ? TSU_OK : fail(g, err);
}

static tsu_status power(tsu_device *d, const world *w, double *power, tsu_error *err)
{
    gpu *g = of(d);
    return tsu_gpu_power_of_gravity(&g->memory, w->gravity, power) ? TSU_OK : fail(g, err);
}

static void destroy(tsu_device *d)
{
    gpu *g = of(d);
    tsu_gpu_memory_free(&g->memory);
    tsu_memory_release(&g);
}

tsu_status tsu_gpu_attach(world *w, const tsu_gpu_backend *backend, tsu_error *err)
{
    gpu *g = NULL; /* with vectors in its view */
    if (tsu_memory_allocate(&g, 1, sizeof *g, "the GPU", err) != TSU_OK) return TSU_ERROR_MEMORY;
    g->device = (tsu_device){
        .takes = takes, .compute = compute, .bring = bring, .lose = lose, .power = power, .destroy = destroy};
    g->memory.backend = backend;
    if (!backend->open(&g->work.about)) {
        tsu_memory_release(&g);
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "no GPU can be used: %s; run without -gpu",
                             backend->fault());
    }
    if (w->device) w->device->destroy(w->device);
    w->device = &g->device;
    return TSU_OK;
}

const tsu_gpu_work *tsu_gpu_work_of(const world *w)
{
    return w->device ? &of(w->device)->work : NULL;
}

double tsu_gpu_bytes(const world *w)
{
    const tsu_contacts *c = &w->contacts;
    enum {
        ROW = 2 * (3 * 32 + 44) + 2 * 32 + 24 + 96 + 64
    };                        /* columns twice, forces, places, sorting, cells */
    const double near = 1.15; /* entries of a list there, by those of the list here */
    const size_t roll = w->laws.law[TSU_ROLLING] ? sizeof(tsu_four) : 0,
                 entry = 2 * (2 * sizeof(uint32_t) + 1 + (size_t)c->history_width * sizeof(double)) +
                         3 * sizeof(uint32_t) + 2 * sizeof(tsu_four) + roll;
    return (double)ROW * w->particles.count + near * (double)entry * (double)c->count;
}
