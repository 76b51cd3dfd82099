/* SPDX-License-Identifier: Apache-2.0 */
/* The commands of a slider deck: one function each, and their table at the end. */
#include "slider/deck_state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tsu_slider_deck *deck_of(tsu_script *s)
{
    return tsu_script_engine(s);
}

/* The next word as a number not below (open: above) a bound. */
static tsu_status bounded(tsu_words *w, const char *what, double lowest, bool open, double *out,
                          tsu_error *err)
{
    double value = 0.0;
    const tsu_status status = tsu_words_number(w, what, &value, err);
    if (status != TSU_OK) return status;
    if (open ? !(value > lowest) : !(value >= lowest))
        return tsu_words_error(w, w->at - 1, TSU_ERROR_INPUT, err, "%s must be %s %g", what,
                               open ? "above" : "not below", lowest);
    *out = value;
    return TSU_OK;
}

static tsu_status one_number(tsu_words *w, const char *what, double lowest, bool open, double *out,
                             tsu_error *err)
{
    double value = 0.0;
    tsu_status status = bounded(w, what, lowest, open, &value, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status == TSU_OK) *out = value;
    return status;
}

/* ---- the slider --------------------------------------------------------------------------------------------- */

static tsu_status run_mass(tsu_script *s, tsu_words *w, tsu_error *err)
{
    return one_number(w, "the mass [kg]", 0.0, false, &deck_of(s)->slider.mass, err);
}

static tsu_status run_spring(tsu_script *s, tsu_words *w, tsu_error *err)
{
    return one_number(w, "the stiffness [N/m]", 0.0, true, &deck_of(s)->slider.stiffness, err);
}

static tsu_status run_damper(tsu_script *s, tsu_words *w, tsu_error *err)
{
    return one_number(w, "the damper [N s/m]", 0.0, false, &deck_of(s)->slider.damper, err);
}

static tsu_status run_area(tsu_script *s, tsu_words *w, tsu_error *err)
{
    return one_number(w, "the contact area [m^2]", 0.0, true, &deck_of(s)->slider.area, err);
}

static tsu_status run_timestep(tsu_script *s, tsu_words *w, tsu_error *err)
{
    return one_number(w, "the time step [s]", 0.0, true, &deck_of(s)->slider.dt, err);
}

static tsu_status run_record(tsu_script *s, tsu_words *w, tsu_error *err)
{
    return one_number(w, "the time between rows [s]", 0.0, false, &deck_of(s)->every, err);
}

static tsu_status run_dimensions(tsu_script *s, tsu_words *w, tsu_error *err)
{
    int64_t count;
    tsu_status status = tsu_words_integer_in(w, "the number of dimensions", 1, 2, &count, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status == TSU_OK) deck_of(s)->slider.dimensions = (int)count;
    return status;
}

static tsu_status run_friction(tsu_script *s, tsu_words *w, tsu_error *err)
{
    enum { MU_S, MU_K, KAPPA, XI, POWER, ALPHA, INITIAL, SPLIT };
    static const char *const keys[] = {
        [MU_S] = "mu_s",   [MU_K] = "mu_k",       [KAPPA] = "kappa", [XI] = "xi", [POWER] = "m",
        [ALPHA] = "alpha", [INITIAL] = "initial", [SPLIT] = "split", NULL};
    tsu_slider trial = deck_of(s)->slider;
    double *const value[] = {
        [MU_S] = &trial.friction.mu_s, [MU_K] = &trial.friction.mu_k, [KAPPA] = &trial.friction.kappa,
        [XI] = &trial.friction.xi,     [POWER] = &trial.friction.m,   [ALPHA] = &trial.alpha,
        [INITIAL] = &trial.mu_initial};
    tsu_status status = tsu_words_need(w, 2, "a parameter and its value", err);
    while (status == TSU_OK && tsu_words_left(w)) {
        int key;
        status = tsu_words_choice(w, "a parameter of the friction", keys, &key, err);
        if (status != TSU_OK) break;
        if (key == SPLIT)
            status = tsu_words_switch(w, keys[key], &trial.friction.split, err);
        else
            status = bounded(w, keys[key], 0.0, key == POWER || key == ALPHA, value[key], err);
    }
    if (status != TSU_OK) return status;
    if (trial.friction.mu_k > trial.friction.mu_s)
        return tsu_words_error(w, -1, TSU_ERROR_INPUT, err,
                               "the kinetic friction mu_k = %g is above the static friction mu_s = %g",
                               trial.friction.mu_k, trial.friction.mu_s);
    deck_of(s)->slider = trial;
    return TSU_OK;
}

