/* SPDX-License-Identifier: Apache-2.0 */
/* surface_default.h - the default surface model (docs/theory/surface_default.md): kinematics of a contact from geometry and motion.
 *
 *   contact radii c = R - d/2     v_n = v_r . n     v_t = v_r - v_n n + n x (c_i w_i + c_j w_j)     w_r = w_i - w_j
 *
 * At a wall v_j is the velocity of the wall's surface at the contact, its spin enters only w_r, m* = m_i and R* = R_i.
 *
 * For the energy audit the overlap and the velocities are also given with the geometry of the start of the step, where
 * the old forces acted: the centres moved by v_r dt since. A wall counts as flat. */
#ifndef TSU_LAW_SURFACE_DEFAULT_H
#define TSU_LAW_SURFACE_DEFAULT_H

#include "law/law.h"
#include "shape/sphere_sphere.h"

/* What is gathered of the two bodies of each contact of a block. */
typedef struct tsu_bodies {
    tsu_lane dx, dy, dz;    /* x_i - x_j, image shift applied (pairs only)        [m] */
    tsu_lane vx, vy, vz;    /* v_i - v_j                                          [m/s] */
    tsu_lane wix, wiy, wiz; /* spin of i                                          [rad/s] */
    tsu_lane wjx, wjy, wjz; /* spin of j or of the wall                           [rad/s] */
} TSU_ALIGNED(64) tsu_bodies;

/* Distance and normal of two spheres; centres that coincide have no normal and so no force. */
TSU_FN void tsu_surface_spheres(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_vec3 delta = {g->dx[l], g->dy[l], g->dz[l]};
        const tsu_touch touch = tsu_sphere_sphere(delta, b->radius_i[l], b->radius_j[l]);
        b->nx[l] = touch.n.x;
        b->ny[l] = touch.n.y;
        b->nz[l] = touch.n.z;
        b->overlap[l] = touch.overlap;
        b->inverse[l] = touch.inverse;
    }
}

/* Motion of the two bodies of a contact. */
typedef struct tsu_motion {
    tsu_vec3 delta;    /* x_i - x_j; not used at a wall [m] */
    tsu_vec3 v;        /* v_i - v_j    [m/s] */
    tsu_vec3 w_i, w_j; /* spins      [rad/s] */
} tsu_motion;

TSU_FN tsu_motion tsu_bodies_motion(const tsu_bodies *g, int l)
{
    const tsu_motion made = {{g->dx[l], g->dy[l], g->dz[l]},
                             {g->vx[l], g->vy[l], g->vz[l]},
                             {g->wix[l], g->wiy[l], g->wiz[l]},
                             {g->wjx[l], g->wjy[l], g->wjz[l]}};
    return made;
}

/* v_t for a normal velocity v_n along n and contact radii c_i, c_j. */
TSU_FN tsu_vec3 tsu_surface_slip(const tsu_motion *m, tsu_vec3 n, double v_n, double c_i, double c_j)
{
    const tsu_vec3 spin = {c_i * m->w_i.x + c_j * m->w_j.x, c_i * m->w_i.y + c_j * m->w_j.y,
                           c_i * m->w_i.z + c_j * m->w_j.z};
    return tsu_vec3_add(tsu_vec3_madd(m->v, -v_n, n), tsu_vec3_cross(n, spin));
}

/* 1/sqrt(1 - e) for a small e, without a root and a division: the square of the distance of the centres at the start of a step
 * is 1 - e times that at its end. The first term left out is 0.21 e^7; e is 0.02 where a body moves by a hundredth of the
 * distance. */
TSU_FN double tsu_surface_inverse_root(double e)
{
    const double c6 = 231.0 / 1024.0, c5 = 63.0 / 256.0, c4 = 35.0 / 128.0, c3 = 5.0 / 16.0, c2 = 0.375;
    const double e2 = e * e; /* in this order, since the laws wait for it */
    return (1.0 + 0.5 * e) + e2 * ((c2 + c3 * e) + e2 * ((c4 + c5 * e) + c6 * e2));
}

/* Reduced radius and mass; of two bodies held fast anything finite will do. */
TSU_FN void tsu_surface_reduce(tsu_contact *c)
{
    const double ri = c->radius_i, rj = c->radius_j, inverse = c->inv_mass_i + c->inv_mass_j;
    c->m_eff = inverse > 0.0 ? 1.0 / inverse : 0.0;
    c->r_eff = c->wall ? ri : ri * rj / (ri + rj);
}

/* Kinematics of a contact of which overlap, normal, distance, radii and dt are known. The order of the operations
 * is the one with the shortest way from the distance to what the laws wait for. */
