/* SPDX-License-Identifier: Apache-2.0 */
/* force.h - models that add or set forces on a group. The work of the forces is found and booked by the step as external work. */
#ifndef TSU_MODEL_FORCE_FORCE_H
#define TSU_MODEL_FORCE_FORCE_H

#include "model/model.h"

/* ---- added.c: forces that are given. The numbers are the sum of the forces on the particles before they act [N]. ---- */

/* "add_force": the scalar is the potential energy of the added force [J]. "set_force": replaces forces. "average_force": each
 * particle gets the mean force of the group and, added, what is given; one value for all. */
typedef struct tsu_given_force_def {
    uint32_t group; /* mask */
    tsu_model_place place;
    bool free[3];             /* this component stays as it is; not of add_force */
    tsu_model_value force[3]; /* [N] */
} tsu_given_force_def;
tsu_given_force_def tsu_model_given_force_default(void); /* none, on all particles */
extern const tsu_model_row tsu_model_add_force, tsu_model_set_force, tsu_model_average_force;

/* ---- field.c: forces by place and velocity ------------------------------------------------------------------------- */

/* "viscous": a drag against the velocity. */
typedef struct tsu_viscous_def {
    uint32_t group;              /* mask */
    tsu_model_value coefficient; /* [kg/s] */
    const double *scale; /* [materials] what it is multiplied with; read when it is created; NULL: 1 */
} tsu_viscous_def;
tsu_viscous_def tsu_model_viscous_default(void); /* none, on all particles */
extern const tsu_model_row tsu_model_viscous;

/* "drag": pulls each particle towards a point. The numbers are the sum of these forces [N]. */
typedef struct tsu_drag_def {
    uint32_t group; /* mask */
    bool free[3];   /* not along this axis */
    double point[3];
    double force; /* [N] */
    double reach; /* no force within this distance [m] */
} tsu_drag_def;
tsu_drag_def tsu_model_drag_default(void); /* to the origin, no force, all particles */
extern const tsu_model_row tsu_model_drag;

/* "buoyancy": the buoyancy in a liquid at rest below a level; gravity must point along the axis. The numbers are their sum [N]. */
typedef struct tsu_buoyancy_def {
    uint32_t group; /* mask */
    tsu_model_place place;
    double density; /* of the liquid [kg/m^3] */
    double level;   /* of its surface [m] */
    int axis;       /* its normal: 0 x, 1 y, 2 z */
} tsu_buoyancy_def;
tsu_buoyancy_def tsu_model_buoyancy_default(void); /* water up to z = 0, all particles */
extern const tsu_model_row tsu_model_buoyancy;

/* "gravity": of one group, or one that turns or grows. That of a world (tsu_world_set_gravity) has potential energy, this one does
 * work. */
typedef struct tsu_gravity_def {
    uint32_t group;       /* mask */
    double g[3];          /* [m/s^2], or ... */
    tsu_model_vector ask; /* ... asked for in each step */
} tsu_gravity_def;
tsu_gravity_def tsu_model_gravity_default(void); /* 9.81 m/s^2 against z, all particles */
extern const tsu_model_row tsu_model_gravity;

/* ---- constraint.c: forces that are taken away ---------------------------------------------------------------------------- */

/* "freeze": forces do not act on the group, and contacts see infinite mass; the numbers are the sum of the forces [N].
 * "flat": no motion along z, no spin about x and y. */
typedef struct tsu_constraint_def {
    uint32_t group; /* mask */
} tsu_constraint_def;
tsu_constraint_def tsu_model_constraint_default(void); /* all particles */
extern const tsu_model_row tsu_model_freeze, tsu_model_flat;

/* "line_force": only the force along a direction acts. "plane_force": only that across it. */
typedef struct tsu_direction_def {
    uint32_t group;      /* mask */
    double direction[3]; /* of any length but 0 */
} tsu_direction_def;
tsu_direction_def tsu_model_direction_default(void); /* x, all particles */
extern const tsu_model_row tsu_model_line_force, tsu_model_plane_force;

#endif
