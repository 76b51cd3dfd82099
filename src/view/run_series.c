/* SPDX-License-Identifier: Apache-2.0 */
#include "view/run_series.h"
#include "session/thermo.h"
#include "step/ledger/energy.h"
#include "step/world.h"
#include <stdio.h>
#include <string.h>

static const tsu_series_column energy_columns[] = {{"step", "step", ""},
                                                   {"time", "time", "s"},
                                                   {"particles", "particles", ""},
                                                   {"contacts", "contacts", ""},
                                                   {"kinetic", "kinetic energy", "J"},
                                                   {"rotational", "rotational energy", "J"},
                                                   {"gravity", "energy in gravity", "J"},
                                                   {"elastic", "elastic energy", "J"},
                                                   {"dissipated", "dissipated", "J"},
                                                   {"wall_work", "work of walls", "J"},
                                                   {"external_work", "work of added forces", "J"},
                                                   {"given", "put in by commands", "J"},
                                                   {"step_error", "error of the time step", "J"},
                                                   {"residual", "residual", "J"},
                                                   {"audit", "audit", ""}};

tsu_status tsu_energy_series_define(tsu_series *series, tsu_error *err)
{
    return tsu_series_define(series, TSU_ENERGY_COLUMNS, energy_columns, err);
}

void tsu_energy_series_row(const tsu_session *s, double row[TSU_ENERGY_COLUMNS])
{
    const tsu_world *w = s->world;
    const tsu_accounts a = tsu_energy_accounts(&w->ledger);
    const tsu_balance e = tsu_energy_balance(w);
    const double now[TSU_ENERGY_COLUMNS] = {
        (double)w->step,     w->time,         w->particles.count,
        (double)w->touching, e.kinetic,       e.rotational,
        e.gravitational,     a.elastic,       tsu_energy_dissipated(&w->ledger),
        a.wall_work,         a.external_work, a.given,
        e.step_error,        e.residual,      e.off};
    memcpy(row, now, sizeof now);
}

void tsu_thermo_series_add(tsu_series *series, const tsu_session *s, const double *value)
{
    const tsu_thermo *t = s->thermo;
    tsu_series_column column[TSU_SERIES_COLUMNS] = {{"step", "Step", ""}, {"time", "Time", "s"}};
    double row[TSU_SERIES_COLUMNS] = {(double)s->world->step, s->world->time};
    int n = 2;
    for (int k = 0; k < t->columns && n < TSU_SERIES_COLUMNS; k++) {
        if (strcmp(t->column[k], "step") == 0 || strcmp(t->column[k], "time") == 0) continue;
        snprintf(column[n].name, sizeof column[n].name, "%s", t->column[k]);
        snprintf(column[n].label, sizeof column[n].label, "%s", tsu_thermo_title(t->column[k]));
        row[n++] = value[k];
    }
    const bool same = series->columns == n && memcmp(series->column, column, (size_t)n * sizeof *column) == 0;
    if (!same && tsu_series_define(series, n, column, NULL) != TSU_OK) return;
    tsu_series_add(series, row);
}
