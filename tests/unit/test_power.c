/* SPDX-License-Identifier: Apache-2.0 */
/* Errors are measured against the long double functions of libm, which carry 11 bits more. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/elementary.h"
#include "base/power.h"
#include "base/random.h"
#include "base/trig.h"

enum { SAMPLES = 200000, BLOCK = 4096 };

static double uniform(uint32_t counter, double low, double high)
{
    return low + (high - low) * tsu_random_uniform(42, counter, TSU_RANDOM_TEST, 0);
}

/* Distance of `value` from `exact` in units of the last place of the exact value. */
static double ulp_error(double value, long double exact)
{
    if (isnan(value)) return INFINITY;
    const double rounded = (double)exact;
    if (isinf(rounded) || isinf(value)) return value == rounded ? 0.0 : INFINITY;
    const double size = fabs(rounded) < 0x1p-1022 ? 0x1p-1022 : fabs(rounded);
    return (double)(fabsl(value - exact) / ldexpl(1.0L, ilogb(size) - 52));
}

typedef double function1(double);
typedef long double reference1(long double);

static double f_exp(double x)
{
    return tsu_exp(x);
}
static double f_expm1(double x)
{
    return tsu_expm1(x);
}
static double f_log(double x)
{
    return tsu_log(x);
}
static double f_log1p(double x)
{
    return tsu_log1p(x);
}
static double f_sin(double x)
{
    return tsu_sincos(x).sin;
}
static double f_cos(double x)
{
    return tsu_sincos(x).cos;
}
static double f_fifth(double x)
{
    return tsu_fifth_root(x);
}
static long double fifth_reference(long double x)
{
    return powl(x, 0.2L);
}
static double sin_turns(double u)
{
    return tsu_sincos_turns(u).sin;
}
static long double sin_turns_reference(long double u)
{
    return sinl(2.0L * acosl(-1.0L) * u);
}

static void check_range(const char *name, function1 *f, reference1 *exact, double low, double high,
                        double limit)
{
    double worst = 0.0, at = 0.0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const double x = uniform(i, low, high);
        const double e = ulp_error(f(x), exact(x));
        if (!(e <= worst)) {
            worst = e;
            at = x;
        }
    }
    printf("%-6s on [%10.3g, %10.3g]: %.3f ulp at %.17g\n", name, low, high, worst, at);
    assert_true(worst <= limit);
}

static void test_accuracy_of_one_argument(void **state)
{
    (void)state;
    check_range("exp", f_exp, expl, -1.0, 1.0, 1.0);
    check_range("exp", f_exp, expl, -708.0, 709.7, 1.0);
    check_range("exp", f_exp, expl, -746.0, -708.0, 1.0);
    check_range("expm1", f_expm1, expm1l, -1e-3, 1e-3, 1.5);
    check_range("expm1", f_expm1, expm1l, -2.0, 2.0, 1.5);
    check_range("expm1", f_expm1, expm1l, -50.0, 709.7, 1.5);
    check_range("log", f_log, logl, 0.5, 2.0, 1.0);
    check_range("log", f_log, logl, 0.999, 1.001, 1.0);
    check_range("log", f_log, logl, 0.0, 1e300, 1.0);
    check_range("log", f_log, logl, 0.0, 0x1p-1022, 1.0);
    check_range("log1p", f_log1p, log1pl, -1e-3, 1e-3, 1.5);
    check_range("log1p", f_log1p, log1pl, -0.999999, 3.0, 1.5);
    check_range("log1p", f_log1p, log1pl, 0.0, 1e20, 1.5);
    check_range("sin", f_sin, sinl, -0.8, 0.8, 1.0);
    check_range("sin", f_sin, sinl, -1000.0, 1000.0, 1.0);
    check_range("cos", f_cos, cosl, -1000.0, 1000.0, 1.0);
    check_range("cos", f_cos, cosl, -1e6, 1e6, 1.0);
    check_range("fifth", f_fifth, fifth_reference, 1.0, 32.0, 2.0);
    check_range("fifth", f_fifth, fifth_reference, 1e-30, 1e-4, 2.0);
    check_range("fifth", f_fifth, fifth_reference, 0x1p-1022, 0x1p-1010, 2.0);
    check_range("fifth", f_fifth, fifth_reference, 1e300, 1e308, 2.0);
    assert_true(tsu_fifth_root(0.0) == 0.0 && isnan(tsu_fifth_root(NAN)));
    check_range("turns", sin_turns, sin_turns_reference, 0.01, 0.49, 1.0);
}

