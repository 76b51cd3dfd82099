/* SPDX-License-Identifier: Apache-2.0 */
/* sections.h - a file of named sections, each with its length and a checksum: what restart files are made of.
 *
 * All numbers are little-endian. The file is
 *   8 bytes   89 't' 's' 'u' 'b' 'u' 0d 0a
 *   u64       version of the format
 *   u64       checksum of these 16 bytes
 * then sections, each of
 *   24 bytes  name, padded with zeros
 *   u64       length of the contents [byte], a multiple of 8
 *   u64       checksum of the contents
 *   u64       checksum of the 40 bytes before and of the section's place in the file
 *   contents
 * and at last a section `end`, empty. No byte is left without a checksum, so that a changed, cut or grown file is known as
 * such; the checksums (base/hash.h) guard against accident, not against malice: a reader of contents must check what it
 * reads. */
#ifndef TSU_IO_SECTIONS_H
#define TSU_IO_SECTIONS_H

#include "io/atomic_file.h"

enum { TSU_SECTION_NAME = 24, TSU_SECTIONS_MAX = 4096, TSU_SECTIONS_VERSION = 1 };

/* ---- writing: the first failure is kept and told at the end ------------------------------------------------------- */

typedef struct tsu_pack {
    tsu_atomic_file file;
    char name[TSU_SECTION_NAME]; /* of the section under construction */
    uint8_t *data;
    size_t size, capacity;
    uint64_t sections;
    tsu_status status;
    tsu_error error;
} tsu_pack;

tsu_status tsu_pack_open(tsu_pack *p, const char *path, tsu_error *err);
void tsu_pack_begin(tsu_pack *p, const char *name);
void tsu_pack_end(tsu_pack *p);
void tsu_pack_bytes(tsu_pack *p, const void *bytes, size_t count);
/* `count` numbers of `width` bytes (1, 4 or 8), in the order of this machine. */
void tsu_pack_numbers(tsu_pack *p, const void *number, size_t count, size_t width);
void tsu_pack_u64(tsu_pack *p, uint64_t x);
void tsu_pack_f64(tsu_pack *p, double x);
/* A text with its length. */
void tsu_pack_text(tsu_pack *p, const char *text);
/* Puts the file in place, or throws it away if something failed. */
tsu_status tsu_pack_close(tsu_pack *p, tsu_error *err);

/* ---- reading -------------------------------------------------------------------------------------------------------- */

/* A place in the contents of a section. Reading beyond the end gives zeros and sets `bad`. */
typedef struct tsu_cursor {
    const uint8_t *at;
    size_t left;
    bool bad;
} tsu_cursor;

void tsu_cursor_numbers(tsu_cursor *c, void *number, size_t count, size_t width);
uint64_t tsu_cursor_u64(tsu_cursor *c);
double tsu_cursor_f64(tsu_cursor *c);
/* A number that must be at most `most`. */
uint64_t tsu_cursor_count(tsu_cursor *c, uint64_t most);
/* A text into out[size]. */
void tsu_cursor_text(tsu_cursor *c, char *out, size_t size);
/* The next `count` bytes, lent; NULL and bad if there are not so many. */
const uint8_t *tsu_cursor_lend(tsu_cursor *c, size_t count);

typedef struct tsu_section {
    char name[TSU_SECTION_NAME];
    const uint8_t *data; /* lent */
    size_t size;
} tsu_section;

typedef struct tsu_sections {
    int count;
    tsu_section *section; /* owned */
} tsu_sections;

/* Checks every byte of a file in memory (which must live as long as the sections); `what` names it in messages. */
tsu_status tsu_sections_open(tsu_sections *s, const void *data, size_t size, const char *what,
                             tsu_error *err);
void tsu_sections_free(tsu_sections *s);
/* A cursor at the start of a section; bad if there is none of that name. */
tsu_cursor tsu_sections_find(const tsu_sections *s, const char *name);

#endif
