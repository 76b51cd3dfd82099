/* SPDX-License-Identifier: Apache-2.0 */
/* jkr and thornton_ning against the formulas of Johnson, Kendall, Roberts and of Thornton and Ning. */
#include "collide.h"

static const double radius = 1e-3, density = 2500.0, young = 5e6, nu = 0.3;

static double effective_young(void)
{
    return 0.5 * young / (1.0 - nu * nu);
}

/* `jkr/load` is jkr with `release load`. */
static drive choose(const char *law, double w, double e, double yield)
{
    const drive_keyword load[] = {{"release", "load"}, {NULL, NULL}};
    const bool by_load = strcmp(law, "jkr/load") == 0;
    const drive_value values[] = {{"youngsModulus", young, 0},
                                  {"poissonsRatio", nu, 0},
                                  {"coefficientRestitution", e, 0},
                                  {"workOfAdhesion", w, 0},
                                  {"surfaceEnergy", w, 0},
                                  {"coefficientYieldRatio", yield, 0},
                                  {NULL, 0, 0}};
    drive d;
    drive_select(&d, by_load ? "jkr" : law, NULL, NULL, NULL, values, by_load ? load : NULL);
    return d;
}

static tsu_contact press(drive *d, bool wall, double at)
{
    return collide_press(d, radius, wall, 1e-5, at, at, 0.0);
}

/* Force and overlap by the contact radius, as in the literature. */
static double jkr_overlap(double a, double w, double r)
{
    return a * a / r - sqrt(2.0 * collide_pi * w * a / effective_young());
}

static double jkr_force(double a, double w, double r)
{
    return 4.0 * effective_young() * a * a * a / (3.0 * r) -
           sqrt(8.0 * collide_pi * w * effective_young() * a * a * a);
}

static void test_curve(void **state)
{
    (void)state;
    for (int q = 0; q < 12; q++) {
        const bool wall = q % 2;
        const char *const law = (const char *[]){"jkr", "jkr/load", "thornton_ning"}[q / 2 % 3];
        const double w = q / 6 ? 0.5 : 0.005, r = wall ? radius : 0.5 * radius;
        drive d = choose(law, w, 1.0, 1.0);
        /* the radius at the largest pull, or at the least overlap: (9/8)^(1/3) A and 1/2 A */
        const double unit = cbrt(collide_pi * w * r * r / effective_young());
        const double a_end = unit * (strcmp(law, "jkr/load") == 0 ? cbrt(9.0 / 8.0) : 0.5);
        press(&d, wall, 1e-9);
        for (int k = 600; k >= 0; k--) {
            const double a = a_end * (1.0 + 0.02 * k + 1e-3);
            if (a > 0.9 * radius) continue;
            const tsu_contact c = press(&d, wall, jkr_overlap(a, w, r));
            assert_true(c.touching);
            assert_true(fabs(c.f_total - jkr_force(a, w, r)) < 1e-11 * (fabs(jkr_force(a, w, r)) + w * r));
            collide_near("contact radius", *drive_history(&d, TSU_NORMAL, "a", 0), a, 1e-11);
            collide_near("k_n", c.k_n, 4.0 / 3.0 * effective_young() * a, 1e-11);
        }
        const double a0 = cbrt(9.0 * collide_pi * w * r * r / (2.0 * effective_young()));
        assert_true(fabs(press(&d, wall, jkr_overlap(a0, w, r)).f_total) < 1e-11 * w * r);
    }
}

/* Largest pull 3/2 pi w R* at d = -a^2/(3 R*), where `release load` ends; the contact goes on to
 * d = -3/4 (pi w/E)^(2/3) R^(1/3) with the pull 5/9 F_c, and comes back only by touching. */
