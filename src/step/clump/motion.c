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

enum { GROUPS_PER_CHUNK = 8 };

/* Chunks of groups that lie side by side. */
static int64_t chunks_of(const world *w)
{
    return tsu_parallel_blocks(tsu_parallel_blocks(w->clumps->count, TSU_SIDE), GROUPS_PER_CHUNK);
}

static tsu_range groups_of(const world *w, int64_t chunk)
{
    return tsu_parallel_block(chunk, tsu_parallel_blocks(w->clumps->count, TSU_SIDE), GROUPS_PER_CHUNK);
}

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
static void hold(const world *w, tsu_clump *c, const tsu_side *s, int l, tsu_vec3 spin)
{
    if (!locks_of(c)) return;
    const tsu_clump_load all = {tsu_lanes_get(&s->all.force, l), tsu_lanes_get(&s->all.torque, l)},
                         acting = tsu_clump_load_acting(c, all);
    c->body.velocity = tsu_lanes_get(&s->velocity, l);
    c->held += 0.5 * w->dt * holding_power(w, c, &all, &acting, spin);
}

/* What acts of the loads of some clumps. */
static void let_act(tsu_side *s)
{
    s->acting = s->locked ? &s->part : &s->all;
    if (s->locked) s->part = s->all;
    for (int l = 0; l < s->lanes && s->locked; l++) {
        const unsigned locked = locks_of(s->c[l]);
        if (!locked) continue;
        tsu_lanes_set(&s->part.force, l, masked(tsu_lanes_get(&s->all.force, l), locked));
        tsu_lanes_set(&s->part.torque, l, masked(tsu_lanes_get(&s->all.torque, l), locked >> 3));
    }
}

/* What a group and its spheres need is fetched from memory. */
static void fetch(const world *w, int64_t group, bool places)
{
    const tsu_clumps *all = w->clumps;
    const tsu_particles *p = &w->particles;
    if ((group + 1) * TSU_SIDE > all->count) return;
    for (const tsu_clump *c = all->clump + group * TSU_SIDE; c < all->clump + (group + 1) * TSU_SIDE; c++) {
        for (size_t byte = 0; byte < offsetof(tsu_clump, body.inertia); byte += 64) {
            TSU_PREFETCH_WRITE((const char *)c + byte);
        }
    }
    const tsu_side_laid *laid = &all->laid[group];
    const int32_t slots = laid->slots < TSU_SIDE_KEPT ? laid->slots : TSU_SIDE_KEPT;
    for (const tsu_side_rows *k = all->side_row + laid->first, *end = k + slots; k < end; k++) {
        for (int l = 0; l < TSU_SIDE; l++) {
            const int32_t i = k->row[l];
            TSU_PREFETCH(p->force[i]);
            TSU_PREFETCH(p->torque[i]);
            TSU_PREFETCH_WRITE(p->vm[i]);
            TSU_PREFETCH_WRITE(p->wi[i]);
            if (places) TSU_PREFETCH_WRITE(p->xr[i]);
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
            for (int slot = 0; slot < s->slots; slot++) {
                s->rows[slot].strange |= 1u << l;
            }
        }
    }
}

/* Spheres whose images are not those of their clump. */
static void shift_images(const world *w, tsu_side *s, int slot)
{
    double *at[3] = {s->x.x, s->x.y, s->x.z};
    const tsu_side_rows *rows = &s->rows[slot];
    for (int l = 0; l < s->lanes && rows->strange; l++) {
        if (!(rows->strange >> l & 1u) || s->slot[slot].there[l] == 0.0) continue;
        const int32_t *own = w->particles.image[rows->row[l]];
        for (int q = 0; q < 3; q++) {
            const int32_t images = w->box.periodic[q] ? s->c[l]->image[q] - own[q] : 0;
            if (images) at[q][l] += images * (w->box.hi[q] - w->box.lo[q]);
        }
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
    tsu_side_go(s);
    for (int l = 0; l < s->lanes && s->locked; l++) {
        s->c[l]->held = 0.0;
        hold(w, s->c[l], s, l, tsu_lanes_get(&s->kicked, l));
    }
    if (tsu_side_crosses(s)) wrap_centres(w, s);
    for (int slot = 0; slot < s->slots; slot++) {
        tsu_side_drift(w, s, slot);
        shift_images(w, s, slot);
        tsu_side_put(w, s, slot);
    }
    tsu_side_end_first(s);
    settle(s);
}

static void first_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_side_box box = tsu_side_box_of(w);
    const bool known = w->clumps->loaded + 1 == w->generation;
    const tsu_range r = groups_of(w, chunk);
    for (int64_t group = r.begin; group < r.end; group++) {
        tsu_side s;
        fetch(w, group + 2, true);
        tsu_side_begin(w, &box, group, &s);
        if (known)
            tsu_side_recall(&s);
        else
            tsu_side_add_up(w, &s, false);
        first_half(w, &s);
    }
}

