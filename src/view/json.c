/* SPDX-License-Identifier: Apache-2.0 */
#include "view/json.h"
#include "base/memory.h"
#include "io/text_out.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ------------------------------------------------------------------------------------------------------- */

void tsu_json_free(tsu_json *j)
{
    free(j->text);
    *j = (tsu_json){0};
}

static void put(tsu_json *j, const char *text, size_t size)
{
    if (j->failed) return;
    if (j->used + size + 1 > j->capacity) {
        const size_t capacity = tsu_memory_next_capacity(j->capacity, j->used + size + 256);
        char *larger = realloc(j->text, capacity);
        if (!larger) {
            j->failed = true;
            return;
        }
        j->text = larger;
        j->capacity = capacity;
    }
    memcpy(j->text + j->used, text, size);
    j->used += size;
    j->text[j->used] = '\0';
}

static void separate(tsu_json *j)
{
    if (j->comma) put(j, ",", 1);
    j->comma = true;
}

void tsu_json_open(tsu_json *j, char bracket)
{
    separate(j);
    put(j, &bracket, 1);
    j->comma = false;
}

void tsu_json_close(tsu_json *j, char bracket)
{
    put(j, &bracket, 1);
    j->comma = true;
}

/* Quotes a text; control characters and bytes that cannot be UTF-8 on their own are written as \u00XX. */
static void put_quoted(tsu_json *j, const char *text)
{
    put(j, "\"", 1);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        char escape[8];
        if (c == '"' || c == '\\') {
            put(j, (const char[]){'\\', (char)c}, 2);
        } else if (c < 0x20 || c == 0x7f || c >= 0xf8) {
            put(j, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", c));
        } else {
            put(j, text, 1);
        }
    }
    put(j, "\"", 1);
}

void tsu_json_key(tsu_json *j, const char *key)
{
    separate(j);
    put_quoted(j, key);
    put(j, ":", 1);
    j->comma = false;
}

void tsu_json_string(tsu_json *j, const char *text)
{
    separate(j);
    put_quoted(j, text);
}

void tsu_json_integer(tsu_json *j, int64_t value)
{
    char text[24];
    separate(j);
    put(j, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)value));
}

void tsu_json_number(tsu_json *j, double value)
{
    char text[TSU_NUMBER_LENGTH];
    separate(j);
    if (isfinite(value))
        put(j, text, tsu_number_exact(text, value));
    else
        put(j, "null", 4);
}

void tsu_json_bool(tsu_json *j, bool value)
{
    separate(j);
    put(j, value ? "true" : "false", value ? 4 : 5);
}

void tsu_json_raw(tsu_json *j, const char *text, size_t size)
{
    separate(j);
    put(j, text, size);
}

void tsu_json_numbers(tsu_json *j, const double *value, size_t count)
{
    tsu_json_open(j, '[');
    for (size_t k = 0; k < count; k++) {
        tsu_json_number(j, value[k]);
    }
    tsu_json_close(j, ']');
}

void tsu_json_key_string(tsu_json *j, const char *key, const char *text)
{
    tsu_json_key(j, key);
    tsu_json_string(j, text);
}

void tsu_json_key_integer(tsu_json *j, const char *key, int64_t value)
{
    tsu_json_key(j, key);
    tsu_json_integer(j, value);
}

void tsu_json_key_number(tsu_json *j, const char *key, double value)
{
    tsu_json_key(j, key);
    tsu_json_number(j, value);
}

void tsu_json_key_bool(tsu_json *j, const char *key, bool value)
{
    tsu_json_key(j, key);
    tsu_json_bool(j, value);
}

