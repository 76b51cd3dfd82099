/* SPDX-License-Identifier: Apache-2.0 */
/* model.c - the models of a world: creating, running and destroying them. */
#include "model/model.h"
#include "model/inspect.h"
#include "model/integrate.h"
#include "step/hooks.h"
#include "step/onlooker.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

struct tsu_models {
    int count;
    tsu_run_span span;
    tsu_model **model; /* owned, as each of them */
    tsu_model_sink *sink;
    void *sink_context;
    bool inspect; /* tsu_models_inspect */
};

/* ---- parameters ----------------------------------------------------------------------------------------------------- */

tsu_status tsu_model_value_now(const tsu_model_value *value, double *out, tsu_error *err)
{
    *out = value->constant;
    return value->ask ? value->ask(value->context, out, err) : TSU_OK;
}

tsu_status tsu_model_value_each(const tsu_model_value *value, int32_t rows, double *out, tsu_error *err)
{
    double one;
    if (value->ask_each) return value->ask_each(value->context, rows, out, err);
    const tsu_status s = tsu_model_value_now(value, &one, err);
    for (int32_t i = 0; i < rows && s == TSU_OK; i++) {
        out[i] = one;
    }
    return s;
}

tsu_status tsu_model_place_now(const tsu_model_place *place, const tsu_region **out, tsu_error *err)
{
    *out = place->region;
    return place->ask ? place->ask(place->context, out, err) : TSU_OK;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------------ */

/* Calls a model; with inspection, no field may change but those that its row names. */
static tsu_status call(tsu_model *m, tsu_model_call *fn, const char *name, tsu_error *err)
{
    if (!m->world->models->inspect) return fn(m, err);
    const tsu_inspection before = tsu_inspect(m->world);
    const tsu_status s = fn(m, err);
    return s == TSU_OK ? tsu_inspect_writes(m, &before, name, err) : s;
}

static tsu_status run_phase(tsu_model *m, tsu_hook_phase phase, tsu_error *err)
{
    static const char *const name[TSU_HOOK_PHASES] = {[TSU_HOOK_BEFORE_STEP] = "before the step",
                                                      [TSU_HOOK_AFTER_DRIFT] = "after the drift",
                                                      [TSU_HOOK_FORCE] = "forces",
                                                      [TSU_HOOK_AFTER_STEP] = "after the step"};
    return call(m, m->row->phase[phase], name[phase], err);
}

static tsu_status run_before(world *w, void *context, tsu_error *err)
{
    (void)w;
    return run_phase(context, TSU_HOOK_BEFORE_STEP, err);
}

static tsu_status run_drifted(world *w, void *context, tsu_error *err)
{
    (void)w;
    return run_phase(context, TSU_HOOK_AFTER_DRIFT, err);
}

static tsu_status run_forces(world *w, void *context, tsu_error *err)
{
    (void)w;
    return run_phase(context, TSU_HOOK_FORCE, err);
}

static tsu_status run_after(world *w, void *context, tsu_error *err)
{
    (void)w;
    return run_phase(context, TSU_HOOK_AFTER_STEP, err);
}

tsu_status tsu_model_begin(tsu_model *m, tsu_error *err)
{
    return m->row->begin ? call(m, m->row->begin, "begin", err) : TSU_OK;
}

tsu_status tsu_model_between(tsu_model *m, tsu_error *err)
{
    return m->row->between ? call(m, m->row->between, "between", err) : TSU_OK;
}

static bool rests(const void *context)
{
    const tsu_model *m = context;
    return m->row->rests(m);
}

/* Whether the other ranks can have this number, too. */
static bool can_be_told(const tsu_model_value *v)
{
    return !v->ask_each && (!v->ask || (v->timely && v->timely(v->context)));
}

static bool can_be_copied(const tsu_model_place *place)
{
    const tsu_region *region;
    tsu_error ignored;
    if (place->ask && !(place->stays && place->stays(place->context))) return false;
    if (tsu_model_place_now(place, &region, &ignored) != TSU_OK) return false;
    return !region || tsu_region_is_plain(region);
}

bool tsu_model_divides(const tsu_model *m)
{
    const tsu_model_parts *parts = m->row->parts;
    const char *state = m->state;
    if (!parts || (parts->can && !parts->can(m))) return false;
    for (const size_t *at = parts->value_at; *at > 0; at++) {
        if (!can_be_told((const void *)(state + *at))) return false;
    }
    const tsu_model_vector *vector = parts->vector_at > 0 ? (const void *)(state + parts->vector_at) : NULL;
    if (vector && vector->ask && !(vector->timely && vector->timely(vector->context))) return false;
    return parts->place_at == 0 || can_be_copied((const void *)(state + parts->place_at));
}

/* Who runs parts of a world asks; what these do themselves is not due. */
static int64_t due(const void *context)
{
    const tsu_model *m = context;
    if (m->row->due) return m->row->due(m);
    return tsu_model_divides(m) ? INT64_MAX : TSU_HOOK_ALWAYS;
}

static bool sleeps(const void *context)
{
    const tsu_model *m = context;
    return m->row->sleeps(m);
}

static tsu_status add_hooks(tsu_model *m, tsu_error *err)
{
    static tsu_hook_fn *const run[TSU_HOOK_PHASES] = {run_before, run_drifted, run_forces, run_after};
    tsu_status s = TSU_OK;
    for (int k = 0; k < TSU_HOOK_PHASES && s == TSU_OK; k++) {
        const tsu_hook_def hook = {.name = m->name,
                                   .phase = (tsu_hook_phase)k,
                                   .run = run[k],
                                   .rests = m->row->rests ? rests : NULL,
                                   .due = m->row->due || m->row->parts ? due : NULL,
                                   .sleeps = m->row->sleeps ? sleeps : NULL,
                                   .context = m};
        if (!m->row->phase[k]) continue;
        s = tsu_world_add_hook(m->world, &hook, &m->hook[m->hooks], err);
        if (s == TSU_OK) m->hooks++;
    }
    return s;
}

/* ---- columns ---------------------------------------------------------------------------------------------------------- */

void tsu_model_column_name(const tsu_model *m, const tsu_model_column *c, char name[TSU_MODEL_NAME])
{
    snprintf(name, TSU_MODEL_NAME, "%s%.*s", c->name, c->name[0] ? 50 : TSU_MODEL_NAME,
             c->own ? m->name : "");
}

static tsu_status add_columns(tsu_model *m, tsu_error *err)
{
    for (const tsu_model_column *c = m->row->column; c && c->name; c++) {
        char name[TSU_MODEL_NAME];
        tsu_model_column_name(m, c, name);
        if (!tsu_particles_column(&m->world->particles, name, c->width, c->initial, err))
            return err ? err->status : TSU_ERROR_MEMORY;
        m->columns++;
    }
    return TSU_OK;
}

static void remove_columns(const tsu_model *m)
{
    for (int k = 0; k < m->columns; k++) {
        const tsu_model_column *c = &m->row->column[k];
        char name[TSU_MODEL_NAME];
        tsu_model_column_name(m, c, name);
        if (c->own) tsu_particles_remove_column(&m->world->particles, name);
    }
}

/* ---- life --------------------------------------------------------------------------------------------------------------- */

/* Gives a model back that is not, or no longer, in the list. */
static void give_back(tsu_model *m)
{
    for (int k = 0; k < m->hooks; k++) {
        tsu_world_remove_hook(m->world, &m->hook[k]);
    }
    if (m->row->destroy) m->row->destroy(m);
    remove_columns(m);
    free(m->state);
    free(m);
}

/* Before the world itself goes: columns and hooks are still there. */
static void free_models(world *w)
{
    while (w->models->count > 0) {
        give_back(w->models->model[--w->models->count]);
    }
    free(w->models->model);
    free(w->models);
    w->models = NULL;
    w->run_models = NULL;
}

#ifdef TSU_INSPECT_MODELS
enum { inspect_all = true };
#else
enum { inspect_all = false };
#endif

/* The list, with room for one more. */
static tsu_status reserve(world *w, tsu_error *err)
{
    if (!w->models) {
        w->models = calloc(1, sizeof *w->models);
        if (!w->models) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for models");
        w->models->inspect = inspect_all;
    }
    w->free_models = free_models;
    w->run_models = tsu_models_advance;
    tsu_model **larger = realloc(w->models->model, (size_t)(w->models->count + 1) * sizeof *larger);
    if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for models");
    w->models->model = larger;
    return TSU_OK;
}

static tsu_model *new_model(world *w, const tsu_model_row *row, const char *name, const void *def)
{
    tsu_model *m = calloc(1, sizeof *m);
    void *state = calloc(1, row->state_size > 0 ? row->state_size : 1);
    if (!m || !state) {
        free(m);
        free(state);
        return NULL;
    }
    *m = (tsu_model){.row = row,
                     .world = w,
                     .state = state,
                     .scalar = row->scalar != NULL,
                     .numbers = row->numbers,
                     .table_columns = row->table_columns,
                     .particle_numbers = row->particle_numbers};
    snprintf(m->name, sizeof m->name, "%s", name);
    if (def)
        memcpy(state, def, row->def_size);
    else if (row->preset)
        row->preset(state);
    return m;
}

tsu_status tsu_model_create(world *w, const tsu_model_row *row, const char *name, const void *def,
                            tsu_model **out, tsu_error *err)
{
    *out = NULL;
    tsu_status s = reserve(w, err);
    if (s != TSU_OK) return s;
    tsu_model *m = new_model(w, row, name, def);
    if (!m) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for %s %s", row->name, name);
    if (row->create) s = row->create(m, err);
    if (s == TSU_OK) s = add_columns(m, err);
    if (s == TSU_OK) s = add_hooks(m, err);
    if (s != TSU_OK) {
        give_back(m);
        return s;
    }
    w->models->model[w->models->count++] = m;
    if (row->reads & TSU_FIELDS_CONTACTS) tsu_world_watch(w);
    if (row->stirs) tsu_world_change(w);
    *out = m;
    return TSU_OK;
}

void tsu_model_destroy(tsu_model *m)
{
    if (!m) return;
    struct tsu_models *list = m->world->models;
    for (int k = 0; k < list->count; k++) {
        if (list->model[k] != m) continue;
        memmove(list->model + k, list->model + k + 1, (size_t)(list->count - k - 1) * sizeof m);
        list->count--;
        break;
    }
    give_back(m);
}

int tsu_models_count(const world *w)
{
    return w->models ? w->models->count : 0;
}

tsu_model *tsu_models_at(const world *w, int k)
{
    return w->models->model[k];
}

tsu_model *tsu_models_find(const world *w, const char *name)
{
    for (int k = 0; k < tsu_models_count(w); k++) {
        if (strcmp(w->models->model[k]->name, name) == 0) return w->models->model[k];
    }
    return NULL;
}

tsu_model *tsu_models_of(const world *w, const tsu_model_row *row)
{
    for (int k = 0; k < tsu_models_count(w); k++) {
        if (w->models->model[k]->row == row) return w->models->model[k];
    }
    return NULL;
}

/* ---- running -------------------------------------------------------------------------------------------------------------- */

void tsu_models_mark(world *w, bool alone)
{
    if (alone) w->moving = w->turning = w->coasting = 0;
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = w->models->model[k];
        if (m->row->mark) m->row->mark(m);
    }
}

