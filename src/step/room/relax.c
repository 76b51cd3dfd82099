/* SPDX-License-Identifier: Apache-2.0 */
#include "step/room/relax.h"
#include "base/memory.h"
#include "base/random.h"
#include "search/pairs.h"
#include <math.h>
#include <string.h>

enum { LOOK = 50, STAGE = 600, ROUNDS_MAX = 300 };

typedef double vector[3];

typedef struct bath { /* the relaxation at work */
    const tsu_relaxation *r;
    int32_t moving, rows; /* rows: those that move come first */
    tsu_four *xr;         /* [rows] centre, enlarged radius */
    vector *v, *f;        /* [moving] in units of the stiffness 1 and the mass 1 */
    double *slack;        /* [rows] by how much the radius is enlarged */
    double *clear;        /* [moving] no bound of the room is nearer */
    uint32_t *group;      /* [moving] */
    int32_t *grain;       /* [moving] which grain the row is */
    double larger;        /* relative enlargement */
    double skin, moved;   /* of the list of pairs [m] */
    double smallest;      /* radius [m] */
    bool listed;
    tsu_pairs pairs;
    double shift[27][3];
    double energy, worst; /* sum of squares [m^2]; largest overlap in units of the slack */
    double strain;        /* mean overlap of those that do, relative to the distance */
    /* of the descent */
    double dt, mix;
    int downhill;
} bath;

/* ---- forces ----------------------------------------------------------------------------------------------------------- */

typedef struct tally {
    double energy, worst, strain;
    int64_t overlaps;
} tally;

/* Pushes a pair apart; `r` points from j to i. */
static void push_pair(bath *b, int32_t i, int32_t j, const double r[3], double distance2, tally *t)
{
    const double reach = b->xr[i][3] + b->xr[j][3], distance = sqrt(distance2);
    const double overlap = reach - distance, slack = b->slack[i] + b->slack[j];
    t->energy += overlap * overlap;
    t->strain += overlap / reach;
    t->overlaps++;
    if (overlap > t->worst * slack) t->worst = overlap / slack;
    const double s = distance > 0.0 ? overlap / distance : 0.0;
    for (int q = 0; q < 3; q++) {
        b->f[i][q] += s * r[q];
        if (j < b->moving) b->f[j][q] -= s * r[q];
    }
}

static void push_pairs(bath *b, tally *t)
{
    for (int32_t i = 0; i < b->moving; i++) {
        const double *x = b->xr[i];
        for (int64_t k = b->pairs.first[i]; k < b->pairs.first[i + 1]; k++) {
            const uint32_t code = b->pairs.partner[k];
            const int32_t j = tsu_partner_row(code);
            const double *y = b->xr[j], *shift = b->shift[tsu_partner_image(code)];
            const double r[3] = {x[0] - y[0] - shift[0], x[1] - y[1] - shift[1], x[2] - y[2] - shift[2]};
            const double d2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], reach = x[3] + y[3];
            if (d2 < reach * reach) push_pair(b, i, j, r, d2, t);
        }
    }
}

static void push_room(bath *b, tally *t)
{
    for (int32_t i = 0; i < b->moving; i++) {
        if (b->clear[i] > 0.0) continue;
        const double radius = b->xr[i][3] - b->slack[i];
        const double gap = tsu_room_gap(b->r->room, b->xr[i], radius, b->slack[i], b->group[i], b->f[i]);
        b->clear[i] = gap;
        if (gap >= 0.0) continue;
        t->energy += gap * gap;
        t->strain -= 0.5 * gap / b->xr[i][3];
        t->overlaps++;
        if (-gap > t->worst * b->slack[i]) t->worst = -gap / b->slack[i];
    }
}

