/* SPDX-License-Identifier: Apache-2.0 */
/* commands_language.c - the commands of the language itself: variables, decisions, jumps and text output. */
#include "deck/internal.h"
#include "deck/text.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- variables --------------------------------------------------------------------------------- */

static tsu_status run_variable(tsu_script *s, tsu_words *w, tsu_error *err)
{
    return tsu_variables_define(&s->variables, w, err);
}

static tsu_status run_next(tsu_script *s, tsu_words *w, tsu_error *err)
{
    bool exhausted;
    const tsu_status status = tsu_variables_next(&s->variables, w, &exhausted, err);
    if (status == TSU_OK && exhausted) s->jump_skip = true;
    return status;
}

/* ---- if ---------------------------------------------------------------------------------------- */

static bool is_branch(const char *word)
{
    return strcmp(word, "elif") == 0 || strcmp(word, "else") == 0;
}

static tsu_status test_condition(tsu_script *s, tsu_words *w, bool *holds, tsu_error *err)
{
    const char *condition;
    char *expanded;
    tsu_status status = tsu_words_text(w, "the condition", &condition, err);
    if (status == TSU_OK) status = tsu_script_substitute(s, condition, &expanded, err);
    if (status != TSU_OK) return status;
    status = tsu_script_evaluate_condition(s, tsu_text_trim(expanded), holds, err);
    free(expanded);
    return status;
}

/* Pushes the commands of the branch at the cursor, or skips them. */
static tsu_status take_branch(tsu_script *s, tsu_words *w, bool holds, tsu_error *err)
{
    const int first = w->at;
    while (tsu_words_left(w) && !is_branch(w->word[w->at])) {
        w->at++;
    }
    if (!holds) {
        if (s->options.dry) tsu_script_check_branch(s, w, first, w->at);
        return TSU_OK;
    }
    if (w->at == first)
        return tsu_words_error(w, first - 1, TSU_ERROR_INPUT, err, "the commands of this branch are missing");
    for (int i = first; i < w->at; i++) {
        if (w->word[i][0] == '\0') return tsu_words_error(w, i, TSU_ERROR_INPUT, err, "an empty command");
    }
    tsu_deck *list;
    const tsu_status status =
        tsu_deck_from_commands(w->file, w->line, w->at - first, w->word + first, &list, err);
    return status == TSU_OK ? tsu_script_push(s, list, true, err) : status;
}

static tsu_status run_if(tsu_script *s, tsu_words *w, tsu_error *err)
{
    bool holds = false;
    tsu_status status = test_condition(s, w, &holds, err);
    if (status != TSU_OK) return status;
    if (!tsu_words_accept(w, "then")) {
        if (!tsu_words_left(w)) return tsu_words_error(w, -1, TSU_ERROR_INPUT, err, "`then` is missing");
        return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err,
                               "expected `then`; a condition with spaces must be in quotes");
    }
    status = take_branch(s, w, holds, err);
    while (status == TSU_OK && !holds && tsu_words_left(w)) {
        const bool last = strcmp(w->word[w->at++], "else") == 0;
        if (last)
            holds = true;
        else
            status = test_condition(s, w, &holds, err);
        if (status == TSU_OK) status = take_branch(s, w, holds, err);
    }
    if (status == TSU_OK && s->options.dry && tsu_words_left(w))
        tsu_script_check_branch(s, w, w->at, w->count);
    return status;
}

/* ---- jumps ------------------------------------------------------------------------------------- */

static tsu_status run_label(tsu_script *s, tsu_words *w, tsu_error *err)
{
    (void)s;
    const char *name;
    const tsu_status status = tsu_words_text(w, "the name of the label", &name, err);
    return status == TSU_OK ? tsu_words_end(w, err) : status;
}

/* The deck that runs, below the commands of any `if`. */
static tsu_frame *deck_frame(tsu_script *s)
{
    for (size_t i = s->n_frame; i > 0; i--) {
        if (!s->frame[i - 1].is_list) return &s->frame[i - 1];
    }
    return NULL;
}

static tsu_status unknown_label(const tsu_words *w, const tsu_deck *deck, const char *label, tsu_error *err)
{
    const char **names = calloc(deck->n_label + 1, sizeof *names);
    for (size_t i = 0; names && i < deck->n_label; i++) {
        names[i] = deck->label[i].name;
    }
    const char *nearest = names ? tsu_nearest_word(label, names) : NULL;
    free(names);
    if (nearest)
        return tsu_words_error(w, 2, TSU_ERROR_INPUT, err, "`%.80s` has no such label; did you mean `%.80s`?",
                               deck->name, nearest);
    return tsu_words_error(w, 2, TSU_ERROR_INPUT, err,
                           "`%.80s` has no such label; add `label %.80s` where the deck should continue",
                           deck->name, label);
}

