/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - what sliders did: cases of recorded motion, stability maps; as a table and as a page of charts. */
#ifndef TSU_SLIDER_RECORD_H
#define TSU_SLIDER_RECORD_H

#include "format/plot_page.h"
#include "slider/stability.h"

/* Columns of a recorded motion. */
typedef enum tsu_slider_column {
    TSU_SLIDER_TIME,
    TSU_SLIDER_DRIVE_X,
    TSU_SLIDER_DRIVE_Y,
    TSU_SLIDER_U_X,
    TSU_SLIDER_U_Y,
    TSU_SLIDER_V_X,
    TSU_SLIDER_V_Y,
    TSU_SLIDER_FORCE_X, /* of the spring */
    TSU_SLIDER_FORCE_Y,
    TSU_SLIDER_F_T_X, /* traction of the plane */
    TSU_SLIDER_F_T_Y,
    TSU_SLIDER_F_N,
    TSU_SLIDER_MU,
    TSU_SLIDER_R,
    TSU_SLIDER_SLIP,
    TSU_SLIDER_WORK,
    TSU_SLIDER_STORED,
    TSU_SLIDER_FRICTION_LOSS,
    TSU_SLIDER_DAMPER_LOSS,
    TSU_SLIDER_IMBALANCE,
    TSU_SLIDER_ITERATIONS,
    TSU_SLIDER_COLUMNS
} tsu_slider_column;

typedef struct tsu_slider_column_info {
    const char *name; /* keyword in formulas, head in tables */
    const char *unit;
    const char *doc;
} tsu_slider_column_info;

extern const tsu_slider_column_info tsu_slider_columns[TSU_SLIDER_COLUMNS];

typedef struct tsu_slider_case {
    char name[64];
    int dimensions;
    double speed, stiffness;           /* the first of the drive, of the spring: for the titles */
    double *value[TSU_SLIDER_COLUMNS]; /* [count], owned */
    size_t count, capacity;
} tsu_slider_case;

/* One point of a stability map. */
typedef struct tsu_slider_map_point {
    double V, K;
    tsu_slider_modes modes;
    bool simulated;
    double growth, frequency; /* measured, if simulated */
} tsu_slider_map_point;

typedef struct tsu_slider_record {
    tsu_slider_case *cases;
    size_t case_count, case_capacity;
    tsu_slider_map_point *map;
    size_t map_count, map_capacity;
    double *critical_V, *critical_K; /* [critical_count]: the curve between stable and unstable */
    size_t critical_count, critical_V_capacity, critical_K_capacity;
} tsu_slider_record;

void tsu_slider_record_free(tsu_slider_record *r);

/* The columns of a state now. */
void tsu_slider_row(const tsu_slider *s, const tsu_slider_state *x, int iterations,
                    double row[TSU_SLIDER_COLUMNS]);

tsu_status tsu_slider_record_add_case(tsu_slider_record *r, const char *name, const tsu_slider *s,
                                      tsu_error *err);
/* To the case added last. */
tsu_status tsu_slider_record_add_row(tsu_slider_record *r, const double row[TSU_SLIDER_COLUMNS],
                                     tsu_error *err);
tsu_status tsu_slider_record_add_point(tsu_slider_record *r, const tsu_slider_map_point *point,
                                       tsu_error *err);
tsu_status tsu_slider_record_add_critical(tsu_slider_record *r, double V, double K, tsu_error *err);

/* Writes whole or not at all. The table has the motions if there are any, else the map. */
tsu_status tsu_slider_record_write_table(const tsu_slider_record *r, const char *path, tsu_error *err);
tsu_status tsu_slider_record_write_page(const tsu_slider_record *r, const char *title, const char *path,
                                        tsu_error *err);

#endif
