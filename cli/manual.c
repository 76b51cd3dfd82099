/* SPDX-License-Identifier: Apache-2.0 */
/* manual.c - reads the texts of cli/reference/ (manual.h). */
#include "manual.h"
#include "manual_texts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tsu_manual_entry {
    const char *name;  /* behind `entry` */
    char *const *line; /* behind it, up to the next entry */
    int lines;
    const tsu_manual_entry *like; /* NULL: none */
};

/* Read once, for as long as the program runs. */
static struct {
    bool read;
    char *text, **line;
    int lines, entries;
    tsu_manual_entry *entry;
} all;

static const char *rest_of(const char *line, const char *key)
{
    const size_t n = strlen(key);
    if (strncmp(line, key, n) != 0 || (line[n] != ' ' && line[n] != '\0')) return NULL;
    return line[n] ? line + n + 1 : line + n;
}

static const tsu_manual_entry *named(const char *name)
{
    for (int k = 0; k < all.entries; k++) {
        if (strcmp(all.entry[k].name, name) == 0) return &all.entry[k];
    }
    return NULL;
}

static bool split_lines(void)
{
    const size_t size = manual_texts_size;
    all.text = malloc(size + 1);
    all.line = all.text ? calloc(size / 2 + 1, sizeof *all.line) : NULL;
    if (!all.line) return false;
    memcpy(all.text, manual_texts, size);
    all.text[size] = '\0';
    for (char *at = all.text; *at;) {
        all.line[all.lines++] = at;
        at += strcspn(at, "\n");
        if (*at) *at++ = '\0';
    }
    return true;
}

static void read_all(void)
{
    if (all.read) return;
    all.read = true;
    if (!split_lines()) return;
    all.entry = calloc((size_t)all.lines + 1, sizeof *all.entry);
    for (int k = 0; k < all.lines && all.entry; k++) {
        const char *name = rest_of(all.line[k], "entry");
        if (name)
            all.entry[all.entries++] = (tsu_manual_entry){.name = name, .line = all.line + k + 1};
        else if (all.entries > 0)
            all.entry[all.entries - 1].lines++;
    }
    for (int k = 0; k < all.entries; k++) {
        const char *like = tsu_manual_line(&all.entry[k], "as", 0);
        if (like) all.entry[k].like = named(like);
    }
}

const tsu_manual_entry *tsu_manual_find(const char *command, const char *name)
{
    char full[128];
    read_all();
    snprintf(full, sizeof full, "%s%s%s", command ? command : "", command ? " " : "", name);
    return named(full);
}

/* The lines between `example` and `end` are those of key `example`. */
static const char *own_line(const tsu_manual_entry *e, const char *key, int k)
{
    const bool wanted = strcmp(key, "example line") == 0;
    bool within = false;
    for (int q = 0; q < e->lines; q++) {
        if (within && strcmp(e->line[q], "end") == 0) {
            within = false;
            continue;
        }
        const char *rest = within ? wanted ? e->line[q] : NULL : rest_of(e->line[q], key);
        if (rest && k-- == 0) return rest;
        within = within || rest_of(e->line[q], "example");
    }
    return NULL;
}

const char *tsu_manual_line(const tsu_manual_entry *e, const char *key, int k)
{
    if (!own_line(e, key, 0) && e->like) return tsu_manual_line(e->like, key, k);
    return own_line(e, key, k);
}

/* Parts of a line, copied to `room`; those that are not there are empty. */
static void split(const char *line, char *room, size_t size, const char **part, int parts)
{
    snprintf(room, size, "%s", line);
    char *at = room;
    for (int q = 0; q < parts; q++) {
        char *bar = at ? strstr(at, " | ") : NULL;
        part[q] = at ? at : "";
        if (bar) *bar = '\0';
        at = bar ? bar + 3 : NULL;
    }
}

/* Who has the arguments of an entry. */
static const tsu_manual_entry *holder(const tsu_manual_entry *e)
{
    const bool own = own_line(e, "arg", 0) || own_line(e, "use", 0);
    return own || !e->like ? e : holder(e->like);
}

/* In the order of the lines; those of `use` where it stands. */
bool tsu_manual_argument_at(const tsu_manual_entry *e, int k, tsu_manual_argument *out)
{
    e = holder(e);
    for (int q = 0; q < e->lines; q++) {
        const char *line = rest_of(e->line[q], "arg"), *name = rest_of(e->line[q], "use");
        const tsu_manual_entry *from = name ? tsu_manual_find("shared", name) : NULL;
        if (rest_of(e->line[q], "example")) {
            while (q < e->lines && strcmp(e->line[q], "end") != 0) {
                q++;
            }
        }
        for (int n = 0; from && (line = own_line(from, "arg", n)) != NULL && k > 0; n++) {
            k--;
        }
        if (!line) continue;
        if (k-- > 0) continue;
        split(line, out->room, sizeof out->room, out->part, TSU_MANUAL_ARGUMENT_PARTS);
        return true;
    }
    return false;
}

bool tsu_manual_difference_at(const tsu_manual_entry *e, int k, bool japanese, tsu_manual_difference *out)
{
    const char *part[3], *line = tsu_manual_line(e, japanese ? "differ-ja" : "differ", k);
    if (!line) return false;
    split(line, out->room, sizeof out->room, part, 3);
    out->topic = part[0];
    out->theirs = part[1];
    out->ours = part[2];
    return true;
}

/* Words of the columns in Japanese: lines `word ENGLISH | JAPANESE` of the entry `shared words`. */
const char *tsu_manual_word(const char *word, bool japanese)
{
    const tsu_manual_entry *words = japanese ? tsu_manual_find("shared", "words") : NULL;
    const size_t length = strlen(word);
    const char *line;
    for (int k = 0; words && (line = own_line(words, "word", k)) != NULL; k++) {
        if (strncmp(line, word, length) == 0 && strncmp(line + length, " | ", 3) == 0)
            return line + length + 3;
    }
    return word;
}

/* A word that stands for a sentence, `ranks WORD` or `gpu WORD`: the sentence is in an entry `shared ranks WORD`. */
static const char *sentence_of(const tsu_manual_entry *e, const tsu_manual_entry *common, const char *key,
                               const char *usual, bool japanese)
{
    char name[64];
    const char *word = tsu_manual_line(e, key, 0);
    if (!word && common) word = tsu_manual_line(common, key, 0);
    if (!word) word = usual;
    if (!word) return NULL;
    snprintf(name, sizeof name, "%s %s", key, word);
    const tsu_manual_entry *text = tsu_manual_find("shared", name);
    return text ? tsu_manual_line(text, japanese ? "text-ja" : "text", 0) : NULL;
}

/* What an entry does not say is in `shared KIND`. */
const char *tsu_manual_note(const tsu_manual_entry *e, const char *command, const char *key, bool japanese)
{
    char full[64];
    snprintf(full, sizeof full, "%s%s", key, japanese ? "-ja" : "");
    const tsu_manual_entry *common = tsu_manual_find("shared", command ? command : "command");
    if (strcmp(key, "ranks") == 0) return sentence_of(e, common, key, "any", japanese);
    if (strcmp(key, "gpu") == 0) return sentence_of(e, common, key, NULL, japanese);
    if (tsu_manual_line(e, key, 0)) { /* in the other language where it is not translated */
        const char *line = tsu_manual_line(e, full, 0);
        return line ? line : tsu_manual_line(e, key, 0);
    }
    return common ? tsu_manual_line(common, full, 0) : NULL;
}

void tsu_manual_put_setting(void)
{
    fwrite(manual_setting, 1, manual_setting_size, stdout);
}
