/* SPDX-License-Identifier: Apache-2.0 */
#include "step/trial_contacts.h"
#include "base/memory.h"
#include "law/fused.h"
#include "law/surface_default.h"
#include "step/clump/clumps.h"
#include "step/lanes.h"
#include "step/ledger/heating.h"
#include "step/ledger/losses.h"
#include "step/liquid.h"
#include "step/mesh/freedom.h"
#include "step/multicontact.h"
#include "step/wall/engine.h"
#include "step/wall/wall.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- which contacts ------------------------------------------------------------------------------------------------ */

/* Parts of a list, so many at most, and how many contacts of each are wanted. */
enum { PARTS = 64, ENTRIES_LEAST = 1024 };

typedef struct choice {
    const tsu_contacts *c;
    tsu_trial_select *select;
    const void *context;
    bool opening;
    int64_t size; /* entries of a part */
    int64_t wanted[PARTS];
} choice;

static bool is_wanted(const choice *j, int64_t k)
{
    return (j->c->live[k] != 0) != j->opening && j->select(j->context, j->c, k);
}

static void count_part(void *context, int64_t part, int thread)
{
    (void)thread;
    choice *j = context;
    const tsu_range r = tsu_parallel_block(part, j->c->count, j->size);
    int64_t count = 0;
    for (int64_t k = r.begin; k < r.end; k++) {
        count += is_wanted(j, k);
    }
    j->wanted[part] = count;
}

static void copy_entry(tsu_trial *a, const tsu_contacts *c, int64_t k, int64_t at)
{
    tsu_contacts *to = &a->list;
    to->row[at] = c->row[k];
    to->partner[at] = c->partner[k];
    to->live[at] = c->live[k];
    if (a->forces.geometry)
        memcpy(a->forces.geometry[at], a->wall->forces.geometry[k], sizeof *a->forces.geometry);
    for (int q = 0; q < c->history_width; q++) {
        *tsu_contacts_history(to, q, at) = *tsu_contacts_history(c, q, k);
    }
}

static tsu_status copy(tsu_trial *a, const tsu_contacts *c, tsu_trial_select *select, const void *context,
                       tsu_error *err)
{
    choice j = {.c = c, .select = select, .context = context, .opening = a->opening};
    j.size = tsu_parallel_share(c->count, PARTS, ENTRIES_LEAST);
    const int64_t parts = tsu_parallel_blocks(c->count, j.size);
    int64_t count = 0, at = 0;
    tsu_parallel_for(parts, a->w->threads, count_part, &j);
    for (int64_t part = 0; part < parts; part++) {
        count += j.wanted[part];
    }
    tsu_contact_forces *f = &a->forces;
    f->with_geometry = a->wall && a->wall->forces.geometry;
    tsu_status s = tsu_contacts_prepare(&a->list, count, c->history_width, TSU_HISTORIES_OWN, err);
    if (s == TSU_OK)
        s = tsu_contact_forces_prepare(f, a->list.capacity, a->laws->law[TSU_ROLLING] != NULL, err);
    for (int64_t part = 0; part < parts && s == TSU_OK; part++) {
        const tsu_range r = tsu_parallel_block(part, c->count, j.size);
        for (int64_t k = r.begin; k < r.end && j.wanted[part] > 0; k++) {
            if (is_wanted(&j, k)) copy_entry(a, c, k, at++);
        }
    }
    return s;
}

/* ---- the two bodies ------------------------------------------------------------------------------------------------ */

static tsu_vec3 place_of(const tsu_trial *a, uint32_t i)
{
    const double *x = a->w->particles.xr[i], *v = a->w->particles.vm[i];
    return tsu_vec3_make(x[0] - a->back * v[0], x[1] - a->back * v[1], x[2] - a->back * v[2]);
}

static tsu_vec3 vector_of(const double *v)
{
    return tsu_vec3_make(v[0], v[1], v[2]);
}

