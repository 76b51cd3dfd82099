/* SPDX-License-Identifier: Apache-2.0 */
/* Models of the engine without a deck: what a program creates acts as what a deck creates, to the bit; every row of the table is
 * whole; and a model writes only the fields that its row names. */
#include "decks/deck_fixture.h"
#include "model/adapt.h"
#include "model/force/force.h"
#include "model/force/spring.h"
#include "model/force/velocity.h"
#include "model/heat/heat.h"
#include "step/ledger/energy.h"

enum { PER_SIDE = 3, PARTICLES = PER_SIDE * PER_SIDE * PER_SIDE, STEPS = 400 };
static const double radius = 0.05, density = 2000.0;

/* A cube of spheres that overlap by 1 %, and move. */
static void place_of(int k, double x[3], double v[3])
{
    const int at[3] = {k % PER_SIDE, k / PER_SIDE % PER_SIDE, k / (PER_SIDE * PER_SIDE)};
    for (int q = 0; q < 3; q++) {
        x[q] = 0.099 * at[q] - 0.2;
        v[q] = 0.1 * (at[(q + 1) % 3] - 1) + 0.01 * q;
    }
}

static void check(tsu_status status, const tsu_error *err)
{
    if (status != TSU_OK) fail_msg("%s", err->message);
}

static tsu_world *make_world(void)
{
    tsu_error err = {0};
    const double young[2] = {1e7, 1e7}, poisson[2] = {0.3, 0.3}, half[4] = {0.5, 0.5, 0.5, 0.5};
    const double conductivity[2] = {400.0, 400.0}, capacity[2] = {10.0, 10.0};
    tsu_world_def def = tsu_world_def_default();
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -1.0;
        def.hi[q] = 1.0;
    }
    def.gravity[2] = -9.81;
    def.materials = 2;
    def.timestep = 1e-5;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    check(tsu_laws_choose(w, "model hertz tangential history", &err), &err);
    check(tsu_property_set_type(w, "youngsModulus", young, &err), &err);
    check(tsu_property_set_type(w, "poissonsRatio", poisson, &err), &err);
    check(tsu_property_set_pair(w, "coefficientRestitution", half, &err), &err);
    check(tsu_property_set_pair(w, "coefficientFriction", half, &err), &err);
    check(tsu_property_set_type(w, "thermalConductivity", conductivity, &err), &err);
    check(tsu_property_set_type(w, "thermalCapacity", capacity, &err), &err);
    for (int k = 0; k < PARTICLES; k++) {
        tsu_particle_def p = tsu_particle_def_default();
        p.radius = radius;
        p.density = density;
        place_of(k, p.position, p.velocity);
        check(tsu_particles_add(w, &p, 1, &err), &err);
    }
    return w;
}

/* The same by a deck, with these fixes. */
static uint64_t run_deck(deck *d, const char *fixes)
{
    char text[256];
    deck_run(d, "clear\n" DECK_BEGIN DECK_LAWS "fix g all gravity 9.81 vector 0 0 -1\nfix n all nve/sphere\n"
                "fix c1 all property/global thermalConductivity peratomtype 400 400\n"
                "fix c2 all property/global thermalCapacity peratomtype 10 10\n");
    for (int k = 0; k < PARTICLES; k++) {
        double x[3], v[3];
        place_of(k, x, v);
        snprintf(text, sizeof text,
                 "create_atoms 1 single %.17g %.17g %.17g\nset atom %d diameter %.17g density %.17g\n"
                 "set atom %d vx %.17g vy %.17g vz %.17g\n",
                 x[0], x[1], x[2], k + 1, 2.0 * radius, density, k + 1, v[0], v[1], v[2]);
        deck_run(d, text);
    }
    deck_run(d, fixes);
    snprintf(text, sizeof text, "run %d\n", STEPS);
    deck_run(d, text);
    return tsu_world_hash_state(d->session->world);
}

static uint64_t run_world(tsu_world *w)
{
    tsu_error err = {0};
    check(tsu_models_advance(w, STEPS, NULL, NULL, &err), &err);
    return tsu_world_hash_state(w);
}

static tsu_model *create(tsu_world *w, const tsu_model_row *row, const void *def)
{
    tsu_model *m;
    tsu_error err = {0};
    check(tsu_model_create(w, row, row->name, def, &m, &err), &err);
    return m;
}

static void test_spring(void **state)
{
    tsu_world *w = make_world();
    tsu_spring_def def = tsu_model_spring_default();
    double energy, plain;
    tsu_error err = {0};
    def.k = 1e4;
    def.point[2] = 0.5;
    def.free[1] = true;
    def.phases = 1;
    def.phase[0] = (tsu_spring_phase){.start = 1e-3, .velocity = {1.0, 0.0, 2.0}};
    tsu_model *m = create(w, &tsu_model_spring, &def);
    const uint64_t hash = run_world(w),
                   by_deck = run_deck(*state, "fix s all spring drive 1e4 0 NULL 0.5 from 1e-3 1 0 2\n");
    assert_true(hash == by_deck);
    check(m->row->scalar(m, &energy, &err), &err);
    assert_true(energy == deck_value(*state, "f_s"));
    check(m->row->number(m, 2, &plain, &err), &err);
    assert_true(plain == deck_value(*state, "f_s[3]"));
    const tsu_balance b = tsu_energy_balance(w);
    assert_true(fabs(b.residual) < 1e-12 * b.exchanged); /* the step has booked its work */
    assert_true(tsu_energy_accounts(&w->ledger).external_work != 0.0);
    tsu_world_destroy(w);
}

