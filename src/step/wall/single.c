/* SPDX-License-Identifier: Apache-2.0 */
/* single.c - walls with one nearest point for every place: a particle has one contact with them at most, and its row says all that is
 * needed. They stay where they are; their surface may run, and turn about their axis. */
#include "base/hash.h"
#include "base/memory.h"
#include "step/lanes.h"
#include "step/list/lists.h"
#include "step/room/room.h"
#include "step/wall/contacts.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"
#include "step/wall/wall.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- lists ------------------------------------------------------------------------------------------------------ */

enum { ROWS_PER_CHUNK = 1024 };

typedef struct list_job {
    const world *w;
    tsu_wall *wall;
    tsu_remap map;
    double reach;   /* half the inner skin + reach of the laws [m] */
    uint8_t *near;  /* by row */
    int64_t *begin; /* by chunk of rows: first entry */
} list_job;

/* Whether the particle may touch the wall while the list lasts, as long as it keeps to its way: along a way of length l the distance
 * changes by l at most. */
static bool comes_near(const list_job *j, int64_t i)
{
    const tsu_expected_path *way = &j->w->lists.path;
    const double *x = j->w->particles.xr[i], cut = x[3] + j->reach;
    double n[3], to[3], l2 = 0.0;
    const double here = j->wall->shape->distance(&j->wall->form, x, n);
    if (!way->straight || here < cut) return here < cut;
    for (int q = 0; q < 3; q++) {
        const double l = way->horizon * way->pace[i][q];
        to[q] = x[q] + l;
        l2 += l * l;
    }
    const double far = here - cut, l = sqrt(l2);
    return l > far && far + j->wall->shape->distance(&j->wall->form, to, n) - cut < l;
}

static void mark_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *j = context;
    const tsu_particles *p = &j->w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    int64_t count = 0;
    for (int64_t i = r.begin; i < r.end; i++) {
        j->near[i] = (p->group[i] & j->wall->group) && comes_near(j, i);
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
        if (!j->near[i]) continue;
        c->row[at] = (uint32_t)i;
        c->partner[at] = 0;
        tsu_wall_contacts_carry(j->wall, -1, at++);
    }
}

/* What touches takes its history and force along. A particle has one entry at most. */
static void carry_over(const list_job *j)
{
    const tsu_contacts *old = &j->wall->contacts;
    for (int64_t k = 0; k < old->count; k++) {
        tsu_moved_entry to;
        if (!old->live[k] || !tsu_carry_move(old, k, j->map, false, &to)) continue;
        if (!j->near[to.row]) continue;
        tsu_wall_contacts_carry(j->wall, k, tsu_wall_entry_of_row(&j->wall->previous, to.row));
    }
}

static tsu_status refresh(world *w, tsu_wall *wall, tsu_remap map, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    const int64_t chunks = tsu_parallel_blocks(rows, ROWS_PER_CHUNK);
    list_job j = {.w = w, .wall = wall, .map = map, .reach = 0.5 * w->lists.inner + w->lists.reach};
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
    if (s == TSU_OK) s = tsu_wall_contacts_prepare(wall, count, err);
    if (s == TSU_OK) {
        tsu_parallel_for(chunks, w->threads, fill_near, &j);
        carry_over(&j);
        tsu_wall_contacts_swap(wall);
    }
    tsu_memory_release(&j.near);
    tsu_memory_release(&j.begin);
    return s;
}

/* Entries of who has gone are out of the list already. */
static void drop(tsu_wall *wall, const int32_t *new_row)
{
    (void)new_row;
    tsu_wall_contacts_pad(wall);
}

/* ---- motion ----------------------------------------------------------------------------------------------------- */

static bool still(const tsu_wall *wall)
{
    const double *v = wall->velocity;
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0 && wall->spin == 0.0;
}

static void motion(const tsu_wall *wall, const double x[3], const double n[3], double distance, double v[3],
                   double spin[3])
{
    tsu_wall_motion(&wall->form, wall->velocity, wall->spin, x, n, distance, v, spin);
}

