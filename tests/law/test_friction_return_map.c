/* SPDX-License-Identifier: Apache-2.0 */
/* The friction law's return map: the equations hold in every state, the slow path agrees, every edge case. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "friction_states.h"
#include <stdio.h>
#include <string.h>

/* How many random states: a million, or what TSUBU_RETURN_MAPS says. */
static long state_count(void)
{
    const char *wanted = getenv("TSUBU_RETURN_MAPS");
    return wanted ? atol(wanted) : 1000000;
}

/* All the equations of the step, from its results alone. */
static void check_step(const friction_problem *x, const tsu_friction_state *s, const tsu_friction_step *o)
{
    const double scale = o->trial + s->mu * fmax(x->f_n, 0.0);
    const double T = tsu_vec3_norm(o->f_t);
    assert_true(isfinite(s->u.x) && isfinite(s->u.y) && s->u.z == 0.0 && isfinite(o->stiffness));
    assert_true(s->mu >= x->f.mu_k && s->mu <= x->f.mu_s);
    assert_true(s->R >= 0.0 && s->R <= 1.0);
    assert_true(o->slip >= 0.0 && o->dissipation >= 0.0);
    assert_true(fabs(T - s->R * s->mu * fmax(x->f_n, 0.0)) <= 1e-14 * scale);
    if (!o->held) return;
    assert_true(fabs(o->trial - x->alpha * o->slip - s->R * s->mu * x->f_n) <= 1e-14 * scale);
    const double denominator = 1.0 + x->f.kappa * o->slip + x->f.xi * x->dt;
    const double mu =
        (x->s.mu + x->f.kappa * x->f.mu_k * o->slip + x->f.xi * x->f.mu_s * x->dt) / denominator;
    assert_true(fabs(s->mu - mu) <= 4e-15);
    if (!o->plastic) return;
    assert_true(s->R >= x->s.R && s->R > 0.0);
    const double k = o->slip * x->f.m, rho = s->R - x->s.R + k * log(s->R);
    assert_true(fabs(rho) <= 1e-15 * (s->R + k)); /* the error of R itself, relative, is rho/(R + k) */
}

static void test_random_states(void **state)
{
    (void)state;
    long plastic = 0, improvements = 0, most = 0;
    double worst = 0.0;
    const long count = state_count();
    for (long id = 0; id < count; id++) {
        const friction_problem x = friction_problem_random((uint64_t)id);
        tsu_friction_state s = x.s;
        const tsu_friction_step o = tsu_friction_update(x.f, &s, x.du, x.alpha, x.f_n, x.dt);
        check_step(&x, &s, &o);
        plastic += o.plastic;
        improvements += o.improvements;
        most = o.improvements > most ? o.improvements : most;
        worst = fmax(worst, o.plastic ? fabs(o.residual) / (o.trial + s.mu * x.f_n) : 0.0);
    }
    print_message(
        "%ld states, %ld plastic: %.3f improvements on average, at most %ld; residual <= %.1e (F + mu f_n)\n",
        count, plastic, (double)improvements / (double)plastic, most, worst);
    assert_true(plastic > count / 2);
    assert_true(most < TSU_FRICTION_IMPROVEMENTS_MAX);
}

static void test_slow_path_agrees(void **state)
{
    (void)state;
    int compared = 0;
    for (uint64_t id = 0; compared < 400; id++) {
        const friction_problem x = friction_problem_random(UINT64_C(1) << 40 | id);
        tsu_friction_state s = x.s;
        const tsu_friction_step o = tsu_friction_update(x.f, &s, x.du, x.alpha, x.f_n, x.dt);
        if (!o.plastic) continue;
        const double g = (double)slow_slip(&x, 60),
                     noise = 1e-14 * (o.trial + s.mu * x.f_n) / fmax(o.stiffness, 1e-3 * x.alpha);
        assert_true(fabs(o.slip - g) <= 1e-12 * g + noise);
        compared++;
    }
}

