/* SPDX-License-Identifier: Apache-2.0 */
/* continue_save.c - variables, decks and the journal in a restart file. Whoever reads it may have been given anything: what
 * does not fit is refused. */
#include "script/continue.h"
#include "script/internal.h"
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 10000000 };

/* ---- writing --------------------------------------------------------------------------------------------------------------- */

static void pack_variable(tsu_pack *p, const tsu_variable *v)
{
    tsu_pack_text(p, v->name);
    tsu_pack_u64(p, (uint64_t)v->style);
    tsu_pack_u64(p, (uint64_t)v->count);
    tsu_pack_u64(p, (uint64_t)v->which);
    tsu_pack_u64(p, (uint64_t)v->pad);
    tsu_pack_u64(p, v->n_value);
    for (size_t k = 0; k < v->n_value; k++) {
        tsu_pack_text(p, v->value[k]);
    }
    tsu_pack_u64(p, v->file ? (uint64_t)ftell(v->file) : 0);
    tsu_pack_u64(p, v->n_id);
    tsu_pack_numbers(p, v->id, v->n_id, sizeof *v->id);
    tsu_pack_numbers(p, v->number, v->n_id, sizeof *v->number);
}

static void pack_frame(tsu_pack *p, const tsu_frame *frame)
{
    tsu_pack_text(p, frame->deck->name);
    tsu_pack_u64(p, frame->is_list);
    tsu_pack_u64(p, frame->next);
    tsu_pack_u64(p, frame->deck->n_line);
    for (size_t k = 0; k < frame->deck->n_line; k++) {
        tsu_pack_u64(p, (uint64_t)frame->deck->line[k].line);
        tsu_pack_text(p, frame->deck->line[k].text);
    }
}

