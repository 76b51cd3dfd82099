/* SPDX-License-Identifier: Apache-2.0 */
#include "search/grid.h"
#include "base/memory.h"
#include "search/pairs.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum {
    EXTENT_BLOCK = 16384, /* rows per block when reading the extent */
    SORT_BLOCKS = 64,     /* the sort has at most so many blocks ... */
    SORT_LEAST = 8192,    /* ... of at least so many rows */
    DIGIT_BITS = 11,      /* the largest digit of the sort */
    CELLS_PER_ROW = 8     /* a level with more cells per particle is folded */
};

/* The largest ratio of sizes that one level may hold. */
static const double level_ratio = 2.0;
/* Cells are wider than needed by this fraction, far more than rounding can move a particle. */
static const double width_margin = 1e-9;
static const double cells_most = 1073741824.0;

/* ---- extent --------------------------------------------------------------------------------------------------- */

typedef struct extent_job {
    const double (*xr)[4];
    int64_t rows;
    tsu_extent *partial;
} extent_job;

static void extent_join(tsu_extent *into, const tsu_extent *e)
{
    for (int a = 0; a < 3; a++) {
        into->lo[a] = e->lo[a] < into->lo[a] ? e->lo[a] : into->lo[a];
        into->hi[a] = e->hi[a] > into->hi[a] ? e->hi[a] : into->hi[a];
    }
    into->r_least = e->r_least < into->r_least ? e->r_least : into->r_least;
    into->r_most = e->r_most > into->r_most ? e->r_most : into->r_most;
    if (into->bad < 0) into->bad = e->bad;
}

static bool row_usable(const double xr[4])
{
    return isfinite(xr[0]) && isfinite(xr[1]) && isfinite(xr[2]) && isfinite(xr[3]) && xr[3] >= 0.0;
}

static TSU_CLONES void extent_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const extent_job *job = context;
    const tsu_range b = tsu_parallel_block(block, job->rows, EXTENT_BLOCK);
    const double(*TSU_RESTRICT xr)[4] = job->xr;
    double lo[4], hi[4], waste[4] = {0.0, 0.0, 0.0, 0.0};
    for (int a = 0; a < 4; a++) {
        lo[a] = hi[a] = xr[b.begin][a];
    }
    for (int64_t i = b.begin; i < b.end; i++) {
        for (int a = 0; a < 4; a++) {
            const double v = xr[i][a];
            lo[a] = v < lo[a] ? v : lo[a];
            hi[a] = v > hi[a] ? v : hi[a];
            waste[a] += v * 0.0; /* stays 0 unless a value is infinite or not a number */
        }
    }
    tsu_extent e = {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}, lo[3], hi[3], 0.0, -1};
    if (!(waste[0] + waste[1] + waste[2] + waste[3] == 0.0) || lo[3] < 0.0) {
        int64_t i = b.begin;
        while (i < b.end - 1 && row_usable(xr[i])) {
            i++;
        }
        e.bad = (int32_t)i;
    }
    job->partial[block] = e;
}

tsu_status tsu_extent_read(tsu_extent *extent, const double (*xr)[4], int32_t rows, int threads,
                           tsu_error *err)
{
    if (rows < 1) {
        *extent = (tsu_extent){.bad = -1};
        return TSU_OK;
    }
    const int64_t blocks = tsu_parallel_blocks(rows, EXTENT_BLOCK);
    extent_job job = {xr, rows, NULL};
    const tsu_status status =
        tsu_memory_allocate(&job.partial, (size_t)blocks, sizeof *job.partial, "extents", err);
    if (status != TSU_OK) return status;
    tsu_parallel_for(blocks, threads, extent_block, &job);
    *extent = job.partial[0];
    for (int64_t b = 1; b < blocks; b++) {
        extent_join(extent, &job.partial[b]);
    }
    tsu_memory_release(&job.partial);
    double most = 0.0;
    for (int a = 0; a < 3; a++) {
        most = fmax(most, fmax(fabs(extent->lo[a]), fabs(extent->hi[a])));
    }
    extent->slack = 16.0 * DBL_EPSILON * most;
    if (extent->bad < 0) return TSU_OK;
    const double *bad = xr[extent->bad];
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "particle row %d at (%g, %g, %g) m with radius %g m cannot be placed in a cell: positions must "
        "be finite and radii not negative; the run has probably become unstable (time step?)",
        (int)extent->bad, bad[0], bad[1], bad[2], bad[3]);
}

