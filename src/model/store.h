/* SPDX-License-Identifier: Apache-2.0 */
/* store.h - numbers of each particle as they were at some step, in a column of the particles, so that they are sorted, lost and saved
 * with them: "store_state" keeps numbers that it asks for, "store_force" the force before models created later act on it. */
#ifndef TSU_MODEL_STORE_H
#define TSU_MODEL_STORE_H

#include "model/model.h"

enum { TSU_STORE_VALUES = 32 };

typedef struct tsu_store_value {
    tsu_model_value value;
    bool late;    /* cannot be asked for before the next run */
    bool centred; /* it is a place along `axis`, kept relative to the centre of mass of the group */
    int axis;
} tsu_store_value;

typedef struct tsu_store_state_def {
    uint32_t group; /* mask */
    int64_t every;  /* steps between; 0: they stay as they were at first */
    int values;
    tsu_store_value value[TSU_STORE_VALUES];
} tsu_store_state_def;
tsu_store_state_def tsu_model_store_state_default(void); /* all particles, once; values must be given */
extern const tsu_model_row tsu_model_store_state;

typedef struct tsu_store_force_def {
    uint32_t group; /* mask; others have 0 */
} tsu_store_force_def;
tsu_store_force_def tsu_model_store_force_default(void); /* all particles */
extern const tsu_model_row tsu_model_store_force;

#endif
