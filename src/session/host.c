/* SPDX-License-Identifier: Apache-2.0 */
/* host.c - what the deck language asks of the simulation (tsu_script_host), answered from the session. */
#include "base/memory.h"
#include "model/group_function.h"
#include "model/rows.h"
#include "session/continue.h"
#include "session/files.h"
#include "session/groups.h"
#include "session/outputs.h"
#include "session/rehearsal.h"
#include "session/thermo.h"
#include "state/fields.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void host_screen(void *ctx, const char *text)
{
    tsu_session *s = ctx;
    if (s->options.print && !s->replaying) s->options.print(s->options.context, text, true, false);
}

static void host_log(void *ctx, const char *text)
{
    tsu_session *s = ctx;
    if (s->options.print && !s->replaying) s->options.print(s->options.context, text, false, true);
}

static void host_warning(void *ctx, const char *file, int line, const char *sentence)
{
    tsu_session *s = ctx;
    char text[1400];
    if (s->replaying) return; /* it was said then */
    s->warnings++;
    if (line > 0) {
        snprintf(text, sizeof text, "WARNING: %s:%d: %s\n", file, line, sentence);
    } else {
        snprintf(text, sizeof text, "WARNING: %s\n", sentence);
    }
    if (s->options.print) s->options.print(s->options.context, text, true, true);
    if (s->options.rehearsal)
        tsu_rehearsal_note(s->options.rehearsal, TSU_FINDING_WARNING, file, line, sentence);
    if (s->options.warning) s->options.warning(s->options.context, file, line, sentence);
}

static tsu_status host_open_log(void *ctx, const char *path, bool append, tsu_error *err)
{
    tsu_session *s = ctx;
    append = append || s->replaying;
    return s->options.open_log ? s->options.open_log(s->options.context, path, append, err) : TSU_OK;
}

static tsu_status host_append(void *ctx, const char *path, const char *text, bool newline, tsu_error *err)
{
    tsu_session *s = ctx;
    tsu_growing_file *file = tsu_session_open_output(s, path, true, NULL, err);
    if (!file) return TSU_ERROR_IO;
    FILE *part = tsu_growing_file_begin(file);
    bool good = part && fprintf(part, "%s%s", text, newline ? "\n" : "") >= 0;
    good = good && tsu_growing_file_end(file, true);
    if (tsu_session_close_output(s, file) && good) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "`print`: cannot write to `%.120s`: is the disk full?", path);
}

static tsu_status host_clear(void *ctx, tsu_error *err)
{
    return tsu_session_clear(ctx, err);
}

static bool host_interrupted(void *ctx)
{
    tsu_session *s = ctx;
    if (s->replaying || !s->options.interrupted || !s->options.interrupted(s->options.context)) return false;
    tsu_error err; /* a file that cannot be written is missing from what is said at the end */
    (void)tsu_session_rescue(s, &err);
    return true;
}

static void host_clock(void *ctx, tsu_clock *out)
{
    const tsu_session *s = ctx;
    *out = (tsu_clock){.step = s->world ? s->world->step : 0,
                       .begin = s->first_step,
                       .end = s->last_step,
                       .dt = s->world ? s->world->dt : s->def.timestep,
                       .running = s->running};
}

static tsu_status host_thermo(void *ctx, const char *keyword, double *out, tsu_error *err)
{
    return tsu_thermo_value(ctx, keyword, out, err);
}

/* ---- particles ------------------------------------------------------------------------------------------------------ */

static int32_t host_particle_count(void *ctx)
{
    const tsu_session *s = ctx;
    return s->world ? s->world->particles.count : 0;
}

static int32_t host_particle_row(void *ctx, uint64_t id)
{
    const tsu_session *s = ctx;
    return s->world ? tsu_session_row(s, id) : -1;
}

/* A column of the particles does not take a word away from thermo. */
static bool host_particle_word(void *ctx, const char *word, char near[TSU_WORD_ROOM])
{
    const tsu_session *s = ctx;
    const tsu_particles *p = s->world ? &s->world->particles : NULL;
    tsu_field_number n;
    const char *doc, *keyword = NULL;
    if (tsu_fields_word(p, word, &n)) {
        for (int k = 0; n.field.store == TSU_STORE_COLUMN && (keyword = tsu_thermo_keyword(k, &doc)); k++) {
            if (strcmp(keyword, word) == 0) break;
        }
        return keyword == NULL;
    }
    if (near && !tsu_fields_nearest(p, word, false, near)) near[0] = '\0';
    return false;
}

