/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/axis_order.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/kick.h"
#include <math.h>

enum { ROWS_PER_CHUNK = 1024 };

void tsu_axis_order_free(tsu_axis_order *t)
{
    tsu_memory_release(&t->xr);
    *t = (tsu_axis_order){0};
}

void tsu_axis_order_choose(tsu_axis_order *t, const double lo[3], const double hi[3], const tsu_box *box)
{
    double length[3];
    for (int q = 0; q < 3; q++) {
        const double span = hi[q] > lo[q] ? hi[q] - lo[q] : 0.0;
        length[q] = box->periodic[q] ? box->hi[q] - box->lo[q] : span;
        t->axis[q] = q;
    }
    for (int k = 0; k < 3; k++) { /* three exchanges sort three */
        const int low = k % 2, a = t->axis[low], b = t->axis[low + 1];
        if (!(length[b] < length[a])) continue;
        t->axis[low] = b;
        t->axis[low + 1] = a;
    }
    for (int q = 0; q < 3; q++) {
        t->box.lo[q] = box->lo[t->axis[q]];
        t->box.hi[q] = box->hi[t->axis[q]];
        t->box.periodic[q] = box->periodic[t->axis[q]];
    }
}

static bool stays(const tsu_axis_order *t)
{
    return t->axis[0] == 0 && t->axis[1] == 1;
}

typedef struct job {
    const tsu_axis_order *order;
    const tsu_particles *p;
    tsu_pairs *pairs;
    uint32_t image[32];
} job;

/* The ball of particle i. Its velocity is rounded as in expected_path.c. */
static void sweep_one(const tsu_sweep *s, const tsu_particles *p, int64_t i, double ball[4])
{
    const bool moves = tsu_kick_goes_on(p->group[i], s->drifting);
    double half2 = 0.0;
    for (int q = 0; q < 3; q++) {
        const double half = 0.5 * s->time * ((moves ? (double)(float)p->vm[i][q] : 0.0) - s->frame[q]);
        ball[q] = p->xr[i][q] + half;
        half2 += half * half;
    }
    ball[3] = p->xr[i][3] + sqrt(half2) + s->margin;
}

static void turn_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->p->count, ROWS_PER_CHUNK);
    double ball[4];
    for (int64_t i = r.begin; i < r.end; i++) {
        const double *from = j->order->sweep.on ? ball : j->p->xr[i];
        if (j->order->sweep.on) sweep_one(&j->order->sweep, j->p, i, ball);
        for (int q = 0; q < 3; q++) {
            j->order->xr[i][q] = from[j->order->axis[q]];
        }
        j->order->xr[i][3] = from[3];
    }
}

tsu_status tsu_axis_order_positions(tsu_axis_order *t, const tsu_particles *p, int threads, tsu_error *err)
{
    t->to = (const double(*)[4])p->xr;
    if (stays(t) && !t->sweep.on) return TSU_OK;
    const tsu_status s = tsu_memory_grow(&t->xr, &t->capacity, (size_t)p->count, sizeof *t->xr,
                                         "positions for the search", err);
    if (s != TSU_OK) return s;
    job j = {.order = t, .p = p};
    tsu_parallel_for(tsu_parallel_blocks(p->count, ROWS_PER_CHUNK), threads, turn_chunk, &j);
    t->to = (const double(*)[4])t->xr;
    return TSU_OK;
}

static void turn_back(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->pairs->rows, ROWS_PER_CHUNK);
    for (int64_t k = j->pairs->first[r.begin]; k < j->pairs->first[r.end]; k++) {
        const uint32_t code = j->pairs->partner[k];
        j->pairs->partner[k] = (uint32_t)tsu_partner_row(code) | j->image[tsu_partner_image(code)];
    }
    for (int64_t i = r.begin; i < r.end; i++) { /* images of one partner in their order */
        for (int64_t k = j->pairs->first[i] + 1; k < j->pairs->first[i + 1]; k++) {
            const uint32_t code = j->pairs->partner[k];
            int64_t q = k;
            for (; q > j->pairs->first[i] &&
                   tsu_partner_row(j->pairs->partner[q - 1]) == tsu_partner_row(code) &&
                   j->pairs->partner[q - 1] > code;
                 q--) {
                j->pairs->partner[q] = j->pairs->partner[q - 1];
            }
            j->pairs->partner[q] = code;
        }
    }
}

void tsu_axis_order_pairs(const tsu_axis_order *t, tsu_pairs *pairs, int threads)
{
    static const uint32_t weight[3] = {1, 3, 9};
    if (stays(t)) return;
    job j = {.order = t, .pairs = pairs};
    for (int image = 0; image < 32; image++) {
        uint32_t code = 0;
        for (int q = 0; q < 3 && image < 27; q++) {
            code += (uint32_t)(tsu_image_shift(image, q) + 1) * weight[t->axis[q]];
        }
        j.image[image] = (image < 27 ? code : (uint32_t)image) << TSU_ROW_BITS;
    }
    tsu_parallel_for(tsu_parallel_blocks(pairs->rows, ROWS_PER_CHUNK), threads, turn_back, &j);
}
