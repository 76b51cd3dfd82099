/* SPDX-License-Identifier: Apache-2.0 */
/* sample.c - takes a frame of a session between two steps. Reads only. */
#include "state/fields.h"
#include "step/ledger/energy.h"
#include "step/mesh/body.h"
#include "view/frame.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- particles ------------------------------------------------------------------------------------------------------- */

static bool add_standard(tsu_frame *f, const tsu_particles *p, const double origin[3])
{
    const int32_t n = p->count;
    uint32_t *id = tsu_frame_add(f, "id", TSU_ARRAY_U32, 1, n);
    float *position = tsu_frame_add(f, "position", TSU_ARRAY_F32, 3, n),
          *radius = tsu_frame_add(f, "radius", TSU_ARRAY_F32, 1, n);
    uint8_t *type = tsu_frame_add(f, "type", TSU_ARRAY_U8, 1, n);
    if (!id || !position || !radius || !type) return false;
    for (int32_t i = 0; i < n; i++) {
        for (int q = 0; q < 3; q++) {
            position[3 * i + q] = (float)(p->xr[i][q] - origin[q]);
        }
        radius[i] = (float)p->xr[i][3];
        id[i] = (uint32_t)p->id[i];
        type[i] = (uint8_t)(p->type[i] < 254 ? p->type[i] + 1 : 255);
    }
    return true;
}

/* Numbers of a field, or the length of each of its vectors. A column may be gone since the setting was made. */
static void fill_field(const tsu_setting_field *field, const tsu_world *w, float *to)
{
    const tsu_particles *p = &w->particles;
    tsu_field f;
    const bool there = tsu_fields_find(p, field->field, &f) && (field->length || f.width == field->width);
    const int width = there ? f.width : field->width; /* 1 or 3 */
    const double *lent[3] = {NULL};
    size_t stride = 0;
    for (int q = 0; q < width && there; q++) {
        lent[q] = tsu_field_lent(p, &w->box, &f, q, &stride);
    }
    for (int32_t i = 0; i < p->count; i++) {
        double square = 0.0;
        for (int q = 0; q < width; q++) {
            const double v = lent[q] ? lent[q][(size_t)i * stride]
                             : there ? tsu_field_get(p, &w->box, &f, i, q)
                                     : 0.0;
            if (!field->length) *to++ = (float)v;
            square += v * v;
        }
        if (field->length) *to++ = (float)sqrt(square);
    }
}

/* ---- fields ------------------------------------------------------------------------------------------------------------ */

static bool add_fields(tsu_frame *f, const tsu_setting *scene, const tsu_world *w, uint64_t fields)
{
    tsu_contact_fields by_contact = {.chains = fields >> TSU_SETTING_FIELDS & 1};
    for (int k = 0; k < scene->fields; k++) {
        const tsu_setting_field *field = &scene->field[k];
        if (!(fields >> k & 1)) continue;
        float *to = tsu_frame_add(f, field->name, TSU_ARRAY_F32, field->width, w->particles.count);
        if (!to) return false;
        switch (field->by_contact) {
        case TSU_BY_CONTACT_OVERLAP: by_contact.overlap = to; break;
        case TSU_BY_CONTACT_COORDINATION: by_contact.coordination = to; break;
        case TSU_BY_CONTACT_PRESSURE: by_contact.pressure = to; break;
        case TSU_BY_CONTACT_MU: by_contact.mu = to; break;
        default: fill_field(field, w, to);
        }
        if (field->by_contact) memset(to, 0, (size_t)w->particles.count * sizeof *to);
    }
    return tsu_frame_take_contacts(f, w, &by_contact);
}

/* ---- meshes ------------------------------------------------------------------------------------------------------------ */

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

static tsu_status add_meshes(tsu_frame *f, const tsu_setting *scene, const tsu_world *w, tsu_error *err)
{
    const tsu_status status = tsu_frame_reserve_meshes(f, scene->meshes, err);
    for (int k = 0; status == TSU_OK && k < scene->meshes; k++) {
        const tsu_mesh_body *body = tsu_meshes_find(w, scene->mesh[k].name);
        const tsu_pose identity = tsu_pose_identity();
        snprintf(f->mesh[k].name, sizeof f->mesh[k].name, "%s", scene->mesh[k].name);
        f->mesh[k].version = scene->mesh[k].version;
        set_pose(&f->mesh[k], body ? &body->pose : &identity, scene->origin);
    }
    return status;
}

/* ---- frames ------------------------------------------------------------------------------------------------------------- */

tsu_status tsu_frame_take(tsu_frame *f, const tsu_session *s, tsu_setting *scene, uint64_t fields,
                          tsu_error *err)
{
    const tsu_world *w = s->world;
    const double done = (double)(w->step - s->run_begin);
    f->arrays = 0;
    f->scene_number = scene->number;
    f->fields = fields;
    f->step = w->step;
    f->time = w->time;
    f->total = w->particles.count;
    f->contacts = w->touching;
    f->run_begin = s->run_begin;
    f->run_end = s->run_end;
    f->rate = s->loop_seconds > 0.0 ? done * w->particles.count / s->loop_seconds : 0.0;
    f->residual = tsu_energy_balance(w).off;
    memcpy(f->lo, w->box.lo, sizeof f->lo);
    memcpy(f->hi, w->box.hi, sizeof f->hi);
    if (!add_standard(f, &w->particles, scene->origin) || !add_fields(f, scene, w, fields))
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame of %lld particles",
                             (long long)f->total);
    for (int k = 0; k < f->arrays; k++) {
        tsu_frame_measure(&f->array[k]);
    }
    return add_meshes(f, scene, w, err);
}
