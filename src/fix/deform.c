/* SPDX-License-Identifier: Apache-2.0 */
/* deform.c - `fix deform` (model/deform.h). */
#include "model/deform.h"
#include "session/model_fix.h"
#include "session/read.h"

static tsu_status read_axis(tsu_words *words, const tsu_object *fix, tsu_deform_axis *c, tsu_error *err)
{
    static const struct {
        const char *word;
        tsu_deform_kind kind;
    } known[] = {
        {"final", TSU_DEFORM_FINAL},   {"delta", TSU_DEFORM_DELTA},   {"scale", TSU_DEFORM_SCALE},
        {"vel", TSU_DEFORM_VEL},       {"erate", TSU_DEFORM_ERATE},   {"trate", TSU_DEFORM_TRATE},
        {"volume", TSU_DEFORM_VOLUME}, {"wiggle", TSU_DEFORM_WIGGLE}, {"variable", TSU_DEFORM_VARIABLE}};
    const char *kinds[sizeof known / sizeof *known + 1] = {NULL};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        kinds[k] = known[k].word;
    }
    int kind;
    tsu_status status = tsu_words_choice(words, "how it changes", kinds, &kind, err);
    if (status != TSU_OK) return status;
    c->kind = known[kind].kind;
    const bool two =
        c->kind == TSU_DEFORM_FINAL || c->kind == TSU_DEFORM_DELTA || c->kind == TSU_DEFORM_WIGGLE;
    if (c->kind == TSU_DEFORM_VARIABLE) {
        tsu_quantity by = {0}, rate; /* which would matter for velocities at periodic faces only */
        status = tsu_words_quantity(words, "the change of the length", &by, err);
        if (status == TSU_OK) status = tsu_words_quantity(words, "its rate", &rate, err);
        if (status == TSU_OK && !by.variable[0])
            return tsu_words_error(words, words->at - 2, TSU_ERROR_INPUT, err,
                                   "it must be a variable (v_NAME)");
        return status == TSU_OK ? tsu_model_fix_value(fix, &by, &c->by, err) : status;
    }
    if (c->kind == TSU_DEFORM_VOLUME) return TSU_OK;
    status = tsu_words_number(words, "a number of the change", &c->a, err);
    if (status == TSU_OK && two) status = tsu_words_number(words, "the second number", &c->b, err);
    if (status == TSU_OK && c->kind == TSU_DEFORM_WIGGLE && !(c->b > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the period must be positive");
    return status;
}

static tsu_status read_flip(tsu_session *s, tsu_words *words, tsu_error *err)
{
    bool flip;
    const tsu_status status = tsu_words_switch(words, "yes or no", &flip, err);
    if (status == TSU_OK)
        tsu_script_warn(s->script, "fix deform: `flip` is without effect; it is for tilted boxes");
    return status;
}

static tsu_status read_remap(tsu_words *words, tsu_deform_def *f, tsu_error *err)
{
    enum { PARTICLES, NONE, VELOCITIES };
    static const char *const remaps[] = {[PARTICLES] = "x", [NONE] = "none", [VELOCITIES] = "v", NULL};
    int k = 0;
    const tsu_status status = tsu_words_choice(words, "x or none", remaps, &k, err);
    if (status == TSU_OK && k == VELOCITIES)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "velocities do not change at periodic faces here; `remap x` moves the particles with the box "
            "and leaves their velocities, walls that move (`fix move/mesh`, `wall/gran ... shear`) "
            "drag particles along");
    f->remap = k == PARTICLES;
    return status;
}

static tsu_status read_deform(tsu_session *s, tsu_words *words, const tsu_object *fix, tsu_deform_def *f,
                              tsu_error *err)
{
    enum { X, Y, Z, XY, XZ, YZ, REMAP, UNITS, FLIP };
    static const char *const list[] = {
        [X] = "x",   [Y] = "y",         [Z] = "z",         [XY] = "xy",     [XZ] = "xz",
        [YZ] = "yz", [REMAP] = "remap", [UNITS] = "units", [FLIP] = "flip", NULL};
    bool lattice = false;
    double scale[3];
    tsu_status status = tsu_words_integer_in(words, "steps between changes", 1, INT64_MAX, &f->every, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "an axis or a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == XY || key == XZ || key == YZ)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "a box that is not rectangular is not supported; to shear, move walls "
                                   "along a periodic box, or plates "
                                   "of particles as examples/08_shear_cell does");
        status = key == REMAP   ? read_remap(words, f, err)
                 : key == UNITS ? tsu_session_read_units(words, &lattice, err)
                 : key == FLIP  ? read_flip(s, words, err)
                                : read_axis(words, fix, &f->axis[key], err);
    }
    if (status != TSU_OK) return status;
    int changed = 0, keeping = 0;
    tsu_session_length_scale(s, lattice, scale);
    for (int q = 0; q < 3; q++) {
        tsu_deform_axis *c = &f->axis[q];
        changed += c->kind != TSU_DEFORM_NONE;
        keeping += c->kind == TSU_DEFORM_VOLUME;
        if (c->kind == TSU_DEFORM_FINAL || c->kind == TSU_DEFORM_DELTA || c->kind == TSU_DEFORM_VEL ||
            c->kind == TSU_DEFORM_WIGGLE)
            c->a *= scale[q];
        if (c->kind == TSU_DEFORM_FINAL || c->kind == TSU_DEFORM_DELTA) c->b *= scale[q];
    }
    if (changed == 0) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "no axis is changed");
    if (keeping == changed)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`volume` needs another axis that changes");
    return TSU_OK;
}

static tsu_status fix_deform(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_deform_def def = tsu_model_deform_default();
    def.group = 1u << fix.group;
    status = read_deform(s, words, &fix, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_deform, &def, err);
}

const tsu_command tsu_fixes_deform[] = {
    {"deform",
     "fix ID GROUP deform N x|y|z final LO HI | delta LO HI | scale S | vel V | erate R | trate R | volume | "
     "wiggle A PERIOD | variable v_CHANGE v_RATE ... [remap x|none] [units box|lattice]",
     "the box changes its size every N steps; with remap x particles of the group go with it", fix_deform},
    {0}};
