/* SPDX-License-Identifier: Apache-2.0 */
/* The distance from where particles are expected: never less than it is, and hardly more. */
#include "base/random.h"
#include "step/list/expected_path.h"
#include "step/list/lists.h"
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
static void the_furthest_is_found(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        tsu_world *w = make(threads);
        tsu_expected_path *way = &w->lists.path;
        tsu_error err = {0};
        assert_int_equal(tsu_expected_path_begin(w, way, INFINITY, &err), TSU_OK);
        assert_false(way->straight);
        for (int k = 0; k < PARTICLES; k++) {
            w->particles.xr[k][k % 3] += 1.0e-6 * (draw(k, 7) - 0.5);
        }
        double *x = w->particles.xr[7654];
        x[0] += 3.0e-5;
        x[2] -= 4.0e-5;
        const double off = tsu_expected_path_look(w, way);
        assert_true(off < 5.2e-5 && off >= sqrt(pow(3.0e-5, 2) + pow(4.0e-5, 2)) - 1.0e-6);
        tsu_world_destroy(w);
    }
}

/* All go straight on for 2 s, with velocities of their own, and one comes off its way; those of a group that is not moved stay, and
 * a guest of a part, who is in no group, goes on, too. */
static void straight_ways_are_foreseen(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        enum { STAYS = 77, GUEST = 88, STRAYS = 5001 };
        tsu_world *w = make(threads);
        tsu_expected_path *way = &w->lists.path;
        tsu_particles *p = &w->particles;
        double stayed, went, fastest = 0.0;
        tsu_error err = {0};
        for (int k = 0; k < PARTICLES; k++) {
            for (int q = 0; q < 3; q++) {
                p->vm[k][q] = 0.01 * (draw(k, 10 + q) - 0.5);
            }
            if (k != STAYS) fastest = fmax(fastest, hypot(hypot(p->vm[k][0], p->vm[k][1]), p->vm[k][2]));
        }
        w->moving = 2;
        for (int k = 0; k < PARTICLES; k++) {
            p->group[k] = k == STAYS ? 1 : k == GUEST ? 0 : 3;
        }
        assert_int_equal(tsu_expected_path_begin(w, way, 3.0, &err), TSU_OK);
        assert_true(way->straight && fabs(way->fastest - fastest) < 1.0e-6 * fastest);
        for (int k = 0; k < PARTICLES; k++) {
            for (int q = 0; q < 3 && k != STAYS; q++) {
                p->xr[k][q] += 2.0 * p->vm[k][q];
            }
        }
        way->time = 2.0;
        assert_true(tsu_expected_path_look(w, way) < 1.0e-7);
        p->xr[STRAYS][1] += 1.0e-3;
        const double off = tsu_expected_path_look(w, way);
        assert_true(off >= 1.0e-3 - 1.0e-8 && off < 1.001e-3);
        tsu_expected_path_judge(w, way, &stayed, &went);
        assert_true(fabs(went - 1.0e-3) < 1.0e-6 && fabs(stayed - 2.0 * fastest) < 1.0e-3);
        tsu_world_destroy(w);
    }
}

/* Places are kept with seven digits: what is lost must not be missing from the distance. */
static void what_is_lost_is_added(void **state)
{
    (void)state;
    tsu_world *w = make(1);
    tsu_error err = {0};
    assert_int_equal(tsu_expected_path_begin(w, &w->lists.path, INFINITY, &err), TSU_OK);
    double furthest = 0.0;
    for (int k = 0; k < PARTICLES; k++) {
        const double way = 2.0e-9 * (draw(k, 9) - 0.5);
        w->particles.xr[k][1] += way;
        furthest = fmax(furthest, fabs(way));
    }
    const double off = tsu_expected_path_look(w, &w->lists.path);
    assert_true(off >= furthest && off < 1.0e-7);
    for (int k = 0; k < PARTICLES; k++) { /* each by itself */
        const double *x = w->particles.xr[k];
        const float *from = w->lists.path.from[k];
        assert_true(fabs(x[0] - (double)from[0]) <= 1.0e-7 * fabs((double)from[0]));
    }
    tsu_world_destroy(w);
}

/* A ball goes to and fro: the list that was made at the start lasts on. Bounds give way to what is so. */
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_furthest_is_found), cmocka_unit_test(straight_ways_are_foreseen),
        cmocka_unit_test(what_is_lost_is_added), cmocka_unit_test(a_list_lasts_while_nobody_goes_far)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