static void velocity(const tsu_wall *wall, const double x[3], const double point[3], const double normal[3],
                     double v[3])
{
    double n[3], spin[3];
    (void)point;
    (void)normal;
    const double distance = wall->shape->distance(&wall->form, x, n);
    motion(wall, x, n, distance, v, spin);
}

/* ---- gathering -------------------------------------------------------------------------------------------------- */

/* The surface of a plane moves alike everywhere. */
static void move_plane(const tsu_wall_job *j, tsu_wall_rows *rows, int n)
{
    const double *v = j->wall->velocity;
    for (int l = 0; l < n && !j->still; l++) {
        rows->surface[l] = (tsu_v4){v[0], v[1], v[2], 0.0};
        rows->spin[l] = (tsu_v4){0.0, 0.0, 0.0, 0.0};
    }
}

/* Where particles are, and where they came from, in all lanes at once. */
static void gather_lanes(const tsu_wall_job *j, tsu_lane_space *s, const tsu_wall_rows *rows, int64_t k,
                         int n, int lanes)
{
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    tsu_wall_before *o = &s->before;
    tsu_wall_gather_places(j, s, rows, k, n, lanes);
    const tsu_wall_lanes to = {.x = {g->dx, g->dy, g->dz},
                               .v = {g->vx, g->vy, g->vz},
                               .radius = b->radius_i,
                               .n = {b->nx, b->ny, b->nz},
                               .overlap = b->overlap,
                               .n_was = {o->nx, o->ny, o->nz},
                               .overlap_was = o->overlap,
                               .dt = j->dt,
                               .count = lanes};
    j->wall->shape->look(&j->wall->form, &to);
    memcpy(o->depth, b->overlap, (size_t)lanes * sizeof(double));
}

/* A curved surface that moves, one particle after the other. */
static void look_at_moving(const tsu_wall_job *j, tsu_wall_rows *rows, int64_t k, int n)
{
    const tsu_particles *p = &j->w->particles;
    const tsu_wall *wall = j->wall;
    tsu_wall_distance_fn *find = wall->shape->distance;
    for (int l = 0; l < n; l++) {
        const uint32_t i = wall->contacts.row[k + l];
        const double *x = p->xr[i], *v = p->vm[i];
        double normal[3], old[3], from[3], surface[3], spin[3];
        const double distance = find(&wall->form, x, normal);
        motion(wall, x, normal, distance, surface, spin);
        for (int q = 0; q < 3; q++) {
            from[q] = x[q] - j->dt * v[q];
        }
        const double overlap = x[3] - find(&wall->form, from, old);
        rows->now[l] = (tsu_v4){normal[0], normal[1], normal[2], x[3] - distance};
        rows->was[l] = (tsu_v4){old[0], old[1], old[2], overlap};
        rows->surface[l] = (tsu_v4){surface[0], surface[1], surface[2], 0.0};
        rows->spin[l] = (tsu_v4){spin[0], spin[1], spin[2], 0.0};
    }
}

static void gather(const tsu_wall_job *j, tsu_lane_space *s, tsu_wall_rows *rows, int64_t k, int n, int lanes)
{
    if (j->wall->shape->flat) {
        move_plane(j, rows, n);
        gather_lanes(j, s, rows, k, n, lanes);
    } else if (j->still) {
        gather_lanes(j, s, rows, k, n, lanes);
    } else {
        look_at_moving(j, rows, k, n);
        tsu_wall_gather_geometry(j, s, rows->now, rows->was, rows, k, n, lanes);
    }
}

/* ---- besides the steps ------------------------------------------------------------------------------------------ */

static void look(const tsu_wall *wall, const tsu_wall_touch *t, tsu_vec3 *n, double *overlap, tsu_vec3 *v,
                 tsu_vec3 *spin)
{
    const double x[3] = {t->x.x, t->x.y, t->x.z};
    double normal[3], surface[3], w[3];
    const double distance = wall->shape->distance(&wall->form, x, normal);
    motion(wall, x, normal, distance, surface, w);
    *overlap = t->radius - distance;
    *n = tsu_vec3_make(normal[0], normal[1], normal[2]);
    *v = tsu_vec3_make(surface[0], surface[1], surface[2]);
    *spin = tsu_vec3_make(w[0], w[1], w[2]);
}

