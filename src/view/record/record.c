/* SPDX-License-Identifier: Apache-2.0 */
/* record.c - writes a recorded run. */
#include "view/record/record.h"
#include "step/world.h"
#include "view/record/record_chunk.h"
#include "view/record/record_contacts.h"
#include "view/run_series.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FRAMES_OF_A_RUN = 100 };

struct tsu_recorder {
    FILE *file;
    char title[256];
    int64_t every, due, last; /* steps */
    int64_t run_begin, run_end;
    uint64_t frames;
    tsu_setting *setting;
    tsu_setting_key seen;
    tsu_frame *frame;
    tsu_series series[TSU_TABLES];
    uint64_t written[TSU_TABLES]; /* rows of them that are in the file */
    tsu_error failure;            /* the first */
};

tsu_status tsu_recorder_create(tsu_recorder **out, const char *path, const char *title, int64_t every,
                               tsu_error *err)
{
    static const char head[TSU_RECORD_HEAD] = "TSUBUREC\1";
    struct stat old;
    *out = NULL;
    if (stat(path, &old) == 0 && old.st_size > 0 && S_ISREG(old.st_mode) && !tsu_recording_is(path))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s exists and is not a recorded run, so it is not overwritten; give another name", path);
    tsu_recorder *r = calloc(1, sizeof *r);
    tsu_frame *frame = tsu_frame_create();
    FILE *file = fopen(path, "wb");
    *out = r;
    tsu_status status = TSU_OK;
    if (!r || !frame) status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a recorded run");
    if (status == TSU_OK && !file)
        status = tsu_error_set(err, TSU_ERROR_IO, "the recorded run %s cannot be written: %s", path,
                               strerror(errno));
    if (status == TSU_OK) status = tsu_energy_series_define(&r->series[0], err);
    if (status == TSU_OK && (fwrite(head, sizeof head, 1, file) != 1 || fflush(file) != 0))
        status = tsu_error_set(err, TSU_ERROR_IO, "the recorded run %s cannot be written (is the disk full?)",
                               path);
    if (r) {
        r->file = file;
        r->frame = frame;
        r->every = every;
        r->last = -1;
        snprintf(r->title, sizeof r->title, "%s", title);
    }
    if (status == TSU_OK) return TSU_OK;
    if (r) tsu_recorder_close(r, NULL);
    *out = NULL;
    return status;
}

tsu_status tsu_recorder_close(tsu_recorder *r, tsu_error *err)
{
    if (!r) return TSU_OK;
    const bool closed = !r->file || fclose(r->file) == 0;
    tsu_status status = r->failure.status;
    if (status != TSU_OK) tsu_error_set(err, status, "%s", r->failure.message);
    if (status == TSU_OK && !closed)
        status = tsu_error_set(err, TSU_ERROR_IO, "the recorded run cannot be written (is the disk full?)");
    tsu_setting_release(r->setting);
    tsu_frame_destroy(r->frame);
    for (int k = 0; k < TSU_TABLES; k++) {
        tsu_series_free(&r->series[k]);
    }
    free(r);
    return status;
}

/* ---- chunks ---------------------------------------------------------------------------------------------------------- */

static tsu_status write_info(tsu_recorder *r, const tsu_session *s, tsu_error *err)
{
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_string(&j, "title", r->title);
    tsu_json_key(&j, "periodic");
    tsu_json_open(&j, '[');
    for (int q = 0; q < 3; q++) {
        tsu_json_bool(&j, s->world->box.periodic[q]);
    }
    tsu_json_close(&j, ']');
    tsu_json_key(&j, "members");
    tsu_json_open(&j, '{');
    tsu_json_raw(&j, r->setting->info, strlen(r->setting->info));
    tsu_json_close(&j, '}');
    tsu_json_close(&j, '}');
    const tsu_status status =
        j.failed
            ? tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a recorded run")
            : tsu_chunk_write(
                  r->file,
                  (tsu_chunk){.kind = TSU_CHUNK_INFO, .size = j.used, .scene = (int64_t)r->setting->number},
                  j.text, err);
    tsu_json_free(&j);
    return status;
}

static tsu_status write_frame(tsu_recorder *r, const tsu_frame *frame, tsu_chunk_kind kind,
                              const tsu_setting *corners, tsu_error *err)
{
    tsu_bytes bytes;
    const tsu_frame_selection all = {.fields = -1, .corners = corners};
    tsu_status status = tsu_frame_encode(frame, &all, &bytes, err);
    if (status != TSU_OK) return status;
    status = tsu_chunk_write(r->file,
                             (tsu_chunk){.kind = kind,
                                         .size = bytes.size,
                                         .step = frame->step,
                                         .time = frame->time,
                                         .scene = (int64_t)r->setting->number},
                             bytes.data, err);
    free(bytes.data);
    return status;
}

