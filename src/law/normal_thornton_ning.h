/* SPDX-License-Identifier: Apache-2.0 */
/* normal_thornton_ning.h - elastic-plastic adhesive contact of Thornton and Ning (Powder Technology 99, 1998).
 *
 * Up to the yield radius a_y = Y min(R_i, R_j) the contact is that of JKR (jkr_curve.h). The pressure in its
 * centre has then reached p_y = 2 E* a_y/(pi R*) - sqrt(2 w E* / (pi a_y)) and rises no further. Beyond, a follows
 * d as before and the force is the integral of their incremental stiffness,
 *
 *   F = F_y + pi p_y (a^2 - a_y^2) - 2 a_y sqrt(2 pi w E*) (sqrt a - sqrt a_y).
 *
 * Unloading from the largest radius a_m follows the JKR curve of the flattened surface, with the curvature
 * 1/R' = 3 [F(a_m) + sqrt(8 pi w E* a_m^3)]/(4 E* a_m^3) and the residual overlap a_m^2 (1/R* - 1/R'). At a_m both
 * curves meet, so the force is always that of the R' curve and a_m is the only memory.
 *
 * A contact lasts until its radius can shrink no further, with the pull 5/9 F_c', F_c' = 3/2 pi w R'; before yield
 * that is at a gap of 3/4 A^2 / R*. Where the surface energy is so large for a small sphere that p_y would be
 * negative, it is taken as 0. Flattened surfaces may part, and meet again, while the spheres still overlap: the
 * flattening is remembered until these are apart. There is no normal dashpot; coefficientRestitution sets the
 * tangential one. Hands on k_n = 4/3 E* a, k_t = 8 G* a.
 *
 * LIGGGHTS integrates the same stiffness step by step, takes a_y from body i alone, unloads with R' = R*, and hands
 * on a negative gamma_t and no k_n. */
#ifndef TSU_LAW_NORMAL_THORNTON_NING_H
#define TSU_LAW_NORMAL_THORNTON_NING_H

#include "law/jkr_curve.h"
#include "law/normal_common.h"

enum {
    TSU_THORNTON_YOUNG,  /* E*             [Pa] */
    TSU_THORNTON_RANGE,  /* pi w over E*   [m] */
    TSU_THORNTON_SHEAR,  /* G*             [Pa] */
    TSU_THORNTON_YIELD,  /* Y              [-] */
    TSU_THORNTON_DAMP_T, /* 2 sqrt(5/6) beta, or 0 */
    TSU_THORNTON_COEFFICIENTS
};

enum { TSU_THORNTON_A, TSU_THORNTON_A_MAX, TSU_THORNTON_F_OLD, TSU_THORNTON_U_OLD, TSU_THORNTON_HISTORY };

/* Flattening R* / R' of a contact whose largest radius is a_m >= a_y; range is pi w over E*. Forces are in units
 * of E* here. */
TSU_FN double tsu_thornton_flattening(double a_m, double a_y, double radius, double range)
{
    const double pi = 3.14159265358979323846;
    const double root_m = sqrt(a_m), root_y = sqrt(a_y);
    const double p_raw = 2.0 * a_y / (pi * radius) - sqrt(2.0 * range) / (pi * root_y);
    const double p_y = p_raw > 0.0 ? p_raw : 0.0;
    const double adhesive_y = sqrt(8.0 * range) * (a_y * root_y),
                 adhesive_m = sqrt(8.0 * range) * (a_m * root_m);
    const double f_y = 4.0 / 3.0 * (a_y * a_y * a_y) / radius - adhesive_y;
    const double f_m =
        f_y + pi * p_y * ((a_m - a_y) * (a_m + a_y)) - 2.0 * a_y * sqrt(2.0 * range) * (root_m - root_y);
    const double flattening = 0.75 * (f_m + adhesive_m) * radius / (a_m * a_m * a_m);
    return a_m > a_y ? flattening : 1.0;
}

TSU_FN void tsu_normal_thornton_ning(const double *p, tsu_contact *c, double *h)
{
    const double young = p[TSU_THORNTON_YOUNG], range = p[TSU_THORNTON_RANGE], r = c->r_eff, d = c->overlap;
    const double a_old = h[TSU_THORNTON_A], a_max_old = h[TSU_THORNTON_A_MAX];
    const double a_y = p[TSU_THORNTON_YIELD] * (c->radius_i < c->radius_j ? c->radius_i : c->radius_j);
    const tsu_jkr virgin = tsu_jkr_make(young, r, range);
    const double a_load = tsu_jkr_radius(&virgin, tsu_jkr_solve(&virgin, d));
    const double a_before = a_max_old > a_y ? a_max_old : a_y;
    const bool loading = a_load > a_before;
    const double a_max = loading ? a_load : a_before;
    const double flattening = tsu_thornton_flattening(a_max, a_y, r, range);
    const double above = d - a_max * a_max * (1.0 - flattening) / r;
    const tsu_jkr flat = tsu_jkr_make(young, r / flattening, range);

    /* How far the overlap is from where the surfaces part, or from where they meet if they are apart. */
    const double parting = tsu_jkr_overlap(&flat, TSU_JKR_BREAK_OVERLAP),
                 border = a_old > 0.0 ? parting : 0.0;
    const double held = loading ? r : above - border;
    const double met = held < d ? held : d, margin = a_max_old > 0.0 ? held : met;
    c->touching = tsu_double_select(margin > d, margin, d) > 0.0; /* a ternary here would not vectorise */
    const double on = margin > 0.0 ? 1.0 : 0.0;
    const double y = tsu_jkr_solve(&flat, above), a = on * tsu_jkr_radius(&flat, y);
    const double f = on * tsu_jkr_force(&flat, y), u = on * tsu_jkr_energy(&flat, y, TSU_JKR_BREAK_ENERGY);
    const double state_old = a_old > 0.0 ? a_max_old : 0.0;
    tsu_normal_book_plastic(c, a_max_old == 0.0, on * a_max != state_old, h[TSU_THORNTON_F_OLD],
                            h[TSU_THORNTON_U_OLD], f, u);

    c->k_n = 4.0 / 3.0 * young * a;
    c->k_t = 8.0 * p[TSU_THORNTON_SHEAR] * a;
    c->k_n_before = 4.0 / 3.0 * young * a_old;
    c->k_t_before = 8.0 * p[TSU_THORNTON_SHEAR] * a_old;
    c->gamma_t = p[TSU_THORNTON_DAMP_T] * sqrt(c->k_t * c->m_eff);
    c->gamma_n = 0.0;
    c->adhesion = on * 3.0 * young * range * flat.radius; /* 2 F_c' */
    c->f_n = f;
    c->f_total = f;
    c->f_damp = 0.0;
    h[TSU_THORNTON_A] = a;
    h[TSU_THORNTON_A_MAX] = a_max;
    h[TSU_THORNTON_F_OLD] = f;
    h[TSU_THORNTON_U_OLD] = u;
}

