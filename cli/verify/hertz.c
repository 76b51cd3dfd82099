/* SPDX-License-Identifier: Apache-2.0 */
/* verify_hertz.c - elastic and damped impacts (Y.C. Chung, J.Y. Ooi, Granular Matter 13, 643 (2011), tests 1 to 3). */
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>

/* Test 1: two glass spheres at 10 m/s each. */
static void glass(tsu_card *card)
{
    static const char source[] = "Chung & Ooi, test 1";
    const double radius = 0.01, v = 10.0, time = 40.34e-6;
    const tsu_value values[] = {
        {"youngsModulus", 48e9, 0}, {"poissonsRatio", 0.2, 0}, {"coefficientRestitution", 1.0, 0}, {0}};
    tsu_scene s = tsu_scene_create(1, time / 4000, "model hertz tangential off", values, NULL);
    tsu_scene_sphere(&s, radius, 2800, (double[]){radius, 0, 0}, (double[]){-v, 0, 0}, NULL);
    tsu_scene_sphere(&s, radius, 2800, (double[]){-radius, 0, 0}, (double[]){v, 0, 0}, NULL);
    const tsu_impact hit = tsu_scene_impact(&s, 0, false, 8000);
    if (tsu_scene_ok(&s, card, "glass on glass", source)) {
        tsu_card_relative(card, "glass on glass, 20 m/s: largest overlap [um]", source, 274.113,
                          1e6 * hit.overlap, 2e-6);
        tsu_card_relative(card, "glass on glass, 20 m/s: largest force [kN]", source, 10.6969,
                          1e-3 * hit.force, 5e-6);
        tsu_card_relative(card, "glass on glass, 20 m/s: contact time [us]", source, 40.34, 1e6 * hit.time,
                          2e-4);
    }
    tsu_scene_destroy(&s);
}

/* Test 2: an aluminium sphere on a rigid plane. */
static void aluminium(tsu_card *card)
{
    static const char source[] = "Chung & Ooi, test 2";
    const double radius = 0.1, v = 0.2, time = 731.66e-6;
    const tsu_value values[] = {
        {"youngsModulus", 70e9, 1e300}, {"poissonsRatio", 0.3, 0}, {"coefficientRestitution", 1.0, 0}, {0}};
    tsu_scene s = tsu_scene_create(2, time / 4000, "model hertz tangential off", values, NULL);
    tsu_scene_plane(&s, 2, 0.0, 2);
    tsu_scene_sphere(&s, radius, 2699, (double[]){0, 0, radius}, (double[]){0, 0, -v}, NULL);
    const tsu_impact hit = tsu_scene_impact(&s, 2, true, 8000);
    if (tsu_scene_ok(&s, card, "aluminium on a rigid plane", source)) {
        tsu_card_relative(card, "aluminium on a rigid plane: largest overlap [um]", source, 49.717,
                          1e6 * hit.overlap, 1e-5);
        tsu_card_relative(card, "aluminium on a rigid plane: largest force [kN]", source, 11.3699,
                          1e-3 * hit.force, 5e-6);
        tsu_card_relative(card, "aluminium on a rigid plane: contact time [us]", source, 731.66,
                          1e6 * hit.time, 1e-5);
    }
    tsu_scene_destroy(&s);
}

/* Test 3: restitution out of a damped impact is the one put in. */
static void damped(tsu_card *card, double e)
{
    static const char source[] = "Chung & Ooi, test 3";
    const double radius = 2.5e-3, v = 3.9;
    char what[96];
    const tsu_value values[] = {
        {"youngsModulus", 380e9, 1e300}, {"poissonsRatio", 0.23, 0}, {"coefficientRestitution", e, 0}, {0}};
    tsu_scene s = tsu_scene_create(2, e < 0.5 ? 2.5e-10 : 1e-9, "model hertz tangential off", values, NULL);
    tsu_scene_plane(&s, 2, 0.0, 2);
    tsu_scene_sphere(&s, radius, 4000, (double[]){0, 0, radius}, (double[]){0, 0, -v}, NULL);
    tsu_scene_impact(&s, 2, true, 100000);
    snprintf(what, sizeof what, "aluminium oxide on a plane, e = %.1f: restitution", e);
    if (tsu_scene_ok(&s, card, what, source))
        tsu_card_relative(card, what, source, e, tsu_scene_component(&s, "v", 1, 2) / v, 1e-4);
    tsu_scene_destroy(&s);
}

void tsu_verify_hertz(tsu_card *card)
{
    glass(card);
    aluminium(card);
    damped(card, 1.0);
    damped(card, 0.8);
    damped(card, 0.6);
    damped(card, 0.4);
    damped(card, 0.2);
}
