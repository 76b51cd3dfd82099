/* SPDX-License-Identifier: Apache-2.0 */
/* crew.h - one simulation on several ranks (base/team.h).
 *
 * Rank 0 runs the deck, as it would alone: it has the whole world, reads and writes all files, and calls all commands and models. The other
 * ranks serve. Where many steps are to be taken in which nothing acts but contacts, plane and curved walls, gravity and the integrator, the
 * world is handed out in parts (divide.h), each rank steps its own (step/part/part.h), and the parts are put together again when somebody
 * wants to look, or when particles have moved so far that parts must be cut anew. The bits are those of one rank: a particle sums its
 * contacts by id wherever they were computed, sums are exact, lists leave no trace. What cannot be divided rank 0 does alone, and says so.
 *
 *   crew.c     orders, and the loop of those who serve
 *   cut.c      who owns which particle, and whose guest it is
 *   divide.c   what goes to a rank, and comes back
 *   contacts.c the contacts in it
 *   meshes.c   the meshes in it, of which each rank has a copy
 *   models.c   the models that each rank runs for its own particles
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
