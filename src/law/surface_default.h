/* SPDX-License-Identifier: Apache-2.0 */
/* surface_default.h - the default surface model (document 003): kinematics of a contact from geometry and motion.
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
    }
}

TSU_FN void tsu_surface_kinematics(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    for (int l = 0; l < TSU_LANES; l++) {
        const bool wall = b->wall[l] != 0.0;
        const double half = 0.5 * b->overlap[l], ri = b->radius_i[l], rj = b->radius_j[l];
        const double c_i = ri - half, c_j = wall ? 0.0 : rj - half;
        const tsu_vec3 n = {b->nx[l], b->ny[l], b->nz[l]}, v = {g->vx[l], g->vy[l], g->vz[l]};
        const tsu_vec3 w_i = {g->wix[l], g->wiy[l], g->wiz[l]}, w_j = {g->wjx[l], g->wjy[l], g->wjz[l]};
        const double v_n = tsu_vec3_dot(v, n);
        const tsu_vec3 spin = {c_i * w_i.x + c_j * w_j.x, c_i * w_i.y + c_j * w_j.y,
                               c_i * w_i.z + c_j * w_j.z};
        const tsu_vec3 v_t = tsu_vec3_add(tsu_vec3_madd(v, -v_n, n), tsu_vec3_cross(n, spin));
        const double r = ri + rj - b->overlap[l];
        const tsu_vec3 gone = tsu_vec3_madd(tsu_vec3_scale(r, n), -b->dt, v);
        const double r_gone = tsu_vec3_norm(gone), scale = r_gone > 0.0 ? 1.0 / r_gone : 0.0;
        const double d_pair = (ri + rj) - r_gone, d_wall = b->overlap[l] + v_n * b->dt;
        const double d_before = wall ? d_wall : d_pair, half_before = 0.5 * d_before;
        const tsu_vec3 n_before = {wall ? n.x : scale * gone.x, wall ? n.y : scale * gone.y,
                                   wall ? n.z : scale * gone.z};
        const double v_n_before = tsu_vec3_dot(v, n_before);
        const double c_i_before = ri - half_before, c_j_before = wall ? 0.0 : rj - half_before;
        const tsu_vec3 spin_before = {c_i_before * w_i.x + c_j_before * w_j.x,
                                      c_i_before * w_i.y + c_j_before * w_j.y,
                                      c_i_before * w_i.z + c_j_before * w_j.z};
        const tsu_vec3 v_t_before =
            tsu_vec3_add(tsu_vec3_madd(v, -v_n_before, n_before), tsu_vec3_cross(n_before, spin_before));
        b->overlap_before[l] = d_before;
        b->v_n_before[l] = v_n_before;
        b->vtx_before[l] = v_t_before.x;
        b->vty_before[l] = v_t_before.y;
        b->vtz_before[l] = v_t_before.z;
        b->w_n_before[l] =
            (w_i.x - w_j.x) * n_before.x + (w_i.y - w_j.y) * n_before.y + (w_i.z - w_j.z) * n_before.z;
        b->v_n[l] = v_n;
        b->vtx[l] = v_t.x;
        b->vty[l] = v_t.y;
        b->vtz[l] = v_t.z;
        b->wrx[l] = w_i.x - w_j.x;
        b->wry[l] = w_i.y - w_j.y;
        b->wrz[l] = w_i.z - w_j.z;
        const double inverse = b->inv_mass_i[l] + b->inv_mass_j[l];
        b->m_eff[l] = inverse > 0.0 ? 1.0 / inverse : 0.0; /* two bodies held fast: anything finite will do */
        b->r_eff[l] = wall ? ri : ri * rj / (ri + rj);
        b->touching[l] = b->overlap[l] > 0.0 ? 1.0 : 0.0;
    }
}

/* The same for one contact at a wall whose normal and overlap at the start of the step are known. */
TSU_FN void tsu_surface_before_at_wall(tsu_block *b, const tsu_bodies *g, int l, tsu_vec3 n, double overlap)
{
    const tsu_vec3 v = {g->vx[l], g->vy[l], g->vz[l]}, w_i = {g->wix[l], g->wiy[l], g->wiz[l]};
    const double v_n = tsu_vec3_dot(v, n), c_i = b->radius_i[l] - 0.5 * overlap;
    const tsu_vec3 v_t = tsu_vec3_add(tsu_vec3_madd(v, -v_n, n), tsu_vec3_cross(n, tsu_vec3_scale(c_i, w_i)));
    b->overlap_before[l] = overlap;
    b->v_n_before[l] = v_n;
    b->vtx_before[l] = v_t.x;
    b->vty_before[l] = v_t.y;
    b->vtz_before[l] = v_t.z;
    b->w_n_before[l] = b->wrx[l] * n.x + b->wry[l] * n.y + b->wrz[l] * n.z;
}

#endif
