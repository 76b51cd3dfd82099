/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_contacts.c - the entries of a wall's contacts, made from the triangles near each particle. */
#include "step/mesh/contacts.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/mesh/sure.h"
#include "step/wall/contacts.h"
#include "step/wall/wall.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { NEAR_PER_CHUNK = TSU_MESH_NEAR_PER_CHUNK };

typedef struct find_job {
    const world *w;
    tsu_wall *wall;
    tsu_mesh_list *list;
    const double (*shift)[4];
    tsu_mesh_form form;
} find_job;

/* Whether the contacts found are the entries there are, as in most steps. */
static bool all_go_on(const tsu_mesh_hit *hit, int32_t count, int64_t entries)
{
    if (count != entries) return false;
    for (int32_t k = 0; k < count; k++) {
        if (hit[k].from != k) return false;
    }
    return true;
}

/* Normal and overlap. */
typedef struct geometry {
    tsu_vec3 n;
    double overlap;
} geometry;

static geometry geometry_of(const find_job *j, const double *x, const tsu_foot *foot)
{
    return (geometry){tsu_pose_vector(&j->wall->mesh->pose, foot->n), x[3] - foot->distance};
}

static void put(double to[4], geometry g)
{
    to[0] = g.n.x;
    to[1] = g.n.y;
    to[2] = g.n.z;
    to[3] = g.overlap;
}

/* An entry that goes on stays where it is. */
static void update(const find_job *j, int64_t entry, geometry now)
{
    tsu_v4 *is = (tsu_v4 *)j->wall->forces.geometry, *was = (tsu_v4 *)j->list->was;
    was[entry] = is[entry];
    is[entry] = (tsu_v4){now.n.x, now.n.y, now.n.z, now.overlap};
}

/* The common case: particle a can have no contact but with the face it was on or over. It has one that goes on, or none. false:
 * it is not so, and nothing was done. */
TSU_FN bool stays_over_face(const find_job *j, int64_t a, const double reach)
{
    const tsu_mesh_list *list = j->list;
    const tsu_mesh_body *body = j->wall->mesh;
    const tsu_contacts *c = &j->wall->contacts;
    const int64_t entry = list->entry[a], entries = list->entry[a + 1] - entry;
    const uint32_t code = list->face[a];
    const double *x = j->w->particles.xr[list->row[a]];
    if (code == TSU_MESH_NO_FACE) return entries == 0;
    tsu_foot foot;
    const bool within =
        tsu_triangle_foot_on_face(&body->triangle[code & TSU_CONTACT_ROW_MASK],
                                  tsu_mesh_look(&body->pose, j->shift, code, x), x[3] + reach, &foot);
    if (entries == 0) return !within;
    if (!within || !c->live[entry]) return false;
    const geometry now = geometry_of(j, x, &foot);
    const double *old = j->wall->forces.geometry[entry];
    if (!(now.n.x * old[0] + now.n.y * old[1] + now.n.z * old[2] > TSU_MESH_SAME_CONTACT)) return false;
    update(j, entry, now);
    return true;
}

static tsu_mesh_candidates candidates_of(const tsu_mesh_list *list, int64_t a)
{
    const int64_t first = list->first[a];
    return (tsu_mesh_candidates){.count = list->first[a + 1] - first,
                                 .code = list->candidate + first,
                                 .gap = list->gap + first,
                                 .moved = list->moved};
}

/* Finds out how long particle a will have no contact but with a face, if that is longer than it is known already. */
static void be_sure(const find_job *j, int64_t a, const double *x, uint32_t code)
{
    const tsu_mesh_candidates c = candidates_of(j->list, a);
    const double reach = j->w->lists.reach;
    const double way = tsu_mesh_sure(j->wall->mesh, &c, j->shift, x, reach, code);
    const float least = tsu_float_below(reach + c.moved + way);
    if (!(way > 0.0) || !(least > j->list->least[a])) return;
    j->list->least[a] = least;
    j->list->face[a] = code;
}