/* ---- schedules ---------------------------------------------------------------------------------------------- */

static tsu_status evaluate_normal(void *ctx, double time, double *f_n, tsu_error *err)
{
    tsu_slider_deck *d = ctx;
    d->evaluated_at = time;
    const tsu_status status = tsu_script_quantity(d->script, &d->normal, f_n, err);
    d->evaluated_at = -1.0;
    return status;
}

static tsu_status read_load_table(tsu_slider_deck *d, tsu_words *w, tsu_error *err)
{
    int count = 0;
    tsu_slider_load load[TSU_SLIDER_SCHEDULE_MAX];
    do {
        if (count == TSU_SLIDER_SCHEDULE_MAX)
            return tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "the table has room for %d times", count);
        double pair[2];
        const tsu_status status = tsu_words_numbers(w, "a time [s] and a normal traction [Pa]", 2, pair, err);
        if (status != TSU_OK) return status;
        if (count > 0 && !(pair[0] > load[count - 1].time))
            return tsu_words_error(w, w->at - 2, TSU_ERROR_INPUT, err,
                                   "the table is out of order: %g s comes after %g s", pair[0],
                                   load[count - 1].time);
        load[count++] = (tsu_slider_load){pair[0], pair[1]};
    } while (tsu_words_left(w));
    memcpy(d->load, load, sizeof load[0] * (size_t)count);
    d->slider.load_count = count;
    d->slider.load_fn = NULL;
    return TSU_OK;
}

static tsu_status run_normal(tsu_script *s, tsu_words *w, tsu_error *err)
{
    tsu_slider_deck *d = deck_of(s);
    if (tsu_words_accept(w, "table")) return read_load_table(d, w, err);
    tsu_quantity normal;
    tsu_status status = tsu_words_quantity(w, "the normal traction [Pa]", &normal, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status != TSU_OK) return status;
    d->normal = normal;
    d->load[0] = (tsu_slider_load){0.0, normal.value};
    d->slider.load_count = 1;
    d->slider.load_fn = normal.variable[0] ? evaluate_normal : NULL;
    d->slider.load_ctx = d;
    return TSU_OK;
}

static tsu_status run_drive(tsu_script *s, tsu_words *w, tsu_error *err)
{
    tsu_slider_deck *d = deck_of(s);
    if (tsu_words_accept(w, "none")) {
        d->slider.drive_count = 0;
        return tsu_words_end(w, err);
    }
    double value[3] = {0.0, 0.0, 0.0};
    tsu_status status = tsu_words_numbers(w, "the start [s] and the velocity [m/s]", 2, value, err);
    if (status == TSU_OK && tsu_words_left(w))
        status = tsu_words_number(w, "the velocity across [m/s]", &value[2], err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status != TSU_OK) return status;
    const int count = d->slider.drive_count;
    if (count > 0 && !(value[0] > d->drive[count - 1].start))
        return tsu_words_error(
            w, 1, TSU_ERROR_INPUT, err,
            "the drive's schedule is out of order: this phase starts at %g s, the one before it at %g s "
            "(`drive none` begins anew)",
            value[0], d->drive[count - 1].start);
    if (count == TSU_SLIDER_SCHEDULE_MAX)
        return tsu_words_error(w, -1, TSU_ERROR_INPUT, err, "the drive has room for %d phases", count);
    d->drive[count] = (tsu_slider_phase){value[0], {value[1], value[2], 0.0}};
    d->slider.drive_count = count + 1;
    return TSU_OK;
}

