/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a record: one case in full, several cases as a gallery, a stability map as curves and points. */
#include "base/memory.h"
#include "slider/record.h"
#include <stdio.h>

enum { CASES_IN_FULL = 4 };

/* A chart under construction: errors are kept until the end, so that building reads as a list. */
typedef struct builder {
    tsu_plot_page *page;
    tsu_status status;
    tsu_error *err;
} builder;

static void add_chart(builder *b, const tsu_plot_chart *chart)
{
    if (b->status == TSU_OK) b->status = tsu_plot_page_add_chart(b->page, chart, b->err);
}

static void add_series(builder *b, const char *name, tsu_plot_style style, const double *x, const double *y,
                       size_t n)
{
    tsu_plot_series series = tsu_plot_series_default(name);
    series.style = style;
    if (b->status == TSU_OK) b->status = tsu_plot_page_add_series(b->page, &series, x, y, n, b->err);
}

static void add_heading(builder *b, const char *text)
{
    if (b->status == TSU_OK) b->status = tsu_plot_page_add_heading(b->page, text, b->err);
}

static void add_text(builder *b, const char *text)
{
    if (b->status == TSU_OK) b->status = tsu_plot_page_add_text(b->page, text, b->err);
}

/* ---- one case ----------------------------------------------------------------------------------------------- */

/* Columns against time, linked so that the cursor and the zoom are shared. */
static void chart_in_time(builder *b, const tsu_slider_case *c, int link, const char *title,
                          const char *y_label, const tsu_slider_column *columns, int count)
{
    tsu_plot_chart chart = tsu_plot_chart_default(title, "time [s]", y_label);
    chart.link = link;
    chart.link_by = TSU_PLOT_LINK_X;
    add_chart(b, &chart);
    for (int q = 0; q < count; q++) {
        add_series(b, tsu_slider_columns[columns[q]].doc, TSU_PLOT_LINE, c->value[TSU_SLIDER_TIME],
                   c->value[columns[q]], c->count);
    }
}

static void chart_phase_plane(builder *b, const tsu_slider_case *c)
{
    double *stretch = NULL;
    if (b->status == TSU_OK)
        b->status = tsu_memory_allocate(&stretch, c->count, sizeof *stretch, "phase plane", b->err);
    if (b->status != TSU_OK) return;
    for (size_t k = 0; k < c->count; k++) {
        stretch[k] = c->value[TSU_SLIDER_DRIVE_X][k] - c->value[TSU_SLIDER_U_X][k];
    }
    tsu_plot_chart chart =
        tsu_plot_chart_default("Phase plane", "stretch of the spring [m]", "velocity of the slider [m/s]");
    add_chart(b, &chart);
    add_series(b, NULL, TSU_PLOT_LINE, stretch, c->value[TSU_SLIDER_V_X], c->count);
    tsu_memory_release(&stretch);
}

static void chart_case(builder *b, const tsu_slider_case *c, int link)
{
    const bool across = c->dimensions == 2;
    add_heading(b, c->name);
    chart_in_time(b, c, link, "Force of the spring", "force [N]",
                  (const tsu_slider_column[]){TSU_SLIDER_FORCE_X, TSU_SLIDER_FORCE_Y}, across ? 2 : 1);
    chart_in_time(b, c, link, "Displacement", "displacement [m]",
                  (const tsu_slider_column[]){TSU_SLIDER_DRIVE_X, TSU_SLIDER_U_X, TSU_SLIDER_U_Y},
                  across ? 3 : 2);
    chart_phase_plane(b, c);
    chart_in_time(b, c, link, "Friction coefficient mu", "mu [-]", (const tsu_slider_column[]){TSU_SLIDER_MU},
                  1);
    chart_in_time(b, c, link, "Subloading surface R", "R [-]", (const tsu_slider_column[]){TSU_SLIDER_R}, 1);
    chart_in_time(b, c, link, "Energy", "energy [J]",
                  (const tsu_slider_column[]){TSU_SLIDER_WORK, TSU_SLIDER_STORED, TSU_SLIDER_FRICTION_LOSS,
                                              TSU_SLIDER_DAMPER_LOSS},
                  4);
    if (!across) return;
    tsu_plot_chart chart = tsu_plot_chart_default("Path", "x [m]", "y [m]");
    chart.equal_aspect = true;
    add_chart(b, &chart);
    add_series(b, "driver", TSU_PLOT_DASHED, c->value[TSU_SLIDER_DRIVE_X], c->value[TSU_SLIDER_DRIVE_Y],
               c->count);
    add_series(b, "slider", TSU_PLOT_LINE, c->value[TSU_SLIDER_U_X], c->value[TSU_SLIDER_U_Y], c->count);
}

/* ---- several cases ------------------------------------------------------------------------------------------ */

static void chart_gallery(builder *b, const tsu_slider_record *r)
{
    add_heading(b, "All cases: force of the spring against time");
    for (size_t n = 0; n < r->case_count; n++) {
        const tsu_slider_case *c = &r->cases[n];
        tsu_plot_chart chart = tsu_plot_chart_default(c->name, "time [s]", "force [N]");
        chart.small = true;
        add_chart(b, &chart);
        add_series(b, NULL, TSU_PLOT_LINE, c->value[TSU_SLIDER_TIME], c->value[TSU_SLIDER_FORCE_X], c->count);
    }
    add_heading(b, "All cases together");
    const struct {
        const char *title, *label;
        tsu_slider_column column;
    } charts[] = {{"Force of the spring", "force [N]", TSU_SLIDER_FORCE_X},
                  {"Friction coefficient mu", "mu [-]", TSU_SLIDER_MU}};
    for (int q = 0; q < 2; q++) {
        tsu_plot_chart chart = tsu_plot_chart_default(charts[q].title, "time [s]", charts[q].label);
        chart.link = 1;
        add_chart(b, &chart);
        for (size_t n = 0; n < r->case_count; n++) {
            const tsu_slider_case *c = &r->cases[n];
            add_series(b, c->name, TSU_PLOT_LINE, c->value[TSU_SLIDER_TIME], c->value[charts[q].column],
                       c->count);
        }
    }
}

