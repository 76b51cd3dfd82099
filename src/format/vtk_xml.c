/* SPDX-License-Identifier: Apache-2.0 */
/* vtk_xml.c - the XML formats of VTK: numbers as text, or base64 with or without zlib. */
#include "base/memory.h"
#include "format/vtk_write.h"
#include <string.h>
#ifdef TSU_HAVE_ZLIB
#include <zlib.h>
#endif

enum { BLOCK = 1 << 16 }; /* bytes compressed at once; a multiple of every size of number */

static const char *const type_name[] = {"Float32", "Float64", "Int32", "Int64", "UInt8", "String"};

bool tsu_vtk_can_compress(void)
{
#ifdef TSU_HAVE_ZLIB
    return true;
#else
    return false;
#endif
}

/* ---- base64 ------------------------------------------------------------------------------------------------------------ */

typedef struct base64 {
    tsu_text_out *out;
    uint8_t held[3];
    int count;
} base64;

static void base64_put(base64 *b, const uint8_t *bytes, size_t count)
{
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < count; k++) {
        b->held[b->count++] = bytes[k];
        if (b->count < 3) continue;
        const uint8_t *h = b->held;
        const char four[4] = {letter[h[0] >> 2], letter[(h[0] & 3) << 4 | h[1] >> 4],
                              letter[(h[1] & 15) << 2 | h[2] >> 6], letter[h[2] & 63]};
        tsu_text_bytes(b->out, four, 4);
        b->count = 0;
    }
}

static void base64_end(base64 *b)
{
    static const uint8_t zero[2] = {0};
    const int held = b->count;
    if (held == 0) return;
    base64_put(b, zero, (size_t)(3 - held));
    for (int k = 0; k < 3 - held; k++) { /* the last four letters are still in the buffer */
        b->out->buffer[b->out->used - 1 - (size_t)k] = '=';
    }
}

/* ---- arrays ------------------------------------------------------------------------------------------------------------ */

static void put_text(tsu_text_out *out, const tsu_vtk_array *a, int64_t count)
{
    const int line = a->type == TSU_VTK_FLOAT || a->type == TSU_VTK_DOUBLE ? 6 : 20;
    char number[TSU_NUMBER_LENGTH];
    for (int64_t k = 0; k < count; k++) {
        const double value = tsu_vtk_value(a, k);
        tsu_text_bytes(out, k % line ? " " : "\n", 1);
        if (a->type == TSU_VTK_DOUBLE)
            tsu_text_exact(out, value);
        else if (a->type == TSU_VTK_FLOAT)
            tsu_text_bytes(out, number, tsu_number_format(number, (double)(float)value, 9));
        else
            tsu_text_integer(out, (int64_t)value);
    }
}

/* Strings are the codes of their letters, each ended by 0. */
static void put_strings(tsu_text_out *out, const tsu_vtk_array *a, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        tsu_text_letter(out, '\n');
        for (const char *c = a->text[(size_t)tsu_vtk_value(a, k)]; *c; c++) {
            tsu_text_integer(out, (unsigned char)*c);
            tsu_text_letter(out, ' ');
        }
        tsu_text_letter(out, '0');
    }
}

static void put_base64(tsu_text_out *out, const tsu_vtk_array *a, int64_t count)
{
    uint8_t bytes[4096];
    const size_t size = tsu_vtk_size(a->type);
    const int64_t chunk = (int64_t)(sizeof bytes / size);
    const uint64_t total = (uint64_t)count * size;
    base64 b = {.out = out};
    base64_put(&b, (const uint8_t *)&total, sizeof total);
    for (int64_t k = 0; k < count; k += chunk) {
        const size_t n = (size_t)(count - k < chunk ? count - k : chunk);
        tsu_vtk_encode(a, k, n, false, bytes);
        base64_put(&b, bytes, n * size);
    }
    base64_end(&b);
}

