/* SPDX-License-Identifier: Apache-2.0 */
/* The distance from where the list was made: never less than it is, hardly more, and bounds only ever fall. */
#include "base/random.h"
#include "step/way.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { PARTICLES = 9000 /* some chunks */ };

static double draw(int k, int what)
{
    return tsu_random_uniform(5, (uint64_t)k, 2, (uint64_t)what);
}

static tsu_world *make(int threads)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    def.threads = threads;
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -0.2;
        def.hi[q] = 0.3;
    }
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    static tsu_particle_def p[PARTICLES];
    for (int k = 0; k < PARTICLES; k++) {
        p[k] = tsu_particle_def_default();
        for (int q = 0; q < 3; q++) {
            p[k].position[q] = 0.3 * draw(k, q) - 0.1;
        }
    }
    assert_int_equal(tsu_particles_add(w, p, PARTICLES, &err), TSU_OK);
    return w;
}

/* All move a little, one of them further. */
static void distances_replace_sums(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        tsu_world *w = make(threads);
        tsu_lists *l = &w->lists;
        tsu_error err = {0};
        l->moved_outer = 3.0e-5;
        assert_int_equal(tsu_way_begin(w, &err), TSU_OK);
        for (int k = 0; k < PARTICLES; k++) {
            w->particles.xr[k][k % 3] += 1.0e-6 * (draw(k, 7) - 0.5);
        }
        double *x = w->particles.xr[7654];
        x[0] += 3.0e-5;
        x[2] -= 4.0e-5;
        l->moved_inner = 2.0e-4;
        l->moved_outer = 3.0e-5 + 2.0e-4;
        tsu_way_look(w);
        assert_true(l->moved_inner > 4.9e-5 && l->moved_inner < 5.2e-5);
        assert_true(l->moved_inner >= sqrt(pow(3.0e-5, 2) + pow(4.0e-5, 2)) - 1.0e-6);
        assert_true(fabs(l->moved_outer - l->moved_inner - 3.0e-5) < 1.0e-12);
        l->moved_inner = l->moved_outer = 1.0e-6; /* who knows better */
        tsu_way_look(w);
        assert_true(l->moved_inner == 1.0e-6 && l->moved_outer == 1.0e-6);
        tsu_world_destroy(w);
    }
}

/* Places are kept with seven digits: what is lost must not be missing from the distance. */
static void what_is_lost_is_added(void **state)
{
    (void)state;
    tsu_world *w = make(1);
    tsu_error err = {0};
    assert_int_equal(tsu_way_begin(w, &err), TSU_OK);
    double furthest = 0.0;
    for (int k = 0; k < PARTICLES; k++) {
        const double way = 2.0e-9 * (draw(k, 9) - 0.5);
        w->particles.xr[k][1] += way;
        furthest = fmax(furthest, fabs(way));
    }
    w->lists.moved_inner = 1.0;
    tsu_way_look(w);
    assert_true(w->lists.moved_inner >= furthest && w->lists.moved_inner < 1.0e-7);
    for (int k = 0; k < PARTICLES; k++) { /* each by itself */
        const double *x = w->particles.xr[k];
        const float *from = w->lists.way.from[k];
        assert_true(fabs(x[0] - (double)from[0]) <= 1.0e-7 * fabs((double)from[0]));
    }
    tsu_world_destroy(w);
}

/* A ball goes to and fro: the list that was made at the start lasts on. */
static void a_list_lasts_while_nobody_goes_far(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_world *w = make(1);
    assert_int_equal(tsu_lists_update(w, &err), TSU_OK);
    const int64_t before = w->lists.refreshes;
    const double inner = w->lists.inner;
    for (int step = 0; step < 40; step++) {
        const double way = (step % 2 == 0 ? 0.2 : -0.2) * inner;
        w->particles.xr[11][0] += way;
        w->lists.moved_inner += fabs(way);
        w->lists.moved_outer += fabs(way);
        assert_int_equal(tsu_lists_update(w, &err), TSU_OK);
    }
    assert_int_equal(w->lists.refreshes, before);
    w->particles.xr[11][0] += 0.6 * inner;
    w->lists.moved_inner += 0.6 * inner;
    assert_int_equal(tsu_lists_update(w, &err), TSU_OK);
    assert_int_equal(w->lists.refreshes, before + 1);
    tsu_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(distances_replace_sums),
                                       cmocka_unit_test(what_is_lost_is_added),
                                       cmocka_unit_test(a_list_lasts_while_nobody_goes_far)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
