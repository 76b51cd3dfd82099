/* SPDX-License-Identifier: Apache-2.0 */
/* hooke/hysteresis and luding: branches, rebound and re-loading in closed form. */
#include "collide.h"

static const double radius = 2e-3, density = 2500.0, speed = 0.4;
static const double ratio = 4.0, adhesion = 0.6, phi = 0.2;

typedef struct bench {
    drive d;
    double k1, k2_max, k_c, depth;
} bench;

/* The k1 of hooke/hysteresis depends on the bodies; it is read from the law and checked in test_normal_elastic. */
static bench set_up(const char *law, double coefficient_adhesion, double f0, double e, bool wall, double m)
{
    const drive_value values[] = {{"LoadingStiffness", 1000.0, 0},
                                  {"UnloadingStiffness", ratio, 0},
                                  {"coefficientMaxElasticStiffness", ratio, 0},
                                  {"coefficientAdhesionStiffness", coefficient_adhesion, 0},
                                  {"coefficientPlasticityDepth", phi, 0},
                                  {"pullOffForce", f0, 0},
                                  {"coefficientRestitution", e, 0},
                                  {"youngsModulus", 1e6, 0},
                                  {"poissonsRatio", 0.3, 0},
                                  {"characteristicVelocity", speed, 0},
                                  {NULL, 0, 0}};
    bench b;
    drive_select(&b.d, law, NULL, NULL, NULL, values, NULL);
    b.k1 = collide_press(&b.d, radius, wall, m, 0.0, 1e-6, 0.0).k_n;
    drive_forget(&b.d);
    b.k2_max = ratio * b.k1;
    b.k_c = coefficient_adhesion * b.k1;
    b.depth = phi * 2.0 * (wall ? radius : 0.5 * radius) * ratio / (ratio - 1.0);
    return b;
}

static const char *const laws[] = {"hooke/hysteresis", "luding"};

/* Loading along k1, back along k2(D) to the adhesive branch, to zero: what is left of the energy is the area. */
static void test_rebound(void **state)
{
    (void)state;
    for (int q = 0; q < 8; q++) {
        const bool wall = q % 2, sticky = q / 2 % 2;
        drive_scene s = collide_scene(radius, density, wall, speed);
        const double m = collide_effective_mass(&s);
        bench b = set_up(laws[q / 4], sticky ? adhesion : 0.0, 0.0, 1.0, wall, m);
        const double deepest = speed * sqrt(m / b.k1);
        assert_true(deepest < b.depth);
        const double k2 = b.k1 + (b.k2_max - b.k1) * deepest / b.depth;
        const double zero = deepest * (1.0 - b.k1 / k2), turn = (k2 - b.k1) * deepest / (k2 + b.k_c);
        const double left = 0.5 * b.k1 * b.k1 * deepest * deepest / k2 - 0.5 * b.k_c * turn * zero;
        const collide_outcome o = collide(&b.d, &s, 2.5e-4 * deepest / speed, 200000);
        assert_true(o.parted && left > 0.0);
        collide_near("largest overlap", o.d_max, deepest, 1e-7);
        collide_near("rebound energy", 0.5 * m * o.v_out * o.v_out, left, 1e-6);
        collide_near("dissipated", o.dissipated, 0.5 * m * speed * speed - left, 1e-6);
        if (sticky) collide_near("largest pull", -o.f_min, b.k_c * turn, 1e-3);
    }
}

/* Beyond the plastic depth the contact is elastic with k2max, loading and unloading. */
static void test_beyond_the_depth(void **state)
{
    (void)state;
    for (int q = 0; q < 2; q++) {
        bench b = set_up(laws[q], adhesion, 0.0, 1.0, false, 1e-5);
        for (int back = 0; back < 2; back++) {
            for (int k = 0; k <= 10; k++) {
                const double d = b.depth * (1.0 + 0.05 * (back ? 10 - k : k));
                const tsu_contact c = collide_press(&b.d, radius, false, 1e-5, 0.0, d, 0.0);
                collide_near("force", c.f_total, b.k2_max * (d - b.depth) + b.k1 * b.depth, 1e-13);
            }
        }
        const double d = 0.9 * b.depth;
        collide_near("same line", collide_press(&b.d, radius, false, 1e-5, 0.0, d, 0.0).f_total,
                     b.k2_max * (d - b.depth) + b.k1 * b.depth, 1e-13);
    }
}

