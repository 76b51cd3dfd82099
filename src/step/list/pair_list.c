/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/pair_list.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/list/lists.h"
#include "step/list/units.h"
#include "step/multicontact.h"
#include "step/part/part.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 512, ENTRIES_PER_CHUNK = 1024 };

/* What is known of an outer pair: it stays out of the list, it may touch soon, or it is in the list but so many gaps from it while
 * both go on as expected. */
enum { FAR, SOON, NEAR, GAPS = 256 - NEAR };

typedef struct job {
    const world *w;
    tsu_contacts *old, *fresh;
    tsu_schedule *schedule; /* of the new list */
    uint8_t *nearness;      /* by outer pair */
    int64_t *begin;         /* by chunk of rows: number of entries, then the first one */
    uint32_t *from;         /* by new entry, before it has got its place in the segment */
    tsu_carry *carry;
    tsu_remap map;
    const tsu_expected_path *path;
    double reach;        /* inner skin + reach of the laws [m] */
    double gaps;         /* GAPS over that [1/m] */
    double future;       /* how long the list may live [s] */
    double margin;       /* a gap so small that it may close any time [m] */
    bool parted;         /* entries that touch soon come first */
    bool excludes;       /* some pairs do not feel each other */
    int32_t own;         /* rows that are no guests */
    const double *clump; /* of each particle; NULL: there are none */
    const double *group; /* masks of guests of a part; NULL: it has none, or nobody asks */
    double shift[32][4];
} job;

static uint32_t group_of(const job *a, int64_t i)
{
    const uint32_t own = a->w->particles.group[i];
    return own == 0 && a->group ? (uint32_t)a->group[i] : own;
}

static bool is_excluded(const job *a, int64_t i, int32_t j)
{
    const world *w = a->w;
    if (a->clump && a->clump[i] != 0.0 && a->clump[i] == a->clump[j]) return true;
    const tsu_particles *p = &w->particles;
    if (w->part && tsu_part_guest(w, i) && tsu_part_guest(w, j)) return true; /* others compute them */
    for (int k = 0; k < w->exclusions; k++) {
        const tsu_exclusion *e = &w->exclusion[k];
        const bool there = e->by_type ? p->type[i] == e->type[0] && p->type[j] == e->type[1]
                                      : (group_of(a, i) & e->group[0]) && (group_of(a, j) & e->group[1]);
        const bool back = e->by_type ? p->type[j] == e->type[0] && p->type[i] == e->type[1]
                                     : (group_of(a, j) & e->group[0]) && (group_of(a, i) & e->group[1]);
        if (there || back) return true;
    }
    return false;
}

/* Of a pair that comes within the reach, but not soon: the gap in parts of the reach. Rounded down, and more is never taken for
 * certain than 0.99 of it (tsu_schedule.gap): far more than what rounding could do. */
static uint8_t apart(const job *j, double gap)
{
    const double parts = gap > 0.0 ? gap * j->gaps : 0.0;
    return (uint8_t)(NEAR + (parts < GAPS - 1 ? (int)parts : GAPS - 1));
}

/* The same if both go on as expected: whether they come near while the list lasts. */
static uint8_t look_ahead(const job *j, int64_t i, uint32_t code)
{
    const tsu_particles *p = &j->w->particles;
    const int32_t other = (int32_t)(code & TSU_CONTACT_ROW_MASK);
    const double *a = p->xr[i], *b = p->xr[other], *s = j->shift[code >> TSU_CONTACT_ROW_BITS];
    const float *u = j->path->pace[i], *v = j->path->pace[other];
    const double x[3] = {a[0] - b[0] - s[0], a[1] - b[1] - s[1], a[2] - b[2] - s[2]};
    const double w[3] = {(double)u[0] - v[0], (double)u[1] - v[1], (double)u[2] - v[2]};
    const double w2 = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    const double approach = -(x[0] * w[0] + x[1] * w[1] + x[2] * w[2]);
    const double nearest = approach / (w2 + 1.0e-30), after = nearest > 0.0 ? nearest : 0.0;
    const double t = after < j->future ? after : j->future;
    const double d2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - t * (2.0 * approach - t * w2);
    const double touch = a[3] + b[3], cut = touch + j->reach, soon = touch + j->margin;
    if (!(d2 < cut * cut)) return FAR;
    if (j->excludes && is_excluded(j, i, other)) return FAR;
    if (d2 < soon * soon || !j->parted) return SOON;
    return apart(j, (d2 - touch * touch) / (cut + touch)); /* no more than the gap, without a root */
}

