/* SPDX-License-Identifier: Apache-2.0 */
/* contact.h - the work of one thread on one contact: gather the bodies, the surface, the models, the record. What the contacts between
 * particles and those at walls do beside it is as in step/pair/block.c and step/wall/forces.c. */
#ifndef TSU_CUDA_CONTACT_H
#define TSU_CUDA_CONTACT_H

#include "cuda/laws.h"
#include "cuda/mesh.h"
#include "cuda/touch.h"
#include "step/sum.h"

/* What a contact leaves for the sums. */
typedef struct tsu_gpu_found {
    unsigned sums; /* mask of those that it has values for */
    bool touching;
    double energy[TSU_SUM_WALL_WORK + 1]; /* [J] */
} tsu_gpu_found;

/* The numbers of a list's models where they are constants of a kernel; `any`: those of the list. */
typedef struct tsu_gpu_choice {
    bool any;
    int stage[TSU_GPU_LAWS];
} tsu_gpu_choice;

/* Coefficients and history of contact k. The history is loaded at once, but for that of the last stage, so that the models do not wait
 * for one value after the other. */
TSU_FN void tsu_gpu_begin(tsu_gpu_contact *at, const tsu_gpu_list *list, int64_t k, int type_i, int type_j,
                          const tsu_gpu_choice choice)
{
    const tsu_gpu_laws *laws = &list->laws;
    at->p = laws->table + ((int64_t)type_i * laws->types + type_j) * laws->coefficients;
    at->h = tsu_gpu_history(list, k);
    at->early = !choice.any;
    if (!at->early) return;
    tsu_gpu_recall(at, laws, TSU_NORMAL, choice.stage[TSU_NORMAL]);
    tsu_gpu_recall(at, laws, TSU_TANGENTIAL, choice.stage[TSU_TANGENTIAL]);
}

/* Runs the models, writes the record, and notes the energies. */
TSU_FN void tsu_gpu_finish(tsu_gpu_contact *at, const tsu_gpu_list *list, int64_t k,
                           const tsu_gpu_choice choice, tsu_gpu_found *found)
{
    const tsu_block *b = &at->block;
    tsu_outcome o;
    const int *s = choice.any ? list->laws.stage : choice.stage;
    tsu_gpu_stages(at, &list->laws, s[TSU_NORMAL], s[TSU_COHESION], s[TSU_TANGENTIAL], s[TSU_ROLLING]);
    const tsu_vec3 n = {b->nx[0], b->ny[0], b->nz[0]}, f_t = {b->ftx[0], b->fty[0], b->ftz[0]};
    tsu_outcome_store(&o, 0, b->f_total[0], b->overlap[0], n, f_t);
    const tsu_v4 force = {o.fx[0], o.fy[0], o.fz[0], o.half[0]},
                 turning = {o.tx[0], o.ty[0], o.tz[0], b->touching[0]};
    ((tsu_v4 *)list->record)[2 * k] = force;
    ((tsu_v4 *)list->record)[2 * k + 1] = turning;
    if (list->roll) {
        const tsu_v4 roll = {b->mrx[0], b->mry[0], b->mrz[0], b->touching[0]};
        ((tsu_v4 *)list->roll)[k] = roll;
    }
    found->touching = b->touching[0] != 0.0;
    list->live[k] = found->touching;
    found->sums = list->laws.accounts | 1u << TSU_SUM_ELASTIC;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        found->energy[q] = b->account[q][0];
    }
    found->energy[TSU_SUM_ELASTIC] = b->elastic[0];
}

/* ---- between particles --------------------------------------------------------------------------------------------- */

/* Who entry k of the list is. */
typedef struct tsu_gpu_entry {
    uint32_t row, seen;
    bool live;
} tsu_gpu_entry;

TSU_FN tsu_gpu_entry tsu_gpu_entry_of(const tsu_gpu_list *list, int64_t k)
{
    const tsu_gpu_entry made = {list->row[k], list->partner[k], list->live[k] != 0};
    return made;
}

/* How its bodies move, and of which types they are. */
typedef struct tsu_gpu_motion {
    tsu_v4 v[2], w[2];
    int type[2];
} tsu_gpu_motion;

