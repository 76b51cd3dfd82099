/* SPDX-License-Identifier: Apache-2.0 */
/* heat_flow.h - heat through all contacts of a step, and what it does to temperatures; the state of `fix heat/gran`. */
#ifndef TSU_SCRIPT_HEAT_FLOW_H
#define TSU_SCRIPT_HEAT_FLOW_H

#include "base/memory.h"
#include "script/heat.h"

/* What is kept of the contacts of each particle with `store_contact_data yes`. */
enum {
    TSU_HEAT_STORED_AREA,
    TSU_HEAT_STORED_COUNT,
    TSU_HEAT_STORED_WALL_CONDUCTANCE,
    TSU_HEAT_STORED_WALL_TEMPERATURE,
    TSU_HEAT_STORED
};

/* Of two materials: conductance over the root of the contact area, and what the overlap of the softened ones must be multiplied
 * with to be that of the true ones. */
typedef struct tsu_heat_material {
    double conductance; /* [W/(m K)] */
    double stiffness;   /* [-] */
} tsu_heat_material;

struct tsu_heat {
    tsu_session *session;
    int group;
    double initial; /* [K] */
    tsu_heat_area area;
    bool store;                            /* see TSU_HEAT_STORED */
    bool corrected;                        /* overlaps are those of the true stiffness */
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
};

/* Sums the heat that flows into each particle and mesh at present; properties and columns have been looked up. */
tsu_status tsu_heat_flow(tsu_heat *h, tsu_error *err);
/* Warms them over a step, by that and by the sources of particles [W]. */
void tsu_heat_warm(const tsu_heat *h, const double *source);

#endif