/* Turned on the adhesive branch, the contact leaves along the k2 line that belongs to the point, and comes back
 * to virgin loading at the D of that line. */
static void test_reloading(void **state)
{
    (void)state;
    for (int q = 0; q < 2; q++) {
        bench b = set_up(laws[q], adhesion, 0.0, 1.0, false, 1e-5);
        const double d0 = 0.6 * b.depth, at = 0.1 * b.depth;
        collide_press(&b.d, radius, false, 1e-5, 0.0, d0, 0.0);
        collide_near("adhesive", collide_press(&b.d, radius, false, 1e-5, 0.0, at, 0.0).f_total, -b.k_c * at,
                     1e-13);
        const double deepest = *drive_history(&b.d, TSU_NORMAL, "deltaMax", 0);
        const double k2 = b.k1 + (b.k2_max - b.k1) * deepest / b.depth;
        collide_near("line through the point", k2 * (at - deepest) + b.k1 * deepest, -b.k_c * at, 1e-12);
        const double up[] = {at * (1.0 + 1e-15), 0.5 * (at + deepest), deepest};
        for (int k = 0; k < 3; k++) {
            const double f = collide_press(&b.d, radius, false, 1e-5, 0.0, up[k], 0.0).f_total;
            assert_true(fabs(f - (k2 * (up[k] - deepest) + b.k1 * deepest)) < 1e-12 * b.k1 * deepest);
        }
        const double on = 1.1 * deepest;
        collide_near("virgin", collide_press(&b.d, radius, false, 1e-5, 0.0, on, 0.0).f_total, b.k1 * on,
                     1e-13);
    }
}

/* The constant force and the dashpot of luding; attraction is cut only where nothing attracts. */
static void test_luding_force(void **state)
{
    (void)state;
    const double e = 0.4, m = 1e-5, at = 1e-5, dt = 1e-4, f0 = -2e-3;
    bench b = set_up("luding", 0.0, f0, e, false, m);
    const double gamma = sqrt(4.0 * m * 1000.0 / (1.0 + pow(collide_pi / log(e), 2.0)));
    collide_near("F_n", collide_press(&b.d, radius, false, m, 0.0, at, dt).f_total,
                 1000.0 * at + gamma * at / dt + f0, 1e-13);
    const double pulled = collide_press(&b.d, radius, false, m, at, 1e-8, 1e-6).f_total;
    assert_true(pulled < f0);
    b = set_up("luding", 0.0, 0.0, e, false, m);
    collide_press(&b.d, radius, false, m, 0.0, at, dt);
    assert_true(collide_press(&b.d, radius, false, m, at, 1e-8, 1e-6).f_total == 0.0);
}

/* No force jump on any path, by a few ulp or far. */
static void test_no_jumps(void **state)
{
    (void)state;
    uint64_t random = 17;
    for (int q = 0; q < 4; q++) {
        bench b = set_up(laws[q % 2], q / 2 ? adhesion : 0.0, 0.0, 1.0, false, 1e-5);
        double d_old = 0.0, f_old = 0.0;
        for (int step = 0; step < 200000; step++) {
            const double pick = collide_random(&random), by = collide_random(&random);
            double d = 1.5 * b.depth * by;
            if (pick < 0.5) d = d_old * (1.0 + 0x1p-52 * floor(9.0 * by - 4.0));
            if (pick > 0.8) d = d_old * (0.9 + 0.2 * by);
            d = fmax(d, 1e-30);
            const double f = collide_press(&b.d, radius, false, 1e-5, 0.0, d, 0.0).f_total;
            assert_true(fabs(f - f_old) <=
                        (b.k2_max + b.k_c) * fabs(d - d_old) + 1e-14 * b.k2_max * fmax(d, d_old));
            d_old = d;
            f_old = f;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rebound),   cmocka_unit_test(test_beyond_the_depth),
        cmocka_unit_test(test_reloading), cmocka_unit_test(test_luding_force),
        cmocka_unit_test(test_no_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
