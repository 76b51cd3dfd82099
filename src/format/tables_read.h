/* SPDX-License-Identifier: Apache-2.0 */
/* tables_read.h - particles out of VTK files (legacy .vtk, XML .vtp and .vtu) and HDF5 files as tsubu and LIGGGHTS write them. */
#ifndef TSU_FORMAT_TABLES_READ_H
#define TSU_FORMAT_TABLES_READ_H

#include "format/dump_read.h"

/* Whether a file begins like one of them. */
bool tsu_tables_is(const char *path);
/* Reads the particles of a file; of an HDF5 file that names others, those of all of them. The step of a VTK file is the last number in
 * its name, its box what holds all particles; files of boxes have none and are passed over. */
tsu_status tsu_tables_read(const char *path, tsu_dump_take *take, void *context, tsu_error *err);

/* The last number in the name of a file, 0 if there is none. */
int64_t tsu_tables_step(const char *path);

/* vtk_points.c: points and their columns, out of the bytes of a file; data[size] must be readable and 0. */
tsu_status tsu_vtk_points_parse(char *data, size_t size, const char *name, tsu_dump_frame *frame,
                                tsu_error *err);
/* vtk_points_xml.c: the same for the XML formats. */
tsu_status tsu_vtk_points_parse_xml(char *data, size_t size, const char *name, tsu_dump_frame *frame,
                                    tsu_error *err);
/* Adds `components` columns of `rows` numbers to a frame whose rows are known; false: no room, or out of memory. Columns of vectors are
 * called vx, vy, vz for v, other ones a[1], a[2] ... */
bool tsu_vtk_points_add(tsu_dump_frame *frame, const char *name, int components, const double *value);

#endif
