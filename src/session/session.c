/* SPDX-License-Identifier: Apache-2.0 */
#include "session/session.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "deck/internal.h"
#include "io/writer.h"
#include "session/continue.h"
#include "session/define.h"
#include "session/files.h"
#include "session/groups.h"
#include "session/outputs.h"
#include "session/restart.h"
#include "session/thermo.h"
#include "state/region.h"
#include "step/hooks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- objects ------------------------------------------------------------------------------------------------------ */

tsu_object *tsu_objects_find(const tsu_objects *list, const char *id)
{
    for (int k = 0; k < list->count; k++) {
        if (strcmp(list->object[k]->id, id) == 0) return list->object[k];
    }
    return NULL;
}

tsu_object *tsu_objects_add(tsu_objects *list, const tsu_object *object, tsu_error *err)
{
    tsu_object **larger = realloc(list->object, (size_t)(list->count + 1) * sizeof *larger);
    tsu_object *copy = malloc(sizeof *copy);
    if (larger) list->object = larger;
    if (!larger || !copy) {
        free(copy);
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for %s %s", object->style, object->id);
        return NULL;
    }
    *copy = *object;
    list->object[list->count++] = copy;
    return copy;
}

static void destroy_object(tsu_session *s, tsu_object *object)
{
    if (object->destroy) object->destroy(s, object->state);
    free(object);
}

const char *tsu_objects_nearest(const tsu_objects *list, const char *id, const char *style)
{
    const char **ids = calloc((size_t)list->count + 1, sizeof *ids);
    int n = 0;
    for (int k = 0; k < list->count && ids; k++) {
        if (strncmp(list->object[k]->style, style, strlen(style)) == 0) ids[n++] = list->object[k]->id;
    }
    const char *near = ids ? tsu_nearest_word(id, ids) : NULL;
    free(ids);
    return near;
}

