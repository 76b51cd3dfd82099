/* SPDX-License-Identifier: Apache-2.0 */
/* average.h - what means over time have in common: at which steps samples are taken, and how means follow one another (one, running,
 * window). */
#ifndef TSU_MODEL_AVERAGE_AVERAGE_H
#define TSU_MODEL_AVERAGE_AVERAGE_H

#include "model/model.h"
#include <stddef.h>

enum { TSU_AVERAGE_ONE, TSU_AVERAGE_RUNNING, TSU_AVERAGE_WINDOW };
enum { TSU_AVERAGE_WINDOW_MAX = 100000 };

typedef struct tsu_average tsu_average;

/* A mean at multiples of `often`, of `repeat` samples that lie `every` steps apart. */
typedef struct tsu_average_def {
    int64_t every, repeat, often;
    int64_t start;  /* no sample before this step */
    int mode;       /* TSU_AVERAGE_... */
    int64_t window; /* means in a window */
    /* Told when a mean is complete; NULL: nobody is. */
    tsu_status (*told)(void *context, const tsu_model *m, const tsu_average *a, tsu_error *err);
    void *context;
} tsu_average_def;
tsu_average_def tsu_average_default(void); /* a mean of one sample in each step */

struct tsu_average {
    int64_t next;    /* step of the next sample */
    int64_t samples; /* in the present mean */
    int mode;        /* as in the parameters */
    int64_t window;  /* ... */
    int64_t means;   /* so far */
    int64_t cells;   /* numbers in a mean */
    double *sum;     /* [cells] of the samples of the present mean */
    double *total;   /* [cells] of the means: running, window */
    double *kept;    /* [window][cells] */
    double *result;  /* [cells] */
};

/* A row of numbers, lent until the next question. */
typedef struct tsu_sample_column {
    const double *value;
    ptrdiff_t stride; /* in doubles */
    int64_t count;
} tsu_sample_column;

/* What is averaged: a number, or one of each particle; or, with `ask_column`, a row of numbers (whose context is the value's). */
typedef struct tsu_average_value {
    char name[TSU_MODEL_NAME]; /* for messages */
    tsu_model_value value;
    tsu_status (*ask_column)(void *context, tsu_sample_column *out, tsu_error *err);
} tsu_average_value;

/* Fails unless samples fit into means. */
tsu_status tsu_average_check(const tsu_model *m, const tsu_average_def *def, tsu_error *err);
/* Takes over the parameters and plans the first sample from `step` on. */
void tsu_average_begin(tsu_average *a, const tsu_average_def *def, int64_t step);
/* Room for so many numbers; if it is another number than before, everything begins anew. */
tsu_status tsu_average_resize(tsu_average *a, int64_t cells, tsu_error *err);
void tsu_average_free(tsu_average *a);
/* Whether a sample is to be taken at this step; *last: it completes a mean. Plans the next. */
bool tsu_average_due(tsu_average *a, const tsu_average_def *def, int64_t step, bool *last);
/* Takes over a mean, which becomes the result or a part of it; `off[column]`: numbers of this column (cells run through the
 * columns first) are not averaged over means. NULL: all are. Clears the sum. */
void tsu_average_take(tsu_average *a, const double *mean, const bool *off, int columns);
/* Tells of it. */
tsu_status tsu_average_tell(const tsu_model *m, const tsu_average_def *def, const tsu_average *a,
                            tsu_error *err);
/* In a restart file. Loading resizes. */
void tsu_average_save(const tsu_average *a, tsu_pack *pack);
tsu_status tsu_average_load(tsu_average *a, tsu_cursor *saved, tsu_error *err);

#endif
