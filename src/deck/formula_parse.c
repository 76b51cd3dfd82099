/* SPDX-License-Identifier: Apache-2.0 */
/* formula_parse.c - text to tree, by precedence climbing. */
#include "deck/formula.h"
#include "deck/text.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 400 }; /* of the tree: bounds the recursion of parser and evaluation */

typedef struct parser {
    tsu_formula *formula;
    const char *p;
    int depth;
    tsu_error *err;
    tsu_status status;
} parser;

/* Every way to fail ends here; returns -1, the number of no node. */
static int fail(parser *z, const char *format, ...) TSU_PRINTF(2, 3);
static int fail(parser *z, const char *format, ...)
{
    char sentence[400];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    z->status = tsu_error_set(z->err, TSU_ERROR_INPUT, "formula `%.120s`: %s", z->formula->text, sentence);
    return -1;
}

/* A parenthesis, that of `function` or a plain one, is not closed where it should be. */
static int fail_open(parser *z, const char *function)
{
    if (*z->p == '\0') return fail(z, "`)` of `%s(` is missing at the end", function);
    return fail(z, "`)` of `%s(` is missing at `%.40s`", function, z->p);
}

static int fail_memory(parser *z)
{
    z->status = tsu_error_set(z->err, TSU_ERROR_MEMORY, "out of memory while reading a formula");
    return -1;
}

/* The formula owns the node's strings once n_node has grown, also if the node is refused for its depth. */
static int add_node(parser *z, tsu_node node)
{
    tsu_formula *f = z->formula;
    node.depth = 0;
    for (int i = 0; i < 3; i++) {
        if (node.child[i] >= 0 && f->node[node.child[i]].depth >= node.depth)
            node.depth = f->node[node.child[i]].depth + 1;
    }
    void *nodes = f->node;
    const bool grown = tsu_array_reserve(&nodes, &f->max_node, f->n_node + 1, sizeof *f->node);
    f->node = nodes;
    if (!grown) return fail_memory(z);
    f->node[f->n_node] = node;
    if (node.depth > DEPTH_MAX) {
        f->n_node++;
        return fail(z, "it is nested more than %d deep; split it into several variables", DEPTH_MAX);
    }
    return (int)f->n_node++;
}

static tsu_node leaf(tsu_node_kind kind)
{
    return (tsu_node){.kind = kind, .child = {-1, -1, -1}};
}

static void skip_space(parser *z)
{
    while (isspace((unsigned char)*z->p)) {
        z->p++;
    }
}

static int parse_level(parser *z, int level);

/* The number's end is found by hand so that "2e" or "1.2.3" cannot be half a number. */
static int parse_number(parser *z)
{
    const char *start = z->p;
    while (isdigit((unsigned char)*z->p) || *z->p == '.') {
        z->p++;
    }
    if (*z->p == 'e' || *z->p == 'E') {
        z->p++;
        if (*z->p == '+' || *z->p == '-') z->p++;
        while (isdigit((unsigned char)*z->p)) {
            z->p++;
        }
    }
    const int length = (int)(z->p - start);
    char word[64];
    tsu_node node = leaf(TSU_NODE_NUMBER);
    snprintf(word, sizeof word, "%.*s", length, start);
    if (length >= (int)sizeof word || !tsu_parse_number(word, &node.number))
        return fail(z, "`%.63s` is not a number", word);
    return add_node(z, node);
}

/* Up to two [N] behind a name. */
static bool parse_indices(parser *z, tsu_node *node, int most)
{
    while (*z->p == '[' && node->n_index < most) {
        const size_t length = strspn(z->p + 1, "0123456789");
        char word[24];
        int64_t value = 0;
        snprintf(word, sizeof word, "%.*s", (int)(length < 20 ? length : 20), z->p + 1);
        if (length == 0 || z->p[1 + length] != ']' || length > 18 || !tsu_parse_integer(word, &value) ||
            value < 1) {
            fail(z,
                 "the brackets at `%.40s` must hold a positive integer and close; a variable goes in as "
                 "${NAME}",
                 z->p);
            return false;
        }
        node->index[node->n_index++] = value;
        z->p += length + 2;
    }
    if (*z->p == '[') {
        fail(z, "`%.40s` has too many brackets", z->p);
        return false;
    }
    return true;
}

