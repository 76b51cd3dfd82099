/* SPDX-License-Identifier: Apache-2.0 */
/* Dumps: what is in the files, which files there are, and that writing them changes nothing. The layouts are those that
 * LIGGGHTS 3.8 (Debian, with VTK 9.1) writes for the same commands: checked byte for byte but for the line that names the
 * program. */
#include "decks/deck_fixture.h"
#include "step/ledger/energy.h"
#include <sys/stat.h>

/* Two particles that fly apart, so that all numbers are known. */
#define TWO                                                                                                  \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "create_atoms 2 single 0.25 0.5 -0.5\ncreate_atoms 1 single -0.25 0.125 0.75\n"                      \
        "set group all diameter 0.1 density 1000\nset atom 2 diameter 0.2\n"                                 \
        "velocity all set 1 2 -4\ngroup two id 2\ngroup none id 9\nfix integrate all nve/sphere\n"

static bool is_there(const deck *d, const char *name)
{
    char path[512];
    struct stat known;
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    return stat(path, &known) == 0;
}

#define BOX "ITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 1\n-1 1\n"

static void custom_text(void **state)
{
    deck *d = *state;
    deck_run_here(
        d, TWO "variable twice atom 2*x\n"
               "dump a all custom 10 @/new/folder/a_*.txt id type x y z vx fx radius mass ix xs xu v_twice\n"
               "dump b two custom 10 @/b.txt id diameter element tqz\n"
               "dump c none custom 10 @/c_*.txt id\n"
               "run 10\nundump b\nrun 5\n");
    deck_file_is(d, "new/folder/a_0.txt",
                 "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\n" BOX
                 "ITEM: ATOMS id type x y z vx fx radius mass ix xs xu v_twice \n"
                 "1 2 0.25 0.5 -0.5 1 0 0.05 0.523599 0 0.625 0.25 0.5 \n"
                 "2 1 -0.25 0.125 0.75 1 0 0.1 4.18879 0 0.375 -0.25 -0.5 \n");
    deck_file_has(d, "new/folder/a_10.txt",
                  "\n1 2 0.2501 0.5002 -0.5004 1 0 0.05 0.523599 0 0.62505 0.2501 0.5002 \n");
    deck_file_is(d, "b.txt",
                 "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\n" BOX
                 "ITEM: ATOMS id diameter element tqz \n2 0.2 C 0 \n"
                 "ITEM: TIMESTEP\n10\nITEM: NUMBER OF ATOMS\n1\n" BOX
                 "ITEM: ATOMS id diameter element tqz \n2 0.2 C 0 \n");
    deck_file_is(d, "c_0.txt", "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n0\n" BOX "ITEM: ATOMS id \n");
}

static void which_snapshots(void **state)
{
    deck *d = *state;
    deck_run_here(d, TWO "run 3\nvariable next equal step*2\n"
                         "dump a all custom 10 @/a_*.txt id\n"
                         "dump b all custom 10 @/b_%_*.txt id\ndump_modify b first yes pad 5\n"
                         "dump c all custom 10 @/c_*.txt id\ndump_modify c every v_next\n"
                         "dump e all custom 10 @/e_*.txt id\ndump_modify e every 4\n"
                         "run 7\n");
    assert_false(is_there(d, "a_3.txt"));
    assert_true(is_there(d, "a_10.txt"));
    assert_true(is_there(d, "b_0_00003.txt") && is_there(d, "b_0_00010.txt"));
    assert_true(!is_there(d, "c_3.txt") && is_there(d, "c_6.txt"));
    assert_true(is_there(d, "e_4.txt") && is_there(d, "e_8.txt") && !is_there(d, "e_10.txt"));
    /* a second run begins with the step that is there already: it is not written again */
    deck_run_here(d, "shell rm @/a_10.txt\nrun 10\n");
    assert_false(is_there(d, "a_10.txt"));
    assert_true(is_there(d, "a_20.txt") && is_there(d, "c_20.txt"));
    deck_run_here(d, "dump f all custom 10 @/f.txt id\nrun 10\nundump f\nrun 1\n"
                     "dump f all custom 1 @/f.txt id\ndump_modify f append yes\nrun 1\n");
    const char *text = deck_content(d, "f.txt");
    int snapshots = 0;
    for (const char *at = text; (at = strstr(at, "ITEM: TIMESTEP")); at++) {
        snapshots++;
    }
    assert_int_equal(snapshots, 4); /* 20, 30, then 31 and 32 behind them */
    deck_refuses(d, "variable back equal 1\ndump_modify f every v_back\nrun 1\n",
                 "not after the present step");
}

