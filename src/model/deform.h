/* SPDX-License-Identifier: Apache-2.0 */
/* deform.h - "deform": the box changes its size during a run, and if asked for the places of particles with it. The change is made
 * between two steps; the energy that it puts in is booked as given. */
#ifndef TSU_MODEL_DEFORM_H
#define TSU_MODEL_DEFORM_H

#include "model/model.h"

/* How an axis changes, from the start of a run on; shares are of the run (tsu_models_span). */
typedef enum tsu_deform_kind {
    TSU_DEFORM_NONE,
    TSU_DEFORM_FINAL,   /* to a and b at the end of the run [m] */
    TSU_DEFORM_DELTA,   /* faces move by a and b until then [m] */
    TSU_DEFORM_SCALE,   /* the length becomes a times as long until then */
    TSU_DEFORM_VEL,     /* the length grows by a [m/s] */
    TSU_DEFORM_ERATE,   /* ... by its first value times a [1/s] */
    TSU_DEFORM_TRATE,   /* ... exponentially, at the rate a [1/s] */
    TSU_DEFORM_VOLUME,  /* keeps the volume of the box */
    TSU_DEFORM_WIGGLE,  /* the length grows by a sin(2 pi t / b) [m], [s] */
    TSU_DEFORM_VARIABLE /* ... by a value [m] */
} tsu_deform_kind;

typedef struct tsu_deform_axis {
    tsu_deform_kind kind;
    double a, b;
    tsu_model_value by; /* TSU_DEFORM_VARIABLE */
} tsu_deform_axis;

typedef struct tsu_deform_def {
    uint32_t group; /* mask: particles that go with the box */
    int64_t every;  /* steps between changes */
    tsu_deform_axis axis[3];
    bool remap; /* particles go with the box; else they stay where they are */
} tsu_deform_def;
tsu_deform_def tsu_model_deform_default(void); /* every step, all particles go along; axes must be given */
extern const tsu_model_row tsu_model_deform;

#endif
