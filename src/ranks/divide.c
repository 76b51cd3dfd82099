/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/divide.h"
#include "base/memory.h"
#include "ranks/contacts.h"
#include "ranks/halo.h"
#include "ranks/meshes.h"
#include "ranks/models.h"
#include "ranks/rows.h"
#include "state/id_rows.h"
#include "step/part/part.h"
#include <stdlib.h>

typedef struct tsu_world world;

/* Who owns the particles of a world from now on. Of a part a contact goes to those ranks only that do not have it, from the rank that books
 * it; and to this one. */
typedef struct moving {
    const world *w;
    int32_t *owner; /* [rows] */
    int32_t *was;   /* [rows] */
    tsu_id_rows rows;
    int to;
} moving;

static void free_moving(moving *m)
{
    tsu_memory_release(&m->owner);
    tsu_memory_release(&m->was);
    tsu_id_rows_free(&m->rows);
}

static bool goes(const void *context, uint32_t row, int64_t other)
{
    const moving *m = context;
    const int to = m->to;
    const bool concerns = m->owner[row] == to || (other >= 0 && m->owner[other] == to);
    if (!concerns) return false;
    if (!m->was || to == tsu_team_rank()) return true;
    if (other < 0) return true;
    return m->was[row] != to && m->was[other] != to && !tsu_part_foreign(m->w, row, other);
}

static bool flies(const void *context, uint64_t id)
{
    const moving *m = context;
    const int32_t row = tsu_id_rows_find(&m->rows, id);
    return row >= 0 && m->owner[row] == m->to;
}

static int owner_of(const world *w, const tsu_cut *cut, int32_t i)
{
    const double x[3] = {tsu_boundary_inside(w, i, 0), tsu_boundary_inside(w, i, 1),
                         tsu_boundary_inside(w, i, 2)};
    return tsu_cut_owner(cut, x);
}

/* Particles that go to a rank, their flights, their contacts. */
static void write_share(const moving *m, int32_t *row, tsu_parcel *to)
{
    const world *w = m->w;
    int32_t count = 0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (m->owner[i] == m->to && !(w->part && tsu_part_guest(w, i))) row[count++] = i;
    }
    tsu_rows_put(w, row, count, w->external_rows > 0, to);
    tsu_flights_put(w, flies, m, to);
    tsu_contacts_put(w, goes, m, to);
}

/* A part that has nobody becomes one of all in these parcels. */
static tsu_status read_shares(world *w, tsu_parcel *from, int parcels, double margin, tsu_error *err)
{
    int32_t count;
    const bool added = w->part->forces_added;
    tsu_status s = TSU_OK;
    w->particles.count = 0;
    for (int k = 0; k < parcels && s == TSU_OK; k++) {
        s = tsu_rows_take(w, added, &from[k], &count, err);
    }
    if (s == TSU_OK) s = tsu_flights_take(w, from, parcels, err);
    if (s == TSU_OK) s = tsu_world_prepare_laws(w, err);
    w->particles.resized++;
    w->particles.arranged++;
    const int32_t own = w->particles.count;
    const tsu_status with_guests = tsu_halo_make(w, margin, err); /* all together, whatever failed here */
    if (s == TSU_OK) s = with_guests;
    if (s == TSU_OK && added) s = tsu_rows_room_for_added(w, w->particles.count, err);
    if (s == TSU_OK && added) tsu_rows_clear_added(w, own);
    w->part->limit = 0.5 * margin;
    if (s == TSU_OK) s = tsu_contacts_adopt(w, from, parcels, err);
    return s == TSU_OK ? tsu_part_begin(w, err) : s;
}

/* ---- handing out ----------------------------------------------------------------------------------------------------- */

tsu_status tsu_divide_write(const world *w, const tsu_cut *cut, tsu_parcel *to, tsu_error *err)
{
    moving m = {.w = w};
    int32_t *row = NULL;
    tsu_part_state state;
    const size_t rows = (size_t)w->particles.count;
    tsu_status s = tsu_memory_allocate(&m.owner, rows, sizeof *m.owner, "owners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&row, rows, sizeof *row, "owners", err);
    if (s == TSU_OK) s = tsu_id_rows_make(&m.rows, &w->particles, err);
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        m.owner[i] = owner_of(w, cut, i);
    }
    tsu_part_state_get(w, &state);
    for (m.to = 0; m.to < cut->ranks && s == TSU_OK; m.to++) {
        tsu_parcel *p = &to[m.to];
        tsu_parcel_clear(p);
        tsu_parcel_put(p, &state, sizeof state);
        tsu_parcel_put(p, &w->particles.next_id, sizeof w->particles.next_id);
        tsu_meshes_put(w, p);
        tsu_models_put(w, p);
        write_share(&m, row, p);
        if (p->failed) s = tsu_parcel_broken(err);
    }
    tsu_memory_release(&row);
    free_moving(&m);
    return s;
}

