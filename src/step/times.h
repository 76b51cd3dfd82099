/* SPDX-License-Identifier: Apache-2.0 */
/* times.h - where the time of a run goes: the wall-clock seconds of each stage of a step, always kept.
 *
 *     tsu_times_begin(&w->times, w->step, w->particles.count);
 *     ... integrate ...
 *     tsu_times_lap(&w->times, TSU_STAGE_INTEGRATE);
 *
 * Reading the clock takes some 25 ns, eight times a step. Where steps are as short as that, only every sixteenth is timed and
 * counts for sixteen; but a long stage in it (an insertion, say) counts once, and the steps after it are all timed until they
 * are short again.
 *
 * Narrow phase, laws and sums are done by turns, some tens of pairs and some hundreds of rows at a time (units.h), which is too
 * short for a clock. What they take together is known; how it is shared between them is told by a sample of the units, which are
 * others in each step: one in sixteen tells pairs from rows, one in 64, where the clock is read twice a block, narrow phase from
 * laws. What counts is the ratio that each step finds, not its seconds: a thread that another program kept waiting in the middle
 * of a unit would outweigh hundreds of others. */
#ifndef TSU_STEP_TIMES_H
#define TSU_STEP_TIMES_H

#include "base/clock.h"
#include "base/parallel.h"
#include "base/portable.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum tsu_stage {
    TSU_STAGE_SEARCH,    /* lists: sorting, search, carrying histories over */
    TSU_STAGE_NARROW,    /* pairs of particles: their places and velocities gathered, which ones touch */
    TSU_STAGE_LAWS,      /* pairs of particles: contact laws, histories, forces */
    TSU_STAGE_WALLS,     /* narrow phase and laws of walls and meshes, and their motion */
    TSU_STAGE_SUM,       /* each particle sums its contacts, and mostly also takes its second half kick */
    TSU_STAGE_INTEGRATE, /* kick and drift; the second kick where commands add forces */
    TSU_STAGE_COMMANDS,  /* what commands add to a step */
    TSU_STAGE_OUTPUT,    /* thermo, dumps, restart files: outside the step */
    TSU_STAGE_COUNT
} tsu_stage;

extern const char *const tsu_stage_names[TSU_STAGE_COUNT];

/* A unit that is timed tells pairs from rows or, taking a little longer for it, narrow phase from laws. */
typedef enum tsu_timing { TSU_TIMED_NOT, TSU_TIMED_WHOLE, TSU_TIMED_PARTS } tsu_timing;

enum { TSU_SAMPLE_PAIRS, TSU_SAMPLE_ROWS, TSU_SAMPLE_NARROW, TSU_SAMPLE_LAWS, TSU_SAMPLES };

typedef struct tsu_share { /* one of two parts of the whole: mean of what was found, of the last samples */
    double value;
    int samples;
} tsu_share;

typedef struct tsu_times {
    double
        seconds[TSU_STAGE_COUNT];   /* since the world was made, or since it was zeroed by who reads it [s] */
    double serial[TSU_STAGE_COUNT]; /* of these outside of loops on several threads; all while nobody watches
                                       (parallel.h)                            [s] */
    double mark;                    /* when the present stage began              [s] */
    double looped;                  /* tsu_parallel_seconds by then              [s] */
    double weight;                  /* steps that the present one stands for; 0: it is not timed */
    bool slow;                      /* the last step that was timed had a long stage */
    uint32_t turn;                  /* steps that were timed */
    tsu_share pairs;                /* of what units take */
    tsu_share laws;                 /* of what pairs take */
} tsu_times;

TSU_FN void tsu_times_begin(tsu_times *t, int64_t step, int32_t particles)
{
    enum { SMALL = 512, EVERY = 16 };
    t->weight = particles >= SMALL || t->slow ? 1.0 : step % EVERY == 0 ? EVERY : 0.0;
    if (!(t->weight > 0.0)) return;
    t->slow = false;
    t->turn++;
    t->mark = tsu_clock_seconds();
    t->looped = tsu_parallel_seconds();
}

/* What passed since the last mark was spent on this stage; returns how much, for all steps that this one stands for [s]. */
TSU_FN double tsu_times_lap(tsu_times *t, tsu_stage stage)
{
    if (!(t->weight > 0.0)) return 0.0;
    static const double longer = 1.0e-4; /* [s] than what a stage of a short step takes */
    const double now = tsu_clock_seconds(), looped = tsu_parallel_seconds(), spent = now - t->mark;
    if (spent > longer) t->slow = true;
    const double weight = t->slow ? 1.0 : t->weight;
    t->seconds[stage] += weight * spent;
    t->serial[stage] += weight * (spent - (looped - t->looped));
    t->mark = now;
    t->looped = looped;
    return weight * spent;
}

/* Seconds of one thread outside of steps. */
TSU_FN void tsu_times_add(tsu_times *t, tsu_stage stage, double seconds)
{
    t->seconds[stage] += seconds;
    t->serial[stage] += seconds;
}

/* How a unit is timed in this step; neighbours alike, so that a small run is timed as a whole. */
TSU_FN tsu_timing tsu_times_unit(const tsu_times *t, int64_t unit)
{
    enum { NEIGHBOURS = 16, FIRST = 8, EVERY = 64, EVERY_SMALL = 8 };
    const int64_t group = unit / NEIGHBOURS;
    if (!(t->weight > 0.0)) return TSU_TIMED_NOT;
    if (t->turn <= FIRST) /* the beginning of a run: both are to be known soon */
        return group > 0 ? TSU_TIMED_NOT : t->turn % 2 ? TSU_TIMED_WHOLE : TSU_TIMED_PARTS;
    const int64_t every = t->weight > 1.0 ? EVERY_SMALL : EVERY, at = (group + t->turn) % every;
    return at == 0 ? TSU_TIMED_PARTS : at % (every / 4) == 1 ? TSU_TIMED_WHOLE : TSU_TIMED_NOT;
}

/* What passed since the last mark was spent on units, whose sample in this step took these seconds (none: as those before). */
void tsu_times_share(tsu_times *t, const double sample[TSU_SAMPLES]);

#endif
