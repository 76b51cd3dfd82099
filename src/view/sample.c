/* SPDX-License-Identifier: Apache-2.0 */
/* sample.c - takes a frame of a session between two steps. Reads only. */
#include "session/groups.h"
#include "state/fields.h"
#include "state/region.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include "step/world.h"
#include "view/frame.h"
#include <math.h>
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
    const int width = there ? f.width : field->width; /* 1, 3 or 4 */
    const double *lent[4] = {NULL};
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

static void fill_region(const tsu_setting_field *field, const tsu_session *s, float *to)
{
    const tsu_particles *p = &s->world->particles;
    const tsu_region *r = tsu_session_find_region(s, field->field); /* it may be gone */
    for (int32_t i = 0; i < p->count; i++) {
        to[i] = r && tsu_region_contains(r, p->xr[i]) ? 1.0f : 0.0f;
    }
}

/* How the clumps of all spheres have turned, from their principal directions; free spheres have not. */
static void fill_turns(const tsu_world *w, float *to)
{
    for (int32_t i = 0; i < w->particles.count; i++, to += 4) {
        const tsu_clump *c = tsu_clumps_of(w, i);
        const tsu_quaternion none = {1.0, 0.0, 0.0, 0.0}, q = c ? c->body.turn : none;
        to[0] = (float)q.w;
        to[1] = (float)q.x;
        to[2] = (float)q.y;
        to[3] = (float)q.z;
    }
}

/* ---- fields ------------------------------------------------------------------------------------------------------------ */

static bool add_fields(tsu_frame *f, const tsu_setting *scene, const tsu_session *s, uint64_t fields)
{
    const tsu_world *w = s->world;
    tsu_contact_wanted by_contact[TSU_SETTING_FIELDS];
    int wanted = 0;
    for (int k = 0; k < scene->fields; k++) {
        const tsu_setting_field *field = &scene->field[k];
        if (!(fields >> k & 1)) continue;
        float *to = tsu_frame_add(f, field->name, TSU_ARRAY_F32, field->width, w->particles.count);
        if (!to) return false;
        if (field->by_contact)
            by_contact[wanted++] = (tsu_contact_wanted){field->by_contact, to};
        else if (field->region)
            fill_region(field, s, to);
        else if (field->field[0])
            fill_field(field, w, to);
        else
            fill_turns(w, to);
    }
    const bool chains = fields >> TSU_SETTING_FIELDS & 1;
    if ((wanted > 0 || chains) && tsu_world_look(s->world, NULL) != TSU_OK) return false;
    return tsu_frame_take_contacts(f, w, by_contact, wanted, chains);
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
    if (!add_standard(f, &w->particles, scene->origin) || !add_fields(f, scene, s, fields))
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame of %lld particles",
                             (long long)f->total);
    const tsu_status status = tsu_frame_take_meshes(f, scene, w, fields, err);
    if (status != TSU_OK) return status;
    for (int k = 0; k < f->arrays; k++) {
        tsu_frame_measure(&f->array[k]);
    }
    return TSU_OK;
}
