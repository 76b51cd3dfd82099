/* SPDX-License-Identifier: Apache-2.0 */
/* timely.c - whether a formula follows from step and time alone. */
#include "deck/formula_internal.h"
#include <string.h>

enum { DEPTH_MAX = 100 }; /* of variables in variables; deeper ones are left to who evaluates them */

static bool is_timely_word(const char *name)
{
    static const char *const words[] = {"PI", "step", "time", "dt", "elapsed", "elaplong"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strcmp(name, words[k]) == 0) return true;
    }
    return false;
}

static bool is_timely_variable(tsu_script *s, const char *name, int depth);

static bool is_timely_node(tsu_script *s, const tsu_node *node, int depth)
{
    switch (node->kind) {
    case TSU_NODE_NUMBER:
    case TSU_NODE_NEGATE:
    case TSU_NODE_NOT:
    case TSU_NODE_BINARY: return true;
    case TSU_NODE_MATH: return !node->math->random;
    case TSU_NODE_WORD: return node->n_index == 0 && is_timely_word(node->name);
    case TSU_NODE_VARIABLE: return node->n_index == 0 && is_timely_variable(s, node->name, depth + 1);
    default: return false;
    }
}

static bool is_timely_variable(tsu_script *s, const char *name, int depth)
{
    tsu_error ignored;
    tsu_variable *v = tsu_variables_find(&s->variables, name);
    if (!v || depth > DEPTH_MAX || v->style == TSU_VARIABLE_ATOM || v->style == TSU_VARIABLE_ATOMFILE)
        return false;
    if (v->style != TSU_VARIABLE_EQUAL) return true; /* commands change it, between runs */
    if (!v->formula && tsu_formula_parse(v->value[0], &v->formula, &ignored) != TSU_OK) return false;
    for (size_t k = 0; k < v->formula->n_node; k++) {
        if (!is_timely_node(s, &v->formula->node[k], depth)) return false;
    }
    return true;
}

bool tsu_script_variable_is_timely(tsu_script *s, const char *name)
{
    return is_timely_variable(s, name, 0);
}
