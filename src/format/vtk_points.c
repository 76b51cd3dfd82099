/* SPDX-License-Identifier: Apache-2.0 */
/* vtk_points.c - points and their data from a legacy VTK file, ASCII or BINARY. Cells are stepped over: they are words and numbers that are
 * of no use here. */
#include "base/memory.h"
#include "format/tables_read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_MAX = 1 << 30 };

typedef struct reader {
    const char *at, *end;
    bool binary;
} reader;

/* The next word; empty at the end. */
static void next_word(reader *r, char *out, size_t size)
{
    size_t used = 0;
    while (r->at < r->end && strchr(" \t\r\n", *r->at)) {
        r->at++;
    }
    for (; r->at < r->end && !strchr(" \t\r\n", *r->at); r->at++) {
        if (used + 1 < size) out[used++] = *r->at;
    }
    out[used] = '\0';
}

static int64_t next_count(reader *r)
{
    char word[24], *end;
    next_word(r, word, sizeof word);
    const long long v = strtoll(word, &end, 10);
    return *end || end == word || v < 0 || v > NUMBERS_MAX ? -1 : (int64_t)v;
}

static size_t size_of(const char *type)
{
    static const struct {
        const char *name;
        size_t size;
    } types[] = {{"float", 4}, {"double", 8}, {"int", 4},          {"vtktypeint64", 8}, {"unsigned_char", 1},
                 {"long", 8},  {"char", 1},   {"unsigned_int", 4}, {"vtkIdType", 4},    {"short", 2}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (strcmp(types[k].name, type) == 0) return types[k].size;
    }
    return 0;
}

static double from_bytes(const uint8_t *b, const char *type, size_t size)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < size; k++) {
        bits = bits << 8 | b[k];
    }
    if (strcmp(type, "double") == 0) {
        double v;
        memcpy(&v, &bits, sizeof v);
        return v;
    }
    if (strcmp(type, "float") == 0) {
        const uint32_t low = (uint32_t)bits;
        float v;
        memcpy(&v, &low, sizeof v);
        return (double)v;
    }
    if (size == 4) return (double)(int32_t)bits;
    return (double)(int64_t)bits;
}

/* Reads `count` numbers, into `out` unless it is NULL; false if they are not all there. */
static bool read_numbers(reader *r, const char *type, int64_t count, double *out)
{
    const size_t size = size_of(type);
    if (r->binary) {
        while (r->at < r->end && *r->at != '\n') {
            r->at++;
        }
        if (size == 0 || r->at >= r->end || (size_t)(r->end - r->at - 1) / size < (size_t)count) return false;
        r->at++;
        for (int64_t k = 0; k < count; k++, r->at += size) {
            if (out) out[k] = from_bytes((const uint8_t *)r->at, type, size);
        }
        return true;
    }
    for (int64_t k = 0; k < count; k++) {
        char *end;
        const double v = strtod(r->at, &end);
        if (end == r->at || end > r->end) return false;
        if (out) out[k] = v;
        r->at = end;
    }
    return true;
}

/* Strings take a line each. */
static bool skip_lines(reader *r, int64_t lines)
{
    for (int64_t k = 0; k <= lines && r->at < r->end; k++) {
        const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
        if (!end) return k == lines;
        r->at = end + 1;
    }
    return true;
}

bool tsu_vtk_points_add(tsu_dump_frame *f, const char *name, int components, const double *value)
{
    const size_t before = (size_t)f->columns, after = before + (size_t)components;
    const bool vector = components == 3 && (strcmp(name, "v") == 0 || strcmp(name, "f") == 0 ||
                                            strcmp(name, "omega") == 0 || strcmp(name, "x") == 0);
    if (after > TSU_DUMP_COLUMNS || strlen(name) + 8 > TSU_DUMP_NAME) return true; /* left out */
    double *larger = NULL;
    if (tsu_memory_allocate(&larger, f->rows + 1, after * sizeof *larger, "particles of a file", NULL) !=
        TSU_OK)
        return false;
    for (size_t r = 0; r < f->rows; r++) {
        if (before > 0) memcpy(larger + r * after, f->value + r * before, before * sizeof *larger);
        memcpy(larger + r * after + before, value + r * (size_t)components,
               (size_t)components * sizeof *larger);
    }
    tsu_memory_release(&f->value);
    f->value = larger;
    for (int c = 0; c < components; c++) {
        char *to = f->name[f->columns++];
        if (components == 1)
            snprintf(to, TSU_DUMP_NAME, "%s", name);
        else if (vector)
            snprintf(to, TSU_DUMP_NAME, "%s%c", strcmp(name, "x") == 0 ? "" : name, "xyz"[c]);
        else
            snprintf(to, TSU_DUMP_NAME, "%s[%d]", name, c + 1);
    }
    return true;
}

