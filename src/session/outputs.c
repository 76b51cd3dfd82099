/* SPDX-License-Identifier: Apache-2.0 */
#include "session/outputs.h"
#include "base/memory.h"
#include "deck/text.h"
#include "io/file_lock.h"
#include "session/files.h"
#include "step/world.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void free_list(tsu_output_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        (void)tsu_growing_file_close(list->output[k].file);
        tsu_file_unlock(list->output[k].lock);
        free(list->output[k].path);
    }
    free(list->output);
    *list = (tsu_output_list){0};
}

void tsu_outputs_free(tsu_outputs *o)
{
    free_list(&o->now);
    free_list(&o->ahead);
    free_list(&o->then);
    for (size_t k = 0; k < o->indices; k++) {
        tsu_snapshots_free(&o->index[k].snapshots);
    }
    tsu_memory_release(&o->index);
    *o = (tsu_outputs){0};
}

static tsu_output *find(const tsu_output_list *list, const char *path)
{
    for (size_t k = 0; k < list->count; k++) {
        if (strcmp(list->output[k].path, path) == 0) return &list->output[k];
    }
    return NULL;
}

static bool add(tsu_output_list *list, const char *path, tsu_file_mark mark)
{
    void *outputs = list->output;
    char *copy = tsu_text_copy(path);
    if (!copy || !tsu_array_reserve(&outputs, &list->capacity, list->count + 1, sizeof *list->output)) {
        free(copy);
        return false;
    }
    list->output = outputs;
    list->output[list->count++] = (tsu_output){.path = copy, .mark = mark, .at = -1, .lock = -1};
    return true;
}

void tsu_outputs_note(tsu_outputs *o, const char *path, int64_t at)
{
    tsu_output *now = find(&o->now, path);
    if (now) now->at = at;
}

void tsu_outputs_foresee(tsu_outputs *o, const char *path)
{
    if (!find(&o->now, path) && !find(&o->ahead, path) &&
        !add(&o->ahead, path, (tsu_file_mark){.length = -1}))
        o->failed = true;
}

bool tsu_outputs_knew(const tsu_outputs *o, const char *path)
{
    return find(&o->then, path) != NULL;
}

/* Where a file goes on that the deck had opened before it was stopped; -1: at its end. */
static int64_t place_then(tsu_output *then)
{
    struct stat about;
    const bool plain = stat(then->path, &about) == 0 && S_ISREG(about.st_mode);
    if (then->mark.length < 0) return plain ? 0 : -1; /* it was not there yet */
    then->state = tsu_file_mark_compare(then->path, then->mark);
    const bool fits = then->state == TSU_FILE_AS_IT_WAS || then->state == TSU_FILE_LONGER;
    return fits ? then->mark.length : -1;
}

tsu_status tsu_outputs_begin(tsu_session *s, const char *path, bool append, int64_t *at, bool *anew,
                             tsu_error *err)
{
    tsu_outputs *o = s->outputs;
    tsu_output *now = find(&o->now, path), *then = find(&o->then, path);
    const bool again = s->replaying || append;
    *at = -1;
    *anew = false;
    if (s->options.rehearsal) return TSU_OK;
    if (now && o->continued) *at = again ? now->at : 0;
    if (!now && o->continued && again && then) *at = place_then(then);
    if (!now && o->continued && !again) *at = 0;
    *anew = !now && s->replaying && then && then->state == TSU_FILE_GONE;
    if (now) return TSU_OK;
    int lock;
    const tsu_status status = tsu_file_lock(path, &lock, err);
    if (status != TSU_OK) return status;
    if (!add(&o->now, path, (tsu_file_mark){.length = -1})) {
        tsu_file_unlock(lock);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the file '%.200s'", path);
    }
    o->now.output[o->now.count - 1].lock = lock;
    o->now.output[o->now.count - 1].at = *at;
    return TSU_OK;
}

/* ---- files of lines ---------------------------------------------------------------------------------------------------------- */

static tsu_growing_file *open_lines(const char *path, bool append, int64_t at, tsu_error *err)
{
    tsu_growing_file *file =
        at >= 0 ? tsu_growing_file_follow(path, at) : tsu_growing_file_open(path, append);
    if (file)
        tsu_growing_file_no_notes(file);
    else
        tsu_error_set(err, TSU_ERROR_IO, "cannot write '%.200s': %s", path, strerror(errno));
    return file;
}

