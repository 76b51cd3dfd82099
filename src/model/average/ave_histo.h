/* SPDX-License-Identifier: Apache-2.0 */
/* ave_histo.h - "ave_histo": how often values lie in each of a row of bins, over time. The numbers: counted, missed, least, most. The
 * table has a row for each bin: middle, count, share. */
#ifndef TSU_MODEL_AVERAGE_AVE_HISTO_H
#define TSU_MODEL_AVERAGE_AVE_HISTO_H

#include "model/average/average.h"

enum { TSU_AVE_HISTO_VALUES = 32, TSU_HISTO_BINS_MAX = 10000000 };
/* Values beyond the bins are left out, counted in the last ones, or in two more. */
typedef enum tsu_histo_beyond { TSU_HISTO_IGNORE, TSU_HISTO_END, TSU_HISTO_EXTRA } tsu_histo_beyond;

typedef struct tsu_ave_histo_def {
    tsu_average_def average;
    uint32_t group; /* mask: of values of each particle */
    double lo, hi;
    int64_t bins; /* between these */
    tsu_histo_beyond beyond;
    int values;
    tsu_average_value value[TSU_AVE_HISTO_VALUES];
} tsu_ave_histo_def;
tsu_ave_histo_def tsu_model_ave_histo_default(void);
extern const tsu_model_row tsu_model_ave_histo;

#endif
