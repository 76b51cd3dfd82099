/* SPDX-License-Identifier: Apache-2.0 */
/* bodies.c - temperatures of clumps. The spheres of a clump have one temperature: what they take up together warms all of them, added in the order of
 * their places. */
#include "model/clumps.h"
#include "model/heat/state.h"
#include "step/clump/clumps.h"
#include <math.h>

static tsu_status check_sources(const tsu_heat *h, const tsu_clump *c, const double *source, tsu_error *err)
{
    const tsu_model *m = tsu_models_of(h->world, &tsu_model_clumps);
    if (!m || ((const tsu_clumps_model_def *)m->state)->heat_source) return TSU_OK;
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const int32_t i = h->world->clumps->row[k];
        if (source[i] != 0.0)
            return tsu_error_lacks_named(
                err, TSU_LACKS_PARAMETER, "clumps heat_source",
                tsu_error_set(err, TSU_ERROR_INPUT,
                              "particle %llu of clump %llu has a heatSource of %g W; sources of spheres heat "
                              "their clump only if that is allowed",
                              (unsigned long long)h->world->particles.id[i], (unsigned long long)c->id,
                              source[i]));
    }
    return TSU_OK;
}

typedef struct body_heat {
    double capacity, held, taken; /* [J/K], [J], [J] */
    bool same;                    /* all spheres have one temperature, as they should */
} body_heat;

static body_heat heat_of(const tsu_heat *h, const tsu_clump *c, const double *source)
{
    const tsu_particles *p = &h->world->particles;
    const int32_t *row = h->world->clumps->row;
    body_heat b = {.same = true};
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const int32_t i = row[k];
        const double capacity = p->mass[i] * h->capacity[p->type[i]];
        b.capacity += capacity;
        b.held += capacity * h->temperature[i];
        b.taken += tsu_heat_taken(h, source, i);
        b.same = b.same && h->temperature[i] == h->temperature[row[c->first]];
    }
    return b;
}

static tsu_status warm_clump(tsu_heat *h, const tsu_clump *c, const double *source, tsu_error *err)
{
    const int32_t *row = h->world->clumps->row, lead = row[c->first];
    const body_heat b = heat_of(h, c, source);
    const double before = b.same ? h->temperature[lead] : b.held / b.capacity;
    const double after = before + b.taken / b.capacity;
    if (!isfinite(after)) return tsu_heat_not_finite(h, lead, NULL, after, err);
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        double *waiting = tsu_heat_waiting(h, row[k]);
        if (waiting) *waiting = row[k] == lead ? b.taken - (after - before) * b.capacity : 0.0;
        h->temperature[row[k]] = after;
    }
    return TSU_OK;
}

tsu_status tsu_heat_warm_clumps(tsu_heat *h, const double *source, tsu_error *err)
{
    const tsu_clumps *all = h->world->clumps;
    tsu_status s = TSU_OK;
    if (!all) return TSU_OK;
    tsu_clumps_find_rows(h->world);
    for (int32_t k = 0; k < all->count && s == TSU_OK; k++) {
        const tsu_clump *c = tsu_clumps_in_order(all, k);
        if (!tsu_in_group(h->world, all->row[c->first], h->def.group)) continue;
        s = check_sources(h, c, source, err);
        if (s == TSU_OK) s = warm_clump(h, c, source, err);
    }
    return s;
}
