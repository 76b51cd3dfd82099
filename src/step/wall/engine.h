/* SPDX-License-Identifier: Apache-2.0 */
/* engine.h - how walls find their contacts, and what these are like. Shapes with one nearest point share one way (single.c); meshes,
 * which may be touched in several places at once, have their own (mesh/wall.c). */
#ifndef TSU_STEP_WALL_ENGINE_H
#define TSU_STEP_WALL_ENGINE_H

#include "base/vec.h"
#include "law/fused.h"
#include "step/lanes.h"
#include "step/list/carry.h"
#include "step/wall/shape.h"
#include "step/wall/wall.h"
#include "step/world.h"

/* The evaluation of the contacts of a wall. */
typedef struct tsu_wall_job {
    struct tsu_world *w;
    tsu_wall *wall;
    double dt;
    const double (*shift)[4];    /* of the images of a mesh */
    const double *liquid;        /* column of the particles that the laws read; or NULL */
    const tsu_lane *coefficient; /* of all lanes; NULL: by particle */
    tsu_fused_wall_fn *fused;    /* NULL: stage by stage */
    tsu_fused_know_fn *know;     /* or NULL */
    bool alike;                  /* all contacts have the same radius, mass and coefficients */
    bool still;                  /* the surface does not move */
    bool free;                   /* a mesh that moves freely */
} tsu_wall_job;

/* What is known of the contacts of a block, lane by lane. */
typedef struct tsu_wall_rows {
    tsu_v4 now[TSU_LANES], was[TSU_LANES];      /* normal and overlap at the end and the start of the step */
    tsu_v4 surface[TSU_LANES], spin[TSU_LANES]; /* velocity of the wall at the contact, its spin */
    tsu_v4 force[TSU_LANES], roll[TSU_LANES];   /* of the last evaluation */
} tsu_wall_rows;

/* A contact of a list that is looked at besides the steps. */
typedef struct tsu_wall_touch {
    tsu_vec3 x; /* where the particle is looked at: the present place, `back` before                  [m] */
    tsu_vec3 v; /* its velocity                                                                       [m/s] */
    double radius, back;    /* [m], [s] */
    const double *geometry; /* normal and overlap of the last evaluation, if the wall keeps them; else NULL */
    const double
        *shift; /* of the image                                                                       [m] */
} tsu_wall_touch;

typedef struct tsu_wall_engine {
    /* Gives a wall that has a name, a material and laws what its shape needs. */
    tsu_status (*attach)(const struct tsu_world *w, tsu_wall *wall, const tsu_wall_def *def, tsu_error *err);
    /* Makes the list anew and carries over what touches. */
    tsu_status (*refresh)(struct tsu_world *w, tsu_wall *wall, tsu_remap map, tsu_error *err);
    /* Makes it anew if motion of the wall has worn it out; rows stay. NULL: it cannot. */
    tsu_status (*renew)(struct tsu_world *w, tsu_wall *wall, tsu_error *err);
    /* Before and after the forces of its contacts are found; or NULL. */
    tsu_status (*begin)(struct tsu_world *w, tsu_wall *wall, const double (*shift)[4], tsu_error *err);
    tsu_status (*end)(struct tsu_world *w, tsu_wall *wall, const double (*shift)[4], double dt,
                      tsu_error *err);
    /* Particles have gone, and their contacts with the wall. new_row: by old row, negative for who has gone. */
    void (*drop)(tsu_wall *wall, const int32_t *new_row);
    bool (*still)(const tsu_wall *wall); /* the surface does not move */
    /* Geometry and motion of the n contacts from entry k, into the lanes. */
    void (*gather)(const tsu_wall_job *j, tsu_lane_space *s, tsu_wall_rows *rows, int64_t k, int n,
                   int lanes);
    void (*look)(const tsu_wall *wall, const tsu_wall_touch *t, tsu_vec3 *n, double *overlap, tsu_vec3 *v,
                 tsu_vec3 *spin);
    /* Normal (in: the present one) and overlap at the start of the step; false: those that follow from the present ones and the
     * velocities. */
    bool (*before)(const tsu_wall *wall, const tsu_wall_touch *t, tsu_vec3 *n, double *overlap);
    /* Velocity of the surface where a particle at x touches it, in `point` with normal n. */
    void (*velocity)(const tsu_wall *wall, const double x[3], const double point[3], const double n[3],
                     double v[3]);
    /* As tsu_room_gap, for this wall alone. */
    double (*gap)(const struct tsu_world *w, const tsu_wall *wall, const double x[3], double radius,
                  double push[3]);
    uint32_t (*elements)(const tsu_wall *wall); /* that contacts can name */
    uint64_t (*hash)(uint64_t h, const tsu_wall *wall);
} tsu_wall_engine;

extern const tsu_wall_engine tsu_wall_single, tsu_wall_mesh;

/* ---- gathering: forces.c ------------------------------------------------------------------------------------------ */

/* An overlap at which no law acts [m]. */
static inline double tsu_wall_beyond_reach(const struct tsu_world *w, double radius)
{
    return -2.0 * (radius + w->lists.reach);
}

/* What lanes need of particles and wall. Geometry comes from `now` and `was`; without them (NULL) places go into the lanes of the
 * bodies. */
void tsu_wall_gather_geometry(const tsu_wall_job *j, tsu_lane_space *s, const tsu_v4 *now, const tsu_v4 *was,
                              const tsu_wall_rows *rows, int64_t k, int n, int lanes);
void tsu_wall_gather_places(const tsu_wall_job *j, tsu_lane_space *s, const tsu_wall_rows *rows, int64_t k,
                            int n, int lanes);

#endif
