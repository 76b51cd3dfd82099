/* SPDX-License-Identifier: Apache-2.0 */
/* normal_eepa.h - the elasto-plastic adhesive normal force of the Edinburgh laws
 * (docs/theory/normal_edinburgh.md). The laws built on it differ in where k1 comes from.
 *
 *   lambda = (1 - k1/k2)^(1/n)     virgin loading when lambda d > dp: then dp = lambda d            (3, 4)
 *   F_tmp = k2 (d^n - dp^n)                                                                         (5)
 *   F_min = 3/2 pi gamma a(dp) <= k2 dp^n/2;  d_min = (dp^n - F_min/k2)^(1/n), dp/2 when limited    (6, 7)
 *   k_c = F_min/d_min^c, set on virgin loading and held; fixKc on: given
 *   F_el = max(min(F_tmp, k1 d^n), -k_c d^c)                                                        (8)
 *   gamma_n = 2 beta sqrt(m* k1)                                                                    (9)
 *   F_n = F_el - gamma_n v_n + F0                                                                   (10)
 *
 * Unless n = 1, dp/2 is not on the k2 line and k1 is no stiffness in N/m. `consistent on` mends both: d_min is always that of
 * the line, k_n = k1 d^(n-1) is handed on, and gamma_n = 2 beta sqrt(m* k_n (n+1)/2), which has the restitution e exactly
 * where k2 = k1: with s = d^((n+1)/2) the contact is a linear oscillator of mass m* (n+1)/2.
 *
 * n: overlapExponent, c: adhesionExponent. dp is the overlap at which the k2 line through the present point
 * has no force. On the adhesive branch it therefore falls: dp^n = d^n + (k_c/k2) d^c, and re-loading leaves
 * along the line through the last point without a further rule.
 *
 * Stored energy: what unloading along that k2 line gives back, and the potential of the constant F0,
 *   U = k2 [(d^(n+1) - dp^(n+1))/(n+1) - dp^n (d - dp)] + F0 d. */
#ifndef TSU_LAW_NORMAL_EEPA_H
#define TSU_LAW_NORMAL_EEPA_H

#include "law/disc.h"
#include "law/normal_common.h"

enum {
    TSU_EEPA_RATIO,      /* k2/k1                                 [-] */
    TSU_EEPA_SHARE,      /* 1 - k1/k2                             [-] */
    TSU_EEPA_LAMBDA,     /* lambda                                [-] */
    TSU_EEPA_N,          /* n                                     [-] */
    TSU_EEPA_C,          /* c                                     [-] */
    TSU_EEPA_ROOT,       /* 1/n                                   [-] */
    TSU_EEPA_LIMITED,    /* (d_min/dp)^n of a limited contact: (1/2)^n, 1/2 if consistent [-] */
    TSU_EEPA_TENSION,    /* 3/2 pi gamma                          [N/m] */
    TSU_EEPA_KC_RATIO,   /* given k_c/k1; negative: not given    [m^(n-c)] */
    TSU_EEPA_F0,         /* pull-off force, negative attracts     [N] */
    TSU_EEPA_DAMP,       /* gamma_n/sqrt(m* k_n)                  [-] */
    TSU_EEPA_TANGENTIAL, /* 1: gamma_t = gamma_n, 0: 0          */
    TSU_EEPA_CUT,        /* 1: a total that attracts is cut       */
    TSU_EEPA_CONSISTENT, /* 1: k_n = k1 d^(n-1), 0: k1            */
    TSU_EEPA_COEFFICIENTS
};

enum { TSU_EEPA_DP, TSU_EEPA_KC, TSU_EEPA_D_OLD, TSU_EEPA_F_DAMP, TSU_EEPA_HISTORY };

/* How powers are taken: the exponents are the same for all contacts, so a block takes the cheapest form. */
typedef enum tsu_eepa_form {
    TSU_EEPA_LINEAR,     /* n = c = 1 */
    TSU_EEPA_THREE_HALF, /* n = c = 3/2 */
    TSU_EEPA_ANY
} tsu_eepa_form;

TSU_FN tsu_eepa_form tsu_eepa_form_of(double n, double c)
{
    const tsu_eepa_form other = n == 1.5 && c == 1.5 ? TSU_EEPA_THREE_HALF : TSU_EEPA_ANY;
    return n == 1.0 && c == 1.0 ? TSU_EEPA_LINEAR : other;
}

/* x^n or x^c */
TSU_FN double tsu_eepa_power(double x, double exponent, tsu_eepa_form form)
{
    if (form == TSU_EEPA_LINEAR) return x;
    return form == TSU_EEPA_THREE_HALF ? x * sqrt(x) : tsu_pow(x, exponent);
}

