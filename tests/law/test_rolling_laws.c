/* SPDX-License-Identifier: Apache-2.0 */
/* Rolling laws against their formulas and closed forms. */
#include "values.h"

static void near(double got, double expected, double relative)
{
    if (!(fabs(got - expected) <= relative * fabs(expected)))
        fail_msg("got %.17g, expected %.17g", got, expected);
}

static const double k_n = 2.0e4, k_t = 1.5e4, load = 0.1, dt = 1.0e-6;
static const double overlap = 6.0e-6; /* k_n overlap is not the load, which has a dashpot in it */
static const double r_i = 1.0e-3, r_j = 1.5e-3, m_i = 1.0e-5, m_j = 3.0e-5, r_eff = 0.6e-3;

/* Two spheres with a relative spin (5, 0, 3) rad/s, normal z. */
static tsu_contact rolling(void)
{
    tsu_contact c = {.radius_i = r_i,
                     .radius_j = r_j,
                     .r_eff = r_eff,
                     .m_eff = m_i * m_j / (m_i + m_j),
                     .inv_mass_i = 1.0 / m_i,
                     .inv_mass_j = 1.0 / m_j,
                     .overlap = overlap,
                     .touching = true,
                     .f_n = load,
                     .f_total = load,
                     .k_n = k_n,
                     .k_n_before = k_n,
                     .k_t = k_t,
                     .k_t_before = k_t,
                     .gamma_t = 0.02,
                     .dt = dt};
    c.n = tsu_vec3_make(0.0, 0.0, 1.0);
    c.w_r = tsu_vec3_make(5.0, 0.0, 3.0);
    c.w_n_before = 3.0;
    return c;
}

static tsu_contact after(const char *law, const drive_value *values, const drive_keyword *keywords,
                         tsu_contact c, int steps)
{
    drive d;
    tsu_contact now = c;
    drive_select(&d, NULL, NULL, NULL, law, values, keywords);
    for (int k = 0; k < steps; k++) {
        now = c;
        drive_run(&d, &now);
    }
    return now;
}

static const drive_keyword torsion_on[] = {{"torsionTorque", "on"}, {"torsion", "on"}, {NULL, NULL}};

static void cdt_is_constant_and_against_the_spin(void **test)
{
    (void)test;
    const double m = 0.1 * k_n * overlap * r_eff, w = sqrt(34.0);
    tsu_contact c = after("cdt", law_values, NULL, rolling(), 1);
    near(c.m_r.x, m * 5.0 / w, 1.0e-14);
    assert_true(c.m_r.y == 0.0 && fabs(c.m_r.z) < 1.0e-20);
    c = after("cdt", law_values, torsion_on, rolling(), 1);
    near(tsu_vec3_norm(c.m_r), m, 1.0e-14);
    near(c.m_r.z / c.m_r.x, 0.6, 1.0e-14);
    tsu_contact still = rolling();
    still.w_r = tsu_vec3_make(0.0, 0.0, 0.0);
    c = after("cdt", law_values, NULL, still, 1);
    assert_true(tsu_vec3_norm(c.m_r) == 0.0);
}

/* Torque of the family: k_r t w + c_r w while not saturated. */
static void spring_torques_have_their_stiffness_and_dashpot(void **test)
{
    (void)test;
    const double a = 1.4 * m_i * r_i * r_i, b = 1.4 * m_j * r_j * r_j, about_contact = a * b / (a + b);
    const double about_centre =
        (0.4 * m_i * r_i * r_i * r_j * r_j + 0.4 * m_j * r_j * r_j * r_i * r_i) / ((r_i + r_j) * (r_i + r_j));
    const double mu = 0.1, eta = 0.3, reach2 = mu * mu * r_eff * r_eff;
    const struct {
        const char *law, *inertia;
        double k_r, damping, inertia_r;
    } cases[] = {
        {"epsd", "contact", 2.25 * k_n * reach2, 1.0, about_contact},
        {"epsd2", "contact", k_t * r_eff * r_eff, 0.0, about_contact},
        {"epsd3", "contact", 2.0 * k_n * reach2, 1.0, about_contact},
        {"epsd3", "centre", 2.0 * k_n * reach2, 1.0, about_centre},
        {"luding", "contact", 0.2 * k_t * r_eff * r_eff, 0.02, about_contact},
    };
    for (int k = 0; k < 5; k++) {
        const drive_keyword keywords[] = {{"reducedInertia", cases[k].inertia}, {NULL, NULL}};
        const double c_r = 2.0 * eta * cases[k].damping * sqrt(cases[k].inertia_r * cases[k].k_r);
        for (int steps = 1; steps < 30; steps += 7) {
            const double grown = cases[k].k_r * 5.0 * steps * dt;
            const tsu_contact c = after(cases[k].law, law_values, keywords, rolling(), steps);
            near(c.m_r.x, grown + c_r * 5.0, 1.0e-12);
            assert_true(c.m_r.y == 0.0 && fabs(c.m_r.z) < 1.0e-18);
            near(c.elastic, 0.5 * grown * grown / cases[k].k_r, 1.0e-12);
        }
    }
}

