/* SPDX-License-Identifier: Apache-2.0 */
/* deform.c - `fix deform`: the box changes its size during a run, and with `remap x` the places of particles with it. The
 * change is made between two steps; the energy that it puts in is booked as given. */
#include "base/power.h"
#include "base/trig.h"
#include "session/session.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum change { NONE, FINAL, DELTA, SCALE, VEL, ERATE, TRATE, VOLUME, WIGGLE, VARIABLE } change;

typedef struct axis_change {
    change kind;
    double a, b;           /* numbers of the kind */
    tsu_quantity by, rate; /* VARIABLE; the rate would matter for velocities at periodic faces only */
} axis_change;

typedef struct deform_fix {
    tsu_session *session;
    int group;
    axis_change axis[3];
    bool remap;
    bool resumed;        /* begin, end and start are those of a run that a restart file cut in two */
    int64_t begin, end;  /* steps of the run */
    double lo[3], hi[3]; /* of the box when it began [m] */
    double first[2][3];  /* of the box when the fix was defined [m] */
} deform_fix;

static void destroy_deform(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

/* Where an axis is at a step; VOLUME comes later. */
static tsu_status target_of(const deform_fix *f, int q, int64_t step, double *lo, double *hi, tsu_error *err)
{
    const axis_change *c = &f->axis[q];
    const double steps = (double)(step - f->begin), all = (double)(f->end - f->begin);
    const double share = all > 0.0 ? steps / all : 0.0, time = steps * f->session->world->dt;
    const double length = f->hi[q] - f->lo[q], middle = 0.5 * (f->lo[q] + f->hi[q]);
    double wider = 0.0; /* than at the beginning */
    tsu_status status = TSU_OK;
    *lo = f->lo[q];
    *hi = f->hi[q];
    switch (c->kind) {
    case FINAL:
    case DELTA:
        *lo += share * (c->kind == FINAL ? c->a - f->lo[q] : c->a);
        *hi += share * (c->kind == FINAL ? c->b - f->hi[q] : c->b);
        return TSU_OK;
    case SCALE: wider = share * (c->a - 1.0) * length; break;
    case VEL: wider = time * c->a; break;
    case ERATE: wider = time * c->a * length; break;
    case TRATE:
        *lo = middle - 0.5 * length * tsu_exp(c->a * time);
        *hi = middle + 0.5 * length * tsu_exp(c->a * time);
        return TSU_OK;
    case WIGGLE: wider = c->a * tsu_sincos_turns(time / c->b).sin; break;
    case VARIABLE: status = tsu_script_quantity(f->session->script, &c->by, &wider, err); break;
    default:
        *lo = f->session->world->box.lo[q];
        *hi = f->session->world->box.hi[q];
        return TSU_OK;
    }
    *lo -= 0.5 * wider;
    *hi += 0.5 * wider;
    return status;
}

/* An axis that keeps the volume: alone against the two others, or with a second one against the third. */
static void keep_volume(const deform_fix *f, int q, double lo[3], double hi[3])
{
    double by = 1.0;
    int keepers = 0;
    for (int r = 0; r < 3; r++) {
        if (f->axis[r].kind == VOLUME)
            keepers++;
        else
            by *= (f->hi[r] - f->lo[r]) / (hi[r] - lo[r]);
    }
    if (keepers == 2) by = sqrt(by);
    const double middle = 0.5 * (f->lo[q] + f->hi[q]), half = 0.5 * by * (f->hi[q] - f->lo[q]);
    lo[q] = middle - half;
    hi[q] = middle + half;
}

static void map_particles(const deform_fix *f, tsu_world *w, const double lo[3], const double hi[3])
{
    tsu_particles *p = &w->particles;
    for (int32_t i = 0; i < p->count && f->remap; i++) {
        for (int q = 0; q < 3 && tsu_session_in_group(f->session, i, f->group); q++) {
            if (f->axis[q].kind == NONE) continue;
            const double part = (p->xr[i][q] - w->box.lo[q]) / (w->box.hi[q] - w->box.lo[q]);
            p->xr[i][q] = lo[q] + part * (hi[q] - lo[q]);
        }
    }
}

static tsu_status deform(tsu_session *s, void *state, tsu_error *err)
{
    deform_fix *f = state;
    tsu_world *w = s->world;
    double lo[3], hi[3];
    for (int q = 0; q < 3; q++) {
        const tsu_status status = target_of(f, q, w->step, &lo[q], &hi[q], err);
        if (status != TSU_OK) return status;
    }
    for (int q = 0; q < 3; q++) {
        if (f->axis[q].kind == VOLUME) keep_volume(f, q, lo, hi);
    }
    for (int q = 0; q < 3; q++) {
        if (!(lo[q] < hi[q]) || !isfinite(hi[q] - lo[q]))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "fix deform: the box would reach from %g to %g along %c", lo[q], hi[q],
                                 "xyz"[q]);
    }
    const tsu_status status = tsu_session_wrap(s, err);
    if (status != TSU_OK) return status;
    tsu_world_change(w);
    map_particles(f, w, lo, hi);
    for (int q = 0; q < 3; q++) {
        if (f->axis[q].kind == NONE) continue;
        w->box.lo[q] = w->box_minimum[q][0] = lo[q];
        w->box.hi[q] = w->box_minimum[q][1] = hi[q];
    }
    return tsu_world_settle(w, err);
}