/* Which of the outer pairs come into the list. */
static uint8_t look(const job *j, int64_t i, uint32_t code)
{
    const tsu_particles *p = &j->w->particles;
    const int32_t other = (int32_t)(code & TSU_CONTACT_ROW_MASK);
    const double *a = p->xr[i], *b = p->xr[other], *s = j->shift[code >> TSU_CONTACT_ROW_BITS];
    const double x = a[0] - b[0] - s[0], y = a[1] - b[1] - s[1], z = a[2] - b[2] - s[2];
    const double touch = a[3] + b[3], cut = touch + j->reach, d2 = x * x + y * y + z * z;
    if (!(d2 < cut * cut)) return FAR;
    if (j->excludes && is_excluded(j, i, other)) return FAR;
    const double *u = p->vm[i], *v = p->vm[other], d = sqrt(d2);
    const double approach = -(x * (u[0] - v[0]) + y * (u[1] - v[1]) + z * (u[2] - v[2]));
    if ((d - touch - j->margin) * d < approach * j->future || !j->parted) return SOON;
    return apart(j, d - touch);
}

static void count_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_pairs *outer = &j->w->lists.outer;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    int64_t all = 0;
    for (int64_t i = r.begin; i < r.end; i++) {
        uint32_t n = 0;
        for (int64_t k = outer->first[i]; k < outer->first[i + 1]; k++) {
            j->nearness[k] =
                j->path->straight ? look_ahead(j, i, outer->partner[k]) : look(j, i, outer->partner[k]);
            n += j->nearness[k] != FAR;
        }
        all += n;
    }
    j->begin[chunk] = all;
}

static void fill_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_pairs *outer = &j->w->lists.outer;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    int64_t at = j->begin[chunk];
    for (int64_t i = r.begin; i < r.end; i++) {
        j->schedule->incidence.own[i] = (uint32_t)at;
        for (int64_t k = outer->first[i]; k < outer->first[i + 1]; k++) {
            const uint8_t near = j->nearness[k];
            if (near == FAR) continue;
            j->fresh->row[at] = (uint32_t)i;
            j->fresh->partner[at] = outer->partner[k];
            j->from[at++] = near == SOON ? TSU_FROM_NOWHERE_SOON : TSU_FROM_NOWHERE + (uint32_t)(near - NEAR);
        }
    }
}

/* The entry of row i with this partner, while entries are sorted; or -1. */
static int64_t find_entry(const job *j, int32_t i, uint32_t partner)
{
    const tsu_contacts *c = j->fresh;
    int64_t low = j->schedule->incidence.own[i], high = j->schedule->incidence.own[i + 1];
    const int64_t end = high;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (tsu_code_less(c->partner[middle], partner))
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && c->partner[low] == partner ? low : -1;
}

/* Each old entry that touches finds its new one, and its partner is forgotten for it. No two find the same. */
static void find_carried(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->old->count, ENTRIES_PER_CHUNK);
    for (int64_t k = r.begin; k < r.end; k++) {
        tsu_moved_entry to;
        if (!j->old->live[k]) continue;
        const bool stays = tsu_carry_move(j->old, k, j->map, true, &to);
        const int64_t at = stays ? find_entry(j, to.row, to.partner) : -1;
        if (at >= 0) j->from[at] = (uint32_t)(2 * k) | (to.flipped ? 1u : 0u);
        j->carry->to[k] = at >= 0 ? (uint32_t)at : TSU_TO_NOWHERE;
    }
}

