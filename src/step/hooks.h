/* SPDX-License-Identifier: Apache-2.0 */
/* hooks.h - what commands add to a step: functions that it calls at certain moments. */
#ifndef TSU_STEP_HOOKS_H
#define TSU_STEP_HOOKS_H

#include "base/error.h"
#include <stdbool.h>
#include <stdint.h>

struct tsu_world;

typedef enum tsu_hook_phase {
    TSU_HOOK_BEFORE_STEP, /* particles may be removed */
    TSU_HOOK_AFTER_DRIFT, /* positions are new: move walls, meshes, prescribed particles; insert particles */
    TSU_HOOK_FORCE,       /* contact forces and gravity are summed: add or set forces */
    TSU_HOOK_AFTER_STEP,  /* velocities are those of the full step: output, limits */
    TSU_HOOK_PHASES
} tsu_hook_phase;

typedef tsu_status tsu_hook_fn(struct tsu_world *w, void *context, tsu_error *err);
/* Whether a hook has nothing to do after the present step and before the next one. */
typedef bool tsu_hook_rests(const void *context);
/* The next step, by its number when it is over, in which a hook does anything; steps before it may be taken without calling it. */
typedef int64_t tsu_hook_due(const void *context);
#define TSU_HOOK_ALWAYS INT64_MIN /* in each step */

typedef struct tsu_hook_def {
    const char *
        name; /* of what it belongs to, for messages and for the check of restart files; need not be unique */
    tsu_hook_phase phase;
    tsu_hook_fn *run;
    tsu_hook_rests *rests; /* NULL: it never does, unless its phase is TSU_HOOK_AFTER_DRIFT */
    void *context;
    tsu_hook_due *due; /* NULL: in each step */
    /* Of one after the drift: whether it has nothing to do in the present step, and looks at nothing. NULL: never. */
    tsu_hook_rests *sleeps;
} tsu_hook_def;

/* Stands for one hook of one world; no other hook of this program ever has the same. {0}: none. */
typedef struct tsu_hook_handle {
    uint64_t number;
} tsu_hook_handle;

typedef struct tsu_hook {
    char name[64];
    tsu_hook_handle handle;
    tsu_hook_phase phase;
    tsu_hook_fn *run;
    tsu_hook_rests *rests, *sleeps;
    tsu_hook_due *due;
    void *context;
} tsu_hook;

/* Hooks of a phase run in the order in which they were added. */
tsu_status tsu_world_add_hook(struct tsu_world *w, const tsu_hook_def *def, tsu_hook_handle *handle,
                              tsu_error *err);
/* Removes a hook and forgets its handle; a handle of none, or of another world, removes nothing. */
void tsu_world_remove_hook(struct tsu_world *w, tsu_hook_handle *handle);
bool tsu_world_has_hook(const struct tsu_world *w, tsu_hook_handle handle);
/* Steps are taken faster while all hooks rest. Whether none will look at a step between its forces and the drift of the next one. Those that run after the drift find
 * positions and velocities, but not the forces of the step before. */
bool tsu_world_hooks_rest(const struct tsu_world *w);
/* The next step in which some hook does anything, INT64_MAX: none ever; and the first hook that acts in each step, or NULL. */
int64_t tsu_world_hooks_due(const struct tsu_world *w, const tsu_hook **always);
tsu_status tsu_world_run_hooks(struct tsu_world *w, tsu_hook_phase phase, tsu_error *err);
/* Runs the force hooks and books half of the work of what they add over the step just taken; the other half is booked by
 * tsu_external_second when the next step is known. */
bool tsu_external_acts(const struct tsu_world *w); /* whether these two have anything to do */
tsu_status tsu_external_first(struct tsu_world *w, double dt, tsu_error *err);
void tsu_external_second(struct tsu_world *w, double dt);

#endif
