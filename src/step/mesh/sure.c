/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/sure.h"
#include <math.h>

/* Left between what is sure and what is not, as a fraction of the radius: far more than rounding takes away. */
static const double MARGIN = 1.0e-3;

static double lower(double a, double b)
{
    return a < b ? a : b;
}

static double upper(double a, double b)
{
    return a > b ? a : b;
}

/* From side k of a triangle inwards [m]; negative beyond it. */
static double from_side(const tsu_triangle *t, int k, tsu_vec3 x)
{
    return tsu_vec3_dot(tsu_vec3_sub(x, t->corner[k]), t->inward[k]) * t->inverse[k];
}

/* How far the foot is within the face. */
static double inset(const tsu_triangle *t, tsu_vec3 x)
{
    return lower(from_side(t, 0, x), lower(from_side(t, 1, x), from_side(t, 2, x)));
}

/* From corner k along side k [m]. */
static double along_side(const tsu_triangle *t, int k, tsu_vec3 x)
{
    const tsu_vec3 a = t->corner[k], side = tsu_vec3_sub(t->corner[k == 2 ? 0 : k + 1], a);
    return tsu_vec3_dot(tsu_vec3_sub(x, a), side) * t->inverse[k];
}

/* How far a centre beyond side k is from having its foot elsewhere than on this side. */
static double within_side(const tsu_triangle *t, int k, tsu_vec3 x)
{
    const double along = along_side(t, k, x);
    return lower(-from_side(t, k, x), lower(along, 1.0 / t->inverse[k] - along));
}

/* The same for corner k: the centre is behind it on both of its sides. */
static double within_corner(const tsu_triangle *t, int k, tsu_vec3 x)
{
    const int before = k == 0 ? 2 : k - 1;
    return lower(-along_side(t, k, x), along_side(t, before, x) - 1.0 / t->inverse[before]);
}

/* How far the centre is from having the foot of triangle b elsewhere than where it meets triangle a. */
static double within_shared(const tsu_mesh_body *body, uint32_t a, uint32_t b, tsu_vec3 x)
{
    const int32_t *side = body->mesh.side[a], *corner = body->mesh.corner[a];
    const tsu_triangle *t = &body->triangle[b];
    double most = 0.0;
    for (int k = 0; k < 3; k++) {
        const int32_t e = body->mesh.side[b][k], v = body->mesh.corner[b][k];
        if (e == side[0] || e == side[1] || e == side[2]) most = upper(most, within_side(t, k, x));
        if (v == corner[0] || v == corner[1] || v == corner[2]) most = upper(most, within_corner(t, k, x));
    }
    return most;
}

/* How far the sphere is from touching candidate k, which may have been known less well. */
static double gap_of(const tsu_mesh_body *body, const tsu_mesh_candidates *c, int64_t k, tsu_vec3 centre,
                     double radius, double range)
{
    const tsu_triangle *t = &body->triangle[c->code[k] & TSU_CONTACT_ROW_MASK];
    tsu_foot foot;
    (void)tsu_triangle_foot_or_bound(t, centre, radius + range, &foot);
    const float gap = tsu_mesh_gap(foot.distance, radius, c->moved);
    c->gap[k] = gap > c->gap[k] ? gap : c->gap[k];
    return (double)c->gap[k] - c->moved;
}

double tsu_mesh_sure(const tsu_mesh_body *body, const tsu_mesh_candidates *c, const double (*shift)[4],
                     const double x[4], double reach, uint32_t code)
{
    const uint32_t own = code & TSU_CONTACT_ROW_MASK, image = code >> TSU_CONTACT_ROW_BITS;
    const tsu_vec3 centre = tsu_mesh_look(&body->pose, shift, code, x);
    const double margin = upper(body->mesh.precision, MARGIN * x[3]);
    double way = inset(&body->triangle[own], centre) - margin;
    for (int64_t k = 0; k < c->count && way > 0.0; k++) {
        if (c->code[k] == code) continue;
        double harmless = (double)c->gap[k] - c->moved - reach;
        if (harmless >= way) continue;
        if (c->code[k] >> TSU_CONTACT_ROW_BITS == image) {
            harmless =
                upper(harmless, within_shared(body, own, c->code[k] & TSU_CONTACT_ROW_MASK, centre) - margin);
            if (harmless < way)
                harmless = upper(harmless, gap_of(body, c, k, centre, x[3], reach + way) - reach);
        }
        way = lower(way, harmless);
    }
    /* the bound on the motion of a mesh that turns is that of its own points, and the centre may be further out */
    const double radius = body->mesh.radius;
    return way > 0.0 ? way * radius / (radius + 2.0 * (x[3] + reach)) : 0.0;
}
