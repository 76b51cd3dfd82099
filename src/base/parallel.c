/* SPDX-License-Identifier: Apache-2.0 */
/* A pool of threads that take blocks from each other.
 *
 * Why not OpenMP: its teams meet at a barrier after every loop and, while waiting, keep the processor busy. On a
 * machine that others use too, a thread that is not running at that moment holds up all the others: 5000 steps of
 * 3192 particles took 30 s with two OpenMP threads beside other programs, 1.6 s with one thread. Here nobody waits for a
 * thread that has no block in its hands: the blocks are dealt out as one range per thread, a thread that has finished its
 * own range goes on with the others', and the caller returns when every block is done, whoever did it. An idle
 * thread gives its processor away and soon sleeps.
 *
 * How a block is taken: range t has a cursor, one atomic word of 64 bits that holds the number of the job and the
 * next block. Taking a block is exchanging the cursor for its successor. A thread that comes late, with a cursor of a
 * job that is over, cannot succeed, because the number has changed; so nobody has to wait for it either. What
 * describes the job may be read before the exchange and is right if the exchange succeeds: it changes only while all
 * cursors are closed.
 *
 * A step of a small problem is a few dozen microseconds on many threads, so what everybody looks at is kept on few
 * lines of the cache, blocks are reported by the handful, and who waits looks for a while before it asks the system for
 * anything. */
#include "base/parallel.h"
#include "base/clock.h"

#include "base/system.h"

#if defined(__unix__) || defined(__APPLE__) || defined(_WIN32)
#define TSU_THREADS 1
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#else
#define TSU_THREADS 0
#endif

/* The number set by the user, 0 while unset. Process-wide like the threads themselves; the results do not depend
 * on it, so it is no part of a world. */
static int threads_set = 0;

static bool watched = false;
static double seconds = 0.0; /* on several threads, while watched; changed by who has the pool */

void tsu_parallel_watch(bool on)
{
    watched = on;
}

double tsu_parallel_seconds(void)
{
    return seconds;
}

bool tsu_parallel_available(void)
{
    return TSU_THREADS;
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

#if !TSU_THREADS

int tsu_parallel_threads(void)
{
    return 1;
}

void tsu_parallel_for(int64_t n_blocks, int threads, tsu_parallel_fn *fn, void *context)
{
    (void)threads;
    run_serial(n_blocks, fn, context);
}

#else

enum { TEAM_MAX = 256, PAUSES = 8 };

static const uint32_t closed = UINT32_MAX; /* as the next block of a cursor: there is none */

/* How long a thread that waits keeps its processor, and after which time without work it sleeps [s]. */
static const double keeping = 20.0e-6, awake = 1.0e-3;

/* A line of the cache for each, so that threads do not take it from each other. */
typedef struct cursor {
    TSU_ALIGNED(64) _Atomic uint64_t word; /* job << 32 | next block */
} cursor;

static struct pool {
    atomic_flag busy; /* a job is running; whoever comes then runs alone */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    _Atomic int sleepers;
    int workers; /* threads beside the caller, numbered 1, 2 ... */
    uint32_t last_job;
    /* the job, on a line of its own: all wait for it */
    TSU_ALIGNED(64) _Atomic uint32_t job; /* the number of the job that may be joined */
    _Atomic uint32_t blocks;
    _Atomic int team;
    tsu_parallel_fn *_Atomic fn;
    void *_Atomic context;
    TSU_ALIGNED(64) _Atomic uint32_t done;
    cursor cursors[TEAM_MAX];
} pool = {.busy = ATOMIC_FLAG_INIT, .mutex = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

static uint32_t range_begin(uint32_t blocks, int team, int range)
{
    return (uint32_t)((uint64_t)blocks * (uint64_t)range / (uint64_t)team);
}

/* Takes a block of a range. False if there is none left, or the job is over. */
static bool take(uint32_t job, int range, uint32_t *block)
{
    _Atomic uint64_t *const place = &pool.cursors[range].word;
    uint64_t word = atomic_load_explicit(place, memory_order_acquire);
    while ((uint32_t)(word >> 32) == job) {
        const uint32_t next = (uint32_t)word,
                       blocks = atomic_load_explicit(&pool.blocks, memory_order_acquire);
        const int team = atomic_load_explicit(&pool.team, memory_order_acquire);
        if (next >= range_begin(blocks, team, range + 1)) return false;
        if (atomic_compare_exchange_weak(place, &word, word + 1)) {
            *block = next;
            return true;
        }
    }
    return false;
}

/* Works on a job, from the own range onwards, until no range has a block left. */
static void work(uint32_t job, int self)
{
    const int team = atomic_load(&pool.team);
    for (int k = 0; k < team; k++) {
        const int range = self + k < team ? self + k : self + k - team;
        uint32_t block, done = 0;
        for (; take(job, range, &block); done++) {
            tsu_parallel_fn *fn = atomic_load(&pool.fn);
            fn(atomic_load(&pool.context), block, self);
        }
        if (done > 0) atomic_fetch_add(&pool.done, done);
    }
}

/* Waits a little; who has waited for long gives its processor away. Returns for how long. */
static double wait_a_little(double since)
{
    for (int i = 0; i < PAUSES; i++) {
        TSU_RELAX();
    }
    const double waited = tsu_clock_seconds() - since;
    if (waited > keeping) sched_yield();
    return waited;
}

static void sleep_until_after(uint32_t job)
{
    pthread_mutex_lock(&pool.mutex);
    atomic_fetch_add(&pool.sleepers, 1);
    while (atomic_load(&pool.job) == job) {
        pthread_cond_wait(&pool.wake, &pool.mutex);
    }
    atomic_fetch_sub(&pool.sleepers, 1);
    pthread_mutex_unlock(&pool.mutex);
}

static void *worker(void *argument)
{
    const int self = (int)(intptr_t)argument;
    uint32_t job = 0;
    for (;;) {
        const double since = tsu_clock_seconds();
        while (atomic_load(&pool.job) == job) {
            if (wait_a_little(since) > awake) sleep_until_after(job);
        }
        job = atomic_load(&pool.job);
        if (self < atomic_load(&pool.team)) work(job, self);
    }
    return NULL;
}

#if !defined(_WIN32)
/* A child process has none of its parent's threads: it starts with an empty pool. */
static void forget_workers(void)
{
    pool.workers = 0;
    atomic_store(&pool.sleepers, 0);
    pthread_mutex_init(&pool.mutex, NULL);
    pthread_cond_init(&pool.wake, NULL);
    atomic_flag_clear(&pool.busy);
}
#endif

/* Makes workers up to `team` - 1; fewer if the system refuses, which changes no result. Signals are left to the
 * threads of the program. */
static void hire(int team)
{
    static bool prepared = false;
    if (!prepared) {
        prepared = true;
#if !defined(_WIN32)
        (void)pthread_atfork(NULL, NULL, forget_workers);
#endif
    }
    tsu_signal_mask before;
    tsu_system_hold_signals(&before);
    while (pool.workers < team - 1) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, worker, (void *)(intptr_t)(pool.workers + 1)) != 0) break;
        pthread_detach(thread);
        pool.workers++;
    }
    tsu_system_restore_signals(&before);
}

