/* SPDX-License-Identifier: Apache-2.0 */
#include "format/mesh_file.h"
#include "base/memory.h"
#include "format/polygons.h"
#include "format/stl.h"
#include "format/vtk_mesh.h"
#include "io/atomic_file.h"
#include "io/read_file.h"
#include "io/token.h"

tsu_status tsu_mesh_file_parse(const char *data, size_t size, const char *name, tsu_facets *facets,
                               tsu_error *err)
{
    if (size == 0) return tsu_error_set(err, TSU_ERROR_INPUT, "%s is empty", name);
    if (tsu_vtk_mesh_recognise(data, size)) return tsu_vtk_mesh_parse(data, size, name, facets, err);
    if (tsu_ply_recognise(data, size)) return tsu_ply_parse(data, size, name, facets, err);
    if (tsu_obj_recognise(data, size)) return tsu_obj_parse(data, size, name, facets, err);
    return tsu_stl_parse(data, size, name, facets, err);
}

tsu_status tsu_mesh_file_read(const char *path, tsu_facets *facets, tsu_error *err)
{
    char *data = NULL;
    size_t size = 0;
    tsu_status s = tsu_file_read(path, &data, &size, err);
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
    tsu_status s = tsu_file_read(path, &data, &size, err);
    tsu_tokens t = {.at = data, .end = data + size, .line = 1};
    while (s == TSU_OK && tsu_token_next(&t)) {
        int64_t value = 0;
        if (!tsu_token_integer(&t, &value) || value < 1)
            s = tsu_error_set(err, TSU_ERROR_INPUT,
                              "%s:%lld: '%s' is not a place of a triangle (a whole number from 1)", path,
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

tsu_status tsu_exclusion_list_write(const char *path, const tsu_mesh *mesh, int64_t *count, tsu_error *err)
{
    tsu_atomic_file file;
    *count = 0;
    const tsu_status s = tsu_atomic_file_open(&file, path, err);
    if (s != TSU_OK) return s;
    for (int32_t t = 0; t < mesh->triangles; t++) {
        if (!tsu_mesh_is_degenerate(mesh, t) && !tsu_mesh_is_duplicate(mesh, t)) continue;
        fprintf(file.stream, "%lld\n", (long long)mesh->origin[t]);
        ++*count;
    }
    return tsu_atomic_file_finish(&file, err);
}
