/* SPDX-License-Identifier: Apache-2.0 */
/* vtk_write.h - files that VTK, ParaView and their like read: points with cells on them and named columns, or a box. The
 * legacy format (.vtk, version 5.1) and the XML ones (.vtp, .vtu, .vtr, and .pvtp, .pvtu, .pvtr with one piece). */
#ifndef TSU_FORMAT_VTK_WRITE_H
#define TSU_FORMAT_VTK_WRITE_H

#include "base/error.h"
#include "io/text_out.h"

typedef enum tsu_vtk_format {
    TSU_VTK_LEGACY,
    TSU_VTK_VTP,
    TSU_VTK_VTU,
    TSU_VTK_VTR,
    TSU_VTK_PVTP,
    TSU_VTK_PVTU,
    TSU_VTK_FORMATS /* unknown */
} tsu_vtk_format;

typedef enum tsu_vtk_type {
    TSU_VTK_FLOAT,
    TSU_VTK_DOUBLE,
    TSU_VTK_INT,
    TSU_VTK_INT64,
    TSU_VTK_BYTE,
    TSU_VTK_STRING /* values are places in `text` */
} tsu_vtk_type;

typedef struct tsu_vtk_array {
    char name[96];
    tsu_vtk_type type;
    int components;
    int64_t tuples;
    const double *value; /* [tuples][components], borrowed; NULL: first, first + step ... */
    double first, step;
    const char *const *text;
} tsu_vtk_array;

typedef enum tsu_vtk_cells {
    TSU_VTK_VERTICES,
    TSU_VTK_LINES,
    TSU_VTK_TRIANGLES,
    TSU_VTK_BOX /* no points: a cuboid from lo to hi */
} tsu_vtk_cells;

typedef struct tsu_vtk_data {
    tsu_vtk_cells kind;
    tsu_vtk_array points; /* 3 components */
    int64_t cells;
    const double *connectivity; /* [cells][points of a cell]; NULL: each cell takes the next points */
    int point_arrays, cell_arrays;
    const tsu_vtk_array *point_array, *cell_array;
    double lo[3], hi[3];
} tsu_vtk_data;

typedef struct tsu_vtk_options {
    const char *label; /* second line of a legacy file; NULL: the usual one */
    bool binary;
    bool compress; /* XML; implies binary */
} tsu_vtk_options;

/* By the end of the name. */
tsu_vtk_format tsu_vtk_format_of(const char *path);
/* Whether this build can compress (zlib). */
bool tsu_vtk_can_compress(void);

/* Writes a file, or with a parallel format the file and its piece; each appears whole or not at all. */
tsu_status tsu_vtk_write(const char *path, tsu_vtk_format format, const tsu_vtk_data *data,
                         const tsu_vtk_options *options, tsu_error *err);

/* ---- for the writers ------------------------------------------------------------------------------------------------------ */

int tsu_vtk_per_cell(tsu_vtk_cells kind);
double tsu_vtk_value(const tsu_vtk_array *a, int64_t k);
/* Bytes of a number, and `count` of them from k on, in this machine's order or the other one. */
size_t tsu_vtk_size(tsu_vtk_type type);
void tsu_vtk_encode(const tsu_vtk_array *a, int64_t k, size_t count, bool swap, uint8_t *out);

void tsu_vtk_write_legacy(tsu_text_out *out, const tsu_vtk_data *data, const tsu_vtk_options *options);
tsu_status tsu_vtk_write_xml(tsu_text_out *out, tsu_vtk_format format, const tsu_vtk_data *data,
                             const tsu_vtk_options *options, tsu_error *err);
/* The file that names the piece. */
void tsu_vtk_write_index(tsu_text_out *out, tsu_vtk_format format, const tsu_vtk_data *data,
                         const char *piece);

#endif
