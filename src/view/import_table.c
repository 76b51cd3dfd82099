/* SPDX-License-Identifier: Apache-2.0 */
#include "view/import_table.h"
#include "state/fields.h"
#include "view/record/record_chunk.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct tsu_import_writer {
    FILE *file;
    char title[256];
    tsu_setting setting; /* number, origin and fields */
    tsu_frame *frame;
    int64_t frames;
    double radius; /* of particles without one [m] */
};

tsu_status tsu_import_begin(tsu_import_writer **out, const char *path, const char *title, tsu_error *err)
{
    static const char head[TSU_RECORD_HEAD] = "TSUBUREC\1";
    tsu_import_writer *w = *out = calloc(1, sizeof *w);
    if (!w) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to open a file");
    snprintf(w->title, sizeof w->title, "%s", title);
    w->frame = tsu_frame_create();
    w->file = fopen(path, "wb");
    if (w->frame && w->file && fwrite(head, sizeof head, 1, w->file) == 1) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "the temporary file %s cannot be written: %s", path,
                         strerror(errno));
}

tsu_status tsu_import_end(tsu_import_writer *w, tsu_status status, tsu_import_note *note, tsu_error *err)
{
    if (!w) return status;
    const bool closed = !w->file || fclose(w->file) == 0;
    if (status == TSU_OK && !closed)
        status = tsu_error_set(err, TSU_ERROR_IO, "a temporary file cannot be written (is the disk full?)");
    if (status == TSU_OK && w->frames == 0)
        status = tsu_error_set(err, TSU_ERROR_INPUT, "%s holds no particles", w->title);
    if (note) note->assumed_radius = w->radius;
    tsu_frame_destroy(w->frame);
    free(w);
    return status;
}

/* ---- what a table has ---------------------------------------------------------------------------------------------------- */

static int column_of(const tsu_dump_frame *t, const char *name)
{
    for (int c = 0; c < t->columns; c++) {
        if (strcmp(t->name[c], name) == 0) return c;
    }
    return -1;
}

/* Vectors whose size colours: columns and the name of the field. */
static const struct {
    const char *column[3], *field;
} vectors[] = {
    {{"vx", "vy", "vz"}, "speed"}, {{"fx", "fy", "fz"}, "force"}, {{"omegax", "omegay", "omegaz"}, "spin"}};
enum { VECTORS = sizeof vectors / sizeof *vectors };

static bool find_vector(const tsu_dump_frame *t, int k, int column[3])
{
    bool all = column_of(t, vectors[k].field) < 0;
    for (int q = 0; q < 3; q++) {
        column[q] = column_of(t, vectors[k].column[q]);
        all = all && column[q] >= 0;
    }
    return all;
}

/* Every frame has these anyway. */
static bool is_usual(const tsu_dump_frame *t, int c)
{
    static const char *const usual[] = {"id", "type", "radius", "diameter", "x",  "y",  "z",
                                        "xs", "ys",   "zs",     "element",  "xu", "yu", "zu"};
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
        if (strcmp(t->name[c], usual[k]) == 0) return true;
    }
    return c == t->place[0] || c == t->place[1] || c == t->place[2];
}

static void add_field(tsu_setting *s, const char *name, const char *label, const char *unit)
{
    if (s->fields == TSU_SETTING_FIELDS || tsu_setting_find_field(s, name) >= 0) return;
    tsu_setting_field *f = &s->field[s->fields++];
    *f = (tsu_setting_field){.width = 1};
    snprintf(f->name, sizeof f->name, "%.60s", name);
    snprintf(f->label, sizeof f->label, "%.60s", label);
    snprintf(f->unit, sizeof f->unit, "%.15s", unit);
}

