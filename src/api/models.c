/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - models by name, with parameters by name. */
#include "api/api.h"
#include "model/integrate.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what there is ------------------------------------------------------------------------------------------------------ */

static const tsu_model_row *named_row(size_t k)
{
    for (const tsu_model_row *const *row = tsu_model_rows; *row; row++) {
        if ((*row)->names && k-- == 0) return *row;
    }
    return NULL;
}

const char *tsu_model_kind(size_t k, const char **doc)
{
    const tsu_model_row *row = named_row(k);
    if (row && doc) *doc = row->doc;
    return row ? row->name : NULL;
}

static void set_range(const tsu_parameter_row *p, tsu_parameter_info *info)
{
    info->least = p->range == TSU_RANGE_ANY ? -INFINITY : p->range == TSU_RANGE_FROM_ONE ? 1.0 : 0.0;
    info->most = p->range == TSU_RANGE_SHARE ? 1.0 : INFINITY;
    info->above = p->range == TSU_RANGE_POSITIVE || p->range == TSU_RANGE_SHARE;
}

bool tsu_model_parameter(const char *model, size_t k, tsu_parameter_info *info)
{
    const tsu_model_row *row = model ? tsu_model_row_find(model) : NULL;
    const tsu_parameter_row *p = row && row->names ? row->names->parameter : NULL;
    while (p && p->name && k > 0) {
        p++;
        k--;
    }
    if (!p || !p->name || !info) return false;
    *info = (tsu_parameter_info){.name = p->name,
                                 .unit = p->unit,
                                 .doc = p->doc,
                                 .kind = tsu_parameter_kind_of(p->store),
                                 .choice = p->choice};
    set_range(p, info);
    return true;
}

/* Word k of what a row tells; index -1 is the scalar. */
static bool word_of(const tsu_model_row *row, size_t k, char word[TSU_PARAMETER_WORD], int *index)
{
    const char *at = row->names ? row->names->told : "";
    for (*index = -1; tsu_parameter_word(&at, word); (*index)++) {
        if (strcmp(word, "-") != 0 && k-- == 0) return true;
    }
    return false;
}

const char *tsu_model_word(const char *model, size_t k)
{
    static _Thread_local char word[TSU_PARAMETER_WORD];
    const tsu_model_row *row = model ? tsu_model_row_find(model) : NULL;
    int index;
    return row && word_of(row, k, word, &index) ? word : NULL;
}

/* ---- life ----------------------------------------------------------------------------------------------------------------- */

void tsu_api_model_free(tsu_api_model *m)
{
    for (size_t k = 0; m && m->given && k < m->count; k++) {
        free((void *)(uintptr_t)m->given[k].name);
        free((void *)(uintptr_t)m->given[k].text);
        free((void *)(uintptr_t)m->given[k].list);
    }
    if (m) {
        free(m->given);
        tsu_region_destroy(m->region);
    }
    free(m);
}

static void *copy_of(const void *from, size_t bytes, bool *ok)
{
    void *to = from ? malloc(bytes > 0 ? bytes : 1) : NULL;
    if (to && bytes > 0) memcpy(to, from, bytes);
    if (from && !to) *ok = false;
    return to;
}

static tsu_api_model *new_record(const tsu_parameter *p, size_t count, tsu_error *err)
{
    tsu_api_model *m = calloc(1, sizeof *m);
    bool ok = m != NULL;
    if (m) m->given = calloc(count + 1, sizeof *m->given);
    ok = ok && m->given;
    for (size_t k = 0; ok && k < count; k++, m->count++) {
        m->given[k] = p[k];
        m->given[k].name = p[k].name ? copy_of(p[k].name, strlen(p[k].name) + 1, &ok) : NULL;
        m->given[k].text = p[k].text ? copy_of(p[k].text, strlen(p[k].text) + 1, &ok) : NULL;
        m->given[k].list = copy_of(p[k].list, p[k].list ? p[k].count * sizeof(double) : 0, &ok);
    }
    if (ok) return m;
    tsu_api_model_free(m);
    tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a model");
    return NULL;
}

static tsu_status find_group(void *context, const char *name, uint32_t *mask, tsu_error *err)
{
    int group = 0;
    const tsu_status s = tsu_api_group(context, name, &group, err);
    if (s == TSU_OK) *mask = 1u << group;
    return s;
}

static tsu_status need_row(const char *model, const tsu_model_row **row, tsu_error *err)
{
    enum { MOST = 64 };
    const char *known[MOST + 1] = {0};
    char all[800] = "";
    size_t used = 0;
    *row = model ? tsu_model_row_find(model) : NULL;
    if (*row && (*row)->names) return TSU_OK;
    for (size_t k = 0; k < MOST && (known[k] = tsu_model_kind(k, NULL)) && used < sizeof all; k++) {
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", known[k]);
    }
    const char *near = model ? tsu_nearest_word(model, known) : NULL;
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no model '%.64s'; %s%s%sthere are %s",
                         model ? model : "", near ? "did you mean '" : "", near ? near : "",
                         near ? "'? " : "", all);
}

