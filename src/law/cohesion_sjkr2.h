/* SPDX-License-Identifier: Apache-2.0 */
/* cohesion_sjkr2.h - attraction proportional to a contact area that is linear in the overlap.
 *
 *   F = -k A, A = 4 pi R* d, at a wall 2 pi R d     stored energy F d/2 */
#ifndef TSU_LAW_COHESION_SJKR2_H
#define TSU_LAW_COHESION_SJKR2_H

#include "law/cohesion_common.h"

TSU_FN void tsu_cohesion_sjkr2(const double *p, tsu_contact *c, double *h)
{
    (void)h;
    const double pi = 3.14159265358979323846;
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0;
    const double slope = -p[TSU_COHESION_DENSITY] * (c->wall ? 2.0 : 4.0) * pi * c->r_eff;
    const double f = slope * d, f_old = slope * d_old;
    tsu_cohesion_add(c, p[TSU_COHESION_REDUCE], f_old, 0.5 * f_old * d_old, f, 0.5 * f * d);
}

TSU_LAW_STAGE(tsu_sjkr2_stage, TSU_COHESION, TSU_COHESION_COEFFICIENTS, 0, tsu_cohesion_sjkr2)

static const tsu_law tsu_law_cohesion_sjkr2 = {
    .kind = TSU_COHESION,
    .name = "sjkr2",
    .doc = "attraction proportional to R* d",
    .parameters = tsu_cohesion_parameters,
    .keywords = tsu_cohesion_keywords,
    .accounts = 1u << TSU_ACCOUNT_INTEGRATION,
    .coefficients = TSU_COHESION_COEFFICIENTS,
    .prepare = tsu_cohesion_prepare,
    .stage = tsu_sjkr2_stage,
};

#endif
