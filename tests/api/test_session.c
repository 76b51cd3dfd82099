/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions through the public interface alone: scripts, formulas, tables, sinks, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tsubu/tsubu.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

static const char drop[] = "units si\natom_style granular\nboundary f f f\n"
                           "region box block 0 1 0 1 0 1\ncreate_box 1 box\n"
                           "fix m1 all property/global youngsModulus peratomtype 1e7\n"
                           "fix m2 all property/global poissonsRatio peratomtype 0.3\n"
                           "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5\n"
                           "fix m4 all property/global coefficientFriction peratomtypepair 1 0.5\n"
                           "pair_style gran model hertz tangential history\npair_coeff * *\ntimestep 1e-4\n"
                           "fix g all gravity 10 vector 0 0 -1\nfix n all nve/sphere\n"
                           "create_atoms 1 single 0.3 0.5 0.9\ncreate_atoms 1 single 0.7 0.5 0.9\n"
                           "set group all diameter 0.1 density 1000\n"
                           "compute k all ke\ncompute c all property/atom vz z\nvariable v equal 2*c_k\n";

typedef struct heard {
    int lines, warnings, progress, thermo;
    int64_t step;
    int stop_after; /* calls of `interrupted`; 0: never */
} heard;

static void print(void *context, const char *text, bool screen, bool log)
{
    (void)text;
    (void)log;
    if (screen) ((heard *)context)->lines++;
}

static void warning(void *context, const char *file, int line, const char *sentence)
{
    assert_non_null(file);
    assert_true(line > 0 && strlen(sentence) > 10);
    ((heard *)context)->warnings++;
}

static void progress(void *context, const tsu_session *s)
{
    tsu_progress p;
    tsu_session_progress(s, &p);
    assert_true(p.running && p.step > p.run_begin && p.step <= p.run_end);
    ((heard *)context)->progress++;
    ((heard *)context)->step = p.step;
}

static void thermo(void *context, const tsu_session *s, const double *value)
{
    (void)s;
    assert_true(value[0] >= 0.0);
    ((heard *)context)->thermo++;
}

static bool interrupted(void *context)
{
    heard *h = context;
    if (h->stop_after > 1) h->stop_after--;
    return h->stop_after == 1;
}

static tsu_session *make(heard *h)
{
    tsu_error err = {0};
    tsu_session_def def = tsu_session_def_default();
    def.threads = 1;
    def.print = print;
    def.warning = warning;
    def.progress = progress;
    def.thermo = thermo;
    def.interrupted = interrupted;
    def.context = h;
    tsu_session *s = tsu_session_create(&def, &err);
    if (!s) fail_msg("%s", err.message);
    return s;
}

static void refused(tsu_status status, const tsu_error *err, const char *says)
{
    assert_int_not_equal(status, TSU_OK);
    if (!strstr(err->message, says)) fail_msg("'%s' has not '%s'", err->message, says);
}

static void test_script(void **state)
{
    (void)state;
    heard h = {0};
    tsu_error err = {0};
    double x = -1.0;
    char text[64];
    tsu_session *s = make(&h);
    assert_null(tsu_session_world(s));
    const char *const height[] = {"0.9"};
    OK(tsu_session_set_variable(s, "height", 1, height, &err));
    OK(tsu_session_run_text(s, drop, &err));
    assert_non_null(tsu_session_world(s));
    OK(tsu_session_run_text(s, "run 1000", &err));
    assert_int_equal(tsu_world_step_count(tsu_session_world(s)), 1000);
    assert_true(h.lines > 0 && h.progress > 0 && h.step == 1000 && h.thermo == 2);
    /* both fall freely for 0.1 s: m g^2 t^2 together */
    const double mass = 4.0 / 3.0 * 3.14159265358979 * 1.25e-4 * 1000.0;
    OK(tsu_session_evaluate(s, "c_k", &x, &err));
    assert_true(fabs(x / mass - 1.0) < 1e-9);
    OK(tsu_session_evaluate(s, "v_v/2-ke+step*v_height", &x, &err));
    assert_true(fabs(x - 900.0) < 1e-9);
    OK(tsu_session_expand(s, "at ${height}: $(step/10)", text, sizeof text, &err));
    assert_string_equal(text, "at 0.9: 100");
    refused(tsu_session_expand(s, "at ${height}", text, 4, &err), &err, "but the buffer has 4");
    int code = 0;
    assert_false(tsu_session_quit(s, &code));
    OK(tsu_session_run_text(s, "quit 3\nrun 10", &err));
    assert_true(tsu_session_quit(s, &code) && code == 3);
    tsu_session_destroy(s);
}

static void test_tables(void **state)
{
    (void)state;
    heard h = {0};
    tsu_error err = {0};
    tsu_view v, x;
    tsu_session *s = make(&h);
    refused(tsu_session_table(s, "c_c", TSU_TABLE_PARTICLES, &v, &err), &err, "needs a simulation box");
    OK(tsu_session_run_text(s, drop, &err));
    OK(tsu_session_run_text(s, "fix a all ave/time 1 10 10 c_k v_v\nrun 100", &err));
    OK(tsu_session_table(s, "c_c", TSU_TABLE_PARTICLES, &v, &err));
    assert_true(v.count == 2 && v.width == 2);
    assert_true(fabs(v.data[0] + 0.1) < 1e-12 && fabs(v.data[1] - 0.8995) < 1e-9);
    OK(tsu_session_table(s, "f_a", TSU_TABLE_GLOBAL, &v, &err));
    assert_true(v.count == 2 && v.width == 1 && fabs(v.data[1] / v.data[0] - 2.0) < 1e-12 && v.data[0] > 0.0);
    refused(tsu_session_table(s, "f_a", TSU_TABLE_LOCAL, &v, &err), &err, "it has: vector or array");
    refused(tsu_session_table(s, "c_cc", TSU_TABLE_GLOBAL, &v, &err), &err, "did you mean 'c'?");
    refused(tsu_session_table(s, "cc", TSU_TABLE_GLOBAL, &v, &err), &err, "write c_ID");
    tsu_world *w = tsu_session_world(s);
    OK(tsu_field_view(w, "x", &x, &err));
    assert_true(tsu_view_is_current(w, &x));
    OK(tsu_session_run_text(s, "run 1", &err));
    assert_false(tsu_view_is_current(w, &x));
    OK(tsu_field_view(w, "x", &x, &err));
    assert_true(tsu_view_is_current(w, &x));
    tsu_session_destroy(s);
}

static void test_errors(void **state)
{
    (void)state;
    heard h = {0};
    tsu_error err = {0};
    double x = 7.0;
    tsu_session *s = make(&h);
    OK(tsu_session_run_text(s, drop, &err));
    refused(tsu_session_run_text(s, "run 1\nrnu 5", &err), &err, "did you mean");
    assert_int_equal(err.line, 2);
    assert_int_equal(tsu_world_step_count(tsu_session_world(s)), 1);
    refused(tsu_session_evaluate(s, "c_kk", &x, &err), &err, "did you mean 'k'?");
    refused(tsu_session_evaluate(s, "2*", &x, &err), &err, "2*");
    assert_true(x == 7.0);
    refused(tsu_session_run_file(s, "no such file", &err), &err, "no such file");
    h.warnings = 0;
    OK(tsu_session_run_text(
        s, "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.1\nrun 0",
        &err)); /* no law reads it */
    assert_true(h.warnings > 0);
    h.stop_after = 5;
    OK(tsu_session_run_text(s, "run 1000", &err));
    assert_true(tsu_world_step_count(tsu_session_world(s)) < 20);
    tsu_session_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_script),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
