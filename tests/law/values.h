/* SPDX-License-Identifier: Apache-2.0 */
/* values.h - one value for every property of every law, so that tests can loop over the registry, and random numbers.
 * A new law with a new property adds a line. */
#ifndef TSU_TESTS_LAW_VALUES_H
#define TSU_TESTS_LAW_VALUES_H

#include "drive.h"

/* Two spheres of R = 1 and 1.5 mm at about 0.5 m/s overlap by about 1 % with these; kn and kt serve hooke/stiffness
 * (0.1 %) and hertz/stiffness (7 %). */
static const drive_value law_values[] = {
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

enum { LAW_VALUES = sizeof law_values / sizeof law_values[0] };

/* The table with one value replaced. */
DRIVE_FN void values_with(drive_value out[LAW_VALUES], const char *name, double value)
{
    bool found = false;
    memcpy(out, law_values, sizeof law_values);
    for (drive_value *v = out; v->name; v++) {
        if (strcmp(v->name, name) != 0) continue;
        *v = (drive_value){name, value, 0.0};
        found = true;
    }
    if (!found) fail_msg("values.h has no property %s", name);
}

/* Uniform in [0, 1), the same sequence in every run. */
DRIVE_FN double values_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) * 0x1.0p-53;
}

DRIVE_FN tsu_vec3 values_random_vector(uint64_t *state, double size)
{
    const double x = values_random(state), y = values_random(state), z = values_random(state);
    return tsu_vec3_make(size * (2.0 * x - 1.0), size * (2.0 * y - 1.0), size * (2.0 * z - 1.0));
}

DRIVE_FN tsu_vec3 values_random_unit(uint64_t *state)
{
    const tsu_vec3 a = values_random_vector(state, 1.0);
    return tsu_vec3_scale(1.0 / tsu_vec3_norm(a), a);
}

#endif
