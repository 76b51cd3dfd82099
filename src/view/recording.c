/* SPDX-License-Identifier: Apache-2.0 */
/* recording.c - reads a recorded run. */
#include "view/recording.h"
#include "base/system.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool tsu_recording_is(const char *path)
{
    char head[8] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const bool is = fread(head, sizeof head, 1, file) == 1 && memcmp(head, "TSUBUREC", 8) == 0;
    fclose(file);
    return is;
}

void tsu_recording_close(tsu_recording *r)
{
    if (!r) return;
    if (r->file >= 0) close(r->file);
    for (int k = 0; k < r->settings; k++) {
        tsu_setting_release(r->setting[k]);
    }
    free(r->setting);
    free(r->frame);
    free(r->contacts);
    for (int k = 0; k < TSU_TABLES; k++) {
        tsu_series_free(&r->series[k]);
    }
    free(r);
}

int64_t tsu_recording_frames(const tsu_recording *r)
{
    return r->frames;
}

const char *tsu_recording_title(const tsu_recording *r)
{
    return r->title;
}

void tsu_recording_rename(tsu_recording *r, const char *name, size_t length)
{
    snprintf(r->name, sizeof r->name, "%.*s", (int)(length < sizeof r->name ? length : sizeof r->name - 1),
             name);
}

double tsu_recording_time(const tsu_recording *r, int64_t index)
{
    return r->frame[index].time;
}

bool tsu_recording_has_field(const tsu_recording *r, const char *name)
{
    tsu_frame *frame;
    const tsu_setting *setting;
    if (tsu_recording_frame(r, r->frames - 1, &frame, &setting, NULL) != TSU_OK) return false;
    const bool has = tsu_frame_find(frame, name) != NULL;
    tsu_frame_destroy(frame);
    return has;
}

const tsu_setting *tsu_recording_setting(const tsu_recording *r, int64_t scene)
{
    for (int k = r->settings - 1; k >= 0; k--) {
        if (r->setting[k]->number == (uint64_t)scene) return r->setting[k];
    }
    return NULL;
}

/* ---- chunks ------------------------------------------------------------------------------------------------------------ */

static bool grow(void *array, int64_t count, size_t size)
{
    void **pointer = array;
    if (count & (count - 1)) return true; /* doubled at powers of two */
    void *larger = realloc(*pointer, (size_t)(count > 0 ? 2 * count : 1) * size);
    if (larger) *pointer = larger;
    return larger != NULL;
}

/* What the JSON of a scene says, as far as we use it ourselves; the rest goes on to clients as it is. */
static bool read_info(tsu_recording *r, const tsu_chunk *chunk, const tsu_bytes *bytes)
{
    enum { VALUES = 1 << 16 };
    const char *text = (const char *)bytes->data;
    tsu_json_value *value = malloc(VALUES * sizeof *value);
    tsu_setting *made = calloc(1, sizeof *made);
    bool ok = value && made && grow(&r->setting, r->settings, sizeof *r->setting) &&
              tsu_json_read(text, bytes->size, value, VALUES) > 0;
    const int members = ok ? tsu_json_find(text, value, 0, "members") : -1;
    if (members >= 0 && value[members].kind == TSU_JSON_OBJECT) {
        const int origin = tsu_json_find(text, value, members, "origin"),
                  periodic = tsu_json_find(text, value, 0, "periodic");
        for (int q = 0; q < 3; q++) {
            if (origin >= 0 && origin + 3 < value[origin].next)
                made->origin[q] = tsu_json_get_number(text, value, origin + 1 + q, 0.0);
            if (periodic >= 0 && periodic + 3 < value[periodic].next)
                r->periodic[q] = text[value[periodic + 1 + q].at] == 't';
        }
        tsu_json_get_string(text, value, tsu_json_find(text, value, 0, "title"), r->title, sizeof r->title);
        const size_t size = value[members].size - 2;
        made->info = malloc(size + 1);
        if (made->info) {
            memcpy(made->info, text + value[members].at + 1, size);
            made->info[size] = '\0';
        }
    }
    free(value);
    if (ok && made->info) {
        made->references = 1;
        made->number = (uint64_t)chunk->scene;
        r->setting[r->settings++] = made;
        return true;
    }
    free(made);
    return false;
}

static bool read_meshes(tsu_recording *r, const tsu_chunk *chunk, const tsu_bytes *bytes)
{
    tsu_setting *setting = r->settings > 0 ? r->setting[r->settings - 1] : NULL;
    tsu_frame *frame = tsu_frame_create();
    bool ok = frame && setting && setting->number == (uint64_t)chunk->scene && setting->meshes == 0 &&
              tsu_frame_decode(frame, bytes->data, bytes->size, NULL) == TSU_OK;
    if (ok) setting->mesh = calloc((size_t)frame->arrays + 1, sizeof *setting->mesh);
    ok = ok && setting->mesh;
    for (int k = 0; ok && k < frame->arrays; k++) {
        tsu_frame_array *a = &frame->array[k];
        if (strncmp(a->name, "mesh:", 5) != 0 || strlen(a->name + 5) >= TSU_NAME) continue;
        tsu_setting_mesh *m = &setting->mesh[setting->meshes++];
        snprintf(m->name, sizeof m->name, "%.63s", a->name + 5);
        m->triangles = a->count / 3;
        m->since = 1;
        m->corner = a->data; /* taken over */
        a->data = NULL;
        a->capacity = 0;
    }
    tsu_frame_destroy(frame);
    return ok;
}

