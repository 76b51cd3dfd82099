/* SPDX-License-Identifier: Apache-2.0 */
/* vtk.c - particles for VTK and ParaView: `custom/vtk` with the arrays, names and files of LIGGGHTS (vectors joined
 * from their components, the box in a file beside), `atom/vtk` with a fixed set of arrays, and `custom/vtp`: compressed, in
 * double precision, with an index of times (.pvd). */
#include "base/memory.h"
#include "dump/dump.h"
#include "io/atomic_file.h"
#include <stdlib.h>
#include <string.h>

typedef struct vtk_array_plan {
    char name[96];
    int column; /* first of the table; -1: zeros */
    int components;
    tsu_vtk_type type;
} vtk_array_plan;

typedef struct vtk_dump {
    tsu_particle_dump particles;
    tsu_vtk_format format;
    tsu_vtk_type points; /* float or double */
    bool binary, compress, box, timeline;
    char label[256];
    int arrays;
    vtk_array_plan array[TSU_DUMP_COLUMNS];
} vtk_dump;

/* ---- which arrays ----------------------------------------------------------------------------------------------------------- */

static bool is_wanted(const tsu_dump_column *column, int columns, const char *word)
{
    for (int c = 0; c < columns; c++) {
        if (column[c].field && strcmp(column[c].name, word) == 0) return true;
    }
    return false;
}

/* LIGGGHTS has each column that all particles have once and in a fixed order, with the position first; then the others as
 * given. */
static void arrange_columns(tsu_particle_dump *d)
{
    tsu_dump_column given[TSU_DUMP_COLUMNS];
    const int columns = d->columns;
    char room[TSU_FIELD_ROOM];
    memcpy(given, d->column, sizeof given);
    d->columns = 0;
    for (int k = 0; k < tsu_fields_count(NULL); k++) {
        const tsu_field f = tsu_fields_at(NULL, k);
        for (int q = 0; q < f.width && d->columns < TSU_DUMP_COLUMNS; q++) {
            const char *word = tsu_field_word_of(&f, q, room);
            if (word && (k == 0 || is_wanted(given, columns, word) ||
                         (q == 0 && f.alias && is_wanted(given, columns, f.alias))))
                tsu_dump_set_column(&d->column[d->columns++], f.name, q);
        }
    }
    for (int k = 0; k < columns && d->columns < TSU_DUMP_COLUMNS; k++) {
        if (!given[k].field || given[k].number.field.store == TSU_STORE_COLUMN)
            d->column[d->columns++] = given[k];
    }
}

static bool is_same_field(const tsu_field *a, const tsu_field *b)
{
    return a->store == b->store && a->first == b->first && a->column == b->column && a->read == b->read;
}

/* vx vy vz are one array v; c_ID[1] c_ID[2] c_ID[3] are c_ID[1-3]. */
static bool joins_three(const tsu_particle_dump *d, int c, char *name, size_t size)
{
    if (c + 2 >= d->columns) return false;
    const tsu_dump_column *k = &d->column[c];
    if (k->field) {
        for (int q = 0; q < 3; q++) {
            const tsu_field_number *n = &k[q].number;
            if (!k[q].field || n->q != q || n->field.width != 3 ||
                !is_same_field(&n->field, &k->number.field))
                return false;
        }
        const size_t length = strlen(k->name);
        if (k->number.field.store == TSU_STORE_COLUMN)
            snprintf(name, size, "%.*s", (int)length - 2, k->name); /* without its _1 */
        else if (k->name[length - 1] == 'x')
            snprintf(name, size, "%.*s", (int)length - 1, k->name);
        else /* xs, xu, xsu: without their x nothing is left that tells them apart */
            snprintf(name, size, "%s", k->name);
        return true;
    }
    const char *bracket = strchr(k->name, '['), *last = strchr(k[2].name, '[');
    if (!bracket || !last) return false;
    const size_t base = (size_t)(bracket - k->name) + 1;
    if (strncmp(k->name, k[1].name, base) != 0 || strncmp(k->name, k[2].name, base) != 0) return false;
    snprintf(name, size, "%.*s-%s", (int)strlen(k->name) - 1, k->name, last + 1);
    return true;
}