static void test_pull_off(void **state)
{
    (void)state;
    for (int q = 0; q < 6; q++) {
        const bool wall = q % 2;
        const char *const name = (const char *[]){"jkr", "jkr/load", "thornton_ning"}[q / 2];
        const double w = 0.05, r = wall ? radius : 0.5 * radius, f_c = 1.5 * collide_pi * w * r;
        const double a = cbrt(9.0 * collide_pi * w * r * r / (8.0 * effective_young())),
                     most = -a * a / (3.0 * r),
                     least = -0.75 * pow(collide_pi * w / effective_young(), 2.0 / 3.0) * cbrt(r),
                     end = strcmp(name, "jkr/load") == 0 ? most : least;
        drive d = choose(name, w, 1.0, 1.0);
        const tsu_law *law = d.law[TSU_NORMAL];
        double coefficient[TSU_COEFFICIENT_MAX];
        for (int k = 0; k < law->coefficients; k++) {
            coefficient[k] = d.coefficient[k][0];
        }
        collide_near("reach", law->reach(coefficient, radius, radius, wall), -end, 1e-13);
        assert_false(press(&d, wall, 0.5 * end).touching);
        collide_near("first touch", press(&d, wall, 1e-18).f_total, -8.0 / 9.0 * f_c, 1e-9);
        const tsu_contact largest = press(&d, wall, most * (1.0 - 1e-12));
        assert_true(largest.touching);
        collide_near("largest pull", largest.f_total, -f_c, 1e-13);
        collide_near("radius at the largest pull", *drive_history(&d, TSU_NORMAL, "a", 0), a, 1e-11);
        const tsu_contact last = press(&d, wall, end * (1.0 - 1e-14));
        assert_true(last.touching);
        /* the force falls as the root of the distance to the end */
        if (end == least) collide_near("pull at the end", last.f_total, -5.0 / 9.0 * f_c, 1e-6);
        assert_false(press(&d, wall, end * (1.0 + 1e-12)).touching);
        assert_false(press(&d, wall, 0.5 * end).touching);
    }
}

/* Without adhesion both are Hertz. */
static void test_no_adhesion(void **state)
{
    (void)state;
    drive h = choose("hertz", 0.0, 0.6, 1.0), j = choose("jkr", 0.0, 0.6, 1.0),
          t = choose("thornton_ning", 0.0, 0.6, 1.0);
    for (int k = 0; k < 100; k++) {
        const double at = 2e-4 * pow(0.7, k), dt = 1e-6;
        const tsu_contact a = collide_press(&h, radius, true, 1e-5, at * 1.01, at, dt);
        const tsu_contact b = collide_press(&j, radius, true, 1e-5, at * 1.01, at, dt);
        const tsu_contact c = collide_press(&t, radius, true, 1e-5, at * 1.01, at, dt);
        assert_true(fabs(a.f_total - b.f_total) <= 1e-14 * (fabs(a.f_total) + 2.0 * fabs(a.f_damp)) ||
                    b.f_total == 0.0);
        collide_near("k_t", b.k_t, a.k_t, 1e-13);
        collide_near("thornton_ning", c.f_total, a.f_total - a.f_damp, 1e-12);
        collide_near("gamma_t", c.gamma_t, a.gamma_t, 1e-12);
    }
}

/* What touching and parting lose: jkr and thornton_ning (3/10 2^(5/3) + 1/10), jkr with `release load`
 * (3/10 2^(5/3) - 16/45 (9/8)^(5/3)) times (pi^5 w^5 R^4/E^2)^(1/3). */
static double loss_of(const char *law, double w, double r)
{
    const double unit = cbrt(pow(collide_pi * w, 5.0) * pow(r, 4.0) / pow(effective_young(), 2.0));
    const double left = strcmp(law, "jkr/load") == 0 ? -16.0 / 45.0 * pow(9.0 / 8.0, 5.0 / 3.0) : 0.1;
    return unit * (0.3 * pow(2.0, 5.0 / 3.0) + left);
}

