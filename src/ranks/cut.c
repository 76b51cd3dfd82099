/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/cut.h"
#include "base/memory.h"
#include "ranks/contacts.h"
#include "step/wall/wall.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { CLASSES = 128 }; /* of radii: one for each power of two */

/* The particles of one class that a rank owns. */
typedef struct size_class {
    double lo[3], hi[3], largest; /* [m]; largest 0: there are none */
} size_class;

typedef struct bisection {
    const tsu_particles *p;
    int32_t *row;
    tsu_cut *cut;
    uint64_t random;
} bisection;

void tsu_cut_free(tsu_cut *cut)
{
    tsu_memory_release(&cut->owner);
    tsu_memory_release(&cut->guest);
    tsu_memory_release(&cut->row_of_id);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static int longest_axis(const bisection *b, int32_t first, int32_t end)
{
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    int axis = 0;
    for (int32_t k = first; k < end; k++) {
        for (int q = 0; q < 3; q++) {
            const double x = b->p->xr[b->row[k]][q];
            lo[q] = x < lo[q] ? x : lo[q];
            hi[q] = x > hi[q] ? x : hi[q];
        }
    }
    for (int q = 1; q < 3; q++) {
        if (hi[q] - lo[q] > hi[axis] - lo[axis]) axis = q;
    }
    return axis;
}

/* Moves the rows so that those before `middle` are not above those behind it. */
static void part_rows(const bisection *b, int axis, int32_t first, int32_t end, int32_t middle)
{
    int32_t low = first, high = end - 1;
    while (low < high) {
        const double pivot = b->p->xr[b->row[low + (high - low) / 2]][axis];
        int32_t i = low, j = high;
        while (i <= j) {
            while (b->p->xr[b->row[i]][axis] < pivot)
                i++;
            while (b->p->xr[b->row[j]][axis] > pivot)
                j--;
            if (i > j) break;
            const int32_t row = b->row[i];
            b->row[i++] = b->row[j];
            b->row[j--] = row;
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

static void bisect(bisection *b, int32_t first, int32_t end, int rank, int ranks)
{
    if (ranks == 1) {
        for (int32_t k = first; k < end; k++) {
            b->cut->owner[b->row[k]] = rank;
        }
        return;
    }
    int low = ranks / 2;
    double share = (double)low / ranks;
    int axis = longest_axis(b, first, end);
    if (b->random) {
        axis = (int)(next_random(&b->random) % 3);
        low = 1 + (int)(next_random(&b->random) % (uint64_t)(ranks - 1));
        share = 0.1 + 0.8 * (double)(next_random(&b->random) % 1000) / 1000.0;
    }
    const int32_t middle = first + (int32_t)(share * (end - first));
    part_rows(b, axis, first, end, middle);
    bisect(b, first, middle, rank, low);
    bisect(b, middle, end, rank + low, ranks - low);
}

static double reach_of(const world *w)
{
    double largest = 0.0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        largest = w->particles.xr[i][3] > largest ? w->particles.xr[i][3] : largest;
    }
    return tsu_lawset_reach(&w->laws, largest, false);
}

tsu_status tsu_cut_make(tsu_cut *cut, const world *w, int ranks, uint64_t random, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    int32_t *row = NULL;
    *cut = (tsu_cut){.ranks = ranks, .rows = rows, .reach = reach_of(w)};
    tsu_status s = tsu_memory_allocate(&cut->owner, (size_t)rows, sizeof *cut->owner, "owners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&row, (size_t)rows, sizeof *row, "owners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&cut->guest, (size_t)rows * (size_t)ranks, 1, "guests", err);
    if (s == TSU_OK) s = tsu_index_ids(&w->particles, &cut->row_of_id, err);
    for (int32_t i = 0; i < rows && s == TSU_OK; i++) {
        row[i] = i;
    }
    bisection b = {&w->particles, row, cut, random};
    if (s == TSU_OK) bisect(&b, 0, rows, 0, ranks);
    tsu_memory_release(&row);
    if (s != TSU_OK) tsu_cut_free(cut);
    return s;
}

static void find_classes(const tsu_cut *cut, const world *w, int rank, size_class *of)
{
    memset(of, 0, CLASSES * sizeof *of);
    for (int32_t i = 0; i < cut->rows; i++) {
        const double *x = w->particles.xr[i];
        int exponent;
        if (cut->owner[i] != rank) continue;
        frexp(x[3], &exponent);
        const int k = exponent + CLASSES / 2;
        size_class *c = &of[k < 0 ? 0 : k >= CLASSES ? CLASSES - 1 : k];
        for (int q = 0; q < 3; q++) {
            const double at = tsu_boundary_inside(w, i, q);
            c->lo[q] = c->largest == 0.0 || at < c->lo[q] ? at : c->lo[q];
            c->hi[q] = c->largest == 0.0 || at > c->hi[q] ? at : c->hi[q];
        }
        c->largest = x[3] > c->largest ? x[3] : c->largest;
    }
}

/* How far x is from the particles of a class along an axis, or from their nearest image. */
static double apart(const size_class *c, const tsu_box *box, double x, int q)
{
    const double length = box->hi[q] - box->lo[q];
    double least = fmax(fmax(c->lo[q] - x, x - c->hi[q]), 0.0);
    for (int image = -1; image <= 1 && box->periodic[q]; image += 2) {
        const double y = x + image * length;
        least = fmin(least, fmax(fmax(c->lo[q] - y, y - c->hi[q]), 0.0));
    }
    return least;
}

void tsu_cut_find_guests(tsu_cut *cut, const world *w, double margin)
{
    size_class of[CLASSES];
    for (int rank = 0; rank < cut->ranks; rank++) {
        uint8_t *guest = cut->guest + (size_t)rank * (size_t)cut->rows;
        find_classes(cut, w, rank, of);
        memset(guest, 0, (size_t)cut->rows);
        for (int k = 0; k < CLASSES; k++) {
            if (of[k].largest == 0.0) continue;
            for (int32_t i = 0; i < cut->rows; i++) {
                if (guest[i] || cut->owner[i] == rank) continue;
                const double range = of[k].largest + w->particles.xr[i][3] + cut->reach + margin;
                double d2 = 0.0;
                for (int q = 0; q < 3; q++) {
                    const double d = apart(&of[k], &w->box, tsu_boundary_inside(w, i, q), q);
                    d2 += d * d;
                }
                guest[i] = d2 <= range * range * (1.0 + 1.0e-9);
            }
        }
    }
}
