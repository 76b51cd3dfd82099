/* SPDX-License-Identifier: Apache-2.0 */
/* Moving meshes: a mesh that moves is a mesh at rest seen from a moving frame; one that turns in its plane is a surface that
 * turns; the work of all of them is in the accounts; forces, torque, stress and wear are what they must be; a servo presses
 * with its target. */
#include "oracle/mesh_shapes.h"
#include "step/mesh/servo.h"

static const char ALL[] = "model hertz tangential history rolling_friction epsd2";

static void rain(tsu_world *w, int count, const double frame[3])
{
    uint32_t counter = 0;
    for (int k = 0; k < count; k++) {
        const double r = 0.003 + 0.001 * draw(3, &counter);
        const double x[3] = {0.012 * (k % 5 - 2), 0.012 * (k / 5 % 5 - 2), 0.008 + 0.01 * (k / 25)};
        double v[3], spin[3];
        for (int q = 0; q < 3; q++) {
            v[q] = 0.2 * (draw(3, &counter) - 0.5) + frame[q];
            spin[q] = 20.0 * (draw(3, &counter) - 0.5);
        }
        add_sphere(w, r, x, v, spin);
    }
}

static void test_moving_frame(void **state)
{
    (void)state;
    tsu_error err = {0};
    const double frame[3] = {0.7, -0.4, 0.3}, none[3] = {0};
    tsu_world *rest = make_world(ALL, 0.5, 0.4, 1), *moving = make_world(ALL, 0.5, 0.4, 1);
    tsu_facets f = {0};
    add_bumps(&f, 0.06, 14, 0.003, 11);
    add_mesh(rest, "mesh", &f);
    add_bumps(&f, 0.06, 14, 0.003, 11);
    tsu_mesh_body *body = add_mesh(moving, "mesh", &f);
    tsu_mover m = {.name = "m", .kind = TSU_MOVE_LINEAR, .vector = {0.7, -0.4, 0.3}};
    REQUIRE(tsu_mesh_add_mover(moving, body, &m, &err));
    rain(rest, 25, none);
    rain(moving, 25, frame);
    int felt = 0;
    for (int k = 0; k < 50; k++) {
        REQUIRE(tsu_world_step(rest, 100, &err));
        REQUIRE(tsu_world_step(moving, 100, &err));
        felt += touching(rest);
    }
    assert_true(felt > 50);
    double most = 0.0;
    for (int32_t i = 0; i < rest->particles.count; i++) { /* fewer than are sorted: rows are the same */
        for (int q = 0; q < 3; q++) {
            const double there = moving->particles.xr[i][q] - frame[q] * moving->time;
            most = fmax(most, fabs(there - rest->particles.xr[i][q]) / 0.003);
            most = fmax(most, fabs(moving->particles.vm[i][q] - frame[q] - rest->particles.vm[i][q]));
            most = fmax(most, fabs(moving->particles.wi[i][q] - rest->particles.wi[i][q]) * 0.003);
        }
    }
    print_message("moving frame: %.1e\n", most);
    assert_true(most < 1e-9);
    tsu_world_destroy(rest);
    tsu_world_destroy(moving);
}

/* A table that turns about z below a sphere, as a moving mesh and as a surface that turns within itself. */
static void test_turntable(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_world *w[2];
    for (int k = 0; k < 2; k++) {
        tsu_facets f = {0};
        w[k] = make_world(ALL, 0.5, 0.4, 1);
        add_random_plane(&f, 0.1, 0.011, 5);
        tsu_mesh_body *body = add_mesh(w[k], "mesh", &f);
        const tsu_mover m = {.name = "m",
                             .kind = TSU_MOVE_ROTATE,
                             .vector = {0, 0, 1},
                             .origin = {0.01, 0.02, 0},
                             .period = 0.9};
        const tsu_surface_motion turn = {
            .turning = true, .origin = {0.01, 0.02, 0}, .axis = {0, 0, 2}, .omega = 6.283185307179586 / 0.9};
        if (k == 0)
            REQUIRE(tsu_mesh_add_mover(w[k], body, &m, &err));
        else
            REQUIRE(tsu_mesh_set_surface(body, &turn, &err));
        const double x[3] = {0.03, 0.01, 0.004999};
        add_sphere(w[k], 0.005, x, NULL, NULL);
        REQUIRE(tsu_world_step(w[k], 20000, &err));
    }
    double most = 0.0;
    for (int q = 0; q < 3; q++) {
        most = fmax(most, fabs(w[0]->particles.xr[0][q] - w[1]->particles.xr[0][q]) / 0.005);
        most = fmax(most, fabs(w[0]->particles.vm[0][q] - w[1]->particles.vm[0][q]));
    }
    print_message("turntable: %.1e, speed %.3f m/s\n", most,
                  hypot(w[0]->particles.vm[0][0], w[0]->particles.vm[0][1]));
    assert_true(most < 1e-9);
    assert_true(hypot(w[0]->particles.vm[0][0], w[0]->particles.vm[0][1]) > 0.02);
    tsu_world_destroy(w[0]);
    tsu_world_destroy(w[1]);
}

