/* SPDX-License-Identifier: Apache-2.0 */
/* hertz_copy.c - model hertz written anew with the public header, to be compared bit by bit. */
#include <tsubu/law/normal.h>

enum { STIFF, SHEAR, DAMP, DAMP_T, CUT, COEFFICIENTS };

TSU_FN void hertz_copy(const double *p, tsu_contact *c, double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0,
                 d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0;
    const double s = sqrt(c->r_eff * d), s_old = sqrt(c->r_eff * d_old), root = sqrt(s * c->m_eff);
    c->k_n = p[STIFF] * s;
    c->k_t = p[SHEAR] * s;
    c->k_n_before = p[STIFF] * s_old;
    c->k_t_before = p[SHEAR] * s_old;
    c->gamma_t = p[DAMP_T] * root;
    const double f = c->k_n * d, f_old = c->k_n_before * d_old;
    tsu_normal_book_elastic(c, f_old, 0.4 * f_old * d_old, f, 0.4 * f * d);
    tsu_normal_add_dashpot(c, f, p[DAMP] * root, p[CUT] != 0.0, &h[0]);
}

TSU_LAW_STAGE(stage, TSU_NORMAL, COEFFICIENTS, 1, hertz_copy)

static const tsu_law_parameter parameters[] = {
    TSU_PARAMETER_YOUNG, TSU_PARAMETER_POISSON, TSU_PARAMETER_RESTITUTION, {0}};
static const tsu_law_history history[] = {TSU_HISTORY_DAMPING_FORCE, {0}};
static const tsu_law_keyword keywords[] = {{"tangential_damping", tsu_choices_on_off, "tangential dashpot"},
                                           {"limitForce", tsu_choices_off_on, "no attraction"},
                                           {0}};

static tsu_status prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    const double damp = 2.0 * sqrt(5.0 / 6.0) * tsu_damping_ratio(in->value[2][0]);
    const double young = tsu_effective_young(in->value[0], in->value[1]);
    coefficient[STIFF] = 4.0 / 3.0 * young;
    coefficient[SHEAR] = 8.0 * tsu_effective_shear(in->value[0], in->value[1]);
    coefficient[DAMP] = damp * sqrt(2.0 * young);
    coefficient[DAMP_T] = in->keyword[0] == 0 ? damp * sqrt(coefficient[SHEAR]) : 0.0;
    coefficient[CUT] = in->keyword[1];
    return TSU_OK;
}

static const tsu_law law = {.kind = TSU_NORMAL,
                            .name = "hertz_copy",
                            .doc = "hertz once more",
                            .parameters = parameters,
                            .history = history,
                            .keywords = keywords,
                            .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_INTEGRATION,
                            .coefficients = COEFFICIENTS,
                            .prepare = prepare,
                            .curvature = 0.5,
                            .overlap_power = 1.5,
                            .stage = stage};

TSU_PLUGIN("hertz_copy", "1", "for tests", NULL, &law);
