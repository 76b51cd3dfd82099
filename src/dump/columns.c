/* SPDX-License-Identifier: Apache-2.0 */
/* columns.c - which particles a dump writes, in which order, and their columns. */
#include "base/memory.h"
#include "dump/dump.h"
#include "session/groups.h"
#include "state/region.h"
#include "step/world.h"
#include <stdlib.h>
#include <string.h>

/* Columns of LIGGGHTS for what tsubu's particles do not have. */
static const char *const foreign[] = {
    "mol",         "id_multisphere", "q",          "mux",     "muy",   "muz",     "mu",    "p",
    "rho",         "angmomx",        "angmomy",    "angmomz", "spin",  "eradius", "ervel", "erforce",
    "shapex",      "shapey",         "shapez",     "quat1",   "quat2", "quat3",   "quat4", "blockiness1",
    "blockiness2", "roundness1",     "roundness2", NULL};

/* ---- reading columns ------------------------------------------------------------------------------------------------------ */

static void set_number(tsu_dump_column *column, const char *word, const tsu_field_number *n)
{
    *column = (tsu_dump_column){.field = true, .number = *n};
    snprintf(column->name, sizeof column->name, "%s", word);
    column->number.field.name = NULL; /* of a column it would not last */
    column->integer = n->field.type != TSU_NUMBER_F64;
    column->text = n->field.flags & TSU_FIELD_TEXT;
}

void tsu_dump_set_column(tsu_dump_column *column, const char *field, int q)
{
    tsu_field_number n = {.q = q};
    char room[TSU_FIELD_ROOM];
    tsu_fields_find(NULL, field, &n.field);
    set_number(column, tsu_field_word_of(&n.field, q, room), &n);
}

/* An index of 0, which decks write behind scalars, is no index. */
tsu_status tsu_dump_reference(const tsu_session *s, const char *word, tsu_object **object, int *index,
                              tsu_error *err)
{
    char id[TSU_NAME];
    const char *bracket = strchr(word, '[');
    const char *kind = word[0] == 'c' ? "compute" : "fix";
    const size_t length = bracket ? (size_t)(bracket - word) - 2 : strlen(word + 2);
    char *end = NULL;
    const long n = bracket ? strtol(bracket + 1, &end, 10) : 0;
    if (length >= sizeof id || (bracket && (strcmp(end, "]") != 0 || n < 0 || n > INT32_MAX)))
        return tsu_error_set(err, TSU_ERROR_INPUT, "'%.80s' must look like %c_ID or %c_ID[2]", word, word[0],
                             word[0]);
    snprintf(id, sizeof id, "%.*s", (int)length, word + 2);
    *object = tsu_objects_find(word[0] == 'c' ? &s->computes : &s->fixes, id);
    *index = (int)n;
    if (*object) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "'%.80s': there is no %s '%s'", word, kind, id);
}

static tsu_status check_reference(tsu_session *s, const char *word, tsu_error *err)
{
    tsu_object *object;
    int index;
    if (word[0] == 'v') {
        if (tsu_script_variable_style(s->script, word + 2) != TSU_VARIABLE_NONE) return TSU_OK;
        return tsu_error_lacks_name(
            err, word + 2, tsu_error_set(err, TSU_ERROR_INPUT, "there is no variable '%.80s'", word + 2));
    }
    const tsu_status status = tsu_dump_reference(s, word, &object, &index, err);
    if (status != TSU_OK) return status;
    const int columns = object->values.particle_columns;
    if (columns == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "'%.80s': %s has no numbers per particle", word,
                             object->style);
    if (index > columns)
        return tsu_error_set(err, TSU_ERROR_INPUT, "'%.80s': %s has %d column%s per particle", word,
                             object->style, columns, columns == 1 ? "" : "s");
    if (index == 0 && columns > 1)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "'%.80s': %s has %d columns per particle: say which, as %s[1]", word,
                             object->style, columns, word);
    return TSU_OK;
}

static bool is_foreign(const char *word)
{
    for (int k = 0; foreign[k]; k++) {
        if (strcmp(foreign[k], word) == 0) return true;
    }
    return false;
}

