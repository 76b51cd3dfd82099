/* SPDX-License-Identifier: Apache-2.0 */
/* vtk_tets.h - tetrahedra from a legacy VTK file: ASCII, DATASET UNSTRUCTURED_GRID, cells of type 10. Cells of other types
 * are left out and counted. */
#ifndef TSU_FORMAT_VTK_TETS_H
#define TSU_FORMAT_VTK_TETS_H

#include "base/error.h"

typedef struct tsu_tet_list {
    int32_t count;
    double (*corner)[4][3]; /* [count], owned; give back with tsu_memory_release */
    int64_t others;         /* cells that are no tetrahedra */
} tsu_tet_list;

/* Reads `size` bytes; data[size] must be readable and 0. On failure *list is empty. */
tsu_status tsu_vtk_tets_parse(const char *data, size_t size, const char *name, tsu_tet_list *list,
                              tsu_error *err);
tsu_status tsu_vtk_tets_read(const char *path, tsu_tet_list *list, tsu_error *err);

#endif
