/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - contact forces. Contacts are worked off in blocks of TSU_LANES: gather the two bodies, kinematics, the laws one
 * after the other, write one record per contact. Then each particle sums its records in the order of its partners' ids.
 * A contact is computed by one thread from data nobody changes, and a particle is summed by one thread in an order that
 * depends on ids alone, so the result depends neither on the threads nor on how rows and lists are arranged. */
#include "base/memory.h"
#include "base/parallel.h"
#include "law/surface_default.h"
#include "step/world.h"
#include <string.h>

typedef struct tsu_world world;

enum {
    BLOCKS_PER_CHUNK = 16,
    ROWS_PER_CHUNK = 1024,
    SUM_ELASTIC = TSU_ACCOUNT_COUNT,
    SUM_TOUCHING,
    SUM_WALL_WORK,
    SUM_FORCE, /* three */
    SUMS = SUM_FORCE + 3
};

typedef struct job {
    world *w;
    const tsu_lawset *laws;
    tsu_contacts *c;
    const tsu_wall *wall; /* NULL between particles */
    double dt;
    double (*shift)[4]; /* by image */
    bool uniform;       /* one material: coefficients are the same in all lanes */
} job;

static double lane_sum(const double *x)
{
    double a[8] = {0};
    for (int l = 0; l < TSU_LANES; l += 8) {
        for (int q = 0; q < 8; q++) {
            a[q] += x[l + q];
        }
    }
    return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

static void fill_coefficients(const job *j, tsu_lane_space *s, int l, int type_i, int type_j)
{
    const double *p = tsu_lawset_coefficients(j->laws, type_i, type_j);
    for (int q = 0; q < j->laws->coefficients; q++) {
        s->coefficient[q][l] = p[q];
    }
}

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
        fill_coefficients(j, s, l, p->type[i], p->type[other]);
    }
}

static void gather_wall(const job *j, tsu_lane_space *s, int64_t k)
{
    const tsu_particles *p = &j->w->particles;
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    for (int l = 0; l < TSU_LANES; l++) {
        const uint32_t i = j->c->row[k + l];
        const double *x = p->xr[i], *v = p->vm[i], *w = p->wi[i];
        const bool never = j->c->partner[k + l] >> TSU_CONTACT_ROW_BITS == TSU_IMAGE_NEVER;
        double n[3], surface[3], spin[3];
        const double distance = tsu_wall_distance(j->wall, x, n);
        tsu_wall_motion(j->wall, x, n, distance, surface, spin);
        b->nx[l] = n[0];
        b->ny[l] = n[1];
        b->nz[l] = n[2];
        b->overlap[l] = never ? -1.0e30 : x[3] - distance;
        b->radius_i[l] = b->radius_j[l] = x[3];
        b->inv_mass_i[l] = v[3];
        b->inv_mass_j[l] = 0.0;
        g->vx[l] = v[0] - surface[0];
        g->vy[l] = v[1] - surface[1];
        g->vz[l] = v[2] - surface[2];
        g->wix[l] = w[0];
        g->wiy[l] = w[1];
        g->wiz[l] = w[2];
        g->wjx[l] = spin[0];
        g->wjy[l] = spin[1];
        g->wjz[l] = spin[2];
        if (!j->uniform) fill_coefficients(j, s, l, p->type[i], j->wall->type);
    }
}

static TSU_CLONES void geometry_pairs(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_spheres(b, g);
    tsu_surface_kinematics(b, g);
}

static TSU_CLONES void geometry_wall(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_kinematics(b, g);
}

/* Whether any contact of the block touches or did so the last time; otherwise there is nothing to compute or to forget. */
static bool block_matters(const job *j, const tsu_block *b, int64_t k)
{
    uint64_t live = 0;
    for (int q = 0; q < TSU_LANES / 8; q++) {
        uint64_t eight;
        memcpy(&eight, j->c->live + k + 8 * q, 8);
        live |= eight;
    }
    double touching = 0.0;
    for (int l = 0; l < TSU_LANES; l++) {
        touching += b->touching[l];
    }
    return live != 0 || touching > 0.0;
}

