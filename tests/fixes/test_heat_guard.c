/* SPDX-License-Identifier: Apache-2.0 */
/* The guards of fix heat/gran: the time step against the conductances of contacts, temperatures that are not finite; and
 * temperatures in the state: on any threads, with any lists, after any restart the same bits. */
#include "base/random.h"
#include "decks/deck_fixture.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"

static const double pi = 3.14159265358979323846;

/* Two spheres that overlap by 1 mm and do not move; capacity of both %s. */
#define PAIR                                                                                                 \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "fix k all property/global thermalConductivity peratomtype 100 300\n"                                \
        "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.099 0 0\n"                                     \
        "set group all diameter 0.1 density 1000\nfix f all freeze\nfix n all nve/sphere\ntimestep 1e-4\n"
#define HEAT "fix h all heat/gran initial_temperature 300\nset atom 1 property/atom Temp 400\n"

/* h = 4 k_i k_j/(k_i + k_j) sqrt(A); the step may be C/h. */
static double longest_step(double capacity)
{
    const double r = 0.099, a2 = 0.05 * 0.05 - 0.25 * r * r,
                 mass = 4.0 / 3.0 * pi * 0.05 * 0.05 * 0.05 * 1000.0;
    return capacity * mass / (4.0 * 100.0 * 300.0 / 400.0 * sqrt(pi * a2));
}

static void test_step(void **state)
{
    deck *d = *state;
    char text[128];
    const double limit = longest_step(0.0005);
    snprintf(text, sizeof text, "within %.3g s", limit);
    deck_run(d, PAIR "fix c all property/global thermalCapacity peratomtype 0.0005 0.001\n" HEAT "run 1\n");
    deck_says(d, "the time step 0.0001 is too long for the heat that flows: particle 1 takes on");
    deck_says(d, text);
    deck_says(d, "is it in kJ/(kg K)?");
    const char *would = strstr(d->screen, "`timestep ");
    const double named = atof(would + 10);
    assert_true(named <= limit && named > 0.9 * limit);
    const size_t said = strlen(d->screen);
    deck_run(d, "run 1\n");
    assert_null(strstr(d->screen + said, "too long for the heat")); /* once is enough */
    /* what it names does: the difference falls in every step */
    snprintf(text, sizeof text,
             "timestep %g\nset atom 1 property/atom Temp 400\nset atom 2 property/atom Temp 300\n", named);
    deck_run(d, text);
    for (double before = 100.0; before > 1.0;) {
        deck_run(d, "run 1\n");
        const double now = fabs(deck_value(d, "f_Temp[1]-f_Temp[2]"));
        assert_true(now < before);
        before = now;
    }
}

static void test_step_is_enough(void **state)
{
    deck *d = *state;
    char text[2048];
    snprintf(text, sizeof text,
             PAIR "fix c all property/global thermalCapacity peratomtype %.17g 10\n" HEAT "run 300\n",
             1e-4 / longest_step(1.0) * 1.01);
    deck_run(d, text);
    assert_null(strstr(d->screen, "too long for the heat"));
}

/* Contacts that come later are seen: the step of a sphere that falls on a hot plane. */
static void test_later(void **state)
{
    deck *d = *state;
    deck_run(
        d, DECK_BEGIN DECK_LAWS
        "fix k all property/global thermalConductivity peratomtype 100 300\n"
        "fix c all property/global thermalCapacity peratomtype 0.0005 0.001\n"
        "fix w all wall/gran model hertz tangential history primitive type 2 zplane 0 temperature 300.5\n"
        "create_atoms 1 single 0 0 0.0505\nset group all diameter 0.1 density 1000\nvelocity all set 0 0 -1\n"
        "fix n all nve/sphere\nfix h all heat/gran initial_temperature 300\ntimestep 1e-5\nrun 20\n");
    assert_null(strstr(d->screen, "too long for the heat"));
    deck_run(d, "timestep 1e-4\nrun 180\n");
    deck_says(d, "too long for the heat that flows: particle 1 takes on");
}