static void find_fields(tsu_setting *s, const tsu_dump_frame *t)
{
    int column[3];
    s->fields = 0;
    for (int k = 0; k < VECTORS; k++) {
        const tsu_field *f = tsu_field_on_page(vectors[k].field);
        if (find_vector(t, k, column))
            add_field(s, vectors[k].field, f && f->label ? f->label : vectors[k].field, f ? f->unit : "");
    }
    for (int c = 0; c < t->columns; c++) {
        tsu_field_number n = {0};
        if (is_usual(t, c)) continue;
        const bool known = tsu_fields_word(NULL, t->name[c], &n);
        add_field(s, t->name[c], t->name[c], known && n.field.unit ? n.field.unit : "");
    }
}

/* ---- writing -------------------------------------------------------------------------------------------------------------- */

static void tell_fields(const tsu_setting *s, tsu_json *j)
{
    tsu_json_key(j, "fields");
    tsu_json_open(j, '[');
    for (int k = 0; k < s->fields; k++) {
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", s->field[k].name);
        tsu_json_key_string(j, "label", s->field[k].label);
        tsu_json_key_string(j, "unit", s->field[k].unit);
        tsu_json_key_integer(j, "width", 1);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
}

static int64_t types_of(const tsu_dump_frame *t)
{
    const int c = column_of(t, "type");
    double most = 1.0;
    for (size_t r = 0; c >= 0 && r < t->rows; r++) {
        most = fmax(most, t->value[r * (size_t)t->columns + (size_t)c]);
    }
    return most < 255.0 ? (int64_t)most : 255;
}

static tsu_status write_info(tsu_import_writer *w, const tsu_dump_frame *t, tsu_error *err)
{
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_string(&j, "title", w->title);
    tsu_json_key(&j, "periodic");
    tsu_json_raw(&j, "[false,false,false]", 19);
    tsu_json_key(&j, "members");
    tsu_json_open(&j, '{');
    tsu_json_key_numbers(&j, "origin", w->setting.origin, 3);
    tsu_json_key_integer(&j, "types", types_of(t));
    tell_fields(&w->setting, &j);
    tsu_json_key(&j, "meshes");
    tsu_json_raw(&j, "[]", 2);
    tsu_json_key(&j, "walls");
    tsu_json_raw(&j, "[]", 2);
    tsu_json_close(&j, '}');
    tsu_json_close(&j, '}');
    const tsu_chunk chunk = {.kind = TSU_CHUNK_INFO, .size = j.used, .scene = (int64_t)w->setting.number};
    const tsu_status status = j.failed ? tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to open a file")
                                       : tsu_chunk_write(w->file, chunk, j.text, err);
    tsu_json_free(&j);
    return status;
}

static double at(const tsu_dump_frame *t, size_t row, int column)
{
    return t->value[row * (size_t)t->columns + (size_t)column];
}

/* Without radii: as large as lets half of the box that the particles fill be full. */
static double radius_without(const tsu_dump_frame *t)
{
    double volume = 1.0;
    for (int q = 0; q < 3; q++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t r = 0; r < t->rows; r++) {
            low = fmin(low, at(t, r, t->place[q]));
            high = fmax(high, at(t, r, t->place[q]));
        }
        volume *= high > low ? high - low : t->hi[q] - t->lo[q];
    }
    return t->rows > 0 && volume > 0.0 ? 0.5 * cbrt(volume / (double)t->rows) : 0.5;
}