static TSU_CLONES void write_records(const tsu_block *TSU_RESTRICT b, double (*TSU_RESTRICT record)[8])
{
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_vec3 n = {b->nx[l], b->ny[l], b->nz[l]}, f = {b->ftx[l], b->fty[l], b->ftz[l]};
        const tsu_vec3 t = tsu_vec3_cross(n, f);
        record[l][0] = b->f_total[l] * n.x + f.x;
        record[l][1] = b->f_total[l] * n.y + f.y;
        record[l][2] = b->f_total[l] * n.z + f.z;
        record[l][3] = 0.5 * b->overlap[l];
        record[l][4] = t.x;
        record[l][5] = t.y;
        record[l][6] = t.z;
    }
}

static void write_back(const job *j, const tsu_lane_space *s, int64_t k)
{
    tsu_contacts *c = j->c;
    const tsu_block *b = &s->block;
    for (int q = 0; q < c->history_width; q++) {
        memcpy(c->history + q * c->capacity + k, s->history[q], TSU_LANES * sizeof(double));
    }
    for (int l = 0; l < TSU_LANES; l++) {
        c->live[k + l] = b->touching[l] != 0.0;
    }
    write_records(b, c->record + k);
    if (!c->roll) return;
    for (int l = 0; l < TSU_LANES; l++) {
        c->roll[k + l][0] = b->mrx[l];
        c->roll[k + l][1] = b->mry[l];
        c->roll[k + l][2] = b->mrz[l];
    }
}

/* Work of the wall on the particles over the step, with the mean of the old and the new force, and the force on it. */
static void book_wall(const job *j, const tsu_lane_space *s, int64_t k, const double (*old)[8], double *sum)
{
    const tsu_particles *p = &j->w->particles;
    for (int l = 0; l < TSU_LANES; l++) {
        const double *f = j->c->record[k + l], *v = p->vm[j->c->row[k + l]];
        const tsu_bodies *g = &s->bodies;
        const double wall[3] = {v[0] - g->vx[l], v[1] - g->vy[l], v[2] - g->vz[l]};
        for (int q = 0; q < 3; q++) {
            sum[SUM_WALL_WORK] += 0.5 * (f[q] + old[l][q]) * wall[q] * j->dt;
            sum[SUM_FORCE + q] -= f[q];
        }
    }
}

static void compute_block(const job *j, tsu_lane_space *s, int64_t k, double *sum)
{
    tsu_block *b = &s->block;
    if (j->wall) {
        gather_wall(j, s, k);
        geometry_wall(b, &s->bodies);
    } else {
        gather_pairs(j, s, k);
        geometry_pairs(b, &s->bodies);
    }
    if (!block_matters(j, b, k)) {
        memset(j->c->record + k, 0, TSU_LANES * sizeof *j->c->record);
        if (j->c->roll) memset(j->c->roll + k, 0, TSU_LANES * sizeof *j->c->roll);
        return;
    }
    const tsu_contacts *c = j->c;
    for (int q = 0; q < c->history_width; q++) {
        memcpy(s->history[q], c->history + q * c->capacity + k, TSU_LANES * sizeof(double));
    }
    tsu_lawset_run(j->laws, b, (const tsu_lane *)s->coefficient, s->history);
    double old[TSU_LANES][8];
    if (j->wall) memcpy(old, c->record + k, sizeof old);
    write_back(j, s, k);
    if (j->wall) book_wall(j, s, k, (const double(*)[8])old, sum);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (j->laws->accounts & 1u << q) sum[q] += lane_sum(b->account[q]);
    }
    sum[SUM_ELASTIC] += lane_sum(b->elastic);
    sum[SUM_TOUCHING] += lane_sum(b->touching);
}

