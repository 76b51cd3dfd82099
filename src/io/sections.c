/* SPDX-License-Identifier: Apache-2.0 */
#include "io/sections.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/atomic_file.h"
#include "io/hdf5_base.h"
#include "io/read_file.h"
#include "io/sections_hdf5.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAD = TSU_SECTIONS_HEAD,
    HEAD_HASH = HEAD - 8,
    VERSION_AT = 8,
    LENGTH_AT = 16,
    HASH_AT = 24,
    TEXT_AT = 32
};
static const uint8_t magic[8] = {0x89, 't', 's', 'u', 'b', 'u', 0x0d, 0x0a};
static const char about[] = "tsubu restart file: HDF5 behind these 512 bytes; h5dump and h5py read it\n";

static void store_u64(uint8_t *to, uint64_t x)
{
    for (int k = 0; k < 8; k++) {
        to[k] = (uint8_t)(x >> (8 * k));
    }
}

static uint64_t load_u64(const uint8_t *from)
{
    uint64_t x = 0;
    for (int k = 0; k < 8; k++) {
        x |= (uint64_t)from[k] << (8 * k);
    }
    return x;
}

static bool is_little(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Numbers between the order of this machine and that of a stream. */
static void copy_numbers(uint8_t *to, const uint8_t *from, size_t count, size_t width)
{
    if (count == 0) return;
    if (is_little() || width == 1) {
        memcpy(to, from, count * width);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        for (size_t b = 0; b < width; b++) {
            to[k * width + b] = from[k * width + width - 1 - b];
        }
    }
}

size_t tsu_section_width(tsu_section_type type)
{
    static const size_t width[TSU_SECTION_TYPES] = {1, 4, 4, 8, 8, 8, 1};
    return width[type];
}

static void join(char out[TSU_SECTION_NAME], const char *group, const char *name)
{
    snprintf(out, TSU_SECTION_NAME, "%s%s%s", group, group[0] ? "/" : "", name);
}

/* ---- writing ------------------------------------------------------------------------------------------------------ */

static void fail(tsu_pack *p)
{
    if (p->status == TSU_OK)
        p->status = tsu_error_set(
            &p->error, TSU_ERROR_MEMORY,
            "cannot write '%s': the HDF5 library could not make it; is there enough memory?", p->path);
}

tsu_status tsu_pack_open(tsu_pack *p, const char *path, const char *units, tsu_error *err)
{
    *p = (tsu_pack){.path = path, .units = units, .file = -1};
    const tsu_status s = tsu_hdf5_available("write_restart", err);
    if (s != TSU_OK) return s;
    p->file = tsu_sections_begin(units);
    if (p->file < 0) fail(p);
    return TSU_OK;
}

void tsu_pack_open_memory(tsu_pack *p, tsu_sections *into)
{
    *p = (tsu_pack){.path = "memory", .units = "si", .file = -1, .into = into};
}

void tsu_pack_group(tsu_pack *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(p->group, sizeof p->group, format, list);
    va_end(list);
}

/* The unit of a quantity in the units of the deck; NULL where it has no name. */
static const char *unit_in(const char *units, const char *si)
{
    static const char *const cgs[][2] = {{"m", "cm"},
                                         {"s", "s"},
                                         {"m/s, 1/kg", "cm/s, 1/g"},
                                         {"rad/s, 1/(kg m^2)", "rad/s, 1/(g cm^2)"},
                                         {"N", "dyn"},
                                         {"N m", "dyn cm"},
                                         {"kg", "g"},
                                         {"kg/m^3", "g/cm^3"},
                                         {"J", "erg"},
                                         {"m/s^2", "cm/s^2"},
                                         {"m/s, rad/s, m", "cm/s, rad/s, cm"},
                                         {"N, m, N", "dyn, cm, dyn"}};
    if (!si || strcmp(units, "si") == 0) return si;
    for (size_t k = 0; strcmp(units, "cgs") == 0 && k < sizeof cgs / sizeof *cgs; k++) {
        if (strcmp(cgs[k][0], si) == 0) return cgs[k][1];
    }
    return NULL;
}

/* A copy of an array as one that was read has it: single values have one row and one column. */
static tsu_status keep(tsu_sections *to, const char *path, tsu_section_type type, size_t rows, size_t columns,
                       const void *data, tsu_error *err)
{
    tsu_status s = tsu_memory_grow(&to->section, &to->capacity, (size_t)to->count + 1, sizeof *to->section,
                                   "arrays", err);
    if (s != TSU_OK) return s;
    tsu_section *made = &to->section[to->count];
    *made = (tsu_section){.type = type, .rows = rows, .columns = columns > 0 ? columns : 1};
    snprintf(made->name, sizeof made->name, "%s", path);
    const char *const *text = type == TSU_SECTION_TEXT ? data : NULL;
    for (size_t k = 0; text && k < rows; k++) {
        made->size += strlen(text[k]) + 1;
    }
    if (!text) made->size = rows * made->columns * tsu_section_width(type);
    s = tsu_memory_allocate(&made->data, made->size + 1, 1, "arrays", err);
    if (s != TSU_OK) return s;
    to->count++;
    if (!text && made->size > 0) memcpy(made->data, data, made->size);
    for (size_t k = 0, at = 0; text && k < rows; at += strlen(text[k]) + 1, k++) {
        memcpy(made->data + at, text[k], strlen(text[k]) + 1);
    }
    return TSU_OK;
}

void tsu_pack_array(tsu_pack *p, const char *name, tsu_section_type type, size_t rows, size_t columns,
                    const char *unit, const void *data)
{
    char path[TSU_SECTION_NAME];
    join(path, p->group, name);
    if (p->into && p->status == TSU_OK) {
        p->status = keep(p->into, path, type, rows, columns, data, &p->error);
        return;
    }
    if (p->status == TSU_OK &&
        !tsu_sections_put(p->file, path, type, rows, columns, unit_in(p->units, unit), data))
        fail(p);
}

void tsu_pack_texts(tsu_pack *p, const char *name, size_t count, const char *const *text)
{
    tsu_pack_array(p, name, TSU_SECTION_TEXT, count, 1, NULL, text);
}

void tsu_pack_count(tsu_pack *p, const char *name, uint64_t x)
{
    tsu_pack_array(p, name, TSU_SECTION_U64, 1, 0, NULL, &x);
}

void tsu_pack_real(tsu_pack *p, const char *name, double x, const char *unit)
{
    tsu_pack_array(p, name, TSU_SECTION_F64, 1, 0, unit, &x);
}

void tsu_pack_line(tsu_pack *p, const char *name, const char *text)
{
    tsu_pack_array(p, name, TSU_SECTION_TEXT, 1, 0, NULL, &text);
}

void tsu_pack_begin(tsu_pack *p, const char *name)
{
    snprintf(p->name, sizeof p->name, "%s", name);
    p->size = 0;
}

void tsu_pack_end(tsu_pack *p)
{
    tsu_pack_array(p, p->name, TSU_SECTION_U8, p->size, 1, NULL, p->data);
}

void tsu_pack_numbers(tsu_pack *p, const void *number, size_t count, size_t width)
{
    const size_t size = count * width;
    if (p->status == TSU_OK)
        p->status = tsu_memory_grow(&p->data, &p->capacity, p->size + size, 1, "a restart file", &p->error);
    if (p->status != TSU_OK) return;
    copy_numbers(p->data + p->size, number, count, width);
    p->size += size;
}

void tsu_pack_u64(tsu_pack *p, uint64_t x)
{
    tsu_pack_numbers(p, &x, 1, 8);
}

void tsu_pack_f64(tsu_pack *p, double x)
{
    tsu_pack_numbers(p, &x, 1, 8);
}

static void fill_head(uint8_t *file, size_t size)
{
    memcpy(file, magic, sizeof magic);
    store_u64(file + VERSION_AT, TSU_SECTIONS_VERSION);
    store_u64(file + LENGTH_AT, size);
    store_u64(file + HASH_AT, tsu_hash_bytes(0, file + HEAD, size - HEAD));
    memcpy(file + TEXT_AT, about, sizeof about);
    store_u64(file + HEAD_HASH, tsu_hash_bytes(0, file, HEAD_HASH));
}

static tsu_status write_file(const char *path, const uint8_t *data, size_t size, tsu_error *err)
{
    tsu_atomic_file out;
    const tsu_status s = tsu_atomic_file_open(&out, path, err);
    if (s != TSU_OK) return s;
    fwrite(data, 1, size, out.stream); /* errors are found when it is finished */
    return tsu_atomic_file_finish(&out, err);
}

tsu_status tsu_pack_close(tsu_pack *p, tsu_error *err)
{
    size_t size = 0;
    uint8_t *file = p->into ? NULL : tsu_sections_end(p->file, &size);
    tsu_memory_release(&p->data);
    if (!file && !p->into) fail(p);
    tsu_status s = p->status;
    if (s != TSU_OK) tsu_error_set(err, s, "%s", p->error.message);
    if (s == TSU_OK && file) {
        fill_head(file, size);
        s = write_file(p->path, file, size, err);
    }
    free(file);
    return s;
}

/* ---- reading: the file -------------------------------------------------------------------------------------------- */

/* A file of LIGGGHTS or LAMMPS begins with the flag 0, the length of a text and the text, its version; one of a newer LAMMPS with
 * a word. A text that speaks of a version, such as a VTK file, is none. */
static bool is_liggghts(const uint8_t *d, size_t size)
{
    static const char *const words[] = {"LIGGGHTS", "LAMMPS", "Version"};
    static const char newer[] = "LammpS RestartT";
    char start[129] = "";
    if (size >= sizeof newer && memcmp(d, newer, sizeof newer - 1) == 0) return true;
    if (size == 0 || d[0] != 0) return false;
    memcpy(start, d, size < 128 ? size : 128);
    for (size_t k = 0; k < 128; k++) {
        if (start[k] == '\0') start[k] = ' ';
    }
    for (int k = 0; k < 3; k++) {
        if (strstr(start, words[k])) return true;
    }
    return false;
}

static tsu_status check_origin(const uint8_t *d, size_t size, const char *what, tsu_error *err)
{
    if (size >= sizeof magic && memcmp(d, magic, sizeof magic) == 0) return TSU_OK;
    if (is_liggghts(d, size))
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "%s was written by LIGGGHTS or LAMMPS, whose restart files are not read "
                             "here; run `read_restart` "
                             "and `write_data` there and read that file with `read_data`",
                             what);
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s is not a restart file of tsubu", what);
}

