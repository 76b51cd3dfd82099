/* SPDX-License-Identifier: Apache-2.0 */
/* fix massflow/mesh: who passes a mesh is counted, told and taken out; fix deform: the box and the places in it change by the
 * laws of their kinds. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

#define FACET(a, b, c)                                                                                       \
    "facet normal 0 0 1\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"
/* A square of 0.4 in z = 0, and one whose second half is bent down. */
#define SQUARE                                                                                               \
    "solid s\n" FACET("-.2 -.2 0", ".2 -.2 0", ".2 .2 0")                                                    \
        FACET("-.2 -.2 0", ".2 .2 0", "-.2 .2 0") "endsolid\n"
#define BENT                                                                                                 \
    "solid s\n" FACET("-.2 -.2 0", ".2 -.2 0", ".2 .2 0")                                                    \
        FACET("-.2 -.2 0", ".2 .2 0", "-.2 .2 -.1") "endsolid\n"

/* 1 and 2 fall through the square, 3 beside it, 4 rises through it. */
static void begin(deck *d, const char *mesh, const char *fix)
{
    char text[4096], path[512];
    snprintf(path, sizeof path, "%s", deck_file(d, "mesh.stl", mesh));
    snprintf(text, sizeof text,
             DECK_BEGIN DECK_LAWS
             "create_atoms 1 single 0.1 0 0.0105\ncreate_atoms 1 single -0.1 0 0.0205\n"
             "create_atoms 1 single 0.5 0 0.0105\ncreate_atoms 1 single 0 0.1 -0.0105\n"
             "set group all diameter 0.02 density 1000\nset atom 1*3 vz -1\nset atom 4 vz 1\ntimestep 1e-3\n"
             "fix n all nve/sphere\nfix tag all property/atom tag scalar no no no 7\nfix cad all "
             "mesh/surface file %s\n%s",
             path, fix);
    deck_run(d, text);
}

static double one(void)
{
    return pi / 6.0 * 8e-6 * 1000.0;
}

static void test_counts(void **state)
{
    deck *d = *state;
    char text[512];
    snprintf(
        text, sizeof text,
        "fix f all massflow/mesh mesh cad vec_side 0 0.1 -1 count multiple sum_property tag file %s/passed "
        "writeTime\nfix once all massflow/mesh mesh cad vec_side 0 0 -1 count once\nrun 15\n",
        d->folder);
    begin(d, SQUARE, text);
    deck_near(deck_value(d, "f_f[1]"), one(), 1e-15);
    deck_near(deck_value(d, "f_f[2]"), 1.0, 0.0);
    deck_near(deck_value(d, "f_f[3]"), one() / 0.015, 1e-12);
    deck_near(deck_value(d, "f_f[4]"), 1.0 / 0.015, 1e-9);
    deck_run(d, "run 10\n");
    deck_near(deck_value(d, "f_f[2]"), 2.0, 0.0);
    deck_near(deck_value(d, "f_f[4]"), 100.0, 1e-9); /* one in the 10 steps since it was asked */
    deck_near(deck_value(d, "f_f[4]"), 100.0, 1e-9); /* asking twice in a step changes nothing */
    deck_near(deck_value(d, "f_f[7]"), 14.0, 0.0);
    deck_run(
        d,
        "set atom 1*2 vz 1\nset atom 4 vz -1\nrun 40\nset atom 1*2 vz -1\nrun 40\n"); /* up and down again */
    deck_near(deck_value(d, "f_f[2]"), 5.0, 0.0);
    deck_near(deck_value(d, "f_once[2]"), 3.0, 0.0);
    char line[256] = "", path[256];
    snprintf(path, sizeof path, "%s/passed", d->folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "# ID time  diameter x y z u v w  (ex ey ez, color)\n");
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "1  0.011  0.02  0.1    0 -0.0005    0    0   -1\n");
    fclose(file);
    deck_refuses(d, "fix x all massflow/mesh mesh cad vec_side 1 0 0\n", "lies in the plane");
    deck_refuses(d, "fix x all massflow/mesh mesh cad\n", "`vec_side` is missing");
    deck_refuses(d, "fix x all massflow/mesh vec_side 0 0 1\n", "`mesh` is missing");
    deck_refuses(d, "fix x all massflow/mesh mesh cad vec_side 0 0 1 delete_atoms yes\n",
                 "needs `count once`");
    deck_refuses(d, "fix x all massflow/mesh mesh cad vec_side 0 0 1 inside_out\n", "only with");
    deck_refuses(d, "fix x all massflow/mesh mesh cad vec_side 0 0 1 sum_property none\n",
                 "no scalar property");
    deck_refuses(d, "fix x all massflow/mesh mesh bad vec_side 0 0 1\n", "'bad'");
}

