/* SPDX-License-Identifier: Apache-2.0 */
/* Tallies against their definition: every value rounded by itself to the nearest multiple of the quantum, ties to even, and the
 * multiples added exactly; whatever the order, the blocks and the sizes are. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/tally.h"

enum { VALUES = 64 * 400, SUM = 3 };

static double value[VALUES];

static double uniform(int k, uint32_t which)
{
    return tsu_random_uniform(5, (uint64_t)k, TSU_RANDOM_TEST, which);
}

/* nearbyint rounds ties to even; from 2^53 on quotients are integers. */
static double expected(double quantum)
{
    tsu_exact_sum sum;
    tsu_exact_init(&sum);
    for (int k = 0; k < VALUES; k++) {
        const double quotient = value[k] / quantum;
        tsu_exact_add(&sum, isfinite(quotient) ? nearbyint(quotient) * quantum : value[k]);
    }
    return tsu_exact_round(&sum);
}

static double total(const tsu_tally *t)
{
    tsu_exact_sum sum;
    tsu_exact_init(&sum);
    tsu_tally_enter(t, SUM, &sum);
    return tsu_exact_round(&sum);
}

/* The same in several orders, with blocks of several sizes, shared among tallies. */
static void check(double quantum, bool exact)
{
    const tsu_quanta quanta = {.of[SUM] = quantum};
    static tsu_tally one, part[3];
    static double block[64];
    const double sum = expected(quantum);
    tsu_tally_begin(&one, &quanta, false);
    for (int k = 0; k < VALUES; k += 64) {
        tsu_tally_add(&one, 1u << SUM, value + k, 0, 64);
    }
    assert_true(one.exact[SUM] == exact);
    if (!(total(&one) == sum)) fail_msg("quantum %a: %a is not %a", quantum, total(&one), sum);
    for (int k = 0; k < 3; k++) {
        tsu_tally_begin(&part[k], &quanta, true);
    }
    for (int k = 0, n; k < VALUES; k += n) {
        n = k % 3 == 0 || VALUES - k < 16 ? 8 : 16;
        for (int l = 0; l < n; l++) {
            block[l] = value[(int64_t)(k + l) * 7919 % VALUES];
        }
        tsu_tally_add(&part[k / 8 % 3], 1u << SUM, block, 0, n);
    }
    tsu_tally_merge(&part[2], &part[0]);
    tsu_tally_merge(&part[2], &part[1]);
    if (!(total(&part[2]) == sum)) fail_msg("quantum %a: %a is not %a", quantum, total(&part[2]), sum);
}

static void test_random(void **state)
{
    (void)state;
    for (int k = 0; k < VALUES; k++) {
        value[k] = ldexp(uniform(k, 0) - 0.5, (int)(40.0 * uniform(k, 1)));
    }
    check(0x1p-12, false); /* 2^38 at most: 2^50 quanta */
    check(0x1p-3, false);
    check(0x1p12, false); /* many are nothing */
    check(0x1p-14, true); /* some between 2^51 and 2^52 quanta, where there is still something to round */
    check(0x1p-60, true);
    check(0x1p-1000, true);
}

static void test_ties(void **state)
{
    (void)state;
    for (int k = 0; k < VALUES; k++) {
        value[k] = (k % 1000 - 499.5) * (k % 7 == 0 ? 0x1p40 : 1.0);
    }
    check(1.0, false);
    for (int k = 0; k < VALUES; k++) {
        value[k] = (k % 2 ? -1.0 : 1.0) * (0x1p51 + k % 1000 + (k % 3 == 0 ? 0.0 : 0.5));
    }
    check(1.0, true);
}

/* As many of the largest ones as it takes to fill any 64 bits. */
static void test_full(void **state)
{
    (void)state;
    for (int k = 0; k < VALUES; k++) {
        value[k] = 0x1p51 - 1.0;
    }
    check(1.0, false);
    for (int k = 0; k < VALUES; k++) {
        value[k] = 1.0 - 0x1p51;
    }
    check(1.0, false);
}

/* Nothing that is not finite gets lost, and the largest doubles come and go. */
static void test_special(void **state)
{
    (void)state;
    const tsu_quanta quanta = {.of[SUM] = 1.0};
    static const double odd[] = {INFINITY, -INFINITY, NAN, -NAN};
    static tsu_tally t;
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        double block[8] = {1.0, 2.0, 3.0, odd[k], 5.0};
        tsu_tally_begin(&t, &quanta, true);
        tsu_tally_add(&t, 1u << SUM, block, 0, 8);
        assert_true(isnan(odd[k]) ? isnan(total(&t)) : total(&t) == odd[k]);
        tsu_quanta next = quanta;
        tsu_quanta_review(&next, &t);
        assert_true(next.of[SUM] == 1.0);
    }
    double block[8] = {DBL_MAX, 1.0, DBL_MAX, 0.0, -DBL_MAX, 2.0, -DBL_MAX, 4.0};
    tsu_tally_begin(&t, &quanta, false);
    tsu_tally_add(&t, 1u << SUM, block, 0, 8);
    assert_true(total(&t) == 7.0);
}

static double reviewed(double quantum, double largest, bool measured)
{
    tsu_quanta quanta = {.of[SUM] = quantum};
    static tsu_tally t;
    double block[8] = {0.0, -largest, 0.1 * largest, 0.0, 0.5 * largest};
    tsu_tally_begin(&t, &quanta, measured);
    tsu_tally_add(&t, 1u << SUM, block, 0, 8);
    tsu_quanta_review(&quanta, &t);
    assert_true(quanta.of[0] == 0.0);
    assert_true(tsu_quantum_is_sound(quanta.of[SUM]));
    return quanta.of[SUM];
}

/* The next quantum follows from the largest value, which has then TSU_TALLY_BITS bits. */
static void test_review(void **state)
{
    (void)state;
    static const double largest[] = {1.0, 1.5, 3.9e-17, 1.0e100, 0x1p-700};
    for (size_t k = 0; k < sizeof largest / sizeof *largest; k++) {
        const double next = reviewed(0.0, largest[k], false); /* at first all are too large */
        assert_true(largest[k] / next >= ldexp(0.5, TSU_TALLY_BITS) &&
                    largest[k] / next < ldexp(1.0, TSU_TALLY_BITS));
        assert_true(reviewed(next, largest[k], true) == next);
        assert_true(reviewed(next, 8.0 * largest[k], false) == next);
        assert_true(reviewed(next, 8.0 * largest[k], true) == 8.0 * next);
        assert_true(reviewed(next, 64.0 * largest[k], false) == 64.0 * next);
        assert_true(reviewed(next, largest[k] / 1024.0, true) == next / 1024.0);
        assert_true(reviewed(next, 0.0, true) < next);
    }
    assert_true(reviewed(0.0, DBL_MIN, true) > 0.0);
    assert_true(!tsu_quantum_is_sound(3.0) && !tsu_quantum_is_sound(NAN) && !tsu_quantum_is_sound(-1.0) &&
                !tsu_quantum_is_sound(DBL_MIN) && !tsu_quantum_is_sound(INFINITY) &&
                tsu_quantum_is_sound(0.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),  cmocka_unit_test(test_ties),   cmocka_unit_test(test_full),
        cmocka_unit_test(test_special), cmocka_unit_test(test_review),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
