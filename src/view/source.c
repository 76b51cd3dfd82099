/* SPDX-License-Identifier: Apache-2.0 */
#include "view/source.h"
#include "view/page.h"
#include <stdlib.h>
#include <string.h>

tsu_answer tsu_answer_bytes(tsu_bytes bytes, const char *type)
{
    return (tsu_answer){.status = 200, .type = type, .body = bytes};
}

tsu_answer tsu_answer_refuse(int status)
{
    tsu_answer a = {.status = status, .type = "text/plain; charset=utf-8"};
    const char *text = tsu_request_excuse(status);
    if (status == 204) return a;
    a.body.data = (uint8_t *)strdup(text);
    a.body.size = a.body.data ? strlen(text) : 0;
    return a;
}

tsu_answer tsu_answer_json(tsu_json *j)
{
    if (j->failed) {
        tsu_json_free(j);
        return tsu_answer_refuse(500);
    }
    const tsu_answer a = {
        .status = 200, .type = "application/json", .body = {.data = (uint8_t *)j->text, .size = j->used}};
    *j = (tsu_json){0};
    return a;
}

tsu_answer tsu_answer_series(const tsu_series *const table[TSU_TABLES], const uint64_t from[TSU_TABLES])
{
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key(&j, "tables");
    tsu_json_open(&j, '[');
    for (int k = 0; k < TSU_TABLES; k++) {
        if (k != TSU_TABLE_MESHES || table[k]->columns > 0)
            tsu_series_tell(table[k], from[k], tsu_table_names[k], &j);
    }
    tsu_json_close(&j, ']');
    tsu_json_close(&j, '}');
    return tsu_answer_json(&j);
}

/* What is asked of the run beside this one: looked at only. */
static tsu_answer answer_beside(const tsu_view_source *source, const tsu_request *request)
{
    const bool known = request->kind == TSU_ASK_INFO || request->kind == TSU_ASK_FRAME ||
                       request->kind == TSU_ASK_SERIES || request->kind == TSU_ASK_PARTICLE;
    return source && known ? tsu_view_answer(source, request, NULL, 0) : tsu_answer_refuse(404);
}

tsu_answer tsu_view_answer(const tsu_view_source *source, const tsu_request *request, const char *body,
                           size_t size)
{
    if (request->run > 0) {
        tsu_request again = *request;
        again.run = 0;
        return answer_beside(source->beside, &again);
    }
    if (request->kind == TSU_ASK_INFO && source->info) {
        tsu_request again = *request;
        again.paired = source->beside != NULL;
        return source->info(source->context, &again);
    }
    tsu_view_answer_fn *const answers[] = {
        [TSU_ASK_INFO] = source->info,       [TSU_ASK_FRAME] = source->frame,
        [TSU_ASK_SERIES] = source->series,   [TSU_ASK_PARTICLE] = source->particle,
        [TSU_ASK_CONTACT] = source->contact, [TSU_ASK_FILES] = source->files,
        [TSU_ASK_PICTURE] = source->picture, [TSU_ASK_DECK] = source->deck,
        [TSU_ASK_KEPT] = source->kept};
    if (request->kind == TSU_ASK_PAGE) return tsu_page_answer();
    if (request->kind == TSU_ASK_ICON) return tsu_page_icon();
    if (request->kind == TSU_ASK_CONTROL) {
        tsu_control control;
        if (!source->control) return tsu_answer_refuse(404);
        if (!tsu_control_read(body, size, &control)) return tsu_answer_refuse(400);
        return source->control(source->context, &control);
    }
    if (request->kind == TSU_ASK_CHECK || request->kind == TSU_ASK_RUN) {
        tsu_answer (*take)(void *, const tsu_request *, const char *, size_t) =
            request->kind == TSU_ASK_CHECK ? source->check : source->run;
        return take ? take(source->context, request, body, size) : tsu_answer_refuse(404);
    }
    tsu_view_answer_fn *answer = answers[request->kind];
    return answer ? answer(source->context, request) : tsu_answer_refuse(404);
}
