/* SPDX-License-Identifier: Apache-2.0 */
/* dt_reset.c - `fix dt/reset` (model/dt_reset.h). */
#include "model/dt_reset.h"
#include "session/model_fix.h"
#include "session/read.h"

static tsu_status read_bound(tsu_words *words, const char *what, double *bound, tsu_error *err)
{
    if (tsu_words_accept(words, "NULL")) return TSU_OK;
    const tsu_status status = tsu_words_number(words, what, bound, err);
    if (status != TSU_OK || *bound > 0.0) return status;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "%s must be positive or NULL", what);
}

static tsu_status read_reset(const tsu_session *s, tsu_words *words, tsu_dt_reset_def *r, tsu_error *err)
{
    bool lattice = false;
    tsu_status status = tsu_words_integer_in(words, "steps between", 1, INT64_MAX, &r->every, err);
    if (status == TSU_OK) status = read_bound(words, "the least time step [s]", &r->least, err);
    if (status == TSU_OK) status = read_bound(words, "the largest time step [s]", &r->most, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the distance [m]", &r->distance, err);
    if (status == TSU_OK && !(r->distance > 0.0 && r->least <= r->most))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the distance must be positive and the least time step not above the largest");
    if (status == TSU_OK && tsu_words_accept(words, "units"))
        status = tsu_session_read_units(words, &lattice, err);
    if (lattice) r->distance *= s->lattice.spacing[0];
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_dt_reset(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_dt_reset_def def = tsu_model_dt_reset_default();
    def.group = 1u << fix.group;
    status = read_reset(s, words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_dt_reset, &def, err);
}

const tsu_command tsu_fixes_dt_reset[] = {
    {"dt/reset", "fix ID GROUP dt/reset N TMIN|NULL TMAX|NULL XMAX [units box|lattice]",
     "sets the time step every N steps so that no particle moves farther than XMAX; f_ID is the step of the "
     "last change",
     fix_dt_reset},
    {0}};
