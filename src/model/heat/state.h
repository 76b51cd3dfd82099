/* SPDX-License-Identifier: Apache-2.0 */
/* state.h - heat through all contacts of a step, and what it does to temperatures; the state of the model heat. */
#ifndef TSU_MODEL_HEAT_STATE_H
#define TSU_MODEL_HEAT_STATE_H

#include "base/memory.h"
#include "model/heat/heat.h"
#include "step/ledger/heating.h"
#include "step/wall/wall.h"

/* Of two materials: conductance over the root of the contact area, and what the overlap of the softened ones must be multiplied
 * with to be that of the true ones. */
typedef struct tsu_heat_material {
    double conductance; /* [W/(m K)] */
    double stiffness;   /* [-] */
} tsu_heat_material;

struct tsu_heat {
    tsu_heat_def def;
    const tsu_model *model;
    tsu_world *world;
    bool begun;                            /* it takes up the heat of dissipation */
    const double *conductivity;            /* [W/(m K)] by type */
    const double *capacity;                /* [J/(kg K)] by type */
    const double *young, *true_young, *nu; /* by type, if corrected */
    double exponent;                       /* force grows with this power of the overlap */
    double *temperature, *flux;            /* columns, while heat flows */
    double *direction; /* [particles][3]: half of flux times distance, summed over contacts [W m] */
    double *stored[TSU_HEAT_STORED]; /* likewise, with `store` */
    double (*carried)[4]; /* by entry of the list of pairs: the same of each, and its flux into i */
    size_t carried_capacity;
    tsu_heat_material *material; /* [types][types] */
    size_t material_capacity;
    double *
        waiting; /* heat of dissipation with the particles (step/ledger/heating.h), while heat flows; NULL: there is none */
    double *drain; /* by row: conductance of all contacts [W/K] (guard.c) */
    size_t drain_capacity;
    double warned; /* the longest time step that the last warning named [s]; 0: there was none */
};

/* What of a particle's heat waits until a temperature can hold it; NULL: nothing waits. */
static inline double *tsu_heat_waiting(const tsu_heat *h, int64_t i)
{
    return h->waiting ? h->waiting + i * TSU_HEATING_WIDTH + TSU_HEATING_WAITING : NULL;
}

/* What a particle takes up in a step [J]; `source`: of all particles [W]. */
static inline double tsu_heat_taken(const tsu_heat *h, const double *source, int64_t i)
{
    const double *waiting = tsu_heat_waiting(h, i);
    const double flown = h->world->dt * (h->flux[i] + source[i]);
    return waiting ? flown + *waiting : flown;
}

/* bodies.c: warms clumps, whose spheres have one temperature. */
tsu_status tsu_heat_warm_clumps(tsu_heat *h, const double *source, tsu_error *err);

/* Sums the heat that flows into each particle and mesh at present; properties and columns have been looked up. */
tsu_status tsu_heat_flow(tsu_heat *h, tsu_error *err);
/* Warms them over a step, by that, by the sources of particles [W] and by what they have from dissipation. Fails, and leaves that
 * temperature as it was, if one would not be finite. */
tsu_status tsu_heat_warm(tsu_heat *h, const double *source, tsu_error *err);
/* Sums the conductances of the contacts of each particle [W/K] into h->drain; contacts are current. */
tsu_status tsu_heat_drain(tsu_heat *h, tsu_error *err);
/* That of the contacts of a mesh, then [W/K]. */
double tsu_heat_mesh_drain(const tsu_heat *h, const tsu_wall *wall);

/* guard.c: warns if the time step is too long for the contacts there are: steps beyond C/(sum of conductances) of a body of
 * heat capacity C overshoot, and differences may grow without end. */
tsu_status tsu_heat_check_step(tsu_heat *h, tsu_error *err);
/* The sentence for a particle, or with `wall` its mesh, whose temperature would be `value`. */
tsu_status tsu_heat_not_finite(tsu_heat *h, int32_t row, const tsu_wall *wall, double value, tsu_error *err);

#endif