void tsu_continue_pack(const tsu_session *s, tsu_pack *p)
{
    const tsu_script *script = s->script;
    const tsu_journal *j = s->journal;
    if (j->failed) return;
    tsu_pack_begin(p, "script");
    tsu_pack_u64(p, script->variables.count);
    for (size_t k = 0; k < script->variables.count; k++) {
        pack_variable(p, script->variables.list[k]);
    }
    tsu_pack_u64(p, script->n_frame);
    for (size_t k = 0; k < script->n_frame; k++) {
        pack_frame(p, &script->frame[k]);
    }
    tsu_pack_u64(p, script->jump_skip);
    tsu_pack_u64(p, j->count);
    for (size_t k = 0; k < j->count; k++) {
        tsu_pack_text(p, j->line[k] ? j->line[k] : "");
    }
    tsu_pack_u64(p, j->run != NULL);
    tsu_pack_text(p, j->run ? j->run : "");
    tsu_pack_u64(p, (uint64_t)j->run_start);
    tsu_pack_u64(p, (uint64_t)s->restart.turn);
    tsu_pack_u64(p, s->particles_placed);
    tsu_pack_end(p);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

/* A text of any length, owned by the caller; NULL and bad if there is none. */
static char *take_text(tsu_cursor *c)
{
    const size_t length = (size_t)tsu_cursor_count(c, c->left);
    const uint8_t *from = tsu_cursor_lend(c, length);
    char *text = from && !memchr(from, '\0', length) ? tsu_text_copy_part((const char *)from, length) : NULL;
    if (!text) c->bad = true;
    return text;
}

static bool reopen(tsu_variable *v, long offset)
{
    if (v->style != TSU_VARIABLE_FILE && v->style != TSU_VARIABLE_ATOMFILE) return true;
    v->file = v->n_value > 0 ? fopen(v->value[0], "r") : NULL;
    return v->file && fseek(v->file, offset, SEEK_SET) == 0;
}

static bool fill_variable(tsu_cursor *c, tsu_variable *v, bool no_files)
{
    v->name = take_text(c);
    v->style = (tsu_variable_style)tsu_cursor_count(c, TSU_VARIABLE_ATOM);
    v->count = (int64_t)tsu_cursor_count(c, INT64_MAX);
    v->which = (int64_t)tsu_cursor_count(c, INT64_MAX);
    v->pad = (int)tsu_cursor_count(c, 32);
    const size_t values = (size_t)tsu_cursor_count(c, c->left / 8);
    const bool loop = v->style == TSU_VARIABLE_LOOP || v->style == TSU_VARIABLE_ULOOP;
    const bool listed = v->style == TSU_VARIABLE_INDEX || v->style == TSU_VARIABLE_UNIVERSE;
    if (c->bad || v->style == TSU_VARIABLE_NONE || (values == 0) != loop) return false;
    if (listed && ((size_t)v->count != values || v->which >= v->count)) return false;
    v->value = calloc(values + 1, sizeof *v->value);
    for (; v->value && v->n_value < values && !c->bad; v->n_value++) {
        v->value[v->n_value] = take_text(c);
    }
    const long offset = (long)tsu_cursor_count(c, INT64_MAX / 2);
    v->n_id = (size_t)tsu_cursor_count(c, c->left / 16);
    v->id = calloc(v->n_id + 1, sizeof *v->id);
    v->number = calloc(v->n_id + 1, sizeof *v->number);
    if (c->bad || !v->value || !v->id || !v->number) return false;
    tsu_cursor_numbers(c, v->id, v->n_id, sizeof *v->id);
    tsu_cursor_numbers(c, v->number, v->n_id, sizeof *v->number);
    return !c->bad && (no_files ? v->file == NULL : reopen(v, offset));
}

static bool take_variables(tsu_script *s, tsu_cursor *c)
{
    tsu_variables *all = &s->variables;
    for (size_t left = (size_t)tsu_cursor_count(c, c->left / 64); left > 0 && !c->bad; left--) {
        void *list = all->list;
        tsu_variable *v = calloc(1, sizeof *v);
        if (!v || !tsu_array_reserve(&list, &all->capacity, all->count + 1, sizeof *all->list)) {
            free(v);
            return false;
        }
        all->list = list;
        all->list[all->count++] = v;
        if (!fill_variable(c, v, all->forbid_files)) return false;
    }
    return !c->bad;
}

static bool take_lines(tsu_cursor *c, size_t count, char **text, int *number)
{
    for (size_t k = 0; k < count; k++) {
        number[k] = (int)tsu_cursor_count(c, INT32_MAX);
        text[k] = take_text(c);
        if (!text[k]) return false;
    }
    return !c->bad;
}

static bool take_frame(tsu_script *s, tsu_cursor *c)
{
    tsu_error err;
    tsu_deck *deck = NULL;
    char *name = take_text(c);
    const bool is_list = tsu_cursor_count(c, 1) == 1;
    const uint64_t next = tsu_cursor_u64(c);
    const size_t count = (size_t)tsu_cursor_count(c, c->left / 16);
    char **text = calloc(count + 1, sizeof *text);
    int *number = calloc(count + 1, sizeof *number);
    bool good = name && text && number && !c->bad && count < LINES_MAX && next <= count;
    good = good && take_lines(c, count, text, number);
    good =
        good && tsu_deck_from_commands(name, 0, (int)count, (const char *const *)text, &deck, &err) == TSU_OK;
    for (size_t k = 0; good && k < count; k++) {
        deck->line[k].line = number[k];
    }
    good = good && tsu_script_push(s, deck, is_list, &err) == TSU_OK;
    if (good) s->frame[s->n_frame - 1].next = (size_t)next;
    for (size_t k = 0; text && k < count; k++) {
        free(text[k]);
    }
    free(text);
    free(number);
    free(name);
    return good;
}

static bool take_journal(tsu_session *s, tsu_cursor *c)
{
    tsu_journal *j = s->journal;
    const size_t count = (size_t)tsu_cursor_count(c, c->left / 8);
    tsu_journal_free(j);
    j->line = calloc(count + 1, sizeof *j->line);
    j->capacity = count + 1;
    for (; j->line && j->count < count && !c->bad; j->count++) {
        char *text = take_text(c);
        if (text && !text[0]) {
            free(text);
            text = NULL;
        }
        j->line[j->count] = text;
    }
    const bool running = tsu_cursor_count(c, 1) == 1;
    j->run = take_text(c);
    if (!running && j->run) {
        free(j->run);
        j->run = NULL;
    }
    j->run_start = (int64_t)tsu_cursor_count(c, INT64_MAX / 4);
    s->restart_turn = (int)tsu_cursor_count(c, 1);
    s->placed_then = tsu_cursor_count(c, 1) == 1;
    return j->line && !c->bad;
}

tsu_status tsu_continue_unpack(tsu_session *s, const tsu_sections *sections, const char *path, tsu_error *err)
{
    tsu_cursor c = tsu_sections_find(sections, "script");
    if (c.bad)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s does not hold the deck that wrote it: go on from it with `read_restart` in a deck", path);
    bool good = take_variables(s->script, &c);
    const size_t frames = good ? (size_t)tsu_cursor_count(&c, TSU_FRAMES_MAX) : 0;
    for (size_t k = 0; k < frames && good; k++) {
        good = take_frame(s->script, &c);
    }
    s->script->jump_skip = good && tsu_cursor_count(&c, 1) == 1;
    if (good && take_journal(s, &c)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s cannot be used: its section `script` makes no sense",
                         path);
}
