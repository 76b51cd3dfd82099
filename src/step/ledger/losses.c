/* SPDX-License-Identifier: Apache-2.0 */
/* losses.c - the energy accounts of each particle, kept on request: a column of the particles that follows them through
 * sorting. Each step adds what its contacts have lost, half to each of two particles, the whole at a wall. A contact keeps its
 * own account in rows of its history, so that it goes wherever the contact goes; the laws then go stage by stage. */
#include "step/ledger/losses.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/ledger/heating.h"
#include "step/wall/wall.h"

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };
static const char column_name[] = "dissipated";

tsu_status tsu_world_track_losses(tsu_world *w, tsu_error *err)
{
    if (!w) return tsu_error_null(err, "tsu_world_track_losses", "world");
    if (!tsu_particles_column(&w->particles, column_name, TSU_ACCOUNT_COUNT, 0.0, err))
        return err ? err->status : TSU_ERROR_MEMORY;
    w->losses = true;
    return TSU_OK;
}

bool tsu_losses_kept(const world *w, const tsu_lawset *laws)
{
    return w->losses || tsu_heating_by(w, laws);
}

tsu_status tsu_losses_reserve(tsu_contact_forces *f, tsu_error *err)
{
    return tsu_memory_grow(&f->loss, &f->loss_capacity, (size_t)f->capacity * TSU_ACCOUNT_COUNT + 1,
                           sizeof *f->loss, "losses of contacts", err);
}

/* Room, or none: whoever finds some writes to it. */
static tsu_status prepare(const world *w, const tsu_lawset *laws, tsu_contact_forces *f, tsu_error *err)
{
    if (tsu_losses_kept(w, laws)) return tsu_losses_reserve(f, err);
    tsu_memory_release(&f->loss);
    f->loss_capacity = 0;
    return TSU_OK;
}

tsu_status tsu_losses_prepare(world *w, tsu_error *err)
{
    tsu_status s = tsu_heating_prepare(w, err);
    if (s == TSU_OK) s = prepare(w, &w->laws, &w->forces, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = prepare(w, &w->wall[k]->laws, &w->wall[k]->forces, err);
    }
    return s;
}

static void add_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_contact_forces *f = &w->forces;
    const tsu_incidence *in = &w->schedule.incidence;
    double *column = tsu_particles_find_column(&w->particles, column_name)->value;
    const tsu_range r = tsu_parallel_block(chunk, w->particles.count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        for (int64_t k = in->first[i]; k < in->first[i + 1]; k++) {
            const int64_t entry = tsu_incident_entry(in->code[k]);
            if (entry == f->capacity) continue; /* no contact */
            for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
                column[i * TSU_ACCOUNT_COUNT + q] += 0.5 * f->loss[q * f->capacity + entry];
            }
        }
    }
}

void tsu_losses_book(world *w)
{
    tsu_heating_book(w);
    if (!w->losses) return;
    tsu_parallel_for(tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK), w->threads, add_rows, w);
    double *column = tsu_particles_find_column(&w->particles, column_name)->value;
    for (int k = 0; k < w->walls; k++) {
        const tsu_contacts *c = &w->wall[k]->contacts;
        const tsu_contact_forces *f = &w->wall[k]->forces;
        for (int64_t entry = 0; entry < c->count; entry++) {
            for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
                column[(int64_t)c->row[entry] * TSU_ACCOUNT_COUNT + q] += f->loss[q * f->capacity + entry];
            }
        }
    }
}

/* Laws that are to have these rows and do not have them yet; contacts that last begin with nothing. */
static tsu_status widen(tsu_lawset *laws, tsu_contacts *c, bool asked, bool *changed, tsu_error *err)
{
    *changed = laws->law[TSU_NORMAL] && !laws->spent && (asked || tsu_lawset_wants_spent(laws));
    if (!*changed) return TSU_OK;
    const tsu_status s = tsu_contacts_widen(c, laws->history + TSU_SPENT_ROWS, err);
    if (s == TSU_OK) tsu_lawset_set_spent(laws, true);
    return s;
}

tsu_status tsu_losses_arrange(world *w, tsu_error *err)
{
    bool changed = false;
    tsu_status s = widen(&w->laws, &w->contacts, w->spent_pairs, &changed, err);
    if (changed && s == TSU_OK) w->fused = NULL;
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = widen(&w->wall[k]->laws, &w->wall[k]->contacts, w->spent_walls, &changed, err);
        if (changed && s == TSU_OK) w->wall[k]->fused = NULL;
    }
    return s;
}

tsu_status tsu_losses_of_contacts(world *w, bool walls, tsu_error *err)
{
    *(walls ? &w->spent_walls : &w->spent_pairs) = true;
    return tsu_losses_arrange(w, err);
}
