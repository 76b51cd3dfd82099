/* SPDX-License-Identifier: Apache-2.0 */
#include "state/clump_kind.h"
#include "base/memory.h"
#include "state/clump_shape.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1.0e-9; /* of what counts as equal moments */

void tsu_clump_kind_destroy(tsu_clump_kind *kind)
{
    if (!kind) return;
    tsu_memory_release(&kind->arm);
    tsu_memory_release(&kind->radius);
    tsu_memory_release(&kind->type);
    free(kind);
}

/* The unit quaternion of the rotation whose columns are the axes. */
static void quaternion_of(const double axes[3][3], double q[4])
{
    const double m[3][3] = {{axes[0][0], axes[1][0], axes[2][0]},
                            {axes[0][1], axes[1][1], axes[2][1]},
                            {axes[0][2], axes[1][2], axes[2][2]}};
    const double square[4] = {1.0 + m[0][0] + m[1][1] + m[2][2], 1.0 + m[0][0] - m[1][1] - m[2][2],
                              1.0 - m[0][0] + m[1][1] - m[2][2], 1.0 - m[0][0] - m[1][1] + m[2][2]};
    int k = 0;
    for (int c = 1; c < 4; c++) {
        if (square[c] > square[k] + 1.0e-9) k = c;
    }
    const double s = 0.5 / sqrt(square[k]);
    const double x = m[2][1] - m[1][2], y = m[0][2] - m[2][0], z = m[1][0] - m[0][1];
    const double xy = m[0][1] + m[1][0], xz = m[0][2] + m[2][0], yz = m[1][2] + m[2][1];
    const double all[4][4] = {
        {square[0], x, y, z}, {x, square[1], xy, xz}, {y, xy, square[2], yz}, {z, xz, yz, square[3]}};
    for (int c = 0; c < 4; c++) {
        q[c] = s * all[k][c];
    }
}

/* A sphere has closed forms, so that a clump of one has the bits of a sphere. */
static void measure_single(const tsu_clump_words *w, tsu_solid *s)
{
    const double r = w->radius[0], volume = 4.0 * 3.14159265358979323846 / 3.0 * r * r * r;
    *s = (tsu_solid){.volume = volume, .radius = r, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    memcpy(s->centre, w->centre[0], sizeof s->centre);
    for (int k = 0; k < 3; k++) {
        s->moments[k] = 0.4 * volume * r * r;
    }
}

static tsu_status measure(const tsu_clump_words *w, tsu_solid *s, tsu_error *err)
{
    if (w->count == 1) {
        measure_single(w, s);
        return TSU_OK;
    }
    return tsu_clump_shape_measure(w->count, w->centre, w->radius, s, err);
}

static tsu_status weigh(const tsu_clump_words *w, const tsu_solid *s, tsu_clump_kind *k, double axes[3][3],
                        tsu_error *err)
{
    const bool own = w->given != TSU_CLUMP_GIVEN_DENSITY, origin = w->given == TSU_CLUMP_GIVEN_MASS;
    k->mass = own ? w->mass : w->density * s->volume;
    k->volume = origin ? w->mass / w->density : s->volume;
    k->density = w->given == TSU_CLUMP_GIVEN_VOLUME ? w->mass / s->volume : w->density;
    k->error = own ? 0.0 : s->error;
    for (int q = 0; q < 3; q++) {
        k->centre[q] = origin ? 0.0 : s->centre[q];
        k->moments[q] = w->density * s->moments[q];
    }
    memcpy(axes, s->axes, sizeof s->axes);
    if (!(k->mass > 0.0) || !isfinite(k->mass) || !(k->density > 0.0) || !isfinite(k->density))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the clump has mass %g kg and density %g kg/m^3; both must be larger than 0",
                             k->mass, k->density);
    if (!own) return TSU_OK;
    const tsu_status status = tsu_inertia_check(w->tensor, "the inertia_tensor of the clump", err);
    if (status == TSU_OK) tsu_inertia_principal(w->tensor, TOLERANCE, k->moments, axes);
    return status;
}

static void place(const tsu_clump_words *w, const double axes[3][3], tsu_clump_kind *k)
{
    k->reach = 0.0;
    for (int32_t i = 0; i < w->count; i++) {
        double far2 = 0.0;
        for (int q = 0; q < 3; q++) {
            k->arm[i][q] = 0.0;
            for (int c = 0; c < 3; c++) {
                k->arm[i][q] += axes[q][c] * (w->centre[i][c] - k->centre[c]);
            }
            far2 += k->arm[i][q] * k->arm[i][q];
        }
        k->radius[i] = w->radius[i];
        k->type[i] = w->type[i];
        k->reach = fmax(k->reach, sqrt(far2) + w->radius[i]);
    }
}

tsu_status tsu_clump_kind_make(const tsu_clump_words *w, tsu_clump_kind **out, tsu_error *err)
{
    tsu_solid solid;
    double axes[3][3];
    *out = NULL;
    tsu_status s = TSU_OK;
    if (!w->loose) s = tsu_clump_shape_check(w->count, w->centre, w->radius, err);
    if (s == TSU_OK) s = measure(w, &solid, err);
    if (s != TSU_OK) return s;
    tsu_clump_kind *k = calloc(1, sizeof *k);
    if (!k) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for template %s", w->name);
    snprintf(k->name, sizeof k->name, "%s", w->name);
    k->count = w->count;
    k->locked = w->locked;
    k->number = w->number;
    k->loose = w->loose;
    const size_t n = (size_t)w->count;
    s = weigh(w, &solid, k, axes, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&k->arm, n, sizeof *k->arm, "a template of clumps", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&k->radius, n, sizeof *k->radius, "a template of clumps", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&k->type, n, sizeof *k->type, "a template of clumps", err);
    if (s == TSU_OK) {
        place(w, (const double(*)[3])axes, k);
        quaternion_of((const double(*)[3])axes, k->rest);
        *out = k;
    } else {
        tsu_clump_kind_destroy(k);
    }
    return s;
}
