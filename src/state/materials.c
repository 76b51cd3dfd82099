/* SPDX-License-Identifier: Apache-2.0 */
#include "state/materials.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tsu_materials_free(tsu_materials *m)
{
    for (int k = 0; k < m->count; k++) {
        free(m->property[k].value);
    }
    free(m->property);
    *m = (tsu_materials){.types = m->types};
}

const char *tsu_property_shape_word(tsu_property_shape shape)
{
    static const char *const words[] = {"scalar", "vector", "peratomtype", "peratomtypepair", "matrix"};
    return words[shape];
}

tsu_property *tsu_materials_find(const tsu_materials *m, const char *name)
{
    for (int k = 0; k < m->count; k++) {
        if (strcmp(m->property[k].name, name) == 0) return &m->property[k];
    }
    return NULL;
}

void tsu_materials_remove(tsu_materials *m, const char *name)
{
    tsu_property *p = tsu_materials_find(m, name);
    if (!p) return;
    free(p->value);
    const int k = (int)(p - m->property);
    memmove(p, p + 1, (size_t)(m->count - k - 1) * sizeof *p);
    m->count--;
}

void tsu_materials_shrink(tsu_materials *m, int types)
{
    m->types = types;
    for (int k = 0; k < m->count; k++) {
        tsu_property *p = &m->property[k];
        const bool by_material = p->shape == TSU_PROPERTY_TYPE || p->shape == TSU_PROPERTY_PAIR;
        if (!by_material || p->rows <= types) continue;
        const int width = p->shape == TSU_PROPERTY_PAIR ? types : 1;
        for (int r = 0; r < types; r++) {
            memmove(p->value + r * width, p->value + r * p->columns, (size_t)width * sizeof *p->value);
        }
        p->rows = types;
        p->columns = width;
    }
}

static tsu_status check_values(const char *name, tsu_property_shape shape, int rows, int columns,
                               const double *value, tsu_error *err)
{
    if (strlen(name) >= sizeof((tsu_property *)0)->name)
        return tsu_error_set(err, TSU_ERROR_INPUT, "property name '%s' is too long", name);
    for (int k = 0; k < rows * columns; k++) {
        if (!isfinite(value[k]))
            return tsu_error_set(err, TSU_ERROR_INPUT, "value %d of property %s is not finite", k + 1, name);
    }
    if (shape != TSU_PROPERTY_PAIR) return TSU_OK;
    for (int a = 0; a < rows; a++) {
        for (int b = 0; b < a; b++) {
            if (value[a * columns + b] == value[b * columns + a]) continue;
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "property %s is not symmetric: %g for materials %d %d, %g for %d %d; make them equal", name,
                value[a * columns + b], a + 1, b + 1, value[b * columns + a], b + 1, a + 1);
        }
    }
    return TSU_OK;
}

tsu_status tsu_materials_set(tsu_materials *m, const char *name, tsu_property_shape shape, int rows,
                             int columns, const double *value, const char *origin, tsu_error *err)
{
    const tsu_status status = check_values(name, shape, rows, columns, value, err);
    if (status != TSU_OK) return status;
    tsu_property *p = tsu_materials_find(m, name);
    if (!p && m->count == m->capacity) {
        const int capacity = m->capacity ? 2 * m->capacity : 32;
        tsu_property *larger = realloc(m->property, (size_t)capacity * sizeof *larger);
        if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for property %s", name);
        m->property = larger;
        m->capacity = capacity;
    }
    double *copy = malloc((size_t)(rows * columns) * sizeof *copy);
    if (!copy) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for property %s", name);
    memcpy(copy, value, (size_t)(rows * columns) * sizeof *copy);
    if (p) {
        free(p->value);
    } else {
        p = &m->property[m->count++];
    }
    *p = (tsu_property){.shape = shape, .rows = rows, .columns = columns, .value = copy};
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->origin, sizeof p->origin, "%s", origin ? origin : "");
    return TSU_OK;
}
