/* SPDX-License-Identifier: Apache-2.0 */
#include "step/gather.h"

/* The two bodies of the first `lanes` contacts of the block at entry k. What is needed of the block at `next` is fetched meanwhile, a
 * little at a time: all at once it would have to wait for itself. `same`: radii and masses are in the block already. */
TSU_FN void gather_lanes(const tsu_gather_from *j, tsu_lane_space *s, int64_t k, int64_t next, int lanes,
                         const bool same)
{
    enum { GROUP = 4 };
    const tsu_particles *p = j->p;
    tsu_block *TSU_RESTRICT b = &s->block;
    tsu_bodies *TSU_RESTRICT g = &s->bodies;
    const uint32_t *TSU_RESTRICT row = j->c->row + k, *TSU_RESTRICT partner = j->c->partner + k;
    const tsu_v4 *x = (const tsu_v4 *)p->xr, *v = (const tsu_v4 *)p->vm, *w = (const tsu_v4 *)p->wi;
    const tsu_v4 *shift = (const tsu_v4 *)j->shift;
    const size_t share = !j->histories ? 0 : (size_t)j->c->history_width * GROUP * sizeof(double);
    const char *history = (const char *)tsu_contacts_history(j->c, 0, next);
    for (int l = 0; l < lanes; l += GROUP, history += share) {
        tsu_v4 dx[GROUP], dv[GROUP], wi[GROUP], wj[GROUP];
        for (size_t at = 0; at < share; at += 64) {
            TSU_PREFETCH_NEXT(history + at);
        }
        for (int q = 0; q < GROUP; q++) {
            const uint32_t other = j->c->partner[next + l + q] & TSU_CONTACT_ROW_MASK;
            TSU_PREFETCH_NEXT(&x[other]);
            TSU_PREFETCH_NEXT(&v[other]);
            TSU_PREFETCH_NEXT(&w[other]);
        }
        for (int q = 0; q < GROUP; q++) {
            const uint32_t i = row[l + q], other = partner[l + q] & TSU_CONTACT_ROW_MASK;
            const tsu_v4 xi = x[i], xj = x[other], vi = v[i], vj = v[other];
            dx[q] = xi - xj - shift[partner[l + q] >> TSU_CONTACT_ROW_BITS];
            dv[q] = vi - vj;
            wi[q] = w[i];
            wj[q] = w[other];
            if (same) continue;
            dx[q] = TSU_V4_SHUFFLE(dx[q], xi, 0, 1, 2, 7); /* fourth places carry what else is needed */
            dv[q] = TSU_V4_SHUFFLE(dv[q], vi, 0, 1, 2, 7);
            wi[q] = TSU_V4_SHUFFLE(wi[q], xj, 0, 1, 2, 7);
            wj[q] = TSU_V4_SHUFFLE(wj[q], vj, 0, 1, 2, 7);
        }
        if (same) {
            tsu_v4_store_three(dx, l, g->dx, g->dy, g->dz);
            tsu_v4_store_three(dv, l, g->vx, g->vy, g->vz);
            tsu_v4_store_three(wi, l, g->wix, g->wiy, g->wiz);
            tsu_v4_store_three(wj, l, g->wjx, g->wjy, g->wjz);
            continue;
        }
        tsu_v4_store_columns(dx, l, g->dx, g->dy, g->dz, b->radius_i);
        tsu_v4_store_columns(dv, l, g->vx, g->vy, g->vz, b->inv_mass_i);
        tsu_v4_store_columns(wi, l, g->wix, g->wiy, g->wiz, b->radius_j);
        tsu_v4_store_columns(wj, l, g->wjx, g->wjy, g->wjz, b->inv_mass_j);
    }
}

static TSU_CLONES void gather_pairs(const tsu_gather_from *j, tsu_lane_space *s, int64_t k, int64_t next,
                                    int lanes)
{
    gather_lanes(j, s, k, next, lanes, false);
}

static TSU_CLONES void gather_same(const tsu_gather_from *j, tsu_lane_space *s, int64_t k, int64_t next,
                                   int lanes)
{
    gather_lanes(j, s, k, next, lanes, true);
}

void tsu_gather(const tsu_gather_from *from, tsu_lane_space *s, int64_t k, int64_t next, int lanes)
{
    (s->block.same ? gather_same : gather_pairs)(from, s, k, next, lanes);
}
