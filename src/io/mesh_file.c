/* SPDX-License-Identifier: Apache-2.0 */
#include "io/mesh_file.h"
#include "base/memory.h"
#include "io/stl.h"
#include "io/token.h"
#include "io/vtk_mesh.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const int64_t LARGEST = (int64_t)1 << 34; /* [byte] */

/* Reads from an open file; one byte more than it should have shows whether it grew. */
static tsu_status read_stream(FILE *file, const char *path, int64_t size, char **data, tsu_error *err)
{
    const tsu_status s = tsu_memory_allocate(data, (size_t)size + 1, 1, path, err);
    if (s != TSU_OK) return s;
    const size_t got = fread(*data, 1, (size_t)size, file);
    (*data)[got] = '\0';
    if (got == (size_t)size) return TSU_OK;
    tsu_memory_release(data);
    return tsu_error_set(err, TSU_ERROR_IO, "cannot read %s: %zu of %lld bytes came", path, got,
                         (long long)size);
}

static tsu_status read_all(const char *path, char **data, size_t *size, tsu_error *err)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file) return tsu_error_set(err, TSU_ERROR_IO, "cannot open %s: %s", path, strerror(errno));
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

tsu_status tsu_mesh_file_parse(const char *data, size_t size, const char *name, tsu_facets *facets,
                               tsu_error *err)
{
    if (size == 0) return tsu_error_set(err, TSU_ERROR_INPUT, "%s is empty", name);
    return tsu_vtk_mesh_recognise(data, size) ? tsu_vtk_mesh_parse(data, size, name, facets, err)
                                              : tsu_stl_parse(data, size, name, facets, err);
}

tsu_status tsu_mesh_file_read(const char *path, tsu_facets *facets, tsu_error *err)
{
    char *data = NULL;
    size_t size = 0;
    tsu_status s = read_all(path, &data, &size, err);
    if (s == TSU_OK) s = tsu_mesh_file_parse(data, size, path, facets, err);
    tsu_memory_release(&data);
    return s;
}

tsu_status tsu_exclusion_list_read(const char *path, int64_t **origins, size_t *count, tsu_error *err)
{
    char *data = NULL;
    size_t size = 0, capacity = 0;
    *origins = NULL;
    *count = 0;
    tsu_status s = read_all(path, &data, &size, err);
    tsu_tokens t = {.at = data, .end = data + size, .line = 1};
    while (s == TSU_OK && tsu_token_next(&t)) {
        int64_t value = 0;
        if (!tsu_token_integer(&t, &value) || value < 1)
            s = tsu_error_set(err, TSU_ERROR_INPUT,
                              "%s:%lld: '%s' is no place of a triangle (a whole number from 1)", path,
                              (long long)t.word_line, t.word);
        else
            s = tsu_memory_grow(origins, &capacity, *count + 1, sizeof **origins, "excluded triangles", err);
        if (s == TSU_OK) (*origins)[(*count)++] = value;
    }
    if (s != TSU_OK) {
        tsu_memory_release(origins);
        *count = 0;
    }
    tsu_memory_release(&data);
    return s;
}
