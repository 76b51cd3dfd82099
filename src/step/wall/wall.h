/* SPDX-License-Identifier: Apache-2.0 */
/* wall.h - a wall: its shape, material and laws, and the contacts with it. A mesh is one, too. */
#ifndef TSU_STEP_WALL_WALL_H
#define TSU_STEP_WALL_WALL_H

#include "law/lawset.h"
#include "state/contact_forces.h"
#include "state/contacts.h"
#include "step/wall/shape.h"

struct tsu_world;

/* How wide a contact is for heat: the circle in which the bodies cut each other, a given area, or that of the larger body. */
typedef enum tsu_heat_mode { TSU_HEAT_OVERLAP, TSU_HEAT_CONSTANT, TSU_HEAT_PROJECTION } tsu_heat_mode;

typedef struct tsu_heat_area {
    tsu_heat_mode mode;
    double size; /* of TSU_HEAT_CONSTANT [m^2] */
} tsu_heat_area;

typedef struct tsu_wall {
    char name[64];
    const tsu_wall_shape *shape;
    tsu_wall_form form; /* of all shapes but the mesh */
    int32_t type;       /* material, from 0 */
    uint32_t group;     /* acts on particles of this group mask */
    double velocity[3]; /* of the wall's surface                                         [m/s] */
    double spin;        /* of the surface about the axis of the form                     [rad/s] */
    bool warm;          /* has a temperature; that of a mesh is with the mesh */
    double temperature; /* [K] */
    tsu_heat_area heat_area;
    double heat;                /* of dissipation that it has taken up since the start (heating.h) [J] */
    struct tsu_mesh_body *mesh; /* of the shape mesh; owned by the world (mesh_body.h) */
    struct tsu_mesh_list *list; /* particles near it (mesh_contacts.h) */
    tsu_lawset laws;
    const struct tsu_fused *fused; /* loop of the laws; NULL: stage by stage */
    tsu_lane *coefficient;         /* [coefficients] of the laws, in all lanes, if there is one material */
    size_t coefficient_capacity;
    tsu_contacts contacts, previous; /* the list, and the one before or under construction */
    tsu_contact_forces forces, previous_forces;
} tsu_wall;

/* Gives a wall that has a name, a material, laws and a shape what this shape needs; to be added to the world then. */
tsu_status tsu_wall_attach(const struct tsu_world *w, tsu_wall *wall, const tsu_wall_def *def,
                           tsu_error *err);
void tsu_wall_destroy(tsu_wall *wall);
/* The force on the wall, by its particles, in the last evaluation [N]. */
void tsu_wall_load(const tsu_wall *wall, double force[3]);
/* Distance of a particle's centre from the wall in a contact of its list, and the unit normal towards the centre; xr: its place and
 * radius. */
double tsu_wall_distance(const tsu_wall *wall, int64_t entry, const double xr[4], double n[3]);
/* Velocity of the surface where a particle at x touches it, in `point` with normal n. */
void tsu_wall_velocity(const tsu_wall *wall, const double x[3], const double point[3], const double n[3],
                       double v[3]);

#endif
