/* SPDX-License-Identifier: Apache-2.0 */
/* wall_forces.c - forces of contacts with walls. They go through the same blocks and laws as those between particles; a wall
 * has no mass, moves as it is told, and the work it does is booked. Blocks are worked on as far as they are filled: a wall of a
 * small run has few contacts, and one of a large run has particles far from each other in memory. */
#include "step/wall/forces.h"
#include "base/memory.h"
#include "law/fused.h"
#include "step/blocks.h"
#include "step/clump/clumps.h"
#include "step/lanes.h"
#include "step/ledger/losses.h"
#include "step/liquid.h"
#include "step/mesh/body.h"
#include "step/multicontact.h"
#include "step/wall/engine.h"
#include "step/wall/wall.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

tsu_status tsu_wall_prepare(world *w, tsu_wall *wall, tsu_error *err)
{
    tsu_status s = tsu_lawset_prepare(&wall->laws, &w->materials, err);
    if (s != TSU_OK) return s;
    const tsu_fused *loops = w->staged || tsu_clumps_local(w) ? NULL : tsu_fused_find(&wall->laws);
    wall->fused = loops;
    const size_t rows = (size_t)wall->laws.coefficients;
    if (wall->laws.types > 1) return TSU_OK;
    s = tsu_memory_grow(&wall->coefficient, &wall->coefficient_capacity, rows, sizeof *wall->coefficient,
                        "coefficients of a wall", err);
    const double *p = s == TSU_OK ? tsu_lawset_coefficients(&wall->laws, 0, wall->type) : NULL;
    for (size_t q = 0; q < rows && s == TSU_OK; q++) {
        for (int l = 0; l < TSU_LANES; l++) {
            wall->coefficient[q][l] = p[q];
        }
    }
    return s;
}

/* ---- gathering --------------------------------------------------------------------------------------------------- */

/* Entries of the block at entry k that are no padding. */
static int filled(const tsu_contacts *c, int64_t k)
{
    return c->count - k < TSU_LANES ? (int)(c->count - k) : TSU_LANES;
}

/* Particles of the block after this one, a few at a time: walls touch few, and far from each other in memory. */
TSU_FN void fetch_ahead(const tsu_particles *p, const tsu_contacts *c, int64_t k)
{
    for (int64_t q = k; q < k + 4; q++) {
        const uint32_t i = c->row[q];
        TSU_PREFETCH_NEXT(p->xr[i]);
        TSU_PREFETCH_NEXT(p->vm[i]);
        TSU_PREFETCH_NEXT(p->wi[i]);
    }
}

/* What lanes need of the particles, and of the wall: motion always; geometry from *rows, or else positions, into the lanes of
 * bodies. Lanes that are not filled are like the first. */
TSU_FN void gather_lanes(const tsu_wall_job *j, tsu_lane_space *s, const tsu_v4 *now, const tsu_v4 *was,
                         const tsu_wall_rows *rows, int64_t k, int n, int lanes, const bool still)
{
    enum { GROUP = 4 };
    const tsu_contacts *c = &j->wall->contacts;
    const tsu_particles *p = &j->w->particles;
    const tsu_v4 *x = (const tsu_v4 *)p->xr, *v = (const tsu_v4 *)p->vm, *w = (const tsu_v4 *)p->wi;
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    tsu_wall_before *before = &s->before;
    const bool more = k + TSU_LANES < c->count;
    for (int l = 0; l < lanes; l += GROUP) {
        tsu_v4 place[GROUP], old[GROUP], dv[GROUP], turn[GROUP], spin[GROUP];
        if (more) fetch_ahead(p, c, k + TSU_LANES + l);
        for (int q = 0; q < GROUP; q++) {
            const int m = l + q < n ? l + q : 0;
            const uint32_t i = c->row[k + m];
            place[q] = now ? now[m] : x[i];
            if (now) old[q] = was[m];
            dv[q] = still ? v[i] : v[i] - rows->surface[m];
            turn[q] = TSU_V4_SHUFFLE(w[i], x[i], 0, 1, 2, 7);
            if (!still) spin[q] = rows->spin[m];
        }
        if (now) {
            tsu_v4_store_columns(place, l, b->nx, b->ny, b->nz, b->overlap);
            tsu_v4_store_columns(old, l, before->nx, before->ny, before->nz, before->overlap);
        } else {
            tsu_v4_store_columns(place, l, g->dx, g->dy, g->dz, b->radius_j);
        }
        tsu_v4_store_columns(dv, l, g->vx, g->vy, g->vz, b->inv_mass_i);
        tsu_v4_store_columns(turn, l, g->wix, g->wiy, g->wiz, b->radius_i);
        if (!still) tsu_v4_store_columns(spin, l, g->wjx, g->wjy, g->wjz, before->depth);
    }
}

