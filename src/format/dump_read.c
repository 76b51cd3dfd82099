/* SPDX-License-Identifier: Apache-2.0 */
#include "format/dump_read.h"
#include "base/memory.h"
#include "io/read_file.h"
#include "state/fields.h"
#include <math.h>
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
static char *find_item(char *text, const char *item)
{
    const size_t length = strlen(item);
    for (char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        if (strncmp(at, item, length) == 0) return at;
    }
    return NULL;
}

static char *next_line(char *at)
{
    at = strchr(at, '\n');
    return at ? at + 1 : NULL;
}

static bool read_numbers(char **at, double *out, int count)
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

/* Positions as parts of the box become positions. */
static bool unscale(tsu_dump_frame *f)
{
    for (int q = 0; q < 3; q++) {
        const int c = find_column(f, "xs", q);
        if (c < 0) return false;
        f->place[q] = c;
        for (size_t r = 0; r < f->rows; r++) {
            double *x = &f->value[r * (size_t)f->columns + (size_t)c];
            *x = f->lo[q] + *x * (f->hi[q] - f->lo[q]);
        }
        snprintf(f->name[c], TSU_DUMP_NAME, "%c", 'x' + q);
    }
    return true;
}

tsu_status tsu_dump_find_columns(tsu_dump_frame *f, const char *path, tsu_error *err)
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
    if (all || unscale(f)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "%s has no columns x, y, z (nor xu, yu, zu or xs, ys, zs); add them to the dump",
                         path);
}

/* A frame that begins at a line; false if it is not whole. */
static bool read_frame(char *text, tsu_dump_frame *f)
{
    char *step = next_line(text), *count = find_item(text, "ITEM: NUMBER OF ATOMS"),
         *box = find_item(text, "ITEM: BOX BOUNDS"), *atoms = find_item(text, "ITEM: ATOMS");
    double number, row[TSU_DUMP_COLUMNS];
    if (!step || !count || !box || !atoms || !read_names(atoms, f)) return false;
    f->step = strtoll(step, NULL, 10);
    count = next_line(count);
    if (!count || !read_numbers(&count, &number, 1) || !(number >= 0.0 && number < 2.0e9)) return false;
    for (int q = 0; q < 3; q++) {
        char *line = box = next_line(box);
        if (!line || !read_numbers(&line, row, 2)) return false;
        f->lo[q] = row[0];
        f->hi[q] = row[1];
    }
    size_t capacity = 0;
    char *at = next_line(atoms);
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

tsu_status tsu_dump_read_all(const char *path, tsu_dump_take *take, void *context, tsu_error *err)
{
    char *text = NULL;
    size_t size;
    int whole = 0, n = 0;
    tsu_status status = tsu_file_read(path, &text, &size, err);
    for (char *at = status == TSU_OK ? find_item(text, "ITEM: TIMESTEP") : NULL; at && status == TSU_OK;
         n++) {
        char *next = next_line(at);
        next = next ? find_item(next, "ITEM: TIMESTEP") : NULL;
        tsu_dump_frame one = {.time = NAN};
        if (next) next[-1] = '\0'; /* nothing of the next frame is taken for one of this */
        if (read_frame(at, &one)) {
            status = tsu_dump_find_columns(&one, path, err);
            if (status == TSU_OK) status = take(context, &one, err);
            whole++;
        }
        tsu_dump_free(&one);
        at = next;
    }
    tsu_memory_release(&text);
    if (status == TSU_OK && whole == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s has no complete frame among the %d it begins", path,
                             n);
    return status;
}