tsu_status tsu_clumps_first(world *w, double *furthest, bool *outside, tsu_error *err)
{
    tsu_clumps *all = w->clumps;
    double most = *furthest * *furthest;
    const tsu_status s = tsu_clumps_lay(w, err);
    const int64_t groups = tsu_parallel_blocks(all->count, TSU_SIDE);
    if (s != TSU_OK) return s;
    if (!all->ahead) tsu_parallel_for(chunks_of(w), w->threads, first_chunk, w);
    all->ahead = false;
    for (const tsu_clump_told *k = all->told; k < all->told + groups; k++) {
        most = k->way2 > most ? k->way2 : most;
        *outside = *outside || k->outside;
    }
    /* what is rounded on the lattice is no longer than this */
    if (all->count > 0) *furthest = sqrt(most) * (1.0 + 1.0e-9);
    return TSU_OK;
}

/* ---- second half ----------------------------------------------------------------------------------------------------- */

/* The second half kick; what a step has booked is complete then. */
static void second_half(const world *w, tsu_side *s)
{
    tsu_side_look(s);
    tsu_side_add_up(w, s, true);
    let_act(s);
    for (int l = 0; l < s->lanes && s->locked; l++) {
        hold(w, s->c[l], s, l, tsu_lanes_get(&s->spin, l));
        s->held[l] = s->c[l]->held;
        s->c[l]->held = 0.0;
    }
    tsu_side_end_second(s);
    for (int l = 0; l < s->lanes && s->fresh; l++) { /* without a way behind it it has booked nothing */
        if (s->c[l]->fresh) s->whole[l] = s->c[l]->slip + 0.0 * s->whole[l];
    }
    settle(s);
}

static void second_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_side_box box = tsu_side_box_of(w);
    const tsu_range r = groups_of(w, chunk);
    for (int64_t group = r.begin; group < r.end; group++) {
        tsu_side s;
        fetch(w, group + 2, w->clumps->ahead);
        tsu_side_begin(w, &box, group, &s);
        second_half(w, &s);
        if (w->clumps->ahead) {
            first_half(w, &s);
            continue;
        }
        tsu_side_keep(&s);
        tsu_side_rest(w, &s);
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
    const int64_t groups = tsu_parallel_blocks(all->count, TSU_SIDE);
    const double *slip = (const double *)all->slip;
    double sum[TSU_SIDE] = {0.0}; /* not finite as soon as one is not */
    if (all->count == 0) return TSU_OK;
    for (int64_t k = 0; k < groups; k++) { /* lanes beyond the last are like others */
        for (int l = 0; l < TSU_SIDE; l++) {
            sum[l] += 0.0 * all->slip[k][l];
        }
    }
    for (int l = 0; l < TSU_SIDE; l++) {
        if (!isfinite(sum[l])) return name_culprit(w, err);
    }
    tsu_exact_add_all(&w->ledger.dissipated[TSU_ACCOUNT_INTEGRATION], slip, all->count, 1);
    for (int32_t k = 0; k < all->count; k++) {
        const tsu_clump_told *told = &all->told[k / TSU_SIDE];
        if (!told->holds)
            k |= TSU_SIDE - 1;
        else if (told->held[k % TSU_SIDE] != 0.0)
            tsu_exact_add(&w->ledger.external_work, told->held[k % TSU_SIDE]);
    }
    return TSU_OK;
}

tsu_status tsu_clumps_second(world *w, bool ahead, tsu_error *err)
{
    tsu_clumps *all = w->clumps;
    tsu_status s = tsu_clumps_lay(w, err);
    if (s != TSU_OK) return s;
    all->ahead = ahead && !all->leading && !w->moving && !w->turning && !w->coasting;
    tsu_parallel_for(chunks_of(w), w->threads, second_chunk, w);
    s = book(w, err);
    if (s != TSU_OK || all->ahead) return s;
    all->loaded = w->generation;
    tsu_clumps_release(w);
    return TSU_OK;
}
