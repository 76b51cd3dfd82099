/* SPDX-License-Identifier: Apache-2.0 */
/* Exact sums against an independent slow path: one counter per bit of the number line, from 2^-1074 upwards. A result
 * r is the nearest double, ties to even, if the sum lies between the middles from r to its neighbours. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/exact_sum.h"
#include "base/hash.h"
#include "base/parallel.h"

enum { BITS = 2240, MANY = 40000 };

typedef struct line {
    int64_t bit[BITS]; /* counts 2^(k - 1074) */
} line;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Adds `times` x. frexp and ldexp take x apart, not the mask that the sums use. */
static void line_add(line *l, double x, int64_t times)
{
    int e;
    const int64_t sign = x < 0.0 ? -times : times;
    double part = frexp(fabs(x), &e);
    for (int k = e - 1; part > 0.0; k--) {
        part *= 2.0;
        if (part >= 1.0) {
            l->bit[k + 1074] += sign;
            part -= 1.0;
        }
    }
}

static int line_sign(const line *of)
{
    int64_t carry = 0;
    int any = 0;
    for (int k = 0; k < BITS; k++) {
        const int64_t all = of->bit[k] + carry, low = ((all % 2) + 2) % 2;
        any |= low != 0;
        carry = (all - low) / 2;
    }
    return carry < 0 ? -1 : any || carry > 0;
}

/* The sign of twice the sum minus (a + b); an infinite b stands for 2^1024. */
static int against_middle(const line *sum, double a, double b)
{
    static line twice;
    for (int k = 0; k < BITS; k++) {
        twice.bit[k] = 2 * sum->bit[k];
    }
    line_add(&twice, a, -1);
    if (isinf(b))
        line_add(&twice, b > 0.0 ? ldexp(1.0, 1023) : -ldexp(1.0, 1023), -2);
    else
        line_add(&twice, b, -1);
    return line_sign(&twice);
}

static void assert_nearest(const line *sum, double r)
{
    assert_false(isnan(r));
    const int even = (bits_of(r) & 1) == 0;
    if (!isinf(r) || r < 0.0) {
        const int up =
            isinf(r) ? against_middle(sum, -DBL_MAX, r) : against_middle(sum, r, nextafter(r, INFINITY));
        assert_true(up < 0 || (up == 0 && even));
    }
    if (!isinf(r) || r > 0.0) {
        const int down =
            isinf(r) ? against_middle(sum, DBL_MAX, r) : against_middle(sum, r, nextafter(r, -INFINITY));
        assert_true(down > 0 || (down == 0 && even));
    }
}

static double sum_of(const double *x, int n)
{
    tsu_exact_sum s;
    tsu_exact_init(&s);
    tsu_exact_add_all(&s, x, n, 1);
    return tsu_exact_round(&s);
}

static double check(const double *x, int n)
{
    static line l;
    memset(&l, 0, sizeof l);
    for (int i = 0; i < n; i++) {
        line_add(&l, x[i], 1);
    }
    const double r = sum_of(x, n);
    assert_nearest(&l, r);
    return r;
}

static uint64_t draw(uint64_t *at)
{
    return tsu_hash_word(7, (*at)++);
}

/* A double with exponent from `low` to `high` of its representation, either sign. */
static double any_double(uint64_t *at, int low, int high)
{
    const uint64_t bits = draw(at), exponent = (uint64_t)low + draw(at) % (uint64_t)(high - low + 1);
    return from_bits((bits & ~(UINT64_C(2047) << 52)) | exponent << 52);
}

static void shuffle(double *x, int n, uint64_t *at)
{
    for (int i = n - 1; i > 0; i--) {
        const int j = (int)(draw(at) % (uint64_t)(i + 1));
        const double keep = x[i];
        x[i] = x[j];
        x[j] = keep;
    }
}

