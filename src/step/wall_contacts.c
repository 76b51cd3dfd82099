/* SPDX-License-Identifier: Apache-2.0 */
/* wall_contacts.c - contacts with walls. They go through the same blocks and laws as those between particles; a
 * wall has no mass, moves as it is told, and the work it does is booked. */
#include "step/wall_contacts.h"
#include "base/memory.h"
#include "step/blocks.h"
#include "step/liquid.h"
#include "step/mesh_contacts.h"
#include "step/multicontact.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

typedef struct job {
    world *w;
    tsu_wall *wall;
    double dt;
    double shift[32][4];  /* of the images of a mesh */
    const double *liquid; /* column of the particles that the laws read; or NULL */
    bool uniform;         /* one material: coefficients are the same in all lanes */
} job;

/* ---- lists ------------------------------------------------------------------------------------------------------ */

enum { ROWS_PER_CHUNK = 4096 };

typedef struct list_job {
    const world *w;
    tsu_wall *wall;
    tsu_remap map;
    double reach;   /* inner skin + reach of the laws [m] */
    uint8_t *near;  /* by row */
    int64_t *begin; /* by chunk of rows: first entry */
} list_job;

static void mark_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *j = context;
    const tsu_particles *p = &j->w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    int64_t count = 0;
    for (int64_t i = r.begin; i < r.end; i++) {
        double n[3];
        j->near[i] = (p->group[i] & j->wall->group) &&
                     tsu_wall_distance(j->wall, p->xr[i], n) < p->xr[i][3] + j->reach;
        count += j->near[i];
    }
    j->begin[chunk] = count;
}

/* Entries without history. */
static void fill_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *j = context;
    tsu_contacts *c = &j->wall->previous;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    int64_t at = j->begin[chunk];
    for (int64_t i = r.begin; i < r.end; i++) {
        c->first[i] = at;
        if (!j->near[i]) continue;
        c->row[at] = (uint32_t)i;
        c->partner[at] = 0;
        tsu_carry_copy(&j->wall->contacts, c, -1, at, j->wall->laws.antisymmetric);
        memset(c->record[at], 0, sizeof *c->record);
        if (c->roll) memset(c->roll[at], 0, sizeof *c->roll);
        at++;
    }
}

/* What touches takes its history and force along. A particle has one entry at most. */
static void carry_over(const list_job *j)
{
    const tsu_contacts *old = &j->wall->contacts;
    tsu_contacts *fresh = &j->wall->previous;
    for (int64_t k = 0; k < old->count; k++) {
        tsu_moved_entry to;
        if (!old->live[k] || !tsu_carry_move(old, k, j->map, false, &to)) continue;
        const int64_t at = fresh->first[to.row];
        if (!j->near[to.row]) continue;
        tsu_carry_copy(old, fresh, 2 * k, at, j->wall->laws.antisymmetric);
        memcpy(fresh->record[at], old->record[k], sizeof *fresh->record);
        if (fresh->roll) memcpy(fresh->roll[at], old->roll[k], sizeof *fresh->roll);
    }
}

static tsu_status refresh_wall(world *w, tsu_wall *wall, tsu_remap map, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    const int64_t chunks = tsu_parallel_blocks(rows, ROWS_PER_CHUNK);
    list_job j = {.w = w, .wall = wall, .map = map, .reach = w->lists.inner + w->lists.reach};
    tsu_status s = tsu_memory_allocate(&j.near, (size_t)rows, 1, "particles near a wall", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&j.begin, (size_t)chunks, sizeof *j.begin, "particles near a wall", err);
    int64_t count = 0;
    if (s == TSU_OK) tsu_parallel_for(chunks, w->threads, mark_near, &j);
    for (int64_t k = 0; k < chunks && s == TSU_OK; k++) {
        const int64_t n = j.begin[k];
        j.begin[k] = count;
        count += n;
    }
    if (s == TSU_OK)
        s = tsu_contacts_prepare(&wall->previous, count, rows, wall->laws.history,
                                 wall->laws.law[TSU_ROLLING] != NULL, false, err);
    if (s == TSU_OK) {
        tsu_parallel_for(chunks, w->threads, fill_near, &j);
        wall->previous.first[rows] = count;
        carry_over(&j);
        const tsu_contacts old = wall->contacts;
        wall->contacts = wall->previous;
        wall->previous = old;
    }
    tsu_memory_release(&j.near);
    tsu_memory_release(&j.begin);
    return s;
}

