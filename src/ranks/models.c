/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/models.h"
#include "base/memory.h"
#include "model/insertion/insertion_state.h"
#include "model/model.h"
#include "ranks/asked.h"
#include "ranks/columns.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

enum { END, PLAIN, FLIGHTS };

typedef struct head {
    int64_t kind;
    char row[TSU_MODEL_NAME], name[TSU_MODEL_NAME];
} head;

static int kind_of(const tsu_model *m)
{
    if (m->row == &tsu_model_insert_stream || m->row == &tsu_model_flights) return FLIGHTS;
    return tsu_model_divides(m) ? PLAIN : END;
}

static void *state_at(const tsu_model *m, size_t at)
{
    return (char *)m->state + at;
}

static tsu_exact_sum *sums_of(const tsu_model *m)
{
    return state_at(m, m->row->parts->sums_at);
}

/* ---- flights ----------------------------------------------------------------------------------------------------------- */

static void put_flights(const tsu_insertion *n, tsu_flight_choice *choice, const void *context,
                        tsu_parcel *to)
{
    const size_t at = to->size;
    int64_t count = 0;
    tsu_parcel_put(to, &count, sizeof count);
    for (int64_t k = 0; k < n->flights; k++) {
        if (choice && !choice(context, n->flight[k].id)) continue;
        tsu_parcel_put(to, &n->flight[k], sizeof *n->flight);
        count++;
    }
    if (!to->failed) memcpy(to->data + at, &count, sizeof count);
}

/* Behind those that there are. */
static tsu_status take_flights(tsu_insertion *n, tsu_parcel *from, tsu_error *err)
{
    int64_t count = 0;
    tsu_parcel_take(from, &count, sizeof count);
    const tsu_status s = tsu_memory_grow(&n->flight, &n->flight_capacity, (size_t)(n->flights + count),
                                         sizeof *n->flight, "particles on their way", err);
    if (s != TSU_OK) return s;
    tsu_parcel_take(from, n->flight + n->flights, (size_t)count * sizeof *n->flight);
    for (int64_t k = n->flights; k < n->flights + count; k++) {
        n->flight[k].row = -1; /* it was one of the sender */
    }
    n->arranged = -1;
    n->flights += count;
    return TSU_OK;
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const tsu_flight *)a)->id, y = ((const tsu_flight *)b)->id;
    return (x > y) - (x < y);
}

void tsu_flights_put(const world *w, tsu_flight_choice *choice, const void *context, tsu_parcel *to)
{
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = tsu_models_at(w, k);
        if (kind_of(m) == FLIGHTS) put_flights(m->state, choice, context, to);
    }
}

tsu_status tsu_flights_take(world *w, tsu_parcel *from, int parcels, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = 0; k < tsu_models_count(w) && s == TSU_OK; k++) {
        const tsu_model *m = tsu_models_at(w, k);
        tsu_insertion *n = m->state;
        if (kind_of(m) != FLIGHTS) continue;
        n->flights = 0;
        for (int q = 0; q < parcels && s == TSU_OK; q++) {
            s = take_flights(n, &from[q], err);
        }
        if (n->flights > 1) qsort(n->flight, (size_t)n->flights, sizeof *n->flight, by_id);
    }
    return s;
}

/* ---- handing out ------------------------------------------------------------------------------------------------------- */

void tsu_models_put(const world *w, tsu_parcel *to)
{
    head h = {.kind = END};
    tsu_columns_put_names(w, to);
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = tsu_models_at(w, k);
        const tsu_model_row *row = m->row;
        h = (head){.kind = kind_of(m)};
        if (h.kind == END) continue;
        memcpy(h.row, row->name, strlen(row->name) + 1);
        memcpy(h.name, m->name, sizeof h.name);
        tsu_parcel_put(to, &h, sizeof h);
        if (h.kind == PLAIN) {
            tsu_parcel_put(to, m->state, row->def_size);
            tsu_asked_put(m, to);
            tsu_parcel_put(to, state_at(m, row->parts->begins_at), row->parts->begins);
            continue;
        }
        const tsu_insertion *n = m->state;
        tsu_parcel_put(to, n->normal, sizeof n->normal);
    }
    h = (head){.kind = END};
    tsu_parcel_put(to, &h, sizeof h);
    tsu_parcel_put(to, &w->heating, sizeof w->heating);
}