static void check_pow(double x_low, double x_high, double y_low, double y_high, double limit)
{
    double worst = 0.0, x_at = 0.0, y_at = 0.0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const double x = exp2(uniform(i, log2(x_low), log2(x_high)));
        const double y = uniform(i + SAMPLES, y_low, y_high);
        const double e = ulp_error(tsu_pow(x, y), powl(x, y));
        if (!(e <= worst)) {
            worst = e;
            x_at = x;
            y_at = y;
        }
    }
    printf("pow on x [%g, %g], y [%g, %g]: %.3f ulp at %.17g ^ %.17g\n", x_low, x_high, y_low, y_high, worst,
           x_at, y_at);
    assert_true(worst <= limit);
}

static void test_accuracy_of_pow(void **state)
{
    (void)state;
    check_pow(1e-12, 1e3, 0.1, 5.0, 1.0);
    check_pow(1e-30, 1e30, -4.0, 4.0, 1.0);
    check_pow(0.999, 1.001, -3e5, 3e5, 1.0);
    check_pow(0.5, 2.0, -1000.0, 1000.0, 1.0);
    check_pow(1e-300, 1e300, -1.5, 1.5, 1.0);
    check_pow(1e-323, 1e-308, 0.01, 0.9, 1.0);
}

static void test_exact_exponents(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 1000; i++) {
        const double x = exp2(uniform(i, -200.0, 200.0));
        assert_true(tsu_pow(x, 0.0) == 1.0);
        assert_true(tsu_pow(x, 0.5) == sqrt(x));
        assert_true(tsu_pow(x, 1.0) == x);
        assert_true(tsu_pow(x, 1.5) == x * sqrt(x));
        assert_true(tsu_pow(x, 2.0) == x * x);
    }
    assert_true(tsu_pow(1.0, 1234.5) == 1.0);
    assert_true(tsu_pow(8.0, 1.0 / 3.0) == 2.0);
    assert_true(tsu_pow(2.0, -1074.0) == 0x1p-1074);
}

static void test_special_values(void **state)
{
    (void)state;
    assert_true(tsu_exp(0.0) == 1.0 && tsu_exp(-0.0) == 1.0);
    assert_true(tsu_exp(INFINITY) == INFINITY && tsu_exp(-INFINITY) == 0.0 && isnan(tsu_exp(NAN)));
    assert_true(tsu_exp(710.0) == INFINITY && tsu_exp(-746.0) == 0.0 && tsu_exp(-745.0) == 0x1p-1074);
    assert_true(tsu_expm1(0.0) == 0.0 && tsu_expm1(-INFINITY) == -1.0 && tsu_expm1(INFINITY) == INFINITY);
    assert_true(tsu_expm1(1e-300) == 1e-300 && isnan(tsu_expm1(NAN)));
    assert_true(tsu_log(1.0) == 0.0 && tsu_log(0.0) == -INFINITY && tsu_log(-0.0) == -INFINITY);
    assert_true(tsu_log(INFINITY) == INFINITY && isnan(tsu_log(-1.0)) && isnan(tsu_log(NAN)));
    assert_true(tsu_log1p(0.0) == 0.0 && tsu_log1p(1e-300) == 1e-300 && tsu_log1p(-1.0) == -INFINITY);
    assert_true(tsu_log1p(INFINITY) == INFINITY && isnan(tsu_log1p(-1.5)) && isnan(tsu_log1p(NAN)));
    assert_true(tsu_pow(0.0, 0.3) == 0.0 && tsu_pow(0.0, 3.0) == 0.0 && tsu_pow(0.0, 0.0) == 1.0);
    assert_true(tsu_pow(0.0, -1.0) == INFINITY && tsu_pow(INFINITY, 0.3) == INFINITY);
    assert_true(tsu_pow(INFINITY, -0.3) == 0.0 && isnan(tsu_pow(-1.0, 1.3)) && isnan(tsu_pow(-8.0, 2.0)));
    assert_true(isnan(tsu_pow(NAN, 1.3)) && isnan(tsu_pow(2.0, NAN)) && tsu_pow(NAN, 0.0) == 1.0);
    assert_true(tsu_pow(2.0, INFINITY) == INFINITY && tsu_pow(0.5, INFINITY) == 0.0);
    assert_true(tsu_pow(1.5, 1e300) == INFINITY && tsu_pow(1.5, -1e300) == 0.0 &&
                tsu_pow(1.5, 1e-300) == 1.0);
    assert_true(tsu_sincos_turns(0.25).sin == 1.0 && fabs(tsu_sincos_turns(0.25).cos) == 0.0);
    assert_true(tsu_sincos_turns(1e6 + 0.5).cos == -1.0);
}

