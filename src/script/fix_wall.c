/* SPDX-License-Identifier: Apache-2.0 */
/* fix_wall.c - `fix wall/gran`: primitive walls with contact laws of their own. */
#include "script/session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void destroy_wall(tsu_session *s, void *state)
{
    const tsu_wall *wall = state;
    if (s->world) tsu_walls_remove(s->world, wall->name, NULL);
}

/* f_ID[1..3]: force of the particles on the wall. */
static tsu_status wall_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    *out = ((const tsu_wall *)state)->force[index];
    return TSU_OK;
}

static tsu_status read_primitive(const tsu_session *s, tsu_words *words, tsu_wall *wall, tsu_error *err)
{
    static const char *const shapes[] = {"xplane",    "yplane",    "zplane", "xcylinder",
                                         "ycylinder", "zcylinder", NULL};
    int64_t type;
    int shape;
    if (!tsu_words_accept(words, "type"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "`primitive` must be followed by `type` and the material");
    tsu_status status =
        tsu_words_integer_in(words, "the material of the wall", 1, s->world->materials.types, &type, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "the shape", shapes, &shape, err);
    if (status != TSU_OK) return status;
    wall->type = (int32_t)type - 1;
    wall->shape = shape < 3 ? TSU_WALL_PLANE : TSU_WALL_CYLINDER;
    wall->axis = shape % 3;
    if (wall->shape == TSU_WALL_PLANE)
        return tsu_words_number(words, "the position [m]", &wall->position, err);
    status = tsu_words_number(words, "the radius [m]", &wall->radius, err);
    if (status == TSU_OK && !(wall->radius > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the radius is %g; it must be positive", wall->radius);
    /* the two coordinates of the axis come in cyclic order: y z, z x, x y */
    if (status == TSU_OK)
        status = tsu_words_number(words, "the axis", &wall->centre[(wall->axis + 1) % 3], err);
    if (status == TSU_OK)
        status = tsu_words_number(words, "the axis", &wall->centre[(wall->axis + 2) % 3], err);
    return status;
}

static tsu_status read_shear(tsu_words *words, tsu_wall *wall, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    int axis;
    double speed;
    tsu_status status = tsu_words_choice(words, "the direction", axes, &axis, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the speed", &speed, err);
    if (status != TSU_OK) return status;
    /* across its axis a cylinder cannot slide: there the number is its spin [rad/s] */
    if (wall->shape == TSU_WALL_CYLINDER && axis != wall->axis)
        wall->spin = speed;
    else
        wall->velocity[axis] = speed;
    return TSU_OK;
}

static tsu_status read_wall(tsu_session *s, tsu_words *words, tsu_wall *wall, tsu_error *err)
{
    bool shaped = false, on;
    tsu_status status = tsu_session_read_laws(words, &wall->laws, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        if (tsu_words_accept(words, "primitive")) {
            status = read_primitive(s, words, wall, err);
            shaped = true;
        } else if (shaped && tsu_words_accept(words, "shear")) {
            status = read_shear(words, wall, err);
        } else if (tsu_words_accept(words, "store_force") || tsu_words_accept(words, "store_force_contact")) {
            status = tsu_words_switch(words, "yes or no", &on, err);
            if (status == TSU_OK && on)
                status = tsu_words_error(
                    words, words->at - 2, TSU_ERROR_UNSUPPORTED, err,
                    "%s is not supported yet; f_ID[1] .. f_ID[3] give the total force on the wall",
                    words->word[words->at - 2]);
        } else if (!tsu_words_accept(words, "track_energy")) { /* energy is always audited */
            status = tsu_session_read_law_keyword(words, &wall->laws, err);
        }
    }
    if (status == TSU_OK && !shaped)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "the wall has no shape: add `primitive type N zplane 0.0` or the like");
    return status;
}

static tsu_status fix_wall_gran(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix wall/gran", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (tsu_objects_find(&s->fixes, fix.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "there is already a fix '%s'; `unfix` it first", fix.id);
    tsu_wall *wall = calloc(1, sizeof *wall);
    if (!wall) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for wall %s", fix.id);
    snprintf(wall->name, sizeof wall->name, "%s", fix.id);
    wall->group = 1u << fix.group;
    status = read_wall(s, words, wall, err);
    if (status == TSU_OK) status = tsu_world_add_wall(s->world, wall, err);
    if (status != TSU_OK) {
        tsu_wall_destroy(wall);
        return status;
    }
    fix.state = wall;
    fix.destroy = destroy_wall;
    fix.values = (tsu_values){.vector_length = 3, .vector = wall_vector};
    return tsu_objects_add(&s->fixes, &fix, err) ? TSU_OK : TSU_ERROR_MEMORY;
}

const tsu_command tsu_fixes_wall[] = {{"wall/gran",
                                       "fix ID GROUP wall/gran model NAME [tangential NAME ...] primitive "
                                       "type N SHAPE ... [shear x|y|z V] [KEYWORD VALUE ...]",
                                       "a wall; f_ID[1..3] is the force on it", fix_wall_gran},
                                      {0}};
