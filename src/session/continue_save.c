/* SPDX-License-Identifier: Apache-2.0 */
/* continue_save.c - variables, decks and the journal in a restart file. Whoever reads it may have been given anything: what
 * does not fit is refused. */
#include "deck/internal.h"
#include "session/continue.h"
#include "session/outputs.h"
#include "session/restart.h"
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 10000000, VARIABLE_NUMBERS = 7, FRAME_NUMBERS = 3 };

/* ---- writing --------------------------------------------------------------------------------------------------------------- */

/* Texts and numbers of many owners, one behind the other, on their way into one array. */
typedef struct heap {
    size_t texts, numbers, text_capacity, number_capacity;
    const char **text;
    int64_t *number;
    bool failed;
} heap;

static void add_text(heap *h, const char *text)
{
    void *list = h->text;
    if (!h->failed && tsu_array_reserve(&list, &h->text_capacity, h->texts + 1, sizeof *h->text)) {
        h->text = list;
        h->text[h->texts++] = text;
    } else {
        h->failed = true;
    }
}

static void add_number(heap *h, int64_t x)
{
    void *list = h->number;
    if (!h->failed && tsu_array_reserve(&list, &h->number_capacity, h->numbers + 1, sizeof *h->number)) {
        h->number = list;
        h->number[h->numbers++] = x;
    } else {
        h->failed = true;
    }
}

/* Empties it into an array of texts or of rows of numbers. */
static void flush_texts(heap *h, tsu_pack *p, const char *name)
{
    tsu_pack_texts(p, name, h->texts, h->text);
    h->texts = 0;
}

static void flush_numbers(heap *h, tsu_pack *p, const char *name, size_t columns)
{
    tsu_pack_array(p, name, TSU_SECTION_I64, h->numbers / columns, columns, NULL, h->number);
    h->numbers = 0;
}

static void pack_variables(tsu_pack *p, const tsu_variables *all, heap *h)
{
    tsu_pack_group(p, "deck/variables");
    for (size_t k = 0; k < all->count; k++) {
        const tsu_variable *v = all->list[k];
        const int64_t row[VARIABLE_NUMBERS] = {
            v->style,        v->count, v->which, v->pad, (int64_t)v->n_value, v->file ? ftell(v->file) : 0,
            (int64_t)v->n_id};
        for (int q = 0; q < VARIABLE_NUMBERS; q++) {
            add_number(h, row[q]);
        }
        add_text(h, v->name);
    }
    flush_texts(h, p, "name");
    flush_numbers(h, p, "style_count_which_pad_values_place_atoms", VARIABLE_NUMBERS);
    tsu_pack_begin(p, "atoms"); /* those of atomfile variables */
    for (size_t k = 0; k < all->count; k++) {
        const tsu_variable *v = all->list[k];
        for (size_t q = 0; q < v->n_value; q++) {
            add_text(h, v->value[q]);
        }
        tsu_pack_numbers(p, v->id, v->n_id, sizeof *v->id);
        tsu_pack_numbers(p, v->number, v->n_id, sizeof *v->number);
    }
    tsu_pack_end(p);
    flush_texts(h, p, "value");
}

/* A list of commands with nothing left in it, such as the `run` that a deck goes on with, need not be kept. */
static bool is_done(const tsu_frame *frame)
{
    return frame->is_list && frame->next >= frame->deck->n_line;
}

static void pack_frames(tsu_pack *p, const tsu_script *script, heap *h)
{
    tsu_pack_group(p, "deck/files");
    for (size_t k = 0; k < script->n_frame; k++) {
        const tsu_frame *frame = &script->frame[k];
        if (is_done(frame)) continue;
        add_number(h, frame->is_list);
        add_number(h, (int64_t)frame->next);
        add_number(h, (int64_t)frame->deck->n_line);
        add_text(h, frame->deck->name);
    }
    flush_texts(h, p, "name");
    flush_numbers(h, p, "list_next_lines", FRAME_NUMBERS);
    for (size_t k = 0; k < script->n_frame; k++) {
        const tsu_deck *deck = script->frame[k].deck;
        for (size_t q = 0; q < deck->n_line && !is_done(&script->frame[k]); q++) {
            add_number(h, deck->line[q].line);
            add_text(h, deck->line[q].text);
        }
    }
    flush_texts(h, p, "line");
    flush_numbers(h, p, "line_number", 1);
}

