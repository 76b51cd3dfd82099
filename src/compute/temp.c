/* SPDX-License-Identifier: Apache-2.0 */
/* temp.c - compute temp and pressure, and the three computes that every deck has: thermo_temp, thermo_press, thermo_pe.
 *
 * The temperature of grains is that of their disorder, twice the kinetic energy over the degrees of freedom and Boltzmann's
 * constant: a huge number that LIGGGHTS has and decks refer to. */
#include "compute/compute.h"
#include "deck/arguments.h"
#include "io/sections.h"
#include "model/contact_visit.h"
#include "model/group_sum.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 3 };

typedef struct temperature {
    int group;
    bool dynamic;   /* particles are counted each time, not at the start of a run */
    bool counted;   /* at the start of a run ... */
    bool resumed;   /* ... that was interrupted and goes on */
    int64_t extra;  /* degrees of freedom taken off */
    double members; /* at the start of the run */
} temperature;

typedef struct pressure {
    char temperature[TSU_NAME]; /* ID */
    bool motion, pairs, walls;
    tsu_exact_sum sum; /* arm times force, of one component */
    int index;
} pressure;

static void destroy_state(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static double boltzmann(const tsu_session *s)
{
    return strcmp(s->units, "cgs") == 0 ? 1.3806504e-16 : strcmp(s->units, "lj") == 0 ? 1.0 : 1.3806504e-23;
}

static double count_members(const tsu_session *s, int group)
{
    double n = 0.0;
    for (int32_t i = 0; i < s->world->particles.count; i++) {
        n += tsu_session_in_group(s, i, group);
    }
    return n;
}

static tsu_status init_temperature(tsu_session *s, void *state, tsu_error *err)
{
    (void)err;
    temperature *t = state;
    if (!t->resumed) t->members = count_members(s, t->group);
    t->resumed = false;
    t->counted = true;
    return TSU_OK;
}

static void save_temperature(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    tsu_pack_f64(pack, ((const temperature *)state)->members);
}

static tsu_status load_temperature(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    temperature *t = state;
    (void)s, (void)err;
    t->members = tsu_cursor_f64(saved);
    t->resumed = true;
    return TSU_OK;
}

static void motion_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    static const int a[6] = {0, 1, 2, 0, 0, 1}, b[6] = {0, 1, 2, 1, 2, 2};
    const int64_t index = *(const int64_t *)context;
    const tsu_particles *p = &w->particles;
    value[0] = p->mass[i] * p->vm[i][a[index]] * p->vm[i][b[index]];
}

/* Twice the kinetic energy: m v v, xx yy zz xy xz yz. */
static tsu_status motion_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const temperature *t = state;
    const tsu_status status = tsu_session_need_world(s, "compute temp", err);
    if (status == TSU_OK) tsu_group_sum(s->world, 1u << t->group, NULL, 1, motion_of, &index, out);
    return status;
}

static tsu_status temperature_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    const temperature *t = state;
    double sum = 0.0;
    for (int q = 0; q < DIMENSIONS; q++) {
        double one = 0.0;
        const tsu_status status = motion_vector(s, state, q, &one, err);
        if (status != TSU_OK) return status;
        sum += one;
    }
    const double members = t->dynamic || !t->counted ? count_members(s, t->group) : t->members;
    const double freedom = DIMENSIONS * members - (double)t->extra;
    *out = freedom > 0.0 ? sum / (freedom * boltzmann(s)) : 0.0;
    return TSU_OK;
}

static tsu_status modify_temperature(tsu_session *s, void *state, tsu_words *words, tsu_error *err)
{
    static const tsu_argument rows[] = {{.keyword = "dynamic",
                                         .kind = TSU_ARGUMENT_SWITCH,
                                         .at = offsetof(temperature, dynamic),
                                         .what = "yes or no"},
                                        {.keyword = "extra",
                                         .kind = TSU_ARGUMENT_INTEGER,
                                         .at = offsetof(temperature, extra),
                                         .low = INT64_MIN,
                                         .high = INT64_MAX,
                                         .what = "degrees of freedom to subtract"},
                                        {0}};
    (void)s;
    if (!tsu_words_left(words))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is no keyword");
    return tsu_arguments_read(words, rows, state, err);
}

/* ---- pressure ------------------------------------------------------------------------------------------------------------- */

static void add_contact(void *context, const tsu_contact_seen *k)
{
    static const int a[6] = {0, 1, 2, 0, 0, 1}, b[6] = {0, 1, 2, 1, 2, 2};
    pressure *p = context;
    if (k->row_j < 0 ? !p->walls : !p->pairs) return;
    const int q = p->index;
    tsu_exact_add(&p->sum, (k->arm_i[a[q]] - k->arm_j[a[q]]) * k->force[b[q]]);
}

static tsu_status pressure_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    pressure *p = state;
    tsu_status status = tsu_session_need_world(s, "compute pressure", err);
    if (status == TSU_OK) status = tsu_session_settle(s, err);
    if (status != TSU_OK) return status;
    const tsu_object *t = tsu_objects_find(&s->computes, p->temperature);
    if (!t || t->values.scalar != temperature_scalar)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the pressure needs the compute temp '%s', which is gone",
                             p->temperature);
    const tsu_box *box = tsu_session_box(s);
    const double volume = (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
    double motion = 0.0;
    if (p->motion) status = motion_vector(s, t->state, index, &motion, err);
    tsu_exact_init(&p->sum);
    p->index = (int)index;
    if (status == TSU_OK) status = tsu_contacts_visit_any(s->world, add_contact, p, err);
    *out = (motion - tsu_exact_round(&p->sum)) / volume;
    return status;
}

