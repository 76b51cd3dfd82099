/* SPDX-License-Identifier: Apache-2.0 */
/* motion.c - half kicks and drift of clumps, and their spheres with them. Some clumps go side by side, their first spheres together, then their
 * second ones ...: the bits are those of one after the other, the time is not. Each clump is worked on by one thread, its spheres in the order of
 * their places; sums over clumps are exact. */
#include "base/exact_sum.h"
#include "base/parallel.h"
#include "base/portable.h"
#include "step/clump/clumps.h"
#include "step/clump/side.h"
#include "step/diagnose.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { CLUMPS_PER_CHUNK = 64 };

static tsu_vec3 vector_of(const double *x)
{
    return tsu_vec3_make(x[0], x[1], x[2]);
}

/* ---- forces ---------------------------------------------------------------------------------------------------------- */

/* Spheres have got their shares of the weight at their own places: it acts at the centre. */
tsu_clump_load tsu_clump_load_of(const world *w, const tsu_clump *c)
{
    const tsu_particles *p = &w->particles;
    const tsu_clumps *all = w->clumps;
    const tsu_vec3 g = vector_of(w->gravity);
    tsu_clump_load sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const tsu_vec3 f = vector_of(p->force[all->row[k]]), t = vector_of(p->torque[all->row[k]]);
        const tsu_vec3 arm = tsu_quaternion_out(c->body.turn, all->arm[k]);
        sum.force = tsu_vec3_add(sum.force, f);
        sum.torque = tsu_vec3_add(sum.torque, tsu_vec3_add(t, tsu_vec3_cross(arm, f)));
    }
    sum.force = tsu_vec3_madd(sum.force, c->missing, g);
    sum.torque = tsu_vec3_sub(sum.torque, tsu_vec3_cross(tsu_quaternion_out(c->body.turn, c->lopsided), g));
    return sum;
}

static tsu_vec3 masked(tsu_vec3 v, unsigned locked)
{
    return tsu_vec3_make(locked & 1u ? 0.0 : v.x, locked & 2u ? 0.0 : v.y, locked & 4u ? 0.0 : v.z);
}

/* Axes along and about which nothing moves it. */
static unsigned locks_of(const tsu_clump *c)
{
    return c->frozen ? TSU_CLUMP_LOCKED : c->locked;
}

tsu_clump_load tsu_clump_load_acting(const tsu_clump *c, tsu_clump_load all)
{
    const unsigned locked = locks_of(c);
    if (!locked) return all;
    const tsu_clump_load acting = {masked(all.force, locked), masked(all.torque, locked >> 3)};
    return acting;
}

/* Power of what keeps a clump from following its forces: it takes up what they would do [W]. A fresh one has not fallen. */
static double holding_power(const world *w, const tsu_clump *c, const tsu_clump_load *all,
                            const tsu_clump_load *acting, tsu_vec3 spin)
{
    const unsigned locked = locks_of(c);
    if (!locked) return 0.0;
    const tsu_vec3 weight = tsu_vec3_scale(c->fresh ? c->mass : 0.0, vector_of(w->gravity));
    const double fallen = tsu_vec3_dot(tsu_vec3_sub(weight, masked(weight, locked)), c->body.velocity);
    return fallen + tsu_vec3_dot(tsu_vec3_sub(acting->force, all->force), c->body.velocity) +
           tsu_vec3_dot(tsu_vec3_sub(acting->torque, all->torque), spin);
}

/* Adds it to the account of a clump in lane l, whose spin is known; velocities are those of after or before the kick. */
static void hold(const world *w, tsu_clump *c, const tsu_side *s, int l)
{
    if (!locks_of(c)) return;
    const tsu_clump_load all = {tsu_lanes_get(&s->force, l), tsu_lanes_get(&s->torque, l)},
                         acting = tsu_clump_load_acting(c, all);
    c->body.velocity = tsu_lanes_get(&s->velocity, l);
    c->held += 0.5 * w->dt * holding_power(w, c, &all, &acting, tsu_lanes_get(&s->spin, l));
}

/* What acts of the loads of some clumps. */
static void let_act(tsu_side *s)
{
    s->acting = s->force;
    s->turning = s->torque;
    for (int l = 0; l < s->lanes && s->locked; l++) {
        const unsigned locked = locks_of(s->c[l]);
        if (!locked) continue;
        tsu_lanes_set(&s->acting, l, masked(tsu_lanes_get(&s->force, l), locked));
        tsu_lanes_set(&s->turning, l, masked(tsu_lanes_get(&s->torque, l), locked >> 3));
    }
}

