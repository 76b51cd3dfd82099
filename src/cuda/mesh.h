/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.h - the work of one thread on one particle near a mesh, which finds its contacts anew in each step, and on one of these contacts. As
 * step/mesh/contacts.c and wall.c; which contacts there are say the same functions (step/mesh/minima.h). */
#ifndef TSU_CUDA_MESH_H
#define TSU_CUDA_MESH_H

#include "base/exact_round.h"
#include "cuda/sums.h"
#include "cuda/touch.h"
#include "step/mesh/minima.h"
#include "step/mesh/wear.h"

/* ---- which contacts -------------------------------------------------------------------------------------------------------- */

/* A contact, and the entry of the list before that it goes on from; -1: there is none. */
typedef struct tsu_gpu_mesh_contact {
    uint32_t code; /* triangle, image in the high bits */
    int64_t from;
    double now[4], was[4]; /* geometry */
    tsu_gpu_mark mark;
} tsu_gpu_mesh_contact;

TSU_FN void tsu_gpu_copy_four(double to[4], const double from[4])
{
    for (int q = 0; q < 4; q++) {
        to[q] = from[q];
    }
}

/* What an entry has from the list before: history, force and whether it touched, or nothing. */
TSU_FN void tsu_gpu_hand_on(const tsu_gpu_list *before, int64_t from, const tsu_gpu_list *to, int64_t at)
{
    double *h = tsu_gpu_history(to, at);
    const double *old = from < 0 ? h : tsu_gpu_history(before, from);
    for (int q = 0; q < to->width; q++) {
        h[q * TSU_CONTACT_BLOCK] = from < 0 ? 0.0 : old[q * TSU_CONTACT_BLOCK];
    }
    to->live[at] = from >= 0;
    if (from < 0) {
        tsu_gpu_clear(to, at);
        return;
    }
    for (int q = 0; q < 2; q++) {
        ((tsu_v4 *)to->record)[2 * at + q] = ((const tsu_v4 *)before->record)[2 * from + q];
    }
    if (to->roll) ((tsu_v4 *)to->roll)[at] = ((const tsu_v4 *)before->roll)[from];
}

TSU_FN void tsu_gpu_write_contact(const tsu_gpu_wall *wall, uint32_t row, int64_t at,
                                  const tsu_gpu_mesh_contact *c)
{
    const tsu_gpu_mesh *m = &wall->mesh;
    wall->list.row[at] = row;
    wall->list.partner[at] = c->code;
    m->mark[at] = (uint8_t)c->mark;
    tsu_gpu_copy_four(wall->list.geometry[at], c->now);
    tsu_gpu_copy_four(m->was[at], c->was);
    tsu_gpu_hand_on(&m->old, c->from, &wall->list, at);
}

TSU_FN void tsu_gpu_write_vacant(const tsu_gpu_wall *wall, uint32_t row, int64_t at)
{
    wall->list.row[at] = row;
    wall->list.live[at] = 0;
    wall->mesh.mark[at] = TSU_GPU_VACANT;
}

/* A contact that was found. */
TSU_FN void tsu_gpu_write_hit(const tsu_gpu_view *g, const tsu_gpu_wall *wall, int64_t first, int64_t at,
                              const tsu_mesh_hit *hit, uint32_t row)
{
    const tsu_gpu_list *old = &wall->mesh.old;
    const tsu_vec3 n = tsu_pose_vector(&g->form[wall->number].pose, hit->foot.n);
    tsu_gpu_mesh_contact c;
    c.code = hit->code;
    c.from = hit->from < 0 ? -1 : first + hit->from;
    c.mark = hit->from < 0 ? TSU_GPU_FRESH : TSU_GPU_GOES_ON;
    c.now[0] = n.x;
    c.now[1] = n.y;
    c.now[2] = n.z;
    c.now[3] = g->at.x[row][3] - hit->foot.distance;
    tsu_gpu_copy_four(c.was, c.from < 0 ? c.now : old->geometry[c.from]);
    tsu_gpu_write_contact(wall, row, at, &c);
}

