/* SPDX-License-Identifier: Apache-2.0 */
#include "model/multicontact.h"

tsu_multicontact_def tsu_model_multicontact_default(void)
{
    return (tsu_multicontact_def){.group = TSU_GROUP_ALL, .factor = 1.125};
}

static void preset(void *def)
{
    *(tsu_multicontact_def *)def = tsu_model_multicontact_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    const tsu_multicontact_def *d = m->state;
    if (!(d->factor > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "multicontact %s: the factor is %g; it must be positive",
                             m->name, d->factor);
    const tsu_model *other = tsu_models_of(m->world, &tsu_model_multicontact);
    if (other)
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is already a multicontact (%s); destroy it first",
                             other->name);
    m->world->multicontact_factor = d->factor;
    m->world->multicontact_group = d->group;
    return TSU_OK;
}

static void destroy(tsu_model *m)
{
    if (!tsu_models_of(m->world, &tsu_model_multicontact)) m->world->multicontact_factor = 0.0;
}

const tsu_model_row tsu_model_multicontact = {
    .name = "multicontact",
    .names = &tsu_names_multicontact,
    .doc = "contacts of a particle displace its surface at the others; with the surface model multicontact",
    .def_size = sizeof(tsu_multicontact_def),
    .state_size = sizeof(tsu_multicontact_def),
    .preset = preset,
    .create = create,
    .destroy = destroy,
};
