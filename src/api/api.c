/* SPDX-License-Identifier: Apache-2.0 */
#include "api/api.h"
#include "base/memory.h"
#include "state/fields.h"
#include "state/particle_order.h"
#include <math.h>
#include <stdlib.h>

static void destroy(struct tsu_api *a)
{
    while (a->callback) {
        tsu_api_callback *next = a->callback->next;
        free(a->callback);
        a->callback = next;
    }
    while (a->model) {
        tsu_api_model *next = a->model->next;
        tsu_api_model_free(a->model);
        a->model = next;
    }
    if (a->page) tsu_page_leave(a->page);
    tsu_memory_release(&a->contact);
    tsu_memory_release(&a->history);
    tsu_memory_release(&a->corner);
    free(a);
}

struct tsu_api *tsu_api_of(tsu_world *w, tsu_error *err)
{
    if (w->api) return w->api;
    w->api = calloc(1, sizeof *w->api);
    if (!w->api) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the data kept with a world");
        return NULL;
    }
    w->destroy_api = destroy;
    w->api->groups = 1;
    snprintf(w->api->group[0], TSU_NAME, "all");
    return w->api;
}

tsu_status tsu_api_need_finite(const char *what, const double *value, size_t count, tsu_error *err)
{
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(value[k]))
            return tsu_error_set(err, TSU_ERROR_INPUT, "number %zu of %s is %g; it must be finite", k + 1,
                                 what, value[k]);
    }
    return TSU_OK;
}

const char *tsu_field_name(const tsu_world *w, size_t k, size_t *width)
{
    if (!w || k >= (size_t)tsu_fields_count(&w->particles)) return NULL;
    const tsu_field f = tsu_fields_at(&w->particles, (int)k);
    if (width) *width = (size_t)f.width;
    return f.name;
}

typedef struct id_row {
    uint64_t id;
    int32_t row;
} id_row;

static int compare(const void *a, const void *b)
{
    const uint64_t x = ((const id_row *)a)->id, y = ((const id_row *)b)->id;
    return (x > y) - (x < y);
}

tsu_status tsu_api_rows(const tsu_world *w, const uint64_t *ids, size_t count, int32_t **row, tsu_error *err)
{
    const size_t n = (size_t)w->particles.count;
    id_row *all = NULL;
    *row = NULL;
    tsu_status s = tsu_memory_allocate(row, count + 1, sizeof **row, "rows", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&all, n + 1, sizeof *all, "rows", err);
    for (size_t i = 0; i < n && s == TSU_OK; i++) {
        all[i] = (id_row){w->particles.id[i], (int32_t)i};
    }
    if (s == TSU_OK && n > 1) qsort(all, n, sizeof *all, compare);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        const id_row wanted = {ids[k], 0}, *found = bsearch(&wanted, all, n, sizeof *all, compare);
        if (found)
            (*row)[k] = found->row;
        else
            s = tsu_error_set(err, TSU_ERROR_INPUT, "there is no particle %llu", (unsigned long long)ids[k]);
    }
    tsu_memory_release(&all);
    if (s != TSU_OK) tsu_memory_release(row);
    return s;
}
