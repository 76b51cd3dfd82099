/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_plane.h - a sphere at a plane, felt from both sides. */
#ifndef TSU_SHAPE_SPHERE_PLANE_H
#define TSU_SHAPE_SPHERE_PLANE_H

#include "base/portable.h"
#include <math.h>

/* Distance of the centre x from the plane through a point, across the unit vector `normal` [m]; n: unit vector from the plane to the
 * centre. Its zeros have no sign: a plane across z has the same bits whichever way its normal points. */
TSU_FN double tsu_plane_distance(const double point[3], const double normal[3], const double x[3],
                                 double n[3])
{
    const double height =
        (x[0] - point[0]) * normal[0] + (x[1] - point[1]) * normal[1] + (x[2] - point[2]) * normal[2];
    const double side = height < 0.0 ? -1.0 : 1.0;
    n[0] = side * normal[0] + 0.0;
    n[1] = side * normal[1] + 0.0;
    n[2] = side * normal[2] + 0.0;
    return fabs(height);
}

#endif
