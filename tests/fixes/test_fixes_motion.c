/* SPDX-License-Identifier: Apache-2.0 */
/* Integrators, fix momentum and heat: what they do to a few particles, against closed forms. */
#include "decks/deck_fixture.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"

static const double pi = 3.14159265358979323846;

#define TWO                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.5 0 0\nset group all "        \
                         "diameter 0.1 density 1000\n"                                                       \
                         "group a id 1\ngroup b id 2\n"

static double mass_one(void)
{
    return pi / 6.0 * 1e-3 * 1000.0;
}

static const double *velocity(const deck *d, uint64_t id)
{
    return deck_particles(d)->vm[deck_row(d, id)];
}

/* A plunger of one sphere pushes through another: it keeps its speed, feels the force, and its work is booked. */
static void test_noforce(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set atom 2 x 0.101\nset atom 1 vx 1 omegaz 2\nfix n a nve/noforce\nfix m b nve/sphere\n"
                    "fix g all gravity 10 vector 0 1 0\nrun 0\nrun 400\n");
    assert_true(velocity(d, 1)[0] == 1.0 && velocity(d, 1)[1] == 0.0);
    assert_true(deck_particles(d)->wi[deck_row(d, 1)][2] == 2.0);
    deck_near(deck_particles(d)->xr[deck_row(d, 1)][0], 4e-3, 1e-12);
    assert_true(velocity(d, 2)[0] > 0.1);
    const double work = deck_value(d, "eexternal");
    assert_true(work > 1e-3);
    deck_near(deck_value(d, "eresidual") / work, 0.0, 1e-12);
    assert_true(deck_value(d, "fx[1]") < 0.0); /* its force is seen */
    deck_refuses(d, "fix k a nve/noforce 3\n", "3");
}

/* nve moves and does not turn. */
static void test_nve(void **state)
{
    deck *d = *state;
    deck_run(d, TWO
             "set group all omegax 5\nfix n a nve\nfix m b nve/sphere\nfix t all addforce 0 0 2\nrun 100\n");
    deck_near(velocity(d, 1)[2] * mass_one(), 2e-3, 1e-15);
    deck_near(velocity(d, 2)[2] * mass_one(), 2e-3, 1e-15);
    deck_run(
        d,
        "set atom 2 x 0.0999 y 0 z 0 vy 1\nset atom 1 x 0 y 0 z 0 vy 0\nrun 10\n"); /* friction spins one */
    assert_true(deck_particles(d)->wi[deck_row(d, 1)][2] == 0.0);
    assert_true(deck_particles(d)->wi[deck_row(d, 2)][2] != 0.0);
}

static void test_limit(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set atom 1 vx 3 vy 4\nset atom 2 vx 1\nfix n a nve/limit absolute 2e-5\n"
                    "fix m b nve/limit radius_ratio 0.0001\nfix f all addforce 0 0 5000\nrun 10\n");
    const double *u = velocity(d, 1);
    deck_near(sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), 2.0, 1e-12);
    u = velocity(d, 2);
    deck_near(sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), 0.5, 1e-12);
    const double *x = deck_particles(d)->xr[deck_row(d, 1)];
    assert_true(sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) <= 10 * 2e-5 * (1 + 1e-12));
    assert_true(deck_value(d, "f_n") >= 10.0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-9);
    deck_refuses(d, "fix q a nve/limit 0.1\n", "absolute");
    deck_refuses(d, "fix q a nve/limit absolute 0\n", "must be positive");
}

static void test_momentum(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set atom 1 vx 3 vy -1\nset atom 2 vx 1 vy 1\nfix n all nve/sphere\nfix p all momentum 5 "
                    "linear 1 0 0\nrun 4\n");
    deck_near(velocity(d, 1)[0], 3.0, 0.0);
    deck_run(d, "run 1\n");
    deck_near(velocity(d, 1)[0], 1.0, 1e-15);
    deck_near(velocity(d, 2)[0], -1.0, 1e-15);
    deck_near(velocity(d, 1)[1], -1.0, 0.0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-14);
    deck_run(d, "unfix p\ncreate_atoms 1 single 0.2 0.4 0\nset atom 3 diameter 0.1 density 1000 vx 1\n"
                "fix p all momentum 1 angular\nrun 1\n");
    deck_near(deck_value(d, "angmom(all,z)"), 0.0, 1e-14);
    deck_near(deck_value(d, "vcm(all,x)"), 1.0 / 3.0, 1e-14); /* that stays */
    deck_refuses(d, "fix q all momentum 5\n", "use `linear 1 1 1`");
    deck_refuses(d, "fix q all momentum 5 linear 1 2 1\n", "2");
}

