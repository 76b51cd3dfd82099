/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include <stdio.h>
#include <string.h>

tsu_status tsu_error_setv(tsu_error *err, tsu_status status, const char *format, va_list args)
{
    if (err) {
        err->status = status;
        err->lacks = TSU_LACKS_NOTHING;
        err->missing[0] = '\0';
        err->file[0] = '\0';
        err->line = 0;
        vsnprintf(err->message, sizeof err->message, format, args);
    }
    return status;
}

tsu_status tsu_error_set(tsu_error *err, tsu_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tsu_error_setv(err, status, format, args);
    va_end(args);
    return status;
}

tsu_status tsu_error_lacks(tsu_error *err, tsu_lack what, tsu_status status)
{
    if (err) err->lacks = what;
    return status;
}

tsu_status tsu_error_lacks_named(tsu_error *err, tsu_lack what, const char *name, tsu_status status)
{
    if (err) snprintf(err->missing, sizeof err->missing, "%s", name);
    return tsu_error_lacks(err, what, status);
}

tsu_status tsu_error_lacks_name(tsu_error *err, const char *name, tsu_status status)
{
    return tsu_error_lacks_named(err, TSU_LACKS_NAME, name, status);
}

tsu_status tsu_error_lacks_same(tsu_error *err, const tsu_error *inner, tsu_status status)
{
    if (err) snprintf(err->missing, sizeof err->missing, "%s", inner->missing);
    return tsu_error_lacks(err, inner->lacks, status);
}

tsu_status tsu_error_null(tsu_error *err, const char *function, const char *arguments)
{
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s needs %s, which must not be NULL", function, arguments);
}

void tsu_error_locate(tsu_error *err, const char *file, int line)
{
    if (!err || err->line > 0) return;
    snprintf(err->file, sizeof err->file, "%s", file);
    err->line = line;
}

enum { WORD_MAX = 48 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* ASCII alone: names are, and a locale must not matter. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool alike(char a, char b)
{
    return lower(a) == lower(b);
}

/* Letters to change, add, take away, or swap with their neighbour; capitals are no difference. Words longer than WORD_MAX - 1 are
 * treated as far away. */
static int word_distance(const char *a, const char *b)
{
    const size_t na = strlen(a), nb = strlen(b);
    if (na >= WORD_MAX || nb >= WORD_MAX) return WORD_MAX;
    int rows[3][WORD_MAX] = {{0}}; /* of the last three letters of a */
    for (size_t j = 0; j <= nb; j++) {
        rows[0][j] = (int)j;
    }
    for (size_t i = 1; i <= na; i++) {
        int *row = rows[i % 3];
        const int *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            row[j] = least(last[j - 1] + !alike(a[i - 1], b[j - 1]), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && alike(a[i - 1], b[j - 2]) && alike(a[i - 2], b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[na % 3][nb];
}

const char *tsu_nearest_word(const char *word, const char *const *known)
{
    const char *best = NULL;
    const int length = (int)strlen(word);
    int best_distance = 1 + length / 3;
    for (; *known; known++) {
        const int distance = word_distance(word, *known), other = (int)strlen(*known);
        if (distance > 1 && 2 * distance >= (length > other ? length : other))
            continue; /* half is different */
        if (distance <= best_distance && (!best || distance < best_distance)) {
            best = *known;
            best_distance = distance;
        }
    }
    return best;
}
