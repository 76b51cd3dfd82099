/* SPDX-License-Identifier: Apache-2.0 */
/* models_save.c - the models that a program has added, in the file of a world: their parameters as they were given, and how far they are. */
#include "api/definition.h"
#include <stdlib.h>
#include <string.h>

enum { NUMBERS, TEXT, LIST, PARAMETERS_MOST = 1000 };

static const tsu_api_model *record_of(const tsu_world *w, const tsu_model *m)
{
    const tsu_api_model *a = w->api ? w->api->model : NULL;
    while (a && a->model != m) {
        a = a->next;
    }
    return a;
}

static void pack_model(tsu_pack *p, int number, const tsu_api_model *a)
{
    const tsu_model *m = a->model;
    for (size_t k = 0; k < a->count; k++) {
        const tsu_parameter *g = &a->given[k];
        tsu_pack_group(p, "definition/models/%d/parameters/%d", number, (int)k + 1);
        tsu_pack_line(p, "name", g->name);
        tsu_pack_count(p, "kind", g->text ? TEXT : g->list ? LIST : NUMBERS);
        tsu_pack_line(p, "text", g->text ? g->text : "");
        tsu_pack_array(p, "number", TSU_SECTION_F64, 3, 1, NULL, g->number);
        if (g->list) tsu_pack_array(p, "list", TSU_SECTION_F64, g->count, 1, NULL, g->list);
    }
    tsu_pack_group(p, "definition/models/%d", number);
    tsu_pack_line(p, "model", m->row->name);
    tsu_pack_line(p, "name", m->name);
    tsu_pack_count(p, "parameters_count", a->count);
    tsu_pack_begin(p, "state");
    if (m->row->save) m->row->save(m, p);
    tsu_pack_end(p);
}

void tsu_definition_pack_models(tsu_pack *p, const tsu_world *w)
{
    int number = 0;
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_api_model *a = record_of(w, tsu_models_at(w, k));
        if (a) pack_model(p, ++number, a);
    }
    tsu_pack_group(p, "definition");
    tsu_pack_count(p, "models_count", (uint64_t)number);
}

/* Room for the texts of one parameter. */
typedef struct read_parameter {
    char name[TSU_MODEL_NAME], text[TSU_PARAMETER_TEXT_MOST];
} read_parameter;

static void unpack_parameter(tsu_unpack *u, int model, int k, read_parameter *room, tsu_parameter *g)
{
    tsu_unpack_group(u, "definition/models/%d/parameters/%d", model, k + 1);
    tsu_unpack_line(u, "name", room->name, sizeof room->name);
    tsu_unpack_line(u, "text", room->text, sizeof room->text);
    const uint64_t kind = tsu_unpack_count(u, "kind", LIST);
    *g = (tsu_parameter){.name = room->name, .text = kind == TEXT ? room->text : NULL};
    tsu_unpack_array(u, "number", TSU_SECTION_F64, 3, 1, g->number);
    if (kind != LIST || u->bad) return;
    const tsu_section *list = tsu_unpack_find(u, "list");
    if (!list || list->type != TSU_SECTION_F64) {
        u->bad = true;
        return;
    }
    g->list = (const double *)(const void *)list->data;
    g->count = list->rows;
}

static tsu_status unpack_model(tsu_unpack *u, int number, tsu_world *w, tsu_error *err)
{
    char model[TSU_MODEL_NAME] = "", name[TSU_MODEL_NAME] = "";
    tsu_unpack_group(u, "definition/models/%d", number);
    tsu_unpack_line(u, "model", model, sizeof model);
    tsu_unpack_line(u, "name", name, sizeof name);
    const size_t count = (size_t)tsu_unpack_count(u, "parameters_count", PARAMETERS_MOST);
    if (u->bad) return TSU_ERROR_INPUT;
    read_parameter *room = calloc(count + 1, sizeof *room);
    tsu_parameter *g = calloc(count + 1, sizeof *g);
    tsu_status s = room && g ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for models");
    for (size_t k = 0; k < count && s == TSU_OK && !u->bad; k++) {
        unpack_parameter(u, number, (int)k, &room[k], &g[k]);
    }
    if (s == TSU_OK && !u->bad) s = tsu_models_add(w, model, name, g, count, err);
    free(room);
    free(g);
    if (s != TSU_OK || u->bad) return s;
    tsu_unpack_group(u, "definition/models/%d", number);
    tsu_model *m = tsu_models_find(w, name);
    tsu_cursor state = tsu_unpack_cursor(u, "state", TSU_SECTION_U8);
    m->between_runs = true;
    if (m->row->load && !state.bad) s = m->row->load(m, &state, err);
    u->bad = u->bad || state.bad;
    return s;
}

tsu_status tsu_definition_unpack_models(tsu_unpack *u, tsu_world *w, tsu_error *err)
{
    tsu_unpack_group(u, "definition");
    if (!tsu_unpack_find(u, "models_count")) return TSU_OK; /* a file of before */
    const uint64_t models = tsu_unpack_count(u, "models_count", PARAMETERS_MOST);
    tsu_status s = TSU_OK;
    for (uint64_t k = 0; k < models && s == TSU_OK && !u->bad; k++) {
        s = unpack_model(u, (int)k + 1, w, err);
    }
    return s;
}
