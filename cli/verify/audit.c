/* SPDX-License-Identifier: Apache-2.0 */
/* verify_audit.c - the energy audit closes to rounding for every combination of laws, and the error of the time step that it
 * names falls as the square of the step. */
#include "verify/combinations.h"
#include <math.h>
#include <stdio.h>

typedef struct worst {
    double residual, error; /* largest residual and known error of the step over the energy exchanged */
    tsu_error err;          /* of the first combination that could not be run */
} worst;

static void keep_larger(double *most, double value)
{
    if (!(value <= *most)) *most = value;
}

static void watch_at(const tsu_combination *c, double parts, worst *w)
{
    tsu_scene s = tsu_combination_start(c, parts);
    tsu_scene_step(&s, (int64_t)(1.5 * parts));
    const tsu_energy e = tsu_scene_energy(&s);
    if (s.status == TSU_OK) keep_larger(&w->residual, fabs(e.residual) / e.exchanged);
    if (s.status == TSU_OK) keep_larger(&w->error, fabs(e.integration) / e.exchanged);
    if (s.status != TSU_OK && w->err.status == TSU_OK) w->err = s.err;
    tsu_scene_destroy(&s);
}

static void watch(const tsu_combination *c, void *context)
{
    watch_at(c, 50.0, context);
    watch_at(c, 100.0, context);
}

/* Head-on impact of two equal spheres with restitution e, without friction: residual and error of the time step. */
static double impact(tsu_card *card, double e, double dt)
{
    const tsu_value values[] = {
        {"youngsModulus", 5e7, 0}, {"poissonsRatio", 0.3, 0}, {"coefficientRestitution", e, 0}, {0}};
    const double r = 1e-3;
    tsu_scene s = tsu_scene_create(1, dt, "model hertz tangential off", values, NULL);
    tsu_scene_sphere(&s, r, 2500.0, (double[]){r, 0, 0}, (double[]){-0.25, 0, 0}, NULL);
    tsu_scene_sphere(&s, r, 2500.0, (double[]){-r, 0, 0}, (double[]){0.25, 0, 0}, NULL);
    tsu_scene_impact(&s, 0, false, 200000);
    const double share = tsu_scene_ok(&s, card, "head-on impact", "audit") ? tsu_unexplained(&s) : NAN;
    tsu_scene_destroy(&s);
    return share;
}

void tsu_verify_audit(tsu_card *card)
{
    tsu_combinations_missing(card);
    for (const tsu_law *const *law = tsu_laws_of_kind(TSU_NORMAL); *law; law++) {
        worst w = {0};
        char what[96];
        const int n = tsu_combinations_each(*law, watch, &w);
        if (n == 0) continue; /* told before */
        snprintf(what, sizeof what, "%s, %d combinations: worst residual", (*law)->name, n);
        if (w.err.status != TSU_OK) {
            tsu_card_broken(card, what, "audit, to rounding", &w.err);
            continue;
        }
        tsu_card_at_most(card, what, "audit, to rounding", 1e-11, w.residual);
        snprintf(what, sizeof what, "%s: worst error of the step", (*law)->name);
        tsu_card_at_most(card, what, "1/50, 1/100 contact", 1e-3, w.error);
    }
    tsu_card_at_most(card, "elastic impact, fine step: error of the step, too", "audit", 1e-9,
                     impact(card, 1.0, 3e-9));
    tsu_card_relative(card, "lossy impact: error of the step over that of half a step", "second order", 4.0,
                      impact(card, 0.7, 4e-7) / impact(card, 0.7, 2e-7), 0.1);
}
