/* SPDX-License-Identifier: Apache-2.0 */
/* form.h - what contacts see of a mesh at a moment: its triangles, where they are and how they move. Plain data, the same for a processor
 * and for a device. */
#ifndef TSU_STEP_MESH_FORM_H
#define TSU_STEP_MESH_FORM_H

#include "shape/sphere_triangle.h"
#include "step/mesh/motion.h"

/* A surface that runs within itself while the mesh stays, like a conveyor belt. Velocities are turned into the plane of
 * contact and keep their size. */
typedef struct tsu_surface_motion {
    bool linear, turning;
    double velocity[3];        /* [m/s] */
    double origin[3], axis[3]; /* of the turning [m]; unit axis */
    double omega;              /* [rad/s] */
} tsu_surface_motion;

typedef struct tsu_mesh_form {
    const tsu_triangle *triangle; /* at rest */
    const int32_t (*corner)[3];   /* [triangles] vertices */
    const int32_t (*side)[3];     /* [triangles] edges */
    double precision;             /* corners nearer than this are one vertex                          [m] */
    double same;                  /* cosine of the angle below which two contacts are one             [-] */
    bool moves;                   /* the mesh itself; its surface may run within itself all the same */
    tsu_pose pose;
    tsu_twist twist; /* over the last step */
    tsu_surface_motion surface;
} tsu_mesh_form;

/* A velocity turned into the plane across n, with its size kept; nothing if it has no part there. */
TSU_FN tsu_vec3 tsu_along_surface(tsu_vec3 v, tsu_vec3 n)
{
    const tsu_vec3 flat = tsu_vec3_reject(v, n);
    const double size = tsu_vec3_norm(flat), wanted = tsu_vec3_norm(v);
    return size > 0.0 ? tsu_vec3_scale(wanted / size, flat) : flat;
}

/* Velocity and spin of a surface at a foot where the mesh is, with normal n. */
TSU_FN void tsu_surface_at(const tsu_surface_motion *m, const tsu_twist *twist, bool moves, tsu_vec3 foot,
                           tsu_vec3 n, tsu_vec3 *velocity, tsu_vec3 *spin)
{
    const tsu_vec3 none = {0.0, 0.0, 0.0};
    *velocity = moves ? tsu_twist_at(twist, foot) : none;
    *spin = twist->spin;
    if (m->linear)
        *velocity = tsu_along_surface(tsu_vec3_make(m->velocity[0], m->velocity[1], m->velocity[2]), n);
    if (m->turning) {
        const tsu_vec3 origin = {m->origin[0], m->origin[1], m->origin[2]};
        *spin = tsu_vec3_scale(m->omega, tsu_vec3_make(m->axis[0], m->axis[1], m->axis[2]));
        *velocity = tsu_along_surface(tsu_vec3_cross(*spin, tsu_vec3_sub(foot, origin)), n);
    }
}

#endif