static void test_not_finite(void **state)
{
    deck *d = *state;
    deck_run(d, PAIR "fix c all property/global thermalCapacity peratomtype 0.00005 0.0001\n" HEAT);
    tsu_error err = {0};
    assert_true(tsu_script_run_string(d->session->script, "deck", "run 5000\n", &err) == TSU_ERROR_UNSTABLE);
    assert_non_null(strstr(err.message, "the temperature of particle 1 is "));
    assert_non_null(strstr(err.message, "the time step 0.0001 is too long for its contacts; `timestep "));
    assert_non_null(strstr(err.message, "thermalCapacity of material 1 is 5e-05 J/(kg K)"));
    assert_true(isfinite(deck_value(d, "f_Temp[1]")) && isfinite(deck_value(d, "f_Temp[2]")));
    deck_refuses(d,
                 "set atom 1 property/atom Temp 300\nset atom 2 x 0.5 property/atom Temp 300\n"
                 "set atom 2 property/atom heatSource 1e308\nrun 100\n",
                 "the temperature of particle 2 is inf after step");
}

static void test_mesh(void **state)
{
    deck *d = *state;
    deck_file(d, "p.stl",
              "solid p\nfacet normal 0 0 1\nouter loop\nvertex -0.9 -0.9 -0.049\nvertex 0.9 -0.9 -0.049\n"
              "vertex 0 0.9 -0.049\nendloop\nendfacet\nendsolid p\n");
    deck_run_here(d, PAIR "fix c all property/global thermalCapacity peratomtype 1000 10\nset atom 2 x 0.5\n"
                          "fix p all mesh/surface file @/p.stl type 2 temperature 500 mass_temperature 1e-6\n"
                          "fix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes p\n" HEAT
                          "run 1\n");
    deck_says(d, "too long for the heat that flows: mesh p takes on");
    deck_refuses(d, "run 5000\n", "the temperature of mesh p is ");
}

/* ---- bits ------------------------------------------------------------------------------------------------------------------ */

#define BOX "units si\nboundary p f f\nregion box block 0 .03 0 .03 -.01 .06\ncreate_box 1 box\n"
#define ON  "heating_normal_hertz on heating_tangential_history on heating_rolling_friction on"
static const char rest[] =
    "fix m1 all property/global youngsModulus peratomtype 5e6\n"
    "fix m2 all property/global poissonsRatio peratomtype 0.3\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5\n"
    "fix m4 all property/global coefficientFriction peratomtypepair 1 0.5\n"
    "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.2\n"
    "fix k all property/global thermalConductivity peratomtype 50\n"
    "fix c all property/global thermalCapacity peratomtype 100\n"
    "pair_style gran model hertz tangential history rolling_friction epsd2 " ON
    "\npair_coeff * *\ntimestep 2e-5\n"
    "fix g all gravity 9.81 vector 0 0 -1\n"
    "fix plate all mesh/surface file plate.stl type 1 temperature 300 mass_temperature 0.01\n"
    "fix floor all wall/gran model hertz tangential history rolling_friction epsd2 mesh n_meshes 1 meshes "
    "plate " ON "\n"
    "fix back all wall/gran model hertz tangential history rolling_friction epsd2 primitive type 1 yplane "
    "0 " ON "\n"
    "fix front all wall/gran model hertz tangential history primitive type 1 yplane 0.03 shear x 0.5 "
    "heating_tangential_history on\n"
    "fix belt all move/mesh mesh plate linear 0 0 0.001\n"
    "fix n all nve/sphere\nfix h all heat/gran initial_temperature 300\n";

static const char grains[] =
    "lattice sc 0.005 origin 0.5 0.5 0.5\nregion fill block 0.0001 .0299 0.0001 .0299 .002 .04 units box\n"
    "create_atoms 1 region fill\nset group all diameter 0.0048 density 2500\n"
    "region hot block INF INF INF INF INF .012 units box\n"
    "set region hot property/atom Temp 350\nset region hot vx 0.2 vy 0.3\nset group all vz -0.3\n";

typedef struct outcome {
    uint64_t hash;
    tsu_heating given;
    double wall[3], mesh; /* [J], [K] */
} outcome;

static outcome look(const deck *d)
{
    const tsu_world *w = d->session->world;
    return (outcome){tsu_world_hash_state(w),
                     w->heating,
                     {w->wall[0]->heat, w->wall[1]->heat, w->wall[2]->heat},
                     w->mesh[0]->temperature};
}

