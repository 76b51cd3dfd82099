/* SPDX-License-Identifier: Apache-2.0 */
/* Finding close pairs on a sorted grid.
 *
 * Pairs on the same level are found from the particle that comes first in sorted order: it looks at the particles behind
 * it in its own cell and in the cells around. Cells along x are stored side by side, so that these are a handful of
 * contiguous runs. Pairs between levels are found from the finer one: a few consecutive fine particles look for coarse
 * ones near their common bounding box, and each of these is then compared with all of them.
 * The comparison of a sphere with a run is in near_compare.c. */
#include "search/pairs_near.h"
#include "base/memory.h"
#include <string.h>

static const uint32_t no_image = (uint32_t)TSU_IMAGE_NONE << TSU_ROW_BITS;

enum {
    RUN_MAX = TSU_WINDOW_MAX * TSU_WINDOW_MAX * TSU_WINDOW_MAX,
    GROUP_MAX = 32 /* fine particles that look for coarse ones together */
};

typedef struct near_runs {
    int count;
    bool ordered; /* the runs ascend, so that what they give needs no sorting */
    tsu_near_run run[RUN_MAX];
} near_runs;

static uint32_t image_code(int32_t sx, int32_t sy, int32_t sz)
{
    return (uint32_t)((sx + 1) + 3 * (sy + 1) + 9 * (sz + 1)) << TSU_ROW_BITS;
}

/* The runs of the cells in the product of three windows that end behind the particle `least`. */
static void runs_of_windows(near_runs *runs, const tsu_grid *g, const tsu_level *l, int32_t least,
                            const tsu_window (*w)[TSU_WINDOW_MAX], const int *n)
{
    const int64_t nx = l->axis[0].stored, ny = l->axis[1].stored;
    for (int c = 0; c < n[2]; c++) {
        for (int64_t z = w[2][c].first; z <= w[2][c].last; z++) {
            for (int b = 0; b < n[1]; b++) {
                for (int64_t y = w[1][b].first; y <= w[1][b].last; y++) {
                    const int32_t *start = g->start + l->base + (z * ny + y) * nx;
                    for (int a = 0; a < n[0]; a++) {
                        const int32_t begin = start[w[0][a].first], end = start[w[0][a].last + 1];
                        if (end <= least || end == begin) continue;
                        const int32_t sx = w[0][a].shift, sy = w[1][b].shift, sz = w[2][c].shift;
                        runs->run[runs->count++] = (tsu_near_run){
                            begin,
                            end,
                            image_code(sx, sy, sz),
                            {sx * l->axis[0].length, sy * l->axis[1].length, sz * l->axis[2].length}};
                    }
                }
            }
        }
    }
}

/* A cell of a level, as its three coordinates. */
typedef struct near_cell {
    int64_t cell;
    int32_t at[3];
} near_cell;

/* Most often the next cell is a little further along the same row. */
static void cell_locate(near_cell *c, const tsu_level *l, int64_t cell)
{
    const int32_t nx = l->axis[0].stored, ny = l->axis[1].stored;
    const int64_t x = c->at[0] + (cell - c->cell);
    if (c->cell >= 0 && cell >= c->cell && x < nx) {
        c->at[0] = (int32_t)x;
    } else {
        const int32_t local = (int32_t)(cell - l->base), row = local / nx;
        c->at[0] = local - row * nx;
        c->at[2] = row / ny;
        c->at[1] = row - c->at[2] * ny;
    }
    c->cell = cell;
}

/* Whether the cells around are those next to it, without images or folds. */
static bool cell_inside(const near_cell *c, const tsu_level *l)
{
    bool inside = true;
    for (int d = 0; d < 3; d++) {
        const tsu_axis *a = &l->axis[d];
        const bool closed = a->periodic || a->stored < a->cells,
                   edge = c->at[d] == 0 || c->at[d] == a->stored - 1;
        inside = inside && !(closed && edge);
    }
    return inside;
}

