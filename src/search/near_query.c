/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs between levels. A particle asks another level for all cells that its largest cutoff there can reach. From a fine
 * level to a coarse one these are 3 rows of cells along y and z at most; from a coarse one to a fine one many more, but
 * then there are few askers, and rows of cells that the sphere misses are passed over. */
#include "search/pairs_near.h"
#include <math.h>

/* ---- who asks ------------------------------------------------------------------------------------------------------- */

/* The largest cutoff between two levels, rounded up [m]. */
static double cutoff(const tsu_grid *g, double size_a, double size_b)
{
    return 0.5 * (size_a + size_b) * (1.0 + 1e-9) + g->extent.slack;
}

/* The work of a particle of level k that asks level m, roughly in nanoseconds; negative if it may not, because on a
 * folded axis its cells would come round to the same place. */
static double query_cost(const tsu_grid *g, const tsu_level *k, const tsu_level *m)
{
    const double c = cutoff(g, k->size, m->size);
    double rows = 1.0, content = m->end - m->begin;
    for (int d = 0; d < 3; d++) {
        const tsu_axis *a = &m->axis[d];
        const double reached = 2.0 * (c + a->excess) * a->per_m + 1.0, share = reached / a->cells;
        if (a->stored < a->cells && reached + 1.0 > a->stored) return -1.0;
        if (d > 0) rows *= reached;
        content *= share < 1.0 ? share : 1.0;
    }
    return 10.0 + 2.0 * rows + 0.4 * content;
}

void tsu_near_plan(tsu_pairs_work *work)
{
    const tsu_grid *g = &work->grid;
    for (int k = 0; k < g->levels; k++) { /* k is coarser than m */
        for (int m = k + 1; m < g->levels; m++) {
            const tsu_level *coarse = &g->level[k], *fine = &g->level[m];
            const double n_coarse = coarse->end - coarse->begin, n_fine = fine->end - fine->begin;
            const bool both = n_coarse > 0.0 && n_fine > 0.0;
            const double down = both ? n_coarse * query_cost(g, coarse, fine) : 0.0;
            const double up = both ? n_fine * query_cost(g, fine, coarse) : 0.0;
            work->asks[k][m] = both && down >= 0.0 && down < up;
            work->asks[m][k] = both && !work->asks[k][m];
        }
    }
}

/* ---- a query -------------------------------------------------------------------------------------------------------- */

typedef struct query {
    const tsu_pairs_work *work;
    const tsu_level *l;
    tsu_near_scratch *s;
    tsu_near_runs *runs;
    int32_t p;
    double at[3], c;        /* the particle and its cutoff [m] */
    int32_t from[3], to[3]; /* cells before folding */
} query;

/* Compares what is in the runs, and empties them. */
static tsu_status query_flush(const query *f)
{
    const tsu_grid *g = &f->work->grid;
    tsu_near_scratch *s = f->s;
    int64_t bound = TSU_GRID_PAD;
    for (int k = 0; k < f->runs->count; k++) {
        bound += f->runs->run[k].end - f->runs->run[k].begin;
    }
    tsu_status status = tsu_near_room(&s->near, &s->near_capacity, bound, sizeof *s->near);
    if (status == TSU_OK)
        status = tsu_near_room(&s->found, &s->found_capacity, s->count + bound, sizeof *s->found);
    if (status != TSU_OK) return status;
    const double sphere[4] = {f->at[0], f->at[1], f->at[2], g->r[f->p]};
    const int64_t n = f->work->compare(g, sphere, -1, f->runs->run, f->runs->count, s->near);
    for (int64_t k = 0; k < n; k++) {
        const uint32_t code = s->near[k];
        s->found[s->count++] =
            tsu_found_pair(g, f->p, tsu_partner_row(code), (uint32_t)tsu_partner_image(code));
    }
    f->runs->count = 0;
    return TSU_OK;
}

