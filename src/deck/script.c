/* SPDX-License-Identifier: Apache-2.0 */
/* script.c - the script: a stack of decks, and the loop that takes a command from the top one and runs it.
 * `include` and `if` push, `jump` moves, the end of a deck pops; nothing recurses, so a loop may turn for
 * ever. */
#include "deck/internal.h"
#include "deck/lexer.h"
#include "deck/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- life -------------------------------------------------------------------------------------- */

tsu_script *tsu_script_create(const tsu_script_options *options)
{
    tsu_script *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    if (options) s->options = *options;
    if (s->options.host) s->host = *s->options.host;
    if (!s->options.families) s->options.families = tsu_command_families;
    s->options.host = &s->host;
    s->variables.forbid_files = s->options.forbid_files;
    s->echo_log = true;
    return s;
}

static void drop_frames(tsu_script *s, size_t keep)
{
    while (s->n_frame > keep) {
        tsu_deck_release(s->frame[--s->n_frame].deck);
    }
}

void tsu_script_destroy(tsu_script *s)
{
    if (!s) return;
    drop_frames(s, 0);
    while (s->n_kept > 0) {
        tsu_deck_release(s->kept[--s->n_kept]);
    }
    free(s->kept);
    tsu_variables_free(&s->variables);
    free(s->stream);
    free(s);
}

void *tsu_script_engine(const tsu_script *s)
{
    return s->options.engine;
}

const tsu_script_host *tsu_script_get_host(const tsu_script *s)
{
    return &s->host;
}

bool tsu_script_quit(const tsu_script *s, int *exit_status)
{
    if (exit_status) *exit_status = s->quit_status;
    return s->quit;
}

tsu_status tsu_script_set_variable(tsu_script *s, const char *name, int count, const char *const *values,
                                   tsu_error *err)
{
    const tsu_status status = tsu_variables_define_index(&s->variables, name, count, values, err);
    if (status == TSU_OK) tsu_variables_find(&s->variables, name)->given = true;
    return status;
}

void tsu_script_set_echo(tsu_script *s, bool screen, bool log)
{
    s->echo_screen = screen;
    s->echo_log = log;
}

tsu_status tsu_script_may_open(const tsu_script *s, const char *path, tsu_error *err)
{
    if (!s->options.forbid_files) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "`%.120s`: files may not be opened here", path);
}

tsu_status tsu_script_draw(tsu_script *s, int64_t seed, uint64_t *counter, tsu_error *err)
{
    for (size_t i = 0; i < s->n_stream; i++) {
        if (s->stream[i].seed == seed) {
            *counter = s->stream[i].counter++;
            return TSU_OK;
        }
    }
    void *streams = s->stream;
    if (!tsu_array_reserve(&streams, &s->max_stream, s->n_stream + 1, sizeof *s->stream))
        return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory for a random number");
    s->stream = streams;
    s->stream[s->n_stream++] = (tsu_stream){.seed = seed, .counter = 1};
    *counter = 0;
    return TSU_OK;
}

/* ---- output ------------------------------------------------------------------------------------ */

/* The formatted text; NULL if memory ran out. */
static char *format_text(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void tsu_script_say(tsu_script *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = format_text(format, args);
    va_end(args);
    if (text && s->host.screen) s->host.screen(s->host.ctx, text);
    if (text && s->host.log) s->host.log(s->host.ctx, text);
    free(text);
}

void tsu_script_log(tsu_script *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = format_text(format, args);
    va_end(args);
    if (text && s->host.log) s->host.log(s->host.ctx, text);
    free(text);
}

void tsu_script_warn(tsu_script *s, const char *format, ...)
{
    va_list args;
    const char *file;
    int line;
    va_start(args, format);
    char *text = format_text(format, args);
    va_end(args);
    tsu_script_place(s, &file, &line);
    if (text && s->host.warning) s->host.warning(s->host.ctx, file, line, text);
    free(text);
}

void tsu_script_place(const tsu_script *s, const char **file, int *line)
{
    *file = s->place ? s->place->name : "";
    *line = s->place ? s->place_line : 0;
}

static void echo(tsu_script *s, const char *line)
{
    if (s->echo_screen && s->host.screen) {
        s->host.screen(s->host.ctx, line);
        s->host.screen(s->host.ctx, "\n");
    }
    if (s->echo_log && s->host.log) {
        s->host.log(s->host.ctx, line);
        s->host.log(s->host.ctx, "\n");
    }
}

/* ---- running one command ----------------------------------------------------------------------- */

/* LIGGGHTS-PFM marks the styles that use threads; here all do. */
static tsu_status unknown_omp(const tsu_script *s, const char *command, const char *name, tsu_error *err)
{
    const size_t length = strlen(name);
    char plain[100];
    snprintf(plain, sizeof plain, "%.*s", length > 4 ? (int)length - 4 : 0, name);
    if (length < 5 || strcmp(name + length - 4, "/omp") != 0 ||
        !tsu_command_find(s->options.families, command, plain))
        return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "`%.40s` has no style `%.80s`: write `%s`; every style uses the threads that are "
                         "set by -threads N",
                         command, name, plain);
}

