/* SPDX-License-Identifier: Apache-2.0 */
#include "law/property.h"
#include "base/error.h"
#include <string.h>

enum { NAMES_MAX = 512 };

typedef struct known {
    const char *name;
    tsu_shape_of_value shape;
} known;

/* What others than contact models read: step/mesh/loads.c, model/heat/heat.c. */
static const known others[] = {{"k_finnie", TSU_PER_PAIR},
                               {"thermalConductivity", TSU_PER_TYPE},
                               {"thermalCapacity", TSU_PER_TYPE},
                               {"youngsModulusOriginal", TSU_PER_TYPE}};

/* Lists all of them; a property that several laws read stands there several times. */
static int list(known *out)
{
    int count = 0;
    for (; count < (int)(sizeof others / sizeof *others); count++) {
        out[count] = others[count];
    }
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            for (const tsu_law_parameter *p = (*law)->parameters; p && p->name && count < NAMES_MAX; p++) {
                out[count++] = (known){p->name, p->shape};
            }
        }
    }
    return count;
}

bool tsu_property_is_known(const char *name, tsu_shape_of_value *shape)
{
    known all[NAMES_MAX];
    const int count = list(all);
    for (int k = 0; k < count; k++) {
        if (strcmp(all[k].name, name) != 0) continue;
        if (shape) *shape = all[k].shape;
        return true;
    }
    return false;
}

const char *tsu_property_nearest(const char *name)
{
    known all[NAMES_MAX];
    const char *names[NAMES_MAX + 1] = {NULL};
    const int count = list(all);
    for (int k = 0; k < count; k++) {
        names[k] = all[k].name;
    }
    return tsu_nearest_word(name, names);
}
