/* SPDX-License-Identifier: Apache-2.0 */
/* Tangential laws against their formulas and closed forms. */
#include "values.h"

static const double pi = 3.14159265358979323846;

/* Contact of two spheres of R = 1 mm that slides along x, with a prescribed load. */
static tsu_contact sliding(double f_n, double k_t, double gamma_t, double speed, double dt)
{
    tsu_contact c = {.radius_i = 1.0e-3,
                     .radius_j = 1.0e-3,
                     .r_eff = 0.5e-3,
                     .m_eff = 5.0e-6,
                     .inv_mass_i = 1.0e5,
                     .inv_mass_j = 1.0e5,
                     .overlap = 1.0e-5,
                     .touching = true,
                     .f_n = f_n,
                     .f_total = f_n,
                     .k_t = k_t,
                     .k_t_before = k_t,
                     .gamma_t = gamma_t,
                     .dt = dt};
    c.n = tsu_vec3_make(0.0, 0.0, 1.0);
    c.v_t = c.v_t_before = tsu_vec3_make(speed, 0.0, 0.0);
    return c;
}

static void near(double got, double expected, double relative)
{
    if (!(fabs(got - expected) <= relative * fabs(expected)))
        fail_msg("got %.17g, expected %.17g", got, expected);
}

/* Force along x after `steps` steps at a constant load. */
static double force_after(const char *law, const drive_value *values, tsu_contact c, int steps)
{
    drive d;
    double force = 0.0;
    drive_select(&d, NULL, NULL, law, NULL, values, NULL);
    for (int k = 0; k < steps; k++) {
        tsu_contact now = c;
        drive_run(&d, &now);
        force = now.f_t.x;
    }
    return force;
}

static void jkr_limit_is_shifted_by_the_pull_off_force(void **test)
{
    (void)test;
    const double f_c = 1.178097e-4; /* 3/2 pi w R* for w = 0.05 J/m^2, R* = 0.5 mm */
    drive_value values[LAW_VALUES];
    values_with(values, "coefficientFriction", 0.5);
    tsu_contact c = sliding(0.0, 1.0e3, 0.0, 0.1, 1.0e-5);
    near(force_after("jkr_tan", values, c, 100), -f_c, 1.0e-6); /* mu (0 + 2 F_c) */
    c.f_n = 3.0e-4;
    near(force_after("jkr_tan", values, c, 100), -0.5 * (3.0e-4 + 2.0 * f_c), 1.0e-6);
    c.f_n = 3.0e-4 + 2.0e-4; /* the dashpot of the normal law does not count */
    c.f_damp = 2.0e-4;
    near(force_after("jkr_tan", values, c, 100), -0.5 * (3.0e-4 + 2.0 * f_c), 1.0e-6);
    c.f_damp = 0.0;
    c.f_n = -f_c; /* still pressed together at pull-off */
    near(force_after("jkr_tan", values, c, 100), -0.5 * f_c, 1.0e-6);
    c.f_n = -3.0 * f_c; /* and never less than nothing */
    assert_true(force_after("jkr_tan", values, c, 100) == 0.0);
    c.wall = true; /* R* = R_i */
    c.inv_mass_j = 0.0;
    c.r_eff = 1.0e-3;
    c.f_n = 0.0;
    near(force_after("jkr_tan", values, c, 100), -2.0 * f_c, 1.0e-6);
}

static void jkr_without_adhesion_is_history_for_a_pressed_contact(void **test)
{
    (void)test;
    drive_value values[LAW_VALUES];
    values_with(values, "workOfAdhesion", 0.0);
    for (int steps = 1; steps < 40; steps += 3) {
        const tsu_contact c = sliding(2.0e-3, 1.0e3, 1.0e-3, 0.05, 1.0e-6);
        assert_true(force_after("jkr_tan", values, c, steps) == force_after("history", values, c, steps));
    }
}

static void history_sticks_and_slips(void **test)
{
    (void)test;
    const double k = 1.0e3, gamma = 0.02, speed = 0.05, dt = 1.0e-6, load = 2.0e-3, mu = 0.3;
    const tsu_contact c = sliding(load, k, gamma, speed, dt);
    for (int steps = 1; steps < 12; steps++) { /* k s = 6.0e-4 N is reached after 12 steps */
        const double s = steps * speed * dt;
        near(force_after("history", law_values, c, steps), -k * s - gamma * speed, 1.0e-12);
    }
    near(force_after("history", law_values, c, 13), -mu * load, 1.0e-12);
    tsu_contact pulled = c; /* the limit takes the size of the force */
    pulled.f_n = -load;
    near(force_after("history", law_values, pulled, 13), -mu * load, 1.0e-12);
}

