/* SPDX-License-Identifier: Apache-2.0 */
/* ave_spatial.h - "ave_spatial": means over the particles in bins along one, two or three axes, and over time.
 *
 * A mean holds for each bin the number of particles and the values: sums over samples are divided by the number of all particles or
 * each sample by its own; densities by the volume of a bin. The table has a row for each bin: middle, number, values. */
#ifndef TSU_MODEL_AVERAGE_AVE_SPATIAL_H
#define TSU_MODEL_AVERAGE_AVE_SPATIAL_H

#include "model/average/average.h"

enum { TSU_AVE_SPATIAL_VALUES = 32 };
typedef enum tsu_bin_origin { TSU_BINS_LOWER, TSU_BINS_CENTER, TSU_BINS_UPPER, TSU_BINS_AT } tsu_bin_origin;

typedef struct tsu_bin_value {
    tsu_model_value value;
    bool density; /* summed, and divided by the volume of a bin */
} tsu_bin_value;

typedef struct tsu_ave_spatial_def {
    tsu_average_def average;
    uint32_t group; /* mask */
    tsu_model_place region;
    int axes, axis[3];
    tsu_bin_origin from[3]; /* where a border of the bins lies ... */
    double at[3], width[3]; /* ... TSU_BINS_AT: there; and their width; [m], or parts of the box ... */
    bool reduced;           /* ... if so */
    bool by_sample;         /* each sample is divided by its own number of particles */
    int values;
    tsu_bin_value value[TSU_AVE_SPATIAL_VALUES];
} tsu_ave_spatial_def;
tsu_ave_spatial_def tsu_model_ave_spatial_default(void);
extern const tsu_model_row tsu_model_ave_spatial;

/* Whether there are neither too few nor too many bins in the present box. */
tsu_status tsu_ave_spatial_check(const struct tsu_world *w, const tsu_ave_spatial_def *def, tsu_error *err);
/* The middle of a bin along its m-th axis. */
double tsu_ave_spatial_middle(const tsu_model *model, int64_t bin, int m);

#endif
