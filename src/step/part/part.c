/* SPDX-License-Identifier: Apache-2.0 */
#include "step/part/part.h"
#include "base/memory.h"
#include "state/fields.h"
#include "step/mesh/body.h"
#include "step/part/room.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

static const char slot_name[] = "slot of a part", group_name[] = "group of a guest";

void tsu_part_state_get(const world *w, tsu_part_state *s)
{
    *s = (tsu_part_state){.box = w->box,
                          .dt = w->dt,
                          .time = w->time,
                          .skin = w->lists.skin,
                          .step = w->step,
                          .every = w->lists.every,
                          .touching = w->touching,
                          .moving = w->moving,
                          .turning = w->turning,
                          .coasting = w->coasting,
                          .forces_added = w->external_rows > 0,
                          .threads = w->threads,
                          .lost_policy = w->lost_policy,
                          .lean = w->lean,
                          .staged = w->staged,
                          .ledger = w->ledger};
    memcpy(s->boundary, w->boundary, sizeof s->boundary);
    memcpy(s->box_minimum, w->box_minimum, sizeof s->box_minimum);
    memcpy(s->lattice, w->lattice, sizeof s->lattice);
    memcpy(s->gravity, w->gravity, sizeof s->gravity);
}

void tsu_part_state_return(world *whole, const tsu_part_state *s)
{
    whole->step = s->step;
    whole->time = s->time;
    whole->touching = s->touching;
    whole->ledger = s->ledger;
    whole->external_rows = 0;
    whole->generation++;
    tsu_world_lose(whole, TSU_CURRENT_STANDING | TSU_CURRENT_AHEAD | TSU_CURRENT_INSERTED);
}

void tsu_part_state_give(world *w, const tsu_part_state *s)
{
    tsu_part_state_return(w, s);
    w->box = s->box;
    w->dt = s->dt;
    w->lists.skin = s->skin;
    w->lists.every = s->every;
    w->moving = s->moving;
    w->turning = s->turning;
    w->coasting = s->coasting;
    w->part->forces_added = s->forces_added;
    w->threads = s->threads;
    w->lost_policy = (tsu_lost_policy)s->lost_policy;
    w->lean = s->lean;
    w->staged = s->staged;
    memcpy(w->boundary, s->boundary, sizeof s->boundary);
    memcpy(w->box_minimum, s->box_minimum, sizeof s->box_minimum);
    memcpy(w->lattice, s->lattice, sizeof s->lattice);
    memcpy(w->gravity, s->gravity, sizeof s->gravity);
}

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
    if (s == TSU_OK) s = tsu_memory_allocate(&r->loads, n, sizeof *r->loads, "a part", err);
    if (s == TSU_OK) return d;
    tsu_part_destroy(d);
    return NULL;
}

void tsu_part_link_free(tsu_part_link *l)
{
    tsu_memory_release(&l->send);
    tsu_memory_release(&l->take);
    tsu_memory_release(&l->out);
    tsu_memory_release(&l->in);
}

static void unlink_all(tsu_part *d)
{
    for (int k = 0; k < d->links; k++) {
        tsu_part_link_free(&d->link[k]);
    }
    tsu_memory_release(&d->link);
    tsu_memory_release(&d->letter);
    d->links = 0;
}

tsu_status tsu_part_unlink(tsu_part *d, tsu_error *err)
{
    const size_t ranks = (size_t)tsu_team_size();
    unlink_all(d);
    const tsu_status s = tsu_memory_allocate(&d->link, ranks, sizeof *d->link, "links", err);
    return s == TSU_OK ? tsu_memory_allocate(&d->letter, ranks, sizeof *d->letter, "links", err) : s;
}

void tsu_part_destroy(tsu_part *d)
{
    if (!d) return;
    unlink_all(d);
    tsu_memory_release(&d->row);
    tsu_memory_release(&d->foreign);
    tsu_memory_release(&d->start);
    if (d->room) {
        tsu_memory_release(&d->room->word);
        tsu_memory_release(&d->room->energy);
        tsu_memory_release(&d->room->large);
        tsu_memory_release(&d->room->sum);
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
    d->merging = d->ending = d->broken = d->asked = d->halted = d->trouble = d->booked = d->stepped = false;
    d->early = false;
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
    tsu_particle_column *slot = tsu_particles_column(&w->particles, slot_name, 1, 0.0, err);
    tsu_memory_release(&d->row);
    tsu_memory_release(&d->start);
    tsu_status s = slot ? TSU_OK : TSU_ERROR_MEMORY;
    if (s == TSU_OK)
        s = tsu_memory_allocate(&d->start, (size_t)w->particles.count, sizeof *d->start, "a part", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&d->row, (size_t)w->particles.count, sizeof *d->row, "a part", err);
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        d->row[i] = i;
        slot->value[i] = i;
        find_place(w, i, d->start[i]);
    }
    d->rows = w->particles.count;
    d->builds = w->lists.builds;
    d->marked = -1;
    d->moved = 0.0;
    clear(w);
    return s;
}

