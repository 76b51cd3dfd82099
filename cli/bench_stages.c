/* SPDX-License-Identifier: Apache-2.0 */
/* bench_stages.c - where tsubu's own time goes: the deck run inside this program, once with few and once with many steps. */
#include "bench.h"
#include "script/session.h"
#include <stdio.h>
#include <string.h>

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

tsu_status tsu_bench_stages(const char *deck, const char *const *few, const char *const *many, int variables,
                            int threads, double seconds[TSU_STAGE_COUNT], double *contacts, tsu_error *err)
{
    tsu_times a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    tsu_status status = run_inside(deck, few, variables, threads, &a, contacts, err);
    if (status == TSU_OK) status = run_inside(deck, many, variables, threads, &b, contacts, err);
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        seconds[k] = b.seconds[k] - a.seconds[k];
    }
    return status;
}
