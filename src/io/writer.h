/* SPDX-License-Identifier: Apache-2.0 */
/* writer.h - files written by a thread of their own while the run goes on.
 *
 * A job holds everything it writes: its maker hands it over and touches it no more. Jobs are done one after the other, in the
 * order in which they were added. What waits is bounded: adding to a full queue waits for room. After a job has failed, those
 * behind it are given back unwritten, as if the run had stopped there; the error is told to whoever adds or drains next. */
#ifndef TSU_IO_WRITER_H
#define TSU_IO_WRITER_H

#include "base/error.h"

enum {
    TSU_WRITER_JOBS = 64,        /* at most, the one being written included */
    TSU_WRITER_BYTES = 256 << 20 /* [byte] of all jobs; a larger one waits until it is alone */
};

typedef struct tsu_writer tsu_writer;

typedef struct tsu_write_job {
    tsu_status (*write)(void *context, tsu_error *err);
    void (*destroy)(void *context); /* called once, whether it was written or not */
    void *context;
    size_t bytes; /* held until it is written */
} tsu_write_job;

/* The thread starts with the first job. NULL: no memory. */
tsu_writer *tsu_writer_create(tsu_error *err);
/* Finishes what waits, then ends the thread. NULL is fine. */
void tsu_writer_destroy(tsu_writer *w);

/* Takes the job over in any case. On a system that gives no thread it is done at once. */
tsu_status tsu_writer_add(tsu_writer *w, const tsu_write_job *job, tsu_error *err);
/* Waits until all is written (NULL: nothing was). Tells the error of the first job that failed, once; `err` is untouched if there is none. */
tsu_status tsu_writer_drain(tsu_writer *w, tsu_error *err);
/* Whether an error waits to be told. NULL: false. */
bool tsu_writer_failed(tsu_writer *w);

#endif
