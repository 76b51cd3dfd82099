/* SPDX-License-Identifier: Apache-2.0 */
/* minima.h - which of the triangles near a sphere it has a contact with: the local minima of the distance (contacts.h says how they are
 * chosen). Pure functions, the same for a processor and for a device; select.c compiles them for the processor. */
#ifndef TSU_STEP_MESH_MINIMA_H
#define TSU_STEP_MESH_MINIMA_H

#include "base/portable.h"
#include "step/mesh/select.h"

/* Where a side or corner and a face are equally near to rounding, the face, whose distance is the more exact, comes
 * first. */
#define TSU_MESH_BIAS 1.0e-15

/* A foot this near to a triangle lies on it, as a fraction of the radius: meshes whose parts do not share vertices, or
 * have corners in the middle of sides, are then as good as whole. */
#define TSU_MESH_ON_IT 1.0e-3

/* A contact was surely there itself if the old one is within this angle (8 degrees), as a cosine. */
#define TSU_MESH_OWN 0.99

/* No two hits are equal, so that any way of sorting gives one order. */
TSU_FN bool tsu_mesh_nearer(const tsu_mesh_hit *a, const tsu_mesh_hit *b)
{
    return a->key < b->key || (a->key == b->key && a->code < b->code);
}

/* Shell's sort; few in one go. */
TSU_FN void tsu_mesh_sort_hits(tsu_mesh_hit *hit, int32_t count)
{
    enum { FEW = 24 };
    int32_t gap = 1;
    while (count > FEW && gap < count / 5) {
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (int32_t k = gap; k < count; k++) {
            const tsu_mesh_hit one = hit[k];
            int32_t q = k;
            for (; q >= gap && tsu_mesh_nearer(&one, &hit[q - gap]); q -= gap) {
                hit[q] = hit[q - gap];
            }
            hit[q] = one;
        }
    }
}

/* Whether triangle a has the side or corner that b's foot lies on. */
TSU_FN bool tsu_mesh_shares_feature(const tsu_mesh_form *f, const tsu_mesh_hit *a, const tsu_mesh_hit *b)
{
    if (a->code >> TSU_CONTACT_ROW_BITS != b->code >> TSU_CONTACT_ROW_BITS) return false;
    const uint32_t ta = a->code & TSU_CONTACT_ROW_MASK, tb = b->code & TSU_CONTACT_ROW_MASK;
    if (b->foot.feature >= TSU_FEATURE_CORNER) {
        const int32_t v = f->corner[tb][b->foot.feature - TSU_FEATURE_CORNER], *c = f->corner[ta];
        return c[0] == v || c[1] == v || c[2] == v;
    }
    const int32_t e = f->side[tb][b->foot.feature], *s = f->side[ta];
    return s[0] == e || s[1] == e || s[2] == e;
}

/* Whether b's foot lies on one of the nearer triangles; it is then no minimum of the distance. */
TSU_FN bool tsu_mesh_is_covered(const tsu_mesh_form *f, const tsu_mesh_hit *hit, int32_t nearer,
                                const tsu_mesh_hit *b, const double (*shift)[4], const double x[3],
                                double radius)
{
    if (b->foot.feature == TSU_FEATURE_FACE) return false;
    for (int32_t k = 0; k < nearer; k++) {
        if (tsu_mesh_shares_feature(f, &hit[k], b)) return true;
    }
    const double on_it = fmax(f->precision, TSU_MESH_ON_IT * radius);
    for (int32_t k = 0; k < nearer; k++) {
        const tsu_vec3 centre = tsu_mesh_look(&f->pose, shift, hit[k].code, x);
        const tsu_vec3 point = tsu_vec3_madd(centre, -b->foot.distance, b->foot.n);
        tsu_foot foot;
        if (tsu_triangle_foot_within(&f->triangle[hit[k].code & TSU_CONTACT_ROW_MASK], point, on_it, &foot))
            return true;
    }
    return false;
}

/* What a contact goes on from: the old one, not yet taken, nearest in direction (in the world), and how near it is. */
typedef struct tsu_mesh_claim {
    int32_t old; /* -1: none */
    double cosine;
} tsu_mesh_claim;

TSU_FN double tsu_mesh_cosine_to(const tsu_mesh_old *old, int64_t k, tsu_vec3 n)
{
    const double *o = old->geometry[k];
    return n.x * o[0] + n.y * o[1] + n.z * o[2];
}

TSU_FN tsu_mesh_claim tsu_mesh_claim_old(const tsu_mesh_old *old, tsu_vec3 n)
{
    tsu_mesh_claim best = {-1, TSU_MESH_SAME_CONTACT};
    for (int64_t k = 0; k < old->count; k++) {
        if (!old->live[k] || old->taken[k]) continue;
        const double cosine = tsu_mesh_cosine_to(old, k, n);
        if (!(cosine > best.cosine)) continue;
        best.old = (int32_t)k;
        best.cosine = cosine;
    }
    return best;
}

/* Whether b lies in the direction of a, which is nearer: within the angle of curvature; or where a overlaps already, and b
 * was not a contact of its own before. */
