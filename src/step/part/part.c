/* SPDX-License-Identifier: Apache-2.0 */
#include "step/part/part.h"
#include "base/memory.h"
#include "step/ledger/exchange.h"
#include "step/mesh/body.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

static const char slot_name[] = "slot of a part", group_name[] = "group of a guest";

/* What each rank tells in a step. */
typedef struct part_word {
    double furthest; /* [m] */
    int32_t broken, wanted, leaving, booked;
} part_word;

/* ... and of its energies; the exact sums follow if any rank uses them. */
enum { TALLY_HEAD = offsetof(tsu_tally, large) };
typedef struct part_energy {
    int64_t broken, touching;
    unsigned char head[TALLY_HEAD];
} part_energy;

/* ... and of what acts on a mesh. */
typedef struct part_loads {
    int64_t broken, contacts;
    tsu_exact_sum total[6];
} part_loads;

typedef struct tsu_part_room {
    part_loads *loads;
    unsigned char
        *rows; /* of all ranks, each with as much room as the longest needs; then one behind the other */
    size_t rows_capacity;
    tsu_tally other;
    part_word *word;
    part_energy *energy;
    unsigned char *large;
    tsu_exact_sum *sum;
} tsu_part_room;

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

void tsu_part_unlink(tsu_part *d)
{
    for (int k = 0; k < d->links; k++) {
        free(d->link[k].send);
        free(d->link[k].take);
        free(d->link[k].out);
        free(d->link[k].in);
    }
    free(d->link);
    free(d->letter);
    d->link = NULL;
    d->letter = NULL;
    d->links = 0;
}

void tsu_part_destroy(tsu_part *d)
{
    if (!d) return;
    tsu_part_unlink(d);
    tsu_memory_release(&d->row);
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

tsu_status tsu_part_begin(world *w, tsu_error *err)
{
    tsu_part *d = w->part;
    tsu_particle_column *slot = tsu_particles_column(&w->particles, slot_name, 1, 0.0, err);
    tsu_memory_release(&d->row);
    tsu_status s = slot ? TSU_OK : TSU_ERROR_MEMORY;
    if (s == TSU_OK)
        s = tsu_memory_allocate(&d->row, (size_t)w->particles.count, sizeof *d->row, "a part", err);
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        d->row[i] = i;
        slot->value[i] = i;
    }
    d->rows = w->particles.count;
    d->builds = w->lists.builds;
    d->moved = 0.0;
    d->walls = d->shared = 0;
    for (int k = 0; k < w->walls; k++) {
        const tsu_mesh_body *body = w->wall[k]->mesh;
        d->walls += body && body->loads && !body->loads->idle;
    }
    d->merging = d->ending = d->broken = d->asked = d->halted = d->trouble = d->booked = d->stepped = false;
    for (int k = 0; k < TSU_PART_ACCOUNTS; k++) {
        tsu_exact_init(&d->own[k]);
    }
    return s;
}

/* ---- in a step ----------------------------------------------------------------------------------------------------- */

/* Rows have changed where lists have been made. */
static void find_rows(world *w)
{
    tsu_part *d = w->part;
    if (d->builds == w->lists.builds) return;
    const double *slot = tsu_particles_find_column(&w->particles, slot_name)->value;
    for (int32_t i = 0; i < w->particles.count; i++) {
        d->row[(int32_t)slot[i]] = i;
    }
    d->builds = w->lists.builds;
}

