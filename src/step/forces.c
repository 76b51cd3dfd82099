/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - contact forces. Contacts are worked off in blocks of TSU_LANES: gather the two bodies, kinematics, the laws one
 * after the other, write one record per contact. Then each particle sums its records in the order of its partners' ids.
 * A contact is computed by one thread from data nobody changes, and a particle is summed by one thread in an order that
 * depends on ids alone, so the result depends neither on the threads nor on how rows and lists are arranged. */
#include "base/parallel.h"
#include "law/surface_default.h"
#include "step/blocks.h"
#include "step/kick.h"
#include "step/liquid.h"
#include "step/multicontact.h"
#include "step/units.h"
#include "step/wall_contacts.h"
#include <string.h>

typedef struct tsu_world world;

typedef struct job {
    world *w;
    const tsu_lawset *laws;
    tsu_contacts *c;
    tsu_fused_fn *fused; /* NULL: stage by stage */
    double dt;
    double (*shift)[4];   /* by image */
    const double *liquid; /* column of the particles that the laws read; or NULL */
    bool bulging;         /* surface multicontact */
    bool kick;            /* also the second half kick */
    bool uniform;         /* one material: coefficients are the same in all lanes */
} job;

/* Four rows side by side, turned into columns and stored at lane l of four arrays. */
TSU_FN void store_columns(tsu_v4 row[4], int l, double *x, double *y, double *z, double *w)
{
    tsu_v4_transpose(&row[0], &row[1], &row[2], &row[3]);
    memcpy(x + l, &row[0], sizeof *row);
    memcpy(y + l, &row[1], sizeof *row);
    memcpy(z + l, &row[2], sizeof *row);
    memcpy(w + l, &row[3], sizeof *row);
}

/* Partners of the next block, while this one is worked on. */
TSU_FN void prefetch_partners(const job *j, int64_t k)
{
    const tsu_particles *p = &j->w->particles;
    for (int l = 0; l < TSU_LANES && k + l < j->c->count; l++) {
        const uint32_t other = j->c->partner[k + l] & TSU_CONTACT_ROW_MASK;
        TSU_PREFETCH(p->xr[other]);
        TSU_PREFETCH(p->vm[other]);
        TSU_PREFETCH(p->wi[other]);
    }
}

/* Lines from an address on, to be written. */
TSU_FN void prefetch_lines(const void *begin, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64) {
        TSU_PREFETCH_WRITE((const char *)begin + at);
    }
}

/* What the next block will change. It lies in order, but in pieces too short for the processor to see it. */
TSU_FN void prefetch_entries(const job *j, int64_t k)
{
    const tsu_contacts *c = j->c;
    if (k >= c->count) return;
    prefetch_lines(tsu_contacts_history(c, 0, k), (size_t)c->history_width * sizeof(tsu_lane));
    prefetch_lines(c->record + k, TSU_LANES * sizeof *c->record);
    if (c->roll) prefetch_lines(c->roll + k, TSU_LANES * sizeof *c->roll);
}

static TSU_CLONES void gather_pairs(const job *j, tsu_lane_space *s, int64_t k)
{
    const tsu_particles *p = &j->w->particles;
    tsu_block *TSU_RESTRICT b = &s->block;
    tsu_bodies *TSU_RESTRICT g = &s->bodies;
    const uint32_t *TSU_RESTRICT row = j->c->row + k, *TSU_RESTRICT partner = j->c->partner + k;
    const tsu_v4 *x = (const tsu_v4 *)p->xr, *v = (const tsu_v4 *)p->vm, *w = (const tsu_v4 *)p->wi;
    const tsu_v4 *shift = (const tsu_v4 *)j->shift;
    for (int l = 0; l < TSU_LANES; l += 4) {
        tsu_v4 dx[4], dv[4], wi[4], wj[4];
        for (int q = 0; q < 4; q++) {
            const uint32_t i = row[l + q], other = partner[l + q] & TSU_CONTACT_ROW_MASK;
            const tsu_v4 xi = x[i], xj = x[other], vi = v[i], vj = v[other];
            /* the fourth places carry what else is needed of the two */
            dx[q] = TSU_V4_SHUFFLE(xi - xj - shift[partner[l + q] >> TSU_CONTACT_ROW_BITS], xi, 0, 1, 2, 7);
            dv[q] = TSU_V4_SHUFFLE(vi - vj, vi, 0, 1, 2, 7);
            wi[q] = TSU_V4_SHUFFLE(w[i], xj, 0, 1, 2, 7);
            wj[q] = TSU_V4_SHUFFLE(w[other], vj, 0, 1, 2, 7);
        }
        store_columns(dx, l, g->dx, g->dy, g->dz, b->radius_i);
        store_columns(dv, l, g->vx, g->vy, g->vz, b->inv_mass_i);
        store_columns(wi, l, g->wix, g->wiy, g->wiz, b->radius_j);
        store_columns(wj, l, g->wjx, g->wjy, g->wjz, b->inv_mass_j);
    }
}

