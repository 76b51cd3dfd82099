/* SPDX-License-Identifier: Apache-2.0 */
/* spring.c - `fix spring`, `fix spring/self` and `fix settorque` (model/force/spring.h). */
#include "model/force/spring.h"
#include "session/model_fix.h"
#include <string.h>

/* A number, or NULL: then *none is true. */
static tsu_status number_or_null(tsu_words *words, const char *what, double *out, bool *none, tsu_error *err)
{
    *none = tsu_words_accept(words, "NULL");
    return *none ? TSU_OK : tsu_words_number(words, what, out, err);
}

static tsu_status read_phase(tsu_spring_def *p, tsu_words *words, tsu_error *err)
{
    if (p->phases == TSU_SPRING_PHASES)
        return tsu_words_error(words, words->at, TSU_ERROR_UNSUPPORTED, err, "at most %d phases are possible",
                               TSU_SPRING_PHASES);
    tsu_spring_phase *next = &p->phase[p->phases];
    tsu_status status = tsu_words_number(words, "the time of the phase [s]", &next->start, err);
    if (status == TSU_OK)
        status = tsu_words_numbers(words, "the velocity of the far end [m/s]", 3, next->velocity, err);
    if (status != TSU_OK) return status;
    if (p->phases > 0 && !(next->start > next[-1].start))
        return tsu_words_error(words, words->at - 4, TSU_ERROR_INPUT, err,
                               "the phases are out of order: %g s comes after %g s", next->start,
                               next[-1].start);
    p->phases++;
    return TSU_OK;
}

static tsu_status read_spring(tsu_spring_def *p, tsu_words *words, tsu_error *err)
{
    bool drive = false;
    tsu_status status = tsu_words_either(words, "the kind of spring", "tether", "drive", &drive, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the stiffness [N/m]", &p->k, err);
    if (status == TSU_OK && !(p->k > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the stiffness must be positive");
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status =
            number_or_null(words, "a coordinate of the far end [m], or NULL", &p->point[q], &p->free[q], err);
    }
    if (status == TSU_OK && !drive)
        status = tsu_words_number(words, "the length without force [m]", &p->rest, err);
    if (status == TSU_OK && p->rest < 0.0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the length must not be negative");
    while (status == TSU_OK && drive && tsu_words_left(words)) {
        if (!tsu_words_accept(words, "from"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "`from T VX VY VZ` was expected");
        status = read_phase(p, words, err);
    }
    if (status == TSU_OK && drive && p->phases == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the drive has no phase `from T VX VY VZ`");
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_spring(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_spring_def def = tsu_model_spring_default();
    def.group = 1u << fix.group;
    status = read_spring(&def, words, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_spring, &def, err);
}

static tsu_status read_torque(tsu_set_torque_def *p, tsu_words *words, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status =
            number_or_null(words, "a component of the torque [N m], or NULL", &p->value[q], &p->free[q], err);
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_settorque(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_set_torque_def def = tsu_model_set_torque_default();
    def.group = 1u << fix.group;
    status = read_torque(&def, words, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_set_torque, &def, err);
}

static tsu_status read_tether(tsu_spring_self_def *p, tsu_words *words, tsu_error *err)
{
    static const char *const axes[] = {"xyz", "xy", "yz", "xz", "x", "y", "z", NULL};
    int k = 0;
    tsu_status status = tsu_words_number(words, "the stiffness [N/m]", &p->k, err);
    if (status == TSU_OK && !(p->k > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the stiffness must be positive");
    if (status == TSU_OK && tsu_words_left(words)) status = tsu_words_choice(words, "axes", axes, &k, err);
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        p->free[q] = !strchr(axes[k], "xyz"[q]);
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_spring_self(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_spring_self_def def = tsu_model_spring_self_default();
    def.group = 1u << fix.group;
    status = read_tether(&def, words, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_spring_self, &def, err);
}

const tsu_command tsu_fixes_spring[] = {
    {"spring", "fix ID GROUP spring tether K X Y Z R0 | drive K X Y Z from T VX VY VZ [from T VX VY VZ ...]",
     "a spring from the group's centre of mass to a fixed point, or to one that moves on a schedule",
     fix_spring},
    {"spring/self", "fix ID GROUP spring/self K [xyz|xy|yz|xz|x|y|z]",
     "a spring from each particle to its current position; f_ID is their energy", fix_spring_self},
    {"settorque", "fix ID GROUP settorque TX TY TZ", "sets torques; NULL leaves a component as it is",
     fix_settorque},
    {0}};
