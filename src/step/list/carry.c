/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/carry.h"
#include "base/memory.h"
#include <string.h>

void tsu_carry_free(tsu_carry *c)
{
    tsu_memory_release(&c->first);
    tsu_memory_release(&c->partner);
    tsu_memory_release(&c->old);
    *c = (tsu_carry){0};
}

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

static void sort_row(tsu_carry *c, int64_t begin, int64_t end)
{
    for (int64_t k = begin + 1; k < end; k++) {
        const uint32_t partner = c->partner[k], old = c->old[k];
        int64_t q = k;
        for (; q > begin && tsu_code_less(partner, c->partner[q - 1]); q--) {
            c->partner[q] = c->partner[q - 1];
            c->old[q] = c->old[q - 1];
        }
        c->partner[q] = partner;
        c->old[q] = old;
    }
}

tsu_status tsu_carry_collect(tsu_carry *c, const tsu_contacts *old, int32_t new_rows, tsu_remap map,
                             bool pairs, tsu_error *err)
{
    int64_t live = 0;
    for (int64_t k = 0; k < old->count; k++) {
        live += old->live[k];
    }
    tsu_status s = tsu_memory_grow(&c->first, &c->row_capacity, (size_t)new_rows + 2, sizeof *c->first,
                                   "carried contacts", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->partner, &c->entry_capacity, (size_t)live, sizeof *c->partner,
                            "carried contacts", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->old, &c->entry_capacity_old, (size_t)live, sizeof *c->old, "carried contacts",
                            err);
    if (s != TSU_OK) return s;
    c->rows = new_rows;
    memset(c->first, 0, ((size_t)new_rows + 2) * sizeof *c->first);
    tsu_moved_entry to;
    for (int64_t k = 0; k < old->count; k++) {
        if (old->live[k] && tsu_carry_move(old, k, map, pairs, &to)) c->first[to.row + 2]++;
    }
    for (int32_t i = 0; i < new_rows; i++) {
        c->first[i + 2] += c->first[i + 1];
    }
    for (int64_t k = 0; k < old->count; k++) {
        if (!old->live[k] || !tsu_carry_move(old, k, map, pairs, &to)) continue;
        const int64_t at = c->first[to.row + 1]++;
        c->partner[at] = to.partner;
        c->old[at] = (uint32_t)(2 * k) | (to.flipped ? 1u : 0u);
    }
    for (int32_t i = 0; i < new_rows; i++) {
        sort_row(c, c->first[i], c->first[i + 1]);
    }
    return TSU_OK;
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