tsu_growing_file *tsu_session_open_output(tsu_session *s, const char *path, bool append, bool *titles,
                                          tsu_error *err)
{
    int64_t at;
    bool anew, local;
    if (!titles) titles = &local;
    *titles = !s->replaying;
    if (tsu_session_reach_output(s, path, err) != TSU_OK) return NULL;
    if (s->options.rehearsal) return open_lines("/dev/null", true, -1, err);
    if (tsu_outputs_begin(s, path, append, &at, &anew, err) != TSU_OK) return NULL;
    *titles = *titles || anew;
    tsu_output *now = find(&s->outputs->now, path);
    if (now->file && !append && !s->replaying) { /* written from the start once more */
        (void)tsu_growing_file_close(now->file);
        now->file = open_lines(path, false, at, err);
    }
    if (!now->file) now->file = open_lines(path, append || (s->replaying && !anew), at, err);
    if (now->file) now->users++;
    return now->file;
}

bool tsu_session_close_output(tsu_session *s, tsu_growing_file *file)
{
    bool good = true;
    tsu_output_list *now = &s->outputs->now;
    for (size_t k = 0; k < now->count && file; k++) {
        tsu_output *o = &now->output[k];
        if (o->file != file) continue;
        if (--o->users > 0) return tsu_growing_file_sync(file);
        good = tsu_growing_file_sync(file);
        o->at = tsu_growing_file_at(file);
        o->file = NULL;
        return tsu_growing_file_close(file) && good;
    }
    return tsu_growing_file_close(file); /* of a dry run */
}

bool tsu_outputs_sync(tsu_session *s)
{
    bool good = true;
    tsu_output_list *now = &s->outputs->now;
    for (size_t k = 0; k < now->count; k++) {
        tsu_output *o = &now->output[k];
        if (!o->file) continue;
        good = tsu_growing_file_sync(o->file) && good;
        o->at = tsu_growing_file_at(o->file);
    }
    return good;
}

/* ---- at the beginning and at the end of a deck that is continued --------------------------------------------------------------- */

void tsu_outputs_tell(const tsu_session *s, const char *restart)
{
    const tsu_output_list *then = &s->outputs->then;
    for (size_t k = 0; k < then->count; k++) {
        const tsu_output *o = &then->output[k];
        if (o->state == TSU_FILE_LONGER)
            tsu_script_say(s->script, "  %s: continues after step %lld\n", o->path,
                           (long long)s->world->step);
        if (o->state == TSU_FILE_OTHER && o->mark.length >= 0)
            tsu_script_warn(s->script,
                            "%s has changed since %s was written; output is appended to it, so some steps "
                            "may appear twice",
                            o->path, restart);
        if (o->state == TSU_FILE_SHORTER)
            tsu_script_warn(s->script,
                            "%s is shorter than when %s was written, so steps are missing. To restore them, "
                            "continue from an older restart file",
                            o->path, restart);
        if (o->state == TSU_FILE_GONE)
            tsu_script_warn(s->script,
                            "%s no longer exists, but did when %s was written; it is started again", o->path,
                            restart);
    }
}

void tsu_outputs_end(tsu_session *s)
{
    tsu_error err;
    const tsu_session_options *options = &s->options;
    if (options->interrupted && options->interrupted(options->context)) return;
    if (tsu_dumps_sync(s, &err) != TSU_OK || !tsu_outputs_sync(s)) return; /* told when they are closed */
    for (size_t k = 0; k < s->outputs->now.count; k++) {
        tsu_file_cut(s->outputs->now.output[k].path, s->outputs->now.output[k].at);
    }
}

/* ---- indices of dumps ------------------------------------------------------------------------------------------------------ */

void tsu_snapshots_free(tsu_snapshots *s)
{
    tsu_memory_release(&s->step);
    tsu_memory_release(&s->time);
    *s = (tsu_snapshots){0};
}

tsu_status tsu_snapshots_add(tsu_snapshots *s, int64_t step, double time, tsu_error *err)
{
    static const char what[] = "the index of a dump";
    const size_t most = (size_t)s->count + 1;
    if (s->count > 0 && s->step[s->count - 1] == step) return TSU_OK;
    tsu_status status = tsu_memory_grow(&s->step, &s->step_capacity, most, sizeof *s->step, what, err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&s->time, &s->time_capacity, most, sizeof *s->time, what, err);
    if (status != TSU_OK) return status;
    s->step[s->count] = step;
    s->time[s->count++] = time;
    return TSU_OK;
}

static tsu_status add_all(tsu_snapshots *to, int64_t count, const int64_t *step, const double *time,
                          tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int64_t k = 0; k < count && status == TSU_OK; k++) {
        status = tsu_snapshots_add(to, step[k], time[k], err);
    }
    return status;
}

tsu_status tsu_snapshots_copy(tsu_snapshots *to, const tsu_snapshots *from, tsu_error *err)
{
    return add_all(to, from->count, from->step, from->time, err);
}

const tsu_saved_dump *tsu_outputs_dump(const tsu_outputs *o, const char *id)
{
    for (size_t k = 0; k < o->indices; k++) {
        if (strcmp(o->index[k].id, id) == 0) return &o->index[k];
    }
    return NULL;
}

