/* SPDX-License-Identifier: Apache-2.0 */
/* contact_plot.c - the page of `tsubu contact --plot`: loops first, then everything over the steps. */
#include "contact.h"
#include "format/plot_page.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINK = 1 };

typedef struct curve {
    const char *name;
    const double *x, *y;
    tsu_plot_style style;
} curve;

const tsu_unit_names *tsu_unit_names_of(const char *system)
{
    static const tsu_unit_names names[] = {
        {"si", "m", "s", "N", "N m", "J", "kg/m3"},
        {"cgs", "cm", "s", "dyn", "dyn cm", "erg", "g/cm3"},
        {"micro", "um", "us", "pg um/us2", "pg um2/us2", "pg um2/us2", "pg/um3"},
        {"lj", "-", "-", "-", "-", "-", "-"},
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (strcmp(names[k].system, system) == 0) return &names[k];
    }
    return &names[0];
}

/* with_unit("overlap", u->length).text */
typedef struct label {
    char text[80];
} label;

static label with_unit(const char *name, const char *unit)
{
    label l;
    snprintf(l.text, sizeof l.text, "%s [%s]", name, unit);
    return l;
}

static const double *column(const tsu_contact_table *t, int c)
{
    return t->value + (size_t)c * t->rows;
}

static bool is_zero(const double *v, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (v[k] != 0.0) return false;
    }
    return true;
}

/* A chart of the curves that are not zero throughout; none if all of them are and `always` is false. */
static tsu_status add_chart(tsu_plot_page *page, const tsu_contact_table *t, const char *title,
                            const char *x_label, const char *y_label, int curves, const curve *c, bool always,
                            tsu_error *err)
{
    bool any = always;
    for (int k = 0; k < curves; k++) {
        any = any || !is_zero(c[k].y, t->rows);
    }
    if (!any) return TSU_OK;
    tsu_plot_chart chart = tsu_plot_chart_default(title, x_label, y_label);
    chart.link = LINK;
    chart.link_by = TSU_PLOT_LINK_INDEX;
    tsu_status s = tsu_plot_page_add_chart(page, &chart, err);
    for (int k = 0; k < curves && s == TSU_OK; k++) {
        if (is_zero(c[k].y, t->rows) && !(always && k == 0)) continue;
        tsu_plot_series series = tsu_plot_series_default(c[k].name);
        series.style = c[k].style;
        series.color = k;
        s = tsu_plot_page_add_series(page, &series, c[k].x, c[k].y, t->rows, err);
    }
    return s;
}

static tsu_status add_loops(tsu_plot_page *page, const tsu_contact_table *t, const tsu_unit_names *u,
                            tsu_error *err)
{
    const double *d = column(t, TSU_COLUMN_OVERLAP);
    const curve normal[] = {{"total", d, column(t, TSU_COLUMN_FN), TSU_PLOT_LINE},
                            {"without dashpot", d, column(t, TSU_COLUMN_FN_ELASTIC), TSU_PLOT_DASHED}};
    const curve tangential[] = {{"x", t->sx, column(t, TSU_COLUMN_FTX), TSU_PLOT_LINE},
                                {"y", t->sy, column(t, TSU_COLUMN_FTY), TSU_PLOT_LINE}};
    const curve rolling[] = {{"x", t->r[0], column(t, TSU_COLUMN_MRX), TSU_PLOT_LINE},
                             {"y", t->r[1], column(t, TSU_COLUMN_MRY), TSU_PLOT_LINE},
                             {"z", t->r[2], column(t, TSU_COLUMN_MRZ), TSU_PLOT_LINE}};
    tsu_status s = tsu_plot_page_add_heading(page, "Loops", err);
    if (s == TSU_OK)
        s = add_chart(page, t, "Normal force", with_unit("overlap", u->length).text,
                      with_unit("F_n", u->force).text, 2, normal, true, err);
    if (s == TSU_OK)
        s = add_chart(page, t, "Tangential force on i",
                      with_unit("tangential displacement s", u->length).text, with_unit("F_t", u->force).text,
                      2, tangential, false, err);
    if (s == TSU_OK)
        s = add_chart(page, t, "Rolling torque", "rotation r [rad]", with_unit("M_r", u->torque).text, 3,
                      rolling, false, err);
    return s;
}

static tsu_status add_energies(tsu_plot_page *page, const tsu_contact_table *t, const tsu_unit_names *u,
                               double *sum, tsu_error *err)
{
    const double *time = column(t, TSU_COLUMN_T), *stored = column(t, TSU_COLUMN_ELASTIC),
                 *lost = column(t, TSU_COLUMN_DISSIPATED);
    for (size_t k = 0; k < t->rows; k++) {
        sum[k] = stored[k] + lost[k];
    }
    const curve c[] = {{"elastic, stored now", time, stored, TSU_PLOT_LINE},
                       {"dissipated so far", time, lost, TSU_PLOT_LINE},
                       {"both together", time, sum, TSU_PLOT_DASHED}};
    return add_chart(page, t, "Energy", with_unit("t", u->time).text, with_unit("energy", u->energy).text, 3,
                     c, true, err);
}

