/* SPDX-License-Identifier: Apache-2.0 */
/* world_view.c - the fields of the particles as the public interface lends them. */
#include "base/memory.h"
#include "step/world.h"
#include <stdlib.h>
#include <string.h>

enum { ID, RADIUS, COPIES, NAMES_MAX = 256 };

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

static double id_of(const tsu_particles *p, int32_t i)
{
    return (double)p->id[i];
}

static double radius_of(const tsu_particles *p, int32_t i)
{
    return p->xr[i][3];
}

/* Ids are no doubles, and radii stand behind the positions: a view of them from the first on would end behind the last. */
static tsu_status view_copy(tsu_world *w, int which, double (*of)(const tsu_particles *p, int32_t i),
                            tsu_view *view, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    if (!w->copies) w->copies = calloc(1, sizeof *w->copies);
    if (!w->copies) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a view");
    tsu_copies *c = w->copies;
    const tsu_status s = tsu_memory_grow(&c->value[which], &c->capacity[which], (size_t)p->count,
                                         sizeof *c->value[which], "a view", err);
    if (s != TSU_OK) return s;
    for (int32_t i = 0; i < p->count; i++) {
        c->value[which][i] = of(p, i);
    }
    *view = (tsu_view){c->value[which], (size_t)p->count, 1, 1};
    return TSU_OK;
}

static tsu_status unknown(const tsu_particles *p, const char *name, tsu_error *err)
{
    const char *known[NAMES_MAX + 1] = {"id", "x", "v", "omega", "f", "torque", "radius", "mass", "density"};
    int count = 9;
    for (int k = 0; k < p->columns && count < NAMES_MAX; k++) {
        known[count++] = p->column[k].name;
    }
    const char *near = tsu_nearest_word(name, known);
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no field named %.80s%s%s%s", name,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

tsu_status tsu_field_view(tsu_world *w, const char *name, tsu_view *view, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    const struct {
        const char *name;
        const double *data;
        size_t width, stride;
    } fields[] = {
        {"x", (const double *)p->xr, 3, 4},
        {"v", (const double *)p->vm, 3, 4},
        {"omega", (const double *)p->wi, 3, 4},
        {"f", (const double *)p->force, 3, 4},
        {"torque", (const double *)p->torque, 3, 4},
        {"mass", p->mass, 1, 1},
        {"density", p->density, 1, 1},
    };
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        if (strcmp(fields[k].name, name) != 0) continue;
        *view = (tsu_view){fields[k].data, (size_t)p->count, fields[k].width, fields[k].stride};
        return TSU_OK;
    }
    if (strcmp(name, "id") == 0) return view_copy(w, ID, id_of, view, err);
    if (strcmp(name, "radius") == 0) return view_copy(w, RADIUS, radius_of, view, err);
    const tsu_particle_column *c = tsu_particles_find_column(p, name);
    if (!c) return unknown(p, name, err);
    *view = (tsu_view){c->value, (size_t)p->count, (size_t)c->width, (size_t)c->width};
    return TSU_OK;
}
