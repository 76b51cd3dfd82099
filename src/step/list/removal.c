/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/removal.h"
#include "base/memory.h"
#include "law/fused.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include "step/ledger/heating.h"
#include "step/part/part.h"
#include "step/sum.h"
#include "step/trial_contacts.h"
#include "step/wall/wall.h"
#include <string.h>

typedef struct tsu_world world;

typedef struct parting {
    const world *w;
    const uint8_t *gone;
    bool walls; /* contacts are with a wall */
} parting;

/* What leaves with the contacts of one list midway, of all parts of a divided world together. */
typedef struct leaving {
    tsu_exact_sum account[TSU_ACCOUNT_COUNT], bulge;
} leaving;

static bool ends(const void *context, const tsu_contacts *c, int64_t k)
{
    const parting *p = context;
    const uint32_t i = c->row[k], j = c->partner[k] & TSU_CONTACT_ROW_MASK;
    if (p->w->part && !p->walls && tsu_part_foreign(p->w, i, j)) return false; /* another rank books it */
    return p->gone[i] || (!p->walls && p->gone[j]);
}

static tsu_vec3 vector_of(const double *v)
{
    return tsu_vec3_make(v[0], v[1], v[2]);
}

/* Work of a force and a torque on particle i over the half step that comes next, over the displacement that the accounts of contacts take. */
static double kick_of(const world *w, uint32_t i, tsu_vec3 force, tsu_vec3 torque)
{
    const tsu_particles *p = &w->particles;
    const double half = 0.5 * w->dt;
    tsu_vec3 at, turn;
    if (tsu_clumps_hold(w, i)) {
        tsu_clump_kicked(w, (int32_t)i, &at, &turn);
        return half * (tsu_vec3_dot(force, at) + tsu_vec3_dot(torque, turn));
    }
    const tsu_vec3 v = tsu_vec3_madd(vector_of(p->vm[i]), half * p->vm[i][3], vector_of(p->force[i]));
    const tsu_vec3 o = tsu_vec3_madd(vector_of(p->wi[i]), half * p->wi[i][3], vector_of(p->torque[i]));
    const double moved = p->group[i] & w->moving ? tsu_vec3_dot(force, v) : 0.0;
    const double turned = p->group[i] & w->turning ? tsu_vec3_dot(torque, o) : 0.0;
    return 0.5 * w->dt * (moved + turned);
}

/* The forces on those who stay act once more. */
static double kick_behind(const tsu_trial *a, const uint8_t *gone, int64_t k)
{
    const tsu_contacts *c = &a->list;
    const tsu_contact_forces *f = &a->forces;
    const uint32_t i = c->row[k], j = c->partner[k] & TSU_CONTACT_ROW_MASK;
    const double half = f->record[k][3];
    const bool first = !gone[i]; /* it is the first one that stays */
    if (gone[i] && gone[j]) return 0.0;
    const uint32_t who = first ? i : j;
    const double side = first ? 1.0 : -1.0;
    const tsu_vec3 roll = f->roll ? vector_of(f->roll[k]) : tsu_vec3_make(0.0, 0.0, 0.0);
    const tsu_vec3 arm =
        tsu_vec3_scale(-tsu_contact_arm(a->w->particles.xr[who][3], half), vector_of(f->record[k] + 4));
    return kick_of(a->w, who, tsu_vec3_scale(side, vector_of(f->record[k])), tsu_vec3_madd(arm, -side, roll));
}

static void take_out(tsu_exact_sum *account, const tsu_exact_sum *sum)
{
    tsu_exact_add(account, -tsu_exact_round(sum));
}

/* ---- between two steps ------------------------------------------------------------------------------------------------ */

static tsu_status part_between(world *w, const parting *p, const tsu_wall *wall, tsu_error *err)
{
    tsu_trial a;
    tsu_ledger *b = &w->ledger;
    const double kick = 0.5 * w->dt; /* since when the forces were found */
    const tsu_status s = tsu_trial_run(&a, w, wall, 0.0, kick, ends, p, err);
    if (s == TSU_OK) take_out(&b->given, &a.sum[TSU_SUM_ELASTIC]);
    for (int64_t k = 0; k < a.list.count && s == TSU_OK && !wall; k++) {
        tsu_exact_add(&b->given, kick_behind(&a, p->gone, k));
    }
    tsu_trial_free(&a);
    return s;
}

/* ---- midway ----------------------------------------------------------------------------------------------------------- */

/* Work over half a step of the force that was found last for contact k of a wall, of which `at` is the copy. */
static double work_of_wall(const tsu_trial *a, int64_t at, int64_t k)
{
    const tsu_contact_forces *f = &a->wall->forces;
    tsu_vec3 n, v, w;
    double overlap;
    tsu_trial_look_at_wall(a, at, &n, &overlap, &v, &w);
    const double rolled = f->roll ? tsu_vec3_dot(vector_of(f->roll[k]), w) : 0.0;
    return 0.5 * a->w->dt * (tsu_vec3_dot(vector_of(f->record[k]), v) - rolled);
}

