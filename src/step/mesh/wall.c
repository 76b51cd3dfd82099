/* SPDX-License-Identifier: Apache-2.0 */
/* wall.c - a mesh as a wall: its row, and what the engine of walls asks of it. Its contacts are found by contacts.c. */
#include "step/wall/wall.h"
#include "base/hash.h"
#include "base/memory.h"
#include "search/bvh.h"
#include "step/blocks.h"
#include "step/lanes.h"
#include "step/mesh/contacts.h"
#include "step/mesh/freedom.h"
#include "step/room/room.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- lists ------------------------------------------------------------------------------------------------------ */

static tsu_status refresh(world *w, tsu_wall *wall, tsu_remap map, tsu_error *err)
{
    const bool rows_stay = !map.new_row && !map.wrap;
    if (rows_stay && tsu_mesh_list_valid(wall) && wall->list->reach == w->lists.reach) return TSU_OK;
    return tsu_mesh_list_build(w, wall, map, err);
}

static tsu_status renew(world *w, tsu_wall *wall, tsu_error *err)
{
    return tsu_mesh_list_valid(wall) ? TSU_OK : tsu_mesh_list_build(w, wall, (tsu_remap){0}, err);
}

static tsu_status add_loads(world *w, tsu_wall *wall, const double (*shift)[4], double dt, tsu_error *err)
{
    return tsu_mesh_add_loads(w, wall, shift, dt, err);
}

/* ---- gathering -------------------------------------------------------------------------------------------------- */

static bool still(const tsu_wall *wall)
{
    return tsu_mesh_is_still(wall->mesh);
}