/* What the clumps from the k-th on and their spheres need is fetched from memory. */
static void fetch(const world *w, int64_t k, bool places)
{
    const tsu_clumps *all = w->clumps;
    const tsu_particles *p = &w->particles;
    for (int64_t m = k + TSU_SIDE; m < k + 2 * TSU_SIDE && m < all->count; m++) {
        for (size_t byte = 0; byte < offsetof(tsu_clump, id); byte += 64) {
            TSU_PREFETCH_WRITE((char *)&all->clump[m] + byte);
        }
    }
    for (int64_t m = k; m < k + TSU_SIDE && m < all->count; m++) {
        const tsu_clump *c = &all->clump[m];
        for (int32_t q = c->first; q < c->first + c->count && q < c->first + TSU_SIDE_KEPT; q++) {
            const int32_t i = all->row[q];
            TSU_PREFETCH(p->force[i]);
            TSU_PREFETCH(p->torque[i]);
            TSU_PREFETCH_WRITE(p->vm[i]);
            TSU_PREFETCH_WRITE(p->wi[i]);
            TSU_PREFETCH(&p->mass[i]);
            if (!places) continue;
            TSU_PREFETCH_WRITE(p->xr[i]);
            TSU_PREFETCH(p->image[i]);
        }
    }
}

/* ---- first half ------------------------------------------------------------------------------------------------------ */

/* Centres beyond a periodic face come in at the other. */
static void wrap_centres(const world *w, tsu_side *s)
{
    double *at[3] = {s->centre.x, s->centre.y, s->centre.z};
    for (int q = 0; q < 3; q++) {
        const double length = w->box.hi[q] - w->box.lo[q];
        for (int l = 0; l < s->lanes && w->box.periodic[q]; l++) {
            const double in = at[q][l] - w->box.lo[q];
            if (in >= 0.0 && in < 0.999 * length) continue;
            const double times = floor(in / length);
            at[q][l] -= times * length;
            s->c[l]->image[q] += (int32_t)times;
        }
    }
}

/* Spheres whose images are not those of their clump. */
static void shift_images(const world *w, tsu_side *s, const tsu_side_sphere *ball)
{
    double *at[3] = {s->x.x, s->x.y, s->x.z};
    const bool any = w->box.periodic[0] || w->box.periodic[1] || w->box.periodic[2];
    for (int l = 0; l < s->lanes && any; l++) {
        const int32_t *own = w->particles.image[ball->row[l]];
        if (ball->there[l] == 0.0 || memcmp(own, s->c[l]->image, sizeof s->c[l]->image) == 0) continue;
        for (int q = 0; q < 3; q++) {
            const int32_t images = w->box.periodic[q] ? s->c[l]->image[q] - own[q] : 0;
            if (images) at[q][l] += images * (w->box.hi[q] - w->box.lo[q]);
        }
    }
}

/* The spheres of some clumps at their new places. */
static void move_spheres(const world *w, tsu_side *s)
{
    for (int slot = 0; slot < s->slots; slot++) {
        tsu_side_sphere *ball = &s->ball[slot < TSU_SIDE_KEPT ? slot : TSU_SIDE_KEPT];
        tsu_side_gather(w, s, slot, ball);
        tsu_side_drift(s, ball);
        shift_images(w, s, ball);
        tsu_side_leave(s, ball);
        tsu_side_put_all(w, s, ball);
    }
}

/* A step is behind those that were added in it. */
static void settle(tsu_side *s)
{
    for (int l = 0; l < s->lanes && s->fresh; l++) {
        s->c[l]->fresh = false;
    }
    s->fresh = false;
}

/* Half kick and drift of clumps that are side by side and whose loads are known. */
static void first_half(const world *w, tsu_side *s)
{
    let_act(s);
    tsu_side_kick_first(s);
    for (int l = 0; l < s->lanes && s->locked; l++) {
        s->c[l]->held = 0.0;
        hold(w, s->c[l], s, l);
    }
    tsu_side_turn(s, w->dt);
    tsu_side_shift(s);
    if (tsu_side_crosses(s)) wrap_centres(w, s);
    tsu_side_end_first(s);
    move_spheres(w, s);
    tsu_side_book_first(s);
    tsu_side_tell(s);
    for (int l = 0; l < s->lanes; l++) {
        s->c[l]->slip = s->slip[l];
    }
    settle(s);
}

static void first_together(const world *w, const tsu_side_box *box, int64_t begin, int lanes)
{
    tsu_side s;
    tsu_side_begin(w, box, begin, lanes, &s);
    if (w->clumps->loaded + 1 == w->generation)
        tsu_side_recall(&s);
    else
        tsu_side_load(w, &s);
    first_half(w, &s);
}

static void first_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_side_box box = tsu_side_box_of(w);
    const tsu_range r = tsu_parallel_block(chunk, w->clumps->count, CLUMPS_PER_CHUNK);
    for (int64_t k = r.begin; k < r.end; k += TSU_SIDE) {
        fetch(w, k + 2 * TSU_SIDE, true);
        first_together(w, &box, k, r.end - k < TSU_SIDE ? (int)(r.end - k) : TSU_SIDE);
    }
}

void tsu_clumps_first(world *w, double *furthest, bool *outside)
{
    const tsu_clumps *all = w->clumps;
    double most = *furthest * *furthest;
    tsu_clumps_find_rows(w);
    if (!w->clumps->ahead)
        tsu_parallel_for(tsu_parallel_blocks(all->count, CLUMPS_PER_CHUNK), w->threads, first_chunk, w);
    w->clumps->ahead = false;
    for (int32_t k = 0; k < all->count; k++) {
        most = all->told[k].way2 > most ? all->told[k].way2 : most;
        *outside = *outside || all->told[k].outside != 0.0;
    }
    /* what is rounded on the lattice is no longer than this */
    if (all->count > 0) *furthest = sqrt(most) * (1.0 + 1.0e-9);
}

