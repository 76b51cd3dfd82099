/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_sure.h - how far a sphere may go before it can have another contact with a mesh than with the face below it.
 *
 * A sphere over the face of a triangle touches this face, if it is near enough, and nothing else, as long as its foot stays within
 * the triangle, other triangles stay out of reach, and those within reach have their foot on a side or corner that they share
 * with this one, which covers it (mesh_contacts.h). All of these change no faster than the centre moves. */
#ifndef TSU_STEP_MESH_SURE_H
#define TSU_STEP_MESH_SURE_H

#include "step/mesh/body.h"
#include "step/mesh/select.h"

/* The way [m] that the centre may take, seen from the mesh, without a contact but with the face of triangle `code`; 0: not known.
 * Gaps of the candidates within reach must be up to date; others may be brought up to date. */
double tsu_mesh_sure(const tsu_mesh_body *body, const tsu_mesh_candidates *c, const double (*shift)[4],
                     const double x[4], double reach, uint32_t code);

#endif
