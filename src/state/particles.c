/* SPDX-License-Identifier: Apache-2.0 */
#include "base/memory.h"
#include "base/parallel.h"
#include "state/fields.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY(member, name, unit, width, type)                                                               \
    {                                                                                                        \
        name, unit, offsetof(tsu_particles, member), sizeof *((tsu_particles *)0)->member, width, type       \
    }
const tsu_particle_array tsu_particle_arrays[TSU_PARTICLE_ARRAYS] = {
    ARRAY(id, "id", NULL, 1, TSU_NUMBER_U64),
    ARRAY(type, "type", NULL, 1, TSU_NUMBER_I32),
    ARRAY(group, "group", NULL, 1, TSU_NUMBER_U32),
    ARRAY(image, "image", NULL, 4, TSU_NUMBER_I32),
    ARRAY(xr, "position", "m", 4, TSU_NUMBER_F64),
    ARRAY(vm, "velocity", "m/s, 1/kg", 4, TSU_NUMBER_F64),
    ARRAY(wi, "spin", "rad/s, 1/(kg m^2)", 4, TSU_NUMBER_F64),
    ARRAY(force, "force", "N", 4, TSU_NUMBER_F64),
    ARRAY(torque, "torque", "N m", 4, TSU_NUMBER_F64),
    ARRAY(mass, "mass", "kg", 1, TSU_NUMBER_F64),
    ARRAY(density, "density", "kg/m^3", 1, TSU_NUMBER_F64)};
enum { BUILTINS = TSU_PARTICLE_ARRAYS, ROWS_MAX = 1 << 27 };

/* Where the pointer of an array lies. */
static void *array_pointer(tsu_particles *p, int k)
{
    return (char *)p + tsu_particle_arrays[k].offset;
}

void *tsu_particles_array(const tsu_particles *p, int k)
{
    return *(void *const *)((const char *)p + tsu_particle_arrays[k].offset);
}

void tsu_particles_init(tsu_particles *p)
{
    *p = (tsu_particles){.next_id = 1};
}

void tsu_particles_free(tsu_particles *p)
{
    for (int k = 0; k < BUILTINS; k++) {
        tsu_memory_release(array_pointer(p, k));
    }
    for (int k = 0; k < p->columns; k++) {
        tsu_memory_release(&p->column[k].value);
        tsu_memory_release(&p->column[k].each);
    }
    free(p->column);
    tsu_particles_trim(p);
    tsu_particles_init(p);
}

tsu_status tsu_particles_reserve(tsu_particles *p, int64_t capacity, tsu_error *err)
{
    if (capacity <= p->capacity) return TSU_OK;
    if (capacity >= ROWS_MAX)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "%lld particles exceed the maximum of %d",
                             (long long)capacity, ROWS_MAX - 1);
    const size_t rows = tsu_memory_next_capacity((size_t)p->capacity, (size_t)capacity);
    for (int k = 0; k < BUILTINS; k++) {
        const tsu_status status =
            tsu_memory_resize(array_pointer(p, k), (size_t)p->capacity, rows, tsu_particle_arrays[k].size,
                              tsu_particle_arrays[k].name, err);
        if (status != TSU_OK) return status;
    }
    for (int k = 0; k < p->columns; k++) {
        tsu_particle_column *c = &p->column[k];
        const size_t width = (size_t)c->width * sizeof(double);
        const tsu_status status =
            tsu_memory_resize(&c->value, (size_t)p->capacity, rows, width, c->name, err);
        if (status != TSU_OK) return status;
    }
    p->capacity = (int32_t)rows;
    return TSU_OK;
}

double tsu_sphere_mass(double radius, double density)
{
    return 4.0 * 3.14159265358979323846 / 3.0 * radius * radius * radius * density;
}

void tsu_particles_set_size(tsu_particles *p, int32_t row, double radius, double density)
{
    const bool held = p->mass[row] > 0.0 && p->vm[row][3] == 0.0;
    p->xr[row][3] = radius;
    p->density[row] = density;
    p->mass[row] = tsu_sphere_mass(radius, density);
    tsu_particles_hold(p, row, held);
}

void tsu_particles_hold(tsu_particles *p, int32_t row, bool fast)
{
    const double radius = p->xr[row][3], m = p->mass[row];
    p->vm[row][3] = fast ? 0.0 : 1.0 / m;
    p->wi[row][3] = fast ? 0.0 : 1.0 / (0.4 * m * radius * radius);
    p->resized++;
}

static void fill_row(tsu_particle_column *c, int32_t row)
{
    for (int q = 0; q < c->width; q++) {
        c->value[(size_t)row * (size_t)c->width + (size_t)q] = c->each ? c->each[q] : c->initial;
    }
}

