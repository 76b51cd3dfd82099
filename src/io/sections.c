/* SPDX-License-Identifier: Apache-2.0 */
#include "io/sections.h"
#include "base/hash.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = 24, SECTION_HEAD = 48 };
static const uint8_t magic[8] = {0x89, 't', 's', 'u', 'b', 'u', 0x0d, 0x0a};

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

/* Numbers between the order of this machine and that of the file. */
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

/* ---- writing ------------------------------------------------------------------------------------------------------ */

static void write_out(tsu_pack *p, const void *data, size_t size)
{
    if (p->status == TSU_OK && size > 0 && fwrite(data, 1, size, p->file.stream) != size)
        p->status =
            tsu_error_set(&p->error, TSU_ERROR_IO, "cannot write %s: is the disk full?", p->file.target);
}

tsu_status tsu_pack_open(tsu_pack *p, const char *path, tsu_error *err)
{
    uint8_t head[HEAD];
    *p = (tsu_pack){0};
    const tsu_status s = tsu_atomic_file_open(&p->file, path, err);
    if (s != TSU_OK) return s;
    memcpy(head, magic, sizeof magic);
    store_u64(head + 8, TSU_SECTIONS_VERSION);
    store_u64(head + 16, tsu_hash_bytes(0, head, 16));
    write_out(p, head, sizeof head);
    return TSU_OK;
}

void tsu_pack_begin(tsu_pack *p, const char *name)
{
    memset(p->name, 0, sizeof p->name);
    snprintf(p->name, sizeof p->name, "%s", name);
    p->size = 0;
}

void tsu_pack_end(tsu_pack *p)
{
    uint8_t head[SECTION_HEAD];
    const uint64_t zero = 0;
    tsu_pack_bytes(p, &zero, (8 - p->size % 8) % 8);
    memcpy(head, p->name, TSU_SECTION_NAME);
    store_u64(head + 24, p->size);
    store_u64(head + 32, tsu_hash_bytes(0, p->data, p->size));
    store_u64(head + 40, tsu_hash_bytes(p->sections + 1, head, 40));
    write_out(p, head, sizeof head);
    write_out(p, p->data, p->size);
    p->sections++;
    p->size = 0;
}

static uint8_t *room(tsu_pack *p, size_t count)
{
    if (p->status == TSU_OK)
        p->status = tsu_memory_grow(&p->data, &p->capacity, p->size + count, 1, "a restart file", &p->error);
    if (p->status != TSU_OK) return NULL;
    p->size += count;
    return p->data + p->size - count;
}

void tsu_pack_bytes(tsu_pack *p, const void *bytes, size_t count)
{
    tsu_pack_numbers(p, bytes, count, 1);
}

void tsu_pack_numbers(tsu_pack *p, const void *number, size_t count, size_t width)
{
    uint8_t *to = room(p, count * width);
    if (to) copy_numbers(to, number, count, width);
}

void tsu_pack_u64(tsu_pack *p, uint64_t x)
{
    tsu_pack_numbers(p, &x, 1, 8);
}

void tsu_pack_f64(tsu_pack *p, double x)
{
    tsu_pack_numbers(p, &x, 1, 8);
}

void tsu_pack_text(tsu_pack *p, const char *text)
{
    tsu_pack_u64(p, strlen(text));
    tsu_pack_bytes(p, text, strlen(text));
}

