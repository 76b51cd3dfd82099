/* SPDX-License-Identifier: Apache-2.0 */
/* variables.c - definition, stepping and text of variables. Index-like variables that exist are left alone by
 * a new definition (so that -var wins over the deck); string, getenv, equal and atom are replaced. */
#include "deck/variables.h"
#include "deck/text.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const STYLES[] = {"none",   "index",  "loop", "world",    "universe", "uloop",
                                     "string", "getenv", "file", "atomfile", "equal",    "atom"};

const char *tsu_variable_style_name(tsu_variable_style style)
{
    return STYLES[style];
}

static tsu_status out_of_memory(tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory for a variable");
}

static void variable_destroy(tsu_variable *v)
{
    if (!v) return;
    for (size_t i = 0; i < v->n_value; i++) {
        free(v->value[i]);
    }
    free(v->value);
    free(v->name);
    free(v->id);
    free(v->number);
    tsu_formula_destroy(v->formula);
    if (v->file) fclose(v->file);
    free(v);
}

void tsu_variables_free(tsu_variables *v)
{
    for (size_t i = 0; i < v->count; i++) {
        variable_destroy(v->list[i]);
    }
    free(v->list);
    v->list = NULL;
    v->count = v->capacity = 0;
}

tsu_variable *tsu_variables_find(const tsu_variables *v, const char *name)
{
    for (size_t i = 0; i < v->count; i++) {
        if (strcmp(v->list[i]->name, name) == 0) return v->list[i];
    }
    return NULL;
}

tsu_status tsu_variables_unknown(const tsu_variables *v, const char *name, tsu_error *err)
{
    const char **names = calloc(v->count + 1, sizeof *names);
    const char *nearest = NULL;
    for (size_t i = 0; names && i < v->count; i++) {
        names[i] = v->list[i]->name;
    }
    if (names) nearest = tsu_nearest_word(name, names);
    free(names);
    if (nearest)
        return tsu_error_lacks_name(err, name,
                                    tsu_error_set(err, TSU_ERROR_INPUT,
                                                  "there is no variable `%.80s`; did you mean `%.80s`?", name,
                                                  nearest));
    return tsu_error_lacks_name(
        err, name,
        tsu_error_set(
            err, TSU_ERROR_INPUT,
            "there is no variable `%.80s`; define it with `variable %.80s ...` before, or with -var", name,
            name));
}

static void variables_remove(tsu_variables *v, const tsu_variable *variable)
{
    for (size_t i = 0; i < v->count; i++) {
        if (v->list[i] != variable) continue;
        variable_destroy(v->list[i]);
        memmove(v->list + i, v->list + i + 1, (v->count - i - 1) * sizeof *v->list);
        v->count--;
        return;
    }
}

/* Takes the variable; one of the same name goes. */
static tsu_status variables_put(tsu_variables *v, tsu_variable *variable, tsu_error *err)
{
    tsu_variable *old = tsu_variables_find(v, variable->name);
    void *list = v->list;
    if (!tsu_array_reserve(&list, &v->capacity, v->count + 1, sizeof *v->list)) {
        variable_destroy(variable);
        return out_of_memory(err);
    }
    v->list = list;
    if (old) variables_remove(v, old);
    v->list[v->count++] = variable;
    return TSU_OK;
}

static bool copy_values(tsu_variable *v, int count, const char *const *values)
{
    v->value = calloc((size_t)count, sizeof *v->value);
    if (!v->value) return false;
    for (int i = 0; i < count; i++) {
        v->value[i] = tsu_text_copy(values[i]);
        if (!v->value[i]) return false;
        v->n_value++;
    }
    return true;
}

static tsu_variable *variable_create(const char *name, tsu_variable_style style, int count,
                                     const char *const *values)
{
    tsu_variable *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->style = style;
    v->count = count;
    v->name = tsu_text_copy(name);
    if (v->name && (count == 0 || copy_values(v, count, values))) return v;
    variable_destroy(v);
    return NULL;
}

/* ---- files ------------------------------------------------------------------------------------- */

/* The first word of the next line that has one, # starts a comment; NULL at the end. The caller frees it. */
static char *next_file_line(FILE *file)
{
    tsu_text line = {0};
    for (;;) {
        const int c = getc(file);
        if (c != EOF && c != '\n') {
            if (c != '\0' && line.length < (1u << 16)) tsu_text_add_char(&line, (char)c);
            continue;
        }
        if (line.data) {
            line.data[strcspn(line.data, "#")] = '\0';
            const char *trimmed = tsu_text_trim(line.data);
            if (*trimmed) {
                char *copy = tsu_text_copy(trimmed);
                tsu_text_free(&line);
                return copy;
            }
            line.length = 0;
        }
        if (c == EOF) break;
    }
    tsu_text_free(&line);
    return NULL;
}