/* One that has ended. */
TSU_FN void tsu_gpu_write_closing(const tsu_gpu_wall *wall, int64_t from, int64_t at, uint32_t row)
{
    const tsu_gpu_list *old = &wall->mesh.old;
    tsu_gpu_mesh_contact c;
    c.code = old->partner[from];
    c.from = from;
    c.mark = TSU_GPU_CLOSING;
    tsu_gpu_copy_four(c.now, old->geometry[from]);
    tsu_gpu_copy_four(c.was, old->geometry[from]);
    tsu_gpu_write_contact(wall, row, at, &c);
}

/* Particle a of those near a mesh: its contacts found first, then those that have ended. With too many for its entries the step is
 * stopped before anything has changed. */
TSU_FN void tsu_gpu_find_contacts(const tsu_gpu_view *g, const tsu_gpu_wall *wall, int64_t a)
{
    const tsu_gpu_mesh *m = &wall->mesh;
    const int64_t first = a * m->slots, end = first + m->slots;
    const uint32_t row = m->old.row[first], candidate = m->first[a];
    const tsu_v4 xr = g->at.x[row];
    const double x[3] = {xr[0], xr[1], xr[2]};
    const tsu_mesh_candidates near = {(int64_t)(m->first[a + 1] - candidate), m->candidate + candidate, NULL,
                                      0.0};
    const tsu_mesh_old old = {m->slots, (const double(*)[4])m->old.geometry + first, m->old.live + first,
                              m->taken + first};
    tsu_mesh_hit *hit = m->hit + candidate;
    int32_t closing = 0;
    for (int64_t k = first; k < end; k++) {
        m->taken[k] = 0;
    }
    const int32_t count = tsu_mesh_minima(&g->form[wall->number], &near, (const double(*)[4])g->shift, x,
                                          xr[3], m->reach, &old, hit);
    for (int64_t k = first; k < end; k++) {
        closing += m->old.live[k] && !m->taken[k];
    }
    if (count + closing > m->slots) {
        tsu_gpu_highest(&g->turn->full, (uint64_t)(count + closing));
        tsu_gpu_join(&g->turn->stop, 1);
        return;
    }
    int64_t at = first;
    for (int32_t k = 0; k < count; k++) {
        tsu_gpu_write_hit(g, wall, first, at++, &hit[k], row);
    }
    for (int64_t k = first; k < end; k++) {
        if (m->old.live[k] && !m->taken[k]) tsu_gpu_write_closing(wall, k, at++, row);
    }
    for (; at < end; at++) {
        tsu_gpu_write_vacant(wall, row, at);
    }
}

/* ---- what they are like ------------------------------------------------------------------------------------------------------ */

/* The motion of a mesh at a contact. */
TSU_FN void tsu_gpu_mesh_motion(const tsu_gpu_view *g, const tsu_gpu_wall *wall, int64_t k, const tsu_v4 *xr,
                                tsu_gpu_touch *t)
{
    const tsu_mesh_form *form = &g->form[wall->number];
    const tsu_v4 shift = g->shift[wall->list.partner[k] >> TSU_CONTACT_ROW_BITS];
    const double arm = (*xr)[3] - t->overlap;
    const tsu_vec3 n = {t->n[0], t->n[1], t->n[2]},
                   foot = {(*xr)[0] - shift[0] - arm * n.x, (*xr)[1] - shift[1] - arm * n.y,
                           (*xr)[2] - shift[2] - arm * n.z};
    tsu_vec3 v, w;
    tsu_surface_at(&form->surface, &form->twist, form->moves, foot, n, &v, &w);
    const tsu_v4 surface = {v.x, v.y, v.z, 0.0}, spin = {w.x, w.y, w.z, 0.0};
    t->surface = surface;
    t->spin = spin;
}

