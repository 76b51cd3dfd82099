/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_select.h - the contacts of one sphere with a mesh, out of candidate triangles (see mesh_contacts.h). */
#ifndef TSU_STEP_MESH_SELECT_H
#define TSU_STEP_MESH_SELECT_H

#include "state/contacts.h"
#include "step/mesh/form.h"
#include <math.h>

/* A triangle within reach of the sphere. */
typedef struct tsu_mesh_hit {
    tsu_foot foot; /* in the frame of the mesh */
    double key;    /* order: the distance, a little longer for sides and corners */
    uint32_t code; /* triangle, image in the high bits */
    int32_t from;  /* the old contact it goes on from, or -1 */
} tsu_mesh_hit;

/* Triangles that may be within reach. */
typedef struct tsu_mesh_candidates {
    int64_t count;
    const uint32_t *code; /* triangle, image in the high bits */
    float *gap;   /* least distance beyond touching, plus `moved` when it was found; NULL: not known [m] */
    double moved; /* most that it may have shrunk since the list was made                          [m] */
} tsu_mesh_candidates;

/* The largest float that is no more than this. */
TSU_FN float tsu_float_below(double value)
{
    const float near = (float)value;
    return (double)near > value ? nextafterf(near, -INFINITY) : near;
}

/* Least distance beyond touching, as a candidate keeps it: rounded down. */
TSU_FN float tsu_mesh_gap(double distance, double radius, double moved)
{
    return tsu_float_below(distance - radius + moved - 1.0e-12 * radius);
}

/* The contacts of the last evaluation. */
typedef struct tsu_mesh_old {
    int64_t count;
    const double (*geometry)[4]; /* normal, overlap */
    const uint8_t *live;         /* only these count */
    uint8_t *taken;              /* set for those that go on */
} tsu_mesh_old;

/* Finds the contacts of a sphere among candidates: those nearer than radius + reach. hit has room for all
 * candidates; the contacts come first in it, sorted by distance, and their number is returned. `shift` gives the
 * displacement of each image of the mesh. Gaps of candidates out of reach are brought up to date. */
int32_t tsu_mesh_select(const tsu_mesh_form *form, const tsu_mesh_candidates *c, const double (*shift)[4],
                        const double x[3], double radius, double reach, const tsu_mesh_old *old,
                        tsu_mesh_hit *hit);

/* The centre as seen from an image of the mesh, in its frame. */
TSU_FN tsu_vec3 tsu_mesh_look(const tsu_pose *pose, const double (*shift)[4], uint32_t code,
                              const double x[3])
{
    const double *s = shift[code >> TSU_CONTACT_ROW_BITS];
    return tsu_pose_point_back(pose, tsu_vec3_make(x[0] - s[0], x[1] - s[1], x[2] - s[2]));
}

/* A contact goes on from an old one up to this angle (30 degrees), as a cosine. */
#define TSU_MESH_SAME_CONTACT 0.866

#endif
