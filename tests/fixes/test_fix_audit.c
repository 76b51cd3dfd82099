/* SPDX-License-Identifier: Apache-2.0 */
/* The audit measures by the energy exchanged so far: it is small for a correct run at every moment, a run that dashpots drive says
 * so by itself, and `fix energy/audit` stops, warns, shows the accounts and goes on from a restart file. */
#include "decks/deck_fixture.h"

/* ---- an elastic sphere that falls and bounces -------------------------------------------------------------------------- */

#define BOUNCE_LAWS                                                                                          \
    "fix m1 all property/global youngsModulus peratomtype 1e7 1e7\n"                                         \
    "fix m2 all property/global poissonsRatio peratomtype 0.3 0.3\n"                                         \
    "fix m3 all property/global coefficientRestitution peratomtypepair 2 1 1 1 1\n"                          \
    "fix m4 all property/global coefficientFriction peratomtypepair 2 0 0 0 0\n"                             \
    "pair_style gran model hertz tangential history\npair_coeff * *\ntimestep 1e-5\n"                        \
    "fix w all wall/gran model hertz tangential history primitive type 1 zplane 0\n"                         \
    "fix n all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\nfix a all energy/audit stop .01 every 1\n"
#define BOUNCE                                                                                               \
    DECK_BEGIN "create_atoms 1 single 0 0 .2\nset group all diameter .02 density 2000\n" BOUNCE_LAWS

/* Energy that the sphere has exchanged when it is back: four times that of the fall to the deepest overlap. */
static double exchanged_by_a_bounce(void)
{
    const double pi = acos(-1.0), r = 0.01, m = 4.0 / 3.0 * pi * r * r * r * 2000.0, g = 9.81, h = 0.2 - r;
    const double modulus = 1e7 / (2.0 * (1.0 - 0.09)); /* of two bodies of the same material */
    double d = 0.0;
    for (int k = 0; k < 100; k++) { /* 8/15 E* sqrt(R) d^(5/2) = m g (h + d) */
        d = pow(m * g * (h + d) * 15.0 / (8.0 * modulus * sqrt(r)), 0.4);
    }
    return 4.0 * m * g * (h + d);
}

static void apex_of_a_bounce(void **state)
{
    deck *d = *state;
    double before = 0.0, most = 0.0;
    deck_run(d, BOUNCE "run 0\n");
    assert_true(deck_value(d, "audit") == 0.0);
    for (int k = 0; k < 200; k++) { /* to the apex, 0.393 s */
        deck_run(d, "run 196 post no\n");
        const double now = deck_value(d, "eexchanged"), off = deck_value(d, "audit");
        assert_true(now >= before);
        before = now;
        most = fmax(most, off);
    }
    assert_true(deck_value(d, "ke") < 1e-3 * before); /* so the energy of the moment is no measure */
    print_message("audit %.1e at most, %g J exchanged\n", most, before);
    deck_near(before, exchanged_by_a_bounce(), 0.005 * before);
    assert_true(most < 1e-4);
    assert_null(strstr(d->screen, "WARNING"));
}

/* Gravity counts for each particle by itself: of two that pass each other the sum of the works is nothing. */
static void up_and_down(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN BOUNCE_LAWS
             "create_atoms 1 single -.5 0 .5\ncreate_atoms 1 single .5 0 .5\n"
             "set group all diameter .02 density 2000\nset atom 1 vz 10\nset atom 2 vz "
             "-10\nrun 1000\n");
    const double m = 4.0 / 3.0 * acos(-1.0) * 1e-6 * 2000.0;
    /* energy of motion at the start, and m g times both ways */
    deck_near(deck_value(d, "eexchanged"), 2.0 * 0.5 * m * 100.0 + 2.0 * m * 9.81 * 0.1, 1e-9);
}

/* ---- a crowd whose tangential dashpots are too strong for the time step -------------------------------------------------- */

#define CROWD(GAMMA_T)                                                                                       \
    DECK_BEGIN "fix k1 all property/global kn peratomtypepair 2 1e4 1e4 1e4 1e4\n"                           \
               "fix k2 all property/global kt peratomtypepair 2 1e4 1e4 1e4 1e4\n"                           \
               "fix k3 all property/global gamman peratomtypepair 2 100 100 100 100\n"                       \
               "fix k4 all property/global gammat peratomtypepair 2 " GAMMA_T " " GAMMA_T " " GAMMA_T        \
               " " GAMMA_T "\n"                                                                              \
               "fix k5 all property/global coefficientFriction peratomtypepair 2 .5 .5 .5 .5\n"              \
               "pair_style gran model hooke/stiffness tangential history\npair_coeff * *\ntimestep 2e-5\n"   \
               "lattice sc .0098\nregion r block -.02 .03 -.02 .03 .01 .06 units box\n"                      \
               "create_atoms 1 region r\nset group all diameter .01 density 2000\n"                          \
               "variable v atom normal(0,.3,4928459)\nvelocity all set v_v v_v v_v\n"                        \
               "fix w all wall/gran model hooke/stiffness tangential history primitive type 1 zplane 0\n"    \
               "fix n all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\n"

