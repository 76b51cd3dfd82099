/* SPDX-License-Identifier: Apache-2.0 */
/* A field is one row: a specimen that no part of the program knows by name is found by views, `set`, formulas, computes, dumps, hash,
 * comparison, restart files and the page, each as its row says; one that asks for nothing is found by none that must be asked. */
#include "decks/deck_fixture.h"
#include "state/fields.h"
#include "view/frame.h"
#include "view/inspect.h"

static const tsu_field moisture = {.name = "moisture",
                                   .page = "moisture",
                                   .label = "water in the grain",
                                   .unit = "kg",
                                   .doc = "a specimen",
                                   .width = 1,
                                   .flags = TSU_FIELD_SETTABLE | TSU_FIELD_SAVED | TSU_FIELD_GHOSTED |
                                            TSU_FIELD_COLOURED | TSU_FIELD_POSITIVE,
                                   .store = TSU_STORE_COLUMN,
                                   .hash = 6};
static const tsu_field silent = {.name = "silent",
                                 .unit = "",
                                 .doc = "a specimen that asks for nothing",
                                 .width = 1,
                                 .store = TSU_STORE_COLUMN};
static const tsu_field arrow = {.name = "arrow",
                                .page = "arrow",
                                .unit = "m",
                                .doc = "a specimen with three numbers",
                                .width = 3,
                                .flags = TSU_FIELD_OF_COLUMN | TSU_FIELD_LENGTH,
                                .store = TSU_STORE_COLUMN};

static const char begin[] =
    "units si\natom_style granular\nboundary f f f\nnewton off\nregion box block 0 1 0 1 0 1 units box\n"
    "create_box 1 box\n"
    "create_atoms 1 single 0.2 0.5 0.5 units box\ncreate_atoms 1 single 0.4 0.5 0.5 units box\n"
    "create_atoms 1 single 0.6 0.5 0.5 units box\nset group all diameter 0.02 density 2500\n";
static const char laws[] =
    "fix m1 all property/global youngsModulus peratomtype 5e6\n"
    "fix m2 all property/global poissonsRatio peratomtype 0.3\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5\n"
    "pair_style gran model hertz\npair_coeff * *\ntimestep 1e-5\nfix i all nve/sphere\n";

static tsu_particles *start(deck *d)
{
    tsu_error err = {0};
    deck_run(d, begin);
    deck_run(d, laws);
    tsu_particles *p = &d->session->world->particles;
    assert_non_null(tsu_particles_add_field(p, &moisture, 1.5, &err));
    assert_non_null(tsu_particles_add_field(p, &silent, 7.0, &err));
    assert_non_null(tsu_particles_add_field(p, &arrow, 2.0, &err));
    return p;
}

static double formula(deck *d, const char *text)
{
    tsu_error err = {0};
    double value = NAN;
    if (tsu_script_evaluate(d->session->script, text, &value, &err) != TSU_OK) fail_msg("%s", err.message);
    return value;
}

static void test_view_set_formula(void **state)
{
    deck *d = *state;
    tsu_view v;
    tsu_error err = {0};
    start(d);
    assert_int_equal(tsu_field_view(d->session->world, "moisture", &v, &err), TSU_OK);
    assert_true(v.count == 3 && v.width == 1 && v.data[0] == 1.5);
    assert_int_equal(tsu_field_view(d->session->world, "moistur", &v, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "did you mean 'moisture'?"));
    deck_run(d, "set atom 2 moisture 4.5 vx 3\nset atom 2 arrow_3 0.25\n");
    deck_refuses(d, "set atom 2 moisture -1\n", "moisture is -1; it must be positive");
    deck_refuses(d, "set atom 2 moistur 1\n", "did you mean `moisture`?");
    deck_refuses(d, "set atom 2 silent 1\n", "silent cannot be set");
    deck_refuses(d, "set atom 2 fx 1\n", "fx cannot be set");
    assert_true(formula(d, "moisture[2]") == 4.5 && formula(d, "moisture[1]") == 1.5);
    assert_true(formula(d, "arrow_3[2]+silent[1]") == 7.25);
    deck_run(d, "variable m atom 2*moisture+id\ncompute s all reduce sum v_m\n"
                "compute p all property/atom moisture arrow_1 volume\nrun 0\n");
    assert_true(formula(d, "c_s") == 2.0 * (1.5 + 4.5 + 1.5) + 6.0);
    assert_true(formula(d, "c_p[2][1]") == 4.5 && formula(d, "c_p[2][2]") == 2.0);
}

/* `fix property/atom` says whether neighbours read a column. */
static void test_ghosts(void **state)
{
    deck *d = *state;
    tsu_field f;
    tsu_particles *p = start(d);
    deck_run(
        d,
        "fix a all property/atom near scalar yes yes no 1\nfix b all property/atom own scalar yes no no 1\n"
        "fix c all property/atom Temp scalar yes no no 1\n");
    assert_true(tsu_fields_find(p, "near", &f) && f.flags & TSU_FIELD_GHOSTED);
    assert_true(tsu_fields_find(p, "own", &f) && !(f.flags & TSU_FIELD_GHOSTED));
    assert_true(tsu_fields_find(p, "Temp", &f) && f.flags & TSU_FIELD_GHOSTED); /* heat reads it */
    assert_string_equal(f.unit, "K");
}

