/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/search.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/mesh/select.h"
#include "step/wall/wall.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = TSU_MESH_ROWS_PER_CHUNK, IMAGE_NONE = 13, IMAGES = 27, ORIGIN_PARTS = 64 };

static const char *const WHAT = "particles near a mesh";

typedef struct search_job {
    const world *w;
    const tsu_wall *wall;
    tsu_mesh_list *list;
    double shift[32][4];
    double within;    /* of the list, beyond touching                       [m] */
    double wide;      /* so far is searched, if it has to be                [m] */
    double middle[3]; /* of the mesh                                     [m] */
    double alone[3];  /* nearer to it than this along all axes no other image is near [m] */
} search_job;

typedef struct search_one {
    const tsu_mesh_body *body;
    tsu_vec3 centre; /* in the frame of the mesh */
    double radius, range;
    uint32_t image;
    tsu_mesh_chunk *to;
} search_one;

void tsu_mesh_chunks_free(tsu_mesh_chunk **chunk, size_t capacity)
{
    for (size_t k = 0; k < capacity; k++) {
        tsu_memory_release(&(*chunk)[k].candidate);
        tsu_memory_release(&(*chunk)[k].gap);
    }
    tsu_memory_release(chunk);
}

/* Room for so many more candidates. */
static bool reserve(tsu_mesh_chunk *to, int64_t more)
{
    const size_t needed = (size_t)(to->count + more);
    if (to->status == TSU_OK && needed > to->candidate_capacity)
        to->status = tsu_memory_grow(&to->candidate, &to->candidate_capacity, needed, sizeof *to->candidate,
                                     WHAT, NULL);
    if (to->status == TSU_OK && needed > to->gap_capacity)
        to->status = tsu_memory_grow(&to->gap, &to->gap_capacity, needed, sizeof *to->gap, WHAT, NULL);
    return to->status == TSU_OK;
}

/* ---- in the tree ------------------------------------------------------------------------------------------------- */

static void visit(void *context, int32_t item)
{
    search_one *s = context;
    tsu_mesh_chunk *to = s->to;
    const int32_t t = s->body->item[item];
    tsu_foot foot;
    if (!tsu_triangle_foot_within(&s->body->triangle[t], s->centre, s->range, &foot)) return;
    if (!reserve(to, 1)) return;
    to->candidate[to->count] = (uint32_t)t | s->image << TSU_CONTACT_ROW_BITS;
    to->gap[to->count++] = tsu_mesh_gap(foot.distance, s->radius, 0.0);
}

static tsu_vec3 look(const search_job *j, uint32_t image, const double *x)
{
    return tsu_mesh_look(&j->wall->mesh->pose, (const double(*)[4])j->shift, image << TSU_CONTACT_ROW_BITS,
                         x);
}

/* Triangles near row i under all images of the mesh. */
static void search_row(const search_job *j, int64_t i, tsu_mesh_chunk *to)
{
    const double *x = j->w->particles.xr[i];
    const bool *periodic = j->w->box.periodic;
    search_one s = {.body = j->wall->mesh, .radius = x[3], .range = x[3] + j->wide, .to = to};
    for (uint32_t image = 0; image < IMAGES; image++) {
        const uint32_t step[3] = {image % 3, image / 3 % 3, image / 9};
        bool real = true;
        for (int q = 0; q < 3; q++) {
            real = real && (periodic[q] || step[q] == 1);
        }
        if (!real) continue;
        s.image = image;
        s.centre = look(j, image, x);
        const double at[3] = {s.centre.x, s.centre.y, s.centre.z};
        tsu_bvh_near(&s.body->tree, at, s.range, visit, &s);
    }
}

/* ---- from before ------------------------------------------------------------------------------------------------- */

/* How far at most the centre is from where it was, which is kept in single precision [m]. */
static double way_from(const tsu_mesh_spot *old, tsu_vec3 centre)
{
    const tsu_vec3 from = {old->centre[0], old->centre[1], old->centre[2]};
    const double lost = 1.0e-7 * (fabs(from.x) + fabs(from.y) + fabs(from.z));
    return tsu_vec3_norm(tsu_vec3_sub(centre, from)) * (1.0 + 1.0e-12) + lost;
}

/* How much further it may be from there as seen from another image, if one is near. */
static double swung_from(const search_job *j, const tsu_mesh_spot *old, const double x[4])
{
    const double now = j->list->swung;
    bool alone = true;
    if (!(now > old->swung)) return 0.0;
    for (int q = 0; q < 3; q++) {
        alone = alone && fabs(x[q] - j->middle[q]) + x[3] < j->alone[q];
    }
    return alone ? 0.0 : now - old->swung + 1.0e-12 * now;
}

