/* SPDX-License-Identifier: Apache-2.0 */
/* `fix orientation`: how particles have turned, in closed form; restart and threads; and that who does not ask has none of it. */
#include "decks/deck_fixture.h"
#include "model/orientation.h"

#define SPHERES                                                                                              \
    DECK_BEGIN "create_atoms 1 single 0 0 0 units box\ncreate_atoms 1 single 0.5 0 0 units box\n"            \
               "set group all diameter 0.1 density 2500\n" DECK_LAWS "timestep 1e-4\nfix i all nve/sphere\n"

static void spin(deck *d, double x, double y, double z)
{
    char text[128];
    snprintf(text, sizeof text, "set atom 1 omegax %.17g omegay %.17g omegaz %.17g\n", x, y, z);
    deck_run(d, text);
}

static void is(deck *d, const double q[4], double tolerance)
{
    for (int k = 0; k < 4; k++) {
        char word[16];
        snprintf(word, sizeof word, "f_o[1][%d]", k + 1);
        deck_near(deck_value(d, word), q[k], tolerance);
    }
}

/* First about one axis, then about another, both fixed in space: the second quaternion times the first. */
static void test_turns(void **state)
{
    deck *d = *state;
    deck_run(d, SPHERES "fix o all orientation\nrun 0\n");
    is(d, (const double[]){1.0, 0.0, 0.0, 0.0}, 0.0);
    spin(d, 3.0, -4.0, 12.0); /* 13 rad/s */
    deck_run(d, "run 1000\n");
    const double c = cos(0.65), s = sin(0.65) / 13.0, a[4] = {c, 3.0 * s, -4.0 * s, 12.0 * s};
    is(d, a, 1e-12);
    spin(d, 0.0, 0.0, 20.0);
    deck_run(d, "run 1000\n");
    const double e = cos(1.0), f = sin(1.0);
    is(d,
       (const double[]){e * a[0] - f * a[3], e * a[1] - f * a[2], e * a[2] + f * a[1], e * a[3] + f * a[0]},
       1e-12);
    const double *other = tsu_particles_find_column(deck_particles(d), "quat")->value + 4 * deck_row(d, 2);
    assert_true(other[0] == 1.0 && other[1] == 0.0 && other[2] == 0.0 && other[3] == 0.0);
}

/* A sphere that rolls without slip has turned by its way over the arm of the contact. */
static void test_rolls(void **state)
{
    deck *d = *state;
    deck_run(
        d, DECK_BEGIN
        "create_atoms 1 single 0 0 0.0499999 units box\nset group all diameter 0.1 density 2500\n" DECK_LAWS
        "fix i all nve/sphere\nfix g all gravity 9.81 vector 0.1 0 -1\n"
        "fix w all wall/gran model hertz tangential history primitive type 1 zplane 0\n"
        "fix o all orientation\nrun 10000\nvariable x0 equal x[1]\nvariable before equal ${x0}\n"
        "variable q0 equal 2*atan(f_o[1][3]/f_o[1][1])\nvariable turned equal ${q0}\nrun 20000\n");
    const double way = deck_value(d, "x[1]-v_before"), arm = 0.05 - 0.5 * (0.05 - deck_value(d, "z[1]"));
    const double angle =
        2.0 * atan(deck_value(d, "f_o[1][3]") / deck_value(d, "f_o[1][1]")) - deck_value(d, "v_turned");
    assert_true(way > 0.01);
    deck_near(angle, way / arm, 1e-5 * angle);
}

/* Grains in a heap, interrupted and on other threads: the same bits, in dumps by the word of the column too. */
static void test_bits(void **state)
{
    deck *d = *state;
    static const char rest[] =
        DECK_LAWS "fix i all nve/sphere\nfix g all gravity 9.81 vector 0.3 0.1 -1\n"
                  "fix w all wall/gran model hertz tangential history primitive type 1 zplane 0\n"
                  "fix o all orientation\n";
    char text[128];
    double whole[64][4];
    deck_run(d, DECK_BEGIN);
    for (int k = 0; k < 64; k++) {
        snprintf(text, sizeof text, "create_atoms 1 single %g %g %g units box\n", 0.101 * (k % 4),
                 0.1 * (k / 4 % 4), 0.0499 + 0.0999 * (k / 16));
        deck_run(d, text);
    }
    deck_run(d, "set group all diameter 0.1 density 2500\n");
    deck_run(d, rest);
    deck_run_here(
        d,
        "run 1777\nwrite_restart @/a\nrun 2000\ndump t all custom 1 @/t id quat_1 f_o[1]\nrun 0\nundump t\n");
    for (uint64_t id = 1; id <= 64; id++) {
        const double *q = tsu_particles_find_column(deck_particles(d), "quat")->value;
        memcpy(whole[id - 1], q + 4 * deck_row(d, id), sizeof whole[0]);
        deck_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0, 1e-14);
    }
    assert_true(whole[0][0] < 1.0 - 1e-9);
    deck_file_has(d, "t", "id quat_1 f_o[1]");
    for (int threads = 1; threads <= 3; threads++) {
        deck_run_here(d, "clear\nread_restart @/a\n");
        d->session->world->threads = threads;
        deck_run(d, rest);
        deck_run(d, "run 2000\n");
        for (uint64_t id = 1; id <= 64; id++) {
            const double *q =
                tsu_particles_find_column(deck_particles(d), "quat")->value + 4 * deck_row(d, id);
            assert_memory_equal(q, whole[id - 1], sizeof whole[0]);
        }
    }
}

/* Who does not ask has no column and no hook, the rows that contacts fetch are the three of a sphere; unfix gives it back. */
static void test_costs_nothing(void **state)
{
    deck *d = *state;
    deck_run(d, SPHERES "run 10\n");
    const tsu_world *w = d->session->world;
    const int hooks = w->hooks;
    assert_int_equal(w->particles.columns, 0);
    assert_int_equal(sizeof *w->particles.xr + sizeof *w->particles.vm + sizeof *w->particles.wi, 3 * 32);
    deck_run(d, "fix o all orientation\nrun 10\n");
    assert_int_equal(w->particles.columns, 1);
    assert_int_equal(w->hooks, hooks + 1);
    deck_refuses(d, "fix o2 all orientation\n", "orientations are kept by o already");
    assert_int_equal(w->particles.columns, 1);
    deck_run(d, "unfix o\nrun 10\n");
    assert_int_equal(w->particles.columns, 0);
    assert_int_equal(w->hooks, hooks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_turns, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_rolls, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_bits, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_costs_nothing, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