static void negative_dashpot(void **state)
{
    deck *d = *state;
    deck_run(d, CROWD("20000") "thermo 100\nrun 300\n");
    tsu_energy e;
    assert_int_equal(tsu_world_energy(d->session->world, &e, NULL), TSU_OK);
    assert_true(e.dissipated[TSU_ACCOUNT_TANGENTIAL_DASHPOT] < -0.1 * e.exchanged);
    assert_true(fabs(e.integration) + fabs(e.residual) < 0.02 * e.exchanged); /* these alone tell nothing */
    assert_true(deck_value(d, "audit") > 0.1);
    deck_says(d, "the account tangential_dashpot is negative at step 100");
    deck_says(d, "so the time step 2e-05 is too long; take a shorter");
    deck_says(d, "the energies are off by");
    const char *first = strstr(d->screen, "the account tangential_dashpot");
    assert_null(strstr(first + 10, "the account tangential_dashpot")); /* it is said once */
}

static void sound_dashpot(void **state)
{
    deck *d = *state;
    deck_run(d, CROWD("200") "thermo 10\nrun 500\n");
    assert_true(deck_value(d, "audit") < 1e-3);
    assert_null(strstr(d->screen, "WARNING"));
}

/* ---- the fix ----------------------------------------------------------------------------------------------------------- */

static void stop_and_warn(void **state)
{
    deck *d = *state;
    deck_run(d, CROWD("20000") "fix a all energy/audit warn .05 every 10\nrun 50\nrun 50\n");
    deck_says(d, "(fix energy/audit allows 0.05;");
    const char *first = strstr(d->screen, "fix energy/audit allows");
    assert_null(strstr(first + 10, "fix energy/audit allows"));
    const int64_t step = d->session->world->step;
    deck_run(d, "unfix a\nfix a all energy/audit stop .05 every 10\n");
    deck_refuses(d, "run 100\n", "take a shorter one");
    assert_int_equal(d->session->world->step, step + 10); /* at the first look */
    deck_run(d, "clear\n" CROWD("200") "fix a all energy/audit stop 1e-3 warn 1e-4 every 1\nrun 200\n");
    deck_refuses(d, "fix b all energy/audit stop 0\n", "`stop` needs a positive fraction");
    deck_refuses(d, "fix b all energy/audit warn -1\n", "`warn` needs a positive fraction");
    deck_refuses(d, "fix b all energy/audit often\n", "a keyword");
}

static void columns(void **state)
{
    deck *d = *state;
    char name[16];
    deck_run(d, CROWD("200") "fix a all energy/audit\nfix push all addforce .001 0 0\nrun 200\n");
    tsu_energy e;
    assert_int_equal(tsu_world_energy(d->session->world, &e, NULL), TSU_OK);
    assert_true(deck_value(d, "f_a") == e.residual);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        snprintf(name, sizeof name, "f_a[%d]", q + 1);
        const bool step_error = q == TSU_ACCOUNT_INTEGRATION;
        assert_true(deck_value(d, name) == (step_error ? e.integration : e.dissipated[q]));
    }
    const double rest[] = {e.elastic, e.wall_work, e.external_work, e.given, e.exchanged};
    for (int q = 0; q < 5; q++) {
        snprintf(name, sizeof name, "f_a[%d]", TSU_ACCOUNT_COUNT + 1 + q);
        assert_true(deck_value(d, name) == rest[q]);
    }
    assert_true(e.external_work != 0.0 && e.exchanged > 0.0);
    const double off = (fabs(e.residual) + fabs(e.integration)) / e.exchanged;
    deck_near(deck_value(d, "f_a[16]"), off, 1e-15);
    assert_true(deck_value(d, "f_a[16]") == deck_value(d, "audit"));
}

/* What was exchanged goes on from a restart file, whenever it is written. */
static void restart(void **state)
{
    deck *d = *state;
    deck_run_here(d, BOUNCE "run 20011\nwrite_restart @/a\nrun 5000\n");
    const double straight = deck_value(d, "eexchanged"), off = deck_value(d, "audit");
    deck_run_here(d, "clear\nread_restart @/a\n" BOUNCE_LAWS "run 5000\n");
    assert_true(deck_value(d, "eexchanged") == straight);
    assert_true(deck_value(d, "audit") == off);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(apex_of_a_bounce, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(up_and_down, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(negative_dashpot, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(sound_dashpot, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(stop_and_warn, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(columns, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(restart, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
