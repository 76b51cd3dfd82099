/* SPDX-License-Identifier: Apache-2.0 */
/* fix property/atom, exclusions, overlaps at the start and properties outside the usual range. */
#include "decks/deck_fixture.h"

static void test_property_atom(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN
             "create_atoms 1 single 0.5 0 0\nfix a all property/atom heat scalar yes no no 7.5\n"
             "fix b all property/atom field vector yes yes no 1 2 3\ncreate_atoms 1 single -0.5 0 0\n"
             "variable h atom f_a*2\nvariable w atom f_b[2]+f_b[3]\n"
             "set atom 1 property/atom heat 4\nset atom 2 property/atom field 5 v_h 7\n");
    double value[2];
    tsu_error err = {0};
    assert_int_equal(tsu_script_variable_particles(d->session->script, "h", NULL, 2, value, &err), TSU_OK);
    assert_true(value[deck_row(d, 1)] == 8.0 && value[deck_row(d, 2)] == 15.0);
    assert_int_equal(tsu_script_variable_particles(d->session->script, "w", NULL, 2, value, &err), TSU_OK);
    assert_true(value[deck_row(d, 1)] == 5.0 && value[deck_row(d, 2)] == 22.0);
    assert_true(deck_value(d, "f_a[1]") == 4.0 && deck_value(d, "f_b[2][1]") == 5.0);
    deck_run(d, "set atom 1 add yes until 1 property/atom heat 9\n");
    assert_true(deck_value(d, "f_a[1]") == 9.0);
    deck_run(
        d,
        "reset_timestep 5\nset atom 1 add yes until 5 property/atom heat 11\n"); /* no longer before step 5 */
    assert_true(deck_value(d, "f_a[1]") == 9.0);
    deck_refuses(d, "fix c all property/atom heat scalar no no no 0\n", "the property heat belongs to fix a");
    deck_refuses(d, "fix c all property/atom x scalar no no no 0 1\n",
                 "a scalar has one default value; 2 are given");
    deck_refuses(d, "fix c all property/atom x vector no no no 0\n", "two default values or more");
    deck_refuses(d, "set group all property/atom temp 3\n", "particles have no property 'temp'");
    deck_refuses(d, "set group all property/atom field 3\n", "values of the property");
    deck_run(d, "unfix a\n");
    deck_refuses(d, "set group all property/atom heat 3\n", "particles have no property 'heat'");
}

/* Values stay with their particles when rows are sorted, removed and added. */
static void test_property_follows(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS
             "create_atoms 1 random 2000 3 NULL\nset group all diameter 0.01 density 1000\n"
             "delete_atoms overlap 0.02 all all compress no\n"
             "fix a all property/atom tag vector yes no no 0 0\nvariable i atom id\n"
             "variable j atom 2*id\nset group all property/atom tag v_i v_j\n"
             "region half block -1 0 -1 1 -1 1\nrun 10\ndelete_atoms region half compress no\n"
             "run 10\ncreate_atoms 1 single -0.5 0 0\nset atom 2001 diameter 0.01\n");
    const tsu_particles *p = deck_particles(d);
    const tsu_particle_column *c = tsu_particles_find_column(p, "tag");
    assert_non_null(c);
    assert_true(p->count > 900 && p->count < 1100);
    for (int32_t i = 0; i < p->count; i++) {
        const double expected = p->id[i] == 2001 ? 0.0 : (double)p->id[i];
        assert_true(c->value[2 * i] == expected && c->value[2 * i + 1] == 2.0 * expected);
    }
}

#define TWO                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.0999 0 0\n"                   \
                         "set group all diameter 0.1 density 1000\nfix n all nve/sphere\n"

static void test_exclude(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "run 1\n");
    assert_true(deck_value(d, "contacts") == 1.0);
    deck_run(d, "neigh_modify delay 0 exclude type 2 1\nrun 1\n");
    assert_true(deck_value(d, "contacts") == 0.0);
    deck_run(d, "neigh_modify exclude none\nneigh_modify exclude type 1 1\nrun 1\n");
    assert_true(deck_value(d, "contacts") == 1.0);
    deck_run(d, "group a id 1\ngroup b id 2\nneigh_modify exclude group b a\nrun 1\n");
    assert_true(deck_value(d, "contacts") == 0.0);
    deck_refuses(d, "neigh_modify exclude type 1 3\n", "a material must lie between 1 and 2");
    deck_refuses(d, "neigh_modify exclude molecule all\n", "there are no molecules");
}

