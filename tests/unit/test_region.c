/* SPDX-License-Identifier: Apache-2.0 */
/* Depth and volume of regions against closed forms and against each other; tetrahedra against the cube they fill. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "format/vtk_tets.h"
#include "search/tets.h"
#include "state/region.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static tsu_region shapes(int k)
{
    switch (k) {
    case 0: return (tsu_region){.shape = TSU_REGION_BLOCK, .lo = {-0.5, -0.4, -0.3}, .hi = {0.6, 0.7, 0.8}};
    case 1: return (tsu_region){.shape = TSU_REGION_SPHERE, .centre = {0.1, 0.1, -0.1}, .radius = {0.7}};
    case 2:
        return (tsu_region){.shape = TSU_REGION_CYLINDER,
                            .axis = 1,
                            .centre = {0.1, 0, 0.2},
                            .radius = {0.6},
                            .along = {-0.7, 0.5}};
    case 3:
        return (tsu_region){.shape = TSU_REGION_CONE,
                            .axis = 2,
                            .centre = {0.0, 0.1, 0},
                            .radius = {0.8, 0.3},
                            .along = {-0.6, 0.5}};
    case 4:
        return (tsu_region){.shape = TSU_REGION_PRISM,
                            .lo = {-0.6, -0.5, -0.4},
                            .hi = {0.4, 0.5, 0.6},
                            .tilt = {0.2, -0.1, 0.3}};
    default:
        return (tsu_region){.shape = TSU_REGION_WEDGE,
                            .axis = 0,
                            .centre = {0, 0.1, -0.2},
                            .radius = {0.7},
                            .along = {-0.5, 0.6},
                            .angle = {0.5, 0.5 + 2.0}};
    }
}

static double closed_volume(int k)
{
    const double volumes[] = {1.1 * 1.1 * 1.1,
                              4.0 / 3.0 * PI * 0.343,
                              PI * 0.36 * 1.2,
                              PI / 3.0 * (0.64 + 0.24 + 0.09) * 1.1,
                              1.0,
                              0.5 * 2.0 * 0.49 * 1.1};
    return volumes[k];
}

static const tsu_box BOX = {.lo = {-1, -1, -1}, .hi = {1, 1, 1}};

/* The plain volume is exact; cut out of a union with itself it is estimated, and both agree. */
static void test_volume(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++) {
        tsu_region r = shapes(k), *twice[2] = {&r, &r};
        const tsu_region both = {.shape = TSU_REGION_UNION, .parts = 2, .part = twice};
        double exact = 0, estimate = 0;
        assert_int_equal(tsu_region_volume(&r, &BOX, 0, &exact, NULL), TSU_OK);
        assert_int_equal(tsu_region_volume(&both, &BOX, 0, &estimate, NULL), TSU_OK);
        assert_true(fabs(exact / closed_volume(k) - 1.0) < 1e-14);
        assert_true(fabs(estimate / exact - 1.0) < 1e-3);
    }
}

static void test_volume_cut(void **state)
{
    (void)state;
    tsu_region half = {.shape = TSU_REGION_SPHERE, .centre = {1, 0, 0}, .radius = {0.5}};
    tsu_region far = {.shape = TSU_REGION_SPHERE, .centre = {5, 0, 0}, .radius = {0.5}};
    tsu_region out = {.shape = TSU_REGION_SPHERE, .radius = {0.5}, .outside = true};
    double v = 0;
    assert_int_equal(tsu_region_volume(&half, &BOX, 0, &v, NULL), TSU_OK);
    assert_true(fabs(v / (2.0 / 3.0 * PI * 0.125) - 1.0) < 1e-3);
    assert_int_equal(tsu_region_volume(&out, &BOX, 0, &v, NULL), TSU_OK);
    assert_true(fabs(v / (8.0 - 4.0 / 3.0 * PI * 0.125) - 1.0) < 1e-3);
    assert_int_equal(tsu_region_volume(&far, &BOX, 0, &v, NULL), TSU_ERROR_INPUT);
    assert_int_equal(tsu_region_volume(&out, NULL, 0, &v, NULL), TSU_ERROR_INPUT);
}

/* A ball no larger than the depth stays inside: tried with random directions. And a point just beyond the nearest surface
 * is found for convex shapes by many directions: the depth is not too small either. */
static void check_depth(const tsu_region *r, int k)
{
    for (uint64_t n = 0; n < 400; n++) {
        double x[3], best = INFINITY;
        for (uint32_t q = 0; q < 3; q++) {
            x[q] = 2.0 * tsu_random_uniform(7, n, TSU_RANDOM_TEST, q) - 1.0;
        }
        const double depth = tsu_region_depth(r, x);
        if (fabs(depth) < 1e-9) continue;
        if ((depth > 0.0) != tsu_region_contains(r, x))
            fail_msg("shape %d, point %g %g %g", k, x[0], x[1], x[2]);
        for (uint64_t m = 0; m < 2000 && depth > 0.0; m++) {
            double d[3], length = 0.0, y[3], z[3];
            for (uint32_t q = 0; q < 3; q++) {
                d[q] = tsu_random_normal(8, n * 2000 + m, TSU_RANDOM_TEST, q);
                length += d[q] * d[q];
            }
            length = sqrt(length);
            for (int q = 0; q < 3; q++) {
                y[q] = x[q] + d[q] / length * depth * 0.999999;
                z[q] = x[q] + d[q] / length * (depth * 1.05 + 0.01);
            }
            if (!tsu_region_contains(r, y)) fail_msg("shape %d: depth %g is too much", k, depth);
            if (!tsu_region_contains(r, z)) best = 0.0;
        }
        if (depth > 0.0 && best > 0.0) fail_msg("shape %d: depth %g is too little", k, depth);
    }
}

