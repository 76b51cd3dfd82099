/* SPDX-License-Identifier: Apache-2.0 */
/* Small things that decks found in the wild use and LIGGGHTS 3.8 takes. */
#include "decks/deck_fixture.h"
#include <sys/stat.h>

#define TWO                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.5 0 0\n"                      \
                         "set group all diameter 0.1 density 1000\nfix n all nve/sphere\n"

static void test_write_dump(void **state)
{
    deck *d = *state;
    char line[300];
    deck_run(d, TWO "run 5\n");
    snprintf(line, sizeof line,
             "write_dump all custom %s/now.*.txt id x radius modify sort id format \"%%d %%g %%g\"\n",
             d->folder);
    deck_run(d, line);
    const char *text = deck_content(d, "now.5.txt");
    assert_non_null(strstr(text, "ITEM: TIMESTEP\n5\n"));
    assert_non_null(strstr(text, "ITEM: ATOMS id x radius \n1 0 0.05 \n2 0.5 0.05 \n"));
    assert_int_equal(d->session->dumps.count, 0);
    deck_refuses(d, "write_dump all custom\n", "group, style and file");
    deck_refuses(d, "write_dump nobody custom x id\n", "nobody");
    /* without a property that forces need, what needs none is written, and a run is refused */
    deck_run(d, "clear\n" TWO "unfix m4\n");
    snprintf(line, sizeof line, "write_dump all custom %s/then.*.txt id x\n", d->folder);
    deck_run(d, line);
    assert_non_null(strstr(deck_content(d, "then.0.txt"), "ITEM: ATOMS id x \n1 0 \n2 0.5 \n"));
    deck_says(d, "forces are not computed for this snapshot");
    deck_refuses(d, "run 1\n", "coefficientFriction");
}

static void test_info(void **state)
{
    deck *d = *state;
    char line[300];
    deck_run(d, TWO "variable speed equal 3\n");
    snprintf(line, sizeof line, "info fixes groups variables out overwrite %s/told.txt\n", d->folder);
    deck_run(d, line);
    const char *text = deck_content(d, "told.txt");
    assert_non_null(strstr(text, "n, style nve/sphere, group all"));
    assert_non_null(strstr(text, "speed = 3"));
    assert_null(strstr(text, "System"));
    deck_run(d, "info system\n");
    deck_says(d, "2 particles of 2 types");
    deck_refuses(d, "info everything\n", "everything");
}

/* f_ID[0] is f_ID; a number may end in a second point; computes may be told when they are brought up to date. */
static void test_spellings(void **state)
{
    deck *d = *state;
    char line[300];
    deck_run(d, TWO "fix t all property/atom warmth scalar yes no no 21.5\n"
                    "compute e all erotate/sphere update_on_run_end yes\n"
                    "compute m all reduce update_on_run_end no max f_t[0]\n"
                    "region odd block -0.25. 0.25. INF INF INF INF\ngroup odd region odd\n");
    assert_int_equal((int)deck_value(d, "count(odd)"), 1);
    deck_near(deck_value(d, "c_m"), 21.5, 0.0);
    snprintf(line, sizeof line, "dump d all custom 1 %s/d.txt id f_t[0]\nrun 0\n", d->folder);
    deck_run(d, line);
    assert_non_null(strstr(deck_content(d, "d.txt"), "ITEM: ATOMS id f_t[0] \n1 21.5 \n"));
    deck_run(d, "region read block 0.2.5 1 0 1 0 1\n"); /* as far as LIGGGHTS reads it */
    deck_says(d, "0.2.5");
    deck_refuses(d, "compute e2 all erotate/sphere update_on_run_end perhaps\n", "yes or no");
}

/* A deck without `timestep` runs with 1e-8 s: a falling sphere has v = g t. */
static void test_default_timestep(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN
             "fix m1 all property/global youngsModulus peratomtype 1e7 1e7\n"
             "fix m2 all property/global poissonsRatio peratomtype 0.3 0.3\n"
             "fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5\n"
             "fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5\n"
             "pair_style gran model hertz tangential history\npair_coeff * *\n"
             "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\n"
             "fix n all nve/sphere\nfix g all gravity 10 vector 0 0 -1\nrun 10\n");
    deck_says(d, "the deck sets no time step; 1e-8 is used");
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][2], -10.0 * 10.0 * 1e-8, 1e-20);
}

/* Headings as LIGGGHTS has them: references lose c_, f_, v_ and what is beyond eight letters; columns are right-aligned; the
 * volume comes besides where a face of the box follows. */
static void test_headings(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "compute rke all erotate/sphere\nvariable averylongname equal 2\n"
                    "thermo_style custom step atoms ke c_rke v_averylongname vol\nrun 0\n");
    deck_says(d, "\n    Step    Atoms         KinEng            rke       averylon         Volume \n");
    d->screen[0] = '\0';
    deck_run(d, "thermo_style one\nrun 0\n");
    deck_says(d, "    Step    Atoms         KinEng            CPU \n");
    deck_run(d, "change_box all boundary m f f\nrun 0\n");
    deck_says(d, "    Step    Atoms         KinEng            CPU         Volume \n");
}

