/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/gif.h"
#include "io/atomic_file.h"
#include "picture/gif_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tsu_gif {
    int width, height, hundredths, pictures;
    FILE *waiting; /* bytes of all pictures */
    tsu_gif_colors colors;
};

tsu_status tsu_gif_create(tsu_gif **out, int width, int height, int hundredths, tsu_error *err)
{
    tsu_gif *g = calloc(1, sizeof *g);
    *out = g;
    if (!g) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a film");
    g->width = width;
    g->height = height;
    g->hundredths = hundredths;
    g->waiting = tmpfile();
    g->colors.bin = calloc(TSU_GIF_BINS, sizeof *g->colors.bin);
    if (g->waiting && g->colors.bin) return TSU_OK;
    tsu_gif_destroy(g);
    *out = NULL;
    return tsu_error_set(err, TSU_ERROR_IO, "a film needs a temporary file, which cannot be created");
}

void tsu_gif_destroy(tsu_gif *g)
{
    if (!g) return;
    if (g->waiting) fclose(g->waiting);
    free(g->colors.bin);
    free(g);
}

tsu_status tsu_gif_add(tsu_gif *g, const uint8_t *rgb, tsu_error *err)
{
    const size_t pixels = (size_t)g->width * (size_t)g->height;
    if (fwrite(rgb, 3, pixels, g->waiting) != pixels)
        return tsu_error_set(err, TSU_ERROR_IO, "the temporary file of a film is full");
    tsu_gif_count(&g->colors, rgb, pixels);
    g->pictures++;
    return TSU_OK;
}

/* ---- writing ---------------------------------------------------------------------------------------------------------- */

static void put16(FILE *file, int value)
{
    fputc(value & 255, file);
    fputc(value >> 8 & 255, file);
}

static void write_head(const tsu_gif *g, FILE *file)
{
    static const char forever[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00";
    fwrite("GIF89a", 6, 1, file);
    put16(file, g->width);
    put16(file, g->height);
    fwrite("\xf7\x00\x00", 3, 1, file); /* a table of 256 colours */
    fwrite(g->colors.table, 3, 256, file);
    fwrite(forever, sizeof forever, 1, file); /* with the 0 that ends it */
}

typedef struct part { /* of a picture, in pixels */
    int x, y, width, height;
} part;

/* What is other than before; a single pixel where nothing is. */
static part changed_part(const tsu_gif *g, const uint8_t *now, const uint8_t *before)
{
    int x0 = g->width, x1 = -1, y0 = g->height, y1 = -1;
    for (int y = 0; y < g->height; y++) {
        for (int x = 0; x < g->width; x++) {
            const size_t at = (size_t)y * (size_t)g->width + (size_t)x;
            if (now[at] == before[at]) continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y;
        }
    }
    return x1 < 0 ? (part){0, 0, 1, 1} : (part){x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

/* `scratch` has room for a picture. */
static bool write_picture(const tsu_gif *g, FILE *file, const uint8_t *now, const uint8_t *before,
                          uint8_t *scratch)
{
    const part p = before ? changed_part(g, now, before) : (part){0, 0, g->width, g->height};
    size_t n = 0;
    for (int y = p.y; y < p.y + p.height; y++) {
        for (int x = p.x; x < p.x + p.width; x++) {
            const size_t at = (size_t)y * (size_t)g->width + (size_t)x;
            scratch[n++] = before && now[at] == before[at] ? TSU_GIF_CLEAR : now[at];
        }
    }
    fwrite("\x21\xf9\x04\x05", 4, 1, file); /* stays where it is; one index shows what is behind */
    put16(file, g->hundredths);
    fputc(TSU_GIF_CLEAR, file);
    fputc(0, file);
    fputc(0x2c, file);
    put16(file, p.x);
    put16(file, p.y);
    put16(file, p.width);
    put16(file, p.height);
    fputc(0, file);
    return tsu_gif_pack(file, scratch, n);
}

static tsu_status write_pictures(tsu_gif *g, FILE *file, uint8_t *room, tsu_error *err)
{
    const size_t pixels = (size_t)g->width * (size_t)g->height;
    uint8_t *now = room, *before = room + pixels, *scratch = room + 2 * pixels, *rgb = room + 3 * pixels;
    rewind(g->waiting);
    for (int k = 0; k < g->pictures; k++) {
        if (fread(rgb, 3, pixels, g->waiting) != pixels)
            return tsu_error_set(err, TSU_ERROR_IO, "the temporary file of a film cannot be read");
        tsu_gif_index(&g->colors, rgb, pixels, now);
        if (!write_picture(g, file, now, k > 0 ? before : NULL, scratch))
            return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a film");
        uint8_t *swap = now;
        now = before;
        before = swap;
    }
    return TSU_OK;
}

tsu_status tsu_gif_write(tsu_gif *g, const char *path, tsu_error *err)
{
    uint8_t *room = malloc((size_t)g->width * (size_t)g->height * 6);
    tsu_atomic_file file;
    if (!room) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a film");
    tsu_gif_choose(&g->colors);
    tsu_status status = tsu_atomic_file_open(&file, path, err);
    if (status == TSU_OK) {
        write_head(g, file.stream);
        status = write_pictures(g, file.stream, room, err);
        fputc(0x3b, file.stream);
        if (status == TSU_OK)
            status = tsu_atomic_file_finish(&file, err);
        else
            tsu_atomic_file_abandon(&file);
    }
    free(room);
    fseek(g->waiting, 0, SEEK_END); /* there may be more */
    return status;
}
