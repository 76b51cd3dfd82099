/* SPDX-License-Identifier: Apache-2.0 */
/* ave_euler.h - "ave_euler": the particles as a continuum on a grid of cells: volume fraction, velocity (by mass), pressure, stress,
 * mean radius. The table has a row for each cell, x fastest. */
#ifndef TSU_MODEL_AVERAGE_AVE_EULER_H
#define TSU_MODEL_AVERAGE_AVE_EULER_H

#include "model/model.h"

/* What is known of a cell. */
enum {
    TSU_EULER_MIDDLE = 0,   /* [m] */
    TSU_EULER_FRACTION = 3, /* of volume */
    TSU_EULER_VELOCITY = 4, /* [m/s] */
    TSU_EULER_PRESSURE = 7, /* [Pa] */
    TSU_EULER_STRESS = 8,   /* xx yy zz xy xz yz [Pa], compression negative */
    TSU_EULER_RADIUS = 14,  /* [m] */
    TSU_EULER_SHOWN = 15,   /* columns of the table */
    TSU_EULER_NUMBER = 15,
    TSU_EULER_MASS = 16,
    TSU_EULER_NUMBERS
};

typedef struct tsu_ave_euler_def {
    uint32_t group;         /* mask */
    int64_t every;          /* steps between */
    double relative;        /* size of a cell over the largest diameter */
    tsu_model_place region; /* that counts as volume */
} tsu_ave_euler_def;
tsu_ave_euler_def tsu_model_ave_euler_default(void); /* all particles, each step, three diameters */
extern const tsu_model_row tsu_model_ave_euler;

/* The cells as they were found last. */
typedef struct tsu_euler {
    tsu_ave_euler_def def;
    double low[3], size[3];
    int64_t n[3], cells;
    double (*cell)[TSU_EULER_NUMBERS]; /* [cells] */
    double *weight;                    /* [cells] part of the volume that counts */
    double (*stress)[6];               /* [rows] of contacts, times volume */
    int64_t *home;                     /* [rows] cell of a particle; -1: none */
    size_t cell_capacity, weight_capacity, stress_capacity, home_capacity;
} tsu_euler;
const tsu_euler *tsu_ave_euler_cells(const tsu_model *m);

#endif
