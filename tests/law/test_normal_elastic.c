/* SPDX-License-Identifier: Apache-2.0 */
/* The elastic normal laws and the cohesion laws against closed forms and published numbers. */
#include "collide.h"

static const double radius = 2e-3, density = 2500.0, speed = 0.4;

/* Published benchmark of Hertz contacts (Chung and Ooi 2011, cases 1 and 2). */
static void test_hertz_published(void **state)
{
    (void)state;
    static const struct {
        double young, other, nu, rho, radius, speed, um, kn, us;
        bool plane;
    } cases[] = {{48e9, 0, 0.2, 2800.0, 0.01, 20.0, 274.113, 10.6969, 40.34, false},
                 {70e9, 1e30, 0.3, 2699.0, 0.1, 0.2, 49.717, 11.3699, 731.66, true}};
    for (int q = 0; q < 2; q++) {
        const drive_value values[] = {{"youngsModulus", cases[q].young, cases[q].other},
                                      {"poissonsRatio", cases[q].nu, 0},
                                      {"coefficientRestitution", 1.0, 0},
                                      {NULL, 0, 0}};
        drive d;
        drive_select(&d, "hertz", NULL, NULL, NULL, values, NULL);
        drive_scene s = collide_scene(cases[q].radius, cases[q].rho, cases[q].plane, cases[q].speed);
        const collide_outcome o = collide(&d, &s, cases[q].us * 1e-6 / 4000.0, 10000);
        assert_true(o.parted);
        collide_near("overlap [um]", o.d_max * 1e6, cases[q].um, 1e-5);
        collide_near("force [kN]", o.f_max * 1e-3, cases[q].kn, 1e-5);
        collide_near("time [us]", o.time * 1e6, cases[q].us, 2e-4);
        collide_near("restitution", o.v_out, cases[q].speed, 1e-6);
        assert_true(o.residual < 1e-6 * 0.5 * collide_effective_mass(&s) * cases[q].speed * cases[q].speed);
    }
}

/* A linear contact with a dashpot leaves with e, or with the cut of attraction with a little more. */
static void test_linear_restitution(void **state)
{
    (void)state;
    for (int q = 0; q < 4; q++) {
        const bool cut = q % 2, absolute = q / 2;
        drive_scene s = collide_scene(radius, density, q == 3, speed);
        const double m = collide_effective_mass(&s), k = 1e3, e = 0.5;
        const double beta = -log(e) / sqrt(log(e) * log(e) + collide_pi * collide_pi),
                     gamma = 2.0 * beta * sqrt(m * k);
        const drive_value values[] = {{"kn", k, 0},       {"kt", 0.5 * k, 0},       {"gamman", gamma / m, 0},
                                      {"gammat", 3.0, 0}, {"gamman_abs", gamma, 0}, {"gammat_abs", 4.0, 0},
                                      {NULL, 0, 0}};
        const drive_keyword keywords[] = {
            {"limitForce", cut ? "on" : "off"}, {"absolute_damping", absolute ? "on" : "off"}, {NULL, NULL}};
        drive d;
        drive_select(&d, "hooke/stiffness", NULL, NULL, NULL, values, keywords);
        const collide_outcome o = collide(&d, &s, 1e-4 * sqrt(m / k), 100000);
        const double late = exp(-beta * (collide_pi - 2.0 * asin(beta)) / sqrt(1.0 - beta * beta));
        collide_near("restitution", o.v_out / speed, cut ? late : e, 5e-5);
        const tsu_contact c = collide_press(&d, radius, q == 3, m, 0.0, 1e-5, 0.0);
        collide_near("k_t", c.k_t, 0.5 * k, 1e-15);
        collide_near("gamma_t", c.gamma_t, absolute ? 4.0 : 3.0 * m, 1e-15);
    }
}

static void test_hooke(void **state)
{
    (void)state;
    const double e = 0.7, young = 5e6, nu = 0.3, v0 = 0.5, m = 1e-5, r = 0.5 * radius, at = 1e-5;
    const drive_value values[] = {{"youngsModulus", young, 0},      {"poissonsRatio", nu, 0},
                                  {"coefficientRestitution", e, 0}, {"characteristicVelocity", v0, 0},
                                  {"FluidViscosity", 1e-3, 0},      {"CriticalStokes", 10.0, 0},
                                  {"MaximumRestitution", 0.9, 0},   {NULL, 0, 0}};
    const double y = 0.5 * young / (1.0 - nu * nu);
    const double k = 16.0 / 15.0 * sqrt(r) * y * pow(15.0 * m * v0 * v0 / (16.0 * sqrt(r) * y), 0.2);
    for (int q = 0; q < 3; q++) {
        const drive_keyword keywords[] = {{"ktToKnUser", q == 1 ? "on" : "off"},
                                          {"viscous", q == 2 ? "on" : "off"},
                                          {"tangential_damping", q == 1 ? "off" : "on"},
                                          {NULL, NULL}};
        drive d;
        drive_select(&d, "hooke", NULL, NULL, NULL, values, keywords);
        const double dt = 1e-5, v_n = -at / dt;
        const double stokes = m * v_n / (6.0 * collide_pi * 1e-3 * r * r);
        const double l = q == 2 ? log(0.9) + 10.0 / stokes : log(e);
        const double gamma = sqrt(4.0 * m * k * l * l / (l * l + collide_pi * collide_pi));
        const tsu_contact c = collide_press(&d, radius, false, m, 0.0, at, dt);
        collide_near("k_n", c.k_n, k, 1e-14);
        collide_near("k_t", c.k_t, q == 1 ? 2.0 / 7.0 * k : k, 1e-14);
        collide_near("F_n", c.f_total, k * at - gamma * v_n, 1e-13);
        assert_true(c.gamma_t == (q == 1 ? 0.0 : c.gamma_n));
        assert_true(isfinite(collide_press(&d, radius, false, m, at, at, dt).f_total)); /* at rest */
    }
}