/* Entries of a segment come in this order: those that touch, now or soon, with large partners; the others that do now, that
 * will soon, and that will not, the nearer ones first, in so many classes. */
enum { WARM_LARGE, LIVE, SOON_LIVE, COLD, COLDS = 4, CLASSES = COLD + COLDS };

static int class_of(uint32_t partner, tsu_range late, uint32_t from)
{
    const int64_t row = partner & TSU_CONTACT_ROW_MASK;
    const bool large = row >= late.begin && row < late.end;
    if (from >= TSU_FROM_NOWHERE) return COLD + (int)((from - TSU_FROM_NOWHERE) * COLDS / GAPS);
    return large ? WARM_LARGE : from == TSU_FROM_NOWHERE_SOON ? SOON_LIVE : LIVE;
}

/* A block that is cold is as far from touching as the nearest of its entries. */
static void cool(uint8_t *cold, uint32_t from)
{
    const uint32_t gaps = 1 + (from - TSU_FROM_NOWHERE);
    if (gaps < *cold) *cold = (uint8_t)gaps;
}

/* Puts the entries of a segment into their places, with histories. */
static void arrange_segment(void *context, int64_t segment, const tsu_contacts *copy)
{
    const job *j = context;
    tsu_contacts *c = j->fresh;
    const tsu_range r = tsu_parallel_block(segment, c->count, TSU_SEGMENT);
    uint32_t row[TSU_SEGMENT], partner[TSU_SEGMENT];
    const int64_t n = r.end - r.begin;
    const tsu_range late = {j->own - j->w->lists.late_rows, j->own};
    int64_t next[CLASSES + 1] = {r.begin};
    memcpy(row, c->row + r.begin, (size_t)n * sizeof *row);
    memcpy(partner, c->partner + r.begin, (size_t)n * sizeof *partner);
    for (int64_t k = r.begin; k < r.end; k++) {
        next[1 + class_of(partner[k - r.begin], late, j->from[k])]++;
    }
    for (int k = 0; k < CLASSES; k++) {
        next[k + 1] += next[k];
    }
    for (int64_t b = r.begin / TSU_CONTACT_BLOCK; b < tsu_parallel_blocks(r.end, TSU_CONTACT_BLOCK); b++) {
        j->schedule->cold[b] = b * TSU_CONTACT_BLOCK >= next[COLD] ? UINT8_MAX : 0;
    }
    memset(tsu_contacts_history(c, 0, r.begin), 0, tsu_contacts_history_bytes(c, n));
    for (int64_t k = 0; k < n; k++) {
        const uint32_t from = j->from[r.begin + k];
        const int64_t at = next[class_of(partner[k], late, from)]++;
        c->row[at] = row[k];
        c->partner[at] = partner[k];
        c->live[at] = from < TSU_FROM_NOWHERE_SOON;
        if (from >= TSU_FROM_NOWHERE) cool(&j->schedule->cold[at / TSU_CONTACT_BLOCK], from);
        if (c->live[at]) tsu_carry_fetch(j->carry, copy, from, at);
    }
}

tsu_status tsu_pair_forces_prepare(world *w, const tsu_contacts *c, tsu_error *err)
{
    tsu_contact_forces *f = &w->forces;
    f->thin = w->lean;
    const tsu_status s = tsu_contact_forces_prepare(f, c->capacity, w->laws.law[TSU_ROLLING] != NULL, err);
    for (int64_t k = c->count; k < tsu_contacts_padded(c) && s == TSU_OK; k++) {
        tsu_contact_forces_clear(f, k);
    }
    return s;
}

