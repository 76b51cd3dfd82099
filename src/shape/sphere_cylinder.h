/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_cylinder.h - a sphere at the surface of an endless cylinder, felt from inside and outside. */
#ifndef TSU_SHAPE_SPHERE_CYLINDER_H
#define TSU_SHAPE_SPHERE_CYLINDER_H

#include "base/portable.h"
#include <math.h>

/* Where a point lies as seen from an axis through `origin`: how far along it; returns how far from it [m]. `out`: unit vector from the
 * axis to the point; on the axis every direction is nearest, and `across` is taken. */
TSU_FN double tsu_axis_distance(const double origin[3], const double axis[3], const double across[3],
                                const double x[3], double *along, double out[3])
{
    const double dx = x[0] - origin[0], dy = x[1] - origin[1], dz = x[2] - origin[2];
    const double s = dx * axis[0] + dy * axis[1] + dz * axis[2];
    const double ex = dx - s * axis[0], ey = dy - s * axis[1], ez = dz - s * axis[2];
    const double r = sqrt(ex * ex + ey * ey + ez * ez);
    const double ux = ex / r, uy = ey / r, uz = ez / r;
    out[0] = r > 0.0 ? ux : across[0];
    out[1] = r > 0.0 ? uy : across[1];
    out[2] = r > 0.0 ? uz : across[2];
    *along = s;
    return r;
}

/* Distance of the centre x from the surface [m]; n: unit vector from the surface to the centre, its zeros without a sign. */
TSU_FN double tsu_cylinder_distance(const double point[3], const double axis[3], const double across[3],
                                    double radius, const double x[3], double n[3])
{
    double along, out[3];
    const double r = tsu_axis_distance(point, axis, across, x, &along, out), side = r < radius ? -1.0 : 1.0;
    n[0] = side * out[0] + 0.0;
    n[1] = side * out[1] + 0.0;
    n[2] = side * out[2] + 0.0;
    return side * (r - radius);
}

#endif