static void test_adhesive_rebound(void **state)
{
    (void)state;
    const double w = 0.05, speed = 0.1, dt = 1e-8;
    const double unit = cbrt(pow(w, 5.0) * pow(radius, 4.0) / pow(effective_young(), 2.0));
    collide_near("constant of Thornton and Ning", loss_of("jkr", w, radius) / unit, 7.09, 5e-4);
    for (int q = 0; q < 3; q++) {
        const char *const law = (const char *[]){"jkr", "jkr/load", "thornton_ning"}[q];
        drive d = choose(law, w, 1.0, 1.0);
        drive_scene s = collide_scene(radius, density, true, speed);
        s.a.x.x += 1e-9;
        const double m = s.a.mass, loss = loss_of(law, w, radius);
        const collide_outcome o = collide(&d, &s, dt, 200000);
        assert_true(o.parted);
        /* the jumps of the force at touching and parting, together less than 2 F_c, fall somewhere within a step */
        const double jump = 1.5 * collide_pi * w * radius * speed * dt;
        collide_near("energy lost", 0.5 * m * (speed * speed - o.v_out * o.v_out), loss, jump / loss);
        collide_near("energy booked", drive_dissipated(&s), loss, jump / loss);
        assert_true(s.account[TSU_ACCOUNT_PLASTIC] > 0.999 * loss && o.residual < 1e-9 * m * speed * speed);
    }
}

/* Below sqrt(2 loss/m*) = sqrt(14.18/m* (w^5 R*^4/E*^2)^(1/3)) bodies stick, above they part with what is left. */
static void test_sticking_speed(void **state)
{
    (void)state;
    const double w = 0.5;
    /* a pair that sticks below 0.5875 m/s does so below 0.413 m/s if it parts at the largest pull */
    collide_near("of both ends", sqrt(loss_of("jkr/load", w, radius) / loss_of("jkr", w, radius)),
                 0.413 / 0.5875, 1e-3);
    for (int q = 0; q < 12; q++) {
        const char *const law = (const char *[]){"jkr", "jkr/load", "thornton_ning"}[q % 3];
        const bool wall = q / 3 % 2, fast = q / 6;
        drive d = choose(law, w, 1.0, 1.0);
        drive_scene s = collide_scene(radius, density, wall, 1.0);
        const double m = collide_effective_mass(&s), loss = loss_of(law, w, wall ? radius : 0.5 * radius);
        const double limit = sqrt(2.0 * loss / m), v = (fast ? 1.002 : 0.998) * limit;
        s = collide_scene(radius, density, wall, v);
        s.a.x.x += 1e-9;
        const collide_outcome o = collide(&d, &s, 5e-8, 30000);
        assert_int_equal(o.parted, fast);
        if (fast) collide_near("speed left", o.v_out, sqrt(v * v - limit * limit), 0.02);
    }
}

/* Plastic impact without adhesion: the restitution of Thornton and Ning by the velocity of first yield. */
static void test_plastic_restitution(void **state)
{
    (void)state;
    const double yield = 0.05;
    for (int q = 0; q < 6; q++) {
        const bool wall = q % 2;
        drive d = choose("thornton_ning", 0.0, 1.0, yield);
        const double r = wall ? radius : 0.5 * radius, a = yield * radius;
        drive_scene s = collide_scene(radius, density, wall, 1.0);
        const double m = collide_effective_mass(&s);
        const double v_y = sqrt(16.0 * effective_young() * pow(a, 5.0) / (15.0 * r * r * m));
        const double x = (double[]){0.9, 0.5, 0.2}[q / 2], speed = v_y / x;
        s = collide_scene(radius, density, wall, speed);
        const double e = sqrt(6.0 * sqrt(3.0) / 5.0) * sqrt(1.0 - x * x / 6.0) *
                         pow(x / (x + 2.0 * sqrt(1.2 - 0.2 * x * x)), 0.25);
        const collide_outcome o = collide(&d, &s, 1e-4 * a * a / r / v_y, 200000);
        collide_near("restitution", o.v_out / speed, e, 4e-10);
        collide_near("dissipated", o.dissipated, 0.5 * m * speed * speed * (1.0 - e * e), 5e-8);
    }
}

/* Flattened surfaces part while the spheres still overlap; they carry no force there and meet again on the same line. */
static void test_flattened(void **state)
{
    (void)state;
    for (int q = 0; q < 2; q++) {
        const double w = q ? 0.01 : 0.0;
        drive d = choose("thornton_ning", w, 1.0, 0.05);
        const double d0 = 3e-5;
        const double f0 = press(&d, true, d0).f_total;
        double f_old = f0, least = 0.0;
        int parted = 0;
        for (int k = 1000; k > 0; k--) {
            const tsu_contact c = press(&d, true, d0 * k / 1000.0);
            assert_true(c.touching);
            if (c.f_total == 0.0) parted++;
            if (!parted && q == 0) assert_true(c.f_total <= f_old * (1.0 + 1e-12));
            least = fmin(least, c.f_total);
            f_old = c.f_total;
        }
        assert_true(parted > 100);
        assert_true(q ? least < -1.5 * collide_pi * w * radius
                      : least == 0.0); /* flatter, so it sticks more */
        collide_near("back again", press(&d, true, d0).f_total, f0, 1e-11);
    }
}

