/* SPDX-License-Identifier: Apache-2.0 */
#include "format/tables_read.h"
#include "base/memory.h"
#include "io/hdf5_base.h"
#include "io/read_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum file_kind { OTHER, LEGACY, XML, HDF5 } file_kind;

static file_kind kind_of(const char *data, size_t size)
{
    if (size > 22 && strncmp(data, "# vtk DataFile Version", 22) == 0) return LEGACY;
    if (size > 8 && memcmp(data, "\x89HDF\r\n\x1a\n", 8) == 0) return HDF5;
    return (size > 5 && strncmp(data, "<?xml", 5) == 0) || (size > 8 && strncmp(data, "<VTKFile", 8) == 0)
               ? XML
               : OTHER;
}

/* ---- VTK ------------------------------------------------------------------------------------------------------------------- */

/* What holds all particles, for files that tell of no box. */
static void surround(tsu_dump_frame *f)
{
    for (int q = 0; q < 3; q++) {
        f->lo[q] = INFINITY;
        f->hi[q] = -INFINITY;
        for (size_t r = 0; r < f->rows; r++) {
            const double v = f->value[r * (size_t)f->columns + (size_t)f->place[q]];
            f->lo[q] = fmin(f->lo[q], v);
            f->hi[q] = fmax(f->hi[q], v);
        }
        if (!(f->lo[q] <= f->hi[q])) f->lo[q] = f->hi[q] = 0.0;
    }
}

int64_t tsu_tables_step(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int64_t step = 0;
    while (*name) {
        const size_t digits = strspn(name, "0123456789");
        if (digits > 0 && digits < 18) step = strtoll(name, NULL, 10);
        name += digits > 0 ? digits : 1;
    }
    return step;
}

static tsu_status read_vtk(char *data, size_t size, file_kind kind, const char *path, tsu_dump_take *take,
                           void *context, tsu_error *err)
{
    tsu_dump_frame f = {.step = tsu_tables_step(path), .time = NAN};
    if (kind == LEGACY && strstr(data, "DATASET RECTILINEAR_GRID"))
        return TSU_OK; /* the box beside the particles */
    if (kind == XML && strstr(data, "type=\"RectilinearGrid\"")) return TSU_OK;
    tsu_status status = kind == XML ? tsu_vtk_points_parse_xml(data, size, path, &f, err)
                                    : tsu_vtk_points_parse(data, size, path, &f, err);
    if (status == TSU_OK) status = tsu_dump_find_columns(&f, path, err);
    if (status == TSU_OK) surround(&f);
    if (status == TSU_OK) status = take(context, &f, err);
    tsu_dump_free(&f);
    return status;
}

/* ---- HDF5 ------------------------------------------------------------------------------------------------------------------ */

#ifdef TSU_HAVE_HDF5

static bool read_attribute(hid_t at, const char *name, hid_t type, hsize_t length, void *out)
{
    const hid_t a = H5Aexists(at, name) > 0 ? H5Aopen(at, name, H5P_DEFAULT) : -1;
    if (a < 0) return false;
    const hid_t space = H5Aget_space(a);
    const bool fits = H5Sget_simple_extent_npoints(space) == (hssize_t)length;
    const bool good = fits && H5Aread(a, type, out) >= 0;
    H5Sclose(space);
    H5Aclose(a);
    return good;
}

/* What the text `format` of a file begins with. */
static bool has_format(hid_t file, const char *wanted)
{
    char *text = NULL;
    const hid_t type = tsu_hdf5_text_type();
    const bool good =
        read_attribute(file, "format", type, 1, &text) && text && strncmp(text, wanted, strlen(wanted)) == 0;
    H5free_memory(text);
    H5Tclose(type);
    return good;
}

/* One data set of numbers is a column. */
static bool read_column(hid_t file, const char *name, tsu_dump_frame *f)
{
    const hid_t object = H5Oopen(file, name, H5P_DEFAULT);
    const bool is_table = object >= 0 && H5Iget_type(object) == H5I_DATASET;
    if (object >= 0) H5Oclose(object);
    if (!is_table) return true;
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = set < 0 ? -1 : H5Dget_space(set);
    const hssize_t rows = space < 0 ? -1 : H5Sget_simple_extent_npoints(space);
    double *room = NULL;
    bool good = rows >= 0 && rows < (hssize_t)1 << 31;
    if (good && f->columns == 0) f->rows = (size_t)rows;
    if (good && (size_t)rows == f->rows)
        good = tsu_memory_allocate(&room, f->rows + 1, sizeof *room, "an HDF5 file", NULL) == TSU_OK &&
               H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, room) >= 0 &&
               tsu_vtk_points_add(f, name, 1, room);
    tsu_memory_release(&room);
    if (space >= 0) H5Sclose(space);
    if (set >= 0) H5Dclose(set);
    return good;
}

