/* SPDX-License-Identifier: Apache-2.0 */
/* recording_answer.c - a recorded run as a source of the page. Nothing of it changes, so there is no lock. */
#include "state/fields.h"
#include "view/record/record_contacts.h"
#include "view/recording.h"
#include <stdlib.h>
#include <string.h>

static void tell_frames(const tsu_recording *r, tsu_json *j)
{
    tsu_json_key(j, "frames");
    tsu_json_open(j, '{');
    tsu_json_key_integer(j, "count", r->frames);
    tsu_json_key(j, "steps");
    tsu_json_open(j, '[');
    for (int64_t k = 0; k < r->frames; k++) {
        tsu_json_integer(j, r->frame[k].step);
    }
    tsu_json_close(j, ']');
    tsu_json_key(j, "times");
    tsu_json_open(j, '[');
    for (int64_t k = 0; k < r->frames; k++) {
        tsu_json_number(j, r->frame[k].time);
    }
    tsu_json_close(j, ']');
    tsu_json_close(j, '}');
}

static void tell_moment(const tsu_recording *r, const tsu_frame *f, const tsu_setting *setting, tsu_json *j)
{
    tsu_json_key_integer(j, "scene", (int64_t)setting->number);
    tsu_json_key_integer(j, "step", f->step);
    tsu_json_key_number(j, "time", f->time);
    tsu_frame_tell_box(f, r->periodic, j);
    tsu_json_raw(j, setting->info, strlen(setting->info));
}

static tsu_answer answer_info(void *context, const tsu_request *request)
{
    const tsu_recording *r = context;
    const tsu_setting *setting;
    tsu_frame *frame;
    const int64_t index = request->index >= 0 ? request->index : 0;
    if (tsu_recording_frame(r, index, &frame, &setting, NULL) != TSU_OK) return tsu_answer_refuse(404);
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_string(&j, "version", tsu_version());
    tsu_json_key_integer(&j, "protocol", 1);
    tsu_json_key_string(&j, "title", r->title);
    if (r->name[0]) tsu_json_key_string(&j, "file", r->name);
    tsu_json_key_string(&j, "mode", "recorded");
    tsu_json_key_string(&j, "status", tsu_run_state_word(TSU_RUN_DONE));
    if (request->paired) tsu_json_key_bool(&j, "beside", true);
    tell_moment(r, frame, setting, &j);
    tsu_series_tell_tables((const tsu_series *[]){&r->series[0], &r->series[1], &r->series[2]}, &j);
    tell_frames(r, &j);
    tsu_json_close(&j, '}');
    tsu_frame_destroy(frame);
    return tsu_answer_json(&j);
}

static tsu_answer answer_series(void *context, const tsu_request *request)
{
    const tsu_recording *r = context;
    const tsu_series *const tables[TSU_TABLES] = {&r->series[0], &r->series[1], &r->series[2]};
    return tsu_answer_series(tables, request->table_from);
}

/* Corners go to clients that come from another scene. */
static tsu_answer answer_frame(void *context, const tsu_request *request)
{
    const tsu_recording *r = context;
    const tsu_setting *setting;
    tsu_frame *frame;
    tsu_bytes bytes;
    const int64_t index = request->index >= 0 ? request->index : 0, before = (int64_t)request->after - 1;
    if (tsu_recording_frame(r, index, &frame, &setting, NULL) != TSU_OK) return tsu_answer_refuse(404);
    const bool known = before >= 0 && before < r->frames && r->frame[before].scene == r->frame[index].scene;
    const tsu_frame_selection selection = {.fields = request->fields,
                                           .field = request->field,
                                           .most = request->most,
                                           .corners = known ? NULL : setting};
    const tsu_status status = tsu_frame_encode(frame, &selection, &bytes, NULL);
    tsu_frame_destroy(frame);
    return status == TSU_OK ? tsu_answer_bytes(bytes, "application/octet-stream") : tsu_answer_refuse(500);
}

/* ---- a particle -------------------------------------------------------------------------------------------------------- */

static int64_t find_row(const tsu_frame *f, uint64_t id)
{
    const tsu_frame_array *ids = tsu_frame_find(f, "id");
    for (int64_t i = 0; ids && i < ids->count; i++) {
        if (((const uint32_t *)ids->data)[i] == id) return i;
    }
    return -1;
}