static tsu_status push_more(void *context, double *out, tsu_error *err)
{
    const tsu_world *w = context;
    (void)err;
    *out = 3.0 * (double)w->step;
    return TSU_OK;
}

static tsu_status by_height(void *context, int32_t rows, double *out, tsu_error *err)
{
    const tsu_world *w = context;
    (void)err;
    for (int32_t i = 0; i < rows; i++) {
        out[i] = 2.0 * w->particles.xr[i][2];
    }
    return TSU_OK;
}

static void test_add_force(void **state)
{
    tsu_world *w = make_world();
    tsu_given_force_def def = tsu_model_given_force_default();
    def.force[0].constant = 0.25;
    def.force[1] = (tsu_model_value){.ask = push_more, .context = w};
    def.force[2] = (tsu_model_value){.ask_each = by_height, .context = w};
    create(w, &tsu_model_add_force, &def);
    const uint64_t hash = run_world(w);
    const uint64_t by_deck =
        run_deck(*state, "variable a equal 3*step\nvariable b atom 2*z\nfix p all addforce 0.25 v_a v_b\n");
    assert_true(hash == by_deck);
    assert_true(hash != run_deck(*state, "fix p all addforce 0.25 v_a 0\n")); /* it tells them apart */
    tsu_world_destroy(w);
}

static void test_heat(void **state)
{
    tsu_world *w = make_world();
    tsu_heat_def def = tsu_model_heat_default();
    double all;
    tsu_error err = {0};
    def.initial = 300.0;
    tsu_model *m = create(w, &tsu_model_heat, &def);
    tsu_particle_column *warm = tsu_particles_find_column(&w->particles, "Temp");
    warm->value[0] = 900.0;
    const uint64_t hash = run_world(w);
    const uint64_t by_deck =
        run_deck(*state, "fix h all heat/gran initial_temperature 300\nset atom 1 property/atom Temp 900\n");
    assert_true(hash == by_deck);
    check(m->row->scalar(m, &all, &err), &err);
    assert_true(all == deck_value(*state, "f_h"));
    tsu_model *other;
    assert_int_equal(tsu_model_create(w, &tsu_model_heat, "again", NULL, &other, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "already"));
    assert_true(w->heating.on); /* that of the first */
    tsu_world_destroy(w);
}

/* Models that act between steps and at their start. */
static void test_between(void **state)
{
    tsu_world *w = make_world();
    tsu_adapt_def grow = tsu_model_adapt_default();
    tsu_momentum_def still = tsu_model_momentum_default();
    grow.every = 30;
    grow.diameter.constant = 1.001;
    still.every = 7;
    still.angular = true;
    create(w, &tsu_model_adapt, &grow);
    create(w, &tsu_model_momentum, &still);
    const uint64_t hash = run_world(w);
    assert_true(hash == run_deck(*state,
                                 "variable d equal 1.001\nfix a all adapt 30 atom diameter v_d scale yes\n"
                                 "fix q all momentum 7 linear 1 1 1 angular\n"));
    tsu_world_destroy(w);
}

static void test_removal(void **state)
{
    (void)state;
    tsu_world *w = make_world();
    tsu_error err = {0};
    tsu_spring_self_def def = tsu_model_spring_self_default();
    tsu_model *self = create(w, &tsu_model_spring_self, &def), *m;
    assert_non_null(tsu_particles_find_column(&w->particles, "home:spring_self"));
    assert_ptr_equal(tsu_models_find(w, "spring_self"), self);
    tsu_model_destroy(self);
    assert_null(tsu_particles_find_column(&w->particles, "home:spring_self"));
    assert_null(tsu_models_find(w, "spring_self"));
    def.k = -1.0;
    assert_int_equal(tsu_model_create(w, &tsu_model_spring_self, "bad", &def, &m, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "spring_self bad: the stiffness is -1 N/m; it must be positive"));
    assert_null(m);
    assert_int_equal(w->hooks, 0);
    assert_int_equal(tsu_models_count(w), 0);
    tsu_world_destroy(w);
}

/* ---- the table -------------------------------------------------------------------------------------------------------------- */

static void test_rows(void **state)
{
    (void)state;
    for (int k = 0; tsu_model_rows[k]; k++) {
        const tsu_model_row *row = tsu_model_rows[k];
        assert_ptr_equal(tsu_model_row_find(row->name), row); /* no other has the name */
        if (!row->doc || !row->doc[0]) fail_msg("%s has no sentence", row->name);
        if (row->def_size > 0 && !row->preset) fail_msg("%s has no defaults", row->name);
        if (row->def_size > row->state_size)
            fail_msg("%s: its state does not hold its parameters", row->name);
        if (!row->save != !row->load) fail_msg("%s is saved or loaded only", row->name);
        if (row->numbers > 0 && !row->number) fail_msg("%s does not tell its numbers", row->name);
        if (row->phase[TSU_HOOK_FORCE] && row->writes & TSU_FIELDS_FORCE &&
            row->account == TSU_MODEL_NO_ENERGY)
            fail_msg("%s adds forces without an account", row->name);
    }
    assert_null(tsu_model_row_find("no such model"));
}

