/* SPDX-License-Identifier: Apache-2.0 */
#include "model/group_sum.h"
#include "base/memory.h"
#include "model/rows.h"
#include "step/part/part.h"

typedef struct members {
    const struct tsu_world *world;
    uint32_t group;
    const tsu_region *region;
    tsu_row_values *row;
    const void *context;
} members;

static bool member(const void *context, int64_t i, double *value)
{
    const members *m = context;
    const int32_t row = (int32_t)i;
    if (!(m->world->particles.group[row] & m->group)) return false;
    if (m->region && !tsu_world_in_region(m->world, row, m->region)) return false;
    m->row(m->world, m->context, row, value);
    return true;
}

/* Of all parts; the number of particles is one more sum. */
static int64_t sum_of_parts(const members *m, int width, double *sums)
{
    tsu_exact_sum sum[TSU_EXACT_WIDTH + 1];
    double value[TSU_EXACT_WIDTH];
    for (int k = 0; k <= width; k++) {
        tsu_exact_init(&sum[k]);
    }
    for (int32_t i = 0; i < m->world->particles.count; i++) {
        if (!member(m, i, value)) continue;
        for (int k = 0; k < width; k++) {
            tsu_exact_add(&sum[k], value[k]);
        }
        tsu_exact_add(&sum[width], 1.0);
    }
    tsu_part_add_all(m->world, sum, width + 1);
    for (int k = 0; k < width; k++) {
        sums[k] = tsu_exact_round(&sum[k]);
    }
    return (int64_t)tsu_exact_round(&sum[width]);
}

int64_t tsu_group_sum(const struct tsu_world *w, uint32_t group, const tsu_region *region, int width,
                      tsu_row_values *row, const void *context, double *sums)
{
    const members m = {w, group, region, row, context};
    if (w->part) return sum_of_parts(&m, width, sums);
    return tsu_exact_rows(w->particles.count, width, w->threads, member, &m, sums);
}

/* The rows of each cell one after the other: those of cell c from first[c] to first[c + 1]. */
static void sort_rows(const int64_t *cell, int32_t rows, int64_t cells, int32_t *first, int32_t *order)
{
    for (int32_t i = 0; i < rows; i++) {
        if (cell[i] >= 0) first[cell[i] + 2]++;
    }
    for (int64_t c = 0; c <= cells; c++) {
        first[c + 1] += first[c];
    }
    for (int32_t i = 0; i < rows; i++) {
        if (cell[i] >= 0) order[first[cell[i] + 1]++] = i;
    }
}

tsu_status tsu_cell_sum(const struct tsu_world *w, const int64_t *cell, int64_t cells, int width,
                        int64_t stride, tsu_row_values *row, const void *context, double *sums,
                        tsu_error *err)
{
    const int32_t rows = w->particles.count;
    int32_t *first = NULL, *order = NULL;
    tsu_exact_sum sum[TSU_EXACT_WIDTH];
    double value[TSU_EXACT_WIDTH];
    tsu_status status = tsu_memory_allocate(&first, (size_t)cells + 2, sizeof *first, "cells", err);
    if (status == TSU_OK) status = tsu_memory_allocate(&order, (size_t)rows, sizeof *order, "cells", err);
    if (status == TSU_OK) sort_rows(cell, rows, cells, first, order);
    for (int64_t c = 0; c < cells && status == TSU_OK; c++) {
        for (int k = 0; k < width; k++) {
            tsu_exact_init(&sum[k]);
        }
        for (int32_t q = first[c]; q < first[c + 1]; q++) {
            row(w, context, order[q], value);
            for (int k = 0; k < width; k++) {
                tsu_exact_add(&sum[k], value[k]);
            }
        }
        for (int k = 0; k < width; k++) {
            sums[c * stride + k] = first[c] < first[c + 1] ? tsu_exact_round(&sum[k]) : 0.0;
        }
    }
    tsu_memory_release(&first);
    tsu_memory_release(&order);
    return status;
}