TSU_FN bool tsu_mesh_is_same(const tsu_mesh_form *f, const tsu_mesh_hit *a, const tsu_mesh_hit *b,
                             double radius, const tsu_mesh_old *old, tsu_mesh_claim before)
{
    const double cosine = tsu_vec3_dot(a->foot.n, b->foot.n);
    if (cosine > f->same) return true;
    if (!(cosine * radius > a->foot.distance)) return false;
    const bool own =
        before.old >= 0 && before.cosine > TSU_MESH_OWN &&
        before.cosine > tsu_mesh_cosine_to(old, before.old, tsu_pose_vector(&f->pose, a->foot.n));
    return !own;
}

TSU_FN int32_t tsu_mesh_collect_hits(const tsu_mesh_form *f, const tsu_mesh_candidates *c,
                                     const double (*shift)[4], const double x[3], double radius, double reach,
                                     tsu_mesh_hit *hit)
{
    enum { AHEAD = 4 };
    int32_t hits = 0;
    for (int64_t k = 0; k < c->count; k++) {
#if !defined(__CUDA_ARCH__)
        if (k + AHEAD < c->count) TSU_PREFETCH(&f->triangle[c->code[k + AHEAD] & TSU_CONTACT_ROW_MASK]);
#endif
        if (c->gap && (double)c->gap[k] > reach + c->moved) continue;
        const tsu_vec3 centre = tsu_mesh_look(&f->pose, shift, c->code[k], x);
        const tsu_triangle *t = &f->triangle[c->code[k] & TSU_CONTACT_ROW_MASK];
        tsu_foot foot;
        if (!tsu_triangle_foot_or_bound(t, centre, radius + reach, &foot)) {
            if (c->gap) c->gap[k] = tsu_mesh_gap(foot.distance, radius, c->moved);
            continue;
        }
        const int rank = foot.feature == TSU_FEATURE_FACE ? 0 : foot.feature < TSU_FEATURE_CORNER ? 1 : 2;
        const tsu_mesh_hit found = {foot, foot.distance * (1.0 + rank * TSU_MESH_BIAS), c->code[k], -1};
        hit[hits++] = found;
    }
    tsu_mesh_sort_hits(hit, hits);
    return hits;
}

/* Puts hit k, which follows contacts 0 .. kept, behind them; what is nearer but no contact must stay known. */
TSU_FN void tsu_mesh_keep(tsu_mesh_hit *hit, int32_t k, int32_t kept, int32_t from, const tsu_mesh_old *old)
{
    tsu_mesh_hit b = hit[k];
    b.from = from;
    if (from >= 0) old->taken[from] = 1;
    for (int32_t q = k; q > kept; q--) {
        hit[q] = hit[q - 1];
    }
    hit[kept] = b;
}

TSU_FN int32_t tsu_mesh_keep_minima(const tsu_mesh_form *f, const double (*shift)[4], const double x[3],
                                    double radius, const tsu_mesh_old *old, tsu_mesh_hit *hit, int32_t hits)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < hits; k++) {
        if (tsu_mesh_is_covered(f, hit, k, &hit[k], shift, x, radius)) continue;
        const tsu_mesh_claim before = tsu_mesh_claim_old(old, tsu_pose_vector(&f->pose, hit[k].foot.n));
        bool dropped = false;
        for (int32_t a = 0; a < kept && !dropped; a++) {
            dropped = tsu_mesh_is_same(f, &hit[a], &hit[k], radius, old, before);
        }
        if (!dropped) tsu_mesh_keep(hit, k, kept++, before.old, old);
    }
    return kept;
}

/* Old contacts whose foot has come to a concave edge while they overlap: they stay with the nearest point of their
 * triangle until they open. Returns the hit that goes on from old contact o, or -1. */
TSU_FN int32_t tsu_mesh_find_rest(const tsu_mesh_form *f, double radius, const tsu_mesh_old *old, int64_t o,
                                  const tsu_mesh_hit *hit, int32_t kept, int32_t hits)
{
    double best = TSU_MESH_OWN;
    int32_t found = -1;
    for (int32_t k = kept; k < hits; k++) {
        const double cosine = tsu_mesh_cosine_to(old, o, tsu_pose_vector(&f->pose, hit[k].foot.n));
        const double overlap = radius - hit[k].foot.distance;
        bool dropped = !(cosine > best) || !(overlap > 0.0) || overlap > 1.1 * old->geometry[o][3];
        for (int32_t a = 0; a < kept && !dropped; a++) {
            dropped = tsu_vec3_dot(hit[a].foot.n, hit[k].foot.n) > f->same;
        }
        if (dropped) continue;
        best = cosine;
        found = k;
    }
    return found;
}

/* As tsu_mesh_select. */
TSU_FN int32_t tsu_mesh_minima(const tsu_mesh_form *f, const tsu_mesh_candidates *c, const double (*shift)[4],
                               const double x[3], double radius, double reach, const tsu_mesh_old *old,
                               tsu_mesh_hit *hit)
{
    const int32_t hits = tsu_mesh_collect_hits(f, c, shift, x, radius, reach, hit);
    int32_t kept = tsu_mesh_keep_minima(f, shift, x, radius, old, hit, hits);
    for (int64_t o = 0; o < old->count; o++) {
        if (!old->live[o] || old->taken[o]) continue;
        const int32_t k = tsu_mesh_find_rest(f, radius, old, o, hit, kept, hits);
        if (k >= 0) tsu_mesh_keep(hit, k, kept++, (int32_t)o, old);
    }
    return kept;
}

#endif