static tsu_status list_pairs(bath *b, tsu_error *err)
{
    if (b->listed && b->moved <= 0.5 * b->skin) return TSU_OK;
    const tsu_box *box = &b->r->room->world->box;
    for (int32_t i = 0; i < b->moving; i++) {
        for (int q = 0; q < 3; q++) {
            const double length = box->hi[q] - box->lo[q];
            if (box->periodic[q]) b->xr[i][q] -= floor((b->xr[i][q] - box->lo[q]) / length) * length;
        }
    }
    const tsu_status s =
        tsu_pairs_build(&b->pairs, (const double(*)[4])b->xr, b->rows, box, b->skin, b->r->threads, err);
    b->listed = s == TSU_OK;
    b->moved = 0.0;
    return s;
}

static tsu_status push_all(bath *b, tsu_error *err)
{
    const tsu_status s = list_pairs(b, err);
    if (s != TSU_OK) return s;
    memset(b->f, 0, (size_t)b->moving * sizeof *b->f);
    tally t = {0};
    push_pairs(b, &t);
    push_room(b, &t);
    b->energy = t.energy;
    b->worst = t.worst;
    b->strain = t.overlaps ? t.strain / (double)t.overlaps : 0.0;
    return TSU_OK;
}

/* ---- descent ------------------------------------------------------------------------------------------------------------ */

static void start_descent(bath *b)
{
    b->dt = 0.1;
    b->mix = 0.1;
    b->downhill = 0;
    memset(b->v, 0, (size_t)b->moving * sizeof *b->v);
}

/* Steers the velocities towards the forces, or stops them where the way led uphill. */
static void steer(bath *b)
{
    double power = 0.0, force2 = 0.0, speed2 = 0.0;
    for (int32_t i = 0; i < b->moving; i++) {
        for (int q = 0; q < 3; q++) {
            power += b->f[i][q] * b->v[i][q];
            force2 += b->f[i][q] * b->f[i][q];
            speed2 += b->v[i][q] * b->v[i][q];
        }
    }
    if (power <= 0.0) {
        b->dt *= 0.5;
        b->mix = 0.1;
        b->downhill = 0;
        memset(b->v, 0, (size_t)b->moving * sizeof *b->v);
        return;
    }
    const double keep = 1.0 - b->mix, turn = force2 > 0.0 ? b->mix * sqrt(speed2 / force2) : 0.0;
    for (int32_t i = 0; i < b->moving; i++) {
        for (int q = 0; q < 3; q++) {
            b->v[i][q] = keep * b->v[i][q] + turn * b->f[i][q];
        }
    }
    if (++b->downhill <= 5) return;
    b->dt = fmin(1.1 * b->dt, 0.5);
    b->mix *= 0.99;
}

static void move(bath *b)
{
    const double most = 0.2 * b->smallest;
    double furthest2 = 0.0;
    for (int32_t i = 0; i < b->moving; i++) {
        double way[3], way2 = 0.0;
        for (int q = 0; q < 3; q++) {
            b->v[i][q] += b->dt * b->f[i][q];
            way[q] = b->dt * b->v[i][q];
            way2 += way[q] * way[q];
        }
        const double cut = way2 > most * most ? most / sqrt(way2) : 1.0;
        for (int q = 0; q < 3; q++) {
            b->xr[i][q] += cut * way[q];
            b->v[i][q] *= cut;
        }
        way2 *= cut * cut;
        b->clear[i] -= sqrt(way2);
        furthest2 = way2 > furthest2 ? way2 : furthest2;
    }
    b->moved += sqrt(furthest2);
}

/* ---- stages ------------------------------------------------------------------------------------------------------------- */

/* Relaxes until nobody overlaps (*apart) or nothing is gained any more. */
static tsu_status descend(bath *b, int64_t *steps, bool *apart, tsu_error *err)
{
    start_descent(b);
    *apart = false;
    double before = INFINITY;
    for (int k = 1; k <= STAGE; k++, (*steps)++) {
        const tsu_status s = push_all(b, err);
        if (s != TSU_OK) return s;
        *apart = b->worst < 0.98;
        if (*apart) return TSU_OK;
        if (k % LOOK == 0) {
            if (b->energy > 0.6 * before) return TSU_OK;
            before = b->energy;
        }
        steer(b);
        move(b);
    }
    return TSU_OK;
}

