/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_epsd.h - elastic-plastic spring-dashpot rolling resistance, as LIGGGHTS has it:
 *
 *   k_r = 2.25 k_n mu_r^2 R*^2     M_max = mu_r |F_n| R*     c_r = 2 eta_r sqrt(I_r k_r), I_r about the contact point */
#ifndef TSU_LAW_ROLLING_EPSD_H
#define TSU_LAW_ROLLING_EPSD_H

#include "law/rolling_spring.h"

enum { TSU_EPSD_MU, TSU_EPSD_ETA, TSU_EPSD_TORSION, TSU_EPSD_COEFFICIENTS };

TSU_FN tsu_roll tsu_epsd_roll(const double *p, const tsu_contact *c, double k_n, double k_n_before)
{
    const double reach = p[TSU_EPSD_MU] * c->r_eff;
    const double k_r = 2.25 * k_n * reach * reach, k_old = 2.25 * k_n_before * reach * reach;
    return tsu_roll_make(k_r, k_old, 2.0 * p[TSU_EPSD_ETA] * sqrt(tsu_rolling_inertia_contact(c) * k_r));
}

TSU_FN void tsu_rolling_epsd_given(const double *p, tsu_contact *c, double *h, tsu_roll r)
{
    tsu_rolling_spring(c, r, p[TSU_EPSD_MU] * c->r_eff * fabs(c->f_n), p[TSU_EPSD_TORSION] != 0.0, h);
}

TSU_FN void tsu_rolling_epsd(const double *p, tsu_contact *c, double *h)
{
    tsu_rolling_epsd_given(p, c, h, tsu_epsd_roll(p, c, c->k_n, c->k_n_before));
}

TSU_FN void tsu_epsd_know(const double *p, const tsu_contact *c, double *known)
{
    tsu_roll_know(tsu_epsd_roll(p, c, c->k_n, c->k_n), known);
}

TSU_FN void tsu_rolling_epsd_known(const double *p, tsu_contact *c, double *h)
{
    tsu_rolling_epsd_given(p, c, h, tsu_roll_known(p + TSU_EPSD_COEFFICIENTS));
}

static const tsu_law_parameter tsu_epsd_parameters[] = {
    TSU_PARAMETER_ROLLING_FRICTION, TSU_PARAMETER_ROLLING_DAMPING, {0}};
static const tsu_law_history tsu_epsd_history[] = {TSU_ROLL_HISTORY_TABLE, {0}};
static const tsu_law_keyword tsu_epsd_keywords[] = {TSU_KEYWORD_TORSION, TSU_KEYWORD_HEATING_ROLLING, {0}};

static inline tsu_status tsu_epsd_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_EPSD_MU] = in->value[0][0];
    coefficient[TSU_EPSD_ETA] = in->value[1][0];
    coefficient[TSU_EPSD_TORSION] = in->keyword[0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_epsd_stage, TSU_ROLLING, TSU_EPSD_COEFFICIENTS, TSU_ROLL_HISTORY, tsu_rolling_epsd)

static const tsu_law tsu_law_rolling_epsd = {
    .kind = TSU_ROLLING,
    .name = "epsd",
    .doc = "elastic-plastic spring-dashpot, stiffness 2.25 k_n mu_r^2 R*^2",
    .parameters = tsu_epsd_parameters,
    .history = tsu_epsd_history,
    .keywords = tsu_epsd_keywords,
    .accounts = TSU_ROLL_ACCOUNTS,
    .heating = "heating_rolling_friction",
    .coefficients = TSU_EPSD_COEFFICIENTS,
    .prepare = tsu_epsd_prepare,
    .stage = tsu_epsd_stage,
};

#endif
