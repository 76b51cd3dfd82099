/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/halo.h"
#include "base/memory.h"
#include "ranks/rows.h"
#include "step/part/part.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

enum { CLASSES = 128 }; /* of radii: one for each power of two */

/* The particles of one class that a rank owns. */
typedef struct size_class {
    double lo[3], hi[3], largest; /* [m]; largest 0: there are none */
} size_class;

typedef struct halo {
    world *w;
    double margin, reach;
    size_class own, of[CLASSES]; /* all of the own particles, and by class */
    int64_t most;                /* classes that any rank has */
    size_class *all;             /* [ranks][most] */
    tsu_parcel *out, *in;        /* [ranks] */
} halo;

static void widen(size_class *c, const double x[3], double radius)
{
    for (int q = 0; q < 3; q++) {
        c->lo[q] = c->largest == 0.0 || x[q] < c->lo[q] ? x[q] : c->lo[q];
        c->hi[q] = c->largest == 0.0 || x[q] > c->hi[q] ? x[q] : c->hi[q];
    }
    c->largest = radius > c->largest ? radius : c->largest;
}

static int64_t find_classes(halo *h)
{
    const world *w = h->w;
    int64_t used = 0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        const double radius = w->particles.xr[i][3];
        double x[3];
        int exponent;
        frexp(radius, &exponent);
        const int k = exponent + CLASSES / 2;
        for (int q = 0; q < 3; q++) {
            x[q] = tsu_boundary_inside(w, i, q);
        }
        widen(&h->of[k < 0 ? 0 : k >= CLASSES ? CLASSES - 1 : k], x, radius);
        widen(&h->own, x, radius);
    }
    for (int k = 0; k < CLASSES; k++) {
        if (h->of[k].largest > 0.0) h->of[used++] = h->of[k];
    }
    return used;
}

/* What all ranks must know of each other; who has no memory for it cannot even say so. */
static void collect_classes(halo *h)
{
    const int ranks = tsu_team_size();
    int64_t *used = NULL;
    const int64_t mine = find_classes(h);
    if (tsu_memory_allocate(&used, (size_t)ranks, sizeof *used, "guests", NULL) != TSU_OK)
        tsu_team_abort(EXIT_FAILURE);
    tsu_team_collect(&mine, sizeof mine, used);
    for (int k = 0; k < ranks; k++) {
        h->most = used[k] > h->most ? used[k] : h->most;
    }
    memset(h->of + mine, 0, (size_t)(CLASSES - mine) * sizeof *h->of);
    tsu_memory_release(&used);
    const size_t bytes = (size_t)h->most * sizeof *h->all;
    if (tsu_memory_allocate(&h->all, (size_t)ranks, bytes, "guests", NULL) != TSU_OK)
        tsu_team_abort(EXIT_FAILURE);
    tsu_team_collect(h->of, bytes, h->all);
    double largest = 0.0;
    for (int64_t k = 0; k < ranks * h->most; k++) {
        largest = fmax(largest, h->all[k].largest);
    }
    h->reach = tsu_lawset_reach(&h->w->laws, largest, false);
}

/* How far what lies between these two is from the particles of a class along an axis, or from their nearest image. */
static double apart(const size_class *c, const tsu_box *box, double lo, double hi, int q)
{
    const double length = box->hi[q] - box->lo[q];
    double least = fmax(fmax(c->lo[q] - hi, lo - c->hi[q]), 0.0);
    for (int image = -1; image <= 1 && box->periodic[q]; image += 2) {
        const double shift = image * length;
        least = fmin(least, fmax(fmax(c->lo[q] - hi - shift, lo + shift - c->hi[q]), 0.0));
    }
    return least;
}

static bool is_near(const halo *h, const size_class *c, const double lo[3], const double hi[3], double radius)
{
    const double range = c->largest + radius + h->reach + h->margin;
    double d2 = 0.0;
    for (int q = 0; q < 3; q++) {
        const double d = apart(c, &h->w->box, lo[q], hi[q], q);
        d2 += d * d;
    }
    return c->largest > 0.0 && d2 <= range * range * (1.0 + 1.0e-9);
}

/* Marks the particles that a rank needs. */
static void mark(const halo *h, const size_class *theirs, uint8_t *needed)
{
    const world *w = h->w;
    for (int64_t k = 0; k < h->most; k++) {
        if (h->own.largest == 0.0 || !is_near(h, &theirs[k], h->own.lo, h->own.hi, h->own.largest)) continue;
        for (int32_t i = 0; i < w->particles.count; i++) {
            double x[3];
            for (int q = 0; q < 3; q++) {
                x[q] = tsu_boundary_inside(w, i, q);
            }
            needed[i] = needed[i] || is_near(h, &theirs[k], x, x, w->particles.xr[i][3]);
        }
    }
}

