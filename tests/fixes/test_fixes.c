/* SPDX-License-Identifier: Apache-2.0 */
/* Fixes that act on particles: what they do to a few of them, against closed forms. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

/* Two spheres of diameter 0.1 far apart, group a the first, b the second. */
#define TWO                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.5 0 0\nset group all "        \
                         "diameter 0.1 density 1000\n"                                                       \
                         "group a id 1\ngroup b id 2\nfix n all nve/sphere\n"

static double mass_one(void)
{
    return pi / 6.0 * 1e-3 * 1000.0;
}

static const double *velocity(const deck *d, uint64_t id)
{
    return deck_particles(d)->vm[deck_row(d, id)];
}

static void test_addforce(void **state)
{
    deck *d = *state;
    const double m = mass_one();
    deck_run(d, TWO
             "region left block -1 0.2 INF INF INF INF\nvariable f equal 2*step\nvariable each atom id*3\n"
             "fix 1 a addforce 0.5 0 0\nfix 2 all addforce 0 1 0 region left\nfix 3 b addforce 0 0 v_f\n"
             "fix 4 all addforce 0 0 v_each\nrun 100\n");
    const double t = 100 * 1e-5;
    deck_near(velocity(d, 1)[0] * m, 0.5 * t, 1e-15);
    deck_near(velocity(d, 2)[0], 0.0, 0.0);
    deck_near(velocity(d, 1)[1] * m, t, 1e-15);
    deck_near(velocity(d, 2)[1], 0.0, 0.0);
    deck_near(velocity(d, 1)[2] * m, 3.0 * t, 1e-15);
    deck_near(velocity(d, 2)[2] * m, 6.0 * t + 1e-5 * 100.0 * 100.0, 1e-14); /* trapezoids of 2 step */
    deck_near(deck_value(d, "eresidual") / deck_value(d, "eexternal"), 0.0, 1e-12);
    assert_true(fabs(deck_value(d, "eintegration")) >
                1e-10 * deck_value(d, "eexternal")); /* of a force in time */
    deck_near(deck_value(d, "f_2[1]"), 0.5, 1e-15);  /* the force before */
    deck_near(deck_value(d, "f_1"), -0.5 * deck_particles(d)->xr[deck_row(d, 1)][0], 1e-18);
    deck_run(d, "unfix 1\nunfix 2\nunfix 3\nunfix 4\nrun 1\n");
    deck_near(velocity(d, 1)[0] * m, 0.5 * t, 1e-15);
    deck_refuses(d, "fix 1 a addforce 1 2\n", "fz");
    deck_refuses(d, "fix 1 a addforce 1 2 NULL\n", "write 0");
    deck_refuses(d, "fix 1 a addforce 1 2 3 region nowhere\n", "there is no region 'nowhere'");
    deck_refuses(d, "fix 1 a addforce 1 2 3 energy v_f\n", "unknown keyword 'energy'");
    deck_refuses(d, "fix n a addforce 1 2 3\n", "there is already a fix 'n'");
}

/* A fix acts until it is removed itself: `undump` and `uncompute` of something with the same ID leave it alone. */
static void test_same_id(void **state)
{
    deck *d = *state;
    const double m = mass_one();
    deck_run_here(d, TWO "fix 1 a addforce 0.5 0 0\nfix 2 b setforce 0 2 0\n"
                         "compute 1 all ke\ncompute 2 all ke\ndump 1 all custom 100 @/d.txt id x\n"
                         "dump 2 all custom 100 @/e.txt id x\nrun 100\nundump 1\nuncompute 2\nrun 100\n"
                         "uncompute 1\nundump 2\nrun 100\n");
    const double t = 300 * 1e-5;
    deck_near(velocity(d, 1)[0] * m, 0.5 * t, 1e-14);
    deck_near(velocity(d, 2)[1] * m, 2.0 * t, 1e-14);
    deck_run(d, "unfix 1\nrun 100\n");
    deck_near(velocity(d, 1)[0] * m, 0.5 * t, 1e-14);
    deck_near(velocity(d, 2)[1] * m, 2.0 * (t + 1e-3), 1e-14);
}

static void test_setforce(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix g all gravity 10 vector 1 0 -1\nfix s a setforce NULL 2 0\nrun 100\n");
    const double t = 1e-3, g = 10.0 / sqrt(2.0), m = mass_one();
    deck_near(velocity(d, 1)[0], g * t, 1e-15);
    deck_near(velocity(d, 1)[1], 2.0 / m * t, 1e-15);
    deck_near(velocity(d, 1)[2], 0.0, 0.0);
    deck_near(velocity(d, 2)[2], -g * t, 1e-15);
    deck_near(deck_value(d, "f_s[3]"), -m * g, 1e-14);
    deck_refuses(d, "fix q a setforce 0 0 0 everywhere\n", "unknown keyword 'everywhere'");
}

