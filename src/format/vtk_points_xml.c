/* SPDX-License-Identifier: Apache-2.0 */
/* vtk_points_xml.c - points and their data from VTK's XML files: numbers as text, or base64 with or without zlib. */
#include "base/memory.h"
#include "format/tables_read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef TSU_HAVE_ZLIB
#include <zlib.h>
#endif

enum { BYTES_MAX = 1 << 30 };

/* The value of an attribute of the tag that begins here; false: it has none. */
static bool attribute(const char *tag, const char *name, char *out, size_t size)
{
    const char *end = strchr(tag, '>'), *at = tag;
    const size_t length = strlen(name);
    out[0] = '\0';
    while (end && (at = strstr(at, name)) && at < end) {
        if (at[length] != '=' || at[length + 1] != '"') {
            at += length;
            continue;
        }
        at += length + 2;
        const size_t n = strcspn(at, "\"");
        if (n >= size) return false;
        memcpy(out, at, n);
        out[n] = '\0';
        return true;
    }
    return false;
}

static int letter_value(char c)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(letters, c) : NULL;
    return at ? (int)(at - letters) : -1;
}

/* Undoes base64 up to its end; *at goes behind it. Returns the number of bytes. */
static size_t decode(const char **at, uint8_t *out, size_t most)
{
    size_t n = 0;
    uint32_t held = 0;
    int bits = 0;
    const char *c = *at;
    for (; n < most; c++) {
        const int v = letter_value(*c);
        if (v < 0) break;
        held = held << 6 | (uint32_t)v;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        out[n++] = (uint8_t)(held >> bits);
    }
    /* whole groups of four letters */
    while (letter_value(*c) >= 0 && (c - *at) % 4 != 0) {
        c++;
    }
    c += strspn(c, "=");
    *at = c;
    return n;
}

static uint64_t word_at(const uint8_t *b, size_t size)
{
    uint64_t v = 0;
    for (size_t k = 0; k < size; k++) {
        v |= (uint64_t)b[k] << 8 * k;
    }
    return v;
}

static double value_of(const uint8_t *b, const char *type, size_t size)
{
    const uint64_t bits = word_at(b, size);
    if (strcmp(type, "Float64") == 0) {
        double v;
        memcpy(&v, &bits, sizeof v);
        return v;
    }
    if (strcmp(type, "Float32") == 0) {
        const uint32_t low = (uint32_t)bits;
        float v;
        memcpy(&v, &low, sizeof v);
        return (double)v;
    }
    return size == 4 ? (double)(int32_t)bits : size == 1 ? (double)bits : (double)(int64_t)bits;
}

static size_t size_of(const char *type)
{
    const size_t length = strlen(type);
    if (strncmp(type, "Float", 5) != 0 && strncmp(type, "Int", 3) != 0 && strncmp(type, "UInt", 4) != 0)
        return 0;
    return length > 2 && strcmp(type + length - 2, "64") == 0   ? 8
           : length > 2 && strcmp(type + length - 2, "32") == 0 ? 4
           : type[length - 1] == '8'                            ? 1
                                                                : 0;
}

/* Blocks of zlib: their number, the size of one and of the last, packed sizes; then all of them. */
static bool unpack(const char *at, size_t head, uint8_t *out, size_t bytes)
{
#ifdef TSU_HAVE_ZLIB
    uint8_t begin[24];
    const char *from = at;
    if (decode(&from, begin, 3 * head) != 3 * head) return false;
    const uint64_t blocks = word_at(begin, head), each = word_at(begin + head, head);
    if (blocks > bytes || each == 0 || each > BYTES_MAX) return false;
    uint8_t *header = NULL, *packed = NULL;
    const size_t header_size = (size_t)(3 + blocks) * head, room = strlen(at);
    bool good = tsu_memory_allocate(&header, header_size + 1, 1, "a VTK file", NULL) == TSU_OK &&
                tsu_memory_allocate(&packed, room + 1, 1, "a VTK file", NULL) == TSU_OK;
    from = at;
    good = good && decode(&from, header, header_size) == header_size;
    const size_t there = good ? decode(&from, packed, room) : 0;
    size_t read = 0, done = 0;
    for (uint64_t k = 0; k < blocks && good; k++) {
        const uint64_t size = word_at(header + (3 + k) * head, head);
        uLongf length = bytes - done;
        good = size <= there - read && uncompress(out + done, &length, packed + read, (uLong)size) == Z_OK;
        read += (size_t)size;
        done += length;
    }
    tsu_memory_release(&header);
    tsu_memory_release(&packed);
    return good && done == bytes;
#else
    (void)at;
    (void)head;
    (void)out;
    (void)bytes;
    return false;
#endif
}

