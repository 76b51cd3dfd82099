/* SPDX-License-Identifier: Apache-2.0 */
/* The slider: quadratic convergence, the energy audit, exact motions, schedules, step cutting, what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slider/slider.h"
#include <stdio.h>
#include <string.h>

static const tsu_slider_load ONE[] = {{0.0, 1.0}};

static tsu_slider paper(const tsu_slider_phase *drive, int count)
{
    tsu_slider s = tsu_slider_default();
    s.stiffness = 50.0;
    s.drive = drive;
    s.drive_count = count;
    s.load = ONE;
    s.load_count = 1;
    return s;
}

/* ---- Newton's method ---------------------------------------------------------------------------------------- */

typedef struct orders {
    int counted, most;
    double lowest;
} orders;

/* The exponent q of e -> e^q over the last three residuals above rounding, where they are small already. */
static tsu_status watch_orders(void *ctx, const tsu_slider_state *x, const tsu_slider_newton *n,
                               tsu_error *err)
{
    (void)x, (void)err;
    orders *o = ctx;
    const double *r = n->residual;
    int at = n->iterations;
    o->most = at > o->most ? at : o->most;
    while (at > 1 && r[at] < 1e-12 * n->scale) {
        at--;
    }
    if (!n->plastic || at < 2 || r[at - 2] > 0.03 * n->scale) return TSU_OK;
    const double order = log(r[at] / r[at - 1]) / log(r[at - 1] / r[at - 2]);
    o->lowest = fmin(o->lowest, order);
    o->counted++;
    return TSU_OK;
}

static void test_converges_quadratically(void **state)
{
    (void)state;
    const tsu_slider_phase drive[] = {{0.0, {0.4, 0.1, 0.0}}, {3.0, {0.0, -0.3, 0.0}}};
    tsu_slider s = paper(drive, 2);
    s.dimensions = 2;
    s.mass = 0.01;
    s.stiffness = 5.0;
    s.dt = 0.02; /* coarse steps, so that Newton's method has something to do */
    s.friction.m = 100.0;
    tsu_slider_state x;
    tsu_error err;
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
    orders o = {.lowest = 9.0};
    assert_int_equal(tsu_slider_run(&s, 10.0, &x, watch_orders, &o, &err), TSU_OK);
    print_message("%d steps with enough iterations, lowest order %.2f, at most %d iterations\n", o.counted,
                  o.lowest, o.most);
    assert_true(o.counted > 20 && o.most <= 12);
    assert_true(o.lowest > 1.5);
}

/* One step in full sight: the exponent of the residuals' fall is 2 with the consistent tangent and 1 without. */
static void test_residual_sequence(void **state)
{
    (void)state;
    const tsu_slider_phase drive[] = {{0.0, {1.0, 0.0, 0.0}}};
    tsu_slider s = paper(drive, 1);
    const double h = 0.02;
    s.mass = 0.01;
    s.stiffness = 5.0;
    s.friction.m = 100.0;
    s.tolerance = 1e-13;
    tsu_slider_state x, first;
    tsu_error err;
    tsu_slider_newton n;
    assert_int_equal(tsu_slider_start_rest(&s, &first, &err), TSU_OK);
    x = first;
    assert_int_equal(tsu_slider_advance(&s, h, &x, &n, &err), TSU_OK);
    assert_true(n.plastic);
    print_message("consistent tangent:");
    for (int k = 0; k <= n.iterations; k++) {
        print_message(" %.2e", n.residual[k] / n.scale);
    }
    const double *r = n.residual;
    int at = 0; /* the last residual that is above rounding by the square of the one before */
    while (at + 1 <= n.iterations && r[at + 1] > 1e-12 * n.scale) {
        at++;
    }
    assert_true(at >= 2);
    const double order = log(r[at] / r[at - 1]) / log(r[at - 1] / r[at - 2]);
    print_message("  order %.2f\n", order);
    assert_true(order > 1.8 && order < 2.3);

    s.elastic_tangent = true;
    s.iterations_max = TSU_SLIDER_ITERATIONS_MAX;
    x = first;
    const tsu_status status = tsu_slider_advance(&s, h, &x, &n, &err);
    print_message("elastic tangent: %d iterations, ratio of the last residuals %.3f\n", n.iterations,
                  r[n.iterations] / r[n.iterations - 1]);
    assert_true(status == TSU_ERROR_UNSTABLE || n.iterations > 12);
    assert_true(r[n.iterations] / r[n.iterations - 1] > 0.05); /* linear at best */
}

