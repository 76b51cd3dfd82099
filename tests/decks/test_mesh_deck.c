/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes in decks: each keyword changes what it should. */
#include "session/session.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char stl_file[] = "square.stl";

/* A square of side 0.4 in z = 0, of two triangles. */
static void write_square(void)
{
    static const double corner[2][3][2] = {{{-0.2, -0.2}, {0.2, -0.2}, {0.2, 0.2}},
                                           {{-0.2, -0.2}, {0.2, 0.2}, {-0.2, 0.2}}};
    FILE *f = fopen(stl_file, "w");
    assert_non_null(f);
    fprintf(f, "solid square\n");
    for (int t = 0; t < 2; t++) {
        fprintf(f, "facet normal 0 0 1\nouter loop\n");
        for (int c = 0; c < 3; c++) {
            fprintf(f, "vertex %g %g 0\n", corner[t][c][0], corner[t][c][1]);
        }
        fprintf(f, "endloop\nendfacet\n");
    }
    fprintf(f, "endsolid square\n");
    assert_int_equal(0, fclose(f));
}

static const char head[] =
    "units si\natom_style granular\nboundary m m m\nnewton off\ncommunicate single vel yes\n"
    "region b block -0.5 0.5 -0.5 0.5 -0.5 0.5\ncreate_box 2 b\ncreate_atoms 1 single 0.05 0.05 0.02495\n"
    "set group all diameter 0.05 density 1000\n"
    "fix m1 all property/global youngsModulus peratomtype 5.e6 5.e6\n"
    "fix m2 all property/global poissonsRatio peratomtype 0.45 0.45\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.3 0.3 0.5\n"
    "fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5\n"
    "fix m5 all property/global k_finnie peratomtypepair 2 1.0 2.0 2.0 1.0\n"
    "pair_style gran model hertz tangential history\npair_coeff * *\ntimestep 1e-5\n"
    "fix g all gravity 9.81 vector 0 0 -1\nfix i all nve/sphere\n";

static tsu_session *run(const char *text)
{
    char deck[8192];
    tsu_error err = {0};
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = 1}, &err);
    snprintf(deck, sizeof deck, "%s%s", head, text);
    const tsu_status status = tsu_script_run_string(s->script, "deck", deck, &err);
    if (status != TSU_OK) print_message("%s:%d: %s\n", err.file, err.line, err.message);
    assert_int_equal(TSU_OK, status);
    return s;
}

#define ROLLING                                                                                              \
    "fix r1 all property/global coefficientRollingFriction peratomtypepair 2 .2 .2 .2 .2\n"                  \
    "fix r2 all property/global coefficientRollingViscousDamping peratomtypepair 2 .3 .3 .3 .3\n"            \
    "fix r4 all property/global rollingStiffness scalar 2\n"                                                 \
    "fix r3 all property/global coeffRollingStiffness peratomtypepair 2 .3 .3 .3 .3\n"
#define MESH_WALL "\nfix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad\n"

/* Height or another coordinate of the particle after a run over the mesh with these words. */
static double coordinate(const char *mesh, const char *rest, int axis)
{
    char text[2048];
    snprintf(text, sizeof text, "fix cad all mesh/surface file square.stl %s" MESH_WALL "%s\nrun 2000\n",
             mesh, rest);
    tsu_session *s = run(text);
    const double x = s->world->particles.xr[0][axis];
    tsu_session_destroy(s);
    return x;
}

static void mesh_equals_plane(void **state)
{
    (void)state;
    tsu_session *s = run("set atom 1 vx 0.3\nfix w all wall/gran model hertz tangential history primitive "
                         "type 1 zplane 0\nrun 2000\n");
    const double x = s->world->particles.xr[0][0], z = s->world->particles.xr[0][2];
    tsu_session_destroy(s);
    assert_true(fabs(coordinate("type 1", "set atom 1 vx 0.3", 0) - x) < 1.0e-12);
    assert_true(fabs(coordinate("type 1", "set atom 1 vx 0.3", 2) - z) < 1.0e-12);
    assert_true(fabs(coordinate("type 2", "set atom 1 vx 0.3", 2) - z) > 1.0e-9); /* another restitution */
}

