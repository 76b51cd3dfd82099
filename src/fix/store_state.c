/* SPDX-License-Identifier: Apache-2.0 */
/* store_state.c - `fix store/state`: numbers of each particle as they were at some step. They are kept in a column of the
 * particles, so that they are sorted, lost and saved with them. */
#include "base/memory.h"
#include "session/particle_values.h"
#include "step/hooks.h"
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 32 };

typedef struct stored {
    int group, values;
    char value[VALUES_MAX][TSU_NAME];
    char column[TSU_NAME];
    bool centred; /* unwrapped positions are relative to the centre of mass */
    bool waiting; /* what computes, fixes and variables give is not stored yet */
    double *now;
    size_t capacity;
} stored;

static void destroy_stored(tsu_session *s, void *state)
{
    stored *f = state;
    if (s->world && f->column[0]) tsu_particles_remove_column(&s->world->particles, f->column);
    tsu_memory_release(&f->now);
    free(f);
}

/* The axis of an unwrapped position, or -1. */
static int axis_of(const char *word)
{
    static const char *const words[] = {"xu", "yu", "zu"};
    for (int k = 0; k < 3; k++) {
        if (strcmp(words[k], word) == 0) return k;
    }
    return -1;
}

static tsu_status store_value(tsu_session *s, stored *f, int k, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z"};
    const tsu_particles *p = &s->world->particles;
    const int axis = f->centred ? axis_of(f->value[k]) : -1;
    double centre = 0.0;
    tsu_status status =
        tsu_memory_grow(&f->now, &f->capacity, (size_t)p->count + 1, sizeof *f->now, "a state", err);
    if (status == TSU_OK) status = tsu_particle_values(s, f->value[k], f->now, err);
    if (status == TSU_OK && axis >= 0)
        status = tsu_group_function(s, "xcm", s->group[f->group], axes[axis], NULL, &centre, err);
    const tsu_particle_column *c = tsu_particles_find_column(p, f->column);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (tsu_session_in_group(s, i, f->group))
            c->value[(size_t)i * (size_t)f->values + (size_t)k] = f->now[i] - centre;
    }
    return status;
}

/* Words of particles, or what refers to other objects, or both. */
static tsu_status store(tsu_session *s, stored *f, bool words, bool references, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int k = 0; k < f->values && status == TSU_OK; k++) {
        if (tsu_is_reference(f->value[k]) ? references : words) status = store_value(s, f, k, err);
    }
    return status;
}

static tsu_status init_stored(tsu_session *s, void *state, tsu_error *err)
{
    stored *f = state;
    if (!f->waiting) return TSU_OK;
    f->waiting = false;
    return store(s, f, false, true, err);
}

static tsu_status output_stored(tsu_session *s, void *state, tsu_error *err)
{
    return store(s, state, true, true, err);
}

static tsu_status stored_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    (void)err;
    *data = tsu_particles_find_column(&s->world->particles, ((const stored *)state)->column)->value;
    return TSU_OK;
}

