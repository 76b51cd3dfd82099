/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_body.h - the meshes of a world: their shape, where they are, how they move, what acts on them. A wall of shape
 * mesh lets particles feel one; a mesh without a wall is felt by nobody. */
#ifndef TSU_STEP_MESH_BODY_H
#define TSU_STEP_MESH_BODY_H

#include "base/exact_sum.h"
#include "search/bvh.h"
#include "state/mesh.h"
#include "step/mesh/form.h"
#include "step/wall/wall.h"
#include "step/world.h"

/* What one contact does to its triangle in an evaluation. */
typedef struct tsu_mesh_share {
    double value[4]; /* force [N], depth worn off */
    int32_t triangle;
    int32_t next; /* of the same triangle; -1: none */
} tsu_mesh_share;

/* What particles do to a mesh, kept on request. */
typedef struct tsu_mesh_loads {
    bool wear;                /* by the formula of Finnie */
    bool idle;                /* only the reference point goes along; nothing is summed */
    double reference[3];      /* point of the torque, where the mesh is now                     [m] */
    double force[3];          /* of all particles, in the last evaluation                       [N] */
    double torque[3];         /* about the reference point                                      [N m] */
    int64_t contacts;         /* that touch */
    double (*on_triangle)[3]; /* [triangles] force in the last evaluation                     [N] */
    double *depth;    /* [triangles] worn off since the start, in the units of k_finnie; NULL without wear */
    int32_t *touched; /* [touched_count] triangles with a force */
    int64_t touched_count;
    size_t touched_capacity;
    tsu_mesh_share *share; /* of the contacts that are being summed */
    size_t share_capacity;
    int32_t *last; /* [triangles] the last share of each, from 1; 0: none. Scratch */
} tsu_mesh_loads;

typedef struct tsu_mesh_body {
    char name[64];
    tsu_mesh mesh;
    tsu_triangle *triangle; /* [triangles] as contacts need them, at rest */
    tsu_bvh tree;           /* over the triangles at rest, those without area left out */
    int32_t *item;          /* triangle of an item of the tree */
    double same;            /* cosine of the angle below which two contacts are one (`curvature`) [-] */
    tsu_pose pose;          /* now */
    tsu_twist twist;        /* over the last step */
    int movers;
    tsu_mover *mover;
    struct tsu_freedom *freedom; /* moves freely, as a rigid body (freedom.h); NULL: it does not */
    tsu_surface_motion surface;
    tsu_mesh_loads *loads; /* NULL: not kept */
    bool warm;             /* has a temperature */
    double temperature;    /* [K] */
    tsu_exact_sum heat;    /* that flows in during this step [W] */
    double heat_waiting; /* of dissipation, and what rounding has left over, that has not warmed it yet [J] */
    double thermal_mass; /* that heat flowing in warms [kg]; 0: the temperature stays */
} tsu_mesh_body;

/* Default of `curvature`, as a cosine: about a quarter of a degree. */
#define TSU_MESH_SAME 0.99999

/* Adds a mesh, which is moved out of *mesh. */
tsu_status tsu_meshes_adopt(struct tsu_world *w, const char *name, tsu_mesh *mesh, tsu_mesh_body **body,
                            tsu_error *err);
tsu_mesh_body *tsu_meshes_find(const struct tsu_world *w, const char *name);
void tsu_meshes_free(struct tsu_world *w);

/* Adds a wall that lets particles of `group` feel a mesh, made of material `type` (from 0). The laws are moved out of
 * *laws. */
tsu_status tsu_walls_add_mesh(struct tsu_world *w, const char *name, tsu_mesh_body *body, int32_t type,
                              uint32_t group, tsu_lawset *laws, tsu_error *err);

/* Angle between contacts that count as one [degree]; 0 to 60. */
tsu_status tsu_mesh_set_curvature(tsu_mesh_body *body, double degrees, tsu_error *err);
/* The surface runs within itself, from the next step on; may be called before every step. */
tsu_status tsu_mesh_set_surface(tsu_mesh_body *body, const tsu_surface_motion *motion, tsu_error *err);

/* Puts a mover behind those there are; its time begins now. */
tsu_status tsu_mesh_add_mover(struct tsu_world *w, tsu_mesh_body *body, const tsu_mover *mover,
                              tsu_error *err);
tsu_mover *tsu_mesh_find_mover(tsu_mesh_body *body, const char *name);
/* The mesh stays where the mover has brought it. */
tsu_status tsu_mesh_remove_mover(struct tsu_world *w, tsu_mesh_body *body, const char *name, tsu_error *err);

/* Keeps forces, and wear if asked for. The reference point is given where the mesh is now and moves with it. */
tsu_status tsu_mesh_keep_loads(tsu_mesh_body *body, const double reference[3], bool wear, tsu_error *err);

/* Whether the mesh moves, or may do so. */
static inline bool tsu_mesh_moves(const tsu_mesh_body *body)
{
    return body->movers > 0 || body->freedom;
}

/* Whether neither the mesh nor its surface moves. */
static inline bool tsu_mesh_is_still(const tsu_mesh_body *body)
{
    return !tsu_mesh_moves(body) && !body->surface.linear && !body->surface.turning;
}

/* How deep in the particle the contact point lies: at the surface of a mesh; with a body that moves freely in the middle of the overlap, where
 * the particle has it too, so that both torques belong to the same force [m]. */
static inline double tsu_mesh_inset(const tsu_mesh_body *body, double overlap)
{
    return body->freedom ? 0.5 * overlap : overlap;
}

/* What its contacts see of it, as it is now. */
static inline tsu_mesh_form tsu_mesh_form_of(const tsu_mesh_body *body)
{
    return (tsu_mesh_form){.triangle = body->triangle,
                           .corner = (const int32_t(*)[3])body->mesh.corner,
                           .side = (const int32_t(*)[3])body->mesh.side,
                           .precision = body->mesh.precision,
                           .same = body->same,
                           .moves = tsu_mesh_moves(body),
                           .pose = body->pose,
                           .twist = body->twist,
                           .surface = body->surface};
}

/* Velocity and spin of the surface at a foot where the mesh is, with normal n. */
void tsu_mesh_surface(const tsu_mesh_body *body, tsu_vec3 foot, tsu_vec3 n, tsu_vec3 *velocity,
                      tsu_vec3 *spin);

/* A corner of a triangle where it is now [m], and its velocity [m/s]. */
void tsu_mesh_corner(const tsu_mesh_body *body, int32_t triangle, int corner, double x[3], double v[3]);
/* Normal and shear stress on a triangle from its force in the last evaluation [Pa], both positive. */
void tsu_mesh_stress(const tsu_mesh_body *body, int32_t triangle, double *normal, double *shear);

/* Moves all meshes over a step; `furthest` is how far a particle has moved at most. Wears the lists of the walls. */
void tsu_meshes_advance(struct tsu_world *w, double furthest);
/* Sets the velocities of this moment, for an evaluation of forces without a step. */
void tsu_meshes_settle(struct tsu_world *w);

/* Zeroes the loads before an evaluation of forces, and adds the contacts of a wall after it. mesh_loads.c */
void tsu_mesh_clear_loads(struct tsu_world *w);
/* k_finnie of all pairs of materials, [types*types]; NULL: the mesh does not wear. */
tsu_status tsu_mesh_find_finnie(const struct tsu_world *w, const tsu_mesh_body *body, const double **k,
                                tsu_error *err);
tsu_status tsu_mesh_add_loads(struct tsu_world *w, const tsu_wall *wall, const double (*shift)[4], double dt,
                              tsu_error *err);

#endif
