/* SPDX-License-Identifier: Apache-2.0 */
/* local.c - dumps of what is neither particle nor mesh: `local` (rows of a compute, such as contacts, as text),
 * `local/gran/vtk` (contacts as lines) and `decomposition/vtk` (the box of the only process). */
#include "base/memory.h"
#include "dump/rows.h"
#include <stdlib.h>
#include <string.h>

/* ---- local --------------------------------------------------------------------------------------------------------------- */

typedef struct local_dump {
    tsu_dump base;
    char label[TSU_NAME];
    int columns;
    char column[TSU_DUMP_COLUMNS][TSU_NAME]; /* `index`, c_ID, c_ID[2], f_ID ... */
} local_dump;

typedef struct local_snapshot {
    int64_t rows;
    double *value; /* [rows][columns] */
} local_snapshot;

static void free_local(void *snapshot)
{
    local_snapshot *t = snapshot;
    if (t) tsu_memory_release(&t->value);
    free(t);
}

/* The rows of one reference, and where its column starts. */
static tsu_status find_rows(tsu_session *s, const char *word, const double **data, int *stride, int64_t *rows,
                            tsu_error *err)
{
    tsu_object *object;
    int index;
    tsu_status status = tsu_dump_reference(s, word, &object, &index, err);
    if (status != TSU_OK) return status;
    *stride = object->values.local_columns;
    if (!object->values.local || index > *stride)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s: %s has %d local columns", word, object->style,
                             *stride);
    status = object->values.local(s, object->state, data, rows, err);
    if (status == TSU_OK && index > 0) *data += index - 1;
    return status;
}

static tsu_status collect_column(tsu_session *s, const local_dump *d, int c, local_snapshot *t,
                                 tsu_error *err)
{
    const double *data = NULL;
    int stride = 0;
    int64_t rows = t->rows;
    const bool index = strcmp(d->column[c], "index") == 0;
    tsu_status status = index ? TSU_OK : find_rows(s, d->column[c], &data, &stride, &rows, err);
    if (status == TSU_OK && !t->value) {
        t->rows = rows;
        status = tsu_memory_allocate(&t->value, (size_t)rows * (size_t)d->columns + 1, sizeof *t->value,
                                     "a dump", err);
    }
    if (status == TSU_OK && rows != t->rows)
        status =
            tsu_error_set(err, TSU_ERROR_INPUT, "dump %s: %s has %lld rows, the columns before it have %lld",
                          d->base.id, d->column[c], (long long)rows, (long long)t->rows);
    for (int64_t q = 0; q < rows && status == TSU_OK; q++) {
        t->value[q * d->columns + c] = index ? (double)(q + 1) : data[q * stride];
    }
    return status;
}

static void write_local(tsu_text_out *out, const tsu_dump *base, const tsu_dump_moment *now,
                        const void *snapshot)
{
    const local_dump *d = (const local_dump *)base;
    const local_snapshot *t = snapshot;
    tsu_text_format(out, "ITEM: TIMESTEP\n%lld\nITEM: NUMBER OF %s\n%lld\n", (long long)now->step, d->label,
                    (long long)t->rows);
    tsu_dump_put_box(out, now);
    tsu_text_format(out, "ITEM: %s ", d->label);
    for (int c = 0; c < d->columns; c++) {
        tsu_text_format(out, "%s ", d->column[c]);
    }
    tsu_text_put(out, "\n");
    const double *v = t->value;
    for (int64_t q = 0; q < t->rows; q++) {
        for (int c = 0; c < d->columns; c++, v++) {
            if (strcmp(d->column[c], "index") == 0)
                tsu_text_integer(out, (int64_t)*v);
            else
                tsu_text_number(out, *v, 6);
            tsu_text_letter(out, ' ');
        }
        tsu_text_letter(out, '\n');
    }
}

static tsu_status output_local(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    const local_dump *d = (const local_dump *)base;
    local_snapshot *t = calloc(1, sizeof *t);
    if (!t) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for dump %s", base->id);
    tsu_status status = TSU_OK;
    for (int pass = 0; pass < 2; pass++) { /* `index` needs to know the rows */
        for (int c = 0; c < d->columns && status == TSU_OK; c++) {
            if ((strcmp(d->column[c], "index") == 0) == (pass == 1)) status = collect_column(s, d, c, t, err);
        }
    }
    if (status == TSU_OK) {
        const size_t numbers = (size_t)t->rows * (size_t)d->columns;
        const tsu_dump_snapshot snapshot = {t, numbers * sizeof *t->value, free_local};
        return tsu_dump_write_text(s, base, write_local, &snapshot, err);
    }
    free_local(t);
    return status;
}

