/* SPDX-License-Identifier: Apache-2.0 */
/* verify_jkr.c - adhesion after Johnson, Kendall and Roberts: the friction limit of jkr_tan and the normal law jkr (physics:
 * section 3); the simplified forms sjkr and sjkr2. */
#include "verify/verify.h"
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

typedef struct jkr_forces {
    double zero, a_zero; /* force and contact radius where there is no load [N], [m] */
    double touching;     /* at zero overlap */
    double most, a_most; /* at the largest pull */
    double last, apart;  /* just before the end and just beyond it */
} jkr_forces;

/* Pressed to the overlap without load, then pulled apart to the overlap `end`. */
static tsu_bench *pulled(const char *laws, double zero, double most, double end, jkr_forces *f)
{
    tsu_bench *b = normal_of(laws);
    const tsu_contact_row start = {.overlap = zero}, top = {.overlap = most * (1.0 - 1e-12)},
                          last = {.overlap = end * (1.0 - 1e-14)};
    if (!b) return NULL;
    tsu_bench_go(b, start);
    f->zero = b->now.fn, f->a_zero = tsu_bench_history(b, "a");
    tsu_bench_ramp(b, start, (tsu_contact_row){0}, 50);
    f->touching = b->now.fn;
    tsu_bench_ramp(b, (tsu_contact_row){0}, top, 50);
    f->most = b->now.fn, f->a_most = tsu_bench_history(b, "a");
    tsu_bench_ramp(b, top, last, 50);
    f->last = b->now.fn;
    tsu_bench_go(b, (tsu_contact_row){.overlap = end * (1.0 + 1e-9)});
    f->apart = b->now.fn;
    return b;
}

static void normal(tsu_card *card)
{
    static const char source[] = "JKR";
    const double r = 0.5 * radius, e_eff = young / (2.0 * (1.0 - poisson * poisson)),
                 f_c = 1.5 * pi * work * r;
    const double a_off = cbrt(9.0 * pi * work * r * r / (8.0 * e_eff)),
                 a_zero = cbrt(9.0 * pi * work * r * r / (2.0 * e_eff)), most = -a_off * a_off / (3.0 * r),
                 end = -0.75 * cbrt(pi * pi * work * work * r / (e_eff * e_eff));
    jkr_forces f = {0}, g = {0};
    tsu_bench *b = pulled("model jkr tangential off", overlap_at(a_zero, e_eff), most, end, &f);
    if (tsu_bench_ok(b, card, "jkr", source)) {
        tsu_card_relative(card, "jkr: largest pull 1.5 pi w R* [N]", source, -f_c, f.most, 1e-12);
        tsu_card_relative(card, "jkr: contact radius at the largest pull [um]", source, 1e6 * a_off,
                          1e6 * f.a_most, 1e-11); /* the overlap is 1e-12 short of it */
        tsu_card_absolute(card, "jkr: load at a0, over F_c", source, 0.0, f.zero / f_c, 1e-12);
        tsu_card_relative(card, "jkr: contact radius without load [um]", source, 1e6 * a_zero, 1e6 * f.a_zero,
                          1e-12);
        tsu_card_relative(card, "jkr: force at zero overlap, -8/9 F_c [N]", source, -8.0 / 9.0 * f_c,
                          f.touching, 1e-12);
        tsu_card_relative(card, "jkr: force where it parts, -5/9 F_c [N]", source, -5.0 / 9.0 * f_c, f.last,
                          1e-6); /* the root of the last 1e-14 of the overlap */
        tsu_card_absolute(card, "jkr: force beyond -3/4 A^2/R*, apart [N]", source, 0.0, f.apart, 0.0);
    }
    tsu_bench_destroy(b);
    b = pulled("model jkr tangential off release load", overlap_at(a_zero, e_eff), most, most, &g);
    if (tsu_bench_ok(b, card, "jkr, release load", source)) {
        tsu_card_relative(card, "jkr, release load: force where it parts [N]", source, -f_c, g.last, 1e-12);
        tsu_card_absolute(card, "jkr, release load: beyond -a^2/(3 R*), apart [N]", source, 0.0, g.apart,
                          0.0);
    }
    tsu_bench_destroy(b);
}

