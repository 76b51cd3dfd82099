/* SPDX-License-Identifier: Apache-2.0 */
/* ply.c - PLY files: a head of text that says what follows, then the elements, as text or binary. */
#include "format/polygons.h"
#include "io/token.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ELEMENTS_MAX = 16, PROPERTIES_MAX = 64 };

typedef enum form { TEXT, LITTLE, BIG } form;

typedef struct number_type {
    const char *name, *alias;
    int bytes;
    char kind; /* i, u, f */
} number_type;

static const number_type types[] = {{"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},
                                    {"short", "int16", 2, 'i'},   {"ushort", "uint16", 2, 'u'},
                                    {"int", "int32", 4, 'i'},     {"uint", "uint32", 4, 'u'},
                                    {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'}};

typedef struct property {
    const number_type *count, *type; /* count NULL: a single number */
    int role;                        /* 0, 1, 2: x, y, z; 3: corners of a polygon; -1: passed over */
} property;

typedef struct element {
    bool vertex, face;
    int64_t count;
    int properties;
    property property[PROPERTIES_MAX];
} element;

typedef struct reader {
    tsu_tokens t;
    form form;
    int elements;
    element element[ELEMENTS_MAX];
    tsu_polygons p;
} reader;

bool tsu_ply_recognise(const char *data, size_t size)
{
    return size > 4 && memcmp(data, "ply", 3) == 0 && (data[3] == '\n' || data[3] == '\r');
}

static tsu_status wrong(const reader *r, const char *what)
{
    return tsu_error_set(r->p.err, TSU_ERROR_INPUT, "%s:%lld: %s (at '%s'); is the PLY file complete?",
                         r->p.name, (long long)r->t.word_line, what, r->t.word);
}

/* ---- head ----------------------------------------------------------------------------------------------------------- */

static const number_type *read_type(reader *r)
{
    if (!tsu_token_next(&r->t)) return NULL;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (tsu_token_is(&r->t, types[k].name) || tsu_token_is(&r->t, types[k].alias)) return &types[k];
    }
    return NULL;
}

static tsu_status read_property(reader *r)
{
    element *e = r->elements > 0 ? &r->element[r->elements - 1] : NULL;
    if (!e || e->properties == PROPERTIES_MAX) return wrong(r, "a property out of place");
    property *q = &e->property[e->properties++];
    *q = (property){.role = -1};
    const bool list = tsu_token_peek(&r->t) && tsu_token_is(&r->t, "list");
    if (list) {
        tsu_token_next(&r->t);
        q->count = read_type(r);
        if (!q->count || q->count->kind == 'f') return wrong(r, "the length of a list has no type");
    }
    q->type = read_type(r);
    if (!q->type) return wrong(r, "a property has a type unknown to PLY");
    tsu_token_next(&r->t);
    for (int k = 0; k < 3 && e->vertex && !list; k++) {
        if (r->t.word[0] == "xyz"[k] && !r->t.word[1]) q->role = k;
    }
    if (e->face && list && (tsu_token_is(&r->t, "vertex_indices") || tsu_token_is(&r->t, "vertex_index")))
        q->role = 3;
    return TSU_OK;
}

static tsu_status read_element(reader *r)
{
    if (r->elements == ELEMENTS_MAX) return wrong(r, "too many elements");
    element *e = &r->element[r->elements++];
    *e = (element){0};
    tsu_token_next(&r->t);
    e->vertex = tsu_token_is(&r->t, "vertex");
    e->face = tsu_token_is(&r->t, "face");
    if (!tsu_token_next(&r->t) || !tsu_token_integer(&r->t, &e->count) || e->count < 0)
        return wrong(r, "an element has no number");
    return TSU_OK;
}

static tsu_status read_format(reader *r)
{
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    tsu_token_next(&r->t);
    for (int k = 0; k < 3; k++) {
        if (!tsu_token_is(&r->t, names[k])) continue;
        r->form = (form)k;
        return TSU_OK;
    }
    return wrong(r, "unknown format");
}

static tsu_status read_head(reader *r)
{
    tsu_status s = TSU_OK;
    tsu_token_next(&r->t); /* ply */
    while (s == TSU_OK && tsu_token_next(&r->t)) {
        if (tsu_token_is(&r->t, "end_header")) {
            tsu_token_skip_line(&r->t);
            return TSU_OK;
        }
        if (tsu_token_is(&r->t, "format")) s = read_format(r);
        if (tsu_token_is(&r->t, "element")) {
            s = read_element(r);
        } else if (tsu_token_is(&r->t, "property")) {
            s = read_property(r);
        } else {
            tsu_token_skip_line(&r->t);
        }
    }
    return s == TSU_OK ? wrong(r, "there is no end_header") : s;
}

/* ---- elements ------------------------------------------------------------------------------------------------------- */

static double number_of(const unsigned char byte[8], const number_type *type)
{
    uint64_t bits = 0;
    for (int k = 0; k < type->bytes; k++) {
        bits |= (uint64_t)byte[k] << (8 * k);
    }
    if (type->kind == 'u') return (double)bits;
    if (type->kind == 'i') {
        const uint64_t sign = 1ull << (8 * type->bytes - 1);
        return (double)(int64_t)((bits ^ sign) - sign);
    }
    const uint32_t half = (uint32_t)bits;
    float single;
    double value;
    memcpy(&single, &half, sizeof single);
    memcpy(&value, &bits, sizeof value);
    return type->bytes == 4 ? single : value;
}

static bool read_number(reader *r, const number_type *type, double *out)
{
    unsigned char byte[8] = {0};
    if (r->form == TEXT) return tsu_token_next(&r->t) && tsu_token_number(&r->t, out);
    if (r->t.end - r->t.at < type->bytes) return false;
    for (int k = 0; k < type->bytes; k++) {
        byte[r->form == LITTLE ? k : type->bytes - 1 - k] = (unsigned char)r->t.at[k];
    }
    r->t.at += type->bytes;
    *out = number_of(byte, type);
    return isfinite(*out);
}

static tsu_status cut_off(const reader *r, const char *what, int64_t number)
{
    return tsu_error_set(r->p.err, TSU_ERROR_INPUT,
                         "%s: %s %lld has invalid numbers; the file is truncated or damaged", r->p.name, what,
                         (long long)number);
}

static tsu_status read_one(reader *r, const element *e, int64_t number)
{
    const char *what = e->vertex ? "vertex" : e->face ? "polygon" : "element";
    double x[3] = {0.0, 0.0, 0.0}, value, length = 1.0;
    tsu_status s = TSU_OK;
    bool polygon = false;
    int64_t where = number;
    for (int k = 0; k < e->properties && s == TSU_OK; k++) {
        const property *q = &e->property[k];
        if (q->count && !read_number(r, q->count, &length)) return cut_off(r, what, number);
        if (q->count && r->form == TEXT) where = r->t.word_line;
        for (double n = 0.0; n < (q->count ? length : 1.0) && s == TSU_OK; n += 1.0) {
            if (!read_number(r, q->type, &value)) return cut_off(r, what, number);
            if (q->role >= 0 && q->role < 3) x[q->role] = value;
            if (q->role == 3 && fabs(value) < 1e15) s = tsu_polygons_corner(&r->p, (int64_t)value, where);
        }
        polygon = polygon || q->role == 3;
    }
    if (s == TSU_OK && e->vertex) s = tsu_polygons_vertex(&r->p, x);
    if (s == TSU_OK && polygon) s = tsu_polygons_close(&r->p, where);
    return s;
}

tsu_status tsu_ply_parse(const char *data, size_t size, const char *name, tsu_facets *facets, tsu_error *err)
{
    reader r = {.t = {.at = data, .end = data + size, .line = 1},
                .p = {.name = name, .facets = facets, .err = err}};
    tsu_status s = read_head(&r);
    for (int k = 0; k < r.elements && s == TSU_OK; k++) {
        for (int64_t n = 0; n < r.element[k].count && s == TSU_OK; n++) {
            if (r.element[k].properties == 0) break;
            s = read_one(&r, &r.element[k], n + 1);
        }
    }
    return tsu_polygons_finish(&r.p, s);
}