static tsu_status modify_local(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                               tsu_words *words, tsu_error *err)
{
    local_dump *d = (local_dump *)base;
    const char *word;
    (void)s;
    *taken = strcmp(keyword, "label") == 0;
    if (!*taken) return TSU_OK;
    const tsu_status status = tsu_words_text(words, "the label", &word, err);
    if (status == TSU_OK) snprintf(d->label, sizeof d->label, "%s", word);
    return status;
}

static tsu_status read_local(tsu_session *s, local_dump *d, tsu_words *words, tsu_error *err)
{
    bool reference = false;
    while (tsu_words_left(words)) {
        const char *word = tsu_words_peek(words);
        tsu_object *object;
        int index;
        tsu_error inner = {0};
        if (d->columns == TSU_DUMP_COLUMNS || strlen(word) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many columns, or too long a name");
        if (strcmp(word, "index") != 0) {
            if (strncmp(word, "c_", 2) != 0 && strncmp(word, "f_", 2) != 0)
                return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                       "a column is `index`, c_ID, c_ID[2], f_ID or f_ID[2]");
            const tsu_status status = tsu_dump_reference(s, word, &object, &index, &inner);
            if (status != TSU_OK)
                return tsu_error_lacks_same(
                    err, &inner, tsu_words_error(words, words->at, status, err, "%s", inner.message));
            if (!object->values.local || index > object->values.local_columns)
                return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "%s has %d local columns",
                                       object->style, object->values.local_columns);
            reference = true;
        }
        snprintf(d->column[d->columns++], TSU_NAME, "%s", word);
        words->at++;
    }
    return reference ? TSU_OK
                     : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the dump names no compute or fix");
}

