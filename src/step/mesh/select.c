/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/select.h"
#include <math.h>
#include <stdlib.h>

/* Where a side or corner and a face are equally near to rounding, the face, whose distance is the more exact, comes
 * first. */
static const double BIAS = 1.0e-15;

/* A foot this near to a triangle lies on it, as a fraction of the radius: meshes whose parts do not share vertices, or
 * have corners in the middle of sides, are then as good as whole. */
static const double ON_IT = 1.0e-3;

/* A contact was surely there itself if the old one is within this angle (8 degrees). */
static const double OWN = 0.99;

static int compare(const void *a, const void *b)
{
    const tsu_mesh_hit *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

static void sort_hits(tsu_mesh_hit *hit, int32_t count)
{
    enum { FEW = 24 };
    if (count > FEW) {
        qsort(hit, (size_t)count, sizeof *hit, compare);
        return;
    }
    for (int32_t k = 1; k < count; k++) {
        const tsu_mesh_hit one = hit[k];
        int32_t q = k;
        for (; q > 0 && compare(&one, &hit[q - 1]) < 0; q--) {
            hit[q] = hit[q - 1];
        }
        hit[q] = one;
    }
}

/* Whether triangle a has the side or corner that b's foot lies on. */
static bool shares_feature(const tsu_mesh *m, const tsu_mesh_hit *a, const tsu_mesh_hit *b)
{
    if (a->code >> TSU_CONTACT_ROW_BITS != b->code >> TSU_CONTACT_ROW_BITS) return false;
    const uint32_t ta = a->code & TSU_CONTACT_ROW_MASK, tb = b->code & TSU_CONTACT_ROW_MASK;
    if (b->foot.feature >= TSU_FEATURE_CORNER) {
        const int32_t v = m->corner[tb][b->foot.feature - TSU_FEATURE_CORNER], *c = m->corner[ta];
        return c[0] == v || c[1] == v || c[2] == v;
    }
    const int32_t e = m->side[tb][b->foot.feature], *s = m->side[ta];
    return s[0] == e || s[1] == e || s[2] == e;
}

/* Whether b's foot lies on one of the nearer triangles; it is then no minimum of the distance. */
static bool is_covered(const tsu_mesh_body *body, const tsu_mesh_hit *hit, int32_t nearer,
                       const tsu_mesh_hit *b, const double (*shift)[4], const double x[3], double radius)
{
    if (b->foot.feature == TSU_FEATURE_FACE) return false;
    for (int32_t k = 0; k < nearer; k++) {
        if (shares_feature(&body->mesh, &hit[k], b)) return true;
    }
    const double on_it = fmax(body->mesh.precision, ON_IT * radius);
    for (int32_t k = 0; k < nearer; k++) {
        const tsu_vec3 centre = tsu_mesh_look(body, shift, hit[k].code, x);
        const tsu_vec3 point = tsu_vec3_madd(centre, -b->foot.distance, b->foot.n);
        tsu_foot foot;
        if (tsu_triangle_foot_within(&body->triangle[hit[k].code & TSU_CONTACT_ROW_MASK], point, on_it,
                                     &foot))
            return true;
    }
    return false;
}

/* What a contact goes on from: the old one, not yet taken, nearest in direction (in the world), and how near it is. */
typedef struct claim {
    int32_t old; /* -1: none */
    double cosine;
} claim;

static double cosine_to(const tsu_mesh_old *old, int64_t k, tsu_vec3 n)
{
    const double *o = old->geometry[k];
    return n.x * o[0] + n.y * o[1] + n.z * o[2];
}

static claim claim_old(const tsu_mesh_old *old, tsu_vec3 n)
{
    claim best = {-1, TSU_MESH_SAME_CONTACT};
    for (int64_t k = 0; k < old->count; k++) {
        if (!old->live[k] || old->taken[k]) continue;
        const double cosine = cosine_to(old, k, n);
        if (cosine > best.cosine) best = (claim){(int32_t)k, cosine};
    }
    return best;
}

/* Whether b lies in the direction of a, which is nearer: within the angle of curvature; or where a overlaps already, and b
 * was not a contact of its own before. */
static bool is_same(const tsu_mesh_body *body, const tsu_mesh_hit *a, const tsu_mesh_hit *b, double radius,
                    const tsu_mesh_old *old, claim before)
{
    const double cosine = tsu_vec3_dot(a->foot.n, b->foot.n);
    if (cosine > body->same) return true;
    if (!(cosine * radius > a->foot.distance)) return false;
    const bool own = before.old >= 0 && before.cosine > OWN &&
                     before.cosine > cosine_to(old, before.old, tsu_pose_vector(&body->pose, a->foot.n));
    return !own;
}

static int32_t collect_hits(const tsu_mesh_body *body, const tsu_mesh_candidates *c, const double (*shift)[4],
                            const double x[3], double radius, double reach, tsu_mesh_hit *hit)
{
    enum { AHEAD = 4 };
    int32_t hits = 0;
    for (int64_t k = 0; k < c->count; k++) {
        if (k + AHEAD < c->count) TSU_PREFETCH(&body->triangle[c->code[k + AHEAD] & TSU_CONTACT_ROW_MASK]);
        if (c->gap && (double)c->gap[k] > reach + c->moved) continue;
        const tsu_vec3 centre = tsu_mesh_look(body, shift, c->code[k], x);
        const tsu_triangle *t = &body->triangle[c->code[k] & TSU_CONTACT_ROW_MASK];
        tsu_foot foot;
        if (!tsu_triangle_foot_or_bound(t, centre, radius + reach, &foot)) {
            if (c->gap) c->gap[k] = tsu_mesh_gap(foot.distance, radius, c->moved);
            continue;
        }
        const int rank = foot.feature == TSU_FEATURE_FACE ? 0 : foot.feature < TSU_FEATURE_CORNER ? 1 : 2;
        hit[hits++] = (tsu_mesh_hit){foot, foot.distance * (1.0 + rank * BIAS), c->code[k], -1};
    }
    sort_hits(hit, hits);
    return hits;
}

/* Puts hit k, which follows contacts 0 .. kept, behind them; what is nearer but no contact must stay known. */
static void keep(tsu_mesh_hit *hit, int32_t k, int32_t kept, int32_t from, const tsu_mesh_old *old)
{
    tsu_mesh_hit b = hit[k];
    b.from = from;
    if (from >= 0) old->taken[from] = 1;
    for (int32_t q = k; q > kept; q--) {
        hit[q] = hit[q - 1];
    }
    hit[kept] = b;
}

static int32_t keep_minima(const tsu_mesh_body *body, const double (*shift)[4], const double x[3],
                           double radius, const tsu_mesh_old *old, tsu_mesh_hit *hit, int32_t hits)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < hits; k++) {
        if (is_covered(body, hit, k, &hit[k], shift, x, radius)) continue;
        const claim before = claim_old(old, tsu_pose_vector(&body->pose, hit[k].foot.n));
        bool dropped = false;
        for (int32_t a = 0; a < kept && !dropped; a++) {
            dropped = is_same(body, &hit[a], &hit[k], radius, old, before);
        }
        if (!dropped) keep(hit, k, kept++, before.old, old);
    }
    return kept;
}

