/* SPDX-License-Identifier: Apache-2.0 */
/* Models of flows made by a program, without words of a deck: the same bits as the fixes. */
#include "decks/insert_fixture.h"
#include "model/deform.h"
#include "model/dt_reset.h"
#include "model/flow/massflow.h"
#include "model/insertion/insertion.h"
#include "model/integrate.h"
#include "model/move.h"
#include "model/move_mesh.h"
#include "model/store.h"
#include "model/tracer.h"
#include "session/groups.h"
#include "step/ledger/energy.h"

/* A face of 0.1 x 0.1 m at z = 0.3, two triangles. */
#define FACE                                                                                                 \
    "solid face\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\nvertex 0.05 -0.05 0.3\n"            \
    "vertex 0.05 0.05 0.3\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\n"      \
    "vertex 0.05 0.05 0.3\nvertex -0.05 0.05 0.3\nendloop\nendfacet\nendsolid face\n"

static tsu_model *make(const deck *d, const tsu_model_row *row, const char *name, const void *def)
{
    tsu_error err = {0};
    tsu_model *m = NULL;
    if (tsu_model_create(d->session->world, row, name, def, &m, &err) != TSU_OK) fail_msg("%s", err.message);
    return m;
}

static void refuses(const deck *d, const tsu_model_row *row, const void *def, const char *fragment)
{
    tsu_error err = {0};
    tsu_model *m = NULL;
    assert_int_not_equal(tsu_model_create(d->session->world, row, "m", def, &m, &err), TSU_OK);
    assert_null(m);
    if (!strstr(err.message, fragment)) fail_msg("%s\nhas not: %s", err.message, fragment);
}

/* A run of models alone: nothing of the session is asked. */
static void advance(const deck *d, int64_t steps)
{
    tsu_error err = {0};
    tsu_world *w = d->session->world;
    tsu_models_mark(d->session->world, true);
    if (tsu_models_advance(w, steps, NULL, NULL, &err) != TSU_OK) fail_msg("%s", err.message);
}

static double number_of(tsu_model *m, int index)
{
    double out = NAN;
    tsu_error err = {0};
    assert_int_equal(m->row->number(m, index, &out, &err), TSU_OK);
    return out;
}

/* ---- insertion ------------------------------------------------------------------------------------------------------------ */

/* Spheres of two sizes, as the deck's words below mix them by mass. */
static void mix(tsu_blend *b)
{
    tsu_error err = {0};
    static const double radius[2] = {0.004, 0.003}, weight[2] = {0.75, 0.25};
    *b = (tsu_blend){.parts = 2, .seed = 8, .group = 1};
    for (int k = 0; k < 2; k++) {
        tsu_template *t = &b->part[k];
        *t = (tsu_template){.seed = (uint64_t)(7 + 2 * k), .group = 1};
        assert_int_equal(
            tsu_spread_make(&t->radius, TSU_SPREAD_CONSTANT, radius[k], 0.0, false, "radius", &err), TSU_OK);
        assert_int_equal(
            tsu_spread_make(&t->density, TSU_SPREAD_CONSTANT, 2500.0, 0.0, false, "density", &err), TSU_OK);
        tsu_template_measure(t);
        b->weight[k] = weight[k];
    }
    assert_int_equal(tsu_blend_finish(b, true, &err), TSU_OK);
}

#define MIX                                                                                                  \
    "fix pt1 all particletemplate/sphere 7 atom_type 1 density constant 2500 radius constant 0.004\n"        \
    "fix pt2 all particletemplate/sphere 9 atom_type 1 density constant 2500 radius constant 0.003\n"        \
    "fix pdd all particledistribution/discrete 8 2 pt1 0.75 pt2 0.25\n"
#define SCENE                                                                                                \
    BOX("f f f")                                                                                             \
    "fix grav all gravity 9.81 vector 0 0 -1\n"                                                              \
    "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0\n"