static bool read_series(tsu_recording *r, const tsu_chunk *chunk, const tsu_bytes *bytes)
{
    uint64_t counts[2];
    if (chunk->scene < 0 || chunk->scene >= TSU_TABLES || bytes->size < sizeof counts) return false;
    memcpy(counts, bytes->data, sizeof counts);
    if (counts[0] < 1 || counts[0] > TSU_SERIES_COLUMNS || counts[1] > TSU_SERIES_ROWS) return false;
    tsu_series_column column[TSU_SERIES_COLUMNS];
    const size_t names = (size_t)counts[0] * sizeof *column, row = (size_t)counts[0] * sizeof(double);
    if (bytes->size != sizeof counts + names + (size_t)counts[1] * row) return false;
    memcpy(column, bytes->data + sizeof counts, names);
    for (uint64_t k = 0; k < counts[0]; k++) {
        column[k].name[63] = column[k].label[63] = column[k].unit[15] = '\0';
    }
    tsu_series *s = &r->series[chunk->scene];
    s->extremes = true;
    const bool same = s->columns == (int)counts[0] && memcmp(s->column, column, names) == 0;
    if (!same && tsu_series_define(s, (int)counts[0], column, NULL) != TSU_OK) return false;
    for (uint64_t k = 0; k < counts[1]; k++) {
        double value[TSU_SERIES_COLUMNS];
        memcpy(value, bytes->data + sizeof counts + names + (size_t)k * row, row);
        tsu_series_add(s, value);
    }
    return true;
}

/* Frames and their contacts are only noted. */
static bool take_chunk(tsu_recording *r, const tsu_chunk *chunk)
{
    if (chunk->kind == TSU_CHUNK_FRAME) {
        if (!grow(&r->frame, r->frames, sizeof *r->frame) ||
            !grow(&r->contacts, r->frames, sizeof *r->contacts))
            return false;
        r->contacts[r->frames] = (tsu_chunk){0};
        r->frame[r->frames++] = *chunk;
        return true;
    }
    if (chunk->kind == TSU_CHUNK_CONTACTS) {
        if (r->frames > 0) r->contacts[r->frames - 1] = *chunk;
        return true;
    }
    tsu_bytes bytes;
    if (tsu_chunk_read(r->file, chunk, &bytes, NULL) != TSU_OK) return false;
    const bool ok = chunk->kind == TSU_CHUNK_INFO   ? read_info(r, chunk, &bytes)
                    : chunk->kind == TSU_CHUNK_MESH ? read_meshes(r, chunk, &bytes)
                                                    : read_series(r, chunk, &bytes);
    free(bytes.data);
    return ok;
}

tsu_status tsu_recording_open(tsu_recording **out, const char *path, tsu_error *err)
{
    *out = NULL;
    if (access(path, R_OK) != 0)
        return tsu_error_set(err, TSU_ERROR_IO, "cannot open %s: %s", path, strerror(errno));
    if (!tsu_recording_is(path))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s is not a recorded run; `tsubu in.deck --record RUN` makes one", path);
    tsu_recording *r = calloc(1, sizeof *r);
    if (!r) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a recorded run");
    struct stat about;
    r->file = tsu_system_open(path, O_RDONLY);
    const uint64_t size = r->file >= 0 && fstat(r->file, &about) == 0 ? (uint64_t)about.st_size : 0;
    tsu_chunk chunk;
    for (uint64_t at = TSU_RECORD_HEAD; tsu_chunk_read_head(r->file, at, size, &chunk);
         at = chunk.at + chunk.stored) {
        if (!take_chunk(r, &chunk)) break; /* what was cut off or damaged, and all behind it, is not there */
    }
    for (int k = 0; k < TSU_TABLES; k++) {
        tsu_series_flush(&r->series[k]);
    }
    if (r->frames > 0 && r->settings > 0) {
        *out = r;
        return TSU_OK;
    }
    tsu_recording_close(r);
    return tsu_error_set(err, TSU_ERROR_INPUT, "the recorded run %s has no whole frame", path);
}

tsu_status tsu_recording_frame(const tsu_recording *r, int64_t index, tsu_frame **out,
                               const tsu_setting **setting, tsu_error *err)
{
    *out = NULL;
    if (index < 0 || index >= r->frames)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the recorded run has the frames 0 to %lld, not %lld",
                             (long long)r->frames - 1, (long long)index);
    *setting = tsu_recording_setting(r, r->frame[index].scene);
    if (!*setting) return tsu_error_set(err, TSU_ERROR_INPUT, "the recorded run is damaged");
    tsu_bytes bytes;
    tsu_status status = tsu_chunk_read(r->file, &r->frame[index], &bytes, err);
    if (status != TSU_OK) return status;
    tsu_frame *frame = tsu_frame_create();
    status = frame ? tsu_frame_decode(frame, bytes.data, bytes.size, err)
                   : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame");
    free(bytes.data);
    if (status != TSU_OK) {
        tsu_frame_destroy(frame);
        return status;
    }
    frame->number = (uint64_t)index + 1;
    frame->scene_number = (*setting)->number;
    *out = frame;
    return TSU_OK;
}
