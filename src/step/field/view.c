/* SPDX-License-Identifier: Apache-2.0 */
/* view.c - the fields of the particles as the public interface lends them. */
#include "base/memory.h"
#include "state/fields.h"
#include "step/world.h"
#include <stdlib.h>
#include <string.h>

enum { COPIES = 64 }; /* rows of the table of fields, at most */

struct tsu_copies {
    double *value[COPIES];
    size_t capacity[COPIES];
};

void tsu_copies_destroy(tsu_copies *copies)
{
    for (int k = 0; copies && k < COPIES; k++) {
        tsu_memory_release(&copies->value[k]);
    }
    free(copies);
}

/* What is no double, or stands behind others so that a view from the first on would end behind the last, or is made. */
static tsu_status view_copy(tsu_world *w, const tsu_field *f, int which, tsu_view *view, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    const size_t width = (size_t)f->width, count = (size_t)p->count;
    if (!w->copies) w->copies = calloc(1, sizeof *w->copies);
    if (!w->copies) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a view");
    tsu_copies *c = w->copies;
    const tsu_status s = tsu_memory_grow(&c->value[which], &c->capacity[which], count * width,
                                         sizeof *c->value[which], "a view", err);
    if (s != TSU_OK) return s;
    for (size_t k = 0; k < count * width; k++) {
        c->value[which][k] = tsu_field_get(p, &w->box, f, (int32_t)(k / width), (int)(k % width));
    }
    *view = (tsu_view){c->value[which], count, width, width, w->generation};
    return TSU_OK;
}

/* Positions are lent as they are, outside a periodic box too until they are wrapped. */
tsu_status tsu_field_view(tsu_world *w, const char *name, tsu_view *view, tsu_error *err)
{
    if (!w || !name || !view) return tsu_error_null(err, "tsu_field_view", "world, name and view");
    const tsu_particles *p = &w->particles;
    char near[TSU_FIELD_ROOM];
    for (int k = 0; k < tsu_fields_count(p); k++) {
        const tsu_field f = tsu_fields_at(p, k);
        if (strcmp(f.name, name) != 0) continue;
        if (f.store == TSU_STORE_COLUMN) {
            *view = (tsu_view){p->column[f.column].value, (size_t)p->count, (size_t)f.width, (size_t)f.width,
                               w->generation};
            return TSU_OK;
        }
        if (f.store == TSU_STORE_NONE || f.type != TSU_NUMBER_F64 || f.first > 0)
            return view_copy(w, &f, k, view, err);
        *view = (tsu_view){tsu_particles_array(p, f.store - 1), (size_t)p->count, (size_t)f.width,
                           (size_t)tsu_particle_arrays[f.store - 1].width, w->generation};
        return TSU_OK;
    }
    const bool found = tsu_fields_nearest(p, name, true, near);
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no field named %.80s%s%s%s", name,
                         found ? "; did you mean '" : "", found ? near : "", found ? "'?" : "");
}