/* All octants and sizes; the axes and diagonals. */
static void test_angle(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const double size = tsu_exp(uniform(3 * i, -600.0, 600.0));
        const double slant = tsu_exp(uniform(3 * i + 1, -3.0, 3.0) * (i % 3 == 0 ? 10.0 : 1.0));
        const double y = (i & 4 ? -size : size) * slant, x = i & 8 ? -size : size;
        const double e = ulp_error(tsu_atan2(y, x), atan2l(y, x));
        if (!(e <= worst)) worst = e;
    }
    printf("atan2: %.3f ulp\n", worst);
    assert_true(worst <= 1.0);
    for (int k = -3; k <= 4; k++) {
        const double x = (double)((k == 0 || k == 1 || k == -1) - (k == 3 || k == 4 || k == -3));
        const double y = (double)((k == 1 || k == 2 || k == 3) - (k == -1 || k == -2 || k == -3));
        assert_true(tsu_atan2(y, x) == (double)atan2l(y, x));
    }
    assert_true(tsu_atan2(0.0, 0.0) == 0.0 && tsu_atan2(-0.0, -1.0) == tsu_atan2(0.0, -1.0));
    assert_true(isnan(tsu_atan2(NAN, 1.0)) && isnan(tsu_atan2(1.0, NAN)));
}

static double f_sin_of(double x)
{
    return tsu_sincos_of(x).sin;
}
static double f_cos_of(double x)
{
    return tsu_sincos_of(x).cos;
}
static double f_cube_of_power(double x)
{
    return tsu_pow_of(-x, 3.0);
}
static long double cube_reference(long double x)
{
    return -x * x * x;
}

/* Functions of formulas: large angles, negative bases, values that are whole. */
static void test_formulas(void **state)
{
    (void)state;
    check_range("sin", f_sin_of, sinl, -1e6, 1e6, 1.0);
    check_range("sin", f_sin_of, sinl, 1e6, 1e9, 1.0);
    check_range("cos", f_cos_of, cosl, -1e15, 1e15, 1.1);
    check_range("tan", tsu_tan_of, tanl, -1.5, 1.5, 2.5);
    check_range("asin", tsu_asin_of, asinl, -1.0, 1.0, 2.0);
    check_range("acos", tsu_acos_of, acosl, -1.0, 1.0, 2.0);
    check_range("atan", tsu_atan_of, atanl, -30.0, 30.0, 1.0);
    check_range("log10", tsu_log10_of, log10l, 1e-3, 1e3, 0.51);
    check_range("log10", tsu_log10_of, log10l, 0.0, 1e300, 0.51);
    check_range("cbrt", tsu_cbrt_of, cbrtl, 1e-9, 1e9, 1.0);
    check_range("cube", f_cube_of_power, cube_reference, 0.1, 10.0, 1.0);
    for (int k = 1; k <= 300; k++) {
        assert_true(tsu_log10_of(strtod((char[]){'1', 'e', (char)('0' + k / 100), (char)('0' + k / 10 % 10),
                                                 (char)('0' + k % 10), 0},
                                        NULL)) == (double)k);
        assert_true(tsu_cbrt_of((double)k * k * k) == (double)k && tsu_pow_of(k, 3.0) == (double)k * k * k);
        assert_true(tsu_pow_of(-k, 5.0) == -tsu_pow_of(k, 5.0) && tsu_pow_of(-k, 4.0) == tsu_pow_of(k, 4.0));
    }
    assert_true(isnan(tsu_pow_of(-8.0, 0.5)) && tsu_pow_of(-2.0, -1.0) == -0.5 &&
                tsu_pow_of(0.0, 3.0) == 0.0);
    assert_true(isnan(tsu_sincos_of(INFINITY).sin) && fabs(tsu_sincos_of(1e300).sin) <= 1.0);
    assert_true(tsu_atan_of(-INFINITY) == -2.0 * atan(1.0) && isinf(tsu_log10_of(INFINITY)));
}

