/* SPDX-License-Identifier: Apache-2.0 */
/* `consistent on` of the Edinburgh laws: with an exponent n other than 1 the restitution is the one asked for, the largest pull is
 * F_min, and what is handed on is a stiffness in N/m. */
#include "collide.h"

enum { K1, RATIO, RESTITUTION, N, C, F0, GAMMA, KC, YOUNG, POISSON };

static const double radius = 2e-3, density = 2500.0, speed = 0.4, mass = 1e-5, young = 5e6, poisson = 0.25;
static const drive_keyword on[] = {{"consistent", "on"}, {NULL, NULL}};
static const drive_keyword kept[] = {{"consistent", "on"}, {"limitForce", "off"}, {NULL, NULL}};

static void choose(drive *d, const char *law, double k1, double ratio, double e, double n, double c,
                   double gamma, const drive_keyword *keywords)
{
    const drive_value values[] = {[K1] = {"LoadingStiffness", k1, 0},
                                  [RATIO] = {"UnloadingStiffness", ratio, 0},
                                  [RESTITUTION] = {"coefficientRestitution", e, 0},
                                  [N] = {"overlapExponent", n, 0},
                                  [C] = {"adhesionExponent", c, 0},
                                  [F0] = {"pullOffForce", 0, 0},
                                  [GAMMA] = {"surfaceEnergy", gamma, 0},
                                  [KC] = {"coefficientAdhesionStiffness", 0.5, 0},
                                  [YOUNG] = {"youngsModulus", young, 0},
                                  [POISSON] = {"poissonsRatio", poisson, 0},
                                  {NULL, 0, 0}};
    drive_select(d, law, NULL, NULL, NULL, values, keywords);
}

static double damping_ratio(double e)
{
    return -log(e) / sqrt(log(e) * log(e) + collide_pi * collide_pi);
}

/* Restitution of an impact in steps of `share` of the time d_max/v. */
static double restitution(double n, double c, double e, bool wall, const drive_keyword *keywords,
                          double share)
{
    const double k1 = 1000.0 * pow(1e-4, 1.0 - n);
    drive d;
    choose(&d, "edinburgh/stiffness", k1, 1.0 + 1e-13, e, n, c, 0.0, keywords);
    drive_scene s = collide_scene(radius, density, wall, speed);
    const double m = collide_effective_mass(&s);
    const double d_max = pow((n + 1.0) * m * speed * speed / (2.0 * k1), 1.0 / (n + 1.0));
    const collide_outcome o = collide(&d, &s, share * d_max / speed, 1000000);
    assert_true(o.parted);
    collide_near("dissipated", o.dissipated, 0.5 * m * (speed * speed - o.v_out * o.v_out), 1e-9);
    return o.v_out / speed;
}

/* With s = d^((n+1)/2) the contact is the linear oscillator, so that both closed forms of n = 1 hold for every n. The dashpot sees
 * the speed of half a step ago, so the error falls as the first power of the step: two steps tell the limit. */
static void test_restitution(void **state)
{
    (void)state;
    static const double exponents[][2] = {{1.5, 1.5}, {1.5, 2.0}, {2.0, 2.0}, {1.25, 0.7}};
    static const double asked[] = {0.3, 0.5, 0.9};
    for (int q = 0; q < 4 * 3 * 2 * 2; q++) {
        const double n = exponents[q % 4][0], c = exponents[q % 4][1], e = asked[q / 4 % 3];
        const bool wall = q / 12 % 2, cut = q / 24;
        const double b = damping_ratio(e);
        const double limited = exp(-b * (collide_pi - 2.0 * asin(b)) / sqrt(1.0 - b * b));
        const double coarse = restitution(n, c, e, wall, cut ? on : kept, 1e-3);
        const double fine = restitution(n, c, e, wall, cut ? on : kept, 5e-4);
        const double allowed =
            n < 2.0 ? 3e-4 : 2e-5; /* the last step counts more the steeper d^((n-1)/2) begins */
        collide_near("restitution", 2.0 * fine - coarse, cut ? limited : e, allowed);
    }
}

