/* SPDX-License-Identifier: Apache-2.0 */
/* team.h - the processes (ranks) that run one simulation together. team_mpi.c is the only file that knows MPI; a build without MPI
 * has team_none.c instead, in which a team has one member. All functions but the first three and tsu_team_abort are called by all
 * ranks alike. */
#ifndef TSU_BASE_TEAM_H
#define TSU_BASE_TEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Joins the team, if the program was started as one of several. Returns how many a launcher says that there are, also where this
 * build cannot join them. */
int tsu_team_start(int *argc, char ***argv);
int tsu_team_rank(void);
int tsu_team_size(void);
/* Leaves the team at the end of the program. */
void tsu_team_end(void);
/* Ends the programs of all ranks at once, with this exit code. */
void tsu_team_abort(int code);

/* Rank 0's bytes, for all. Who has nothing else to do sleeps meanwhile if `patient`. */
void tsu_team_share(void *data, size_t bytes, bool patient);
/* The bytes of each rank, one behind the other, for all. */
void tsu_team_collect(const void *mine, size_t bytes, void *all);
/* A number from each rank for each: mine[k] goes to rank k, theirs[k] comes from it. */
void tsu_team_deal(const int64_t *mine, int64_t *theirs);
/* Bytes for one rank, and from one; the receiver knows how many. */
void tsu_team_send(int to, const void *data, size_t bytes);
void tsu_team_receive(int from, void *data, size_t bytes);

/* Messages between neighbours: all are sent and received before it returns. */
typedef struct tsu_team_letter {
    int rank;
    void *out, *in;
    size_t out_bytes, in_bytes;
} tsu_team_letter;
bool tsu_team_exchange(tsu_team_letter *letter, int letters); /* false: no memory */

/* The same messages again and again, from and to the same places: made once, then begun and awaited each time. */
typedef struct tsu_team_route tsu_team_route;
tsu_team_route *tsu_team_route_make(const tsu_team_letter *letter, int letters); /* owned; NULL: no memory */
void tsu_team_route_free(tsu_team_route *route);
void tsu_team_route_begin(tsu_team_route *route);
void tsu_team_route_end(tsu_team_route *route);

/* As tsu_team_collect, but something else can be done meanwhile; only one at a time. Neither of the two places is touched before it has ended. */
void tsu_team_collect_begin(const void *mine, size_t bytes, void *all);
void tsu_team_collect_end(void);

/* The processor time that this rank has spent so far in waiting for what others collect and exchange with it [s]. */
double tsu_team_waited(void);

#endif
