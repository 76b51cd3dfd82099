/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/contacts.h"
#include "base/memory.h"
#include "state/id_rows.h"
#include "step/resume/resume.h"
#include "step/wall/wall.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

enum { FORCE = 8, ROLL = 4, GEOMETRY = 4 };

/* ---- a contact: id, other id, code, then numbers -------------------------------------------------------------------- */

typedef struct contact_form {
    int64_t count;
    int32_t width;               /* of the history */
    bool forces, roll, geometry; /* which of these follow it */
} contact_form;

typedef struct contact_key {
    uint64_t id, other;
    uint32_t code, unused;
} contact_key;

static size_t stride_of(const contact_form *f)
{
    return sizeof(contact_key) +
           sizeof(double) * (size_t)(f->width + (f->forces ? FORCE : 0) + (f->roll ? ROLL : 0) +
                                     (f->geometry ? GEOMETRY : 0));
}

static contact_form form_of(const world *w, const tsu_wall *wall)
{
    const tsu_contacts *c = wall ? &wall->contacts : &w->contacts;
    const tsu_contact_forces *f = wall ? &wall->forces : &w->forces;
    const bool forces = c->count > 0 && (wall || !w->lean);
    return (contact_form){.width = c->history_width,
                          .forces = forces,
                          .roll = forces && f->roll,
                          .geometry = forces && f->geometry};
}

/* How many box lengths lie between two particles in a contact, however both are wrapped: the last byte of it, since they may have crossed
 * faces any number of times. */
static uint32_t absolute_image(const world *w, uint32_t row, uint32_t partner)
{
    const uint32_t other = partner & TSU_CONTACT_ROW_MASK, image = partner >> TSU_CONTACT_ROW_BITS;
    const int n[3] = {(int)(image % 3) - 1, (int)(image / 3 % 3) - 1, (int)(image / 9) - 1};
    uint32_t code = 0;
    for (int q = 0; q < 3; q++) {
        const int times = n[q] + w->particles.image[row][q] - w->particles.image[other][q];
        code |= (uint32_t)(times & 255) << 8 * q;
    }
    return code;
}

static uint8_t *put_numbers(uint8_t *at, const double *from, size_t bytes)
{
    if (!from) return at;
    memcpy(at, from, bytes);
    return at + bytes;
}

static void put_contact(const world *w, const tsu_wall *wall, const contact_form *form, int64_t k,
                        tsu_parcel *to)
{
    const tsu_contacts *c = wall ? &wall->contacts : &w->contacts;
    const tsu_contact_forces *f = wall ? &wall->forces : &w->forces;
    const uint64_t *id = w->particles.id;
    const contact_key key = {.id = id[c->row[k]],
                             .other = wall ? 0 : id[c->partner[k] & TSU_CONTACT_ROW_MASK],
                             .code = wall ? c->partner[k] : absolute_image(w, c->row[k], c->partner[k])};
    uint8_t *at = tsu_parcel_room(to, stride_of(form));
    if (!at) return;
    memcpy(at, &key, sizeof key);
    at += sizeof key;
    for (int q = 0; q < form->width; q++, at += sizeof(double)) {
        memcpy(at, tsu_contacts_history(c, q, k), sizeof(double));
    }
    at = put_numbers(at, form->forces ? f->record[k] : NULL, sizeof *f->record);
    at = put_numbers(at, form->roll ? f->roll[k] : NULL, sizeof *f->roll);
    (void)put_numbers(at, form->geometry ? f->geometry[k] : NULL, sizeof *f->geometry);
}

static void put_list(const world *w, const tsu_wall *wall, tsu_contact_choice *choice, const void *context,
                     tsu_parcel *to)
{
    const tsu_contacts *c = wall ? &wall->contacts : &w->contacts;
    contact_form form = form_of(w, wall);
    const size_t head = to->size;
    tsu_parcel_put(to, &form, sizeof form);
    for (int64_t k = 0; k < c->count; k++) {
        const int64_t other = wall ? -1 : (int64_t)(c->partner[k] & TSU_CONTACT_ROW_MASK);
        if (!c->live[k] || !choice(context, c->row[k], other)) continue;
        put_contact(w, wall, &form, k, to);
        form.count++;
    }
    if (!to->failed) memcpy(to->data + head, &form, sizeof form);
}

void tsu_contacts_put(const world *w, tsu_contact_choice *choice, const void *context, tsu_parcel *to)
{
    put_list(w, NULL, choice, context, to);
    for (int k = 0; k < w->walls; k++) {
        put_list(w, w->wall[k], choice, context, to);
    }
}

/* ---- reading contacts ----------------------------------------------------------------------------------------------- */

/* The image of the partner, as both are wrapped here. */
static uint32_t image_here(const tsu_particles *p, int32_t i, int32_t j, uint32_t code)
{
    uint32_t image = 0, unit = 1;
    for (int q = 0; q < 3; q++) {
        const int32_t times = (int32_t)(code >> 8 * q) - p->image[i][q] + p->image[j][q];
        image += (((uint32_t)times + 1) & 255) * unit; /* -1, 0 or 1 */
        unit *= 3;
    }
    return image;
}

