/* SPDX-License-Identifier: Apache-2.0 */
/* verify_friction.c - time-dependent elastoplastic friction and the slider against the exact solutions of their equations
 * (docs/theory/elastoplastic_friction.md). */
#include "slider/stability.h"
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>

static const char closed[] = "closed form";
static const tsu_friction paper = {.mu_s = 0.6, .mu_k = 0.3, .kappa = 10.0, .xi = 1.0, .m = 1e3};

/* ---- the law -------------------------------------------------------------------------------------------- */

/* A number in [0, 1) from a multiplicative sequence: the states need to be scattered, not random. */
static double scatter(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) * 0x1p-53;
}

static double scatter_log(uint64_t *seed, double low, double high)
{
    return low * pow(high / low, scatter(seed));
}

/* The largest residual of the yield condition over many states, and the mean number of steps of the return map. */
static void return_maps(tsu_card *card)
{
    uint64_t seed = 1;
    double worst = 0.0, improvements = 0.0, plastic = 0.0;
    for (int n = 0; n < 200000; n++) {
        tsu_friction f = {.kappa = scatter_log(&seed, 0.1, 1e3), .xi = scatter_log(&seed, 1e-3, 1e2)};
        f.m = scatter_log(&seed, 0.1, 1e4);
        f.mu_k = scatter(&seed);
        f.mu_s = f.mu_k + scatter(&seed);
        const double alpha = scatter_log(&seed, 1.0, 1e7), f_n = scatter_log(&seed, 1e-6, 1e6);
        const double starts[] = {0.0, 1e-8, scatter(&seed), 1.0 - 1e-10, 1.0};
        tsu_friction_state s = {.mu = f.mu_s, .R = starts[n % 5]};
        s.u.x = s.R * s.mu * f_n / alpha;
        const tsu_vec3 du = {scatter_log(&seed, 1e-9, 1e2), 0.0, 0.0};
        const tsu_friction_step o = tsu_friction_update(f, &s, du, alpha, f_n, scatter_log(&seed, 1e-9, 1.0));
        if (!o.plastic) continue;
        plastic += 1.0;
        improvements += o.improvements;
        worst = fmax(worst, fabs(o.trial - alpha * o.slip - s.R * s.mu * f_n) / (o.trial + s.mu * f_n));
    }
    char what[96];
    snprintf(what, sizeof what, "return map: residual/(F + mu f_n), %.2f steps on average",
             improvements / plastic);
    tsu_card_at_most(card, what, "yield condition", 1e-14, worst);
}

/* Slides a full surface at a speed; the spring is so stiff that slip and displacement agree. */
static double slide(double mu_0, double speed, double time, int steps)
{
    const double alpha = 1e9;
    tsu_friction_state s = {.u = {mu_0 / alpha, 0, 0}, .mu = mu_0, .R = 1.0};
    for (int n = 0; n < steps; n++) {
        tsu_friction_update(paper, &s, tsu_vec3_make(speed * time / steps, 0, 0), alpha, 1.0, time / steps);
    }
    return s.mu;
}

static double hold(double mu_0, double time, int steps)
{
    tsu_friction_state s = {.u = {0.5 * mu_0 / 1e4, 0, 0}, .mu = mu_0, .R = 0.5};
    for (int n = 0; n < steps; n++) {
        tsu_friction_update(paper, &s, tsu_vec3_make(0, 0, 0), 1e4, 1.0, time / steps);
    }
    return s.mu;
}

/* The logarithmic integral for 0 < x < 1, by its series about ln x = 0. */
static double li(double x)
{
    const double y = log(x);
    double sum = 0.57721566490153286061 + log(fabs(y)), term = 1.0;
    for (int k = 1; k < 200; k++) {
        term *= y / k;
        sum += term / k;
    }
    return sum;
}

