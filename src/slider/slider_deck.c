/* SPDX-License-Identifier: Apache-2.0 */
#include "slider/slider_deck.h"
#include "base/memory.h"
#include "base/power.h"
#include "slider/deck_state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what formulas can ask ---------------------------------------------------------------------------------- */

static tsu_status thermo_time(const tsu_slider_deck *d, double *out)
{
    *out = d->evaluated_at >= 0.0 ? d->evaluated_at : d->state.time;
    return TSU_OK;
}

static tsu_status host_thermo(void *ctx, const char *keyword, double *out, tsu_error *err)
{
    const tsu_slider_deck *d = ctx;
    if (strcmp(keyword, "time") == 0) return thermo_time(d, out);
    const struct {
        const char *name;
        double value;
    } extra[] = {{"force_max", d->force_max},
                 {"force_min", d->force_min},
                 {"traction_max", d->traction_max},
                 {"mu_ss", d->modes.mu},
                 {"growth", d->modes.growth},
                 {"frequency", d->modes.frequency},
                 {"critical_velocity", d->critical_velocity},
                 {"critical_stiffness", d->critical_stiffness}};
    for (size_t n = 0; n < sizeof extra / sizeof extra[0]; n++) {
        if (strcmp(keyword, extra[n].name) != 0) continue;
        *out = extra[n].value;
        return TSU_OK;
    }
    double row[TSU_SLIDER_COLUMNS];
    tsu_slider_row(&d->slider, &d->state, d->iterations, row);
    for (int q = 0; q < TSU_SLIDER_COLUMNS; q++) {
        if (strcmp(keyword, tsu_slider_columns[q].name) != 0) continue;
        *out = row[q];
        return TSU_OK;
    }
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "the slider has no number `%s`; it has time, u, velocity, drive, force, traction, normal, mu, R, "
        "slip, work, "
        "force_max, force_min, traction_max, growth, frequency, critical_velocity, critical_stiffness and "
        "the other columns of its table",
        keyword);
}

static void host_screen(void *ctx, const char *text)
{
    const tsu_slider_deck *d = ctx;
    const bool wanted =
        !d->options.stability_only || d->in_stability; /* what a deck prints of its runs means nothing */
    if (d->options.print && wanted) d->options.print(d->options.context, text);
}

static void host_warning(void *ctx, const char *file, int line, const char *sentence)
{
    char text[1200];
    snprintf(text, sizeof text, "WARNING: %s:%d: %s\n", file, line, sentence);
    host_screen(ctx, text);
}

/* ---- the deck ----------------------------------------------------------------------------------------------- */

tsu_slider_deck *tsu_slider_deck_create(const tsu_slider_deck_options *options)
{
    static const tsu_command_family families[] = {
        {NULL, tsu_commands_language}, {NULL, tsu_commands_shell}, {NULL, tsu_commands_slider}, {NULL, NULL}};
    tsu_slider_deck *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->options = *options;
    d->slider = tsu_slider_default();
    d->slider.drive = d->drive;
    d->slider.load = d->load;
    d->evaluated_at = -1.0;
    const tsu_script_host host = {
        .ctx = d, .screen = host_screen, .warning = host_warning, .thermo = host_thermo};
    d->script = tsu_script_create(&(tsu_script_options){.host = &host, .families = families, .engine = d});
    if (!d->script) {
        free(d);
        return NULL;
    }
    return d;
}

void tsu_slider_deck_destroy(tsu_slider_deck *d)
{
    if (!d) return;
    tsu_script_destroy(d->script);
    tsu_slider_record_free(&d->record);
    free(d);
}

tsu_script *tsu_slider_deck_script(tsu_slider_deck *d)
{
    return d->script;
}

const tsu_slider_record *tsu_slider_deck_record(const tsu_slider_deck *d)
{
    return &d->record;
}

/* ---- stability ---------------------------------------------------------------------------------------------- */

