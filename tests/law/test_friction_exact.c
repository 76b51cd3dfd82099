/* SPDX-License-Identifier: Apache-2.0 */
/* The friction law against the exact solutions of its equations, and the order at which it approaches them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "law/friction_return_map.h"

static const tsu_friction PAPER = {.mu_s = 0.6, .mu_k = 0.3, .kappa = 10.0, .xi = 1.0, .m = 1e3};

static double steady(tsu_friction f, double speed)
{
    return (f.kappa * speed * f.mu_k + f.xi * f.mu_s) / (f.kappa * speed + f.xi);
}

/* Slides a full surface at a given speed; the spring is so stiff that slip and displacement agree to 1e-9. */
static double slide(tsu_friction f, double mu_0, double speed, double time, int steps)
{
    const double alpha = 1e9, f_n = 1.0;
    tsu_friction_state s = {.u = {mu_0 * f_n / alpha, 0, 0}, .mu = mu_0, .R = 1.0};
    for (int n = 0; n < steps; n++) {
        tsu_friction_update(f, &s, tsu_vec3_make(speed * time / steps, 0, 0), alpha, f_n, time / steps);
    }
    return s.mu;
}

static void test_steady_friction(void **state)
{
    (void)state;
    const double speeds[] = {1e-3, 0.05, 0.2, 1.0, 50.0};
    for (int n = 0; n < 5; n++) {
        assert_true(fabs(slide(PAPER, 0.6, speeds[n], 40.0, 400000) - steady(PAPER, speeds[n])) < 1e-9);
    }
}

/* mu = mu_ss + (mu_0 - mu_ss) exp(-(kappa v + xi) t), approached in the first order of dt. */
static void test_relaxation_and_order(void **state)
{
    (void)state;
    const double v = 0.15, t = 0.7, mu_0 = 0.58, end = steady(PAPER, v);
    const double exact = end + (mu_0 - end) * exp(-(PAPER.kappa * v + PAPER.xi) * t);
    double last = 0.0;
    for (int steps = 1000; steps <= 64000; steps *= 2) {
        const double error = slide(PAPER, mu_0, v, t, steps) - exact;
        if (last != 0.0) assert_true(fabs(last / error - 2.0) < 0.01);
        last = error;
    }
    assert_true(fabs(last) < 1e-5);
}

static void test_hold_recovery(void **state)
{
    (void)state;
    const double mu_0 = 0.33, t = 1.7, exact = 0.6 - (0.6 - mu_0) * exp(-PAPER.xi * t);
    double last = 0.0;
    for (int steps = 500; steps <= 64000; steps *= 2) {
        tsu_friction_state s = {.u = {0.5 * mu_0 / 1e4, 0, 0}, .mu = mu_0, .R = 0.5};
        for (int n = 0; n < steps; n++) {
            const tsu_friction_step o =
                tsu_friction_update(PAPER, &s, tsu_vec3_make(0, 0, 0), 1e4, 1.0, t / steps);
            assert_true(!o.plastic || o.slip < 1e-18);
        }
        const double error = s.mu - exact;
        if (last != 0.0) assert_true(fabs(last / error - 2.0) < 0.01);
        last = error;
    }
    assert_true(fabs(last) < 1e-5);
}

/* li(x) for 0 < x < 1 by its series about ln x = 0; li(0) = 0 */
static double li(double x)
{
    if (x <= 0.0) return 0.0;
    const long double y = logl(x);
    long double sum = 0.57721566490153286061L + logl(fabsl(y)), term = 1.0L;
    for (int k = 1; k < 400; k++) {
        term *= y / k;
        sum += term / k;
    }
    return (double)sum;
}

