/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - fixes that add or set forces on a group: freeze, setforce, addforce, aveforce, viscous, drag, enforce2d,
 * buoyancy, lineforce, planeforce (model/force/force.h). */
#include "base/memory.h"
#include "model/force/force.h"
#include "session/groups.h"
#include "session/model_fix.h"
#include <math.h>

/* ---- given forces -------------------------------------------------------------------------------------------------------- */

static tsu_status read_component(const tsu_object *fix, tsu_words *words, const tsu_model_row *row, int q,
                                 tsu_given_force_def *def, tsu_error *err)
{
    static const char *const names[] = {"fx", "fy", "fz"};
    tsu_quantity value;
    def->free[q] = tsu_words_accept(words, "NULL");
    if (def->free[q] && row == &tsu_model_add_force)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "NULL has no meaning here; write 0");
    if (def->free[q]) return TSU_OK;
    tsu_status status = tsu_words_quantity(words, names[q], &value, err);
    if (status == TSU_OK) status = tsu_model_fix_value(fix, &value, &def->force[q], err);
    if (status == TSU_OK && def->force[q].ask_each && row == &tsu_model_average_force)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the mean force takes one value for all; %s is one for each particle",
                               value.variable);
    return status;
}

static tsu_status read_given(const tsu_session *s, const tsu_object *fix, tsu_words *words,
                             const tsu_model_row *row, tsu_given_force_def *def, tsu_error *err)
{
    char region[TSU_NAME] = "";
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = read_component(fix, words, row, q, def, err);
    }
    while (status == TSU_OK && tsu_words_left(words)) {
        if (!tsu_words_accept(words, "region"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "unknown keyword '%s'",
                                   tsu_words_peek(words));
        status = tsu_session_read_region(s, words, region, err);
    }
    return status == TSU_OK ? tsu_model_fix_place(fix, region, &def->place, err) : status;
}

static tsu_status define_given(tsu_script *script, tsu_words *words, const tsu_model_row *row, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_given_force_def def = tsu_model_given_force_default();
    def.group = 1u << fix.group;
    status = read_given(s, &fix, words, row, &def, err);
    return tsu_model_fix_finish(s, &fix, status, row, &def, err);
}

static tsu_status fix_setforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define_given(script, words, &tsu_model_set_force, err);
}

static tsu_status fix_addforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define_given(script, words, &tsu_model_add_force, err);
}

static tsu_status fix_aveforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define_given(script, words, &tsu_model_average_force, err);
}

/* ---- by place and velocity ------------------------------------------------------------------------------------------------- */

