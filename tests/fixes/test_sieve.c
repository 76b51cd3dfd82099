/* SPDX-License-Identifier: Apache-2.0 */
/* fix massflow/mesh/sieve: who touches the mesh falls through with the share of the plate that lets it, or is held by spring and
 * dashpot; it counts as massflow/mesh does, goes on after a restart, and its work is in the accounts. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

#define FACET(a, b, c)                                                                                       \
    "facet normal 0 0 1\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"
#define PLATE                                                                                                \
    "solid s\n" FACET("-.9 -.9 0", ".9 -.9 0", ".9 .9 0")                                                    \
        FACET("-.9 -.9 0", ".9 .9 0", "-.9 .9 0") "endsolid\n"
#define SIEVE "massflow/mesh/sieve mesh cad count once vec_side 0 0 -1 "

static void begin(deck *d, const char *text)
{
    char all[4096];
    snprintf(all, sizeof all, DECK_BEGIN DECK_LAWS "fix cad all mesh/surface file %s\n%s",
             deck_file(d, "plate.stl", PLATE), text);
    deck_run(d, all);
}

#define BALL                                                                                                 \
    "create_atoms 1 single .1 .02 .0101\nset group all diameter .02 density 2000 vz -1\n"                    \
    "fix n all nve/sphere\ntimestep 1e-6\n"

/* A sphere too large for the holes bounces on a spring: after half a period it is as fast as before, up, having been as deep as
 * v sqrt(m/k). */
static void a_spring_holds(void **state)
{
    deck *d = *state;
    const double m = pi / 6.0 * 8e-6 * 2000.0, k = 1e5;
    begin(d, BALL "fix s all " SIEVE "sieveSize .02 sieveSpacing .05 sieveStiffness 1e5\nrun 100\n");
    const double quarter = 0.5 * pi * sqrt(m / k);
    char run[64];
    snprintf(run, sizeof run, "run %d\n", (int)lround(quarter / 1e-6));
    deck_run(d, run);
    deck_near(deck_value(d, "z[1]"), 0.01 - sqrt(m / k), 1e-8);
    deck_near(deck_value(d, "ke"), 0.0, 5e-8);
    deck_run(d, run);
    deck_run(d, "run 2\n");
    deck_near(deck_value(d, "vz[1]"), 1.0, 1e-5);
    deck_near(deck_value(d, "f_s[2]"), 0.0, 0.0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-14 * 0.5 * m);
}

/* With a dashpot it comes to rest where the spring carries its weight; relative to a plate that rises, too. */
static void a_dashpot_damps(void **state)
{
    deck *d = *state;
    const double m = pi / 6.0 * 8e-6 * 2000.0;
    begin(d, BALL
          "set group all vz 0\nset atom 1 z .00999\ntimestep 1e-5\nfix g all gravity 9.81 vector 0 0 -1\n"
          "fix up all move/mesh mesh cad linear 0 0 .1\n"
          "fix s all " SIEVE "sieveSize 0 sieveSpacing .05 sieveStiffness 1e4 sieveDamping 9\nrun 10000\n");
    deck_near(deck_value(d, "z[1]"), 0.01 + 0.01 - m * 9.81 / 1e4, 1e-14);
    deck_near(deck_value(d, "vz[1]"), 0.1, 1e-12);
}

#define RAIN                                                                                                 \
    "lattice sc .03\nregion in block -.84 .84 -.84 .84 .02 .04\ncreate_atoms 1 region in\n"                  \
    "set group all diameter .01 density 2000 vz -1\nfix n all nve/sphere\ntimestep 1e-4\n"                   \
    "fix s all " SIEVE "sieveSize .025 sieveSpacing .025 sieveStiffness 500\n"

/* Each falls through with probability pi/4 (size - d)^2/spacing^2 = 0.28: within four standard deviations. Those that do never
 * feel the sieve. */
static void chance_decides(void **state)
{
    deck *d = *state;
    const double p = 0.25 * pi * 0.6 * 0.6;
    begin(d, RAIN "run 1000\n");
    const double n = deck_particles(d)->count, passed = deck_value(d, "f_s[2]");
    assert_true(n > 2000.0);
    deck_near(passed, p * n, 4.0 * sqrt(n * p * (1.0 - p)));
    double through = 0.0;
    for (int32_t i = 0; i < deck_particles(d)->count; i++) {
        const double vz = deck_particles(d)->vm[i][2];
        deck_near(fabs(vz), 1.0, 1e-3);
        if (vz < 0.0) deck_near(vz, -1.0, 1e-12);
        through += vz < 0.0;
    }
    deck_near(through, passed, 0.0);
}

/* Stopped in the middle of the contacts and continued, on other threads too. */
static void goes_on_after_a_restart(void **state)
{
    deck *d = *state;
    char text[2048];
    begin(d, RAIN "run 400\n");
    const double hash = deck_value(d, "hash"), passed = deck_value(d, "f_s[2]");
    deck_run(d, "clear\n");
    snprintf(text, sizeof text, RAIN "run 170\nwrite_restart %s/half\nclear\n", d->folder);
    begin(d, text);
    snprintf(text, sizeof text,
             "units si\nread_restart %s/half\n" DECK_LAWS "fix cad all mesh/surface file %s/plate.stl\n"
             "fix n all nve/sphere\ntimestep 1e-4\nfix s all " SIEVE
             "sieveSize .025 sieveSpacing .025 sieveStiffness 500\nrun 230\n",
             d->folder, d->folder);
    deck_run(d, text);
    deck_near(deck_value(d, "hash"), hash, 0.0);
    deck_near(deck_value(d, "f_s[2]"), passed, 0.0);
}

static void words(void **state)
{
    deck *d = *state;
    begin(d, BALL);
    deck_refuses(d, "fix s all " SIEVE "sieveSpacing 1 sieveStiffness 1\n", "`sieveSize` is missing");
    deck_refuses(d, "fix s all " SIEVE "sieveSize 1 sieveStiffness 1\n", "`sieveSpacing` is missing");
    deck_refuses(d, "fix s all " SIEVE "sieveSize 1 sieveSpacing 1\n", "`sieveStiffness` is missing");
    deck_refuses(d, "fix s all " SIEVE "sieveSize 2 sieveSpacing 1 sieveStiffness 1\n", "do not fit");
    deck_refuses(d, "fix s all " SIEVE "sieveSize 1 sieveSpacing 1 sieveStiffness -1\n", "must be positive");
    deck_refuses(d, "fix s all " SIEVE "sieveMultiSphereCanPass\n", "no clumps");
    deck_refuses(d, "fix s all massflow/mesh mesh cad vec_side 0 0 -1 sieveSize 1\n", "sieveSize");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_spring_holds, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(a_dashpot_damps, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(chance_decides, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(goes_on_after_a_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(words, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