/* Takes the triangles that were known in the old row, if they are enough; *way is how much nearer they may be. */
static bool take_over(const search_job *j, const tsu_mesh_spot *old, const tsu_mesh_spot *now,
                      tsu_vec3 centre, const double x[4], tsu_mesh_chunk *to, double *way)
{
    const tsu_mesh_chunk *from = &j->list->wide_old[(old - j->list->place_old) / ROWS_PER_CHUNK];
    if (old->id != now->id || old->radius != now->radius) return false;
    *way = way_from(old, centre) + swung_from(j, old, x);
    if (!(old->range - *way >= j->within) || !reserve(to, old->count)) return false;
    if (old->count == 0) return true;
    const size_t n = (size_t)old->count;
    memcpy(to->candidate + to->count, from->candidate + old->start, n * sizeof *to->candidate);
    memcpy(to->gap + to->count, from->gap + old->start, n * sizeof *to->gap);
    to->count += old->count;
    return true;
}

/* ---- all rows ---------------------------------------------------------------------------------------------------- */

/* Of the triangles at `place` those that may come near enough. */
static int32_t choose(const search_job *j, const tsu_mesh_spot *place, double way, const tsu_mesh_chunk *from,
                      tsu_mesh_chunk *to)
{
    const int64_t before = to->count;
    if (!reserve(to, place->count)) return 0;
    for (int64_t k = place->start; k < place->start + place->count; k++) {
        const double gap = (double)from->gap[k] - way;
        if (!(gap < j->within)) continue;
        to->candidate[to->count] = from->candidate[k];
        to->gap[to->count++] = way > 0.0 ? tsu_float_below(gap) : from->gap[k];
    }
    return (int32_t)(to->count - before);
}

static int32_t find_row(const search_job *j, int64_t i, tsu_mesh_chunk *wide, tsu_mesh_chunk *to)
{
    const tsu_particles *p = &j->w->particles;
    tsu_mesh_list *list = j->list;
    tsu_mesh_spot *place = &list->place[i];
    const int32_t from = list->from[i];
    *place = (tsu_mesh_spot){.id = p->id[i], .radius = -1.0, .start = wide->count};
    if (!(p->group[i] & j->wall->group)) return 0;
    const tsu_vec3 centre = look(j, IMAGE_NONE, p->xr[i]);
    double way = 0.0;
    place->radius = p->xr[i][3];
    if (from >= 0 && take_over(j, &list->place_old[from], place, centre, p->xr[i], wide, &way)) {
        memcpy(place->centre, list->place_old[from].centre, sizeof place->centre);
        place->range = list->place_old[from].range;
        place->swung = list->place_old[from].swung;
    } else {
        way = 0.0;
        search_row(j, i, wide);
        place->centre[0] = (float)centre.x;
        place->centre[1] = (float)centre.y;
        place->centre[2] = (float)centre.z;
        place->range = j->wide;
        place->swung = list->swung;
    }
    place->count = (int32_t)(wide->count - place->start);
    return choose(j, place, way, wide, to);
}

static void find_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const search_job *j = context;
    tsu_mesh_chunk *to = &j->list->chunk[chunk], *wide = &j->list->wide[chunk];
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    to->count = wide->count = wide->near = 0;
    to->status = wide->status = TSU_OK;
    for (int64_t i = r.begin; i < r.end; i++) {
        j->list->row_count[i] = find_row(j, i, wide, to);
        wide->near += j->list->place[i].count > 0;
    }
}

typedef struct origin_job {
    tsu_mesh_list *list;
    const tsu_particles *p;
    tsu_remap map;
    bool same[ORIGIN_PARTS]; /* rows of the part are those of the last list */
    int64_t size;            /* of a part */
} origin_job;

static void compare_origins(void *context, int64_t part, int thread)
{
    (void)thread;
    origin_job *j = context;
    const tsu_range r = tsu_parallel_block(part, j->p->count, j->size);
    bool same = true;
    for (int64_t k = r.begin; k < r.end; k++) {
        const int64_t i = j->map.new_row ? j->map.new_row[k] : k;
        same = same && j->list->place_old[k].id == j->p->id[i];
        j->list->from[i] = (int32_t)k;
    }
    j->same[part] = same;
}

/* Whether they are the same as those of the last list, as in most cases: then it is known where each comes from. */
static bool find_same_origins(tsu_mesh_list *list, const tsu_particles *p, tsu_remap map, int threads)
{
    enum { ROWS_LEAST = 1024 };
    if (list->places != p->count) return false;
    origin_job j = {.list = list, .p = p, .map = map};
    j.size = tsu_parallel_share(p->count, ORIGIN_PARTS, ROWS_LEAST);
    const int64_t parts = tsu_parallel_blocks(p->count, j.size);
    bool same = true;
    tsu_parallel_for(parts, threads, compare_origins, &j);
    for (int64_t k = 0; k < parts; k++) {
        same = same && j.same[k];
    }
    return same;
}

/* From which row of the last list each row comes. Those that are left are in their old order before they are sorted, and new
 * ones come last; should it ever be otherwise, triangles are searched. */
static void find_origins(tsu_mesh_list *list, const tsu_particles *p, tsu_remap map)
{
    int32_t old = 0;
    for (int32_t k = 0; k < p->count; k++) {
        const int32_t i = map.new_row ? map.new_row[k] : k;
        while (old < list->places && list->place_old[old].id != p->id[i]) {
            old++;
        }
        list->from[i] = old < list->places ? old++ : -1;
    }
}

