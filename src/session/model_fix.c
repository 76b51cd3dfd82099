/* SPDX-License-Identifier: Apache-2.0 */
#include "session/model_fix.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/particle_values.h"
#include <stdlib.h>

/* What a model asks the deck for: the value of a variable, or where a region is. */
typedef struct asked {
    tsu_session *session;
    char name[TSU_NAME]; /* of the variable or region */
    struct asked *next;
} asked;

typedef struct model_fix {
    tsu_session *session;
    tsu_model *model; /* owned by the world, as long as the fix lives; NULL: not yet */
    asked *asked;     /* owned, as those behind it */
    void *owned;      /* see tsu_model_fix_own */
    void (*release)(tsu_session *s, void *owned);
} model_fix;

static void destroy_model_fix(tsu_session *s, void *state)
{
    model_fix *f = state;
    if (s->world) tsu_model_destroy(f->model);
    while (f->asked) {
        asked *next = f->asked->next;
        free(f->asked);
        f->asked = next;
    }
    if (f->release) f->release(s, f->owned);
    free(f);
}

tsu_status tsu_model_fix_begin(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err)
{
    const tsu_status status = tsu_session_new_fix(s, words, fix, err);
    if (status != TSU_OK) return status;
    model_fix *f = fix->state = tsu_session_new_state(fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    f->session = s;
    fix->destroy = destroy_model_fix;
    return TSU_OK;
}

void tsu_model_fix_own(const tsu_object *fix, void *owned, void (*release)(tsu_session *s, void *owned))
{
    model_fix *f = fix->state;
    f->owned = owned;
    f->release = release;
}

void *tsu_model_fix_owned(const void *state)
{
    return ((const model_fix *)state)->owned;
}

tsu_model *tsu_model_of_state(const void *state)
{
    return ((const model_fix *)state)->model;
}

tsu_model *tsu_model_fix_of(const tsu_object *fix)
{
    return tsu_model_of_state(fix->state);
}

/* ---- parameters ----------------------------------------------------------------------------------------------------- */

static tsu_status ask_variable(void *context, double *out, tsu_error *err)
{
    const asked *a = context;
    return tsu_script_variable_value(a->session->script, a->name, out, err);
}

static tsu_status ask_variable_each(void *context, int32_t rows, double *out, tsu_error *err)
{
    const asked *a = context;
    return tsu_script_variable_particles(a->session->script, a->name, NULL, rows, out, err);
}

static bool is_timely(void *context)
{
    const asked *a = context;
    return tsu_script_variable_is_timely(a->session->script, a->name);
}

static tsu_status ask_word(void *context, double *out, tsu_error *err)
{
    const asked *a = context;
    return tsu_script_evaluate(a->session->script, a->name, out, err);
}

static tsu_status ask_word_each(void *context, int32_t rows, double *out, tsu_error *err)
{
    const asked *a = context;
    (void)rows;
    return tsu_particle_values(a->session, a->name, out, err);
}

static tsu_status ask_region(void *context, const tsu_region **out, tsu_error *err)
{
    const asked *a = context;
    tsu_region *region = NULL;
    const tsu_status status = tsu_session_region(a->session, a->name, &region, err);
    *out = region;
    return status;
}

static bool region_stays(void *context)
{
    const asked *a = context;
    const tsu_region *region = tsu_session_find_region(a->session, a->name);
    return region && tsu_region_is_plain(region);
}

static asked *new_asked(const tsu_object *fix, const char *name, tsu_error *err)
{
    model_fix *f = fix->state;
    asked *a = calloc(1, sizeof *a);
    if (!a) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix->id);
        return NULL;
    }
    *a = (asked){.session = f->session, .next = f->asked};
    snprintf(a->name, sizeof a->name, "%s", name);
    return f->asked = a;
}

tsu_status tsu_model_fix_value(const tsu_object *fix, const tsu_quantity *q, tsu_model_value *out,
                               tsu_error *err)
{
    const model_fix *f = fix->state;
    *out = (tsu_model_value){.constant = q->value};
    if (!q->variable[0]) return TSU_OK;
    out->context = new_asked(fix, q->variable, err);
    if (!out->context) return TSU_ERROR_MEMORY;
    out->ask = ask_variable; /* which fails where one for each particle is of no use */
    out->timely = is_timely;
    const tsu_variable_style style = tsu_script_variable_style(f->session->script, q->variable);
    if (style == TSU_VARIABLE_ATOM || style == TSU_VARIABLE_ATOMFILE) out->ask_each = ask_variable_each;
    return TSU_OK;
}

