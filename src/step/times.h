/* SPDX-License-Identifier: Apache-2.0 */
/* times.h - where the time of a run goes: the wall-clock seconds of each stage of a step, always kept.
 *
 *     tsu_times_begin(&w->times, w->step, w->particles.count);
 *     ... integrate ...
 *     tsu_times_lap(&w->times, TSU_STAGE_INTEGRATE);
 *
 * Reading the clock takes some 25 ns, eight times a step. Where steps are as short as that, only every sixteenth is timed and
 * counts for sixteen; but a long stage in it (an insertion, say) counts once, and the steps after it are all timed until they
 * are short again. */
#ifndef TSU_STEP_TIMES_H
#define TSU_STEP_TIMES_H

#include "base/clock.h"
#include "base/portable.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum tsu_stage {
    TSU_STAGE_SEARCH,    /* lists: sorting, search, carrying histories over */
    TSU_STAGE_CONTACTS,  /* between particles: narrow phase and laws */
    TSU_STAGE_WALLS,     /* the same for walls and meshes, and their motion */
    TSU_STAGE_SUM,       /* each particle sums its contacts, and mostly also takes its second half kick */
    TSU_STAGE_INTEGRATE, /* kick and drift; the second kick where commands add forces */
    TSU_STAGE_COMMANDS,  /* what commands add to a step */
    TSU_STAGE_OUTPUT,    /* thermo, dumps, restart files: outside the step */
    TSU_STAGE_COUNT
} tsu_stage;

extern const char *const tsu_stage_names[TSU_STAGE_COUNT];

typedef struct tsu_times {
    double
        seconds[TSU_STAGE_COUNT]; /* since the world was made, or since it was zeroed by who reads it [s] */
    double mark;                  /* when the present stage began              [s] */
    double weight;                /* steps that the present one stands for; 0: it is not timed */
    bool slow;                    /* the last step that was timed had a long stage */
} tsu_times;

TSU_FN void tsu_times_begin(tsu_times *t, int64_t step, int32_t particles)
{
    enum { SMALL = 512, EVERY = 16 };
    t->weight = particles >= SMALL || t->slow ? 1.0 : step % EVERY == 0 ? EVERY : 0.0;
    if (!(t->weight > 0.0)) return;
    t->slow = false;
    t->mark = tsu_clock_seconds();
}

/* What passed since the last mark was spent on this stage. */
TSU_FN void tsu_times_lap(tsu_times *t, tsu_stage stage)
{
    if (!(t->weight > 0.0)) return;
    static const double longer = 1.0e-4; /* [s] than what a stage of a short step takes */
    const double now = tsu_clock_seconds(), spent = now - t->mark;
    if (spent > longer) t->slow = true;
    t->seconds[stage] += (t->slow ? 1.0 : t->weight) * spent;
    t->mark = now;
}

/* Some of what was counted to a stage was spent on another. */
TSU_FN void tsu_times_move(tsu_times *t, tsu_stage from, tsu_stage to, double seconds)
{
    t->seconds[from] -= t->weight * seconds;
    t->seconds[to] += t->weight * seconds;
}

#endif