/* ---- motion ------------------------------------------------------------------------------------------------- */

typedef struct history {
    double most_imbalance, highest, lowest, highest_speed, work;
    int count;
} history;

static const tsu_slider *watched;

static tsu_status watch_motion(void *ctx, const tsu_slider_state *x, const tsu_slider_newton *n,
                               tsu_error *err)
{
    (void)n, (void)err;
    history *h = ctx;
    const double force = tsu_slider_spring_force(watched, x).x;
    h->most_imbalance = fmax(h->most_imbalance, fabs(tsu_slider_imbalance(watched, x)));
    if (x->time > 5.0) {
        h->highest = fmax(h->highest, force);
        h->lowest = fmin(h->lowest, force);
    }
    h->highest_speed = fmax(h->highest_speed, x->v.x);
    h->count++;
    return TSU_OK;
}

static void test_stick_slip_and_energy(void **state)
{
    (void)state;
    const tsu_slider_phase drive[] = {{0.0, {0.02, 0.0, 0.0}}};
    tsu_slider s = paper(drive, 1);
    s.mass = 0.01;
    s.stiffness = 5.0;
    s.damper = 0.01;
    s.friction.kappa = 100.0;
    watched = &s;
    tsu_slider_state x;
    tsu_error err;
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
    history h = {.lowest = 1e9};
    assert_int_equal(tsu_slider_run(&s, 30.0, &x, watch_motion, &h, &err), TSU_OK);
    assert_true(h.most_imbalance < 1e-10 * x.work);
    assert_true(h.highest > 0.5 && h.highest <= 0.6 + 1e-3); /* sticks up to nearly mu_s f_n S */
    assert_true(h.lowest < 0.2);                             /* and overshoots below mu_k */
    assert_true(h.highest_speed > 10.0 * 0.02);
    assert_true(x.friction_loss > 0.0 && x.damper_loss > 0.0 && x.slip > 0.4);
}

/* Stuck for good: a spring of K and an interface of S alpha in series carry the load; it oscillates about that. */
static void test_frictionless_oscillator(void **state)
{
    (void)state;
    const tsu_slider_load nothing[] = {{0.0, 0.0}};
    const tsu_slider_phase drive[] = {{0.0, {0.2, 0.0, 0.0}}};
    tsu_slider s = paper(drive, 1);
    s.load = nothing;
    s.dt = 1e-3;
    tsu_slider_state x;
    tsu_error err;
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
    assert_int_equal(tsu_slider_run(&s, 2.0, &x, NULL, NULL, &err), TSU_OK);
    const double w = sqrt(50.0); /* u = V t - (V/w) sin(w t) from rest */
    assert_true(fabs(x.u.x - (0.2 * 2.0 - 0.2 / w * sin(w * 2.0))) < 2e-6);
    assert_true(fabs(x.u.y) == 0.0);
}