/* A sphere thrown at a plane: touching and parting lose 7.09 (w^5 R^4/E*^2)^(1/3). */
static void lost(tsu_card *card, const char *laws, const char *what, double factor)
{
    static const char source[] = "Thornton & Ning 1998";
    const double density = 2500.0, v = 0.1, dt = 5e-9, e_eff = young / (2.0 * (1.0 - poisson * poisson)),
                 m = tsu_sphere_mass(radius, density), w = 0.5;
    const tsu_value values[] = {{"youngsModulus", young, 0},
                                {"poissonsRatio", poisson, 0},
                                {"coefficientRestitution", 1, 0},
                                {"workOfAdhesion", w, 0},
                                {"surfaceEnergy", w, 0},
                                {"coefficientYieldRatio", 1.0, 0},
                                {0}};
    const double expected = factor * cbrt(pow(pi * w, 5.0) * pow(radius, 4.0) / (e_eff * e_eff));
    tsu_scene s = tsu_scene_create(1, dt, laws, values, NULL);
    tsu_scene_plane(&s, 2, 0.0, 1);
    tsu_scene_sphere(&s, radius, density, (double[]){0, 0, radius}, (double[]){0, 0, -v}, NULL);
    const double end = radius + cbrt(pi * pi * w * w * radius / (e_eff * e_eff)); /* beyond 3/4 of that */
    for (int k = 0; k < 100000 && tsu_scene_component(&s, "x", 1, 2) < end && s.status == TSU_OK; k++) {
        tsu_scene_step(&s, 1);
    }
    const double out = tsu_scene_component(&s, "v", 1, 2);
    /* the jumps of the force, together less than 2 F_c, fall somewhere within a step */
    if (tsu_scene_ok(&s, card, what, source))
        tsu_card_relative(card, what, source, 1e9 * expected, 1e9 * 0.5 * m * (v * v - out * out),
                          1.5 * pi * w * radius * v * dt / expected);
    tsu_scene_destroy(&s);
}

/* Whether a sphere that meets a plane at v comes away again, in 40 times the time that a Hertz impact would take. */
static bool comes_away(tsu_card *card, const char *laws, double w, double v, const char *what)
{
    const double density = 2500.0, e_eff = young / (2.0 * (1.0 - poisson * poisson)),
                 m = tsu_sphere_mass(radius, density);
    const tsu_value values[] = {{"youngsModulus", young, 0},
                                {"poissonsRatio", poisson, 0},
                                {"coefficientRestitution", 1, 0},
                                {"workOfAdhesion", w, 0},
                                {"surfaceEnergy", w, 0},
                                {"coefficientYieldRatio", 1.0, 0},
                                {0}};
    const double time = 2.94 * pow(15.0 * m * v * v / (16.0 * e_eff * sqrt(radius)), 0.4) / v;
    const double end = radius + cbrt(pi * pi * w * w * radius / (e_eff * e_eff));
    tsu_scene s = tsu_scene_create(1, time / 1000.0, laws, values, NULL);
    tsu_scene_plane(&s, 2, 0.0, 1);
    tsu_scene_sphere(&s, radius, density, (double[]){0, 0, radius}, (double[]){0, 0, -v}, NULL);
    bool away = false;
    for (int k = 0; k < 40000 && !away && s.status == TSU_OK; k++) {
        tsu_scene_step(&s, 1);
        away = tsu_scene_component(&s, "x", 1, 2) > end;
    }
    const bool ok = tsu_scene_ok(&s, card, what, "Thornton & Ning 1998");
    tsu_scene_destroy(&s);
    return ok && away;
}

/* m v^2/2 = the energy lost: found by halving the interval in which the sphere begins to come away. */
static void sticking(tsu_card *card, const char *laws, const char *what, double factor)
{
    const double e_eff = young / (2.0 * (1.0 - poisson * poisson)), m = tsu_sphere_mass(radius, 2500.0),
                 w = 50.0;
    const double loss = factor * cbrt(pow(pi * w, 5.0) * pow(radius, 4.0) / (e_eff * e_eff));
    const double expected = sqrt(2.0 * loss / m);
    double low = 0.6 * expected, high = 1.5 * expected;
    for (int k = 0; k < 10; k++) {
        const double v = 0.5 * (low + high);
        if (comes_away(card, laws, w, v, what))
            high = v;
        else
            low = v;
    }
    tsu_card_relative(card, what, "Thornton & Ning 1998", expected, 0.5 * (low + high), 5e-3);
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
    lost(card, "model jkr", "jkr: energy lost by touching and parting [nJ]", 0.3 * pow(2.0, 5.0 / 3.0) + 0.1);
    lost(card, "model thornton_ning", "thornton_ning: the same below yield [nJ]",
         0.3 * pow(2.0, 5.0 / 3.0) + 0.1);
    lost(card, "model jkr release load", "jkr, release load: the same [nJ]",
         0.3 * pow(2.0, 5.0 / 3.0) - 16.0 / 45.0 * pow(9.0 / 8.0, 5.0 / 3.0));
    sticking(card, "model jkr", "jkr: speed below which spheres stick [m/s]",
             0.3 * pow(2.0, 5.0 / 3.0) + 0.1);
    sticking(card, "model thornton_ning", "thornton_ning: the same below yield [m/s]",
             0.3 * pow(2.0, 5.0 / 3.0) + 0.1);
    /* equal spheres: the disc has the radius sqrt(d (2 R - d/2)/2) */
    simplified(card, "sjkr: attraction k A, disc of the overlap [N]", "model hertz cohesion sjkr",
               pi * 0.5 * d * (2.0 * radius - 0.5 * d));
    simplified(card, "sjkr2: attraction k 2 pi d 2 R* [N]", "model hertz cohesion sjkr2",
               2.0 * pi * d * radius);
}