TSU_FN void tsu_gpu_motion_of(const tsu_gpu_rows *at, tsu_gpu_entry e, tsu_gpu_motion *to)
{
    const uint32_t i = e.row, j = e.seen & TSU_CONTACT_ROW_MASK;
    to->v[0] = tsu_gpu_load(&at->v[i]);
    to->v[1] = tsu_gpu_load(&at->v[j]);
    to->w[0] = tsu_gpu_load(&at->w[i]);
    to->w[1] = tsu_gpu_load(&at->w[j]);
    to->type[0] = at->type[i];
    to->type[1] = at->type[j];
}

/* The contact k, of which somebody has looked up before who it is. Who touches already needs all there is of both bodies, and asks for
 * it before it knows where they are. */
TSU_FN void tsu_gpu_pair(const tsu_gpu_view *g, int64_t k, const tsu_gpu_entry e, const tsu_gpu_choice choice,
                         tsu_gpu_found *found)
{
    const tsu_gpu_list *list = &g->pairs;
    const tsu_v4 xi = tsu_gpu_load(&g->at.x[e.row]),
                 xj = tsu_gpu_load(&g->at.x[e.seen & TSU_CONTACT_ROW_MASK]);
    tsu_gpu_contact at = {0};
    tsu_block *b = &at.block;
    tsu_bodies m;
    tsu_gpu_motion to;
    found->sums = 0;
    found->touching = false;
    if (e.live) tsu_gpu_motion_of(&g->at, e, &to);
    const tsu_v4 dx = xi - xj - g->shift[e.seen >> TSU_CONTACT_ROW_BITS];
    m.dx[0] = dx[0];
    m.dy[0] = dx[1];
    m.dz[0] = dx[2];
    b->radius_i[0] = xi[3];
    b->radius_j[0] = xj[3];
    b->dt = g->kick.dt;
    tsu_surface_spheres(b, &m);
    if (!e.live) {
        if (!(b->overlap[0] > 0.0)) return;
        tsu_gpu_motion_of(&g->at, e, &to);
    }
    tsu_gpu_begin(&at, list, k, to.type[0], to.type[1], choice);
    const tsu_v4 dv = to.v[0] - to.v[1];
    m.vx[0] = dv[0];
    m.vy[0] = dv[1];
    m.vz[0] = dv[2];
    m.wix[0] = to.w[0][0];
    m.wiy[0] = to.w[0][1];
    m.wiz[0] = to.w[0][2];
    m.wjx[0] = to.w[1][0];
    m.wjy[0] = to.w[1][1];
    m.wjz[0] = to.w[1][2];
    b->inv_mass_i[0] = to.v[0][3];
    b->inv_mass_j[0] = to.v[1][3];
    tsu_surface_kinematics(b, &m);
    tsu_gpu_finish(&at, list, k, choice, found);
}

/* The history of contact k will be wanted soon. */
TSU_FN void tsu_gpu_ask_pair(const tsu_gpu_view *g, int64_t k)
{
    const tsu_gpu_list *list = &g->pairs;
    const double *h = tsu_gpu_history(list, k);
    for (int q = 0; q < list->width && k < list->close; q++) {
        tsu_gpu_ask(h + q * TSU_CONTACT_BLOCK);
    }
}

/* ---- at walls ------------------------------------------------------------------------------------------------------ */

TSU_FN void tsu_gpu_touch_plane(const tsu_gpu_wall *wall, const double x[3], const double v[3], double radius,
                                double dt, tsu_gpu_touch *t)
{
    const double *u = wall->velocity;
    const tsu_v4 surface = {u[0], u[1], u[2], 0.0}, none = {0.0, 0.0, 0.0, 0.0};
    const double to[3] = {wall->still ? v[0] : v[0] - u[0], wall->still ? v[1] : v[1] - u[1],
                          wall->still ? v[2] : v[2] - u[2]};
    double side;
    tsu_wall_look_flat(&wall->form, &x[0], &x[1], &x[2], &to[0], &to[1], &to[2], &radius, &t->n[0], &t->n[1],
                       &t->n[2], &t->overlap, &side, &t->overlap_was, dt, 1);
    for (int q = 0; q < 3; q++) {
        t->n_was[q] = side * t->n[q] + 0.0;
    }
    t->surface = wall->still ? none : surface;
    t->spin = none;
    t->depth = t->overlap;
}

