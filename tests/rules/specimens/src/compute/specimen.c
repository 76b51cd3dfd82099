/* SPDX-License-Identifier: Apache-2.0 */
/* specimen.c - compute specimen: the mass of a group. */
#include "compute/compute.h"
#include "model/group_sum.h"

typedef struct specimen {
    int group;
} specimen;

static void mass_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    (void)context;
    value[0] = w->particles.mass[i];
}

static tsu_status specimen_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    const tsu_status status = tsu_session_need_world(s, "compute specimen", err);
    if (status == TSU_OK)
        tsu_group_sum(s->world, 1u << ((const specimen *)state)->group, NULL, 1, mass_of, NULL, out);
    return status;
}

static tsu_status compute_specimen(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    const tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    specimen *c = o.state = tsu_session_new_state(&o, sizeof *c, err);
    if (!c) return TSU_ERROR_MEMORY;
    c->group = o.group;
    o.values = (tsu_values){.scalar = specimen_scalar};
    return tsu_session_finish_compute(s, &o, tsu_words_end(words, err), err);
}

const tsu_command tsu_computes_specimen[] = {
    {"specimen", "compute ID GROUP specimen", "mass of the group", compute_specimen}, {0}};
