/* SPDX-License-Identifier: Apache-2.0 */
#include "deck/deck.h"
#include "deck/text.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static tsu_status out_of_memory(tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory while reading a deck");
}

static tsu_deck *deck_create(const char *name)
{
    tsu_deck *deck = calloc(1, sizeof *deck);
    if (!deck) return NULL;
    deck->references = 1;
    deck->name = tsu_text_copy(name);
    if (!deck->name) {
        free(deck);
        return NULL;
    }
    return deck;
}

tsu_deck *tsu_deck_hold(tsu_deck *deck)
{
    deck->references++;
    return deck;
}

void tsu_deck_release(tsu_deck *deck)
{
    if (!deck || --deck->references > 0) return;
    for (size_t i = 0; i < deck->n_line; i++) {
        free(deck->line[i].text);
    }
    for (size_t i = 0; i < deck->n_label; i++) {
        free(deck->label[i].name);
    }
    free(deck->line);
    free(deck->label);
    free(deck->name);
    free(deck);
}

static bool add_label(tsu_deck *deck, char *name)
{
    void *labels = deck->label;
    if (!name || !tsu_array_reserve(&labels, &deck->max_label, deck->n_label + 1, sizeof *deck->label)) {
        free(name);
        return false;
    }
    deck->label = labels;
    deck->label[deck->n_label++] = (tsu_deck_label){.name = name, .next = deck->n_line};
    return true;
}

/* If the line added last is `label NAME`, remembers it. Variables are not replaced: a label is found by its
 * text. */
static bool note_label(tsu_deck *deck)
{
    const char *p = deck->line[deck->n_line - 1].text;
    p += strspn(p, " \t\r\v\f");
    if (strncmp(p, "label", 5) != 0 || !isspace((unsigned char)p[5])) return true;
    p += 5;
    p += strspn(p, " \t\r\v\f");
    const char quote = *p == '"' || *p == '\'' ? *p++ : '\0';
    const size_t length = quote ? strcspn(p, (char[]){quote, '\0'}) : strcspn(p, " \t\r\v\f#");
    return length == 0 || add_label(deck, tsu_text_copy_part(p, length));
}

/* Takes `text` (which may be NULL: out of memory). */
static bool add_line(tsu_deck *deck, char *text, int line)
{
    void *lines = deck->line;
    if (!text || !tsu_array_reserve(&lines, &deck->max_line, deck->n_line + 1, sizeof *deck->line)) {
        free(text);
        return false;
    }
    deck->line = lines;
    deck->line[deck->n_line++] = (tsu_deck_line){.text = text, .line = line};
    return note_label(deck);
}

/* Whether a """ is still open at the end of what was fed so far; text behind # does not count. */
typedef struct quote_state {
    char open; /* '\0', '"', '\'', 'T' for """, '#' for a comment */
} quote_state;

static void quote_feed(quote_state *q, const char *p, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const bool triple = length - i >= 3 && memcmp(p + i, "\"\"\"", 3) == 0;
        if (q->open == '#') return;
        if (triple && (q->open == '\0' || q->open == 'T')) {
            q->open = q->open ? '\0' : 'T';
            i += 2;
        } else if (q->open == '\0' && (p[i] == '"' || p[i] == '\'' || p[i] == '#')) {
            q->open = p[i];
        } else if (q->open == p[i]) {
            q->open = '\0';
        }
    }
}

/* Joins physical lines from *at into one logical line. */
static tsu_status join_line(const char *text, size_t length, size_t *at, int *line, tsu_text *joined,
                            tsu_error *err)
{
    quote_state quotes = {0};
    for (;;) {
        const char *p = text + *at;
        const char *end = memchr(p, '\n', length - *at);
        size_t n = end ? (size_t)(end - p) : length - *at;
        *at += n + (end ? 1 : 0);
        (*line)++;
        if (memchr(p, '\0', n))
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the line holds a NUL byte; a deck must be plain text (if it was saved as UTF-16, "
                "save it as UTF-8)");
        while (n && isspace((unsigned char)p[n - 1])) {
            n--;
        }
        const bool continued = n && p[n - 1] == '&' && quotes.open != 'T';
        n -= continued;
        quote_feed(&quotes, p, n);
        tsu_text_add(joined, p, n);
        if (joined->length > TSU_LINE_MAX)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "the command is longer than %d bytes; split it into several commands",
                                 TSU_LINE_MAX);
        if (continued && *at >= length && quotes.open != '#')
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "the deck ends with `&`, after which its last command should continue; "
                                 "remove the `&`, or add what is missing");
        if (*at >= length || !(continued || quotes.open == 'T')) return TSU_OK;
        if (!continued) tsu_text_add_char(joined, '\n');
    }
}

tsu_status tsu_deck_from_text(const char *name, const char *text, size_t length, tsu_deck **out,
                              tsu_error *err)
{
    tsu_deck *deck = deck_create(name);
    if (!deck) return out_of_memory(err);
    static const char mark[] = "\xef\xbb\xbf"; /* editors of Windows put it before UTF-8 */
    size_t at = length >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    int line = 0;
    while (at < length) {
        tsu_text joined = {0};
        const int first = line + 1;
        const tsu_status status = join_line(text, length, &at, &line, &joined, err);
        if (status != TSU_OK) {
            tsu_error_locate(err, name, line);
            tsu_text_free(&joined);
            tsu_deck_release(deck);
            return status;
        }
        if (!add_line(deck, tsu_text_take(&joined), first)) {
            tsu_deck_release(deck);
            return out_of_memory(err);
        }
    }
    *out = deck;
    return TSU_OK;
}

static tsu_status read_all(FILE *file, const char *path, tsu_text *content, tsu_error *err)
{
    char block[16384];
    size_t n;
    while ((n = fread(block, 1, sizeof block, file)) > 0) {
        tsu_text_add(content, block, n);
        if (content->failed) return out_of_memory(err);
    }
    if (ferror(file))
        return tsu_error_set(err, TSU_ERROR_IO, "cannot read the deck `%s`: %s", path, strerror(errno));
    return TSU_OK;
}

tsu_status tsu_deck_load(const char *path, tsu_deck **out, tsu_error *err)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (!file)
        return tsu_error_set(err, TSU_ERROR_IO,
                             "cannot open the deck `%s`: %s; check the name and the folder", path,
                             strerror(errno));
    if (fstat(fileno(file), &info) == 0 && S_ISDIR(info.st_mode)) {
        fclose(file);
        return tsu_error_set(err, TSU_ERROR_IO, "`%s` is a folder, not a deck", path);
    }
    tsu_text content = {0};
    tsu_status status = read_all(file, path, &content, err);
    fclose(file);
    if (status == TSU_OK)
        status = tsu_deck_from_text(path, content.data ? content.data : "", content.length, out, err);
    tsu_text_free(&content);
    return status;
}

tsu_status tsu_deck_from_commands(const char *name, int line, int count, const char *const *commands,
                                  tsu_deck **out, tsu_error *err)
{
    tsu_deck *deck = deck_create(name);
    if (!deck) return out_of_memory(err);
    for (int i = 0; i < count; i++) {
        if (!add_line(deck, tsu_text_copy(commands[i]), line)) {
            tsu_deck_release(deck);
            return out_of_memory(err);
        }
    }
    *out = deck;
    return TSU_OK;
}

bool tsu_deck_find_label(const tsu_deck *deck, const char *name, size_t *next)
{
    for (size_t i = 0; i < deck->n_label; i++) {
        if (strcmp(deck->label[i].name, name) == 0) {
            *next = deck->label[i].next;
            return true;
        }
    }
    return false;
}
