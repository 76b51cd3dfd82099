/* SPDX-License-Identifier: Apache-2.0 */
/* sphere_triangle.h - the point of a triangle nearest to a sphere's centre, and which feature of the triangle it lies on.
 *
 * A centre above the triangle (on the inner side of all three sides) has its foot on the face; its distance is that from
 * the plane, exact also for a plane that is cut into very small triangles. Otherwise the nearest point lies on a side that
 * the centre is beyond of, or on a corner. Sides are measured from their lower vertex, so that the two triangles of an edge
 * find the same bits. */
#ifndef TSU_SHAPE_SPHERE_TRIANGLE_H
#define TSU_SHAPE_SPHERE_TRIANGLE_H

#include "base/vec.h"
#include <stdbool.h>

/* Features of a triangle: side 0 to 2 (from corner k to k+1), corner 0 to 2, face. */
enum { TSU_FEATURE_SIDE = 0, TSU_FEATURE_CORNER = 3, TSU_FEATURE_FACE = 6 };

typedef struct tsu_triangle {
    tsu_vec3 corner[3]; /* [m] */
    tsu_vec3 n;         /* unit normal; 0: a triangle without area, which is nowhere */
    tsu_vec3 inward
        [3]; /* n x side k: in the plane, from side k to where the triangle is (tsu_triangle_complete) [m] */
    double inverse[3]; /* 1 / length of side k                                       [1/m] */
    bool turned[3];    /* side k is measured from corner k+1 */
} tsu_triangle;

typedef struct tsu_foot {
    double distance; /* from the centre                                               [m] */
    tsu_vec3 n;      /* unit vector from the foot to the centre                       [-] */
    int feature;
} tsu_foot;

/* What follows from corners and normal. */
TSU_FN void tsu_triangle_complete(tsu_triangle *t)
{
    for (int k = 0; k < 3; k++) {
        const tsu_vec3 side = tsu_vec3_sub(t->corner[k == 2 ? 0 : k + 1], t->corner[k]);
        t->inward[k] = tsu_vec3_cross(t->n, side);
        t->inverse[k] = 1.0 / tsu_vec3_norm(side);
    }
}

/* A point of the triangle's border: from it to the centre, squared distance, feature. */
typedef struct tsu_border {
    tsu_vec3 r;
    double distance2;
    int feature;
} tsu_border;

TSU_FN tsu_border tsu_border_at(tsu_vec3 x, tsu_vec3 p, int feature)
{
    const tsu_vec3 r = tsu_vec3_sub(x, p);
    const tsu_border made = {r, tsu_vec3_norm2(r), feature};
    return made;
}

TSU_FN tsu_border tsu_border_on_side(const tsu_triangle *t, tsu_vec3 x, int k)
{
    const int next = k == 2 ? 0 : k + 1, from = t->turned[k] ? next : k, to = t->turned[k] ? k : next;
    const tsu_vec3 a = t->corner[from], side = tsu_vec3_sub(t->corner[to], a);
    const double along = tsu_vec3_dot(tsu_vec3_sub(x, a), side), length2 = tsu_vec3_norm2(side);
    if (!(along > 0.0)) return tsu_border_at(x, a, TSU_FEATURE_CORNER + from);
    if (along >= length2) return tsu_border_at(x, t->corner[to], TSU_FEATURE_CORNER + to);
    return tsu_border_at(x, tsu_vec3_madd(a, along / length2, side), TSU_FEATURE_SIDE + k);
}

/* The foot on the face, for a centre that is above it, if it is nearer than `range`. */
TSU_FN bool tsu_triangle_foot_on_face(const tsu_triangle *t, tsu_vec3 x, double range, tsu_foot *foot)
{
    const double height = tsu_vec3_dot(tsu_vec3_sub(x, t->corner[0]), t->n), side = height < 0.0 ? -1.0 : 1.0;
    const tsu_foot found = {fabs(height), tsu_vec3_scale(side, t->n), TSU_FEATURE_FACE};
    *foot = found;
    return fabs(height) < range;
}

/* The foot, if it is nearer than `range`; false: foot->distance is the distance or less. */
TSU_FN bool tsu_triangle_foot_or_bound(const tsu_triangle *t, tsu_vec3 x, double range, tsu_foot *foot)
{
    const double height = tsu_vec3_dot(tsu_vec3_sub(x, t->corner[0]), t->n);
    foot->distance = fabs(height);
    if (!(fabs(height) < range)) return false;
    bool beyond[3];
    for (int k = 0; k < 3; k++) {
        beyond[k] = tsu_vec3_dot(tsu_vec3_sub(x, t->corner[k]), t->inward[k]) < 0.0;
    }
    if (!(beyond[0] | beyond[1] | beyond[2])) {
        const tsu_foot found = {fabs(height), height < 0.0 ? tsu_vec3_negate(t->n) : t->n, TSU_FEATURE_FACE};
        *foot = found;
        return true;
    }
    tsu_border best = {{0.0, 0.0, 0.0}, 0.0, TSU_FEATURE_FACE};
    for (int k = 0; k < 3; k++) {
        if (!beyond[k]) continue;
        const tsu_border border = tsu_border_on_side(t, x, k);
        if (best.feature == TSU_FEATURE_FACE || border.distance2 < best.distance2) best = border;
    }
    const double d = sqrt(best.distance2);
    foot->distance = d;
    if (!(best.distance2 < range * range)) return false;
    const tsu_vec3 n = {best.r.x / d, best.r.y / d, best.r.z / d};
    /* a centre on the surface goes along the normal */
    const tsu_foot found = {d, d > 0.0 ? n : t->n, best.feature};
    *foot = found;
    return true;
}

/* The foot, if it is nearer than `range`; false leaves *foot as it was. */
TSU_FN bool tsu_triangle_foot_within(const tsu_triangle *t, tsu_vec3 x, double range, tsu_foot *foot)
{
    tsu_foot found;
    const bool within = tsu_triangle_foot_or_bound(t, x, range, &found);
    if (within) *foot = found;
    return within;
}

TSU_FN tsu_foot tsu_triangle_foot(const tsu_triangle *t, tsu_vec3 x)
{
    tsu_foot foot = {INFINITY, {0.0, 0.0, 0.0}, TSU_FEATURE_FACE};
    tsu_triangle_foot_within(t, x, INFINITY, &foot);
    return foot;
}

/* The foot itself. */
TSU_FN tsu_vec3 tsu_foot_point(tsu_foot f, tsu_vec3 x)
{
    return tsu_vec3_madd(x, -f.distance, f.n);
}

#endif