static void gather_coefficients(const job *j, tsu_lane_space *s, int64_t k)
{
    const int32_t *type = j->w->particles.type;
    for (int l = 0; l < TSU_LANES; l++) {
        const uint32_t i = j->c->row[k + l], other = j->c->partner[k + l] & TSU_CONTACT_ROW_MASK;
        tsu_block_coefficients(j->laws, s, l, type[i], type[other]);
    }
}

static void gather_liquid(const job *j, tsu_block *b, int64_t k)
{
    for (int l = 0; l < TSU_LANES; l++) {
        b->liquid_i[l] = j->liquid[j->c->row[k + l]];
        b->liquid_j[l] = j->liquid[j->c->partner[k + l] & TSU_CONTACT_ROW_MASK];
    }
}

static TSU_CLONES void geometry(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_spheres(b, g);
}

static TSU_CLONES void kinematics(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_kinematics(b, g);
}

static void compute_block(const job *j, tsu_lane_space *s, int64_t k, double *sum)
{
    prefetch_partners(j, k + TSU_LANES);
    prefetch_entries(j, k + TSU_LANES);
    gather_pairs(j, s, k);
    if (!j->uniform) gather_coefficients(j, s, k);
    if (j->liquid) gather_liquid(j, &s->block, k);
    geometry(&s->block, &s->bodies);
    if (!j->fused) kinematics(&s->block, &s->bodies);
    if (j->bulging) tsu_multicontact_enlarge(j->laws, j->c, &s->block, k);
    if (!tsu_block_matters(j->laws, j->c, &s->block, k)) {
        tsu_block_clear(j->c, k);
    } else if (j->fused) {
        j->fused(&s->block, &s->bodies, (const tsu_lane *)s->coefficient, tsu_block_history(j->c, k),
                 &s->outcome, s->sums);
        tsu_block_write(j->c, &s->outcome, k);
    } else {
        tsu_block_run(j->laws, j->c, s, k);
        if (j->bulging) tsu_multicontact_end(j->laws, j->c, &s->block, k, sum);
        tsu_block_add(j->laws, j->c, s, k);
    }
}

static void compute_unit(void *context, int64_t unit, int thread)
{
    const job *j = context;
    tsu_lane_space *s = &j->w->space[thread];
    if (j->fused)
        s->block.dt = j->dt;
    else
        tsu_block_begin(s, j->dt);
    for (int l = 0; l < TSU_LANES && j->uniform; l++) {
        tsu_block_coefficients(j->laws, s, l, 0, 0);
    }
    const tsu_range r = tsu_unit_blocks(j->c, unit);
    for (int64_t block = r.begin; block < r.end; block++) {
        compute_block(j, s, block * TSU_LANES, j->w->partial + unit * TSU_SUMS);
    }
    tsu_block_sum(s, j->w->partial + unit * TSU_SUMS);
}

/* The contacts of each particle in the order of the partners' ids. All rows are summed in one loop over their contacts, for a
 * loop within the loop, now five and now six long, would cost more in wrong guesses of the processor than in work: the sum
 * so far is stored at each contact, and begins anew after the last one of a row. */
TSU_FN void sum_contacts(const tsu_particles *p, const tsu_contacts *c, tsu_range rows)
{
    static const double sides[2] = {1.0, -1.0};
    static const tsu_mask4 kept[2] = {{-1, -1, -1, -1}, {0, 0, 0, 0}};
    const tsu_v4 *record = (const tsu_v4 *)c->record, *roll = (const tsu_v4 *)c->roll;
    tsu_v4 *force = (tsu_v4 *)p->force, *torque = (tsu_v4 *)p->torque;
    tsu_v4 f = {0}, t = {0};
    int64_t i = rows.begin;
    for (int64_t q = c->incident_first[rows.begin]; q < c->incident_first[rows.end]; q++) {
        const uint32_t code = c->incident[q];
        const uint32_t entry = tsu_incident_entry(code);
        const tsu_v4 first = record[2 * (size_t)entry], second = record[2 * (size_t)entry + 1];
        const double side = sides[code & TSU_INCIDENT_SIDE], arm = p->xr[i][3] - first[3];
        const bool last = code & TSU_INCIDENT_LAST;
        f += side * first;
        t -= arm * second;
        if (roll) t -= side * roll[entry];
        force[i] = f;
        torque[i] = t;
        f = (tsu_v4)((tsu_mask4)f & kept[last]);
        t = (tsu_v4)((tsu_mask4)t & kept[last]);
        i += last;
    }
}

