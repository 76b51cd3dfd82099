/* SPDX-License-Identifier: Apache-2.0 */
#include "io/atomic_file.h"
#include "base/system.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The temporary files that are open, for tsu_atomic_file_discard_all alone: a signal handler has no other way to know. */
enum { OPEN_MAX = 16, SUFFIX = 6 };
static _Atomic(char *) open_now[OPEN_MAX];
static atomic_bool discarding;

static void enlist(char *temporary)
{
    for (int k = 0; k < OPEN_MAX; k++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&open_now[k], &none, temporary)) return;
    }
}

static void strike_off(char *temporary)
{
    for (int k = 0; k < OPEN_MAX && temporary; k++) {
        char *own = temporary;
        if (atomic_compare_exchange_strong(&open_now[k], &own, NULL)) return;
    }
}

void tsu_atomic_file_discard_all(void)
{
    atomic_store(&discarding, true);
    for (int k = 0; k < OPEN_MAX; k++) {
        const char *temporary = atomic_load(&open_now[k]);
        if (temporary) (void)unlink(temporary);
    }
}

/* Another thread may be just now in tsu_atomic_file_discard_all with a name that it found: then the name stays. */
static void forget(tsu_atomic_file *file)
{
    strike_off(file->temporary);
    free(file->target);
    if (!atomic_load(&discarding)) free(file->temporary);
    *file = (tsu_atomic_file){0};
}

/* As mkstemp, but readable as the user's umask says, as if it had been opened plainly. To ask for the umask is to change it
 * for a moment, which other threads would feel; open applies it. */
static int open_unique(char *name)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static atomic_uint count;
    char *end = name + strlen(name);
    for (int attempt = 0; attempt < 1000; attempt++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        const uint64_t words[] = {(uint64_t)getpid(), (uint64_t)now.tv_sec, (uint64_t)now.tv_nsec,
                                  atomic_fetch_add(&count, 1u)};
        uint64_t number = 0;
        for (int k = 0; k < 4; k++) {
            number = (number ^ words[k]) * 0x9e3779b97f4a7c15u;
            number ^= number >> 32;
        }
        for (char *c = end - SUFFIX; c < end; c++, number /= sizeof letters - 1) {
            *c = letters[number % (sizeof letters - 1)];
        }
        const int descriptor = tsu_system_create(name);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

tsu_status tsu_atomic_file_open(tsu_atomic_file *file, const char *path, tsu_error *err)
{
    *file = (tsu_atomic_file){0};
    const size_t length = strlen(path);
    file->target = strdup(path);
    file->temporary = malloc(length + sizeof ".XXXXXX");
    if (!file->target || !file->temporary) {
        forget(file);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the file name '%s'", path);
    }
    memcpy(file->temporary, path, length);
    memcpy(file->temporary + length, ".XXXXXX", sizeof ".XXXXXX");
    const int descriptor = open_unique(file->temporary);
    if (descriptor >= 0) {
        tsu_system_copy_permissions(descriptor, path); /* a file that was there keeps its own */
        file->stream = fdopen(descriptor, "w");
    }
    if (!file->stream) {
        const int cause = errno;
        if (descriptor >= 0) {
            close(descriptor);
            unlink(file->temporary);
        }
        forget(file);
        return tsu_error_set(err, TSU_ERROR_IO,
                             "cannot write '%s': %s; check that the folder exists and is writable", path,
                             strerror(cause));
    }
    enlist(file->temporary);
    if (atomic_load(&discarding)) (void)unlink(file->temporary); /* it came too late to be seen there */
    return TSU_OK;
}

tsu_status tsu_atomic_file_finish(tsu_atomic_file *file, tsu_error *err)
{
    errno = 0;
    bool good = fflush(file->stream) == 0 && !ferror(file->stream);
    good = good && (file->series || tsu_system_sync(fileno(file->stream)));
    int cause = errno;
    if (fclose(file->stream) != 0 && good) {
        good = false;
        cause = errno;
    }
    if (good && !tsu_system_replace(file->temporary, file->target)) {
        good = false;
        cause = errno;
    }
    tsu_status status = TSU_OK;
    if (good) {
        if (!file->series) tsu_system_sync_folder(file->target); /* the new name must reach the disk too */
    } else {
        unlink(file->temporary);
        status = tsu_error_set(err, TSU_ERROR_IO, "cannot write '%s': %s; the file is as it was before",
                               file->target, cause ? strerror(cause) : "writing failed (is the disk full?)");
    }
    forget(file);
    return status;
}

void tsu_atomic_file_abandon(tsu_atomic_file *file)
{
    if (file->stream) fclose(file->stream);
    if (file->temporary) unlink(file->temporary);
    forget(file);
}
