/* SPDX-License-Identifier: Apache-2.0 */
#include "state/inertia.h"

#include "base/vec.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* One rotation of Jacobi in the plane (p, q): t is the tangent that makes a[p][q] vanish. Rows of v are the axes so far. */
static void rotate(double a[3][3], double v[3][3], int p, int q)
{
    if (a[p][q] == 0.0) return;
    const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    const int r = 3 - p - q;
    a[p][p] -= t * a[p][q];
    a[q][q] += t * a[p][q];
    a[p][q] = a[q][p] = 0.0;
    const double rp = a[r][p], rq = a[r][q];
    a[r][p] = a[p][r] = c * rp - s * rq;
    a[r][q] = a[q][r] = s * rp + c * rq;
    for (int k = 0; k < 3; k++) {
        const double vp = v[p][k], vq = v[q][k];
        v[p][k] = c * vp - s * vq;
        v[q][k] = s * vp + c * vq;
    }
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

static void normalise(double a[3])
{
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int k = 0; k < 3; k++)
        a[k] /= length;
}

/* The largest component, the first among equals, becomes positive. */
static void make_positive(double a[3])
{
    int largest = 0;
    for (int k = 1; k < 3; k++) {
        if (fabs(a[k]) > fabs(a[largest]) * (1.0 + 1e-9)) largest = k;
    }
    if (a[largest] < 0.0) {
        for (int k = 0; k < 3; k++)
            a[k] = -a[k];
    }
}

/* A unit vector across `axis`, as near as can be to the first of x, y, z that is not nearly along it. */
static void across(const double axis[3], double out[3])
{
    int first = 0;
    while (fabs(axis[first]) > 0.8)
        first++;
    for (int k = 0; k < 3; k++)
        out[k] = (k == first ? 1.0 : 0.0) - axis[first] * axis[k];
    normalise(out);
}

static void choose_axes(const double moments[3], double limit, double axes[3][3])
{
    const bool low = moments[1] - moments[0] <= limit, high = moments[2] - moments[1] <= limit;
    if (low && high) {
        const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        memcpy(axes, unit, sizeof unit);
    } else if (low) {
        make_positive(axes[2]);
        across(axes[2], axes[0]);
        cross(axes[2], axes[0], axes[1]);
    } else {
        make_positive(axes[0]);
        if (high) across(axes[0], axes[1]);
        make_positive(axes[1]);
        cross(axes[0], axes[1], axes[2]);
    }
}

void tsu_inertia_principal(const double tensor[3][3], double tolerance, double moments[3], double axes[3][3])
{
    double a[3][3], largest = 0.0;
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 9; k++) {
        const double size = fabs(tensor[k / 3][k % 3]);
        if (size > largest) largest = size;
    }
    const double limit = tolerance * largest;
    for (int k = 0; k < 9; k++) {
        const int i = k / 3, j = k % 3;
        a[i][j] = i != j && fabs(tensor[i][j]) <= limit ? 0.0 : tensor[i][j];
    }
    for (int sweep = 0; sweep < 12; sweep++) {
        rotate(a, v, 0, 1);
        rotate(a, v, 0, 2);
        rotate(a, v, 1, 2);
    }
    int order[3] = {0, 1, 2};
    for (int pass = 0; pass < 3; pass++) { /* neighbours change places; equal ones do not */
        const int k = pass & 1;
        if (a[order[k]][order[k]] > a[order[k + 1]][order[k + 1]]) {
            const int kept = order[k];
            order[k] = order[k + 1];
            order[k + 1] = kept;
        }
    }
    for (int k = 0; k < 3; k++) {
        moments[k] = a[order[k]][order[k]];
        memcpy(axes[k], v[order[k]], sizeof v[0]);
        normalise(axes[k]);
    }
    choose_axes(moments, limit, axes);
}

tsu_status tsu_inertia_check(const double tensor[3][3], const char *what, tsu_error *err)
{
    for (int k = 0; k < 9; k++) {
        if (!isfinite(tensor[k / 3][k % 3])) {
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s has an entry that is not a finite number", what);
        }
    }
    double moments[3], axes[3][3];
    tsu_inertia_principal(tensor, 0.0, moments, axes);
    if (!(moments[0] > 0.0)) {
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s has the principal moments %g, %g and %g, and each must be larger than 0",
                             what, moments[0], moments[1], moments[2]);
    }
    if (moments[2] > (moments[0] + moments[1]) * (1.0 + 1e-6)) {
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s has the principal moments %g, %g and %g; no body has one larger than the other two together",
            what, moments[0], moments[1], moments[2]);
    }
    return TSU_OK;
}

void tsu_solid_complete(tsu_solid *s, double volume, const double first[3], const double second[6],
                        double tolerance)
{
    static const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    double about[3][3], trace = 0.0;
    s->volume = volume;
    for (int k = 0; k < 3; k++)
        s->centre[k] = first[k] / volume;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            about[i][j] = second[place[i][j]] - volume * s->centre[i] * s->centre[j];
        trace += about[i][i];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            s->inertia[i][j] = (i == j ? trace : 0.0) - about[i][j];
    }
    tsu_inertia_principal(s->inertia, tolerance, s->moments, s->axes);
}
