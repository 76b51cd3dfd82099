/* SPDX-License-Identifier: Apache-2.0 */
/* verify_tangential.c - friction: stick, slip and what they dissipate; a sphere that slides until it rolls. */
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>

static const double young = 1e8, poisson = 0.3, mu = 0.3;

/* Two spheres of R = 2 and 3 mm pressed together by d under hertz; tangential_damping off unless said. */
static const double ri = 2e-3, rj = 3e-3, d = 1e-5;

static const tsu_value values[] = {{"youngsModulus", 1e8, 0},
                                   {"poissonsRatio", 0.3, 0},
                                   {"coefficientRestitution", 0.5, 0},
                                   {"coefficientFriction", 0.3, 0},
                                   {0}};

static double normal_force(void)
{
    const double e_eff = young / (2.0 * (1.0 - poisson * poisson)), r_eff = ri * rj / (ri + rj);
    return 4.0 / 3.0 * e_eff * sqrt(r_eff * d) * d;
}

static double stiffness(void)
{
    const double g_eff = young / (4.0 * (2.0 - poisson) * (1.0 + poisson)), r_eff = ri * rj / (ri + rj);
    return 8.0 * g_eff * sqrt(r_eff * d);
}

static tsu_bench *bench_of(const char *laws)
{
    tsu_contact_path_def def = tsu_contact_path_def_default();
    def.radius_i = ri;
    def.radius_j = rj;
    def.dt = 1e-6;
    tsu_bench *b = tsu_bench_create(laws, values, def);
    tsu_bench_go(b, (tsu_contact_row){.overlap = d});
    return b;
}

static void stick_and_slip(tsu_card *card)
{
    static const char source[] = "jkr, (3) (9) (10)";
    const double limit = mu * normal_force(), reach = limit / stiffness();
    tsu_bench *b = bench_of("model hertz tangential history tangential_damping off");
    const tsu_contact_row start = {.overlap = d}, half = {.overlap = d, .sx = 0.3 * reach, .sy = 0.4 * reach},
                          far = {.overlap = d, .sx = 60.3 * reach, .sy = 0.4 * reach};
    tsu_bench_ramp(b, start, half, 10);
    const double stuck = b ? b->now.ftx : 0.0;
    tsu_bench_ramp(b, half, far, 2000);
    if (tsu_bench_ok(b, card, "history on hertz", source)) {
        tsu_card_relative(card, "history on hertz, stick: F_t = -k_t s [N]", source, -0.3 * limit, stuck,
                          1e-12);
        tsu_card_relative(card, "history on hertz, slip: |F_t| = mu F_n [N]", source, limit,
                          hypot(b->now.ftx, b->now.fty), 1e-12);
    }
    tsu_bench_destroy(b);
}

/* Straight sliding over L = 50 reaches: mu F_n (L - reach) is dissipated, 1/2 k_t reach^2 stored. The slip begins at the
 * end of a step, so the sums are exact. */
static void sliding_energy(tsu_card *card)
{
    static const char source[] = "jkr, (14) with 1/2";
    const double limit = mu * normal_force(), reach = limit / stiffness();
    tsu_bench *b = bench_of("model hertz tangential history tangential_damping off");
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = d, .sx = 50.0 * reach},
                   500);
    if (tsu_bench_ok(b, card, "sliding", source)) {
        const double stored = 0.4 * normal_force() * d + 0.5 * limit * reach;
        tsu_card_relative(card, "sliding: energy dissipated [J]", source, limit * 49.0 * reach,
                          b->now.dissipated, 1e-9);
        tsu_card_relative(card, "sliding: energy stored [J]", "surface, (10)", stored, b->now.elastic, 1e-12);
    }
    tsu_bench_destroy(b);
}

/* Stick with the dashpot: gamma_t v_t on top of the spring, gamma_t = 2 sqrt(5/6) beta sqrt(k_t m*). */
static void dashpot(tsu_card *card)
{
    static const char source[] = "jkr, (9)";
    const double limit = mu * normal_force(), reach = limit / stiffness(), step = 0.01 * reach;
    const double mi = tsu_sphere_mass(ri, 2500.0), mj = tsu_sphere_mass(rj, 2500.0), m = mi * mj / (mi + mj);
    const double log_e = log(0.5), beta = -log_e / hypot(log_e, 3.14159265358979323846);
    const double gamma = 2.0 * sqrt(5.0 / 6.0) * beta * sqrt(stiffness() * m);
    tsu_bench *b = bench_of("model hertz tangential history");
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = d, .sx = 10.0 * step},
                   10);
    if (tsu_bench_ok(b, card, "tangential dashpot", source))
        tsu_card_relative(card, "stick with dashpot: F_t = -k_t s - gamma_t v_t [N]", source,
                          -stiffness() * 10.0 * step - gamma * step / 1e-6, b->now.ftx, 1e-12);
    tsu_bench_destroy(b);
}

/* ---- slip to roll -------------------------------------------------------------------------------------------- */

static void slip_to_roll(tsu_card *card)
{
    static const char source[] = "slip to roll";
    const double r = 5e-3, u0 = 0.5, g = 9.81, e = 1e10, dt = 5e-6;
    const double weight = tsu_sphere_mass(r, 2500.0) * g, e_eff = e / (2.0 * (1.0 - poisson * poisson));
    const double rest = pow(0.75 * weight / (e_eff * sqrt(r)), 2.0 / 3.0);
    const tsu_value stiff[] = {{"youngsModulus", e, 0},
                               {"poissonsRatio", poisson, 0},
                               {"coefficientRestitution", 0.5, 0},
                               {"coefficientFriction", mu, 0},
                               {0}};
    /* without the dashpot, whose force the limit does not bound before the spring has reached it */
    tsu_scene s = tsu_scene_create(1, dt, "model hertz tangential history tangential_damping off", stiff,
                                   (double[]){0, 0, -g});
    tsu_scene_plane(&s, 2, 0.0, 1);
    tsu_scene_sphere(&s, r, 2500.0, (double[]){0, 0, r - rest}, (double[]){u0, 0, 0}, NULL);
    double slip = u0, before = u0, steps = 0.0;
    while (slip > 0.0 && steps < 40000.0 && s.status == TSU_OK) {
        tsu_scene_step(&s, 1);
        before = slip;
        slip = tsu_scene_component(&s, "v", 1, 0) - r * tsu_scene_component(&s, "omega", 1, 1);
        steps += slip > 0.0 ? 1.0 : before / (before - slip);
    }
    if (tsu_scene_ok(&s, card, "sliding sphere", source)) {
        tsu_card_relative(card, "sliding sphere rolls at last: u = 5/7 u0 [m/s]", source, 5.0 / 7.0 * u0,
                          tsu_scene_component(&s, "v", 1, 0), 1e-4);
        tsu_card_relative(card, "sliding sphere rolls after t = 2 u0/(7 mu g) [s]", source,
                          2.0 * u0 / (7.0 * mu * g), steps * dt, 1e-4);
    }
    tsu_scene_destroy(&s);
}

void tsu_verify_tangential(tsu_card *card)
{
    stick_and_slip(card);
    sliding_energy(card);
    dashpot(card);
    slip_to_roll(card);
}
