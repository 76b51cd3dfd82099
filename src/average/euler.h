/* SPDX-License-Identifier: Apache-2.0 */
/* euler.h - the grid of `fix ave/euler`, which `dump euler/vtk` writes. */
#ifndef TSU_AVERAGE_EULER_H
#define TSU_AVERAGE_EULER_H

#include "session/session.h"

/* What is known of a cell. */
enum {
    TSU_EULER_MIDDLE = 0,   /* [m] */
    TSU_EULER_FRACTION = 3, /* of volume */
    TSU_EULER_VELOCITY = 4, /* [m/s] */
    TSU_EULER_PRESSURE = 7, /* [Pa] */
    TSU_EULER_STRESS = 8,   /* xx yy zz xy xz yz [Pa], compression negative */
    TSU_EULER_RADIUS = 14,  /* [m] */
    TSU_EULER_SHOWN = 15,   /* what f_ID[cell][k] can give */
    TSU_EULER_NUMBER = 15,
    TSU_EULER_MASS = 16,
    TSU_EULER_NUMBERS
};

typedef struct tsu_euler {
    int group;
    double relative;       /* size of a cell over the largest diameter */
    char region[TSU_NAME]; /* that counts as volume; empty: all */
    double low[3], size[3];
    int64_t n[3], cells;
    double (*cell)[TSU_EULER_NUMBERS]; /* [cells], x fastest */
    double *weight;                    /* [cells] part of the volume that counts */
    double (*stress)[6];               /* [rows] of contacts, times volume */
    int64_t *home;                     /* [rows] cell of a particle; -1: none */
    size_t cell_capacity, weight_capacity, stress_capacity, home_capacity;
} tsu_euler;

#endif