/* The motion of a surface that runs within itself is the same wherever the normal is. */
static void look_at_belt(const tsu_wall_job *j, tsu_wall_rows *rows, int64_t k, int n)
{
    const double(*geometry)[4] = (const double(*)[4])j->wall->forces.geometry + k;
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
static void look_at_mesh(const tsu_wall_job *j, tsu_wall_rows *rows, int64_t k, int n)
{
    const tsu_contacts *c = &j->wall->contacts;
    const tsu_surface_motion *surface = &j->wall->mesh->surface;
    if (j->still) return;
    if (surface->linear && !surface->turning) {
        look_at_belt(j, rows, k, n);
        return;
    }
    for (int l = 0; l < n; l++) {
        const double *x = j->w->particles.xr[c->row[k + l]], *geometry = j->wall->forces.geometry[k + l];
        const double *shift = j->shift[c->partner[k + l] >> TSU_CONTACT_ROW_BITS];
        const double arm = x[3] - tsu_mesh_inset(j->wall->mesh, geometry[3]);
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
static void correct_mesh(const tsu_wall_job *j, tsu_lane_space *s, int64_t k, int n)
{
    const uint8_t *mark = j->wall->list->mark + k;
    tsu_wall_before *before = &s->before;
    for (int l = 0; l < n; l++) {
        if (mark[l] == TSU_MESH_FRESH) {
            const tsu_motion m = tsu_bodies_motion(&s->bodies, l);
            const tsu_vec3 normal = {s->block.nx[l], s->block.ny[l], s->block.nz[l]};
            before->overlap[l] = fmin(s->block.overlap[l] + tsu_vec3_dot(m.v, normal) * j->dt, 0.0);
        } else if (mark[l] == TSU_MESH_CLOSING) {
            before->depth[l] = tsu_wall_beyond_reach(j->w, s->block.radius_i[l]);
        }
    }
}

/* Laws see the reduced mass of the particle and of a body that gives way. */
static void reduce_mass(const tsu_freedom *f, tsu_block *b, int lanes)
{
    for (int l = 0; l < lanes; l++) {
        b->inv_mass_i[l] += tsu_freedom_inverse(f, b->nx[l], b->ny[l], b->nz[l]);
    }
}

static void gather(const tsu_wall_job *j, tsu_lane_space *s, tsu_wall_rows *rows, int64_t k, int n, int lanes)
{
    const tsu_wall *wall = j->wall;
    look_at_mesh(j, rows, k, n);
    tsu_wall_gather_geometry(j, s, (const tsu_v4 *)(wall->forces.geometry + k),
                             (const tsu_v4 *)(wall->list->was + k), rows, k, n, lanes);
    if (!wall->list->steady) correct_mesh(j, s, k, n);
    if (wall->mesh->freedom) reduce_mass(wall->mesh->freedom, &s->block, lanes);
}

/* ---- besides the steps ------------------------------------------------------------------------------------------ */

/* As at the last evaluation, and changed since by the motion. */
static void look(const tsu_wall *wall, const tsu_wall_touch *t, tsu_vec3 *n, double *overlap, tsu_vec3 *v,
                 tsu_vec3 *spin)
{
    const double *g = t->geometry;
    const tsu_vec3 shift = tsu_vec3_make(t->shift[0], t->shift[1], t->shift[2]);
    *n = tsu_vec3_make(g[0], g[1], g[2]);
    const double inset = tsu_mesh_inset(wall->mesh, g[3]);
    const tsu_vec3 foot = tsu_vec3_madd(tsu_vec3_sub(t->x, shift), inset - t->radius, *n);
    tsu_mesh_surface(wall->mesh, foot, *n, v, spin);
    *overlap = g[3] - t->back * tsu_vec3_dot(tsu_vec3_sub(t->v, *v), *n);
}

static bool before(const tsu_wall *wall, const tsu_wall_touch *t, tsu_vec3 *n, double *overlap)
{
    (void)wall;
    *n = tsu_vec3_make(t->geometry[0], t->geometry[1], t->geometry[2]);
    *overlap = t->geometry[3];
    return true;
}

static void velocity(const tsu_wall *wall, const double x[3], const double point[3], const double n[3],
                     double v[3])
{
    tsu_vec3 surface, spin;
    (void)x;
    tsu_mesh_surface(wall->mesh, tsu_vec3_make(point[0], point[1], point[2]), tsu_vec3_make(n[0], n[1], n[2]),
                     &surface, &spin);
    v[0] = surface.x;
    v[1] = surface.y;
    v[2] = surface.z;
}

typedef struct nearest {
    const tsu_mesh_body *body;
    tsu_vec3 x; /* in the frame of the mesh */
    tsu_foot foot;
} nearest;

static void visit(void *context, int32_t item)
{
    nearest *j = context;
    const tsu_foot foot = tsu_triangle_foot(&j->body->triangle[j->body->item[item]], j->x);
    if (foot.distance < j->foot.distance) j->foot = foot;
}

static double images_gap_at(const tsu_mesh_body *body, const double x[3], double radius, double push[3])
{
    const tsu_vec3 y = tsu_pose_point_back(&body->pose, tsu_vec3_make(x[0], x[1], x[2]));
    nearest j = {.body = body, .x = y, .foot = {.distance = INFINITY}};
    const double at[3] = {y.x, y.y, y.z}, reach = 2.0 * radius;
    tsu_bvh_near(&body->tree, at, reach, visit, &j);
    const tsu_vec3 n = tsu_pose_vector(&body->pose, j.foot.n);
    const double along[3] = {n.x, n.y, n.z};
    return tsu_room_note(fmin(j.foot.distance, reach) - radius, INFINITY, along, push);
}

/* A mesh is felt across periodic faces too. */
static double images_gap(const world *w, const tsu_mesh_body *body, const double x[3], double radius,
                         double push[3])
{
    double least = INFINITY;
    for (int image = 0; image < 27; image++) {
        const int s[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        double y[3];
        bool real = true;
        for (int q = 0; q < 3; q++) {
            y[q] = x[q] + s[q] * (w->box.hi[q] - w->box.lo[q]);
            real = real && (s[q] == 0 || w->box.periodic[q]);
        }
        if (real) least = fmin(least, images_gap_at(body, y, radius, push));
    }
    return least;
}

static double gap(const world *w, const tsu_wall *wall, const double x[3], double radius, double push[3])
{
    return images_gap(w, wall->mesh, x, radius, push);
}

static uint32_t elements(const tsu_wall *wall)
{
    return (uint32_t)wall->mesh->mesh.triangles;
}

/* Shape and place of meshes have a part of their own in restart files. */
static uint64_t hash(uint64_t h, const tsu_wall *wall)
{
    return tsu_hash_bytes(h, wall->mesh->name, strlen(wall->mesh->name));
}

/* ---- making one ------------------------------------------------------------------------------------------------- */

static tsu_status attach_body(tsu_wall *wall, tsu_mesh_body *body, tsu_error *err)
{
    wall->mesh = body;
    wall->forces.with_geometry = wall->previous_forces.with_geometry = true;
    return tsu_memory_allocate(&wall->list, 1, sizeof *wall->list, "the list of a mesh", err);
}

static tsu_status attach(const world *w, tsu_wall *wall, const tsu_wall_def *def, tsu_error *err)
{
    tsu_mesh_body *body = def->mesh ? tsu_meshes_find(w, def->mesh) : NULL;
    if (!body)
        return tsu_error_set(err, TSU_ERROR_INPUT, "wall %s needs a mesh; there is none named %s", def->name,
                             def->mesh ? def->mesh : "(nothing)");
    return attach_body(wall, body, err);
}

const tsu_wall_engine tsu_wall_mesh = {.attach = attach,
                                       .refresh = refresh,
                                       .renew = renew,
                                       .begin = tsu_mesh_contacts_find,
                                       .end = add_loads,
                                       .drop = tsu_mesh_list_drop,
                                       .still = still,
                                       .gather = gather,
                                       .look = look,
                                       .before = before,
                                       .velocity = velocity,
                                       .gap = gap,
                                       .elements = elements,
                                       .hash = hash};

/* Parameters alone do not make one: a deck has `fix mesh/surface`, the public interface its meshes. */
const tsu_wall_shape tsu_shape_mesh = {
    .name = "mesh", .doc = "triangles that move, wear and carry loads", .engine = &tsu_wall_mesh};

tsu_status tsu_walls_add_mesh(world *w, const char *name, tsu_mesh_body *body, int32_t type, uint32_t group,
                              tsu_lawset *laws, tsu_error *err)
{
    tsu_wall *wall = calloc(1, sizeof *wall);
    if (!wall) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for wall %s", name);
    snprintf(wall->name, sizeof wall->name, "%s", name);
    wall->shape = &tsu_shape_mesh;
    wall->type = type;
    wall->group = group;
    tsu_status s = attach_body(wall, body, err);
    if (s == TSU_OK) s = tsu_world_add_wall(w, wall, err);
    if (s != TSU_OK) {
        tsu_wall_destroy(wall);
        return s;
    }
    wall->laws = *laws;
    *laws = (tsu_lawset){0};
    return TSU_OK;
}