static void test_overlaps(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set atom 2 x 0.09 diameter 0.08\nrun 0\n"); /* no overlap: 0.05 + 0.04 */
    assert_null(strstr(d->screen, "overlap"));
    deck_run(d, "set atom 2 x 0.086\nrun 0\n"); /* 0.004 of 0.04 */
    deck_says(
        d, "1 pairs of particles overlap by more than 5 % at the start; the worst: particles 1 at (0 0 0)");
    deck_says(d, "overlap by 0.004, 10 % of the smaller radius");
    d->screen[0] = '\0';
    deck_run(d, "run 0\n"); /* said once */
    assert_null(strstr(d->screen, "overlap"));
    deck_refuses(d, "displace_atoms all ramp x 0 -0.05 x 0 0.08\nrun 0\n", "135 % of the smaller radius");
    deck_run(d, "unfix n\nrun 0\n"); /* particles that do not move may overlap */
    deck_run(d, "group one id 1\nfix n one nve/sphere\n");
    deck_refuses(d, "displace_atoms all move 0 0 0\nrun 0\n", "of the smaller radius");
}

static void test_overlap_across_a_face(void **state)
{
    deck *d = *state;
    deck_refuses(
        d,
        "boundary p p p\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n" DECK_LAWS
        "create_atoms 1 single -0.99 0 0\ncreate_atoms 1 single 0.99 0 0\n"
        "set group all diameter 0.1 density 1000\nfix n all nve/sphere\nrun 0\n",
        "particles 1 at (-0.99 0 0), radius 0.05, and 2 at (0.99 0 0), radius 0.05, overlap by 0.08");
}

static void expect_warning(deck *d, const char *change, const char *text)
{
    char all[2048];
    d->screen[0] = '\0';
    snprintf(all, sizeof all, "clear\n" DECK_BEGIN DECK_LAWS "%s\nrun 0\n", change);
    deck_run(d, all);
    if (text)
        deck_says(d, text);
    else if (strstr(d->screen, "WARNING"))
        fail_msg("%s", d->screen);
}

static void test_properties(void **state)
{
    deck *d = *state;
    expect_warning(d, "", NULL);
    expect_warning(d, "fix m1 all property/global youngsModulus peratomtype 1e7 2e9",
                   "youngsModulus is 2e+09 (deck:15), above the usual 1e+09: ");
    expect_warning(d, "hard_particles yes\nfix m1 all property/global youngsModulus peratomtype 1e7 2e9",
                   NULL);
    expect_warning(d, "fix m1 all property/global youngsModulus peratomtype 1e5 1e7",
                   "`soft_particles yes` confirms");
    expect_warning(d, "soft_particles yes\nfix m1 all property/global youngsModulus peratomtype 1e5 1e7",
                   NULL);
    expect_warning(d, "fix m3 all property/global coefficientRestitution peratomtypepair 2 0.01 0.5 0.5 0.5",
                   "coefficientRestitution is 0.01");
    expect_warning(d, "fix x all property/global characteristicVelocity scalar 0.001",
                   "property characteristicVelocity (deck:15) is used by no contact model");
    deck_run(d, "run 0\n");
    const char *first = strstr(d->screen, "characteristicVelocity");
    assert_null(strstr(first + 1, "characteristicVelocity")); /* said once */
}

/* Tables for more materials than there are, and older words. */
static void test_property_tables(void **state)
{
    deck *d = *state;
    deck_run(d, "region box block 0 1 0 1 0 1\ncreate_box 2 box\n"
                "fix a all property/global youngsModulus atomtype 1e7 2e7 3e7\n"
                "fix b all property/atomtypepair coefficientFriction atomtypepair 3 1 2 3 2 4 5 3 5 6\n"
                "fix c all property/global table matrix 3 1 2 3 4 5 6\n");
    assert_true(deck_value(d, "f_a[2]") == 2e7);
    assert_true(deck_value(d, "f_b[1][2]") == 2.0 && deck_value(d, "f_b[2][2]") == 4.0);
    assert_true(deck_value(d, "f_c[2][3]") == 6.0);
    deck_says(d, "peratomtype has values for 3 materials; the box has 2: the rest is not used");
    deck_refuses(d, "variable x equal f_a[3]\nprint ${x}\n", "has 2 values");
}

