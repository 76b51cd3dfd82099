/* SPDX-License-Identifier: Apache-2.0 */
/* The sphere of examples/44_dragged_sphere is the slider of the same folder, and its audit closes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session/session.h"
#include "slider/slider_deck.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 50, STEPS_PER_ROW = 1000 };

static void ignore(void *context, const char *text, bool screen, bool log)
{
    (void)context, (void)text, (void)screen, (void)log;
}

/* The deck without its last command, which runs it. */
static char *deck_before_run(const char *path)
{
    static char text[8192];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    char *last = strstr(text, "\nrun ");
    assert_non_null(last);
    *last = '\0';
    return text;
}

static double value_of(tsu_session *s, const char *name)
{
    double value = 0.0;
    tsu_error err = {0};
    if (tsu_script_variable_value(s->script, name, &value, &err) != TSU_OK) fail_msg("%s", err.message);
    return value;
}

static void run_sphere(double fx[ROWS], double fy[ROWS], double *residual)
{
    tsu_error err = {0};
    const tsu_session_options options = {.print = ignore, .threads = 1};
    tsu_session *s = tsu_session_open(&options, &err);
    assert_non_null(s);
    const char *text = deck_before_run(TSU_SOURCE_DIR "/examples/44_dragged_sphere/in.sphere");
    if (tsu_script_run_string(s->script, "in.sphere", text, &err) != TSU_OK)
        fail_msg("%d: %s", err.line, err.message);
    for (int n = 0; n < ROWS; n++) {
        char line[32];
        snprintf(line, sizeof line, "run %d", STEPS_PER_ROW);
        if (tsu_script_run_line(s->script, line, &err) != TSU_OK) fail_msg("%s", err.message);
        fx[n] = value_of(s, "fx");
        fy[n] = value_of(s, "fy");
    }
    tsu_energy energy;
    assert_int_equal(tsu_world_energy(s->world, &energy, &err), TSU_OK);
    *residual = fabs(energy.residual) / energy.exchanged;
    assert_true(energy.dissipated[TSU_ACCOUNT_SLIDING] > 0.1 * energy.external_work);
    tsu_session_destroy(s);
}

static void test_sphere_is_slider(void **state)
{
    (void)state;
    double fx[ROWS], fy[ROWS], residual, worst = 0.0, largest = 0.0;
    run_sphere(fx, fy, &residual);
    tsu_slider_deck *d = tsu_slider_deck_create(&(tsu_slider_deck_options){0});
    tsu_error err = {0};
    if (tsu_slider_deck_run(d, TSU_SOURCE_DIR "/examples/44_dragged_sphere/in.slider", &err) != TSU_OK)
        fail_msg("%d: %s", err.line, err.message);
    const tsu_slider_case *c = &tsu_slider_deck_record(d)->cases[0];
    for (int n = 0; n < ROWS; n++) {
        const double t = (n + 1) * STEPS_PER_ROW * 2e-6;
        size_t row = 0;
        while (row + 1 < c->count && c->value[TSU_SLIDER_TIME][row] < t - 1e-9) {
            row++;
        }
        assert_true(fabs(c->value[TSU_SLIDER_TIME][row] - t) < 1e-9);
        const double x = c->value[TSU_SLIDER_FORCE_X][row], y = c->value[TSU_SLIDER_FORCE_Y][row];
        worst = fmax(worst, hypot(fx[n] - x, fy[n] - y));
        largest = fmax(largest, hypot(x, y));
    }
    tsu_slider_deck_destroy(d);
    print_message("sphere and slider agree to %.1e of the spring force; audit %.1e of the energy exchanged\n",
                  worst / largest, residual);
    assert_true(worst < 1e-6 * largest);
    assert_true(residual < 1e-6);
}

static void refuse(const char *line, const char *word)
{
    tsu_error err = {0};
    const tsu_session_options options = {.print = ignore, .threads = 1};
    tsu_session *s = tsu_session_open(&options, &err);
    assert_non_null(s);
    assert_int_equal(
        tsu_script_run_string(s->script, "box", "region r block 0 1 0 1 0 1\ncreate_box 1 r\n", &err),
        TSU_OK);
    assert_int_equal(tsu_script_run_string(s->script, "bad", line, &err), TSU_ERROR_INPUT);
    if (!strstr(err.message, word)) fail_msg("%s", err.message);
    tsu_session_destroy(s);
}

static void test_spring_refuses(void **state)
{
    (void)state;
    refuse("fix p all spring drive -3 0 0 0 from 0 1 0 0", "-3");
    refuse("fix p all spring drive 3 0 0 0", "from");
    refuse("fix p all spring drive 3 0 0 0 from 1 1 0 0 from 0.5 1 0 0", "out of order");
    refuse("fix p all spring tether 3 0 0 0 -1", "-1");
    refuse("fix p all spring couple 3", "couple");
    refuse("fix p all settorque 0 zero 0", "zero");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sphere_is_slider),
                                       cmocka_unit_test(test_spring_refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
