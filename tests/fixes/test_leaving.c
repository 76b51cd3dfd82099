/* SPDX-License-Identifier: Apache-2.0 */
/* Particles that leave in the middle of a run take their energy along, and what their contacts hold: beyond a face of the box, or
 * counted by fix massflow/mesh and deleted. The audit closes to rounding, between steps and in the middle of a step. */
#include "decks/deck_fixture.h"

#define LAWS "hertz tangential history rolling_friction epsd2"
#define START(DT)                                                                                            \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "fix m5 all property/global coefficientRollingFriction peratomtypepair 2 .2 .2 .2 .2\n"              \
        "pair_style gran model " LAWS "\npair_coeff * *\nthermo_modify lost ignore norm no\n"                \
        "timestep " DT "\n"
#define SQUARE                                                                                               \
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex .5 -.5 0\nvertex 1.5 -.5 0\nvertex 1.5 .5 "             \
    "0\nendloop\nendfacet\n"                                                                                 \
    "facet normal 0 0 1\nouter loop\nvertex .5 -.5 0\nvertex 1.5 .5 0\nvertex .5 .5 "                        \
    "0\nendloop\nendfacet\nendsolid\n"

/* Runs until a particle has left and returns the residual over the elastic energy that was there before. */
static double left_over(deck *d, const char *text, const char *unit_run)
{
    double held = 0.0;
    deck_run(d, text);
    const int32_t first = deck_particles(d)->count;
    for (int k = 0; k < 400 && deck_particles(d)->count == first; k++) {
        held = deck_value(d, "eelastic");
        deck_run(d, unit_run);
    }
    assert_int_equal(deck_particles(d)->count, first - 1);
    assert_true(held > 1e-6);
    return deck_value(d, "eresidual") / held;
}

static void check_within(deck *d, const char *coarse, const char *fine, double most, double most_fine)
{
    const double a = fabs(left_over(d, coarse, "run 1\n"));
    deck_run(d, "clear\n");
    const double b = fabs(left_over(d, fine, "run 8\n"));
    if (!(a < most) || !(b < most_fine))
        fail_msg("%.2e and %.2e of what the contact held are left over", a, b);
}

/* Nothing but rounding of the energies around, which are much larger than what a contact holds. */
static void check(deck *d, const char *coarse, const char *fine)
{
    check_within(d, coarse, fine, 1e-9, 1e-9);
}

/* Two spheres, pressed, sliding and spinning, of which the first flies beyond the face. */
#define PAIR                                                                                                 \
    "create_atoms 1 single .9998 0 0\ncreate_atoms 1 single .9801 0 .002\nset group all diameter .02 "       \
    "density "                                                                                               \
    "2000\n"                                                                                                 \
    "set group all vx .7\nset atom 1 vz .2\nset atom 2 vx .9 omegay 20\nfix n all nve/sphere\nfix g all "    \
    "gravity 9.81 vector 0 0 -1\nrun 0\n"

static void pair_at_a_face(void **state)
{
    check(*state, START("2e-5") PAIR, START("2.5e-6") PAIR);
}

/* A sphere that rolls and slides off along a moving plane, cylinder or belt. */
#define SPHERE(Z)                                                                                            \
    "create_atoms 1 single .9998 0 " Z "\nset group all diameter .02 density 2000 vx 1 omegay 30\n"          \
    "fix n all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\n"
#define PLANE    "fix w all wall/gran model " LAWS " primitive type 1 zplane 0 shear x .5\nrun 0\n"
#define CYLINDER "fix w all wall/gran model " LAWS " primitive type 1 xcylinder .1 0 0 shear x 2\nrun 0\n"

static void sphere_on_a_plane(void **state)
{
    check(*state, START("2e-5") SPHERE(".0099") PLANE, START("2.5e-6") SPHERE(".0099") PLANE);
}

static void sphere_in_a_cylinder(void **state)
{
    check(*state, START("2e-5") SPHERE("-.0901") CYLINDER, START("2.5e-6") SPHERE("-.0901") CYLINDER);
}

static void sphere_on_a_belt(void **state)
{
    deck *d = *state;
    char belt[1024], coarse[4096], fine[4096];
    snprintf(belt, sizeof belt,
             "fix cad all mesh/surface file %s type 1 surface_vel .4 .2 0\n"
             "fix w all wall/gran model " LAWS " mesh n_meshes 1 meshes cad\nrun 0\n",
             deck_file(d, "belt.stl", SQUARE));
    snprintf(coarse, sizeof coarse, START("2e-5") SPHERE(".0099") "%s", belt);
    snprintf(fine, sizeof fine, START("2.5e-6") SPHERE(".0099") "%s", belt);
    check(d, coarse, fine);
}

