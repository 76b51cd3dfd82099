/* SPDX-License-Identifier: Apache-2.0 */
/* fix insert/stream: particles come through a planar face at a rate, travel to it undisturbed, and are free beyond. */
#include "decks/insert_fixture.h"
#include "step/ledger/energy.h"

/* A face of 0.1 x 0.1 m at z = 0.3, two triangles. */
#define FACE                                                                                                 \
    "solid face\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\nvertex 0.05 -0.05 0.3\n"            \
    "vertex 0.05 0.05 0.3\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\n"      \
    "vertex 0.05 0.05 0.3\nvertex -0.05 0.05 0.3\nendloop\nendfacet\nendsolid face\n"
/* The same with a corner out of the plane. */
#define BENT                                                                                                 \
    "solid face\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\nvertex 0.05 -0.05 0.3\n"            \
    "vertex 0.05 0.05 0.3\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\n"      \
    "vertex 0.05 0.05 0.3\nvertex -0.05 0.05 0.33\nendloop\nendfacet\nendsolid face\n"
#define STREAM "fix ins all insert/stream seed 31 distributiontemplate pdd insertion_face face "

static void prepare(deck *d, const char *mesh, const char *rest)
{
    char text[4096];
    snprintf(text, sizeof text,
             "clear\n" BOX("f f f") TEMPLATE("constant 0.004") "fix face all mesh/surface file %s "
                                                               "type 1\n%s",
             deck_file(d, "face.stl", mesh), rest);
    deck_run(d, text);
}

/* ---- rate --------------------------------------------------------------------------------------------------------------- */

/* At 2 m/s a volume 0.04 m long is passed in 2000 steps of 1e-5 s: 10 particles each at 500 /s. */
static void test_rate(void **state)
{
    deck *d = *state;
    prepare(d, FACE,
            STREAM "nparticles 35 particlerate 500 vel constant 0 0 -2 extrude_length 0.04\nrun 1\n");
    deck_says(d, "10 particles every 2000 steps (500 particles/s");
    assert_int_equal(deck_particles(d)->count, 10);
    deck_run(d, "run 4000\n");
    assert_int_equal(deck_particles(d)->count, 30);
    deck_run(d, "run 8000\n");
    assert_int_equal(deck_particles(d)->count, 35);
    deck_near(deck_value(d, "f_ins[1]"), 35.0, 0.0);
}

/* Steps are taken ahead while no particle is on its way to the face, and one by one if somebody looks after each: no bit
 * tells. */
static void test_ahead(void **state)
{
    deck *d = *state;
    uint64_t hash[2];
    tsu_accounts accounts[2];
    for (int k = 0; k < 2; k++) {
        prepare(d, FACE,
                STREAM
                "nparticles 60 particlerate 2000 vel constant 0 0 -2 extrude_length 0.02 verbose no\nfix "
                "grav all gravity 30 vector 0 0 -1\n"
                "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.2\n");
        deck_run(d, k == 0 ? "thermo 1\nrun 8000\n" : "thermo 8000\nrun 8000\n");
        const tsu_world *w = d->session->world;
        assert_true(tsu_energy_dissipated(&w->ledger) > 0.0); /* they have met the floor and each other */
        hash[k] = tsu_world_hash(w);
        accounts[k] = tsu_energy_accounts(&w->ledger);
    }
    assert_true(hash[0] == hash[1]);
    assert_memory_equal(&accounts[0], &accounts[1], sizeof accounts[0]);
}

/* Another seed of the fix gives other places on the face. */
static void test_seed(void **state)
{
    deck *d = *state;
    double x[2];
    for (int k = 0; k < 2; k++) {
        prepare(d, FACE,
                k ? "fix ins all insert/stream seed 32 distributiontemplate pdd insertion_face face "
                    "nparticles 3 particlerate 500 vel constant 0 0 -2 extrude_length 0.04\nrun 1\n"
                  : STREAM "nparticles 3 particlerate 500 vel constant 0 0 -2 extrude_length 0.04\nrun 1\n");
        x[k] = deck_particles(d)->xr[deck_row(d, 1)][0];
    }
    assert_true(fabs(x[1] - x[0]) > 1e-4);
}

static void test_mass_rate(void **state)
{
    deck *d = *state;
    prepare(d, FACE,
            STREAM "mass 5 massrate 2 vel constant 0 0 -2 insert_every 1000 verbose no\n"
                   "thermo_modify lost ignore\nrun 20001\n");
    const double one = SPHERE * 6.4e-8 * 2500.0;
    deck_near(deck_value(d, "f_ins[2]"), 2.0 * 0.21, 0.01 * 0.42 + one);
}

