/* SPDX-License-Identifier: Apache-2.0 */
/* restart_layout.h - the columns of the particles as sections, for writing and reading. */
#ifndef TSU_IO_RESTART_LAYOUT_H
#define TSU_IO_RESTART_LAYOUT_H

#include "state/particles.h"

enum { TSU_RESTART_FIELDS = 11 };

typedef struct tsu_restart_field {
    const char *name;
    void *data;
    size_t count, width; /* numbers a particle, bytes a number */
} tsu_restart_field;

static inline void tsu_restart_fields(const tsu_particles *p, tsu_restart_field field[TSU_RESTART_FIELDS])
{
    const tsu_restart_field list[TSU_RESTART_FIELDS] = {
        {"id", p->id, 1, 8},       {"type", p->type, 1, 4},       {"group", p->group, 1, 4},
        {"image", p->image, 4, 4}, {"position", p->xr, 4, 8},     {"velocity", p->vm, 4, 8},
        {"spin", p->wi, 4, 8},     {"force", p->force, 4, 8},     {"torque", p->torque, 4, 8},
        {"mass", p->mass, 1, 8},   {"density", p->density, 1, 8},
    };
    for (int k = 0; k < TSU_RESTART_FIELDS; k++) {
        field[k] = list[k];
    }
}

#endif
