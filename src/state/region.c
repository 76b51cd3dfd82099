/* SPDX-License-Identifier: Apache-2.0 */
#include "state/region.h"
#include "base/trig.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void tsu_region_destroy(tsu_region *r)
{
    if (!r) return;
    if (r->solid.destroy) r->solid.destroy(r->solid.self);
    free(r->part);
    free(r);
}

bool tsu_region_is_plain(const tsu_region *r)
{
    bool plain = r->shape != TSU_REGION_SOLID && !r->rotate[0];
    for (int q = 0; q < 3; q++) {
        plain = plain && !r->move[q][0];
    }
    for (int k = 0; k < r->parts && plain; k++) {
        plain = tsu_region_is_plain(r->part[k]);
    }
    return plain;
}

static bool in_prism(const tsu_region *r, const double x[3])
{
    /* the cell spanned by (Lx,0,0), (xy,Ly,0), (xz,yz,Lz) from lo */
    const double c = (x[2] - r->lo[2]) / (r->hi[2] - r->lo[2]);
    const double b = (x[1] - r->lo[1] - c * r->tilt[2]) / (r->hi[1] - r->lo[1]);
    const double a = (x[0] - r->lo[0] - b * r->tilt[0] - c * r->tilt[1]) / (r->hi[0] - r->lo[0]);
    return a >= 0.0 && a <= 1.0 && b >= 0.0 && b <= 1.0 && c >= 0.0 && c <= 1.0;
}

/* Cylinder, cone and wedge: around an axis, between two heights. */
static bool in_turned(const tsu_region *r, const double x[3])
{
    const int a = (r->axis + 1) % 3, b = (r->axis + 2) % 3;
    const double h = x[r->axis], da = x[a] - r->centre[a], db = x[b] - r->centre[b];
    if (h < r->along[0] || h > r->along[1]) return false;
    double radius = r->radius[0];
    if (r->shape == TSU_REGION_CONE) {
        const double length = r->along[1] - r->along[0];
        radius += length > 0.0 ? (r->radius[1] - r->radius[0]) * (h - r->along[0]) / length : 0.0;
    }
    if (!(sqrt(da * da + db * db) <= radius)) return false;
    if (r->shape != TSU_REGION_WEDGE) return true;
    /* on the inner sides of two half planes, at most half a turn apart */
    const tsu_sincos_pair first = tsu_sincos(r->angle[0]), second = tsu_sincos(r->angle[1]);
    return first.cos * db - first.sin * da >= 0.0 && second.sin * da - second.cos * db >= 0.0;
}

static bool in_shape(const tsu_region *r, const double x[3])
{
    switch (r->shape) {
    case TSU_REGION_BLOCK:
        return x[0] >= r->lo[0] && x[0] <= r->hi[0] && x[1] >= r->lo[1] && x[1] <= r->hi[1] &&
               x[2] >= r->lo[2] && x[2] <= r->hi[2];
    case TSU_REGION_SPHERE: {
        const double a = x[0] - r->centre[0], b = x[1] - r->centre[1], c = x[2] - r->centre[2];
        return sqrt(a * a + b * b + c * c) <= r->radius[0];
    }
    case TSU_REGION_PLANE:
        return (x[0] - r->centre[0]) * r->normal[0] + (x[1] - r->centre[1]) * r->normal[1] +
                   (x[2] - r->centre[2]) * r->normal[2] >=
               0.0;
    case TSU_REGION_PRISM: return in_prism(r, x);
    case TSU_REGION_CYLINDER:
    case TSU_REGION_CONE:
    case TSU_REGION_WEDGE: return in_turned(r, x);
    case TSU_REGION_UNION:
        for (int k = 0; k < r->parts; k++) {
            if (tsu_region_contains(r->part[k], x)) return true;
        }
        return false;
    case TSU_REGION_INTERSECT:
        for (int k = 0; k < r->parts; k++) {
            if (!tsu_region_contains(r->part[k], x)) return false;
        }
        return true;
    case TSU_REGION_SOLID: return r->solid.contains(r->solid.self, x);
    }
    return false;
}

/* x turned by an angle about the region's axis. */
static void turn_about(const tsu_region *r, double angle, const double x[3], double out[3])
{
    const tsu_sincos_pair turn = tsu_sincos(angle);
    const double *e = r->direction, c = turn.cos, s = turn.sin;
    double d[3], along = 0.0;
    for (int q = 0; q < 3; q++) {
        d[q] = x[q] - r->point[q];
        along += d[q] * e[q];
    }
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        const double across = e[a] * d[b] - e[b] * d[a];
        out[q] = r->point[q] + along * e[q] * (1.0 - c) + d[q] * c + across * s;
    }
}