static double value_at(const tsu_frame_array *a, int64_t row, int q)
{
    const int64_t at = row * a->width + q;
    if (a->type == TSU_ARRAY_U32) return ((const uint32_t *)a->data)[at];
    return a->type == TSU_ARRAY_U8 ? ((const uint8_t *)a->data)[at] : ((const float *)a->data)[at];
}

/* Of files that have no more than the links of their frames. */
static void tell_links(const tsu_frame *f, int64_t row, tsu_json *j)
{
    const tsu_frame_array *chain = tsu_frame_find(f, "chain"), *force = tsu_frame_find(f, "chain_force"),
                          *ids = tsu_frame_find(f, "id");
    for (int64_t k = 0; chain && k < chain->count; k++) {
        const int64_t a = (int64_t)value_at(chain, k, 0), b = (int64_t)value_at(chain, k, 1);
        if (a != row && b != row) continue;
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "kind", "particle");
        tsu_json_key_integer(j, "id", (int64_t)value_at(ids, a == row ? b : a, 0));
        tsu_json_key_number(j, "fn", value_at(force, k, 0));
        tsu_json_close(j, '}');
    }
}

static void tell_contacts(const tsu_recording *r, const tsu_frame *f, int64_t row, uint64_t id, tsu_json *j)
{
    const tsu_chunk *chunk = &r->contacts[f->number - 1];
    tsu_bytes bytes = {0};
    tsu_json_key(j, "contacts");
    tsu_json_open(j, '[');
    if (chunk->size == 0)
        tell_links(f, row, j);
    else if (tsu_chunk_read(r->file, chunk, &bytes, NULL) != TSU_OK ||
             !tsu_record_contacts_tell(&bytes, id, j))
        j->failed = true;
    free(bytes.data);
    tsu_json_close(j, ']');
}

static void tell_array(const tsu_frame_array *a, int64_t row, const double offset[3], tsu_json *j)
{
    double value[16];
    for (int q = 0; q < a->width; q++) {
        value[q] = value_at(a, row, q) + (offset && q < 3 ? offset[q] : 0.0);
    }
    tsu_json_key(j, a->name);
    if (a->width == 1)
        tsu_json_number(j, value[0]);
    else
        tsu_json_numbers(j, value, (size_t)a->width);
}

/* What a running simulation tells outside "values", too (inspect.c). */
static bool is_own(const tsu_frame *f, const tsu_frame_array *a)
{
    const tsu_field *field = tsu_field_on_page(a->name);
    return field && field->store && field->store != TSU_STORE_COLUMN && field->width == a->width &&
           a->count == f->total;
}

static void tell_particle(const tsu_recording *r, const tsu_frame *f, const tsu_setting *setting, int64_t row,
                          uint64_t id, tsu_json *j)
{
    tsu_json_open(j, '{');
    tsu_json_key_integer(j, "step", f->step);
    tsu_json_key_number(j, "time", f->time);
    for (int k = 0; k < f->arrays; k++) {
        const tsu_frame_array *a = &f->array[k];
        if (is_own(f, a)) tell_array(a, row, strcmp(a->name, "position") == 0 ? setting->origin : NULL, j);
    }
    tsu_json_key(j, "values");
    tsu_json_open(j, '{');
    for (int k = 0; k < f->arrays; k++) {
        const tsu_frame_array *a = &f->array[k];
        if (!is_own(f, a) && tsu_frame_is_by_particle(f, a)) tell_array(a, row, NULL, j);
    }
    tsu_json_close(j, '}');
    tell_contacts(r, f, row, id, j);
    tsu_json_close(j, '}');
}

static tsu_answer answer_particle(void *context, const tsu_request *request)
{
    const tsu_recording *r = context;
    const tsu_setting *setting;
    tsu_frame *frame;
    const int64_t index = request->index >= 0 ? request->index : r->frames - 1;
    if (tsu_recording_frame(r, index, &frame, &setting, NULL) != TSU_OK) return tsu_answer_refuse(404);
    const int64_t row = find_row(frame, request->id);
    tsu_json j = {0};
    if (row >= 0) tell_particle(r, frame, setting, row, request->id, &j);
    tsu_frame_destroy(frame);
    return row >= 0 ? tsu_answer_json(&j) : tsu_answer_refuse(404);
}

tsu_view_source tsu_recording_source(tsu_recording *recording)
{
    return (tsu_view_source){.context = recording,
                             .info = answer_info,
                             .frame = answer_frame,
                             .series = answer_series,
                             .particle = answer_particle};
}
