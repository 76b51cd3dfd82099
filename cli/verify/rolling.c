/* SPDX-License-Identifier: Apache-2.0 */
/* verify_rolling.c - rolling laws: spring, limit and dashpot of one contact; spheres that roll on a plane. */
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, gravity = 9.81;

/* ---- one contact ------------------------------------------------------------------------------------------------ */

static const double ri = 2e-3, rj = 3e-3, d = 1e-5, k1 = 1e5, mu_r = 0.1, kappa = 2.0, eta = 0.3, dt = 1e-6;

static tsu_bench *bench_of(const char *rolling, bool wall)
{
    char laws[160];
    const tsu_value values[] = {{"LoadingStiffness", k1, 0},
                                {"UnloadingStiffness", 2.0, 0},
                                {"coefficientRestitution", 1.0, 0},
                                {"overlapExponent", 1.0, 0},
                                {"adhesionExponent", 1.0, 0},
                                {"surfaceEnergy", 0.0, 0},
                                {"pullOffForce", 0.0, 0},
                                {"coefficientRollingFriction", mu_r, 0},
                                {"coefficientRollingViscousDamping", eta, 0},
                                {"rollingStiffness", kappa, 0},
                                {0}};
    snprintf(laws, sizeof laws, "model edinburgh/stiffness tangential off rolling_friction %s", rolling);
    tsu_contact_path_def def = tsu_contact_path_def_default();
    def.radius_i = ri;
    def.radius_j = rj;
    def.dt = dt;
    def.wall = wall;
    tsu_bench *b = tsu_bench_create(laws, values, def);
    tsu_bench_go(b, (tsu_contact_row){.overlap = d});
    return b;
}

/* Turns by r about x in ten steps; the spring torque is the torque without the dashpot. */
static void spring(tsu_card *card, const char *what, const char *source, const char *rolling, double k_r)
{
    const double r = 4e-4;
    tsu_bench *b = bench_of(rolling, false);
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = d, .rx = r}, 10);
    if (tsu_bench_ok(b, card, what, source))
        tsu_card_relative(card, what, source, k_r * r, tsu_bench_history(b, "r_torque_x"), 1e-12);
    tsu_bench_destroy(b);
}

static void saturated(tsu_card *card, const char *rolling, const char *source)
{
    const double r_eff = ri * rj / (ri + rj);
    char what[96];
    tsu_bench *b = bench_of(rolling, false);
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = d, .rx = 3.0, .ry = 4.0},
                   100);
    snprintf(what, sizeof what, "%s: largest torque mu_r F_n R* [N m]", rolling);
    if (tsu_bench_ok(b, card, what, source))
        tsu_card_relative(card, what, source, mu_r * k1 * d * r_eff, hypot(b->now.mr[0], b->now.mr[1]),
                          1e-12);
    tsu_bench_destroy(b);
}

/* c_r = 2 eta sqrt(I_r k_r) from the torque on top of the spring. */
static void dashpot(tsu_card *card, const char *what, const char *source, const char *rolling, bool wall,
                    double inertia)
{
    const double r_eff = wall ? ri : ri * rj / (ri + rj), k_r = kappa * k1 * mu_r * mu_r * r_eff * r_eff;
    const double step = 1e-5;
    tsu_bench *b = bench_of(rolling, wall);
    tsu_bench_ramp(b, (tsu_contact_row){.overlap = d}, (tsu_contact_row){.overlap = d, .rx = step}, 1);
    if (tsu_bench_ok(b, card, what, source))
        tsu_card_relative(card, what, source, 2.0 * eta * sqrt(inertia * k_r),
                          (b->now.mr[0] - k_r * step) / (step / dt), 1e-9);
    tsu_bench_destroy(b);
}

