/* SPDX-License-Identifier: Apache-2.0 */
/* lists.c - keeps the lists of contacts valid: the outer list from the grid, the working lists drawn from it, the history
 * carried over. Nothing here changes a bit of the trajectory. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/boundary.h"
#include "step/carry.h"
#include "step/units.h"
#include "step/wall_contacts.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024, SORT_FROM = 256 };

void tsu_lists_free(tsu_lists *lists)
{
    tsu_pairs_free(&lists->outer);
    tsu_turn_free(&lists->turn);
}

/* ---- the working list of pairs -------------------------------------------------------------------------------- */

typedef struct pair_job {
    const world *w;
    const tsu_contacts *old;
    tsu_contacts *fresh;
    const tsu_carry *carry;
    double reach; /* inner skin + reach of the laws */
    double shift[32][3];
    bool rolling;
} pair_job;

static bool is_excluded(const world *w, int64_t i, int32_t j)
{
    const tsu_particles *p = &w->particles;
    for (int k = 0; k < w->exclusions; k++) {
        const tsu_exclusion *e = &w->exclusion[k];
        const bool there = e->by_type ? p->type[i] == e->type[0] && p->type[j] == e->type[1]
                                      : (p->group[i] & e->group[0]) && (p->group[j] & e->group[1]);
        const bool back = e->by_type ? p->type[j] == e->type[0] && p->type[i] == e->type[1]
                                     : (p->group[j] & e->group[0]) && (p->group[i] & e->group[1]);
        if (there || back) return true;
    }
    return false;
}

static bool is_near(const pair_job *j, int64_t i, uint32_t code)
{
    if (j->w->exclusions > 0 && is_excluded(j->w, i, (int32_t)(code & TSU_CONTACT_ROW_MASK))) return false;
    const tsu_four *xr = j->w->particles.xr;
    const double *a = xr[i], *b = xr[code & TSU_CONTACT_ROW_MASK],
                 *s = j->shift[code >> TSU_CONTACT_ROW_BITS];
    const double x = a[0] - b[0] - s[0], y = a[1] - b[1] - s[1], z = a[2] - b[2] - s[2];
    const double cut = a[3] + b[3] + j->reach;
    return x * x + y * y + z * z < cut * cut;
}

static void count_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const pair_job *j = context;
    const tsu_pairs *outer = &j->w->lists.outer;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        int64_t n = 0;
        for (int64_t k = outer->first[i]; k < outer->first[i + 1]; k++) {
            n += is_near(j, i, outer->partner[k]);
        }
        j->fresh->first[i + 1] = n;
    }
}

static void fill_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const pair_job *j = context;
    const tsu_pairs *outer = &j->w->lists.outer;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        int64_t at = j->fresh->first[i], cursor = j->carry->first[i];
        for (int64_t k = outer->first[i]; k < outer->first[i + 1]; k++) {
            const uint32_t code = outer->partner[k];
            if (!is_near(j, i, code)) continue;
            j->fresh->row[at] = (uint32_t)i;
            j->fresh->partner[at] = code;
            tsu_carry_copy(j->old, j->fresh, tsu_carry_find(j->carry, &cursor, (int32_t)i, code), at,
                           j->w->laws.antisymmetric);
            at++;
        }
    }
}

/* ---- contacts by particle, in the order of the partners' ids --------------------------------------------------- */

typedef struct incidence_job {
    const tsu_particles *p;
    tsu_contacts *c;
} incidence_job;

/* Partner id and image as particle i sees them, from an incident code. */
static void incident_key(const incidence_job *j, uint32_t code, uint64_t *id, int *image)
{
    const uint32_t entry = tsu_incident_entry(code), partner = j->c->partner[entry];
    const int seen = (int)(partner >> TSU_CONTACT_ROW_BITS);
    const bool second = code & TSU_INCIDENT_SIDE;
    *image = second ? 26 - seen : seen;
    *id = j->p->id[second ? j->c->row[entry] : partner & TSU_CONTACT_ROW_MASK];
}

