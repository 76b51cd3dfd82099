/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_epsd2.h - elastic-plastic spring rolling resistance with the tangential stiffness, no dashpot, as LIGGGHTS has
 * it:
 *
 *   k_r = k_t R*^2     M_max = mu_r |F_n| R* */
#ifndef TSU_LAW_ROLLING_EPSD2_H
#define TSU_LAW_ROLLING_EPSD2_H

#include "law/rolling_spring.h"

enum { TSU_EPSD2_MU, TSU_EPSD2_TORSION, TSU_EPSD2_COEFFICIENTS };

TSU_FN tsu_roll tsu_epsd2_roll(const tsu_contact *c, double k_t, double k_t_before)
{
    return tsu_roll_make(k_t * c->r_eff * c->r_eff, k_t_before * c->r_eff * c->r_eff, 0.0);
}

TSU_FN void tsu_rolling_epsd2_given(const double *p, tsu_contact *c, double *h, tsu_roll r)
{
    const double limit = p[TSU_EPSD2_MU] * fabs(c->f_n) * c->r_eff;
    tsu_rolling_spring(c, r, limit, p[TSU_EPSD2_TORSION] != 0.0, h);
}

TSU_FN void tsu_rolling_epsd2(const double *p, tsu_contact *c, double *h)
{
    tsu_rolling_epsd2_given(p, c, h, tsu_epsd2_roll(c, c->k_t, c->k_t_before));
}

TSU_FN void tsu_epsd2_know(const double *p, const tsu_contact *c, double *known)
{
    (void)p;
    tsu_roll_know(tsu_epsd2_roll(c, c->k_t, c->k_t), known);
}

TSU_FN void tsu_rolling_epsd2_known(const double *p, tsu_contact *c, double *h)
{
    tsu_rolling_epsd2_given(p, c, h, tsu_roll_known(p + TSU_EPSD2_COEFFICIENTS));
}

static const tsu_law_parameter tsu_epsd2_parameters[] = {TSU_PARAMETER_ROLLING_FRICTION, {0}};
static const tsu_law_history tsu_epsd2_history[] = {TSU_ROLL_HISTORY_TABLE, {0}};
static const tsu_law_keyword tsu_epsd2_keywords[] = {TSU_KEYWORD_TORSION, TSU_KEYWORD_HEATING_ROLLING, {0}};

static inline tsu_status tsu_epsd2_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_EPSD2_MU] = in->value[0][0];
    coefficient[TSU_EPSD2_TORSION] = in->keyword[0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_epsd2_stage, TSU_ROLLING, TSU_EPSD2_COEFFICIENTS, TSU_ROLL_HISTORY, tsu_rolling_epsd2)

static const tsu_law tsu_law_rolling_epsd2 = {
    .kind = TSU_ROLLING,
    .name = "epsd2",
    .doc = "elastic-plastic spring with stiffness k_t R*^2, no dashpot",
    .parameters = tsu_epsd2_parameters,
    .history = tsu_epsd2_history,
    .keywords = tsu_epsd2_keywords,
    .accounts = 1u << TSU_ACCOUNT_ROLLING_SLIP | 1u << TSU_ACCOUNT_ROLLING_HISTORY,
    .heating = "heating_rolling_friction",
    .coefficients = TSU_EPSD2_COEFFICIENTS,
    .prepare = tsu_epsd2_prepare,
    .stage = tsu_epsd2_stage,
};

#endif