static bool read_binary(const char *at, const char *type, bool packed, size_t head, size_t count, double *out)
{
    const size_t size = size_of(type), bytes = count * size;
    uint8_t *raw = NULL;
    if (size == 0 || bytes > BYTES_MAX ||
        tsu_memory_allocate(&raw, bytes + head + 1, 1, "a VTK file", NULL) != TSU_OK)
        return false;
    at += strspn(at, " \t\r\n");
    bool good;
    size_t from = 0;
    if (packed) {
        good = unpack(at, head, raw, bytes);
    } else {
        const char *c = at;
        good = decode(&c, raw, bytes + head) == bytes + head && word_at(raw, head) == bytes;
        from = head;
    }
    for (size_t k = 0; k < count && good; k++) {
        out[k] = value_of(raw + from + k * size, type, size);
    }
    tsu_memory_release(&raw);
    return good;
}

static bool read_text(const char *at, size_t count, double *out)
{
    for (size_t k = 0; k < count; k++) {
        char *end;
        out[k] = strtod(at, &end);
        if (end == at) return false;
        at = end;
    }
    return true;
}

typedef struct xml_form { /* of the file */
    bool packed;
    size_t head;
} xml_form;

/* The array of the tag that begins here, a column or more; texts are left out. */
static bool read_array(const char *tag, const xml_form *form, const char *usual, tsu_dump_frame *f)
{
    char type[16], name[64], components[8], how[16];
    double *room = NULL;
    const char *body = strchr(tag, '>');
    if (!attribute(tag, "type", type, sizeof type) || !body) return false;
    if (strcmp(type, "String") == 0) return true;
    if (!attribute(tag, "Name", name, sizeof name) || usual)
        snprintf(name, sizeof name, "%s", usual ? usual : "");
    const int width =
        attribute(tag, "NumberOfComponents", components, sizeof components) ? atoi(components) : 1;
    attribute(tag, "format", how, sizeof how);
    if (width < 1 || width > 16 || !name[0]) return width > 16;
    const size_t count = f->rows * (size_t)width;
    if (tsu_memory_allocate(&room, count + 1, sizeof *room, "a VTK file", NULL) != TSU_OK) return false;
    const bool good = (strcmp(how, "ascii") == 0
                           ? read_text(body + 1, count, room)
                           : strcmp(how, "binary") == 0 &&
                                 read_binary(body + 1, type, form->packed, form->head, count, room)) &&
                      tsu_vtk_points_add(f, name, width, room);
    tsu_memory_release(&room);
    return good;
}

tsu_status tsu_vtk_points_parse_xml(char *data, size_t size, const char *name, tsu_dump_frame *f,
                                    tsu_error *err)
{
    char word[64];
    xml_form form = {.head = 4};
    const char *file = strstr(data, "<VTKFile"), *piece = strstr(data, "<Piece"),
               *points = strstr(data, "<Points>"), *columns = strstr(data, "<PointData");
    const char *end = columns ? strstr(columns, "</PointData>") : NULL;
    if (file && attribute(file, "compressor", word, sizeof word)) form.packed = word[0] != '\0';
    if (file && attribute(file, "header_type", word, sizeof word) && strcmp(word, "UInt64") == 0)
        form.head = 8;
    bool good = file && piece && points && attribute(piece, "NumberOfPoints", word, sizeof word);
    const double rows = good ? strtod(word, NULL) : -1.0;
    good = good && rows >= 0.0 && rows <= (double)size; /* each takes a letter at least */
    if (good) f->rows = (size_t)rows;
    const char *array = good ? strstr(points, "<DataArray") : NULL;
    good = array && read_array(array, &form, "x", f);
    for (array = end ? strstr(columns, "<DataArray") : NULL; good && array && array < end;
         array = strstr(array + 1, "<DataArray")) {
        good = read_array(array, &form, NULL, f);
    }
    if (good && f->columns >= 3) return TSU_OK;
    tsu_dump_free(f);
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "%s is a VTK file of which no points can be read; text, base64 and zlib can be, appended "
        "data cannot",
        name);
}
