/* SPDX-License-Identifier: Apache-2.0 */
/* shape.h - the shapes of walls: a file shape_NAME.c and a row in the table of shapes.c each. Nothing else knows which shapes there are:
 * decks, the public header, the step, insertion, restart files, the page and pictures ask the row.
 *
 * A surface with one nearest point for every place (all but the mesh) is a distance and a direction; that is all its row must know to be
 * felt (single.h). How particles find a mesh is its own affair (mesh/wall.c). */
#ifndef TSU_STEP_WALL_SHAPE_H
#define TSU_STEP_WALL_SHAPE_H

#include "base/error.h"
#include "base/portable.h"
#include "shape/sphere_plane.h"
#include <stddef.h>

struct tsu_wall_engine;
struct tsu_wall_shape;

/* What a parameter must be besides a finite number. */
typedef enum tsu_wall_rule { TSU_WALL_ANY, TSU_WALL_POSITIVE, TSU_WALL_NOT_NEGATIVE } tsu_wall_rule;

/* A parameter: a number after the name of the shape in a deck, in the order of the rows, and a member of tsu_wall_def. */
typedef struct tsu_wall_parameter {
    const char *name, *unit, *doc;
    double initial; /* in tsu_wall_def_default; the same wherever a member is used */
    tsu_wall_rule rule;
    size_t at; /* of the member */
} tsu_wall_parameter;

/* In which directions, seen from the axis, a surface runs within itself, as a belt does. */
typedef enum tsu_wall_slide {
    TSU_WALL_SLIDES_NOT,
    TSU_WALL_SLIDES_ALONG,
    TSU_WALL_SLIDES_ACROSS
} tsu_wall_slide;

/* The surface as the loops need it. Its numbers say all there is to say of it: restart files keep their hash. */
typedef struct tsu_wall_form {
    double point
        [3]; /* plane: on it; cylinder: on its axis; sphere: middle; cone: middle of the first end       [m] */
    double axis[3];   /* unit vector: normal of a plane, axis of a cylinder or cone; 0: there is none */
    double across[3]; /* unit vector at right angles to the axis */
    double
        radius; /* of cylinder and sphere, of a cone at its first end                                          [m] */
    double slope[2]; /* cone: unit vector along its surface, (along the axis, away from it) */
    double
        length; /* cone: of the surface along `slope`                                                          [m] */
} tsu_wall_form;

/* What the lanes of a block hold: particles, and what is found of them now and at the start of the step. */
typedef struct tsu_wall_lanes {
    const double
        *x[3]; /* places                                                                            [m] */
    const double
        *v[3]; /* velocities, those of a plane's surface subtracted                                 [m/s] */
    const double *radius; /* [m] */
    double *n[3],
        *overlap; /* unit normal towards the particle [-], overlap                                       [m] */
    double *n_was[3], *overlap_was;
    double dt; /* [s] */
    int count;
} tsu_wall_lanes;

typedef double tsu_wall_distance_fn(const tsu_wall_form *form, const double x[3], double n[3]);
typedef void tsu_wall_look_fn(const tsu_wall_form *form, const tsu_wall_lanes *lanes);

/* How pictures show a surface: a plane, cut off at the box; or rings about an axis and the surface between each and the next. */
enum { TSU_WALL_RINGS = 25 };

typedef struct tsu_wall_outline {
    double point[3],
        axis[3]; /* of a plane: on it, its normal; of rings: their axis                                [m] [-] */
    int rings;    /* 0: a plane */
    bool endless; /* the rings go on along the axis, to both sides */
    double ring[TSU_WALL_RINGS]
               [4]; /* middle, radius                                                              [m] */
} tsu_wall_outline;

typedef struct tsu_wall_shape {
    const char *name, *doc;
    int parameters;
    const tsu_wall_parameter *parameter;
    const struct tsu_wall_engine *engine; /* how particles find it (engine.h) */
    bool flat;                            /* the normal is the same wherever the particle is, on its side */
    tsu_wall_slide slide;
    /* The form that belongs to parameters which are what their rules say; the name of the wall is for the sentence. */
    tsu_status (*complete)(const struct tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                           tsu_error *err);
    tsu_wall_distance_fn
        *distance;          /* of a place from the surface [m]; n: unit vector from there to the place */
    tsu_wall_look_fn *look; /* the same for lanes, with the same bits */
    void (*outline)(const tsu_wall_form *form, tsu_wall_outline *to);
} tsu_wall_shape;

/* ---- the table: shapes.c ---------------------------------------------------------------------------------------- */

enum { TSU_WALL_SHAPES_MAX = 32 };

extern const tsu_wall_shape *const tsu_wall_shapes[]; /* ends with NULL */
const tsu_wall_shape *tsu_wall_shape_find(const char *name);
/* The names of the shapes that parameters alone make, those of `primitive` in decks, ending with NULL. */
void tsu_wall_shape_names(const char *names[TSU_WALL_SHAPES_MAX]);
/* What is wrong with the value of a parameter; NULL: nothing. */
const char *tsu_wall_parameter_fault(const tsu_wall_parameter *p, double value);
double tsu_wall_parameter_get(const tsu_wall_parameter *p, const tsu_wall_def *def);
void tsu_wall_parameter_set(const tsu_wall_parameter *p, tsu_wall_def *def, double value);
/* Checks the parameters of a wall and makes its form. */
tsu_status tsu_wall_shape_form(const tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                               tsu_error *err);

