/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/divide.h"
#include "base/memory.h"
#include "ranks/contacts.h"
#include "ranks/meshes.h"
#include "ranks/models.h"
#include "step/part/part.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

/* Arrays of particles that a step changes, or that it may; the others a rank needs only once. */
static const tsu_store moved[] = {TSU_STORE_IMAGE, TSU_STORE_XR,    TSU_STORE_VM,
                                  TSU_STORE_WI,    TSU_STORE_FORCE, TSU_STORE_TORQUE};
enum { MOVED = sizeof moved / sizeof *moved };

/* ---- handing out ----------------------------------------------------------------------------------------------------- */

typedef struct portion {
    const tsu_cut *cut;
    int rank;
    const uint8_t *guest; /* of this rank */
    int32_t own, guests;
    int32_t *row;  /* [own + guests] by slot */
    int32_t *slot; /* [rows] -1: none */
} portion;

static tsu_status find_portion(portion *o, tsu_error *err)
{
    const tsu_cut *cut = o->cut;
    tsu_status s = tsu_memory_allocate(&o->row, (size_t)cut->rows, sizeof *o->row, "a part", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&o->slot, (size_t)cut->rows, sizeof *o->slot, "a part", err);
    if (s != TSU_OK) return s;
    o->guest = cut->guest + (size_t)o->rank * (size_t)cut->rows;
    for (int32_t i = 0; i < cut->rows; i++) {
        o->slot[i] = -1;
        if (cut->owner[i] == o->rank) o->row[o->own++] = i;
    }
    o->guests = 0;
    for (int32_t i = 0; i < cut->rows; i++) {
        if (o->guest[i]) o->row[o->own + o->guests++] = i;
    }
    for (int32_t k = 0; k < o->own + o->guests; k++) {
        o->slot[o->row[k]] = k;
    }
    return TSU_OK;
}

/* Forces that models have added in the last step, of own particles. */
static void put_added(const world *w, int32_t row, tsu_parcel *to)
{
    if (w->external_rows > 0) tsu_parcel_put(to, w->external[2 * row], 2 * sizeof *w->external);
}

static void take_added(world *w, bool any, int32_t row, tsu_parcel *from)
{
    if (any) tsu_parcel_take(from, w->external[2 * row], 2 * sizeof *w->external);
}

static tsu_status make_room_for_added(world *w, bool any, tsu_error *err)
{
    const size_t needed = 2 * (size_t)w->particles.count + 2;
    if (!any) return TSU_OK;
    const tsu_status s = tsu_memory_grow(&w->external, &w->external_capacity, needed, sizeof *w->external,
                                         "forces added by commands", err);
    if (s == TSU_OK) memset(w->external, 0, needed * sizeof *w->external);
    if (s == TSU_OK) w->external_rows = w->particles.count;
    return s;
}

static void put_rows(const world *w, const portion *o, tsu_parcel *to)
{
    const tsu_particles *p = &w->particles;
    const int32_t rows = o->own + o->guests;
    for (int k = 0; k < TSU_PARTICLE_ARRAYS; k++) {
        const size_t size = tsu_particle_arrays[k].size;
        const uint8_t *array = tsu_particles_array(p, k);
        for (int32_t i = 0; i < rows; i++) {
            tsu_parcel_put(to, array + (size_t)o->row[i] * size, size);
        }
    }
    for (int32_t i = 0; i < o->own; i++) {
        put_added(w, o->row[i], to);
    }
}

/* Slots of what goes to another rank, or comes from it; both ranks have them in the order of the rows of the whole world. */
static void put_slots(const portion *o, int other, bool sends, tsu_parcel *to)
{
    const tsu_cut *cut = o->cut;
    const uint8_t *theirs = cut->guest + (size_t)other * (size_t)cut->rows;
    const size_t head = to->size;
    int32_t count = 0;
    tsu_parcel_put(to, &count, sizeof count);
    for (int32_t i = 0; i < cut->rows; i++) {
        const bool here =
            sends ? cut->owner[i] == o->rank && theirs[i] : cut->owner[i] == other && o->guest[i];
        if (!here) continue;
        tsu_parcel_put(to, &o->slot[i], sizeof *o->slot);
        count++;
    }
    if (!to->failed) memcpy(to->data + head, &count, sizeof count);
}

static bool concerns(const void *context, uint32_t row, int64_t other)
{
    const portion *o = context;
    return o->cut->owner[row] == o->rank || (other >= 0 && o->cut->owner[other] == o->rank);
}

