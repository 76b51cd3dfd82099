/* SPDX-License-Identifier: Apache-2.0 */
/* A face that particles are inserted behind: a rectangle of two triangles has the distances that one can work out, and whether a
 * sphere lies within it is told alike both ways. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "step/room/room.h"

static const double WIDE = 3.0, HIGH = 2.0;

static void make_rectangle(tsu_face *face)
{
    const double corner[2][3][3] = {{{0, 0, 1}, {WIDE, 0, 1}, {WIDE, HIGH, 1}},
                                    {{0, 0, 1}, {WIDE, HIGH, 1}, {0, HIGH, 1}}};
    tsu_facets f = {0};
    tsu_mesh mesh;
    tsu_error err;
    for (int t = 0; t < 2; t++) {
        assert_int_equal(tsu_facets_append(&f, corner[t], t, &err), TSU_OK);
    }
    assert_int_equal(tsu_mesh_build(&mesh, &f, 0.0, &err), TSU_OK);
    assert_int_equal(tsu_face_make(face, &mesh, &err), TSU_OK);
    tsu_mesh_free(&mesh);
    tsu_facets_free(&f);
}

/* Positive inside, by the nearest side; negative outside. */
static double depth_by_hand(const double x[3])
{
    const double beside[2] = {fmax(fmax(-x[0], x[0] - WIDE), 0.0), fmax(fmax(-x[1], x[1] - HIGH), 0.0)};
    const double within = fmin(fmin(x[0], WIDE - x[0]), fmin(x[1], HIGH - x[1]));
    return within >= 0.0 ? within : -hypot(beside[0], beside[1]);
}

static void test_rectangle(void **state)
{
    (void)state;
    tsu_face face;
    int held = 0;
    make_rectangle(&face);
    for (uint32_t k = 0; k < 2000; k++) {
        double x[3], n[3];
        for (uint32_t q = 0; q < 3; q++) {
            x[q] = 5.0 * tsu_random_uniform(11, k, TSU_RANDOM_TEST, q) - 1.0;
        }
        const double depth = depth_by_hand(x), radius = tsu_random_uniform(11, k, TSU_RANDOM_TEST, 3);
        assert_true(fabs(tsu_face_depth(&face, x, n) - depth) < 1e-12);
        if (fabs(depth - radius) > 1e-12) assert_int_equal(tsu_face_holds(&face, x, radius), depth >= radius);
        held += depth >= radius;
    }
    assert_true(held > 50 && held < 1950);
    tsu_face_free(&face);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rectangle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