/* A box made for three materials of which two are described: it runs with two. */
static void test_fewer_materials(void **state)
{
    deck *d = *state;
    deck_run(d, "region box block -1 1 -1 1 -1 1\ncreate_box 3 box\n"
                "fix a all property/global youngsModulus peratomtype 1e7 2e7 3e7\n"
                "fix b all property/global coefficientFriction peratomtypepair 3 1 2 3 2 4 5 3 5 6\n"
                "fix c all property/global poissonsRatio peratomtype 0.3 0.3\n"
                "fix e all property/global coefficientRestitution peratomtypepair 2 0.5 0.6 0.6 0.5\n"
                "pair_style gran model hertz tangential history\npair_coeff * *\ntimestep 1e-5\n"
                "create_atoms 2 single 0 0 0\nset group all diameter 0.1\nrun 1\n");
    assert_int_equal(d->session->world->materials.types, 2);
    assert_true(deck_value(d, "f_b[2][2]") == 4.0 && deck_value(d, "f_a[2]") == 2e7);
    deck_says(d, "peratomtype has values for 2 of the 3 materials of the box; the others cannot be used");
    deck_refuses(d, "create_atoms 3 single 0.5 0 0\n", "the material must lie between 1 and 2");
}

/* A fix whose ID comes again takes its property along; what it was and how to keep both is said. The same property anew is no
 * mistake, and a property of another fix is not taken over. */
static void test_property_replaced(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN "fix m all property/global youngsModulus peratomtype 1e7 1e7\n"
                           "fix m all property/global youngsModulus peratomtype 2e7 2e7\n");
    assert_true(deck_value(d, "f_m[1]") == 2e7);
    assert_null(strstr(d->screen, "another ID"));
    deck_run(d, "\n\nfix m all property/global poissonsRatio peratomtype 0.3 0.3\n");
    deck_says(d,
              "deck:3: fix m was property youngsModulus (deck:8), which this line replaces by poissonsRatio; "
              "to have both, give this fix another ID");
    assert_null(tsu_materials_find(&d->session->world->materials, "youngsModulus"));
    deck_run(d, "fix n all property/global youngsModulus peratomtype 3e7 3e7\n");
    deck_refuses(d, "fix m all property/global youngsModulus peratomtype 4e7 4e7\n",
                 "property youngsModulus was given before (deck:1)");
    assert_true(deck_value(d, "f_n[1]") == 3e7 && deck_value(d, "f_m[1]") == 0.3);
}

/* The Rayleigh time of radius 0.05 m, 1000 kg/m^3, E = 1e7 Pa, nu = 0.3 is 2.737e-3 s by hand: pi 0.05 sqrt(1000/3.846e6)/0.9255. */
static void test_timestep(void **state)
{
    deck *d = *state;
    const char *one =
        DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\n"
                             "fix n all nve/sphere\n";
    deck_run(d, one);
    deck_run(d, "timestep 8.1e-4\nrun 1\n"); /* 29.5 % */
    assert_null(strstr(d->screen, "Rayleigh"));
    deck_run(d, "timestep 8.4e-4\nrun 0\n"); /* nothing is to come of it */
    assert_null(strstr(d->screen, "Rayleigh"));
    deck_run(d, "run 1\n");
    deck_says(d, "the time step 0.00084 s is 31 % of the Rayleigh time 0.00274 s (radius 0.05, material 1)");
    d->screen[0] = '\0';
    deck_run(d, "run 1\ncreate_atoms 1 single 0.5 0 0\nset group all diameter 0.1 density 1000\nrun 1\n");
    assert_null(strstr(d->screen, "Rayleigh")); /* said once */
    deck_run(d, "timestep 9e-4\nrun 1\n");
    deck_says(d, "33 % of the Rayleigh time");
}

/* Laws with a given stiffness have no Rayleigh time: half a period pi sqrt(m/k) of the stiffest spring, and m/gamma of the strongest
 * dashpot, by hand. m = 0.5236 kg, so m* = 0.2618 kg; across it is 2/7 of it. */
#define GIVEN(LAW, REST)                                                                                     \
    DECK_BEGIN                                                                                               \
    "fix f all property/global coefficientFriction peratomtypepair 2 .5 .5 .5 .5\n" REST                     \
    "pair_style gran model " LAW " tangential history\npair_coeff * *\n"                                     \
    "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\nfix n all nve/sphere\n"