static void exchange_old(tsu_mesh_list *list)
{
    tsu_mesh_spot *place = list->place_old;
    tsu_mesh_chunk *wide = list->wide_old;
    const size_t places = list->place_old_capacity, chunks = list->wide_old_capacity;
    list->place_old = list->place;
    list->place_old_capacity = list->place_capacity;
    list->wide_old = list->wide;
    list->wide_old_capacity = list->wide_capacity;
    list->place = place;
    list->place_capacity = places;
    list->wide = wide;
    list->wide_capacity = chunks;
}

static tsu_status reserve_rows(tsu_mesh_list *list, int32_t rows, int64_t chunks, tsu_error *err)
{
    const size_t n = (size_t)rows, c = (size_t)chunks;
    tsu_status s =
        tsu_memory_grow(&list->row_count, &list->row_count_capacity, n, sizeof *list->row_count, WHAT, err);
    if (s == TSU_OK) s = tsu_memory_grow(&list->from, &list->from_capacity, n, sizeof *list->from, WHAT, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->place, &list->place_capacity, n, sizeof *list->place, WHAT, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->chunk, &list->chunk_capacity, c, sizeof *list->chunk, WHAT, err);
    if (s == TSU_OK) s = tsu_memory_grow(&list->wide, &list->wide_capacity, c, sizeof *list->wide, WHAT, err);
    return s;
}

/* Where a mesh turns, the box lengths turn the other way as seen from it, and with them its images: the centre goes another way seen
 * from each of them. The ways differ by no more than the box lengths go. */
static void swing(search_job *j, const tsu_box *box)
{
    const tsu_mesh_body *body = j->wall->mesh;
    tsu_mesh_list *list = j->list;
    for (int q = 0; q < 3; q++) {
        const double length = box->periodic[q] ? box->hi[q] - box->lo[q] : 0.0;
        double way2 = 0.0;
        for (int d = 0; d < 3; d++) {
            const double now = length * body->pose.matrix[q][d], way = now - list->edge[q][d];
            list->edge[q][d] = now;
            way2 += way * way;
        }
        list->swung += sqrt(way2);
    }
}

/* Where the other images of the mesh are out of the way. */
static void look_around(search_job *j, const tsu_box *box)
{
    const tsu_mesh_body *body = j->wall->mesh;
    if (body->tree.nodes == 0) return;
    const double *lo = body->tree.node->lo, *hi = body->tree.node->hi;
    const tsu_vec3 middle = tsu_pose_point(
        &body->pose, tsu_vec3_make(0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]), 0.5 * (lo[2] + hi[2])));
    const double at[3] = {middle.x, middle.y, middle.z};
    for (int q = 0; q < 3; q++) {
        double extent = 0.0;
        for (int d = 0; d < 3; d++) {
            extent += 0.5 * fabs(body->pose.matrix[q][d]) * (hi[d] - lo[d]);
        }
        j->middle[q] = at[q];
        j->alone[q] =
            box->periodic[q] ? (box->hi[q] - box->lo[q]) * (1.0 - 1.0e-9) - extent - j->within : INFINITY;
    }
}

/* How much further than needed is searched, in units of what is needed: nothing where particles have so many triangles around them
 * that it would cost more than it saves. */
static double extra_of(const tsu_mesh_list *list, int32_t rows)
{
    enum { MANY = 32 };
    int64_t found = 0, near = 0;
    for (int64_t k = 0; k < tsu_parallel_blocks(rows, ROWS_PER_CHUNK); k++) {
        found += list->wide_old[k].count;
        near += list->wide_old[k].near;
    }
    return found > MANY * near ? 0.0 : 2.0;
}

tsu_status tsu_mesh_search(world *w, const tsu_wall *wall, tsu_remap map, double within, tsu_error *err)
{
    tsu_mesh_list *list = wall->list;
    const int32_t rows = w->particles.count;
    const int64_t chunks = tsu_parallel_blocks(rows, ROWS_PER_CHUNK);
    search_job j = {.w = w, .wall = wall, .list = list, .within = within};
    tsu_box_shifts(&w->box, j.shift);
    exchange_old(list);
    swing(&j, &w->box);
    look_around(&j, &w->box);
    const tsu_status s = reserve_rows(list, rows, chunks, err);
    if (s != TSU_OK) {
        list->places = 0;
        return s;
    }
    j.wide = within + extra_of(list, list->places) * list->skin;
    if (!find_same_origins(list, &w->particles, map, w->threads)) find_origins(list, &w->particles, map);
    tsu_parallel_for(chunks, w->threads, find_rows, &j);
    list->places = rows;
    for (int64_t k = 0; k < chunks; k++) {
        if (list->chunk[k].status == TSU_OK && list->wide[k].status == TSU_OK) continue;
        list->places = 0;
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the particles near mesh %s",
                             wall->mesh->name);
    }
    return TSU_OK;
}
