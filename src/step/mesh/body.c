/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/body.h"
#include "base/memory.h"
#include "base/trig.h"
#include "step/mesh/contacts.h"
#include "step/mesh/freedom.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

static tsu_vec3 vec(const double *x)
{
    return tsu_vec3_make(x[0], x[1], x[2]);
}

/* ---- meshes of a world -------------------------------------------------------------------------------------------- */

static void destroy(tsu_mesh_body *body)
{
    if (!body) return;
    tsu_mesh_free(&body->mesh);
    tsu_bvh_free(&body->tree);
    tsu_memory_release(&body->triangle);
    tsu_memory_release(&body->item);
    if (body->loads) {
        tsu_memory_release(&body->loads->on_triangle);
        tsu_memory_release(&body->loads->depth);
        tsu_memory_release(&body->loads->touched);
        tsu_memory_release(&body->loads->share);
        tsu_memory_release(&body->loads->last);
        free(body->loads);
    }
    free(body->mover);
    tsu_freedom_destroy(body->freedom);
    free(body);
}

static void make_triangles(tsu_mesh_body *body, const tsu_mesh *m)
{
    for (int32_t t = 0; t < m->triangles; t++) {
        tsu_triangle *to = &body->triangle[t];
        to->n = vec(m->plane[t]);
        for (int k = 0; k < 3; k++) {
            to->corner[k] = vec(m->vertex[m->corner[t][k]]);
            to->turned[k] = m->corner[t][k] > m->corner[t][(k + 1) % 3];
        }
        tsu_triangle_complete(to);
    }
}

/* The tree over the triangles that have an area. */
static tsu_status make_tree(tsu_mesh_body *body, const tsu_mesh *m, tsu_error *err)
{
    double(*box)[6] = NULL;
    int32_t items = 0;
    tsu_status s = tsu_memory_allocate(&box, (size_t)m->triangles, sizeof *box, "boxes of a mesh", err);
    for (int32_t t = 0; t < m->triangles && s == TSU_OK; t++) {
        if (!(m->plane[t][3] > 0.0)) continue;
        for (int q = 0; q < 3; q++) {
            const double a = m->vertex[m->corner[t][0]][q], b = m->vertex[m->corner[t][1]][q],
                         c = m->vertex[m->corner[t][2]][q];
            box[items][q] = fmin(a, fmin(b, c));
            box[items][3 + q] = fmax(a, fmax(b, c));
        }
        body->item[items++] = t;
    }
    if (s == TSU_OK) s = tsu_bvh_build(&body->tree, (const double(*)[6])box, items, err);
    tsu_memory_release(&box);
    return s;
}

tsu_mesh_body *tsu_meshes_find(const world *w, const char *name)
{
    for (int k = 0; k < w->meshes; k++) {
        if (strcmp(w->mesh[k]->name, name) == 0) return w->mesh[k];
    }
    return NULL;
}

tsu_status tsu_meshes_adopt(world *w, const char *name, tsu_mesh *mesh, tsu_mesh_body **body, tsu_error *err)
{
    if (tsu_meshes_find(w, name))
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is already a mesh named %s", name);
    tsu_mesh_body *made = calloc(1, sizeof *made);
    tsu_mesh_body **larger = realloc(w->mesh, (size_t)(w->meshes + 1) * sizeof *larger);
    if (larger) w->mesh = larger;
    tsu_status s =
        made && larger ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for mesh %s", name);
    const size_t n = (size_t)mesh->triangles;
    if (s == TSU_OK) s = tsu_memory_allocate(&made->triangle, n, sizeof *made->triangle, "triangles", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&made->item, n, sizeof *made->item, "triangles", err);
    if (s == TSU_OK) s = make_tree(made, mesh, err);
    if (s != TSU_OK) {
        destroy(made);
        return s;
    }
    make_triangles(made, mesh);
    snprintf(made->name, sizeof made->name, "%s", name);
    made->mesh = *mesh;
    *mesh = (tsu_mesh){0};
    made->same = TSU_MESH_SAME;
    made->pose = tsu_pose_identity();
    w->mesh[w->meshes++] = made;
    tsu_world_change(w); /* faces of the box may follow it */
    if (body) *body = made;
    return TSU_OK;
}

tsu_status tsu_meshes_remove(world *w, const char *name, tsu_error *err)
{
    if (!w || !name) return tsu_error_null(err, "tsu_meshes_remove", "world and name");
    tsu_mesh_body *body = tsu_meshes_find(w, name);
    if (!body) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no mesh named %s", name);
    for (int k = 0; k < w->walls; k++) {
        if (w->wall[k]->mesh == body)
            return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s is in use by wall %s; remove the wall first",
                                 name, w->wall[k]->name);
    }
    if (body->freedom) tsu_world_change(w); /* it takes its energy along */
    int kept = 0;
    for (int k = 0; k < w->meshes; k++) {
        if (w->mesh[k] != body) w->mesh[kept++] = w->mesh[k];
    }
    w->meshes = kept;
    destroy(body);
    return TSU_OK;
}

void tsu_meshes_free(world *w)
{
    for (int k = 0; k < w->meshes; k++) {
        destroy(w->mesh[k]);
    }
    free(w->mesh);
    w->mesh = NULL;
    w->meshes = 0;
}

/* ---- motion ------------------------------------------------------------------------------------------------------- */

