/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h - the columns of a world in the memory of a device: room for them, there and back. Columns of particles and lists are there
 * twice: as they are, and as they will be or have been, when lists are made (lists.c). */
#ifndef TSU_CUDA_MEMORY_H
#define TSU_CUDA_MEMORY_H

#include "cuda/backend.h"
#include "cuda/making.h"
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
    TSU_GPU_GEOMETRY,
    TSU_GPU_LIST_ARRAYS
} tsu_gpu_list_array;

typedef struct tsu_gpu_held {
    tsu_gpu_array array[TSU_GPU_LIST_ARRAYS];
    tsu_gpu_list list; /* where they lie */
} tsu_gpu_held;

/* What a list has of these besides row, live and histories. */
enum { TSU_GPU_WITH_PARTNERS = 1, TSU_GPU_WITH_RECORDS = 2, TSU_GPU_WITH_GEOMETRY = 4 };

/* Those of a mesh. */
typedef enum tsu_gpu_mesh_array {
    TSU_GPU_TRIANGLE,
    TSU_GPU_CORNER,
    TSU_GPU_SIDE,
    TSU_GPU_NODE,
    TSU_GPU_LEAF,
    TSU_GPU_ITEM,
    TSU_GPU_FIRST,
    TSU_GPU_CANDIDATE,
    TSU_GPU_HIT,
    TSU_GPU_TAKEN,
    TSU_GPU_MARK,
    TSU_GPU_WAS,
    TSU_GPU_AREA,
    TSU_GPU_FINNIE,
    TSU_GPU_DEPTH,
    TSU_GPU_WORN,
    TSU_GPU_WEARS,
    TSU_GPU_MESH_ARRAYS
} tsu_gpu_mesh_array;

/* A list, and the one before or under construction. */
typedef struct tsu_gpu_lists {
    tsu_gpu_held now, other;
    tsu_gpu_array table; /* of the models' coefficients */
    tsu_gpu_array mesh[TSU_GPU_MESH_ARRAYS];
    int32_t slots; /* entries of each particle near a mesh */
} tsu_gpu_lists;

/* Those of the particles. */
typedef enum tsu_gpu_row_array {
    TSU_GPU_X,
    TSU_GPU_V,
    TSU_GPU_W,
    TSU_GPU_MASS,
    TSU_GPU_TYPE,
    TSU_GPU_GROUP,
    TSU_GPU_ID,
    TSU_GPU_IMAGE,
    TSU_GPU_HOME,
    TSU_GPU_ROW_ARRAYS
} tsu_gpu_row_array;

/* What is there once. */
typedef enum tsu_gpu_work_array {
    TSU_GPU_FORCE,
    TSU_GPU_TORQUE,
    TSU_GPU_SUMS,
    TSU_GPU_LARGE,
    TSU_GPU_TURN,
    TSU_GPU_WALL,
    TSU_GPU_FORM,
    TSU_GPU_SIDES,
    TSU_GPU_CODE,
    TSU_GPU_NEAR,
    TSU_GPU_PLACE,
    TSU_GPU_KEY,
    TSU_GPU_KEY_SORTED,
    TSU_GPU_ORDER,
    TSU_GPU_ORDER_SORTED,
    TSU_GPU_NEW_ROW,
    TSU_GPU_WRAP,
    TSU_GPU_CELL_FIRST,
    TSU_GPU_CELL_END,
    TSU_GPU_OWN,
    TSU_GPU_CURSOR,
    TSU_GPU_KEPT_ROWS,
    TSU_GPU_SOURCE,
    TSU_GPU_EXTENT,
    TSU_GPU_EXCLUSIONS,
    TSU_GPU_GONE,
    TSU_GPU_SCRATCH,
    TSU_GPU_WORK_ARRAYS
} tsu_gpu_work_array;

enum { TSU_GPU_STEPS_MOST = 64 }; /* that are begun together */

typedef struct tsu_gpu_memory {
    const tsu_gpu_backend *backend;
    tsu_gpu_array row[2][TSU_GPU_ROW_ARRAYS], work[TSU_GPU_WORK_ARRAYS];
    tsu_gpu_rows rows, other; /* where the columns lie: as they are, and the others */
    int64_t count;            /* rows */
    uint32_t leavers; /* so many of them go when lists are made: TSU_GPU_GONE has their rows on the host */
    tsu_gpu_lists pairs;
    int walls;
    tsu_gpu_lists *wall;
    tsu_gpu_wall *
        seen; /* [2 walls] as the device sees them, in steps that find contacts with meshes in the other list, and those after
                           them */
    tsu_mesh_form *form; /* [TSU_GPU_STEPS_MOST][walls] meshes in the steps that are begun together */
    bool meshes;         /* there are some among the walls */
    size_t bytes;        /* in all */
} tsu_gpu_memory;

void tsu_gpu_memory_free(tsu_gpu_memory *m);

/* Room for so many bytes; nothing is kept. */
bool tsu_gpu_reserve(tsu_gpu_memory *m, tsu_gpu_array *a, size_t bytes);
/* Room for a list of so many entries. `with`: mask of TSU_GPU_WITH_... */
bool tsu_gpu_reserve_list(tsu_gpu_memory *m, tsu_gpu_held *h, const tsu_gpu_list *like, int64_t count,
                          unsigned with);
/* The array of a work array, with room for so many bytes; NULL: there is none. */
void *tsu_gpu_room(tsu_gpu_memory *m, tsu_gpu_work_array which, size_t bytes);

/* Brings a world to the device, its lists as they are; false: there is no room, or the device has failed. */
bool tsu_gpu_upload(tsu_gpu_memory *m, const struct tsu_world *w, tsu_gpu_view *view);
/* Copies so many numbers of that size into an array. */
bool tsu_gpu_send(tsu_gpu_memory *m, tsu_gpu_array *a, const void *from, size_t count, size_t size);
/* Says where columns and lists lie. */
void tsu_gpu_point(tsu_gpu_memory *m, tsu_gpu_view *view);

/* And back: all that steps change, and the contacts that touch, as a list that is only good to be carried over. `forces`, `records`: those
 * of particles and contacts, too. */
tsu_status tsu_gpu_fetch(tsu_gpu_memory *m, struct tsu_world *w, bool forces, bool records, tsu_error *err);

/* Removes who is beyond a fixed face from the world: only they and their contacts are brought there. They go here when lists are made. */
tsu_status tsu_gpu_part(tsu_gpu_memory *m, struct tsu_world *w, tsu_error *err);

/* The surface of a wall, as kernels know it; TSU_GPU_NO_SURFACE: they do not. */
struct tsu_wall;
tsu_gpu_surface tsu_gpu_surface_of(const struct tsu_wall *wall);

#endif
