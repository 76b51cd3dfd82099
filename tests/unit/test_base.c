/* SPDX-License-Identifier: Apache-2.0 */
/* hash, memory and parallel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"

enum { N = 100000, BLOCK = 256 };

static int count_bits(uint64_t x)
{
    int n = 0;
    for (; x; x &= x - 1) {
        n++;
    }
    return n;
}

static void test_hash_avalanche(void **state)
{
    (void)state;
    for (int bit = 0; bit < 64; bit++) {
        int moved = 0;
        for (uint64_t i = 0; i < 256; i++) {
            moved += count_bits(tsu_hash_word(i, 7) ^ tsu_hash_word(i, UINT64_C(7) ^ (UINT64_C(1) << bit)));
        }
        /* 256 x 64 fair coins: mean 8192, standard deviation 64 */
        assert_in_range(moved, 8192 - 8 * 64, 8192 + 8 * 64);
    }
}

static void test_hash_order_and_ends(void **state)
{
    (void)state;
    const double ab[] = {1.0, 2.0}, ba[] = {2.0, 1.0}, zero[] = {0.0, -0.0};
    assert_true(tsu_hash_doubles(0, ab, 2) != tsu_hash_doubles(0, ba, 2));
    assert_true(tsu_hash_doubles(0, zero, 1) != tsu_hash_doubles(0, zero + 1, 1));
    assert_true(tsu_hash_bytes(0, "ab\0", 2) != tsu_hash_bytes(0, "ab\0", 3));
    assert_true(tsu_hash_bytes(0, "abcdefgh", 8) != tsu_hash_bytes(0, "abcdefgi", 8));
    uint64_t words[2];
    memcpy(words, ab, sizeof words);
    assert_true(tsu_hash_words(5, words, 2) == tsu_hash_doubles(5, ab, 2));
}

static void test_hash_set_ignores_order(void **state)
{
    (void)state;
    tsu_hash_set up = {0}, down = {0}, low = {0}, high = {0}, twice = {0};
    for (uint64_t i = 0; i < 1000; i++) {
        tsu_hash_set_add(&up, i);
        tsu_hash_set_add(&down, 999 - i);
        tsu_hash_set_add(i < 300 ? &low : &high, i);
        tsu_hash_set_add(&twice, i == 500 ? 501 : i);
    }
    const uint64_t value = tsu_hash_set_value(up);
    assert_true(value == tsu_hash_set_value(down));
    assert_true(value == tsu_hash_set_value(tsu_hash_set_join(high, low)));
    assert_true(value != tsu_hash_set_value(twice));
    assert_true(tsu_hash_set_value((tsu_hash_set){0, 1}) != tsu_hash_set_value((tsu_hash_set){0, 2}));
}

static void test_memory_is_aligned_and_zero(void **state)
{
    (void)state;
    const size_t counts[] = {0, 1, 7, 1000, 3000000};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        double *x = NULL;
        assert_int_equal(tsu_memory_allocate(&x, counts[c], sizeof *x, "x", NULL), TSU_OK);
        assert_non_null(x);
        assert_int_equal((uintptr_t)x % TSU_MEMORY_ALIGNMENT, 0);
        for (size_t i = 0; i < counts[c]; i++) {
            assert_true(x[i] == 0.0);
        }
        tsu_memory_release(&x);
        assert_null(x);
    }
}

static void test_memory_grows_and_keeps(void **state)
{
    (void)state;
    int32_t *x = NULL;
    size_t capacity = 0, moves = 0;
    for (size_t i = 0; i < 100000; i++) {
        const size_t before = capacity;
        assert_int_equal(tsu_memory_grow(&x, &capacity, i + 1, sizeof *x, "x", NULL), TSU_OK);
        assert_true(capacity > i && x[i] == 0);
        moves += capacity != before;
        x[i] = (int32_t)i;
    }
    assert_true(moves < 30);
    for (size_t i = 0; i < 100000; i++) {
        assert_int_equal(x[i], i);
    }
    tsu_memory_release(&x);
}

