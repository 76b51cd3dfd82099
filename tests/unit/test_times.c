/* SPDX-License-Identifier: Apache-2.0 */
/* Stage times: what narrow phase, laws and sums take together is shared as a sample of units says, and every unit has its turn. */
#include "base/parallel.h"
#include "step/times.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double near_enough = 1.0e-12;

/* A step that is timed and began to work on its units a second ago, so that rounding of the clock does not matter. */
static tsu_times step(double weight)
{
    return (tsu_times){.weight = weight, .mark = tsu_clock_seconds() - 1.0, .turn = 100};
}

static void again(tsu_times *t)
{
    t->mark = tsu_clock_seconds() - 1.0;
}

static double units(const tsu_times *t)
{
    return t->seconds[TSU_STAGE_NARROW] + t->seconds[TSU_STAGE_LAWS] + t->seconds[TSU_STAGE_SUM];
}

static void shared_as_sampled(void **state)
{
    (void)state;
    tsu_times t = step(1.0);
    /* pairs 3 of 4, of which laws 2 of 5: narrow phase 9/20, laws 6/20, sum 5/20 */
    tsu_times_share(&t, (const double[TSU_SAMPLES]){3.0e-6, 1.0e-6, 6.0e-7, 4.0e-7});
    assert_true(units(&t) >= 1.0);
    for (int steps = 0; steps < 2; steps++) {
        assert_true(fabs(t.seconds[TSU_STAGE_NARROW] / units(&t) - 0.45) < near_enough);
        assert_true(fabs(t.seconds[TSU_STAGE_LAWS] / units(&t) - 0.30) < near_enough);
        assert_true(fabs(t.seconds[TSU_STAGE_SUM] / units(&t) - 0.25) < near_enough);
        again(&t);
        tsu_times_share(&t, (const double[TSU_SAMPLES]){0}); /* no unit had its turn: as before */
    }
    assert_true(units(&t) >= 3.0);
}

static void nothing_sampled_and_not_timed(void **state)
{
    (void)state;
    tsu_times t = step(1.0);
    tsu_times_share(&t, (const double[TSU_SAMPLES]){0});
    assert_true(t.seconds[TSU_STAGE_NARROW] == 0.0 && t.seconds[TSU_STAGE_LAWS] == 0.0);
    assert_true(t.seconds[TSU_STAGE_SUM] >= 1.0);
    tsu_times idle = step(0.0);
    tsu_times_share(&idle, (const double[TSU_SAMPLES]){1.0, 1.0, 1.0, 1.0});
    tsu_times_lap(&idle, TSU_STAGE_WALLS);
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        assert_true(idle.seconds[k] == 0.0);
    }
    /* a step that stands for others has a stage so long that it cannot: all of it counts once */
    tsu_times slow = step(16.0);
    tsu_times_share(&slow, (const double[TSU_SAMPLES]){1.0, 1.0, 1.0, 1.0});
    assert_true(slow.slow && units(&slow) < 16.0 && slow.seconds[TSU_STAGE_SUM] >= 0.5);
}

/* A thread that waited in the middle of a unit spoils one sample of many, however long it waited. */
static void one_interruption_hardly_matters(void **state)
{
    (void)state;
    tsu_times t = step(1.0);
    for (int k = 0; k < 300; k++) {
        again(&t);
        tsu_times_share(&t, (const double[TSU_SAMPLES]){3.0e-6, 1.0e-6, 6.0e-7, 4.0e-7});
    }
    again(&t);
    tsu_times_share(&t, (const double[TSU_SAMPLES]){3.0e-6, 1.0, 1.0, 4.0e-7});
    assert_true(fabs(t.pairs.value - 0.75) < 0.004 && fabs(t.laws.value - 0.4) < 0.004);
    assert_true(t.pairs.value < 0.75);
}

/* In so many steps that are timed each unit is timed in parts once and as a whole four times, never both in one. */
static void every_unit_has_its_turn(void **state)
{
    (void)state;
    static const struct {
        double weight;
        int steps;
    } kind[] = {{1.0, 64}, {16.0, 8}};
    for (int k = 0; k < 2; k++) {
        for (int64_t unit = 0; unit < 3000; unit += 7) {
            int count[3] = {0};
            tsu_times t = step(kind[k].weight);
            for (int s = 0; s < kind[k].steps; s++, t.turn++) {
                count[tsu_times_unit(&t, unit)]++;
            }
            assert_int_equal(count[TSU_TIMED_PARTS], 1);
            assert_int_equal(count[TSU_TIMED_WHOLE], 4);
        }
    }
    tsu_times t = step(0.0);
    assert_int_equal(tsu_times_unit(&t, 0), TSU_TIMED_NOT);
    t = (tsu_times){0};
    tsu_times_begin(&t, 0, 1000); /* the first two steps of a run tell both */
    assert_int_equal(tsu_times_unit(&t, 0), TSU_TIMED_WHOLE);
    tsu_times_begin(&t, 1, 1000);
    assert_int_equal(tsu_times_unit(&t, 0), TSU_TIMED_PARTS);
}

static void work_a_while(void *context, int64_t block, int thread)
{
    (void)context, (void)block, (void)thread;
    const double begin = tsu_clock_seconds();
    while (tsu_clock_seconds() - begin < 2.0e-3) {
    }
}

/* What runs on several threads is not serial, if somebody watches; what runs on one is. */
static void serial_is_what_one_thread_does(void **state)
{
    (void)state;
    if (!tsu_parallel_available()) skip();
    for (int threads = 1; threads <= 2; threads++) {
        for (int watch = 0; watch < 2; watch++) {
            tsu_parallel_watch(watch);
            tsu_times t = {0};
            tsu_times_begin(&t, 0, 1000);
            tsu_parallel_for(4, threads, work_a_while, NULL);
            tsu_times_lap(&t, TSU_STAGE_SEARCH);
            const double loop = t.seconds[TSU_STAGE_SEARCH] - t.serial[TSU_STAGE_SEARCH];
            assert_true(t.seconds[TSU_STAGE_SEARCH] >= 4.0e-3);
            assert_true(threads == 2 && watch ? loop >= 4.0e-3 : loop == 0.0);
            assert_true(t.serial[TSU_STAGE_SEARCH] >= 0.0);
        }
    }
    tsu_parallel_watch(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_as_sampled), cmocka_unit_test(nothing_sampled_and_not_timed),
        cmocka_unit_test(one_interruption_hardly_matters), cmocka_unit_test(every_unit_has_its_turn),
        cmocka_unit_test(serial_is_what_one_thread_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
