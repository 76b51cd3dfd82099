/* SPDX-License-Identifier: Apache-2.0 */
/* crew.h - one simulation on several ranks (base/team.h).
 *
 * Rank 0 runs the deck, as it would alone: it has the whole world, reads and writes all files, and calls all commands and models. The other
 * ranks serve. Where many steps are to be taken in which nothing acts but what parts can do themselves, the world is handed out in parts
 * (divide.h), and each rank steps its own (step/part/part.h). When particles have come so far that guests must be found anew, they move to
 * the ranks in whose part of space they are now, with their contacts; nothing of that goes through rank 0. When somebody wants to look, rank 0
 * gathers what the parts have; if nothing has been changed then, they go on. The bits are those of one rank: a particle sums its contacts by id wherever they were computed, sums are
 * exact, lists leave no trace. What cannot be divided rank 0 does alone, and says so.
 *
 *   crew.c     orders, and the loop of those who serve
 *   cut.c      which rank owns which place
 *   balance.c  cuts that give each rank the same work
 *   divide.c   what goes to a rank, moves on to another, and comes back
 *   rows.c     the particles in it
 *   contacts.c their contacts
 *   meshes.c   the meshes, of which each rank has a copy
 *   models.c   the models that each rank runs for its own particles
 *   halo.c     the guests of a part
 *   standing.c whether the whole world is still what its parts have
 *   parcel.c   bytes on the way */
#ifndef TSU_RANKS_CREW_H
#define TSU_RANKS_CREW_H

#include "step/world.h"

/* tsu_session_options.advance on rank 0. */
tsu_status tsu_crew_advance(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                            char *note, size_t size, tsu_error *err);
/* How many of the steps so far were divided, in a sentence. */
void tsu_crew_report(char *text, size_t size);
/* The other ranks, until they are dismissed; returns the exit code. */
int tsu_crew_serve(void);
void tsu_crew_dismiss(void);

#endif
