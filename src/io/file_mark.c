/* SPDX-License-Identifier: Apache-2.0 */
#include "io/file_mark.h"
#include "base/hash.h"
#include "base/system.h"
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HASHED = 4096 }; /* [byte] */

/* The mark of the first `length` bytes. */
static bool mark_at(int file, int64_t length, tsu_file_mark *mark)
{
    unsigned char bytes[HASHED];
    const int64_t count = length < HASHED ? length : HASHED;
    if (!tsu_system_read_at(file, bytes, (size_t)count, length - count)) return false;
    *mark = (tsu_file_mark){length, tsu_hash_bytes(0, bytes, (size_t)count)};
    return true;
}

/* Only plain files: opening others (a pipe) could wait for ever. */
static int open_plain(const char *path, int how, int64_t *length)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return -1;
    *length = (int64_t)about.st_size;
    return tsu_system_open(path, how);
}

tsu_file_mark tsu_file_mark_take(const char *path, int64_t length)
{
    int64_t all = 0;
    tsu_file_mark mark = {.length = -1};
    const int file = open_plain(path, O_RDONLY, &all);
    if (file < 0) return mark;
    if (!mark_at(file, length >= 0 && length < all ? length : all, &mark))
        mark = (tsu_file_mark){.length = -1};
    close(file);
    return mark;
}

tsu_file_state tsu_file_mark_compare(const char *path, tsu_file_mark mark)
{
    int64_t length = 0;
    tsu_file_mark now;
    struct stat about;
    if (stat(path, &about) != 0) return TSU_FILE_GONE;
    const int file = mark.length >= 0 ? open_plain(path, O_RDONLY, &length) : -1;
    if (file < 0) return TSU_FILE_OTHER;
    tsu_file_state state = length < mark.length ? TSU_FILE_SHORTER : TSU_FILE_OTHER;
    if (length >= mark.length && mark_at(file, mark.length, &now) && now.hash == mark.hash)
        state = length > mark.length ? TSU_FILE_LONGER : TSU_FILE_AS_IT_WAS;
    close(file);
    return state;
}

void tsu_file_cut(const char *path, int64_t length)
{
    int64_t all = 0;
    const int file = length >= 0 ? open_plain(path, O_WRONLY, &all) : -1;
    if (file < 0) return;
    if (all > length && ftruncate(file, (off_t)length) != 0) all = 0; /* then it stays */
    close(file);
}