void tsu_region_to_rest(const tsu_region *r, const double x[3], double out[3])
{
    for (int q = 0; q < 3; q++) {
        out[q] = x[q] - r->shift[q];
    }
    if (r->turn != 0.0) turn_about(r, -r->turn, (const double[3]){out[0], out[1], out[2]}, out);
}

bool tsu_region_contains(const tsu_region *r, const double x[3])
{
    double y[3];
    tsu_region_to_rest(r, x, y);
    return in_shape(r, y) != r->outside;
}

static void join_bounds(const tsu_region *r, double lo[3], double hi[3], bool *known)
{
    const bool all = r->shape == TSU_REGION_UNION;
    *known = all;
    for (int q = 0; q < 3; q++) {
        lo[q] = all ? INFINITY : -INFINITY;
        hi[q] = all ? -INFINITY : INFINITY;
    }
    for (int k = 0; k < r->parts; k++) {
        double a[3], b[3];
        const bool has = tsu_region_bounds(r->part[k], a, b);
        *known = all ? *known && has : *known || has;
        for (int q = 0; q < 3 && has; q++) {
            lo[q] = all ? fmin(lo[q], a[q]) : fmax(lo[q], a[q]);
            hi[q] = all ? fmax(hi[q], b[q]) : fmin(hi[q], b[q]);
        }
    }
}

/* The box around the eight corners of a box that is turned; without end if the box has none. */
static void turn_bounds(const tsu_region *r, double lo[3], double hi[3])
{
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    const bool finite = isfinite(lo[0] + lo[1] + lo[2] + hi[0] + hi[1] + hi[2]);
    for (int k = 0; k < 8 && finite; k++) {
        const double corner[3] = {k & 1 ? hi[0] : lo[0], k & 2 ? hi[1] : lo[1], k & 4 ? hi[2] : lo[2]};
        double x[3];
        turn_about(r, r->turn, corner, x);
        for (int q = 0; q < 3; q++) {
            least[q] = fmin(least[q], x[q]);
            most[q] = fmax(most[q], x[q]);
        }
    }
    for (int q = 0; q < 3; q++) {
        lo[q] = finite ? least[q] : -INFINITY;
        hi[q] = finite ? most[q] : INFINITY;
    }
}

bool tsu_region_bounds(const tsu_region *r, double lo[3], double hi[3])
{
    if (r->outside) return false;
    bool known = true;
    const int a = (r->axis + 1) % 3, b = (r->axis + 2) % 3;
    const double radius = r->shape == TSU_REGION_CONE ? fmax(r->radius[0], r->radius[1]) : r->radius[0];
    for (int q = 0; q < 3; q++) {
        lo[q] = r->shape == TSU_REGION_SPHERE ? r->centre[q] - radius : r->lo[q];
        hi[q] = r->shape == TSU_REGION_SPHERE ? r->centre[q] + radius : r->hi[q];
    }
    switch (r->shape) {
    case TSU_REGION_PLANE: known = false; break;
    case TSU_REGION_PRISM:
        lo[0] += fmin(0.0, r->tilt[0]) + fmin(0.0, r->tilt[1]);
        hi[0] += fmax(0.0, r->tilt[0]) + fmax(0.0, r->tilt[1]);
        lo[1] += fmin(0.0, r->tilt[2]);
        hi[1] += fmax(0.0, r->tilt[2]);
        break;
    case TSU_REGION_CYLINDER:
    case TSU_REGION_CONE:
    case TSU_REGION_WEDGE:
        lo[r->axis] = r->along[0];
        hi[r->axis] = r->along[1];
        lo[a] = r->centre[a] - radius;
        hi[a] = r->centre[a] + radius;
        lo[b] = r->centre[b] - radius;
        hi[b] = r->centre[b] + radius;
        break;
    case TSU_REGION_UNION:
    case TSU_REGION_INTERSECT: join_bounds(r, lo, hi, &known); break;
    case TSU_REGION_SOLID:
        memcpy(lo, r->solid.lo, sizeof r->solid.lo);
        memcpy(hi, r->solid.hi, sizeof r->solid.hi);
        break;
    default: break;
    }
    if (r->turn != 0.0 && known) turn_bounds(r, lo, hi);
    for (int q = 0; q < 3; q++) {
        lo[q] += r->shift[q];
        hi[q] += r->shift[q];
    }
    return known;
}