static tsu_status read_word(tsu_variable *v, bool *end)
{
    char *line = next_file_line(v->file);
    *end = line == NULL;
    if (!line) return TSU_OK;
    line[strcspn(line, " \t\r\v\f")] = '\0';
    free(v->value[0]);
    v->value[0] = line;
    return TSU_OK;
}

typedef struct id_number {
    uint64_t id;
    double number;
} id_number;

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const id_number *)a)->id, y = ((const id_number *)b)->id;
    return (x > y) - (x < y);
}

static tsu_status parse_pair(const tsu_variable *v, char *line, id_number *out, tsu_error *err)
{
    int64_t id;
    const size_t split = strcspn(line, " \t");
    const bool two = line[split] != '\0';
    line[split] = '\0';
    char *number = two ? tsu_text_trim(line + split + 1) : line;
    if (!two || !tsu_parse_integer(line, &id) || id <= 0 || !tsu_parse_number(number, &out->number))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "variable `%s`: the file has `%.40s` where a particle id and a number are expected", v->name,
            line);
    out->id = (uint64_t)id;
    return TSU_OK;
}

static tsu_status store_pairs(tsu_variable *v, id_number *pair, size_t count, tsu_error *err)
{
    if (count) qsort(pair, count, sizeof *pair, by_id);
    uint64_t *id = malloc(sizeof *id * (count ? count : 1));
    double *number = malloc(sizeof *number * (count ? count : 1));
    if (!id || !number) {
        free(id);
        free(number);
        return out_of_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        id[i] = pair[i].id;
        number[i] = pair[i].number;
    }
    free(v->id);
    free(v->number);
    v->id = id;
    v->number = number;
    v->n_id = count;
    return TSU_OK;
}

/* A snapshot: a line with the number of lines, then `id value` lines. */
static tsu_status read_snapshot(tsu_variable *v, bool *end, tsu_error *err)
{
    char *line = next_file_line(v->file);
    int64_t lines = 0;
    *end = line == NULL;
    if (!line) return TSU_OK;
    line[strcspn(line, " \t\r\v\f")] = '\0';
    tsu_status status = TSU_OK;
    if (!tsu_parse_integer(line, &lines) || lines < 0)
        status = tsu_error_set(err, TSU_ERROR_INPUT,
                               "variable `%s`: the file has `%.40s` where a number of lines is "
                               "expected",
                               v->name, line);
    free(line);
    void *pairs = NULL;
    size_t count = 0, capacity = 0;
    while (status == TSU_OK && (int64_t)count < lines) {
        line = next_file_line(v->file);
        if (!line)
            status =
                tsu_error_set(err, TSU_ERROR_INPUT, "variable `%s`: the file ends after %zu of %lld lines",
                              v->name, count, (long long)lines);
        else if (!tsu_array_reserve(&pairs, &capacity, count + 1, sizeof(id_number)))
            status = out_of_memory(err);
        else
            status = parse_pair(v, line, (id_number *)pairs + count++, err);
        free(line);
    }
    if (status == TSU_OK) status = store_pairs(v, pairs, count, err);
    free(pairs);
    return status;
}