/* Whether both particles of each contact of this rank are there; what touches always is. */
static bool is_complete(const world *w, const portion *o)
{
    const tsu_contacts *c = &w->contacts;
    for (int64_t k = 0; k < c->count; k++) {
        const uint32_t i = c->row[k], j = c->partner[k] & TSU_CONTACT_ROW_MASK;
        if (c->live[k] && concerns(o, i, j) && (o->slot[i] < 0 || o->slot[j] < 0)) return false;
    }
    return true;
}

tsu_status tsu_divide_write(const world *w, const tsu_cut *cut, int rank, double limit, tsu_parcel *to,
                            tsu_error *err)
{
    portion o = {.cut = cut, .rank = rank};
    tsu_part_state state;
    tsu_parcel_clear(to);
    tsu_status s = find_portion(&o, err);
    if (s == TSU_OK && !is_complete(w, &o))
        s = tsu_error_set(err, TSU_ERROR_UNSTABLE, "a contact reaches further than its contact model says");
    if (s == TSU_OK) {
        tsu_part_state_get(w, &state);
        tsu_parcel_put(to, &state, sizeof state);
        tsu_parcel_put(to, &limit, sizeof limit);
        tsu_parcel_put(to, &w->particles.next_id, sizeof w->particles.next_id);
        tsu_parcel_put(to, &o.own, sizeof o.own);
        tsu_parcel_put(to, &o.guests, sizeof o.guests);
        tsu_meshes_put(w, to);
        tsu_models_put(w, &(tsu_rows_of){cut->owner, rank, cut->row_of_id}, to);
        put_rows(w, &o, to);
        for (int other = 0; other < cut->ranks; other++) {
            put_slots(&o, other, true, to);
            put_slots(&o, other, false, to);
        }
        tsu_contacts_put(w, concerns, &o, false, to);
    }
    tsu_memory_release(&o.row);
    tsu_memory_release(&o.slot);
    return s == TSU_OK && to->failed ? tsu_parcel_broken(err) : s;
}

static tsu_status take_slots(tsu_parcel *from, int32_t *count, int32_t **slot, double (**numbers)[12],
                             tsu_error *err)
{
    tsu_parcel_take(from, count, sizeof *count);
    *slot = malloc(((size_t)*count + 1) * sizeof **slot);
    *numbers = malloc(((size_t)*count + 1) * sizeof **numbers);
    if (!*slot || !*numbers) return tsu_parcel_broken(err);
    tsu_parcel_take(from, *slot, (size_t)*count * sizeof **slot);
    return TSU_OK;
}

static tsu_status take_links(tsu_part *d, tsu_parcel *from, tsu_error *err)
{
    const int ranks = tsu_team_size();
    tsu_part_unlink(d);
    d->link = calloc((size_t)ranks, sizeof *d->link);
    d->letter = calloc((size_t)ranks, sizeof *d->letter);
    tsu_status s = d->link && d->letter ? TSU_OK : tsu_parcel_broken(err);
    for (int other = 0; other < ranks && s == TSU_OK; other++) {
        tsu_part_link *l = &d->link[d->links++];
        l->rank = other;
        s = take_slots(from, &l->sends, &l->send, &l->out, err);
        if (s == TSU_OK) s = take_slots(from, &l->takes, &l->take, &l->in, err);
        if (s != TSU_OK || l->sends + l->takes > 0) continue;
        free(l->send);
        free(l->take);
        free(l->out);
        free(l->in);
        *l = (tsu_part_link){0};
        d->links--;
    }
    return s;
}

static tsu_status take_rows(world *w, tsu_parcel *from, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    int32_t own = 0, guests = 0;
    tsu_parcel_take(from, &p->next_id, sizeof p->next_id);
    tsu_parcel_take(from, &own, sizeof own);
    tsu_parcel_take(from, &guests, sizeof guests);
    p->count = 0;
    tsu_status s = tsu_meshes_take(w, from, err);
    if (s == TSU_OK) s = tsu_models_take(w, from, err);
    if (s == TSU_OK) s = tsu_particles_reserve(p, (int64_t)own + guests, err);
    if (s != TSU_OK) return s;
    p->count = own + guests;
    for (int k = 0; k < TSU_PARTICLE_ARRAYS; k++) {
        tsu_parcel_take(from, tsu_particles_array(p, k), (size_t)p->count * tsu_particle_arrays[k].size);
    }
    s = make_room_for_added(w, w->part->forces_added, err);
    if (s != TSU_OK) return s;
    for (int32_t i = 0; i < own; i++) {
        take_added(w, w->part->forces_added, i, from);
    }
    bool by_group = false;
    for (int k = 0; k < w->exclusions; k++) {
        by_group = by_group || !w->exclusion[k].by_type;
    }
    if (by_group) s = tsu_part_keep_groups(w, err);
    for (int32_t i = own; i < p->count; i++) {
        p->group[i] = 0;
    }
    p->resized++;
    return from->failed ? tsu_parcel_broken(err) : s;
}