/* ---- second half ----------------------------------------------------------------------------------------------------- */

/* A slot of spheres, with their arms in space; those that have no place of their own are gathered again. */
static const tsu_side_sphere *ball_of(const world *w, tsu_side *s, int slot)
{
    tsu_side_sphere *ball = &s->ball[slot < TSU_SIDE_KEPT ? slot : TSU_SIDE_KEPT];
    if (slot < TSU_SIDE_KEPT) return ball;
    tsu_side_gather(w, s, slot, ball);
    tsu_side_out(s, ball);
    return ball;
}

/* The second half kick; what a step has booked is complete then. */
static void second_half(const world *w, tsu_side *s)
{
    tsu_side_load(w, s);
    let_act(s);
    tsu_side_look(s);
    for (int slot = 0; slot < s->slots; slot++) {
        tsu_side_work_back(s, ball_of(w, s, slot));
    }
    tsu_side_book_second(s);
    memcpy(s->tell.slip, s->slip, sizeof s->tell.slip);
    for (int l = 0; l < s->lanes && s->locked; l++) {
        hold(w, s->c[l], s, l);
        s->tell.held[l] = s->c[l]->held;
        s->c[l]->held = 0.0;
    }
    for (int l = 0; l < s->lanes && s->fresh; l++) { /* without a way behind it it has booked nothing */
        if (s->c[l]->fresh) s->tell.slip[l] = s->c[l]->slip;
    }
    settle(s);
    tsu_side_kick_second(s);
    tsu_side_check(s);
}

static void second_together(const world *w, const tsu_side_box *box, int64_t begin, int lanes)
{
    tsu_side s;
    tsu_side_begin(w, box, begin, lanes, &s);
    second_half(w, &s);
    if (w->clumps->ahead) {
        tsu_side_go_on(&s);
        first_half(w, &s);
        return;
    }
    tsu_side_keep(&s);
    tsu_side_end_second(&s);
    tsu_side_tell(&s);
    for (int slot = 0; slot < s.slots; slot++) {
        const tsu_side_sphere *ball = ball_of(w, &s, slot);
        tsu_side_carry(&s, ball);
        tsu_side_put_motion(w, &s, ball);
    }
    for (int l = 0; l < s.lanes; l++) {
        s.c[l]->slip = 0.0;
    }
}

static void second_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_side_box box = tsu_side_box_of(w);
    const tsu_range r = tsu_parallel_block(chunk, w->clumps->count, CLUMPS_PER_CHUNK);
    for (int64_t k = r.begin; k < r.end; k += TSU_SIDE) {
        fetch(w, k + 2 * TSU_SIDE, w->clumps->ahead);
        second_together(w, &box, k, r.end - k < TSU_SIDE ? (int)(r.end - k) : TSU_SIDE);
    }
}

static bool is_finite(const tsu_rigid *b)
{
    const tsu_vec3 v = b->velocity, l = b->momentum;
    return isfinite(v.x + v.y + v.z + l.x + l.y + l.z);
}

static tsu_status name_culprit(const world *w, tsu_error *err)
{
    const tsu_clumps *all = w->clumps;
    int32_t k = 0;
    while (k + 1 < all->count && is_finite(&tsu_clumps_in_order(all, k)->body))
        k++;
    return tsu_diagnose_not_finite(w, all->row[tsu_clumps_in_order(all, k)->first], err);
}

/* Books what the step has left of clumps, if that is finite. */
static tsu_status book(world *w, tsu_error *err)
{
    tsu_clumps *all = w->clumps;
    double sum = 0.0; /* not finite as soon as one is not */
    if (all->count == 0) return TSU_OK;
    for (int32_t k = 0; k < all->count; k++) {
        sum += 0.0 * all->told[k].slip;
    }
    if (!isfinite(sum)) return name_culprit(w, err);
    tsu_exact_add_all(&w->ledger.dissipated[TSU_ACCOUNT_INTEGRATION], &all->told->slip, all->count,
                      sizeof *all->told / sizeof(double));
    for (int32_t k = 0; k < all->count; k++) {
        if (all->told[k].held != 0.0) tsu_exact_add(&w->ledger.external_work, all->told[k].held);
    }
    return TSU_OK;
}

tsu_status tsu_clumps_second(world *w, bool ahead, tsu_error *err)
{
    tsu_clumps *all = w->clumps;
    tsu_clumps_find_rows(w);
    all->ahead = ahead && !all->leading && !w->moving && !w->turning && !w->coasting;
    tsu_parallel_for(tsu_parallel_blocks(all->count, CLUMPS_PER_CHUNK), w->threads, second_chunk, w);
    const tsu_status s = book(w, err);
    if (s != TSU_OK || all->ahead) return s;
    all->loaded = w->generation;
    tsu_clumps_release(w);
    return TSU_OK;
}