static void sort_incident(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const incidence_job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->p->count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        uint32_t *list = j->c->incident + j->c->incident_first[i];
        const int64_t n = j->c->incident_first[i + 1] - j->c->incident_first[i];
        for (int64_t k = 1; k < n; k++) {
            const uint32_t code = list[k];
            uint64_t id, other_id;
            int image, other_image;
            incident_key(j, code, &id, &image);
            int64_t q = k;
            for (; q > 0; q--) {
                incident_key(j, list[q - 1], &other_id, &other_image);
                if (other_id < id || (other_id == id && other_image <= image)) break;
                list[q] = list[q - 1];
            }
            list[q] = code;
        }
        list[n - 1] |= TSU_INCIDENT_LAST;
    }
}

tsu_status tsu_lists_build_incidence(const world *w, tsu_contacts *c, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    int64_t *first = c->incident_first;
    memset(first, 0, ((size_t)rows + 1) * sizeof *first);
    for (int64_t k = 0; k < c->count; k++) {
        first[c->row[k]]++;
        first[c->partner[k] & TSU_CONTACT_ROW_MASK]++;
    }
    int64_t at = 0;
    for (int32_t i = 0; i < rows; i++) {
        const int64_t n = first[i];
        first[i] = at;
        if (n == 0) c->incident[first[i]++] = tsu_incident_code(c->capacity, 0);
        at += n > 0 ? n : 1;
    }
    for (int64_t k = 0; k < c->count; k++) {
        c->incident[first[c->row[k]]++] = tsu_incident_code(k, 0);
        c->incident[first[c->partner[k] & TSU_CONTACT_ROW_MASK]++] = tsu_incident_code(k, 1);
    }
    /* now first[i] is where row i ends, and the next one begins */
    memmove(first + 1, first, (size_t)rows * sizeof *first);
    first[0] = 0;
    incidence_job j = {&w->particles, c};
    tsu_parallel_for(tsu_parallel_blocks(rows, ROWS_PER_CHUNK), w->threads, sort_incident, &j);
    return tsu_units_build(c, rows, w->threads, err);
}

static void prefix_sum(int64_t *first, int32_t rows)
{
    first[0] = 0;
    for (int32_t i = 0; i < rows; i++) {
        first[i + 1] += first[i];
    }
}

