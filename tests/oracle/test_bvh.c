/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of boxes against a loop over all boxes. */
#include "base/random.h"
#include "search/bvh.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t draws;

static double uniform(double lo, double hi)
{
    return lo + (hi - lo) * tsu_random_uniform(22, draws++, TSU_RANDOM_TEST, 0);
}

typedef struct visits {
    int32_t *times; /* per item */
    int64_t count;
} visits;

static void note(void *context, int32_t item)
{
    visits *v = context;
    v->times[item]++;
    v->count++;
}

static double distance2(const double box[6], const double x[3])
{
    double d2 = 0.0;
    for (int q = 0; q < 3; q++) {
        const double gap = fmax(fmax(box[q] - x[q], x[q] - box[3 + q]), 0.0);
        d2 += gap * gap;
    }
    return d2;
}

enum { SPREAD, LINE, HEAP, EQUAL, KINDS };

static void boxes_of(double (*box)[6], int32_t count, int kind)
{
    for (int32_t k = 0; k < count; k++) {
        for (int q = 0; q < 3; q++) {
            const double wide = kind == LINE && q > 0 ? 0.0 : 1.0;
            const double at = kind == HEAP ? pow(uniform(0.0, 1.0), 6.0) : wide * uniform(0.0, 1.0);
            box[k][q] = kind == EQUAL ? 0.5 : at;
            box[k][3 + q] = box[k][q] + (kind == EQUAL ? 0.0 : uniform(0.0, 0.05));
        }
    }
}

static void all_are_found(void **state)
{
    (void)state;
    static const int32_t counts[] = {0, 1, 2, 4, 5, 9, 63, 1000};
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            const int32_t count = counts[c];
            double(*box)[6] = calloc((size_t)count + 1, sizeof *box);
            int32_t *times = calloc((size_t)count + 1, sizeof *times);
            tsu_bvh tree = {0};
            tsu_error err;
            boxes_of(box, count, kind);
            assert_int_equal(tsu_bvh_build(&tree, box, count, &err), TSU_OK);
            for (int trial = 0; trial < 100; trial++) {
                const double x[3] = {uniform(-0.2, 1.2), uniform(-0.2, 1.2), uniform(-0.2, 1.2)};
                const double r = uniform(0.0, trial % 2 ? 0.1 : 1.0);
                visits v = {times, 0};
                memset(times, 0, sizeof *times * (size_t)count);
                tsu_bvh_near(&tree, x, r, note, &v);
                for (int32_t k = 0; k < count; k++) {
                    assert_true(times[k] <= 1);
                    if (distance2(box[k], x) < r * r) assert_int_equal(times[k], 1);
                }
            }
            tsu_bvh_free(&tree);
            free(box);
            free(times);
        }
    }
}

/* A surface of 100,000 small boxes: a query about as large as one of them sees a handful, not a share of all. */
static void few_are_looked_at(void **state)
{
    (void)state;
    enum { SIDE = 316, COUNT = SIDE * SIDE };
    double(*box)[6] = calloc(COUNT, sizeof *box);
    int32_t *times = calloc(COUNT, sizeof *times);
    for (int32_t k = 0; k < COUNT; k++) {
        const double low[3] = {k % SIDE, (double)(k / SIDE), 0.0};
        for (int q = 0; q < 3; q++) {
            box[k][q] = low[q];
            box[k][3 + q] = low[q] + (q < 2 ? 1.0 : 0.0);
        }
    }
    tsu_bvh tree = {0};
    tsu_error err;
    assert_int_equal(tsu_bvh_build(&tree, box, COUNT, &err), TSU_OK);
    visits v = {times, 0};
    for (int trial = 0; trial < 1000; trial++) {
        const double x[3] = {uniform(0.0, SIDE), uniform(0.0, SIDE), uniform(0.0, 0.5)};
        tsu_bvh_near(&tree, x, 0.5, note, &v);
    }
    assert_true(v.count >= 1000);
    assert_true(v.count < 30 * 1000);
    tsu_bvh_free(&tree);
    free(box);
    free(times);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_found),
        cmocka_unit_test(few_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
