/* SPDX-License-Identifier: Apache-2.0 */
/* clumps.h - "clumps": clumps move as rigid bodies (step/clump/clumps.h). The world moves them by itself; the model says so, and sees to it that nothing
 * acts on their spheres that does not know of them. */
#ifndef TSU_MODEL_CLUMPS_H
#define TSU_MODEL_CLUMPS_H

#include "model/model.h"

typedef struct tsu_clumps_model_def {
    uint32_t group; /* mask: all clumps must belong to it */
    bool set;       /* `set` may change what spheres of clumps are made of, and their properties */
    double
        fluid; /* coefficient of the mass of fluid that clumps drag along, times the density of the fluid [kg/m^3] */
    bool
        heat_source; /* sources of heat in spheres of clumps are theirs together; without it they are refused */
    bool local;      /* contacts see what a clump opposes to them at their place (step/clump/local.c) */
} tsu_clumps_model_def;
tsu_clumps_model_def tsu_model_clumps_default(void); /* all */
extern const tsu_model_row tsu_model_clumps;

/* Refuses, with a sentence, a world with clumps that nothing moves, or with a model that does not know of them. */
tsu_status tsu_model_clumps_check(const struct tsu_world *w, tsu_error *err);
/* Refuses a group (mask) to which only some spheres of a clump belong. */
tsu_status tsu_model_clumps_whole(const struct tsu_world *w, uint32_t group, const char *what,
                                  tsu_error *err);
/* Refuses what the command `what` would do to a world with clumps. */
tsu_status tsu_model_clumps_refuse(const struct tsu_world *w, const char *what, tsu_error *err);

#endif