static tsu_vec3 velocity_of(const tsu_trial *a, uint32_t i)
{
    const tsu_particles *p = &a->w->particles;
    tsu_vec3 v, o;
    if (tsu_clumps_hold(a->w, i)) {
        tsu_clump_seen(a->w, (int32_t)i, a->kick, &v, &o);
        return v;
    }
    const double by = p->group[i] & a->w->moving ? a->kick * p->vm[i][3] : 0.0;
    return tsu_vec3_madd(vector_of(p->vm[i]), -by, vector_of(p->force[i]));
}

static tsu_vec3 spin_of(const tsu_trial *a, uint32_t i)
{
    const tsu_particles *p = &a->w->particles;
    tsu_vec3 v, o;
    if (tsu_clumps_hold(a->w, i)) {
        tsu_clump_seen(a->w, (int32_t)i, a->kick, &v, &o);
        return o;
    }
    const double by = p->group[i] & a->w->turning ? a->kick * p->wi[i][3] : 0.0;
    return tsu_vec3_madd(vector_of(p->wi[i]), -by, vector_of(p->torque[i]));
}

static void put(double *x, double *y, double *z, tsu_vec3 v)
{
    *x = v.x;
    *y = v.y;
    *z = v.z;
}

static void set_first(const tsu_trial *a, tsu_lane_space *s, int l, uint32_t i)
{
    const tsu_particles *p = &a->w->particles;
    tsu_block *b = &s->block;
    b->radius_i[l] = p->xr[i][3];
    b->inv_mass_i[l] = p->vm[i][3];
    b->liquid_i[l] = a->liquid ? a->liquid[i] : 0.0;
    put(&s->bodies.wix[l], &s->bodies.wiy[l], &s->bodies.wiz[l], spin_of(a, i));
}

static void gather_pair(const tsu_trial *a, tsu_lane_space *s, int l, int64_t k)
{
    const tsu_particles *p = &a->w->particles;
    const uint32_t i = a->list.row[k], j = a->list.partner[k] & TSU_CONTACT_ROW_MASK;
    const tsu_vec3 shift = vector_of(a->shift[a->list.partner[k] >> TSU_CONTACT_ROW_BITS]);
    const tsu_vec3 delta = tsu_vec3_sub(tsu_vec3_sub(place_of(a, i), place_of(a, j)), shift);
    tsu_bodies *g = &s->bodies;
    set_first(a, s, l, i);
    s->block.radius_j[l] = p->xr[j][3];
    s->block.inv_mass_j[l] = p->vm[j][3];
    s->block.liquid_j[l] = a->liquid ? a->liquid[j] : 0.0;
    put(&g->dx[l], &g->dy[l], &g->dz[l], delta);
    put(&g->vx[l], &g->vy[l], &g->vz[l], tsu_vec3_sub(velocity_of(a, i), velocity_of(a, j)));
    put(&g->wjx[l], &g->wjy[l], &g->wjz[l], spin_of(a, j));
    tsu_block_coefficients(a->laws, s, l, p->type[i], p->type[j]);
}

/* Copy k at a wall, `back` before the present places. */
static tsu_wall_touch touch_of(const tsu_trial *a, int64_t k, double back)
{
    const uint32_t i = a->list.row[k];
    const double *x = a->w->particles.xr[i], *v = a->w->particles.vm[i];
    return (tsu_wall_touch){.x = tsu_vec3_make(x[0] - back * v[0], x[1] - back * v[1], x[2] - back * v[2]),
                            .v = vector_of(v),
                            .radius = x[3],
                            .back = back,
                            .geometry = a->forces.geometry ? a->forces.geometry[k] : NULL,
                            .shift = a->shift[a->list.partner[k] >> TSU_CONTACT_ROW_BITS]};
}

void tsu_trial_look_at_wall(const tsu_trial *a, int64_t k, tsu_vec3 *n, double *overlap, tsu_vec3 *v,
                            tsu_vec3 *w)
{
    const tsu_wall_touch t = touch_of(a, k, a->back);
    a->wall->shape->engine->look(a->wall, &t, n, overlap, v, w);
}

