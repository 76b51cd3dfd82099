/* SPDX-License-Identifier: Apache-2.0 */
/* The fixes ave/...: what they write and give for four spheres that fly straight, of which all is known; the form of the files
 * is that of LIGGGHTS 3.8.0, which wrote the same for this deck. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

/* 1, 2 and 3 fall with 1 m/s, 4 rises; a step is 1 ms. */
#define FOUR                                                                                                 \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "create_atoms 1 single 0.1 0 0.0105\ncreate_atoms 1 single -0.1 0 0.0205\n"                          \
        "create_atoms 1 single 0.5 0 0.0105\ncreate_atoms 1 single 0 0.1 -0.06\n"                            \
        "set group all diameter 0.02 density 1000\nset atom 1*3 vz -1\nset atom 4 vz 1\ntimestep 1e-3\n"     \
        "group low id 1 3\nfix n all nve/sphere\nvariable s equal step\nvariable w atom vz\n"                \
        "compute k all ke/atom\ncompute r all reduce sum vx vy vz\n"

static double mass(void)
{
    return pi / 6.0 * 8e-6 * 1000.0;
}

/* Runs a deck in which FILE stands for a file, which must hold `text` afterwards. */
static void writes(deck *d, const char *commands, const char *text)
{
    char run[4096], path[256];
    snprintf(path, sizeof path, "%s/out", d->folder);
    const char *at = strstr(commands, "FILE");
    assert_non_null(at);
    snprintf(run, sizeof run, "clear\n" FOUR "%.*s%s%s", (int)(at - commands), commands, path, at + 4);
    deck_run(d, run);
    deck_file_is(d, "out", text);
}

static void test_time(void **state)
{
    deck *d = *state;
    writes(d, "fix g all ave/time 1 10 10 v_s start 15 file FILE\nrun 30\n",
           "# Time-averaged data for fix g\n# TimeStep v_s\n20 15.5\n30 25.5\n");
    writes(d, "fix v all ave/time 5 2 10 c_r mode vector file FILE\nrun 20\n",
           "# Time-averaged data for fix v\n# TimeStep Number-of-rows\n# Row c_r\n10 3\n1 0\n2 0\n3 -2\n20 "
           "3\n1 0\n2 0\n3 -2\n");
    deck_near(deck_value(d, "f_v[3]"), -2.0, 0.0);
    writes(d,
           "compute c low com\nfix v all ave/time 1 1 10 c_r c_c mode vector ave running off 1 title3 TITLE "
           "file FILE "
           "overwrite\nrun 10\n",
           "# Time-averaged data for fix v\n# TimeStep Number-of-rows\nTITLE\n10 3\n1 0 0.3\n2 0 0\n3 -2 "
           "0.0055\n");
    deck_near(deck_value(d, "f_v[1][2]"), 0.3, 1e-14);
    deck_near(deck_value(d, "f_v[3][2]"), 0.0055, 1e-14); /* of steps 0 and 10 */
    deck_refuses(d, "fix q all ave/time 1 1 10 v_s mode vector\n", "a variable is a single number");
    deck_refuses(d, "fix q all ave/time 1 1 10 c_k mode vector\nrun 10\n", "k");
}

static void test_atom(void **state)
{
    deck *d = *state;
    deck_run(d, FOUR "fix a low ave/atom 5 2 10 z v_w c_k\nfix b all ave/atom 1 1 10 zu\nrun 19\n");
    deck_near(deck_value(d, "f_a[1][1]"), 0.0105 - 0.0075, 1e-15);
    deck_near(deck_value(d, "f_a[3][2]"), -1.0, 0.0);
    deck_near(deck_value(d, "f_a[3][3]"), 0.5 * mass(), 1e-15);
    deck_near(deck_value(d, "f_a[2][2]"), 0.0, 0.0); /* not in the group */
    deck_near(deck_value(d, "f_b[2]"), 0.0105, 1e-15);
    deck_run(d, "run 1\n");
    deck_near(deck_value(d, "f_a[1][1]"), 0.0105 - 0.0175, 1e-15);
    deck_refuses(d, "fix q all ave/atom 5 2 10 colour\n", "'colour' is not a property");
    deck_refuses(d, "fix q all ave/atom 5 3 10 x\n", "do not fit");
    deck_refuses(d, "fix q all ave/atom 5 2 10\n", "nothing to average");
}

