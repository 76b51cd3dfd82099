/* SPDX-License-Identifier: Apache-2.0 */
/* property_atom.c - `fix property/atom`: a number or a few for each particle, set by `set`, read as f_ID. */
#include "fix/fix.h"
#include "state/fields.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH_MAX = 1000 };

typedef struct particle_property {
    char name[TSU_NAME]; /* of the column */
    bool own;            /* made for another fix, not by the deck */
} particle_property;

static void destroy_property(tsu_session *s, void *state)
{
    const particle_property *p = state;
    if (s->world) tsu_particles_remove_column(&s->world->particles, p->name);
    free(state);
}

static tsu_status property_values(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    const particle_property *p = state;
    const tsu_particle_column *c = tsu_particles_find_column(&s->world->particles, p->name);
    if (!c) return tsu_error_set(err, TSU_ERROR_INPUT, "particles have lost the property %s", p->name);
    *data = c->value;
    return TSU_OK;
}

/* The number of values and the values of particles that have none yet; `none` counts as 0. The caller frees *value. */
static tsu_status read_defaults(tsu_words *words, bool one, int *width, double **value, tsu_error *err)
{
    *width = tsu_words_left(words);
    if (one ? *width != 1 : *width < 2 || *width > WIDTH_MAX)
        return tsu_words_error(
            words, -1, TSU_ERROR_INPUT, err,
            one ? "a scalar has one default value; %d are given"
                : "a vector has two default values or more; %d are given (or say `scalar`)",
            *width);
    *value = calloc((size_t)*width, sizeof **value);
    if (!*value) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a property");
    tsu_status status = TSU_OK;
    for (int k = 0; k < *width && status == TSU_OK; k++) {
        if (!tsu_words_accept(words, "none"))
            status = tsu_words_number(words, "a default value", &(*value)[k], err);
    }
    return status;
}

static const tsu_object *owner_of(const tsu_session *s, const char *name)
{
    for (int k = 0; k < s->fixes.count; k++) {
        const tsu_object *o = s->fixes.object[k];
        if (strcmp(o->style, "property/atom") == 0 &&
            strcmp(((const particle_property *)o->state)->name, name) == 0)
            return o;
    }
    return NULL;
}

tsu_status tsu_session_need_property(tsu_session *s, const char *name, double initial, tsu_error *err)
{
    char line[200];
    if (owner_of(s, name)) return TSU_OK;
    snprintf(line, sizeof line, "fix %s all property/atom %s scalar yes yes no %.17g", name, name, initial);
    const tsu_status status = tsu_script_run_line(s->script, line, err);
    const tsu_object *made = status == TSU_OK ? owner_of(s, name) : NULL;
    if (made) ((particle_property *)made->state)->own = true;
    return status;
}

static void begin_at(const tsu_particles *p, tsu_particle_column *c, const double *value)
{
    for (int64_t k = 0; k < (int64_t)p->count * c->width; k++) {
        c->value[k] = value[k % c->width];
    }
}

tsu_status tsu_session_start_property(tsu_session *s, const char *name, double initial, const char *user,
                                      tsu_error *err)
{
    const tsu_object *o = owner_of(s, name);
    tsu_particle_column *c = o ? tsu_particles_find_column(&s->world->particles, name) : NULL;
    if (!c || s->unclaimed || ((const particle_property *)o->state)->own || c->width != 1)
        return tsu_session_need_property(s, name, initial, err);
    tsu_script_warn(s->script,
                    "%s sets %s of all particles to %g, as in LIGGGHTS; what fix %s or `set` gave them "
                    "before is gone: `set` it after this line",
                    user, name, initial, o->id);
    begin_at(&s->world->particles, c, &initial);
    c->initial = initial;
    ((particle_property *)o->state)->own = true; /* the next time it stays as it is */
    return TSU_OK;
}

/* A column that is there already, from a restart file, keeps its values if no run has begun since the file was read; after
 * that, as in LIGGGHTS, nobody has asked for them in time and the property begins anew. */
static tsu_status make_column(tsu_session *s, const tsu_words *words, const char *name, int width,
                              const double *value, tsu_error *err)
{
    tsu_particles *p = &s->world->particles;
    const tsu_object *o = owner_of(s, name);
    if (o)
        return tsu_words_error(words, 4, TSU_ERROR_INPUT, err, "the property %s belongs to fix %s (%s)", name,
                               o->id, o->origin);
    const bool late = !s->unclaimed && tsu_particles_find_column(p, name);
    tsu_particle_column *c = tsu_particles_column(p, name, width, value[0], err);
    const tsu_status status = c ? tsu_particles_column_defaults(p, c, value, err) : TSU_ERROR_INPUT;
    if (status != TSU_OK || !late) return status;
    tsu_script_warn(s->script,
                    "property %s begins at %g for all particles, as in LIGGGHTS: a restart file's values are "
                    "for a fix that is defined before the first `run` after read_restart",
                    name, value[0]);
    begin_at(p, c, value);
    return TSU_OK;
}

static tsu_status add_fix(tsu_session *s, tsu_object *fix, const char *name, int width, tsu_error *err)
{
    particle_property *state = calloc(1, sizeof *state);
    if (!state) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for property %s", name);
    snprintf(state->name, sizeof state->name, "%s", name);
    fix->state = state;
    fix->destroy = destroy_property;
    fix->values = (tsu_values){.particle_columns = width, .particles = property_values};
    if (tsu_objects_add(&s->fixes, fix, err)) return TSU_OK;
    free(state);
    return TSU_ERROR_MEMORY;
}

/* fix ID group property/atom NAME scalar|vector RESTART GHOST REVERSE value ...: the three switches say what LIGGGHTS writes
 * to restart files and sends between processes; here properties are always saved, and the second says whether a particle's neighbours
 * read it (fields.h). */
static tsu_status fix_property_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    enum { SCALAR, VECTOR, ONE_ENTRY };
    static const char *const shapes[] = {
        [SCALAR] = "scalar", [VECTOR] = "vector", [ONE_ENTRY] = "vector_one_entry", NULL};
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const char *name;
    double *value = NULL;
    int shape, width = 0;
    bool on[3] = {false}; /* saved, sent to ghosts, and back */
    tsu_status status = tsu_session_need_world(s, "fix property/atom", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the property's name", &name, err);
    if (status == TSU_OK && strlen(name) >= TSU_NAME)
        return tsu_words_error(words, 4, TSU_ERROR_INPUT, err, "the name '%s' is too long", name);
    if (status == TSU_OK) status = tsu_words_choice(words, "a shape", shapes, &shape, err);
    for (int k = 0; k < 3 && status == TSU_OK; k++) {
        status = tsu_words_switch(words, "yes or no (restart, ghosts, reverse)", &on[k], err);
    }
    if (status == TSU_OK) status = read_defaults(words, shape != VECTOR, &width, &value, err);
    if (status == TSU_OK) status = tsu_session_replace_fix(s, words, &fix, err);
    if (status == TSU_OK) status = make_column(s, words, name, width, value, err);
    if (status == TSU_OK && on[1])
        tsu_particles_find_column(&s->world->particles, name)->flags |= TSU_FIELD_GHOSTED;
    if (status == TSU_OK) status = add_fix(s, &fix, name, width, err);
    free(value);
    return status;
}

const tsu_command tsu_fixes_property_atom[] = {
    {"property/atom", "fix ID GROUP property/atom NAME scalar|vector yes|no yes|no yes|no VALUE ...",
     "a property of each particle; f_ID or f_ID[k] gives it, `set` sets it", fix_property_atom},
    {0}};