static void gather_wall(const tsu_trial *a, tsu_lane_space *s, int l, int64_t k)
{
    const tsu_particles *p = &a->w->particles;
    const uint32_t i = a->list.row[k];
    tsu_vec3 n, v, w;
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    set_first(a, s, l, i);
    tsu_trial_look_at_wall(a, k, &n, &b->overlap[l], &v, &w);
    b->wall[l] = 1.0;
    b->radius_j[l] = b->radius_i[l];
    put(&b->nx[l], &b->ny[l], &b->nz[l], n);
    put(&g->vx[l], &g->vy[l], &g->vz[l], tsu_vec3_sub(velocity_of(a, i), v));
    put(&g->wjx[l], &g->wjy[l], &g->wjz[l], w);
    if (a->wall->mesh && a->wall->mesh->freedom)
        b->inv_mass_i[l] += tsu_freedom_inverse(a->wall->mesh->freedom, n.x, n.y, n.z);
    tsu_block_coefficients(a->laws, s, l, p->type[i], a->wall->type);
}

/* Normal and overlap of lane l at a wall where the old forces acted. */
static void look_back_at_wall(const tsu_trial *a, tsu_lane_space *s, int l, int64_t k)
{
    const tsu_wall_touch t = touch_of(a, k, a->w->dt);
    tsu_block *b = &s->block;
    tsu_vec3 n = {b->nx[l], b->ny[l], b->nz[l]};
    double overlap;
    if (a->opening && a->wall->mesh) { /* its places are of this step already: nothing was there */
        const tsu_motion m = tsu_bodies_motion(&s->bodies, l);
        overlap = fmin(b->overlap[l] + tsu_vec3_dot(m.v, n) * a->w->dt, 0.0);
        tsu_surface_before_at_wall(b, &s->bodies, l, n, overlap);
    } else if (a->wall->shape->engine->before(a->wall, &t, &n, &overlap))
        tsu_surface_before_at_wall(&s->block, &s->bodies, l, n, overlap);
}

/* The bodies are taken out of reach. */
static void part_block(const tsu_trial *a, tsu_lane_space *s)
{
    tsu_block *b = &s->block;
    for (int l = 0; l < TSU_LANES; l++) {
        b->overlap[l] = -2.0 * (b->radius_i[l] + b->radius_j[l] + a->w->lists.reach);
        b->touching[l] = 0.0;
    }
}

/* ---- the laws ------------------------------------------------------------------------------------------------------ */

/* A bond of liquid or a cohesive force acts along the normal, so it counts there. */
static void keep_stored(tsu_trial *a, const tsu_block *b, tsu_lane of_law[TSU_LAW_KINDS], int64_t first)
{
    for (int l = 0; l < TSU_LANES; l++) {
        double *to = a->stored[first + l];
        to[TSU_STORED_ALL] = b->elastic[l];
        to[TSU_STORED_NORMAL] = of_law[TSU_NORMAL][l] + of_law[TSU_COHESION][l];
        to[TSU_STORED_TANGENTIAL] = of_law[TSU_TANGENTIAL][l];
        to[TSU_STORED_ROLLING] = of_law[TSU_ROLLING][l];
    }
}

/* Adds one energy of the first n lanes. */
static void add(tsu_trial *a, int sum, const double *lane, int n)
{
    tsu_exact_add_all(&a->sum[sum], lane, n, 1);
}

/* What does not touch has not opened. */
static void forget_apart(const tsu_trial *a, tsu_lane_space *s, int64_t first)
{
    for (int l = 0; l < TSU_LANES; l++) {
        if (a->list.live[first + l]) continue;
        s->block.elastic[l] = s->bulge[l] = 0.0;
        for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
            s->block.account[q][l] = 0.0;
        }
    }
}