/* ---- shape of the levels -------------------------------------------------------------------------------------- */

/* How far particles lie outside the periodic box, both sides together. */
static double axis_excess(const tsu_extent *e, const tsu_box *box, int a)
{
    const double below = fmax(0.0, box->lo[a] - e->lo[a]), above = fmax(0.0, e->hi[a] - box->hi[a]);
    return below + above;
}

static void axis_shape(tsu_axis *a, const tsu_extent *e, const tsu_box *box, int d, double width)
{
    a->periodic = box->periodic[d];
    a->lo = a->periodic ? box->lo[d] : e->lo[d];
    a->length = a->periodic ? box->hi[d] - box->lo[d] : 0.0;
    const double wide = fmax(width + (a->periodic ? axis_excess(e, box, d) : 0.0), DBL_MIN);
    const double span = a->periodic ? a->length : e->hi[d] - e->lo[d];
    const double cells = fmin(floor(span / wide) + (a->periodic ? 0.0 : 1.0), cells_most);
    a->cells = cells < 1.0 ? 1 : (int32_t)cells;
    a->stored = a->cells;
    a->per_m = a->periodic ? a->cells / a->length : 1.0 / wide;
}

/* Halves the longest axis until the level has few enough cells. A folded periodic axis gets a number of cells that the
 * fold divides, so that its last cell is stored beside its first. */
static void level_fold(tsu_level *level, double most)
{
    tsu_axis *ax = level->axis;
    while ((double)ax[0].stored * ax[1].stored * ax[2].stored > most) {
        int longest = 0;
        for (int d = 1; d < 3; d++) {
            if (ax[d].stored > ax[longest].stored) longest = d;
        }
        tsu_axis *a = &ax[longest];
        if (a->stored <= TSU_FOLD_LEAST) break;
        a->stored = a->stored / 2 + 1 > TSU_FOLD_LEAST ? a->stored / 2 + 1 : TSU_FOLD_LEAST;
        if (a->periodic) {
            a->cells = a->stored * (a->cells / a->stored);
            a->per_m = a->cells / a->length;
        }
    }
}

static int64_t level_cells(const tsu_level *level)
{
    return (int64_t)level->axis[0].stored * level->axis[1].stored * level->axis[2].stored;
}

static void level_shape(tsu_level *level, const tsu_extent *e, const tsu_box *box, int32_t rows)
{
    level->width = level->size * (1.0 + width_margin) + e->slack;
    for (int d = 0; d < 3; d++) {
        axis_shape(&level->axis[d], e, box, d, level->width);
    }
    const double own = CELLS_PER_ROW * (double)(level->end - level->begin), share = rows / 8.0;
    level_fold(level, fmax(fmax(own, share), 64.0));
}

/* ---- levels by size ------------------------------------------------------------------------------------------- */

typedef struct size_job {
    const double (*xr)[4];
    int64_t rows;
    double reach;
    double limit[TSU_LEVEL_MAX]; /* sizes of level k are in (limit[k + 1], limit[k]] */
    int levels;
    double (*largest)[TSU_LEVEL_MAX]; /* per block */
    int64_t (*count)[TSU_LEVEL_MAX];
} size_job;

TSU_FN int size_level(const double *limit, int levels, double size)
{
    int level = 0;
    for (int k = 1; k < levels; k++) {
        level += size <= limit[k];
    }
    return level;
}