static void note(const find_job *j, int64_t a, const double *x, const tsu_mesh_hit *hit, int32_t count)
{
    tsu_mesh_list *list = j->list;
    const int64_t entry = list->entry[a];
    for (int32_t k = 0; k < count; k++) {
        tsu_mesh_found *found = &list->found[list->first[a] + k];
        put(found->geometry, geometry_of(j, x, &hit[k].foot));
        found->code = hit[k].code;
        found->from = hit[k].from < 0 ? -1 : (int32_t)(entry + hit[k].from);
    }
    list->found_count[a] = count;
    list->closing_count[a] = 0;
    for (int64_t k = entry; k < list->entry[a + 1]; k++) {
        list->closing_count[a] += !list->taken[k] && j->wall->contacts.live[k];
    }
}

/* The particle touches nothing: how far the nearest candidate is at least, and whether it is above its face. */
static void stay_clear(const find_job *j, int64_t a, const double *x)
{
    tsu_mesh_list *list = j->list;
    int64_t nearest = -1;
    for (int64_t k = list->first[a]; k < list->first[a + 1]; k++) {
        if (nearest < 0 || list->gap[k] < list->gap[nearest]) nearest = k;
    }
    list->least[a] = nearest >= 0 ? list->gap[nearest] : INFINITY;
    if (nearest >= 0) be_sure(j, a, x, list->candidate[nearest]);
}

/* Looks at all candidates of particle a; tells whether its entries change. */
static bool look_anew(const find_job *j, int64_t a, tsu_mesh_hit *hit)
{
    tsu_mesh_list *list = j->list;
    const tsu_contacts *c = &j->wall->contacts;
    const double *x = j->w->particles.xr[list->row[a]];
    const int64_t entry = list->entry[a], entries = list->entry[a + 1] - entry;
    if (entries > 0) memset(list->taken + entry, 0, (size_t)entries);
    const tsu_mesh_old old = {.count = entries,
                              .geometry = (const double(*)[4])j->wall->forces.geometry + entry,
                              .live = c->live + entry,
                              .taken = list->taken + entry};
    const tsu_mesh_candidates candidates = candidates_of(list, a);
    const int32_t count =
        tsu_mesh_select(&j->form, &candidates, j->shift, x, x[3], j->w->lists.reach, &old, hit);
    list->least[a] = -INFINITY;
    list->face[a] = TSU_MESH_NO_FACE;
    if (count == 0) stay_clear(j, a, x);
    list->goes_on[a] = all_go_on(hit, count, entries);
    if (!list->goes_on[a]) {
        note(j, a, x, hit, count);
        return true;
    }
    for (int32_t k = 0; k < count; k++) {
        j->wall->contacts.partner[entry + k] = hit[k].code;
        update(j, entry + k, geometry_of(j, x, &hit[k].foot));
    }
    if (count == 1 && hit->foot.feature == TSU_FEATURE_FACE) be_sure(j, a, x, hit->code);
    return false;
}

static TSU_CLONES void find_chunk(void *context, int64_t chunk, int thread)
{
    const find_job *j = context;
    const tsu_mesh_list *list = j->list;
    const tsu_range r = tsu_parallel_block(chunk, list->near, NEAR_PER_CHUNK);
    const int64_t first = list->entry[r.begin], last = list->entry[r.end];
    const double reach = j->w->lists.reach, gone = reach + list->moved;
    tsu_mesh_hit *hit = list->hit + (int64_t)thread * list->most;
    bool changed = false;
    memset(list->goes_on + r.begin, 1, (size_t)(r.end - r.begin));
    memset(list->mark + first, TSU_MESH_GOES_ON, (size_t)(last - first));
    for (int64_t a = r.begin; a < r.end; a++) {
        if ((double)list->least[a] > gone && stays_over_face(j, a, reach)) continue;
        changed |= look_anew(j, a, hit);
    }
    list->changed[chunk] = changed;
}

/* Entry `at` of the new contacts; `from`: the old one it goes on from, or -1. */
static void write_entry(const find_job *j, int64_t a, int64_t at, uint32_t code, int64_t from,
                        const double now[4], const double was[4])
{
    tsu_contacts *fresh = &j->wall->previous;
    fresh->row[at] = (uint32_t)j->list->row[a];
    fresh->partner[at] = code;
    memcpy(j->wall->previous_forces.geometry[at], now, sizeof *j->wall->forces.geometry);
    memcpy(j->list->was_new[at], was, sizeof *j->list->was_new);
    j->list->mark[at] = from < 0 ? TSU_MESH_FRESH : TSU_MESH_GOES_ON;
    tsu_wall_contacts_carry(j->wall, from, at);
}

