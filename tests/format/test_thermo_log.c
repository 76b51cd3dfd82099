/* SPDX-License-Identifier: Apache-2.0 */
/* Tables out of logs. The numbers expected are those that stand in the logs (tests/decks/logs/README.md tells where they come from). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format/thermo_log.h"
#include <math.h>
#include <string.h>

#define LOGS TSU_SOURCE_DIR "/tests/decks/logs/"

static double value(const tsu_log_table *t, size_t row, const char *name)
{
    const int column = tsu_log_find(t, name);
    assert_true(column >= 0 && row < t->rows);
    return t->value[row * (size_t)t->columns + (size_t)column];
}

static void test_liggghts(void **unused)
{
    (void)unused;
    tsu_log log;
    assert_int_equal(tsu_log_load(&log, LOGS "liggghts.log", NULL), TSU_OK);
    assert_string_equal(log.program, "LIGGGHTS");
    assert_int_equal(log.tables, 3);
    assert_int_equal(log.table[0].columns, 4);
    assert_int_equal(log.table[0].rows, 9);
    assert_int_equal(log.table[0].warnings, 8 + 2); /* with those before the next run */
    assert_true(value(&log.table[0], 4, "KinEng") == 0.010601011);
    assert_true(log.table[0].seconds == 0.0836265);
    assert_int_equal(log.table[1].columns, 5);
    assert_int_equal(log.table[1].rows, 5);
    assert_true(value(&log.table[1], 4, "step") == 6000.0);
    assert_int_equal(log.table[2].columns, 4); /* Step, CPU, Atoms, KinEng */
    assert_int_equal(log.table[2].rows, 3);
    assert_true(value(&log.table[2], 2, "Step") == 7000.0 && value(&log.table[2], 2, "CPU") == 0.0508);
    tsu_log_free(&log);
}

static void test_lammps(void **unused)
{
    (void)unused;
    tsu_log log;
    assert_int_equal(tsu_log_load(&log, LOGS "lammps.log", NULL), TSU_OK);
    assert_string_equal(log.program, "LAMMPS");
    assert_int_equal(log.tables, 2);
    assert_int_equal(log.table[0].rows, 9);
    assert_true(value(&log.table[0], 8, "c_r") == 0.00015958567);
    assert_int_equal(log.table[1].rows, 3);
    assert_int_equal(log.table[1].columns, 14);
    assert_true(value(&log.table[1], 1, "Press") == 0.8271 && value(&log.table[1], 2, "TotEng") == 0.0018);
    tsu_log_free(&log);
}

static void test_tsubu(void **unused)
{
    (void)unused;
    tsu_log log;
    assert_int_equal(tsu_log_load(&log, LOGS "tsubu.log", NULL), TSU_OK);
    assert_string_equal(log.program, "tsubu");
    assert_int_equal(log.tables, 3);
    assert_int_equal(log.table[0].rows, 9);
    assert_true(value(&log.table[0], 8, "KinEng") == 0.00013542759);
    assert_int_equal(log.table[2].rows, 3);
    assert_true(value(&log.table[2], 1, "KinEng") == 6.4565173e-06);
    tsu_log_free(&log);
}

/* A run that was killed, a hash, names without Step after the line on memory, and texts without a table. */
static void test_corners(void **unused)
{
    (void)unused;
    tsu_log log;
    tsu_error err = {0};
    assert_int_equal(
        tsu_log_parse(
            &log, "Step Hash KinEng\n 0 00ab12cd34ef5678 1.5\nWARNING: x\n 10 ffffffffffffffff 2.5\n 20 12",
            "t", NULL),
        TSU_OK);
    assert_int_equal(log.table[0].rows, 2);
    assert_true(isnan(log.table[0].seconds) && value(&log.table[0], 1, "KinEng") == 2.5);
    tsu_log_free(&log);
    assert_int_equal(
        tsu_log_parse(&log, "Memory usage per processor = 5 Mbytes\nCPU KinEng\n0 1\n1 nan\n", "t", NULL),
        TSU_OK);
    assert_int_equal(log.table[0].rows, 2);
    assert_true(isnan(value(&log.table[0], 1, "KinEng")));
    tsu_log_free(&log);
    assert_int_equal(tsu_log_parse(&log, "Step Atoms\nthermo 100\nsome words 1 2\n", "t.log", &err),
                     TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "t.log"));
    assert_int_equal(tsu_log_parse(&log, "", "t.log", &err), TSU_ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_liggghts), cmocka_unit_test(test_lammps),
                                       cmocka_unit_test(test_tsubu), cmocka_unit_test(test_corners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
