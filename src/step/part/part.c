/* SPDX-License-Identifier: Apache-2.0 */
#include "step/part/part.h"
#include "base/memory.h"
#include "state/fields.h"
#include "step/hooks.h"
#include "step/mesh/body.h"
#include "step/part/room.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

static const char group_name[] = "group of a guest";

tsu_part *tsu_part_create(tsu_error *err)
{
    const size_t n = (size_t)tsu_team_size();
    tsu_part *d = calloc(1, sizeof *d);
    tsu_part_room *r = NULL;
    tsu_status s = d ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a part");
    if (s == TSU_OK) s = tsu_memory_allocate(&r, 1, sizeof *r, "a part", err);
    if (d) d->room = r;
    if (s == TSU_OK) s = tsu_memory_allocate(&r->word, n, sizeof *r->word, "a part", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&r->energy, n, sizeof *r->energy, "a part", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&r->large, n, sizeof r->other.large, "a part", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&r->sum, n, sizeof *r->sum, "a part", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&r->way, n, sizeof *r->way, "a part", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&r->loads, n, sizeof *r->loads, "a part", err);
    if (s == TSU_OK) return d;
    tsu_part_destroy(d);
    return NULL;
}

void tsu_part_destroy(tsu_part *d)
{
    if (!d) return;
    tsu_part_unlink_all(d);
    tsu_memory_release(&d->row);
    tsu_memory_release(&d->foreign);
    tsu_memory_release(&d->start);
    if (d->room) {
        tsu_memory_release(&d->room->word);
        tsu_memory_release(&d->room->energy);
        tsu_memory_release(&d->room->large);
        tsu_memory_release(&d->room->sum);
        tsu_memory_release(&d->room->way);
        tsu_memory_release(&d->room->mixed);
        tsu_memory_release(&d->room->loads);
        tsu_memory_release(&d->room->rows);
    }
    tsu_memory_release(&d->room);
    free(d->servo);
    free(d);
}

const double *tsu_part_groups(const world *w)
{
    const tsu_particle_column *c = tsu_particles_find_column(&w->particles, group_name);
    return c ? c->value : NULL;
}

tsu_status tsu_part_keep_groups(world *w, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    const tsu_particle_column *c = tsu_particles_column(&w->particles, group_name, 1, 0.0, err);
    for (int32_t i = 0; c && i < p->count; i++) {
        c->value[i] = p->group[i];
    }
    return c ? TSU_OK : TSU_ERROR_MEMORY;
}

/* As if it had never been wrapped. */
static void find_place(const world *w, int32_t i, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = w->particles.xr[i][q] + w->particles.image[i][q] * (w->box.hi[q] - w->box.lo[q]);
    }
}

/* Nobody has said anything yet. */
static void clear(world *w)
{
    tsu_part *d = w->part;
    d->walls = d->shared = 0;
    for (int k = 0; k < w->walls; k++) {
        const tsu_mesh_body *body = w->wall[k]->mesh;
        d->walls += body && body->loads && !body->loads->idle;
    }
    d->stepping = d->last = d->broken = d->asked = d->halted = d->trouble = d->booked = d->stepped = false;
    d->early = false;
    d->tally = NULL;
    d->worn = d->renew = TSU_PART_LASTS;
    for (int k = 0; k < 2 * TSU_PART_ACCOUNTS; k++) {
        tsu_exact_init(&d->own[k]);
    }
}

void tsu_part_go_on(world *w, const tsu_part_state *s)
{
    const int32_t added = w->external_rows;
    const tsu_box box = w->box;
    tsu_part_state_give(w, s);
    w->external_rows = added;
    w->box = box; /* that which follows particles is the part's own */
    clear(w);
}

tsu_status tsu_part_begin(world *w, tsu_error *err)
{
    tsu_part *d = w->part;
    tsu_memory_release(&d->start);
    tsu_status s =
        tsu_memory_allocate(&d->start, (size_t)w->particles.count, sizeof *d->start, "a part", err);
    if (s == TSU_OK) s = tsu_part_number_slots(w, err);
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        find_place(w, i, d->start[i]);
    }
    d->marked = -1;
    d->moved = 0.0;
    clear(w);
    return s == TSU_OK ? tsu_part_make_route(w, err) : s;
}

/* ---- in a step ----------------------------------------------------------------------------------------------------- */

