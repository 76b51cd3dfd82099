/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda/memory.h"
#include "step/wall/wall.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- arrays ---------------------------------------------------------------------------------------------------------- */

static void release(tsu_gpu_memory *m, tsu_gpu_array *a)
{
    if (a->at) m->backend->release(a->at);
    m->bytes -= a->bytes;
    *a = (tsu_gpu_array){0};
}

/* Room for so many bytes; nothing is kept. One array grows at a time, so that there are never two of it. */
static bool reserve(tsu_gpu_memory *m, tsu_gpu_array *a, size_t bytes)
{
    const size_t spare = a->bytes > 0 ? bytes / 8 : 0; /* who grows once may grow again */
    if (a->at && a->bytes >= bytes) return true;
    release(m, a);
    a->at = m->backend->allocate(bytes + spare);
    if (!a->at) return false;
    a->bytes = bytes + spare;
    m->bytes += a->bytes;
    return true;
}

static bool upload(tsu_gpu_memory *m, tsu_gpu_array *a, const void *from, size_t count, size_t size)
{
    return reserve(m, a, count * size) && m->backend->write(a->at, from, count * size);
}

static void release_lists(tsu_gpu_memory *m)
{
    for (int k = 0; k < m->walls; k++) {
        for (int q = 0; q < TSU_GPU_LIST_ARRAYS; q++) {
            release(m, &m->wall[k][q]);
        }
    }
    free(m->wall);
    free(m->seen);
    m->wall = NULL;
    m->seen = NULL;
    m->walls = 0;
}

void tsu_gpu_memory_free(tsu_gpu_memory *m)
{
    if (!m->backend) return;
    release_lists(m);
    for (int q = 0; q < TSU_GPU_LIST_ARRAYS; q++) {
        release(m, &m->pairs[q]);
    }
    for (int q = 0; q < TSU_GPU_ROW_ARRAYS; q++) {
        release(m, &m->row[q]);
    }
}

/* ---- there ----------------------------------------------------------------------------------------------------------- */

static bool upload_laws(tsu_gpu_memory *m, const tsu_lawset *from, tsu_gpu_array *a, tsu_gpu_laws *to)
{
    const size_t pairs = (size_t)from->types * (size_t)from->types;
    *to =
        (tsu_gpu_laws){.coefficients = from->coefficients, .types = from->types, .accounts = from->accounts};
    for (int k = 0; k < TSU_GPU_LAWS; k++) {
        to->stage[k] = tsu_gpu_stage_of(from->law[k]);
        to->first_coefficient[k] = from->first_coefficient[k];
        to->first_history[k] = from->first_history[k];
    }
    if (!upload(m, a, from->table, pairs * (size_t)from->coefficients, sizeof *from->table)) return false;
    to->table = a->at;
    return true;
}

/* A list with its histories; of records only those of walls, whose work counts the forces of the last step. */
static bool upload_list(tsu_gpu_memory *m, const tsu_contacts *c, const tsu_contact_forces *f, bool wall,
                        const tsu_lawset *laws, tsu_gpu_array a[TSU_GPU_LIST_ARRAYS], tsu_gpu_list *to)
{
    const size_t n = (size_t)c->count;
    bool well = upload_laws(m, laws, &a[TSU_GPU_TABLE], &to->laws) &&
                upload(m, &a[TSU_GPU_ROW], c->row, n, sizeof *c->row) &&
                upload(m, &a[TSU_GPU_LIVE], c->live, n, sizeof *c->live) &&
                upload(m, &a[TSU_GPU_HISTORIES], c->history, tsu_contacts_history_bytes(c, c->count), 1);
    if (well && !wall) well = upload(m, &a[TSU_GPU_PARTNER], c->partner, n, sizeof *c->partner);
    if (well && !wall) well = reserve(m, &a[TSU_GPU_RECORD], n * sizeof *f->record);
    if (well && wall) well = upload(m, &a[TSU_GPU_RECORD], f->record, n, sizeof *f->record);
    const bool rolls = laws->law[TSU_ROLLING] != NULL;
    if (well && rolls && !wall) well = reserve(m, &a[TSU_GPU_ROLL], n * sizeof *f->roll);
    if (well && rolls && wall) well = upload(m, &a[TSU_GPU_ROLL], f->roll, n, sizeof *f->roll);
    to->count = c->count;
    to->row = a[TSU_GPU_ROW].at;
    to->partner = a[TSU_GPU_PARTNER].at;
    to->live = a[TSU_GPU_LIVE].at;
    to->history = a[TSU_GPU_HISTORIES].at;
    to->width = c->history_width;
    to->record = a[TSU_GPU_RECORD].at;
    to->roll = rolls ? a[TSU_GPU_ROLL].at : NULL;
    return well;
}

