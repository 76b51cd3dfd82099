/* SPDX-License-Identifier: Apache-2.0 */
/* shapes.c - the table of the shapes of walls, and what is done with their parameters alike. */
#include "step/wall/shape.h"
#include <math.h>
#include <string.h>

extern const tsu_wall_shape tsu_shape_xplane, tsu_shape_yplane, tsu_shape_zplane, tsu_shape_plane;
extern const tsu_wall_shape tsu_shape_xcylinder, tsu_shape_ycylinder, tsu_shape_zcylinder, tsu_shape_cylinder;
extern const tsu_wall_shape tsu_shape_sphere, tsu_shape_cone, tsu_shape_mesh;

const tsu_wall_shape *const tsu_wall_shapes[] = {
    &tsu_shape_xplane,    &tsu_shape_yplane,    &tsu_shape_zplane,    &tsu_shape_plane,
    &tsu_shape_xcylinder, &tsu_shape_ycylinder, &tsu_shape_zcylinder, &tsu_shape_cylinder,
    &tsu_shape_sphere,    &tsu_shape_cone,      &tsu_shape_mesh,      NULL};

const tsu_wall_shape *tsu_wall_shape_find(const char *name)
{
    int k = 0;
    while (tsu_wall_shapes[k] && strcmp(tsu_wall_shapes[k]->name, name) != 0) {
        k++;
    }
    return tsu_wall_shapes[k];
}

void tsu_wall_shape_names(const char *names[TSU_WALL_SHAPES_MAX])
{
    int n = 0;
    for (int k = 0; tsu_wall_shapes[k] && n + 1 < TSU_WALL_SHAPES_MAX; k++) {
        if (tsu_wall_shapes[k]->complete) names[n++] = tsu_wall_shapes[k]->name;
    }
    names[n] = NULL;
}

/* ---- parameters ------------------------------------------------------------------------------------------------- */

const char *tsu_wall_parameter_fault(const tsu_wall_parameter *p, double value)
{
    if (!isfinite(value)) return "must be a finite number";
    if (p->rule == TSU_WALL_POSITIVE && !(value > 0.0)) return "must be positive";
    if (p->rule == TSU_WALL_NOT_NEGATIVE && value < 0.0) return "must not be negative";
    return NULL;
}

double tsu_wall_parameter_get(const tsu_wall_parameter *p, const tsu_wall_def *def)
{
    double value;
    memcpy(&value, (const char *)def + p->at, sizeof value);
    return value;
}

void tsu_wall_parameter_set(const tsu_wall_parameter *p, tsu_wall_def *def, double value)
{
    memcpy((char *)def + p->at, &value, sizeof value);
}

tsu_status tsu_wall_shape_form(const tsu_wall_shape *shape, const tsu_wall_def *def, tsu_wall_form *form,
                               tsu_error *err)
{
    *form = (tsu_wall_form){0};
    for (int k = 0; k < shape->parameters; k++) {
        const tsu_wall_parameter *p = &shape->parameter[k];
        const double value = tsu_wall_parameter_get(p, def);
        const char *fault = tsu_wall_parameter_fault(p, value);
        if (fault)
            return tsu_error_set(err, TSU_ERROR_INPUT, "wall %s has %s %g; it %s", def->name, p->name, value,
                                 fault);
    }
    return shape->complete(shape, def, form, err);
}

/* ---- forms ------------------------------------------------------------------------------------------------------ */

bool tsu_wall_form_turn(tsu_wall_form *form, const double direction[3])
{
    const double largest = fmax(fabs(direction[0]), fmax(fabs(direction[1]), fabs(direction[2])));
    const double d[3] = {direction[0] / largest, direction[1] / largest, direction[2] / largest};
    const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(largest > 0.0) || !isfinite(length)) return false;
    int most = 0;
    for (int q = 0; q < 3; q++) {
        form->axis[q] = d[q] / length + 0.0;
        if (fabs(d[q]) > fabs(d[most])) most = q;
    }
    const int next = (most + 1) % 3;
    const double along = form->axis[next], rest = sqrt(1.0 - along * along);
    for (int q = 0; q < 3; q++) {
        form->across[q] = ((q == next ? 1.0 : 0.0) - along * form->axis[q]) / rest + 0.0;
    }
    return true;
}
