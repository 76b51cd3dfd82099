/* SPDX-License-Identifier: Apache-2.0 */
/* written_by.c - a restart or data file that is not there is mostly written by another deck of the same folder: which one. */
#include "deck/deck.h"
#include "session/session.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_LENGTH = 1024, SIZE_MAX_DECK = 1 << 20, FILES_MAX = 500 };

/* The n-th word of a line, from 0. */
static const char *word_at(const char *line, int n, int *length)
{
    for (;; n--) {
        line += strspn(line, " \t\r");
        *length = *line == '#' ? 0 : (int)strcspn(line, " \t\r");
        if (n == 0 || *length == 0) return line;
        line += *length;
    }
}

/* Whether a file of that name comes of the pattern, in which * and variables stand for anything. */
static bool fits(const char *pattern, int length, const char *name)
{
    if (length == 0) return *name == '\0';
    if (*pattern != '*' && *pattern != '$')
        return *pattern == *name && *name != '\0' && fits(pattern + 1, length - 1, name + 1);
    int skip = 1;
    if (length > 1 && pattern[0] == '$' && pattern[1] == '{') {
        while (skip < length && pattern[skip - 1] != '}') {
            skip++;
        }
    } else if (pattern[0] == '$' && length > 1) {
        skip = 2;
    }
    for (const char *rest = name;; rest++) {
        if (fits(pattern + skip, length - skip, rest)) return true;
        if (*rest == '\0') return false;
    }
}

/* Whether a line writes the file: `write_restart FILE`, `restart N FILE [FILE]`, `write_data FILE`. */
static bool writes(const char *line, const char *name)
{
    static const struct {
        const char *command;
        int first, last; /* words that name a file */
    } rows[] = {{"write_restart", 1, 1}, {"write_data", 1, 1}, {"restart", 2, 3}, {NULL, 0, 0}};
    int length, k = 0;
    const char *command = word_at(line, 0, &length);
    while (rows[k].command && ((int)strlen(rows[k].command) != length ||
                               strncmp(command, rows[k].command, (size_t)length) != 0)) {
        k++;
    }
    for (int n = rows[k].first; rows[k].command && n <= rows[k].last; n++) {
        const char *word = word_at(line, n, &length);
        if (length > 2 && strncmp(word, "./", 2) == 0) word += 2, length -= 2;
        if (length > 0 && fits(word, length, name)) return true;
    }
    return false;
}

/* The line of a deck that writes the file; 0: none. */
static int line_that_writes(const char *path, const char *name)
{
    struct stat info;
    tsu_error none;
    tsu_deck *deck;
    int line = 0;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > SIZE_MAX_DECK) return 0;
    if (tsu_deck_load(path, &deck, &none) != TSU_OK) return 0;
    for (size_t i = 0; i < deck->n_line && line == 0; i++) {
        if (writes(deck->line[i].text, name)) line = deck->line[i].line;
    }
    tsu_deck_release(deck);
    return line;
}

/* Of several the first by name. */
static int find_deck(const char *folder, const char *self, const char *name, char found[PATH_LENGTH])
{
    int line = 0, files = 0;
    DIR *dir = opendir(folder);
    if (!dir) return 0;
    for (const struct dirent *e = readdir(dir); e && files < FILES_MAX; e = readdir(dir), files++) {
        char path[PATH_LENGTH];
        const int n = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (n < 0 || n >= (int)sizeof path || e->d_name[0] == '.' || strcmp(e->d_name, self) == 0) continue;
        const int at = line_that_writes(path, name);
        if (at == 0 || (line > 0 && strcmp(e->d_name, found) > 0)) continue;
        line = at;
        snprintf(found, PATH_LENGTH, "%s", e->d_name);
    }
    closedir(dir);
    return line;
}

void tsu_session_name_writer(const tsu_session *s, const char *path, tsu_error *err)
{
    char folder[PATH_LENGTH], found[PATH_LENGTH] = "";
    const char *deck;
    int line;
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    if (file || !err || s->options.forbid_files) return;
    tsu_script_place(s->script, &deck, &line);
    const char *slash = strrchr(deck, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - deck) : 1, slash ? deck : ".");
    if (strncmp(path, "./", 2) == 0) path += 2;
    const int at = find_deck(folder, slash ? slash + 1 : deck, path, found);
    if (at == 0) return;
    const size_t used = strlen(err->message);
    snprintf(err->message + used, sizeof err->message - used,
             "; the deck `%.200s` beside this one writes it (line %d): run that one first", found, at);
}
