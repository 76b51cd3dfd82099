/* SPDX-License-Identifier: Apache-2.0 */
/* Movers: the way of a point is the closed form, whatever the step; velocities are its mean; origins are carried along. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "step/mesh/motion.h"

static const double PI = 3.14159265358979323846;

typedef struct scene {
    tsu_mover mover[3];
    int movers;
    tsu_pose pose;
} scene;

static void add(scene *s, tsu_mover m)
{
    tsu_error err = {0};
    assert_int_equal(tsu_mover_check(&m, &err), TSU_OK);
    s->mover[s->movers++] = m;
}

/* Runs to time t in n steps; checks that the velocity of the last step is the mean of the way of x0. */
static tsu_vec3 run(scene *s, tsu_vec3 x0, double t, int n, double tolerance)
{
    const double dt = t / n;
    tsu_vec3 before = x0, now = x0;
    s->pose = tsu_pose_identity();
    for (int k = 0; k < n; k++) {
        before = now;
        tsu_motion_advance(s->mover, s->movers, &s->pose, dt);
        now = tsu_pose_point(&s->pose, x0);
    }
    const tsu_twist twist = tsu_motion_twist(s->mover, s->movers, tsu_vec3_make(0.1, 0.2, 0.3), dt);
    const tsu_vec3 v = tsu_twist_at(&twist, tsu_vec3_scale(0.5, tsu_vec3_add(now, before)));
    const tsu_vec3 mean = tsu_vec3_scale(1.0 / dt, tsu_vec3_sub(now, before));
    assert_true(tsu_vec3_norm(tsu_vec3_sub(v, mean)) <= tolerance);
    return now;
}

static void near(tsu_vec3 a, double x, double y, double z, double tolerance)
{
    const double d = tsu_vec3_norm(tsu_vec3_sub(a, tsu_vec3_make(x, y, z)));
    if (!(d <= tolerance))
        print_error("(%.15g %.15g %.15g) for (%.15g %.15g %.15g)\n", a.x, a.y, a.z, x, y, z);
    assert_true(d <= tolerance);
}

static void test_translations(void **state)
{
    (void)state;
    const tsu_vec3 x0 = {1.0, 2.0, 3.0};
    for (int n = 1; n <= 1000; n *= 10) {
        scene s = {0};
        add(&s, (tsu_mover){.kind = TSU_MOVE_LINEAR, .vector = {1.0, -2.0, 0.5}});
        near(run(&s, x0, 0.3, n, 1e-11), 1.3, 1.4, 3.15, 1e-13);
        s = (scene){0};
        add(&s, (tsu_mover){.kind = TSU_MOVE_WIGGLE, .vector = {0.1, 0.0, -0.2}, .period = 0.07});
        const double sine = sin(2 * PI * 0.3 / 0.07);
        near(run(&s, x0, 0.3, n, 1e-10), 1.0 + 0.1 * sine, 2.0, 3.0 - 0.2 * sine, 1e-12);
        s = (scene){0};
        add(&s, (tsu_mover){.kind = TSU_MOVE_VIBLIN,
                            .vector = {0.0, 0.0, 2.0},
                            .terms = 2,
                            .term = {{0.1, 0.05, 0.4}, {0.03, 0.013, -2.0}}});
        const double z = 0.1 * (cos(2 * PI * 0.3 / 0.05 + 0.4) - cos(0.4)) +
                         0.03 * (cos(2 * PI * 0.3 / 0.013 - 2.0) - cos(-2.0));
        near(run(&s, x0, 0.3, n, 1e-9), 1.0, 2.0, 3.0 + z, 1e-12);
    }
}