tsu_status tsu_divide_read(world *w, tsu_parcel *from, tsu_error *err)
{
    tsu_part_state state;
    tsu_parcel_take(from, &state, sizeof state);
    tsu_parcel_take(from, &w->part->limit, sizeof w->part->limit);
    if (from->failed) return tsu_parcel_broken(err);
    tsu_part_state_give(w, &state);
    tsu_world_lose(w, TSU_CURRENT_LISTS | TSU_CURRENT_FORCES);
    tsu_status s = take_rows(w, from, err);
    if (s == TSU_OK) s = take_links(w->part, from, err);
    if (s == TSU_OK) s = tsu_world_prepare_laws(w, err);
    if (s == TSU_OK) s = tsu_contacts_adopt(w, from, 1, false, err);
    return s == TSU_OK ? tsu_part_begin(w, err) : s;
}

/* ---- putting together ------------------------------------------------------------------------------------------------ */

static bool is_booked(const void *context, uint32_t row, int64_t other)
{
    const world *w = context;
    return other < 0 ? !tsu_part_guest(w, row) : !tsu_part_foreign(w, row, other);
}

void tsu_unite_write(const world *w, tsu_parcel *to)
{
    const tsu_particles *p = &w->particles;
    int32_t own = 0;
    tsu_parcel_clear(to);
    tsu_parcel_put(to, &own, sizeof own);
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_part_guest(w, i)) continue;
        tsu_parcel_put(to, &p->id[i], sizeof *p->id);
        for (int k = 0; k < MOVED; k++) {
            const tsu_particle_array *a = &tsu_particle_arrays[moved[k] - 1];
            const uint8_t *array = tsu_particles_array(p, moved[k] - 1);
            tsu_parcel_put(to, array + (size_t)i * a->size, a->size);
        }
        put_added(w, i, to);
        own++;
    }
    if (!to->failed) memcpy(to->data, &own, sizeof own);
    tsu_models_put_back(w, to);
    tsu_contacts_put(w, is_booked, w, true, to);
}

static void take_back(world *w, const int32_t *row, bool added, tsu_parcel *from)
{
    const tsu_particles *p = &w->particles;
    int32_t own = 0;
    tsu_parcel_take(from, &own, sizeof own);
    for (int32_t i = 0; i < own && !from->failed; i++) {
        uint64_t id;
        tsu_parcel_take(from, &id, sizeof id);
        for (int k = 0; k < MOVED; k++) {
            const tsu_particle_array *a = &tsu_particle_arrays[moved[k] - 1];
            uint8_t *array = tsu_particles_array(p, moved[k] - 1);
            tsu_parcel_take(from, array + (size_t)row[id] * a->size, a->size);
        }
        take_added(w, added, row[id], from);
    }
}

tsu_status tsu_unite_read(world *w, const world *part, tsu_parcel *from, int parcels, tsu_error *err)
{
    int32_t *row = NULL;
    tsu_part_state state;
    const bool added = part->part->forces_added;
    tsu_part_state_get(part, &state);
    tsu_part_state_return(w, &state);
    tsu_status s = tsu_index_ids(&w->particles, &row, err);
    if (s == TSU_OK) s = make_room_for_added(w, added, err);
    for (int k = 0; k < parcels && s == TSU_OK; k++) {
        take_back(w, row, added, &from[k]);
        if (from[k].failed) s = tsu_parcel_broken(err);
    }
    tsu_memory_release(&row);
    if (s == TSU_OK) s = tsu_models_take_back(w, from, parcels, err);
    if (s != TSU_OK) return s;
    s = tsu_contacts_adopt(w, from, parcels, true, err);
    return s == TSU_OK ? tsu_meshes_return(w, part, err) : s;
}
