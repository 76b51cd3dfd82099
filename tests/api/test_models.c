/* SPDX-License-Identifier: Apache-2.0 */
/* Models through the public interface: each acts as the fix of a deck does, to the bit; the audit closes; a saved, loaded or copied world
 * goes on with the same bits; names that are wrong are answered with the right ones. */
#include "io/hdf5_base.h"
#include "model/model.h"
#include "unit/model_scenes.h"
#include <math.h>
#include <unistd.h>

static const char plate[] =
    "solid plate\nfacet normal 0 0 1\nouter loop\nvertex -0.5 -0.5 -0.45\nvertex 0.5 -0.5 -0.45\n"
    "vertex 0.5 0.5 -0.45\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\n"
    "vertex -0.5 -0.5 -0.45\nvertex 0.5 0.5 -0.45\nvertex -0.5 0.5 -0.45\nendloop\nendfacet\n"
    "endsolid plate\n";

/* The same by a deck, with these fixes. */
static uint64_t run_deck(deck *d, const char *fixes)
{
    char text[512];
    FILE *file = fopen("plate.stl", "w");
    assert_non_null(file);
    fputs(plate, file);
    fclose(file);
    deck_run(d, "clear\n" DECK_BEGIN DECK_LAWS "fix g all gravity 9.81 vector 0 0 -1\n"
                "fix c1 all property/global thermalConductivity peratomtype 400 400\n"
                "fix c2 all property/global thermalCapacity peratomtype 10 10\n"
                "fix plate all mesh/surface/planar file plate.stl type 1\n");
    for (int k = 0; k < PARTICLES; k++) {
        double x[3], v[3];
        place_of(k, x, v);
        snprintf(text, sizeof text,
                 "create_atoms 1 single %.17g %.17g %.17g\nset atom %d diameter %.17g density %.17g\n"
                 "set atom %d vx %.17g vy %.17g vz %.17g\n",
                 x[0], x[1], x[2], k + 1, 2.0 * radius, density, k + 1, v[0], v[1], v[2]);
        deck_run(d, text);
    }
    deck_run(d, "group even id 1:27:2\ngroup rest subtract all even\n");
    deck_run(d, fixes);
    snprintf(text, sizeof text, "run %d\n", STEPS);
    deck_run(d, text);
    return tsu_world_hash(tsu_session_world(d->session));
}

static void check_audit(tsu_world *w, const char *model)
{
    tsu_energy e;
    OK(tsu_world_energy(w, &e, &err));
    if (!(fabs(e.residual) < 1e-12 * e.exchanged))
        fail_msg("%s: residual %g of %g", model, e.residual, e.exchanged);
}

static void test_as_deck(void **state)
{
    for (int k = 0; k < SCENES; k++) {
        const struct scene *s = &scenes[k];
        tsu_world *w = make_world();
        OK(tsu_models_add(w, s->model, "s", s->given, count_of(s), &err));
        OK(tsu_world_step(w, STEPS, &err));
        const uint64_t by_deck = run_deck(*state, s->fixes);
        if (tsu_world_hash(w) != by_deck)
            fail_msg("%s: the bits differ from those of the deck; %zu particles", s->model,
                     tsu_particles_count(w));
        double told = 0.0;
        if (s->word) OK(tsu_model_tell(w, "s", s->word, &told, &err));
        if (s->word && told != deck_value(*state, s->value))
            fail_msg("%s tells %s %.17g, the deck %.17g", s->model, s->word, told,
                     deck_value(*state, s->value));
        check_audit(w, s->model);
        tsu_world_destroy(w);
    }
    unlink("plate.stl");
}

/* One group is led, the rest is integrated: an integrator says who moves. */
static void test_led(void **state)
{
    static const tsu_parameter rest = {"group", .text = "rest"};
    static const tsu_parameter led[] = {{"group", .text = "even"},
                                        {"kind", .text = "rotate"},
                                        {"point", .number = {0, 0, 0}},
                                        {"axis", .number = {0, 0, 1}},
                                        {"period", .number = {0.5}}};
    tsu_world *w = make_world();
    for (uint64_t id = 2; id <= PARTICLES; id += 2) {
        OK(tsu_groups_add(w, "rest", &id, 1, &err));
    }
    OK(tsu_models_add(w, "integrate", "n", &rest, 1, &err));
    OK(tsu_models_add(w, "move", "s", led, 5, &err));
    OK(tsu_world_step(w, STEPS, &err));
    assert_true(tsu_world_hash(w) ==
                run_deck(*state, "fix n rest nve/sphere\nfix s even move rotate 0 0 0 0 0 1 0.5\n"));
    check_audit(w, "move");
    tsu_world_destroy(w);
    unlink("plate.stl");
}