tsu_status tsu_particles_append(tsu_particles *p, uint64_t id, int32_t type, double radius, double density,
                                const double position[3], int32_t *row, tsu_error *err)
{
    const tsu_status status = tsu_particles_reserve(p, (int64_t)p->count + 1, err);
    if (status != TSU_OK) return status;
    const int32_t k = p->count++;
    p->arranged++;
    for (int b = 0; b < BUILTINS; b++) {
        char *column = tsu_particles_array(p, b);
        memset(column + (size_t)k * tsu_particle_arrays[b].size, 0, tsu_particle_arrays[b].size);
    }
    for (int c = 0; c < p->columns; c++) {
        fill_row(&p->column[c], k);
    }
    memcpy(p->xr[k], position, 3 * sizeof(double));
    p->id[k] = id ? id : p->next_id;
    if (p->id[k] >= p->next_id) p->next_id = p->id[k] + 1;
    p->type[k] = type;
    p->group[k] = TSU_GROUP_ALL;
    tsu_particles_set_size(p, k, radius, density);
    if (row) *row = k;
    return TSU_OK;
}

/* ---- order ---------------------------------------------------------------------------------------------------------- */

/* Columns that are sorted together: into the spare and, unless they take its place, back. */
typedef struct sorting {
    const int32_t *order;
    int64_t rows;
    int columns;
    struct {
        void *pointer; /* to the column's */
        char *old, *sorted;
        size_t size;
    } column[BUILTINS];
} sorting;

enum { SORTED_PER_CHUNK = 1024 };

/* Elements of a size that is known when it is compiled. */
TSU_FN void gather_elements(char *TSU_RESTRICT to, const char *TSU_RESTRICT from, const int32_t *order,
                            tsu_range r, const size_t size)
{
    for (int64_t k = r.begin; k < r.end; k++) {
        memcpy(to + (size_t)k * size, from + (size_t)order[k] * size, size);
    }
}

static void gather_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const sorting *s = context;
    const tsu_range r = tsu_parallel_block(chunk, s->rows, SORTED_PER_CHUNK);
    for (int c = 0; c < s->columns; c++) {
        char *to = s->column[c].sorted;
        const char *from = s->column[c].old;
        switch (s->column[c].size) {
        case 4: gather_elements(to, from, s->order, r, 4); break;
        case 8: gather_elements(to, from, s->order, r, 8); break;
        case 12: gather_elements(to, from, s->order, r, 12); break;
        case 32: gather_elements(to, from, s->order, r, 32); break;
        default: gather_elements(to, from, s->order, r, s->column[c].size);
        }
    }
}

static void copy_back_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const sorting *s = context;
    const tsu_range r = tsu_parallel_block(chunk, s->rows, SORTED_PER_CHUNK);
    for (int c = 0; c < s->columns; c++) {
        const size_t size = s->column[c].size, begin = (size_t)r.begin * size;
        memcpy(s->column[c].old + begin, s->column[c].sorted + begin, (size_t)(r.end - r.begin) * size);
    }
}

/* A column and its size; false if there are no more. */
static bool column_at(tsu_particles *p, int k, void **pointer, size_t *size)
{
    if (k >= BUILTINS + p->columns) return false;
    const bool own = k < BUILTINS;
    *pointer = own ? array_pointer(p, k) : (void *)&p->column[k - BUILTINS].value;
    *size = own ? tsu_particle_arrays[k].size : (size_t)p->column[k - BUILTINS].width * sizeof(double);
    return true;
}

/* Sorts what has been put together. */
static void sort_columns(tsu_particles *p, sorting *s, int threads)
{
    const int64_t chunks = tsu_parallel_blocks(s->rows, SORTED_PER_CHUNK);
    if (s->columns == 0) return;
    tsu_parallel_for(chunks, threads, gather_chunk, s);
    if (s->columns == 1 && (size_t)p->capacity * s->column[0].size == p->spare_bytes) {
        memcpy(s->column[0].pointer, &s->column[0].sorted, sizeof(char *));
        p->spare = s->column[0].old;
    } else {
        tsu_parallel_for(chunks, threads, copy_back_chunk, s);
    }
    s->columns = 0;
}

/* Room for the widest column. */
static tsu_status reserve_spare(tsu_particles *p, tsu_error *err)
{
    void *pointer;
    size_t size, most = 0;
    for (int k = 0; column_at(p, k, &pointer, &size); k++) {
        most = size > most ? size : most;
    }
    const size_t needed = (size_t)p->capacity * most;
    if (p->spare_bytes == needed) return TSU_OK;
    tsu_particles_trim(p);
    const tsu_status status = tsu_memory_allocate(&p->spare, needed, 1, "order of particles", err);
    if (status == TSU_OK) p->spare_bytes = needed;
    return status;
}

