/* SPDX-License-Identifier: Apache-2.0 */
/* box.h - the simulation box: an upright cuboid, each axis periodic or not. */
#ifndef TSU_STATE_BOX_H
#define TSU_STATE_BOX_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct tsu_box {
    double lo[3], hi[3]; /* corners [m] */
    bool periodic[3];    /* whether particles meet their images across this axis */
} tsu_box;

/* The coordinate x along axis q inside the box. */
static inline double tsu_box_inside(const tsu_box *box, double x, int q)
{
    const double length = box->hi[q] - box->lo[q];
    if (!box->periodic[q]) return x;
    /* Who is shot off far away may be anywhere; taking one length at a time would never end. */
    if (!(fabs(x - box->lo[q]) < 8.0 * length)) x = box->lo[q] + fmod(x - box->lo[q], length);
    while (x >= box->hi[q]) {
        x -= length;
    }
    while (x < box->lo[q]) {
        x += length;
    }
    return x;
}

/* The displacement of each image, numbered x first from the lower neighbour: 13 is the box itself; the rest is 0 [m]. */
static inline void tsu_box_shifts(const tsu_box *box, double (*shift)[4])
{
    memset(shift, 0, 32 * sizeof *shift);
    for (int image = 0; image < 27; image++) {
        const int s[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        for (int q = 0; q < 3; q++) {
            shift[image][q] = box->periodic[q] ? s[q] * (box->hi[q] - box->lo[q]) : 0.0;
        }
    }
}

/* What is done about particles beyond a fixed face. */
typedef enum tsu_lost_policy { TSU_LOST_ERROR, TSU_LOST_WARN, TSU_LOST_IGNORE } tsu_lost_policy;

#endif
