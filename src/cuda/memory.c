/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda/memory.h"
#include "cuda/meshes.h"
#include "step/mesh/body.h"
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

/* One array grows at a time, so that there are never two of it. */
bool tsu_gpu_reserve(tsu_gpu_memory *m, tsu_gpu_array *a, size_t bytes)
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

void *tsu_gpu_room(tsu_gpu_memory *m, tsu_gpu_work_array which, size_t bytes)
{
    return tsu_gpu_reserve(m, &m->work[which], bytes) ? m->work[which].at : NULL;
}

bool tsu_gpu_send(tsu_gpu_memory *m, tsu_gpu_array *a, const void *from, size_t count, size_t size)
{
    return tsu_gpu_reserve(m, a, count * size) && m->backend->write(a->at, from, count * size);
}

static void release_held(tsu_gpu_memory *m, tsu_gpu_held *h)
{
    for (int q = 0; q < TSU_GPU_LIST_ARRAYS; q++) {
        release(m, &h->array[q]);
    }
}

static void release_lists(tsu_gpu_memory *m, tsu_gpu_lists *l)
{
    release_held(m, &l->now);
    release_held(m, &l->other);
    release(m, &l->table);
    for (int q = 0; q < TSU_GPU_MESH_ARRAYS; q++) {
        release(m, &l->mesh[q]);
    }
}

static void release_walls(tsu_gpu_memory *m)
{
    for (int k = 0; k < m->walls; k++) {
        release_lists(m, &m->wall[k]);
    }
    free(m->wall);
    free(m->seen);
    free(m->form);
    m->wall = NULL;
    m->seen = NULL;
    m->form = NULL;
    m->walls = 0;
}

void tsu_gpu_memory_free(tsu_gpu_memory *m)
{
    if (!m->backend) return;
    release_walls(m);
    release_lists(m, &m->pairs);
    for (int q = 0; q < TSU_GPU_ROW_ARRAYS; q++) {
        release(m, &m->row[0][q]);
        release(m, &m->row[1][q]);
    }
    for (int q = 0; q < TSU_GPU_WORK_ARRAYS; q++) {
        release(m, &m->work[q]);
    }
}

/* ---- room ------------------------------------------------------------------------------------------------------------ */

/* Bytes of the histories of so many entries: whole blocks. */
static size_t history_bytes(int width, int64_t count)
{
    const size_t blocks = ((size_t)count + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK;
    return blocks * TSU_CONTACT_BLOCK * (size_t)width * sizeof(double);
}

bool tsu_gpu_reserve_list(tsu_gpu_memory *m, tsu_gpu_held *h, const tsu_gpu_list *like, int64_t count,
                          unsigned with)
{
    const size_t n = (size_t)count;
    tsu_gpu_array *a = h->array;
    const bool partners = with & TSU_GPU_WITH_PARTNERS, records = with & TSU_GPU_WITH_RECORDS,
               geometry = with & TSU_GPU_WITH_GEOMETRY, rolls = records && like->laws.stage[TSU_ROLLING] != 0;
    const bool well = tsu_gpu_reserve(m, &a[TSU_GPU_ROW], n * sizeof(uint32_t)) &&
                      (!partners || tsu_gpu_reserve(m, &a[TSU_GPU_PARTNER], n * sizeof(uint32_t))) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_LIVE], n) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_HISTORIES], history_bytes(like->width, count)) &&
                      (!records || tsu_gpu_reserve(m, &a[TSU_GPU_RECORD], n * sizeof *like->record)) &&
                      (!rolls || tsu_gpu_reserve(m, &a[TSU_GPU_ROLL], n * sizeof *like->roll)) &&
                      (!geometry || tsu_gpu_reserve(m, &a[TSU_GPU_GEOMETRY], n * sizeof *like->geometry));
    h->list = (tsu_gpu_list){.count = count,
                             .row = a[TSU_GPU_ROW].at,
                             .partner = partners ? a[TSU_GPU_PARTNER].at : NULL,
                             .live = a[TSU_GPU_LIVE].at,
                             .history = a[TSU_GPU_HISTORIES].at,
                             .width = like->width,
                             .record = records ? a[TSU_GPU_RECORD].at : NULL,
                             .roll = rolls ? a[TSU_GPU_ROLL].at : NULL,
                             .geometry = geometry ? a[TSU_GPU_GEOMETRY].at : NULL,
                             .laws = like->laws};
    return well;
}