/* A face that follows encloses the centres of particles and the corners of meshes with a margin of 1e-4 of the least box. */
static void test_following_faces(void **state)
{
    deck *d = *state;
    char line[700];
    const char *stl = deck_file(d, "t.stl",
                                "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 3\nvertex 1 0 3\n"
                                "vertex 0 1 3\nendloop\nendfacet\nendsolid\n");
    deck_run(d, "boundary m s f\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n" DECK_LAWS
                "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.5 0.25 0\n"
                "set group all diameter 0.1 density 1000\nset atom 1 vx -2\nfix n all nve/sphere\nrun 0\n");
    deck_near(deck_value(d, "xlo"), -1.0, 0.0);
    deck_near(deck_value(d, "ylo"), -2e-4, 1e-12);
    deck_near(deck_value(d, "yhi"), 0.25 + 2e-4, 1e-12);
    deck_run(d, "set atom 1 x -1.5\nrun 0\n");
    deck_near(deck_value(d, "xlo"), -1.5 - 2e-4, 1e-12);
    snprintf(line, sizeof line, "fix m all mesh/surface file %s type 1\nrun 0\n", stl);
    deck_run(d, line);
    deck_near(deck_value(d, "yhi"), 1.0 + 2e-4, 1e-12);
}

/* Gravity of a group pulls its particles only, and adds to gravity of all: v = g t. */
static void test_group_gravity(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "pair_coeff 1 1\npair_coeff 1*2 *\ngroup one id 1\nfix a one gravity 10 vector 1 0 0\n"
                    "fix b all gravity 5 vector 0 0 -1\nrun 100\n");
    const double t = 100 * 1e-5;
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][0], 10.0 * t, 1e-15);
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][2], -5.0 * t, 1e-15);
    deck_near(deck_particles(d)->vm[deck_row(d, 2)][0], 0.0, 0.0);
    deck_near(deck_value(d, "eresidual") / deck_value(d, "eexternal"), 0.0, 1e-12);
    deck_run(d, "unfix a\nrun 100\n");
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][0], 10.0 * t, 1e-15);
    deck_refuses(d, "pair_coeff 1 all\n", "range like 1*2");
    deck_refuses(d, "pair_coeff * * 0.5\n", "fix property/global");
}

/* Gravity out of variables is looked up at each step: a pull of c k at step k gives c dt n^2/2 after n steps, whatever its
 * direction; one that turns over in the middle of a run ends where the sum of its values does. */
static void test_variable_gravity(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "variable size equal 1000*step\nvariable side equal 3\n"
                    "fix g all gravity v_size vector v_side 0 4\nrun 100\n");
    const double v = 1000.0 * 1e-5 * 100 * 100 / 2;
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][0], 0.6 * v, 1e-12 * v);
    deck_near(deck_particles(d)->vm[deck_row(d, 2)][2], 0.8 * v, 1e-12 * v);
    deck_near(deck_value(d, "eresidual") / deck_value(d, "eexternal"), 0.0, 1e-12);
    deck_run(d, "unfix g\nvelocity all set 0 0 0\nvariable slope equal \"90-180*(step>150)\"\n"
                "fix g all gravity 10 chute v_slope\nrun 100\n"); /* 50 steps to +x, 50 to -x */
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][0], 10.0 * 1e-5 * (50.5 - 49.5), 1e-15);
    deck_refuses(d, "fix h all gravity 1 vector 0 0 -1\n", "already a fix gravity");
    deck_run(d, "unfix g\nvariable none equal 0\nfix g all gravity 1 vector v_none 0 0\n");
    deck_refuses(d, "run 1\n", "no length");
}

/* Styles of forks and of old versions are told by name, with what to do; what nobody has is said so. */
static void test_names_of_others(void **state)
{
    deck *d = *state;
    deck_run(d, TWO);
    deck_refuses(d, "fix r all remove nevery 10\n", "`delete_atoms region NAME`");
    deck_refuses(d, "fix r all heat/gran/radiation\n", "radiative heat transfer is not supported");
    deck_refuses(d, "fix r all couple/pascal\n", "forks of it do");
    deck_refuses(d, "fix r all gravity/omp 9.81 vector 0 0 -1\n", "write `gravity`");
    deck_refuses(d, "fix r all wall/gran/omp\n", "write `wall/gran`");
    deck_refuses(d, "fix r all nothing/omp\n", "here or in LIGGGHTS 3.8");
    deck_refuses(d, "fix r all couple/cfd/pascals\n", "here or in LIGGGHTS 3.8"); /* not: couple/cfd/force? */
    deck_refuses(d, "fix r all heat/gran/conducton\n", "did you mean `heat/gran/conduction`?");
    deck_refuses(d, "fix r all mesh/surface/stres file x\n", "did you mean `mesh/surface/stress`?");
    deck_refuses(d, "pair_style gran/omp model hertz\n", "write `gran`");
    deck_refuses(d, "pair_style gran/hooke/history/stiffness 1 0\n",
                 "`pair_style gran model hooke/stiffness tangential history`");
    deck_refuses(d, "pair_style gran/hertz\n", "`pair_style gran model hertz tangential no_history`");
    deck_run(d, "run 30/10\n"); /* as far as LIGGGHTS reads it */
    assert_int_equal((int)deck_value(d, "step"), 30);
    deck_says(d, "30/10");
}

