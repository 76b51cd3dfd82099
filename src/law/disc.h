/* SPDX-License-Identifier: Apache-2.0 */
/* disc.h - the disc in which two overlapping spheres, or a sphere and a plane, cut each other.
 *
 *   spheres  a^2 = d (2R_i-d)(2R_j-d)(2R_i+2R_j-d) / (4 (R_i+R_j-d)^2)     plane  a^2 = d (2R-d)
 *
 * which is the usual formula in the distance of the centres, factored so that small overlaps lose no digits.
 * The volume common to both bodies is the integral of pi a^2 over the overlap:
 *
 *   spheres  V = pi d^2 (12 R_i R_j - d (4 (R_i+R_j) - d)) / (12 (R_i+R_j-d))     plane  V = pi d^2 (R - d/3)
 *
 * An overlap beyond the smaller diameter, where one sphere lies within the other, has no disc. */
#ifndef TSU_LAW_DISC_H
#define TSU_LAW_DISC_H

#include "law/law.h"

/* Largest overlap with a disc: the smaller diameter [m]. */
TSU_FN double tsu_disc_deepest(const tsu_contact *c)
{
    return 2.0 * (c->radius_i < c->radius_j ? c->radius_i : c->radius_j);
}

/* a^2 at overlap d >= 0 [m^2] */
TSU_FN double tsu_disc_radius2(const tsu_contact *c, double d)
{
    const double sum = c->radius_i + c->radius_j, r = sum - d;
    const double sides = (2.0 * c->radius_i - d) * (2.0 * c->radius_j - d);
    const double spheres = d * sides * (2.0 * sum - d) / (4.0 * r * r);
    const double plane = d * (2.0 * c->radius_i - d);
    const double a2 = c->wall ? plane : spheres;
    return d < tsu_disc_deepest(c) ? a2 : 0.0;
}

/* V at overlap d >= 0 [m^3] */
TSU_FN double tsu_disc_volume(const tsu_contact *c, double d)
{
    const double pi = 3.14159265358979323846;
    const double deepest = tsu_disc_deepest(c), depth = d < deepest ? d : deepest;
    const double sum = c->radius_i + c->radius_j;
    const double gap = sum - depth, least = 1e-9 * sum, r = gap > least ? gap : least;
    const double product = c->radius_i * c->radius_j;
    const double spheres = (12.0 * product - depth * (4.0 * sum - depth)) / (12.0 * r);
    const double plane = c->radius_i - depth / 3.0;
    return pi * depth * depth * (c->wall ? plane : spheres);
}

#endif
