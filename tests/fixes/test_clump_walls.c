/* SPDX-License-Identifier: Apache-2.0 */
/* Clumps at walls of every shape and at meshes, also one that moves and one that is free: a clump of one sphere does what a sphere does, and with three spheres the
 * energy closes. */
#include "decks/deck_fixture.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include <stdio.h>

#define LAWS "model hertz tangential history rolling_friction epsd2"
#define WALL(shape)                                                                                          \
    "fix wall all wall/gran " LAWS " primitive type 1 " shape "\n"                                           \
    "fix lid all wall/gran " LAWS " primitive type 1 zplane 0.5\n"
#define MESH(words, motion)                                                                                  \
    "fix cad all " words "\nfix wall all wall/gran " LAWS " mesh n_meshes 1 meshes cad\n" motion

/* Each lies below the place where bodies are dropped. */
static const struct ground {
    const char *name, *deck;
} grounds[] = {
    {"plane", WALL("plane 0 0 0 0.2 0.1 1")},
    {"zplane with shear", WALL("zplane 0 shear x 0.4")},
    {"cylinder", WALL("cylinder 0 0 0.1 1 0 0 0.1")},
    {"turning cylinder", WALL("xcylinder 0.1 0 0.1 shear x 3")},
    {"sphere", WALL("sphere 0 0 0.1 0.1")},
    {"cone", WALL("cone 0 0 -0.03 0.01 0 0 0.1 0.12")},
    {"mesh", MESH("mesh/surface file @/floor.stl type 1", "")},
    {"moving mesh",
     MESH("mesh/surface file @/floor.stl type 1", "fix go all move/mesh mesh cad linear 0.3 0.1 0.1\n")},
    {"free mesh", MESH("mesh/surface/stress/6dof file @/plate.stl type 1 move 0 0 -0.0101 density 3000", "")},
};
enum { GROUNDS = sizeof grounds / sizeof *grounds };

static void facet(FILE *f, const double a[3], const double b[3], const double c[3])
{
    fprintf(f,
            "facet normal 0 0 0\nouter loop\nvertex %g %g %g\nvertex %g %g %g\nvertex %g %g "
            "%g\nendloop\nendfacet\n",
            a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]);
}

static FILE *begin_mesh(const deck *d, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "solid s\n");
    return f;
}

