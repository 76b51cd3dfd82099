/* SPDX-License-Identifier: Apache-2.0 */
/* global.c - computes that give one number or a short vector for a group: ke, erotate/sphere, pe, com, vcm,
 * gyration, msd; ke/multisphere and erotate/multisphere of all clumps. */
#include "compute/compute.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include "step/clump/clumps.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct group_compute {
    int group;
    bool about_centre;     /* msd: the motion of the centre of mass is taken off */
    char origin[TSU_NAME]; /* msd: column of the places when it was defined; empty: none */
} group_compute;

static void destroy_group_compute(tsu_session *s, void *state)
{
    group_compute *c = state;
    if (s->world && c->origin[0]) tsu_particles_remove_column(&s->world->particles, c->origin);
    free(c);
}

/* `context`: whether of rotation. */
static void energy_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const tsu_particles *p = &w->particles;
    const bool rotation = *(const bool *)context;
    const double *v = rotation ? p->wi[i] : p->vm[i], r = p->xr[i][3];
    const double inertia = rotation ? 0.4 * p->mass[i] * r * r : p->mass[i];
    value[0] = 0.5 * inertia * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Kinetic or rotational energy of the group. */
static double energy_of_group(const tsu_session *s, int group, bool rotation)
{
    double sum;
    tsu_group_sum(s->world, 1u << group, NULL, 1, energy_of, &rotation, &sum);
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

static tsu_status clump_ke_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    *out = tsu_clumps_kinetic(s->world);
    return TSU_OK;
}

static tsu_status clump_erotate_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    *out = tsu_clumps_rotational(s->world);
    return TSU_OK;
}

tsu_status tsu_session_potential(tsu_session *s, double *out, tsu_error *err)
{
    tsu_status status = tsu_session_settle(s, err);
    *out = s->world->ledger.elastic_now;
    for (int k = 0; k < s->fixes.count && status == TSU_OK; k++) {
        const tsu_object *fix = s->fixes.object[k];
        double one = 0.0;
        if (fix->adds_energy) status = fix->values.scalar(s, fix->state, &one, err);
        *out += one;
    }
    return status;
}

/* Potential energy: what the contacts store. It belongs to pairs, so only group all has one. */
static tsu_status pe_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    return tsu_session_potential(s, out, err);
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

typedef struct about {
    double centre[3];
    int a, b; /* axes */
} about;

static void gyration_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const about *c = context;
    const double m = w->particles.mass[i];
    double x[3];
    tsu_world_unwrapped(w, i, x);
    value[0] = m * (x[c->a] - c->centre[c->a]) * (x[c->b] - c->centre[c->b]);
    value[1] = m;
}

/* The tensor of gyration: mean square distances from the centre of mass, xx yy zz xy xz yz. */
static tsu_status gyration_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    static const int a[6] = {0, 1, 2, 0, 0, 1}, b[6] = {0, 1, 2, 1, 2, 2};
    const group_compute *c = state;
    about which = {.a = a[index], .b = b[index]};
    double sums[2];
    for (int q = 0; q < 3; q++) {
        const tsu_status status = group_value(s, c, "xcm", q, &which.centre[q], err);
        if (status != TSU_OK) return status;
    }
    tsu_group_sum(s->world, 1u << c->group, NULL, 2, gyration_of, &which, sums);
    *out = sums[1] > 0.0 ? sums[0] / sums[1] : 0.0;
    return TSU_OK;
}

/* ---- msd -------------------------------------------------------------------------------------------------------------- */

typedef struct displacement {
    const double *origin; /* [rows][3]; NAN of those that came later */
    double shift[3];      /* taken off */
} displacement;

static bool has_moved_by(const tsu_world *w, const displacement *d, int32_t i, double by[3])
{
    const double *o = d->origin + 3 * (size_t)i;
    tsu_world_unwrapped(w, i, by);
    for (int q = 0; q < 3; q++) {
        by[q] = by[q] - o[q] - d->shift[q];
    }
    return !isnan(o[0]);
}