static void test_pack(void **state)
{
    deck *d = *state;
    deck_run(d,
             SCENE MIX "region low block -0.1 0.1 -0.1 0.1 0 0.1\n"
                       "fix ins all insert/pack seed 5 distributiontemplate pdd region low insert_every once "
                       "volumefraction_region 0.2 vel uniform 0 0 -1 0.1 0.1 0.1\nrun 400\n");
    const uint64_t expected = tsu_world_hash(d->session->world);
    const double particles = deck_value(d, "f_ins[1]"), mass = deck_value(d, "f_ins[2]");
    assert_true(particles > 100.0);
    deck_run(d, "clear\n" SCENE);
    const tsu_region low = {
        .name = "low", .shape = TSU_REGION_BLOCK, .lo = {-0.1, -0.1, 0.0}, .hi = {0.1, 0.1, 0.1}};
    tsu_insertion_def def = tsu_model_insertion_default();
    mix(&def.blend);
    def.seed = 5;
    def.every = 0;
    def.region.region = &low;
    def.velocity_kind = TSU_VELOCITY_UNIFORM;
    def.velocity[2] = -1.0;
    def.spread[0] = def.spread[1] = def.spread[2] = 0.1;
    refuses(d, &tsu_model_insert_pack, &def, "volume_fraction, region_particles and region_mass");
    def.volume_fraction = 0.2;
    tsu_model *m = make(d, &tsu_model_insert_pack, "ins", &def);
    advance(d, 150);
    advance(d, 250);
    deck_near(number_of(m, 0), particles, 0.0);
    deck_near(number_of(m, 1), mass, 0.0);
    assert_true(tsu_world_hash(d->session->world) == expected);
}

static void test_stream(void **state)
{
    deck *d = *state;
    char scene[4096], text[8192];
    snprintf(scene, sizeof scene, "clear\n" SCENE "fix face all mesh/surface file %s type 1\n",
             deck_file(d, "face.stl", FACE));
    snprintf(text, sizeof text,
             "%s" MIX
             "fix ins all insert/stream seed 31 distributiontemplate pdd insertion_face face nparticles 60 "
             "particlerate 2000 vel gaussian 0 0 -2 0.1 0.1 0.1 extrude_length 0.02\nrun 8000\n",
             scene);
    deck_run(d, text);
    const uint64_t expected = tsu_world_hash(d->session->world);
    const tsu_accounts accounts = tsu_energy_accounts(&d->session->world->ledger);
    assert_int_equal(deck_particles(d)->count, 60);
    deck_run(d, scene);
    tsu_insertion_def def = tsu_model_insertion_default();
    mix(&def.blend);
    def.seed = 31;
    def.particles = 60.0;
    def.particle_rate = 2000.0;
    def.velocity_kind = TSU_VELOCITY_GAUSSIAN;
    def.velocity[2] = -2.0;
    def.spread[0] = def.spread[1] = def.spread[2] = 0.1;
    def.length = 0.02;
    refuses(d, &tsu_model_insert_stream, &def, "no face is given");
    snprintf(def.face, sizeof def.face, "face");
    make(d, &tsu_model_insert_stream, "ins", &def);
    advance(d, 8000);
    assert_true(tsu_world_hash(d->session->world) == expected);
    const tsu_accounts mine = tsu_energy_accounts(&d->session->world->ledger);
    assert_memory_equal(&mine, &accounts, sizeof mine);
}

/* ---- what leads particles, and what looks at them --------------------------------------------------------------------------- */

/* A raster of spheres; those of type 2 are the group `led`. */
#define GRAINS                                                                                               \
    "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\nneighbor 0.002 bin\n"                 \
    "region box block -0.1 0.1 -0.1 0.1 0 0.4\ncreate_box 2 box\n" DECK_LAWS                                 \
    "lattice sc 0.011\nregion heap block -0.05 0.05 -0.05 0.05 0.02 0.08 units box\n"                        \
    "create_atoms 1 region heap\nset group all diameter 0.01 density 2500\n"                                 \
    "region middle block -0.02 0.02 -0.02 0.02 0.03 0.06 units box\nset region middle type 2\n"              \
    "group led type 2\ngroup rest subtract all led\nfix move rest nve/sphere\n"                              \
    "fix grav all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\n"                                               \
    "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0\n"