/* ---- in a step ----------------------------------------------------------------------------------------------------- */

/* Rows have changed where lists have been made. */
static void find_rows(world *w)
{
    tsu_part *d = w->part;
    if (d->builds == w->lists.builds) return;
    const double *slot = tsu_particles_find_column(&w->particles, slot_name)->value;
    for (int32_t k = 0; k < d->rows; k++) {
        d->row[k] = -1; /* he has left the box */
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        d->row[(int32_t)slot[i]] = i;
    }
    d->builds = w->lists.builds;
}

static bool exchange(tsu_part *d)
{
    for (int k = 0; k < d->links; k++) {
        tsu_part_link *l = &d->link[k];
        d->letter[k] = (tsu_team_letter){.rank = l->rank,
                                         .out = l->out,
                                         .in = l->in,
                                         .out_bytes = (size_t)l->sends * sizeof *l->out,
                                         .in_bytes = (size_t)l->takes * sizeof *l->in};
    }
    return tsu_team_exchange(d->letter, d->links);
}

tsu_status tsu_part_tell(world *w, double *value, tsu_error *err)
{
    tsu_part *d = w->part;
    find_rows(w);
    for (int k = 0; k < d->links; k++) {
        tsu_part_link *l = &d->link[k];
        for (int32_t q = 0; q < l->sends; q++) {
            const int32_t i = d->row[l->send[q]];
            l->out[q][0] = i < 0 ? 0.0 : value[i];
        }
    }
    if (!exchange(d)) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for messages between ranks");
    for (int k = 0; k < d->links; k++) {
        const tsu_part_link *l = &d->link[k];
        for (int32_t q = 0; q < l->takes; q++) {
            const int32_t i = d->row[l->take[q]];
            if (i >= 0) value[i] = l->in[q][0];
        }
    }
    return TSU_OK;
}

static void write_out(const world *w, tsu_part_link *l)
{
    const tsu_particles *p = &w->particles;
    for (int32_t k = 0; k < l->sends; k++) {
        const int32_t i = w->part->row[l->send[k]];
        double *to = l->out[k];
        if (i < 0) memset(to, 0, sizeof *l->out);
        for (int q = 0; q < 3 && i >= 0; q++) {
            to[q] = p->xr[i][q];
            to[3 + q] = p->vm[i][q];
            to[6 + q] = p->wi[i][q];
            to[9 + q] = p->image[i][q];
        }
    }
}

/* The owner may have wrapped the particle when the guest was not, or the other way round; on the lattice of a periodic axis the
 * length of the box is added without rounding. */
static void read_in(const world *w, const tsu_part_link *l)
{
    const tsu_particles *p = &w->particles;
    for (int32_t k = 0; k < l->takes; k++) {
        const int32_t i = w->part->row[l->take[k]];
        const double *from = l->in[k];
        for (int q = 0; q < 3 && i >= 0; q++) {
            const double times = from[9 + q] - p->image[i][q];
            p->xr[i][q] = times == 0.0 ? from[q] : from[q] + times * (w->box.hi[q] - w->box.lo[q]);
            p->vm[i][q] = from[3 + q];
            p->wi[i][q] = from[6 + q];
        }
    }
}

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