/* Where friction softens faster than the spring can follow, three slips may satisfy the equations: the smallest. */
static void test_smallest_root(void **state)
{
    (void)state;
    int risky = 0, jumps = 0;
    for (uint64_t id = 0; risky < 150; id++) {
        dice d = {UINT64_C(1) << 41 | id, 0};
        friction_problem x = {.alpha = 1.0, .f_n = roll_log(&d, 1e-2, 1e2)};
        x.f = (tsu_friction){
            .kappa = roll_log(&d, 1.0, 1e3), .m = roll_log(&d, 1.0, 1e4), .mu_s = 0.4 + roll(&d)};
        x.f.mu_k = x.f.mu_s * roll(&d);
        x.s.mu = x.f.mu_s;
        x.s.R = roll(&d) < 0.5 ? 0.0 : roll(&d);
        const double limit = x.s.mu * x.f_n;
        x.s.u.x = x.s.R * limit;
        x.du.x = limit * (1.0 - x.s.R) * roll(&d);
        if (x.f_n * x.f.kappa * (x.f.mu_s - x.f.mu_k) < 1.0) continue;
        tsu_friction_state s = x.s;
        const tsu_friction_step o = tsu_friction_update(x.f, &s, x.du, x.alpha, x.f_n, x.dt);
        assert_true(o.plastic);
        const double g = (double)slow_slip(&x, 400);
        assert_true(fabs(o.slip - g) <= 1e-6 * g);
        assert_true(o.stiffness > -1e-9);
        risky++;
        bool again = false; /* it rises again behind the root: there are more */
        for (double beyond = 1.2 * g; beyond < tsu_vec3_norm(tsu_vec3_add(x.s.u, x.du)); beyond *= 1.2) {
            again = again || slow_residual(&x, beyond) > 0.0L;
        }
        jumps += again;
    }
    assert_true(jumps > 3);
}

/* ---- edge cases --------------------------------------------------------------------------------------------- */

static const tsu_friction PAPER = {.mu_s = 0.6, .mu_k = 0.3, .kappa = 10.0, .xi = 1.0, .m = 1e3};

static tsu_friction_step move(tsu_friction f, tsu_friction_state *s, double du, double f_n, double dt)
{
    return tsu_friction_update(f, s, tsu_vec3_make(du, 0.0, 0.0), 1e4, f_n, dt);
}

static void test_new_contact(void **state)
{
    (void)state;
    tsu_friction_state s = {.mu = 0.6}; /* R = 0: ln R_n is never formed */
    const tsu_friction_step still = move(PAPER, &s, 0.0, 1.0, 0.0);
    assert_true(!still.plastic && s.R == 0.0 && s.u.x == 0.0 && s.mu == 0.6);
    const tsu_friction_step tiny = move(PAPER, &s, 1e-150, 1.0, 1e-3);
    assert_true(tiny.plastic && s.R < 1e-140 && s.R > 0.0 && isfinite(s.u.x));
    s = (tsu_friction_state){.mu = 0.6};
    const tsu_friction_step o = move(PAPER, &s, 1e-5, 1.0, 1e-3);
    assert_true(o.plastic && o.slip > 0.0 && s.R > 0.0 && s.R < 1.0);
}

static void test_no_load(void **state)
{
    (void)state;
    const double loads[] = {0.0, -3.0, 5e-324};
    for (int n = 0; n < 3; n++) {
        tsu_friction_state s = {.u = {1e-5, 2e-5, 0.0}, .mu = 0.4, .R = 0.7};
        const tsu_friction_step o = move(PAPER, &s, 1e-5, loads[n], 0.5);
        assert_true(tsu_vec3_norm(o.f_t) == 0.0 && tsu_vec3_norm(s.u) == 0.0 && s.R == 0.0);
        assert_true(o.dissipation == 0.0);
        assert_true(fabs(s.mu - (0.4 + 0.5 * 0.6) / 1.5) < 1e-15); /* mu ages on */
        const tsu_friction_tangent c = tsu_friction_linearise(&o, &s, 1e4);
        assert_true(c.along == 0.0 && c.across == 0.0 && c.normal == 0.0);
    }
}

