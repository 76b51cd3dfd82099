/* SPDX-License-Identifier: Apache-2.0 */
/* The union of spheres: closed forms of one sphere, two that meet, apart and within each other; random ones against points thrown at
 * random, and against themselves turned and in another order; principal axes; what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "state/clump_shape.h"

static const double pi = 3.14159265358979323846;

static double uniform(uint32_t counter, double low, double high)
{
    return low + (high - low) * tsu_random_uniform(7, counter, TSU_RANDOM_TEST, 3);
}

static void expect(double value, double wanted, double scale, double limit)
{
    if (!(fabs(value - wanted) <= limit * scale)) {
        fail_msg("%.17g instead of %.17g: off by %.2e of %g", value, wanted, fabs(value - wanted) / scale,
                 scale);
    }
}

static tsu_solid measured(int32_t count, const double (*centre)[3], const double *radius)
{
    tsu_solid s;
    tsu_error err = {0};
    if (tsu_clump_shape_measure(count, centre, radius, &s, &err) != TSU_OK) fail_msg("%s", err.message);
    return s;
}

static void test_one_sphere(void **state)
{
    (void)state;
    for (int scale = -6; scale <= 3; scale += 3) {
        const double r = 0.37 * pow(10.0, scale), centre[1][3] = {{3.0 * r, -r, 0.5 * r}};
        const tsu_solid s = measured(1, centre, &r);
        const double v = 4.0 / 3.0 * pi * r * r * r;
        expect(s.volume, v, v, 2e-15);
        expect(s.radius, r, r, 1e-14);
        for (int k = 0; k < 3; k++) {
            expect(s.centre[k], centre[0][k], r, 1e-14);
            expect(s.moments[k], 0.4 * v * r * r, v * r * r, 1e-14);
            for (int q = 0; q < 3; q++)
                assert_true(s.axes[k][q] == (k == q ? 1.0 : 0.0));
        }
        assert_true(s.error < 1e-12);
    }
}

/* The part of a ball of radius r about 0 below z = h: integrals of 1, z, z^2 and of (x^2 + y^2)/2. */
static void ball_below(double r, double h, double out[4])
{
    double edge[2][4];
    for (int side = 0; side < 2; side++) {
        const double z = side == 0 ? -r : h, r2 = r * r, z2 = z * z;
        edge[side][0] = pi * (r2 * z - z2 * z / 3.0);
        edge[side][1] = pi * (r2 * z2 / 2.0 - z2 * z2 / 4.0);
        edge[side][2] = pi * (r2 * z2 * z / 3.0 - z2 * z2 * z / 5.0);
        edge[side][3] = pi / 4.0 * (r2 * r2 * z - 2.0 * r2 * z2 * z / 3.0 + z2 * z2 * z / 5.0);
    }
    for (int k = 0; k < 4; k++)
        out[k] = edge[1][k] - edge[0][k];
}

/* Two spheres of radii p and q at a distance d: volume, centre along the way from the first, moment about the axis and across it. */
static void two_spheres(double p, double q, double d, double out[4])
{
    double a[4], b[4];
    const double h = (d * d + p * p - q * q) / (2.0 * d);
    ball_below(p, h, a);
    ball_below(q, d - h, b);
    const double v = a[0] + b[0], first = a[1] + d * b[0] - b[1];
    const double second = a[2] + d * d * b[0] - 2.0 * d * b[1] + b[2], across = a[3] + b[3];
    out[0] = v;
    out[1] = first / v;
    out[2] = 2.0 * across;
    out[3] = across + second - first * first / v;
}