/* Lanes that are not filled hold a contact that does not touch. */
static void run_block(tsu_trial *a, tsu_lane_space *s, int64_t first)
{
    const tsu_contacts *c = &a->list;
    const int n = c->count - first < TSU_LANES ? (int)(c->count - first) : TSU_LANES;
    tsu_block_begin(s, a->parting || a->opening ? a->w->dt : a->back);
    memset(&s->bodies, 0, sizeof s->bodies);
    for (int l = 0; l < TSU_LANES; l++) {
        const int64_t k = first + (l < n ? l : 0);
        if (a->wall)
            gather_wall(a, s, l, k);
        else
            gather_pair(a, s, l, k);
        if (l < n) continue;
        s->bodies.dx[l] = 1.0e30;
        s->block.overlap[l] = -1.0e30;
    }
    if (!a->wall) tsu_surface_spheres(&s->block, &s->bodies);
    tsu_surface_kinematics(&s->block, &s->bodies);
    for (int l = 0; l < n && a->wall && (a->parting || a->opening); l++) {
        look_back_at_wall(a, s, l, first + l);
    }
    if (a->parting) part_block(a, s);
    tsu_clumps_see_locally(a->w, &s->block, c, first, n);
    const bool bulging = tsu_multicontact_on(a->laws);
    if (bulging) tsu_multicontact_enlarge(a->laws, c, s, first);
    if (bulging)
        tsu_multicontact_run(a->laws, &a->list, &a->forces, s, first);
    else
        tsu_block_run_parts(a->laws, &a->list, &a->forces, s, first);
    if (a->opening) forget_apart(a, s, first);
    keep_stored(a, &s->block, s->stored, first);
    tsu_block_keep_losses(&a->forces, &s->block, first);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (a->laws->accounts & 1u << q) add(a, q, s->block.account[q], n);
    }
    add(a, TSU_SUM_ELASTIC, s->block.elastic, n);
    if (bulging) add(a, TSU_SUM_BULGE_WORK, s->bulge, n);
}

/* ---- all of it ------------------------------------------------------------------------------------------------------- */

static tsu_status evaluate(tsu_trial *a, tsu_trial_select *select, const void *context, tsu_error *err)
{
    size_t capacity = 0;
    world *w = a->w;
    const tsu_wall *wall = a->wall;
    tsu_box_shifts(&w->box, a->shift);
    tsu_status s = copy(a, wall ? &wall->contacts : &w->contacts, select, context, err);
    if (s != TSU_OK || a->list.count == 0) return s;
    a->liquid = tsu_liquid_begin(w, a->laws);
    s = tsu_memory_grow(&a->stored, &capacity, (size_t)a->list.capacity, sizeof *a->stored,
                        "energies of contacts", err);
    if (s == TSU_OK) s = tsu_spaces_reserve(w, err);
    if (s == TSU_OK && tsu_heating_by(w, a->laws)) s = tsu_losses_reserve(&a->forces, err);
    for (int64_t k = 0; k < a->list.count && s == TSU_OK; k += TSU_LANES) {
        run_block(a, &w->space[0], k);
    }
    return s;
}

tsu_status tsu_trial_run(tsu_trial *a, world *w, const tsu_wall *wall, double back, double kick,
                         tsu_trial_select *select, const void *context, tsu_error *err)
{
    *a = (tsu_trial){.w = w, .wall = wall, .laws = wall ? &wall->laws : &w->laws, .back = back, .kick = kick};
    return evaluate(a, select, context, err);
}

tsu_status tsu_trial_part(tsu_trial *a, world *w, const tsu_wall *wall, tsu_trial_select *select,
                          const void *context, tsu_error *err)
{
    *a = (tsu_trial){.w = w, .wall = wall, .laws = wall ? &wall->laws : &w->laws, .parting = true};
    return evaluate(a, select, context, err);
}

tsu_status tsu_trial_open(tsu_trial *a, world *w, const tsu_wall *wall, tsu_trial_select *select,
                          const void *context, tsu_error *err)
{
    *a = (tsu_trial){.w = w, .wall = wall, .laws = wall ? &wall->laws : &w->laws, .opening = true};
    return evaluate(a, select, context, err);
}

void tsu_trial_free(tsu_trial *a)
{
    tsu_contacts_free(&a->list);
    tsu_contact_forces_free(&a->forces);
    tsu_memory_release(&a->stored);
}
