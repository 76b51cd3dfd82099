/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.c - meshes as the public interface has them: from files or arrays, in any pose, moved and asked for what acts on them. */
#include "api/api.h"
#include "base/memory.h"
#include "format/mesh_file.h"
#include "model/contact_visit.h"
#include "step/mesh/contacts.h"
#include "step/mesh/freedom.h"
#include <math.h>
#include <string.h>

static const char *const motions[2] = {"tsu_mesh_set_motion velocity", "tsu_mesh_set_motion spin"};

tsu_mesh_def tsu_mesh_def_default(void)
{
    return (tsu_mesh_def){.name = "mesh", .scale = 1.0, .axis = {0.0, 0.0, 1.0}};
}

static tsu_status check_def(const tsu_mesh_def *d, tsu_error *err)
{
    const double number[] = {d->scale, d->axis[0],        d->axis[1],        d->axis[2],
                             d->angle, d->translation[0], d->translation[1], d->translation[2]};
    if (!d->name || !d->name[0] || strlen(d->name) >= 64)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a mesh needs a name of 1 to 63 letters");
    if (!d->file == !d->vertices)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s needs a file or arrays, and not both", d->name);
    if (d->vertices && !d->triangles)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s has vertices, but no triangles", d->name);
    const tsu_status s = tsu_api_need_finite("scale, axis, angle and translation", number, 8, err);
    if (s != TSU_OK) return s;
    if (!(d->scale > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s has scale %g; it must be positive", d->name,
                             d->scale);
    return TSU_OK;
}

static tsu_status take_arrays(const tsu_mesh_def *d, tsu_facets *f, tsu_error *err)
{
    tsu_status s = tsu_api_need_finite("the vertices", d->vertices, 3 * d->vertex_count, err);
    for (size_t t = 0; t < d->triangle_count && s == TSU_OK; t++) {
        double corner[3][3];
        for (int k = 0; k < 3; k++) {
            const int32_t v = d->triangles[3 * t + (size_t)k];
            if (v < 0 || (size_t)v >= d->vertex_count)
                return tsu_error_set(err, TSU_ERROR_INPUT,
                                     "triangle %zu of mesh %s has vertex %d; there are 0 to %lld", t, d->name,
                                     v, (long long)d->vertex_count - 1);
            memcpy(corner[k], d->vertices + 3 * v, sizeof corner[k]);
        }
        s = tsu_facets_append(f, (const double(*)[3])corner, (int64_t)t + 1, err);
    }
    if (s == TSU_OK && f->count == 0)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s has no triangles", d->name);
    return s;
}

tsu_status tsu_meshes_add(tsu_world *w, const tsu_mesh_def *d, tsu_error *err)
{
    if (!w || !d) return tsu_error_null(err, "tsu_meshes_add", "world and def");
    static const double precision = 1.0e-8; /* [m], as `fix mesh/surface` has it */
    tsu_facets facets = {0};
    tsu_mesh mesh = {0};
    tsu_status s = tsu_world_need_rest(w, "tsu_meshes_add", err);
    if (s == TSU_OK) s = check_def(d, err);
    if (s == TSU_OK) s = d->file ? tsu_mesh_file_read(d->file, &facets, err) : take_arrays(d, &facets, err);
    if (s == TSU_OK) tsu_facets_scale(&facets, d->scale);
    if (s == TSU_OK && d->angle != 0.0) s = tsu_facets_rotate(&facets, d->axis, d->angle, err);
    if (s == TSU_OK) {
        tsu_facets_move(&facets, d->translation);
        s = tsu_mesh_build(&mesh, &facets, precision, err);
    }
    if (s == TSU_OK) s = tsu_meshes_adopt(w, d->name, &mesh, NULL, err);
    tsu_mesh_free(&mesh);
    tsu_facets_free(&facets);
    return s;
}

static tsu_status find(const tsu_world *w, const char *name, tsu_mesh_body **body, tsu_error *err)
{
    const char *known[65] = {NULL};
    *body = name ? tsu_meshes_find(w, name) : NULL;
    if (*body) return TSU_OK;
    for (int k = 0; k < w->meshes && k < 64; k++) {
        known[k] = w->mesh[k]->name;
    }
    const char *near = name ? tsu_nearest_word(name, known) : NULL;
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no mesh named %.64s%s%s%s",
                         name ? name : "(nothing)", near ? "; did you mean '" : "", near ? near : "",
                         near ? "'?" : "");
}