/* A stream so dense (0.48 of its volume) that places are not found by trying. */
static void test_dense(void **state)
{
    deck *d = *state;
    prepare(d, FACE,
            STREAM "nparticles INF particlerate 18000 vel constant 0 0 -1 extrude_length 0.03 verbose no\n"
                   "thermo_modify lost ignore\n");
    for (int k = 1; k <= 4; k++) {
        deck_run(d, k == 1 ? "run 1\n" : "run 3000\n");
        deck_near(deck_value(d, "f_ins[1]"), 540.0 * k, 1.0);
        assert_int_equal(overlaps(d->session->world), 0);
    }
    assert_int_equal(count_says(d, "found room"), 0);
}

/* ---- the volume behind the face ------------------------------------------------------------------------------------- */

static void test_volume(void **state)
{
    deck *d = *state;
    double lo, hi;
    prepare(d, FACE,
            STREAM "nparticles INF particlerate 5000 vel constant 0 0 -2 extrude_length 0.04\nrun 1\n");
    extent(deck_particles(d), 2, false, &lo, &hi);
    /* particles fly down, so they come from above */
    assert_true(lo >= 0.304 && lo < 0.31 && hi <= 0.344 && hi > 0.335);
    extent(deck_particles(d), 0, false, &lo, &hi);
    assert_true(lo >= -0.05 && lo < -0.046 && hi <= 0.05 && hi > 0.046);
    assert_int_equal(overlaps(d->session->world), 0);
    prepare(d, FACE,
            STREAM "nparticles INF particlerate 5000 vel constant 0 0 -2 extrude_length 0.04 all_in yes\n"
                   "run 1\n");
    extent(deck_particles(d), 0, true, &lo, &hi);
    assert_true(lo >= -0.05 && lo < -0.046 && hi <= 0.05 && hi > 0.046);
    prepare(d, FACE,
            STREAM "nparticles INF particlerate 5000 vel constant 0 0 2 extrude_length 0.04 overlapcheck no\n"
                   "run 1\n");
    extent(deck_particles(d), 2, true, &lo, &hi);
    assert_true(lo >= 0.26 && lo < 0.264 && hi <= 0.3 && hi > 0.296);
}

/* All that comes in one insertion passes the face within `duration` steps. */
static void test_duration(void **state)
{
    deck *d = *state;
    double lo, hi;
    prepare(d, FACE,
            STREAM "nparticles INF particlerate 5000 vel constant 0 0 -2 insert_every 2000 duration 500\n"
                   "run 1\n");
    extent(deck_particles(d), 2, false, &lo, &hi);
    assert_int_equal(deck_particles(d)->count, 100);
    assert_true(hi <= 0.314 && hi > 0.31);
    prepare(d, FACE,
            STREAM "nparticles INF particlerate 5000 vel constant 0 0 -2 insert_every 2000 "
                   "duration_time 0.01\nrun 1\n");
    extent(deck_particles(d), 2, false, &lo, &hi);
    assert_true(hi <= 0.324 && hi > 0.318);
}

/* ---- on the way ----------------------------------------------------------------------------------------------------- */

/* Until its centre has reached the face a particle goes straight, with the normal part of the velocity, whatever pulls at
 * it; then it has velocity and spin as given, and falls. */
static void check_release(deck *d, const char *runs)
{
    prepare(d, FACE,
            "fix g all gravity 9.81 vector 0 0 -1\n" STREAM
            "nparticles 5 particlerate 500 vel constant 0.5 0 -2 omega constant 0 0 7 extrude_length 0.04\n"
            "run 1\n");
    double from[8];
    for (uint64_t id = 1; id <= 5; id++) {
        from[id] = deck_particles(d)->xr[deck_row(d, id)][2];
        deck_near(deck_particles(d)->vm[deck_row(d, id)][0], 0.0, 0.0);
        deck_near(deck_particles(d)->vm[deck_row(d, id)][2], -2.0, 0.0);
    }
    deck_run(d, runs);
    int free = 0;
    for (uint64_t id = 1; id <= 5; id++) {
        const tsu_particles *p = deck_particles(d);
        const int32_t i = deck_row(d, id);
        const int64_t steps = (int64_t)((from[id] - 0.3) / 2e-5);
        if (steps >= 700) {
            deck_near(p->xr[i][2], from[id] - 700 * 2e-5, 1e-12);
            deck_near(p->vm[i][2], -2.0, 0.0);
            continue;
        }
        const double t = (double)(700 - steps) * 1e-5, at = from[id] - (double)steps * 2e-5;
        deck_near(p->xr[i][2], at - 2.0 * t - 0.5 * 9.81 * t * t, 5e-14);
        deck_near(p->vm[i][2], -2.0 - 9.81 * t, 1e-12);
        deck_near(p->vm[i][0], 0.5, 1e-14);
        deck_near(p->wi[i][2], 7.0, 1e-14);
        free++;
    }
    assert_true(free > 0 && free < 5);
}