/* Ranges of exponents: all, around 1, subnormals and small normals, the largest, one octave. */
static void test_nearest_in_any_order(void **state)
{
    (void)state;
    static const int range[][2] = {{0, 2046}, {1000, 1060}, {0, 3}, {2040, 2046}, {1023, 1023}, {0, 60}};
    static double x[3000];
    uint64_t at = 0;
    for (int trial = 0; trial < 240; trial++) {
        const int n = 1 + (int)(draw(&at) % (trial % 40 == 0 ? 3000 : 40));
        for (int i = 0; i < n; i++) {
            x[i] = any_double(&at, range[trial % 6][0], range[trial % 6][1]);
            if (i > 0 && trial % 4 == 1)
                x[i] = i % 2 ? -x[i - 1] : from_bits(bits_of(x[i]) ^ (draw(&at) & 7));
        }
        const uint64_t expected = bits_of(check(x, n));
        for (int k = 0; k < 4; k++) {
            shuffle(x, n, &at);
            assert_int_equal(bits_of(sum_of(x, n)), expected);
        }
    }
}

static void test_known_sums(void **state)
{
    (void)state;
    const double tie[] = {1.0, ldexp(1.0, -53)}, above[] = {1.0, ldexp(1.0, -53), ldexp(1.0, -1074)},
                 odd[] = {1.0 + DBL_EPSILON, ldexp(1.0, -53)},
                 below[] = {1.0, ldexp(1.0, -53), -ldexp(1.0, -1074)};
    assert_true(sum_of(tie, 2) == 1.0);
    assert_true(sum_of(above, 3) == 1.0 + DBL_EPSILON);
    assert_true(sum_of(odd, 2) == 1.0 + 2.0 * DBL_EPSILON);
    assert_true(sum_of(below, 3) == 1.0);
    const double near[] = {1.0, ldexp(1.0, -53),
                           ldexp(1.0, -74)}; /* the last bit decides in the third limb */
    assert_true(sum_of(near, 3) == 1.0 + DBL_EPSILON);
    const double cancel[] = {1.0e300, 1.0, -1.0e300, 1.0e-300, -1.0};
    assert_true(sum_of(cancel, 5) == 1.0e-300);
    const double small[] = {DBL_TRUE_MIN, DBL_TRUE_MIN, -3.0 * DBL_TRUE_MIN, DBL_MIN, -DBL_MIN};
    assert_true(sum_of(small, 5) == -DBL_TRUE_MIN);
    const double to_normal[] = {DBL_MIN - DBL_TRUE_MIN, DBL_TRUE_MIN};
    assert_true(sum_of(to_normal, 2) == DBL_MIN);
    const double zeros[] = {-0.0, -0.0, 1.0, -1.0};
    assert_int_equal(bits_of(sum_of(zeros, 2)), 0);
    assert_int_equal(bits_of(sum_of(zeros, 4)), 0);
    assert_int_equal(bits_of(sum_of(zeros, 0)), 0);
}

static void test_overflow_only_at_the_end(void **state)
{
    (void)state;
    const double back[] = {DBL_MAX, DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX, 5.0};
    assert_true(sum_of(back, 6) == DBL_MAX);
    assert_true(sum_of(back, 2) == INFINITY);
    const double down[] = {-DBL_MAX, -DBL_MAX};
    assert_true(sum_of(down, 2) == -INFINITY);
    const double half = ldexp(1.0, 970); /* half of the last place of the largest double: the tie goes up */
    const double tie[] = {DBL_MAX, half}, before[] = {DBL_MAX, half, -DBL_TRUE_MIN};
    assert_true(sum_of(tie, 2) == INFINITY);
    assert_true(sum_of(before, 3) == DBL_MAX);
    tsu_exact_sum s;
    tsu_exact_init(&s);
    for (int i = 0; i < 100000; i++) {
        tsu_exact_add(&s, -DBL_MAX);
    }
    for (int i = 0; i < 100000; i++) {
        tsu_exact_add(&s, i == 0 ? DBL_MAX / 2.0 : DBL_MAX);
    }
    assert_true(tsu_exact_round(&s) == -DBL_MAX / 2.0);
}

