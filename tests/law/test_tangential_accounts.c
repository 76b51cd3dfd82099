/* SPDX-License-Identifier: Apache-2.0 */
/* The accounts of the tangential laws: over any path, the trapezoidal work -1/2 (F_o . v_o + F . v) dt is what is stored
 * plus what the accounts say. */
#include "values.h"

static double booked(const tsu_contact *c, double *size)
{
    double sum = 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        sum += c->account[q];
        *size += fabs(c->account[q]);
    }
    return sum;
}

static tsu_contact contact_of(uint64_t *state)
{
    tsu_contact c = {.radius_i = 1.0e-3,
                     .radius_j = 1.5e-3,
                     .r_eff = 0.6e-3,
                     .m_eff = 1.0e-5,
                     .inv_mass_i = 8.0e4,
                     .inv_mass_j = 2.0e4,
                     .overlap = 1.0e-5,
                     .overlap_before = 1.0e-5};
    c.touching = values_random(state) < 0.93;
    c.dt = values_random(state) < 0.1 ? 0.0 : 1.0e-5 * values_random(state);
    c.n = values_random_unit(state);
    c.v_t = tsu_vec3_reject(values_random_vector(state, 0.5), c.n);
    c.v_t_before = values_random_vector(state, 0.5);
    c.f_n = values_random(state) < 0.1 ? 0.0 : 0.1 * (values_random(state) - 0.1);
    c.f_total = c.f_n;
    c.k_t = values_random(state) < 0.1 ? 0.0 : 3.0e4 * values_random(state);
    c.gamma_t = 0.05 * values_random(state);
    return c;
}

/* Stiffness, dashpot, limit, normal, velocity and time step all jump at random. */
static void accounts_are_exact(void **test)
{
    (void)test;
    uint64_t state = 88172645463325252u;
    for (const tsu_law *const *law = tsu_laws_of_kind(TSU_TANGENTIAL); *law; law++) {
        drive d;
        drive_select(&d, NULL, NULL, (*law)->name, NULL, law_values, NULL);
        tsu_vec3 force = {0};
        double elastic = 0.0, slipped = 0.0, k_t = 0.0;
        for (int step = 0; step < 20000; step++) {
            tsu_contact c = contact_of(&state);
            c.k_t_before = k_t;
            k_t = c.k_t;
            drive_run(&d, &c);
            const double work =
                -0.5 * (tsu_vec3_dot(force, c.v_t_before) + tsu_vec3_dot(c.f_t, c.v_t)) * c.dt;
            double size = fabs(work) + fabs(c.elastic) + fabs(elastic);
            const double known = c.elastic - elastic + booked(&c, &size);
            assert_true(fabs(work - known) <= 1.0e-12 * size + 1.0e-30);
            slipped += c.account[TSU_ACCOUNT_SLIDING];
            force = c.f_t;
            elastic = c.elastic;
        }
        assert_true(slipped >= 0.0);
    }
}

/* Along a straight line nothing is negative while the speed keeps its sign. */
static void straight_path_only_dissipates(void **test)
{
    (void)test;
    uint64_t state = 4101842887655102017u;
    for (const tsu_law *const *law = tsu_laws_of_kind(TSU_TANGENTIAL); *law; law++) {
        drive d;
        drive_select(&d, NULL, NULL, (*law)->name, NULL, law_values, NULL);
        tsu_vec3 force = {0};
        double elastic = 0.0, total = 0.0;
        for (int step = 0; step < 5000; step++) {
            tsu_contact c = contact_of(&state);
            const double speed = 0.2 * values_random(&state);
            c.touching = step % 50 != 49;
            c.n = tsu_vec3_make(0.0, 0.6, 0.8);
            c.v_t = c.v_t_before = tsu_vec3_make(speed, 0.0, 0.0);
            c.k_t = c.k_t_before = 2.0e4;
            c.gamma_t = 0.02;
            drive_run(&d, &c);
            const double work =
                -0.5 * (tsu_vec3_dot(force, c.v_t_before) + tsu_vec3_dot(c.f_t, c.v_t)) * c.dt;
            double size = fabs(work) + fabs(c.elastic) + fabs(elastic);
            const double known = c.elastic - elastic + booked(&c, &size);
            assert_true(fabs(work - known) <= 1.0e-12 * size + 1.0e-30);
            for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
                if (q != TSU_ACCOUNT_TANGENTIAL_HISTORY) assert_true(c.account[q] >= 0.0);
                total += c.account[q];
            }
            force = c.f_t;
            elastic = c.elastic;
        }
        assert_true(total > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_are_exact),
        cmocka_unit_test(straight_path_only_dissipates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