tsu_status tsu_dump_read_column(tsu_session *s, tsu_words *words, tsu_dump_column *column, tsu_error *err)
{
    const char *word = NULL;
    tsu_status status = tsu_words_text(words, "a column", &word, err);
    if (status != TSU_OK) return status;
    const tsu_particles *p = s->world ? &s->world->particles : NULL;
    tsu_field_number n;
    char near[TSU_FIELD_ROOM];
    if (strlen(word) < sizeof column->name && tsu_fields_word(p, word, &n)) {
        set_number(column, word, &n);
        return TSU_OK;
    }
    if (is_foreign(word))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "spheres have no column '%s'",
                               word);
    if (strlen(word) >= sizeof column->name)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "this name is too long");
    *column = (tsu_dump_column){0};
    snprintf(column->name, sizeof column->name, "%s", word);
    tsu_error inner = {0};
    if (strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0 || strncmp(word, "v_", 2) == 0) {
        status = check_reference(s, word, &inner);
        if (status == TSU_OK) return TSU_OK;
        return tsu_error_lacks_same(err, &inner,
                                    tsu_words_error(words, words->at - 1, status, err, "%s", inner.message));
    }
    const bool found = tsu_fields_nearest(p, word, false, near);
    return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                           "unknown column%s%s%s (`tsubu reference custom` lists them)",
                           found ? "; did you mean '" : "", found ? near : "", found ? "'?" : "");
}

tsu_status tsu_dump_read_columns(tsu_session *s, tsu_words *words, tsu_particle_dump *d, tsu_error *err)
{
    while (tsu_words_left(words)) {
        if (d->columns == TSU_DUMP_COLUMNS)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "more than %d columns",
                                   TSU_DUMP_COLUMNS);
        const tsu_status status = tsu_dump_read_column(s, words, &d->column[d->columns], err);
        if (status != TSU_OK) return status;
        d->columns++;
    }
    return d->columns > 0 ? TSU_OK
                          : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the dump names no column");
}

/* ---- a snapshot ------------------------------------------------------------------------------------------------------------ */

/* One column of all particles: a number that is made for each, or numbers with their stride: of a field, a compute or fix, or of a
 * variable in `room`. */
typedef struct source {
    bool made; /* by the field; else they lie in memory */
    tsu_field_number number;
    const tsu_object *object; /* whose numbers `lent` are */
    const double *lent, *data;
    size_t stride;
} source;

/* Columns come and go with the fixes that own them: they are looked up anew. */
static tsu_status find_number(const tsu_world *w, const tsu_dump_column *c, source *out, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    out->number = c->number;
    if (c->number.field.store == TSU_STORE_COLUMN && !tsu_fields_word(p, c->name, &out->number))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "the property %s, which a dump writes, no longer exists: keep its fix, or `undump` first",
            c->name);
    out->data = tsu_field_lent(p, &w->box, &out->number.field, out->number.q, &out->stride);
    out->made = !out->data;
    return TSU_OK;
}

/* *out holds the column before, or zeros: neighbouring columns of one compute are computed once. */
static tsu_status find_source(tsu_session *s, const tsu_dump_column *c, double *room, source *out,
                              tsu_error *err)
{
    const source before = *out;
    tsu_object *object;
    int index;
    *out = (source){.data = room, .stride = 1};
    if (c->field) return find_number(s->world, c, out, err);
    if (c->name[0] == 'v')
        return tsu_script_evaluate_particles(s->script, c->name, NULL, s->world->particles.count, room, err);
    tsu_status status = tsu_dump_reference(s, c->name, &object, &index, err);
    if (status == TSU_OK && !object->values.particles)
        status =
            tsu_error_set(err, TSU_ERROR_INPUT, "%s: %s has no numbers per particle", c->name, object->style);
    out->lent = before.lent;
    if (status == TSU_OK && before.object != object)
        status = object->values.particles(s, object->state, &out->lent, err);
    if (status != TSU_OK) return status;
    out->object = object;
    out->stride = (size_t)object->values.particle_columns;
    out->data = out->lent + (index > 0 ? index - 1 : 0);
    return TSU_OK;
}

static double from_source(const tsu_session *s, const source *from, int32_t i)
{
    const tsu_world *w = s->world;
    return from->made ? tsu_field_get(&w->particles, &w->box, &from->number.field, i, from->number.q)
                      : from->data[(size_t)i * from->stride];
}