static void test_not_finite_stays(void **state)
{
    (void)state;
    double x[] = {1.0, INFINITY, 2.0, -DBL_MAX}, y[] = {-INFINITY, INFINITY},
           z[] = {1.0, -(double)NAN, INFINITY};
    assert_true(sum_of(x, 4) == INFINITY);
    x[1] = -INFINITY;
    assert_true(sum_of(x, 4) == -INFINITY);
    const uint64_t nan = bits_of(sum_of(y, 2));
    assert_true(isnan(sum_of(y, 2)));
    assert_int_equal(nan >> 63, 0);
    assert_int_equal(bits_of(sum_of(z, 3)), nan);
    shuffle(z, 3, &(uint64_t){0});
    assert_int_equal(bits_of(sum_of(z, 3)), nan);
}

/* Pieces of any size, merged in any order, settled or not; settled words are equal. */
/* So many times at once has the words of one after the other, and the value of the slow path. */
static void test_times(void **state)
{
    static const int times[] = {0, 1, 2, 3, 1000, TSU_EXACT_TIMES};
    static const int low[] = {0, 0, 1000, 2000}, high[] = {2046, 3, 1040, 2030};
    uint64_t at = 0;
    (void)state;
    for (int k = 0; k < 4 * 6 * 20; k++) {
        static line l;
        const int n = times[k % 6], range = k / 6 % 4;
        const double x = any_double(&at, low[range], high[range]),
                     y = any_double(&at, low[range], high[range]);
        tsu_exact_sum once, each;
        memset(&l, 0, sizeof l);
        line_add(&l, x, n);
        line_add(&l, y, 1);
        tsu_exact_init(&once);
        tsu_exact_init(&each);
        tsu_exact_add_times(&once, x, n);
        tsu_exact_add(&once, y);
        tsu_exact_add(&each, y);
        for (int q = 0; q < n; q++) {
            tsu_exact_add(&each, x);
        }
        assert_nearest(&l, tsu_exact_round(&once));
        tsu_exact_settle(&once);
        tsu_exact_settle(&each);
        assert_memory_equal(&once, &each, sizeof once);
    }
    tsu_exact_sum bad;
    tsu_exact_init(&bad);
    tsu_exact_add_times(&bad, -INFINITY, 2);
    assert_true(tsu_exact_round(&bad) == -INFINITY && bad.below == 2);
}

static void test_merge(void **state)
{
    (void)state;
    static double x[6000];
    uint64_t at = 1000000;
    for (int trial = 0; trial < 20; trial++) {
        tsu_exact_sum whole, parts, word;
        tsu_exact_init(&whole);
        tsu_exact_init(&parts);
        tsu_exact_init(&word);
        for (int i = 0; i < 6000; i++) {
            x[i] = any_double(&at, 0, trial % 2 ? 2046 : 40);
        }
        tsu_exact_add_all(&whole, x, 6000, 1);
        for (int begin = 0; begin < 6000;) {
            const int left = 6000 - begin, n = 1 + (int)(draw(&at) % 1500), some = n < left ? n : left;
            tsu_exact_sum part;
            tsu_exact_init(&part);
            tsu_exact_add_all(&part, x + begin, some, 1);
            tsu_exact_merge(&parts, &part);
            tsu_exact_settle(&part);
            for (int k = 0; k < TSU_EXACT_LIMBS; k++) {
                word.limb[k] += part.limb[k]; /* as an integer reduction over processes */
            }
            begin += some;
        }
        const uint64_t expected = bits_of(tsu_exact_round(&whole));
        assert_int_equal(bits_of(tsu_exact_round(&parts)), expected);
        assert_int_equal(bits_of(tsu_exact_round(&word)), expected);
        tsu_exact_settle(&whole);
        tsu_exact_settle(&parts);
        tsu_exact_settle(&word);
        assert_memory_equal(whole.limb, parts.limb, sizeof whole.limb);
        assert_memory_equal(whole.limb, word.limb, sizeof whole.limb);
    }
}

