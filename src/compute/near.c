/* SPDX-License-Identifier: Apache-2.0 */
/* near.c - computes of who is near whom: coord/atom, cluster/atom, contact/atom with a skin; and the force of one
 * group on another, group/group; property/local, who touches whom. */
#include "base/exact_sum.h"
#include "base/memory.h"
#include "compute/compute.h"
#include "model/contact_visit.h"
#include "session/near_visit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 32 };
typedef enum near_kind { COORD, CLUSTER, CONTACT } near_kind;

typedef struct near_compute {
    tsu_session *session;
    near_kind kind;
    int group, columns;
    double reach; /* between centres (COORD, CLUSTER), between surfaces (CONTACT) [m] */
    bool other;   /* COORD: only particles of another material */
    int64_t low[COLUMNS_MAX], high[COLUMNS_MAX]; /* COORD: materials of a column, from 0 */
    double *value;
    size_t capacity;
    bool changed; /* CLUSTER: numbers still spread */
} near_compute;

static void destroy_near(tsu_session *s, void *state)
{
    (void)s;
    tsu_memory_release(&((near_compute *)state)->value);
    free(state);
}

static void count_neighbour(near_compute *c, int32_t i, int32_t j)
{
    const tsu_particles *p = &c->session->world->particles;
    if (!tsu_session_in_group(c->session, i, c->group) || (c->other && p->type[i] == p->type[j])) return;
    for (int k = 0; k < c->columns; k++) {
        if (p->type[j] >= c->low[k] && p->type[j] <= c->high[k])
            c->value[(size_t)i * (size_t)c->columns + (size_t)k] += 1.0;
    }
}

static void visit_near(void *context, int32_t i, int32_t j, const double way[3], double distance)
{
    near_compute *c = context;
    const tsu_particles *p = &c->session->world->particles;
    (void)way;
    if (c->kind == CONTACT && !(distance <= p->xr[i][3] + p->xr[j][3] + c->reach)) return;
    if (c->kind != CLUSTER) {
        count_neighbour(c, i, j);
        count_neighbour(c, j, i);
        return;
    }
    if (!tsu_session_in_group(c->session, i, c->group) || !tsu_session_in_group(c->session, j, c->group))
        return;
    c->changed = c->changed || c->value[i] != c->value[j];
    c->value[i] = c->value[j] = fmin(c->value[i], c->value[j]);
}

/* The largest distance of centres that matters. */
static double reach_of(const near_compute *c)
{
    const tsu_particles *p = &c->session->world->particles;
    double largest = 0.0;
    for (int32_t i = 0; i < p->count && c->kind == CONTACT; i++) {
        largest = fmax(largest, p->xr[i][3]);
    }
    return c->kind == CONTACT ? (2.0 * largest + c->reach) * (1.0 + 1e-12) : c->reach;
}

static tsu_status near_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    near_compute *c = state;
    const tsu_particles *p = &s->world->particles;
    const size_t n = (size_t)p->count * (size_t)c->columns;
    tsu_status status = tsu_memory_grow(&c->value, &c->capacity, n + 1, sizeof *c->value, "a compute", err);
    if (status != TSU_OK) return status;
    memset(c->value, 0, n * sizeof *c->value);
    for (int32_t i = 0; i < p->count && c->kind == CLUSTER; i++) {
        c->value[i] = tsu_session_in_group(s, i, c->group) ? (double)p->id[i] : 0.0;
    }
    do { /* the lowest id spreads through a cluster */
        c->changed = false;
        status = tsu_near_visit(s, reach_of(c), visit_near, c, err);
    } while (status == TSU_OK && c->changed);
    *data = c->value;
    return status;
}

tsu_status tsu_near_types(const tsu_session *s, tsu_words *words, int64_t *low, int64_t *high, tsu_error *err)
{
    const int types = s->world->materials.types;
    const char *word;
    char *rest;
    const tsu_status status = tsu_words_text(words, "materials such as 1, 2*3 or *", &word, err);
    if (status != TSU_OK) return status;
    const char *star = strchr(word, '*');
    *low = (word == star ? 1 : strtol(word, &rest, 10)) - 1;
    *high = star ? (star[1] ? strtol(star + 1, &rest, 10) : types) - 1 : *low;
    if (*low >= 0 && *high < types && *low <= *high) return TSU_OK;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                           "'%s' names no materials; there are 1 to %d", word, types);
}

