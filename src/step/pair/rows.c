/* SPDX-License-Identifier: Apache-2.0 */
#include "step/pair/rows.h"
#include "step/forces.h"
#include "step/list/places.h"
#include "step/pair/move.h"
#include "step/sum.h"
#include "step/wall/contacts.h"
#include <string.h>

typedef struct tsu_world world;

/* All rows are summed in one loop over their contacts, for a loop within the loop, now five and now six long, would cost more
 * in wrong guesses of the processor than in work: the sum so far is stored at each contact, and begins anew after the
 * last one of a row. Places are counted in bytes, which leaves the least to compute for each contact. */
TSU_FN void sum_pairs(const tsu_particles *p, const tsu_row_sums *s, const bool rolling)
{
    enum { ROW = sizeof(tsu_four), RECORD = sizeof *s->record, ROLL = sizeof *s->roll, FOURTH = 24 };
    enum { PLACE = 1 << TSU_INCIDENT_BITS };
    static const double sides[2] = {1.0, -1.0};
    static const tsu_mask4 kept[2] = {{-1, -1, -1, -1}, {0, 0, 0, 0}};
    const char *record = (const char *)s->record, *roll = (const char *)s->roll;
    const char *radius = (const char *)p->xr[s->rows.begin] + FOURTH;
    char *force = (char *)s->force, *torque = (char *)s->torque;
    tsu_v4 f = {0}, t = {0};
    size_t row = 0;
    for (const uint32_t *code = s->code; code < s->end; code++) {
        const size_t place = *code & ~(uint32_t)(PLACE - 1), at = place * (RECORD / PLACE);
        const size_t last = (*code & TSU_INCIDENT_LAST) * (ROW / TSU_INCIDENT_LAST); /* a row, or nothing */
        const double side = sides[*code & TSU_INCIDENT_SIDE];
        const double arm =
            tsu_contact_arm(*(const double *)(radius + row), *(const double *)(record + at + FOURTH));
        tsu_sum_contact(&f, &t, side, arm, (const tsu_v4 *)(record + at),
                        (const tsu_v4 *)(record + at + ROW));
        if (rolling) tsu_sum_roll(&t, side, (const tsu_v4 *)(roll + place * (ROLL / PLACE)));
        *(tsu_v4 *)(force + row) = f;
        *(tsu_v4 *)(torque + row) = t;
        const tsu_mask4 keep = *(const tsu_mask4 *)((const char *)kept + last);
        f = (tsu_v4)((tsu_mask4)f & keep);
        t = (tsu_v4)((tsu_mask4)t & keep);
        row += last;
    }
}

static TSU_CLONES void sum_forces(const tsu_particles *p, const tsu_row_sums *s)
{
    sum_pairs(p, s, false);
}

static TSU_CLONES void sum_forces_and_rolls(const tsu_particles *p, const tsu_row_sums *s)
{
    sum_pairs(p, s, true);
}

/* The same for one row that has a contact in a cold block: all its entries that touch. Those that are listed have their places in
 * the list; the others are in the ring, if there is one. */
static void sum_stray(const world *w, const tsu_row_sums *s, int64_t i)
{
    const tsu_particles *p = &w->particles;
    const tsu_schedule *c = &w->schedule;
    const tsu_incidence *in = &c->incidence;
    const tsu_v4 *record = (const tsu_v4 *)s->record, *roll = (const tsu_v4 *)s->roll;
    const tsu_contact_run *run = &c->run[s->run];
    const uint32_t *next = c->sum + c->sum_first[i];
    tsu_v4 f = {0}, t = {0};
    for (int64_t q = in->first[i]; q < in->first[i + 1]; q++) {
        const uint32_t code = in->code[q], entry = tsu_incident_entry(code);
        const bool listed = tsu_place_listed(c, run, entry);
        const int64_t ring = c->ring > 0 ? tsu_place_ring(c, c->unit[run->unit].strip, entry) : entry;
        const int64_t place = listed ? tsu_incident_entry(*next) : ring;
        next += listed;
        if (entry >= c->entries || !w->contacts.live[entry]) continue;
        const double side = code & TSU_INCIDENT_SIDE ? -1.0 : 1.0,
                     arm = tsu_contact_arm(p->xr[i][3], record[2 * place][3]);
        tsu_sum_contact(&f, &t, side, arm, record + 2 * place, record + 2 * place + 1);
        if (roll) tsu_sum_roll(&t, side, roll + place);
    }
    memcpy(s->force[i - s->rows.begin], &f, sizeof f);
    memcpy(s->torque[i - s->rows.begin], &t, sizeof t);
}

