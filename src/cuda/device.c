/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda/device.h"
#include "base/memory.h"
#include "cuda/memory.h"
#include "step/blocks.h"
#include "step/device.h"
#include "step/hooks.h"
#include "step/integrate.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

typedef struct gpu {
    tsu_device device; /* comes first */
    tsu_gpu_memory memory;
    tsu_gpu_view view;
    tsu_gpu_work work;
    tsu_gpu_sums sums;
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
        if (w->wall[k]->laws.spent || w->wall[k]->forces.geometry) return "the losses of single contacts";
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
    if (w->meshes > 0) return "a mesh";
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

static tsu_status bring(tsu_device *d, world *w, tsu_device_part what, tsu_error *err)
{
    const gpu *g = of(d);
    if (what == TSU_DEVICE_PLACES) return tsu_gpu_fetch_places(&g->memory, w) ? TSU_OK : fail(g, err);
    if (what == TSU_DEVICE_VELOCITIES) return tsu_gpu_fetch_velocities(&g->memory, w) ? TSU_OK : fail(g, err);
    const bool records = g->view.finish == TSU_FINISH_KICK && keeps_records(w);
    if (!tsu_gpu_fetch(&g->memory, w, records)) return fail(g, err);
    if (records) tsu_world_gain(w, TSU_CURRENT_RECORDS);
    tsu_places_clear_kept(&w->schedule, &w->pool);
    d->holds = false;
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
    v->measured = t->measured;
    memcpy(v->magic, t->magic, sizeof v->magic);
}

static bool run(gpu *g)
{
    const tsu_gpu_backend *b = g->memory.backend;
    const tsu_gpu_view *v = &g->view;
    bool well = b->clear(v->sums, sizeof *v->sums) && b->pairs(v);
    for (int k = 0; k < v->walls && well; k++) {
        well = b->at_wall(v, &g->memory.seen[k]);
    }
    return well && b->rows(v) && b->read(&g->sums, v->sums, sizeof g->sums);
}

/* ---- what it found ----------------------------------------------------------------------------------------------------- */

static void take_exact(const tsu_gpu_sums *from, int s, tsu_tally *t)
{
    tsu_exact_sum *to = &t->large[s];
    tsu_exact_init(to);
    memcpy(to->limb, from->limb[s], sizeof to->limb);
    to->nan = from->nan[s];
    to->above = from->above[s];
    to->below = from->below[s];
    tsu_exact_settle(to);
    t->exact[s] = true;
    if (from->largest[s] > 0) t->largest[s] = (int32_t)(from->largest[s] - TSU_GPU_EXPONENT);
}

static void take_sums(const tsu_gpu_sums *from, tsu_tally *t)
{
    t->used |= (unsigned)from->used;
    for (int s = 0; from->used >> s; s++) {
        if (!(from->used >> s & 1)) continue;
        t->low[s] = from->low[s];
        t->high[s] = from->high[s];
        t->size[s] = from->size[s];
        if (from->exact >> s & 1) take_exact(from, s, t);
    }
}

static tsu_status book(gpu *g, world *w, tsu_finish finish, tsu_error *err)
{
    double furthest2;
    take_sums(&g->sums, &w->space[0].tally);
    w->space[0].touching = g->sums.touching;
    tsu_world_lose(w, TSU_CURRENT_STANDING | TSU_CURRENT_RECORDS | TSU_CURRENT_INSERTED);
    tsu_blocks_book(w);
    memcpy(&furthest2, &g->sums.furthest2, sizeof furthest2);
    if (finish == TSU_FINISH_AHEAD) {
        w->ahead = (tsu_ahead){g->sums.outside != 0, sqrt(furthest2)};
        tsu_world_gain(w, TSU_CURRENT_AHEAD);
    }
    tsu_status s = TSU_OK;
    if (finish != TSU_FINISH_AHEAD || g->sums.not_finite) s = bring(&g->device, w, TSU_DEVICE_ALL, err);
    if (s != TSU_OK || !g->sums.not_finite) return s;
    return tsu_integrate_check(w, (tsu_range){0, w->particles.count}, err);
}

/* ---- the table ------------------------------------------------------------------------------------------------------------ */

/* Without room the host goes on. */
static tsu_status refuse(gpu *g, world *w, double dt, tsu_finish finish, tsu_error *err)
{
    snprintf(g->work.refused, sizeof g->work.refused, "%s: %s for %d particles", g->work.about.name,
             g->memory.backend->fault(), w->particles.count);
    return tsu_forces_compute(w, dt, finish, err);
}

static tsu_status compute(tsu_device *d, world *w, double dt, tsu_finish finish, tsu_error *err)
{
    gpu *g = of(d);
    tsu_status s = tsu_blocks_begin(w, err);
    if (s != TSU_OK) return s;
    if (!d->holds) {
        if (!tsu_gpu_upload(&g->memory, w, &g->view)) return refuse(g, w, dt, finish, err);
        g->work.uploads++;
        g->work.bytes = (double)g->memory.bytes;
        g->work.rows = w->particles.count;
    }
    d->holds = true;
    prepare(g, w, dt, finish);
    if (!run(g)) return fail(g, err);
    g->work.steps++;
    s = book(g, w, finish, err);
    tsu_times_lap(&w->times, TSU_STAGE_LAWS);
    return s;
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
    g->device = (tsu_device){.takes = takes, .compute = compute, .bring = bring, .destroy = destroy};
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
    const size_t row = 5 * sizeof(tsu_four) + sizeof(double) + 3 * sizeof(uint32_t),
                 roll = w->laws.law[TSU_ROLLING] ? sizeof(tsu_four) : 0,
                 entry = 4 * sizeof(uint32_t) + 1 + 2 * sizeof(tsu_four) + roll +
                         (size_t)c->history_width * sizeof(double);
    return (double)row * w->particles.count + (double)entry * (double)c->count;
}
