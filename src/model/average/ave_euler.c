/* SPDX-License-Identifier: Apache-2.0 */
#include "model/average/ave_euler.h"
#include "base/memory.h"
#include "model/contact_visit.h"
#include "model/group_sum.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

enum { CELLS_MAX = 20000000, POINTS = 10 };

/* Cells as large as the largest diameter times a factor, or somewhat larger, so that they fill the box. */
static tsu_status lay_out(const tsu_world *w, tsu_euler *e, tsu_error *err)
{
    double largest = 0.0, count = 1.0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        largest = fmax(largest, 2.0 * w->particles.xr[i][3]);
    }
    if (!(largest > 0.0)) return tsu_error_set(err, TSU_ERROR_INPUT, "ave_euler: there are no particles");
    for (int q = 0; q < 3; q++) {
        const double length = w->box.hi[q] - w->box.lo[q];
        const double n = fmax(1.0, floor(length / (e->def.relative * largest)));
        e->low[q] = w->box.lo[q];
        e->size[q] = length / n;
        count *= n;
        if (count > CELLS_MAX)
            return tsu_error_set(err, TSU_ERROR_INPUT, "ave_euler: more than %d cells; use larger ones",
                                 CELLS_MAX);
        e->n[q] = (int64_t)n;
    }
    e->cells = e->n[0] * e->n[1] * e->n[2];
    const size_t cells = (size_t)e->cells, rows = (size_t)w->particles.count;
    tsu_status status = tsu_memory_grow(&e->cell, &e->cell_capacity, cells, sizeof *e->cell, "cells", err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&e->weight, &e->weight_capacity, cells, sizeof *e->weight, "cells", err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&e->stress, &e->stress_capacity, rows, sizeof *e->stress, "stresses", err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&e->home, &e->home_capacity, rows, sizeof *e->home, "cells", err);
    return status;
}

static void middle_of(const tsu_euler *e, int64_t cell, double out[3])
{
    const int64_t at[3] = {cell % e->n[0], cell / e->n[0] % e->n[1], cell / (e->n[0] * e->n[1])};
    for (int q = 0; q < 3; q++) {
        out[q] = e->low[q] + ((double)at[q] + 0.5) * e->size[q];
    }
}

/* The part of a cell that lies in the region, from a raster of points. */
static double part_in(const tsu_euler *e, const tsu_region *region, int64_t cell)
{
    double middle[3];
    int inside = 0;
    middle_of(e, cell, middle);
    for (int k = 0; k < POINTS * POINTS * POINTS; k++) {
        const int at[3] = {k % POINTS, k / POINTS % POINTS, k / (POINTS * POINTS)};
        double x[3];
        for (int q = 0; q < 3; q++) {
            x[q] = middle[q] + (((double)at[q] + 0.5) / POINTS - 0.5) * e->size[q];
        }
        inside += tsu_region_contains(region, x);
    }
    return (double)inside / (POINTS * POINTS * POINTS);
}

static int64_t cell_of(const tsu_world *w, const tsu_euler *e, int32_t i)
{
    int64_t at[3];
    for (int q = 0; q < 3; q++) {
        at[q] = (int64_t)floor((tsu_boundary_inside(w, i, q) - e->low[q]) / e->size[q]);
        if (at[q] < 0 || at[q] > e->n[q]) return -1;
        if (at[q] == e->n[q]) at[q]--; /* on the face */
    }
    return (at[2] * e->n[1] + at[1]) * e->n[0] + at[0];
}

static void add_contact(void *context, const tsu_contact_seen *k)
{
    tsu_euler *e = context;
    const double opposite[3] = {-k->force[0], -k->force[1], -k->force[2]};
    if (k->row_j < 0) return;
    tsu_contact_stress(e->stress[k->row_i], k->arm_i, k->force);
    tsu_contact_stress(e->stress[k->row_j], k->arm_j, opposite);
}

/* From TSU_EULER_FRACTION on: volume and momentum. */
static void volume_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const tsu_particles *p = &w->particles;
    const double r = p->xr[i][3];
    (void)context;
    value[0] = 4.0 / 3.0 * 3.14159265358979323846 * r * r * r;
    for (int q = 0; q < 3; q++) {
        value[1 + q] = p->mass[i] * p->vm[i][q];
    }
}

/* From TSU_EULER_RADIUS on: radius, 1, mass. */
static void mass_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    (void)context;
    value[0] = w->particles.xr[i][3];
    value[1] = 1.0;
    value[2] = w->particles.mass[i];
}

static tsu_status add_particles(const tsu_world *w, tsu_euler *e, tsu_error *err)
{
    for (int32_t i = 0; i < w->particles.count; i++) {
        e->home[i] = tsu_in_group(w, i, e->def.group) ? cell_of(w, e, i) : -1;
    }
    const tsu_status status = tsu_cell_sum(w, e->home, e->cells, 4, TSU_EULER_NUMBERS, volume_of, NULL,
                                           &e->cell[0][TSU_EULER_FRACTION], err);
    return status != TSU_OK ? status
                            : tsu_cell_sum(w, e->home, e->cells, 3, TSU_EULER_NUMBERS, mass_of, NULL,
                                           &e->cell[0][TSU_EULER_RADIUS], err);
}

