/* SPDX-License-Identifier: Apache-2.0 */
/* team_launch.h - what the launcher of a team says of it. */
#ifndef TSU_BASE_TEAM_LAUNCH_H
#define TSU_BASE_TEAM_LAUNCH_H

#include <stdlib.h>

/* How many programs were started together: Open MPI and MPICH (also under Slurm) tell it in the environment; 1 without them. */
static inline int tsu_team_launched(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
    for (int k = 0; k < 3; k++) {
        const char *text = getenv(names[k]);
        const long n = text ? strtol(text, NULL, 10) : 0;
        if (n > 0 && n < 10000000) return (int)n;
    }
    return 1;
}

#endif
