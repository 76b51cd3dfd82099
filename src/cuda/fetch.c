/* SPDX-License-Identifier: Apache-2.0 */
/* fetch.c - back to the host: what steps change of the particles, in the order of the host, and of the contacts those that touch. */
#include "base/memory.h"
#include "cuda/memory.h"
#include "step/integrate.h"
#include "step/list/boundary.h"
#include "step/list/pair_list.h"
#include "step/mesh/contacts.h"
#include "step/wall/contacts.h"
#include "step/wall/wall.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

static tsu_status failed(const tsu_gpu_memory *m, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_IO, "%s", m->backend->fault());
}

static bool fetch_rows(tsu_gpu_memory *m, world *w, bool forces)
{
    const tsu_gpu_backend *b = m->backend;
    tsu_particles *p = &w->particles;
    const size_t n = (size_t)p->count, four = n * sizeof(tsu_four);
    const tsu_gpu_making job = {.fresh = m->rows, .old = m->other};
    return b->each(TSU_GPU_SEND_HOME, p->count, &job) && b->read(p->xr, m->other.x, four) &&
           b->read(p->vm, m->other.v, four) && b->read(p->wi, m->other.w, four) &&
           b->read(p->image, m->other.image, n * sizeof *p->image) &&
           (!forces || (b->read(p->force, m->work[TSU_GPU_FORCE].at, four) &&
                        b->read(p->torque, m->work[TSU_GPU_TORQUE].at, four)));
}

/* Packs entries into the other list: those that touch, or what `job` marks of them; false: the device has failed. */
static bool pack(tsu_gpu_memory *m, tsu_gpu_lists *l, bool records, tsu_gpu_task mark, tsu_gpu_making job)
{
    const tsu_gpu_backend *b = m->backend;
    const tsu_gpu_list *from = &l->now.list;
    const int64_t n = from->count;
    const size_t bytes = ((size_t)n + 1) * sizeof(uint32_t), scratch = b->scratch(n + 1);
    uint32_t marked = 0, *source = tsu_gpu_room(m, TSU_GPU_SOURCE, bytes);
    job.fresh = m->rows;
    job.from = *from;
    job.source = source;
    const bool counted = source && tsu_gpu_room(m, TSU_GPU_SCRATCH, scratch) && b->clear(source, bytes) &&
                         b->each(mark, n, &job) &&
                         b->scan(source, n + 1, (tsu_gpu_scratch){m->work[TSU_GPU_SCRATCH].at, scratch}) &&
                         b->read(&marked, source + n, sizeof marked);
    const unsigned with = (from->partner ? TSU_GPU_WITH_PARTNERS : 0u) |
                          (records ? TSU_GPU_WITH_RECORDS : 0u) |
                          (from->geometry ? TSU_GPU_WITH_GEOMETRY : 0u);
    if (!counted || !tsu_gpu_reserve_list(m, &l->other, from, marked, with)) return false;
    job.to = l->other.list;
    return b->each(TSU_GPU_PACK_ENTRY, n, &job);
}

/* What was packed, into a list that has room for it. */
static bool fetch_list(const tsu_gpu_memory *m, const tsu_gpu_list *from, tsu_contacts *c,
                       tsu_contact_forces *f)
{
    const tsu_gpu_backend *b = m->backend;
    const size_t n = (size_t)from->count;
    if (n > 0) memset(c->live, 1, n);
    if (n > 0 && !from->partner) memset(c->partner, 0, n * sizeof *c->partner);
    return b->read(c->row, from->row, n * sizeof *c->row) &&
           (!from->partner || b->read(c->partner, from->partner, n * sizeof *c->partner)) &&
           b->read(c->history, from->history, tsu_contacts_history_bytes(c, from->count)) &&
           (!from->record || b->read(f->record, from->record, n * sizeof *f->record)) &&
           (!from->roll || b->read(f->roll, from->roll, n * sizeof *f->roll)) &&
           (!from->geometry || b->read(f->geometry, from->geometry, n * sizeof *f->geometry));
}

static tsu_status fetch_pairs(tsu_gpu_memory *m, world *w, bool records, tsu_error *err)
{
    tsu_contacts *c = &w->contacts;
    if (!pack(m, &m->pairs, records, TSU_GPU_MARK_LIVE, (tsu_gpu_making){0})) return failed(m, err);
    const tsu_gpu_list *from = &m->pairs.other.list;
    tsu_status s = tsu_pair_list_room(w, from->count, err);
    if (s != TSU_OK) return s;
    if (!fetch_list(m, from, c, &w->forces)) return failed(m, err);
    return tsu_pair_list_take(w, from->count, err);
}

/* What was packed of a wall. */
static tsu_status fetch_wall(tsu_gpu_memory *m, const tsu_gpu_list *from, tsu_wall *wall, tsu_error *err)
{
    const tsu_status s = tsu_wall_contacts_prepare(wall, from->count, err);
    if (s != TSU_OK) return s;
    tsu_wall_contacts_swap(wall);
    if (!fetch_list(m, from, &wall->contacts, &wall->forces)) return failed(m, err);
    tsu_wall_contacts_pad(wall);
    if (wall->list) { /* of triangles near particles as they were before the device took them */
        wall->list->valid = false;
        wall->list->steady = true;
    }
    return TSU_OK;
}

