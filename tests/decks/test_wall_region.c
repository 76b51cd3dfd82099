/* SPDX-License-Identifier: Apache-2.0 */
/* fix wall/region: potentials of the distance from the surface of a region. Forces and energies have closed forms; motion in a
 * harmonic wall is that of a spring; the audit closes, a restart goes on with the same bits. */
#include "decks/deck_fixture.h"

#define GRAINS                                                                                               \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "create_atoms 1 single .08 .03 .05\ncreate_atoms 1 single -.3 0 .04\n"                               \
        "set group all diameter .02 density 1000\ngroup one id 1\ngroup two id 2\nfix n all nve/sphere\n"

static void force_is(deck *d, int id, double x, double y, double z)
{
    const double *f = deck_particles(d)->force[deck_row(d, (uint64_t)id)], want[3] = {x, y, z};
    for (int q = 0; q < 3; q++) {
        deck_near(f[q], want[q], 1e-9 * (1.0 + fabs(want[q])));
    }
}

/* Inside a block each near face pushes by 2 e (c - r); the wall feels the opposite; f_ID is e (c - r)^2. */
static void faces_of_a_block(void **state)
{
    deck *d = *state;
    deck_run(d,
             GRAINS "region b block -.1 .1 -.1 .1 0 .1\nfix w one wall/region b harmonic 300 1 .06\nrun 0\n");
    force_is(d, 1, -600.0 * .04, 0.0, 600.0 * .01 - 600.0 * .01);
    force_is(d, 2, 0.0, 0.0, 0.0); /* not of the group */
    deck_near(deck_value(d, "f_w"), 300.0 * (.04 * .04 + 2 * .01 * .01), 1e-12);
    deck_near(deck_value(d, "f_w[1]"), 600.0 * .04, 1e-9);
    deck_run(d, "fix_modify w energy yes\ncompute e all pe\nrun 0\n");
    deck_near(deck_value(d, "c_e"), 300.0 * (.04 * .04 + 2 * .01 * .01), 1e-12);
    deck_run(d, "unfix w\nrun 0\n");
    force_is(d, 1, 0.0, 0.0, 0.0);
}

/* Seen from outside it is the nearest point: here of an edge. */
static void outside_of_a_block(void **state)
{
    deck *d = *state;
    deck_run(
        d, GRAINS
        "region b block -.1 .05 -.1 .1 -1 .01 side out\nfix w one wall/region b harmonic 300 1 .1\nrun 0\n");
    const double r = sqrt(.03 * .03 + .04 * .04), size = 600.0 * (.1 - r);
    force_is(d, 1, size * .03 / r, 0.0, size * .04 / r);
}

static void spheres_cylinders_planes(void **state)
{
    deck *d = *state;
    const double far = sqrt(.08 * .08 + .03 * .03), size = 200.0 * (.05 - (.12 - far));
    deck_run(d,
             GRAINS "region c cylinder z 0 0 .12 0 .3\nfix w one wall/region c harmonic 100 1 .05\nrun 0\n");
    force_is(d, 1, -size * .08 / far, -size * .03 / far, 0.0); /* the end at z = 0 is as far as the cutoff */
    deck_run(d, "unfix w\nregion p plane 0 0 .01 0 0 1\nfix w all wall/region p harmonic 100 1 .05\nrun 0\n");
    force_is(d, 1, 0.0, 0.0, 200.0 * .01);
    force_is(d, 2, 0.0, 0.0, 200.0 * .02);
    deck_run(
        d,
        "unfix w\nregion s sphere -.3 0 0 .03 side out\nfix w two wall/region s harmonic 100 1 .05\nrun 0\n");
    force_is(d, 2, 0.0, 0.0, 200.0 * .04);
}

