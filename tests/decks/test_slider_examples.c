/* SPDX-License-Identifier: Apache-2.0 */
/* The slider's examples do what their text says, measured against closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slider/slider_deck.h"
#include <stdio.h>

static tsu_slider_deck *run_example(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, TSU_SOURCE_DIR "/examples/%s/in.slider", name);
    tsu_slider_deck *d = tsu_slider_deck_create(&(tsu_slider_deck_options){0});
    tsu_error err = {0};
    if (tsu_slider_deck_run(d, path, &err) != TSU_OK) fail_msg("%s:%d: %s", err.file, err.line, err.message);
    return d;
}

/* Saw-teeth: loading at the rate of spring and interface in series, never beyond mu_s N, energy audited. */
static void test_stick_slip(void **state)
{
    (void)state;
    tsu_slider_deck *d = run_example("40_stick_slip");
    const tsu_slider_record *r = tsu_slider_deck_record(d);
    assert_int_equal(r->case_count, 9);
    for (size_t n = 0; n < r->case_count; n++) {
        const tsu_slider_case *c = &r->cases[n];
        const double rate = c->stiffness * c->speed / (1.0 + c->stiffness / 1e4);
        int teeth = 0;
        double steepest = 0.0, lowest = 1.0;
        for (size_t k = 1; k < c->count; k++) {
            const double *t = c->value[TSU_SLIDER_TIME], *f = c->value[TSU_SLIDER_FORCE_X];
            const double slope = (f[k] - f[k - 1]) / (t[k] - t[k - 1]);
            assert_true(f[k] < 0.6 &&
                        fabs(c->value[TSU_SLIDER_IMBALANCE][k]) < 1e-9 * c->value[TSU_SLIDER_WORK][k]);
            if (t[k] < 0.1 * 0.6 / rate) steepest = fmax(steepest, slope);
            if (f[k] < lowest - 0.02) lowest = f[k]; /* a tooth: the force falls well below where it was */
            if (f[k] > lowest + 0.15) teeth++, lowest = 1.0;
        }
        assert_true(fabs(steepest / rate - 1.0) < 0.05);
        assert_true(teeth >= 2);
    }
    tsu_slider_deck_destroy(d);
}

/* The peak after each hold is mu_s - (mu_s - mu_0) exp(-xi t) to 0.2 %, and grows with the hold. */
static void test_slide_hold_slide(void **state)
{
    (void)state;
    const double holds[] = {0.1, 0.2, 0.5, 1.0, 2.0, 5.0};
    tsu_slider_deck *d = run_example("41_slide_hold_slide");
    const tsu_slider_record *r = tsu_slider_deck_record(d);
    assert_int_equal(r->case_count, 6);
    for (size_t n = 0; n < r->case_count; n++) {
        const tsu_slider_case *c = &r->cases[n];
        double mu_0 = 0.0, peak = 0.0;
        for (size_t k = 0; k < c->count; k++) {
            const double t = c->value[TSU_SLIDER_TIME][k];
            if (t <= 3.02 + 1e-6) mu_0 = c->value[TSU_SLIDER_MU][k];
            if (t > 3.02 + holds[n]) peak = fmax(peak, fabs(c->value[TSU_SLIDER_F_T_X][k]));
        }
        const double law = 0.6 - (0.6 - mu_0) * exp(-holds[n]);
        assert_true(fabs(peak / law - 1.0) < 0.01); /* rows are 2 ms apart: the peak may fall between */
    }
    tsu_slider_deck_destroy(d);
}

/* mu_ss(0.05) = 0.5, mu_ss(0.5) = 0.35, approached as exp(-(kappa V + xi) t). */
static void test_velocity_step(void **state)
{
    (void)state;
    tsu_slider_deck *d = run_example("42_velocity_step");
    const tsu_slider_case *c = &tsu_slider_deck_record(d)->cases[0];
    for (size_t k = 0; k < c->count; k++) {
        const double t = c->value[TSU_SLIDER_TIME][k], mu = c->value[TSU_SLIDER_MU][k];
        double exact = 0.5;
        if (t > 6.0) exact = 0.35 + 0.15 * exp(-6.0 * (t - 6.0));
        if (t > 10.0) exact = 0.5 - 0.15 * exp(-1.5 * (t - 10.0));
        assert_true(fabs(mu - exact) < 2e-3);
    }
    tsu_slider_deck_destroy(d);
}

/* Simulated growth over predicted: 1 % of the rate, or of the smallest that matters. */
static void test_stability_map(void **state)
{
    (void)state;
    tsu_slider_deck *d = run_example("43_stability_map");
    const tsu_slider_record *r = tsu_slider_deck_record(d);
    assert_int_equal(r->map_count, 35);
    int simulated = 0, stable = 0;
    for (size_t n = 0; n < r->map_count; n++) {
        const tsu_slider_map_point *p = &r->map[n];
        stable += p->modes.stable;
        if (!p->simulated) continue;
        simulated++;
        assert_true(fabs(p->growth - p->modes.growth) < 0.01 * fmax(fabs(p->modes.growth), 1e-4));
        assert_true(fabs(p->frequency / p->modes.frequency - 1.0) < 1e-4);
        assert_true(p->modes.stable == (p->growth < 0.0));
    }
    assert_true(simulated >= 30 && stable > 5 && stable < 30);
    tsu_slider_deck_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stick_slip),
        cmocka_unit_test(test_slide_hold_slide),
        cmocka_unit_test(test_velocity_step),
        cmocka_unit_test(test_stability_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
