/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

enum { N = 200000 };

/* The known answers published with the Random123 library for philox4x32 with 10 rounds. */
static void test_known_answers(void **state)
{
    (void)state;
    const struct {
        tsu_random_words counter;
        uint32_t key[2];
        tsu_random_words answer;
    } known[] = {
        {{{0, 0, 0, 0}}, {0, 0}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
        {{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}},
         {0xffffffff, 0xffffffff},
         {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
        {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
         {0xa4093822, 0x299f31d0},
         {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const tsu_random_words got = tsu_random_philox(known[i].counter, known[i].key[0], known[i].key[1]);
        assert_memory_equal(&got, &known[i].answer, sizeof got);
    }
}

static void test_key_parts_all_matter(void **state)
{
    (void)state;
    const double base = tsu_random_uniform(1, 2, TSU_RANDOM_TEST, 3);
    assert_true(base != tsu_random_uniform(2, 2, TSU_RANDOM_TEST, 3));
    assert_true(base != tsu_random_uniform(1 + (UINT64_C(1) << 32), 2, TSU_RANDOM_TEST, 3));
    assert_true(base != tsu_random_uniform(1, 3, TSU_RANDOM_TEST, 3));
    assert_true(base != tsu_random_uniform(1, 2 + (UINT64_C(1) << 32), TSU_RANDOM_TEST, 3));
    assert_true(base != tsu_random_uniform(1, 2, TSU_RANDOM_SIZE, 3));
    assert_true(base != tsu_random_uniform(1, 2, TSU_RANDOM_TEST, 4));
    assert_true(base == tsu_random_uniform(1, 2, TSU_RANDOM_TEST, 3));
}

/* Ends of the interval, from the words directly. */
static void test_unit_interval(void **state)
{
    (void)state;
    assert_true(tsu_random_unit(0, 0) == 0.0);
    assert_true(tsu_random_unit(0xffffffff, 0xffffffff) == 1.0 - 0x1p-53);
    assert_true(tsu_random_unit(0x80000000, 0) == 0.5);
}

/* Moments within five standard deviations of their expectation. */
static void test_uniform_moments(void **state)
{
    (void)state;
    double sum = 0.0, squares = 0.0, neighbours = 0.0, last = 0.5;
    for (uint64_t i = 0; i < N; i++) {
        const double u = tsu_random_uniform(12345, i, TSU_RANDOM_TEST, 0);
        assert_true(u >= 0.0 && u < 1.0);
        sum += u;
        squares += u * u;
        neighbours += (u - 0.5) * (last - 0.5);
        last = u;
    }
    assert_true(fabs(sum / N - 0.5) < 5.0 * sqrt(1.0 / 12.0 / N));
    assert_true(fabs(squares / N - 1.0 / 3.0) < 5.0 * sqrt(4.0 / 45.0 / N));
    assert_true(fabs(neighbours / N) < 5.0 / 12.0 / sqrt(N));
}

static void test_normal_moments(void **state)
{
    (void)state;
    double m1 = 0.0, m2 = 0.0, m4 = 0.0, within = 0.0;
    for (uint64_t i = 0; i < N; i++) {
        const double g = tsu_random_normal(12345, i, TSU_RANDOM_TEST, 0);
        assert_true(isfinite(g));
        m1 += g;
        m2 += g * g;
        m4 += g * g * g * g;
        within += fabs(g) < 1.0;
    }
    const double inside = erf(sqrt(0.5));
    assert_true(fabs(m1 / N) < 5.0 / sqrt(N));
    assert_true(fabs(m2 / N - 1.0) < 5.0 * sqrt(2.0 / N));
    assert_true(fabs(m4 / N - 3.0) < 5.0 * sqrt(96.0 / N));
    assert_true(fabs(within / N - inside) < 5.0 * sqrt(inside * (1.0 - inside) / N));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answers),  cmocka_unit_test(test_key_parts_all_matter),
        cmocka_unit_test(test_unit_interval),  cmocka_unit_test(test_uniform_moments),
        cmocka_unit_test(test_normal_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
