/* SPDX-License-Identifier: Apache-2.0 */
/* A deck with meshes that move, insertion and adhesive contacts, stopped at twenty random steps: each time, on one to four
 * threads, it ends with the bits of the run that never stopped. */
#include "base/random.h"
#include "decks/deck_fixture.h"

enum { STOPS = 20, END = 3000 };

#define BOX "units si\nboundary f f f\nregion box block -0.06 0.06 -0.06 0.06 -0.02 0.12\ncreate_box 2 box\n"
/* all that a restart file does not hold */
static const char REST[] =
    DECK_LAWS "fix m5 all property/global cohesionEnergyDensity peratomtypepair 2 5e4 5e4 5e4 5e4\n"
              "fix m6 all property/global coefficientRollingFriction peratomtypepair 2 .1 .1 .1 .1\n"
              "pair_style gran model hertz tangential history cohesion sjkr rolling_friction epsd2\n"
              "pair_coeff * *\ntimestep 5e-5\nfix g all gravity 9.81 vector 0 0 -1\n"
              "fix tray all mesh/surface file tray.stl type 2\n"
              "fix blade all mesh/surface file blade.stl type 2\n"
              "fix walls all wall/gran model hertz tangential history cohesion sjkr rolling_friction epsd2 "
              "mesh n_meshes 2 meshes tray blade\n"
              "fix shake all move/mesh mesh tray wiggle amplitude 0.001 0 0.001 period 0.02\n"
              "fix turn all move/mesh mesh blade rotate origin 0 0 0.01 axis 0 0 1 period 0.2\n"
              "fix pts1 all particletemplate/sphere 15485863 atom_type 1 density constant 2500 "
              "radius constant 0.003\n"
              "fix pts2 all particletemplate/sphere 15485867 atom_type 2 density constant 2000 "
              "radius constant 0.004\n"
              "fix pdd all particledistribution/discrete 32452843 2 pts1 0.5 pts2 0.5\n"
              "region pour block -0.035 0.035 -0.035 0.035 0.02 0.1\n"
              "fix ins all insert/rate/region seed 32452867 distributiontemplate pdd mass INF "
              "particlerate 4000 insert_every 250 vel uniform 0 0 -1 0.1 0.1 0.1 region pour\n"
              "fix n all nve/sphere\n";

static void write_box(const deck *d)
{
    /* an open box: floor and four sides, two triangles each; and a blade that stands on the floor */
    static const double corner[8][3] = {{-0.04, -0.04, 0},  {0.04, -0.04, 0},     {0.04, 0.04, 0},
                                        {-0.04, 0.04, 0},   {-0.04, -0.04, 0.11}, {0.04, -0.04, 0.11},
                                        {0.04, 0.04, 0.11}, {-0.04, 0.04, 0.11}};
    static const int side[5][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    char text[8192] = "solid tray\n";
    for (int k = 0; k < 10; k++) {
        size_t used = strlen(text);
        used += (size_t)snprintf(text + used, sizeof text - used, "facet normal 0 0 1\nouter loop\n");
        for (int q = 0; q < 3; q++) {
            const double *x = corner[side[k / 2][q == 0 ? 0 : q + k % 2]];
            used += (size_t)snprintf(text + used, sizeof text - used, "vertex %g %g %g\n", x[0], x[1], x[2]);
        }
        snprintf(text + used, sizeof text - used, "endloop\nendfacet\n");
    }
    strcat(text, "endsolid tray\n");
    deck_file(d, "tray.stl", text);
    deck_file(d, "blade.stl",
              "solid blade\nfacet normal 0 1 0\nouter loop\nvertex -0.03 0 0.003\nvertex 0.03 0 0.003\n"
              "vertex 0 0 0.03\nendloop\nendfacet\nendsolid blade\n");
}

static void run_in(deck *d, const char *text, int threads)
{
    d->session->threads = threads;
    if (d->session->world) d->session->world->threads = threads;
    deck_run(d, text);
}

static void test_twenty_stops(void **state)
{
    deck *d = *state;
    char line[256];
    int64_t stop[STOPS];
    write_box(d);
    assert_int_equal(chdir(d->folder), 0);
    deck_run(d, BOX);
    deck_run(d, REST);
    for (int k = 0; k < STOPS; k++) {
        const double u = tsu_random_uniform(7, 1, TSU_RANDOM_TEST, (uint32_t)k);
        stop[k] = (int64_t)((k + u) * END / STOPS);
        snprintf(line, sizeof line, "run %lld upto\nwrite_restart at.%d\n", (long long)stop[k], k);
        deck_run(d, line);
    }
    snprintf(line, sizeof line, "run %d upto\n", (int)END);
    deck_run(d, line);
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    if (deck_particles(d)->count < 150 || d->session->world->touching < 200)
        fail_msg("%d particles, %lld contacts: too few to tell", deck_particles(d)->count,
                 (long long)d->session->world->touching);
    for (int k = 0; k < STOPS; k++) {
        void *other = NULL;
        assert_int_equal(deck_set_up(&other), 0);
        deck *o = other;
        o->session->threads = k % 4 + 1;
        snprintf(line, sizeof line, "read_restart at.%d\n", k);
        deck_run(o, line);
        run_in(o, REST, k % 4 + 1);
        snprintf(line, sizeof line, "run %d upto\n", (int)END);
        deck_run(o, line);
        if (tsu_world_hash_state(o->session->world) != straight)
            fail_msg("stopped at step %lld, the run ends with other bits", (long long)stop[k]);
        const char *warning = strstr(o->screen, "WARNING");
        if (warning) fail_msg("stopped at step %lld: %.300s", (long long)stop[k], warning);
        assert_int_equal(deck_tear_down(&other), 0);
    }
    assert_int_equal(chdir("/"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_twenty_stops, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
