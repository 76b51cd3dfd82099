/* SPDX-License-Identifier: Apache-2.0 */
/* file_lock.h - two runs that write the same file at once. A lock lies on the file itself and goes with the process that holds it,
 * however it ends; a file system without locks has none. */
#ifndef TSU_IO_FILE_LOCK_H
#define TSU_IO_FILE_LOCK_H

#include "base/error.h"

/* Locks a plain file, which is made if it is not there. `lock`: to be given to tsu_file_unlock; -1: it cannot be locked, or this
 * process has locked it before. Fails only if another process has locked it; the sentence names that one. */
tsu_status tsu_file_lock(const char *path, int *lock, tsu_error *err);
void tsu_file_unlock(int lock);

#endif
