/* SPDX-License-Identifier: Apache-2.0 */
/* normal_edinburgh.h - the Edinburgh law with the loading stiffness of the elastic constants.
 *
 *   n = 1:      k1 = 2 E* R*              k_t = 2 E* sqrt(R* d)
 *   otherwise:  k1 = 4/3 E* sqrt(R*)      k_t = 8 G* sqrt(R* d)      (Hertz for n = 3/2)
 *
 * k_t is a stiffness for every n; k1 has the unit that its force needs for n = 1 and n = 3/2 only. */
#ifndef TSU_LAW_NORMAL_EDINBURGH_H
#define TSU_LAW_NORMAL_EDINBURGH_H

#include "law/normal_eepa.h"

enum {
    TSU_EDINBURGH_K = TSU_EEPA_COEFFICIENTS, /* k1/R* or k1/sqrt(R*) */
    TSU_EDINBURGH_ROOTED,                    /* 1: k1 goes with sqrt(R*), 0: with R* */
    TSU_EDINBURGH_KT,                        /* k_t/sqrt(R* d) */
    TSU_EDINBURGH_COEFFICIENTS
};

TSU_FN double tsu_edinburgh_stiffness(const double *p, const tsu_contact *c)
{
    const double root = sqrt(c->r_eff);
    return p[TSU_EDINBURGH_K] * (p[TSU_EDINBURGH_ROOTED] != 0.0 ? root : c->r_eff);
}

TSU_FN void tsu_edinburgh_hand_on_shear(const double *p, tsu_contact *c, const double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    c->k_t = p[TSU_EDINBURGH_KT] * sqrt(c->r_eff * d);
    c->k_t_before = p[TSU_EDINBURGH_KT] * sqrt(c->r_eff * h[TSU_EEPA_D_OLD]);
}

TSU_FN void tsu_normal_edinburgh(const double *p, tsu_contact *c, double *h, tsu_eepa_form form)
{
    tsu_edinburgh_hand_on_shear(p, c, h);
    tsu_normal_eepa(p, c, h, tsu_edinburgh_stiffness(p, c), form);
}

TSU_FN void tsu_edinburgh_know(const double *p, tsu_contact *c, double *known)
{
    tsu_eepa_know(p, c, tsu_edinburgh_stiffness(p, c), known);
}

TSU_FN void tsu_normal_edinburgh_known(const double *p, tsu_contact *c, double *h)
{
    tsu_edinburgh_hand_on_shear(p, c, h);
    tsu_normal_eepa_known(p, c, h, p + TSU_EDINBURGH_COEFFICIENTS);
}

TSU_FN void tsu_normal_edinburgh_linear(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh(p, c, h, TSU_EEPA_LINEAR);
}

TSU_FN void tsu_normal_edinburgh_three_half(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh(p, c, h, TSU_EEPA_THREE_HALF);
}

TSU_FN void tsu_normal_edinburgh_any(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh(p, c, h, TSU_EEPA_ANY);
}

static const tsu_law_parameter tsu_edinburgh_parameters[] = {
    TSU_EEPA_PARAMETERS, TSU_PARAMETER_YOUNG, TSU_PARAMETER_POISSON, {0}};

static inline tsu_status tsu_edinburgh_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    tsu_eepa_prepare(in, coefficient);
    const double *young = in->value[TSU_EEPA_INPUTS], *poisson = in->value[TSU_EEPA_INPUTS + 1];
    const double e_eff = tsu_effective_young(young, poisson), g_eff = tsu_effective_shear(young, poisson);
    const bool linear = in->value[TSU_EEPA_IN_N][0] == 1.0;
    coefficient[TSU_EDINBURGH_K] = linear ? 2.0 * e_eff : 4.0 / 3.0 * e_eff;
    coefficient[TSU_EDINBURGH_ROOTED] = !linear;
    coefficient[TSU_EDINBURGH_KT] = linear ? 2.0 * e_eff : 8.0 * g_eff;
    return TSU_OK;
}

static inline const char *tsu_edinburgh_caution(const double *coefficient, bool followed)
{
    const double n = coefficient[TSU_EEPA_N];
    if (n == 1.0 || n == 1.5) return tsu_eepa_caution(coefficient, followed);
    return "overlapExponent is neither 1 nor 1.5, for which its loading stiffness is made, so that forces "
           "depend on the units of "
           "the deck; `model edinburgh/stiffness` takes a stiffness for any exponent";
}

/* One function per form: gcc does not vectorise them when they share one. */
TSU_LAW_STAGE(tsu_edinburgh_stage_linear, TSU_NORMAL, TSU_EDINBURGH_COEFFICIENTS, TSU_EEPA_HISTORY,
              tsu_normal_edinburgh_linear)

TSU_LAW_STAGE(tsu_edinburgh_stage_three_half, TSU_NORMAL, TSU_EDINBURGH_COEFFICIENTS, TSU_EEPA_HISTORY,
              tsu_normal_edinburgh_three_half)

TSU_LAW_STAGE(tsu_edinburgh_stage_any, TSU_NORMAL, TSU_EDINBURGH_COEFFICIENTS, TSU_EEPA_HISTORY,
              tsu_normal_edinburgh_any)

static void tsu_edinburgh_stage(tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT p,
                                tsu_lane *TSU_RESTRICT h)
{
    switch (tsu_eepa_form_of(p[TSU_EEPA_N][0], p[TSU_EEPA_C][0])) {
    case TSU_EEPA_LINEAR: tsu_edinburgh_stage_linear(b, p, h); break;
    case TSU_EEPA_THREE_HALF: tsu_edinburgh_stage_three_half(b, p, h); break;
    case TSU_EEPA_ANY: tsu_edinburgh_stage_any(b, p, h); break;
    }
}

static const tsu_law tsu_law_normal_edinburgh = {
    .kind = TSU_NORMAL,
    .name = "edinburgh",
    .doc = "elasto-plastic adhesive contact, stiffness from elastic constants",
    .parameters = tsu_edinburgh_parameters,
    .history = tsu_eepa_history,
    .keywords = tsu_eepa_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_edinburgh",
    .coefficients = TSU_EDINBURGH_COEFFICIENTS,
    .prepare = tsu_edinburgh_prepare,
    .curvature = 0.5, /* of its springs */
    .caution = tsu_edinburgh_caution,
    .stage = tsu_edinburgh_stage,
};

#endif
