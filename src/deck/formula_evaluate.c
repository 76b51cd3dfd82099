/* SPDX-License-Identifier: Apache-2.0 */
/* formula_evaluate.c - the tree to a number, or to one number per particle. A node that does not depend on
 * particles stays a single number, so a per-particle formula costs one pass per operation that needs it. */
#include "deck/formula_internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVALUATION_DEPTH_MAX = 1500, EVALUATION_WORK_MAX = 5000000 };

static tsu_status evaluate_node(tsu_evaluation *e, const tsu_formula *f, int index, tsu_value *out,
                                tsu_error *err);

tsu_status tsu_formula_fail(const tsu_formula *f, tsu_error *err, const char *format, ...)
{
    char sentence[400];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return tsu_error_set(err, TSU_ERROR_INPUT, "formula `%.120s`: %s", f->text, sentence);
}

tsu_status tsu_formula_no_host(const tsu_formula *f, const char *what, tsu_error *err)
{
    return tsu_formula_fail(f, err, "%s needs a simulation, and there is none here", what);
}

static bool counts(const tsu_evaluation *e, int32_t row)
{
    return !e->selected || e->selected[row];
}

/* A vector of its own for *v, filled with its number if it is a single one. */
static tsu_status to_vector(const tsu_evaluation *e, tsu_value *v, tsu_error *err)
{
    if (v->vector) return TSU_OK;
    v->vector = malloc(sizeof(double) * (size_t)(e->count > 0 ? e->count : 1));
    if (!v->vector)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory in a formula over %d particles", e->count);
    for (int32_t i = 0; i < e->count; i++) {
        v->vector[i] = v->scalar;
    }
    return TSU_OK;
}

static double value_at(const tsu_value *v, int32_t row)
{
    return v->vector ? v->vector[row] : v->scalar;
}

tsu_status tsu_formula_from_column(tsu_evaluation *e, const tsu_formula *f, const char *name,
                                   tsu_column column, tsu_value *out, tsu_error *err)
{
    if (!e->particles)
        return tsu_formula_fail(
            f, err, "`%s` has one value per particle; use it in an atom-style variable, or write %s[ID]",
            name, name);
    if (column.count < e->count || (e->count > 0 && !column.value))
        return tsu_formula_fail(f, err, "`%s` has %d values for %d particles", name, column.count, e->count);
    *out = (tsu_value){0};
    const tsu_status status = to_vector(e, out, err);
    for (int32_t i = 0; status == TSU_OK && i < e->count; i++) {
        out->vector[i] = column.value[(ptrdiff_t)i * column.stride];
    }
    return status;
}

/* ---- operators and math functions -------------------------------------------------------------- */

static tsu_status evaluate_unary(tsu_evaluation *e, const tsu_node *node, tsu_value *v)
{
    const bool negate = node->kind == TSU_NODE_NEGATE;
    v->scalar = negate ? -v->scalar : v->scalar == 0.0;
    for (int32_t i = 0; v->vector && i < e->count; i++) {
        v->vector[i] = negate ? -v->vector[i] : v->vector[i] == 0.0;
    }
    return TSU_OK;
}

static tsu_status fail_operator(const tsu_formula *f, const tsu_node *node, double a, double b,
                                tsu_error *err)
{
    const char *why = node->op == TSU_OP_POW ? "has no real value" : "divides by zero";
    return tsu_error_lacks(
        err, TSU_LACKS_VALUE,
        tsu_formula_fail(f, err, "%.15g %s %.15g %s", a, tsu_operator_text(node->op), b, why));
}