/* x^(1/n) */
TSU_FN double tsu_eepa_root(double x, double root, tsu_eepa_form form)
{
    return form == TSU_EEPA_LINEAR ? x : tsu_pow(x, root);
}

/* k_n/k1 at an overlap d, d_n = d^n [m^(n-1), or 1 as printed]. */
TSU_FN double tsu_eepa_slope(const double *p, double d, double d_n, tsu_eepa_form form)
{
    if (form == TSU_EEPA_LINEAR) return 1.0;
    const double divided = d_n / (d > 0.0 ? d : 1.0);
    const double slope = form == TSU_EEPA_THREE_HALF ? sqrt(d) : divided;
    return p[TSU_EEPA_CONSISTENT] != 0.0 ? slope : 1.0;
}

/* Adhesion stiffness k_c of a virgin contact with plastic overlap dp, dp_n = dp^n [N/m^c]. */
TSU_FN double tsu_eepa_adhesion(const double *p, const tsu_contact *c, double k2, double dp, double dp_n,
                                tsu_eepa_form form)
{
    const double tension = p[TSU_EEPA_TENSION] * sqrt(tsu_disc_radius2(c, dp)), limit = 0.5 * k2 * dp_n;
    const bool limited = tension > limit;
    const double f_min = limited ? limit : tension;
    const double limited_n = p[TSU_EEPA_LIMITED] * dp_n;
    const double d_min_n = tsu_double_select(limited, limited_n, dp_n - f_min / k2);
    const double d_min_c =
        form == TSU_EEPA_ANY ? tsu_pow(d_min_n, p[TSU_EEPA_C] * p[TSU_EEPA_ROOT]) : d_min_n;
    const double least = 1e-300; /* a contact of no depth has no adhesion yet */
    return f_min / (d_min_c > least ? d_min_c : least);
}

/* U without F0 at overlap d, zero-force overlap dp, and their powers d_n, dp_n [J]. */
TSU_FN double tsu_eepa_energy(double k2, double n, double d, double d_n, double dp, double dp_n,
                              tsu_eepa_form form)
{
    const double way = d - dp;
    const double above = (d * d_n - dp * dp_n) / (n + 1.0) - dp_n * way;
    return k2 * (form == TSU_EEPA_LINEAR ? 0.5 * way * way : above);
}

/* Where n = 1 stiffness and damping follow from the two bodies alone, and a fused loop knows them beforehand (fused.h). */
enum { TSU_EEPA_KNOWN_STIFFNESS, TSU_EEPA_KNOWN_DAMPING, TSU_EEPA_KNOWN };

TSU_FN double tsu_eepa_damping(const double *p, const tsu_contact *c, double k_n)
{
    return p[TSU_EEPA_DAMP] * sqrt(c->m_eff * k_n);
}

TSU_FN void tsu_eepa_know(const double *p, tsu_contact *c, double k1, double *known)
{
    c->k_n = k1;
    known[TSU_EEPA_KNOWN_STIFFNESS] = k1;
    known[TSU_EEPA_KNOWN_DAMPING] = tsu_eepa_damping(p, c, k1);
}

/* The force, its accounts and its history; k_n and gamma_n are in *c. */
TSU_FN void tsu_normal_eepa_force(const double *p, tsu_contact *c, double *h, double k1, tsu_eepa_form form)
{
    const double n = p[TSU_EEPA_N], k2 = k1 * p[TSU_EEPA_RATIO], f0 = p[TSU_EEPA_F0];
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double d_n = tsu_eepa_power(d, n, form), d_c = tsu_eepa_power(d, p[TSU_EEPA_C], form);
    const double d_old = h[TSU_EEPA_D_OLD], d_old_n = tsu_eepa_power(d_old, n, form);
    const double dp_old = h[TSU_EEPA_DP], dp_old_n = tsu_eepa_power(dp_old, n, form);

    const double dp_virgin = p[TSU_EEPA_LAMBDA] * d, dp_virgin_n = p[TSU_EEPA_SHARE] * d_n;
    const bool virgin = dp_virgin > dp_old;
    const double kc_virgin = tsu_eepa_adhesion(p, c, k2, dp_virgin, dp_virgin_n, form);
    const double kc_held = tsu_double_select(virgin, kc_virgin, h[TSU_EEPA_KC]);
    const double kc_given = k1 * p[TSU_EEPA_KC_RATIO];
    const double k_c = kc_given < 0.0 ? kc_held : kc_given;

    const double first = k1 * d_n, pull = -k_c * d_c;
    const double line = k2 * (d_n - dp_old_n);
    const double below = line < first ? line : first;
    const double loaded = virgin ? first : below;
    const bool adhesive = loaded < pull;
    const double f_el = adhesive ? pull : loaded;
    const double dp_adhesive = tsu_eepa_root(d_n + k_c / k2 * d_c, p[TSU_EEPA_ROOT], form);
    const double dp_kept = virgin ? dp_virgin : dp_old;
    const double dp = adhesive ? dp_adhesive : dp_kept, dp_n = tsu_eepa_power(dp, n, form);

    const double u = tsu_eepa_energy(k2, n, d, d_n, dp, dp_n, form);
    const double u_old = tsu_eepa_energy(k2, n, d_old, d_old_n, dp_old, dp_old_n, form);
    const double f_old = k2 * (d_old_n - dp_old_n);
    const bool fresh = d_old == 0.0;
    tsu_normal_book_plastic(c, fresh, dp != dp_old, f_old, u_old, f_el, u);
    tsu_normal_book_constant(c, fresh, f0, d_old, d);

    c->gamma_t = p[TSU_EEPA_TANGENTIAL] * c->gamma_n;
    c->adhesion = k_c * d_c - f0;
    tsu_normal_add_dashpot(c, f_el + f0, c->gamma_n, p[TSU_EEPA_CUT] != 0.0, &h[TSU_EEPA_F_DAMP]);
    h[TSU_EEPA_DP] = dp;
    h[TSU_EEPA_KC] = k_c;
    h[TSU_EEPA_D_OLD] = d;
}

