/* SPDX-License-Identifier: Apache-2.0 */
/* values.c - the numbers of computes and fixes as tables. */
#include "base/memory.h"
#include "session/session.h"
#include "step/world.h"
#include <string.h>

static const char *const kind_words[] = {"vector or array", "numbers of particles", "numbers of contacts"};

static tsu_status find_object(const tsu_session *s, const char *name, tsu_object **object, tsu_error *err)
{
    const bool compute = strncmp(name, "c_", 2) == 0;
    if (!compute && strncmp(name, "f_", 2) != 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "'%.80s' is not a table; write c_ID for a compute or f_ID for a fix", name);
    const tsu_objects *list = compute ? &s->computes : &s->fixes;
    *object = tsu_objects_find(list, name + 2);
    if (*object) return TSU_OK;
    const char *near = tsu_objects_nearest(list, name + 2, "");
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no %s with ID '%.80s'%s%s%s",
                         compute ? "compute" : "fix", name + 2, near ? "; did you mean '" : "",
                         near ? near : "", near ? "'?" : "");
}

static tsu_status number_of(tsu_session *s, const tsu_object *o, int64_t row, int64_t column, double *out,
                            tsu_error *err)
{
    const tsu_values *v = &o->values;
    return v->array ? v->array(s, o->state, row, column, out, err) : v->vector(s, o->state, row, out, err);
}

/* A vector is a table with one column. The numbers are copied, for an object computes them one by one. */
static tsu_status global_table(tsu_session *s, const tsu_object *o, tsu_view *view, tsu_error *err)
{
    const tsu_values *v = &o->values;
    const int64_t columns = v->array ? v->array_columns : 1,
                  rows = v->array ? v->array_rows(s, o->state) : v->vector_length;
    double *value = NULL; /* not the scratch: the object may use it itself */
    tsu_status status =
        tsu_memory_allocate(&value, (size_t)(rows * columns) + 1, sizeof *value, "a table", err);
    for (int64_t k = 0; k < rows * columns && status == TSU_OK; k++) {
        status = number_of(s, o, k / columns, k % columns, &value[k], err);
    }
    if (status == TSU_OK)
        status = tsu_memory_grow(&s->scratch, &s->scratch_capacity, (size_t)(rows * columns) + 1,
                                 sizeof *s->scratch, "a table", err);
    if (status == TSU_OK) {
        memcpy(s->scratch, value, (size_t)(rows * columns) * sizeof *value);
        *view = (tsu_view){.data = s->scratch, .count = (size_t)rows, .width = (size_t)columns};
    }
    tsu_memory_release(&value);
    return status;
}

static bool has_table(const tsu_values *v, tsu_table kind)
{
    switch (kind) {
    case TSU_TABLE_GLOBAL: return (v->array && v->array_columns > 0) || (v->vector && v->vector_length > 0);
    case TSU_TABLE_PARTICLES: return v->particles && v->particle_columns > 0;
    case TSU_TABLE_LOCAL: return v->local && v->local_columns > 0;
    }
    return false;
}

static tsu_status no_table(const tsu_object *o, const char *name, tsu_table kind, tsu_error *err)
{
    char has[128] = "";
    if ((unsigned)kind > TSU_TABLE_LOCAL)
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is no kind %d of tables", (int)kind);
    for (int k = 0; k <= TSU_TABLE_LOCAL; k++) {
        if (!has_table(&o->values, (tsu_table)k)) continue;
        const size_t used = strlen(has);
        snprintf(has + used, sizeof has - used, "%s%s", used ? ", " : "; it has: ", kind_words[k]);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s (%s) has no %s%s", name, o->style, kind_words[kind], has);
}

tsu_status tsu_session_table(tsu_session *s, const char *name, tsu_table kind, tsu_view *view, tsu_error *err)
{
    if (!s || !name || !view) return tsu_error_null(err, "tsu_session_table", "session, name and view");
    tsu_object *o;
    int64_t rows = 0;
    tsu_view found = {0};
    tsu_status status = tsu_session_need_world(s, "tsu_session_table", err);
    if (status == TSU_OK) status = find_object(s, name, &o, err);
    if (status != TSU_OK) return status;
    const tsu_values *v = &o->values;
    if (!has_table(v, kind)) return no_table(o, name, kind, err);
    if (kind == TSU_TABLE_GLOBAL) status = global_table(s, o, &found, err);
    if (kind == TSU_TABLE_PARTICLES) {
        status = v->particles(s, o->state, &found.data, err);
        found.count = (size_t)s->world->particles.count;
        found.width = (size_t)v->particle_columns;
    }
    if (kind == TSU_TABLE_LOCAL) {
        status = v->local(s, o->state, &found.data, &rows, err);
        found.count = (size_t)rows;
        found.width = (size_t)v->local_columns;
    }
    if (status != TSU_OK) return status;
    found.stride = found.width;
    found.generation = s->world->generation;
    *view = found;
    return TSU_OK;
}
