/* SPDX-License-Identifier: Apache-2.0 */
/* backend.h - a machine that runs kernels: its memory, and the three kernels of a step. A table, so that one program has those that were
 * compiled: CUDA (cuda.cu), and the processor, which calls the same functions of an index in random order (host.c), for tests. */
#ifndef TSU_CUDA_BACKEND_H
#define TSU_CUDA_BACKEND_H

#include "cuda/view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsu_gpu_about {
    char name[128];     /* of the device */
    double bytes, free; /* of its memory */
} tsu_gpu_about;

typedef struct tsu_gpu_backend {
    bool (*open)(tsu_gpu_about *about); /* looks for the device */
    void *(*allocate)(size_t bytes);    /* NULL: there is not so much */
    void (*release)(void *memory);
    bool (*write)(void *to, const void *from, size_t bytes); /* from the host */
    bool (*read)(void *to, const void *from, size_t bytes);  /* to the host, after all that was begun */
    bool (*clear)(void *memory, size_t bytes);
    /* The contacts between particles, those at wall q, and the particles. */
    bool (*pairs)(const tsu_gpu_view *g);
    bool (*at_wall)(const tsu_gpu_view *g, const tsu_gpu_wall *wall);
    bool (*rows)(const tsu_gpu_view *g);
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