static void plan_arrays(vtk_dump *d)
{
    const tsu_particle_dump *p = &d->particles;
    d->arrays = 0;
    for (int c = 3; c < p->columns;) { /* the first three are the points */
        const tsu_dump_column *k = &p->column[c];
        const bool variable = !k->field && k->name[0] == 'v';
        char name[96];
        const bool vector = joins_three(p, c, name, sizeof name);
        if (!vector) snprintf(name, sizeof name, "%s", variable ? k->name + 2 : k->name);
        vtk_array_plan a = {.column = c, .components = vector ? 3 : 1, .type = TSU_VTK_DOUBLE};
        memcpy(a.name, name, sizeof a.name);
        if (k->integer) a.type = TSU_VTK_INT;
        if (k->text) a.type = TSU_VTK_STRING;
        d->array[d->arrays++] = a;
        c += a.components;
    }
}

/* ---- a snapshot ------------------------------------------------------------------------------------------------------------ */

/* Arrays out of the table: each takes its columns of all rows. */
static tsu_status fill_arrays(const vtk_dump *d, const tsu_dump_table *t, double **room, tsu_vtk_array *array,
                              const char *const *names, tsu_error *err)
{
    const size_t n = (size_t)t->rows, width = (size_t)t->columns;
    const tsu_status status =
        tsu_memory_allocate(room, n * (width + 1) + 1, sizeof **room, "the arrays of a dump", err);
    if (status != TSU_OK) return status;
    double *at = *room;
    for (int k = -1; k < d->arrays; k++) { /* -1: the points */
        const vtk_array_plan points = {.name = "Points", .components = 3, .type = d->points};
        const vtk_array_plan *a = k < 0 ? &points : &d->array[k];
        const size_t each = (size_t)a->components;
        array[k + 1] = (tsu_vtk_array){
            .type = a->type, .components = a->components, .tuples = t->rows, .value = at, .text = names};
        snprintf(array[k + 1].name, sizeof array[k + 1].name, "%s", a->name);
        for (size_t q = 0; q < n; q++) {
            const double *from = t->value + q * width + (size_t)(a->column < 0 ? 0 : a->column);
            for (size_t c = 0; c < each; c++) {
                *at++ = a->column < 0 ? 0.0 : a->type == TSU_VTK_STRING ? from[c] - 1.0 : from[c];
            }
        }
    }
    return TSU_OK;
}

static tsu_status write_particles(const vtk_dump *d, const tsu_dump_table *t, const char *path,
                                  tsu_error *err)
{
    static const char *const unnamed = "C";
    const char *names[TSU_DUMP_ELEMENTS];
    tsu_vtk_array array[TSU_DUMP_COLUMNS + 1];
    double *room = NULL;
    for (int k = 0; k < TSU_DUMP_ELEMENTS; k++) {
        names[k] = tsu_dump_element(&d->particles, k, unnamed);
    }
    tsu_status status = fill_arrays(d, t, &room, array, names, err);
    if (status == TSU_OK) {
        const tsu_vtk_data data = {.kind = TSU_VTK_VERTICES,
                                   .points = array[0],
                                   .cells = array[0].tuples,
                                   .point_arrays = d->arrays,
                                   .point_array = array + 1};
        const tsu_vtk_options options = {d->label[0] ? d->label : NULL, d->binary, d->compress};
        status = tsu_vtk_write(path, d->format, &data, &options, err);
    }
    tsu_memory_release(&room);
    return status;
}

/* The box: a_100.vtk has a_boundingBox_100.vtk beside it, a.vtk has a_boundingBox.vtk; XML files a .vtr. */
static tsu_status write_box(const vtk_dump *d, const tsu_dump_moment *now, const char *path, tsu_error *err)
{
    const tsu_dump *base = &d->particles.base;
    const char *star = strchr(base->path, '*'), *dot = strrchr(path, '.');
    const int before = star ? (int)(star - base->path) : (int)(dot - path);
    char name[700];
    snprintf(name, sizeof name, "%.*s%s%.*s%s", before, path, star ? "boundingBox_" : "_boundingBox",
             (int)(dot - path) - before, path + before, d->format == TSU_VTK_LEGACY ? ".vtk" : ".vtr");
    tsu_vtk_data data = {.kind = TSU_VTK_BOX};
    memcpy(data.lo, now->lo, sizeof data.lo);
    memcpy(data.hi, now->hi, sizeof data.hi);
    const tsu_vtk_options options = {d->label[0] ? d->label : NULL, d->binary, d->compress};
    const tsu_vtk_format format = d->format == TSU_VTK_LEGACY ? TSU_VTK_LEGACY : TSU_VTK_VTR;
    return tsu_vtk_write(name, format, &data, &options, err);
}

