/* SPDX-License-Identifier: Apache-2.0 */
/* shape_cylinder.c - endless cylinders, felt from inside and outside: along x, y or z, and in any direction. */
#include "shape/sphere_cylinder.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"
#include <string.h>

TSU_FN double distance_inline(const tsu_wall_form *f, const double x[3], double n[3])
{
    return tsu_cylinder_distance(f->point, f->axis, f->across, f->radius, x, n);
}

static double distance(const tsu_wall_form *f, const double x[3], double n[3])
{
    return distance_inline(f, x, n);
}

static TSU_CLONES void look(const tsu_wall_form *form, const tsu_wall_lanes *to)
{
    tsu_wall_look_curved(distance_inline, form, to);
}

static tsu_status complete_axis(const tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                                tsu_error *err)
{
    (void)err;
    const int axis = tsu_wall_axis_of(shape);
    memcpy(form->point, def->centre, sizeof form->point);
    form->point[axis] = 0.0; /* does not matter */
    form->axis[axis] = 1.0;
    form->across[(axis + 1) % 3] = 1.0;
    form->radius = def->radius;
    return TSU_OK;
}

static tsu_status complete(const tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                           tsu_error *err)
{
    (void)shape;
    memcpy(form->point, def->centre, sizeof form->point);
    form->radius = def->radius;
    if (tsu_wall_form_turn(form, def->direction)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "the axis %g %g %g of wall %s has no direction; an upright cylinder has 0 0 1",
                         def->direction[0], def->direction[1], def->direction[2], def->name);
}

static void outline(const tsu_wall_form *form, tsu_wall_outline *to)
{
    memcpy(to->axis, form->axis, sizeof to->axis);
    to->endless = true;
    to->rings = 2;
    for (int k = 0; k < 2; k++) {
        for (int q = 0; q < 3; q++) {
            to->ring[k][q] = form->point[q] + (k == 0 ? 0.0 : form->radius * form->axis[q]);
        }
        to->ring[k][3] = form->radius;
    }
}

#define RADIUS                                                                                               \
    {                                                                                                        \
        "radius", "m", "its radius", 1.0, TSU_WALL_POSITIVE, offsetof(tsu_wall_def, radius)                  \
    }
#define MIDDLE(name, q)                                                                                      \
    {                                                                                                        \
        name, "m", "of its axis", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[q])                       \
    }

/* The two coordinates of the axis come in cyclic order. */
static const tsu_wall_parameter along_x[] = {RADIUS, MIDDLE("y", 1), MIDDLE("z", 2)};
static const tsu_wall_parameter along_y[] = {RADIUS, MIDDLE("z", 2), MIDDLE("x", 0)};
static const tsu_wall_parameter along_z[] = {RADIUS, MIDDLE("x", 0), MIDDLE("y", 1)};

static const tsu_wall_parameter tilted[] = {
    {"px", "m", "x of a point of its axis", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[0])},
    {"py", "m", "y of a point of its axis", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[1])},
    {"pz", "m", "z of a point of its axis", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[2])},
    {"ax", "-", "x of its axis, of any length", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, direction[0])},
    {"ay", "-", "y of its axis", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, direction[1])},
    {"az", "-", "z of its axis", 1.0, TSU_WALL_ANY, offsetof(tsu_wall_def, direction[2])},
    RADIUS};

const tsu_wall_shape tsu_shape_xcylinder = {
    "xcylinder",           "cylinder along x", 3,        along_x, &tsu_wall_single, false,
    TSU_WALL_SLIDES_ALONG, complete_axis,      distance, look,    outline};
const tsu_wall_shape tsu_shape_ycylinder = {
    "ycylinder",           "cylinder along y", 3,        along_y, &tsu_wall_single, false,
    TSU_WALL_SLIDES_ALONG, complete_axis,      distance, look,    outline};
const tsu_wall_shape tsu_shape_zcylinder = {
    "zcylinder",           "cylinder along z", 3,        along_z, &tsu_wall_single, false,
    TSU_WALL_SLIDES_ALONG, complete_axis,      distance, look,    outline};
const tsu_wall_shape tsu_shape_cylinder = {"cylinder",
                                           "cylinder about an axis through a point; not in LIGGGHTS",
                                           7,
                                           tilted,
                                           &tsu_wall_single,
                                           false,
                                           TSU_WALL_SLIDES_ALONG,
                                           complete,
                                           distance,
                                           look,
                                           outline};
