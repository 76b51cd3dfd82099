/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.h - the energy exchanged so far, by which the audit measures its errors.
 *
 * Energy goes from motion into the springs of contacts and back, is lost by a mechanism, comes from walls, added forces and
 * gravity. Each step adds what went either way, so the sum only grows:
 *
 *     |change of elastic energy| + sum of |change of an account| + |work of walls| + |work of added forces| + gravity
 *
 * It begins with the energy of motion and of springs at the start and takes that of the motion of inserted particles. The
 * accounts are those of the whole system, known in each step at no cost. Gravity is dt sum of m |g . v|, of each particle by
 * itself; this power is found every TSU_EXCHANGE_STRIDE steps, at steps that the number of the step alone decides, and holds
 * until then. It is an exact sum, so that neither the order of rows nor the threads nor a restart leave a trace. */
#ifndef TSU_STEP_LEDGER_EXCHANGE_H
#define TSU_STEP_LEDGER_EXCHANGE_H

#include "step/world.h"

enum { TSU_EXCHANGE_STRIDE = 64 };

/* What is known at the start of a step. The changes in the contacts are those of its evaluation
 * (tsu_energy_enter). */
typedef struct tsu_exchange {
    tsu_exact_sum external_work;
} tsu_exchange;

tsu_exchange tsu_exchange_begin(struct tsu_world *w);
/* First half kick and drift of a step are taken: adds the work of gravity, whose power is found if that is due. */
tsu_status tsu_exchange_sample(struct tsu_world *w, tsu_error *err);
/* The step is done. */
void tsu_exchange_end(struct tsu_world *w, const tsu_exchange *begin);
/* In it: what was exchanged as external work, which was so much before. */
void tsu_exchange_add_work(tsu_ledger *b, const tsu_exact_sum *before);

#endif
