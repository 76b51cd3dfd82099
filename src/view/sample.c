/* SPDX-License-Identifier: Apache-2.0 */
/* sample.c - takes a frame of a session between two steps. Reads only. */
#include "step/ledger/energy.h"
#include "step/mesh/body.h"
#include "view/frame.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- particles ------------------------------------------------------------------------------------------------------- */

static float length(const double v[3])
{
    return (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

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

static void fill_column(const tsu_particles *p, const char *name, int width, float *to)
{
    const tsu_particle_column *c = tsu_particles_find_column(p, name);
    const bool there = c && c->width == width;
    for (int64_t k = 0; k < (int64_t)p->count * width; k++) {
        to[k] = there ? (float)c->value[k] : 0.0f;
    }
}

static void fill_velocity(const tsu_particles *p, float *to)
{
    for (int32_t i = 0; i < p->count; i++) {
        for (int q = 0; q < 3; q++) {
            to[3 * i + q] = (float)p->vm[i][q];
        }
    }
}

static void fill_field(const tsu_setting_field *field, const tsu_particles *p, float *to)
{
    const int32_t n = p->count;
    switch (field->source) {
    case TSU_FIELD_SPEED:
        for (int32_t i = 0; i < n; i++) {
            to[i] = length(p->vm[i]);
        }
        break;
    case TSU_FIELD_SPIN:
        for (int32_t i = 0; i < n; i++) {
            to[i] = length(p->wi[i]);
        }
        break;
    case TSU_FIELD_FORCE:
        for (int32_t i = 0; i < n; i++) {
            to[i] = length(p->force[i]);
        }
        break;
    case TSU_FIELD_RANK:
        for (int32_t i = 0; i < n; i++) {
            to[i] = (float)i;
        }
        break;
    case TSU_FIELD_VELOCITY: fill_velocity(p, to); break;
    case TSU_FIELD_TEMPERATURE: fill_column(p, "Temp", 1, to); break;
    case TSU_FIELD_COLUMN: fill_column(p, field->name, field->width, to); break;
    default: memset(to, 0, (size_t)n * sizeof *to); /* by contact: sample_contacts.c */
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
        fill_field(field, &w->particles, to);
        if (field->source == TSU_FIELD_OVERLAP) by_contact.overlap = to;
        if (field->source == TSU_FIELD_COORDINATION) by_contact.coordination = to;
        if (field->source == TSU_FIELD_PRESSURE) by_contact.pressure = to;
        if (field->source == TSU_FIELD_MU) by_contact.mu = to;
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
