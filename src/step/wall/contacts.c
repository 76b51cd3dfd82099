/* SPDX-License-Identifier: Apache-2.0 */
/* wall_contacts.c - the lists of contacts with walls, and what their forces add to those of the particles. */
#include "step/wall/contacts.h"
#include "base/memory.h"
#include "step/mesh/contacts.h"
#include "step/wall/forces.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- lists ------------------------------------------------------------------------------------------------------ */

enum { ROWS_PER_CHUNK = 1024 };

typedef struct list_job {
    const world *w;
    tsu_wall *wall;
    tsu_remap map;
    double reach;   /* half the inner skin + reach of the laws [m] */
    uint8_t *near;  /* by row */
    int64_t *begin; /* by chunk of rows: first entry */
} list_job;

/* Whether the particle may touch the wall while the list lasts, as long as it keeps to its way: along a way of length l the distance
 * changes by l at most. */
static bool comes_near(const list_job *j, int64_t i)
{
    const tsu_expected_path *way = &j->w->lists.path;
    const double *x = j->w->particles.xr[i], cut = x[3] + j->reach;
    double n[3], to[3], l2 = 0.0;
    const double here = tsu_wall_distance(j->wall, x, n);
    if (!way->straight || here < cut) return here < cut;
    for (int q = 0; q < 3; q++) {
        const double l = way->horizon * way->pace[i][q];
        to[q] = x[q] + l;
        l2 += l * l;
    }
    const double far = here - cut, l = sqrt(l2);
    return l > far && far + tsu_wall_distance(j->wall, to, n) - cut < l;
}

static void mark_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *j = context;
    const tsu_particles *p = &j->w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    int64_t count = 0;
    for (int64_t i = r.begin; i < r.end; i++) {
        j->near[i] = (p->group[i] & j->wall->group) && comes_near(j, i);
        count += j->near[i];
    }
    j->begin[chunk] = count;
}

/* Entries without history. */
static void fill_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *j = context;
    tsu_contacts *c = &j->wall->previous;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    int64_t at = j->begin[chunk];
    for (int64_t i = r.begin; i < r.end; i++) {
        if (!j->near[i]) continue;
        c->row[at] = (uint32_t)i;
        c->partner[at] = 0;
        tsu_carry_copy(&j->wall->contacts, c, -1, at, j->wall->laws.antisymmetric);
        memset(c->record[at], 0, sizeof *c->record);
        if (c->roll) memset(c->roll[at], 0, sizeof *c->roll);
        at++;
    }
}