static tsu_energy shake(double dt, int kind)
{
    tsu_error err = {0};
    tsu_energy e;
    tsu_facets f = {0};
    const double none[3] = {0};
    tsu_world *w = make_world(ALL, 0.6, 0.3, 2);
    w->dt = dt;
    const double lift[3] = {0.0, 0.0, 0.047};
    if (kind == 2)
        add_cylinder(&f, 0.05, 0.06, 16, 4);
    else
        add_bumps(&f, 0.06, 14, 0.003, 11);
    if (kind == 2) tsu_facets_move(&f, lift);
    tsu_mesh_body *body = add_mesh(w, "mesh", &f);
    tsu_mover m = {.name = "m", .kind = TSU_MOVE_WIGGLE, .vector = {0.002, 0.0, 0.001}, .period = 0.03};
    const tsu_surface_motion belt = {.linear = true, .velocity = {0.3, 0.1, 0.05}};
    if (kind == 2)
        m = (tsu_mover){.name = "m",
                        .kind = TSU_MOVE_ROTATE,
                        .vector = {0, 1, 0},
                        .origin = {0, 0, 0.047},
                        .period = 0.5};
    if (kind == 1)
        REQUIRE(tsu_mesh_set_surface(body, &belt, &err));
    else
        REQUIRE(tsu_mesh_add_mover(w, body, &m, &err));
    rain(w, 25, none);
    REQUIRE(tsu_world_step(w, (int64_t)(0.06 / dt), &err));
    REQUIRE(tsu_world_energy(w, &e, &err));
    tsu_world_destroy(w);
    return e;
}

static void test_work(void **state)
{
    (void)state;
    const char *const name[] = {"wiggle", "belt", "drum"};
    for (int kind = 0; kind < 3; kind++) {
        const tsu_energy e = shake(1e-5, kind), fine = shake(2.5e-6, kind);
        print_message("%s: wall work %.3e, residual %.1e and %.1e of %.2e J\n", name[kind], e.wall_work,
                      e.residual, fine.residual, e.exchanged);
        assert_true(fabs(e.wall_work) > 1e-7);
        assert_true(fabs(e.residual) < 2e-4 * e.exchanged);
        assert_true(fabs(fine.residual) < 4e-5 * fine.exchanged);
    }
}

static void test_loads(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_facets f = {0};
    tsu_world *w = make_world("model hertz tangential history", 0.3, 0.5, 1);
    const double a[3] = {-0.1, -0.1, 0}, b[3] = {0.1, -0.1, 0}, c[3] = {0, 0.1, 0}, d[3] = {0, 0.1, -0.3};
    add_triangle(&f, a, b, c);
    add_triangle(&f, b, c, d);
    tsu_mesh_body *body = add_mesh(w, "mesh", &f);
    const double reference[3] = {0.01, 0.0, 0.0}, x[3] = {0.03, -0.05, 0.00499}, weight = w->gravity[2];
    REQUIRE(tsu_mesh_keep_loads(body, reference, false, &err));
    add_sphere(w, 0.005, x, NULL, NULL);
    REQUIRE(tsu_world_step(w, 40000, &err));
    const double mg = -w->particles.mass[0] * weight;
    const tsu_mesh_loads *l = body->loads;
    assert_int_equal(l->contacts, 1);
    assert_true(fabs(l->force[2] + mg) < 1e-6 * mg && fabs(l->force[0]) < 1e-9 * mg);
    assert_true(fabs(l->torque[0] - (-0.05 * -mg)) < 1e-6 * mg && fabs(l->torque[1] - 0.02 * mg) < 1e-6 * mg);
    double normal, shear;
    tsu_mesh_stress(body, 0, &normal, &shear);
    assert_true(fabs(normal - mg / 0.02) < 1e-5 * normal && shear < 1e-6 * normal);
    tsu_mesh_stress(body, 1, &normal, &shear);
    assert_true(normal == 0.0 && shear == 0.0);
    tsu_world_destroy(w);
}

/* A sphere that is pushed along a smooth plane sinks at a constant angle, held by nothing but its weight: the law of wear can
 * be integrated by hand. */
