/* SPDX-License-Identifier: Apache-2.0 */
/* bodies.c - bodies that are no spheres: the union of two spheres, the torque of a force at the contact point, and what a body opposes to a contact
 * there (docs/theory/clumps.md). */
#include "state/clump_shape.h"
#include "step/clump/clumps.h"
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846, mass = 0.01, arm = 0.006, radius = 0.005, k_n = 1e7,
                    gamma_n = 2e4, mu_r = 0.1, kappa = 2.0, eta = 0.3;

/* ---- a rod of two spheres -------------------------------------------------------------------------------------------- */

typedef struct rod {
    double moments[3], tilt; /* about y: its second sphere is the lower one [rad] */
    double centre[3], velocity[3], spin[3];
    bool local;
} rod;

static tsu_scene scene_of(const char *laws, double dt, double damping)
{
    const tsu_value values[] = {{"kn", k_n, 0},
                                {"kt", 0.5 * k_n, 0},
                                {"gamman", gamma_n, 0},
                                {"gammat", 0.0, 0},
                                {"coefficientFriction", 0.3, 0},
                                {"coefficientRollingFriction", mu_r, 0},
                                {"coefficientRollingViscousDamping", damping, 0},
                                {"rollingStiffness", kappa, 0},
                                {0}};
    return tsu_scene_create(1, dt, laws, values, NULL);
}

static void add_rod(tsu_scene *s, const rod *r)
{
    static const double arms[2][3] = {{-0.006, 0.0, 0.0}, {0.006, 0.0, 0.0}}, radii[2] = {0.005, 0.005};
    static const int32_t type[2] = {0, 0};
    tsu_clump_def d = {
        .count = 2, .arm = arms, .radius = radii, .type = type, .mass = mass, .density = 2500.0};
    if (s->status != TSU_OK) return;
    d.turn[0] = cos(0.5 * r->tilt);
    d.turn[2] = sin(0.5 * r->tilt);
    memcpy(d.moments, r->moments, sizeof d.moments);
    memcpy(d.centre, r->centre, sizeof d.centre);
    memcpy(d.velocity, r->velocity, sizeof d.velocity);
    memcpy(d.spin, r->spin, sizeof d.spin);
    s->status = tsu_clumps_add(s->world, &d, TSU_BETWEEN_STEPS, NULL, &s->err);
    if (s->status == TSU_OK) tsu_clumps_set_local(s->world, r->local);
}

static const tsu_rigid *body_of(const tsu_scene *s)
{
    return &s->world->clumps->clump[0].body;
}

/* ---- impacts ---------------------------------------------------------------------------------------------------------- */

/* e of a linear spring with a dashpot: rate of damping over the mass that moves [1/s], square of the frequency [1/s^2]. */
static double restitution(double rate, double squared)
{
    return exp(-0.5 * rate * pi / sqrt(squared - 0.25 * rate * rate));
}

/* Vertical velocity of the surface of the second sphere [m/s]. */
static double surface_velocity(const tsu_scene *s)
{
    const tsu_rigid *b = body_of(s);
    const tsu_vec3 at = tsu_quaternion_out(b->turn, tsu_vec3_make(arm, 0.0, 0.0)), w = tsu_rigid_spin(b);
    return b->velocity.z + w.x * at.y - w.y * at.x;
}

static void bounce(tsu_card *card, const char *what, double tilt, bool local, double inertia, double expected)
{
    const char *source = "clumps, (3)";
    const double v = 1e-3;
    tsu_scene s = scene_of("model hooke/stiffness tangential off limitForce off", 1e-8, eta);
    const rod r = {.moments = {2e-7, inertia, inertia + 1e-7},
                   .tilt = tilt,
                   .centre = {0.0, 0.0, radius + arm * sin(tilt)},
                   .velocity = {0.0, 0.0, -v},
                   .local = local};
    tsu_scene_plane(&s, 2, 0.0, 1);
    add_rod(&s, &r);
    for (int k = 0; k < 100000 && s.status == TSU_OK; k++) {
        tsu_scene_step(&s, 1);
        if (s.status != TSU_OK || surface_velocity(&s) < 0.0) continue;
        if (s.world->particles.xr[1][2] > radius) break;
    }
    if (tsu_scene_ok(&s, card, what, source))
        tsu_card_relative(card, what, source, expected, surface_velocity(&s) / v, 1e-3);
    tsu_scene_destroy(&s);
}

static void impacts(tsu_card *card)
{
    const double inertia = 3e-7, tilt = 0.5, out = arm * cos(tilt);
    const double own = 1.0 / (1.0 / mass + out * out / inertia), half = 0.5 * mass;
    bounce(card, "rod, one end: e as asked, contact_inertia local", tilt, true, inertia,
           restitution(gamma_n, k_n / own));
    bounce(card, "rod, one end: e too small by the whole mass", tilt, false, inertia,
           restitution(gamma_n * mass / own, k_n / own));
    bounce(card, "rod, both ends at once: e of half the mass each", 0.0, true, mass * arm * arm,
           restitution(gamma_n, k_n / half));
    bounce(card, "rod, both ends: e too small by the whole mass", 0.0, false, mass * arm * arm,
           restitution(2.0 * gamma_n, k_n / half));
}

/* ---- torque ----------------------------------------------------------------------------------------------------------- */

