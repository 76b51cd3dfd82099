/* SPDX-License-Identifier: Apache-2.0 */
/* adapt.c - `fix adapt`: particles that grow or shrink by a variable. The density stays, so mass and inertia follow; the
 * change is made between two steps, and the energy it puts in is booked as given, like that of any command. */
#include "base/memory.h"
#include "session/session.h"
#include "step/ledger/energy.h"
#include <stdlib.h>

typedef struct adapt_fix {
    tsu_session *session;
    int group;
    int64_t every; /* 0: only when a run begins */
    bool scale;    /* the variable multiplies the diameter */
    bool resumed;  /* the run goes on from a restart file: it does not begin */
    char variable[TSU_NAME];
    double given; /* energy put in so far [J] */
    double *value;
    size_t capacity;
} adapt_fix;

static void destroy_adapt(tsu_session *s, void *state)
{
    (void)s;
    tsu_memory_release(&((adapt_fix *)state)->value);
    free(state);
}

static tsu_status check_diameter(const adapt_fix *f, uint64_t id, double diameter, tsu_error *err)
{
    if (diameter > 0.0 && diameter < 1.0e30) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "fix adapt: variable %s gives particle %llu the diameter %g; it must be positive",
                         f->variable, (unsigned long long)id, diameter);
}

static tsu_status adapt(adapt_fix *f, tsu_error *err)
{
    tsu_session *s = f->session;
    tsu_particles *p = &s->world->particles;
    tsu_status status =
        tsu_memory_grow(&f->value, &f->capacity, (size_t)p->count + 1, sizeof *f->value, "diameters", err);
    if (status == TSU_OK)
        status = tsu_script_variable_particles(s->script, f->variable, NULL, p->count, f->value, err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (!tsu_session_in_group(s, i, f->group)) continue;
        if (f->scale) f->value[i] *= 2.0 * p->xr[i][3];
        status = check_diameter(f, p->id[i], f->value[i], err);
    }
    if (status != TSU_OK) return status;
    tsu_world_change(s->world);
    const double before = tsu_ledger_given(s->world);
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_session_in_group(s, i, f->group))
            tsu_particles_set_size(p, i, 0.5 * f->value[i], p->density[i]);
    }
    status = tsu_world_settle(s->world, err);
    f->given += tsu_ledger_given(s->world) - before;
    return status;
}

static tsu_status output_adapt(tsu_session *s, void *state, tsu_error *err)
{
    (void)s;
    return adapt(state, err);
}

/* As in LIGGGHTS, also when a run begins. */
static tsu_status init_adapt(tsu_session *s, void *state, tsu_error *err)
{
    adapt_fix *f = state;
    (void)s;
    if (!f->resumed) return adapt(f, err);
    f->resumed = false;
    return TSU_OK;
}

static tsu_status adapt_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    *out = ((const adapt_fix *)state)->given;
    return TSU_OK;
}

static void save_adapt(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    tsu_pack_f64(pack, ((const adapt_fix *)state)->given);
}

static tsu_status load_adapt(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    (void)err;
    adapt_fix *f = state;
    f->given = tsu_cursor_f64(saved);
    f->resumed = true;
    return TSU_OK;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

static tsu_status read_what(tsu_words *words, tsu_error *err)
{
    static const char *const kinds[] = {"atom", "pair", "kspace", NULL};
    static const char *const what[] = {"diameter", "charge", NULL};
    int kind, k = 0;
    tsu_status status = tsu_words_choice(words, "what to change", kinds, &kind, err);
    if (status == TSU_OK && kind != 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "granular laws have no number that can be changed this way (neither in "
                               "LIGGGHTS); give their properties by `fix property/global`");
    if (status == TSU_OK) status = tsu_words_choice(words, "`diameter`", what, &k, err);
    if (status == TSU_OK && k != 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err, "grains have no charge");
    return status;
}

static tsu_status read_options(tsu_words *words, adapt_fix *f, tsu_error *err)
{
    static const char *const list[] = {"reset", "scale", NULL};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        bool reset = false;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK)
            status = tsu_words_switch(words, "yes or no", key == 0 ? &reset : &f->scale, err);
        if (status == TSU_OK && reset)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "diameters are not set back after a run (in LIGGGHTS `reset yes` leaves "
                                   "them as they are); write `reset no`, and `set` the diameter");
    }
    return status;
}

static tsu_status read_adapt(tsu_session *s, tsu_words *words, adapt_fix *f, tsu_error *err)
{
    tsu_quantity q;
    tsu_status status = tsu_words_integer_in(words, "steps between changes", 0, INT64_MAX, &f->every, err);
    if (status == TSU_OK) status = read_what(words, err);
    if (status == TSU_OK) status = tsu_words_quantity(words, "the diameter as v_NAME", &q, err);
    if (status != TSU_OK) return status;
    if (!q.variable[0])
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the diameter must be a variable (v_NAME); `set` gives a fixed one");
    const tsu_variable_style style = tsu_script_variable_style(s->script, q.variable);
    if (style != TSU_VARIABLE_EQUAL && style != TSU_VARIABLE_ATOM)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "there is no variable %s of style equal or atom", q.variable);
    snprintf(f->variable, sizeof f->variable, "%s", q.variable);
    return read_options(words, f, err);
}

static tsu_status fix_adapt(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    adapt_fix *f = fix.state = tsu_session_new_state(&fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    f->session = s;
    f->group = fix.group;
    status = read_adapt(s, words, f, err);
    fix.destroy = destroy_adapt;
    fix.init = init_adapt;
    fix.every = f->every;
    fix.output = output_adapt;
    fix.values = (tsu_values){.scalar = adapt_scalar};
    fix.save = save_adapt;
    fix.load = load_adapt;
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_adapt[] = {
    {"adapt", "fix ID GROUP adapt N atom diameter v_NAME [scale yes|no] [reset no]",
     "set diameters by a variable every N steps; the density stays; f_ID is the energy put in", fix_adapt},
    {0}};
