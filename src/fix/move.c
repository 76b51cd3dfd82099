/* SPDX-License-Identifier: Apache-2.0 */
/* move.c - `fix move` (model/move.h). */
#include "model/move.h"
#include "session/model_fix.h"
#include "session/read.h"
#include <math.h>

static tsu_status read_vector(tsu_words *words, tsu_move_def *f, const char *what, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        f->given[q] = !tsu_words_accept(words, "NULL");
        if (f->given[q]) status = tsu_words_number(words, what, &f->vector[q], err);
    }
    return status;
}

static tsu_status read_variables(const tsu_session *s, tsu_words *words, const tsu_object *fix,
                                 tsu_move_def *f, tsu_error *err)
{
    for (int k = 0; k < 6; k++) {
        tsu_quantity q;
        if (tsu_words_accept(words, "NULL")) continue;
        tsu_status status = tsu_words_quantity(words, "v_NAME or NULL", &q, err);
        if (status != TSU_OK) return status;
        if (!q.variable[0] || tsu_script_variable_style(s->script, q.variable) == TSU_VARIABLE_NONE)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the motion must be given by existing variables (v_NAME)");
        f->given[k] = true;
        status = tsu_model_fix_value(fix, &q, &f->value[k], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status read_rotation(tsu_words *words, tsu_move_def *f, tsu_error *err)
{
    tsu_status status = tsu_words_numbers(words, "a point of the axis [m]", 3, f->point, err);
    if (status == TSU_OK) status = tsu_words_numbers(words, "the axis", 3, f->axis, err);
    const double length = sqrt(f->axis[0] * f->axis[0] + f->axis[1] * f->axis[1] + f->axis[2] * f->axis[2]);
    if (status == TSU_OK && !(length > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the axis has no direction");
    for (int q = 0; q < 3; q++) {
        f->axis[q] /= length;
    }
    return status;
}

static tsu_status read_move(const tsu_session *s, tsu_words *words, const tsu_object *fix, tsu_move_def *f,
                            tsu_error *err)
{
    static const char *const kinds[] = {[TSU_MOVE_WAY_LINEAR] = "linear",
                                        [TSU_MOVE_WAY_WIGGLE] = "wiggle",
                                        [TSU_MOVE_WAY_ROTATE] = "rotate",
                                        [TSU_MOVE_WAY_VALUES] = "variable",
                                        NULL};
    int kind = 0;
    tsu_status status = tsu_words_choice(words, "a kind of motion", kinds, &kind, err);
    if (status != TSU_OK) return status;
    f->kind = (tsu_move_kind)kind;
    if (kind == TSU_MOVE_WAY_LINEAR) status = read_vector(words, f, "a velocity [m/s] or NULL", err);
    if (kind == TSU_MOVE_WAY_WIGGLE) status = read_vector(words, f, "an amplitude [m] or NULL", err);
    if (kind == TSU_MOVE_WAY_ROTATE) status = read_rotation(words, f, err);
    if (kind == TSU_MOVE_WAY_VALUES) status = read_variables(s, words, fix, f, err);
    if (status == TSU_OK && (kind == TSU_MOVE_WAY_WIGGLE || kind == TSU_MOVE_WAY_ROTATE)) {
        status = tsu_words_number(words, "the period [s]", &f->period, err);
        if (status == TSU_OK && !(f->period > 0.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the period must be positive");
    }
    if (status == TSU_OK && tsu_words_accept(words, "units")) {
        bool lattice;
        double scale[3];
        status = tsu_session_read_units(words, &lattice, err);
        if (status != TSU_OK) return status;
        tsu_session_length_scale(s, lattice, scale);
        for (int q = 0; q < 3; q++) {
            f->vector[q] *= scale[q];
            f->point[q] *= scale[q];
        }
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_move(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_move_def def = tsu_model_move_default();
    def.group = 1u << fix.group;
    def.group_name = s->group[fix.group];
    status = read_move(s, words, &fix, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_move, &def, err);
}

const tsu_command tsu_fixes_move[] = {
    {"move",
     "fix ID GROUP move linear VX VY VZ | wiggle AX AY AZ PERIOD | rotate PX PY PZ RX RY RZ PERIOD | "
     "variable "
     "v_DX v_DY v_DZ v_VX v_VY v_VZ [units box|lattice]",
     "move particles along a prescribed path (NULL: this component is free); f_ID[1..3] are the initial "
     "positions",
     fix_move},
    {0}};