static void test_release(void **state)
{
    check_release(*state, "run 700\n");
    /* another number for the step changes nothing for those on the way */
    check_release(*state, "run 300\nreset_timestep 50000\nrun 250\nreset_timestep 0\nrun 150\n");
}

/* A stream that hits the ground and piles up to where it comes from: the accounts close. */
static void test_energy(void **state)
{
    deck *d = *state;
    prepare(
        d, FACE,
        "fix g all gravity 9.81 vector 0 0 -1\n"
        "fix w1 all wall/gran model hertz tangential history primitive type 1 zplane 0.28\n"
        "fix w2 all wall/gran model hertz tangential history primitive type 1 zcylinder 0.09 0 0\n" STREAM
        "nparticles INF particlerate 20000 vel constant 0.1 0 -1 omega constant 3 0 0 extrude_length 0.03 "
        "verbose no\nrun 6000\n");
    tsu_energy e;
    assert_int_equal(tsu_world_energy(d->session->world, &e, NULL), TSU_OK);
    assert_true(e.dissipated_total > 0.01 * e.exchanged);
    print_message("residual %.1e of %g J, step %.1e\n", e.residual, e.exchanged, e.integration);
    deck_near(e.residual, 0.0, 1e-11 * e.exchanged);
}

/* `reset_timestep` while particles are on their way, and `unfix`, which sets them free. */
static void test_interrupted(void **state)
{
    deck *d = *state;
    const char *stream =
        "fix g all gravity 10 vector 0 0 -1\n" STREAM
        "nparticles 20 particlerate 500 vel constant 0 0 -2 extrude_length 0.04 verbose no\nrun 100\n";
    prepare(d, FACE, stream);
    deck_run(d, "run 1950\n");
    const uint64_t hash = tsu_world_hash(d->session->world);
    prepare(d, FACE, stream);
    deck_run(d, "reset_timestep 5000\nrun 1950\n");
    assert_int_equal(deck_particles(d)->count, 20);
    assert_true(tsu_world_hash(d->session->world) == hash);
    prepare(d, FACE, stream);
    deck_run(d, "unfix ins\nrun 100\n");
    double slowest = -INFINITY;
    for (int32_t i = 0; i < deck_particles(d)->count; i++) {
        slowest = fmax(slowest, deck_particles(d)->vm[i][2]);
    }
    deck_near(slowest, -2.0 - 10.0 * 1e-3, 2e-13);
}

#define RESUMED                                                                                              \
    "fix g all gravity 9.81 vector 0 0 -1\n"                                                                 \
    "fix w all wall/gran model hertz tangential history primitive type 1 zplane 0.25\n" STREAM               \
    "nparticles 60 particlerate 1000 vel uniform 0 0 -2 0.5 0.5 0 omega constant 0 1 0 start 5 "             \
    "extrude_length 0.04 verbose no\n"

/* Stopped with particles on their way, and gone on from a file: the same bits, and the same numbers inserted. */
static void test_restart(void **state)
{
    deck *d = *state;
    char text[4096];
    prepare(d, FACE, RESUMED "run 6000\n");
    const uint64_t hash = tsu_world_hash(d->session->world);
    prepare(d, FACE, RESUMED "run 2500\n");
    snprintf(text, sizeof text, "write_restart %s/half\n", d->folder);
    deck_run(d, text);
    snprintf(text, sizeof text,
             "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\nneighbor 0.002 bin\n"
             "read_restart %s/half\n" DECK_LAWS "fix move all nve/sphere\n" TEMPLATE(
                 "constant 0.004") "fix face all mesh/surface file %s/face.stl type 1\n" RESUMED "run 3500\n",
             d->folder, d->folder);
    deck_run(d, text);
    assert_true(tsu_world_hash(d->session->world) == hash);
    deck_near(deck_value(d, "f_ins[1]"), 60.0, 0.0);
    deck_near(deck_value(d, "f_ins[2]"), 60.0 * SPHERE * 6.4e-8 * 2500.0, 1e-15);
}

