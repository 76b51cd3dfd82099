/* SPDX-License-Identifier: Apache-2.0 */
/* words.c - reading the arguments of a command, with one wording for every mistake. */
#include "deck/script.h"
#include "deck/text.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tsu_words_left(const tsu_words *w)
{
    return w->at < w->count ? w->count - w->at : 0;
}

const char *tsu_words_peek(const tsu_words *w)
{
    return w->at < w->count ? w->word[w->at] : NULL;
}

tsu_status tsu_words_error(const tsu_words *w, int index, tsu_status status, tsu_error *err,
                           const char *format, ...)
{
    if (!err) return status;
    char sentence[512];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    const char *command = w->count ? w->word[0] : "";
    const bool here = index >= 0 && index < w->count, verb = strncmp(sentence, "is ", 3) == 0;
    if (here && verb)
        tsu_error_set(err, status, "`%.60s`: at word %d, `%.80s` %s", command, index + 1, w->word[index],
                      sentence);
    else if (here)
        tsu_error_set(err, status, "`%.60s`: at word %d, `%.80s`: %s", command, index + 1, w->word[index],
                      sentence);
    else
        tsu_error_set(err, status, verb ? "`%.60s` %s" : "`%.60s`: %s", command, sentence);
    if (w->usage) {
        const size_t used = strlen(err->message);
        snprintf(err->message + used, sizeof err->message - used, " (usage: %s)", w->usage);
    }
    return status;
}

static tsu_status missing(const tsu_words *w, const char *what, tsu_error *err)
{
    const char *last = w->at > 0 && w->at <= w->count ? w->word[w->at - 1] : w->word[0];
    return tsu_words_error(w, -1, TSU_ERROR_INPUT, err, "%s is missing after `%.80s`", what, last);
}

tsu_status tsu_words_text(tsu_words *w, const char *what, const char **out, tsu_error *err)
{
    if (!tsu_words_left(w)) return missing(w, what, err);
    *out = w->word[w->at++];
    return TSU_OK;
}

bool tsu_parse_number(const char *word, double *out)
{
    if (word[strspn(word, "0123456789+-.eE")] != '\0' || word[0] == '\0') return false;
    char *end;
    const double value = strtod(word, &end);
    if (end > word && strcmp(end, ".") == 0) end++; /* decks have `0.025.`, which LIGGGHTS takes for 0.025 */
    if (*end != '\0' || !isfinite(value)) return false;
    *out = value;
    return true;
}

bool tsu_parse_integer(const char *word, int64_t *out)
{
    if (word[strspn(word, "0123456789+-")] != '\0' || word[0] == '\0') return false;
    char *end;
    errno = 0;
    const long long value = strtoll(word, &end, 10);
    if (*end != '\0' || errno == ERANGE) return false;
    *out = value;
    return true;
}

/* Digits, one of d and D, an exponent: as Fortran writes numbers of double precision. */
static bool is_fortran(const char *word, char *plain, size_t size)
{
    double value;
    const size_t at = strcspn(word, "dD");
    if (word[at] == '\0' || strlen(word) >= size) return false;
    snprintf(plain, size, "%s", word);
    plain[at] = 'e';
    return strchr("+-0123456789", word[at + 1]) != NULL && tsu_parse_number(plain, &value);
}

static tsu_status no_number(const tsu_words *w, const char *what, bool integer, tsu_error *err)
{
    const char *kind = integer ? "an integer" : "a number";
    const char *word = w->word[w->at];
    char plain[64];
    if (is_fortran(word, plain, sizeof plain)) {
        double value = 0.0;
        if (integer && tsu_parse_number(plain, &value)) snprintf(plain, sizeof plain, "%.15g", value);
        return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err,
                               "expected %s, %s; an exponent has the letter e: write %s", what, kind, plain);
    }
    const char *hint = strchr(word, ',') ? "; decimals have a point, not a comma"
                       : strpbrk(word, "*/^(")
                           ? "; a formula goes into a variable: `variable x equal FORMULA`, then ${x}"
                           : tsu_text_letter_hint(word);
    const tsu_status status =
        tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "expected %s, %s%s", what, kind, hint);
    return tsu_text_is_no_value(word) ? tsu_error_lacks(err, TSU_LACKS_VALUE, status) : status;
}

