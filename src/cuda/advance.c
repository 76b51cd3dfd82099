/* SPDX-License-Identifier: Apache-2.0 */
/* advance.c - which device there is, and what a run says of it. */
#include "cuda/device.h"
#include "step/device.h"
#include "step/hooks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

typedef struct account {
    char name[128];
    int64_t steps, there, uploads,
        lists;    /* all steps; on the device: evaluations, worlds brought there, lists made */
    double bytes; /* of the last of them, for so many particles */
    int32_t rows;
    bool told; /* what the device does not take */
} account;

static account of_this_program; /* a program has one device */

/* The processor in its place is for tests: the same kernels in random order. */
static const tsu_gpu_backend *backend(void)
{
    const char *word = getenv("TSUBU_GPU");
    if (word && strcmp(word, "host") == 0) return &tsu_gpu_host;
#ifdef TSU_HAVE_CUDA
    return &tsu_gpu_cuda;
#else
    return NULL;
#endif
}

tsu_status tsu_gpu_look(tsu_gpu_about *about, tsu_error *err)
{
    const tsu_gpu_backend *b = backend();
    *about = (tsu_gpu_about){0};
    if (!b)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "this tsubu was built without CUDA; build it with `make cuda` where nvcc is "
                             "installed, or run without -gpu (the results are the same)");
    if (!b->open(about))
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "no GPU can be used: %s; run without -gpu (the results are the same)",
                             b->fault());
    return TSU_OK;
}

void tsu_gpu_foresee(const world *w, char *text, size_t size)
{
    tsu_gpu_about about;
    const char *why = tsu_gpu_obstacle(w);
    const double bytes = tsu_gpu_bytes(w), rows = w->particles.count;
    text[0] = '\0';
    if (why || rows < 1.0 || tsu_gpu_look(&about, NULL) != TSU_OK) return;
    int n = snprintf(text, size, "GPU %s: %.0f particles take about %.3g MB there, %.0f bytes a particle",
                     about.name, rows, 1.0e-6 * bytes, bytes / rows);
    if (n > 0 && (size_t)n < size && about.bytes > 0.0)
        snprintf(text + n, size - (size_t)n, "; %.4g MB are free", 1.0e-6 * about.free);
}

/* What keeps steps from the device; NULL: nothing. `idle`: it took none of several. */
static const char *obstacle(const world *w, bool idle)
{
    const tsu_hook *always;
    const char *why = tsu_gpu_obstacle(w);
    tsu_world_hooks_due(w, &always);
    return !why && idle && always ? always->name : why;
}

/* What the user should know, once. */
static void warn(account *a, const world *w, bool idle, char *note, size_t size)
{
    const tsu_gpu_work *done = tsu_gpu_work_of(w);
    const char *why = obstacle(w, idle);
    if (a->told || (!why && done->refused[0] == '\0')) return;
    a->told = true;
    if (why)
        snprintf(
            note, size,
            "the processor takes the steps of this run, since %s is not on the GPU yet; they are as fast "
            "as without -gpu, and the results are the same",
            why);
    else
        snprintf(note, size,
                 "the processor takes the steps of this run, since they do not fit on the GPU (%s); the "
                 "results are the same",
                 done->refused);
}

tsu_status tsu_gpu_advance(world *w, int64_t steps, bool (*wanted)(void *), void *context, char *note,
                           size_t size, tsu_error *err)
{
    account *a = &of_this_program;
    const int64_t begin = w->step;
    tsu_status s = TSU_OK;
    if (!w->device) s = tsu_gpu_attach(w, backend(), err);
    if (s != TSU_OK) return s;
    const tsu_gpu_work before = *tsu_gpu_work_of(w);
    s = tsu_world_advance_until(w, steps, wanted, context, err);
    const tsu_gpu_work *now = tsu_gpu_work_of(w);
    snprintf(a->name, sizeof a->name, "%s", now->about.name);
    a->steps += w->step - begin;
    a->there += now->steps - before.steps;
    a->uploads += now->uploads - before.uploads;
    a->lists += now->lists - before.lists;
    if (now->rows > 0) {
        a->bytes = now->bytes;
        a->rows = now->rows;
    }
    if (s == TSU_OK) warn(a, w, w->step > begin + 1 && now->steps == before.steps, note, size);
    return s;
}

void tsu_gpu_report(char *text, size_t size)
{
    const account *a = &of_this_program;
    const double each = a->rows > 0 ? a->bytes / a->rows : 0.0;
    text[0] = '\0';
    if (a->steps == 0) return;
    snprintf(text, size,
             "Steps on the GPU (%s): %lld of %lld; brought there %lld times, lists made there %lld times, "
             "%.0f bytes a particle\n",
             a->name, (long long)a->there, (long long)a->steps, (long long)a->uploads, (long long)a->lists,
             each);
}