/* Particles on their way that are taken out do no harm to those that remain. */
static void test_removed(void **state)
{
    deck *d = *state;
    prepare(d, FACE,
            STREAM "nparticles 10 particlerate 500 vel constant 0 0 -2 extrude_length 0.04\nrun 1\n"
                   "group some id 3 4 7\ndelete_atoms group some\nrun 2500\n");
    assert_int_equal(deck_particles(d)->count, 7);
    for (int32_t i = 0; i < 7; i++) {
        assert_true(deck_particles(d)->xr[i][2] < 0.3);
    }
}

static uint64_t hash_with(int threads, const deck *d)
{
    tsu_error err = {0};
    char text[4096];
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = threads}, &err);
    assert_non_null(s);
    snprintf(text, sizeof text,
             BOX("f f f") TEMPLATE("uniform 0.003 0.005") "fix g all gravity 9.81 vector 0 0 -1\n"
                                                          "fix face all mesh/surface file %s type 1\n"
                                                          "fix w all wall/gran model hertz tangential "
                                                          "history primitive type 1 zplane 0.25\n" STREAM
                                                          "nparticles INF particlerate 20000 vel "
                                                          "gaussian 0 0 -2 0.1 0.1 0.1 extrude_length "
                                                          "0.03\nrun 4000\n",
             deck_file(d, "face.stl", FACE));
    if (tsu_script_run_string(s->script, "deck", text, &err) != TSU_OK) fail_msg("%s", err.message);
    const uint64_t hash = tsu_world_hash(s->world);
    tsu_session_destroy(s);
    return hash;
}

static void test_deterministic(void **state)
{
    const uint64_t hash = hash_with(1, *state);
    assert_true(hash == hash_with(2, *state));
    assert_true(hash == hash_with(3, *state));
}

/* ---- refused ------------------------------------------------------------------------------------------------------------ */

#define SOME "nparticles 5 particlerate 500 "

static void refuses(deck *d, const char *mesh, const char *words, const char *fragment)
{
    char text[1024];
    prepare(d, mesh, "");
    snprintf(text, sizeof text, STREAM SOME "%s\nrun 1\n", words);
    deck_refuses(d, text, fragment);
}

static void test_refused(void **state)
{
    deck *d = *state;
    refuses(d, BENT, "vel constant 0 0 -2 extrude_length 0.04", "the face is not planar");
    refuses(d, FACE, "vel constant 1 0 0 extrude_length 0.04", "does not lead through the face");
    refuses(d, FACE, "vel constant 0 0 -2 extrude_length 0.01", "extrude_length 0.01 is too short");
    refuses(d, FACE, "vel constant 0 0 -2 insert_every 100", "less than the diameter");
    refuses(d, FACE, "vel constant 0 0 -2 insert_every 1000 duration 2000", "longer than the 1000 steps");
    refuses(d, FACE, "vel constant 0 0 -2 extrude_length 0.2", " % of the volume behind the face, 0.2 long");
    refuses(d, FACE, "vel constant 0 0 -2", "one of insert_every and extrude_length");
    refuses(d, FACE, "vel constant 0 0 -2 extrude_length 0.04 insert_every 10", "only one of insert_every");
    refuses(d, FACE, "vel constant 0 0 -2 extrude_length 0.04 duration 10",
            "`duration` goes with `insert_every`");
    refuses(d, FACE, "vel constant 0 0 -2 extrude_length 0.04 save_template yes", "is not supported yet");
    deck_refuses(d, "fix i2 all insert/stream seed 1 distributiontemplate pdd insertion_face pdd\n",
                 "is not a mesh");
    refuses(d, FACE, "vel constant 0 0 -2 extrude_length 0.04\nfix turn all move/mesh mesh face linear 0 0 1",
            "mesh face moves; particles are inserted at meshes that stay");
    /* a little beyond the box is told, and nothing is put there */
    prepare(d, FACE,
            STREAM SOME "vel constant 0 0 -2 extrude_length 0.105 parallel yes ntry_mc 1000\nrun 1\n");
    const char *told = strstr(d->screen, "insertion ins: ");
    double percent = 0.0;
    assert_non_null(told);
    assert_int_equal(
        sscanf(told, "insertion ins: %lf %% of the volume behind the face lies outside", &percent), 1);
    deck_near(percent, 100.0 * 0.005 / 0.105, 5.0 * 0.67);
    deck_near(10.0 * percent, floor(10.0 * percent + 0.5), 1e-9); /* of a thousand points */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rate, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_ahead, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_seed, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_mass_rate, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_dense, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_volume, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_duration, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_release, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_energy, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_interrupted, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_removed, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_deterministic, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_refused, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
