/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_no_history.h - viscous friction under the Coulomb limit, no spring, as LIGGGHTS has it:
 *
 *   F_t = -min(gamma_t, mu |F_n| / |v_t|) v_t
 *
 * Accounts: -1/2 (F_o . v_o + F_t . v_t) dt (o: of the last step, as in tangential_spring.h), to sliding when the limit
 * holds, else to the dashpot. */
#ifndef TSU_LAW_TANGENTIAL_NO_HISTORY_H
#define TSU_LAW_TANGENTIAL_NO_HISTORY_H

#include "law/tangential_spring.h"

TSU_FN void tsu_tangential_no_history(const double *p, tsu_contact *c, double *h)
{
    const double limit = p[0] * fabs(c->f_n), speed = tsu_vec3_norm(c->v_t);
    const bool slip = limit < c->gamma_t * speed;
    const double gamma = slip ? limit / speed : c->gamma_t;
    const tsu_vec3 f_old = {h[0], h[1], h[2]}, f = tsu_vec3_scale(c->touching ? -gamma : 0.0, c->v_t);
    c->f_t = f;
    const double loss = -0.5 * (tsu_vec3_dot(f_old, c->v_t_before) + tsu_vec3_dot(f, c->v_t)) * c->dt;
    c->account[TSU_ACCOUNT_SLIDING] = slip ? loss : 0.0;
    c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT] = slip ? 0.0 : loss;
    c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY] = 0.0;
    c->elastic = 0.0;
    h[0] = f.x;
    h[1] = f.y;
    h[2] = f.z;
}

static const tsu_law_parameter tsu_no_history_parameters[] = {TSU_PARAMETER_FRICTION, {0}};
static const tsu_law_history tsu_no_history_history[] = {{.name = "f_t",
                                                          .width = 3,
                                                          .antisymmetric = true,
                                                          .internal = true,
                                                          .unit = "N",
                                                          .doc = "tangential force of the last step"},
                                                         {0}};
static const tsu_law_keyword tsu_no_history_keywords[] = {
    TSU_TANGENTIAL_KEYWORD_DISSIPATED, TSU_KEYWORD_HEATING_TANGENTIAL("heating_tangential_no_history"), {0}};

static inline tsu_status tsu_no_history_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[0] = in->value[0][0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_no_history_stage, TSU_TANGENTIAL, 1, 3, tsu_tangential_no_history)

static const tsu_law tsu_law_tangential_no_history = {
    .kind = TSU_TANGENTIAL,
    .name = "no_history",
    .doc = "viscous friction under the Coulomb limit, without a spring",
    .parameters = tsu_no_history_parameters,
    .history = tsu_no_history_history,
    .keywords = tsu_no_history_keywords,
    .accounts = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT,
    .heating = "heating_tangential_no_history",
    .coefficients = 1,
    .prepare = tsu_no_history_prepare,
    .stage = tsu_no_history_stage,
};

#endif