/* The print's inertia makes the dashpot of equal spheres sqrt(3.5) = 1.87 times too small. */
static void printed_inertia_gives_a_smaller_dashpot(void **test)
{
    (void)test;
    tsu_contact equal = rolling();
    equal.radius_j = r_i;
    equal.inv_mass_j = 1.0 / m_i;
    equal.dt = 0.0;
    const drive_keyword centre[] = {{"reducedInertia", "centre"}, {NULL, NULL}};
    const double contact = after("epsd3", law_values, NULL, equal, 1).m_r.x;
    near(contact / after("epsd3", law_values, centre, equal, 1).m_r.x, sqrt(3.5), 1.0e-14);
    tsu_contact wall = equal;
    wall.wall = true;
    wall.inv_mass_j = 0.0;
    wall.r_eff = r_i;
    const double k_r = 2.0 * k_n * 0.01 * r_i * r_i;
    near(after("epsd3", law_values, NULL, wall, 1).m_r.x, 5.0 * 0.6 * sqrt(1.4 * m_i * r_i * r_i * k_r),
         1.0e-14);
    near(after("epsd3", law_values, centre, wall, 1).m_r.x, 5.0 * 0.6 * sqrt(0.4 * m_i * r_i * r_i * k_r),
         1.0e-14);
}

static void torques_saturate_without_dashpot(void **test)
{
    (void)test;
    const char *const names[] = {"epsd", "epsd2", "epsd3"};
    for (int k = 0; k < 3; k++) {
        tsu_contact c = after(names[k], law_values, NULL, rolling(), 200000);
        near(c.m_r.x, 0.1 * load * r_eff, 1.0e-12);
        tsu_contact pulled = rolling();
        pulled.f_n = -load;
        c = after(names[k], law_values, torsion_on, pulled, 200000);
        near(tsu_vec3_norm(c.m_r), 0.1 * load * r_eff, 1.0e-12);
        near(c.m_r.z / c.m_r.x, 0.6, 1.0e-9);
    }
    tsu_contact sticky =
        rolling(); /* luding counts the attraction as load, and torsion is a spring of its own */
    sticky.adhesion = 0.03;
    const tsu_contact c = after("luding", law_values, torsion_on, sticky, 200000);
    near(c.m_r.x, 0.1 * (load + 0.03) * r_eff, 1.0e-12);
    near(c.m_r.z, 0.1 * (load + 0.03) * r_eff, 1.0e-12);
    assert_true(fabs(after("luding", law_values, NULL, sticky, 10).m_r.z) < 1.0e-18);
}

/* ---- motion ---- */

static const double g = 9.81;

static void values_of(drive_value out[LAW_VALUES], double mu_r, double eta)
{
    values_with(out, "coefficientRollingFriction", mu_r);
    for (drive_value *v = out; v->name; v++) {
        if (strcmp(v->name, "youngsModulus") == 0) *v = (drive_value){v->name, 1.0e9, 0.0};
        if (strcmp(v->name, "poissonsRatio") == 0) *v = (drive_value){v->name, 0.3, 0.0};
        if (strcmp(v->name, "coefficientFriction") == 0) v->value = 0.8;
        if (strcmp(v->name, "coefficientRollingViscousDamping") == 0) v->value = eta;
    }
}

/* A sphere pressed on a plane by its weight, ready to roll along x; the plane is tilted by `angle`. */
static drive_scene resting(double radius, double angle)
{
    drive_scene s = {.a = drive_sphere(radius, 2500.0), .at_plane = true};
    const double e_star = 0.5e9 / (1.0 - 0.09);
    const double d = pow(s.a.mass * g * cos(angle) / (4.0 / 3.0 * e_star * sqrt(radius)), 2.0 / 3.0);
    s.plane_normal = tsu_vec3_make(0.0, 0.0, 1.0);
    s.gravity = tsu_vec3_make(g * sin(angle), 0.0, -g * cos(angle));
    s.a.x = tsu_vec3_make(0.0, 0.0, radius - d);
    return s;
}

/* The angle by which the sphere has turned is an oscillator of damping ratio eta_r and frequency sqrt(k_r/I) about the
 * rolling spring, I = 7/5 m R^2. */
