/* SPDX-License-Identifier: Apache-2.0 */
/* bodies.c - compute multisphere (also called rigid): a row of numbers for each clump, in the order of their ids; multisphere/single: those of
 * one clump. Which numbers: the names behind `property`. */
#include "base/memory.h"
#include "compute/compute.h"
#include "step/clump/clumps.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 64, WIDEST = 4 };

/* ---- what there is to tell of a clump -------------------------------------------------------------------------------- */

static void put(double *to, tsu_vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static void tell_id(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    *to = (double)c->id;
}

/* Inside the box along periodic axes. */
static void tell_place(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, c->body.centre);
}

static void tell_velocity(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, c->body.velocity);
}

static void tell_force(const tsu_world *w, const tsu_clump *c, double *to)
{
    put(to, tsu_clump_load_of(w, c).force);
}

static void tell_torque(const tsu_world *w, const tsu_clump *c, double *to)
{
    put(to, tsu_clump_load_of(w, c).torque);
}

static void tell_turn(const tsu_world *w, const tsu_clump *c, double *to)
{
    const tsu_quaternion q = c->body.turn;
    (void)w;
    memcpy(to, (double[4]){q.w, q.x, q.y, q.z}, 4 * sizeof *to);
}

static void tell_momentum(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, c->body.momentum);
}

static void tell_spin(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, tsu_rigid_spin(&c->body));
}

static void tell_density(const tsu_world *w, const tsu_clump *c, double *to)
{
    *to = w->particles.density[w->clumps->row[c->first]];
}

static void tell_type(const tsu_world *w, const tsu_clump *c, double *to)
{
    *to = w->particles.type[w->clumps->row[c->first]] + 1;
}

static void tell_kind(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    *to = c->kind;
}

static void tell_mass(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    *to = c->mass;
}

static void tell_inertia(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, c->body.inertia);
}

static void tell_axis_x(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, tsu_quaternion_out(c->body.turn, tsu_vec3_make(1.0, 0.0, 0.0)));
}

static void tell_axis_y(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, tsu_quaternion_out(c->body.turn, tsu_vec3_make(0.0, 1.0, 0.0)));
}

static void tell_axis_z(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    put(to, tsu_quaternion_out(c->body.turn, tsu_vec3_make(0.0, 0.0, 1.0)));
}

static void tell_count(const tsu_world *w, const tsu_clump *c, double *to)
{
    (void)w;
    *to = c->count;
}

typedef struct body_property {
    const char *name;
    int width;
    bool loaded; /* needs forces */
    void (*tell)(const tsu_world *w, const tsu_clump *c, double *to);
} body_property;

static const body_property properties[] = {
    {"id_multisphere", 1, false, tell_id}, {"xcm", 3, false, tell_place},
    {"vcm", 3, false, tell_velocity},      {"fcm", 3, true, tell_force},
    {"torque", 3, true, tell_torque},      {"quat", 4, false, tell_turn},
    {"angmom", 3, false, tell_momentum},   {"omega", 3, false, tell_spin},
    {"density", 1, false, tell_density},   {"atomtype", 1, false, tell_type},
    {"clumptype", 1, false, tell_kind},    {"masstotal", 1, false, tell_mass},
    {"inertia", 3, false, tell_inertia},   {"ex_space", 3, false, tell_axis_x},
    {"ey_space", 3, false, tell_axis_y},   {"ez_space", 3, false, tell_axis_z},
    {"nspheres", 1, false, tell_count}};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* ---- the compute ----------------------------------------------------------------------------------------------------- */

typedef struct body_compute {
    uint64_t id; /* of the only clump; 0: all */
    bool loaded;
    int properties, columns;
    const body_property *property[COLUMNS_MAX];
    const char *name[COLUMNS_MAX];
    double *value; /* [clumps][columns] */
    size_t capacity;
} body_compute;

static void destroy(tsu_session *s, void *state)
{
    (void)s;
    body_compute *c = state;
    tsu_memory_release(&c->value);
    free(c);
}

static void tell(const body_compute *c, const tsu_world *w, const tsu_clump *of, double *to)
{
    for (int k = 0; k < c->properties; k++) {
        c->property[k]->tell(w, of, to);
        to += c->property[k]->width;
    }
}

/* Clumps and, if somebody asks for them, their forces as they are now. */
static tsu_status refresh(tsu_session *s, const body_compute *c, tsu_error *err)
{
    const tsu_status status = c->loaded ? tsu_session_settle(s, err) : TSU_OK;
    if (status == TSU_OK && s->world->clumps) tsu_clumps_find_rows(s->world);
    return status;
}