static tsu_status refresh_pairs(world *w, tsu_carry *carry, tsu_remap map, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    const bool rolling = w->laws.law[TSU_ROLLING] != NULL;
    tsu_status s = tsu_carry_collect(carry, &w->contacts, rows, map, true, err);
    if (s != TSU_OK) return s;
    pair_job j = {.w = w,
                  .old = &w->contacts,
                  .fresh = &w->previous,
                  .carry = carry,
                  .reach = w->lists.inner + w->lists.reach};
    for (int image = 0; image < 27; image++) {
        const int k[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        for (int q = 0; q < 3; q++) {
            j.shift[image][q] = k[q] * (w->box.hi[q] - w->box.lo[q]);
        }
    }
    s = tsu_contacts_prepare(&w->previous, w->previous.count, rows, w->laws.history, rolling, true, err);
    if (s != TSU_OK) return s;
    const int64_t chunks = tsu_parallel_blocks(rows, ROWS_PER_CHUNK);
    tsu_parallel_for(chunks, w->threads, count_near, &j);
    prefix_sum(w->previous.first, rows);
    const int64_t count = w->previous.first[rows];
    if (count >
        w->previous.capacity) { /* room first, then count again: the row starts were in the old memory */
        s = tsu_contacts_prepare(&w->previous, count, rows, w->laws.history, rolling, true, err);
        if (s != TSU_OK) return s;
        tsu_parallel_for(chunks, w->threads, count_near, &j);
        prefix_sum(w->previous.first, rows);
    }
    s = tsu_contacts_prepare(&w->previous, count, rows, w->laws.history, rolling, true, err);
    if (s != TSU_OK) return s;
    tsu_parallel_for(chunks, w->threads, fill_near, &j);
    s = tsu_lists_build_incidence(w, &w->previous, err);
    if (s != TSU_OK) return s;
    const tsu_contacts old = w->contacts;
    w->contacts = w->previous;
    w->previous = old;
    return TSU_OK;
}

/* ---- when ------------------------------------------------------------------------------------------------------ */

static tsu_status refresh(world *w, tsu_remap map, tsu_error *err)
{
    tsu_carry carry = {0};
    tsu_status s = refresh_pairs(w, &carry, map, err);
    if (s == TSU_OK) s = tsu_walls_refresh(w, &carry, map, err);
    tsu_carry_free(&carry);
    w->lists.moved_inner = 0.0;
    w->lists.steps_inner = 0;
    w->lists.refreshes++;
    return s;
}

/* A working list that lasted long may be tighter, one that did not must be wider. Depends on the motion alone, not on
 * time measured, so that runs repeat. */
static void tune_inner(tsu_lists *lists)
{
    enum { SHORT = 12, LONG = 60 };
    if (lists->steps_inner < SHORT) lists->inner *= 1.5;
    if (lists->steps_inner > LONG) lists->inner /= 1.5;
    if (lists->inner > 0.5 * lists->skin) lists->inner = 0.5 * lists->skin;
    if (lists->inner < 0.02 * lists->skin) lists->inner = 0.02 * lists->skin;
}

static void measure(world *w)
{
    const tsu_particles *p = &w->particles;
    double largest = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        largest = p->xr[i][3] > largest ? p->xr[i][3] : largest;
    }
    w->lists.largest_radius = largest;
    w->lists.reach = tsu_lawset_reach(&w->laws, largest, false);
    for (int k = 0; k < w->walls; k++) {
        const double reach = tsu_lawset_reach(&w->wall[k]->laws, largest, true);
        w->lists.reach = reach > w->lists.reach ? reach : w->lists.reach;
    }
    if (w->lists.skin <= 0.0) w->lists.skin = 0.4 * largest;
    if (w->lists.inner <= 0.0) w->lists.inner = 0.1 * w->lists.skin;
}

static tsu_status rebuild(world *w, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    tsu_rows_change change = {0};
    tsu_status s = tsu_boundary_apply(w, &change, err);
    if (s == TSU_OK) {
        measure(w);
        tsu_turn_choose(&w->lists.turn, p, &w->box);
        s = tsu_boundary_sort(w, &change, p->count >= SORT_FROM, err);
    }
    tsu_turn *turn = &w->lists.turn;
    if (s == TSU_OK) s = tsu_turn_positions(turn, p, w->threads, err);
    if (s == TSU_OK)
        s = tsu_pairs_build(&w->lists.outer, turn->to, p->count, &turn->box, w->lists.skin + w->lists.reach,
                            w->threads, err);
    if (s == TSU_OK) tsu_turn_pairs(turn, &w->lists.outer, w->threads);
    if (s == TSU_OK) s = refresh(w, (tsu_remap){change.new_row, (const int8_t(*)[4])change.wrap}, err);
    tsu_rows_change_free(&change);
    if (s != TSU_OK) return s;
    w->lists.moved_outer = 0.0;
    w->lists.steps_outer = 0;
    w->lists.builds++;
    w->lists.valid = true;
    return TSU_OK;
}

tsu_status tsu_lists_update(world *w, tsu_error *err)
{
    tsu_lists *lists = &w->lists;
    const bool due = lists->every > 0 && lists->steps_outer >= lists->every;
    const double margin = 0.5 * (lists->skin - lists->inner);
    if (!lists->valid || due || lists->moved_outer > 0.5 * lists->skin) {
        if (lists->valid && !due) tune_inner(lists);
        return rebuild(w, err);
    }
    if (lists->moved_inner <= 0.5 * lists->inner) return tsu_walls_renew(w, err);
    tune_inner(lists);
    if (lists->moved_outer > margin) return rebuild(w, err);
    return refresh(w, (tsu_remap){0}, err);
}
