/* SPDX-License-Identifier: Apache-2.0 */
/* The accounts of the rolling laws: over any path, the trapezoidal work 1/2 (M_o + M) . w_r dt is what is stored plus what
 * the accounts say. */
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

/* The energies that pass through a step, stored or cut off [J]: the measure of rounding errors. */
static double scale_of(const tsu_contact *c, tsu_vec3 torque)
{
    const double turn = tsu_vec3_norm(c->w_r) * c->dt, stiffness = (c->k_n + c->k_t) * c->r_eff * c->r_eff;
    return (tsu_vec3_norm(torque) + tsu_vec3_norm(c->m_r) + stiffness * turn) * turn;
}

static tsu_contact contact_of(uint64_t *state)
{
    tsu_contact c = {.radius_i = 1.0e-3,
                     .radius_j = 1.5e-3,
                     .r_eff = 0.6e-3,
                     .m_eff = 1.0e-5,
                     .inv_mass_i = 8.0e4,
                     .inv_mass_j = 2.0e4};
    c.overlap = 1.0e-5 * values_random(state);
    c.touching = values_random(state) < 0.93;
    c.dt = values_random(state) < 0.1 ? 0.0 : 1.0e-5 * values_random(state);
    c.n = values_random_unit(state);
    c.w_r = values_random_vector(state, 500.0);
    c.f_n = values_random(state) < 0.1 ? 0.0 : 0.1 * (values_random(state) - 0.1);
    c.f_total = c.f_n;
    c.adhesion = 0.01 * values_random(state);
    c.k_n = values_random(state) < 0.1 ? 0.0 : 3.0e4 * values_random(state);
    c.k_t = values_random(state) < 0.1 ? 0.0 : 3.0e4 * values_random(state);
    c.gamma_t = 0.05 * values_random(state);
    return c;
}

static const drive_keyword torsion_choices[][3] = {
    {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}},
    {{"torsionTorque", "on"}, {"torsion", "on"}, {NULL, NULL}},
};

/* A law writes the accounts that its table names, and no other: sums over such steps leave out what it does not name. */
static void check_accounts(const tsu_law *law, const double used[TSU_ACCOUNT_COUNT])
{
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        const bool named = law->accounts & 1u << q;
        if (named != (used[q] > 0.0))
            fail_msg("rolling_friction %s %s the account %s, but books %g J there", law->name,
                     named ? "names" : "does not name", tsu_account_names[q], used[q]);
    }
}

/* Stiffness, dashpot, limit, normal, spin and time step all jump at random. */
static void accounts_are_exact(void **test)
{
    (void)test;
    uint64_t state = 88172645463325252u;
    for (int torsion = 0; torsion < 2; torsion++) {
        for (const tsu_law *const *law = tsu_laws_of_kind(TSU_ROLLING); *law; law++) {
            drive d;
            drive_select(&d, NULL, NULL, NULL, (*law)->name, law_values, torsion_choices[torsion]);
            tsu_vec3 torque = {0}, n = {0};
            double elastic = 0.0, k_n = 0.0, k_t = 0.0, used[TSU_ACCOUNT_COUNT] = {0};
            for (int step = 0; step < 20000; step++) {
                tsu_contact c = contact_of(&state);
                c.w_n_before = tsu_vec3_dot(c.w_r, n);
                c.k_n_before = k_n;
                c.k_t_before = k_t;
                k_n = c.k_n;
                k_t = c.k_t;
                drive_run(&d, &c);
                const double work = 0.5 * (tsu_vec3_dot(torque, c.w_r) + tsu_vec3_dot(c.m_r, c.w_r)) * c.dt;
                double size = scale_of(&c, torque) + c.elastic + elastic;
                const double known = c.elastic - elastic + booked(&c, &size);
                assert_true(fabs(work - known) <= 1.0e-12 * size);
                for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
                    used[q] += fabs(c.account[q]);
                }
                torque = c.m_r;
                elastic = c.elastic;
                n = c.n;
            }
            check_accounts(*law, used);
        }
    }
}

/* A spin that keeps its axis: nothing is negative while it keeps its sign. */
static void steady_axis_only_dissipates(void **test)
{
    (void)test;
    uint64_t state = 4101842887655102017u;
    for (const tsu_law *const *law = tsu_laws_of_kind(TSU_ROLLING); *law; law++) {
        drive d;
        drive_select(&d, NULL, NULL, NULL, (*law)->name, law_values, NULL);
        tsu_vec3 torque = {0};
        double elastic = 0.0, total = 0.0;
        for (int step = 0; step < 5000; step++) {
            tsu_contact c = contact_of(&state);
            c.touching = step % 50 != 49;
            c.n = tsu_vec3_make(0.0, 0.6, 0.8);
            c.w_r = tsu_vec3_make(200.0 * values_random(&state), 0.0, 0.0);
            c.k_n = c.k_t = c.k_n_before = c.k_t_before = 2.0e4;
            c.gamma_t = 0.02;
            drive_run(&d, &c);
            const double work = 0.5 * (tsu_vec3_dot(torque, c.w_r) + tsu_vec3_dot(c.m_r, c.w_r)) * c.dt;
            double size = scale_of(&c, torque) + c.elastic + elastic;
            const double known = c.elastic - elastic + booked(&c, &size);
            assert_true(fabs(work - known) <= 1.0e-12 * size);
            for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
                if (q != TSU_ACCOUNT_ROLLING_HISTORY) assert_true(c.account[q] >= 0.0);
                total += c.account[q];
            }
            torque = c.m_r;
            elastic = c.elastic;
        }
        assert_true(total > 0.0);
    }
}

/* As the overlap of a Hertz contact goes to zero the accounts stay as small as the energy they explain, although the
 * stiffness vanishes. */
static void vanishing_stiffness_accounts_no_fortune(void **test)
{
    (void)test;
    drive d;
    drive_select(&d, "hertz", NULL, NULL, "epsd3", law_values, NULL);
    drive_scene s = {.a = drive_sphere(1.0e-3, 2500.0), .at_plane = true};
    s.plane_normal = tsu_vec3_make(0.0, 0.0, 1.0);
    s.a.x = tsu_vec3_make(0.0, 0.0, 1.0e-3 + 1.0e-8);
    s.a.v = tsu_vec3_make(0.0, 0.0, -0.1);
    s.a.w = tsu_vec3_make(100.0, 50.0, 20.0);
    drive_start(&s, &d);
    const double spin = 0.5 * drive_inertia(&s.a) * tsu_vec3_norm2(s.a.w);
    double slip = 0.0, history = 0.0;
    bool touched = false;
    for (int step = 0; step < 20000 && (s.contact.touching || !touched); step++) {
        drive_step(&s, &d, 2.0e-8);
        touched = touched || s.contact.touching;
        slip += fabs(s.contact.account[TSU_ACCOUNT_ROLLING_SLIP]);
        history += fabs(s.contact.account[TSU_ACCOUNT_ROLLING_HISTORY]);
    }
    assert_true(touched && !s.contact.touching);
    assert_true(slip > 0.0 && slip < spin);
    assert_true(history < 0.1 * spin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_are_exact),
        cmocka_unit_test(steady_axis_only_dissipates),
        cmocka_unit_test(vanishing_stiffness_accounts_no_fortune),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
