/* SPDX-License-Identifier: Apache-2.0 */
#include "search/crowd.h"
#include "base/hash.h"
#include "base/memory.h"
#include <math.h>
#include <string.h>

/* Spheres keep this much distance, relative to it: positions may yet be rounded (boundary.h). */
#define APART (1.0 + 1.0e-10)

/* Cells in a line along x have buckets in a line. */
static uint64_t line_of(int exponent, int64_t y, int64_t z)
{
    return tsu_hash_mix((uint64_t)y * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)z +
                        ((uint64_t)(uint32_t)exponent << 40));
}

/* Who is shot off far away shares the outermost cells. */
static int64_t cell_along(double x, double inverse)
{
    const double most = 4.0e18;
    return (int64_t)fmax(-most, fmin(most, floor(x * inverse)));
}

static tsu_status set_buckets(tsu_crowd *c, uint64_t buckets, tsu_error *err)
{
    int32_t *head = NULL;
    const tsu_status status = tsu_memory_allocate(&head, buckets, sizeof *head, "cells of a crowd", err);
    if (status != TSU_OK) return status;
    tsu_memory_release(&c->head);
    c->head = head;
    c->buckets = buckets;
    memset(head, 0xff, buckets * sizeof *head);
    return TSU_OK;
}

tsu_status tsu_crowd_init(tsu_crowd *c, const tsu_box *box, int64_t expected, tsu_error *err)
{
    *c = (tsu_crowd){.box = *box};
    uint64_t buckets = 1024;
    while (buckets < 2 * (uint64_t)expected) {
        buckets *= 2;
    }
    return set_buckets(c, buckets, err);
}

void tsu_crowd_free(tsu_crowd *c)
{
    tsu_memory_release(&c->xr);
    tsu_memory_release(&c->next);
    tsu_memory_release(&c->head);
    *c = (tsu_crowd){0};
}

/* The level of spheres with this radius: its cells are at least as wide as the diameter. */
static struct tsu_crowd_level *level_of(tsu_crowd *c, double radius)
{
    int exponent;
    frexp(2.0 * radius, &exponent);
    for (int k = 0; k < c->levels; k++) {
        if (c->level[k].exponent == exponent) return &c->level[k];
    }
    if (c->levels == TSU_CROWD_LEVELS) return NULL;
    c->level[c->levels] = (struct tsu_crowd_level){.exponent = exponent, .inverse = ldexp(1.0, -exponent)};
    return &c->level[c->levels++];
}

static void put(tsu_crowd *c, int64_t k)
{
    int exponent;
    frexp(2.0 * c->xr[k][3], &exponent);
    const double inverse = ldexp(1.0, -exponent), *x = c->xr[k];
    const uint64_t line = line_of(exponent, cell_along(x[1], inverse), cell_along(x[2], inverse));
    const uint64_t b = (line + (uint64_t)cell_along(x[0], inverse)) & (c->buckets - 1);
    c->next[k] = c->head[b];
    c->head[b] = (int32_t)k;
}

tsu_status tsu_crowd_add(tsu_crowd *c, const double x[3], double radius, tsu_error *err)
{
    struct tsu_crowd_level *level = level_of(c, radius);
    if (!level || c->count >= INT32_MAX)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "radius %g does not fit in among %lld particles of very different sizes", radius,
                             (long long)c->count);
    const size_t needed = (size_t)c->count + 1;
    tsu_status s = tsu_memory_grow(&c->xr, &c->capacity, needed, sizeof *c->xr, "a crowd", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->next, &c->next_capacity, needed, sizeof *c->next, "a crowd", err);
    const int64_t k = c->count;
    if (s == TSU_OK && needed > c->buckets) {
        s = set_buckets(c, 4 * c->buckets, err);
        for (int64_t q = 0; q < k && s == TSU_OK; q++) {
            put(c, q);
        }
    }
    if (s != TSU_OK) return s;
    memcpy(c->xr[k], x, 3 * sizeof(double));
    c->xr[k][3] = radius;
    c->count++;
    put(c, k);
    level->count++;
    level->largest = fmax(level->largest, radius);
    c->largest = fmax(c->largest, radius);
    return TSU_OK;
}

static bool touches(const double *other, const double x[3], double radius)
{
    const double a = x[0] - other[0], b = x[1] - other[1], d = x[2] - other[2];
    const double apart = (radius + other[3]) * APART;
    return a * a + b * b + d * d < apart * apart;
}

static bool overlaps_any(const tsu_crowd *c, const double x[3], double radius)
{
    for (int64_t k = 0; k < c->count; k++) {
        if (touches(c->xr[k], x, radius)) return true;
    }
    return false;
}

static bool overlaps_line(const tsu_crowd *c, uint64_t line, int64_t lo, int64_t hi, const double x[3],
                          double radius)
{
    for (int64_t cell = lo; cell <= hi; cell++) {
        int32_t k = c->head[(line + (uint64_t)cell) & (c->buckets - 1)];
        for (; k >= 0; k = c->next[k]) {
            if (touches(c->xr[k], x, radius)) return true;
        }
    }
    return false;
}

static bool overlaps_level(const tsu_crowd *c, const struct tsu_crowd_level *level, const double x[3],
                           double radius)
{
    const double reach = (radius + level->largest) * APART;
    int64_t lo[3], hi[3], cell[3];
    double cells = 1.0;
    for (int q = 0; q < 3; q++) {
        lo[q] = cell_along(x[q] - reach, level->inverse);
        hi[q] = cell_along(x[q] + reach, level->inverse);
        cells *= (double)(hi[q] - lo[q] + 1);
    }
    if (cells > 4.0 * (double)c->count + 64.0) return overlaps_any(c, x, radius);
    for (cell[2] = lo[2]; cell[2] <= hi[2]; cell[2]++) {
        for (cell[1] = lo[1]; cell[1] <= hi[1]; cell[1]++) {
            if (overlaps_line(c, line_of(level->exponent, cell[1], cell[2]), lo[0], hi[0], x, radius))
                return true;
        }
    }
    return false;
}

static bool overlaps_here(const tsu_crowd *c, const double x[3], double radius)
{
    for (int k = 0; k < c->levels; k++) {
        if (overlaps_level(c, &c->level[k], x, radius)) return true;
    }
    return false;
}

bool tsu_crowd_overlaps(const tsu_crowd *c, const double x[3], double radius)
{
    const double reach = (radius + c->largest) * APART;
    int from[3], to[3];
    for (int q = 0; q < 3; q++) {
        from[q] = c->box.periodic[q] && x[q] + reach > c->box.hi[q] ? -1 : 0;
        to[q] = c->box.periodic[q] && x[q] - reach < c->box.lo[q] ? 1 : 0;
    }
    for (int s = from[2]; s <= to[2]; s++) {
        for (int r = from[1]; r <= to[1]; r++) {
            for (int q = from[0]; q <= to[0]; q++) {
                const double y[3] = {x[0] + q * (c->box.hi[0] - c->box.lo[0]),
                                     x[1] + r * (c->box.hi[1] - c->box.lo[1]),
                                     x[2] + s * (c->box.hi[2] - c->box.lo[2])};
                if (overlaps_here(c, y, radius)) return true;
            }
        }
    }
    return false;
}