static void size_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const size_job *job = context;
    const tsu_range b = tsu_parallel_block(block, job->rows, EXTENT_BLOCK);
    for (int64_t i = b.begin; i < b.end; i++) {
        const double size = 2.0 * job->xr[i][3] + job->reach;
        const int k = size_level(job->limit, job->levels, size);
        if (size > job->largest[block][k]) job->largest[block][k] = size;
        job->count[block][k]++;
    }
}

bool tsu_grid_single(const tsu_extent *e, double reach)
{
    return 2.0 * e->r_most + reach <= level_ratio * (2.0 * e->r_least + reach);
}

/* Decides how many levels there are, and counts their particles. */
static tsu_status levels_count(tsu_grid *g, size_job *job, tsu_error *err)
{
    const double least = 2.0 * g->extent.r_least + g->reach, most = 2.0 * g->extent.r_most + g->reach;
    job->levels = 1;
    job->limit[0] = most;
    double limit = most;
    while (job->levels < TSU_LEVEL_MAX && limit > least * level_ratio) {
        limit *= 0.5;
        job->limit[job->levels++] = limit;
    }
    g->levels = job->levels;
    memset(g->level, 0, sizeof g->level);
    if (job->levels == 1) {
        g->level[0].size = most;
        g->level[0].end = g->rows;
        return TSU_OK;
    }
    const int64_t blocks = tsu_parallel_blocks(g->rows, EXTENT_BLOCK);
    tsu_status status =
        tsu_memory_allocate(&job->largest, (size_t)blocks, sizeof *job->largest, "levels", err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&job->count, (size_t)blocks, sizeof *job->count, "levels", err);
    if (status == TSU_OK) {
        tsu_parallel_for(blocks, g->threads, size_block, job);
        int32_t begin = 0;
        for (int k = 0; k < job->levels; k++) {
            tsu_level *l = &g->level[k];
            l->begin = l->end = begin;
            for (int64_t b = 0; b < blocks; b++) {
                l->end += (int32_t)job->count[b][k];
                l->size = fmax(l->size, job->largest[b][k]);
            }
            begin = l->end;
        }
    }
    tsu_memory_release(&job->largest);
    tsu_memory_release(&job->count);
    return status;
}

/* ---- keys and sort -------------------------------------------------------------------------------------------- */

typedef struct sort_job {
    tsu_grid *g;
    const size_job *sizes;
    const double (*xr)[4];
    int64_t blocks, block_size;
    int shift, bits; /* digit of this pass */
    int from;        /* which key array holds the input */
    uint64_t *ends;  /* per block: first key, last key, 1 if out of order */
} sort_job;

TSU_FN uint32_t level_cell(const tsu_level *l, const double xr[4])
{
    uint32_t at[3];
    for (int d = 0; d < 3; d++) {
        const tsu_axis *a = &l->axis[d];
        const int32_t c = tsu_axis_cell(a, xr[d]);
        at[d] = (uint32_t)(a->stored < a->cells ? c % a->stored : c);
    }
    const uint32_t nx = (uint32_t)l->axis[0].stored, ny = (uint32_t)l->axis[1].stored;
    return (uint32_t)l->base + (at[2] * ny + at[1]) * nx + at[0];
}

static TSU_CLONES void key_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    const tsu_grid *g = job->g;
    const tsu_range b = tsu_parallel_block(block, g->rows, job->block_size);
    uint64_t *TSU_RESTRICT key = g->key[0];
    if (g->levels == 1) {
        const tsu_level level = g->level[0];
        for (int64_t i = b.begin; i < b.end; i++) {
            key[i] = (uint64_t)level_cell(&level, job->xr[i]) << TSU_ROW_BITS | (uint64_t)i;
        }
    } else {
        for (int64_t i = b.begin; i < b.end; i++) {
            const double size = 2.0 * job->xr[i][3] + g->reach;
            const int k = size_level(job->sizes->limit, g->levels, size);
            key[i] = (uint64_t)level_cell(&g->level[k], job->xr[i]) << TSU_ROW_BITS | (uint64_t)i;
        }
    }
    uint64_t disorder = 0;
    for (int64_t i = b.begin + 1; i < b.end; i++) {
        disorder |= key[i] < key[i - 1];
    }
    job->ends[3 * block] = key[b.begin];
    job->ends[3 * block + 1] = key[b.end - 1];
    job->ends[3 * block + 2] = disorder;
}

