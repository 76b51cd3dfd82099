/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_motion.h - where a mesh is and how it moves: rigid, by any number of movers one upon the other.
 *
 * Each mover gives a velocity that is a function of the time since it was added (or is set from outside: the variable
 * ones); over a step a mover acts with its mean velocity, so that the way is the exact one whatever the step:
 *   linear    x = x0 + V t                                  rotate   angle = 2 pi t/period
 *   wiggle    x = x0 + A sin(2 pi t/period)                 riggle   angle = A sin(2 pi t/period)
 *   viblin    x = x0 + d sum C (cos(2 pi t/period + phase) - cos phase)      vibrot   the same for the angle
 * Velocities have the directions of the world. As decks of LIGGGHTS have it, the origin of a rotation (`rotate`, not
 * `riggle` and `vibrot`) is carried along by the movers added before it. */
#ifndef TSU_STEP_MESH_MOTION_H
#define TSU_STEP_MESH_MOTION_H

#include "base/error.h"
#include "base/vec.h"

/* ---- pose ------------------------------------------------------------------------------------------------------- */

typedef struct tsu_pose {
    double turn[4];      /* unit quaternion, the real part first */
    double matrix[3][3]; /* the same as a matrix */
    double shift[3];     /* [m] */
    bool moved;          /* false: x = X to the last bit */
} tsu_pose;              /* a point X of the mesh is at x = matrix X + shift */

tsu_pose tsu_pose_identity(void);
void tsu_pose_move(tsu_pose *p, tsu_vec3 by);
/* By the rule of the right hand about a unit axis through a point [rad]. */
void tsu_pose_rotate(tsu_pose *p, tsu_vec3 point, tsu_vec3 axis, double angle);
/* Turned so, with the point `from` of the mesh at `to`. */
void tsu_pose_place(tsu_pose *p, const double turn[4], tsu_vec3 from, tsu_vec3 to);

TSU_FN tsu_vec3 tsu_pose_vector(const tsu_pose *p, tsu_vec3 v) /* mesh to world */
{
    const double(*m)[3] = p->matrix;
    if (!p->moved) return v;
    const tsu_vec3 made = {m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
                           m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                           m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z};
    return made;
}

TSU_FN tsu_vec3 tsu_pose_point(const tsu_pose *p, tsu_vec3 x)
{
    const tsu_vec3 shift = {p->shift[0], p->shift[1], p->shift[2]};
    return p->moved ? tsu_vec3_add(tsu_pose_vector(p, x), shift) : x;
}

TSU_FN tsu_vec3 tsu_pose_point_back(const tsu_pose *p, tsu_vec3 x) /* world to mesh */
{
    const double(*m)[3] = p->matrix;
    const tsu_vec3 v = {x.x - p->shift[0], x.y - p->shift[1], x.z - p->shift[2]};
    if (!p->moved) return x;
    const tsu_vec3 made = {m[0][0] * v.x + m[1][0] * v.y + m[2][0] * v.z,
                           m[0][1] * v.x + m[1][1] * v.y + m[2][1] * v.z,
                           m[0][2] * v.x + m[1][2] * v.y + m[2][2] * v.z};
    return made;
}

/* The velocity of a rigid body at x is velocity + spin x (x - centre). */
typedef struct tsu_twist {
    tsu_vec3 velocity; /* [m/s] */
    tsu_vec3 spin;     /* [rad/s] */
    tsu_vec3 centre;   /* [m] */
} tsu_twist;

TSU_FN tsu_vec3 tsu_twist_at(const tsu_twist *t, tsu_vec3 x)
{
    return tsu_vec3_add(t->velocity, tsu_vec3_cross(t->spin, tsu_vec3_sub(x, t->centre)));
}

/* ---- movers ------------------------------------------------------------------------------------------------------- */

typedef enum tsu_mover_kind {
    TSU_MOVE_LINEAR,          /* vector: velocity [m/s] */
    TSU_MOVE_LINEAR_VARIABLE, /* value: velocity, set from outside [m/s] */
    TSU_MOVE_WIGGLE,          /* vector: amplitude [m]; period */
    TSU_MOVE_VIBLIN,          /* vector: direction; terms with amplitudes [m] */
    TSU_MOVE_ROTATE,          /* vector: axis through origin; period */
    TSU_MOVE_ROTATE_VARIABLE, /* vector: axis through origin; value[0]: spin, set from outside [rad/s] */
    TSU_MOVE_RIGGLE,          /* vector: axis through origin; amplitude [rad]; period */
    TSU_MOVE_VIBROT           /* vector: axis through origin; terms with amplitudes [rad] */
} tsu_mover_kind;

enum { TSU_MOVER_TERMS = 30 };

typedef struct tsu_mover {
    char name[64];
    tsu_mover_kind kind;
    double vector[3]; /* directions and axes of any length */
    double origin[3]; /* of a rotation, now                                                    [m] */
    double period;    /* [s] */
    double amplitude; /* of riggle                                                             [rad] */
    int terms;
    double term[TSU_MOVER_TERMS][3]; /* amplitude [m or rad], period [s], phase [rad] */
    double value[3];                 /* of the variable kinds, for the step to come */
    double elapsed;                  /* since it was added                                     [s] */
} tsu_mover;

/* Whether a mover makes sense; brings directions to unit length. */
tsu_status tsu_mover_check(tsu_mover *m, tsu_error *err);

/* Moves a mesh, and the origins that go along, over a step. */
void tsu_motion_advance(tsu_mover *mover, int movers, tsu_pose *pose, double dt);

/* The mean velocities of the step just made; dt = 0: those of this moment. `centre` is where the twist is measured. */
tsu_twist tsu_motion_twist(const tsu_mover *mover, int movers, tsu_vec3 centre, double dt);

#endif