TSU_FN tsu_status query_push(const query *f, const int32_t *row, int32_t first, int32_t last,
                             const int32_t s[3])
{
    const int32_t begin = row[first], end = row[last + 1];
    if (begin == end) return TSU_OK;
    const tsu_axis *a = f->l->axis;
    f->runs->run[f->runs->count++] =
        (tsu_near_run){begin,
                       end,
                       tsu_image_code(s[0], s[1], s[2]),
                       {s[0] * a[0].length, s[1] * a[1].length, s[2] * a[2].length}};
    return f->runs->count == TSU_RUNS_MAX ? query_flush(f) : TSU_OK;
}

static const int32_t *query_row(const query *f, int64_t y, int64_t z)
{
    return f->work->grid.start + f->l->base + tsu_level_row(f->l, y, z);
}

/* How far the particle is from the slab of cells with index `cell`. Particles outside a periodic box are counted to the
 * outermost slab, but they are no partners of a particle that is far enough from the face to come here. */
TSU_FN double slab_distance(const tsu_axis *a, double slack, double x, int32_t cell)
{
    const double lo = a->lo + cell * a->width, below = lo - x, above = x - (lo + a->width);
    const double apart = (below > above ? below : above) - slack;
    return apart > 0.0 ? apart : 0.0;
}

/* The usual case, without images or folds: rows of cells cut to what the sphere can reach. */
static tsu_status query_plain(const query *f)
{
    static const int32_t none[3] = {0, 0, 0};
    const tsu_axis *a = f->l->axis;
    const double slack = f->work->grid.extent.slack + 1e-9 * f->l->width, c2 = f->c * f->c;
    for (int32_t z = f->from[2]; z <= f->to[2]; z++) {
        const double dz = slab_distance(&a[2], slack, f->at[2], z);
        for (int32_t y = f->from[1]; y <= f->to[1]; y++) {
            const double dy = slab_distance(&a[1], slack, f->at[1], y), half2 = c2 - (dy * dy + dz * dz);
            if (half2 < 0.0) continue;
            const double half = sqrt(half2) + slack;
            const int32_t first = tsu_axis_cell(&a[0], f->at[0] - half),
                          last = tsu_axis_cell(&a[0], f->at[0] + half);
            const tsu_status status = query_push(f, query_row(f, y, z), first, last, none);
            if (status != TSU_OK) return status;
        }
    }
    return TSU_OK;
}

/* At the faces of a periodic box, or on a folded grid. */
static tsu_status query_windows(const query *f)
{
    tsu_window w[3][TSU_WINDOW_MAX];
    int n[3];
    for (int d = 0; d < 3; d++) {
        n[d] = tsu_axis_windows(&f->l->axis[d], f->from[d], f->to[d], false, w[d]);
    }
    for (int c = 0; c < n[2]; c++) {
        for (int32_t z = w[2][c].first; z <= w[2][c].last; z++) {
            for (int b = 0; b < n[1]; b++) {
                for (int32_t y = w[1][b].first; y <= w[1][b].last; y++) {
                    for (int k = 0; k < n[0]; k++) {
                        const int32_t s[3] = {w[0][k].shift, w[1][b].shift, w[2][c].shift};
                        const tsu_status status =
                            query_push(f, query_row(f, y, z), w[0][k].first, w[0][k].last, s);
                        if (status != TSU_OK) return status;
                    }
                }
            }
        }
    }
    return TSU_OK;
}

tsu_status tsu_near_query(const tsu_pairs_work *work, const tsu_level *l, int32_t p, tsu_near_scratch *s)
{
    const tsu_grid *g = &work->grid;
    tsu_near_runs runs;
    query f = {.work = work, .l = l, .s = s, .runs = &runs, .p = p, .at = {g->x[p], g->y[p], g->z[p]}};
    f.c = cutoff(g, 2.0 * g->r[p] + g->reach, l->size);
    runs.count = 0;
    bool plain = true;
    for (int d = 0; d < 3; d++) {
        const tsu_axis *a = &l->axis[d];
        tsu_axis_range(a, f.at[d], f.c, &f.from[d], &f.to[d]);
        plain = plain && a->stored == a->cells && f.from[d] >= 0 && f.to[d] < a->cells;
    }
    const tsu_status status = plain ? query_plain(&f) : query_windows(&f);
    if (status != TSU_OK || runs.count == 0) return status;
    return query_flush(&f);
}