/* What they need next. */
static void prefetch_strays(const tsu_schedule *c, tsu_range rows)
{
    const uint8_t *end = c->stray + rows.end;
    for (const uint8_t *at = c->stray + rows.begin; (at = memchr(at, 1, (size_t)(end - at))) != NULL; at++) {
        const char *first = (const char *)(c->incidence.code + c->incidence.first[at - c->stray]);
        TSU_PREFETCH(first);
        TSU_PREFETCH(first + 32); /* there are seldom more */
    }
}

/* Rows that are summed with all their entries have no strays. */
static void sum_strays(const world *w, const tsu_row_sums *s)
{
    const tsu_schedule *c = &w->schedule;
    const uint8_t *end = c->stray + s->rows.end;
    const bool whole = !s->sparse || (c->ring > 0 && c->run[s->run].open);
    for (uint8_t *at = c->stray + s->rows.begin; (at = memchr(at, 1, (size_t)(end - at))) != NULL; at++) {
        *at = 0;
        if (!whole) sum_stray(w, s, at - c->stray);
    }
}

/* Weight, then as much of the motion as `finish` says; force and torque are kept unless nobody will ask for them. */
TSU_FN tsu_row_outcome move_rows(const world *world_, const tsu_row_sums *s, const tsu_kick kick,
                                 const tsu_finish finish, const bool all, const bool open)
{
    const tsu_particles *p = &world_->particles;
    const double *g = world_->gravity;
    const tsu_v4 gravity = {g[0], g[1], g[2], 0.0};
    tsu_v4 *x = (tsu_v4 *)p->xr, *v = (tsu_v4 *)p->vm, *w = (tsu_v4 *)p->wi;
    tsu_v4 *force = (tsu_v4 *)s->force - s->rows.begin, *torque = (tsu_v4 *)s->torque - s->rows.begin;
    tsu_mask4 not_finite = {0};
    tsu_drifting d = {0};
    for (int64_t i = s->rows.begin; i < s->rows.end; i++) {
        tsu_v4 f = force[i], t = torque[i];
        tsu_row_weigh(&f, &t, p->mass[i], &gravity);
        if (finish != TSU_FINISH_AHEAD) force[i] = f;
        if (finish != TSU_FINISH_AHEAD) torque[i] = t;
        if (finish == TSU_FINISH_FORCES) continue;
        tsu_row_move(&x[i], &v[i], &w[i], &f, &t, p->group[i], &kick, finish, all, open, &not_finite, &d);
    }
    const bool broken = not_finite[0] | not_finite[1] | not_finite[2];
    return (tsu_row_outcome){broken ? 1.0 : 0.0, tsu_drift_of(&d)};
}

/* Motion of two rows at once, which lie one behind the other: the same sums and products. */
typedef struct two_rows {
    tsu_v8 half, gravity, full; /* half the time step; the time step in the three places of a way */
    tsu_v8 lo, hi, lattice;     /* as in tsu_kick */
    tsu_words8 not_finite, outside;
    tsu_v8 furthest2; /* square of the longest way, in the first place of each row */
} two_rows;

TSU_FN tsu_v8 twice(tsu_v4 one)
{
    const tsu_v8 two = {one[0], one[1], one[2], one[3], one[0], one[1], one[2], one[3]};
    return two;
}

TSU_FN tsu_v8 load_two(const double (*row)[4])
{
    tsu_v8 two;
    memcpy(&two, row, sizeof two);
    return two;
}