/* `edinburgh` with n = 3/2 and k2 = k1 is `hertz`, dashpot and all. */
static void test_is_hertz(void **state)
{
    (void)state;
    drive d, hertz;
    choose(&d, "edinburgh", 0.0, 1.0 + 1e-15, 0.5, 1.5, 1.5, 0.0, kept);
    choose(&hertz, "hertz", 0.0, 0.0, 0.5, 1.5, 1.5, 0.0, NULL);
    double from = 0.0;
    for (int step = 1; step < 200; step++) {
        const double to = 1e-4 * sin(collide_pi * step / 200.0);
        const tsu_contact a = collide_press(&d, radius, step % 2, mass, from, to, 1e-6);
        const tsu_contact b = collide_press(&hertz, radius, step % 2, mass, from, to, 1e-6);
        collide_near("force", a.f_total, b.f_total, 1e-11);
        collide_near("dashpot", a.f_damp, b.f_damp, 1e-10);
        collide_near("k_n", a.k_n, b.k_n, 1e-13);
        collide_near("k_t", a.k_t, b.k_t, 1e-13);
        drive_forget(&d);
        from = to;
    }
}

/* k_n = k_t = k1 d^(n-1) and gamma_n = gamma_t = 2 beta sqrt(m* k1 (n+1)/2) d^((n-1)/2), on every branch. */
static void test_handed_on(void **state)
{
    (void)state;
    static const double exponents[][2] = {{1.5, 1.5}, {1.3, 2.1}, {1.0, 2.0}, {1.0, 1.0}};
    static const double way[] = {1e-6, 1e-4, 0.9e-4, 1e-5, 3e-5};
    const double e = 0.4;
    for (int q = 0; q < 4; q++) {
        const double n = exponents[q][0], k1 = 1000.0 * pow(1e-4, 1.0 - n);
        drive d;
        choose(&d, "edinburgh/stiffness", k1, 3.0, e, n, exponents[q][1], 0.3, on);
        for (int step = 0; step < 5; step++) {
            const double at = way[step], k = k1 * pow(at, n - 1.0), was = step ? way[step - 1] : 0.0;
            const tsu_contact c = collide_press(&d, radius, false, mass, was, at, 1e-6);
            collide_near("k_n", c.k_n, k, 1e-14);
            collide_near("k_t", c.k_t, k, 1e-14);
            if (step) collide_near("k_t before", c.k_t_before, k1 * pow(was, n - 1.0), 1e-14);
            collide_near("gamma_n", c.gamma_n, 2.0 * damping_ratio(e) * sqrt(mass * k * (n + 1.0) / 2.0),
                         1e-13);
            collide_near("gamma_t", c.gamma_t, c.gamma_n, 1e-15);
        }
    }
}

/* Pulls from d0 to nothing; the largest pull on the way, which passes `through`. */
static double largest_pull(drive *d, bool wall, double d0, double through)
{
    double least = 0.0;
    collide_press(d, radius, wall, mass, 0.0, d0, 0.0);
    for (int step = 0; step <= 4000; step++) {
        const double at = step < 2000    ? d0 + (through - d0) * step / 2000.0
                          : step == 2000 ? through
                                         : through * (4001 - step) / 2001.0;
        least = fmin(least, collide_press(d, radius, wall, mass, 0.0, at, 0.0).f_total);
    }
    return -least;
}

/* Limited to F_min = k2 dp^n/2. As printed, d_min = dp/2 is off the k2 line: line and branch meet where
 * d^n (1 + 2^(n-1)) = dp^n for n = c, at a pull of F_min 2^n/(1 + 2^(n-1)). With `consistent on` they meet at F_min. */
static void test_limited_pull(void **state)
{
    (void)state;
    const double ratio = 3.0, d0 = 1e-4;
    for (int q = 0; q < 8; q++) {
        const bool wall = q & 1, consistent = q & 2;
        const double n = q & 4 ? 2.0 : 1.5, k1 = 1000.0 * pow(d0, 1.0 - n), k2 = ratio * k1;
        const double dp_n = (1.0 - 1.0 / ratio) * pow(d0, n), f_min = 0.5 * k2 * dp_n,
                     high = pow(2.0, n - 1.0);
        const double meet = pow(consistent ? 0.5 * dp_n : dp_n / (1.0 + high), 1.0 / n);
        drive d;
        choose(&d, "edinburgh/stiffness", k1, ratio, 1.0, n, n, 1e3, consistent ? on : NULL);
        collide_near("largest pull", largest_pull(&d, wall, d0, meet),
                     consistent ? f_min : f_min * 2.0 * high / (1.0 + high), 1e-12);
    }
}

