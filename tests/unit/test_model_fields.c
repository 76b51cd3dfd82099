/* SPDX-License-Identifier: Apache-2.0 */
/* Models touch what their rows say. Writing: inspection ends a run in which a model changes another field. Reading: of two equal
 * worlds, one has everything that the row names neither as read nor as written spoiled before the model is called; what it does
 * must be the same. */
#include "model/inspect.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"
#include "unit/model_scenes.h"
#include <math.h>

static tsu_error err;

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

/* Models that scenes of decks do not have, or only by other means. */
static const struct scene more[] = {
    {"set_torque", {{"torque", .number = {1, 2, 3}}}, NULL, NULL, NULL},
    {"buoyancy",
     {{"density", .number = {900}}, {"level", .number = {-0.15}}, {"axis", .text = "z"}},
     NULL,
     NULL,
     NULL},
    {"gravity", {{"group", .text = "even"}, {"acceleration", .number = {0, 3, 0}}}, NULL, NULL, NULL},
    {"flat", {{"group", .text = "even"}}, NULL, NULL, NULL},
    {"line_force", {{"direction", .number = {0, 1, 1}}}, NULL, NULL, NULL},
    {"region_wall",
     {{"region", .text = "sphere 0 0 0 0.5"},
      {"potential", .text = "harmonic"},
      {"epsilon", .number = {100}},
      {"cutoff", .number = {0.4}}},
     NULL,
     NULL,
     NULL},
    {"speed_limit", {{"way", .number = {1e-7}}}, NULL, NULL, NULL},
    {"speed_limit", {{"way", .number = {1e-6}}, {"relative", .number = {1}}}, NULL, NULL, NULL},
    {"move",
     {{"group", .text = "even"},
      {"kind", .text = "rotate"},
      {"axis", .number = {0, 0, 1}},
      {"period", .number = {0.5}}},
     NULL,
     NULL,
     NULL},
    {"move",
     {{"group", .text = "even"},
      {"kind", .text = "wiggle"},
      {"vector", .number = {0.1, 0, 0}},
      {"period", .number = {0.01}}},
     NULL,
     NULL,
     NULL},
    {"dt_reset",
     {{"every", .number = {1}}, {"least", .number = {1e-9}}, {"distance", .number = {1e-7}}},
     NULL,
     NULL,
     NULL},
    {"multicontact", {{"factor", .number = {1}}}, NULL, NULL, NULL},
    {"integrate", {{"group", .text = "even"}}, NULL, NULL, NULL},
    {"orientation", {{0}}, NULL, NULL, NULL},
    {"store_force", {{0}}, NULL, NULL, NULL},
};
enum { MORE = (int)(sizeof more / sizeof *more) };

static const struct scene *scene_at(int k)
{
    return k < SCENES ? &scenes[k] : &more[k - SCENES];
}