/* The mean of the forces acts on each: both fall with half of the push on one. */
static void test_aveforce(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "fix p a addforce 4 4 0\nfix m all aveforce 1 NULL 0\nrun 100\n");
    const double t = 1e-3, m = mass_one();
    deck_near(velocity(d, 1)[0] * m, 3.0 * t, 1e-15);
    deck_near(velocity(d, 2)[0] * m, 3.0 * t, 1e-15);
    deck_near(velocity(d, 1)[1] * m, 4.0 * t, 1e-15);
    deck_near(velocity(d, 2)[1], 0.0, 0.0);
    deck_near(deck_value(d, "f_m[1]"), 4.0, 1e-15);
    deck_refuses(d, "variable e atom x\nfix q all aveforce v_e 0 0\n", "one value for all");
}

/* A frozen sphere stands like a wall: the other bounces with the speed of a collision with infinite mass. */
static void test_freeze(void **state)
{
    deck *d = *state;
    deck_run(d, TWO
             "set atom 2 x 0.101 vx -1\nfix f a freeze\nfix g all gravity 9.81 vector 0 -1 0\nrun 2000\n");
    deck_near(velocity(d, 2)[0], 0.5, 1e-3); /* restitution 0.5, and the error of the steps */
    for (int q = 0; q < 3; q++) {
        assert_true(velocity(d, 1)[q] == 0.0 && deck_particles(d)->xr[deck_row(d, 1)][q] == 0.0);
    }
    deck_near(deck_value(d, "f_f[2]"), -9.81 * mass_one(), 1e-12);
    deck_run(d, "unfix f\nrun 100\n");
    deck_near(velocity(d, 1)[1], -9.81e-3, 1e-12); /* free again */
    deck_refuses(d, "fix f a freeze now\n", "now");
}

/* v = v0 exp(-gamma t / m). */
static void test_viscous(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set group all vx 1\nfix v all viscous 5 scale 2 3\nrun 10000\n");
    const double t = 0.1, rate = 5.0 / mass_one();
    deck_near(velocity(d, 1)[0], exp(-rate * t), 1e-4);
    deck_near(velocity(d, 2)[0], exp(-3.0 * rate * t), 1e-4);
    deck_refuses(d, "fix w all viscous 1 scale 3 1\n", "3");
    deck_refuses(d, "fix w all viscous 1 factor 3\n", "expected `scale TYPE RATIO`");
}

static void test_enforce2d(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set group all vx 1 vz 2 omegax 3 omegaz 4\nfix e b enforce2d\nfix g all gravity 10 "
                    "vector 0 0 1\nrun 100\n");
    const tsu_particles *p = deck_particles(d);
    const int32_t one = deck_row(d, 1), two = deck_row(d, 2);
    assert_true(p->vm[two][2] == 0.0 && p->wi[two][0] == 0.0 && p->wi[two][2] == 4.0 && p->vm[two][0] == 1.0);
    deck_near(p->vm[one][2], 2.01, 1e-12);
    deck_near(p->xr[two][2], 0.0, 0.0);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-13);
}

static void test_drag(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "set atom 1 x 0.3 y 0.4\nfix r all drag 0 0 NULL 2 0.45\nrun 1\n");
    deck_near(deck_value(d, "f_r[1]"), -2.0 * 0.6 - 2.0, 1e-14);
    deck_near(deck_value(d, "f_r[2]"), -2.0 * 0.8, 1e-14);
    deck_run(d, "unfix r\nfix r all drag 0.1 0 NULL 2 0.45\nrun 1\n"); /* both are nearer than 0.45 now */
    deck_near(deck_value(d, "f_r[1]"), 0.0, 0.0);
    deck_refuses(d, "fix q all drag 0 0 0 2\n", "the distance");
}

/* Half immersed carries half of the liquid's weight; a cap of a quarter of the diameter 5/32 of it. */
static void test_buoyancy(void **state)
{
    deck *d = *state;
    const double weight = pi / 6.0 * 1e-3 * 900.0 * 9.81;
    deck_run(d, TWO
             "fix g all gravity 9.81 vector 0 0 -1\nfix l all buoyancy density 900 level 0 dim z\nrun 0\n");
    deck_near(deck_value(d, "f_l[3]") / weight, 1.0, 1e-12); /* two halves */
    deck_run(d, "set atom 1 z -0.2\nset atom 2 z 0.025\nrun 0\n");
    deck_near(deck_value(d, "f_l[3]") / weight, 1.0 + 5.0 / 32.0, 1e-12);
    deck_run(d, "set atom 1 z 0.2\nset atom 2 z -0.025\nrun 0\n");
    deck_near(deck_value(d, "f_l[3]") / weight, 27.0 / 32.0, 1e-12);
    deck_refuses(d, "fix k all buoyancy density 900 level 0\n", "`dim` is missing");
    deck_refuses(d, "fix k all buoyancy density 900 level 0 dim x\nrun 0\n", "gravity points elsewhere");
}

