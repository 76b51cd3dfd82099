/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - contact forces. Contacts are worked off in blocks of TSU_LANES: gather the two bodies, kinematics, the laws one
 * after the other, write one record per contact. Then each particle sums its records in the order of its partners' ids.
 * A contact is computed by one thread from data nobody changes, and a particle is summed by one thread in an order that
 * depends on ids alone, so the result depends neither on the threads nor on how rows and lists are arranged. */
#include "base/parallel.h"
#include "law/surface_default.h"
#include "step/blocks.h"
#include "step/liquid.h"
#include "step/multicontact.h"
#include "step/wall_contacts.h"
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };

typedef struct job {
    world *w;
    const tsu_lawset *laws;
    tsu_contacts *c;
    double dt;
    double (*shift)[4];   /* by image */
    const double *liquid; /* column of the particles that the laws read; or NULL */
    bool bulging;         /* surface multicontact */
    bool uniform;         /* one material: coefficients are the same in all lanes */
} job;

/* Four rows of x, v or w side by side, turned into columns and stored at lane l of the first three of four arrays. */
TSU_FN void store_columns(tsu_v4 row[4], int l, double *x, double *y, double *z)
{
    tsu_v4_transpose(&row[0], &row[1], &row[2], &row[3]);
    memcpy(x + l, &row[0], sizeof *row);
    memcpy(y + l, &row[1], sizeof *row);
    memcpy(z + l, &row[2], sizeof *row);
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
            dx[q] = xi - xj - shift[partner[l + q] >> TSU_CONTACT_ROW_BITS];
            dv[q] = vi - vj;
            wi[q] = w[i];
            wj[q] = w[other];
            b->radius_i[l + q] = xi[3];
            b->radius_j[l + q] = xj[3];
            b->inv_mass_i[l + q] = vi[3];
            b->inv_mass_j[l + q] = vj[3];
        }
        store_columns(dx, l, g->dx, g->dy, g->dz);
        store_columns(dv, l, g->vx, g->vy, g->vz);
        store_columns(wi, l, g->wix, g->wiy, g->wiz);
        store_columns(wj, l, g->wjx, g->wjy, g->wjz);
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

static TSU_CLONES void geometry_pairs(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_spheres(b, g);
    tsu_surface_kinematics(b, g);
}

static void compute_block(const job *j, tsu_lane_space *s, int64_t k, double *sum)
{
    prefetch_partners(j, k + TSU_LANES);
    gather_pairs(j, s, k);
    if (!j->uniform) gather_coefficients(j, s, k);
    if (j->liquid) gather_liquid(j, &s->block, k);
    geometry_pairs(&s->block, &s->bodies);
    if (j->bulging) tsu_multicontact_enlarge(j->laws, j->c, &s->block, k);
    if (!tsu_block_matters(j->laws, j->c, &s->block, k)) {
        tsu_block_clear(j->c, k);
        return;
    }
    tsu_block_run(j->laws, j->c, s, k);
    if (j->bulging) tsu_multicontact_end(j->laws, j->c, &s->block, k, sum);
    tsu_block_sum(j->laws, &s->block, sum);
}

static void compute_chunk(void *context, int64_t chunk, int thread)
{
    const job *j = context;
    tsu_lane_space *s = &j->w->space[thread];
    memset(&s->block, 0, sizeof s->block);
    s->block.dt = j->dt;
    for (int l = 0; l < TSU_LANES && j->uniform; l++) {
        tsu_block_coefficients(j->laws, s, l, 0, 0);
    }
    const tsu_range r = tsu_parallel_block(chunk, j->c->count, (int64_t)TSU_BLOCKS_PER_CHUNK * TSU_LANES);
    for (int64_t k = r.begin; k < r.end; k += TSU_LANES) {
        compute_block(j, s, k, j->w->partial + chunk * TSU_SUMS);
    }
}

/* Weight, and the contacts of each particle in the order of the partners' ids. */
static TSU_CLONES void sum_rows_of(tsu_particles *p, const tsu_contacts *c, const double gravity[3],
                                   int64_t begin, int64_t end)
{
    const tsu_v4 g = {gravity[0], gravity[1], gravity[2], 0.0};
    enum { AHEAD = 24 };
    const tsu_v4 *record = (const tsu_v4 *)c->record, *roll = (const tsu_v4 *)c->roll;
    tsu_v4 *force = (tsu_v4 *)p->force, *torque = (tsu_v4 *)p->torque;
    const int64_t last = c->incident_first[p->count];
    for (int64_t i = begin; i < end; i++) {
        const double radius = p->xr[i][3];
        tsu_v4 f = {0}, t = {0};
        for (int64_t q = c->incident_first[i]; q < c->incident_first[i + 1]; q++) {
            const uint32_t code = c->incident[q];
            if (q + AHEAD < last) TSU_PREFETCH(record + 2 * (size_t)(c->incident[q + AHEAD] >> 1));
            const tsu_v4 first = record[2 * (size_t)(code >> 1)],
                         second = record[2 * (size_t)(code >> 1) + 1];
            const double side = code & 1 ? -1.0 : 1.0, arm = radius - first[3];
            f += side * first;
            t -= arm * second;
            if (roll) t -= side * roll[code >> 1];
        }
        force[i] = f + p->mass[i] * g;
        torque[i] = t;
    }
}

static void sum_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    world *w = context;
    const tsu_range r = tsu_parallel_block(chunk, w->particles.count, ROWS_PER_CHUNK);
    sum_rows_of(&w->particles, &w->contacts, w->gravity, r.begin, r.end);
}

tsu_status tsu_forces_compute(world *w, double dt, tsu_error *err)
{
    double shift[32][4] TSU_ALIGNED(32), sum[TSU_SUMS];
    tsu_box_shifts(&w->box, shift);
    shift[TSU_IMAGE_NEVER][0] = 1.0e30;
    job j = {.w = w,
             .laws = &w->laws,
             .c = &w->contacts,
             .dt = dt,
             .shift = shift,
             .liquid = tsu_liquid_begin(w, &w->laws),
             .bulging = tsu_multicontact_on(&w->laws),
             .uniform = w->laws.types == 1};
    w->books.elastic = 0.0;
    w->touching = 0;
    tsu_status status = tsu_losses_prepare(w, err);
    if (status == TSU_OK) status = tsu_walls_begin(w, dt, err);
    if (status == TSU_OK) status = tsu_multicontact_begin(w, err);
    if (status == TSU_OK) status = tsu_blocks_run(w, j.c->count, compute_chunk, &j, sum, err);
    if (status != TSU_OK) return status;
    tsu_blocks_book(w, sum);
    tsu_times_lap(&w->times, TSU_STAGE_CONTACTS);
    status = tsu_walls_compute(w, dt, err);
    if (status != TSU_OK) return status;
    tsu_times_lap(&w->times, TSU_STAGE_WALLS);
    const int64_t chunks = tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    tsu_parallel_for(chunks, w->threads, sum_rows, w);
    tsu_walls_add_forces(w);
    tsu_losses_book(w);
    tsu_liquid_share(w);
    tsu_times_lap(&w->times, TSU_STAGE_SUM);
    return TSU_OK;
}
