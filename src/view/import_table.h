/* SPDX-License-Identifier: Apache-2.0 */
/* import_table.h - tables of particles as frames of a recorded run. */
#ifndef TSU_VIEW_IMPORT_TABLE_H
#define TSU_VIEW_IMPORT_TABLE_H

#include "format/dump_read.h"
#include "view/import.h"

typedef struct tsu_import_writer tsu_import_writer;

tsu_status tsu_import_begin(tsu_import_writer **writer, const char *path, const char *title, tsu_error *err);
tsu_status tsu_import_add(tsu_import_writer *writer, const tsu_dump_frame *table, tsu_error *err);
/* Closes the file; `status` is how it went so far. NULL is allowed. */
tsu_status tsu_import_end(tsu_import_writer *writer, tsu_status status, tsu_import_note *note,
                          tsu_error *err);

#endif