/* Room for the list, whose length is found out on the way. */
static tsu_status count_entries(world *w, job *j, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    const int64_t chunks = tsu_parallel_blocks(rows, ROWS_PER_CHUNK);
    const char *what = "the list of pairs";
    tsu_contacts *fresh = j->fresh;
    tsu_status s = tsu_memory_grow(&w->lists.nearness, &w->lists.nearness_capacity,
                                   (size_t)w->lists.outer.count, 1, what, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&j->begin, (size_t)chunks, sizeof *j->begin, what, err);
    if (s != TSU_OK) return s;
    j->nearness = w->lists.nearness;
    tsu_parallel_for(chunks, w->threads, count_near, j);
    const int64_t count = tsu_parallel_begins(j->begin, chunks);
    s = tsu_contacts_prepare(fresh, count, w->laws.history, TSU_HISTORIES_MOVED_IN, err);
    if (s == TSU_OK) s = tsu_schedule_prepare(j->schedule, fresh, rows, err);
    if (s == TSU_OK) s = tsu_pair_forces_prepare(w, fresh, err);
    if (s == TSU_OK) j->schedule->incidence.own[rows] = (uint32_t)count;
    return s;
}

/* Padding stands for the row of the last entry: another one might be on the move already when the last block is read. */
static void point_padding(tsu_contacts *c)
{
    for (int64_t k = c->count; k < tsu_contacts_padded(c); k++) {
        c->row[k] = c->row[c->count - 1];
        c->partner[k] = c->row[k] | (uint32_t)TSU_IMAGE_NEVER << TSU_CONTACT_ROW_BITS;
    }
}

/* Histories of the old list, and from then on of the new one. */
static tsu_status carry_over(world *w, job *j, tsu_error *err)
{
    tsu_carry *c = j->carry;
    const int threads = w->threads;
    tsu_parallel_for(tsu_parallel_blocks(j->old->count, ENTRIES_PER_CHUNK), threads, find_carried, j);
    tsu_status s = tsu_carry_begin(c, threads, err);
    if (s == TSU_OK) {
        j->fresh->history = j->old->history;
        j->fresh->history_entries = j->old->history_entries;
        tsu_carry_run(c, threads, arrange_segment, j);
        j->old->history = NULL;
        j->old->history_entries = 0;
    }
    return s;
}

/* Room for the histories of both lists where those of the old one are. */
static tsu_status reserve_histories(job *j, tsu_error *err)
{
    tsu_contacts *old = j->old;
    if (old->history_width != j->fresh->history_width) old->count = 0; /* there was no list */
    old->history_width = j->fresh->history_width;
    const double *before = old->history;
    const int64_t capacity = j->fresh->capacity,
                  most = old->count > j->fresh->count ? old->count : j->fresh->count;
    const tsu_status s = tsu_contacts_reserve_history(old, capacity, old->count, err);
    if (s == TSU_OK && old->history != before)
        tsu_memory_end(old->history, tsu_contacts_history_bytes(old, most),
                       tsu_contacts_history_bytes(old, capacity));
    return s;
}

/* Whether a list lasts so long that room for what only making it needs is better taken anew than kept. */
static bool is_seldom(const tsu_lists *l)
{
    enum { STEPS_LEAST = 500 };
    return l->refreshes == 0 || l->steps_inner >= STEPS_LEAST;
}

static void forget_nearness(tsu_lists *l)
{
    tsu_memory_release(&l->nearness);
    l->nearness_capacity = 0;
}

/* From where histories are carried over on, the old list is no more. */
static tsu_status draw(world *w, job *j, bool *gone, tsu_error *err)
{
    tsu_status s = count_entries(w, j, err);
    if (s == TSU_OK) s = reserve_histories(j, err);
    if (s != TSU_OK) return s;
    j->from = j->schedule->incidence.code; /* which is filled in afterwards */
    j->carry->old = j->old;
    j->carry->fresh = j->fresh;
    j->carry->to = j->old->partner;
    j->carry->from = j->from;
    j->carry->antisymmetric = w->laws.antisymmetric;
    tsu_parallel_for(tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK), w->threads, fill_near, j);
    *gone = true;
    if (is_seldom(&w->lists)) forget_nearness(&w->lists);
    s = carry_over(w, j, err);
    if (s != TSU_OK) return s;
    j->schedule->gap = 0.99 * j->reach / GAPS;
    point_padding(j->fresh);
    s = tsu_pair_list_incidence(w, j->fresh, err);
    return s == TSU_OK ? tsu_pair_list_part(w, err) : s;
}

