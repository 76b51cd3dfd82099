/* SPDX-License-Identifier: Apache-2.0 */
#include "view/record/record_chunk.h"
#include "base/hash.h"
#include "base/system.h"
#include <stdlib.h>
#include <string.h>
#ifdef TSU_HAVE_ZLIB
#include <zlib.h>
#endif

static const char kinds[TSU_CHUNK_KINDS][5] = {"INFO", "MESH", "FRAM", "SERI", "CONT"};

static void put64(uint8_t *to, uint64_t v)
{
    for (int k = 0; k < 8; k++) {
        to[k] = (uint8_t)(v >> 8 * k);
    }
}

static uint64_t get64(const uint8_t *from)
{
    uint64_t v = 0;
    for (int k = 7; k >= 0; k--) {
        v = v << 8 | from[k];
    }
    return v;
}

/* The fastest level: a frame should cost the run little. */
static tsu_bytes pack(const void *data, size_t size)
{
    tsu_bytes out = {0};
#ifdef TSU_HAVE_ZLIB
    uLongf room = compressBound(size);
    out.data = malloc(room);
    if (!out.data) return out;
    if (compress2(out.data, &room, data, size, 1) == Z_OK && room < size) {
        out.size = room;
        return out;
    }
    free(out.data);
    out.data = NULL;
#else
    (void)data;
    (void)size;
#endif
    return out;
}

tsu_status tsu_chunk_write(FILE *file, tsu_chunk chunk, const void *data, tsu_error *err)
{
    uint8_t head[TSU_CHUNK_HEAD];
    tsu_bytes packed = pack(data, chunk.size);
    const void *stored = packed.data ? packed.data : data;
    chunk.stored = packed.data ? packed.size : chunk.size;
    uint64_t time;
    memcpy(&time, &chunk.time, sizeof time);
    memcpy(head, kinds[chunk.kind], 4);
    memset(head + 4, 0, 4);
    head[4] = packed.data != NULL;
    put64(head + 8, chunk.size);
    put64(head + 16, chunk.stored);
    put64(head + 24, tsu_hash_bytes(0, stored, chunk.stored));
    put64(head + 32, (uint64_t)chunk.step);
    put64(head + 40, time);
    put64(head + 48, (uint64_t)chunk.scene);
    const bool ok = fwrite(head, sizeof head, 1, file) == 1 &&
                    fwrite(stored, 1, chunk.stored, file) == chunk.stored && fflush(file) == 0;
    free(packed.data);
    return ok ? TSU_OK
              : tsu_error_set(err, TSU_ERROR_IO, "the recorded run cannot be written (is the disk full?)");
}

bool tsu_chunk_read_head(int file, uint64_t at, uint64_t file_size, tsu_chunk *chunk)
{
    uint8_t head[TSU_CHUNK_HEAD];
    if (at + sizeof head > file_size || !tsu_system_read_at(file, head, sizeof head, (int64_t)at))
        return false;
    *chunk = (tsu_chunk){.kind = TSU_CHUNK_KINDS,
                         .packed = head[4] & 1,
                         .size = get64(head + 8),
                         .stored = get64(head + 16),
                         .check = get64(head + 24),
                         .step = (int64_t)get64(head + 32),
                         .scene = (int64_t)get64(head + 48),
                         .at = at + sizeof head};
    const uint64_t time = get64(head + 40);
    memcpy(&chunk->time, &time, sizeof time);
    for (int k = 0; k < TSU_CHUNK_KINDS; k++) {
        if (memcmp(head, kinds[k], 4) == 0) chunk->kind = (tsu_chunk_kind)k;
    }
    /* zlib packs at most about a thousandfold */
    return chunk->kind != TSU_CHUNK_KINDS && chunk->stored <= file_size - chunk->at &&
           (chunk->packed ? chunk->size / 1100 <= chunk->stored : chunk->size == chunk->stored);
}

static bool unpack(const tsu_chunk *chunk, const uint8_t *stored, uint8_t *out)
{
    if (!chunk->packed) {
        memcpy(out, stored, chunk->size);
        return true;
    }
#ifdef TSU_HAVE_ZLIB
    uLongf size = chunk->size;
    return uncompress(out, &size, stored, chunk->stored) == Z_OK && size == chunk->size;
#else
    return false;
#endif
}

tsu_status tsu_chunk_read(int file, const tsu_chunk *chunk, tsu_bytes *out, tsu_error *err)
{
    uint8_t *stored = malloc(chunk->stored + 1), *data = malloc(chunk->size + 1);
    *out = (tsu_bytes){0};
    bool ok = stored && data;
    const tsu_status status = ok ? TSU_ERROR_IO : TSU_ERROR_MEMORY;
    ok = ok && tsu_system_read_at(file, stored, chunk->stored, (int64_t)chunk->at) &&
         tsu_hash_bytes(0, stored, chunk->stored) == chunk->check && unpack(chunk, stored, data);
    free(stored);
    if (ok) {
        data[chunk->size] = 0;
        *out = (tsu_bytes){data, chunk->size};
        return TSU_OK;
    }
    free(data);
    return tsu_error_set(err, status, "a part of a recorded run cannot be read: it is damaged%s",
                         chunk->packed ? ", or this build has no zlib" : "");
}