/* Sets all that a normal law hands on but k_t. */
TSU_FN void tsu_normal_eepa(const double *p, tsu_contact *c, double *h, double k1, tsu_eepa_form form)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0, d_old = h[TSU_EEPA_D_OLD];
    const double d_n = tsu_eepa_power(d, p[TSU_EEPA_N], form),
                 d_old_n = tsu_eepa_power(d_old, p[TSU_EEPA_N], form);
    c->k_n = k1 * tsu_eepa_slope(p, d, d_n, form);
    c->k_n_before = k1 * tsu_eepa_slope(p, d_old, d_old_n, form);
    c->gamma_n = tsu_eepa_damping(p, c, c->k_n);
    tsu_normal_eepa_force(p, c, h, k1, form);
}

/* The same for n = 1, of which the loop knows stiffness and damping. */
TSU_FN void tsu_normal_eepa_known(const double *p, tsu_contact *c, double *h, const double *known)
{
    c->k_n = c->k_n_before = known[TSU_EEPA_KNOWN_STIFFNESS];
    c->gamma_n = known[TSU_EEPA_KNOWN_DAMPING];
    tsu_normal_eepa_force(p, c, h, c->k_n, TSU_EEPA_LINEAR);
}

/* ---- tables ---- */

/* These parameters come first in the laws that build on this one, in this order. */
enum {
    TSU_EEPA_IN_RATIO,
    TSU_EEPA_IN_RESTITUTION,
    TSU_EEPA_IN_N,
    TSU_EEPA_IN_C,
    TSU_EEPA_IN_F0,
    TSU_EEPA_IN_SURFACE,
    TSU_EEPA_IN_KC,
    TSU_EEPA_INPUTS
};

#define TSU_EEPA_PARAMETERS                                                                                  \
    {.name = "UnloadingStiffness",                                                                           \
     .shape = TSU_PER_PAIR,                                                                                  \
     .unit = "-",                                                                                            \
     .doc = "unloading over loading stiffness k2/k1",                                                        \
     .lowest = 1.0,                                                                                          \
     .lowest_open = true,                                                                                    \
     .highest = INFINITY,                                                                                    \
     .highest_open = true},                                                                                  \
        TSU_PARAMETER_RESTITUTION,                                                                           \
        {.name = "overlapExponent",                                                                          \
         .shape = TSU_SCALAR,                                                                                \
         .unit = "-",                                                                                        \
         .doc = "exponent n of the overlap",                                                                 \
         .lowest = 1.0,                                                                                      \
         .highest = 10.0},                                                                                   \
        {.name = "adhesionExponent",                                                                         \
         .shape = TSU_SCALAR,                                                                                \
         .unit = "-",                                                                                        \
         .doc = "exponent c of the adhesive branch",                                                         \
         .lowest = 0.0,                                                                                      \
         .lowest_open = true,                                                                                \
         .highest = 20.0},                                                                                   \
        {.name = "pullOffForce",                                                                             \
         .shape = TSU_PER_PAIR,                                                                              \
         .unit = "N",                                                                                        \
         .doc = "constant force F0 of every contact, negative attracts",                                     \
         .lowest = -INFINITY,                                                                                \
         .lowest_open = true,                                                                                \
         .highest = INFINITY,                                                                                \
         .highest_open = true,                                                                               \
         .optional = true},                                                                                  \
        {.name = "surfaceEnergy",                                                                            \
         .shape = TSU_PER_PAIR,                                                                              \
         .unit = "J/m^2",                                                                                    \
         .doc = "surface energy gamma that sets the adhesion",                                               \
         .lowest = 0.0,                                                                                      \
         .highest = INFINITY,                                                                                \
         .highest_open = true,                                                                               \
         .needed_with = "fixKc=off"},                                                                        \
    {                                                                                                        \
        .name = "coefficientAdhesionStiffness", .shape = TSU_PER_PAIR, .unit = "m^(n-c)",                    \
        .doc = "adhesion over loading stiffness k_c/k1", .lowest = 0.0, .highest = INFINITY,                 \
        .highest_open = true, .needed_with = "fixKc=on"                                                      \
    }

