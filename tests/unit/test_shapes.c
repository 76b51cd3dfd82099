/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes: closed forms, and random placements whose answer is known because they were built from it, or is found by
 * trying many points of the surface. */
#include "base/random.h"
#include "shape/sphere_cylinder.h"
#include "shape/sphere_plane.h"
#include "shape/sphere_sphere.h"
#include "shape/sphere_triangle.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t draws;

static double uniform(double lo, double hi)
{
    return lo + (hi - lo) * tsu_random_uniform(21, draws++, TSU_RANDOM_TEST, 0);
}

static tsu_vec3 random_vector(double size)
{
    return (tsu_vec3){uniform(-size, size), uniform(-size, size), uniform(-size, size)};
}

static tsu_vec3 random_direction(void)
{
    const double u = uniform(-1.0, 1.0), turn = uniform(0.0, 6.283185307179586), s = sqrt(1.0 - u * u);
    return (tsu_vec3){s * cos(turn), s * sin(turn), u};
}

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g, not %.17g", got, want);
}

static void near_vector(tsu_vec3 got, tsu_vec3 want, double tolerance)
{
    near(got.x, want.x, tolerance);
    near(got.y, want.y, tolerance);
    near(got.z, want.z, tolerance);
}

static void two_spheres(void **state)
{
    (void)state;
    const tsu_touch t = tsu_sphere_sphere((tsu_vec3){2.0, 3.0, 6.0}, 3.0, 5.0); /* 2^2 + 3^2 + 6^2 = 7^2 */
    near(t.overlap, 1.0, 0.0);
    near_vector(t.n, (tsu_vec3){2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0}, 1e-16);
    const tsu_touch none = tsu_sphere_sphere((tsu_vec3){0.0, 0.0, 0.0}, 1.0, 2.0);
    near(none.overlap, 3.0, 0.0);
    near_vector(none.n, (tsu_vec3){0.0, 0.0, 0.0}, 0.0);
    for (int k = 0; k < 1000; k++) {
        const tsu_vec3 n = random_direction();
        const double ri = uniform(0.1, 1.0), rj = uniform(0.1, 1.0), d = uniform(-0.5, 0.15);
        const tsu_vec3 delta = tsu_vec3_scale(ri + rj - d, n);
        const tsu_touch ij = tsu_sphere_sphere(delta, ri, rj);
        const tsu_touch ji = tsu_sphere_sphere(tsu_vec3_negate(delta), rj, ri);
        near(ij.overlap, d, 1e-15);
        near_vector(ij.n, n, 1e-15);
        near(ji.overlap, ij.overlap, 0.0); /* exchanging the two changes no bit */
        near_vector(ji.n, tsu_vec3_negate(ij.n), 0.0);
    }
}

static double across(int axis, double position, const double x[3], double n[3])
{
    double point[3] = {0}, normal[3] = {0};
    point[axis] = position;
    normal[axis] = 1.0;
    return tsu_plane_distance(point, normal, x, n);
}

static double along(int axis, const double centre[3], double radius, const double x[3], double n[3])
{
    double unit[3] = {0}, other[3] = {0};
    unit[axis] = other[(axis + 1) % 3] = 1.0;
    return tsu_cylinder_distance(centre, unit, other, radius, x, n);
}

static void planes(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        double x[3] = {0.5, 0.25, -0.75}, n[3];
        x[axis] = 1.75;
        near(across(axis, 1.5, x, n), 0.25, 0.0);
        near(across(axis, 2.0, x, n), 0.25, 0.0);
        near(n[axis], -1.0, 0.0);
        near(fabs(n[0]) + fabs(n[1]) + fabs(n[2]), 1.0, 0.0);
        near(across(axis, 1.75, x, n), 0.0, 0.0);
        near(n[axis], 1.0, 0.0);
    }
}

static void cylinders(void **state)
{
    (void)state;
    for (int k = 0; k < 3000; k++) {
        const int axis = k % 3, a = (axis + 1) % 3, b = (axis + 2) % 3;
        const double centre[3] = {uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0)};
        const double turn = uniform(0.0, 6.283185307179586), radius = uniform(0.5, 2.0),
                     r = uniform(0.01, 3.0);
        double x[3], n[3];
        x[axis] = uniform(-5.0, 5.0);
        x[a] = centre[a] + r * cos(turn);
        x[b] = centre[b] + r * sin(turn);
        const double side = r < radius ? -1.0 : 1.0;
        near(along(axis, centre, radius, x, n), fabs(r - radius), 1e-14);
        near(n[axis], 0.0, 0.0);
        near(n[a], side * cos(turn), 1e-13);
        near(n[b], side * sin(turn), 1e-13);
        x[a] = centre[a]; /* on the axis */
        x[b] = centre[b];
        near(along(axis, centre, radius, x, n), radius, 0.0);
        near(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0, 0.0);
        near(n[axis], 0.0, 0.0);
    }
}

