/* SPDX-License-Identifier: Apache-2.0 */
/* normal_hooke.h - linear spring and dashpot, the stiffness taken from the elastic constants.
 *
 *   k_n = 16/15 sqrt(R*) E* (15 m* V^2 / (16 sqrt(R*) E*))^(1/5)     V: characteristic velocity of an impact
 *   gamma_n = gamma_t = 2 beta sqrt(m* k_n)     beta = |L|/sqrt(L^2 + pi^2), L = ln e
 *   F_n = k_n d - gamma_n v_n     k_t = k_n, with ktToKnUser 2/7 k_n     stored energy k_n d^2/2
 *
 * With `viscous on` the restitution is that of an impact in a fluid of viscosity eta: L = ln e_max + St_c/St
 * with the Stokes number St = m* v_n / (6 pi eta R*^2), which has the sign of v_n. beta is formed without
 * dividing by v_n, so a contact at rest is no exception: beta -> 1. */
#ifndef TSU_LAW_NORMAL_HOOKE_H
#define TSU_LAW_NORMAL_HOOKE_H

#include "law/normal_common.h"

enum {
    TSU_HOOKE_YOUNG,      /* E*                          [Pa] */
    TSU_HOOKE_SPEED2,     /* V^2                         [m^2/s^2] */
    TSU_HOOKE_KT,         /* k_t/k_n                     [-] */
    TSU_HOOKE_DAMP,       /* 2 beta; 0 in a fluid        [-] */
    TSU_HOOKE_VISCOUS,    /* 1 in a fluid, else 0        */
    TSU_HOOKE_LOG_MAX,    /* ln e_max                    [-] */
    TSU_HOOKE_STOKES,     /* 6 pi eta St_c; never 0      [Pa s] */
    TSU_HOOKE_TANGENTIAL, /* 1: gamma_t = gamma_n, 0: 0  */
    TSU_HOOKE_CUT,
    TSU_HOOKE_COEFFICIENTS
};

TSU_FN double tsu_hooke_stiffness(const double *p, const tsu_contact *c)
{
    const double e_root_r = p[TSU_HOOKE_YOUNG] * sqrt(c->r_eff);
    const double ratio = 15.0 / 16.0 * c->m_eff * p[TSU_HOOKE_SPEED2] / e_root_r;
    return 16.0 / 15.0 * e_root_r * tsu_fifth_root(ratio);
}

TSU_FN double tsu_hooke_gamma(const double *p, const tsu_contact *c, double k_n)
{
    const double pi = 3.14159265358979323846;
    const double x = p[TSU_HOOKE_LOG_MAX] * c->v_n + p[TSU_HOOKE_STOKES] * c->r_eff * c->r_eff / c->m_eff;
    const double y = pi * c->v_n;
    const double in_fluid = 2.0 * fabs(x) / sqrt(x * x + y * y);
    return (p[TSU_HOOKE_DAMP] + p[TSU_HOOKE_VISCOUS] * in_fluid) * sqrt(c->m_eff * k_n);
}

/* Without a fluid stiffness and damping follow from the two bodies alone, and a fused loop knows them beforehand (fused.h). */
typedef enum tsu_hooke_form { TSU_HOOKE_DRY, TSU_HOOKE_IN_FLUID } tsu_hooke_form;

enum { TSU_HOOKE_KNOWN_STIFFNESS, TSU_HOOKE_KNOWN_DAMPING, TSU_HOOKE_KNOWN };

TSU_FN void tsu_hooke_know(const double *p, tsu_contact *c, double *known)
{
    const double k_n = tsu_hooke_stiffness(p, c);
    c->k_n = k_n;
    c->k_t = p[TSU_HOOKE_KT] * k_n;
    known[TSU_HOOKE_KNOWN_STIFFNESS] = k_n;
    known[TSU_HOOKE_KNOWN_DAMPING] = p[TSU_HOOKE_DAMP] * sqrt(c->m_eff * k_n);
}

