/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_cylinder.h - a sphere at the surface of an infinite cylinder along an axis, felt from inside and outside. */
#ifndef TSU_SHAPE_SPHERE_CYLINDER_H
#define TSU_SHAPE_SPHERE_CYLINDER_H

#include "base/portable.h"
#include <math.h>

/* In the plane across the axis: distance of a point (da, db) from a circle about the origin [m]; (*na, *nb): unit vector from the
 * circle to the point, so towards the centre inside. At the centre every direction is nearest; that of a is taken. */
TSU_FN double tsu_circle_distance(double da, double db, double radius, double *na, double *nb)
{
    const double r = sqrt(da * da + db * db), side = r < radius ? -1.0 : 1.0;
    const double a = side * da / r, b = side * db / r;
    *na = r > 0.0 ? a : side;
    *nb = r > 0.0 ? b : 0.0;
    return side * (r - radius);
}

/* Distance of the centre x from the surface [m]; n: unit vector from the surface to the centre. */
TSU_FN double tsu_cylinder_distance(int axis, const double centre[3], double radius, const double x[3],
                                    double n[3])
{
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    n[axis] = 0.0;
    return tsu_circle_distance(x[a] - centre[a], x[b] - centre[b], radius, &n[a], &n[b]);
}

#endif
