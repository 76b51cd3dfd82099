/* SPDX-License-Identifier: Apache-2.0 */
/* ave_correlate.h - "ave_correlate": C_ij(lag) = mean of V_i(t) V_j(t + lag) of single numbers, for lags of 0 to repeat - 1 times
 * `every` steps. The table has a row for each lag: its steps, samples, C_ij. */
#ifndef TSU_MODEL_AVERAGE_AVE_CORRELATE_H
#define TSU_MODEL_AVERAGE_AVE_CORRELATE_H

#include "model/average/average.h"

enum { TSU_AVE_CORRELATE_VALUES = 16, TSU_CORRELATE_LAGS_MAX = 1000000 };

typedef struct tsu_ave_correlate_def {
    tsu_average_def average; /* repeat: the number of lags; one or running */
    int values, pairs;
    tsu_model_value value[TSU_AVE_CORRELATE_VALUES];
    int first[TSU_AVE_CORRELATE_VALUES * TSU_AVE_CORRELATE_VALUES]; /* [pairs] i and j */
    int second[TSU_AVE_CORRELATE_VALUES * TSU_AVE_CORRELATE_VALUES];
    double factor;
} tsu_ave_correlate_def;
tsu_ave_correlate_def tsu_model_ave_correlate_default(void);
extern const tsu_model_row tsu_model_ave_correlate;

#endif