/* ---- heat ---------------------------------------------------------------------------------------------------------------- */

#define HEATED                                                                                               \
    DECK_BEGIN DECK_LAWS "fix k all property/global thermalConductivity peratomtype 100 300\n"               \
                         "fix c all property/global thermalCapacity peratomtype 10 20\n"                     \
                         "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.099 0 0\nset group all "      \
                         "diameter 0.1 density 1000\n"                                                       \
                         "fix f all freeze\nfix n all nve/sphere\n"

static double lens(double overlap)
{
    const double r = 0.1 - overlap, a2 = 0.05 * 0.05 - 0.25 * r * r; /* radius of the circle squared */
    return pi * a2;
}

/* Two bodies through a conductance: the difference decays exponentially, the heat stays. */
static void test_heat(void **state)
{
    deck *d = *state;
    deck_run(d, HEATED "fix h all heat/gran initial_temperature 300\nset atom 1 property/atom Temp 400\n"
                       "variable dT equal f_Temp[1]-f_Temp[2]\ntimestep 1e-4\n");
    const double m = mass_one(), h = 4.0 * 100.0 * 300.0 / 400.0 * sqrt(lens(1e-3));
    const double rate = h * (1.0 / (10.0 * m) + 1.0 / (20.0 * m));
    deck_near(deck_value(d, "f_h") / (m * (10.0 * 400.0 + 20.0 * 300.0)), 1.0, 1e-12);
    deck_run(d, "run 1\n");
    deck_near(deck_value(d, "f_heatFlux[1]") / (-100.0 * h), 1.0, 1e-9);
    deck_near(deck_value(d, "f_heatFlux[2]") / (100.0 * h), 1.0, 1e-9);
    deck_run(d, "run 999\n");
    deck_near(deck_value(d, "v_dT") / (100.0 * pow(1.0 - 1e-4 * rate, 1000)), 1.0, 1e-9);
    deck_near(deck_value(d, "f_h") / (m * (10.0 * 400.0 + 20.0 * 300.0)), 1.0, 1e-12);
    deck_near(deck_value(d, "f_h[1]"), deck_value(d, "f_Temp[1]"), 0.0);
    deck_refuses(d, "fix h2 all heat/gran initial_temperature 300\n", "there is already a fix heat/gran");
}

static void test_heat_options(void **state)
{
    deck *d = *state;
    const double m = mass_one(), scale = 4.0 * 100.0 * 300.0 / 400.0 * -100.0;
    deck_run(
        d, HEATED
        "group one id 1\nfix h one heat/gran/conduction initial_temperature 300 contact_area constant 1e-4\n"
        "set atom 1 property/atom Temp 400\nset atom 2 property/atom heatSource 7\nrun 1\n");
    deck_near(deck_value(d, "f_heatFlux[1]") / (scale * 1e-2), 1.0, 1e-9);
    deck_near(deck_value(d, "f_Temp[2]"), 300.0, 0.0); /* not in the group: its temperature is kept */
    deck_run(d, "unfix h\nfix h all heat/gran initial_temperature 300 contact_area projection\n"
                "set atom 1 property/atom Temp 400\nrun 1\n");
    deck_near(deck_value(d, "f_heatFlux[1]") / (scale * sqrt(pi) * 0.05), 1.0, 1e-9);
    deck_run(d, "unfix h\nfix y all property/global youngsModulusOriginal peratomtype 8e7 8e7\n"
                "fix h all heat/gran initial_temperature 300 area_correction yes\n"
                "set atom 1 property/atom Temp 400\nset atom 2 property/atom Temp 300 property/atom "
                "heatSource 0\nrun 1\n");
    deck_near(deck_value(d, "f_heatFlux[1]") / (scale * sqrt(lens(1e-3 * pow(0.125, 1.0 / 1.5)))), 1.0, 1e-9);
    deck_run(d,
             "set group all property/atom Temp 300\nset atom 2 x 0.5 property/atom heatSource 7\nrun 10\n");
    deck_near(deck_value(d, "f_Temp[2]") - 300.0, 7.0 * 1e-4 / (20.0 * m), 1e-9);
    deck_near(deck_value(d, "f_Temp[1]"), 300.0, 0.0);
    deck_run(d, "unfix h\n");
    deck_refuses(d, "fix h all heat/gran 300\n", "expected `initial_temperature T`");
    deck_refuses(d, "fix h all heat/gran initial_temperature 300 contact_area constant 0\n",
                 "must be positive");
    deck_refuses(d, "unfix k\nfix h all heat/gran initial_temperature 300\nrun 1\n", "thermalConductivity");
}

