/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/carry.h"
#include "base/memory.h"
#include "base/parallel.h"
#include <string.h>

/* An image code from three shifts in -1..1; positions of partners further away cannot touch. */
static uint32_t image_code(const int s[3])
{
    return (uint32_t)((s[0] + 1) + 3 * (s[1] + 1) + 9 * (s[2] + 1));
}

bool tsu_carry_move(const tsu_contacts *old, int64_t k, tsu_remap map, bool pairs, tsu_moved_entry *to)
{
    const int32_t i = (int32_t)old->row[k];
    const int32_t a = map.new_row ? map.new_row[i] : i;
    *to = (tsu_moved_entry){a, old->partner[k], false};
    if (!pairs || a < 0) return a >= 0;
    if (!map.new_row && !map.wrap) return true;
    const int32_t j = (int32_t)(old->partner[k] & TSU_CONTACT_ROW_MASK);
    const int32_t b = map.new_row ? map.new_row[j] : j;
    if (b < 0) return false;
    const int image = (int)(old->partner[k] >> TSU_CONTACT_ROW_BITS);
    int s[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    for (int q = 0; q < 3 && map.wrap; q++) {
        s[q] += map.wrap[j][q] - map.wrap[i][q];
        if (s[q] < -1 || s[q] > 1) return false;
    }
    const bool backward = s[2] < 0 || (s[2] == 0 && (s[1] < 0 || (s[1] == 0 && s[0] < 0)));
    to->flipped = a > b || (a == b && backward);
    for (int q = 0; q < 3 && to->flipped; q++) {
        s[q] = -s[q];
    }
    to->row = to->flipped ? b : a;
    to->partner = (uint32_t)(to->flipped ? a : b) | image_code(s) << TSU_CONTACT_ROW_BITS;
    return true;
}

void tsu_carry_copy(const tsu_contacts *old, tsu_contacts *fresh, int64_t from, int64_t to,
                    const bool *antisymmetric)
{
    const int64_t entry = from >> 1;
    const bool flipped = from & 1;
    for (int q = 0; q < fresh->history_width; q++) {
        const double h = from < 0 ? 0.0 : *tsu_contacts_history(old, q, entry);
        *tsu_contacts_history(fresh, q, to) = flipped && from >= 0 && antisymmetric[q] ? -h : h;
    }
    fresh->live[to] = from >= 0;
}

/* ---- in place ---------------------------------------------------------------------------------------------------- */

enum { STRIPS_PER_THREAD = 2 };

static const uint32_t waits = (uint32_t)1 << 31; /* the rest of the code is a place aside, not an old entry */

static int64_t segments(const tsu_contacts *c)
{
    return tsu_parallel_blocks(c->count, TSU_SEGMENT);
}

/* Old entries in the segments of a strip. */
static tsu_range old_entries(const tsu_carry *c, const tsu_carry_strip *s)
{
    const int64_t begin = s->begin * TSU_SEGMENT, end = s->end * TSU_SEGMENT, count = c->old->count;
    return (tsu_range){begin < count ? begin : count, end < count ? end : count};
}

static bool must_wait(const tsu_carry_strip *s, int64_t entry, uint32_t to, bool down)
{
    const int64_t here = entry / TSU_SEGMENT, there = to / TSU_SEGMENT;
    if (there < s->begin || there >= s->end) return true;
    return down ? there < here : there > here;
}

static bool is_carried(const tsu_carry *c, int64_t entry)
{
    return c->old->live[entry] && c->to[entry] != TSU_TO_NOWHERE;
}

/* Chooses the direction in which fewer must wait. */
static void plan_strip(void *context, int64_t strip, int thread)
{
    (void)thread;
    const tsu_carry *c = context;
    tsu_carry_strip *s = &c->strip[strip];
    const tsu_range r = old_entries(c, s);
    int64_t up = 0, down = 0;
    for (int64_t k = r.begin; k < r.end; k++) {
        if (!is_carried(c, k)) continue;
        up += must_wait(s, k, c->to[k], false);
        down += must_wait(s, k, c->to[k], true);
    }
    s->down = down < up;
    s->wait = s->down ? down : up;
}

static void save_strip(void *context, int64_t strip, int thread)
{
    (void)thread;
    tsu_carry *c = context;
    const tsu_carry_strip *s = &c->strip[strip];
    const tsu_range r = old_entries(c, s);
    int64_t place = s->place;
    for (int64_t k = r.begin; k < r.end; k++) {
        if (!is_carried(c, k) || !must_wait(s, k, c->to[k], s->down)) continue;
        uint32_t *from = &c->from[c->to[k]];
        tsu_carry_copy(c->old, &c->aside, 2 * k, place, c->antisymmetric);
        *from = waits | (uint32_t)(2 * place) | (*from & 1u);
        place++;
    }
}

static void cut(tsu_carry *c)
{
    const int64_t old = segments(c->old), fresh = segments(c->fresh), all = old > fresh ? old : fresh;
    for (int64_t s = 0; s < c->strips; s++) {
        c->strip[s] = (tsu_carry_strip){.begin = s * all / c->strips, .end = (s + 1) * all / c->strips};
    }
}

/* Room for the histories that wait. */
static tsu_status reserve_aside(tsu_carry *c, tsu_error *err)
{
    tsu_contacts *aside = &c->aside;
    int64_t count = 0;
    for (int64_t s = 0; s < c->strips; s++) {
        c->strip[s].place = count;
        count += c->strip[s].wait;
    }
    const bool alike = aside->history && aside->history_width == c->old->history_width;
    if (alike && count <= aside->capacity) return TSU_OK;
    const int64_t capacity = tsu_parallel_blocks(count, TSU_CONTACT_BLOCK) * TSU_CONTACT_BLOCK;
    tsu_contacts_free(aside);
    aside->history_width = c->old->history_width;
    tsu_status s = tsu_contacts_reserve_history(aside, capacity, 0, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&aside->live, (size_t)capacity, 1, "carried contacts", err);
    if (s == TSU_OK)
        aside->capacity = capacity;
    else
        tsu_contacts_free(aside);
    return s;
}

tsu_status tsu_carry_begin(tsu_carry *c, int threads, tsu_error *err)
{
    const int team = threads > 0 ? threads : tsu_parallel_threads();
    const char *what = "carried contacts";
    c->strips = team > 1 ? (int64_t)STRIPS_PER_THREAD * team : 1;
    c->copy_bytes = tsu_contacts_history_bytes(c->old, TSU_SEGMENT);
    const size_t strips = (size_t)c->strips;
    tsu_status s = tsu_memory_grow(&c->strip, &c->strip_capacity, strips, sizeof *c->strip, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->copies, &c->copies_capacity, strips * c->copy_bytes, 1, what, err);
    if (s != TSU_OK) return s;
    cut(c);
    tsu_parallel_for(c->strips, threads, plan_strip, c);
    s = reserve_aside(c, err);
    if (s == TSU_OK) tsu_parallel_for(c->strips, threads, save_strip, c);
    return s;
}

void tsu_carry_free(tsu_carry *c)
{
    tsu_memory_release(&c->strip);
    tsu_memory_release(&c->copies);
    tsu_contacts_free(&c->aside);
    c->strip_capacity = c->copies_capacity = 0;
}

typedef struct run {
    tsu_carry *c;
    tsu_arrange_fn *arrange;
    void *context;
} run;

static void run_strip(void *context, int64_t strip, int thread)
{
    (void)thread;
    const run *r = context;
    const tsu_carry *c = r->c;
    const tsu_carry_strip *s = &c->strip[strip];
    const int64_t last = segments(c->fresh);
    tsu_contacts copy = {.history_width = c->old->history_width,
                         .history = (void *)(c->copies + (size_t)strip * c->copy_bytes)};
    for (int64_t n = 0; n < s->end - s->begin; n++) {
        const int64_t segment = s->down ? s->end - 1 - n : s->begin + n;
        const int64_t begin = segment * TSU_SEGMENT, left = c->old->count - begin;
        if (segment >= last) continue;
        const int64_t entries = left < 0 ? 0 : left < TSU_SEGMENT ? left : TSU_SEGMENT;
        if (entries > 0)
            memcpy(copy.history, tsu_contacts_history(c->old, 0, begin),
                   tsu_contacts_history_bytes(c->old, entries));
        r->arrange(r->context, segment, &copy);
    }
}

void tsu_carry_run(tsu_carry *c, int threads, tsu_arrange_fn *arrange, void *context)
{
    run r = {c, arrange, context};
    tsu_parallel_for(c->strips, threads, run_strip, &r);
}

void tsu_carry_fetch(const tsu_carry *c, const tsu_contacts *copy, uint32_t from, int64_t at)
{
    const int64_t segment = at / TSU_SEGMENT, entry = from >> 1;
    if (from & waits)
        tsu_carry_copy(&c->aside, c->fresh, from & ~waits, at, c->antisymmetric);
    else if (entry / TSU_SEGMENT == segment)
        tsu_carry_copy(copy, c->fresh, (int64_t)from - 2 * segment * TSU_SEGMENT, at, c->antisymmetric);
    else
        tsu_carry_copy(c->old, c->fresh, from, at, c->antisymmetric);
}
