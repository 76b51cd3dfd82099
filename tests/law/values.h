/* SPDX-License-Identifier: Apache-2.0 */
/* values.h - the value of every property of every law (law/samples.h), and random numbers. */
#ifndef TSU_TESTS_LAW_VALUES_H
#define TSU_TESTS_LAW_VALUES_H

#include "drive.h"
#include "law/samples.h"

/* The table of the program, by the name that these tests use. */
#define law_values tsu_samples

enum { LAW_VALUES = TSU_SAMPLE_COUNT };

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
    if (!found) fail_msg("law/samples.h has no property %s", name);
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
