/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/gif_parts.h"
#include <string.h>

static int bin_of(const uint8_t *rgb)
{
    return rgb[0] >> 3 << 10 | rgb[1] >> 3 << 5 | rgb[2] >> 3;
}

void tsu_gif_count(tsu_gif_colors *c, const uint8_t *rgb, size_t pixels)
{
    for (size_t k = 0; k < pixels; k++, rgb += 3) {
        tsu_gif_bin *b = &c->bin[bin_of(rgb)];
        b->count++;
        for (int q = 0; q < 3; q++) {
            b->sum[q] += rgb[q];
        }
    }
}

void tsu_gif_index(const tsu_gif_colors *c, const uint8_t *rgb, size_t pixels, uint8_t *out)
{
    for (size_t k = 0; k < pixels; k++) {
        out[k] = c->index[bin_of(rgb + 3 * k)];
    }
}

/* ---- choosing ------------------------------------------------------------------------------------------------------------ */

typedef struct box { /* of bins, both ends within */
    int low[3], high[3];
    uint64_t count;
} box;

static const tsu_gif_bin *bin_at(const tsu_gif_colors *c, const int at[3])
{
    return &c->bin[at[0] << 10 | at[1] << 5 | at[2]];
}

/* Calls for each bin of a box that has pixels. */
#define FOR_BINS(at, b)                                                                                      \
    for (int at[3] = {(b)->low[0], 0, 0}; at[0] <= (b)->high[0]; at[0]++)                                    \
        for (at[1] = (b)->low[1]; at[1] <= (b)->high[1]; at[1]++)                                            \
            for (at[2] = (b)->low[2]; at[2] <= (b)->high[2]; at[2]++)

/* Draws a box together around the bins that have pixels, and counts them. */
static void shrink(const tsu_gif_colors *c, box *b)
{
    box small = {.low = {32, 32, 32}, .high = {-1, -1, -1}};
    FOR_BINS(at, b)
    {
        const uint64_t count = bin_at(c, at)->count;
        if (count == 0) continue;
        small.count += count;
        for (int q = 0; q < 3; q++) {
            small.low[q] = at[q] < small.low[q] ? at[q] : small.low[q];
            small.high[q] = at[q] > small.high[q] ? at[q] : small.high[q];
        }
    }
    *b = small;
}

static int longest_side(const box *b)
{
    int most = 0;
    for (int q = 1; q < 3; q++) {
        if (b->high[q] - b->low[q] > b->high[most] - b->low[most]) most = q;
    }
    return most;
}

/* Cuts where half of the pixels are on either side; both halves have some. */
static box halve(const tsu_gif_colors *c, box *b)
{
    const int side = longest_side(b);
    uint64_t in_slice[32] = {0}, before = 0;
    FOR_BINS(at, b)
    {
        in_slice[at[side]] += bin_at(c, at)->count;
    }
    int cut = b->low[side];
    for (before = in_slice[cut]; cut + 1 < b->high[side] && 2 * before < b->count;) {
        before += in_slice[++cut];
    }
    box other = *b;
    b->high[side] = cut;
    other.low[side] = cut + 1;
    shrink(c, b);
    shrink(c, &other);
    return other;
}

static void mean_of(const tsu_gif_colors *c, const box *b, uint8_t out[3])
{
    uint64_t sum[3] = {0};
    FOR_BINS(at, b)
    {
        for (int q = 0; q < 3; q++) {
            sum[q] += bin_at(c, at)->sum[q];
        }
    }
    for (int q = 0; q < 3 && b->count > 0; q++) {
        out[q] = (uint8_t)((sum[q] + b->count / 2) / b->count);
    }
}

static int nearest(const tsu_gif_colors *c, int colors, const tsu_gif_bin *bin)
{
    int best = 0;
    int64_t least = INT64_MAX;
    for (int k = 0; k < colors; k++) {
        int64_t off = 0;
        for (int q = 0; q < 3; q++) {
            const int64_t d = (int64_t)(bin->sum[q] / bin->count) - c->table[k][q];
            off += d * d;
        }
        if (off < least) {
            least = off;
            best = k;
        }
    }
    return best;
}

/* The box that is worth most to be cut: many pixels, far apart. */
static int worth_cutting(const box *all, int boxes)
{
    int best = -1;
    uint64_t most = 0;
    for (int k = 0; k < boxes; k++) {
        const int side = longest_side(&all[k]), length = all[k].high[side] - all[k].low[side];
        const uint64_t worth = all[k].count * (uint64_t)(length * length);
        if (worth > most) {
            most = worth;
            best = k;
        }
    }
    return best;
}

void tsu_gif_choose(tsu_gif_colors *c)
{
    box all[TSU_GIF_COLORS] = {{.high = {31, 31, 31}}};
    int boxes = 1;
    shrink(c, &all[0]);
    while (boxes < TSU_GIF_COLORS) {
        const int k = worth_cutting(all, boxes);
        if (k < 0) break;
        all[boxes++] = halve(c, &all[k]);
    }
    memset(c->table, 0, sizeof c->table);
    for (int k = 0; k < boxes; k++) {
        mean_of(c, &all[k], c->table[k]);
    }
    for (int k = 0; k < TSU_GIF_BINS; k++) {
        c->index[k] = (uint8_t)(c->bin[k].count > 0 ? nearest(c, boxes, &c->bin[k]) : 0);
    }
}
