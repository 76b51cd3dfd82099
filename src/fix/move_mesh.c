/* SPDX-License-Identifier: Apache-2.0 */
/* move_mesh.c - `fix move/mesh` (model/move_mesh.h). */
#include "model/move_mesh.h"
#include "fix/mesh_fix.h"
#include "session/model_fix.h"
#include <stdio.h>

static tsu_status expect(tsu_words *words, const char *word, tsu_error *err)
{
    if (tsu_words_accept(words, word)) return TSU_OK;
    return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `%s`", word);
}

static tsu_status read_vector(tsu_words *words, const char *word, double out[3], tsu_error *err)
{
    const tsu_status status = expect(words, word, err);
    return status == TSU_OK ? tsu_words_numbers(words, word, 3, out, err) : status;
}

static tsu_status read_period(tsu_words *words, double *period, tsu_error *err)
{
    const tsu_status status = expect(words, "period", err);
    return status == TSU_OK ? tsu_words_number(words, "the period [s]", period, err) : status;
}

/* order N amplitude a1 .. aN phase p1 .. pN period T1 .. TN */
static tsu_status read_terms(tsu_words *words, tsu_mover *m, tsu_error *err)
{
    static const char *const names[] = {"amplitude", "phase", "period"};
    static const int column[] = {0, 2, 1};
    int64_t n = 0;
    tsu_status status = expect(words, "order", err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the number of terms", 1, TSU_MOVER_TERMS, &n, err);
    m->terms = (int)n;
    for (int k = 0; k < 3 && status == TSU_OK; k++) {
        status = expect(words, names[k], err);
        for (int q = 0; q < m->terms && status == TSU_OK; q++) {
            status = tsu_words_number(words, names[k], &m->term[q][column[k]], err);
        }
    }
    return status;
}

static tsu_status read_value(tsu_words *words, const tsu_object *fix, const char *what, tsu_model_value *out,
                             tsu_error *err)
{
    tsu_quantity q;
    const tsu_status status = tsu_words_quantity(words, what, &q, err);
    return status == TSU_OK ? tsu_model_fix_value(fix, &q, out, err) : status;
}

static tsu_status read_mover(tsu_words *words, const tsu_object *fix, tsu_move_mesh_def *f, tsu_error *err)
{
    tsu_mover *m = &f->mover;
    static const char *const styles[] = {[TSU_MOVE_LINEAR] = "linear",
                                         [TSU_MOVE_LINEAR_VARIABLE] = "linear/variable",
                                         [TSU_MOVE_WIGGLE] = "wiggle",
                                         [TSU_MOVE_VIBLIN] = "viblin",
                                         [TSU_MOVE_ROTATE] = "rotate",
                                         [TSU_MOVE_ROTATE_VARIABLE] = "rotate/variable",
                                         [TSU_MOVE_RIGGLE] = "riggle",
                                         [TSU_MOVE_VIBROT] = "vibrot",
                                         NULL};
    int style;
    tsu_status status = tsu_words_choice(words, "a motion", styles, &style, err);
    if (status != TSU_OK) return status;
    m->kind = (tsu_mover_kind)style;
    switch (m->kind) {
    case TSU_MOVE_LINEAR: return tsu_words_numbers(words, "the velocity [m/s]", 3, m->vector, err);
    case TSU_MOVE_LINEAR_VARIABLE:
        for (int q = 0; q < 3 && status == TSU_OK; q++) {
            status = read_value(words, fix, "the velocity [m/s]", &f->value[q], err);
        }
        return status;
    case TSU_MOVE_WIGGLE:
        status = read_vector(words, "amplitude", m->vector, err);
        return status == TSU_OK ? read_period(words, &m->period, err) : status;
    case TSU_MOVE_VIBLIN:
        status = read_vector(words, "axis", m->vector, err);
        return status == TSU_OK ? read_terms(words, m, err) : status;
    default: break;
    }
    status = read_vector(words, "origin", m->origin, err);
    if (status == TSU_OK) status = read_vector(words, "axis", m->vector, err);
    if (status != TSU_OK) return status;
    if (m->kind == TSU_MOVE_VIBROT) return read_terms(words, m, err);
    if (m->kind == TSU_MOVE_ROTATE_VARIABLE) {
        status = expect(words, "omega", err);
        return status == TSU_OK ? read_value(words, fix, "the spin [rad/s]", &f->value[0], err) : status;
    }
    status = read_period(words, &m->period, err);
    if (status != TSU_OK || m->kind != TSU_MOVE_RIGGLE) return status;
    status = expect(words, "amplitude", err);
    if (status == TSU_OK) status = tsu_words_number(words, "the amplitude [degree]", &m->amplitude, err);
    m->amplitude *= 3.14159265358979323846 / 180.0;
    return status;
}

static tsu_status fix_move_mesh(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const char *id;
    tsu_mesh_fix *mesh = NULL;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_move_mesh_def def = tsu_model_move_mesh_default();
    status = expect(words, "mesh", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the mesh", &id, err);
    if (status == TSU_OK) status = tsu_mesh_fix_find(s, id, &mesh, err);
    if (status == TSU_OK) snprintf(def.mesh, sizeof def.mesh, "%s", mesh->body->name);
    if (status == TSU_OK) status = read_mover(words, &fix, &def, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_move_mesh, &def, err);
}

const tsu_command tsu_fixes_move_mesh[] = {
    {"move/mesh",
     "fix ID all move/mesh mesh MESH linear VX VY VZ | linear/variable v_X v_Y v_Z | rotate origin X Y Z "
     "axis X Y Z period T | "
     "rotate/variable origin X Y Z axis X Y Z omega v_W | wiggle amplitude X Y Z period T | riggle origin X "
     "Y Z axis X Y Z period T "
     "amplitude A | viblin axis X Y Z order N amplitude .. phase .. period .. | vibrot ...",
     "moves a mesh; several fixes add up", fix_move_mesh},
    {"move/mesh/gran", "fix ID all move/mesh/gran ...", "the same as move/mesh", fix_move_mesh},
    {0}};