static void test_wear(void **state)
{
    (void)state;
    tsu_error err = {0};
    for (int steep = 0; steep < 2; steep++) {
        tsu_facets f = {0};
        tsu_world *w = make_world("model hertz", 1.0, 0.0, 1);
        const double a[3] = {-0.5, -0.5, 0}, b[3] = {0.5, -0.5, 0}, c[3] = {0, 0.5, 0}, none[3] = {0};
        add_triangle(&f, a, b, c);
        tsu_mesh_body *body = add_mesh(w, "mesh", &f);
        REQUIRE(tsu_mesh_keep_loads(body, none, true, &err));
        const double angle = steep ? 1.0 : 0.1, speed = 0.5; /* tan 0.1 < 1/3 < tan 1 */
        const double x[3] = {-0.2, -0.3, 0.00502}, v[3] = {speed * cos(angle), 0, -speed * sin(angle)};
        add_sphere(w, 0.005, x, v, NULL);
        w->gravity[2] = 0.0;
        double expected = 0.0;
        for (int k = 0; k < 400; k++) {
            REQUIRE(tsu_world_step(w, 1, &err));
            const double *u = w->particles.vm[0], force = fabs(w->particles.force[0][2]);
            /* the velocity that contacts saw was that of the half step */
            const double uz = u[2] - 0.5 * w->dt * w->particles.force[0][2] / w->particles.mass[0];
            const double size = hypot(u[0], uz), gamma = atan2(-uz, u[0]);
            if (uz >= 0.0) continue;
            const double e = tan(gamma) > 1.0 / 3.0 ? cos(gamma) * cos(gamma) / 3.0
                                                    : sin(2 * gamma) - 3 * sin(gamma) * sin(gamma);
            expected += 2.0 * 1.5 * size * force * e * w->dt / 0.5;
        }
        assert_true(expected > 0.0);
        print_message("wear %.6e, by hand %.6e\n", body->loads->depth[0], expected);
        assert_true(fabs(body->loads->depth[0] - expected) < 1e-9 * expected);
        tsu_world_destroy(w);
    }
}

static void test_servo(void **state)
{
    (void)state;
    tsu_error err = {0};
    for (int automatic = 0; automatic < 2; automatic++) {
        tsu_facets f = {0};
        tsu_world *w = make_world("model hertz tangential history", 0.3, 0.5, 2);
        add_plane(w, "zplane");
        add_random_plane(&f, 0.05, 0.02, 9);
        const double lift[3] = {0, 0, 0.0103}, origin[3] = {0};
        tsu_facets_move(&f, lift);
        tsu_mesh_body *body = add_mesh(w, "lid", &f);
        for (int k = 0; k < 25; k++) {
            const double x[3] = {0.012 * (k % 5 - 2), 0.012 * (k / 5 - 2), 0.005};
            add_sphere(w, 0.005, x, NULL, NULL);
        }
        tsu_servo servo = {.name = "servo",
                           .axis = {0, 0, 3},
                           .target = -20.0,
                           .speed_max = automatic ? 0.05 : 0.02,
                           .kp = 0.5,
                           .ki = 30.0,
                           .automatic = automatic,
                           .ratio = 1e-4};
        memcpy(servo.centre, origin, sizeof origin);
        REQUIRE(tsu_servo_start(w, body, &servo, &err));
        REQUIRE(tsu_world_step(w, 30000, &err));
        print_message("servo: %.6f N for 20, lid at %.6f m\n", body->loads->force[2],
                      0.0103 + body->pose.shift[2]);
        assert_true(fabs(body->loads->force[2] - 20.0) < 0.2);
        assert_true(body->pose.shift[2] < -0.0003);
        REQUIRE(tsu_servo_set_target(&servo, -10.0, &err));
        REQUIRE(tsu_world_step(w, 30000, &err));
        assert_true(fabs(body->loads->force[2] - 10.0) < 0.2);
        servo.running = false;
        REQUIRE(tsu_world_step(w, 2, &err));
        const double z = body->pose.shift[2];
        REQUIRE(tsu_world_step(w, 10, &err));
        assert_true(body->pose.shift[2] == z);
        tsu_servo_stop(w, &servo);
        servo.target = 0.0;
        assert_int_equal(tsu_servo_start(w, body, &servo, &err), TSU_ERROR_INPUT);
        tsu_world_destroy(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moving_frame), cmocka_unit_test(test_turntable),
                                       cmocka_unit_test(test_work),         cmocka_unit_test(test_loads),
                                       cmocka_unit_test(test_wear),         cmocka_unit_test(test_servo)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
