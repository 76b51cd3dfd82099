/* SPDX-License-Identifier: Apache-2.0 */
/* normal_hertz_stiffness.h - Hertz contact with given coefficients.
 *
 *   s = sqrt(R* d)     F_n = s kn d - gamma_n v_n     k_n = s kn, k_t = s kt
 *   gamma_n = s m* gamman, gamma_t = s m* gammat     stored energy 2/5 k_n d^2 */
#ifndef TSU_LAW_NORMAL_HERTZ_STIFFNESS_H
#define TSU_LAW_NORMAL_HERTZ_STIFFNESS_H

#include "law/normal_common.h"

enum {
    TSU_HERTZS_KN,
    TSU_HERTZS_KT,
    TSU_HERTZS_DAMP,
    TSU_HERTZS_DAMP_T,
    TSU_HERTZS_CUT,
    TSU_HERTZS_COEFFICIENTS
};

TSU_FN void tsu_normal_hertz_stiffness(const double *p, tsu_contact *c, double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double s = sqrt(c->r_eff * d);
    const double s_mass = s * c->m_eff;
    c->k_n = s * p[TSU_HERTZS_KN];
    c->k_t = s * p[TSU_HERTZS_KT];
    c->gamma_t = s_mass * p[TSU_HERTZS_DAMP_T];
    const double d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0;
    const double s_old = sqrt(c->r_eff * d_old);
    c->k_n_before = s_old * p[TSU_HERTZS_KN];
    c->k_t_before = s_old * p[TSU_HERTZS_KT];
    const double f_old = c->k_n_before * d_old;
    tsu_normal_book_elastic(c, f_old, 0.4 * f_old * d_old, c->k_n * d, 0.4 * (c->k_n * d) * d);
    tsu_normal_add_dashpot(c, c->k_n * d, s_mass * p[TSU_HERTZS_DAMP], p[TSU_HERTZS_CUT] != 0.0, &h[0]);
}

static const tsu_law_parameter tsu_hertzs_parameters[] = {
    {.name = "kn",
     .shape = TSU_PER_PAIR,
     .unit = "N/m^2",
     .doc = "normal stiffness per contact radius",
     .lowest = 0.0,
     .lowest_open = true,
     .highest = INFINITY,
     .highest_open = true},
    {.name = "kt",
     .shape = TSU_PER_PAIR,
     .unit = "N/m^2",
     .doc = "tangential stiffness per contact radius",
     .lowest = 0.0,
     .highest = INFINITY,
     .highest_open = true},
    {.name = "gamman",
     .shape = TSU_PER_PAIR,
     .unit = "1/(m s)",
     .doc = "normal damping per contact radius and effective mass",
     .lowest = 0.0,
     .highest = INFINITY,
     .highest_open = true},
    {.name = "gammat",
     .shape = TSU_PER_PAIR,
     .unit = "1/(m s)",
     .doc = "tangential damping per contact radius and effective mass",
     .lowest = 0.0,
     .highest = INFINITY,
     .highest_open = true},
    {0}};
static const tsu_law_history tsu_hertzs_history[] = {TSU_HISTORY_DAMPING_FORCE, {0}};
static const tsu_law_keyword tsu_hertzs_keywords[] = {TSU_KEYWORD_TANGENTIAL_DAMPING,
                                                      TSU_KEYWORD_LIMIT_FORCE,
                                                      TSU_KEYWORDS_ENERGY,
                                                      TSU_KEYWORD_HEATING_NORMAL("heating_normal_hertz"),
                                                      {0}};

static inline tsu_status tsu_hertzs_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_HERTZS_KN] = in->value[0][0];
    coefficient[TSU_HERTZS_KT] = in->value[1][0];
    coefficient[TSU_HERTZS_DAMP] = in->value[2][0];
    coefficient[TSU_HERTZS_DAMP_T] = in->keyword[0] == 0 ? in->value[3][0] : 0.0;
    coefficient[TSU_HERTZS_CUT] = in->keyword[1];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_hertzs_stage, TSU_NORMAL, TSU_HERTZS_COEFFICIENTS, 1, tsu_normal_hertz_stiffness)

static const tsu_law tsu_law_normal_hertz_stiffness = {
    .kind = TSU_NORMAL,
    .name = "hertz/stiffness",
    .doc = "Hertz contact with given coefficients",
    .parameters = tsu_hertzs_parameters,
    .history = tsu_hertzs_history,
    .keywords = tsu_hertzs_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_hertz",
    .coefficients = TSU_HERTZS_COEFFICIENTS,
    .prepare = tsu_hertzs_prepare,
    .curvature = 0.5,
    .overlap_power = 1.5,
    .stage = tsu_hertzs_stage,
};

#endif
