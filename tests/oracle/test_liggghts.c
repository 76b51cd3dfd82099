/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the decks of tests/oracle/liggghts and compares every dump with what LIGGGHTS 3.8.0 wrote. Cases of class `same` must
 * agree to 1e-9 of the scales explained in the README there; cases of class `differs` must differ, for the reason given;
 * what is right there, test_contact_reference.sh knows. */
#include "session/session.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define DATA TSU_SOURCE_DIR "/tests/oracle/liggghts/"

enum { COLUMNS = 11, ROWS_MAX = 8192 };
typedef double row[COLUMNS]; /* step id x y z vx vy vz wx wy wz */

static int read_reference(const char *name, row *rows)
{
    char path[512], line[1024];
    snprintf(path, sizeof path, DATA "%s.ref", name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int n = 0;
    while (fgets(line, sizeof line, f) && n < ROWS_MAX) {
        double *r = rows[n];
        if (line[0] == '#') continue;
        assert_int_equal(COLUMNS, sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", r, r + 1, r + 2,
                                         r + 3, r + 4, r + 5, r + 6, r + 7, r + 8, r + 9, r + 10));
        n++;
    }
    fclose(f);
    return n;
}

static int read_dump(const char *path, row *rows)
{
    char line[1024];
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    int n = 0;
    double step = 0.0;
    bool atoms = false;
    while (fgets(line, sizeof line, f) && n < ROWS_MAX) {
        if (strncmp(line, "ITEM:", 5) == 0) {
            atoms = strncmp(line, "ITEM: ATOMS", 11) == 0;
            if (strncmp(line, "ITEM: TIMESTEP", 14) == 0 && fgets(line, sizeof line, f)) step = atof(line);
            continue;
        }
        double *r = rows[n];
        if (!atoms) continue;
        r[0] = step;
        if (sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", r + 1, r + 2, r + 3, r + 4, r + 5, r + 6,
                   r + 7, r + 8, r + 9, r + 10) == COLUMNS - 1)
            n++;
    }
    fclose(f);
    return n;
}

/* Largest difference over all rows, each kind of column over its scale. */
static double compare(const row *a, const row *b, int n)
{
    double scale[3] = {0}, worst = 0.0;
    for (int k = 0; k < n; k++) {
        for (int c = 0; c < 9; c++) {
            scale[c / 3] = fmax(scale[c / 3], fabs(a[k][2 + c]));
        }
    }
    scale[2] = fmax(scale[2], scale[1] / scale[0]);
    for (int k = 0; k < n; k++) {
        if (a[k][0] != b[k][0] || a[k][1] != b[k][1]) return INFINITY;
        for (int c = 0; c < 9; c++) {
            const double error = fabs(a[k][2 + c] - b[k][2 + c]) / scale[c / 3];
            if (!(error <= worst)) worst = error;
        }
    }
    return worst;
}

static double run_case(const char *name, char *message, size_t size)
{
    static row expected[ROWS_MAX], got[ROWS_MAX];
    char deck[512], dump[512];
    snprintf(deck, sizeof deck, DATA "in.%s", name);
    snprintf(dump, sizeof dump, "%s.dump", name);
    tsu_error err = {0};
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = 1}, &err);
    assert_non_null(s);
    const tsu_status status = tsu_script_run_file(s->script, deck, &err);
    tsu_session_destroy(s);
    snprintf(message, size, "%s", status == TSU_OK ? "" : err.message);
    const int n = read_reference(name, expected), m = read_dump(dump, got);
    remove(dump);
    if (status != TSU_OK || n != m) return INFINITY;
    return compare(expected, got, n);
}

static void check_class(const char *wanted)
{
    char line[512], name[128], class[32], message[1024];
    FILE *f = fopen(DATA "cases.txt", "r");
    assert_non_null(f);
    int cases = 0, wrong = 0;
    double worst = 0.0;
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#' || sscanf(line, "%127s %31s", name, class) != 2 || strcmp(class, wanted) != 0)
            continue;
        const double error = run_case(name, message, sizeof message);
        const bool good = strcmp(wanted, "same") == 0 ? error <= 1.0e-9 : error > 1.0e-9 && isfinite(error);
        cases++;
        if (good) worst = fmax(worst, error);
        if (good) continue;
        wrong++;
        print_message("%s: %s, but the difference is %.3g %s\n", name, wanted, error, message);
    }
    fclose(f);
    print_message("%d cases of class %s, %d wrong, largest difference %.3g\n", cases, wanted, wrong, worst);
    assert_true(cases > 0);
    assert_int_equal(0, wrong);
}

static void same_cases_agree(void **state)
{
    (void)state;
    check_class("same");
}

static void other_cases_differ(void **state)
{
    (void)state;
    check_class("differs");
}

int main(void)
{
    char folder[] = "/tmp/tsubu_oracle_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_cases_agree),
                                       cmocka_unit_test(other_cases_differ)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return chdir("/") != 0 || rmdir(folder) != 0 || failed;
}