static bool fill_usual(tsu_import_writer *w, const tsu_dump_frame *t)
{
    tsu_frame *f = w->frame;
    const int64_t n = (int64_t)t->rows;
    const int id = column_of(t, "id"), type = column_of(t, "type"), radius = column_of(t, "radius");
    uint32_t *ids = tsu_frame_add(f, "id", TSU_ARRAY_U32, 1, n);
    float *position = tsu_frame_add(f, "position", TSU_ARRAY_F32, 3, n),
          *radii = tsu_frame_add(f, "radius", TSU_ARRAY_F32, 1, n);
    uint8_t *types = tsu_frame_add(f, "type", TSU_ARRAY_U8, 1, n);
    if (!ids || !position || !radii || !types) return false;
    if (radius < 0 && w->radius <= 0.0) w->radius = radius_without(t);
    for (size_t r = 0; r < t->rows; r++) {
        const double kind = type >= 0 ? at(t, r, type) : 1.0, name = id >= 0 ? at(t, r, id) : (double)r + 1.0;
        for (int q = 0; q < 3; q++) {
            position[3 * r + (size_t)q] = (float)(at(t, r, t->place[q]) - w->setting.origin[q]);
        }
        radii[r] = (float)(radius >= 0 ? at(t, r, radius) : w->radius);
        ids[r] = name >= 0.0 && name < 4294967295.0 ? (uint32_t)name : 0;
        types[r] = (uint8_t)(kind >= 0.0 && kind < 255.0 ? kind : 255.0);
    }
    return true;
}

static bool fill_fields(tsu_import_writer *w, const tsu_dump_frame *t)
{
    for (int k = 0; k < w->setting.fields; k++) {
        const char *name = w->setting.field[k].name;
        int column[3] = {column_of(t, name), -1, -1};
        for (int v = 0; v < VECTORS && column[0] < 0; v++) {
            if (strcmp(vectors[v].field, name) == 0) find_vector(t, v, column);
        }
        float *to = tsu_frame_add(w->frame, name, TSU_ARRAY_F32, 1, (int64_t)t->rows);
        if (!to) return false;
        for (size_t r = 0; r < t->rows; r++) {
            double square = 0.0;
            for (int q = 0; q < 3 && column[2] >= 0; q++) {
                square += at(t, r, column[q]) * at(t, r, column[q]);
            }
            to[r] = (float)(column[2] >= 0 ? sqrt(square) : at(t, r, column[0]));
        }
    }
    return true;
}

static tsu_status write_frame(tsu_import_writer *w, tsu_error *err)
{
    tsu_bytes bytes;
    const tsu_frame_selection all = {.fields = -1};
    for (int k = 0; k < w->frame->arrays; k++) {
        tsu_frame_measure(&w->frame->array[k]);
    }
    tsu_status status = tsu_frame_encode(w->frame, &all, &bytes, err);
    if (status != TSU_OK) return status;
    const tsu_chunk chunk = {.kind = TSU_CHUNK_FRAME,
                             .size = bytes.size,
                             .step = w->frame->step,
                             .time = w->frame->time,
                             .scene = (int64_t)w->setting.number};
    status = tsu_chunk_write(w->file, chunk, bytes.data, err);
    free(bytes.data);
    return status;
}

tsu_status tsu_import_add(tsu_import_writer *w, const tsu_dump_frame *t, tsu_error *err)
{
    tsu_setting now = {.number = w->setting.number, .origin = {t->lo[0], t->lo[1], t->lo[2]}};
    tsu_status status = TSU_OK;
    find_fields(&now, t);
    if (w->frames > 0) memcpy(now.origin, w->setting.origin, sizeof now.origin);
    const bool same = w->frames > 0 && now.fields == w->setting.fields &&
                      memcmp(now.field, w->setting.field, sizeof now.field) == 0;
    if (!same) {
        now.number++;
        w->setting = now;
        status = write_info(w, t, err);
    }
    tsu_frame *f = w->frame;
    f->arrays = 0;
    f->number = (uint64_t)++w->frames;
    f->state = TSU_RUN_DONE;
    f->step = t->step;
    f->time = t->time;
    f->total = (int64_t)t->rows;
    memcpy(f->lo, t->lo, sizeof f->lo);
    memcpy(f->hi, t->hi, sizeof f->hi);
    if (status == TSU_OK && !(fill_usual(w, t) && fill_fields(w, t)))
        status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame of %zu particles", t->rows);
    return status == TSU_OK ? write_frame(w, err) : status;
}