static tsu_status read_stored(tsu_session *s, tsu_words *words, tsu_object *fix, stored *f, tsu_error *err)
{
    tsu_status status = tsu_words_integer_in(words, "steps between, or 0", 0, INT64_MAX, &fix->every, err);
    while (status == TSU_OK && tsu_words_left(words) && !tsu_words_accept(words, "com")) {
        const char *word;
        status = tsu_words_text(words, "a value", &word, err);
        if (status == TSU_OK) status = tsu_particle_value_check(s, word, err);
        if (status == TSU_OK && (f->values == VALUES_MAX || strlen(word) >= TSU_NAME))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        if (status == TSU_OK) snprintf(f->value[f->values++], TSU_NAME, "%s", word);
    }
    if (status != TSU_OK) return status;
    if (f->values == 0) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is nothing to store");
    if (strcmp(words->word[words->at - 1], "com") == 0)
        status = tsu_words_switch(words, "yes or no", &f->centred, err);
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

/* A column that is there already comes from a restart file, with what was stored then. */
static tsu_status keep(tsu_session *s, const char *id, stored *f, tsu_error *err)
{
    char name[TSU_NAME];
    snprintf(name, sizeof name, "state:%.50s", id);
    const tsu_particle_column *old = tsu_particles_find_column(&s->world->particles, name);
    if (old && old->width != f->values) tsu_particles_remove_column(&s->world->particles, name);
    const bool there = old && old->width == f->values;
    if (!tsu_particles_column(&s->world->particles, name, f->values, 0.0, err)) return TSU_ERROR_MEMORY;
    snprintf(f->column, sizeof f->column, "%s", name);
    f->waiting = !there;
    return there ? TSU_OK : store(s, f, true, false, err);
}

static tsu_status fix_store_state(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    stored *f = fix.state = tsu_session_new_state(&fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    f->group = fix.group;
    fix.destroy = destroy_stored;
    fix.init = init_stored;
    fix.output = output_stored;
    status = read_stored(s, words, &fix, f, err);
    if (status == TSU_OK) status = keep(s, fix.id, f, err);
    fix.values = (tsu_values){.particle_columns = f->values, .particles = stored_particles};
    return tsu_session_finish_fix(s, &fix, status, err);
}

/* ---- store/force ---------------------------------------------------------------------------------------------------------- */

typedef struct forces {
    tsu_session *session;
    int group;
    char column[TSU_NAME];
} forces;

static void destroy_forces(tsu_session *s, void *state)
{
    const forces *f = state;
    if (s->world && f->column[0]) tsu_particles_remove_column(&s->world->particles, f->column);
    free(state);
}

/* Fixes act in the order of the deck: what those before this one have done is in it. */
static tsu_status keep_forces(struct tsu_world *w, void *context, tsu_error *err)
{
    const forces *f = context;
    (void)err;
    double *to = tsu_particles_find_column(&w->particles, f->column)->value;
    for (int32_t i = 0; i < w->particles.count; i++) {
        const bool in = tsu_session_in_group(f->session, i, f->group);
        for (int q = 0; q < 3; q++) {
            to[3 * (size_t)i + (size_t)q] = in ? w->particles.force[i][q] : 0.0;
        }
    }
    return TSU_OK;
}

static tsu_status kept_forces(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    const tsu_status status = tsu_session_settle(s, err);
    *data = tsu_particles_find_column(&s->world->particles, ((const forces *)state)->column)->value;
    return status;
}

static tsu_status fix_store_force(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    forces *f = fix.state = tsu_session_new_state(&fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    *f = (forces){.session = s, .group = fix.group};
    char name[TSU_NAME];
    snprintf(name, sizeof name, "force:%.50s", fix.id);
    if (!tsu_particles_column(&s->world->particles, name, 3, 0.0, err)) status = TSU_ERROR_MEMORY;
    if (status == TSU_OK) memcpy(f->column, name, sizeof name);
    fix.destroy = destroy_forces;
    fix.values = (tsu_values){.particle_columns = 3, .particles = kept_forces};
    const tsu_hook_def hook = {.phase = TSU_HOOK_FORCE, .run = keep_forces, .context = f};
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, hook, err);
    status = tsu_session_finish_fix(s, &fix, status, err);
    if (status == TSU_OK) tsu_world_change(s->world);
    return status;
}

const tsu_command tsu_fixes_store[] = {
    {"store/force", "fix ID GROUP store/force",
     "the force on each particle before fixes that come later act on it; f_ID[1] to f_ID[3]",
     fix_store_force},
    {"store/state", "fix ID GROUP store/state N VALUE ... [com yes|no]",
     "keep numbers of each particle as they are now (N 0) or every N steps; f_ID or f_ID[k]",
     fix_store_state},
    {0}};
