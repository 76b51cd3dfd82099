/* SPDX-License-Identifier: Apache-2.0 */
/* A crowd answers as a loop over all spheres and their images does; spreads have the moments of their closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "search/crowd.h"
#include "state/blend.h"
#include <math.h>
#include <string.h>

static double uniform(uint64_t id, uint32_t counter)
{
    return tsu_random_uniform(3, id, TSU_RANDOM_TEST, counter);
}

static bool overlaps_by_loop(const tsu_crowd *c, const double x[3], double radius)
{
    for (int64_t k = 0; k < c->count; k++) {
        double d2 = 0.0;
        for (int q = 0; q < 3; q++) {
            const double length = c->box.hi[q] - c->box.lo[q];
            double d = x[q] - c->xr[k][q];
            if (c->box.periodic[q]) d -= length * floor(d / length + 0.5);
            d2 += d * d;
        }
        if (sqrt(d2) < radius + c->xr[k][3]) return true;
    }
    return false;
}

/* Sizes from 1 to 200, in a box that is periodic along two axes, some spheres outside it along the third. */
static void test_crowd(void **state)
{
    (void)state;
    const tsu_box box = {{-1.0, 0.0, 2.0}, {1.0, 1.5, 3.0}, {true, false, true}};
    tsu_crowd c;
    int taken = 0;
    assert_int_equal(tsu_crowd_init(&c, &box, 0, NULL), TSU_OK);
    for (uint64_t k = 0; k < 6000; k++) {
        const double size = uniform(k, 3), radius = 0.001 * pow(200.0, size * size * size);
        const double x[3] = {-1.0 + 2.0 * uniform(k, 0), -0.2 + 1.9 * uniform(k, 1), 2.0 + uniform(k, 2)};
        const bool overlap = tsu_crowd_overlaps(&c, x, radius);
        assert_int_equal(overlap, overlaps_by_loop(&c, x, radius));
        taken += overlap;
        if (!overlap) assert_int_equal(tsu_crowd_add(&c, x, radius, NULL), TSU_OK);
    }
    assert_true(taken > 1000 && c.count > 1000);
    tsu_crowd_free(&c);
}

static void near(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected)))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void test_moments(void **state)
{
    (void)state;
    tsu_spread s;
    const double a = 2.0, b = 5.0;
    assert_int_equal(tsu_spread_make(&s, TSU_SPREAD_CONSTANT, a, 0, false, "x", NULL), TSU_OK);
    near(tsu_spread_moment(&s, 3), 8.0, 1e-15);
    assert_int_equal(tsu_spread_make(&s, TSU_SPREAD_UNIFORM, a, b, false, "x", NULL), TSU_OK);
    near(tsu_spread_moment(&s, 3), (b * b * b * b - a * a * a * a) / (4.0 * (b - a)), 1e-12);
    assert_int_equal(tsu_spread_make(&s, TSU_SPREAD_UNIFORM, a, b, true, "x", NULL), TSU_OK);
    near(tsu_spread_moment(&s, 1), 2.0 * a * b / (a + b), 1e-10);
    near(tsu_spread_moment(&s, 3), (b - a) / (0.5 / (a * a) - 0.5 / (b * b)), 1e-10);
    /* cut at three deviations the variance is less by 6 phi(3)/(2 Phi(3) - 1) */
    const double cut = 1.0 - 6.0 * 0.004431848411938 / 0.997300203936740;
    assert_int_equal(tsu_spread_make(&s, TSU_SPREAD_GAUSSIAN, 5.0, 1.0, false, "x", NULL), TSU_OK);
    near(tsu_spread_moment(&s, 3), 5.0 * (25.0 + 3.0 * cut), 1e-12);
    /* e^(mu + sigma^2/2) times the share of the shifted normal law that is left */
    const double mu = 0.5, sigma = 0.4,
                 left = 0.5 * (erf((3.0 - sigma) / sqrt(2.0)) + erf((3.0 + sigma) / sqrt(2.0)));
    assert_int_equal(tsu_spread_make(&s, TSU_SPREAD_LOGNORMAL, mu, sigma, false, "x", NULL), TSU_OK);
    near(tsu_spread_moment(&s, 1), exp(mu + 0.5 * sigma * sigma) * left / erf(3.0 / sqrt(2.0)), 1e-10);
}

static void test_counts(void **state)
{
    (void)state;
    tsu_blend b = {.parts = 3, .weight = {1.0, 2.0, 3.0}};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(
            tsu_spread_make(&b.part[k].radius, TSU_SPREAD_CONSTANT, 1.0 + (k == 1), 0, false, "r", NULL),
            TSU_OK);
        assert_int_equal(tsu_spread_make(&b.part[k].density, TSU_SPREAD_CONSTANT, 1.0, 0, false, "d", NULL),
                         TSU_OK);
        tsu_template_measure(&b.part[k]);
    }
    assert_int_equal(tsu_blend_finish(&b, false, NULL), TSU_OK);
    assert_int_equal(b.order[0], 1); /* the largest first */
    double sum[3] = {0};
    for (uint64_t key = 0; key < 3000; key++) {
        int64_t count[3];
        tsu_blend_count(&b, key, 7, true, count); /* shares 1.17, 2.33, 3.5 */
        assert_int_equal(count[0] + count[1] + count[2], 7);
        for (int k = 0; k < 3; k++) {
            assert_true(count[k] >= k + 1);
            sum[k] += (double)count[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        near(sum[k] / 3000.0, 7.0 * (k + 1) / 6.0, 0.03);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crowd), cmocka_unit_test(test_moments),
                                       cmocka_unit_test(test_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