static tsu_triangle triangle_of(tsu_vec3 a, tsu_vec3 b, tsu_vec3 c)
{
    const tsu_vec3 across = tsu_vec3_cross(tsu_vec3_sub(b, a), tsu_vec3_sub(c, a));
    tsu_triangle t = {.corner = {a, b, c}, .n = tsu_vec3_scale(1.0 / tsu_vec3_norm(across), across)};
    tsu_triangle_complete(&t);
    return t;
}

static tsu_vec3 mixed(const tsu_triangle *t, double u, double v)
{
    const tsu_vec3 p = tsu_vec3_scale(1.0 - u - v, t->corner[0]);
    return tsu_vec3_madd(tsu_vec3_madd(p, u, t->corner[1]), v, t->corner[2]);
}

/* The features of a right triangle with sides 3, 4, 5 in the plane z = 0, each approached from where it is nearest. */
static void triangle_features(void **state)
{
    (void)state;
    const tsu_triangle t = triangle_of((tsu_vec3){0, 0, 0}, (tsu_vec3){4, 0, 0}, (tsu_vec3){0, 3, 0});
    const struct {
        tsu_vec3 x;
        int feature;
        double distance;
    } at[] = {{{1, 1, 2}, TSU_FEATURE_FACE, 2.0},
              {{1, 1, -2}, TSU_FEATURE_FACE, 2.0},
              {{2, -3, 4}, TSU_FEATURE_SIDE + 0, 5.0},
              {{2 + 3, 1.5 + 4, 0}, TSU_FEATURE_SIDE + 1, 5.0},
              {{-3, 1, 4}, TSU_FEATURE_SIDE + 2, 5.0},
              {{-2, -3, 6}, TSU_FEATURE_CORNER + 0, 7.0},
              {{4 + 6, -2, 3}, TSU_FEATURE_CORNER + 1, 7.0},
              {{-2, 3 + 6, 3}, TSU_FEATURE_CORNER + 2, 7.0}};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        const tsu_foot f = tsu_triangle_foot(&t, at[k].x);
        assert_int_equal(f.feature, at[k].feature);
        near(f.distance, at[k].distance, 1e-14);
    }
}

/* No point of the triangle is nearer than the foot, which is one of them. */
static void triangle_nearest(void **state)
{
    (void)state;
    for (int k = 0; k < 2000; k++) {
        const tsu_triangle t = triangle_of(random_vector(1.0), random_vector(1.0), random_vector(1.0));
        const tsu_vec3 x = random_vector(k % 2 ? 1.0 : 3.0);
        const tsu_foot f = tsu_triangle_foot(&t, x);
        double least = INFINITY;
        for (int m = 0; m < 400; m++) {
            double u = uniform(0.0, 1.0), v = uniform(0.0, 1.0);
            if (u + v > 1.0) {
                u = 1.0 - u;
                v = 1.0 - v;
            }
            if (m % 4 == 1) u = 0.0;
            if (m % 4 == 2) v = 0.0;
            if (m % 4 == 3) u = 1.0 - v;
            least = fmin(least, tsu_vec3_norm(tsu_vec3_sub(x, mixed(&t, u, v))));
        }
        for (int c = 0; c < 3; c++) {
            least = fmin(least, tsu_vec3_norm(tsu_vec3_sub(x, t.corner[c])));
        }
        near(tsu_vec3_norm(f.n), 1.0, 1e-14);
        assert_true(f.distance <= least * (1.0 + 1e-12));
        assert_true(least - f.distance < 0.3); /* the foot is on the triangle: sampling comes near */
        const tsu_vec3 p = tsu_foot_point(f, x);
        near(tsu_triangle_foot(&t, p).distance, 0.0, 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_spheres),       cmocka_unit_test(planes),           cmocka_unit_test(cylinders),
        cmocka_unit_test(triangle_features), cmocka_unit_test(triangle_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