static void enlarge(bath *b, double larger)
{
    b->larger = larger;
    for (int32_t i = 0; i < b->moving; i++) {
        const double radius = b->r->grain[b->grain[i]].radius;
        b->xr[i][3] = radius * (1.0 + larger);
        b->slack[i] = radius * larger;
        b->clear[i] = 0.0;
    }
    b->listed = false;
}

static void copy_row(bath *b, int32_t to, int32_t from)
{
    memcpy(b->xr[to], b->xr[from], sizeof *b->xr);
    b->group[to] = b->group[from];
    b->grain[to] = b->grain[from];
}

/* Takes a share of those that move away, at random. */
static void take_away(bath *b, double share, int round)
{
    int32_t kept = 0;
    const int32_t before = b->moving;
    for (int32_t i = 0; i < before; i++) {
        const uint64_t id = (uint64_t)b->grain[i];
        const double u = tsu_random_uniform(b->r->seed, id, TSU_RANDOM_TYPE, 1000u + (uint32_t)round);
        if (u >= share) copy_row(b, kept++, i);
    }
    if (kept == before && kept > 0) kept--;
    for (int32_t i = before; i < b->rows; i++) {
        memcpy(b->xr[kept + i - before], b->xr[i], sizeof *b->xr);
        b->slack[kept + i - before] = 0.0;
    }
    b->rows -= before - kept;
    b->moving = kept;
}

/* Large margins first, because they are reached sooner; then smaller ones, then fewer spheres. */
static tsu_status run_stages(bath *b, int64_t *steps, tsu_error *err)
{
    static const double margins[] = {0.01, 0.005, 0.002, 0.001, 0.0005};
    for (int round = 0; b->moving > 0 && round < ROUNDS_MAX; round++) {
        for (int m = 0; m < 5; m++) {
            bool apart;
            enlarge(b, margins[m]);
            const tsu_status s = descend(b, steps, &apart, err);
            if (s != TSU_OK || apart) return s;
            if (b->strain > 3.0 * margins[m]) break; /* far too many: a smaller margin does not help */
        }
        take_away(b, fmin(0.2, fmax(0.005 + 0.002 * round, 1.5 * b->strain)), round);
    }
    b->moving = 0;
    return TSU_OK;
}

/* ---- in and out ----------------------------------------------------------------------------------------------------------- */

static tsu_status allocate(bath *b, size_t n, size_t rows, tsu_error *err)
{
    tsu_status s = tsu_memory_allocate(&b->xr, rows, sizeof *b->xr, "a packing", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&b->v, n, sizeof *b->v, "a packing", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&b->f, n, sizeof *b->f, "a packing", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&b->slack, rows, sizeof *b->slack, "a packing", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&b->clear, n, sizeof *b->clear, "a packing", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&b->group, n, sizeof *b->group, "a packing", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&b->grain, n, sizeof *b->grain, "a packing", err);
    b->moving = (int32_t)n;
    b->rows = (int32_t)rows;
    return s;
}

/* The list of pairs reaches as far as useful, and no further than a periodic box allows; 0: it is too small for that. */
static double choose_skin(const bath *b, double smallest, double largest)
{
    const tsu_box *box = &b->r->room->world->box;
    double skin = 0.6 * smallest;
    for (int q = 0; q < 3; q++) {
        if (box->periodic[q]) skin = fmin(skin, box->hi[q] - box->lo[q] - 2.05 * largest);
    }
    return skin > 0.05 * smallest ? skin : 0.0;
}