static tsu_status evaluate_binary(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node,
                                  tsu_value v[2], tsu_error *err)
{
    if (!v[0].vector && !v[1].vector) {
        const double a = v[0].scalar;
        if (tsu_operator_value(node->op, a, v[1].scalar, &v[0].scalar)) return TSU_OK;
        return fail_operator(f, node, a, v[1].scalar, err);
    }
    const tsu_status status = to_vector(e, &v[0], err);
    if (status != TSU_OK) return status;
    for (int32_t i = 0; i < e->count; i++) {
        const double a = v[0].vector[i], b = value_at(&v[1], i);
        if (!counts(e, i))
            v[0].vector[i] = 0.0;
        else if (!tsu_operator_value(node->op, a, b, &v[0].vector[i]))
            return fail_operator(f, node, a, b, err);
    }
    return TSU_OK;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Uniform in [0,1), a function of nothing but its arguments: the same for any order of evaluation. */
static double uniform(int64_t seed, uint64_t counter, uint64_t id, uint64_t lane)
{
    uint64_t x = mix((uint64_t)seed + UINT64_C(0x9e3779b97f4a7c15));
    x = mix(x ^ (counter + UINT64_C(0x632be59bd9b4e019)));
    x = mix(x + id * UINT64_C(0xd6e8feb86659fd93));
    x = mix(x ^ (lane * UINT64_C(0xa0761d6478bd642f) + UINT64_C(0x8ebc6af09c88c6e3)));
    return (double)(x >> 11) * 0x1p-53;
}

static tsu_status fail_math(const tsu_formula *f, const tsu_math *math, const double *a, tsu_error *err)
{
    char list[128];
    size_t used = 0;
    for (int i = 0; i < math->n_arg && used < sizeof list; i++) {
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.15g", i ? "," : "", a[i]);
    }
    return tsu_error_lacks(
        err, TSU_LACKS_VALUE,
        tsu_formula_fail(f, err, "%s(%s) has no value: %s", math->name, list, math->domain));
}

/* What math functions need beside their arguments. */
typedef struct math_setting {
    tsu_clock clock;
    uint64_t counter;
    tsu_value id; /* of the particles, for random functions */
} math_setting;

static tsu_status math_value(const tsu_formula *f, const tsu_node *node, const math_setting *set, double *a,
                             uint64_t id, double *out, tsu_error *err)
{
    for (int k = 0; node->math->random && k < TSU_RANDOM_DRAWS; k++) {
        a[3 + k] = uniform((int64_t)a[2], set->counter, id, (uint64_t)k);
    }
    return node->math->value(a, &set->clock, out) ? TSU_OK : fail_math(f, node->math, a, err);
}

static tsu_status math_over_particles(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node,
                                      const math_setting *set, tsu_value v[3], tsu_error *err)
{
    tsu_status status = to_vector(e, &v[0], err);
    for (int32_t i = 0; status == TSU_OK && i < e->count; i++) {
        double a[3 + TSU_RANDOM_DRAWS];
        for (int k = 0; k < 3; k++) {
            a[k] = value_at(&v[k], i);
        }
        const uint64_t id = set->id.vector ? (uint64_t)set->id.vector[i] : 0;
        if (!counts(e, i))
            v[0].vector[i] = 0.0;
        else
            status = math_value(f, node, set, a, id, &v[0].vector[i], err);
    }
    return status;
}

static tsu_status random_setting(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node,
                                 const tsu_value *seed, math_setting *set, tsu_error *err)
{
    const double number = seed->scalar;
    if (seed->vector || !(fabs(number) < 9e15) || number != floor(number))
        return tsu_formula_fail(f, err, "the seed of %s() must be one integer", node->math->name);
    tsu_status status = tsu_script_draw(e->script, (int64_t)number, &set->counter, err);
    if (status != TSU_OK || !e->particles || e->count == 0) return status;
    const tsu_script_host *host = &e->script->host;
    if (!host->particle_vector) return tsu_formula_no_host(f, "random() per particle", err);
    tsu_column column;
    status = host->particle_vector(host->ctx, "id", &column, err);
    return status == TSU_OK ? tsu_formula_from_column(e, f, "id", column, &set->id, err) : status;
}

static tsu_status evaluate_math(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value v[3],
                                tsu_error *err)
{
    math_setting set = {0};
    const tsu_script_host *host = &e->script->host;
    if (host->clock) host->clock(host->ctx, &set.clock);
    if (node->math->in_run_only && !set.clock.running)
        return tsu_formula_fail(
            f, err,
            "%s() has a value only during a run; use it in a variable that a fix or the thermo "
            "output evaluates",
            node->math->name);
    tsu_status status = TSU_OK;
    if (node->math->random) status = random_setting(e, f, node, &v[2], &set, err);
    if (status == TSU_OK && (v[0].vector || v[1].vector || v[2].vector || set.id.vector)) {
        status = math_over_particles(e, f, node, &set, v, err);
    } else if (status == TSU_OK) {
        double a[3 + TSU_RANDOM_DRAWS] = {v[0].scalar, v[1].scalar, v[2].scalar};
        status = math_value(f, node, &set, a, 0, &v[0].scalar, err);
    }
    free(set.id.vector);
    return status;
}

/* Evaluates the children, applies the node, keeps the result of the first. */
static tsu_status evaluate_inner(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node,
                                 tsu_value *out, tsu_error *err)
{
    tsu_value v[3] = {{0}};
    tsu_status status = TSU_OK;
    for (int k = 0; k < 3 && node->child[k] >= 0 && status == TSU_OK; k++) {
        status = evaluate_node(e, f, node->child[k], &v[k], err);
    }
    if (status == TSU_OK) {
        if (node->kind == TSU_NODE_BINARY)
            status = evaluate_binary(e, f, node, v, err);
        else if (node->kind == TSU_NODE_MATH)
            status = evaluate_math(e, f, node, v, err);
        else
            status = evaluate_unary(e, node, &v[0]);
    }
    free(v[1].vector);
    free(v[2].vector);
    if (status != TSU_OK)
        free(v[0].vector);
    else
        *out = v[0];
    return status;
}

/* ---- names ------------------------------------------------------------------------------------- */

static tsu_status evaluate_group(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node,
                                 tsu_value *out, tsu_error *err)
{
    const tsu_script_host *host = &e->script->host;
    if (!host->group_function) return tsu_formula_no_host(f, node->name, err);
    return host->group_function(host->ctx, node->name, node->arg[0], node->arg[1], node->arg[2], &out->scalar,
                                err);
}

static tsu_status evaluate_series(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node,
                                  tsu_value *out, tsu_error *err)
{
    const tsu_script_host *host = &e->script->host;
    const char *name = node->name;
    if (!host->global_vector) return tsu_formula_no_host(f, name, err);
    tsu_column c;
    const tsu_status status =
        host->global_vector(host->ctx, node->source, node->arg[0], node->index[0], &c, err);
    if (status != TSU_OK) return status;
    const bool low = strcmp(name, "min") == 0, high = strcmp(name, "max") == 0,
               trap = strcmp(name, "trap") == 0;
    const bool mean = strcmp(name, "ave") == 0;
    if (c.count <= 0 && (low || high || mean))
        return tsu_error_lacks(err, TSU_LACKS_VALUE,
                               tsu_formula_fail(f, err, "%s() of an empty vector has no value", name));
    double sum = 0.0, extreme = c.count > 0 ? c.value[0] : 0.0;
    for (int32_t i = 0; i < c.count; i++) {
        const double x = c.value[(ptrdiff_t)i * c.stride];
        sum += trap && (i == 0 || i == c.count - 1) ? 0.5 * x : x;
        if (low ? x < extreme : x > extreme) extreme = x;
    }
    out->scalar = low || high ? extreme : mean ? sum / c.count : sum;
    return TSU_OK;
}

static tsu_status evaluate_mask(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value *out,
                                tsu_error *err)
{
    const tsu_script_host *host = &e->script->host;
    if (!e->particles)
        return tsu_formula_fail(f, err, "%s() has one value per particle; use it in an atom-style variable",
                                node->name);
    if (!host->particle_mask) return tsu_formula_no_host(f, node->name, err);
    uint8_t *inside = calloc((size_t)(e->count > 0 ? e->count : 1), 1);
    if (!inside) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory in a formula");
    tsu_status status = host->particle_mask(host->ctx, node->arg[0], node->arg[1], inside, err);
    if (status == TSU_OK) status = to_vector(e, out, err);
    for (int32_t i = 0; status == TSU_OK && i < e->count; i++) {
        out->vector[i] = inside[i] ? 1.0 : 0.0;
    }
    free(inside);
    return status;
}

/* x, x[17], PI or a thermo keyword. */
static tsu_status evaluate_word(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value *out,
                                tsu_error *err)
{
    const tsu_script_host *host = &e->script->host;
    if (node->n_index == 0 && strcmp(node->name, "PI") == 0) {
        out->scalar = 3.14159265358979323846;
        return TSU_OK;
    }
    char near[TSU_WORD_ROOM] = "";
    if (!host->particle_word || !host->particle_word(host->ctx, node->name, node->n_index ? near : NULL)) {
        if (node->n_index)
            return tsu_formula_fail(f, err, "`%s[...]` is not a quantity of a particle; did you mean `%s`?",
                                    node->name, near[0] ? near : "x");
        if (!host->thermo) return tsu_formula_no_host(f, node->name, err);
        return host->thermo(host->ctx, node->name, &out->scalar, err);
    }
    if (!host->particle_vector || !host->particle_count || !host->particle_row)
        return tsu_formula_no_host(f, node->name, err);
    tsu_column column;
    if (node->n_index == 1) { /* a particle that is not there counts as 0, as in LIGGGHTS */
        const int32_t row = host->particle_row(host->ctx, (uint64_t)node->index[0]);
        if (row < 0) return TSU_OK;
        const tsu_status status = host->particle_vector(host->ctx, node->name, &column, err);
        if (status == TSU_OK && row < column.count)
            out->scalar = column.value[(ptrdiff_t)row * column.stride];
        return status;
    }
    if (!e->particles) return tsu_formula_from_column(e, f, node->name, (tsu_column){0}, out, err);
    const tsu_status status = host->particle_vector(host->ctx, node->name, &column, err);
    return status == TSU_OK ? tsu_formula_from_column(e, f, node->name, column, out, err) : status;
}

static tsu_status evaluate_source(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node,
                                  tsu_value *out, tsu_error *err)
{
    const tsu_script_host *host = &e->script->host;
    char name[160];
    snprintf(name, sizeof name, "%c_%s", node->source == TSU_SOURCE_COMPUTE ? 'c' : 'f', node->name);
    if (!host->reference) return tsu_formula_no_host(f, name, err);
    tsu_reference reference = {0};
    const tsu_status status =
        host->reference(host->ctx, node->source, node->name, node->n_index, node->index, &reference, err);
    if (status != TSU_OK) return status;
    if (reference.per_particle) return tsu_formula_from_column(e, f, name, reference.column, out, err);
    out->scalar = reference.value;
    return TSU_OK;
}

/* ---- the walk ---------------------------------------------------------------------------------- */

static tsu_status evaluate_leaf(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value *out,
                                tsu_error *err)
{
    switch (node->kind) {
    case TSU_NODE_NUMBER: out->scalar = node->number; return TSU_OK;
    case TSU_NODE_GROUP: return evaluate_group(e, f, node, out, err);
    case TSU_NODE_SERIES: return evaluate_series(e, f, node, out, err);
    case TSU_NODE_MASK: return evaluate_mask(e, f, node, out, err);
    case TSU_NODE_NEXT: return tsu_formula_next(e, f, node, out, err);
    case TSU_NODE_WORD: return evaluate_word(e, f, node, out, err);
    case TSU_NODE_SOURCE: return evaluate_source(e, f, node, out, err);
    case TSU_NODE_VARIABLE: return tsu_formula_variable(e, f, node, out, err);
    default: return evaluate_inner(e, f, node, out, err);
    }
}

static tsu_status evaluate_node(tsu_evaluation *e, const tsu_formula *f, int index, tsu_value *out,
                                tsu_error *err)
{
    if (e->depth >= EVALUATION_DEPTH_MAX || e->work >= EVALUATION_WORK_MAX)
        return tsu_formula_fail(f, err, "the variables it refers to refer to too many others; simplify them");
    e->depth++;
    e->work += 1 + (e->particles ? (uint64_t)e->count / 65536 : 0);
    *out = (tsu_value){0};
    const tsu_status status = evaluate_leaf(e, f, &f->node[index], out, err);
    e->depth--;
    return status;
}

tsu_status tsu_formula_evaluate(tsu_evaluation *e, const tsu_formula *formula, tsu_value *out, tsu_error *err)
{
    return evaluate_node(e, formula, formula->root, out, err);
}
