/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"
#include "deck/script.h"
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 64 };

int tsu_cli_fail(const tsu_error *err)
{
    char room[4 * sizeof err->message];
    const char *message = tsu_cli_say(err->message, room, sizeof room);
    fflush(stdout);
    if (err->line > 0)
        fprintf(stderr, "tsubu: %s:%d: %s\n", err->file, err->line, message);
    else
        fprintf(stderr, "tsubu: %s\n", message);
    return 1;
}

static const tsu_option *find_option(const tsu_option *options, const char *word)
{
    for (const tsu_option *o = options; o && o->name; o++) {
        if (strcmp(o->name, word) == 0) return o;
    }
    return NULL;
}

static tsu_status unknown_option(const char *command, const tsu_option *options, const char *word,
                                 tsu_error *err)
{
    const char *names[NAMES_MAX] = {"--help"};
    int n = 1;
    for (const tsu_option *o = options; o && o->name && n < NAMES_MAX - 1; o++) {
        names[n++] = o->name;
    }
    const char *near = tsu_nearest_word(word, names);
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "`tsubu %s` has no option '%s'%s%s%s (`tsubu %s --help` lists them)", command, word,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", command);
}

void tsu_option_print(const char *form, const char *name, const char *words, const char *summary)
{
    char left[96], room[400];
    const bool more = words && words[0];
    snprintf(left, sizeof left, "%s%s%s", name, more ? " " : "", more ? words : "");
    if (strcmp(form, "man") == 0)
        printf(".TP\n.B \\%s\n%s\n", left, summary);
    else if (strcmp(form, "markdown") == 0)
        printf("| `%s` | %s |\n", left, summary);
    else if (strcmp(form, "words") == 0)
        printf("%s ", name);
    else
        printf("  %-22s %s\n", left, tsu_cli_say(summary, room, sizeof room));
}

static void print_head(const char *form, const tsu_subcommand *c)
{
    char room[400];
    if (strcmp(form, "man") == 0)
        printf(".SS %s\n.B tsubu %s\n.br\n%s\n", c->name, c->usage, c->summary);
    else if (strcmp(form, "markdown") == 0)
        printf("\n## `tsubu %s`\n\n%s\n\n```text\ntsubu %s\n```\n", c->name, c->summary, c->usage);
    else if (strcmp(form, "words") == 0)
        printf("    *:%s) words='--help ", c->name);
    else
        printf("%s tsubu %s\n%s\n", tsu_cli_japanese() ? "使い方:" : "usage:", c->usage,
               tsu_cli_say(c->summary, room, sizeof room));
}

static void print_help(const char *form, const char *command, const tsu_option *options)
{
    const bool any = options && options->name;
    for (const tsu_subcommand *c = tsu_subcommands; c->name; c++) {
        if (strcmp(c->name, command) == 0) print_head(form, c);
    }
    if (any && strcmp(form, "markdown") == 0) printf("\n| option | |\n|---|---|\n");
    if (any && strcmp(form, "text") == 0) putchar('\n');
    for (const tsu_option *o = options; o && o->name; o++) {
        tsu_option_print(form, o->name, o->words, o->summary);
    }
    if (strcmp(form, "words") == 0) printf("' ;;\n");
}

/* The form that a word asks help in, or NULL. */
static const char *help_form(const char *word)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "text";
    return strncmp(word, "--help=", 7) == 0 ? word + 7 : NULL;
}

static tsu_status take_option(const char *command, const tsu_option *o, int argc, char **argv, int *at,
                              tsu_error *err)
{
    const int before = o->times ? *o->times : 0, most = o->times ? o->most : 1;
    if (o->times ? before >= most : o->into[0] != NULL)
        return tsu_error_set(err, TSU_ERROR_INPUT, "option %s of `tsubu %s` is given more than %d time%s",
                             o->name, command, most, most == 1 ? "" : "s");
    if (o->times) ++*o->times;
    if (o->values == 0) {
        o->into[0] = o->name;
        return TSU_OK;
    }
    for (int k = 0; k < o->values; k++) {
        if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0)
            return tsu_error_set(err, TSU_ERROR_INPUT, "option %s of `tsubu %s` must be followed by %s",
                                 o->name, command, o->words);
        o->into[before * o->values + k] = argv[++*at];
    }
    return TSU_OK;
}

