/* SPDX-License-Identifier: Apache-2.0 */
/* verify_edinburgh.c - closed forms of the Edinburgh law without adhesion. */
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

/* A sphere on a plane: m* is its mass. */
static const double radius = 5e-3, density = 2500.0;

static double stiffness_of(double n)
{
    return n == 1.0   ? 1e5
           : n == 1.5 ? 1e7
                      : 1e9; /* [N/m^n]: overlaps of some 50 um at half a metre per second */
}

static tsu_scene scene_of(double n, double ratio, double e, double v, double dt, const char *keywords)
{
    char laws[128];
    const tsu_value values[] = {{"LoadingStiffness", stiffness_of(n), 0},
                                {"UnloadingStiffness", ratio, 0},
                                {"coefficientRestitution", e, 0},
                                {"overlapExponent", n, 0},
                                {"adhesionExponent", n, 0},
                                {"surfaceEnergy", 0.0, 0},
                                {"pullOffForce", 0.0, 0},
                                {0}};
    snprintf(laws, sizeof laws, "model edinburgh/stiffness tangential off %s", keywords);
    tsu_scene s = tsu_scene_create(1, dt, laws, values, NULL);
    tsu_scene_plane(&s, 2, 0.0, 1);
    tsu_scene_sphere(&s, radius, density, (double[]){0, 0, radius}, (double[]){0, 0, -v}, NULL);
    return s;
}

/* e^2 = (k2/k1) [1 - (n+1) lambda^n + n lambda^(n+1)] */
static double restitution_of(double n, double ratio)
{
    const double lambda = pow(1.0 - 1.0 / ratio, 1.0 / n);
    return sqrt(ratio * (1.0 - (n + 1.0) * pow(lambda, n) + n * pow(lambda, n + 1.0)));
}

/* ((n+1) m* v^2/(2 k1))^(1/(n+1)) */
static double overlap_of(double n, double v)
{
    const double m = tsu_sphere_mass(radius, density);
    return pow((n + 1.0) * m * v * v / (2.0 * stiffness_of(n)), 1.0 / (n + 1.0));
}

static void hysteresis(tsu_card *card, double n, double ratio, double v)
{
    static const char source[] = "Edinburgh";
    char what[96];
    tsu_scene s = scene_of(n, ratio, 1.0, v, 2e-8, "");
    const tsu_impact hit = tsu_scene_impact(&s, 2, true, 100000);
    snprintf(what, sizeof what, "n = %g, k2/k1 = %g, %g m/s: restitution", n, ratio, v);
    if (tsu_scene_ok(&s, card, what, source)) {
        const double e = restitution_of(n, ratio), m = tsu_sphere_mass(radius, density);
        tsu_card_relative(card, what, source, e, tsu_scene_component(&s, "v", 1, 2) / v, 1e-6);
        snprintf(what, sizeof what, "n = %g, k2/k1 = %g, %g m/s: largest overlap [um]", n, ratio, v);
        tsu_card_relative(card, what, source, 1e6 * overlap_of(n, v), 1e6 * hit.overlap, 1e-6);
        const double k1 = stiffness_of(n), dp = (1.0 - 1.0 / ratio) * overlap_of(n, v);
        const double time = 0.5 * pi * (sqrt(m / k1) + sqrt(m / (ratio * k1))) + dp / (e * v);
        snprintf(what, sizeof what, "n = %g, k2/k1 = %g, %g m/s: contact time [us]", n, ratio, v);
        if (n == 1.0) tsu_card_relative(card, what, source, 1e6 * time, 1e6 * hit.time, 1e-6);
    }
    tsu_scene_destroy(&s);
}

/* The dashpot alone: k2 so near k1 that the hysteresis does not count. Its force starts with a jump, so the error falls as
 * the first power of the step. With `consistent on` d^((n+1)/2) moves as the overlap of n = 1 does, so that both closed forms
 * hold for every n. */
static void dashpot(tsu_card *card, double n, double e, bool cut)
{
    static const char source[] = "Edinburgh, step 6";
    const double v = 0.5, log_e = log(e), b = -log_e / sqrt(log_e * log_e + pi * pi);
    const double limited = exp(-b * (pi - 2.0 * asin(b)) / sqrt(1.0 - b * b));
    char what[96], keywords[64];
    snprintf(keywords, sizeof keywords, "limitForce %s consistent on", cut ? "on" : "off");
    tsu_scene s = scene_of(n, 1.0 + 1e-9, e, v, 2e-8, keywords);
    tsu_scene_impact(&s, 2, true, 100000);
    snprintf(what, sizeof what, "n = %g, dashpot e = %g, attraction %s: restitution", n, e,
             cut ? "cut" : "kept");
    if (tsu_scene_ok(&s, card, what, source))
        tsu_card_relative(card, what, source, cut ? limited : e, tsu_scene_component(&s, "v", 1, 2) / v,
                          1e-4);
    tsu_scene_destroy(&s);
}

/* `model edinburgh` with n = 3/2 loads as Hertz: the glass spheres again. */
static void hertz_loading(tsu_card *card)
{
    static const char source[] = "Chung & Ooi, test 1";
    const double r = 0.01, v = 10.0;
    const tsu_value values[] = {
        {"youngsModulus", 48e9, 0},         {"poissonsRatio", 0.2, 0},   {"UnloadingStiffness", 2.0, 0},
        {"coefficientRestitution", 1.0, 0}, {"overlapExponent", 1.5, 0}, {"adhesionExponent", 1.5, 0},
        {"surfaceEnergy", 0.0, 0},          {"pullOffForce", 0.0, 0},    {0}};
    tsu_scene s = tsu_scene_create(1, 1e-8, "model edinburgh tangential off", values, NULL);
    tsu_scene_sphere(&s, r, 2800, (double[]){r, 0, 0}, (double[]){-v, 0, 0}, NULL);
    tsu_scene_sphere(&s, r, 2800, (double[]){-r, 0, 0}, (double[]){v, 0, 0}, NULL);
    const tsu_impact hit = tsu_scene_impact(&s, 0, false, 20000);
    if (tsu_scene_ok(&s, card, "edinburgh, n = 1.5, glass", source)) {
        tsu_card_relative(card, "edinburgh, n = 1.5, glass: largest overlap [um]", source, 274.113,
                          1e6 * hit.overlap, 3e-6);
        tsu_card_relative(card, "edinburgh, n = 1.5, k2/k1 = 2: restitution", "Edinburgh",
                          restitution_of(1.5, 2.0), tsu_scene_component(&s, "v", 1, 0) / v, 1e-6);
    }
    tsu_scene_destroy(&s);
}

void tsu_verify_edinburgh(tsu_card *card)
{
    hysteresis(card, 1.0, 2.0, 0.5);
    hysteresis(card, 1.0, 5.0, 0.5);
    hysteresis(card, 1.5, 2.0, 0.5);
    hysteresis(card, 1.5, 5.0, 0.5);
    hysteresis(card, 1.5, 5.0, 0.1);
    dashpot(card, 1.0, 0.5, true);
    dashpot(card, 1.0, 0.5, false);
    dashpot(card, 1.5, 0.5, true);
    dashpot(card, 1.5, 0.5, false);
    dashpot(card, 2.0, 0.9, false);
    hertz_loading(card);
}
