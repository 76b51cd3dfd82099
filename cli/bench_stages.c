/* SPDX-License-Identifier: Apache-2.0 */
/* bench_stages.c - where tsubu's own time goes: the deck run inside this program, once with few and once with many steps. */
#include "bench.h"
#include "script/session.h"

static tsu_status run_inside(const char *deck, const char *const *variable, int variables, int threads,
                             tsu_times *times, double *contacts, tsu_error *err)
{
    tsu_session *s = tsu_session_create(&(tsu_session_options){.threads = threads}, err);
    tsu_status status = s ? TSU_OK : err->status;
    for (int k = 0; status == TSU_OK && k + 1 < variables; k += 2) {
        status = tsu_script_set_variable(s->script, variable[k], 1, &variable[k + 1], err);
    }
    if (status == TSU_OK) status = tsu_script_run_file(s->script, deck, err);
    if (status == TSU_OK && s->world) {
        *times = s->world->times;
        *contacts =
            s->world->particles.count > 0 ? (double)s->world->touching / s->world->particles.count : 0.0;
    }
    tsu_session_destroy(s);
    return status;
}

static void take_shorter(tsu_times *least, const tsu_times *t, bool first)
{
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        if (first || t->seconds[k] < least->seconds[k]) least->seconds[k] = t->seconds[k];
    }
}

tsu_status tsu_bench_stages(const char *deck, const char *const *few, const char *const *many, int variables,
                            int threads, int turns, double seconds[TSU_STAGE_COUNT], double *contacts,
                            tsu_error *err)
{
    tsu_times a = {0}, b = {0}, t = {0};
    tsu_status status = TSU_OK;
    for (int turn = 0; turn < turns && status == TSU_OK; turn++) {
        status = run_inside(deck, few, variables, threads, &t, contacts, err);
        take_shorter(&a, &t, turn == 0);
        if (status == TSU_OK) status = run_inside(deck, many, variables, threads, &t, contacts, err);
        take_shorter(&b, &t, turn == 0);
    }
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        seconds[k] = b.seconds[k] > a.seconds[k] ? b.seconds[k] - a.seconds[k] : 0.0;
    }
    return status;
}
