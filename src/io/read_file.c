/* SPDX-License-Identifier: Apache-2.0 */
#include "io/read_file.h"
#include "base/memory.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const int64_t LARGEST = (int64_t)1 << 34; /* [byte] */

static tsu_status read_stream(FILE *file, const char *path, int64_t size, char **data, tsu_error *err)
{
    const tsu_status s = tsu_memory_allocate(data, (size_t)size + 1, 1, path, err);
    if (s != TSU_OK) return s;
    const size_t got = fread(*data, 1, (size_t)size, file);
    (*data)[got] = '\0';
    if (got == (size_t)size) return TSU_OK;
    tsu_memory_release(data);
    return tsu_error_set(err, TSU_ERROR_IO, "cannot read %s: only %zu of %lld bytes could be read", path, got,
                         (long long)size);
}

tsu_status tsu_file_read(const char *path, char **data, size_t *size, tsu_error *err)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file)
        return tsu_error_set(err, TSU_ERROR_IO, "cannot open %s: %s; check the name and the folder", path,
                             strerror(errno));
    tsu_status s = TSU_OK;
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        s = tsu_error_set(err, TSU_ERROR_IO, "%s is not a file that can be read", path);
    else if (about.st_size > LARGEST)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "%s has %lld bytes; at most %lld are read", path,
                          (long long)about.st_size, (long long)LARGEST);
    if (s == TSU_OK) s = read_stream(file, path, about.st_size, data, err);
    if (s == TSU_OK) *size = (size_t)about.st_size;
    fclose(file);
    return s;
}