static const tsu_law_parameter tsu_thornton_parameters[] = {
    TSU_PARAMETER_YOUNG,
    TSU_PARAMETER_POISSON,
    TSU_PARAMETER_RESTITUTION,
    {.name = "surfaceEnergy",
     .shape = TSU_PER_PAIR,
     .unit = "J/m^2",
     .doc = "work of adhesion w of the two surfaces",
     .lowest = 0.0,
     .highest = INFINITY,
     .highest_open = true},
    {.name = "coefficientYieldRatio",
     .shape = TSU_PER_TYPE,
     .unit = "-",
     .doc = "contact radius at yield over the smaller particle radius; of two materials the smaller counts",
     .lowest = 0.0,
     .lowest_open = true,
     .highest = 1.0},
    {0}};
static const tsu_law_history tsu_thornton_history[] = {
    {.name = "a",
     .width = 1,
     .unit = "m",
     .doc = "contact radius; 0 where flattened surfaces have separated"},
    {.name = "a_max",
     .width = 1,
     .unit = "m",
     .doc = "largest contact radius so far, at least that of yield"},
    {.name = "f_old", .width = 1, .internal = true, .unit = "N", .doc = "force of the last step"},
    {.name = "u_old", .width = 1, .internal = true, .unit = "J", .doc = "energy stored in the last step"},
    {0}};
static const tsu_law_keyword tsu_thornton_keywords[] = {
    TSU_KEYWORD_TANGENTIAL_DAMPING,
    {"limitForce", tsu_choices_off_on,
     "accepted for old decks: only adhesion attracts here, as there is no dashpot to cut"},
    TSU_KEYWORDS_ENERGY,
    TSU_KEYWORD_HEATING_NORMAL("heating_normal_thornton_ning"),
    {0}};

static inline tsu_status tsu_thornton_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    const double pi = 3.14159265358979323846;
    const double damp = 2.0 * sqrt(5.0 / 6.0) * tsu_damping_ratio(in->value[2][0]);
    const double young = tsu_effective_young(in->value[0], in->value[1]);
    const double *ratio = in->value[4];
    coefficient[TSU_THORNTON_YOUNG] = young;
    coefficient[TSU_THORNTON_RANGE] = pi * in->value[3][0] / young;
    coefficient[TSU_THORNTON_SHEAR] = tsu_effective_shear(in->value[0], in->value[1]);
    coefficient[TSU_THORNTON_YIELD] = ratio[0] < ratio[1] ? ratio[0] : ratio[1];
    coefficient[TSU_THORNTON_DAMP_T] = in->keyword[0] == 0 ? damp : 0.0;
    return TSU_OK;
}

static inline double tsu_thornton_reach(const double *coefficient, double radius_i, double radius_j,
                                        bool wall)
{
    const double r_eff = wall ? radius_i : radius_i * radius_j / (radius_i + radius_j);
    const tsu_jkr j = tsu_jkr_make(coefficient[TSU_THORNTON_YOUNG], r_eff, coefficient[TSU_THORNTON_RANGE]);
    return -tsu_jkr_overlap(&j, TSU_JKR_BREAK_OVERLAP);
}

TSU_LAW_STAGE(tsu_thornton_stage, TSU_NORMAL, TSU_THORNTON_COEFFICIENTS, TSU_THORNTON_HISTORY,
              tsu_normal_thornton_ning)

static const tsu_law tsu_law_normal_thornton_ning = {
    .kind = TSU_NORMAL,
    .name = "thornton_ning",
    .doc = "elastic-plastic adhesive contact of Thornton and Ning",
    .parameters = tsu_thornton_parameters,
    .history = tsu_thornton_history,
    .keywords = tsu_thornton_keywords,
    .accounts = 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_thornton_ning",
    .coefficients = TSU_THORNTON_COEFFICIENTS,
    .prepare = tsu_thornton_prepare,
    .reach = tsu_thornton_reach,
    .stage = tsu_thornton_stage,
};

#endif