static void test_kinds_of_others(void **state)
{
    deck *d = *state;
    deck_refuses(d, "atom_style hybrid granular bond/gran n_bondtypes 1\n", "bonds between particles");
    deck_refuses(d, "atom_style superquadric\n", "non-spherical");
    deck_refuses(d, "atom_style sph\n", "SPH");
    deck_refuses(d, "atom_style molecular\n", "atoms and molecules");
    deck_refuses(d, "atom_style hybrid granular dipole\n", "magnetic");
}

/* Empty folders do not survive an archive or a repository: what a deck writes makes its own. */
static void test_folders(void **state)
{
    deck *d = *state;
    char line[800];
    deck_run(d, TWO "variable v equal step\n");
    snprintf(line, sizeof line,
             "write_data %s/a/b/two.data\nwrite_restart %s/c/two.restart\nprint hello file %s/d/said.txt\n",
             d->folder, d->folder, d->folder);
    deck_run(d, line);
    snprintf(
        line, sizeof line,
        "fix p all print 1 \"$v\" file %s/e/f/lines.txt\nfix t all ave/time 1 1 1 v_v file %s/g/mean.txt\n"
        "thermo_log %s/h/log.txt\nrestart 2 %s/i/j/r.*\nrun 2\nunfix p\nunfix t\nthermo_log none\n",
        d->folder, d->folder, d->folder, d->folder);
    deck_run(d, line);
    static const char *const files[] = {"a/b/two.data", "c/two.restart", "d/said.txt", "e/f/lines.txt",
                                        "g/mean.txt",   "h/log.txt",     "i/j/r.2"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        assert_non_null(strchr(deck_content(d, files[k]), '\n'));
    }
    snprintf(line, sizeof line, "write_data %s/d/said.txt/x.data\n", d->folder);
    deck_refuses(d, line, "cannot write");
}

/* Pictures are not drawn, which is said; the rest of the deck is as it was. */
static void test_pictures(void **state)
{
    deck *d = *state;
    char line[300];
    snprintf(line, sizeof line, "dump i all image 2 %s/p*.png type type size 640 480 view 60 30\n",
             d->folder);
    deck_run(d, TWO);
    deck_run(d, line);
    deck_says(d, "dump i: no pictures are drawn here; `tsubu snapshot`");
    deck_run(d, "dump_modify i backcolor white adiam 1 0.1\nrun 4\nundump i\nrun 1\n");
    snprintf(line, sizeof line, "ls %s | grep -q png", d->folder);
    assert_int_not_equal(system(line), 0);
    deck_refuses(d, "dump m all movie 2\n", "the file name");
}

/* Heat through one contact: each particle has half of the flux times the way between the centres. */
static void test_directional_heat(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix k all property/global thermalConductivity peratomtype 100 100\n"
                    "fix c all property/global thermalCapacity peratomtype 500 500\nunfix n\n"
                    "fix h all heat/gran initial_temperature 300\nset atom 1 property/atom Temp 400\n"
                    "set atom 2 x 0.06 y 0.079\nrun 1\n");
    const double flux = deck_value(d, "f_heatFlux[1]");
    assert_true(flux < 0.0);
    for (int id = 1; id <= 2; id++) {
        char x[64], y[64];
        snprintf(x, sizeof x, "f_directionalHeatFlux[%d][1]", id);
        snprintf(y, sizeof y, "f_directionalHeatFlux[%d][2]", id);
        deck_near(deck_value(d, x) / (-0.5 * flux * 0.06), 1.0, 1e-9);
        deck_near(deck_value(d, y) / (-0.5 * flux * 0.079), 1.0, 1e-9);
    }
}

/* Particles that fly out of a fixed face are gone; a deck that says nothing of it goes on. */
static void test_lost(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set atom 2 vx 1000\nrun 100\n");
    assert_int_equal(deck_particles(d)->count, 1);
    deck_says(d, "1 particle has left the box by step 100 and is gone");
    d->screen[0] = '\0';
    deck_run(d, "run 10\n"); /* told once */
    assert_null(strstr(d->screen, "left the box"));
    deck_refuses(d, "thermo_modify lost error\nset atom 1 vx 2000\nrun 100\n", "left the fixed box");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_write_dump, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_info, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_spellings, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_group_gravity, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_variable_gravity, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_names_of_others, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_kinds_of_others, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_pictures, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_folders, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_directional_heat, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_lost, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_headings, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_following_faces, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_default_timestep, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
