/* SPDX-License-Identifier: Apache-2.0 */
/* region_surface.c - the faces of plain regions near a point: every face from inside a shape, the nearest point from outside. */
#include "state/region.h"
#include <math.h>
#include <string.h>

/* Keeps a way from the surface if it is shorter than the reach. */
static int keep(double way[TSU_REGION_FACES][3], int count, const double one[3], double reach)
{
    if (!(sqrt(one[0] * one[0] + one[1] * one[1] + one[2] * one[2]) < reach)) return count;
    memcpy(way[count], one, 3 * sizeof(double));
    return count + 1;
}

static int in_block(const tsu_region *r, const double x[3], double reach, double way[TSU_REGION_FACES][3])
{
    int count = 0;
    for (int q = 0; q < 3; q++) {
        const double from[2] = {x[q] - r->lo[q], x[q] - r->hi[q]};
        for (int side = 0; side < 2; side++) {
            double one[3] = {0.0, 0.0, 0.0};
            one[q] = from[side];
            count = keep(way, count, one, reach);
        }
    }
    return count;
}

static int out_of_block(const tsu_region *r, const double x[3], double reach, double way[TSU_REGION_FACES][3])
{
    double one[3];
    for (int q = 0; q < 3; q++) {
        one[q] = x[q] - fmin(fmax(x[q], r->lo[q]), r->hi[q]);
    }
    return keep(way, 0, one, reach);
}

/* From inside and from outside alike; the centre has no nearest point. */
static int at_sphere(const tsu_region *r, const double x[3], double reach, double way[TSU_REGION_FACES][3])
{
    double one[3], length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        one[q] = x[q] - r->centre[q];
        length2 += one[q] * one[q];
    }
    if (!(length2 > 0.0)) return 0;
    const double factor = 1.0 - r->radius[0] / sqrt(length2);
    for (int q = 0; q < 3; q++) {
        one[q] *= factor;
    }
    return keep(way, 0, one, reach);
}

/* The mantle and the two ends. */
static int in_cylinder(const tsu_region *r, const double x[3], double reach, double way[TSU_REGION_FACES][3])
{
    const int a = (r->axis + 1) % 3, b = (r->axis + 2) % 3;
    const double da = x[a] - r->centre[a], db = x[b] - r->centre[b], far = sqrt(da * da + db * db);
    int count = 0;
    if (far > 0.0) {
        double one[3] = {0.0, 0.0, 0.0};
        one[a] = da * (1.0 - r->radius[0] / far);
        one[b] = db * (1.0 - r->radius[0] / far);
        count = keep(way, count, one, reach);
    }
    for (int side = 0; side < 2; side++) {
        double one[3] = {0.0, 0.0, 0.0};
        one[r->axis] = x[r->axis] - r->along[side];
        count = keep(way, count, one, reach);
    }
    return count;
}

static int out_of_cylinder(const tsu_region *r, const double x[3], double reach,
                           double way[TSU_REGION_FACES][3])
{
    const int a = (r->axis + 1) % 3, b = (r->axis + 2) % 3;
    const double da = x[a] - r->centre[a], db = x[b] - r->centre[b], far = sqrt(da * da + db * db);
    const double factor = far > r->radius[0] ? 1.0 - r->radius[0] / far : 0.0;
    double one[3];
    one[r->axis] = x[r->axis] - fmin(fmax(x[r->axis], r->along[0]), r->along[1]);
    one[a] = da * factor;
    one[b] = db * factor;
    return keep(way, 0, one, reach);
}

static int at_plane(const tsu_region *r, const double x[3], double reach, double way[TSU_REGION_FACES][3])
{
    double height = 0.0, one[3];
    for (int q = 0; q < 3; q++) {
        height += (x[q] - r->centre[q]) * r->normal[q];
    }
    for (int q = 0; q < 3; q++) {
        one[q] = height * r->normal[q];
    }
    return keep(way, 0, one, reach);
}

int tsu_region_surface(const tsu_region *r, const double x[3], double reach, double way[TSU_REGION_FACES][3])
{
    double at[3];
    if (r->rotate[0]) return -1;
    tsu_region_to_rest(r, x, at);
    switch (r->shape) {
    case TSU_REGION_BLOCK: return r->outside ? out_of_block(r, at, reach, way) : in_block(r, at, reach, way);
    case TSU_REGION_SPHERE: return at_sphere(r, at, reach, way);
    case TSU_REGION_CYLINDER:
        return r->outside ? out_of_cylinder(r, at, reach, way) : in_cylinder(r, at, reach, way);
    case TSU_REGION_PLANE: return at_plane(r, at, reach, way);
    default: return -1;
    }
}
