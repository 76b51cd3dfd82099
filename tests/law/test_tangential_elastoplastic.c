/* SPDX-License-Identifier: Apache-2.0 */
/* Ageing friction in a contact: the block equals the scalar law bit for bit, the slider, Coulomb's limit, the accounts. */
#include "drive.h"
#include "friction_states.h"
#include "law/tangential_elastoplastic.h"
#include "slider/slider.h"

static const drive_value VALUES[] = {{"youngsModulus", 1e7, 0},
                                     {"poissonsRatio", 0.3, 0},
                                     {"coefficientRestitution", 0.5, 0},
                                     {"coefficientFriction", 0.5, 0},
                                     {"coefficientFrictionStatic", 0.6, 0},
                                     {"coefficientFrictionKinetic", 0.3, 0},
                                     {"frictionDecay", 500.0, 0},
                                     {"frictionRecovery", 2.0, 0},
                                     {"frictionSubloading", 1e5, 0},
                                     {NULL, 0, 0}};
enum { STATIC = 4, KINETIC, DECAY, RECOVERY, SUBLOADING, FREE };

static tsu_contact contact_random(uint64_t id)
{
    dice d = {UINT64_C(1) << 43 | id, 0};
    tsu_contact c = {.overlap = 1e-4, .radius_i = 0.01, .radius_j = 0.01, .r_eff = 0.005, .m_eff = 0.01};
    c.n = tsu_vec3_make(roll(&d) - 0.5, roll(&d) - 0.5, roll(&d) - 0.5);
    c.n = tsu_vec3_scale(1.0 / tsu_vec3_norm(c.n), c.n);
    c.v_t = tsu_vec3_reject(tsu_vec3_make(roll(&d) - 0.5, roll(&d) - 0.5, roll(&d) - 0.5), c.n);
    c.v_t = c.v_t_before = tsu_vec3_scale(roll_log(&d, 1e-4, 10.0), c.v_t);
    c.f_n = roll(&d) < 0.1 ? -roll(&d) : roll_log(&d, 1e-3, 1e3);
    c.k_t = roll_log(&d, 1e2, 1e6);
    c.touching = roll(&d) < 0.9;
    return c;
}

static void put_lane(tsu_block *b, int l, const tsu_contact *c)
{
    b->dt = c->dt;
    b->nx[l] = c->n.x, b->ny[l] = c->n.y, b->nz[l] = c->n.z;
    b->vtx[l] = b->vtx_before[l] = c->v_t.x;
    b->vty[l] = b->vty_before[l] = c->v_t.y;
    b->vtz[l] = b->vtz_before[l] = c->v_t.z;
    b->f_n[l] = c->f_n, b->k_t[l] = c->k_t;
    b->touching[l] = c->touching ? 1.0 : 0.0;
    b->elastic[l] = 0.0;
}

/* Every lane of a block has its own contact; the scalar law is the judge, over many steps. */
static void test_block_equals_scalar(void **state)
{
    (void)state;
    const drive_keyword split[] = {{"reversalSplit", "on"}, {NULL, NULL}};
    static drive d;
    static tsu_contact c[TSU_LANES];
    for (int keyword = 0; keyword < 2; keyword++) {
        drive_select(&d, NULL, NULL, "elastoplastic", NULL, VALUES, keyword ? split : NULL);
        double p[TSU_ELASTOPLASTIC_COEFFICIENTS], h[TSU_LANES][TSU_ELASTOPLASTIC_HISTORY] = {{0}};
        for (int q = 0; q < TSU_ELASTOPLASTIC_COEFFICIENTS; q++) {
            p[q] = d.coefficient[q][0];
        }
        for (int step = 0; step < 300; step++) {
            for (int l = 0; l < TSU_LANES; l++) {
                c[l] = contact_random((uint64_t)(step * TSU_LANES + l));
                c[l].dt = 1e-4 * (step % 3);
                put_lane(&d.block, l, &c[l]);
            }
            d.law[TSU_TANGENTIAL]->stage(&d.block, (const tsu_lane *)d.coefficient, d.history);
            for (int l = 0; l < TSU_LANES; l++) {
                tsu_tangential_elastoplastic(p, &c[l], h[l]);
                if (!c[l].touching) memset(h[l], 0, sizeof h[l]);
                for (int q = 0; q < TSU_ELASTOPLASTIC_HISTORY; q++) {
                    assert_memory_equal(&h[l][q], &d.history[q][l], sizeof(double));
                }
                const tsu_contact r = drive_read(&d.block, l);
                if (c[l].touching) assert_memory_equal(&r.f_t, &c[l].f_t, sizeof r.f_t);
                assert_memory_equal(&r.account, &c[l].account, sizeof r.account);
                assert_true(h[l][TSU_ELASTOPLASTIC_R] >= 0.0 && h[l][TSU_ELASTOPLASTIC_R] <= 1.0);
            }
        }
    }
}

