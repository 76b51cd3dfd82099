/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/combinations.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 32 };

/* Stiffnesses with which these laws overlap by about one per cent, as the others do; they have other units. */
static const struct special {
    const char *law;
    tsu_value value;
} specials[] = {{"model hooke/stiffness", {"kn", 2e4, 0}},
                {"model hooke/stiffness", {"kt", 1.5e4, 0}},
                {"model hertz/stiffness", {"kn", 2e7, 0}},
                {"model hertz/stiffness", {"kt", 1.5e7, 0}}};

static void values_for(const char *laws, tsu_value out[TSU_SAMPLES_MAX])
{
    tsu_samples_all(out);
    for (size_t k = 0; k < sizeof specials / sizeof *specials; k++) {
        for (tsu_value *v = out; v->name; v++) {
            if (strncmp(laws, specials[k].law, strlen(specials[k].law)) == 0 &&
                strcmp(v->name, specials[k].value.name) == 0)
                *v = specials[k].value;
        }
    }
}

static tsu_scene spheres(const char *laws, double dt, bool oblique)
{
    tsu_value own[TSU_SAMPLES_MAX];
    values_for(laws, own);
    const double ri = 1e-3, rj = 1.5e-3, v = 0.5, n[3] = {0.36, 0.48, 0.8}; /* unit vector from 2 to 1 */
    const double spin[3] = {120.0, -80.0, 60.0}, slide[3] = {0.2, -0.15, 0.1};
    double x[3], vi[3], vj[3], none[3] = {0};
    for (int q = 0; q < 3; q++) {
        x[q] = (ri + rj) * n[q];
        vi[q] = -v * n[q] + (oblique ? slide[q] : 0.0);
        vj[q] = oblique ? 0.3 * slide[(q + 1) % 3] : 0.0;
    }
    tsu_scene s = tsu_scene_create(1, dt, laws, own, NULL);
    tsu_scene_sphere(&s, ri, 2500.0, x, vi, oblique ? spin : none);
    tsu_scene_sphere(&s, rj, 2000.0, none, vj, oblique ? (double[]){-50.0, 70.0, 90.0} : none);
    return s;
}

/* The laws of a kind that can be run, with `off` first; returns their number. A law without a stage needs a fix. */
static int names_of(tsu_law_kind kind, const char *names[NAMES_MAX])
{
    int n = 0;
    names[n++] = kind == TSU_SURFACE ? "default" : "off";
    for (const tsu_law *const *law = tsu_laws_of_kind(kind); *law && n < NAMES_MAX; law++) {
        if ((*law)->stage && !tsu_sample_missing(*law, NULL)) names[n++] = (*law)->name;
    }
    return n;
}

static double contact_time(const tsu_law *normal)
{
    const double guess = 1e-4;
    char laws[96];
    snprintf(laws, sizeof laws, "model %s", normal->name);
    tsu_scene s = spheres(laws, guess / 2000.0, false);
    const tsu_impact hit = tsu_scene_impact(&s, 0, false, 20000);
    tsu_scene_destroy(&s);
    return hit.parted ? hit.time : guess;
}

void tsu_combinations_missing(tsu_card *card)
{
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            char what[96];
            tsu_error err = {0};
            if (!(*law)->stage || !tsu_sample_missing(*law, &err)) continue;
            snprintf(what, sizeof what, "combinations with %s %s: left out",
                     tsu_law_kind_word((tsu_law_kind)kind), (*law)->name);
            tsu_card_broken(card, what, "registry", &err);
        }
    }
}

int tsu_combinations_each(const tsu_law *normal, tsu_combination_fn *run, void *context)
{
    const char *cohesion[NAMES_MAX], *tangential[NAMES_MAX], *rolling[NAMES_MAX], *surface[NAMES_MAX];
    const int nc = names_of(TSU_COHESION, cohesion), nt = names_of(TSU_TANGENTIAL, tangential),
              nr = names_of(TSU_ROLLING, rolling), ns = names_of(TSU_SURFACE, surface);
    tsu_combination c = {.time = 0.0};
    if (tsu_sample_missing(normal, NULL)) return 0;
    c.time = contact_time(normal);
    for (int k = 0; k < nc * nt * nr * ns; k++) {
        snprintf(c.laws, sizeof c.laws, "model %s cohesion %s tangential %s rolling_friction %s surface %s",
                 normal->name, cohesion[k % nc], tangential[k / nc % nt], rolling[k / (nc * nt) % nr],
                 surface[k / (nc * nt * nr)]);
        run(&c, context);
    }
    return nc * nt * nr * ns;
}

tsu_scene tsu_combination_start(const tsu_combination *c, double parts)
{
    return spheres(c->laws, c->time / parts, true);
}

double tsu_unexplained(tsu_scene *s)
{
    const tsu_energy e = tsu_scene_energy(s);
    return (fabs(e.residual) + fabs(e.integration)) / e.exchanged;
}
