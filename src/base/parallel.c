/* SPDX-License-Identifier: Apache-2.0 */
#include "base/parallel.h"
#if defined(_OPENMP)
#include <omp.h>
#endif

/* The number set by the user, 0 while unset. Process-wide like the threads themselves; the results do not
 * depend on it, so it is no part of a world. */
static int threads_set = 0;

bool tsu_parallel_available(void)
{
#if defined(_OPENMP)
    return true;
#else
    return false;
#endif
}

static int threads_offered(void)
{
#if defined(_OPENMP)
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int tsu_parallel_threads(void)
{
    return threads_set > 0 && tsu_parallel_available() ? threads_set : threads_offered();
}

void tsu_parallel_set_threads(int threads)
{
    threads_set = threads > 0 ? threads : 0;
}

static void run_serial(int64_t n_blocks, tsu_parallel_fn *fn, void *context)
{
    for (int64_t block = 0; block < n_blocks; block++) {
        fn(context, block, 0);
    }
}

void tsu_parallel_for(int64_t n_blocks, int threads, tsu_parallel_fn *fn, void *context)
{
    int team = threads > 0 ? threads : tsu_parallel_threads();
    if (team > n_blocks) team = (int)n_blocks;
    if (team <= 1 || !tsu_parallel_available()) {
        run_serial(n_blocks, fn, context);
        return;
    }
#if defined(_OPENMP)
#pragma omp parallel for schedule(static) num_threads(team)
    for (int64_t block = 0; block < n_blocks; block++) {
        fn(context, block, omp_get_thread_num());
    }
#endif
}

void tsu_parallel_sum(const double *partial, int64_t n_blocks, int width, double *sums)
{
    for (int c = 0; c < width; c++) {
        sums[c] = 0.0;
    }
    for (int64_t block = 0; block < n_blocks; block++) {
        for (int c = 0; c < width; c++) {
            sums[c] += partial[block * width + c];
        }
    }
}