/* Stress of contacts and of the motion about the mean velocity; pressure positive when compressed. */
static void stress_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    static const int a[6] = {0, 1, 2, 0, 0, 1}, b[6] = {0, 1, 2, 1, 2, 2};
    const tsu_euler *e = context;
    const tsu_particles *p = &w->particles;
    double u[3];
    for (int q = 0; q < 3; q++) {
        u[q] = p->vm[i][q] - e->cell[e->home[i]][TSU_EULER_VELOCITY + q];
    }
    for (int q = 0; q < 6; q++) {
        value[q] = e->stress[i][q] - p->mass[i] * u[a[q]] * u[b[q]];
    }
}

static void divide(tsu_euler *e, int64_t c, bool stresses)
{
    double *cell = e->cell[c];
    const double least = 1.0 / (POINTS * POINTS * POINTS), volume = e->size[0] * e->size[1] * e->size[2];
    const double weight = e->weight[c] < least && cell[TSU_EULER_NUMBER] > 0.0 ? least : e->weight[c];
    const double by = weight > 0.0 ? 1.0 / (volume * weight) : 0.0;
    if (stresses) {
        for (int q = 0; q < 6; q++) {
            cell[TSU_EULER_STRESS + q] *= by;
        }
        const double *t = cell + TSU_EULER_STRESS;
        cell[TSU_EULER_PRESSURE] = -(t[0] + t[1] + t[2]) / 3.0;
        return;
    }
    cell[TSU_EULER_FRACTION] *= by;
    if (!(cell[TSU_EULER_NUMBER] > 0.0)) return;
    cell[TSU_EULER_RADIUS] /= cell[TSU_EULER_NUMBER];
    for (int q = 0; q < 3; q++) {
        cell[TSU_EULER_VELOCITY + q] /= cell[TSU_EULER_MASS];
    }
}

static tsu_status between(tsu_model *m, tsu_error *err)
{
    tsu_euler *e = m->state;
    tsu_world *w = m->world;
    const tsu_region *region;
    tsu_status status = lay_out(w, e, err);
    if (status == TSU_OK) status = tsu_model_place_now(&e->def.region, &region, err);
    if (status != TSU_OK) return status;
    memset(e->cell, 0, (size_t)e->cells * sizeof *e->cell);
    memset(e->stress, 0, (size_t)w->particles.count * sizeof *e->stress);
    status = tsu_contacts_visit(w, add_contact, e, err);
    if (status != TSU_OK) return status;
    status = add_particles(w, e, err);
    if (status != TSU_OK) return status;
    for (int64_t c = 0; c < e->cells; c++) {
        e->weight[c] = region ? part_in(e, region, c) : 1.0;
        middle_of(e, c, e->cell[c]);
        divide(e, c, false);
    }
    status = tsu_cell_sum(w, e->home, e->cells, 6, TSU_EULER_NUMBERS, stress_of, e,
                          &e->cell[0][TSU_EULER_STRESS], err);
    for (int64_t c = 0; c < e->cells && status == TSU_OK; c++) {
        divide(e, c, true);
    }
    return status;
}

static int64_t rows(const tsu_model *m)
{
    return ((const tsu_euler *)m->state)->cells;
}

static tsu_status table(tsu_model *m, int64_t row, int column, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const tsu_euler *)m->state)->cell[row][column];
    return TSU_OK;
}

const tsu_euler *tsu_ave_euler_cells(const tsu_model *m)
{
    return m->state;
}

tsu_ave_euler_def tsu_model_ave_euler_default(void)
{
    return (tsu_ave_euler_def){.group = TSU_GROUP_ALL, .every = 1, .relative = 3.0};
}

static void preset(void *def)
{
    *(tsu_ave_euler_def *)def = tsu_model_ave_euler_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    const tsu_ave_euler_def *d = m->state;
    m->every = d->every;
    if (d->every >= 1 && d->relative > 0.0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "ave_euler %s: cells of %g diameters every %lld steps: both must be positive",
                         m->name, d->relative, (long long)d->every);
}

static void destroy(tsu_model *m)
{
    tsu_euler *e = m->state;
    tsu_memory_release(&e->cell);
    tsu_memory_release(&e->weight);
    tsu_memory_release(&e->stress);
    tsu_memory_release(&e->home);
}

const tsu_model_row tsu_model_ave_euler = {
    .name = "ave_euler",
    .doc = "the particles as a continuum on a grid of cells",
    .def_size = sizeof(tsu_ave_euler_def),
    .state_size = sizeof(tsu_euler),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_VELOCITY | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP |
             TSU_FIELDS_CONTACTS | TSU_FIELDS_BOX,
    .between = between,
    .at_start = true,
    .table_columns = TSU_EULER_SHOWN,
    .table_rows = rows,
    .table = table,
};
