/* SPDX-License-Identifier: Apache-2.0 */
/* restart.c - `write_restart`, `restart` and `read_restart`. A restart file holds the whole state of a run; what a
 * deck defines (laws, properties, walls, meshes, fixes, computes, dumps, regions) is defined again by the deck that goes on,
 * and takes its state back by name. */
#include "session/restart.h"
#include "base/memory.h"
#include "command/command.h"
#include "deck/internal.h"
#include "dump/dump.h"
#include "fix/fix.h"
#include "format/restart_file.h"
#include "io/hdf5_base.h"
#include "session/continue.h"
#include "session/files.h"
#include "step/resume/resume.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 4096 };

/* ---- writing --------------------------------------------------------------------------------------------------------- */

static const char of_compute[] = "compute:"; /* before the ID of a compute, among those of fixes */

static void pack_objects(tsu_session *s, const tsu_objects *objects, const char *prefix, int *number,
                         tsu_pack *p)
{
    for (int k = 0; k < objects->count; k++) {
        const tsu_object *object = objects->object[k];
        char id[TSU_NAME + sizeof of_compute];
        if (!object->save || snprintf(id, sizeof id, "%s%s", prefix, object->id) >= TSU_NAME) continue;
        tsu_pack_group(p, "fixes/%d", ++*number);
        tsu_pack_line(p, "id", id);
        tsu_pack_line(p, "style", object->style);
        tsu_pack_begin(p, "state");
        object->save(s, object->state, p);
        tsu_pack_end(p);
    }
}

static void pack_fixes(tsu_session *s, tsu_pack *p)
{
    int number = 0;
    pack_objects(s, &s->fixes, "", &number, p);
    if (s->running) pack_objects(s, &s->computes, of_compute, &number, p); /* it may be continued */
}

static void pack_session(tsu_session *s, tsu_pack *p)
{
    const char *group[TSU_GROUPS_MAX];
    for (int k = 0; k < s->groups; k++) {
        group[k] = s->group[k];
    }
    tsu_pack_group(p, "session");
    tsu_pack_line(p, "units", s->units);
    tsu_pack_texts(p, "groups", (size_t)s->groups, group);
    tsu_pack_begin(p, "random_streams");
    for (size_t k = 0; k < s->script->n_stream; k++) {
        tsu_pack_u64(p, (uint64_t)s->script->stream[k].seed);
        tsu_pack_u64(p, s->script->stream[k].counter);
    }
    tsu_pack_end(p);
}

tsu_status tsu_session_write_restart(tsu_session *s, const char *path, tsu_error *err)
{
    tsu_pack p;
    tsu_status status = tsu_session_reach_output(s, path, err);
    if (s->options.rehearsal || status != TSU_OK) return status;
    status = tsu_dumps_sync(s, err); /* a run continued from it has the dumps before it */
    if (status == TSU_OK && !tsu_outputs_sync(s))
        status =
            tsu_error_set(err, TSU_ERROR_IO, "a file of the deck could not be written: is the disk full?");
    if (status == TSU_OK) status = tsu_pack_open(&p, path, s->units, err);
    if (status != TSU_OK) return status;
    pack_session(s, &p);
    pack_fixes(s, &p);
    tsu_continue_pack(s, &p);
    tsu_dumps_pack(s, &p);
    tsu_boundary_follow(s->world);
    status = tsu_world_look_to_save(s->world, err);
    if (status == TSU_OK) status = tsu_restart_pack(&p, s->world, err);
    tsu_world_look_away(s->world);
    if (status != TSU_OK && p.status == TSU_OK) {
        p.status = status;
        snprintf(p.error.message, sizeof p.error.message, "%s", err ? err->message : "");
    }
    return tsu_pack_close(&p, err);
}

static tsu_status write_with_step(tsu_session *s, const char *name, tsu_error *err)
{
    char path[PATH_LENGTH];
    const tsu_status status = tsu_session_path(s, name, path, sizeof path, err);
    return status == TSU_OK ? tsu_session_write_restart(s, path, err) : status;
}

/* A name with % stands for one file per process, which there are not. */
static tsu_status read_name(tsu_words *words, const char **name, tsu_error *err)
{
    const tsu_status status = tsu_words_text(words, "the restart file", name, err);
    if (status != TSU_OK || !strchr(*name, '%')) return status;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                           "%% in a name means one file per process; tsubu writes a single file: remove it");
}

