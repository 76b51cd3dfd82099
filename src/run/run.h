/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - `run`: the loop over steps, with what is due between them.
 *
 *   run.c            the command: reads its words, makes ready, steps, finishes
 *   checks.c, check_units.c  what is looked at before the first step, and warned of
 *   step_times.c     the table of where the time went
 *   rehearse_run.c, rehearse_speed.c  the dry run of `tsubu check`
 *
 * A new check is a static function in checks.c that tsu_session_check calls; it warns once and says what to do. */
#ifndef TSU_RUN_RUN_H
#define TSU_RUN_RUN_H

#include "session/session.h"

tsu_status tsu_session_run(tsu_session *s, int64_t end, bool setup, bool finish, tsu_error *err);
/* What is done and checked before the first step. */
tsu_status tsu_session_begin_run(tsu_session *s, tsu_error *err);

/* Warns of properties outside the usual range or used by no law, of a time step too long for the particles, of
 * particles that nothing moves, and of those that commands have put on top of each other; fails if they overlap by more than the
 * smaller radius. */
tsu_status tsu_session_check(tsu_session *s, tsu_error *err);
/* Values that look as if they were in other units than the deck says; each is spoken of once. */
void tsu_session_check_units(tsu_session *s);
/* The part of it that no law decides: the time step, and whether anything moves. */
void tsu_session_check_steps(tsu_session *s);

#endif