static void write_out(const world *w, tsu_part_link *l)
{
    const tsu_particles *p = &w->particles;
    for (int32_t k = 0; k < l->sends; k++) {
        const int32_t i = w->part->row[l->send[k]];
        double *to = l->out[k];
        for (int q = 0; q < 3; q++) {
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
        for (int q = 0; q < 3; q++) {
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

tsu_exact_sum *tsu_part_book(world *w, tsu_part_account account)
{
    w->part->booked = true;
    return &w->part->own[account];
}

void tsu_part_note_work(world *w, const tsu_exact_sum *before)
{
    w->part->stepped = true;
    w->part->work_before = *before;
}

tsu_status tsu_part_excuse(world *w, tsu_status status)
{
    if (!w->part || status == TSU_OK) return status;
    w->part->trouble = true;
    return TSU_OK;
}

/* What all ranks have booked goes to the ledger of each, which closes the step before. */
static void settle_books(world *w, bool booked)
{
    tsu_part *d = w->part;
    tsu_exact_sum *account[TSU_PART_ACCOUNTS] = {[TSU_PART_WORK] = &w->ledger.external_work,
                                                 [TSU_PART_GIVEN] = &w->ledger.given,
                                                 [TSU_PART_KICK] = &w->ledger.kick};
    for (int k = 0; k < TSU_PART_ACCOUNTS && booked; k++) {
        tsu_part_add(w, &d->own[k]);
        tsu_exact_merge(account[k], &d->own[k]);
        tsu_exact_init(&d->own[k]);
    }
    if (d->stepped) tsu_exchange_add_work(&w->ledger, &d->work_before);
    d->booked = d->stepped = false;
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
    if (!d->broken) settle_books(w, word->booked);
    return !d->broken;
}

tsu_status tsu_part_check(const world *w, tsu_error *err)
{
    return w->part && w->part->broken ? tsu_error_set(err, TSU_ERROR_UNSTABLE, "the parts are given up")
                                      : TSU_OK;
}

tsu_status tsu_part_exchange(world *w, double *furthest, tsu_error *err)
{
    enum { STEPS_TO_SPARE = 4 };
    tsu_part *d = w->part;
    part_word word = {.furthest = *furthest, .leaving = w->lists.leaving};
    word.wanted = d->wanted && !d->asked && d->wanted(d->context);
    if (!speak(w, &word)) return tsu_part_check(w, err);
    *furthest = d->furthest = word.furthest;
    d->moved += *furthest;
    d->halted = word.leaving || !(d->moved <= d->limit);
    if (d->halted) return tsu_error_set(err, TSU_ERROR_UNSTABLE, "the parts halt midway in a step");
    d->ending = d->asked || !(d->moved + STEPS_TO_SPARE * *furthest <= d->limit);
    find_rows(w);
    for (int k = 0; k < d->links; k++) {
        tsu_part_link *l = &d->link[k];
        write_out(w, l);
        d->letter[k] = (tsu_team_letter){.rank = l->rank,
                                         .out = l->out,
                                         .in = l->in,
                                         .out_bytes = (size_t)l->sends * sizeof *l->out,
                                         .in_bytes = (size_t)l->takes * sizeof *l->in};
    }
    if (!tsu_team_exchange(d->letter, d->links))
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for messages between ranks");
    for (int k = 0; k < d->links; k++) {
        read_in(w, &d->link[k]);
    }
    d->merging = true;
    d->shared = 0;
    return TSU_OK;
}

static void say_loads(tsu_part *d, const part_loads *mine)
{
    tsu_team_collect(mine, sizeof *mine, d->room->loads);
    for (int k = 0; k < tsu_team_size(); k++) {
        d->broken = d->broken || d->room->loads[k].broken;
    }
    d->shared++;
}

tsu_status tsu_part_share_loads(world *w, tsu_exact_sum total[6], int64_t *contacts, tsu_error *err)
{
    tsu_part *d = w->part;
    part_loads mine = {.contacts = *contacts};
    if (!d->merging) return TSU_OK; /* forces are found without a step */
    memcpy(mine.total, total, sizeof mine.total);
    say_loads(d, &mine);
    *contacts = 0;
    for (int q = 0; q < 6; q++) {
        tsu_exact_init(&total[q]);
    }
    for (int k = 0; k < tsu_team_size(); k++) {
        for (int q = 0; q < 6; q++) {
            tsu_exact_merge(&total[q], &d->room->loads[k].total[q]);
        }
        *contacts += d->room->loads[k].contacts;
    }
    return tsu_part_check(w, err);
}

/* Without memory there is no way to go on: the others would wait for ever. */
const void *tsu_part_share_rows(world *w, const void *mine, size_t size)
{
    tsu_part_room *r = w->part->room;
    int64_t most = 0, at = 0;
    for (int k = 0; k < tsu_team_size(); k++) {
        most = r->loads[k].contacts > most ? r->loads[k].contacts : most;
    }
    const size_t each = (size_t)most * size, ranks = (size_t)tsu_team_size();
    if (most == 0 || !w->part->merging) return mine;
    if (tsu_memory_grow(&r->rows, &r->rows_capacity, (ranks + 1) * each, 1, "rows", NULL) != TSU_OK)
        tsu_team_abort(EXIT_FAILURE);
    memcpy(r->rows + ranks * each, mine, (size_t)r->loads[tsu_team_rank()].contacts * size);
    tsu_team_collect(r->rows + ranks * each, each, r->rows);
    for (int k = 0; k < tsu_team_size(); at += r->loads[k++].contacts) {
        memmove(r->rows + (size_t)at * size, r->rows + (size_t)k * each, (size_t)r->loads[k].contacts * size);
    }
    return r->rows;
}

static void say_energy(const tsu_part *d, part_energy *mine, const tsu_tally *t)
{
    memcpy(mine->head, t, TALLY_HEAD);
    tsu_team_collect(mine, sizeof *mine, d->room->energy);
}

/* Adds the energies of the others, unless the parts are given up. */
static void take_energies(tsu_part *d, tsu_tally *t)
{
    tsu_part_room *r = d->room;
    bool exact = false;
    for (int k = 0; k < tsu_team_size(); k++) {
        memcpy(&r->other, r->energy[k].head, TALLY_HEAD);
        for (int s = 0; s < TSU_TALLY_SUMS; s++) {
            exact = exact || r->other.exact[s];
        }
        d->broken = d->broken || r->energy[k].broken;
    }
    if (d->broken) return;
    if (exact) tsu_team_collect(t->large, sizeof t->large, r->large);
    for (int k = 0; k < tsu_team_size(); k++) {
        if (k == tsu_team_rank()) continue;
        memcpy(&r->other, r->energy[k].head, TALLY_HEAD);
        if (exact) memcpy(r->other.large, r->large + (size_t)k * sizeof t->large, sizeof t->large);
        tsu_tally_merge(t, &r->other);
    }
}

void tsu_part_merge(world *w, tsu_tally *t)
{
    tsu_part *d = w->part;
    part_energy mine = {.touching = w->touching};
    if (!d->merging) return;
    d->merging = false;
    say_energy(d, &mine, t);
    take_energies(d, t);
    if (d->broken) return;
    w->touching = 0;
    for (int k = 0; k < tsu_team_size(); k++) {
        w->touching += d->room->energy[k].touching;
    }
}

void tsu_part_merge_work(world *w, tsu_tally *t)
{
    part_energy mine = {0};
    say_energy(w->part, &mine, t);
    take_energies(w->part, t);
}

bool tsu_part_close(world *w, bool failed)
{
    tsu_part *d = w->part;
    part_word word = {.broken = failed};
    if (d->halted) return true;
    if (d->broken) return false;
    if (failed && d->merging && d->shared < d->walls) {
        say_loads(d, &(part_loads){.broken = 1});
        d->broken = true;
        return false;
    }
    if (failed && d->merging) {
        part_energy mine = {.broken = 1};
        say_energy(d, &mine, &d->room->other);
        d->broken = true;
        return false;
    }
    return speak(w, &word);
}

void tsu_part_mark(const world *w, tsu_lane_space *s, int64_t k)
{
    const tsu_contacts *c = &w->contacts;
    s->others = false;
    for (int l = 0; l < TSU_LANES; l++) {
        s->other[l] = tsu_part_foreign(w, c->row[k + l], c->partner[k + l] & TSU_CONTACT_ROW_MASK);
        s->others = s->others || s->other[l];
    }
}