tsu_status tsu_options_read(const char *command, const tsu_option *options, int argc, char **argv,
                            const char **rest, int most, int *rest_count, bool *help, tsu_error *err)
{
    *rest_count = 0;
    *help = false;
    for (int k = 1; k < argc; k++) {
        const tsu_option *o = find_option(options, argv[k]);
        tsu_status s = TSU_OK;
        const char *form = help_form(argv[k]);
        if (form) {
            *help = true;
            print_help(form, command, options);
            return TSU_OK;
        } else if (o) {
            s = take_option(command, o, argc, argv, &k, err);
        } else if (argv[k][0] == '-' && argv[k][1] != '\0') {
            s = unknown_option(command, options, argv[k], err);
        } else if (*rest_count >= most) {
            s = tsu_error_set(err, TSU_ERROR_INPUT, "`tsubu %s` has no use for '%s' (see `tsubu %s --help`)",
                              command, argv[k], command);
        } else {
            rest[(*rest_count)++] = argv[k];
        }
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}

tsu_status tsu_option_number(const char *option, const char *word, double *out, tsu_error *err)
{
    if (tsu_parse_number(word, out)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "option %s needs a number, not '%s'", option, word);
}

tsu_status tsu_option_integer(const char *option, const char *word, int low, int high, int *out,
                              tsu_error *err)
{
    int64_t value;
    if (!tsu_parse_integer(word, &value) || value < low || value > high)
        return tsu_error_set(err, TSU_ERROR_INPUT, "option %s needs a whole number from %d to %d, not '%s'",
                             option, low, high, word);
    *out = (int)value;
    return TSU_OK;
}

/* Columns that the next character takes, and its bytes; Chinese and Japanese characters are twice as wide. */
static int width_of(const char *text, int *bytes)
{
    const unsigned char c = (unsigned char)*text;
    *bytes = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    for (int k = 1; k < *bytes; k++) {
        if (!text[k]) *bytes = k;
    }
    return c >= 0xe3 && c <= 0xef ? 2 : 1;
}

/* A piece that is not broken: up to a blank, or one wide character with the stops behind it. */
static int piece_of(const char *text, int *columns)
{
    static const char *const stops[] = {"、", "。", "）", "」", "ー", "：", NULL};
    int at = 0, bytes;
    *columns = 0;
    while (text[at] && text[at] != ' ') {
        const int width = width_of(text + at, &bytes);
        bool stop = false;
        for (int k = 0; stops[k]; k++) {
            stop = stop || strncmp(text + at, stops[k], strlen(stops[k])) == 0;
        }
        if (at > 0 && !stop && (width == 2 || (unsigned char)text[at - 1] >= 0x80)) break;
        at += bytes;
        *columns += width;
    }
    return at;
}

void tsu_cli_wrap(const char *text, int at, int indent)
{
    while (*text) {
        int columns;
        const int bytes = piece_of(text, &columns);
        if (at + columns > TSU_CLI_WIDTH && at > indent) {
            printf("\n%*s", indent, "");
            at = indent;
        }
        printf("%.*s", bytes, text);
        at += columns;
        text += bytes;
        if (*text != ' ') continue;
        text++;
        piece_of(text, &columns);
        if (at + 1 + columns <= TSU_CLI_WIDTH) putchar(' ');
        at++;
    }
    putchar('\n');
}

tsu_status tsu_cli_load_plugins(int count, const char *const *file, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = 0; k < count && s == TSU_OK; k++) {
        s = tsu_plugin_load(file[k], err);
    }
    return s;
}
