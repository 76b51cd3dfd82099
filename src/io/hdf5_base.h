/* SPDX-License-Identifier: Apache-2.0 */
/* hdf5_base.h - what all files made by the HDF5 library have in common: they are made and read in memory. The library is often
 * built for one thread: only the thread that leads a run calls it. */
#ifndef TSU_IO_HDF5_BASE_H
#define TSU_IO_HDF5_BASE_H

#include "base/error.h"

/* TSU_OK if this build has HDF5, else an error that says what `who` needs. */
tsu_status tsu_hdf5_available(const char *who, tsu_error *err);

#ifdef TSU_HAVE_HDF5
#include <hdf5.h>

/* A new file in memory; negative: failed. */
hid_t tsu_hdf5_begin(size_t user_block);
/* Closes it (a negative one is fine) and gives its bytes, to be released with free, behind room for the user block; NULL: failed. */
void *tsu_hdf5_end(hid_t file, size_t user_block, size_t *size);
/* A file in memory, for reading; it is copied. */
hid_t tsu_hdf5_open(const void *data, size_t size);

/* An attribute: one value if length is 0. */
bool tsu_hdf5_attribute(hid_t at, const char *name, hid_t type, hsize_t length, const void *value);
bool tsu_hdf5_text(hid_t at, const char *name, const char *text);
/* The type of texts of any length; to be closed. */
hid_t tsu_hdf5_text_type(void);
#endif

#endif