/* Lists of particles near it are made anew. */
static void outdate(tsu_world *w, const tsu_mesh_body *body)
{
    tsu_world_change(w);
    for (int k = 0; k < w->walls; k++) {
        if (w->wall[k]->mesh == body && w->wall[k]->list) w->wall[k]->list->valid = false;
    }
}

/* What goes along with the mesh: axes of rotations and the point of the torque. */
static void carry(tsu_mesh_body *body, const tsu_pose *by)
{
    if (body->freedom) tsu_freedom_follow(body);
    for (int k = -1; k < body->movers; k++) {
        double *x = k >= 0 ? body->mover[k].origin : body->loads ? body->loads->reference : NULL;
        if (!x) continue;
        const tsu_vec3 to = tsu_pose_point(by, (tsu_vec3){x[0], x[1], x[2]});
        x[0] = to.x;
        x[1] = to.y;
        x[2] = to.z;
    }
}

tsu_status tsu_mesh_move(tsu_world *w, const char *name, const double by[3], tsu_error *err)
{
    if (!w || !name || !by) return tsu_error_null(err, "tsu_mesh_move", "world, name and by");
    tsu_mesh_body *body;
    tsu_status s = tsu_world_need_rest(w, "tsu_mesh_move", err);
    if (s == TSU_OK) s = find(w, name, &body, err);
    if (s == TSU_OK) s = tsu_api_need_finite("the displacement of a mesh", by, 3, err);
    if (s != TSU_OK) return s;
    const tsu_vec3 shift = {by[0], by[1], by[2]};
    tsu_pose all = tsu_pose_identity();
    tsu_pose_move(&all, shift);
    outdate(w, body);
    tsu_pose_move(&body->pose, shift);
    carry(body, &all);
    return TSU_OK;
}

tsu_status tsu_mesh_rotate(tsu_world *w, const char *name, const double point[3], const double axis[3],
                           double angle, tsu_error *err)
{
    if (!w || !name || !point || !axis)
        return tsu_error_null(err, "tsu_mesh_rotate", "world, name, point and axis");
    tsu_mesh_body *body;
    const double number[] = {point[0], point[1], point[2], axis[0], axis[1], axis[2], angle};
    tsu_status s = tsu_world_need_rest(w, "tsu_mesh_rotate", err);
    if (s == TSU_OK) s = find(w, name, &body, err);
    if (s == TSU_OK) s = tsu_api_need_finite("point, axis and angle", number, 7, err);
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (s == TSU_OK && !(length > 0.0))
        s = tsu_error_set(err, TSU_ERROR_INPUT, "the rotation axis of mesh %s has zero length", name);
    if (s != TSU_OK) return s;
    const tsu_vec3 at = {point[0], point[1], point[2]},
                   unit = {axis[0] / length, axis[1] / length, axis[2] / length};
    tsu_pose all = tsu_pose_identity();
    tsu_pose_rotate(&all, at, unit, angle);
    outdate(w, body);
    tsu_pose_rotate(&body->pose, at, unit, angle);
    carry(body, &all);
    return TSU_OK;
}

static tsu_status add_mover(tsu_world *w, tsu_mesh_body *body, tsu_mover_kind kind, const double vector[3],
                            const double centre[3], double spin, tsu_error *err)
{
    tsu_mover m = {.kind = kind, .value = {spin, 0.0, 0.0}};
    snprintf(m.name, sizeof m.name, "%s", motions[kind == TSU_MOVE_ROTATE_VARIABLE]);
    memcpy(m.vector, vector, sizeof m.vector);
    memcpy(m.origin, centre, sizeof m.origin);
    if (kind == TSU_MOVE_LINEAR_VARIABLE) memcpy(m.value, vector, sizeof m.value);
    return tsu_mesh_add_mover(w, body, &m, err);
}