static tsu_status read_snapshot(hid_t file, const char *path, tsu_dump_take *take, void *context,
                                tsu_error *err)
{
    tsu_dump_frame f = {.time = NAN};
    H5G_info_t group;
    bool good = read_attribute(file, "step", H5T_NATIVE_INT64, 1, &f.step) &&
                read_attribute(file, "time", H5T_NATIVE_DOUBLE, 1, &f.time) &&
                read_attribute(file, "box_lo", H5T_NATIVE_DOUBLE, 3, f.lo) &&
                read_attribute(file, "box_hi", H5T_NATIVE_DOUBLE, 3, f.hi) && H5Gget_info(file, &group) >= 0;
    for (hsize_t k = 0; good && k < group.nlinks; k++) {
        char name[128];
        const ssize_t length =
            H5Lget_name_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, k, name, sizeof name, H5P_DEFAULT);
        good = length > 0 && (length >= (ssize_t)sizeof name || read_column(file, name, &f));
    }
    tsu_status status = good ? tsu_dump_find_columns(&f, path, err)
                             : tsu_error_set(err, TSU_ERROR_INPUT, "%s is damaged or incomplete", path);
    if (status == TSU_OK) status = take(context, &f, err);
    tsu_dump_free(&f);
    return status;
}

/* The names of the files that a trajectory links, one behind the other, each with its 0; NULL: it is damaged. */
static char *linked_files(hid_t file, hsize_t *count)
{
    H5G_info_t group;
    char *names = NULL;
    size_t used = 0, capacity = 0;
    *count = 0;
    if (H5Gget_info(file, &group) < 0) return NULL;
    for (hsize_t k = 0; k < group.nlinks; k++) {
        char link[512];
        const char *name, *object;
        if (H5Lget_val_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, k, link, sizeof link, H5P_DEFAULT) < 0 ||
            H5Lunpack_elink_val(link, sizeof link, NULL, &name, &object) < 0 ||
            tsu_memory_grow(&names, &capacity, used + strlen(name) + 1, 1, "an HDF5 file", NULL) != TSU_OK) {
            tsu_memory_release(&names);
            return NULL;
        }
        memcpy(names + used, name, strlen(name) + 1);
        used += strlen(name) + 1;
        ++*count;
    }
    return names;
}

static tsu_status read_one(const char *path, tsu_dump_take *take, void *context, tsu_error *err)
{
    char *data = NULL;
    size_t size;
    tsu_status status = tsu_file_read(path, &data, &size, err);
    if (status != TSU_OK) return status;
    const hid_t file = tsu_hdf5_open(data, size);
    status = file >= 0 && has_format(file, "tsubu snapshot")
                 ? read_snapshot(file, path, take, context, err)
                 : tsu_error_set(err, TSU_ERROR_INPUT, "%s is not a snapshot of `dump hdf5`", path);
    if (file >= 0) H5Fclose(file);
    tsu_memory_release(&data);
    return status;
}

/* The library takes two files in memory for the same one: the first is closed before the next is opened. */
static tsu_status read_hdf5(const char *data, size_t size, const char *path, tsu_dump_take *take,
                            void *context, tsu_error *err)
{
    const hid_t file = tsu_hdf5_open(data, size);
    const bool index = file >= 0 && has_format(file, "tsubu trajectory");
    hsize_t count = 0;
    char *names = index ? linked_files(file, &count) : NULL;
    if (file >= 0) H5Fclose(file);
    if (!index) return read_one(path, take, context, err);
    const char *slash = strrchr(path, '/'), *name = names;
    tsu_status status =
        names ? TSU_OK : tsu_error_set(err, TSU_ERROR_INPUT, "%s names no files, or is damaged", path);
    for (hsize_t k = 0; k < count && status == TSU_OK; k++, name += strlen(name) + 1) {
        char other[1400];
        snprintf(other, sizeof other, "%.*s%.500s", slash ? (int)(slash - path) + 1 : 0, path, name);
        status = read_one(other, take, context, err);
    }
    tsu_memory_release(&names);
    return status;
}

static bool is_particles(const char *data, size_t size)
{
    const hid_t file = tsu_hdf5_open(data, size);
    const bool is = file >= 0 && (has_format(file, "tsubu snapshot") || has_format(file, "tsubu trajectory"));
    if (file >= 0) H5Fclose(file);
    return is;
}

#else

static tsu_status read_hdf5(const char *data, size_t size, const char *path, tsu_dump_take *take,
                            void *context, tsu_error *err)
{
    (void)data, (void)size, (void)path, (void)take, (void)context;
    return tsu_hdf5_available("an HDF5 file", err);
}

static bool is_particles(const char *data, size_t size)
{
    (void)data, (void)size;
    return true;
}

#endif

/* ---- the whole -------------------------------------------------------------------------------------------------------------- */

bool tsu_tables_is(const char *path)
{
    char *data = NULL;
    size_t size;
    if (tsu_file_read(path, &data, &size, NULL) != TSU_OK) return false;
    const file_kind kind = kind_of(data, size);
    const bool is = kind == HDF5 ? is_particles(data, size) : kind != OTHER;
    tsu_memory_release(&data);
    return is;
}

tsu_status tsu_tables_read(const char *path, tsu_dump_take *take, void *context, tsu_error *err)
{
    char *data = NULL;
    size_t size;
    tsu_status status = tsu_file_read(path, &data, &size, err);
    if (status != TSU_OK) return status;
    const file_kind kind = kind_of(data, size);
    status = kind == HDF5 ? read_hdf5(data, size, path, take, context, err)
                          : read_vtk(data, size, kind, path, take, context, err);
    tsu_memory_release(&data);
    return status;
}
