/* SPDX-License-Identifier: Apache-2.0 */
/* particle.c - computes that give numbers for each particle: ke/atom, erotate/sphere/atom, coord/gran, contact/atom,
 * displace/atom, property/atom, stress/atom, pe/atom, elastic/atom. */
#include "base/memory.h"
#include "compute/compute.h"
#include "model/contact_visit.h"
#include "model/rows.h"
#include "session/contact_energy.h"
#include "session/particle_values.h"
#include "state/fields.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 32 };

typedef struct particle_compute {
    int group;
    int columns;
    char column[COLUMNS_MAX][TSU_NAME]; /* property/atom */
    char origin[TSU_NAME];              /* displace/atom: column of the places when it was defined */
    bool motion, pairs, walls;          /* stress/atom, pe/atom: what counts */
    double *value;                      /* [rows][columns] */
    size_t capacity;
} particle_compute;

static void destroy_particle_compute(tsu_session *s, void *state)
{
    particle_compute *c = state;
    if (s->world && c->origin[0]) tsu_particles_remove_column(&s->world->particles, c->origin);
    tsu_memory_release(&c->value);
    free(c);
}

/* Room for all rows, zeroed. */
static tsu_status reserve(tsu_session *s, particle_compute *c, const double **data, tsu_error *err)
{
    const size_t n = (size_t)s->world->particles.count * (size_t)c->columns;
    const tsu_status status =
        tsu_memory_grow(&c->value, &c->capacity, n + 1, sizeof *c->value, "a compute", err);
    if (status != TSU_OK) return status;
    memset(c->value, 0, n * sizeof *c->value);
    *data = c->value;
    return TSU_OK;
}

/* ---- energies ----------------------------------------------------------------------------------------------------------- */

static tsu_status energy_particles(tsu_session *s, particle_compute *c, bool rotation, const double **data,
                                   tsu_error *err)
{
    const tsu_particles *p = &s->world->particles;
    const tsu_status status = reserve(s, c, data, err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (!tsu_session_in_group(s, i, c->group)) continue;
        const double *v = rotation ? p->wi[i] : p->vm[i], r = p->xr[i][3];
        c->value[i] =
            0.5 * p->mass[i] * (rotation ? 0.4 * r * r : 1.0) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return status;
}

static tsu_status ke_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    return energy_particles(s, state, false, data, err);
}

static tsu_status erotate_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    return energy_particles(s, state, true, data, err);
}

/* ---- contacts ------------------------------------------------------------------------------------------------------------- */

typedef struct counting {
    const tsu_session *session;
    particle_compute *compute;
} counting;

static void count_contact(void *context, const tsu_contact_seen *k)
{
    const counting *n = context;
    if (k->row_j < 0) return;
    if (tsu_session_in_group(n->session, k->row_i, n->compute->group)) n->compute->value[k->row_i] += 1.0;
    if (tsu_session_in_group(n->session, k->row_j, n->compute->group)) n->compute->value[k->row_j] += 1.0;
}

/* Number of particles, of any group, that each particle of the group touches. */
static tsu_status contact_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    particle_compute *c = state;
    tsu_status status = tsu_session_settle(s, err);
    if (status == TSU_OK) status = reserve(s, c, data, err);
    if (status == TSU_OK) status = tsu_contacts_visit_any(s->world, count_contact, &(counting){s, c}, err);
    return status;
}

static void stress_of_contact(void *context, const tsu_contact_seen *k)
{
    particle_compute *c = context;
    const double opposite[3] = {-k->force[0], -k->force[1], -k->force[2]};
    if (k->row_j < 0 ? !c->walls : !c->pairs) return;
    tsu_contact_stress(c->value + 6 * (size_t)k->row_i, k->arm_i, k->force);
    if (k->row_j >= 0) tsu_contact_stress(c->value + 6 * (size_t)k->row_j, k->arm_j, opposite);
}

/* Stress times volume of each particle, pressure negative: -m v v + sum arm F. */
static tsu_status stress_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    static const int a[6] = {0, 1, 2, 0, 0, 1}, b[6] = {0, 1, 2, 1, 2, 2};
    particle_compute *c = state;
    const tsu_particles *p = &s->world->particles;
    tsu_status status = tsu_session_settle(s, err);
    if (status == TSU_OK) status = reserve(s, c, data, err);
    if (status == TSU_OK) status = tsu_contacts_visit(s->world, stress_of_contact, c, err);
    if (status != TSU_OK) return status;
    for (int32_t i = 0; i < p->count; i++) {
        double *v = c->value + 6 * (size_t)i;
        const bool in = tsu_session_in_group(s, i, c->group);
        for (int q = 0; q < 6; q++) {
            const double motion = c->motion ? p->mass[i] * p->vm[i][a[q]] * p->vm[i][b[q]] : 0.0;
            v[q] = in ? v[q] - motion : 0.0;
        }
    }
    return TSU_OK;
}