tsu_status tsu_particles_reorder(tsu_particles *p, const int32_t *order, int32_t rows, int threads,
                                 tsu_error *err)
{
    sorting s = {.order = order, .rows = rows};
    const tsu_status status = reserve_spare(p, err);
    if (status != TSU_OK) return status;
    void *pointer;
    size_t size, used = 0; /* bytes of the spare */
    for (int k = 0; column_at(p, k, &pointer, &size); k++) {
        const size_t bytes = (size_t)p->capacity * size;
        if (used + bytes > p->spare_bytes || s.columns == BUILTINS) sort_columns(p, &s, threads);
        if (s.columns == 0) used = 0;
        s.column[s.columns].pointer = pointer;
        s.column[s.columns].old = *(char **)pointer;
        s.column[s.columns].sorted = (char *)p->spare + used;
        s.column[s.columns++].size = size;
        used += bytes;
    }
    sort_columns(p, &s, threads);
    p->count = rows;
    p->arranged++;
    return TSU_OK;
}

typedef struct keeping {
    tsu_particles *p;
    const int32_t *order;
    int32_t rows;
} keeping;

static void keep_column(void *context, int64_t k, int thread)
{
    (void)thread;
    const keeping *j = context;
    void *pointer;
    size_t size;
    if (column_at(j->p, (int)k, &pointer, &size)) tsu_memory_keep(*(void **)pointer, size, j->order, j->rows);
}

void tsu_particles_keep(tsu_particles *p, const int32_t *order, int32_t rows, int threads)
{
    keeping j = {p, order, rows};
    tsu_parallel_for(BUILTINS + p->columns, threads, keep_column, &j);
    p->count = rows;
    p->arranged++;
}

void tsu_particles_trim(tsu_particles *p)
{
    tsu_memory_release(&p->spare);
    p->spare_bytes = 0;
}

tsu_particle_column *tsu_particles_find_column(const tsu_particles *p, const char *name)
{
    for (int k = 0; k < p->columns; k++) {
        if (strcmp(p->column[k].name, name) == 0) return &p->column[k];
    }
    return NULL;
}

tsu_particle_column *tsu_particles_column(tsu_particles *p, const char *name, int width, double initial,
                                          tsu_error *err)
{
    tsu_particle_column *c = tsu_particles_find_column(p, name);
    if (c && c->width == width) return c;
    if (c) {
        tsu_error_set(err, TSU_ERROR_INPUT, "per-particle property %s has %d values, not %d", name, c->width,
                      width);
        return NULL;
    }
    tsu_particle_column *larger = realloc(p->column, (size_t)(p->columns + 1) * sizeof *larger);
    if (!larger) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the per-particle property %s", name);
        return NULL;
    }
    p->column = larger;
    c = &p->column[p->columns];
    *c = (tsu_particle_column){.width = width, .initial = initial, .row = tsu_field_of_column(name, width)};
    c->flags = c->row ? c->row->flags : TSU_FIELD_OF_COLUMN;
    snprintf(c->name, sizeof c->name, "%s", name);
    const size_t bytes = (size_t)width * sizeof(double);
    if (tsu_memory_allocate(&c->value, (size_t)p->capacity, bytes, name, err) != TSU_OK) return NULL;
    for (size_t k = 0; k < (size_t)p->capacity * (size_t)width; k++) {
        c->value[k] = initial;
    }
    p->columns++;
    return c;
}

tsu_status tsu_particles_column_defaults(tsu_particles *p, tsu_particle_column *c, const double *each,
                                         tsu_error *err)
{
    const size_t width = (size_t)c->width;
    bool untouched = !c->each;
    for (size_t k = 0; k < (size_t)p->count * width && untouched; k++) {
        untouched = c->value[k] == c->initial;
    }
    double *copy = NULL;
    const tsu_status status = tsu_memory_allocate(&copy, width, sizeof *copy, c->name, err);
    if (status != TSU_OK) return status;
    memcpy(copy, each, width * sizeof *copy);
    tsu_memory_release(&c->each);
    c->each = copy;
    for (int32_t i = 0; i < p->count && untouched; i++) {
        fill_row(c, i);
    }
    return TSU_OK;
}

void tsu_particles_remove_column(tsu_particles *p, const char *name)
{
    tsu_particle_column *c = tsu_particles_find_column(p, name);
    if (!c) return;
    tsu_memory_release(&c->value);
    tsu_memory_release(&c->each);
    const int k = (int)(c - p->column);
    memmove(c, c + 1, (size_t)(p->columns - k - 1) * sizeof *c);
    p->columns--;
    if (k + 1 < p->clump_column) p->clump_column--;
}
