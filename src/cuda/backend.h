/* SPDX-License-Identifier: Apache-2.0 */
/* backend.h - a machine that runs kernels: its memory, the kernels of a step, and those that make lists. A table, so that one program has
 * those that were compiled: CUDA (kernels.cu, lists.cu), and the processor, which calls the same functions of an index in random order
 * (host.c), for tests. */
#ifndef TSU_CUDA_BACKEND_H
#define TSU_CUDA_BACKEND_H

#include "cuda/view.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tsu_gpu_making; /* making.h */

typedef struct tsu_gpu_about {
    char name[128];     /* of the device */
    double bytes, free; /* of its memory */
} tsu_gpu_about;

/* Functions of making.h that are called for each index. */
#define TSU_GPU_TASKS(T)                                                                                     \
    T(TSU_GPU_COME_HOME, tsu_gpu_come_home)                                                                  \
    T(TSU_GPU_FIND_EXTENT, tsu_gpu_find_extent)                                                              \
    T(TSU_GPU_FIND_FURTHEST, tsu_gpu_find_furthest)                                                          \
    T(TSU_GPU_SETTLE_ROW, tsu_gpu_settle_row)                                                                \
    T(TSU_GPU_ARRANGE_ROW, tsu_gpu_arrange_row)                                                              \
    T(TSU_GPU_COUNT_ROW, tsu_gpu_count_row)                                                                  \
    T(TSU_GPU_BEGIN_ROW, tsu_gpu_begin_row)                                                                  \
    T(TSU_GPU_FILL_ROW, tsu_gpu_fill_row)                                                                    \
    T(TSU_GPU_FIND_PAIR, tsu_gpu_find_pair)                                                                  \
    T(TSU_GPU_CARRY_ENTRY, tsu_gpu_carry_entry)                                                              \
    T(TSU_GPU_SORT_ROW, tsu_gpu_sort_row)                                                                    \
    T(TSU_GPU_MARK_WALL, tsu_gpu_mark_wall)                                                                  \
    T(TSU_GPU_FILL_WALL, tsu_gpu_fill_wall)                                                                  \
    T(TSU_GPU_FIND_WALL, tsu_gpu_find_wall)                                                                  \
    T(TSU_GPU_CARRY_WALL, tsu_gpu_carry_wall)                                                                \
    T(TSU_GPU_COUNT_MESH, tsu_gpu_count_mesh)                                                                \
    T(TSU_GPU_MARK_HELD, tsu_gpu_mark_held)                                                                  \
    T(TSU_GPU_FILL_MESH, tsu_gpu_fill_mesh)                                                                  \
    T(TSU_GPU_CARRY_MESH, tsu_gpu_carry_mesh)                                                                \
    T(TSU_GPU_SEND_HOME, tsu_gpu_send_home)                                                                  \
    T(TSU_GPU_MARK_LIVE, tsu_gpu_mark_live)                                                                  \
    T(TSU_GPU_MARK_OUT, tsu_gpu_mark_out)                                                                    \
    T(TSU_GPU_MARK_PARTED, tsu_gpu_mark_parted)                                                              \
    T(TSU_GPU_PACK_ROW, tsu_gpu_pack_row)                                                                    \
    T(TSU_GPU_PACK_ENTRY, tsu_gpu_pack_entry)

#define TSU_GPU_TASK_NAME(name, function) name,
typedef enum tsu_gpu_task { TSU_GPU_TASKS(TSU_GPU_TASK_NAME) TSU_GPU_TASK_COUNT } tsu_gpu_task;
#undef TSU_GPU_TASK_NAME

/* Memory that sums and sorts work in. */
typedef struct tsu_gpu_scratch {
    void *at;
    size_t bytes;
} tsu_gpu_scratch;

typedef struct tsu_gpu_backend {
    bool (*open)(tsu_gpu_about *about); /* looks for the device */
    void *(*allocate)(size_t bytes);    /* NULL: there is not so much */
    void (*release)(void *memory);
    bool (*write)(void *to, const void *from, size_t bytes); /* from the host */
    bool (*read)(void *to, const void *from, size_t bytes);  /* to the host, after all that was begun */
    bool (*clear)(void *memory, size_t bytes);
    /* The contacts between particles, those at a wall, the particles, and the end of the step. Nothing is done once the turn says so. */
    bool (*find)(const tsu_gpu_view *g, const tsu_gpu_wall *mesh); /* who touches a mesh; comes first */
    bool (*pairs)(const tsu_gpu_view *g);
    bool (*at_wall)(const tsu_gpu_view *g, const tsu_gpu_wall *wall);
    bool (*wear)(const tsu_gpu_view *g, const tsu_gpu_wall *mesh); /* after its contacts are known */
    bool (*rows)(const tsu_gpu_view *g);
    bool (*turn)(const tsu_gpu_view *g);
    /* Lists: a task for all indices below n; sums of all numbers before each one, in place; numbers with their values sorted from the
     * first of the two arrays into the second, by the lowest bits; the power of gravity into the extent. */
    bool (*each)(tsu_gpu_task task, int64_t n, const struct tsu_gpu_making *m);
    size_t (*scratch)(int64_t n); /* that this takes for n numbers [byte] */
    bool (*scan)(uint32_t *number, int64_t n, tsu_gpu_scratch scratch);
    bool (*sort)(uint32_t *const key[2], uint32_t *const value[2], int64_t n, int bits,
                 tsu_gpu_scratch scratch);
    bool (*powers)(const struct tsu_gpu_making *m, int64_t n);
    /* What went wrong, if one of these did. */
    const char *(*fault)(void);
} tsu_gpu_backend;

extern const tsu_gpu_backend tsu_gpu_host;
#ifdef TSU_HAVE_CUDA
extern const tsu_gpu_backend tsu_gpu_cuda;
#endif

/* The stage (laws.h) of a contact model, 0 for none; -1: kernels do not have it. */
struct tsu_law;
int tsu_gpu_stage_of(const struct tsu_law *law);

#ifdef __cplusplus
}
#endif

#endif