/* ---- time index --------------------------------------------------------------------------------------------------------------- */

static tsu_status write_timeline(tsu_dump *base, tsu_error *err)
{
    char name[600], index[600];
    const char *star = strchr(base->path, '*');
    int stem = (int)(star - base->path);
    while (stem > 0 && strchr("_-.", base->path[stem - 1])) {
        stem--;
    }
    snprintf(index, sizeof index, "%.*s%s.pvd", stem, base->path,
             stem == 0 || base->path[stem - 1] == '/' ? "series" : "");
    tsu_atomic_file file;
    tsu_status status = tsu_atomic_file_open(&file, index, err);
    if (status != TSU_OK) return status;
    file.series = true;
    fprintf(file.stream,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
    for (int64_t k = 0; k < base->index.count; k++) {
        status = tsu_dump_file_name(base, base->index.step[k], name, sizeof name, err);
        if (status != TSU_OK) break;
        const char *slash = strrchr(name, '/');
        fprintf(file.stream, "<DataSet timestep=\"%.17g\" part=\"0\" file=\"%s\"/>\n", base->index.time[k],
                slash ? slash + 1 : name);
    }
    fprintf(file.stream, "</Collection>\n</VTKFile>\n");
    if (status == TSU_OK) return tsu_atomic_file_finish(&file, err);
    tsu_atomic_file_abandon(&file);
    return status;
}

static tsu_status write_vtk(tsu_dump *base, const tsu_dump_moment *now, const void *table, tsu_error *err)
{
    vtk_dump *d = (vtk_dump *)base;
    char name[600];
    tsu_status status = tsu_dump_file_name(base, now->step, name, sizeof name, err);
    if (status == TSU_OK) status = write_particles(d, table, name, err);
    if (status == TSU_OK && d->box) status = write_box(d, now, name, err);
    if (status != TSU_OK || !d->timeline) return status;
    status = tsu_snapshots_add(&base->index, now->step, now->time, err);
    if (status == TSU_OK) status = write_timeline(base, err);
    return status;
}

static tsu_status output_vtk(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    tsu_dump_table *t;
    const tsu_status status = tsu_dump_collect(s, (tsu_particle_dump *)base, &t, err);
    if (status != TSU_OK) return status;
    const tsu_dump_snapshot snapshot = tsu_dump_table_snapshot(t);
    return tsu_dump_write_file(s, base, write_vtk, &snapshot, err);
}

/* ---- commands --------------------------------------------------------------------------------------------------------------------- */

static tsu_status modify_compressor(tsu_session *s, vtk_dump *d, tsu_words *words, tsu_error *err)
{
    enum { NONE, ZLIB, LZ4 };
    static const char *const list[] = {[NONE] = "none", [ZLIB] = "zlib", [LZ4] = "lz4", NULL};
    int key;
    const tsu_status status = tsu_words_choice(words, "a compressor", list, &key, err);
    if (status != TSU_OK) return status;
    if (key == LZ4 || (key == ZLIB && !tsu_vtk_can_compress()))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err, "%s",
                               key == LZ4 ? "lz4 is not supported; use zlib"
                                          : "this tsubu was built without zlib (Debian: zlib1g-dev)");
    d->compress = key == ZLIB && d->format != TSU_VTK_LEGACY;
    d->binary = d->binary || key == ZLIB;
    if (key == ZLIB && d->format == TSU_VTK_LEGACY)
        tsu_script_warn(s->script, "dump %s: .vtk files cannot be compressed; use .vtp or .vtu",
                        d->particles.base.id);
    return TSU_OK;
}

static tsu_status modify_vtk(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                             tsu_words *words, tsu_error *err)
{
    vtk_dump *d = (vtk_dump *)base;
    const char *word;
    tsu_status status = tsu_dump_modify_particles(s, base, keyword, taken, words, err);
    if (*taken) return status;
    *taken = true;
    if (strcmp(keyword, "binary") == 0) return tsu_words_switch(words, "yes or no", &d->binary, err);
    if (strcmp(keyword, "compressor") == 0) return modify_compressor(s, d, words, err);
    *taken = strcmp(keyword, "label") == 0;
    if (!*taken) return TSU_OK;
    status = tsu_words_text(words, "the second line of the file", &word, err);
    if (status == TSU_OK) snprintf(d->label, sizeof d->label, "%s", word);
    return status;
}

