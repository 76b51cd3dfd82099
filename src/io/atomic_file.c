/* SPDX-License-Identifier: Apache-2.0 */
#include "io/atomic_file.h"
#include "base/system.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The temporary files that are open, for tsu_atomic_file_discard_all alone: a signal handler has no other way to know. */
enum { OPEN_MAX = 16, SUFFIX = 6 };
static const char undone[] = ".undone";
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

static bool ends_undone(const char *name)
{
    const size_t length = strlen(name), end = sizeof undone - 1;
    return length > end && strcmp(name + length - end, undone) == 0;
}

/* The usual name of the temporary file, so that what a killed program left there is used up by the next one that writes the target.
 * -1: somebody is writing it just now, or there are no locks. */
static int open_usual(char *name)
{
    struct stat held, there;
    memcpy(name + strlen(name) - SUFFIX, undone + 1, SUFFIX);
    const int descriptor = tsu_system_open(name, O_RDWR | O_CREAT);
    if (descriptor < 0) return -1;
    if (tsu_system_lock(descriptor) == TSU_LOCKED && fstat(descriptor, &held) == 0 &&
        stat(name, &there) == 0 && S_ISREG(held.st_mode) && held.st_ino == there.st_ino &&
        held.st_dev == there.st_dev && ftruncate(descriptor, 0) == 0)
        return descriptor;
    close(descriptor);
    return -1;
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
    int descriptor = open_usual(file->temporary);
    if (descriptor < 0) descriptor = open_unique(file->temporary);
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
    /* nobody else takes the usual name before it is given up */
    const int lock = ends_undone(file->temporary) ? dup(fileno(file->stream)) : -1;
    if (fclose(file->stream) != 0 && good) {
        good = false;
        cause = errno;
    }
    if (good && !tsu_system_replace(file->temporary, file->target)) {
        good = false;
        cause = errno;
    }
    if (!good) unlink(file->temporary);
    if (lock >= 0) close(lock);
    tsu_status status = TSU_OK;
    if (good) {
        if (!file->series) tsu_system_sync_folder(file->target); /* the new name must reach the disk too */
    } else {
        status = tsu_error_set(err, TSU_ERROR_IO, "cannot write '%s': %s; the file is unchanged",
                               file->target, cause ? strerror(cause) : "writing failed (is the disk full?)");
    }
    forget(file);
    return status;
}

void tsu_atomic_file_abandon(tsu_atomic_file *file)
{
    const bool usual =
        file->temporary && ends_undone(file->temporary); /* nobody else may have it before it is gone */
    if (usual) unlink(file->temporary);
    if (file->stream) fclose(file->stream);
    if (file->temporary && !usual) unlink(file->temporary);
    forget(file);
}

static void sweep_one(const char *path)
{
    struct stat about;
    if (!ends_undone(path) || stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return;
    const int file = tsu_system_open(path, O_WRONLY);
    if (file < 0) return;
    if (tsu_system_lock(file) == TSU_LOCKED) (void)unlink(path);
    close(file);
}

void tsu_atomic_file_sweep(const char *path)
{
    char folder[4096], name[sizeof folder + 300];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 2, slash ? path : "./");
    DIR *dir = opendir(folder);
    for (const struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        snprintf(name, sizeof name, "%s%s", folder, entry->d_name);
        sweep_one(name);
    }
    if (dir) closedir(dir);
}
