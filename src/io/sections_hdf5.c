/* SPDX-License-Identifier: Apache-2.0 */
#include "io/sections_hdf5.h"
#include "base/memory.h"
#include "io/hdf5_base.h"

#ifdef TSU_HAVE_HDF5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECKED_FROM = 4096, /* [byte] with a checksum of its own from this size on */
    COMPACT_TO = 1024,   /* [byte] kept beside its description */
    CHUNK = 1 << 20,     /* [byte] */
    BUFFER = 4096,       /* [byte] for texts on their way; the library would take a megabyte each time */
    DEPTH_MAX = 8        /* of groups */
};

/* As it lies in memory, and in the file. */
static hid_t memory_type(tsu_section_type type)
{
    const hid_t list[] = {H5T_NATIVE_UINT8, H5T_NATIVE_INT32,  H5T_NATIVE_UINT32,
                          H5T_NATIVE_INT64, H5T_NATIVE_UINT64, H5T_NATIVE_DOUBLE};
    return type == TSU_SECTION_TEXT ? tsu_hdf5_text_type() : H5Tcopy(list[type]);
}

static hid_t file_type(tsu_section_type type)
{
    const hid_t list[] = {H5T_STD_U8LE,  H5T_STD_I32LE, H5T_STD_U32LE,
                          H5T_STD_I64LE, H5T_STD_U64LE, H5T_IEEE_F64LE};
    return type == TSU_SECTION_TEXT ? tsu_hdf5_text_type() : H5Tcopy(list[type]);
}

/* How values go from and to the file. */
static hid_t transfer(void)
{
    const hid_t how = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_buffer(how, BUFFER, NULL, NULL);
    return how;
}

/* ---- writing ------------------------------------------------------------------------------------------------------ */

int64_t tsu_sections_begin(const char *units)
{
    const int version = TSU_SECTIONS_VERSION;
    const hid_t file = tsu_hdf5_begin(TSU_SECTIONS_HEAD);
    if (file < 0) return -1;
    if (tsu_hdf5_text(file, "format", "tsubu restart") && tsu_hdf5_text(file, "program", TSU_VERSION) &&
        tsu_hdf5_text(file, "units", units) &&
        tsu_hdf5_attribute(file, "version", H5T_NATIVE_INT, 0, &version))
        return file;
    H5Fclose(file);
    return -1;
}

/* The groups of a name. Times of creation would make two files of the same state differ. */
static bool make_groups(hid_t file, const char *name)
{
    char path[TSU_SECTION_NAME];
    bool good = true;
    const hid_t how = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_obj_track_times(how, false);
    for (const char *slash = strchr(name, '/'); slash && good; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%.*s", (int)(slash - name), name);
        if (H5Lexists(file, path, H5P_DEFAULT) > 0) continue;
        const hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, how, H5P_DEFAULT);
        good = group >= 0;
        if (good) H5Gclose(group);
    }
    H5Pclose(how);
    return good;
}

static hid_t storage(tsu_section_type type, size_t rows, size_t columns)
{
    const size_t row = (columns > 1 ? columns : 1) * tsu_section_width(type), size = rows * row;
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(how, false);
    if (type != TSU_SECTION_TEXT && size >= CHECKED_FROM && columns > 0) {
        const size_t chunks =
            (size + CHUNK - 1) / CHUNK; /* of the same size, for the last one is filled up */
        const hsize_t chunk[2] = {(rows + chunks - 1) / chunks, columns};
        H5Pset_chunk(how, columns > 1 ? 2 : 1, chunk);
        H5Pset_fletcher32(how);
    } else if (type != TSU_SECTION_TEXT && size > 0 && size <= COMPACT_TO) {
        H5Pset_layout(how, H5D_COMPACT);
    }
    return how;
}