static void test_spatial(void **state)
{
    deck *d = *state;
    writes(d, "fix s all ave/spatial 5 2 10 z center 0.3 vz c_k norm sample ave running file FILE\nrun 20\n",
           "# Spatial-averaged data for fix s and group all\n# Timestep Number-of-bins\n# Bin Coord Ncount "
           "vz c_k\n"
           "10 8\n  1 -1.05 0 0 0\n  2 -0.75 0 0 0\n  3 -0.45 0 0 0\n  4 -0.15 1 1 0.0020944\n"
           "  5 0.15 3 -1 0.0020944\n  6 0.45 0 0 0\n  7 0.75 0 0 0\n  8 1.05 0 0 0\n"
           "20 8\n  1 -1.05 0 0 0\n  2 -0.75 0 0 0\n  3 -0.45 0 0 0\n  4 -0.15 2 0.333333 0.0020944\n"
           "  5 0.15 2 -1 0.0020944\n  6 0.45 0 0 0\n  7 0.75 0 0 0\n  8 1.05 0 0 0\n");
    deck_near(deck_value(d, "f_s[4][2]"), 2.0, 0.0);
    writes(d,
           "fix s low ave/spatial 5 2 10 x lower 1 y -0.2 0.7 vz density/number density/mass units box "
           "write_ts no "
           "overwrite file FILE\nrun 20\n",
           "# Spatial-averaged data for fix s and group low\n# Timestep Number-of-bins\n"
           "# Bin Coord1 Coord2 Ncount vz density/number density/mass\n"
           "  1 -0.5 -1.25 0 0 0 0\n  2 -0.5 -0.55 0 0 0 0\n  3 -0.5 0.15 0 0 0 0\n  4 -0.5 0.85 0 0 0 0\n"
           "  5 0.5 -1.25 0 0 0 0\n  6 0.5 -0.55 0 0 0 0\n  7 0.5 0.15 2 -1 1.42857 0.00598399\n  8 0.5 0.85 "
           "0 0 0 0\n");
    deck_run(d, "clear\n" FOUR
                "region left block INF 0.2 INF INF INF INF\nfix s all ave/spatial 1 1 10 x 0 0.5 vz units "
                "reduced region left\nfix u all ave/spatial 1 1 10 x upper 2 y upper 2 z upper 1 vz ave "
                "window 2\nrun 10\n");
    deck_near(deck_value(d, "f_s[2][1]"), 0.75, 1e-15); /* half of the box */
    deck_near(deck_value(d, "f_s[2][2]"), 2.0, 0.0);    /* 1 and 4; the third is not in the region */
    deck_near(deck_value(d, "f_s[2][3]"), 0.0, 0.0);
    deck_near(deck_value(d, "f_u[1][4]"), 1.0, 0.0); /* of steps 0 (1 below) and 10 (1 below) */
    deck_refuses(d, "fix q all ave/spatial 1 1 10 w lower 1 vx\n", "axis");
    deck_refuses(d, "fix q all ave/spatial 1 1 10 x lower 0 vx\n", "positive");
    deck_refuses(d, "fix q all ave/spatial 1 1 10 x lower 1 temperature\n", "expected a value");
    deck_refuses(d, "fix q all ave/spatial 1 1 10 x lower 1 vx std 1 2 file\n", "not supported");
}