enum { ARRAYS = 10 };

static int arrays_of(const tsu_particles *p, const void *at[ARRAYS], size_t bytes[ARRAYS],
                     uint32_t field[ARRAYS])
{
    const size_t n = (size_t)p->count;
    int k = 0;
    at[k] = p->xr, bytes[k] = n * sizeof *p->xr, field[k++] = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE;
    at[k] = p->vm, bytes[k] = n * sizeof *p->vm, field[k++] = TSU_FIELDS_VELOCITY | TSU_FIELDS_SIZE;
    at[k] = p->wi, bytes[k] = n * sizeof *p->wi, field[k++] = TSU_FIELDS_SPIN | TSU_FIELDS_SIZE;
    at[k] = p->force, bytes[k] = n * sizeof *p->force, field[k++] = TSU_FIELDS_FORCE;
    at[k] = p->torque, bytes[k] = n * sizeof *p->torque, field[k++] = TSU_FIELDS_TORQUE;
    at[k] = p->mass, bytes[k] = n * sizeof *p->mass, field[k++] = TSU_FIELDS_SIZE;
    at[k] = p->density, bytes[k] = n * sizeof *p->density, field[k++] = TSU_FIELDS_SIZE;
    at[k] = p->type, bytes[k] = n * sizeof *p->type, field[k++] = TSU_FIELDS_TYPE;
    at[k] = p->group, bytes[k] = n * sizeof *p->group, field[k++] = TSU_FIELDS_GROUP;
    at[k] = p->image, bytes[k] = n * sizeof *p->image, field[k++] = TSU_FIELDS_IMAGE;
    return k;
}

/* Calls the phases of a model one by one; true if anything changed. */
static bool writes_what_it_says(tsu_world *w, tsu_model *m)
{
    tsu_error err = {0};
    bool any = false;
    for (int phase = 0; phase < TSU_HOOK_PHASES; phase++) {
        const void *at[ARRAYS];
        size_t bytes[ARRAYS];
        uint32_t field[ARRAYS];
        void *was[ARRAYS];
        if (!m->row->phase[phase]) continue;
        const int count = arrays_of(&w->particles, at, bytes, field);
        const int32_t rows = w->particles.count;
        for (int k = 0; k < count; k++) {
            was[k] = malloc(bytes[k]);
            assert_non_null(was[k]);
            memcpy(was[k], at[k], bytes[k]);
        }
        check(m->row->phase[phase](m, &err), &err);
        if (w->particles.count != rows && !(m->row->writes & TSU_FIELDS_COUNT))
            fail_msg("%s changes the number of particles", m->row->name);
        for (int k = 0; k < count && w->particles.count == rows; k++) {
            const bool same = memcmp(was[k], at[k], bytes[k]) == 0;
            if (!same && !(m->row->writes & field[k])) fail_msg("%s writes field %x", m->row->name, field[k]);
            any = any || !same;
        }
        for (int k = 0; k < count; k++) {
            free(was[k]);
        }
    }
    return any;
}

/* Something to change for everyone. */
static void stir(tsu_particles *p)
{
    for (int32_t i = 0; i < p->count; i++) {
        for (int q = 0; q < 3; q++) {
            p->vm[i][q] = 1e3 * (1 + q + i % 5);
            p->wi[i][q] = 2.0 + q;
            p->force[i][q] = 3.0 + i % 7;
            p->torque[i][q] = 4.0 + q;
        }
    }
}

static void test_fields_written(void **state)
{
    (void)state;
    int created = 0, changed = 0;
    for (int k = 0; tsu_model_rows[k]; k++) {
        tsu_world *w = make_world();
        tsu_model *m = NULL;
        tsu_error err = {0};
        check(tsu_world_advance(w, 10, &err), &err);
        const uint64_t before = tsu_world_hash_state(w);
        if (tsu_model_create(w, tsu_model_rows[k], "any", NULL, &m, &err) == TSU_OK) {
            check(tsu_world_settle(w, &err), &err);
            created++;
            stir(&w->particles);
            changed += writes_what_it_says(w, m);
        } else { /* its parameters have no sense without a choice; then it says so and leaves everything as it was */
            assert_true(err.message[0] != '\0');
            assert_int_equal(tsu_models_count(w), 0);
            assert_int_equal(w->hooks, 0);
            assert_true(before == tsu_world_hash_state(w));
        }
        tsu_world_destroy(w);
    }
    print_message("%d created, %d changed something\n", created, changed);
    assert_true(created >= 20);
    assert_true(changed >= 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_spring, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_add_force, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_heat, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_between, deck_set_up, deck_tear_down),
        cmocka_unit_test(test_removal),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_fields_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