void tsu_part_add(const world *w, tsu_exact_sum *sum)
{
    const tsu_exact_sum mine = *sum;
    tsu_exact_sum *all = w->part->room->sum;
    tsu_team_collect(&mine, sizeof mine, all);
    tsu_exact_init(sum);
    for (int k = 0; k < tsu_team_size(); k++) {
        tsu_exact_merge(sum, &all[k]);
    }
}

void tsu_part_need(const world *w, tsu_status status)
{
    if (w->part && status != TSU_OK) tsu_team_abort(EXIT_FAILURE);
}

void tsu_part_add_all(const world *w, tsu_exact_sum *sum, int count)
{
    tsu_exact_sum *all = NULL;
    const size_t n = (size_t)count, ranks = (size_t)tsu_team_size();
    tsu_part_need(w, tsu_memory_allocate(&all, n * ranks, sizeof *all, "sums", NULL));
    tsu_team_collect(sum, n * sizeof *sum, all);
    for (size_t q = 0; q < n; q++) {
        tsu_exact_init(&sum[q]);
        for (size_t k = 0; k < ranks; k++) {
            tsu_exact_merge(&sum[q], &all[k * n + q]);
        }
    }
    tsu_memory_release(&all);
}

void tsu_part_lost(world *w)
{
    w->part->builds = w->part->marked = -1;
}

tsu_status tsu_part_excuse(world *w, tsu_status status)
{
    if (!w->part || status == TSU_OK) return status;
    w->part->trouble = true;
    return TSU_OK;
}

/* Tells the others. */
static void speak(world *w, const part_word *word)
{
    tsu_part *d = w->part;
    part_word *mine = &d->room->mine;
    *mine = *word;
    mine->broken = mine->broken || d->trouble;
    mine->booked = d->booked;
    tsu_part_put_energies(w, mine);
    tsu_team_collect_begin(mine, sizeof *mine, d->room->word);
}

/* Learns from them, and closes the accounts of the step before; false if the parts are given up. */
static bool listen(world *w, part_word *word)
{
    tsu_part *d = w->part;
    tsu_team_collect_end();
    for (int k = 0; k < tsu_team_size(); k++) {
        const part_word *o = &d->room->word[k];
        word->furthest = o->furthest > word->furthest ? o->furthest : word->furthest;
        word->broken = word->broken || o->broken;
        word->wanted = word->wanted || o->wanted;
        word->leaving = word->leaving || o->leaving;
        word->booked = word->booked || o->booked;
        word->worn = o->worn > word->worn ? o->worn : word->worn;
    }
    d->broken = d->broken || word->broken;
    d->asked = d->asked || word->wanted;
    if (d->broken) return false;
    tsu_part_take_energies(w);
    tsu_part_settle_books(w, word->booked);
    return true;
}

tsu_status tsu_part_check(const world *w, tsu_error *err)
{
    return w->part && w->part->broken ? tsu_error_set(err, TSU_ERROR_UNSTABLE, "the parts are given up")
                                      : TSU_OK;
}

/* How far any particle is from where it was: less than the sum of the longest ways of all steps. */
static double look(const world *w)
{
    const tsu_part *d = w->part;
    double most = 0.0;
    for (int32_t k = 0; k < d->rows; k++) {
        const int32_t i = d->row[k];
        double x[3], d2 = 0.0;
        if (i < 0 || tsu_part_guest(w, i)) continue;
        find_place(w, i, x);
        for (int q = 0; q < 3; q++) {
            d2 += (x[q] - d->start[k][q]) * (x[q] - d->start[k][q]);
        }
        most = d2 > most ? d2 : most;
    }
    const double mine = sqrt(most) * (1.0 + 1.0e-9);
    double *all = d->room->way;
    tsu_team_collect(&mine, sizeof mine, all);
    most = mine;
    for (int k = 0; k < tsu_team_size(); k++) {
        if (!(all[k] <= most)) most = all[k];
    }
    return most;
}

/* Whether parts had better move on after this step: the next one might come too far, or lists are to be searched for anew, which moving on
 * does too. If little is left of the way it is not worth looking again and again. */
static bool is_far(world *w, double furthest)
{
    enum { STEPS_TO_SPARE = 2 };
    tsu_part *d = w->part;
    const double spare = STEPS_TO_SPARE * furthest;
    const bool searching = d->renew == TSU_PART_SEARCH;
    if (d->moved + spare <= (searching ? 0.4 : 1.0) * d->limit) return false;
    tsu_part_find_rows(w);
    const double way = look(w);
    if (way < d->moved) d->moved = way;
    return !(d->moved + spare <= (searching ? 0.4 : 0.8) * d->limit);
}

