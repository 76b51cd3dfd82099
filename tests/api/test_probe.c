/* SPDX-License-Identifier: Apache-2.0 */
/* One contact and the slider through the public interface, against closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tsubu/tsubu_contact.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static tsu_error err;

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

static tsu_world *make(void)
{
    static const double young = 1e7, poisson = 0.3, one = 1.0, half = 0.5;
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1e-6;
    def.threads = 1;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    OK(tsu_property_set_type(w, "youngsModulus", &young, &err));
    OK(tsu_property_set_type(w, "poissonsRatio", &poisson, &err));
    OK(tsu_property_set_pair(w, "coefficientRestitution", &one, &err));
    OK(tsu_property_set_pair(w, "coefficientFriction", &half, &err));
    return w;
}

static int find(const tsu_probe *p, const char *name)
{
    for (int k = 0; tsu_probe_column(p, (size_t)k); k++) {
        if (strcmp(tsu_probe_column(p, (size_t)k), name) == 0) return k;
    }
    return -1;
}

/* Hertz: F = 4/3 E* sqrt(R*) d^1.5; Coulomb: |F_t| <= mu F; the world may go. */
static void test_world(void **state)
{
    (void)state;
    enum { ROWS = 50 };
    tsu_world *w = make();
    tsu_probe_def d = tsu_probe_def_default();
    assert_null(tsu_probe_create(w, &d, &err));
    assert_non_null(strstr(err.message, "no contact model"));
    OK(tsu_laws_choose(w, "model hertz tangential history", &err));
    tsu_probe *p = tsu_probe_create(w, &d, &err);
    assert_non_null(p);
    tsu_world_destroy(w);
    double path[ROWS][TSU_PROBE_PATH] = {{0}};
    for (int k = 0; k < ROWS; k++) {
        path[k][0] = 1e-7 * k;
        path[k][1] = 1e-6 * k;
    }
    size_t columns = 0;
    while (tsu_probe_column(p, columns)) {
        columns++;
    }
    double *answer = calloc(ROWS * columns, sizeof *answer);
    OK(tsu_probe_drive(p, &path[0][0], ROWS, answer, &err));
    const int overlap = find(p, "overlap"), fn = find(p, "fn_elastic"), ftx = find(p, "ftx"),
              t = find(p, "t");
    const double modulus = 1e7 / (2.0 * (1.0 - 0.09));
    for (size_t k = 1; k < ROWS; k++) {
        const double *row = answer + k * columns;
        const double force = 4.0 / 3.0 * modulus * sqrt(0.5e-3) * pow(row[overlap], 1.5);
        assert_true(fabs(row[fn] - force) <= 1e-12 * force);
        assert_true(fabs(row[ftx]) <= 0.5 * fabs(row[fn]) * (1.0 + 1e-12));
        assert_true(fabs(row[t] - 1e-6 * (double)k) < 1e-18);
    }
    assert_true(fabs(answer[(ROWS - 1) * columns + (size_t)ftx]) >
                0.499 * answer[(ROWS - 1) * columns + (size_t)fn]);
    assert_true(answer[(ROWS - 1) * columns + (size_t)find(p, "dissipated_sliding")] > 0.0);
    /* a row that is refused leaves the contact where it was, with all rows before it */
    double again[3][TSU_PROBE_PATH], more[3 * 64];
    memcpy(again[0], path[ROWS - 1], sizeof again[0]);
    memcpy(again[1], path[ROWS - 1], sizeof again[1]);
    again[1][0] = NAN;
    assert_int_equal(tsu_probe_drive(p, &again[0][0], 2, more, &err), TSU_ERROR_INPUT);
    OK(tsu_probe_drive(p, &again[0][0], 1, more, &err));
    assert_true(more[0] == ROWS);
    free(answer);
    tsu_probe_destroy(p);
}

static void test_deck(void **state)
{
    (void)state;
    char path[] = "/tmp/tsubu_probe_XXXXXX";
    const int file = mkstemp(path);
    static const char deck[] =
        "units si\nvariable k index 1000\n"
        "fix 1 all property/global kn peratomtypepair 1 ${k}\nfix 2 all property/global kt peratomtypepair 1 "
        "${k}\n"
        "fix 3 all property/global gamman peratomtypepair 1 0\nfix 4 all property/global gammat "
        "peratomtypepair 1 0\n"
        "pair_style gran model hooke/stiffness\ntimestep 1e-6\nrun 1000000\n";
    assert_true(write(file, deck, sizeof deck - 1) == (ssize_t)sizeof deck - 1);
    close(file);
    static const char *const variable[] = {"k", "500"};
    tsu_probe_def d = tsu_probe_def_default();
    d.variable = variable;
    d.variables = 1;
    const double row[TSU_PROBE_PATH] = {1e-5};
    double answer[64];
    tsu_probe *p = tsu_probe_read(path, &d, &err);
    if (!p) fail_msg("%s", err.message);
    OK(tsu_probe_drive(p, row, 1, answer, &err));
    assert_true(fabs(answer[find(p, "fn")] - 500.0 * 1e-5) < 1e-15);
    tsu_probe_destroy(p);
    d.type[1] = 7;
    assert_null(tsu_probe_read(path, &d, &err));
    assert_non_null(strstr(err.message, "there is no material 7"));
    unlink(path);
    assert_null(tsu_probe_read(path, &d, &err));
    assert_int_equal(err.status, TSU_ERROR_IO);
}

static void test_slide(void **state)
{
    (void)state;
    double growth = 0.0, frequency = 0.0;
    tsu_slide *s = tsu_slide_create(NULL, NULL, &err);
    assert_non_null(s);
    OK(tsu_slide_set_variable(s, "V", "0.2", &err));
    OK(tsu_slide_run_text(
        s,
        "mass 1\nspring 50\narea 1\nnormal 1\nfriction mu_s 0.6 mu_k 0.3 kappa 10 xi 1 m 1e3 alpha 1e4\n"
        "timestep 1e-2\ndrive 0 ${V}\nstability\ncase first\nrun 1",
        &err));
    OK(tsu_slide_evaluate(s, "growth", &growth,
                          &err)); /* of the cubic 10,1,0.2,50,0,1e4: 0.02573 + 7.0112 i */
    OK(tsu_slide_evaluate(s, "frequency", &frequency, &err));
    assert_true(fabs(growth - 0.02573) < 5e-6 && fabs(frequency - 7.0112) < 5e-5);
    size_t rows = 0, time = 0, drive = 0;
    assert_string_equal(tsu_slide_case(s, 0, &rows), "first");
    assert_int_equal(rows, 101);
    assert_null(tsu_slide_case(s, 1, NULL));
    for (size_t k = 0; tsu_slide_column(k, NULL, NULL); k++) {
        if (strcmp(tsu_slide_column(k, NULL, NULL), "time") == 0) time = k;
        if (strcmp(tsu_slide_column(k, NULL, NULL), "drive") == 0) drive = k;
    }
    tsu_view t, x;
    OK(tsu_slide_view(s, 0, time, &t, &err));
    OK(tsu_slide_view(s, 0, drive, &x, &err));
    assert_true(t.data[100] == 1.0 && fabs(x.data[100] - 0.2) < 1e-12);
    assert_int_equal(tsu_slide_view(s, 3, 0, &t, &err), TSU_ERROR_INPUT);
    assert_int_equal(tsu_slide_run_text(s, "mass 1\nspring none", &err), TSU_ERROR_INPUT);
    assert_int_equal(err.line, 2);
    tsu_slide_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_world), cmocka_unit_test(test_deck),
                                       cmocka_unit_test(test_slide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