static tsu_status begin_vtk(tsu_session *s, tsu_words *words, tsu_object *object, vtk_dump **out,
                            tsu_error *err)
{
    tsu_dump *base;
    const tsu_status status = tsu_dump_begin(s, words, sizeof(vtk_dump), object, &base, err);
    if (status != TSU_OK) return status;
    vtk_dump *d = *out = (vtk_dump *)base;
    base->write = output_vtk;
    base->modify = modify_vtk;
    d->points = TSU_VTK_FLOAT;
    d->format = tsu_vtk_format_of(base->path);
    return TSU_OK;
}

static tsu_status dump_custom_vtk(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    vtk_dump *d;
    tsu_status status = begin_vtk(s, words, &object, &d, err);
    if (status != TSU_OK) return status;
    d->box = true;
    if (d->format == TSU_VTK_FORMATS || d->format == TSU_VTK_VTR)
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                 "the name must end in .vtk, .vtu, .vtp, .pvtu or .pvtp");
    tsu_words_accept(words, "particle_properties");
    if (status == TSU_OK) status = tsu_dump_read_columns(s, words, &d->particles, err);
    arrange_columns(&d->particles);
    plan_arrays(d);
    return tsu_dump_add(s, &object, &d->particles.base, status, err);
}

/* Always XML, whatever the name, with names of its own. `proc` is the only process there is. */
static tsu_status dump_atom_vtk(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const struct {
        const char *name, *field;
        int components;
    } plan[] = {
        {"Points", "x", 3}, {"radii", "radius", 1}, {"id", "id", 1},          {"type", "type", 1},
        {"proc", NULL, 1},  {"mass", "mass", 1},    {"velocity_lin", "v", 3}, {"velocity_ang", "omega", 3},
        {"force", "f", 3}};
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    vtk_dump *d;
    const tsu_status status = begin_vtk(s, words, &object, &d, err);
    if (status != TSU_OK) return status;
    tsu_particle_dump *p = &d->particles;
    d->format = TSU_VTK_VTU;
    for (size_t k = 0; k < sizeof plan / sizeof *plan; k++) {
        vtk_array_plan a = {.column = p->columns, .components = plan[k].components, .type = TSU_VTK_DOUBLE};
        snprintf(a.name, sizeof a.name, "%s", plan[k].name);
        for (int q = 0; q < a.components && plan[k].field; q++) {
            tsu_dump_set_column(&p->column[p->columns++], plan[k].field, q);
        }
        if (!plan[k].field) a.column = -1;
        if (a.column < 0 || p->column[a.column].integer) a.type = TSU_VTK_INT;
        if (k > 0) d->array[d->arrays++] = a;
    }
    return tsu_dump_add(s, &object, &p->base, tsu_words_end(words, err), err);
}

static tsu_status dump_custom_vtp(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    vtk_dump *d;
    tsu_status status = begin_vtk(s, words, &object, &d, err);
    if (status != TSU_OK) return status;
    d->points = TSU_VTK_DOUBLE;
    d->compress = tsu_vtk_can_compress();
    d->binary = d->timeline = true;
    d->particles.base.write_index = write_timeline;
    if (!d->compress)
        tsu_script_warn(s->script, "dump %s: files are not compressed: tsubu was built without zlib",
                        object.id);
    if (d->format != TSU_VTK_VTP || !d->particles.base.many)
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                 "the name must have a * and end in .vtp");
    if (status == TSU_OK) status = tsu_dump_read_columns(s, words, &d->particles, err);
    arrange_columns(&d->particles);
    plan_arrays(d);
    return tsu_dump_add(s, &object, &d->particles.base, status, err);
}

const tsu_command tsu_dumps_vtk[] = {
    {"custom/vtk", "dump ID GROUP custom/vtk N FILE COLUMN ...",
     "particles for VTK and ParaView: .vtk, .vtu, .vtp, .pvtu or .pvtp", dump_custom_vtk},
    {"atom/vtk", "dump ID GROUP atom/vtk N FILE", "particles for VTK with a fixed set of arrays",
     dump_atom_vtk},
    {"custom/vtp", "dump ID GROUP custom/vtp N FILE COLUMN ...",
     "particles for ParaView: compressed .vtp files and a .pvd with their times", dump_custom_vtp},
    {0}};
