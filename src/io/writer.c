/* SPDX-License-Identifier: Apache-2.0 */
#include "io/writer.h"
#include "base/system.h"
#include <pthread.h>
#include <stdlib.h>

struct tsu_writer {
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t news;  /* for the thread: there is a job, or the end */
    pthread_cond_t done;  /* for whoever waits: a job is out of the queue */
    pthread_t thread;
    bool started, ending;
    int first, count; /* of the ring; the first is being written and stays until it is done */
    tsu_write_job job[TSU_WRITER_JOBS];
    size_t bytes;    /* of the jobs in the ring */
    tsu_error error; /* of the first job that failed; TSU_OK: none */
};

/* ---- the thread -------------------------------------------------------------------------------------------------------- */

/* The lock is held on entry and on return, not while the job is done. */
static void do_first(tsu_writer *w)
{
    const tsu_write_job job = w->job[w->first];
    const bool wanted = w->error.status == TSU_OK;
    pthread_mutex_unlock(&w->lock);
    tsu_error error = {0};
    const tsu_status status = wanted ? job.write(job.context, &error) : TSU_OK;
    job.destroy(job.context);
    pthread_mutex_lock(&w->lock);
    if (status != TSU_OK) {
        w->error = error;
        w->error.status = status;
    }
    w->first = (w->first + 1) % TSU_WRITER_JOBS;
    w->count--;
    w->bytes -= job.bytes;
    pthread_cond_broadcast(&w->done);
}

static void *work(void *context)
{
    tsu_writer *w = context;
    pthread_mutex_lock(&w->lock);
    while (w->count > 0 || !w->ending) {
        if (w->count > 0)
            do_first(w);
        else
            pthread_cond_wait(&w->news, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Signals are for the thread that runs the deck: its system calls may be interrupted, those of the writer not. */
static bool start(tsu_writer *w)
{
    tsu_signal_mask before;
    if (w->started) return true;
    tsu_system_hold_signals(&before);
    w->started = pthread_create(&w->thread, NULL, work, w) == 0;
    tsu_system_restore_signals(&before);
    return w->started;
}

/* ---- the other side ------------------------------------------------------------------------------------------------------ */

tsu_writer *tsu_writer_create(tsu_error *err)
{
    tsu_writer *w = calloc(1, sizeof *w);
    if (!w) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for writing files");
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->news, NULL);
    pthread_cond_init(&w->done, NULL);
    return w;
}

void tsu_writer_destroy(tsu_writer *w)
{
    if (!w) return;
    if (w->started) {
        pthread_mutex_lock(&w->lock);
        w->ending = true;
        pthread_cond_signal(&w->news);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
    }
    pthread_cond_destroy(&w->done);
    pthread_cond_destroy(&w->news);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* The lock is held. */
static tsu_status tell(tsu_writer *w, tsu_error *err)
{
    const tsu_status status = w->error.status;
    if (status != TSU_OK && err) *err = w->error;
    w->error = (tsu_error){0};
    return status;
}

static bool fits(const tsu_writer *w, size_t bytes)
{
    return w->count == 0 ||
           (w->count < TSU_WRITER_JOBS && bytes <= TSU_WRITER_BYTES && w->bytes <= TSU_WRITER_BYTES - bytes);
}

tsu_status tsu_writer_add(tsu_writer *w, const tsu_write_job *job, tsu_error *err)
{
    if (!start(w)) {
        const tsu_status status = job->write(job->context, err);
        job->destroy(job->context);
        return status;
    }
    pthread_mutex_lock(&w->lock);
    while (w->error.status == TSU_OK && !fits(w, job->bytes)) {
        pthread_cond_wait(&w->done, &w->lock);
    }
    const bool failed = w->error.status != TSU_OK;
    if (!failed) {
        w->job[(w->first + w->count++) % TSU_WRITER_JOBS] = *job;
        w->bytes += job->bytes;
        pthread_cond_signal(&w->news);
    }
    pthread_mutex_unlock(&w->lock);
    if (!failed) return TSU_OK;
    job->destroy(job->context);
    return tsu_writer_drain(w, err); /* what is left behind the error must not be written after it was told */
}

tsu_status tsu_writer_drain(tsu_writer *w, tsu_error *err)
{
    if (!w) return TSU_OK;
    pthread_mutex_lock(&w->lock);
    while (w->count > 0) {
        pthread_cond_wait(&w->done, &w->lock);
    }
    const tsu_status status = tell(w, err);
    pthread_mutex_unlock(&w->lock);
    return status;
}

bool tsu_writer_failed(tsu_writer *w)
{
    if (!w) return false;
    pthread_mutex_lock(&w->lock);
    const bool failed = w->error.status != TSU_OK;
    pthread_mutex_unlock(&w->lock);
    return failed;
}
