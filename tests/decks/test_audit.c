/* SPDX-License-Identifier: Apache-2.0 */
/* The energy audit of a crowd in motion closes to rounding, whatever the laws, and stays closed when the time step changes, a
 * command moves particles between two runs, or a fix pushes them. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(crowds, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
