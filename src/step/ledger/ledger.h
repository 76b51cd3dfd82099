/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.h - the accounts of energy as the world keeps them; energy.h reads and enters them. */
#ifndef TSU_STEP_LEDGER_LEDGER_H
#define TSU_STEP_LEDGER_LEDGER_H

#include "base/exact_sum.h"
#include "base/tally.h"
#include "law/law.h"

/* The ledger. Its accounts do not depend on the order in which they are added to, so not on how rows and lists are arranged: what is
 * booked now and then is added exactly, the energies of contacts are rounded once to the quantum of the evaluation (tally.h). */
typedef struct tsu_ledger {
    tsu_exact_sum dissipated[TSU_ACCOUNT_COUNT]; /* since the start                              [J] */
    tsu_exact_sum elastic;                       /* stored in the contacts now                   [J] */
    double elastic_now;                          /* the same, rounded                            [J] */
    tsu_exact_sum wall_work;                     /* done by moving walls                         [J] */
    tsu_exact_sum external_work;                 /* done by forces that commands add             [J] */
    tsu_exact_sum given;  /* put in by commands: particles added or removed, velocities set ... [J] */
    tsu_exact_sum kick;   /* energy of kicks when the accounts were opened, but for changes [J] */
    double exchanged;     /* energy exchanged so far (exchange.h)                          [J] */
    double gravity_power; /* sum of m |g . v| when it was found last; negative: not yet    [W] */
    double flow;          /* energy exchanged in the contacts in the present step [J] */
    tsu_quanta quanta;    /* of the next evaluation, by TSU_SUM_... [J] */
    double start;         /* total when the accounts were opened             [J] */
    double before;        /* known before a change that is not yet booked  [J] */
    double kick_before;   /* energy of kicks then [J] */
    bool open, changing;
} tsu_ledger;

/* The accounts, each rounded once. */
typedef struct tsu_accounts {
    double dissipated[TSU_ACCOUNT_COUNT], elastic, wall_work, external_work, given, kick; /* [J] */
} tsu_accounts;

#endif
