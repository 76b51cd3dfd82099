/* SPDX-License-Identifier: Apache-2.0 */
/* folder.h - the folders in front of a file's name. Decks come out of archives and repositories without the empty folders that
 * they write to, so what a deck writes makes its folders. */
#ifndef TSU_IO_FOLDER_H
#define TSU_IO_FOLDER_H

#include "base/error.h"

/* Makes the folders of the path that are not there, up to one whose name has a `*`. */
tsu_status tsu_folders_make(const char *path, tsu_error *err);

/* Whether that would do; nothing is made. */
tsu_status tsu_folders_check(const char *path, tsu_error *err);

#endif