/* The first entry of a row not below the given one. */
static int64_t entry_of_row(const tsu_contacts *c, int64_t row)
{
    int64_t low = 0, high = c->count;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (c->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What touches takes its history and force along. A particle has one entry at most. */
static void carry_over(const list_job *j)
{
    const tsu_contacts *old = &j->wall->contacts;
    tsu_contacts *fresh = &j->wall->previous;
    for (int64_t k = 0; k < old->count; k++) {
        tsu_moved_entry to;
        if (!old->live[k] || !tsu_carry_move(old, k, j->map, false, &to)) continue;
        if (!j->near[to.row]) continue;
        const int64_t at = entry_of_row(fresh, to.row);
        tsu_carry_copy(old, fresh, 2 * k, at, j->wall->laws.antisymmetric);
        memcpy(fresh->record[at], old->record[k], sizeof *fresh->record);
        if (fresh->roll) memcpy(fresh->roll[at], old->roll[k], sizeof *fresh->roll);
    }
}

static tsu_status refresh_wall(world *w, tsu_wall *wall, tsu_remap map, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    const int64_t chunks = tsu_parallel_blocks(rows, ROWS_PER_CHUNK);
    list_job j = {.w = w, .wall = wall, .map = map, .reach = 0.5 * w->lists.inner + w->lists.reach};
    tsu_status s = tsu_memory_allocate(&j.near, (size_t)rows, 1, "particles near a wall", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&j.begin, (size_t)chunks, sizeof *j.begin, "particles near a wall", err);
    int64_t count = 0;
    if (s == TSU_OK) tsu_parallel_for(chunks, w->threads, mark_near, &j);
    for (int64_t k = 0; k < chunks && s == TSU_OK; k++) {
        const int64_t n = j.begin[k];
        j.begin[k] = count;
        count += n;
    }
    if (s == TSU_OK)
        s = tsu_contacts_prepare(&wall->previous, count, rows, wall->laws.history,
                                 wall->laws.law[TSU_ROLLING] != NULL, false, err);
    if (s == TSU_OK) {
        tsu_parallel_for(chunks, w->threads, fill_near, &j);
        carry_over(&j);
        const tsu_contacts old = wall->contacts;
        wall->contacts = wall->previous;
        wall->previous = old;
    }
    tsu_memory_release(&j.near);
    tsu_memory_release(&j.begin);
    return s;
}

tsu_status tsu_walls_refresh(world *w, tsu_carry *carry, tsu_remap map, tsu_error *err)
{
    tsu_status s = TSU_OK;
    const bool rows_stay = !map.new_row && !map.wrap;
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        tsu_wall *wall = w->wall[k];
        if (wall->shape != TSU_WALL_MESH)
            s = refresh_wall(w, wall, map, err);
        else if (!rows_stay || !tsu_mesh_list_valid(wall) || wall->list->reach != w->lists.reach)
            s = tsu_mesh_list_build(w, wall, carry, map, err);
    }
    return s;
}

tsu_status tsu_walls_renew(world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    tsu_carry carry = {0};
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (w->wall[k]->shape == TSU_WALL_MESH && !tsu_mesh_list_valid(w->wall[k]))
            s = tsu_mesh_list_build(w, w->wall[k], &carry, (tsu_remap){0}, err);
    }
    tsu_carry_free(&carry);
    return s;
}

/* ---- forces ----------------------------------------------------------------------------------------------------- */

tsu_status tsu_walls_begin(world *w, const double (*shift)[4], double dt, tsu_error *err)
{
    tsu_status s = TSU_OK;
    if (!(dt > 0.0)) tsu_meshes_settle(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (w->wall[k]->shape == TSU_WALL_MESH) s = tsu_mesh_contacts_find(w, w->wall[k], shift, err);
    }
    return s;
}

tsu_status tsu_walls_compute(world *w, const double (*shift)[4], double dt, tsu_error *err)
{
    tsu_status s = TSU_OK;
    tsu_mesh_clear_loads(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        tsu_wall_forces(w, w->wall[k], shift, dt);
        if (w->wall[k]->shape == TSU_WALL_MESH) s = tsu_mesh_add_loads(w, w->wall[k], shift, dt, err);
    }
    return s;
}

/* The contacts of a wall are sorted by particle, so a particle sums them in the order of the list. The fourth places of forces
 * and torques are of no account. */
static TSU_CLONES void add_forces(const world *w, tsu_range rows, tsu_v4 *f, tsu_v4 *t)
{
    const tsu_particles *p = &w->particles;
    for (int q = 0; q < w->walls; q++) {
        const tsu_contacts *c = &w->wall[q]->contacts;
        for (int64_t k = entry_of_row(c, rows.begin); k < c->count && c->row[k] < rows.end; k++) {
            const int64_t i = c->row[k] - rows.begin;
            const tsu_v4 *record = (const tsu_v4 *)c->record[k];
            f[i] += record[0];
            t[i] -= (p->xr[c->row[k]][3] - record[0][3]) * record[1];
            if (c->roll) t[i] -= *(const tsu_v4 *)c->roll[k];
        }
    }
}

void tsu_walls_add_forces(const world *w, tsu_range rows, tsu_four *force, tsu_four *torque)
{
    if (w->walls > 0) add_forces(w, rows, (tsu_v4 *)force, (tsu_v4 *)torque);
}