static tsu_status check_head(const uint8_t *d, size_t size, const char *what, tsu_error *err)
{
    if (size >= TEXT_AT && load_u64(d + VERSION_AT) == 1)
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "%s has version 1 of the format, which is no longer supported: continue with the program "
            "that wrote it, or write_data there and read_data here",
            what);
    if (size < HEAD)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is truncated after %zu bytes", what, size);
    if (load_u64(d + HEAD_HASH) != tsu_hash_bytes(0, d, HEAD_HASH))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is damaged: its header does not match its checksum",
                             what);
    if (load_u64(d + VERSION_AT) != TSU_SECTIONS_VERSION)
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "%s has version %llu of the format; this program reads version %d: use the program that wrote it",
            what, (unsigned long long)load_u64(d + VERSION_AT), (int)TSU_SECTIONS_VERSION);
    return TSU_OK;
}

static tsu_status check_bytes(const uint8_t *d, size_t size, const char *what, tsu_error *err)
{
    const uint64_t length = load_u64(d + LENGTH_AT);
    if (size < length)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is truncated after %zu of %llu bytes", what, size,
                             (unsigned long long)length);
    if (size > length)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s has %llu bytes after its end", what,
                             (unsigned long long)(size - length));
    if (load_u64(d + HASH_AT) != tsu_hash_bytes(0, d + HEAD, size - HEAD))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is damaged: its contents do not match their checksum",
                             what);
    return TSU_OK;
}

