/* SPDX-License-Identifier: Apache-2.0 */
/* read.h - pieces of lines that several commands read. */
#ifndef TSU_SESSION_READ_H
#define TSU_SESSION_READ_H

#include "law/lawset.h"
#include "session/session.h"

/* command/lattice.c: the value of `units`; what lengths along x, y and z are multiplied with. */
tsu_status tsu_session_read_units(tsu_words *words, bool *lattice, tsu_error *err);
void tsu_session_length_scale(const tsu_session *s, bool lattice, double scale[3]);
/* command/setup.c: the words `model ... tangential ...`, and one `KEYWORD VALUE`. */
tsu_status tsu_session_read_laws(tsu_words *words, tsu_lawset *laws, tsu_error *err);
tsu_status tsu_session_read_law_keyword(tsu_words *words, tsu_lawset *laws, tsu_error *err);
/* Reads `type N SHAPE NUMBER ...` of a wall: material, shape and its parameters. define.c */
tsu_status tsu_session_read_primitive(tsu_words *words, int materials, tsu_wall_def *def, tsu_error *err);

#endif
