/* SPDX-License-Identifier: Apache-2.0 */
/* multicontact.c - `fix multicontact/halfspace`: the factor of `surface multicontact`, and whose surfaces bulge. */
#include "session/session.h"

static void destroy(tsu_session *s, void *state)
{
    (void)state;
    if (s->world) s->world->multicontact_factor = 0.0;
}

static tsu_status fix_multicontact(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    double factor = 1.125;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status == TSU_OK && s->world->multicontact_factor > 0.0)
        return tsu_words_error(words, 3, TSU_ERROR_INPUT, err, "there is already a fix of this style");
    if (status == TSU_OK && tsu_words_accept(words, "geometric_prefactor")) {
        status = tsu_words_number(words, "the factor", &factor, err);
        if (status == TSU_OK && !(factor > 0.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the factor must be positive");
    }
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    fix.destroy = destroy;
    if (!tsu_objects_add(&s->fixes, &fix, err)) return TSU_ERROR_MEMORY;
    s->world->multicontact_factor = factor;
    s->world->multicontact_group = 1u << fix.group;
    return TSU_OK;
}

const tsu_command tsu_fixes_multicontact[] = {
    {"multicontact/halfspace", "fix ID GROUP multicontact/halfspace [geometric_prefactor F]",
     "contacts of a particle displace its surface at the others; with `surface multicontact`",
     fix_multicontact},
    {0}};