/* Splits the text between the parenthesis at p and its partner at commas into at most three trimmed pieces.
 */
static bool split_arguments(parser *z, const char *function, char *piece[3], int *count)
{
    const char *p = z->p + 1, *start = p;
    *count = 0;
    for (int level = 0;; p++) {
        if (*p == '\0') {
            fail(z, "the parenthesis of `%s(` is never closed", function);
            return false;
        }
        if (*p == '(') level++;
        const bool end = *p == ')' && level == 0;
        if (*p == ')') level--;
        if (!end && !(*p == ',' && level == 0)) continue;
        if (*count == 3) {
            fail(z, "`%s()` takes at most 3 arguments", function);
            return false;
        }
        char *copy = tsu_text_copy_part(start, (size_t)(p - start));
        if (!copy) return fail_memory(z), false;
        char *trimmed = tsu_text_trim(copy);
        memmove(copy, trimmed, strlen(trimmed) + 1);
        piece[(*count)++] = copy;
        start = p + 1;
        if (end) break;
    }
    z->p = p + 1;
    return true;
}

static int parse_math(parser *z, const tsu_math *math)
{
    tsu_node node = leaf(TSU_NODE_MATH);
    node.math = math;
    z->p++;
    int n = 0;
    for (;;) {
        const int child = parse_level(z, 0);
        if (child < 0) return -1;
        if (n < 3) node.child[n] = child;
        n++;
        skip_space(z);
        if (*z->p != ',') break;
        z->p++;
    }
    if (*z->p != ')') return fail_open(z, math->name);
    z->p++;
    if (n != math->n_arg)
        return fail(z, "`%s()` takes %d argument%s, not %d", math->name, math->n_arg,
                    math->n_arg == 1 ? "" : "s", n);
    return add_node(z, node);
}

/* Which component words a group function takes; NULL: none. */
static const char *const *components(const char *function)
{
    static const char *const axis[] = {"x", "y", "z", NULL};
    static const char *const bounds[] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax", NULL};
    static const char *const tensor[] = {"xx", "yy", "zz", "xy", "yz", "xz", NULL};
    static const char *const with_axis[] = {"xcm", "vcm", "fcm", "angmom", "torque", "omega"};
    if (strcmp(function, "bound") == 0) return bounds;
    if (strcmp(function, "inertia") == 0) return tensor;
    for (size_t i = 0; i < sizeof with_axis / sizeof *with_axis; i++) {
        if (strcmp(function, with_axis[i]) == 0) return axis;
    }
    return NULL;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(word, *list) == 0) return true;
    }
    return false;
}

/* Group functions: f(group), f(group,region), f(group,component), f(group,component,region). */
static int finish_group(parser *z, tsu_node node, int n)
{
    const char *const *known = components(node.name);
    const int most = known ? 3 : 2, least = known ? 2 : 1;
    if (n < least || n > most || node.arg[0][0] == '\0')
        return fail(z, "`%s()` is written %s(group%s) or %s(group%s,region)", node.name, node.name,
                    known ? ",component" : "", node.name, known ? ",component" : "");
    if (known && !is_one_of(node.arg[1], known)) {
        const char *nearest = tsu_nearest_word(node.arg[1], known);
        return fail(z, "`%.40s` is not a component of `%s()`; did you mean `%s`?", node.arg[1], node.name,
                    nearest ? nearest : known[0]);
    }
    if (!known) { /* the region always stands in arg[2] */
        node.arg[2] = node.arg[1];
        node.arg[1] = NULL;
    }
    return add_node(z, node);
}

