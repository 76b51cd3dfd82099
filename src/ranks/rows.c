/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/rows.h"
#include "base/memory.h"
#include "ranks/columns.h"
#include "state/id_rows.h"
#include "step/part/part.h"
#include <string.h>

typedef struct tsu_world world;

/* Arrays of particles that a step changes, or that it may; the others a rank needs only once. */
static const tsu_store moved[] = {TSU_STORE_ID, TSU_STORE_IMAGE, TSU_STORE_XR,    TSU_STORE_VM,
                                  TSU_STORE_WI, TSU_STORE_FORCE, TSU_STORE_TORQUE};
enum { MOVED = sizeof moved / sizeof *moved };

static void put_array(const void *array, size_t size, const int32_t *row, int32_t count, tsu_parcel *to)
{
    uint8_t *at = tsu_parcel_room(to, (size_t)count * size);
    for (int32_t k = 0; k < count && at; k++, at += size) {
        memcpy(at, (const uint8_t *)array + (size_t)row[k] * size, size);
    }
}

static size_t column_size(const world *w, int k)
{
    return (size_t)w->particles.column[k].width * sizeof(double);
}

void tsu_rows_put(const world *w, const int32_t *row, int32_t count, bool added, tsu_parcel *to)
{
    tsu_parcel_put(to, &count, sizeof count);
    for (int k = 0; k < TSU_PARTICLE_ARRAYS; k++) {
        put_array(tsu_particles_array(&w->particles, k), tsu_particle_arrays[k].size, row, count, to);
    }
    for (int k = 0; k < tsu_columns_travel(w); k++) {
        put_array(w->particles.column[k].value, column_size(w, k), row, count, to);
    }
    if (added) put_array(w->external, 2 * sizeof *w->external, row, count, to);
}

tsu_status tsu_rows_room_for_added(world *w, int64_t rows, tsu_error *err)
{
    return tsu_memory_grow(&w->external, &w->external_capacity, 2 * (size_t)rows + 2, sizeof *w->external,
                           "forces added by commands", err);
}

void tsu_rows_clear_added(world *w, int32_t first)
{
    const int32_t rows = w->particles.count;
    memset(w->external[2 * (size_t)first], 0, 2 * (size_t)(rows - first) * sizeof *w->external);
    w->external_rows = rows;
}

tsu_status tsu_rows_take(world *w, bool added, tsu_parcel *from, int32_t *count, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    const int32_t first = p->count;
    tsu_parcel_take(from, count, sizeof *count);
    if (from->failed) return tsu_parcel_broken(err);
    tsu_status s = tsu_particles_reserve(p, (int64_t)first + *count, err);
    if (s == TSU_OK && added) s = tsu_rows_room_for_added(w, (int64_t)first + *count, err);
    if (s != TSU_OK) return s;
    for (int k = 0; k < TSU_PARTICLE_ARRAYS; k++) {
        const size_t size = tsu_particle_arrays[k].size;
        tsu_parcel_take(from, (uint8_t *)tsu_particles_array(p, k) + (size_t)first * size,
                        (size_t)*count * size);
    }
    for (int k = 0; k < tsu_columns_travel(w); k++) {
        const size_t size = column_size(w, k);
        tsu_parcel_take(from, (uint8_t *)p->column[k].value + (size_t)first * size, (size_t)*count * size);
    }
    if (added)
        tsu_parcel_take(from, w->external + 2 * (size_t)first, 2 * (size_t)*count * sizeof *w->external);
    if (from->failed) return tsu_parcel_broken(err);
    p->count += *count;
    return TSU_OK;
}

/* ---- back ------------------------------------------------------------------------------------------------------------ */

static void put_own(const world *w, const void *array, size_t size, int64_t own, tsu_parcel *to)
{
    uint8_t *at = tsu_parcel_room(to, (size_t)own * size);
    for (int32_t i = 0; i < w->particles.count && at; i++) {
        if (tsu_part_guest(w, i)) continue;
        memcpy(at, (const uint8_t *)array + (size_t)i * size, size);
        at += size;
    }
}

void tsu_rows_put_back(const world *w, tsu_parcel *to)
{
    const tsu_particles *p = &w->particles;
    int64_t own = 0;
    for (int32_t i = 0; i < p->count; i++) {
        own += !tsu_part_guest(w, i);
    }
    tsu_parcel_put(to, &own, sizeof own);
    for (int k = 0; k < MOVED; k++) {
        put_own(w, tsu_particles_array(p, moved[k] - 1), tsu_particle_arrays[moved[k] - 1].size, own, to);
    }
    for (int k = 0; k < tsu_columns_travel(w); k++) {
        put_own(w, p->column[k].value, column_size(w, k), own, to);
    }
    if (w->external_rows > 0) put_own(w, w->external, 2 * sizeof *w->external, own, to);
}