static tsu_gpu_rows rows_of(const tsu_gpu_array *a)
{
    return (tsu_gpu_rows){.x = a[TSU_GPU_X].at,
                          .v = a[TSU_GPU_V].at,
                          .w = a[TSU_GPU_W].at,
                          .mass = a[TSU_GPU_MASS].at,
                          .type = a[TSU_GPU_TYPE].at,
                          .group = a[TSU_GPU_GROUP].at,
                          .id = a[TSU_GPU_ID].at,
                          .image = a[TSU_GPU_IMAGE].at,
                          .home = a[TSU_GPU_HOME].at};
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
    if (!tsu_gpu_send(m, a, from->table, pairs * (size_t)from->coefficients, sizeof *from->table))
        return false;
    to->table = a->at;
    return true;
}

/* A list with its histories; of records only those of walls, whose work counts the forces of the last step. */
static bool upload_list(tsu_gpu_memory *m, const tsu_contacts *c, const tsu_contact_forces *f, unsigned with,
                        const tsu_lawset *laws, tsu_gpu_lists *to)
{
    const size_t n = (size_t)c->count;
    tsu_gpu_list like = {.width = c->history_width};
    tsu_gpu_array *a = to->now.array;
    bool well =
        upload_laws(m, laws, &to->table, &like.laws) &&
        tsu_gpu_reserve_list(m, &to->now, &like, c->count, with) &&
        tsu_gpu_send(m, &a[TSU_GPU_ROW], c->row, n, sizeof *c->row) &&
        tsu_gpu_send(m, &a[TSU_GPU_LIVE], c->live, n, sizeof *c->live) &&
        tsu_gpu_send(m, &a[TSU_GPU_HISTORIES], c->history, tsu_contacts_history_bytes(c, c->count), 1);
    if (well && with & TSU_GPU_WITH_PARTNERS)
        well = tsu_gpu_send(m, &a[TSU_GPU_PARTNER], c->partner, n, sizeof *c->partner);
    if (well && with & TSU_GPU_WITH_RECORDS)
        well = tsu_gpu_send(m, &a[TSU_GPU_RECORD], f->record, n, sizeof *f->record);
    if (well && to->now.list.roll) well = tsu_gpu_send(m, &a[TSU_GPU_ROLL], f->roll, n, sizeof *f->roll);
    if (well && with & TSU_GPU_WITH_GEOMETRY)
        well = tsu_gpu_send(m, &a[TSU_GPU_GEOMETRY], f->geometry, n, sizeof *f->geometry);
    return well;
}

tsu_gpu_surface tsu_gpu_surface_of(const tsu_wall *wall)
{
    static const struct {
        const char *name;
        tsu_gpu_surface surface;
    } known[] = {
        {"plane", TSU_GPU_PLANE},        {"xplane", TSU_GPU_PLANE},       {"yplane", TSU_GPU_PLANE},
        {"zplane", TSU_GPU_PLANE},       {"cylinder", TSU_GPU_CYLINDER},  {"xcylinder", TSU_GPU_CYLINDER},
        {"ycylinder", TSU_GPU_CYLINDER}, {"zcylinder", TSU_GPU_CYLINDER}, {"sphere", TSU_GPU_SPHERE},
        {"cone", TSU_GPU_CONE},          {"mesh", TSU_GPU_MESH}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].name, wall->shape->name) == 0) return known[k].surface;
    }
    return TSU_GPU_NO_SURFACE;
}

static bool upload_wall(tsu_gpu_memory *m, const world *w, int number, tsu_gpu_lists *to)
{
    const tsu_wall *from = w->wall[number];
    const double *v = from->velocity;
    const tsu_gpu_surface surface = tsu_gpu_surface_of(from);
    const bool mesh = surface == TSU_GPU_MESH;
    tsu_gpu_wall *seen = &m->seen[number];
    *seen = (tsu_gpu_wall){.number = number,
                           .surface = surface,
                           .form = from->form,
                           .velocity = {v[0], v[1], v[2]},
                           .spin = from->spin,
                           .still = mesh ? tsu_mesh_is_still(from->mesh)
                                         : v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0 && from->spin == 0.0,
                           .type = from->type};
    const unsigned with = TSU_GPU_WITH_RECORDS | (mesh ? TSU_GPU_WITH_PARTNERS | TSU_GPU_WITH_GEOMETRY : 0u);
    m->meshes |= mesh;
    return upload_list(m, &from->contacts, &from->forces, with, &from->laws, to) &&
           (!mesh || tsu_gpu_send_mesh(m, w, from, to, &seen->mesh));
}

