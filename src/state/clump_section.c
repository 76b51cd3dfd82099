/* SPDX-License-Identifier: Apache-2.0 */
/* A union of discs: which arcs bound it, and the integrals along them.
 *
 * Two circles that meet share their chord: its half is found in the same order of operations from either, so that the ends of their arcs agree
 * to rounding however flatly they meet. */
#include "base/trig.h"
#include "state/clump_shape.h"
#include <stdlib.h>

static const double turn = 0x1.921fb54442d18p+2; /* 2 pi */

/* Antiderivatives along the circle at an angle t with c = cos t, s = sin t. */
typedef struct moments {
    double c1, s1, c2, s2, cs, c3, s3, c2s, c4, s4, c3s;
} moments;

static moments at(double t, double c, double s)
{
    const double cc = c * c, ss = s * s, sc = s * c, sin4 = 4.0 * sc * (cc - ss);
    const moments m = {s,
                       -c,
                       0.5 * (t + sc),
                       0.5 * (t - sc),
                       0.5 * ss,
                       s - s * ss / 3.0,
                       c * cc / 3.0 - c,
                       -c * cc / 3.0,
                       0.375 * t + 0.5 * sc + sin4 / 32.0,
                       0.375 * t - 0.5 * sc + sin4 / 32.0,
                       -0.25 * cc * cc};
    return m;
}

/* Adds what the arc from `a` to `b` of a disc brings: Green's theorem with x^2/2 dy for x, x^3/3 dy for xx, and so on. */
static void add_arc(const tsu_disc *d, double angle, moments a, moments b, double out[TSU_SECTION_NUMBERS])
{
    const double x = d->x, y = d->y, r = d->r;
    const double c1 = b.c1 - a.c1, s1 = b.s1 - a.s1, c2 = b.c2 - a.c2, s2 = b.s2 - a.s2, cs = b.cs - a.cs;
    const double c3 = b.c3 - a.c3, s3 = b.s3 - a.s3, c4 = b.c4 - a.c4, s4 = b.s4 - a.s4;
    const double c2s = b.c2s - a.c2s, c3s = b.c3s - a.c3s;
    out[0] += 0.5 * r * (x * c1 + y * s1 + r * angle);
    out[1] += 0.5 * r * (x * x * c1 + 2.0 * x * r * c2 + r * r * c3);
    out[2] += 0.5 * r * (y * y * s1 + 2.0 * y * r * s2 + r * r * s3);
    out[3] += r / 3.0 * (x * x * x * c1 + 3.0 * x * x * r * c2 + 3.0 * x * r * r * c3 + r * r * r * c4);
    out[4] += r / 3.0 * (y * y * y * s1 + 3.0 * y * y * r * s2 + 3.0 * y * r * r * s3 + r * r * r * s4);
    out[5] += 0.5 * r *
              (x * x * y * c1 + x * x * r * cs + 2.0 * x * r * y * c2 + 2.0 * x * r * r * c2s +
               r * r * y * c3 + r * r * r * c3s);
}

static void add_disc(const tsu_disc *d, double out[TSU_SECTION_NUMBERS])
{
    const double area = 0.5 * turn * d->r * d->r, quarter = 0.25 * area * d->r * d->r;
    out[0] += area;
    out[1] += area * d->x;
    out[2] += area * d->y;
    out[3] += area * d->x * d->x + quarter;
    out[4] += area * d->y * d->y + quarter;
    out[5] += area * d->x * d->y;
}

typedef enum cover { COVERS_NOTHING, COVERS_ALL, COVERS_ARC } cover;