/* 4 e ((s/r)^12 - (s/r)^6) and e (2/15 (s/r)^9 - (s/r)^3) at r = 0.05 and r = 0.04. */
static void powers_of_the_distance(void **state)
{
    deck *d = *state;
    const double r = .05, s = .045 / r, cut = .045 / .3;
    deck_run(d, GRAINS "region p plane 0 0 0 0 0 1\nfix w one wall/region p lj126 2 .045 .3\n"
                       "fix v two wall/region p lj93 3 .06 .2\nrun 0\n");
    force_is(d, 1, 0.0, 0.0, 8.0 / r * (12.0 * pow(s, 12.0) - 6.0 * pow(s, 6.0)));
    deck_near(deck_value(d, "f_w"),
              8.0 * (pow(s, 12.0) - pow(s, 6.0)) - 8.0 * (pow(cut, 12.0) - pow(cut, 6.0)), 1e-12);
    const double t = 1.5;
    force_is(d, 2, 0.0, 0.0, 3.0 / .04 * (18.0 / 15.0 * pow(t, 9.0) - 3.0 * pow(t, 3.0)));
    deck_near(deck_value(d, "f_v"),
              3.0 * (2.0 / 15.0 * pow(t, 9.0) - pow(t, 3.0)) -
                  3.0 * (2.0 / 15.0 * pow(.3, 9.0) - pow(.3, 3.0)),
              1e-9);
}

/* A sphere that flies into the wall turns back after half a period of the spring 2 e, none of its energy lost. */
#define BOUNCE                                                                                               \
    "region p plane 0 0 0 0 0 1\nset atom 1 vz -1\ntimestep 1e-5\nfix w one wall/region p harmonic 50 1 "    \
    ".04\n"

static void bounces(void **state)
{
    deck *d = *state;
    char run[64];
    const double m = 3.14159265358979323846 / 6.0 * 8e-6 * 1000.0, w = sqrt(100.0 / m);
    deck_run(d, GRAINS BOUNCE "run 1000\n"); /* at the cutoff */
    snprintf(run, sizeof run, "run %d\n", (int)lround(0.5 * 3.14159265358979323846 / w / 1e-5));
    deck_run(d, run);
    deck_near(deck_value(d, "z[1]"), .04 - 1.0 / w, 1e-7);
    deck_run(d, "run 3000\n");
    deck_near(deck_value(d, "vz[1]"), 1.0, 1e-6);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-7 * m);
}

static void goes_on_after_a_restart(void **state)
{
    deck *d = *state;
    char text[2048];
    deck_run(d, GRAINS BOUNCE "run 2500\n");
    const double hash = deck_value(d, "hash"), energy = deck_value(d, "f_w");
    snprintf(text, sizeof text, "clear\n" GRAINS BOUNCE "run 1700\nwrite_restart %s/half\n", d->folder);
    deck_run(d, text);
    const double half = deck_value(d, "f_w");
    assert_true(half > 0.0);
    snprintf(text, sizeof text,
             "clear\nunits si\nread_restart %s/half\n" DECK_LAWS
             "region p plane 0 0 0 0 0 1\nfix n all nve/sphere\n"
             "timestep 1e-5\nfix w one wall/region p harmonic 50 1 .04\n",
             d->folder);
    deck_run(d, text);
    deck_near(deck_value(d, "f_w"), half, 0.0);
    deck_run(d, "run 800\n");
    deck_near(deck_value(d, "hash"), hash, 0.0);
    deck_near(deck_value(d, "f_w"), energy, 0.0);
}

static void refused(void **state)
{
    deck *d = *state;
    deck_run(d, GRAINS "region b block -.1 .1 -.1 .1 0 .1\nregion c cone z 0 0 .1 .2 0 1\n"
                       "region u union 2 b c\n");
    deck_refuses(d, "fix w all wall/region none harmonic 1 1 1\n", "none");
    deck_refuses(d, "fix w all wall/region b soft 1 1 1\n", "soft");
    deck_refuses(d, "fix w all wall/region b colloid 1 1 1\n", "grains take `harmonic`");
    deck_refuses(d, "fix w all wall/region b harmonic 1 1 0\n", "must be positive");
    deck_refuses(d, "fix w all wall/region u harmonic 1 1 1\n", "blocks, spheres, cylinders and planes");
    deck_refuses(d, "fix w all wall/region c harmonic 1 1 1\n", "blocks, spheres, cylinders and planes");
    deck_refuses(d, "fix w all wall/region b harmonic 1 1 .01\nrun 0\n",
                 "particle 2 is outside region b of fix wall/region w");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(faces_of_a_block, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(outside_of_a_block, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(spheres_cylinders_planes, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(powers_of_the_distance, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(bounces, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(goes_on_after_a_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(refused, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
