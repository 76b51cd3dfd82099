/* SPDX-License-Identifier: Apache-2.0 */
#include "io/gzip.h"

#ifdef TSU_HAVE_ZLIB
#include <stdlib.h>
#include <zlib.h>

enum {
    ROOM = 1 << 16,
    WINDOW_GZIP = 15 + 16, /* the largest window; with head and checksum of gzip */
    MEMORY = 8,            /* zlib's usual */
    PIECE = 1 << 30        /* [byte] given to zlib at a time, whose counts have 32 bits */
};

struct tsu_gzip {
    z_stream z;
    FILE *stream;
    bool failed;
    Bytef room[ROOM];
};

bool tsu_gzip_known(void)
{
    return true;
}

tsu_status tsu_gzip_begin(tsu_gzip **gzip, FILE *stream, tsu_error *err)
{
    tsu_gzip *g = *gzip = calloc(1, sizeof *g);
    if (g && deflateInit2(&g->z, Z_BEST_SPEED, Z_DEFLATED, WINDOW_GZIP, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK) {
        g->stream = stream;
        return TSU_OK;
    }
    free(g);
    *gzip = NULL;
    return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to compress a file");
}

/* Hands what was put in to the stream: all zlib wants to give now, or with Z_FINISH the end of the member. */
static void pump(tsu_gzip *g, int flush)
{
    do {
        g->z.next_out = g->room;
        g->z.avail_out = ROOM;
        g->failed |= deflate(&g->z, flush) == Z_STREAM_ERROR;
        const size_t ready = ROOM - g->z.avail_out;
        g->failed |= fwrite(g->room, 1, ready, g->stream) != ready;
    } while (g->z.avail_out == 0 && !g->failed);
}

void tsu_gzip_put(tsu_gzip *g, const void *bytes, size_t count)
{
    const Bytef *at = bytes;
    while (count > 0 && !g->failed) {
        const size_t n = count < PIECE ? count : PIECE;
        g->z.next_in = (z_const Bytef *)at;
        g->z.avail_in = (uInt)n;
        pump(g, Z_NO_FLUSH);
        at += n;
        count -= n;
    }
}

bool tsu_gzip_end(tsu_gzip *g)
{
    if (!g) return true;
    if (!g->failed) pump(g, Z_FINISH);
    const bool ok = !g->failed;
    deflateEnd(&g->z);
    free(g);
    return ok;
}

#else

bool tsu_gzip_known(void)
{
    return false;
}

tsu_status tsu_gzip_begin(tsu_gzip **gzip, FILE *stream, tsu_error *err)
{
    (void)stream;
    *gzip = NULL;
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "this tsubu was built without zlib");
}

void tsu_gzip_put(tsu_gzip *g, const void *bytes, size_t count)
{
    (void)g;
    (void)bytes;
    (void)count;
}

bool tsu_gzip_end(tsu_gzip *g)
{
    (void)g;
    return true;
}

#endif