tsu_gpu_surface tsu_gpu_surface_of(const tsu_wall *wall)
{
    static const struct {
        const char *name;
        tsu_gpu_surface surface;
    } known[] = {{"plane", TSU_GPU_PLANE},        {"xplane", TSU_GPU_PLANE},
                 {"yplane", TSU_GPU_PLANE},       {"zplane", TSU_GPU_PLANE},
                 {"cylinder", TSU_GPU_CYLINDER},  {"xcylinder", TSU_GPU_CYLINDER},
                 {"ycylinder", TSU_GPU_CYLINDER}, {"zcylinder", TSU_GPU_CYLINDER},
                 {"sphere", TSU_GPU_SPHERE},      {"cone", TSU_GPU_CONE}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].name, wall->shape->name) == 0) return known[k].surface;
    }
    return TSU_GPU_NO_SURFACE;
}

static bool upload_walls(tsu_gpu_memory *m, const world *w, tsu_gpu_view *view)
{
    if (m->walls != w->walls) release_lists(m);
    if (!m->wall) m->wall = calloc((size_t)w->walls + 1, sizeof *m->wall);
    if (!m->seen) m->seen = calloc((size_t)w->walls + 1, sizeof *m->seen);
    if (!m->wall || !m->seen) return false;
    m->walls = view->walls = w->walls;
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *from = w->wall[k];
        tsu_gpu_wall *to = &m->seen[k];
        const double *v = from->velocity;
        *to = (tsu_gpu_wall){.surface = tsu_gpu_surface_of(from),
                             .form = from->form,
                             .velocity = {v[0], v[1], v[2]},
                             .spin = from->spin,
                             .still = v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0 && from->spin == 0.0,
                             .type = from->type};
        if (!upload_list(m, &from->contacts, &from->forces, true, &from->laws, m->wall[k], &to->list))
            return false;
    }
    view->wall = NULL;
    if (w->walls == 0) return true;
    if (!upload(m, &m->row[TSU_GPU_WALL], m->seen, (size_t)w->walls, sizeof *m->seen)) return false;
    view->wall = m->row[TSU_GPU_WALL].at;
    return true;
}