static void choice_and_order(void **state)
{
    deck *d = *state;
    deck_run_here(d, TWO "create_atoms 1 single 0.5 0.5 0.5\nset atom 3 diameter 0.4 density 1000\n"
                         "region left block -1 0 -1 1 -1 1\n"
                         "dump a all custom 10 @/a_*.txt id x radius\n"
                         "dump_modify a sort -3 format \"%d %10.3e %g\"\n"
                         "dump b all custom 10 @/b_*.txt id\ndump_modify b region left\n"
                         "dump c all custom 10 @/c_*.txt id type element\n"
                         "dump_modify c thresh x > 0 thresh radius <= 0.1 element Sand Steel label mix\n"
                         "dump e all xyz 10 @/e_*.xyz\ndump_modify e element A B\n"
                         "run 0\n");
    deck_file_has(d, "a_0.txt", "radius \n3  5.000e-01 0.2 \n2 -2.500e-01 0.1 \n1  2.500e-01 0.05 \n");
    deck_file_has(d, "b_0.txt", "ITEM: ATOMS id \n2 \n");
    deck_file_is(d, "c_0.txt",
                 "ITEM: TIMESTEP\n0\nITEM: LABEL\nmix\nITEM: NUMBER OF ATOMS\n1\n" BOX
                 "ITEM: ATOMS id type element \n1 2 Steel \n");
    deck_file_is(d, "e_0.xyz", "3\nAtoms. Timestep: 0\nB 0.25 0.5 -0.5\nA -0.25 0.125 0.75\nA 0.5 0.5 0.5\n");
    deck_run_here(d, "dump_modify c thresh none\ndump_modify c label again\nrun 1\nrun 9\n");
    deck_file_has(d, "c_10.txt", "ITEM: NUMBER OF ATOMS\n3\n");
}

static void vtk_of_particles(void **state)
{
    deck *d = *state;
    deck_run_here(
        d, TWO "variable twice atom 2*x\n"
               "compute e all ke/atom\ncompute m all displace/atom\n"
               "dump a all custom/vtk 10 @/a_*.vtk radius type type id vz vy vx x y z c_m[1] c_m[2] c_m[3] "
               "v_twice c_e ix omegax fx fy fz\n"
               "dump b all custom/vtk 10 @/b.vtu id vx vy element\n"
               "dump c none custom/vtk 10 @/c_*.vtk id\n"
               "run 0\n");
    deck_file_is(d, "a_0.vtk",
                 "# vtk DataFile Version 5.1\nGenerated by tsubu\nASCII\nDATASET POLYDATA\nPOINTS 2 float\n"
                 "0.25 0.5 -0.5 -0.25 0.125 0.75 \n"
                 "VERTICES 3 2\nOFFSETS vtktypeint64\n0 1 2 \nCONNECTIVITY vtktypeint64\n0 1 \n"
                 "POINT_DATA 2\nFIELD FieldData 10\n"
                 "id 1 2 int\n1 2 \n"
                 "type 1 2 int\n2 1 \n"
                 "ix 1 2 int\n0 0 \n"
                 "v 3 2 double\n1 2 -4 1 2 -4 \n"
                 "f 3 2 double\n0 0 0 0 0 0 \n"
                 "radius 1 2 double\n0.05 0.1 \n"
                 "omegax 1 2 double\n0 0 \n"
                 "c_m[1-3] 3 2 double\n0 0 0 0 0 0 \n"
                 "twice 1 2 double\n0.5 -0.5 \n"
                 "c_e 1 2 double\n5.4977871438 43.98229715 \n"); /* 21 m/2, m = 4/3 pi r^3 rho */
    deck_file_is(
        d, "a_boundingBox_0.vtk",
        "# vtk DataFile Version 5.1\nGenerated by tsubu\nASCII\nDATASET RECTILINEAR_GRID\nDIMENSIONS 2 2 2\n"
        "X_COORDINATES 2 double\n-1 1 \nY_COORDINATES 2 double\n-1 1 \nZ_COORDINATES 2 double\n-1 1 \n");
    deck_file_has(d, "b.vtu", "<Piece NumberOfPoints=\"2\" NumberOfCells=\"2\">");
    deck_file_has(d, "b.vtu", "<DataArray type=\"String\" Name=\"element\" format=\"ascii\">\n67 0\n67 0\n");
    deck_file_has(d, "b.vtu", "<DataArray type=\"Float64\" Name=\"vy\" format=\"ascii\">\n2 2\n");
    assert_true(is_there(d, "b_boundingBox.vtr"));
    deck_file_is(
        d, "c_0.vtk",
        "# vtk DataFile Version 5.1\nGenerated by tsubu\nASCII\nDATASET POLYDATA\nPOINTS 0 float\n\n");
}

