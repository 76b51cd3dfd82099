/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes: corners become vertices, sides edges; faults are counted and placed; what can be repaired is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "state/mesh.h"

/* A cube of side 2 about the origin, twelve triangles that look outward; corners off by up to `noise`. */
static void make_cube(tsu_facets *f, double noise)
{
    static const int quad[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    tsu_error err;
    for (int side = 0; side < 6; side++) {
        for (int half = 0; half < 2; half++) {
            const int use[3] = {quad[side][0], quad[side][1 + half], quad[side][2 + half]};
            double corner[3][3];
            for (int k = 0; k < 3; k++) {
                for (int q = 0; q < 3; q++) {
                    corner[k][q] = (use[k] >> q & 1 ? 1.0 : -1.0) + noise * (side % 3 - 1);
                }
            }
            assert_int_equal(tsu_facets_append(f, (const double(*)[3])corner, 100 + f->count, &err), TSU_OK);
        }
    }
}

static void test_cube(void **state)
{
    (void)state;
    tsu_facets f = {0};
    tsu_mesh m;
    tsu_mesh_health h;
    tsu_error err;
    char text[2000];
    make_cube(&f, 1e-9);
    assert_int_equal(tsu_mesh_build(&m, &f, 1e-8, &err), TSU_OK);
    assert_int_equal(m.vertices, 8);
    assert_int_equal(m.edges, 18); /* Euler: V - E + F = 8 - 18 + 12 = 2 */
    assert_true(fabs(m.area - 24.0) < 1e-7 && fabs(m.radius - sqrt(3.0)) < 1e-8);
    for (int32_t t = 0; t < 12; t++) { /* outward */
        const double *v = m.vertex[m.corner[t][0]], *n = m.plane[t];
        assert_true(fabs(v[0] * n[0] + v[1] * n[1] + v[2] * n[2] - 1.0) < 1e-7);
    }
    assert_int_equal(tsu_mesh_examine(&m, &h, &err), TSU_OK);
    for (int q = 0; q < TSU_MESH_FAULTS; q++) {
        assert_int_equal(h.count[q], 0);
    }
    assert_int_equal(h.parts, 1);
    tsu_mesh_describe(&m, &h, text, sizeof text);
    assert_non_null(strstr(text, "no faults"));
    tsu_mesh_free(&m);
    assert_int_equal(tsu_mesh_build(&m, &f, 1e-10, &err), TSU_OK); /* too fine: the corners stay apart */
    assert_true(m.vertices > 8);
    tsu_mesh_free(&m);
    tsu_facets_free(&f);
}

static void test_faults(void **state)
{
    (void)state;
    tsu_facets f = {0};
    tsu_mesh m;
    tsu_mesh_health h;
    tsu_error err;
    char text[4000];
    int64_t changed;
    make_cube(&f, 0.0);
    f.count = 11; /* a hole of three edges */
    double corner[3][3];
    memcpy(corner, f.corner[3], sizeof corner);
    memcpy(f.corner[3][1], corner[2], sizeof corner[1]); /* turned */
    memcpy(f.corner[3][2], corner[1], sizeof corner[1]);
    memcpy(corner, f.corner[0], sizeof corner);
    assert_int_equal(tsu_facets_append(&f, (const double(*)[3])corner, 77, &err), TSU_OK); /* twice */
    memcpy(corner[1], corner[0], sizeof corner[1]);
    assert_int_equal(tsu_facets_append(&f, (const double(*)[3])corner, 88, &err), TSU_OK); /* no area */
    const double thin[3][3] = {
        {10, 0, 0}, {11, 0, 0}, {10.5, 0.004, 0}}; /* angle atan(0.008) = 0.458 degrees */
    assert_int_equal(tsu_facets_append(&f, thin, 99, &err), TSU_OK);
    assert_int_equal(tsu_mesh_build(&m, &f, 1e-8, &err), TSU_OK);
    assert_int_equal(tsu_mesh_examine(&m, &h, &err), TSU_OK);
    assert_int_equal(h.count[TSU_MESH_DEGENERATE], 1);
    assert_int_equal(h.worst[TSU_MESH_DEGENERATE][0].origin, 88);
    assert_int_equal(h.count[TSU_MESH_DUPLICATED], 1);
    assert_int_equal(h.worst[TSU_MESH_DUPLICATED][0].origin, 77);
    assert_true(fabs(h.worst[TSU_MESH_DUPLICATED][0].measure - 2.0) < 1e-12);
    assert_int_equal(h.count[TSU_MESH_INVERTED], 1);
    assert_int_equal(h.worst[TSU_MESH_INVERTED][0].origin, 103);
    assert_int_equal(h.count[TSU_MESH_NON_MANIFOLD], 3); /* the edges of the doubled triangle */
    assert_int_equal(h.count[TSU_MESH_HOLE], 2);         /* in the cube, and around the thin triangle */
    assert_int_equal(h.open_edges, 6);
    assert_true(fabs(h.worst[TSU_MESH_HOLE][0].measure - (4.0 + sqrt(8.0))) < 1e-12);
    assert_int_equal(h.count[TSU_MESH_SLIVER], 1);
    assert_true(fabs(h.worst[TSU_MESH_SLIVER][0].measure - atan(0.008) * 180 / 3.14159265358979) < 1e-6);
    tsu_mesh_describe(&m, &h, text, sizeof text);
    assert_non_null(strstr(text, "1 inverted triangle, worst at"));
    tsu_mesh_describe(&m, &h, text, 60); /* a short buffer is not overrun */
    assert_int_equal(strlen(text), 59);

    assert_int_equal(tsu_mesh_repair(&m, 1u << TSU_MESH_HOLE, &changed, &err), TSU_ERROR_UNSUPPORTED);
    const unsigned all = 1u << TSU_MESH_DEGENERATE | 1u << TSU_MESH_DUPLICATED;
    assert_int_equal(tsu_mesh_repair(&m, all, &changed, &err), TSU_OK);
    assert_int_equal(changed, 2);
    assert_int_equal(m.triangles, 12);
    assert_int_equal(tsu_mesh_repair(&m, 1u << TSU_MESH_INVERTED, &changed, &err), TSU_OK);
    assert_int_equal(changed, 1);
    assert_int_equal(tsu_mesh_examine(&m, &h, &err), TSU_OK);
    assert_int_equal(h.count[TSU_MESH_DEGENERATE] + h.count[TSU_MESH_DUPLICATED] +
                         h.count[TSU_MESH_INVERTED] + h.count[TSU_MESH_NON_MANIFOLD],
                     0);
    tsu_mesh_free(&m);
    tsu_facets_free(&f);
}

static void test_changes(void **state)
{
    (void)state;
    tsu_facets f = {0};
    tsu_error err;
    const double by[3] = {1.0, 0.0, 0.0}, axis[3] = {0.0, 0.0, 3.0}, none[3] = {0};
    make_cube(&f, 0.0);
    const double x = f.corner[0][0][0], y = f.corner[0][0][1], z = f.corner[0][0][2];
    tsu_facets_scale(&f, 2.0);
    tsu_facets_move(&f, by);
    assert_int_equal(tsu_facets_rotate(&f, axis, 3.14159265358979323846 / 2, &err), TSU_OK);
    const double *c = f.corner[0][0]; /* a quarter turn about z: x' = -y, y' = x */
    assert_true(fabs(c[0] + 2 * y) < 1e-15 && fabs(c[1] - (2 * x + 1)) < 1e-15 && fabs(c[2] - 2 * z) < 1e-15);
    assert_int_equal(tsu_facets_rotate(&f, none, 1.0, &err), TSU_ERROR_INPUT);
    tsu_facets_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cube), cmocka_unit_test(test_faults),
                                       cmocka_unit_test(test_changes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