/* The runs around such a cell: its own row from the cell on, the next row, and three rows of the next layer. */
static void runs_inside(near_runs *runs, const tsu_grid *g, const tsu_level *l, const near_cell *c)
{
    const int32_t nx = l->axis[0].stored, ny = l->axis[1].stored, nz = l->axis[2].stored;
    const int32_t x = c->at[0], y = c->at[1], z = c->at[2];
    const int32_t before = x > 0, after = x + 1 < nx;
    const int32_t *start = g->start + c->cell;
    int n = 0;
    runs->run[n++] = (tsu_near_run){.begin = start[0], .end = start[1 + after], .code = no_image};
    for (int dz = 0; dz < 2; dz++) {
        if (z + dz >= nz) break;
        for (int dy = dz ? -1 : 1; dy < 2; dy++) {
            if (y + dy < 0 || y + dy >= ny) continue;
            const int32_t *row = start + ((int64_t)dz * ny + dy) * nx;
            runs->run[n] = (tsu_near_run){.begin = row[-before], .end = row[1 + after], .code = no_image};
            n += row[-before] < row[1 + after];
        }
    }
    runs->count = n;
    runs->ordered = true;
}

/* The runs around a cell of the level, behind its first particle. */
static void runs_around(near_runs *runs, const tsu_grid *g, const tsu_level *l, near_cell *c, int32_t first)
{
    cell_locate(c, l, g->cell[first]);
    if (cell_inside(c, l)) {
        runs_inside(runs, g, l, c);
        return;
    }
    tsu_window w[3][TSU_WINDOW_MAX];
    int n[3];
    for (int d = 0; d < 3; d++) {
        n[d] = tsu_axis_windows(&l->axis[d], c->at[d] - 1, c->at[d] + 1, true, w[d]);
    }
    runs->count = 0;
    runs->ordered = false;
    runs_of_windows(runs, g, l, first + 1, w, n);
}

static tsu_status room(void *pointer, size_t *capacity, int64_t needed, size_t size)
{
    if (TSU_LIKELY((size_t)needed <= *capacity)) return TSU_OK;
    return tsu_memory_grow(pointer, capacity, (size_t)needed, size, "the pairs of a block", NULL);
}

/* At most so many entries are written for particle p, the last TSU_GRID_PAD of them void. */
static int64_t runs_bound(const near_runs *runs)
{
    int64_t bound = TSU_GRID_PAD;
    for (int k = 0; k < runs->count; k++) {
        bound += runs->run[k].end - runs->run[k].begin;
    }
    return bound;
}

TSU_FN int64_t near_particle(const tsu_pairs_work *work, const near_runs *runs, int32_t p, uint32_t *out)
{
    const tsu_grid *g = &work->grid;
    const double sphere[4] = {g->x[p], g->y[p], g->z[p], g->r[p]};
    return work->compare(g, sphere, p, runs->run, runs->count, out);
}

/* ---- rows in cell order: the list of a row is what its particle finds ------------------------------------------- */

static uint32_t value_of_code(uint32_t code)
{
    return code << (32 - TSU_ROW_BITS) | code >> TSU_ROW_BITS;
}

static uint32_t code_of_value(uint32_t value)
{
    return value >> (32 - TSU_ROW_BITS) | value << TSU_ROW_BITS;
}

static void codes_sort(uint32_t *code, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        code[k] = value_of_code(code[k]);
    }
    tsu_near_sort(code, count);
    for (int64_t k = 0; k < count; k++) {
        code[k] = code_of_value(code[k]);
    }
}

static void near_ordered_block(void *context, int64_t block, int thread)
{
    (void)thread;
    tsu_pairs_work *work = context;
    const tsu_grid *g = &work->grid;
    tsu_near_block *b = &work->block[block];
    const tsu_range range = tsu_parallel_block(block, g->rows, work->block_size);
    near_runs runs;
    near_cell cell = {.cell = -1};
    int64_t bound = 0;
    b->count = 0;
    for (int32_t p = (int32_t)range.begin; p < range.end; p++) {
        if (g->cell[p] != cell.cell) {
            runs_around(&runs, g, &g->level[0], &cell, p);
            bound = runs_bound(&runs);
        }
        b->status = room(&b->partner, &b->partner_capacity, b->count + bound, sizeof *b->partner);
        if (b->status != TSU_OK) return;
        uint32_t *out = b->partner + b->count;
        const int64_t n = near_particle(work, &runs, p, out);
        if (!runs.ordered) codes_sort(out, n);
        work->row_count[p] = (int32_t)n;
        b->count += n;
    }
}

/* ---- rows in any order: pairs on their way to the list of their owner --------------------------------------------- */

/* Particle p has found q under the image of `code`. */
TSU_FN tsu_found found_pair(const tsu_grid *g, int32_t p, int32_t q, uint32_t image)
{
    const uint32_t i = (uint32_t)g->row[p], j = (uint32_t)g->row[q], shift = 32 - TSU_ROW_BITS;
    const tsu_found forward = {i, j << shift | image}, back = {j, i << shift | (2 * TSU_IMAGE_NONE - image)};
    return i < j ? forward : back;
}

