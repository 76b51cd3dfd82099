/* SPDX-License-Identifier: Apache-2.0 */
/* file_mark.h - how far a file that grows had come, so that it can be cut back to there: its length, and a hash of what lies before,
 * by which a file of the same name with other contents is told apart. */
#ifndef TSU_IO_FILE_MARK_H
#define TSU_IO_FILE_MARK_H

#include <stdint.h>

typedef struct tsu_file_mark {
    int64_t length; /* [byte]; -1: there was no plain file */
    uint64_t hash;  /* of the last 4 KiB before that */
} tsu_file_mark;

typedef enum tsu_file_state {
    TSU_FILE_AS_IT_WAS, /* it ends at the mark, or before: nothing was done */
    TSU_FILE_CUT,       /* what lay behind the mark is gone */
    TSU_FILE_OTHER /* it is longer, but not by going on from the mark, or cannot be cut: nothing was done */
} tsu_file_state;

tsu_file_mark tsu_file_mark_take(const char *path);
tsu_file_state tsu_file_mark_return(const char *path, tsu_file_mark mark);

#endif
