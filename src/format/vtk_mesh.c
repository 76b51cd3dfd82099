/* SPDX-License-Identifier: Apache-2.0 */
#include "format/vtk_mesh.h"
#include "base/memory.h"
#include "io/token.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct cells {
    int64_t count;
    int64_t *first; /* [count+1] into id */
    int64_t *id;    /* points */
    int64_t *place; /* [count] line or number, for the origin of its facets */
} cells;

typedef struct reader {
    tsu_tokens t;
    const char *name;
    bool binary;
    int64_t points;
    double (*point)[3];
    cells cell;     /* of CELLS, POLYGONS or TRIANGLE_STRIPS */
    int64_t *type;  /* [cell.count] */
    int64_t others; /* cells that are no surface */
    tsu_facets *facets;
    tsu_error *err;
} reader;

enum { TRIANGLE = 5, STRIP = 6, POLYGON = 7, PIXEL = 8, QUAD = 9 }; /* types of cells in VTK */

static tsu_status fail(reader *r, const char *what)
{
    const char *word = r->t.word[0] ? r->t.word : "the end of the file";
    return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: expected %s, found '%s'", r->name,
                         (long long)r->t.word_line, what, word);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

typedef struct value_type {
    const char *name;
    int bytes;
    bool real, sign;
} value_type;

static const value_type TYPES[] = {{"float", 4, true, true},
                                   {"double", 8, true, true},
                                   {"int", 4, false, true},
                                   {"unsigned_int", 4, false, false},
                                   {"long", 8, false, true},
                                   {"unsigned_long", 8, false, false},
                                   {"vtktypeint64", 8, false, true},
                                   {"vtktypeuint64", 8, false, false},
                                   {"vtkIdType", 4, false, true},
                                   {"short", 2, false, true},
                                   {"unsigned_short", 2, false, false},
                                   {"char", 1, false, true},
                                   {"unsigned_char", 1, false, false}};

static const value_type *find_type(const char *word)
{
    for (size_t k = 0; k < sizeof TYPES / sizeof *TYPES; k++) {
        if (strcasecmp(TYPES[k].name, word) == 0) return &TYPES[k];
    }
    return NULL;
}

/* One binary value, high byte first. */
static double binary_value(const char *p, const value_type *type)
{
    uint64_t bits = 0;
    for (int k = 0; k < type->bytes; k++) {
        bits = bits << 8 | (unsigned char)p[k];
    }
    if (type->real && type->bytes == 8) {
        double x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    if (type->real) {
        const uint32_t low = (uint32_t)bits;
        float x;
        memcpy(&x, &low, sizeof x);
        return x;
    }
    const int unused = 64 - 8 * type->bytes;
    return type->sign ? (double)((int64_t)(bits << unused) >> unused) : (double)bits;
}

/* Checks that n values can be there at all before memory is asked for. */
static tsu_status check_room(reader *r, int64_t n, const value_type *type, const char *what)
{
    const int64_t left = r->t.end - r->t.at, each = r->binary ? type->bytes : 1;
    if (n >= 0 && n <= left / each) return TSU_OK;
    return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: %lld %s are declared, but only %lld bytes follow",
                         r->name, (long long)r->t.word_line, (long long)n, what, (long long)left);
}

/* The next value; binary data must have been checked for room. */
static tsu_status read_value(reader *r, const value_type *type, double *value)
{
    if (r->binary) {
        *value = binary_value(r->t.at, type);
        r->t.at += type->bytes;
        return TSU_OK;
    }
    tsu_token_next(&r->t);
    return tsu_token_number(&r->t, value) ? TSU_OK : fail(r, "a number");
}

static tsu_status read_count(reader *r, const char *what, int64_t *value)
{
    tsu_token_next(&r->t);
    return tsu_token_integer(&r->t, value) && *value >= 0 ? TSU_OK : fail(r, what);
}

static tsu_status read_type(reader *r, const value_type **type)
{
    tsu_token_next(&r->t);
    *type = find_type(r->t.word);
    if (!*type) return fail(r, "a type of numbers (float, double, int ...)");
    if (r->binary) tsu_token_skip_line(&r->t); /* the data begin on the next line */
    return TSU_OK;
}

