/* SPDX-License-Identifier: Apache-2.0 */
/* The servo of a mesh goes on from a restart file with the sum of errors, the last force, and what fix_modify had set. */
#include "decks/deck_fixture.h"
#include "step/mesh/body.h"

#define SQUARE                                                                                               \
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex .1 0 0\nvertex .1 .1 0\nendloop\n"        \
    "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex .1 .1 0\nvertex 0 .1 0\nendloop\n"       \
    "endfacet\nendsolid\n"

/* A sphere on a floor under a plate that a servo presses down. */
static void run_deck(deck *d, const char *begin, const char *servo, const char *end)
{
    char text[4096];
    snprintf(text, sizeof text,
             "%s" DECK_LAWS "fix n all nve/sphere\nfix f all wall/gran model hertz tangential history "
             "primitive type 1 zplane 0\nfix cad all mesh/surface/stress/servo file %s/square.stl move 0 0 "
             "0.02001 com 0.05 0.05 0.02001 ctrlPV force axis 0 0 -1 %s\nfix w all wall/gran model hertz "
             "tangential history mesh n_meshes 1 meshes cad\n%s",
             begin, d->folder, servo, end);
    deck_run(d, text);
}

#define PLACE DECK_BEGIN "create_atoms 1 single 0.05 0.05 0.01\nset group all diameter 0.02 density 2000\n"
#define SERVO "target_val 5.0 vel_max 0.5 kp 0.1 ki 10 kd 1e-6"

static double height(const deck *d)
{
    return tsu_meshes_find(d->session->world, "cad")->pose.shift[2];
}

static void test_servo_goes_on(void **state)
{
    deck *d = *state;
    char begin[512], end[512];
    deck_file(d, "square.stl", SQUARE);
    snprintf(end, sizeof end,
             "run 400\nfix_modify cad target_val 3\nrun 200\nwrite_restart %s/a\nrun 300\n"
             "fix_modify cad integrate stop\nwrite_restart %s/b\nrun 50\n",
             d->folder, d->folder);
    run_deck(d, PLACE, SERVO, end);
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    const double there = height(d), force = deck_value(d, "f_cad[3]");
    print_message("%g N at %g m\n", force, there);
    assert_true(force > 1.0 && there < -1e-5);
    snprintf(begin, sizeof begin, "clear\nread_restart %s/a\n", d->folder);
    run_deck(d, begin, SERVO, "run 300\nfix_modify cad integrate stop\nrun 50\n");
    assert_true(tsu_world_hash_state(d->session->world) == straight && height(d) == there);
    snprintf(begin, sizeof begin, "clear\nread_restart %s/b\n", d->folder);
    run_deck(d, begin, SERVO, "run 50\n"); /* it still rests */
    assert_true(tsu_world_hash_state(d->session->world) == straight && height(d) == there);
}

/* Whatever else has the ID of the servo and goes leaves it alone. */
static void test_same_id(void **state)
{
    deck *d = *state;
    char end[512];
    deck_file(d, "square.stl", SQUARE);
    run_deck(d, PLACE, SERVO, "run 200\nrun 200\n");
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    const double there = height(d);
    assert_true(there < -1e-5);
    snprintf(end, sizeof end,
             "compute cad all ke\ndump cad all custom 100 %s/d.txt id x\n"
             "run 200\nundump cad\nuncompute cad\nrun 200\n",
             d->folder);
    run_deck(d, "clear\n" PLACE, SERVO, end);
    assert_true(tsu_world_hash_state(d->session->world) == straight && height(d) == there);
    deck_run(d, "unfix w\nunfix cad\nrun 200\n"); /* and goes with its own fix */
    assert_null(tsu_meshes_find(d->session->world, "cad"));
}

/* A deck that asks for another target gets it. */
static void test_deck_decides(void **state)
{
    deck *d = *state;
    char begin[512], end[512];
    deck_file(d, "square.stl", SQUARE);
    snprintf(end, sizeof end, "run 400\nwrite_restart %s/a\n", d->folder);
    run_deck(d, PLACE, SERVO, end);
    snprintf(begin, sizeof begin, "clear\nread_restart %s/a\n", d->folder);
    run_deck(d, begin, "target_val 8.0 vel_max 0.5 kp 0.1 ki 10 kd 1e-6", "run 12000\n");
    deck_near(deck_value(d, "f_cad[3]"), 8.0, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_servo_goes_on, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_same_id, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_deck_decides, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