static void monotone_loading(tsu_card *card)
{
    const tsu_friction f = {.mu_s = 0.5, .mu_k = 0.5, .m = 200.0};
    const double alpha = 300.0, f_n = 2.0, R_0 = 0.05, start = R_0 * f.mu_s * f_n / alpha, way = 8e-3;
    const int steps = 200000;
    tsu_friction_state s = {.u = {start, 0, 0}, .mu = 0.5, .R = R_0};
    for (int n = 0; n < steps; n++) {
        tsu_friction_update(f, &s, tsu_vec3_make(way / steps, 0, 0), alpha, f_n, 1e-3);
    }
    const double exact = s.R * f.mu_s * f_n / alpha + (li(R_0) - li(s.R)) / f.m - start;
    tsu_card_relative(card, "monotone loading: displacement to reach R [m]", "logarithmic integral", exact,
                      way, 1e-4);
}

/* A force that swings between 0.4 and 0.8 of the limit: what the surface creeps in a cycle. */
static void ratcheting(tsu_card *card)
{
    const tsu_friction f = {.mu_s = 0.5, .mu_k = 0.5, .m = 1e4};
    const double alpha = 1e5, f_n = 2.0, limit = f.mu_s * f_n, du = 1e-9;
    tsu_friction_state s = {.mu = 0.5};
    int64_t steps = 0; /* forth less back, in this cycle */
    for (int cycle = 0; cycle < 3; cycle++) {
        for (steps = 0; alpha * s.u.x > 0.4 * limit; steps--)
            tsu_friction_update(f, &s, tsu_vec3_make(-du, 0, 0), alpha, f_n, 1e-3);
        for (; alpha * s.u.x < 0.8 * limit; steps++)
            tsu_friction_update(f, &s, tsu_vec3_make(du, 0, 0), alpha, f_n, 1e-3);
    }
    tsu_card_relative(card, "ratcheting, 0.4 to 0.8 of the limit: creep in a cycle [um]",
                      "logarithmic integral", 1e6 * (li(0.4) - li(0.8)) / f.m, 1e6 * du * (double)steps,
                      1e-3);
}

static void law(tsu_card *card)
{
    const double v = 0.15, ss = (10.0 * v * 0.3 + 0.6) / (10.0 * v + 1.0);
    const double relaxed = ss + (0.58 - ss) * exp(-(10.0 * v + 1.0) * 0.7), healed = 0.6 - 0.27 * exp(-1.7);
    return_maps(card);
    tsu_card_relative(card, "steady friction at 0.15 m/s", closed, ss, slide(0.6, v, 40.0, 400000), 1e-9);
    tsu_card_relative(card, "relaxation at constant slip rate", closed, relaxed, slide(0.58, v, 0.7, 100000),
                      1e-5);
    tsu_card_relative(card, "recovery while held", closed, healed, hold(0.33, 1.7, 100000), 1e-5);
    const double coarse = slide(0.58, v, 0.7, 2000) - relaxed, fine = slide(0.58, v, 0.7, 4000) - relaxed;
    tsu_card_relative(card, "error when the step is halved", "first order", 2.0, coarse / fine, 1e-2);
    monotone_loading(card);
    ratcheting(card);
}

/* ---- the slider --------------------------------------------------------------------------------------------- */

static tsu_slider slider(double K, double C, double alpha)
{
    tsu_slider s = tsu_slider_default();
    s.friction = paper;
    s.stiffness = K;
    s.damper = C;
    s.alpha = alpha;
    return s;
}