/* Where a large array ends for now is advice: what is in it, on either side, stays, and may be written. */
static void test_memory_end_changes_nothing(void **state)
{
    static const size_t bytes = (size_t)9 << 20,
                        used[] = {0, 1, (size_t)3 << 20, (size_t)4 << 20, (size_t)9 << 20};
    unsigned char *x = NULL;
    (void)state;
    assert_int_equal(tsu_memory_allocate(&x, bytes, 1, "x", NULL), TSU_OK);
    for (size_t k = 0; k < bytes; k += 4096) {
        x[k] = (unsigned char)(k / 4096 % 251);
    }
    for (size_t n = 0; n < sizeof used / sizeof *used; n++) {
        tsu_memory_end(x, used[n], bytes);
        for (size_t k = 0; k < bytes; k += 4096) {
            assert_int_equal(x[k], k / 4096 % 251);
        }
    }
    memset(x, 1, bytes);
    assert_int_equal(x[bytes - 1], 1);
    tsu_memory_release(&x);
}

static void test_memory_failure_changes_nothing(void **state)
{
    (void)state;
    tsu_error err = {0};
    double *x = NULL;
    size_t capacity = 0, product = 1;
    assert_int_equal(tsu_memory_grow(&x, &capacity, 4, sizeof *x, "x", &err), TSU_OK);
    double *const before = x;
    const size_t capacity_before = capacity;
    x[3] = 42.0;
    assert_int_equal(tsu_memory_grow(&x, &capacity, SIZE_MAX / 4, sizeof *x, "positions", &err),
                     TSU_ERROR_MEMORY);
    assert_true(x == before && x[3] == 42.0 && capacity == capacity_before);
    assert_non_null(strstr(err.message, "positions"));
    assert_int_equal(tsu_memory_allocate(&x, SIZE_MAX, 1, "bytes", &err), TSU_ERROR_MEMORY);
    assert_true(x == before);
    assert_false(tsu_size_multiply(SIZE_MAX / 2, 3, &product));
    assert_int_equal(product, 1);
    assert_true(tsu_size_multiply(SIZE_MAX / 2, 2, &product));
    assert_true(tsu_size_multiply(5, 0, &product) && product == 0);
    tsu_memory_release(&x);
}

typedef struct sum_job {
    const double *x;
    double *partial;
    int *visits;
    int threads;
} sum_job;

static void sum_block(void *context, int64_t block, int thread)
{
    const sum_job *j = context;
    const tsu_range b = tsu_parallel_block(block, N, BLOCK);
    double sum = 0.0;
    for (int64_t i = b.begin; i < b.end; i++) {
        sum += j->x[i];
    }
    j->partial[2 * block] = sum;
    j->partial[2 * block + 1] = (double)(b.end - b.begin);
    j->visits[block] += thread >= 0 && thread < j->threads ? 1 : 1000;
}

static void test_parallel_sum_has_the_same_bits(void **state)
{
    (void)state;
    const int64_t blocks = tsu_parallel_blocks(N, BLOCK);
    double *x = NULL, *partial = NULL, first = 0.0;
    int *visits = NULL;
    tsu_memory_allocate(&x, N, sizeof *x, "x", NULL);
    tsu_memory_allocate(&partial, 2 * (size_t)blocks, sizeof *partial, "partial", NULL);
    tsu_memory_allocate(&visits, (size_t)blocks, sizeof *visits, "visits", NULL);
    for (uint64_t i = 0; i < N; i++) {
        x[i] = tsu_random_normal(3, i, TSU_RANDOM_TEST, 0) *
               tsu_exp(20.0 * tsu_random_uniform(4, i, TSU_RANDOM_TEST, 0));
    }
    const int threads[] = {1, 2, 3, 8};
    for (int t = 0; t < 4; t++) {
        double sums[2];
        tsu_parallel_for(blocks, threads[t], sum_block, &(sum_job){x, partial, visits, threads[t]});
        tsu_parallel_sum(partial, blocks, 2, sums);
        if (t == 0) first = sums[0];
        assert_true(tsu_double_bits(sums[0]) == tsu_double_bits(first));
        assert_true(sums[1] == N);
        for (int64_t b = 0; b < blocks; b++) {
            assert_int_equal(visits[b], t + 1);
        }
    }
    tsu_memory_release(&x);
    tsu_memory_release(&partial);
    tsu_memory_release(&visits);
}

/* Many short jobs of all sizes and teams, one after the other: each block is done exactly once, each time. */
static void visit_block(void *context, int64_t block, int thread)
{
    (void)thread;
    ((int *)context)[block]++;
}