/* Two dimensions along a slanted line are one dimension turned. */
static void test_turned(void **state)
{
    (void)state;
    const double c = cos(0.7), d = sin(0.7);
    const tsu_slider_phase along[] = {{0.0, {0.1, 0.0, 0.0}}, {2.0, {-0.3, 0.0, 0.0}}};
    const tsu_slider_phase slanted[] = {{0.0, {0.1 * c, 0.1 * d, 0.0}}, {2.0, {-0.3 * c, -0.3 * d, 0.0}}};
    tsu_slider one = paper(along, 2), two = paper(slanted, 2);
    two.dimensions = 2;
    one.friction.split = two.friction.split = true;
    tsu_slider_state x, y;
    tsu_error err;
    assert_int_equal(tsu_slider_start_rest(&one, &x, &err), TSU_OK);
    assert_int_equal(tsu_slider_start_rest(&two, &y, &err), TSU_OK);
    assert_int_equal(tsu_slider_run(&one, 4.0, &x, NULL, NULL, &err), TSU_OK);
    assert_int_equal(tsu_slider_run(&two, 4.0, &y, NULL, NULL, &err), TSU_OK);
    assert_true(fabs(y.u.x - c * x.u.x) < 1e-9 && fabs(y.u.y - d * x.u.x) < 1e-9);
    assert_true(fabs(y.friction.mu - x.friction.mu) < 1e-9);
}

/* Slide, hold, slide: at rest mu heals as mu_s - (mu_s - mu_0) exp(-xi t). */
static void test_hold(void **state)
{
    (void)state;
    const double holds[] = {0.1, 1.0, 3.0};
    for (int n = 0; n < 3; n++) {
        const tsu_slider_phase drive[] = {{0.0, {0.5, 0.0, 0.0}}, {2.0, {0.0, 0.0, 0.0}}};
        tsu_slider s = paper(drive, 2);
        s.stiffness = 5e4;
        s.damper = 2.0 * sqrt(5e4);
        s.alpha = 1e6;
        s.dt = 1e-4;
        tsu_slider_state x;
        tsu_error err;
        assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
        assert_int_equal(tsu_slider_run(&s, 2.05, &x, NULL, NULL, &err), TSU_OK); /* at rest now */
        const double mu_0 = x.friction.mu;
        assert_true(fabs(tsu_vec3_norm(x.v)) < 1e-4);
        assert_int_equal(tsu_slider_run(&s, 2.05 + holds[n], &x, NULL, NULL, &err), TSU_OK);
        assert_true(fabs(x.friction.mu - (0.6 - (0.6 - mu_0) * exp(-holds[n]))) < 2e-5);
    }
}

/* A normal traction that falls in time lets a loaded slider go; one below zero lifts it. */
static void test_varying_load(void **state)
{
    (void)state;
    const tsu_slider_load fall[] = {{0.0, 2.0}, {1.0, 2.0}, {2.0, -0.5}};
    const tsu_slider_phase drive[] = {{0.0, {0.01, 0.0, 0.0}}, {1.0, {0.0, 0.0, 0.0}}};
    tsu_slider s = paper(drive, 2);
    s.load = fall;
    s.load_count = 3;
    double f_n;
    assert_int_equal(tsu_slider_normal(&s, 1.5, &f_n, NULL), TSU_OK);
    assert_true(fabs(f_n - 0.75) < 1e-15);
    watched = &s;
    tsu_slider_state x;
    history h = {.lowest = 1e9};
    tsu_error err;
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
    assert_int_equal(tsu_slider_run(&s, 1.0, &x, watch_motion, &h, &err), TSU_OK);
    assert_true(x.slip < 0.1 * x.drive.x); /* sticks under the full load */
    assert_int_equal(tsu_slider_run(&s, 2.5, &x, watch_motion, &h, &err), TSU_OK);
    assert_true(tsu_vec3_norm(x.f_t) == 0.0 && x.friction.R == 0.0 && x.friction.mu > 0.4);
    assert_true(h.most_imbalance < 1e-12);
}

/* ---- cutting and refusing ----------------------------------------------------------------------------------- */

static tsu_status watch_cuts(void *ctx, const tsu_slider_state *x, const tsu_slider_newton *n, tsu_error *err)
{
    (void)x, (void)err;
    *(int *)ctx += n->cuts > 0;
    return TSU_OK;
}

