/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_cylinder.h - a sphere at the surface of an infinite cylinder along an axis, felt from inside and outside. */
#ifndef TSU_SHAPE_SPHERE_CYLINDER_H
#define TSU_SHAPE_SPHERE_CYLINDER_H

#include "base/portable.h"
#include <math.h>

/* Distance of the centre x from the surface [m]; n: unit vector from the surface to the centre, so towards the axis
 * inside. On the axis every direction is nearest; the one along the next axis is taken. */
TSU_FN double tsu_cylinder_distance(int axis, const double centre[3], double radius, const double x[3],
                                    double n[3])
{
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const double da = x[a] - centre[a], db = x[b] - centre[b];
    const double r = sqrt(da * da + db * db), side = r < radius ? -1.0 : 1.0;
    n[axis] = 0.0;
    n[a] = r > 0.0 ? side * da / r : side;
    n[b] = r > 0.0 ? side * db / r : 0.0;
    return side * (r - radius);
}

#endif
