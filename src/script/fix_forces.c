/* SPDX-License-Identifier: Apache-2.0 */
/* fix_forces.c - fixes that add or set forces on a group: freeze, setforce, addforce, viscous, enforce2d. Their work is booked
 * as external work. */
#include "script/session.h"
#include <stdlib.h>
#include <string.h>

typedef enum force_kind { FREEZE, SETFORCE, ADDFORCE, VISCOUS, ENFORCE2D } force_kind;

typedef struct force_fix {
    tsu_session *session;
    force_kind kind;
    int group;
    tsu_region *region; /* NULL: everywhere */
    bool given[3];      /* setforce: component is set */
    tsu_quantity q[3];  /* setforce, addforce; viscous: the coefficient in q[0] */
    double *scale;      /* viscous: by type */
    double total[3];    /* force that was there before (setforce) or was added (addforce) */
} force_fix;

static void destroy_force(tsu_session *s, void *state)
{
    force_fix *f = state;
    if (s->world && f->kind == FREEZE) {
        for (int32_t i = 0; i < s->world->particles.count; i++) {
            if (tsu_session_in_group(s, i, f->group)) tsu_particles_hold(&s->world->particles, i, false);
        }
    }
    free(f->scale);
    free(f);
}

/* Contacts see infinite mass in a frozen particle, also in one that joined the group since. */
static tsu_status init_freeze(tsu_session *s, void *state, tsu_error *err)
{
    (void)err;
    const force_fix *f = state;
    for (int32_t i = 0; i < s->world->particles.count && f->kind == FREEZE; i++) {
        if (tsu_session_in_group(s, i, f->group)) tsu_particles_hold(&s->world->particles, i, true);
    }
    return TSU_OK;
}

static void act(const force_fix *f, tsu_world *w, int32_t i, const double value[3], double total[3])
{
    double *force = w->particles.force[i], *torque = w->particles.torque[i], *v = w->particles.vm[i],
           *o = w->particles.wi[i];
    switch (f->kind) {
    case FREEZE:
        for (int q = 0; q < 3; q++) {
            total[q] += force[q];
            force[q] = torque[q] = 0.0;
        }
        break;
    case SETFORCE:
        for (int q = 0; q < 3; q++) {
            total[q] += force[q];
            if (f->given[q]) force[q] = value[q];
        }
        break;
    case ADDFORCE:
        for (int q = 0; q < 3; q++) {
            total[q] += value[q];
            force[q] += value[q];
        }
        break;
    case VISCOUS:
        for (int q = 0; q < 3; q++) {
            force[q] -= value[0] * f->scale[w->particles.type[i]] * v[q];
        }
        break;
    case ENFORCE2D:
        force[2] = v[2] = 0.0;
        for (int q = 0; q < 2; q++) {
            torque[q] = o[q] = 0.0;
        }
        break;
    }
}

static tsu_status apply(struct tsu_world *w, void *context, tsu_error *err)
{
    force_fix *f = context;
    double value[3] = {0};
    for (int q = 0; q < 3; q++) {
        const tsu_status status = tsu_script_quantity(f->session->script, &f->q[q], &value[q], err);
        if (status != TSU_OK) return status;
    }
    memset(f->total, 0, sizeof f->total);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_session_in_group(f->session, i, f->group)) continue;
        if (f->region && !tsu_region_contains(f->region, w->particles.xr[i])) continue;
        act(f, w, i, value, f->total);
    }
    return TSU_OK;
}

static tsu_status force_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    *out = ((const force_fix *)state)->total[index];
    return TSU_OK;
}

static tsu_status read_components(tsu_words *words, force_fix *f, tsu_error *err)
{
    static const char *const names[] = {"fx", "fy", "fz"};
    for (int q = 0; q < 3; q++) {
        f->given[q] = !tsu_words_accept(words, "NULL");
        if (!f->given[q] && f->kind == SETFORCE) continue;
        if (!f->given[q])
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "NULL has no meaning here; write 0");
        const tsu_status status = tsu_words_quantity(words, names[q], &f->q[q], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status read_viscous(const tsu_session *s, tsu_words *words, force_fix *f, tsu_error *err)
{
    const int types = s->world->materials.types;
    tsu_status status = tsu_words_quantity(words, "the coefficient [kg/s]", &f->q[0], err);
    f->scale = malloc((size_t)types * sizeof *f->scale);
    if (!f->scale) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix viscous");
    for (int k = 0; k < types; k++) {
        f->scale[k] = 1.0;
    }
    while (status == TSU_OK && tsu_words_left(words)) {
        int64_t type;
        double ratio;
        if (!tsu_words_accept(words, "scale"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `scale TYPE RATIO`");
        status = tsu_words_integer_in(words, "the material", 1, types, &type, err);
        if (status == TSU_OK) status = tsu_words_number(words, "the ratio", &ratio, err);
        if (status == TSU_OK) f->scale[type - 1] = ratio;
    }
    return status;
}

static tsu_status read_force(tsu_session *s, tsu_words *words, force_fix *f, tsu_error *err)
{
    const char *name;
    tsu_status status = TSU_OK;
    if (f->kind == SETFORCE || f->kind == ADDFORCE) status = read_components(words, f, err);
    if (f->kind == VISCOUS) return read_viscous(s, words, f, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        if (!tsu_words_accept(words, "region"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "unknown keyword '%s'",
                                   tsu_words_peek(words));
        status = tsu_words_text(words, "a region", &name, err);
        if (status == TSU_OK) status = tsu_session_region(s, name, &f->region, err);
    }
    return status;
}

static tsu_status define(tsu_script *script, tsu_words *words, force_kind kind, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (tsu_objects_find(&s->fixes, fix.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "there is already a fix '%s'; `unfix` it first", fix.id);
    force_fix *f = calloc(1, sizeof *f);
    if (!f) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    f->session = s;
    f->kind = kind;
    f->group = fix.group;
    status = read_force(s, words, f, err);
    fix.state = f;
    fix.destroy = destroy_force;
    fix.init = init_freeze;
    if (kind != VISCOUS && kind != ENFORCE2D)
        fix.values = (tsu_values){.vector_length = 3, .vector = force_vector};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status == TSU_OK) {
        tsu_world_change(s->world);
        return tsu_world_add_hook(s->world, fix.id, TSU_HOOK_FORCE, apply, f, err);
    }
    destroy_force(s, f);
    return status;
}

static tsu_status fix_freeze(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, FREEZE, err);
}
static tsu_status fix_setforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, SETFORCE, err);
}
static tsu_status fix_addforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, ADDFORCE, err);
}
static tsu_status fix_viscous(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, VISCOUS, err);
}
static tsu_status fix_enforce2d(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, ENFORCE2D, err);
}

const tsu_command tsu_fixes_forces[] = {
    {"freeze", "fix ID GROUP freeze", "forces do not act on the group; contacts see infinite mass",
     fix_freeze},
    {"setforce", "fix ID GROUP setforce FX FY FZ [region R]",
     "replace the force (NULL: leave it); v_NAME is a variable", fix_setforce},
    {"addforce", "fix ID GROUP addforce FX FY FZ [region R]", "add a force; v_NAME is a variable",
     fix_addforce},
    {"viscous", "fix ID GROUP viscous GAMMA [scale TYPE RATIO ...]", "a drag against the velocity",
     fix_viscous},
    {"enforce2d", "fix ID GROUP enforce2d", "no motion along z, no spin about x and y", fix_enforce2d},
    {0}};