/* ---- stability ---------------------------------------------------------------------------------------------- */

/* The points of the map that `want` says, as two columns in scratch. */
typedef double point_value(const tsu_slider_map_point *p);

static double point_V(const tsu_slider_map_point *p)
{
    return p->V;
}

static double point_K(const tsu_slider_map_point *p)
{
    return p->K;
}

static double point_growth(const tsu_slider_map_point *p)
{
    return p->modes.growth;
}

static double point_measured(const tsu_slider_map_point *p)
{
    return p->growth;
}

static bool want_stable(const tsu_slider_map_point *p)
{
    return p->modes.stable;
}

static bool want_unstable(const tsu_slider_map_point *p)
{
    return !p->modes.stable;
}

static bool want_simulated(const tsu_slider_map_point *p)
{
    return p->simulated;
}

static void add_points(builder *b, const tsu_slider_record *r, const char *name, double *scratch,
                       bool (*want)(const tsu_slider_map_point *), point_value *x, point_value *y)
{
    size_t count = 0;
    for (size_t n = 0; n < r->map_count; n++) {
        if (!want(&r->map[n])) continue;
        scratch[count] = x(&r->map[n]);
        scratch[r->map_count + count++] = y(&r->map[n]);
    }
    if (count > 0) add_series(b, name, TSU_PLOT_POINTS, scratch, scratch + r->map_count, count);
}

/* Growth against V, one curve per stiffness; the points of a stiffness follow each other in the map. */
static void chart_growth(builder *b, const tsu_slider_record *r, double *scratch)
{
    tsu_plot_chart chart = tsu_plot_chart_default("Growth of a disturbance", "V [m/s]", "growth [1/s]");
    chart.log_x = true;
    chart.caption = "One curve for each stiffness; points are measured on simulated motion.";
    add_chart(b, &chart);
    for (size_t first = 0, next; first < r->map_count; first = next) {
        char name[48];
        snprintf(name, sizeof name, "K = %.3g N/m", r->map[first].K);
        for (next = first; next < r->map_count && r->map[next].K == r->map[first].K; next++) {
            scratch[next - first] = r->map[next].V;
            scratch[r->map_count + next - first] = r->map[next].modes.growth;
        }
        add_series(b, name, TSU_PLOT_LINE, scratch, scratch + r->map_count, next - first);
    }
    add_points(b, r, "simulated", scratch, want_simulated, point_V, point_measured);
}

static void chart_map(builder *b, const tsu_slider_record *r)
{
    double *scratch = NULL;
    if (b->status == TSU_OK)
        b->status =
            tsu_memory_allocate(&scratch, 2 * r->map_count + 2, sizeof *scratch, "stability map", b->err);
    if (b->status != TSU_OK) return;
    add_heading(b, "Stability of steady sliding");
    tsu_plot_chart chart = tsu_plot_chart_default("Stability map", "V [m/s]", "K [N/m]");
    chart.log_x = chart.log_y = true;
    add_chart(b, &chart);
    add_points(b, r, "stable", scratch, want_stable, point_V, point_K);
    add_points(b, r, "unstable", scratch, want_unstable, point_V, point_K);
    if (r->critical_count > 0)
        add_series(b, "critical stiffness", TSU_PLOT_LINE, r->critical_V, r->critical_K, r->critical_count);
    chart_growth(b, r, scratch);
    bool simulated = false;
    for (size_t n = 0; n < r->map_count; n++) {
        simulated = simulated || r->map[n].simulated;
    }
    if (simulated) {
        chart =
            tsu_plot_chart_default("Simulated over predicted growth", "predicted [1/s]", "simulated [1/s]");
        add_chart(b, &chart);
        add_points(b, r, "simulated", scratch, want_simulated, point_growth, point_measured);
        double ends[2] = {0.0, 0.0}; /* a perfect agreement is the line between these */
        for (size_t n = 0; n < r->map_count; n++) {
            ends[0] = fmin(ends[0], r->map[n].modes.growth);
            ends[1] = fmax(ends[1], r->map[n].modes.growth);
        }
        add_series(b, "equal", TSU_PLOT_DASHED, ends, ends, 2);
    }
    tsu_memory_release(&scratch);
}

tsu_status tsu_slider_record_write_page(const tsu_slider_record *r, const char *title, const char *path,
                                        tsu_error *err)
{
    builder b = {.err = err};
    b.status = tsu_plot_page_create(&b.page, title, "tsubu slider", err);
    if (b.status != TSU_OK) return b.status;
    if (r->case_count == 0 && r->map_count == 0)
        add_text(&b, "Nothing was recorded: the deck has neither run nor map.");
    if (r->case_count > 1) chart_gallery(&b, r);
    if (r->case_count > CASES_IN_FULL)
        add_text(&b, "Charts of each case in full are drawn for up to four cases.");
    for (size_t n = 0; n < r->case_count && r->case_count <= CASES_IN_FULL; n++) {
        chart_case(&b, &r->cases[n], (int)n + 2);
    }
    if (r->map_count > 0) chart_map(&b, r);
    if (b.status == TSU_OK) b.status = tsu_plot_page_write(b.page, path, err);
    tsu_plot_page_destroy(b.page);
    return b.status;
}