tsu_status tsu_objects_remove(tsu_session *s, tsu_objects *list, const char *what, const char *id,
                              tsu_error *err)
{
    for (int k = 0; k < list->count; k++) {
        if (strcmp(list->object[k]->id, id) != 0) continue;
        destroy_object(s, list->object[k]);
        memmove(list->object + k, list->object + k + 1, (size_t)(list->count - k - 1) * sizeof *list->object);
        list->count--;
        return TSU_OK;
    }
    const char *near = tsu_objects_nearest(list, id, "");
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no %s with ID '%s'%s%s%s", what, id,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void destroy_all(tsu_session *s, tsu_objects *list)
{
    while (list->count > 0) {
        destroy_object(s, list->object[--list->count]);
    }
    free(list->object);
    *list = (tsu_objects){0};
}

/* ---- life ----------------------------------------------------------------------------------------------------------- */

static void set_defaults(tsu_session *s)
{
    s->def = tsu_world_def_default();
    memcpy(s->def.boundary, "pppppp", 6); /* as LIGGGHTS: periodic unless said otherwise */
    s->skin = 0.0;
    snprintf(s->units, sizeof s->units, "si");
    s->lattice = tsu_lattice_default();
    s->particles_placed = s->warned_still = s->warned_twice = s->warned_empty = s->warned_heating = false;
    s->checked_dt = s->warned_dt = 0.0;
    s->warned_accounts = 0;
    s->warned_audit = false;
    s->audit_next = 0;
    s->hinted = 0;
    s->property_removed = false;
    s->lost_policy = TSU_LOST_WARN; /* LIGGGHTS lets particles go and says nothing */
    s->groups = 1;
    snprintf(s->group[0], TSU_NAME, "all");
    char log_path[sizeof s->thermo->log_path];
    memcpy(log_path, s->thermo->log_path, sizeof log_path);
    *s->thermo = (tsu_thermo){.every = 0, .log = s->thermo->log};
    memcpy(s->thermo->log_path, log_path, sizeof log_path);
    static const char *const columns[] = {"step", "atoms", "ke", "cpu"};
    for (int k = 0; k < 4; k++) {
        snprintf(s->thermo->column[k], TSU_NAME, "%s", columns[k]);
    }
    s->thermo->columns = 4;
}

static void forget(tsu_session *s)
{
    destroy_all(s, &s->dumps);
    destroy_all(s, &s->fixes);
    destroy_all(s, &s->computes);
    for (int k = 0; k < s->regions; k++) {
        tsu_region_destroy(s->region[k]);
    }
    free(s->region);
    s->region = NULL;
    s->regions = 0;
    for (int k = 0; k < TSU_STAGE_COUNT && s->world; k++) {
        s->spent[k] += s->world->times.seconds[k];
    }
    tsu_world_destroy(s->world);
    s->world = NULL;
    tsu_materials_free(&s->materials);
    tsu_lawset_free(&s->pair_laws);
    tsu_session_forget_saved(s);
    s->unclaimed = false;
    *s->restart = (tsu_restart_plan){0};
    s->expected = 0.0;
}

tsu_session *tsu_session_open(const tsu_session_options *options, tsu_error *err)
{
    tsu_session *s = calloc(1, sizeof *s);
    if (!s) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a session");
        return NULL;
    }
    s->options = *options;
    s->journal = calloc(1, sizeof *s->journal);
    s->outputs = calloc(1, sizeof *s->outputs);
    s->thermo = calloc(1, sizeof *s->thermo);
    s->restart = calloc(1, sizeof *s->restart);
    s->threads = options->threads > 0 ? options->threads : tsu_parallel_threads();
    if (s->thermo) set_defaults(s);
    tsu_script_host host = {0};
    tsu_session_fill_host(s, &host);
    s->script = tsu_script_create(&(tsu_script_options){.host = &host,
                                                        .families = options->families,
                                                        .engine = s,
                                                        .forbid_shell = options->forbid_shell,
                                                        .forbid_files = options->forbid_files,
                                                        .max_commands = options->max_commands,
                                                        .dry = options->rehearsal != NULL});
    if (!s->script || !s->journal || !s->outputs || !s->thermo || !s->restart) {
        tsu_script_destroy(s->script);
        free(s->journal);
        free(s->outputs);
        free(s->thermo);
        free(s->restart);
        free(s);
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a script");
        return NULL;
    }
    if (tsu_session_add_builtins(s, err) != TSU_OK) {
        tsu_session_destroy(s);
        return NULL;
    }
    return s;
}

void tsu_session_destroy(tsu_session *s)
{
    if (!s) return;
    if (s->options.gone) s->options.gone(s->options.context);
    tsu_writer_destroy(s->writer);
    forget(s);
    (void)tsu_session_close_output(s, s->thermo->log);
    tsu_script_destroy(s->script);
    tsu_journal_free(s->journal);
    free(s->journal);
    tsu_outputs_free(s->outputs);
    free(s->outputs);
    free(s->thermo);
    free(s->restart);
    tsu_memory_release(&s->scratch);
    free(s);
}

tsu_session *tsu_session_of(const tsu_script *script)
{
    return tsu_script_engine(script);
}

tsu_status tsu_session_clear(tsu_session *s, tsu_error *err)
{
    const tsu_status status = tsu_session_need_pause(s, "clear", err);
    if (status != TSU_OK) return status;
    forget(s);
    set_defaults(s);
    s->script->n_stream = 0; /* random() begins anew */
    return tsu_session_add_builtins(s, err);
}

/* ---- the world -------------------------------------------------------------------------------------------------------- */

tsu_status tsu_session_need_world(const tsu_session *s, const char *what, tsu_error *err)
{
    if (s->world) return TSU_OK;
    return tsu_error_lacks(
        err, TSU_LACKS_BOX,
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "`%s` needs a simulation box; put it after `create_box` or `read_data`", what));
}

tsu_status tsu_session_need_pause(const tsu_session *s, const char *what, tsu_error *err)
{
    if (!s->between) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "`%s` cannot be a command of `run ... every`, whose run is not over; put it after "
                         "that run, or write the run as a loop (label, run, next, jump)",
                         what);
}

