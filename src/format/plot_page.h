/* SPDX-License-Identifier: Apache-2.0 */
/* plot_page.h - one self-contained interactive page of charts, tables and text.
 *
 * The page is a single HTML file that needs no network, server or library: zoom, pan, linked cursor, series that can
 * be hidden, light and dark. Items appear in the order in which they are added; charts side by side as the width
 * allows, small ones as a gallery. All text is UTF-8 and shown as it is (never as HTML). Everything is copied. */
#ifndef TSU_FORMAT_PLOT_PAGE_H
#define TSU_FORMAT_PLOT_PAGE_H

#include "base/error.h"

typedef struct tsu_plot_page tsu_plot_page;

/* How hovering over one chart moves the cursor in others of the same link number. */
typedef enum tsu_plot_link {
    TSU_PLOT_LINK_X,    /* to the same x; zooming along x is shared too */
    TSU_PLOT_LINK_INDEX /* to the same point number: curves that are columns of one table */
} tsu_plot_link;

typedef struct tsu_plot_chart {
    const char *title;
    const char *x_label; /* with unit, "overlap [m]"; NULL: none */
    const char *y_label;
    const char *caption; /* NULL: none */
    bool log_x, log_y;   /* values that are not positive are left out */
    bool equal_aspect;   /* a circle looks like a circle */
    bool small;          /* part of a gallery */
    int link;            /* charts with the same number > 0 share the cursor */
    tsu_plot_link link_by;
} tsu_plot_chart;

typedef enum tsu_plot_style {
    TSU_PLOT_LINE,
    TSU_PLOT_DASHED,
    TSU_PLOT_DOTTED,
    TSU_PLOT_STEPS,  /* the value holds until the next point */
    TSU_PLOT_POINTS, /* scatter */
    TSU_PLOT_LINE_POINTS,
    TSU_PLOT_AREA /* line with the area to zero tinted */
} tsu_plot_style;

typedef struct tsu_plot_series {
    const char *name; /* in the legend; NULL: none */
    tsu_plot_style style;
    int color;    /* 0 .. 7 of the page's palette, -1: by order in the chart */
    double width; /* of lines [pixel] */
} tsu_plot_series;

/* An empty linear chart with this title; a solid line of automatic colour. */
tsu_plot_chart tsu_plot_chart_default(const char *title, const char *x_label, const char *y_label);
tsu_plot_series tsu_plot_series_default(const char *name);

/* The page is the caller's until destroyed; `subtitle` may be NULL. */
tsu_status tsu_plot_page_create(tsu_plot_page **page, const char *title, const char *subtitle,
                                tsu_error *err);
void tsu_plot_page_destroy(tsu_plot_page *page);

/* Starts a new part of the page, or adds a paragraph. */
tsu_status tsu_plot_page_add_heading(tsu_plot_page *page, const char *text, tsu_error *err);
tsu_status tsu_plot_page_add_text(tsu_plot_page *page, const char *text, tsu_error *err);

/* Adds a chart and, to the chart added last, a series of n points. `x` NULL counts 0, 1, 2 ... Values that are not
 * finite are gaps. A million points stay fast: the page draws what a pixel can show. */
tsu_status tsu_plot_page_add_chart(tsu_plot_page *page, const tsu_plot_chart *chart, tsu_error *err);
tsu_status tsu_plot_page_add_series(tsu_plot_page *page, const tsu_plot_series *series, const double *x,
                                    const double *y, size_t n, tsu_error *err);

/* Adds a table; `cells` has n_rows x n_columns entries, row by row, NULL for empty. The reader can sort it. */
tsu_status tsu_plot_page_add_table(tsu_plot_page *page, const char *title, const char *caption,
                                   size_t n_columns, const char *const *headers, size_t n_rows,
                                   const char *const *cells, tsu_error *err);

/* Writes the page whole or not at all (atomic_file.h). The page can be added to and written again. */
tsu_status tsu_plot_page_write(const tsu_plot_page *page, const char *path, tsu_error *err);

#endif