/* Monotone loading at constant mu: u(R) = R mu f_n/alpha + [li(R_0) - li(R)]/m */
static void test_monotone_loading(void **state)
{
    (void)state;
    const tsu_friction f = {.mu_s = 0.5, .mu_k = 0.5, .m = 200.0};
    const double alpha = 300.0, f_n = 2.0, starts[] = {0.0, 0.05, 0.6};
    for (int q = 0; q < 3; q++) {
        double last = 0.0;
        for (int steps = 2000; steps <= 128000; steps *= 2) {
            tsu_friction_state s = {.u = {starts[q] * f.mu_s * f_n / alpha, 0, 0}, .mu = 0.5, .R = starts[q]};
            const double length = 8e-3;
            for (int n = 0; n < steps; n++) {
                tsu_friction_update(f, &s, tsu_vec3_make(length / steps, 0, 0), alpha, f_n, 1e-3);
            }
            const double way = s.R * f.mu_s * f_n / alpha + (li(starts[q]) - li(s.R)) / f.m;
            const double error = way - starts[q] * f.mu_s * f_n / alpha - length;
            if (steps > 16000) assert_true(fabs(last / error - 2.0) < 0.15); /* ln(dt) dt at R_0 = 0 */
            last = error;
        }
        assert_true(fabs(last) < 2e-3 * 8e-3);
    }
}

/* The work put in is stored or dissipated: to the first order of the step, and never less dissipated than zero. */
static void test_energy_closes(void **state)
{
    (void)state;
    double last = 0.0;
    for (int steps = 1000; steps <= 32000; steps *= 2) {
        tsu_friction_state s = {.mu = 0.6};
        double work = 0.0, lost = 0.0;
        for (int n = 0; n < steps; n++) {
            const double phase = 9.42477796076938 * (n + 0.5) / steps, du = 2e-3 * cos(phase) * 9.4 / steps;
            const tsu_friction_step o =
                tsu_friction_update(PAPER, &s, tsu_vec3_make(du, 0, 0), 1e4, 1.0, 1.0 / steps);
            work -= o.f_t.x * du;
            lost += o.dissipation;
        }
        const double error = fabs(work - lost - 0.5e4 * s.u.x * s.u.x);
        if (last != 0.0) assert_true(last / error > 1.8);
        assert_true(lost > 0.0 && error < 0.05 * work);
        last = error;
    }
}

/* Pushes in steps of du until the force is beyond R of the friction limit. Returns the way. */
static double push_to(tsu_friction f, tsu_friction_state *s, double R, double du, double alpha, double f_n)
{
    double way = 0.0;
    const double limit = R * f.mu_s * f_n;
    while (du > 0.0 ? alpha * s->u.x < limit : alpha * s->u.x > limit) {
        tsu_friction_update(f, s, tsu_vec3_make(du, 0, 0), alpha, f_n, 1e-3);
        way += du;
    }
    return way;
}

/* Ratcheting: a force that swings between R_1 and R_2 of the friction limit creeps by [li(R_1) - li(R_2)]/m a cycle, for it
 * slides while it rises, not while it falls. */
static void test_ratcheting(void **state)
{
    (void)state;
    const double alpha = 1e5, f_n = 2.0, ends[][2] = {{0.4, 0.8}, {0.6, 0.8}, {0.2, 0.9}};
    for (int q = 0; q < 3; q++) {
        const tsu_friction f = {.mu_s = 0.5, .mu_k = 0.5, .m = 1e4};
        tsu_friction_state s = {.mu = 0.5};
        const double exact = (li(ends[q][0]) - li(ends[q][1])) / f.m;
        push_to(f, &s, ends[q][1], 1e-9, alpha, f_n); /* the first rise, from R = 0, is longer */
        for (int cycle = 0; cycle < 4; cycle++) {
            const double back = push_to(f, &s, ends[q][0], -1e-9, alpha, f_n);
            const double creep = back + push_to(f, &s, ends[q][1], 1e-9, alpha, f_n);
            assert_true(fabs(creep / exact - 1.0) < 1e-3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steady_friction), cmocka_unit_test(test_relaxation_and_order),
        cmocka_unit_test(test_hold_recovery),   cmocka_unit_test(test_monotone_loading),
        cmocka_unit_test(test_energy_closes),   cmocka_unit_test(test_ratcheting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
