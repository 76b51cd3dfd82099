/* SPDX-License-Identifier: Apache-2.0 */
/* read.c - parameters that somebody gives by name, into the struct of a model. */
#include "model/model.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const tsu_parameter_row *tsu_parameter_find(const tsu_model_row *row, const char *name)
{
    for (const tsu_parameter_row *p = row->names ? row->names->parameter : NULL; p && p->name; p++) {
        if (strcmp(p->name, name) == 0) return p;
    }
    return NULL;
}

tsu_parameter_kind tsu_parameter_kind_of(tsu_parameter_store store)
{
    switch (store) {
    case TSU_STORED_NUMBER:
    case TSU_STORED_VALUE: return TSU_PARAMETER_NUMBER;
    case TSU_STORED_COUNT: return TSU_PARAMETER_COUNT;
    case TSU_STORED_SWITCH: return TSU_PARAMETER_SWITCH;
    case TSU_STORED_VECTOR:
    case TSU_STORED_VALUES: return TSU_PARAMETER_VECTOR;
    case TSU_STORED_LIST: return TSU_PARAMETER_LIST;
    default: return TSU_PARAMETER_TEXT;
    }
}

static tsu_status unknown(const tsu_parameter_reader *r, const char *name, tsu_error *err)
{
    char all[700] = "";
    size_t used = 0;
    for (const tsu_parameter_row *p = r->row->names->parameter; p->name && used < sizeof all; p++) {
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", p->name);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "model %s has no parameter '%.64s'; it has %s", r->row->name,
                         name, all);
}

static const char *broken_rule(tsu_parameter_range range, double x)
{
    if (!isfinite(x)) return "finite";
    switch (range) {
    case TSU_RANGE_POSITIVE: return x > 0.0 ? NULL : "positive";
    case TSU_RANGE_NOT_NEGATIVE: return x >= 0.0 ? NULL : "at least 0";
    case TSU_RANGE_FROM_ONE: return x >= 1.0 ? NULL : "at least 1";
    case TSU_RANGE_SHARE: return x > 0.0 && x <= 1.0 ? NULL : "above 0 and at most 1";
    default: return NULL;
    }
}

static tsu_status check(const tsu_parameter_reader *r, const tsu_parameter_row *p, double x, tsu_error *err)
{
    const char *rule = broken_rule(p->range, x);
    if (!rule && p->store == TSU_STORED_COUNT && (x != floor(x) || fabs(x) > 9.0e15)) rule = "a whole number";
    if (!rule && p->store == TSU_STORED_SWITCH && x != 0.0 && x != 1.0) rule = "0 or 1";
    if (!rule) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: %s is %g%s%s; it must be %s", r->row->name, r->name,
                         p->name, x, p->unit[0] ? " " : "", p->unit, rule);
}

static tsu_status set_numbers(const tsu_parameter_reader *r, const tsu_parameter_row *p,
                              const tsu_parameter *g, void *at, tsu_error *err)
{
    const bool three = p->store == TSU_STORED_VECTOR || p->store == TSU_STORED_VALUES;
    for (int q = 0; q < (three ? 3 : 1); q++) {
        const tsu_status s = check(r, p, g->number[q], err);
        if (s != TSU_OK) return s;
    }
    switch (p->store) {
    case TSU_STORED_NUMBER: *(double *)at = g->number[0]; break;
    case TSU_STORED_COUNT: *(int64_t *)at = (int64_t)g->number[0]; break;
    case TSU_STORED_SWITCH: *(bool *)at = g->number[0] != 0.0; break;
    case TSU_STORED_VECTOR: memcpy(at, g->number, 3 * sizeof(double)); break;
    default:
        for (int q = 0; q < (three ? 3 : 1); q++) {
            ((tsu_model_value *)at)[q] = (tsu_model_value){.constant = g->number[q]};
        }
    }
    return TSU_OK;
}

static tsu_status set_choice(const tsu_parameter_reader *r, const tsu_parameter_row *p, const char *text,
                             int *at, tsu_error *err)
{
    char all[256] = "";
    size_t used = 0;
    for (int k = 0; p->choice[k]; k++) {
        if (strcmp(p->choice[k], text) == 0) {
            *at = k;
            return TSU_OK;
        }
        if (used < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", p->choice[k]);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: %s is '%.64s'; it must be one of %s", r->row->name,
                         r->name, p->name, text, all);
}

static tsu_status set_text(tsu_parameter_reader *r, const tsu_parameter_row *p, const char *text, void *at,
                           tsu_error *err)
{
    switch (p->store) {
    case TSU_STORED_GROUP: return r->group(r->context, text, at, err);
    case TSU_STORED_CHOICE: return set_choice(r, p, text, at, err);
    case TSU_STORED_BLEND: return tsu_blend_from_words(at, text, r->materials, err);
    case TSU_STORED_REGION:
        if (r->region)
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: %s is given twice", r->row->name, r->name,
                                 p->name);
        r->region = tsu_region_from_words(text, err);
        ((tsu_model_place *)at)->region = r->region;
        return r->region ? TSU_OK : TSU_ERROR_INPUT;
    case TSU_STORED_AXES:
        if (text[strspn(text, "xyz")] != '\0')
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: %s is '%.64s'; it must be letters out of xyz",
                                 r->row->name, r->name, p->name, text);
        for (int q = 0; q < 3; q++) {
            ((bool *)at)[q] = strchr(text, "xyz"[q]) != NULL;
        }
        return TSU_OK;
    default:
        if (strlen(text) >= TSU_MODEL_NAME)
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: %s is longer than %d letters", r->row->name,
                                 r->name, p->name, TSU_MODEL_NAME - 1);
        snprintf(at, TSU_MODEL_NAME, "%s", text);
        return TSU_OK;
    }
}

static tsu_status read_one(tsu_parameter_reader *r, const tsu_parameter *g, void *def, tsu_error *err)
{
    const tsu_parameter_row *p = g->name ? tsu_parameter_find(r->row, g->name) : NULL;
    if (!p) return unknown(r, g->name ? g->name : "", err);
    const tsu_parameter_kind kind = tsu_parameter_kind_of(p->store);
    void *at = (char *)def + p->at;
    if ((kind == TSU_PARAMETER_TEXT) != (g->text != NULL))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: %s is given by %s: %s", r->row->name, r->name,
                             p->name, kind == TSU_PARAMETER_TEXT ? "a text" : "numbers", p->doc);
    if (g->text && strlen(g->text) >= TSU_PARAMETER_TEXT_MOST)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: %s has more than %d letters", r->row->name,
                             r->name, p->name, TSU_PARAMETER_TEXT_MOST - 1);
    if (kind == TSU_PARAMETER_LIST) return p->list(def, g->list, g->list ? g->count : 0, err);
    const tsu_status s = g->text ? set_text(r, p, g->text, at, err) : set_numbers(r, p, g, at, err);
    if (s == TSU_OK && p->given) *((bool *)((char *)def + p->given)) = true;
    return s;
}

tsu_status tsu_parameters_read(tsu_parameter_reader *r, const tsu_parameter *given, size_t count, void *def,
                               tsu_error *err)
{
    tsu_status s = TSU_OK;
    if (!r->row->names)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "model %s has parameters that only a script can give; run it in a session",
                             r->row->name);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        s = read_one(r, &given[k], def, err);
    }
    return s;
}