static void test_load_falls_at_rest(void **state)
{
    (void)state;
    tsu_friction_state s = {.mu = 0.6, .R = 0.5};
    s.u.x = 0.5 * 0.6 * 1.0 / 1e4;
    const tsu_friction_step o = move(PAPER, &s, 0.0, 0.6, 0.0);
    assert_true(o.plastic && o.slip > 0.0 && s.R > 0.5 && s.R < 1.0);
    assert_true(fabs(-o.f_t.x - s.R * s.mu * 0.6) < 1e-15);
    s = (tsu_friction_state){.u = {0.5 * 0.6 / 1e4, 0, 0}, .mu = 0.6, .R = 0.5};
    const tsu_friction_step up = move(PAPER, &s, 0.0, 1.5, 0.0); /* a rising load unloads the surface */
    assert_true(!up.plastic && fabs(s.R - 0.5 / 1.5) < 1e-15);
}

static void test_nothing_happens(void **state)
{
    (void)state;
    tsu_friction_state s = {.u = {0.7 * 0.6 * 2.0 / 1e4, 0, 0}, .mu = 0.6, .R = 0.7};
    const tsu_friction_state before = s;
    for (int n = 0; n < 100; n++) {
        const tsu_friction_step o = move(PAPER, &s, 0.0, 2.0, 0.0);
        assert_true(o.slip < 1e-18);
    }
    assert_true(fabs(s.u.x - before.u.x) < 1e-18 && fabs(s.R - 0.7) < 1e-14 && s.mu == 0.6);
}

static void test_huge_displacement(void **state)
{
    (void)state;
    const double lengths[] = {1.0, 1e6, 1e30, 1e100, 1e140};
    for (int n = 0; n < 5; n++) {
        tsu_friction_state s = {.mu = 0.6};
        const tsu_friction_step o = move(PAPER, &s, lengths[n], 1.0, 1e-3);
        assert_true(fabs(o.slip / lengths[n] - 1.0) < 1e-4 && s.R > 0.999 && s.R <= 1.0);
        assert_true(s.mu >= 0.3 && s.mu < 0.34 && isfinite(o.dissipation));
        assert_true(fabs(-o.f_t.x - s.R * s.mu) < 1e-14);
    }
}

static void test_coulomb_limit(void **state)
{
    (void)state;
    const double sharp[] = {1e12, 1e30, 1e300};
    for (int n = 0; n < 3; n++) {
        const tsu_friction f = {.mu_s = 0.5, .mu_k = 0.5, .m = sharp[n]};
        tsu_friction_state s = {.mu = 0.5};
        double spring = 0.0;
        for (int i = 0; i < 4000; i++) {
            const double du = 1e-6 * cos(0.01 * i);
            const tsu_friction_step o = move(f, &s, du, 2.0, 1e-4);
            spring = fmax(fmin(spring + du, 0.5 * 2.0 / 1e4), -0.5 * 2.0 / 1e4);
            assert_true(fabs(-o.f_t.x - 1e4 * spring) < 1e-6);
            assert_true(s.mu == 0.5);
        }
    }
}

static void test_frictionless(void **state)
{
    (void)state;
    tsu_friction_state s = {.mu = 0.0, .R = 0.0};
    const tsu_friction_step o = move((tsu_friction){.m = 10.0}, &s, 1e-3, 1.0, 1e-3);
    assert_true(tsu_vec3_norm(o.f_t) == 0.0 && o.slip == 1e-3 && s.mu == 0.0);
}

