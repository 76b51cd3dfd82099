/* SPDX-License-Identifier: Apache-2.0 */
/* massflow.h - "massflow": counts the particles that pass through a mesh of the world, and can take them out; "massflow_sieve": the
 * mesh holds some of them back besides.
 *
 * A flat mesh has a side: a particle counts when it comes from behind to that side and its centre lies above a triangle. A mesh of any
 * form is passed towards a point at the outlet: by a particle nearer to it than its diameter, when the nearest point of the mesh
 * changes from the side of that point to the other. What is known of each particle (on which side it was, whether it was counted) is a
 * column of the particles.
 *
 * A sieve is a mesh that stands for a plate with holes that are not there one by one. When a sphere of diameter d begins to touch it,
 * chance decides: with probability pi/4 (size - d)^2/spacing^2, the share of the plate over which it would fall through, it passes, now
 * and ever after. Otherwise a spring and a dashpot along the normal hold it until it has left the plate; then it may try again.
 *
 * The numbers: mass [kg], number, rates of both over the time since they were asked before [kg/s], [1/s], mass and number taken out,
 * and if asked for the sum of a property of those that have passed. */
#ifndef TSU_MODEL_FLOW_MASSFLOW_H
#define TSU_MODEL_FLOW_MASSFLOW_H

#include "base/vec.h"
#include "model/model.h"

/* The holes of a sieve and what holds particles back. */
typedef struct tsu_sieve_def {
    double size, spacing, stiffness, damping; /* [m], [m], [N/m], [N s/m] */
} tsu_sieve_def;

typedef struct tsu_massflow_def {
    uint32_t group; /* mask */
    char mesh[TSU_MODEL_NAME];
    tsu_vec3 side;                 /* of a flat mesh: a direction; or ... */
    bool has_outlet, inside_out;   /* ... of any mesh: towards a point, or away from it */
    tsu_vec3 outlet;               /* [m] */
    bool once;                     /* a particle counts once */
    bool remove;                   /* who has passed is taken out; needs `once` */
    char property[TSU_MODEL_NAME]; /* column to sum up; empty: none */
    tsu_sieve_def sieve;           /* massflow_sieve */
    /* Told of those that have passed in this step, by rising id; NULL: nobody is told. */
    tsu_status (*passed)(void *context, const struct tsu_world *w, const int32_t *row, int32_t count,
                         tsu_error *err);
    void *context;
} tsu_massflow_def;
tsu_massflow_def tsu_model_massflow_default(
    void); /* all particles, each time they pass; mesh and side or outlet must be given */
extern const tsu_model_row tsu_model_massflow, tsu_model_massflow_sieve;

/* Whether the mesh can be counted at: flat and not seen from the edge, unless there is an outlet. */
tsu_status tsu_massflow_check_mesh(const struct tsu_world *w, const tsu_massflow_def *def, tsu_error *err);

#endif