/* Mass times way, and mass, of who has an origin. */
static void mass_way(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double m = w->particles.mass[i];
    double by[3];
    const bool there = has_moved_by(w, context, i, by);
    for (int q = 0; q < 3; q++) {
        value[q] = there ? m * by[q] : 0.0;
    }
    value[3] = there ? m : 0.0;
}

/* Squares along x, y, z, in total, and 1 of who has an origin. */
static void square_way(const tsu_world *w, const void *context, int32_t i, double *value)
{
    double by[3];
    const bool there = has_moved_by(w, context, i, by);
    for (int q = 0; q < 3; q++) {
        value[q] = there ? by[q] * by[q] : 0.0;
    }
    value[3] = value[0] + value[1] + value[2];
    value[4] = there ? 1.0 : 0.0;
}

/* Mean square displacement along x, y, z and in total of the particles that were there from the start. */
static tsu_status msd_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)err;
    const group_compute *c = state;
    const tsu_particle_column *origin = tsu_particles_find_column(&s->world->particles, c->origin);
    displacement d = {.origin = origin->value};
    double way[4], sum[5];
    if (c->about_centre) tsu_group_sum(s->world, 1u << c->group, NULL, 4, mass_way, &d, way);
    for (int q = 0; q < 3 && c->about_centre && way[3] > 0.0; q++) {
        d.shift[q] = way[q] / way[3];
    }
    tsu_group_sum(s->world, 1u << c->group, NULL, 5, square_way, &d, sum);
    *out = sum[4] > 0.0 ? sum[index] / sum[4] : 0.0;
    return TSU_OK;
}

static tsu_status read_msd(tsu_session *s, tsu_words *words, const char *id, group_compute *c, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (tsu_words_accept(words, "com")) status = tsu_words_switch(words, "yes or no", &c->about_centre, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    snprintf(c->origin, sizeof c->origin, "origin:%.50s", id);
    return tsu_world_remember_places(s->world, c->origin, err);
}

/* ---- the commands ----------------------------------------------------------------------------------------------------- */

static tsu_status define(tsu_script *script, tsu_words *words, const tsu_values *values, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    group_compute *c = calloc(1, sizeof *c);
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    c->group = o.group;
    o.state = c;
    o.destroy = destroy_group_compute;
    o.values = *values;
    status = values->vector == msd_vector ? read_msd(s, words, o.id, c, err) : tsu_words_end(words, err);
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
    return define(script, words,
                  &(tsu_values){.scalar = gyration_scalar, .vector_length = 6, .vector = gyration_vector},
                  err);
}

static tsu_status compute_clump_ke(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.scalar = clump_ke_scalar}, err);
}

static tsu_status compute_clump_erotate(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.scalar = clump_erotate_scalar}, err);
}

static tsu_status compute_msd(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, &(tsu_values){.vector_length = 4, .vector = msd_vector}, err);
}

const tsu_command tsu_computes_global[] = {
    {"ke", "compute ID GROUP ke", "kinetic energy of translation", compute_ke},
    {"erotate/sphere", "compute ID GROUP erotate/sphere", "kinetic energy of rotation", compute_erotate},
    {"erotate", "compute ID GROUP erotate", "kinetic energy of rotation", compute_erotate},
    {"ke/multisphere", "compute ID GROUP ke/multisphere",
     "kinetic energy of translation of all clumps, whatever the group", compute_clump_ke},
    {"erotate/multisphere", "compute ID GROUP erotate/multisphere",
     "kinetic energy of rotation of all clumps, whatever the group", compute_clump_erotate},
    {"pe", "compute ID all pe", "energy stored in the contacts, and of fixes with fix_modify energy yes",
     compute_pe},
    {"com", "compute ID GROUP com", "centre of mass, 3 numbers", compute_com},
    {"vcm", "compute ID GROUP vcm", "velocity of the centre of mass, 3 numbers", compute_vcm},
    {"gyration", "compute ID GROUP gyration", "radius of gyration; its tensor xx yy zz xy xz yz",
     compute_gyration},
    {"msd", "compute ID GROUP msd [com yes|no]",
     "mean square displacement since it was defined: x, y, z, total", compute_msd},
    {0}};