static tsu_status jump_to(tsu_script *s, const tsu_words *w, tsu_deck *deck, const char *label,
                          tsu_error *err)
{
    size_t next = 0;
    tsu_frame *frame = deck_frame(s);
    if (!frame) return tsu_words_error(w, 1, TSU_ERROR_INPUT, err, "`jump` works only in a deck");
    if (!deck) deck = tsu_deck_hold(frame->deck);
    if (label && !tsu_deck_find_label(deck, label, &next)) {
        const tsu_status status = unknown_label(w, deck, label, err);
        tsu_deck_release(deck);
        return status;
    }
    const tsu_status status = deck == frame->deck ? tsu_script_check_jump(s, frame, next, err) : TSU_OK;
    tsu_deck_release(status == TSU_OK ? frame->deck : deck);
    if (status != TSU_OK) return status;
    frame->deck = deck;
    frame->next = next;
    while (label && &s->frame[s->n_frame - 1] != frame) { /* a jump to a label leaves the `if` it stands in */
        tsu_deck_release(s->frame[--s->n_frame].deck);
    }
    return TSU_OK;
}

static tsu_status run_jump(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *file, *label = NULL;
    tsu_status status = tsu_words_text(w, "the deck, or SELF,", &file, err);
    if (status == TSU_OK && tsu_words_left(w)) status = tsu_words_text(w, "the label", &label, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status != TSU_OK) return status;
    if (s->jump_skip) {
        s->jump_skip = false;
        return TSU_OK;
    }
    tsu_deck *deck = NULL;
    if (strcmp(file, "SELF") != 0) {
        status = tsu_script_may_open(s, file, err);
        if (status == TSU_OK) status = tsu_script_load_deck(s, file, &deck, err);
        if (status != TSU_OK) return status;
    }
    if (s->options.dry && tsu_script_turned_enough(s, deck_frame(s), label)) {
        if (deck) tsu_deck_release(deck);
        return TSU_OK;
    }
    return jump_to(s, w, deck, label, err);
}

static tsu_status run_include(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *file;
    tsu_deck *deck;
    tsu_status status = tsu_words_text(w, "the deck", &file, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status == TSU_OK) status = tsu_script_may_open(s, file, err);
    if (status == TSU_OK) status = tsu_script_load_deck(s, file, &deck, err);
    if (status != TSU_OK) return status;
    status = tsu_script_check_include(s, deck, err);
    if (status == TSU_OK) return tsu_script_push(s, deck, false, err);
    tsu_deck_release(deck);
    return status;
}

static tsu_status run_quit(tsu_script *s, tsu_words *w, tsu_error *err)
{
    int64_t exit_status = 0;
    tsu_status status = TSU_OK;
    if (tsu_words_left(w)) status = tsu_words_integer_in(w, "the exit status", 0, 255, &exit_status, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status != TSU_OK) return status;
    s->quit = true;
    s->quit_status = (int)exit_status;
    return TSU_OK;
}

static tsu_status run_clear(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const tsu_status status = tsu_words_end(w, err);
    if (status != TSU_OK) return status;
    if (!s->host.clear)
        return tsu_words_error(w, -1, TSU_ERROR_INPUT, err, "there is no simulation to clear");
    return s->host.clear(s->host.ctx, err);
}

/* One partition, number 1: `*`, `N`, `N*`, `*N` or `N*M`. */
static bool holds_one(const char *range)
{
    int64_t low = 1, high = 1;
    const char *star = strchr(range, '*');
    char head[24];
    if (!star) return tsu_parse_integer(range, &low) && low == 1;
    snprintf(head, sizeof head, "%.*s", (int)(star - range < 23 ? star - range : 23), range);
    if (head[0] && !tsu_parse_integer(head, &low)) return false;
    if (star[1] && !tsu_parse_integer(star + 1, &high)) return false;
    return low <= 1 && high >= 1;
}

static tsu_status run_partition(tsu_script *s, tsu_words *w, tsu_error *err)
{
    bool yes;
    const char *range;
    tsu_status status = tsu_words_switch(w, "who runs the command", &yes, err);
    if (status == TSU_OK) status = tsu_words_text(w, "the range of partitions", &range, err);
    if (status == TSU_OK) status = tsu_words_need(w, 1, "the command", err);
    if (status != TSU_OK) return status;
    if (range[strspn(range, "0123456789*")] != '\0')
        return tsu_words_error(w, 2, TSU_ERROR_INPUT, err, "is not a range of partitions");
    if (holds_one(range) != yes) return TSU_OK;
    const char *command = w->raw + w->raw_start[w->at];
    tsu_deck *list;
    status = tsu_deck_from_commands(w->file, w->line, 1, &command, &list, err);
    return status == TSU_OK ? tsu_script_push(s, list, true, err) : status;
}

/* ---- output ------------------------------------------------------------------------------------ */

static tsu_status run_echo(tsu_script *s, tsu_words *w, tsu_error *err)
{
    enum { NONE, SCREEN = 1, LOG = 2, BOTH = SCREEN | LOG };
    static const char *const ways[] = {
        [NONE] = "none", [SCREEN] = "screen", [LOG] = "log", [BOTH] = "both", NULL};
    int way;
    tsu_status status = tsu_words_choice(w, "a way to echo", ways, &way, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status == TSU_OK) tsu_script_set_echo(s, way & SCREEN, way & LOG);
    return status;
}

