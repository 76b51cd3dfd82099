/* SPDX-License-Identifier: Apache-2.0 */
/* gif_parts.h - of a GIF: which colours it has (gif_colors.c), and how indices are packed (gif_pack.c). */
#ifndef TSU_PICTURE_GIF_PARTS_H
#define TSU_PICTURE_GIF_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TSU_GIF_BINS = 1 << 15,
    TSU_GIF_COLORS = 255,
    TSU_GIF_CLEAR = 255 /* the index that shows what is behind */
};

typedef struct tsu_gif_bin { /* colours with the same upper five bits */
    uint64_t count, sum[3];
} tsu_gif_bin;

typedef struct tsu_gif_colors {
    tsu_gif_bin *bin; /* [TSU_GIF_BINS] */
    uint8_t table[256][3];
    uint8_t index[TSU_GIF_BINS]; /* of the nearest colour */
} tsu_gif_colors;

void tsu_gif_count(tsu_gif_colors *c, const uint8_t *rgb, size_t pixels);
/* Fills in table and index: boxes of colours are halved until there are enough. */
void tsu_gif_choose(tsu_gif_colors *c);
void tsu_gif_index(const tsu_gif_colors *c, const uint8_t *rgb, size_t pixels, uint8_t *out);

/* Writes indices by LZW in blocks of 255 bytes; false when out of memory. */
bool tsu_gif_pack(FILE *file, const uint8_t *index, size_t count);

#endif