static const char square[] =
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.5 0 0\nvertex 0.5 0.5 0\n"
    "endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.5 0.5 0\n"
    "vertex 0 0.5 0\nendloop\nendfacet\nendsolid s\n";

static void meshes(void **state)
{
    deck *d = *state;
    deck_file(d, "square.stl", square);
    deck_run_here(d, TWO "fix floor all mesh/surface/stress file @/square.stl type 1\n"
                         "fix belt all mesh/surface file @/square.stl type 1 move 0 0 0.25\n"
                         "fix lift all move/mesh mesh belt linear 0 0 100\n"
                         "region corner block 0.2 1 -1 0.2 -1 1\n"
                         "dump a all mesh/stl 10 @/a_*.stl belt\n"
                         "dump b all stl 10 @/b_*.stl region corner\n"
                         "dump c all mesh/vtk 10 @/c_*.vtk id vel area stress\n"
                         "dump e all mesh/gran/VTK 10 @/e_*.vtk output original vel belt\n"
                         "dump g all mesh/stl 10 @/g_*.stl binary\n"
                         "run 10\n");
    deck_file_is(d, "a_10.stl",
                 "solid LIGGGHTS_STL_EXPORT\n"
                 "  facet normal 0 0 1\n    outer loop\n      vertex 0 0 0.26\n      vertex 0.5 0 0.26\n"
                 "      vertex 0.5 0.5 0.26\n    endloop\n  endfacet\n"
                 "  facet normal 0 -0 1\n    outer loop\n      vertex 0 0 0.26\n      vertex 0.5 0.5 0.26\n"
                 "      vertex 0 0.5 0.26\n    endloop\n  endfacet\n"
                 "endsolid LIGGGHTS_STL_EXPORT\n");
    /* of each mesh the triangle whose middle is at (0.33, 0.17) */
    deck_file_has(
        d, "b_0.stl",
        "vertex 0.5 0.5 0\n    endloop\n  endfacet\n  facet normal 0 0 1\n    outer loop\n      vertex "
        "0 0 0.25\n");
    deck_file_has(d, "c_10.vtk", "POINTS 12 float\n0 0 0 0.5 0 0 0.5 0.5 0 \n");
    deck_file_has(
        d, "c_10.vtk",
        "CELL_DATA 4\nFIELD FieldData 5\nnormal_stress_average 1 4 double\n0 0 0 0 \n"
        "shear_stress_average 1 4 double\n0 0 0 0 \nmeshid 1 4 int\n0 1 0 1 \n"
        "area 1 4 double\n0.125 0.125 0.125 0.125 \nv 3 4 double\n0 0 0 0 0 0 0 0 100 \n0 0 100 \n");
    deck_file_has(d, "e_10.vtk",
                  "POLYGONS 3 6\nOFFSETS vtktypeint64\n0 3 6 \nCONNECTIVITY vtktypeint64\n0 1 2 3 4 5 \n"
                  "POINT_DATA 6\nFIELD FieldData 1\nv 3 6 double\n0 0 100 0 0 100 0 0 100 \n");
    char path[512];
    struct stat known;
    snprintf(path, sizeof path, "%s/g_0.stl", d->folder);
    assert_int_equal(stat(path, &known), 0);
    assert_int_equal(known.st_size, 84 + 4 * 50);
}