static tsu_status read_viscous(const tsu_object *fix, tsu_words *words, int types, double *scale,
                               tsu_viscous_def *def, tsu_error *err)
{
    tsu_quantity coefficient;
    tsu_status status = tsu_words_quantity(words, "the coefficient [kg/s]", &coefficient, err);
    if (status == TSU_OK) status = tsu_model_fix_value(fix, &coefficient, &def->coefficient, err);
    for (int k = 0; k < types; k++) {
        scale[k] = 1.0;
    }
    def->scale = scale;
    while (status == TSU_OK && tsu_words_left(words)) {
        int64_t type;
        double ratio;
        if (!tsu_words_accept(words, "scale"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `scale TYPE RATIO`");
        status = tsu_words_integer_in(words, "the material", 1, types, &type, err);
        if (status == TSU_OK) status = tsu_words_number(words, "the ratio", &ratio, err);
        if (status == TSU_OK) scale[type - 1] = ratio;
    }
    return status;
}

static tsu_status fix_viscous(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_viscous_def def = tsu_model_viscous_default();
    def.group = 1u << fix.group;
    const int types = s->world->materials.types;
    double *scale = NULL;
    status = tsu_memory_allocate(&scale, (size_t)types, sizeof *scale, "fix viscous", err);
    if (status == TSU_OK) status = read_viscous(&fix, words, types, scale, &def, err);
    status = tsu_model_fix_finish(s, &fix, status, &tsu_model_viscous, &def, err);
    tsu_memory_release(&scale);
    return status;
}

static tsu_status read_drag(tsu_words *words, tsu_drag_def *def, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        def->free[q] = tsu_words_accept(words, "NULL");
        if (!def->free[q]) status = tsu_words_number(words, "a coordinate [m] or NULL", &def->point[q], err);
    }
    if (status == TSU_OK) status = tsu_words_number(words, "the force [N]", &def->force, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the distance [m]", &def->reach, err);
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_drag(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_drag_def def = tsu_model_drag_default();
    def.group = 1u << fix.group;
    status = read_drag(words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_drag, &def, err);
}

static tsu_status read_buoyancy(const tsu_session *s, const tsu_object *fix, tsu_words *words,
                                tsu_buoyancy_def *def, tsu_error *err)
{
    enum { DENSITY, LEVEL, AXIS, REGION, KEYS };
    static const char *const list[] = {
        [DENSITY] = "density", [LEVEL] = "level", [AXIS] = "dim", [REGION] = "region", NULL};
    static const char *const axes[] = {"x", "y", "z", NULL};
    bool has[KEYS] = {false};
    char region[TSU_NAME] = "";
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        has[key] = true;
        if (key == DENSITY)
            status = tsu_words_loose_number(words, "the density of the liquid", &def->density, err);
        if (key == LEVEL)
            status = tsu_words_loose_number(words, "the level of the liquid [m]", &def->level, err);
        if (key == AXIS) status = tsu_words_choice(words, "an axis", axes, &def->axis, err);
        if (key == REGION) status = tsu_session_read_region(s, words, region, err);
    }
    if (status != TSU_OK) return status;
    for (int k = 0; k < REGION; k++) {
        if (!has[k]) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is missing", list[k]);
    }
    if (!(def->density > 0.0))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the density must be positive");
    return tsu_model_fix_place(fix, region, &def->place, err);
}

static tsu_status fix_buoyancy(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_buoyancy_def def = tsu_model_buoyancy_default();
    def.group = 1u << fix.group;
    status = read_buoyancy(s, &fix, words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_buoyancy, &def, err);
}

/* ---- taken away ------------------------------------------------------------------------------------------------------------- */

static tsu_status define_constraint(tsu_script *script, tsu_words *words, const tsu_model_row *row,
                                    tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    const tsu_constraint_def def = {.group = 1u << fix.group};
    return tsu_model_fix_finish(s, &fix, tsu_words_end(words, err), row, &def, err);
}

static tsu_status fix_freeze(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define_constraint(script, words, &tsu_model_freeze, err);
}

static tsu_status fix_enforce2d(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define_constraint(script, words, &tsu_model_flat, err);
}

static tsu_status read_direction(tsu_words *words, tsu_direction_def *def, tsu_error *err)
{
    const tsu_status status = tsu_words_numbers(words, "the direction", 3, def->direction, err);
    const double *n = def->direction;
    if (status != TSU_OK) return status;
    if (!(sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the direction has no length");
    return tsu_words_end(words, err);
}

static tsu_status define_direction(tsu_script *script, tsu_words *words, const tsu_model_row *row,
                                   tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_direction_def def = tsu_model_direction_default();
    def.group = 1u << fix.group;
    status = read_direction(words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, row, &def, err);
}

static tsu_status fix_lineforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define_direction(script, words, &tsu_model_line_force, err);
}

static tsu_status fix_planeforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define_direction(script, words, &tsu_model_plane_force, err);
}

const tsu_command tsu_fixes_forces[] = {
    {"freeze", "fix ID GROUP freeze", "forces do not act on the group; contacts see infinite mass",
     fix_freeze},
    {"setforce", "fix ID GROUP setforce FX FY FZ [region R]",
     "replace the force (NULL: leave it); v_NAME is a variable", fix_setforce},
    {"addforce", "fix ID GROUP addforce FX FY FZ [region R]", "add a force; v_NAME is a variable",
     fix_addforce},
    {"aveforce", "fix ID GROUP aveforce FX FY FZ [region R]",
     "each particle gets the mean force of the group plus this (NULL: its own)", fix_aveforce},
    {"viscous", "fix ID GROUP viscous GAMMA [scale TYPE RATIO ...]", "a drag against the velocity",
     fix_viscous},
    {"drag", "fix ID GROUP drag X Y Z FORCE DISTANCE",
     "pull each particle towards a point (NULL: not along this axis) unless it is nearer than the distance",
     fix_drag},
    {"enforce2d", "fix ID GROUP enforce2d", "no motion along z, no spin about x and y", fix_enforce2d},
    {"buoyancy", "fix ID GROUP buoyancy density RHO level L dim x|y|z [region R]",
     "the buoyancy in a liquid at rest below a level", fix_buoyancy},
    {"lineforce", "fix ID GROUP lineforce X Y Z", "only the force along a direction acts", fix_lineforce},
    {"planeforce", "fix ID GROUP planeforce X Y Z", "only the force across a direction acts", fix_planeforce},
    {0}};
