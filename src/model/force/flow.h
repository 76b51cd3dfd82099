/* SPDX-License-Identifier: Apache-2.0 */
/* flow.h - what a flow around the particles does to them, as columns say that somebody fills from outside:
 *   F += dragforce + Ksl (uf - v),   T += hdtorque,   m c dT/dt += convectiveHeatFlux and the like */
#ifndef TSU_MODEL_FORCE_FLOW_H
#define TSU_MODEL_FORCE_FLOW_H

#include "model/model.h"

/* "flow_force": the numbers are force [N] and torque [N m] on all. */
typedef struct tsu_flow_force_def {
    uint32_t group; /* mask */
    bool torque;    /* the column hdtorque acts */
    bool implicit;  /* so do Ksl and uf */
} tsu_flow_force_def;
tsu_flow_force_def tsu_model_flow_force_default(void); /* with torque, all particles */
extern const tsu_model_row tsu_model_flow_force;

/* "feed": heat or a species that flows into particles. Of several that feed one quantity the first clears its total and adds the
 * sources, unless that is the temperature and there is a model of heat, which does so. */
enum { TSU_FEED_QUANTITY, TSU_FEED_TOTAL, TSU_FEED_SOURCE, TSU_FEED_FLUX, TSU_FEED_CAPACITY, TSU_FEED_NAMES };
typedef struct tsu_feed_def {
    uint32_t group; /* mask */
    char name
        [TSU_FEED_NAMES]
        [64]; /* of columns of particles and, last, of the property of materials: heat or species over mass */
    bool capacity;  /* the property must be there; else 1 unit a particle */
    double initial; /* of the quantity */
} tsu_feed_def;
tsu_feed_def tsu_model_feed_default(void); /* temperatures by convectiveHeatFlux, 293.15 K, all particles */
extern const tsu_model_row tsu_model_feed;

#endif
