/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda/lists.h"
#include "cuda/meshes.h"
#include "step/survey.h"
#include "step/wall/wall.h"
#include <math.h>

typedef struct tsu_world world;

enum { CELLS_EACH = 8 }; /* of the grid, for a row, at most */

/* ---- how long ---------------------------------------------------------------------------------------------------------- */

void tsu_gpu_wear_begin(tsu_gpu_wear *wear, const world *w, double dt)
{
    static const double still[3] = {0.0, 0.0, 0.0};
    tsu_survey survey;
    tsu_survey_take(w, &survey);
    wear->largest = survey.largest;
    wear->typical = survey.radii / (double)w->particles.count;
    wear->reach = tsu_lawset_reach(&w->laws, survey.largest, false);
    for (int k = 0; k < w->walls; k++) {
        wear->reach = fmax(wear->reach, tsu_lawset_reach(&w->wall[k]->laws, survey.largest, true));
    }
    if (!(wear->skin > 0.0)) wear->skin = 0.1 * wear->typical;
    wear->moved = 0.0;
    wear->way = dt * tsu_survey_fastest(w, still);
    wear->steps = 0;
    wear->looked = 0;
}

/* Lists that lasted long may be tighter, others must be wider. */
static void tune(tsu_gpu_wear *wear)
{
    enum { SHORT = 40, LONG = 200 };
    if (wear->steps < SHORT) wear->skin = fmin(1.25 * wear->skin, 0.4 * wear->typical);
    if (wear->steps > LONG) wear->skin = fmax(wear->skin / 1.25, 0.02 * wear->typical);
}

static bool read_extent(tsu_gpu_memory *m, tsu_gpu_extent *e)
{
    return m->backend->read(e, m->work[TSU_GPU_EXTENT].at, sizeof *e);
}

double tsu_gpu_wear_most(const tsu_gpu_wear *wear)
{
    return 0.4995 * wear->skin;
}

bool tsu_gpu_wear_out(tsu_gpu_memory *m, tsu_gpu_wear *wear, bool *well)
{
    tsu_gpu_extent e = {0};
    const tsu_gpu_making job = {
        .old = m->rows, .place = m->work[TSU_GPU_PLACE].at, .extent = m->work[TSU_GPU_EXTENT].at};
    *well = true;
    if (wear->moved <= tsu_gpu_wear_most(wear)) return false;
    *well = m->backend->clear(job.extent, sizeof e) &&
            m->backend->each(TSU_GPU_FIND_FURTHEST, m->count, &job) && read_extent(m, &e);
    memcpy(&wear->moved, &e.furthest2, sizeof wear->moved);
    wear->moved = sqrt(wear->moved);
    return 2.0 * wear->moved >
           0.85 * wear->skin; /* with little left it is not worth looking again and again */
}

/* ---- the grid ---------------------------------------------------------------------------------------------------------- */

