/* SPDX-License-Identifier: Apache-2.0 */
/* orientation.c - `fix orientation` (model/orientation.h): how particles have turned. */
#include "model/orientation.h"
#include "session/model_fix.h"

static tsu_status fix_orientation(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_orientation_def def = tsu_model_orientation_default();
    def.group = 1u << fix.group;
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_orientation, &def, err);
}

const tsu_command tsu_fixes_orientation[] = {{"orientation", "fix ID GROUP orientation",
                                              "records the rotation of particles as a unit quaternion w x y "
                                              "z: f_ID[1] to f_ID[4], in dumps also quat_1 to "
                                              "quat_4; not in LIGGGHTS",
                                              fix_orientation},
                                             {0}};