static tsu_status dump_local(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    tsu_status status = tsu_dump_begin(s, words, sizeof(local_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    local_dump *d = (local_dump *)base;
    snprintf(d->label, sizeof d->label, "ENTRIES");
    base->write = output_local;
    base->modify = modify_local;
    status = read_local(s, d, words, err);
    return tsu_dump_add(s, &object, base, status, err);
}

/* ---- local/gran/vtk ------------------------------------------------------------------------------------------------------- */

/* In the order of the files; the first three are the ends of the line and the point of contact. */
static const char *const known[] = {"pos1",
                                    "pos2",
                                    "contact_point",
                                    "vel1",
                                    "vel2",
                                    "id1",
                                    "id2",
                                    "force",
                                    "force_normal",
                                    "force_tangential",
                                    "torque",
                                    "torque_normal",
                                    "torque_tangential",
                                    "contact_area",
                                    "delta",
                                    "heat_flux",
                                    NULL};

static int column_of(const tsu_object *o, const char *name)
{
    for (int c = 0; c < o->values.local_columns; c++) {
        const char *this = o->values.local_name(o->state, c);
        if (this && strcmp(this, name) == 0) return c;
    }
    return -1;
}

static int width_of(const tsu_object *o, int column)
{
    if (column + 2 >= o->values.local_columns) return 1;
    const char *a = o->values.local_name(o->state, column), *b = o->values.local_name(o->state, column + 2);
    return a && b && strcmp(a, b) == 0 ? 3 : 1;
}

/* Copies `width` columns, each row `times` times. */
static double *copy_columns(double *out, const double *data, int64_t rows, int stride, int column, int width,
                            int times)
{
    for (int64_t q = 0; q < rows; q++) {
        for (int k = 0; k < times; k++, out += width) {
            memcpy(out, data + q * stride + column, (size_t)width * sizeof *out);
        }
    }
    return out;
}

/* Points: both ends, and the point of contact if there is one; then three lines a contact instead of one. */
static double *fill_lines(const tsu_object *o, const double *data, int64_t rows, double *at,
                          tsu_vtk_data *out)
{
    const int stride = o->values.local_columns, point = column_of(o, known[2]);
    const int ends = point >= 0 ? 3 : 2;
    static const double link[6] = {0, 1, 0, 2, 1, 2};
    out->kind = TSU_VTK_LINES;
    out->points = (tsu_vtk_array){
        .name = "Points", .type = TSU_VTK_FLOAT, .components = 3, .tuples = ends * rows, .value = at};
    for (int64_t q = 0; q < rows; q++) {
        for (int k = 0; k < ends; k++) {
            at = copy_columns(at, data + q * stride, 1, stride, column_of(o, known[k]), 3, 1);
        }
    }
    out->cells = ends == 3 ? 3 * rows : rows;
    if (ends == 2) return at;
    out->connectivity = at;
    for (int64_t q = 0; q < rows; q++) {
        for (int k = 0; k < 6; k++) {
            *at++ = (double)(3 * q) + link[k];
        }
    }
    return at;
}

static tsu_status output_gran(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    tsu_rows_dump *d = (tsu_rows_dump *)base;
    const tsu_object *o;
    const double *data;
    int64_t rows;
    tsu_dump_grid *g;
    tsu_status status = tsu_rows_dump_values(s, d, &o, &data, &rows, err);
    if (status == TSU_OK)
        status = tsu_dump_grid_create(&g, (size_t)rows * (size_t)(3 * o->values.local_columns + 15), err);
    if (status != TSU_OK) return status;
    g->data.cell_array = g->array;
    double *at = fill_lines(o, data, rows, g->room, &g->data);
    for (int k = 3; known[k]; k++) {
        const int column = column_of(o, known[k]);
        if (column < 0) continue;
        tsu_vtk_array *a = &g->array[g->data.cell_arrays++];
        *a = (tsu_vtk_array){
            .type = TSU_VTK_DOUBLE, .components = width_of(o, column), .tuples = g->data.cells, .value = at};
        snprintf(a->name, sizeof a->name, "%s", known[k]);
        at = copy_columns(at, data, rows, o->values.local_columns, column, a->components,
                          g->data.connectivity ? 3 : 1);
    }
    return tsu_rows_dump_write(s, d, g, err);
}

static bool has_ends(const tsu_object *o)
{
    return column_of(o, known[0]) >= 0 && column_of(o, known[1]) >= 0;
}

static tsu_status dump_gran(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const tsu_rows_style style = {
        .write = output_gran,
        .word = "local_gran",
        .what = "the ID of a compute pair/gran/local",
        .fits = has_ends,
        .otherwise = "this is not a compute pair/gran/local or wall/gran/local that has `pos`"};
    return tsu_rows_dump_read(script, words, &style, err);
}

/* ---- decomposition/vtk --------------------------------------------------------------------------------------------------------- */

static void write_decomposition(tsu_text_out *out, const tsu_dump *d, const tsu_dump_moment *now,
                                const void *snapshot)
{
    (void)d, (void)snapshot;
    tsu_text_put(out, "# vtk DataFile Version 2.0\nLIGGGHTS mesh/gran/VTK export\nASCII\n"
                      "DATASET RECTILINEAR_GRID\nDIMENSIONS 2 2 2\n");
    for (int q = 0; q < 3; q++) {
        tsu_text_format(out, "%c_COORDINATES 2 float\n%f %f \n", "XYZ"[q], now -> lo[q], now -> hi[q]);
    }
}

static tsu_status output_decomposition(tsu_session *s, tsu_dump *d, tsu_error *err)
{
    return tsu_dump_write_text(s, d, write_decomposition, &(tsu_dump_snapshot){0}, err);
}

static tsu_status dump_decomposition(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    const tsu_status status = tsu_dump_begin(s, words, sizeof *base, &object, &base, err);
    if (status != TSU_OK) return status;
    base->write = output_decomposition;
    return tsu_dump_add(s, &object, base, tsu_words_end(words, err), err);
}

const tsu_command tsu_dumps_local[] = {
    {"local", "dump ID GROUP local N FILE index|c_ID|c_ID[2]|f_ID ...", "rows of a compute, such as contacts",
     dump_local},
    {"local/gran/vtk", "dump ID GROUP local/gran/vtk N FILE COMPUTE", "contacts as lines for VTK", dump_gran},
    {"decomposition/vtk", "dump ID GROUP decomposition/vtk N FILE", "the box of each process",
     dump_decomposition},
    {0}};