/* A column does not take the word of a thermo keyword away. */
static void test_thermo_first(void **state)
{
    deck *d = *state;
    start(d);
    deck_run(d, "fix c all property/atom atoms scalar yes yes no 9\n");
    assert_true(formula(d, "atoms") == 3.0);
}

static void read_text(const deck *d, const char *name, char *text, size_t size)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, size - 1, f)] = '\0';
    fclose(f);
}

static void test_dump(void **state)
{
    deck *d = *state;
    char text[4000] = "";
    start(d);
    deck_run(d, "set atom 2 moisture 4.5\n");
    deck_run_here(d, "dump t all custom 1 @/t.txt id moisture silent arrow_2 volume\ndump_modify t format "
                     "\"%d %g %g %g %.3f\"\n"
                     "dump v all custom/vtk 1 @/v*.vtk moisture arrow_1 arrow_2 arrow_3\nrun 0\n");
    deck_refuses(d, "dump u all custom 1 x moistur\n", "did you mean 'moisture'?");
    read_text(d, "t.txt", text, sizeof text);
    assert_non_null(
        strstr(text, "ITEM: ATOMS id moisture silent arrow_2 volume \n1 1.5 7 2 0.000 \n2 4.5 7 2 0.000 \n"));
    read_text(d, "v0.vtk", text, sizeof text);
    assert_non_null(strstr(text, "moisture 1 3"));
    assert_non_null(strstr(text, "arrow 3 3"));
    tsu_particles_remove_column(&d->session->world->particles, "moisture");
    deck_refuses(d, "run 1\n", "the property moisture, which a dump writes, no longer exists");
}

static void test_hash_and_diff(void **state)
{
    deck *d = *state;
    tsu_difference one[4];
    size_t count = 0;
    tsu_error err = {0};
    tsu_particles *p = start(d);
    tsu_world *w = d->session->world;
    const uint64_t before = tsu_world_hash(w);
    tsu_particles_find_column(p, "silent")->value[1] = 1.0;
    assert_true(tsu_world_hash(w) == before);
    tsu_particles_find_column(p, "moisture")->value[1] = 1.0;
    assert_true(tsu_world_hash(w) != before);
    void *other = NULL;
    assert_int_equal(deck_set_up(&other), 0);
    start(other);
    assert_int_equal(tsu_world_diff(w, ((const deck *)other)->session->world, one, 4, &count, &err), TSU_OK);
    assert_int_equal(count, 1);
    assert_true(one[0].id == 2 && strcmp(one[0].field, "moisture") == 0 && one[0].first == 1.0 &&
                one[0].second == 1.5);
    assert_int_equal(deck_tear_down(&other), 0);
}

static void test_restart(void **state)
{
    deck *d = *state;
    tsu_error err = {0};
    start(d);
    deck_run_here(d, "set atom 2 moisture 4.5\nrun 0\nwrite_restart @/r.rst\nclear\natom_style "
                     "granular\nread_restart @/r.rst\n");
    tsu_particles *p = &d->session->world->particles;
    assert_null(tsu_particles_find_column(p, "silent")); /* not saved */
    tsu_particle_column *c = tsu_particles_find_column(p, "moisture");
    assert_non_null(c);
    assert_true(c->value[0] + c->value[1] + c->value[2] == 7.5);
    c = tsu_particles_add_field(p, &moisture, 0.0, &err); /* who owns it says again what it is; values stay */
    assert_true(c && c->row == &moisture && c->value[0] + c->value[1] + c->value[2] == 7.5);
}

static void test_page(void **state)
{
    deck *d = *state;
    tsu_particles *p = start(d);
    deck_run(d, "set atom 2 moisture 4.5\nrun 0\n");
    tsu_setting_key key = {0};
    tsu_setting *setting = tsu_setting_renew(NULL, d->session, 1, &key);
    tsu_frame *f = tsu_frame_create();
    assert_true(setting && f);
    const int at = tsu_setting_find_field(setting, "moisture");
    assert_true(at >= 0);
    assert_string_equal(setting->field[at].label, "water in the grain");
    assert_string_equal(setting->field[at].unit, "kg");
    assert_int_equal(tsu_setting_find_field(setting, "silent"), -1);
    assert_int_equal(tsu_frame_take(f, d->session, setting, UINT64_MAX, NULL), TSU_OK);
    const float *value = tsu_frame_find(f, "moisture")->data, *length = tsu_frame_find(f, "arrow")->data;
    for (int32_t i = 0; i < 3; i++) {
        assert_true(value[i] == (p->id[i] == 2 ? 4.5f : 1.5f));
        assert_true(length[i] == (float)sqrt(12.0));
    }
    tsu_json j = {0};
    assert_true(tsu_inspect_particle(d->session, 2, &j));
    assert_non_null(strstr(j.text, "\"moisture\":4.5"));
    assert_non_null(strstr(j.text, "\"radius\":0.01"));
    tsu_json_free(&j);
    tsu_frame_destroy(f);
    tsu_setting_release(setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_view_set_formula, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_ghosts, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_thermo_first, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_dump, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_hash_and_diff, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_page, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