TSU_FN void tsu_normal_hooke_given(const double *p, tsu_contact *c, double *h, double k_n, double gamma_n)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    c->k_n_before = c->k_n = k_n;
    c->k_t_before = c->k_t = p[TSU_HOOKE_KT] * k_n;
    c->gamma_t = p[TSU_HOOKE_TANGENTIAL] * gamma_n;
    const double d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0;
    tsu_normal_book_elastic(c, k_n * d_old, 0.5 * k_n * d_old * d_old, k_n * d, 0.5 * k_n * d * d);
    tsu_normal_add_dashpot(c, k_n * d, gamma_n, p[TSU_HOOKE_CUT] != 0.0, &h[0]);
}

TSU_FN void tsu_normal_hooke(const double *p, tsu_contact *c, double *h)
{
    const double k_n = tsu_hooke_stiffness(p, c);
    tsu_normal_hooke_given(p, c, h, k_n, tsu_hooke_gamma(p, c, k_n));
}

TSU_FN void tsu_normal_hooke_known(const double *p, tsu_contact *c, double *h)
{
    const double *known = p + TSU_HOOKE_COEFFICIENTS;
    tsu_normal_hooke_given(p, c, h, known[TSU_HOOKE_KNOWN_STIFFNESS], known[TSU_HOOKE_KNOWN_DAMPING]);
}

/* The parameters come first in every law that builds on this one, in this order. */
enum {
    TSU_HOOKE_IN_YOUNG,
    TSU_HOOKE_IN_POISSON,
    TSU_HOOKE_IN_SPEED,
    TSU_HOOKE_IN_RESTITUTION,
    TSU_HOOKE_IN_VISCOSITY,
    TSU_HOOKE_IN_STOKES,
    TSU_HOOKE_IN_MAXIMUM,
    TSU_HOOKE_INPUTS
};

#define TSU_HOOKE_PARAMETERS                                                                                 \
    TSU_PARAMETER_YOUNG, TSU_PARAMETER_POISSON,                                                              \
        {.name = "characteristicVelocity",                                                                   \
         .shape = TSU_SCALAR,                                                                                \
         .unit = "m/s",                                                                                      \
         .doc = "impact velocity V for which the stiffness is set",                                          \
         .lowest = 0.0,                                                                                      \
         .lowest_open = true,                                                                                \
         .highest = INFINITY,                                                                                \
         .highest_open = true},                                                                              \
        {.name = "coefficientRestitution",                                                                   \
         .shape = TSU_PER_PAIR,                                                                              \
         .unit = "-",                                                                                        \
         .doc = "coefficient of restitution e",                                                              \
         .lowest = 0.0,                                                                                      \
         .lowest_open = true,                                                                                \
         .highest = 1.0,                                                                                     \
         .needed_with = "viscous=off"},                                                                      \
        {.name = "FluidViscosity",                                                                           \
         .shape = TSU_PER_PAIR,                                                                              \
         .unit = "Pa s",                                                                                     \
         .doc = "viscosity eta of the fluid between the bodies",                                             \
         .lowest = 0.0,                                                                                      \
         .lowest_open = true,                                                                                \
         .highest = INFINITY,                                                                                \
         .highest_open = true,                                                                               \
         .needed_with = "viscous=on"},                                                                       \
        {.name = "CriticalStokes",                                                                           \
         .shape = TSU_PER_PAIR,                                                                              \
         .unit = "-",                                                                                        \
         .doc = "Stokes number St_c below which there is no rebound",                                        \
         .lowest = 0.0,                                                                                      \
         .lowest_open = true,                                                                                \
         .highest = INFINITY,                                                                                \
         .highest_open = true,                                                                               \
         .needed_with = "viscous=on"},                                                                       \
    {                                                                                                        \
        .name = "MaximumRestitution", .shape = TSU_PER_PAIR, .unit = "-",                                    \
        .doc = "restitution e_max when dry", .lowest = 0.0, .lowest_open = true, .highest = 1.0,             \
        .needed_with = "viscous=on"                                                                          \
    }

