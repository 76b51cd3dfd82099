/* SPDX-License-Identifier: Apache-2.0 */
/* verify_audit.c - the energy audit closes for every combination of laws, and what may be left falls as the square of
 * the step. */
#include "verify_combinations.h"
#include <math.h>
#include <stdio.h>

typedef struct worst {
    double at_50, at_100; /* largest residual/turnover at these parts of the contact time */
} worst;

static double share_of(const tsu_combination *c, double parts)
{
    tsu_scene s = tsu_combination_start(c, parts);
    tsu_scene_step(&s, (int64_t)(1.5 * parts));
    const tsu_energy e = tsu_scene_energy(&s);
    const double share = s.status == TSU_OK ? fabs(e.residual) / e.turnover : NAN;
    tsu_scene_destroy(&s);
    return share;
}

static void watch(const tsu_combination *c, void *context)
{
    worst *w = context;
    const double a = share_of(c, 50.0), b = share_of(c, 100.0);
    if (!(a <= w->at_50)) w->at_50 = a;
    if (!(b <= w->at_100)) w->at_100 = b;
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
    for (const tsu_law *const *law = tsu_laws_of_kind(TSU_NORMAL); *law; law++) {
        worst w = {0};
        char what[96];
        const int n = tsu_combinations_each(*law, watch, &w);
        snprintf(what, sizeof what, "%s, %d combinations: worst residual", (*law)->name, n);
        tsu_card_at_most(card, what, "audit, 1/50 contact", 1e-6, w.at_50);
        snprintf(what, sizeof what, "%s: at half the step", (*law)->name);
        tsu_card_at_most(card, what, "second order: 1/4", 0.26 * w.at_50 + 1e-14, w.at_100);
    }
    tsu_card_at_most(card, "elastic impact, fine step: error of the step, too", "audit", 1e-9,
                     impact(card, 1.0, 3e-9));
    tsu_card_relative(card, "lossy impact: error of the step over that of half a step", "second order", 4.0,
                      impact(card, 0.7, 4e-7) / impact(card, 0.7, 2e-7), 0.1);
}
