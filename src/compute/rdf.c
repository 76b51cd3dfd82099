/* SPDX-License-Identifier: Apache-2.0 */
/* rdf.c - `compute rdf`: the radial distribution function g(r) of centres and the coordination number, up to the
 * diameter of the largest particle: as far as the pairs of LIGGGHTS reach. g(r) is the number of partners in a shell over
 * that of evenly spread ones. */
#include "base/memory.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/near_visit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_MAX = 32 };

typedef struct rdf {
    tsu_session *session;
    int group;
    int64_t bins;
    int pairs;
    int64_t type[PAIRS_MAX][2][2]; /* of each pair of ranges: centre and partner, first and last */
    double width;                  /* of a shell [m] */
    int64_t step;                  /* that the table belongs to; -1: none */
    double *table;                 /* [bins][1 + 2 pairs] */
    size_t capacity;
} rdf;

static void destroy_rdf(tsu_session *s, void *state)
{
    (void)s;
    tsu_memory_release(&((rdf *)state)->table);
    free(state);
}

static bool is_one(const rdf *c, int pair, int side, int32_t i)
{
    const int64_t type = c->session->world->particles.type[i];
    return type >= c->type[pair][side][0] && type <= c->type[pair][side][1];
}

static void count_pair(void *context, int32_t i, int32_t j, const double way[3], double distance)
{
    (void)way;
    rdf *c = context;
    const int64_t bin = (int64_t)(distance / c->width), columns = 1 + 2 * c->pairs;
    const bool in =
        tsu_session_in_group(c->session, i, c->group) && tsu_session_in_group(c->session, j, c->group);
    if (!in || bin >= c->bins) return;
    for (int k = 0; k < c->pairs; k++) {
        double *hits = &c->table[bin * columns + 1 + 2 * k];
        *hits += is_one(c, k, 0, i) && is_one(c, k, 1, j);
        *hits += is_one(c, k, 0, j) && is_one(c, k, 1, i);
    }
}

/* Counts become g(r) and sums. */
static void divide(rdf *c)
{
    const tsu_particles *p = &c->session->world->particles;
    const tsu_box *b = tsu_session_box(c->session);
    const double volume = (b->hi[0] - b->lo[0]) * (b->hi[1] - b->lo[1]) * (b->hi[2] - b->lo[2]);
    const int64_t columns = 1 + 2 * c->pairs;
    for (int k = 0; k < c->pairs; k++) {
        double number[2] = {0.0, 0.0}, sum = 0.0;
        for (int32_t i = 0; i < p->count; i++) {
            if (!tsu_session_in_group(c->session, i, c->group)) continue;
            number[0] += is_one(c, k, 0, i);
            number[1] += is_one(c, k, 1, i);
        }
        for (int64_t bin = 0; bin < c->bins; bin++) {
            double *row = &c->table[bin * columns];
            const double low = (double)bin * c->width, high = (double)(bin + 1) * c->width;
            const double even = 4.0 / 3.0 * 3.14159265358979323846 * (high * high * high - low * low * low) /
                                volume * number[1];
            const double partners = number[0] > 0.0 ? row[1 + 2 * k] / number[0] : 0.0;
            sum += partners;
            row[0] = ((double)bin + 0.5) * c->width;
            row[1 + 2 * k] = even > 0.0 ? partners / even : 0.0;
            row[2 + 2 * k] = sum;
        }
    }
}

static tsu_status fill(tsu_session *s, rdf *c, tsu_error *err)
{
    const tsu_particles *p = &s->world->particles;
    const size_t n = (size_t)c->bins * (size_t)(1 + 2 * c->pairs);
    double largest = 0.0;
    if (c->step == s->world->step && s->running) return TSU_OK; /* between runs commands move particles */
    tsu_status status = tsu_memory_grow(&c->table, &c->capacity, n, sizeof *c->table, "a compute", err);
    if (status != TSU_OK) return status;
    memset(c->table, 0, n * sizeof *c->table);
    for (int32_t i = 0; i < p->count; i++) {
        largest = fmax(largest, 2.0 * p->xr[i][3]);
    }
    c->step = s->world->step;
    c->width = largest / (double)c->bins;
    if (!(largest > 0.0)) return TSU_OK;
    status = tsu_near_visit(s, largest, count_pair, c, err);
    divide(c);
    return status;
}

static tsu_status init_rdf(tsu_session *s, void *state, tsu_error *err)
{
    (void)s;
    (void)err;
    ((rdf *)state)->step = -1;
    return TSU_OK;
}

static int64_t rdf_rows(tsu_session *s, void *state)
{
    (void)s;
    return ((const rdf *)state)->bins;
}

static tsu_status rdf_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                            tsu_error *err)
{
    rdf *c = state;
    const tsu_status status = fill(s, c, err);
    *out = status == TSU_OK ? c->table[row * (1 + 2 * c->pairs) + column] : 0.0;
    return status;
}

static tsu_status read_rdf(tsu_session *s, tsu_words *words, rdf *c, tsu_error *err)
{
    tsu_status status = tsu_words_integer_in(words, "the number of shells", 1, 1000000, &c->bins, err);
    for (; status == TSU_OK && tsu_words_left(words); c->pairs++) {
        if (c->pairs == PAIRS_MAX)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "at most %d pairs",
                                   (int)PAIRS_MAX);
        for (int side = 0; side < 2 && status == TSU_OK; side++) {
            status = tsu_near_types(s, words, &c->type[c->pairs][side][0], &c->type[c->pairs][side][1], err);
        }
    }
    if (status == TSU_OK && c->pairs == 0) {
        c->pairs = 1;
        c->type[0][0][1] = c->type[0][1][1] = INT32_MAX;
    }
    return status;
}

static tsu_status compute_rdf(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    rdf *c = o.state = tsu_session_new_state(&o, sizeof *c, err);
    if (!c) return TSU_ERROR_MEMORY;
    *c = (rdf){.session = s, .group = o.group, .step = -1};
    o.destroy = destroy_rdf;
    o.init = init_rdf;
    status = read_rdf(s, words, c, err);
    o.values = (tsu_values){.array_columns = 1 + 2 * c->pairs, .array_rows = rdf_rows, .array = rdf_array};
    return tsu_session_finish_compute(s, &o, status, err);
}

const tsu_command tsu_computes_rdf[] = {{"rdf", "compute ID GROUP rdf N [TYPES TYPES ...]",
                                         "g(r) and coordination number in N shells up to the largest "
                                         "diameter: rows of distance, and both for each "
                                         "pair of types",
                                         compute_rdf},
                                        {0}};
