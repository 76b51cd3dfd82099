/* SPDX-License-Identifier: Apache-2.0 */
/* shape_plane.c - endless planes, felt from both sides: across x, y or z, and in any direction. */
#include "shape/sphere_plane.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"
#include <string.h>

static double distance(const tsu_wall_form *f, const double x[3], double n[3])
{
    return tsu_plane_distance(f->point, f->axis, x, n);
}

static TSU_CLONES void look(const tsu_wall_form *form, const tsu_wall_lanes *to)
{
    double *side = to->n_was[0];
    tsu_wall_look_flat(form, to->x[0], to->x[1], to->x[2], to->v[0], to->v[1], to->v[2], to->radius, to->n[0],
                       to->n[1], to->n[2], to->overlap, side, to->overlap_was, to->dt, to->count);
    for (int q = 2; q >= 0; q--) { /* the one that holds the side comes last */
        for (int l = 0; l < to->count; l++) {
            to->n_was[q][l] = side[l] * to->n[q][l] + 0.0;
        }
    }
}

static tsu_status complete_axis(const tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                                tsu_error *err)
{
    (void)err;
    const int axis = tsu_wall_axis_of(shape);
    form->point[axis] = def->position;
    form->axis[axis] = 1.0;
    form->across[(axis + 1) % 3] = 1.0;
    return TSU_OK;
}

static tsu_status complete(const tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                           tsu_error *err)
{
    (void)shape;
    memcpy(form->point, def->centre, sizeof form->point);
    if (tsu_wall_form_turn(form, def->direction)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "the normal %g %g %g of wall %s has no direction; a floor has 0 0 1",
                         def->direction[0], def->direction[1], def->direction[2], def->name);
}

static void outline(const tsu_wall_form *form, tsu_wall_outline *to)
{
    memcpy(to->point, form->point, sizeof to->point);
    memcpy(to->axis, form->axis, sizeof to->axis);
}

static const tsu_wall_parameter position[] = {
    {"position", "m", "where it cuts its axis", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, position)}};

static const tsu_wall_parameter tilted[] = {
    {"px", "m", "x of a point of it", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[0])},
    {"py", "m", "y of a point of it", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[1])},
    {"pz", "m", "z of a point of it", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[2])},
    {"nx", "-", "x of its normal, of any length", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, direction[0])},
    {"ny", "-", "y of its normal", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, direction[1])},
    {"nz", "-", "z of its normal", 1.0, TSU_WALL_ANY, offsetof(tsu_wall_def, direction[2])}};

const tsu_wall_shape tsu_shape_xplane = {
    "xplane",      "plane across x", 1,    position, &tsu_wall_single, true, TSU_WALL_SLIDES_ACROSS,
    complete_axis, distance,         look, outline};
const tsu_wall_shape tsu_shape_yplane = {
    "yplane",      "plane across y", 1,    position, &tsu_wall_single, true, TSU_WALL_SLIDES_ACROSS,
    complete_axis, distance,         look, outline};
const tsu_wall_shape tsu_shape_zplane = {
    "zplane",      "plane across z", 1,    position, &tsu_wall_single, true, TSU_WALL_SLIDES_ACROSS,
    complete_axis, distance,         look, outline};
const tsu_wall_shape tsu_shape_plane = {"plane",
                                        "plane through a point, across a normal; not in LIGGGHTS",
                                        6,
                                        tilted,
                                        &tsu_wall_single,
                                        true,
                                        TSU_WALL_SLIDES_ACROSS,
                                        complete,
                                        distance,
                                        look,
                                        outline};