/* A rod slides on one end: in a step its angular momentum changes by the arm of the contact point times what its momentum changes by. */
static void torque(tsu_card *card)
{
    const char *source = "tangential jkr_tan, (15)", *name = "xyz";
    const double tilt = 0.5, depth = 1e-6;
    tsu_scene s = scene_of("model hooke/stiffness tangential history", 1e-9, eta);
    const rod r = {.moments = {2e-7, 3e-7, 4e-7},
                   .tilt = tilt,
                   .centre = {0.0, 0.0, radius - depth + arm * sin(tilt)},
                   .velocity = {0.3, 0.1, 0.0},
                   .spin = {2.0, -1.0, 3.0}};
    tsu_scene_plane(&s, 2, 0.0, 1);
    add_rod(&s, &r);
    tsu_scene_step(&s, 1000);
    if (!tsu_scene_ok(&s, card, "torque r x F of a body", source)) return;
    const tsu_rigid before = *body_of(&s);
    tsu_scene_step(&s, 1);
    const tsu_rigid now = *body_of(&s);
    tsu_vec3 at = tsu_quaternion_out(now.turn, tsu_vec3_make(arm, 0.0, 0.0));
    at.z -= 0.5 * (s.world->particles.xr[1][2] + radius); /* R - d/2 */
    const tsu_vec3 force = tsu_vec3_scale(mass, tsu_vec3_sub(now.velocity, before.velocity)),
                   got = tsu_vec3_sub(now.momentum, before.momentum), want = tsu_vec3_cross(at, force);
    const double g[3] = {got.x, got.y, got.z}, expected[3] = {want.x, want.y, want.z};
    for (int q = 0; q < 3 && tsu_scene_ok(&s, card, "torque r x F of a body", source); q++) {
        char what[64];
        snprintf(what, sizeof what, "body sliding on one end: torque r x F, %c [N m]", name[q]);
        tsu_card_relative(card, what, source, expected[q] / s.dt, g[q] / s.dt, 1e-5);
    }
    tsu_scene_destroy(&s);
}

/* ---- rolling ---------------------------------------------------------------------------------------------------------- */

/* Torque about u on the second sphere of a rod that turns at 1 rad/s about it, on a plane or on a sphere. */
static double rolling_torque(tsu_card *card, const char *what, const double u[3], double damping, bool wall,
                             const rod *as)
{
    tsu_scene s = scene_of("model hooke/stiffness tangential off rolling_friction epsd3", 1e-10, damping);
    rod r = *as;
    memcpy(r.spin, u, sizeof r.spin);
    add_rod(&s, &r);
    if (wall)
        tsu_scene_plane(&s, 2, 0.0, 1);
    else
        tsu_scene_sphere(&s, 0.004, 2500.0, (double[]){arm * cos(r.tilt), 0.0, -0.004}, NULL, NULL);
    tsu_scene_step(&s, 1);
    double got = NAN;
    if (tsu_scene_ok(&s, card, what, "epsd3, (8) (9)")) {
        const double *t = s.world->particles.torque[1];
        got = t[0] * u[0] + t[1] * u[1] + t[2] * u[2];
    }
    tsu_scene_destroy(&s);
    return got;
}

/* c_r = 2 eta sqrt(I_r k_r), with A B/(A + B) of the inertias about the contact. */
static void rolling(tsu_card *card, const char *what, bool wall, double angle)
{
    const double tilt = 0.5, depth = 1e-6, u[3] = {cos(angle), sin(angle), 0.0};
    const rod r = {.moments = {2e-7, 3e-7, 4e-7},
                   .tilt = tilt,
                   .centre = {0.0, 0.0, radius - depth + arm * sin(tilt)},
                   .local = true};
    const double c = cos(tilt), t = sin(tilt), one = c * u[0], three = t * u[0];
    const double about = r.moments[0] * one * one + r.moments[1] * u[1] * u[1] + r.moments[2] * three * three;
    const double at[3] = {arm * c, 0.0, -arm * t - radius}, along = at[0] * u[0];
    const double a = about + mass * (at[0] * at[0] + at[2] * at[2] - along * along);
    const double b = 1.4 * tsu_sphere_mass(0.004, 2500.0) * 0.004 * 0.004;
    const double inertia = wall ? a : a * b / (a + b), r_eff = wall ? radius : radius * 0.004 / 0.009;
    const double k_r = kappa * k_n * mu_r * mu_r * r_eff * r_eff;
    const double with = rolling_torque(card, what, u, eta, wall, &r),
                 without = rolling_torque(card, what, u, 0.0, wall, &r);
    tsu_card_relative(card, what, "epsd3, (8) (9)", 2.0 * eta * sqrt(inertia * k_r), without - with, 1e-4);
}

/* ---- the group -------------------------------------------------------------------------------------------------------- */

/* Two spheres of radius 1 whose centres are 1 apart: what they share is a lens. */
static void lens(tsu_card *card)
{
    static const double centre[2][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, radii[2] = {1.0, 1.0};
    tsu_solid solid;
    tsu_error err = {0};
    const double expected = 8.0 / 3.0 * pi - 5.0 / 12.0 * pi;
    if (tsu_clump_shape_measure(2, centre, radii, &solid, &err) != TSU_OK)
        tsu_card_broken(card, "two spheres: volume of the union", "lens", &err);
    else
        tsu_card_relative(card, "two spheres of radius 1, 1 apart: volume [m^3]", "lens", expected,
                          solid.volume, 1e-12);
}

void tsu_verify_bodies(tsu_card *card)
{
    lens(card);
    torque(card);
    impacts(card);
    rolling(card, "epsd3, body at a wall: c_r, rolling about x", true, 0.0);
    rolling(card, "epsd3, body at a wall: c_r, rolling about y", true, 0.5 * pi);
    rolling(card, "epsd3, body and sphere: c_r, A B/(A + B)", false, 0.7);
}