double tsu_variable_particle(const tsu_variable *variable, uint64_t id)
{
    size_t low = 0, high = variable->n_id;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (variable->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < variable->n_id && variable->id[low] == id ? variable->number[low] : 0.0;
}

static tsu_status read_next(tsu_variable *v, bool *end, tsu_error *err)
{
    return v->style == TSU_VARIABLE_FILE ? read_word(v, end) : read_snapshot(v, end, err);
}

static tsu_status open_file(const tsu_variables *all, tsu_variable *v, const tsu_words *w, tsu_error *err)
{
    const char *path = v->value[0];
    if (all->forbid_files)
        return tsu_words_error(w, w->at - 1, TSU_ERROR_INPUT, err, "files may not be opened here");
    v->file = fopen(path, "r");
    if (!v->file)
        return tsu_words_error(w, w->at - 1, TSU_ERROR_IO, err, "cannot open the file of variable `%s`",
                               v->name);
    bool end = false;
    const tsu_status status = read_next(v, &end, err);
    if (status == TSU_OK && end)
        return tsu_words_error(w, w->at - 1, TSU_ERROR_INPUT, err, "the file of variable `%s` holds no value",
                               v->name);
    return status;
}

/* ---- definition -------------------------------------------------------------------------------- */

static int digits(int64_t number)
{
    return snprintf(NULL, 0, "%lld", (long long)number);
}

/* loop N [pad], loop N1 N2 [pad], uloop N [pad]. */
static tsu_status read_loop(tsu_variable *v, tsu_words *w, tsu_error *err)
{
    enum { LARGEST = 2000000000 };
    int64_t first = 1, last = 0;
    tsu_status status = tsu_words_integer_in(w, "the number of the loop", -LARGEST, LARGEST, &last, err);
    const char *more = tsu_words_peek(w);
    if (status == TSU_OK && v->style == TSU_VARIABLE_LOOP && more && strcmp(more, "pad") != 0) {
        first = last;
        status = tsu_words_integer_in(w, "the last number of the loop", -LARGEST, LARGEST, &last, err);
    }
    if (status != TSU_OK) return status;
    if (last < first || last < 0)
        return tsu_words_error(w, w->at - 1, TSU_ERROR_INPUT, err,
                               "the loop from %lld to %lld is empty or negative", (long long)first,
                               (long long)last);
    if (tsu_words_accept(w, "pad")) v->pad = digits(last);
    v->count = last;
    v->which = first - 1;
    return tsu_words_end(w, err);
}

static tsu_status read_list(tsu_variable *v, tsu_words *w, tsu_error *err)
{
    const int count = tsu_words_left(w);
    const tsu_status status = tsu_words_need(w, 1, "the values", err);
    if (status != TSU_OK) return status;
    if (v->style == TSU_VARIABLE_WORLD && count != 1)
        return tsu_words_error(w, w->at + 1, TSU_ERROR_INPUT, err,
                               "a world variable has one value per partition, and there is one partition");
    if (!copy_values(v, count, w->word + w->at)) return out_of_memory(err);
    v->count = count;
    w->at = w->count;
    return TSU_OK;
}

static tsu_status read_single(const tsu_variables *all, tsu_variable *v, tsu_words *w, tsu_error *err)
{
    const char *text;
    tsu_status status = tsu_words_text(w, "the value", &text, err);
    if (status == TSU_OK && tsu_words_left(w))
        status = tsu_words_error(w, w->at, TSU_ERROR_INPUT, err, "put the whole %s in quotes, it has spaces",
                                 v->style == TSU_VARIABLE_STRING ? "text" : "formula");
    if (status == TSU_OK && !copy_values(v, 1, &text)) status = out_of_memory(err);
    v->count = 1;
    if (status == TSU_OK && (v->style == TSU_VARIABLE_FILE || v->style == TSU_VARIABLE_ATOMFILE))
        status = open_file(all, v, w, err);
    return status;
}

static bool is_replaced(tsu_variable_style style)
{
    return style == TSU_VARIABLE_STRING || style == TSU_VARIABLE_GETENV || style == TSU_VARIABLE_EQUAL ||
           style == TSU_VARIABLE_ATOM;
}

static tsu_status check_name(const tsu_words *w, int at, const char *name, tsu_error *err)
{
    for (const char *p = name; *p; p++) {
        if (!isalnum((unsigned char)*p) && *p != '_')
            return tsu_words_error(w, at, TSU_ERROR_INPUT, err,
                                   "a variable's name has letters, digits and underscores only");
    }
    if (!name[0] || strlen(name) > 100)
        return tsu_words_error(w, at, TSU_ERROR_INPUT, err, "a variable's name has 1 to 100 letters");
    return TSU_OK;
}

static tsu_status define_new(tsu_variables *all, const char *name, tsu_variable_style style, tsu_words *w,
                             tsu_error *err)
{
    tsu_variable *v = variable_create(name, style, 0, NULL);
    if (!v) return out_of_memory(err);
    tsu_status status;
    if (style == TSU_VARIABLE_LOOP || style == TSU_VARIABLE_ULOOP)
        status = read_loop(v, w, err);
    else if (style <= TSU_VARIABLE_UNIVERSE)
        status = read_list(v, w, err);
    else
        status = read_single(all, v, w, err);
    if (status == TSU_OK) return variables_put(all, v, err);
    variable_destroy(v);
    return status;
}

tsu_status tsu_variables_define(tsu_variables *all, tsu_words *w, tsu_error *err)
{
    enum { DELETE = TSU_VARIABLE_NONE }; /* the others are in the order of tsu_variable_style */
    static const char *const styles[] = {
        [DELETE] = "delete", "index", "loop", "world", "universe", "uloop", "string", "getenv", "file",
        "atomfile",          "equal", "atom", NULL};
    const char *name;
    int style;
    tsu_status status = tsu_words_text(w, "the name of the variable", &name, err);
    if (status == TSU_OK) status = check_name(w, w->at - 1, name, err);
    if (status == TSU_OK) status = tsu_words_choice(w, "a style of variable", styles, &style, err);
    if (status != TSU_OK) return status;
    const tsu_variable *old = tsu_variables_find(all, name);
    if (style == DELETE) {
        status = tsu_words_end(w, err);
        if (status == TSU_OK && old) variables_remove(all, old);
        return status;
    }
    if (old && !is_replaced((tsu_variable_style)style)) return TSU_OK;
    if (old && old->style != (tsu_variable_style)style)
        return tsu_words_error(
            w, 1, TSU_ERROR_INPUT, err,
            "is already a variable of style %s; delete it first (`variable %s delete`), or use "
            "another name",
            tsu_variable_style_name(old->style), name);
    return define_new(all, name, (tsu_variable_style)style, w, err);
}

tsu_status tsu_variables_define_index(tsu_variables *all, const char *name, int count,
                                      const char *const *values, tsu_error *err)
{
    const char *const head[] = {"-var", name};
    const tsu_words w = {.count = 2, .word = head, .usage = "-var NAME VALUE [VALUE ...]"};
    const tsu_status status = check_name(&w, 1, name, err);
    if (status != TSU_OK) return status;
    if (count < 1) return tsu_words_error(&w, 1, TSU_ERROR_INPUT, err, "a value is missing after the name");
    if (tsu_variables_find(all, name)) return TSU_OK;
    tsu_variable *v = variable_create(name, TSU_VARIABLE_INDEX, count, values);
    return v ? variables_put(all, v, err) : out_of_memory(err);
}

/* ---- stepping ---------------------------------------------------------------------------------- */

tsu_status tsu_variables_advance(tsu_variables *all, tsu_variable *v, bool *exhausted, tsu_error *err)
{
    *exhausted = false;
    if (v->style == TSU_VARIABLE_FILE || v->style == TSU_VARIABLE_ATOMFILE) {
        const tsu_status status = read_next(v, exhausted, err);
        if (status != TSU_OK) return status;
    } else {
        v->which++;
        *exhausted = v->which >= v->count;
    }
    if (*exhausted) variables_remove(all, v);
    return TSU_OK;
}

static bool may_step(tsu_variable_style style)
{
    return style == TSU_VARIABLE_INDEX || style == TSU_VARIABLE_LOOP || style == TSU_VARIABLE_UNIVERSE ||
           style == TSU_VARIABLE_ULOOP || style == TSU_VARIABLE_FILE || style == TSU_VARIABLE_ATOMFILE;
}

/* universe and uloop may be mixed. */
static tsu_variable_style step_style(tsu_variable_style style)
{
    return style == TSU_VARIABLE_ULOOP ? TSU_VARIABLE_UNIVERSE : style;
}

static tsu_status check_next(const tsu_variables *all, const tsu_words *w, tsu_error *err)
{
    tsu_variable_style first = TSU_VARIABLE_NONE;
    for (int i = w->at; i < w->count; i++) {
        const tsu_variable *v = tsu_variables_find(all, w->word[i]);
        if (!v) return tsu_variables_unknown(all, w->word[i], err);
        if (!may_step(v->style))
            return tsu_words_error(w, i, TSU_ERROR_INPUT, err, "a variable of style %s has no next value",
                                   tsu_variable_style_name(v->style));
        if (i == w->at)
            first = step_style(v->style);
        else if (step_style(v->style) != first)
            return tsu_words_error(w, i, TSU_ERROR_INPUT, err,
                                   "all variables of one `next` must have the same style");
    }
    return TSU_OK;
}

tsu_status tsu_variables_next(tsu_variables *all, tsu_words *w, bool *exhausted, tsu_error *err)
{
    *exhausted = false;
    tsu_status status = tsu_words_need(w, 1, "the name of a variable", err);
    if (status == TSU_OK) status = check_next(all, w, err);
    for (; status == TSU_OK && tsu_words_left(w); w->at++) {
        bool ended = false;
        tsu_variable *v = tsu_variables_find(all, w->word[w->at]); /* gone if named twice */
        if (v) status = tsu_variables_advance(all, v, &ended, err);
        if (ended) *exhausted = true;
    }
    return status;
}

/* ---- text -------------------------------------------------------------------------------------- */

tsu_status tsu_variable_plain_text(const tsu_variable *v, char **out, tsu_error *err)
{
    char number[64];
    const char *text = number;
    switch (v->style) {
    case TSU_VARIABLE_LOOP:
    case TSU_VARIABLE_ULOOP:
        snprintf(number, sizeof number, "%0*lld", v->pad, (long long)v->which + 1);
        break;
    case TSU_VARIABLE_GETENV:
        text = getenv(v->value[0]);
        if (!text) text = "";
        break;
    default: text = v->value[v->n_value > 1 ? v->which : 0]; break;
    }
    *out = tsu_text_copy(text);
    return *out ? TSU_OK : out_of_memory(err);
}
