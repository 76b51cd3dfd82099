/* SPDX-License-Identifier: Apache-2.0 */
/* atomic_file.h - a file that appears whole or not at all.
 *
 * What is written goes to a temporary neighbour of the target; finishing brings it to the disk and renames it over
 * the target. A reader sees the old file or the new one, never half of one, also when the program or the machine
 * stops in between; on any failure the old file is untouched and the temporary one is removed.
 *
 * A file of a series, of which a run writes hundreds, reaches the disk when the system likes: none is half when the program
 * stops, whatever stops it; but if the machine itself fails, those of the last seconds may be missing or empty. */
#ifndef TSU_IO_ATOMIC_FILE_H
#define TSU_IO_ATOMIC_FILE_H

#include "base/error.h"
#include <stdio.h>

typedef struct tsu_atomic_file {
    FILE *stream; /* write here */
    char *target;
    char *temporary;
    bool series; /* to be set after opening: finishing does not wait for the disk */
} tsu_atomic_file;

/* Opens the temporary file in the directory of `path`. After TSU_OK call exactly one of finish and abandon. */
tsu_status tsu_atomic_file_open(tsu_atomic_file *file, const char *path, tsu_error *err);

/* Puts the file in place. Fails if any write since opening failed (disk full); then the target is as before. */
tsu_status tsu_atomic_file_finish(tsu_atomic_file *file, tsu_error *err);

/* Removes the temporary files of all that are open, for a program that ends at once; may be called by a signal handler. */
void tsu_atomic_file_discard_all(void);

/* Removes what killed programs have left in the folder of a file: temporary files that nobody writes any more. */
void tsu_atomic_file_sweep(const char *path);

/* Throws away what was written. */
void tsu_atomic_file_abandon(tsu_atomic_file *file);

#endif
