/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/parcel.h"
#include "base/memory.h"
#include "base/team.h"
#include <stdlib.h>
#include <string.h>

tsu_status tsu_parcel_broken(tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_MEMORY,
                         "no memory for messages between ranks; use fewer particles or more machines");
}

void tsu_parcel_free(tsu_parcel *p)
{
    free(p->data);
    *p = (tsu_parcel){0};
}

void tsu_parcel_clear(tsu_parcel *p)
{
    p->size = p->at = 0;
    p->failed = false;
}

bool tsu_parcel_reserve(tsu_parcel *p, size_t bytes)
{
    if (bytes <= p->capacity) return true;
    const size_t capacity = bytes + bytes / 2 + 1024;
    uint8_t *larger = realloc(p->data, capacity);
    if (!larger) {
        p->failed = true;
        return false;
    }
    p->data = larger;
    p->capacity = capacity;
    return true;
}

void tsu_parcel_put(tsu_parcel *p, const void *data, size_t bytes)
{
    if (bytes == 0 || p->failed || !tsu_parcel_reserve(p, p->size + bytes)) return;
    memcpy(p->data + p->size, data, bytes);
    p->size += bytes;
}

uint8_t *tsu_parcel_room(tsu_parcel *p, size_t bytes)
{
    if (p->failed || !tsu_parcel_reserve(p, p->size + bytes)) return NULL;
    p->size += bytes;
    return p->data + p->size - bytes;
}

const uint8_t *tsu_parcel_lend(tsu_parcel *p, size_t bytes)
{
    p->failed = p->failed || bytes > p->size - p->at;
    if (p->failed) return NULL;
    p->at += bytes;
    return p->data + p->at - bytes;
}

void tsu_parcel_take(tsu_parcel *p, void *data, size_t bytes)
{
    const uint8_t *from = tsu_parcel_lend(p, bytes);
    if (bytes == 0) return;
    if (from)
        memcpy(data, from, bytes);
    else
        memset(data, 0, bytes);
}

void tsu_parcel_send(const tsu_parcel *p, int to)
{
    const uint64_t size = p->failed ? 0 : p->size;
    tsu_team_send(to, &size, sizeof size);
    tsu_team_send(to, p->data, (size_t)size);
}

/* Without memory for what comes there is no way to go on: the sender would wait for ever. */
static void receive_room(tsu_parcel *p, uint64_t size)
{
    tsu_parcel_clear(p);
    if (!tsu_parcel_reserve(p, (size_t)size)) tsu_team_abort(EXIT_FAILURE);
    p->size = (size_t)size;
}

void tsu_parcel_receive(tsu_parcel *p, int from)
{
    uint64_t size;
    tsu_team_receive(from, &size, sizeof size);
    receive_room(p, size);
    tsu_team_receive(from, p->data, p->size);
}

void tsu_parcel_share(tsu_parcel *p)
{
    uint64_t size = p->failed ? 0 : p->size;
    tsu_team_share(&size, sizeof size, false);
    if (tsu_team_rank() > 0) receive_room(p, size);
    tsu_team_share(p->data, (size_t)size, false);
}

tsu_status tsu_parcels_make(tsu_parcel **parcel, tsu_error *err)
{
    return tsu_memory_allocate(parcel, (size_t)tsu_team_size(), sizeof **parcel, "parcels", err);
}

void tsu_parcels_free(tsu_parcel **parcel)
{
    for (int k = 0; k < tsu_team_size() && *parcel; k++) {
        tsu_parcel_free(&(*parcel)[k]);
    }
    tsu_memory_release(parcel);
}

/* What a rank has for itself changes hands without a message. */
static void keep(tsu_parcel *out, tsu_parcel *in)
{
    const tsu_parcel empty = *in;
    *in = *out;
    *out = empty;
    if (in->failed) tsu_parcel_clear(in);
    tsu_parcel_clear(out);
}

/* Without memory for the sizes of what comes there is no way to go on either. */
tsu_status tsu_parcels_swap(tsu_parcel *out, tsu_parcel *in, tsu_error *err)
{
    const int ranks = tsu_team_size();
    int64_t *mine = NULL, *theirs = NULL;
    tsu_team_letter *letter = NULL;
    tsu_status s = tsu_memory_allocate(&mine, (size_t)ranks, sizeof *mine, "parcels", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&theirs, (size_t)ranks, sizeof *theirs, "parcels", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&letter, (size_t)ranks, sizeof *letter, "parcels", err);
    if (s != TSU_OK) tsu_team_abort(EXIT_FAILURE);
    for (int k = 0; k < ranks && s == TSU_OK; k++) {
        mine[k] = out[k].failed ? 0 : (int64_t)out[k].size;
    }
    tsu_team_deal(mine, theirs);
    int letters = 0;
    for (int k = 0; k < ranks; k++) {
        if (out[k].failed) s = tsu_parcel_broken(err);
        if (k == tsu_team_rank()) {
            keep(&out[k], &in[k]);
            continue;
        }
        receive_room(&in[k], (uint64_t)theirs[k]);
        letter[letters++] = (tsu_team_letter){.rank = k,
                                              .out = out[k].data,
                                              .in = in[k].data,
                                              .out_bytes = (size_t)mine[k],
                                              .in_bytes = (size_t)theirs[k]};
    }
    if (!tsu_team_exchange(letter, letters)) tsu_team_abort(EXIT_FAILURE);
    tsu_memory_release(&mine);
    tsu_memory_release(&theirs);
    tsu_memory_release(&letter);
    return s;
}
