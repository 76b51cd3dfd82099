/* SPDX-License-Identifier: Apache-2.0 */
/* files.h - files that a deck asks for. */
#ifndef TSU_SESSION_FILES_H
#define TSU_SESSION_FILES_H

#include "session/session.h"

/* A file that the deck asks for, to be written from the start or appended to; its folders are made. Who opens the same
 * one twice gets the same. `titles` (NULL: there are none): whether they are to be written; a deck that is continued has done so.
 * A dry run gets a file that swallows everything. */
struct tsu_growing_file *tsu_session_open_output(tsu_session *s, const char *path, bool append, bool *titles,
                                                 tsu_error *err);
/* Gives it back; NULL is fine. False: something could not be written. */
bool tsu_session_close_output(tsu_session *s, struct tsu_growing_file *file);
/* Makes its folders; in a dry run only looks whether they could be made. */
tsu_status tsu_session_reach_output(const tsu_session *s, const char *path, tsu_error *err);

/* output.c: waits until the dumps of the run are written. What has gone wrong with one is told instead of `status`, which came
 * later. */
tsu_status tsu_session_drain(tsu_session *s, tsu_status status, tsu_error *err);

/* written_by.c: if the file is not there but a deck beside the present one writes it, the sentence names that deck. */
void tsu_session_name_writer(const tsu_session *s, const char *path, tsu_error *err);

#endif
