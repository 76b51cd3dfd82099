/* SPDX-License-Identifier: Apache-2.0 */
/* restart_layout.h - the columns of the particles as arrays, and the accounts, for writing and reading. */
#ifndef TSU_FORMAT_RESTART_LAYOUT_H
#define TSU_FORMAT_RESTART_LAYOUT_H

#include "io/sections.h"
#include "step/world.h"

enum {
    TSU_RESTART_FIELDS = 11,
    TSU_RESTART_SUMS = TSU_ACCOUNT_COUNT + 5,                   /* exact sums of the accounts */
    TSU_RESTART_WORDS = sizeof(tsu_exact_sum) / sizeof(int64_t) /* of one */
};

/* The accounts in the order of the file. */
static inline tsu_exact_sum *tsu_restart_sum(tsu_ledger *b, int k)
{
    tsu_exact_sum *const rest[] = {&b->elastic, &b->wall_work, &b->external_work, &b->given, &b->kick};
    return k < TSU_ACCOUNT_COUNT ? &b->dissipated[k] : rest[k - TSU_ACCOUNT_COUNT];
}

typedef struct tsu_restart_field {
    const char *name;
    void *data;
    size_t columns;
    tsu_section_type type;
    const char *unit;
} tsu_restart_field;

static inline void tsu_restart_fields(const tsu_particles *p, tsu_restart_field field[TSU_RESTART_FIELDS])
{
    const tsu_restart_field list[TSU_RESTART_FIELDS] = {
        {"id", p->id, 1, TSU_SECTION_U64, NULL},
        {"type", p->type, 1, TSU_SECTION_I32, NULL},
        {"group", p->group, 1, TSU_SECTION_U32, NULL},
        {"image", p->image, 4, TSU_SECTION_I32, NULL},
        {"position", p->xr, 4, TSU_SECTION_F64, "m"},
        {"velocity", p->vm, 4, TSU_SECTION_F64, "m/s, 1/kg"},
        {"spin", p->wi, 4, TSU_SECTION_F64, "rad/s, 1/(kg m^2)"},
        {"force", p->force, 4, TSU_SECTION_F64, "N"},
        {"torque", p->torque, 4, TSU_SECTION_F64, "N m"},
        {"mass", p->mass, 1, TSU_SECTION_F64, "kg"},
        {"density", p->density, 1, TSU_SECTION_F64, "kg/m^3"},
    };
    for (int k = 0; k < TSU_RESTART_FIELDS; k++) {
        field[k] = list[k];
    }
}

#endif