TSU_FN void move_two(const tsu_particles *p, int64_t i, tsu_v8 force, tsu_v8 torque, const bool open,
                     two_rows *m)
{
    const double a = p->mass[i], b = p->mass[i + 1];
    const tsu_v8 none = {0}, mass = {a, a, a, a, b, b, b, b};
    const tsu_v8 f = TSU_V8_SHUFFLE(force + mass * m->gravity, none, 0, 1, 2, 8, 4, 5, 6, 8);
    const tsu_v8 t = TSU_V8_SHUFFLE(torque, none, 0, 1, 2, 8, 4, 5, 6, 8);
    tsu_v8 v = load_two(p->vm + i), w = load_two(p->wi + i);
    const tsu_v8 dv = m->half * TSU_V8_SHUFFLE(v, v, 3, 3, 3, 3, 7, 7, 7, 7) * f;
    const tsu_v8 dw = m->half * TSU_V8_SHUFFLE(w, w, 3, 3, 3, 3, 7, 7, 7, 7) * t;
    v += dv;
    w += dw;
    const tsu_v8 zero = 0.0 * (v + w); /* or not a number */
    m->not_finite |= (tsu_words8)(zero != zero);
    v += dv;
    w += dw;
    const tsu_v8 straight = m->full * v, way = open ? straight : (straight + m->lattice) - m->lattice;
    const tsu_v8 to = load_two(p->xr + i) + way, square = way * way;
    const tsu_v8 way2 = square + TSU_V8_SHUFFLE(square, square, 1, 1, 1, 1, 5, 5, 5, 5) +
                        TSU_V8_SHUFFLE(square, square, 2, 2, 2, 2, 6, 6, 6, 6);
    const tsu_words8 longer = (tsu_words8)(way2 > m->furthest2);
    m->furthest2 = (tsu_v8)(((tsu_words8)way2 & longer) | ((tsu_words8)m->furthest2 & ~longer));
    if (!open) m->outside |= (tsu_words8)(to < m->lo) | (tsu_words8)(to > m->hi);
    memcpy(p->xr + i, &to, sizeof to);
    memcpy(p->vm + i, &v, sizeof v);
    memcpy(p->wi + i, &w, sizeof w);
}

/* As move_rows does with TSU_FINISH_AHEAD where all rows are moved. */
TSU_FN tsu_row_outcome move_all(const world *world_, const tsu_row_sums *s, const tsu_kick kick,
                                const bool open)
{
    const tsu_particles *p = &world_->particles;
    const double *g = world_->gravity, h = 0.5 * kick.dt, dt = kick.dt;
    const tsu_v4 half = {h, h, h, h}, gravity = {g[0], g[1], g[2], 0.0}, full = {dt, dt, dt, 0.0};
    two_rows m = {.half = twice(half),
                  .gravity = twice(gravity),
                  .full = twice(full),
                  .lo = twice(kick.lo),
                  .hi = twice(kick.hi),
                  .lattice = twice(kick.lattice)};
    const double(*force)[4] = (const double(*)[4])s->force, (*torque)[4] = (const double(*)[4])s->torque;
    int64_t k = 0;
    for (; s->rows.begin + k + 1 < s->rows.end; k += 2) {
        move_two(p, s->rows.begin + k, load_two(force + k), load_two(torque + k), open, &m);
    }
    tsu_row_sums last = *s; /* one or none */
    last.rows.begin += k;
    last.force += k;
    last.torque += k;
    tsu_row_outcome out = move_rows(world_, &last, kick, TSU_FINISH_AHEAD, true, open);
    for (int q = 0; q < 8; q += 4) {
        if (m.furthest2[q] > out.drift.furthest2) out.drift.furthest2 = m.furthest2[q];
        if (m.not_finite[q] | m.not_finite[q + 1] | m.not_finite[q + 2]) out.not_finite = 1.0;
        if (m.outside[q] | m.outside[q + 1] | m.outside[q + 2]) out.drift.outside = 1.0;
    }
    return out;
}

static TSU_CLONES void move(const world *w, const tsu_row_sums *s, const tsu_kick *k, tsu_finish finish,
                            tsu_row_outcome *out)
{
    const tsu_kick_kind kind = tsu_kick_kind_of(&w->particles, k, s->rows);
    if (finish == TSU_FINISH_FORCES)
        *out = move_rows(w, s, *k, TSU_FINISH_FORCES, true, true);
    else if (finish == TSU_FINISH_KICK && kind.all)
        *out = move_rows(w, s, *k, TSU_FINISH_KICK, true, true);
    else if (finish == TSU_FINISH_KICK)
        *out = move_rows(w, s, *k, TSU_FINISH_KICK, false, true);
    else if (kind.all && kind.open)
        *out = move_all(w, s, *k, true);
    else if (kind.all)
        *out = move_all(w, s, *k, false);
    else
        *out = move_rows(w, s, *k, TSU_FINISH_AHEAD, false, false);
}

tsu_row_outcome tsu_rows_finish(const world *w, const tsu_row_sums *s, const tsu_kick *motion,
                                tsu_finish finish)
{
    const tsu_schedule *c = &w->schedule;
    tsu_row_outcome out;
    if (s->sparse) prefetch_strays(c, s->rows);
    if (s->roll)
        sum_forces_and_rolls(&w->particles, s);
    else
        sum_forces(&w->particles, s);
    if (c->sparse) sum_strays(w, s);
    tsu_walls_add_forces(w, s->rows, s->force, s->torque);
    move(w, s, motion, finish, &out);
    return out;
}
