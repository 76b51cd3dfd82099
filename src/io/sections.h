/* SPDX-License-Identifier: Apache-2.0 */
/* sections.h - restart files: HDF5 with named arrays, behind a head of our own that guards every byte.
 *
 * The first 512 bytes are the user block of the HDF5 file, all numbers little-endian:
 *   8 bytes   89 't' 's' 'u' 'b' 'u' 0d 0a
 *   u64       version of the format
 *   u64       length of the file [byte]
 *   u64       hash of all bytes behind the head
 *   text      what the file is, for people; zeros
 *   u64       hash of the 504 bytes before
 * So a changed, cut or grown file is known as such before the HDF5 library sees it, which is not made for such files. The hash
 * (base/hash.h) guards against accident, not against malice: a reader of contents must check what it reads. Arrays of 4 KiB and
 * more have the checksum of HDF5 besides, so that other programs notice damage too. */
#ifndef TSU_IO_SECTIONS_H
#define TSU_IO_SECTIONS_H

#include "base/error.h"
#include "base/portable.h"

enum {
    TSU_SECTION_GROUP = 48,
    TSU_SECTION_NAME = 112,
    TSU_SECTIONS_MAX = 100000,
    TSU_SECTIONS_VERSION = 2,
    TSU_SECTIONS_HEAD = 512
};

typedef enum tsu_section_type {
    TSU_SECTION_U8,
    TSU_SECTION_I32,
    TSU_SECTION_U32,
    TSU_SECTION_I64,
    TSU_SECTION_U64,
    TSU_SECTION_F64,
    TSU_SECTION_TEXT, /* in memory: texts one behind the other, each with its zero */
    TSU_SECTION_TYPES
} tsu_section_type;

/* ---- writing: the first failure is kept and told at the end ------------------------------------------------------- */

typedef struct tsu_sections tsu_sections;

typedef struct tsu_pack {
    const char *path;              /* lent until it is closed */
    const char *units;             /* si, cgs ... */
    int64_t file;                  /* of the HDF5 library, in memory */
    struct tsu_sections *into;     /* arrays in memory instead of a file; or NULL */
    char group[TSU_SECTION_GROUP]; /* that names are in */
    char name[TSU_SECTION_GROUP];  /* of the stream under construction */
    uint8_t *data;
    size_t size, capacity;
    tsu_status status;
    tsu_error error;
} tsu_pack;

tsu_status tsu_pack_open(tsu_pack *p, const char *path, const char *units, tsu_error *err);
/* The same into arrays in memory, which are the caller's to free, also on failure. */
void tsu_pack_open_memory(tsu_pack *p, tsu_sections *into);
/* The group of what follows, as printf says: "walls/%d". */
void tsu_pack_group(tsu_pack *p, const char *format, ...) TSU_PRINTF(2, 3);
/* An array [rows][columns], or [rows] if there is one column. `unit` as in si, NULL without; others are found from it. */
void tsu_pack_array(tsu_pack *p, const char *name, tsu_section_type type, size_t rows, size_t columns,
                    const char *unit, const void *data);
void tsu_pack_texts(tsu_pack *p, const char *name, size_t count, const char *const *text);
/* Single values. */
void tsu_pack_count(tsu_pack *p, const char *name, uint64_t x);
void tsu_pack_real(tsu_pack *p, const char *name, double x, const char *unit);
void tsu_pack_line(tsu_pack *p, const char *name, const char *text);
/* Puts the file in place, or throws it away if something failed. What goes into memory is there already. */
tsu_status tsu_pack_close(tsu_pack *p, tsu_error *err);

/* An array of bytes to which numbers are added one after the other: states that only their owner understands. */
void tsu_pack_begin(tsu_pack *p, const char *name);
void tsu_pack_end(tsu_pack *p);
/* `count` numbers of `width` bytes (1, 4 or 8), in the order of this machine. */
void tsu_pack_numbers(tsu_pack *p, const void *number, size_t count, size_t width);
void tsu_pack_u64(tsu_pack *p, uint64_t x);
void tsu_pack_f64(tsu_pack *p, double x);

/* ---- reading -------------------------------------------------------------------------------------------------------- */

typedef struct tsu_section {
    char name[TSU_SECTION_NAME]; /* with its groups: particles/position */
    tsu_section_type type;
    size_t rows, columns;
    uint8_t *data; /* owned */
    size_t size;   /* [byte] */
} tsu_section;

struct tsu_sections {
    int count;
    size_t capacity;
    tsu_section *section; /* owned */
};

/* Checks every byte of a file in memory and copies its arrays; `what` names it in messages. */
tsu_status tsu_sections_open(tsu_sections *s, const void *data, size_t size, const char *what,
                             tsu_error *err);
/* The same for a file on the disk. */
tsu_status tsu_sections_read(tsu_sections *s, const char *path, tsu_error *err);
void tsu_sections_free(tsu_sections *s);
/* Bytes of one number; 1 for texts. */
size_t tsu_section_width(tsu_section_type type);

/* Reads values by name, as they were packed. What is missing or has another form gives zeros and sets `bad`. */
typedef struct tsu_unpack {
    const tsu_sections *sections;
    char group[TSU_SECTION_GROUP];
    bool bad;
} tsu_unpack;

void tsu_unpack_group(tsu_unpack *u, const char *format, ...) TSU_PRINTF(2, 3);
/* NULL if there is none; does not set `bad`. */
const tsu_section *tsu_unpack_find(const tsu_unpack *u, const char *name);
void tsu_unpack_array(tsu_unpack *u, const char *name, tsu_section_type type, size_t rows, size_t columns,
                      void *to);
/* A number that must be at most `most`. */
uint64_t tsu_unpack_count(tsu_unpack *u, const char *name, uint64_t most);
double tsu_unpack_real(tsu_unpack *u, const char *name);
void tsu_unpack_line(tsu_unpack *u, const char *name, char *out, size_t size);

/* A place in an array of bytes or texts. Reading beyond the end gives zeros and sets `bad`. */
typedef struct tsu_cursor {
    const uint8_t *at;
    size_t left;
    bool bad;
} tsu_cursor;

/* At the start of an array of bytes or texts; bad if there is none of that name and type. */
tsu_cursor tsu_unpack_cursor(const tsu_unpack *u, const char *name, tsu_section_type type);
void tsu_cursor_numbers(tsu_cursor *c, void *number, size_t count, size_t width);
uint64_t tsu_cursor_u64(tsu_cursor *c);
double tsu_cursor_f64(tsu_cursor *c);
/* A number that must be at most `most`. */
uint64_t tsu_cursor_count(tsu_cursor *c, uint64_t most);
/* The next text of an array of texts, lent; NULL and bad behind the last. */
const char *tsu_cursor_line(tsu_cursor *c);

#endif
