/* SPDX-License-Identifier: Apache-2.0 */
/* record_chunk.h - the form of a recorded run: 16 bytes "TSUBUREC", version, 0; then chunks, each a head and its bytes. All little
 * endian. */
#ifndef TSU_VIEW_RECORD_RECORD_CHUNK_H
#define TSU_VIEW_RECORD_RECORD_CHUNK_H

#include "view/frame.h"
#include <stdio.h>

enum { TSU_CHUNK_HEAD = 56, TSU_RECORD_HEAD = 16, TSU_RECORD_VERSION = 1 };

typedef enum tsu_chunk_kind {
    TSU_CHUNK_INFO,     /* JSON: {"title":..., "periodic":[...], "members":{...}}; scene in `step` */
    TSU_CHUNK_MESH,     /* TSF1 with the corners of the meshes of a scene, which is in `step` */
    TSU_CHUNK_FRAME,    /* TSF1 */
    TSU_CHUNK_SERIES,   /* columns and rows of a table: 0 energy, 1 thermo, in `step` */
    TSU_CHUNK_CONTACTS, /* of the frame before it: record_contacts.h */
    TSU_CHUNK_KINDS
} tsu_chunk_kind;

typedef struct tsu_chunk {
    tsu_chunk_kind kind;
    bool packed;           /* by zlib */
    uint64_t size, stored; /* bytes, and bytes in the file */
    uint64_t check;        /* hash of the bytes in the file */
    int64_t step, scene;
    double time;
    uint64_t at; /* where its bytes begin in the file */
} tsu_chunk;

/* Packs if that makes it smaller, and appends head and bytes. */
tsu_status tsu_chunk_write(FILE *file, tsu_chunk chunk, const void *data, tsu_error *err);
/* Reads a head; false at the end of the file and where it makes no sense. */
bool tsu_chunk_read_head(int file, uint64_t at, uint64_t file_size, tsu_chunk *chunk);
/* Reads, checks and unpacks the bytes. */
tsu_status tsu_chunk_read(int file, const tsu_chunk *chunk, tsu_bytes *out, tsu_error *err);

#endif