static void same(const outcome *a, const outcome *b, const char *what)
{
    if (a->hash != b->hash) fail_msg("%s: another state", what);
    if (a->mesh != b->mesh) fail_msg("%s: mesh %.17g and %.17g K", what, a->mesh, b->mesh);
    if (a->given.particles != b->given.particles || a->given.walls != b->given.walls)
        fail_msg("%s: %.17g and %.17g J given", what, a->given.particles, b->given.particles);
    for (int k = 0; k < 3; k++) {
        if (a->wall[k] != b->wall[k])
            fail_msg("%s: wall %d took %.17g and %.17g J", what, k, a->wall[k], b->wall[k]);
    }
}

enum { END = 1500 };

static outcome run_through(int threads, const char *skin, const char *folder, bool save)
{
    void *other = NULL;
    char line[128];
    assert_int_equal(deck_set_up(&other), 0);
    deck *d = other;
    assert_int_equal(chdir(folder), 0);
    d->session->threads = threads;
    deck_run(d, BOX);
    deck_run(d, skin);
    deck_run(d, rest);
    deck_run(d, grains);
    for (int k = 0; k < 4 && save; k++) {
        const double u = tsu_random_uniform(11, 1, TSU_RANDOM_TEST, (uint32_t)k);
        snprintf(line, sizeof line, "run %d upto\nwrite_restart at.%d\n", (int)((k + u) * END / 4), k);
        deck_run(d, line);
    }
    snprintf(line, sizeof line, "run %d upto\n", (int)END);
    deck_run(d, line);
    const outcome o = look(d);
    if (!(o.given.particles > 0.0 && o.wall[0] > 0.0 && o.wall[2] > 0.0 && o.mesh != 300.0))
        fail_msg("%g J to particles, %g and %g J to walls, mesh at %.17g K: too little to tell",
                 o.given.particles, o.wall[0], o.wall[2], o.mesh);
    assert_int_equal(deck_tear_down(&other), 0);
    return o;
}

static outcome run_from(const char *folder, int stop, int threads)
{
    void *other = NULL;
    char line[128];
    assert_int_equal(deck_set_up(&other), 0);
    deck *d = other;
    assert_int_equal(chdir(folder), 0);
    d->session->threads = threads;
    snprintf(line, sizeof line, "read_restart at.%d\n", stop);
    deck_run(d, line);
    deck_run(d, rest);
    snprintf(line, sizeof line, "run %d upto\n", (int)END);
    deck_run(d, line);
    const outcome o = look(d);
    if (strstr(d->screen, "WARNING")) fail_msg("%.300s", strstr(d->screen, "WARNING"));
    assert_int_equal(deck_tear_down(&other), 0);
    return o;
}

static void test_bits(void **state)
{
    deck *d = *state;
    deck_file(d, "plate.stl",
              "solid p\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.03 0 0\nvertex 0.03 0.03 "
              "0\nendloop\n"
              "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.03 0.03 0\nvertex 0 0.03 "
              "0\nendloop\n"
              "endfacet\nendsolid p\n");
    const outcome one = run_through(1, "neighbor 0.001 bin\n", d->folder, true);
    const outcome three = run_through(3, "neighbor 0.001 bin\n", d->folder, false);
    const outcome other = run_through(2, "neighbor 0.0001 bin\n", d->folder, false);
    same(&one, &three, "three threads");
    same(&one, &other, "other lists");
    for (int k = 0; k < 4; k++) {
        const outcome again = run_from(d->folder, k, k + 1);
        same(&one, &again, "continued");
    }
    assert_int_equal(chdir("/"), 0);
}

/* Temperatures are in the hash, and runs without heat keep theirs. */
static void test_hash(void **state)
{
    deck *d = *state;
    deck_run(d, PAIR "fix c all property/global thermalCapacity peratomtype 1000 1000\nrun 1\n");
    const uint64_t without = tsu_world_hash_state(d->session->world);
    deck_run(d, "fix Temp all property/atom Temp scalar yes yes no 300\n");
    assert_true(tsu_world_hash_state(d->session->world) == without);
    deck_run(d, "fix h all heat/gran initial_temperature 300\n");
    const uint64_t with = tsu_world_hash_state(d->session->world);
    assert_true(with != without);
    deck_run(d, "set atom 1 property/atom Temp 300.0000001\n");
    assert_true(tsu_world_hash_state(d->session->world) != with);
    deck_run(d, "set atom 1 property/atom Temp 300\n");
    assert_true(tsu_world_hash_state(d->session->world) == with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_step, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_step_is_enough, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_later, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_not_finite, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_mesh, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_bits, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_hash, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
