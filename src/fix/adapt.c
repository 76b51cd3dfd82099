/* SPDX-License-Identifier: Apache-2.0 */
/* adapt.c - `fix adapt`: particles that grow or shrink by a variable (model/adapt.h). */
#include "model/adapt.h"
#include "session/model_fix.h"

static tsu_status read_what(tsu_words *words, tsu_error *err)
{
    enum { PARTICLE, PAIR, KSPACE };
    static const char *const kinds[] = {[PARTICLE] = "atom", [PAIR] = "pair", [KSPACE] = "kspace", NULL};
    int kind;
    bool charge = false;
    tsu_status status = tsu_words_choice(words, "what to change", kinds, &kind, err);
    if (status == TSU_OK && kind != PARTICLE)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "the parameters of granular contact models cannot be changed this way (nor in "
                               "LIGGGHTS); set their properties with `fix property/global`");
    if (status == TSU_OK) status = tsu_words_either(words, "`diameter`", "diameter", "charge", &charge, err);
    if (status == TSU_OK && charge)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err, "grains have no charge");
    return status;
}

static tsu_status read_options(tsu_words *words, tsu_adapt_def *def, tsu_error *err)
{
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        bool scale = false, reset = false;
        status = tsu_words_either(words, "a keyword", "reset", "scale", &scale, err);
        if (status == TSU_OK)
            status = tsu_words_switch(words, "yes or no", scale ? &def->scale : &reset, err);
        if (status == TSU_OK && reset)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "diameters are not set back after a run (in LIGGGHTS `reset yes` leaves "
                                   "them as they are); write `reset no`, and `set` the diameter");
    }
    return status;
}

static tsu_status read_adapt(const tsu_session *s, const tsu_object *fix, tsu_words *words,
                             tsu_adapt_def *def, tsu_error *err)
{
    tsu_quantity q;
    tsu_status status = tsu_words_integer_in(words, "steps between changes", 0, INT64_MAX, &def->every, err);
    if (status == TSU_OK) status = read_what(words, err);
    if (status == TSU_OK) status = tsu_words_quantity(words, "the diameter as v_NAME", &q, err);
    if (status != TSU_OK) return status;
    if (!q.variable[0])
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the diameter must be a variable (v_NAME); `set` gives a fixed one");
    const tsu_variable_style style = tsu_script_variable_style(s->script, q.variable);
    if (style != TSU_VARIABLE_EQUAL && style != TSU_VARIABLE_ATOM)
        return tsu_error_lacks_name(err, q.variable,
                                    tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                                    "there is no variable %s of style equal or atom",
                                                    q.variable));
    snprintf(def->source, sizeof def->source, "variable %s", q.variable);
    status = tsu_model_fix_value(fix, &q, &def->diameter, err);
    return status == TSU_OK ? read_options(words, def, err) : status;
}

static tsu_status fix_adapt(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_adapt_def def = {.group = 1u << fix.group};
    status = read_adapt(s, &fix, words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_adapt, &def, err);
}

const tsu_command tsu_fixes_adapt[] = {
    {"adapt", "fix ID GROUP adapt N atom diameter v_NAME [scale yes|no] [reset no]",
     "set diameters by a variable every N steps; the density stays; f_ID is the energy put in", fix_adapt},
    {0}};