static tsu_status pressure_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    double sum = 0.0;
    for (int q = 0; q < DIMENSIONS; q++) {
        double one = 0.0;
        const tsu_status status = pressure_vector(s, state, q, &one, err);
        if (status != TSU_OK) return status;
        sum += one;
    }
    *out = sum / DIMENSIONS;
    return TSU_OK;
}

static tsu_status elastic_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    const tsu_status status = tsu_session_need_world(s, "thermo_pe", err);
    return status == TSU_OK ? tsu_session_potential(s, out, err) : status;
}

/* ---- definition ------------------------------------------------------------------------------------------------------------ */

static tsu_status add_temperature(tsu_session *s, tsu_object *o, bool dynamic, tsu_error *err)
{
    temperature *t = calloc(1, sizeof *t);
    if (!t) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o->id);
    *t = (temperature){.group = o->group, .extra = DIMENSIONS, .dynamic = dynamic};
    o->state = t;
    o->destroy = destroy_state;
    o->init = init_temperature;
    o->save = save_temperature;
    o->load = load_temperature;
    o->modify = modify_temperature;
    o->values = (tsu_values){.scalar = temperature_scalar, .vector_length = 6, .vector = motion_vector};
    if (tsu_objects_add(&s->computes, o, err)) return TSU_OK;
    free(t);
    return TSU_ERROR_MEMORY;
}

static tsu_status add_pressure(tsu_session *s, tsu_object *o, const pressure *like, tsu_error *err)
{
    pressure *p = malloc(sizeof *p);
    if (!p) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o->id);
    *p = *like;
    o->state = p;
    o->destroy = destroy_state;
    o->values = (tsu_values){.scalar = pressure_scalar, .vector_length = 6, .vector = pressure_vector};
    if (tsu_objects_add(&s->computes, o, err)) return TSU_OK;
    free(p);
    return TSU_ERROR_MEMORY;
}

tsu_status tsu_session_add_builtins(tsu_session *s, tsu_error *err)
{
    tsu_object t = {.id = "thermo_temp", .style = "temp"}, p = {.id = "thermo_press", .style = "pressure"};
    const tsu_object e = {.id = "thermo_pe", .style = "pe", .values = {.scalar = elastic_scalar}};
    pressure all = {.temperature = "thermo_temp", .motion = true, .pairs = true, .walls = true};
    tsu_status status = add_temperature(s, &t, false, err);
    if (status == TSU_OK) status = add_pressure(s, &p, &all, err);
    if (status == TSU_OK && !tsu_objects_add(&s->computes, &e, err)) status = TSU_ERROR_MEMORY;
    return status;
}

static tsu_status compute_temp(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    return status == TSU_OK ? add_temperature(s, &o, false, err) : status;
}

static tsu_status read_contributions(tsu_words *words, pressure *p, tsu_error *err)
{
    enum { KINETIC, PAIR, WALLS, VIRIAL };
    static const char *const list[] = {
        [KINETIC] = "ke", [PAIR] = "pair", [WALLS] = "fix", [VIRIAL] = "virial", NULL};
    p->motion = p->pairs = p->walls = !tsu_words_left(words);
    while (tsu_words_left(words)) {
        int key;
        const tsu_status status = tsu_words_choice(words, "a contribution", list, &key, err);
        if (status != TSU_OK) return status;
        p->motion = p->motion || key == KINETIC;
        p->pairs = p->pairs || key == PAIR || key == VIRIAL;
        p->walls = p->walls || key == WALLS || key == VIRIAL;
    }
    return TSU_OK;
}

static tsu_status compute_pressure(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    const char *id;
    pressure p = {0};
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status == TSU_OK && o.group != 0)
        return tsu_words_error(words, 2, TSU_ERROR_INPUT, err, "compute pressure is for group all");
    if (status == TSU_OK) status = tsu_words_text(words, "the ID of a compute temp", &id, err);
    if (status != TSU_OK) return status;
    const tsu_object *t = tsu_objects_find(&s->computes, id);
    if (!t || t->values.scalar != temperature_scalar)
        return tsu_error_lacks_name(
            err, id,
            tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                            "there is no compute temp '%s'; thermo_temp is always there", id));
    tsu_session_watch(s);
    snprintf(p.temperature, sizeof p.temperature, "%s", id);
    status = read_contributions(words, &p, err);
    return status == TSU_OK ? add_pressure(s, &o, &p, err) : status;
}

const tsu_command tsu_computes_temp[] = {
    {"temp", "compute ID GROUP temp", "temperature from the velocities; m v v: xx yy zz xy xz yz",
     compute_temp},
    {"pressure", "compute ID all pressure TEMP_ID [ke] [pair] [fix] [virial]",
     "pressure of motion and contacts in the box; its tensor xx yy zz xy xz yz", compute_pressure},
    {0}};
