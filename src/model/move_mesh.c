/* SPDX-License-Identifier: Apache-2.0 */
#include "model/move_mesh.h"
#include "step/hooks.h"
#include "step/mesh/body.h"
#include <stdio.h>

tsu_move_mesh_def tsu_model_move_mesh_default(void)
{
    return (tsu_move_mesh_def){.mover = {.kind = TSU_MOVE_LINEAR}};
}

static void preset(void *def)
{
    *(tsu_move_mesh_def *)def = tsu_model_move_mesh_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    tsu_move_mesh_def *d = m->state;
    tsu_mesh_body *body = tsu_meshes_find(m->world, d->mesh);
    if (!body)
        return tsu_error_set(err, TSU_ERROR_INPUT, "move_mesh %s: there is no mesh %s", m->name, d->mesh);
    snprintf(d->mover.name, sizeof d->mover.name, "%s", m->name);
    const tsu_status status = tsu_mesh_add_mover(m->world, body, &d->mover, err);
    if (status != TSU_OK) d->mesh[0] = '\0'; /* it moves nothing */
    return status;
}

static void destroy(tsu_model *m)
{
    const tsu_move_mesh_def *d = m->state;
    tsu_mesh_body *body = d->mesh[0] ? tsu_meshes_find(m->world, d->mesh) : NULL;
    if (body) tsu_mesh_remove_mover(m->world, body, m->name, NULL);
}

static int values_of(tsu_mover_kind kind)
{
    return kind == TSU_MOVE_LINEAR_VARIABLE ? 3 : kind == TSU_MOVE_ROTATE_VARIABLE ? 1 : 0;
}

/* The values of a mover, for the step to come. */
static tsu_status update(tsu_model *m, tsu_error *err)
{
    const tsu_move_mesh_def *d = m->state;
    const int values = values_of(d->mover.kind);
    tsu_mesh_body *body = values > 0 ? tsu_meshes_find(m->world, d->mesh) : NULL;
    tsu_mover *mover = body ? tsu_mesh_find_mover(body, m->name) : NULL;
    tsu_status status = TSU_OK;
    for (int q = 0; q < values && mover && status == TSU_OK; q++) {
        status = tsu_model_value_now(&d->value[q], &mover->value[q], err);
    }
    return status;
}

static bool rests(const tsu_model *m)
{
    return values_of(((const tsu_move_mesh_def *)m->state)->mover.kind) == 0;
}

static int64_t due(const tsu_model *m)
{
    return rests(m) || tsu_model_divides(m) ? INT64_MAX : TSU_HOOK_ALWAYS;
}

static bool can_part(const tsu_model *m)
{
    return !rests(m);
}

static const tsu_model_parts parts_lead = {0};

/* In a part the mesh has come with its movers. */
static const tsu_model_row lead = {
    .name = "move_mesh_lead",
    .doc = "says how fast a mesh moves in a part of a divided world",
    .def_size = sizeof(tsu_move_mesh_def),
    .state_size = sizeof(tsu_move_mesh_def),
    .preset = preset,
    .phase[TSU_HOOK_BEFORE_STEP] = update,
    .parts = &parts_lead,
    .writes = TSU_FIELDS_WALLS,
};

static const tsu_model_parts parts = {.can = can_part,
                                      .value_at = {offsetof(tsu_move_mesh_def, value[0]),
                                                   offsetof(tsu_move_mesh_def, value[1]),
                                                   offsetof(tsu_move_mesh_def, value[2])},
                                      .row = &lead};

const tsu_model_row tsu_model_move_mesh = {
    .name = "move_mesh",
    .names = &tsu_names_move_mesh,
    .doc = "moves a mesh",
    .def_size = sizeof(tsu_move_mesh_def),
    .state_size = sizeof(tsu_move_mesh_def),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_BEFORE_STEP] = update,
    .rests = rests,
    .due = due,
    .parts = &parts,
    .reads = TSU_FIELDS_WALLS,
    .writes = TSU_FIELDS_WALLS,
};
