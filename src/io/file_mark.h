/* SPDX-License-Identifier: Apache-2.0 */
/* file_mark.h - how far a file that grows had come, so that it can be gone on with from there: its length, and a hash of what lies
 * before, by which a file of the same name with other contents is told apart. */
#ifndef TSU_IO_FILE_MARK_H
#define TSU_IO_FILE_MARK_H

#include <stdint.h>

typedef struct tsu_file_mark {
    int64_t length; /* [byte]; -1: there was no plain file */
    uint64_t hash;  /* of the last 4 KiB before that */
} tsu_file_mark;

typedef enum tsu_file_state {
    TSU_FILE_AS_IT_WAS, /* it ends at the mark */
    TSU_FILE_LONGER,    /* it goes on behind the mark */
    TSU_FILE_SHORTER,   /* it ends before the mark */
    TSU_FILE_GONE,      /* there is none */
    TSU_FILE_OTHER      /* what lies before the mark is something else, or it is no plain file */
} tsu_file_state;

/* length -1: all of it */
tsu_file_mark tsu_file_mark_take(const char *path, int64_t length);
tsu_file_state tsu_file_mark_compare(const char *path, tsu_file_mark mark);
/* Cuts off what lies behind `length`. */
void tsu_file_cut(const char *path, int64_t length);

#endif
