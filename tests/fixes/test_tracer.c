/* SPDX-License-Identifier: Apache-2.0 */
/* Particles marked in one region and counted in another: fix property/atom/tracer, compute nparticles/tracer/region. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

/* Ten along x at -0.9 ... 0.9 that move by 0.1 m in 100 steps. */
#define TEN                                                                                                  \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "lattice sc 0.2 origin 0.5 0 0\nregion line block -0.95 0.95 -.01 .01 -.01 .01 units box\n"          \
        "create_atoms 1 region line\nset group all diameter 0.05 density 1000 vx 100\n"                      \
        "region in block -0.45 -0.05 INF INF INF INF\nregion out block -0.01 INF INF INF INF INF\n"

static void test_marks(void **state)
{
    deck *d = *state;
    deck_run(d, TEN "fix n all nve/sphere\nfix once all property/atom/tracer region_mark in mark_step 0 "
                    "check_mark_every 1\n"
                    "fix on all property/atom/tracer region_mark in mark_step 0 marker_style heaviside "
                    "check_mark_every 1\n"
                    "fix late all property/atom/tracer region_mark in mark_step 55 marker_style heaviside\n"
                    "fix off all property/atom/tracer region_mark in mark_step 0 marker_style none\nrun 1\n"
                    "compute m all reduce sum f_once f_on f_late f_off\n");
    deck_near(deck_value(d, "c_m[1]"), 2.0, 0.0); /* those at -0.3 and -0.1 */
    deck_near(deck_value(d, "f_once"), 2.0, 0.0);
    deck_near(deck_value(d, "f_once"), 0.0, 0.0); /* since it was asked */
    deck_run(d, "run 99\n");
    deck_near(deck_value(d, "c_m[1]"), 2.0, 0.0);
    deck_near(deck_value(d, "c_m[2]"), 3.0, 0.0); /* the one from -0.5 has come in */
    deck_near(deck_value(d, "c_m[3]"), 2.0, 0.0); /* from step 60 on: -0.5 and -0.3 */
    deck_near(deck_value(d, "c_m[4]"), 0.0, 0.0);
    deck_refuses(d, "fix q all property/atom/tracer mark_step 0\n", "`region_mark` is missing");
    deck_refuses(d, "fix q all property/atom/tracer region_mark in mark_step 0 marker_style dot\n", "dot");
}

static void test_counts(void **state)
{
    deck *d = *state;
    deck_run(
        d, TEN
        "fix n all nve/sphere\nfix t all property/atom/tracer region_mark in mark_step 0 check_mark_every 1\n"
        "compute keep all nparticles/tracer/region tracer t region_count out reset_marker no\n"
        "compute c all nparticles/tracer/region tracer t region_count out\nrun 95\n");
    const double m = pi / 6.0 * 1.25e-4 * 1000.0;
    deck_near(deck_value(d, "c_keep[2]"), 1.0, 0.0); /* the one from -0.1 has gone through */
    deck_near(deck_value(d, "c_keep[1]"), 6.0, 0.0);
    deck_near(deck_value(d, "c_keep[3]"), 6.0 * m, 1e-12);
    deck_near(deck_value(d, "c_c[2]"), 1.0, 0.0);
    deck_near(deck_value(d, "c_c[4]"), m, 1e-12); /* the same count, though the mark is off */
    deck_near(deck_value(d, "c_keep[2]"), 0.0, 0.0);
    deck_run(d, "run 1\n");
    deck_near(deck_value(d, "c_c[2]"), 0.0, 0.0);
    deck_refuses(d, "compute q all nparticles/tracer/region tracer t\n", "is missing");
    deck_refuses(d, "compute q all nparticles/tracer/region periodic x 0 tracer t region_count out\n",
                 "not periodic");
    deck_refuses(d,
                 "compute q all nparticles/tracer/region tracer none region_count out\nvariable v equal "
                 "c_q[1]\nprint ${v}\n",
                 "'none'");
}

/* Images: only those that have gone around once. */
static void test_periodic(void **state)
{
    deck *d = *state;
    deck_run(d,
             "units si\nboundary p f f\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n" DECK_LAWS
             "create_atoms 1 single 0.95 0 0\ncreate_atoms 1 single 0 0 0\nset group all diameter 0.05 "
             "density 1000 vx 100\n"
             "region all block INF INF INF INF INF INF\nfix n all nve/sphere\n"
             "fix t all property/atom/tracer region_mark all mark_step 0 check_mark_every 1\n"
             "compute a all nparticles/tracer/region tracer t region_count all reset_marker no periodic x 1\n"
             "compute b all nparticles/tracer/region tracer t region_count all reset_marker no periodic x 0\n"
             "compute c all nparticles/tracer/region tracer t region_count all reset_marker no periodic x "
             "all\nrun 100\n");
    deck_near(deck_value(d, "c_a[2]"), 1.0, 0.0);
    deck_near(deck_value(d, "c_b[2]"), 1.0, 0.0);
    deck_near(deck_value(d, "c_c[2]"), 2.0, 0.0);
}

#define MARKED                                                                                               \
    "fix n all nve/sphere\n"                                                                                 \
    "fix t all property/atom/tracer region_mark in mark_step 0 check_mark_every 1\ncompute m all reduce "    \
    "sum f_t\n"

static void test_goes_on(void **state)
{
    deck *d = *state;
    char text[2048];
    snprintf(text, sizeof text, TEN MARKED "run 20\nwrite_restart %s/a\n", d->folder);
    deck_run(d, text);
    snprintf(text, sizeof text,
             "clear\nread_restart %s/a\n" DECK_LAWS "region in block -0.45 -0.05 INF INF INF INF\n" MARKED
             "run 60\n",
             d->folder);
    deck_run(d, text);
    deck_near(deck_value(d, "c_m"), 2.0, 0.0); /* nobody is marked a second time */
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_marks), TEST(test_counts), TEST(test_periodic),
                                       TEST(test_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
