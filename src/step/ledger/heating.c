/* SPDX-License-Identifier: Apache-2.0 */
/* heating.c - halves of losses. A particle adds those of its contacts in the order of its partners' ids, then those with walls in
 * the order of the walls, as it does with forces; sums over particles or over the contacts of a wall are exact. So neither
 * threads nor lists leave a trace. */
#include "step/ledger/heating.h"
#include "base/exact_sum.h"
#include "base/memory.h"
#include "step/mesh/body.h"
#include "step/part/part.h"
#include "step/trial_contacts.h"
#include "step/wall/wall.h"
#include <stdlib.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };
static const char column_name[] = "heatOfContacts";

void tsu_heating_begin(world *w, uint32_t group)
{
    w->heating.on = true;
    w->heating.group = group;
}

void tsu_heating_end(world *w)
{
    w->heating = (tsu_heating){0};
    tsu_particles_remove_column(&w->particles, column_name);
}

double *tsu_heating_column(const world *w)
{
    const tsu_particle_column *c =
        w->heating.on ? tsu_particles_find_column(&w->particles, column_name) : NULL;
    return c && c->width == TSU_HEATING_WIDTH ? c->value : NULL;
}

tsu_status tsu_heating_prepare(world *w, tsu_error *err)
{
    bool some = tsu_heating_by(w, &w->laws);
    for (int k = 0; k < w->walls; k++) {
        some = some || tsu_heating_by(w, &w->wall[k]->laws);
    }
    if (!some || tsu_particles_column(&w->particles, column_name, TSU_HEATING_WIDTH, 0.0, err)) return TSU_OK;
    return err ? err->status : TSU_ERROR_MEMORY;
}

/* Of each of the two bodies of an entry [J]. */
static double half_of(const tsu_contact_forces *f, unsigned heating, int64_t entry)
{
    double lost = 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (heating & 1u << q) lost += f->loss[q * f->capacity + entry];
    }
    return 0.5 * lost;
}

typedef struct job {
    const world *w;
    double *column;
} job;

static bool in_group(const job *j, int64_t i)
{
    return (j->w->particles.group[i] & j->w->heating.group) != 0;
}

static void take_from_pairs(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_contacts *c = &j->w->contacts;
    const tsu_contact_forces *f = &j->w->forces;
    const tsu_incidence *in = &j->w->schedule.incidence;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    const bool warms = tsu_heating_by(j->w, &j->w->laws) && f->loss;
    for (int64_t i = r.begin; i < r.end; i++) {
        const bool listed = warms && i < in->rows;
        double heat = 0.0;
        for (int64_t k = listed ? in->first[i] : 0; listed && k < in->first[i + 1]; k++) {
            const int64_t entry = tsu_incident_entry(in->code[k]);
            if (entry < c->count) heat += half_of(f, j->w->laws.heating, entry);
        }
        j->column[i * TSU_HEATING_WIDTH + TSU_HEATING_FRESH] = heat;
    }
}

static void give_to_wall(world *w, tsu_wall *wall, double heat)
{
    wall->heat += heat;
    w->heating.walls += heat;
    if (wall->mesh) wall->mesh->heat_waiting += heat;
}

static void take_from_wall(const job *j, world *w, tsu_wall *wall)
{
    const tsu_contacts *c = &wall->contacts;
    tsu_exact_sum all;
    if (!tsu_heating_by(w, &wall->laws)) return;
    tsu_exact_init(&all);
    for (int64_t entry = 0; entry < c->count && wall->forces.loss; entry++) {
        const double half = half_of(&wall->forces, wall->laws.heating, entry);
        j->column[(int64_t)c->row[entry] * TSU_HEATING_WIDTH + TSU_HEATING_FRESH] += half;
        tsu_exact_add(&all, half);
    }
    if (w->part) tsu_part_add(w, &all);
    give_to_wall(w, wall, tsu_exact_round(&all));
}

static bool fresh_of(const void *context, int64_t i, double *value)
{
    const job *j = context;
    const double fresh = j->column[i * TSU_HEATING_WIDTH + TSU_HEATING_FRESH];
    const bool inside = in_group(j, i);
    value[0] = inside ? fresh : 0.0;
    value[1] = inside ? 0.0 : fresh;
    return fresh != 0.0;
}