static tsu_status read_types(const tsu_session *s, tsu_words *words, near_compute *c, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (; tsu_words_left(words) && status == TSU_OK; c->columns++) {
        if (c->columns == COLUMNS_MAX)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "at most %d ranges of materials",
                                   (int)COLUMNS_MAX);
        status = tsu_near_types(s, words, &c->low[c->columns], &c->high[c->columns], err);
    }
    return status;
}

static tsu_status read_near(const tsu_session *s, tsu_words *words, near_compute *c, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (c->kind != CONTACT)
        status = tsu_words_number(words, "the distance [m]", &c->reach, err);
    else if (tsu_words_accept(words, "skin"))
        status = tsu_words_loose_number(words, "the skin [m]", &c->reach, err);
    if (status == TSU_OK && (c->kind == CONTACT ? c->reach < 0.0 : !(c->reach > 0.0)))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the distance must be positive");
    if (status == TSU_OK && c->kind == COORD && tsu_words_accept(words, "mix"))
        status = tsu_words_switch(words, "yes or no", &c->other, err);
    else if (status == TSU_OK && c->kind == COORD)
        status = read_types(s, words, c, err);
    if (c->columns == 0) {
        c->columns = 1;
        c->high[0] = INT32_MAX;
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status define(tsu_script *script, tsu_words *words, near_kind kind, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    near_compute *c = o.state = tsu_session_new_state(&o, sizeof *c, err);
    if (!c) return TSU_ERROR_MEMORY;
    c->session = s;
    c->group = o.group;
    c->kind = kind;
    o.destroy = destroy_near;
    status = read_near(s, words, c, err);
    o.values = (tsu_values){.particle_columns = c->columns, .particles = near_particles};
    return tsu_session_finish_compute(s, &o, status, err);
}

static tsu_status compute_coord(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, COORD, err);
}

static tsu_status compute_cluster(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, CLUSTER, err);
}

tsu_status tsu_compute_contact_near(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, CONTACT, err);
}

/* ---- group/group --------------------------------------------------------------------------------------------------------- */

typedef struct pair_of_groups {
    tsu_session *session;
    int group, other;
    bool counts;
    tsu_exact_sum force[3]; /* [N] */
} pair_of_groups;

static void destroy_groups(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

/* A contact counts if one particle is in the first group and the other one in the second. */
static void add_force(void *context, const tsu_contact_seen *k)
{
    pair_of_groups *g = context;
    const tsu_session *s = g->session;
    if (k->row_j < 0) return;
    const bool forth =
                   tsu_session_in_group(s, k->row_i, g->group) && tsu_session_in_group(s, k->row_j, g->other),
               back =
                   tsu_session_in_group(s, k->row_j, g->group) && tsu_session_in_group(s, k->row_i, g->other);
    for (int q = 0; q < 3; q++) {
        tsu_exact_add(&g->force[q], (forth ? k->force[q] : 0.0) - (back ? k->force[q] : 0.0));
    }
}

static tsu_status groups_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    pair_of_groups *g = state;
    tsu_status status = tsu_session_settle(s, err);
    for (int q = 0; q < 3; q++) {
        tsu_exact_init(&g->force[q]);
    }
    if (status == TSU_OK && g->counts) status = tsu_contacts_visit_any(s->world, add_force, g, err);
    *out = tsu_exact_round(&g->force[index]);
    return status;
}

static tsu_status read_groups(const tsu_session *s, tsu_words *words, pair_of_groups *g, tsu_error *err)
{
    enum { PAIR, KSPACE, BOUNDARY };
    static const char *const list[] = {[PAIR] = "pair", [KSPACE] = "kspace", [BOUNDARY] = "boundary", NULL};
    const char *name;
    tsu_status status = tsu_words_text(words, "the other group", &name, err);
    if (status == TSU_OK) status = tsu_session_group(s, name, &g->other, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        bool on = false;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK) status = tsu_words_switch(words, "yes or no", &on, err);
        if (status == TSU_OK && key != PAIR && on)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "grains have no long-range forces");
        if (key == PAIR) g->counts = on;
    }
    return status;
}

static tsu_status compute_groups(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    pair_of_groups *g = o.state = tsu_session_new_state(&o, sizeof *g, err);
    if (!g) return TSU_ERROR_MEMORY;
    tsu_session_watch(s);
    g->session = s;
    g->group = o.group;
    g->counts = true;
    o.destroy = destroy_groups;
    o.values = (tsu_values){.vector_length = 3, .vector = groups_vector};
    status = read_groups(s, words, g, err);
    return tsu_session_finish_compute(s, &o, status, err);
}

