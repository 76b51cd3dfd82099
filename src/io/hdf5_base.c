/* SPDX-License-Identifier: Apache-2.0 */
#include "io/hdf5_base.h"

#ifdef TSU_HAVE_HDF5
#include <stdlib.h>

enum { GROWTH = 1 << 16 /* of a file in memory [byte] */ };

tsu_status tsu_hdf5_available(const char *who, tsu_error *err)
{
    (void)who;
    (void)err;
    return TSU_OK;
}

static hid_t in_memory(void)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* nothing is printed */
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, GROWTH, 0); /* is never written by the library */
    return access;
}

/* Files in memory have a name all the same, and the library refuses to open an image where a file of that name is: none can be here. */
static const char nowhere[] = "/dev/null/tsubu";

/* In the oldest form of a file, which all programs read; images of the newer ones are spoilt by library 1.10 (a flag in their
 * first block is cleared, the checksum of the block is not made anew). */
hid_t tsu_hdf5_begin(size_t user_block)
{
    const hid_t access = in_memory(), create = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(create, user_block);
    const hid_t file = H5Fcreate(nowhere, H5F_ACC_TRUNC, create, access);
    H5Pclose(create);
    H5Pclose(access);
    return file;
}

void *tsu_hdf5_end(hid_t file, size_t user_block, size_t *size)
{
    if (file < 0) return NULL;
    const bool flushed = H5Fflush(file, H5F_SCOPE_LOCAL) >= 0;
    const ssize_t length = flushed ? H5Fget_file_image(file, NULL, 0) : -1; /* without the user block */
    char *image = length > 0 ? calloc(user_block + (size_t)length, 1) : NULL;
    if (image && H5Fget_file_image(file, image + user_block, (size_t)length) != length) {
        free(image);
        image = NULL;
    }
    H5Fclose(file);
    *size = image ? user_block + (size_t)length : 0;
    return image;
}

hid_t tsu_hdf5_open(const void *data, size_t size)
{
    const hid_t access = in_memory();
    H5Pset_file_image(access, (void *)(uintptr_t)data, size);
    const hid_t file = H5Fopen(nowhere, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    return file;
}

bool tsu_hdf5_attribute(hid_t at, const char *name, hid_t type, hsize_t length, const void *value)
{
    const hid_t space = length > 0 ? H5Screate_simple(1, &length, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = a >= 0 && H5Awrite(a, type, value) >= 0;
    if (a >= 0) H5Aclose(a);
    H5Sclose(space);
    return good;
}

hid_t tsu_hdf5_text_type(void)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    return type;
}

bool tsu_hdf5_text(hid_t at, const char *name, const char *text)
{
    const hid_t type = tsu_hdf5_text_type();
    const bool good = tsu_hdf5_attribute(at, name, type, 0, &text);
    H5Tclose(type);
    return good;
}

#else

tsu_status tsu_hdf5_available(const char *who, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                         "%s needs HDF5, which this build does not have: install libhdf5-dev and build again",
                         who);
}

#endif