/* What all ranks do at the beginning of a step: each says its word, and guests get where they are. False if the parts are given up. */
static bool meet(world *w, part_word *word)
{
    tsu_part *d = w->part;
    speak(w, word);
    tsu_part_send(w);
    const bool well = listen(w, word);
    tsu_team_route_end(d->route);
    return well;
}

/* Guests get what neighbours read of them. */
static void tell_columns(world *w)
{
    for (int k = 0; k < w->part->columns; k++) {
        const tsu_particle_column *c = &w->particles.column[k];
        if (c->flags & TSU_FIELD_GHOSTED && c->width == 1) tsu_part_tell(w, c->value);
    }
}

tsu_status tsu_part_exchange(world *w, double *furthest, tsu_error *err)
{
    tsu_part *d = w->part;
    part_word word = {.furthest = *furthest, .leaving = w->lists.leaving, .worn = (int32_t)d->worn};
    word.wanted = d->wanted && !d->asked && d->wanted(d->context);
    d->shared = 0;
    d->stepping = true;
    d->postpones = w->hooks == 0 && !w->heating.on && !tsu_external_acts(w);
    if (!meet(w, &word)) return tsu_part_check(w, err);
    *furthest = d->furthest = word.furthest;
    d->moved += *furthest;
    d->renew = (tsu_part_lists)word.worn;
    const bool far = is_far(w, *furthest);
    d->halted = (word.leaving && w->lost_policy == TSU_LOST_ERROR) || !(d->moved <= d->limit);
    if (d->halted) return tsu_error_set(err, TSU_ERROR_UNSTABLE, "the parts halt midway in a step");
    w->lists.leaving = word.leaving;
    if (far) d->renew = TSU_PART_LASTS; /* for one step more */
    d->last = d->last || d->asked || far;
    tsu_part_receive(w);
    tell_columns(w);
    return TSU_OK;
}

/* What has failed in a step must not keep the others waiting: this rank takes part in what they do together next, and says so there. */
static void give_up(world *w)
{
    tsu_part *d = w->part;
    part_word word = {.broken = 1};
    if (d->stepping && d->shared < d->walls) {
        tsu_part_say_no_loads(d);
    } else if (d->stepping && !d->postpones) {
        tsu_part_say_no_energy(d);
    } else if (d->stepping && d->last) {
        speak(w, &word);
        (void)listen(w, &word);
    } else {
        (void)meet(w, &word);
    }
}

void tsu_part_start(world *w, bool last)
{
    w->part->stepping = false;
    w->part->last = last;
}

bool tsu_part_close(world *w, bool failed)
{
    tsu_part *d = w->part;
    part_word word = {0};
    if (d->halted) return true;
    if (!d->broken && failed) give_up(w);
    if (d->broken) return false;
    speak(w, &word);
    return listen(w, &word);
}

/* Once for each list: who books a contact does not change. */
tsu_status tsu_part_arrange(world *w, tsu_error *err)
{
    const tsu_contacts *c = &w->contacts;
    tsu_part *d = w->part;
    tsu_part_room *r = d->room;
    if (d->marked == w->lists.refreshes) return TSU_OK;
    const size_t room = (size_t)c->count + TSU_LANES, blocks = room / TSU_LANES + 1;
    tsu_status s =
        tsu_memory_grow(&d->foreign, &d->foreign_capacity, room, sizeof *d->foreign, "a part", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&r->mixed, &r->mixed_capacity, blocks, sizeof *r->mixed, "a part", err);
    if (s != TSU_OK) return s;
    memset(d->foreign, 0, room);
    memset(r->mixed, 0, blocks);
    for (int64_t k = 0; k < c->count; k++) {
        d->foreign[k] = tsu_part_foreign(w, c->row[k], c->partner[k] & TSU_CONTACT_ROW_MASK);
        r->mixed[k / TSU_LANES] |= d->foreign[k];
    }
    d->marked = w->lists.refreshes;
    return TSU_OK;
}

void tsu_part_mark(const world *w, tsu_lane_space *s, int64_t k)
{
    s->others = w->part->room->mixed[k / TSU_LANES] != 0;
    if (s->others) memcpy(s->other, w->part->foreign + k, sizeof s->other);
}
