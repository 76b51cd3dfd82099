/* SPDX-License-Identifier: Apache-2.0 */
/* normal_jkr.h - the full JKR contact (jkr_curve.h), with the damping of `model hertz` taken at its contact radius a.
 *
 *   k_n = 4/3 E* a, k_t = 8 G* a     gamma_n = 2 sqrt(5/6) beta sqrt(2 E* a m*), gamma_t = 2 sqrt(5/6) beta sqrt(k_t m*)
 *
 * Bodies that touch (d > 0) are pulled together at once, with -8/9 F_c at d = 0, F_c = 3/2 pi w R*. The largest pull is
 * F_c, at a^3 = 9 pi w R*^2/(8 E*), d = -a^2/(3 R*). Bodies with a mass part under a given distance, not under a given
 * load: the contact follows the curve beyond the largest pull to its end at d = -3/4 A^2/R* (jkr_curve.h), where the
 * pull is 5/9 F_c. With `release load` it ends at the largest pull. Energy is counted from the end, so that parting costs
 * nothing more; what the first touch releases is booked as plastic. Touching and parting lose
 * (3/10 2^(5/3) + 1/10) (pi^5 w^5 R*^4/E*^2)^(1/3) = 7.09 (w^5 R*^4/E*^2)^(1/3), as in Thornton & Ning (1998). */
#ifndef TSU_LAW_NORMAL_JKR_H
#define TSU_LAW_NORMAL_JKR_H

#include "law/jkr_curve.h"
#include "law/normal_common.h"

enum {
    TSU_NJKR_YOUNG,  /* E*       [Pa] */
    TSU_NJKR_RANGE,  /* pi w/E*  [m] */
    TSU_NJKR_SHEAR,  /* G*       [Pa] */
    TSU_NJKR_DAMP,   /* 2 sqrt(5/6) beta */
    TSU_NJKR_DAMP_T, /* the same or 0 */
    TSU_NJKR_CUT,
    TSU_NJKR_END,  /* overlap at which the contact ends, in the units of jkr_curve.h */
    TSU_NJKR_ZERO, /* and the energy there */
    TSU_NJKR_COEFFICIENTS
};

enum { TSU_NJKR_A, TSU_NJKR_F_DAMP, TSU_NJKR_HISTORY };

TSU_FN void tsu_normal_jkr(const double *p, tsu_contact *c, double *h)
{
    const double young = p[TSU_NJKR_YOUNG], a_old = h[TSU_NJKR_A];
    const tsu_jkr j = tsu_jkr_make(young, c->r_eff, p[TSU_NJKR_RANGE]);
    const bool fresh = a_old == 0.0;
    const double end = tsu_jkr_overlap(&j, p[TSU_NJKR_END]), least = fresh ? 0.0 : end;
    c->touching = c->overlap > least;
    const double y = tsu_jkr_solve(&j, c->overlap), y_old = sqrt(a_old / j.unit), a = tsu_jkr_radius(&j, y);
    const double f = tsu_jkr_force(&j, y), u = tsu_jkr_energy(&j, y, p[TSU_NJKR_ZERO]);
    const double f_old = tsu_jkr_force(&j, y_old), u_old = tsu_jkr_energy(&j, y_old, p[TSU_NJKR_ZERO]);
    tsu_normal_book_plastic(c, fresh, fresh, f_old, u_old, f, u);
    c->k_n = 4.0 / 3.0 * young * a;
    c->k_t = 8.0 * p[TSU_NJKR_SHEAR] * a;
    c->k_n_before = 4.0 / 3.0 * young * a_old;
    c->k_t_before = 8.0 * p[TSU_NJKR_SHEAR] * a_old;
    c->gamma_t = p[TSU_NJKR_DAMP_T] * sqrt(c->k_t * c->m_eff);
    c->adhesion = 3.0 * young * p[TSU_NJKR_RANGE] * c->r_eff; /* 2 F_c */
    const double gamma_n = p[TSU_NJKR_DAMP] * sqrt(2.0 * young * a * c->m_eff);
    tsu_normal_add_dashpot(c, f, gamma_n, p[TSU_NJKR_CUT] != 0.0, &h[TSU_NJKR_F_DAMP]);
    h[TSU_NJKR_A] = a;
}

