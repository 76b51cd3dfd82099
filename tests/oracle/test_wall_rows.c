/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the shapes of walls: what the rows promise of distance, normal and lanes; parameters that make no sense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

static double uniform(uint32_t k, double lo, double hi)
{
    const tsu_random_words r = tsu_random_draw(18, k, (tsu_random_purpose)1, 0);
    return lo + (hi - lo) * tsu_random_unit(r.w[0], r.w[1]);
}

static void must(tsu_status status, const tsu_error *err)
{
    if (status != TSU_OK) fail_msg("%s", err->message);
}

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

static tsu_wall_def random_def(const tsu_wall_shape *shape, uint32_t k)
{
    tsu_wall_def def = tsu_wall_def_default();
    def.shape = shape->name;
    for (int q = 0; q < shape->parameters; q++) {
        const bool size = shape->parameter[q].rule != TSU_WALL_ANY;
        tsu_wall_parameter_set(&shape->parameter[q], &def,
                               uniform(100 * k + (uint32_t)q, size ? 0.3 : -1.0, 1.0));
    }
    return def;
}

/* Whether the point is on the surface, by the equation of the shape. */
static double off_surface(const tsu_wall_form *f, const double p[3])
{
    double d[3], along = 0.0, all = 0.0;
    for (int q = 0; q < 3; q++) {
        d[q] = p[q] - f->point[q];
        along += d[q] * f->axis[q];
        all += d[q] * d[q];
    }
    if (f->radius == 0.0) return along;                                 /* plane */
    if (f->length == 0.0) return sqrt(all - along * along) - f->radius; /* cylinder, sphere */
    return sqrt(fmax(0.0, all - along * along)) - f->radius - along * f->slope[1] / f->slope[0];
}

/* Distance and normal: the foot is on the surface; going away along the normal adds what one goes; the lanes have the same bits. */
static void test_rows(void **state)
{
    (void)state;
    for (int s = 0; tsu_wall_shapes[s]; s++) {
        const tsu_wall_shape *shape = tsu_wall_shapes[s];
        assert_ptr_equal(tsu_wall_shape_find(shape->name), shape);
        for (uint32_t k = 1; k <= 300 && shape->distance; k++) {
            tsu_error err = {0};
            tsu_wall_form f;
            const tsu_wall_def def = random_def(shape, k);
            must(tsu_wall_shape_form(shape, &def, &f, &err), &err);
            double x[3], v[3], n[3], foot[3], further[3], n2[3], lane[16];
            for (int q = 0; q < 3; q++) {
                x[q] = uniform(7000 * k + (uint32_t)q, -1.5, 1.5);
                v[q] = uniform(7000 * k + 10 + (uint32_t)q, -1.5, 1.5);
            }
            const double d = shape->distance(&f, x, n), radius = 0.25;
            for (int q = 0; q < 3; q++) {
                foot[q] = x[q] - d * n[q];
                further[q] = x[q] + 1e-6 * n[q];
            }
            near(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0, 1e-14);
            near(off_surface(&f, foot), 0.0, 1e-12);
            if (d > 1e-3 && (f.radius == 0.0 || d < 0.2))
                near(shape->distance(&f, further, n2), d + 1e-6, 1e-12);
            for (double dt = 1e-3; dt < 2.0;
                 dt *= 1000.0) { /* in the second time many have come through the surface */
                const tsu_wall_lanes lanes = {{x, x + 1, x + 2},
                                              {v, v + 1, v + 2},
                                              &radius,
                                              {lane, lane + 1, lane + 2},
                                              lane + 3,
                                              {lane + 4, lane + 5, lane + 6},
                                              lane + 7,
                                              dt,
                                              1};
                shape->look(&f, &lanes);
                assert_memory_equal(lane, n, sizeof n);
                assert_true(lane[3] == radius - d);
                const double from[3] = {x[0] - dt * v[0], x[1] - dt * v[1], x[2] - dt * v[2]};
                near(lane[7], radius - shape->distance(&f, from, n2), shape->flat ? 1e-14 : 0.0);
                assert_memory_equal(lane + 4, n2, sizeof n2);
            }
        }
    }
}

/* A cone's nearest point is the nearest of very many of its line. */
static void test_cone_distance(void **state)
{
    (void)state;
    const tsu_wall_shape *cone = tsu_wall_shape_find("cone");
    for (uint32_t k = 1; k <= 50; k++) {
        tsu_error err = {0};
        tsu_wall_form f;
        const tsu_wall_def def = random_def(cone, k);
        must(tsu_wall_shape_form(cone, &def, &f, &err), &err);
        double x[3], n[3], least = INFINITY, along = 0.0, all = 0.0;
        for (int q = 0; q < 3; q++) {
            x[q] = uniform(9000 * k + (uint32_t)q, -2.0, 2.0);
            along += (x[q] - f.point[q]) * f.axis[q];
            all += (x[q] - f.point[q]) * (x[q] - f.point[q]);
        }
        const double out = sqrt(all - along * along);
        for (int m = 0; m <= 20000; m++) {
            const double t = f.length * m / 20000.0;
            least = fmin(least, hypot(along - t * f.slope[0], out - f.radius - t * f.slope[1]));
        }
        near(cone->distance(&f, x, n), least, 1e-4);
        assert_true(cone->distance(&f, x, n) <= least + 1e-14);
    }
}

/* ---- slips -------------------------------------------------------------------------------------------------------- */

static void refused(tsu_world *w, const tsu_wall_def *def, const char *says)
{
    tsu_error err = {0};
    assert_int_equal(tsu_walls_add(w, def, &err), TSU_ERROR_INPUT);
    if (!strstr(err.message, says)) fail_msg("'%s' has not '%s'", err.message, says);
    assert_int_equal(w->walls, 0);
}

static void test_slips(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_world_def of_world = tsu_world_def_default();
    of_world.timestep = 1e-5;
    tsu_world *w = tsu_world_create(&of_world, &err);
    if (!w) fail_msg("%s", err.message);
    must(tsu_laws_choose(w, "model hertz tangential history", &err), &err);
    tsu_wall_def d = tsu_wall_def_default();
    d.shape = "plain";
    refused(w, &d, "known are xplane, yplane, zplane, plane, xcylinder");
    d.shape = "plane";
    d.direction[2] = 0.0;
    refused(w, &d, "has no direction");
    d.direction[1] = NAN;
    refused(w, &d, "ny nan; it must be a finite number");
    d = tsu_wall_def_default();
    d.spin = 1.0;
    refused(w, &d, "a zplane has no axis of rotation");
    d.spin = 0.0;
    d.velocity[2] = 0.1;
    refused(w, &d, "cannot have the surface velocity");
    d.shape = "plane";
    d.direction[0] = 1.0;
    refused(w, &d, "cannot have the surface velocity");
    d.shape = "xcylinder";
    refused(w, &d, "cannot have the surface velocity");
    d.velocity[2] = 0.0;
    d.spin = 1.0;
    d.shape = "sphere";
    refused(w, &d, "a sphere has no axis of rotation");
    d.radius = -1.0;
    refused(w, &d, "radius -1; it must be positive");
    d.shape = "cone";
    refused(w, &d, "r1 -1; it must not be negative");
    d.radius = 1.0;
    refused(w, &d, "they must differ");
    d.end[0] = 1.0;
    d.radius = 0.0;
    refused(w, &d, "both radii");
    d.shape = "mesh";
    refused(w, &d, "needs a mesh");
    tsu_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cone_distance),
                                       cmocka_unit_test(test_slips)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