/* sum(c_ID) or sum(c_ID[column]) and its sisters. */
static int finish_series(parser *z, tsu_node node, int n)
{
    char *text = node.arg[0];
    if (n != 1 || (strncmp(text, "c_", 2) != 0 && strncmp(text, "f_", 2) != 0))
        return fail(z, "`%s()` takes one global vector: c_ID, c_ID[column], f_ID or f_ID[column]", node.name);
    node.source = text[0] == 'c' ? TSU_SOURCE_COMPUTE : TSU_SOURCE_FIX;
    memmove(text, text + 2, strlen(text + 2) + 1);
    char *bracket = strchr(text, '[');
    if (bracket) {
        const char *rest = z->p;
        z->p = bracket;
        const bool good =
            parse_indices(z, &node, 1) && (*z->p == '\0' || fail(z, "`%.40s` is unexpected", z->p) >= 0);
        z->p = rest;
        if (!good) return -1;
        *bracket = '\0';
    }
    if (text[0] == '\0') return fail(z, "`%s()` needs the ID of a compute or fix", node.name);
    return add_node(z, node);
}

static int finish_mask(parser *z, tsu_node node, int n)
{
    const int needed = strcmp(node.name, "grmask") == 0 ? 2 : 1;
    if (n != needed)
        return fail(z, "`%s()` takes %d argument%s, not %d", node.name, needed, needed == 1 ? "" : "s", n);
    if (strcmp(node.name, "rmask") == 0) {
        node.arg[1] = node.arg[0];
        node.arg[0] = NULL;
    }
    return add_node(z, node);
}

static int finish_next(parser *z, tsu_node node, int n)
{
    if (n != 1 || node.arg[0][0] == '\0')
        return fail(z, "`next()` takes the name of a file or atomfile variable");
    return add_node(z, node);
}

/* Functions whose arguments are names, not formulas. */
static int parse_named(parser *z, const char *word)
{
    static const char *const groups[] = {"count",  "countMS", "mass",    "charge",   "xcm",
                                         "vcm",    "fcm",     "bound",   "gyration", "ke",
                                         "angmom", "torque",  "inertia", "omega",    NULL};
    static const char *const series[] = {"sum", "min", "max", "ave", "trap", NULL};
    static const char *const masks[] = {"gmask", "rmask", "grmask", NULL};
    tsu_node node = leaf(TSU_NODE_NEXT);
    int (*finish)(parser *, tsu_node, int) = NULL;
    if (is_one_of(word, groups)) node.kind = TSU_NODE_GROUP, finish = finish_group;
    if (is_one_of(word, series)) node.kind = TSU_NODE_SERIES, finish = finish_series;
    if (is_one_of(word, masks)) node.kind = TSU_NODE_MASK, finish = finish_mask;
    if (strcmp(word, "next") == 0) finish = finish_next;
    if (!finish) {
        const char *nearest = tsu_nearest_word(word, tsu_function_words);
        return nearest ? fail(z, "there is no function `%.40s()`; did you mean `%s()`?", word, nearest)
                       : fail(z, "there is no function `%.40s()`", word);
    }
    int n = 0, made = -1;
    node.name = tsu_text_copy(word);
    if (!node.name) return fail_memory(z);
    const size_t before = z->formula->n_node;
    if (split_arguments(z, word, node.arg, &n)) made = finish(z, node, n);
    if (z->formula->n_node == before) { /* no node took the strings */
        free(node.name);
        for (int i = 0; i < 3; i++) {
            free(node.arg[i]);
        }
    }
    return made;
}

static int add_named(parser *z, tsu_node node, const char *name, int most_indices)
{
    if (name[0] == '\0') return fail(z, "a name is missing at `%.40s`", z->p);
    if (!parse_indices(z, &node, most_indices)) return -1;
    node.name = tsu_text_copy(name);
    if (!node.name) return fail_memory(z);
    const size_t before = z->formula->n_node;
    const int made = add_node(z, node);
    if (z->formula->n_node == before) free(node.name);
    return made;
}

