/* SPDX-License-Identifier: Apache-2.0 */
/* guard.c - whether the time step can follow the heat. Temperatures take explicit steps: a body of capacity C whose contacts have
 * the conductances h relaxes to its neighbours within C/(sum of h), and by Gershgorin's theorem no difference grows as long as
 * the step is not longer than the shortest of these times. */
#include "model/heat/state.h"
#include "step/mesh/body.h"
#include "step/part/part.h"
#include "step/wall/wall.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The body that allows the shortest step. */
typedef struct tightest {
    double limit;         /* [s] */
    int32_t row;          /* of the particle, or ... */
    const tsu_wall *wall; /* ... the wall of the mesh */
} tightest;

static tightest tightest_of(const tsu_heat *h)
{
    const tsu_world *w = h->world;
    const tsu_particles *p = &w->particles;
    tightest t = {.limit = DBL_MAX, .row = -1};
    for (int32_t i = 0; i < p->count; i++) {
        if (!(h->drain[i] > 0.0) || !tsu_in_group(h->world, i, h->def.group)) continue;
        const double limit = p->mass[i] * h->capacity[p->type[i]] / h->drain[i];
        if (limit > t.limit || (limit == t.limit && p->id[i] > p->id[t.row])) continue;
        t = (tightest){.limit = limit, .row = i};
    }
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *wall = w->wall[k];
        if (!wall->mesh || !wall->mesh->warm || !(wall->mesh->thermal_mass > 0.0)) continue;
        const double drain = tsu_heat_mesh_drain(h, wall);
        const double limit =
            wall->mesh->thermal_mass * h->capacity[wall->type] / (drain > 0.0 ? drain : DBL_MIN);
        if (drain > 0.0 && limit < t.limit) t = (tightest){.limit = limit, .row = -1, .wall = wall};
    }
    return t;
}

/* Two digits, not more than the value. */
static double shorter(double limit)
{
    char text[32];
    snprintf(text, sizeof text, "%.1e", limit);
    if (strtod(text, NULL) > limit) snprintf(text, sizeof text, "%.1e", 0.94 * limit);
    return strtod(text, NULL);
}

static void name_body(const tsu_heat *h, int32_t row, const tsu_wall *wall, char *text, size_t size)
{
    if (wall)
        snprintf(text, size, "mesh %s", wall->mesh->name);
    else
        snprintf(text, size, "particle %llu", (unsigned long long)h->world->particles.id[row]);
}

/* A capacity that is small for a solid is perhaps in other units. */
static void name_capacity(const tsu_heat *h, int32_t row, const tsu_wall *wall, char *text, size_t size)
{
    const int32_t type = wall ? wall->type : h->world->particles.type[row];
    const bool small = h->def.si && h->capacity[type] < 50.0;
    snprintf(text, size, "thermalCapacity of material %d is %g%s", type + 1, h->capacity[type],
             small ? " J/(kg K), where solids have 100 to 5000: is it in kJ/(kg K)?" : "");
}

tsu_status tsu_heat_check_step(tsu_heat *h, tsu_error *err)
{
    char body[128], capacity[160];
    const double dt = h->world->dt;
    const tsu_status s = tsu_heat_drain(h, err);
    tsu_part_need(h->world, s);
    if (s != TSU_OK) return s;
    const tightest t = tightest_of(h);
    if (!(dt > t.limit) || (h->warned > 0.0 && !(t.limit < 0.5 * h->warned))) return TSU_OK;
    if (h->world->part) return tsu_error_set(err, TSU_ERROR_UNSTABLE, "rank 0 is to warn of the time step");
    h->warned = t.limit;
    name_body(h, t.row, t.wall, body, sizeof body);
    name_capacity(h, t.row, t.wall, capacity, sizeof capacity);
    tsu_model_warn(
        h->model,
        "the time step %g is too long for the heat that flows: %s takes on the temperature of what "
        "it touches within %.3g s, and temperatures may oscillate without end; `timestep %g` is short "
        "enough. %s",
        dt, body, t.limit, shorter(t.limit), capacity);
    return TSU_OK;
}

tsu_status tsu_heat_not_finite(tsu_heat *h, int32_t row, const tsu_wall *wall, double value, tsu_error *err)
{
    char body[128], capacity[160],
        cause[160] = "it does not conduct: check its heatSource and what `set` assigned to it";
    const tsu_world *w = h->world;
    if (w->part) return tsu_error_set(err, TSU_ERROR_UNSTABLE, "rank 0 is to say whose temperature it is");
    const tsu_status s = tsu_heat_drain(h, err);
    if (s != TSU_OK) return s;
    const double drain = wall ? tsu_heat_mesh_drain(h, wall) : h->drain[row];
    const double all = wall ? wall->mesh->thermal_mass * h->capacity[wall->type]
                            : w->particles.mass[row] * h->capacity[w->particles.type[row]];
    name_body(h, row, wall, body, sizeof body);
    name_capacity(h, row, wall, capacity, sizeof capacity);
    const tightest t = tightest_of(h);
    if (drain > 0.0 && w->dt > all / drain)
        snprintf(cause, sizeof cause,
                 "the time step %g is too long for its contacts; `timestep %g` is short enough", w->dt,
                 shorter(t.limit));
    else if (drain > 0.0)
        snprintf(cause, sizeof cause, "check the temperatures and the heatSource of what it touches");
    return tsu_error_set(err, TSU_ERROR_UNSTABLE, "the temperature of %s is %g after step %lld: %s. %s", body,
                         value, (long long)w->step, cause, capacity);
}