static tsu_status host_particle_vector(void *ctx, const char *name, tsu_column *out, tsu_error *err)
{
    tsu_session *s = ctx;
    tsu_field_number n;
    tsu_status status = tsu_session_need_world(s, name, err);
    if (status != TSU_OK) return status;
    const tsu_particles *p = &s->world->particles;
    if (!tsu_fields_word(p, name, &n))
        return tsu_error_set(err, TSU_ERROR_INPUT, "particles have no value '%s'", name);
    status = tsu_memory_grow(&s->scratch, &s->scratch_capacity, (size_t)p->count + 1, sizeof *s->scratch,
                             "a column", err);
    if (status != TSU_OK) return status;
    tsu_field_fill(p, &s->world->box, &n, s->scratch);
    *out = (tsu_column){s->scratch, 1, p->count};
    return TSU_OK;
}

static tsu_status host_particle_mask(void *ctx, const char *group, const char *region, uint8_t *inside,
                                     tsu_error *err)
{
    tsu_session *s = ctx;
    int g = 0;
    tsu_region *r = NULL;
    tsu_status status = group ? tsu_session_group(s, group, &g, err) : TSU_OK;
    if (status == TSU_OK && region) status = tsu_session_region(s, region, &r, err);
    if (status != TSU_OK) return status;
    for (int32_t i = 0; i < host_particle_count(ctx); i++) {
        inside[i] = tsu_session_in_group(s, i, g) && (!r || tsu_world_in_region(s->world, i, r));
    }
    return TSU_OK;
}

static bool host_property_known(void *ctx, const char *name)
{
    tsu_session *s = ctx;
    return tsu_materials_find(tsu_session_materials(s), name) != NULL;
}

/* ---- c_ID and f_ID ---------------------------------------------------------------------------------------------------- */

static tsu_status find_source(tsu_session *s, tsu_source source, const char *id, tsu_object **object,
                              tsu_error *err)
{
    *object = tsu_objects_find(source == TSU_SOURCE_COMPUTE ? &s->computes : &s->fixes, id);
    if (*object) return TSU_OK;
    const char *what = source == TSU_SOURCE_COMPUTE ? "compute" : "fix";
    const char *near = tsu_objects_nearest(source == TSU_SOURCE_COMPUTE ? &s->computes : &s->fixes, id, "");
    return tsu_error_lacks_name(
        err, id,
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "there is no %s with ID '%s'%s%s%s; define it with `%s %s ...` before it is used", what,
                      id, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", what, id));
}

static tsu_status no_such_value(const tsu_object *o, int n_index, tsu_error *err)
{
    static const char *const kinds[] = {"a single value", "a vector", "an array"};
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s '%s' (%s) has no %s of that shape", "the object", o->id,
                         o->style, kinds[n_index]);
}

static tsu_status per_particle(tsu_session *s, tsu_object *o, int64_t column, uint64_t id, tsu_reference *out,
                               tsu_error *err)
{
    const tsu_values *v = &o->values;
    const double *data;
    if (column < 1 || column > v->particle_columns)
        return tsu_error_set(err, TSU_ERROR_INPUT, "'%s' (%s) has %d columns per particle, not %lld", o->id,
                             o->style, v->particle_columns, (long long)column);
    const tsu_status status = v->particles(s, o->state, &data, err);
    if (status != TSU_OK) return status;
    out->per_particle = id == 0;
    out->column = (tsu_column){data + column - 1, v->particle_columns, s->world->particles.count};
    if (id == 0) return TSU_OK;
    const int32_t row = tsu_session_row(s, id);
    if (row < 0)
        return tsu_error_lacks(
            err, TSU_LACKS_VALUE,
            tsu_error_set(err, TSU_ERROR_INPUT, "there is no particle %llu", (unsigned long long)id));
    out->value = data[(int64_t)row * v->particle_columns + column - 1];
    return TSU_OK;
}

