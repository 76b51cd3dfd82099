/* SPDX-License-Identifier: Apache-2.0 */
/* What particles do at walls of all shapes: the same bits as at those named after an axis, turned scenes, closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

#define G 9.81

/* ---- scenes ------------------------------------------------------------------------------------------------------- */

static double uniform(uint32_t k, double lo, double hi)
{
    const tsu_random_words r = tsu_random_draw(18, k, (tsu_random_purpose)1, 0);
    return lo + (hi - lo) * tsu_random_unit(r.w[0], r.w[1]);
}

static void must(tsu_status status, const tsu_error *err)
{
    if (status != TSU_OK) fail_msg("%s", err->message);
}

static tsu_world *make(const double gravity[3], double dt, double friction, double damping)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    memcpy(def.gravity, gravity, sizeof def.gravity);
    def.timestep = dt;
    def.threads = 2;
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -2.0;
        def.hi[q] = 2.0;
    }
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    must(tsu_property_set_pair(w, "kn", (const double[]){1e5}, &err), &err);
    must(tsu_property_set_pair(w, "kt", (const double[]){5e4}, &err), &err);
    must(tsu_property_set_pair(w, "gamman", &damping, &err), &err);
    must(tsu_property_set_pair(w, "gammat", &damping, &err), &err);
    must(tsu_property_set_pair(w, "coefficientFriction", &friction, &err), &err);
    must(tsu_laws_choose(w, "model hooke/stiffness tangential history", &err), &err);
    return w;
}

static void add_wall(tsu_world *w, const tsu_wall_def *def)
{
    tsu_error err = {0};
    must(tsu_walls_add(w, def, &err), &err);
}

static void add_sphere(tsu_world *w, double radius, const double x[3], const double v[3],
                       const double spin[3])
{
    tsu_error err = {0};
    tsu_particle_def d = tsu_particle_def_default();
    d.radius = radius;
    d.density = 2500.0;
    memcpy(d.position, x, sizeof d.position);
    memcpy(d.velocity, v, sizeof d.velocity);
    memcpy(d.spin, spin, sizeof d.spin);
    must(tsu_particles_add(w, &d, 1, &err), &err);
}

static void step(tsu_world *w, int64_t steps)
{
    tsu_error err = {0};
    must(tsu_world_step(w, steps, &err), &err);
}

static void get(tsu_world *w, const char *field, double out[3])
{
    tsu_error err = {0};
    tsu_view v;
    must(tsu_field_view(w, field, &v, &err), &err);
    memcpy(out, v.data, 3 * sizeof *out);
}

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

/* The audit closes to rounding. */
static void closes(tsu_world *w)
{
    tsu_error err = {0};
    tsu_energy e;
    must(tsu_world_energy(w, &e, &err), &err);
    assert_true(e.exchanged > 0.0);
    near(e.residual, 0.0, 1e-11 * (e.exchanged + fabs(e.gravitational)));
}

static double mass_of(double radius)
{
    return 2500.0 * 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius;
}

/* ---- bits --------------------------------------------------------------------------------------------------------- */

static uint64_t tumble(const tsu_wall_def *def, double force[3])
{
    tsu_world *w = make((const double[]){-3.0, -4.0, -5.0}, 1e-5, 0.4, 200.0);
    tsu_error err = {0};
    add_wall(w, def);
    for (uint32_t k = 0; k < 64; k++) {
        double x[3], v[3], spin[3];
        for (uint32_t q = 0; q < 3; q++) {
            const uint32_t cell[3] = {k % 4, k / 4 % 4, k / 16};
            x[q] = 0.11 * (cell[q] - 1.5) + uniform(3 * k + q, -0.01, 0.01);
            v[q] = uniform(1000 + 3 * k + q, -1.0, 1.0);
            spin[q] = uniform(2000 + 3 * k + q, -20.0, 20.0);
        }
        add_sphere(w, 0.04, x, v, spin);
    }
    step(w, 3000);
    closes(w);
    must(tsu_wall_force(w, def->name, force, &err), &err);
    const uint64_t hash = tsu_world_hash(w);
    tsu_world_destroy(w);
    return hash;
}

/* A shape given in general along an axis is the one named after the axis, bit by bit; at rest and moving. */
static void test_same_bits(void **state)
{
    (void)state;
    static const char *const planes[] = {"xplane", "yplane", "zplane"}, *const cylinders[] = {"xcylinder",
                                                                                              "ycylinder",
                                                                                              "zcylinder"};
    for (int k = 0; k < 24; k++) {
        const int axis = k % 3;
        const bool cylinder = k / 3 % 2, moving = k / 6 % 2, back = k / 12;
        double a[3], b[3];
        tsu_wall_def def = tsu_wall_def_default();
        def.shape = cylinder ? cylinders[axis] : planes[axis];
        def.position = -0.21;
        def.radius = 0.33;
        for (int q = 0; q < 3; q++) {
            def.centre[q] = q == axis ? 0.0 : 0.01 * (q + 1);
            def.velocity[q] = moving && cylinder == (q == axis) ? 0.1 * (q + 1) : 0.0;
        }
        def.spin = moving && cylinder ? (back ? -6.0 : 6.0) : 0.0;
        const uint64_t named = tumble(&def, a);
        def.shape = cylinder ? "cylinder" : "plane";
        if (!cylinder) def.centre[axis] = def.position;
        memset(def.direction, 0, sizeof def.direction);
        def.direction[axis] = back ? -3.0 : 0.7;
        if (back) def.spin = -def.spin;
        assert_true(tumble(&def, b) == named);
        assert_memory_equal(a, b, sizeof a);
    }
}