/* The length of the number that a word begins with, if LIGGGHTS would take that for the word; else 0. */
static size_t leading(const tsu_words *w, bool integer)
{
    const char *word = w->word[w->at], *digits = word + strspn(word, "+-");
    char plain[64];
    if (digits > word + 1 || strchr(word, ',') || is_fortran(word, plain, sizeof plain)) return 0;
    if (*tsu_text_letter_hint(word) || (digits[0] == '0' && (digits[1] | 32) == 'x')) return 0;
    if (!w->loose && word[strspn(word, integer ? "0123456789+-" : "0123456789+-.eE")] != '\0') return 0;
    if (!isdigit((unsigned char)digits[0]) && (digits[0] != '.' || !isdigit((unsigned char)digits[1])))
        return 0;
    if (integer) return (size_t)(digits - word) + strspn(digits, "0123456789");
    char *end;
    (void)strtod(word, &end);
    return (size_t)(end - word);
}

/* The word that LIGGGHTS sees: its beginning, if the whole is no number. The warning names the value of the whole. */
static tsu_status begins_with(tsu_words *w, const char *what, bool integer, char *part, size_t size,
                              tsu_error *err)
{
    const size_t length = leading(w, integer);
    const char *word = w->word[w->at];
    double whole;
    if (length == 0 || length >= size) return no_number(w, what, integer, err);
    snprintf(part, size, "%.*s", (int)length, word);
    if (!w->script) return TSU_OK;
    char rather[80] = "";
    tsu_error none;
    const bool known = word[strspn(word, "0123456789.eE+-*/^()")] == '\0' &&
                       tsu_script_evaluate(w->script, word, &whole, &none) == TSU_OK;
    if (known && isfinite(whole) && (!integer || whole == floor(whole)))
        snprintf(rather, sizeof rather, "; if %.15g is meant, write that", whole);
    tsu_script_warn(
        w->script,
        "`%.60s`: at word %d, `%.80s`: %s is read as %s, as LIGGGHTS does: only the number that a "
        "word begins with counts%s",
        w->word[0], w->at + 1, word, what, part, rather);
    return TSU_OK;
}

tsu_status tsu_words_number(tsu_words *w, const char *what, double *out, tsu_error *err)
{
    char part[64];
    if (!tsu_words_left(w)) return missing(w, what, err);
    if (!tsu_parse_number(w->word[w->at], out)) {
        const tsu_status status = begins_with(w, what, false, part, sizeof part, err);
        if (status != TSU_OK) return status;
        if (!tsu_parse_number(part, out)) return no_number(w, what, false, err);
    }
    w->at++;
    return TSU_OK;
}

tsu_status tsu_words_loose_number(tsu_words *w, const char *what, double *out, tsu_error *err)
{
    const bool before = w->loose;
    w->loose = true;
    const tsu_status status = tsu_words_number(w, what, out, err);
    w->loose = before;
    return status;
}

tsu_status tsu_words_numbers(tsu_words *w, const char *what, int count, double *out, tsu_error *err)
{
    const int at = w->at;
    tsu_status status = tsu_words_need(w, count, what, err);
    for (int i = 0; i < count && status == TSU_OK; i++) {
        status = tsu_words_number(w, what, out + i, err);
    }
    if (status != TSU_OK) w->at = at;
    return status;
}

tsu_status tsu_words_integer(tsu_words *w, const char *what, int64_t *out, tsu_error *err)
{
    char part[64];
    if (!tsu_words_left(w)) return missing(w, what, err);
    if (!tsu_parse_integer(w->word[w->at], out)) {
        const tsu_status status = begins_with(w, what, true, part, sizeof part, err);
        if (status != TSU_OK) return status;
        if (!tsu_parse_integer(part, out)) return no_number(w, what, true, err);
    }
    w->at++;
    return TSU_OK;
}

