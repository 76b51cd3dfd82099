/* SPDX-License-Identifier: Apache-2.0 */
/* json.h - JSON written piece by piece, and read into a list of values. */
#ifndef TSU_VIEW_JSON_H
#define TSU_VIEW_JSON_H

#include "base/error.h"

/* ---- writing ------------------------------------------------------------------------------------------------------- */

/* Commas are put where they belong. When memory runs out `failed` is set and nothing more is written. Begin with {0}. */
typedef struct tsu_json {
    char *text; /* owned; ends with a 0 that does not count */
    size_t used, capacity;
    bool comma; /* the next value needs one before it */
    bool failed;
} tsu_json;

void tsu_json_free(tsu_json *j);
void tsu_json_open(tsu_json *j, char bracket); /* '{' or '[' */
void tsu_json_close(tsu_json *j, char bracket);
void tsu_json_key(tsu_json *j, const char *key);
void tsu_json_string(tsu_json *j, const char *text);
void tsu_json_integer(tsu_json *j, int64_t value);
void tsu_json_number(tsu_json *j, double value); /* null if it is not finite */
void tsu_json_bool(tsu_json *j, bool value);
void tsu_json_raw(tsu_json *j, const char *text, size_t size); /* a value as it stands */
void tsu_json_numbers(tsu_json *j, const double *value, size_t count);

/* The same with a key before. */
void tsu_json_key_string(tsu_json *j, const char *key, const char *text);
void tsu_json_key_integer(tsu_json *j, const char *key, int64_t value);
void tsu_json_key_number(tsu_json *j, const char *key, double value);
void tsu_json_key_bool(tsu_json *j, const char *key, bool value);
void tsu_json_key_numbers(tsu_json *j, const char *key, const double *value, size_t count);

/* ---- reading ------------------------------------------------------------------------------------------------------- */

typedef enum tsu_json_kind {
    TSU_JSON_OBJECT,
    TSU_JSON_ARRAY,
    TSU_JSON_STRING,
    TSU_JSON_NUMBER,
    TSU_JSON_WORD /* true, false, null */
} tsu_json_kind;

/* A value. Members of an object are key, value, key, value ...; `next` is the index behind all that belongs to it. */
typedef struct tsu_json_value {
    tsu_json_kind kind;
    size_t at, size; /* its text; of a string without the quotes, escapes as they stand */
    int next;
} tsu_json_value;

/* Reads `size` bytes into at most `most` values; returns how many, or -1 if it is no JSON, has more values or is nested deeper
 * than 16. */
int tsu_json_read(const char *text, size_t size, tsu_json_value *value, int most);

/* The member of an object, -1 if there is none; its number or fallback; its string (plain ones only) or "". */
int tsu_json_find(const char *text, const tsu_json_value *value, int object, const char *key);
double tsu_json_get_number(const char *text, const tsu_json_value *value, int at, double fallback);
bool tsu_json_get_string(const char *text, const tsu_json_value *value, int at, char *out, size_t size);

#endif
