/* SPDX-License-Identifier: Apache-2.0 */
/* box.h - the simulation box: an upright cuboid, each axis periodic or not. */
#ifndef TSU_STATE_BOX_H
#define TSU_STATE_BOX_H

#include <stdbool.h>

typedef struct tsu_box {
    double lo[3], hi[3]; /* corners [m] */
    bool periodic[3];    /* whether particles meet their images across this axis */
} tsu_box;

#endif
