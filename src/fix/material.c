/* SPDX-License-Identifier: Apache-2.0 */
/* material.c - `fix property/global`: properties of the materials. */
#include "fix/fix.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 65536 };

typedef struct material_fix {
    char name[TSU_NAME];
} material_fix;

static void destroy_material(tsu_session *s, void *state)
{
    material_fix *m = state;
    tsu_materials_remove(tsu_session_materials(s), m->name);
    /* output between runs goes on with the laws as they are; the next run will miss the property */
    s->property_removed = s->world != NULL;
    free(m);
}

static tsu_property *property_of(tsu_session *s, void *state)
{
    const material_fix *m = state;
    return tsu_materials_find(tsu_session_materials(s), m->name);
}

static tsu_status property_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)err;
    *out = property_of(s, state)->value[0];
    return TSU_OK;
}

static tsu_status property_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const tsu_property *p = property_of(s, state);
    if (index >= p->rows * p->columns)
        return tsu_error_set(err, TSU_ERROR_INPUT, "property %s has %d values", p->name,
                             p->rows * p->columns);
    *out = p->value[index];
    return TSU_OK;
}

static int64_t property_rows(tsu_session *s, void *state)
{
    return property_of(s, state)->rows;
}

static tsu_status property_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                                 tsu_error *err)
{
    const tsu_property *p = property_of(s, state);
    if (row >= p->rows || column >= p->columns)
        return tsu_error_set(err, TSU_ERROR_INPUT, "property %s is %d x %d", p->name, p->rows, p->columns);
    *out = p->value[row * p->columns + column];
    return TSU_OK;
}

/* How many values follow, from the shape: N for a table of pairs or a matrix's columns. */
static tsu_status read_shape(tsu_words *words, tsu_property_shape shape, int *rows, int *columns,
                             tsu_error *err)
{
    int64_t n = 1;
    tsu_status status = TSU_OK;
    if (shape == TSU_PROPERTY_PAIR)
        status = tsu_words_integer_in(words, "the number of materials", 1, 1000, &n, err);
    if (shape == TSU_PROPERTY_MATRIX)
        status = tsu_words_integer_in(words, "the number of columns", 1, 1000, &n, err);
    if (status != TSU_OK) return status;
    const int left = tsu_words_left(words);
    *columns = shape == TSU_PROPERTY_PAIR || shape == TSU_PROPERTY_MATRIX ? (int)n : 1;
    *rows = shape == TSU_PROPERTY_SCALAR ? 1 : shape == TSU_PROPERTY_PAIR ? (int)n : left / *columns;
    if (left != *rows * *columns || left < 1 || left > VALUES_MAX)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "%s needs %d values, %d are given",
                               tsu_property_shape_word(shape), *rows * *columns > 0 ? *rows * *columns : 1,
                               left);
    return TSU_OK;
}

/* Whether something may already be made of a material. */
static bool materials_used(const tsu_session *s)
{
    bool used = s->world->particles.count > 0 || s->world->walls > 0 || s->world->meshes > 0;
    for (int k = 0; k < s->fixes.count; k++) {
        const char *style = s->fixes.object[k]->style;
        used = used || strncmp(style, "particletemplate", 16) == 0 || strncmp(style, "mesh", 4) == 0;
    }
    return used;
}

/* The box may have been made for more materials than the deck describes; LIGGGHTS takes that as long as the others are not
 * used. Here the box then has fewer, so that using them is an error. */
static tsu_status shrink_box(tsu_session *s, const tsu_words *words, const char *shape, int given,
                             tsu_error *err)
{
    const int types = s->world->materials.types;
    if (materials_used(s))
        return tsu_words_error(
            words, -1, TSU_ERROR_INPUT, err,
            "%s has values for %d material%s; the box has %d (`create_box`): give values for all of them",
            shape, given, given == 1 ? "" : "s", types);
    tsu_script_warn(s->script,
                    "%s has values for %d of the %d materials of the box; the others cannot be used", shape,
                    given, types);
    tsu_materials_shrink(&s->world->materials, given);
    for (int k = 0; k < s->fixes.count; k++) {
        tsu_object *o = s->fixes.object[k];
        const tsu_property *p = o->destroy == destroy_material ? property_of(s, o->state) : NULL;
        if (p) o->values.vector_length = p->rows * p->columns;
        if (p) o->values.array_columns = p->columns;
    }
    return TSU_OK;
}

/* Makes a table by material fit the box: one for more materials is cut, as LIGGGHTS does without a word. */
static tsu_status fit_to_box(tsu_session *s, const tsu_words *words, tsu_property_shape shape, int *rows,
                             int *columns, double *value, tsu_error *err)
{
    const int types = s->world ? s->world->materials.types : *rows, given = *rows, width = *columns;
    const char *word = tsu_property_shape_word(shape);
    if ((shape != TSU_PROPERTY_TYPE && shape != TSU_PROPERTY_PAIR) || given == types) return TSU_OK;
    if (given < types) return shrink_box(s, words, word, given, err);
    tsu_script_warn(s->script, "%s has values for %d materials; the box has %d: the rest is not used", word,
                    given, types);
    *rows = types;
    if (shape == TSU_PROPERTY_PAIR) *columns = types;
    for (int r = 0; r < *rows; r++) {
        memmove(value + r * *columns, value + r * width, (size_t)*columns * sizeof *value);
    }
    return TSU_OK;
}

