/* SPDX-License-Identifier: Apache-2.0 */
/* wear.h - wear by Finnie: a particle that slides over a surface under the angle gamma between its velocity and the surface wears off
 *   2 k |v| |F| E(gamma) dt / area,  E = sin 2 gamma - 3 sin^2 gamma for tan gamma <= 1/3, else cos^2 gamma / 3
 * while it approaches; k is the property k_finnie of the pair of materials. */
#ifndef TSU_STEP_MESH_WEAR_H
#define TSU_STEP_MESH_WEAR_H

#include "step/mesh/form.h"

/* What one contact wears off in a step. */
typedef struct tsu_wearing {
    tsu_vec3 v;      /* of the particle against the surface                                  [m/s] */
    tsu_vec3 n;      /* from the foot to the particle */
    double force;    /* [N] */
    double k_finnie; /* of the pair of materials */
    double area;     /* of the triangle                                                      [m^2] */
} tsu_wearing;

TSU_FN double tsu_at_most_one(double value)
{
    return value < 1.0 ? value : 1.0;
}

/* Depth worn off a triangle over dt. */
TSU_FN double tsu_mesh_worn(const tsu_mesh_form *f, int32_t triangle, const tsu_wearing *w, double dt)
{
    const tsu_vec3 n = tsu_pose_vector(&f->pose, f->triangle[triangle].n);
    const double size = tsu_vec3_norm(w->v);
    if (!(size > 0.0) || tsu_vec3_dot(w->n, w->v) > 0.0) return 0.0; /* it moves away */
    const double sine = tsu_at_most_one(fabs(tsu_vec3_dot(w->v, n)) / size);
    const double cosine = tsu_at_most_one(tsu_vec3_norm(tsu_vec3_cross(w->v, n)) / size);
    const double steep = cosine * cosine / 3.0, flat = 2.0 * sine * cosine - 3.0 * sine * sine;
    const double angle = 3.0 * sine > cosine ? steep : flat;
    return 2.0 * w->k_finnie * size * w->force * angle * dt / w->area;
}

#endif