static tsu_status near_level(tsu_pairs_work *work, const tsu_level *l, tsu_range range, tsu_near_scratch *s)
{
    const tsu_grid *g = &work->grid;
    near_runs runs;
    near_cell cell = {.cell = -1};
    int64_t bound = 0;
    for (int32_t p = (int32_t)range.begin; p < range.end; p++) {
        if (g->cell[p] != cell.cell) {
            runs_around(&runs, g, l, &cell, p);
            bound = runs_bound(&runs);
            const tsu_status status = room(&s->near, &s->near_capacity, bound, sizeof *s->near);
            if (status != TSU_OK) return status;
        }
        const tsu_status status = room(&s->found, &s->found_capacity, s->count + bound, sizeof *s->found);
        if (status != TSU_OK) return status;
        const int64_t n = near_particle(work, &runs, p, s->near);
        for (int64_t k = 0; k < n; k++) {
            s->found[s->count++] =
                found_pair(g, p, tsu_partner_row(s->near[k]), (uint32_t)tsu_partner_image(s->near[k]));
        }
    }
    return TSU_OK;
}

/* ---- between levels ----------------------------------------------------------------------------------------------- */

/* Consecutive fine particles with their bounding box. */
typedef struct near_group {
    int32_t begin, end;
    double lo[3], hi[3], r; /* of the centres, and the largest radius [m] */
} near_group;

/* The longest group from `begin` on that stays inside a box of side `most`. */
static near_group group_from(const tsu_grid *g, int32_t begin, int32_t limit, double most)
{
    near_group group = {
        begin, begin, {g->x[begin], g->y[begin], g->z[begin]}, {g->x[begin], g->y[begin], g->z[begin]}, 0.0};
    for (int32_t p = begin; p < limit && p < begin + GROUP_MAX; p++) {
        const double at[3] = {g->x[p], g->y[p], g->z[p]};
        double lo[3], hi[3];
        bool fits = true;
        for (int d = 0; d < 3; d++) {
            lo[d] = at[d] < group.lo[d] ? at[d] : group.lo[d];
            hi[d] = at[d] > group.hi[d] ? at[d] : group.hi[d];
            fits = fits && hi[d] - lo[d] <= most;
        }
        if (!fits) break;
        memcpy(group.lo, lo, sizeof lo);
        memcpy(group.hi, hi, sizeof hi);
        group.r = g->r[p] > group.r ? g->r[p] : group.r;
        group.end = p + 1;
    }
    return group;
}

/* Whether sphere q under a shift may touch something in the group. Rounding is on the safe side. */
TSU_FN bool group_meets(const tsu_grid *g, const near_group *group, int32_t q, const double shift[3])
{
    const double at[3] = {g->x[q] + shift[0], g->y[q] + shift[1], g->z[q] + shift[2]};
    double d2 = 0.0;
    for (int d = 0; d < 3; d++) {
        const double below = group->lo[d] - at[d], above = at[d] - group->hi[d];
        const double most = below > above ? below : above, apart = most > 0.0 ? most : 0.0;
        d2 += apart * apart;
    }
    const double cut = (g->r[q] + group->r + g->reach) * (1.0 + 1e-9) + g->extent.slack;
    return d2 <= cut * cut;
}

/* The runs of the level that hold every partner of the group. */
static void runs_of_group(near_runs *runs, const tsu_grid *g, const tsu_level *l, const near_group *group)
{
    tsu_window w[3][TSU_WINDOW_MAX];
    int n[3];
    for (int d = 0; d < 3; d++) {
        const tsu_axis *a = &l->axis[d];
        n[d] = tsu_axis_windows(a, tsu_axis_cell(a, group->lo[d]) - 1, tsu_axis_cell(a, group->hi[d]) + 1,
                                false, w[d]);
    }
    runs->count = 0;
    runs_of_windows(runs, g, l, 0, w, n);
}

