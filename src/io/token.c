/* SPDX-License-Identifier: Apache-2.0 */
#include "io/token.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Lines end with \n, \r\n or, in very old files, \r. */
static void skip_space(tsu_tokens *t)
{
    while (t->at < t->end && is_space(*t->at)) {
        if (*t->at == '\n' || (*t->at == '\r' && t->at[1] != '\n')) t->line++;
        t->at++;
    }
}

bool tsu_token_next(tsu_tokens *t)
{
    size_t n = 0;
    skip_space(t);
    t->word_line = t->line;
    while (t->at < t->end && !is_space(*t->at)) {
        if (n < sizeof t->word - 1) t->word[n++] = *t->at;
        t->at++;
    }
    t->word[n] = '\0';
    return n > 0;
}

bool tsu_token_peek(tsu_tokens *t)
{
    const tsu_tokens before = *t;
    const bool found = tsu_token_next(t);
    t->at = before.at;
    t->line = before.line;
    return found;
}

void tsu_token_skip_line(tsu_tokens *t)
{
    while (t->at < t->end && *t->at != '\n' && *t->at != '\r') {
        t->at++;
    }
    if (t->at >= t->end) return;
    t->at += *t->at == '\r' && t->at[1] == '\n' ? 2 : 1;
    t->line++;
}

bool tsu_token_is(const tsu_tokens *t, const char *word)
{
    return strcasecmp(t->word, word) == 0;
}

bool tsu_token_number(const tsu_tokens *t, double *value)
{
    char *end;
    if (strpbrk(t->word, "xXnN")) return false; /* hexadecimal, inf and nan are numbers to strtod, not here */
    *value = strtod(t->word, &end);
    return end != t->word && *end == '\0' && isfinite(*value);
}

bool tsu_token_integer(const tsu_tokens *t, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(t->word, &end, 10);
    if (end != t->word && *end == '\0' && errno == 0) return true;
    *value = 0;
    return false;
}
