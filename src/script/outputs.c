/* SPDX-License-Identifier: Apache-2.0 */
#include "script/outputs.h"
#include "base/memory.h"
#include "script/text.h"
#include <stdlib.h>
#include <string.h>

static void free_list(tsu_output_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->output[k].path);
    }
    free(list->output);
    *list = (tsu_output_list){0};
}

void tsu_outputs_free(tsu_outputs *o)
{
    free_list(&o->now);
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
    list->output[list->count++] = (tsu_output){.path = copy, .mark = mark};
    return true;
}

void tsu_outputs_note(tsu_outputs *o, const char *path)
{
    if (!find(&o->now, path) && !add(&o->now, path, (tsu_file_mark){.length = -1})) o->failed = true;
}

bool tsu_outputs_return(tsu_outputs *o, const char *path)
{
    tsu_output *then = find(&o->then, path);
    if (!then) return false;
    const tsu_file_state found = tsu_file_mark_return(path, then->mark);
    if (found != TSU_FILE_AS_IT_WAS) then->state = found;
    tsu_outputs_note(o, path);
    return true;
}

void tsu_outputs_tell(const tsu_session *s, const char *restart)
{
    const tsu_output_list *then = &s->outputs->then;
    for (size_t k = 0; k < then->count; k++) {
        const tsu_output *o = &then->output[k];
        if (o->state == TSU_FILE_CUT)
            tsu_script_say(s->script, "  %s: cut back to step %lld\n", o->path, (long long)s->world->step);
        if (o->state == TSU_FILE_OTHER)
            tsu_script_warn(s->script,
                            "%s is not what it was when %s was written; it is appended to as it is, and may "
                            "then hold steps twice",
                            o->path, restart);
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

tsu_status tsu_snapshots_load(tsu_snapshots *s, const tsu_outputs *o, const char *id, tsu_error *err)
{
    for (size_t k = 0; k < o->indices; k++) {
        const tsu_snapshots *from = &o->index[k].snapshots;
        if (strcmp(o->index[k].id, id) == 0) return add_all(s, from->count, from->step, from->time, err);
    }
    return TSU_OK;
}

/* ---- in a restart file ----------------------------------------------------------------------------------------------------- */

void tsu_outputs_pack(tsu_outputs *o, tsu_pack *p)
{
    const size_t count = o->now.count;
    const char **path = calloc(count + 1, sizeof *path);
    int64_t *mark = calloc(2 * count + 1, sizeof *mark);
    for (size_t k = 0; path && mark && k < count; k++) {
        o->now.output[k].mark = tsu_file_mark_take(o->now.output[k].path);
        path[k] = o->now.output[k].path;
        mark[2 * k] = o->now.output[k].mark.length;
        memcpy(&mark[2 * k + 1], &o->now.output[k].mark.hash, sizeof *mark);
    }
    if (path && mark && !o->failed) {
        tsu_pack_group(p, "deck/outputs");
        tsu_pack_texts(p, "name", count, path);
        tsu_pack_array(p, "length_hash", TSU_SECTION_I64, count, 2, NULL, mark);
    }
    free(path);
    free(mark);
}

void tsu_snapshots_pack(const tsu_snapshots *s, const char *id, int number, tsu_pack *p)
{
    tsu_pack_group(p, "deck/dumps/%d", number);
    tsu_pack_line(p, "id", id);
    tsu_pack_array(p, "step", TSU_SECTION_I64, (size_t)s->count, 1, NULL, s->step);
    tsu_pack_array(p, "time", TSU_SECTION_F64, (size_t)s->count, 1, "s", s->time);
}

static bool unpack_indices(tsu_outputs *o, tsu_unpack *u)
{
    tsu_error err;
    for (tsu_unpack_group(u, "deck/dumps/1"); tsu_unpack_find(u, "id");
         tsu_unpack_group(u, "deck/dumps/%zu", o->indices + 1)) {
        const tsu_section *step = tsu_unpack_find(u, "step"), *time = tsu_unpack_find(u, "time");
        if (!step || !time || step->type != TSU_SECTION_I64 || time->type != TSU_SECTION_F64 ||
            step->columns != 1 || time->columns != 1 || step->rows != time->rows)
            return false;
        if (tsu_memory_grow(&o->index, &o->index_capacity, o->indices + 1, sizeof *o->index, "indices",
                            &err) != TSU_OK)
            return false;
        tsu_saved_index *to = &o->index[o->indices++];
        *to = (tsu_saved_index){0};
        tsu_unpack_line(u, "id", to->id, sizeof to->id);
        if (u->bad || add_all(&to->snapshots, (int64_t)step->rows, (const int64_t *)(const void *)step->data,
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