/* Where the surface energy reaches the limit k_c goes on without a jump; as printed it jumps by 2^(c - c/n). */
static void test_no_jump(void **state)
{
    (void)state;
    const double ratio = 3.0, d0 = 1e-4, n = 1.5, k1 = 1000.0 * pow(d0, 1.0 - n);
    const double dp = pow(1.0 - 1.0 / ratio, 1.0 / n) * d0, a = sqrt(dp * (2.0 * radius - dp));
    const double enough = 0.5 * ratio * k1 * pow(dp, n) / (1.5 * collide_pi * a);
    for (int q = 0; q < 4; q++) {
        const double c = q & 1 ? 2.5 : 1.5;
        const bool consistent = q & 2;
        double k_c[2];
        for (int above = 0; above < 2; above++) {
            drive d;
            choose(&d, "edinburgh/stiffness", k1, ratio, 1.0, n, c,
                   enough * (above ? 1.0 + 1e-9 : 1.0 - 1e-9), consistent ? on : NULL);
            collide_press(&d, radius, true, mass, 0.0, d0, 0.0);
            k_c[above] = *drive_history(&d, TSU_NORMAL, "k_c", 0);
        }
        collide_near("jump of k_c", k_c[1] / k_c[0], consistent ? 1.0 : pow(2.0, c - c / n), 1e-8);
    }
}

/* n = 1: not a bit changes. */
static void test_linear_is_the_same(void **state)
{
    (void)state;
    for (int q = 0; q < 4; q++) {
        const char *law = q & 1 ? "edinburgh" : "edinburgh/stiffness";
        drive a, b;
        choose(&a, law, 1000.0, 3.0, 0.5, 1.0, q & 2 ? 2.0 : 1.0, 0.3, on);
        choose(&b, law, 1000.0, 3.0, 0.5, 1.0, q & 2 ? 2.0 : 1.0, 0.3, NULL);
        uint64_t random = 3;
        double from = 0.0;
        for (int step = 0; step < 1000; step++) {
            const double to = 1e-4 * collide_random(&random);
            const tsu_contact x = collide_press(&a, radius, step % 2, mass, from, to, 1e-6);
            const tsu_contact y = collide_press(&b, radius, step % 2, mass, from, to, 1e-6);
            assert_true(x.f_total == y.f_total && x.k_n == y.k_n && x.k_t == y.k_t && x.elastic == y.elastic);
            assert_true(x.gamma_n == y.gamma_n && x.gamma_t == y.gamma_t);
            from = to;
        }
    }
}

/* A contact pulled onto the adhesive branch forgets how deep it was: pressed again and pulled again it parts at the weaker pull of
 * the place where it turned, and it yields again where its new k2 line meets k1 d^n. */
static void test_forgets(void **state)
{
    (void)state;
    const double k1 = 1000.0, ratio = 3.0, k2 = ratio * k1, d0 = 1e-4;
    drive d;
    choose(&d, "edinburgh/stiffness", k1, ratio, 1.0, 1.0, 1.0, 0.3, on);
    const double strong = largest_pull(&d, true, d0, 1e-5);
    const double k_c = *drive_history(&d, TSU_NORMAL, "k_c", 0), turn = d0 / 4001.0 / 10.0;
    collide_press(&d, radius, true, mass, 0.0, turn, 0.0);
    const double dp = turn * (1.0 + k_c / k2), yields = 1.5 * dp;
    collide_near("on the new line", collide_press(&d, radius, true, mass, 0.0, 1.2 * dp, 0.0).f_total,
                 k2 * 0.2 * dp, 1e-12);
    const double weak = largest_pull(&d, true, 0.99 * yields, turn);
    collide_near("pull-off after it turned", weak, k_c * turn, 1e-9);
    assert_true(weak < 0.01 * strong);
    collide_near("yields", collide_press(&d, radius, true, mass, 0.0, 2.0 * yields, 0.0).f_total,
                 k1 * 2.0 * yields, 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_restitution), cmocka_unit_test(test_is_hertz),
        cmocka_unit_test(test_handed_on),   cmocka_unit_test(test_limited_pull),
        cmocka_unit_test(test_no_jump),     cmocka_unit_test(test_linear_is_the_same),
        cmocka_unit_test(test_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
