/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_plane.h - a sphere at a plane across an axis, felt from both sides. */
#ifndef TSU_SHAPE_SPHERE_PLANE_H
#define TSU_SHAPE_SPHERE_PLANE_H

#include "base/portable.h"
#include <math.h>

/* Distance of the centre x from the plane x[axis] = position [m]; n: unit vector from the plane to the centre. */
TSU_FN double tsu_plane_distance(int axis, double position, const double x[3], double n[3])
{
    const double height = x[axis] - position;
    n[0] = n[1] = n[2] = 0.0;
    n[axis] = height < 0.0 ? -1.0 : 1.0;
    return fabs(height);
}

#endif
