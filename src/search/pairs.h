/* SPDX-License-Identifier: Apache-2.0 */
/* pairs.h - the broad phase: all pairs of spheres that are close.
 *
 * The list holds every triple (i, j, image) with |(x_i - x_j) - s L| < (R_i + R_j) + reach exactly once, i < j, where
 * the image s in {-1, 0, 1}^3 says that the partner j counts as shifted by s L across the periodic axes. A pair may
 * appear with several images in a small box. Partners of a row are sorted by (j, image). The list is the same for any
 * number of threads, and to the bit the same as that of the loop over all pairs, because the distance is computed in
 * the one order of operations written above, which is symmetric in i and j.
 *
 * A periodic side must be at least the largest 2 R + reach long: then no particle meets its own image, and no image
 * beyond the first matters. */
#ifndef TSU_SEARCH_PAIRS_H
#define TSU_SEARCH_PAIRS_H

#include "base/error.h"
#include "state/box.h"

enum {
    TSU_ROW_BITS = 27,      /* a partner code: row in the low 27 bits, image in the high 5 */
    TSU_IMAGE_NONE = 13,    /* image = (sx + 1) + 3 (sy + 1) + 9 (sz + 1) */
    TSU_IMAGE_PADDING = 31, /* never made by the search: a partner that never touches, for padding blocks */
    TSU_ROWS_MAX = (1 << TSU_ROW_BITS) - 1,
    TSU_SLAB_ROWS = 768 /* rows of a layer that stay in a second cache with the forces of their contacts */
};

struct tsu_pairs_work;

/* Starts zeroed; owns its memory, which is used again by the next build and released by tsu_pairs_free. */
typedef struct tsu_pairs {
    int32_t rows;
    int64_t count;  /* pairs */
    int64_t *first; /* rows + 1: the partners of row i are partner[first[i]] .. partner[first[i + 1] - 1] */
    uint32_t *partner; /* codes */
    size_t first_capacity, partner_capacity;
    int32_t slab;                /* as it was for tsu_search_order: the list is made fastest then */
    struct tsu_pairs_work *work; /* scratch, kept for the next build */
} tsu_pairs;

TSU_FN int32_t tsu_partner_row(uint32_t code)
{
    return (int32_t)(code & (((uint32_t)1 << TSU_ROW_BITS) - 1));
}

TSU_FN int tsu_partner_image(uint32_t code)
{
    return (int)(code >> TSU_ROW_BITS);
}

/* The shift s of an image along an axis (0 x, 1 y, 2 z) [box lengths]. */
TSU_FN int tsu_image_shift(int image, int axis)
{
    const int divisor = axis == 0 ? 1 : axis == 1 ? 3 : 9;
    return image / divisor % 3 - 1;
}

/* Lists the pairs. xr: centre and radius of each row [m]; reach: how far apart surfaces may be [m]; threads: 0 for the
 * number set. Fastest when the rows are in the order that tsu_search_order gives for tsu_search_cell. Particles may lie
 * outside the box. On failure the list is as it was. */
tsu_status tsu_pairs_build(tsu_pairs *out, const double (*xr)[4], int32_t rows, const tsu_box *box,
                           double reach, int threads, tsu_error *err);
void tsu_pairs_free(tsu_pairs *pairs);
/* Gives back what only the next build needs, which takes it anew. */
void tsu_pairs_trim(tsu_pairs *pairs);

/* The cell width [m] by which rows are best ordered: that of the search itself if all sizes are similar, otherwise that
 * of the mean size; 1 m if there is nothing but points. */
tsu_status tsu_search_cell(double *cell, const double (*xr)[4], int32_t rows, double reach, int threads,
                           tsu_error *err);

/* The permutation that sorts the particles by cells of width `cell` [m], x running fastest, then y, then z; particles of
 * a cell keep their order. Where layers of x and y have twice `slab` rows or more in the mean (0: TSU_SLAB_ROWS) the cells are
 * cut along y into bands, one after the other, whose layers have about that many. order[k] is the old row of the new row k.
 * Linear in the number of rows. */
tsu_status tsu_search_order(int32_t *order, const double (*xr)[4], int32_t rows, const tsu_box *box,
                            double cell, int32_t slab, int threads, tsu_error *err);

#endif
