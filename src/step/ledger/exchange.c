/* SPDX-License-Identifier: Apache-2.0 */
#include "step/ledger/exchange.h"
#include "base/exact_sum.h"
#include "step/device.h"
#include "step/mesh/freedom.h"
#include "step/part/part.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

tsu_exchange tsu_exchange_begin(world *w)
{
    w->ledger.flow = 0.0;
    return (tsu_exchange){w->ledger.external_work};
}

static bool power_of(const void *context, int64_t i, double *value)
{
    const world *w = context;
    const double *g = w->gravity, *v = w->particles.vm[i];
    *value = w->particles.mass[i] * fabs(g[0] * v[0] + g[1] * v[1] + g[2] * v[2]);
    return true;
}

/* The same over all parts of a divided world. */
static double power_of_parts(const world *w)
{
    tsu_exact_sum sum;
    double power;
    tsu_exact_init(&sum);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_part_guest(w, i)) continue;
        power_of(w, i, &power);
        tsu_exact_add(&sum, power);
    }
    tsu_part_add(w, &sum);
    return tsu_exact_round(&sum);
}

/* What gravity does to all particles. */
static tsu_status power_of_gravity(world *w, double *power, tsu_error *err)
{
    tsu_device *d = w->device;
    if (d && d->holds) return d->power(d, w, power, err);
    if (w->part)
        *power = power_of_parts(w);
    else
        tsu_exact_rows(w->particles.count, 1, w->threads, power_of, w, power);
    return TSU_OK;
}

tsu_status tsu_exchange_sample(world *w, tsu_error *err)
{
    tsu_ledger *b = &w->ledger;
    const double *g = w->gravity;
    const bool due = b->gravity_power < 0.0 || w->step % TSU_EXCHANGE_STRIDE == 0;
    double power = 0.0;
    tsu_status s = TSU_OK;
    if (due && (g[0] != 0.0 || g[1] != 0.0 || g[2] != 0.0)) s = power_of_gravity(w, &power, err);
    if (due) b->gravity_power = power + tsu_freedoms_energies(w).power;
    b->exchanged += w->dt * b->gravity_power;
    return s;
}

void tsu_exchange_end(world *w, const tsu_exchange *begin)
{
    tsu_ledger *b = &w->ledger;
    b->exchanged += b->flow;
    if (w->part) {
        tsu_part_note_work(w, &begin->external_work);
        return;
    }
    tsu_exchange_add_work(b, &begin->external_work);
}

void tsu_exchange_add_work(tsu_ledger *b, const tsu_exact_sum *before)
{
    if (memcmp(&b->external_work, before, sizeof b->external_work) == 0) return; /* mostly */
    b->exchanged += fabs(tsu_exact_round(&b->external_work) - tsu_exact_round(before));
}
