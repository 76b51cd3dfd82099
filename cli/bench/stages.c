/* SPDX-License-Identifier: Apache-2.0 */
/* bench_stages.c - where tsubu's own time goes: the deck run inside this program, and then the steps that count. */
#include "base/parallel.h"
#include "bench/bench.h"
#include "session/session.h"
#include "step/world.h"
#include <time.h>

static tsu_bench_times times_of(const tsu_session *s)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    tsu_bench_times out = {.cpu = (double)used.tv_sec + 1.0e-9 * (double)used.tv_nsec};
    for (int k = 0; s->world && k < TSU_STAGE_COUNT; k++) {
        out.seconds[k] = s->world->times.seconds[k];
        out.serial[k] = s->world->times.serial[k];
    }
    return out;
}

static tsu_status run_inside(const char *deck, const char *const *variable, int variables, int steps,
                             int threads, tsu_bench_times *out, tsu_error *err)
{
    char text[64];
    snprintf(text, sizeof text, "thermo %d\nrun %d\n", steps, steps); /* nothing is told in between */
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = threads}, err);
    tsu_status status = s ? TSU_OK : err->status;
    for (int k = 0; status == TSU_OK && k + 1 < variables; k += 2) {
        status = tsu_script_set_variable(s->script, variable[k], 1, &variable[k + 1], err);
    }
    if (status == TSU_OK) status = tsu_script_run_file(s->script, deck, err);
    const tsu_bench_times before = status == TSU_OK ? times_of(s) : (tsu_bench_times){0};
    if (status == TSU_OK) status = tsu_script_run_string(s->script, "bench", text, err);
    if (status == TSU_OK) *out = times_of(s);
    out->cpu -= before.cpu;
    for (int k = 0; status == TSU_OK && k < TSU_STAGE_COUNT; k++) {
        out->seconds[k] -= before.seconds[k];
        out->serial[k] -= before.serial[k];
    }
    tsu_session_destroy(s);
    return status;
}

double tsu_bench_times_all(const tsu_bench_times *t)
{
    double all = 0.0;
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        all += t->seconds[k];
    }
    return all;
}

tsu_status tsu_bench_stages(const char *deck, const char *const *variable, int variables, int steps,
                            int threads, int turns, tsu_bench_times *out, tsu_error *err)
{
    tsu_bench_times t = {0};
    tsu_status status = TSU_OK;
    tsu_parallel_watch(true);
    for (int turn = 0; turn < turns && status == TSU_OK; turn++) {
        status = run_inside(deck, variable, variables, steps, threads, &t, err);
        if (turn == 0 || tsu_bench_times_all(&t) < tsu_bench_times_all(out)) *out = t;
    }
    tsu_parallel_watch(false);
    return status;
}
