/* SPDX-License-Identifier: Apache-2.0 */
#include "state/fields.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---------------------------------------------------------------------------------------------------------------- */

/* How many rows need no column; they come first. */
static int own_rows(void)
{
    int k = 0;
    while (tsu_field_row(k)->store != TSU_STORE_COLUMN) {
        k++;
    }
    return k;
}

const tsu_field *tsu_field_of_column(const char *name, int width)
{
    const tsu_field *f;
    for (int k = own_rows(); (f = tsu_field_row(k)) != NULL; k++) {
        if (f->width == width && strcmp(f->name, name) == 0) return f;
    }
    return NULL;
}

const tsu_field *tsu_field_on_page(const char *page)
{
    const tsu_field *f;
    for (int k = 0; (f = tsu_field_row(k)) != NULL; k++) {
        if (f->page && strcmp(f->page, page) == 0) return f;
    }
    return NULL;
}

int tsu_fields_count(const tsu_particles *p)
{
    return own_rows() + (p ? p->columns : 0);
}

static tsu_field column_field(const tsu_particles *p, int k)
{
    const tsu_particle_column *c = &p->column[k];
    tsu_field f = {.page = c->name, .unit = "", .doc = "added by a command", .width = c->width};
    if (c->row) f = *c->row;
    f.name = c->name;
    f.flags = c->flags;
    f.store = TSU_STORE_COLUMN;
    f.column = k;
    return f;
}

tsu_field tsu_fields_at(const tsu_particles *p, int k)
{
    const int own = own_rows();
    return k < own ? *tsu_field_row(k) : column_field(p, k - own);
}

bool tsu_fields_find(const tsu_particles *p, const char *name, tsu_field *out)
{
    for (int k = 0; k < tsu_fields_count(p); k++) {
        *out = tsu_fields_at(p, k);
        if (strcmp(out->name, name) == 0) return true;
    }
    return false;
}

int tsu_fields_ordered(tsu_field out[TSU_FIELDS_ORDERED], bool felt)
{
    const int own = own_rows();
    int count = 0;
    for (int place = 1; place < TSU_FIELDS_ORDERED; place++) {
        for (int k = 0; k < own; k++) {
            const tsu_field *f = tsu_field_row(k);
            if ((felt ? f->felt : f->hash) == place) out[count++] = *f;
        }
    }
    return count;
}

tsu_particle_column *tsu_particles_add_field(tsu_particles *p, const tsu_field *row, double initial,
                                             tsu_error *err)
{
    tsu_particle_column *c = tsu_particles_column(p, row->name, row->width, initial, err);
    if (!c) return NULL;
    c->row = row;
    c->flags = row->flags;
    return c;
}

/* ---- words --------------------------------------------------------------------------------------------------------------- */

const char *tsu_field_word_of(const tsu_field *f, int q, char room[TSU_FIELD_ROOM])
{
    if (f->store != TSU_STORE_COLUMN) return q < 3 ? f->word[q] : NULL;
    if (f->width == 1) return f->name;
    snprintf(room, TSU_FIELD_ROOM, "%.64s_%d", f->name, q + 1);
    return room;
}

/* Which number of a field a word names, or -1. */
static int number_of(const tsu_field *f, const char *word)
{
    char room[TSU_FIELD_ROOM];
    if (f->alias && strcmp(f->alias, word) == 0) return 0;
    for (int q = 0; q < f->width; q++) {
        const char *own = tsu_field_word_of(f, q, room);
        if (own && strcmp(own, word) == 0) return q;
    }
    return -1;
}

bool tsu_fields_word(const tsu_particles *p, const char *word, tsu_field_number *out)
{
    const int own = own_rows();
    for (int k = 0; k < own; k++) {
        const int q = number_of(tsu_field_row(k), word);
        if (q < 0) continue;
        *out = (tsu_field_number){*tsu_field_row(k), q};
        return true;
    }
    for (int k = 0; p && k < p->columns; k++) {
        *out = (tsu_field_number){.field = column_field(p, k)};
        out->q = number_of(&out->field, word);
        if (out->q >= 0) return true;
    }
    return false;
}

const char *tsu_fields_words(const tsu_particles *p, int k, char room[TSU_FIELD_ROOM])
{
    for (int n = 0; n < tsu_fields_count(p); n++) {
        const tsu_field f = tsu_fields_at(p, n);
        for (int q = 0; q < f.width; q++) {
            const char *word = tsu_field_word_of(&f, q, room);
            if (word && k-- == 0) return word;
        }
        if (f.alias && k-- == 0) return f.alias;
    }
    return NULL;
}

