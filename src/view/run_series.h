/* SPDX-License-Identifier: Apache-2.0 */
/* run_series.h - the time series of a run: its energies, and its lines of thermo. */
#ifndef TSU_VIEW_RUN_SERIES_H
#define TSU_VIEW_RUN_SERIES_H

#include "session/session.h"
#include "view/series.h"

enum { TSU_ENERGY_COLUMNS = 15 };

tsu_status tsu_energy_series_define(tsu_series *series, tsu_error *err);
/* The present row. Reads only. */
void tsu_energy_series_row(const tsu_session *s, double row[TSU_ENERGY_COLUMNS]);

/* Adds a row of what acts on the meshes that keep loads: force and torque, and the volume worn off; nothing without such meshes.
 * Begins afresh if there are other meshes than before. */
void tsu_mesh_series_add(tsu_series *series, const tsu_session *s);

/* Adds a line of thermo; begins afresh if there are other columns than before. */
void tsu_thermo_series_add(tsu_series *series, const tsu_session *s, const double *value);

#endif