static bool keys_in_order(const sort_job *job)
{
    bool ordered = true;
    for (int64_t b = 0; b < job->blocks; b++) {
        if (job->ends[3 * b + 2]) ordered = false;
        if (b > 0 && job->ends[3 * b] < job->ends[3 * b - 2]) ordered = false;
    }
    return ordered;
}

static void digit_count_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    const tsu_range b = tsu_parallel_block(block, job->g->rows, job->block_size);
    const uint64_t *key = job->g->key[job->from];
    const uint64_t mask = ((uint64_t)1 << job->bits) - 1;
    int32_t *count = job->g->histogram + (block << job->bits);
    memset(count, 0, sizeof *count << job->bits);
    for (int64_t i = b.begin; i < b.end; i++) {
        count[key[i] >> job->shift & mask]++;
    }
}

static void digit_move_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    const tsu_range b = tsu_parallel_block(block, job->g->rows, job->block_size);
    const uint64_t *TSU_RESTRICT key = job->g->key[job->from];
    uint64_t *TSU_RESTRICT to = job->g->key[1 - job->from];
    const uint64_t mask = ((uint64_t)1 << job->bits) - 1;
    int32_t *place = job->g->histogram + (block << job->bits);
    for (int64_t i = b.begin; i < b.end; i++) {
        to[place[key[i] >> job->shift & mask]++] = key[i];
    }
}

/* Turns the counts into the place of the first key of each digit and block. */
static void digit_places(int32_t *histogram, int64_t blocks, int bits)
{
    int32_t at = 0;
    for (int64_t d = 0; d < (int64_t)1 << bits; d++) {
        for (int64_t b = 0; b < blocks; b++) {
            int32_t *h = &histogram[(b << bits) + d];
            const int32_t count = *h;
            *h = at;
            at += count;
        }
    }
}

/* Stable sort of the keys by cell, digit by digit from the lowest. Linear in the number of rows. */
static void keys_sort(sort_job *job)
{
    tsu_grid *g = job->g;
    int bits = 1;
    while ((int64_t)1 << bits < g->cells) {
        bits++;
    }
    const int passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    job->bits = (bits + passes - 1) / passes;
    for (int pass = 0; pass < passes; pass++) {
        job->shift = TSU_ROW_BITS + pass * job->bits;
        tsu_parallel_for(job->blocks, g->threads, digit_count_block, job);
        digit_places(g->histogram, job->blocks, job->bits);
        tsu_parallel_for(job->blocks, g->threads, digit_move_block, job);
        job->from = 1 - job->from;
    }
}

/* ---- sorted copies -------------------------------------------------------------------------------------------- */

/* Copies the particles of a block in sorted order, and notes where the cells begin that begin in this block. */
static void gather_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    tsu_grid *g = job->g;
    const tsu_range b = tsu_parallel_block(block, g->rows, job->block_size);
    const uint64_t *TSU_RESTRICT key = g->key[job->from];
    const uint64_t mask = ((uint64_t)1 << TSU_ROW_BITS) - 1;
    int64_t begun = b.begin > 0 ? (int64_t)(key[b.begin - 1] >> TSU_ROW_BITS) : -1;
    for (int64_t k = b.begin; k < b.end; k++) {
        const int64_t row = (int64_t)(key[k] & mask), cell = (int64_t)(key[k] >> TSU_ROW_BITS);
        g->x[k] = job->xr[row][0];
        g->y[k] = job->xr[row][1];
        g->z[k] = job->xr[row][2];
        g->r[k] = job->xr[row][3];
        g->row[k] = (int32_t)row;
        g->cell[k] = (uint32_t)cell;
        while (begun < cell) {
            g->start[++begun] = (int32_t)k;
        }
    }
    if (b.end < g->rows) return;
    while (begun < g->cells) {
        g->start[++begun] = g->rows;
    }
}

