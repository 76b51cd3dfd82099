/* SPDX-License-Identifier: Apache-2.0 */
/* multicontact.c - `fix multicontact/halfspace`: the factor of `surface multicontact`, and whose surfaces bulge. */
#include "model/multicontact.h"
#include "session/model_fix.h"

static tsu_status read_multicontact(tsu_words *words, tsu_multicontact_def *def, tsu_error *err)
{
    if (tsu_words_accept(words, "geometric_prefactor")) {
        const tsu_status status = tsu_words_number(words, "the factor", &def->factor, err);
        if (status != TSU_OK) return status;
        if (!(def->factor > 0.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the factor must be positive");
    }
    return tsu_words_end(words, err);
}

static tsu_status fix_multicontact(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_multicontact_def def = tsu_model_multicontact_default();
    def.group = 1u << fix.group;
    if (tsu_models_of(s->world, &tsu_model_multicontact))
        status = tsu_words_error(words, 3, TSU_ERROR_INPUT, err, "there is already a fix of this style");
    if (status == TSU_OK) status = read_multicontact(words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_multicontact, &def, err);
}

const tsu_command tsu_fixes_multicontact[] = {
    {"multicontact/halfspace", "fix ID GROUP multicontact/halfspace [geometric_prefactor F]",
     "contacts of a particle displace its surface at the others; with `surface multicontact`",
     fix_multicontact},
    {0}};