static void test_two_spheres(void **state)
{
    (void)state;
    const double way[5][3] = {
        {0, 0, 1}, {1, 0, 0}, {0.6, 0.0, 0.8}, {2.0 / 3, -1.0 / 3, 2.0 / 3}, {1e-7, 0, 1}};
    for (int w = 0; w < 5; w++) {
        for (int size = 0; size < 4; size++) {
            const double p = 1.0, q = 1.0 - 0.2 * size, d = 0.7 + 0.2 * size;
            const double centre[2][3] = {{0.3, 0.1, -0.2},
                                         {0.3 + d * way[w][0], 0.1 + d * way[w][1], -0.2 + d * way[w][2]}};
            const double radius[2] = {p, q};
            double wanted[4];
            two_spheres(p, q, d, wanted);
            const tsu_solid s = measured(2, centre, radius);
            expect(s.volume, wanted[0], wanted[0], 1e-13);
            for (int k = 0; k < 3; k++)
                expect(s.centre[k], centre[0][k] + wanted[1] * way[w][k], 1.0, 1e-13);
            expect(s.moments[0], wanted[2], wanted[3], 1e-13);
            expect(s.moments[1], wanted[3], wanted[3], 1e-13);
            expect(s.moments[2], wanted[3], wanted[3], 1e-13);
            for (int k = 0; k < 3; k++)
                expect(fabs(s.axes[0][k]), fabs(way[w][k]), 1.0, 1e-7);
            assert_true(s.error < 1e-11);
            if (size == 0) { /* the usual formula of the lens */
                const double lens = pi * (4.0 * p + d) * (2.0 * p - d) * (2.0 * p - d) / 12.0;
                expect(s.volume, 8.0 / 3.0 * pi - lens, 1.0, 1e-12);
            }
        }
    }
}

static void test_apart_and_within(void **state)
{
    (void)state;
    const double centre[4][3] = {{0, 0, 0}, {0.1, 0.2, 0.05}, {5, 0, 1}, {5.1, 0, 1}},
                 radius[4] = {1, 0.3, 0.5, 0.1};
    const tsu_solid s = measured(4, centre, radius);
    const double a = 4.0 / 3.0 * pi, b = a / 8.0, reduced = a * b / (a + b);
    expect(s.volume, a + b, a, 1e-14);
    expect(s.centre[0], 5.0 * b / (a + b), 1.0, 1e-14);
    expect(s.centre[2], b / (a + b), 1.0, 1e-14);
    const double own = 0.4 * (a + 0.25 * b);
    expect(s.inertia[0][0], own + reduced * 1.0, a, 1e-13);
    expect(s.inertia[1][1], own + reduced * 26.0, a, 1e-13);
    expect(s.inertia[0][2], -reduced * 5.0, a, 1e-13);
    expect(s.inertia[0][1], 0.0, a, 1e-13);
    /* spheres that only touch, from outside and from within */
    const double kissing[3][3] = {{0, 0, 0}, {1.2, 1.6, 0}, {0, 0, 0.5}}, size[3] = {1, 1, 0.5};
    expect(measured(3, kissing, size).volume, 2.0 * a, a, 1e-13);
}

enum { MANY = 14, THROWS = 2000000 };

static void random_spheres(int set, double centre[MANY][3], double radius[MANY])
{
    for (uint32_t i = 0; i < MANY; i++) {
        const uint32_t at = 4 * (i + 1000 * (uint32_t)set);
        radius[i] = uniform(at, 0.15, 0.6);
        for (uint32_t k = 0; k < 3; k++)
            centre[i][k] = uniform(at + 1 + k, -0.8, 0.8);
    }
}

/* Points thrown into the cube about the spheres: sums and sums of squares of 1, x, y, z, xx .. yz. */
static void throw_points(double centre[MANY][3], const double *radius, double half, double sum[10],
                         double deviation[10])
{
    double square[10] = {0};
    memset(sum, 0, 10 * sizeof *sum);
    for (uint32_t n = 0; n < THROWS; n++) {
        double x[3];
        for (uint32_t k = 0; k < 3; k++)
            x[k] = half * (2.0 * tsu_random_uniform(11, n, TSU_RANDOM_TEST, k) - 1.0);
        bool inside = false;
        for (int i = 0; i < MANY && !inside; i++) {
            const double a = x[0] - centre[i][0], b = x[1] - centre[i][1], c = x[2] - centre[i][2];
            inside = a * a + b * b + c * c < radius[i] * radius[i];
        }
        if (!inside) continue;
        const double f[10] = {1.0,         x[0],        x[1],        x[2],        x[0] * x[0],
                              x[1] * x[1], x[2] * x[2], x[0] * x[1], x[0] * x[2], x[1] * x[2]};
        for (int k = 0; k < 10; k++) {
            sum[k] += f[k];
            square[k] += f[k] * f[k];
        }
    }
    const double volume = 8.0 * half * half * half;
    for (int k = 0; k < 10; k++) {
        const double mean = sum[k] / THROWS;
        deviation[k] = volume * sqrt((square[k] / THROWS - mean * mean) / THROWS);
        sum[k] = volume * mean;
    }
}

