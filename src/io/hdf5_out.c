/* SPDX-License-Identifier: Apache-2.0 */
/* The library makes a file in memory, which is then written like any other (atomic_file.h). */
#include "io/hdf5_out.h"

#ifdef TSU_HAVE_HDF5
#include "io/atomic_file.h"
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFLATE_LEVEL = 4, CHUNK_MAX = 65536, FROM = 64 };

tsu_status tsu_hdf5_available(tsu_error *err)
{
    (void)err;
    return TSU_OK;
}

static hid_t begin(void)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* nothing is printed */
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 20, 0); /* grows in memory, is never written by the library */
    const hid_t file = H5Fcreate("tsubu", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    return file;
}

/* Closes the file in memory and writes it, if all went well. */
static tsu_status end(hid_t file, bool good, const char *path, tsu_error *err)
{
    if (file >= 0) good = H5Fflush(file, H5F_SCOPE_LOCAL) >= 0 && good;
    const ssize_t size = file >= 0 ? H5Fget_file_image(file, NULL, 0) : -1;
    void *image = size > 0 ? malloc((size_t)size) : NULL;
    good = image && H5Fget_file_image(file, image, (size_t)size) == size && good;
    if (file >= 0) H5Fclose(file);
    tsu_status status =
        good ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "the HDF5 library could not make %s", path);
    tsu_atomic_file out;
    if (status == TSU_OK) status = tsu_atomic_file_open(&out, path, err);
    if (status == TSU_OK) {
        fwrite(image, 1, (size_t)size, out.stream); /* errors are found when it is finished */
        status = tsu_atomic_file_finish(&out, err);
    }
    free(image);
    return status;
}

static bool put_attribute(hid_t at, const char *name, hid_t type, hsize_t length, const void *value)
{
    const hid_t space = length > 0 ? H5Screate_simple(1, &length, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = a >= 0 && H5Awrite(a, type, value) >= 0;
    if (a >= 0) H5Aclose(a);
    H5Sclose(space);
    return good;
}

static bool put_text(hid_t at, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    const bool good = put_attribute(at, name, type, 0, &text);
    H5Tclose(type);
    return good;
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
    const hid_t file = begin();
    double *scratch = malloc(((size_t)t->rows + 1) * sizeof *scratch);
    bool good = file >= 0 && scratch && put_text(file, "format", "tsubu snapshot 1") &&
                put_text(file, "units", t->units) &&
                put_attribute(file, "step", H5T_NATIVE_INT64, 0, &t->step) &&
                put_attribute(file, "time", H5T_NATIVE_DOUBLE, 0, &t->time) &&
                put_attribute(file, "box_lo", H5T_NATIVE_DOUBLE, 3, t->lo) &&
                put_attribute(file, "box_hi", H5T_NATIVE_DOUBLE, 3, t->hi);
    for (int c = 0; c < t->columns && good; c++) {
        good = put_column(file, t, c, scratch);
    }
    free(scratch);
    return end(file, good, path, err);
}

tsu_status tsu_hdf5_write_index(const char *path, int64_t count, const int64_t *step, const char *const *file,
                                tsu_error *err)
{
    const hid_t index = begin();
    bool good = index >= 0 && put_text(index, "format", "tsubu trajectory 1");
    for (int64_t k = 0; k < count && good; k++) {
        char name[32];
        snprintf(name, sizeof name, "%012lld", (long long)step[k]);
        good = H5Lcreate_external(file[k], "/", index, name, H5P_DEFAULT, H5P_DEFAULT) >= 0;
    }
    return end(index, good, path, err);
}

#else

tsu_status tsu_hdf5_available(tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                         "this build has no HDF5; install libhdf5-dev and build again, or use custom/vtp");
}

tsu_status tsu_hdf5_write_table(const char *path, const tsu_hdf5_table *table, tsu_error *err)
{
    (void)path;
    (void)table;
    return tsu_hdf5_available(err);
}

tsu_status tsu_hdf5_write_index(const char *path, int64_t count, const int64_t *step, const char *const *file,
                                tsu_error *err)
{
    (void)path;
    (void)count;
    (void)step;
    (void)file;
    return tsu_hdf5_available(err);
}

#endif