tsu_status tsu_slider_deck_stability(tsu_slider_deck *d, double V, tsu_error *err)
{
    double f_n;
    tsu_status status = tsu_slider_check(&d->slider, err);
    if (status == TSU_OK) status = tsu_slider_normal(&d->slider, d->state.time, &f_n, err);
    if (status == TSU_OK) status = tsu_slider_find_modes(&d->slider, f_n, V, &d->modes, err);
    if (status != TSU_OK) return status;
    d->critical_stiffness = tsu_slider_critical_stiffness(&d->slider, f_n, V);
    const bool changes = tsu_slider_critical_velocity(&d->slider, f_n, &d->critical_velocity);
    if (!changes) d->critical_velocity = 0.0;
    d->in_stability = true;
    tsu_script_say(d->script, "steady sliding at V = %g m/s, mu = %.9g: %s\n", V, d->modes.mu,
                   d->modes.stable ? "stable" : "unstable");
    tsu_script_say(d->script, "  growth rate          %.9g 1/s\n  frequency            %.9g rad/s\n",
                   d->modes.growth, d->modes.frequency);
    tsu_script_say(d->script, "  creeping mode        %.9g 1/s\n", d->modes.creep);
    if (isinf(d->critical_stiffness))
        tsu_script_say(d->script,
                       "  critical stiffness   none: no spring is stiff enough (there is no damper)\n");
    else
        tsu_script_say(d->script, "  critical stiffness   %.9g N/m\n", d->critical_stiffness);
    if (changes)
        tsu_script_say(d->script, "  critical velocity    %.9g m/s\n", d->critical_velocity);
    else
        tsu_script_say(d->script, "  critical velocity    none: %s at every velocity\n",
                       d->modes.stable ? "stable" : "unstable");
    d->in_stability = false;
    return TSU_OK;
}

static tsu_status add_map_point(tsu_slider_deck *d, double f_n, double V, double K, bool simulate,
                                tsu_error *err)
{
    enum { PERIODS = 12, STEPS = 400 };
    tsu_slider s = d->slider;
    s.stiffness = K;
    tsu_slider_map_point point = {.V = V, .K = K};
    tsu_status status = tsu_slider_find_modes(&s, f_n, V, &point.modes, err);
    const double rate = fabs(point.modes.growth);
    /* what grows or fades too fast within a period leaves the linear range, or nothing to measure */
    if (status == TSU_OK && simulate && rate < 0.05 * point.modes.frequency) {
        point.simulated = true;
        status = tsu_slider_simulate_growth(&s, f_n, V, PERIODS, STEPS, &point.growth, &point.frequency, err);
    }
    return status == TSU_OK ? tsu_slider_record_add_point(&d->record, &point, err) : status;
}

static double grid_value(const double ends[2], int64_t n, int64_t count)
{
    return count > 1 ? ends[0] * tsu_pow(ends[1] / ends[0], (double)n / (double)(count - 1)) : ends[0];
}

tsu_status tsu_slider_deck_map(tsu_slider_deck *d, const tsu_slider_grid *grid, tsu_error *err)
{
    double f_n;
    tsu_status status = tsu_slider_check(&d->slider, err);
    if (status == TSU_OK) status = tsu_slider_normal(&d->slider, d->state.time, &f_n, err);
    for (int64_t k = 0; k < grid->K_count && status == TSU_OK; k++) {
        for (int64_t v = 0; v < grid->V_count && status == TSU_OK; v++) {
            status = add_map_point(d, f_n, grid_value(grid->V, v, grid->V_count),
                                   grid_value(grid->K, k, grid->K_count), grid->simulate, err);
        }
    }
    for (int n = 0; n <= 200 && status == TSU_OK; n++) {
        const double V = grid_value(grid->V, n, 201), K = tsu_slider_critical_stiffness(&d->slider, f_n, V);
        if (isfinite(K) && K >= grid->K[0] && K <= grid->K[1])
            status = tsu_slider_record_add_critical(&d->record, V, K, err);
    }
    return status;
}

/* ---- running ------------------------------------------------------------------------------------------------ */

/* What --stability adds to a deck: the modes at the driver's speed, and a map about them. */
static tsu_status conclude(tsu_slider_deck *d, tsu_error *err)
{
    if (!d->options.stability_only || d->record.map_count > 0) return TSU_OK;
    double V = 0.0;
    for (int n = 0; n < d->slider.drive_count && V == 0.0; n++) {
        V = tsu_vec3_norm(d->slider.drive[n].velocity);
    }
    if (V == 0.0)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "the deck's driver never moves, so there is no steady sliding; give it a velocity with `drive`");
    const tsu_status status = tsu_slider_deck_stability(d, V, err);
    if (status != TSU_OK) return status;
    const double K = d->slider.stiffness;
    const tsu_slider_grid grid = {{V / 100, V * 100}, {K / 100, K * 100}, 41, 21, false};
    return tsu_slider_deck_map(d, &grid, err);
}

tsu_status tsu_slider_deck_run(tsu_slider_deck *d, const char *path, tsu_error *err)
{
    const tsu_status status = tsu_script_run_file(d->script, path, err);
    return status == TSU_OK ? conclude(d, err) : status;
}

tsu_status tsu_slider_deck_run_text(tsu_slider_deck *d, const char *name, const char *text, tsu_error *err)
{
    const tsu_status status = tsu_script_run_string(d->script, name, text, err);
    return status == TSU_OK ? conclude(d, err) : status;
}
