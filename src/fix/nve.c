/* SPDX-License-Identifier: Apache-2.0 */
/* nve.c - integrators beside nve/sphere: nve (no turning), nve/noforce (forces do not act), nve/limit (no faster than a way
 * per step); and fix momentum, which takes off the motion of a group as a whole. */
#include "model/force/velocity.h"
#include "model/integrate.h"
#include "session/define.h"
#include "session/model_fix.h"

static tsu_status integrate(tsu_script *script, tsu_words *words, tsu_integrate_kind kind, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    const tsu_integrate_def def = {.group = 1u << fix.group, .kind = kind};
    status = tsu_words_end(words, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_integrate, &def, err);
}

static tsu_status fix_nve(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return integrate(script, words, TSU_INTEGRATE_POINT, err);
}

static tsu_status fix_nve_noforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return integrate(script, words, TSU_INTEGRATE_COAST, err);
}

static tsu_status read_limit(tsu_words *words, tsu_speed_limit_def *def, tsu_error *err)
{
    tsu_status status = tsu_words_either(words, "`absolute` or `radius_ratio`", "absolute", "radius_ratio",
                                         &def->relative, err);
    if (status == TSU_OK) status = tsu_words_loose_number(words, "the distance per step", &def->way, err);
    if (status == TSU_OK && !(def->way > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the distance must be positive");
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_nve_limit(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_speed_limit_def def = tsu_model_speed_limit_default();
    def.group = 1u << fix.group;
    status = read_limit(words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_speed_limit, &def, err);
}

static tsu_status read_momentum(tsu_words *words, tsu_momentum_def *def, tsu_error *err)
{
    bool something = false;
    tsu_status status = tsu_words_integer_in(words, "steps between", 1, INT64_MAX, &def->every, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        bool angular = false;
        status = tsu_words_either(words, "a keyword", "linear", "angular", &angular, err);
        for (int q = 0; q < 3 && status == TSU_OK && !angular; q++) {
            int64_t on;
            status = tsu_words_integer_in(words, "0 or 1 for x, y, z", 0, 1, &on, err);
            def->linear[q] = on == 1;
        }
        if (status == TSU_OK && angular) def->angular = true;
        something = true;
    }
    if (status != TSU_OK || something) return status;
    return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "use `linear 1 1 1`, `angular` or both");
}

static tsu_status fix_momentum(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_momentum_def def = {.group = 1u << fix.group};
    status = read_momentum(words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_momentum, &def, err);
}

const tsu_command tsu_fixes_nve[] = {
    {"nve", "fix ID GROUP nve",
     "integrate the positions of the particles of the group; their spin is constant", fix_nve},
    {"nve/noforce", "fix ID GROUP nve/noforce",
     "move the particles of the group at constant velocity; forces do not act on them", fix_nve_noforce},
    {"nve/limit", "fix ID GROUP nve/limit absolute DISTANCE | radius_ratio RATIO",
     "as nve/sphere, with a limit on the displacement in a step; f_ID counts how often it acted",
     fix_nve_limit},
    {"momentum", "fix ID GROUP momentum N [linear 0|1 0|1 0|1] [angular]",
     "remove the overall motion of the group every N steps", fix_momentum},
    {0}};