bool tsu_sections_put(int64_t file, const char *name, tsu_section_type type, size_t rows, size_t columns,
                      const char *unit, const void *data)
{
    if (!make_groups(file, name)) return false;
    const hsize_t dims[2] = {rows, columns};
    const hid_t in_memory = memory_type(type), in_file = file_type(type), how = storage(type, rows, columns),
                way = transfer();
    const hid_t space =
        columns == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(columns > 1 ? 2 : 1, dims, NULL);
    const hid_t set = H5Dcreate2(file, name, in_file, space, H5P_DEFAULT, how, H5P_DEFAULT);
    bool good = set >= 0 && (rows == 0 || H5Dwrite(set, in_memory, H5S_ALL, H5S_ALL, way, data) >= 0);
    if (good && unit) good = tsu_hdf5_text(set, "unit", unit);
    if (set >= 0) H5Dclose(set);
    H5Sclose(space);
    H5Pclose(way);
    H5Pclose(how);
    H5Tclose(in_file);
    H5Tclose(in_memory);
    return good;
}

uint8_t *tsu_sections_end(int64_t file, size_t *size)
{
    return tsu_hdf5_end(file, TSU_SECTIONS_HEAD, size);
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

typedef struct parser {
    tsu_sections *s;
    size_t most; /* bytes of an array: no more than the file has */
    const char *what;
    tsu_error *err;
} parser;

static tsu_status strange(const parser *p, const char *name, const char *why)
{
    return tsu_error_set(p->err, TSU_ERROR_INPUT, "%s cannot be used: its array `%s` %s", p->what, name, why);
}

static tsu_section_type type_of(hid_t type)
{
    const H5T_class_t class = H5Tget_class(type);
    const size_t size = H5Tget_size(type);
    const bool sign = class == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_2;
    if (class == H5T_STRING && H5Tis_variable_str(type) > 0) return TSU_SECTION_TEXT;
    if (class == H5T_FLOAT && size == 8) return TSU_SECTION_F64;
    if (class != H5T_INTEGER) return TSU_SECTION_TYPES;
    if (size == 8) return sign ? TSU_SECTION_I64 : TSU_SECTION_U64;
    if (size == 4) return sign ? TSU_SECTION_I32 : TSU_SECTION_U32;
    return size == 1 && !sign ? TSU_SECTION_U8 : TSU_SECTION_TYPES;
}

/* Texts one behind the other. */
static tsu_status join_texts(const parser *p, char *const *text, tsu_section *to)
{
    for (size_t k = 0; k < to->rows; k++) {
        to->size += (text[k] ? strlen(text[k]) : 0) + 1;
    }
    const tsu_status s = tsu_memory_allocate(&to->data, to->size, 1, "a restart file", p->err);
    size_t at = 0;
    for (size_t k = 0; k < to->rows && s == TSU_OK; k++) {
        const size_t length = text[k] ? strlen(text[k]) : 0;
        if (length > 0) memcpy(to->data + at, text[k], length);
        to->data[at + length] = '\0';
        at += length + 1;
    }
    return s;
}

static tsu_status read_texts(const parser *p, hid_t set, hid_t space, tsu_section *to)
{
    char **text = NULL;
    tsu_status s = tsu_memory_allocate(&text, to->rows, sizeof *text, "a restart file", p->err);
    if (s != TSU_OK) return s;
    const hid_t type = tsu_hdf5_text_type(), way = transfer();
    if (to->rows > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, way, text) < 0) {
        s = strange(p, to->name, "cannot be read");
    } else {
        s = join_texts(p, text, to);
        if (to->rows > 0) H5Dvlen_reclaim(type, space, H5P_DEFAULT, text);
    }
    H5Pclose(way);
    H5Tclose(type);
    tsu_memory_release(&text);
    return s;
}

static tsu_status read_numbers(const parser *p, hid_t set, tsu_section *to)
{
    size_t numbers;
    if (!tsu_size_multiply(to->rows, to->columns, &numbers) ||
        !tsu_size_multiply(numbers, tsu_section_width(to->type), &to->size) || to->size > p->most)
        return strange(p, to->name, "is larger than the file");
    tsu_status s = tsu_memory_allocate(&to->data, to->size, 1, "a restart file", p->err);
    if (s != TSU_OK || to->size == 0) return s;
    const hid_t type = memory_type(to->type);
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to->data) < 0)
        s = strange(p, to->name, "cannot be read: its checksum does not match");
    H5Tclose(type);
    return s;
}

