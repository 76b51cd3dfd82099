/* SPDX-License-Identifier: Apache-2.0 */
/* The motion of one rigid body: conserved quantities, exact tops, the flip of Dzhanibekov with the period of elliptic functions, the way
 * back, and the order of the scheme. */
#include "step/rigid.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

static tsu_rigid top(double a, double b, double c, tsu_vec3 spin)
{
    tsu_rigid r = {.turn = {1.0, 0.0, 0.0, 0.0}, .mass = 2.0, .inertia = {a, b, c}};
    tsu_rigid_set_spin(&r, spin);
    return r;
}

/* A million steps: the bits of the angular momentum stay, the energy swings and does not drift. */
static void test_conserves(void **state)
{
    (void)state;
    tsu_rigid r = top(1.0, 2.0, 3.0, (tsu_vec3){0.3, 1.0, -0.4});
    const tsu_vec3 l = r.momentum;
    const double e = tsu_rigid_rotational(&r);
    double early = 0.0, late = 0.0;
    for (int k = 0; k < 1000000; k++) {
        tsu_rigid_drift(&r, 0.01);
        const double off = fabs(tsu_rigid_rotational(&r) / e - 1.0);
        if (k < 10000) early = fmax(early, off);
        if (k >= 990000) late = fmax(late, off);
    }
    assert_true(l.x == r.momentum.x && l.y == r.momentum.y && l.z == r.momentum.z);
    assert_true(early < 1e-4);
    near(late / early, 1.0, 0.02);
}

/* The angle between two orientations. */
static double between(tsu_quaternion a, tsu_quaternion b)
{
    const tsu_quaternion back = {a.w, -a.x, -a.y, -a.z}, d = tsu_quaternion_times(back, b);
    return 2.0 * asin(fmin(1.0, sqrt(d.x * d.x + d.y * d.y + d.z * d.z)));
}

/* A ball and both kinds of symmetric top in one step of any length: precession about L by |L|/I, turning about the own axis by
 * L3 (1/I3 - 1/I). */
static void test_symmetric(void **state)
{
    (void)state;
    tsu_rigid ball = top(0.5, 0.5, 0.5, (tsu_vec3){3.0, -4.0, 12.0});
    tsu_rigid_drift(&ball, 0.2);
    const tsu_vec3 axis = {3.0 / 13.0, -4.0 / 13.0, 12.0 / 13.0};
    near(between(ball.turn, tsu_quaternion_about(axis, 2.6)), 0.0, 1e-15);
    tsu_rigid disc = top(1.0, 1.0, 1.8, (tsu_vec3){0.7, 0.0, 5.0}), fine = disc;
    tsu_rigid_drift(&disc, 1.5);
    const double length = sqrt(0.7 * 0.7 + 81.0);
    const tsu_quaternion precession =
        tsu_quaternion_about((tsu_vec3){0.7 / length, 0.0, 9.0 / length}, 1.5 * length);
    const tsu_quaternion own = tsu_quaternion_about((tsu_vec3){0.0, 0.0, 1.0}, 1.5 * 9.0 * (1.0 / 1.8 - 1.0));
    near(between(disc.turn, tsu_quaternion_times(precession, own)), 0.0, 1e-14);
    for (int k = 0; k < 1500; k++) {
        tsu_rigid_drift(&fine, 1e-3);
    }
    near(between(disc.turn, fine.turn), 0.0, 1e-12);
}