static tsu_status read_integers(reader *r, int64_t n, const value_type *type, const char *what,
                                int64_t **array)
{
    tsu_status s = check_room(r, n, type, what);
    if (s == TSU_OK) s = tsu_memory_allocate(array, (size_t)n, sizeof **array, what, r->err);
    for (int64_t k = 0; k < n && s == TSU_OK; k++) {
        double value = 0.0;
        s = read_value(r, type, &value);
        if (s == TSU_OK && (value != floor(value) || fabs(value) > 9.0e15)) s = fail(r, "a whole number");
        (*array)[k] = s == TSU_OK ? (int64_t)value : 0;
    }
    return s;
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

static tsu_status read_points(reader *r)
{
    const value_type *type = NULL;
    tsu_status s = read_count(r, "the number of points", &r->points);
    if (s == TSU_OK && r->point) s = fail(r, "one section POINTS only");
    if (s == TSU_OK) s = read_type(r, &type);
    if (s == TSU_OK && r->points > TSU_FACETS_MAX) s = fail(r, "fewer points");
    if (s == TSU_OK) s = check_room(r, 3 * r->points, type, "coordinates");
    if (s == TSU_OK)
        s = tsu_memory_allocate(&r->point, (size_t)r->points, sizeof *r->point, "points", r->err);
    for (int64_t k = 0; s == TSU_OK && k < 3 * r->points; k++) {
        double value = 0.0;
        s = read_value(r, type, &value);
        r->point[k / 3][k % 3] = value;
        if (s == TSU_OK && !isfinite(value))
            s = tsu_error_set(r->err, TSU_ERROR_INPUT, "%s: a coordinate of point %lld is not a number",
                              r->name, (long long)(k / 3 + 1));
    }
    return s;
}

/* Cells as `n i j k ...`, `size` numbers in all. */
static tsu_status read_cells_listed(reader *r, cells *c, int64_t size)
{
    static const value_type integer = {"int", 4, false, true};
    int64_t at = 0;
    tsu_status s = check_room(r, size, &integer, "numbers of cells");
    if (s == TSU_OK && size < c->count) s = fail(r, "more numbers than cells");
    if (s == TSU_OK)
        s = tsu_memory_allocate(&c->id, (size_t)(size - c->count), sizeof *c->id, "cells", r->err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&c->first, (size_t)c->count + 1, sizeof *c->first, "cells", r->err);
    for (int64_t k = 0; k < c->count && s == TSU_OK; k++) {
        double n = 0.0, id = 0.0;
        s = read_value(r, &integer, &n);
        c->place[k] = r->binary ? k + 1 : r->t.word_line;
        if (s == TSU_OK && !(n >= 0.0 && n == floor(n) && n <= (double)(size - c->count - at)))
            s = fail(r, "the number of points of a cell");
        const int64_t points = s == TSU_OK ? (int64_t)n : 0;
        for (int64_t q = 0; q < points && s == TSU_OK; q++) {
            s = read_value(r, &integer, &id);
            c->id[at++] = id >= 0.0 && id < 9.0e15 ? (int64_t)id : -1;
        }
        c->first[k + 1] = at;
    }
    return s;
}

/* Cells as OFFSETS type ... CONNECTIVITY type ... */
static tsu_status read_cells_split(reader *r, cells *c, int64_t offsets, int64_t ids)
{
    const value_type *type = NULL;
    tsu_token_next(&r->t); /* OFFSETS */
    tsu_status s = read_type(r, &type);
    if (s == TSU_OK) s = read_integers(r, offsets, type, "offsets of cells", &c->first);
    if (s == TSU_OK && (!tsu_token_next(&r->t) || !tsu_token_is(&r->t, "CONNECTIVITY")))
        s = fail(r, "CONNECTIVITY");
    if (s == TSU_OK) s = read_type(r, &type);
    if (s == TSU_OK) s = read_integers(r, ids, type, "points of cells", &c->id);
    for (int64_t k = 0; k + 1 < offsets && s == TSU_OK; k++) {
        c->place[k] = k + 1;
        if (c->first[0] != 0 || c->first[k] > c->first[k + 1] || c->first[k + 1] > ids)
            s = tsu_error_set(r->err, TSU_ERROR_INPUT, "%s: the offsets of cell %lld are invalid", r->name,
                              (long long)k + 1);
    }
    return s;
}

static void free_cells(cells *c)
{
    tsu_memory_release(&c->first);
    tsu_memory_release(&c->id);
    tsu_memory_release(&c->place);
    *c = (cells){0};
}

static tsu_status read_cells(reader *r, cells *c)
{
    static const value_type byte = {"char", 1, false, true};
    int64_t n = 0, size = 0;
    free_cells(c);
    tsu_status s = read_count(r, "the number of cells", &n);
    if (s == TSU_OK) s = read_count(r, "the size of the cells", &size);
    if (s == TSU_OK) s = check_room(r, n, &byte, "cells");
    if (s == TSU_OK) s = tsu_memory_allocate(&c->place, (size_t)n, sizeof *c->place, "cells", r->err);
    if (s != TSU_OK) return s;
    if (tsu_token_peek(&r->t) && tsu_token_is(&r->t, "OFFSETS")) {
        c->count = n > 0 ? n - 1 : 0;
        return read_cells_split(r, c, n, size);
    }
    c->count = n;
    if (r->binary) tsu_token_skip_line(&r->t);
    return read_cells_listed(r, c, size);
}

static tsu_status read_cell_types(reader *r)
{
    static const value_type integer = {"int", 4, false, true};
    int64_t n = 0;
    tsu_status s = read_count(r, "the number of cell types", &n);
    if (s == TSU_OK && n != r->cell.count) s = fail(r, "as many types as cells");
    if (s == TSU_OK && r->binary) tsu_token_skip_line(&r->t);
    tsu_memory_release(&r->type);
    return s == TSU_OK ? read_integers(r, n, &integer, "cell types", &r->type) : s;
}

/* FIELD name n, then n times: name components tuples type, values. */
static tsu_status skip_field(reader *r)
{
    int64_t arrays = 0;
    tsu_token_next(&r->t);
    tsu_status s = read_count(r, "the number of arrays", &arrays);
    for (int64_t k = 0; k < arrays && s == TSU_OK; k++) {
        int64_t width = 0, rows = 0;
        const value_type *type = NULL;
        if (!tsu_token_next(&r->t)) return fail(r, "the name of an array");
        s = read_count(r, "the number of components", &width);
        if (s == TSU_OK) s = read_count(r, "the number of tuples", &rows);
        if (s == TSU_OK) s = read_type(r, &type);
        if (s == TSU_OK && width > 0 && rows > TSU_FACETS_MAX / width) s = fail(r, "a smaller array");
        if (s == TSU_OK) s = check_room(r, width * rows, type, "values");
        for (int64_t q = 0; s == TSU_OK && q < width * rows; q++) {
            if (r->binary)
                r->t.at += type->bytes;
            else if (!tsu_token_next(&r->t))
                s = fail(r, "a value");
        }
    }
    return s;
}

/* METADATA ends with an empty line. */
static void skip_metadata(reader *r)
{
    tsu_token_skip_line(&r->t);
    while (r->t.at < r->t.end && *r->t.at != '\n' && *r->t.at != '\r') {
        tsu_token_skip_line(&r->t);
    }
}

/* ---- triangles ---------------------------------------------------------------------------------------------------- */

static tsu_status add_facet(reader *r, int64_t cell, int64_t a, int64_t b, int64_t c)
{
    const int64_t *id = r->cell.id + r->cell.first[cell], use[3] = {id[a], id[b], id[c]};
    double corner[3][3];
    for (int k = 0; k < 3; k++) {
        if (use[k] < 0 || use[k] >= r->points)
            return tsu_error_set(r->err, TSU_ERROR_INPUT,
                                 "%s: cell %lld uses point %lld; there are 0 to %lld", r->name,
                                 (long long)cell + 1, (long long)use[k], (long long)r->points - 1);
        memcpy(corner[k], r->point[use[k]], sizeof corner[k]);
    }
    return tsu_facets_append(r->facets, (const double(*)[3])corner, r->cell.place[cell], r->err);
}

static tsu_status cut_cell(reader *r, int64_t cell, int64_t type)
{
    const int64_t n = r->cell.first[cell + 1] - r->cell.first[cell];
    const bool fan = (type == TRIANGLE && n == 3) || (type == QUAD && n == 4) || (type == POLYGON && n >= 3);
    tsu_status s = TSU_OK;
    if (fan || (type == STRIP && n >= 3)) {
        for (int64_t k = 2; k < n && s == TSU_OK; k++) {
            const bool odd = type == STRIP && k % 2 == 1;
            s = add_facet(r, cell, fan ? 0 : odd ? k - 1 : k - 2, odd ? k - 2 : k - 1, k);
        }
    } else if (type == PIXEL && n == 4) {
        s = add_facet(r, cell, 0, 1, 3);
        if (s == TSU_OK) s = add_facet(r, cell, 0, 3, 2);
    } else {
        r->others++;
    }
    return s;
}

/* Cuts all cells, of one type (POLYDATA) or as CELL_TYPES say. */
static tsu_status cut_cells(reader *r, int64_t type)
{
    tsu_status s = TSU_OK;
    if (!type && r->cell.count > 0 && !r->type)
        return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s has no section CELL_TYPES; it may be truncated",
                             r->name);
    for (int64_t k = 0; k < r->cell.count && s == TSU_OK; k++) {
        s = cut_cell(r, k, type ? type : r->type[k]);
    }
    return s;
}

