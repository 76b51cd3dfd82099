/* SPDX-License-Identifier: Apache-2.0 */
/* cohesion_washino.h - a liquid bridge (cohesion_bridge.h) that forms as soon as the films can meet and breaks at the same
 * distance, with the pull of Rabinovich et al., Langmuir 21 (2005) 10992, eqs. 19, 20, A3 and A11.
 *
 *   V = 0.05 (V_i + V_j), or the part lbVolumeFraction with modifyLbVolume on     c = 2 V/(pi R*)
 *   apart:       F = -2 pi gamma R* (cos theta (1 - s/sqrt(s^2 + c)) + sin alpha sin(alpha + theta)),
 *                alpha^2 = (sqrt(s^2 + c) - s)/R*
 *   overlapping: F = -2 pi gamma R* cos theta (1 + d/sqrt(c)) */
#ifndef TSU_LAW_COHESION_WASHINO_H
#define TSU_LAW_COHESION_WASHINO_H

#include "base/trig.h"
#include "law/cohesion_bridge.h"

TSU_FN void tsu_cohesion_washino(const double *p, tsu_contact *c, double *h)
{
    const double pi = 3.14159265358979323846, radius = tsu_bridge_radius(c), theta = p[TSU_BRIDGE_ANGLE];
    const double volume = p[TSU_BRIDGE_PART] * (tsu_bridge_sphere(c->radius_i) * c->liquid_i +
                                                tsu_bridge_sphere(c->radius_j) * c->liquid_j);
    const bool wet = volume > 0.0, met = c->overlap > 0.0;
    const double scale = wet ? 2.0 * volume / (pi * radius) : 1.0, d = met ? c->overlap : 0.0;
    const double s = met ? 0.0 : -c->overlap, root = sqrt(s * s + scale);
    const double alpha = sqrt((root - s) / radius), cosine = tsu_sincos(theta).cos;
    const double film = tsu_sincos(alpha).sin * tsu_sincos(alpha + theta).sin;
    const double f = met ? cosine * (1.0 + d / sqrt(scale)) : cosine * (1.0 - s / root) + film;
    const double pull = wet ? -2.0 * pi * p[TSU_BRIDGE_TENSION] * radius * f : 0.0;
    tsu_bridge_add(p, c, h, met || s < tsu_bridge_rupture(p, c, volume), pull);
}

static inline double tsu_washino_share(const double *coefficient, double liquid_i, double radius_i,
                                       double liquid_j, double radius_j)
{
    const double own = coefficient[TSU_BRIDGE_PART] * tsu_bridge_sphere(radius_i) * liquid_i;
    const double other = coefficient[TSU_BRIDGE_PART] * tsu_bridge_sphere(radius_j) * liquid_j;
    return tsu_bridge_share(own + other, own, radius_i, radius_j);
}

static const tsu_law_parameter tsu_washino_parameters[] = {
    TSU_BRIDGE_PARAMETERS,
    {.name = "maxLiquidContent",
     .shape = TSU_PER_TYPE,
     .unit = "-",
     .doc = "maximum liquid over solid volume; any excess is lost",
     .lowest = 0.0,
     .highest = 1.0,
     .needed_with = "limitLiquidContent=on"},
    {.name = "lbVolumeFraction",
     .shape = TSU_SCALAR,
     .unit = "-",
     .doc = "fraction of the liquid of both particles that forms a bridge",
     .lowest = 0.0,
     .highest = 1.0,
     .needed_with = "modifyLbVolume=on"},
    {0}};
static const tsu_law_keyword tsu_washino_keywords[] = {
    {"tangential_reduce", tsu_choices_off_on,
     "friction and rolling use the normal force without the pull of the bridge"},
    {"limitLiquidContent", tsu_choices_off_on, "limit the liquid of a particle to maxLiquidContent"},
    {"modifyLbVolume", tsu_choices_off_on, "use lbVolumeFraction instead of 0.05"},
    TSU_KEYWORD_HEATING_COHESION,
    {0}};

static inline tsu_status tsu_washino_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    tsu_bridge_prepare(in, in->keyword[0], coefficient);
    coefficient[TSU_BRIDGE_PART] = in->keyword[2] ? in->value[7][0] : 0.05;
    if (in->keyword[1]) coefficient[TSU_BRIDGE_LIMIT] = fmin(in->value[6][0], in->value[6][1]);
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_washino_stage, TSU_COHESION, TSU_BRIDGE_COEFFICIENTS, TSU_BRIDGE_HISTORY,
              tsu_cohesion_washino)

static const tsu_law tsu_law_cohesion_washino = {
    .kind = TSU_COHESION,
    .name = "washino/capillary/viscous",
    .doc = "liquid bridge within the rupture distance: capillary pull of Rabinovich et al., lubrication, "
           "liquid exchanged",
    .parameters = tsu_washino_parameters,
    .history = tsu_bridge_history,
    .keywords = tsu_washino_keywords,
    .accounts = 1u << TSU_ACCOUNT_COHESION,
    .heating = "heating_cohesion",
    .coefficients = TSU_BRIDGE_COEFFICIENTS,
    .prepare = tsu_washino_prepare,
    .reach = tsu_bridge_reach,
    .apart = true,
    .column = "surfaceLiquidContent",
    .column_start = TSU_BRIDGE_START,
    .column_limit = TSU_BRIDGE_LIMIT,
    .share = tsu_washino_share,
    .stage = tsu_washino_stage,
};

#endif