tsu_status tsu_model_fix_word(const tsu_object *fix, const char *word, bool each, tsu_model_value *out,
                              tsu_error *err)
{
    *out = (tsu_model_value){.context = new_asked(fix, word, err)};
    if (each)
        out->ask_each = ask_word_each;
    else
        out->ask = ask_word;
    return out->context ? TSU_OK : TSU_ERROR_MEMORY;
}

tsu_session *tsu_model_fix_asked(const void *context, const char **word)
{
    const asked *a = context;
    *word = a->name;
    return a->session;
}

tsu_status tsu_model_fix_place(const tsu_object *fix, const char *region, tsu_model_place *out,
                               tsu_error *err)
{
    *out = (tsu_model_place){0};
    if (!region[0]) return TSU_OK;
    out->context = new_asked(fix, region, err);
    out->ask = ask_region;
    out->stays = region_stays;
    return out->context ? TSU_OK : TSU_ERROR_MEMORY;
}

/* ---- what the deck sees of it ---------------------------------------------------------------------------------------- */

static tsu_status begin_run(tsu_session *s, void *state, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    (void)s;
    return tsu_model_begin(m, err);
}

static tsu_status between(tsu_session *s, void *state, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    (void)s;
    return tsu_model_between(m, err);
}

static void save(tsu_session *s, const void *state, tsu_pack *pack)
{
    const tsu_model *m = tsu_model_of_state(state);
    (void)s;
    m->row->save(m, pack);
}

static tsu_status load(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    (void)s;
    return m->row->load(m, saved, err);
}

static tsu_status scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    const tsu_status status = m->row->settles ? tsu_session_settle(s, err) : TSU_OK;
    return status == TSU_OK ? m->row->scalar(m, out, err) : status;
}

static tsu_status number(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    const tsu_status status = m->row->settles ? tsu_session_settle(s, err) : TSU_OK;
    return status == TSU_OK ? m->row->number(m, (int)index, out, err) : status;
}

static int64_t table_rows(tsu_session *s, void *state)
{
    const tsu_model *m = tsu_model_of_state(state);
    (void)s;
    return m->row->table_rows(m);
}

static tsu_status table(tsu_session *s, void *state, int64_t row, int64_t column, double *out, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    const tsu_status status = m->row->settles ? tsu_session_settle(s, err) : TSU_OK;
    return status == TSU_OK ? m->row->table(m, row, (int)column, out, err) : status;
}

static void renumber(tsu_session *s, void *state, int64_t old)
{
    tsu_model *m = tsu_model_of_state(state);
    m->row->renumber(m, s->world->step - old);
}

static tsu_status particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    const tsu_model *m = tsu_model_of_state(state);
    const tsu_status status = m->row->settles ? tsu_session_settle(s, err) : TSU_OK;
    *data = m->row->particles(m);
    return status;
}

static void tell(void *context, bool warning, const char *text)
{
    const tsu_session *s = context;
    if (warning)
        tsu_script_warn(s->script, "%s", text);
    else
        tsu_script_say(s->script, "%s", text);
}

/* What the caller has not set itself follows from the row. */
static void describe(tsu_object *fix, const tsu_model *m)
{
    const tsu_model_row *row = m->row;
    if (row->begin && !fix->init) fix->init = begin_run;
    if (row->between && m->every > 0 && !fix->output) {
        fix->output = between;
        fix->every = m->every;
        fix->at_start = row->at_start;
    }
    if (row->renumber && !fix->reset) fix->reset = renumber;
    if (row->save && !fix->save) {
        fix->save = save;
        fix->load = load;
    }
    if (m->scalar && !fix->values.scalar) fix->values.scalar = scalar;
    if (m->numbers != 0 && !fix->values.vector) {
        fix->values.vector_length = m->numbers;
        fix->values.vector = number;
    }
    if (m->table_columns > 0 && !fix->values.array) {
        fix->values.array_columns = m->table_columns;
        fix->values.array_rows = table_rows;
        fix->values.array = table;
    }
    if (m->particle_numbers > 0 && !fix->values.particles) {
        fix->values.particle_columns = m->particle_numbers;
        fix->values.particles = particles;
    }
    fix->scalar_is_energy = fix->scalar_is_energy || row->scalar_is_energy;
}

tsu_status tsu_model_fix_finish(tsu_session *s, tsu_object *fix, tsu_status status, const tsu_model_row *row,
                                const void *def, tsu_error *err)
{
    model_fix *f = fix->state;
    if (status == TSU_OK) status = tsu_models_listen(s->world, tell, s, err);
    if (status == TSU_OK) status = tsu_model_create(s->world, row, fix->id, def, &f->model, err);
    if (status == TSU_OK) describe(fix, f->model);
    if (status == TSU_OK && row->reads & TSU_FIELDS_CONTACTS) tsu_session_watch(s);
    return tsu_session_finish_fix(s, fix, status, err);
}