static void take_contact(const contact_form *f, const uint8_t *from, tsu_saved_contacts *to, int64_t at)
{
    const double *number = (const double *)(const void *)(from + sizeof(contact_key));
    contact_key key;
    memcpy(&key, from, sizeof key);
    to->id[at] = key.id;
    to->other[at] = key.other;
    to->code[at] = key.code;
    memcpy(to->history + at * f->width, number, (size_t)f->width * sizeof(double));
    number += f->width;
    memset(to->record[at], 0, sizeof *to->record);
    if (f->forces) memcpy(to->record[at], number, sizeof *to->record);
    number += f->forces ? FORCE : 0;
    if (to->roll && f->roll) memcpy(to->roll[at], number, sizeof *to->roll);
    number += f->roll ? ROLL : 0;
    if (to->geometry && f->geometry) memcpy(to->geometry[at], number, sizeof *to->geometry);
}

typedef struct contact_heap {
    contact_form form;
    const uint8_t *data;
} contact_heap;

/* Adds to next[row + 1] how many contacts begin with a row. Both particles of each must be there; what touches always is. */
static tsu_status count_rows(const contact_form *f, const uint8_t *data, const tsu_id_rows *rows, bool pairs,
                             int64_t *next, tsu_error *err)
{
    for (int64_t c = 0; c < f->count; c++) {
        contact_key key;
        memcpy(&key, data + (size_t)c * stride_of(f), sizeof key);
        const int32_t i = tsu_id_rows_find(rows, key.id), j = pairs ? tsu_id_rows_find(rows, key.other) : i;
        if (i < 0 || j < 0)
            return tsu_error_set(err, TSU_ERROR_UNSTABLE,
                                 "a contact reaches further than its contact model says");
        next[i + 1]++;
    }
    return TSU_OK;
}

/* One heap from each parcel, in the order of the rows of the first particle. */
static tsu_status take_contacts(const world *w, const tsu_wall *wall, const tsu_id_rows *rows,
                                tsu_parcel *from, int parcels, tsu_saved_contacts *to, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    contact_heap *heap = NULL;
    int64_t *next = NULL;
    tsu_status s = tsu_resume_save_contacts(w, wall, to, err); /* names; there are no contacts now */
    if (s == TSU_OK) s = tsu_memory_allocate(&heap, (size_t)parcels, sizeof *heap, "contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&next, (size_t)p->count + 1, sizeof *next, "contacts", err);
    for (int k = 0; k < parcels && s == TSU_OK; k++) {
        contact_form *f = &heap[k].form;
        tsu_parcel_take(&from[k], f, sizeof *f);
        heap[k].data = tsu_parcel_lend(&from[k], (size_t)f->count * stride_of(f));
        if (from[k].failed) s = tsu_parcel_broken(err);
        to->count += f->count;
        to->rolling = to->rolling || f->roll;
        to->with_geometry = to->with_geometry || f->geometry;
        if (f->count > 0) to->history_width = f->width;
        if (s == TSU_OK) s = count_rows(f, heap[k].data, rows, !wall, next, err);
    }
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        next[i + 1] += next[i];
    }
    if (s == TSU_OK) s = tsu_saved_contacts_reserve(to, err);
    for (int k = 0; k < parcels && s == TSU_OK; k++) {
        const contact_form *f = &heap[k].form;
        for (int64_t c = 0; c < f->count; c++) {
            contact_key key;
            const uint8_t *data = heap[k].data + (size_t)c * stride_of(f);
            memcpy(&key, data, sizeof key);
            const int32_t row = tsu_id_rows_find(rows, key.id);
            const int64_t at = next[row]++;
            take_contact(f, data, to, at);
            if (!wall) to->code[at] = image_here(p, row, tsu_id_rows_find(rows, key.other), key.code);
        }
    }
    tsu_memory_release(&heap);
    tsu_memory_release(&next);
    return s;
}

tsu_status tsu_contacts_adopt(world *w, tsu_parcel *from, int parcels, tsu_error *err)
{
    tsu_id_rows rows = {0};
    tsu_resume *r = calloc(1, sizeof *r);
    if (!r) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for contacts");
    r->wall = calloc((size_t)w->walls + 1, sizeof *r->wall);
    r->forces_current = r->trusted = true;
    tsu_status s = r->wall ? tsu_id_rows_make(&rows, &w->particles, err) : tsu_parcel_broken(err);
    w->contacts.count = 0;
    if (s == TSU_OK) s = take_contacts(w, NULL, &rows, from, parcels, &r->pairs, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        w->wall[k]->contacts.count = 0;
        r->walls = k + 1;
        s = take_contacts(w, w->wall[k], &rows, from, parcels, &r->wall[k], err);
    }
    tsu_id_rows_free(&rows);
    if (s != TSU_OK) {
        tsu_resume_destroy(r);
        return s;
    }
    w->resume = r;
    return tsu_resume_adopt(w, NULL, NULL, err);
}
