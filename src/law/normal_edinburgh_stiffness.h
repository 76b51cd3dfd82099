/* SPDX-License-Identifier: Apache-2.0 */
/* normal_edinburgh_stiffness.h - the Edinburgh law with a given loading stiffness k1; hands on k_n = k_t. */
#ifndef TSU_LAW_NORMAL_EDINBURGH_STIFFNESS_H
#define TSU_LAW_NORMAL_EDINBURGH_STIFFNESS_H

#include "law/normal_eepa.h"

enum { TSU_EDINBURGHS_K1 = TSU_EEPA_COEFFICIENTS, TSU_EDINBURGHS_COEFFICIENTS };

TSU_FN void tsu_normal_edinburgh_stiffness(const double *p, tsu_contact *c, double *h, tsu_eepa_form form)
{
    tsu_normal_eepa(p, c, h, p[TSU_EDINBURGHS_K1], form);
    c->k_t_before = c->k_n_before;
    c->k_t = c->k_n;
}

TSU_FN void tsu_edinburghs_know(const double *p, tsu_contact *c, double *known)
{
    tsu_eepa_know(p, c, p[TSU_EDINBURGHS_K1], known);
}

TSU_FN void tsu_normal_edinburgh_stiffness_known(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_eepa_known(p, c, h, p + TSU_EDINBURGHS_COEFFICIENTS);
    c->k_t_before = c->k_n_before;
    c->k_t = c->k_n;
}

TSU_FN void tsu_normal_edinburgh_stiffness_linear(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh_stiffness(p, c, h, TSU_EEPA_LINEAR);
}

TSU_FN void tsu_normal_edinburgh_stiffness_three_half(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh_stiffness(p, c, h, TSU_EEPA_THREE_HALF);
}

TSU_FN void tsu_normal_edinburgh_stiffness_any(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh_stiffness(p, c, h, TSU_EEPA_ANY);
}

static const tsu_law_parameter tsu_edinburghs_parameters[] = {TSU_EEPA_PARAMETERS,
                                                              {.name = "LoadingStiffness",
                                                               .shape = TSU_PER_PAIR,
                                                               .unit = "N/m^n",
                                                               .doc = "loading stiffness k1",
                                                               .lowest = 0.0,
                                                               .lowest_open = true,
                                                               .highest = INFINITY,
                                                               .highest_open = true},
                                                              {0}};

static inline tsu_status tsu_edinburghs_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    tsu_eepa_prepare(in, coefficient);
    coefficient[TSU_EDINBURGHS_K1] = in->value[TSU_EEPA_INPUTS][0];
    return TSU_OK;
}

/* One function per form: gcc does not vectorise them when they share one. */
TSU_LAW_STAGE(tsu_edinburghs_stage_linear, TSU_NORMAL, TSU_EDINBURGHS_COEFFICIENTS, TSU_EEPA_HISTORY,
              tsu_normal_edinburgh_stiffness_linear)

TSU_LAW_STAGE(tsu_edinburghs_stage_three_half, TSU_NORMAL, TSU_EDINBURGHS_COEFFICIENTS, TSU_EEPA_HISTORY,
              tsu_normal_edinburgh_stiffness_three_half)

TSU_LAW_STAGE(tsu_edinburghs_stage_any, TSU_NORMAL, TSU_EDINBURGHS_COEFFICIENTS, TSU_EEPA_HISTORY,
              tsu_normal_edinburgh_stiffness_any)

static void tsu_edinburghs_stage(tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT p,
                                 tsu_lane *TSU_RESTRICT h)
{
    switch (tsu_eepa_form_of(p[TSU_EEPA_N][0], p[TSU_EEPA_C][0])) {
    case TSU_EEPA_LINEAR: tsu_edinburghs_stage_linear(b, p, h); break;
    case TSU_EEPA_THREE_HALF: tsu_edinburghs_stage_three_half(b, p, h); break;
    case TSU_EEPA_ANY: tsu_edinburghs_stage_any(b, p, h); break;
    }
}

static const tsu_law tsu_law_normal_edinburgh_stiffness = {
    .kind = TSU_NORMAL,
    .name = "edinburgh/stiffness",
    .doc = "elasto-plastic adhesive contact with given stiffness",
    .parameters = tsu_edinburghs_parameters,
    .history = tsu_eepa_history,
    .keywords = tsu_eepa_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_edinburgh",
    .coefficients = TSU_EDINBURGHS_COEFFICIENTS,
    .prepare = tsu_edinburghs_prepare,
    .caution = tsu_eepa_caution,
    .stage = tsu_edinburghs_stage,
};

#endif
