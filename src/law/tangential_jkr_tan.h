/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_jkr_tan.h - friction with a limit shifted by JKR adhesion (docs/theory/tangential_jkr.md).
 *
 *   F_c = 3/2 pi w R* (5)     N* = max(0, F_ne + 2 F_c) (7)     limit mu N* (8)
 *
 * F_ne is the normal load without its dashpot (6); spring, slip and dashpot are those of `history`. */
#ifndef TSU_LAW_TANGENTIAL_JKR_TAN_H
#define TSU_LAW_TANGENTIAL_JKR_TAN_H

#include "law/tangential_spring.h"

enum { TSU_JKR_TAN_MU, TSU_JKR_TAN_PULL_OFF, TSU_JKR_TAN_COEFFICIENTS };

TSU_FN void tsu_tangential_jkr_tan(const double *p, tsu_contact *c, double *h)
{
    const double f_c = p[TSU_JKR_TAN_PULL_OFF] * c->r_eff;
    const double load = (c->f_n - c->f_damp) + 2.0 * f_c;
    tsu_tangential_spring(c, p[TSU_JKR_TAN_MU] * (load > 0.0 ? load : 0.0), h);
}

static const tsu_law_parameter tsu_jkr_tan_parameters[] = {TSU_PARAMETER_FRICTION,
                                                           {.name = "workOfAdhesion",
                                                            .shape = TSU_PER_PAIR,
                                                            .unit = "J/m^2",
                                                            .doc = "work of adhesion w",
                                                            .lowest = 0.0,
                                                            .highest = INFINITY},
                                                           {0}};
static const tsu_law_history tsu_jkr_tan_history[] = {TSU_SPRING_HISTORY_TABLE, {0}};
static const tsu_law_keyword tsu_jkr_tan_keywords[] = {TSU_SPRING_KEYWORD_TABLE, {0}};

static inline tsu_status tsu_jkr_tan_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_JKR_TAN_MU] = in->value[0][0];
    coefficient[TSU_JKR_TAN_PULL_OFF] = 1.5 * 3.14159265358979323846 * in->value[1][0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_jkr_tan_stage, TSU_TANGENTIAL, TSU_JKR_TAN_COEFFICIENTS, TSU_SPRING_HISTORY,
              tsu_tangential_jkr_tan)

static const tsu_law tsu_law_tangential_jkr_tan = {
    .kind = TSU_TANGENTIAL,
    .name = "jkr_tan",
    .doc = "Coulomb friction with spring and dashpot, limit raised by JKR adhesion",
    .parameters = tsu_jkr_tan_parameters,
    .history = tsu_jkr_tan_history,
    .keywords = tsu_jkr_tan_keywords,
    .accounts = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT |
                1u << TSU_ACCOUNT_TANGENTIAL_HISTORY,
    .heating = "heating_tangential_history",
    .coefficients = TSU_JKR_TAN_COEFFICIENTS,
    .prepare = tsu_jkr_tan_prepare,
    .stage = tsu_jkr_tan_stage,
};

#endif