enum {
    TSU_HOOKE_KEY_VISCOUS,
    TSU_HOOKE_KEY_TANGENTIAL,
    TSU_HOOKE_KEY_LIMIT,
    TSU_HOOKE_KEY_KT,
    TSU_HOOKE_KEY_BONDED
};

#define TSU_HOOKE_KEYWORDS                                                                                   \
    {"viscous", tsu_choices_off_on, "restitution of an impact in a fluid"}, TSU_KEYWORD_TANGENTIAL_DAMPING,  \
        TSU_KEYWORD_LIMIT_FORCE, {"ktToKnUser", tsu_choices_off_on, "k_t = 2/7 k_n instead of k_n"},         \
        TSU_KEYWORD_BONDED, TSU_KEYWORD_HEATING_NORMAL("heating_normal_hooke"),                              \
        TSU_KEYWORD_HEATING_TRACKING, TSU_KEYWORDS_ENERGY

static const tsu_law_parameter tsu_hooke_parameters[] = {TSU_HOOKE_PARAMETERS, {0}};
static const tsu_law_history tsu_hooke_history[] = {TSU_HISTORY_DAMPING_FORCE, {0}};
static const tsu_law_keyword tsu_hooke_keywords[] = {TSU_HOOKE_KEYWORDS, {0}};

static inline tsu_status tsu_hooke_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    const double pi = 3.14159265358979323846, speed = in->value[TSU_HOOKE_IN_SPEED][0];
    const bool viscous = in->keyword[TSU_HOOKE_KEY_VISCOUS] != 0;
    const double e = viscous ? 1.0 : in->value[TSU_HOOKE_IN_RESTITUTION][0];
    const double e_max = viscous ? in->value[TSU_HOOKE_IN_MAXIMUM][0] : 1.0;
    const double stokes = in->value[TSU_HOOKE_IN_VISCOSITY][0] * in->value[TSU_HOOKE_IN_STOKES][0];
    coefficient[TSU_HOOKE_YOUNG] =
        tsu_effective_young(in->value[TSU_HOOKE_IN_YOUNG], in->value[TSU_HOOKE_IN_POISSON]);
    coefficient[TSU_HOOKE_SPEED2] = speed * speed;
    coefficient[TSU_HOOKE_KT] = in->keyword[TSU_HOOKE_KEY_KT] ? 2.0 / 7.0 : 1.0;
    coefficient[TSU_HOOKE_DAMP] = 2.0 * tsu_damping_ratio(e);
    coefficient[TSU_HOOKE_VISCOUS] = viscous;
    coefficient[TSU_HOOKE_LOG_MAX] = tsu_log(e_max);
    coefficient[TSU_HOOKE_STOKES] = viscous ? 6.0 * pi * stokes : 1.0;
    coefficient[TSU_HOOKE_TANGENTIAL] = in->keyword[TSU_HOOKE_KEY_TANGENTIAL] == 0;
    coefficient[TSU_HOOKE_CUT] = in->keyword[TSU_HOOKE_KEY_LIMIT];
    return tsu_normal_check_bonded(in->keyword[TSU_HOOKE_KEY_BONDED], err);
}

TSU_LAW_STAGE(tsu_hooke_stage, TSU_NORMAL, TSU_HOOKE_COEFFICIENTS, 1, tsu_normal_hooke)

static const tsu_law tsu_law_normal_hooke = {
    .kind = TSU_NORMAL,
    .name = "hooke",
    .doc = "linear spring and dashpot, stiffness from elastic constants",
    .parameters = tsu_hooke_parameters,
    .history = tsu_hooke_history,
    .keywords = tsu_hooke_keywords,
    .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_hooke",
    .coefficients = TSU_HOOKE_COEFFICIENTS,
    .prepare = tsu_hooke_prepare,
    .curvature = 0.4,
    .overlap_power = 1.0,
    .stage = tsu_hooke_stage,
};

#endif