/* Exchanging i and j changes nothing but signs. */
static void test_exchange(void **state)
{
    (void)state;
    static drive d, e;
    drive_select(&d, NULL, NULL, "elastoplastic", NULL, VALUES, NULL);
    drive_select(&e, NULL, NULL, "elastoplastic", NULL, VALUES, NULL);
    for (uint64_t step = 0; step < 300; step++) {
        tsu_contact c = contact_random(step);
        c.dt = 1e-4;
        tsu_contact s = c;
        s.n = tsu_vec3_negate(c.n);
        s.v_t = tsu_vec3_negate(c.v_t);
        drive_run(&d, &c);
        drive_run(&e, &s);
        assert_true(c.f_t.x == -s.f_t.x && c.f_t.y == -s.f_t.y && c.f_t.z == -s.f_t.z);
        assert_true(*drive_history(&d, TSU_TANGENTIAL, "mu", 0) ==
                    *drive_history(&e, TSU_TANGENTIAL, "mu", 0));
    }
}

/* mu of a new contact, healing without load, and forgetting when the contact opens. */
static void test_life_of_a_contact(void **state)
{
    (void)state;
    drive_value values[16] = {{0}};
    memcpy(values, VALUES, sizeof VALUES);
    values[FREE] = (drive_value){"coefficientFrictionInitial", 0.4, 0};
    static drive d;
    drive_select(&d, NULL, NULL, "elastoplastic", NULL, values, NULL);
    tsu_contact c = {.n = {0, 0, 1}, .dt = 0.0, .f_n = 10.0, .k_t = 1e4, .touching = true};
    drive_run(&d, &c);
    assert_true(*drive_history(&d, TSU_TANGENTIAL, "mu", 0) == 0.4);
    c.dt = 1e-3, c.f_n = 0.0;
    for (int n = 0; n < 250; n++) {
        drive_run(&d, &c);
    }
    assert_true(fabs(*drive_history(&d, TSU_TANGENTIAL, "mu", 0) - (0.6 - 0.2 * exp(-2.0 * 0.25))) < 1e-4);
    c.touching = false;
    drive_run(&d, &c);
    assert_true(*drive_history(&d, TSU_TANGENTIAL, "mu", 0) == 0.0);
    c.touching = true, c.f_n = 10.0;
    drive_run(&d, &c);
    assert_true(fabs(*drive_history(&d, TSU_TANGENTIAL, "mu", 0) - 0.4) < 1e-3);
}

/* ---- a sphere on a plane ------------------------------------------------------------------------------------ */

static drive_scene sphere_on_plane(void)
{
    drive_scene s = {.a = drive_sphere(0.01, 2500.0), .at_plane = true};
    s.plane_normal = tsu_vec3_make(0, 0, 1);
    s.gravity = tsu_vec3_make(0, 0, -9.81);
    return s;
}

/* Lowers the sphere until the law carries its weight. */
static void settle(drive_scene *s, drive *d)
{
    double low = 0.0, high = 0.1 * s->a.radius;
    for (int n = 0; n < 200; n++) {
        const double overlap = 0.5 * (low + high);
        s->a.x = tsu_vec3_make(0, 0, s->a.radius - overlap);
        drive_start(s, d);
        if (s->a.f.z < 0.0)
            low = overlap;
        else
            high = overlap;
    }
}

/* Slide, bounce, roll: bodies + elastic + dissipated stays what it was. */
static void test_accounts_close(void **state)
{
    (void)state;
    const char *const rolling[] = {NULL, "epsd3"};
    drive_value values[16] = {{0}};
    memcpy(values, VALUES, sizeof VALUES);
    values[FREE] = (drive_value){"coefficientRollingFriction", 0.1, 0};
    values[FREE + 1] = (drive_value){"coefficientRollingViscousDamping", 0.3, 0};
    values[FREE + 2] = (drive_value){"rollingStiffness", 2.25, 0};
    static drive d;
    for (int n = 0; n < 2; n++) {
        drive_scene s = sphere_on_plane();
        drive_select(&d, "hertz", NULL, "elastoplastic", rolling[n], values, NULL);
        settle(&s, &d);
        drive_start(&s, &d);
        s.a.v = tsu_vec3_make(0.3, 0.1, -0.2); /* presses down, bounces, slides, then rolls */
        const double before = drive_energy_total(&s), dt = 2e-6;
        for (int step = 0; step < 50000; step++) {
            drive_step(&s, &d, dt);
        }
        const double error = fabs(drive_energy_total(&s) - before) / s.turned_over;
        print_message("audit of a bouncing, sliding sphere: %.1e of the energy exchanged\n", error);
        assert_true(s.account[TSU_ACCOUNT_SLIDING] > 0.01 * s.turned_over);
        assert_true(error < 1e-9);
    }
}