static void one_contact(tsu_card *card)
{
    const double r_eff = ri * rj / (ri + rj), mi = tsu_sphere_mass(ri, 2500.0),
                 mj = tsu_sphere_mass(rj, 2500.0);
    const double arm = mu_r * r_eff, sum = ri + rj;
    const double about_i = 1.4 * mi * ri * ri, about_j = 1.4 * mj * rj * rj;
    const double contact = about_i * about_j / (about_i + about_j);
    const double centre = (0.4 * mi + 0.4 * mj) * ri * ri * rj * rj / (sum * sum);
    spring(card, "epsd3: spring torque kappa k_n mu_r^2 R*^2 r [N m]", "epsd3, (5)", "epsd3",
           kappa * k1 * arm * arm);
    spring(card, "epsd: spring torque 2.25 k_n mu_r^2 R*^2 r [N m]", "epsd", "epsd", 2.25 * k1 * arm * arm);
    spring(card, "epsd2: spring torque k_t R*^2 r [N m]", "epsd2", "epsd2", k1 * r_eff * r_eff);
    saturated(card, "epsd3", "epsd3, (7)");
    saturated(card, "epsd", "epsd");
    saturated(card, "epsd2", "epsd2");
    saturated(card, "cdt", "cdt");
    dashpot(card, "epsd3, pair: c_r, inertia about the contact", "epsd3, (9)", "epsd3", false, contact);
    dashpot(card, "epsd3, wall: c_r, inertia about the contact", "epsd3, (9)", "epsd3", true, about_i);
    dashpot(card, "epsd3, pair: c_r with reducedInertia centre", "epsd3, (8) (9)",
            "epsd3 reducedInertia centre", false, centre);
}

/* ---- spheres on a plane --------------------------------------------------------------------------------------------- */

typedef struct roller {
    double radius, density, young, friction, rolling, kappa, eta, slope; /* slope: of the plane [rad] */
    const char *laws;
} roller;

/* Rests at the plane with the overlap of its weight, and rolls at v. */
static tsu_scene roll(const roller *r, double v, double step)
{
    const double nu = 0.3, m = tsu_sphere_mass(r->radius, r->density), load = m * gravity * cos(r->slope);
    const double e_eff = r->young / (2.0 * (1.0 - nu * nu));
    const double rest = pow(0.75 * load / (e_eff * sqrt(r->radius)), 2.0 / 3.0);
    const tsu_value values[] = {{"youngsModulus", r->young, 0},
                                {"poissonsRatio", nu, 0},
                                {"coefficientRestitution", 0.3, 0},
                                {"coefficientFriction", r->friction, 0},
                                {"coefficientRollingFriction", r->rolling, 0},
                                {"coefficientRollingViscousDamping", r->eta, 0},
                                {"rollingStiffness", r->kappa, 0},
                                {0}};
    tsu_scene s = tsu_scene_create(1, step, r->laws, values,
                                   (double[]){gravity * sin(r->slope), 0, -gravity * cos(r->slope)});
    tsu_scene_plane(&s, 2, 0.0, 1);
    tsu_scene_sphere(&s, r->radius, r->density, (double[]){0, 0, r->radius - rest}, (double[]){v, 0, 0},
                     (double[]){0, v / r->radius, 0});
    return s;
}

static void incline(tsu_card *card, const char *rolling, double degrees)
{
    static const char source[] = "incline";
    char laws[128], what[96];
    snprintf(laws, sizeof laws, "model hertz tangential history rolling_friction %s", rolling);
    const roller r = {.radius = 5e-3,
                      .density = 2500.0,
                      .young = 1e10,
                      .friction = 0.5,
                      .rolling = 0.05,
                      .kappa = 2.25,
                      .eta = 0.3,
                      .slope = degrees * pi / 180.0,
                      .laws = laws};
    tsu_scene s = roll(&r, 0.2, 5e-6);
    tsu_scene_step(&s, 4000);
    const double v = tsu_scene_component(&s, "v", 1, 0);
    tsu_scene_step(&s, 10000);
    snprintf(what, sizeof what, "down %g deg, %s: acceleration [m/s^2]", degrees, rolling);
    if (tsu_scene_ok(&s, card, what, source))
        tsu_card_relative(card, what, source, 5.0 / 7.0 * gravity * (sin(r.slope) - r.rolling * cos(r.slope)),
                          (tsu_scene_component(&s, "v", 1, 0) - v) / (10000 * s.dt), 1e-4);
    tsu_scene_destroy(&s);
}