static void test_hertz_stiffness(void **state)
{
    (void)state;
    const drive_value values[] = {
        {"kn", 1e8, 0}, {"kt", 6e7, 0}, {"gamman", 1e6, 0}, {"gammat", 5e5, 0}, {NULL, 0, 0}};
    drive d;
    drive_select(&d, "hertz/stiffness", NULL, NULL, NULL, values, NULL);
    const double m = 1e-5, at = 1e-5, dt = 1e-5, s = sqrt(0.5 * radius * at);
    const tsu_contact c = collide_press(&d, radius, false, m, 0.0, at, dt);
    collide_near("F_n", c.f_total, s * 1e8 * at + s * m * 1e6 * at / dt, 1e-14);
    collide_near("k_t", c.k_t, s * 6e7, 1e-15);
    collide_near("gamma_t", c.gamma_t, s * m * 5e5, 1e-15);
    collide_near("stored", c.elastic, 0.4 * s * 1e8 * at * at, 1e-15);
}

/* Area of the disc from the distance of the centres, and the force as the slope of the stored energy. */
static void test_cohesion(void **state)
{
    (void)state;
    const drive_value values[] = {{"kn", 1e3, 0},
                                  {"kt", 1e3, 0},
                                  {"gamman", 0.0, 0},
                                  {"gammat", 0.0, 0},
                                  {"cohesionEnergyDensity", 2e4, 0},
                                  {NULL, 0, 0}};
    for (int q = 0; q < 8; q++) {
        const bool wall = q % 2, second = q / 2 % 2, reduce = q / 4;
        const drive_keyword keywords[] = {{"tangential_reduce", reduce ? "on" : "off"}, {NULL, NULL}};
        drive d;
        drive_select(&d, "hooke/stiffness", second ? "sjkr2" : "sjkr", NULL, NULL, values, keywords);
        for (int power = -7; power <= -3; power++) {
            const double at = pow(10.0, power);
            const long double R = radius, r = (wall ? R : 2.0L * R) - at;
            const long double pair =
                -0.25L * (long double)collide_pi * (r - 2.0L * R) * r * r * (r + 2.0L * R) / (r * r);
            const long double area = wall ? (long double)collide_pi * (R * R - r * r) : pair;
            const double linear = (wall ? 2.0 * radius : 4.0 * 0.5 * radius) * collide_pi * at;
            const double f = -2e4 * (second ? linear : (double)area);
            const tsu_contact c = collide_press(&d, radius, wall, 1e-5, at, at, 0.0);
            collide_near("attraction", c.f_total - 1e3 * at, f, 1e-12 + 1e-16 * 1e3 * at / -f);
            collide_near("seen by friction", c.f_n, reduce ? c.f_total : 1e3 * at, 1e-15);
            const double step = 1e-4 * at;
            const double up = collide_press(&d, radius, wall, 1e-5, at, at + step, 0.0).elastic;
            const double down = collide_press(&d, radius, wall, 1e-5, at, at - step, 0.0).elastic;
            const double size = fabs(c.f_total) + 2e3 * at;
            assert_true(fabs((up - down) / (2.0 * step) - c.f_total) < 1e-7 * size);
        }
    }
}

static void test_unsupported_is_said(void **state)
{
    (void)state;
    const drive_value values[] = {{"youngsModulus", 5e6, 0},
                                  {"poissonsRatio", 0.3, 0},
                                  {"coefficientRestitution", 0.5, 0},
                                  {NULL, 0, 0}};
    const drive_keyword keywords[] = {{"disableNormalWhenBonded", "on"}, {NULL, NULL}};
    double coefficient[TSU_COEFFICIENT_MAX];
    tsu_error err = {0};
    assert_int_equal(drive_prepare(tsu_law_find(TSU_NORMAL, "hertz"), values, keywords, coefficient, &err),
                     TSU_ERROR_UNSUPPORTED);
    assert_non_null(strstr(err.message, "disableNormalWhenBonded"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hertz_published), cmocka_unit_test(test_linear_restitution),
        cmocka_unit_test(test_hooke),           cmocka_unit_test(test_hertz_stiffness),
        cmocka_unit_test(test_cohesion),        cmocka_unit_test(test_unsupported_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
