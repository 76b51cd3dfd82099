/* SPDX-License-Identifier: Apache-2.0 */
/* samples.h - a value for every property of every law, so that `tsubu verify` and the tests can loop over the registry. A law with a
 * new property adds a line; until it does, tsu_sample_missing says which. */
#ifndef TSU_LAW_SAMPLES_H
#define TSU_LAW_SAMPLES_H

#include "law/law.h"
#include <string.h>

/* The second value is that of body j where a property belongs to a material; 0: the same. */
typedef struct tsu_sample {
    const char *name;
    double value, other;
} tsu_sample;

/* Two spheres of R = 1 and 1.5 mm at about 0.5 m/s overlap by about 1 % with these; kn and kt serve hooke/stiffness
 * (0.1 %) and hertz/stiffness (7 %). */
static const tsu_sample tsu_samples[] = {
    {"youngsModulus", 5.0e7, 8.0e7},
    {"poissonsRatio", 0.3, 0.25},
    {"coefficientRestitution", 0.7, 0.0},
    {"characteristicVelocity", 0.5, 0.0},
    {"kn", 2.0e6, 0.0},
    {"kt", 1.5e6, 0.0},
    {"gamman", 2.0e3, 0.0},
    {"gammat", 1.0e3, 0.0},
    {"gamman_abs", 2.0e-2, 0.0},
    {"gammat_abs", 1.0e-2, 0.0},
    {"FluidViscosity", 1.0e-3, 0.0},
    {"CriticalStokes", 10.0, 0.0},
    {"MaximumRestitution", 0.9, 0.0},
    {"coefficientMaxElasticStiffness", 3.0, 0.0},
    {"coefficientAdhesionStiffness", 0.5, 0.0},
    {"coefficientPlasticityDepth", 0.05, 0.0},
    {"LoadingStiffness", 2.0e4, 0.0},
    {"UnloadingStiffness", 3.0, 0.0},
    {"pullOffForce", -1.0e-3, 0.0},
    {"surfaceEnergy", 0.1, 0.0},
    {"overlapExponent", 1.0, 0.0},
    {"adhesionExponent", 1.0, 0.0},
    {"coefficientYieldRatio", 0.05, 0.0},
    {"cohesionEnergyDensity", 1.0e4, 0.0},
    {"workOfAdhesion", 0.05, 0.0},
    {"surfaceLiquidContentInitial", 0.02, 0.0},
    {"surfaceTension", 0.05, 0.0},
    {"fluidViscosity", 0.002, 0.0},
    {"contactAngle", 20.0, 35.0},
    {"minSeparationDistanceRatio", 0.01, 0.0},
    {"maxSeparationDistanceRatio", 1.3, 0.0},
    {"maxLiquidContent", 0.01, 0.02},
    {"lbVolumeFraction", 0.1, 0.0},
    {"coefficientFriction", 0.3, 0.0},
    {"coefficientFrictionStatic", 0.4, 0.0},
    {"coefficientFrictionKinetic", 0.2, 0.0},
    {"frictionDecay", 1.0e5, 0.0},
    {"frictionRecovery", 100.0, 0.0},
    {"frictionSubloading", 1.0e6, 0.0},
    {"coefficientRollingFriction", 0.1, 0.0},
    {"coefficientRollingViscousDamping", 0.3, 0.0},
    {"rollingStiffness", 2.0, 0.0},
    {"coeffRollingStiffness", 0.2, 0.0},
    {NULL, 0.0, 0.0},
};

enum { TSU_SAMPLE_COUNT = sizeof tsu_samples / sizeof tsu_samples[0] };

/* Whether a property that this law needs has no value here; the error names both. */
static inline bool tsu_sample_missing(const tsu_law *law, tsu_error *err)
{
    for (const tsu_law_parameter *p = law->parameters; p && p->name; p++) {
        bool known = p->optional;
        for (const tsu_sample *s = tsu_samples; s->name && !known; s++) {
            known = strcmp(s->name, p->name) == 0;
        }
        if (known) continue;
        tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s %s needs the property %s, for which the table in src/law/samples.h has no value; add "
            "a line there",
            tsu_law_kind_word(law->kind), law->name, p->name);
        return true;
    }
    return false;
}

#endif