static tsu_status run_log(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *path;
    tsu_status status = tsu_words_text(w, "the log file, or none,", &path, err);
    if (status != TSU_OK) return status;
    const bool append = tsu_words_accept(w, "append");
    status = tsu_words_end(w, err);
    if (status == TSU_OK) status = tsu_script_may_open(s, path, err);
    if (status != TSU_OK) return status;
    if (!s->host.open_log) return tsu_words_error(w, -1, TSU_ERROR_INPUT, err, "no log can be kept here");
    return s->host.open_log(s->host.ctx, strcmp(path, "none") == 0 ? NULL : path, append, err);
}

typedef struct print_setting {
    const char *path;
    bool append, screen, newline;
} print_setting;

static tsu_status read_print(tsu_words *w, print_setting *set, tsu_error *err)
{
    enum { PATH, APPEND, SCREEN, NEWLINE };
    static const char *const keywords[] = {
        [PATH] = "file", [APPEND] = "append", [SCREEN] = "screen", [NEWLINE] = "newline", NULL};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(w)) {
        int keyword;
        status = tsu_words_choice(w, "a keyword of print (a text with spaces must be in quotes)", keywords,
                                  &keyword, err);
        if (status != TSU_OK) break;
        if (keyword == PATH || keyword == APPEND) {
            set->append = keyword == APPEND;
            status = tsu_words_text(w, "the file", &set->path, err);
        } else {
            status =
                tsu_words_switch(w, keywords[keyword], keyword == SCREEN ? &set->screen : &set->newline, err);
        }
    }
    return status;
}

/* A file that is replaced is there whole or not at all. */
static tsu_status print_anew(const print_setting *set, const char *text, tsu_error *err)
{
    tsu_atomic_file file;
    const tsu_status status = tsu_atomic_file_open(&file, set->path, err);
    if (status != TSU_OK) return status;
    fprintf(file.stream, "%s%s", text, set->newline ? "\n" : "");
    return tsu_atomic_file_finish(&file, err);
}

static tsu_status print_to_file(const tsu_script *s, const print_setting *set, const char *text,
                                tsu_error *err)
{
    const tsu_status status = tsu_script_may_open(s, set->path, err);
    if (status != TSU_OK) return status;
    if (s->options.dry) return tsu_folders_check(set->path, err);
    if (tsu_folders_make(set->path, err) != TSU_OK) return TSU_ERROR_IO;
    if (!set->append) return print_anew(set, text, err);
    if (s->host.append) return s->host.append(s->host.ctx, set->path, text, set->newline, err);
    FILE *file = fopen(set->path, "a");
    bool good = file != NULL;
    if (file) good = fputs(text, file) >= 0 && (!set->newline || putc('\n', file) != EOF);
    if (file) good = fclose(file) == 0 && good;
    if (good) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "`print`: cannot write to `%.120s`: %s", set->path,
                         strerror(errno));
}

static tsu_status run_print(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *word;
    char *text;
    print_setting set = {.screen = true, .newline = true};
    tsu_status status = tsu_words_text(w, "the text", &word, err);
    if (status == TSU_OK) status = read_print(w, &set, err);
    if (status == TSU_OK) status = tsu_script_substitute(s, word, &text, err);
    if (status != TSU_OK) return status;
    if (set.screen) tsu_script_say(s, "%s%s", text, set.newline ? "\n" : "");
    if (set.path) status = print_to_file(s, &set, text, err);
    free(text);
    return status;
}

const tsu_command tsu_commands_language[] = {
    {"clear", "clear", "Deletes the simulation; variables, log and echo are kept.", run_clear},
    {"echo", "echo none|screen|log|both", "Selects where commands are echoed before they are executed.",
     run_echo},
    {"if",
     "if \"CONDITION\" then \"COMMAND\" ... [elif \"CONDITION\" \"COMMAND\" ...] [else \"COMMAND\" ...]",
     "Runs commands if a condition holds.", run_if},
    {"include", "include FILE", "Executes another deck, then continues with this one.", run_include},
    {"jump", "jump FILE|SELF [LABEL]", "Continues in another deck, or at a label.", run_jump},
    {"label", "label NAME", "A place to jump to.", run_label},
    {"log", "log FILE|none [append]", "Closes the log file and opens another.", run_log},
    {"next", "next NAME ...",
     "Advances variables to their next value; when one is exhausted, the next jump is skipped.", run_next},
    {"partition", "partition yes|no RANGE COMMAND ...", "Runs a command on some partitions; there is one.",
     run_partition},
    {"print", "print \"TEXT\" [file FILE] [append FILE] [screen yes|no] [newline yes|no]",
     "Writes a text, with its variables replaced, to screen, log and file.", run_print},
    {"quit", "quit [STATUS]", "Ends the deck.", run_quit},
    {"variable", "variable NAME STYLE ARGUMENTS",
     "Defines a variable: index, loop, world, universe, uloop, string, getenv, file, atomfile, equal, atom; "
     "or delete.",
     run_variable},
    {NULL, NULL, NULL, NULL},
};
