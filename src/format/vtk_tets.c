/* SPDX-License-Identifier: Apache-2.0 */
#include "format/vtk_tets.h"
#include "base/memory.h"
#include "io/read_file.h"
#include "io/token.h"
#include <string.h>

enum { TETRAHEDRON = 10 /* type of a cell in VTK */, MOST = 1 << 28 };

typedef struct reader {
    tsu_tokens t;
    const char *name;
    int64_t points, cells;
    double (*point)[3]; /* [points] */
    int64_t (*cell)[4]; /* [cells] points; [0] is -1 for a cell that has not four */
    tsu_error *err;
} reader;

static tsu_status fail(reader *r, const char *what)
{
    return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: expected %s, found '%s'", r->name,
                         (long long)r->t.word_line, what, r->t.word[0] ? r->t.word : "the end of the file");
}

static tsu_status expect(reader *r, const char *word)
{
    return tsu_token_next(&r->t) && tsu_token_is(&r->t, word) ? TSU_OK : fail(r, word);
}

/* A count of things of which each takes at least two bytes of what is left. */
static tsu_status read_count(reader *r, const char *what, int64_t *n)
{
    if (!tsu_token_next(&r->t) || !tsu_token_integer(&r->t, n) || *n < 0 || *n > MOST) return fail(r, what);
    if (*n <= r->t.end - r->t.at) return TSU_OK;
    return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: %lld declared for %s, but only %lld bytes follow",
                         r->name, (long long)r->t.word_line, (long long)*n, what,
                         (long long)(r->t.end - r->t.at));
}

static tsu_status read_points(reader *r)
{
    tsu_status s = expect(r, "POINTS");
    if (s == TSU_OK) s = read_count(r, "the number of points", &r->points);
    if (s == TSU_OK && !tsu_token_next(&r->t)) s = fail(r, "the type of the points");
    if (s == TSU_OK)
        s = tsu_memory_allocate(&r->point, (size_t)r->points, sizeof *r->point, "points", r->err);
    for (int64_t k = 0; s == TSU_OK && k < 3 * r->points; k++) {
        if (!tsu_token_next(&r->t) || !tsu_token_number(&r->t, &r->point[k / 3][k % 3]))
            s = fail(r, "a coordinate");
    }
    return s;
}

static tsu_status read_cell(reader *r, int64_t cell[4])
{
    int64_t n = 0, id = 0;
    if (!tsu_token_next(&r->t) || !tsu_token_integer(&r->t, &n) || n < 0 || n > MOST)
        return fail(r, "the number of points of a cell");
    for (int64_t q = 0; q < n; q++) {
        if (!tsu_token_next(&r->t) || !tsu_token_integer(&r->t, &id) || id < 0 || id >= r->points)
            return fail(r, "the number of a point");
        if (q < 4) cell[q] = id;
    }
    if (n != 4) cell[0] = -1;
    return TSU_OK;
}

static tsu_status read_cells(reader *r, tsu_tet_list *list)
{
    int64_t size = 0, types = 0, type = 0;
    tsu_status s = expect(r, "CELLS");
    if (s == TSU_OK) s = read_count(r, "the number of cells", &r->cells);
    if (s == TSU_OK) s = read_count(r, "the size of the cells", &size);
    if (s == TSU_OK) s = tsu_memory_allocate(&r->cell, (size_t)r->cells, sizeof *r->cell, "cells", r->err);
    for (int64_t k = 0; k < r->cells && s == TSU_OK; k++) {
        s = read_cell(r, r->cell[k]);
    }
    if (s == TSU_OK) s = expect(r, "CELL_TYPES");
    if (s == TSU_OK) s = read_count(r, "the number of cell types", &types);
    if (s == TSU_OK && types != r->cells) s = fail(r, "as many types as cells");
    if (s == TSU_OK)
        s = tsu_memory_allocate(&list->corner, (size_t)r->cells, sizeof *list->corner, "tetrahedra", r->err);
    for (int64_t k = 0; k < r->cells && s == TSU_OK; k++) {
        if (!tsu_token_next(&r->t) || !tsu_token_integer(&r->t, &type)) return fail(r, "the type of a cell");
        const bool tet = type == TETRAHEDRON && r->cell[k][0] >= 0;
        for (int c = 0; c < 4 && tet; c++) {
            memcpy(list->corner[list->count][c], r->point[r->cell[k][c]], sizeof *r->point);
        }
        list->count += tet;
        list->others += !tet;
    }
    return s;
}

tsu_status tsu_vtk_tets_parse(const char *data, size_t size, const char *name, tsu_tet_list *list,
                              tsu_error *err)
{
    reader r = {.t = {.at = data, .end = data + size, .line = 1}, .name = name, .err = err};
    *list = (tsu_tet_list){0};
    tsu_token_skip_line(&r.t);
    tsu_token_skip_line(&r.t);
    tsu_status s = expect(&r, "ASCII");
    if (s == TSU_OK) s = expect(&r, "DATASET");
    if (s == TSU_OK) s = expect(&r, "UNSTRUCTURED_GRID");
    if (s == TSU_OK) s = read_points(&r);
    if (s == TSU_OK) s = read_cells(&r, list);
    if (s == TSU_OK && list->count == 0)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "%s has no tetrahedra (cells of type 10)", name);
    tsu_memory_release(&r.point);
    tsu_memory_release(&r.cell);
    if (s != TSU_OK) {
        tsu_memory_release(&list->corner);
        *list = (tsu_tet_list){0};
    }
    return s;
}

tsu_status tsu_vtk_tets_read(const char *path, tsu_tet_list *list, tsu_error *err)
{
    char *data = NULL;
    size_t size = 0;
    tsu_status s = tsu_file_read(path, &data, &size, err);
    if (s == TSU_OK) s = tsu_vtk_tets_parse(data, size, path, list, err);
    tsu_memory_release(&data);
    return s;
}