/* A contact that was not there had no force; one that has ended has none any more. */
TSU_FN void tsu_gpu_touch_mesh(const tsu_gpu_view *g, const tsu_gpu_wall *wall, int64_t k, const tsu_v4 *xr,
                               const tsu_v4 *vm, tsu_gpu_touch *t)
{
    const tsu_gpu_mesh *m = &wall->mesh;
    const double *now = wall->list.geometry[k], *was = m->was[k];
    const tsu_v4 none = {0.0, 0.0, 0.0, 0.0};
    for (int q = 0; q < 3; q++) {
        t->n[q] = now[q];
        t->n_was[q] = was[q];
    }
    t->overlap = t->depth = now[3];
    t->overlap_was = was[3];
    t->surface = t->spin = none;
    if (!wall->still) tsu_gpu_mesh_motion(g, wall, k, xr, t);
    if (m->mark[k] == TSU_GPU_CLOSING) t->depth = -2.0 * ((*xr)[3] + m->reach);
    if (m->mark[k] != TSU_GPU_FRESH) return;
    const tsu_v4 v = *vm - t->surface;
    t->overlap_was = fmin(t->overlap + (v[0] * t->n[0] + v[1] * t->n[1] + v[2] * t->n[2]) * g->kick.dt, 0.0);
}

/* ---- wear ------------------------------------------------------------------------------------------------------------------------ */

/* What contact k wears off its triangle: into the exact sum. */
TSU_FN void tsu_gpu_wear_contact(const tsu_gpu_view *g, const tsu_gpu_wall *wall, int64_t k)
{
    const tsu_gpu_mesh *m = &wall->mesh;
    const tsu_gpu_list *list = &wall->list;
    if (m->mark[k] == TSU_GPU_VACANT || !list->live[k]) return;
    const uint32_t i = list->row[k], triangle = list->partner[k] & TSU_CONTACT_ROW_MASK;
    const tsu_v4 xr = g->at.x[i], vm = g->at.v[i], on = ((const tsu_v4 *)list->record)[2 * k],
                 none = {0.0, 0.0, 0.0, 0.0};
    tsu_gpu_touch t;
    tsu_wearing one;
    for (int q = 0; q < 3; q++) {
        t.n[q] = list->geometry[k][q];
    }
    t.overlap = list->geometry[k][3];
    t.surface = none;
    if (!wall->still) tsu_gpu_mesh_motion(g, wall, k, &xr, &t);
    const tsu_v4 v = wall->still ? vm : vm - t.surface;
    one.v = tsu_vec3_make(v[0], v[1], v[2]);
    one.n = tsu_vec3_make(t.n[0], t.n[1], t.n[2]);
    one.force = tsu_vec3_norm(tsu_vec3_make(-on[0], -on[1], -on[2]));
    one.k_finnie = m->finnie[wall->type * list->laws.types + g->at.type[i]];
    one.area = m->plane[triangle][3];
    tsu_gpu_add_exact(&m->worn[triangle],
                      tsu_mesh_worn(&g->form[wall->number], (int32_t)triangle, &one, g->kick.dt));
    m->wears[triangle] = 1;
}

/* All that a triangle has lost in this step, rounded once. */
TSU_FN void tsu_gpu_wear_triangle(const tsu_gpu_wall *wall, int64_t t)
{
    const tsu_gpu_mesh *m = &wall->mesh;
    tsu_gpu_exact *from = &m->worn[t];
    tsu_exact_sum sum;
    if (!m->wears[t]) return;
    memset(&sum, 0, sizeof sum);
    for (int q = 0; q < TSU_GPU_LIMBS; q++) {
        sum.limb[q] = from->limb[q];
        from->limb[q] = 0;
    }
    sum.nan = from->nan;
    sum.above = from->above;
    sum.below = from->below;
    from->nan = from->above = from->below = 0;
    m->depth[t] += tsu_exact_nearest(&sum);
    m->wears[t] = 0;
}

#endif
