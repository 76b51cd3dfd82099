/* SPDX-License-Identifier: Apache-2.0 */
/* displace.c - `displace_atoms` and `delete_atoms`. */
#include "base/memory.h"
#include "base/random.h"
#include "base/trig.h"
#include "command/command.h"
#include "model/clumps.h"
#include "model/rows.h"
#include "search/pairs.h"
#include "session/read.h"
#include "step/clump/clumps.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- displace_atoms ---------------------------------------------------------------------------------------------------- */

typedef struct displacement {
    int style;
    double move[3];           /* move; random: largest distances                       [m] */
    int to, along;            /* ramp */
    double by[2], at[2];      /* ramp: displacement and position at its ends            [m] */
    double point[3], axis[3]; /* rotate: a unit vector */
    double angle;             /* rotate                                                 [rad] */
    int64_t seed;
} displacement;

enum { MOVE, RAMP, RANDOM, ROTATE };

static tsu_status read_ramp(tsu_words *words, displacement *d, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    tsu_status status = tsu_words_choice(words, "x, y or z", axes, &d->to, err);
    if (status == TSU_OK) status = tsu_words_numbers(words, "two displacements", 2, d->by, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "x, y or z", axes, &d->along, err);
    if (status == TSU_OK) status = tsu_words_numbers(words, "two positions", 2, d->at, err);
    if (status == TSU_OK && d->at[0] == d->at[1])
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the ramp has no length: both ends are at %g", d->at[0]);
    return status;
}

static tsu_status read_rotation(tsu_words *words, displacement *d, tsu_error *err)
{
    tsu_status status = tsu_words_numbers(words, "a point of the axis", 3, d->point, err);
    if (status == TSU_OK) status = tsu_words_numbers(words, "the direction of the axis", 3, d->axis, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the angle [degree]", &d->angle, err);
    if (status != TSU_OK) return status;
    const double n = sqrt(d->axis[0] * d->axis[0] + d->axis[1] * d->axis[1] + d->axis[2] * d->axis[2]);
    if (!(n > 0.0)) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the axis has no length");
    for (int q = 0; q < 3; q++) {
        d->axis[q] /= n;
    }
    d->angle *= 3.14159265358979323846 / 180.0;
    return TSU_OK;
}

static tsu_status read_displacement(const tsu_session *s, tsu_words *words, displacement *d, tsu_error *err)
{
    static const char *const styles[] = {
        [MOVE] = "move", [RAMP] = "ramp", [RANDOM] = "random", [ROTATE] = "rotate", NULL};
    static const char *const list[] = {"units", NULL};
    bool lattice = false;
    double scale[3];
    int key;
    tsu_status status = tsu_words_choice(words, "a style", styles, &d->style, err);
    if (status != TSU_OK) return status;
    if (d->style == RAMP) status = read_ramp(words, d, err);
    if (d->style == ROTATE) status = read_rotation(words, d, err);
    if (d->style == MOVE || d->style == RANDOM)
        status = tsu_words_numbers(words, "three lengths", 3, d->move, err);
    if (d->style == RANDOM && status == TSU_OK) status = tsu_words_integer(words, "the seed", &d->seed, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK) status = tsu_session_read_units(words, &lattice, err);
    }
    tsu_session_length_scale(s, lattice, scale);
    for (int q = 0; q < 3; q++) {
        d->move[q] *= scale[q];
        d->point[q] *= scale[q];
    }
    for (int q = 0; q < 2; q++) {
        d->by[q] *= scale[d->to];
        d->at[q] *= scale[d->along];
    }
    return status;
}

static void turn(const displacement *d, double x[3])
{
    const tsu_sincos_pair turned = tsu_sincos(d->angle);
    const double c = turned.cos, s = turned.sin;
    double r[3], along = 0.0;
    for (int q = 0; q < 3; q++) {
        r[q] = x[q] - d->point[q];
        along += r[q] * d->axis[q];
    }
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        const double parallel = along * d->axis[q], across = d->axis[a] * r[b] - d->axis[b] * r[a];
        x[q] = d->point[q] + parallel + c * (r[q] - parallel) + s * across;
    }
}

static void displace(const displacement *d, uint64_t id, double x[3])
{
    if (d->style == ROTATE) turn(d, x);
    if (d->style == RAMP) {
        const double f = fmin(1.0, fmax(0.0, (x[d->along] - d->at[0]) / (d->at[1] - d->at[0])));
        x[d->to] += d->by[0] + f * (d->by[1] - d->by[0]);
    }
    for (int q = 0; q < 3 && (d->style == MOVE || d->style == RANDOM); q++) {
        const double u =
            d->style == MOVE
                ? 1.0
                : 2.0 * tsu_random_uniform((uint64_t)d->seed, id, TSU_RANDOM_POSITION, (uint32_t)q) - 1.0;
        x[q] += u * d->move[q];
    }
}