static void test_steps_are_cut(void **state)
{
    (void)state;
    const tsu_slider_phase drive[] = {{0.0, {0.2, 0.0, 0.0}}};
    tsu_slider s = paper(drive, 1);
    s.iterations_max = 3; /* too few for the onset of sliding with long steps */
    s.dt = 0.1;
    tsu_slider_state x;
    tsu_error err;
    int cut = 0;
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
    assert_int_equal(tsu_slider_run(&s, 3.0, &x, watch_cuts, &cut, &err), TSU_OK);
    assert_true(cut > 0 && x.time == 3.0);

    s.iterations_max = 1; /* and now it may not be cut far enough either */
    s.cuts_max = 2;
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
    assert_int_equal(tsu_slider_run(&s, 3.0, &x, NULL, NULL, &err), TSU_ERROR_UNSTABLE);
    assert_non_null(strstr(err.message, "did not converge"));
    assert_non_null(strstr(err.message, "over 0.025 s"));
}

static void refuse(tsu_slider s, const char *word, const char *value)
{
    tsu_slider_state x;
    tsu_error err = {0};
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_ERROR_INPUT);
    if (!strstr(err.message, word) || !strstr(err.message, value)) fail_msg("%s", err.message);
}

static void test_refuses(void **state)
{
    (void)state;
    const tsu_slider_phase drive[] = {{0.0, {0.2, 0.0, 0.0}}, {3.0, {0.1, 0.0, 0.0}}, {2.0, {0.3, 0.0, 0.0}}};
    const tsu_slider good = paper(drive, 1);
    tsu_slider s = good;
    s.friction.mu_k = 0.7;
    refuse(s, "mu_k", "0.7");
    s = good, s.friction.kappa = -1.0;
    refuse(s, "kappa", "-1");
    s = good, s.friction.m = 0.0;
    refuse(s, "subloading", "0");
    s = good, s.friction.xi = NAN;
    refuse(s, "xi", "nan");
    s = good, s.mass = -2.0;
    refuse(s, "mass", "-2");
    s = good, s.mass = 0.0;
    refuse(s, "damper", "mass 0");
    s = good, s.stiffness = 0.0;
    refuse(s, "stiffness", "0");
    s = good, s.mu_initial = 0.9;
    refuse(s, "initial", "0.9");
    s = good, s.drive_count = 3;
    refuse(s, "order", "phase 3");
    s = good, s.load_count = 0;
    refuse(s, "normal", "traction");
    s = good, s.dimensions = 3;
    refuse(s, "dimensions", "3");
    s = good, s.dt = 0.0;
    refuse(s, "time step", "0");
    tsu_slider_state x;
    tsu_error err;
    const tsu_slider_phase still[] = {{1.0, {0.2, 0.0, 0.0}}};
    s = good, s.drive = still;
    assert_int_equal(tsu_slider_start_steady(&s, 0.0, &x, &err), TSU_ERROR_INPUT);
}

/* Without mass a damped slider follows its driver: C u' = K (x_d - u), u = V (t - T (1 - exp(-t/T))), T = C/K. */
static void test_massless(void **state)
{
    (void)state;
    const tsu_slider_load nothing[] = {{0.0, 0.0}};
    const tsu_slider_phase drive[] = {{0.0, {0.2, 0.0, 0.0}}};
    tsu_slider s = paper(drive, 1);
    s.mass = 0.0;
    s.damper = 10.0;
    s.load = nothing;
    tsu_slider_state x;
    tsu_error err;
    assert_int_equal(tsu_slider_start_rest(&s, &x, &err), TSU_OK);
    assert_int_equal(tsu_slider_run(&s, 0.5, &x, NULL, NULL, &err), TSU_OK);
    assert_true(fabs(x.u.x - 0.2 * (0.5 - 0.2 * (1.0 - exp(-2.5)))) < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_converges_quadratically),
        cmocka_unit_test(test_residual_sequence),
        cmocka_unit_test(test_stick_slip_and_energy),
        cmocka_unit_test(test_frictionless_oscillator),
        cmocka_unit_test(test_turned),
        cmocka_unit_test(test_hold),
        cmocka_unit_test(test_varying_load),
        cmocka_unit_test(test_steps_are_cut),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_massless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
