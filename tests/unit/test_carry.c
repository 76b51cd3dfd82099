/* SPDX-License-Identifier: Apache-2.0 */
/* Histories carried over in place are those that a second array would have got, however entries move. */
#include "base/memory.h"
#include "base/random.h"
#include "step/list/carry.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 3, MOST = 20032 };

static const bool antisymmetric[WIDTH] = {true, false, true};

typedef struct scene {
    tsu_contacts old, fresh;
    uint32_t *to, *from;
    double (*expected)[WIDTH];
    tsu_carry carry;
} scene;

static double draw(int64_t k, uint64_t what)
{
    return tsu_random_uniform(11, (uint64_t)k, 5, what);
}

/* Where an old entry would like to go. */
typedef int64_t wish(int64_t k);

static int64_t little_further(int64_t k)
{
    return k + k / 10;
}

static int64_t little_less_far(int64_t k)
{
    return k - k / 10;
}

static int64_t to_and_fro(int64_t k)
{
    return k + (k / 3000 % 2 ? 900 : -900);
}

static int64_t anywhere(int64_t k)
{
    return (int64_t)(draw(k, 1) * MOST);
}

static int64_t mostly_near(int64_t k)
{
    return k % 50 == 0 ? anywhere(k) : k + (int64_t)(60.0 * (draw(k, 2) - 0.5));
}

static void connect(scene *s, wish *where)
{
    for (int64_t k = 0; k < s->fresh.count; k++) {
        s->from[k] = TSU_FROM_NOWHERE;
    }
    for (int64_t k = 0; k < s->old.count; k++) {
        const int64_t at = where(k);
        const bool flipped = draw(k, 3) < 0.3;
        s->old.live[k] = draw(k, 4) < 0.8;
        s->to[k] = TSU_TO_NOWHERE;
        for (int q = 0; q < WIDTH; q++) {
            *tsu_contacts_history(&s->old, q, k) = draw(k, 10 + (uint64_t)q);
        }
        if (!s->old.live[k] || at < 0 || at >= s->fresh.count || s->from[at] != TSU_FROM_NOWHERE) continue;
        s->to[k] = (uint32_t)at;
        s->from[at] = (uint32_t)(2 * k) | (flipped ? 1u : 0u);
        for (int q = 0; q < WIDTH; q++) {
            const double h = draw(k, 10 + (uint64_t)q);
            s->expected[at][q] = flipped && antisymmetric[q] ? -h : h;
        }
    }
}

static void make(scene *s, int64_t old, int64_t fresh, wish *where)
{
    *s = (scene){0};
    s->old = (tsu_contacts){.count = old, .history_width = WIDTH};
    s->fresh = (tsu_contacts){.count = fresh, .history_width = WIDTH};
    assert_int_equal(tsu_contacts_reserve_history(&s->old, MOST, 0, NULL), TSU_OK);
    assert_int_equal(tsu_memory_allocate(&s->old.live, MOST, 1, "flags", NULL), TSU_OK);
    assert_int_equal(tsu_memory_allocate(&s->fresh.live, MOST, 1, "flags", NULL), TSU_OK);
    assert_int_equal(tsu_memory_allocate(&s->to, MOST, sizeof *s->to, "entries", NULL), TSU_OK);
    assert_int_equal(tsu_memory_allocate(&s->from, MOST, sizeof *s->from, "entries", NULL), TSU_OK);
    assert_int_equal(tsu_memory_allocate(&s->expected, MOST, sizeof *s->expected, "histories", NULL), TSU_OK);
    connect(s, where);
    s->carry = (tsu_carry){
        .old = &s->old, .fresh = &s->fresh, .to = s->to, .from = s->from, .antisymmetric = antisymmetric};
}

static void arrange(void *context, int64_t segment, const tsu_contacts *copy)
{
    scene *s = context;
    const int64_t begin = segment * TSU_SEGMENT;
    const int64_t end = begin + TSU_SEGMENT < s->fresh.count ? begin + TSU_SEGMENT : s->fresh.count;
    memset(tsu_contacts_history(&s->fresh, 0, begin), 0, tsu_contacts_history_bytes(&s->fresh, end - begin));
    for (int64_t k = begin; k < end; k++) {
        if (s->from[k] != TSU_FROM_NOWHERE) tsu_carry_fetch(&s->carry, copy, s->from[k], k);
    }
}

/* Returns how many histories had to wait aside. */
static int64_t carry(int64_t old, int64_t fresh, wish *where, int threads)
{
    scene s;
    int64_t waiting = 0;
    make(&s, old, fresh, where);
    assert_int_equal(tsu_carry_begin(&s.carry, threads, NULL), TSU_OK);
    for (int64_t k = 0; k < s.carry.strips; k++) {
        waiting += s.carry.strip[k].wait;
    }
    s.fresh.history = s.old.history;
    tsu_carry_run(&s.carry, threads, arrange, &s);
    tsu_carry_free(&s.carry);
    for (int64_t k = 0; k < fresh; k++) {
        for (int q = 0; q < WIDTH; q++) {
            assert_true(*tsu_contacts_history(&s.fresh, q, k) == s.expected[k][q]);
        }
    }
    s.fresh.history = NULL;
    tsu_contacts_free(&s.old);
    tsu_contacts_free(&s.fresh);
    tsu_memory_release(&s.to);
    tsu_memory_release(&s.from);
    tsu_memory_release(&s.expected);
    return waiting;
}

static void histories_arrive_however_entries_move(void **state)
{
    (void)state;
    wish *const wishes[] = {little_further, little_less_far, to_and_fro, anywhere, mostly_near};
    for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        for (int threads = 1; threads <= 3; threads++) {
            carry(15000, 16500, wishes[k], threads);
            carry(16500, 15000, wishes[k], threads);
            carry(700, 15000, wishes[k], threads);
            carry(15000, 10, wishes[k], threads);
            carry(0, 500, wishes[k], threads);
            carry(500, 0, wishes[k], threads);
        }
    }
}

/* What moves one way does not wait: it is gone through against it. */
static void few_wait(void **state)
{
    (void)state;
    assert_int_equal(carry(15000, 16500, little_further, 1), 0);
    assert_int_equal(carry(16500, 15000, little_less_far, 1), 0);
    const int64_t near = carry(15000, 15000, mostly_near, 1);
    assert_true(near > 0 && near < 15000 / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(histories_arrive_however_entries_move),
                                       cmocka_unit_test(few_wait)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
