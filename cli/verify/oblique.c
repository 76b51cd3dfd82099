/* SPDX-License-Identifier: Apache-2.0 */
/* verify_oblique.c - oblique and spinning impacts (Chung & Ooi 2011, tests 4 to 8).
 *
 * A contact that slides all along has the friction impulse mu times the normal impulse. So on a plane, with V_n the
 * normal speed before and theta the angle from the normal,
 *   e_t = 1 - mu (1+e)/tan theta     w' = 5/2 mu (1+e) V_n/R     tan phi = (tan theta - 7/2 mu (1+e))/e
 * and the slip velocity is multiplied by 1 - x, x = 7/2 mu (1+e) V_n/(w R). The torque's arm is R - d/2 instead of R,
 * and the spring must first be stretched to the limit; with these materials that matters in the third digit, which the
 * tolerances allow for. */
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>

static const double degree = 3.14159265358979323846 / 180.0;

/* ---- test 4 --------------------------------------------------------------------------------------------- */

static void oxide(tsu_card *card, double angle, double e_t, double spin, double rebound)
{
    static const char source[] = "Chung & Ooi, test 4";
    const double radius = 2.5e-3, v = 3.9, vn = v * cos(angle * degree), vt = v * sin(angle * degree);
    char what[96];
    const tsu_value values[] = {{"youngsModulus", 380e9, 1e300},
                                {"poissonsRatio", 0.23, 0},
                                {"coefficientRestitution", 0.98, 0},
                                {"coefficientFriction", 0.092, 0},
                                {0}};
    tsu_scene s = tsu_scene_create(2, 2e-9, "model hertz tangential history", values, NULL);
    tsu_scene_plane(&s, 2, 0.0, 2);
    tsu_scene_sphere(&s, radius, 4000, (double[]){0, 0, radius}, (double[]){vt, 0, -vn}, NULL);
    tsu_scene_impact(&s, 2, true, 100000);
    snprintf(what, sizeof what, "oblique at %g deg", angle);
    if (tsu_scene_ok(&s, card, what, source)) {
        const double out_t = tsu_scene_component(&s, "v", 1, 0), out_n = tsu_scene_component(&s, "v", 1, 2);
        const double w = tsu_scene_component(&s, "omega", 1, 1);
        snprintf(what, sizeof what, "oblique at %g deg: tangential restitution", angle);
        if (e_t > 0.0) tsu_card_relative(card, what, source, e_t, out_t / vt, 2e-4);
        snprintf(what, sizeof what, "oblique at %g deg: spin afterwards [rad/s]", angle);
        if (spin > 0.0) tsu_card_relative(card, what, source, spin, w, 2e-3);
        snprintf(what, sizeof what, "oblique at %g deg: rebound angle [deg]", angle);
        tsu_card_absolute(card, what, source, rebound, atan2(out_t - w * radius, out_n) / degree, 0.04);
    }
    tsu_scene_destroy(&s);
}

/* ---- tests 5 to 8 ----------------------------------------------------------------------------------------- */

enum { DENSITY = 2699 };

static const double mu = 0.4, speed = 0.2;

static tsu_scene metal(double e)
{
    /* so that the friction impulse is mu times the normal one: no attraction, no tangential dashpot, whose force the
     * limit does not bound before the spring has reached it */
    const tsu_value values[] = {{"youngsModulus", 70e9, 1e300},
                                {"poissonsRatio", 0.3, 0},
                                {"coefficientRestitution", e, 0},
                                {"coefficientFriction", mu, 0},
                                {0}};
    return tsu_scene_create(2, 2e-7, "model hertz tangential history limitForce on tangential_damping off",
                            values, NULL);
}