/* ---- the file ----------------------------------------------------------------------------------------------------- */

static tsu_status read_dataset(reader *r)
{
    tsu_token_next(&r->t);
    if (tsu_token_is(&r->t, "UNSTRUCTURED_GRID") || tsu_token_is(&r->t, "POLYDATA")) return TSU_OK;
    return fail(r, "DATASET UNSTRUCTURED_GRID or POLYDATA (surfaces of triangles)");
}

static tsu_status read_section(reader *r, bool *done)
{
    tsu_status s;
    cells aside = {0};
    if (tsu_token_is(&r->t, "DATASET")) return read_dataset(r);
    if (tsu_token_is(&r->t, "POINTS")) return read_points(r);
    if (tsu_token_is(&r->t, "CELLS")) return read_cells(r, &r->cell);
    if (tsu_token_is(&r->t, "FIELD")) return skip_field(r);
    if (tsu_token_is(&r->t, "CELL_TYPES")) {
        s = read_cell_types(r);
        return s == TSU_OK ? cut_cells(r, 0) : s;
    }
    if (tsu_token_is(&r->t, "POLYGONS") || tsu_token_is(&r->t, "TRIANGLE_STRIPS")) {
        const int64_t type = tsu_token_is(&r->t, "POLYGONS") ? POLYGON : STRIP;
        s = read_cells(r, &r->cell);
        return s == TSU_OK ? cut_cells(r, type) : s;
    }
    if (tsu_token_is(&r->t, "VERTICES") || tsu_token_is(&r->t, "LINES")) {
        s = read_cells(r, &aside);
        r->others += aside.count;
        free_cells(&aside);
        return s;
    }
    if (tsu_token_is(&r->t, "METADATA")) {
        skip_metadata(r);
        return TSU_OK;
    }
    *done = tsu_token_is(&r->t, "POINT_DATA") || tsu_token_is(&r->t, "CELL_DATA");
    return *done ? TSU_OK : fail(r, "a section (POINTS, CELLS, CELL_TYPES, POLYGONS ...)");
}

