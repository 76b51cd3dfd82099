/* SPDX-License-Identifier: Apache-2.0 */
#include "search/near_runs.h"

static const uint32_t no_image = (uint32_t)TSU_IMAGE_NONE << TSU_ROW_BITS;

/* The runs of the cells in the product of three windows that end behind the particle `least`. */
static void runs_of_windows(tsu_near_runs *runs, const tsu_grid *g, const tsu_level *l, int32_t least,
                            const tsu_window (*w)[TSU_WINDOW_MAX], const int *n)
{
    for (int c = 0; c < n[2]; c++) {
        for (int64_t z = w[2][c].first; z <= w[2][c].last; z++) {
            for (int b = 0; b < n[1]; b++) {
                for (int64_t y = w[1][b].first; y <= w[1][b].last; y++) {
                    const int32_t *start = g->start + l->base + tsu_level_row(l, y, z);
                    for (int a = 0; a < n[0]; a++) {
                        const int32_t begin = start[w[0][a].first], end = start[w[0][a].last + 1];
                        if (end <= least || end == begin) continue;
                        const int32_t sx = w[0][a].shift, sy = w[1][b].shift, sz = w[2][c].shift;
                        runs->run[runs->count++] = (tsu_near_run){
                            begin,
                            end,
                            tsu_image_code(sx, sy, sz),
                            {sx * l->axis[0].length, sy * l->axis[1].length, sz * l->axis[2].length}};
                    }
                }
            }
        }
    }
}

/* Most often the next cell is a little further along the same row. */
static void cell_locate(tsu_near_cell *c, const tsu_level *l, int64_t cell)
{
    const int32_t nx = l->axis[0].stored, nz = l->axis[2].stored;
    const int64_t x = c->at[0] + (cell - c->cell);
    if (c->cell >= 0 && cell >= c->cell && x < nx) {
        c->at[0] = (int32_t)x;
    } else {
        const int32_t local = (int32_t)(cell - l->base), row = local / nx;
        const int32_t layer = row / l->band, before = layer / nz; /* bands */
        c->at[0] = local - row * nx;
        c->at[1] = row - layer * l->band + before * l->band;
        c->at[2] = layer - before * nz;
    }
    c->cell = cell;
}

/* Whether the cells around are those next to it, without images, folds or seams of bands. */
static bool cell_inside(const tsu_near_cell *c, const tsu_level *l)
{
    bool inside = true;
    for (int d = 0; d < 3; d++) {
        const tsu_axis *a = &l->axis[d];
        const bool closed = a->periodic || a->stored < a->cells,
                   edge = c->at[d] == 0 || c->at[d] == a->stored - 1;
        inside = inside && !(closed && edge);
    }
    const int32_t at = c->at[1] % l->band;
    return inside && (l->bands == 1 || (at > 0 && at + 1 < l->band));
}

/* The runs around such a cell: its own row from the cell on, the next row, and three rows of the next layer. */
static void runs_inside(tsu_near_runs *runs, const tsu_grid *g, const tsu_level *l, const tsu_near_cell *c)
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
            const int32_t *row = start + ((int64_t)dz * l->band + dy) * nx;
            runs->run[n] = (tsu_near_run){.begin = row[-before], .end = row[1 + after], .code = no_image};
            n += row[-before] < row[1 + after];
        }
    }
    runs->count = n;
    runs->ordered = true;
}

void tsu_runs_around(tsu_near_runs *runs, const tsu_grid *g, const tsu_level *l, tsu_near_cell *c,
                     int32_t first)
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