/* ---- property/local ------------------------------------------------------------------------------------------------------ */

enum { ID_1, ID_2, TYPE_1, TYPE_2, SIDES };
static const char *const sides[] = {[ID_1] = "patom1",
                                    [ID_2] = "patom2",
                                    [TYPE_1] = "ptype1",
                                    [TYPE_2] = "ptype2",
                                    [SIDES] = "natom1", /* of lists of neighbours */
                                    "natom2",
                                    "ntype1",
                                    "ntype2",
                                    NULL};

typedef struct pair_list {
    const tsu_session *session;
    int group, columns;
    int column[COLUMNS_MAX]; /* of `sides` */
    double *value;
    size_t capacity;
    int64_t rows;
    bool failed;
} pair_list;

static void destroy_pairs(tsu_session *s, void *state)
{
    (void)s;
    tsu_memory_release(&((pair_list *)state)->value);
    free(state);
}

static void list_pair(void *context, const tsu_contact_seen *k)
{
    pair_list *l = context;
    const tsu_particles *p = &l->session->world->particles;
    const bool in = k->row_j >= 0 && tsu_session_in_group(l->session, k->row_i, l->group) &&
                    tsu_session_in_group(l->session, k->row_j, l->group);
    if (!in || l->failed) return;
    const size_t n = (size_t)(l->rows + 1) * (size_t)l->columns;
    l->failed = tsu_memory_grow(&l->value, &l->capacity, n, sizeof *l->value, "pairs", NULL) != TSU_OK;
    for (int c = 0; c < l->columns && !l->failed; c++) {
        const int32_t row = l->column[c] % 2 == 0 ? k->row_i : k->row_j;
        l->value[l->rows * l->columns + c] =
            l->column[c] < 2 ? (double)p->id[row] : (double)p->type[row] + 1.0;
    }
    l->rows++;
}

static tsu_status pairs_local(tsu_session *s, void *state, const double **data, int64_t *rows, tsu_error *err)
{
    pair_list *l = state;
    tsu_status status = tsu_session_settle(s, err);
    l->rows = 0;
    if (status == TSU_OK) status = tsu_contacts_visit(s->world, list_pair, l, err);
    if (l->failed) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a list of pairs");
    *data = l->value;
    *rows = l->rows;
    return status;
}

static tsu_status read_sides(tsu_words *words, pair_list *l, tsu_error *err)
{
    while (tsu_words_left(words)) {
        int k;
        const tsu_status status = tsu_words_choice(words, "a property of pairs", sides, &k, err);
        if (status != TSU_OK) return status;
        if (k >= SIDES)
            return tsu_words_error(
                words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                "neighbour lists are not available; patom1, patom2 ... give the pairs that touch");
        if (l->columns == COLUMNS_MAX)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "too many columns");
        l->column[l->columns++] = k;
    }
    return l->columns > 0 ? TSU_OK : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "no property is named");
}

static tsu_status compute_pairs(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    pair_list *l = o.state = tsu_session_new_state(&o, sizeof *l, err);
    if (!l) return TSU_ERROR_MEMORY;
    tsu_session_watch(s);
    l->session = s;
    l->group = o.group;
    o.destroy = destroy_pairs;
    status = read_sides(words, l, err);
    o.values = (tsu_values){.local_columns = l->columns, .local = pairs_local};
    return tsu_session_finish_compute(s, &o, status, err);
}

const tsu_command tsu_computes_near[] = {
    {"coord/atom", "compute ID GROUP coord/atom DISTANCE [TYPES ...] | [mix yes|no]",
     "number of particles whose centres are within the distance; for each range of materials; or of other "
     "materials only",
     compute_coord},
    {"cluster/atom", "compute ID GROUP cluster/atom DISTANCE",
     "the lowest id in the cluster of each particle: those joined by steps shorter than the distance",
     compute_cluster},
    {"contact/atom/gran", "compute ID GROUP contact/atom/gran [skin S]",
     "number of particles that each particle touches, or nearly touches", tsu_compute_contact_near},
    {"property/local", "compute ID GROUP property/local patom1|patom2|ptype1|ptype2 ...",
     "ids and materials of the pairs that touch", compute_pairs},
    {"group/group", "compute ID GROUP group/group OTHER [pair yes|no]",
     "the force of the particles of another group on those of the group", compute_groups},
    {0}};
