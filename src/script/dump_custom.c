/* SPDX-License-Identifier: Apache-2.0 */
/* dump_custom.c - `dump custom`: particles as text, in the layout that LAMMPS and LIGGGHTS have made common. */
#include "base/memory.h"
#include "io/atomic_file.h"
#include "script/session.h"
#include "step/boundary.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 128 };

typedef struct dump_column {
    char name[TSU_NAME];
    char format[24];
    int builtin; /* index into builtins, -1: a reference */
    bool integer;
} dump_column;

typedef struct custom_dump {
    char id[TSU_NAME];
    char path[512];
    int group;
    int columns;
    dump_column column[COLUMNS_MAX];
    bool sort;   /* by id */
    int sort_by; /* column, -1: id */
    bool first_done;
    FILE *file; /* one file for all snapshots, when the name has no * */
} custom_dump;

static const char *const builtins[] = {
    "id",       "type",    "mass",   "x",      "y",      "z",   "xu",  "yu",  "zu",      "xs", "ys",
    "zs",       "ix",      "iy",     "iz",     "vx",     "vy",  "vz",  "fx",  "fy",      "fz", "radius",
    "diameter", "density", "omegax", "omegay", "omegaz", "tqx", "tqy", "tqz", "element", NULL};
enum {
    ID,
    TYPE,
    MASS,
    X,
    XU = X + 3,
    XS = XU + 3,
    IX = XS + 3,
    VX = IX + 3,
    FX = VX + 3,
    RADIUS = FX + 3,
    DIAMETER,
    DENSITY,
    OMEGAX,
    TQX = OMEGAX + 3,
    ELEMENT = TQX + 3
};

static double value_of(const tsu_world *w, int32_t i, int what)
{
    const tsu_particles *p = &w->particles;
    if (what >= TQX && what < TQX + 3) return p->torque[i][what - TQX];
    if (what >= OMEGAX && what < OMEGAX + 3) return p->wi[i][what - OMEGAX];
    if (what >= FX && what < FX + 3) return p->force[i][what - FX];
    if (what >= VX && what < VX + 3) return p->vm[i][what - VX];
    if (what >= X && what < VX) {
        const int q = (what - X) % 3;
        const double length = w->box.hi[q] - w->box.lo[q], inside = tsu_boundary_inside(w, i, q);
        const double unwrapped = p->xr[i][q] + p->image[i][q] * length;
        if (what < XU) return inside;
        if (what < XS) return unwrapped;
        return what < IX
                   ? (inside - w->box.lo[q]) / length
                   : (double)(int64_t)((unwrapped - inside) / length + (unwrapped < inside ? -0.5 : 0.5));
    }
    switch (what) {
    case ID: return (double)p->id[i];
    case TYPE: return p->type[i] + 1;
    case MASS: return p->mass[i];
    case RADIUS: return p->xr[i][3];
    case DIAMETER: return 2.0 * p->xr[i][3];
    case DENSITY: return p->density[i];
    default: return p->type[i] + 1;
    }
}

/* Which rows are written, in which order. */
typedef struct rows {
    int32_t *row;
    int32_t count;
} rows;

static const tsu_particles *sorting; /* qsort has no context; dumps are written by one thread */

static int by_id(const void *a, const void *b)
{
    const uint64_t x = sorting->id[*(const int32_t *)a], y = sorting->id[*(const int32_t *)b];
    return x < y ? -1 : x > y;
}

static tsu_status choose_rows(tsu_session *s, const custom_dump *d, rows *r, tsu_error *err)
{
    const tsu_particles *p = &s->world->particles;
    const tsu_status status =
        tsu_memory_allocate(&r->row, (size_t)p->count + 1, sizeof *r->row, "rows of a dump", err);
    if (status != TSU_OK) return status;
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_session_in_group(s, i, d->group)) r->row[r->count++] = i;
    }
    sorting = p;
    qsort(r->row, (size_t)r->count, sizeof *r->row, by_id);
    return TSU_OK;
}