/* Tests 5 and 6: a spinning sphere meets a plane, without and with tangential velocity. `x` says how far it slides. */
static void spinning_on_plane(tsu_card *card, const char *source, double e, double x, double tangential)
{
    const double radius = 0.1, slip = 3.5 * mu * (1.0 + e) * speed / x, w = (slip + tangential) / radius;
    char what[96];
    tsu_scene s = metal(e);
    tsu_scene_plane(&s, 2, 0.0, 2);
    /* the contact point of a sphere with spin w about y moves by v_x - w R */
    tsu_scene_sphere(&s, radius, DENSITY, (double[]){0, 0, radius}, (double[]){tangential, 0, -speed},
                     (double[]){0, w, 0});
    tsu_scene_impact(&s, 2, true, 100000);
    snprintf(what, sizeof what, "spin %.1f rad/s, v_t %.1f m/s, e %.1f: slip out/in", w, tangential, e);
    if (tsu_scene_ok(&s, card, what, source)) {
        const double e_out = tsu_scene_component(&s, "v", 1, 2) / speed;
        const double out =
            tsu_scene_component(&s, "v", 1, 0) - tsu_scene_component(&s, "omega", 1, 1) * radius;
        const double expected = 1.0 - 3.5 * mu * (1.0 + e_out) * speed / slip;
        tsu_card_relative(card, what, source, expected, -out / slip, 2e-3);
    }
    tsu_scene_destroy(&s);
}

/* Tests 7 and 8: two spheres meet head-on, with equal spins (they slide) or opposite ones (nothing slides). */
static void spinning_pair(tsu_card *card, const char *source, double radius_1, double radius_2, bool opposite)
{
    const double e = 1.0, w = 30.0, w_2 = opposite ? -w * radius_1 / radius_2 : w;
    char what[96];
    tsu_scene s = metal(e);
    tsu_scene_sphere(&s, radius_1, DENSITY, (double[]){0, 0, radius_1}, (double[]){0, 0, -speed},
                     (double[]){0, w, 0});
    tsu_scene_sphere(&s, radius_2, DENSITY, (double[]){0, 0, -radius_2}, (double[]){0, 0, speed},
                     (double[]){0, w_2, 0});
    tsu_scene_impact(&s, 2, false, 100000);
    const double w_1 = tsu_scene_component(&s, "omega", 1, 1), slip = w * radius_1 + w_2 * radius_2;
    const double out = w_1 * radius_1 + tsu_scene_component(&s, "omega", 2, 1) * radius_2 -
                       tsu_scene_component(&s, "v", 1, 0) + tsu_scene_component(&s, "v", 2, 0);
    snprintf(what, sizeof what, "spheres of %g, %g mm, %s: %s", 1e3 * radius_1, 1e3 * radius_2,
             opposite ? "opposite spins" : "equal spins", opposite ? "spin out/in" : "slip out/in");
    if (tsu_scene_ok(&s, card, what, source)) {
        const double expected = 1.0 - 3.5 * mu * (1.0 + e) * 2.0 * speed / slip;
        if (opposite)
            tsu_card_relative(card, what, source, 1.0, w_1 / w, 1e-14);
        else
            tsu_card_relative(card, what, source, expected, out / slip, 1e-3);
    }
    tsu_scene_destroy(&s);
}

void tsu_verify_oblique(tsu_card *card)
{
    oxide(card, 33.0, 0.0, 0.0, atan((tan(33.0 * degree) - 3.5 * 0.092 * 1.98) / 0.98) / degree);
    oxide(card, 35.0, 0.7398, 581.95, 3.66);
    oxide(card, 50.0, 0.8471, 456.65, 29.49);
    oxide(card, 70.0, 0.9337, 242.98, 65.09);
    spinning_on_plane(card, "Chung & Ooi, test 5", 1.0, 0.5, 0.0);
    spinning_on_plane(card, "Chung & Ooi, test 5", 0.5, 0.3, 0.0);
    spinning_on_plane(card, "Chung & Ooi, test 6", 1.0, 0.4, 0.3);
    spinning_pair(card, "Chung & Ooi, test 7", 0.1, 0.1, false);
    spinning_pair(card, "Chung & Ooi, test 7", 0.1, 0.1, true);
    spinning_pair(card, "Chung & Ooi, test 8", 0.1, 0.05, false);
}
