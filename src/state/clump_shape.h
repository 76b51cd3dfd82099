/* SPDX-License-Identifier: Apache-2.0 */
/* clump_shape.h - volume, centre and inertia of a union of spheres, to about 1e-12.
 *
 * The union is cut by planes of constant z. In such a plane it is a union of discs, whose boundary consists of arcs: area and moments are
 * integrals along them in closed form (Green). Over z these are integrated between the heights at which the boundary changes its
 * form: poles of spheres, highest and lowest points of the circles in which two spheres meet, points in which three do. In between they are
 * smooth but for square roots at the ends, which z = a + (b - a) t^2 (3 - 2 t) takes away, so that the rule of Gauss and Kronrod (7 and
 * 15 points) converges fast; pieces are halved until both agree. The sum of what they differ by is the error. */
#ifndef TSU_STATE_CLUMP_SHAPE_H
#define TSU_STATE_CLUMP_SHAPE_H

#include "state/inertia.h"
#include <stdint.h>

/* Refuses, with a sentence that names the spheres (counted from 1): none at all, a coordinate or radius that is not finite, a radius that is
 * not larger than 0, two that are the same, and spheres that do not hang together. Spheres that nearly touch do: a gap of 1e-6
 * of the smaller radius is a matter of rounding in files. */
tsu_status tsu_clump_shape_check(int32_t count, const double (*centre)[3], const double *radius,
                                 tsu_error *err);

/* Measures the union. Spheres may lie within each other or apart; only what makes no volume is refused (see above). */
tsu_status tsu_clump_shape_measure(int32_t count, const double (*centre)[3], const double *radius,
                                   tsu_solid *out, tsu_error *err);

/* ---- sections: clump_section.c ------------------------------------------------------------------------------------- */

typedef struct tsu_disc_arc {
    double from, to; /* covered angles                                                        [rad] */
    double cos0, sin0, cos1, sin1; /* of both */
} tsu_disc_arc;

typedef struct tsu_disc {
    double x, y, r;
} tsu_disc;

enum { TSU_SECTION_NUMBERS = 6 };

/* Area, integrals of x, y, xx, yy, xy over the union of discs. `room` has two places for each disc. */
void tsu_disc_union(int32_t count, const tsu_disc *disc, tsu_disc_arc *room, double out[TSU_SECTION_NUMBERS]);

#endif