static int parse_word(parser *z)
{
    char word[128];
    const char *start = z->p;
    while (isalnum((unsigned char)*z->p) || *z->p == '_') {
        z->p++;
    }
    const size_t length = (size_t)(z->p - start);
    if (length >= sizeof word) return fail(z, "the word `%.40s...` is too long", start);
    memcpy(word, start, length);
    word[length] = '\0';
    if (strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0) {
        tsu_node node = leaf(TSU_NODE_SOURCE);
        node.source = word[0] == 'c' ? TSU_SOURCE_COMPUTE : TSU_SOURCE_FIX;
        return add_named(z, node, word + 2, 2);
    }
    if (strncmp(word, "v_", 2) == 0) return add_named(z, leaf(TSU_NODE_VARIABLE), word + 2, 1);
    if (*z->p != '(') return add_named(z, leaf(TSU_NODE_WORD), word, 1);
    const tsu_math *math = tsu_math_find(word);
    return math ? parse_math(z, math) : parse_named(z, word);
}

static int parse_parenthesis(parser *z)
{
    z->p++;
    const int inner = parse_level(z, 0);
    if (inner < 0) return -1;
    skip_space(z);
    if (*z->p != ')') return fail_open(z, "");
    z->p++;
    return inner;
}

/* An operand with the unary operators before it. */
static int parse_operand(parser *z)
{
    skip_space(z);
    const char c = *z->p;
    if (c == '-' || (c == '!' && z->p[1] != '=')) {
        z->p++;
        if (++z->depth > DEPTH_MAX) return fail(z, "it is nested more than %d deep", DEPTH_MAX);
        tsu_node node = leaf(c == '-' ? TSU_NODE_NEGATE : TSU_NODE_NOT);
        node.child[0] = parse_operand(z);
        z->depth--;
        return node.child[0] < 0 ? -1 : add_node(z, node);
    }
    if (c == '(') return parse_parenthesis(z);
    if (isdigit((unsigned char)c) || c == '.') return parse_number(z);
    if (isalpha((unsigned char)c)) return parse_word(z);
    if (c == '\0') return fail(z, "it ends where a number or a name is expected");
    if (c == '$') return fail(z, "`$` is not replaced inside quotes or $(); write v_NAME instead of ${NAME}");
    return fail(z, "a number or a name is expected at `%.40s`", z->p);
}

/* Operators that bind tighter than `level`; equal precedence groups from the left. */
static int parse_level(parser *z, int level)
{
    if (++z->depth > DEPTH_MAX)
        return fail(z, "it is nested more than %d deep; split it into several variables", DEPTH_MAX);
    int left = parse_operand(z);
    while (left >= 0) {
        size_t length;
        skip_space(z);
        const tsu_operator op = tsu_operator_at(z->p, &length);
        if (op == TSU_OP_NONE || tsu_operator_level(op) <= level) break;
        z->p += length;
        tsu_node node = leaf(TSU_NODE_BINARY);
        node.op = op;
        node.child[0] = left;
        node.child[1] = parse_level(z, tsu_operator_level(op));
        left = node.child[1] < 0 ? -1 : add_node(z, node);
    }
    z->depth--;
    return left;
}

tsu_status tsu_formula_parse(const char *text, tsu_formula **out, tsu_error *err)
{
    tsu_formula *f = calloc(1, sizeof *f);
    if (f) f->text = tsu_text_copy(text);
    if (!f || !f->text) {
        free(f);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory while reading a formula");
    }
    parser z = {.formula = f, .p = f->text, .err = err, .status = TSU_OK};
    f->root = parse_level(&z, 0);
    if (f->root >= 0) {
        skip_space(&z);
        if (*z.p == '=')
            fail(&z, "`=` at `%.40s` does not compare; write ==", z.p);
        else if (*z.p)
            fail(&z, "an operator is expected at `%.40s`", z.p);
    }
    if (z.status != TSU_OK) {
        tsu_formula_destroy(f);
        return z.status;
    }
    *out = f;
    return TSU_OK;
}

void tsu_formula_destroy(tsu_formula *formula)
{
    if (!formula) return;
    for (size_t i = 0; i < formula->n_node; i++) {
        free(formula->node[i].name);
        for (int k = 0; k < 3; k++) {
            free(formula->node[i].arg[k]);
        }
    }
    free(formula->node);
    free(formula->text);
    free(formula);
}