typedef struct grid_array {
    void *pointer;
    size_t size;
} grid_array;

/* Contents are lost when they grow: a build writes them anew. If one fails the others are larger than they need be, which
 * does no harm. */
static tsu_status arrays_reserve(const grid_array *list, int n, size_t *capacity, size_t needed,
                                 tsu_error *err)
{
    if (needed <= *capacity) return TSU_OK;
    const size_t next = tsu_memory_next_capacity(*capacity, needed);
    tsu_status status = TSU_OK;
    *capacity = 0;
    for (int k = 0; k < n && status == TSU_OK; k++) {
        tsu_memory_release(list[k].pointer);
        status = tsu_memory_allocate(list[k].pointer, next, list[k].size,
                                     "the sorted particles of the search", err);
    }
    if (status == TSU_OK) *capacity = next;
    return status;
}

static tsu_status keys_reserve(tsu_grid *g, int64_t blocks, tsu_error *err)
{
    const grid_array keys[] = {{&g->key[0], sizeof(uint64_t)}, {&g->key[1], sizeof(uint64_t)}};
    const tsu_status status = arrays_reserve(keys, 2, &g->keys_capacity, (size_t)g->rows, err);
    if (status != TSU_OK) return status;
    return tsu_memory_grow(&g->histogram, &g->histogram_capacity, (size_t)blocks << DIGIT_BITS,
                           sizeof *g->histogram, "the histograms of the search", err);
}

static tsu_status sorted_reserve(tsu_grid *g, tsu_error *err)
{
    const grid_array list[] = {{&g->x, sizeof *g->x}, {&g->y, sizeof *g->y},     {&g->z, sizeof *g->z},
                               {&g->r, sizeof *g->r}, {&g->row, sizeof *g->row}, {&g->cell, sizeof *g->cell}};
    const grid_array cells[] = {{&g->start, sizeof *g->start}};
    const tsu_status status = arrays_reserve(list, 6, &g->rows_capacity, (size_t)g->rows + TSU_GRID_PAD, err);
    return status == TSU_OK ? arrays_reserve(cells, 1, &g->cells_capacity, (size_t)g->cells + 1, err)
                            : status;
}

/* Leaves the keys in cell order in key[job->from]. */
static tsu_status grid_sort(tsu_grid *g, sort_job *job, tsu_error *err)
{
    const int64_t share = tsu_parallel_blocks(g->rows, SORT_BLOCKS);
    job->block_size = share > SORT_LEAST ? share : SORT_LEAST;
    job->blocks = tsu_parallel_blocks(g->rows, job->block_size);
    uint64_t ends[3 * SORT_BLOCKS];
    job->ends = ends;
    const tsu_status status = keys_reserve(g, job->blocks, err);
    if (status != TSU_OK) return status;
    tsu_parallel_for(job->blocks, g->threads, key_block, job);
    g->in_order = keys_in_order(job);
    if (!g->in_order) keys_sort(job);
    return TSU_OK;
}

/* ---- build ---------------------------------------------------------------------------------------------------- */

static tsu_status box_check(const tsu_extent *e, const tsu_box *box, double reach, tsu_error *err)
{
    const double need = 2.0 * e->r_most + reach;
    for (int d = 0; d < 3; d++) {
        const double length = box->hi[d] - box->lo[d];
        if (!box->periodic[d]) continue;
        if (!(length > 0.0 && isfinite(length)))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "the periodic box side %c has the length %g m; it must be positive", 'x' + d,
                                 length);
        const double excess = axis_excess(e, box, d);
        if (length < need + excess)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the periodic box side %c is %g m long, but the largest particle (radius %g m) with the "
                "search skin of %g m%s needs at least %g m; enlarge the box or reduce the skin",
                'x' + d, length, e->r_most, reach, excess > 0.0 ? " and the particles outside the box" : "",
                need + excess);
    }
    return TSU_OK;
}

