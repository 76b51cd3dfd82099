/* SPDX-License-Identifier: Apache-2.0 */
/* wall_forces.c - forces of contacts with walls. They go through the same blocks and laws as those between particles; a wall
 * has no mass, moves as it is told, and the work it does is booked. Blocks are worked on as far as they are filled: a wall of a
 * small run has few contacts, and one of a large run has particles far from each other in memory. */
#include "step/wall/forces.h"
#include "base/memory.h"
#include "shape/sphere_cylinder.h"
#include "shape/sphere_plane.h"
#include "step/blocks.h"
#include "step/liquid.h"
#include "step/mesh/contacts.h"
#include "step/multicontact.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

typedef struct job {
    world *w;
    tsu_wall *wall;
    double dt;
    const double (*shift)[4];    /* of the images of a mesh */
    const double *liquid;        /* column of the particles that the laws read; or NULL */
    const tsu_lane *coefficient; /* of all lanes; NULL: by particle */
    tsu_fused_wall_fn *fused;    /* NULL: stage by stage */
    bool still;                  /* the surface does not move */
} job;

/* What is known of the contacts of a block, lane by lane. */
typedef struct contact_rows {
    tsu_v4 now[TSU_LANES], was[TSU_LANES];      /* normal and overlap at the end and the start of the step */
    tsu_v4 surface[TSU_LANES], spin[TSU_LANES]; /* velocity of the wall at the contact, its spin */
    tsu_v4 force[TSU_LANES], roll[TSU_LANES];   /* of the last evaluation */
} contact_rows;

