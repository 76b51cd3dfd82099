/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_cdt.h - constant directional torque against the relative spin, as LIGGGHTS has it:
 *
 *   M = mu_r k_n d R* w_r/|w_r|, its part along n dropped unless `torsionTorque on`
 *
 * Accounts: the torque does the work 1/2 (M_o + M) . w_r dt (M_o: of the last step), all of it slip. */
#ifndef TSU_LAW_ROLLING_CDT_H
#define TSU_LAW_ROLLING_CDT_H

#include "law/rolling_spring.h"

enum { TSU_CDT_MU, TSU_CDT_TORSION, TSU_CDT_COEFFICIENTS };

TSU_FN void tsu_rolling_cdt(const double *p, tsu_contact *c, double *h)
{
    const tsu_vec3 m_old = {h[0], h[1], h[2]};
    const double overlap = c->overlap > 0.0 ? c->overlap : 0.0, spin = tsu_vec3_norm(c->w_r);
    const double size = p[TSU_CDT_MU] * c->k_n * overlap * c->r_eff;
    const tsu_vec3 full = tsu_vec3_scale(spin > 0.0 ? size / spin : 0.0, c->w_r);
    const double along = p[TSU_CDT_TORSION] != 0.0 ? 0.0 : tsu_vec3_dot(full, c->n);
    const double on = c->touching ? 1.0 : 0.0;
    const tsu_vec3 m = tsu_vec3_scale(on, tsu_vec3_madd(full, -along, c->n));
    c->m_r = m;
    c->account[TSU_ACCOUNT_ROLLING_SLIP] = 0.5 * tsu_vec3_dot(tsu_vec3_add(m_old, m), c->w_r) * c->dt;
    c->account[TSU_ACCOUNT_ROLLING_DASHPOT] = 0.0;
    c->account[TSU_ACCOUNT_ROLLING_HISTORY] = 0.0;
    c->elastic = 0.0;
    h[0] = m.x;
    h[1] = m.y;
    h[2] = m.z;
}

static const tsu_law_parameter tsu_cdt_parameters[] = {TSU_PARAMETER_ROLLING_FRICTION, {0}};
static const tsu_law_history tsu_cdt_history[] = {{.name = "m_r",
                                                   .width = 3,
                                                   .antisymmetric = true,
                                                   .internal = true,
                                                   .unit = "N m",
                                                   .doc = "torque of the last step"},
                                                  {0}};
static const tsu_law_keyword tsu_cdt_keywords[] = {TSU_KEYWORD_TORSION, TSU_KEYWORD_HEATING_ROLLING, {0}};

static inline tsu_status tsu_cdt_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_CDT_MU] = in->value[0][0];
    coefficient[TSU_CDT_TORSION] = in->keyword[0];
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_cdt_stage, TSU_ROLLING, TSU_CDT_COEFFICIENTS, 3, tsu_rolling_cdt)

static const tsu_law tsu_law_rolling_cdt = {
    .kind = TSU_ROLLING,
    .name = "cdt",
    .doc = "constant torque against the relative spin",
    .parameters = tsu_cdt_parameters,
    .history = tsu_cdt_history,
    .keywords = tsu_cdt_keywords,
    .accounts = 1u << TSU_ACCOUNT_ROLLING_SLIP,
    .heating = "heating_rolling_friction",
    .coefficients = TSU_CDT_COEFFICIENTS,
    .prepare = tsu_cdt_prepare,
    .stage = tsu_cdt_stage,
};

#endif
