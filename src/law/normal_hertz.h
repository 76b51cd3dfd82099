/* SPDX-License-Identifier: Apache-2.0 */
/* normal_hertz.h - Hertz contact with the viscous damping of Tsuji et al. as LIGGGHTS has it.
 *
 *   s = sqrt(R* d)     k_n = 4/3 E* s     k_t = 8 G* s
 *   gamma_n = 2 sqrt(5/6) beta sqrt(2 E* s m*)     gamma_t = 2 sqrt(5/6) beta sqrt(8 G* s m*)
 *   F_n = k_n d - gamma_n v_n          stored energy 2/5 k_n d^2 */
#ifndef TSU_LAW_NORMAL_HERTZ_H
#define TSU_LAW_NORMAL_HERTZ_H

#include "law/normal_common.h"

enum {
    TSU_HERTZ_NORMAL, /* k_n / s = 4/3 E*                [Pa] */
    TSU_HERTZ_SHEAR,  /* k_t / s = 8 G*                  [Pa] */
    TSU_HERTZ_DAMP,   /* gamma_n / sqrt(s m*)            [sqrt(Pa)] */
    TSU_HERTZ_DAMP_T, /* gamma_t / sqrt(s m*)            [sqrt(Pa)] */
    TSU_HERTZ_CUT,
    TSU_HERTZ_COEFFICIENTS
};

TSU_FN void tsu_normal_hertz(const double *p, tsu_contact *c, double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double s = sqrt(c->r_eff * d);
    c->k_n = p[TSU_HERTZ_NORMAL] * s;
    c->k_t = p[TSU_HERTZ_SHEAR] * s;
    const double root = sqrt(s * c->m_eff), gamma_n = p[TSU_HERTZ_DAMP] * root;
    c->gamma_t = p[TSU_HERTZ_DAMP_T] * root;
    const double d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0;
    const double s_old = sqrt(c->r_eff * d_old);
    c->k_n_before = p[TSU_HERTZ_NORMAL] * s_old;
    c->k_t_before = p[TSU_HERTZ_SHEAR] * s_old;
    const double f_old = c->k_n_before * d_old;
    tsu_normal_book_elastic(c, f_old, 0.4 * f_old * d_old, c->k_n * d, 0.4 * (c->k_n * d) * d);
    tsu_normal_add_dashpot(c, c->k_n * d, gamma_n, p[TSU_HERTZ_CUT] != 0.0, &h[0]);
}

static const tsu_law_parameter tsu_hertz_parameters[] = {
    TSU_PARAMETER_YOUNG, TSU_PARAMETER_POISSON, TSU_PARAMETER_RESTITUTION, {0}};
static const tsu_law_history tsu_hertz_history[] = {TSU_HISTORY_DAMPING_FORCE, {0}};
static const tsu_law_keyword tsu_hertz_keywords[] = {TSU_KEYWORD_TANGENTIAL_DAMPING,
                                                     TSU_KEYWORD_LIMIT_FORCE,
                                                     TSU_KEYWORD_BONDED,
                                                     TSU_KEYWORD_HEATING_NORMAL("heating_normal_hertz"),
                                                     TSU_KEYWORD_HEATING_TRACKING,
                                                     TSU_KEYWORDS_ENERGY,
                                                     {0}};

static inline tsu_status tsu_hertz_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    const double damp = 2.0 * sqrt(5.0 / 6.0) * tsu_damping_ratio(in->value[2][0]);
    const double young = tsu_effective_young(in->value[0], in->value[1]);
    coefficient[TSU_HERTZ_NORMAL] = 4.0 / 3.0 * young;
    coefficient[TSU_HERTZ_SHEAR] = 8.0 * tsu_effective_shear(in->value[0], in->value[1]);
    coefficient[TSU_HERTZ_DAMP] = damp * sqrt(2.0 * young);
    coefficient[TSU_HERTZ_DAMP_T] = in->keyword[0] == 0 ? damp * sqrt(coefficient[TSU_HERTZ_SHEAR]) : 0.0;
    coefficient[TSU_HERTZ_CUT] = in->keyword[1];
    return tsu_normal_check_bonded(in->keyword[2], err);
}

TSU_LAW_STAGE(tsu_hertz_stage, TSU_NORMAL, TSU_HERTZ_COEFFICIENTS, 1, tsu_normal_hertz)

static const tsu_law tsu_law_normal_hertz = {
    .kind = TSU_NORMAL,
    .name = "hertz",
    .doc = "Hertz contact with viscous damping",
    .parameters = tsu_hertz_parameters,
    .history = tsu_hertz_history,
    .keywords = tsu_hertz_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_hertz",
    .coefficients = TSU_HERTZ_COEFFICIENTS,
    .prepare = tsu_hertz_prepare,
    .curvature = 0.5,
    .overlap_power = 1.5,
    .stage = tsu_hertz_stage,
};

#endif