static double elliptic_k(double m)
{
    double a = 1.0, b = sqrt(1.0 - m);
    for (int k = 0; k < 60 && a - b > 0.0; k++) {
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 0.5 * 3.14159265358979323846 / a;
}

/* The time between two upward passes of the spin about the middle axis through zero. */
static double flip_period(tsu_rigid r, double dt)
{
    double before = tsu_quaternion_in(r.turn, tsu_rigid_spin(&r)).y, first = -1.0;
    for (int k = 1; k < 4000000; k++) {
        tsu_rigid_drift(&r, dt);
        const double now = tsu_quaternion_in(r.turn, tsu_rigid_spin(&r)).y;
        const double at = dt * (k - now / (now - before));
        if (before < 0.0 && now >= 0.0 && first >= 0.0) return at - first;
        if (before < 0.0 && now >= 0.0) first = at;
        before = now;
    }
    return -1.0;
}

/* Landau and Lifshitz, Mechanics, section 37: T = 4 K(k^2) sqrt(I1 I2 I3/((I3 - I2)(L^2 - 2 E I1))),
 * k^2 = (I2 - I1)(2 E I3 - L^2)/((I3 - I2)(L^2 - 2 E I1)) for L^2 > 2 E I2. Second order in the step. */
static void test_flip(void **state)
{
    (void)state;
    const double a = 1.0, b = 2.0, c = 3.0;
    const tsu_rigid r = top(a, b, c, (tsu_vec3){1e-3, 5.0, 2e-2});
    const double l2 = tsu_vec3_norm2(r.momentum), e2 = 2.0 * tsu_rigid_rotational(&r);
    assert_true(l2 > e2 * b);
    const double m = (b - a) * (e2 * c - l2) / ((c - b) * (l2 - e2 * a));
    const double period = 4.0 * elliptic_k(m) * sqrt(a * b * c / ((c - b) * (l2 - e2 * a)));
    const double coarse = flip_period(r, 4e-3) / period - 1.0, fine = flip_period(r, 2e-3) / period - 1.0;
    near(flip_period(r, 1e-4), period, 2e-7 * period);
    near(coarse / fine, 4.0, 0.2);
}

/* With a torque that depends on the orientation: forth and back, and the order. */
static tsu_vec3 pull(const tsu_rigid *r)
{
    const tsu_vec3 arm = tsu_quaternion_out(r->turn, (tsu_vec3){0.2, 0.1, 0.5});
    return tsu_vec3_cross(arm, (tsu_vec3){0.0, 0.0, -7.0});
}

static void go(tsu_rigid *r, double dt, int steps)
{
    for (int k = 0; k < steps; k++) {
        tsu_rigid_kick(r, (tsu_vec3){0.0, 0.0, -1.0}, pull(r), 0.5 * dt);
        tsu_rigid_drift(r, dt);
        tsu_rigid_kick(r, (tsu_vec3){0.0, 0.0, -1.0}, pull(r), 0.5 * dt);
    }
}

static void test_reversible(void **state)
{
    (void)state;
    const tsu_rigid begin = top(1.0, 1.5, 2.2, (tsu_vec3){2.0, 1.0, -3.0});
    tsu_rigid r = begin;
    go(&r, 1e-2, 1000);
    assert_true(between(r.turn, begin.turn) > 0.1);
    r.velocity = tsu_vec3_negate(r.velocity);
    r.momentum = tsu_vec3_negate(r.momentum);
    go(&r, 1e-2, 1000);
    near(between(r.turn, begin.turn), 0.0, 1e-10);
    near(r.centre.z, 0.0, 1e-10);
}

static void test_order(void **state)
{
    (void)state;
    tsu_rigid r[4];
    for (int k = 0; k < 4; k++) {
        r[k] = top(1.0, 1.5, 2.2, (tsu_vec3){2.0, 1.0, -3.0});
        go(&r[k], 1e-2 / (k < 3 ? 1 << k : 64), 100 * (k < 3 ? 1 << k : 64));
    }
    near(between(r[0].turn, r[3].turn) / between(r[1].turn, r[3].turn), 4.0, 0.1);
    near(between(r[1].turn, r[3].turn) / between(r[2].turn, r[3].turn), 4.0, 0.1);
}

static double draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-53;
}

/* What is known to turn little, or to have two equal moments, is turned with fewer operations: to the same bits, up to the largest turn that counts as
 * little. */
static void test_kinds(void **state)
{
    (void)state;
    uint64_t seed = 4711;
    int little = 0, large = 0, slender = 0;
    for (int k = 0; k < 20000; k++) {
        const double a = 0.1 + draw(&seed), b = a + draw(&seed), c = k % 2 ? b : b + a * draw(&seed);
        const double size = 2.0 * draw(&seed) * (k % 3 ? 1.0 : 1e-3);
        tsu_rigid r = top(a, b, c,
                          (tsu_vec3){size * (draw(&seed) - 0.5), size * (draw(&seed) - 0.5),
                                     size * (draw(&seed) - 0.5)}),
                  same;
        r.turn = tsu_quaternion_about((tsu_vec3){0.6, 0.0, 0.8}, 6.0 * draw(&seed));
        if (k % 100 == 0) r.momentum = (tsu_vec3){0.0, -0.0, 0.0};
        same = r;
        const tsu_vec3 inverse = tsu_rigid_inverse(&r);
        const tsu_rigid_kind any = {false, false},
                             kind = {tsu_rigid_quickness(&r, inverse, 1.0) <= TSU_RIGID_LITTLE,
                                     tsu_rigid_slender(inverse)};
        assert_int_equal(kind.slender, k % 2);
        little += kind.little;
        large += !kind.little;
        slender += kind.little && kind.slender;
        const tsu_quaternion one = tsu_rigid_turn_by(&r, inverse, 1.0, kind),
                             two = tsu_rigid_turn_by(&same, inverse, 1.0, any);
        assert_memory_equal(&one, &two, sizeof one);
        assert_memory_equal(&r.turn, &same.turn, sizeof r.turn);
    }
    assert_true(little > 5000 && large > 1000 && slender > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conserves),  cmocka_unit_test(test_symmetric), cmocka_unit_test(test_flip),
        cmocka_unit_test(test_reversible), cmocka_unit_test(test_order),     cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