static void test_random_spheres_against_points(void **state)
{
    (void)state;
    double centre[MANY][3], radius[MANY], sum[10], deviation[10];
    random_spheres(0, centre, radius);
    const tsu_solid s = measured(MANY, (const double(*)[3])centre, radius);
    throw_points(centre, radius, 1.4, sum, deviation);
    expect(s.volume, sum[0], deviation[0], 4.0);
    double about[3][3];
    const double trace = 0.5 * (s.inertia[0][0] + s.inertia[1][1] + s.inertia[2][2]);
    static const int place[3][3] = {{4, 7, 8}, {7, 5, 9}, {8, 9, 6}};
    for (int i = 0; i < 3; i++) {
        expect(s.centre[i] * s.volume, sum[1 + i], deviation[1 + i], 4.0);
        for (int j = 0; j < 3; j++) {
            about[i][j] = (i == j ? trace : 0.0) - s.inertia[i][j] + s.volume * s.centre[i] * s.centre[j];
            expect(about[i][j], sum[place[i][j]], deviation[place[i][j]], 4.0);
        }
    }
    printf("volume %.12f, thrown %.5f +- %.5f, error %.1e\n", s.volume, sum[0], deviation[0], s.error);
}

/* Turned spheres are cut by other planes, so that nothing of the way there is the same. */
static void test_turned_and_in_another_order(void **state)
{
    (void)state;
    const double turn[3][3] = {
        {2.0 / 3, -1.0 / 3, 2.0 / 3}, {2.0 / 3, 2.0 / 3, -1.0 / 3}, {-1.0 / 3, 2.0 / 3, 2.0 / 3}};
    double worst = 0.0, claimed = 0.0;
    for (int set = 0; set < 8; set++) {
        double centre[MANY][3], radius[MANY], other[MANY][3], size[MANY];
        random_spheres(set, centre, radius);
        for (int i = 0; i < MANY; i++) {
            const int to = (5 * i + 3) % MANY;
            size[to] = radius[i];
            for (int k = 0; k < 3; k++) {
                other[to][k] =
                    turn[k][0] * centre[i][0] + turn[k][1] * centre[i][1] + turn[k][2] * centre[i][2];
            }
        }
        const tsu_solid a = measured(MANY, (const double(*)[3])centre, radius);
        const tsu_solid b = measured(MANY, (const double(*)[3])other, size);
        const double limit = a.error + b.error, scale = a.volume * a.radius * a.radius;
        assert_true(limit < 1e-10);
        expect(b.volume, a.volume, a.volume, limit);
        for (int k = 0; k < 3; k++) {
            expect(b.centre[k],
                   turn[k][0] * a.centre[0] + turn[k][1] * a.centre[1] + turn[k][2] * a.centre[2], a.radius,
                   limit);
            expect(b.moments[k], a.moments[k], scale, limit);
        }
        worst = fmax(worst, fabs(b.volume / a.volume - 1.0));
        claimed = fmax(claimed, limit);
    }
    printf("volumes differ by %.1e, claimed %.1e\n", worst, claimed);
}