/* What counts: everything, or what is named. Grains have no bonds and no long-range forces, whose words LIGGGHTS knows too. */
static tsu_status read_stress(tsu_words *words, particle_compute *c, tsu_error *err)
{
    enum { KINETIC, PAIR, WALLS, VIRIAL };
    static const char *const list[] = {
        [KINETIC] = "ke", [PAIR] = "pair", [WALLS] = "fix", [VIRIAL] = "virial", NULL};
    c->motion = c->pairs = c->walls = !tsu_words_left(words);
    while (tsu_words_left(words)) {
        int key;
        const tsu_status status = tsu_words_choice(words, "a contribution", list, &key, err);
        if (status != TSU_OK) return status;
        c->motion = c->motion || key == KINETIC;
        c->pairs = c->pairs || key == PAIR || key == VIRIAL;
        c->walls = c->walls || key == WALLS || key == VIRIAL;
    }
    return TSU_OK;
}

/* ---- pe/atom, elastic/atom --------------------------------------------------------------------------------------------------- */

/* Energy stored in the contacts of each particle: all of it, and with more than one column its parts. */
static tsu_status stored_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    particle_compute *c = state;
    tsu_world *w = s->world;
    tsu_stored *stored = NULL;
    tsu_status status = tsu_session_settle(s, err);
    if (status == TSU_OK) status = reserve(s, c, data, err);
    if (status == TSU_OK)
        status =
            tsu_memory_allocate(&stored, (size_t)w->particles.count + 1, sizeof *stored, "a compute", err);
    if (status == TSU_OK) status = tsu_particle_energies(w, c->pairs, c->walls, stored, err);
    for (int32_t i = 0; i < w->particles.count && status == TSU_OK; i++) {
        if (!tsu_session_in_group(s, i, c->group)) continue;
        memcpy(c->value + (size_t)i * (size_t)c->columns, stored[i], (size_t)c->columns * sizeof *c->value);
    }
    tsu_memory_release(&stored);
    return status;
}

/* Contacts with particles and with walls, or those named; walls are fixes. */
static tsu_status read_energies(tsu_words *words, particle_compute *c, tsu_error *err)
{
    c->pairs = c->walls = !tsu_words_left(words);
    while (tsu_words_left(words)) {
        bool walls;
        const tsu_status status = tsu_words_either(words, "a contribution", "pair", "fix", &walls, err);
        if (status != TSU_OK) return status;
        c->pairs = c->pairs || !walls;
        c->walls = c->walls || walls;
    }
    return TSU_OK;
}

/* Energy dissipated by each particle since the compute was defined: in total, then account by account. */
static tsu_status dissipated_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    particle_compute *c = state;
    const tsu_particle_column *column = tsu_particles_find_column(&s->world->particles, "dissipated");
    const tsu_status status = reserve(s, c, data, err);
    for (int32_t i = 0; i < s->world->particles.count && status == TSU_OK; i++) {
        double *v = c->value + (size_t)i * (size_t)c->columns;
        if (!tsu_session_in_group(s, i, c->group)) continue;
        for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
            v[1 + q] = column->value[(size_t)i * TSU_ACCOUNT_COUNT + (size_t)q];
            if (q != TSU_ACCOUNT_INTEGRATION) v[0] += v[1 + q];
        }
    }
    return status;
}

/* ---- displace/atom -------------------------------------------------------------------------------------------------------- */

/* dx, dy, dz and their length since the compute was defined; particles that came later have moved by nothing. */
static tsu_status displace_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    particle_compute *c = state;
    const tsu_particle_column *origin = tsu_particles_find_column(&s->world->particles, c->origin);
    const tsu_status status = reserve(s, c, data, err);
    for (int32_t i = 0; i < s->world->particles.count && status == TSU_OK; i++) {
        const double *o = origin->value + 3 * (size_t)i;
        double *v = c->value + 4 * (size_t)i;
        if (!tsu_session_in_group(s, i, c->group) || isnan(o[0])) continue;
        tsu_world_unwrapped(s->world, i, v);
        for (int q = 0; q < 3; q++) {
            v[q] -= o[q];
        }
        v[3] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return status;
}

/* ---- property/atom ---------------------------------------------------------------------------------------------------------- */

static tsu_status fill_column(tsu_session *s, particle_compute *c, int k, tsu_error *err)
{
    const tsu_world *w = s->world;
    tsu_field_number n;
    if (!tsu_fields_word(&w->particles, c->column[k], &n))
        return tsu_error_set(err, TSU_ERROR_INPUT, "particles have no property '%s' any more", c->column[k]);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_session_in_group(s, i, c->group))
            c->value[(size_t)i * (size_t)c->columns + (size_t)k] =
                tsu_field_get(&w->particles, &w->box, &n.field, i, n.q);
    }
    return TSU_OK;
}

