/* SPDX-License-Identifier: Apache-2.0 */
#include "step/ledger/exchange.h"
#include "base/exact_sum.h"
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

void tsu_exchange_sample(world *w)
{
    tsu_ledger *b = &w->ledger;
    const double *g = w->gravity;
    const bool due = b->gravity_power < 0.0 || w->step % TSU_EXCHANGE_STRIDE == 0;
    if (due) b->gravity_power = 0.0;
    if (due && (g[0] != 0.0 || g[1] != 0.0 || g[2] != 0.0))
        tsu_exact_rows(w->particles.count, 1, w->threads, power_of, w, &b->gravity_power);
    b->exchanged += w->dt * b->gravity_power;
}

void tsu_exchange_end(world *w, const tsu_exchange *begin)
{
    tsu_ledger *b = &w->ledger;
    b->exchanged += b->flow;
    if (memcmp(&b->external_work, &begin->external_work, sizeof b->external_work) == 0) return; /* mostly */
    b->exchanged += fabs(tsu_exact_round(&b->external_work) - tsu_exact_round(&begin->external_work));
}