tsu_status tsu_gpu_fetch(tsu_gpu_memory *m, world *w, bool forces, bool records, tsu_error *err)
{
    if (!fetch_rows(m, w, forces)) return failed(m, err);
    tsu_status s = fetch_pairs(m, w, records, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (!pack(m, &m->wall[k], true, TSU_GPU_MARK_LIVE, (tsu_gpu_making){0})) return failed(m, err);
        s = fetch_wall(m, &m->wall[k].other.list, w->wall[k], err);
    }
    return s;
}

/* ---- who leaves -------------------------------------------------------------------------------------------------------- */

/* Marks who is out and what ends with them, and brings those contacts to the host. */
static tsu_status fetch_parted(tsu_gpu_memory *m, world *w, const tsu_gpu_making *job, tsu_error *err)
{
    if (!m->backend->each(TSU_GPU_MARK_OUT, m->count, job) ||
        !pack(m, &m->pairs, false, TSU_GPU_MARK_PARTED, *job))
        return failed(m, err);
    const tsu_gpu_list *pairs = &m->pairs.other.list;
    tsu_status s = tsu_pair_list_room(w, pairs->count, err);
    if (s == TSU_OK && !fetch_list(m, pairs, &w->contacts, &w->forces)) return failed(m, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (!pack(m, &m->wall[k], true, TSU_GPU_MARK_PARTED, *job)) return failed(m, err);
        s = fetch_wall(m, &m->wall[k].other.list, w->wall[k], err);
    }
    return s;
}

/* The rows that were marked, packed into the other columns; returns their number, or -1. */
static int64_t pack_rows(tsu_gpu_memory *m, const tsu_gpu_making *job)
{
    const tsu_gpu_backend *b = m->backend;
    const int64_t n = m->count;
    uint32_t count = 0;
    const tsu_gpu_scratch scratch = {m->work[TSU_GPU_SCRATCH].at, m->work[TSU_GPU_SCRATCH].bytes};
    const bool well = b->clear(job->new_row + n, sizeof *job->new_row) &&
                      b->scan(job->new_row, n + 1, scratch) && b->each(TSU_GPU_PACK_ROW, n, job) &&
                      b->read(&count, job->new_row + n, sizeof count);
    return well ? (int64_t)count : -1;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Some rows, from where they are packed to where they belong; `home`: room for their numbers, which then are those of who is out. */
static bool take_rows(tsu_gpu_memory *m, world *w, int64_t count, tsu_four *four, uint32_t *home)
{
    const tsu_gpu_backend *b = m->backend;
    tsu_particles *p = &w->particles;
    const size_t n = (size_t)count, bytes = n * sizeof *four;
    tsu_four *x = four, *v = x + n, *o = v + n, *image = o + n;
    if (!b->read(home, m->other.home, n * sizeof *home) || !b->read(x, m->other.x, bytes) ||
        !b->read(v, m->other.v, bytes) || !b->read(o, m->other.w, bytes) ||
        !b->read(image, m->other.image, n * sizeof *p->image))
        return false;
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = home[k];
        int axis, high;
        memcpy(p->xr[i], x[k], sizeof *x);
        memcpy(p->vm[i], v[k], sizeof *v);
        memcpy(p->wi[i], o[k], sizeof *o);
        memcpy(p->image[i], (const char *)image + k * sizeof *p->image, sizeof *p->image);
        if (tsu_survey_outside(w, i, &axis, &high)) home[m->leavers++] = i;
    }
    qsort(home, m->leavers, sizeof *home, by_number);
    void *gone = tsu_gpu_room(m, TSU_GPU_GONE, (size_t)m->leavers * sizeof *home);
    return gone && b->write(gone, home, (size_t)m->leavers * sizeof *home);
}

tsu_status tsu_gpu_part(tsu_gpu_memory *m, world *w, tsu_error *err)
{
    const tsu_kick kick = tsu_integrate_kick(w);
    const tsu_gpu_making job = {.rows = m->count,
                                .fresh = m->rows,
                                .old = m->other,
                                .lo = kick.lo,
                                .hi = kick.hi,
                                .cursor = m->work[TSU_GPU_CURSOR].at,
                                .new_row = m->work[TSU_GPU_NEW_ROW].at};
    tsu_four *four = NULL;
    uint32_t *home = NULL;
    tsu_status s = fetch_parted(m, w, &job, err);
    const int64_t n = s == TSU_OK ? pack_rows(m, &job) : 0;
    if (n < 0) return failed(m, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&four, 4 * (size_t)n, sizeof *four, "particles that leave", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&home, (size_t)n, sizeof *home, "particles that leave", err);
    if (s == TSU_OK && !take_rows(m, w, n, four, home)) s = failed(m, err);
    tsu_memory_release(&four);
    tsu_memory_release(&home);
    tsu_world_lose(w, TSU_CURRENT_LISTS | TSU_CURRENT_RECORDS);
    if (s == TSU_OK) s = tsu_boundary_lose(w, err);
    if (s == TSU_OK && w->particles.count != m->count - m->leavers)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "other particles have left on the GPU than on the processor");
    return s;
}