/* ---- solving ------------------------------------------------------------------------------------------------ */

static tsu_status run_newton(tsu_script *s, tsu_words *w, tsu_error *err)
{
    enum { TOLERANCE, ITERATIONS, CUTS, TANGENT, PRINT };
    static const char *const keys[] = {
        [TOLERANCE] = "tolerance", [ITERATIONS] = "iterations", [CUTS] = "cuts",
        [TANGENT] = "tangent",     [PRINT] = "print",           NULL};
    tsu_slider_deck *d = deck_of(s);
    tsu_status status = tsu_words_need(w, 2, "a keyword and its value", err);
    while (status == TSU_OK && tsu_words_left(w)) {
        int key;
        int64_t count;
        status = tsu_words_choice(w, "a keyword", keys, &key, err);
        if (status != TSU_OK) break;
        if (key == TOLERANCE) {
            status = bounded(w, "the tolerance", 0.0, true, &d->slider.tolerance, err);
        } else if (key == ITERATIONS) {
            status = tsu_words_integer_in(w, keys[key], 1, TSU_SLIDER_ITERATIONS_MAX, &count, err);
            if (status == TSU_OK) d->slider.iterations_max = (int)count;
        } else if (key == CUTS) {
            status = tsu_words_integer_in(w, keys[key], 0, 60, &count, err);
            if (status == TSU_OK) d->slider.cuts_max = (int)count;
        } else if (key == TANGENT) {
            status =
                tsu_words_either(w, "the tangent", "consistent", "elastic", &d->slider.elastic_tangent, err);
        } else {
            status = tsu_words_switch(w, keys[key], &d->say_newton, err);
        }
    }
    return status;
}

static void mark_force(tsu_slider_deck *d)
{
    d->force_max = d->force_min = tsu_slider_spring_force(&d->slider, &d->state).x;
    d->traction_max = tsu_vec3_norm(d->state.f_t);
}

static tsu_status start(tsu_slider_deck *d, bool steady, double nudge, tsu_error *err)
{
    const tsu_status status = steady ? tsu_slider_start_steady(&d->slider, nudge, &d->state, err)
                                     : tsu_slider_start_rest(&d->slider, &d->state, err);
    if (status != TSU_OK) return status;
    d->started = true;
    d->case_open = false;
    d->iterations = 0;
    mark_force(d);
    return TSU_OK;
}

static tsu_status run_start(tsu_script *s, tsu_words *w, tsu_error *err)
{
    bool steady = false;
    double nudge = 0.0;
    tsu_status status = tsu_words_either(w, "how it starts", "rest", "steady", &steady, err);
    if (status == TSU_OK && steady && tsu_words_accept(w, "nudge"))
        status = tsu_words_number(w, "the disturbance of the velocity [m/s]", &nudge, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status != TSU_OK || deck_of(s)->options.stability_only) return status;
    return start(deck_of(s), steady, nudge, err);
}

static tsu_status run_case(tsu_script *s, tsu_words *w, tsu_error *err)
{
    tsu_slider_deck *d = deck_of(s);
    const char *name;
    tsu_status status = tsu_words_text(w, "the name of the case", &name, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status != TSU_OK) return status;
    char *text; /* quotes keep variables as they are; in a name they are wanted */
    status = tsu_script_substitute(s, name, &text, err);
    if (status != TSU_OK) return status;
    const bool comma = strpbrk(text, ",\n") != NULL;
    if (!comma) snprintf(d->name, sizeof d->name, "%s", text);
    free(text);
    if (comma)
        return tsu_words_error(w, 1, TSU_ERROR_INPUT, err,
                               "a name goes into a table, so it cannot hold a comma");
    d->started = d->case_open = false;
    return TSU_OK;
}

static tsu_status run_mark(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const tsu_status status = tsu_words_end(w, err);
    if (status == TSU_OK) mark_force(deck_of(s));
    return status;
}