static bool upload_walls(tsu_gpu_memory *m, const world *w)
{
    const size_t n = (size_t)w->walls;
    if (m->walls != w->walls) release_walls(m);
    if (!m->wall) m->wall = calloc(n + 1, sizeof *m->wall);
    if (!m->seen) m->seen = calloc(2 * n + 1, sizeof *m->seen);
    if (!m->form) m->form = calloc(TSU_GPU_STEPS_MOST * n + 1, sizeof *m->form);
    if (!m->wall || !m->seen || !m->form) return false;
    m->walls = w->walls;
    m->meshes = false;
    for (int k = 0; k < w->walls; k++) {
        if (!upload_wall(m, w, k, &m->wall[k])) return false;
    }
    return true;
}

static bool upload_rows(tsu_gpu_memory *m, const world *w)
{
    const tsu_particles *p = &w->particles;
    const size_t n = (size_t)p->count;
    tsu_gpu_array *a = m->row[0];
    static const size_t size[TSU_GPU_ROW_ARRAYS] = {sizeof(tsu_four), sizeof(tsu_four),    sizeof(tsu_four),
                                                    sizeof(double),   sizeof(int32_t),     sizeof(uint32_t),
                                                    sizeof(uint64_t), 4 * sizeof(int32_t), sizeof(uint32_t)};
    const void *from[TSU_GPU_ROW_ARRAYS] = {p->xr,    p->vm, p->wi,    p->mass, p->type,
                                            p->group, p->id, p->image, NULL};
    m->count = p->count;
    m->leavers = 0;
    for (int q = 0; q < TSU_GPU_ROW_ARRAYS; q++) {
        if (!tsu_gpu_reserve(m, &m->row[0][q], n * size[q])) return false;
        if (!tsu_gpu_reserve(m, &m->row[1][q], n * size[q])) return false;
        if (from[q] && !tsu_gpu_send(m, &a[q], from[q], n, size[q])) return false;
    }
    m->rows = rows_of(m->row[0]);
    m->other = rows_of(m->row[1]);
    const tsu_gpu_making job = {.old = m->rows};
    return m->backend->each(TSU_GPU_COME_HOME, p->count, &job) &&
           tsu_gpu_room(m, TSU_GPU_FORCE, n * sizeof(tsu_four)) &&
           tsu_gpu_room(m, TSU_GPU_TORQUE, n * sizeof(tsu_four)) &&
           tsu_gpu_room(m, TSU_GPU_SUMS, TSU_GPU_STEPS_MOST * sizeof(tsu_gpu_sums)) &&
           tsu_gpu_room(m, TSU_GPU_LARGE, TSU_TALLY_SUMS * sizeof(tsu_gpu_exact)) &&
           tsu_gpu_room(m, TSU_GPU_TURN, sizeof(tsu_gpu_turn));
}

static bool upload_exclusions(tsu_gpu_memory *m, const world *w)
{
    const size_t n = (size_t)w->exclusions;
    tsu_gpu_exclusion *e = calloc(n + 1, sizeof *e);
    for (size_t k = 0; k < n && e; k++) {
        const tsu_exclusion *from = &w->exclusion[k];
        e[k] = (tsu_gpu_exclusion){
            from->by_type, {from->type[0], from->type[1]}, {from->group[0], from->group[1]}};
    }
    const bool well = e && tsu_gpu_send(m, &m->work[TSU_GPU_EXCLUSIONS], e, n, sizeof *e);
    free(e);
    return well;
}

bool tsu_gpu_upload(tsu_gpu_memory *m, const world *w, tsu_gpu_view *view)
{
    const bool well = upload_rows(m, w) &&
                      upload_list(m, &w->contacts, &w->forces, TSU_GPU_WITH_PARTNERS, &w->laws, &m->pairs) &&
                      upload_walls(m, w) && upload_exclusions(m, w);
    tsu_gpu_point(m, view);
    return well;
}

void tsu_gpu_point(tsu_gpu_memory *m, tsu_gpu_view *view)
{
    view->rows = m->count;
    view->at = m->rows;
    view->force = m->work[TSU_GPU_FORCE].at;
    view->torque = m->work[TSU_GPU_TORQUE].at;
    view->sums = m->work[TSU_GPU_SUMS].at;
    view->large = m->work[TSU_GPU_LARGE].at;
    view->turn = m->work[TSU_GPU_TURN].at;
    view->first = m->work[TSU_GPU_SIDES].at;
    view->code = m->work[TSU_GPU_CODE].at;
    view->near = m->work[TSU_GPU_NEAR].at;
    view->pairs = m->pairs.now.list;
    view->walls = m->walls;
    view->wall = m->work[TSU_GPU_WALL].at;
    for (int k = 0; k < m->walls; k++) {
        m->seen[k].list = m->wall[k].now.list;
    }
}