/* Many at once: the limbs of one by one, whatever the sizes, also far beyond and with what is no number. */
static void test_many(void **state)
{
    (void)state;
    static const int low[] = {1000, 1020, 900, 400, 90, 0, 1900, 1022},
                     high[] = {1040, 1022, 1150, 1500, 160, 2046, 2046, 1022};
    static double x[2 * 1500];
    uint64_t at = 77;
    for (int trial = 0; trial < 80; trial++) {
        const int n = 400 + (int)(draw(&at) % 1100), stride = 1 + trial % 2;
        tsu_exact_sum whole, single;
        tsu_exact_init(&whole);
        tsu_exact_init(&single);
        for (int i = 0; i < 2 * 1500; i++) {
            x[i] = any_double(&at, low[trial % 8], high[trial % 8]);
            if (trial % 5 == 4 && i % 3) x[i] = i % 2 ? -0.0 : -x[i - 1];
        }
        if (trial % 16 == 9) x[300 * stride] = trial % 32 == 9 ? NAN : -INFINITY;
        tsu_exact_add_all(&whole, x, n, stride);
        for (int i = 0; i < n; i++) {
            tsu_exact_add(&single, x[i * stride]);
        }
        tsu_exact_settle(&whole);
        tsu_exact_settle(&single);
        assert_memory_equal(&whole, &single, sizeof whole);
    }
}

/* Merging a thousand thousand full accumulators of the largest doubles does not overflow. */
static void test_merge_of_full_sums(void **state)
{
    (void)state;
    tsu_exact_sum all, part;
    tsu_exact_init(&all);
    tsu_exact_init(&part);
    for (int i = 0; i < TSU_EXACT_MOST - 1; i++) {
        tsu_exact_add(&part, -ldexp(2.0 - DBL_EPSILON, 8)); /* bits reach the top of a limb */
    }
    for (int i = 0; i < 5000; i++) {
        tsu_exact_merge(&all, &part);
    }
    const double expected = -ldexp(2.0 - DBL_EPSILON, 8) * (TSU_EXACT_MOST - 1) * 5000.0;
    assert_true(fabs(tsu_exact_round(&all) - expected) <= 2.0 * DBL_EPSILON * fabs(expected));
}

typedef struct table {
    const double *x;
    const int *order;
} table;

static bool row_of(const void *context, int64_t i, double *value)
{
    const table *t = context;
    const double x = t->x[t->order[i]];
    value[0] = x;
    value[1] = x * x;
    value[2] = 1.0;
    return t->order[i] % 3 != 0;
}

/* Any threads and any order of rows give the bits of a plain loop. */
static void test_rows_and_threads(void **state)
{
    (void)state;
    static double x[MANY];
    static int order[MANY];
    uint64_t at = 5000000;
    tsu_exact_sum plain[2];
    tsu_exact_init(&plain[0]);
    tsu_exact_init(&plain[1]);
    for (int i = 0; i < MANY; i++) {
        x[i] = any_double(&at, 900, 1100);
        order[i] = i;
        if (i % 3 == 0) continue;
        tsu_exact_add(&plain[0], x[i]);
        tsu_exact_add(&plain[1], x[i] * x[i]);
    }
    for (int threads = 1; threads <= 8; threads *= 2) {
        const table t = {x, order};
        double sums[3];
        assert_int_equal(tsu_exact_rows(MANY, 3, threads, row_of, &t, sums), MANY - (MANY + 2) / 3);
        assert_int_equal(bits_of(sums[0]), bits_of(tsu_exact_round(&plain[0])));
        assert_int_equal(bits_of(sums[1]), bits_of(tsu_exact_round(&plain[1])));
        assert_true(sums[2] == MANY - (MANY + 2) / 3);
        for (int i = MANY - 1; i > 0; i--) {
            const int j = (int)(draw(&at) % (uint64_t)(i + 1)), keep = order[i];
            order[i] = order[j];
            order[j] = keep;
        }
    }
    double none[3] = {1.0, 1.0, 1.0};
    assert_int_equal(tsu_exact_rows(0, 3, 0, row_of, NULL, none), 0);
    assert_true(none[0] == 0.0 && none[1] == 0.0 && none[2] == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest_in_any_order),
        cmocka_unit_test(test_known_sums),
        cmocka_unit_test(test_overflow_only_at_the_end),
        cmocka_unit_test(test_not_finite_stays),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_merge_of_full_sums),
        cmocka_unit_test(test_rows_and_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
