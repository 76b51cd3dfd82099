/* SPDX-License-Identifier: Apache-2.0 */
/* ave_time.h - "ave_time": means over time of single numbers, or of rows of numbers. The numbers are the last mean; of several rows of
 * numbers it is a table. */
#ifndef TSU_MODEL_AVERAGE_AVE_TIME_H
#define TSU_MODEL_AVERAGE_AVE_TIME_H

#include "model/average/average.h"

enum { TSU_AVE_TIME_VALUES = 64 };

typedef struct tsu_ave_time_def {
    tsu_average_def average;
    bool vectors; /* rows of numbers */
    int values;
    tsu_average_value value[TSU_AVE_TIME_VALUES];
    bool off[TSU_AVE_TIME_VALUES]; /* the last sample instead of a mean */
} tsu_ave_time_def;
tsu_ave_time_def tsu_model_ave_time_default(void);
extern const tsu_model_row tsu_model_ave_time;

#endif
