/* SPDX-License-Identifier: Apache-2.0 */
/* shape_sphere.c - a sphere that stays where it is, felt from inside and outside. */
#include "base/trig.h"
#include "shape/sphere_ball.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"
#include <string.h>

TSU_FN double distance_inline(const tsu_wall_form *f, const double x[3], double n[3])
{
    return tsu_ball_distance(f->point, f->radius, x, n);
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
    (void)err;
    memcpy(form->point, def->centre, sizeof form->point);
    form->radius = def->radius;
    return TSU_OK;
}

/* From pole to pole. */
static void outline(const tsu_wall_form *form, tsu_wall_outline *to)
{
    to->axis[2] = 1.0;
    to->rings = TSU_WALL_RINGS;
    for (int k = 0; k < TSU_WALL_RINGS; k++) {
        const tsu_sincos_pair at = tsu_sincos(3.14159265358979323846 * k / (TSU_WALL_RINGS - 1));
        memcpy(to->ring[k], form->point, sizeof form->point);
        to->ring[k][2] -= form->radius * at.cos;
        to->ring[k][3] = form->radius * at.sin;
    }
}

static const tsu_wall_parameter parameters[] = {
    {"x", "m", "of its middle", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[0])},
    {"y", "m", "of its middle", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[1])},
    {"z", "m", "of its middle", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[2])},
    {"radius", "m", "its radius", 1.0, TSU_WALL_POSITIVE, offsetof(tsu_wall_def, radius)}};

const tsu_wall_shape tsu_shape_sphere = {"sphere",
                                         "sphere about a point, from inside and outside; not in LIGGGHTS",
                                         4,
                                         parameters,
                                         &tsu_wall_single,
                                         false,
                                         TSU_WALL_SLIDES_NOT,
                                         complete,
                                         distance,
                                         look,
                                         outline};