static void placing_keywords_act(void **state)
{
    (void)state;
    const double rest = coordinate("", "", 2);
    assert_true(fabs(rest - 0.025) < 5.0e-4);
    assert_true(coordinate("move 0 0 -0.1", "", 2) < 0.0235); /* it falls */
    assert_true(coordinate("scale 0.1", "", 2) < 0.0235);     /* the square is too small */
    assert_true(fabs(coordinate("rotate axis 1 0 0 angle 90", "", 2) - rest) >
                1e-3); /* the square stands upright */
    assert_true(fabs(coordinate("scale 0.1 move 0.05 0.05 0", "", 2) - rest) < 1.0e-6);
}

/* Words of the mesh, a fix, and beyond which value a coordinate of the sphere must get; it begins at 0.05, 0.05, 0.025. */
static const struct motion {
    const char *name, *words, *fix;
    int axis;
    bool above;
    double value;
} motions[] = {
    {"surface_vel", "surface_vel 0.5 0 0", "", 0, true, 0.0505},
    {"surface_ang_vel", "surface_ang_vel origin 0.05 0 0 axis 0 0 1 omega 5", "", 0, false, 0.0499},
    {"move/mesh linear/variable", "",
     "variable v equal 0.1\nfix mv all move/mesh mesh cad linear/variable 0 0 v_v", 2, true, 0.0255},
    {"move/mesh linear", "", "fix mv all move/mesh mesh cad linear 0 0 0.1", 2, true, 0.0255},
    {"move/mesh wiggle", "", "fix mv all move/mesh mesh cad wiggle amplitude 0 0 0.002 period 0.08", 2, true,
     0.0255},
    {"move/mesh rotate", "", "fix mv all move/mesh mesh cad rotate origin 0 0 0 axis 0 0 1 period 1", 0,
     false, 0.0499},
    {"move/mesh rotate/variable", "",
     "fix mv all move/mesh mesh cad rotate/variable origin 0 0 0 axis 0 0 1 omega 6", 0, false, 0.0499},
    {"move/mesh riggle", "",
     "fix mv all move/mesh mesh cad riggle origin 0 0 0 axis 0 1 0 period 0.08 amplitude 5", 2, false,
     0.0245},
    {"move/mesh viblin", "",
     "fix mv all move/mesh mesh cad viblin axis 0 0 1 order 1 amplitude 0.002 phase 0 period 0.04", 2, false,
     0.0247},
    {"move/mesh vibrot", "",
     "fix mv all move/mesh mesh cad vibrot origin 0 0 0 axis 0 1 0 order 1 amplitude 0.1 phase 1.5 period "
     "0.1",
     2, true, 0.0255},
};

static void moving_keywords_act(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
        const struct motion *m = &motions[k];
        const double x = coordinate(m->words, m->fix, m->axis);
        if (m->above ? !(x > m->value) : !(x < m->value)) fail_msg("%s: %g", m->name, x);
    }
}

/* A sphere at rest weighs on the mesh; sliding wears it. */
static void stress_and_wear(void **state)
{
    (void)state;
    tsu_session *s =
        run("set atom 1 vx 0.3\nfix cad all mesh/surface/stress file square.stl wear finnie" MESH_WALL
            "run 40000\n");
    double fz = 0.0;
    assert_int_equal(TSU_OK, tsu_script_evaluate(s->script, "f_cad[3]", &fz, NULL));
    const double weight = s->world->particles.mass[0] * 9.81;
    assert_true(fabs(fz + weight) < 1.0e-14 * weight);
    assert_int_equal(TSU_OK, tsu_script_evaluate(s->script, "f_w[3]", &fz, NULL));
    assert_true(fabs(fz + weight) < 1.0e-14 * weight);
    const tsu_mesh_loads *loads = tsu_meshes_find(s->world, "cad")->loads;
    assert_non_null(loads->depth);
    assert_true(loads->depth[0] + loads->depth[1] > 0.0);
    tsu_session_destroy(s);
}

/* A sphere that slides and rolls on a mesh that turns: what the torque on the mesh does over the angle is the work of the wall in
 * the audit, whatever couple resists the rolling. It is off only by the way of the contact in a step. */
