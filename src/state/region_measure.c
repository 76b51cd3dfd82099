/* SPDX-License-Identifier: Apache-2.0 */
/* region_measure.c - how deep a point lies in a region, and how large the region is. */
#include "base/trig.h"
#include "state/region.h"
#include <math.h>

static const double PI = 3.14159265358979323846;

enum { POINTS = 1 << 20 };

/* ---- depth --------------------------------------------------------------------------------------------------------- */

/* Distance of x from the plane through a with the given normal, positive on the side of the normal. */
static double from_plane(const double x[3], const double a[3], const double n[3])
{
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return ((x[0] - a[0]) * n[0] + (x[1] - a[1]) * n[1] + (x[2] - a[2]) * n[2]) / length;
}

static double block_depth(const tsu_region *r, const double x[3])
{
    double depth = INFINITY;
    for (int q = 0; q < 3; q++) {
        depth = fmin(depth, fmin(x[q] - r->lo[q], r->hi[q] - x[q]));
    }
    return depth;
}

/* Six planes: the normals are the cross products of the edges (Lx,0,0), (xy,Ly,0), (xz,yz,Lz). */
static double prism_depth(const tsu_region *r, const double x[3])
{
    double edge[3][3] = {{0}}, far[3], depth = INFINITY;
    for (int q = 0; q < 3; q++) {
        edge[q][q] = r->hi[q] - r->lo[q];
    }
    edge[1][0] = r->tilt[0];
    edge[2][0] = r->tilt[1];
    edge[2][1] = r->tilt[2];
    for (int q = 0; q < 3; q++) {
        far[q] = r->lo[q] + edge[0][q] + edge[1][q] + edge[2][q];
    }
    for (int k = 0; k < 3; k++) {
        const double *a = edge[(k + 1) % 3], *b = edge[(k + 2) % 3];
        double n[3], out[3];
        for (int q = 0; q < 3; q++) {
            n[q] = a[(q + 1) % 3] * b[(q + 2) % 3] - a[(q + 2) % 3] * b[(q + 1) % 3];
            out[q] = -n[q];
        }
        depth = fmin(depth, fmin(from_plane(x, r->lo, n), from_plane(x, far, out)));
    }
    return depth;
}

/* Cylinder, cone and wedge. */
static double turned_depth(const tsu_region *r, const double x[3])
{
    const int a = (r->axis + 1) % 3, b = (r->axis + 2) % 3;
    const double h = x[r->axis], da = x[a] - r->centre[a], db = x[b] - r->centre[b];
    const double length = r->along[1] - r->along[0], away = sqrt(da * da + db * db);
    double depth = fmin(h - r->along[0], r->along[1] - h);
    if (r->shape == TSU_REGION_CONE) {
        const double slope = length > 0.0 ? (r->radius[1] - r->radius[0]) / length : 0.0;
        const double radius = r->radius[0] + slope * (h - r->along[0]);
        return fmin(depth, (radius - away) / sqrt(1.0 + slope * slope));
    }
    depth = fmin(depth, r->radius[0] - away);
    if (r->shape != TSU_REGION_WEDGE) return depth;
    /* between two half planes, at most half a turn apart */
    const tsu_sincos_pair low = tsu_sincos(r->angle[0]), high = tsu_sincos(r->angle[1]);
    return fmin(depth, fmin(low.cos * db - low.sin * da, high.sin * da - high.cos * db));
}

