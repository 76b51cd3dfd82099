/* SPDX-License-Identifier: Apache-2.0 */
/* normal_luding.h - linear hysteretic adhesive contact with given stiffnesses (Luding 2008; normal_kinked.h).
 *
 *   F_n = F_el - gamma_n v_n + F0     gamma_n = gamma_t = 2 beta sqrt(m* k1)     k_n = k_t = k1 */
#ifndef TSU_LAW_NORMAL_LUDING_H
#define TSU_LAW_NORMAL_LUDING_H

#include "law/normal_kinked.h"

enum {
    TSU_LUDING_K1,
    TSU_LUDING_K2_MAX,
    TSU_LUDING_KC,
    TSU_LUDING_DEPTH, /* D_l/R* [-] */
    TSU_LUDING_F0,
    TSU_LUDING_DAMP,       /* 2 beta */
    TSU_LUDING_TANGENTIAL, /* 1: gamma_t = gamma_n, 0: 0 */
    TSU_LUDING_CUT,
    TSU_LUDING_COEFFICIENTS
};

TSU_FN void tsu_normal_luding(const double *p, tsu_contact *c, double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0, d_old = h[TSU_KINKED_D_OLD];
    const double k1 = p[TSU_LUDING_K1], f0 = p[TSU_LUDING_F0];
    const double k2_max = p[TSU_LUDING_K2_MAX], k_c = p[TSU_LUDING_KC],
                 depth = p[TSU_LUDING_DEPTH] * c->r_eff;
    const tsu_kinked k = {k1, k2_max, k_c, depth, tsu_kinked_spread(k1, k2_max, k_c, depth)};
    const double gamma_n = p[TSU_LUDING_DAMP] * sqrt(c->m_eff * k1);
    c->k_n_before = c->k_n = k1;
    c->k_t_before = c->k_t = k1;
    c->gamma_t = p[TSU_LUDING_TANGENTIAL] * gamma_n;
    c->adhesion = k.k_c * d - f0;
    const double f = tsu_kinked_force(c, &k, h);
    tsu_normal_book_constant(c, d_old == 0.0, f0, d_old, d);
    tsu_normal_add_dashpot(c, f + f0, gamma_n, p[TSU_LUDING_CUT] != 0.0, &h[TSU_KINKED_F_DAMP]);
}

static const tsu_law_parameter tsu_luding_parameters[] = {
    {.name = "LoadingStiffness",
     .shape = TSU_PER_PAIR,
     .unit = "N/m",
     .doc = "loading stiffness k1",
     .lowest = 0.0,
     .lowest_open = true,
     .highest = INFINITY,
     .highest_open = true},
    {.name = "UnloadingStiffness",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "largest unloading over loading stiffness k2max/k1",
     .lowest = 1.0,
     .lowest_open = true,
     .highest = INFINITY,
     .highest_open = true},
    TSU_PARAMETERS_KINKED,
    {.name = "pullOffForce",
     .shape = TSU_PER_PAIR,
     .unit = "N",
     .doc = "constant force F0 of every contact, negative attracts",
     .lowest = -INFINITY,
     .lowest_open = true,
     .highest = INFINITY,
     .highest_open = true,
     .optional = true},
    TSU_PARAMETER_RESTITUTION,
    {0}};
static const tsu_law_keyword tsu_luding_keywords[] = {TSU_KEYWORD_TANGENTIAL_DAMPING,
                                                      TSU_KEYWORD_LIMIT_FORCE_ADHESIVE,
                                                      TSU_KEYWORDS_ENERGY,
                                                      TSU_KEYWORD_HEATING_NORMAL("heating_normal_luding"),
                                                      {0}};

static inline tsu_status tsu_luding_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    const double k1 = in->value[0][0], ratio = in->value[1][0];
    const double k_c = k1 * in->value[2][0], f0 = in->value[4][0];
    coefficient[TSU_LUDING_K1] = k1;
    coefficient[TSU_LUDING_K2_MAX] = k1 * ratio;
    coefficient[TSU_LUDING_KC] = k_c;
    coefficient[TSU_LUDING_DEPTH] = 2.0 * in->value[3][0] * ratio / (ratio - 1.0);
    coefficient[TSU_LUDING_F0] = f0;
    coefficient[TSU_LUDING_DAMP] = 2.0 * tsu_damping_ratio(in->value[5][0]);
    coefficient[TSU_LUDING_TANGENTIAL] = in->keyword[0] == 0;
    coefficient[TSU_LUDING_CUT] = in->keyword[1] == 0 && k_c == 0.0 && f0 == 0.0;
    return TSU_OK;
}

TSU_LAW_STAGE(tsu_luding_stage, TSU_NORMAL, TSU_LUDING_COEFFICIENTS, TSU_KINKED_HISTORY, tsu_normal_luding)

static const tsu_law tsu_law_normal_luding = {
    .kind = TSU_NORMAL,
    .name = "luding",
    .doc = "linear hysteretic adhesive contact with given stiffness",
    .parameters = tsu_luding_parameters,
    .history = tsu_kinked_history,
    .keywords = tsu_luding_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_luding",
    .coefficients = TSU_LUDING_COEFFICIENTS,
    .prepare = tsu_luding_prepare,
    .stage = tsu_luding_stage,
};

#endif
