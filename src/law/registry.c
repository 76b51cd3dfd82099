/* SPDX-License-Identifier: Apache-2.0 */
#include "law/registry.h"
#include <string.h>

const char *const tsu_choices_on_off[] = {"on", "off", NULL};
const char *const tsu_choices_off_on[] = {"off", "on", NULL};

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

const tsu_law *const *tsu_laws_of_kind(tsu_law_kind kind)
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
