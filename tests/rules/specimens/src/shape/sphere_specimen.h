/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_specimen.h - a sphere above a plane z = level. */
#ifndef TSU_SHAPE_SPHERE_SPECIMEN_H
#define TSU_SHAPE_SPHERE_SPECIMEN_H

#include "base/portable.h"
#include <math.h>

/* Distance of the centre x from the surface [m]; n: unit vector from the surface to the centre. */
TSU_FN double tsu_specimen_distance(double level, const double x[3], double n[3])
{
    const double side = x[2] < level ? -1.0 : 1.0;
    n[0] = n[1] = 0.0;
    n[2] = side;
    return side * (x[2] - level);
}

#endif