/* Deleted between two steps while pressed against another one that stays, with a force that a command adds to both. Forces are known
 * then, and nothing is left over. */
static void deleted_by_a_count(void **state)
{
    deck *d = *state;
    static const char text[] = "create_atoms 1 single .9 0 -.0002\ncreate_atoms 1 single .9 .001 .0194\n"
                               "set group all diameter .02 density 2000 vz 1\nset atom 2 vz .8 omegax 9\n"
                               "fix n all nve/sphere\nfix push all addforce 0 0 40\n";
    char rest[1024], coarse[4096], fine[4096];
    snprintf(rest, sizeof rest,
             "fix cad all mesh/surface file %s\n"
             "fix out all massflow/mesh mesh cad vec_side 0 0 1 count once delete_atoms yes\nrun 0\n",
             deck_file(d, "gate.stl", SQUARE));
    snprintf(coarse, sizeof coarse, START("2e-5") "%s%s", text, rest);
    snprintf(fine, sizeof fine, START("2.5e-6") "%s%s", text, rest);
    check_within(d, coarse, fine, 1e-11, 1e-11);
}

/* Free fall is integrated without error, so nothing at all may be left over when somebody falls out of the box. */
static void falling_out(void **state)
{
    deck *d = *state;
    deck_run(d,
             START("1e-3") "create_atoms 1 single 0 0 -.99\nset group all diameter .02 density 2000 vz -1\n"
                           "fix n all nve/sphere\nfix g all gravity 9.81 vector 1 0 -1\nrun 0\n");
    const double energy = deck_value(d, "ke");
    deck_run(d, "run 100\n");
    assert_int_equal(deck_particles(d)->count, 0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-12 * energy);
}

/* delete_atoms between two runs: what the contacts held is given back. */
static void deleted_by_a_command(void **state)
{
    deck *d = *state;
    deck_run(d, START("2e-5") PAIR);
    const double held = deck_value(d, "eelastic");
    assert_true(held > 1e-6);
    deck_run(d, "group gone id 1\ndelete_atoms group gone compress no\nrun 0\n");
    deck_near(deck_value(d, "eelastic"), 0.0, 0.0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-9 * held);
}

/* A crowd that flies apart, over a belt and in a cylinder that move, in one run, in which most forces are not kept. */
static void crowd(void **state)
{
    deck *d = *state;
    static const char belt[] =
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex -2 -2 -.99\nvertex 2 -2 -.99\nvertex 2 2 -.99\n"
        "endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex -2 -2 -.99\nvertex 2 2 -.99\n"
        "vertex -2 2 -.99\nendloop\nendfacet\nendsolid\n";
    deck_file(d, "wide.stl", belt);
    deck_run_here(d, START("1e-5") "lattice sc .0198\nregion r block .9 1 -.1 .1 -.981 -.9 units "
                                   "box\ncreate_atoms 1 region r\n"
                                   "set group all diameter .02 density 2000\nvariable v atom "
                                   "normal(0,.3,4928459)\nvelocity all set v_v v_v v_v\n"
                                   "set group all omegay 20\nfix cad all mesh/surface file @/wide.stl type 1 "
                                   "surface_vel .5 0 0\n"
                                   "fix w all wall/gran model " LAWS " mesh n_meshes 1 meshes cad\n"
                                   "fix c all wall/gran model " LAWS
                                   " primitive type 1 xcylinder .11 0 -.95 shear x .5\n"
                                   "fix n all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\nrun 0\n");
    const int32_t first = deck_particles(d)->count;
    deck_run(d, "run 3000\n");
    const double unit = deck_value(d, "eexchanged");
    print_message("%d of %d have left, residual %.1e\n", first - deck_particles(d)->count, first,
                  deck_value(d, "eresidual") / unit);
    assert_true(deck_particles(d)->count < first - 10);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-12 * unit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pair_at_a_face, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(sphere_on_a_plane, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(sphere_in_a_cylinder, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(sphere_on_a_belt, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(deleted_by_a_count, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(crowd, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(falling_out, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(deleted_by_a_command, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