void tsu_continue_pack(tsu_session *s, tsu_pack *p)
{
    const tsu_journal *j = s->journal;
    heap h = {0};
    if (j->failed) return;
    pack_variables(p, &s->script->variables, &h);
    pack_frames(p, s->script, &h);
    tsu_outputs_pack(s, p);
    tsu_pack_group(p, "deck");
    for (size_t k = 0; k < j->count; k++) {
        add_text(&h, j->line[k] ? j->line[k] : "");
    }
    flush_texts(&h, p, "journal");
    tsu_pack_count(p, "jump_skip", s->script->jump_skip);
    tsu_pack_count(p, "running", j->run != NULL);
    tsu_pack_line(p, "run", j->run ? j->run : "");
    tsu_pack_count(p, "run_start", (uint64_t)j->run_start);
    tsu_pack_count(p, "restart_turn", (uint64_t)s->restart->turn);
    tsu_pack_count(p, "particles_placed", s->particles_placed);
    if (h.failed && p->status == TSU_OK)
        p->status = tsu_error_set(&p->error, TSU_ERROR_MEMORY, "no memory for the deck in a restart file");
    free(h.text);
    free(h.number);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

/* Where texts and numbers are taken from. */
typedef struct source {
    tsu_cursor text;
    const tsu_section *rows;
} source;

static source open_source(const tsu_unpack *u, const char *texts, const char *numbers, size_t columns)
{
    source from = {.text = tsu_unpack_cursor(u, texts, TSU_SECTION_TEXT),
                   .rows = tsu_unpack_find(u, numbers)};
    if (!from.rows || from.rows->type != TSU_SECTION_I64 || from.rows->columns != columns)
        from.text.bad = true;
    return from;
}

/* A text, owned by the caller; NULL and bad if there is none. */
static char *take_text(tsu_cursor *c)
{
    const char *from = tsu_cursor_line(c);
    char *text = from ? tsu_text_copy(from) : NULL;
    if (!text) c->bad = true;
    return text;
}

/* A number of 0 to `most` out of a row; bad otherwise. */
static uint64_t take_count(tsu_cursor *c, const int64_t *row, int column, uint64_t most)
{
    if (row[column] >= 0 && (uint64_t)row[column] <= most) return (uint64_t)row[column];
    c->bad = true;
    return 0;
}

static bool reopen(tsu_variable *v, long offset)
{
    if (v->style != TSU_VARIABLE_FILE && v->style != TSU_VARIABLE_ATOMFILE) return true;
    v->file = v->n_value > 0 ? fopen(v->value[0], "r") : NULL;
    return v->file && fseek(v->file, offset, SEEK_SET) == 0;
}

static bool fill_values(tsu_cursor *value, size_t values, tsu_variable *v)
{
    v->value = calloc(values + 1, sizeof *v->value);
    for (; v->value && v->n_value < values && !value->bad; v->n_value++) {
        v->value[v->n_value] = take_text(value);
    }
    return v->value && !value->bad;
}

static bool fill_atoms(tsu_cursor *atoms, tsu_variable *v)
{
    v->id = calloc(v->n_id + 1, sizeof *v->id);
    v->number = calloc(v->n_id + 1, sizeof *v->number);
    if (!v->id || !v->number) return false;
    tsu_cursor_numbers(atoms, v->id, v->n_id, sizeof *v->id);
    tsu_cursor_numbers(atoms, v->number, v->n_id, sizeof *v->number);
    return !atoms->bad;
}

static bool fill_variable(tsu_cursor *name, const int64_t *row, tsu_cursor *value, tsu_cursor *atoms,
                          tsu_variable *v, bool no_files)
{
    v->name = take_text(name);
    v->style = (tsu_variable_style)take_count(name, row, 0, TSU_VARIABLE_ATOM);
    v->count = (int64_t)take_count(name, row, 1, INT64_MAX);
    v->which = (int64_t)take_count(name, row, 2, INT64_MAX);
    v->pad = (int)take_count(name, row, 3, 32);
    const size_t values = (size_t)take_count(name, row, 4, value->left);
    const long offset = (long)take_count(name, row, 5, INT64_MAX / 2);
    v->n_id = (size_t)take_count(name, row, 6, atoms->left / 16);
    const bool loop = v->style == TSU_VARIABLE_LOOP || v->style == TSU_VARIABLE_ULOOP;
    const bool listed = v->style == TSU_VARIABLE_INDEX || v->style == TSU_VARIABLE_UNIVERSE;
    if (name->bad || v->style == TSU_VARIABLE_NONE || (values == 0) != loop) return false;
    if (listed && ((size_t)v->count != values || v->which >= v->count)) return false;
    if (!fill_values(value, values, v) || !fill_atoms(atoms, v)) return false;
    return no_files ? v->file == NULL : reopen(v, offset);
}

static bool take_variables(tsu_script *s, tsu_unpack *u)
{
    tsu_variables *all = &s->variables;
    tsu_unpack_group(u, "deck/variables");
    source from = open_source(u, "name", "style_count_which_pad_values_place_atoms", VARIABLE_NUMBERS);
    tsu_cursor value = tsu_unpack_cursor(u, "value", TSU_SECTION_TEXT),
               atoms = tsu_unpack_cursor(u, "atoms", TSU_SECTION_U8);
    if (from.text.bad || value.bad || atoms.bad) return false;
    for (size_t k = 0; k < from.rows->rows; k++) {
        void *list = all->list;
        tsu_variable *v = calloc(1, sizeof *v);
        if (!v || !tsu_array_reserve(&list, &all->capacity, all->count + 1, sizeof *all->list)) {
            free(v);
            return false;
        }
        all->list = list;
        all->list[all->count++] = v;
        const int64_t *row = (const int64_t *)(const void *)from.rows->data + VARIABLE_NUMBERS * k;
        if (!fill_variable(&from.text, row, &value, &atoms, v, all->forbid_files)) return false;
    }
    return true;
}

/* `count` lines of a deck and their numbers. */
static tsu_deck *take_deck(const char *name, source *line, size_t first, size_t count)
{
    tsu_error err;
    tsu_deck *deck = NULL;
    const char **text = calloc(count + 1, sizeof *text);
    bool good = text != NULL;
    for (size_t k = 0; k < count && good; k++) {
        text[k] = tsu_cursor_line(&line->text);
        good = text[k] != NULL;
    }
    good = good && tsu_deck_from_commands(name, 0, (int)count, text, &deck, &err) == TSU_OK;
    const int64_t *number = (const int64_t *)(const void *)line->rows->data + first;
    for (size_t k = 0; good && k < count; k++) {
        deck->line[k].line = (int)take_count(&line->text, number, (int)k, INT32_MAX);
    }
    free(text);
    return deck;
}

static bool take_frames(tsu_script *s, tsu_unpack *u)
{
    tsu_error err;
    tsu_unpack_group(u, "deck/files");
    source file = open_source(u, "name", "list_next_lines", FRAME_NUMBERS),
           line = open_source(u, "line", "line_number", 1);
    size_t first = 0;
    if (file.text.bad || line.text.bad || file.rows->rows > TSU_FRAMES_MAX) return false;
    for (size_t k = 0; k < file.rows->rows; k++) {
        const int64_t *row = (const int64_t *)(const void *)file.rows->data + FRAME_NUMBERS * k;
        const char *name = tsu_cursor_line(&file.text);
        const bool is_list = take_count(&file.text, row, 0, 1) == 1;
        const uint64_t lines = take_count(&file.text, row, 2, line.rows->rows - first),
                       next = take_count(&file.text, row, 1, lines);
        if (file.text.bad || lines > LINES_MAX) return false;
        tsu_deck *deck = take_deck(name, &line, first, (size_t)lines);
        if (!deck || tsu_script_push(s, deck, is_list, &err) != TSU_OK || line.text.bad) return false;
        s->frame[s->n_frame - 1].next = (size_t)next;
        first += (size_t)lines;
    }
    return true;
}

static bool take_journal(tsu_session *s, tsu_unpack *u)
{
    tsu_journal *j = s->journal;
    tsu_unpack_group(u, "deck");
    tsu_cursor lines = tsu_unpack_cursor(u, "journal", TSU_SECTION_TEXT),
               run = tsu_unpack_cursor(u, "run", TSU_SECTION_TEXT);
    if (lines.bad || run.bad) return false;
    const size_t count = tsu_unpack_find(u, "journal")->rows;
    tsu_journal_free(j);
    j->line = calloc(count + 1, sizeof *j->line);
    j->capacity = count + 1;
    for (; j->line && j->count < count && !lines.bad; j->count++) {
        char *text = take_text(&lines);
        if (text && !text[0]) {
            free(text);
            text = NULL;
        }
        j->line[j->count] = text;
    }
    if (tsu_unpack_count(u, "running", 1) == 1) j->run = take_text(&run);
    j->run_start = (int64_t)tsu_unpack_count(u, "run_start", INT64_MAX / 4);
    s->restart_turn = (int)tsu_unpack_count(u, "restart_turn", 1);
    s->placed_then = tsu_unpack_count(u, "particles_placed", 1) == 1;
    s->script->jump_skip = tsu_unpack_count(u, "jump_skip", 1) == 1;
    return j->line && !lines.bad && !run.bad && !u->bad;
}

tsu_status tsu_continue_unpack(tsu_session *s, const tsu_sections *sections, const char *path, tsu_error *err)
{
    tsu_unpack u = {.sections = sections, .group = "deck"};
    if (!tsu_unpack_find(&u, "journal"))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s does not hold the deck that wrote it: continue from it with `read_restart` in a deck", path);
    if (take_variables(s->script, &u) && take_frames(s->script, &u) && tsu_outputs_unpack(s->outputs, &u) &&
        take_journal(s, &u))
        return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s cannot be used: its group `%s` is invalid", path, u.group);
}