static bool upload_rows(tsu_gpu_memory *m, const world *w, tsu_gpu_view *view)
{
    const tsu_particles *p = &w->particles;
    const tsu_incidence *in = &w->schedule.incidence;
    const size_t n = (size_t)p->count;
    tsu_gpu_array *a = m->row;
    const bool well = upload(m, &a[TSU_GPU_X], p->xr, n, sizeof *p->xr) &&
                      upload(m, &a[TSU_GPU_V], p->vm, n, sizeof *p->vm) &&
                      upload(m, &a[TSU_GPU_W], p->wi, n, sizeof *p->wi) &&
                      reserve(m, &a[TSU_GPU_FORCE], n * sizeof *p->force) &&
                      reserve(m, &a[TSU_GPU_TORQUE], n * sizeof *p->torque) &&
                      upload(m, &a[TSU_GPU_MASS], p->mass, n, sizeof *p->mass) &&
                      upload(m, &a[TSU_GPU_TYPE], p->type, n, sizeof *p->type) &&
                      upload(m, &a[TSU_GPU_GROUP], p->group, n, sizeof *p->group) &&
                      upload(m, &a[TSU_GPU_FIRST], in->first, n + 1, sizeof *in->first) &&
                      upload(m, &a[TSU_GPU_CODE], in->code, in->first[n], sizeof *in->code) &&
                      reserve(m, &a[TSU_GPU_SUMS], sizeof(tsu_gpu_sums));
    view->rows = p->count;
    view->x = a[TSU_GPU_X].at;
    view->v = a[TSU_GPU_V].at;
    view->w = a[TSU_GPU_W].at;
    view->force = a[TSU_GPU_FORCE].at;
    view->torque = a[TSU_GPU_TORQUE].at;
    view->mass = a[TSU_GPU_MASS].at;
    view->type = a[TSU_GPU_TYPE].at;
    view->group = a[TSU_GPU_GROUP].at;
    view->first = a[TSU_GPU_FIRST].at;
    view->code = a[TSU_GPU_CODE].at;
    view->sums = a[TSU_GPU_SUMS].at;
    return well;
}

bool tsu_gpu_upload(tsu_gpu_memory *m, const world *w, tsu_gpu_view *view)
{
    return upload_rows(m, w, view) &&
           upload_list(m, &w->contacts, &w->forces, false, &w->laws, m->pairs, &view->pairs) &&
           upload_walls(m, w, view);
}

/* ---- back ------------------------------------------------------------------------------------------------------------ */

static bool fetch(const tsu_gpu_memory *m, const tsu_gpu_array *a, void *to, size_t count, size_t size)
{
    return m->backend->read(to, a->at, count * size);
}

bool tsu_gpu_fetch_places(const tsu_gpu_memory *m, world *w)
{
    tsu_particles *p = &w->particles;
    return fetch(m, &m->row[TSU_GPU_X], p->xr, (size_t)p->count, sizeof *p->xr);
}

bool tsu_gpu_fetch_velocities(const tsu_gpu_memory *m, world *w)
{
    tsu_particles *p = &w->particles;
    return fetch(m, &m->row[TSU_GPU_V], p->vm, (size_t)p->count, sizeof *p->vm);
}

static bool fetch_list(const tsu_gpu_memory *m, const tsu_gpu_array *a, tsu_contacts *c,
                       tsu_contact_forces *f, bool records)
{
    const size_t n = (size_t)c->count;
    bool well = fetch(m, &a[TSU_GPU_LIVE], c->live, n, sizeof *c->live) &&
                fetch(m, &a[TSU_GPU_HISTORIES], c->history, tsu_contacts_history_bytes(c, c->count), 1);
    if (well && records) well = fetch(m, &a[TSU_GPU_RECORD], f->record, n, sizeof *f->record);
    if (well && records && f->roll) well = fetch(m, &a[TSU_GPU_ROLL], f->roll, n, sizeof *f->roll);
    return well;
}

bool tsu_gpu_fetch(const tsu_gpu_memory *m, world *w, bool records)
{
    tsu_particles *p = &w->particles;
    const size_t n = (size_t)p->count;
    bool well = tsu_gpu_fetch_places(m, w) && tsu_gpu_fetch_velocities(m, w) &&
                fetch(m, &m->row[TSU_GPU_W], p->wi, n, sizeof *p->wi) &&
                fetch(m, &m->row[TSU_GPU_FORCE], p->force, n, sizeof *p->force) &&
                fetch(m, &m->row[TSU_GPU_TORQUE], p->torque, n, sizeof *p->torque) &&
                fetch_list(m, m->pairs, &w->contacts, &w->forces, records);
    for (int64_t k = 0; k < w->contacts.count && records; k++) {
        if (!w->contacts.live[k]) tsu_contact_forces_clear(&w->forces, k);
    }
    for (int k = 0; k < w->walls && well; k++) {
        well = fetch_list(m, m->wall[k], &w->wall[k]->contacts, &w->wall[k]->forces, true);
    }
    return well;
}
