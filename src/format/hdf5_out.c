/* SPDX-License-Identifier: Apache-2.0 */
/* The library makes a file in memory, which is then written like any other (atomic_file.h). */
#include "format/hdf5_out.h"
#include "io/hdf5_base.h"

#ifdef TSU_HAVE_HDF5
#include "io/atomic_file.h"
#include <stdio.h>
#include <stdlib.h>

enum { DEFLATE_LEVEL = 4, CHUNK_MAX = 65536, FROM = 64 };

/* Closes the file in memory and writes it, if all went well. */
static tsu_status end(hid_t file, bool good, const char *path, tsu_error *err)
{
    size_t size = 0;
    void *image = tsu_hdf5_end(file, 0, &size);
    tsu_status status =
        image && good ? TSU_OK
                      : tsu_error_set(err, TSU_ERROR_MEMORY, "the HDF5 library could not make %s", path);
    tsu_atomic_file out;
    if (status == TSU_OK) status = tsu_atomic_file_open(&out, path, err);
    if (status == TSU_OK) {
        fwrite(image, 1, size, out.stream); /* errors are found when it is finished */
        status = tsu_atomic_file_finish(&out, err);
    }
    free(image);
    return status;
}

static bool put_column(hid_t file, const tsu_hdf5_table *t, int c, void *scratch)
{
    const hsize_t rows = (hsize_t)t->rows, chunk = rows < CHUNK_MAX ? rows : CHUNK_MAX;
    for (int64_t q = 0; q < t->rows; q++) {
        const double v = t->value[q * t->columns + c];
        if (t->column[c].integer)
            ((int64_t *)scratch)[q] = (int64_t)v;
        else
            ((double *)scratch)[q] = v;
    }
    const hid_t type = t->column[c].integer ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
    const hid_t space = H5Screate_simple(1, &rows, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
    if (t->rows >= FROM) {
        H5Pset_chunk(how, 1, &chunk);
        H5Pset_shuffle(how);
        if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) H5Pset_deflate(how, DEFLATE_LEVEL);
    }
    const hid_t set = H5Dcreate2(file, t->column[c].name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    const bool good =
        set >= 0 && (t->rows == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, scratch) >= 0);
    if (set >= 0) H5Dclose(set);
    H5Pclose(how);
    H5Sclose(space);
    return good;
}

tsu_status tsu_hdf5_write_table(const char *path, const tsu_hdf5_table *t, tsu_error *err)
{
    const hid_t file = tsu_hdf5_begin(0);
    double *scratch = malloc(((size_t)t->rows + 1) * sizeof *scratch);
    bool good = file >= 0 && scratch && tsu_hdf5_text(file, "format", "tsubu snapshot 1") &&
                tsu_hdf5_text(file, "units", t->units) &&
                tsu_hdf5_attribute(file, "step", H5T_NATIVE_INT64, 0, &t->step) &&
                tsu_hdf5_attribute(file, "time", H5T_NATIVE_DOUBLE, 0, &t->time) &&
                tsu_hdf5_attribute(file, "box_lo", H5T_NATIVE_DOUBLE, 3, t->lo) &&
                tsu_hdf5_attribute(file, "box_hi", H5T_NATIVE_DOUBLE, 3, t->hi);
    for (int c = 0; c < t->columns && good; c++) {
        good = put_column(file, t, c, scratch);
    }
    free(scratch);
    return end(file, good, path, err);
}

tsu_status tsu_hdf5_write_index(const char *path, int64_t count, const int64_t *step, const char *const *file,
                                tsu_error *err)
{
    const hid_t index = tsu_hdf5_begin(0);
    bool good = index >= 0 && tsu_hdf5_text(index, "format", "tsubu trajectory 1");
    for (int64_t k = 0; k < count && good; k++) {
        char name[32];
        snprintf(name, sizeof name, "%012lld", (long long)step[k]);
        good = H5Lcreate_external(file[k], "/", index, name, H5P_DEFAULT, H5P_DEFAULT) >= 0;
    }
    return end(index, good, path, err);
}

#else

tsu_status tsu_hdf5_write_table(const char *path, const tsu_hdf5_table *table, tsu_error *err)
{
    (void)path;
    (void)table;
    return tsu_hdf5_available("dump hdf5", err);
}

tsu_status tsu_hdf5_write_index(const char *path, int64_t count, const int64_t *step, const char *const *file,
                                tsu_error *err)
{
    (void)path;
    (void)count;
    (void)step;
    (void)file;
    return tsu_hdf5_available("dump hdf5", err);
}

#endif