/* Rows that a compute of contacts would give. */
static tsu_status two_contacts(tsu_session *s, void *state, const double **data, int64_t *rows,
                               tsu_error *err)
{
    static const double row[2][10] = {{0, 0, 0, 1, 0, 0, 7, 1, 2, 3}, {0, 1, 0, 1, 1, 0, 8, 4, 5, 6}};
    (void)s, (void)state, (void)err;
    *data = row[0];
    *rows = 2;
    return TSU_OK;
}

static const char *contact_name(const void *state, int column)
{
    static const char *const name[] = {"pos1", "pos1", "pos1",  "pos2",  "pos2",
                                       "pos2", "id1",  "force", "force", "force"};
    (void)state;
    return name[column];
}

static void local_rows(void **state)
{
    deck *d = *state;
    tsu_error err = {0};
    deck_run_here(d, TWO);
    tsu_object contacts = {.id = "pair", .style = "pair/gran/local"};
    contacts.values.local = two_contacts;
    contacts.values.local_columns = 10;
    contacts.values.local_name = contact_name;
    assert_non_null(tsu_objects_add(&d->session->computes, &contacts, &err));
    deck_run_here(d, "dump a all local 10 @/a_*.txt index c_pair[7] c_pair[10]\n"
                     "dump b all local/gran/vtk 10 @/b_*.vtk pair\nrun 0\n");
    deck_file_is(d, "a_0.txt",
                 "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ENTRIES\n2\n" BOX
                 "ITEM: ENTRIES index c_pair[7] c_pair[10] \n1 7 3 \n2 8 6 \n");
    deck_file_is(d, "b_0.vtk",
                 "# vtk DataFile Version 5.1\nGenerated by tsubu\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n"
                 "0 0 0 1 0 0 0 1 0 \n1 1 0 \nLINES 3 4\nOFFSETS vtktypeint64\n0 2 4 \nCONNECTIVITY "
                 "vtktypeint64\n0 1 2 3 \n"
                 "CELL_DATA 2\nFIELD FieldData 2\nid1 1 2 double\n7 8 \nforce 3 2 double\n1 2 3 4 5 6 \n");
    deck_refuses(d, "dump c all local 10 x c_pair[11]\n", "10 local columns");
    deck_refuses(d, "dump c all local/gran/vtk 10 x.vtk nobody\n", "not a compute pair/gran/local");
}

/* The same run with every kind of dump and without one. */
static uint64_t hash_of_run(const char *dumps)
{
    void *state;
    assert_int_equal(deck_set_up(&state), 0);
    deck *d = state;
    deck_file(d, "square.stl", square);
    deck_run_here(
        d, DECK_BEGIN DECK_LAWS
        "lattice sc 0.11\nregion some block 0 0.5 0 0.5 0.06 0.5\ncreate_atoms 1 region some\n"
        "set group all diameter 0.1 density 1000\nvelocity all set 0.1 0.2 -3\nfix integrate all nve/sphere\n"
        "fix g all gravity 9.81 vector 0 0 -1\ncompute s all stress/atom\ncompute m all displace/atom\n"
        "fix floor all mesh/surface/stress file @/square.stl type 1\n"
        "fix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes floor\n");
    deck_run_here(d, dumps);
    deck_run_here(d, "run 500\nrun 500\n");
    const uint64_t hash = tsu_world_hash_state(d->session->world);
    assert_true(tsu_energy_kinetic(d->session->world) > 0.0);
    assert_int_equal(deck_tear_down(&state), 0);
    return hash;
}