#ifdef TSU_HAVE_ZLIB
/* Header (blocks, size of a block, of the last one, compressed sizes) and blocks, each part in base64 of its own. */
static tsu_status put_compressed(tsu_text_out *out, const tsu_vtk_array *a, int64_t count, tsu_error *err)
{
    const size_t size = tsu_vtk_size(a->type), total = (size_t)count * size;
    const size_t blocks = (total + BLOCK - 1) / BLOCK, bound = compressBound(BLOCK);
    uint8_t *packed = NULL, *plain = NULL;
    uint64_t *header = NULL;
    tsu_status status = tsu_memory_allocate(&packed, blocks + 1, bound, "compressed numbers", err);
    if (status == TSU_OK) status = tsu_memory_allocate(&plain, BLOCK, 1, "numbers to compress", err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&header, blocks + 3, sizeof *header, "sizes of blocks", err);
    size_t used = 0;
    for (size_t k = 0; k < blocks && status == TSU_OK; k++) {
        const size_t bytes = total - k * BLOCK < BLOCK ? total - k * BLOCK : BLOCK;
        uLongf length = bound;
        tsu_vtk_encode(a, (int64_t)(k * (BLOCK / size)), bytes / size, false, plain);
        if (compress2(packed + used, &length, plain, bytes, Z_BEST_SPEED) != Z_OK)
            status = tsu_error_set(err, TSU_ERROR_IO, "zlib could not compress %s", a->name);
        header[3 + k] = length;
        used += length;
    }
    if (status == TSU_OK) {
        header[0] = blocks;
        header[1] = BLOCK;
        header[2] = total % BLOCK;
        base64 b = {.out = out};
        base64_put(&b, (const uint8_t *)header, (3 + blocks) * sizeof *header);
        base64_end(&b);
        base64_put(&b, packed, used);
        base64_end(&b);
    }
    tsu_memory_release(&packed);
    tsu_memory_release(&plain);
    tsu_memory_release(&header);
    return status;
}
#else
static tsu_status put_compressed(tsu_text_out *out, const tsu_vtk_array *a, int64_t count, tsu_error *err)
{
    (void)out, (void)count;
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "%s cannot be compressed: tsubu was built without zlib",
                         a->name);
}
#endif

static void put_escaped(tsu_text_out *out, const char *text)
{
    for (; *text; text++) {
        const char *name = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '"' ? "&quot;" : NULL;
        if (name)
            tsu_text_put(out, name);
        else
            tsu_text_bytes(out, text, 1);
    }
}

static void put_attributes(tsu_text_out *out, const char *tag, const tsu_vtk_array *a)
{
    tsu_text_format(out, "<%s type=\"%s\" Name=\"", tag, type_name[a->type]);
    put_escaped(out, a->name);
    tsu_text_put(out, "\"");
    if (a->components > 1) tsu_text_format(out, " NumberOfComponents=\"%d\"", a->components);
}

static tsu_status put_array(tsu_text_out *out, const tsu_vtk_array *a, const tsu_vtk_options *options,
                            tsu_error *err)
{
    const int64_t count = a->tuples * a->components;
    const bool string = a->type == TSU_VTK_STRING;
    const bool binary = (options->binary || options->compress) && !string;
    tsu_status status = TSU_OK;
    put_attributes(out, "DataArray", a);
    tsu_text_format(out, " format=\"%s\">", binary ? "binary" : "ascii");
    if (string)
        put_strings(out, a, count);
    else if (options->compress)
        status = put_compressed(out, a, count, err);
    else if (binary)
        put_base64(out, a, count);
    else
        put_text(out, a, count);
    tsu_text_put(out, "\n</DataArray>\n");
    return status;
}

static tsu_status put_columns(tsu_text_out *out, const char *tag, const tsu_vtk_array *array, int arrays,
                              const tsu_vtk_options *options, tsu_error *err)
{
    tsu_status status = TSU_OK;
    tsu_text_format(out, "<%s>\n", tag);
    for (int k = 0; k < arrays && status == TSU_OK; k++) {
        status = put_array(out, &array[k], options, err);
    }
    tsu_text_format(out, "</%s>\n", tag);
    return status;
}

/* ---- files ------------------------------------------------------------------------------------------------------------- */

static tsu_status put_cells(tsu_text_out *out, tsu_vtk_format format, const tsu_vtk_data *data,
                            const tsu_vtk_options *options, tsu_error *err)
{
    static const char *const tag[] = {"Verts", "Lines", "Polys"};
    static const double vtk_type[] = {1, 3, 5};
    const int each = tsu_vtk_per_cell(data->kind);
    const tsu_vtk_array array[3] = {
        {"connectivity", TSU_VTK_INT64, 1, data->cells * each, data->connectivity, 0, 1, NULL},
        {"offsets", TSU_VTK_INT64, 1, data->cells, NULL, each, each, NULL},
        {"types", TSU_VTK_BYTE, 1, data->cells, NULL, vtk_type[data->kind], 0, NULL}};
    const bool grid = format == TSU_VTK_VTU;
    return put_columns(out, grid ? "Cells" : tag[data->kind], array, grid ? 3 : 2, options, err);
}