/* Midway through a run: a copy, and a file, go on with the same bits and tell the same. */
static void test_save(void **state)
{
    (void)state;
    for (int k = 0; k < SCENES; k++) {
        const struct scene *s = &scenes[k];
        tsu_world *each[3] = {make_world()};
        const char *model = NULL;
        tsu_parameter given;
        double first = 0.0;
        OK(tsu_models_add(each[0], s->model, "s", s->given, count_of(s), &err));
        OK(tsu_world_step(each[0], STEPS / 2, &err));
        each[1] = tsu_world_copy(each[0], &err);
        if (!each[1]) fail_msg("%s: %s", s->model, err.message);
        if (tsu_hdf5_available("", NULL) == TSU_OK) {
            OK(tsu_world_save(each[0], "models.restart", &err));
            each[2] = tsu_world_load("models.restart", 1, &err);
            if (!each[2]) fail_msg("%s: %s", s->model, err.message);
            unlink("models.restart");
        }
        for (int q = 0; q < 3 && each[q]; q++) {
            double told = 0.0;
            assert_string_equal(tsu_model_name(each[q], 0, &model), "s");
            assert_string_equal(model, s->model);
            OK(tsu_model_given(each[q], "s", s->given[0].name, &given, &err));
            OK(tsu_world_step(each[q], STEPS / 2, &err));
            if (tsu_world_hash(each[q]) != tsu_world_hash(each[0]))
                fail_msg("%s: %d goes on with other bits", s->model, q);
            if (s->word) OK(tsu_model_tell(each[q], "s", s->word, &told, &err));
            if (q == 0) first = told;
            assert_true(told == first);
        }
        for (int q = 0; q < 3; q++) {
            tsu_world_destroy(each[q]);
        }
    }
}

static void refused(tsu_status status, const char *says)
{
    assert_int_not_equal(status, TSU_OK);
    if (!strstr(err.message, says)) fail_msg("'%s' has not '%s'", err.message, says);
}

static void test_refusals(void **state)
{
    (void)state;
    static const tsu_parameter good = {"stiffness", .number = {5}}, unknown = {"stifness", .number = {5}},
                               negative = {"stiffness", .number = {-5}}, text = {"stiffness", .text = "5"},
                               group = {"group", .text = "evn"}, region = {"region", .text = "ball 1 2 3"},
                               block = {"region", .text = "block 0 1 0 1 0"},
                               part = {"every", .number = {1.5}}, mark = {"marking", .text = "never"},
                               axes = {"free", .text = "xw"},
                               none = {"templates", .text = "type 3 radius 1 density 2"};
    tsu_world *w = make_world();
    double x;
    refused(tsu_models_add(w, "sprng", "s", &good, 1, &err),
            "no model 'sprng'; did you mean 'spring'? there are ");
    refused(tsu_models_add(w, "spring", "s", &unknown, 1, &err),
            "no parameter 'stifness'; it has group, stiffness");
    refused(tsu_models_add(w, "spring", "s", &negative, 1, &err),
            "spring s: stiffness is -5 N/m; it must be positive");
    refused(tsu_models_add(w, "spring", "s", &text, 1, &err), "stiffness is given by numbers");
    refused(tsu_models_add(w, "spring", "s", &group, 1, &err), "no group 'evn'; did you mean 'even'?");
    refused(tsu_models_add(w, "spring", "s", &axes, 1, &err), "letters out of xyz");
    refused(tsu_models_add(w, "tracer", "s", &region, 1, &err),
            "there are block, sphere, cylinder, cone and plane");
    refused(tsu_models_add(w, "tracer", "s", &block, 1, &err), "write `block XLO XHI");
    refused(tsu_models_add(w, "tracer", "s", &mark, 1, &err), "one of heaviside, dirac, none");
    refused(tsu_models_add(w, "momentum", "s", &part, 1, &err), "must be a whole number");
    refused(tsu_models_add(w, "insert_pack", "s", &none, 1, &err), "there are materials 1 to 2");
    refused(tsu_models_add(w, "insert_pack", "s", NULL, 0, &err), "nothing to insert is given");
    refused(tsu_models_add(w, "spring", "", &good, 1, &err), "needs a name");
    assert_null(tsu_model_name(w, 0, NULL)); /* nothing has changed */
    OK(tsu_models_add(w, "spring", "s", &good, 1, &err));
    refused(tsu_models_add(w, "spring", "s", &good, 1, &err), "already a model named s");
    refused(tsu_model_tell(w, "s", "fore", &x, &err), "has no value 'fore'; it has energy, fx, fy");
    refused(tsu_models_remove(w, "t", &err), "no model named 't'; it has s");
    OK(tsu_models_remove(w, "s", &err));
    assert_null(tsu_model_name(w, 0, NULL));
    tsu_world_destroy(w);
}

/* The tables: each parameter has a sentence, and each word is told. */
static void test_tables(void **state)
{
    (void)state;
    const char *model, *doc;
    size_t models = 0, parameters = 0;
    while ((model = tsu_model_kind(models, &doc))) {
        tsu_parameter_info info;
        assert_true(doc[0] != '\0');
        for (size_t k = 0; tsu_model_parameter(model, k, &info); k++, parameters++) {
            if (!info.doc[0] || !info.unit) fail_msg("%s has no sentence for %s", model, info.name);
        }
        const tsu_model_row *row = tsu_model_row_find(model);
        size_t words = 0;
        while (tsu_model_word(model, words)) {
            words++;
        }
        const int numbers =
            row->numbers > 6 && strncmp(model, "massflow", 8) == 0 ? 6 : row->numbers; /* a sum if asked */
        if (words != (size_t)numbers + (row->scalar != NULL)) fail_msg("%s: %zu words", model, words);
        models++;
    }
    assert_true(models >= 30 && parameters > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_as_deck, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_led, deck_set_up, deck_tear_down),
        cmocka_unit_test(test_save),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
