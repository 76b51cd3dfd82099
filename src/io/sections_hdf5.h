/* SPDX-License-Identifier: Apache-2.0 */
/* sections_hdf5.h - the arrays of sections.h as data sets of an HDF5 file in memory. A build without HDF5 fails in each. */
#ifndef TSU_IO_SECTIONS_HDF5_H
#define TSU_IO_SECTIONS_HDF5_H

#include "io/sections.h"

/* A new file; negative: failed. */
int64_t tsu_sections_begin(const char *units);
/* One data set, with its groups where they are not there yet. Columns 0: a single value. `data` of texts: const char *const *. */
bool tsu_sections_put(int64_t file, const char *name, tsu_section_type type, size_t rows, size_t columns,
                      const char *unit, const void *data);
/* The bytes of the file, its first TSU_SECTIONS_HEAD zero, to be released with free; NULL: failed. A negative file is fine. */
uint8_t *tsu_sections_end(int64_t file, size_t *size);

/* Adds all data sets of a file that is known to be whole. */
tsu_status tsu_sections_parse(tsu_sections *s, const void *data, size_t size, const char *what,
                              tsu_error *err);

#endif
