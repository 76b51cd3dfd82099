/* SPDX-License-Identifier: Apache-2.0 */
#include "format/vtk_write.h"
#include "io/atomic_file.h"
#include <stdlib.h>
#include <string.h>

tsu_vtk_format tsu_vtk_format_of(const char *path)
{
    static const char *const ending[TSU_VTK_FORMATS] = {".vtk", ".vtp", ".vtu", ".vtr", ".pvtp", ".pvtu"};
    const char *dot = strrchr(path, '.');
    int k = 0;
    while (k < TSU_VTK_FORMATS && !(dot && strcmp(dot, ending[k]) == 0)) {
        k++;
    }
    return (tsu_vtk_format)k;
}

int tsu_vtk_per_cell(tsu_vtk_cells kind)
{
    return kind == TSU_VTK_VERTICES ? 1 : kind == TSU_VTK_LINES ? 2 : 3;
}

double tsu_vtk_value(const tsu_vtk_array *a, int64_t k)
{
    return a->value ? a->value[k] : a->first + a->step * (double)k;
}

size_t tsu_vtk_size(tsu_vtk_type type)
{
    return type == TSU_VTK_BYTE ? 1 : type == TSU_VTK_FLOAT || type == TSU_VTK_INT ? 4 : 8;
}

static void encode_one(tsu_vtk_type type, double value, uint8_t *out)
{
    const float single = (float)value;
    const int32_t number = (int32_t)value;
    const int64_t wide = (int64_t)value;
    switch (type) {
    case TSU_VTK_FLOAT: memcpy(out, &single, 4); break;
    case TSU_VTK_INT: memcpy(out, &number, 4); break;
    case TSU_VTK_INT64: memcpy(out, &wide, 8); break;
    case TSU_VTK_BYTE: *out = (uint8_t)number; break;
    default: memcpy(out, &value, 8); break;
    }
}

void tsu_vtk_encode(const tsu_vtk_array *a, int64_t k, size_t count, bool swap, uint8_t *out)
{
    const size_t size = tsu_vtk_size(a->type);
    for (size_t q = 0; q < count; q++, out += size) {
        encode_one(a->type, tsu_vtk_value(a, k + (int64_t)q), out);
        for (size_t b = 0; swap && b < size / 2; b++) {
            const uint8_t kept = out[b];
            out[b] = out[size - 1 - b];
            out[size - 1 - b] = kept;
        }
    }
}

/* One file; `piece` not NULL: the one that names it. */
static tsu_status write_one(const char *path, tsu_vtk_format format, const char *piece,
                            const tsu_vtk_data *data, const tsu_vtk_options *options, tsu_error *err)
{
    tsu_atomic_file file;
    tsu_text_out *out = malloc(sizeof *out);
    if (!out) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to write '%s'", path);
    tsu_status status = tsu_atomic_file_open(&file, path, err);
    if (status != TSU_OK) {
        free(out);
        return status;
    }
    file.series = true;
    tsu_text_out_init(out, file.stream);
    if (piece)
        tsu_vtk_write_index(out, format, data, piece);
    else if (format == TSU_VTK_LEGACY)
        tsu_vtk_write_legacy(out, data, options);
    else
        status = tsu_vtk_write_xml(out, format, data, options, err);
    tsu_text_out_flush(out);
    free(out);
    if (status == TSU_OK) return tsu_atomic_file_finish(&file, err);
    tsu_atomic_file_abandon(&file);
    return status;
}

/* NAME.pvtp names NAME_0.vtp. */
static tsu_status write_parallel(const char *path, tsu_vtk_format format, const tsu_vtk_data *data,
                                 const tsu_vtk_options *options, tsu_error *err)
{
    char piece[4096];
    const char *dot = strrchr(path, '.');
    const int length = snprintf(piece, sizeof piece, "%.*s_0.%s", dot ? (int)(dot - path) : 0, path,
                                format == TSU_VTK_PVTP ? "vtp" : "vtu");
    if (!dot || length >= (int)sizeof piece)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the file name '%.200s' is too long", path);
    const tsu_vtk_format serial = format == TSU_VTK_PVTP ? TSU_VTK_VTP : TSU_VTK_VTU;
    const tsu_status status = write_one(piece, serial, NULL, data, options, err);
    if (status != TSU_OK) return status;
    const char *slash = strrchr(piece, '/');
    return write_one(path, format, slash ? slash + 1 : piece, data, options, err);
}

tsu_status tsu_vtk_write(const char *path, tsu_vtk_format format, const tsu_vtk_data *data,
                         const tsu_vtk_options *options, tsu_error *err)
{
    if (format == TSU_VTK_PVTP || format == TSU_VTK_PVTU)
        return write_parallel(path, format, data, options, err);
    return write_one(path, format, NULL, data, options, err);
}
