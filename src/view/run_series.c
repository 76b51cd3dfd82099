/* SPDX-License-Identifier: Apache-2.0 */
#include "view/run_series.h"
#include "session/thermo.h"
#include "step/ledger/energy.h"
#include "step/mesh/body.h"
#include "step/world.h"
#include <math.h>
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
    const double now[TSU_ENERGY_COLUMNS] = {(double)w->step,
                                            w->time,
                                            w->particles.count,
                                            (double)w->touching,
                                            e.kinetic,
                                            e.rotational,
                                            e.gravitational,
                                            a.elastic,
                                            tsu_energy_dissipated(&w->ledger),
                                            a.wall_work,
                                            a.external_work,
                                            a.given,
                                            e.step_error,
                                            w->ledger.open ? e.residual : 0.0,
                                            e.off};
    memcpy(row, now, sizeof now);
}

/* ---- meshes: step, time, then for each of them ------------------------------------------------------------------ */

static const tsu_series_column mesh_columns[] = {
    {"force", "force", "N"},     {"force_x", "force x", "N"}, {"force_y", "force y", "N"},
    {"force_z", "force z", "N"}, {"torque", "torque", "N m"}, {"wear", "volume worn off", "m3"}};
enum { MESH_COLUMNS = sizeof mesh_columns / sizeof *mesh_columns, MESHES_MAX = 20 };

static int loaded_meshes(const tsu_world *w, const tsu_mesh_body *out[MESHES_MAX])
{
    int n = 0;
    for (int k = 0; k < w->meshes && n < MESHES_MAX; k++) {
        if (w->mesh[k]->loads) out[n++] = w->mesh[k];
    }
    return n;
}

/* Columns are called FORCE:MESH. */
static bool is_defined_for(const tsu_series *s, const tsu_mesh_body *const *mesh, int n)
{
    if (s->columns != 2 + n * MESH_COLUMNS) return false;
    for (int k = 0; k < n; k++) {
        const char *name = strchr(s->column[2 + k * MESH_COLUMNS].name, ':');
        if (!name || strncmp(name + 1, mesh[k]->name, 50) != 0) return false;
    }
    return true;
}

static tsu_status define_for(tsu_series *s, const tsu_mesh_body *const *mesh, int n)
{
    tsu_series_column column[2 + MESHES_MAX * MESH_COLUMNS] = {{"step", "step", ""}, {"time", "time", "s"}};
    for (int k = 0; k < n * MESH_COLUMNS; k++) {
        const tsu_series_column *of = &mesh_columns[k % MESH_COLUMNS];
        tsu_series_column *to = &column[2 + k];
        snprintf(to->name, sizeof to->name, "%s:%.50s", of->name, mesh[k / MESH_COLUMNS]->name);
        snprintf(to->label, sizeof to->label, "%.40s: %s", mesh[k / MESH_COLUMNS]->name, of->label);
        snprintf(to->unit, sizeof to->unit, "%s", of->unit);
    }
    return tsu_series_define(s, 2 + n * MESH_COLUMNS, column, NULL);
}

static double worn_volume(const tsu_mesh_body *body)
{
    double sum = 0.0;
    for (int32_t t = 0; body->loads->depth && t < body->mesh.triangles; t++) {
        sum += body->loads->depth[t] * body->mesh.plane[t][3];
    }
    return sum;
}

static double norm(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

void tsu_mesh_series_add(tsu_series *series, const tsu_session *s)
{
    const tsu_mesh_body *mesh[MESHES_MAX];
    const int n = loaded_meshes(s->world, mesh);
    double row[2 + MESHES_MAX * MESH_COLUMNS] = {(double)s->world->step, s->world->time};
    if (n == 0 && series->columns == 0) return;
    if (!is_defined_for(series, mesh, n) && define_for(series, mesh, n) != TSU_OK) return;
    for (int k = 0; k < n; k++) {
        const tsu_mesh_loads *l = mesh[k]->loads;
        const double value[MESH_COLUMNS] = {norm(l->force), l->force[0],     l->force[1],
                                            l->force[2],    norm(l->torque), worn_volume(mesh[k])};
        memcpy(row + 2 + k * MESH_COLUMNS, value, sizeof value);
    }
    tsu_series_add(series, row);
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