TSU_CLONES void tsu_wall_gather_geometry(const tsu_wall_job *j, tsu_lane_space *s, const tsu_v4 *now,
                                         const tsu_v4 *was, const tsu_wall_rows *rows, int64_t k, int n,
                                         int lanes)
{
    if (j->still)
        gather_lanes(j, s, now, was, rows, k, n, lanes, true);
    else
        gather_lanes(j, s, now, was, rows, k, n, lanes, false);
    memcpy(s->before.depth, s->block.overlap, (size_t)lanes * sizeof(double));
}

TSU_CLONES void tsu_wall_gather_places(const tsu_wall_job *j, tsu_lane_space *s, const tsu_wall_rows *rows,
                                       int64_t k, int n, int lanes)
{
    if (j->still)
        gather_lanes(j, s, NULL, NULL, rows, k, n, lanes, true);
    else
        gather_lanes(j, s, NULL, NULL, rows, k, n, lanes, false);
}

/* Forces that are evaluated without a step have no start of it. */
static void forget_before(tsu_lane_space *s, int lanes)
{
    const size_t size = (size_t)lanes * sizeof(double);
    memcpy(s->before.nx, s->block.nx, size);
    memcpy(s->before.ny, s->block.ny, size);
    memcpy(s->before.nz, s->block.nz, size);
    memcpy(s->before.overlap, s->before.depth, size);
}

static void gather(const tsu_wall_job *j, tsu_lane_space *s, tsu_wall_rows *rows, int64_t k, int n, int lanes)
{
    const tsu_wall *wall = j->wall;
    wall->shape->engine->gather(j, s, rows, k, n, lanes);
    for (int l = n; l < lanes; l++) { /* padding */
        s->before.depth[l] = s->before.overlap[l] = tsu_wall_beyond_reach(j->w, s->block.radius_i[l]);
    }
    if (!(j->dt > 0.0)) forget_before(s, lanes);
    if (j->still) {
        memset(s->bodies.wjx, 0, (size_t)lanes * sizeof(double));
        memset(s->bodies.wjy, 0, (size_t)lanes * sizeof(double));
        memset(s->bodies.wjz, 0, (size_t)lanes * sizeof(double));
    }
    for (int l = 0; l < lanes && !j->coefficient; l++) {
        const uint32_t i = wall->contacts.row[k + (l < n ? l : 0)];
        tsu_block_coefficients(&wall->laws, s, l, j->w->particles.type[i], wall->type);
    }
}

/* ---- stage by stage ---------------------------------------------------------------------------------------------- */

static TSU_CLONES void kinematics(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_kinematics(b, g);
}

/* What the stages read besides. */
static void complete(const tsu_wall_job *j, tsu_lane_space *s, int64_t k, int n)
{
    tsu_block *b = &s->block;
    for (int l = 0; l < TSU_LANES; l++) {
        b->radius_j[l] = b->radius_i[l];
        b->inv_mass_j[l] = 0.0;
        b->liquid_i[l] = j->liquid ? j->liquid[j->wall->contacts.row[k + (l < n ? l : 0)]] : 0.0;
        b->liquid_j[l] = 0.0;
    }
    kinematics(b, &s->bodies);
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_wall_before *o = &s->before;
        tsu_surface_before_at_wall(b, &s->bodies, l, tsu_vec3_make(o->nx[l], o->ny[l], o->nz[l]),
                                   o->overlap[l]);
        b->overlap[l] = o->depth[l];
        b->touching[l] = o->depth[l] > 0.0 ? 1.0 : 0.0;
    }
}

static void run_stages(const tsu_wall_job *j, tsu_lane_space *s, int64_t k)
{
    tsu_contacts *c = &j->wall->contacts;
    tsu_contact_forces *f = &j->wall->forces;
    const tsu_lawset *laws = &j->wall->laws;
    const bool bulging = tsu_multicontact_on(laws);
    complete(j, s, k, filled(c, k));
    tsu_clumps_see_locally(j->w, &s->block, c, k, filled(c, k));
    if (bulging) tsu_multicontact_enlarge(laws, c, s, k);
    if (!tsu_block_matters(laws, c, &s->block, k)) {
        tsu_block_clear(f, k, tsu_block_records(f, k));
        return;
    }
    if (bulging)
        tsu_multicontact_run(laws, c, f, s, k);
    else
        tsu_block_run(laws, c, f, s, k);
    tsu_block_add(laws, c, f, s, k);
}

/* ---- in one loop --------------------------------------------------------------------------------------------------- */

/* Whether a contact touches or did so the last time. */
static bool matters(const tsu_contacts *c, const tsu_lane_space *s, int64_t k, int lanes)
{
    if (tsu_block_live(c, k)) return true;
    for (int l = 0; l < lanes; l++) {
        if (s->before.depth[l] > 0.0) return true;
    }
    return false;
}

