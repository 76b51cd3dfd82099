/* SPDX-License-Identifier: Apache-2.0 */
#include "format/stl.h"
#include "io/token.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEADER = 84, RECORD = 50, NORMAL = 12 }; /* [byte] */

static uint32_t read_u32(const char *p)
{
    const unsigned char *b = (const unsigned char *)p;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double read_float(const char *p)
{
    const uint32_t bits = read_u32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- binary ------------------------------------------------------------------------------------------------------ */

static tsu_status parse_binary(const char *data, size_t size, const char *name, tsu_facets *facets,
                               tsu_error *err)
{
    const uint64_t promised = read_u32(data + HEADER - 4), there = (size - HEADER) / RECORD;
    if (there < promised)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s is not a complete STL file: it does not begin with `solid`, and as a binary "
                             "file it declares %llu triangles but contains %llu",
                             name, (unsigned long long)promised, (unsigned long long)there);
    for (uint64_t k = 0; k < promised; k++) {
        const char *p = data + HEADER + k * RECORD + NORMAL;
        double corner[3][3];
        for (int q = 0; q < 9; q++) {
            corner[q / 3][q % 3] = read_float(p + 4 * q);
            if (!isfinite(corner[q / 3][q % 3]))
                return tsu_error_set(err, TSU_ERROR_INPUT,
                                     "%s: coordinate %d of triangle %llu (byte %llu) is not a number; the "
                                     "file is damaged or not an STL file",
                                     name, q + 1, (unsigned long long)k + 1,
                                     (unsigned long long)(p - data + 4 * q));
        }
        const tsu_status s = tsu_facets_append(facets, (const double(*)[3])corner, (int64_t)k + 1, err);
        if (s != TSU_OK) return s;
    }
    const uint64_t left = size - HEADER - promised * RECORD;
    if (left > 0)
        snprintf(facets->note, sizeof facets->note, "%llu bytes after the last triangle are not read",
                 (unsigned long long)left);
    return TSU_OK;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static tsu_status expected(const tsu_tokens *t, const char *name, const char *what, tsu_error *err)
{
    if (t->word[0] == '\0')
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s is truncated: it ends at line %lld where %s is expected", name,
                             (long long)t->word_line, what);
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s:%lld: found '%s' where %s is expected", name,
                         (long long)t->word_line, t->word, what);
}

static tsu_status want(tsu_tokens *t, const char *name, const char *word, tsu_error *err)
{
    tsu_token_next(t);
    return tsu_token_is(t, word) ? TSU_OK : expected(t, name, word, err);
}

static tsu_status read_vertex(tsu_tokens *t, const char *name, double corner[3], tsu_error *err)
{
    tsu_status s = want(t, name, "vertex", err);
    for (int q = 0; q < 3 && s == TSU_OK; q++) {
        tsu_token_next(t);
        if (!tsu_token_number(t, &corner[q])) s = expected(t, name, "a coordinate", err);
    }
    return s;
}

/* From behind the word `facet` to `endfacet`. The normal may be anything, even left out. */
static tsu_status read_facet(tsu_tokens *t, const char *name, tsu_facets *facets, tsu_error *err)
{
    const int64_t line = t->word_line;
    double corner[3][3];
    tsu_status s = want(t, name, "normal", err);
    for (int q = 0; q < 3 && s == TSU_OK && tsu_token_peek(t) && !tsu_token_is(t, "outer"); q++) {
        tsu_token_next(t);
    }
    if (s == TSU_OK) s = want(t, name, "outer", err);
    if (s == TSU_OK) s = want(t, name, "loop", err);
    for (int k = 0; k < 3 && s == TSU_OK; k++) {
        s = read_vertex(t, name, corner[k], err);
    }
    if (s == TSU_OK && tsu_token_peek(t) && tsu_token_is(t, "vertex"))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s:%lld: the facet has more than three vertices; export triangles only", name,
                             (long long)t->word_line);
    if (s == TSU_OK) s = want(t, name, "endloop", err);
    if (s == TSU_OK) s = want(t, name, "endfacet", err);
    return s == TSU_OK ? tsu_facets_append(facets, (const double(*)[3])corner, line, err) : s;
}

/* The next word that is not in a line of comment. */
static bool next_word(tsu_tokens *t)
{
    bool some = tsu_token_next(t);
    while (some && t->word[0] == '#') {
        tsu_token_skip_line(t);
        some = tsu_token_next(t);
    }
    return some;
}

static tsu_status parse_text(const char *data, size_t size, const char *name, tsu_facets *facets,
                             tsu_error *err)
{
    tsu_tokens t = {.at = data, .end = data + size, .line = 1};
    bool inside = false;
    tsu_status s = TSU_OK;
    while (s == TSU_OK && next_word(&t)) {
        if (tsu_token_is(&t, "solid") && !inside) {
            inside = true;
            tsu_token_skip_line(&t); /* its name may be anything */
        } else if (tsu_token_is(&t, "facet") && inside) {
            s = read_facet(&t, name, facets, err);
        } else if (tsu_token_is(&t, "endsolid") && inside) {
            inside = false;
            tsu_token_skip_line(&t);
        } else {
            s = expected(&t, name, inside ? "facet or endsolid" : "solid", err);
        }
    }
    if (s == TSU_OK && inside)
        snprintf(facets->note, sizeof facets->note,
                 "the last solid has no endsolid; the file may be truncated");
    return s;
}

/* ---- either ------------------------------------------------------------------------------------------------------ */

static bool begins_with_solid(const char *data, size_t size)
{
    tsu_tokens t = {.at = data, .end = data + (size < 4096 ? size : 4096), .line = 1};
    return next_word(&t) && tsu_token_is(&t, "solid");
}

tsu_status tsu_stl_parse(const char *data, size_t size, const char *name, tsu_facets *facets, tsu_error *err)
{
    const bool whole = size >= HEADER && (size - HEADER) / RECORD == read_u32(data + HEADER - 4) &&
                       (size - HEADER) % RECORD == 0;
    tsu_status s;
    if (!whole && begins_with_solid(data, size))
        s = parse_text(data, size, name, facets, err);
    else if (size >= HEADER)
        s = parse_binary(data, size, name, facets, err);
    else
        s = tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s is not a mesh: it does not begin with `solid` (STL text) and is too short (%zu bytes) for "
            "binary STL",
            name, size);
    if (s == TSU_OK && facets->count == 0)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "%s holds no triangles", name);
    if (s != TSU_OK) tsu_facets_free(facets);
    return s;
}