static tsu_status unknown(const tsu_script *s, const char *command, const char *name, tsu_error *err)
{
    const tsu_status omp = command ? unknown_omp(s, command, name, err) : TSU_OK;
    if (omp != TSU_OK) return omp;
    const char *nearest = tsu_command_nearest(s->options.families, command, name);
    char what[100];
    if (command)
        snprintf(what, sizeof what, "`%.40s` has no style", command);
    else
        snprintf(what, sizeof what, "there is no command");
    const char *hint = tsu_text_letter_hint(name);
    if (nearest)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s `%.80s`%s; did you mean `%s`?", what, name, hint,
                             nearest);
    if (*hint) return tsu_error_set(err, TSU_ERROR_INPUT, "%s `%.80s`%s", what, name, hint);
    const bool full =
        s->options.families == tsu_command_families; /* all that LIGGGHTS has is known by name */
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s `%.80s`%s; check the spelling, or remove the line", what,
                         name, full ? ", here or in LIGGGHTS 3.8" : "");
}

tsu_status tsu_script_find_row(const tsu_script *s, const char *command, const char *name,
                               const tsu_command **row, tsu_error *err)
{
    *row = tsu_command_find(s->options.families, command, name);
    if (!*row) return unknown(s, command, name, err);
    if ((*row)->run) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "`%.40s%s%s` is not supported: %s",
                         command ? command : "", command ? " " : "", (*row)->name, (*row)->summary);
}

/* Runs the row for the word at `at`, with the cursor behind it. */
static tsu_status run_row(tsu_script *s, tsu_words *w, int at, tsu_error *err)
{
    const tsu_command *row;
    const tsu_status status = tsu_script_find_row(s, at == 0 ? NULL : w->word[0], w->word[at], &row, err);
    if (status != TSU_OK) return status;
    w->at = at + 1;
    w->usage = row->usage;
    return row->run(s, w, err);
}

tsu_status tsu_script_run_style(tsu_script *s, tsu_words *words, tsu_error *err)
{
    if (!tsu_words_left(words))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the style is missing after `%.80s`",
                               words->word[words->count - 1]);
    const char *command = words->word[0], *before = words->word[words->at - 1];
    const bool style = tsu_command_find(s->options.families, command, words->word[words->at]) != NULL;
    if (words->at == 3 && !style && tsu_command_find(s->options.families, command, before))
        return tsu_words_error(words, 2, TSU_ERROR_INPUT, err,
                               "is a style, but a group is expected here; write `%s %.40s all %s ...`",
                               command, words->word[1], before);
    return run_row(s, words, words->at, err);
}

/* Names of files count from the folder in which the program was started, as in LIGGGHTS. One that is not there but beside the deck
 * is a program started in the wrong place. */
static void hint_folder(const tsu_words *w, tsu_error *err)
{
    const char *slash = strrchr(w->file, '/');
    const int folder = slash ? (int)(slash - w->file) : 0;
    for (int k = 1; k < w->count && folder > 0; k++) {
        char beside[1024];
        snprintf(beside, sizeof beside, "%.*s/%.500s", folder, w->file, w->word[k]);
        if (w->word[k][0] == '/' || access(w->word[k], F_OK) == 0 || access(beside, F_OK) != 0) continue;
        const size_t used = strlen(err->message);
        snprintf(err->message + used, sizeof err->message - used,
                 "; it is in the folder of the deck: start tsubu in %.*s", folder, w->file);
        return;
    }
}

static tsu_status run_words(tsu_script *s, const tsu_split *split, tsu_error *err)
{
    tsu_words w = {.count = (int)split->count,
                   .word = (const char *const *)split->word,
                   .raw = split->raw,
                   .raw_start = split->start,
                   .script = s};
    tsu_script_place(s, &w.file, &w.line);
    const tsu_status status = run_row(s, &w, 0, err);
    if (status == TSU_ERROR_IO && err) hint_folder(&w, err);
    if (status != TSU_OK && err && s->host.remedy) s->host.remedy(s->host.ctx, err);
    if (status == TSU_OK && s->host.ran) s->host.ran(s->host.ctx, &w);
    return status;
}

/* Comment off, variables in, words apart. `out` holds no words if the line is empty. */
static tsu_status prepare(tsu_script *s, const char *line, tsu_split *out, tsu_error *err)
{
    *out = (tsu_split){0};
    char *expanded, *bare = tsu_text_copy(line);
    if (!bare) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
    tsu_strip_comment(bare);
    const tsu_status status = tsu_script_substitute(s, bare, &expanded, err);
    if (status == TSU_OK && strcmp(bare, expanded) != 0) echo(s, expanded);
    free(bare);
    return status == TSU_OK ? tsu_split_line(expanded, out, err) : status;
}