/* Clumps go as their centres go; `rotate` turns them as well. */
static void displace_clumps(tsu_world *w, uint32_t group, const displacement *d)
{
    const tsu_vec3 axis = {d->axis[0], d->axis[1], d->axis[2]};
    const tsu_quaternion none = {1.0, 0.0, 0.0, 0.0},
                         turn = d->style == ROTATE ? tsu_quaternion_about(axis, d->angle) : none;
    tsu_clumps_find_rows(w);
    for (int32_t k = 0; w->clumps && k < w->clumps->count; k++) {
        tsu_clump *c = &w->clumps->clump[k];
        const int32_t i = w->clumps->row[c->first];
        double x[3] = {c->body.centre.x, c->body.centre.y, c->body.centre.z};
        if (!(w->particles.group[i] & group)) continue;
        displace(d, w->particles.id[i], x);
        tsu_clump_shift(c, tsu_vec3_sub(tsu_vec3_make(x[0], x[1], x[2]), c->body.centre), turn);
    }
    if (!w->clumps) return;
    tsu_clumps_place(w);
    tsu_clumps_carry(w);
}

static tsu_status run_displace_atoms(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    displacement d = {0};
    const char *name;
    int g;
    tsu_status status = tsu_session_need_world(s, "displace_atoms", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the group", &name, err);
    if (status == TSU_OK) status = tsu_session_group(s, name, &g, err);
    if (status == TSU_OK) status = tsu_model_clumps_whole(s->world, 1u << g, "displace_atoms", err);
    if (status == TSU_OK) status = read_displacement(s, words, &d, err);
    if (status == TSU_OK) status = tsu_world_wrap(s->world, err);
    if (status != TSU_OK) return status;
    tsu_world_change(s->world);
    tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_session_in_group(s, i, g) && !tsu_clumps_hold(s->world, i)) displace(&d, p->id[i], p->xr[i]);
    }
    displace_clumps(s->world, 1u << g, &d);
    s->particles_placed = true;
    return TSU_OK;
}

/* ---- delete_atoms ------------------------------------------------------------------------------------------------------- */

typedef struct deletion {
    tsu_session *s;
    tsu_words *words;
    uint8_t *gone; /* [particles] */
    bool compress; /* number the rest from 1 */
} deletion;

static tsu_status mark_group(deletion *d, tsu_error *err)
{
    const char *name;
    int g;
    tsu_status status = tsu_words_text(d->words, "the group", &name, err);
    if (status == TSU_OK) status = tsu_session_group(d->s, name, &g, err);
    for (int32_t i = 0; status == TSU_OK && i < d->s->world->particles.count; i++) {
        d->gone[i] = tsu_session_in_group(d->s, i, g);
    }
    return status;
}

/* region NAME; porosity NAME FRACTION SEED: that part of what is in the region. */
static tsu_status mark_region(deletion *d, bool porosity, tsu_error *err)
{
    const char *name;
    tsu_region *r;
    double fraction = 1.0;
    int64_t seed = 0;
    tsu_status status = tsu_words_text(d->words, "the region", &name, err);
    if (status == TSU_OK) status = tsu_session_region(d->s, name, &r, err);
    if (status == TSU_OK && porosity) status = tsu_words_number(d->words, "the fraction", &fraction, err);
    if (status == TSU_OK && !(fraction >= 0.0 && fraction <= 1.0))
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                               "the fraction is %g; it lies between 0 and 1", fraction);
    if (status == TSU_OK && porosity) status = tsu_words_integer(d->words, "the seed", &seed, err);
    const tsu_particles *p = &d->s->world->particles;
    for (int32_t i = 0; status == TSU_OK && i < p->count; i++) {
        const bool hit =
            fraction >= 1.0 || tsu_random_uniform((uint64_t)seed, p->id[i], TSU_RANDOM_TYPE, 1) < fraction;
        d->gone[i] = hit && tsu_world_in_region(d->s->world, i, r);
    }
    return status;
}

/* Of each pair nearer than the distance, whose first is in one group and second in the other, one goes: that of the first
 * group, the higher id if both are in both. */
static void mark_pair(deletion *d, double distance, const uint32_t mask[2], int32_t i, uint32_t code)
{
    const tsu_world *w = d->s->world;
    const tsu_particles *p = &w->particles;
    const int32_t j = tsu_partner_row(code);
    double sum = 0.0;
    for (int q = 0; q < 3; q++) {
        const double shift = tsu_image_shift(tsu_partner_image(code), q) * (w->box.hi[q] - w->box.lo[q]);
        const double x = p->xr[i][q] - p->xr[j][q] - shift;
        sum += x * x;
    }
    if (!(sum < distance * distance) || d->gone[i] || d->gone[j]) return;
    const int32_t first = p->id[i] > p->id[j] ? i : j, second = first == i ? j : i;
    if ((p->group[first] & mask[0]) && (p->group[second] & mask[1]))
        d->gone[first] = 1;
    else if ((p->group[second] & mask[0]) && (p->group[first] & mask[1]))
        d->gone[second] = 1;
}