tsu_status tsu_models_begin(world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = 0; k < tsu_models_count(w) && s == TSU_OK; k++) {
        s = tsu_model_begin(w->models->model[k], err);
    }
    return s;
}

void tsu_models_set_span(world *w, tsu_run_span span)
{
    if (w->models) w->models->span = span;
}

tsu_run_span tsu_models_span(const world *w)
{
    return w->models ? w->models->span : (tsu_run_span){w->step, w->step};
}

/* Steps until the next one after which some model wants to be called, at most `most`. */
static int64_t steps_to_next(const world *w, int64_t most)
{
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = w->models->model[k];
        if (!m->row->between || m->every <= 0) continue;
        const int64_t left = m->every - w->step % m->every;
        most = left < most ? left : most;
    }
    return most;
}

/* Forces are there when models begin, and made anew if one has changed something. All particles move, unless integrators say which. */
static tsu_status start(world *w, tsu_error *err)
{
    tsu_models_mark(w, tsu_models_of(w, &tsu_model_integrate) != NULL);
    tsu_status s = tsu_world_settle(w, err);
    if (s == TSU_OK) s = tsu_models_begin(w, err);
    if (s == TSU_OK) s = tsu_world_settle(w, err);
    for (int k = 0; k < tsu_models_count(w) && s == TSU_OK; k++) {
        tsu_model *m = w->models->model[k];
        if (m->row->at_start && m->every > 0) s = tsu_model_between(m, err);
    }
    return s;
}