/* Loading beyond yield is their incremental stiffness, integrated in many small steps. */
static void test_incremental_stiffness(void **state)
{
    (void)state;
    const double w = 0.05, yield = 0.06, r = radius, e = effective_young(), fc = 1.5 * collide_pi * w * r;
    drive d = choose("thornton_ning", w, 1.0, yield);
    const double a_y = yield * radius,
                 p_y = 2.0 * e * a_y / (collide_pi * r) - sqrt(2.0 * w * e / (collide_pi * a_y));
    assert_true(p_y > 0.0);
    double f = jkr_force(a_y, w, r);
    const double from = jkr_overlap(a_y, w, r), to = 4.0 * from;
    const int steps = 20000;
    for (int k = 0; k < steps; k++) {
        const double x = from + (to - from) * (k + 0.5) / steps;
        double a = sqrt(r * x) + 1e-4; /* contact radius of the JKR relation, by Newton */
        for (int n = 0; n < 50; n++) {
            a -= (jkr_overlap(a, w, r) - x) / (2.0 * a / r - sqrt(collide_pi * w / (2.0 * e * a)));
        }
        const double root = sqrt(4.0 * e * a * a * a / (3.0 * r));
        const double stiffness =
            (3.0 * collide_pi * r * p_y * root - 2.0 * a_y * e * sqrt(fc)) / (3.0 * root - sqrt(fc));
        f += stiffness * (to - from) / steps;
    }
    press(&d, true, 1e-9);
    collide_near("force", press(&d, true, to).f_total, f, 1e-7);
}

/* Hammer the laws: finite, and no jump but those of touching and parting. */
static void test_random_paths(void **state)
{
    (void)state;
    uint64_t random = 29;
    for (int q = 0; q < 12; q++) {
        const double w = (double[]){0.0, 1e-3, 0.5, 50.0}[q / 3];
        drive d = choose((const char *[]){"jkr", "thornton_ning", "jkr/load"}[q % 3], w, 1.0, 0.03);
        const double fc = 1.5 * collide_pi * w * radius;
        double d_old = 0.0, f_old = 0.0;
        for (int step = 0; step < 100000; step++) {
            const double pick = collide_random(&random), by = collide_random(&random);
            double x = 1e-4 * (by - 0.1);
            if (pick < 0.4) x = d_old * (1.0 + 0x1p-52 * floor(9.0 * by - 4.0));
            if (pick > 0.8) x = d_old + 1e-7 * (by - 0.5);
            if (pick > 0.99) x = 0.9e-3 * by;
            const tsu_contact c = press(&d, true, x);
            assert_true(isfinite(c.f_total) && isfinite(c.elastic) && isfinite(c.k_t) && c.k_t >= 0.0);
            const double stiff = 40.0 * effective_young() * sqrt(radius * fmax(fabs(x), fabs(d_old)) + 1e-9);
            if (q % 3 != 1 && c.touching && f_old != 0.0 && x > 1e-5 && d_old > 1e-5 && w < 1.0)
                assert_true(fabs(c.f_total - f_old) <= stiff * fabs(x - d_old) + 1e-12 * (fabs(f_old) + fc));
            d_old = x;
            f_old = c.f_total;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curve),          cmocka_unit_test(test_pull_off),
        cmocka_unit_test(test_no_adhesion),    cmocka_unit_test(test_adhesive_rebound),
        cmocka_unit_test(test_sticking_speed), cmocka_unit_test(test_plastic_restitution),
        cmocka_unit_test(test_flattened),      cmocka_unit_test(test_incremental_stiffness),
        cmocka_unit_test(test_random_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