tsu_status tsu_mesh_set_curvature(tsu_mesh_body *body, double degrees, tsu_error *err)
{
    if (!(degrees > 0.0 && degrees <= 60.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "curvature %g of mesh %s; it must be more than 0 and not more than 60 degrees",
                             degrees, body->name);
    body->same = tsu_sincos(degrees * 3.14159265358979323846 / 180.0).cos;
    return TSU_OK;
}

tsu_status tsu_mesh_set_surface(tsu_mesh_body *body, const tsu_surface_motion *motion, tsu_error *err)
{
    const double length = tsu_vec3_norm(vec(motion->axis));
    if (motion->turning && !(length > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the axis %g %g %g of the surface of mesh %s has no direction", motion->axis[0],
                             motion->axis[1], motion->axis[2], body->name);
    if (tsu_mesh_moves(body))
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "mesh %s moves; it cannot have a surface velocity as well", body->name);
    body->surface = *motion;
    for (int q = 0; q < 3 && motion->turning; q++) {
        body->surface.axis[q] = motion->axis[q] / length;
    }
    return TSU_OK;
}

tsu_mover *tsu_mesh_find_mover(tsu_mesh_body *body, const char *name)
{
    for (int k = 0; k < body->movers; k++) {
        if (strcmp(body->mover[k].name, name) == 0) return &body->mover[k];
    }
    return NULL;
}

tsu_status tsu_mesh_add_mover(world *w, tsu_mesh_body *body, const tsu_mover *mover, tsu_error *err)
{
    tsu_mover checked = *mover;
    const tsu_status s = tsu_mover_check(&checked, err);
    if (s != TSU_OK) return s;
    if (tsu_mesh_find_mover(body, mover->name))
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s already has a motion named %s", body->name,
                             mover->name);
    if (body->surface.linear || body->surface.turning)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "mesh %s has a surface velocity; it cannot move as well", body->name);
    if (body->freedom)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "mesh %s moves freely; it cannot be moved as well",
                             body->name);
    tsu_mover *larger = realloc(body->mover, (size_t)(body->movers + 1) * sizeof *larger);
    if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a motion of mesh %s", body->name);
    tsu_world_change(w);
    body->mover = larger;
    body->mover[body->movers] = checked;
    body->mover[body->movers++].elapsed = 0.0;
    return TSU_OK;
}

tsu_status tsu_mesh_remove_mover(world *w, tsu_mesh_body *body, const char *name, tsu_error *err)
{
    int kept = 0;
    if (!tsu_mesh_find_mover(body, name))
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s has no motion named %s", body->name, name);
    tsu_world_change(w);
    for (int k = 0; k < body->movers; k++) {
        if (strcmp(body->mover[k].name, name) != 0) body->mover[kept++] = body->mover[k];
    }
    body->movers = kept;
    return TSU_OK;
}

static tsu_vec3 centre_now(const tsu_mesh_body *body)
{
    return tsu_pose_point(&body->pose, vec(body->mesh.centre));
}

void tsu_meshes_advance(world *w, double furthest)
{
    for (int k = 0; k < w->meshes; k++) {
        tsu_mesh_body *body = w->mesh[k];
        if (body->freedom) {
            tsu_freedom_advance(w, body);
            continue;
        }
        if (body->movers == 0) {
            body->twist = (tsu_twist){0};
            continue;
        }
        const tsu_pose before = body->pose;
        tsu_motion_advance(body->mover, body->movers, &body->pose, w->dt);
        body->twist = tsu_motion_twist(body->mover, body->movers, centre_now(body), w->dt);
        if (body->loads) {
            const tsu_vec3 r =
                tsu_pose_point(&body->pose, tsu_pose_point_back(&before, vec(body->loads->reference)));
            body->loads->reference[0] = r.x;
            body->loads->reference[1] = r.y;
            body->loads->reference[2] = r.z;
        }
    }
    for (int k = 0; k < w->walls; k++) {
        const tsu_mesh_body *body = w->wall[k]->mesh;
        if (!body) continue;
        const double speed =
            tsu_vec3_norm(body->twist.velocity) + tsu_vec3_norm(body->twist.spin) * body->mesh.radius;
        w->wall[k]->list->moved += furthest + (body->freedom ? body->freedom->way : speed * w->dt);
    }
}

void tsu_meshes_settle(world *w)
{
    for (int k = 0; k < w->meshes; k++) {
        tsu_mesh_body *body = w->mesh[k];
        if (body->freedom)
            tsu_freedom_place(body);
        else
            body->twist = tsu_motion_twist(body->mover, body->movers, centre_now(body), 0.0);
    }
}

void tsu_mesh_surface(const tsu_mesh_body *body, tsu_vec3 foot, tsu_vec3 n, tsu_vec3 *velocity,
                      tsu_vec3 *spin)
{
    tsu_surface_at(&body->surface, &body->twist, tsu_mesh_moves(body), foot, n, velocity, spin);
}

void tsu_mesh_corner(const tsu_mesh_body *body, int32_t triangle, int corner, double x[3], double v[3])
{
    const tsu_vec3 at = tsu_pose_point(&body->pose, body->triangle[triangle].corner[corner]);
    const tsu_vec3 n = tsu_pose_vector(&body->pose, body->triangle[triangle].n);
    tsu_vec3 velocity, spin;
    tsu_mesh_surface(body, at, n, &velocity, &spin);
    x[0] = at.x;
    x[1] = at.y;
    x[2] = at.z;
    v[0] = velocity.x;
    v[1] = velocity.y;
    v[2] = velocity.z;
}
