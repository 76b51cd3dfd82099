/* SPDX-License-Identifier: Apache-2.0 */
/* save.c - an insertion in a restart file: how far it has come, and the particles of a stream on their way. */
#include "base/memory.h"
#include "model/insertion/insertion_state.h"

void tsu_insertion_save(const tsu_model *m, tsu_pack *pack)
{
    const tsu_insertion *n = m->state;
    const tsu_insertion_progress *p = &n->progress;
    tsu_pack_u64(pack, (uint64_t)p->events);
    tsu_pack_u64(pack, (uint64_t)p->next);
    tsu_pack_u64(pack, (uint64_t)p->inserted);
    tsu_pack_f64(pack, p->mass);
    tsu_pack_u64(pack, (uint64_t)n->flights);
    for (int64_t k = 0; k < n->flights; k++) {
        const tsu_flight *f = &n->flight[k];
        tsu_pack_u64(pack, f->id);
        tsu_pack_u64(pack, (uint64_t)f->release);
        tsu_pack_numbers(pack, f->way, 3, sizeof *f->way);
        tsu_pack_numbers(pack, f->velocity, 3, sizeof *f->velocity);
        tsu_pack_numbers(pack, f->spin, 3, sizeof *f->spin);
        tsu_pack_numbers(pack, f->force, 3, sizeof *f->force);
    }
}

static tsu_status load_flights(tsu_insertion *n, tsu_cursor *saved, tsu_error *err)
{
    enum { NUMBERS = 14 };
    const uint64_t count = tsu_cursor_count(saved, saved->left / (NUMBERS * sizeof(double)));
    const tsu_status s = tsu_memory_grow(&n->flight, &n->flight_capacity, (size_t)count, sizeof *n->flight,
                                         "particles on their way", err);
    if (s != TSU_OK) return s;
    for (uint64_t k = 0; k < count && !saved->bad; k++) {
        tsu_flight *f = &n->flight[k];
        *f = (tsu_flight){.row = -1};
        f->id = tsu_cursor_u64(saved);
        f->release = (int64_t)tsu_cursor_u64(saved);
        tsu_cursor_numbers(saved, f->way, 3, sizeof *f->way);
        tsu_cursor_numbers(saved, f->velocity, 3, sizeof *f->velocity);
        tsu_cursor_numbers(saved, f->spin, 3, sizeof *f->spin);
        tsu_cursor_numbers(saved, f->force, 3, sizeof *f->force);
        if (k > 0 && f->id <= n->flight[k - 1].id) saved->bad = true; /* they are found by rising id */
    }
    n->flights = saved->bad ? 0 : (int64_t)count;
    n->arranged = -1;
    return TSU_OK;
}

tsu_status tsu_insertion_load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    tsu_insertion *n = m->state;
    n->progress.events = (int64_t)tsu_cursor_count(saved, INT64_MAX);
    n->progress.next = (int64_t)tsu_cursor_u64(saved);
    n->progress.inserted = (int64_t)tsu_cursor_count(saved, INT64_MAX);
    n->progress.mass = tsu_cursor_f64(saved);
    n->resumed = true;
    return load_flights(n, saved, err);
}