/* Contacts and weight. The fourth places are kept zero (kick.h). */
TSU_FN void sum_rows(const tsu_particles *p, const tsu_contacts *c, const double gravity[3], tsu_range rows)
{
    const tsu_v4 g = {gravity[0], gravity[1], gravity[2], 0.0}, none = {0.0, 0.0, 0.0, 0.0};
    tsu_v4 *force = (tsu_v4 *)p->force, *torque = (tsu_v4 *)p->torque;
    sum_contacts(p, c, rows);
    for (int64_t i = rows.begin; i < rows.end; i++) {
        force[i] = TSU_V4_SHUFFLE(force[i] + p->mass[i] * g, none, 0, 1, 2, 7);
        torque[i] = TSU_V4_SHUFFLE(torque[i], none, 0, 1, 2, 7);
    }
}

/* Not zero if a velocity is not finite. */
TSU_FN double not_finite(const tsu_particles *p, tsu_range rows)
{
    const tsu_v4 *v = (const tsu_v4 *)p->vm, *w = (const tsu_v4 *)p->wi;
    tsu_v4 sum = {0};
    for (int64_t i = rows.begin; i < rows.end; i++) {
        sum += 0.0 * (v[i] + w[i]);
    }
    return sum[0] + sum[1] + sum[2];
}

static TSU_CLONES double finish_rows(const job *j, tsu_range rows)
{
    const tsu_particles *p = &j->w->particles;
    sum_rows(p, j->c, j->w->gravity, rows);
    tsu_walls_add_forces(j->w, rows);
    if (!j->kick) return 0.0;
    const tsu_kick k = {j->w->moving, j->w->turning, 0.5 * j->dt};
    tsu_kick_rows(p, k, rows.begin, rows.end);
    return not_finite(p, rows);
}

static void finish_unit(void *context, int64_t unit, int thread)
{
    (void)thread;
    const job *j = context;
    double *sum = j->w->partial + unit * TSU_SUMS;
    const bool timed = j->w->times.weight > 0.0;
    const double begin = timed ? tsu_clock_seconds() : 0.0;
    sum[TSU_SUM_NOT_FINITE] = finish_rows(j, tsu_unit_rows(j->c, unit));
    sum[TSU_SUM_SECONDS] = timed ? tsu_clock_seconds() - begin : 0.0;
}

static tsu_status check_finite(const world *w, const double *sum, tsu_error *err)
{
    const tsu_contacts *c = &w->contacts;
    if (sum[TSU_SUM_NOT_FINITE] == 0.0) return TSU_OK;
    for (int64_t u = 0; u < c->units; u++) {
        const tsu_status s = tsu_integrate_check(w, tsu_unit_rows(c, u), err);
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}

static int threads_of(const world *w)
{
    return w->threads > 0 ? w->threads : tsu_parallel_threads();
}

tsu_status tsu_forces_compute(world *w, double dt, bool kick, tsu_error *err)
{
    double shift[32][4] TSU_ALIGNED(32), sum[TSU_SUMS];
    tsu_box_shifts(&w->box, shift);
    shift[TSU_IMAGE_NEVER][0] = 1.0e30;
    job j = {.w = w,
             .laws = &w->laws,
             .c = &w->contacts,
             .fused = w->losses ? NULL : w->fused,
             .dt = dt,
             .kick = kick,
             .shift = shift,
             .liquid = tsu_liquid_begin(w, &w->laws),
             .bulging = tsu_multicontact_on(&w->laws),
             .uniform = w->laws.types == 1};
    w->books.elastic = 0.0;
    w->touching = 0;
    tsu_status status = tsu_losses_prepare(w, err);
    if (status == TSU_OK) status = tsu_walls_begin(w, dt, err);
    if (status == TSU_OK) status = tsu_multicontact_begin(w, err);
    if (status == TSU_OK) status = tsu_walls_compute(w, dt, err);
    if (status == TSU_OK) status = tsu_blocks_reserve(w, j.c->units, err);
    if (status != TSU_OK) return status;
    tsu_times_lap(&w->times, TSU_STAGE_WALLS);
    tsu_units_run(j.c, w->threads, compute_unit, finish_unit, &j);
    tsu_parallel_sum(w->partial, j.c->units, TSU_SUMS, sum);
    tsu_blocks_book(w, sum);
    tsu_losses_book(w);
    tsu_liquid_share(w);
    tsu_times_lap(&w->times, TSU_STAGE_CONTACTS);
    tsu_times_move(&w->times, TSU_STAGE_CONTACTS, TSU_STAGE_SUM, sum[TSU_SUM_SECONDS] / threads_of(w));
    return check_finite(w, sum, err);
}