static tsu_status near_coarser(tsu_pairs_work *work, const tsu_level *l, const near_group *group,
                               tsu_near_scratch *s)
{
    const tsu_grid *g = &work->grid;
    near_runs runs;
    uint32_t near[GROUP_MAX + TSU_GRID_PAD];
    runs_of_group(&runs, g, l, group);
    for (int k = 0; k < runs.count; k++) {
        const tsu_near_run *run = &runs.run[k];
        const tsu_near_run fine = {
            group->begin, group->end, 0, {-run->shift[0], -run->shift[1], -run->shift[2]}};
        for (int32_t q = run->begin; q < run->end; q++) {
            if (!group_meets(g, group, q, run->shift)) continue;
            const tsu_status status =
                room(&s->found, &s->found_capacity, s->count + GROUP_MAX, sizeof *s->found);
            if (status != TSU_OK) return status;
            const double sphere[4] = {g->x[q], g->y[q], g->z[q], g->r[q]};
            const int64_t n = work->compare(g, sphere, -1, &fine, 1, near);
            for (int64_t m = 0; m < n; m++) {
                s->found[s->count++] = found_pair(g, (int32_t)near[m], q, run->code >> TSU_ROW_BITS);
            }
        }
    }
    return TSU_OK;
}

/* The pairs of particles of one level with those of all coarser ones. */
static tsu_status near_levels(tsu_pairs_work *work, int level, tsu_range range, tsu_near_scratch *s)
{
    const tsu_grid *g = &work->grid;
    int finest = level - 1;
    while (finest >= 0 && g->level[finest].begin == g->level[finest].end) {
        finest--;
    }
    if (finest < 0) return TSU_OK;
    /* A group narrower than a coarse cell lies in two of them at most along each axis. */
    const double most = 0.9 * g->level[finest].width;
    for (int32_t p = (int32_t)range.begin; p < range.end;) {
        const near_group group = group_from(g, p, (int32_t)range.end, most);
        for (int k = finest; k >= 0; k--) {
            if (g->level[k].begin == g->level[k].end) continue;
            const tsu_status status = near_coarser(work, &g->level[k], &group, s);
            if (status != TSU_OK) return status;
        }
        p = group.end;
    }
    return TSU_OK;
}

/* ---- a block ------------------------------------------------------------------------------------------------------ */

/* Moves the pairs of a block from the scratch to the block, grouped by chunk of owners. */
static tsu_status block_group(tsu_pairs_work *work, int64_t block, const tsu_near_scratch *s)
{
    tsu_near_block *b = &work->block[block];
    int64_t *count = work->chunk_count + block * work->chunks;
    const tsu_status status = room(&b->found, &b->found_capacity, s->count, sizeof *b->found);
    if (status != TSU_OK) return status;
    memset(count, 0, sizeof *count * (size_t)work->chunks);
    const uint32_t size = (uint32_t)work->chunk_size;
    for (int64_t k = 0; k < s->count; k++) {
        count[s->found[k].owner / size]++;
    }
    int64_t at = 0;
    for (int64_t c = 0; c < work->chunks; c++) {
        at += count[c];
        count[c] = at; /* end of the chunk; filling backwards turns it into the begin */
    }
    for (int64_t k = s->count - 1; k >= 0; k--) {
        b->found[--count[s->found[k].owner / size]] = s->found[k];
    }
    b->count = s->count;
    return TSU_OK;
}

static void near_any_block(void *context, int64_t block, int thread)
{
    tsu_pairs_work *work = context;
    const tsu_grid *g = &work->grid;
    tsu_near_scratch *s = &work->scratch[thread];
    const tsu_range range = tsu_parallel_block(block, g->rows, work->block_size);
    tsu_status status = TSU_OK;
    s->count = 0;
    for (int k = 0; k < g->levels && status == TSU_OK; k++) {
        const tsu_level *l = &g->level[k];
        const tsu_range part = {range.begin > l->begin ? range.begin : l->begin,
                                range.end < l->end ? range.end : l->end};
        if (part.begin >= part.end) continue;
        status = near_level(work, l, part, s);
        if (status == TSU_OK) status = near_levels(work, k, part, s);
    }
    if (status == TSU_OK) status = block_group(work, block, s);
    work->block[block].status = status;
}

tsu_status tsu_near_search(tsu_pairs_work *work, tsu_error *err)
{
    const bool direct = work->grid.in_order && work->grid.levels == 1;
    tsu_near_fn *versions[TSU_NEAR_VERSIONS];
    tsu_near_versions(versions);
    work->compare = versions[0];
    tsu_parallel_for(work->blocks, work->threads, direct ? near_ordered_block : near_any_block, work);
    for (int64_t b = 0; b < work->blocks; b++) {
        if (work->block[b].status != TSU_OK)
            return tsu_error_set(
                err, work->block[b].status,
                "no memory for the pairs of close particles; are very many particles in one place, or is "
                "the skin of %g m far larger than they are?",
                work->grid.reach);
    }
    return TSU_OK;
}
