/* SPDX-License-Identifier: Apache-2.0 */
/* The consistent tangent against central differences of the whole step, both columns: displacement and normal load. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "friction_states.h"

static tsu_vec3 traction(const friction_problem *x, double dx, double dy, double df_n)
{
    tsu_friction_state s = x->s;
    const tsu_vec3 du = tsu_vec3_add(x->du, tsu_vec3_make(dx, dy, 0.0));
    return tsu_friction_update(x->f, &s, du, x->alpha, x->f_n + df_n, x->dt).f_t;
}

static tsu_vec3 difference(tsu_vec3 high, tsu_vec3 low, double h)
{
    return tsu_vec3_scale(0.5 / h, tsu_vec3_sub(high, low));
}

/* Error of the prediction for (dx, dy, df_n), against differences with step h, relative to `scale`. */
static double column_error(const friction_problem *x, const tsu_friction_step *o,
                           const tsu_friction_tangent *c, tsu_vec3 direction, double df_n, double h,
                           double scale)
{
    const tsu_vec3 high = traction(x, h * direction.x, h * direction.y, h * df_n);
    const tsu_vec3 low = traction(x, -h * direction.x, -h * direction.y, -h * df_n);
    const double along = tsu_vec3_dot(o->t, direction);
    const double size =
        (c->along - c->across) * along + c->turn * tsu_vec3_dot(o->reload, direction) + c->normal * df_n;
    const tsu_vec3 tangent = tsu_vec3_add(tsu_vec3_scale(-c->across, direction), tsu_vec3_scale(-size, o->t));
    return tsu_vec3_norm(tsu_vec3_sub(difference(high, low, h), tangent)) / scale;
}

/* The length over which the step's answer bends: differences must stay well inside, and well above rounding. */
static double bend(const friction_problem *x, const tsu_friction_step *o, const tsu_friction_state *s)
{
    const double onset = (o->trial - o->R_reload * o->limit) / x->alpha;
    double length = fmin(onset, fmin(o->trial / x->alpha, 1.0 / x->f.kappa + o->slip));
    length = fmin(length, fmax(s->R / x->f.m, o->slip) * fmin(1.0, o->stiffness / x->alpha));
    return length;
}

static void compare(bool split, int wanted)
{
    double worst = 0.0;
    int compared = 0;
    for (uint64_t id = 0; compared < wanted; id++) {
        friction_problem x = friction_problem_random(UINT64_C(1) << 42 | id);
        x.f.split = split;
        if (split) { /* a way that passes the origin at some distance */
            x.s.u.x = x.s.R * x.s.mu * x.f_n / x.alpha;
            x.du = tsu_vec3_make(-1.7 * x.s.u.x, 0.5 * x.s.u.x, 0.0);
        }
        tsu_friction_state s = x.s;
        const tsu_friction_step o = tsu_friction_update(x.f, &s, x.du, x.alpha, x.f_n, x.dt);
        if (!o.plastic || o.split != split || o.stiffness < 1e-3 * x.alpha) continue;
        const double h = 1e-4 * bend(&x, &o, &s), noise = 1e-15 * (o.trial + o.limit) / (x.alpha * h);
        const double h_n = h * x.alpha / (s.R * s.mu + 1e-3), noise_n = 1e-15 * (o.trial + o.limit) / h_n;
        if (noise > 2e-8 || noise_n > 2e-8 * s.mu || h_n > 1e-4 * x.f_n) continue;
        const tsu_friction_tangent c = tsu_friction_linearise(&o, &s, x.alpha);
        const double errors[] = {column_error(&x, &o, &c, tsu_vec3_make(1, 0, 0), 0.0, h, x.alpha),
                                 column_error(&x, &o, &c, tsu_vec3_make(0, 1, 0), 0.0, h, x.alpha),
                                 column_error(&x, &o, &c, tsu_vec3_make(0, 0, 0), 1.0, h_n, s.mu)};
        for (int n = 0; n < 3; n++) {
            worst = fmax(worst, errors[n]);
            assert_true(errors[n] < 1e-6);
        }
        compared++;
    }
    print_message("%d %sstates: tangent and differences agree to %.1e\n", compared, split ? "split " : "",
                  worst);
}

static void test_plastic_tangent(void **state)
{
    (void)state;
    compare(false, 10000);
}

static void test_split_tangent(void **state)
{
    (void)state;
    compare(true, 2000);
}

static void test_elastic_tangent(void **state)
{
    (void)state;
    friction_problem x = {
        .f = {.mu_s = 0.6, .mu_k = 0.3, .kappa = 10, .xi = 1, .m = 1e3}, .alpha = 1e4, .f_n = 1};
    x.s = (tsu_friction_state){.u = {3e-5, 0, 0}, .mu = 0.5, .R = 0.6};
    x.du = tsu_vec3_make(-1e-5, 5e-6, 0);
    tsu_friction_state s = x.s;
    const tsu_friction_step o = tsu_friction_update(x.f, &s, x.du, x.alpha, x.f_n, x.dt);
    assert_false(o.plastic);
    const tsu_friction_tangent c = tsu_friction_linearise(&o, &s, x.alpha);
    assert_true(c.along == x.alpha && c.across == x.alpha && c.normal == 0.0 && c.turn == 0.0);
    assert_true(column_error(&x, &o, &c, tsu_vec3_make(1, 0, 0), 0.0, 1e-8, x.alpha) < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plastic_tangent),
                                       cmocka_unit_test(test_split_tangent),
                                       cmocka_unit_test(test_elastic_tangent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
