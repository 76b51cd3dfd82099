/* SPDX-License-Identifier: Apache-2.0 */
/* restart_file.h - a world in a restart file. Laws, properties, walls and meshes themselves are not in it: whoever reads
 * it defines them again, and their states wait for them (step/resume/resume.h). docs/restart.md describes the contents. */
#ifndef TSU_FORMAT_RESTART_FILE_H
#define TSU_FORMAT_RESTART_FILE_H

#include "io/sections.h"
#include "step/world.h"

/* Writes the arrays of a world. */
tsu_status tsu_restart_pack(tsu_pack *p, const tsu_world *w, tsu_error *err);

/* Makes a world of them, without laws, walls and meshes; NULL and an error if the contents make no sense. */
tsu_world *tsu_restart_unpack(const tsu_sections *s, const char *what, tsu_error *err);

#endif