static void run_fused(const tsu_wall_job *j, tsu_lane_space *s, int64_t k, int lanes)
{
    tsu_contacts *c = &j->wall->contacts;
    const tsu_lane *coefficient = j->coefficient ? j->coefficient : (const tsu_lane *)s->coefficient;
    const tsu_records to = tsu_block_records(&j->wall->forces, k);
    if (!matters(c, s, k, lanes)) {
        memset(to.record, 0, (size_t)lanes * sizeof *to.record);
        if (to.roll) memset(to.roll, 0, (size_t)lanes * sizeof *to.roll);
        return;
    }
    if (j->know && !j->alike) j->know(&s->block, coefficient, true, s->known, lanes);
    j->fused(&s->block, &s->bodies, &s->before, coefficient, (const tsu_lane *)s->known,
             tsu_block_history(c, k), &s->outcome, tsu_block_tally(s, c, k), lanes);
    tsu_block_tallied(s, lanes);
    s->touching += tsu_block_write(c, &s->outcome, k, to, lanes);
}

/* ---- accounts ------------------------------------------------------------------------------------------------------ */

static TSU_CLONES void keep_old(const tsu_contact_forces *f, tsu_wall_rows *rows, int64_t k, int n)
{
    for (int l = 0; l < n; l++) {
        rows->force[l] = *(const tsu_v4 *)f->record[k + l];
        if (f->roll) rows->roll[l] = *(const tsu_v4 *)f->roll[k + l];
    }
}

/* The work of the wall on the particle of each contact over the step, with the mean of the old and the new force and torque. */
static TSU_CLONES void work_of_lanes(const tsu_wall_job *j, const tsu_wall_rows *rows, int64_t k, int n,
                                     double *TSU_RESTRICT to)
{
    const tsu_contact_forces *f = &j->wall->forces;
    for (int l = 0; l < n; l++) {
        const tsu_v4 *roll = f->roll ? (const tsu_v4 *)f->roll[k + l] : NULL;
        to[l] = tsu_wall_work(j->dt, (const tsu_v4 *)f->record[k + l], &rows->force[l], &rows->surface[l],
                              f->roll != NULL, roll, &rows->roll[l], &rows->spin[l]);
    }
}

static void book(const tsu_wall_job *j, tsu_lane_space *s, const tsu_wall_rows *rows, int64_t k, int n)
{
    tsu_lane work TSU_ALIGNED(64);
    memset(work, 0, sizeof work);
    work_of_lanes(j, rows, k, n, work);
    if (!j->free) {
        tsu_tally_add(&s->tally, 1u << TSU_SUM_WALL_WORK, work, 0, TSU_LANES);
        return;
    }
    for (int l = 0; l < TSU_LANES; l++) {
        work[l] = -work[l]; /* the body books its side of the same work (mesh/freedom.h) */
    }
    tsu_tally_add(&s->tally, 1u << TSU_ACCOUNT_INTEGRATION, work, 0, TSU_LANES);
}

/* ---- all contacts of a wall ---------------------------------------------------------------------------------------- */

static void compute_chunk(void *context, int64_t chunk, int thread)
{
    const tsu_wall_job *j = context;
    const tsu_contacts *c = &j->wall->contacts;
    tsu_lane_space *s = &j->w->space[thread];
    tsu_wall_rows rows;
    if (!j->fused) {
        tsu_block_begin(s, j->dt);
        for (int l = 0; l < TSU_LANES; l++) {
            s->block.wall[l] = 1.0;
        }
        if (j->coefficient) tsu_block_coefficients_all(&j->wall->laws, s, 0, j->wall->type);
    }
    s->block.dt = j->dt;
    const tsu_range r = tsu_parallel_block(chunk, c->count, (int64_t)TSU_BLOCKS_PER_CHUNK * TSU_LANES);
    for (int64_t k = r.begin; k < r.end; k += TSU_LANES) {
        const int n = filled(c, k), whole = (n + TSU_SUM_LANES - 1) / TSU_SUM_LANES * TSU_SUM_LANES;
        const int lanes = j->fused ? whole : TSU_LANES;
        gather(j, s, &rows, k, n, lanes);
        if (j->know && j->alike && k == r.begin) tsu_block_know_alike(j->know, s, j->coefficient, true);
        if (!j->still) keep_old(&j->wall->forces, &rows, k, n);
        if (j->fused)
            run_fused(j, s, k, lanes);
        else
            run_stages(j, s, k);
        if (!j->still) book(j, s, &rows, k, n);
    }
}

void tsu_wall_forces(world *w, tsu_wall *wall, const double (*shift)[4], double dt)
{
    if (wall->contacts.count == 0) return;
    const tsu_fused *loops = tsu_losses_kept(w, &wall->laws) ? NULL : wall->fused;
    tsu_wall_job j = {.w = w,
                      .wall = wall,
                      .dt = dt,
                      .shift = shift,
                      .liquid = tsu_liquid_begin(w, &wall->laws),
                      .coefficient = wall->laws.types == 1 ? (const tsu_lane *)wall->coefficient : NULL,
                      .fused = loops ? loops->wall : NULL,
                      .know = loops ? loops->know : NULL,
                      .alike = wall->laws.types == 1 && tsu_lists_same(&w->lists, w->particles.resized),
                      .still = wall->shape->engine->still(wall),
                      .free = wall->mesh && wall->mesh->freedom};
    tsu_blocks_run(w, wall->contacts.count, compute_chunk, &j);
}