/* mu_s = mu_k, no decay, no recovery, sharp m: `history` without its dashpot. */
static void test_becomes_coulomb(void **state)
{
    (void)state;
    drive_value values[16] = {{0}};
    memcpy(values, VALUES, sizeof VALUES);
    values[STATIC].value = values[KINETIC].value = 0.5;
    values[DECAY].value = values[RECOVERY].value = 0.0;
    values[SUBLOADING].value = 1e15;
    const drive_keyword keywords[] = {{"tangential_damping", "off"}, {NULL, NULL}};
    static drive d, e;
    drive_select(&d, "hertz", NULL, "elastoplastic", NULL, values, keywords);
    drive_select(&e, "hertz", NULL, "history", NULL, values, keywords);
    drive_scene s = sphere_on_plane(), t = s;
    settle(&s, &d), settle(&t, &e);
    drive_start(&s, &d), drive_start(&t, &e);
    s.a.v = t.a.v = tsu_vec3_make(0.5, 0, 0);
    s.a.w = t.a.w = tsu_vec3_make(20.0, 0, 0);
    for (int n = 0; n < 20000; n++) {
        drive_step(&s, &d, 5e-6);
        drive_step(&t, &e, 5e-6);
        assert_true(tsu_vec3_norm(tsu_vec3_sub(s.contact.f_t, t.contact.f_t)) < 1e-6 * 0.5 * 9.81 * s.a.mass);
    }
    assert_true(fabs(s.a.v.x - t.a.v.x) < 1e-8 && s.account[TSU_ACCOUNT_SLIDING] > 0.0);
}

static void pull(drive_body *a, tsu_vec3 driver, double K, double h)
{
    a->v.x += h * K * (driver.x - a->x.x) / a->mass;
    a->v.y += h * K * (driver.y - a->x.y) / a->mass;
}

/* A sphere that cannot turn, pressed by its weight and dragged by a spring, is a slider. */
static void test_dragged_sphere_is_the_slider(void **state)
{
    (void)state;
    static drive d;
    drive_select(&d, "hertz", NULL, "elastoplastic", NULL, VALUES, NULL);
    drive_scene s = sphere_on_plane();
    settle(&s, &d);
    drive_start(&s, &d);
    const double K = 200.0, dt = 2e-6;
    const tsu_slider_phase way[] = {
        {0.0, {0.1, 0.04, 0.0}}, {0.04, {0.0, 0.0, 0.0}}, {0.07, {-0.1, 0.04, 0.0}}};
    const tsu_slider_load load[] = {{0.0, 9.81 * s.a.mass}};
    tsu_slider slider = tsu_slider_default();
    slider.mass = s.a.mass, slider.stiffness = K, slider.alpha = s.contact.k_t, slider.dimensions = 2;
    slider.friction = (tsu_friction){.mu_s = 0.6, .mu_k = 0.3, .kappa = 500.0, .xi = 2.0, .m = 1e5};
    slider.drive = way, slider.drive_count = 3, slider.load = load, slider.load_count = 1;
    tsu_slider_state x;
    assert_int_equal(tsu_slider_start_rest(&slider, &x, NULL), TSU_OK);
    tsu_vec3 driver = {0, 0, 0};
    double worst = 0.0, largest = 0.0;
    bool stuck = false, slid = false;
    for (int n = 0; n < 50000; n++) {
        drive_kick(&s.a, 0.5 * dt);
        pull(&s.a, driver, K, 0.5 * dt);
        s.a.x = tsu_vec3_madd(s.a.x, dt, s.a.v);
        drive_forces(&s, &d, dt);
        s.a.torque = tsu_vec3_make(0, 0, 0);
        driver = tsu_vec3_madd(driver, dt, tsu_slider_drive_velocity(&slider, (n + 0.5) * dt));
        drive_kick(&s.a, 0.5 * dt);
        pull(&s.a, driver, K, 0.5 * dt);
        assert_int_equal(tsu_slider_advance(&slider, dt, &x, NULL, NULL), TSU_OK);
        const tsu_vec3 force = tsu_slider_spring_force(&slider, &x);
        worst = fmax(worst, hypot(force.x - K * (driver.x - s.a.x.x), force.y - K * (driver.y - s.a.x.y)));
        largest = fmax(largest, hypot(force.x, force.y));
        stuck = stuck || (x.friction.R < 0.9 && n > 20000);
        slid = slid || x.friction.R > 0.99;
    }
    print_message("dragged sphere and slider agree to %.1e of the spring force\n", worst / largest);
    assert_true(stuck && slid);
    assert_true(worst < 1e-6 * largest);
}

