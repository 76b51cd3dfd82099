/* SPDX-License-Identifier: Apache-2.0 */
/* fix adapt: diameters follow a variable, mass follows the diameter, and what growing does is in the accounts. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

/* Two spheres of diameter 0.1 whose surfaces are 2 mm apart. */
#define TWO                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.102 0 0\nset group all "      \
                         "diameter 0.1 density 1000\ngroup a id 1\ngroup b id 2\n"

static double diameter(const deck *d, uint64_t id)
{
    return 2.0 * deck_particles(d)->xr[deck_row(d, id)][3];
}

/* Every N steps, and when a run begins; only the group; mass by the density; the velocity stays. */
static void test_follows_a_variable(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix n all nve/sphere\nset atom 1 vy 2\nvariable d equal 0.1+1e-5*step\n"
                    "fix g a adapt 10 atom diameter v_d\nrun 25\n");
    deck_near(diameter(d, 1), 0.1002, 1e-15);
    deck_near(diameter(d, 2), 0.1, 0.0);
    const tsu_particles *p = deck_particles(d);
    const int32_t i = deck_row(d, 1);
    deck_near(p->mass[i], pi / 6.0 * pow(0.1002, 3) * 1000.0, 1e-14);
    assert_true(p->density[i] == 1000.0 && p->vm[i][1] == 2.0);
    deck_near(1.0 / p->wi[i][3], 0.1 * p->mass[i] * 0.1002 * 0.1002, 1e-15);
    deck_near(deck_value(d, "eresidual") / deck_value(d, "ke"), 0.0, 1e-12);
    deck_near(deck_value(d, "f_g"), 0.5 * 4.0 * (p->mass[i] - pi / 6.0), 1e-9 * deck_value(d, "ke"));
    deck_near(deck_value(d, "egiven"), deck_value(d, "f_g"), 0.0);
    deck_run(d, "run 0\n"); /* beginning a run changes too */
    deck_near(diameter(d, 1), 0.10025, 1e-15);
    deck_run(d,
             "unfix g\nvariable c atom 1+0.001*id\nfix g all adapt 0 atom diameter v_c scale yes\nrun 20\n");
    deck_near(diameter(d, 1), 0.10025 * 1.001, 1e-15);
    deck_near(diameter(d, 2), 0.1 * 1.002, 1e-15);
}

/* Spheres that do not move grow into each other: all work becomes elastic energy of Hertz. */
static void test_work_of_growing(void **state)
{
    deck *d = *state;
    deck_run(d, TWO);
    deck_run(d, "variable grown atom c_r*2*1.005\ncompute r all property/atom radius\n"
                "fix g all adapt 20 atom diameter v_grown\nfix n all nve/noforce\nrun 100\n");
    const double r = 0.05 * pow(1.005, 6), overlap = 2.0 * r - 0.102;
    deck_near(diameter(d, 2), 2.0 * r, 1e-14);
    const double e = 1e7 / (2.0 * (1.0 - 0.09)), energy = 8.0 / 15.0 * e * sqrt(r / 2.0) * pow(overlap, 2.5);
    deck_near(deck_value(d, "eelastic"), energy, 1e-9 * energy);
    deck_near(deck_value(d, "f_g"), energy, 1e-9 * energy);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-9 * energy);
    deck_near(deck_value(d, "eintegration"), 0.0, 1e-9 * energy);
}

#define GROWING                                                                                              \
    "compute r all property/atom radius\nvariable grown atom c_r*2*1.002\nfix n all nve/sphere\n"            \
    "fix g all adapt 15 atom diameter v_grown\n"

/* Stopped and continued, with a contact that grows. */
static void test_goes_on(void **state)
{
    deck *d = *state;
    char text[2048];
    snprintf(text, sizeof text, TWO GROWING "restart 100 %s/a.*\nrun 300\n", d->folder);
    deck_run(d, text);
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    const double given = deck_value(d, "f_g");
    snprintf(text, sizeof text, "clear\nread_restart %s/a.100\n" DECK_LAWS GROWING "run 200\n", d->folder);
    deck_run(d, text);
    assert_true(tsu_world_hash_state(d->session->world) == straight);
    deck_near(deck_value(d, "f_g"), given, 1e-12 * fabs(given));
    assert_true(deck_value(d, "contacts") == 1.0);
}

static void test_refuses(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "variable d equal -1\n");
    deck_refuses(d, "fix g all adapt 10 atom diameter 0.1\n", "must be a variable");
    deck_refuses(d, "fix g all adapt 10 atom diameter v_nobody\n", "no variable nobody");
    deck_refuses(d, "fix g all adapt 10 atom charge v_d\n", "no charge");
    deck_refuses(d, "fix g all adapt 10 pair gran k 1 1 v_d\n", "property/global");
    deck_refuses(d, "fix g all adapt 10 atom diameter v_d reset yes\n", "not set back");
    deck_refuses(d, "fix n all nve/sphere\nfix g all adapt 10 atom diameter v_d\nrun 1\n", "the diameter -1");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_follows_a_variable), TEST(test_work_of_growing),
                                       TEST(test_goes_on), TEST(test_refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
