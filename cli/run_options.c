/* SPDX-License-Identifier: Apache-2.0 */
/* run_options.c - the options of a run, in the words of LIGGGHTS: one dash or two, short or long. */
#include "cli.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 1024 };

typedef tsu_status take_fn(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err);

typedef struct row {
    const char *name, *brief; /* long and short, without dashes */
    const char *words, *summary;
    take_fn *take;
} row;

/* The next word, which must be there. */
static tsu_status value_of(int argc, char **argv, int *at, const char *what, const char **out, tsu_error *err)
{
    if (*at + 1 >= argc)
        return tsu_error_set(err, TSU_ERROR_INPUT, "option %s must be followed by %s", argv[*at], what);
    *out = argv[++*at];
    return TSU_OK;
}

static tsu_status two_decks(const tsu_run_options *o, const char *second, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_INPUT, "two decks are given, %s and %s; say which one to run",
                         o->deck, second);
}

static tsu_status take_in(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    const char *deck = NULL;
    const tsu_status s = value_of(argc, argv, at, "the name of a deck", &deck, err);
    if (s != TSU_OK) return s;
    if (o->deck) return two_decks(o, deck, err);
    o->deck = deck;
    return TSU_OK;
}

/* A word that starts an option: a dash, but not a negative number. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !isdigit((unsigned char)word[1]) && word[1] != '.';
}

static tsu_status take_var(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    if (o->variables == TSU_RUN_VARIABLES_MAX)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "more than %d variables on the command line",
                             TSU_RUN_VARIABLES_MAX);
    tsu_run_variable *v = &o->variable[o->variables];
    const tsu_status s = value_of(argc, argv, at, "the name of a variable and its values", &v->name, err);
    if (s != TSU_OK) return s;
    v->value = (const char *const *)(argv + *at + 1);
    v->count = 0;
    while (*at + 1 < argc && !is_option(argv[*at + 1])) {
        v->count++;
        ++*at;
    }
    if (v->count == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "variable %s has no value; say -var %s VALUE", v->name,
                             v->name);
    o->variables++;
    return TSU_OK;
}

static tsu_status take_log(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    return value_of(argc, argv, at, "a file or none", &o->log, err);
}

static tsu_status take_screen(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    return value_of(argc, argv, at, "a file or none", &o->screen, err);
}

static tsu_status take_echo(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    static const char *const styles[] = {"none", "screen", "log", "both", NULL};
    const char *word = NULL;
    const tsu_status s = value_of(argc, argv, at, "none, screen, log or both", &word, err);
    if (s != TSU_OK) return s;
    for (int k = 0; styles[k]; k++) {
        if (strcmp(styles[k], word) != 0) continue;
        o->echo_given = true;
        o->echo_screen = k & 1;
        o->echo_log = k & 2;
        return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "option -echo knows none, screen, log and both, not '%s'",
                         word);
}

static tsu_status take_threads(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    const char *word = NULL;
    const tsu_status s = value_of(argc, argv, at, "a number of threads", &word, err);
    return s == TSU_OK ? tsu_option_integer("-threads", word, 1, THREADS_MAX, &o->threads, err) : s;
}

static tsu_status take_gpu(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    (void)argc;
    (void)argv;
    (void)at;
    (void)err;
    o->gpu = true;
    return TSU_OK;
}

static tsu_status take_view(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    (void)argc;
    (void)err;
    const char *word = argv[*at] + strspn(argv[*at], "-");
    o->view = true;
    o->open = o->open || strcmp(word, "open") == 0;
    o->view_keep = o->view_keep || strcmp(word, "view-keep") == 0;
    return TSU_OK;
}

static tsu_status take_port(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    const char *word = NULL;
    const tsu_status s = value_of(argc, argv, at, "a port", &word, err);
    return s == TSU_OK ? tsu_option_integer("--port", word, 0, 65535, &o->port, err) : s;
}

static tsu_status take_record(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    return value_of(argc, argv, at, "a file", &o->record, err);
}

static tsu_status take_beside(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    o->view = true;
    return value_of(argc, argv, at, "a recorded run", &o->beside, err);
}

static tsu_status take_journal(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    return value_of(argc, argv, at, "a file", &o->journal, err);
}

static tsu_status take_replay(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    return value_of(argc, argv, at, "a journal", &o->replay, err);
}

static tsu_status take_record_every(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    const char *word = NULL;
    const tsu_status s = value_of(argc, argv, at, "a number of steps", &word, err);
    return s == TSU_OK ? tsu_option_integer("--record-every", word, 1, 2000000000, &o->record_every, err) : s;
}

static tsu_status take_continue(tsu_run_options *o, int argc, char **argv, int *at, tsu_error *err)
{
    return value_of(argc, argv, at, "a restart file", &o->unfinished, err);
}

static const row rows[] = {
    {"in", "i", "DECK", "the deck to run; - or nothing: standard input", take_in},
    {"var", "v", "NAME VALUE...", "an index variable; overrides `variable NAME index` of the deck", take_var},
    {"log", "l", "FILE", "the log; none: no log", take_log},
    {"echo", "e", "WHERE", "where commands are repeated: none, screen, log or both", take_echo},
    {"screen", "sc", "FILE", "where the output goes instead of the screen; none: nowhere", take_screen},
    {"continue", "continue", "FILE", "continues the run of a restart file to the end of its deck",
     take_continue},
    {"threads", "t", "N", "threads; the result is the same for any number", take_threads},
    {"gpu", "gpu", "", "steps on a GPU as far as it can take them; the result is the same", take_gpu},
    {"view", "view", "", "a page in the browser that shows the run; its address is printed", take_view},
    {"view-keep", "view-keep", "", "the same, and the page stays after the run, until Ctrl-C", take_view},
    {"open", "open", "", "the same as -view, and opens it in the browser", take_view},
    {"beside", "beside", "FILE", "the same as -view, with a recorded run beside this one", take_beside},
    {"journal", "journal", "FILE", "where changes made on the page are written; otherwise DECK.journal",
     take_journal},
    {"replay", "replay", "FILE", "repeats the changes of a journal, each at its step", take_replay},
    {"record", "record", "RUN", "writes frames into a file for `tsubu view RUN`", take_record},
    {"record-every", "record-every", "N", "steps between these frames; otherwise a hundred for each run",
     take_record_every},
    {"port", "port", "P", "the port of the page on 127.0.0.1", take_port},
    {0}};

void tsu_run_options_print(const char *form)
{
    for (const row *r = rows; r->name; r++) {
        char left[64];
        const bool longer = strcmp(form, "long words") == 0;
        snprintf(left, sizeof left, "%s%s", longer ? "--" : "-", r->name);
        tsu_option_print(longer ? "words" : form, left, r->words, r->summary);
    }
}

static const char *without_dashes(const char *word)
{
    return word + (word[1] == '-' ? 2 : 1);
}

static const row *find_row(const char *word)
{
    const char *name = without_dashes(word);
    for (const row *r = rows; r->name; r++) {
        if (strcmp(name, r->name) == 0 || strcmp(name, r->brief) == 0) return r;
    }
    return NULL;
}

static tsu_status unknown_option(const char *word, tsu_error *err)
{
    const char *names[sizeof rows / sizeof *rows + 2] = {"help", "version"};
    int n = 2;
    for (const row *r = rows; r->name; r++) {
        names[n++] = r->name;
    }
    const char *near = tsu_nearest_word(without_dashes(word), names);
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no option '%s'%s%s%s (`tsubu --help` lists them)",
                         word, near ? "; did you mean '-" : "", near ? near : "", near ? "'?" : "");
}

tsu_status tsu_run_options_read(tsu_run_options *o, int argc, char **argv, tsu_error *err)
{
    *o = (tsu_run_options){.program = argv[0]};
    for (int k = 1; k < argc; k++) {
        tsu_status s = TSU_OK;
        if (is_option(argv[k])) {
            const row *r = find_row(argv[k]);
            s = r ? r->take(o, argc, argv, &k, err) : unknown_option(argv[k], err);
        } else if (o->deck) {
            s = two_decks(o, argv[k], err);
        } else {
            o->deck = argv[k];
        }
        if (s != TSU_OK) return s;
    }
    if (o->unfinished && (o->deck || o->variables > 0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the deck and its variables are in %s; say `tsubu -continue %s` without them",
                             o->unfinished, o->unfinished);
    if (o->unfinished) return TSU_OK;
    if (!o->deck && isatty(STDIN_FILENO))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "no deck is given; run `tsubu in.deck`, or see `tsubu --help`");
    if (!o->deck) o->deck = "-";
    return TSU_OK;
}