static void take_array(uint8_t *array, size_t size, const int32_t *row, int64_t count, tsu_parcel *from)
{
    const uint8_t *at = tsu_parcel_lend(from, (size_t)count * size);
    for (int64_t k = 0; k < count && at; k++, at += size) {
        memcpy(array + (size_t)row[k] * size, at, size);
    }
}

static tsu_status take_part(world *w, const tsu_id_rows *rows, bool added, tsu_parcel *from, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    int32_t *row = NULL;
    int64_t own = 0;
    tsu_parcel_take(from, &own, sizeof own);
    const uint8_t *id = tsu_parcel_lend(from, (size_t)own * sizeof *p->id);
    if (!id) return tsu_parcel_broken(err);
    tsu_status s = tsu_memory_allocate(&row, (size_t)own, sizeof *row, "rows of a part", err);
    for (int64_t k = 0; k < own && s == TSU_OK; k++) {
        uint64_t who;
        memcpy(&who, id + (size_t)k * sizeof who, sizeof who);
        row[k] = tsu_id_rows_find(rows, who);
        if (row[k] < 0) s = tsu_error_set(err, TSU_ERROR_UNSTABLE, "a part has a particle that nobody knows");
    }
    for (int k = 1; k < MOVED && s == TSU_OK; k++) {
        take_array(tsu_particles_array(p, moved[k] - 1), tsu_particle_arrays[moved[k] - 1].size, row, own,
                   from);
    }
    for (int k = 0; k < tsu_columns_travel(w) && s == TSU_OK; k++) {
        take_array((uint8_t *)p->column[k].value, column_size(w, k), row, own, from);
    }
    if (added && s == TSU_OK)
        take_array((uint8_t *)(void *)w->external, 2 * sizeof *w->external, row, own, from);
    tsu_memory_release(&row);
    return s == TSU_OK && from->failed ? tsu_parcel_broken(err) : s;
}

/* Who is in no parcel has left the box; his row goes. */
static tsu_status drop_lost(world *w, const tsu_parcel *from, int parcels, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    tsu_id_rows rows;
    int32_t *order = NULL, kept = 0;
    uint8_t *there = NULL;
    int64_t all = 0;
    for (int k = 0; k < parcels; k++) {
        tsu_parcel look = from[k];
        int64_t own = 0;
        tsu_parcel_take(&look, &own, sizeof own);
        all += own;
    }
    if (all == p->count) return TSU_OK;
    tsu_status s = tsu_id_rows_make(&rows, p, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&there, (size_t)p->count, 1, "lost particles", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&order, (size_t)p->count, sizeof *order, "lost particles", err);
    for (int k = 0; k < parcels && s == TSU_OK; k++) {
        tsu_parcel look = from[k];
        int64_t own = 0;
        tsu_parcel_take(&look, &own, sizeof own);
        for (int64_t q = 0; q < own; q++) {
            uint64_t id;
            tsu_parcel_take(&look, &id, sizeof id);
            const int32_t row = tsu_id_rows_find(&rows, id);
            if (row >= 0) there[row] = 1;
        }
    }
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        if (there[i]) order[kept++] = i;
    }
    if (s == TSU_OK) {
        w->lost += p->count - kept;
        tsu_particles_keep(p, order, kept, w->threads);
        tsu_world_lose(w, TSU_CURRENT_LISTS);
    }
    tsu_id_rows_free(&rows);
    tsu_memory_release(&there);
    tsu_memory_release(&order);
    return s;
}

tsu_status tsu_rows_take_back(world *w, bool added, tsu_parcel *from, int parcels, tsu_error *err)
{
    tsu_id_rows rows = {0};
    tsu_status s = drop_lost(w, from, parcels, err);
    if (s == TSU_OK) s = tsu_id_rows_make(&rows, &w->particles, err);
    if (s == TSU_OK && added) s = tsu_rows_room_for_added(w, w->particles.count, err);
    if (s == TSU_OK && added) w->external_rows = w->particles.count;
    for (int k = 0; k < parcels && s == TSU_OK; k++) {
        s = take_part(w, &rows, added, &from[k], err);
    }
    tsu_id_rows_free(&rows);
    return s;
}