static void say_residuals(tsu_slider_deck *d, const tsu_slider_state *x, const tsu_slider_newton *n)
{
    char text[2048];
    int used = snprintf(text, sizeof text, "t = %-12.9g %s", x->time, n->plastic ? "slip " : "stick");
    for (int k = 0; k <= n->iterations && used < (int)sizeof text - 16; k++) {
        used += snprintf(text + used, sizeof text - (size_t)used, " %.1e",
                         n->scale > 0.0 ? n->residual[k] / n->scale : 0.0);
    }
    tsu_script_say(d->script, "%s\n", text);
}

static tsu_status record_row(tsu_slider_deck *d, tsu_error *err)
{
    double row[TSU_SLIDER_COLUMNS];
    tsu_slider_row(&d->slider, &d->state, d->iterations, row);
    return tsu_slider_record_add_row(&d->record, row, err);
}

static tsu_status observe(void *ctx, const tsu_slider_state *x, const tsu_slider_newton *n, tsu_error *err)
{
    tsu_slider_deck *d = ctx;
    const double force = tsu_slider_spring_force(&d->slider, x).x;
    d->force_max = fmax(d->force_max, force);
    d->force_min = fmin(d->force_min, force);
    d->traction_max = fmax(d->traction_max, tsu_vec3_norm(x->f_t));
    d->iterations = n->iterations;
    if (d->say_newton) say_residuals(d, x, n);
    if (x->time < d->next_row - 1e-9 * d->slider.dt) return TSU_OK;
    d->next_row = x->time + d->every;
    return record_row(d, err);
}

static tsu_status open_case(tsu_slider_deck *d, tsu_error *err)
{
    char name[96];
    const double V = d->slider.drive_count > 0 ? tsu_vec3_norm(d->drive[0].velocity) : 0.0;
    snprintf(name, sizeof name, "V = %g m/s; K = %g N/m", V, d->slider.stiffness);
    tsu_status status = tsu_slider_record_add_case(&d->record, d->name[0] ? d->name : name, &d->slider, err);
    if (status == TSU_OK) status = record_row(d, err);
    d->case_open = status == TSU_OK;
    d->next_row = d->state.time + d->every;
    return status;
}

