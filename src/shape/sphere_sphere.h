/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_sphere.h - overlap and normal of two spheres. */
#ifndef TSU_SHAPE_SPHERE_SPHERE_H
#define TSU_SHAPE_SPHERE_SPHERE_H

#include "base/vec.h"

typedef struct tsu_touch {
    double overlap; /* negative: apart                               [m] */
    double inverse; /* of the distance of the centres; 0 if they coincide [1/m] */
    tsu_vec3 n;     /* unit vector from j to i; 0 if the centres coincide: then there is no force */
} tsu_touch;

/* delta = x_i - x_j with the image applied [m]. */
TSU_FN tsu_touch tsu_sphere_sphere(tsu_vec3 delta, double radius_i, double radius_j)
{
    const double r2 = tsu_vec3_norm2(delta), r = sqrt(r2);
    const double inverse = r2 > 0.0 ? r * (1.0 / r2) : 0.0; /* the division need not wait for the root */
    const tsu_touch made = {
        (radius_i + radius_j) - r, inverse, {delta.x * inverse, delta.y * inverse, delta.z * inverse}};
    return made;
}

#endif
