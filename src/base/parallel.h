/* SPDX-License-Identifier: Apache-2.0 */
/* parallel.h - threads over blocks of fixed size, so that the result does not depend on the number of threads.
 *
 * The pattern. Work is cut into blocks whose size and borders depend on the problem only, never on the thread count. A
 * block writes only what it owns. What must be summed over all blocks is summed inside each block first, in the
 * order of its elements, into a row of its own (a partial), and the rows are added afterwards in the order of the
 * blocks, by one thread: tsu_parallel_sum. Which thread ran which block, and when, then leaves no trace in the
 * result: there is no atomic operation on a float and no reduction clause anywhere in tsubu.
 *
 *     static void kinetic(void *context, int64_t block, int thread)
 *     {
 *         const job *j = context;
 *         const tsu_range b = tsu_parallel_block(block, j->n, 1024);
 *         double sum = 0.0;
 *         for (int64_t i = b.begin; i < b.end; i++) sum += ...;
 *         j->partial[block] = sum;
 *     }
 *     tsu_parallel_for(tsu_parallel_blocks(n, 1024), 0, kinetic, &j);
 *     tsu_parallel_sum(j.partial, tsu_parallel_blocks(n, 1024), 1, &energy);
 *
 * The threads are a pool of POSIX threads (parallel.c says why). Without them the blocks run one after the other, with
 * the same result. */
#ifndef TSU_BASE_PARALLEL_H
#define TSU_BASE_PARALLEL_H

#include "base/portable.h"
#include <stdbool.h>
#include <stdint.h>

/* Elements begin .. end - 1. */
typedef struct tsu_range {
    int64_t begin, end;
} tsu_range;

/* Runs one block. `thread` is below the number of threads in use: an index for scratch memory, nothing else. */
typedef void tsu_parallel_fn(void *context, int64_t block, int thread);

/* Calls fn for the blocks 0 .. n_blocks - 1 on `threads` threads (0: the number set) and returns when all are done.
 * A thread begins with the same range of neighbouring blocks each time, for the sake of its caches, and then helps
 * the others; blocks may run in any order. A call from inside a block, or from a second thread of the program while
 * the pool is at work, runs its blocks itself. */
void tsu_parallel_for(int64_t n_blocks, int threads, tsu_parallel_fn *fn, void *context);

/* The number of blocks of `block_size` that n elements make, and the elements of one of them. */
TSU_FN int64_t tsu_parallel_blocks(int64_t n, int64_t block_size)
{
    return (n + block_size - 1) / block_size;
}

TSU_FN tsu_range tsu_parallel_block(int64_t block, int64_t n, int64_t block_size)
{
    const int64_t begin = block * block_size, end = begin + block_size;
    const tsu_range made = {begin, end < n ? end : n};
    return made;
}

/* The size of blocks of which n elements make no more than `most`, but not below `least`. */
TSU_FN int64_t tsu_parallel_share(int64_t n, int64_t most, int64_t least)
{
    const int64_t size = tsu_parallel_blocks(n, most);
    return size > least ? size : least;
}

/* sums[c] = partial[0][c] + partial[1][c] + ... in this order, for `width` columns. */
void tsu_parallel_sum(const double *partial, int64_t n_blocks, int width, double *sums);

/* From the number of elements that each of some blocks brings to where they begin; returns the number of all. */
TSU_FN int64_t tsu_parallel_begins(int64_t *count, int64_t n_blocks)
{
    int64_t at = 0;
    for (int64_t block = 0; block < n_blocks; block++) {
        const int64_t n = count[block];
        count[block] = at;
        at += n;
    }
    return at;
}

/* The number of threads used where a call asks for 0. At first OMP_NUM_THREADS, which people have in their scripts, or
 * the processors this process may use. Setting less than 1 goes back to that. Set it while nothing runs. */
int tsu_parallel_threads(void);
void tsu_parallel_set_threads(int threads);

/* For telling what is serial: the seconds that passed in calls which ran on several threads, since the program began, as far as
 * it was watched. Nothing is counted at first, since reading the clock costs something. */
void tsu_parallel_watch(bool on);
double tsu_parallel_seconds(void);

/* Whether this build has threads at all, for the line that says they are off. */
bool tsu_parallel_available(void);

#endif