tsu_materials *tsu_session_materials(tsu_session *s)
{
    return s->world ? &s->world->materials : &s->materials;
}

void tsu_session_take_world(tsu_session *s, tsu_world *w)
{
    const int types = w->materials.types;
    s->world = w;
    w->threads = s->threads;
    w->lists.skin = s->skin;
    w->lost_policy = s->lost_policy;
    w->lean = s->options.lean && !s->watching;
    w->materials = s->materials; /* what was said before moves in */
    w->materials.types = types;
    s->materials = (tsu_materials){0};
    w->laws = s->pair_laws;
    s->pair_laws = (tsu_lawset){0};
}

void tsu_session_watch(tsu_session *s)
{
    s->watching = true;
    if (s->world) tsu_world_watch(s->world);
}

tsu_status tsu_session_make_world(tsu_session *s, const double lo[3], const double hi[3], int types,
                                  tsu_error *err)
{
    if (s->world)
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is a simulation box already; `clear` removes it");
    tsu_world_def def = s->def;
    memcpy(def.lo, lo, sizeof def.lo);
    memcpy(def.hi, hi, sizeof def.hi);
    def.materials = types;
    def.threads = s->threads;
    def.skin = s->skin;
    tsu_world *w = tsu_world_create(&def, err);
    if (!w) return err ? err->status : TSU_ERROR_MEMORY;
    tsu_session_take_world(s, w);
    return TSU_OK;
}

/* ---- groups and regions ------------------------------------------------------------------------------------------------- */

int tsu_session_find_group(const tsu_session *s, const char *name)
{
    for (int k = 0; k < s->groups; k++) {
        if (strcmp(s->group[k], name) == 0) return k;
    }
    return -1;
}

tsu_status tsu_session_group(const tsu_session *s, const char *name, int *index, tsu_error *err)
{
    *index = tsu_session_find_group(s, name);
    if (*index >= 0) return TSU_OK;
    const char *names[TSU_GROUPS_MAX + 1] = {0};
    for (int k = 0; k < s->groups; k++) {
        names[k] = s->group[k];
    }
    const char *near = tsu_nearest_word(name, names);
    return tsu_error_lacks_name(
        err, name,
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "there is no group '%s'%s%s%s; define it with `group %s ...` first", name,
                      near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", name));
}

tsu_region *tsu_session_find_region(const tsu_session *s, const char *name)
{
    for (int k = 0; k < s->regions; k++) {
        if (strcmp(s->region[k]->name, name) == 0) return s->region[k];
    }
    return NULL;
}

tsu_status tsu_session_region(const tsu_session *s, const char *name, tsu_region **region, tsu_error *err)
{
    *region = tsu_session_find_region(s, name);
    if (*region) return tsu_session_move_region(s, *region, err);
    const char **names = calloc((size_t)s->regions + 1, sizeof *names);
    for (int k = 0; k < s->regions && names; k++) {
        names[k] = s->region[k]->name;
    }
    const char *near = names ? tsu_nearest_word(name, names) : NULL;
    free(names);
    return tsu_error_lacks_name(
        err, name,
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "there is no region '%s'%s%s%s; define it with `region %s ...` first", name,
                      near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", name));
}

tsu_status tsu_session_begin_fix(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err)
{
    *fix = (tsu_object){0};
    if (words->count < 4)
        return tsu_error_set(err, TSU_ERROR_INPUT, "`%s` needs an ID, a group and a style", words->word[0]);
    if (strlen(words->word[1]) >= TSU_NAME)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the ID '%s' is too long", words->word[1]);
    snprintf(fix->id, sizeof fix->id, "%s", words->word[1]);
    snprintf(fix->style, sizeof fix->style, "%s", words->word[3]);
    snprintf(fix->origin, sizeof fix->origin, "%.200s:%d", words->file ? words->file : "", words->line);
    return tsu_session_group(s, words->word[2], &fix->group, err);
}

int32_t tsu_session_row(const tsu_session *s, uint64_t id)
{
    const tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        if (p->id[i] == id) return i;
    }
    return -1;
}