/* Old contacts whose foot has come to a concave edge while they overlap: they stay with the nearest point of their
 * triangle until they open. Returns the hit that goes on from old contact o, or -1. */
static int32_t find_rest(const tsu_mesh_body *body, double radius, const tsu_mesh_old *old, int64_t o,
                         const tsu_mesh_hit *hit, int32_t kept, int32_t hits)
{
    double best = OWN;
    int32_t found = -1;
    for (int32_t k = kept; k < hits; k++) {
        const double cosine = cosine_to(old, o, tsu_pose_vector(&body->pose, hit[k].foot.n));
        const double overlap = radius - hit[k].foot.distance;
        bool dropped = !(cosine > best) || !(overlap > 0.0) || overlap > 1.1 * old->geometry[o][3];
        for (int32_t a = 0; a < kept && !dropped; a++) {
            dropped = tsu_vec3_dot(hit[a].foot.n, hit[k].foot.n) > body->same;
        }
        if (dropped) continue;
        best = cosine;
        found = k;
    }
    return found;
}

int32_t tsu_mesh_select(const tsu_mesh_body *body, const tsu_mesh_candidates *c, const double (*shift)[4],
                        const double x[3], double radius, double reach, const tsu_mesh_old *old,
                        tsu_mesh_hit *hit)
{
    const int32_t hits = collect_hits(body, c, shift, x, radius, reach, hit);
    int32_t kept = keep_minima(body, shift, x, radius, old, hit, hits);
    for (int64_t o = 0; o < old->count; o++) {
        if (!old->live[o] || old->taken[o]) continue;
        const int32_t k = find_rest(body, radius, old, o, hit, kept, hits);
        if (k >= 0) keep(hit, k, kept++, (int32_t)o, old);
    }
    return kept;
}
