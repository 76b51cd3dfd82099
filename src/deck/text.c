/* SPDX-License-Identifier: Apache-2.0 */
#include "deck/text.h"
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* U+3000 and U+FF01 to U+FF5E in UTF-8. */
static bool full_width(const unsigned char *p)
{
    if (p[0] == 0xe3) return p[1] == 0x80 && p[2] == 0x80;
    return p[0] == 0xef && ((p[1] == 0xbc && p[2] >= 0x81) || (p[1] == 0xbd && p[2] >= 0x80 && p[2] <= 0x9e));
}

bool tsu_text_is_no_value(const char *word)
{
    word += word[0] == '-';
    return strcmp(word, "inf") == 0 || strcmp(word, "nan") == 0;
}

const char *tsu_text_letter_hint(const char *word)
{
    bool foreign = false;
    for (const char *p = word; *p; p++) {
        if (full_width((const unsigned char *)p))
            return "; it has a full-width (zenkaku) letter, digit or space: type it in half width";
        foreign = foreign || (unsigned char)*p >= 0x80;
    }
    return foreign ? "; it has a character that is not ASCII, as a no-break space, a typographic quote or "
                     "dash from a text that was copied: retype it"
                   : "";
}

bool tsu_array_reserve(void **array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity) return true;
    size_t grown = *capacity < 8 ? 8 : *capacity;
    while (grown < needed) {
        if (grown > SIZE_MAX / 2 / size) return false;
        grown *= 2;
    }
    void *moved = realloc(*array, grown * size);
    if (!moved) return false;
    *array = moved;
    *capacity = grown;
    return true;
}

void tsu_text_add(tsu_text *t, const char *data, size_t length)
{
    if (t->failed) return;
    void *array = t->data;
    if (!tsu_array_reserve(&array, &t->capacity, t->length + length + 1, 1)) {
        t->failed = true;
        return;
    }
    t->data = array;
    if (length) memcpy(t->data + t->length, data, length);
    t->length += length;
    t->data[t->length] = '\0';
}

void tsu_text_add_string(tsu_text *t, const char *string)
{
    tsu_text_add(t, string, strlen(string));
}

void tsu_text_add_char(tsu_text *t, char c)
{
    tsu_text_add(t, &c, 1);
}

void tsu_text_free(tsu_text *t)
{
    free(t->data);
    *t = (tsu_text){0};
}

char *tsu_text_take(tsu_text *t)
{
    if (!t->failed && !t->data) tsu_text_add(t, "", 0);
    char *data = t->data;
    if (t->failed) {
        free(data);
        data = NULL;
    }
    *t = (tsu_text){0};
    return data;
}

char *tsu_text_copy_part(const char *data, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, data, length);
    copy[length] = '\0';
    return copy;
}

char *tsu_text_copy(const char *string)
{
    return tsu_text_copy_part(string, strlen(string));
}

char *tsu_text_trim(char *string)
{
    while (isspace((unsigned char)*string)) {
        string++;
    }
    size_t length = strlen(string);
    while (length && isspace((unsigned char)string[length - 1])) {
        length--;
    }
    string[length] = '\0';
    return string;
}
