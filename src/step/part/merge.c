/* SPDX-License-Identifier: Apache-2.0 */
/* merge.c - sums over all parts of a world in a step: loads of meshes, energies. */
#include "base/memory.h"
#include "step/ledger/energy.h"
#include "step/part/room.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

static void say_loads(tsu_part *d, const part_loads *mine)
{
    tsu_team_collect(mine, sizeof *mine, d->room->loads);
    for (int k = 0; k < tsu_team_size(); k++) {
        d->broken = d->broken || d->room->loads[k].broken;
    }
    d->shared++;
}

tsu_status tsu_part_share_loads(world *w, tsu_exact_sum total[6], int64_t *contacts, tsu_error *err)
{
    tsu_part *d = w->part;
    part_loads mine = {.contacts = *contacts};
    if (!d->stepping) return TSU_OK; /* forces are found without a step */
    memcpy(mine.total, total, sizeof mine.total);
    say_loads(d, &mine);
    *contacts = 0;
    for (int q = 0; q < 6; q++) {
        tsu_exact_init(&total[q]);
    }
    for (int k = 0; k < tsu_team_size(); k++) {
        for (int q = 0; q < 6; q++) {
            tsu_exact_merge(&total[q], &d->room->loads[k].total[q]);
        }
        *contacts += d->room->loads[k].contacts;
    }
    return tsu_part_check(w, err);
}

/* Without memory there is no way to go on: the others would wait for ever. */
const void *tsu_part_share_rows(world *w, const void *mine, size_t size)
{
    tsu_part_room *r = w->part->room;
    int64_t most = 0, at = 0;
    for (int k = 0; k < tsu_team_size(); k++) {
        most = r->loads[k].contacts > most ? r->loads[k].contacts : most;
    }
    const size_t each = (size_t)most * size, ranks = (size_t)tsu_team_size();
    if (most == 0 || !w->part->stepping) return mine;
    if (tsu_memory_grow(&r->rows, &r->rows_capacity, (ranks + 1) * each, 1, "rows", NULL) != TSU_OK)
        tsu_team_abort(EXIT_FAILURE);
    memcpy(r->rows + ranks * each, mine, (size_t)r->loads[tsu_team_rank()].contacts * size);
    tsu_team_collect(r->rows + ranks * each, each, r->rows);
    for (int k = 0; k < tsu_team_size(); at += r->loads[k++].contacts) {
        memmove(r->rows + (size_t)at * size, r->rows + (size_t)k * each, (size_t)r->loads[k].contacts * size);
    }
    return r->rows;
}

/* Adds the tallies of the others, whose heads are so far apart. */
static void add_tallies(const tsu_part *d, const unsigned char *head, size_t stride, tsu_tally *t)
{
    tsu_part_room *r = d->room;
    bool exact = false;
    for (int k = 0; k < tsu_team_size(); k++) {
        memcpy(&r->other, head + (size_t)k * stride, TALLY_HEAD);
        for (int s = 0; s < TSU_TALLY_SUMS; s++) {
            exact = exact || r->other.exact[s];
        }
    }
    if (exact) tsu_team_collect(t->large, sizeof t->large, r->large);
    for (int k = 0; k < tsu_team_size(); k++) {
        if (k == tsu_team_rank()) continue;
        memcpy(&r->other, head + (size_t)k * stride, TALLY_HEAD);
        if (exact) memcpy(r->other.large, r->large + (size_t)k * sizeof t->large, sizeof t->large);
        tsu_tally_merge(t, &r->other);
    }
}

static void say_energy(tsu_part *d, part_energy *mine, const tsu_tally *t)
{
    memcpy(mine->head, t, TALLY_HEAD);
    tsu_team_collect(mine, sizeof *mine, d->room->energy);
    for (int k = 0; k < tsu_team_size(); k++) {
        d->broken = d->broken || d->room->energy[k].broken;
    }
}

static void merge_now(world *w, tsu_tally *t)
{
    tsu_part *d = w->part;
    part_energy mine = {.touching = w->touching};
    d->stepping = false;
    say_energy(d, &mine, t);
    if (d->broken) return;
    add_tallies(d, d->room->energy->head, sizeof mine, t);
    w->touching = 0;
    for (int k = 0; k < tsu_team_size(); k++) {
        w->touching += d->room->energy[k].touching;
    }
}

bool tsu_part_merge(world *w, tsu_tally *t)
{
    tsu_part *d = w->part;
    if (!d->stepping) return false; /* forces are found without a step */
    if (!d->postpones) merge_now(w, t);
    if (d->postpones) d->tally = t;
    return d->postpones;
}

void tsu_part_put_energies(const world *w, part_word *mine)
{
    const tsu_part *d = w->part;
    mine->touching = w->touching;
    if (d->tally) memcpy(mine->head, d->tally, TALLY_HEAD);
}

void tsu_part_take_energies(world *w)
{
    tsu_part *d = w->part;
    const part_word *word = d->room->word;
    if (!d->tally) return;
    add_tallies(d, word->head, sizeof *word, d->tally);
    w->touching = 0;
    for (int k = 0; k < tsu_team_size(); k++) {
        w->touching += word[k].touching;
    }
    w->ledger.flow = 0.0;
    tsu_energy_enter(&w->ledger, d->tally);
    w->ledger.exchanged += w->ledger.flow;
    w->ledger.flow = 0.0;
    d->tally = NULL;
}

void tsu_part_merge_work(world *w, tsu_tally *t)
{
    part_energy mine = {0};
    say_energy(w->part, &mine, t);
    if (!w->part->broken) add_tallies(w->part, w->part->room->energy->head, sizeof mine, t);
}

void tsu_part_say_no_loads(tsu_part *d)
{
    say_loads(d, &(part_loads){.broken = 1});
    d->broken = true;
}

void tsu_part_say_no_energy(tsu_part *d)
{
    part_energy mine = {.broken = 1};
    say_energy(d, &mine, &d->room->other);
}