static void test_print(void **state)
{
    deck *d = *state;
    char text[512];
    deck_run(d, TWO "variable s equal step\n");
    snprintf(text, sizeof text,
             "fix p all print 3 \"at ${s}\" screen no file %s/out.txt title \"# steps\"\n"
             "fix q all print 5 \"seen ${s}\"\nrun 7\nunfix p\nunfix q\n",
             d->folder);
    deck_run(d, text);
    deck_file_is(d, "out.txt", "# steps\nat 3\nat 6\n");
    deck_says(d, "seen 5\n");
    assert_null(strstr(d->screen, "at 3"));
    snprintf(text, sizeof text,
             "fix p all print 8 \"more\" screen no append %s/out.txt title none\nrun 1\nunfix p\n",
             d->folder);
    deck_run(d, text);
    deck_file_is(d, "out.txt", "# steps\nat 3\nat 6\nmore\n");
    deck_refuses(d, "fix p all print 0 \"x\"\n", "0");
    deck_refuses(d, "fix p all print 5 \"x\" files y\n", "did you mean `file`");
}

/* Rayleigh and Hertz times of the smallest sphere, and the way over the skin. */
static void test_check_timestep(void **state)
{
    deck *d = *state;
    deck_run(d, TWO "neighbor 0.002 bin\nset atom 2 diameter 0.05 vx 3\nfix c all check/timestep/gran 10 "
                    "0.01 0.02\nrun 10\n");
    const double shear = 1e7 / 2.6, e = 1e7 / (2.0 * 0.91), r = 0.025;
    const double rayleigh = pi * r * sqrt(1000.0 / shear) / (0.1631 * 0.3 + 0.8766);
    const double m = 1000.0 * 4.0 / 3.0 * pi * r * r * r,
                 hertz = 2.87 * pow(m * m / (0.5 * r * e * e * 6.0), 0.2);
    deck_near(deck_value(d, "f_c[1]") * rayleigh / 1e-5, 1.0, 1e-12);
    deck_near(deck_value(d, "f_c[2]") * hertz / 1e-5, 1.0, 1e-12);
    deck_near(deck_value(d, "f_c[3]"), 6.0 * 1e-5 / 0.002, 1e-12);
    assert_null(strstr(d->screen, "Rayleigh"));
    deck_run(d, "fix w all check/timestep/gran check_every_time 10 0.001 0.0002\nrun 10\n");
    deck_says(d, "of the Rayleigh time");
    deck_says(d, "of the Hertz time");
    deck_refuses(d, "unfix w\nfix w all check/timestep/gran 1 0.001 1 error yes\nrun 1\n",
                 "softer particles");
    deck_run(d, "unfix w\nfix w all check/timestep/gran 1 1 1 vmax 1000\n");
    deck_near(deck_value(d, "f_w[3]"), 2000.0 * 1e-5 / 0.002, 1e-9);
    deck_refuses(d, "fix v all check/timestep/gran 1 0.1 0.1 warn maybe\n", "maybe");
}

/* Means of the step number: over the last samples before each tenth step. */
static void test_ave_time(void **state)
{
    deck *d = *state;
    char text[600];
    deck_run(d, TWO "variable s equal step\nvariable q equal step^2\n");
    snprintf(text, sizeof text,
             "fix a all ave/time 2 3 10 v_s v_q off 2 file %s/means.txt title1 \"# means\"\n"
             "fix b all ave/time 1 1 5 v_s\nfix c all ave/time 1 10 10 v_s ave running\n"
             "fix e all ave/time 1 10 10 v_s ave window 2\nfix g all ave/time 1 10 10 v_s start 15\n"
             "fix o all ave/time 1 1 10 v_s file %s/one.txt overwrite\nrun 20\n",
             d->folder, d->folder);
    deck_run(d, text);
    deck_near(deck_value(d, "f_a[1]"), 18.0, 1e-12); /* 16, 18, 20 */
    deck_near(deck_value(d, "f_a[2]"), 400.0, 1e-12);
    deck_near(deck_value(d, "f_b"), 20.0, 0.0);
    deck_near(deck_value(d, "f_c"), 10.5, 1e-12); /* of 5.5 and 15.5 */
    deck_near(deck_value(d, "f_g"), 15.5, 1e-12); /* the first mean after step 15: 11 to 20 */
    deck_run(d, "run 4\n");
    deck_near(deck_value(d, "f_b"), 20.0, 0.0);
    deck_run(d, "run 6\n");
    deck_near(deck_value(d, "f_e"), 20.5, 1e-12); /* of 15.5 and 25.5 */
    deck_run(d, "unfix a\nunfix o\n");
    deck_file_is(d, "means.txt", "# means\n# TimeStep v_s v_q\n10 8 100\n20 18 400\n30 28 900\n");
    deck_file_is(d, "one.txt", "# Time-averaged data for fix o\n# TimeStep v_s\n30 30\n");
    deck_refuses(d, "fix z all ave/time 3 1 10 v_s\n", "do not fit");
    deck_refuses(d, "fix z all ave/time 1 11 10 v_s\n", "do not fit");
    deck_refuses(d, "fix z all ave/time 1 1 10 step\n", "expected a value");
    deck_refuses(d, "fix z all ave/time 1 1 10 c_nobody\nrun 10\n", "nobody");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_addforce, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_same_id, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_setforce, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_aveforce, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_freeze, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_viscous, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_enforce2d, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_drag, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_buoyancy, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_ave_time, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_print, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_check_timestep, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