static tsu_status put_box(tsu_text_out *out, const tsu_vtk_data *data, const tsu_vtk_options *options,
                          tsu_error *err)
{
    const tsu_vtk_options plain = {.binary = options->binary};
    tsu_vtk_array array[3];
    double ends[3][2];
    for (int q = 0; q < 3; q++) {
        ends[q][0] = data->lo[q];
        ends[q][1] = data->hi[q];
        array[q] = (tsu_vtk_array){
            .name = {"xyz"[q]}, .type = TSU_VTK_DOUBLE, .components = 1, .tuples = 2, .value = ends[q]};
    }
    tsu_text_put(out, "<RectilinearGrid WholeExtent=\"0 1 0 1 0 1\">\n<Piece Extent=\"0 1 0 1 0 1\">\n");
    const tsu_status status =
        put_columns(out, "Coordinates", array, 3, options->compress ? options : &plain, err);
    tsu_text_put(out, "</Piece>\n</RectilinearGrid>\n</VTKFile>\n");
    return status;
}

tsu_status tsu_vtk_write_xml(tsu_text_out *out, tsu_vtk_format format, const tsu_vtk_data *data,
                             const tsu_vtk_options *options, tsu_error *err)
{
    const bool box = data->kind == TSU_VTK_BOX, grid = format == TSU_VTK_VTU;
    const char *type = box ? "RectilinearGrid" : grid ? "UnstructuredGrid" : "PolyData";
    const uint16_t one = 1;
    const bool little = *(const uint8_t *)&one == 1;
    tsu_text_format(out,
                    "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"%s\" "
                    "header_type=\"UInt64\"%s>\n",
                    type, little ? "LittleEndian" : "BigEndian",
                    options->compress ? " compressor=\"vtkZLibDataCompressor\"" : "");
    if (box) return put_box(out, data, options, err);
    const long long n = data->points.tuples, cells = data->cells;
    tsu_text_format(out, "<%s>\n<Piece NumberOfPoints=\"%lld\" ", type, n);
    if (grid)
        tsu_text_format(out, "NumberOfCells=\"%lld\">\n", cells);
    else
        tsu_text_format(out,
                        "NumberOfVerts=\"%lld\" NumberOfLines=\"%lld\" NumberOfStrips=\"0\" "
                        "NumberOfPolys=\"%lld\">\n",
                        data->kind == TSU_VTK_VERTICES ? cells : 0, data->kind == TSU_VTK_LINES ? cells : 0,
                        data->kind == TSU_VTK_TRIANGLES ? cells : 0);
    tsu_status status = put_columns(out, "PointData", data->point_array, data->point_arrays, options, err);
    if (status == TSU_OK)
        status = put_columns(out, "CellData", data->cell_array, data->cell_arrays, options, err);
    if (status == TSU_OK) status = put_columns(out, "Points", &data->points, 1, options, err);
    if (status == TSU_OK) status = put_cells(out, format, data, options, err);
    tsu_text_format(out, "</Piece>\n</%s>\n</VTKFile>\n", type);
    return status;
}

static void put_index_columns(tsu_text_out *out, const char *tag, const tsu_vtk_array *array, int arrays)
{
    tsu_text_format(out, "    <%s>\n", tag);
    for (int k = 0; k < arrays; k++) {
        tsu_text_put(out, "      ");
        put_attributes(out, "PDataArray", &array[k]);
        tsu_text_put(out, "/>\n");
    }
    tsu_text_format(out, "    </%s>\n", tag);
}

void tsu_vtk_write_index(tsu_text_out *out, tsu_vtk_format format, const tsu_vtk_data *data,
                         const char *piece)
{
    const char *type = format == TSU_VTK_PVTU ? "PUnstructuredGrid" : "PPolyData";
    tsu_text_format(out,
                    "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\">\n"
                    "  <%s GhostLevel=\"0\">\n",
                    type, type);
    put_index_columns(out, "PPointData", data->point_array, data->point_arrays);
    put_index_columns(out, "PCellData", data->cell_array, data->cell_arrays);
    put_index_columns(out, "PPoints", &data->points, 1);
    tsu_text_put(out, "    <Piece Source=\"");
    put_escaped(out, piece);
    tsu_text_format(out, "\"/>\n  </%s>\n</VTKFile>\n", type);
}