static bool compare(double a, int comparison, double b)
{
    switch (comparison) {
    case TSU_DUMP_BELOW: return a < b;
    case TSU_DUMP_AT_MOST: return a <= b;
    case TSU_DUMP_ABOVE: return a > b;
    case TSU_DUMP_AT_LEAST: return a >= b;
    case TSU_DUMP_EQUAL: return a == b;
    default: return a != b;
    }
}

static tsu_status choose_rows(tsu_session *s, const tsu_particle_dump *d, double *room, int32_t *row,
                              int64_t *count, tsu_error *err)
{
    const int32_t n = s->world->particles.count;
    tsu_region *region = NULL;
    int64_t chosen = 0;
    tsu_status status = d->region[0] ? tsu_session_region(s, d->region, &region, err) : TSU_OK;
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        double x[3];
        for (int q = 0; q < 3; q++) {
            x[q] = region ? tsu_boundary_inside(s->world, i, q) : 0.0;
        }
        if (tsu_session_in_group(s, i, d->base.group) && (!region || tsu_region_contains(region, x)))
            row[chosen++] = i;
    }
    for (int k = 0; k < d->thresholds && status == TSU_OK; k++) {
        const tsu_dump_threshold *t = &d->threshold[k];
        source from = {0};
        status = find_source(s, &t->column, room, &from, err);
        const int64_t before = chosen;
        chosen = 0;
        for (int64_t q = 0; q < before && status == TSU_OK; q++) {
            if (compare(from_source(s, &from, row[q]), t->comparison, t->value)) row[chosen++] = row[q];
        }
    }
    *count = chosen;
    return status;
}

/* Brings rows into the order of their ids by giving each its place among all numbers there are, if these are few enough; false:
 * nothing was done. */
static bool place_by_id(const tsu_particles *p, int32_t *row, int64_t count)
{
    enum { NUMBERS_PER_ROW = 4 };
    uint64_t lowest = UINT64_MAX, highest = 0;
    for (int64_t q = 0; q < count; q++) {
        const uint64_t id = p->id[row[q]];
        lowest = id < lowest ? id : lowest;
        highest = id > highest ? id : highest;
    }
    if (count == 0 || highest - lowest >= (uint64_t)count * NUMBERS_PER_ROW) return false;
    const size_t numbers = (size_t)(highest - lowest) + 1;
    int32_t *place = NULL; /* row + 1; 0: no particle has this number */
    bool once = tsu_memory_allocate(&place, numbers, sizeof *place, "the order of a dump", NULL) == TSU_OK;
    for (int64_t q = 0; q < count && once; q++) {
        int32_t *own = &place[p->id[row[q]] - lowest];
        once = *own == 0;
        *own = row[q] + 1;
    }
    for (size_t k = 0, q = 0; k < numbers && once; k++) {
        if (place[k] > 0) row[q++] = place[k] - 1;
    }
    tsu_memory_release(&place);
    return once;
}

/* qsort has no context; values are collected by one thread. */
static const tsu_particles *sorted_particles;
static const double *sorted_keys;
static double sorted_sign;

static int by_id(const void *a, const void *b)
{
    const uint64_t x = sorted_particles->id[*(const int32_t *)a],
                   y = sorted_particles->id[*(const int32_t *)b];
    return x < y ? -1 : x > y;
}

static int by_key(const void *a, const void *b)
{
    const double x = sorted_sign * sorted_keys[*(const int32_t *)a];
    const double y = sorted_sign * sorted_keys[*(const int32_t *)b];
    return x < y ? -1 : x > y ? 1 : by_id(a, b);
}

static tsu_status sort_rows(tsu_session *s, const tsu_particle_dump *d, double *room, int32_t *row,
                            int64_t count, tsu_error *err)
{
    sorted_particles = &s->world->particles;
    const int column = abs(d->sort);
    if (column > d->columns)
        return tsu_error_set(err, TSU_ERROR_INPUT, "dump %s: it is sorted by column %d but has only %d",
                             d->base.id, column, d->columns);
    if (column > 0) {
        source from = {0};
        const tsu_status status = find_source(s, &d->column[column - 1], room, &from, err);
        if (status != TSU_OK) return status;
        for (int32_t i = 0; i < sorted_particles->count; i++) {
            room[i] = from_source(s, &from, i);
        }
        sorted_keys = room;
        sorted_sign = d->sort < 0 ? -1.0 : 1.0;
    }
    if (column == 0 && place_by_id(sorted_particles, row, count)) return TSU_OK;
    qsort(row, (size_t)count, sizeof *row, column > 0 ? by_key : by_id);
    return TSU_OK;
}