/* Unloading after slip starts from the limit, along the spring. */
static void history_remembers_slip(void **test)
{
    (void)test;
    drive d;
    drive_select(&d, NULL, NULL, "history", NULL, law_values, NULL);
    tsu_contact c = sliding(2.0e-3, 1.0e3, 0.0, 0.05, 1.0e-6);
    for (int k = 0; k < 100; k++) {
        tsu_contact now = c;
        drive_run(&d, &now);
    }
    c.v_t = tsu_vec3_make(-0.05, 0.0, 0.0);
    for (int k = 1; k <= 20; k++) {
        tsu_contact now = c;
        drive_run(&d, &now);
        assert_true(fabs(now.f_t.x + 6.0e-4 - 1.0e3 * 0.05e-6 * k) < 1.0e-15);
    }
    assert_true(*drive_history(&d, TSU_TANGENTIAL, "shear", 1) == 0.0);
}

/* Dissipated power: gamma v^2 while sticking, limit v while sliding, for every step. */
static void history_dissipates_what_the_formulas_say(void **test)
{
    (void)test;
    drive d;
    drive_select(&d, NULL, NULL, "history", NULL, law_values, NULL);
    const double k = 1.0e3, gamma = 0.02, v = 0.05, dt = 1.0e-6, limit = 6.0e-4;
    const tsu_contact c = sliding(2.0e-3, k, gamma, v, dt);
    for (int step = 1; step <= 30; step++) {
        tsu_contact now = c;
        drive_run(&d, &now);
        if (step > 1 && step < 12)
            near(now.account[TSU_ACCOUNT_TANGENTIAL_DASHPOT], gamma * v * v * dt, 1.0e-12);
        if (step > 14) {
            near(now.account[TSU_ACCOUNT_SLIDING], limit * v * dt, 1.0e-12);
            /* the document counts the trial force: half a spring increment more */
            const double printed = (pow(limit + k * v * dt, 2) - limit * limit) / (2.0 * k);
            near(now.account[TSU_ACCOUNT_SLIDING] + 0.5 * k * v * dt * v * dt, printed, 1.0e-11);
        }
    }
}

static void no_history_is_viscous_below_the_limit(void **test)
{
    (void)test;
    const double gamma = 0.02, load = 2.0e-3, mu = 0.3;
    const double speeds[] = {1.0e-6, 0.01, 0.029, 0.031, 1.0, 1.0e4};
    for (int k = 0; k < 6; k++) {
        const tsu_contact c = sliding(load, 1.0e3, gamma, speeds[k], 1.0e-6);
        near(force_after("no_history", law_values, c, 5), -fmin(gamma * speeds[k], mu * load), 1.0e-12);
    }
    assert_true(force_after("no_history", law_values, sliding(load, 1.0e3, gamma, 0.0, 1.0e-6), 3) == 0.0);
}

/* ---- motion ---- */

/* A sphere of R = 5 mm resting on a plane, its overlap that of its weight. */
static drive_scene resting(double radius, double density)
{
    drive_scene s = {.a = drive_sphere(radius, density), .at_plane = true};
    const double e_star = 1.0 / ((1.0 - 0.09) / 1.0e9 + (1.0 - 0.09) / 1.0e9);
    const double d = pow(s.a.mass * 9.81 / (4.0 / 3.0 * e_star * sqrt(radius)), 2.0 / 3.0);
    s.plane_normal = tsu_vec3_make(0.0, 0.0, 1.0);
    s.gravity = tsu_vec3_make(0.0, 0.0, -9.81);
    s.a.x = tsu_vec3_make(0.0, 0.0, radius - d);
    return s;
}

static const drive_value stiff[] = {{"youngsModulus", 1.0e9, 0.0},        {"poissonsRatio", 0.3, 0.0},
                                    {"coefficientRestitution", 0.5, 0.0}, {"coefficientFriction", 0.3, 0.0},
                                    {"workOfAdhesion", 0.0, 0.0},         {NULL, 0.0, 0.0}};

