/* SPDX-License-Identifier: Apache-2.0 */
/* averaging.h - `fix ave/...`: the words of a deck for the models of model/average/, and the file that means are written to.
 *
 *   averaging.c        the words that all have in common, and the file
 *   fix_ave_time.c fix_ave_atom.c fix_ave_spatial.c fix_ave_histo.c fix_ave_correlate.c fix_ave_euler.c   the styles
 *
 * To add one: a model (sums by tsu_group_sum or in the order of ids, so that threads leave no trace), a file that reads its words, a
 * table of rows `tsu_fixes_ave_NAME`, its name in src/command/tables.h and commands.c. */
#ifndef TSU_AVERAGE_AVERAGING_H
#define TSU_AVERAGE_AVERAGING_H

#include "model/average/average.h"
#include "session/model_fix.h"
#include "session/outputs.h"

typedef struct tsu_average_file {
    tsu_growing_file *growing; /* NULL: no file */
    FILE *file;                /* where a mean is written, between write_begin and write_end */
    char path[512];
    bool overwrite;
    int lock;            /* of a file that is overwritten */
    char *titles, *text; /* of such a file: its first lines; all that was written last */
    size_t titles_size, text_size;
    bool titled[3];
    char title[3][256];
} tsu_average_file;

/* A file of a fix that is being defined; it goes with it. What begins with one may be larger: `size`. NULL: no memory. */
void *tsu_average_new_file(tsu_object *fix, size_t size, tsu_error *err);
/* EVERY REPEAT OFTEN */
tsu_status tsu_average_read_times(tsu_words *words, tsu_average_def *a, tsu_error *err);
/* One of ave, start, file, overwrite, title1, title2, title3 with what follows it; *known is false if the next word is another. */
tsu_status tsu_average_read_keyword(tsu_words *words, tsu_average_def *a, tsu_average_file *f, bool *known,
                                    tsu_error *err);
/* The object that c_ID, f_ID or the like names, NULL: there is none; the number in brackets (0: none). */
tsu_object *tsu_average_object(const tsu_session *s, const char *word, int64_t *index);
/* A value whose name stands for a vector or a column of an array: c_ID, c_ID[k], f_ID, f_ID[k]; with `local` of numbers per contact
 * or the like, where an object has them. */
tsu_status tsu_average_column(const tsu_object *fix, tsu_average_value *value, bool local, tsu_error *err);
/* Opens the file, if there is to be one, and writes the titles: those given, else the defaults (NULL: no such line). */
tsu_status tsu_average_open(tsu_session *s, tsu_average_file *f, const char *const defaults[3],
                            tsu_error *err);
/* Around what a fix writes for a mean, to `file`. False: there is no file, or no memory; tsu_average_write_end knows. */
bool tsu_average_write_begin(tsu_average_file *f);
tsu_status tsu_average_write_end(tsu_average_file *f, const char *style, tsu_error *err);

#endif
