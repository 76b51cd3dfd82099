/* SPDX-License-Identifier: Apache-2.0 */
/* walton_braun.c - the linear hysteretic contact of Walton and Braun (J. Rheol. 30 (1986) 949), as a plugin of tsubu.
 *
 *   loading    F = k1 d                     up to the deepest overlap D so far
 *   unloading  F = k2 (d - D0)              D0 = D (1 - k1/k2), the overlap that remains; no force below it
 *   k2 = k1/e^2, so that a head-on impact has the restitution e at any velocity
 *
 * Stored is F^2/(2 k2), what unloading gives back. An impact at velocity v of a body of mass m on a wall gets as deep as
 * v sqrt(m/k1) and loses (1 - e^2) of its energy.
 *
 *   cc -shared -fPIC -O3 $(pkg-config --cflags tsubu-law) walton_braun.c -o walton_braun.so */
#include <tsubu/law/normal.h>

/* What prepare() derives from the properties of a pair of materials. */
enum { WB_K1, WB_K2, WB_KT, WB_COEFFICIENTS };

/* What a contact remembers from step to step. */
enum { WB_DEEPEST, WB_FORCE, WB_HISTORY };

/* One contact. Ternaries instead of branches, so that the loop over a block of contacts becomes vector code. */
TSU_FN void walton_braun(const double *p, tsu_contact *c, double *h)
{
    const double k1 = p[WB_K1], k2 = p[WB_K2];
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double deepest_old = h[WB_DEEPEST], f_old = h[WB_FORCE];
    const bool deeper = d > deepest_old;
    const double deepest = deeper ? d : deepest_old;
    const double line = k2 * (d - deepest) + k1 * deepest;
    const double f = line > 0.0 ? line : 0.0;

    c->f_n = c->f_total = f;
    c->f_damp = 0.0;
    c->k_n = c->k_n_before = k2;
    c->k_t = c->k_t_before = p[WB_KT];
    c->gamma_n = c->gamma_t = 0.0;
    c->account[TSU_ACCOUNT_NORMAL_DASHPOT] = 0.0;
    tsu_normal_book_plastic(c, deepest_old == 0.0, deeper, f_old, 0.5 * f_old * f_old / k2, f,
                            0.5 * f * f / k2);
    h[WB_DEEPEST] = deepest;
    h[WB_FORCE] = f;
}

TSU_LAW_STAGE(walton_braun_stage, TSU_NORMAL, WB_COEFFICIENTS, WB_HISTORY, walton_braun)

static const tsu_law_parameter parameters[] = {{.name = "wbLoadingStiffness",
                                                .shape = TSU_PER_PAIR,
                                                .unit = "N/m",
                                                .doc = "stiffness of first loading k1",
                                                .lowest = 0.0,
                                                .lowest_open = true,
                                                .highest = INFINITY,
                                                .highest_open = true},
                                               TSU_PARAMETER_RESTITUTION,
                                               {.name = "wbTangentialRatio",
                                                .shape = TSU_SCALAR,
                                                .unit = "-",
                                                .doc = "tangential stiffness over k1",
                                                .lowest = 0.0,
                                                .highest = 1.0,
                                                .optional = true,
                                                .fallback = 2.0 / 7.0},
                                               {0}};

static const tsu_law_history history[] = {
    {.name = "wbDeepest", .width = 1, .unit = "m", .doc = "deepest overlap so far D"},
    {.name = "wbForce", .width = 1, .internal = true, .unit = "N", .doc = "force of the last step"},
    {0}};

static const tsu_law_keyword keywords[] = {{"heating_normal_walton_braun", tsu_choices_off_on,
                                            "what plasticity loses warms the bodies (`fix heat/gran`)"},
                                           {0}};

/* value[k] belongs to parameters[k], keyword[k] to keywords[k]. Called once for each pair of materials, not for each contact. */
static tsu_status prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    const double k1 = in->value[0][0], e = in->value[1][0];
    if (e < 0.01)
        return tsu_law_refuse(
            err, TSU_ERROR_INPUT,
            "model walton_braun needs coefficientRestitution of 0.01 at least, not %g: unloading "
            "would be stiffer than loading by 1/e^2",
            e);
    coefficient[WB_K1] = k1;
    coefficient[WB_K2] = k1 / (e * e);
    coefficient[WB_KT] = k1 * in->value[2][0];
    return TSU_OK;
}

static const tsu_law law = {
    .kind = TSU_NORMAL,
    .name = "walton_braun",
    .doc = "linear hysteretic contact of Walton and Braun",
    .parameters = parameters,
    .history = history,
    .keywords = keywords,
    .accounts = 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    .heating = "heating_normal_walton_braun",
    .coefficients = WB_COEFFICIENTS,
    .prepare = prepare,
    .stage = walton_braun_stage,
};

/* Values with which `tsubu verify --plugin` tries the law; those of properties that laws of tsubu have are there. */
static const tsu_sample samples[] = {{"wbLoadingStiffness", 2.0e4, 0.0}, {0}};

TSU_PLUGIN("walton_braun", "1.0", "Walton and Braun's contact", samples, &law);
