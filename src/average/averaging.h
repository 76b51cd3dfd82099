/* SPDX-License-Identifier: Apache-2.0 */
/* averaging.h - what the fixes ave/... have in common: at which steps samples are taken, how means follow one another (one,
 * running, window), and the file they are written to. */
#ifndef TSU_AVERAGE_AVERAGING_H
#define TSU_AVERAGE_AVERAGING_H

#include "session/outputs.h"

typedef struct tsu_average {
    int64_t every, repeat,
        often;       /* a mean at multiples of `often`, of `repeat` samples that lie `every` steps apart */
    int64_t start;   /* no sample before this step */
    int64_t next;    /* step of the next sample */
    int64_t samples; /* in the present mean */
    int mode;        /* one, running, window */
    int64_t window, means;     /* means in a window; means so far */
    int64_t cells;             /* numbers in a mean */
    double *sum;               /* [cells] of the samples of the present mean */
    double *total;             /* [cells] of the means: running, window */
    double *kept;              /* [window][cells] */
    double *result;            /* [cells] */
    tsu_growing_file *growing; /* NULL: no file */
    FILE *file;                /* where a mean is written, between write_begin and write_end */
    char path[512];
    bool overwrite;
    int lock;            /* of a file that is overwritten */
    char *titles, *text; /* of such a file: its first lines; all that was written last */
    size_t titles_size, text_size;
    bool titled[3];
    char title[3][256];
} tsu_average;

enum { TSU_AVERAGE_ONE, TSU_AVERAGE_RUNNING, TSU_AVERAGE_WINDOW };

void tsu_average_free(tsu_session *s, tsu_average *a);
/* EVERY REPEAT OFTEN */
tsu_status tsu_average_read_times(tsu_words *words, tsu_average *a, tsu_error *err);
/* One of ave, start, file, overwrite, title1, title2, title3 with what follows it; *known is false if the next word is another. */
tsu_status tsu_average_read_keyword(tsu_words *words, tsu_average *a, bool *known, tsu_error *err);
/* Opens the file, if there is to be one, and writes the titles: those given, else the defaults (NULL: no such line). */
tsu_status tsu_average_open(tsu_session *s, tsu_average *a, const char *const defaults[3], tsu_error *err);
/* Plans the first sample from the present step on. */
void tsu_average_begin(const tsu_session *s, tsu_average *a);
/* Room for so many numbers; if it is another number than before, everything begins anew. */
tsu_status tsu_average_resize(tsu_average *a, int64_t cells, tsu_error *err);
/* Whether a sample is to be taken at the present step; *last: it completes a mean. Plans the next. */
bool tsu_average_due(const tsu_session *s, tsu_average *a, bool *last);
/* Takes over a mean, which becomes the result or a part of it; `off[column]`: numbers of this column (cells run through the
 * columns first) are not averaged over means. NULL: all are. Clears the sum. */
void tsu_average_take(tsu_average *a, const double *mean, const bool *off, int columns);
/* Around what a fix writes for a mean, to `file`. False: there is no file, or no memory; tsu_average_write_end knows. */
bool tsu_average_write_begin(tsu_average *a);
tsu_status tsu_average_write_end(tsu_average *a, const char *style, tsu_error *err);
/* In a restart file. Loading resizes. */
void tsu_average_save(const tsu_average *a, tsu_pack *pack);
tsu_status tsu_average_load(tsu_session *s, tsu_average *a, tsu_cursor *saved, tsu_error *err);

#endif