tsu_status tsu_walls_refresh(world *w, tsu_carry *carry, tsu_remap map, tsu_error *err)
{
    tsu_status s = TSU_OK;
    const bool rows_stay = !map.new_row && !map.wrap;
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        tsu_wall *wall = w->wall[k];
        if (wall->shape != TSU_WALL_MESH)
            s = refresh_wall(w, wall, map, err);
        else if (!rows_stay || !tsu_mesh_list_valid(wall))
            s = tsu_mesh_list_build(w, wall, carry, map, err);
    }
    return s;
}

tsu_status tsu_walls_renew(world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    tsu_carry carry = {0};
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (w->wall[k]->shape == TSU_WALL_MESH && !tsu_mesh_list_valid(w->wall[k]))
            s = tsu_mesh_list_build(w, w->wall[k], &carry, (tsu_remap){0}, err);
    }
    tsu_carry_free(&carry);
    return s;
}

/* ---- forces ----------------------------------------------------------------------------------------------------- */

/* What a lane needs of the particle, and of the wall at its contact. */
TSU_FN void gather_lane(const job *j, tsu_lane_space *s, int l, uint32_t i, const double n[3], double overlap,
                        const double surface[3], const double spin[3])
{
    const tsu_particles *p = &j->w->particles;
    const double *x = p->xr[i], *v = p->vm[i], *w = p->wi[i];
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    b->nx[l] = n[0];
    b->ny[l] = n[1];
    b->nz[l] = n[2];
    b->overlap[l] = overlap;
    b->radius_i[l] = b->radius_j[l] = x[3];
    b->inv_mass_i[l] = v[3];
    b->inv_mass_j[l] = 0.0;
    b->liquid_i[l] = j->liquid ? j->liquid[i] : 0.0;
    b->liquid_j[l] = 0.0;
    g->vx[l] = v[0] - surface[0];
    g->vy[l] = v[1] - surface[1];
    g->vz[l] = v[2] - surface[2];
    g->wix[l] = w[0];
    g->wiy[l] = w[1];
    g->wiz[l] = w[2];
    g->wjx[l] = spin[0];
    g->wjy[l] = spin[1];
    g->wjz[l] = spin[2];
    if (!j->uniform) tsu_block_coefficients(&j->wall->laws, s, l, p->type[i], j->wall->type);
}

/* Lanes of the block at entry k that are no padding. */
static int lanes_of(const tsu_contacts *c, int64_t k)
{
    return c->count - k < TSU_LANES ? (int)(c->count - k) : TSU_LANES;
}

/* An overlap at which no law acts [m]. */
static double beyond_reach(const world *w, double radius)
{
    return -2.0 * (radius + w->lists.reach);
}

/* Padding: like the first lane, but out of reach. */
static void gather_padding(const job *j, tsu_lane_space *s, int64_t k)
{
    static const double rest[3] = {0.0, 0.0, 0.0}, up[3] = {0.0, 0.0, 1.0};
    const uint32_t i = j->wall->contacts.row[k];
    const double overlap = beyond_reach(j->w, j->w->particles.xr[i][3]);
    for (int l = lanes_of(&j->wall->contacts, k); l < TSU_LANES; l++) {
        gather_lane(j, s, l, i, up, overlap, rest, rest);
    }
}

/* Particles of the next block, while this one is worked on: walls touch few, and far from each other in memory. */
static void prefetch_rows(const job *j, int64_t k)
{
    const tsu_particles *p = &j->w->particles;
    const tsu_contacts *c = &j->wall->contacts;
    for (int64_t l = k; l < k + TSU_LANES && l < c->count; l++) {
        TSU_PREFETCH(p->xr[c->row[l]]);
        TSU_PREFETCH(p->vm[c->row[l]]);
        TSU_PREFETCH(p->wi[c->row[l]]);
    }
}

static void gather_primitive(const job *j, tsu_lane_space *s, int64_t k)
{
    const tsu_contacts *c = &j->wall->contacts;
    for (int l = 0; l < lanes_of(c, k); l++) {
        const uint32_t i = c->row[k + l];
        const double *x = j->w->particles.xr[i];
        double n[3], surface[3], spin[3];
        const double distance = tsu_wall_distance(j->wall, x, n);
        tsu_wall_motion(j->wall, x, n, distance, surface, spin);
        gather_lane(j, s, l, i, n, x[3] - distance, surface, spin);
    }
}

