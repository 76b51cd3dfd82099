/* SPDX-License-Identifier: Apache-2.0 */
/* clump_kind.h - a template of clumps: spheres about the centre of mass, in the principal directions, and what the body weighs. */
#ifndef TSU_STATE_CLUMP_KIND_H
#define TSU_STATE_CLUMP_KIND_H

#include "base/error.h"

typedef struct tsu_clump_kind {
    char name[64];
    int32_t count;
    double (*arm)[3];             /* [count] from the centre, in the principal directions, owned [m] */
    double *radius;               /* [count] owned [m] */
    int32_t *type;                /* [count] material, from 0, owned */
    double mass, density, volume; /* [kg], [kg/m^3], [m^3] */
    double moments[3];            /* of inertia, ascending [kg m^2] */
    double rest[4];               /* quaternion w x y z: it lies as it was given */
    double centre[3];             /* of mass, where it was given [m] */
    double reach;                 /* of the sphere about the centre that holds it [m] */
    double error;                 /* of volume and inertia, relative; 0: they were given */
    unsigned locked;              /* axes along and about which nothing moves it (step/clump/clumps.h) */
    int32_t number;               /* `type` in a deck */
    bool loose;                   /* no body: its spheres are free once they are there */
} tsu_clump_kind;

/* What is given of a body beside its spheres. */
typedef enum tsu_clump_given {
    TSU_CLUMP_GIVEN_DENSITY, /* mass and inertia follow from the shape */
    TSU_CLUMP_GIVEN_VOLUME,  /* mass and inertia tensor are given; density by the volume of the shape */
    TSU_CLUMP_GIVEN_MASS     /* mass and inertia tensor, about the origin, are given, and the density */
} tsu_clump_given;

typedef struct tsu_clump_words {
    const char *name;
    int32_t count;
    const double (*centre)[3]; /* [count] [m] */
    const double *radius;      /* [count] [m] */
    const int32_t *type;       /* [count] from 0 */
    double density, mass;      /* [kg/m^3], [kg] */
    double tensor[3][3];       /* [kg m^2] */
    tsu_clump_given given;
    unsigned locked;
    int32_t number;
    bool loose;
} tsu_clump_words;

/* Makes a template, or refuses with a sentence that names what is wrong with it. */
tsu_status tsu_clump_kind_make(const tsu_clump_words *words, tsu_clump_kind **out, tsu_error *err);
void tsu_clump_kind_destroy(tsu_clump_kind *kind);

#endif