static void write_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const find_job *j = context;
    const tsu_mesh_list *list = j->list;
    const tsu_contacts *old = &j->wall->contacts;
    const double(*last)[4] = (const double(*)[4])j->wall->forces.geometry;
    const tsu_range r = tsu_parallel_block(chunk, list->near, NEAR_PER_CHUNK);
    for (int64_t a = r.begin; a < r.end; a++) {
        int64_t at = list->entry_new[a];
        if (list->goes_on[a]) {
            for (int64_t k = list->entry[a]; k < list->entry[a + 1]; k++) {
                write_entry(j, a, at++, old->partner[k], k, last[k], list->was[k]);
            }
            continue;
        }
        for (int32_t f = 0; f < list->found_count[a]; f++) {
            const tsu_mesh_found *found = &list->found[list->first[a] + f];
            const double *was = found->from >= 0 ? last[found->from] : found->geometry;
            write_entry(j, a, at++, found->code, found->from, found->geometry, was);
        }
        for (int64_t k = list->entry[a]; k < list->entry[a + 1] && list->closing_count[a] > 0; k++) {
            if (list->taken[k] || !old->live[k]) continue;
            write_entry(j, a, at, old->partner[k], k, last[k], last[k]);
            list->mark[at++] = TSU_MESH_CLOSING;
        }
    }
}

/* Room for what is known of so many entries besides. */
static tsu_status reserve(tsu_mesh_list *list, size_t n, tsu_error *err)
{
    const char *what = "contacts with a mesh";
    tsu_status s = tsu_memory_grow(&list->was, &list->was_capacity, n, sizeof *list->was, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->was_new, &list->was_new_capacity, n, sizeof *list->was_new, what, err);
    if (s == TSU_OK) s = tsu_memory_grow(&list->mark, &list->mark_capacity, n, 1, what, err);
    if (s == TSU_OK) s = tsu_memory_grow(&list->taken, &list->taken_capacity, n, 1, what, err);
    return s;
}

static void exchange(void *a, void *b, size_t size)
{
    unsigned char kept[sizeof(void *)];
    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
}

/* Entries made anew from what was found. */
static tsu_status write_entries(world *w, find_job *j, tsu_error *err)
{
    tsu_mesh_list *list = j->list;
    tsu_wall *wall = j->wall;
    list->entry_new[0] = 0;
    for (int64_t a = 0; a < list->near; a++) {
        list->entry_new[a + 1] =
            list->entry_new[a] + (list->goes_on[a] ? list->entry[a + 1] - list->entry[a]
                                                   : list->found_count[a] + list->closing_count[a]);
    }
    const int64_t count = list->entry_new[list->near];
    tsu_status s = tsu_wall_contacts_prepare(wall, count, err);
    if (s == TSU_OK) s = reserve(list, (size_t)count, err);
    if (s != TSU_OK) return s;
    tsu_parallel_for(tsu_parallel_blocks(list->near, NEAR_PER_CHUNK), w->threads, write_chunk, j);
    tsu_wall_contacts_swap(wall);
    exchange(&list->entry, &list->entry_new, sizeof list->entry);
    exchange(&list->entry_capacity, &list->entry_new_capacity, sizeof list->entry_capacity);
    exchange(&list->was, &list->was_new, sizeof list->was);
    exchange(&list->was_capacity, &list->was_new_capacity, sizeof list->was_capacity);
    return TSU_OK;
}

tsu_status tsu_mesh_contacts_find(world *w, tsu_wall *wall, const double (*shift)[4], tsu_error *err)
{
    tsu_mesh_list *list = wall->list;
    find_job j = {.w = w, .wall = wall, .list = list, .shift = shift, .form = tsu_mesh_form_of(wall->mesh)};
    const tsu_status s = reserve(list, (size_t)wall->contacts.count, err);
    if (s != TSU_OK) return s;
    const int64_t chunks = tsu_parallel_blocks(list->near, NEAR_PER_CHUNK);
    tsu_parallel_for(chunks, w->threads, find_chunk, &j);
    list->steady = true;
    for (int64_t k = 0; k < chunks; k++) {
        list->steady = list->steady && !list->changed[k];
    }
    return list->steady ? TSU_OK : write_entries(w, &j, err);
}