static tsu_status add_times(tsu_plot_page *page, const tsu_contact_table *t, const tsu_unit_names *u,
                            double *sum, tsu_error *err)
{
    const double *time = column(t, TSU_COLUMN_T);
    const curve path[] = {{"overlap", time, column(t, TSU_COLUMN_OVERLAP), TSU_PLOT_LINE},
                          {"s_x", time, t->sx, TSU_PLOT_LINE},
                          {"s_y", time, t->sy, TSU_PLOT_LINE}};
    const curve turn[] = {{"r_x", time, t->r[0], TSU_PLOT_LINE},
                          {"r_y", time, t->r[1], TSU_PLOT_LINE},
                          {"r_z", time, t->r[2], TSU_PLOT_LINE}};
    const curve force[] = {{"F_n", time, column(t, TSU_COLUMN_FN), TSU_PLOT_LINE},
                           {"F_n without dashpot", time, column(t, TSU_COLUMN_FN_ELASTIC), TSU_PLOT_DASHED},
                           {"F_tx", time, column(t, TSU_COLUMN_FTX), TSU_PLOT_LINE},
                           {"F_ty", time, column(t, TSU_COLUMN_FTY), TSU_PLOT_LINE}};
    const curve torque[] = {{"M_rx", time, column(t, TSU_COLUMN_MRX), TSU_PLOT_LINE},
                            {"M_ry", time, column(t, TSU_COLUMN_MRY), TSU_PLOT_LINE},
                            {"M_rz", time, column(t, TSU_COLUMN_MRZ), TSU_PLOT_LINE}};
    tsu_status s = tsu_plot_page_add_heading(page, "Over time", err);
    if (s == TSU_OK)
        s = add_chart(page, t, "Prescribed path", with_unit("t", u->time).text,
                      with_unit("displacement", u->length).text, 3, path, true, err);
    if (s == TSU_OK)
        s = add_chart(page, t, "Prescribed rotation", with_unit("t", u->time).text, "rotation [rad]", 3, turn,
                      false, err);
    if (s == TSU_OK)
        s = add_chart(page, t, "Forces", with_unit("t", u->time).text, with_unit("force", u->force).text, 4,
                      force, true, err);
    if (s == TSU_OK)
        s = add_chart(page, t, "Torques", with_unit("t", u->time).text, with_unit("torque", u->torque).text,
                      3, torque, false, err);
    return s == TSU_OK ? add_energies(page, t, u, sum, err) : s;
}

static tsu_status add_history(tsu_plot_page *page, const tsu_contact_table *t, const tsu_unit_names *u,
                              tsu_error *err)
{
    const double *time = column(t, TSU_COLUMN_T);
    const label time_label = with_unit("t", u->time);
    bool titled = false;
    tsu_status s = TSU_OK;
    for (int k = TSU_COLUMN_HISTORY; k < t->columns && s == TSU_OK; k++) {
        if (is_zero(column(t, k), t->rows)) continue;
        if (!titled) s = tsu_plot_page_add_heading(page, "History", err);
        titled = true;
        tsu_plot_chart chart = tsu_plot_chart_default(t->name[k], time_label.text, NULL);
        chart.small = true;
        chart.link = LINK;
        chart.link_by = TSU_PLOT_LINK_INDEX;
        const tsu_plot_series series = tsu_plot_series_default(NULL);
        if (s == TSU_OK) s = tsu_plot_page_add_chart(page, &chart, err);
        if (s == TSU_OK) s = tsu_plot_page_add_series(page, &series, time, column(t, k), t->rows, err);
    }
    return s;
}

tsu_status tsu_contact_plot(const tsu_contact_table *t, const tsu_unit_names *u, const char *path,
                            const char *title, const char *subtitle, tsu_error *err)
{
    tsu_plot_page *page = NULL;
    double *sum = malloc((t->rows + 1) * sizeof *sum);
    if (!sum) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a plot of %zu rows", t->rows);
    tsu_status s = tsu_plot_page_create(&page, title, subtitle, err);
    if (s == TSU_OK) s = add_loops(page, t, u, err);
    if (s == TSU_OK) s = add_times(page, t, u, sum, err);
    if (s == TSU_OK) s = add_history(page, t, u, err);
    if (s == TSU_OK) s = tsu_plot_page_write(page, path, err);
    tsu_plot_page_destroy(page);
    free(sum);
    return s;
}
