/* SPDX-License-Identifier: Apache-2.0 */
#include "model/force/specimen.h"

tsu_specimen_def tsu_model_specimen_default(void)
{
    return (tsu_specimen_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_specimen_def *)def = tsu_model_specimen_default();
}

static tsu_status push(tsu_model *m, tsu_error *err)
{
    const tsu_specimen_def *d = m->state;
    tsu_particles *p = &m->world->particles;
    (void)err;
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_in_group(m->world, i, d->group)) p->force[i][0] += d->force;
    }
    return TSU_OK;
}

static const tsu_parameter_row parameters[] = {
    {"group", TSU_STORED_GROUP, offsetof(tsu_specimen_def, group), "", "group of particles", 0, NULL, 0,
     NULL},
    {"force", TSU_STORED_NUMBER, offsetof(tsu_specimen_def, force), "N", "force along x", 0, NULL, 0, NULL},
    {0}};
static const tsu_model_names names = {parameters, "-"};

const tsu_model_row tsu_model_specimen = {
    .name = "specimen",
    .doc = "a constant push along x",
    .def_size = sizeof(tsu_specimen_def),
    .state_size = sizeof(tsu_specimen_def),
    .preset = preset,
    .phase[TSU_HOOK_FORCE] = push,
    .stirs = true,
    .reads = TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .names = &names,
};
