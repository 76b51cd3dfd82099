/* SPDX-License-Identifier: Apache-2.0 */
/* side_rows.h - numbers of eight clumps, or of eight particles, from their rows in memory into lanes and back (side.c). */
#ifndef TSU_STEP_CLUMP_SIDE_ROWS_H
#define TSU_STEP_CLUMP_SIDE_ROWS_H

#include "base/portable.h"
#include "step/clump/side.h"
#include <string.h>

TSU_FN tsu_quaternion tsu_side_get_four(const tsu_lanes4 *from, int l)
{
    const tsu_quaternion q = {from->w[l], from->x[l], from->y[l], from->z[l]};
    return q;
}

TSU_FN void tsu_side_put_four(tsu_lanes4 *to, int l, tsu_quaternion q)
{
    to->w[l] = q.w;
    to->x[l] = q.x;
    to->y[l] = q.y;
    to->z[l] = q.z;
}

TSU_FN void tsu_side_lane_put(double *lane, tsu_v8 v)
{
    memcpy(lane, &v, sizeof v);
}

TSU_FN tsu_v8 tsu_side_lane_get(const double *lane)
{
    tsu_v8 v;
    memcpy(&v, lane, sizeof v);
    return v;
}

_Static_assert(TSU_SIDE == 8, "lanes are the eight numbers of a vector");

/* Four numbers of each of eight, as four lanes. */
#define TSU_SIDE_COLUMNS(row, a, b, c, d)                                                                    \
    tsu_v8 a = TSU_V8_OF(row(0), row(4)), b = TSU_V8_OF(row(1), row(5)), c = TSU_V8_OF(row(2), row(6)),      \
           d = TSU_V8_OF(row(3), row(7));                                                                    \
    tsu_v8_transpose(&a, &b, &c, &d)

/* Numbers of a clump that lie one behind the other in memory, four at a time. */
_Static_assert(offsetof(tsu_clump, slip) == 0 && offsetof(tsu_clump, step) == sizeof(double) &&
                   offsetof(tsu_clump, body) == 5 * sizeof(double) && offsetof(tsu_rigid, centre) == 0 &&
                   offsetof(tsu_rigid, velocity) == 3 * sizeof(double) &&
                   offsetof(tsu_rigid, momentum) == 6 * sizeof(double) &&
                   offsetof(tsu_rigid, turn) == 9 * sizeof(double) &&
                   offsetof(tsu_rigid, mass) == 13 * sizeof(double),
               "the order in which side.c takes a clump");

TSU_FN void tsu_side_take(const tsu_side *s, int k, double *x, double *y, double *z, double *w)
{
#define ROW(l) (((const tsu_v4 *)s->c[l])[k])
    TSU_SIDE_COLUMNS(ROW, a, b, c, d);
#undef ROW
    tsu_side_lane_put(x, a);
    tsu_side_lane_put(y, b);
    tsu_side_lane_put(z, c);
    tsu_side_lane_put(w, d);
}

TSU_FN void tsu_side_give(const tsu_side *s, int k, const double *x, const double *y, const double *z,
                          const double *w)
{
    tsu_v8 a = tsu_side_lane_get(x), b = tsu_side_lane_get(y), c = tsu_side_lane_get(z),
           d = tsu_side_lane_get(w);
    tsu_v8_transpose(&a, &b, &c, &d);
    const tsu_v8 row[4] = {a, b, c, d};
    for (int l = 0; l < 4; l++) {
        if (l < s->lanes) ((tsu_v4 *)s->c[l])[k] = TSU_V8_FIRST(row[l]);
        if (l + 4 < s->lanes) ((tsu_v4 *)s->c[l + 4])[k] = TSU_V8_SECOND(row[l]);
    }
}

/* Whether a word is not zero. */
TSU_FN bool tsu_side_any_of(tsu_words8 words)
{
    return ((words[0] | words[1]) | (words[2] | words[3])) | ((words[4] | words[5]) | (words[6] | words[7]));
}

/* Three numbers of the rows of a slot; zero where there is no sphere. */
TSU_FN void tsu_side_gather(const double (*from)[4], const tsu_side_rows *rows, tsu_words8 there,
                            tsu_lanes *to)
{
#define ROW(l) (((const tsu_v4 *)from)[rows->row[l]])
    TSU_SIDE_COLUMNS(ROW, a, b, c, d);
#undef ROW
    tsu_side_lane_put(to->x, (tsu_v8)((tsu_words8)a & there));
    tsu_side_lane_put(to->y, (tsu_v8)((tsu_words8)b & there));
    tsu_side_lane_put(to->z, (tsu_v8)((tsu_words8)c & there));
    (void)d;
}

/* Where the rows of a slot begin in an array of four numbers each [byte]. */
typedef struct tsu_side_places {
    size_t at[TSU_SIDE];
} tsu_side_places;

TSU_FN tsu_side_places tsu_side_places_of(const tsu_side_rows *rows)
{
    tsu_side_places made;
    for (int l = 0; l < TSU_SIDE; l++) {
        made.at[l] = (size_t)rows->row[l] * sizeof(tsu_four);
    }
    return made;
}

/* Three numbers of each lane into the rows of spheres, whose fourth number stays. `full`: there are spheres in all lanes. */
TSU_FN void tsu_side_scatter(const tsu_side_slot *slot, const tsu_side_places *row, const tsu_lanes *from,
                             double (*to)[4], const bool full)
{
    tsu_v8 a = tsu_side_lane_get(from->x), b = tsu_side_lane_get(from->y), c = tsu_side_lane_get(from->z),
           d = c;
    tsu_v8_transpose(&a, &b, &c, &d);
    const tsu_v8 two[4] = {a, b, c, d};
    TSU_UNROLLED
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_v4 one = l < 4 ? TSU_V8_FIRST(two[l % 4]) : TSU_V8_SECOND(two[l % 4]);
        tsu_v4 *at = (tsu_v4 *)((char *)to + row->at[l]);
        if (full || slot->there[l] != 0.0) *at = TSU_V4_SHUFFLE(one, *at, 0, 1, 2, 7);
    }
}

#endif