void tsu_json_key_numbers(tsu_json *j, const char *key, const double *value, size_t count)
{
    tsu_json_key(j, key);
    tsu_json_numbers(j, value, count);
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

enum { DEPTH_MAX = 16 };

typedef struct reader {
    const char *text;
    size_t size, at;
    tsu_json_value *value;
    int count, most, depth;
} reader;

static void skip_blanks(reader *r)
{
    while (r->at < r->size && strchr(" \t\r\n", r->text[r->at]) && r->text[r->at] != '\0') {
        r->at++;
    }
}

static bool accept(reader *r, char c)
{
    skip_blanks(r);
    if (r->at >= r->size || r->text[r->at] != c) return false;
    r->at++;
    return true;
}

static int add(reader *r, tsu_json_kind kind)
{
    if (r->count >= r->most) return -1;
    r->value[r->count] = (tsu_json_value){.kind = kind, .at = r->at};
    return r->count++;
}

static bool read_string(reader *r)
{
    r->at++;
    const int own = add(r, TSU_JSON_STRING);
    if (own < 0) return false;
    while (r->at < r->size && r->text[r->at] != '"') {
        if ((unsigned char)r->text[r->at] < 0x20) return false;
        r->at += r->text[r->at] == '\\' ? 2 : 1;
    }
    if (r->at >= r->size) return false;
    r->value[own].size = r->at++ - r->value[own].at;
    r->value[own].next = r->count;
    return true;
}

/* A number or a word: what stands up to the next separator. */
static bool read_plain(reader *r)
{
    const char c = r->text[r->at];
    const bool number = c == '-' || (c >= '0' && c <= '9');
    const int own = add(r, number ? TSU_JSON_NUMBER : TSU_JSON_WORD);
    if (own < 0) return false;
    while (r->at < r->size && r->text[r->at] != '\0' &&
           strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", r->text[r->at])) {
        r->at++;
    }
    const size_t size = r->value[own].size = r->at - r->value[own].at;
    r->value[own].next = r->count;
    const char *word = r->text + r->value[own].at;
    for (size_t k = 0; number && k < size; k++) {
        if (!strchr("+-.0123456789eE", word[k])) return false;
    }
    if (number) return size < 40;
    return (size == 4 && (memcmp(word, "true", 4) == 0 || memcmp(word, "null", 4) == 0)) ||
           (size == 5 && memcmp(word, "false", 5) == 0);
}

static bool read_value(reader *r);

static bool read_members(reader *r, bool object)
{
    const int own = add(r, object ? TSU_JSON_OBJECT : TSU_JSON_ARRAY);
    const char end = object ? '}' : ']';
    if (own < 0 || ++r->depth > DEPTH_MAX) return false;
    r->at++;
    if (!accept(r, end)) {
        do {
            skip_blanks(r);
            if (object && (r->at >= r->size || r->text[r->at] != '"' || !read_string(r) || !accept(r, ':')))
                return false;
            if (!read_value(r)) return false;
        } while (accept(r, ','));
        if (!accept(r, end)) return false;
    }
    r->depth--;
    r->value[own].size = r->at - r->value[own].at;
    r->value[own].next = r->count;
    return true;
}

static bool read_value(reader *r)
{
    skip_blanks(r);
    if (r->at >= r->size) return false;
    const char c = r->text[r->at];
    if (c == '{' || c == '[') return read_members(r, c == '{');
    return c == '"' ? read_string(r) : read_plain(r);
}

int tsu_json_read(const char *text, size_t size, tsu_json_value *value, int most)
{
    reader r = {.text = text, .size = size, .value = value, .most = most};
    if (!read_value(&r)) return -1;
    skip_blanks(&r);
    return r.at == r.size ? r.count : -1;
}

int tsu_json_find(const char *text, const tsu_json_value *value, int object, const char *key)
{
    if (object < 0 || value[object].kind != TSU_JSON_OBJECT) return -1;
    const size_t length = strlen(key);
    for (int k = object + 1; k < value[object].next; k = value[k + 1].next) {
        if (value[k].size == length && memcmp(text + value[k].at, key, length) == 0) return k + 1;
    }
    return -1;
}

double tsu_json_get_number(const char *text, const tsu_json_value *value, int at, double fallback)
{
    char word[48];
    if (at < 0 || value[at].kind != TSU_JSON_NUMBER || value[at].size >= sizeof word) return fallback;
    memcpy(word, text + value[at].at, value[at].size);
    word[value[at].size] = '\0';
    char *end;
    const double number = strtod(word, &end);
    return *end == '\0' && isfinite(number) ? number : fallback;
}

bool tsu_json_get_string(const char *text, const tsu_json_value *value, int at, char *out, size_t size)
{
    out[0] = '\0';
    if (at < 0 || value[at].kind != TSU_JSON_STRING || value[at].size >= size) return false;
    if (memchr(text + value[at].at, '\\', value[at].size)) return false;
    memcpy(out, text + value[at].at, value[at].size);
    out[value[at].size] = '\0';
    return true;
}
