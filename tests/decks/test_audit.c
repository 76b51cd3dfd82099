/* SPDX-License-Identifier: Apache-2.0 */
/* The energy audit of a crowd in motion closes to rounding, whatever the laws, and stays closed when the time step changes, a
 * command moves particles between two runs, or a fix pushes them; for fast particles, and for streams that wet particles join. */
#include "decks/deck_fixture.h"

#define CROWD(LAWS)                                                                                          \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "fix m5 all property/global coefficientRollingFriction peratomtypepair 2 .2 .2 .2 .2\n"              \
        "fix m6 all property/global characteristicVelocity scalar 1\n"                                       \
        "pair_style gran model " LAWS "\npair_coeff * *\ntimestep 1e-5\n"                                    \
        "lattice sc .0195\nregion r block -.06 .06 -.06 .06 .01 .13 units box\ncreate_atoms 1 region r\n"    \
        "set group all diameter .02 density 2000\n"                                                          \
        "variable v atom normal(0,.3,4928459)\nvelocity all set v_v v_v v_v\nset group all omegay 20\n"      \
        "fix w all wall/gran model " LAWS " primitive type 1 zplane 0 shear x .5\n"                          \
        "fix n all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\nrun 0\n"

static void closed(deck *d, const char *when)
{
    tsu_energy e;
    assert_int_equal(tsu_world_energy(d->session->world, &e, NULL), TSU_OK);
    const double unit = e.exchanged + fabs(e.gravitational);
    if (!(fabs(e.residual) < 1e-12 * unit)) fail_msg("%s: residual %.2e of %.2e J", when, e.residual, unit);
    assert_true(fabs(e.integration) > 1e3 * fabs(e.residual)); /* so the error of the step is told apart */
}

static void check(deck *d, const char *text)
{
    deck_run(d, text);
    deck_run(d, "run 300\n");
    assert_true(deck_value(d, "eelastic") > 0.0);
    closed(d, "after a run");
    deck_run(d, "timestep 4e-6\nrun 300\n");
    closed(d, "after another time step");
    deck_run(d, "displace_atoms all move 0 0 1e-4 units box\nrun 100\n");
    closed(d, "after a command that moves particles");
    deck_run(d, "fix push all addforce .01 0 .02\nrun 100\n");
    closed(d, "with a force added");
    deck_run(d, "unfix push\nfix dt all dt/reset 10 1e-6 1e-5 2e-5 units box\nrun 200\n");
    closed(d, "with time steps that follow the speed");
    deck_run(d, "clear\n");
}

static void crowds(void **state)
{
    check(*state, CROWD("hertz tangential history rolling_friction epsd2"));
    check(*state, CROWD("hertz tangential no_history"));
    check(*state, CROWD("hooke tangential history rolling_friction cdt"));
}

/* A step takes particles a hundredth of their distance further: what the geometry was at its start is known as well as at its end. */
static void fast(void **state)
{
    deck *d = *state;
    deck_run(d, CROWD("hertz tangential history rolling_friction epsd2") "timestep 5e-5\nvariable f atom "
                                                                         "normal(0,1,94853)\nvelocity all "
                                                                         "set v_f v_f v_f\nrun 300\n");
    closed(d, "fast particles");
}

/* Spheres so fast that their centres go through a wall, which then pushes them on: flat, curved and a mesh. */
static void through(void **state)
{
    static const char *const walls[] = {"primitive type 1 zplane 0", "primitive type 1 plane 0 0 0 .1 .2 1",
                                        "primitive type 1 sphere 0 0 -5 5",
                                        "primitive type 1 zcylinder .02 0 0"};
    static const char *const laws[] = {"hooke", "hertz tangential history rolling_friction epsd2",
                                       "hertz tangential no_history cohesion sjkr"};
    deck *d = *state;
    for (int k = 0; k < 12; k++) {
        char text[2048];
        const char *law = laws[k % 3];
        snprintf(text, sizeof text,
                 DECK_BEGIN DECK_LAWS
                 "fix m5 all property/global coefficientRollingFriction peratomtypepair 2 .2 .2 .2 .2\n"
                 "fix m6 all property/global characteristicVelocity scalar 1\n"
                 "fix m7 all property/global cohesionEnergyDensity peratomtypepair 2 1e3 1e3 1e3 1e3\n"
                 "pair_style gran model %s\npair_coeff * *\ntimestep 1e-5\n"
                 "create_atoms 1 single .03 0 .0101 units box\nset group all diameter .02 density 2500\n"
                 "velocity all set -30 .3 -30 units box\nset group all omegay 20\n"
                 "fix w all wall/gran model %s %s\nfix n all nve/sphere\nrun 200\n",
                 law, law, walls[k / 3]);
        deck_run(d, text);
        tsu_energy e;
        assert_int_equal(tsu_world_energy(d->session->world, &e, NULL), TSU_OK);
        if (!(fabs(e.residual) < 1e-12 * e.exchanged))
            fail_msg("%s, %s: residual %.2e of %.2e J", walls[k / 3], law, e.residual, e.exchanged);
        assert_true(e.exchanged > 1.0);
        deck_run(d, "clear\n");
    }
}

/* Liquid bridges form with particles that are inserted, and pull at those that a stream keeps on their way. */
static void streams(void **state)
{
    static const char face[] =
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex -.03 -.03 .01\nvertex .03 -.03 .01\n"
        "vertex .03 .03 .01\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\n"
        "vertex -.03 -.03 .01\nvertex .03 .03 .01\nvertex -.03 .03 .01\nendloop\nendfacet\n"
        "endsolid\n";
    deck *d = *state;
    deck_file(d, "face.stl", face);
    deck_run_here(
        d, DECK_BEGIN DECK_LAWS
        "fix l1 all property/global surfaceLiquidContentInitial scalar .05\n"
        "fix l2 all property/global surfaceTension scalar .07\nfix l3 all property/global fluidViscosity "
        "scalar 1e-3\n"
        "fix l4 all property/global contactAngle peratomtype 20 20\n"
        "fix l5 all property/global minSeparationDistanceRatio scalar 1.01\n"
        "fix l6 all property/global maxSeparationDistanceRatio scalar 1.5\n"
        "pair_style gran model hertz tangential history cohesion washino/capillary/viscous\npair_coeff * *\n"
        "fix n all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\n"
        "fix p1 all particletemplate/sphere 15485863 atom_type 1 density constant 2000 radius constant .005\n"
        "fix d1 all particledistribution/discrete 32452843 1 p1 1\n"
        "fix cad all mesh/surface/planar file @/face.stl type 1\n"
        "fix i all insert/stream seed 49979687 distributiontemplate d1 nparticles 300 particlerate 1000 vel "
        "constant 0 0 -1 "
        "overlapcheck yes all_in yes insertion_face cad extrude_length .03\nrun 20\n");
    assert_true(deck_value(d, "contacts") > 0.0); /* all are on their way */
    for (int k = 0; k < 8; k++) {
        deck_run(d, "run 533\n");
        const double off = fabs(deck_value(d, "eresidual")) / deck_value(d, "eexchanged");
        if (!(off < 1e-12)) fail_msg("residual %.2e of the energy exchanged", off);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(crowds, deck_set_up, deck_tear_down),
                                       cmocka_unit_test_setup_teardown(fast, deck_set_up, deck_tear_down),
                                       cmocka_unit_test_setup_teardown(through, deck_set_up, deck_tear_down),
                                       cmocka_unit_test_setup_teardown(streams, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
