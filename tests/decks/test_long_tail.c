/* SPDX-License-Identifier: Apache-2.0 */
/* Fixes and computes that few decks use: dt/reset, store/force, compute slice and rdf. Expected numbers are closed forms. */
#include "decks/deck_fixture.h"

#define ONE                                                                                                  \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\nfix n all nve/sphere\n"

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

/* At 5 m/s a millimetre takes 0.2 ms; with 10 m/s^2 from rest sqrt(2e-3/10) s. */
static void test_dt_reset(void **state)
{
    deck *d = *state;
    deck_run(d, ONE "timestep 1e-6\nset atom 1 vx 3 vy 4\nfix r all dt/reset 10 NULL NULL 0.001\nrun 10\n");
    near(deck_value(d, "dt"), 2e-4, 1e-18);
    near(deck_value(d, "f_r"), 0.0, 0.0); /* changed at the start, and not again */
    near(deck_value(d, "x[1]"), 10 * 2e-4 * 3, 1e-15);
    near(deck_value(d, "time"), 10 * 2e-4, 1e-15);
    deck_run(d, "unfix r\nset atom 1 vx 0 vy 0\nfix g all gravity 10 vector 0 0 -1\n"
                "fix r all dt/reset 5 NULL 1e-4 0.001\nrun 0\n");
    near(deck_value(d, "dt"), 1e-4, 0.0); /* the bound */
    deck_run(d, "unfix r\nfix r all dt/reset 5 1e-6 1 0.001\nrun 0\n");
    near(deck_value(d, "dt"), sqrt(2e-3 / 10), 1e-12);
    deck_run(d, "unfix r\nset atom 1 vx 1000\nfix r all dt/reset 5 1e-5 1 0.001\nrun 0\n");
    near(deck_value(d, "dt"), 1e-5, 0.0);
    deck_refuses(d, "fix q all dt/reset 5 1e-3 1e-4 0.001\n", "not above the largest");
    deck_refuses(d, "fix q all dt/reset 5 NULL NULL -1\n", "positive");
}

/* In ten chunks of a fall the step follows the speed; going on from a file half way gives the same bits. */
static void test_dt_reset_restart(void **state)
{
    deck *d = *state;
    char text[512];
    const char *fall = "fix n all nve/sphere\nfix g all gravity 10 vector 0 0 -1\ntimestep 1e-6\n"
                       "fix r all dt/reset 3 NULL NULL 1e-4\n";
    deck_run(d, ONE "unfix n\n");
    deck_run(d, fall);
    snprintf(text, sizeof text, "run 20\nwrite_restart %s/half\nrun 20\n", d->folder);
    deck_run(d, text);
    const double z = deck_value(d, "z[1]"), dt = deck_value(d, "dt"), when = deck_value(d, "f_r");
    assert_true(dt > 1e-6 && when > 30);
    snprintf(text, sizeof text, "clear\nread_restart %s/half\n", d->folder);
    deck_run(d, text);
    deck_run(d, DECK_LAWS);
    deck_run(d, fall);
    deck_run(d, "run 20\n");
    assert_true(deck_value(d, "z[1]") == z && deck_value(d, "dt") == dt && deck_value(d, "f_r") == when);
}

/* Weight and the first push are in it, the second push is not. */
static void test_store_force(void **state)
{
    deck *d = *state;
    deck_run(d, ONE "create_atoms 1 single 0.5 0 0\nset group all diameter 0.1 density 1000\ngroup one id 1\n"
                    "fix g all gravity 10 vector 0 0 -1\nfix a all addforce 1 0 0\n"
                    "fix f one store/force\nfix b all addforce 4 0 0\nrun 3\n");
    const double weight = 1000 * 3.14159265358979323846 / 6 * 1e-3 * 10;
    near(deck_value(d, "f_f[1][1]"), 1.0, 1e-12);
    near(deck_value(d, "f_f[1][3]"), -weight, 1e-12);
    near(deck_value(d, "fx[1]"), 5.0, 1e-12);
    near(deck_value(d, "f_f[2][1]"), 0.0, 0.0); /* not in the group */
    deck_refuses(d, "fix q all store/force now\n", "now");
}

static void test_slice(void **state)
{
    deck *d = *state;
    deck_run(
        d, ONE
        "set atom 1 x 0.25 y 0.5 z -0.75\nset atom 1 vx 2\ncompute c all com\ncompute a all slice 1 4 2 c_c\n"
        "compute b all slice 2 4 1 c_c c_c\nrun 0\n");
    near(deck_value(d, "c_a[1]"), 0.25, 1e-15);
    near(deck_value(d, "c_a[2]"), -0.75, 1e-15);
    near(deck_value(d, "c_b[1][1]"), 0.5, 1e-15);
    near(deck_value(d, "c_b[2][2]"), -0.75, 1e-15);
    deck_refuses(d, "compute q all slice 1 9 1 c_c\n", "has 3 numbers");
    deck_refuses(d, "compute q all slice 3 3 1 c_c\n", "after the last");
    deck_refuses(d, "compute q all slice 1 3 1 v_c\n", "not a vector");
}

/* A cubic lattice of spacing 0.1 in a periodic box, seen up to a diameter of 0.25: shells at 1 (6 partners), sqrt 2 (12), sqrt 3
 * (8), 2 (6), sqrt 5 (24) and sqrt 6 (24) times the spacing. Layers are of type 1 and 2 in turn along z: of the six nearest, two
 * have the other type. */
static void test_rdf(void **state)
{
    deck *d = *state;
    deck_run(
        d, "units si\nboundary p p p\nregion box block 0 1 0 1 0 1\ncreate_box 2 box\n" DECK_LAWS
           "lattice sc 0.1 origin 0.5 0.5 0.5\ncreate_atoms 1 box\nset group all diameter 0.25 density 1000\n"
           "variable odd atom floor(z*10)%2\nvariable type atom 1+v_odd\nset group all type v_type\n"
           "compute g all rdf 25\ncompute h all rdf 25 1 2 1 *\n");
    near(deck_value(d, "c_g[1][1]"), 0.005, 1e-12);
    near(deck_value(d, "c_g[25][1]"), 0.245, 1e-12);
    near(deck_value(d, "c_g[9][3]"), 0.0, 0.0);
    near(deck_value(d, "c_g[12][3]"), 6.0, 1e-12);
    near(deck_value(d, "c_g[16][3]"), 18.0, 1e-12);
    near(deck_value(d, "c_g[19][3]"), 26.0, 1e-12);
    near(deck_value(d, "c_g[25][3]"), 80.0, 1e-12);
    /* g: 12 partners between 0.14 and 0.15 over those of 1000 particles in a cubic metre */
    const double even = 1000 * 4.0 / 3.0 * 3.14159265358979323846 * (0.15 * 0.15 * 0.15 - 0.14 * 0.14 * 0.14);
    near(deck_value(d, "c_g[15][2]"), 12.0 / even, 1e-9);
    near(deck_value(d, "c_h[12][3]"), 2.0, 1e-12);
    near(deck_value(d, "c_h[12][5]"), 6.0, 1e-12);
    deck_run(d, "fix a all ave/time 1 1 1 c_g[3] mode vector\nfix n all nve/noforce\nrun 1\n");
    near(deck_value(d, "f_a[25]"), 80.0, 1e-9);
    deck_refuses(d, "compute q all rdf 0\n", "shells");
    deck_refuses(d, "compute q all rdf 10 1 3\n", "names no materials");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_dt_reset, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_dt_reset_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_store_force, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_slice, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_rdf, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
