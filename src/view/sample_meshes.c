/* SPDX-License-Identifier: Apache-2.0 */
/* sample_meshes.c - of a frame: where meshes are, and what particles do to their triangles. Reads only. */
#include "step/mesh/body.h"
#include "view/frame.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* x = M X + s with X = Y + o, x = y + o: y = M Y + (M o + s - o). */
static void set_pose(tsu_frame_mesh *m, const tsu_pose *pose, const double o[3])
{
    const tsu_pose identity = tsu_pose_identity(), *p = pose->moved ? pose : &identity;
    m->moved = pose->moved;
    memset(m->pose, 0, sizeof m->pose);
    for (int row = 0; row < 3; row++) {
        double shift = (pose->moved ? p->shift[row] : 0.0) - o[row];
        for (int column = 0; column < 3; column++) {
            m->pose[4 * column + row] = p->matrix[row][column];
            shift += p->matrix[row][column] * o[column];
        }
        m->pose[12 + row] = shift;
    }
    m->pose[15] = 1.0;
}

static double norm(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double value_on(const tsu_mesh_body *body, int32_t triangle, int field)
{
    double normal, shear;
    if (field == TSU_SURFACE_FORCE) return norm(body->loads->on_triangle[triangle]);
    if (field == TSU_SURFACE_WEAR) return body->loads->depth[triangle];
    tsu_mesh_stress(body, triangle, &normal, &shear);
    return field == TSU_SURFACE_PRESSURE ? normal : shear;
}

/* The triangles of one mesh. Only those with a force have more than nothing, but for wear. */
static void fill_mesh(const tsu_setting_mesh *m, const tsu_mesh_body *body, int field, float *to)
{
    const tsu_mesh_loads *loads = body && body->mesh.triangles == m->triangles ? body->loads : NULL;
    const bool there = loads && (field != TSU_SURFACE_WEAR || loads->depth);
    for (int64_t t = 0; t < m->triangles; t++) {
        to[t] = there ? 0.0f : NAN;
    }
    if (!there) return;
    if (field == TSU_SURFACE_WEAR) {
        for (int64_t t = 0; t < m->triangles; t++) {
            to[t] = (float)value_on(body, (int32_t)t, field);
        }
        return;
    }
    for (int64_t q = 0; q < loads->touched_count; q++) {
        to[loads->touched[q]] = (float)value_on(body, loads->touched[q], field);
    }
}

static bool add_field(tsu_frame *f, const tsu_setting *scene, const tsu_world *w, int field)
{
    int64_t all = 0;
    for (int k = 0; k < scene->meshes; k++) {
        all += scene->mesh[k].triangles;
    }
    float *to = tsu_frame_add(f, tsu_surface_fields[field].name, TSU_ARRAY_F32, 1, all);
    if (!to) return false;
    for (int k = 0; k < scene->meshes; k++) {
        fill_mesh(&scene->mesh[k], tsu_meshes_find(w, scene->mesh[k].name), field, to);
        to += scene->mesh[k].triangles;
    }
    return true;
}

tsu_status tsu_frame_take_meshes(tsu_frame *f, const tsu_setting *scene, const tsu_world *w, uint64_t fields,
                                 tsu_error *err)
{
    const tsu_status status = tsu_frame_reserve_meshes(f, scene->meshes, err);
    for (int k = 0; status == TSU_OK && k < scene->meshes; k++) {
        const tsu_mesh_body *body = tsu_meshes_find(w, scene->mesh[k].name);
        const tsu_pose identity = tsu_pose_identity();
        snprintf(f->mesh[k].name, sizeof f->mesh[k].name, "%s", scene->mesh[k].name);
        f->mesh[k].version = scene->mesh[k].version;
        f->mesh[k].triangles = scene->mesh[k].triangles;
        set_pose(&f->mesh[k], body ? &body->pose : &identity, scene->origin);
    }
    for (int k = 0; status == TSU_OK && k < TSU_SURFACE_FIELDS; k++) {
        const bool wanted = fields >> (TSU_SETTING_FIELDS + 1 + k) & 1 &&
                            tsu_setting_find_field(scene, tsu_surface_fields[k].name) >= 0;
        if (wanted && !add_field(f, scene, w, k))
            return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame of %d meshes", scene->meshes);
    }
    return status;
}
