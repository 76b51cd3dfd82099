/* SPDX-License-Identifier: Apache-2.0 */
/* grid.h - particles sorted into the cells of a hierarchy of uniform grids.
 *
 * Sizes. A particle of size s = 2 R + reach lives on the level of its size, and the cells of a level are as wide as its
 * largest s. So on its own level, and on any coarser one, all partners of a particle lie in its cell or in the 26 around
 * it. Beds whose sizes differ by little have one level only; levels.h says how levels are chosen.
 *
 * Memory. A dense table gives the first particle of every cell. A sparse or stretched bed would have far more cells than
 * particles; an axis is then folded: cell c is stored at c modulo a smaller number. Neighbours stay neighbours, and
 * strangers that fall together are told apart by their distance. So the table never has more than a few cells per
 * particle, whatever the box and however far a stray particle has flown.
 *
 * Order. Cells are stored along x, then y, then z, so what is near is at most one layer of x and y away in the order of
 * cells. Where layers have many particles the cells are cut along y into bands, each stored as a whole: what is near is then
 * at most one layer of a band away, but for the few neighbours across a seam.
 *
 * Borders. Across an axis that is not periodic the grid covers the particles, wherever they are. Across a periodic axis
 * it covers the box; particles that have drifted out of it count to the outermost cells, which is exact because cells
 * are wider than the largest cutoff by the largest such excess. */
#ifndef TSU_SEARCH_GRID_H
#define TSU_SEARCH_GRID_H

#include "base/error.h"
#include "base/parallel.h"
#include "state/box.h"
#include <math.h>

enum {
    TSU_LEVEL_MAX = 16,
    TSU_GRID_PAD = 8,  /* readable elements behind the last particle, for loops that run in steps of 8 */
    TSU_FOLD_LEAST = 4 /* a folded axis keeps so many cells, so that the cells around a pair stay distinct */
};

typedef struct tsu_axis {
    double lo;      /* where cell 0 begins                                  [m] */
    double per_m;   /* cells per length                                     [1/m] */
    double width;   /* of a cell                                            [m] */
    double excess;  /* how far particles lie outside a periodic box         [m] */
    double length;  /* periodic: length of the box, else 0                  [m] */
    int32_t cells;  /* cells before folding */
    int32_t stored; /* cells after folding */
    bool periodic;
} tsu_axis;

typedef struct tsu_level {
    tsu_axis axis[3];
    double width;       /* least width of its cells                         [m] */
    double size;        /* largest 2 R + reach of its particles             [m] */
    int64_t base;       /* its first cell in `start` */
    int32_t bands;      /* in which its cells lie one after the other: 1, or more on a single level */
    int32_t band;       /* cells of a band along y */
    int32_t begin, end; /* its particles, in sorted order */
} tsu_level;

/* What one pass over the particles tells about them. */
typedef struct tsu_extent {
    double lo[3], hi[3];    /* of the centres                              [m] */
    double r_least, r_most; /* of the radii                                [m] */
    double slack;           /* bounds the rounding of a difference of two coordinates [m] */
    int32_t bad;            /* a row whose position or radius is not usable, or -1 */
} tsu_extent;

typedef struct tsu_grid {
    int32_t rows;
    int32_t slab; /* rows that a layer of a band should have; 0: TSU_SLAB_ROWS */
    int levels;
    bool in_order; /* the rows were in cell order already: sorted index and row are the same */
    tsu_level level[TSU_LEVEL_MAX]; /* from the coarsest to the finest; none is empty */
    tsu_extent extent;
    double reach;       /* [m] */
    double *x, *y, *z;  /* centres in sorted order, padded                 [m] */
    double *r;          /* radii in sorted order, padded                   [m] */
    int32_t *row;       /* row of a sorted particle */
    uint32_t *cell;     /* cell of a sorted particle, counted over all levels */
    int32_t *start;     /* first sorted particle of each cell, and one past the last cell */
    uint64_t *key[2];   /* scratch: cell << 27 | row */
    int32_t *histogram; /* scratch of the sort */
    size_t rows_capacity, cells_capacity, keys_capacity, histogram_capacity;
    int64_t cells; /* of all levels */
    int threads;
} tsu_grid;

/* Reads the extent of the particles; TSU_ERROR_INPUT if a position is not finite or a radius is negative. */
tsu_status tsu_extent_read(tsu_extent *extent, const double (*xr)[4], int32_t rows, int threads,
                           tsu_error *err);

/* Sorts the particles into cells for a search up to R_i + R_j + reach; TSU_ERROR_INPUT if a periodic side is too short
 * for it. The grid starts zeroed and may be used again and again; its memory stays until tsu_grid_free. */
tsu_status tsu_grid_build(tsu_grid *grid, const double (*xr)[4], int32_t rows, const tsu_box *box,
                          double reach, int threads, tsu_error *err);
void tsu_grid_free(tsu_grid *grid);

/* The rows in the order of cells of one width [m], for tsu_search_order. */
tsu_status tsu_grid_order(int32_t *order, const double (*xr)[4], int32_t rows, const tsu_box *box,
                          double cell, int32_t slab, int threads, tsu_error *err);

/* Where the row of cells (y, z) begins, counted from the first cell of its level; y and z are stored cells. */
TSU_FN int64_t tsu_level_row(const tsu_level *l, int64_t y, int64_t z)
{
    const int64_t before = l->bands > 1 ? y / l->band : 0; /* bands */
    return ((before * l->axis[2].stored + z) * l->band + (y - before * l->band)) * l->axis[0].stored;
}

/* The cell of a coordinate, before folding; never decreasing in x. */
TSU_FN int32_t tsu_axis_cell(const tsu_axis *a, double x)
{
    const double t = (x - a->lo) * a->per_m, last = (double)(a->cells - 1);
    const double above = t > 0.0 ? t : 0.0;
    return (int32_t)(above < last ? above : last);
}

/* The cells, before folding, in which the particles within a distance c of x are counted. On a periodic axis they may be
 * beyond its ends: -cells .. 2 cells - 1, by the first images. */
TSU_FN void tsu_axis_range(const tsu_axis *a, double x, double c, int32_t *from, int32_t *to)
{
    if (!a->periodic) {
        *from = tsu_axis_cell(a, x - c);
        *to = tsu_axis_cell(a, x + c);
        return;
    }
    const double lo = floor((x - (c + a->excess) - a->lo) * a->per_m),
                 hi = floor((x + (c + a->excess) - a->lo) * a->per_m);
    const double least = -(double)a->cells, most = 2.0 * a->cells - 1.0;
    *from = (int32_t)(lo > least ? lo : least);
    *to = (int32_t)(hi < most ? hi : most);
}

/* Consecutive cells that are stored side by side and have the same image. */
typedef struct tsu_window {
    int32_t first, last; /* stored cells */
    int32_t shift;       /* image: the partner counts as shifted by this many box lengths */
} tsu_window;

enum { TSU_WINDOW_MAX = 8 };

/* The stored cells of the cells from - to of an axis, which may be one beyond its ends. With `folded`, from and to are
 * stored cells themselves, whose true cells are unknown: across the fold both the unshifted and, in a periodic box, the
 * shifted cell may be meant. Returns the number of windows. */
int tsu_axis_windows(const tsu_axis *a, int32_t from, int32_t to, bool folded,
                     tsu_window out[TSU_WINDOW_MAX]);

#endif
