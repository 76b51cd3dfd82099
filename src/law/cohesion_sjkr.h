/* SPDX-License-Identifier: Apache-2.0 */
/* cohesion_sjkr.h - attraction proportional to the disc in which the bodies cut each other (disc.h).
 *
 *   F = -k A, A = pi a^2     stored energy -k V, V the volume common to both */
#ifndef TSU_LAW_COHESION_SJKR_H
#define TSU_LAW_COHESION_SJKR_H

#include "law/cohesion_common.h"
#include "law/disc.h"

TSU_FN void tsu_cohesion_sjkr(const double *p, tsu_contact *c, double *h)
{
    (void)h;
    const double pi = 3.14159265358979323846, k = p[TSU_COHESION_DENSITY];
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0;
    const double f = -k * pi * tsu_disc_radius2(c, d), f_old = -k * pi * tsu_disc_radius2(c, d_old);
    const double u = -k * tsu_disc_volume(c, d), u_old = -k * tsu_disc_volume(c, d_old);
    tsu_cohesion_add(c, p[TSU_COHESION_REDUCE], f_old, u_old, f, u);
}

TSU_LAW_STAGE(tsu_sjkr_stage, TSU_COHESION, TSU_COHESION_COEFFICIENTS, 0, tsu_cohesion_sjkr)

static const tsu_law tsu_law_cohesion_sjkr = {
    .kind = TSU_COHESION,
    .name = "sjkr",
    .doc = "attraction proportional to the area of the overlap",
    .parameters = tsu_cohesion_parameters,
    .keywords = tsu_cohesion_keywords,
    .accounts = 1u << TSU_ACCOUNT_INTEGRATION,
    .coefficients = TSU_COHESION_COEFFICIENTS,
    .prepare = tsu_cohesion_prepare,
    .stage = tsu_sjkr_stage,
};

#endif
