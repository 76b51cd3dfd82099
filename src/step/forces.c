/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - contact forces. Contacts are worked off in blocks of TSU_LANES: gather the two bodies, kinematics, the laws one
 * after the other, write one record per contact. Then each particle sums its records in the order of its partners' ids.
 * A contact is computed by one thread from data nobody changes, and a particle is summed by one thread in an order that
 * depends on ids alone, so the result depends neither on the threads nor on how rows and lists are arranged. */
#include "base/parallel.h"
#include "law/surface_default.h"
#include "step/blocks.h"
#include "step/wall_contacts.h"
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };

typedef struct job {
    world *w;
    const tsu_lawset *laws;
    tsu_contacts *c;
    double dt;
    double (*shift)[4]; /* by image */
    bool uniform;       /* one material: coefficients are the same in all lanes */
} job;

static void gather_pairs(const job *j, tsu_lane_space *s, int64_t k)
{
    const tsu_particles *p = &j->w->particles;
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    for (int l = 0; l < TSU_LANES; l++) {
        const uint32_t i = j->c->row[k + l], code = j->c->partner[k + l];
        const uint32_t other = code & TSU_CONTACT_ROW_MASK;
        const double *shift = j->shift[code >> TSU_CONTACT_ROW_BITS];
        const double *xi = p->xr[i], *xj = p->xr[other];
        const double *vi = p->vm[i], *vj = p->vm[other], *wi = p->wi[i], *wj = p->wi[other];
        g->dx[l] = xi[0] - xj[0] - shift[0];
        g->dy[l] = xi[1] - xj[1] - shift[1];
        g->dz[l] = xi[2] - xj[2] - shift[2];
        b->radius_i[l] = xi[3];
        b->radius_j[l] = xj[3];
        g->vx[l] = vi[0] - vj[0];
        g->vy[l] = vi[1] - vj[1];
        g->vz[l] = vi[2] - vj[2];
        b->inv_mass_i[l] = vi[3];
        b->inv_mass_j[l] = vj[3];
        g->wix[l] = wi[0];
        g->wiy[l] = wi[1];
        g->wiz[l] = wi[2];
        g->wjx[l] = wj[0];
        g->wjy[l] = wj[1];
        g->wjz[l] = wj[2];
    }
    if (j->uniform) return;
    for (int l = 0; l < TSU_LANES; l++) {
        const uint32_t i = j->c->row[k + l], other = j->c->partner[k + l] & TSU_CONTACT_ROW_MASK;
        tsu_block_coefficients(j->laws, s, l, p->type[i], p->type[other]);
    }
}

static TSU_CLONES void geometry_pairs(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_spheres(b, g);
    tsu_surface_kinematics(b, g);
}

static void compute_block(const job *j, tsu_lane_space *s, int64_t k, double *sum)
{
    gather_pairs(j, s, k);
    geometry_pairs(&s->block, &s->bodies);
    if (!tsu_block_matters(j->c, &s->block, k)) {
        tsu_block_clear(j->c, k);
        return;
    }
    tsu_block_run(j->laws, j->c, s, k);
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

/* The shift of each image: partners count as moved by it [m]. */
static void image_shifts(const tsu_box *box, double (*shift)[4])
{
    memset(shift, 0, 32 * sizeof *shift);
    for (int image = 0; image < 27; image++) {
        const int s[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        for (int q = 0; q < 3; q++) {
            shift[image][q] = box->periodic[q] ? s[q] * (box->hi[q] - box->lo[q]) : 0.0;
        }
    }
    shift[TSU_IMAGE_NEVER][0] = 1.0e30;
}

/* Sum over the contacts of each particle, in the order of the partners' ids, and gravity. */
static void sum_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    world *w = context;
    tsu_particles *p = &w->particles;
    const tsu_contacts *c = &w->contacts;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        const double radius = p->xr[i][3];
        double f[3] = {0}, t[3] = {0};
        for (int64_t q = c->incident_first[i]; q < c->incident_first[i + 1]; q++) {
            const uint32_t code = c->incident[q];
            const double *record = c->record[code >> 1];
            const double side = code & 1 ? -1.0 : 1.0, arm = radius - record[3];
            for (int a = 0; a < 3; a++) {
                f[a] += side * record[a];
                t[a] -= arm * record[4 + a];
            }
            if (!c->roll) continue;
            for (int a = 0; a < 3; a++) {
                t[a] -= side * c->roll[code >> 1][a];
            }
        }
        for (int a = 0; a < 3; a++) {
            p->force[i][a] = f[a];
            p->torque[i][a] = t[a];
        }
    }
}

static void add_gravity(void *context, int64_t chunk, int thread)
{
    (void)thread;
    world *w = context;
    tsu_particles *p = &w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        for (int a = 0; a < 3; a++) {
            p->force[i][a] += p->mass[i] * w->gravity[a];
        }
    }
}

tsu_status tsu_forces_compute(world *w, double dt, tsu_error *err)
{
    double shift[32][4], sum[TSU_SUMS];
    image_shifts(&w->box, shift);
    job j = {
        .w = w, .laws = &w->laws, .c = &w->contacts, .dt = dt, .shift = shift, .uniform = w->laws.types == 1};
    w->books.elastic = 0.0;
    w->touching = 0;
    tsu_status status = tsu_blocks_run(w, j.c->count, compute_chunk, &j, sum, err);
    if (status != TSU_OK) return status;
    tsu_blocks_book(w, sum);
    status = tsu_walls_compute(w, dt, err);
    if (status != TSU_OK) return status;
    const int64_t chunks = tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    tsu_parallel_for(chunks, w->threads, sum_rows, w);
    tsu_walls_add_forces(w);
    tsu_parallel_for(chunks, w->threads, add_gravity, w);
    return TSU_OK;
}
