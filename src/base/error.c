/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include <stdio.h>
#include <string.h>

tsu_status tsu_error_setv(tsu_error *err, tsu_status status, const char *format, va_list args)
{
    if (err) {
        err->status = status;
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

void tsu_error_locate(tsu_error *err, const char *file, int line)
{
    if (!err || err->line > 0) return;
    snprintf(err->file, sizeof err->file, "%s", file);
    err->line = line;
}

enum { WORD_MAX = 48 };

/* Levenshtein distance; words longer than WORD_MAX - 1 are treated as far away. */
static int word_distance(const char *a, const char *b)
{
    const size_t na = strlen(a), nb = strlen(b);
    if (na >= WORD_MAX || nb >= WORD_MAX) return WORD_MAX;
    int row[WORD_MAX];
    for (size_t j = 0; j <= nb; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            const int substitute = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            int best = substitute;
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[nb];
}

const char *tsu_nearest_word(const char *word, const char *const *known)
{
    const char *best = NULL;
    int best_distance = 1 + (int)strlen(word) / 3;
    for (; *known; known++) {
        const int distance = word_distance(word, *known);
        if (distance <= best_distance && (!best || distance < best_distance)) {
            best = *known;
            best_distance = distance;
        }
    }
    return best;
}
