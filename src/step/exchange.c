/* SPDX-License-Identifier: Apache-2.0 */
#include "step/exchange.h"
#include "base/exact_sum.h"
#include <math.h>

typedef struct tsu_world world;

tsu_exchange tsu_exchange_begin(const world *w)
{
    const tsu_books *b = &w->books;
    tsu_exchange e;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        e.part[q] = q == TSU_ACCOUNT_INTEGRATION ? 0.0 : b->dissipated[q];
    }
    e.part[TSU_ACCOUNT_COUNT] = b->elastic;
    e.part[TSU_ACCOUNT_COUNT + 1] = b->wall_work;
    e.part[TSU_ACCOUNT_COUNT + 2] = b->external_work;
    return e;
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
    tsu_books *b = &w->books;
    const double *g = w->gravity;
    const bool due = b->gravity_power < 0.0 || w->step % TSU_EXCHANGE_STRIDE == 0;
    if (due) b->gravity_power = 0.0;
    if (due && (g[0] != 0.0 || g[1] != 0.0 || g[2] != 0.0))
        tsu_exact_rows(w->particles.count, 1, power_of, w, &b->gravity_power);
    b->exchanged += w->dt * b->gravity_power;
}

void tsu_exchange_end(world *w, const tsu_exchange *begin)
{
    const tsu_exchange now = tsu_exchange_begin(w);
    double sum = 0.0;
    for (int q = 0; q < TSU_EXCHANGE_PARTS; q++) {
        sum += fabs(now.part[q] - begin->part[q]);
    }
    w->books.exchanged += sum;
}