static tsu_status run_run(tsu_script *s, tsu_words *w, tsu_error *err)
{
    tsu_slider_deck *d = deck_of(s);
    double duration = 0.0;
    tsu_status status = bounded(w, "the duration [s]", 0.0, false, &duration, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    if (status != TSU_OK || d->options.stability_only) return status;
    if (!d->started) status = start(d, false, 0.0, err);
    if (status == TSU_OK && !d->case_open) status = open_case(d, err);
    if (status != TSU_OK) return status;
    return tsu_slider_run(&d->slider, d->state.time + duration, &d->state, observe, d, err);
}

/* ---- stability ---------------------------------------------------------------------------------------------- */

static tsu_status run_stability(tsu_script *s, tsu_words *w, tsu_error *err)
{
    tsu_slider_deck *d = deck_of(s);
    double V = d->slider.drive_count > 0 ? tsu_vec3_norm(d->drive[0].velocity) : 0.0;
    tsu_status status = TSU_OK;
    if (tsu_words_accept(w, "velocity")) status = tsu_words_number(w, "the velocity [m/s]", &V, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    return status == TSU_OK ? tsu_slider_deck_stability(d, V, err) : status;
}

static tsu_status read_axis(tsu_words *w, const char *what, double ends[2], int64_t *count, tsu_error *err)
{
    tsu_status status = bounded(w, what, 0.0, true, &ends[0], err);
    if (status == TSU_OK) status = bounded(w, what, 0.0, true, &ends[1], err);
    if (status == TSU_OK) status = tsu_words_integer_in(w, "the number of points", 1, 1000, count, err);
    return status;
}

static tsu_status run_stability_map(tsu_script *s, tsu_words *w, tsu_error *err)
{
    enum { VELOCITY, STIFFNESS, SIMULATE };
    static const char *const keys[] = {
        [VELOCITY] = "velocity", [STIFFNESS] = "stiffness", [SIMULATE] = "simulate", NULL};
    tsu_slider_grid grid = {.V_count = 0, .K_count = 0};
    tsu_status status = tsu_words_need(w, 8, "`velocity V1 V2 N stiffness K1 K2 N`", err);
    while (status == TSU_OK && tsu_words_left(w)) {
        int key;
        status = tsu_words_choice(w, "a keyword", keys, &key, err);
        if (status != TSU_OK) break;
        if (key == VELOCITY) status = read_axis(w, "a velocity [m/s]", grid.V, &grid.V_count, err);
        if (key == STIFFNESS) status = read_axis(w, "a stiffness [N/m]", grid.K, &grid.K_count, err);
        if (key == SIMULATE) status = tsu_words_switch(w, keys[key], &grid.simulate, err);
    }
    if (status != TSU_OK) return status;
    if (grid.V_count == 0 || grid.K_count == 0)
        return tsu_words_error(w, -1, TSU_ERROR_INPUT, err, "the map needs both `velocity` and `stiffness`");
    return tsu_slider_deck_map(deck_of(s), &grid, err);
}

/* ---- output ------------------------------------------------------------------------------------------------- */

static tsu_status run_table(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *path;
    tsu_status status = tsu_words_text(w, "the file", &path, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    return status == TSU_OK ? tsu_slider_record_write_table(&deck_of(s)->record, path, err) : status;
}

static tsu_status run_page(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *path;
    tsu_status status = tsu_words_text(w, "the file", &path, err);
    if (status == TSU_OK) status = tsu_words_end(w, err);
    return status == TSU_OK ? tsu_slider_record_write_page(&deck_of(s)->record, w->file, path, err) : status;
}

const tsu_command tsu_commands_slider[] = {
    {"mass", "mass M", "Mass of the slider [kg]; 0 needs a damper.", run_mass},
    {"spring", "spring K", "Stiffness of the spring that pulls [N/m].", run_spring},
    {"damper", "damper C", "Damper between slider and ground [N s/m].", run_damper},
    {"area", "area S", "Apparent contact area [m^2].", run_area},
    {"dimensions", "dimensions 1|2", "Tangential dimensions.", run_dimensions},
    {"timestep", "timestep DT", "Largest time step [s].", run_timestep},
    {"friction", "friction mu_s A mu_k A kappa A xi A m A alpha A [initial A] [split on|off]",
     "Parameters of the elastoplastic friction.", run_friction},
    {"normal", "normal F | v_NAME | table T1 F1 T2 F2 ...", "Normal traction [Pa], constant or in time.",
     run_normal},
    {"drive", "drive T VX [VY] | none", "Velocity of the driver from time T [s] on [m/s].", run_drive},
    {"newton", "newton [tolerance A] [iterations N] [cuts N] [tangent consistent|elastic] [print on|off]",
     "How each step is solved, and whether its residuals are printed.", run_newton},
    {"case", "case NAME", "Begins a new case of that name.", run_case},
    {"start", "start rest | steady [nudge DV]", "Sets the slider to its start at time 0.", run_start},
    {"record", "record DT", "Time between recorded rows [s]; 0: every step.", run_record},
    {"run", "run T", "Runs for a time [s].", run_run},
    {"mark", "mark", "Resets force_max, force_min and traction_max.", run_mark},
    {"stability", "stability [velocity V]", "Growth, frequency and critical values of steady sliding.",
     run_stability},
    {"stability_map", "stability_map velocity V1 V2 N stiffness K1 K2 N [simulate on|off]",
     "Growth over a logarithmic grid; with simulate also measured on the motion.", run_stability_map},
    {"table", "table FILE", "Writes what was recorded as comma-separated values.", run_table},
    {"page", "page FILE", "Writes what was recorded as an interactive page.", run_page},
    {NULL, NULL, NULL, NULL},
};