static void test_takes_out(void **state)
{
    deck *d = *state;
    begin(d, SQUARE,
          "fix f all massflow/mesh mesh cad vec_side 0 0 -1 count once delete_atoms yes\nrun 12\n");
    assert_int_equal(deck_particles(d)->count, 3);
    deck_near(deck_value(d, "f_f[5]"), one(), 1e-15);
    deck_near(deck_value(d, "f_f[6]"), 1.0, 0.0);
    deck_run(d, "run 20\n");
    assert_int_equal(deck_particles(d)->count, 2);
    assert_true(tsu_session_row(d->session, 2) < 0 && tsu_session_row(d->session, 3) >= 0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-15);
}

/* A bent mesh, passed towards a point below, or away from it. */
static void test_outlet(void **state)
{
    deck *d = *state;
    begin(d, BENT,
          "set atom 4 z -0.06\nfix f all massflow/mesh mesh cad point_at_outlet 0 0 -0.5 count once\n"
          "fix b all massflow/mesh mesh cad point_at_outlet 0 0 -0.5 inside_out count once\nrun 100\n");
    deck_near(deck_value(d, "f_f[2]"), 2.0, 0.0);
    deck_near(deck_value(d, "f_b[2]"), 1.0, 0.0);
    deck_refuses(d, "fix x all massflow/mesh mesh cad vec_side 0 0 -1\n", "is not flat");
    deck_refuses(d, "fix x all massflow/mesh mesh cad point_at_outlet 0 0 1\n", "needs `count once`");
}

static void test_flow_goes_on(void **state)
{
    deck *d = *state;
    char text[1024];
    snprintf(text, sizeof text,
             "fix f all massflow/mesh mesh cad vec_side 0 0 -1 count once\nrun 15\nwrite_restart %s/a\n",
             d->folder);
    begin(d, SQUARE, text);
    snprintf(text, sizeof text,
             "clear\nread_restart %s/a\n" DECK_LAWS
             "timestep 1e-3\nfix n all nve/sphere\nfix cad all mesh/surface "
             "file %s/mesh.stl\nfix f all massflow/mesh mesh cad vec_side 0 0 -1 count once\nrun 0\n",
             d->folder, d->folder);
    deck_run(d, text);
    deck_near(deck_value(d, "f_f[2]"), 1.0, 0.0);
    deck_run(d, "run 10\nset atom 1*2 vz 1\nrun 40\nset atom 1*2 vz -1\nrun 50\n");
    deck_near(deck_value(d, "f_f[2]"), 2.0, 0.0); /* the first is not counted again */
}

/* ---- deform --------------------------------------------------------------------------------------------------------------- */

#define PERIODIC                                                                                             \
    "units si\nboundary p p p\nregion box block -1 1 -1 1 0 2\ncreate_box 2 box\n" DECK_LAWS                 \
    "create_atoms 1 single 0.5 0.5 1.5\nset group all diameter 0.1 density 1000\nfix n all nve/sphere\n"

static void box_is(deck *d, int axis, double lo, double hi)
{
    const tsu_box *b = &d->session->world->box;
    deck_near(b->lo[axis], lo, 1e-12);
    deck_near(b->hi[axis], hi, 1e-12);
}