/* A run begins: from the box as it is, or, in a run that is one of several (`run start stop`), as it was at first. */
static tsu_status init_deform(tsu_session *s, void *state, tsu_error *err)
{
    deform_fix *f = state;
    const tsu_box *b = &s->world->box;
    for (int q = 0; q < 3; q++) {
        if (f->axis[q].kind != NONE && s->world->boundary[q][0] != 'p' &&
            (s->world->boundary[q][0] != 'f' || s->world->boundary[q][1] != 'f'))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "fix deform changes axis %c, whose faces follow the particles; give it "
                                 "boundary p or f",
                                 "xyz"[q]);
    }
    const bool same = f->resumed && s->last_step == f->end;
    const bool rates_only = f->resumed && !same;
    f->resumed = false;
    if (same) return TSU_OK;
    for (int q = 0; q < 3; q++) {
        const bool linear = f->axis[q].kind >= FINAL && f->axis[q].kind <= SCALE;
        if (rates_only && !linear) continue;
        const bool several = s->first_step != s->world->step;
        f->lo[q] = several ? f->first[0][q] : b->lo[q];
        f->hi[q] = several ? f->first[1][q] : b->hi[q];
    }
    if (!rates_only) f->begin = s->first_step;
    f->end = s->last_step;
    return TSU_OK;
}

/* A run that is cut in two by a restart file goes on; its state is that of the first part. */
static void save_deform(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    const deform_fix *f = state;
    tsu_pack_u64(pack, (uint64_t)f->begin);
    tsu_pack_u64(pack, (uint64_t)f->end);
    tsu_pack_numbers(pack, f->lo, 3, sizeof(double));
    tsu_pack_numbers(pack, f->hi, 3, sizeof(double));
    tsu_pack_numbers(pack, f->first, 6, sizeof(double));
}

