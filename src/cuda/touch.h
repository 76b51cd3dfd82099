/* SPDX-License-Identifier: Apache-2.0 */
/* touch.h - how far a place is from the surface of a wall, the record of who does not touch it, and where histories lie. */
#ifndef TSU_CUDA_TOUCH_H
#define TSU_CUDA_TOUCH_H

#include "cuda/view.h"
#include "shape/sphere_ball.h"
#include "shape/sphere_cone.h"

TSU_FN double tsu_gpu_distance(const tsu_gpu_wall *wall, const double x[3], double n[3])
{
    const tsu_wall_form *f = &wall->form;
    switch (wall->surface) {
    case TSU_GPU_CYLINDER: return tsu_cylinder_distance(f->point, f->axis, f->across, f->radius, x, n);
    case TSU_GPU_SPHERE: return tsu_ball_distance(f->point, f->radius, x, n);
    case TSU_GPU_CONE:
        return tsu_cone_distance(f->point, f->axis, f->across, f->radius, f->slope, f->length, x, n);
    default: return tsu_plane_distance(f->point, f->axis, x, n);
    }
}

/* Normal, overlap and motion of the surface at a particle, now and at the start of the step. */
typedef struct tsu_gpu_touch {
    double n[3], n_was[3], overlap, overlap_was;
    double depth; /* the overlap that models see; it differs for a contact that has just ended */
    tsu_v4 surface, spin;
} tsu_gpu_touch;

/* The first value of the history of an entry; the others lie TSU_CONTACT_BLOCK apart. */
TSU_FN double *tsu_gpu_history(const tsu_gpu_list *list, int64_t k)
{
    return list->history + k / TSU_CONTACT_BLOCK * list->width * TSU_CONTACT_BLOCK + k % TSU_CONTACT_BLOCK;
}

/* Memory that will be read soon. */
TSU_FN void tsu_gpu_ask(const void *at)
{
#if defined(__CUDA_ARCH__)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
#else
    (void)at;
#endif
}

/* Four doubles, loaded here and not later: compilers put loads off until somebody needs them. */
TSU_FN tsu_v4 tsu_gpu_load(const tsu_v4 *from)
{
#if defined(__CUDA_ARCH__)
    tsu_v4 to;
    asm volatile("ld.global.v2.f64 {%0, %1}, [%2];" : "=d"(to[0]), "=d"(to[1]) : "l"(from));
    asm volatile("ld.global.v2.f64 {%0, %1}, [%2+16];" : "=d"(to[2]), "=d"(to[3]) : "l"(from));
    return to;
#else
    return *from;
#endif
}

/* The record of a contact that does not touch. */
TSU_FN void tsu_gpu_clear(const tsu_gpu_list *list, int64_t k)
{
    const tsu_v4 none = {0.0, 0.0, 0.0, 0.0};
    ((tsu_v4 *)list->record)[2 * k] = none;
    ((tsu_v4 *)list->record)[2 * k + 1] = none;
    if (list->roll) ((tsu_v4 *)list->roll)[k] = none;
}

#endif