/* ---- in a restart file ----------------------------------------------------------------------------------------------------- */

/* What a list adds to the marks; `anew`: they are taken now. */
static size_t mark_all(tsu_output_list *list, bool anew, const tsu_output_list *but, const char **path,
                       int64_t *mark)
{
    size_t n = 0;
    for (size_t k = 0; k < list->count; k++) {
        tsu_output *o = &list->output[k];
        if (but && find(but, o->path)) continue;
        if (anew) o->mark = tsu_file_mark_take(o->path, o->at);
        path[n] = o->path;
        mark[2 * n] = o->mark.length;
        memcpy(&mark[2 * n + 1], &o->mark.hash, sizeof *mark);
        n++;
    }
    return n;
}

/* Files that the deck has not opened since it goes on are as they were then, whatever else they hold by now. */
void tsu_outputs_pack(tsu_session *s, tsu_pack *p)
{
    tsu_outputs *o = s->outputs;
    free_list(&o->ahead);
    tsu_outputs_look_ahead(s);
    const size_t most = o->now.count + o->then.count + o->ahead.count;
    const char **path = calloc(most + 1, sizeof *path);
    int64_t *mark = calloc(2 * most + 1, sizeof *mark);
    if (path && mark && !o->failed) {
        size_t n = mark_all(&o->now, true, NULL, path, mark);
        n += mark_all(&o->then, false, &o->now, path + n, mark + 2 * n);
        n += mark_all(&o->ahead, true, &o->then, path + n, mark + 2 * n);
        tsu_pack_group(p, "deck/outputs");
        tsu_pack_texts(p, "name", n, path);
        tsu_pack_array(p, "length_hash", TSU_SECTION_I64, n, 2, NULL, mark);
    }
    free(path);
    free(mark);
}

void tsu_snapshots_pack(const tsu_snapshots *s, tsu_pack *p)
{
    if (s->count == 0) return;
    tsu_pack_array(p, "step", TSU_SECTION_I64, (size_t)s->count, 1, NULL, s->step);
    tsu_pack_array(p, "time", TSU_SECTION_F64, (size_t)s->count, 1, "s", s->time);
}

static bool unpack_indices(tsu_outputs *o, tsu_unpack *u)
{
    tsu_error err;
    for (tsu_unpack_group(u, "deck/dumps/1"); tsu_unpack_find(u, "id");
         tsu_unpack_group(u, "deck/dumps/%zu", o->indices + 1)) {
        const tsu_section *step = tsu_unpack_find(u, "step"), *time = tsu_unpack_find(u, "time");
        const tsu_section *last = tsu_unpack_find(u, "last");
        const bool none = !step && !time && last;
        if (!none && (!step || !time || step->type != TSU_SECTION_I64 || time->type != TSU_SECTION_F64 ||
                      step->columns != 1 || time->columns != 1 || step->rows != time->rows))
            return false;
        if (tsu_memory_grow(&o->index, &o->index_capacity, o->indices + 1, sizeof *o->index, "indices",
                            &err) != TSU_OK)
            return false;
        tsu_saved_dump *to = &o->index[o->indices++];
        *to = (tsu_saved_dump){.times = last != NULL};
        tsu_unpack_line(u, "id", to->id, sizeof to->id);
        if (last) to->last = (int64_t)tsu_unpack_count(u, "last", INT64_MAX / 2) - 1;
        if (last) to->every = (int64_t)tsu_unpack_count(u, "every", INT64_MAX);
        if (u->bad || (last && to->every < 1)) return false;
        if (none) continue;
        if (add_all(&to->snapshots, (int64_t)step->rows, (const int64_t *)(const void *)step->data,
                    (const double *)(const void *)time->data, &err) != TSU_OK)
            return false;
    }
    return true;
}

bool tsu_outputs_unpack(tsu_outputs *o, tsu_unpack *u)
{
    if (!unpack_indices(o, u)) return false;
    tsu_unpack_group(u, "deck/outputs");
    const tsu_section *marks = tsu_unpack_find(u, "length_hash");
    if (!marks) return true;
    tsu_cursor names = tsu_unpack_cursor(u, "name", TSU_SECTION_TEXT);
    if (names.bad || marks->type != TSU_SECTION_I64 || marks->columns != 2) return false;
    for (size_t k = 0; k < marks->rows; k++) {
        const char *path = tsu_cursor_line(&names);
        tsu_file_mark mark;
        memcpy(&mark.length, marks->data + 16 * k, 8);
        memcpy(&mark.hash, marks->data + 16 * k + 8, 8);
        if (!path || !add(&o->then, path, mark)) return false;
    }
    o->known = true;
    return true;
}
