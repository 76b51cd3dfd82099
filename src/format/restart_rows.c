/* SPDX-License-Identifier: Apache-2.0 */
/* restart_rows.c - the particles as a restart file holds them: sorted by id, within the box. Their rows, and when they were wrapped last,
 * depend on when lists were made, and so on the number of ranks; the file does not. */
#include "base/memory.h"
#include "format/restart_layout.h"
#include "step/resume/resume.h"
#include <stdlib.h>
#include <string.h>

typedef struct id_row {
    uint64_t id;
    int32_t row;
} id_row;

static int compare_ids(const void *a, const void *b)
{
    const uint64_t x = ((const id_row *)a)->id, y = ((const id_row *)b)->id;
    return x < y ? -1 : x > y;
}

static tsu_status order_by_id(const tsu_particles *p, id_row **order, tsu_error *err)
{
    const tsu_status s =
        tsu_memory_allocate(order, (size_t)p->count, sizeof **order, "particles to save", err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        (*order)[i] = (id_row){p->id[i], i};
    }
    if (s == TSU_OK) qsort(*order, (size_t)p->count, sizeof **order, compare_ids);
    return s;
}

/* A copy of an array with rows in that order; *array is then the copy. */
static tsu_status sort_array(void *array, const void *from, size_t size, const id_row *order, int32_t rows,
                             tsu_error *err)
{
    char *copy = NULL;
    const tsu_status s = tsu_memory_allocate(&copy, (size_t)rows, size, "particles to save", err);
    for (int32_t i = 0; i < rows && s == TSU_OK; i++) {
        memcpy(copy + (size_t)i * size, (const char *)from + (size_t)order[i].row * size, size);
    }
    memcpy(array, &copy, sizeof copy);
    return s;
}

/* Fourth places that nobody uses hold whatever was left there. */
static void tidy(const tsu_world *w, const id_row *order, tsu_particles *to)
{
    for (int32_t i = 0; i < to->count; i++) {
        const int32_t row = order[i].row;
        int times[3];
        tsu_resume_wraps(w, row, times);
        for (int q = 0; q < 3; q++) {
            if (times[q] != 0) to->xr[i][q] = tsu_boundary_inside(w, row, q);
            to->image[i][q] += times[q];
        }
        to->image[i][3] = 0;
        to->force[i][3] = to->torque[i][3] = 0.0;
    }
}

static void tidy_added(tsu_world *to)
{
    for (int32_t i = 0; i < 2 * to->external_rows; i++) {
        to->external[i][3] = 0.0;
    }
}

static tsu_status sort_columns(const tsu_particles *from, const id_row *order, tsu_particles *to,
                               tsu_error *err)
{
    tsu_status s = TSU_OK;
    to->column = calloc((size_t)from->columns + 1, sizeof *to->column);
    if (!to->column) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for particles to save");
    for (int k = 0; k < from->columns && s == TSU_OK; k++) {
        tsu_particle_column *c = &to->column[to->columns++];
        *c = from->column[k];
        c->each = NULL;
        s = sort_array(&c->value, from->column[k].value, (size_t)c->width * sizeof *c->value, order,
                       from->count, err);
        if (s == TSU_OK && from->column[k].each)
            s = tsu_memory_allocate(&c->each, (size_t)c->width, sizeof *c->each, "particles to save", err);
        if (c->each) memcpy(c->each, from->column[k].each, (size_t)c->width * sizeof *c->each);
    }
    return s;
}

static tsu_status sort_rows(const tsu_world *w, const id_row *order, tsu_world *to, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    tsu_particles *q = &to->particles;
    tsu_status s = TSU_OK;
    *q = (tsu_particles){.count = p->count, .next_id = p->next_id};
    for (int k = 0; k < TSU_PARTICLE_ARRAYS && s == TSU_OK; k++) {
        const tsu_particle_array *a = &tsu_particle_arrays[k];
        s = sort_array((char *)q + a->offset, tsu_particles_array(p, k), a->size, order, p->count, err);
    }
    if (s == TSU_OK) s = sort_columns(p, order, q, err);
    if (s == TSU_OK && w->external_rows > 0)
        s = sort_array(&to->external, w->external, 2 * sizeof *w->external, order, w->external_rows, err);
    if (s == TSU_OK) tidy(w, order, q);
    if (s == TSU_OK) tidy_added(to);
    return s;
}

void tsu_restart_rows_free(tsu_world *to)
{
    tsu_particles_free(&to->particles);
    tsu_memory_release(&to->external);
}

tsu_status tsu_restart_rows(const tsu_world *w, tsu_world *to, tsu_error *err)
{
    id_row *order = NULL;
    *to = *w;
    to->external = NULL;
    to->particles = (tsu_particles){0};
    tsu_status s = order_by_id(&w->particles, &order, err);
    if (s == TSU_OK) s = sort_rows(w, order, to, err);
    tsu_memory_release(&order);
    if (s != TSU_OK) tsu_restart_rows_free(to);
    return s;
}
