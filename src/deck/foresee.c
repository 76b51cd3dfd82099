/* SPDX-License-Identifier: Apache-2.0 */
/* foresee.c - what the text of a deck tells before it runs: that it holds no command, that it would include itself or jump for
 * ever, and that a variable of the command line is named nowhere in it. */
#include "deck/internal.h"
#include "deck/lexer.h"
#include "deck/text.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DECKS_DEEP = 16, NAMES_MOST = 1000 };

/* ---- lines -------------------------------------------------------------------------------------- */

/* The n-th word of a line, from 0, up to a comment; length 0: there is none. */
static const char *word_at(const char *line, int n, size_t *length)
{
    for (;; n--) {
        line += strspn(line, " \t\r");
        *length = *line == '#' ? 0 : strcspn(line, " \t\r");
        if (n == 0 || *length == 0) return line;
        line += *length;
    }
}

static bool is_command(const char *line, const char *name)
{
    size_t length;
    const char *word = word_at(line, 0, &length);
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

static bool holds_any(const tsu_deck *deck, size_t first, size_t end, const char *const *commands)
{
    for (size_t i = first; i < end; i++) {
        for (int k = 0; commands[k]; k++) {
            if (is_command(deck->line[i].text, commands[k])) return true;
        }
    }
    return false;
}

tsu_status tsu_script_check_empty(const tsu_deck *deck, tsu_error *err)
{
    for (size_t i = 0; i < deck->n_line; i++) {
        size_t length;
        (void)word_at(deck->line[i].text, 0, &length);
        if (length > 0) return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "the deck `%.200s` holds no command; is it the right file, and was it saved?",
                         deck->name);
}

/* ---- endless ------------------------------------------------------------------------------------ */

/* Paths may be written in two ways, so the text decides. */
static bool same_deck(const tsu_deck *a, const tsu_deck *b)
{
    if (a == b) return true;
    if (a->n_line != b->n_line) return false;
    for (size_t i = 0; i < a->n_line; i++) {
        if (strcmp(a->line[i].text, b->line[i].text) != 0) return false;
    }
    return true;
}

tsu_status tsu_script_check_include(const tsu_script *s, const tsu_deck *deck, tsu_error *err)
{
    static const char *const ways_out[] = {"if", "jump", "next", "quit", "clear", NULL};
    for (size_t i = s->n_frame; i > 0; i--) {
        const tsu_frame *f = &s->frame[i - 1];
        if (f->is_list || holds_any(f->deck, 0, f->next, ways_out)) return TSU_OK; /* it may end */
        if (!same_deck(f->deck, deck)) continue;
        if (i == s->n_frame)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "`include %.120s`: the deck includes itself endlessly; remove "
                                 "the line, or name the intended deck",
                                 deck->name);
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "`include %.120s`: this deck was included from there and would be included endlessly; remove "
            "the line, or the `include` in line %d of `%.120s`",
            deck->name, f->deck->line[f->next - 1].line, f->deck->name);
    }
    return TSU_OK;
}

tsu_status tsu_script_check_jump(const tsu_script *s, const tsu_frame *frame, size_t target, tsu_error *err)
{
    static const char *const ways_out[] = {"if",    "jump",     "next",      "quit",     "include", "run",
                                           "shell", "run_time", "partition", "variable", NULL};
    const tsu_frame *top = &s->frame[s->n_frame - 1];
    if (frame != top || frame->next == 0 || target >= frame->next) return TSU_OK;
    if (holds_any(frame->deck, target, frame->next - 1, ways_out)) return TSU_OK;
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "`jump`: the loop from line %d to here has no `next`, `if`, `quit` or `run` and would "
        "never end; end it by `variable i loop N` before the label and `next i` before "
        "`jump`",
        frame->deck->line[target].line);
}

/* ---- variables of the command line -------------------------------------------------------------- */

typedef struct names {
    const char *name; /* that is looked for */
    bool found, open; /* it is named; a deck could not be read beforehand */
    char *known[NAMES_MOST + 1];
    size_t count;
} names;