static bool before(const tsu_wall *wall, const tsu_wall_touch *t, tsu_vec3 *n, double *overlap)
{
    const double x[3] = {t->x.x, t->x.y, t->x.z};
    double normal[3];
    const double distance = wall->shape->distance(&wall->form, x, normal);
    const bool same = n->x * normal[0] + n->y * normal[1] + n->z * normal[2] > 0.0;
    if (wall->shape->flat && same) return false;
    *overlap = t->radius - distance;
    *n = tsu_vec3_make(normal[0], normal[1], normal[2]);
    return true;
}

static double gap(const world *w, const tsu_wall *wall, const double x[3], double radius, double push[3])
{
    double n[3];
    (void)w;
    const double distance = wall->shape->distance(&wall->form, x, n);
    return tsu_room_note(distance - radius, INFINITY, n, push);
}

static uint32_t elements(const tsu_wall *wall)
{
    (void)wall;
    return 1;
}

static uint64_t hash(uint64_t h, const tsu_wall *wall)
{
    return tsu_hash_doubles(h, (const double *)&wall->form, sizeof wall->form / sizeof(double));
}

/* What of a velocity leads out of the surface [m/s]. */
static double leads_out(const tsu_wall *wall, const double v[3])
{
    const double *a = wall->form.axis;
    const double along = v[0] * a[0] + v[1] * a[1] + v[2] * a[2];
    const double all = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (wall->shape->slide == TSU_WALL_SLIDES_NOT) return all;
    if (wall->shape->slide == TSU_WALL_SLIDES_ACROSS) return fabs(along);
    const tsu_vec3 rest = {v[0] - along * a[0], v[1] - along * a[1], v[2] - along * a[2]};
    return tsu_vec3_norm(rest);
}

/* Such a wall stays where it is: its surface can only run within itself. */
static tsu_status check_motion(const tsu_wall *wall, const tsu_wall_def *def, tsu_error *err)
{
    const double *a = wall->form.axis, *v = def->velocity;
    const double fastest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    if (def->spin != 0.0 && (wall->shape->flat || (a[0] == 0.0 && a[1] == 0.0 && a[2] == 0.0)))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "wall %s has spin %g; a %s has no axis of rotation, unlike cylinders and cones",
                             def->name, def->spin, wall->shape->name);
    if (!isfinite(v[0] + v[1] + v[2] + def->spin))
        return tsu_error_set(err, TSU_ERROR_INPUT, "velocity %g %g %g and spin %g of wall %s must be finite",
                             v[0], v[1], v[2], def->spin, def->name);
    if (leads_out(wall, v) > 1e-6 * fastest)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "wall %s cannot have the surface velocity %g %g %g: that of a plane lies in the "
                             "plane, that of a cylinder is along its axis; for a wall that moves use a mesh",
                             def->name, v[0], v[1], v[2]);
    return TSU_OK;
}

static tsu_status attach(const world *w, tsu_wall *wall, const tsu_wall_def *def, tsu_error *err)
{
    (void)w;
    tsu_status s = tsu_wall_shape_form(wall->shape, def, &wall->form, err);
    if (s == TSU_OK) s = check_motion(wall, def, err);
    if (s != TSU_OK) return s;
    memcpy(wall->velocity, def->velocity, sizeof wall->velocity);
    wall->spin = def->spin;
    return TSU_OK;
}

const tsu_wall_engine tsu_wall_single = {.attach = attach,
                                         .refresh = refresh,
                                         .drop = drop,
                                         .still = still,
                                         .gather = gather,
                                         .look = look,
                                         .before = before,
                                         .velocity = velocity,
                                         .gap = gap,
                                         .elements = elements,
                                         .hash = hash};
