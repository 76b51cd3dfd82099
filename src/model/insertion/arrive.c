/* SPDX-License-Identifier: Apache-2.0 */
/* arrive.c - puts particles and clumps that have found a place into the world. */
#include "base/memory.h"
#include "base/random.h"
#include "model/insertion/insertion_state.h"
#include "state/clump_kind.h"
#include "step/clump/clumps.h"
#include <string.h>

static void draw_velocity(const tsu_insertion *n, uint64_t id, double v[3])
{
    const tsu_insertion_def *o = &n->def;
    for (int q = 0; q < 3; q++) {
        const uint64_t seed = (uint64_t)o->seed;
        const uint32_t axis = (uint32_t)q;
        v[q] = o->velocity[q];
        if (o->velocity_kind == TSU_VELOCITY_UNIFORM)
            v[q] += o->spread[q] * (2.0 * tsu_random_uniform(seed, id, TSU_RANDOM_VELOCITY, axis) - 1.0);
        if (o->velocity_kind == TSU_VELOCITY_GAUSSIAN)
            v[q] += o->spread[q] * tsu_random_normal(seed, id, TSU_RANDOM_VELOCITY, axis);
    }
}

/* What is about to be inserted, as particles: spheres, and those of templates that fall apart. */
typedef struct arrival {
    tsu_particle_def *def;
    uint32_t *group;
    double (*after)[3]; /* velocity behind the face of a stream */
    size_t count;
} arrival;

static void free_arrival(arrival *a)
{
    tsu_memory_release(&a->def);
    tsu_memory_release(&a->group);
    tsu_memory_release(&a->after);
}

static tsu_status reserve_arrival(const tsu_batch *b, arrival *a, tsu_error *err)
{
    size_t count = 0;
    for (int64_t k = 0; k < b->placed; k++) {
        const tsu_clump_kind *clump = b->grain[k].clump;
        count += !clump ? 1 : clump->loose ? (size_t)clump->count : 0;
    }
    tsu_status s = tsu_memory_allocate(&a->def, count, sizeof *a->def, "particles to insert", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&a->group, count, sizeof *a->group, "particles to insert", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&a->after, count, sizeof *a->after, "particles to insert", err);
    return s;
}

/* One particle: its velocity (of a stream: the one after the face, and the way to it for now) and what else is given. */
static void define(const tsu_insertion *n, const tsu_batch *b, int64_t k, int32_t part, arrival *a)
{
    const bool stream = n->kind == TSU_INSERT_STREAM;
    const tsu_grain *g = &b->grain[k];
    tsu_particle_def *d = &a->def[a->count];
    *d = (tsu_particle_def){.type = g->type + 1, .radius = g->radius, .density = g->density};
    memcpy(d->position, g->x, sizeof d->position);
    if (g->clump) {
        d->type = g->clump->type[part] + 1;
        d->radius = g->clump->radius[part];
        d->density = g->clump->density;
        tsu_grain_part(g, part, d->position);
    }
    draw_velocity(n, b->event << 32 | (uint64_t)k, a->after[a->count]);
    memcpy(d->velocity, stream ? n->normal : a->after[a->count], sizeof d->velocity);
    if (!stream) memcpy(d->spin, n->def.spin, sizeof d->spin);
    a->group[a->count++] = g->group;
}

static void set_property(const tsu_insertion *n, int32_t first, int64_t count)
{
    if (!n->def.property[0]) return;
    const tsu_particle_column *c = tsu_particles_find_column(&n->model->world->particles, n->def.property);
    for (int64_t k = 0; c && k < count; k++) {
        c->value[first + k] = n->def.property_value;
    }
}

static tsu_status add_clump(tsu_insertion *n, const tsu_batch *b, int64_t k, double *mass, tsu_error *err)
{
    tsu_world *w = n->model->world;
    const bool stream = n->kind == TSU_INSERT_STREAM;
    const tsu_grain *g = &b->grain[k];
    const tsu_clump_kind *c = g->clump;
    double after[3];
    int32_t first;
    tsu_clump_def d = {.count = c->count,
                       .arm = (const double(*)[3])c->arm,
                       .radius = c->radius,
                       .type = c->type,
                       .mass = c->mass,
                       .density = c->density,
                       .group = g->group,
                       .kind = c->number,
                       .locked = stream ? TSU_CLUMP_LOCKED : (uint8_t)c->locked};
    memcpy(d.moments, c->moments, sizeof d.moments);
    memcpy(d.centre, g->x, sizeof d.centre);
    memcpy(d.turn, g->turn, sizeof d.turn);
    draw_velocity(n, b->event << 32 | (uint64_t)k, after);
    memcpy(d.velocity, stream ? n->normal : after, sizeof d.velocity);
    if (!stream) memcpy(d.spin, n->def.spin, sizeof d.spin);
    const tsu_status s = tsu_clumps_add(w, &d, TSU_MIDWAY, &first, err);
    if (s != TSU_OK) return s;
    set_property(n, first, c->count);
    *mass += c->mass;
    if (stream) tsu_clumps_lead(w, tsu_stream_release(n, g->x), (uint8_t)c->locked, after, n->def.spin);
    return TSU_OK;
}

tsu_status tsu_insertion_add(tsu_insertion *n, const tsu_batch *b, double *mass, tsu_error *err)
{
    tsu_world *w = n->model->world;
    arrival a = {0};
    int32_t first = 0;
    tsu_status s = reserve_arrival(b, &a, err);
    for (int64_t k = 0; k < b->placed && s == TSU_OK; k++) {
        const tsu_clump_kind *clump = b->grain[k].clump;
        const int32_t parts = !clump ? 1 : clump->loose ? clump->count : 0;
        for (int32_t part = 0; part < parts; part++) {
            define(n, b, k, part, &a);
        }
    }
    if (s == TSU_OK) s = tsu_world_insert(w, a.def, a.group, a.count, &first, err);
    if (s == TSU_OK) {
        set_property(n, first, (int64_t)a.count);
        for (size_t k = 0; k < a.count; k++) {
            *mass += w->particles.mass[first + (int32_t)k];
        }
        if (n->kind == TSU_INSERT_STREAM)
            s = tsu_stream_send(n, first, (int64_t)a.count, (const double(*)[3])a.after, err);
    }
    for (int64_t k = 0; k < b->placed && s == TSU_OK; k++) {
        const tsu_clump_kind *clump = b->grain[k].clump;
        if (clump && !clump->loose) s = add_clump(n, b, k, mass, err);
    }
    free_arrival(&a);
    return s;
}
