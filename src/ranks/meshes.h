/* SPDX-License-Identifier: Apache-2.0 */
/* meshes.h - meshes of a divided world. Each rank has all of them, whole, and moves them in the same way; the particles that touch them are
 * its own. */
#ifndef TSU_RANKS_MESHES_H
#define TSU_RANKS_MESHES_H

#include "ranks/parcel.h"
#include "step/mesh/body.h"
#include "step/world.h"

/* The meshes of a world as they are when nobody moves them: their shapes are sent only once. NULL: no memory. */
typedef struct tsu_meshes_at_rest {
    tsu_mesh_body *body, **mesh; /* [meshes], owned; what they point to belongs to the world */
} tsu_meshes_at_rest;
tsu_status tsu_meshes_lay_down(tsu_meshes_at_rest *rest, const struct tsu_world *w, tsu_error *err);
void tsu_meshes_at_rest_free(tsu_meshes_at_rest *rest);

/* Where they are, and how they move: to a part, which has them at rest, and back into the whole world, whose contacts with them are current.
 * It gets the loads that follow from these. */
void tsu_meshes_put(const struct tsu_world *w, tsu_parcel *to);
tsu_status tsu_meshes_take(struct tsu_world *part, tsu_parcel *from, tsu_error *err);
tsu_status tsu_meshes_return(struct tsu_world *whole, const struct tsu_world *part, tsu_error *err);

#endif