static tsu_status host_reference(void *ctx, tsu_source source, const char *id, int n_index,
                                 const int64_t index[2], tsu_reference *out, tsu_error *err)
{
    tsu_session *s = ctx;
    tsu_object *o;
    const tsu_status status = find_source(s, source, id, &o, err);
    if (status != TSU_OK) return status;
    const tsu_values *v = &o->values;
    *out = (tsu_reference){0};
    if (n_index == 0 && v->scalar) return v->scalar(s, o->state, &out->value, err);
    if (n_index == 0 && v->particle_columns == 1) return per_particle(s, o, 1, 0, out, err);
    if (n_index == 1 && v->vector) {
        if (v->vector_length > 0 && index[0] > v->vector_length)
            return tsu_error_set(err, TSU_ERROR_INPUT, "'%s' has %d values, not %lld", id, v->vector_length,
                                 (long long)index[0]);
        return v->vector(s, o->state, index[0] - 1, &out->value, err);
    }
    if (n_index == 1 && v->particle_columns == 1) return per_particle(s, o, 1, (uint64_t)index[0], out, err);
    if (n_index == 1 && v->particle_columns > 1) return per_particle(s, o, index[0], 0, out, err);
    if (n_index == 2 && v->array) return v->array(s, o->state, index[0] - 1, index[1] - 1, &out->value, err);
    if (n_index == 2 && v->particle_columns > 0)
        return per_particle(s, o, index[1], (uint64_t)index[0], out, err);
    return no_such_value(o, n_index, err);
}

static tsu_status host_global_vector(void *ctx, tsu_source source, const char *id, int64_t column,
                                     tsu_column *out, tsu_error *err)
{
    tsu_session *s = ctx;
    tsu_object *o;
    tsu_status status = find_source(s, source, id, &o, err);
    if (status != TSU_OK) return status;
    const tsu_values *v = &o->values;
    const bool array = column > 0;
    if (array ? !v->array || column > v->array_columns : !v->vector || v->vector_length <= 0)
        return no_such_value(o, array ? 2 : 1, err);
    const int64_t n = array ? v->array_rows(s, o->state) : v->vector_length;
    double *value = NULL; /* not the scratch: the object may ask for columns itself */
    status = tsu_memory_allocate(&value, (size_t)n + 1, sizeof *value, "a column", err);
    for (int64_t k = 0; k < n && status == TSU_OK; k++) {
        status = array ? v->array(s, o->state, k, column - 1, &value[k], err)
                       : v->vector(s, o->state, k, &value[k], err);
    }
    if (status == TSU_OK)
        status = tsu_memory_grow(&s->scratch, &s->scratch_capacity, (size_t)n + 1, sizeof *s->scratch,
                                 "a column", err);
    if (status == TSU_OK) memcpy(s->scratch, value, (size_t)n * sizeof *value);
    tsu_memory_release(&value);
    *out = (tsu_column){s->scratch, 1, (int32_t)n};
    return status;
}

tsu_status tsu_group_function(void *ctx, const char *function, const char *group, const char *component,
                              const char *region, double *out, tsu_error *err)
{
    tsu_session *s = ctx;
    tsu_status status = tsu_session_need_world(s, function, err);
    int g = 0;
    tsu_region *r = NULL;
    if (status == TSU_OK) status = tsu_session_group(s, group, &g, err);
    if (status == TSU_OK && region) status = tsu_session_region(s, region, &r, err);
    if (status != TSU_OK) return status;
    if (tsu_world_group_function(s->world, function, 1u << g, r, component, out)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no group function %s(%s)", function,
                         component ? component : "");
}

void tsu_session_fill_host(tsu_session *s, tsu_script_host *host)
{
    *host = (tsu_script_host){
        .ctx = s,
        .screen = host_screen,
        .log = host_log,
        .warning = host_warning,
        .open_log = host_open_log,
        .append = host_append,
        .clear = host_clear,
        .interrupted = host_interrupted,
        .clock = host_clock,
        .thermo = host_thermo,
        .group_function = tsu_group_function,
        .reference = host_reference,
        .global_vector = host_global_vector,
        .remedy = tsu_session_remedy,
        .ran = tsu_journal_ran,
        .failed = s->options.rehearsal ? tsu_rehearsal_failed : NULL,
        .particle_count = host_particle_count,
        .particle_word = host_particle_word,
        .particle_vector = host_particle_vector,
        .particle_row = host_particle_row,
        .particle_mask = host_particle_mask,
        .property_known = host_property_known,
    };
}
