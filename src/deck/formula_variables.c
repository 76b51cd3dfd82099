/* SPDX-License-Identifier: Apache-2.0 */
/* formula_variables.c - variables inside formulas. */
#include "deck/formula_internal.h"
#include "deck/text.h"
#include <stdlib.h>

static tsu_status variable_formula(tsu_evaluation *e, tsu_variable *v, tsu_value *out, tsu_error *err)
{
    if (v->busy)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "variable `%s` refers to itself, directly or through others; remove the circular reference",
            v->name);
    if (!v->formula) {
        const tsu_status status = tsu_formula_parse(v->value[0], &v->formula, err);
        if (status != TSU_OK) return status;
    }
    v->busy = true;
    const tsu_status status = tsu_formula_evaluate(e, v->formula, out, err);
    v->busy = false;
    return status;
}

static tsu_status variable_number(tsu_variable *v, tsu_value *out, tsu_error *err)
{
    char *text = NULL;
    tsu_status status = tsu_variable_plain_text(v, &text, err);
    if (status != TSU_OK) return status;
    if (!tsu_parse_number(tsu_text_trim(text), &out->scalar))
        status = tsu_error_lacks(
            err, tsu_text_is_no_value(tsu_text_trim(text)) ? TSU_LACKS_VALUE : TSU_LACKS_NOTHING,
            tsu_error_set(err, TSU_ERROR_INPUT, "variable `%s` is `%.80s`, which is not a number", v->name,
                          text));
    free(text);
    return status;
}

static tsu_status atomfile_vector(tsu_evaluation *e, const tsu_formula *f, const tsu_variable *v,
                                  tsu_value *out, tsu_error *err)
{
    const tsu_script_host *host = &e->script->host;
    if (!host->particle_vector) return tsu_formula_no_host(f, "an atomfile variable", err);
    tsu_column column;
    tsu_status status = host->particle_vector(host->ctx, "id", &column, err);
    if (status == TSU_OK) status = tsu_formula_from_column(e, f, v->name, column, out, err);
    for (int32_t i = 0; status == TSU_OK && i < e->count; i++) {
        out->vector[i] = tsu_variable_particle(v, (uint64_t)out->vector[i]);
    }
    return status;
}

/* v_NAME[ID]: the per-particle formula for one particle only, so that the others cannot fail. */
static tsu_status variable_of_particle(tsu_evaluation *e, const tsu_formula *f, tsu_variable *v, uint64_t id,
                                       tsu_value *out, tsu_error *err)
{
    const tsu_script_host *host = &e->script->host;
    if (v->style == TSU_VARIABLE_ATOMFILE) {
        out->scalar = tsu_variable_particle(v, id);
        return TSU_OK;
    }
    if (!host->particle_row || !host->particle_count)
        return tsu_formula_no_host(f, "the value of a particle", err);
    const int32_t row = host->particle_row(host->ctx, id), count = host->particle_count(host->ctx);
    if (row < 0 || row >= count) return TSU_OK;
    uint8_t *selected = calloc((size_t)count, 1);
    if (!selected) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory in a formula");
    selected[row] = 1;
    tsu_evaluation one = *e;
    one.particles = true;
    one.selected = selected;
    one.count = count;
    tsu_value v_all = {0};
    const tsu_status status = variable_formula(&one, v, &v_all, err);
    e->work = one.work;
    if (status == TSU_OK) out->scalar = v_all.vector ? v_all.vector[row] : v_all.scalar;
    free(v_all.vector);
    free(selected);
    return status;
}

tsu_status tsu_formula_variable(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value *out,
                                tsu_error *err)
{
    tsu_variable *v = tsu_variables_find(&e->script->variables, node->name);
    if (!v) return tsu_variables_unknown(&e->script->variables, node->name, err);
    const bool per_particle = v->style == TSU_VARIABLE_ATOM || v->style == TSU_VARIABLE_ATOMFILE;
    if (node->n_index == 1) {
        if (!per_particle)
            return tsu_formula_fail(f, err, "v_%s[...] needs an atom or atomfile variable", v->name);
        return variable_of_particle(e, f, v, (uint64_t)node->index[0], out, err);
    }
    if (per_particle && !e->particles)
        return tsu_formula_fail(
            f, err, "v_%s has one value per particle; use it in an atom-style variable, or write v_%s[ID]",
            v->name, v->name);
    if (v->style == TSU_VARIABLE_ATOMFILE) return atomfile_vector(e, f, v, out, err);
    if (v->style == TSU_VARIABLE_EQUAL) { /* one number, even inside a per-particle formula */
        const bool particles = e->particles;
        e->particles = false;
        const tsu_status status = variable_formula(e, v, out, err);
        e->particles = particles;
        return status;
    }
    return v->style == TSU_VARIABLE_ATOM ? variable_formula(e, v, out, err) : variable_number(v, out, err);
}

tsu_status tsu_formula_next(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value *out,
                            tsu_error *err)
{
    tsu_variables *variables = &e->script->variables;
    tsu_variable *v = tsu_variables_find(variables, node->arg[0]);
    if (!v) return tsu_variables_unknown(variables, node->arg[0], err);
    tsu_status status;
    if (v->style == TSU_VARIABLE_FILE)
        status = variable_number(v, out, err);
    else if (v->style == TSU_VARIABLE_ATOMFILE)
        status = atomfile_vector(e, f, v, out, err);
    else
        return tsu_formula_fail(f, err, "next(%s) needs a file or atomfile variable", v->name);
    bool exhausted;
    if (status == TSU_OK) status = tsu_variables_advance(variables, v, &exhausted, err);
    if (status != TSU_OK) {
        free(out->vector);
        out->vector = NULL;
    }
    return status;
}
