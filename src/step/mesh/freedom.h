/* SPDX-License-Identifier: Apache-2.0 */
/* freedom.h - a mesh that moves freely, as a rigid body: what particles do to it, its weight, a suspension and given forces move it
 * (mesh/surface/stress/6dof of LIGGGHTS).
 *
 * It takes half kicks and drifts as particles do (rigid.h): the first half of a step when meshes move, the second when forces are
 * known. Particles feel its velocities of the half step.
 *
 * Its energy is held by the system. Over a step it changes by W_x, the work of suspension, given forces and what holds axes fast, and by a rest:
 * the work of contacts on it, seen from the body. The walls have found the same work, seen from the particles. Both are entered as
 * error of the time step, with opposite signs: there what the two differ by is left, with what kicks and turning do beyond
 * work. */
#ifndef TSU_STEP_MESH_FREEDOM_H
#define TSU_STEP_MESH_FREEDOM_H

#include "step/mesh/body.h"
#include "step/rigid.h"

/* f = -stiffness (x - x0) - damping v, torque = -turning_stiffness angle axis - turning_damping spin: back to where and how the body was when it
 * was set free. */
typedef struct tsu_suspension {
    double stiffness, damping;                 /* [N/m], [N s/m] */
    double turning_stiffness, turning_damping; /* [N m/rad], [N m s/rad] */
} tsu_suspension;

typedef struct tsu_freedom_def {
    double mass;          /* [kg] */
    double centre[3];     /* of mass, where the mesh is now                                        [m] */
    double inertia[3][3]; /* about it, in the directions of space                                  [kg m^2] */
    double velocity[3];   /* [m/s] */
    double momentum[3]; /* angular, about the centre                                             [kg m^2/s] */
    double spin[3];     /* in its place, if it is not 0                                          [rad/s] */
    bool held[3];       /* along x, y, z: forces do not change the velocity */
    bool steady[3];     /* about x, y, z: torques do not change the angular momentum */
    tsu_suspension suspension;
} tsu_freedom_def;

typedef struct tsu_freedom {
    bool held[3], steady[3]; /* as in the definition */
    tsu_suspension suspension;
    tsu_rigid rigid;
    tsu_vec3 at;            /* the centre of mass in the mesh at rest                               [m] */
    tsu_quaternion own;     /* from the principal axes to the mesh at rest */
    tsu_vec3 home;          /* of the suspension                                                    [m] */
    tsu_quaternion upright; /* of the suspension */
    double force[3],
        torque[3]; /* given, for the evaluation to come                               [N], [N m] */
    tsu_vec3
        total[2]; /* force and torque of everything in the last evaluation                    [N], [N m] */
    tsu_vec3
        added[2];  /* ... of what is neither a contact nor weight, with what holds axes fast   [N], [N m] */
    double energy; /* at the start of the step                                                 [J] */
    double work;   /* of what is added, in the step so far                                     [J] */
    double way;    /* that a point of the mesh has gone at most in the last step               [m] */
} tsu_freedom;

/* Lets a mesh that has no motion move freely from now on; its loads are kept. Refuses, with a sentence, numbers that make no body. */
tsu_status tsu_mesh_set_free(struct tsu_world *w, tsu_mesh_body *body, const tsu_freedom_def *def,
                             tsu_error *err);
void tsu_freedom_destroy(tsu_freedom *f);
/* Gives a free mesh other velocities and axes between two steps: of the definition its velocity, angular momentum or spin, and what is held.
 * Energy that comes with it is booked as given. */
tsu_status tsu_freedom_change(struct tsu_world *w, tsu_mesh_body *body, const tsu_freedom_def *def,
                              tsu_error *err);

/* Puts mesh, reference point and velocities where the body is. */
void tsu_freedom_place(tsu_mesh_body *body);
/* Half kick and drift of a step. */
void tsu_freedom_advance(struct tsu_world *w, tsu_mesh_body *body);
/* Forces on all free bodies, once those of contacts are known; then the second half kick, and the accounts. */
void tsu_freedoms_sum(struct tsu_world *w);
tsu_status tsu_freedoms_kick(struct tsu_world *w, tsu_error *err);
/* What one more body beyond particle i adds to 1/m of a contact with normal n [1/kg]. */
double tsu_freedom_inverse(const tsu_freedom *f, double nx, double ny, double nz);

/* ---- files -------------------------------------------------------------------------------------------------------- */

/* What does not change with time, and what does, as numbers. */
enum { TSU_FREEDOM_CONSTANTS = 28, TSU_FREEDOM_STATE = 25 };
void tsu_freedom_constants(const tsu_freedom *f, double out[TSU_FREEDOM_CONSTANTS]);
void tsu_freedom_state(const tsu_freedom *f, double out[TSU_FREEDOM_STATE]);
void tsu_freedom_take_state(tsu_freedom *f, const double in[TSU_FREEDOM_STATE]);
/* Sets a mesh free by its constants; fails if they make no body. */
tsu_status tsu_freedom_restore(struct tsu_world *w, tsu_mesh_body *body,
                               const double constant[TSU_FREEDOM_CONSTANTS], tsu_error *err);
/* Takes place and turn from the pose of the mesh. */
void tsu_freedom_follow(tsu_mesh_body *body);
/* A mesh whose pose is that of a file goes on with the body that was in it. The same body has its state to the bit; another one its velocity and
 * spin. */
void tsu_freedom_adopt(tsu_mesh_body *body, const double constant[TSU_FREEDOM_CONSTANTS],
                       const double state[TSU_FREEDOM_STATE]);

/* Energies of motion, of rotation and in gravity of all of them [J], and how much of the last flows, m |g . v| [W]. */
typedef struct tsu_freedom_energies {
    double kinetic, rotational, gravitational, power;
} tsu_freedom_energies;
tsu_freedom_energies tsu_freedoms_energies(const struct tsu_world *w);

#endif
