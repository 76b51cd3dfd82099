/* SPDX-License-Identifier: Apache-2.0 */
/* formula.h - the formula language: text is parsed once into a tree, the tree is evaluated as often as
 * needed.
 *
 * Precedence, weakest first: ||  &&  == !=  < <= > >=  + -  * / %  ^  unary - and !. All binary operators, ^
 * too, group from the left, and the unary ones bind tighter than ^: -2^2 is 4 and 2^3^2 is 64, as LIGGGHTS
 * has it. */
#ifndef TSU_DECK_FORMULA_H
#define TSU_DECK_FORMULA_H

#include "deck/script.h"

typedef enum tsu_node_kind {
    TSU_NODE_NUMBER,
    TSU_NODE_NEGATE,
    TSU_NODE_NOT,
    TSU_NODE_BINARY,  /* op, child[0], child[1] */
    TSU_NODE_MATH,    /* math, child[] */
    TSU_NODE_GROUP,   /* name = function, arg[] = group, component, region */
    TSU_NODE_SERIES,  /* name = sum..trap, source, arg[0] = ID, index[0] = column */
    TSU_NODE_MASK,    /* arg[0] = group or "", arg[1] = region or "" */
    TSU_NODE_NEXT,    /* name = variable */
    TSU_NODE_WORD,    /* name = particle vector, constant or thermo keyword; with n_index 1 the value of one
                         particle */
    TSU_NODE_SOURCE,  /* source, name = ID, n_index, index[] */
    TSU_NODE_VARIABLE /* name, n_index 0 or 1 */
} tsu_node_kind;

typedef enum tsu_operator {
    TSU_OP_NONE,
    TSU_OP_OR,
    TSU_OP_AND,
    TSU_OP_EQ,
    TSU_OP_NE,
    TSU_OP_LT,
    TSU_OP_LE,
    TSU_OP_GT,
    TSU_OP_GE,
    TSU_OP_ADD,
    TSU_OP_SUB,
    TSU_OP_MUL,
    TSU_OP_DIV,
    TSU_OP_MOD,
    TSU_OP_POW
} tsu_operator;

/* A math function. `value` returns false where the function is not defined. */
typedef struct tsu_math {
    const char *name;
    int n_arg;
    bool in_run_only;   /* has a value only while a run goes on */
    bool random;        /* draws from a stream; `value` gets the draws behind its arguments */
    const char *domain; /* what the arguments must fulfil */
    bool (*value)(const double *arg, const tsu_clock *clock, double *out);
} tsu_math;

enum { TSU_RANDOM_DRAWS = 2 }; /* uniform numbers handed to a random function */

const tsu_math *tsu_math_find(const char *name);
extern const char *const tsu_function_words[]; /* every function of the language, for "did you mean" */

/* Precedence of an operator: the larger binds tighter. The operator at p and its length, TSU_OP_NONE if there
 * is none. */
int tsu_operator_level(tsu_operator op);
tsu_operator tsu_operator_at(const char *p, size_t *length);
const char *tsu_operator_text(tsu_operator op);
bool tsu_operator_value(tsu_operator op, double a, double b, double *out);

typedef struct tsu_node {
    tsu_node_kind kind;
    tsu_operator op;
    tsu_source source;
    const tsu_math *math;
    double number;
    int child[3];
    int depth;
    char *name;   /* owned */
    char *arg[3]; /* owned */
    int n_index;
    int64_t index[2];
} tsu_node;

typedef struct tsu_formula {
    char *text;
    tsu_node *node;
    size_t n_node, max_node;
    int root;
} tsu_formula;

tsu_status tsu_formula_parse(const char *text, tsu_formula **out, tsu_error *err);
void tsu_formula_destroy(tsu_formula *formula);

/* A number, or one number per particle in `vector` (owned by the caller: free it). */
typedef struct tsu_value {
    double scalar;
    double *vector;
} tsu_value;

/* One evaluation, with all variables it reaches. */
typedef struct tsu_evaluation {
    tsu_script *script;
    bool particles;          /* may the result be per particle? */
    const uint8_t *selected; /* rows that count, NULL: all */
    int32_t count;           /* rows */
    int depth;
    uint64_t work; /* nodes evaluated: an exponential chain of variables must end */
} tsu_evaluation;

tsu_status tsu_formula_evaluate(tsu_evaluation *e, const tsu_formula *formula, tsu_value *out,
                                tsu_error *err);

#endif