#define FOUR(NAME, VALUE)                                                                                    \
    "fix " NAME " all property/global " NAME " peratomtypepair 2 " VALUE " " VALUE " " VALUE " " VALUE "\n"

static void test_timestep_of_stiffness(void **state)
{
    deck *d = *state;
    const double pi = acos(-1.0), m = 0.5 * 1000.0 * 4.0 / 3.0 * pi * 0.05 * 0.05 * 0.05;
    deck_run(d, GIVEN("hooke/stiffness", FOUR("kn", "1e4") FOUR("kt", "1e3") FOUR("gamman", "10")
                                             FOUR("gammat", "500")) "fix c all check/timestep/gran 1 1 1\n");
    deck_run(d, "timestep 3.1e-3\nrun 0\n");
    deck_near(deck_value(d, "f_c[1]"), 0.0, 0.0);
    deck_near(deck_value(d, "f_c[2]") * pi * sqrt(m / 1e4) / 3.1e-3, 1.0, 1e-6);
    deck_near(deck_value(d, "f_c[4]") * (2.0 / 7.0) / 500.0 / 3.1e-3, 1.0, 1e-6); /* gamma_t = m* gammat */
    deck_run(d, "timestep 2e-4\nrun 1\n");
    assert_null(strstr(d->screen, "WARNING"));
    deck_run(d, "unfix c\ntimestep 3.3e-3\nrun 1\n");
    deck_says(
        d,
        "the time step 0.0033 s is 21 % of the contact time 0.0161 s (half a period of the stiffest spring, "
        "materials 1 and 1)");
    deck_says(d, "the time step 0.0033 s is 578 % of the dashpot time 0.000571 s");
    d->screen[0] = '\0';
    deck_run(d, "clear\n" GIVEN(
                    "luding",
                    FOUR("LoadingStiffness", "1e4") FOUR("UnloadingStiffness", "5") FOUR(
                        "coefficientAdhesionStiffness", "0") FOUR("coefficientPlasticityDepth", "0")
                        FOUR("coefficientRestitution",
                             ".9")) "fix c all check/timestep/gran 1 1 .3 error yes\ntimestep 1e-4\nrun 0\n");
    /* no plastic depth: unloading is five times as stiff at once; k_t = k1 with 2/7 of the mass is softer than that */
    deck_near(deck_value(d, "f_c[2]") * pi * sqrt(m / 5e4) / 1e-4, 1.0, 1e-6);
    deck_refuses(d, "timestep 2.5e-3\nrun 1\n", "34.8 % of the contact time");
    deck_says(d, "is 35 % of the contact time 0.00719 s");
    /* a wall is as heavy as can be, and may be stiffer */
    d->screen[0] = '\0';
    deck_run(d,
             "clear\n" GIVEN(
                 "hooke/stiffness",
                 "fix kn all property/global kn peratomtypepair 2 1e4 4e4 4e4 1e4\n" FOUR("kt", "0")
                     FOUR("gamman", "0")
                         FOUR("gammat", "0")) "fix w all wall/gran model hooke/stiffness tangential history "
                                              "primitive type 2 zplane -.9\ntimestep 3e-3\nrun 1\n");
    deck_says(
        d,
        "is 26 % of the contact time 0.0114 s (half a period of the stiffest spring, material 1 at a wall)");
    deck_run(d,
             "clear\n" GIVEN(
                 "hertz/stiffness",
                 FOUR("kn", "1e6") FOUR("kt", "0") FOUR("gamman", "0") FOUR(
                     "gammat",
                     "0")) "set group all vx 1\nfix c all check/timestep/gran 1 1 1\ntimestep 1e-5\nrun 0\n");
    /* F = kn sqrt(R*) d^(3/2): the slope 3/2 kn sqrt(R* d) at the deepest overlap of an impact at twice the speed */
    const double r = 0.025, deepest = pow(0.5 * m * 4.0 * 2.5 / (1e6 * sqrt(r)), 0.4);
    deck_near(deck_value(d, "f_c[2]") * pi * sqrt(m / (1.5e6 * sqrt(r * deepest))) / 1e-5, 1.0, 0.02);
}

