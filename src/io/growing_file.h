/* SPDX-License-Identifier: Apache-2.0 */
/* growing_file.h - a file that grows by whole parts.
 *
 * A part is collected in memory and goes to the file by one write. Even that may be cut short when the program is killed: so a
 * note beside the file, FILE.unfinished, says while it lasts how long the file was and will be. Whoever opens the file to append
 * finds the note and cuts the rest off; without a note the file ends with a whole part. If a write fails (disk full), the file
 * is as long as before. What is no plain file, such as a pipe, has no note.
 *
 * A run that is continued from an older state writes once more what it had written. So a file can be followed: it is not cut
 * where the run goes on, what is written is compared with what is there, and only where that is something else the file is cut.
 * A part of the same length and with as many lines that differs (a column of clock time) takes the place of the old one. If the
 * run is stopped again, nothing that it had reached before is lost. */
#ifndef TSU_IO_GROWING_FILE_H
#define TSU_IO_GROWING_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tsu_growing_file tsu_growing_file;

/* NULL: errno says why. */
tsu_growing_file *tsu_growing_file_open(const char *path, bool append);
/* Follows what lies behind `at`; a file that is shorter goes on at its end. */
tsu_growing_file *tsu_growing_file_follow(const char *path, int64_t at);
/* Does without notes: for short lines, of files that are followed when a run goes on. */
void tsu_growing_file_no_notes(tsu_growing_file *file);
/* How far it has been written [byte]; what waits is not counted. -1: no plain file. */
int64_t tsu_growing_file_at(const tsu_growing_file *file);
/* Where the next part is to be written; lent until tsu_growing_file_end. NULL: no memory. */
FILE *tsu_growing_file_begin(tsu_growing_file *file);
/* The part is whole. `now`: it goes to the file; otherwise it may wait for others. False: it could not be written; it is
 * forgotten, and those that waited too. */
bool tsu_growing_file_end(tsu_growing_file *file, bool now);
/* Writes what waits, and goes on; NULL is fine. False: as above. */
bool tsu_growing_file_sync(tsu_growing_file *file);
/* Forgets a part that cannot be made whole, and those that wait. */
void tsu_growing_file_drop(tsu_growing_file *file);
/* The same at the end of it. */
bool tsu_growing_file_close(tsu_growing_file *file);

#endif
