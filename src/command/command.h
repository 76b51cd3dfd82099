/* SPDX-License-Identifier: Apache-2.0 */
/* command.h - the commands of a deck but for those of the language (deck/) and `run`.
 *
 *   setup.c box.c lattice.c region.c  before there are particles   objects.c thermo.c     fixes, computes, dumps and tables by name
 *   create.c data.c restart.c         particles made or read       set.c velocity.c displace.c change.c group.c  ... changed
 *   info.c write_dump.c plugin.c      told; contact models loaded  forks.c unsupported.c  words of other programs
 *   commands.c tables.h               the tables of all commands and styles
 *
 * A command is a row {name, function, usage, sentence, ...} (deck/script.h) in the table of its file. A new table is named in tables.h and
 * listed in commands.c; a new row of an old one needs nothing else. `tsubu reference`, completion and the manual read these rows. */
#ifndef TSU_COMMAND_COMMAND_H
#define TSU_COMMAND_COMMAND_H

#include "session/define.h"
#include "session/groups.h"
#include "session/session.h"
#include "step/world.h"

/* Remembers a command that is read for compatibility alone; the next run says so. */
void tsu_session_idle(tsu_session *s, const tsu_words *words);
/* data.c: a path with its first * replaced by the number of the present step. */
tsu_status tsu_session_path(const tsu_session *s, const char *path, char *out, size_t size, tsu_error *err);

/* setup.c: three words for the faces of the box. */
tsu_status tsu_session_read_boundary(tsu_words *words, char boundary[3][2], tsu_error *err);

#endif
