/* SPDX-License-Identifier: Apache-2.0 */
/* lists.h - lists of neighbours on a device, made there from the particles and the contacts that touch. */
#ifndef TSU_CUDA_LISTS_H
#define TSU_CUDA_LISTS_H

#include "cuda/memory.h"

/* How far lists reach, and how long they last. Depends on the motion alone, so that runs repeat. */
typedef struct tsu_gpu_wear {
    double skin;             /* [m] */
    double moved;            /* most that any particle may have moved since lists were made [m] */
    double way;              /* the longest one of the drift before this evaluation [m] */
    int64_t steps;           /* since then */
    double reach;            /* how far beyond touching a model acts [m] */
    double largest, typical; /* radii [m] */
    double lo[3], hi[3];     /* about where particles are, looked at from time to time [m] */
    int64_t looked;          /* lists made since then */
    double surface;          /* most that the surface of a mesh has moved since lists were made [m] */
    double surface_most;     /* and may move [m] */
} tsu_gpu_wear;

/* What came of making lists. */
typedef enum tsu_gpu_made {
    TSU_GPU_MADE,
    TSU_GPU_STRANGE, /* a place is not finite or far out of the box: rows are as they were, there are no lists */
    TSU_GPU_FAILED /* there is no room, or the device has failed */
} tsu_gpu_made;

/* Looks at a world that will be brought to the device, after a drift of that time. */
void tsu_gpu_wear_begin(tsu_gpu_wear *wear, const struct tsu_world *w, double dt);
/* How far a particle may move while lists are good [m]. */
double tsu_gpu_wear_most(const tsu_gpu_wear *wear);
/* Whether lists are used up; looks at the places if a bound says so. *well: the device has not failed. */
bool tsu_gpu_wear_out(tsu_gpu_memory *m, tsu_gpu_wear *wear, bool *well);
/* Sorts the rows and makes all lists. */
tsu_gpu_made tsu_gpu_make_lists(tsu_gpu_memory *m, const struct tsu_world *w, tsu_gpu_wear *wear,
                                tsu_gpu_view *view);
/* The sum of what gravity does to the particles [W]. */
bool tsu_gpu_power_of_gravity(tsu_gpu_memory *m, const double gravity[3], double *power);

#endif