static tsu_world *world_with(const struct scene *s, tsu_model **m)
{
    const tsu_model_row *row = tsu_model_row_find(s->model);
    static const tsu_parameter rest = {"group", .text = "rest"};
    tsu_world *w = make_world();
    for (uint64_t id = 2; id <= PARTICLES; id += 2) {
        OK(tsu_groups_add(w, "rest", &id, 1, &err));
    }
    if (strcmp(s->model, "move") == 0) OK(tsu_models_add(w, "integrate", "n", &rest, 1, &err));
    if (s->given[0].name)
        OK(tsu_models_add(w, s->model, "s", s->given, count_of(s), &err));
    else
        OK(tsu_model_create(w, row, "s", NULL, m, &err)); /* only scripts create it, by its defaults */
    OK(tsu_models_inspect(w, true, &err));
    OK(tsu_world_step(w, 30, &err));
    *m = tsu_models_find(w, "s");
    return w;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------- */

enum { NUMBERS = 24 };

/* The numbers of a particle, by the bit of their field; columns come behind, as far as there is room. */
static int numbers_of(const tsu_world *w, int32_t i, double *at[NUMBERS], uint32_t bit[NUMBERS])
{
    const tsu_particles *p = &w->particles;
    int n = 0;
    for (int q = 0; q < 3; q++) {
        double *const vector[5] = {p->xr[i], p->vm[i], p->wi[i], p->force[i], p->torque[i]};
        for (int k = 0; k < 5; k++) {
            at[n] = vector[k] + q;
            bit[n++] = UINT32_C(1) << k;
        }
    }
    double *const size[5] = {p->xr[i] + 3, p->vm[i] + 3, p->wi[i] + 3, p->mass + i, p->density + i};
    for (int k = 0; k < 5; k++) {
        at[n] = size[k];
        bit[n++] = TSU_FIELDS_SIZE;
    }
    for (int k = 0; k < p->columns; k++) {
        const int width = p->column[k].width;
        for (int q = 0; q < width && n < NUMBERS; q++) {
            at[n] = p->column[k].value + (int64_t)i * width + q;
            bit[n++] = TSU_FIELDS_COLUMNS;
        }
    }
    return n;
}

/* What is not touched: no number; another material, no group, other images, a box that is none. */
static void spoil(tsu_world *w, uint32_t touched)
{
    tsu_particles *p = &w->particles;
    double *at[NUMBERS];
    uint32_t bit[NUMBERS];
    for (int32_t i = 0; i < p->count; i++) {
        const int n = numbers_of(w, i, at, bit);
        for (int k = 0; k < n; k++) {
            if (!(touched & bit[k])) *at[k] = NAN;
        }
        if (!(touched & TSU_FIELDS_TYPE)) p->type[i] = 1 - p->type[i];
        if (!(touched & TSU_FIELDS_GROUP)) p->group[i] = 0;
        if (!(touched & TSU_FIELDS_IMAGE)) p->image[i][0] += 7;
    }
    for (int q = 0; q < 3 && !(touched & TSU_FIELDS_BOX); q++) {
        w->box.lo[q] = w->box.hi[q] = NAN;
    }
    for (int k = 0; k < w->meshes && !(touched & TSU_FIELDS_WALLS); k++) {
        w->mesh[k]->pose.shift[0] = w->mesh[k]->temperature = NAN;
        w->mesh[k]->pose.moved = true;
    }
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Calls one of a model in both worlds, the second spoiled; afterwards the second is as the first. */
static int call_both(tsu_model *clean, tsu_model *spoiled, tsu_model_call *fn)
{
    tsu_world *a = clean->world, *b = spoiled->world;
    double *was[NUMBERS], *is[NUMBERS];
    uint32_t bit[NUMBERS];
    int changed = 0;
    tsu_world *before = tsu_world_copy(a, &err);
    assert_non_null(before);
    const tsu_box box = b->box;
    spoil(b, clean->row->reads | clean->row->writes);
    OK(fn(clean, &err));
    OK(fn(spoiled, &err));
    assert_int_equal(a->particles.count, b->particles.count);
    for (int32_t i = 0; i < before->particles.count; i++) {
        double *old[NUMBERS];
        const int n = numbers_of(a, i, was, bit), same = numbers_of(b, i, is, bit);
        assert_int_equal(n, same);
        (void)numbers_of(before, i, old, bit);
        for (int k = 0; k < n; k++) {
            if (!same_bits(*was[k], *is[k]) && !(isnan(*is[k]) && same_bits(*was[k], *old[k])))
                fail_msg("%s reads what its row does not name: %s of particle %d are %g, and %g when it is "
                         "spoiled",
                         clean->row->name, tsu_inspect_field(bit[k]), (int)i, *was[k], *is[k]);
            changed += !same_bits(*was[k], *old[k]);
            *is[k] = *was[k];
        }
        b->particles.type[i] = a->particles.type[i];
        b->particles.group[i] = a->particles.group[i];
        b->particles.image[i][0] = a->particles.image[i][0];
    }
    b->box = box;
    for (int k = 0; k < a->meshes; k++) {
        b->mesh[k]->pose = a->mesh[k]->pose;
        b->mesh[k]->temperature = a->mesh[k]->temperature;
    }
    tsu_world_destroy(before);
    return changed;
}

static void same_told(tsu_model *a, tsu_model *b)
{
    double x = 0.0, y = 0.0;
    if (a->scalar) {
        OK(a->row->scalar(a, &x, &err));
        OK(b->row->scalar(b, &y, &err));
        if (!same_bits(x, y)) fail_msg("%s tells %g, and %g when spoiled", a->row->name, x, y);
    }
    for (int k = 0; k < a->numbers; k++) {
        OK(a->row->number(a, k, &x, &err));
        OK(b->row->number(b, k, &y, &err));
        if (!same_bits(x, y))
            fail_msg("%s tells %g as number %d, and %g when spoiled", a->row->name, x, k, y);
    }
}

/* Not those that change the world between steps or add particles: lists and forces are made anew there, of everything. */
static void test_reading(void **state)
{
    (void)state;
    const uint32_t more_than_fields = TSU_FIELDS_COUNT | TSU_FIELDS_BOX;
    int calls = 0, changed = 0;
    for (int k = 0; k < SCENES + MORE; k++) {
        tsu_model *a, *b;
        tsu_world *clean = world_with(scene_at(k), &a), *spoiled = world_with(scene_at(k), &b);
        const tsu_model_row *row = a->row;
        for (int phase = 0; phase < TSU_HOOK_PHASES && !(row->writes & TSU_FIELDS_COUNT); phase++) {
            if (!row->phase[phase]) continue;
            changed += call_both(a, b, row->phase[phase]) > 0;
            calls++;
        }
        if (row->between && !(row->writes & (more_than_fields | TSU_FIELDS_SIZE | TSU_FIELDS_VELOCITY))) {
            changed += call_both(a, b, row->between) > 0;
            calls++;
        }
        same_told(a, b);
        tsu_world_destroy(clean);
        tsu_world_destroy(spoiled);
    }
    print_message("%d calls, %d of them change particles\n", calls, changed);
    assert_true(calls >= 25 && changed >= 15);
}

/* ---- writing ------------------------------------------------------------------------------------------------------------------ */

static tsu_status pull_and_paint(tsu_model *m, tsu_error *e)
{
    (void)e;
    m->world->particles.force[0][0] += 1.0;
    m->world->particles.density[0] += 1.0;
    return TSU_OK;
}

static void test_writing(void **state)
{
    (void)state;
    static const tsu_model_row liar = {.name = "liar",
                                       .doc = "changes more than it says",
                                       .phase = {[TSU_HOOK_FORCE] = pull_and_paint},
                                       .writes = TSU_FIELDS_FORCE,
                                       .account = TSU_MODEL_WORK};
    tsu_world *w = make_world();
    tsu_model *m;
    OK(tsu_model_create(w, &liar, "l", NULL, &m, &err));
    OK(tsu_models_inspect(w, false, &err));
    OK(tsu_world_step(w, 2, &err));
    OK(tsu_models_inspect(w, true, &err));
    assert_int_not_equal(tsu_world_step(w, 2, &err), TSU_OK);
    assert_non_null(strstr(err.message, "liar l has changed sizes in `forces`"));
    tsu_world_destroy(w);
}

/* A model whose row forgets what it reads is found: the check above can fail. */
static void test_bites(void **state)
{
    (void)state;
    tsu_model *a, *b;
    tsu_world *clean = world_with(&scenes[0], &a), *spoiled = world_with(&scenes[0], &b);
    tsu_model_row row = *a->row;
    assert_string_equal(row.name, "spring");
    assert_true(row.reads & TSU_FIELDS_POSITION);
    row.reads &= ~(uint32_t)TSU_FIELDS_POSITION;
    spoil(spoiled, row.reads | row.writes);
    OK(row.phase[TSU_HOOK_FORCE](a, &err));
    OK(row.phase[TSU_HOOK_FORCE](b, &err));
    assert_false(same_bits(clean->particles.force[0][0], spoiled->particles.force[0][0]));
    tsu_world_destroy(clean);
    tsu_world_destroy(spoiled);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_bites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