static void test_nothing_moves(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS
             "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\nrun 0\n");
    assert_null(strstr(d->screen, "no fix moves"));
    deck_run(d, "run 1\n");
    deck_says(d, "no fix moves the particles; is `fix ID all nve/sphere` missing?");
    d->screen[0] = '\0';
    deck_run(d, "clear\n" DECK_BEGIN DECK_LAWS
                "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\n"
                "fix n all move linear 0.1 0 0\nrun 1\n");
    assert_null(strstr(d->screen, "no fix moves"));
}

static void test_nothing_there(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS "fix n all nve/sphere\nrun 0\n");
    assert_null(strstr(d->screen, "there is no particle"));
    deck_run(d, "run 1\nrun 1\n");
    deck_says(d, "there is no particle and no fix that inserts any");
    assert_null(strstr(strstr(d->screen, "no particle and") + 1, "no particle and")); /* said once */
    d->screen[0] = '\0';
    deck_run(d, "clear\n" DECK_BEGIN DECK_LAWS
                "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\n"
                "fix n all nve/sphere\nrun 1\n");
    assert_null(strstr(d->screen, "there is no particle"));
}

static void test_moved_twice(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.5 0 0\nset group "
                                     "all diameter 0.1 density 1000\n"
                                     "group a type 1\ngroup b type 2\nfix a a nve/sphere\nfix b b "
                                     "nve/sphere\nvelocity all set 1 0 0\nrun 1\n");
    assert_null(strstr(d->screen, "move the same particles"));
    deck_run(d, "fix c all nve/sphere\nrun 1\nrun 1\n");
    deck_says(d, "fix a and fix c move the same particles; they move once a step");
    assert_null(strstr(strstr(d->screen, "same particles") + 1, "same particles")); /* said once */
    assert_true(fabs(deck_particles(d)->xr[deck_row(d, 1)][0] - 3e-5) < 1e-15);     /* once a step */
}

/* A box of 2 m and a triangle of 1000 m, placed by these words. */
static void load_mesh(deck *d, const char *words)
{
    char path[128], text[512];
    snprintf(path, sizeof path, "%s/a.stl", d->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1000 0 0\nvertex 0 1000 0\n"
          "endloop\nendfacet\nendsolid\n",
          file);
    fclose(file);
    d->screen[0] = '\0';
    snprintf(text, sizeof text, "clear\n" DECK_BEGIN "fix m all mesh/surface file %s type 1 %s\n", path,
             words);
    deck_run(d, text);
}

/* A mesh drawn in millimetres, and one in metres beside the box. */
static void test_mesh_place(void **state)
{
    deck *d = *state;
    load_mesh(d, "");
    deck_says(d,
              "mesh m is 500 times as large as the box; if it was drawn in millimetres, add `scale 0.001`");
    load_mesh(d, "scale 0.001");
    assert_null(strstr(d->screen, "mesh m"));
    load_mesh(d, "scale 0.001 move 0 3 0");
    deck_says(d, "mesh m lies outside the box: its y goes from 3 to 4, that of the box from -1 to 1");
}

static void test_mesh_without_wall(void **state)
{
    static const char grain[] = DECK_LAWS
        "create_atoms 1 single 0 0 0.5\nset group all diameter 0.1 density 1000\nfix n all nve/sphere\n";
    deck *d = *state;
    load_mesh(d, "scale 0.001");
    deck_run(d, grain);
    deck_run(d, "run 1\nrun 1\n");
    deck_says(d,
              "mesh m is not a wall in this run, particles pass through it; `fix ID all wall/gran ... mesh "
              "n_meshes 1 meshes m`");
    assert_null(strstr(strstr(d->screen, "is not a wall") + 1, "is not a wall")); /* said once */
    load_mesh(d, "scale 0.001");
    deck_run(d, grain);
    deck_run(d, "fix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes m\nrun 1\n");
    deck_run(d, "unfix w\nrun 1\n"); /* on purpose */
    assert_null(strstr(d->screen, "is not a wall"));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_property_atom),    TEST(test_property_follows),      TEST(test_exclude),
        TEST(test_overlaps),         TEST(test_overlap_across_a_face), TEST(test_properties),
        TEST(test_property_tables),  TEST(test_fewer_materials),       TEST(test_property_replaced),
        TEST(test_timestep),         TEST(test_timestep_of_stiffness), TEST(test_nothing_moves),
        TEST(test_nothing_there),    TEST(test_moved_twice),           TEST(test_mesh_place),
        TEST(test_mesh_without_wall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