/* The columns of fields of rows `begin` to `end` of the table. */
static void collect_fields(const tsu_session *s, const tsu_particle_dump *d, const source *from,
                           const int32_t *row, int64_t begin, int64_t end, double *value)
{
    const size_t width = (size_t)d->columns;
    for (size_t c = 0; c < width; c++) {
        if (!d->column[c].field) continue;
        double *to = value + (size_t)begin * width + c;
        for (int64_t q = begin; q < end; q++, to += width) {
            *to = from_source(s, &from[c], row[q]);
        }
    }
}

static tsu_status collect(tsu_session *s, const tsu_particle_dump *d, const int32_t *row, double *room,
                          tsu_dump_table *t, tsu_error *err)
{
    enum { ROWS_AT_ONCE = 256 }; /* a table of them stays in the cache */
    source from[TSU_DUMP_COLUMNS] = {0}, other = {0};
    const size_t width = (size_t)d->columns;
    tsu_status status = TSU_OK;
    for (size_t c = 0; c < width && status == TSU_OK; c++) {
        if (d->column[c].field) status = find_number(s->world, &d->column[c], &from[c], err);
    }
    for (int64_t q = 0; q < t->rows && status == TSU_OK; q += ROWS_AT_ONCE) {
        const int64_t end = q + ROWS_AT_ONCE < t->rows ? q + ROWS_AT_ONCE : t->rows;
        collect_fields(s, d, from, row, q, end, t->value);
    }
    for (size_t c = 0; c < width && status == TSU_OK; c++) {
        if (d->column[c].field) continue;
        status = find_source(s, &d->column[c], room, &other, err);
        for (int64_t q = 0; q < t->rows && status == TSU_OK; q++) {
            t->value[(size_t)q * width + c] = from_source(s, &other, row[q]);
        }
    }
    return status;
}

tsu_status tsu_dump_collect(tsu_session *s, const tsu_particle_dump *d, tsu_dump_table **table,
                            tsu_error *err)
{
    const size_t n = (size_t)s->world->particles.count, width = (size_t)d->columns;
    double *room = NULL;
    int32_t *row = NULL;
    tsu_dump_table *t = *table = calloc(1, sizeof *t);
    if (!t) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for dump %s", d->base.id);
    t->columns = d->columns;
    tsu_status status = tsu_memory_allocate(&room, n + 1, sizeof *room, "a column of a dump", err);
    if (status == TSU_OK) status = tsu_memory_allocate(&row, n + 1, sizeof *row, "rows of a dump", err);
    if (status == TSU_OK) status = choose_rows(s, d, room, row, &t->rows, err);
    if (status == TSU_OK) status = sort_rows(s, d, room, row, t->rows, err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&t->value, (size_t)t->rows * width + 1, sizeof *t->value, "a dump", err);
    if (status == TSU_OK) status = collect(s, d, row, room, t, err);
    tsu_memory_release(&room);
    tsu_memory_release(&row);
    if (status != TSU_OK) {
        tsu_dump_table_free(t);
        *table = NULL;
    }
    return status;
}

void tsu_dump_table_free(void *table)
{
    tsu_dump_table *t = table;
    if (t) tsu_memory_release(&t->value);
    free(t);
}

tsu_dump_snapshot tsu_dump_table_snapshot(tsu_dump_table *t)
{
    const size_t numbers = (size_t)t->rows * (size_t)t->columns;
    return (tsu_dump_snapshot){t, sizeof *t + numbers * sizeof *t->value, tsu_dump_table_free};
}

const char *tsu_dump_element(const tsu_particle_dump *d, int type, const char *fallback)
{
    return type >= 0 && type < d->elements ? d->element[type] : fallback;
}
