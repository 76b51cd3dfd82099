/* SPDX-License-Identifier: Apache-2.0 */
/* inertia.h - volume, centre and inertia of a body of density 1 kg/m^3, and the principal axes of an inertia tensor. */
#ifndef TSU_STATE_INERTIA_H
#define TSU_STATE_INERTIA_H

#include "base/error.h"

typedef struct tsu_solid {
    double volume;    /* [m^3] */
    double centre[3]; /* of mass                                                                   [m] */
    double inertia[3]
                  [3]; /* about the centre, for a density of 1: of y^2 + z^2, -x y ...              [m^5] */
    double moments[3]; /* the principal ones, ascending                                             [m^5] */
    double axes[3][3]; /* axes[k]: unit vector of moment k; right-handed */
    double radius;     /* of the sphere about the centre that holds the body                        [m] */
    double error; /* relative: of the volume, of the centre by the radius, of the inertia by V radius^2 */
} tsu_solid;

/* Principal moments (ascending) and axes (right-handed) of a symmetric tensor. What is smaller than `tolerance` times the largest entry
 * counts as zero, and moments so near to each other as equal, so that a body of symmetry has axes that rounding does not choose: equal moments take
 * axes as near to x, y and z as can be; else the largest component of the first two axes is positive. */
void tsu_inertia_principal(const double tensor[3][3], double tolerance, double moments[3], double axes[3][3]);

/* Whether a tensor can be that of a body: finite, positive, and no moment larger than the other two together. `what` names it in the
 * sentence. */
tsu_status tsu_inertia_check(const double tensor[3][3], const char *what, tsu_error *err);

/* Inertia about the centre, volume and centre from the integrals of 1, x, y, z, and xx, yy, zz, xy, xz, yz over a body; then moments and axes.
 * `tolerance` as above. */
void tsu_solid_complete(tsu_solid *s, double volume, const double first[3], const double second[6],
                        double tolerance);

#endif
