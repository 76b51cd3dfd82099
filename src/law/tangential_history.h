/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_history.h - Coulomb friction with a tangential spring and dashpot: limit mu |F_n|. */
#ifndef TSU_LAW_TANGENTIAL_HISTORY_H
#define TSU_LAW_TANGENTIAL_HISTORY_H

#include "law/tangential_spring.h"

enum { TSU_FRICTION_MU, TSU_FRICTION_COEFFICIENTS };

TSU_FN void tsu_tangential_history(const double *p, tsu_contact *c, double *h)
{
    tsu_tangential_spring(c, p[TSU_FRICTION_MU] * fabs(c->f_n), h);
}

static const tsu_law_parameter tsu_history_parameters[] = {TSU_PARAMETER_FRICTION, {0}};
static const tsu_law_history tsu_history_history[] = {TSU_SPRING_HISTORY_TABLE, {0}};
static const tsu_law_keyword tsu_history_keywords[] = {TSU_SPRING_KEYWORD_TABLE, {0}};

static inline tsu_status tsu_history_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_FRICTION_MU] = in->value[0][0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_history_stage, TSU_TANGENTIAL, TSU_FRICTION_COEFFICIENTS, TSU_SPRING_HISTORY,
              tsu_tangential_history)

static const tsu_law tsu_law_tangential_history = {
    .kind = TSU_TANGENTIAL,
    .name = "history",
    .doc = "Coulomb friction with spring and dashpot",
    .parameters = tsu_history_parameters,
    .history = tsu_history_history,
    .keywords = tsu_history_keywords,
    .accounts = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT |
                1u << TSU_ACCOUNT_TANGENTIAL_HISTORY,
    .heating = "heating_tangential_history",
    .coefficients = TSU_FRICTION_COEFFICIENTS,
    .prepare = tsu_history_prepare,
    .stage = tsu_history_stage,
};

#endif