static bool is_name(int c)
{
    return isalnum(c) || c == '_';
}

static void take_name(names *n, const char *word, size_t length)
{
    if (strlen(n->name) == length && strncmp(n->name, word, length) == 0) n->found = true;
    for (size_t k = 0; k < n->count; k++) {
        if (strlen(n->known[k]) == length && strncmp(n->known[k], word, length) == 0) return;
    }
    char *copy = length > 0 && n->count < NAMES_MOST ? tsu_text_copy_part(word, length) : NULL;
    if (copy) n->known[n->count++] = copy;
}

/* $x, ${x}, v_x, and the words behind `variable` and `next`. */
static void scan_line(names *n, const char *line)
{
    size_t length;
    const char *word = word_at(line, 1, &length);
    if (is_command(line, "variable") && length > 0) take_name(n, word, length);
    for (int k = 1; is_command(line, "next") && *(word = word_at(line, k, &length)) && length > 0; k++) {
        take_name(n, word, length);
    }
    for (const char *p = line; *p; p++) {
        const bool starts = p == line || !is_name((unsigned char)p[-1]);
        const char *at = NULL;
        if (p[0] == '$' && p[1] == '{') at = p + 2;
        if (p[0] == 'v' && p[1] == '_' && starts) at = p + 2;
        if (p[0] == '$' && is_name((unsigned char)p[1])) take_name(n, p + 1, 1);
        for (length = 0; at && is_name((unsigned char)at[length]);) {
            length++;
        }
        if (at) take_name(n, at, length);
    }
}

static void scan_deck(const tsu_script *s, names *n, const tsu_deck *deck, int depth);

/* The deck behind `include` or `jump`; SELF is scanned already. */
static void scan_other(const tsu_script *s, names *n, const char *path, size_t length, int depth)
{
    tsu_error none;
    tsu_deck *other;
    char *name = tsu_text_copy_part(path, length);
    if (name && strcmp(name, "SELF") != 0) {
        const bool readable = depth < DECKS_DEEP && !s->options.forbid_files && !strchr(name, '$') &&
                              tsu_deck_load(name, &other, &none) == TSU_OK;
        if (readable) scan_deck(s, n, other, depth + 1);
        if (readable) tsu_deck_release(other);
        n->open = n->open || !readable;
    }
    free(name);
}

static void scan_deck(const tsu_script *s, names *n, const tsu_deck *deck, int depth)
{
    for (size_t i = 0; i < deck->n_line && !n->found && !n->open; i++) {
        char *line = tsu_text_copy(deck->line[i].text);
        size_t length;
        n->open = !line;
        if (!line) return;
        tsu_strip_comment(line);
        scan_line(n, line);
        const char *path = word_at(line, 1, &length);
        if (is_command(line, "include") || is_command(line, "jump")) scan_other(s, n, path, length, depth);
        for (const char *p = strstr(line, "include"); p && is_command(line, "if"); p = strstr(p, "include")) {
            p += strlen("include");
            p += strspn(p, " \t");
            scan_other(s, n, p, strcspn(p, " \t\r\"'"), depth);
        }
        free(line);
    }
}

void tsu_script_check_given(tsu_script *s, const tsu_deck *deck)
{
    names *n = calloc(1, sizeof *n);
    for (size_t i = 0; n && i < s->variables.count; i++) {
        const tsu_variable *v = s->variables.list[i];
        if (!v->given) continue;
        *n = (names){.name = v->name};
        scan_deck(s, n, deck, 0);
        const char *near = tsu_nearest_word(v->name, (const char *const *)n->known);
        if (!n->found && !n->open)
            tsu_script_warn(
                s, "-var %.80s: the deck names no variable `%.80s`, so its value has no effect%s%.80s%s",
                v->name, v->name, near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
        for (size_t k = 0; k < n->count; k++) {
            free(n->known[k]);
        }
    }
    free(n);
}
