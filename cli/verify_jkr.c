/* SPDX-License-Identifier: Apache-2.0 */
/* verify_jkr.c - adhesion after Johnson, Kendall and Roberts: the friction limit of jkr_tan and the normal law jkr (physics:
 * section 3); the simplified forms sjkr and sjkr2. */
#include "verify.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, k1 = 1e5, mu = 0.5, work = 0.05, radius = 1e-3;

/* |F_t| of two spheres of R = 1 mm that have slid far, under the elastic load f0 + k1 d. */
static void limit(tsu_card *card, const char *what, const char *source, double f0, double d, double expected)
{
    const tsu_value values[] = {{"LoadingStiffness", k1, 0},
                                {"UnloadingStiffness", 2.0, 0},
                                {"coefficientRestitution", 1.0, 0},
                                {"overlapExponent", 1.0, 0},
                                {"adhesionExponent", 1.0, 0},
                                {"surfaceEnergy", 0.0, 0},
                                {"pullOffForce", f0, 0},
                                {"coefficientFriction", mu, 0},
                                {"workOfAdhesion", work, 0},
                                {0}};
    tsu_contact_path_def def = tsu_contact_path_def_default();
    def.radius_i = def.radius_j = radius;
    def.dt = 1e-6;
    tsu_bench *b = tsu_bench_create("model edinburgh/stiffness tangential jkr_tan", values, def);
    tsu_bench_go(b, (tsu_contact_row){.overlap = d});
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = d, .sx = 1e-4}, 100);
    if (tsu_bench_ok(b, card, what, source)) {
        if (expected > 0.0)
            tsu_card_relative(card, what, source, expected, fabs(b->now.ftx), 5e-7);
        else
            tsu_card_absolute(card, what, source, 0.0, fabs(b->now.ftx), 1e-15);
    }
    tsu_bench_destroy(b);
}

/* ---- the normal law jkr -------------------------------------------------------------------------------------------- */

static const double young = 1e8, poisson = 0.3;

static tsu_bench *normal_of(const char *laws)
{
    const tsu_value values[] = {{"youngsModulus", young, 0},        {"poissonsRatio", poisson, 0},
                                {"coefficientRestitution", 1.0, 0}, {"workOfAdhesion", work, 0},
                                {"cohesionEnergyDensity", 2e5, 0},  {0}};
    tsu_contact_path_def def = tsu_contact_path_def_default();
    def.radius_i = def.radius_j = radius;
    def.dt = 1e-6;
    return tsu_bench_create(laws, values, def);
}

/* Overlap at a given contact radius: a^2/R* - sqrt(2 pi w a/E*). */
static double overlap_at(double a, double e_eff)
{
    return a * a / (0.5 * radius) - sqrt(2.0 * pi * work * a / e_eff);
}

static void normal(tsu_card *card)
{
    static const char source[] = "JKR";
    const double r = 0.5 * radius, e_eff = young / (2.0 * (1.0 - poisson * poisson)),
                 f_c = 1.5 * pi * work * r;
    const double a_off = cbrt(9.0 * pi * work * r * r / (8.0 * e_eff)),
                 a_zero = cbrt(9.0 * pi * work * r * r / (2.0 * e_eff));
    tsu_bench *b = normal_of("model jkr tangential off");
    const tsu_contact_row zero = {.overlap = overlap_at(a_zero, e_eff)},
                          off = {.overlap = -a_off * a_off / (3.0 * r) * (1.0 - 1e-12)},
                          beyond = {.overlap = -a_off * a_off / (3.0 * r) * (1.0 + 1e-9)};
    tsu_bench_go(b, zero);
    const double f_zero = b ? b->now.fn : 0.0, a_at_zero = tsu_bench_history(b, "a");
    tsu_bench_ramp(b, zero, (tsu_contact_row){0}, 50);
    const double touching = b ? b->now.fn : 0.0;
    tsu_bench_ramp(b, (tsu_contact_row){0}, off, 50);
    const double f_off = b ? b->now.fn : 0.0, a_at_off = tsu_bench_history(b, "a");
    tsu_bench_go(b, beyond);
    if (tsu_bench_ok(b, card, "jkr", source)) {
        tsu_card_relative(card, "jkr: pull-off force 1.5 pi w R* [N]", source, -1.178097e-4, f_off, 5e-7);
        tsu_card_relative(card, "jkr: contact radius at pull-off [um]", source, 1e6 * a_off, 1e6 * a_at_off,
                          1e-5);
        tsu_card_absolute(card, "jkr: load at a0, over F_c", source, 0.0, f_zero / f_c, 1e-9);
        tsu_card_relative(card, "jkr: contact radius without load [um]", source, 1e6 * a_zero,
                          1e6 * a_at_zero, 1e-9);
        tsu_card_relative(card, "jkr: force at zero overlap, -8/9 F_c [N]", source, -8.0 / 9.0 * f_c,
                          touching, 1e-9);
        tsu_card_absolute(card, "jkr: force beyond -a^2/(3 R*), apart [N]", source, 0.0, b->now.fn, 0.0);
    }
    tsu_bench_destroy(b);
}

/* sjkr: cohesion energy density times the disc of the overlap; sjkr2: times 2 pi d 2 R* of two spheres. */
static void simplified(tsu_card *card, const char *what, const char *laws, double area)
{
    static const char source[] = "LIGGGHTS";
    const double d = 1e-5, e_eff = young / (2.0 * (1.0 - poisson * poisson));
    const double hertz = 4.0 / 3.0 * e_eff * sqrt(0.5 * radius * d) * d;
    tsu_bench *b = normal_of(laws);
    tsu_bench_go(b, (tsu_contact_row){.overlap = d});
    if (tsu_bench_ok(b, card, what, source))
        tsu_card_relative(card, what, source, -2e5 * area, b->now.fn - hertz, 1e-9);
    tsu_bench_destroy(b);
}

void tsu_verify_jkr(tsu_card *card)
{
    const double f_c = 1.5 * pi * work * 0.5 * radius, d = 1e-5;
    limit(card, "jkr_tan without load: limit mu 2 F_c [N]", "jkr, (7) (8)", 0.0, 1e-17, 1.178097e-4);
    limit(card, "jkr_tan under 1 N: limit mu (1 + 2 F_c) [N]", "jkr, (7) (8)", 0.0, 1e-5,
          mu * (1.0 + 2.0 * f_c));
    limit(card, "jkr_tan pulled by F_c: limit mu F_c [N]", "jkr, (7) (8)", -f_c, 1e-17, mu * f_c);
    limit(card, "jkr_tan pulled by 3 F_c: no friction left [N]", "jkr, (8) max(0, .)", -3.0 * f_c, 1e-17,
          0.0);
    normal(card);
    /* equal spheres: the disc has the radius sqrt(d (2 R - d/2)/2) */
    simplified(card, "sjkr: attraction k A, disc of the overlap [N]", "model hertz cohesion sjkr",
               pi * 0.5 * d * (2.0 * radius - 0.5 * d));
    simplified(card, "sjkr2: attraction k 2 pi d 2 R* [N]", "model hertz cohesion sjkr2",
               2.0 * pi * d * radius);
}
