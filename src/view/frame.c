/* SPDX-License-Identifier: Apache-2.0 */
#include "view/frame.h"
#include "base/hash.h"
#include "base/memory.h"
#include "state/fields.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tsu_run_state_word(tsu_run_state state)
{
    static const char *const words[] = {"waiting", "running", "paused", "done", "failed", "stopped"};
    return words[state];
}

static size_t size_of(tsu_array_type type)
{
    return type == TSU_ARRAY_U8 ? 1 : 4;
}

tsu_frame *tsu_frame_create(void)
{
    return calloc(1, sizeof(tsu_frame));
}

void tsu_frame_destroy(tsu_frame *f)
{
    if (!f) return;
    for (int k = 0; k < TSU_FRAME_ARRAYS; k++) {
        free(f->array[k].data);
    }
    free(f->mesh);
    free(f);
}

/* Buffers of an earlier use are used again: fresh memory costs a fault for each page. */
void *tsu_frame_add(tsu_frame *f, const char *name, tsu_array_type type, int width, int64_t count)
{
    if (f->arrays == TSU_FRAME_ARRAYS) return NULL;
    tsu_frame_array *a = &f->array[f->arrays];
    const size_t size = (size_t)count * (size_t)width * size_of(type) + 8;
    if (size > a->capacity) {
        free(a->data);
        a->capacity = 0;
        a->data = malloc(size + size / 8);
        if (!a->data) return NULL;
        a->capacity = size + size / 8;
    }
    snprintf(a->name, sizeof a->name, "%s", name);
    a->type = type;
    a->width = width;
    a->count = count;
    a->min = a->max = 0.0;
    f->arrays++;
    return a->data;
}

