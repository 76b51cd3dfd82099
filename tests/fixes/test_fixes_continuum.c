/* SPDX-License-Identifier: Apache-2.0 */
/* fix continuum/weighted against closed forms, and the cells of fix ave/euler in a VTK file. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

/* Two spheres pressed together along x, a third at rest aside, and a wall below the first. */
#define PRESSED                                                                                              \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.099 0 0\ncreate_atoms 1 single 0 0.3 0\n"      \
        "set group all diameter 0.1 density 1000\nfix n all nve/noforce\n"

static double tensor(deck *d, const char *name, int id, int k)
{
    char text[64];
    snprintf(text, sizeof text, "f_%s[%d][%d]", name, id, k);
    return deck_value(d, text);
}

static void test_stress(void **state)
{
    deck *d = *state;
    const double e = 1e7 / (2.0 * 0.91), force = 4.0 / 3.0 * e * sqrt(0.025) * pow(0.001, 1.5);
    const double ball = 4.0 / 3.0 * pi * 0.008, m = pi / 6.0 * 1e-3 * 1000.0;
    deck_run(d, PRESSED
             "fix c all continuum/weighted kernel_radius 0.2 kernel_type Top_Hat compute stress\nrun 1\n");
    for (int id = 1; id <= 2; id++) {
        deck_near(tensor(d, "stressTensor_", id, 1), -force * 0.099 / ball, 1e-14 * force / ball);
        for (int k = 2; k <= 9; k++) {
            deck_near(tensor(d, "stressTensor_", id, k), 0.0, 1e-12);
        }
        deck_near(tensor(d, "cont_vars_", id, 4), 2.0 * m / ball, 1e-13);
    }
    deck_near(tensor(d, "stressTensor_", 3, 1), 0.0, 0.0); /* too far off */
    deck_run(d, "set atom 1 vy 2\nset atom 2 vy -1\nset group all x 0 y 0\n"
                "set atom 2 x 0.15\nset atom 3 x 0 y 0.3\nrun 0\n"); /* apart, in motion */
    deck_near(tensor(d, "cont_vars_", 1, 2), 0.5, 1e-12);
    deck_near(tensor(d, "stressTensor_", 1, 5), -2.0 * m * 2.25 / ball, 1e-12);
    deck_run(d, "set group all vy 0\nset atom 1 y 0.3\nset atom 3 y 0.7\n"
                "fix f all wall/gran model hertz tangential history primitive type 1 yplane 0.2505\nrun 0\n");
    const double wall = 4.0 / 3.0 * 1e7 / 0.91 * 0.5 * sqrt(0.05) * pow(0.0005, 1.5);
    /* the contact lies in the middle of what overlaps, R - d/2 from the centre */
    deck_near(tensor(d, "stressTensor_", 1, 5), -wall * 0.04975 / ball, 1e-13 * wall / ball);
    deck_refuses(d, "fix q all continuum/weighted compute stress\n", "`kernel_radius` must be given");
    deck_refuses(d, "fix q all continuum/weighted kernel_radius 1\n", "use `compute stress`");
    deck_refuses(d, "fix q all continuum/weighted kernel_radius 1 compute strain\n", "with a slope");
    deck_refuses(d, "fix q all continuum/weighted kernel_radius 1 kernel_type Box compute stress\n", "Box");
}

/* Simple shear of a lattice: half the shear of a step in xy, whatever the kernel. */
static void shear(deck *d, const char *kernel)
{
    char text[1024];
    snprintf(text, sizeof text,
             "clear\n" DECK_BEGIN DECK_LAWS "lattice sc 0.1\nregion in block -0.75 0.75 -0.75 0.75 -0.75 "
             "0.75 units box\ncreate_atoms 1 region in\n"
             "set group all diameter 0.05 density 1000\nvariable v atom 3*y\nvelocity all set v_v 0 0\n"
             "fix n all nve/sphere\nfix c all continuum/weighted kernel_radius 0.5 kernel_type %s compute "
             "stress_strain\n"
             "run 0\n",
             kernel);
    deck_run(d, text);
    const tsu_particles *p = deck_particles(d);
    int32_t i = 0;
    while (i < p->count && fabs(p->xr[i][0]) + fabs(p->xr[i][1]) + fabs(p->xr[i][2]) > 1e-9) {
        i++;
    }
    const int middle = (int)p->id[i];
    deck_near(tensor(d, "strainTensor_", middle, 2), 0.5 * 3.0 * 1e-5, 0.02 * 1.5e-5);
    deck_near(tensor(d, "strainTensor_", middle, 4), 0.0, 1e-12);
    deck_near(tensor(d, "strainTensor_", middle, 1), 0.0, 1e-12);
    deck_near(tensor(d, "cont_vars_", middle, 4), 1000.0 * pi / 6.0 * 0.125, 0.02 * 65.0);
}

static void test_strain(void **state)
{
    shear(*state, "Gaussian");
    shear(*state, "Wendland");
}

static void test_euler_file(void **state)
{
    deck *d = *state;
    char text[1024];
    snprintf(text, sizeof text,
             "units si\nboundary f f f\nregion box block 0 1 0 0.5 0 0.5\ncreate_box 2 box\n" DECK_LAWS
             "create_atoms 1 single 0.2 0.25 0.25\nset group all diameter 0.1 density 1000\nset atom 1 vx 2\n"
             "fix n all nve/sphere\nfix e all ave/euler nevery 1 cell_size_relative 5\n"
             "dump d all euler/vtk 1 %s/e_*.vtk\nrun 0\n",
             d->folder);
    deck_run(d, text);
    deck_file_has(d, "e_0.vtk", "POINTS 2 float\n0.250000 0.250000 0.250000\n0.750000 0.250000 0.250000\n");
    deck_file_has(d, "e_0.vtk",
                  "VECTORS v_avg float\n2.000000 0.000000 0.000000\n0.000000 0.000000 0.000000\n");
    deck_file_has(d, "e_0.vtk", "volumefraction float 1\nLOOKUP_TABLE default\n0.004189\n0.000000\n");
    deck_file_has(d, "e_0.vtk", "radius float 1\nLOOKUP_TABLE default\n0.050000\n");
    deck_refuses(d, "dump q all euler/vtk 1 one.vtk\n", "needs a *");
    deck_refuses(d, "dump q all euler/vtk 1 a*.vtk nobody\n", "no fix ave/euler nobody");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_stress), TEST(test_strain), TEST(test_euler_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