static void test_histo(void **state)
{
    deck *d = *state;
    writes(d, "fix h all ave/histo 5 2 10 -1 1 4 v_w mode vector file FILE\nrun 10\n",
           "# Histogrammed data for fix h\n# TimeStep Number-of-bins Total-counts Missing-counts Min-value "
           "Max-value\n"
           "# Bin Coord Count Count/Total\n10 4 8 0 -1 1\n1 -0.75 6 0.75\n2 -0.25 0 0\n3 0.25 0 0\n4 0.75 2 "
           "0.25\n");
    deck_near(deck_value(d, "f_h[4]"), 1.0, 0.0);
    deck_near(deck_value(d, "f_h[1][3]"), 0.75, 0.0);
    writes(d,
           "fix h all ave/histo 5 2 10 -0.5 0.5 4 vz c_k mode vector beyond extra ave running file FILE "
           "overwrite\n"
           "run 20\n",
           "# Histogrammed data for fix h\n# TimeStep Number-of-bins Total-counts Missing-counts Min-value "
           "Max-value\n"
           "# Bin Coord Count Count/Total\n20 6 32 0 -1 1\n1 -0.5 12 0.375\n2 -0.375 0 0\n3 -0.125 0 0\n4 "
           "0.125 16 0.5\n"
           "5 0.375 0 0\n6 0.5 4 0.125\n");
    deck_run(d, "clear\n" FOUR "fix i low ave/histo 1 1 10 -0.5 0.5 2 vz mode vector\n"
                "fix e low ave/histo 1 1 10 -0.5 0.5 2 vz mode vector beyond end ave window 2\n"
                "fix s all ave/histo 1 10 10 0 100 10 v_s\nfix v all ave/histo 1 1 10 -3 1 4 c_r mode "
                "vector\nrun 20\n");
    deck_near(deck_value(d, "f_i[2]"), 2.0, 0.0); /* missed */
    deck_near(deck_value(d, "f_i[1]"), 0.0, 0.0);
    deck_near(deck_value(d, "f_e[1][2]"), 4.0, 0.0); /* two means in the window */
    deck_near(deck_value(d, "f_s[2][2]"), 9.0, 0.0); /* 11 to 19; 20 is in the third */
    deck_near(deck_value(d, "f_v[4][2]"), 2.0, 0.0);
    deck_near(deck_value(d, "f_v[2][2]"), 1.0, 0.0);
    deck_refuses(d, "fix q all ave/histo 1 1 10 0 1 4 vz\n", "add `mode vector`");
    deck_refuses(d, "fix q all ave/histo 1 1 10 1 1 4 v_s\n", "above the low one");
    deck_refuses(d, "fix q all ave/histo 1 1 10 0 1 4 c_nobody mode vector\n", "c_nobody");
}

static void test_correlate(void **state)
{
    deck *d = *state;
    writes(d, "fix c all ave/correlate 5 3 10 v_s c_r[3] type auto/upper file FILE\nrun 20\n",
           "# Time-correlated data for fix c\n# Timestep Number-of-time-windows\n"
           "# Index TimeDelta Ncount v_s*v_s v_s*c_r[3] c_r[3]*c_r[3]\n"
           "0 3\n1 0 1 0 0 4\n2 5 0 0.0 0.0 0.0\n3 10 0 0.0 0.0 0.0\n"
           "10 3\n1 0 3 41.6667 -10 4\n2 5 2 25 -5 4\n3 10 1 0 0 4\n"
           "20 3\n1 0 3 241.667 -30 4\n2 5 2 225 -25 4\n3 10 1 200 -20 4\n");
    deck_near(deck_value(d, "f_c[3][3]"), 200.0, 1e-12);
    deck_near(deck_value(d, "f_c[2][1]"), 5.0, 0.0);
    deck_near(deck_value(d, "f_c[2][2]"), 2.0, 0.0);
    deck_run(d, "clear\n" FOUR "fix p all ave/correlate 5 3 10 v_s c_r[3] type full ave running prefactor 2\n"
                "fix l all ave/correlate 5 3 10 v_s c_r[3] type lower start 7\nrun 40\n");
    deck_near(deck_value(d, "f_p[2][5]"), -90.0, 1e-11); /* c_r(t) s(t + 5), times 2 */
    deck_near(deck_value(d, "f_p[2][4]"), -70.0, 1e-11); /* s(t) c_r(t + 5) */
    deck_near(deck_value(d, "f_l[1][3]"), -70.0, 1e-11);
    deck_refuses(d, "fix q all ave/correlate 5 4 10 v_s\n", "does not fit");
    deck_refuses(d, "fix q all ave/correlate 5 3 12 v_s\n", "not a multiple");
    deck_refuses(d, "fix q all ave/correlate 5 3 10 v_s type upper\n", "only be correlated with itself");
}