/* All numbers of the dump, row by row. */
static tsu_status collect(tsu_session *s, const custom_dump *d, const rows *r, double *value, tsu_error *err)
{
    double *column = NULL;
    const int32_t n = s->world->particles.count;
    tsu_status status =
        tsu_memory_allocate(&column, (size_t)n + 1, sizeof *column, "a column of a dump", err);
    for (int c = 0; c < d->columns && status == TSU_OK; c++) {
        const dump_column *k = &d->column[c];
        if (k->builtin < 0) status = tsu_script_evaluate_particles(s->script, k->name, NULL, n, column, err);
        for (int32_t q = 0; q < r->count && status == TSU_OK; q++) {
            const int32_t i = r->row[q];
            value[(size_t)q * (size_t)d->columns + (size_t)c] =
                k->builtin >= 0 ? value_of(s->world, i, k->builtin) : column[i];
        }
    }
    tsu_memory_release(&column);
    return status;
}

static void write_box(FILE *f, const tsu_world *w)
{
    fprintf(f, "ITEM: BOX BOUNDS");
    for (int q = 0; q < 3; q++) {
        fprintf(f, " %c%c", w->boundary[q][0], w->boundary[q][1]);
    }
    fprintf(f, "\n");
    for (int q = 0; q < 3; q++) {
        fprintf(f, "%g %g\n", w->box.lo[q], w->box.hi[q]);
    }
}

static void write_snapshot(FILE *f, const tsu_session *s, const custom_dump *d, const rows *r,
                           const double *value)
{
    fprintf(f, "ITEM: TIMESTEP\n%lld\nITEM: NUMBER OF ATOMS\n%d\n", (long long)s->world->step, r->count);
    write_box(f, s->world);
    fprintf(f, "ITEM: ATOMS ");
    for (int c = 0; c < d->columns; c++) {
        fprintf(f, "%s ", d->column[c].name);
    }
    fprintf(f, "\n");
    for (int32_t q = 0; q < r->count; q++) {
        for (int c = 0; c < d->columns; c++) {
            const dump_column *k = &d->column[c];
            const double v = value[(size_t)q * (size_t)d->columns + (size_t)c];
            if (k->integer)
                fprintf(f, k->format[0] ? k->format : "%lld", (long long)v);
            else
                fprintf(f, k->format[0] ? k->format : "%g", v);
            fputc(' ', f);
        }
        fputc('\n', f);
    }
}

/* The name of the file of this step: * becomes the step. */
static void file_name(const custom_dump *d, int64_t step, char *out, size_t size)
{
    const char *star = strchr(d->path, '*');
    if (!star)
        snprintf(out, size, "%s", d->path);
    else
        snprintf(out, size, "%.*s%lld%s", (int)(star - d->path), d->path, (long long)step, star + 1);
}

static tsu_status write_file(tsu_session *s, custom_dump *d, const rows *r, const double *value,
                             tsu_error *err)
{
    char name[600];
    file_name(d, s->world->step, name, sizeof name);
    if (strchr(d->path, '*')) {
        tsu_atomic_file file;
        tsu_status status = tsu_atomic_file_open(&file, name, err);
        if (status != TSU_OK) return status;
        write_snapshot(file.stream, s, d, r, value);
        return tsu_atomic_file_finish(&file, err);
    }
    if (!d->file) d->file = fopen(name, "w");
    if (!d->file) return tsu_error_set(err, TSU_ERROR_IO, "dump %s cannot write %s", d->id, name);
    write_snapshot(d->file, s, d, r, value);
    if (fflush(d->file) != 0)
        return tsu_error_set(err, TSU_ERROR_IO, "dump %s could not write %s: is the disk full?", d->id, name);
    return TSU_OK;
}

static tsu_status output_custom(tsu_session *s, void *state, tsu_error *err)
{
    custom_dump *d = state;
    rows r = {0};
    double *value = NULL;
    tsu_status status = choose_rows(s, d, &r, err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&value, (size_t)r.count * (size_t)d->columns + 1, sizeof *value,
                                     "a dump", err);
    if (status == TSU_OK) status = collect(s, d, &r, value, err);
    if (status == TSU_OK) status = write_file(s, d, &r, value, err);
    tsu_memory_release(&value);
    tsu_memory_release(&r.row);
    return status;
}

static void destroy_custom(tsu_session *s, void *state)
{
    (void)s;
    custom_dump *d = state;
    if (d->file) fclose(d->file);
    free(d);
}

