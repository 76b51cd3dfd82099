/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_no_history.h - viscous friction under the Coulomb limit, no spring, as LIGGGHTS has it:
 *
 *   F_t = -min(gamma_t, mu |F_n| / |v_t|) v_t
 *
 * Books: 1/2 (|f_o| |v_o| + F_t . v_t) dt (o: of the last step), to sliding when the limit holds, else to the dashpot;
 * as for the dashpot of tangential_spring.h. */
#ifndef TSU_LAW_TANGENTIAL_NO_HISTORY_H
#define TSU_LAW_TANGENTIAL_NO_HISTORY_H

#include "law/tangential_spring.h"

TSU_FN void tsu_tangential_no_history(const double *p, tsu_contact *c, double *h)
{
    const double limit = p[0] * fabs(c->f_n), speed = tsu_vec3_norm(c->v_t);
    const bool slip = limit < c->gamma_t * speed;
    const double gamma = slip ? limit / speed : c->gamma_t;
    c->f_t = tsu_vec3_scale(-gamma, c->v_t);

    const double force = c->touching ? gamma * speed : 0.0;
    const double loss = 0.5 * (sqrt(h[0] * tsu_vec3_norm2(c->v_t_before)) + force * speed) * c->dt;
    c->account[TSU_ACCOUNT_SLIDING] = slip ? loss : 0.0;
    c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT] = slip ? 0.0 : loss;
    c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY] = 0.0;
    c->elastic = 0.0;
    h[0] = force * force;
}

static const tsu_law_parameter tsu_no_history_parameters[] = {TSU_PARAMETER_FRICTION, {0}};
static const tsu_law_history tsu_no_history_history[] = {
    {.name = "f_t2",
     .width = 1,
     .internal = true,
     .unit = "N^2",
     .doc = "square of the tangential force of the last step"},
    {0}};
static const tsu_law_keyword tsu_no_history_keywords[] = {TSU_TANGENTIAL_KEYWORD_DISSIPATED, {0}};

static inline tsu_status tsu_no_history_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[0] = in->value[0][0];
    return TSU_OK;
}

static TSU_CLONES void tsu_no_history_stage(tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT p,
                                            tsu_lane *TSU_RESTRICT h)
{
    tsu_law_loop(b, p, h, TSU_TANGENTIAL, 1, 1, tsu_tangential_no_history);
}

static const tsu_law tsu_law_tangential_no_history = {
    .kind = TSU_TANGENTIAL,
    .name = "no_history",
    .doc = "viscous friction under the Coulomb limit, without a spring",
    .parameters = tsu_no_history_parameters,
    .history = tsu_no_history_history,
    .keywords = tsu_no_history_keywords,
    .accounts = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT,
    .coefficients = 1,
    .prepare = tsu_no_history_prepare,
    .stage = tsu_no_history_stage,
};

#endif