tsu_status tsu_sections_open(tsu_sections *s, const void *data, size_t size, const char *what, tsu_error *err)
{
    *s = (tsu_sections){0};
    tsu_status status = check_origin(data, size, what, err);
    if (status == TSU_OK) status = check_head(data, size, what, err);
    if (status == TSU_OK) status = check_bytes(data, size, what, err);
    if (status == TSU_OK) status = tsu_sections_parse(s, data, size, what, err);
    if (status != TSU_OK) tsu_sections_free(s);
    return status;
}

tsu_status tsu_sections_read(tsu_sections *s, const char *path, tsu_error *err)
{
    char *data = NULL;
    size_t size = 0;
    *s = (tsu_sections){0};
    tsu_status status = tsu_file_read(path, &data, &size, err);
    if (status == TSU_OK) status = tsu_sections_open(s, data, size, path, err);
    tsu_memory_release(&data);
    return status;
}

void tsu_sections_free(tsu_sections *s)
{
    for (int k = 0; k < s->count; k++) {
        tsu_memory_release(&s->section[k].data);
    }
    tsu_memory_release(&s->section);
    *s = (tsu_sections){0};
}

/* ---- reading: values ---------------------------------------------------------------------------------------------- */

void tsu_unpack_group(tsu_unpack *u, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(u->group, sizeof u->group, format, list);
    va_end(list);
}