static void test_depth(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++) {
        const tsu_region r = shapes(k);
        check_depth(&r, k);
    }
}

/* A region turned by a quarter about z and shifted holds the turned and shifted points, and its bounds hold it. */
static void test_motion(void **state)
{
    (void)state;
    tsu_region r = {.shape = TSU_REGION_BLOCK, .lo = {0, 0, 0}, .hi = {2, 1, 1}};
    r.turn = 0.5 * PI;
    r.direction[2] = 1.0;
    r.point[0] = 1.0;
    r.shift[2] = 10.0;
    /* (1.9, 0.5, 0.5) goes to (1 - 0.5, 0.9, 10.5) */
    assert_true(tsu_region_contains(&r, (const double[3]){0.5, 0.9, 10.5}));
    assert_false(tsu_region_contains(&r, (const double[3]){1.9, 0.5, 10.5}));
    assert_false(tsu_region_contains(&r, (const double[3]){0.5, 0.9, 0.5}));
    double lo[3], hi[3];
    assert_true(tsu_region_bounds(&r, lo, hi));
    const double expected[6] = {0.0, -1.0, 10.0, 1.0, 1.0, 11.0};
    for (int q = 0; q < 3; q++) {
        assert_true(fabs(lo[q] - expected[q]) < 1e-12 && fabs(hi[q] - expected[3 + q]) < 1e-12);
    }
}

/* ---- tetrahedra --------------------------------------------------------------------------------------------------------- */

/* Cubes of an n x n x n grid in [0,1]^3, each cut into six tetrahedra along its diagonal. */
static int32_t fill_cube(double (*corner)[4][3], int n)
{
    static const int path[6][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
    int32_t count = 0;
    for (int c = 0; c < n * n * n; c++) {
        const int at[3] = {c % n, c / n % n, c / n / n};
        for (int k = 0; k < 6; k++, count++) {
            for (int v = 0; v < 4; v++) {
                for (int q = 0; q < 3; q++) {
                    const int step = (v > 0 && path[k][0] == q) || (v > 1 && path[k][1] == q) || v > 2;
                    corner[count][v][q] = (double)(at[q] + step) / n;
                }
            }
        }
    }
    return count;
}

static void test_tets(void **state)
{
    (void)state;
    static double corner[6 * 27][4][3];
    tsu_error err = {0};
    tsu_region r = {.shape = TSU_REGION_SOLID};
    const tsu_region cube = {.shape = TSU_REGION_BLOCK, .hi = {1, 1, 1}};
    const int32_t n = fill_cube(corner, 3);
    assert_int_equal(tsu_tets_make(&r.solid, (const double(*)[4][3])corner, n, &err), TSU_OK);
    assert_true(fabs(r.solid.volume - 1.0) < 1e-14);
    for (uint64_t k = 0; k < 3000; k++) {
        double x[3];
        for (uint32_t q = 0; q < 3; q++) {
            x[q] = 1.4 * tsu_random_uniform(9, k, TSU_RANDOM_TEST, q) - 0.2;
        }
        assert_int_equal(tsu_region_contains(&r, x), tsu_region_contains(&cube, x));
        if (tsu_region_contains(&cube, x))
            assert_true(fabs(tsu_region_depth(&r, x) - tsu_region_depth(&cube, x)) < 1e-14);
        else
            assert_true(tsu_region_depth(&r, x) <= tsu_region_depth(&cube, x) + 1e-14);
    }
    r.solid.destroy(r.solid.self);
}

static void refuses(const char *text, const char *fragment)
{
    tsu_tet_list list;
    tsu_error err = {0};
    assert_int_not_equal(tsu_vtk_tets_parse(text, strlen(text), "mesh.vtk", &list, &err), TSU_OK);
    if (!strstr(err.message, fragment)) fail_msg("%s\nhas not: %s", err.message, fragment);
    assert_null(list.corner);
}

#define HEAD "# vtk DataFile Version 2.0\nname\nASCII\nDATASET UNSTRUCTURED_GRID\n"
#define FOUR "POINTS 4 double\n0 0 0\n1 0 0\n0 1 0 0 0 1\n"

static void test_tet_files(void **state)
{
    (void)state;
    static const char good[] = HEAD FOUR "CELLS 2 9\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 2\n5\n10\n";
    tsu_tet_list list;
    tsu_error err = {0};
    tsu_region r = {.shape = TSU_REGION_SOLID};
    assert_int_equal(tsu_vtk_tets_parse(good, strlen(good), "mesh.vtk", &list, &err), TSU_OK);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.others, 1);
    assert_true(list.corner[0][3][2] == 1.0);
    assert_int_equal(tsu_tets_make(&r.solid, (const double(*)[4][3])list.corner, 1, &err), TSU_OK);
    assert_true(fabs(r.solid.volume - 1.0 / 6.0) < 1e-15);
    r.solid.destroy(r.solid.self);
    tsu_memory_release(&list.corner);
    refuses("", "expected ASCII");
    refuses(HEAD "POINTS 4 double\n0 0 0\n1 0 x", "mesh.vtk:7: expected a coordinate, found 'x'");
    refuses(HEAD FOUR "CELLS 1 5\n4 0 1 2 4\nCELL_TYPES 1\n10\n", "the number of a point, found '4'");
    refuses(HEAD FOUR "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n5\n", "no tetrahedra");
    refuses(HEAD "POINTS 100000000 double\n0 0 0", "bytes follow");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_volume), cmocka_unit_test(test_volume_cut), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_motion), cmocka_unit_test(test_tets),       cmocka_unit_test(test_tet_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