/* Splits a format line such as "%d %.17g %.17g" over the columns. */
static tsu_status set_formats(custom_dump *d, tsu_words *words, const char *line, tsu_error *err)
{
    const char *at = line;
    for (int c = 0; c < d->columns; c++) {
        dump_column *k = &d->column[c];
        at += strspn(at, " ");
        const size_t n = strcspn(at, " ");
        const char *letters = k->integer ? "di" : "eEfFgG";
        if (n < 2 || n >= 20 || at[0] != '%' || strspn(at + 1, "-+ #.0123456789") != n - 2 ||
            !strchr(letters, at[n - 1]))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the format of column %d (%s) must be like %s, separated by spaces", c + 1,
                                   k->name, k->integer ? "%d" : "%.17g");
        if (k->integer)
            snprintf(k->format, sizeof k->format, "%.*slld", (int)n - 1, at);
        else
            snprintf(k->format, sizeof k->format, "%.*s", (int)n, at);
        at += n;
    }
    return TSU_OK;
}

static tsu_status modify_custom(tsu_session *s, void *state, tsu_words *words, tsu_error *err)
{
    static const char *const list[] = {"sort", "format", "every", "first", "flush", "pad", "append", NULL};
    custom_dump *d = state;
    tsu_object *o = tsu_objects_find(&s->dumps, d->id);
    while (tsu_words_left(words)) {
        int key;
        const char *word;
        bool on;
        tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == 0) status = tsu_words_text(words, "`id` or `off`", &word, err);
        if (key == 0 && status == TSU_OK && strcmp(word, "id") != 0 && strcmp(word, "off") != 0)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "dumps are sorted by id only");
        if (key == 1) status = tsu_words_text(words, "the format of a line", &word, err);
        if (key == 1 && status == TSU_OK) status = set_formats(d, words, word, err);
        if (key == 2)
            status = tsu_words_integer_in(words, "steps between snapshots", 1, INT64_MAX, &o->every, err);
        if (key == 3) status = tsu_words_switch(words, "yes or no", &o->at_start, err);
        if (key == 4) status = tsu_words_switch(words, "yes or no", &on, err);
        if (key >= 5)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "dump_modify %s is not supported yet", list[key]);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status read_columns(custom_dump *d, tsu_words *words, tsu_error *err)
{
    while (tsu_words_left(words)) {
        const char *word;
        tsu_status status = tsu_words_text(words, "a column", &word, err);
        if (status != TSU_OK) return status;
        if (d->columns == COLUMNS_MAX)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "more than %d columns",
                                   COLUMNS_MAX);
        dump_column *k = &d->column[d->columns++];
        snprintf(k->name, sizeof k->name, "%s", word);
        k->builtin = 0;
        while (builtins[k->builtin] && strcmp(builtins[k->builtin], word) != 0) {
            k->builtin++;
        }
        k->integer = k->builtin == ID || k->builtin == TYPE || k->builtin == ELEMENT ||
                     (k->builtin >= IX && k->builtin < VX);
        if (builtins[k->builtin]) continue;
        k->builtin = -1;
        const bool reference =
            strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0 || strncmp(word, "v_", 2) == 0;
        if (reference) continue;
        const char *near = tsu_nearest_word(word, builtins);
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "unknown column '%s'%s%s%s", word,
                               near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return d->columns > 0 ? TSU_OK
                          : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the dump names no column");
}

static tsu_status dump_custom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object dump;
    const char *path = NULL;
    tsu_status status = tsu_session_need_world(s, "dump", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &dump, err);
    if (status == TSU_OK && tsu_objects_find(&s->dumps, dump.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a dump '%s'", dump.id);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "steps between snapshots", 1, INT64_MAX, &dump.every, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the file name", &path, err);
    if (status != TSU_OK) return status;
    custom_dump *d = calloc(1, sizeof *d);
    if (!d) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for dump %s", dump.id);
    snprintf(d->id, sizeof d->id, "%s", dump.id);
    snprintf(d->path, sizeof d->path, "%s", path);
    d->group = dump.group;
    status = strlen(path) < sizeof d->path
                 ? read_columns(d, words, err)
                 : tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the file name is too long");
    dump.state = d;
    dump.destroy = destroy_custom;
    dump.output = output_custom;
    dump.modify = modify_custom;
    dump.at_start = true;
    if (status == TSU_OK && !tsu_objects_add(&s->dumps, &dump, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) free(d);
    return status;
}

const tsu_command tsu_dumps_text[] = {{"custom", "dump ID GROUP custom N FILE COLUMN ...",
                                       "particles as text; a * in the name makes a file per step",
                                       dump_custom},
                                      {0}};