static void grid_shape(tsu_grid *g, const tsu_box *box)
{
    g->cells = 0;
    for (int k = 0; k < g->levels; k++) {
        tsu_level *l = &g->level[k];
        l->base = g->cells;
        if (l->end == l->begin) continue;
        level_shape(l, &g->extent, box, g->rows);
        g->cells += level_cells(l);
    }
}

tsu_status tsu_grid_build(tsu_grid *grid, const double (*xr)[4], int32_t rows, const tsu_box *box,
                          double reach, int threads, tsu_error *err)
{
    tsu_extent extent;
    tsu_status status = tsu_extent_read(&extent, xr, rows, threads, err);
    if (status == TSU_OK) status = box_check(&extent, box, reach, err);
    if (status != TSU_OK) return status;
    grid->extent = extent;
    grid->rows = rows;
    grid->reach = reach;
    grid->threads = threads;
    size_job sizes = {.xr = xr, .rows = rows, .reach = reach};
    status = levels_count(grid, &sizes, err);
    if (status != TSU_OK) return status;
    grid_shape(grid, box);
    sort_job job = {.g = grid, .sizes = &sizes, .xr = xr};
    status = grid_sort(grid, &job, err);
    if (status == TSU_OK) status = sorted_reserve(grid, err);
    if (status == TSU_OK) tsu_parallel_for(job.blocks, threads, gather_block, &job);
    return status;
}

tsu_status tsu_grid_order(int32_t *order, const double (*xr)[4], int32_t rows, const tsu_box *box,
                          double cell, int threads, tsu_error *err)
{
    tsu_grid grid = {.rows = rows, .levels = 1, .threads = threads};
    tsu_status status = tsu_extent_read(&grid.extent, xr, rows, threads, err);
    if (status != TSU_OK) return status;
    grid.level[0].size = cell;
    grid.level[0].end = rows;
    grid_shape(&grid, box);
    sort_job job = {.g = &grid, .xr = xr};
    status = grid_sort(&grid, &job, err);
    if (status == TSU_OK) {
        const uint64_t mask = ((uint64_t)1 << TSU_ROW_BITS) - 1;
        for (int32_t k = 0; k < rows; k++) {
            order[k] = (int32_t)(grid.key[job.from][k] & mask);
        }
    }
    tsu_grid_free(&grid);
    return status;
}

void tsu_grid_free(tsu_grid *grid)
{
    tsu_memory_release(&grid->x);
    tsu_memory_release(&grid->y);
    tsu_memory_release(&grid->z);
    tsu_memory_release(&grid->r);
    tsu_memory_release(&grid->row);
    tsu_memory_release(&grid->cell);
    tsu_memory_release(&grid->start);
    tsu_memory_release(&grid->key[0]);
    tsu_memory_release(&grid->key[1]);
    tsu_memory_release(&grid->histogram);
    memset(grid, 0, sizeof *grid);
}

/* ---- windows -------------------------------------------------------------------------------------------------- */

static int window_push(tsu_window *out, int n, int32_t cell, int32_t shift)
{
    if (n > 0 && out[n - 1].shift == shift && out[n - 1].last + 1 == cell) {
        out[n - 1].last = cell;
        return n;
    }
    out[n] = (tsu_window){cell, cell, shift};
    return n + 1;
}

int tsu_axis_windows(const tsu_axis *a, int32_t from, int32_t to, bool folded, tsu_window out[TSU_WINDOW_MAX])
{
    const int32_t cells = folded ? a->stored : a->cells;
    int n = 0;
    for (int32_t c = from; c <= to; c++) {
        const int32_t shift = c < 0 ? -1 : c >= cells ? 1 : 0;
        const int32_t cell = (c - shift * cells) % a->stored;
        if (shift == 0 || a->periodic) n = window_push(out, n, cell, shift);
        if (shift != 0 && folded && a->stored < a->cells) n = window_push(out, n, cell, 0);
    }
    return n;
}
