/* SPDX-License-Identifier: Apache-2.0 */
/* specimen.c - `dump specimen`: step, time and number of particles. */
#include "dump/dump.h"
#include "step/world.h"
#include <stdlib.h>

static void write_specimen(tsu_text_out *out, const tsu_dump *d, const tsu_dump_moment *now, const void *data)
{
    (void)d;
    tsu_text_format(out, "%lld %g %d\n", (long long)now->step, now->time, *(const int32_t *)data);
}

static tsu_status output_specimen(tsu_session *s, tsu_dump *d, tsu_error *err)
{
    int32_t *count = malloc(sizeof *count);
    if (!count) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a dump");
    *count = s->world->particles.count;
    return tsu_dump_write_text(s, d, write_specimen, &(tsu_dump_snapshot){count, sizeof *count, free}, err);
}

static tsu_status dump_specimen(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    const tsu_status status = tsu_dump_begin(s, words, sizeof *base, &object, &base, err);
    if (status != TSU_OK) return status;
    base->write = output_specimen;
    return tsu_dump_add(s, &object, base, tsu_words_end(words, err), err);
}

const tsu_command tsu_dumps_specimen[] = {
    {"specimen", "dump ID GROUP specimen N FILE", "step, time and number of particles", dump_specimen}, {0}};
