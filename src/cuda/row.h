/* SPDX-License-Identifier: Apache-2.0 */
/* row.h - the work of one thread on one particle: it sums its contacts in the order of the partners' ids, then those with walls, gets
 * its weight, and takes the kicks and the drift that can be taken. As step/pair/rows.c. */
#ifndef TSU_CUDA_ROW_H
#define TSU_CUDA_ROW_H

#include "cuda/view.h"
#include "step/sum.h"

TSU_FN void tsu_gpu_sum_pairs(const tsu_gpu_view *g, int64_t i, double radius, tsu_v4 *f, tsu_v4 *t)
{
    const tsu_gpu_list *list = &g->pairs;
    const tsu_v4 *record = (const tsu_v4 *)list->record, *roll = (const tsu_v4 *)list->roll;
    for (uint32_t q = g->first[i]; q < g->first[i + 1]; q++) {
        const uint32_t code = g->code[q], entry = tsu_incident_entry(code);
        if (entry >= list->count || !list->live[entry]) continue;
        const double side = code & TSU_INCIDENT_SIDE ? -1.0 : 1.0;
        const tsu_v4 on = record[2 * (int64_t)entry], turning = record[2 * (int64_t)entry + 1];
        tsu_sum_contact(f, t, side, tsu_contact_arm(radius, on[3]), &on, &turning);
        if (roll) tsu_sum_roll(t, side, &roll[entry]);
    }
}

/* The first entry of a list that belongs to a row not below i. */
TSU_FN int64_t tsu_gpu_entry_of_row(const tsu_gpu_list *list, int64_t i)
{
    int64_t low = 0, high = list->count;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (list->row[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The bit of a wall in the sets of walls that particles are near to. */
TSU_FN int tsu_gpu_wall_bit(int wall)
{
    return wall < 31 ? wall : 31;
}

TSU_FN void tsu_gpu_sum_walls(const tsu_gpu_view *g, int64_t i, double radius, tsu_v4 *f, tsu_v4 *t)
{
    const uint32_t near = g->walls > 0 ? g->near[i] : 0;
    for (int q = 0; q < g->walls && near >> tsu_gpu_wall_bit(q); q++) {
        if (!(near >> tsu_gpu_wall_bit(q) & 1)) continue;
        const tsu_gpu_list *list = &g->wall[q].list;
        const tsu_v4 *record = (const tsu_v4 *)list->record, *roll = (const tsu_v4 *)list->roll;
        for (int64_t k = tsu_gpu_entry_of_row(list, i); k < list->count && list->row[k] == i; k++) {
            if (list->geometry && !list->live[k]) continue;
            const tsu_v4 on = record[2 * k], turning = record[2 * k + 1];
            tsu_sum_contact(f, t, 1.0, tsu_contact_arm(radius, on[3]), &on, &turning);
            if (roll) tsu_sum_roll(t, 1.0, &roll[k]);
        }
    }
}

/* What a particle leaves for the sums. */
typedef struct tsu_gpu_moved {
    double furthest2;
    bool outside, not_finite;
} tsu_gpu_moved;

TSU_FN void tsu_gpu_row(const tsu_gpu_view *g, int64_t i, tsu_gpu_moved *to)
{
    tsu_v4 f = {0.0, 0.0, 0.0, 0.0}, t = {0.0, 0.0, 0.0, 0.0};
    tsu_mask4 not_finite = {0};
    tsu_drifting d = {0};
    const double radius = g->at.x[i][3];
    tsu_gpu_sum_pairs(g, i, radius, &f, &t);
    tsu_gpu_sum_walls(g, i, radius, &f, &t);
    tsu_row_weigh(&f, &t, g->at.mass[i], &g->gravity);
    if (g->finish != TSU_FINISH_AHEAD) {
        g->force[g->at.home[i]] = f;
        g->torque[g->at.home[i]] = t;
    }
    tsu_row_move(&g->at.x[i], &g->at.v[i], &g->at.w[i], &f, &t, g->at.group[i], &g->kick, g->finish, false,
                 false, &not_finite, &d);
    const tsu_drift made = tsu_drift_of(&d);
    to->furthest2 = made.furthest2;
    to->outside = made.outside > 0.0;
    to->not_finite = not_finite[0] | not_finite[1] | not_finite[2];
}

#endif