static void gather_mesh(const job *j, tsu_lane_space *s, int64_t k)
{
    const tsu_contacts *c = &j->wall->contacts;
    const tsu_mesh_body *body = j->wall->mesh;
    for (int l = 0; l < lanes_of(c, k); l++) {
        const uint32_t i = c->row[k + l];
        const double *x = j->w->particles.xr[i], *geometry = c->geometry[k + l];
        const double *shift = j->shift[c->partner[k + l] >> TSU_CONTACT_ROW_BITS], arm = x[3] - geometry[3];
        const tsu_vec3 n = {geometry[0], geometry[1], geometry[2]};
        const tsu_vec3 foot = {x[0] - shift[0] - arm * n.x, x[1] - shift[1] - arm * n.y,
                               x[2] - shift[2] - arm * n.z};
        tsu_vec3 v, w;
        tsu_mesh_surface(body, foot, n, &v, &w);
        gather_lane(j, s, l, i, geometry, geometry[3], (const double[3]){v.x, v.y, v.z},
                    (const double[3]){w.x, w.y, w.z});
    }
}

/* The geometry of the start of the step, which the books need, where it is known better than for a flat wall: on a mesh
 * from the last evaluation. A contact that was not there had no force; one that has ended has none any more. */
static void correct_mesh(const job *j, tsu_lane_space *s, int64_t k)
{
    const tsu_contacts *c = &j->wall->contacts;
    tsu_block *b = &s->block;
    for (int l = 0; l < lanes_of(c, k); l++) {
        const tsu_mesh_before *before = &j->wall->list->before[k + l];
        const double *g = before->geometry;
        const double overlap = before->fresh ? fmin(b->overlap_before[l], 0.0) : g[3];
        if (j->dt > 0.0)
            tsu_surface_before_at_wall(b, &s->bodies, l, tsu_vec3_make(g[0], g[1], g[2]), overlap);
        if (!before->closing) continue;
        b->overlap[l] = beyond_reach(j->w, b->radius_i[l]);
        b->overlap_before[l] = j->dt > 0.0 ? g[3] : b->overlap[l];
        b->touching[l] = 0.0;
    }
}

/* On a cylinder from where the particle came from. */
static void correct_cylinder(const job *j, tsu_lane_space *s, int64_t k)
{
    const tsu_particles *p = &j->w->particles;
    for (int l = 0; l < lanes_of(&j->wall->contacts, k); l++) {
        const uint32_t i = j->wall->contacts.row[k + l];
        const double *x = p->xr[i], *v = p->vm[i];
        double n[3], from[3];
        for (int q = 0; q < 3; q++) {
            from[q] = x[q] - j->dt * v[q];
        }
        const double overlap = x[3] - tsu_wall_distance(j->wall, from, n);
        tsu_surface_before_at_wall(&s->block, &s->bodies, l, tsu_vec3_make(n[0], n[1], n[2]), overlap);
    }
}

static TSU_CLONES void kinematics(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_kinematics(b, g);
}

/* Work of the wall on the particles over the step, with the mean of the old and the new force and torque, and the force
 * on it. */
static void book_wall(const job *j, const tsu_lane_space *s, int64_t k, const double (*old)[8],
                      const double (*old_roll)[4], double *sum)
{
    const tsu_particles *p = &j->w->particles;
    const tsu_contacts *c = &j->wall->contacts;
    const tsu_bodies *g = &s->bodies;
    for (int l = 0; l < lanes_of(c, k); l++) {
        const double *f = c->record[k + l], *v = p->vm[c->row[k + l]];
        const double wall[3] = {v[0] - g->vx[l], v[1] - g->vy[l], v[2] - g->vz[l]};
        const double spin[3] = {g->wjx[l], g->wjy[l], g->wjz[l]};
        for (int q = 0; q < 3; q++) {
            sum[TSU_SUM_WALL_WORK] += 0.5 * (f[q] + old[l][q]) * wall[q] * j->dt;
            sum[TSU_SUM_FORCE + q] -= f[q];
            if (c->roll)
                sum[TSU_SUM_WALL_WORK] -= 0.5 * (c->roll[k + l][q] + old_roll[l][q]) * spin[q] * j->dt;
        }
    }
}