static tsu_status write_contacts(tsu_recorder *r, const tsu_session *s, tsu_error *err)
{
    tsu_bytes bytes;
    tsu_status status = tsu_record_contacts(s->world, &bytes, err);
    if (status != TSU_OK) return status;
    status = tsu_chunk_write(r->file,
                             (tsu_chunk){.kind = TSU_CHUNK_CONTACTS,
                                         .size = bytes.size,
                                         .step = s->world->step,
                                         .time = s->world->time,
                                         .scene = (int64_t)r->setting->number},
                             bytes.data, err);
    free(bytes.data);
    return status;
}

/* The new rows of a table: the number of columns and rows, names, numbers. */
static tsu_status write_series(tsu_recorder *r, int table, tsu_error *err)
{
    tsu_series rows;
    tsu_status status = tsu_series_copy(&r->series[table], r->written[table], &rows, err);
    if (status != TSU_OK || rows.rows == 0) {
        if (status == TSU_OK) tsu_series_free(&rows);
        return status;
    }
    const uint64_t counts[2] = {(uint64_t)rows.columns, (uint64_t)rows.rows};
    const size_t names = (size_t)rows.columns * sizeof *rows.column,
                 numbers = (size_t)rows.columns * (size_t)rows.rows * sizeof *rows.value,
                 size = sizeof counts + names + numbers;
    uint8_t *data = malloc(size);
    if (data) {
        memcpy(data, counts, sizeof counts);
        memcpy(data + sizeof counts, rows.column, names);
        memcpy(data + sizeof counts + names, rows.value, numbers);
        status = tsu_chunk_write(r->file, (tsu_chunk){.kind = TSU_CHUNK_SERIES, .size = size, .scene = table},
                                 data, err);
    } else {
        status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a recorded run");
    }
    r->written[table] = rows.next;
    free(data);
    tsu_series_free(&rows);
    return status;
}

/* ---- the run ----------------------------------------------------------------------------------------------------------- */

static tsu_status write_setting(tsu_recorder *r, const tsu_session *s, tsu_error *err)
{
    tsu_setting *made = tsu_setting_renew(r->setting, s, r->frames + 1, &r->seen);
    if (!made)
        return r->setting ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a recorded run");
    tsu_setting_release(r->setting);
    r->setting = made;
    const tsu_status status = write_info(r, s, err);
    if (status != TSU_OK || made->meshes == 0) return status;
    tsu_frame empty = {.number = 1};
    return write_frame(r, &empty, TSU_CHUNK_MESH, made, err);
}

static tsu_status write_all(tsu_recorder *r, const tsu_session *s, tsu_error *err)
{
    uint64_t all = (UINT64_C(1) << (TSU_SETTING_FIELDS + 1 + TSU_SURFACE_FIELDS)) - 1;
    double row[TSU_ENERGY_COLUMNS];
    tsu_status status = write_setting(r, s, err);
    for (int k = 0; status == TSU_OK && k < r->setting->fields; k++) {
        if (r->setting->field[k].vector) all &= ~(UINT64_C(1) << k);
    }
    if (status == TSU_OK) status = tsu_frame_take(r->frame, s, r->setting, all, err);
    if (status != TSU_OK) return status;
    r->frame->number = ++r->frames;
    r->frame->state = TSU_RUN_DONE;
    tsu_energy_series_row(s, row);
    tsu_series_add(&r->series[0], row);
    tsu_mesh_series_add(&r->series[TSU_TABLE_MESHES], s);
    status = write_frame(r, r->frame, TSU_CHUNK_FRAME, NULL, err);
    if (status == TSU_OK) status = write_contacts(r, s, err);
    for (int k = 0; k < TSU_TABLES && status == TSU_OK; k++) {
        status = write_series(r, k, err);
    }
    return status;
}

/* Counts from the start of each run, so that frames are at round steps of it. */
static void plan(tsu_recorder *r, const tsu_session *s)
{
    const int64_t steps = s->run_end - s->run_begin, share = (steps + FRAMES_OF_A_RUN - 1) / FRAMES_OF_A_RUN,
                  every = r->every > 0 ? r->every
                          : share > 0  ? share
                                       : 1;
    if (r->run_begin != s->run_begin || r->run_end != s->run_end) r->last = -1;
    r->run_begin = s->run_begin;
    r->run_end = s->run_end;
    const int64_t done = s->world->step - s->run_begin, next = s->run_begin + (done / every + 1) * every;
    r->due = next < s->run_end ? next : s->run_end;
}

void tsu_recorder_poll(tsu_recorder *r, const tsu_session *s, bool now)
{
    if (r->failure.status != TSU_OK || !s->world) return;
    const bool another = r->run_begin != s->run_begin || r->run_end != s->run_end || r->frames == 0;
    if (!another && !now && s->world->step < r->due) return;
    if (s->world->step == r->last) { /* only lines of thermo may be new */
        if (now) write_series(r, 1, &r->failure);
        return;
    }
    write_all(r, s, &r->failure);
    plan(r, s);
    r->last = s->world->step;
}

int64_t tsu_recorder_limit(const tsu_recorder *r, const tsu_session *s)
{
    return r->due > s->world->step ? r->due - s->world->step : 1;
}

void tsu_recorder_thermo(tsu_recorder *r, const tsu_session *s, const double *value)
{
    tsu_thermo_series_add(&r->series[1], s, value);
}
