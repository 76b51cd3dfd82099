/* SPDX-License-Identifier: Apache-2.0 */
#include "search/grid.h"
#include "base/memory.h"
#include "search/grid_sort.h"
#include "search/levels.h"
#include "search/pairs.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum {
    EXTENT_BLOCK = 2048, /* rows per block when reading the extent and writing an order */
    CELLS_PER_ROW = 8,   /* a level with more cells per particle is folded */
    BAND_LEAST = 16      /* cells of a band along y: neighbours across seams are to be few */
};

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
    a->excess = a->periodic ? axis_excess(e, box, d) : 0.0;
    const double wide = fmax(width + a->excess, DBL_MIN);
    const double span = a->periodic ? a->length : e->hi[d] - e->lo[d];
    const double cells = fmin(floor(span / wide) + (a->periodic ? 0.0 : 1.0), cells_most);
    a->cells = cells < 1.0 ? 1 : (int32_t)cells;
    a->stored = a->cells;
    a->width = a->periodic ? a->length / a->cells : wide;
    a->per_m = 1.0 / a->width;
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
    }
    for (int d = 0; d < 3; d++) {
        if (!ax[d].periodic) continue;
        ax[d].cells -= ax[d].cells % ax[d].stored;
        ax[d].width = ax[d].length / ax[d].cells;
        ax[d].per_m = 1.0 / ax[d].width;
    }
}

static int64_t level_cells(const tsu_level *level)
{
    return (int64_t)level->axis[0].stored * level->band * level->bands * level->axis[2].stored;
}

/* Cuts a level whose layers have at least twice as many particles as `slab`, in the mean, into bands. */
static void level_cut(tsu_level *level, int32_t slab)
{
    const int32_t cells = level->axis[1].stored;
    const int64_t layer = (level->end - level->begin) / level->axis[2].stored;
    const int64_t wanted = layer / slab, most = cells / BAND_LEAST;
    const int32_t bands = (int32_t)(wanted < most ? wanted : most);
    if (bands <= 1) return;
    level->band = (cells + bands - 1) / bands;
    level->bands = (cells + level->band - 1) / level->band;
}

static void level_shape(tsu_level *level, const tsu_extent *e, const tsu_box *box, int32_t rows)
{
    level->width = level->size * (1.0 + width_margin) + e->slack;
    for (int d = 0; d < 3; d++) {
        axis_shape(&level->axis[d], e, box, d, level->width);
    }
    const double own = CELLS_PER_ROW * (double)(level->end - level->begin), share = rows / 8.0;
    level_fold(level, fmax(fmax(own, share), 64.0));
    level->bands = 1;
    level->band = level->axis[1].stored;
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

static void grid_shape(tsu_grid *g, const tsu_level_plan *plan, const tsu_box *box)
{
    int32_t begin = 0;
    g->levels = plan->levels;
    g->cells = 0;
    for (int k = 0; k < g->levels; k++) {
        tsu_level *l = &g->level[k];
        *l = (tsu_level){
            .size = plan->size[k], .begin = begin, .end = begin + (int32_t)plan->count[k], .base = g->cells};
        begin = l->end;
        level_shape(l, &g->extent, box, g->rows);
        if (g->levels == 1) level_cut(l, g->slab > 0 ? g->slab : TSU_SLAB_ROWS);
        g->cells += level_cells(l);
    }
}

tsu_status tsu_grid_build(tsu_grid *grid, const double (*xr)[4], int32_t rows, const tsu_box *box,
                          double reach, int threads, tsu_error *err)
{
    tsu_extent extent;
    tsu_level_plan plan;
    tsu_status status = tsu_extent_read(&extent, xr, rows, threads, err);
    if (status == TSU_OK) status = box_check(&extent, box, reach, err);
    if (status == TSU_OK) status = tsu_levels_choose(&plan, xr, rows, &extent, reach, threads, err);
    if (status != TSU_OK) return status;
    grid->extent = extent;
    grid->rows = rows;
    grid->reach = reach;
    grid->threads = threads;
    grid_shape(grid, &plan, box);
    int from = 0;
    status = tsu_grid_sort(grid, xr, &plan, &from, err);
    return status == TSU_OK ? tsu_grid_gather(grid, xr, from, err) : status;
}

typedef struct order_job {
    const uint64_t *key;
    int32_t *order;
    int64_t rows;
} order_job;

static void order_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const order_job *job = context;
    const tsu_range b = tsu_parallel_block(block, job->rows, EXTENT_BLOCK);
    const uint64_t mask = ((uint64_t)1 << TSU_ROW_BITS) - 1;
    for (int64_t k = b.begin; k < b.end; k++) {
        job->order[k] = (int32_t)(job->key[k] & mask);
    }
}

tsu_status tsu_grid_order(int32_t *order, const double (*xr)[4], int32_t rows, const tsu_box *box,
                          double cell, int32_t slab, int threads, tsu_error *err)
{
    tsu_grid grid = {.rows = rows, .slab = slab, .threads = threads};
    const tsu_level_plan plan = {.levels = 1, .limit = {cell}, .size = {cell}, .count = {rows}};
    tsu_status status = tsu_extent_read(&grid.extent, xr, rows, threads, err);
    if (status != TSU_OK) return status;
    grid_shape(&grid, &plan, box);
    int from = 0;
    status = tsu_grid_sort(&grid, xr, &plan, &from, err);
    if (status == TSU_OK) {
        order_job job = {grid.key[from], order, rows};
        tsu_parallel_for(tsu_parallel_blocks(rows, EXTENT_BLOCK), threads, order_block, &job);
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
