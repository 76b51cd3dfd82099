/* SPDX-License-Identifier: Apache-2.0 */
#include "law/registry.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const char *const tsu_account_names[TSU_ACCOUNT_COUNT] = {
    [TSU_ACCOUNT_NORMAL_DASHPOT] = "normal_dashpot",
    [TSU_ACCOUNT_PLASTIC] = "plastic",
    [TSU_ACCOUNT_INTEGRATION] = "integration",
    [TSU_ACCOUNT_COHESION] = "cohesion",
    [TSU_ACCOUNT_SLIDING] = "sliding",
    [TSU_ACCOUNT_TANGENTIAL_DASHPOT] = "tangential_dashpot",
    [TSU_ACCOUNT_TANGENTIAL_HISTORY] = "tangential_history",
    [TSU_ACCOUNT_ROLLING_SLIP] = "rolling_slip",
    [TSU_ACCOUNT_ROLLING_DASHPOT] = "rolling_dashpot",
    [TSU_ACCOUNT_ROLLING_HISTORY] = "rolling_history",
};

static const tsu_law *const *own_laws(tsu_law_kind kind)
{
    static const tsu_law *const none[] = {NULL};
    switch (kind) {
    case TSU_NORMAL: return tsu_normal_laws;
    case TSU_COHESION: return tsu_cohesion_laws;
    case TSU_TANGENTIAL: return tsu_tangential_laws;
    case TSU_ROLLING: return tsu_rolling_laws;
    case TSU_SURFACE: return tsu_surface_laws;
    default: return none;
    }
}

/* A list with laws of plugins. Those that it has replaced stay, for somebody may still walk along them. */
typedef struct extended {
    struct extended *before;
    const tsu_law *law[];
} extended;

static extended *_Atomic lists[TSU_LAW_KINDS];

const tsu_law *const *tsu_laws_of_kind(tsu_law_kind kind)
{
    const extended *list = kind >= 0 && kind < TSU_LAW_KINDS ? atomic_load(&lists[kind]) : NULL;
    return list ? list->law : own_laws(kind);
}

/* The laws of a kind and those that are new, in a list that is not shown yet; NULL: no memory. */
static extended *make_list(tsu_law_kind kind, const tsu_law *const *more)
{
    const tsu_law *const *now = tsu_laws_of_kind(kind);
    size_t count = 0, added = 0;
    while (now[count]) {
        count++;
    }
    while (more[added]) {
        added++;
    }
    extended *made = calloc(1, sizeof *made + (count + added + 1) * sizeof *made->law);
    if (!made) return NULL;
    memcpy(made->law, now, count * sizeof *now);
    for (; *more; more++) {
        if ((*more)->kind == kind) made->law[count++] = *more;
    }
    made->before = atomic_load(&lists[kind]);
    return made;
}

tsu_status tsu_laws_extend(const tsu_law *const *more, tsu_error *err)
{
    extended *made[TSU_LAW_KINDS];
    bool whole = true;
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        made[k] = make_list((tsu_law_kind)k, more);
        whole = whole && made[k];
    }
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        if (whole)
            atomic_store(&lists[k], made[k]);
        else
            free(made[k]);
    }
    return whole ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the list of models");
}

const tsu_law *tsu_law_find(tsu_law_kind kind, const char *name)
{
    for (const tsu_law *const *law = tsu_laws_of_kind(kind); *law; law++) {
        if (strcmp((*law)->name, name) == 0) return *law;
    }
    return NULL;
}

const char *tsu_law_kind_word(tsu_law_kind kind)
{
    static const char *const words[TSU_LAW_KINDS] = {[TSU_NORMAL] = "model",
                                                     [TSU_COHESION] = "cohesion",
                                                     [TSU_TANGENTIAL] = "tangential",
                                                     [TSU_ROLLING] = "rolling_friction",
                                                     [TSU_SURFACE] = "surface"};
    return words[kind];
}

int tsu_law_history_width(const tsu_law *law)
{
    int width = 0;
    for (const tsu_law_history *h = law->history; h && h->name; h++) {
        width += h->width;
    }
    return width;
}
