/* SPDX-License-Identifier: Apache-2.0 */
/* shape_specimen.c - a level that particles cannot cross. */
#include "shape/sphere_specimen.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"

TSU_FN double distance_inline(const tsu_wall_form *f, const double x[3], double n[3])
{
    return tsu_specimen_distance(f->point[2], x, n);
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
    form->point[2] = def->centre[2];
    form->axis[2] = 1.0;
    return TSU_OK;
}

static void outline(const tsu_wall_form *form, tsu_wall_outline *to)
{
    (void)form;
    to->axis[2] = 1.0;
}

static const tsu_wall_parameter parameters[] = {
    {"level", "m", "its height", 0.0, TSU_WALL_ANY, offsetof(tsu_wall_def, centre[2])}};

const tsu_wall_shape tsu_shape_specimen = {"specimen",
                                           "a level plane; not in LIGGGHTS",
                                           1,
                                           parameters,
                                           &tsu_wall_single,
                                           false,
                                           TSU_WALL_SLIDES_NOT,
                                           complete,
                                           distance,
                                           look,
                                           outline};