static tsu_status read_file(reader *r)
{
    bool done = false;
    tsu_token_skip_line(&r->t);
    tsu_token_skip_line(&r->t);
    tsu_token_next(&r->t);
    r->binary = tsu_token_is(&r->t, "BINARY");
    tsu_status s = r->binary || tsu_token_is(&r->t, "ASCII") ? TSU_OK : fail(r, "ASCII or BINARY");
    while (s == TSU_OK && !done && tsu_token_next(&r->t)) {
        s = read_section(r, &done);
    }
    if (s == TSU_OK && r->facets->count == 0)
        s = tsu_error_set(r->err, TSU_ERROR_INPUT, "%s holds no triangles (%lld cells of other kinds)",
                          r->name, (long long)r->others);
    if (s == TSU_OK && r->others > 0)
        snprintf(r->facets->note, sizeof r->facets->note,
                 "%lld cells that are not triangles or polygons are ignored", (long long)r->others);
    return s;
}

bool tsu_vtk_mesh_recognise(const char *data, size_t size)
{
    static const char sign[] = "# vtk DataFile";
    return size >= sizeof sign - 1 && strncasecmp(data, sign, sizeof sign - 1) == 0;
}

tsu_status tsu_vtk_mesh_parse(const char *data, size_t size, const char *name, tsu_facets *facets,
                              tsu_error *err)
{
    reader r = {.t = {.at = data, .end = data + size, .line = 1}, .name = name, .facets = facets, .err = err};
    const tsu_status s =
        tsu_vtk_mesh_recognise(data, size)
            ? read_file(&r)
            : tsu_error_set(err, TSU_ERROR_INPUT,
                            "%s is not a legacy VTK file: it does not begin with `# vtk DataFile`", name);
    if (s != TSU_OK) tsu_facets_free(facets);
    tsu_memory_release(&r.point);
    tsu_memory_release(&r.type);
    free_cells(&r.cell);
    return s;
}