#define TSU_EEPA_KEYWORDS                                                                                    \
    TSU_KEYWORD_TANGENTIAL_DAMPING, TSU_KEYWORD_LIMIT_FORCE_ADHESIVE,                                        \
        {"fixKc", tsu_choices_off_on, "adhesion stiffness given instead of taken from the surface energy"},  \
    {                                                                                                        \
        "consistent", tsu_choices_off_on,                                                                    \
            "unless n = 1: d_min on the k2 line, k1 d^(n-1) as the stiffness of dashpot, friction and "      \
            "rolling"                                                                                        \
    }

static const tsu_law_keyword tsu_eepa_keywords[] = {
    TSU_EEPA_KEYWORDS, TSU_KEYWORDS_ENERGY, TSU_KEYWORD_HEATING_NORMAL("heating_normal_edinburgh"), {0}};
static const tsu_law_history tsu_eepa_history[] = {
    {.name = "dp", .width = 1, .unit = "m", .doc = "overlap without force on the present k2 line"},
    {.name = "k_c", .width = 1, .unit = "N/m^c", .doc = "adhesion stiffness"},
    TSU_HISTORY_OVERLAP,
    TSU_HISTORY_DAMPING_FORCE,
    {0}};

static inline void tsu_eepa_prepare(const tsu_law_inputs *in, double *coefficient)
{
    const double pi = 3.14159265358979323846;
    const double ratio = in->value[TSU_EEPA_IN_RATIO][0], n = in->value[TSU_EEPA_IN_N][0];
    const double c = in->value[TSU_EEPA_IN_C][0], f0 = in->value[TSU_EEPA_IN_F0][0];
    const bool fixed = in->keyword[2] != 0, consistent = in->keyword[3] != 0 && n != 1.0;
    const double surface = fixed ? 0.0 : in->value[TSU_EEPA_IN_SURFACE][0];
    const double kc_ratio = fixed ? in->value[TSU_EEPA_IN_KC][0] : -1.0;
    const double share = (ratio - 1.0) / ratio;
    const bool adhesive = surface > 0.0 || kc_ratio > 0.0 || f0 != 0.0;
    coefficient[TSU_EEPA_RATIO] = ratio;
    coefficient[TSU_EEPA_SHARE] = share;
    coefficient[TSU_EEPA_LAMBDA] = tsu_pow(share, 1.0 / n);
    coefficient[TSU_EEPA_N] = n;
    coefficient[TSU_EEPA_C] = c;
    coefficient[TSU_EEPA_ROOT] = 1.0 / n;
    coefficient[TSU_EEPA_LIMITED] = consistent ? 0.5 : tsu_pow(0.5, n);
    coefficient[TSU_EEPA_TENSION] = 1.5 * pi * surface;
    coefficient[TSU_EEPA_KC_RATIO] = kc_ratio;
    coefficient[TSU_EEPA_F0] = f0;
    const double damp = 2.0 * tsu_damping_ratio(in->value[TSU_EEPA_IN_RESTITUTION][0]);
    coefficient[TSU_EEPA_DAMP] = consistent ? damp * sqrt(0.5 * (n + 1.0)) : damp;
    coefficient[TSU_EEPA_TANGENTIAL] = in->keyword[0] == 0;
    coefficient[TSU_EEPA_CUT] = in->keyword[1] == 0 && !adhesive;
    coefficient[TSU_EEPA_CONSISTENT] = consistent;
}

/* What speaks against the printed form unless n = 1; NULL: nothing. `followed`: by friction or rolling. */
static inline const char *tsu_eepa_caution(const double *coefficient, bool followed)
{
    const bool printed = coefficient[TSU_EEPA_N] != 1.0 && coefficient[TSU_EEPA_CONSISTENT] == 0.0;
    if (!printed || (!followed && coefficient[TSU_EEPA_DAMP] == 0.0)) return NULL;
    return "overlapExponent is not 1, so its loading stiffness is not a stiffness in N/m, but dashpot, "
           "friction "
           "and rolling take it "
           "for one, as in LIGGGHTS: restitution and friction depend on the units of the deck; `consistent "
           "on` mends that";
}

#endif
