/* SPDX-License-Identifier: Apache-2.0 */
/* cohesion_easo.h - a liquid bridge (cohesion_bridge.h) that begins when the bodies touch, with the pull of Soulie et al.,
 * Int. J. Numer. Anal. Meth. Geomech. 30 (2006) 213, eqs. 13 and 14, and the liquid of Easo and Wassgren (2013).
 *
 *   V = 1/2 V_i (1 - sqrt(1 - R_j^2/(R_i + R_j)^2)) + the same of j; at a wall 1/2 V_i: what lies on the caps that see each other
 *   F = -pi gamma sqrt(R_i R_j) (exp(A s/R + B) + C), R the larger radius, s = 0 where the bodies overlap, v = V/R^3,
 *   A = -1.1 v^-0.53, B = (-0.148 ln v - 0.96) theta^2 - 0.0082 ln v + 0.48, C = 0.0018 ln v + 0.078 */
#ifndef TSU_LAW_COHESION_EASO_H
#define TSU_LAW_COHESION_EASO_H

#include "law/cohesion_bridge.h"

/* The part of the liquid of a body that lies on the cap of it which another one sees. */
TSU_FN double tsu_easo_cap(double other, double sum)
{
    return 0.5 * (1.0 - sqrt(1.0 - other * other / (sum * sum)));
}

TSU_FN void tsu_cohesion_easo(const double *p, tsu_contact *c, double *h)
{
    const double pi = 3.14159265358979323846, ri = c->radius_i, rj = c->radius_j, sum = ri + rj;
    const double cap_i = c->wall ? 0.5 : tsu_easo_cap(rj, sum), cap_j = c->wall ? 0.0 : tsu_easo_cap(ri, sum);
    const double volume =
        cap_i * tsu_bridge_sphere(ri) * c->liquid_i + cap_j * tsu_bridge_sphere(rj) * c->liquid_j;
    const bool wet = volume > 0.0, met = c->overlap > 0.0;
    const double r = ri > rj ? ri : rj, v = wet ? volume / (r * r * r) : 1.0, log_v = tsu_log(v);
    const double s = met ? 0.0 : -c->overlap, theta = p[TSU_BRIDGE_ANGLE];
    const double a = -1.1 * tsu_exp(-0.53 * log_v);
    const double b = (-0.148 * log_v - 0.96) * theta * theta - 0.0082 * log_v + 0.48;
    const double f = tsu_exp(a * s / r + b) + (0.0018 * log_v + 0.078);
    const double pull = wet ? -pi * p[TSU_BRIDGE_TENSION] * sqrt(ri * rj) * f : 0.0;
    const bool near = h[TSU_BRIDGE_STATE] == 1.0 && s < tsu_bridge_rupture(p, c, volume);
    tsu_bridge_add(p, c, h, met || near, pull);
}

static inline double tsu_easo_share(const double *coefficient, double liquid_i, double radius_i,
                                    double liquid_j, double radius_j)
{
    (void)coefficient;
    const double sum = radius_i + radius_j;
    const double own = tsu_easo_cap(radius_j, sum) * tsu_bridge_sphere(radius_i) * liquid_i;
    const double other = tsu_easo_cap(radius_i, sum) * tsu_bridge_sphere(radius_j) * liquid_j;
    return tsu_bridge_share(own + other, own, radius_i, radius_j);
}

static const tsu_law_parameter tsu_easo_parameters[] = {TSU_BRIDGE_PARAMETERS, {0}};
static const tsu_law_keyword tsu_easo_keywords[] = {
    {"tangential_reduce", tsu_choices_off_on,
     "friction and rolling use the normal force without the pull of the bridge"},
    TSU_KEYWORD_HEATING_COHESION,
    {0}};

static inline tsu_status tsu_easo_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    tsu_bridge_prepare(in, in->keyword[0], coefficient);
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_easo_stage, TSU_COHESION, TSU_BRIDGE_COEFFICIENTS, TSU_BRIDGE_HISTORY, tsu_cohesion_easo)

static const tsu_law tsu_law_cohesion_easo = {
    .kind = TSU_COHESION,
    .name = "easo/capillary/viscous",
    .doc = "liquid bridge from touching to rupture: capillary pull of Soulie et al., lubrication, liquid "
           "exchanged",
    .parameters = tsu_easo_parameters,
    .history = tsu_bridge_history,
    .keywords = tsu_easo_keywords,
    .accounts = 1u << TSU_ACCOUNT_COHESION,
    .heating = "heating_cohesion",
    .coefficients = TSU_BRIDGE_COEFFICIENTS,
    .prepare = tsu_easo_prepare,
    .reach = tsu_bridge_reach,
    .apart = true,
    .column = "surfaceLiquidContent",
    .column_start = TSU_BRIDGE_START,
    .column_limit = TSU_BRIDGE_LIMIT,
    .share = tsu_easo_share,
    .stage = tsu_easo_stage,
};

#endif
