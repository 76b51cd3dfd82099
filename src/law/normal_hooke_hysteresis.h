/* SPDX-License-Identifier: Apache-2.0 */
/* normal_hooke_hysteresis.h - linear hysteretic adhesive contact whose k1 is the stiffness of `model hooke`
 * (normal_kinked.h); dashpot, k_n, k_t as there. With limitForce on a total that would attract is cut to zero
 * where the contact has no adhesion. */
#ifndef TSU_LAW_NORMAL_HOOKE_HYSTERESIS_H
#define TSU_LAW_NORMAL_HOOKE_HYSTERESIS_H

#include "law/normal_hooke.h"
#include "law/normal_kinked.h"

enum {
    TSU_HOOKEH_K2_MAX = TSU_HOOKE_COEFFICIENTS, /* k2max/k1 [-] */
    TSU_HOOKEH_KC,                              /* k_c/k1   [-] */
    TSU_HOOKEH_DEPTH,                           /* D_l/R*   [-] */
    TSU_HOOKEH_COEFFICIENTS
};

enum { TSU_HOOKEH_KNOWN_SPREAD = TSU_HOOKE_KNOWN, TSU_HOOKEH_KNOWN };

/* All but the spread. */
TSU_FN tsu_kinked tsu_hookeh_line(const double *p, const tsu_contact *c, double k1)
{
    const tsu_kinked made = {k1, k1 * p[TSU_HOOKEH_K2_MAX], k1 * p[TSU_HOOKEH_KC],
                             p[TSU_HOOKEH_DEPTH] * c->r_eff, 0.0};
    return made;
}

TSU_FN double tsu_hookeh_spread(const double *p, const tsu_contact *c, double k1)
{
    const tsu_kinked k = tsu_hookeh_line(p, c, k1);
    return tsu_kinked_spread(k.k1, k.k2_max, k.k_c, k.depth);
}

TSU_FN void tsu_hookeh_know(const double *p, tsu_contact *c, double *known)
{
    tsu_hooke_know(p, c, known);
    known[TSU_HOOKEH_KNOWN_SPREAD] = tsu_hookeh_spread(p, c, known[TSU_HOOKE_KNOWN_STIFFNESS]);
}

TSU_FN void tsu_normal_hookeh_given(const double *p, tsu_contact *c, double *h, double k1, double gamma_n,
                                    double spread)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    tsu_kinked k = tsu_hookeh_line(p, c, k1);
    k.spread = spread;
    c->k_n_before = c->k_n = k1;
    c->k_t_before = c->k_t = p[TSU_HOOKE_KT] * k1;
    c->gamma_t = p[TSU_HOOKE_TANGENTIAL] * gamma_n;
    c->adhesion = k.k_c * d;
    const double f = tsu_kinked_force(c, &k, h);
    tsu_normal_add_dashpot(c, f, gamma_n, p[TSU_HOOKE_CUT] != 0.0, &h[TSU_KINKED_F_DAMP]);
}

TSU_FN void tsu_normal_hooke_hysteresis(const double *p, tsu_contact *c, double *h)
{
    const double k1 = tsu_hooke_stiffness(p, c);
    tsu_normal_hookeh_given(p, c, h, k1, tsu_hooke_gamma(p, c, k1), tsu_hookeh_spread(p, c, k1));
}

TSU_FN void tsu_normal_hooke_hysteresis_known(const double *p, tsu_contact *c, double *h)
{
    const double *known = p + TSU_HOOKEH_COEFFICIENTS;
    tsu_normal_hookeh_given(p, c, h, known[TSU_HOOKE_KNOWN_STIFFNESS], known[TSU_HOOKE_KNOWN_DAMPING],
                            known[TSU_HOOKEH_KNOWN_SPREAD]);
}

static const tsu_law_parameter tsu_hookeh_parameters[] = {
    TSU_HOOKE_PARAMETERS,
    {.name = "coefficientMaxElasticStiffness",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "largest unloading over loading stiffness k2max/k1",
     .lowest = 1.0,
     .lowest_open = true,
     .highest = INFINITY,
     .highest_open = true},
    TSU_PARAMETERS_KINKED,
    {0}};

static inline tsu_status tsu_hookeh_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    const double ratio = in->value[TSU_HOOKE_INPUTS][0], adhesion = in->value[TSU_HOOKE_INPUTS + 1][0];
    const tsu_status status = tsu_hooke_prepare(in, coefficient, err);
    coefficient[TSU_HOOKE_CUT] = in->keyword[TSU_HOOKE_KEY_LIMIT] != 0 && adhesion == 0.0;
    coefficient[TSU_HOOKEH_K2_MAX] = ratio;
    coefficient[TSU_HOOKEH_KC] = adhesion;
    coefficient[TSU_HOOKEH_DEPTH] = 2.0 * in->value[TSU_HOOKE_INPUTS + 2][0] * ratio / (ratio - 1.0);
    return status;
}

TSU_LAW_STAGE(tsu_hookeh_stage, TSU_NORMAL, TSU_HOOKEH_COEFFICIENTS, TSU_KINKED_HISTORY,
              tsu_normal_hooke_hysteresis)

static const tsu_law tsu_law_normal_hooke_hysteresis = {
    .kind = TSU_NORMAL,
    .name = "hooke/hysteresis",
    .doc = "linear hysteretic adhesive contact, stiffness from elastic constants",
    .parameters = tsu_hookeh_parameters,
    .history = tsu_kinked_history,
    .keywords = tsu_hooke_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_hooke",
    .coefficients = TSU_HOOKEH_COEFFICIENTS,
    .prepare = tsu_hookeh_prepare,
    .curvature = 0.4, /* of its springs */
    .overlap_power = 1.0,
    .stage = tsu_hookeh_stage,
};

#endif