static tsu_status read_set(const parser *p, hid_t set, tsu_section *to)
{
    const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
    const int rank = H5Sget_simple_extent_ndims(space);
    hsize_t dims[2] = {1, 1};
    tsu_status s = TSU_OK;
    to->type = type_of(type);
    if (to->type == TSU_SECTION_TYPES || rank < 0 || rank > 2)
        s = strange(p, to->name, "is of a type that restart files do not have");
    if (s == TSU_OK) H5Sget_simple_extent_dims(space, dims, NULL);
    to->rows = dims[0];
    to->columns = dims[1];
    if (s == TSU_OK && to->type == TSU_SECTION_TEXT && (to->columns != 1 || to->rows > p->most))
        s = strange(p, to->name, "is larger than the file");
    if (s == TSU_OK)
        s = to->type == TSU_SECTION_TEXT ? read_texts(p, set, space, to) : read_numbers(p, set, to);
    H5Sclose(space);
    H5Tclose(type);
    return s;
}

static tsu_status add_set(const parser *p, hid_t set, const char *name)
{
    tsu_sections *list = p->s;
    if (list->count >= TSU_SECTIONS_MAX) return strange(p, name, "is one too many");
    const tsu_status s = tsu_memory_grow(&list->section, &list->capacity, (size_t)list->count + 1,
                                         sizeof *list->section, "a restart file", p->err);
    if (s != TSU_OK) return s;
    tsu_section *to = &list->section[list->count++];
    *to = (tsu_section){0};
    snprintf(to->name, sizeof to->name, "%s", name);
    return read_set(p, set, to);
}

static tsu_status read_group(const parser *p, hid_t group, const char *path, int depth)
{
    H5G_info_t info;
    tsu_status s = TSU_OK;
    if (depth > DEPTH_MAX || H5Gget_info(group, &info) < 0) return strange(p, path, "cannot be looked into");
    for (hsize_t k = 0; k < info.nlinks && s == TSU_OK; k++) {
        char link[TSU_SECTION_NAME], name[2 * TSU_SECTION_NAME];
        if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, link, sizeof link, H5P_DEFAULT) < 0)
            return strange(p, path, "cannot be looked into");
        snprintf(name, sizeof name, "%s%s%s", path, path[0] ? "/" : "", link);
        const hid_t object = strlen(name) < TSU_SECTION_NAME ? H5Oopen(group, link, H5P_DEFAULT) : -1;
        const H5I_type_t kind = object < 0 ? H5I_BADID : H5Iget_type(object);
        if (kind == H5I_GROUP)
            s = read_group(p, object, name, depth + 1);
        else if (kind == H5I_DATASET)
            s = add_set(p, object, name);
        else
            s = strange(p, path, "cannot be looked into");
        if (object >= 0) H5Oclose(object);
    }
    return s;
}

tsu_status tsu_sections_parse(tsu_sections *s, const void *data, size_t size, const char *what,
                              tsu_error *err)
{
    const parser p = {.s = s, .most = size, .what = what, .err = err};
    const hid_t file = tsu_hdf5_open(data, size);
    if (file < 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s cannot be used: it is not an HDF5 file", what);
    const tsu_status status = read_group(&p, file, "", 0);
    H5Fclose(file);
    return status;
}

#else

int64_t tsu_sections_begin(const char *units)
{
    (void)units;
    return -1;
}

bool tsu_sections_put(int64_t file, const char *name, tsu_section_type type, size_t rows, size_t columns,
                      const char *unit, const void *data)
{
    (void)file;
    (void)name;
    (void)type;
    (void)rows;
    (void)columns;
    (void)unit;
    (void)data;
    return false;
}

uint8_t *tsu_sections_end(int64_t file, size_t *size)
{
    (void)file;
    *size = 0;
    return NULL;
}

tsu_status tsu_sections_parse(tsu_sections *s, const void *data, size_t size, const char *what,
                              tsu_error *err)
{
    (void)s;
    (void)data;
    (void)size;
    (void)what;
    return tsu_hdf5_available("read_restart", err);
}

#endif