const tsu_section *tsu_unpack_find(const tsu_unpack *u, const char *name)
{
    char path[TSU_SECTION_NAME];
    join(path, u->group, name);
    for (int k = 0; k < u->sections->count; k++) {
        if (strcmp(u->sections->section[k].name, path) == 0) return &u->sections->section[k];
    }
    return NULL;
}

void tsu_unpack_array(tsu_unpack *u, const char *name, tsu_section_type type, size_t rows, size_t columns,
                      void *to)
{
    const tsu_section *from = tsu_unpack_find(u, name);
    const size_t width = tsu_section_width(type);
    if (!from || from->type != type || from->rows != rows || from->columns != columns) {
        u->bad = true;
        if (rows * columns > 0) memset(to, 0, rows * columns * width);
    } else if (from->size > 0) {
        memcpy(to, from->data, from->size);
    }
}

uint64_t tsu_unpack_count(tsu_unpack *u, const char *name, uint64_t most)
{
    uint64_t x = 0;
    tsu_unpack_array(u, name, TSU_SECTION_U64, 1, 1, &x);
    if (x <= most) return x;
    u->bad = true;
    return 0;
}

double tsu_unpack_real(tsu_unpack *u, const char *name)
{
    double x = 0.0;
    tsu_unpack_array(u, name, TSU_SECTION_F64, 1, 1, &x);
    return x;
}

void tsu_unpack_line(tsu_unpack *u, const char *name, char *out, size_t size)
{
    tsu_cursor c = tsu_unpack_cursor(u, name, TSU_SECTION_TEXT);
    const char *text = tsu_cursor_line(&c);
    const bool fits = text && strlen(text) < size;
    snprintf(out, size, "%s", fits ? text : "");
    if (!fits) u->bad = true;
}

tsu_cursor tsu_unpack_cursor(const tsu_unpack *u, const char *name, tsu_section_type type)
{
    const tsu_section *from = tsu_unpack_find(u, name);
    if (!from || from->type != type) return (tsu_cursor){.bad = true};
    return (tsu_cursor){from->data, from->size, false};
}

static const uint8_t *lend(tsu_cursor *c, size_t count)
{
    if (c->bad || count > c->left) {
        c->bad = true;
        return NULL;
    }
    const uint8_t *at = c->at;
    c->at += count;
    c->left -= count;
    return at;
}

void tsu_cursor_numbers(tsu_cursor *c, void *number, size_t count, size_t width)
{
    size_t bytes = 0;
    const bool fits = tsu_size_multiply(count, width, &bytes);
    const uint8_t *from = fits ? lend(c, bytes) : NULL;
    if (from)
        copy_numbers(number, from, count, width);
    else
        c->bad = true;
    if (!from && fits && bytes > 0) memset(number, 0, bytes);
}

uint64_t tsu_cursor_u64(tsu_cursor *c)
{
    uint64_t x = 0;
    tsu_cursor_numbers(c, &x, 1, 8);
    return x;
}

double tsu_cursor_f64(tsu_cursor *c)
{
    double x = 0.0;
    tsu_cursor_numbers(c, &x, 1, 8);
    return x;
}

uint64_t tsu_cursor_count(tsu_cursor *c, uint64_t most)
{
    const uint64_t n = tsu_cursor_u64(c);
    if (n <= most) return n;
    c->bad = true;
    return 0;
}

const char *tsu_cursor_line(tsu_cursor *c)
{
    const uint8_t *end = !c->bad && c->left > 0 ? memchr(c->at, '\0', c->left) : NULL;
    if (end) return (const char *)lend(c, (size_t)(end - c->at) + 1);
    c->bad = true;
    return NULL;
}
