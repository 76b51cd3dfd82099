/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_epsd3.h - elastic-plastic spring-dashpot rolling resistance with a stiffness of its own
 * (docs/theory/rolling_epsd3.md).
 *
 *   k_r = kappa k_n mu_r^2 R*^2 (5)     M_max = mu_r |F_n| R* (7)     c_r = 2 eta_r sqrt(I_r k_r) (9)
 *
 * I_r is the inertia about the contact point; keyword `reducedInertia centre` takes the printed form
 * (I_i R_j^2 + I_j R_i^2)/(R_i + R_j)^2 instead (8), which at a wall or a body held
 * fast becomes the inertia of the other. */
#ifndef TSU_LAW_ROLLING_EPSD3_H
#define TSU_LAW_ROLLING_EPSD3_H

#include "law/rolling_spring.h"

enum {
    TSU_EPSD3_MU,
    TSU_EPSD3_KAPPA,
    TSU_EPSD3_ETA,
    TSU_EPSD3_TORSION,
    TSU_EPSD3_CENTRE,
    TSU_EPSD3_COEFFICIENTS
};

TSU_FN double tsu_rolling_inertia_centre(const tsu_contact *c)
{
    const double r2_i = c->radius_i * c->radius_i, r2_j = c->radius_j * c->radius_j;
    const double sum = c->radius_i + c->radius_j;
    const double inv_sum = c->inv_mass_i + c->inv_mass_j, inv_product = c->inv_mass_i * c->inv_mass_j;
    const bool pair = inv_product > 0.0, any = inv_sum > 0.0;
    const double one = 0.4 * (c->inv_mass_i > 0.0 ? r2_i : r2_j);
    const double above = pair ? 0.4 * (r2_i * r2_j) * inv_sum : one;
    const double below = pair ? inv_product * (sum * sum) : inv_sum;
    return any ? above / below : 0.0;
}

TSU_FN tsu_roll tsu_epsd3_roll(const double *p, const tsu_contact *c, double k_n, double k_n_before)
{
    const double reach = p[TSU_EPSD3_MU] * c->r_eff;
    const double k_r = p[TSU_EPSD3_KAPPA] * k_n * reach * reach;
    const double k_old = p[TSU_EPSD3_KAPPA] * k_n_before * reach * reach;
    const double about_contact = tsu_rolling_inertia_contact(c), about_centre = tsu_rolling_inertia_centre(c);
    const double inertia = p[TSU_EPSD3_CENTRE] != 0.0 ? about_centre : about_contact;
    return tsu_roll_make(k_r, k_old, 2.0 * p[TSU_EPSD3_ETA] * sqrt(inertia * k_r));
}

TSU_FN void tsu_rolling_epsd3_given(const double *p, tsu_contact *c, double *h, tsu_roll r)
{
    tsu_rolling_spring(c, r, p[TSU_EPSD3_MU] * c->r_eff * fabs(c->f_n), p[TSU_EPSD3_TORSION] != 0.0, h);
}

TSU_FN void tsu_rolling_epsd3(const double *p, tsu_contact *c, double *h)
{
    tsu_rolling_epsd3_given(p, c, h, tsu_epsd3_roll(p, c, c->k_n, c->k_n_before));
}

TSU_FN void tsu_epsd3_know(const double *p, const tsu_contact *c, double *known)
{
    tsu_roll_know(tsu_epsd3_roll(p, c, c->k_n, c->k_n), known);
}

TSU_FN void tsu_rolling_epsd3_known(const double *p, tsu_contact *c, double *h)
{
    tsu_rolling_epsd3_given(p, c, h, tsu_roll_known(p + TSU_EPSD3_COEFFICIENTS));
}

static const tsu_law_parameter tsu_epsd3_parameters[] = {TSU_PARAMETER_ROLLING_FRICTION,
                                                         {.name = "rollingStiffness",
                                                          .shape = TSU_SCALAR,
                                                          .unit = "-",
                                                          .doc = "stiffness factor kappa",
                                                          .lowest = 0.0,
                                                          .lowest_open = true,
                                                          .highest = INFINITY},
                                                         TSU_PARAMETER_ROLLING_DAMPING,
                                                         {0}};
static const tsu_law_history tsu_epsd3_history[] = {TSU_ROLL_HISTORY_TABLE, {0}};
static const char *const tsu_epsd3_inertia[] = {"contact", "centre", NULL};
static const tsu_law_keyword tsu_epsd3_keywords[] = {
    TSU_KEYWORD_TORSION,
    {"reducedInertia", tsu_epsd3_inertia, "inertia of the dashpot: about the contact, or the printed form"},
    TSU_KEYWORD_HEATING_ROLLING,
    {0}};

static inline tsu_status tsu_epsd3_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_EPSD3_MU] = in->value[0][0];
    coefficient[TSU_EPSD3_KAPPA] = in->value[1][0];
    coefficient[TSU_EPSD3_ETA] = in->value[2][0];
    coefficient[TSU_EPSD3_TORSION] = in->keyword[0];
    coefficient[TSU_EPSD3_CENTRE] = in->keyword[1];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_epsd3_stage, TSU_ROLLING, TSU_EPSD3_COEFFICIENTS, TSU_ROLL_HISTORY, tsu_rolling_epsd3)

static const tsu_law tsu_law_rolling_epsd3 = {
    .kind = TSU_ROLLING,
    .name = "epsd3",
    .doc = "elastic-plastic spring-dashpot with its own stiffness factor",
    .parameters = tsu_epsd3_parameters,
    .history = tsu_epsd3_history,
    .keywords = tsu_epsd3_keywords,
    .accounts = TSU_ROLL_ACCOUNTS,
    .heating = "heating_rolling_friction",
    .coefficients = TSU_EPSD3_COEFFICIENTS,
    .prepare = tsu_epsd3_prepare,
    .stage = tsu_epsd3_stage,
};

#endif
