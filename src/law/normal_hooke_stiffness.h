/* SPDX-License-Identifier: Apache-2.0 */
/* normal_hooke_stiffness.h - linear spring and dashpot with given coefficients.
 *
 *   F_n = k_n d - gamma_n v_n     gamma_n = m* gamman, gamma_t = m* gammat; with absolute_damping on
 *   gamma_n = gamman_abs, gamma_t = gammat_abs     stored energy k_n d^2/2 */
#ifndef TSU_LAW_NORMAL_HOOKE_STIFFNESS_H
#define TSU_LAW_NORMAL_HOOKE_STIFFNESS_H

#include "law/normal_common.h"

enum {
    TSU_HOOKES_KN,
    TSU_HOOKES_KT,
    TSU_HOOKES_DAMP,   /* gamma_n/m*                    [1/s] */
    TSU_HOOKES_DAMP_T, /* gamma_t/m*                    [1/s] */
    TSU_HOOKES_ABS,    /* gamma_n apart from that       [kg/s] */
    TSU_HOOKES_ABS_T,  /* gamma_t apart from that       [kg/s] */
    TSU_HOOKES_CUT,
    TSU_HOOKES_COEFFICIENTS
};

TSU_FN void tsu_normal_hooke_stiffness(const double *p, tsu_contact *c, double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double gamma_n = c->m_eff * p[TSU_HOOKES_DAMP] + p[TSU_HOOKES_ABS];
    c->k_n_before = c->k_n = p[TSU_HOOKES_KN];
    c->k_t_before = c->k_t = p[TSU_HOOKES_KT];
    c->gamma_t = c->m_eff * p[TSU_HOOKES_DAMP_T] + p[TSU_HOOKES_ABS_T];
    const double d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0, f_old = c->k_n * d_old;
    tsu_normal_book_elastic(c, f_old, 0.5 * f_old * d_old, c->k_n * d, 0.5 * c->k_n * d * d);
    tsu_normal_add_dashpot(c, c->k_n * d, gamma_n, p[TSU_HOOKES_CUT] != 0.0, &h[0]);
}

static const tsu_law_parameter tsu_hookes_parameters[] = {{.name = "kn",
                                                           .shape = TSU_PER_PAIR,
                                                           .unit = "N/m",
                                                           .doc = "normal stiffness",
                                                           .lowest = 0.0,
                                                           .lowest_open = true,
                                                           .highest = INFINITY,
                                                           .highest_open = true},
                                                          {.name = "kt",
                                                           .shape = TSU_PER_PAIR,
                                                           .unit = "N/m",
                                                           .doc = "tangential stiffness",
                                                           .lowest = 0.0,
                                                           .highest = INFINITY,
                                                           .highest_open = true},
                                                          {.name = "gamman",
                                                           .shape = TSU_PER_PAIR,
                                                           .unit = "1/s",
                                                           .doc = "normal damping per effective mass",
                                                           .lowest = 0.0,
                                                           .highest = INFINITY,
                                                           .highest_open = true,
                                                           .needed_with = "absolute_damping=off"},
                                                          {.name = "gammat",
                                                           .shape = TSU_PER_PAIR,
                                                           .unit = "1/s",
                                                           .doc = "tangential damping per effective mass",
                                                           .lowest = 0.0,
                                                           .highest = INFINITY,
                                                           .highest_open = true,
                                                           .needed_with = "absolute_damping=off"},
                                                          {.name = "gamman_abs",
                                                           .shape = TSU_PER_PAIR,
                                                           .unit = "kg/s",
                                                           .doc = "normal damping",
                                                           .lowest = 0.0,
                                                           .highest = INFINITY,
                                                           .highest_open = true,
                                                           .needed_with = "absolute_damping=on"},
                                                          {.name = "gammat_abs",
                                                           .shape = TSU_PER_PAIR,
                                                           .unit = "kg/s",
                                                           .doc = "tangential damping",
                                                           .lowest = 0.0,
                                                           .highest = INFINITY,
                                                           .highest_open = true,
                                                           .needed_with = "absolute_damping=on"},
                                                          {0}};
static const tsu_law_history tsu_hookes_history[] = {TSU_HISTORY_DAMPING_FORCE, {0}};
static const tsu_law_keyword tsu_hookes_keywords[] = {
    TSU_KEYWORD_TANGENTIAL_DAMPING,
    {"absolute_damping", tsu_choices_off_on, "damping given as gamman_abs, gammat_abs"},
    TSU_KEYWORD_LIMIT_FORCE,
    TSU_KEYWORDS_ENERGY,
    TSU_KEYWORD_HEATING_NORMAL("heating_normal_hooke"),
    {0}};

static inline tsu_status tsu_hookes_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    const bool tangential = in->keyword[0] == 0, absolute = in->keyword[1] != 0;
    coefficient[TSU_HOOKES_KN] = in->value[0][0];
    coefficient[TSU_HOOKES_KT] = in->value[1][0];
    coefficient[TSU_HOOKES_DAMP] = absolute ? 0.0 : in->value[2][0];
    coefficient[TSU_HOOKES_DAMP_T] = tangential && !absolute ? in->value[3][0] : 0.0;
    coefficient[TSU_HOOKES_ABS] = absolute ? in->value[4][0] : 0.0;
    coefficient[TSU_HOOKES_ABS_T] = tangential && absolute ? in->value[5][0] : 0.0;
    coefficient[TSU_HOOKES_CUT] = in->keyword[2];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_hookes_stage, TSU_NORMAL, TSU_HOOKES_COEFFICIENTS, 1, tsu_normal_hooke_stiffness)

static const tsu_law tsu_law_normal_hooke_stiffness = {
    .kind = TSU_NORMAL,
    .name = "hooke/stiffness",
    .doc = "linear spring and dashpot with given coefficients",
    .parameters = tsu_hookes_parameters,
    .history = tsu_hookes_history,
    .keywords = tsu_hookes_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_hooke",
    .coefficients = TSU_HOOKES_COEFFICIENTS,
    .prepare = tsu_hookes_prepare,
    .overlap_power = 1.0,
    .stage = tsu_hookes_stage,
};

#endif