tsu_status tsu_wall_prepare(world *w, tsu_wall *wall, tsu_error *err)
{
    tsu_status s = tsu_lawset_prepare(&wall->laws, &w->materials, err);
    if (s != TSU_OK) return s;
    const tsu_fused *loops = w->staged ? NULL : tsu_fused_find(&wall->laws);
    wall->fused = loops ? loops->wall : NULL;
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

/* An overlap at which no law acts [m]. */
static double beyond_reach(const world *w, double radius)
{
    return -2.0 * (radius + w->lists.reach);
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
TSU_FN void gather_lanes(const job *j, tsu_lane_space *s, const tsu_v4 *now, const tsu_v4 *was,
                         const contact_rows *rows, int64_t k, int n, int lanes, const bool still)
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

static TSU_CLONES void gather_geometry(const job *j, tsu_lane_space *s, const tsu_v4 *now, const tsu_v4 *was,
                                       const contact_rows *rows, int64_t k, int n, int lanes)
{
    if (j->still)
        gather_lanes(j, s, now, was, rows, k, n, lanes, true);
    else
        gather_lanes(j, s, now, was, rows, k, n, lanes, false);
    memcpy(s->before.depth, s->block.overlap, (size_t)lanes * sizeof(double));
}

/* A plane is as flat as it was at the start of the step, when the particle was where it came from. */
static TSU_CLONES void gather_plane(const job *j, tsu_lane_space *s, const contact_rows *rows, int64_t k,
                                    int n, int lanes)
{
    if (j->still)
        gather_lanes(j, s, NULL, NULL, rows, k, n, lanes, true);
    else
        gather_lanes(j, s, NULL, NULL, rows, k, n, lanes, false);
    const int axis = j->wall->axis;
    const double position = j->wall->position, dt = j->dt;
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    tsu_wall_before *before = &s->before;
    const double *x = axis == 0 ? g->dx : axis == 1 ? g->dy : g->dz;
    double *n_now[3] = {b->nx, b->ny, b->nz}, *n_was[3] = {before->nx, before->ny, before->nz};
    double *v[3] = {g->vx, g->vy, g->vz};
    for (int q = 0; q < 3; q++) {
        for (int l = 0; l < lanes; l++) {
            const double side = x[l] - position < 0.0 ? -1.0 : 1.0;
            n_now[q][l] = n_was[q][l] = q == axis ? side : 0.0;
        }
    }
    for (int l = 0; l < lanes; l++) {
        const double overlap = b->radius_i[l] - fabs(x[l] - position);
        b->overlap[l] = before->depth[l] = overlap;
        before->overlap[l] = overlap + n_now[axis][l] * v[axis][l] * dt;
    }
}

/* Normal and overlap of lanes with a circle, `back` before now. */
TSU_FN void look_at_circle(const double *TSU_RESTRICT xp, const double *TSU_RESTRICT xq,
                           const double *TSU_RESTRICT vp, const double *TSU_RESTRICT vq, double back,
                           const tsu_wall *wall, int p, int q, const double *TSU_RESTRICT sphere,
                           double *TSU_RESTRICT np, double *TSU_RESTRICT nq, double *TSU_RESTRICT overlap,
                           int lanes)
{
    const double radius = wall->radius, centre_p = wall->centre[p], centre_q = wall->centre[q];
    for (int l = 0; l < lanes; l++) {
        double a, b;
        const double distance = tsu_circle_distance((xp[l] - back * vp[l]) - centre_p,
                                                    (xq[l] - back * vq[l]) - centre_q, radius, &a, &b);
        np[l] = a;
        nq[l] = b;
        overlap[l] = sphere[l] - distance;
    }
}

/* A cylinder that does not move, at the start of the step from where the particle came from. */
static TSU_CLONES void gather_cylinder(const job *j, tsu_lane_space *s, int64_t k, int n, int lanes)
{
    gather_lanes(j, s, NULL, NULL, NULL, k, n, lanes, true);
    const tsu_wall *wall = j->wall;
    const int axis = wall->axis, p = (axis + 1) % 3, q = (axis + 2) % 3;
    const size_t size = (size_t)lanes * sizeof(double);
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    tsu_wall_before *before = &s->before;
    const double *x[3] = {g->dx, g->dy, g->dz}, *v[3] = {g->vx, g->vy, g->vz};
    double *now[3] = {b->nx, b->ny, b->nz}, *was[3] = {before->nx, before->ny, before->nz};
    memset(now[axis], 0, size);
    memset(was[axis], 0, size);
    look_at_circle(x[p], x[q], v[p], v[q], 0.0, wall, p, q, b->radius_i, now[p], now[q], b->overlap, lanes);
    look_at_circle(x[p], x[q], v[p], v[q], j->dt, wall, p, q, b->radius_i, was[p], was[q], before->overlap,
                   lanes);
    memcpy(before->depth, b->overlap, size);
}

/* One that does. */
static void look_at_cylinder(const job *j, contact_rows *rows, int64_t k, int n)
{
    const tsu_particles *p = &j->w->particles;
    for (int l = 0; l < n; l++) {
        const uint32_t i = j->wall->contacts.row[k + l];
        const double *x = p->xr[i], *v = p->vm[i];
        double normal[3], old[3], from[3], surface[3], spin[3];
        const double distance = tsu_wall_distance(j->wall, x, normal);
        tsu_wall_motion(j->wall, x, normal, distance, surface, spin);
        for (int q = 0; q < 3; q++) {
            from[q] = x[q] - j->dt * v[q];
        }
        const double overlap = x[3] - tsu_wall_distance(j->wall, from, old);
        rows->now[l] = (tsu_v4){normal[0], normal[1], normal[2], x[3] - distance};
        rows->was[l] = (tsu_v4){old[0], old[1], old[2], overlap};
        rows->surface[l] = (tsu_v4){surface[0], surface[1], surface[2], 0.0};
        rows->spin[l] = (tsu_v4){spin[0], spin[1], spin[2], 0.0};
    }
}

static void look_at_plane(const job *j, contact_rows *rows, int n)
{
    const double *v = j->wall->velocity;
    for (int l = 0; l < n && !j->still; l++) {
        rows->surface[l] = (tsu_v4){v[0], v[1], v[2], 0.0};
        rows->spin[l] = (tsu_v4){0.0, 0.0, 0.0, 0.0};
    }
}

/* The motion of a surface that runs within itself is the same wherever the normal is. */
static void look_at_belt(const job *j, contact_rows *rows, int64_t k, int n)
{
    const double(*geometry)[4] = (const double(*)[4])j->wall->contacts.geometry + k;
    for (int l = 0; l < n; l++) {
        const double *g = geometry[l], *last = geometry[l > 0 ? l - 1 : 0];
        if (l > 0 && g[0] == last[0] && g[1] == last[1] && g[2] == last[2]) {
            rows->surface[l] = rows->surface[l - 1];
            rows->spin[l] = rows->spin[l - 1];
            continue;
        }
        tsu_vec3 v, w;
        tsu_mesh_surface(j->wall->mesh, tsu_vec3_make(0.0, 0.0, 0.0), tsu_vec3_make(g[0], g[1], g[2]), &v,
                         &w);
        rows->surface[l] = (tsu_v4){v.x, v.y, v.z, 0.0};
        rows->spin[l] = (tsu_v4){w.x, w.y, w.z, 0.0};
    }
}

/* The motion of a mesh at its contacts. */
static void look_at_mesh(const job *j, contact_rows *rows, int64_t k, int n)
{
    const tsu_contacts *c = &j->wall->contacts;
    const tsu_surface_motion *surface = &j->wall->mesh->surface;
    if (j->still) return;
    if (surface->linear && !surface->turning) {
        look_at_belt(j, rows, k, n);
        return;
    }
    for (int l = 0; l < n; l++) {
        const double *x = j->w->particles.xr[c->row[k + l]], *geometry = c->geometry[k + l];
        const double *shift = j->shift[c->partner[k + l] >> TSU_CONTACT_ROW_BITS], arm = x[3] - geometry[3];
        const tsu_vec3 normal = {geometry[0], geometry[1], geometry[2]};
        const tsu_vec3 foot = {x[0] - shift[0] - arm * normal.x, x[1] - shift[1] - arm * normal.y,
                               x[2] - shift[2] - arm * normal.z};
        tsu_vec3 v, w;
        tsu_mesh_surface(j->wall->mesh, foot, normal, &v, &w);
        rows->surface[l] = (tsu_v4){v.x, v.y, v.z, 0.0};
        rows->spin[l] = (tsu_v4){w.x, w.y, w.z, 0.0};
    }
}

/* The geometry of the start of the step on a mesh is that of the last evaluation. A contact that was not there had no force;
 * one that has ended has none any more. */
static void correct_mesh(const job *j, tsu_lane_space *s, int64_t k, int n)
{
    const uint8_t *mark = j->wall->list->mark + k;
    tsu_wall_before *before = &s->before;
    for (int l = 0; l < n; l++) {
        if (mark[l] == TSU_MESH_FRESH) {
            const tsu_motion m = tsu_bodies_motion(&s->bodies, l);
            const tsu_vec3 normal = {s->block.nx[l], s->block.ny[l], s->block.nz[l]};
            before->overlap[l] = fmin(s->block.overlap[l] + tsu_vec3_dot(m.v, normal) * j->dt, 0.0);
        } else if (mark[l] == TSU_MESH_CLOSING) {
            before->depth[l] = beyond_reach(j->w, s->block.radius_i[l]);
        }
    }
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

static void gather(const job *j, tsu_lane_space *s, contact_rows *rows, int64_t k, int n, int lanes)
{
    const tsu_wall *wall = j->wall;
    if (wall->shape == TSU_WALL_PLANE) {
        look_at_plane(j, rows, n);
        gather_plane(j, s, rows, k, n, lanes);
    } else if (wall->shape == TSU_WALL_CYLINDER && j->still) {
        gather_cylinder(j, s, k, n, lanes);
    } else if (wall->shape == TSU_WALL_CYLINDER) {
        look_at_cylinder(j, rows, k, n);
        gather_geometry(j, s, rows->now, rows->was, rows, k, n, lanes);
    } else {
        look_at_mesh(j, rows, k, n);
        gather_geometry(j, s, (const tsu_v4 *)(wall->contacts.geometry + k),
                        (const tsu_v4 *)(wall->list->was + k), rows, k, n, lanes);
        if (!wall->list->steady) correct_mesh(j, s, k, n);
    }
    for (int l = n; l < lanes; l++) { /* padding */
        s->before.depth[l] = s->before.overlap[l] = beyond_reach(j->w, s->block.radius_i[l]);
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
static void complete(const job *j, tsu_lane_space *s, int64_t k, int n)
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

static void run_stages(const job *j, tsu_lane_space *s, int64_t k)
{
    tsu_contacts *c = &j->wall->contacts;
    const tsu_lawset *laws = &j->wall->laws;
    const bool bulging = tsu_multicontact_on(laws);
    complete(j, s, k, filled(c, k));
    if (bulging) tsu_multicontact_enlarge(laws, c, &s->block, k);
    if (!tsu_block_matters(laws, c, &s->block, k)) {
        tsu_block_clear(c, k, tsu_block_records(c, k));
        return;
    }
    tsu_block_run(laws, c, s, k);
    if (bulging) tsu_multicontact_end(laws, c, s, k);
    tsu_block_add(laws, c, s, k);
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

static void run_fused(const job *j, tsu_lane_space *s, int64_t k, int lanes)
{
    tsu_contacts *c = &j->wall->contacts;
    const tsu_records to = tsu_block_records(c, k);
    if (!matters(c, s, k, lanes)) {
        memset(to.record, 0, (size_t)lanes * sizeof *to.record);
        if (to.roll) memset(to.roll, 0, (size_t)lanes * sizeof *to.roll);
        return;
    }
    j->fused(&s->block, &s->bodies, &s->before,
             j->coefficient ? j->coefficient : (const tsu_lane *)s->coefficient, tsu_block_history(c, k),
             &s->outcome, tsu_block_tally(s, c, k), lanes);
    tsu_block_tallied(s, lanes);
    s->touching += tsu_block_write(c, &s->outcome, k, to, lanes);
}

/* ---- accounts ------------------------------------------------------------------------------------------------------ */

static TSU_CLONES void keep_old(const tsu_contacts *c, contact_rows *rows, int64_t k, int n)
{
    for (int l = 0; l < n; l++) {
        rows->force[l] = *(const tsu_v4 *)c->record[k + l];
        if (c->roll) rows->roll[l] = *(const tsu_v4 *)c->roll[k + l];
    }
}

/* The work of the wall on the particle of each contact over the step, with the mean of the old and the new force and torque. */
static TSU_CLONES void work_of_lanes(const job *j, const contact_rows *rows, int64_t k, int n,
                                     double *TSU_RESTRICT to)
{
    const tsu_contacts *c = &j->wall->contacts;
    for (int l = 0; l < n; l++) {
        tsu_v4 work = (*(const tsu_v4 *)c->record[k + l] + rows->force[l]) * rows->surface[l];
        if (c->roll) work -= (*(const tsu_v4 *)c->roll[k + l] + rows->roll[l]) * rows->spin[l];
        to[l] = 0.5 * j->dt * (work[0] + work[1] + work[2]);
    }
}

static void book(const job *j, tsu_lane_space *s, const contact_rows *rows, int64_t k, int n)
{
    tsu_lane work TSU_ALIGNED(64);
    memset(work, 0, sizeof work);
    work_of_lanes(j, rows, k, n, work);
    tsu_tally_add(&s->tally, 1u << TSU_SUM_WALL_WORK, work, 0, TSU_LANES);
}

/* ---- all contacts of a wall ---------------------------------------------------------------------------------------- */

static void compute_chunk(void *context, int64_t chunk, int thread)
{
    const job *j = context;
    const tsu_contacts *c = &j->wall->contacts;
    tsu_lane_space *s = &j->w->space[thread];
    contact_rows rows;
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
        if (!j->still) keep_old(c, &rows, k, n);
        if (j->fused)
            run_fused(j, s, k, lanes);
        else
            run_stages(j, s, k);
        if (!j->still) book(j, s, &rows, k, n);
    }
}

static bool is_still(const tsu_wall *wall)
{
    const double *v = wall->velocity;
    if (wall->shape != TSU_WALL_MESH) return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0 && wall->spin == 0.0;
    return tsu_mesh_is_still(wall->mesh);
}

void tsu_wall_forces(world *w, tsu_wall *wall, const double (*shift)[4], double dt)
{
    if (wall->contacts.count == 0) return;
    job j = {.w = w,
             .wall = wall,
             .dt = dt,
             .shift = shift,
             .liquid = tsu_liquid_begin(w, &wall->laws),
             .coefficient = wall->laws.types == 1 ? (const tsu_lane *)wall->coefficient : NULL,
             .fused = tsu_losses_kept(w, &wall->laws) ? NULL : wall->fused,
             .still = is_still(wall)};
    tsu_blocks_run(w, wall->contacts.count, compute_chunk, &j);
}