/* ---- turned scenes ------------------------------------------------------------------------------------------------ */

/* By a quarter of a radian or so about no axis in particular. */
static void turn(const double x[3], double out[3])
{
    static const double q[4] = {0.8, 0.4, -0.4, 0.2}; /* unit quaternion */
    const double t[3] = {2.0 * (q[2] * x[2] - q[3] * x[1]), 2.0 * (q[3] * x[0] - q[1] * x[2]),
                         2.0 * (q[1] * x[1] - q[2] * x[0])};
    const double y[3] = {x[0] + q[0] * t[0] + (q[2] * t[2] - q[3] * t[1]),
                         x[1] + q[0] * t[1] + (q[3] * t[0] - q[1] * t[2]),
                         x[2] + q[0] * t[2] + (q[1] * t[1] - q[2] * t[0])};
    memcpy(out, y, sizeof y);
}

typedef struct flight {
    double x[3], v[3], spin[3], force[3], dissipated, work;
} flight;

static flight fly(const tsu_wall_def *def, bool turned)
{
    double g[3] = {0.5, -0.3, -G}, x[3] = {0.03, -0.02, 0.2}, v[3] = {0.6, 0.4, -0.5},
           spin[3] = {3.0, -9.0, 4.0};
    tsu_wall_def d = *def;
    if (turned) {
        turn(g, g);
        turn(x, x);
        turn(v, v);
        turn(spin, spin);
        turn(d.centre, d.centre);
        turn(d.end, d.end);
        turn(d.direction, d.direction);
        turn(d.velocity, d.velocity);
    }
    flight f;
    tsu_energy e;
    tsu_error err = {0};
    tsu_world *w = make(g, 2e-6, 0.3, 100.0);
    add_wall(w, &d);
    add_sphere(w, 0.05, x, v, spin);
    int64_t steps = 0;
    double size = 0.0;
    while (steps < 400000 && (steps < 100000 || size == 0.0)) { /* ends in contact */
        step(w, 500);
        steps += 500;
        must(tsu_wall_force(w, d.name, f.force, &err), &err);
        size = fabs(f.force[0]) + fabs(f.force[1]) + fabs(f.force[2]);
    }
    assert_true(size > 0.0);
    closes(w);
    must(tsu_world_energy(w, &e, &err), &err);
    f.dissipated = e.dissipated_total;
    f.work = e.wall_work;
    get(w, "x", f.x);
    get(w, "v", f.v);
    get(w, "omega", f.spin);
    /* no force but the weight and the wall's acts on it */
    double total[3];
    get(w, "f", total);
    for (int q = 0; q < 3; q++) {
        near(total[q] + f.force[q], mass_of(0.05) * g[q], 1e-9 * (mass_of(0.05) * G + size));
    }
    tsu_world_destroy(w);
    return f;
}

static void test_turned(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        static const char *const shapes[] = {"plane", "cylinder", "cone", "sphere"};
        tsu_wall_def def = tsu_wall_def_default();
        def.shape = shapes[k % 4];
        def.radius = k % 4 == 2 ? 0.06 : 0.35;
        def.end[2] = 0.4;
        def.end_radius = 0.5;
        if (k % 4 == 1) memcpy(def.direction, (const double[]){1.0, 0.0, 0.0}, sizeof def.direction);
        if (k >= 4 && k % 4 < 2) def.velocity[0] = 0.2; /* in the plane, along the cylinder */
        if (k == 5 || k == 6) def.spin = 2.0;
        const flight a = fly(&def, false), b = fly(&def, true);
        double x[3], v[3], spin[3], force[3];
        turn(a.x, x);
        turn(a.v, v);
        turn(a.spin, spin);
        turn(a.force, force);
        for (int q = 0; q < 3; q++) {
            near(b.x[q], x[q], 1e-10);
            near(b.v[q], v[q], 1e-8);
            near(b.spin[q], spin[q], 1e-7);
            near(b.force[q], force[q], 1e-5);
        }
        near(b.dissipated, a.dissipated, 1e-9);
        near(b.work, a.work, 1e-9);
        assert_true((a.work != 0.0) == (k >= 4 && k < 7));
    }
}

/* ---- closed forms ------------------------------------------------------------------------------------------------- */

