/* SPDX-License-Identifier: Apache-2.0 */
#include "state/lattice.h"
#include <math.h>
#include <string.h>

tsu_lattice tsu_lattice_default(void)
{
    return (tsu_lattice){.scale = 1.0,
                         .vector = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                         .orient = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                         .spacing = {1.0, 1.0, 1.0},
                         .to_box = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                         .from_box = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

static double cofactor(const double (*m)[3], int r, int c)
{
    const int a = (r + 1) % 3, b = (r + 2) % 3, d = (c + 1) % 3, e = (c + 2) % 3;
    return m[a][d] * m[b][e] - m[a][e] * m[b][d];
}

/* False if the matrix has no inverse. */
static bool invert(const double (*m)[3], double (*inverse)[3])
{
    double determinant = 0.0, size = 0.0;
    for (int q = 0; q < 3; q++) {
        determinant += m[0][q] * cofactor(m, 0, q);
        size += fabs(m[0][q] * cofactor(m, 0, q));
    }
    if (!(fabs(determinant) > 1.0e-12 * size)) return false;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            inverse[c][r] = cofactor(m, r, c) / determinant;
        }
    }
    return true;
}

static tsu_status check_orientation(const tsu_lattice *l, tsu_error *err)
{
    for (int k = 0; k < 3; k++) {
        const int *a = l->orient[k], *b = l->orient[(k + 1) % 3];
        if (a[0] == 0 && a[1] == 0 && a[2] == 0)
            return tsu_error_set(err, TSU_ERROR_INPUT, "the direction along %c has no length", "xyz"[k]);
        if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] != 0)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "the directions along %c and %c are not at right angles", "xyz"[k],
                                 "xyz"[(k + 1) % 3]);
    }
    const int *a = l->orient[0], *b = l->orient[1], *c = l->orient[2];
    const int handed = (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] +
                       (a[0] * b[1] - a[1] * b[0]) * c[2];
    if (handed <= 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the directions along x, y and z are left-handed; reverse one");
    return TSU_OK;
}

static void measure_cell(tsu_lattice *l)
{
    for (int q = 0; q < 3; q++) {
        double lo = 0.0, hi = 0.0;
        for (int k = 0; k < 8; k++) {
            const double x = (k & 1 ? l->to_box[q][0] : 0.0) + (k & 2 ? l->to_box[q][1] : 0.0) +
                             (k & 4 ? l->to_box[q][2] : 0.0);
            lo = fmin(lo, x);
            hi = fmax(hi, x);
        }
        l->spacing[q] = hi - lo;
    }
}

tsu_status tsu_lattice_prepare(tsu_lattice *l, bool spacing_given, tsu_error *err)
{
    const tsu_status s = check_orientation(l, err);
    if (s != TSU_OK) return s;
    for (int q = 0; q < 3; q++) {
        const int *o = l->orient[q];
        const double length = sqrt((double)(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]));
        for (int c = 0; c < 3; c++) {
            const double *a = l->vector[c];
            l->to_box[q][c] = l->scale * (o[0] * a[0] + o[1] * a[1] + o[2] * a[2]) / length;
        }
    }
    if (!invert((const double(*)[3])l->to_box, l->from_box))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the vectors a1, a2, a3 lie in a plane");
    if (!spacing_given) measure_cell(l);
    for (int q = 0; q < 3; q++) {
        if (!(l->spacing[q] > 0.0))
            return tsu_error_set(err, TSU_ERROR_INPUT, "the spacing along %c is %g; it must be positive",
                                 "xyz"[q], l -> spacing[q]);
    }
    return TSU_OK;
}

void tsu_lattice_point(const tsu_lattice *l, const double cell[3], double x[3])
{
    for (int q = 0; q < 3; q++) {
        const double *m = l->to_box[q];
        x[q] = m[0] * cell[0] + m[1] * cell[1] + m[2] * cell[2] + l->spacing[q] * l->origin[q];
    }
}

void tsu_lattice_cell(const tsu_lattice *l, const double x[3], double cell[3])
{
    const double d[3] = {x[0] - l->spacing[0] * l->origin[0], x[1] - l->spacing[1] * l->origin[1],
                         x[2] - l->spacing[2] * l->origin[2]};
    for (int q = 0; q < 3; q++) {
        const double *m = l->from_box[q];
        cell[q] = m[0] * d[0] + m[1] * d[1] + m[2] * d[2];
    }
}
