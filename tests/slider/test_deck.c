/* SPDX-License-Identifier: Apache-2.0 */
/* Sliders in the deck language: what the commands do, what they refuse, the table and the page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slider/slider_deck.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char said[8192];

static void remember(void *context, const char *text)
{
    (void)context;
    const size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s", text);
}

static tsu_slider_deck *make(bool stability_only)
{
    said[0] = '\0';
    tsu_slider_deck *d = tsu_slider_deck_create(
        &(tsu_slider_deck_options){.print = remember, .stability_only = stability_only});
    assert_non_null(d);
    return d;
}

static void run_good(tsu_slider_deck *d, const char *text)
{
    tsu_error err = {0};
    if (tsu_slider_deck_run_text(d, "deck", text, &err) != TSU_OK) fail_msg("%d: %s", err.line, err.message);
}

static void test_sweep(void **state)
{
    (void)state;
    tsu_slider_deck *d = make(false);
    run_good(d, "mass 1\nspring 50\nnormal 1\nfriction mu_s 0.6 mu_k 0.3 kappa 10 xi 1 m 1000 alpha 1e4\n"
                "timestep 1e-2\nvariable V index 0.1 0.2\nlabel again\ndrive none\ndrive 0 ${V}\ncase "
                "\"speed ${V}\"\n"
                "run 1\nvariable f equal force\nprint \"F = ${f}\"\nnext V\njump SELF again\n");
    const tsu_slider_record *r = tsu_slider_deck_record(d);
    assert_int_equal(r->case_count, 2);
    assert_string_equal(r->cases[1].name, "speed 0.2");
    assert_int_equal(r->cases[0].count, 101); /* the start and 100 steps */
    assert_true(r->cases[0].value[TSU_SLIDER_TIME][100] == 1.0);
    assert_true(r->cases[1].speed == 0.2);
    assert_true(fabs(r->cases[1].value[TSU_SLIDER_DRIVE_X][100] - 0.2) < 1e-12);
    assert_non_null(strstr(said, "F = "));
    tsu_slider_deck_destroy(d);
}

static void test_normal_in_time(void **state)
{
    (void)state;
    tsu_slider_deck *d = make(false);
    run_good(d, "spring 50\nvariable load equal 1+time\nnormal v_load\ndrive 0 0.1\ntimestep 0.01\nrun 1\n"
                "case two\nnormal table 0 1 2 5\nrun 1\ncase three\nnormal 3\nrun 0.1\n");
    const tsu_slider_record *r = tsu_slider_deck_record(d);
    assert_int_equal(r->case_count, 3);
    assert_true(fabs(r->cases[0].value[TSU_SLIDER_F_N][100] - 2.0) < 1e-12);
    assert_true(fabs(r->cases[1].value[TSU_SLIDER_F_N][100] - 3.0) < 1e-12);
    assert_true(r->cases[2].value[TSU_SLIDER_F_N][5] == 3.0);
    tsu_slider_deck_destroy(d);
}

static void test_newton_is_printed(void **state)
{
    (void)state;
    tsu_slider_deck *d = make(false);
    run_good(d, "mass 0.01\nspring 5\nnormal 1\nfriction m 100\ndrive 0 1\ntimestep 0.02\nnewton print "
                "on\nrun 0.04\n");
    assert_non_null(strstr(said, "t = 0.02"));
    assert_non_null(strstr(said, "slip  3.3e-01 3.2e-01 9.6e-02 3.6e-03"));
    tsu_slider_deck_destroy(d);
}

static void test_stability(void **state)
{
    (void)state;
    tsu_slider_deck *d = make(true);
    run_good(d, "mass 1\nspring 50\ndamper 0.05\nnormal 1\nfriction mu_s 0.6 mu_k 0.3 kappa 10 xi 1 m 1000 "
                "alpha 1e9\n"
                "drive 0 0.2\nrun 1000000\n"); /* not run: only its stability is asked for */
    const tsu_slider_record *r = tsu_slider_deck_record(d);
    assert_int_equal(r->case_count, 0);
    assert_int_equal(r->map_count, 41 * 21);
    assert_non_null(strstr(said, "unstable"));
    assert_non_null(strstr(said, "critical velocity    0.2278"));
    tsu_slider_deck_destroy(d);
}

static void test_files(void **state)
{
    (void)state;
    char table[] = "/tmp/tsu_slider_XXXXXX", text[4096] = "";
    const int descriptor = mkstemp(table);
    assert_true(descriptor >= 0);
    close(descriptor);
    tsu_slider_deck *d = make(false);
    run_good(d, "spring 50\nnormal 1\ndrive 0 0.1\ntimestep 0.1\nrun 0.2\n");
    tsu_error err = {0};
    assert_int_equal(tsu_slider_record_write_table(tsu_slider_deck_record(d), table, &err), TSU_OK);
    FILE *f = fopen(table, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, sizeof text - 1, f) > 100);
    fclose(f);
    assert_ptr_equal(strstr(text, "case,time,drive,"), text);
    int lines = 0;
    for (const char *c = text; *c; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 4);
    assert_int_equal(tsu_slider_record_write_page(tsu_slider_deck_record(d), "a slider", table, &err),
                     TSU_OK);
    f = fopen(table, "r");
    const size_t size = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[size] = '\0';
    assert_non_null(strstr(text, "<html"));
    unlink(table);
    tsu_slider_deck_destroy(d);
}

static void refuse(const char *text, int line, const char *word)
{
    tsu_slider_deck *d = make(false);
    tsu_error err = {0};
    const tsu_status status = tsu_slider_deck_run_text(d, "deck", text, &err);
    if (status == TSU_OK || err.line != line || !strstr(err.message, word))
        fail_msg("%d: %s", err.line, err.message);
    tsu_slider_deck_destroy(d);
}

static void test_refuses(void **state)
{
    (void)state;
    refuse("mass -1", 1, "-1");
    refuse("friction mu_s 0.3 mu_k 0.5", 1, "0.5");
    refuse("friction kappa -2", 1, "-2");
    refuse("friction m 0", 1, "0");
    refuse("friction muh 0.2", 1, "muh");
    refuse("drive 1 0.1\ndrive 0.5 0.2", 2, "out of order");
    refuse("normal table 0 1 0 2", 1, "out of order");
    refuse("mass 0\nnormal 1\nrun 1", 3, "damper");
    refuse("run 1", 1, "normal");
    refuse("normal 1\ndrive 0 0.1 0.1\nrun 1", 3, "dimensions");
    refuse("normal 1\nvariable x equal nonsense\nprint \"${x}\"", 3, "nonsense");
    refuse("normal 1\nspring 50\ndrive 0 0\nstart steady", 4, "moves");
    refuse("normal 1\nmass 0.01\nspring 5\ndrive 0 1\ntimestep 0.1\nnewton iterations 1 cuts 0\nrun 1", 7,
           "converge");
    refuse("spin 3", 1, "spin");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_normal_in_time),
        cmocka_unit_test(test_newton_is_printed),
        cmocka_unit_test(test_stability),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
