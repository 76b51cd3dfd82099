/* SPDX-License-Identifier: Apache-2.0 */
/* Curves of small decks in the manner of LIGGGHTS' tutorials against those of LIGGGHTS 3.8.0, within its scatter over seeds
 * (tests/oracle/tutorials/README.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session/session.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DATA TSU_SOURCE_DIR "/tests/oracle/tutorials/"

enum { POINTS_MAX = 128, THEIRS = 5, OURS = 3, QUANTITIES = 4 };

typedef struct curves {
    int seeds, points;
    double value[THEIRS][POINTS_MAX][QUANTITIES]; /* number, mass, value, height */
} curves;

static void read_reference(const char *name, curves *c)
{
    char path[512], line[512];
    snprintf(path, sizeof path, DATA "%s.ref", name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int last = -1, at = 0;
    while (fgets(line, sizeof line, f)) {
        int seed;
        double step, v[QUANTITIES];
        if (sscanf(line, "%d %lf %lf %lf %lf %lf", &seed, &step, v, v + 1, v + 2, v + 3) != 6) continue;
        assert_in_range(seed, 0, THEIRS - 1);
        at = seed == last ? at + 1 : 0;
        last = seed;
        assert_true(at < POINTS_MAX);
        memcpy(c->value[seed][at], v, sizeof v);
        c->seeds = seed + 1;
        c->points = at + 1;
    }
    fclose(f);
    assert_int_equal(THEIRS, c->seeds);
}

static void read_curve(double value[POINTS_MAX][QUANTITIES], int points)
{
    char line[512];
    FILE *f = fopen("curve.txt", "r");
    assert_non_null(f);
    int n = 0;
    while (fgets(line, sizeof line, f) && n < points) {
        double step, *v = value[n];
        n += sscanf(line, "%lf %lf %lf %lf %lf", &step, v, v + 1, v + 2, v + 3) == 5;
    }
    fclose(f);
    assert_int_equal(points, n);
}

static void run_ours(const char *name, curves *c, int points)
{
    char deck[512];
    snprintf(deck, sizeof deck, DATA "in.%s", name);
    c->seeds = OURS;
    for (int k = 0; k < OURS; k++) {
        tsu_error err = {0};
        tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = 2}, &err);
        assert_non_null(s);
        for (int q = 0; q < 4; q++) {
            char variable[2] = {(char)('a' + q), '\0'}, seed[16];
            const char *const values[] = {seed};
            snprintf(seed, sizeof seed, "%d", 1000 + 10 * k + q);
            assert_int_equal(TSU_OK, tsu_script_set_variable(s->script, variable, 1, values, &err));
        }
        if (tsu_script_run_file(s->script, deck, &err) != TSU_OK) fail_msg("%s: %s", name, err.message);
        tsu_session_destroy(s);
        read_curve(c->value[k], points);
    }
}

static double mean_of(const curves *c, int point, int quantity, double *variance)
{
    double sum = 0.0, squares = 0.0;
    for (int k = 0; k < c->seeds; k++) {
        sum += c->value[k][point][quantity] / c->seeds;
    }
    for (int k = 0; k < c->seeds; k++) {
        squares += pow(c->value[k][point][quantity] - sum, 2.0);
    }
    *variance = squares / (c->seeds - 1);
    return sum;
}

static void compare(const char *name)
{
    static const char *const words[QUANTITIES] = {"number", "mass", "value", "height"};
    static curves theirs, ours;
    theirs = ours = (curves){0};
    read_reference(name, &theirs);
    run_ours(name, &ours, theirs.points);
    for (int q = 0; q < QUANTITIES; q++) {
        double difference = 0.0, error = 0.0, size = 0.0, unused, variance;
        for (int k = 0; k < theirs.points; k++) {
            const double b = mean_of(&theirs, k, q, &variance), a = mean_of(&ours, k, q, &unused);
            difference += (a - b) * (a - b);
            error += variance * (1.0 / THEIRS + 1.0 / OURS);
            size += b * b;
        }
        difference = sqrt(difference / size);
        error = sqrt(error / size);
        print_message("%s %s: difference %.2g %%, resolution %.2g %%\n", name, words[q], 100.0 * difference,
                      100.0 * error);
        if (!(difference <= fmax(2.5 * error, 1.0e-3)))
            fail_msg("%s: %s differs by %.3g %%, %.2g times what seeds explain", name, words[q],
                     100.0 * difference, difference / error);
    }
}

static void a_bed_settles(void **state)
{
    (void)state;
    compare("settle");
}

static void a_stream_runs_down_a_chute(void **state)
{
    (void)state;
    compare("chute");
}

static void heat_spreads(void **state)
{
    (void)state;
    compare("heat");
}

int main(void)
{
    char folder[] = "/tmp/tsubu_tutorials_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    if (symlink(DATA "plate.stl", "plate.stl") != 0 || symlink(DATA "face.stl", "face.stl") != 0) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_bed_settles),
                                       cmocka_unit_test(a_stream_runs_down_a_chute),
                                       cmocka_unit_test(heat_spreads)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove("curve.txt");
    remove("plate.stl");
    remove("face.stl");
    return chdir("/") != 0 || rmdir(folder) != 0 || failed;
}
