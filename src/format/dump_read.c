/* SPDX-License-Identifier: Apache-2.0 */
#include "format/dump_read.h"
#include "base/memory.h"
#include "io/read_file.h"
#include "state/fields.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tsu_dump_is(const char *path)
{
    char head[5] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const bool is = fread(head, sizeof head, 1, file) == 1 && memcmp(head, "ITEM:", 5) == 0;
    fclose(file);
    return is;
}

void tsu_dump_free(tsu_dump_frame *f)
{
    tsu_memory_release(&f->value);
    *f = (tsu_dump_frame){0};
}

/* The next line that starts with a word; NULL: none. */
static const char *find_item(const char *text, const char *item)
{
    const size_t length = strlen(item);
    for (const char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        if (strncmp(at, item, length) == 0) return at;
    }
    return NULL;
}

static const char *next_line(const char *at)
{
    at = strchr(at, '\n');
    return at ? at + 1 : NULL;
}

static bool read_numbers(const char **at, double *out, int count)
{
    for (int k = 0; k < count; k++) {
        char *end;
        out[k] = strtod(*at, &end);
        if (end == *at) return false;
        *at = end;
    }
    return true;
}

/* The column of number q of a field, or -1. */
static int find_column(const tsu_dump_frame *f, const char *field, int q)
{
    tsu_field row;
    char room[TSU_FIELD_ROOM];
    const char *word = tsu_fields_find(NULL, field, &row) ? tsu_field_word_of(&row, q, room) : NULL;
    for (int c = 0; c < f->columns && word; c++) {
        if (strcmp(f->name[c], word) == 0) return c;
    }
    return -1;
}

static bool read_names(const char *line, tsu_dump_frame *f)
{
    const char *at = line + strlen("ITEM: ATOMS"), *end = at + strcspn(at, "\r\n");
    for (at += strspn(at, " \t"); at < end; at += strspn(at, " \t")) {
        const size_t length = strcspn(at, " \t\r\n");
        if (f->columns == TSU_DUMP_COLUMNS || length >= TSU_DUMP_NAME) return false;
        memcpy(f->name[f->columns++], at, length);
        at += length;
    }
    return f->columns > 0;
}

static tsu_status find_columns(tsu_dump_frame *f, const char *path, tsu_error *err)
{
    bool all = true;
    for (int q = 0; q < 3; q++) {
        const int inside = find_column(f, "x", q);
        f->place[q] = inside >= 0 ? inside : find_column(f, "xu", q);
        f->speed[q] = find_column(f, "v", q);
        all = all && f->place[q] >= 0;
    }
    for (int q = 0; q < 3; q++) {
        if (f->speed[q] < 0) f->speed[0] = -1;
    }
    const int wide = find_column(f, "diameter", 0);
    if (find_column(f, "radius", 0) < 0 && wide >= 0) {
        snprintf(f->name[wide], TSU_DUMP_NAME, "radius");
        for (size_t r = 0; r < f->rows; r++) {
            f->value[r * (size_t)f->columns + (size_t)wide] *= 0.5;
        }
    }
    if (all && find_column(f, "radius", 0) >= 0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "%s has no columns x, y, z and radius (or diameter); dump them to have a picture",
                         path);
}

/* A frame that begins at a line; false if it is not whole. */
static bool read_frame(const char *text, tsu_dump_frame *f)
{
    const char *step = next_line(text), *count = find_item(text, "ITEM: NUMBER OF ATOMS"),
               *box = find_item(text, "ITEM: BOX BOUNDS"), *atoms = find_item(text, "ITEM: ATOMS");
    double number, row[TSU_DUMP_COLUMNS];
    if (!step || !count || !box || !atoms || !read_names(atoms, f)) return false;
    f->step = strtoll(step, NULL, 10);
    count = next_line(count);
    if (!count || !read_numbers(&count, &number, 1) || !(number >= 0.0 && number < 2.0e9)) return false;
    for (int q = 0; q < 3; q++) {
        const char *line = box = next_line(box);
        if (!line || !read_numbers(&line, row, 2)) return false;
        f->lo[q] = row[0];
        f->hi[q] = row[1];
    }
    size_t capacity = 0;
    const char *at = next_line(atoms);
    for (size_t r = 0; r < (size_t)number; r++) {
        if (!at || !read_numbers(&at, row, f->columns)) return false;
        if (tsu_memory_grow(&f->value, &capacity, (r + 1) * (size_t)f->columns, sizeof *f->value, "a dump",
                            NULL) != TSU_OK)
            return false;
        memcpy(f->value + r * (size_t)f->columns, row, (size_t)f->columns * sizeof *row);
    }
    f->rows = (size_t)number;
    return true;
}

tsu_status tsu_dump_read(const char *path, int index, tsu_dump_frame *f, tsu_error *err)
{
    char *text = NULL;
    size_t size;
    int n = 0;
    *f = (tsu_dump_frame){0};
    tsu_status status = tsu_file_read(path, &text, &size, err);
    for (const char *at = status == TSU_OK ? find_item(text, "ITEM: TIMESTEP") : NULL; at; n++) {
        const char *next = next_line(at);
        next = next ? find_item(next, "ITEM: TIMESTEP") : NULL;
        tsu_dump_frame one = {0};
        if ((index < 0 || n == index) && read_frame(at, &one)) {
            tsu_dump_free(f);
            *f = one;
        } else {
            tsu_dump_free(&one);
        }
        at = next;
    }
    tsu_memory_release(&text);
    if (status == TSU_OK && f->columns == 0)
        status = tsu_error_set(err, TSU_ERROR_INPUT, "%s has no whole frame%s in the %d it begins", path,
                               index < 0 ? "" : " of that number", n);
    if (status == TSU_OK) status = find_columns(f, path, err);
    if (status != TSU_OK) tsu_dump_free(f);
    return status;
}
