/* SPDX-License-Identifier: Apache-2.0 */
#include "step/diagnose.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

enum { NAMED = 6 };

static void append(char *text, size_t size, const char *format, unsigned long long value)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, format, value);
}

/* "touching particles 3, 9 and wall floor" from the working lists, which may be a few steps old. */
static void name_contacts(const world *w, int32_t row, char *text, size_t size)
{
    const tsu_contacts *c = &w->contacts;
    int named = 0;
    text[0] = '\0';
    for (int64_t k = 0; k < c->count && row < w->schedule.incidence.rows && named < NAMED; k++) {
        const int32_t i = (int32_t)c->row[k], j = (int32_t)(c->partner[k] & TSU_CONTACT_ROW_MASK);
        if (!c->live[k] || (i != row && j != row)) continue;
        append(text, size, named++ ? ", %llu" : "it touches particle %llu",
               (unsigned long long)w->particles.id[i == row ? j : i]);
    }
    for (int q = 0; q < w->walls; q++) {
        const tsu_contacts *at = &w->wall[q]->contacts;
        for (int64_t k = 0; k < at->count; k++) {
            if (!at->live[k] || (int32_t)at->row[k] != row) continue;
            const size_t used = strlen(text);
            snprintf(text + used, size - used, "%s%s", named++ ? " and wall " : "it touches wall ",
                     w->wall[q]->name);
        }
    }
    if (!named) snprintf(text, size, "it touches nothing");
}

static const char *likely_cause(const world *w, int32_t row)
{
    const double *v = w->particles.vm[row], radius = w->particles.xr[row][3];
    const double travel = w->dt * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(travel < radius))
        return "it moves more than its radius in a step: the time step is too large for the stiffness, or "
               "particles "
               "overlapped deeply when they were created";
    return "the box is too small for its path, or a wall is missing; enlarge the box, or use `thermo_modify "
           "lost ignore` to let particles leave";
}

tsu_status tsu_diagnose_lost(const world *w, int32_t row, int axis, int high, tsu_error *err)
{
    char touched[256];
    const double *x = w->particles.xr[row];
    name_contacts(w, row, touched, sizeof touched);
    return tsu_error_set(
        err, TSU_ERROR_UNSTABLE, "particle %llu left the %s box at step %lld: %c = %.10g is %s %.10g; %s; %s",
        (unsigned long long)w->particles.id[row], w->box.periodic[axis] ? "periodic" : "fixed",
        (long long)w->step, "xyz"[axis], x[axis], high ? "above" : "below",
        high ? w->box.hi[axis] : w->box.lo[axis], touched, likely_cause(w, row));
}

tsu_status tsu_diagnose_not_finite(const world *w, int32_t row, tsu_error *err)
{
    char touched[256];
    name_contacts(w, row, touched, sizeof touched);
    return tsu_error_set(err, TSU_ERROR_UNSTABLE,
                         "particle %llu is no longer finite at step %lld (radius %g, time step %g); %s; "
                         "likely the time step is "
                         "too large for the stiffness, or particles overlapped deeply when they were created",
                         (unsigned long long)w->particles.id[row], (long long)w->step,
                         w->particles.xr[row][3], w->dt, touched);
}