/* ---- links ------------------------------------------------------------------------------------------------------------ */

/* What goes to a rank, and the parcel with it. */
static tsu_status write_guests(const halo *h, uint8_t *needed, tsu_part_link *l, tsu_error *err)
{
    const int32_t own = h->w->particles.count;
    memset(needed, 0, (size_t)own);
    mark(h, h->all + l->rank * h->most, needed);
    for (int32_t i = 0; i < own; i++) {
        l->sends += needed[i];
    }
    tsu_status s = tsu_memory_allocate(&l->send, (size_t)l->sends, sizeof *l->send, "guests", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&l->out, (size_t)l->sends * TSU_PART_NUMBERS, sizeof *l->out, "guests", err);
    for (int32_t i = 0, k = 0; i < own && s == TSU_OK; i++) {
        if (needed[i]) l->send[k++] = i;
    }
    if (s == TSU_OK && l->sends > 0) tsu_rows_put(h->w, l->send, l->sends, false, &h->out[l->rank]);
    return s;
}

static tsu_status write_all(halo *h, tsu_error *err)
{
    tsu_part *d = h->w->part;
    uint8_t *needed = NULL;
    tsu_status s = tsu_memory_allocate(&needed, (size_t)h->w->particles.count, 1, "guests", err);
    for (int rank = 0; rank < tsu_team_size() && s == TSU_OK; rank++) {
        if (rank == tsu_team_rank()) continue;
        d->link[d->links].rank = rank;
        s = write_guests(h, needed, &d->link[d->links++], err);
    }
    tsu_memory_release(&needed);
    return s;
}

/* Guests follow in the order in which their owner sends them. */
static tsu_status take_guests(halo *h, tsu_part_link *l, tsu_error *err)
{
    const int32_t first = h->w->particles.count;
    tsu_status s =
        h->in[l->rank].size > 0 ? tsu_rows_take(h->w, false, &h->in[l->rank], &l->takes, err) : TSU_OK;
    if (s == TSU_OK) s = tsu_memory_allocate(&l->take, (size_t)l->takes, sizeof *l->take, "guests", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&l->in, (size_t)l->takes * TSU_PART_NUMBERS, sizeof *l->in, "guests", err);
    for (int32_t k = 0; k < l->takes && s == TSU_OK; k++) {
        l->take[k] = first + k;
    }
    return s;
}

/* The ranks with which nothing is exchanged are no neighbours. */
static void drop_strangers(tsu_part *d)
{
    int left = 0;
    for (int k = 0; k < d->links; k++) {
        const tsu_part_link l = d->link[k];
        if (l.sends + l.takes == 0)
            tsu_part_link_free(&d->link[k]);
        else
            d->link[left++] = l;
    }
    d->links = left;
}

static tsu_status take_all(halo *h, tsu_error *err)
{
    tsu_part *d = h->w->part;
    tsu_status s = TSU_OK;
    for (int k = 0; k < d->links && s == TSU_OK; k++) {
        s = take_guests(h, &d->link[k], err);
    }
    drop_strangers(d);
    return s;
}

/* Guests are in no group, so that nothing moves them; whether a pair is excluded may depend on the groups they have. */
static tsu_status set_apart(world *w, int32_t own, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    bool by_group = false;
    for (int k = 0; k < w->exclusions; k++) {
        by_group = by_group || !w->exclusion[k].by_type;
    }
    const tsu_status s = by_group ? tsu_part_keep_groups(w, err) : TSU_OK;
    for (int32_t i = own; i < p->count; i++) {
        p->group[i] = 0;
    }
    return s;
}

static void release(halo *h)
{
    tsu_memory_release(&h->all);
    tsu_parcels_free(&h->out);
    tsu_parcels_free(&h->in);
}

tsu_status tsu_halo_make(world *w, double margin, tsu_error *err)
{
    const int32_t own = w->particles.count;
    halo h = {.w = w, .margin = margin};
    tsu_error ignored;
    tsu_status s = tsu_part_unlink(w->part, err);
    if (s == TSU_OK) s = tsu_parcels_make(&h.out, err);
    if (s == TSU_OK) s = tsu_parcels_make(&h.in, err);
    if (s != TSU_OK) tsu_team_abort(EXIT_FAILURE); /* the others would wait for ever */
    collect_classes(&h);
    s = write_all(&h, err);
    const tsu_status swapped = tsu_parcels_swap(h.out, h.in, s == TSU_OK ? err : &ignored);
    if (s == TSU_OK) s = swapped;
    if (s == TSU_OK) s = take_all(&h, err);
    if (s == TSU_OK) s = set_apart(w, own, err);
    release(&h);
    return s;
}
