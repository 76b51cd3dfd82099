/* SPDX-License-Identifier: Apache-2.0 */
/* substitute.c - $x, ${x} and $(formula) become text; variables become numbers and vectors. */
#include "deck/internal.h"
#include "deck/lexer.h"
#include "deck/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- formulas and variables by name ------------------------------------------------------------ */

static tsu_status evaluate_scalar(tsu_script *s, const tsu_formula *formula, double *out, tsu_error *err)
{
    tsu_evaluation e = {.script = s};
    tsu_value value = {0};
    const tsu_status status = tsu_formula_evaluate(&e, formula, &value, err);
    if (status == TSU_OK) *out = value.scalar;
    return status;
}

static tsu_status evaluate_vector(tsu_script *s, const tsu_formula *formula, const uint8_t *selected,
                                  int32_t count, double *out, tsu_error *err)
{
    tsu_evaluation e = {.script = s, .particles = true, .selected = selected, .count = count};
    if (s->host.particle_count && s->host.particle_count(s->host.ctx) != count)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "a formula is evaluated for %d particles, but there are %d", count,
                             s->host.particle_count(s->host.ctx));
    tsu_value value = {0};
    const tsu_status status = tsu_formula_evaluate(&e, formula, &value, err);
    for (int32_t i = 0; status == TSU_OK && i < count; i++) {
        out[i] = selected && !selected[i] ? 0.0 : value.vector ? value.vector[i] : value.scalar;
    }
    free(value.vector);
    return status;
}

tsu_status tsu_script_evaluate(tsu_script *s, const char *text, double *out, tsu_error *err)
{
    tsu_formula *formula;
    tsu_status status = tsu_formula_parse(text, &formula, err);
    if (status != TSU_OK) return status;
    status = evaluate_scalar(s, formula, out, err);
    tsu_formula_destroy(formula);
    return status;
}

tsu_status tsu_script_evaluate_particles(tsu_script *s, const char *text, const uint8_t *selected,
                                         int32_t count, double *out, tsu_error *err)
{
    tsu_formula *formula;
    tsu_status status = tsu_formula_parse(text, &formula, err);
    if (status != TSU_OK) return status;
    status = evaluate_vector(s, formula, selected, count, out, err);
    tsu_formula_destroy(formula);
    return status;
}

tsu_variable_style tsu_script_variable_style(const tsu_script *s, const char *name)
{
    const tsu_variable *v = tsu_variables_find(&s->variables, name);
    return v ? v->style : TSU_VARIABLE_NONE;
}

/* A one-node formula, so that a variable asked for by name takes the same way as v_NAME in a formula. */
static tsu_formula name_formula(const char *name, tsu_node *node)
{
    *node = (tsu_node){.kind = TSU_NODE_VARIABLE, .child = {-1, -1, -1}, .name = (char *)name};
    return (tsu_formula){.text = (char *)name, .node = node, .n_node = 1};
}

tsu_status tsu_script_variable_value(tsu_script *s, const char *name, double *out, tsu_error *err)
{
    tsu_node node;
    const tsu_formula formula = name_formula(name, &node);
    return evaluate_scalar(s, &formula, out, err);
}

tsu_status tsu_script_variable_particles(tsu_script *s, const char *name, const uint8_t *selected,
                                         int32_t count, double *out, tsu_error *err)
{
    tsu_node node;
    const tsu_formula formula = name_formula(name, &node);
    return evaluate_vector(s, &formula, selected, count, out, err);
}

tsu_status tsu_script_quantity(tsu_script *s, const tsu_quantity *q, double *out, tsu_error *err)
{
    if (q->variable[0]) return tsu_script_variable_value(s, q->variable, out, err);
    *out = q->value;
    return TSU_OK;
}

