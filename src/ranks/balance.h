/* SPDX-License-Identifier: Apache-2.0 */
/* balance.h - cuts that give each rank the same work, by what its part has been measured to take. */
#ifndef TSU_RANKS_BALANCE_H
#define TSU_RANKS_BALANCE_H

#include "ranks/cut.h"

/* What a rank has told of its part. */
typedef struct tsu_part_cost {
    double weight; /* of its own particles (balance.c) */
    double
        seconds; /* of processor time, without waiting; what was longer ago counts half each time it tells */
    double work; /* weights in the steps of these seconds */
    double all;  /* seconds since the start */
    double waited; /* on messages in steps since the start [s] */
} tsu_part_cost;

typedef struct tsu_balance {
    tsu_cut cut;
    tsu_part_cost *part; /* [ranks] of all ranks, owned; NULL: nobody has told anything */
    int64_t rows;        /* particles that were cut */
    bool uneven;         /* the costliest part takes more than the mean by far */
    int64_t cuts;        /* made so far */
    uint64_t random;     /* other than 0: always cut anew, at random, for tests */
} tsu_balance;

/* Rank 0, before the world is handed out: cuts it if it has not been cut, or its parts are uneven. Then all ranks: share the cuts. */
tsu_status tsu_balance_cut_whole(tsu_balance *b, const struct tsu_world *whole, tsu_error *err);
void tsu_balance_share(tsu_balance *b);
/* All ranks: what their parts took for so many steps. */
void tsu_balance_tell(tsu_balance *b, const struct tsu_world *part, int64_t steps, double seconds,
                      double waited);
/* All ranks: cuts anew if parts are uneven. */
void tsu_balance_cut_parts(tsu_balance *b, const struct tsu_world *part);
/* What the costliest part has taken so far over the mean; the share of all time that went into messages. 0: not known. */
double tsu_balance_worst(const tsu_balance *b);
double tsu_balance_waited(const tsu_balance *b);

#endif
