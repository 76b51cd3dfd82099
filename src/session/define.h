/* SPDX-License-Identifier: Apache-2.0 */
/* define.h - how a fix, compute or dump comes to be: from its words to an object in the list of the session; and the state of the
 * world that it may count on. */
#ifndef TSU_SESSION_DEFINE_H
#define TSU_SESSION_DEFINE_H

#include "session/object.h"
#include "state/box.h"

/* Starts a fix from its words (`fix ID group style ...`): ID, style, group, origin filled in, checks that the ID is free. */
tsu_status tsu_session_begin_fix(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err);
/* define.c: the same for a new fix or compute; fails also without a box and when the ID is taken. */
tsu_status tsu_session_new_fix(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err);
tsu_status tsu_session_new_compute(tsu_session *s, tsu_words *words, tsu_object *compute, tsu_error *err);
/* define.c: some fixes may be said again, as in LIGGGHTS, and replace the one of their ID, which must be of the same style. Finds
 * that one (NULL: there is none), or removes it. */
tsu_status tsu_session_find_old(const tsu_session *s, const tsu_words *words, const tsu_object *fix,
                                const tsu_object **old, tsu_error *err);
tsu_status tsu_session_replace_fix(tsu_session *s, const tsu_words *words, const tsu_object *fix,
                                   tsu_error *err);
/* define.c: adds a fix or compute whose state and destroy are set, if reading it went well (status); else, or if adding fails,
 * the state is given back. */
tsu_status tsu_session_finish_fix(tsu_session *s, tsu_object *fix, tsu_status status, tsu_error *err);
tsu_status tsu_session_finish_compute(tsu_session *s, tsu_object *compute, tsu_status status, tsu_error *err);
/* define.c: zeroed memory for the state of a fix or compute; NULL with an error. */
void *tsu_session_new_state(const tsu_object *object, size_t size, tsu_error *err);
/* compute/temp.c: the computes that are always there. */
tsu_status tsu_session_add_builtins(tsu_session *s, tsu_error *err);

/* define.c: makes contacts and forces current for output between runs; during a run they are. */
tsu_status tsu_session_settle(tsu_session *s, tsu_error *err);
/* define.c: the box as it is now. Faces that follow the particles do so when lists are made; who prints or steers by the box asks
 * here, so that it does not depend on when that was. */
const tsu_box *tsu_session_box(tsu_session *s);

#endif