static void compute_block(const job *j, tsu_lane_space *s, int64_t k, double *sum)
{
    tsu_contacts *c = &j->wall->contacts;
    double old[TSU_LANES][8], old_roll[TSU_LANES][4];
    const tsu_wall_shape shape = j->wall->shape;
    prefetch_rows(j, k + TSU_LANES);
    if (shape == TSU_WALL_MESH)
        gather_mesh(j, s, k);
    else
        gather_primitive(j, s, k);
    gather_padding(j, s, k);
    kinematics(&s->block, &s->bodies);
    if (shape == TSU_WALL_MESH) correct_mesh(j, s, k);
    if (shape == TSU_WALL_CYLINDER) correct_cylinder(j, s, k);
    const bool bulging = tsu_multicontact_on(&j->wall->laws);
    if (bulging) tsu_multicontact_enlarge(&j->wall->laws, c, &s->block, k);
    if (!tsu_block_matters(&j->wall->laws, c, &s->block, k)) {
        tsu_block_clear(c, k, tsu_block_records(c, k));
        return;
    }
    memcpy(old, c->record + k, sizeof old);
    if (c->roll) memcpy(old_roll, c->roll + k, sizeof old_roll);
    tsu_block_run(&j->wall->laws, c, s, k);
    if (bulging) tsu_multicontact_end(&j->wall->laws, c, &s->block, k, sum);
    tsu_block_add(&j->wall->laws, c, s, k);
    book_wall(j, s, k, (const double(*)[8])old, (const double(*)[4])old_roll, sum);
}

static void compute_chunk(void *context, int64_t chunk, int thread)
{
    const job *j = context;
    tsu_lane_space *s = &j->w->space[thread];
    tsu_block_begin(s, j->dt);
    for (int l = 0; l < TSU_LANES; l++) {
        s->block.wall[l] = 1.0;
    }
    if (j->uniform) tsu_block_coefficients_all(&j->wall->laws, s, 0, j->wall->type);
    const tsu_range r =
        tsu_parallel_block(chunk, j->wall->contacts.count, (int64_t)TSU_BLOCKS_PER_CHUNK * TSU_LANES);
    for (int64_t k = r.begin; k < r.end; k += TSU_LANES) {
        compute_block(j, s, k, j->w->partial + chunk * TSU_SUMS);
    }
    tsu_block_sum(s, j->w->partial + chunk * TSU_SUMS);
}

static tsu_status compute_wall(world *w, tsu_wall *wall, double dt, tsu_error *err)
{
    double sum[TSU_SUMS];
    job j = {.w = w,
             .wall = wall,
             .dt = dt,
             .liquid = tsu_liquid_begin(w, &wall->laws),
             .uniform = wall->laws.types == 1};
    tsu_box_shifts(&w->box, j.shift);
    const tsu_status s = tsu_blocks_run(w, wall->contacts.count, compute_chunk, &j, sum, err);
    if (s != TSU_OK) return s;
    tsu_blocks_book(w, sum);
    memcpy(wall->force, sum + TSU_SUM_FORCE, sizeof wall->force);
    return wall->shape == TSU_WALL_MESH ? tsu_mesh_add_loads(w, wall, dt, err) : TSU_OK;
}

tsu_status tsu_walls_begin(world *w, double dt, tsu_error *err)
{
    tsu_status s = TSU_OK;
    if (!(dt > 0.0)) tsu_meshes_settle(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (w->wall[k]->shape == TSU_WALL_MESH) s = tsu_mesh_contacts_find(w, w->wall[k], err);
    }
    return s;
}

tsu_status tsu_walls_compute(world *w, double dt, tsu_error *err)
{
    tsu_status s = TSU_OK;
    tsu_mesh_clear_loads(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = compute_wall(w, w->wall[k], dt, err);
    }
    return s;
}

/* The first entry of a row not below the given one. */
static int64_t entry_of_row(const tsu_contacts *c, int64_t row)
{
    int64_t low = 0, high = c->count;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (c->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The contacts of a wall are sorted by particle, so a particle sums them in the order of the list. */
void tsu_walls_add_forces(const world *w, tsu_range rows, tsu_four *force, tsu_four *torque)
{
    const tsu_particles *p = &w->particles;
    for (int q = 0; q < w->walls; q++) {
        const tsu_contacts *c = &w->wall[q]->contacts;
        for (int64_t k = entry_of_row(c, rows.begin); k < c->count && c->row[k] < rows.end; k++) {
            const int64_t i = c->row[k] - rows.begin;
            const double *record = c->record[k], arm = p->xr[c->row[k]][3] - record[3];
            for (int a = 0; a < 3; a++) {
                force[i][a] += record[a];
                torque[i][a] -= arm * record[4 + a];
                if (c->roll) torque[i][a] -= c->roll[k][a];
            }
        }
    }
}
