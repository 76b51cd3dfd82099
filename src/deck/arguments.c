/* SPDX-License-Identifier: Apache-2.0 */
/* arguments.c - keywords of a command, read by a table. */
#include "deck/arguments.h"
#include <stdio.h>
#include <string.h>

enum { KEYWORDS_MAX = 64 };

/* Room for a value of any kind that changes nothing. */
typedef union tsu_argument_waste {
    bool flag;
    int word;
    double number[3];
    int64_t integer;
    tsu_quantity quantity;
    const char *text;
} tsu_argument_waste;

static tsu_status read_value(const tsu_argument *row, tsu_words *words, void *to, tsu_error *err)
{
    tsu_argument_waste waste;
    void *member = row->at == TSU_ARGUMENT_UNUSED ? (void *)&waste : (void *)((char *)to + row->at);
    int k = 0;
    tsu_status status = TSU_OK;
    switch (row->kind) {
    case TSU_ARGUMENT_FLAG: *(bool *)member = true; return TSU_OK;
    case TSU_ARGUMENT_SWITCH: return tsu_words_switch(words, row->what, member, err);
    case TSU_ARGUMENT_EITHER:
    case TSU_ARGUMENT_WORD:
        status = tsu_words_choice(words, row->what, row->words, &k, err);
        if (status != TSU_OK) return status;
        if (row->kind == TSU_ARGUMENT_WORD)
            *(int *)member = k;
        else
            *(bool *)member = row->words[k] == row->words[1];
        return TSU_OK;
    case TSU_ARGUMENT_NUMBER: return tsu_words_number(words, row->what, member, err);
    case TSU_ARGUMENT_LOOSE: return tsu_words_loose_number(words, row->what, member, err);
    case TSU_ARGUMENT_VECTOR: return tsu_words_numbers(words, row->what, 3, member, err);
    case TSU_ARGUMENT_INTEGER:
        return tsu_words_integer_in(words, row->what, row->low, row->high, member, err);
    case TSU_ARGUMENT_QUANTITY: return tsu_words_quantity(words, row->what, member, err);
    case TSU_ARGUMENT_TEXT: return tsu_words_text(words, row->what, member, err);
    default: return row->read(to, words, err);
    }
}

static tsu_status take(const tsu_argument *row, tsu_words *words, void *to, tsu_error *err)
{
    if (row->given) *((bool *)((char *)to + row->given)) = true;
    return read_value(row, words, to, err);
}

tsu_status tsu_arguments_next(tsu_words *words, const char *noun, const tsu_argument *rows, void *to,
                              tsu_error *err)
{
    const char *list[KEYWORDS_MAX + 1];
    int key = 0;
    while (key < KEYWORDS_MAX && rows[key].keyword) {
        list[key] = rows[key].keyword;
        key++;
    }
    list[key] = NULL;
    const tsu_status status = tsu_words_choice(words, noun, list, &key, err);
    return status == TSU_OK ? take(&rows[key], words, to, err) : status;
}

tsu_status tsu_arguments_try(tsu_words *words, const tsu_argument *rows, void *to, bool *known,
                             tsu_error *err)
{
    const char *word = tsu_words_peek(words);
    while (word && rows->keyword && strcmp(rows->keyword, word) != 0) {
        rows++;
    }
    *known = word && rows->keyword;
    if (!*known) return TSU_OK;
    words->at++;
    return take(rows, words, to, err);
}

tsu_status tsu_arguments_read(tsu_words *words, const tsu_argument *rows, void *to, tsu_error *err)
{
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_arguments_next(words, "a keyword", rows, to, err);
    }
    return status;
}

static void join(const char *const *words, char *out, size_t size)
{
    size_t used = 0;
    for (int k = 0; words[k] && used < size; k++) {
        used += (size_t)snprintf(out + used, size - used, "%s%s", k ? "|" : "", words[k]);
    }
}

void tsu_argument_form(const tsu_argument *row, char *out, size_t size)
{
    static const char *const forms[] = {
        [TSU_ARGUMENT_FLAG] = "",     [TSU_ARGUMENT_SWITCH] = "yes|no", [TSU_ARGUMENT_NUMBER] = "X",
        [TSU_ARGUMENT_LOOSE] = "X",   [TSU_ARGUMENT_VECTOR] = "X Y Z",  [TSU_ARGUMENT_QUANTITY] = "X|v_NAME",
        [TSU_ARGUMENT_TEXT] = "NAME", [TSU_ARGUMENT_INTEGER] = "N",     [TSU_ARGUMENT_OTHER] = "..."};
    const bool least = row->kind == TSU_ARGUMENT_INTEGER && row->high == INT64_MAX;
    if (row->words)
        join(row->words, out, size);
    else if (least)
        snprintf(out, size, "N>=%lld", (long long)row->low);
    else if (row->kind == TSU_ARGUMENT_INTEGER)
        snprintf(out, size, "N=%lld..%lld", (long long)row->low, (long long)row->high);
    else
        snprintf(out, size, "%s", forms[row->kind]);
}
