/* SPDX-License-Identifier: Apache-2.0 */
/* Linear stability of steady sliding: the cubic, its critical values, and the growth that a simulation shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slider/stability.h"
#include <complex.h>
#include <stdlib.h>

static tsu_slider make(double kappa, double xi, double K, double C, double alpha)
{
    tsu_slider s = tsu_slider_default();
    s.friction.kappa = kappa;
    s.friction.xi = xi;
    s.stiffness = K;
    s.damper = C;
    s.alpha = alpha;
    return s;
}

typedef struct reference {
    double kappa, xi, V, K, C, alpha, growth, frequency;
} reference;

/* The growth rates of the project's reading of the model (M = S = f_n = 1, mu 0.6/0.3). */
static const reference REFERENCES[] = {
    {10, 1, 0.2, 50, 0.0, 1e4, 0.02573, 7.0112},
    {10, 1, 0.2, 500, 0.0, 1e3, 0.00296, 22.3387},
    {10, 1, 0.2, 50, 0.2, 1e4, -0.07400, 7.0102},
};

static void test_growth_rates(void **state)
{
    (void)state;
    for (int n = 0; n < 3; n++) {
        const reference *r = &REFERENCES[n];
        const tsu_slider s = make(r->kappa, r->xi, r->K, r->C, r->alpha);
        tsu_slider_modes m;
        assert_int_equal(tsu_slider_find_modes(&s, 1.0, r->V, &m, NULL), TSU_OK);
        assert_true(fabs(m.growth - r->growth) < 6e-6 && fabs(m.frequency - r->frequency) < 6e-5);
        assert_true(m.stable == (r->growth < 0.0));
    }
}

/* The roots make the cubic vanish, for any slider. */
static void test_roots_solve_the_cubic(void **state)
{
    (void)state;
    for (int n = 0; n < 2000; n++) {
        const double d[6] = {n % 7, n % 5, n % 11, n % 3, n % 13, n % 4};
        tsu_slider s = make(pow(10, d[0] - 2), pow(10, d[1] - 3), pow(10, d[2] - 4),
                            d[3] == 0 ? 0.0 : pow(10, d[3] - 3), 1e7);
        s.mass = pow(10, d[4] - 8);
        const double V = pow(10, d[5] - 3);
        tsu_slider_modes m;
        assert_int_equal(tsu_slider_find_modes(&s, 1.0, V, &m, NULL), TSU_OK);
        const double b0 = s.friction.kappa * V + s.friction.xi,
                     c0 = s.friction.kappa * s.friction.xi * 0.3 / b0;
        const double theta = 1.0 - c0 / s.alpha, b = b0 / theta, c = c0 / theta;
        const double p[4] = {s.stiffness * b, s.stiffness + s.damper * b - c, s.mass * b + s.damper, s.mass};
        const double complex x[2] = {m.growth + I * m.frequency, m.creep};
        for (int q = 0; q < 2; q++) {
            const double complex value = ((p[3] * x[q] + p[2]) * x[q] + p[1]) * x[q] + p[0];
            const double a = cabs(x[q]), scale = ((p[3] * a + fabs(p[2])) * a + fabs(p[1])) * a + fabs(p[0]);
            assert_true(cabs(value) <= 1e-10 * scale);
        }
        assert_true(m.creep <= m.growth + 1e-12 * fabs(m.creep));
    }
}

static void test_critical_velocity(void **state)
{
    (void)state;
    tsu_slider s = make(10, 1, 50, 0.05, 1e12); /* an interface so stiff that theta = 1 */
    double V = 0.0;
    assert_true(tsu_slider_critical_velocity(&s, 1.0, &V));
    assert_true(fabs(V - 0.2279) < 5e-5);
    tsu_slider_modes below, above;
    assert_int_equal(tsu_slider_find_modes(&s, 1.0, 0.999 * V, &below, NULL), TSU_OK);
    assert_int_equal(tsu_slider_find_modes(&s, 1.0, 1.001 * V, &above, NULL), TSU_OK);
    assert_true(below.growth > 0.0 && above.growth < 0.0);
    s.stiffness = tsu_slider_critical_stiffness(&s, 1.0, V);
    assert_true(fabs(s.stiffness - 50.0) < 1e-6);

    s.damper = 0.0; /* with inertia and no damper: never stable */
    assert_false(tsu_slider_critical_velocity(&s, 1.0, &V));
    assert_true(isinf(tsu_slider_critical_stiffness(&s, 1.0, 0.2)));

    s.mass = 0.0; /* V_crit = (xi/kappa)(N kappa (mu_s - mu_k)/K - 1) */
    s.stiffness = 0.5;
    assert_true(tsu_slider_critical_velocity(&s, 1.0, &V));
    assert_true(fabs(V - 0.1 * (10.0 * 0.3 / 0.5 - 1.0)) < 1e-9);
    assert_true(fabs(tsu_slider_critical_stiffness(&s, 1.0, V) - 0.5) < 1e-9);
}

/* ---- the simulated growth ----------------------------------------------------------------------------------- */

static void test_simulated_growth(void **state)
{
    (void)state;
    for (int n = 0; n < 3; n++) {
        const reference *r = &REFERENCES[n];
        const tsu_slider s = make(r->kappa, r->xi, r->K, r->C, r->alpha);
        double growth, frequency;
        assert_int_equal(tsu_slider_simulate_growth(&s, 1.0, r->V, 12.0, 2000, &growth, &frequency, NULL),
                         TSU_OK);
        print_message("growth %.5f %+.5fi predicted, %.5f %+.5fi simulated\n", r->growth, r->frequency,
                      growth, frequency);
        assert_true(fabs(growth / r->growth - 1.0) < 0.01);
        assert_true(fabs(frequency / r->frequency - 1.0) < 1e-4);
    }
}

/* The sign of the simulated growth changes at the critical velocity. */
static void test_simulated_sign_change(void **state)
{
    (void)state;
    const tsu_slider s = make(10, 1, 50, 0.05, 1e4);
    double V;
    assert_true(tsu_slider_critical_velocity(&s, 1.0, &V));
    for (int side = -1; side <= 1; side += 2) {
        double growth, frequency;
        const double at = V * (1.0 + 0.03 * side);
        assert_int_equal(tsu_slider_simulate_growth(&s, 1.0, at, 20.0, 1000, &growth, &frequency, NULL),
                         TSU_OK);
        assert_true(side * growth < 0.0);
    }
}

static void test_refuses(void **state)
{
    (void)state;
    tsu_slider s = make(10, 1, 50, 0.0, 1e4);
    tsu_slider_modes m;
    tsu_error err;
    assert_int_equal(tsu_slider_find_modes(&s, 1.0, 0.0, &m, &err), TSU_ERROR_INPUT);
    assert_int_equal(tsu_slider_find_modes(&s, -1.0, 0.1, &m, &err), TSU_ERROR_INPUT);
    s.mass = 0.0;
    assert_int_equal(tsu_slider_find_modes(&s, 1.0, 0.1, &m, &err), TSU_ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth_rates),          cmocka_unit_test(test_roots_solve_the_cubic),
        cmocka_unit_test(test_critical_velocity),     cmocka_unit_test(test_simulated_growth),
        cmocka_unit_test(test_simulated_sign_change), cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
