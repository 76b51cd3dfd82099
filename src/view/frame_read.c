/* SPDX-License-Identifier: Apache-2.0 */
/* frame_read.c - reads TSF1. Files may be damaged: nothing is believed before it is checked. */
#include "view/frame.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    tsu_frame *frame;
    const uint8_t *data;
    size_t size;
    const char *json;
    size_t json_size;
    const tsu_json_value *value;
} reading;

static double number_of(const reading *r, int object, const char *key)
{
    return tsu_json_get_number(r->json, r->value, tsu_json_find(r->json, r->value, object, key), 0.0);
}

/* Whole numbers up to 2^53. */
static int64_t integer_of(const reading *r, int object, const char *key)
{
    const double v = number_of(r, object, key);
    return v > -9.0e15 && v < 9.0e15 ? (int64_t)v : 0;
}

/* Up to `count` numbers of an array. */
static bool numbers_of(const reading *r, int array, double *out, int count)
{
    if (array < 0 || r->value[array].kind != TSU_JSON_ARRAY) return false;
    int k = array + 1;
    for (int n = 0; n < count; n++, k = r->value[k].next) {
        if (k >= r->value[array].next) return false;
        out[n] = tsu_json_get_number(r->json, r->value, k, 0.0);
    }
    return true;
}

static bool read_moment(reading *r)
{
    tsu_frame *f = r->frame;
    f->number = (uint64_t)integer_of(r, 0, "frame");
    f->scene_number = (uint64_t)integer_of(r, 0, "scene");
    f->step = integer_of(r, 0, "step");
    f->time = number_of(r, 0, "time");
    f->total = integer_of(r, 0, "n");
    f->contacts = integer_of(r, 0, "contacts");
    f->rate = number_of(r, 0, "rate");
    f->residual = number_of(r, 0, "residual");
    f->state = TSU_RUN_DONE;
    const int run = tsu_json_find(r->json, r->value, 0, "run"),
              box = tsu_json_find(r->json, r->value, 0, "box");
    f->run_begin = integer_of(r, run, "begin");
    f->run_end = integer_of(r, run, "end");
    return f->total >= 0 && numbers_of(r, tsu_json_find(r->json, r->value, box, "lo"), f->lo, 3) &&
           numbers_of(r, tsu_json_find(r->json, r->value, box, "hi"), f->hi, 3);
}

static bool read_array(reading *r, int object)
{
    static const char *const types[] = {"f32", "u32", "u8"};
    char name[TSU_REQUEST_NAME], word[8];
    const int64_t width = integer_of(r, object, "width"), count = integer_of(r, object, "count"),
                  offset = integer_of(r, object, "offset");
    int type = 0;
    if (!tsu_json_get_string(r->json, r->value, tsu_json_find(r->json, r->value, object, "name"), name,
                             sizeof name) ||
        !tsu_json_get_string(r->json, r->value, tsu_json_find(r->json, r->value, object, "type"), word,
                             sizeof word))
        return false;
    while (type < 3 && strcmp(types[type], word) != 0) {
        type++;
    }
    if (type == 3 || width < 1 || width > 16 || count < 0 || offset < 0 || (uint64_t)offset > r->size)
        return false;
    const uint64_t room = (r->size - (uint64_t)offset) / (uint64_t)(width * (type == TSU_ARRAY_U8 ? 1 : 4));
    if ((uint64_t)count > room) return false;
    void *to = tsu_frame_add(r->frame, name, (tsu_array_type)type, (int)width, count);
    if (!to) return false;
    memcpy(to, r->data + offset, (size_t)(count * width) * (type == TSU_ARRAY_U8 ? 1 : 4));
    tsu_frame_array *a = &r->frame->array[r->frame->arrays - 1];
    a->min = number_of(r, object, "min");
    a->max = number_of(r, object, "max");
    return true;
}

static bool read_mesh(reading *r, int object, tsu_frame_mesh *m)
{
    m->version = (uint64_t)integer_of(r, object, "version");
    m->triangles = integer_of(r, object, "triangles");
    if (m->triangles < 0) return false;
    const int moved = tsu_json_find(r->json, r->value, object, "moved");
    m->moved = moved >= 0 && r->json[r->value[moved].at] == 't';
    return tsu_json_get_string(r->json, r->value, tsu_json_find(r->json, r->value, object, "name"), m->name,
                               sizeof m->name) &&
           numbers_of(r, tsu_json_find(r->json, r->value, object, "pose"), m->pose, 16);
}

