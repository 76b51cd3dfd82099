/* SPDX-License-Identifier: Apache-2.0 */
/* read_file.h - a whole file in memory. */
#ifndef TSU_IO_READ_FILE_H
#define TSU_IO_READ_FILE_H

#include "base/error.h"

/* Reads the file into *data, which the caller gives back with tsu_memory_release; (*data)[*size] is 0. */
tsu_status tsu_file_read(const char *path, char **data, size_t *size, tsu_error *err);

#endif
