/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - seconds that pass, for reports; nothing of a result depends on them. */
#ifndef TSU_BASE_CLOCK_H
#define TSU_BASE_CLOCK_H

#include <time.h>

/* Of a clock that is never set back [s]. */
static inline double tsu_clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1.0e-9 * (double)t.tv_nsec;
}

#endif
