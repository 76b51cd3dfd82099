/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_specimen.h - a torque mu R* |F_n| against the relative spin. Books: all of its work is slip. */
#ifndef TSU_LAW_ROLLING_SPECIMEN_H
#define TSU_LAW_ROLLING_SPECIMEN_H

#include "law/law.h"
#include <math.h>

TSU_FN void tsu_rolling_specimen(const double *p, tsu_contact *c, double *h)
{
    const tsu_vec3 old = {h[0], h[1], h[2]};
    const double spin = tsu_vec3_norm(c->w_r), size = p[0] * c->r_eff * fabs(c->f_n);
    const tsu_vec3 m = tsu_vec3_scale(c->touching && spin > 0.0 ? size / spin : 0.0, c->w_r);
    c->m_r = m;
    c->account[TSU_ACCOUNT_ROLLING_SLIP] = 0.5 * tsu_vec3_dot(tsu_vec3_add(old, m), c->w_r) * c->dt;
    c->account[TSU_ACCOUNT_ROLLING_DASHPOT] = 0.0;
    c->account[TSU_ACCOUNT_ROLLING_HISTORY] = 0.0;
    c->elastic = 0.0;
    h[0] = m.x;
    h[1] = m.y;
    h[2] = m.z;
}

static const tsu_law_parameter tsu_specimen_parameters[] = {{.name = "specimenRatio",
                                                             .shape = TSU_PER_PAIR,
                                                             .unit = "-",
                                                             .doc = "torque over R* F_n",
                                                             .lowest = 0.0,
                                                             .highest = INFINITY},
                                                            {0}};
static const tsu_law_history tsu_specimen_history[] = {{.name = "m_specimen",
                                                        .width = 3,
                                                        .antisymmetric = true,
                                                        .internal = true,
                                                        .unit = "N m",
                                                        .doc = "torque of the last step"},
                                                       {0}};

static inline tsu_status tsu_specimen_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[0] = in->value[0][0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_specimen_stage, TSU_ROLLING, 1, 3, tsu_rolling_specimen)

static const tsu_law tsu_law_rolling_specimen = {
    .kind = TSU_ROLLING,
    .name = "specimen",
    .doc = "torque in proportion to the normal force",
    .parameters = tsu_specimen_parameters,
    .history = tsu_specimen_history,
    .accounts = 1u << TSU_ACCOUNT_ROLLING_SLIP,
    .coefficients = 1,
    .prepare = tsu_specimen_prepare,
    .stage = tsu_specimen_stage,
};

#endif
