/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "io/csv.h"

static void test_reads_what_people_write(void **state)
{
    (void)state;
    tsu_csv t;
    const char *text = "\xef\xbb\xbf# a path\r\n\r\noverlap, sx ,rz\r\n1e-5,0,-.5 # first\r\n"
                       "  +2.5E-6 , 1. ,\t3\r\n\n-0,1e-320,17";
    assert_int_equal(tsu_csv_parse(&t, text, "path.csv", NULL), TSU_OK);
    assert_int_equal(t.columns, 3);
    assert_int_equal(t.rows, 3);
    assert_string_equal(t.name[1], "sx");
    assert_int_equal(tsu_csv_find(&t, "rz"), 2);
    assert_int_equal(tsu_csv_find(&t, "ry"), -1);
    const double expected[] = {1e-5, 0.0, -0.5, 2.5e-6, 1.0, 3.0, -0.0, 1e-320, 17.0};
    for (int k = 0; k < 9; k++) {
        assert_true(t.value[k] == expected[k]);
    }
    tsu_csv_free(&t);
    assert_null(t.value);
}

/* Many rows: the table grows. */
static void test_many_rows(void **state)
{
    (void)state;
    enum { ROWS = 20000 };
    static char text[ROWS * 12 + 16];
    size_t used = (size_t)snprintf(text, sizeof text, "a,b\n");
    for (int k = 0; k < ROWS; k++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%d,%d\n", k, -k);
    }
    tsu_csv t;
    assert_int_equal(tsu_csv_parse(&t, text, "x", NULL), TSU_OK);
    assert_int_equal(t.rows, ROWS);
    for (int k = 0; k < ROWS; k++) {
        assert_true(t.value[2 * k] == k && t.value[2 * k + 1] == -k);
    }
    tsu_csv_free(&t);
}

/* Each text is refused, with a sentence that holds the words, at the line. */
static void test_refuses_with_line_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
        int line;
    } cases[] = {
        {"", "is empty", 0},
        {"# nothing\n\n", "is empty", 0},
        {"a,b\n1,2\n3,x\n", "'x' in column 2 (b)", 3},
        {"a,b\n1,2\n\n3\n", "1 value in this line, but the header names 2", 4},
        {"a,b\n1,2,3\n", "3 values", 2},
        {"a,b\n1,\n", "column 2 (b) is empty", 2},
        {"a,b\n1,nan\n", "'nan' in column 2 (b)", 2},
        {"a,b\n1,inf\n", "'inf'", 2},
        {"a\n1e999\n", "'1e999' in column 1 (a)", 2},
        {"a\n0x10\n", "'0x10'", 2},
        {"a\n1.2.3\n", "'1.2.3'", 2},
        {"a\n\"1\"\n", "'\"1\"'", 2},
        {"a,a\n1,2\n", "'a', which is already taken", 1},
        {"a,,b\n1,2,3\n", "column 2 has no name", 1},
        {"a;b\n1;2\n", "'1;2' in column 1 (a;b)", 2},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        tsu_csv t;
        tsu_error err = {0};
        assert_int_equal(tsu_csv_parse(&t, cases[k].text, "path.csv", &err), TSU_ERROR_INPUT);
        if (!strstr(err.message, cases[k].words))
            fail_msg("case %zu: '%s' does not hold '%s'", k, err.message, cases[k].words);
        assert_int_equal(err.line, cases[k].line);
        if (cases[k].line) assert_string_equal(err.file, "path.csv");
        assert_null(t.name);
        assert_int_equal(t.columns, 0);
    }
}

static void test_missing_file(void **state)
{
    (void)state;
    tsu_csv t;
    tsu_error err = {0};
    assert_int_equal(tsu_csv_load(&t, "/nowhere/path.csv", &err), TSU_ERROR_IO);
    assert_non_null(strstr(err.message, "/nowhere/path.csv"));
    assert_null(t.value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_what_people_write),
        cmocka_unit_test(test_many_rows),
        cmocka_unit_test(test_refuses_with_line_and_column),
        cmocka_unit_test(test_missing_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