static void test_kinds(void **state)
{
    deck *d = *state;
    const double t = 1e-3;
    deck_run(d,
             PERIODIC "fix d all deform 10 x final -2 1.5 y delta -0.1 0.3 z scale 0.5 flip no\nrun 100\n");
    deck_says(d, "`flip` is without effect");
    box_is(d, 0, -2.0, 1.5);
    box_is(d, 1, -1.1, 1.3);
    box_is(d, 2, 0.5, 1.5);
    const double *x = deck_particles(d)->xr[0];
    deck_near(x[0], -2.0 + 0.75 * 3.5, 1e-12); /* the same part of the box */
    deck_near(x[2], 1.25, 1e-12);
    deck_run(d, "clear\n" PERIODIC "fix d all deform 1 x vel 20 y erate -30 z trate 50\nrun 50\n");
    box_is(d, 0, -1.0 - 0.5 * 20 * t / 2, 1.0 + 0.5 * 20 * t / 2);
    box_is(d, 1, -1.0 + 0.03 / 2, 1.0 - 0.03 / 2);
    box_is(d, 2, 1.0 - exp(50 * t / 2), 1.0 + exp(50 * t / 2));
    deck_run(d, "clear\n" PERIODIC
                "variable c equal 0.02*step\nvariable r equal 2000\nfix d all deform 1 x wiggle 0.2 "
                "0.004 y variable v_c v_r remap none\nrun 100\n");
    box_is(d, 0, -1.1, 1.1);
    box_is(d, 1, -2.0, 2.0);
    deck_near(deck_particles(d)->xr[0][0], 0.5, 1e-15);
    deck_run(d, "clear\n" PERIODIC "fix d all deform 5 x scale 2 y volume z volume\nrun 10\n");
    box_is(d, 1, -sqrt(0.5), sqrt(0.5));
    box_is(d, 2, 1.0 - sqrt(0.5), 1.0 + sqrt(0.5));
    deck_run(d, "clear\n" PERIODIC "fix d all deform 5 x scale 2 z volume\nrun 10\n");
    box_is(d, 2, 0.5, 1.5);
}

/* Between runs: anew each time, unless they are parts of one. */
static void test_runs(void **state)
{
    deck *d = *state;
    deck_run(d, PERIODIC "fix d all deform 1 x erate 100\nrun 100\nrun 100\n");
    box_is(d, 0, -1.21, 1.21);
    deck_run(d, "clear\n" PERIODIC
                "fix d all deform 1 x erate 100\nrun 100 start 0 stop 200\nrun 100 start 0 stop 200\n");
    box_is(d, 0, -1.2, 1.2);
    deck_refuses(d, "fix e all deform 1 xy erate 1\n", "not rectangular");
    deck_refuses(d, "fix e all deform 1 yz erate 1\n", "examples/08_shear_cell");
    deck_refuses(d, "fix e all deform 1 x erate 1 remap v\n", "`remap x` moves the particles with the box");
    deck_refuses(d, "fix e all deform 1\n", "no axis");
    deck_refuses(d, "fix e all deform 1 x volume\n", "another axis");
    deck_refuses(d, "fix e all deform 1 x erate -1e9\nrun 10\n", "would reach");
    deck_refuses(d,
                 "clear\n" DECK_BEGIN DECK_LAWS
                 "change_box all boundary s f f\nfix e all deform 1 x erate 1\nrun 0\n",
                 "follow the particles");
}

#define PRESSED "fix n all nve/sphere\nfix d all deform 1 x erate -20 y final -0.9 0.9\n"

/* Spheres that are pressed together by the box: the work is in the accounts, and a restart changes nothing. */
static void test_deform_goes_on(void **state)
{
    deck *d = *state;
    char text[2048];
    snprintf(text, sizeof text,
             PERIODIC
             "create_atoms 1 single 0.599 0.5 1.5\nset group all diameter 0.1 density 1000\nunfix n\n" PRESSED
             "restart 80 %s/a.*\nrun 200\n",
             d->folder);
    deck_run(d, text);
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    assert_true(deck_value(d, "eelastic") + deck_value(d, "ke") > 1e-6 && deck_value(d, "egiven") > 1e-6);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-11 * deck_value(d, "egiven"));
    snprintf(text, sizeof text, "clear\nread_restart %s/a.80\n" DECK_LAWS PRESSED "run 200 upto\n",
             d->folder);
    deck_run(d, text);
    assert_true(tsu_world_hash_state(d->session->world) == straight);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_counts),        TEST(test_takes_out), TEST(test_outlet),
                                       TEST(test_flow_goes_on),  TEST(test_kinds),     TEST(test_runs),
                                       TEST(test_deform_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
