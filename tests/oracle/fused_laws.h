/* SPDX-License-Identifier: Apache-2.0 */
/* fused_laws.h - the laws that have a fused loop, and properties of two materials for all of them. */
#ifndef TSU_TESTS_ORACLE_FUSED_LAWS_H
#define TSU_TESTS_ORACLE_FUSED_LAWS_H

#include "law/fused.h"
#include "tsubu/tsubu.h"
#include <stdio.h>
#include <string.h>

static inline void set_properties(tsu_world *w, double exponent)
{
    static const struct {
        const char *name;
        double value[4];
    } pairs[] = {
        {"coefficientRestitution", {0.6, 0.5, 0.5, 0.7}},
        {"coefficientFriction", {0.1, 0.2, 0.2, 0.05}},
        {"coefficientRollingFriction", {0.01, 0.02, 0.02, 0.005}},
        {"coefficientRollingViscousDamping", {0.2, 0.3, 0.3, 0.1}},
        {"LoadingStiffness", {900, 1100, 1100, 1500}},
        {"UnloadingStiffness", {5, 4, 4, 3}},
        {"cohesionEnergyDensity", {3.0e4, 2.0e4, 2.0e4, 1.0e4}},
        {"coefficientMaxElasticStiffness", {5, 4, 4, 3}},
        {"coefficientAdhesionStiffness", {0.5, 0.4, 0.4, 0.3}},
        {"coefficientPlasticityDepth", {0.01, 0.02, 0.02, 0.005}},
        {"pullOffForce", {0, 0, 0, 0}},
        {"FluidViscosity", {1.0e-3, 2.0e-3, 2.0e-3, 3.0e-3}},
        {"CriticalStokes", {10, 12, 12, 14}},
        {"MaximumRestitution", {0.9, 0.8, 0.8, 0.7}},
        {"surfaceEnergy", {0.2, 0.1, 0.1, 0.3}},
        {"workOfAdhesion", {0.05, 0.02, 0.02, 0.05}},
        {"kn", {2.0e6, 2.1e6, 2.1e6, 2.3e6}},
        {"kt", {1.5e6, 1.4e6, 1.4e6, 1.3e6}},
        {"gamman", {2.0e3, 1.0e3, 1.0e3, 1.5e3}},
        {"gammat", {1.0e3, 1.1e3, 1.1e3, 1.2e3}},
    };
    const double young[] = {6.0e6, 9.0e6}, poisson[] = {0.3, 0.4};
    tsu_property_set_type(w, "youngsModulus", young, NULL);
    tsu_property_set_type(w, "poissonsRatio", poisson, NULL);
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        tsu_property_set_pair(w, pairs[k].name, pairs[k].value, NULL);
    }
    tsu_property_set(w, "characteristicVelocity", 1.0, NULL);
    tsu_property_set(w, "overlapExponent", exponent, NULL);
    tsu_property_set(w, "adhesionExponent", exponent, NULL);
    tsu_property_set(w, "rollingStiffness", 2.25, NULL);
}

/* Calls `check` with the words of each combination and the exponent it wants; first: of its table. */
static inline void for_every_loop(void (*check)(const char *laws, double exponent, const tsu_fused *loop,
                                                bool first))
{
    const tsu_fused *tables[] = {tsu_fused_hertz, tsu_fused_hooke, tsu_fused_edinburgh, tsu_fused_cohesive};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (const tsu_fused *f = tables[t]; f->run; f++) {
            char laws[128];
            snprintf(laws, sizeof laws, "model %s cohesion %s tangential %s rolling_friction %s", f->normal,
                     f->cohesion ? f->cohesion : "off", f->tangential, f->rolling);
            const bool bent = t == 2 && f->form == 1, fluid = t != 2 && f->form == 1;
            if (fluid) snprintf(laws + strlen(laws), sizeof laws - strlen(laws), " viscous on");
            check(laws, bent ? 1.5 : 1.0, f, f == tables[t]);
            if (!bent) continue;
            snprintf(laws + strlen(laws), sizeof laws - strlen(laws), " consistent on");
            check(laws, 1.5, f, false);
        }
    }
}

#endif
