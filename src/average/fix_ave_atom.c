/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_atom.c - `fix ave/atom` (model/average/ave_atom.h). */
#include "average/averaging.h"
#include "model/average/ave_atom.h"
#include "session/particle_values.h"
#include <string.h>

static tsu_status read_values(const tsu_session *s, tsu_words *words, const tsu_object *fix,
                              tsu_ave_atom_def *a, tsu_error *err)
{
    while (tsu_words_left(words)) {
        const char *word;
        tsu_status status = tsu_words_text(words, "a value", &word, err);
        if (status == TSU_OK) status = tsu_particle_value_check(s, word, err);
        if (status == TSU_OK && (a->values == TSU_AVE_ATOM_VALUES || strlen(word) >= TSU_NAME))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        if (status == TSU_OK) status = tsu_model_fix_word(fix, word, true, &a->value[a->values], err);
        if (status != TSU_OK) return status;
        a->values++;
    }
    return a->values > 0 ? TSU_OK
                         : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is nothing to average");
}

static tsu_status fix_ave_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_ave_atom_def def = tsu_model_ave_atom_default();
    def.group = 1u << fix.group;
    status = tsu_average_read_times(words, &def.average, err);
    if (status == TSU_OK) status = read_values(s, words, &fix, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_ave_atom, &def, err);
}

const tsu_command tsu_fixes_ave_atom[] = {{"ave/atom", "fix ID GROUP ave/atom EVERY REPEAT OFTEN VALUE ...",
                                           "time averages of per-particle values; f_ID or f_ID[k]",
                                           fix_ave_atom},
                                          {0}};
