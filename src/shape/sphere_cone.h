/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_cone.h - a sphere at the surface of a cone that is cut off at both ends and open there, felt from inside and outside.
 *
 * Seen in the half plane of the axis and the centre, the surface is a straight line from (0, radius) to the other end, `length` long,
 * in the direction `slope` = (along the axis, away from it). The nearest point lies on it, or it is one of its ends: the rim. */
#ifndef TSU_SHAPE_SPHERE_CONE_H
#define TSU_SHAPE_SPHERE_CONE_H

#include "shape/sphere_cylinder.h"

/* Distance of the centre x from the surface [m]; n: unit vector from the surface to the centre. */
TSU_FN double tsu_cone_distance(const double point[3], const double axis[3], const double across[3],
                                double radius, const double slope[2], double length, const double x[3],
                                double n[3])
{
    double s, out[3];
    const double r = tsu_axis_distance(point, axis, across, x, &s, out) - radius;
    const double t = s * slope[0] + r * slope[1], height = r * slope[0] - s * slope[1];
    const double side = height < 0.0 ? -1.0 : 1.0, rim = t < 0.0 ? 0.0 : length;
    const double ds = s - rim * slope[0], dr = r - rim * slope[1], d = sqrt(ds * ds + dr * dr);
    const double rs = ds / d, rr = dr / d;
    const double over = t < 0.0 || t > length ? d : 0.0; /* not 0: nearest to the rim */
    const double ns = over > 0.0 ? rs : -side * slope[1], nr = over > 0.0 ? rr : side * slope[0];
    n[0] = nr * out[0] + ns * axis[0];
    n[1] = nr * out[1] + ns * axis[1];
    n[2] = nr * out[2] + ns * axis[2];
    return over > 0.0 ? over : fabs(height);
}

#endif
