/* SPDX-License-Identifier: Apache-2.0 */
/* commands_shell.c - `shell`: a few words are done here, the rest goes to the system's shell. What fails is a
 * warning, not an error: decks make folders that exist and remove files that do not. */
#include "base/system.h"
#include "deck/internal.h"
#include "deck/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void warn_failed(tsu_script *s, const tsu_words *w, const char *name)
{
    tsu_script_warn(s, "`shell %.20s %.120s` had no effect: %s", w->word[1], name, strerror(errno));
}

static tsu_status shell_cd(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *folder;
    tsu_status status = tsu_words_text(w, "the folder", &folder, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status == TSU_OK && chdir(folder) != 0) warn_failed(s, w, folder);
    return status;
}

/* A folder that is there already is what was asked for. */
static void make_folder(tsu_script *s, const tsu_words *w, const char *name, bool parents)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", name);
    for (char *p = path + 1; parents && path[0] && *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        (void)tsu_system_make_folder(path);
        *p = '/';
    }
    if (!tsu_system_make_folder(path) && errno != EEXIST) warn_failed(s, w, name);
}

static tsu_status shell_mkdir(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const bool parents = tsu_words_accept(w, "-p");
    const tsu_status status = tsu_words_need(w, 1, "the folder", err);
    for (; status == TSU_OK && tsu_words_left(w); w->at++) {
        make_folder(s, w, w->word[w->at], parents);
    }
    return status;
}

static tsu_status shell_mv(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *from, *to;
    tsu_status status = tsu_words_text(w, "the file", &from, err);
    if (status == TSU_OK) status = tsu_words_text(w, "its new name", &to, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status == TSU_OK && !tsu_system_replace(from, to)) warn_failed(s, w, from);
    return status;
}

static tsu_status shell_rm(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const tsu_status status = tsu_words_need(w, 1, "the file", err);
    if (status == TSU_OK && w->word[w->at][0] == '-') {
        tsu_script_warn(s,
                        "`shell rm %.20s` had no effect: as in LIGGGHTS, `shell rm FILE ...` takes files and "
                        "no options; in quotes, `shell \"rm -r FOLDER\"` asks the system",
                        w->word[w->at]);
        return TSU_OK;
    }
    for (; status == TSU_OK && tsu_words_left(w); w->at++) {
        if (unlink(w->word[w->at]) != 0) warn_failed(s, w, w->word[w->at]);
    }
    return status;
}

static tsu_status shell_rmdir(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const tsu_status status = tsu_words_need(w, 1, "the folder", err);
    for (; status == TSU_OK && tsu_words_left(w); w->at++) {
        if (rmdir(w->word[w->at]) != 0) warn_failed(s, w, w->word[w->at]);
    }
    return status;
}

static tsu_status shell_putenv(tsu_script *s, tsu_words *w, tsu_error *err)
{
    (void)s;
    tsu_status status = tsu_words_need(w, 1, "NAME=VALUE", err);
    for (; status == TSU_OK && tsu_words_left(w); w->at++) {
        char *name = tsu_text_copy(w->word[w->at]);
        if (!name) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
        char *equals = strchr(name, '=');
        if (equals) *equals = '\0';
        if (!tsu_system_set_variable(name, equals ? equals + 1 : NULL))
            status = tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "expected NAME=VALUE");
        free(name);
    }
    return status;
}

/* The words, joined by spaces, for the system's shell. */
static tsu_status shell_system(tsu_script *s, const tsu_words *w, tsu_error *err)
{
    tsu_text line = {0};
    for (int i = 1; i < w->count; i++) {
        if (i > 1) tsu_text_add_char(&line, ' ');
        tsu_text_add_string(&line, w->word[i]);
    }
    char *command = tsu_text_take(&line);
    if (!command) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
    const int result = tsu_system_shell(command);
    if (result != 0) tsu_script_warn(s, "`shell %.200s` ended with status %d", command, result);
    free(command);
    return TSU_OK;
}

static tsu_status run_shell(tsu_script *s, tsu_words *w, tsu_error *err)
{
    static const struct {
        const char *word;
        tsu_command_run run;
    } own[] = {{"cd", shell_cd}, {"mkdir", shell_mkdir}, {"mv", shell_mv},
               {"rm", shell_rm}, {"rmdir", shell_rmdir}, {"putenv", shell_putenv}};
    if (s->options.forbid_shell) return tsu_words_error(w, -1, TSU_ERROR_INPUT, err, "is not allowed here");
    const char *word;
    const tsu_status status = tsu_words_text(w, "the command", &word, err);
    if (status != TSU_OK) return status;
    /* A dry run goes where the deck goes, but changes nothing. */
    if (s->options.dry && strcmp(word, "cd") != 0 && strcmp(word, "putenv") != 0) return TSU_OK;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strcmp(word, own[i].word) == 0) return own[i].run(s, w, err);
    }
    return shell_system(s, w, err);
}

const tsu_command tsu_commands_shell[] = {
    {"shell",
     "shell cd FOLDER | mkdir FOLDER ... | mv FROM TO | rm FILE ... | rmdir FOLDER ... | putenv NAME=VALUE "
     "... | COMMAND",
     "Creates, moves and removes files and folders, or runs a shell command.", run_shell},
    {NULL, NULL, NULL, NULL},
};