tsu_status tsu_models_advance(world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                              tsu_error *err)
{
    const int64_t end = w->step + steps;
    tsu_until until = {wanted, context, false};
    tsu_models_set_span(w, (tsu_run_span){w->step, end});
    tsu_status s = start(w, err);
    while (s == TSU_OK && w->step < end && !until.ended) {
        s = tsu_world_advance_seen(w, steps_to_next(w, end - w->step), &until, err);
        for (int k = 0; k < tsu_models_count(w) && s == TSU_OK; k++) {
            tsu_model *m = w->models->model[k];
            if (m->every > 0 && w->step % m->every == 0) s = tsu_model_between(m, err);
        }
    }
    return s;
}

tsu_status tsu_models_inspect(world *w, bool on, tsu_error *err)
{
    const tsu_status s = reserve(w, err);
    if (s == TSU_OK) w->models->inspect = on;
    return s;
}

/* ---- warnings --------------------------------------------------------------------------------------------------------------- */

tsu_status tsu_models_listen(world *w, tsu_model_sink *sink, void *context, tsu_error *err)
{
    const tsu_status s = reserve(w, err);
    if (s != TSU_OK) return s;
    w->models->sink = sink;
    w->models->sink_context = context;
    return TSU_OK;
}

static void TSU_PRINTF(3, 0) tell(const tsu_model *m, bool warning, const char *format, va_list arguments)
{
    char text[1024];
    const struct tsu_models *list = m->world->models;
    if (!list->sink) return;
    vsnprintf(text, sizeof text, format, arguments);
    list->sink(list->sink_context, warning, text);
}

void tsu_model_warn(const tsu_model *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(m, true, format, arguments);
    va_end(arguments);
}

void tsu_model_say(const tsu_model *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(m, false, format, arguments);
    va_end(arguments);
}