static const tsu_law_parameter tsu_njkr_parameters[] = {TSU_PARAMETER_YOUNG,
                                                        TSU_PARAMETER_POISSON,
                                                        TSU_PARAMETER_RESTITUTION,
                                                        {.name = "workOfAdhesion",
                                                         .shape = TSU_PER_PAIR,
                                                         .unit = "J/m^2",
                                                         .doc = "work of adhesion w",
                                                         .lowest = 0.0,
                                                         .highest = INFINITY,
                                                         .highest_open = true},
                                                        {0}};
static const tsu_law_history tsu_njkr_history[] = {
    {.name = "a", .width = 1, .unit = "m", .doc = "contact radius"}, TSU_HISTORY_DAMPING_FORCE, {0}};
static const char *const tsu_njkr_releases[] = {"displacement", "load", NULL};
static const tsu_law_keyword tsu_njkr_keywords[] = {
    TSU_KEYWORD_TANGENTIAL_DAMPING,
    TSU_KEYWORD_LIMIT_FORCE_ADHESIVE,
    {"release", tsu_njkr_releases,
     "end of the contact: at the largest distance (distance), or at the largest pull (load)"},
    TSU_KEYWORDS_ENERGY,
    TSU_KEYWORD_HEATING_NORMAL("heating_normal_jkr"),
    {0}};

static inline tsu_status tsu_njkr_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    const double pi = 3.14159265358979323846, w = in->value[3][0];
    const double damp = 2.0 * sqrt(5.0 / 6.0) * tsu_damping_ratio(in->value[2][0]);
    const double young = tsu_effective_young(in->value[0], in->value[1]);
    coefficient[TSU_NJKR_YOUNG] = young;
    coefficient[TSU_NJKR_RANGE] = pi * w / young;
    coefficient[TSU_NJKR_SHEAR] = tsu_effective_shear(in->value[0], in->value[1]);
    coefficient[TSU_NJKR_DAMP] = damp;
    coefficient[TSU_NJKR_DAMP_T] = in->keyword[0] == 0 ? damp : 0.0;
    coefficient[TSU_NJKR_CUT] = in->keyword[1] == 0 && w == 0.0;
    coefficient[TSU_NJKR_END] = in->keyword[2] == 0 ? TSU_JKR_BREAK_OVERLAP : TSU_JKR_PULL_OVERLAP;
    coefficient[TSU_NJKR_ZERO] = in->keyword[2] == 0 ? TSU_JKR_BREAK_ENERGY : TSU_JKR_PULL_ENERGY;
    return TSU_OK;
}

static inline double tsu_njkr_reach(const double *coefficient, double radius_i, double radius_j, bool wall)
{
    const double r_eff = wall ? radius_i : radius_i * radius_j / (radius_i + radius_j);
    const tsu_jkr j = tsu_jkr_make(coefficient[TSU_NJKR_YOUNG], r_eff, coefficient[TSU_NJKR_RANGE]);
    return -tsu_jkr_overlap(&j, coefficient[TSU_NJKR_END]);
}

TSU_LAW_STAGE(tsu_njkr_stage, TSU_NORMAL, TSU_NJKR_COEFFICIENTS, TSU_NJKR_HISTORY, tsu_normal_jkr)

static const tsu_law tsu_law_normal_jkr = {
    .kind = TSU_NORMAL,
    .name = "jkr",
    .doc = "JKR adhesive elastic contact, held until it breaks",
    .parameters = tsu_njkr_parameters,
    .history = tsu_njkr_history,
    .keywords = tsu_njkr_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_jkr",
    .coefficients = TSU_NJKR_COEFFICIENTS,
    .prepare = tsu_njkr_prepare,
    .reach = tsu_njkr_reach,
    .stage = tsu_njkr_stage,
};

#endif