void tsu_frame_measure(tsu_frame_array *a)
{
    const int64_t n = a->count * a->width;
    if (a->type == TSU_ARRAY_F32) {
        const float *v = a->data;
        float low = INFINITY, high = -INFINITY;
        for (int64_t k = 0; k < n; k++) {
            low = v[k] < low ? v[k] : low;
            high = v[k] > high ? v[k] : high;
        }
        a->min = low;
        a->max = high;
        return;
    }
    uint32_t low = UINT32_MAX, high = 0;
    for (int64_t k = 0; k < n; k++) {
        const uint32_t v =
            a->type == TSU_ARRAY_U32 ? ((const uint32_t *)a->data)[k] : ((const uint8_t *)a->data)[k];
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    a->min = n > 0 ? low : NAN;
    a->max = n > 0 ? high : NAN;
}

const tsu_frame_array *tsu_frame_find(const tsu_frame *f, const char *name)
{
    for (int k = 0; k < f->arrays; k++) {
        if (strcmp(f->array[k].name, name) == 0) return &f->array[k];
    }
    return NULL;
}

bool tsu_frame_is_by_particle(const tsu_frame *f, const tsu_frame_array *a)
{
    return a->count == f->total && strncmp(a->name, "mesh:", 5) != 0 && strncmp(a->name, "chain", 5) != 0 &&
           !tsu_is_surface_field(a->name);
}

tsu_status tsu_frame_reserve_meshes(tsu_frame *f, int count, tsu_error *err)
{
    if (count > f->mesh_capacity) {
        tsu_frame_mesh *larger = realloc(f->mesh, (size_t)count * sizeof *larger);
        if (!larger)
            return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame with %d meshes", count);
        f->mesh = larger;
        f->mesh_capacity = count;
    }
    f->meshes = count;
    return TSU_OK;
}

/* ---- writing ------------------------------------------------------------------------------------------------------- */

/* An array as it will be written: of the frame, or the corners of a mesh. */
typedef struct piece {
    const char *name;
    tsu_array_type type;
    int width;
    int64_t count;
    double min, max;
    const void *data;
    size_t offset;
    bool by_particle; /* thinned together */
    bool links;       /* indices of particles, to be renumbered */
} piece;

typedef struct encoder {
    const tsu_frame *frame;
    const tsu_frame_selection *selection;
    int pieces;
    piece *piece;
    char (*label)[TSU_REQUEST_NAME]; /* names of meshes */
    int64_t kept;                    /* particles */
    uint32_t *place;                 /* [total] new index of a particle + 1, 0: left out; NULL: all stay */
    int64_t links;                   /* of chains that are kept */
} encoder;

static bool is_standard(const char *name)
{
    const tsu_field *f = tsu_field_on_page(name);
    return f && f->flags & TSU_FIELD_FRAMED;
}

static bool is_chain(const char *name)
{
    return strcmp(name, "chain") == 0 || strcmp(name, "chain_force") == 0;
}

static bool is_asked(const tsu_frame_selection *s, const char *name)
{
    if (s->fields < 0 || is_standard(name)) return true;
    for (int k = 0; k < s->fields; k++) {
        if (strcmp(s->field[k], name) == 0 || (is_chain(name) && strcmp(s->field[k], "chain") == 0))
            return true;
    }
    return false;
}

/* Which particles stay: those whose id hashes low, so that they are the same ones from frame to frame. */
static bool thin(encoder *e)
{
    const int64_t total = e->frame->total, most = e->selection->most;
    const tsu_frame_array *id = tsu_frame_find(e->frame, "id");
    e->kept = total;
    if (most <= 0 || most >= total || !id) return true;
    e->place = calloc((size_t)total + 1, sizeof *e->place);
    if (!e->place) return false;
    const uint64_t limit = (uint64_t)((double)most / (double)total * 4294967296.0);
    e->kept = 0;
    for (int64_t i = 0; i < total && e->kept < most; i++) {
        if (tsu_hash_mix(((const uint32_t *)id->data)[i]) >> 32 < limit) e->place[i] = (uint32_t)++e->kept;
    }
    return true;
}

static void count_links(encoder *e)
{
    const tsu_frame_array *chain = tsu_frame_find(e->frame, "chain");
    e->links = chain ? chain->count : 0;
    if (!chain || !e->place) return;
    const uint32_t(*pair)[2] = chain->data;
    e->links = 0;
    for (int64_t k = 0; k < chain->count; k++) {
        e->links += e->place[pair[k][0]] && e->place[pair[k][1]];
    }
}

static bool plan(encoder *e)
{
    const tsu_setting *corners = e->selection->corners;
    const int meshes = corners ? corners->meshes : 0;
    e->piece = calloc((size_t)(e->frame->arrays + meshes) + 1, sizeof *e->piece);
    e->label = calloc((size_t)meshes + 1, sizeof *e->label);
    if (!e->piece || !e->label || !thin(e)) return false;
    count_links(e);
    for (int k = 0; k < e->frame->arrays; k++) {
        const tsu_frame_array *a = &e->frame->array[k];
        if (!is_asked(e->selection, a->name)) continue;
        const bool chain = is_chain(a->name), surface = tsu_is_surface_field(a->name);
        e->piece[e->pieces++] = (piece){.name = a->name,
                                        .type = a->type,
                                        .width = a->width,
                                        .count = chain     ? e->links
                                                 : surface ? a->count
                                                           : e->kept,
                                        .min = a->min,
                                        .max = a->max,
                                        .data = a->data,
                                        .by_particle = !chain && !surface,
                                        .links = a->type == TSU_ARRAY_U32 && chain};
    }
    for (int k = 0; k < meshes; k++) {
        const tsu_setting_mesh *m = &corners->mesh[k];
        if (e->selection->since > 0 && m->since <= e->selection->since) continue;
        snprintf(e->label[k], sizeof *e->label, "mesh:%s", m->name);
        e->piece[e->pieces++] =
            (piece){.name = e->label[k], .width = 3, .count = 3 * m->triangles, .data = m->corner};
    }
    return true;
}

void tsu_frame_tell_box(const tsu_frame *f, const bool *periodic, tsu_json *j)
{
    tsu_json_key(j, "box");
    tsu_json_open(j, '{');
    tsu_json_key_numbers(j, "lo", f->lo, 3);
    tsu_json_key_numbers(j, "hi", f->hi, 3);
    if (periodic) {
        tsu_json_key(j, "periodic");
        tsu_json_open(j, '[');
        for (int q = 0; q < 3; q++) {
            tsu_json_bool(j, periodic[q]);
        }
        tsu_json_close(j, ']');
    }
    tsu_json_close(j, '}');
    tsu_json_key(j, "run");
    tsu_json_open(j, '{');
    tsu_json_key_integer(j, "begin", f->run_begin);
    tsu_json_key_integer(j, "end", f->run_end);
    tsu_json_close(j, '}');
    if (f->deck.runs == 0) return;
    tsu_json_key(j, "deck");
    tsu_json_open(j, '{');
    tsu_json_key_number(j, "part", f->deck.part);
    tsu_json_key_number(j, "left", f->deck.left);
    tsu_json_key_integer(j, "run", f->deck.run);
    tsu_json_key_integer(j, "runs", f->deck.runs);
    tsu_json_close(j, '}');
}

static void tell_meshes(tsu_json *j, const tsu_frame *f)
{
    tsu_json_key(j, "meshes");
    tsu_json_open(j, '[');
    for (int k = 0; k < f->meshes; k++) {
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", f->mesh[k].name);
        tsu_json_key_integer(j, "version", (int64_t)f->mesh[k].version);
        tsu_json_key_integer(j, "triangles", f->mesh[k].triangles);
        tsu_json_key_bool(j, "moved", f->mesh[k].moved);
        tsu_json_key_numbers(j, "pose", f->mesh[k].pose, 16);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
}

static void tell_piece(tsu_json *j, const piece *p)
{
    static const char *const types[] = {"f32", "u32", "u8"};
    tsu_json_open(j, '{');
    tsu_json_key_string(j, "name", p->name);
    tsu_json_key_string(j, "type", types[p->type]);
    tsu_json_key_integer(j, "width", p->width);
    tsu_json_key_integer(j, "count", p->count);
    tsu_json_key_integer(j, "offset", (int64_t)p->offset);
    tsu_json_key_number(j, "min", p->min);
    tsu_json_key_number(j, "max", p->max);
    tsu_json_close(j, '}');
}

static void tell(tsu_json *j, const encoder *e)
{
    const tsu_frame *f = e->frame;
    tsu_json_open(j, '{');
    tsu_json_key_integer(j, "frame", (int64_t)f->number);
    tsu_json_key_integer(j, "scene", (int64_t)f->scene_number);
    tsu_json_key_integer(j, "step", f->step);
    tsu_json_key_number(j, "time", f->time);
    tsu_json_key_integer(j, "n", e->kept);
    tsu_json_key_integer(j, "total", f->total);
    tsu_json_key_string(j, "status", tsu_run_state_word(f->state));
    if (f->failure) tsu_json_key_string(j, "failure", f->failure);
    tsu_json_key_integer(j, "contacts", f->contacts);
    tsu_json_key_number(j, "rate", f->rate);
    tsu_json_key_number(j, "residual", f->residual);
    tsu_frame_tell_box(f, NULL, j);
    tell_meshes(j, f);
    tsu_json_key(j, "arrays");
    tsu_json_open(j, '[');
    for (int k = 0; k < e->pieces; k++) {
        tell_piece(j, &e->piece[k]);
    }
    tsu_json_close(j, ']');
    tsu_json_close(j, '}');
}

static size_t up8(size_t n)
{
    return (n + 7) / 8 * 8;
}

/* Offsets stand in the JSON whose length they depend on: room for the longest offsets is left and filled with blanks. */
static size_t lay_out(encoder *e, tsu_json *j, size_t *json_size)
{
    tell(j, e);
    *json_size = up8(j->used + 20 * (size_t)e->pieces);
    size_t at = 8 + *json_size;
    for (int k = 0; k < e->pieces; k++) {
        piece *p = &e->piece[k];
        p->offset = at;
        at += up8((size_t)p->count * (size_t)p->width * size_of(p->type));
    }
    j->used = 0;
    j->comma = false;
    tell(j, e);
    return at;
}

static void copy_kept(const encoder *e, const piece *p, uint8_t *to)
{
    const size_t row = (size_t)p->width * size_of(p->type);
    const uint8_t *from = p->data;
    for (int64_t i = 0; i < e->frame->total; i++) {
        if (!e->place[i]) continue;
        memcpy(to, from + (size_t)i * row, row);
        to += row;
    }
}

static void copy_links(const encoder *e, const piece *p, uint8_t *to)
{
    const tsu_frame_array *chain = tsu_frame_find(e->frame, "chain");
    const uint32_t(*pair)[2] = chain->data;
    for (int64_t k = 0; k < chain->count; k++) {
        const uint32_t link[2] = {e->place[pair[k][0]], e->place[pair[k][1]]};
        if (!link[0] || !link[1]) continue;
        const uint32_t renumbered[2] = {link[0] - 1, link[1] - 1};
        const void *from = p->links ? (const void *)renumbered : (const float *)p->data + k;
        const size_t size = p->links ? sizeof renumbered : sizeof(float);
        memcpy(to, from, size);
        to += size;
    }
}

static void put_u32(uint8_t *to, uint32_t value)
{
    for (int k = 0; k < 4; k++) {
        to[k] = (uint8_t)(value >> 8 * k);
    }
}

static void fill(const encoder *e, const tsu_json *j, size_t json_size, uint8_t *data, size_t size)
{
    memcpy(data, "TSF1", 4);
    put_u32(data + 4, (uint32_t)json_size);
    memcpy(data + 8, j->text, j->used);
    memset(data + 8 + j->used, ' ', json_size - j->used);
    for (int k = 0; k < e->pieces; k++) {
        const piece *p = &e->piece[k];
        const size_t bytes = (size_t)p->count * (size_t)p->width * size_of(p->type);
        if (e->place && p->by_particle)
            copy_kept(e, p, data + p->offset);
        else if (e->place && is_chain(p->name))
            copy_links(e, p, data + p->offset);
        else if (bytes > 0)
            memcpy(data + p->offset, p->data, bytes);
        const size_t end = k + 1 < e->pieces ? e->piece[k + 1].offset : size;
        memset(data + p->offset + bytes, 0, end - p->offset - bytes);
    }
}

tsu_status tsu_frame_encode(const tsu_frame *f, const tsu_frame_selection *selection, tsu_bytes *out,
                            tsu_error *err)
{
    encoder e = {.frame = f, .selection = selection};
    tsu_json j = {0};
    size_t json_size = 0;
    *out = (tsu_bytes){0};
    const bool planned = plan(&e);
    const size_t size = planned ? lay_out(&e, &j, &json_size) : 0;
    uint8_t *data = planned && !j.failed ? malloc(size) : NULL;
    if (data) fill(&e, &j, json_size, data, size);
    tsu_json_free(&j);
    free(e.piece);
    free(e.label);
    free(e.place);
    if (!data) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame of %zu bytes", size);
    *out = (tsu_bytes){data, size};
    return TSU_OK;
}
