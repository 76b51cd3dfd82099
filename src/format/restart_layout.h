/* SPDX-License-Identifier: Apache-2.0 */
/* restart_layout.h - the accounts in their order, and types of numbers, for writing and reading. */
#ifndef TSU_FORMAT_RESTART_LAYOUT_H
#define TSU_FORMAT_RESTART_LAYOUT_H

#include "io/sections.h"
#include "step/world.h"

enum {
    TSU_RESTART_SUMS = TSU_ACCOUNT_COUNT + 5,                   /* exact sums of the accounts */
    TSU_RESTART_WORDS = sizeof(tsu_exact_sum) / sizeof(int64_t) /* of one */
};

/* The accounts in the order of the file. */
static inline tsu_exact_sum *tsu_restart_sum(tsu_ledger *b, int k)
{
    tsu_exact_sum *const rest[] = {&b->elastic, &b->wall_work, &b->external_work, &b->given, &b->kick};
    return k < TSU_ACCOUNT_COUNT ? &b->dissipated[k] : rest[k - TSU_ACCOUNT_COUNT];
}

/* restart_rows.c. A world like w, but with its own particles and added forces, in the order of the file. */
tsu_status tsu_restart_rows(const tsu_world *w, tsu_world *to, tsu_error *err);
void tsu_restart_rows_free(tsu_world *to);

/* restart_clumps.c. `sound` is false if what is there makes no sense. */
tsu_status tsu_restart_pack_clumps(tsu_pack *p, const tsu_world *w, tsu_error *err);
tsu_status tsu_restart_unpack_clumps(tsu_unpack *u, tsu_world *w, bool *sound, tsu_error *err);

static inline tsu_section_type tsu_restart_type(tsu_number_type type)
{
    switch (type) {
    case TSU_NUMBER_I32: return TSU_SECTION_I32;
    case TSU_NUMBER_U32: return TSU_SECTION_U32;
    case TSU_NUMBER_U64: return TSU_SECTION_U64;
    default: return TSU_SECTION_F64;
    }
}

#endif