static tsu_status make_property(tsu_session *s, tsu_words *words, tsu_object *fix, tsu_property_shape shape,
                                const char *name, tsu_error *err)
{
    int rows = 0, columns = 0;
    tsu_status status = read_shape(words, shape, &rows, &columns, err);
    if (status != TSU_OK) return status;
    double *value = malloc((size_t)(rows * columns) * sizeof *value);
    material_fix *m = calloc(1, sizeof *m);
    status = value && m ? tsu_words_numbers(words, "a value", rows * columns, value, err)
                        : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for property %s", name);
    tsu_materials *materials = tsu_session_materials(s);
    if (status == TSU_OK) status = fit_to_box(s, words, shape, &rows, &columns, value, err);
    if (status == TSU_OK)
        status = tsu_materials_set(materials, name, shape, rows, columns, value, fix->origin, err);
    free(value);
    if (status == TSU_OK) {
        snprintf(m->name, sizeof m->name, "%s", name);
        if (!s->world && (shape == TSU_PROPERTY_TYPE || shape == TSU_PROPERTY_PAIR) &&
            rows > materials->types)
            materials->types = rows;
        fix->state = m;
        fix->destroy = destroy_material;
        fix->values = (tsu_values){.scalar = property_scalar,
                                   .vector_length = rows * columns,
                                   .vector = property_vector,
                                   .array_columns = columns,
                                   .array_rows = property_rows,
                                   .array = property_array};
        if (!tsu_objects_add(&s->fixes, fix, err)) status = TSU_ERROR_MEMORY;
    }
    if (status != TSU_OK) free(m);
    return status;
}

static tsu_status fix_property_global(tsu_script *script, tsu_words *words, tsu_error *err)
{
    enum { TYPE_BEFORE = TSU_PROPERTY_MATRIX + 1, PAIR_BEFORE };
    static const char *const shapes[] = {
        [TSU_PROPERTY_SCALAR] = "scalar",    [TSU_PROPERTY_VECTOR] = "vector",
        [TSU_PROPERTY_TYPE] = "peratomtype", [TSU_PROPERTY_PAIR] = "peratomtypepair",
        [TSU_PROPERTY_MATRIX] = "matrix",    [TYPE_BEFORE] = "atomtype",
        [PAIR_BEFORE] = "atomtypepair",      NULL};
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const char *name;
    int shape;
    tsu_status status = tsu_session_begin_fix(s, words, &fix, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the property's name", &name, err);
    if (status != TSU_OK) return status;
    status = tsu_words_choice(words, "a shape", shapes, &shape, err);
    if (status != TSU_OK) return status;
    if (shape == TYPE_BEFORE) shape = TSU_PROPERTY_TYPE; /* older words for the same */
    if (shape == PAIR_BEFORE) shape = TSU_PROPERTY_PAIR;
    if (strlen(name) >= TSU_NAME)
        return tsu_words_error(words, 4, TSU_ERROR_INPUT, err, "the name '%s' is too long", name);
    const tsu_object *old;
    status = tsu_session_find_old(s, words, &fix, &old, err);
    if (status != TSU_OK) return status;
    const tsu_property *before = old ? property_of(s, old->state) : NULL;
    const tsu_property *given = tsu_materials_find(tsu_session_materials(s), name);
    if (given && given != before)
        return tsu_words_error(words, 4, TSU_ERROR_INPUT, err, "property %s was given before (%s)", name,
                               given->origin);
    if (before && !given) /* as in LIGGGHTS the fix is replaced, and with it goes its property */
        tsu_script_warn(s->script,
                        "fix %s was property %s (%s), which this line replaces by %s; to have both, give "
                        "this fix another ID",
                        fix.id, before->name, before->origin, name);
    if (old) {
        status = tsu_objects_remove(s, &s->fixes, "fix", fix.id, err);
        if (status != TSU_OK) return status;
    }
    if (s->world) {
        tsu_world_change(s->world);
        tsu_world_lose(s->world, TSU_CURRENT_LAWS);
    }
    return make_property(s, words, &fix, (tsu_property_shape)shape, name, err);
}

#define USAGE "NAME scalar|vector|peratomtype|peratomtypepair|matrix ..."
const tsu_command tsu_fixes_material[] = {{"property/global", "fix ID all property/global " USAGE,
                                           "a property of the materials", fix_property_global},
                                          {"custom_property/global",
                                           "fix ID all custom_property/global " USAGE,
                                           "the same by another name", fix_property_global},
                                          {"property/atomtype", "fix ID all property/atomtype " USAGE,
                                           "the same by another name", fix_property_global},
                                          {"property/atomtypepair", "fix ID all property/atomtypepair " USAGE,
                                           "the same by another name", fix_property_global},
                                          {0}};
