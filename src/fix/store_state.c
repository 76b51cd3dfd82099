/* SPDX-License-Identifier: Apache-2.0 */
/* store_state.c - `fix store/state` and `fix store/force` (model/store.h). */
#include "model/store.h"
#include "session/model_fix.h"
#include "session/particle_values.h"
#include "state/fields.h"
#include <string.h>

/* The axis of an unwrapped position, or -1. */
static int axis_of(const char *word)
{
    tsu_field_number n;
    return tsu_fields_word(NULL, word, &n) && strcmp(n.field.name, "xu") == 0 ? n.q : -1;
}

static tsu_status read_value(tsu_session *s, tsu_words *words, const tsu_object *fix, tsu_store_state_def *f,
                             tsu_error *err)
{
    const char *word;
    tsu_status status = tsu_words_text(words, "a value", &word, err);
    if (status == TSU_OK) status = tsu_particle_value_check(s, word, err);
    if (status == TSU_OK && (f->values == TSU_STORE_VALUES || strlen(word) >= TSU_NAME))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "too many values or too long a name");
    if (status != TSU_OK) return status;
    tsu_store_value *v = &f->value[f->values++];
    v->late = tsu_is_reference(word);
    v->axis = axis_of(word);
    return tsu_model_fix_word(fix, word, true, &v->value, err);
}

static tsu_status read_stored(tsu_session *s, tsu_words *words, const tsu_object *fix, tsu_store_state_def *f,
                              tsu_error *err)
{
    bool centred = false;
    tsu_status status = tsu_words_integer_in(words, "steps between, or 0", 0, INT64_MAX, &f->every, err);
    while (status == TSU_OK && tsu_words_left(words) && !tsu_words_accept(words, "com")) {
        status = read_value(s, words, fix, f, err);
    }
    if (status != TSU_OK) return status;
    if (f->values == 0) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is nothing to store");
    if (strcmp(words->word[words->at - 1], "com") == 0)
        status = tsu_words_switch(words, "yes or no", &centred, err);
    for (int k = 0; k < f->values; k++) {
        f->value[k].centred = centred && f->value[k].axis >= 0;
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_store_state(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_store_state_def def = tsu_model_store_state_default();
    def.group = 1u << fix.group;
    status = read_stored(s, words, &fix, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_store_state, &def, err);
}

static tsu_status fix_store_force(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_store_force_def def = {.group = 1u << fix.group};
    status = tsu_words_end(words, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_store_force, &def, err);
}

const tsu_command tsu_fixes_store[] = {
    {"store/force", "fix ID GROUP store/force",
     "the force on each particle before fixes that come later act on it; f_ID[1] to f_ID[3]",
     fix_store_force},
    {"store/state", "fix ID GROUP store/state N VALUE ... [com yes|no]",
     "store per-particle values now (N 0) or every N steps; f_ID or f_ID[k]", fix_store_state},
    {0}};
