/* SPDX-License-Identifier: Apache-2.0 */
#include "io/csv.h"
#include "base/memory.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 1024 };

typedef struct span {
    const char *begin, *end;
} span;

typedef struct reader {
    tsu_csv *table;
    size_t capacity; /* of table->value */
    const char *file;
    int line;
    tsu_error *err;
} reader;

void tsu_csv_free(tsu_csv *t)
{
    for (size_t k = 0; k < t->columns; k++) {
        free(t->name[k]);
    }
    free(t->name);
    tsu_memory_release(&t->value);
    *t = (tsu_csv){0};
}

int tsu_csv_find(const tsu_csv *t, const char *name)
{
    for (size_t k = 0; k < t->columns; k++) {
        if (strcmp(t->name[k], name) == 0) return (int)k;
    }
    return -1;
}

static span trim(span s)
{
    while (s.begin < s.end && isspace((unsigned char)*s.begin)) {
        s.begin++;
    }
    while (s.end > s.begin && isspace((unsigned char)s.end[-1])) {
        s.end--;
    }
    return s;
}

/* Takes the field up to the next comma off the line; false when the line is used up. */
static bool next_field(span *line, span *field)
{
    if (!line->begin) return false;
    const char *comma = memchr(line->begin, ',', (size_t)(line->end - line->begin));
    *field = trim((span){line->begin, comma ? comma : line->end});
    line->begin = comma ? comma + 1 : NULL;
    return true;
}

static size_t count_fields(span line)
{
    size_t n = 0;
    span field;
    while (next_field(&line, &field)) {
        n++;
    }
    return n;
}

static tsu_status located(const reader *r, tsu_status status)
{
    tsu_error_locate(r->err, r->file, r->line);
    return status;
}

static tsu_status read_header(reader *r, span line)
{
    tsu_csv *t = r->table;
    const size_t n = count_fields(line);
    if (n > COLUMNS_MAX)
        return located(
            r, tsu_error_set(r->err, TSU_ERROR_INPUT, "%zu columns; at most %d can be read", n, COLUMNS_MAX));
    t->name = calloc(n, sizeof *t->name);
    span field;
    for (size_t k = 0; t->name && next_field(&line, &field); k++) {
        const int length = (int)(field.end - field.begin);
        if (length == 0)
            return located(r, tsu_error_set(r->err, TSU_ERROR_INPUT, "column %zu has no name", k + 1));
        char *name = malloc((size_t)length + 1);
        if (!name) break;
        snprintf(name, (size_t)length + 1, "%.*s", length, field.begin);
        const bool twice = tsu_csv_find(t, name) >= 0;
        t->name[t->columns++] = name;
        if (twice)
            return located(r, tsu_error_set(r->err, TSU_ERROR_INPUT,
                                            "column %zu has the name '%s', which is already taken", k + 1,
                                            name));
    }
    if (t->columns < n) return tsu_error_set(r->err, TSU_ERROR_MEMORY, "no memory for %zu column names", n);
    return TSU_OK;
}

/* The whole field must be one finite decimal number. */
static bool parse_number(span field, double *out)
{
    char text[64], *end;
    const size_t length = (size_t)(field.end - field.begin);
    if (length == 0 || length >= sizeof text) return false;
    memcpy(text, field.begin, length);
    text[length] = '\0';
    if (strspn(text, "0123456789+-.eE") != length) return false;
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

static tsu_status bad_number(const reader *r, size_t column, span field)
{
    const int length = (int)(field.end - field.begin);
    if (length == 0)
        return located(r, tsu_error_set(r->err, TSU_ERROR_INPUT, "column %zu (%s) is empty", column + 1,
                                        r->table->name[column]));
    return located(r,
                   tsu_error_set(r->err, TSU_ERROR_INPUT, "'%.*s' in column %zu (%s) is not a finite number",
                                 length < 60 ? length : 60, field.begin, column + 1, r->table->name[column]));
}

static tsu_status read_row(reader *r, span line)
{
    tsu_csv *t = r->table;
    const size_t n = count_fields(line);
    if (n != t->columns)
        return located(r, tsu_error_set(r->err, TSU_ERROR_INPUT,
                                        "%zu value%s in this line, but the header names %zu column%s", n,
                                        n == 1 ? "" : "s", t->columns, t->columns == 1 ? "" : "s"));
    const tsu_status s = tsu_memory_grow(&t->value, &r->capacity, (t->rows + 1) * t->columns,
                                         sizeof *t->value, "a table of numbers", r->err);
    if (s != TSU_OK) return s;
    span field;
    for (size_t k = 0; next_field(&line, &field); k++) {
        if (!parse_number(field, &t->value[t->rows * t->columns + k])) return bad_number(r, k, field);
    }
    t->rows++;
    return TSU_OK;
}

static tsu_status read_line(reader *r, span line)
{
    const char *comment = memchr(line.begin, '#', (size_t)(line.end - line.begin));
    if (comment) line.end = comment;
    line = trim(line);
    if (line.begin == line.end) return TSU_OK;
    return r->table->columns == 0 ? read_header(r, line) : read_row(r, line);
}

static tsu_status parse(tsu_csv *table, const char *text, size_t length, const char *name, tsu_error *err)
{
    *table = (tsu_csv){0};
    reader r = {.table = table, .file = name, .err = err};
    const char *at = text, *end = text + length;
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) at += 3; /* byte order mark */
    tsu_status s = TSU_OK;
    if (memchr(text, '\0', length))
        s = tsu_error_set(err, TSU_ERROR_INPUT, "%s is not a text file: it holds a NUL byte", name);
    while (at < end && s == TSU_OK) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        r.line++;
        s = read_line(&r, (span){at, stop ? stop : end});
        at = stop ? stop + 1 : end;
    }
    if (s == TSU_OK && table->columns == 0)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "%s is empty; it needs a line of column names", name);
    if (s != TSU_OK) tsu_csv_free(table);
    return s;
}

tsu_status tsu_csv_parse(tsu_csv *table, const char *text, const char *name, tsu_error *err)
{
    return parse(table, text, strlen(text), name, err);
}

/* Reads to the end of the stream, which may be a pipe. */
static tsu_status read_all(FILE *in, const char *path, char **text, size_t *length, tsu_error *err)
{
    size_t capacity = 0;
    tsu_status s = TSU_OK;
    *text = NULL;
    *length = 0;
    while (s == TSU_OK) {
        s = tsu_memory_grow(text, &capacity, *length + 65536, 1, "a file", err);
        if (s != TSU_OK) break;
        const size_t got = fread(*text + *length, 1, capacity - *length, in);
        *length += got;
        if (got == 0) break;
    }
    if (s == TSU_OK && ferror(in))
        s = tsu_error_set(err, TSU_ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    return s;
}

tsu_status tsu_csv_load(tsu_csv *table, const char *path, tsu_error *err)
{
    *table = (tsu_csv){0};
    FILE *in = fopen(path, "rb");
    if (!in) return tsu_error_set(err, TSU_ERROR_IO, "cannot open %s: %s", path, strerror(errno));
    char *text;
    size_t length;
    tsu_status s = read_all(in, path, &text, &length, err);
    fclose(in);
    if (s == TSU_OK) s = parse(table, text, length, path, err);
    tsu_memory_release(&text);
    return s;
}