static void growth(tsu_card *card, double K, double C, double alpha, double expected)
{
    static const char source[] = "linear stability";
    const tsu_slider s = slider(K, C, alpha);
    tsu_slider_modes m;
    tsu_error err;
    double rate, frequency;
    char what[96];
    snprintf(what, sizeof what, "growth rate, K %g, C %g [1/s]: cubic", K, C);
    if (tsu_slider_find_modes(&s, 1.0, 0.2, &m, &err) != TSU_OK) {
        tsu_card_broken(card, what, source, &err);
        return;
    }
    tsu_card_relative(card, what, source, expected, m.growth, 2e-3);
    snprintf(what, sizeof what, "growth rate, K %g, C %g [1/s]: simulated", K, C);
    if (tsu_slider_simulate_growth(&s, 1.0, 0.2, 12.0, 1000, &rate, &frequency, &err) != TSU_OK) {
        tsu_card_broken(card, what, source, &err);
        return;
    }
    tsu_card_relative(card, what, source, expected, rate, 1e-2);
    snprintf(what, sizeof what, "frequency, K %g, C %g [rad/s]: simulated", K, C);
    tsu_card_relative(card, what, source, m.frequency, frequency, 1e-4);
}

/* ---- the law in a contact ------------------------------------------------------------------------------------ */

/* A sphere slides over a plane while it bounces, strongly damped. Friction feels the elastic part of the normal force, so it acts as
 * long as there is contact, also in the last part of the impact, where the dashpot pulls. */
static void damped_impact(tsu_card *card)
{
    const char *const what = "hertz, e = 0.3: share of the contact without friction";
    const double r = 0.01;
    const tsu_value values[] = {{"youngsModulus", 5e6, 0},
                                {"poissonsRatio", 0.3, 0},
                                {"coefficientRestitution", 0.3, 0},
                                {"coefficientFrictionStatic", 0.6, 0},
                                {"coefficientFrictionKinetic", 0.3, 0},
                                {"frictionDecay", 1e3, 0},
                                {"frictionRecovery", 0.1, 0},
                                {"frictionSubloading", 1e5, 0},
                                {0}};
    tsu_scene s = tsu_scene_create(1, 1e-6, "model hertz tangential elastoplastic", values, NULL);
    tsu_scene_plane(&s, 2, 0.0, 1);
    tsu_scene_sphere(&s, r, 2500.0, (double[]){0, 0, r}, (double[]){2.0, 0, -0.5}, NULL);
    double touching = 0.0, none = 0.0;
    bool touched = false;
    for (int k = 0; k < 100000 && s.status == TSU_OK; k++) {
        tsu_scene_step(&s, 1);
        const bool on = tsu_scene_component(&s, "x", 1, 2) < r;
        if (touched && !on) break;
        touched = touched || on;
        touching += on;
        none += on && tsu_scene_component(&s, "f", 1, 0) == 0.0;
    }
    if (tsu_scene_ok(&s, card, what, "friction, f_n elastic"))
        tsu_card_absolute(card, what, "friction, f_n elastic", 0.0, none / touching, 0.0);
    tsu_scene_destroy(&s);
}

void tsu_verify_friction(tsu_card *card)
{
    law(card);
    damped_impact(card);
    growth(card, 50.0, 0.0, 1e4, 0.02573);
    growth(card, 500.0, 0.0, 1e3, 0.00296);
    growth(card, 50.0, 0.2, 1e4, -0.07400);
    const tsu_slider s = slider(50.0, 0.05, 1e12);
    double V = 0.0, below = 0.0, above = 0.0, frequency;
    tsu_slider_critical_velocity(&s, 1.0, &V);
    tsu_card_relative(card, "critical velocity [m/s]", "linear stability", 0.2279, V, 5e-4);
    const tsu_slider soft = slider(50.0, 0.05, 1e6); /* theta = 1 to 1e-6 */
    tsu_slider_simulate_growth(&soft, 1.0, 0.2279 * 0.97, 20.0, 1000, &below, &frequency, NULL);
    tsu_slider_simulate_growth(&soft, 1.0, 0.2279 * 1.03, 20.0, 1000, &above, &frequency, NULL);
    const double zero = 0.2279 * (0.97 + 0.06 * below / (below - above));
    tsu_card_relative(card, "where simulated growth changes sign [m/s]", "linear stability", 0.2279, zero,
                      1e-2);
}
