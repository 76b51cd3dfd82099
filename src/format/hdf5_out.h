/* SPDX-License-Identifier: Apache-2.0 */
/* hdf5_out.h - tables of numbers as HDF5 files, which appear whole or not at all. A build without the HDF5 library says so. */
#ifndef TSU_FORMAT_HDF5_OUT_H
#define TSU_FORMAT_HDF5_OUT_H

#include "base/error.h"

typedef struct tsu_hdf5_column {
    const char *name;
    bool integer; /* stored as 64-bit integers, else as doubles */
} tsu_hdf5_column;

typedef struct tsu_hdf5_table {
    int64_t step;
    double time;         /* [s] */
    double lo[3], hi[3]; /* of the box [m] */
    const char *units;   /* of the deck: si, cgs ... */
    int64_t rows;
    int columns;
    const tsu_hdf5_column *column;
    const double *value; /* [rows][columns] */
} tsu_hdf5_table;

/* A file with one compressed data set per column and the rest as attributes of its root. */
tsu_status tsu_hdf5_write_table(const char *path, const tsu_hdf5_table *table, tsu_error *err);

/* A file with one link per step, named by it, to the root of another file: file[k], seen from the folder of this one. */
tsu_status tsu_hdf5_write_index(const char *path, int64_t count, const int64_t *step, const char *const *file,
                                tsu_error *err);

#endif