tsu_status tsu_pack_close(tsu_pack *p, tsu_error *err)
{
    tsu_pack_begin(p, "end");
    tsu_pack_end(p);
    tsu_memory_release(&p->data);
    if (p->status == TSU_OK) return tsu_atomic_file_finish(&p->file, err);
    tsu_atomic_file_abandon(&p->file);
    return tsu_error_set(err, p->status, "%s", p->error.message);
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

const uint8_t *tsu_cursor_lend(tsu_cursor *c, size_t count)
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
    const uint8_t *from = fits ? tsu_cursor_lend(c, bytes) : NULL;
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

void tsu_cursor_text(tsu_cursor *c, char *out, size_t size)
{
    const size_t length = (size_t)tsu_cursor_count(c, size - 1);
    const uint8_t *from = tsu_cursor_lend(c, length);
    if (from && length > 0) memcpy(out, from, length);
    out[from ? length : 0] = '\0';
    if (strlen(out) != (from ? length : 0)) c->bad = true;
}

/* A file of LIGGGHTS or LAMMPS begins with the flag 0, the length of a text and the text, its version. */
static bool is_liggghts(const uint8_t *d, size_t size)
{
    static const char *const words[] = {"LIGGGHTS", "LAMMPS", "Version"};
    char start[129] = "";
    memcpy(start, d, size < 128 ? size : 128);
    for (size_t k = 0; k < 128; k++) {
        if (start[k] == '\0') start[k] = ' ';
    }
    for (int k = 0; k < 3; k++) {
        if (strstr(start, words[k])) return true;
    }
    return false;
}

static tsu_status check_head(const uint8_t *d, size_t size, const char *what, tsu_error *err)
{
    if (size < sizeof magic || memcmp(d, magic, sizeof magic) != 0) {
        if (is_liggghts(d, size))
            return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                                 "%s was written by LIGGGHTS or LAMMPS, whose restart files are not read "
                                 "here; run `read_restart` "
                                 "and `write_data` there and read that file with `read_data`",
                                 what);
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is not a restart file of tsubu", what);
    }
    if (size < HEAD) return tsu_error_set(err, TSU_ERROR_INPUT, "%s is cut off after %zu bytes", what, size);
    if (load_u64(d + 16) != tsu_hash_bytes(0, d, 16))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is damaged: its head does not fit its checksum", what);
    if (load_u64(d + 8) != TSU_SECTIONS_VERSION)
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "%s has version %llu of the format; this program reads version %d: use the program that wrote it",
            what, (unsigned long long)load_u64(d + 8), (int)TSU_SECTIONS_VERSION);
    return TSU_OK;
}

/* Checks the section that begins at *at and moves on behind it. */
static tsu_status check_section(const uint8_t *d, size_t size, size_t *at, uint64_t place, tsu_section *to,
                                const char *what, tsu_error *err)
{
    const uint8_t *head = d + *at;
    if (size - *at < SECTION_HEAD)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is cut off after %zu bytes", what, size);
    if (load_u64(head + 40) != tsu_hash_bytes(place + 1, head, 40) || head[TSU_SECTION_NAME - 1] != 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s is damaged: the head of section %llu does not fit its checksum", what,
                             (unsigned long long)place + 1);
    memcpy(to->name, head, TSU_SECTION_NAME);
    const uint64_t length = load_u64(head + 24);
    if (length > size - *at - SECTION_HEAD)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is cut off after %zu bytes, within section `%s`", what,
                             size, to->name);
    to->data = head + SECTION_HEAD;
    to->size = (size_t)length;
    if (load_u64(head + 32) != tsu_hash_bytes(0, to->data, to->size))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s is damaged: section `%s` does not fit its checksum",
                             what, to->name);
    *at += SECTION_HEAD + to->size;
    return TSU_OK;
}

tsu_status tsu_sections_open(tsu_sections *s, const void *data, size_t size, const char *what, tsu_error *err)
{
    *s = (tsu_sections){0};
    tsu_status status = check_head(data, size, what, err);
    size_t at = HEAD, capacity = 0;
    bool ended = false;
    while (status == TSU_OK && !ended) {
        if (s->count >= TSU_SECTIONS_MAX)
            status = tsu_error_set(err, TSU_ERROR_INPUT, "%s has more than %d sections", what,
                                   (int)TSU_SECTIONS_MAX);
        if (status == TSU_OK)
            status = tsu_memory_grow(&s->section, &capacity, (size_t)s->count + 1, sizeof *s->section,
                                     "sections", err);
        if (status == TSU_OK)
            status = check_section(data, size, &at, (uint64_t)s->count, &s->section[s->count], what, err);
        if (status == TSU_OK) ended = strcmp(s->section[s->count++].name, "end") == 0;
    }
    if (status == TSU_OK && at != size)
        status =
            tsu_error_set(err, TSU_ERROR_INPUT, "%s goes on for %zu bytes behind its end", what, size - at);
    if (status != TSU_OK) tsu_sections_free(s);
    return status;
}

void tsu_sections_free(tsu_sections *s)
{
    tsu_memory_release(&s->section);
    *s = (tsu_sections){0};
}

tsu_cursor tsu_sections_find(const tsu_sections *s, const char *name)
{
    for (int k = 0; k < s->count; k++) {
        if (strcmp(s->section[k].name, name) == 0)
            return (tsu_cursor){s->section[k].data, s->section[k].size, false};
    }
    return (tsu_cursor){.bad = true};
}
