/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - the table of models. */
#include "model/deform.h"
#include "model/dt_reset.h"
#include "model/insertion/insertion.h"
#include "model/massflow.h"
#include "model/model.h"
#include "model/move.h"
#include "model/move_mesh.h"
#include "model/spring.h"
#include "model/store.h"
#include "model/tracer.h"
#include <string.h>

const tsu_model_row *const tsu_model_rows[] = {
    &tsu_model_spring,      &tsu_model_spring_self,    &tsu_model_set_torque,  &tsu_model_insert_pack,
    &tsu_model_insert_rate, &tsu_model_insert_stream,  &tsu_model_move,        &tsu_model_move_mesh,
    &tsu_model_massflow,    &tsu_model_massflow_sieve, &tsu_model_deform,      &tsu_model_dt_reset,
    &tsu_model_tracer,      &tsu_model_store_state,    &tsu_model_store_force, NULL};

const tsu_model_row *tsu_model_row_find(const char *name)
{
    for (const tsu_model_row *const *row = tsu_model_rows; *row; row++) {
        if (strcmp((*row)->name, name) == 0) return *row;
    }
    return NULL;
}