static void torque_does_the_work(void **state)
{
    static const char *const laws[] = {
        "off", "cdt", "epsd", "epsd2", "epsd3", "luding", "epsd3 torsionTorque on"};
    const double speed = 2.0;
    (void)state;
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        char text[2048];
        snprintf(text, sizeof text,
                 ROLLING
                 "pair_style gran model hertz tangential history rolling_friction %s\npair_coeff * *\n"
                 "set atom 1 x 0 y 0 omegay -40 omegaz 30\n"
                 "fix cad all mesh/surface/stress file square.stl reference_point 0 0 -0.05\n"
                 "fix w all wall/gran model hertz tangential history rolling_friction %s mesh n_meshes 1 "
                 "meshes cad\n"
                 "fix mv all move/mesh mesh cad rotate origin 0 0 -0.05 axis 0 1 0 period %.17g\nrun 0\n",
                 laws[k], laws[k], 2.0 * 3.14159265358979323846 / speed);
        tsu_session *s = run(text);
        const tsu_mesh_loads *loads = tsu_meshes_find(s->world, "cad")->loads;
        double work = 0.0, before = loads->torque[1];
        for (int q = 0; q < 2000; q++) {
            assert_int_equal(TSU_OK, tsu_world_advance(s->world, 1, NULL));
            work -= 0.5 * s->world->dt * speed * (before + loads->torque[1]);
            before = loads->torque[1];
        }
        const double booked = tsu_exact_round(&s->world->ledger.wall_work);
        if (!(fabs(work - booked) < 1e-4 * fabs(booked)))
            fail_msg("rolling_friction %s: %.6e J by the torque, %.6e J booked", laws[k], work, booked);
        tsu_session_destroy(s);
    }
}

/* The inside of a drum about the y axis, of radius 0.1 and length 0.3, of 24 flat staves. */
static void write_drum(void)
{
    FILE *f = fopen("drum.stl", "w");
    assert_non_null(f);
    fprintf(f, "solid drum\n");
    for (int t = 0; t < 48; t++) {
        const double one = 2.0 * 3.14159265358979323846 * (t / 2) / 24.0,
                     two = one + 2.0 * 3.14159265358979323846 / 24.0;
        const double end = t % 2 ? 0.15 : -0.15, y[3] = {end, end, -end};
        const double at[3] = {t % 2 ? two : one, t % 2 ? one : two, t % 2 ? one : two};
        fprintf(f, "facet normal 0 0 0\nouter loop\n");
        for (int c = 0; c < 3; c++) {
            fprintf(f, "vertex %.17g %.17g %.17g\n", 0.1 * cos(at[c]), y[c], 0.1 * sin(at[c]));
        }
        fprintf(f, "endloop\nendfacet\n");
    }
    fprintf(f, "endsolid drum\n");
    assert_int_equal(0, fclose(f));
}

/* A drum that turns with spheres in it while two plates turn between them, each about an axis of its own: the powers of the three add
 * up to the work of the walls, with every rolling law. */