tsu_status tsu_divide_read(world *w, tsu_parcel *from, double margin, tsu_error *err)
{
    tsu_part_state state;
    tsu_error later;
    tsu_parcel_take(from, &state, sizeof state);
    tsu_parcel_take(from, &w->particles.next_id, sizeof w->particles.next_id);
    if (!from->failed) tsu_part_state_give(w, &state);
    if (!from->failed) tsu_part_tune(w, &state.tuning);
    tsu_world_lose(w, TSU_CURRENT_LISTS | TSU_CURRENT_FORCES);
    tsu_status s = from->failed ? tsu_parcel_broken(err) : TSU_OK;
    if (s == TSU_OK) s = tsu_meshes_take(w, from, err);
    if (s == TSU_OK) s = tsu_models_take(w, from, err);
    if (s != TSU_OK) from->failed = true; /* no more of it, but the others wait for what all do together */
    const tsu_status shares = read_shares(w, from, 1, margin, s == TSU_OK ? err : &later);
    return s == TSU_OK ? shares : s;
}

/* ---- moving ---------------------------------------------------------------------------------------------------------- */

/* Guests go where their owner says; he and this rank may have wrapped them differently. */
static tsu_status find_owners(moving *m, world *w, const tsu_cut *cut, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    double *to = NULL;
    tsu_status s = tsu_memory_allocate(&m->owner, (size_t)rows, sizeof *m->owner, "owners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&m->was, (size_t)rows, sizeof *m->was, "owners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&to, (size_t)rows, sizeof *to, "owners", err);
    if (s != TSU_OK) tsu_team_abort(EXIT_FAILURE); /* the others would wait for ever */
    for (int32_t i = 0; i < rows; i++) {
        to[i] = tsu_part_guest(w, i) ? -1.0 : owner_of(w, cut, i);
    }
    tsu_part_tell(w, to);
    tsu_part_owners(w, m->was);
    for (int32_t i = 0; i < rows; i++) {
        m->owner[i] = (int32_t)to[i];
    }
    tsu_memory_release(&to);
    return tsu_id_rows_make(&m->rows, &w->particles, err);
}

/* Who gets something: all to whom a particle goes that is known here. */
static void write_moving(moving *m, int32_t *row, tsu_parcel *out)
{
    const world *w = m->w;
    for (m->to = 0; m->to < tsu_team_size(); m->to++) {
        bool any = m->to == tsu_team_rank();
        for (int32_t i = 0; i < w->particles.count && !any; i++) {
            any = m->owner[i] == m->to && m->was[i] != m->to;
        }
        if (any) write_share(m, row, &out[m->to]);
    }
}

/* Only parcels with something in them, in the order of ranks. */
static int gather_full(tsu_parcel *in, tsu_parcel *full)
{
    int count = 0;
    for (int k = 0; k < tsu_team_size(); k++) {
        if (in[k].size > 0) full[count++] = in[k];
    }
    return count;
}

tsu_status tsu_divide_anew(world *w, const tsu_cut *cut, double margin, tsu_error *err)
{
    moving m = {.w = w};
    int32_t *row = NULL;
    tsu_parcel *out = NULL, *in = NULL, *full = NULL;
    tsu_error later;
    tsu_status s = tsu_parcels_make(&out, err);
    if (s == TSU_OK) s = tsu_parcels_make(&in, err);
    if (s == TSU_OK) s = tsu_parcels_make(&full, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&row, (size_t)w->particles.count, sizeof *row, "owners", err);
    if (s != TSU_OK) tsu_team_abort(EXIT_FAILURE); /* the others would wait for ever */
    tsu_lists_review(w);
    s = find_owners(&m, w, cut, err);
    tsu_world_lose(w, TSU_CURRENT_LISTS | TSU_CURRENT_FORCES);
    if (s == TSU_OK) write_moving(&m, row, out);
    const tsu_status swapped = tsu_parcels_swap(out, in, s == TSU_OK ? err : &later);
    if (s == TSU_OK) s = swapped;
    const int count = s == TSU_OK ? gather_full(in, full) : 0;
    const tsu_status shares = read_shares(w, full, count, margin, s == TSU_OK ? err : &later);
    if (s == TSU_OK) s = shares;
    free_moving(&m);
    tsu_memory_release(&row);
    tsu_memory_release(&full);
    tsu_parcels_free(&out);
    tsu_parcels_free(&in);
    return s;
}

/* ---- putting together ------------------------------------------------------------------------------------------------ */

static bool is_booked(const void *context, uint32_t row, int64_t other)
{
    const world *w = context;
    return other < 0 ? !tsu_part_guest(w, row) : !tsu_part_foreign(w, row, other);
}

void tsu_unite_write(const world *w, tsu_parcel *to)
{
    tsu_parcel_clear(to);
    tsu_rows_put_back(w, to);
    tsu_models_put_back(w, to);
    tsu_contacts_put(w, is_booked, w, to);
}

tsu_status tsu_unite_read(world *w, const world *part, tsu_parcel *from, int parcels, tsu_error *err)
{
    tsu_part_state state;
    tsu_part_state_get(part, &state);
    tsu_part_state_return(w, &state);
    tsu_status s = tsu_rows_take_back(w, part->part->forces_added, from, parcels, err);
    if (s == TSU_OK) s = tsu_models_take_back(w, from, parcels, err);
    if (s == TSU_OK) s = tsu_contacts_adopt(w, from, parcels, err);
    return s == TSU_OK ? tsu_meshes_return(w, part, err) : s;
}
