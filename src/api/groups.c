/* SPDX-License-Identifier: Apache-2.0 */
/* groups.c - groups of particles by name: those of a session, or of a world alone. */
#include "api/api.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

static int *count_of(struct tsu_api *a)
{
    return a->session ? &a->session->groups : &a->groups;
}

static char (*names_of(struct tsu_api *a))[TSU_NAME]
{
    return a->session ? a->session->group : a->group;
}

static int find(struct tsu_api *a, const char *name)
{
    for (int k = 0; k < *count_of(a); k++) {
        if (strcmp(names_of(a)[k], name) == 0) return k;
    }
    return -1;
}

static tsu_status need(const tsu_world *w, const char *name, int *group, tsu_error *err)
{
    const char *known[TSU_GROUPS_MAX + 1] = {"all"};
    *group = w->api ? find(w->api, name) : strcmp(name, "all") == 0 ? 0 : -1;
    if (*group >= 0) return TSU_OK;
    for (int k = 0; w->api && k < *count_of(w->api); k++) {
        known[k] = names_of(w->api)[k];
    }
    const char *near = tsu_nearest_word(name, known);
    return tsu_error_lacks_name(err, name,
                                tsu_error_set(err, TSU_ERROR_INPUT, "there is no group '%.64s'%s%s%s", name,
                                              near ? "; did you mean '" : "", near ? near : "",
                                              near ? "'?" : ""));
}

static tsu_status make(struct tsu_api *a, const char *name, int *group, tsu_error *err)
{
    *group = find(a, name);
    if (*group >= 0) return TSU_OK;
    if (!name[0] || strlen(name) >= TSU_NAME)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a group needs a name of 1 to %d letters", TSU_NAME - 1);
    if (*count_of(a) == TSU_GROUPS_MAX)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "there are %d groups already, which is the most there can be", TSU_GROUPS_MAX);
    *group = (*count_of(a))++;
    snprintf(names_of(a)[*group], TSU_NAME, "%s", name);
    return TSU_OK;
}

tsu_status tsu_groups_add(tsu_world *w, const char *name, const uint64_t *ids, size_t count, tsu_error *err)
{
    if (!w || !name || (count > 0 && !ids))
        return tsu_error_null(err, "tsu_groups_add", "world, group and ids");
    int32_t *row = NULL;
    int group = 0;
    struct tsu_api *a = tsu_api_of(w, err);
    tsu_status s = a ? tsu_world_need_rest(w, "tsu_groups_add", err) : TSU_ERROR_MEMORY;
    if (s == TSU_OK) s = tsu_api_rows(w, ids, count, &row, err);
    if (s == TSU_OK) s = make(a, name, &group, err);
    if (s == TSU_OK) tsu_world_change(w);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        w->particles.group[row[k]] |= 1u << group;
    }
    tsu_memory_release(&row);
    return s;
}

tsu_status tsu_groups_take_out(tsu_world *w, const char *name, const uint64_t *ids, size_t count,
                               tsu_error *err)
{
    if (!w || !name || (count > 0 && !ids))
        return tsu_error_null(err, "tsu_groups_take_out", "world, group and ids");
    int32_t *row = NULL;
    int group = 0;
    tsu_status s = tsu_world_need_rest(w, "tsu_groups_take_out", err);
    if (s == TSU_OK) s = need(w, name, &group, err);
    if (s == TSU_OK && group == 0)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "all particles are in group all, always");
    if (s == TSU_OK) s = tsu_api_rows(w, ids, count, &row, err);
    if (s == TSU_OK) tsu_world_change(w);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        w->particles.group[row[k]] &= ~(1u << group);
    }
    tsu_memory_release(&row);
    return s;
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

tsu_status tsu_group_ids(const tsu_world *w, const char *name, uint64_t *ids, size_t most, size_t *count,
                         tsu_error *err)
{
    if (!w || !name || !count) return tsu_error_null(err, "tsu_group_ids", "world, group and count");
    uint64_t *all = NULL;
    int group;
    size_t n = 0;
    const tsu_particles *p = &w->particles;
    tsu_status s = need(w, name, &group, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&all, (size_t)p->count + 1, sizeof *all, "ids", err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        if ((p->group[i] >> group) & 1u) all[n++] = p->id[i];
    }
    if (s == TSU_OK) {
        if (n > 1) qsort(all, n, sizeof *all, compare_ids);
        if (ids && most > 0) memcpy(ids, all, (n < most ? n : most) * sizeof *ids);
        *count = n;
    }
    tsu_memory_release(&all);
    return s;
}

tsu_status tsu_group_hold(tsu_world *w, const char *name, bool fast, tsu_error *err)
{
    if (!w || !name) return tsu_error_null(err, "tsu_group_hold", "world and group");
    int group;
    tsu_status s = tsu_world_need_rest(w, "tsu_group_hold", err);
    if (s == TSU_OK) s = need(w, name, &group, err);
    if (s != TSU_OK) return s;
    tsu_world_change(w);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if ((w->particles.group[i] >> group) & 1u) tsu_particles_hold(&w->particles, i, fast);
    }
    return TSU_OK;
}

tsu_status tsu_api_group(const tsu_world *w, const char *name, int *group, tsu_error *err)
{
    return need(w, name, group, err);
}