static void torques_of_several_meshes(void **state)
{
    static const char *const laws[] = {
        "off", "cdt", "epsd", "epsd2", "epsd3", "luding", "epsd2 torsionTorque on"};
    static const char *const meshes[] = {"drum", "low", "side"};
    const double speed[] = {3.0, -2.0, 1.5}, pi = 3.14159265358979323846;
    static const int axis[] = {1, 1, 2};
    (void)state;
    write_drum();
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        char text[4096];
        snprintf(
            text, sizeof text,
            ROLLING
            "pair_style gran model hertz tangential history rolling_friction %s\npair_coeff * *\n"
            "delete_atoms group all\ncreate_atoms 1 single 0 0 -0.0738\ncreate_atoms 1 single -0.049 0.01 "
            "-0.0575\ncreate_atoms 1 single 0.3 0 0.0249\ncreate_atoms 1 single 0.3 0.3749 0.06\n"
            "set group all diameter 0.05 density 1000\nset atom 3 omegay -40 omegaz 30\n"
            "set atom 4 vy 0.3 omegax 20\n"
            "fix drum all mesh/surface/stress file drum.stl reference_point 0 0 0\n"
            "fix low all mesh/surface/stress file square.stl scale 0.5 move 0.3 0 0 reference_point 0.3 0 "
            "-0.05\n"
            "fix side all mesh/surface/stress file square.stl scale 0.5 rotate axis 1 0 0 angle 90 move 0.3 "
            "0.4 "
            "0.06 reference_point 0.3 0.4 0\n"
            "fix w all wall/gran model hertz tangential history rolling_friction %s mesh n_meshes 3 "
            "meshes drum low side\n"
            "fix mv1 all move/mesh mesh drum rotate origin 0 0 0 axis 0 1 0 period %.17g\n"
            "fix mv2 all move/mesh mesh low rotate origin 0.3 0 -0.05 axis 0 -1 0 period %.17g\n"
            "fix mv3 all move/mesh mesh side rotate origin 0.3 0.4 0 axis 0 0 1 period %.17g\nrun 0\n",
            laws[k], laws[k], 2.0 * pi / 3.0, 2.0 * pi / 2.0, 2.0 * pi / 1.5);
        tsu_session *s = run(text);
        double work = 0.0, before[3], share[3] = {0};
        for (int q = 0; q < 1500; q++) {
            if (q > 0) assert_int_equal(TSU_OK, tsu_world_advance(s->world, 1, NULL));
            for (int m = 0; m < 3; m++) {
                const double torque = tsu_meshes_find(s->world, meshes[m])->loads->torque[axis[m]];
                if (q > 0) share[m] -= 0.5 * s->world->dt * speed[m] * (before[m] + torque);
                before[m] = torque;
            }
        }
        work = share[0] + share[1] + share[2];
        const double booked = tsu_exact_round(&s->world->ledger.wall_work);
        assert_true(share[0] != 0.0 && share[1] != 0.0 && share[2] != 0.0);
        if (!(fabs(work - booked) < 1e-4 * (fabs(share[0]) + fabs(share[1]) + fabs(share[2]))))
            fail_msg("rolling_friction %s: %.6e J by the torques, %.6e J booked", laws[k], work, booked);
        tsu_session_destroy(s);
    }
    remove("drum.stl");
}

/* Losses of single particles at a mesh, whose contacts become many while the run goes on, add up to those of all. */
static void losses_at_a_mesh(void **state)
{
    (void)state;
    tsu_session *s = run("lattice sc 0.052\nregion r block -0.19 0.19 -0.19 0.19 0.06 0.4 units box\n"
                         "create_atoms 1 region r\nset group all diameter 0.05 density 1000\n"
                         "fix cad all mesh/surface file square.stl" MESH_WALL
                         "compute l all dissipated/atom\ncompute sum all reduce sum c_l[1]\nrun 8000\n");
    double sum = 0.0, all = 0.0;
    assert_int_equal(TSU_OK, tsu_script_evaluate(s->script, "c_sum", &sum, NULL));
    assert_int_equal(TSU_OK, tsu_script_evaluate(s->script, "edissipated", &all, NULL));
    assert_true(s->world->wall[0]->contacts.capacity > 0); /* more than at the start */
    assert_true(all > 1e-3);
    assert_true(fabs(sum - all) < 1e-11 * all);
    tsu_session_destroy(s);
}

/* A servo presses a plate on the sphere with 5 N. */
static void servo_presses(void **state)
{
    (void)state;
    tsu_session *s = run("fix f all wall/gran model hertz tangential history primitive type 1 zplane 0\n"
                         "fix cad all mesh/surface/stress/servo file square.stl move 0 0 0.052 com 0.05 0.05 "
                         "0.052 ctrlPV force axis 0 0 -1 "
                         "target_val 5.0 vel_max 0.05 kp 1.0" MESH_WALL "run 60000\n");
    double fz = 0.0;
    assert_int_equal(TSU_OK, tsu_script_evaluate(s->script, "f_cad[3]", &fz, NULL));
    print_message("servo force %g\n", fz);
    assert_true(fabs(fz - 5.0) < 0.1);
    tsu_session_destroy(s);
}

int main(void)
{
    char folder[] = "/tmp/tsubu_mesh_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    write_square();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_equals_plane),    cmocka_unit_test(placing_keywords_act),
        cmocka_unit_test(moving_keywords_act),  cmocka_unit_test(stress_and_wear),
        cmocka_unit_test(torque_does_the_work), cmocka_unit_test(torques_of_several_meshes),
        cmocka_unit_test(losses_at_a_mesh),     cmocka_unit_test(servo_presses)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(stl_file);
    return chdir("/") != 0 || rmdir(folder) != 0 || failed;
}
