/* SPDX-License-Identifier: Apache-2.0 */
#include "view/record/record_contacts.h"
#include "base/memory.h"
#include "model/contact_visit.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, WALLS_MAX = 1 << 16 };

typedef struct stored {
    uint32_t i, j, wall;                                /* ids; j is 0 at a wall */
    float overlap, fn, ft, torque, normal[3], point[3]; /* normal: towards i */
} stored;

typedef struct storing {
    const tsu_world *world;
    stored *row;
    size_t rows, capacity;
    tsu_status status;
    tsu_error *err;
} storing;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static uint32_t wall_index(const tsu_world *w, const tsu_wall *wall)
{
    uint32_t k = 0;
    while (k < (uint32_t)w->walls && w->wall[k] != wall) {
        k++;
    }
    return k;
}

static void store(void *context, const tsu_contact_seen *k)
{
    storing *t = context;
    if (t->status == TSU_OK && t->rows == t->capacity)
        t->status = tsu_memory_grow(&t->row, &t->capacity, 2 * t->rows + 1024, sizeof *t->row,
                                    "contacts of a recorded run", t->err);
    if (t->status != TSU_OK) return;
    const uint64_t *id = t->world->particles.id;
    const double fn = dot(k->force, k->normal);
    double ft[3];
    stored *to = &t->row[t->rows++];
    *to = (stored){.i = (uint32_t)id[k->row_i],
                   .j = k->wall ? 0 : (uint32_t)id[k->row_j],
                   .wall = k->wall ? wall_index(t->world, k->wall) : 0,
                   .overlap = (float)k->overlap,
                   .fn = (float)fn,
                   .torque = (float)sqrt(dot(k->torque, k->torque))};
    for (int q = 0; q < 3; q++) {
        ft[q] = k->force[q] - fn * k->normal[q];
        to->normal[q] = (float)k->normal[q];
        to->point[q] = (float)k->point[q];
    }
    to->ft = (float)sqrt(dot(ft, ft));
}

/* Numbers of walls and contacts, names of walls, contacts. */
static tsu_status write_all(const storing *t, tsu_bytes *out, tsu_error *err)
{
    const uint64_t counts[2] = {(uint64_t)t->world->walls, t->rows};
    const size_t names = (size_t)counts[0] * NAME, size = sizeof counts + names + t->rows * sizeof *t->row;
    uint8_t *data = calloc(1, size);
    if (!data) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a recorded run");
    memcpy(data, counts, sizeof counts);
    for (int k = 0; k < t->world->walls; k++) {
        const char *name = t->world->wall[k]->name;
        const size_t length = strlen(name);
        memcpy(data + sizeof counts + (size_t)k * NAME, name, length < NAME ? length : NAME - 1);
    }
    if (t->rows > 0) memcpy(data + sizeof counts + names, t->row, t->rows * sizeof *t->row);
    *out = (tsu_bytes){data, size};
    return TSU_OK;
}

tsu_status tsu_record_contacts(tsu_world *w, tsu_bytes *out, tsu_error *err)
{
    storing t = {.world = w, .err = err};
    *out = (tsu_bytes){0};
    tsu_status status = tsu_contacts_visit_any(w, store, &t, err);
    if (status == TSU_OK) status = t.status;
    if (status == TSU_OK) status = write_all(&t, out, err);
    tsu_memory_release(&t.row);
    return status;
}

static void tell_vector(tsu_json *j, const char *key, const float v[3], double sign)
{
    const double value[3] = {sign * v[0], sign * v[1], sign * v[2]};
    tsu_json_key_numbers(j, key, value, 3);
}

static void tell_one(const stored *k, uint64_t id, const char *wall, tsu_json *j)
{
    tsu_json_open(j, '{');
    tsu_json_key_string(j, "kind", wall ? "wall" : "particle");
    if (wall)
        tsu_json_key_string(j, "wall", wall);
    else
        tsu_json_key_integer(j, "id", k->i == id ? k->j : k->i);
    tsu_json_key_number(j, "overlap", k->overlap);
    tsu_json_key_number(j, "fn", k->fn);
    tsu_json_key_number(j, "ft", k->ft);
    tsu_json_key_number(j, "torque", k->torque);
    tell_vector(j, "normal", k->normal, k->i == id ? 1.0 : -1.0);
    tell_vector(j, "point", k->point, 1.0);
    tsu_json_close(j, '}');
}

bool tsu_record_contacts_tell(const tsu_bytes *bytes, uint64_t id, tsu_json *j)
{
    uint64_t counts[2];
    if (bytes->size < sizeof counts) return false;
    memcpy(counts, bytes->data, sizeof counts);
    if (counts[0] > WALLS_MAX || counts[1] > bytes->size / sizeof(stored) ||
        bytes->size != sizeof counts + counts[0] * NAME + counts[1] * sizeof(stored))
        return false;
    const uint8_t *names = bytes->data + sizeof counts, *rows = names + counts[0] * NAME;
    for (uint64_t n = 0; n < counts[1]; n++) {
        stored k;
        char wall[NAME] = "";
        memcpy(&k, rows + n * sizeof k, sizeof k);
        if (k.i != id && (k.j != id || k.j == 0)) continue;
        if (k.j == 0 && k.wall >= counts[0]) return false;
        if (k.j == 0) memcpy(wall, names + (size_t)k.wall * NAME, NAME);
        wall[NAME - 1] = '\0';
        tell_one(&k, id, k.j == 0 ? wall : NULL, j);
    }
    return true;
}
