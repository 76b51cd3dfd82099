/* SPDX-License-Identifier: Apache-2.0 */
/* Coupling to a flow solver that is not there: the properties that it would set act as they would, and nothing else does. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

#define ONE                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.5 0 0\n"                      \
                         "set group all diameter 0.1 density 1000\nfix n all nve/sphere\n"                   \
                         "fix cfd all couple/cfd couple_every 100 mpi\n"

static double mass_one(void)
{
    return pi / 6.0 * 1e-3 * 1000.0;
}

static const double *velocity(const deck *d, uint64_t id)
{
    return deck_particles(d)->vm[deck_row(d, id)];
}

static void test_without_flow(void **state)
{
    deck *d = *state;
    char line[300];
    snprintf(line, sizeof line, "dump c all custom 10 %s/flow.txt id f_dragforce[1] f_dragforce[3]\nrun 10\n",
             d->folder);
    deck_run(d, ONE "fix f all couple/cfd/force transfer_density yes transfer_torque yes\n");
    deck_run(d, line);
    deck_says(d, "the run continues without a flow");
    deck_near(velocity(d, 1)[0], 0.0, 0.0);
    deck_near(deck_value(d, "f_f[1]"), 0.0, 0.0);
    deck_refuses(d, "fix again all couple/cfd couple_every 1 mpi\n", "there is already a fix couple/cfd");
}

/* F = dragforce and T = hdtorque, constant: v = F t/m, w = T t/(0.4 m r^2). */
static void test_force(void **state)
{
    deck *d = *state;
    const double m = mass_one(), t = 100 * 1e-5;
    deck_run(d, ONE "fix f all couple/cfd/force\nset atom 1 property/atom dragforce 0.5 0 -1\n"
                    "set atom 1 property/atom hdtorque 0 1e-3 0\nrun 100\n");
    deck_near(velocity(d, 1)[0], 0.5 * t / m, 1e-15);
    deck_near(velocity(d, 1)[2], -t / m, 1e-15);
    deck_near(velocity(d, 2)[2], 0.0, 0.0);
    deck_near(deck_particles(d)->wi[deck_row(d, 1)][1], 1e-3 * t / (0.4 * m * 0.05 * 0.05), 1e-12);
    deck_near(deck_value(d, "f_f[3]"), -1.0, 1e-15);
    deck_near(deck_value(d, "f_f[5]"), 1e-3, 1e-18);
    deck_near(deck_value(d, "eresidual") / deck_value(d, "eexternal"), 0.0, 1e-12);
}

/* Drag K (u - v) alone: v = u (1 - exp(-K t/m)), to the error of the time step. */
static void test_implicit(void **state)
{
    deck *d = *state;
    const double m = mass_one(), k = 100.0, t = 1000 * 1e-5;
    deck_run(d, ONE "fix f all couple/cfd/force/implicit\nset atom 1 property/atom Ksl 100\n"
                    "set atom 1 property/atom uf 2 0 0\nrun 1000\n");
    deck_near(velocity(d, 1)[0], 2.0 * (1.0 - exp(-k * t / m)), 2e-3);
    deck_near(velocity(d, 2)[0], 0.0, 0.0);
}

/* Heat of a flow at constant power: T = T0 + (Q + source) t/(m c); and a species in the same way. */
static void test_heat(void **state)
{
    deck *d = *state;
    const double m = mass_one(), c = 50.0, t = 100 * 1e-5;
    deck_run(d,
             ONE "fix c all property/global thermalCapacity peratomtype 50 50\n"
                 "fix h all couple/cfd/convection T0 300\nfix r all couple/cfd/radiation T0 300\n"
                 "fix s all couple/cfd/speciesConvection speciesName salt species0 0.25\n"
                 "set atom 1 property/atom convectiveHeatFlux 1e4\nset atom 1 property/atom heatSource 3e4\n"
                 "set atom 1 property/atom radiativeHeatFlux 2e4\nset atom 2 property/atom saltFlux 7\n"
                 "compute most all reduce max f_Temp\ncompute salt all reduce max f_salt\n"
                 "compute least all reduce min f_Temp\nrun 100\n");
    deck_near(deck_value(d, "c_most"), 300.0 + 6e4 * t / (m * c), 1e-9);
    deck_near(deck_value(d, "c_least"), 300.0, 0.0);
    deck_near(deck_value(d, "c_salt"), 0.25 + 7.0 * t, 1e-12);
}

static void test_refused(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS);
    deck_refuses(d, "fix cfd all couple/cfd couple_every 100 file .\n", "by files is not supported yet");
    deck_refuses(d, "fix cfd all couple/cfd couple_every 100 tcp\n", "mpi");
    deck_refuses(d, "fix f all couple/cfd/force transfer_superquadric yes\n", "non-spherical");
    deck_refuses(d, "fix h all couple/cfd/convection\n", "expected `T0 VALUE`");
    deck_refuses(d, "fix f all couple/cfd/force\nrun 1\n", "needs a `fix ID all couple/cfd ...`");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_without_flow, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_force, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_implicit, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_heat, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_refused, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
