/* SPDX-License-Identifier: Apache-2.0 */
#include "deck/lexer.h"
#include "deck/text.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

size_t tsu_quoted_span(const char *p)
{
    if (*p != '"' && *p != '\'') return 0;
    if (strncmp(p, "\"\"\"", 3) == 0) {
        const char *end = strstr(p + 3, "\"\"\"");
        return end ? (size_t)(end - p) + 3 : 0;
    }
    const char *end = strchr(p + 1, *p);
    return end ? (size_t)(end - p) + 1 : 0;
}

void tsu_strip_comment(char *line)
{
    for (char *p = line; *p;) {
        const size_t span = tsu_quoted_span(p);
        if (span == 0 && *p == '#') {
            *p = '\0';
            return;
        }
        p += span ? span : 1;
    }
}

static tsu_status add_word(tsu_split *split, size_t start, char *word)
{
    void *words = split->word, *starts = split->start;
    const bool grown = tsu_array_reserve(&words, &split->max_word, split->count + 1, sizeof *split->word) &&
                       tsu_array_reserve(&starts, &split->max_start, split->count + 1, sizeof *split->start);
    split->word = words;
    split->start = starts;
    if (!grown) return TSU_ERROR_MEMORY;
    split->word[split->count] = word;
    split->start[split->count++] = start;
    return TSU_OK;
}

/* Reads the word at *at, ends it with NUL and moves *at behind it. */
static tsu_status take_word(tsu_split *split, size_t *at, tsu_error *err)
{
    char *p = split->buffer + *at;
    const size_t start = *at;
    const size_t span = tsu_quoted_span(p);
    if (span == 0 && (*p == '"' || *p == '\''))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "the quote that opens at `%.40s` is never closed; close it with %c on the same command", p, *p);
    size_t quote = 0, length = strcspn(p, " \t\n\v\f\r");
    if (span) {
        if (p[span] && !isspace((unsigned char)p[span]))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "`%.40s` follows a closing quote directly; put a space behind the quote",
                                 p + span);
        quote = strncmp(p, "\"\"\"", 3) == 0 ? 3 : 1;
        length = span - quote;
    }
    *at += span ? span : length;
    if (split->buffer[*at]) (*at)++;
    p[length] = '\0';
    if (add_word(split, start, p + quote) != TSU_OK)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
    return TSU_OK;
}

tsu_status tsu_split_line(char *line, tsu_split *out, tsu_error *err)
{
    *out = (tsu_split){.raw = line, .buffer = tsu_text_copy(line)};
    tsu_status status = TSU_OK;
    if (!out->buffer) status = tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
    size_t at = 0;
    while (status == TSU_OK) {
        at += strspn(out->buffer + at, " \t\n\v\f\r");
        if (line[at] == '\0') break;
        status = take_word(out, &at, err);
    }
    if (status != TSU_OK) tsu_split_free(out);
    return status;
}

void tsu_split_free(tsu_split *split)
{
    free(split->raw);
    free(split->buffer);
    free(split->word);
    free(split->start);
    *split = (tsu_split){0};
}