/* The share of the contact time without friction of a sphere that slides over a plane while it bounces [-]. */
static double frictionless(const char *load, double restitution)
{
    const drive_keyword keywords[] = {{"normalLoad", load}, {NULL, NULL}};
    drive_value values[16] = {{0}};
    memcpy(values, VALUES, sizeof VALUES);
    values[2].value = restitution;
    static drive d;
    drive_select(&d, "hertz", NULL, "elastoplastic", NULL, values, keywords);
    drive_scene s = {.a = drive_sphere(0.01, 2500.0), .at_plane = true, .plane_normal = {0, 0, 1}};
    s.a.x = tsu_vec3_make(0, 0, 0.01);
    s.a.v = tsu_vec3_make(2.0, 0, -0.5);
    drive_start(&s, &d);
    int touching = 0, none = 0;
    for (int step = 0; step < 200000 && (touching == 0 || s.contact.touching); step++) {
        drive_step(&s, &d, 1e-7);
        if (!s.contact.touching) continue;
        touching++;
        none += tsu_vec3_norm(s.contact.f_t) == 0.0;
        /* full sliding: |f_t| = mu f_n, so the load is what friction says it is */
        const double mu = *drive_history(&d, TSU_TANGENTIAL, "mu", 0),
                     R = *drive_history(&d, TSU_TANGENTIAL, "R", 0);
        const double f_n = strcmp(load, "total") == 0 ? s.contact.f_n : s.contact.f_n - s.contact.f_damp;
        if (f_n > 0.0)
            assert_true(fabs(tsu_vec3_norm(s.contact.f_t) - R * mu * f_n) <=
                        1e-14 * (fabs(s.contact.f_n) + fabs(s.contact.f_damp)));
    }
    assert_true(touching > 1000 && !s.contact.touching);
    return (double)none / touching;
}

/* A Hertz impact with the damping d^(1/4) is a linear oscillator q = d^(5/4), q = exp(-b p) sin(w p), in a phase with
 * dt ~ q^(-1/5) dp. Its whole force is q + 2 b q'; the share of the time in which that attracts [-]. */
static double share_attracted(double e)
{
    const double pi = 3.14159265358979323846, b = -log(e) / sqrt(log(e) * log(e) + pi * pi),
                 w = sqrt(1.0 - b * b);
    const int parts = 2000000;
    double all = 0.0, attracted = 0.0;
    for (int k = 0; k < parts; k++) {
        const double p = pi / w * (k + 0.5) / parts, q = exp(-b * p) * sin(w * p),
                     rate = exp(-b * p) * (w * cos(w * p) - b * sin(w * p));
        all += pow(q, -0.2);
        attracted += q + 2.0 * b * rate < 0.0 ? pow(q, -0.2) : 0.0;
    }
    return attracted / all;
}

/* The dashpot pulls in the last part of a damped impact. The surfaces are pressed together all the same, so there is friction
 * as long as there is contact, unless the load is said to be the sum of both forces. */
static void test_normal_load(void **state)
{
    (void)state;
    assert_true(fabs(share_attracted(0.3) - 0.29) < 0.005);
    assert_true(frictionless("elastic", 0.3) == 0.0);
    assert_true(fabs(frictionless("total", 0.3) - share_attracted(0.3)) < 1e-3);
}

static void test_refuses(void **state)
{
    (void)state;
    const tsu_law *law = tsu_law_find(TSU_TANGENTIAL, "elastoplastic");
    assert_non_null(law);
    double coefficient[TSU_COEFFICIENT_MAX];
    tsu_error err = {0};
    drive_value values[16] = {{0}};
    memcpy(values, VALUES, sizeof VALUES);
    values[KINETIC].value = 0.7;
    assert_int_equal(drive_prepare(law, values, NULL, coefficient, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "0.7"));
    values[KINETIC].value = 0.3;
    values[FREE] = (drive_value){"coefficientFrictionInitial", 0.2, 0};
    assert_int_equal(drive_prepare(law, values, NULL, coefficient, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "0.2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_equals_scalar), cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_life_of_a_contact),   cmocka_unit_test(test_accounts_close),
        cmocka_unit_test(test_becomes_coulomb),     cmocka_unit_test(test_dragged_sphere_is_the_slider),
        cmocka_unit_test(test_normal_load),         cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
