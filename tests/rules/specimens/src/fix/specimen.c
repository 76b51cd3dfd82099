/* SPDX-License-Identifier: Apache-2.0 */
/* specimen.c - `fix specimen` (model/force/specimen.h). */
#include "model/force/specimen.h"
#include "session/model_fix.h"

static tsu_status fix_specimen(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_specimen_def def = tsu_model_specimen_default();
    def.group = 1u << fix.group;
    status = tsu_words_number(words, "the force [N]", &def.force, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_specimen, &def, err);
}

const tsu_command tsu_fixes_specimen[] = {
    {"specimen", "fix ID GROUP specimen FORCE", "pushes each particle along x with FORCE [N]", fix_specimen},
    {0}};
