/* SPDX-License-Identifier: Apache-2.0 */
/* Particles on prescribed ways (fix move), springs to their own places (spring/self), forces along a line or in a plane, and
 * numbers kept (store/state), against closed forms; all of them also from a restart file. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

/* Two spheres of diameter 0.1, far apart. */
#define TWO                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0.2 0 0\ncreate_atoms 2 single 0.5 0 0\nset group all "      \
                         "diameter 0.1 density 1000\ngroup a id 1\ngroup b id 2\n"

static const double *place(const deck *d, uint64_t id)
{
    return deck_particles(d)->xr[deck_row(d, id)];
}

static const double *velocity(const deck *d, uint64_t id)
{
    return deck_particles(d)->vm[deck_row(d, id)];
}

static double mass_one(void)
{
    return pi / 6.0 * 1e-3 * 1000.0;
}

static void near3(const double *x, double a, double b, double c, double tolerance)
{
    deck_near(x[0], a, tolerance);
    deck_near(x[1], b, tolerance);
    deck_near(x[2], c, tolerance);
}

/* A free component falls, the others are led; the push of added forces is only felt by the free one. */
static void test_linear(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix g all gravity 10 vector 0 0 -1\nfix m a move linear 3 -2 NULL\nfix n b nve/sphere\n"
                    "fix p a addforce 5 0 1\nrun 200\n");
    const double t = 200 * 1e-5, az = -10.0 + 1.0 / mass_one();
    near3(place(d, 1), 0.2 + 3.0 * t, -2.0 * t, 0.5 * az * t * t, 1e-14);
    near3(velocity(d, 1), 3.0, -2.0, az * t, 1e-14);
    near3(velocity(d, 2), 0.0, 0.0, -10.0 * t, 1e-14);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-13 * deck_value(d, "ke"));
    deck_near(deck_value(d, "f_m[1][1]"), 0.2, 1e-15); /* where it began */
    deck_refuses(d, "run 0\nfix q a nve/sphere\nrun 0\n", "give the integrator a group without it");
    deck_refuses(d, "fix r a move linear 1 2\n", "velocity");
    deck_refuses(d, "fix r a move sideways 1 2\n", "sideways");
}

static void test_wiggle(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix m a move wiggle 0.01 NULL 0.02 0.003\nrun 700\nrun 100\n");
    const double angle = 2.0 * pi * 800e-5 / 0.003, rate = 2.0 * pi / 0.003;
    near3(place(d, 1), 0.2 + 0.01 * sin(angle), 0.0, 0.02 * sin(angle), 1e-13);
    near3(velocity(d, 1), 0.01 * rate * cos(angle), 0.0, 0.02 * rate * cos(angle), 1e-9);
    near3(place(d, 2), 0.5, 0.0, 0.0, 0.0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-14 * deck_value(d, "ke"));
}

/* A particle that joins on the way keeps its place on the circle. */
static void test_rotate(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix m all move rotate 0 0 0 0 0 2 0.01\nrun 250\n");
    near3(place(d, 1), 0.0, 0.2, 0.0, 1e-12);
    near3(place(d, 2), 0.0, 0.5, 0.0, 1e-12);
    near3(velocity(d, 1), -0.2 * 200.0 * pi, 0.0, 0.0, 1e-9);
    near3(deck_particles(d)->wi[deck_row(d, 1)], 0.0, 0.0, 200.0 * pi, 1e-12);
    deck_run(d, "create_atoms 1 single 0.7 0 0\nset atom 3 diameter 0.1 density 1000\nrun 500\n");
    near3(place(d, 1), 0.0, -0.2, 0.0, 1e-12);
    near3(place(d, 3), -0.7, 0.0, 0.0, 1e-12);
    deck_refuses(d, "fix q a move rotate 0 0 0 0 0 0 1\n", "no direction");
    deck_refuses(d, "fix q a move rotate 0 0 0 0 0 1 0\n", "must be positive");
}

static void test_variable(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "variable t equal step*dt\nvariable x equal 50*v_t^2\nvariable vx equal 100*v_t\n"
                    "variable vy atom id*2\nfix m all move variable v_x NULL NULL v_vx v_vy NULL\nrun 100\n");
    near3(place(d, 1), 0.2 + 50e-6, 2e-3, 0.0, 1e-14);
    near3(velocity(d, 2), 0.1, 4.0, 0.0, 1e-13);
    near3(place(d, 2), 0.5 + 50e-6, 4e-3, 0.0, 1e-14);
    deck_refuses(d, "fix q a move variable 1 NULL NULL NULL NULL NULL\n", "v_NAME");
    deck_run(d, "unfix m\nlattice sc 0.1\nfix m a move linear 1 0 0 units lattice\nrun 10\n");
    near3(velocity(d, 1), 0.1, 0.0, 0.0, 1e-15);
}