static void test_parallel_many_short_jobs(void **state)
{
    (void)state;
    static int visits[64];
    int expected[64] = {0};
    for (int job = 0; job < 20000; job++) {
        const int blocks = 1 + job % 64, team = 1 + job / 7 % 5;
        tsu_parallel_for(blocks, team, visit_block, visits);
        for (int b = 0; b < blocks; b++) {
            expected[b]++;
        }
        if (memcmp(visits, expected, sizeof visits) != 0) fail_msg("job %d", job);
    }
}

/* A job inside a job runs on the thread that asks. */
static void nested_block(void *context, int64_t block, int thread)
{
    (void)thread;
    tsu_parallel_for(8, 4, visit_block, (int *)context + 8 * block);
}

static void test_parallel_inside_parallel(void **state)
{
    (void)state;
    int visits[64] = {0};
    tsu_parallel_for(8, 4, nested_block, visits);
    for (int i = 0; i < 64; i++) {
        assert_int_equal(visits[i], 1);
    }
}

/* A child process has no workers left and must make its own. */
static void test_parallel_after_fork(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__)
    skip(); /* ThreadSanitizer refuses threads in a child of a program that had some */
#endif
    int visits[64] = {0};
    tsu_parallel_for(64, 4, visit_block, visits);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        tsu_parallel_for(64, 4, visit_block, visits);
        _exit(visits[0] == 2 && visits[63] == 2 ? 0 : 1);
    }
    int result = -1;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 0);
}

static void test_parallel_thread_count(void **state)
{
    (void)state;
    const int offered = tsu_parallel_threads();
    assert_true(offered >= 1);
    tsu_parallel_set_threads(3);
    assert_int_equal(tsu_parallel_threads(), tsu_parallel_available() ? 3 : 1);
    tsu_parallel_set_threads(0);
    assert_int_equal(tsu_parallel_threads(), offered);
    tsu_parallel_for(0, 2, sum_block, NULL); /* no blocks: no call */
}

static void test_nearest_word(void **state)
{
    static const char *const known[] = {"fix", "unfix", "hertz", "z", "pile", "log", NULL};
    (void)state;
    assert_string_equal(tsu_nearest_word("fxi", known), "fix"); /* swapped */
    assert_string_equal(tsu_nearest_word("unfx", known), "unfix");
    assert_string_equal(tsu_nearest_word("hetrz", known), "hertz");
    assert_string_equal(tsu_nearest_word("zz", known), "z");
    assert_string_equal(tsu_nearest_word("pilee", known), "pile");
    assert_null(tsu_nearest_word("silo", known)); /* two of four letters */
    assert_null(tsu_nearest_word("foo", known));
    assert_null(tsu_nearest_word("", known + 4));
}

/* Who stays, in order: one by one as it must be, however many are missing and where. */
static void test_memory_keep(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    for (uint64_t turn = 0; turn < 50; turn++) {
        uint64_t value[COUNT];
        int32_t order[COUNT], kept = 0;
        for (int32_t k = 0; k < COUNT; k++) {
            value[k] = 1000u + (uint64_t)k;
            const bool goes = tsu_random_uniform(3, (uint64_t)k, 1, turn) < 0.02 * (double)turn;
            if (!goes) order[kept++] = k;
        }
        for (int32_t k = 0, end; k < kept; k = end) {
            end = tsu_memory_run(order, kept, k);
            assert_true(end > k && order[end - 1] - order[k] == end - 1 - k);
            assert_true(end == kept || order[end] > order[end - 1] + 1);
        }
        tsu_memory_keep(value, sizeof *value, order, kept);
        for (int32_t k = 0; k < kept; k++) {
            assert_int_equal(value[k], 1000 + order[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_keep),
        cmocka_unit_test(test_nearest_word),
        cmocka_unit_test(test_hash_avalanche),
        cmocka_unit_test(test_hash_order_and_ends),
        cmocka_unit_test(test_hash_set_ignores_order),
        cmocka_unit_test(test_memory_is_aligned_and_zero),
        cmocka_unit_test(test_memory_grows_and_keeps),
        cmocka_unit_test(test_memory_end_changes_nothing),
        cmocka_unit_test(test_memory_failure_changes_nothing),
        cmocka_unit_test(test_parallel_sum_has_the_same_bits),
        cmocka_unit_test(test_parallel_many_short_jobs),
        cmocka_unit_test(test_parallel_inside_parallel),
        cmocka_unit_test(test_parallel_after_fork),
        cmocka_unit_test(test_parallel_thread_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
