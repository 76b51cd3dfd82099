/* SPDX-License-Identifier: Apache-2.0 */
/* box.c - the simulation box. */
#include "command/command.h"
#include "state/region.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the box ----------------------------------------------------------------------------------------------------------- */

static tsu_status run_create_box(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    int64_t types;
    const char *name;
    tsu_region *r;
    double lo[3], hi[3];
    tsu_status status = tsu_words_integer_in(words, "the number of materials", 1, 1000, &types, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the region of the box", &name, err);
    if (status == TSU_OK) status = tsu_session_region(s, name, &r, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    const bool tilted = r->tilt[0] != 0.0 || r->tilt[1] != 0.0 || r->tilt[2] != 0.0;
    if (r->shape == TSU_REGION_PRISM && tilted)
        return tsu_words_error(words, 2, TSU_ERROR_UNSUPPORTED, err,
                               "a box that is not rectangular is not supported; use `region ... block`; to "
                               "shear, move walls or plates "
                               "of particles along it as examples/08_shear_cell does");
    if (!tsu_region_bounds(r, lo, hi) || !isfinite(lo[0] + lo[1] + lo[2] + hi[0] + hi[1] + hi[2]))
        return tsu_words_error(words, 2, TSU_ERROR_INPUT, err,
                               "region '%s' is infinite; a box needs finite bounds", name);
    return tsu_session_make_world(s, lo, hi, (int)types, err);
}

const tsu_command tsu_commands_box[] = {
    {"create_box", "create_box N REGION", "create the simulation box, with N materials", run_create_box},
    {0}};
