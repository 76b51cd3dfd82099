/* SPDX-License-Identifier: Apache-2.0 */
/* computes_global.c - computes that give one number or a short vector for a group: ke, erotate/sphere, pe, com, vcm,
 * gyration, msd. */
#include "script/session.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct group_compute {
    int group;
    double *origin; /* msd: [4] id, x, y, z of each particle when defined */
    int64_t origins;
} group_compute;

static void destroy_group_compute(tsu_session *s, void *state)
{
    (void)s;
    group_compute *c = state;
    free(c->origin);
    free(c);
}

/* Kinetic or rotational energy of the group. */
static double energy_of_group(const tsu_session *s, int group, bool rotation)
{
    const tsu_particles *p = &s->world->particles;
    double sum = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_session_in_group(s, i, group)) continue;
        const double *v = rotation ? p->wi[i] : p->vm[i], r = p->xr[i][3];
        const double inertia = rotation ? 0.4 * p->mass[i] * r * r : p->mass[i];
        sum += 0.5 * inertia * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return sum;
}

static tsu_status ke_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)err;
    *out = energy_of_group(s, ((const group_compute *)state)->group, false);
    return TSU_OK;
}

static tsu_status erotate_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)err;
    *out = energy_of_group(s, ((const group_compute *)state)->group, true);
    return TSU_OK;
}

/* Potential energy: what the contacts store. It belongs to pairs, so only group all has one. */
static tsu_status pe_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    *out = s->world->books.elastic;
    return TSU_OK;
}

static tsu_status group_value(tsu_session *s, const group_compute *c, const char *function, int64_t index,
                              double *out, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z"};
    return tsu_group_function(s, function, s->group[c->group], index >= 0 ? axes[index] : NULL, NULL, out,
                              err);
}

static tsu_status com_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    return group_value(s, state, "xcm", index, out, err);
}

static tsu_status vcm_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    return group_value(s, state, "vcm", index, out, err);
}

static tsu_status gyration_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    return group_value(s, state, "gyration", -1, out, err);
}

/* ---- msd -------------------------------------------------------------------------------------------------------------- */

static void unwrapped(const tsu_world *w, int32_t i, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = w->particles.xr[i][q] + w->particles.image[i][q] * (w->box.hi[q] - w->box.lo[q]);
    }
}

static tsu_status remember_origins(tsu_session *s, group_compute *c, tsu_error *err)
{
    const tsu_particles *p = &s->world->particles;
    c->origin = malloc(((size_t)p->count + 1) * 4 * sizeof *c->origin);
    if (!c->origin)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the displacements of %d particles",
                             p->count);
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_session_in_group(s, i, c->group)) continue;
        double *o = c->origin + 4 * c->origins++;
        o[0] = (double)p->id[i];
        unwrapped(s->world, i, o + 1);
    }
    return TSU_OK;
}

/* Mean square displacement along x, y, z and in total of the particles that are still there. */
static tsu_status msd_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)err;
    const group_compute *c = state;
    double sum[4] = {0}, n = 0.0;
    for (int64_t k = 0; k < c->origins; k++) {
        const double *o = c->origin + 4 * k;
        const int32_t i = tsu_session_row(s, (uint64_t)o[0]);
        double x[3];
        if (i < 0) continue;
        unwrapped(s->world, i, x);
        n += 1.0;
        for (int q = 0; q < 3; q++) {
            const double d = x[q] - o[1 + q];
            sum[q] += d * d;
            sum[3] += d * d;
        }
    }
    *out = n > 0.0 ? sum[index] / n : 0.0;
    return TSU_OK;
}

/* ---- the commands ----------------------------------------------------------------------------------------------------- */

static tsu_status define(tsu_script *script, tsu_words *words, const tsu_values *values, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_need_world(s, words->word[0], err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &o, err);
    if (status == TSU_OK && tsu_objects_find(&s->computes, o.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a compute '%s'", o.id);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    group_compute *c = calloc(1, sizeof *c);
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    c->group = o.group;
    o.state = c;
    o.destroy = destroy_group_compute;
    o.values = *values;
    if (values->vector == msd_vector) status = remember_origins(s, c, err);
    if (status == TSU_OK && !tsu_objects_add(&s->computes, &o, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy_group_compute(s, c);
    return status;
}

static tsu_status compute_ke(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.scalar = ke_scalar}, err);
}

static tsu_status compute_erotate(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.scalar = erotate_scalar}, err);
}

static tsu_status compute_pe(tsu_script *script, tsu_words *words, tsu_error *err)
{
    if (words->count > 2 && strcmp(words->word[2], "all") != 0)
        return tsu_words_error(words, 2, TSU_ERROR_INPUT, err, "compute pe is for group all");
    return define(script, words, &(tsu_values){.scalar = pe_scalar}, err);
}

static tsu_status compute_com(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.vector_length = 3, .vector = com_vector}, err);
}

static tsu_status compute_vcm(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.vector_length = 3, .vector = vcm_vector}, err);
}

static tsu_status compute_gyration(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.scalar = gyration_scalar}, err);
}

static tsu_status compute_msd(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.vector_length = 4, .vector = msd_vector}, err);
}

const tsu_command tsu_computes_global[] = {
    {"ke", "compute ID GROUP ke", "kinetic energy of translation", compute_ke},
    {"erotate/sphere", "compute ID GROUP erotate/sphere", "kinetic energy of rotation", compute_erotate},
    {"pe", "compute ID all pe", "energy stored in the contacts", compute_pe},
    {"com", "compute ID GROUP com", "centre of mass, 3 numbers", compute_com},
    {"vcm", "compute ID GROUP vcm", "velocity of the centre of mass, 3 numbers", compute_vcm},
    {"gyration", "compute ID GROUP gyration", "radius of gyration", compute_gyration},
    {"msd", "compute ID GROUP msd", "mean square displacement since it was defined: x, y, z, total",
     compute_msd},
    {0}};
