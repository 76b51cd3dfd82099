/* SPDX-License-Identifier: Apache-2.0 */
/* fix.h - fixes: what a deck adds to every step or to some of them.
 *
 * A file holds one style or a few that belong together. It reads the words after `fix ID GROUP STYLE` into a state of its own, which is
 * the parameters and what the fix remembers; what acts in a step is a model of the engine (src/model/) wherever it needs no deck.
 *
 *   motion.c nve.c move.c      who moves, and how            wall.c wall_region.c mesh*.c move_mesh.c  walls
 *   forces.c spring.c couple.c what pushes                   heat.c liquid.c                           temperatures, liquid
 *   deform.c adapt.c dt_reset.c  what changes by itself      massflow.c sieve.c                        who passes
 *   material.c property_atom.c multicontact.c  properties    print.c audit.c check_timestep.c          what is told
 *   store_state.c tracer.c continuum.c  what particles remember
 *
 * To add one: a file with `static tsu_status fix_NAME(tsu_script *, tsu_words *, tsu_error *)` that fills the parameters of a model
 * (session/model_fix.h; arguments by a table: deck/arguments.h) or, if it acts in no step, makes an object of its own
 * (tsu_session_new_fix, tsu_session_new_state, tsu_session_finish_fix), a table of rows `tsu_fixes_NAME` with usage and sentence for the reference, and its name in src/command/tables.h and commands.c. */
#ifndef TSU_FIX_FIX_H
#define TSU_FIX_FIX_H

#include "session/define.h"
#include "session/groups.h"
#include "session/session.h"
#include "step/world.h"

/* fix/property_atom.c: makes sure that there is a property of the particles with that name, as a fix of that ID unless the
 * deck has made one. */
tsu_status tsu_session_need_property(tsu_session *s, const char *name, double initial, tsu_error *err);
/* The same for `user`, which says where the property begins: one that the deck has made itself begins there too. */
tsu_status tsu_session_start_property(tsu_session *s, const char *name, double initial, const char *user,
                                      tsu_error *err);
/* liquid.c: properties of the particles for laws of liquid bridges, at the start of a run. */
tsu_status tsu_session_prepare_liquid(tsu_session *s, tsu_error *err);

#endif