/* Cells of 0.4: five along each axis. */
static void test_euler(void **state)
{
    deck *d = *state;
    deck_run(
        d, FOUR
        "region half block INF INF INF INF 0 INF\nset atom 4 z 0.01 vz -4\n"
        "fix e all ave/euler nevery 10 cell_size_relative 20 parallel no\n"
        "fix h all ave/euler nevery 10 cell_size_relative 20 parallel yes basevolume_region half\nrun 1\n");
    const double v = 0.064, volume = pi / 6.0 * 8e-6, m = mass();
    double x[16]; /* of the middle cell: 1, 2 and 4 */
    for (int k = 1; k <= 15; k++) {
        char name[32];
        snprintf(name, sizeof name, "f_e[63][%d]", k);
        x[k] = deck_value(d, name);
    }
    deck_near(x[1], 0.0, 1e-15);
    deck_near(x[4], 3.0 * volume / v, 1e-15);
    deck_near(x[7], -2.0, 1e-14); /* of -1, -1 and -4 */
    deck_near(x[11], -m * (1.0 + 1.0 + 4.0) / v, 1e-12);
    deck_near(x[8], m * 6.0 / v / 3.0, 1e-12);
    deck_near(x[15], 0.01, 1e-15);
    deck_near(deck_value(d, "f_e[65][4]"), 0.0, 0.0); /* 3 is at 0.5: in the fourth of the row */
    deck_near(deck_value(d, "f_e[64][4]"), volume / v, 1e-15);
    deck_near(deck_value(d, "f_h[63][4]"), 6.0 * volume / v, 1e-14); /* half of the cell counts */
    deck_refuses(d, "fix q all ave/euler cell_size_relative 3\n", "`nevery` is missing");
    deck_refuses(d, "fix q all ave/euler nevery 1 cell_size_relative 0\n", "positive");
}

#define AVERAGES                                                                                             \
    "fix n all nve/sphere\nvariable s equal step\nvariable w atom vz\ncompute r all reduce sum z vz\n"       \
    "fix t all ave/time 5 4 20 v_s c_r[1] ave running\nfix a all ave/atom 5 4 20 z vz\n"                     \
    "fix p all ave/spatial 5 4 20 z center 0.03 vz density/mass ave window 2\n"                              \
    "fix h all ave/histo 5 4 20 -1 1 7 z mode vector ave running\n"                                          \
    "fix c all ave/correlate 5 5 20 v_s c_r[1] type full ave running\n"

/* Cut in two in the midst of a mean. */
static void test_goes_on(void **state)
{
    deck *d = *state;
    char text[4096];
    static const char *const asked[] = {"f_t[1]",     "f_t[2]", "f_a[3][1]", "f_p[33][3]",
                                        "f_p[34][4]", "f_h[3]", "f_h[4][2]", "f_c[3][5]"};
    double straight[8];
    snprintf(text, sizeof text, FOUR "unfix n\nuncompute r\n" AVERAGES "restart 30 %s/a.*\nrun 80\n",
             d->folder);
    deck_run(d, text);
    for (int k = 0; k < 8; k++) {
        straight[k] = deck_value(d, asked[k]);
    }
    assert_true(straight[1] != 0.0 && straight[4] > 0.0);
    snprintf(text, sizeof text,
             "clear\nread_restart %s/a.30\n" DECK_LAWS "timestep 1e-3\n" AVERAGES "run 50\n", d->folder);
    deck_run(d, text);
    for (int k = 0; k < 8; k++) {
        deck_near(deck_value(d, asked[k]), straight[k], 0.0);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_time),   TEST(test_atom),      TEST(test_spatial),
                                       TEST(test_histo),  TEST(test_correlate), TEST(test_euler),
                                       TEST(test_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