static void test_principal_axes(void **state)
{
    (void)state;
    const double tensor[3][3] = {{4.0, -0.5, 0.3}, {-0.5, 3.5, 0.7}, {0.3, 0.7, 5.0}};
    double moments[3], axes[3][3];
    tsu_inertia_principal(tensor, 1e-12, moments, axes);
    assert_true(moments[0] < moments[1] && moments[1] < moments[2]);
    for (int k = 0; k < 3; k++) {
        for (int q = 0; q < 3; q++) {
            const double got =
                tensor[q][0] * axes[k][0] + tensor[q][1] * axes[k][1] + tensor[q][2] * axes[k][2];
            expect(got, moments[k] * axes[k][q], 1.0, 1e-14);
            const double dot = axes[k][0] * axes[q][0] + axes[k][1] * axes[q][1] + axes[k][2] * axes[q][2];
            expect(dot, k == q ? 1.0 : 0.0, 1.0, 1e-14);
        }
    }
    const double turned = axes[0][0] * (axes[1][1] * axes[2][2] - axes[1][2] * axes[2][1]) +
                          axes[0][1] * (axes[1][2] * axes[2][0] - axes[1][0] * axes[2][2]) +
                          axes[0][2] * (axes[1][0] * axes[2][1] - axes[1][1] * axes[2][0]);
    expect(turned, 1.0, 1.0, 1e-14);
    /* a body of symmetry: rounding does not choose its axes */
    const double noisy[3][3] = {{2.0, 1e-17, -1e-17}, {1e-17, 2.0 + 1e-15, 1e-17}, {-1e-17, 1e-17, 1.0}};
    tsu_inertia_principal(noisy, 1e-9, moments, axes);
    assert_true(axes[0][2] == 1.0 && axes[1][0] == 1.0 && axes[2][1] == 1.0);
}

static void refused(tsu_status status, const tsu_error *err, const char *part)
{
    assert_int_not_equal(status, TSU_OK);
    if (strstr(err->message, part) == NULL) fail_msg("\"%s\" does not say \"%s\"", err->message, part);
}

static void test_refusals(void **state)
{
    (void)state;
    const double three[3][3] = {{0, 0, 0}, {1.5, 0, 0}, {9, 0, 0}}, size[3] = {1, 1, 1};
    tsu_error err;
    tsu_solid s;
    refused(tsu_clump_shape_check(3, three, size, &err), &err, "1, 2 touch none of 3");
    assert_int_equal(tsu_clump_shape_check(2, three, size, &err), TSU_OK);
    refused(tsu_clump_shape_check(0, three, size, &err), &err, "at least one sphere");
    const double zero[2] = {1, 0}, nan[2] = {1, NAN};
    refused(tsu_clump_shape_check(2, three, zero, &err), &err, "sphere 2 of the clump has the radius 0");
    refused(tsu_clump_shape_measure(2, three, zero, &s, &err), &err,
            "sphere 2 of the clump has the radius 0");
    refused(tsu_clump_shape_check(2, three, nan, &err), &err, "not finite");
    const double twins[3][3] = {{0, 0, 0}, {1.5, 0, 0}, {1.5, 0, 0}};
    refused(tsu_clump_shape_check(3, twins, size, &err), &err, "spheres 2 and 3 of the clump are identical");
    const double many[12][3] = {{0}, {3}, {6}, {9}, {12}, {15}, {18}, {21}, {24}, {27}, {30}, {33}};
    const double ones[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    refused(tsu_clump_shape_check(12, many, ones, &err), &err,
            "1 touches none of 2, 3, 4, 5, 6, 7, 8, 9, ...");

    const double flat[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 3}},
                 negative[3][3] = {{1, 2, 0}, {2, 1, 0}, {0, 0, 1}};
    refused(tsu_inertia_check(flat, "inertia_tensor", &err), &err,
            "inertia_tensor has the principal moments 1, 1 and 3");
    refused(tsu_inertia_check(negative, "inertia_tensor", &err), &err, "larger than 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_sphere),
        cmocka_unit_test(test_two_spheres),
        cmocka_unit_test(test_apart_and_within),
        cmocka_unit_test(test_random_spheres_against_points),
        cmocka_unit_test(test_turned_and_in_another_order),
        cmocka_unit_test(test_principal_axes),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
