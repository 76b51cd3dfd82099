/* SPDX-License-Identifier: Apache-2.0 */
#include "state/contact_forces.h"
#include "base/memory.h"
#include <string.h>

void tsu_contact_forces_free(tsu_contact_forces *f)
{
    tsu_memory_release(&f->record);
    tsu_memory_release(&f->roll);
    tsu_memory_release(&f->geometry);
    tsu_memory_release(&f->loss);
    *f = (tsu_contact_forces){.with_geometry = f->with_geometry, .thin = f->thin};
}

tsu_status tsu_contact_forces_prepare(tsu_contact_forces *f, int64_t capacity, bool rolling, tsu_error *err)
{
    const size_t n = (size_t)capacity + 1;
    tsu_status s = tsu_memory_renew(&f->record, &f->record_capacity, n, sizeof *f->record, f->thin,
                                    "contact forces", err);
    if (s == TSU_OK && rolling)
        s = tsu_memory_renew(&f->roll, &f->roll_capacity, n, sizeof *f->roll, f->thin, "rolling torques",
                             err);
    if (s == TSU_OK && f->with_geometry)
        s = tsu_memory_renew(&f->geometry, &f->geometry_capacity, n, sizeof *f->geometry, false,
                             "contact geometry", err);
    if (s != TSU_OK) return s;
    if (!rolling) tsu_memory_release(&f->roll);
    if (!rolling) f->roll_capacity = 0;
    f->capacity = capacity;
    tsu_contact_forces_clear(f, capacity);
    return TSU_OK;
}

void tsu_contact_forces_clear(tsu_contact_forces *f, int64_t k)
{
    memset(f->record[k], 0, sizeof *f->record);
    if (f->roll) memset(f->roll[k], 0, sizeof *f->roll);
}

void tsu_contact_forces_copy(const tsu_contact_forces *f, int64_t k, tsu_contact_forces *to, int64_t at)
{
    memcpy(to->record[at], f->record[k], sizeof *to->record);
    if (to->roll) memcpy(to->roll[at], f->roll[k], sizeof *to->roll);
}
