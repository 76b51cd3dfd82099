/* SPDX-License-Identifier: Apache-2.0 */
/* png.c - PNG of 8 bits a colour, packed by zlib. */
#include "io/atomic_file.h"
#include "picture/canvas.h"
#include <stdlib.h>
#include <string.h>
#ifdef TSU_HAVE_ZLIB
#include <zlib.h>

static void put32(uint8_t *to, uint32_t v)
{
    for (int k = 0; k < 4; k++) {
        to[k] = (uint8_t)(v >> (24 - 8 * k));
    }
}

static void write_chunk(FILE *file, const char *kind, const uint8_t *data, size_t size)
{
    uint8_t head[8], check[4];
    put32(head, (uint32_t)size);
    memcpy(head + 4, kind, 4);
    uLong crc = crc32(0, head + 4, 4);
    if (size > 0) crc = crc32(crc, data, (uInt)size);
    put32(check, (uint32_t)crc);
    fwrite(head, sizeof head, 1, file);
    if (size > 0) fwrite(data, 1, size, file);
    fwrite(check, sizeof check, 1, file);
}

static int channels(const tsu_canvas *c)
{
    return c->alpha ? 4 : 3;
}

/* Each row is told as differences to the pixel on its left (filter 1): smooth pictures pack better. */
static void fill_rows(const tsu_canvas *c, uint8_t *row)
{
    for (int y = 0; y < c->height; y++) {
        uint8_t before[4] = {0};
        *row++ = 1;
        for (int x = 0; x < c->width; x++) {
            const size_t at = (size_t)y * (size_t)c->width + (size_t)x;
            const tsu_color p = c->pixel[at];
            const uint8_t now[4] = {(uint8_t)tsu_color_byte(p.r), (uint8_t)tsu_color_byte(p.g),
                                    (uint8_t)tsu_color_byte(p.b),
                                    (uint8_t)(c->alpha ? 255.0f * c->alpha[at] + 0.5f : 255.0f)};
            for (int q = 0; q < channels(c); q++) {
                *row++ = (uint8_t)(now[q] - before[q]);
                before[q] = now[q];
            }
        }
    }
}

tsu_status tsu_canvas_write_png(const tsu_canvas *c, const char *path, tsu_error *err)
{
    const size_t size = (size_t)c->height * ((size_t)channels(c) * (size_t)c->width + 1);
    uLongf packed = compressBound(size);
    uint8_t *rows = malloc(size), *data = malloc(packed), head[13] = {[8] = 8, [9] = c->alpha ? 6 : 2};
    tsu_status status = rows && data
                            ? TSU_OK
                            : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to write the picture %s", path);
    if (status == TSU_OK) {
        fill_rows(c, rows);
        if (compress2(data, &packed, rows, size, 9) != Z_OK)
            status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to write the picture %s", path);
    }
    tsu_atomic_file file;
    if (status == TSU_OK) status = tsu_atomic_file_open(&file, path, err);
    if (status == TSU_OK) {
        put32(head, (uint32_t)c->width);
        put32(head + 4, (uint32_t)c->height);
        fwrite("\x89PNG\r\n\x1a\n", 8, 1, file.stream);
        write_chunk(file.stream, "IHDR", head, sizeof head);
        write_chunk(file.stream, "IDAT", data, packed);
        write_chunk(file.stream, "IEND", NULL, 0);
        status = tsu_atomic_file_finish(&file, err);
    }
    free(rows);
    free(data);
    return status;
}

#else

tsu_status tsu_canvas_write_png(const tsu_canvas *c, const char *path, tsu_error *err)
{
    (void)c;
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                         "the picture %s cannot be written: this build has no zlib (Debian: zlib1g-dev)",
                         path);
}

#endif