/* u = u0 - mu g t while it slides; it rolls at 5/7 u0 from t = 2 u0/(7 mu g) on. */
static void sliding_sphere_comes_to_roll(void **test)
{
    (void)test;
    const char *const names[] = {"history", "jkr_tan", "no_history"};
    for (int k = 0; k < 3; k++) {
        drive d;
        drive_select(&d, "hertz", NULL, names[k], NULL, stiff, NULL);
        drive_scene s = resting(5.0e-3, 2500.0);
        const double u0 = 0.1, mu = 0.3, g = 9.81, t_roll = 2.0 * u0 / (7.0 * mu * g), dt = 5.0e-6;
        drive_start(&s, &d);
        s.a.v.x = u0; /* after the first forces: their dashpot knows no limit */
        double t = 0.0;
        for (; t < 0.5 * t_roll; t += dt) {
            drive_step(&s, &d, dt);
        }
        near(s.a.v.x, u0 - mu * g * t, 2.0e-4);
        near(s.a.w.y, 2.5 * mu * g * t / 5.0e-3, 1.0e-3);
        for (; t < 0.97 * t_roll; t += dt) {
            drive_step(&s, &d, dt);
        }
        assert_true(s.a.v.x > 1.005 * s.a.w.y * 5.0e-3); /* not yet */
        for (; t < 1.5 * t_roll; t += dt) {
            drive_step(&s, &d, dt);
        }
        near(s.a.v.x, 5.0 / 7.0 * u0, 2.0e-4);
        near(s.a.w.y * 5.0e-3, 5.0 / 7.0 * u0, 1.0e-3);
    }
}

/* Chung & Ooi (2011), test 4: oblique impact of an aluminium oxide sphere, gross sliding at 35, 50 and 70 degrees. The
 * damping of hertz gives e = 0.98 up to 0.1 %. */
static void oblique_impacts_of_chung_and_ooi(void **test)
{
    (void)test;
    static const double published[3][3] = {
        {35.0, 0.7398, 581.95}, {50.0, 0.8471, 456.65}, {70.0, 0.9337, 242.98}};
    const drive_value values[] = {{"youngsModulus", 3.8e11, 0.0},
                                  {"poissonsRatio", 0.23, 0.0},
                                  {"coefficientRestitution", 0.98, 0.0},
                                  {"coefficientFriction", 0.092, 0.0},
                                  {NULL, 0.0, 0.0}};
    for (int k = 0; k < 3; k++) {
        const double angle = published[k][0] * pi / 180.0, speed = 3.9;
        drive d;
        drive_select(&d, "hertz", NULL, "history", NULL, values, NULL);
        drive_scene s = {.a = drive_sphere(2.5e-3, 4000.0), .at_plane = true};
        s.plane_normal = tsu_vec3_make(0.0, 0.0, 1.0);
        s.a.x = tsu_vec3_make(0.0, 0.0, 2.5e-3);
        s.a.v = tsu_vec3_make(speed * sin(angle), 0.0, -speed * cos(angle));
        drive_start(&s, &d);
        for (int step = 0; step < 20000 && (step < 10 || s.contact.touching); step++) {
            drive_step(&s, &d, 2.0e-9);
        }
        assert_true(!s.contact.touching);
        const double e = s.a.v.z / (speed * cos(angle));
        near(e, 0.98, 2.0e-3);
        near(s.a.v.x / (speed * sin(angle)), 1.0 - 0.092 * (1.0 + e) / tan(angle), 2.0e-4);
        near(s.a.v.x / (speed * sin(angle)), published[k][1], 1.0e-3);
        near(s.a.w.y, published[k][2], 3.0e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jkr_limit_is_shifted_by_the_pull_off_force),
        cmocka_unit_test(jkr_without_adhesion_is_history_for_a_pressed_contact),
        cmocka_unit_test(history_sticks_and_slips),
        cmocka_unit_test(history_remembers_slip),
        cmocka_unit_test(history_dissipates_what_the_formulas_say),
        cmocka_unit_test(no_history_is_viscous_below_the_limit),
        cmocka_unit_test(sliding_sphere_comes_to_roll),
        cmocka_unit_test(oblique_impacts_of_chung_and_ooi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