static tsu_status load_deform(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    (void)err;
    deform_fix *f = state;
    f->begin = (int64_t)tsu_cursor_u64(saved);
    f->end = (int64_t)tsu_cursor_u64(saved);
    tsu_cursor_numbers(saved, f->lo, 3, sizeof(double));
    tsu_cursor_numbers(saved, f->hi, 3, sizeof(double));
    tsu_cursor_numbers(saved, f->first, 6, sizeof(double));
    f->resumed = f->end > s->world->step;
    return TSU_OK;
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

static tsu_status read_axis(tsu_words *words, axis_change *c, tsu_error *err)
{
    static const char *const kinds[] = {"final", "delta",  "scale",  "vel",      "erate",
                                        "trate", "volume", "wiggle", "variable", NULL};
    int kind;
    tsu_status status = tsu_words_choice(words, "how it changes", kinds, &kind, err);
    if (status != TSU_OK) return status;
    c->kind = (change)(kind + 1);
    const bool two = c->kind == FINAL || c->kind == DELTA || c->kind == WIGGLE;
    if (c->kind == VARIABLE) {
        status = tsu_words_quantity(words, "the change of the length", &c->by, err);
        if (status == TSU_OK) status = tsu_words_quantity(words, "its rate", &c->rate, err);
        if (status == TSU_OK && !c->by.variable[0])
            return tsu_words_error(words, words->at - 2, TSU_ERROR_INPUT, err,
                                   "it must be a variable (v_NAME)");
        return status;
    }
    if (c->kind == VOLUME) return TSU_OK;
    status = tsu_words_number(words, "a number of the change", &c->a, err);
    if (status == TSU_OK && two) status = tsu_words_number(words, "the second number", &c->b, err);
    if (status == TSU_OK && c->kind == WIGGLE && !(c->b > 0.0))
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

static tsu_status read_option(tsu_session *s, tsu_words *words, deform_fix *f, bool *lattice, int key,
                              tsu_error *err)
{
    static const char *const remaps[] = {"x", "none", "v", NULL};
    int k = 0;
    if (key == 7) return tsu_session_read_units(words, lattice, err);
    if (key == 8) return read_flip(s, words, err);
    const tsu_status status = tsu_words_choice(words, "x or none", remaps, &k, err);
    if (status == TSU_OK && k == 2)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "velocities do not change at periodic faces here; `remap x` moves the particles with the box "
            "and leaves their velocities, walls that move (`fix move/mesh`, `wall/gran ... shear`) "
            "drag particles along");
    f->remap = k == 0;
    return status;
}

static tsu_status read_deform(tsu_session *s, tsu_words *words, tsu_object *fix, deform_fix *f,
                              tsu_error *err)
{
    static const char *const list[] = {"x", "y", "z", "xy", "xz", "yz", "remap", "units", "flip", NULL};
    bool lattice = false;
    double scale[3];
    f->remap = true;
    tsu_status status = tsu_words_integer_in(words, "steps between changes", 1, INT64_MAX, &fix->every, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "an axis or a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key >= 3 && key < 6)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "a box that is not rectangular is not supported; to shear, move walls "
                                   "along a periodic box, or plates "
                                   "of particles as examples/08_shear_cell does");
        status =
            key < 3 ? read_axis(words, &f->axis[key], err) : read_option(s, words, f, &lattice, key, err);
    }
    if (status != TSU_OK) return status;
    int changed = 0, keeping = 0;
    tsu_session_length_scale(s, lattice, scale);
    for (int q = 0; q < 3; q++) {
        axis_change *c = &f->axis[q];
        changed += c->kind != NONE;
        keeping += c->kind == VOLUME;
        if (c->kind == FINAL || c->kind == DELTA || c->kind == VEL || c->kind == WIGGLE) c->a *= scale[q];
        if (c->kind == FINAL || c->kind == DELTA) c->b *= scale[q];
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
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    deform_fix *f = fix.state = tsu_session_new_state(&fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    f->session = s;
    f->group = fix.group;
    memcpy(f->first[0], s->world->box.lo, sizeof f->first[0]);
    memcpy(f->first[1], s->world->box.hi, sizeof f->first[1]);
    fix.destroy = destroy_deform;
    fix.init = init_deform;
    fix.output = deform;
    fix.save = save_deform;
    fix.load = load_deform;
    status = read_deform(s, words, &fix, f, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_deform[] = {
    {"deform",
     "fix ID GROUP deform N x|y|z final LO HI | delta LO HI | scale S | vel V | erate R | trate R | volume | "
     "wiggle A PERIOD | variable v_CHANGE v_RATE ... [remap x|none] [units box|lattice]",
     "the box changes its size every N steps; with remap x particles of the group go with it", fix_deform},
    {0}};
