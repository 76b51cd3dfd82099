/* SPDX-License-Identifier: Apache-2.0 */
/* heat.h - "heat": particles have a temperature, and heat flows where they touch.
 *
 *   Q = h (T_j - T_i),   h = 4 k_i k_j/(k_i + k_j) sqrt(A),   dT/dt = (sum Q + source)/(m c)
 *
 * with the contact area A; at a wall or mesh with a temperature of its own T_j is that and A = pi (R^2 - r^2), r the distance. A mesh
 * with a thermal mass m takes or gives that heat: its temperature changes by -Q/(m c). Temperatures, fluxes and sources are the
 * columns Temp, heatFlux, heatSource and directionalHeatFlux of the particles; conductivities and capacities are the properties
 * thermalConductivity and thermalCapacity of materials. The scalar is the heat in all particles [J]. There can be one. */
#ifndef TSU_MODEL_HEAT_HEAT_H
#define TSU_MODEL_HEAT_HEAT_H

#include "model/contact_visit.h"
#include "model/model.h"
#include "step/wall/wall.h"

typedef struct tsu_heat_def {
    uint32_t group;     /* mask: particles whose temperature changes */
    double initial;     /* of particles without a temperature [K] */
    tsu_heat_area area; /* of contacts between particles */
    bool store;         /* contactAreaConduction and the like are kept for each particle */
    bool corrected;     /* overlaps are taken as those of the true stiffness (youngsModulusOriginal) */
    bool si; /* units are those of SI: a capacity that is small for a solid is spoken of in warnings */
} tsu_heat_def;
tsu_heat_def tsu_model_heat_default(void); /* all particles, 293.15 K, area by overlap */
extern const tsu_model_row tsu_model_heat;

typedef struct tsu_heat tsu_heat;

/* The columns that `store` fills; TSU_HEAT_STORED of them. */
enum {
    TSU_HEAT_STORED_AREA,
    TSU_HEAT_STORED_COUNT,
    TSU_HEAT_STORED_WALL_CONDUCTANCE,
    TSU_HEAT_STORED_WALL_TEMPERATURE,
    TSU_HEAT_STORED
};
extern const char *const tsu_heat_stored_names[TSU_HEAT_STORED];

/* The heat of a world, with its properties looked up; NULL and an error without one. */
const tsu_heat *tsu_heat_find(const struct tsu_world *w, tsu_error *err);
/* Power that flows through a contact into its first particle [W]; 0 if there is none. */
double tsu_heat_flux(const tsu_heat *heat, const tsu_contact_seen *contact);
/* Temperatures by row, lent until particles change [K]. */
tsu_status tsu_heat_temperatures(tsu_model *m, const double **data, tsu_error *err);

#endif