void tsu_pair_list_free(tsu_lists *l)
{
    if (l->carry) tsu_carry_free(l->carry);
    tsu_memory_release(&l->carry);
    forget_nearness(l);
}

/* Without memory for a list there is none. */
static void forget(world *w)
{
    tsu_contacts_free(&w->contacts);
    tsu_contacts_free(&w->previous);
    tsu_schedule_free(&w->schedule);
    tsu_world_lose(w, TSU_CURRENT_LISTS);
}

tsu_status tsu_pair_list_refresh(world *w, tsu_remap map, tsu_error *err)
{
    const tsu_lists *l = &w->lists;
    bool gone = false;
    job j = {.w = w,
             .old = &w->contacts,
             .fresh = &w->previous,
             .schedule = &w->schedule,
             .map = map,
             .path = &l->path,
             .reach = l->inner + l->reach,
             .future = l->path.straight ? l->path.horizon
                                        : (double)(l->steps_inner > 0 ? l->steps_inner : 1) * w->dt,
             .margin = 0.05 * l->inner,
             .parted = !w->laws.apart && !tsu_multicontact_on(&w->laws)};
    const tsu_particles *p = &w->particles;
    if (p->clump_column > 0) j.clump = p->column[p->clump_column - 1].value;
    j.own = tsu_part_own_rows(w);
    j.group = w->part ? tsu_part_groups(w) : NULL;
    j.excludes = w->exclusions > 0 || j.clump || w->part;
    j.gaps = GAPS / j.reach;
    tsu_box_shifts(&w->box, j.shift);
    tsu_status s = TSU_OK;
    if (!l->carry) s = tsu_memory_allocate(&w->lists.carry, 1, sizeof *l->carry, "carried contacts", err);
    j.carry = l->carry;
    if (s == TSU_OK) s = draw(w, &j, &gone, err);
    tsu_memory_release(&j.begin);
    if (j.carry && is_seldom(l)) tsu_carry_free(j.carry);
    if (!gone) return s;
    const tsu_contacts old = w->contacts;
    w->contacts = w->previous;
    w->previous = old;
    if (s != TSU_OK) forget(w);
    return s;
}

/* ---- from elsewhere ------------------------------------------------------------------------------------------------ */

tsu_status tsu_pair_list_room(world *w, int64_t count, tsu_error *err)
{
    tsu_contacts *c = &w->contacts;
    tsu_status s = tsu_contacts_prepare(c, count, w->laws.history, TSU_HISTORIES_MOVED_IN, err);
    if (s == TSU_OK) s = tsu_contacts_reserve_history(c, c->capacity, 0, err);
    return s == TSU_OK ? tsu_pair_forces_prepare(w, c, err) : s;
}

tsu_status tsu_pair_list_take(world *w, int64_t count, tsu_error *err)
{
    tsu_contacts *c = &w->contacts;
    const int32_t rows = w->particles.count;
    tsu_status s =
        tsu_contacts_prepare(c, count, w->laws.history, TSU_HISTORIES_MOVED_IN, err); /* the padding moves */
    if (s == TSU_OK) s = tsu_schedule_prepare(&w->schedule, c, rows, err);
    if (s != TSU_OK) return s;
    uint32_t *own = w->schedule.incidence.own;
    memset(own, 0, ((size_t)rows + 1) * sizeof *own);
    for (int64_t k = 0; k < count; k++) {
        own[c->row[k] + 1]++;
    }
    for (int32_t i = 0; i < rows; i++) {
        own[i + 1] += own[i];
    }
    memset(w->schedule.cold, 0, w->schedule.cold_capacity);
    return tsu_pair_list_incidence(w, c, err);
}