static void compute_chunk(void *context, int64_t chunk, int thread)
{
    const job *j = context;
    tsu_lane_space *s = &j->w->space[thread];
    double *sum = j->w->partial + chunk * SUMS;
    memset(&s->block, 0, sizeof s->block);
    s->block.dt = j->dt;
    for (int l = 0; l < TSU_LANES; l++) {
        s->block.wall[l] = j->wall ? 1.0 : 0.0;
        if (j->uniform) fill_coefficients(j, s, l, 0, j->wall ? j->wall->type : 0);
    }
    for (int q = 0; q < SUMS; q++) {
        sum[q] = 0.0;
    }
    const tsu_range r = tsu_parallel_block(chunk, j->c->count, (int64_t)BLOCKS_PER_CHUNK * TSU_LANES);
    for (int64_t k = r.begin; k < r.end; k += TSU_LANES) {
        compute_block(j, s, k, sum);
    }
}

static tsu_status reserve_scratch(world *w, int64_t chunks, tsu_error *err)
{
    tsu_status status = tsu_memory_grow(&w->partial, &w->partial_capacity, (size_t)chunks * SUMS + 1,
                                        sizeof *w->partial, "partial sums", err);
    if (status != TSU_OK || w->spaces >= w->threads) return status;
    tsu_memory_release(&w->space);
    w->spaces = 0;
    status = tsu_memory_allocate(&w->space, (size_t)w->threads, sizeof *w->space, "work space of the threads",
                                 err);
    if (status == TSU_OK) w->spaces = w->threads;
    return status;
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

static tsu_status run_job(job *j, double *sum, tsu_error *err)
{
    const int64_t chunks = tsu_parallel_blocks(j->c->count, (int64_t)BLOCKS_PER_CHUNK * TSU_LANES);
    const tsu_status status = reserve_scratch(j->w, chunks, err);
    if (status != TSU_OK) return status;
    tsu_parallel_for(chunks, j->w->threads, compute_chunk, j);
    tsu_parallel_sum(j->w->partial, chunks, SUMS, sum);
    return TSU_OK;
}

static void keep_books(world *w, const double *sum)
{
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        w->books.dissipated[q] += sum[q];
    }
    w->books.elastic += sum[SUM_ELASTIC];
    w->books.wall_work += sum[SUM_WALL_WORK];
    w->touching += (int64_t)sum[SUM_TOUCHING];
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

/* Adds the contacts of one wall; they are sorted by particle, and walls are added one after the other. */
static void add_wall(world *w, const tsu_wall *wall)
{
    tsu_particles *p = &w->particles;
    const tsu_contacts *c = &wall->contacts;
    for (int64_t k = 0; k < c->count; k++) {
        const uint32_t i = c->row[k];
        const double *record = c->record[k], arm = p->xr[i][3] - record[3];
        for (int a = 0; a < 3; a++) {
            p->force[i][a] += record[a];
            p->torque[i][a] -= arm * record[4 + a];
            if (c->roll) p->torque[i][a] -= c->roll[k][a];
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
    double shift[32][4], sum[SUMS];
    image_shifts(&w->box, shift);
    job j = {
        .w = w, .laws = &w->laws, .c = &w->contacts, .dt = dt, .shift = shift, .uniform = w->laws.types == 1};
    w->books.elastic = 0.0;
    w->touching = 0;
    tsu_status status = run_job(&j, sum, err);
    if (status != TSU_OK) return status;
    keep_books(w, sum);
    for (int k = 0; k < w->walls; k++) {
        tsu_wall *wall = w->wall[k];
        job at_wall = {.w = w,
                       .laws = &wall->laws,
                       .c = &wall->contacts,
                       .wall = wall,
                       .dt = dt,
                       .shift = shift,
                       .uniform = wall->laws.types == 1};
        status = run_job(&at_wall, sum, err);
        if (status != TSU_OK) return status;
        keep_books(w, sum);
        memcpy(wall->force, sum + SUM_FORCE, sizeof wall->force);
    }
    const int64_t chunks = tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    tsu_parallel_for(chunks, w->threads, sum_rows, w);
    for (int k = 0; k < w->walls; k++) {
        add_wall(w, w->wall[k]);
    }
    tsu_parallel_for(chunks, w->threads, add_gravity, w);
    return TSU_OK;
}
