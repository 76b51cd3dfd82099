/* SPDX-License-Identifier: Apache-2.0 */
#include "step/times.h"

const char *const tsu_stage_names[TSU_STAGE_COUNT] = {
    [TSU_STAGE_SEARCH] = "search",     [TSU_STAGE_NARROW] = "narrow", [TSU_STAGE_LAWS] = "laws",
    [TSU_STAGE_WALLS] = "walls",       [TSU_STAGE_SUM] = "sum",       [TSU_STAGE_INTEGRATE] = "integrate",
    [TSU_STAGE_COMMANDS] = "commands", [TSU_STAGE_OUTPUT] = "output",
};

/* A step found so many seconds of the part and of the rest; none: it was not timed. */
static void learn(tsu_share *s, double part, double rest)
{
    enum { REMEMBERED = 256 };
    if (!(part + rest > 0.0)) return;
    if (s->samples < REMEMBERED) s->samples++;
    s->value += (part / (part + rest) - s->value) / s->samples;
}

/* So many seconds of the sum were spent on pairs, and of these so many on laws. */
static void add_pairs(double seconds[TSU_STAGE_COUNT], double pairs, double laws)
{
    seconds[TSU_STAGE_NARROW] += pairs - laws;
    seconds[TSU_STAGE_LAWS] += laws;
    seconds[TSU_STAGE_SUM] -= pairs;
}

void tsu_times_share(tsu_times *t, const double sample[TSU_SAMPLES])
{
    if (!(t->weight > 0.0)) return;
    learn(&t->pairs, sample[TSU_SAMPLE_PAIRS], sample[TSU_SAMPLE_ROWS]);
    learn(&t->laws, sample[TSU_SAMPLE_LAWS], sample[TSU_SAMPLE_NARROW]);
    const double before = t->serial[TSU_STAGE_SUM], passed = tsu_times_lap(t, TSU_STAGE_SUM);
    const double pairs = t->pairs.value * passed, laws = t->laws.value * pairs;
    add_pairs(t->seconds, pairs, laws);
    /* Units of a small run are worked off by one thread; otherwise what is serial is the end of the sums. */
    if (t->serial[TSU_STAGE_SUM] - before >= passed) add_pairs(t->serial, pairs, laws);
}