/* Calls for each object of the array `key`; how many, or -1. */
static int read_list(reading *r, const char *key, bool meshes)
{
    const int array = tsu_json_find(r->json, r->value, 0, key);
    if (array < 0 || r->value[array].kind != TSU_JSON_ARRAY) return -1;
    int n = 0;
    for (int k = array + 1; k < r->value[array].next; k = r->value[k].next, n++) {
        if (meshes && tsu_frame_reserve_meshes(r->frame, n + 1, NULL) != TSU_OK) return -1;
        if (!(meshes ? read_mesh(r, k, &r->frame->mesh[n]) : read_array(r, k))) return -1;
    }
    return n;
}

/* A number for each triangle of the meshes. */
static bool is_of_meshes(const tsu_frame *f, const tsu_frame_array *a)
{
    int64_t left = a->count;
    for (int k = 0; k < f->meshes; k++) {
        if (f->mesh[k].triangles > left) return false;
        left -= f->mesh[k].triangles;
    }
    return left == 0 && a->type == TSU_ARRAY_F32 && a->width == 1;
}

/* Arrays belong together: each name once, as many rows as particles, links between particles that exist. */
static bool is_consistent(const tsu_frame *f)
{
    const tsu_frame_array *chain = tsu_frame_find(f, "chain"), *force = tsu_frame_find(f, "chain_force"),
                          *id = tsu_frame_find(f, "id");
    for (int k = 0; k < f->arrays; k++) {
        const tsu_frame_array *a = &f->array[k];
        const bool surface = tsu_is_surface_field(a->name),
                   other = a == chain || a == force || surface || strncmp(a->name, "mesh:", 5) == 0;
        if (tsu_frame_find(f, a->name) != a || (!other && a->count != f->total)) return false;
        if (surface && !is_of_meshes(f, a)) return false;
        if (strncmp(a->name, "mesh:", 5) == 0 && (a->type != TSU_ARRAY_F32 || a->width != 3 || a->count % 3))
            return false;
    }
    if (id && (id->type != TSU_ARRAY_U32 || id->width != 1)) return false;
    if (!chain || !force) return !chain && !force;
    if (chain->type != TSU_ARRAY_U32 || chain->width != 2 || force->type != TSU_ARRAY_F32 ||
        force->width != 1 || force->count != chain->count)
        return false;
    for (int64_t k = 0; k < 2 * chain->count; k++) {
        if (((const uint32_t *)chain->data)[k] >= (uint64_t)f->total) return false;
    }
    return true;
}

tsu_status tsu_frame_decode(tsu_frame *f, const uint8_t *data, size_t size, tsu_error *err)
{
    f->arrays = f->meshes = 0;
    const uint32_t json_size =
        size >= 8 ? data[4] | (uint32_t)data[5] << 8 | (uint32_t)data[6] << 16 | (uint32_t)data[7] << 24 : 0;
    if (size < 8 || memcmp(data, "TSF1", 4) != 0 || json_size > size - 8)
        return tsu_error_set(err, TSU_ERROR_INPUT, "this is not a complete frame (TSF1)");
    const int most = (int)(json_size / 2 < (1u << 24) ? json_size / 2 + 2 : 1u << 24);
    tsu_json_value *value = malloc((size_t)most * sizeof *value);
    if (!value) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame");
    reading r = {.frame = f,
                 .data = data,
                 .size = size,
                 .json = (const char *)data + 8,
                 .json_size = json_size,
                 .value = value};
    const bool ok = tsu_json_read(r.json, json_size, value, most) > 0 && value[0].kind == TSU_JSON_OBJECT &&
                    read_moment(&r) && read_list(&r, "arrays", false) >= 0 &&
                    read_list(&r, "meshes", true) >= 0 && is_consistent(f);
    free(value);
    if (ok) return TSU_OK;
    f->arrays = f->meshes = 0;
    return tsu_error_set(err, TSU_ERROR_INPUT, "a frame (TSF1) is damaged");
}
