/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h - the columns of a world in the memory of a device: room for them, there and back. */
#ifndef TSU_CUDA_MEMORY_H
#define TSU_CUDA_MEMORY_H

#include "cuda/backend.h"
#include "step/world.h"

/* An array there, with room to grow. */
typedef struct tsu_gpu_array {
    void *at;
    size_t bytes;
} tsu_gpu_array;

/* Those of a list of contacts. */
typedef enum tsu_gpu_list_array {
    TSU_GPU_ROW,
    TSU_GPU_PARTNER,
    TSU_GPU_LIVE,
    TSU_GPU_HISTORIES,
    TSU_GPU_RECORD,
    TSU_GPU_ROLL,
    TSU_GPU_TABLE,
    TSU_GPU_LIST_ARRAYS
} tsu_gpu_list_array;

/* Those of the particles. */
typedef enum tsu_gpu_row_array {
    TSU_GPU_X,
    TSU_GPU_V,
    TSU_GPU_W,
    TSU_GPU_FORCE,
    TSU_GPU_TORQUE,
    TSU_GPU_MASS,
    TSU_GPU_TYPE,
    TSU_GPU_GROUP,
    TSU_GPU_FIRST,
    TSU_GPU_CODE,
    TSU_GPU_SUMS,
    TSU_GPU_WALL,
    TSU_GPU_ROW_ARRAYS
} tsu_gpu_row_array;

typedef struct tsu_gpu_memory {
    const tsu_gpu_backend *backend;
    tsu_gpu_array row[TSU_GPU_ROW_ARRAYS], pairs[TSU_GPU_LIST_ARRAYS];
    int walls;
    tsu_gpu_array (*wall)[TSU_GPU_LIST_ARRAYS];
    tsu_gpu_wall *seen; /* [walls] as the device sees them */
    size_t bytes;       /* in all */
} tsu_gpu_memory;

void tsu_gpu_memory_free(tsu_gpu_memory *m);

/* Brings a world to the device, and fills in where its columns lie; false: there is no room, or the device has failed. */
bool tsu_gpu_upload(tsu_gpu_memory *m, const struct tsu_world *w, tsu_gpu_view *view);

/* And back: places; velocities; all that steps change. `records`: those of the contacts between particles, too. */
bool tsu_gpu_fetch_places(const tsu_gpu_memory *m, struct tsu_world *w);
bool tsu_gpu_fetch_velocities(const tsu_gpu_memory *m, struct tsu_world *w);
bool tsu_gpu_fetch(const tsu_gpu_memory *m, struct tsu_world *w, bool records);

/* The surface of a wall, as kernels know it; TSU_GPU_NO_SURFACE: they do not. */
struct tsu_wall;
tsu_gpu_surface tsu_gpu_surface_of(const struct tsu_wall *wall);

#endif
