/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_contacts.h - which contacts a particle has with a mesh.
 *
 * A contact is a place where the distance from the centre to the surface has a local minimum. A triangle is convex, so
 * this is its nearest point (its foot), unless the foot lies on a side or corner and another triangle that has this point
 * comes nearer to the centre: then the distance still falls beyond the side and there is no minimum. So a sphere on a
 * plane has one contact however the plane is cut, one on a convex edge or corner, and in a concave corner one with each
 * face.
 *
 * Minima are taken by rising distance, and one in the same direction as a nearer one is dropped: within the angle
 * `curvature`; or within the cap of the sphere that overlaps the nearer one already, unless it was a contact before. The
 * latter keeps a contact of finite depth from being felt twice when the sphere passes a concave edge: the faces change over
 * where they are equally near, without a jump of the energy, and a finely cut smooth surface acts like the smooth one. A
 * contact that was there, and whose foot comes to a concave edge while it overlaps, stays with the nearest point of its
 * triangle until it opens. So contacts begin and end without overlap: a mesh neither gives nor takes energy.
 *
 * The contacts of the last step are handed on by direction: a contact takes the history of the old one nearest in
 * direction, if not more than 30 degrees off; this carries history from triangle to triangle, over edges flat or bent.
 *
 * So contacts are a function of the particle's position, the mesh, its pose and the contacts of the last step, and of
 * nothing else: not of lists, rows or threads. */
#ifndef TSU_STEP_MESH_CONTACTS_H
#define TSU_STEP_MESH_CONTACTS_H

#include "step/list/carry.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"

typedef struct tsu_mesh_found { /* a contact found in this evaluation */
    double geometry[4];         /* normal, overlap */
    uint32_t code;              /* triangle, image in the high bits */
    int32_t from;               /* old entry whose history it takes, or -1 */
} tsu_mesh_found;

/* What becomes of an entry in this evaluation. */
enum {
    TSU_MESH_GOES_ON,
    TSU_MESH_FRESH,  /* nothing was there */
    TSU_MESH_CLOSING /* nothing is there any more */
};

#define TSU_MESH_NO_FACE UINT32_MAX

enum { TSU_MESH_NEAR_PER_CHUNK = 32 }; /* near particles that one thread looks at in a row */

struct tsu_mesh_hit;

typedef struct tsu_mesh_chunk { /* candidates that some rows have found, one after the other */
    int64_t count;
    uint32_t *candidate;
    float *gap;
    size_t candidate_capacity, gap_capacity;
    tsu_status status;
    int64_t near; /* rows that have found any, of those searched further out */
} tsu_mesh_chunk;

typedef struct
    tsu_mesh_begin { /* where the rows of a chunk begin in the list; before that, how many there are */
    int64_t near, candidate;
    int64_t most; /* candidates of one row */
} tsu_mesh_begin;

typedef struct tsu_mesh_spot { /* where a particle was when the triangles around it were searched */
    uint64_t id;
    double radius;   /* [m]; negative: nothing was searched */
    double range;    /* triangles nearer than this beyond touching were found [m] */
    double swung;    /* of the list, at that time                             [m] */
    float centre[3]; /* seen from the mesh                                    [m] */
    int32_t count;
    int64_t start; /* in the chunk of its row */
} tsu_mesh_spot;

typedef struct tsu_mesh_list {
    bool valid;
    double reach;        /* of the laws, when it was made                                [m] */
    double skin;         /* candidates are nearer than this beyond touching              [m] */
    double moved;        /* most that a particle and the mesh may have come nearer since  [m] */
    int64_t near;        /* particles with candidates or contacts */
    int32_t *row;        /* [near] ascending */
    int64_t *first;      /* [near+1] candidates of particle a */
    uint32_t *candidate; /* triangle, image in the high bits */
    float *gap;     /* as candidate: it is no nearer than this beyond touching, less what `moved` says [m] */
    float *least;   /* [near] while reach + `moved` are less there is no contact but with a face    [m] */
    uint32_t *face; /* [near] which one: triangle, image in the high bits; TSU_MESH_NO_FACE: none at all */
    int64_t most;   /* candidates of one particle at most */
    int64_t *entry; /* [near+1] entries of particle a in the wall's contacts */
    int64_t *entry_new; /* [near+1] the same under construction */
    /* work space of an evaluation */
    tsu_mesh_found *found;    /* as candidate: contacts of a from first[a] */
    int32_t *found_count;     /* [near] */
    int32_t *closing_count;   /* [near] */
    uint8_t *taken;           /* by old entry: its history goes on */
    double (*was)[4];         /* by entry: its geometry at the start of the step */
    double (*was_new)[4];     /* the same under construction */
    uint8_t *mark;            /* by entry: TSU_MESH_GOES_ON ... */
    bool steady;              /* all go on */
    uint8_t *goes_on;         /* [near] all entries of particle a go on; they have their new geometry */
    uint8_t *changed;         /* by chunk of near particles: not so for one of them */
    struct tsu_mesh_hit *hit; /* [threads][most] */
    int32_t *row_count;       /* [rows] */
    tsu_mesh_chunk *chunk;    /* of rows, while the list is made */
    tsu_mesh_begin *begin;    /* by chunk of rows, likewise */
    /* what was found further out (mesh_search.h), and the same for the list before */
    int32_t places;                   /* rows of the last list */
    tsu_mesh_spot *place, *place_old; /* [rows] */
    tsu_mesh_chunk *wide, *wide_old;  /* of rows */
    int32_t *from;                    /* [rows] row of the last list, or -1 */
    double edge[3][3]; /* periodic box lengths as seen from the mesh, at the last list                  [m] */
    double swung;      /* way that these have gone from list to list, all together                      [m] */
    size_t row_capacity, first_capacity, candidate_capacity, gap_capacity, entry_capacity, entry_new_capacity,
        found_capacity, found_count_capacity, closing_capacity, taken_capacity, was_capacity,
        was_new_capacity, mark_capacity, goes_on_capacity, changed_capacity, hit_capacity, row_count_capacity,
        chunk_capacity, least_capacity, face_capacity, place_capacity, place_old_capacity, wide_capacity,
        wide_old_capacity, from_capacity, begin_capacity;
} tsu_mesh_list;

void tsu_mesh_list_destroy(tsu_mesh_list *list);

/* Makes the list of a wall anew, and carries its live contacts over. */
tsu_status tsu_mesh_list_build(struct tsu_world *w, tsu_wall *wall, tsu_remap map, tsu_error *err);

/* Particles have gone, and their contacts with the wall: renumbers the list. new_row: by old row, negative for who has gone. What was
 * found further out stays with the ids. */
void tsu_mesh_list_drop(tsu_wall *wall, const int32_t *new_row);

/* Whether the list still holds all that can touch. */
bool tsu_mesh_list_valid(const tsu_wall *wall);

/* Finds the contacts of all particles near the mesh at the present positions: makes wall->contacts anew with them, and
 * with those that have ended, history carried over. `shift` gives the displacement of each image of the mesh. */
tsu_status tsu_mesh_contacts_find(struct tsu_world *w, tsu_wall *wall, const double (*shift)[4],
                                  tsu_error *err);

#endif