/* From full sliding back through the origin in one step: without the split the new side looks elastic. */
static void test_reversal_split(void **state)
{
    (void)state;
    const double limit = 0.6 / 1e4; /* elastic displacement at full sliding under f_n = 1 */
    tsu_friction f = PAPER;
    f.xi = 0.0;
    tsu_friction_state whole = {.u = {limit, 0, 0}, .mu = 0.6, .R = 1.0}, parts = whole, split = whole;
    assert_false(move(f, &whole, -1.8 * limit, 1.0, 0.0).plastic);
    move(f, &parts, -limit, 1.0, 0.0);
    const tsu_friction_step two = move(f, &parts, -0.8 * limit, 1.0, 0.0);
    f.split = true;
    const tsu_friction_step one = move(f, &split, -1.8 * limit, 1.0, 0.0);
    assert_true(one.plastic && one.split && two.plastic);
    assert_true(fabs(one.slip / two.slip - 1.0) < 1e-12 && fabs(split.R - parts.R) < 1e-12);
    tsu_friction_state short_of = {.u = {limit, 0, 0}, .mu = 0.6, .R = 1.0}; /* does not reach the origin */
    assert_false(move(f, &short_of, -0.8 * limit, 1.0, 0.0).plastic);
    assert_true(fabs(short_of.R - 0.2) < 1e-12);
}

/* ---- blocks ------------------------------------------------------------------------------------------------- */

enum { LANES = 64 };
static double lane_in[8][LANES], lane_g[LANES], lane_R[LANES];

static TSU_CLONES TSU_NOINLINE void solve_block(void)
{
    for (int l = 0; l < LANES; l++) {
        const tsu_friction_trial t = {lane_in[0][l], lane_in[1][l], lane_in[2][l],
                                      lane_in[3][l], lane_in[4][l], lane_in[5][l],
                                      lane_in[6][l], true,          true};
        tsu_friction_root x = tsu_friction_start(t, tsu_friction_gentle(t));
        x = tsu_friction_improve(t, x, tsu_friction_gentle(t));
        x = tsu_friction_improve(t, x, tsu_friction_gentle(t));
        x = tsu_friction_improve(t, x, tsu_friction_gentle(t));
        lane_g[l] = x.done ? x.g : -1.0;
        lane_R[l] = x.R;
    }
}

static void test_blocks_give_the_same_bits(void **state)
{
    (void)state;
    int same = 0;
    tsu_friction_trial t[LANES];
    for (uint64_t id = 0, l = 0; same < 50000;) {
        const friction_problem x = friction_problem_random(id++);
        const double u = tsu_vec3_norm(tsu_vec3_add(x.s.u, x.du));
        t[l] = tsu_friction_try(x.f, u, x.s.mu, x.s.R, x.alpha, x.f_n, x.dt);
        if (!t[l].plastic) continue;
        const double in[] = {t[l].u, t[l].p, t[l].mu_tr, t[l].mu_k, t[l].q, t[l].m, t[l].R_n};
        for (int q = 0; q < 7; q++) {
            lane_in[q][l] = in[q];
        }
        if (++l < LANES) continue;
        solve_block();
        for (l = 0; l < LANES; l++) {
            int improvements;
            const tsu_friction_root one = tsu_friction_solve(t[l], &improvements);
            assert_true((improvements <= 3) == (lane_g[l] >= 0.0));
            if (improvements > 3) continue;
            assert_memory_equal(&one.g, &lane_g[l], sizeof(double));
            assert_memory_equal(&one.R, &lane_R[l], sizeof(double));
            same++;
        }
        l = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_states),   cmocka_unit_test(test_slow_path_agrees),
        cmocka_unit_test(test_smallest_root),   cmocka_unit_test(test_new_contact),
        cmocka_unit_test(test_no_load),         cmocka_unit_test(test_load_falls_at_rest),
        cmocka_unit_test(test_nothing_happens), cmocka_unit_test(test_huge_displacement),
        cmocka_unit_test(test_coulomb_limit),   cmocka_unit_test(test_frictionless),
        cmocka_unit_test(test_reversal_split),  cmocka_unit_test(test_blocks_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