static void rolling_sphere_is_a_damped_oscillator(void **test)
{
    (void)test;
    const struct {
        const char *law;
        double kappa, eta;
    } cases[] = {{"epsd", 2.25, 0.05}, {"epsd3", 2.0, 0.05}, {"epsd3", 2.0, 0.2}};
    for (int k = 0; k < 3; k++) {
        const double radius = 5.0e-3, mu_r = 0.02, step = 1.0e-5, eta = cases[k].eta;
        drive_value values[LAW_VALUES];
        values_of(values, mu_r, eta);
        drive d;
        drive_select(&d, "hertz", NULL, "history", cases[k].law, values, NULL);
        drive_scene s = resting(radius, 0.0);
        drive_start(&s, &d);
        const double spring = cases[k].kappa * s.contact.k_n * mu_r * mu_r * radius * radius;
        const double inertia = 1.4 * s.a.mass * radius * radius, omega = sqrt(spring / inertia);
        const double limit = mu_r * s.a.mass * g * radius;
        s.a.w.y = 0.3 * limit / spring * omega;
        s.a.v.x = s.a.w.y * radius;
        double peak[4] = {0}, when[4] = {0}, x_old = 0.0, v_old = s.a.v.x;
        int peaks = 0;
        for (int n = 1; peaks < 4 && n < 200000; n++) {
            drive_step(&s, &d, step);
            if (v_old * s.a.v.x < 0.0) { /* turning points, interpolated */
                const double part = v_old / (v_old - s.a.v.x);
                when[peaks] = (n - 1 + part) * step;
                peak[peaks++] = x_old + 0.5 * part * step * v_old;
            }
            x_old = s.a.x.x;
            v_old = s.a.v.x;
        }
        assert_int_equal(peaks, 4);
        const double shrink = log((peak[0] - peak[1]) / (peak[2] - peak[1]));
        near(shrink, 3.14159265358979 * eta / sqrt(1.0 - eta * eta), 5.0e-3);
        near(3.14159265358979 / (when[2] - when[1]), omega * sqrt(1.0 - eta * eta), 2.0e-3);
    }
}

/* Saturated: deceleration (5/7) mu_r g, stop after 7 v0^2/(10 mu_r g); spin decay 539.01 rad/s^2 for R = 2.6 mm,
 * mu_r = 0.2. */
static void rolling_sphere_slows_down_and_stops(void **test)
{
    (void)test;
    const char *const names[] = {"cdt", "epsd", "epsd2", "epsd3", "luding"};
    for (int k = 0; k < 5; k++) {
        const double radius = 2.6e-3, mu_r = 0.2, v0 = 0.1, step = 2.0e-6;
        drive_value values[LAW_VALUES];
        values_of(values, mu_r, 0.0);
        drive d;
        drive_select(&d, "hertz", NULL, "history", names[k], values, NULL);
        drive_scene s = resting(radius, 0.0);
        drive_start(&s, &d);
        s.a.v.x = v0;
        s.a.w.y = v0 / radius;
        double t = 0.0, farthest = 0.0, spin = 0.0, t_spin = 0.0;
        for (; t < 0.08; t += step) {
            drive_step(&s, &d, step);
            farthest = fmax(farthest, s.a.x.x);
            if (spin == 0.0 && t > 0.01) spin = s.a.w.y, t_spin = t + step;
            if (t < 0.05) continue;
            if (t < 0.05 + step) {
                near((spin - s.a.w.y) / (t + step - t_spin), 539.01, 1.0e-3);
                near(v0 - s.a.v.x, 5.0 / 7.0 * mu_r * g * (t + step), 2.0e-3);
            }
        }
        near(farthest, 7.0 * v0 * v0 / (10.0 * mu_r * g), 2.0e-3);
        assert_true(fabs(s.a.v.x) < 0.02 * v0);
    }
}

/* Down a slope: a = (5/7) g (sin - mu_r cos); none below the angle of repose of rolling. */
static void sphere_rolls_down_a_slope(void **test)
{
    (void)test;
    const char *const names[] = {"cdt", "epsd", "epsd2", "epsd3"};
    for (int k = 0; k < 4; k++) {
        const double radius = 2.6e-3, mu_r = 0.05, step = 2.0e-6, angle = 0.2;
        drive_value values[LAW_VALUES];
        values_of(values, mu_r, 0.0);
        drive d;
        drive_select(&d, "hertz", NULL, "history", names[k], values, NULL);
        drive_scene s = resting(radius, angle);
        drive_start(&s, &d);
        double v_early = 0.0;
        for (int n = 0; n < 15000; n++) {
            drive_step(&s, &d, step);
            if (n == 4999) v_early = s.a.v.x;
        }
        near((s.a.v.x - v_early) / (10000 * step), 5.0 / 7.0 * g * (sin(angle) - mu_r * cos(angle)), 2.0e-3);
        s = resting(radius, 0.02);
        drive_start(&s, &d);
        for (int n = 0; n < 15000; n++) {
            drive_step(&s, &d, step);
        }
        assert_true(fabs(s.a.x.x) < 1.0e-5); /* free, it would have gone 60 um */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cdt_is_constant_and_against_the_spin),
        cmocka_unit_test(spring_torques_have_their_stiffness_and_dashpot),
        cmocka_unit_test(printed_inertia_gives_a_smaller_dashpot),
        cmocka_unit_test(torques_saturate_without_dashpot),
        cmocka_unit_test(rolling_sphere_is_a_damped_oscillator),
        cmocka_unit_test(rolling_sphere_slows_down_and_stops),
        cmocka_unit_test(sphere_rolls_down_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
