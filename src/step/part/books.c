/* SPDX-License-Identifier: Apache-2.0 */
/* books.c - what models of a part book into the ledger, which all ranks have. */
#include "step/ledger/exchange.h"
#include "step/part/room.h"

typedef struct tsu_world world;

tsu_exact_sum *tsu_part_book(world *w, tsu_part_account account)
{
    w->part->booked = true;
    return &w->part->own[w->part->early * TSU_PART_ACCOUNTS + account];
}

void tsu_part_note_work(world *w, const tsu_exact_sum *before)
{
    w->part->stepped = true;
    w->part->work_before = *before;
}

static void enter(world *w, tsu_exact_sum *own)
{
    tsu_exact_sum *account[TSU_PART_ACCOUNTS] = {[TSU_PART_WORK] = &w->ledger.external_work,
                                                 [TSU_PART_GIVEN] = &w->ledger.given,
                                                 [TSU_PART_KICK] = &w->ledger.kick};
    for (int k = 0; k < TSU_PART_ACCOUNTS; k++) {
        tsu_exact_merge(account[k], &own[k]);
        tsu_exact_init(&own[k]);
    }
}

/* What all ranks have booked goes to the ledger of each, which closes the step before; what they have booked since belongs to this one. */
void tsu_part_settle_books(world *w, bool booked)
{
    tsu_part *d = w->part;
    if (booked) tsu_part_add_all(w, d->own, 2 * TSU_PART_ACCOUNTS);
    if (booked) enter(w, d->own);
    if (d->stepped) tsu_exchange_add_work(&w->ledger, &d->work_before);
    d->work_begins = w->ledger.external_work;
    if (booked) enter(w, d->own + TSU_PART_ACCOUNTS);
    d->booked = d->stepped = d->early = false;
}
