/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_luding.h - rolling and torsion springs with a load that counts adhesion (S. Luding, Granular Matter 10, 235
 * (2008)), with the coefficients of LIGGGHTS:
 *
 *   k_r = coeffRollingStiffness k_t R*^2     M_max = mu_r |F_n + k_c d - F0| R*     c_r = 2 eta gamma_t sqrt(I_r k_r)
 *
 * eta multiplies a damping, so it has the unit s/kg. `torsion on` adds a second spring of the same stiffness, limit and
 * dashpot for the spin along n, with a memory of its own (LIGGGHTS lets both share one). */
#ifndef TSU_LAW_ROLLING_LUDING_H
#define TSU_LAW_ROLLING_LUDING_H

#include "law/rolling_spring.h"

enum {
    TSU_ROLL_LUDING_MU,
    TSU_ROLL_LUDING_STIFFNESS,
    TSU_ROLL_LUDING_ETA,
    TSU_ROLL_LUDING_TORSION,
    TSU_ROLL_LUDING_COEFFICIENTS
};
enum { TSU_ROLL_LUDING_TWIST = TSU_ROLL_HISTORY, TSU_ROLL_LUDING_TWIST_DAMP, TSU_ROLL_LUDING_HISTORY };

/* The spring of rolling_spring.h for the spin along n; h: its torque along n and its last dashpot torque. */
TSU_FN void tsu_torsion_spring(tsu_contact *c, double k, double k_old, double damping, double limit,
                               double *h)
{
    const double m_old = h[0], damp_old = h[1], w = tsu_vec3_dot(c->w_r, c->n);
    const double trial = m_old + k * w * c->dt, size = fabs(trial);
    const bool saturated = size > limit;
    const double kept = saturated ? limit / size : 1.0, keep = c->touching ? kept : 0.0;
    const double m = keep * trial, dashpot = saturated ? 0.0 : damping;
    const double damp = c->touching ? dashpot * w : 0.0;
    c->m_r = tsu_vec3_madd(c->m_r, m + damp, c->n);

    const double soft = tsu_roll_compliance(k), soft_old = tsu_roll_compliance(k_old);
    const double m_trial = soft * (m * trial), old_trial = soft_old * (m_old * trial);
    tsu_roll_book(c, c->dt * (m_old * c->w_n_before + m * w), soft_old * (m_old * m_old), keep * m_trial,
                  (1.0 - keep) * (old_trial + m_trial), soft > 0.0);
    c->account[TSU_ACCOUNT_ROLLING_DASHPOT] += 0.5 * c->dt * (damp_old * c->w_n_before + damp * w);
    h[0] = m;
    h[1] = damp;
}

TSU_FN void tsu_rolling_luding(const double *p, tsu_contact *c, double *h)
{
    const double k_r = p[TSU_ROLL_LUDING_STIFFNESS] * c->k_t * c->r_eff * c->r_eff;
    const double limit = p[TSU_ROLL_LUDING_MU] * fabs(c->f_n + c->adhesion) * c->r_eff;
    const double c_r = 2.0 * p[TSU_ROLL_LUDING_ETA] * c->gamma_t * sqrt(tsu_rolling_inertia_contact(c) * k_r);
    const double k_old = p[TSU_ROLL_LUDING_STIFFNESS] * c->k_t_before * c->r_eff * c->r_eff;
    const double torsion = p[TSU_ROLL_LUDING_TORSION];
    tsu_rolling_spring(c, tsu_roll_make(k_r, k_old, c_r), limit, false, h);
    tsu_torsion_spring(c, torsion * k_r, torsion * k_old, torsion * c_r, torsion * limit,
                       &h[TSU_ROLL_LUDING_TWIST]);
}

static const tsu_law_parameter tsu_roll_luding_parameters[] = {
    TSU_PARAMETER_ROLLING_FRICTION,
    {.name = "coeffRollingStiffness",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "rolling stiffness over tangential stiffness",
     .lowest = 0.0,
     .highest = INFINITY},
    {.name = "coefficientRollingViscousDamping",
     .shape = TSU_PER_PAIR,
     .unit = "s/kg",
     .doc = "rolling damping eta over the tangential dashpot",
     .lowest = 0.0,
     .highest = INFINITY},
    {0}};
static const tsu_law_history tsu_roll_luding_history[] = {
    TSU_ROLL_HISTORY_TABLE,
    {.name = "r_twist", .width = 1, .unit = "N m", .doc = "torsion spring torque along n"},
    {.name = "m_twist_damp",
     .width = 1,
     .internal = true,
     .unit = "N m",
     .doc = "torsion dashpot torque of the last step"},
    {0}};
static const tsu_law_keyword tsu_roll_luding_keywords[] = {
    {"torsion", tsu_choices_off_on, "also resist the spin about the normal"},
    TSU_KEYWORD_HEATING_ROLLING,
    {0}};

static inline tsu_status tsu_roll_luding_prepare(const tsu_law_inputs *in, double *coefficient,
                                                 tsu_error *err)
{
    (void)err;
    coefficient[TSU_ROLL_LUDING_MU] = in->value[0][0];
    coefficient[TSU_ROLL_LUDING_STIFFNESS] = in->value[1][0];
    coefficient[TSU_ROLL_LUDING_ETA] = in->value[2][0];
    coefficient[TSU_ROLL_LUDING_TORSION] = in->keyword[0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_roll_luding_stage, TSU_ROLLING, TSU_ROLL_LUDING_COEFFICIENTS, TSU_ROLL_LUDING_HISTORY,
              tsu_rolling_luding)

static const tsu_law tsu_law_rolling_luding = {
    .kind = TSU_ROLLING,
    .name = "luding",
    .doc = "rolling and torsion springs with a load that counts adhesion",
    .parameters = tsu_roll_luding_parameters,
    .history = tsu_roll_luding_history,
    .keywords = tsu_roll_luding_keywords,
    .accounts = TSU_ROLL_ACCOUNTS,
    .heating = "heating_rolling_friction",
    .coefficients = TSU_ROLL_LUDING_COEFFICIENTS,
    .prepare = tsu_roll_luding_prepare,
    .stage = tsu_roll_luding_stage,
};

#endif