static void test_monotonic_near_one(void **state)
{
    (void)state;
    double x = 1.0 - 20000 * 0x1p-53;
    for (int i = 0; i < 40000; i++) {
        const double next = nextafter(x, 2.0);
        assert_true(tsu_log(next) > tsu_log(x));
        assert_true(tsu_pow(next, 1.3) >= tsu_pow(x, 1.3));
        assert_true(tsu_pow(next, 0.7) >= tsu_pow(x, 0.7));
        assert_true(tsu_exp(next) >= tsu_exp(x));
        assert_true(tsu_exp(next - 1.0) >= tsu_exp(x - 1.0));
        x = next;
    }
}

TSU_CLONES static void loop_exp(int n, const double *TSU_RESTRICT x, double *TSU_RESTRICT y)
{
    for (int i = 0; i < n; i++) {
        y[i] = tsu_exp(x[i]);
    }
}

TSU_CLONES static void loop_log(int n, const double *TSU_RESTRICT x, double *TSU_RESTRICT y)
{
    for (int i = 0; i < n; i++) {
        y[i] = tsu_log(x[i]);
    }
}

TSU_CLONES static void loop_pow(int n, const double *TSU_RESTRICT x, double exponent, double *TSU_RESTRICT y)
{
    for (int i = 0; i < n; i++) {
        y[i] = tsu_pow(x[i], exponent);
    }
}

static void test_loops_equal_single_calls(void **state)
{
    (void)state;
    static double x[BLOCK], y[BLOCK];
    const double exponents[] = {0.5, 1.0, 1.2345, 1.5, 2.0, 2.5, -0.7};
    for (uint32_t i = 0; i < BLOCK; i++) {
        x[i] = i % 64 == 0 ? 0.0 : exp2(uniform(i, -1080.0, 1020.0));
    }
    loop_log(BLOCK, x, y);
    for (int i = 0; i < BLOCK; i++) {
        assert_true(tsu_double_bits(y[i]) == tsu_double_bits(f_log(x[i])));
    }
    for (size_t e = 0; e < sizeof exponents / sizeof exponents[0]; e++) {
        loop_pow(BLOCK, x, exponents[e], y);
        for (int i = 0; i < BLOCK; i++) {
            volatile double single = x[i];
            assert_true(tsu_double_bits(y[i]) == tsu_double_bits(tsu_pow(single, exponents[e])));
        }
    }
    for (uint32_t i = 0; i < BLOCK; i++) {
        x[i] = uniform(i, -800.0, 800.0);
    }
    loop_exp(BLOCK, x, y);
    for (int i = 0; i < BLOCK; i++) {
        assert_true(tsu_double_bits(y[i]) == tsu_double_bits(f_exp(x[i])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accuracy_of_one_argument),
        cmocka_unit_test(test_accuracy_of_pow),
        cmocka_unit_test(test_exact_exponents),
        cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_angle),
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_monotonic_near_one),
        cmocka_unit_test(test_loops_equal_single_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
