/* SPDX-License-Identifier: Apache-2.0 */
#include "model/integrate.h"

tsu_integrate_def tsu_model_integrate_default(void)
{
    return (tsu_integrate_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_integrate_def *)def = tsu_model_integrate_default();
}

static void mark(const tsu_model *m)
{
    const tsu_integrate_def *d = m->state;
    if (d->kind == TSU_INTEGRATE_COAST)
        m->world->coasting |= d->group;
    else
        m->world->moving |= d->group;
    if (d->kind == TSU_INTEGRATE_SPHERE) m->world->turning |= d->group;
}

const tsu_model_row tsu_model_integrate = {
    .name = "integrate",
    .names = &tsu_names_integrate,
    .doc = "moves the particles of a group by the forces on them",
    .def_size = sizeof(tsu_integrate_def),
    .state_size = sizeof(tsu_integrate_def),
    .preset = preset,
    .mark = mark,
    .reads = TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_POSITION | TSU_FIELDS_VELOCITY | TSU_FIELDS_SPIN,
};
