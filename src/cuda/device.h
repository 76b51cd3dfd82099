/* SPDX-License-Identifier: Apache-2.0 */
/* device.h - steps on a GPU: `tsubu DECK -gpu`.
 *
 *   view.h       what kernels see of a world            laws.h     the contact models, by number
 *   contact.h    a thread and its contact               row.h      a thread and its particle
 *   sums.h       sums in which many threads add         making.h   a thread that makes lists, those of walls: making_walls.h
 *   kernels.cu, lists.cu  loops of CUDA; host.c: those of a processor, for tests
 *   memory.h     columns, there and back (fetch.c)      lists.h    lists of neighbours, made there
 *   device.c     a device beside the world (step/device.h)
 *   advance.c    what a run says of it
 *
 * Nothing here knows a formula: models, surface, kicks and sums are those of the processor, so the bits are, too. */
#ifndef TSU_CUDA_DEVICE_H
#define TSU_CUDA_DEVICE_H

#include "cuda/backend.h"
#include "step/world.h"

/* What was done so far, for reports. */
typedef struct tsu_gpu_work {
    tsu_gpu_about about;
    int64_t steps;     /* evaluations on the device */
    int64_t uploads;   /* of the whole world */
    int64_t lists;     /* made there */
    double bytes;      /* of its columns there */
    int32_t rows;      /* for so many particles */
    char refused[200]; /* why the device takes no more steps; "": it does */
} tsu_gpu_work;

/* Gives the world a device, which belongs to it from now on. */
tsu_status tsu_gpu_attach(struct tsu_world *w, const tsu_gpu_backend *backend, tsu_error *err);
/* NULL: the world has none. */
const tsu_gpu_work *tsu_gpu_work_of(const struct tsu_world *w);
/* What keeps the steps of a world from the device; NULL: nothing. */
const char *tsu_gpu_obstacle(const struct tsu_world *w);
/* What a world of these numbers takes there, about [byte]. */
double tsu_gpu_bytes(const struct tsu_world *w);

/* ---- a run: advance.c ------------------------------------------------------------------------------------------------ */

/* Whether there is a device; fails with a sentence. */
tsu_status tsu_gpu_look(tsu_gpu_about *about, tsu_error *err);
/* tsu_session_options.foresee: what a world takes there. */
void tsu_gpu_foresee(const struct tsu_world *w, char *text, size_t size);
/* tsu_session_options.advance: with the device. */
tsu_status tsu_gpu_advance(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                           char *note, size_t size, tsu_error *err);
/* How many of the steps of this program were taken there, in a sentence. */
void tsu_gpu_report(char *text, size_t size);

#endif
