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
        deck_near(f[q], want[q], 3e-14 * (1.0 + fabs(want[q])));
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

/* e (2/15 (s/r)^9 - (s/r)^3), before the offset, and the force away from the surface. */
static double lj93(double e, double s, double r, double *force)
{
    *force = e * (18.0 / 15.0 * pow(s, 9.0) / pow(r, 10.0) - 3.0 * pow(s, 3.0) / pow(r, 4.0));
    return e * (2.0 / 15.0 * pow(s / r, 9.0) - pow(s / r, 3.0));
}

/* Outside of a cylinder along each axis, seen from a point `far` from the axis and `along` it: over the mantle, over each end and
 * beside each rim it is the nearest point that acts; nothing beyond the cutoff. */
static void outside_of_a_cylinder(void **state)
{
    deck *d = *state;
    static const double radius = .1, ends[2] = {-.05, .15}, e = 3.0, s = .04, cut = .06;
    static const double seen[][2] = {{.12, .1}, {.03, .18}, {.07, -.09}, {.13, .19}, {.12, -.07}, {.15, .2}};
    const double cosine = .6, sine = .8;
    double unused;
    char text[512];
    deck_run(d, GRAINS);
    for (int axis = 0; axis < 3; axis++) {
        for (size_t k = 0; k < sizeof seen / sizeof *seen; k++) {
            const double far = seen[k][0], along = seen[k][1];
            double x[3], way[3], want[3], size = 0.0;
            x[axis] = along;
            x[(axis + 1) % 3] = .01 + far * cosine; /* the axis passes through (.01, -.02) */
            x[(axis + 2) % 3] = -.02 + far * sine;
            const double beside = far > radius ? far - radius : 0.0;
            const double beyond = along > ends[1] ? along - ends[1] : along < ends[0] ? along - ends[0] : 0.0;
            const double r = sqrt(beside * beside + beyond * beyond);
            way[axis] = beyond;
            way[(axis + 1) % 3] = beside * cosine;
            way[(axis + 2) % 3] = beside * sine;
            const double energy = lj93(e, s, r, &size) - lj93(e, s, cut, &unused);
            for (int q = 0; q < 3; q++) {
                want[q] = r < cut ? size * way[q] / r : 0.0;
            }
            /* the two numbers of the command are those of the other axes in the order x, y, z */
            const double place[2] = {axis == 1 ? -.02 : .01, axis == 1 ? .01 : -.02};
            snprintf(text, sizeof text,
                     "set atom 1 x %.17g y %.17g z %.17g\nregion c%d%zu cylinder %c %g %g %g %g %g side out\n"
                     "fix w one wall/region c%d%zu lj93 %g %g %g\nrun 0\n",
                     x[0], x[1], x[2], axis, k, "xyz"[axis], place[0], place[1], radius, ends[0], ends[1],
                     axis, k, e, s, cut);
            deck_run(d, text);
            force_is(d, 1, want[0], want[1], want[2]);
            deck_near(deck_value(d, "f_w"), r < cut ? energy : 0.0, 3e-13);
            for (int q = 0; q < 3; q++) {
                snprintf(text, sizeof text, "f_w[%d]", q + 1);
                deck_near(deck_value(d, text), -want[q], 3e-14 * (1.0 + fabs(want[q])));
            }
            deck_run(d, "unfix w\n");
        }
    }
    deck_run(d, "set atom 1 x 0 y 0 z 0\nfix w one wall/region c00 lj93 1 .04 .06\n");
    deck_refuses(d, "run 0\n", "particle 1 is outside region c00 of wall/region w");
}

/* The well of lj93: no force at s (2/5)^(1/6), sqrt(10)/3 e deep; small swings there are those of the spring 18 sqrt(5/2) e/r^2. */
static void swings_in_the_well(void **state)
{
    deck *d = *state;
    const double s = .05, e = .02, cut = .2, rest = s * pow(.4, 1.0 / 6.0), swing = 1e-6 * rest;
    const double m = 3.14159265358979323846 / 6.0 * 8e-6 * 1000.0, k = 18.0 * sqrt(2.5) * e / (rest * rest);
    const double dt = 3.14159265358979323846 * sqrt(m / k) / 1000.0; /* a thousandth of half a period */
    double unused;
    char text[256];
    deck_run(d, GRAINS);
    snprintf(text, sizeof text,
             "region p plane 0 0 0 0 0 1\nfix w one wall/region p lj93 %g %g %g\nset atom 1 z %.17g\nrun 0\n",
             e, s, cut, rest);
    deck_run(d, text);
    deck_near(deck_particles(d)->force[deck_row(d, 1)][2], 0.0, 1e-12 * e / rest);
    deck_near(deck_value(d, "f_w"), -sqrt(10.0) / 3.0 * e - lj93(e, s, cut, &unused), 1e-14);
    snprintf(text, sizeof text, "set atom 1 z %.17g\ntimestep %.17g\nrun 500\n", rest + swing, dt);
    deck_run(d, text);
    deck_near(deck_value(d, "z[1]"), rest, 1e-4 * swing);
    deck_near(deck_value(d, "vz[1]"), -swing * sqrt(k / m), 1e-4 * swing * sqrt(k / m));
    deck_run(d, "run 500\n");
    deck_near(deck_value(d, "z[1]"), rest - swing, 1e-4 * swing);
}

/* A sphere let go in the pull of lj93 has at each place the speed that its fall has given it, down to where it is turned back. */
static void falls_into_the_well(void **state)
{
    deck *d = *state;
    const double s = .05, e = .02, cut = .2, from = .1, m = 3.14159265358979323846 / 6.0 * 8e-6 * 1000.0;
    double size, least = from;
    deck_run(d,
             GRAINS "region p plane 0 0 0 0 0 1\nfix w one wall/region p lj93 .02 .05 .2\nset atom 1 z .1\n"
                    "timestep 1e-5\n");
    const double above = lj93(e, s, from, &size);
    for (int piece = 0; piece < 60; piece++) {
        deck_run(d, "run 200\n");
        const double z = deck_value(d, "z[1]"), v = deck_value(d, "vz[1]"), u = lj93(e, s, z, &size);
        least = z < least ? z : least;
        deck_near(.5 * m * v * v, above - u, 1e-5 * e);
        deck_near(deck_value(d, "f_w"), u - lj93(e, s, cut, &size), 1e-12);
    }
    assert_true(least < s * pow(.4, 1.0 / 6.0)); /* it has been beyond the bottom */
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-12 * e);
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
    deck_refuses(d, "fix w all wall/region b colloid 1 1 1\n", "for grains use `harmonic`");
    deck_refuses(d, "fix w all wall/region b harmonic 1 1 0\n", "must be positive");
    deck_refuses(d, "fix w all wall/region u harmonic 1 1 1\n", "blocks, spheres, cylinders and planes");
    deck_refuses(d, "fix w all wall/region c harmonic 1 1 1\n", "blocks, spheres, cylinders and planes");
    deck_refuses(d, "fix w all wall/region b harmonic 1 1 .01\nrun 0\n",
                 "particle 2 is outside region b of wall/region w");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(faces_of_a_block, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(outside_of_a_block, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(spheres_cylinders_planes, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(powers_of_the_distance, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(outside_of_a_cylinder, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(swings_in_the_well, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(falls_into_the_well, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(bounces, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(goes_on_after_a_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(refused, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