static tsu_status take_flight_model(world *w, const head *h, tsu_parcel *from, tsu_error *err)
{
    tsu_model *m = NULL;
    const tsu_status s = tsu_model_create(w, &tsu_model_flights, h->name, NULL, &m, err);
    if (s == TSU_OK) {
        tsu_insertion *n = m->state;
        tsu_parcel_take(from, n->normal, sizeof n->normal);
    }
    return s;
}

static tsu_status take_model(world *w, const head *h, tsu_parcel *from, tsu_error *err)
{
    tsu_model *m = NULL;
    if (h->kind == FLIGHTS) return take_flight_model(w, h, from, err);
    const tsu_model_row *row = tsu_model_row_find(h->row);
    void *def = malloc(row->def_size + 1);
    if (!def) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for models of a part");
    tsu_parcel_take(from, def, row->def_size);
    tsu_status s = from->failed ? tsu_parcel_broken(err) : tsu_asked_take(w, row->parts, def, from, err);
    if (s == TSU_OK) s = tsu_model_create(w, row->parts->row ? row->parts->row : row, h->name, def, &m, err);
    free(def);
    if (s == TSU_OK) tsu_parcel_take(from, state_at(m, row->parts->begins_at), row->parts->begins);
    return s;
}

tsu_status tsu_models_take(world *w, tsu_parcel *from, tsu_error *err)
{
    tsu_status s = TSU_OK;
    while (tsu_models_count(w) > 0) {
        tsu_model_destroy(tsu_models_at(w, tsu_models_count(w) - 1));
    }
    tsu_asked_clear(w);
    w->particles.count = 0; /* they come anew */
    s = tsu_columns_take_names(w, from, err);
    for (head h = {.kind = PLAIN}; s == TSU_OK;) {
        tsu_parcel_take(from, &h, sizeof h);
        if (h.kind == END) break;
        s = take_model(w, &h, from, err);
    }
    tsu_parcel_take(from, &w->heating, sizeof w->heating);
    return s;
}

/* ---- putting together -------------------------------------------------------------------------------------------------- */

void tsu_models_put_back(const world *w, tsu_parcel *to)
{
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = tsu_models_at(w, k);
        const tsu_model_parts *parts = kind_of(m) == PLAIN ? m->row->parts : NULL;
        if (!parts) continue;
        tsu_parcel_put(to, state_at(m, parts->ends_at), parts->ends);
        tsu_parcel_put(to, sums_of(m), (size_t)parts->sums * sizeof(tsu_exact_sum));
        for (int q = 0; q < parts->sums && parts->grow; q++) {
            tsu_exact_init(&sums_of(m)[q]); /* handed over */
        }
    }
    tsu_parcel_put(to, &w->heating, sizeof w->heating);
    tsu_flights_put(w, NULL, NULL, to);
}

static void take_ends(const tsu_model *m, tsu_parcel *from, int parcels)
{
    for (int k = 0; k < parcels; k++) {
        tsu_parcel_take(&from[k], state_at(m, m->row->parts->ends_at), m->row->parts->ends);
    }
}

static void take_sums(const tsu_model *m, tsu_parcel *from, int parcels)
{
    for (int q = 0; q < m->row->parts->sums && !m->row->parts->grow; q++) {
        tsu_exact_init(&sums_of(m)[q]);
    }
    for (int k = 0; k < parcels; k++) {
        for (int q = 0; q < m->row->parts->sums; q++) {
            tsu_exact_sum part;
            tsu_parcel_take(&from[k], &part, sizeof part);
            tsu_exact_merge(&sums_of(m)[q], &part);
        }
    }
}

tsu_status tsu_models_take_back(world *w, tsu_parcel *from, int parcels, tsu_error *err)
{
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = tsu_models_at(w, k);
        if (kind_of(m) != PLAIN) continue;
        take_ends(m, from, parcels);
        take_sums(m, from, parcels);
    }
    for (int k = 0; k < parcels; k++) {
        tsu_parcel_take(&from[k], &w->heating, sizeof w->heating); /* all the same */
    }
    return tsu_flights_take(w, from, parcels, err);
}