static tsu_status run_write_restart(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *name;
    tsu_status status = tsu_session_need_world(s, "write_restart", err);
    if (status == TSU_OK) status = tsu_hdf5_available("write_restart", err);
    if (status == TSU_OK) status = read_name(words, &name, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    return status == TSU_OK ? write_with_step(s, name, err) : status;
}

/* ---- every so many steps ----------------------------------------------------------------------------------------------- */

int64_t tsu_session_restart_next(const tsu_session *s, int64_t step)
{
    const int64_t every[2] = {s->restart->every, s->restart->every_two};
    int64_t next = INT64_MAX;
    for (int k = 0; k < 2; k++) {
        const int64_t due = every[k] > 0 ? (step / every[k] + 1) * every[k] : INT64_MAX;
        next = due < next ? due : next;
    }
    return next;
}

tsu_status tsu_session_restart_due(tsu_session *s, tsu_error *err)
{
    tsu_restart_plan *plan = s->restart;
    const int64_t step = s->world->step;
    tsu_status status = TSU_OK;
    if (plan->every > 0 && step % plan->every == 0) status = write_with_step(s, plan->path, err);
    if (status == TSU_OK && plan->every_two > 0 && step % plan->every_two == 0) {
        status = write_with_step(s, plan->two[plan->turn], err);
        plan->turn = 1 - plan->turn;
    }
    return status;
}

static tsu_status keep_name(tsu_words *words, const char *name, bool star, char to[1024], tsu_error *err)
{
    const int n = snprintf(to, 1024, "%s%s", name, star && !strchr(name, '*') ? ".*" : "");
    if (n > 0 && n < 1024) return TSU_OK;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the name is too long");
}

static tsu_status run_restart(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_restart_plan plan = *s->restart;
    int64_t every;
    const char *name, *second = NULL;
    if (tsu_words_peek(words) && strncmp(tsu_words_peek(words), "v_", 2) == 0)
        return tsu_words_error(words, words->at, TSU_ERROR_UNSUPPORTED, err,
                               "steps given by a variable are not supported; give a number");
    tsu_status status =
        tsu_words_integer_in(words, "steps between restart files", 0, INT64_MAX / 4, &every, err);
    if (status == TSU_OK && every == 0) {
        status = tsu_words_end(words, err);
        if (status == TSU_OK) *s->restart = (tsu_restart_plan){0};
        return status;
    }
    if (status == TSU_OK) status = tsu_hdf5_available("restart", err);
    if (status == TSU_OK) status = read_name(words, &name, err);
    if (status == TSU_OK && tsu_words_left(words)) status = read_name(words, &second, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    if (second) {
        plan.every_two = every;
        plan.turn = 0;
        status = keep_name(words, name, false, plan.two[0], err);
        if (status == TSU_OK) status = keep_name(words, second, false, plan.two[1], err);
    } else {
        plan.every = every;
        status = keep_name(words, name, true, plan.path, err);
    }
    if (status == TSU_OK) *s->restart = plan;
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

typedef struct saved_session {
    char units[16];
    int groups;
    char group[TSU_GROUPS_MAX][TSU_NAME];
    size_t streams;
    tsu_stream *stream;
    int fixes;
    tsu_saved_fix *fix;
} saved_session;

static void free_fixes(tsu_saved_fix *fix, int count)
{
    for (int k = 0; k < count; k++) {
        tsu_memory_release(&fix[k].data);
    }
    tsu_memory_release(&fix);
}

void tsu_session_forget_saved(tsu_session *s)
{
    free_fixes(s->saved_fix, s->saved_fixes);
    s->saved_fix = NULL;
    s->saved_fixes = 0;
}

static tsu_status wrong(const tsu_unpack *u, const char *what, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s cannot be used: its group `%s` is invalid", what,
                         u->group);
}

static tsu_status read_session(tsu_unpack *u, saved_session *to, const char *what, tsu_error *err)
{
    tsu_unpack_group(u, "session");
    tsu_unpack_line(u, "units", to->units, sizeof to->units);
    const tsu_section *groups = tsu_unpack_find(u, "groups");
    tsu_cursor names = tsu_unpack_cursor(u, "groups", TSU_SECTION_TEXT),
               c = tsu_unpack_cursor(u, "random_streams", TSU_SECTION_U8);
    if (u->bad || names.bad || c.bad || groups->rows > TSU_GROUPS_MAX) return wrong(u, what, err);
    for (; to->groups < (int)groups->rows; to->groups++) {
        const char *name = tsu_cursor_line(&names);
        if (!name || strlen(name) >= TSU_NAME) return wrong(u, what, err);
        snprintf(to->group[to->groups], TSU_NAME, "%s", name);
    }
    if (to->groups < 1 || strcmp(to->group[0], "all") != 0) return wrong(u, what, err);
    to->streams = c.left / 16;
    const tsu_status status =
        tsu_memory_allocate(&to->stream, to->streams, sizeof *to->stream, "random streams", err);
    for (size_t k = 0; k < to->streams && status == TSU_OK; k++) {
        to->stream[k].seed = (int64_t)tsu_cursor_u64(&c);
        to->stream[k].counter = tsu_cursor_u64(&c);
    }
    return status;
}

static tsu_status read_fixes(tsu_unpack *u, saved_session *to, const char *what, tsu_error *err)
{
    size_t capacity = 0;
    for (tsu_unpack_group(u, "fixes/1"); tsu_unpack_find(u, "id");
         tsu_unpack_group(u, "fixes/%d", to->fixes + 1)) {
        tsu_status status =
            tsu_memory_grow(&to->fix, &capacity, (size_t)to->fixes + 1, sizeof *to->fix, "saved fixes", err);
        if (status != TSU_OK) return status;
        tsu_saved_fix *fix = &to->fix[to->fixes++];
        *fix = (tsu_saved_fix){0};
        tsu_unpack_line(u, "id", fix->id, TSU_NAME);
        tsu_unpack_line(u, "style", fix->style, TSU_NAME);
        tsu_cursor c = tsu_unpack_cursor(u, "state", TSU_SECTION_U8);
        if (u->bad || c.bad) return wrong(u, what, err);
        fix->size = c.left;
        status = tsu_memory_allocate(&fix->data, c.left, 1, "saved fixes", err);
        if (status != TSU_OK) return status;
        tsu_cursor_numbers(&c, fix->data, c.left, 1);
    }
    return TSU_OK;
}

/* From here on nothing fails but for memory. */
static tsu_status take_over(tsu_session *s, tsu_world *w, saved_session *from, tsu_error *err)
{
    tsu_script *script = s->script;
    tsu_status status = TSU_OK;
    for (size_t k = 0; k < from->streams && status == TSU_OK; k++) {
        uint64_t counter;
        status = tsu_script_draw(script, from->stream[k].seed, &counter, err);
        for (size_t q = 0; q < script->n_stream && status == TSU_OK; q++) {
            if (script->stream[q].seed == from->stream[k].seed)
                script->stream[q].counter = from->stream[k].counter;
        }
    }
    if (status != TSU_OK) return status;
    if (s->def.timestep > 0.0) tsu_world_set_dt(w, s->def.timestep); /* the deck has said it already */
    memset(w->gravity, 0, sizeof w->gravity);                        /* comes with its fix */
    memcpy(s->def.boundary, w->boundary, sizeof s->def.boundary);
    tsu_session_take_world(s, w);
    snprintf(s->units, sizeof s->units, "%s", from->units);
    s->groups = from->groups;
    memcpy(s->group, from->group, sizeof s->group);
    tsu_session_forget_saved(s);
    s->saved_fix = from->fix;
    s->saved_fixes = from->fixes;
    from->fix = NULL;
    from->fixes = 0;
    s->particles_placed = false;
    return TSU_OK;
}

tsu_status tsu_session_read_sections(const tsu_session *s, const char *path, tsu_sections *out,
                                     tsu_error *err)
{
    const tsu_session_options *o = &s->options;
    return o->read_sections ? o->read_sections(o->context, path, out, err)
                            : tsu_sections_read(out, path, err);
}

tsu_status tsu_session_read_restart(tsu_session *s, const char *path, tsu_error *err)
{
    tsu_sections sections;
    tsu_unpack u = {.sections = &sections};
    saved_session saved = {0};
    tsu_world *w = NULL;
    tsu_status status = tsu_session_read_sections(s, path, &sections, err);
    if (status == TSU_OK) status = read_session(&u, &saved, path, err);
    if (status == TSU_OK) status = read_fixes(&u, &saved, path, err);
    if (status == TSU_OK) {
        w = tsu_restart_unpack(&sections, path, err);
        status = w ? take_over(s, w, &saved, err) : TSU_ERROR_INPUT;
        if (w && status != TSU_OK) tsu_world_destroy(w);
    }
    if (status == TSU_OK) s->unclaimed = true;
    if (status == TSU_OK)
        tsu_script_say(s->script, "Reading restart file %s\n  %d atoms at step %lld\n", path,
                       s->world->particles.count, (long long)s->world->step);
    free_fixes(saved.fix, saved.fixes);
    tsu_memory_release(&saved.stream);
    tsu_sections_free(&sections);
    return status;
}

/* The number that stands for the * in a name, or -1. */
static int64_t number_in(const char *name, const char *before, size_t before_length, const char *after)
{
    const size_t length = strlen(name), after_length = strlen(after);
    if (length <= before_length + after_length || strncmp(name, before, before_length) != 0) return -1;
    if (strcmp(name + length - after_length, after) != 0) return -1;
    int64_t number = 0;
    for (size_t k = before_length; k < length - after_length; k++) {
        if (name[k] < '0' || name[k] > '9' || number > INT64_MAX / 100) return -1;
        number = 10 * number + (name[k] - '0');
    }
    return number;
}

/* A name with a *: the file with the largest number in its place. */
static tsu_status find_newest(const char *name, char path[PATH_LENGTH], tsu_error *err)
{
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name, *star = strchr(file, '*');
    char folder[PATH_LENGTH];
    if (!star || strlen(name) + 32 > PATH_LENGTH)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "cannot search for '%.200s': the * must be in the name of the file", name);
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) + 1 : 1, slash ? name : ".");
    DIR *dir = opendir(folder);
    if (!dir) return tsu_error_set(err, TSU_ERROR_IO, "cannot look into %s: %s", folder, strerror(errno));
    int64_t newest = -1;
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        const int64_t number = number_in(entry->d_name, file, (size_t)(star - file), star + 1);
        newest = number > newest ? number : newest;
    }
    closedir(dir);
    if (newest < 0)
        return tsu_error_set(err, TSU_ERROR_IO, "there is no file %s with a number instead of *", name);
    snprintf(path, PATH_LENGTH, "%.*s%lld%s", (int)(star - name), name, (long long)newest, star + 1);
    return TSU_OK;
}

