/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_euler.c - `fix ave/euler`: the particles as a continuum on a grid of cells: volume fraction, velocity (by mass),
 * pressure, stress, mean radius. */
#include "average/euler.h"
#include "base/memory.h"
#include "model/contact_visit.h"
#include "model/group_sum.h"
#include "session/define.h"
#include "session/groups.h"
#include "step/list/boundary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 20000000, POINTS = 10 };

static void destroy_euler(tsu_session *s, void *state)
{
    (void)s;
    tsu_euler *e = state;
    tsu_memory_release(&e->cell);
    tsu_memory_release(&e->weight);
    tsu_memory_release(&e->stress);
    tsu_memory_release(&e->home);
    free(e);
}

/* Cells as large as the largest diameter times a factor, or somewhat larger, so that they fill the box. */
static tsu_status lay_out(const tsu_session *s, tsu_euler *e, tsu_error *err)
{
    const tsu_world *w = s->world;
    double largest = 0.0, count = 1.0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        largest = fmax(largest, 2.0 * w->particles.xr[i][3]);
    }
    if (!(largest > 0.0)) return tsu_error_set(err, TSU_ERROR_INPUT, "fix ave/euler: there are no particles");
    for (int q = 0; q < 3; q++) {
        const double length = w->box.hi[q] - w->box.lo[q];
        const double n = fmax(1.0, floor(length / (e->relative * largest)));
        e->low[q] = w->box.lo[q];
        e->size[q] = length / n;
        count *= n;
        if (count > CELLS_MAX)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "fix ave/euler: more than %d cells; use a larger "
                                 "cell_size_relative",
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

static int64_t cell_of(const tsu_session *s, const tsu_euler *e, int32_t i)
{
    int64_t at[3];
    for (int q = 0; q < 3; q++) {
        at[q] = (int64_t)floor((tsu_boundary_inside(s->world, i, q) - e->low[q]) / e->size[q]);
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

static tsu_status add_particles(const tsu_session *s, tsu_euler *e, tsu_error *err)
{
    for (int32_t i = 0; i < s->world->particles.count; i++) {
        e->home[i] = tsu_session_in_group(s, i, e->group) ? cell_of(s, e, i) : -1;
    }
    const tsu_status status = tsu_cell_sum(s->world, e->home, e->cells, 4, TSU_EULER_NUMBERS, volume_of, NULL,
                                           &e->cell[0][TSU_EULER_FRACTION], err);
    return status != TSU_OK ? status
                            : tsu_cell_sum(s->world, e->home, e->cells, 3, TSU_EULER_NUMBERS, mass_of, NULL,
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

static tsu_status output_euler(tsu_session *s, void *state, tsu_error *err)
{
    tsu_euler *e = state;
    tsu_region *region;
    tsu_status status = lay_out(s, e, err);
    if (status == TSU_OK) status = tsu_session_named_region(s, e->region, &region, err);
    if (status != TSU_OK) return status;
    memset(e->cell, 0, (size_t)e->cells * sizeof *e->cell);
    memset(e->stress, 0, (size_t)s->world->particles.count * sizeof *e->stress);
    status = tsu_contacts_visit(s->world, add_contact, e, err);
    if (status != TSU_OK) return status;
    status = add_particles(s, e, err);
    if (status != TSU_OK) return status;
    for (int64_t c = 0; c < e->cells; c++) {
        e->weight[c] = region ? part_in(e, region, c) : 1.0;
        middle_of(e, c, e->cell[c]);
        divide(e, c, false);
    }
    status = tsu_cell_sum(s->world, e->home, e->cells, 6, TSU_EULER_NUMBERS, stress_of, e,
                          &e->cell[0][TSU_EULER_STRESS], err);
    for (int64_t c = 0; c < e->cells && status == TSU_OK; c++) {
        divide(e, c, true);
    }
    return status;
}

static int64_t euler_rows(tsu_session *s, void *state)
{
    (void)s;
    return ((const tsu_euler *)state)->cells;
}

static tsu_status euler_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                              tsu_error *err)
{
    (void)s;
    (void)err;
    *out = ((const tsu_euler *)state)->cell[row][column];
    return TSU_OK;
}

static tsu_status read_euler(const tsu_session *s, tsu_words *words, tsu_object *fix, tsu_euler *e,
                             tsu_error *err)
{
    static const char *const list[] = {"nevery", "cell_size_relative", "parallel", "basevolume_region", NULL};
    bool parallel, has[4] = {false};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        has[key] = true;
        if (key == 0) status = tsu_words_integer_in(words, "steps between", 1, INT64_MAX, &fix->every, err);
        if (key == 1) status = tsu_words_number(words, "the size of a cell in diameters", &e->relative, err);
        if (key == 2)
            status = tsu_words_switch(words, "yes or no", &parallel, err); /* one process has all cells */
        if (key == 3) status = tsu_session_read_region(s, words, e->region, err);
    }
    for (int k = 0; k < 2 && status == TSU_OK; k++) {
        if (!has[k]) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is missing", list[k]);
    }
    if (status == TSU_OK && !(e->relative > 0.0))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "cell_size_relative must be positive");
    return status;
}

static tsu_status fix_ave_euler(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_euler *e = fix.state = tsu_session_new_state(&fix, sizeof *e, err);
    if (!e) return TSU_ERROR_MEMORY;
    tsu_session_watch(s);
    e->group = fix.group;
    fix.destroy = destroy_euler;
    fix.output = output_euler;
    fix.at_start = true;
    fix.values =
        (tsu_values){.array_columns = TSU_EULER_SHOWN, .array_rows = euler_rows, .array = euler_array};
    status = read_euler(s, words, &fix, e, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_ave_euler[] = {
    {"ave/euler",
     "fix ID GROUP ave/euler nevery N cell_size_relative F [parallel yes|no] [basevolume_region R]",
     "means in cells; f_ID[cell][k]: middle, volume fraction, velocity (7), pressure, stress (14), mean "
     "radius",
     fix_ave_euler},
    {0}};