static void nothing_changes(void **state)
{
    (void)state;
    assert_true(hash_of_run("") ==
                hash_of_run("dump a all custom 7 @/a.txt id x c_s[1] c_s[2]\n"
                            "dump b all custom/vtk 50 @/b_*.vtk id c_m[4]\n"
                            "dump c all custom/vtp 90 @/c_*.vtp id vx vy vz\n"
                            "dump e all mesh/vtk 30 @/e_*.vtk stress\n"
                            "dump f all mesh/stl 40 @/f_*.stl\ndump g all xyz 13 @/g.xyz\n"));
}

static void time_index(void **state)
{
    deck *d = *state;
    deck_run_here(d, TWO "dump a all custom/vtp 10 @/a_*.vtp id\nrun 10\n");
    deck_file_has(d, "a.pvd",
                  "<DataSet timestep=\"0\" part=\"0\" file=\"a_0.vtp\"/>\n<DataSet timestep=\"0.0001");
    deck_file_has(d, "a_10.vtp", "NumberOfVerts=\"2\"");
}

static void refused(void **state)
{
    deck *d = *state;
    deck_run_here(d, TWO
                  "compute e all ke/atom\ncompute m all displace/atom\ndump a all custom 10 @/a.txt id x\n");
    deck_refuses(d, "dump b all custom 10 x id radios\n", "did you mean 'radius'?");
    deck_refuses(d, "dump b all custom 10 x q\n", "spheres have no column 'q'");
    deck_refuses(d, "dump b all custom 10 x id c_none\n", "there is no compute 'none'");
    deck_refuses(d, "dump b all custom 10 x id v_none\n", "there is no variable 'none'");
    deck_refuses(d, "dump b all custom 10 x c_m\n", "say which, as c_m[1]");
    deck_refuses(d, "dump b all custom 10 x c_m[5]\n", "4 columns");
    deck_refuses(d, "dump b all custom 0 x id\n", "steps between snapshots");
    deck_refuses(d, "dump b all custom 10 x\n", "names no column");
    deck_refuses(d, "dump a all custom 10 x id\n", "already a dump 'a'");
    deck_refuses(d, "dump b all custom/vtk 10 x.txt id\n", "must end in .vtk");
    deck_refuses(d, "dump b all mesh/stl 10 x.stl\n", "needs a *");
    deck_refuses(d, "dump b all mesh/stl 10 x_*.stl nobody\n", "is not a mesh");
    deck_refuses(d, "dump b all mesh/vtk 10 x_*.vtk\n", "names no quantity");
    deck_refuses(d, "dump b all mesh/vtk 10 x_*.vtk acorners\n", "active edges");
    deck_refuses(d, "dump b all custom 10 x.bin id\n", "binary files (.bin) are not supported");
    deck_refuses(d, "dump_modify a format \"%d\"\n", "column 2 (x)");
    deck_refuses(d, "dump_modify a format \"%d %s\"\n", "column 2 (x)");
    deck_refuses(d, "dump_modify a format \"%d %g %g\"\n", "more formats");
    deck_refuses(d, "dump_modify a thresh x =< 1\n", "a comparison");
    deck_refuses(d, "dump_modify a region nowhere\n", "nowhere");
    deck_refuses(d, "dump_modify a fileper 2\n", "a % in the name");
    deck_refuses(d, "dump_modify a color 2\n", "color");
    deck_refuses(d, "dump_modify a sort 3\nrun 0\n", "has only 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(custom_text, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(which_snapshots, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(choice_and_order, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(vtk_of_particles, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(meshes, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(local_rows, deck_set_up, deck_tear_down),
        cmocka_unit_test(nothing_changes),
        cmocka_unit_test_setup_teardown(time_index, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(refused, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