/* One array of `tuples` x `components`; those that are not of the points are stepped over. */
static bool read_array(reader *r, tsu_dump_frame *f, const char *name, const char *type, int64_t components,
                       int64_t tuples, bool of_points)
{
    double *room = NULL;
    if (components < 1 || tuples < 0 || components * tuples > NUMBERS_MAX) return false;
    if (strcmp(type, "string") == 0) return skip_lines(r, components * tuples);
    const bool wanted = of_points && tuples == (int64_t)f->rows && components <= 16;
    if (!wanted) return read_numbers(r, type, components * tuples, NULL);
    if ((r->end - r->at) < components * tuples ||
        tsu_memory_allocate(&room, (size_t)(components * tuples) + 1, sizeof *room, "particles of a file",
                            NULL) != TSU_OK)
        return false;
    const bool ok = read_numbers(r, type, components * tuples, room) &&
                    tsu_vtk_points_add(f, name, (int)components, room);
    tsu_memory_release(&room);
    return ok;
}

static bool read_fields(reader *r, tsu_dump_frame *f, bool of_points)
{
    char name[128], type[32];
    next_word(r, name, sizeof name);
    const int64_t arrays = next_count(r);
    for (int64_t k = 0; k < arrays; k++) {
        next_word(r, name, sizeof name);
        const int64_t components = next_count(r), tuples = next_count(r);
        next_word(r, type, sizeof type);
        if (!read_array(r, f, name, type, components, tuples, of_points)) return false;
    }
    return arrays >= 0;
}

static bool read_scalars(reader *r, tsu_dump_frame *f, int64_t components, bool of_points)
{
    char name[128], type[32], word[128];
    next_word(r, name, sizeof name);
    next_word(r, type, sizeof type);
    if (components == 1) {
        const reader here = *r;
        const int64_t told = next_count(r);
        components = told > 0 ? told : 1;
        if (told <= 0) *r = here;
        const reader before = *r;
        next_word(r, word, sizeof word);
        if (strcmp(word, "LOOKUP_TABLE") == 0)
            next_word(r, word, sizeof word);
        else
            *r = before;
    }
    return read_array(r, f, name, type, components, (int64_t)f->rows, of_points);
}

/* A section that begins with this word; false: it is broken. */
static bool read_section(reader *r, const char *word, tsu_dump_frame *f, bool *of_points)
{
    char type[32];
    if (strcmp(word, "POINTS") == 0) {
        const int64_t n = next_count(r);
        next_word(r, type, sizeof type);
        if (n < 0 || f->columns > 0) return false;
        f->rows = (size_t)n;
        return read_array(r, f, "x", type, 3, n, true);
    }
    if (strcmp(word, "POINT_DATA") == 0 || strcmp(word, "CELL_DATA") == 0) {
        *of_points = word[0] == 'P';
        return next_count(r) >= 0;
    }
    if (strcmp(word, "OFFSETS") == 0 || strcmp(word, "CONNECTIVITY") == 0)
        return false; /* read with their cells */
    if (strcmp(word, "FIELD") == 0) return read_fields(r, f, *of_points);
    if (strcmp(word, "SCALARS") == 0) return read_scalars(r, f, 1, *of_points);
    if (strcmp(word, "VECTORS") == 0 || strcmp(word, "NORMALS") == 0)
        return read_scalars(r, f, 3, *of_points);
    return true;
}

/* VERTICES and CELLS: of version 5 two arrays, before it one of numbers. */
static bool read_cells(reader *r, bool five)
{
    char type[32], word[32];
    const int64_t offsets = next_count(r), corners = next_count(r);
    if (offsets < 0 || corners < 0) return false;
    if (!five) return read_numbers(r, "int", corners, NULL);
    for (int k = 0; k < 2; k++) {
        next_word(r, word, sizeof word);
        next_word(r, type, sizeof type);
        if (!read_numbers(r, type, k == 0 ? offsets : corners, NULL)) return false;
    }
    return true;
}

tsu_status tsu_vtk_points_parse(char *data, size_t size, const char *name, tsu_dump_frame *f, tsu_error *err)
{
    reader r = {data, data + size, false};
    char word[128];
    bool of_points = false, good = skip_lines(&r, 1);
    const bool five = size > 26 && strncmp(data, "# vtk DataFile Version 5", 24) == 0;
    next_word(&r, word, sizeof word);
    r.binary = strcmp(word, "BINARY") == 0;
    for (next_word(&r, word, sizeof word); good && word[0]; next_word(&r, word, sizeof word)) {
        static const char *const cells[] = {"VERTICES", "CELLS", "LINES", "POLYGONS"};
        bool is_cells = false;
        for (int k = 0; k < 4; k++) {
            is_cells = is_cells || strcmp(word, cells[k]) == 0;
        }
        if (strcmp(word, "CELL_TYPES") == 0) {
            const int64_t n = next_count(&r);
            good = n >= 0 && read_numbers(&r, "int", n, NULL);
        } else {
            good = is_cells ? read_cells(&r, five) : read_section(&r, word, f, &of_points);
        }
    }
    if (good && f->columns >= 3) return TSU_OK;
    tsu_dump_free(f);
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s is a VTK file that cannot be read: %s%.40s", name,
                         good ? "it has no points" : "it is broken at ", good ? "" : word);
}