tsu_status tsu_words_integer_in(tsu_words *w, const char *what, int64_t low, int64_t high, int64_t *out,
                                tsu_error *err)
{
    int64_t value = 0;
    const tsu_status status = tsu_words_integer(w, what, &value, err);
    if (status != TSU_OK) return status;
    if (value < low && high >= INT32_MAX) { /* that high stands for: as many as you like */
        w->at--;
        return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "%s must be at least %lld", what,
                               (long long)low);
    }
    if (value < low || value > high) {
        w->at--;
        return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "%s must lie between %lld and %lld", what,
                               (long long)low, (long long)high);
    }
    *out = value;
    return TSU_OK;
}

tsu_status tsu_words_switch(tsu_words *w, const char *what, bool *out, tsu_error *err)
{
    if (!tsu_words_left(w)) return missing(w, what, err);
    const char *word = w->word[w->at];
    const bool yes = strcmp(word, "yes") == 0 || strcmp(word, "on") == 0;
    if (!yes && strcmp(word, "no") != 0 && strcmp(word, "off") != 0)
        return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "expected %s: yes or no, on or off", what);
    *out = yes;
    w->at++;
    return TSU_OK;
}

/* "a, b, c" of a list, cut where the buffer ends. */
static void join_list(const char *const *list, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (; *list && used + 1 < size; list++) {
        const int n = snprintf(buffer + used, size - used, "%s%s", used ? ", " : "", *list);
        used += n > 0 ? (size_t)n : 0;
    }
}

tsu_status tsu_words_choice(tsu_words *w, const char *what, const char *const *list, int *out, tsu_error *err)
{
    if (!tsu_words_left(w)) return missing(w, what, err);
    const char *word = w->word[w->at];
    for (int i = 0; list[i]; i++) {
        if (strcmp(word, list[i]) == 0) {
            *out = i;
            w->at++;
            return TSU_OK;
        }
    }
    const char *nearest = tsu_nearest_word(word, list);
    if (nearest)
        return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "is not %s; did you mean `%s`?", what,
                               nearest);
    char known[320];
    join_list(list, known, sizeof known);
    return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "is not %s; known: %s%s", what, known,
                           tsu_text_letter_hint(word));
}

tsu_status tsu_words_either(tsu_words *w, const char *what, const char *first, const char *second, bool *out,
                            tsu_error *err)
{
    const char *const list[] = {first, second, NULL};
    int k;
    const tsu_status status = tsu_words_choice(w, what, list, &k, err);
    if (status == TSU_OK) *out = list[k] == second;
    return status;
}

bool tsu_words_accept(tsu_words *w, const char *word)
{
    if (!tsu_words_left(w) || strcmp(w->word[w->at], word) != 0) return false;
    w->at++;
    return true;
}

tsu_status tsu_words_need(const tsu_words *w, int count, const char *what, tsu_error *err)
{
    const int left = tsu_words_left(w);
    if (left >= count) return TSU_OK;
    const char *last = w->at > 0 && w->at <= w->count ? w->word[w->at - 1] : w->word[0];
    return tsu_words_error(w, -1, TSU_ERROR_INPUT, err,
                           "expected %d more word%s after `%.80s` (%s), found %d", count,
                           count == 1 ? "" : "s", last, what, left);
}

tsu_status tsu_words_end(const tsu_words *w, tsu_error *err)
{
    if (!tsu_words_left(w)) return TSU_OK;
    return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err,
                           "nothing more is expected here; remove it, or put text in quotes");
}

tsu_status tsu_words_quantity(tsu_words *w, const char *what, tsu_quantity *out, tsu_error *err)
{
    const char *word = tsu_words_peek(w);
    if (!word || strncmp(word, "v_", 2) != 0) {
        out->variable[0] = '\0';
        return tsu_words_number(w, what, &out->value, err);
    }
    if (strlen(word + 2) >= sizeof out->variable || word[2] == '\0')
        return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "a variable's name has 1 to %d letters",
                               (int)sizeof out->variable - 1);
    out->value = 0.0;
    snprintf(out->variable, sizeof out->variable, "%s", word + 2);
    w->at++;
    return TSU_OK;
}