static void test_move(void **state)
{
    deck *d = *state;
    deck_run(d, GRAINS "fix spin led move rotate 0 0 0.04 0 0 1 0.5\nrun 300\nrun 200\n");
    const uint64_t expected = tsu_world_hash(d->session->world);
    const tsu_accounts accounts = tsu_energy_accounts(&d->session->world->ledger);
    assert_true(accounts.external_work != 0.0);
    deck_run(d, GRAINS "unfix move\n");
    tsu_integrate_def rest = tsu_model_integrate_default();
    rest.group = 1u << tsu_session_find_group(d->session, "rest");
    make(d, &tsu_model_integrate, "move", &rest);
    tsu_move_def def = tsu_model_move_default();
    def.kind = TSU_MOVE_WAY_ROTATE;
    def.group = 1u << tsu_session_find_group(d->session, "led");
    def.point[2] = 0.04;
    def.period = 0.5;
    refuses(d, &tsu_model_move, &def, "is not a unit vector");
    def.axis[2] = 1.0;
    make(d, &tsu_model_move, "spin", &def);
    advance(d, 300);
    advance(d, 200);
    assert_true(tsu_world_hash(d->session->world) == expected);
    const tsu_accounts mine = tsu_energy_accounts(&d->session->world->ledger);
    assert_memory_equal(&mine, &accounts, sizeof mine);
}

/* The box is squeezed while the time step follows the motion, particles that enter a region are marked, and places are kept. */
static void test_between(void **state)
{
    deck *d = *state;
    deck_run(d, GRAINS
             "fix all led nve/sphere\nregion low block -0.1 0.1 -0.1 0.1 0 0.035 units box\n"
             "fix box all deform 50 x scale 0.9 z delta 0 -0.01\nfix dt all dt/reset 20 NULL 2e-5 1e-5\n"
             "fix seen all property/atom/tracer region_mark low mark_step 100 marker_style heaviside\n"
             "fix old all store/state 0 zu com yes\nrun 400\n"
             "compute marked all reduce sum f_seen\nvariable o atom f_old\ncompute o all reduce sum v_o\n");
    const uint64_t expected = tsu_world_hash(d->session->world);
    const double marked = deck_value(d, "c_marked"), dt = d->session->world->dt, old = deck_value(d, "c_o");
    assert_true(marked > 10.0 && dt != 1e-5);
    deck_run(d, GRAINS "fix all led nve/sphere\n");
    tsu_deform_def box = tsu_model_deform_default();
    box.every = 50;
    box.axis[0] = (tsu_deform_axis){.kind = TSU_DEFORM_SCALE, .a = 0.9};
    box.axis[2] = (tsu_deform_axis){.kind = TSU_DEFORM_DELTA, .b = -0.01};
    make(d, &tsu_model_deform, "box", &box);
    tsu_dt_reset_def reset = tsu_model_dt_reset_default();
    refuses(d, &tsu_model_dt_reset, &reset, "the distance must be positive");
    reset = (tsu_dt_reset_def){.group = 1, .every = 20, .most = 2e-5, .distance = 1e-5};
    make(d, &tsu_model_dt_reset, "dt", &reset);
    const tsu_region low = {
        .name = "low", .shape = TSU_REGION_BLOCK, .lo = {-0.1, -0.1, 0.0}, .hi = {0.1, 0.1, 0.035}};
    tsu_tracer_def tracer = tsu_model_tracer_default();
    tracer.region.region = &low;
    tracer.from = 100;
    tracer.marking = TSU_MARK_HEAVISIDE;
    tsu_model *seen = make(d, &tsu_model_tracer, "seen", &tracer);
    tsu_store_state_def store = tsu_model_store_state_default();
    store.values = 1;
    store.value[0] = (tsu_store_value){.value.constant = old, .centred = false};
    tsu_model *kept = make(d, &tsu_model_store_state, "old", &store);
    advance(d, 400);
    assert_true(tsu_world_hash(d->session->world) == expected);
    assert_true(d->session->world->dt == dt);
    double sum = 0.0;
    for (int32_t i = 0; i < deck_particles(d)->count; i++) {
        sum += seen->row->particles(seen)[i];
        assert_true(kept->row->particles(kept)[i] == old);
    }
    deck_near(sum, marked, 0.0);
}

/* ---- meshes ----------------------------------------------------------------------------------------------------------------- */

static tsu_status note(void *context, const tsu_world *w, const int32_t *row, int32_t count, tsu_error *err)
{
    double *mass = context;
    (void)err;
    for (int32_t k = 0; k < count; k++) {
        *mass += w->particles.mass[row[k]];
    }
    return TSU_OK;
}