tsu_status tsu_mesh_set_motion(tsu_world *w, const char *name, const double velocity[3], const double spin[3],
                               const double centre[3], tsu_error *err)
{
    if (!w || !name || !velocity || !spin || !centre)
        return tsu_error_null(err, "tsu_mesh_set_motion", "world, name, velocity, spin and centre");
    tsu_mesh_body *body;
    tsu_status s = tsu_world_need_rest(w, "tsu_mesh_set_motion", err);
    if (s == TSU_OK) s = find(w, name, &body, err);
    if (s == TSU_OK) s = tsu_api_need_finite("the velocity of a mesh", velocity, 3, err);
    if (s == TSU_OK) s = tsu_api_need_finite("the spin of a mesh", spin, 3, err);
    if (s == TSU_OK) s = tsu_api_need_finite("the centre of rotation", centre, 3, err);
    for (int k = 0; k < 2 && s == TSU_OK; k++) {
        if (tsu_mesh_find_mover(body, motions[k])) s = tsu_mesh_remove_mover(w, body, motions[k], err);
    }
    const double rate = sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    if (s == TSU_OK && (velocity[0] != 0.0 || velocity[1] != 0.0 || velocity[2] != 0.0))
        s = add_mover(w, body, TSU_MOVE_LINEAR_VARIABLE, velocity, centre, 0.0, err);
    if (s == TSU_OK && rate > 0.0) s = add_mover(w, body, TSU_MOVE_ROTATE_VARIABLE, spin, centre, rate, err);
    return s;
}

tsu_status tsu_mesh_view(tsu_world *w, const char *name, tsu_view *view, tsu_error *err)
{
    if (!w || !name || !view) return tsu_error_null(err, "tsu_mesh_view", "world, name and view");
    tsu_mesh_body *body;
    double velocity[3];
    struct tsu_api *a = tsu_api_of(w, err);
    tsu_status s = a ? find(w, name, &body, err) : TSU_ERROR_MEMORY;
    if (s != TSU_OK) return s;
    const size_t n = (size_t)body->mesh.triangles;
    s = tsu_memory_grow(&a->corner, &a->corner_capacity, 9 * n + 1, sizeof *a->corner, "corners of a mesh",
                        err);
    for (size_t k = 0; k < 3 * n && s == TSU_OK; k++) {
        tsu_mesh_corner(body, (int32_t)(k / 3), (int)(k % 3), a->corner + 3 * k, velocity);
    }
    if (s == TSU_OK) *view = (tsu_view){a->corner, n, 9, 9, w->generation};
    return s;
}

/* ---- torque on a wall ---------------------------------------------------------------------------------------------- */

typedef struct torque_sum {
    const double *about;
    tsu_exact_sum sum[3];
} torque_sum;

static void add_torque(void *context, const tsu_contact_seen *k)
{
    torque_sum *t = context;
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        const double arm_a = k->point[a] - t->about[a], arm_b = k->point[b] - t->about[b];
        tsu_exact_add(&t->sum[q], k->torque[q] - (arm_a * k->force[b] - arm_b * k->force[a]));
    }
}

tsu_status tsu_wall_torque(tsu_world *w, const char *name, const double point[3], double torque[3],
                           tsu_error *err)
{
    if (!w || !name || !point || !torque)
        return tsu_error_null(err, "tsu_wall_torque", "world, name, point and torque");
    torque_sum t = {.about = point};
    const tsu_wall *wall = NULL;
    for (int k = 0; k < w->walls; k++) {
        if (strcmp(w->wall[k]->name, name) == 0) wall = w->wall[k];
    }
    if (!wall) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no wall named %.64s", name);
    const tsu_status s = tsu_api_need_finite("the point of the torque", point, 3, err);
    if (s != TSU_OK) return s;
    tsu_contacts_visit_wall(w, wall, add_torque, &t);
    for (int q = 0; q < 3; q++) {
        torque[q] = tsu_exact_round(&t.sum[q]);
    }
    return TSU_OK;
}
