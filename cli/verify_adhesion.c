/* SPDX-License-Identifier: Apache-2.0 */
/* verify_adhesion.c - closed forms of the Edinburgh law with adhesion. */
#include "verify.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, k1 = 1e5, ratio = 5.0;

/* Squared radius of the disc in which spheres that overlap by d meet; a wall is a sphere without end. */
static double disc2(double d, double ri, double rj, bool wall)
{
    const double sum = ri + rj - d;
    return wall ? d * (2.0 * ri - d)
                : d * (2.0 * ri - d) * (2.0 * rj - d) * (2.0 * ri + 2.0 * rj - d) / (4.0 * sum * sum);
}

/* ---- pull-off along a path -------------------------------------------------------------------------------- */

typedef struct pull_off {
    double dp, force, d_min, k_c;
} pull_off;

/* What a contact loaded to d shows on the way back. */
static pull_off pull_off_of(double d, double n, double c, double gamma, bool wall, double ri, double rj)
{
    const double k2 = ratio * k1, dp = pow(1.0 - 1.0 / ratio, 1.0 / n) * d;
    const double tension = 1.5 * pi * gamma * sqrt(disc2(dp, ri, rj, wall)), limit = 0.5 * k2 * pow(dp, n);
    pull_off p = {.dp = dp, .force = fmin(tension, limit)};
    p.d_min = tension > limit ? 0.5 * dp : pow(pow(dp, n) - tension / k2, 1.0 / n);
    p.k_c = p.force / pow(p.d_min, c);
    return p;
}

static tsu_bench *bench_of(double n, double c, double gamma, double f0, bool wall, double ri, double rj)
{
    const tsu_value values[] = {{"LoadingStiffness", k1, 0},
                                {"UnloadingStiffness", ratio, 0},
                                {"coefficientRestitution", 1.0, 0},
                                {"overlapExponent", n, 0},
                                {"adhesionExponent", c, 0},
                                {"surfaceEnergy", gamma, 0},
                                {"pullOffForce", f0, 0},
                                {0}};
    tsu_contact_path_def def = tsu_contact_path_def_default();
    def.radius_i = ri;
    def.radius_j = rj;
    def.wall = wall;
    def.dt = 1e-6;
    return tsu_bench_create("model edinburgh/stiffness tangential off", values, def);
}

static void pull(tsu_card *card, const char *what, double n, double c, double gamma, double f0, bool wall)
{
    static const char source[] = "Edinburgh, (6) (7)";
    const double ri = 2e-3, rj = 3e-3, d = 2e-5;
    const pull_off p = pull_off_of(d, n, c, gamma, wall, ri, rj);
    tsu_bench *b = bench_of(n, c, gamma, f0, wall, ri, rj);
    tsu_bench_go(b, (tsu_contact_row){0});
    tsu_bench_ramp(b, (tsu_contact_row){0}, (tsu_contact_row){.overlap = d}, 100);
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = p.d_min}, 100);
    if (tsu_bench_ok(b, card, what, source))
        tsu_card_relative(card, what, source, -p.force + f0, b->now.fn, 1e-9);
    tsu_bench_destroy(b);
}

/* From a point d1 of the adhesive branch the contact re-loads along a new k2 line through it, up to k1 d. */
static void reload(tsu_card *card)
{
    static const char source[] = "Edinburgh, step 4";
    const double ri = 2e-3, rj = 3e-3, d = 2e-5, gamma = 20.0;
    const pull_off p = pull_off_of(d, 1.0, 1.0, gamma, false, ri, rj);
    const double d1 = 0.5 * p.d_min, d2 = d1 + 0.1 * p.dp, d3 = 0.999 * d;
    tsu_bench *b = bench_of(1.0, 1.0, gamma, 0.0, false, ri, rj);
    tsu_bench_go(b, (tsu_contact_row){0});
    tsu_bench_ramp(b, (tsu_contact_row){0}, (tsu_contact_row){.overlap = d}, 50);
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = d1}, 50);
    const double on_branch = b ? b->now.fn : 0.0;
    tsu_bench_go(b, (tsu_contact_row){.overlap = d2});
    const double again = b ? b->now.fn : 0.0;
    tsu_bench_go(b, (tsu_contact_row){.overlap = d3});
    if (tsu_bench_ok(b, card, "re-loading", source)) {
        tsu_card_relative(card, "adhesive branch: force -k_c d [N]", "Edinburgh, (8)", -p.k_c * d1, on_branch,
                          1e-12);
        tsu_card_relative(card, "re-loading from it: force on the k2 line [N]", source,
                          -p.k_c * d1 + ratio * k1 * (d2 - d1), again, 1e-12);
        tsu_card_relative(card, "re-loading to the end: force k1 d [N]", source, k1 * d3, b->now.fn, 1e-12);
    }
    tsu_bench_destroy(b);
}

/* ---- impacts -------------------------------------------------------------------------------------------------- */

static const double radius = 5e-3, density = 2500.0;

