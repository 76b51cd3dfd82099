/* SPDX-License-Identifier: Apache-2.0 */
/* condition.c - the condition of `if`: numbers and words compared and combined. It is not a formula:
 * variables are put in as text before, so `foo == bar` compares words, and arithmetic belongs into $( ). */
#include "deck/formula.h"
#include "deck/internal.h"
#include "deck/text.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 200 };

typedef struct operand {
    double number;
    const char *word; /* not a number: where it starts */
    size_t length;
} operand;

typedef struct reader {
    const char *text, *p;
    int depth;
    tsu_error *err;
} reader;

static bool fail(reader *r, const char *format, ...) TSU_PRINTF(2, 3);
static bool fail(reader *r, const char *format, ...)
{
    char sentence[300];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    tsu_error_set(r->err, TSU_ERROR_INPUT, "`if`: condition `%.120s`: %s", r->text, sentence);
    return false;
}

static void skip_space(reader *r)
{
    while (isspace((unsigned char)*r->p)) {
        r->p++;
    }
}

static bool read_level(reader *r, int level, operand *out);

/* Letters, digits and what may stand in a number or a file name. */
static bool read_word(reader *r, operand *out)
{
    char word[64];
    out->word = r->p;
    out->length = strcspn(r->p, " \t\r\n\v\f<>=!&|()");
    snprintf(word, sizeof word, "%.*s", (int)(out->length < 63 ? out->length : 63), r->p);
    if (out->length == 0) {
        return *r->p ? fail(r, "a number or a word is expected at `%.40s`", r->p)
                     : fail(r, "it ends where a number or a word is expected");
    }
    if (strncmp(word, "v_", 2) == 0) return fail(r, "`%s` is not replaced here; write ${%s}", word, word + 2);
    if (strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0)
        return fail(r, "`%s` is not evaluated here; write $(%s)", word, word);
    if (out->length < sizeof word && tsu_parse_number(word, &out->number))
        out->word = NULL;
    else if (isdigit((unsigned char)word[0]) && strpbrk(word, "+-*/^%"))
        return fail(r, "`%s` is not evaluated here: write $(%s)", word, word);
    r->p += out->length;
    return true;
}

static bool as_number(reader *r, const operand *o)
{
    char word[8];
    if (!o->word) return true;
    snprintf(word, sizeof word, "%.*s", (int)(o->length < sizeof word ? o->length : 0), o->word);
    fail(r, "`%.*s` is not a number", (int)(o->length < 60 ? o->length : 60), o->word);
    if (tsu_text_is_no_value(word)) tsu_error_lacks(r->err, TSU_LACKS_VALUE, TSU_ERROR_INPUT);
    return false;
}

static bool read_operand(reader *r, operand *out)
{
    skip_space(r);
    if (++r->depth > DEPTH_MAX) return fail(r, "it is nested more than %d deep", DEPTH_MAX);
    bool good;
    if (*r->p == '!' && r->p[1] != '=') {
        r->p++;
        good = read_operand(r, out) && as_number(r, out);
        out->number = out->number == 0.0;
    } else if (*r->p == '(') {
        r->p++;
        good = read_level(r, 0, out);
        if (good) {
            skip_space(r);
            good = *r->p == ')' || fail(r, "`)` is missing at `%.40s`", r->p);
            r->p++;
        }
    } else {
        good = read_word(r, out);
    }
    r->depth--;
    return good;
}

static bool combine(reader *r, tsu_operator op, operand *a, const operand *b)
{
    if (a->word || b->word) {
        if (op != TSU_OP_EQ && op != TSU_OP_NE) return as_number(r, a) && as_number(r, b);
        const bool same =
            a->word && b->word && a->length == b->length && strncmp(a->word, b->word, a->length) == 0;
        a->number = same == (op == TSU_OP_EQ);
        a->word = NULL;
        return true;
    }
    return tsu_operator_value(op, a->number, b->number, &a->number);
}

static bool read_level(reader *r, int level, operand *out)
{
    if (!read_operand(r, out)) return false;
    for (;;) {
        size_t length;
        skip_space(r);
        const tsu_operator op = tsu_operator_at(r->p, &length);
        if (op == TSU_OP_NONE || tsu_operator_level(op) <= level) return true;
        if (op >= TSU_OP_ADD)
            return fail(r, "`%s` does not calculate here; write $(...)", tsu_operator_text(op));
        r->p += length;
        operand right = {0};
        if (!read_level(r, tsu_operator_level(op), &right) || !combine(r, op, out, &right)) return false;
    }
}

/* `if property_NAME then`: a question to the host. */
static tsu_status ask_property(tsu_script *s, const char *name, bool *out, tsu_error *err)
{
    if (!s->host.property_known)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "`if property_%.60s` needs a simulation, and there is none here", name);
    if (*name == '\0')
        return tsu_error_set(err, TSU_ERROR_INPUT, "`if property_`: the name of the property is missing");
    *out = s->host.property_known(s->host.ctx, name);
    return TSU_OK;
}

tsu_status tsu_script_evaluate_condition(tsu_script *s, const char *condition, bool *out, tsu_error *err)
{
    if (strncmp(condition, "property_", 9) == 0) return ask_property(s, condition + 9, out, err);
    tsu_error scratch;
    reader r = {.text = condition, .p = condition, .err = err ? err : &scratch};
    operand value = {0};
    if (!read_level(&r, 0, &value)) return TSU_ERROR_INPUT;
    skip_space(&r);
    if (*r.p) {
        fail(&r,
             *r.p == '=' ? "`=` at `%.40s` does not compare; write ==" : "an operator is expected at `%.40s`",
             r.p);
        return TSU_ERROR_INPUT;
    }
    if (!as_number(&r, &value)) return TSU_ERROR_INPUT;
    *out = value.number != 0.0;
    return TSU_OK;
}