static tsu_status run_read_restart(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *name;
    char path[PATH_LENGTH];
    tsu_status status = tsu_hdf5_available("read_restart", err);
    if (status == TSU_OK) status = read_name(words, &name, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    if (s->world)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "there is a simulation box already; `clear` removes it");
    if (s->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "files are not opened here");
    snprintf(path, sizeof path, "%s", name);
    if (strchr(name, '*')) status = find_newest(name, path, err);
    if (status == TSU_OK) status = tsu_session_read_restart(s, path, err);
    if (status == TSU_ERROR_IO) tsu_session_name_writer(s, name, err);
    return status;
}

/* ---- afterwards ----------------------------------------------------------------------------------------------------------- */

static tsu_status load_object(tsu_session *s, const tsu_object *fix, const char *id, tsu_error *err)
{
    for (int k = 0; fix && fix->load && k < s->saved_fixes; k++) {
        tsu_saved_fix *saved = &s->saved_fix[k];
        if (strcmp(saved->id, id) != 0 || strcmp(saved->style, fix->style) != 0) continue;
        tsu_cursor c = {saved->data, saved->size, false};
        const tsu_status status = fix->load(s, fix->state, &c, err);
        if (status == TSU_OK && c.bad)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the restart file contains less state for fix %s than it needs; was it defined differently?",
                id);
        tsu_memory_release(&saved->data);
        *saved = s->saved_fix[--s->saved_fixes];
        return status;
    }
    return TSU_OK;
}