static tsu_status mark_overlap(deletion *d, tsu_error *err)
{
    double distance;
    uint32_t mask[2] = {0};
    tsu_pairs pairs = {0};
    const tsu_world *w = d->s->world;
    tsu_status status = tsu_words_number(d->words, "the distance [m]", &distance, err);
    if (status == TSU_OK && !(distance > 0.0))
        return tsu_words_error(d->words, 2, TSU_ERROR_INPUT, err, "the distance is %g; it must be positive",
                               distance);
    for (int k = 0; k < 2 && status == TSU_OK; k++) {
        const char *name;
        int g = 0;
        status = tsu_words_text(d->words, "a group", &name, err);
        if (status == TSU_OK) status = tsu_session_group(d->s, name, &g, err);
        if (status == TSU_OK) mask[k] = 1u << g;
    }
    if (status == TSU_OK)
        status = tsu_pairs_build(&pairs, (const double(*)[4])w->particles.xr, w->particles.count, &w->box,
                                 distance, w->threads, err);
    for (int32_t i = 0; status == TSU_OK && i < pairs.rows; i++) {
        for (int64_t k = pairs.first[i]; k < pairs.first[i + 1]; k++) {
            mark_pair(d, distance, mask, i, pairs.partner[k]);
        }
    }
    tsu_pairs_free(&pairs);
    return status;
}

static tsu_status read_delete_options(deletion *d, tsu_error *err)
{
    d->compress = true;
    while (tsu_words_left(d->words)) {
        bool molecules, on;
        tsu_status status = tsu_words_either(d->words, "a keyword", "compress", "mol", &molecules, err);
        if (status == TSU_OK) status = tsu_words_switch(d->words, "yes or no", &on, err);
        if (status != TSU_OK) return status;
        if (!molecules) d->compress = on; /* clumps go as a whole, with `mol` or without */
    }
    return TSU_OK;
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Numbers the particles from 1 in the order of their old ids. */
static tsu_status renumber(tsu_particles *p, tsu_error *err)
{
    uint64_t *sorted = NULL;
    const size_t n = (size_t)p->count;
    const tsu_status status = tsu_memory_allocate(&sorted, n, sizeof *sorted, "ids", err);
    if (status != TSU_OK) return status;
    if (n > 0) memcpy(sorted, p->id, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_ids);
    for (size_t i = 0; i < n; i++) {
        const uint64_t *at = bsearch(&p->id[i], sorted, n, sizeof *sorted, compare_ids);
        p->id[i] = (uint64_t)(at - sorted) + 1;
    }
    p->next_id = n + 1;
    tsu_memory_release(&sorted);
    return TSU_OK;
}

static tsu_status run_delete_atoms(tsu_script *script, tsu_words *words, tsu_error *err)
{
    enum { GROUP, REGION, OVERLAP, POROSITY };
    static const char *const styles[] = {
        [GROUP] = "group", [REGION] = "region", [OVERLAP] = "overlap", [POROSITY] = "porosity", NULL};
    deletion d = {.s = tsu_session_of(script), .words = words};
    int style = 0;
    tsu_status status = tsu_session_need_world(d.s, "delete_atoms", err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a style", styles, &style, err);
    if (status != TSU_OK) return status;
    const int32_t before = d.s->world->particles.count;
    status = tsu_memory_allocate(&d.gone, (size_t)before, sizeof *d.gone, "particles to delete", err);
    if (status == TSU_OK)
        status = style == GROUP     ? mark_group(&d, err)
                 : style == OVERLAP ? mark_overlap(&d, err)
                                    : mark_region(&d, style == POROSITY, err);
    if (status == TSU_OK) status = read_delete_options(&d, err);
    if (status == TSU_OK) {
        tsu_world_change(d.s->world);
        status = tsu_world_remove(d.s->world, d.gone, TSU_BETWEEN_STEPS, err);
    }
    if (status == TSU_OK && d.compress) status = renumber(&d.s->world->particles, err);
    tsu_memory_release(&d.gone);
    const int32_t after = d.s->world->particles.count;
    if (status == TSU_OK) tsu_script_say(script, "Deleted %d atoms, new total = %d\n", before - after, after);
    return status;
}

const tsu_command tsu_commands_displace[] = {{"displace_atoms",
                                              "displace_atoms GROUP move DX DY DZ | ramp x|y|z LO HI x|y|z "
                                              "LO HI | random DX DY DZ SEED | rotate X Y Z "
                                              "AX AY AZ ANGLE [units box|lattice]",
                                              "displace the particles of a group", run_displace_atoms},
                                             {"delete_atoms",
                                              "delete_atoms group GROUP | region REGION | overlap DISTANCE "
                                              "GROUP1 GROUP2 | porosity REGION FRACTION SEED "
                                              "[compress yes|no]",
                                              "remove particles from the box", run_delete_atoms},
                                             {0}};