static void add_wall_work(const tsu_trial *a, const parting *p, tsu_exact_sum *work)
{
    const tsu_contacts *c = &a->wall->contacts;
    for (int64_t k = 0, at = 0; k < c->count && at < a->list.count; k++) {
        if (c->live[k] && ends(p, c, k)) tsu_exact_add(work, work_of_wall(a, at++, k));
    }
}

/* What contacts that end midway lose for good. */
static const unsigned dashpots = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT |
                                 1u << TSU_ACCOUNT_ROLLING_DASHPOT;

/* What dashpots lose is lost; the rest of what the opening books is what the contact held, less what it gave to those who stay. */
static void book_parting(world *w, const leaving *l)
{
    tsu_ledger *b = &w->ledger;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (dashpots & 1u << q)
            tsu_exact_merge(&b->dissipated[q], &l->account[q]);
        else
            take_out(&b->given, &l->account[q]);
    }
    tsu_exact_merge(&b->external_work, &l->bulge);
}

static tsu_status part_midway(world *w, const parting *p, tsu_wall *wall, leaving *l, tsu_exact_sum *work,
                              tsu_error *err)
{
    tsu_trial a;
    tsu_status s = tsu_trial_part(&a, w, wall, ends, p, err);
    if (s == TSU_OK) s = tsu_heating_book_copies(w, wall, &a, dashpots, err);
    memcpy(l->account, a.sum, sizeof l->account);
    l->bulge = a.sum[TSU_SUM_BULGE_WORK];
    if (s == TSU_OK && wall) add_wall_work(&a, p, work);
    tsu_trial_free(&a);
    return s;
}

/* All contacts that end, and the energies of the particles that go; `sums`: first those of walls and particles, then of each list. */
static tsu_status add_midway(world *w, const uint8_t *gone, tsu_exact_sum *sums, tsu_error *err)
{
    leaving *l = (leaving *)(void *)(sums + 2);
    tsu_status s = TSU_OK;
    for (int k = -1; k < w->walls && s == TSU_OK; k++) {
        tsu_wall *wall = k < 0 ? NULL : w->wall[k];
        const parting p = {w, gone, wall != NULL};
        s = part_midway(w, &p, wall, &l[k + 1], &sums[0], err);
    }
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        const bool own = gone[i] && !(w->part && tsu_part_guest(w, i));
        if (own) tsu_exact_add(&sums[1], -tsu_energy_of_particle(w, i, w->dt));
    }
    return s;
}

static tsu_status book_midway(world *w, const uint8_t *gone, tsu_error *err)
{
    tsu_exact_sum *sums = NULL;
    const int each = (int)(sizeof(leaving) / sizeof *sums), count = 2 + each * (w->walls + 1);
    tsu_status s =
        tsu_memory_allocate(&sums, (size_t)count, sizeof *sums, "energies of particles that leave", err);
    tsu_part_need(w, s);
    if (s == TSU_OK) s = tsu_part_excuse(w, add_midway(w, gone, sums, err));
    if (s == TSU_OK && w->part) tsu_part_add_all(w, sums, count);
    for (int k = 0; k <= w->walls && s == TSU_OK; k++) {
        book_parting(w, (const leaving *)(void *)(sums + 2) + k);
    }
    if (s == TSU_OK) tsu_exact_merge(&w->ledger.wall_work, &sums[0]);
    if (s == TSU_OK) tsu_exact_merge(&w->ledger.given, &sums[1]);
    tsu_memory_release(&sums);
    return s;
}

/* ---- both ------------------------------------------------------------------------------------------------------------- */

static tsu_status book_between(world *w, const uint8_t *gone, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = -1; k < w->walls && s == TSU_OK; k++) {
        const tsu_wall *wall = k < 0 ? NULL : w->wall[k];
        const parting p = {w, gone, wall != NULL};
        s = part_between(w, &p, wall, err);
    }
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        if (gone[i]) tsu_exact_add(&w->ledger.given, -tsu_energy_of_particle(w, i, 0.0));
        if (gone[i] && tsu_world_is(w, TSU_CURRENT_FORCES))
            tsu_exact_add(&w->ledger.kick, -tsu_energy_kick_of(w, i));
    }
    return s;
}

tsu_status tsu_removal_book(world *w, const uint8_t *gone, tsu_moment moment, tsu_error *err)
{
    if (!w->ledger.open || w->ledger.changing) return TSU_OK;
    const tsu_status s = moment == TSU_MIDWAY ? book_midway(w, gone, err) : book_between(w, gone, err);
    if (s == TSU_OK) tsu_clumps_book_removal(w, moment);
    return s;
}
