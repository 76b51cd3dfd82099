/* SPDX-License-Identifier: Apache-2.0 */
/* resume_save.c - contacts as a restart file holds them. The list of a world is in the order of its rows, and rows, wraps and which of two
 * particles is the first one depend on when lists were made; what is saved does not: contacts are those of the lower id with the
 * higher, between particles within the box, sorted by ids. */
#include "base/memory.h"
#include "step/resume/resume.h"
#include "step/resume/resume_parts.h"
#include "step/wall/wall.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

/* Clumps are where their spheres were wrapped to. */
void tsu_resume_wraps(const world *w, int32_t i, int times[3])
{
    if (w->clumps)
        times[0] = times[1] = times[2] = 0;
    else
        tsu_boundary_wraps(w, i, times);
}

/* The image of the partner (of a wall: of the mesh) once both are within the box; `flipped`: seen from the other side. */
static uint32_t image_inside(const world *w, const tsu_contacts *c, int64_t k, bool pairs, bool *flipped)
{
    const uint32_t image = c->partner[k] >> TSU_CONTACT_ROW_BITS, j = c->partner[k] & TSU_CONTACT_ROW_MASK;
    int n[3] = {(int)(image % 3) - 1, (int)(image / 3 % 3) - 1, (int)(image / 9) - 1};
    int own[3], other[3] = {0, 0, 0};
    const uint64_t *id = w->particles.id;
    tsu_resume_wraps(w, (int32_t)c->row[k], own);
    if (pairs) tsu_resume_wraps(w, (int32_t)j, other);
    for (int q = 0; q < 3; q++) {
        n[q] += other[q] - own[q];
    }
    const bool backward = n[2] < 0 || (n[2] == 0 && (n[1] < 0 || (n[1] == 0 && n[0] < 0)));
    *flipped = pairs && (id[c->row[k]] > id[j] || (c->row[k] == j && backward));
    const int sign = *flipped ? -1 : 1;
    return (uint32_t)(sign * n[0] + 1 + 3 * (sign * n[1] + 1) + 9 * (sign * n[2] + 1));
}

/* A zero loses its sign. */
static double turned(double x, bool turns)
{
    return (turns ? -x : x) + 0.0;
}

static void copy_entry(const world *w, const tsu_wall *wall, int64_t k, tsu_saved_contacts *to, int64_t at)
{
    const tsu_contacts *c = wall ? &wall->contacts : &w->contacts;
    const tsu_contact_forces *f = wall ? &wall->forces : &w->forces;
    const tsu_lawset *laws = wall ? &wall->laws : &w->laws;
    const uint64_t *id = w->particles.id;
    const uint32_t i = c->row[k], element = c->partner[k] & TSU_CONTACT_ROW_MASK;
    bool flipped;
    const uint32_t image = image_inside(w, c, k, !wall, &flipped);
    to->id[at] = flipped ? id[element] : id[i];
    to->other[at] = wall ? 0 : flipped ? id[i] : id[element];
    to->code[at] = !wall ? image : wall->mesh ? element | image << TSU_CONTACT_ROW_BITS : c->partner[k];
    for (int q = 0; q < to->history_width; q++) {
        to->history[at * to->history_width + q] =
            turned(*tsu_contacts_history(c, q, k), flipped && laws->antisymmetric[q]);
    }
    for (int q = 0; q < 8; q++) {
        to->record[at][q] = q < 7 ? turned(f->record[k][q], flipped && q < 3) : 0.0;
    }
    for (int q = 0; q < 4 && to->rolling; q++) {
        to->roll[at][q] = q < 3 ? turned(f->roll[k][q], flipped) : 0.0;
    }
    for (int q = 0; q < 4 && to->with_geometry; q++) {
        to->geometry[at][q] = turned(f->geometry[k][q], flipped && q < 3);
    }
}

/* ---- order ----------------------------------------------------------------------------------------------------------- */

typedef struct saved_key {
    uint64_t id, other;
    uint32_t code;
    int64_t at;
} saved_key;

/* A particle keeps its contacts with a mesh in the order in which it sums them. */
static int compare_keys(const void *a, const void *b)
{
    const saved_key *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    if (x->other != y->other) return x->other < y->other ? -1 : 1;
    if (x->other != 0 && x->code != y->code) return x->code < y->code ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Rows of an array in another order, by way of some room. */
static void permute(void *array, size_t size, const saved_key *key, int64_t count, void *room)
{
    if (!array || size == 0 || count == 0) return;
    for (int64_t k = 0; k < count; k++) {
        memcpy((char *)room + (size_t)k * size, (const char *)array + (size_t)key[k].at * size, size);
    }
    memcpy(array, room, (size_t)count * size);
}

static tsu_status sort_contacts(tsu_saved_contacts *c, tsu_error *err)
{
    enum { RECORD = 8 * sizeof(double) };
    const size_t n = (size_t)c->count, width = (size_t)c->history_width * sizeof(double);
    const size_t room_width = width > RECORD ? width : RECORD;
    saved_key *key = NULL;
    char *room = NULL;
    tsu_status s = tsu_memory_allocate(&key, n, sizeof *key, "saved contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&room, n, room_width, "saved contacts", err);
    for (size_t k = 0; k < n && s == TSU_OK; k++) {
        key[k] = (saved_key){c->id[k], c->other[k], c->code[k], (int64_t)k};
    }
    if (s == TSU_OK) {
        qsort(key, n, sizeof *key, compare_keys);
        permute(c->id, sizeof *c->id, key, c->count, room);
        permute(c->other, sizeof *c->other, key, c->count, room);
        permute(c->code, sizeof *c->code, key, c->count, room);
        permute(c->history, width, key, c->count, room);
        permute(c->record, sizeof *c->record, key, c->count, room);
        permute(c->roll, sizeof *c->roll, key, c->count, room);
        permute(c->geometry, sizeof *c->geometry, key, c->count, room);
    }
    tsu_memory_release(&key);
    tsu_memory_release(&room);
    return s;
}

tsu_status tsu_resume_save_contacts(const world *w, const tsu_wall *wall, tsu_saved_contacts *to,
                                    tsu_error *err)
{
    const tsu_contacts *c = wall ? &wall->contacts : &w->contacts;
    const tsu_contact_forces *f = wall ? &wall->forces : &w->forces;
    *to = (tsu_saved_contacts){.history_width = c->history_width};
    tsu_resume_laws_text(wall ? &wall->laws : &w->laws, to->laws);
    tsu_lawset_history_text(wall ? &wall->laws : &w->laws, to->names, sizeof to->names);
    if (wall) {
        snprintf(to->name, sizeof to->name, "%s", wall->name);
        tsu_wall_load(wall, to->force);
    }
    for (int64_t k = 0; k < c->count; k++) {
        to->count += c->live[k] != 0;
    }
    to->rolling = to->count > 0 && f->roll; /* entries that do not touch leave no trace */
    to->with_geometry = to->count > 0 && f->geometry;
    tsu_status s = tsu_saved_contacts_reserve(to, err);
    int64_t at = 0;
    for (int64_t k = 0; k < c->count && s == TSU_OK; k++) {
        if (c->live[k]) copy_entry(w, wall, k, to, at++);
    }
    return s == TSU_OK ? sort_contacts(to, err) : s;
}