static tsu_status property_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    particle_compute *c = state;
    tsu_status status = tsu_session_settle(s, err);
    if (status == TSU_OK) status = reserve(s, c, data, err);
    for (int k = 0; k < c->columns && status == TSU_OK; k++) {
        status = fill_column(s, c, k, err);
    }
    return status;
}

static tsu_status read_columns(tsu_session *s, tsu_words *words, particle_compute *c, tsu_error *err)
{
    while (tsu_words_left(words)) {
        const char *word;
        tsu_field_number n;
        tsu_status status = tsu_words_text(words, "a property", &word, err);
        if (status == TSU_OK && c->columns == COLUMNS_MAX)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "more than %d properties",
                                   COLUMNS_MAX);
        if (status == TSU_OK && !tsu_fields_word(&s->world->particles, word, &n))
            status = tsu_particle_value_check(s, word, err);
        if (status != TSU_OK) return status;
        snprintf(c->column[c->columns++], TSU_NAME, "%s", word);
    }
    return c->columns > 0 ? TSU_OK : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "no property is named");
}

/* ---- the commands ------------------------------------------------------------------------------------------------------------ */

typedef tsu_status particles_fn(tsu_session *s, void *state, const double **data, tsu_error *err);

static tsu_status define(tsu_script *script, tsu_words *words, particles_fn *particles, int columns,
                         tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    particle_compute *c = calloc(1, sizeof *c);
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    if (particles == stress_particles || particles == contact_particles) tsu_session_watch(s);
    c->group = o.group;
    c->columns = columns;
    if (particles == property_particles) status = read_columns(s, words, c, err);
    if (particles == stress_particles) status = read_stress(words, c, err);
    if (particles == stored_particles) status = read_energies(words, c, err);
    if (status == TSU_OK && particles == displace_particles) {
        snprintf(c->origin, sizeof c->origin, "origin:%.50s", o.id);
        status = tsu_world_remember_places(s->world, c->origin, err);
    }
    if (status == TSU_OK) status = tsu_words_end(words, err);
    o.state = c;
    o.destroy = destroy_particle_compute;
    o.values = (tsu_values){.particle_columns = c->columns, .particles = particles};
    if (status == TSU_OK && !tsu_objects_add(&s->computes, &o, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy_particle_compute(s, c);
    return status;
}

static tsu_status compute_ke_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, ke_particles, 1, err);
}

static tsu_status compute_erotate_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, erotate_particles, 1, err);
}

static tsu_status compute_contact_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    if (tsu_words_left(words)) return tsu_compute_contact_near(script, words, err); /* skin S */
    return define(script, words, contact_particles, 1, err);
}

static tsu_status compute_dissipated_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_status status = tsu_session_need_world(s, "compute dissipated/atom", err);
    if (status == TSU_OK) status = tsu_world_track_losses(s->world, err);
    return status == TSU_OK ? define(script, words, dissipated_particles, 1 + TSU_ACCOUNT_COUNT, err)
                            : status;
}

static tsu_status compute_stress_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, stress_particles, 6, err);
}

static tsu_status compute_pe_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, stored_particles, 1, err);
}

static tsu_status compute_elastic_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, stored_particles, TSU_STORED_PARTS, err);
}

static tsu_status compute_displace_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, displace_particles, 4, err);
}

static tsu_status compute_property_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, property_particles, 0, err);
}

const tsu_command tsu_computes_particle[] = {
    {"ke/atom", "compute ID GROUP ke/atom", "kinetic energy of each particle", compute_ke_atom},
    {"erotate/sphere/atom", "compute ID GROUP erotate/sphere/atom", "rotational energy of each particle",
     compute_erotate_atom},
    {"contact/atom", "compute ID GROUP contact/atom [skin S]", "number of particles each particle touches",
     compute_contact_atom},
    {"coord/gran", "compute ID GROUP coord/gran", "number of particles each particle touches",
     compute_contact_atom},
    {"dissipated/atom", "compute ID GROUP dissipated/atom",
     "energy dissipated by each particle since then: in total, then by account (see `fix energy/audit`)",
     compute_dissipated_atom},
    {"stress/atom", "compute ID GROUP stress/atom [ke] [pair] [fix] [virial]",
     "stress times volume of each particle: xx yy zz xy xz yz", compute_stress_atom},
    {"pe/atom", "compute ID GROUP pe/atom [pair] [fix]",
     "elastic energy of the contacts of each particle: half of those with particles (pair), all of those "
     "with walls (fix)",
     compute_pe_atom},
    {"elastic/atom", "compute ID GROUP elastic/atom [pair] [fix]",
     "the same in four columns: total, normal, tangential and rolling", compute_elastic_atom},
    {"displace/atom", "compute ID GROUP displace/atom", "displacement of each particle: x, y, z, length",
     compute_displace_atom},
    {"property/atom", "compute ID GROUP property/atom NAME ...", "properties of each particle",
     compute_property_atom},
    {0}};