bool tsu_fields_nearest(const tsu_particles *p, const char *word, bool names, char room[TSU_FIELD_ROOM])
{
    enum { MOST = 256 };
    char text[MOST][TSU_FIELD_ROOM];
    const char *known[MOST + 1] = {NULL};
    int count = 0;
    for (; count < MOST; count++) {
        const bool more = count < tsu_fields_count(p);
        const tsu_field f = tsu_fields_at(p, names && more ? count : 0);
        const char *one = names ? (more ? f.name : NULL) : tsu_fields_words(p, count, room);
        if (!one) break;
        snprintf(text[count], sizeof text[count], "%s", one);
        known[count] = text[count];
    }
    const char *near = tsu_nearest_word(word, known);
    if (near) snprintf(room, TSU_FIELD_ROOM, "%s", near);
    return near != NULL;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------------- */

/* A number of an array. */
static const void *place_of(const tsu_particles *p, const tsu_field *f, int32_t row, int q)
{
    const tsu_particle_array *a = &tsu_particle_arrays[f->store - 1];
    const size_t each = a->size / (size_t)a->width;
    return (const char *)tsu_particles_array(p, f->store - 1) + (size_t)row * a->size +
           (size_t)(f->first + q) * each;
}

static double *column_place(const tsu_particles *p, const tsu_field *f, int32_t row, int q)
{
    return &p->column[f->column].value[(size_t)row * (size_t)f->width + (size_t)q];
}

double tsu_field_get(const tsu_particles *p, const tsu_box *box, const tsu_field *f, int32_t row, int q)
{
    if (f->store == TSU_STORE_COLUMN) return *column_place(p, f, row, q);
    if (f->read) return f->read(p, box, row, q);
    const void *at = place_of(p, f, row, q);
    switch (f->type) {
    case TSU_NUMBER_U64: return (double)*(const uint64_t *)at;
    case TSU_NUMBER_U32: return *(const uint32_t *)at;
    case TSU_NUMBER_I32: return *(const int32_t *)at;
    default: return *(const double *)at;
    }
}

uint64_t tsu_field_bits(const tsu_particles *p, const tsu_field *f, int32_t row, int q)
{
    const void *at = f->store == TSU_STORE_COLUMN ? column_place(p, f, row, q) : place_of(p, f, row, q);
    uint64_t word;
    switch (f->type) {
    case TSU_NUMBER_U32: return *(const uint32_t *)at;
    case TSU_NUMBER_I32: return (uint64_t) * (const int32_t *)at;
    default: memcpy(&word, at, sizeof word); return word;
    }
}

void tsu_field_set(tsu_particles *p, const tsu_field *f, int32_t row, int q, double value)
{
    if (f->store == TSU_STORE_COLUMN)
        *column_place(p, f, row, q) = value;
    else if (f->write)
        f->write(p, row, q, value);
    else
        *(double *)(uintptr_t)place_of(p, f, row, q) = value;
}

const double *tsu_field_lent(const tsu_particles *p, const tsu_box *box, const tsu_field *f, int q,
                             size_t *stride)
{
    *stride = (size_t)f->width;
    if (p->count == 0) return NULL;
    if (f->store == TSU_STORE_COLUMN) return column_place(p, f, 0, q);
    /* what is read off positions is the position itself along an axis without images */
    const bool same = !f->read || (f->store == TSU_STORE_XR && !box->periodic[q]);
    if (f->store == TSU_STORE_NONE || f->type != TSU_NUMBER_F64 || !same) return NULL;
    *stride = (size_t)tsu_particle_arrays[f->store - 1].width;
    return place_of(p, f, 0, q);
}

const double *tsu_field_stored(const tsu_particles *p, const tsu_field *f, int32_t row)
{
    if (f->store == TSU_STORE_COLUMN) return column_place(p, f, row, 0);
    return f->store != TSU_STORE_NONE && f->type == TSU_NUMBER_F64 ? place_of(p, f, row, 0) : NULL;
}

void tsu_field_fill(const tsu_particles *p, const tsu_box *box, const tsu_field_number *n, double *out)
{
    size_t stride;
    const double *lent = tsu_field_lent(p, box, &n->field, n->q, &stride);
    for (int32_t i = 0; i < p->count; i++) {
        out[i] = lent ? lent[(size_t)i * stride] : tsu_field_get(p, box, &n->field, i, n->q);
    }
}
