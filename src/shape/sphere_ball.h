/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_ball.h - a sphere at the surface of a fixed sphere, felt from inside and outside. */
#ifndef TSU_SHAPE_SPHERE_BALL_H
#define TSU_SHAPE_SPHERE_BALL_H

#include "base/portable.h"
#include <math.h>

/* Distance of the centre x from the surface [m]; n: unit vector from the surface to the centre. In the middle every direction is
 * nearest; that of x is taken. */
TSU_FN double tsu_ball_distance(const double middle[3], double radius, const double x[3], double n[3])
{
    const double dx = x[0] - middle[0], dy = x[1] - middle[1], dz = x[2] - middle[2];
    const double r = sqrt(dx * dx + dy * dy + dz * dz), side = r < radius ? -1.0 : 1.0;
    const double ux = side * dx / r, uy = side * dy / r, uz = side * dz / r;
    n[0] = r > 0.0 ? ux : side;
    n[1] = r > 0.0 ? uy : 0.0;
    n[2] = r > 0.0 ? uz : 0.0;
    return side * (r - radius);
}

#endif