static tsu_scene sphere_of(double gamma, double e, double v, double dt, const double gravity[3])
{
    const tsu_value values[] = {{"LoadingStiffness", k1, 0},      {"UnloadingStiffness", ratio, 0},
                                {"coefficientRestitution", e, 0}, {"overlapExponent", 1.0, 0},
                                {"adhesionExponent", 1.0, 0},     {"surfaceEnergy", gamma, 0},
                                {"pullOffForce", 0.0, 0},         {0}};
    tsu_scene s = tsu_scene_create(1, dt, "model edinburgh/stiffness tangential off", values, gravity);
    tsu_scene_plane(&s, 2, 0.0, 1);
    /* below the plane: a ceiling */
    tsu_scene_sphere(&s, radius, density, (double[]){0, 0, -radius}, (double[]){0, 0, v}, NULL);
    return s;
}

/* m v'^2/2 = m v^2 k1/(2 k2) - F_min dp/2 */
static void rebound(tsu_card *card)
{
    static const char source[] = "Edinburgh";
    const double v = 0.5, gamma = 60.0, m = tsu_sphere_mass(radius, density), d = v * sqrt(m / k1);
    const pull_off p = pull_off_of(d, 1.0, 1.0, gamma, true, radius, radius);
    const double expected = sqrt(v * v / ratio - p.force * p.dp / m);
    tsu_scene s = sphere_of(gamma, 1.0, v, 2e-8, NULL);
    tsu_scene_impact(&s, 2, true, 200000);
    if (tsu_scene_ok(&s, card, "adhesive rebound", source))
        tsu_card_relative(card, "adhesive rebound, n = c = 1: speed [m/s]", source, expected,
                          -tsu_scene_component(&s, "v", 1, 2), 1e-6);
    tsu_scene_destroy(&s);
}

/* Too slow to get away: m v^2 k1/(2 k2) < F_min dp/2, so it stays in the well for ever. */
static void sticks(tsu_card *card)
{
    static const char source[] = "Edinburgh";
    const double v = 0.004, gamma = 60.0, m = tsu_sphere_mass(radius, density), d = v * sqrt(m / k1);
    const pull_off p = pull_off_of(d, 1.0, 1.0, gamma, true, radius, radius);
    char what[96];
    tsu_scene s = sphere_of(gamma, 1.0, v, 2e-7, NULL);
    const tsu_impact hit = tsu_scene_impact(&s, 2, true, 50000);
    snprintf(what, sizeof what, "energy left %.2g of the well: sticks (1: yes)",
             0.5 * m * v * v / ratio / (0.5 * p.force * p.dp));
    if (tsu_scene_ok(&s, card, what, source)) tsu_card_relative(card, what, source, 1.0, !hit.parted, 1e-12);
    tsu_scene_destroy(&s);
}

/* Thrown gently at a ceiling against gravity; the dashpot takes the bounce. It hangs there if the pull-off force exceeds
 * its weight, and falls freely if not. */
static void ceiling(tsu_card *card, double gamma, bool holds)
{
    static const char source[] = "Edinburgh at walls";
    const double g = 9.81, m = tsu_sphere_mass(radius, density), dt = 1e-6;
    double deepest = 0.0, force[3] = {0};
    tsu_scene s = sphere_of(gamma, 0.1, 0.05, dt, (double[]){0, 0, -g});
    for (int k = 0; k < 50000; k++) {
        tsu_scene_step(&s, 1);
        const double d = radius + tsu_scene_component(&s, "x", 1, 2);
        deepest = d > deepest ? d : deepest;
    }
    const double dp = (1.0 - 1.0 / ratio) * deepest;
    const double pull_weight = 1.5 * pi * gamma * sqrt(disc2(dp, radius, radius, true)) / (m * g);
    char what[96];
    snprintf(what, sizeof what, "ceiling, pull-off %.2f weights: it carries [weights]", pull_weight);
    if (s.status == TSU_OK) s.status = tsu_wall_force(s.world, "zplane", force, &s.err);
    if (tsu_scene_ok(&s, card, what, source))
        tsu_card_absolute(card, what, source, holds ? 1.0 : 0.0, -force[2] / (m * g), 1e-6);
    tsu_scene_destroy(&s);
}

void tsu_verify_adhesion(tsu_card *card)
{
    pull(card, "pull-off, pair, n = c = 1 [N]", 1.0, 1.0, 5.0, 0.0, false);
    pull(card, "pull-off, pair, n = c = 1, F0 = -0.05 N [N]", 1.0, 1.0, 5.0, -0.05, false);
    pull(card, "pull-off, wall, n = c = 1 [N]", 1.0, 1.0, 5.0, 0.0, true);
    pull(card, "pull-off, pair, n = c = 1.5 [N]", 1.5, 1.5, 0.01, 0.0, false);
    pull(card, "pull-off, pair, n = 1.5, c = 3 [N]", 1.5, 3.0, 0.01, 0.0, false);
    pull(card, "pull-off limited to k2 dp/2, n = c = 1 [N]", 1.0, 1.0, 1e5, 0.0, false);
    pull(card, "pull-off limited to k2 dp^n/2, n = c = 1.5 [N]", 1.5, 1.5, 1e5, 0.0, false);
    reload(card);
    rebound(card);
    sticks(card);
    ceiling(card, 60.0, true);
    ceiling(card, 3.0, false);
}