/* Where particles are along the axes that are not periodic. Who has come out of it since is in a cell at its face. */
static bool find_extent(tsu_gpu_memory *m, const tsu_gpu_making *job, tsu_gpu_wear *wear)
{
    enum { OFTEN = 50 };
    tsu_gpu_extent e = {.low = {UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    if (!m->backend->write(job->extent, &e, sizeof e)) return false;
    if (wear->looked++ % OFTEN != 0) return true;
    if (!m->backend->each(TSU_GPU_FIND_EXTENT, m->count, job) || !read_extent(m, &e)) return false;
    for (int q = 0; q < 3; q++) {
        wear->lo[q] = tsu_gpu_unordered(e.low[q]);
        wear->hi[q] = tsu_gpu_unordered(e.high[q]);
    }
    return true;
}

/* The width of cells: that in which all spheres see their neighbours in the next cell, if sizes are alike. */
static double cell_width(const tsu_gpu_wear *wear)
{
    const bool alike = wear->largest < 2.0 * wear->typical;
    return (alike ? 2.0 * wear->largest : 2.6 * wear->typical) + wear->skin + wear->reach;
}

static int64_t divide(tsu_gpu_grid *g, double width)
{
    int64_t bricks = 1;
    for (int q = 0; q < 3; q++) {
        const double most = floor(g->length[q] / width);
        const int cells = most < 1.0 ? 1 : most > 1.0e6 ? 1000000 : (int)most;
        g->cells[q] = cells;
        g->bricks[q] = ((cells - 1) >> TSU_GPU_BRICK_BITS) + 1;
        g->inverse[q] = cells / g->length[q];
        bricks *= g->bricks[q];
    }
    return bricks << (3 * TSU_GPU_BRICK_BITS);
}

/* Cells, no more than a few for each row; returns their number. */
static int64_t lay_grid(const tsu_gpu_memory *m, const world *w, const tsu_gpu_wear *wear, tsu_gpu_grid *g)
{
    double width = cell_width(wear);
    for (int q = 0; q < 3; q++) {
        const bool p = g->periodic[q];
        g->lo[q] = p ? w->box.lo[q] : wear->lo[q];
        g->length[q] = (p ? w->box.hi[q] : wear->hi[q]) - g->lo[q];
        if (!(g->length[q] > width)) g->length[q] = p ? g->length[q] : width;
    }
    const int64_t most = (int64_t)CELLS_EACH * m->count + (1 << 16);
    int64_t cells = divide(g, width);
    for (; cells > most; cells = divide(g, width)) {
        width *= 1.25;
    }
    return cells;
}

/* ---- rows -------------------------------------------------------------------------------------------------------------- */

static bool make_room(tsu_gpu_memory *m, tsu_gpu_making *j)
{
    const size_t n = (size_t)m->count, each = sizeof(uint32_t);
    j->extent = tsu_gpu_room(m, TSU_GPU_EXTENT, sizeof *j->extent);
    j->place = tsu_gpu_room(m, TSU_GPU_PLACE, n * sizeof *j->place);
    j->near = tsu_gpu_room(m, TSU_GPU_NEAR, n * each);
    j->new_row = tsu_gpu_room(m, TSU_GPU_NEW_ROW, (n + 1) * each);
    j->gone = m->work[TSU_GPU_GONE].at;
    j->leavers = m->leavers;
    j->wrap = tsu_gpu_room(m, TSU_GPU_WRAP, n * sizeof *j->wrap);
    j->own = tsu_gpu_room(m, TSU_GPU_OWN, (2 * n + 2) * each);
    j->sides = tsu_gpu_room(m, TSU_GPU_SIDES, (n + 1) * each);
    j->cursor = tsu_gpu_room(m, TSU_GPU_CURSOR, n * each);
    j->kept = tsu_gpu_room(m, TSU_GPU_KEPT_ROWS, TSU_GPU_KEPT * n * each);
    j->exclusion = m->work[TSU_GPU_EXCLUSIONS].at;
    const bool sorts = tsu_gpu_room(m, TSU_GPU_KEY, n * each) && tsu_gpu_room(m, TSU_GPU_ORDER, n * each) &&
                       tsu_gpu_room(m, TSU_GPU_KEY_SORTED, n * each) &&
                       tsu_gpu_room(m, TSU_GPU_ORDER_SORTED, n * each) &&
                       tsu_gpu_room(m, TSU_GPU_SCRATCH, m->backend->scratch(2 * m->count + 1));
    return sorts && j->extent && j->place && j->near && j->new_row && j->wrap && j->own && j->sides &&
           j->cursor;
}

static tsu_gpu_scratch scratch_of(const tsu_gpu_memory *m)
{
    return (tsu_gpu_scratch){m->work[TSU_GPU_SCRATCH].at, m->work[TSU_GPU_SCRATCH].bytes};
}

static int bits_of(int64_t cells)
{
    int bits = 1;
    while (cells >> bits) {
        bits++;
    }
    return bits;
}

/* Rows by cells. */
static tsu_gpu_made sort_rows(tsu_gpu_memory *m, const world *w, tsu_gpu_wear *wear, tsu_gpu_making *j)
{
    const tsu_gpu_backend *b = m->backend;
    tsu_gpu_extent e;
    for (int q = 0; q < 3; q++) {
        j->grid.periodic[q] = w->box.periodic[q];
    }
    if (!find_extent(m, j, wear)) return TSU_GPU_FAILED;
    const int64_t cells = lay_grid(m, w, wear, &j->grid);
    const size_t bytes = (size_t)cells * sizeof(uint32_t);
    uint32_t *key[2] = {m->work[TSU_GPU_KEY].at, m->work[TSU_GPU_KEY_SORTED].at},
             *order[2] = {m->work[TSU_GPU_ORDER].at, m->work[TSU_GPU_ORDER_SORTED].at};
    j->cell_first = tsu_gpu_room(m, TSU_GPU_CELL_FIRST, bytes);
    j->cell_end = tsu_gpu_room(m, TSU_GPU_CELL_END, bytes);
    if (!j->cell_first || !j->cell_end) return TSU_GPU_FAILED;
    j->key = key[0];
    j->order = order[0];
    if (!b->each(TSU_GPU_SETTLE_ROW, m->count, j) || !read_extent(m, &e)) return TSU_GPU_FAILED;
    if (e.strange) return TSU_GPU_STRANGE;
    j->key = key[1];
    j->order = order[1];
    const int bits = m->leavers > 0 ? 32 : bits_of(cells);
    const bool sorted = b->sort(key, order, m->count, bits, scratch_of(m));
    m->count -= m->leavers;
    m->leavers = 0;
    j->rows = m->count;
    const bool well = sorted && b->clear(j->cell_first, bytes) && b->clear(j->cell_end, bytes) &&
                      b->each(TSU_GPU_ARRANGE_ROW, m->count, j);
    return well ? TSU_GPU_MADE : TSU_GPU_FAILED;
}

/* How far apart surfaces are that lists have: those that may touch while the lists last, and those that have touched in the evaluation
 * before and may have gone apart since, whose contact ends in this one. */
static double range_of(const tsu_gpu_wear *wear, double bodies)
{
    return fmax(0.5 * bodies * wear->skin + wear->reach, 1.000001 * bodies * wear->way);
}

/* ---- pairs ------------------------------------------------------------------------------------------------------------- */

static uint64_t mask_of(const tsu_lawset *laws)
{
    _Static_assert(TSU_HISTORY_ROWS <= 64, "a mask has 64 bits");
    uint64_t mask = 0;
    for (int q = 0; q < laws->history; q++) {
        mask |= (uint64_t)laws->antisymmetric[q] << q;
    }
    return mask;
}

/* Numbers of pairs, and room for them. */
static bool count_pairs(tsu_gpu_memory *m, tsu_gpu_making *j)
{
    const tsu_gpu_backend *b = m->backend;
    const int64_t n = m->count;
    const size_t each = sizeof(uint32_t);
    uint32_t pairs = 0, close = 0;
    tsu_gpu_lists *l = &m->pairs;
    const bool well = b->clear(j->sides, ((size_t)n + 1) * each) && b->clear(j->own + 2 * n, each) &&
                      b->each(TSU_GPU_COUNT_ROW, n, j) && b->scan(j->own, 2 * n + 1, scratch_of(m)) &&
                      b->scan(j->sides, n + 1, scratch_of(m)) &&
                      b->read(&pairs, j->own + 2 * n, sizeof pairs) &&
                      b->read(&close, j->own + n, sizeof close);
    if (!well || pairs >= UINT32_C(1) << (32 - TSU_INCIDENT_BITS)) return false;
    for (int q = TSU_GPU_RECORD; q <= TSU_GPU_ROLL && !l->other.array[q].at; q++) {
        l->other.array[q] = l->now.array[q]; /* records of the old list are not wanted any more */
        l->now.array[q] = (tsu_gpu_array){0};
    }
    j->from = l->now.list;
    j->source = tsu_gpu_room(m, TSU_GPU_SOURCE, ((size_t)pairs + 1) * each);
    j->code = tsu_gpu_room(m, TSU_GPU_CODE, (2 * (size_t)pairs + 1) * each);
    if (!j->source || !j->code) return false;
    const bool room =
        tsu_gpu_reserve_list(m, &l->other, &l->now.list, pairs, TSU_GPU_WITH_PARTNERS | TSU_GPU_WITH_RECORDS);
    l->other.list.close = close;
    return room;
}

static bool make_pairs(tsu_gpu_memory *m, const world *w, const tsu_gpu_wear *wear, tsu_gpu_making *j)
{
    const tsu_gpu_backend *b = m->backend;
    j->range = range_of(wear, 2.0);
    j->soon = 0.05 * wear->skin;
    j->exclusions = w->exclusions;
    j->antisymmetric = mask_of(&w->laws);
    if (!count_pairs(m, j)) return false;
    j->to = m->pairs.other.list;
    const bool well = b->each(TSU_GPU_BEGIN_ROW, m->count, j) && b->each(TSU_GPU_FILL_ROW, m->count, j) &&
                      b->each(TSU_GPU_FIND_PAIR, j->from.count, j) &&
                      b->each(TSU_GPU_CARRY_ENTRY, j->to.count, j) && b->each(TSU_GPU_SORT_ROW, m->count, j);
    tsu_gpu_swap(&m->pairs);
    return well;
}

/* ---- walls ------------------------------------------------------------------------------------------------------------- */

static bool make_wall(tsu_gpu_memory *m, const tsu_wall *wall, tsu_gpu_lists *l, tsu_gpu_making *j)
{
    const tsu_gpu_backend *b = m->backend;
    const int64_t n = m->count;
    uint32_t entries = 0;
    j->group = wall->group;
    j->antisymmetric = 0;
    const bool well = b->clear(j->own + n, sizeof *j->own) && b->each(TSU_GPU_MARK_WALL, n, j) &&
                      b->scan(j->own, n + 1, scratch_of(m)) && b->read(&entries, j->own + n, sizeof entries);
    if (!well || !tsu_gpu_reserve_list(m, &l->other, &l->now.list, entries, TSU_GPU_WITH_RECORDS))
        return false;
    j->source = tsu_gpu_room(m, TSU_GPU_SOURCE, ((size_t)entries + 1) * sizeof *j->source);
    j->from = l->now.list;
    j->to = l->other.list;
    const bool made = j->source && b->each(TSU_GPU_FILL_WALL, n, j) &&
                      b->each(TSU_GPU_FIND_WALL, j->from.count, j) &&
                      b->each(TSU_GPU_CARRY_WALL, j->to.count, j);
    tsu_gpu_swap(l);
    return made;
}

/* Entries of particles near a mesh: counts, then room, then who they are. */
static bool make_mesh(tsu_gpu_memory *m, const tsu_wall *wall, tsu_gpu_lists *l, tsu_gpu_making *j)
{
    const tsu_gpu_backend *b = m->backend;
    const int64_t n = m->count;
    uint32_t near = 0, candidates = 0, *first = j->own + n + 1;
    j->group = wall->group;
    j->antisymmetric = 0;
    j->from = l->now.list;
    const bool counted = b->clear(j->own + n, sizeof *first) && b->clear(first + n, sizeof *first) &&
                         b->each(TSU_GPU_COUNT_MESH, n, j) && b->each(TSU_GPU_MARK_HELD, j->from.count, j) &&
                         b->scan(j->own, n + 1, scratch_of(m)) && b->scan(first, n + 1, scratch_of(m)) &&
                         b->read(&near, j->own + n, sizeof near) &&
                         b->read(&candidates, first + n, sizeof candidates);
    if (!counted || !tsu_gpu_mesh_room(m, l, near, candidates, &m->seen[j->number].mesh)) return false;
    j->wall = m->seen[j->number];
    j->to = l->other.list;
    const bool made = b->each(TSU_GPU_FILL_MESH, n, j) && b->each(TSU_GPU_CARRY_MESH, j->from.count, j);
    tsu_gpu_swap(l);
    return made;
}

static bool make_walls(tsu_gpu_memory *m, const world *w, tsu_gpu_wear *wear, tsu_gpu_making *j)
{
    bool well = tsu_gpu_meshes_send(m, w, 1);
    wear->surface = 0.0;
    wear->surface_most = tsu_gpu_meshes_allowance(w, wear->skin, wear->typical);
    for (int k = 0; k < m->walls && well; k++) {
        const bool mesh = m->seen[k].surface == TSU_GPU_MESH;
        j->range = range_of(wear, 1.0) + (mesh ? wear->surface_most : 0.0);
        m->seen[k].mesh.reach = wear->reach;
        j->wall = m->seen[k];
        j->form = (const tsu_mesh_form *)m->work[TSU_GPU_FORM].at + k;
        j->number = k;
        well = mesh ? make_mesh(m, w->wall[k], &m->wall[k], j) : make_wall(m, w->wall[k], &m->wall[k], j);
    }
    return well;
}

/* ---- all --------------------------------------------------------------------------------------------------------------- */

tsu_gpu_made tsu_gpu_make_lists(tsu_gpu_memory *m, const world *w, tsu_gpu_wear *wear, tsu_gpu_view *view)
{
    tsu_gpu_making j = {.rows = m->count, .old = m->rows, .fresh = m->other};
    if (wear->steps > 0) tune(wear);
    if (!make_room(m, &j)) return TSU_GPU_FAILED;
    const tsu_gpu_made sorted = sort_rows(m, w, wear, &j);
    if (sorted != TSU_GPU_MADE) return sorted;
    m->rows = j.fresh;
    m->other = j.old;
    if (!make_pairs(m, w, wear, &j) || !make_walls(m, w, wear, &j)) return TSU_GPU_FAILED;
    wear->moved = 0.0;
    wear->steps = 0;
    tsu_gpu_point(m, view);
    return m->walls == 0 || tsu_gpu_walls_send(m, view) ? TSU_GPU_MADE : TSU_GPU_FAILED;
}

bool tsu_gpu_power_of_gravity(tsu_gpu_memory *m, const double gravity[3], double *power)
{
    const tsu_gpu_making job = {.rows = m->count,
                                .old = m->rows,
                                .gravity = {gravity[0], gravity[1], gravity[2]},
                                .extent = m->work[TSU_GPU_EXTENT].at};
    tsu_gpu_extent e;
    tsu_exact_sum sum;
    if (!m->backend->clear(job.extent, sizeof e) || !m->backend->powers(&job, m->count) ||
        !read_extent(m, &e))
        return false;
    tsu_exact_init(&sum);
    memcpy(sum.limb, e.power.limb, sizeof sum.limb);
    sum.nan = e.power.nan;
    sum.above = e.power.above;
    sum.below = e.power.below;
    tsu_exact_settle(&sum);
    *power = tsu_exact_round(&sum);
    return true;
}
