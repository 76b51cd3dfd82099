/* SPDX-License-Identifier: Apache-2.0 */
#include "state/facets.h"
#include "base/memory.h"
#include "base/trig.h"
#include "base/vec.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void tsu_facets_free(tsu_facets *f)
{
    tsu_memory_release(&f->corner);
    tsu_memory_release(&f->origin);
    *f = (tsu_facets){0};
}

tsu_status tsu_facets_append(tsu_facets *f, const double corner[3][3], int64_t origin, tsu_error *err)
{
    if (f->count >= TSU_FACETS_MAX)
        return tsu_error_set(err, TSU_ERROR_INPUT, "more than %d triangles; make the mesh coarser",
                             (int)TSU_FACETS_MAX);
    tsu_status s =
        tsu_memory_grow(&f->corner, &f->capacity, (size_t)f->count + 1, sizeof *f->corner, "triangles", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&f->origin, &f->origin_capacity, (size_t)f->count + 1, sizeof *f->origin,
                            "triangles", err);
    if (s != TSU_OK) return s;
    memcpy(f->corner[f->count], corner, sizeof *f->corner);
    f->origin[f->count++] = origin;
    return TSU_OK;
}

void tsu_facets_move(tsu_facets *f, const double by[3])
{
    for (int64_t k = 0; k < f->count; k++) {
        for (int c = 0; c < 3; c++) {
            for (int q = 0; q < 3; q++) {
                f->corner[k][c][q] += by[q];
            }
        }
    }
}

void tsu_facets_scale(tsu_facets *f, double factor)
{
    for (int64_t k = 0; k < f->count; k++) {
        for (int c = 0; c < 3; c++) {
            for (int q = 0; q < 3; q++) {
                f->corner[k][c][q] *= factor;
            }
        }
    }
}

tsu_status tsu_facets_rotate(tsu_facets *f, const double axis[3], double angle, tsu_error *err)
{
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(length > 0.0 && isfinite(length)))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the axis %g %g %g of a rotation has no direction",
                             axis[0], axis[1], axis[2]);
    const tsu_vec3 a = {axis[0] / length, axis[1] / length, axis[2] / length};
    const tsu_sincos_pair t = tsu_sincos(angle);
    for (int64_t k = 0; k < f->count; k++) {
        for (int c = 0; c < 3; c++) {
            double *p = f->corner[k][c];
            const tsu_vec3 x = {p[0], p[1], p[2]}, across = tsu_vec3_cross(a, x);
            const double along = (1.0 - t.cos) * tsu_vec3_dot(a, x);
            p[0] = t.cos * x.x + t.sin * across.x + along * a.x;
            p[1] = t.cos * x.y + t.sin * across.y + along * a.y;
            p[2] = t.cos * x.z + t.sin * across.z + along * a.z;
        }
    }
    return TSU_OK;
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

tsu_status tsu_facets_exclude(tsu_facets *f, const int64_t *origins, size_t count, int64_t *removed,
                              tsu_error *err)
{
    int64_t *sorted = NULL, kept = 0;
    const tsu_status s = tsu_memory_allocate(&sorted, count, sizeof *sorted, "excluded triangles", err);
    if (s != TSU_OK) return s;
    if (count > 0) memcpy(sorted, origins, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    for (int64_t k = 0; k < f->count; k++) {
        if (count > 0 && bsearch(&f->origin[k], sorted, count, sizeof *sorted, compare)) continue;
        memmove(f->corner[kept], f->corner[k], sizeof *f->corner);
        f->origin[kept++] = f->origin[k];
    }
    *removed = f->count - kept;
    f->count = kept;
    tsu_memory_release(&sorted);
    return TSU_OK;
}
