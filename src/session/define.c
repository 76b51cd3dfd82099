/* SPDX-License-Identifier: Apache-2.0 */
/* define.c - what most fixes and computes begin with. */
#include "session/define.h"
#include "session/groups.h"
#include "session/session.h"
#include "state/region.h"
#include "step/wall/shape.h"
#include "step/world.h"
#include <stdio.h>
#include <stdlib.h>

static tsu_status begin_new(tsu_session *s, const tsu_words *words, const tsu_objects *list, const char *what,
                            tsu_object *object, tsu_error *err)
{
    tsu_status status = tsu_session_need_world(s, what, err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, object, err);
    if (status != TSU_OK) return status;
    const tsu_object *old = tsu_objects_find(list, object->id);
    if (!old) return TSU_OK;
    return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                           "there is already a %s '%s' of style %s (%s); remove it with `un%s %s` first",
                           what, old->id, old->style, old->origin, what, old->id);
}

tsu_status tsu_session_new_fix(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err)
{
    return begin_new(s, words, &s->fixes, "fix", fix, err);
}

tsu_status tsu_session_find_old(const tsu_session *s, const tsu_words *words, const tsu_object *fix,
                                const tsu_object **old, tsu_error *err)
{
    *old = tsu_objects_find(&s->fixes, fix->id);
    if (!*old || strcmp((*old)->style, fix->style) == 0) return TSU_OK;
    return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "the ID '%s' belongs to a fix of style %s (%s)",
                           fix->id, (*old)->style, (*old)->origin);
}

tsu_status tsu_session_replace_fix(tsu_session *s, const tsu_words *words, const tsu_object *fix,
                                   tsu_error *err)
{
    const tsu_object *old;
    const tsu_status status = tsu_session_find_old(s, words, fix, &old, err);
    return status == TSU_OK && old ? tsu_objects_remove(s, &s->fixes, "fix", fix->id, err) : status;
}

/* Any compute may be told whether it is brought up to date at the end of a run; here that is done whenever one is asked. */
tsu_status tsu_session_new_compute(tsu_session *s, tsu_words *words, tsu_object *compute, tsu_error *err)
{
    bool on;
    const tsu_status status = begin_new(s, words, &s->computes, "compute", compute, err);
    if (status != TSU_OK || !tsu_words_accept(words, "update_on_run_end")) return status;
    return tsu_words_switch(words, "yes or no", &on, err);
}

static tsu_status finish(tsu_session *s, tsu_objects *list, tsu_object *object, tsu_status status,
                         tsu_error *err)
{
    if (status == TSU_OK && !tsu_objects_add(list, object, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) object->destroy(s, object->state);
    return status;
}

tsu_status tsu_session_finish_fix(tsu_session *s, tsu_object *fix, tsu_status status, tsu_error *err)
{
    return finish(s, &s->fixes, fix, status, err);
}

tsu_status tsu_session_finish_compute(tsu_session *s, tsu_object *compute, tsu_status status, tsu_error *err)
{
    return finish(s, &s->computes, compute, status, err);
}

void *tsu_session_new_state(const tsu_object *object, size_t size, tsu_error *err)
{
    void *state = calloc(1, size);
    if (!state) tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for %s %s", object->style, object->id);
    return state;
}

tsu_status tsu_session_settle(tsu_session *s, tsu_error *err)
{
    const tsu_world *w = s->world;
    if (s->running || s->settling) return TSU_OK;
    if (tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS) &&
        (w->lean || tsu_world_is(w, TSU_CURRENT_RECORDS)))
        return TSU_OK;
    s->settling = true;
    const tsu_status status = tsu_world_settle(s->world, err);
    s->settling = false;
    return status;
}

tsu_status tsu_session_read_region(const tsu_session *s, tsu_words *words, char name[TSU_NAME],
                                   tsu_error *err)
{
    const char *word;
    tsu_region *region;
    tsu_status status = tsu_words_text(words, "a region", &word, err);
    if (status == TSU_OK) status = tsu_session_region(s, word, &region, err);
    if (status == TSU_OK) snprintf(name, TSU_NAME, "%s", word);
    return status;
}

tsu_status tsu_session_named_region(const tsu_session *s, const char *name, tsu_region **region,
                                    tsu_error *err)
{
    *region = NULL;
    return name[0] ? tsu_session_region(s, name, region, err) : TSU_OK;
}

const tsu_box *tsu_session_box(tsu_session *s)
{
    tsu_boundary_follow(s->world);
    return &s->world->box;
}

/* ---- walls ---------------------------------------------------------------------------------------------------------- */

tsu_status tsu_session_read_primitive(tsu_words *words, int materials, tsu_wall_def *def, tsu_error *err)
{
    const char *names[TSU_WALL_SHAPES_MAX];
    int64_t type;
    int index;
    if (!tsu_words_accept(words, "type"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "`primitive` must be followed by `type` and the material");
    tsu_wall_shape_names(names);
    tsu_status s = tsu_words_integer_in(words, "the material of the wall", 1, materials, &type, err);
    if (s == TSU_OK) s = tsu_words_choice(words, "a shape", names, &index, err);
    if (s != TSU_OK) return s;
    const tsu_wall_shape *shape = tsu_wall_shape_find(names[index]);
    def->type = (int)type;
    def->shape = shape->name;
    for (int k = 0; k < shape->parameters && s == TSU_OK; k++) {
        const tsu_wall_parameter *p = &shape->parameter[k];
        char what[96];
        double value = 0.0;
        snprintf(what, sizeof what, "the parameter %s of %s [%s], %s", p->name, shape->name, p->unit, p->doc);
        s = tsu_words_number(words, what, &value, err);
        const char *fault = s == TSU_OK ? tsu_wall_parameter_fault(p, value) : NULL;
        if (fault)
            s = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "%s of the %s is %g; it %s",
                                p->name, shape->name, value, fault);
        tsu_wall_parameter_set(p, def, value);
    }
    return s;
}
