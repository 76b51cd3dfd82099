/* SPDX-License-Identifier: Apache-2.0 */
/* obj.c - OBJ files, and what they share with PLY files. */
#include "base/memory.h"
#include "format/polygons.h"
#include "io/token.h"
#include <string.h>

/* ---- polygons ----------------------------------------------------------------------------------------------------- */

tsu_status tsu_polygons_vertex(tsu_polygons *p, const double x[3])
{
    const tsu_status s = tsu_memory_grow(&p->vertex, &p->capacity, (size_t)p->vertices + 1, sizeof *p->vertex,
                                         "vertices of a mesh", p->err);
    if (s != TSU_OK) return s;
    memcpy(p->vertex[p->vertices++], x, 3 * sizeof(double));
    return TSU_OK;
}

tsu_status tsu_polygons_corner(tsu_polygons *p, int64_t vertex, int64_t where)
{
    if (vertex < 0 || vertex >= p->vertices)
        return tsu_error_set(p->err, TSU_ERROR_INPUT,
                             "%s:%lld: a polygon has vertex %lld; there are %lld before it", p->name,
                             (long long)where, (long long)vertex + 1, (long long)p->vertices);
    if (p->corners == TSU_POLYGON_CORNERS)
        return tsu_error_set(p->err, TSU_ERROR_INPUT, "%s:%lld: a polygon has more than %d corners", p->name,
                             (long long)where, TSU_POLYGON_CORNERS);
    p->corner[p->corners++] = vertex;
    return TSU_OK;
}

tsu_status tsu_polygons_close(tsu_polygons *p, int64_t where)
{
    tsu_status s = TSU_OK;
    if (p->corners < 3)
        return tsu_error_set(p->err, TSU_ERROR_INPUT, "%s:%lld: a polygon has %d corners; it needs 3",
                             p->name, (long long)where, p->corners);
    for (int k = 2; k < p->corners && s == TSU_OK; k++) {
        double corner[3][3];
        memcpy(corner[0], p->vertex[p->corner[0]], sizeof corner[0]);
        memcpy(corner[1], p->vertex[p->corner[k - 1]], sizeof corner[1]);
        memcpy(corner[2], p->vertex[p->corner[k]], sizeof corner[2]);
        s = tsu_facets_append(p->facets, (const double(*)[3])corner, where, p->err);
    }
    p->corners = 0;
    return s;
}

tsu_status tsu_polygons_finish(tsu_polygons *p, tsu_status status)
{
    if (status == TSU_OK && p->facets->count == 0)
        status = tsu_error_set(p->err, TSU_ERROR_INPUT, "%s has no polygons", p->name);
    if (status != TSU_OK) tsu_facets_free(p->facets);
    tsu_memory_release(&p->vertex);
    return status;
}

/* ---- OBJ ---------------------------------------------------------------------------------------------------------- */

bool tsu_obj_recognise(const char *data, size_t size)
{
    static const char *const words[] = {"v", "vt", "vn", "f", "o", "g", "s", "mtllib", "usemtl"};
    tsu_tokens t = {.at = data, .end = data + size, .line = 1};
    while (tsu_token_next(&t) && t.word[0] == '#') {
        tsu_token_skip_line(&t);
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strcmp(t.word, words[k]) == 0) return true;
    }
    return false;
}

static tsu_status wrong_word(const tsu_polygons *p, const tsu_tokens *t, const char *what)
{
    return tsu_error_set(p->err, TSU_ERROR_INPUT, "%s:%lld: '%s' is not a %s", p->name,
                         (long long)t->word_line, t->word, what);
}

static bool word_of_line(tsu_tokens *t, int64_t line)
{
    if (!tsu_token_peek(t) || t->word_line != line) return false;
    return tsu_token_next(t);
}

static tsu_status read_vertex(tsu_polygons *p, tsu_tokens *t)
{
    const int64_t line = t->word_line;
    double x[3];
    for (int q = 0; q < 3; q++) {
        if (!word_of_line(t, line))
            return tsu_error_set(p->err, TSU_ERROR_INPUT, "%s:%lld: a vertex needs three coordinates",
                                 p->name, (long long)line);
        if (!tsu_token_number(t, &x[q])) return wrong_word(p, t, "coordinate");
    }
    while (word_of_line(t, line)) { /* weight or colour */
    }
    return tsu_polygons_vertex(p, x);
}

static tsu_status read_polygon(tsu_polygons *p, tsu_tokens *t)
{
    const int64_t line = t->word_line;
    tsu_status s = TSU_OK;
    while (s == TSU_OK && word_of_line(t, line)) {
        int64_t vertex;
        char *slash = strchr(t->word, '/');
        if (slash) *slash = '\0';
        if (!tsu_token_integer(t, &vertex) || vertex == 0) return wrong_word(p, t, "number of a vertex");
        s = tsu_polygons_corner(p, vertex > 0 ? vertex - 1 : p->vertices + vertex, line);
    }
    return s == TSU_OK ? tsu_polygons_close(p, line) : s;
}

tsu_status tsu_obj_parse(const char *data, size_t size, const char *name, tsu_facets *facets, tsu_error *err)
{
    tsu_tokens t = {.at = data, .end = data + size, .line = 1};
    tsu_polygons p = {.name = name, .facets = facets, .err = err};
    tsu_status s = TSU_OK;
    while (s == TSU_OK && tsu_token_next(&t)) {
        if (strcmp(t.word, "v") == 0) {
            s = read_vertex(&p, &t);
        } else if (strcmp(t.word, "f") == 0) {
            s = read_polygon(&p, &t);
        } else {
            const int64_t line = t.word_line;
            while (word_of_line(&t, line)) {
            }
        }
    }
    return tsu_polygons_finish(&p, s);
}
