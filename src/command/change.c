/* SPDX-License-Identifier: Apache-2.0 */
/* change.c - `change_box`, `reset_timestep`, and small settings. */
#include "command/command.h"
#include "model/clumps.h"
#include "model/rows.h"
#include "session/files.h"
#include "session/read.h"
#include "session/thermo.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- change_box -------------------------------------------------------------------------------------------------------- */

typedef struct change {
    tsu_session *s;
    tsu_words *words;
    int group;
    double scale[3];
    double lo[3], hi[3]; /* the box that `remap` maps from                               [m] */
} change;

/* A face that follows the particles but not below a least extent gets that extent anew. */
static void set_axis(change *c, int axis, double lo, double hi)
{
    tsu_world *w = c->s->world;
    w->box.lo[axis] = w->box_minimum[axis][0] = lo;
    w->box.hi[axis] = w->box_minimum[axis][1] = hi;
}

/* `AXIS volume` after a change of another axis: scaled about its middle so that the volume is what it was. */
static void keep_volume(change *c, int changed, double volume)
{
    static const char *const axes[] = {"x", "y", "z"};
    int axis[2], n = 0;
    tsu_words *words = c->words;
    while (n < 2 && tsu_words_left(words) >= 2 && strcmp(words->word[words->at + 1], "volume") == 0) {
        int q = 0;
        while (q < 3 && strcmp(words->word[words->at], axes[q]) != 0) {
            q++;
        }
        if (q == 3 || q == changed) break;
        axis[n++] = q;
        words->at += 2;
    }
    const tsu_box *b = &c->s->world->box;
    const double now = (b->hi[0] - b->lo[0]) * (b->hi[1] - b->lo[1]) * (b->hi[2] - b->lo[2]);
    const double by = n == 2 ? sqrt(volume / now) : volume / now;
    for (int k = 0; k < n; k++) {
        const double middle = 0.5 * (b->lo[axis[k]] + b->hi[axis[k]]);
        const double half = 0.5 * by * (b->hi[axis[k]] - b->lo[axis[k]]);
        set_axis(c, axis[k], middle - half, middle + half);
    }
}

static tsu_status change_axis(change *c, int axis, tsu_error *err)
{
    enum { FINAL, DELTA, SCALE };
    static const char *const list[] = {[FINAL] = "final", [DELTA] = "delta", [SCALE] = "scale", NULL};
    const tsu_box old = c->s->world->box;
    const double volume = (old.hi[0] - old.lo[0]) * (old.hi[1] - old.lo[1]) * (old.hi[2] - old.lo[2]);
    double a[2] = {0}, lo = old.lo[axis], hi = old.hi[axis];
    int how;
    tsu_status status = tsu_words_choice(c->words, "how the axis changes", list, &how, err);
    if (status == TSU_OK) status = tsu_words_numbers(c->words, "the change", how == SCALE ? 1 : 2, a, err);
    if (status != TSU_OK) return status;
    if (how == SCALE) {
        const double middle = 0.5 * (lo + hi), half = 0.5 * a[0] * (hi - lo);
        lo = middle - half;
        hi = middle + half;
    } else {
        lo = (how == DELTA ? lo : 0.0) + c->scale[axis] * a[0];
        hi = (how == DELTA ? hi : 0.0) + c->scale[axis] * a[1];
    }
    if (!(lo < hi))
        return tsu_words_error(c->words, c->words->at - 1, TSU_ERROR_INPUT, err,
                               "the box would reach from %g to %g along %c", lo, hi, "xyz"[axis]);
    set_axis(c, axis, lo, hi);
    keep_volume(c, axis, volume);
    return TSU_OK;
}

static tsu_status change_boundary(change *c, tsu_error *err)
{
    tsu_world *w = c->s->world;
    char boundary[3][2];
    const tsu_status status = tsu_session_read_boundary(c->words, boundary, err);
    if (status != TSU_OK) return status;
    memcpy(w->boundary, boundary, sizeof boundary);
    for (int q = 0; q < 3; q++) {
        w->box.periodic[q] = boundary[q][0] == 'p';
        for (int32_t i = 0; i < w->particles.count && !w->box.periodic[q]; i++) {
            w->particles.image[i][q] = 0;
        }
    }
    return TSU_OK;
}

static void remember_box(change *c)
{
    memcpy(c->lo, c->s->world->box.lo, sizeof c->lo);
    memcpy(c->hi, c->s->world->box.hi, sizeof c->hi);
}

/* Particles of the group keep their place relative to the box. */
static void remap(change *c)
{
    const tsu_box *b = &c->s->world->box;
    tsu_particles *p = &c->s->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        for (int q = 0; q < 3 && tsu_session_in_group(c->s, i, c->group); q++) {
            const double f = (p->xr[i][q] - c->lo[q]) / (c->hi[q] - c->lo[q]);
            p->xr[i][q] = b->lo[q] + f * (b->hi[q] - b->lo[q]);
        }
    }
    c->s->particles_placed = true;
    remember_box(c);
}