/* A plunger pushes a free sphere: what it does is in the accounts. */
static void test_work(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set atom 2 x 0.301\nfix m a move wiggle 0.01 0 0 0.05\nfix n b nve/sphere\nrun 2000\n");
    const double ke = deck_value(d, "ke(b)");
    assert_true(ke > 0.1 && velocity(d, 2)[0] > 0.5);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-12 * ke);
}

static void test_spring_self(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix n all nve/sphere\nfix s all spring/self 800\nset atom 1 vx 1\nset atom 2 vy 1\n"
                    "run 1000\n");
    const double omega = sqrt(800.0 / mass_one()), x = sin(omega * 0.01) / omega;
    deck_near(place(d, 1)[0], 0.2 + x, 1e-6 * x);
    deck_near(place(d, 2)[1], x, 1e-6 * x);
    deck_near(deck_value(d, "f_s"), 2.0 * 0.5 * 800.0 * x * x, 3e-7 * 800.0 * x * x);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-14 * deck_value(d, "ke"));
    deck_run(d, "unfix s\nset group all vx 0 vy 0\nfix s all spring/self 800 y\nset atom 1 vx 1\nrun 100\n");
    deck_near(velocity(d, 1)[0], 1.0, 1e-15);
    deck_refuses(d, "fix t all spring/self 0\n", "positive");
    deck_refuses(d, "fix t all spring/self 5 zz\n", "zz");
}

static void test_line_and_plane(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix n all nve/sphere\nfix p all addforce 2 4 6\nfix l a lineforce 1 1 0\n"
                    "fix q b planeforce 0 0 -3\nrun 100\n");
    const double s = 1e-3 / mass_one();
    near3(velocity(d, 1), 3.0 * s, 3.0 * s, 0.0, 1e-15);
    near3(velocity(d, 2), 2.0 * s, 4.0 * s, 0.0, 1e-15);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-12 * deck_value(d, "ke"));
    deck_refuses(d, "fix t a lineforce 0 0 0\n", "no length");
    deck_refuses(d, "fix t a planeforce 0 0\n", "direction");
}

static void test_store_state(void **state)
{
    deck *d = *state;
    deck_run(
        d, TWO
        "fix n all nve/sphere\nset group all vx 10\ncompute e all ke/atom\nvariable tw atom 2*x\n"
        "fix s all store/state 0 x xu c_e v_tw\nfix k a store/state 50 vx\n"
        "fix c all store/state 0 xu y x com yes\nset group all vx 5\nrun 30\nset group all vx 1\nrun 30\n");
    deck_near(deck_value(d, "f_s[1][1]"), 0.2, 1e-15); /* when it was defined */
    deck_near(deck_value(d, "f_s[2][2]"), 0.5, 1e-15);
    deck_near(deck_value(d, "f_s[1][3]"), 0.5 * mass_one() * 25.0, 1e-12); /* when the first run began */
    deck_near(deck_value(d, "f_s[2][4]"), 1.0, 1e-15);
    deck_near(deck_value(d, "f_k[1]"), 1.0, 0.0); /* at step 50 */
    deck_near(deck_value(d, "f_k[2]"), 0.0, 0.0); /* not in the group */
    deck_near(deck_value(d, "f_c[1][1]"), -0.15, 1e-15);
    deck_near(deck_value(d, "f_c[1][3]"), 0.2, 1e-15); /* only unwrapped places */
    deck_refuses(d, "fix t a store/state 0 colour\n", "'colour' is not a property");
    deck_refuses(d, "fix t a store/state 0 c_x\n", "no compute with ID 'x'");
    deck_refuses(d, "fix t a store/state 0\n", "nothing to store");
}

#define FIXES                                                                                                \
    "fix s all store/state 0 x vx\nfix m a move rotate 0 0 0 0 0 1 0.01\nfix n b nve/sphere\n"               \
    "fix h b spring/self 500 xy\n"

static void test_goes_on(void **state)
{
    deck *d = *state;
    char text[2048];
    snprintf(text, sizeof text, TWO "set atom 2 vx 1\n" FIXES "restart 100 %s/a.*\nrun 300\n", d->folder);
    deck_run(d, text);
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    snprintf(text, sizeof text, "clear\nread_restart %s/a.100\n" DECK_LAWS FIXES "run 200\n", d->folder);
    deck_run(d, text);
    assert_true(tsu_world_hash_state(d->session->world) == straight);
    deck_near(deck_value(d, "f_s[2][1]"), 0.5, 0.0);
    deck_near(deck_value(d, "f_s[2][2]"), 1.0, 0.0);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_linear),         TEST(test_wiggle),      TEST(test_rotate),
        TEST(test_variable),       TEST(test_work),        TEST(test_spring_self),
        TEST(test_line_and_plane), TEST(test_store_state), TEST(test_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