static void fill_rows(bath *b)
{
    const tsu_relaxation *r = b->r;
    const tsu_box *box = &r->room->world->box;
    double largest = 0.0;
    b->smallest = INFINITY;
    for (int32_t i = 0; i < b->moving; i++) {
        const tsu_grain *g = &r->grain[b->grain[i]];
        memcpy(b->xr[i], g->x, 3 * sizeof(double));
        b->xr[i][3] = g->radius;
        b->group[i] = g->group;
        b->smallest = fmin(b->smallest, g->radius);
        largest = fmax(largest, g->radius);
    }
    for (int64_t k = 0; k < r->fixed_count; k++) {
        memcpy(b->xr[b->moving + k], r->fixed[k], sizeof *b->xr);
        largest = fmax(largest, r->fixed[k][3]);
    }
    b->skin = choose_skin(b, b->smallest, largest);
    for (int image = 0; image < 27; image++) {
        for (int q = 0; q < 3; q++) {
            b->shift[image][q] = tsu_image_shift(image, q) * (box->hi[q] - box->lo[q]);
        }
    }
}

/* Neighbours in space become neighbours in memory. */
static tsu_status fill(bath *b, tsu_error *err)
{
    const tsu_relaxation *r = b->r;
    const size_t n = (size_t)r->count;
    const tsu_status s = allocate(b, n, n + (size_t)r->fixed_count, err);
    if (s != TSU_OK) return s;
    for (int32_t i = 0; i < b->moving; i++) {
        b->grain[i] = i;
    }
    fill_rows(b);
    int32_t *order = NULL;
    tsu_status t = tsu_memory_allocate(&order, n, sizeof *order, "a packing", err);
    if (t == TSU_OK)
        t = tsu_search_order(order, (const double(*)[4])b->xr, b->moving, &r->room->world->box,
                             4.0 * b->smallest, 0, r->threads, err);
    if (t == TSU_OK) {
        memcpy(b->grain, order, n * sizeof *order);
        fill_rows(b);
    }
    tsu_memory_release(&order);
    return t;
}

/* The grains that found room come first, in their order. */
static tsu_status hand_back(const bath *b, tsu_relaxation *r, tsu_error *err)
{
    tsu_grain *sorted = NULL;
    uint8_t *found = NULL;
    tsu_status s = tsu_memory_allocate(&sorted, (size_t)r->count, sizeof *sorted, "a packing", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&found, (size_t)r->count, sizeof *found, "a packing", err);
    if (s == TSU_OK) {
        for (int32_t i = 0; i < b->moving; i++) {
            memcpy(r->grain[b->grain[i]].x, b->xr[i], 3 * sizeof(double));
            found[b->grain[i]] = 1;
        }
        int64_t k = 0;
        for (int pass = 1; pass >= 0; pass--) {
            for (int64_t i = 0; i < r->count; i++) {
                if (found[i] == pass) sorted[k++] = r->grain[i];
            }
        }
        memcpy(r->grain, sorted, (size_t)r->count * sizeof *sorted);
        r->kept = b->moving;
    }
    tsu_memory_release(&sorted);
    tsu_memory_release(&found);
    return s;
}

tsu_status tsu_relax(tsu_relaxation *r, tsu_error *err)
{
    bath b = {.r = r};
    r->kept = r->steps = 0;
    if (r->count + r->fixed_count >= TSU_ROWS_MAX)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "%lld particles are too many to insert at once",
                             (long long)r->count);
    tsu_status s = fill(&b, err);
    if (s == TSU_OK && b.skin > 0.0) s = run_stages(&b, &r->steps, err);
    if (s == TSU_OK && b.skin > 0.0) s = hand_back(&b, r, err);
    tsu_memory_release(&b.xr);
    tsu_memory_release(&b.v);
    tsu_memory_release(&b.f);
    tsu_memory_release(&b.slack);
    tsu_memory_release(&b.clear);
    tsu_memory_release(&b.group);
    tsu_memory_release(&b.grain);
    tsu_pairs_free(&b.pairs);
    return s;
}
