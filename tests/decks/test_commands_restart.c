/* SPDX-License-Identifier: Apache-2.0 */
/* write_restart, restart and read_restart in decks: a deck that goes on from a file ends with the bits of one that ran
 * through; what a file cannot give is said, and a file that cannot be read changes nothing. */
#include "decks/deck_fixture.h"
#include "io/sections.h"
#include "session/groups.h"
#include "session/restart.h"
#include "step/ledger/energy.h"

static void runf(deck *d, const char *format, ...)
{
    char text[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    deck_run(d, text);
}

#define BOX                                                                                                  \
    "units si\nboundary p f f\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n"                          \
    "lattice sc 0.21\nregion in block -0.95 0.95 -0.9 0.9 -0.95 0\ncreate_atoms 1 region in\n"               \
    "set group all diameter 0.2 density 2000\n"                                                              \
    "variable v atom 2*y\nvelocity all set v_v 1 -1\n"                                                       \
    "region low block INF INF INF INF INF -0.8\ngroup low region low\n"                                      \
    "fix colour all property/atom colour scalar yes no no 1.5\nset group low property/atom colour 4\n"
/* all that a restart file does not hold */
#define REST                                                                                                 \
    DECK_LAWS "fix m5 all property/global cohesionEnergyDensity peratomtypepair 2 2e4 2e4 2e4 2e4\n"         \
              "fix m6 all property/global coefficientRollingFriction peratomtypepair 2 .1 .1 .1 .1\n"        \
              "pair_style gran model hertz tangential history cohesion sjkr rolling_friction cdt\n"          \
              "pair_coeff * *\ntimestep 1e-4\n"                                                              \
              "fix g all gravity 9.81 vector 0 0 -1\n"                                                       \
              "fix floor all wall/gran model hertz tangential history primitive type 1 zplane -1 "           \
              "shear x 0.5\n"                                                                                \
              "fix back all wall/gran model hertz tangential history primitive type 2 yplane -1\n"           \
              "fix front all wall/gran model hertz tangential history primitive type 2 yplane 1\n"           \
              "variable push equal random(0,5,77)\n"                                                         \
              "fix push low addforce v_push 0 0\nfix n all nve/sphere\n"

static uint64_t hash(const deck *d)
{
    return tsu_world_hash_state(d->session->world);
}

static void test_goes_on(void **state)
{
    deck *d = *state;
    void *writer = NULL; /* a session of its own: `clear` does not begin random numbers anew */
    runf(d, BOX REST "run 1200\n");
    const uint64_t straight = hash(d);
    const double turned = deck_value(d, "ke(all)");
    const tsu_accounts accounts = tsu_energy_accounts(&d->session->world->ledger);
    assert_int_equal(deck_set_up(&writer), 0);
    runf(writer, BOX REST "restart 250 %s/a.restart %s/b.restart\nrestart 333 %s/c\nrun 750\n", d->folder,
         d->folder, d->folder);
    assert_int_equal(deck_tear_down(&writer), 0);
    runf(d, "clear\nread_restart %s/a.restart\n" REST "run 1200 upto\n", d->folder); /* 250, 750 */
    assert_int_equal(d->session->world->step, 1200);
    assert_true(hash(d) == straight);
    deck_near(deck_value(d, "ke(all)"), turned, 1e-12 * turned);
    const tsu_accounts again = tsu_energy_accounts(&d->session->world->ledger);
    assert_memory_equal(&again, &accounts, sizeof accounts);
    assert_true(accounts.external_work != 0.0 && accounts.wall_work != 0.0);
    assert_null(strstr(d->screen, "WARNING"));
    runf(d, "clear\nread_restart %s/b.restart\n" REST "run 1200 upto\n", d->folder); /* 500 */
    assert_true(hash(d) == straight);
    runf(d, "clear\nread_restart %s/c.*\nfix colour all property/atom colour scalar yes no no 1.5\n",
         d->folder);
    assert_int_equal(d->session->world->step, 666);
    const tsu_particles *p = deck_particles(d);
    const tsu_particle_column *c = tsu_particles_find_column(p, "colour");
    const int group = tsu_session_find_group(d->session, "low");
    int low = 0;
    for (int32_t i = 0; i < p->count; i++) {
        const bool in = tsu_session_in_group(d->session, i, group);
        assert_true(c->value[i] == (in ? 4.0 : 1.5));
        low += in;
    }
    assert_true(low > 20 && low < p->count);
    d->session->world->threads = 3;
    runf(d, REST "restart 0\nrun 534\nwrite_restart %s/d*.restart\n", d->folder);
    assert_true(hash(d) == straight);
    runf(d, "clear\nread_restart %s/d1200.restart\n" REST "run 0\n", d->folder);
    assert_true(hash(d) == straight);
}

static void test_says_what_is_dropped(void **state)
{
    deck *d = *state;
    runf(d, BOX REST "run 800\nwrite_restart %s/a\n", d->folder);
    const uint64_t there = hash(d);
    runf(d, "clear\nread_restart %s/a\n" REST "unfix floor\nunfix push\nrun 0\n", d->folder);
    assert_true(hash(d) == there);
    deck_says(d, "contacts with wall floor are dropped: there is no such wall any more");
    deck_says(d, "changed: the walls, their order, contact models or properties; the fixes that add forces");
    runf(d, "clear\nread_restart %s/a\n" REST "pair_style gran model hertz tangential history\nrun 0\n",
         d->folder);
    deck_says(d, "contacts between particles are dropped: they belong to the contact models `model hertz "
                 "cohesion sjkr "
                 "tangential history rolling_friction cdt`, not to `model hertz tangential history`");
}

/* A change made by a command after reading acts as without a restart. */
static void test_change_after_reading(void **state)
{
    deck *d = *state;
    static const char change[] = "velocity low set 0 0 1\nset group low density 3000\nrun 300\n";
    runf(d, BOX REST "run 800\nwrite_restart %s/a\n%s", d->folder, change);
    const uint64_t straight = hash(d);
    runf(d, "clear\nread_restart %s/a\n" REST "%s", d->folder, change);
    assert_true(hash(d) == straight);
}

typedef struct counter {
    uint64_t inserted;
    double left;
} counter;

static void save_counter(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    tsu_pack_u64(pack, ((const counter *)state)->inserted);
    tsu_pack_f64(pack, ((const counter *)state)->left);
}

static tsu_status load_counter(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    (void)err;
    counter *c = state;
    c->inserted = tsu_cursor_u64(saved);
    c->left = tsu_cursor_f64(saved);
    return TSU_OK;
}

static void test_state_of_fixes(void **state)
{
    deck *d = *state;
    tsu_error err = {0};
    counter one = {41, 0.25}, other = {0};
    tsu_object fix = {
        .id = "ins", .style = "counter", .state = &one, .save = save_counter, .load = load_counter};
    runf(d, BOX);
    assert_non_null(tsu_objects_add(&d->session->fixes, &fix, &err));
    runf(d, "write_restart %s/a\nclear\nread_restart %s/a\n", d->folder, d->folder);
    fix.state = &other;
    assert_non_null(tsu_objects_add(&d->session->fixes, &fix, &err));
    assert_int_equal(tsu_session_load_fix(d->session, "ins", &err), TSU_OK);
    assert_true(other.inserted == 41 && other.left == 0.25);
    assert_int_equal(d->session->saved_fixes, 0);
    runf(d, "clear\nread_restart %s/a\n" REST "run 0\n", d->folder);
    deck_says(d, "state of fix ins is dropped: no fix of style counter has this ID");
    fix = (tsu_object){.id = "ins", .style = "insert/pack", .state = &one, .save = save_counter};
    runf(d, "clear\n" BOX);
    assert_non_null(tsu_objects_add(&d->session->fixes, &fix, &err));
    runf(d, "write_restart %s/b\nclear\n", d->folder);
    d->screen[0] = '\0';
    runf(d, "read_restart %s/b\n" REST "run 0\n", d->folder); /* filled in one run, used in the next */
    assert_null(strstr(d->screen, "is dropped"));
}

static void test_refuses(void **state)
{
    deck *d = *state;
    char text[1024];
    deck_refuses(d, "write_restart x\n", "needs a simulation box");
    deck_refuses(d, "read_restart no/such\n", "cannot open no/such");
    deck_refuses(d, "read_restart no/such.*\n", "cannot look into no/");
    deck_refuses(d, "restart v_n a\n", "steps given by a variable are not supported");
    deck_refuses(d, "restart 0 a\n", "a");
    deck_refuses(d, "restart -1 a\n", "-1");
    deck_refuses(d, "read_restart a%b\n", "one file per process");
    snprintf(text, sizeof text, "read_restart %s/x*\n", d->folder);
    deck_refuses(d, text, "with a number instead of *");
    snprintf(text, sizeof text, "read_restart %s\n", deck_file(d, "cut", "\x89tsubu\r\n"));
    deck_refuses(d, text, "is truncated");
    assert_null(d->session->world);
    runf(d, BOX);
    snprintf(text, sizeof text, "write_restart %s/cut/no_folder\n", d->folder);
    deck_refuses(d, text, "cut/no_folder");
    snprintf(text, sizeof text, "write_restart %s/a\nread_restart %s/a\n", d->folder, d->folder);
    deck_refuses(d, text, "there is a simulation box already");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_goes_on), TEST(test_says_what_is_dropped),
                                       TEST(test_change_after_reading), TEST(test_state_of_fixes),
                                       TEST(test_refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
