/* SPDX-License-Identifier: Apache-2.0 */
/* remedy.c - what a deck can do about an error of the engine, which knows no commands. */
#include "law/property.h"
#include "session/session.h"
#include <string.h>

typedef struct remedy {
    tsu_lack lacks;
    const char *missing, *text;
} remedy;

static const remedy remedies[] = {
    {TSU_LACKS_MODEL, "contact model", "add `pair_style gran model hertz tangential history` or the like"},
    {TSU_LACKS_KIND, "clumps", "add `fix ID all multisphere`"},
    {TSU_LACKS_KIND, "heat", "add `fix ID all heat/gran initial_temperature T`"},
    {TSU_LACKS_KIND, "multicontact", "add `fix ID all multicontact/halfspace geometric_prefactor 1.125`"},
    {TSU_LACKS_PARAMETER, "clumps heat_source", "add `allow_heatsource yes` to `fix multisphere`"},
};

static const char *words_of(tsu_shape_of_value shape)
{
    return shape == TSU_SCALAR     ? "scalar VALUE"
           : shape == TSU_PER_TYPE ? "peratomtype VALUE"
                                   : "peratomtypepair N_MATERIALS VALUE";
}

static void write_remedy(const tsu_error *err, char *out, size_t size)
{
    tsu_shape_of_value shape = TSU_PER_TYPE; /* that of a property with a name of the deck's own */
    out[0] = '\0';
    if (err->lacks == TSU_LACKS_PROPERTY) {
        (void)tsu_property_is_known(err->missing, &shape);
        snprintf(out, size, "add `fix ID all property/global %s %s...`", err->missing, words_of(shape));
    }
    if (err->lacks == TSU_LACKS_FIELD)
        snprintf(out, size, "add `fix ID all property/atom %s scalar yes yes no 0`", err->missing);
    for (size_t k = 0; k < sizeof remedies / sizeof *remedies; k++) {
        if (remedies[k].lacks == err->lacks && strcmp(remedies[k].missing, err->missing) == 0)
            snprintf(out, size, "%s", remedies[k].text);
    }
}

void tsu_session_remedy(void *ctx, tsu_error *err)
{
    (void)ctx;
    char text[160];
    const size_t used = strlen(err->message);
    write_remedy(err, text, sizeof text);
    if (text[0] && !strstr(err->message, text))
        snprintf(err->message + used, sizeof err->message - used, "; %s", text);
}