tsu_status tsu_session_load_compute(tsu_session *s, const char *id, tsu_error *err)
{
    char name[TSU_NAME + sizeof of_compute];
    snprintf(name, sizeof name, "%s%s", of_compute, id);
    return load_object(s, tsu_objects_find(&s->computes, id), name, err);
}

tsu_status tsu_session_load_fix(tsu_session *s, const char *id, tsu_error *err)
{
    return s->replaying ? TSU_OK /* one of the same name may come later */
                        : load_object(s, tsu_objects_find(&s->fixes, id), id, err);
}

static void warn(void *context, const char *sentence)
{
    const tsu_session *s = context;
    tsu_script_warn(s->script, "%s", sentence);
}

tsu_status tsu_session_resume(tsu_session *s, tsu_error *err)
{
    const bool resume = s->world->resume != NULL;
    tsu_status status = resume ? tsu_world_prepare_laws(s->world, err) : TSU_OK;
    if (resume && status == TSU_OK) status = tsu_session_prepare_liquid(s, err); /* takes what the file has */
    s->unclaimed = false;
    if (!resume || status != TSU_OK) return status;
    for (int k = 0; k < s->saved_fixes; k++) {
        /* Decks fill in one run and go on in another, in which nothing is inserted any more. */
        if (strncmp(s->saved_fix[k].style, "insert/", 7) == 0) continue;
        if (strncmp(s->saved_fix[k].id, of_compute, sizeof of_compute - 1) == 0) continue; /* begins anew */
        tsu_script_warn(s->script,
                        "the restart file's state of fix %s is dropped: no fix of style %s has this ID",
                        s->saved_fix[k].id, s->saved_fix[k].style);
    }
    tsu_session_forget_saved(s);
    return tsu_resume_adopt(s->world, warn, s, err);
}

const tsu_command tsu_commands_restart[] = {
    {"write_restart", "write_restart FILE", "write the state of the run; * is replaced by the step",
     run_write_restart},
    {"restart", "restart 0 | restart N FILE | restart N FILE1 FILE2",
     "write a restart file every N steps: FILE.STEP (or * for the step), or two files in turn", run_restart},
    {"read_restart", "read_restart FILE",
     "create box, particles and groups from a restart file; * takes the one with the largest number",
     run_read_restart},
    {0}};
