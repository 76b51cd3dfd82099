/* SPDX-License-Identifier: Apache-2.0 */
/* fetch.c - back to the host: what steps change of the particles, in the order of the host, and of the contacts those that touch. */
#include "base/memory.h"
#include "cuda/memory.h"
#include "step/list/pair_list.h"
#include "step/wall/contacts.h"
#include "step/wall/wall.h"

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

/* Packs what touches into the other list; false: the device has failed. */
static bool pack(tsu_gpu_memory *m, tsu_gpu_lists *l, bool records)
{
    const tsu_gpu_backend *b = m->backend;
    const tsu_gpu_list *from = &l->now.list;
    const int64_t n = from->count;
    const size_t bytes = ((size_t)n + 1) * sizeof(uint32_t), scratch = b->scratch(n + 1);
    uint32_t touching = 0, *source = tsu_gpu_room(m, TSU_GPU_SOURCE, bytes);
    tsu_gpu_making job = {.fresh = m->rows, .from = *from, .source = source};
    const bool counted = source && tsu_gpu_room(m, TSU_GPU_SCRATCH, scratch) && b->clear(source, bytes) &&
                         b->each(TSU_GPU_MARK_LIVE, n, &job) &&
                         b->scan(source, n + 1, (tsu_gpu_scratch){m->work[TSU_GPU_SCRATCH].at, scratch}) &&
                         b->read(&touching, source + n, sizeof touching);
    if (!counted || !tsu_gpu_reserve_list(m, &l->other, from, touching, from->partner != NULL, records))
        return false;
    job.to = l->other.list;
    return b->each(TSU_GPU_PACK_ENTRY, n, &job);
}

/* What was packed, into a list that has room for it. */
static bool fetch_list(const tsu_gpu_memory *m, const tsu_gpu_list *from, tsu_contacts *c,
                       tsu_contact_forces *f)
{
    const tsu_gpu_backend *b = m->backend;
    const size_t n = (size_t)from->count;
    memset(c->live, 1, n);
    if (!from->partner) memset(c->partner, 0, n * sizeof *c->partner);
    return b->read(c->row, from->row, n * sizeof *c->row) &&
           (!from->partner || b->read(c->partner, from->partner, n * sizeof *c->partner)) &&
           b->read(c->history, from->history, tsu_contacts_history_bytes(c, from->count)) &&
           (!from->record || b->read(f->record, from->record, n * sizeof *f->record)) &&
           (!from->roll || b->read(f->roll, from->roll, n * sizeof *f->roll));
}

static tsu_status fetch_pairs(tsu_gpu_memory *m, world *w, bool records, tsu_error *err)
{
    tsu_contacts *c = &w->contacts;
    if (!pack(m, &m->pairs, records)) return failed(m, err);
    const tsu_gpu_list *from = &m->pairs.other.list;
    tsu_status s = tsu_pair_list_room(w, from->count, err);
    if (s != TSU_OK) return s;
    if (!fetch_list(m, from, c, &w->forces)) return failed(m, err);
    return tsu_pair_list_take(w, from->count, err);
}

static tsu_status fetch_wall(tsu_gpu_memory *m, tsu_gpu_lists *l, tsu_wall *wall, tsu_error *err)
{
    if (!pack(m, l, true)) return failed(m, err);
    const tsu_status s = tsu_wall_contacts_prepare(wall, l->other.list.count, err);
    if (s != TSU_OK) return s;
    tsu_wall_contacts_swap(wall);
    if (!fetch_list(m, &l->other.list, &wall->contacts, &wall->forces)) return failed(m, err);
    tsu_wall_contacts_pad(wall);
    return TSU_OK;
}

tsu_status tsu_gpu_fetch(tsu_gpu_memory *m, world *w, bool forces, bool records, tsu_error *err)
{
    if (!fetch_rows(m, w, forces)) return failed(m, err);
    tsu_status s = fetch_pairs(m, w, records, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = fetch_wall(m, &m->wall[k], w->wall[k], err);
    }
    return s;
}