static double shape_depth(const tsu_region *r, const double x[3])
{
    double depth;
    switch (r->shape) {
    case TSU_REGION_BLOCK: return block_depth(r, x);
    case TSU_REGION_PRISM: return prism_depth(r, x);
    case TSU_REGION_PLANE: return from_plane(x, r->centre, r->normal);
    case TSU_REGION_CYLINDER:
    case TSU_REGION_CONE:
    case TSU_REGION_WEDGE: return turned_depth(r, x);
    case TSU_REGION_SPHERE: {
        const double d[3] = {x[0] - r->centre[0], x[1] - r->centre[1], x[2] - r->centre[2]};
        return r->radius[0] - sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    case TSU_REGION_UNION:
        depth = -INFINITY;
        for (int k = 0; k < r->parts; k++) {
            depth = fmax(depth, tsu_region_depth(r->part[k], x));
        }
        return depth;
    case TSU_REGION_INTERSECT:
        depth = INFINITY;
        for (int k = 0; k < r->parts; k++) {
            depth = fmin(depth, tsu_region_depth(r->part[k], x));
        }
        return depth;
    case TSU_REGION_SOLID: return r->solid.depth(r->solid.self, x);
    }
    return -INFINITY;
}

double tsu_region_depth(const tsu_region *r, const double x[3])
{
    double y[3];
    tsu_region_to_rest(r, x, y);
    return r->outside ? -shape_depth(r, y) : shape_depth(r, y);
}

/* ---- volume --------------------------------------------------------------------------------------------------------- */

/* The volume of a plain shape; NAN if it has to be estimated. */
static double exact_volume(const tsu_region *r)
{
    const double length = r->along[1] - r->along[0], a = r->radius[0], b = r->radius[1];
    switch (r->shape) {
    case TSU_REGION_BLOCK:
    case TSU_REGION_PRISM: return (r->hi[0] - r->lo[0]) * (r->hi[1] - r->lo[1]) * (r->hi[2] - r->lo[2]);
    case TSU_REGION_SPHERE: return 4.0 / 3.0 * PI * a * a * a;
    case TSU_REGION_CYLINDER: return PI * a * a * length;
    case TSU_REGION_CONE: return PI / 3.0 * (a * a + a * b + b * b) * length;
    case TSU_REGION_WEDGE: return 0.5 * (r->angle[1] - r->angle[0]) * a * a * length;
    case TSU_REGION_SOLID: return r->solid.volume;
    default: return NAN;
    }
}

/* Points that fill a box evenly: multiples of powers of the root of x^4 = x + 1, modulo 1. */
static double estimated_volume(const tsu_region *r, const double lo[3], const double hi[3], int64_t points)
{
    static const double step[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    int64_t inside = 0;
    double unit[3] = {0.5, 0.5, 0.5}, x[3];
    for (int64_t k = 0; k < points; k++) {
        for (int q = 0; q < 3; q++) {
            unit[q] += step[q];
            unit[q] -= unit[q] >= 1.0 ? 1.0 : 0.0;
            x[q] = lo[q] + unit[q] * (hi[q] - lo[q]);
        }
        inside += tsu_region_contains(r, x);
    }
    return (double)inside / (double)points * (hi[0] - lo[0]) * (hi[1] - lo[1]) * (hi[2] - lo[2]);
}

tsu_status tsu_region_volume(const tsu_region *r, const tsu_box *box, int64_t points, double *volume,
                             tsu_error *err)
{
    double lo[3], hi[3];
    bool cut = false;
    if (!tsu_region_bounds(r, lo, hi)) {
        for (int q = 0; q < 3; q++) {
            lo[q] = -INFINITY;
            hi[q] = INFINITY;
        }
    }
    for (int q = 0; q < 3 && box; q++) {
        cut = cut || lo[q] < box->lo[q] || hi[q] > box->hi[q];
        lo[q] = fmax(lo[q], box->lo[q]);
        hi[q] = fmin(hi[q], box->hi[q]);
    }
    if (!isfinite(lo[0] + lo[1] + lo[2] + hi[0] + hi[1] + hi[2]))
        return tsu_error_set(err, TSU_ERROR_INPUT, "region %s is infinite, so its volume is not defined",
                             r->name);
    if (lo[0] >= hi[0] || lo[1] >= hi[1] || lo[2] >= hi[2])
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "region %s is empty or lies outside the box; move it, or make the box larger",
                             r->name);
    *volume = cut || r->outside ? NAN : exact_volume(r);
    if (isnan(*volume)) *volume = estimated_volume(r, lo, hi, points > 0 ? points : POINTS);
    if (*volume > 0.0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "region %s is empty or lies outside the box; move it, or make the box larger",
                         r->name);
}
