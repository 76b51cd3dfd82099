/* SPDX-License-Identifier: Apache-2.0 */
#include "io/growing_file.h"
#include "base/system.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAITING_MOST = 1 << 20 }; /* [byte] of parts that wait for others */

static const char ending[] = ".unfinished";

struct tsu_growing_file {
    int descriptor;
    bool plain; /* not a pipe or the like */
    bool notes;
    bool follows; /* there is something behind `at`, which may be what comes next */
    off_t at;
    char *path, *note;
    FILE *part;  /* in memory, where parts are collected; NULL: there are none */
    char *bytes; /* of these */
    size_t size;
};

/* ---- the note -------------------------------------------------------------------------------------------------------------- */

/* A folder in which nothing can be made has no notes. */
static void leave_note(const tsu_growing_file *f, off_t from, off_t to)
{
    FILE *note = f->plain && f->notes ? fopen(f->note, "w") : NULL;
    if (!note) return;
    fprintf(note,
            "%lld %lld\nbytes of %s that are whole, and that there will be when its last part is written\n",
            (long long)from, (long long)to, f->path);
    fclose(note);
}

/* Cuts off a part that was not finished. A note that says nothing was just being made, and the part not begun. */
static void heed_note(const tsu_growing_file *f)
{
    long long from = -1, to = -1;
    struct stat about;
    FILE *note = fopen(f->note, "r");
    if (!note) return;
    const bool known = fscanf(note, "%lld %lld", &from, &to) == 2;
    fclose(note);
    if (fstat(f->descriptor, &about) != 0) return;
    if (known && from >= 0 && about.st_size > from && about.st_size < to &&
        ftruncate(f->descriptor, from) != 0)
        return;
    (void)unlink(f->note);
}

/* ---- the file -------------------------------------------------------------------------------------------------------------- */

void tsu_growing_file_drop(tsu_growing_file *f)
{
    if (f->part) fclose(f->part);
    free(f->bytes);
    f->part = NULL;
    f->bytes = NULL;
    f->size = 0;
}

static void destroy(tsu_growing_file *f)
{
    tsu_growing_file_drop(f);
    if (f->descriptor >= 0) close(f->descriptor);
    free(f->path);
    free(f->note);
    free(f);
}

static tsu_growing_file *create(const char *path)
{
    tsu_growing_file *f = calloc(1, sizeof *f);
    const size_t length = strlen(path);
    if (!f) return NULL;
    f->descriptor = -1;
    f->notes = true;
    f->path = malloc(length + 1);
    f->note = malloc(length + sizeof ending);
    if (f->path && f->note) {
        memcpy(f->path, path, length + 1);
        memcpy(f->note, path, length);
        memcpy(f->note + length, ending, sizeof ending);
        return f;
    }
    destroy(f);
    return NULL;
}

static tsu_growing_file *open_file(const char *path, int how)
{
    struct stat about;
    tsu_growing_file *f = create(path);
    if (!f) return NULL;
    f->descriptor = tsu_system_open(path, how | O_CREAT);
    if (f->descriptor < 0) {
        const int why = errno;
        destroy(f);
        errno = why;
        return NULL;
    }
    f->plain = fstat(f->descriptor, &about) == 0 && S_ISREG(about.st_mode);
    return f;
}

tsu_growing_file *tsu_growing_file_open(const char *path, bool append)
{
    tsu_growing_file *f = open_file(path, O_WRONLY | O_APPEND | (append ? 0 : O_TRUNC));
    if (f && f->plain) heed_note(f);
    return f;
}

tsu_growing_file *tsu_growing_file_follow(const char *path, int64_t at)
{
    struct stat about;
    tsu_growing_file *f = open_file(path, O_RDWR);
    if (!f) return NULL;
    (void)unlink(f->note); /* what it says is no news: the end is compared */
    if (f->plain && fstat(f->descriptor, &about) == 0 && about.st_size > (off_t)at) {
        f->follows = true;
        f->at = (off_t)at;
    }
    return f;
}

void tsu_growing_file_no_notes(tsu_growing_file *f)
{
    f->notes = false;
}

int64_t tsu_growing_file_at(const tsu_growing_file *f)
{
    struct stat about;
    if (!f->plain) return -1;
    if (f->follows) return (int64_t)f->at;
    return fstat(f->descriptor, &about) == 0 ? (int64_t)about.st_size : -1;
}

/* ---- parts ----------------------------------------------------------------------------------------------------------------- */

FILE *tsu_growing_file_begin(tsu_growing_file *f)
{
    if (!f->part) f->part = tsu_memory_stream_open(&f->bytes, &f->size);
    return f->part;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(descriptor, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* ---- following ------------------------------------------------------------------------------------------------------------- */

static size_t lines_in(const char *bytes, size_t size)
{
    size_t n = 0;
    for (size_t k = 0; k < size; k++) {
        n += bytes[k] == '\n';
    }
    return n;
}

/* What is there instead of the part; NULL: not so many bytes. */
static char *read_old(const tsu_growing_file *f)
{
    char *old = malloc(f->size + 1);
    if (old && tsu_system_read_at(f->descriptor, old, f->size, (int64_t)f->at)) return old;
    free(old);
    return NULL;
}

/* Whether the part is in the file now, since it was there or fits in the place of what was. If not, the file ends before it. */
static bool follow(tsu_growing_file *f)
{
    struct stat about;
    char *old = read_old(f);
    bool there = old && memcmp(old, f->bytes, f->size) == 0;
    if (old && !there && f->size > 0 && old[f->size - 1] == '\n' && f->bytes[f->size - 1] == '\n' &&
        lines_in(old, f->size) == lines_in(f->bytes, f->size))
        there = lseek(f->descriptor, f->at, SEEK_SET) == f->at && write_all(f->descriptor, f->bytes, f->size);
    free(old);
    if (there) f->at += (off_t)f->size;
    const bool more = there && fstat(f->descriptor, &about) == 0 && about.st_size > f->at;
    if (more) return true;
    if (!there && ftruncate(f->descriptor, f->at) != 0) return false;
    f->follows = false;
    return there;
}

static bool write_parts(tsu_growing_file *f)
{
    struct stat about;
    if (!f->plain) return write_all(f->descriptor, f->bytes, f->size);
    if (f->follows && follow(f)) return true;
    if (fstat(f->descriptor, &about) != 0) return false;
    if (lseek(f->descriptor, 0, SEEK_END) < 0)
        return false; /* one that was followed is not opened for appending */
    leave_note(f, about.st_size, about.st_size + (off_t)f->size);
    const bool written = write_all(f->descriptor, f->bytes, f->size);
    if (!written && ftruncate(f->descriptor, about.st_size) != 0) return false; /* the note stays */
    if (f->notes) (void)unlink(f->note);
    return written;
}

bool tsu_growing_file_end(tsu_growing_file *f, bool now)
{
    bool good = tsu_memory_stream_sync(f->part, &f->bytes, &f->size);
    if (good && !now && f->size < WAITING_MOST) return true;
    good = good && write_parts(f);
    tsu_growing_file_drop(f);
    return good;
}

bool tsu_growing_file_sync(tsu_growing_file *f)
{
    return !f || !f->part || tsu_growing_file_end(f, true);
}

bool tsu_growing_file_close(tsu_growing_file *f)
{
    if (!f) return true;
    const bool good = tsu_growing_file_sync(f);
    destroy(f);
    return good;
}