/* R = 2.6 mm, mu_r = 0.2: the spin falls by 5/7 mu_r g/R = 539.01 rad/s^2 until it stops after 7 v0^2/(10 mu_r g). */
static void decay(tsu_card *card)
{
    const roller r = {.radius = 2.6e-3,
                      .density = 2500.0,
                      .young = 1e10,
                      .friction = 0.8,
                      .rolling = 0.2,
                      .kappa = 2.25,
                      .eta =
                          0.0, /* the dashpot acts before the spring has reached the limit, without a bound */
                      .laws = "model hertz tangential history rolling_friction epsd3"};
    const double v = 0.2;
    tsu_scene s = roll(&r, v, 2e-6);
    tsu_scene_step(&s, 5000);
    const double w = tsu_scene_component(&s, "omega", 1, 1);
    tsu_scene_step(&s, 20000);
    const double rate = (w - tsu_scene_component(&s, "omega", 1, 1)) / (20000 * s.dt);
    tsu_scene_step(&s, 60000);
    if (tsu_scene_ok(&s, card, "rolling sphere slows down", "rolling spin decay")) {
        tsu_card_relative(card, "rolling sphere slows down by [rad/s^2]", "rolling spin decay", 539.01, rate,
                          1e-4);
        tsu_card_relative(card, "and stops after 7 v0^2/(10 mu_r g) [mm]", "epsd3",
                          1e3 * 0.7 * v * v / (r.rolling * gravity), 1e3 * tsu_scene_component(&s, "x", 1, 0),
                          2e-4);
    }
    tsu_scene_destroy(&s);
}

/* Below the limit the sphere rocks about the rolling spring with the damping ratio eta_r: successive turning points of the
 * spin are smaller by exp(-pi eta/sqrt(1 - eta^2)), half a period pi/(w0 sqrt(1 - eta^2)) apart. */
static void oscillator(tsu_card *card)
{
    static const char source[] = "epsd3";
    const roller r = {.radius = 5e-3,
                      .density = 2500.0,
                      .young = 1e10,
                      .friction = 0.8,
                      .rolling = 0.01,
                      .kappa = 1.0,
                      .eta = 0.1,
                      .laws = "model hertz tangential history rolling_friction epsd3"};
    const double nu = 0.3, m = tsu_sphere_mass(r.radius, r.density),
                 e_eff = r.young / (2.0 * (1.0 - nu * nu));
    const double rest = pow(0.75 * m * gravity / (e_eff * sqrt(r.radius)), 2.0 / 3.0);
    const double k_n = m * gravity / rest, k_r = r.kappa * k_n * r.rolling * r.rolling * r.radius * r.radius;
    const double w0 = sqrt(k_r / (1.4 * m * r.radius * r.radius)), root = sqrt(1.0 - r.eta * r.eta);
    /* a quarter of the torque at which it would yield */
    const double spin = 0.25 * r.rolling * m * gravity * r.radius / (1.4 * m * r.radius * r.radius * w0);
    tsu_scene s = roll(&r, spin * r.radius, 2e-6);
    double x[3] = {0}, turn[3] = {0}, at[3] = {0};
    int turns = 0;
    for (int k = 0; k < 200000 && turns < 3 && s.status == TSU_OK; k++) {
        tsu_scene_step(&s, 1);
        x[0] = x[1];
        x[1] = x[2];
        x[2] = tsu_scene_component(&s, "x", 1, 0);
        if (k < 2 || (x[1] - x[0]) * (x[2] - x[1]) > 0.0) continue;
        const double curve = x[0] - 2.0 * x[1] + x[2], slope = 0.5 * (x[2] - x[0]);
        at[turns] = (k - slope / curve) * s.dt;
        turn[turns++] = x[1] - 0.5 * slope * slope / curve;
    }
    if (tsu_scene_ok(&s, card, "rocking sphere", source)) {
        const double ratio = log(fabs((turn[1] - turn[0]) / (turn[2] - turn[1]))) / pi;
        tsu_card_relative(card, "rocking sphere: damping ratio eta_r", source, r.eta,
                          ratio / sqrt(1.0 + ratio * ratio), 1e-3);
        tsu_card_relative(card, "rocking sphere: half period [ms]", source, 1e3 * pi / (w0 * root),
                          1e3 * (at[1] - at[0]), 1e-3);
    }
    tsu_scene_destroy(&s);
}

void tsu_verify_rolling(tsu_card *card)
{
    one_contact(card);
    incline(card, "epsd3", 20.0);
    incline(card, "cdt", 20.0);
    decay(card);
    oscillator(card);
}