/* Opens a job: closes the cursors of the last one, describes the new one, opens its cursors, calls the threads. What is
 * released here is acquired in `take`: who sees a part of the new description finds the old cursor closed. */
static uint32_t open_job(uint32_t blocks, int team, tsu_parallel_fn *fn, void *context)
{
    const uint32_t job = ++pool.last_job;
    for (int t = 0; t < TEAM_MAX && t <= pool.workers; t++) {
        atomic_store_explicit(&pool.cursors[t].word, (uint64_t)job << 32 | closed, memory_order_relaxed);
    }
    atomic_store_explicit(&pool.blocks, blocks, memory_order_release);
    atomic_store_explicit(&pool.team, team, memory_order_release);
    atomic_store_explicit(&pool.fn, fn, memory_order_release);
    atomic_store_explicit(&pool.context, context, memory_order_release);
    atomic_store_explicit(&pool.done, 0, memory_order_release);
    for (int t = 0; t < team; t++) {
        atomic_store_explicit(&pool.cursors[t].word, (uint64_t)job << 32 | range_begin(blocks, team, t),
                              memory_order_release);
    }
    atomic_store(&pool.job, job);
    if (atomic_load(&pool.sleepers) > 0) {
        pthread_mutex_lock(&pool.mutex);
        pthread_cond_broadcast(&pool.wake);
        pthread_mutex_unlock(&pool.mutex);
    }
    return job;
}

void tsu_parallel_for(int64_t n_blocks, int threads, tsu_parallel_fn *fn, void *context)
{
    int64_t team = threads > 0 ? threads : tsu_parallel_threads();
    if (team > n_blocks) team = n_blocks;
    if (team > TEAM_MAX) team = TEAM_MAX;
    if (team <= 1 || n_blocks >= (int64_t)closed || atomic_flag_test_and_set(&pool.busy)) {
        run_serial(n_blocks, fn, context);
        return;
    }
    if (pool.workers < team - 1) hire((int)team);
    if (team > pool.workers + 1) team = pool.workers + 1;
    const double begin = watched ? tsu_clock_seconds() : 0.0;
    const uint32_t job = open_job((uint32_t)n_blocks, (int)team, fn, context);
    work(job, 0);
    const double since = tsu_clock_seconds();
    while (atomic_load(&pool.done) != (uint32_t)n_blocks) {
        wait_a_little(since);
    }
    if (watched && team > 1) seconds += tsu_clock_seconds() - begin;
    atomic_flag_clear(&pool.busy);
}

static int threads_offered(void)
{
    const char *text = getenv("OMP_NUM_THREADS");
    const long asked = text ? strtol(text, NULL, 10) : 0;
    if (asked > 0) return asked < TEAM_MAX ? (int)asked : TEAM_MAX;
    return tsu_system_processors();
}

int tsu_parallel_threads(void)
{
    return threads_set > 0 ? threads_set : threads_offered();
}

#endif
