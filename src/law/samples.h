/* SPDX-License-Identifier: Apache-2.0 */
/* samples.h - a value for every property of every law of the tree (plugins bring their own), so that `tsubu verify` and the tests can loop over the registry. A law with a
 * new property adds a line; until it does, tsu_sample_missing says which. */
#ifndef TSU_LAW_SAMPLES_H
#define TSU_LAW_SAMPLES_H

#include "law/plugin.h"
#include <string.h>

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

enum {
    TSU_SAMPLE_COUNT = sizeof tsu_samples / sizeof tsu_samples[0],
    TSU_SAMPLES_MAX = TSU_SAMPLE_COUNT + 256
};

static inline bool tsu_sample_known(const tsu_sample *s, const char *name)
{
    for (; s && s->name; s++) {
        if (strcmp(s->name, name) == 0) return true;
    }
    return false;
}

/* All values, those of plugins last; a name of the tree keeps its value. Ends with name NULL. */
static inline void tsu_samples_all(tsu_sample out[TSU_SAMPLES_MAX])
{
    const tsu_plugin *plugin;
    int n = TSU_SAMPLE_COUNT - 1;
    memset(out, 0, TSU_SAMPLES_MAX * sizeof *out);
    memcpy(out, tsu_samples, sizeof tsu_samples);
    for (int k = 0; (plugin = tsu_plugin_loaded(k, NULL)) != NULL; k++) {
        for (const tsu_sample *s = plugin->samples; s && s->name && n < TSU_SAMPLES_MAX - 1; s++) {
            if (!tsu_sample_known(out, s->name)) out[n++] = *s;
        }
    }
}

/* Whether a property that this law needs has no value here; the error names both. */
static inline bool tsu_sample_missing(const tsu_law *law, tsu_error *err)
{
    tsu_sample all[TSU_SAMPLES_MAX];
    const bool plugin = tsu_plugin_of(law) != NULL;
    tsu_samples_all(all);
    for (const tsu_law_parameter *p = law->parameters; p && p->name; p++) {
        if (p->optional || tsu_sample_known(all, p->name)) continue;
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "%s %s needs the property %s, for which the table in %s has no value; add a line there",
                      tsu_law_kind_word(law->kind), law->name, p->name,
                      plugin ? "TSU_PLUGIN of its plugin" : "src/law/samples.h");
        return true;
    }
    return false;
}

#endif
