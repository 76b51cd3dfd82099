/* SPDX-License-Identifier: Apache-2.0 */
/* massflow_state.h - what counting and sieving share. */
#ifndef TSU_MODEL_FLOW_MASSFLOW_STATE_H
#define TSU_MODEL_FLOW_MASSFLOW_STATE_H

#include "model/flow/massflow.h"

enum {
    TSU_FLOW_UNKNOWN = -1,
    TSU_FLOW_BEHIND = 0,
    TSU_FLOW_BEYOND = 1,
    TSU_FLOW_COUNTED = 2,
    TSU_FLOW_LEAVING = 3
};
enum { TSU_SIEVE_APART = -1 };

/* The columns: where each particle is, as above; of a sieve what chance has decided. */
extern const tsu_model_column tsu_massflow_columns[];

/* sieve.c: checks the parameters; holds particles back. */
tsu_status tsu_sieve_check(const tsu_model *m, tsu_error *err);
tsu_status tsu_sieve_hold(tsu_model *m, tsu_error *err);

#endif