static void test_rotations(void **state)
{
    (void)state;
    const tsu_vec3 x0 = {1.0, 2.0, 3.0};
    const double origin[3] = {0.5, 1.0, 0.0};
    for (int n = 10; n <= 10000; n *= 10) {
        const double chord = 40.0 / ((double)n * n); /* the mean velocity is that on the chord */
        scene s = {0};
        add(&s, (tsu_mover){
                    .kind = TSU_MOVE_ROTATE, .vector = {0, 0, 5}, .origin = {0.5, 1.0, 0.0}, .period = 0.4});
        const double a = 2 * PI * 0.3 / 0.4, x = x0.x - origin[0], y = x0.y - origin[1];
        near(run(&s, x0, 0.3, n, 1000 * chord), 0.5 + cos(a) * x - sin(a) * y, 1.0 + sin(a) * x + cos(a) * y,
             3.0, 1e-11);
        s = (scene){0};
        add(&s, (tsu_mover){.kind = TSU_MOVE_RIGGLE,
                            .vector = {0, 0, 1},
                            .origin = {0.5, 1.0, 0.0},
                            .period = 0.4,
                            .amplitude = 0.3});
        const double b = 0.3 * sin(2 * PI * 0.3 / 0.4);
        near(run(&s, x0, 0.3, n, 1000 * chord), 0.5 + cos(b) * x - sin(b) * y, 1.0 + sin(b) * x + cos(b) * y,
             3.0, 1e-11);
        s = (scene){0};
        add(&s, (tsu_mover){.kind = TSU_MOVE_VIBROT,
                            .vector = {0, 0, 1},
                            .origin = {0.5, 1.0, 0.0},
                            .terms = 1,
                            .term = {{0.2, 0.11, 1.0}}});
        const double c = 0.2 * (cos(2 * PI * 0.3 / 0.11 + 1.0) - cos(1.0));
        near(run(&s, x0, 0.3, n, 1000 * chord), 0.5 + cos(c) * x - sin(c) * y, 1.0 + sin(c) * x + cos(c) * y,
             3.0, 1e-11);
    }
    scene s = {0}; /* a million steps do not wear the rotation out */
    add(&s, (tsu_mover){.kind = TSU_MOVE_ROTATE, .vector = {1, 2, 3}, .period = 1e-3});
    near(run(&s, x0, 1000.0, 1000000, 1e9), 1.0, 2.0, 3.0, 1e-8);
}

static void test_one_upon_the_other(void **state)
{
    (void)state;
    const tsu_vec3 x0 = {1.0, 0.0, 0.0};
    scene s = {0}; /* the origin of a later rotation moves along: a wheel that rolls along x */
    add(&s, (tsu_mover){.kind = TSU_MOVE_LINEAR, .vector = {2.0, 0, 0}});
    add(&s, (tsu_mover){.kind = TSU_MOVE_ROTATE, .vector = {0, 0, 1}, .origin = {0.5, 0, 0}, .period = 1.0});
    near(run(&s, x0, 0.25, 1000, 1e-2), 0.5 + 0.5, 0.5, 0.0, 1e-12);
    assert_true(fabs(s.mover[1].origin[0] - 1.0) < 1e-13);
    /* the other way round the origin stays: x' = w x (x - p) + v, a circle about p + v/w */
    s = (scene){0};
    add(&s, (tsu_mover){.kind = TSU_MOVE_ROTATE, .vector = {0, 0, 1}, .origin = {0.5, 0, 0}, .period = 1.0});
    add(&s, (tsu_mover){.kind = TSU_MOVE_LINEAR, .vector = {2.0, 0, 0}});
    const double r =
        2.0 /
        (2 * PI); /* in complex numbers z' = i w (z - p) + v: z = p + c + (z0 - p - c) e^{i w t}, c = i v/w */
    near(run(&s, x0, 0.25, 100000, 1e-2), 0.5 + r, r + 0.5, 0.0, 1e-4);
    assert_true(s.mover[0].origin[0] == 0.5);
    /* riggle and vibrot keep their origin */
    s = (scene){0};
    add(&s, (tsu_mover){.kind = TSU_MOVE_LINEAR, .vector = {2.0, 0, 0}});
    add(&s, (tsu_mover){.kind = TSU_MOVE_RIGGLE, .vector = {0, 0, 1}, .period = 1.0, .amplitude = 0.1});
    run(&s, x0, 0.25, 10, 1.0);
    assert_true(s.mover[1].origin[0] == 0.0);
}

static void test_variable(void **state)
{
    (void)state;
    scene s = {0};
    tsu_vec3 x0 = {1.0, 0.0, 0.0};
    add(&s, (tsu_mover){.kind = TSU_MOVE_LINEAR_VARIABLE, .value = {0.0, 3.0, 0.0}});
    add(&s, (tsu_mover){.kind = TSU_MOVE_ROTATE_VARIABLE, .vector = {0, 0, 1}, .value = {0.5 * PI}});
    near(run(&s, x0, 1.0, 100, 1.0), 0.0, 4.0, 0.0, 1e-12);
}

static void test_wrong(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_mover m = {.kind = TSU_MOVE_ROTATE, .period = 1.0};
    assert_int_equal(tsu_mover_check(&m, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "no direction"));
    m = (tsu_mover){.kind = TSU_MOVE_WIGGLE};
    assert_int_equal(tsu_mover_check(&m, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "period"));
    m = (tsu_mover){.kind = TSU_MOVE_VIBLIN, .vector = {1, 0, 0}, .terms = 31};
    assert_int_equal(tsu_mover_check(&m, &err), TSU_ERROR_INPUT);
    m = (tsu_mover){.kind = TSU_MOVE_LINEAR, .vector = {NAN, 0, 0}};
    assert_int_equal(tsu_mover_check(&m, &err), TSU_ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_translations), cmocka_unit_test(test_rotations),
                                       cmocka_unit_test(test_one_upon_the_other),
                                       cmocka_unit_test(test_variable), cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