/* A floor of 4 x 4 squares, and a block 0.2 x 0.2 x 0.02. */
static void write_meshes(const deck *d)
{
    static const int corner[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    FILE *f = begin_mesh(d, "floor.stl");
    for (int k = 0; k < 16; k++) {
        const double x = 0.07 * (k % 4 - 2) + 0.003, y = 0.07 * (k / 4 - 2) - 0.005, e = 0.07;
        const double a[3] = {x, y, 0}, b[3] = {x + e, y, 0}, c[3] = {x + e, y + e, 0}, g[3] = {x, y + e, 0};
        facet(f, a, b, c);
        facet(f, a, c, g);
    }
    fprintf(f, "endsolid s\n");
    fclose(f);
    double at[8][3];
    for (int k = 0; k < 8; k++) {
        at[k][0] = k & 1 ? 0.1 : -0.1;
        at[k][1] = k & 2 ? 0.1 : -0.1;
        at[k][2] = k & 4 ? 0.01 : -0.01;
    }
    f = begin_mesh(d, "plate.stl");
    for (int k = 0; k < 12; k++) {
        facet(f, at[corner[k][0]], at[corner[k][1]], at[corner[k][2]]);
    }
    fprintf(f, "endsolid s\n");
    fclose(f);
}

static void begin(deck *d, const struct ground *g)
{
    char text[1024];
    write_meshes(d);
    deck_run(d, "clear\n");
    deck_run(d, "units si\natom_style granular\nboundary f f f\nnewton off\nregion box block -0.5 0.5 -0.5 "
                "0.5 -0.5 0.5 "
                "units box\ncreate_box 2 box\nneighbor 0.01 bin\n" DECK_LAWS
                "fix m5 all property/global coefficientRollingFriction peratomtypepair 2 0.1 0.1 0.1 0.1\n"
                "pair_style gran " LAWS "\npair_coeff * *\nfix n all nve/sphere\nfix ms all multisphere\n"
                "fix g all gravity 9.81 vector 0.1 0.05 -1\ntimestep 1e-5\n");
    snprintf(text, sizeof text, "%s", g->deck);
    deck_run_here(d, text);
}

static const double start[3] = {0.01, 0.02, 0.03}, speed[3] = {0.3, -0.2, -1.0},
                    spin[3] = {20.0, -10.0, 30.0};

static void add_sphere(tsu_world *w)
{
    tsu_error err = {0};
    tsu_particle_def p = tsu_particle_def_default();
    p.radius = 0.01;
    memcpy(p.position, start, sizeof start);
    memcpy(p.velocity, speed, sizeof speed);
    memcpy(p.spin, spin, sizeof spin);
    assert_int_equal(tsu_particles_add(w, &p, 1, &err), TSU_OK);
}

static void add_clump(tsu_world *w, int count)
{
    static const double none[1][3] = {{0.0, 0.0, 0.0}},
                        arm[3][3] = {{-0.007, 0.002, 0.0}, {0.006, 0.003, 0.002}, {0.001, -0.008, -0.002}};
    static const double one[1] = {0.01}, three[3] = {0.008, 0.007, 0.006};
    static const int32_t type[3] = {0};
    tsu_error err = {0};
    const double m = tsu_sphere_mass(0.01, 2500.0), moment = 0.4 * m * 1e-4;
    tsu_clump_def c = {.count = count,
                       .arm = count == 1 ? none : arm,
                       .radius = count == 1 ? one : three,
                       .type = type,
                       .mass = m,
                       .moments = {moment, moment, moment},
                       .density = 2500.0,
                       .turn = {1.0, 0.0, 0.0, 0.0}};
    if (count > 1) c.moments[2] *= 1.6;
    memcpy(c.centre, start, sizeof start);
    memcpy(c.velocity, speed, sizeof speed);
    memcpy(c.spin, spin, sizeof spin);
    assert_int_equal(tsu_clumps_add(w, &c, TSU_BETWEEN_STEPS, NULL, &err), TSU_OK);
}

static void closes(const deck *d, const char *name)
{
    const tsu_balance b = tsu_energy_balance(d->session->world);
    if (!(fabs(b.residual) < 1e-12 * b.exchanged))
        fail_msg("%s: residual %g of %g", name, b.residual, b.exchanged);
    assert_true(tsu_energy_dissipated(&d->session->world->ledger) > 1e-3 * b.exchanged);
}

/* Through several bounces; then chance would grow what rounding leaves. */
static void test_single(void **state)
{
    deck *d = *state;
    for (int k = 0; k < GROUNDS; k++) {
        double x[2][3], v[2][3], w[2][3];
        for (int clump = 0; clump < 2; clump++) {
            begin(d, &grounds[k]);
            if (clump)
                add_clump(d->session->world, 1);
            else
                add_sphere(d->session->world);
            deck_run(d, "run 12000\n");
            const tsu_particles *p = deck_particles(d);
            memcpy(x[clump], p->xr[0], sizeof x[clump]);
            memcpy(v[clump], p->vm[0], sizeof v[clump]);
            memcpy(w[clump], p->wi[0], sizeof w[clump]);
            closes(d, grounds[k].name);
        }
        for (int q = 0; q < 3; q++) {
            if (!(fabs(x[1][q] - x[0][q]) < 1e-11 && fabs(v[1][q] - v[0][q]) < 1e-10 &&
                  fabs(w[1][q] - w[0][q]) < 1e-8))
                fail_msg("%s: off by %g, %g, %g", grounds[k].name, x[1][q] - x[0][q], v[1][q] - v[0][q],
                         w[1][q] - w[0][q]);
        }
    }
}

static void test_bodies(void **state)
{
    deck *d = *state;
    for (int k = 0; k < GROUNDS; k++) {
        begin(d, &grounds[k]);
        add_clump(d->session->world, 3);
        deck_run(d, "run 12000\n");
        closes(d, grounds[k].name);
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, deck_set_up, deck_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_single), CASE(test_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
