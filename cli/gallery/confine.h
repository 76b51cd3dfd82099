/* SPDX-License-Identifier: Apache-2.0 */
/* confine.h - a process that can read and write nothing but what it needs: for decks that came through a browser. */
#ifndef TSU_CLI_GALLERY_CONFINE_H
#define TSU_CLI_GALLERY_CONFINE_H

#include <stdbool.h>

/* Whether the kernel can do it (Landlock, Linux 5.13 or later). */
bool tsu_confine_possible(void);
/* From now on this process and what it starts may write below `folder` only, read there, below `also` and the libraries, and start nothing
 * but `program`. For ever. False if it could not be done. */
bool tsu_confine(const char *folder, const char *also, const char *program);

#endif
