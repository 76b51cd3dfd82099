/* SPDX-License-Identifier: Apache-2.0 */
/* making_walls.h - as making.h: the lists of walls, and what is brought back to the host. */
#ifndef TSU_CUDA_MAKING_WALLS_H
#define TSU_CUDA_MAKING_WALLS_H

#include "cuda/making.h"
#include "cuda/touch.h"

/* ---- walls ------------------------------------------------------------------------------------------------------------------- */

TSU_FN void tsu_gpu_mark_wall(const tsu_gpu_making *m, int64_t i)
{
    const tsu_v4 xr = m->fresh.x[i];
    const double x[3] = {xr[0], xr[1], xr[2]};
    double n[3];
    const bool near = m->fresh.group[i] & m->group && tsu_gpu_distance(&m->wall, x, n) < xr[3] + m->range;
    m->own[i] = near;
    if (near) m->near[i] |= UINT32_C(1) << tsu_gpu_wall_bit(m->number);
}

/* `own` says where entries begin. */
TSU_FN void tsu_gpu_fill_wall(const tsu_gpu_making *m, int64_t i)
{
    const uint32_t k = m->own[i];
    if (m->own[i + 1] == k) return;
    m->to.row[k] = (uint32_t)i;
    m->source[k] = UINT32_MAX;
}

TSU_FN void tsu_gpu_find_wall(const tsu_gpu_making *m, int64_t k)
{
    if (!m->from.live[k]) return;
    const uint32_t i = m->new_row[m->from.row[k]];
    if (i == UINT32_MAX) return;
    const uint32_t at = m->own[i];
    if (m->own[i + 1] > at) m->source[at] = (uint32_t)(2 * k);
}

TSU_FN void tsu_gpu_carry_wall(const tsu_gpu_making *m, int64_t k)
{
    const uint32_t source = m->source[k], old = source >> 1;
    tsu_gpu_carry_entry(m, k);
    if (source == UINT32_MAX) {
        tsu_gpu_clear(&m->to, k);
        return;
    }
    for (int q = 0; q < 2; q++) {
        ((tsu_v4 *)m->to.record)[2 * (int64_t)k + q] = ((const tsu_v4 *)m->from.record)[2 * (int64_t)old + q];
    }
    if (m->to.roll) ((tsu_v4 *)m->to.roll)[k] = ((const tsu_v4 *)m->from.roll)[old];
}

/* ---- back to the host -------------------------------------------------------------------------------------------------------- */

/* A row in the place that it has on the host: `old` is the order there, `fresh` the one here. */
TSU_FN void tsu_gpu_send_home(const tsu_gpu_making *m, int64_t k)
{
    const tsu_gpu_rows *a = &m->fresh, *b = &m->old;
    const uint32_t i = a->home[k];
    b->x[i] = a->x[k];
    b->v[i] = a->v[k];
    b->w[i] = a->w[k];
    for (int q = 0; q < 4; q++) {
        b->image[i][q] = a->image[k][q];
    }
}

TSU_FN void tsu_gpu_mark_live(const tsu_gpu_making *m, int64_t k)
{
    m->source[k] = m->from.live[k];
}

/* Who is beyond a fixed face, and so wanted on the host. */
TSU_FN void tsu_gpu_mark_out(const tsu_gpu_making *m, int64_t i)
{
    const tsu_v4 x = m->fresh.x[i];
    bool out = false;
    for (int q = 0; q < 3; q++) {
        out |= x[q] < m->lo[q] || x[q] > m->hi[q];
    }
    m->cursor[i] = m->new_row[i] = out;
}

/* Contacts of them, and the partners. */
TSU_FN void tsu_gpu_mark_parted(const tsu_gpu_making *m, int64_t k)
{
    const bool pair = m->from.partner && !m->from.geometry;
    const uint32_t i = m->from.row[k], j = pair ? m->from.partner[k] & TSU_CONTACT_ROW_MASK : i;
    const bool parts = m->from.live[k] && (m->cursor[i] || m->cursor[j]);
    m->source[k] = parts;
    if (parts) m->new_row[i] = m->new_row[j] = 1;
}

/* A row that is wanted; `new_row` says where they go. */
TSU_FN void tsu_gpu_pack_row(const tsu_gpu_making *m, int64_t i)
{
    const tsu_gpu_rows *a = &m->fresh, *b = &m->old;
    const uint32_t at = m->new_row[i];
    if (m->new_row[i + 1] == at) return;
    b->x[at] = a->x[i];
    b->v[at] = a->v[i];
    b->w[at] = a->w[i];
    b->home[at] = a->home[i];
    for (int q = 0; q < 4; q++) {
        b->image[at][q] = a->image[i][q];
    }
}

/* An entry that was marked, with rows of the host; `source` says where they begin. */
TSU_FN void tsu_gpu_pack_entry(const tsu_gpu_making *m, int64_t k)
{
    const uint32_t at = m->source[k];
    if (m->source[k + 1] == at) return;
    const double *from = tsu_gpu_history(&m->from, k);
    double *to = tsu_gpu_history(&m->to, at);
    m->to.row[at] = m->fresh.home[m->from.row[k]];
    if (m->from.partner) {
        const uint32_t seen = m->from.partner[k];
        m->to.partner[at] = m->from.geometry ? seen
                                             : m->fresh.home[seen & TSU_CONTACT_ROW_MASK] |
                                                   (seen & ~(uint32_t)TSU_CONTACT_ROW_MASK);
    }
    for (int q = 0; q < 4 && m->from.geometry; q++) {
        m->to.geometry[at][q] = m->from.geometry[k][q];
    }
    for (int q = 0; q < m->from.width; q++) {
        to[q * TSU_CONTACT_BLOCK] = from[q * TSU_CONTACT_BLOCK];
    }
    for (int q = 0; q < 2 && m->to.record; q++) {
        ((tsu_v4 *)m->to.record)[2 * (int64_t)at + q] = ((const tsu_v4 *)m->from.record)[2 * k + q];
    }
    if (m->to.roll) ((tsu_v4 *)m->to.roll)[at] = ((const tsu_v4 *)m->from.roll)[k];
}

/* What gravity does to a particle: as power_of in step/ledger/exchange.c. */
TSU_FN double tsu_gpu_power(const tsu_gpu_making *m, int64_t i)
{
    const tsu_v4 v = m->old.v[i];
    const double *g = m->gravity;
    return m->old.mass[i] * fabs(g[0] * v[0] + g[1] * v[1] + g[2] * v[2]);
}

#endif
