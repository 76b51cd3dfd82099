/* SPDX-License-Identifier: Apache-2.0 */
#include "search/levels.h"
#include "base/memory.h"
#include <math.h>

enum { COUNT_BLOCK = 4096 /* rows */ };

/* Up to this ratio of sizes there is one level, without counting. */
static const double single_ratio = 2.0;
/* Ratio of the sizes of one class. */
static const double class_ratio = 1.5;
/* What more than one level costs per particle: its pairs must be brought to their owner [ns]. */
static const double cost_levels = 70.0;
/* Solid fraction of a dense bed. */
static const double dense = 0.6;

/* ---- counting ----------------------------------------------------------------------------------------------------- */

typedef struct count_block {
    double size[TSU_LEVEL_MAX];
    int64_t count[TSU_LEVEL_MAX];
} count_block;

typedef struct count_job {
    const double (*xr)[4];
    int64_t rows;
    double reach;
    const tsu_level_plan *classes;
    count_block *block;
} count_job;

static void count_sizes(void *context, int64_t block, int thread)
{
    (void)thread;
    const count_job *job = context;
    const tsu_range range = tsu_parallel_block(block, job->rows, COUNT_BLOCK);
    count_block *b = &job->block[block];
    for (int64_t i = range.begin; i < range.end; i++) {
        const double size = 2.0 * job->xr[i][3] + job->reach;
        const int k = tsu_plan_level(job->classes, size);
        b->size[k] = size > b->size[k] ? size : b->size[k];
        b->count[k]++;
    }
}

/* Fills in the numbers and sizes of the classes whose limits are given. */
static tsu_status classes_count(tsu_level_plan *classes, const double (*xr)[4], int32_t rows, double reach,
                                int threads, tsu_error *err)
{
    const int64_t blocks = tsu_parallel_blocks(rows, COUNT_BLOCK);
    count_job job = {xr, rows, reach, classes, NULL};
    const tsu_status status =
        tsu_memory_allocate(&job.block, (size_t)blocks, sizeof *job.block, "the sizes of the particles", err);
    if (status != TSU_OK) return status;
    tsu_parallel_for(blocks, threads, count_sizes, &job);
    for (int k = 0; k < classes->levels; k++) {
        classes->size[k] = 0.0;
        classes->count[k] = 0;
        for (int64_t b = 0; b < blocks; b++) {
            classes->size[k] = fmax(classes->size[k], job.block[b].size[k]);
            classes->count[k] += job.block[b].count[k];
        }
    }
    tsu_memory_release(&job.block);
    return TSU_OK;
}

/* ---- joining ------------------------------------------------------------------------------------------------------ */

/* The time in which a particle of size a asks a level of size b with n particles in a volume [ns]. */
static double cost_ask(double a, double b, double n, double volume)
{
    const double cut = 0.5 * (a + b), wide = 2.0 * cut + b, rows = (wide / b) * (wide / b);
    return 40.0 + 4.0 * rows + 0.6 * fmin(n, n / volume * wide * wide * wide);
}

/* The time in which the particles of a level find each other [ns]. */
static double cost_same(double size, double n, double volume)
{
    return n * (30.0 + 0.6 * fmin(n, 13.5 * n / volume * size * size * size));
}

static double cost_cross(const tsu_level_plan *p, int k, int m, double volume)
{
    const double nk = (double)p->count[k], nm = (double)p->count[m];
    return fmin(nk * cost_ask(p->size[k], p->size[m], nm, volume),
                nm * cost_ask(p->size[m], p->size[k], nk, volume));
}

static double cost_all(const tsu_level_plan *p, double volume)
{
    double cost = 0.0;
    for (int k = 0; k < p->levels; k++) {
        cost += cost_same(p->size[k], (double)p->count[k], volume);
        if (p->levels > 1) cost += cost_levels * (double)p->count[k];
        for (int m = k + 1; m < p->levels; m++) {
            cost += cost_cross(p, k, m, volume);
        }
    }
    return cost;
}

/* The plan with level k + 1 joined to level k. */
static tsu_level_plan joined(const tsu_level_plan *p, int k)
{
    tsu_level_plan q = *p;
    q.size[k] = fmax(p->size[k], p->size[k + 1]);
    q.count[k] += p->count[k + 1];
    q.levels--;
    for (int m = k + 1; m < q.levels; m++) {
        q.limit[m] = p->limit[m + 1];
        q.size[m] = p->size[m + 1];
        q.count[m] = p->count[m + 1];
    }
    return q;
}

/* The volume that the particles fill: that of a dense bed of them, or of the box around them if that is less. */
static double filled_volume(const tsu_level_plan *p, const tsu_extent *e)
{
    double solid = 0.0, box = 1.0;
    for (int k = 0; k < p->levels; k++) {
        solid += (double)p->count[k] * 0.5236 * p->size[k] * p->size[k] * p->size[k];
    }
    for (int d = 0; d < 3; d++) {
        box *= e->hi[d] - e->lo[d] + p->size[0];
    }
    return fmin(solid / dense, box);
}

/* Joins neighbours, each time those that gain most, also through a few plans that gain nothing; keeps the best plan. */
static tsu_level_plan levels_join(tsu_level_plan now, double volume)
{
    tsu_level_plan best = now;
    double least = cost_all(&now, volume);
    while (now.levels > 1) {
        int at = 0;
        double lowest = INFINITY;
        for (int k = 0; k + 1 < now.levels; k++) {
            const tsu_level_plan q = joined(&now, k);
            const double cost = cost_all(&q, volume);
            if (cost < lowest) {
                lowest = cost;
                at = k;
            }
        }
        now = joined(&now, at);
        if (lowest < least) {
            least = lowest;
            best = now;
        }
    }
    return best;
}

tsu_status tsu_levels_choose(tsu_level_plan *plan, const double (*xr)[4], int32_t rows,
                             const tsu_extent *extent, double reach, int threads, tsu_error *err)
{
    const double least = 2.0 * extent->r_least + reach, most = 2.0 * extent->r_most + reach;
    *plan = (tsu_level_plan){.levels = 1, .limit = {most}, .size = {most}, .count = {rows}};
    if (most <= single_ratio * least) return TSU_OK;
    tsu_level_plan classes = {.levels = 1, .limit = {most}};
    while (classes.levels < TSU_LEVEL_MAX && classes.limit[classes.levels - 1] > class_ratio * least) {
        classes.limit[classes.levels] = classes.limit[classes.levels - 1] / class_ratio;
        classes.levels++;
    }
    const tsu_status status = classes_count(&classes, xr, rows, reach, threads, err);
    if (status != TSU_OK) return status;
    for (int k = 0; k < classes.levels;) { /* an empty class goes to its neighbour */
        if (classes.count[k] == 0)
            classes = joined(&classes, k > 0 ? k - 1 : 0);
        else
            k++;
    }
    *plan = levels_join(classes, filled_volume(&classes, extent));
    return TSU_OK;
}
