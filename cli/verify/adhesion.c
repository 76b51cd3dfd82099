/* SPDX-License-Identifier: Apache-2.0 */
/* verify_adhesion.c - closed forms of the Edinburgh law with adhesion. */
#include "verify/verify.h"
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

typedef struct pull_case {
    double n, c, gamma, f0;
    bool wall, consistent;
} pull_case;

/* What a contact loaded to d shows on the way back. */
static pull_off pull_off_of(double d, pull_case q, double ri, double rj)
{
    const double k2 = ratio * k1, dp = pow(1.0 - 1.0 / ratio, 1.0 / q.n) * d, dp_n = pow(dp, q.n);
    const double tension = 1.5 * pi * q.gamma * sqrt(disc2(dp, ri, rj, q.wall)), limit = 0.5 * k2 * dp_n;
    pull_off p = {.dp = dp, .force = fmin(tension, limit)};
    p.d_min = tension > limit && !q.consistent ? 0.5 * dp : pow(dp_n - p.force / k2, 1.0 / q.n);
    p.k_c = p.force / pow(p.d_min, q.c);
    return p;
}

static tsu_bench *bench_of(pull_case q, double ri, double rj)
{
    const tsu_value values[] = {{"LoadingStiffness", k1, 0},        {"UnloadingStiffness", ratio, 0},
                                {"coefficientRestitution", 1.0, 0}, {"overlapExponent", q.n, 0},
                                {"adhesionExponent", q.c, 0},       {"surfaceEnergy", q.gamma, 0},
                                {"pullOffForce", q.f0, 0},          {0}};
    tsu_contact_path_def def = tsu_contact_path_def_default();
    def.radius_i = ri;
    def.radius_j = rj;
    def.wall = q.wall;
    def.dt = 1e-6;
    return tsu_bench_create(q.consistent ? "model edinburgh/stiffness tangential off consistent on"
                                         : "model edinburgh/stiffness tangential off",
                            values, def);
}

/* The largest pull on the way back, at the overlap `meet` where the k2 line and the adhesive branch meet. The force at d_min alone
 * would prove nothing: it is -F_min by the definition of k_c, wherever d_min lies. */
static void pull(tsu_card *card, const char *what, const char *source, pull_case q, double largest,
                 double meet)
{
    const double ri = 2e-3, rj = 3e-3, d = 2e-5;
    double least = 0.0;
    tsu_bench *b = bench_of(q, ri, rj);
    tsu_bench_go(b, (tsu_contact_row){0});
    tsu_bench_ramp(b, (tsu_contact_row){0}, (tsu_contact_row){.overlap = d}, 100);
    for (int k = 1; k < 400; k++) {
        const double at = k <= 200 ? d + (meet - d) * (k / 200.0) : meet * ((400 - k) / 200.0);
        tsu_bench_go(b, (tsu_contact_row){.overlap = at});
        least = b ? fmin(least, b->now.fn) : 0.0;
    }
    if (tsu_bench_ok(b, card, what, source))
        tsu_card_relative(card, what, source, -largest + q.f0, least, 1e-10);
    tsu_bench_destroy(b);
}

/* They meet at d_min with F_min. */
static void pull_at_d_min(tsu_card *card, const char *what, pull_case q)
{
    const pull_off p = pull_off_of(2e-5, q, 2e-3, 3e-3);
    pull(card, what, "Edinburgh, (6) (7)", q, p.force, p.d_min);
}

/* As printed, d_min = dp/2 is not on the line of a limited contact unless n = 1: with n = c they meet where
 * d^n (1 + 2^(n-1)) = dp^n, at F_min 2^n/(1 + 2^(n-1)). */
static void pull_printed(tsu_card *card, const char *what, pull_case q)
{
    const pull_off p = pull_off_of(2e-5, q, 2e-3, 3e-3);
    const double high = pow(2.0, q.n - 1.0);
    pull(card, what, "Edinburgh, (7)", q, p.force * 2.0 * high / (1.0 + high),
         p.dp / pow(1.0 + high, 1.0 / q.n));
}

/* From a point d1 of the adhesive branch the contact re-loads along a new k2 line through it, up to k1 d. */
static void reload(tsu_card *card)
{
    static const char source[] = "Edinburgh, step 4";
    const double ri = 2e-3, rj = 3e-3, d = 2e-5, gamma = 20.0;
    const pull_off p = pull_off_of(d, (pull_case){1.0, 1.0, gamma, 0.0, false, false}, ri, rj);
    const double d1 = 0.5 * p.d_min, d2 = d1 + 0.1 * p.dp, d3 = 0.999 * d;
    tsu_bench *b = bench_of((pull_case){1.0, 1.0, gamma, 0.0, false, false}, ri, rj);
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
    const pull_off p = pull_off_of(d, (pull_case){1.0, 1.0, gamma, 0.0, true, false}, radius, radius);
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
    const pull_off p = pull_off_of(d, (pull_case){1.0, 1.0, gamma, 0.0, true, false}, radius, radius);
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
    pull_at_d_min(card, "pull-off, pair, n = c = 1 [N]", (pull_case){1.0, 1.0, 5.0, 0.0, false, false});
    pull_at_d_min(card, "pull-off, pair, n = c = 1, F0 = -0.05 N [N]",
                  (pull_case){1.0, 1.0, 5.0, -0.05, false, false});
    pull_at_d_min(card, "pull-off, wall, n = c = 1 [N]", (pull_case){1.0, 1.0, 5.0, 0.0, true, false});
    pull_at_d_min(card, "pull-off, pair, n = c = 1.5 [N]", (pull_case){1.5, 1.5, 0.01, 0.0, false, false});
    pull_at_d_min(card, "pull-off, pair, n = 1.5, c = 3 [N]", (pull_case){1.5, 3.0, 0.01, 0.0, false, false});
    pull_at_d_min(card, "pull-off limited to k2 dp/2, n = c = 1 [N]",
                  (pull_case){1.0, 1.0, 1e5, 0.0, false, false});
    pull_printed(card, "pull-off limited, n = c = 1.5, as printed [N]",
                 (pull_case){1.5, 1.5, 1e5, 0.0, false, false});
    pull_at_d_min(card, "pull-off limited, n = c = 1.5, consistent [N]",
                  (pull_case){1.5, 1.5, 1e5, 0.0, false, true});
    pull_at_d_min(card, "pull-off limited, wall, n = 1.5, c = 3, consistent [N]",
                  (pull_case){1.5, 3.0, 1e5, 0.0, true, true});
    reload(card);
    rebound(card);
    sticks(card);
    ceiling(card, 60.0, true);
    ceiling(card, 3.0, false);
}
