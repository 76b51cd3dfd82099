/* SPDX-License-Identifier: Apache-2.0 */
/* shape_cone.c - the surface of a cone cut off at both ends and open there: a hopper, a funnel, with equal radii a tube. Felt from
 * inside and outside, and at its rims. */
#include "shape/sphere_cone.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"
#include <string.h>

TSU_FN double distance_inline(const tsu_wall_form *f, const double x[3], double n[3])
{
    return tsu_cone_distance(f->point, f->axis, f->across, f->radius, f->slope, f->length, x, n);
}

static double distance(const tsu_wall_form *f, const double x[3], double n[3])
{
    return distance_inline(f, x, n);
}

static TSU_CLONES void look(const tsu_wall_form *form, const tsu_wall_lanes *to)
{
    tsu_wall_look_curved(distance_inline, form, to);
}

static tsu_status complete(const tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                           tsu_error *err)
{
    (void)shape;
    double way[3], height2 = 0.0;
    for (int q = 0; q < 3; q++) {
        way[q] = def->end[q] - def->centre[q];
        height2 += way[q] * way[q];
    }
    if (!tsu_wall_form_turn(form, way) || !(height2 > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "both ends of the cone of wall %s are at %g %g %g; they must differ", def->name,
                             def->end[0], def->end[1], def->end[2]);
    if (def->radius == 0.0 && def->end_radius == 0.0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "both radii of the cone of wall %s are 0; one of them must be positive",
                             def->name);
    const double height = sqrt(height2), wider = def->end_radius - def->radius;
    memcpy(form->point, def->centre, sizeof form->point);
    form->radius = def->radius;
    form->length = sqrt(height * height + wider * wider);
    form->slope[0] = height / form->length;
    form->slope[1] = wider / form->length;
    return TSU_OK;
}

static void outline(const tsu_wall_form *form, tsu_wall_outline *to)
{
    memcpy(to->axis, form->axis, sizeof to->axis);
    to->rings = 2;
    for (int k = 0; k < 2; k++) {
        const double along = k * form->length;
        for (int q = 0; q < 3; q++) {
            to->ring[k][q] = form->point[q] + along * form->slope[0] * form->axis[q];
        }
        to->ring[k][3] = form->radius + along * form->slope[1];
    }
}

static const tsu_wall_parameter parameters[] = {
    {"x1", "m", "x of the middle of one end", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[0])},
    {"y1", "m", "y of it", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[1])},
    {"z1", "m", "z of it", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[2])},
    {"r1", "m", "the radius there", 1.0, TSU_WALL_NOT_NEGATIVE, offsetof(tsu_wall_def, radius)},
    {"x2", "m", "x of the middle of the other end", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, end[0])},
    {"y2", "m", "y of it", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, end[1])},
    {"z2", "m", "z of it", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, end[2])},
    {"r2", "m", "the radius there", 0.0, TSU_WALL_NOT_NEGATIVE, offsetof(tsu_wall_def, end_radius)}};

const tsu_wall_shape tsu_shape_cone = {
    "cone",
    "cone between two rings, open at both ends: a hopper, a tube; not in LIGGGHTS",
    8,
    parameters,
    &tsu_wall_single,
    false,
    TSU_WALL_SLIDES_NOT,
    complete,
    distance,
    look,
    outline};