/* Down an incline of 30 degrees in the direction (3, 4) / 5: a sphere rolls with 5/7 g sin, or slides with g (sin - mu cos). */
static void test_incline(void **state)
{
    (void)state;
    const double sine = 0.5, cosine = sqrt(0.75), down[3] = {0.6 * cosine, 0.8 * cosine, -sine};
    const double friction[2] = {0.5, 0.1};
    for (int k = 0; k < 2; k++) {
        tsu_world *w = make((const double[]){0.0, 0.0, -G}, 1e-5, friction[k], 300.0);
        const double n[3] = {0.6 * sine, 0.8 * sine, cosine}, zero[3] = {0};
        const double depth = mass_of(0.05) * G * cosine / 1e5, high = 0.05 - depth;
        double x[3], v0[3], v1[3];
        tsu_wall_def def = tsu_wall_def_default();
        def.shape = "plane";
        memcpy(def.centre, (const double[]){0.1, -0.2, 0.3}, sizeof def.centre);
        memcpy(def.direction, n, sizeof def.direction);
        for (int q = 0; q < 3; q++) {
            x[q] = def.centre[q] + high * n[q];
        }
        add_wall(w, &def);
        add_sphere(w, 0.05, x, zero, zero);
        step(w, 20000);
        get(w, "v", v0);
        step(w, 20000);
        get(w, "v", v1);
        /* 5/7 with the arm of the contact, which lies in the middle of the overlap */
        const double arm = 0.05 - 0.5 * depth, rolls = G * sine / (1.0 + 0.4 * 0.05 * 0.05 / (arm * arm));
        const double expected = k == 0 ? rolls : G * (sine - friction[k] * cosine);
        for (int q = 0; q < 3; q++) {
            near((v1[q] - v0[q]) / 0.2, expected * down[q], 1e-6 * expected);
        }
        closes(w);
        tsu_world_destroy(w);
    }
}

/* A frictionless bowl: to the bottom in a quarter of 2 pi sqrt((R - r) / g), for a small amplitude. */
static void test_bowl(void **state)
{
    (void)state;
    const double zero[3] = {0}, length = 0.45, angle = 0.01, depth = mass_of(0.05) * G / 1e5;
    tsu_world *w = make((const double[]){0.0, 0.0, -G}, 1e-5, 0.0, 0.0);
    tsu_wall_def def = tsu_wall_def_default();
    def.shape = "sphere";
    def.radius = 0.5;
    add_wall(w, &def);
    add_sphere(w, 0.05, (const double[]){(length + depth) * sin(angle), 0.0, -(length + depth) * cos(angle)},
               zero, zero);
    double x[3], last = 1.0;
    int64_t steps = 0;
    for (; last > 0.0; steps++) {
        step(w, 1);
        get(w, "x", x);
        last = x[0];
    }
    near((double)steps * 1e-5, 0.5 * 3.14159265358979323846 * sqrt((length + depth) / G), 2e-4);
    closes(w);
    tsu_world_destroy(w);
}

/* Around a smooth cone of 30 degrees against its axis without rising or sinking: v^2 = g rho / tan(30). */
static void test_cone_orbit(void **state)
{
    (void)state;
    const double zero[3] = {0}, sine = 0.5, cosine = sqrt(0.75), r = 0.05;
    const double depth = mass_of(r) * G / sine / 1e5, arm = r - depth;
    /* on the surface at height 1 from the tip, then off it towards the inside */
    const double rho = 1.0 * sine / cosine - arm * cosine, z = 1.0 + arm * sine;
    tsu_world *w = make((const double[]){0.0, 0.0, -G}, 1e-5, 0.0, 0.0);
    tsu_wall_def def = tsu_wall_def_default();
    def.shape = "cone";
    def.radius = 0.0;
    def.end[2] = 1.5;
    def.end_radius = 1.5 * sine / cosine;
    add_wall(w, &def);
    add_sphere(w, r, (const double[]){rho, 0.0, z}, (const double[]){0.0, sqrt(G * rho * cosine / sine), 0.0},
               zero);
    for (int k = 0; k < 50; k++) {
        double x[3];
        step(w, 2000);
        get(w, "x", x);
        near(x[2], z, 2e-6);
        near(hypot(x[0], x[1]), rho, 2e-6);
    }
    closes(w);
    tsu_world_destroy(w);
}

/* A sphere through whose opening nothing but a smaller one passes: a grain rests on a rim of a tube. */
static void test_rim(void **state)
{
    (void)state;
    const double zero[3] = {0};
    double f[3];
    tsu_error err = {0};
    tsu_world *w = make((const double[]){0.0, 0.0, -G}, 1e-5, 0.0, 500.0);
    tsu_wall_def def = tsu_wall_def_default();
    def.shape = "cone";
    def.radius = def.end_radius = 0.5;
    def.end[2] = -1.0;
    add_wall(w, &def);
    add_sphere(w, 0.05, (const double[]){0.3, 0.4, 0.05}, zero, zero); /* above the rim */
    step(w, 20000);
    must(tsu_wall_force(w, "wall", f, &err), &err);
    near(f[2], -mass_of(0.05) * G, 1e-6);
    near(f[0], 0.0, 1e-6);
    tsu_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits),  cmocka_unit_test(test_turned),
                                       cmocka_unit_test(test_incline),    cmocka_unit_test(test_bowl),
                                       cmocka_unit_test(test_cone_orbit), cmocka_unit_test(test_rim)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
