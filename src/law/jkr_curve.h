/* SPDX-License-Identifier: Apache-2.0 */
/* jkr_curve.h - the adhesive elastic contact of Johnson, Kendall and Roberts: overlap, force and energy by the
 * contact radius a, and a by the overlap.
 *
 *   d = a^2/R - sqrt(2 pi w a/E)     F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3)
 *   U = 8 E a^5/(15 R^2) - 4/3 (E a^3/R) sqrt(2 pi w a/E) + pi w a^2     (dU = F dd, U = 0 at a = 0)
 *
 * With a = A y^2, A^3 = pi w R^2/E, all contacts are one:
 *
 *   d R/A^2 = y^4 - sqrt2 y     F R/(E A^3) = 4/3 y^6 - sqrt8 y^3     U R^2/(E A^5) = 8/15 y^10 - 4/3 sqrt2 y^7 + y^4
 *
 * The overlap is least, -3/4, at y = sqrt(1/2); there the contact breaks when it is pulled apart by a given
 * distance, with the force -5/9 F_c, F_c = 3/2 pi w R. The force is least, -F_c, at y^6 = 9/8. With z = y - sqrt(1/2)
 * the overlap equation becomes z^2 (z^2 + sqrt8 z + 3) = d R/A^2 + 3/4, which has one root z >= 0 and no
 * cancellation; four Newton steps on its square root reach the last digit from any overlap.
 *
 * w = 0 is Hertz: A then is a length too small to be felt. */
#ifndef TSU_LAW_JKR_CURVE_H
#define TSU_LAW_JKR_CURVE_H

#include "base/power.h"
#include "law/law.h"

#define TSU_JKR_SQRT2 1.41421356237309504880

/* Overlap and energy at the least force, y^6 = 9/8, and at the least overlap, in the units above. */
#define TSU_JKR_PULL_OVERLAP  (-0.360562392576852096)
#define TSU_JKR_PULL_ENERGY   (-0.432674871092222515)
#define TSU_JKR_BREAK_OVERLAP (-0.75)
#define TSU_JKR_BREAK_ENERGY  0.1

typedef struct tsu_jkr {
    double young;  /* E          [Pa] */
    double radius; /* R          [m] */
    double unit;   /* A          [m] */
} tsu_jkr;

/* range = pi w/E [m] */
TSU_FN tsu_jkr tsu_jkr_make(double young, double radius, double range)
{
    const double unit = tsu_exp(1.0 / 3.0 * tsu_log(range * radius * radius)), least = 1e-30 * radius;
    const tsu_jkr made = {young, radius, unit > least ? unit : least};
    return made;
}

/* The overlap in units of A^2/R is one of the constants above [m]. */
TSU_FN double tsu_jkr_overlap(const tsu_jkr *j, double units)
{
    return units * j->unit * j->unit / j->radius;
}

/* y at overlap d; overlaps below the least are taken as it. */
TSU_FN double tsu_jkr_solve(const tsu_jkr *j, double d)
{
    const double above = d / j->unit * (j->radius / j->unit) + 0.75;
    const double e = sqrt(above > 0.0 ? above : 0.0);
    double z = e / sqrt(3.0 + 1.7 * sqrt(e) + e);
    for (int k = 0; k < 4; k++) {
        const double q = sqrt(z * (z + 2.0 * TSU_JKR_SQRT2) + 3.0);
        z -= (z * q - e) / (q + z * (z + TSU_JKR_SQRT2) / q);
    }
    return z + 0.5 * TSU_JKR_SQRT2;
}

TSU_FN double tsu_jkr_radius(const tsu_jkr *j, double y)
{
    return j->unit * y * y;
}

TSU_FN double tsu_jkr_force(const tsu_jkr *j, double y)
{
    const double y3 = y * y * y, a3 = j->unit * j->unit * j->unit;
    return j->young / j->radius * (4.0 / 3.0 * (a3 * y3 * y3) - 2.0 * TSU_JKR_SQRT2 * (a3 * y3));
}

/* U less its value `zero` where the contact ends, in the units above [J]. */
TSU_FN double tsu_jkr_energy(const tsu_jkr *j, double y, double zero)
{
    const double y4 = y * y * y * y, y3 = y * y * y, ratio = j->unit / j->radius;
    const double scale = j->young * j->unit * j->unit * j->unit * ratio * ratio;
    return scale * (y4 * (8.0 / 15.0 * (y3 * y3) - 4.0 / 3.0 * TSU_JKR_SQRT2 * y3 + 1.0) - zero);
}

#endif