/* Which angles of circle i lie within disc j; `tie`: j goes first if both are the same. */
static cover covered(const tsu_disc *i, const tsu_disc *j, bool tie, tsu_disc_arc *arc)
{
    const double x = j->x - i->x, y = j->y - i->y, d2 = x * x + y * y, d = sqrt(d2);
    const double large = i->r > j->r ? i->r : j->r, small = i->r > j->r ? j->r : i->r;
    if (d >= large + small) return COVERS_NOTHING;
    if (d <= large - small) {
        const bool inside = i->r < j->r || (i->r == j->r && tie);
        return inside ? COVERS_ALL : COVERS_NOTHING;
    }
    const double product =
        (d + (large + small)) * ((large + small) - d) * (d + (large - small)) * (d - (large - small));
    const double h = sqrt(product) / (2.0 * d); /* half the chord */
    const double along = (d2 + (i->r - j->r) * (i->r + j->r)) / (2.0 * d);
    const double half = tsu_atan2(h, along), middle = tsu_atan2(y, x);
    const double c = x / d, s = y / d, ca = along / i->r, sa = h / i->r;
    arc->from = middle - half;
    arc->to = middle + half;
    arc->cos0 = c * ca + s * sa;
    arc->sin0 = s * ca - c * sa;
    arc->cos1 = c * ca - s * sa;
    arc->sin1 = s * ca + c * sa;
    return COVERS_ARC;
}

static int by_beginning(const void *a, const void *b)
{
    const tsu_disc_arc *p = a, *q = b;
    if (p->from != q->from) return p->from < q->from ? -1 : 1;
    return (p->to > q->to) - (p->to < q->to);
}

/* Angles from -pi to pi: an arc across the seam becomes two. Returns the new count. */
static int32_t store_arc(tsu_disc_arc *arcs, int32_t count, tsu_disc_arc arc)
{
    const double pi = 0.5 * turn;
    tsu_disc_arc other = arc;
    if (arc.from < -pi) {
        other.from = arc.from + turn;
        other.to = pi;
        arc.from = -pi;
    } else if (arc.to > pi) {
        other.to = arc.to - turn;
        other.from = -pi;
        arc.to = pi;
    } else {
        arcs[count] = arc;
        return count + 1;
    }
    tsu_disc_arc *low = other.from == -pi ? &other : &arc, *high = low == &other ? &arc : &other;
    low->cos0 = high->cos1 = -1.0;
    low->sin0 = high->sin1 = 0.0;
    arcs[count] = *low;
    arcs[count + 1] = *high;
    return count + 2;
}

/* The arcs between the covered ones, which come in the order of their beginnings. */
static void add_gaps(const tsu_disc *d, const tsu_disc_arc *arcs, int32_t count,
                     double out[TSU_SECTION_NUMBERS])
{
    double angle = -0.5 * turn, c = -1.0, s = 0.0;
    for (int32_t k = 0; k <= count; k++) {
        const tsu_disc_arc end = {0.5 * turn, 0.5 * turn, -1.0, 0.0, -1.0, 0.0};
        const tsu_disc_arc *next = k < count ? &arcs[k] : &end;
        if (next->from > angle) {
            add_arc(d, next->from - angle, at(angle, c, s), at(next->from, next->cos0, next->sin0), out);
        }
        if (next->to > angle) {
            angle = next->to;
            c = next->cos1;
            s = next->sin1;
        }
    }
}

void tsu_disc_union(int32_t count, const tsu_disc *disc, tsu_disc_arc *room, double out[TSU_SECTION_NUMBERS])
{
    for (int k = 0; k < TSU_SECTION_NUMBERS; k++)
        out[k] = 0.0;
    for (int32_t i = 0; i < count; i++) {
        int32_t arcs = 0;
        bool hidden = false;
        for (int32_t j = 0; j < count && !hidden; j++) {
            tsu_disc_arc arc;
            if (j == i) continue;
            const cover is = covered(&disc[i], &disc[j], j < i, &arc);
            if (is == COVERS_ALL) hidden = true;
            if (is == COVERS_ARC) arcs = store_arc(room, arcs, arc);
        }
        if (hidden) continue;
        if (arcs == 0) {
            add_disc(&disc[i], out);
        } else {
            qsort(room, (size_t)arcs, sizeof *room, by_beginning);
            add_gaps(&disc[i], room, arcs, out);
        }
    }
}