/* ---- for the files of shapes ------------------------------------------------------------------------------------ */

/* Axis 0, 1 or 2 of a shape that is named after one. */
static inline int tsu_wall_axis_of(const tsu_wall_shape *shape)
{
    return shape->name[0] - 'x';
}

/* Sets axis and across from a direction of any length; false if it has none. Along x, y or z the bits are those of the unit vector, and
 * `across` is the next axis. */
bool tsu_wall_form_turn(tsu_wall_form *form, const double direction[3]);

/* The lanes of a plane, which is as flat as it was at the start of the step, when the particle was where it came from: also where its
 * centre has gone through the plane since. */
TSU_FN void tsu_wall_look_flat(const tsu_wall_form *form, const double *TSU_RESTRICT x,
                               const double *TSU_RESTRICT y, const double *TSU_RESTRICT z,
                               const double *TSU_RESTRICT vx, const double *TSU_RESTRICT vy,
                               const double *TSU_RESTRICT vz, const double *TSU_RESTRICT radius,
                               double *TSU_RESTRICT nx, double *TSU_RESTRICT ny, double *TSU_RESTRICT nz,
                               double *TSU_RESTRICT overlap, double *TSU_RESTRICT side,
                               double *TSU_RESTRICT was, double dt, int count)
{
    const tsu_wall_form f = *form;
    for (int l = 0; l < count; l++) {
        const double at[3] = {x[l], y[l], z[l]};
        double n[3];
        const double depth = radius[l] - tsu_plane_distance(f.point, f.axis, at, n);
        const double old = depth + (n[0] * vx[l] + n[1] * vy[l] + n[2] * vz[l]) * dt;
        const double back = 2.0 * radius[l] - old; /* the same seen from the other side */
        overlap[l] = depth;
        side[l] = old > radius[l] ? -1.0 : 1.0; /* of the normal now */
        was[l] = old > radius[l] ? back : old;
        nx[l] = n[0];
        ny[l] = n[1];
        nz[l] = n[2];
    }
}

/* Velocity and spin of a surface that moves with `velocity` and turns about its axis, at the foot of a point at that distance along
 * n. */
TSU_FN void tsu_wall_motion(const tsu_wall_form *form, const double velocity[3], double turning,
                            const double x[3], const double n[3], double distance, double v[3],
                            double spin[3])
{
    double w[3], foot[3];
    for (int q = 0; q < 3; q++) {
        w[q] = spin[q] = turning * form->axis[q] + 0.0;
        foot[q] = x[q] - distance * n[q] - form->point[q];
    }
    v[0] = velocity[0] + (w[1] * foot[2] - w[2] * foot[1]);
    v[1] = velocity[1] + (w[2] * foot[0] - w[0] * foot[2]);
    v[2] = velocity[2] + (w[0] * foot[1] - w[1] * foot[0]);
}

/* The work of a wall on a particle over a step, with the mean of the old and the new force, and of the rolling torque where there is
 * one [J]. */
TSU_FN double tsu_wall_work(double dt, const tsu_v4 *force, const tsu_v4 *force_before, const tsu_v4 *surface,
                            const bool rolling, const tsu_v4 *roll, const tsu_v4 *roll_before,
                            const tsu_v4 *spin)
{
    tsu_v4 work = (*force + *force_before) * *surface;
    if (rolling) work -= (*roll + *roll_before) * *spin;
    return 0.5 * dt * (work[0] + work[1] + work[2]);
}

/* The lanes of a curved surface: where particles are, and where they came from. */
TSU_FN void tsu_wall_look_once(tsu_wall_distance_fn *distance, const tsu_wall_form *form,
                               const double *TSU_RESTRICT x, const double *TSU_RESTRICT y,
                               const double *TSU_RESTRICT z, const double *TSU_RESTRICT vx,
                               const double *TSU_RESTRICT vy, const double *TSU_RESTRICT vz, double back,
                               const double *TSU_RESTRICT radius, double *TSU_RESTRICT nx,
                               double *TSU_RESTRICT ny, double *TSU_RESTRICT nz, double *TSU_RESTRICT overlap,
                               int count)
{
    const tsu_wall_form f = *form;
    for (int l = 0; l < count; l++) {
        const double at[3] = {x[l] - back * vx[l], y[l] - back * vy[l], z[l] - back * vz[l]};
        double n[3];
        overlap[l] = radius[l] - distance(&f, at, n);
        nx[l] = n[0];
        ny[l] = n[1];
        nz[l] = n[2];
    }
}

TSU_FN void tsu_wall_look_curved(tsu_wall_distance_fn *distance, const tsu_wall_form *form,
                                 const tsu_wall_lanes *to)
{
    tsu_wall_look_once(distance, form, to->x[0], to->x[1], to->x[2], to->v[0], to->v[1], to->v[2], 0.0,
                       to->radius, to->n[0], to->n[1], to->n[2], to->overlap, to->count);
    tsu_wall_look_once(distance, form, to->x[0], to->x[1], to->x[2], to->v[0], to->v[1], to->v[2], to->dt,
                       to->radius, to->n_was[0], to->n_was[1], to->n_was[2], to->overlap_was, to->count);
}

#endif