/* Tells the others, and learns from them; false if the parts are given up. */
static bool speak(world *w, part_word *word)
{
    tsu_part *d = w->part;
    tsu_part_room *r = d->room;
    word->broken = word->broken || d->trouble;
    word->booked = d->booked;
    const part_word mine = *word;
    tsu_team_collect(&mine, sizeof mine, r->word);
    for (int k = 0; k < tsu_team_size(); k++) {
        const part_word *o = &r->word[k];
        word->furthest = o->furthest > word->furthest ? o->furthest : word->furthest;
        word->broken = word->broken || o->broken;
        word->wanted = word->wanted || o->wanted;
        word->leaving = word->leaving || o->leaving;
        word->booked = word->booked || o->booked;
    }
    d->broken = d->broken || word->broken;
    d->asked = d->asked || word->wanted;
    if (!d->broken) tsu_part_settle_books(w, word->booked);
    return !d->broken;
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
    part_word mine = {0};
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
    mine.furthest = sqrt(most) * (1.0 + 1.0e-9);
    tsu_team_collect(&mine, sizeof mine, d->room->word);
    for (int k = 0; k < tsu_team_size(); k++) {
        if (!(d->room->word[k].furthest <= mine.furthest)) mine.furthest = d->room->word[k].furthest;
    }
    return mine.furthest;
}

/* Whether parts must move on soon. If little is left of the way it is not worth looking again and again. */
static bool is_far(world *w, double furthest)
{
    enum { STEPS_TO_SPARE = 4 };
    tsu_part *d = w->part;
    const double spare = STEPS_TO_SPARE * furthest;
    if (d->moved + spare <= d->limit) return false;
    find_rows(w);
    const double way = look(w);
    if (way < d->moved) d->moved = way;
    return !(d->moved + spare <= 0.8 * d->limit);
}

/* Guests get what neighbours read of them. */
static tsu_status tell_columns(world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = 0; k < w->part->columns && s == TSU_OK; k++) {
        const tsu_particle_column *c = &w->particles.column[k];
        if (c->flags & TSU_FIELD_GHOSTED && c->width == 1) s = tsu_part_tell(w, c->value, err);
    }
    return s;
}

tsu_status tsu_part_exchange(world *w, double *furthest, tsu_error *err)
{
    tsu_part *d = w->part;
    part_word word = {.furthest = *furthest, .leaving = w->lists.leaving};
    word.wanted = d->wanted && !d->asked && d->wanted(d->context);
    if (!speak(w, &word)) return tsu_part_check(w, err);
    *furthest = d->furthest = word.furthest;
    d->moved += *furthest;
    const bool far = is_far(w, *furthest);
    d->halted = (word.leaving && w->lost_policy == TSU_LOST_ERROR) || !(d->moved <= d->limit);
    if (d->halted) return tsu_error_set(err, TSU_ERROR_UNSTABLE, "the parts halt midway in a step");
    w->lists.leaving = word.leaving;
    d->ending = d->asked || d->ending || far;
    find_rows(w);
    for (int k = 0; k < d->links; k++) {
        write_out(w, &d->link[k]);
    }
    if (!exchange(d)) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for messages between ranks");
    for (int k = 0; k < d->links; k++) {
        read_in(w, &d->link[k]);
    }
    d->merging = true;
    d->shared = 0;
    return tell_columns(w, err);
}

bool tsu_part_close(world *w, bool failed)
{
    tsu_part *d = w->part;
    part_word word = {.broken = failed};
    if (d->halted) return true;
    if (d->broken) return false;
    if (failed && d->merging && d->shared < d->walls) {
        tsu_part_say_no_loads(d);
        return false;
    }
    if (failed && d->merging) {
        tsu_part_say_no_energy(d);
        return false;
    }
    return speak(w, &word);
}

/* Once for each list: who books a contact does not change. */
tsu_status tsu_part_arrange(world *w, tsu_error *err)
{
    const tsu_contacts *c = &w->contacts;
    tsu_part *d = w->part;
    if (d->marked == w->lists.refreshes) return TSU_OK;
    const size_t room = (size_t)c->count + TSU_LANES;
    const tsu_status s =
        tsu_memory_grow(&d->foreign, &d->foreign_capacity, room, sizeof *d->foreign, "a part", err);
    if (s != TSU_OK) return s;
    memset(d->foreign, 0, room);
    for (int64_t k = 0; k < c->count; k++) {
        d->foreign[k] = tsu_part_foreign(w, c->row[k], c->partner[k] & TSU_CONTACT_ROW_MASK);
    }
    d->marked = w->lists.refreshes;
    return TSU_OK;
}

void tsu_part_mark(const world *w, tsu_lane_space *s, int64_t k)
{
    uint64_t any = 0;
    for (int l = 0; l < TSU_LANES; l++) {
        any |= s->other[l] = w->part->foreign[k + l];
    }
    s->others = any != 0;
}
