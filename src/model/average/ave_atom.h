/* SPDX-License-Identifier: Apache-2.0 */
/* ave_atom.h - "ave_atom": time averages of per-particle values. Sums and means are columns of the particles. */
#ifndef TSU_MODEL_AVERAGE_AVE_ATOM_H
#define TSU_MODEL_AVERAGE_AVE_ATOM_H

#include "model/average/average.h"

enum { TSU_AVE_ATOM_VALUES = 32 };

typedef struct tsu_ave_atom_def {
    tsu_average_def average;
    uint32_t group; /* mask */
    int values;
    tsu_model_value value[TSU_AVE_ATOM_VALUES];
} tsu_ave_atom_def;
tsu_ave_atom_def tsu_model_ave_atom_default(void);
extern const tsu_model_row tsu_model_ave_atom;

#endif
