/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/balance.h"
#include "base/memory.h"
#include "step/part/part.h"
#include <math.h>
#include <stdlib.h>

typedef struct tsu_world world;

enum { SAMPLES = 1024 };         /* of a part that is cut anew */
static const double much = 1.05; /* more than the mean */

/* Who cannot do what all must do together ends all: the others would wait for ever. */
static void need(tsu_status s)
{
    if (s != TSU_OK) tsu_team_abort(EXIT_FAILURE);
}

/* Seconds of a weight of 1 of a rank in a step. */
static double unit_cost(const tsu_balance *b, int rank)
{
    const tsu_part_cost *p = b->part ? &b->part[rank] : NULL;
    return p && p->work > 0.0 && p->seconds > 0.0 ? p->seconds / p->work : 0.0;
}

/* What a particle takes, in a unit that is measured: who touches others takes more. Returns the sum of the own ones. */
static double weigh(const world *w, double *weight)
{
    static const double contact = 0.4;
    const tsu_contacts *c = &w->contacts;
    double sum = 0.0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        weight[i] = 1.0;
    }
    for (int64_t k = 0; k < c->count; k++) {
        if (!c->live[k]) continue;
        weight[c->row[k]] += contact;
        weight[c->partner[k] & TSU_CONTACT_ROW_MASK] += contact;
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!w->part || !tsu_part_guest(w, i)) sum += weight[i];
    }
    return sum;
}

static double worst(const tsu_balance *b, bool of_all)
{
    double sum = 0.0, most = 0.0;
    for (int k = 0; k < tsu_team_size() && b->part; k++) {
        const double seconds = of_all ? b->part[k].all : unit_cost(b, k) * b->part[k].weight;
        sum += seconds;
        most = fmax(most, seconds);
    }
    return sum > 0.0 ? most * tsu_team_size() / sum : 0.0;
}

double tsu_balance_worst(const tsu_balance *b)
{
    return worst(b, true);
}

double tsu_balance_waited(const tsu_balance *b)
{
    double worked = 0.0, waited = 0.0;
    for (int k = 0; k < tsu_team_size() && b->part; k++) {
        worked += b->part[k].all;
        waited += b->part[k].waited;
    }
    return worked + waited > 0.0 ? waited / (worked + waited) : 0.0;
}

void tsu_balance_tell(tsu_balance *b, const world *w, int64_t steps, double seconds, double waited)
{
    const int rank = tsu_team_rank();
    double *weight = NULL;
    if (!b->part)
        need(tsu_memory_allocate(&b->part, (size_t)tsu_team_size(), sizeof *b->part, "costs", NULL));
    need(tsu_memory_allocate(&weight, (size_t)w->particles.count, sizeof *weight, "costs", NULL));
    const tsu_part_cost *before = &b->part[rank];
    tsu_part_cost mine = {.weight = weigh(w, weight),
                          .seconds = 0.5 * before->seconds + seconds,
                          .all = before->all + seconds,
                          .waited = before->waited + waited};
    mine.work = 0.5 * before->work + mine.weight * (double)steps;
    tsu_memory_release(&weight);
    tsu_team_collect(&mine, sizeof mine, b->part);
    b->uneven = worst(b, false) > much;
}

static bool is_due(const tsu_balance *b)
{
    return b->random || b->uneven;
}

static tsu_status cut(tsu_balance *b, tsu_cut_sample *sample, int64_t samples, tsu_error *err)
{
    const uint64_t random = b->random ? b->random + 7919 * (uint64_t)b->cuts : 0;
    b->cuts++;
    b->uneven = false;
    return tsu_cut_make(&b->cut, tsu_team_size(), sample, samples, random, err);
}

tsu_status tsu_balance_cut_whole(tsu_balance *b, const world *w, tsu_error *err)
{
    const int64_t rows = w->particles.count, most = tsu_cut_samples(tsu_team_size());
    const bool known = b->cut.plane != NULL;
    tsu_cut_sample *sample = NULL;
    double *weight = NULL;
    if (known && !is_due(b) && llabs(rows - b->rows) < rows / 10) return TSU_OK;
    tsu_status s = tsu_memory_allocate(&sample, (size_t)most, sizeof *sample, "samples", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&weight, (size_t)rows, sizeof *weight, "costs", err);
    if (s == TSU_OK) (void)weigh(w, weight);
    const int64_t samples = s == TSU_OK ? tsu_cut_sample_rows(w, rows, weight, sample, most) : 0;
    for (int64_t k = 0; k < samples; k++) {
        const double seconds = known ? unit_cost(b, tsu_cut_owner(&b->cut, sample[k].x)) : 1.0;
        sample[k].cost *= fmax(seconds, 1.0e-12);
    }
    b->rows = rows;
    if (s == TSU_OK) s = cut(b, sample, samples, err);
    tsu_memory_release(&weight);
    tsu_memory_release(&sample);
    return s;
}

void tsu_balance_share(tsu_balance *b)
{
    if (!b->cut.plane) {
        b->cut.ranks = tsu_team_size();
        need(tsu_memory_allocate(&b->cut.plane, (size_t)b->cut.ranks, sizeof *b->cut.plane, "cuts", NULL));
    }
    tsu_team_share(b->cut.plane, (size_t)b->cut.ranks * sizeof *b->cut.plane, false);
    tsu_team_share(&b->uneven, sizeof b->uneven, false); /* all decide alike */
    tsu_team_share(&b->cuts, sizeof b->cuts, false);
}

/* The samples of all ranks, one behind the other. */
static int64_t collect_samples(const tsu_balance *b, const world *w, int64_t most, tsu_cut_sample *all)
{
    const int ranks = tsu_team_size(), rank = tsu_team_rank();
    const int32_t own = tsu_part_own_rows(w);
    tsu_cut_sample *mine = NULL;
    double *weight = NULL;
    int64_t count = 0;
    need(tsu_memory_allocate(&mine, (size_t)most, sizeof *mine, "samples", NULL));
    need(tsu_memory_allocate(&weight, (size_t)w->particles.count, sizeof *weight, "costs", NULL));
    (void)weigh(w, weight);
    const int64_t samples = tsu_cut_sample_rows(w, own, weight, mine, most);
    const double each = fmax(unit_cost(b, rank), 1.0e-12) * own / (double)(samples > 0 ? samples : 1);
    for (int64_t k = 0; k < most; k++) { /* the others, which cost nothing, are left out */
        mine[k].cost = k < samples ? mine[k].cost * each : -1.0;
    }
    tsu_memory_release(&weight);
    tsu_team_collect(mine, (size_t)most * sizeof *mine, all);
    for (int64_t k = 0; k < most * ranks; k++) {
        if (all[k].cost >= 0.0) all[count++] = all[k];
    }
    tsu_memory_release(&mine);
    return count;
}

void tsu_balance_cut_parts(tsu_balance *b, const world *w)
{
    const int ranks = tsu_team_size();
    const int64_t most = SAMPLES;
    tsu_cut_sample *all = NULL;
    if (!is_due(b)) return;
    need(tsu_memory_allocate(&all, (size_t)(most * ranks), sizeof *all, "samples", NULL));
    const int64_t samples = collect_samples(b, w, most, all);
    need(cut(b, all, samples, NULL));
    tsu_memory_release(&all);
    tsu_balance_share(b); /* that of rank 0, should another one sort differently */
}
