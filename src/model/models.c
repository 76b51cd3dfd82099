/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - the table of models. */
#include "model/insertion/insertion.h"
#include "model/model.h"
#include "model/spring.h"
#include <string.h>

const tsu_model_row *const tsu_model_rows[] = {&tsu_model_spring,
                                               &tsu_model_spring_self,
                                               &tsu_model_set_torque,
                                               &tsu_model_insert_pack,
                                               &tsu_model_insert_rate,
                                               &tsu_model_insert_stream,
                                               NULL};

const tsu_model_row *tsu_model_row_find(const char *name)
{
    for (const tsu_model_row *const *row = tsu_model_rows; *row; row++) {
        if (strcmp((*row)->name, name) == 0) return *row;
    }
    return NULL;
}
