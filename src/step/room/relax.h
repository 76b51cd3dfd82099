/* SPDX-License-Identifier: Apache-2.0 */
/* relax.h - dense arrangements without overlap.
 *
 * Putting spheres one after the other wherever there is room comes to an end at a volume fraction of about 0.38 for equal
 * spheres. Beyond, overlapping spheres are let push each other apart: the sum of the squares of all overlaps is minimised
 * by the fast inertial relaxation engine (Bitzek, Koskinen, Gaehler, Moseler, Gumbsch: Structural relaxation made simple,
 * Phys. Rev. Lett. 97, 170201, 2006), with radii a little enlarged, so that the true ones are strictly apart when the
 * enlarged ones nearly are. This reaches random close packing, about 0.63. Where it does not succeed, some spheres are
 * taken away at random and it goes on, so that the mix of sizes stays what it was. */
#ifndef TSU_STEP_ROOM_RELAX_H
#define TSU_STEP_ROOM_RELAX_H

#include "state/blend.h"
#include "step/room/room.h"

typedef struct tsu_relaxation {
    const tsu_room *room;
    const double (*fixed)[4]; /* [fixed_count] spheres that are there already [m] */
    int64_t fixed_count;
    tsu_grain *grain; /* [count] where they are at first, and in the end; those taken away come last */
    int64_t count;
    int64_t kept;  /* result: the first `kept` have found room */
    int64_t steps; /* result: iterations */
    uint64_t seed; /* which ones are taken away */
    int threads;
} tsu_relaxation;

tsu_status tsu_relax(tsu_relaxation *r, tsu_error *err);

#endif