static tsu_status change_one(change *c, tsu_error *err)
{
    enum { X, Y, Z, BOUNDARY, REMAP, SET, ORTHO, UNITS, FORCE, TRICLINIC };
    static const char *const list[] = {[X] = "x",
                                       [Y] = "y",
                                       [Z] = "z",
                                       [BOUNDARY] = "boundary",
                                       [REMAP] = "remap",
                                       [SET] = "set",
                                       [ORTHO] = "ortho",
                                       [UNITS] = "units",
                                       [FORCE] = "force",
                                       [TRICLINIC] = "triclinic",
                                       "xy",
                                       "xz",
                                       "yz",
                                       NULL};
    int key;
    bool lattice;
    const tsu_status status = tsu_words_choice(c->words, "what to change", list, &key, err);
    if (status != TSU_OK) return status;
    if (key <= Z) return change_axis(c, key, err);
    if (key == BOUNDARY) return change_boundary(c, err);
    if (key == REMAP) remap(c);
    if (key == SET) remember_box(c);
    if (key == UNITS) return tsu_session_read_units(c->words, &lattice, err); /* read before */
    if (key >= TRICLINIC)
        return tsu_words_error(c->words, c->words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "a box that is not rectangular is not supported");
    return TSU_OK; /* `ortho`: it is; `force`: nothing has to be forced */
}

static tsu_status run_change_box(tsu_script *script, tsu_words *words, tsu_error *err)
{
    change c = {.s = tsu_session_of(script), .words = words};
    const char *name;
    bool lattice = false;
    tsu_status status = tsu_session_need_world(c.s, "change_box", err);
    if (status == TSU_OK) status = tsu_model_clumps_refuse(c.s->world, "`change_box`", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the group", &name, err);
    if (status == TSU_OK) status = tsu_session_group(c.s, name, &c.group, err);
    if (status == TSU_OK && !tsu_words_left(words))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`change_box` changes nothing");
    if (status != TSU_OK) return status;
    for (int k = words->at; k + 1 < words->count; k++) {
        if (strcmp(words->word[k], "units") == 0) lattice = strcmp(words->word[k + 1], "lattice") == 0;
    }
    tsu_session_length_scale(c.s, lattice, c.scale);
    status = tsu_world_wrap(c.s->world, err);
    tsu_world_change(c.s->world);
    remember_box(&c);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = change_one(&c, err);
    }
    const tsu_box *b = &c.s->world->box;
    if (status == TSU_OK)
        tsu_script_say(script, "  orthogonal box = (%g %g %g) to (%g %g %g)\n", b->lo[0], b->lo[1], b->lo[2],
                       b->hi[0], b->hi[1], b->hi[2]);
    return status;
}

/* ---- reset_timestep ------------------------------------------------------------------------------------------------------ */

static tsu_status run_reset_timestep(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    int64_t step;
    tsu_status status = tsu_session_need_world(s, "reset_timestep", err);
    if (status == TSU_OK) status = tsu_session_need_pause(s, "reset_timestep", err);
    words->loose = true;
    if (status == TSU_OK) status = tsu_words_integer_in(words, "the step", 0, INT64_MAX / 4, &step, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    const int64_t old = s->world->step;
    s->world->time = fmax(0.0, s->world->time + (double)(step - old) * s->world->dt);
    s->world->step = step;
    tsu_objects *lists[] = {&s->fixes, &s->computes, &s->dumps};
    for (int q = 0; q < 3; q++) {
        for (int k = 0; k < lists[q]->count; k++) {
            tsu_object *o = lists[q]->object[k];
            if (o->reset) o->reset(s, o->state, old);
        }
    }
    return TSU_OK;
}

/* ---- thermo_log ----------------------------------------------------------------------------------------------------------- */

static tsu_status run_thermo_log(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *path;
    struct tsu_growing_file *file = NULL;
    tsu_status status = tsu_words_text(words, "the file, or none", &path, err);
    const bool append = status == TSU_OK && tsu_words_accept(words, "append");
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    if (strcmp(path, "none") != 0) {
        file = tsu_session_open_output(s, path, append, NULL, err);
        if (!file) return TSU_ERROR_IO;
    }
    const bool whole = tsu_session_close_output(s, s->thermo->log);
    if (!whole)
        status = tsu_error_set(err, TSU_ERROR_IO, "`thermo_log` could not write %s: is the disk full?",
                               s->thermo->log_path);
    s->thermo->log = file;
    snprintf(s->thermo->log_path, sizeof s->thermo->log_path, "%s", path);
    return status;
}

/* ---- small settings -------------------------------------------------------------------------------------------------------- */

/* One word out of a few; changes nothing here. */
static tsu_status accept_word(tsu_script *script, tsu_words *words, const char *what, const char *const *list,
                              tsu_error *err)
{
    int k;
    tsu_status status = tsu_words_choice(words, what, list, &k, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) tsu_session_idle(tsu_session_of(script), words);
    return status;
}

static tsu_status run_modify_timing(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const list[] = {"on", "off", "verbose", NULL};
    return accept_word(script, words, "on, off or verbose", list, err);
}

static tsu_status run_yes_no(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const list[] = {"yes", "no", NULL};
    return accept_word(script, words, "yes or no", list, err);
}

static tsu_status run_run_style(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const list[] = {"verlet", NULL};
    return accept_word(script, words, "the integrator", list, err);
}

const tsu_command tsu_commands_change[] = {
    {"change_box",
     "change_box GROUP [x|y|z final LO HI | delta LO HI | scale S | volume] [boundary X Y Z] [set] [remap] "
     "[units "
     "box|lattice] ...",
     "change the box and, with remap, the positions of the particles", run_change_box},
    {"reset_timestep", "reset_timestep N", "set the number of the current step", run_reset_timestep},
    {"thermo_log", "thermo_log FILE [append] | none", "write the lines of thermo to a separate file",
     run_thermo_log},
    {"modify_timing", "modify_timing on|off|verbose",
     "read for compatibility; fixes are not timed one by one", run_modify_timing},
    {"force_dt_reset", "force_dt_reset yes|no",
     "read for compatibility; time step and step number may always be changed", run_yes_no},
    {"run_style", "run_style verlet", "read for compatibility; the integrator is velocity Verlet",
     run_run_style},
    {0}};