TSU_FN void tsu_gpu_touch_curved(const tsu_gpu_wall *wall, const double x[3], const double v[3],
                                 double radius, double dt, tsu_gpu_touch *t)
{
    double from[3], surface[3] = {0.0, 0.0, 0.0}, spin[3] = {0.0, 0.0, 0.0};
    const double distance = tsu_gpu_distance(wall, x, t->n);
    if (!wall->still)
        tsu_wall_motion(&wall->form, wall->velocity, wall->spin, x, t->n, distance, surface, spin);
    for (int q = 0; q < 3; q++) {
        from[q] = x[q] - dt * v[q];
    }
    t->overlap = t->depth = radius - distance;
    t->overlap_was = radius - tsu_gpu_distance(wall, from, t->n_was);
    const tsu_v4 u = {surface[0], surface[1], surface[2], 0.0}, w = {spin[0], spin[1], spin[2], 0.0};
    t->surface = u;
    t->spin = w;
}

/* The block of a contact at a wall: as the stages there want it. */
TSU_FN void tsu_gpu_wall_block(tsu_block *b, const tsu_gpu_touch *t, const tsu_v4 *v, const tsu_v4 *w,
                               double radius)
{
    const tsu_v4 dv = *v - t->surface;
    tsu_bodies m;
    m.dx[0] = m.dy[0] = m.dz[0] = 0.0;
    m.vx[0] = dv[0];
    m.vy[0] = dv[1];
    m.vz[0] = dv[2];
    m.wix[0] = (*w)[0];
    m.wiy[0] = (*w)[1];
    m.wiz[0] = (*w)[2];
    m.wjx[0] = t->spin[0];
    m.wjy[0] = t->spin[1];
    m.wjz[0] = t->spin[2];
    b->wall[0] = 1.0;
    b->nx[0] = t->n[0];
    b->ny[0] = t->n[1];
    b->nz[0] = t->n[2];
    b->overlap[0] = t->overlap;
    b->radius_i[0] = b->radius_j[0] = radius;
    b->inv_mass_i[0] = (*v)[3];
    tsu_surface_kinematics(b, &m);
    tsu_surface_before_at_wall(b, &m, 0, tsu_vec3_make(t->n_was[0], t->n_was[1], t->n_was[2]),
                               t->overlap_was);
    b->overlap[0] = t->depth;
    b->touching[0] = t->depth > 0.0 ? 1.0 : 0.0;
}

TSU_FN void tsu_gpu_at_wall(const tsu_gpu_view *g, const tsu_gpu_wall *wall, int64_t k,
                            const tsu_gpu_choice choice, tsu_gpu_found *found)
{
    const tsu_gpu_list *list = &wall->list;
    const uint32_t i = list->row[k];
    const tsu_v4 xr = g->at.x[i], vm = g->at.v[i], wi = g->at.w[i];
    const double x[3] = {xr[0], xr[1], xr[2]}, v[3] = {vm[0], vm[1], vm[2]};
    const tsu_v4 none = {0.0, 0.0, 0.0, 0.0}, force_was = ((tsu_v4 *)list->record)[2 * k],
                 roll_was = list->roll ? ((tsu_v4 *)list->roll)[k] : none;
    const bool live = list->live[k];
    tsu_gpu_contact at = {0};
    tsu_gpu_touch t;
    found->sums = 0;
    found->touching = false;
    switch (wall->surface) {
    case TSU_GPU_PLANE: tsu_gpu_touch_plane(wall, x, v, xr[3], g->kick.dt, &t); break;
    case TSU_GPU_MESH:
        if (wall->mesh.mark[k] == TSU_GPU_VACANT) return;
        tsu_gpu_touch_mesh(g, wall, k, &xr, &vm, &t);
        break;
    default: tsu_gpu_touch_curved(wall, x, v, xr[3], g->kick.dt, &t); break;
    }
    if (live || t.depth > 0.0) {
        at.block.dt = g->kick.dt;
        tsu_gpu_wall_block(&at.block, &t, &vm, &wi, xr[3]);
        tsu_gpu_begin(&at, list, k, g->at.type[i], wall->type, choice);
        tsu_gpu_finish(&at, list, k, choice, found);
    } else {
        tsu_gpu_clear(list, k);
    }
    if (wall->still) return;
    const tsu_v4 roll = list->roll ? ((tsu_v4 *)list->roll)[k] : none;
    found->sums |= 1u << TSU_SUM_WALL_WORK;
    found->energy[TSU_SUM_WALL_WORK] =
        tsu_wall_work(g->kick.dt, &((tsu_v4 *)list->record)[2 * k], &force_was, &t.surface,
                      list->roll != NULL, &roll, &roll_was, &t.spin);
}

#endif
