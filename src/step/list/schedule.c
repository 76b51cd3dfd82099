/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/schedule.h"
#include "base/memory.h"

void tsu_schedule_free(tsu_schedule *s)
{
    tsu_memory_release(&s->incidence.own);
    tsu_memory_release(&s->incidence.first);
    tsu_memory_release(&s->incidence.code);
    tsu_memory_release(&s->cold);
    tsu_memory_release(&s->stray);
    tsu_memory_release(&s->unit);
    tsu_memory_release(&s->run);
    tsu_memory_release(&s->strip);
    tsu_memory_release(&s->open);
    tsu_memory_release(&s->sum_first);
    tsu_memory_release(&s->sum);
    *s = (tsu_schedule){0};
}

static tsu_status prepare_incidence(tsu_incidence *in, int64_t capacity, int32_t rows, tsu_error *err)
{
    const size_t spare = (size_t)rows + (size_t)rows / 8 + 1, least = (size_t)rows + 1;
    const size_t n = in->own_capacity >= least ? least : spare, codes = 2 * (size_t)capacity + n;
    const char *what = "contacts by particle";
    tsu_status s = tsu_memory_renew(&in->own, &in->own_capacity, n, sizeof *in->own, false, what, err);
    if (s == TSU_OK)
        s = tsu_memory_renew(&in->first, &in->first_capacity, n, sizeof *in->first, false, what, err);
    if (s == TSU_OK)
        s = tsu_memory_renew(&in->code, &in->code_capacity, codes, sizeof *in->code, false, what, err);
    if (s == TSU_OK) in->rows = rows;
    return s;
}

tsu_status tsu_schedule_prepare(tsu_schedule *s, const tsu_contacts *c, int32_t rows, tsu_error *err)
{
    const size_t blocks = (size_t)tsu_parallel_blocks(c->count, TSU_CONTACT_BLOCK);
    s->units = s->runs = s->strips = s->opens = 0;
    s->sparse = false;
    tsu_status status = prepare_incidence(&s->incidence, c->capacity, rows, err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&s->cold, &s->cold_capacity, blocks, 1, "blocks of contacts", err);
    if (status != TSU_OK) return status;
    s->entries = c->count;
    s->nothing = c->capacity;
    return TSU_OK;
}