static tsu_status create(tsu_world *w, const tsu_model_row *row, const char *name, tsu_api_model *m,
                         tsu_error *err)
{
    void *def = calloc(1, row->def_size + 1);
    tsu_parameter_reader r = {
        .row = row, .name = name, .materials = w->materials.types, .group = find_group, .context = w};
    if (!def) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for model %s", name);
    if (row->preset) row->preset(def);
    tsu_status s = tsu_parameters_read(&r, m->given, m->count, def, err);
    m->region = r.region;
    if (s == TSU_OK) s = tsu_model_create(w, row, name, def, &m->model, err);
    free(def);
    return s;
}

tsu_status tsu_models_add(tsu_world *w, const char *model, const char *name, const tsu_parameter *p,
                          size_t count, tsu_error *err)
{
    const tsu_model_row *row;
    if (!w || !model || !name || (!p && count > 0))
        return tsu_error_null(err, "tsu_models_add", "world, model, name and parameter");
    tsu_status s = tsu_world_need_rest(w, "tsu_models_add", err);
    if (s == TSU_OK) s = need_row(model, &row, err);
    if (s != TSU_OK) return s;
    if (!name || !name[0] || strlen(name) >= TSU_MODEL_NAME)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a model needs a name of 1 to %d letters",
                             TSU_MODEL_NAME - 1);
    if (tsu_models_find(w, name))
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is already a model named %s; remove it first",
                             name);
    struct tsu_api *a = tsu_api_of(w, err);
    tsu_api_model *m = a ? new_record(p, count, err) : NULL;
    if (!m) return TSU_ERROR_MEMORY;
    s = create(w, row, name, m, err);
    if (s != TSU_OK) {
        tsu_api_model_free(m);
        return s;
    }
    m->next = a->model;
    a->model = m;
    return TSU_OK;
}

/* ---- the models of a world -------------------------------------------------------------------------------------------------- */

static tsu_api_model **record_of(const tsu_world *w, const tsu_model *m)
{
    tsu_api_model **at = w->api ? &w->api->model : NULL;
    while (at && *at && (*at)->model != m) {
        at = &(*at)->next;
    }
    return at && *at ? at : NULL;
}

static tsu_status need_model(const tsu_world *w, const char *name, tsu_model **m, tsu_error *err)
{
    char all[600] = "";
    size_t used = 0;
    *m = name ? tsu_models_find(w, name) : NULL;
    if (*m) return TSU_OK;
    for (int k = 0; k < tsu_models_count(w) && used < sizeof all; k++) {
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "",
                                 tsu_models_at(w, k)->name);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "this world has no model named '%.64s'%s%s", name ? name : "",
                         used ? "; it has " : "", all);
}

tsu_status tsu_models_remove(tsu_world *w, const char *name, tsu_error *err)
{
    tsu_model *m;
    if (!w || !name) return tsu_error_null(err, "tsu_models_remove", "world and name");
    tsu_status s = tsu_world_need_rest(w, "tsu_models_remove", err);
    if (s == TSU_OK) s = need_model(w, name, &m, err);
    if (s != TSU_OK) return s;
    tsu_api_model **at = record_of(w, m), *gone = at ? *at : NULL;
    if (!gone)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "model %s belongs to a fix of the script; say `unfix %s` there", name, name);
    const bool integrator = m->row == &tsu_model_integrate;
    *at = gone->next;
    tsu_world_change(w);
    tsu_model_destroy(m);
    tsu_api_model_free(gone);
    if (integrator && !tsu_models_of(w, &tsu_model_integrate)) { /* again all move */
        w->moving = w->turning = TSU_GROUP_ALL;
        w->coasting = 0;
    }
    return TSU_OK;
}

const char *tsu_model_name(const tsu_world *w, size_t k, const char **model)
{
    if (!w || k >= (size_t)tsu_models_count(w)) return NULL;
    const tsu_model *m = tsu_models_at(w, (int)k);
    if (model) *model = m->row->name;
    return m->name;
}

tsu_status tsu_model_given(const tsu_world *w, const char *name, const char *parameter, tsu_parameter *out,
                           tsu_error *err)
{
    tsu_model *m;
    if (!w || !name || !parameter || !out)
        return tsu_error_null(err, "tsu_model_given", "world, name, parameter and out");
    const tsu_status s = need_model(w, name, &m, err);
    if (s != TSU_OK) return s;
    tsu_api_model **at = record_of(w, m);
    for (size_t k = 0; at && k < (*at)->count; k++) {
        if (strcmp((*at)->given[k].name, parameter) != 0) continue;
        *out = (*at)->given[k];
        return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s was given no parameter '%.64s'%s", m->row->name, name,
                         parameter, tsu_parameter_find(m->row, parameter) ? "; it has its default" : "");
}

tsu_status tsu_model_tell(tsu_world *w, const char *name, const char *word, double *value, tsu_error *err)
{
    tsu_model *m;
    char all[400] = "", known[TSU_PARAMETER_WORD];
    size_t used = 0;
    int index;
    if (!w || !name || !word || !value)
        return tsu_error_null(err, "tsu_model_tell", "world, name, word and value");
    tsu_status s = need_model(w, name, &m, err);
    if (s != TSU_OK) return s;
    for (size_t k = 0; word_of(m->row, k, known, &index); k++) {
        if (strcmp(known, word) == 0) {
            if (m->row->settles) s = tsu_world_settle(w, err);
            if (s != TSU_OK) return s;
            return index < 0 ? m->row->scalar(m, value, err) : m->row->number(m, index, value, err);
        }
        if (used < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", known);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s has no value '%.64s'; it has %s", m->row->name, name,
                         word, used ? all : "nothing");
}