/* Grains fall through a sieve that sinks slowly and is turned by a value. */
static void test_massflow(void **state)
{
    deck *d = *state;
    char scene[4096], text[8192];
    snprintf(scene, sizeof scene,
             GRAINS "fix all led nve/sphere\nvelocity all set 0 0 -1\nfix face all mesh/surface file %s type "
                    "1 move 0 0 -0.285\n",
             deck_file(d, "face.stl", FACE));
    snprintf(text, sizeof text,
             "%svariable w equal 3\nfix sink all move/mesh mesh face linear 0 0 -0.01\n"
             "fix turn all move/mesh mesh face rotate/variable origin 0 0 0 axis 0 0 1 omega v_w\n"
             "fix flow all massflow/mesh/sieve mesh face vec_side 0 0 -1 count once delete_atoms yes "
             "sieveSize 0.02 "
             "sieveSpacing 0.025 sieveStiffness 1000 sieveDamping 0.1\nrun 3000\n",
             scene);
    deck_run(d, text);
    const uint64_t expected = tsu_world_hash(d->session->world);
    const double mass = deck_value(d, "f_flow[1]"), gone = deck_value(d, "f_flow[6]");
    assert_true(gone > 5.0);
    deck_run(d, scene);
    tsu_move_mesh_def sink = tsu_model_move_mesh_default();
    refuses(d, &tsu_model_move_mesh, &sink, "there is no mesh");
    snprintf(sink.mesh, sizeof sink.mesh, "face");
    sink.mover.vector[2] = -0.01;
    make(d, &tsu_model_move_mesh, "sink", &sink);
    tsu_move_mesh_def turn = tsu_model_move_mesh_default();
    snprintf(turn.mesh, sizeof turn.mesh, "face");
    turn.mover.kind = TSU_MOVE_ROTATE_VARIABLE;
    turn.mover.vector[2] = 1.0;
    turn.value[0].constant = 3.0;
    make(d, &tsu_model_move_mesh, "turn", &turn);
    tsu_massflow_def def = tsu_model_massflow_default();
    double noted = 0.0;
    snprintf(def.mesh, sizeof def.mesh, "face");
    def.side = tsu_vec3_make(0.0, 0.0, -1.0);
    def.once = def.remove = true;
    def.sieve = (tsu_sieve_def){.size = 0.03, .spacing = 0.025, .stiffness = 1000.0, .damping = 0.1};
    def.passed = note;
    def.context = &noted;
    refuses(d, &tsu_model_massflow_sieve, &def, "holes must fit");
    def.sieve.size = 0.02;
    tsu_model *flow = make(d, &tsu_model_massflow_sieve, "flow", &def);
    advance(d, 3000);
    assert_true(tsu_world_hash(d->session->world) == expected);
    deck_near(number_of(flow, 0), mass, 0.0);
    deck_near(number_of(flow, 5), gone, 0.0);
    deck_near(noted, mass, 1e-12);
}

/* A model that is refused leaves what it found: here a property of another width that has its name. */
static void test_refused(void **state)
{
    deck *d = *state;
    deck_run(d, GRAINS "fix p all property/atom seen vector no no no 1 2 3\n");
    const tsu_region low = {.name = "low", .shape = TSU_REGION_BLOCK, .hi = {0.1, 0.1, 0.1}};
    const int models = tsu_models_count(d->session->world);
    tsu_tracer_def tracer = tsu_model_tracer_default();
    tracer.region.region = &low;
    tsu_error err = {0};
    tsu_model *m = NULL;
    assert_int_not_equal(tsu_model_create(d->session->world, &tsu_model_tracer, "seen", &tracer, &m, &err),
                         TSU_OK);
    assert_null(m);
    assert_int_equal(tsu_models_count(d->session->world), models);
    const tsu_particle_column *c = tsu_particles_find_column(deck_particles(d), "seen");
    assert_non_null(c);
    deck_near(c->value[2], 3.0, 0.0);
}

static void test_table(void **state)
{
    (void)state;
    for (const tsu_model_row *const *row = tsu_model_rows; *row; row++) {
        assert_ptr_equal(tsu_model_row_find((*row)->name), *row);
        assert_true((*row)->doc && (*row)->doc[0]);
        assert_true((*row)->state_size >= (*row)->def_size);
        assert_true(!(*row)->save == !(*row)->load);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pack, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_stream, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_move, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_between, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_massflow, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_refused, deck_set_up, deck_tear_down),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