tsu_status tsu_script_variable_text(tsu_script *s, const char *name, char **out, tsu_error *err)
{
    const tsu_variable *v = tsu_variables_find(&s->variables, name);
    if (!v) return tsu_variables_unknown(&s->variables, name, err);
    if (v->style == TSU_VARIABLE_ATOM || v->style == TSU_VARIABLE_ATOMFILE)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "variable `%s` has one value per particle and cannot become text; use v_%s[ID] in a "
            "formula",
            name, name);
    if (v->style != TSU_VARIABLE_EQUAL) return tsu_variable_plain_text(v, out, err);
    double value;
    char number[64];
    const tsu_status status = tsu_script_variable_value(s, name, &value, err);
    if (status != TSU_OK) return status;
    snprintf(number, sizeof number, "%.15g", value); /* as many digits as LIGGGHTS gives */
    *out = tsu_text_copy(number);
    return *out ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
}

/* ---- substitution ------------------------------------------------------------------------------ */

/* Length of the formula in $( ... ), p behind the opening parenthesis; -1 if it is never closed. */
static long formula_length(const char *p)
{
    int level = 0;
    for (const char *q = p; *q; q++) {
        if (*q == '(')
            level++;
        else if (*q == ')' && level-- == 0)
            return (long)(q - p);
    }
    return -1;
}

static tsu_status add_formula(tsu_script *s, const char *p, size_t length, tsu_text *out, tsu_error *err)
{
    double value;
    char number[64];
    char *formula = tsu_text_copy_part(p, length);
    if (!formula) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
    const tsu_status status = tsu_script_evaluate(s, formula, &value, err);
    free(formula);
    if (status != TSU_OK) return status;
    snprintf(number, sizeof number, "%.20g", value);
    tsu_text_add_string(out, number);
    return TSU_OK;
}

static tsu_status add_variable(tsu_script *s, const char *p, size_t length, tsu_text *out, tsu_error *err)
{
    char *value = NULL, *name = tsu_text_copy_part(p, length);
    if (!name) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
    const tsu_status status = tsu_script_variable_text(s, name, &value, err);
    free(name);
    if (status == TSU_OK) tsu_text_add_string(out, value);
    free(value);
    return status;
}

/* Handles the $ at *p and moves *p behind it. */
static tsu_status add_dollar(tsu_script *s, const char **p, tsu_text *out, tsu_error *err)
{
    const char *q = *p + 1;
    if (*q == '{') {
        const char *end = strchr(q, '}');
        if (!end) return tsu_error_set(err, TSU_ERROR_INPUT, "`%.40s`: the `}` of ${NAME} is missing", *p);
        *p = end + 1;
        return add_variable(s, q + 1, (size_t)(end - q - 1), out, err);
    }
    if (*q == '(') {
        const long length = formula_length(q + 1);
        if (length < 0)
            return tsu_error_set(err, TSU_ERROR_INPUT, "`%.40s`: the `)` of $(FORMULA) is missing", *p);
        *p = q + 1 + length + 1;
        return add_formula(s, q + 1, (size_t)length, out, err);
    }
    if (*q == '\0' || *q == ' ' || *q == '\t')
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "a `$` without a name; write ${NAME}, or put the text in quotes to keep the $");
    *p = q + 1;
    return add_variable(s, q, 1, out, err);
}

tsu_status tsu_script_substitute(tsu_script *s, const char *text, char **out, tsu_error *err)
{
    tsu_text result = {0};
    tsu_status status = TSU_OK;
    for (const char *p = text; *p && status == TSU_OK;) {
        if (*p == '$') {
            status = add_dollar(s, &p, &result, err);
            if (status == TSU_OK && result.length > TSU_LINE_MAX)
                status = tsu_error_set(err, TSU_ERROR_INPUT,
                                       "with its variables replaced the command is longer than %d bytes",
                                       TSU_LINE_MAX);
            continue;
        }
        const size_t span = tsu_quoted_span(p);
        const size_t plain = span ? span : 1 + strcspn(p + 1, "$'\"");
        tsu_text_add(&result, p, plain);
        p += plain;
    }
    if (status != TSU_OK) {
        tsu_text_free(&result);
        return status;
    }
    *out = tsu_text_take(&result);
    return *out ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
}