TSU_FN void tsu_surface_contact(tsu_contact *c, const tsu_motion *m)
{
    const double half = 0.5 * c->overlap, ri = c->radius_i, rj = c->radius_j;
    const double c_i = ri - half, c_j = c->wall ? 0.0 : rj - half;
    const tsu_vec3 n = c->n, v = m->v, w_i = m->w_i, w_j = m->w_j, none = {0.0, 0.0, 0.0};
    const tsu_vec3 spin = {c_i * w_i.x + c_j * w_j.x, c_i * w_i.y + c_j * w_j.y, c_i * w_i.z + c_j * w_j.z};
    const double v_n_pair = tsu_vec3_dot(v, m->delta) * c->inverse, v_n_wall = tsu_vec3_dot(v, n);
    c->v_n = c->wall ? v_n_wall : v_n_pair;
    c->v_t = tsu_vec3_add(tsu_vec3_madd(v, -c->v_n, n), tsu_vec3_cross(n, spin));
    c->w_r = tsu_vec3_sub(w_i, w_j);
    c->touching = c->overlap > 0.0;

    /* The start of the step; the normal was `longer` times `was` then. */
    const double r = ri + rj - c->overlap, u = c->dt * c->inverse;
    const double along = c->v_n - u * tsu_vec3_norm2(v), e = u * (c->v_n + along);
    const double series = tsu_surface_inverse_root(e), longer = c->wall ? 1.0 : series;
    const double d_pair = (ri + rj) - r * ((1.0 - e) * series), d_wall = c->overlap + c->v_n * c->dt;
    c->overlap_before = c->wall ? d_wall : d_pair;
    c->v_n_before = c->wall ? c->v_n : series * along;
    const tsu_vec3 was = tsu_vec3_madd(n, c->wall ? 0.0 : -u, v);
    const double wider = half - 0.5 * c->overlap_before;
    const tsu_vec3 spin_was = tsu_vec3_madd(spin, wider, tsu_vec3_add(w_i, c->wall ? none : w_j));
    c->v_t_before = tsu_vec3_madd(v, longer, tsu_vec3_cross(was, spin_was));
    c->w_n_before = longer * tsu_vec3_dot(c->w_r, was);
}

/* The same at a wall, whose normal and overlap at the start of the step are known. The laws see the overlap `depth`. */
TSU_FN void tsu_surface_at_wall(tsu_contact *c, const tsu_motion *m, tsu_vec3 n_before, double overlap_before,
                                double depth)
{
    const double ri = c->radius_i;
    c->v_n = tsu_vec3_dot(m->v, c->n);
    c->v_t = tsu_surface_slip(m, c->n, c->v_n, ri - 0.5 * c->overlap, 0.0);
    c->w_r = tsu_vec3_sub(m->w_i, m->w_j);
    c->overlap_before = overlap_before;
    c->v_n_before = tsu_vec3_dot(m->v, n_before);
    c->v_t_before = tsu_surface_slip(m, n_before, c->v_n_before, ri - 0.5 * overlap_before, 0.0);
    c->w_n_before = tsu_vec3_dot(c->w_r, n_before);
    c->m_eff = c->inv_mass_i > 0.0 ? 1.0 / c->inv_mass_i : 0.0;
    c->r_eff = ri;
    c->overlap = depth;
    c->touching = depth > 0.0;
}

/* What is known of a contact before its kinematics. */
TSU_FN tsu_contact tsu_surface_load(const tsu_block *b, int l)
{
    const tsu_contact made = {.overlap = b->overlap[l],
                              .radius_i = b->radius_i[l],
                              .radius_j = b->radius_j[l],
                              .inverse = b->inverse[l],
                              .inv_mass_i = b->inv_mass_i[l],
                              .inv_mass_j = b->inv_mass_j[l],
                              .dt = b->dt,
                              .n = {b->nx[l], b->ny[l], b->nz[l]},
                              .wall = b->wall[l] != 0.0};
    return made;
}

TSU_FN void tsu_surface_kinematics(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    for (int l = 0; l < TSU_LANES; l++) {
        tsu_contact c = tsu_surface_load(b, l);
        const tsu_motion m = tsu_bodies_motion(g, l);
        tsu_surface_reduce(&c);
        tsu_surface_contact(&c, &m);
        b->overlap_before[l] = c.overlap_before;
        b->v_n_before[l] = c.v_n_before;
        b->vtx_before[l] = c.v_t_before.x;
        b->vty_before[l] = c.v_t_before.y;
        b->vtz_before[l] = c.v_t_before.z;
        b->w_n_before[l] = c.w_n_before;
        b->v_n[l] = c.v_n;
        b->vtx[l] = c.v_t.x;
        b->vty[l] = c.v_t.y;
        b->vtz[l] = c.v_t.z;
        b->wrx[l] = c.w_r.x;
        b->wry[l] = c.w_r.y;
        b->wrz[l] = c.w_r.z;
        b->m_eff[l] = c.m_eff;
        b->r_eff[l] = c.r_eff;
        b->touching[l] = c.touching ? 1.0 : 0.0;
    }
}

/* The same for one contact at a wall whose normal and overlap at the start of the step are known. */
TSU_FN void tsu_surface_before_at_wall(tsu_block *b, const tsu_bodies *g, int l, tsu_vec3 n, double overlap)
{
    const tsu_motion m = tsu_bodies_motion(g, l);
    const double v_n = tsu_vec3_dot(m.v, n), c_i = b->radius_i[l] - 0.5 * overlap;
    const tsu_vec3 v_t =
        tsu_vec3_add(tsu_vec3_madd(m.v, -v_n, n), tsu_vec3_cross(n, tsu_vec3_scale(c_i, m.w_i)));
    b->overlap_before[l] = overlap;
    b->v_n_before[l] = v_n;
    b->vtx_before[l] = v_t.x;
    b->vty_before[l] = v_t.y;
    b->vtz_before[l] = v_t.z;
    b->w_n_before[l] = b->wrx[l] * n.x + b->wry[l] * n.y + b->wrz[l] * n.z;
}

#endif