static tsu_status rows_of(tsu_session *s, void *state, const double **data, int64_t *rows, tsu_error *err)
{
    body_compute *c = state;
    const tsu_clumps *all = s->world->clumps;
    const int32_t n = all ? all->count : 0;
    tsu_status status = refresh(s, c, err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&c->value, &c->capacity, (size_t)n * (size_t)c->columns + 1,
                                 sizeof *c->value, "a compute of clumps", err);
    for (int32_t k = 0; k < n && status == TSU_OK; k++) {
        tell(c, s->world, tsu_clumps_in_order(all, k), c->value + (size_t)k * (size_t)c->columns);
    }
    *data = c->value;
    *rows = n;
    return status;
}

static const char *name_of(const void *state, int column)
{
    return ((const body_compute *)state)->name[column];
}

static tsu_status number_of(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const body_compute *c = state;
    double value[COLUMNS_MAX * WIDEST];
    const tsu_clump *of = tsu_clumps_of_id(s->world->clumps, c->id);
    if (!of && s->options.rehearsal) { /* a dry run inserts none */
        *out = 0.0;
        return TSU_OK;
    }
    if (!of) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no clump %llu", (unsigned long long)c->id);
    const tsu_status status = refresh(s, c, err);
    if (status == TSU_OK) tell(c, s->world, of, value);
    if (status == TSU_OK) *out = value[index];
    return status;
}

static tsu_status first_number(tsu_session *s, void *state, double *out, tsu_error *err)
{
    return number_of(s, state, 0, out, err);
}

/* `property NAME ...` */
static tsu_status read_properties(tsu_words *words, body_compute *c, tsu_error *err)
{
    static const char *const keywords[] = {"property", NULL};
    const char *names[PROPERTIES + 1] = {NULL};
    int key, k = 0;
    for (int q = 0; q < PROPERTIES; q++) {
        names[q] = properties[q].name;
    }
    tsu_status status = tsu_words_choice(words, "`property`", keywords, &key, err);
    if (status == TSU_OK && !tsu_words_left(words))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "name the quantities of clumps, as in `property xcm`");
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_words_choice(words, "a quantity of clumps", names, &k, err);
        if (status != TSU_OK) return status;
        if (c->columns + properties[k].width > COLUMNS_MAX)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "too many columns");
        c->property[c->properties++] = &properties[k];
        c->loaded = c->loaded || properties[k].loaded;
        for (int q = 0; q < properties[k].width; q++) {
            c->name[c->columns++] = properties[k].name;
        }
    }
    return status;
}

/* `id N` of a single clump. */
static tsu_status read_single(tsu_words *words, body_compute *c, tsu_error *err)
{
    static const char *const keywords[] = {"id", NULL};
    int key;
    int64_t id = 0;
    tsu_status status = tsu_words_choice(words, "`id`", keywords, &key, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the number of a clump", 1, INT64_C(1) << 52, &id, err);
    c->id = (uint64_t)id;
    return status;
}

static tsu_status define(tsu_script *script, tsu_words *words, bool single, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    body_compute *c = calloc(1, sizeof *c);
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    if (single) status = read_single(words, c, err);
    if (status == TSU_OK) status = read_properties(words, c, err);
    o.state = c;
    o.destroy = destroy;
    o.values = single ? (tsu_values){.vector_length = c->columns,
                                     .vector = number_of,
                                     .scalar = c->columns == 1 ? first_number : NULL}
                      : (tsu_values){.local_columns = c->columns, .local = rows_of, .local_name = name_of};
    if (status == TSU_OK && !tsu_objects_add(&s->computes, &o, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy(s, c);
    return status;
}

static tsu_status compute_all(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, err);
}

static tsu_status compute_single(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, true, err);
}

#define WHAT                                                                                                 \
    "property [id_multisphere] [xcm] [vcm] [fcm] [torque] [quat] [angmom] [omega] [density] [atomtype] "     \
    "[clumptype] [masstotal] [inertia] [ex_space] [ey_space] [ez_space] [nspheres]"
const tsu_command tsu_computes_bodies[] = {
    {"multisphere", "compute ID GROUP multisphere " WHAT, "a row for each clump, whatever the group",
     compute_all},
    {"rigid", "compute ID GROUP rigid " WHAT, "another name of multisphere", compute_all},
    {"multisphere/single", "compute ID GROUP multisphere/single id N " WHAT, "numbers of clump N",
     compute_single},
    {0}};
