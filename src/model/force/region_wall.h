/* SPDX-License-Identifier: Apache-2.0 */
/* region_wall.h - "region_wall": the surface of a region repels, or attracts, the centres of particles by a potential of their
 * distance r, cut off at a length c and zero there:
 *   harmonic  e (c - r)^2     lj93  e (2/15 (s/r)^9 - (s/r)^3)     lj126  4 e ((s/r)^12 - (s/r)^6)
 * Their work is booked as that of added forces. The scalar is their energy [J], the numbers are the force on the wall [N]. */
#ifndef TSU_MODEL_FORCE_REGION_WALL_H
#define TSU_MODEL_FORCE_REGION_WALL_H

#include "model/model.h"

typedef enum tsu_wall_potential { TSU_WALL_LJ93, TSU_WALL_LJ126, TSU_WALL_HARMONIC } tsu_wall_potential;

typedef struct tsu_region_wall_def {
    uint32_t group;        /* mask */
    tsu_model_place place; /* the region; one must be given */
    tsu_wall_potential potential;
    double epsilon; /* [J]; harmonic [N/m] */
    double sigma;   /* [m]; not of harmonic */
    double cutoff;  /* [m] */
} tsu_region_wall_def;
tsu_region_wall_def tsu_model_region_wall_default(void); /* harmonic, 1 N/m, 1 mm, all particles, no region */
extern const tsu_model_row tsu_model_region_wall;

#endif