static tsu_status run_prepared(tsu_script *s, const char *line, tsu_error *err)
{
    tsu_split split;
    echo(s, line);
    tsu_status status = prepare(s, line, &split, err);
    if (status == TSU_OK && split.count) {
        s->n_command++;
        if (s->options.max_commands && s->n_command > s->options.max_commands)
            status = tsu_error_set(err, TSU_ERROR_INPUT,
                                   "the deck has executed %llu commands, the maximum allowed",
                                   (unsigned long long)s->options.max_commands);
        else
            status = run_words(s, &split, err);
    }
    tsu_split_free(&split);
    return status;
}

/* The deck is held: the command may jump away from it. */
static tsu_status execute(tsu_script *s, tsu_deck *deck, tsu_deck_line *line, tsu_error *err)
{
    tsu_deck *outer = s->place;
    const int outer_line = s->place_line;
    s->place = tsu_deck_hold(deck);
    s->place_line = line->line;
    line->runs++;
    tsu_status status = run_prepared(s, line->text, err);
    if (status != TSU_OK) {
        tsu_error_locate(err, deck->name, s->place_line);
        if (s->host.failed && s->host.failed(s->host.ctx, line->text, err)) status = TSU_OK;
    }
    s->place = outer;
    s->place_line = outer_line;
    tsu_deck_release(deck);
    return status;
}

/* ---- running decks ----------------------------------------------------------------------------- */

tsu_status tsu_script_push(tsu_script *s, tsu_deck *deck, bool is_list, tsu_error *err)
{
    if (s->n_frame == TSU_FRAMES_MAX) {
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "decks are nested more than %d deep; does `%.120s` include itself?", TSU_FRAMES_MAX,
                      deck->name);
        tsu_deck_release(deck);
        return TSU_ERROR_INPUT;
    }
    s->frame[s->n_frame++] = (tsu_frame){.deck = deck, .is_list = is_list};
    return TSU_OK;
}

/* Runs until the stack is down to `base` again. A jump may take it below. */
static tsu_status run_frames(tsu_script *s, size_t base, tsu_error *err)
{
    while (s->n_frame > base) {
        tsu_frame *top = &s->frame[s->n_frame - 1];
        /* within a command, as in `run every`, it is for the command to stop */
        const bool stop = base == 0 && s->host.interrupted && s->host.interrupted(s->host.ctx);
        if (s->quit || stop) {
            drop_frames(s, base);
        } else if (top->next >= top->deck->n_line) {
            drop_frames(s, s->n_frame - 1);
        } else {
            tsu_deck_line *line = &top->deck->line[top->next++];
            const tsu_status status = execute(s, top->deck, line, err);
            if (status != TSU_OK) {
                drop_frames(s, base);
                return status;
            }
        }
    }
    return TSU_OK;
}

static tsu_status run_deck(tsu_script *s, tsu_deck *deck, bool is_list, tsu_error *err)
{
    const size_t base = s->n_frame;
    tsu_error scratch;
    if (!err) err = &scratch;
    if (base == 0) s->quit = false;
    const tsu_status status = tsu_script_push(s, deck, is_list, err);
    return status == TSU_OK ? run_frames(s, base, err) : status;
}

tsu_status tsu_script_resume(tsu_script *s, tsu_error *err)
{
    s->quit = false;
    return run_frames(s, 0, err);
}

tsu_status tsu_script_run_file(tsu_script *s, const char *path, tsu_error *err)
{
    tsu_deck *deck;
    tsu_status status = tsu_script_load_deck(s, path, &deck, err);
    if (status != TSU_OK) return status;
    status = tsu_script_check_empty(deck, err);
    if (status == TSU_OK) {
        tsu_script_check_given(s, deck);
        return run_deck(s, deck, false, err);
    }
    tsu_deck_release(deck);
    return status;
}

tsu_status tsu_script_run_string(tsu_script *s, const char *name, const char *text, tsu_error *err)
{
    tsu_deck *deck;
    const tsu_status status = tsu_deck_from_text(name, text, strlen(text), &deck, err);
    return status == TSU_OK ? run_deck(s, deck, false, err) : status;
}

tsu_status tsu_script_run_line(tsu_script *s, const char *line, tsu_error *err)
{
    tsu_deck *deck;
    const char *file;
    int number;
    tsu_script_place(s, &file, &number);
    const tsu_status status = tsu_deck_from_commands(file, number, 1, &line, &deck, err);
    return status == TSU_OK ? run_deck(s, deck, true, err) : status;
}
