/* SPDX-License-Identifier: Apache-2.0 */
/* bad.c - plugins that must be refused; WRONG says what is wrong. */
#include <math.h>
#include <tsubu/tsubu_law.h>

#define NO_PLUGIN      1
#define OTHER_ABI      2
#define OTHER_SIZE     3
#define TAKEN_NAME     4
#define NO_STAGE       5
#define OTHER_UNIT     6
#define OTHER_ACCOUNTS 7
#define NO_HEATING     8
#define WIDE           9
#define TWICE          10
#define OFF            11
#define FUSED          12

TSU_FN void nothing(const double *p, tsu_contact *c, double *h)
{
    (void)p;
    (void)c;
    (void)h;
}
TSU_LAW_STAGE(stage, TSU_NORMAL, 0, 0, nothing)

static tsu_status prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)in;
    (void)coefficient;
    (void)err;
    return TSU_OK;
}

static const tsu_law_parameter parameters[] = {{.name = "youngsModulus",
                                                .shape = TSU_SCALAR,
                                                .unit = "GPa",
                                                .doc = "stiffness",
                                                .lowest = 0.0,
                                                .highest = INFINITY},
                                               {0}};
static const tsu_law_history history[] = {{.name = "wide", .width = 7, .unit = "m", .doc = "seven numbers"},
                                          {0}};

static const tsu_law law = {.kind = TSU_NORMAL,
                            .name = WRONG == TAKEN_NAME ? "hertz"
                                    : WRONG == OFF      ? "off"
                                                        : "bad",
                            .doc = "nothing",
                            .parameters = WRONG == OTHER_UNIT ? parameters : NULL,
                            .history = WRONG == WIDE ? history : NULL,
                            .accounts = WRONG == OTHER_ACCOUNTS ? 1u << TSU_ACCOUNT_SLIDING : 0,
                            .heating = WRONG == NO_HEATING ? "heating_bad" : NULL,
                            .prepare = prepare,
                            .stage = WRONG == NO_STAGE ? NULL : stage};

#if WRONG == NO_PLUGIN
int tsubu_other(void)
{
    return law.coefficients + (int)sizeof(tsu_plugin);
}
#else
#if WRONG == TWICE
TSU_PLUGIN("bad", "0", "for tests", NULL, &law, &law);
#elif WRONG == OTHER_ABI || WRONG == OTHER_SIZE || WRONG == FUSED
static void probe(const double *a, const double *b, const double *c, double *out)
{
    for (int l = 0; l < TSU_LANES; l++) {
        out[l] = WRONG == FUSED ? fma(a[l], b[l], c[l]) : a[l] * b[l] + c[l];
    }
}
static const tsu_law *const laws[] = {&law, NULL};
const tsu_plugin tsubu_plugin = {TSU_LAW_ABI + (WRONG == OTHER_ABI),
                                 (int)sizeof(tsu_contact) + (WRONG == OTHER_SIZE ? 8 : 0),
                                 (int)sizeof(tsu_block),
                                 (int)sizeof(tsu_law),
                                 "bad",
                                 "0",
                                 "for tests",
                                 laws,
                                 NULL,
                                 probe};
#else
TSU_PLUGIN("bad", "0", "for tests", NULL, &law);
#endif
#endif
