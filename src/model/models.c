/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - the table of models. */
#include "model/adapt.h"
#include "model/average/ave_atom.h"
#include "model/average/ave_correlate.h"
#include "model/average/ave_euler.h"
#include "model/average/ave_histo.h"
#include "model/average/ave_spatial.h"
#include "model/average/ave_time.h"
#include "model/clumps.h"
#include "model/deform.h"
#include "model/dt_reset.h"
#include "model/flow/massflow.h"
#include "model/force/flow.h"
#include "model/force/force.h"
#include "model/force/region_wall.h"
#include "model/force/spring.h"
#include "model/force/velocity.h"
#include "model/heat/heat.h"
#include "model/insertion/insertion.h"
#include "model/integrate.h"
#include "model/liquid.h"
#include "model/model.h"
#include "model/move.h"
#include "model/move_mesh.h"
#include "model/multicontact.h"
#include "model/orientation.h"
#include "model/store.h"
#include "model/tracer.h"
#include <string.h>

/* A row a line. */
/* clang-format off */
const tsu_model_row *const tsu_model_rows[] = {
    &tsu_model_spring,
    &tsu_model_spring_self,
    &tsu_model_set_torque,
    &tsu_model_insert_pack,
    &tsu_model_insert_rate,
    &tsu_model_insert_stream,
    &tsu_model_clumps,
    &tsu_model_integrate, &tsu_model_move,
    &tsu_model_move_mesh,
    &tsu_model_massflow,
    &tsu_model_massflow_sieve,
    &tsu_model_deform,
    &tsu_model_dt_reset,
    &tsu_model_tracer,
    &tsu_model_orientation,
    &tsu_model_store_state,
    &tsu_model_store_force,
    &tsu_model_add_force,
    &tsu_model_set_force,
    &tsu_model_average_force,
    &tsu_model_viscous,
    &tsu_model_drag,
    &tsu_model_buoyancy,
    &tsu_model_gravity,
    &tsu_model_freeze,
    &tsu_model_flat,
    &tsu_model_line_force,
    &tsu_model_plane_force,
    &tsu_model_region_wall,
    &tsu_model_flow_force,
    &tsu_model_feed,
    &tsu_model_speed_limit,
    &tsu_model_momentum,
    &tsu_model_adapt,
    &tsu_model_multicontact,
    &tsu_model_liquid_source,
    &tsu_model_heat,
    NULL,
};
/* clang-format on */

const tsu_model_row *tsu_model_row_find(const char *name)
{
    for (const tsu_model_row *const *row = tsu_model_rows; *row; row++) {
        if (strcmp((*row)->name, name) == 0) return *row;
    }
    return NULL;
}