/* Of the particles of all parts; a guest's is summed by its owner. */
static void sum_of_parts(const job *j, double sums[2])
{
    tsu_exact_sum sum[2];
    tsu_exact_init(&sum[0]);
    tsu_exact_init(&sum[1]);
    for (int64_t i = 0; i < j->w->particles.count; i++) {
        double value[2];
        if (tsu_part_guest(j->w, i) || !fresh_of(j, i, value)) continue;
        tsu_exact_add(&sum[0], value[0]);
        tsu_exact_add(&sum[1], value[1]);
    }
    tsu_part_add_all(j->w, sum, 2);
    sums[0] = tsu_exact_round(&sum[0]);
    sums[1] = tsu_exact_round(&sum[1]);
}

static void put_aside(const job *j)
{
    for (int64_t i = 0; i < j->w->particles.count; i++) {
        double *heat = j->column + i * TSU_HEATING_WIDTH;
        if (in_group(j, i)) heat[TSU_HEATING_WAITING] += heat[TSU_HEATING_FRESH];
    }
}

/* In a part of a divided world what walls and particles have got is that of all parts, which take it together in each step. */
void tsu_heating_book(world *w)
{
    double sums[2];
    job j = {w, tsu_heating_column(w)};
    if (!j.column || (w->part && w->part->broken)) return;
    tsu_parallel_for(tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK), w->threads, take_from_pairs,
                     &j);
    for (int k = 0; k < w->walls; k++) {
        take_from_wall(&j, w, w->wall[k]);
    }
    if (w->part)
        sum_of_parts(&j, sums);
    else
        tsu_exact_rows(w->particles.count, 2, w->threads, fresh_of, &j, sums);
    w->heating.particles += sums[0];
    w->heating.outside += sums[1];
    put_aside(&j);
}

/* ---- copies, which lie in any order --------------------------------------------------------------------------------- */

typedef struct ended {
    uint64_t id[2]; /* the lower one first; a wall has 0 */
    uint32_t row[2];
    double half; /* [J] */
} ended;

static int by_ids(const void *a, const void *b)
{
    const ended *x = a, *y = b;
    for (int k = 0; k < 2; k++) {
        if (x->id[k] != y->id[k]) return x->id[k] < y->id[k] ? -1 : 1;
    }
    return (x->half > y->half) - (x->half < y->half);
}

static ended ended_of(const world *w, const tsu_wall *wall, const tsu_trial *a, unsigned accounts, int64_t k)
{
    const tsu_contacts *c = &a->list;
    const uint64_t *id = w->particles.id;
    const uint32_t i = c->row[k], j = c->partner[k] & TSU_CONTACT_ROW_MASK;
    const double half = half_of(&a->forces, accounts & (wall ? wall->laws.heating : w->laws.heating), k);
    if (wall) return (ended){{0, id[i]}, {i, i}, half};
    const bool low = id[i] < id[j];
    return (ended){{low ? id[i] : id[j], low ? id[j] : id[i]}, {low ? i : j, low ? j : i}, half};
}

static void hand_out(world *w, const ended *e, int64_t count, bool walls, double *column)
{
    const job j = {w, column};
    for (int64_t k = 0; k < count; k++) {
        for (int side = walls ? 1 : 0; side < 2; side++) {
            const uint32_t i = e[k].row[side];
            if (in_group(&j, i)) column[(int64_t)i * TSU_HEATING_WIDTH + TSU_HEATING_WAITING] += e[k].half;
            if (in_group(&j, i))
                w->heating.particles += e[k].half;
            else
                w->heating.outside += e[k].half;
        }
    }
}

tsu_status tsu_heating_book_copies(world *w, tsu_wall *wall, const tsu_trial *a, unsigned accounts,
                                   tsu_error *err)
{
    const tsu_contacts *c = &a->list;
    double *column = tsu_heating_column(w), heat = 0.0;
    ended *e = NULL;
    if (!column || !a->forces.loss || c->count == 0) return TSU_OK;
    const tsu_status s =
        tsu_memory_allocate(&e, (size_t)c->count, sizeof *e, "heat of contacts that end", err);
    if (s != TSU_OK) return s;
    for (int64_t k = 0; k < c->count; k++) {
        e[k] = ended_of(w, wall, a, accounts, k);
    }
    qsort(e, (size_t)c->count, sizeof *e, by_ids);
    for (int64_t k = 0; k < c->count; k++) {
        heat += e[k].half;
    }
    if (wall) give_to_wall(w, wall, heat);
    hand_out(w, e, c->count, wall != NULL, column);
    tsu_memory_release(&e);
    return TSU_OK;
}