/* A sphere on a plane, and one on a mesh, with temperatures of their own: h = 4 k_i k_w/(k_i + k_w) sqrt(pi (R^2 - r^2)). */
static void test_heat_walls(void **state)
{
    deck *d = *state;
    char text[1024];
    deck_run(d,
             HEATED "set atom 2 x 0.5\nfix h all heat/gran initial_temperature 300 store_contact_data yes\n"
                    "fix w all wall/gran model hertz tangential history primitive type 2 zplane -0.049 "
                    "temperature 500\ntimestep 1e-4\nrun 1\n");
    const double m = mass_one(), area = pi * (0.05 * 0.05 - 0.049 * 0.049);
    const double h = 4.0 * 100.0 * 300.0 / 400.0 * sqrt(area);
    deck_near(deck_value(d, "f_heatFlux[1]") / (200.0 * h), 1.0, 1e-9);
    deck_near(deck_value(d, "f_wallHeattransferCoeff[1]") / h, 1.0, 1e-9);
    deck_near(deck_value(d, "f_wallTemp[1]"), 500.0, 0.0);
    deck_near(deck_value(d, "f_nContactsConduction[1]"), 0.0, 0.0);
    deck_run(d, "run 999\n");
    deck_near((500.0 - deck_value(d, "f_Temp[1]")) / (200.0 * pow(1.0 - 1e-4 * h / (10.0 * m), 1000)), 1.0,
              1e-9);
    deck_run(d, "unfix w\nfix w all wall/gran model hertz tangential history primitive type 2 zplane -0.049 "
                "temperature 500 contact_area constant 4e-4\nset atom 1 property/atom Temp 300\nrun 1\n");
    deck_near(deck_value(d, "f_heatFlux[1]") / (200.0 * 300.0 * 2e-2), 1.0, 1e-9);
    deck_run(d, "unfix w\nset atom 2 x 0.099\nset group all property/atom Temp 300\nrun 1\n");
    deck_near(deck_value(d, "f_nContactsConduction[2]"), 1.0, 0.0);
    deck_near(deck_value(d, "f_contactAreaConduction[2]") / lens(1e-3), 1.0, 1e-9);
    /* a mesh that warms: what it loses the particle gains */
    snprintf(
        text, sizeof text,
        "set atom 2 x 0.5\nfix p all mesh/surface file %s type 2 temperature 500 mass_temperature 0.05\n"
        "fix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes p\nrun 2000\n",
        deck_file(d, "plane.stl",
                  "solid p\nfacet normal 0 0 1\nouter loop\nvertex -0.5 -0.5 -0.049\nvertex 0.5 -0.5 -0.049\n"
                  "vertex 0 0.7 -0.049\nendloop\nendfacet\nendsolid p\n"));
    deck_run(d, text);
    const double capacity = 10.0 * m, other = 0.05 * 20.0, warm = deck_value(d, "f_Temp[1]");
    const tsu_mesh_body *mesh = d->session->world->wall[0]->mesh;
    assert_true(warm > 301.0);
    deck_near((warm - 300.0) * capacity / ((500.0 - mesh->temperature) * other), 1.0, 1e-9);
    deck_near((mesh->temperature - warm) /
                  (200.0 * pow(1.0 - 1e-4 * h * (1.0 / capacity + 1.0 / other), 2000)),
              1.0, 1e-7);
    /* what is said of it with the wall has no effect, as in LIGGGHTS */
    const double then = mesh->temperature;
    deck_run(d, "unfix w\nfix w all wall/gran model hertz mesh n_meshes 1 meshes p temperature 3\n");
    deck_says(d, "`temperature 3` of fix wall/gran is ignored, as in LIGGGHTS: mesh p has its own");
    deck_near(d->session->world->wall[0]->mesh->temperature, then, 0.0);
    assert_true(!d->session->world->wall[0]->warm);
    deck_refuses(d, "unfix w\nfix w all wall/gran model hertz mesh n_meshes 1 meshes p temperature hot\n",
                 "hot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_noforce, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_nve, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_limit, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_momentum, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_heat, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_heat_options, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_heat_walls, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
