/* SPDX-License-Identifier: Apache-2.0 */
/* fix_insert.c - `fix insert/pack`, `insert/rate/region` and `insert/stream`: when how many particles come. */
#include "base/memory.h"
#include "base/random.h"
#include "insertion/insertion.h"
#include "model/group_sum.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- once per fix --------------------------------------------------------------------------------------------------- */

static int64_t steps_of(const tsu_insertion *n, double time)
{
    return (int64_t)(time / n->session->world->dt);
}

/* The rate as particles per insertion, and how many there are to be in all. */
static void prepare_rate(tsu_insertion *n)
{
    const tsu_insertion_options *o = &n->options;
    const double rate = o->particle_rate > 0.0 ? o->particle_rate : o->mass_rate / n->blend.mass;
    n->per_event = rate * (double)n->every * n->session->world->dt;
    n->total = o->endless           ? INFINITY
               : o->particles > 0.0 ? o->particles
                                    : floor(o->mass / n->blend.mass * (1.0 + 1.0e-14));
}

static void say_plan(const tsu_insertion *n)
{
    tsu_script *script = n->session->script;
    if (n->kind == TSU_INSERT_PACK) {
        if (n->every > 0)
            tsu_script_say(script, "Insertion %s: the region is filled up every %lld steps\n", n->id,
                           (long long)n->every);
        return;
    }
    const double dt = n->session->world->dt, rate = n->per_event / ((double)n->every * dt);
    tsu_script_say(script, "Insertion %s: %g particles every %lld steps (%g particles/s, %g kg/s)", n->id,
                   n->per_event, (long long)n->every, rate, rate * n->blend.mass);
    if (isfinite(n->total))
        tsu_script_say(script, ", %.15g particles (%g kg) within %.15g steps", n->total,
                       n->total * n->blend.mass,
                       n->total <= n->per_event ? 0.0 : floor(n->total / n->per_event) * (double)n->every);
    tsu_script_say(script, "\n");
}

static tsu_status prepare(tsu_insertion *n, tsu_error *err)
{
    const tsu_insertion_options *o = &n->options;
    n->every = o->every_time > 0.0 ? steps_of(n, o->every_time) : o->every;
    if (o->every_time > 0.0 && n->every < 1)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "insertion %s: insert_every_time %g s is less than a step of %g s", n->id,
                             o->every_time, n->session->world->dt);
    n->total = INFINITY;
    const tsu_status status = n->kind == TSU_INSERT_STREAM ? tsu_stream_prepare(n, err) : TSU_OK;
    if (status != TSU_OK) return status;
    if (n->kind != TSU_INSERT_PACK) prepare_rate(n);
    if (n->total < 1.0)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "insertion %s: mass %g is less than that of one particle, %g on average, so none would "
            "come; give a larger mass",
            n->id, o->mass, n->blend.mass);
    n->prepared = true;
    tsu_insertion_warn_giants(n);
    /* one that had come to its end goes on if the deck now asks for more */
    if (n->resumed && n->progress.next < 0 && n->kind != TSU_INSERT_PACK &&
        (double)n->progress.inserted < n->total)
        n->progress.next = n->session->world->step + 1;
    say_plan(n);
    return TSU_OK;
}

/* Called before each run. */
static tsu_status start(tsu_session *s, void *state, tsu_error *err)
{
    tsu_insertion *n = state;
    const tsu_insertion_options *o = &n->options;
    if (o->property[0]) {
        const tsu_particle_column *c = tsu_particles_find_column(&s->world->particles, o->property);
        if (!c || c->width != 1)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "insertion %s: set_property %s needs `fix property/atom` of that name with one "
                "value per particle",
                n->id, o->property);
    }
    tsu_stream_hold(n);
    return n->prepared ? TSU_OK : prepare(n, err);
}

/* ---- regions ---------------------------------------------------------------------------------------------------------- */

static bool same_box(const tsu_box *a, const tsu_box *b)
{
    return memcmp(a->lo, b->lo, sizeof a->lo) == 0 && memcmp(a->hi, b->hi, sizeof a->hi) == 0;
}

static void warn_beyond(tsu_insertion *n, const tsu_region *region)
{
    const tsu_world *w = n->session->world;
    double lo[3], hi[3];
    if (!n->options.warn_region || !tsu_region_bounds(region, lo, hi)) return;
    for (int q = 0; q < 3; q++) {
        const double tiny = 1.0e-6 * (hi[q] - lo[q]);
        const bool below = w->boundary[q][0] == 'f' && lo[q] < w->box.lo[q] - tiny;
        const bool above = w->boundary[q][1] == 'f' && hi[q] > w->box.hi[q] + tiny;
        if (!below && !above) continue;
        tsu_script_warn(
            n->session->script,
            "insertion %s: region %s reaches beyond the fixed face of the box at %c = %g; nothing is "
            "inserted there (`warn_region no` silences this)",
            n->id, region->name, "xyz"[q], below ? w->box.lo[q] : w->box.hi[q]);
        return;
    }
}

/* The room in a region and its volume, which changes when the box does. */
static tsu_status measure_region(tsu_insertion *n, tsu_batch *b, tsu_error *err)
{
    tsu_region *region;
    tsu_session *s = n->session;
    tsu_status status = tsu_session_region(s, n->options.region, &region, err);
    if (status != TSU_OK) return status;
    const bool measured = n->volume > 0.0;
    if (!measured) warn_beyond(n, region);
    if (!measured || !same_box(&n->volume_box, tsu_session_box(s))) {
        status = tsu_region_volume(region, &s->world->box, n->options.points, &n->volume, err);
        n->volume_box = s->world->box;
    }
    b->room.region = region;
    b->volume = n->volume;
    return status;
}

/* An insertion does not go on trying for longer than this, a minute or so. */
static const double TRIES_MAX = 2.0e8;

typedef struct content { /* of a region */
    double particles, volume, mass;
} content;

static void volume_and_mass(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const tsu_particles *p = &w->particles;
    (void)context;
    value[0] = p->mass[i] / p->density[i];
    value[1] = p->mass[i];
}

static content content_of(const tsu_session *s, const tsu_region *region)
{
    double sums[2];
    const int64_t particles = tsu_group_sum(s->world, TSU_GROUP_ALL, region, 2, volume_and_mass, NULL, sums);
    return (content){(double)particles, sums[0], sums[1]};
}

/* How many particles the region lacks. */
static void count_missing(const tsu_insertion *n, tsu_batch *b)
{
    const tsu_insertion_options *o = &n->options;
    const content c = content_of(n->session, b->room.region);
    const double u = tsu_random_uniform((uint64_t)o->seed, b->event, TSU_RANDOM_TYPE, 0);
    double want, have, one = 1.0;
    if (o->volume_fraction > 0.0) {
        want = o->volume_fraction * n->volume;
        have = c.volume;
        one = n->blend.volume;
        b->target = want - have;
    } else if (o->region_mass > 0.0) {
        want = o->region_mass;
        have = c.mass;
        one = n->blend.mass;
        b->target = want - have;
        b->target_mass = true;
    } else {
        want = (double)o->region_particles;
        have = c.particles;
    }
    const double missing = fmax(0.0, (want - have) / one + (o->region_particles > 0 ? 0.0 : u));
    b->number = (int64_t)fmin(floor(missing), 2.0e9);
    b->target = b->number > 0 ? fmax(b->target, 0.0) : 0.0;
    b->vacant = c.particles == 0.0;
    const double tries = (double)b->number * (double)o->attempts / fmax(1.0 - have / want, 1.0e-6);
    b->tries = (int64_t)fmin(tries, TRIES_MAX);
}

/* The rate, with a random phase: never more than one particle off. */
static void count_due(const tsu_insertion *n, tsu_batch *b)
{
    const double u = tsu_random_uniform((uint64_t)n->options.seed, 0, TSU_RANDOM_TYPE, 1);
    const double before = floor((double)b->event * n->per_event + u);
    const double due = floor((double)(b->event + 1) * n->per_event + u) - before;
    const double left = n->total - (double)n->progress.inserted;
    if (due >= left) b->exact = true; /* so as not to exceed the total */
    b->number = (int64_t)fmin(fmax(fmin(due, left), 0.0), 2.0e9);
    b->tries = (int64_t)fmin((double)b->number * (double)n->options.attempts, TRIES_MAX);
}

/* ---- an insertion ------------------------------------------------------------------------------------------------------- */

static void draw_velocity(const tsu_insertion *n, uint64_t id, double v[3])
{
    const tsu_insertion_options *o = &n->options;
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

/* Sets the velocities (of a stream: those after the face, and the way to it for now) and what else the deck gave. */
static void define(const tsu_insertion *n, const tsu_batch *b, tsu_particle_def *def, uint32_t *group,
                   double (*after)[3])
{
    const bool stream = n->kind == TSU_INSERT_STREAM;
    for (int64_t k = 0; k < b->placed; k++) {
        const tsu_grain *g = &b->grain[k];
        def[k] = (tsu_particle_def){.type = g->type + 1, .radius = g->radius, .density = g->density};
        memcpy(def[k].position, g->x, sizeof def[k].position);
        draw_velocity(n, b->event << 32 | (uint64_t)k, after[k]);
        memcpy(def[k].velocity, stream ? n->normal : after[k], sizeof def[k].velocity);
        if (!stream) memcpy(def[k].spin, n->options.spin, sizeof def[k].spin);
        group[k] = g->group;
    }
}

static void set_property(const tsu_insertion *n, int32_t first, int64_t count)
{
    if (!n->options.property[0]) return;
    const tsu_particle_column *c =
        tsu_particles_find_column(&n->session->world->particles, n->options.property);
    for (int64_t k = 0; c && k < count; k++) {
        c->value[first + k] = n->options.property_value;
    }
}

static tsu_status add_particles(tsu_insertion *n, const tsu_batch *b, double *mass, tsu_error *err)
{
    tsu_world *w = n->session->world;
    const size_t count = (size_t)b->placed;
    tsu_particle_def *def = NULL;
    uint32_t *group = NULL;
    double(*after)[3] = NULL;
    int32_t first = 0;
    tsu_status s = tsu_memory_allocate(&def, count, sizeof *def, "particles to insert", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&group, count, sizeof *group, "particles to insert", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&after, count, sizeof *after, "particles to insert", err);
    if (s == TSU_OK) {
        define(n, b, def, group, after);
        s = tsu_world_insert(w, def, group, count, &first, err);
    }
    if (s == TSU_OK) {
        set_property(n, first, b->placed);
        for (int64_t k = 0; k < b->placed; k++) {
            *mass += w->particles.mass[first + k];
        }
        if (n->kind == TSU_INSERT_STREAM)
            s = tsu_stream_send(n, first, b->placed, (const double(*)[3])after, err);
    }
    tsu_memory_release(&def);
    tsu_memory_release(&group);
    tsu_memory_release(&after);
    return s;
}

/* ---- what is said ------------------------------------------------------------------------------------------------------- */

/* ---- in a run ----------------------------------------------------------------------------------------------------------- */

static void plan_next(tsu_insertion *n)
{
    n->progress.events++;
    const bool more = n->every > 0 && (double)n->progress.inserted < n->total;
    n->progress.next = more ? n->session->world->step + n->every : -1;
}

/* What is inserted once is to be there at once, and a rate is kept, if there is room for it. Decks that fill a region up again
 * and again mean as many as find a place by trying. */
static tsu_shift shift_of(const tsu_insertion *n)
{
    if (n->kind != TSU_INSERT_PACK) return TSU_SHIFT_IF_ALL;
    return n->every == 0 ? TSU_SHIFT_DENSE : TSU_SHIFT_NEVER;
}

static tsu_status fill_batch(tsu_insertion *n, tsu_batch *b, tsu_error *err)
{
    const tsu_insertion_options *o = &n->options;
    const bool stream = n->kind == TSU_INSERT_STREAM;
    tsu_world *w = n->session->world;
    *b = (tsu_batch){.world = w,
                     .room = {.world = w, .all_in = o->all_in, .walls = o->check},
                     .blend = &n->blend,
                     .seed = (uint64_t)o->seed,
                     .event = (uint64_t)n->progress.events,
                     .exact = o->exact,
                     .check = o->check,
                     .shift = shift_of(n),
                     .group = n->group};
    b->room.borders = o->check && (stream || o->borders);
    tsu_status s = TSU_OK;
    if (stream) {
        b->room.face = &n->face;
        b->room.length = n->length;
        b->room.deep = o->check;
        b->volume = n->face.area[n->face.triangles - 1] * n->length;
    } else {
        s = measure_region(n, b, err);
    }
    if (s == TSU_OK) s = tsu_room_measure(&b->room, err);
    if (s != TSU_OK) return s;
    if (n->kind == TSU_INSERT_PACK)
        count_missing(n, b);
    else
        count_due(n, b);
    return TSU_OK;
}

static tsu_status insert(tsu_world *w, void *context, tsu_error *err)
{
    tsu_insertion *n = context;
    if (n->progress.next < 0 || w->step < n->progress.next || !n->prepared) return TSU_OK;
    tsu_batch b;
    double mass = 0.0;
    tsu_status s = fill_batch(n, &b, err);
    if (s == TSU_OK && b.number > 0) s = tsu_batch_place(&b, err);
    if (s == TSU_OK) s = tsu_insertion_check_some(n, &b, err);
    if (s == TSU_OK && b.placed > 0) s = add_particles(n, &b, &mass, err);
    if (s == TSU_OK) {
        n->progress.inserted += b.placed;
        n->progress.mass += mass;
        tsu_insertion_say(n, &b, mass);
        tsu_insertion_complain(n, &b);
        plan_next(n);
    }
    tsu_batch_free(&b);
    return s;
}

static tsu_status insert_and_note(tsu_world *w, void *context, tsu_error *err)
{
    const tsu_status s = insert(w, context, err);
    tsu_stream_note(context);
    return s;
}

static bool goes_on(const void *context)
{
    return tsu_stream_goes_on(context);
}

static tsu_status guide(tsu_world *w, void *context, tsu_error *err)
{
    (void)w;
    (void)err;
    tsu_stream_guide(context);
    return TSU_OK;
}

/* ---- the fix ------------------------------------------------------------------------------------------------------------ */

/* f_ID[1]: particles inserted so far; f_ID[2]: their mass. */
static tsu_status inserted(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    const tsu_insertion *n = state;
    *out = index == 0 ? (double)n->progress.inserted : n->progress.mass;
    return TSU_OK;
}

static void reset(tsu_session *s, void *state, int64_t old)
{
    tsu_insertion *n = state;
    const int64_t shift = s->world->step - old;
    if (n->progress.next >= 0) n->progress.next += shift;
    for (int64_t k = 0; k < n->flights; k++) {
        n->flight[k].release += shift;
    }
}

static void destroy(tsu_session *s, void *state)
{
    tsu_insertion *n = state;
    if (s->world && n->flights > 0) tsu_world_change(s->world); /* they are free from now on */
    tsu_face_free(&n->face);
    tsu_memory_release(&n->flight);
    free(n);
}

static tsu_status add_hooks(tsu_session *s, tsu_object *fix, tsu_insertion *n, tsu_error *err)
{
    const tsu_hook_def new_ones = {.phase = TSU_HOOK_AFTER_DRIFT, .run = insert_and_note, .context = n};
    const tsu_hook_def guided = {.phase = TSU_HOOK_AFTER_STEP, .run = guide, .rests = goes_on, .context = n};
    const tsu_status status = tsu_session_hook(s, fix, new_ones, err);
    if (status != TSU_OK || n->kind != TSU_INSERT_STREAM) return status;
    return tsu_session_hook(s, fix, guided, err);
}

static tsu_status add_insertion(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_insertion *n,
                                tsu_error *err)
{
    if (tsu_objects_find(&s->fixes, fix->id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "there is already a fix '%s'; `unfix` it first", fix->id);
    snprintf(n->id, sizeof n->id, "%s", fix->id);
    n->session = s;
    n->group = 1u << fix->group;
    n->progress.next = n->options.start >= 0 ? n->options.start : s->world->step + 1;
    fix->state = n;
    fix->destroy = destroy;
    fix->init = start;
    fix->reset = reset;
    fix->save = tsu_insertion_save;
    fix->load = tsu_insertion_load;
    fix->values = (tsu_values){.vector_length = 2, .vector = inserted};
    const tsu_status status = add_hooks(s, fix, n, err);
    if (status != TSU_OK || !tsu_objects_add(&s->fixes, fix, err)) {
        tsu_session_unhook(s, fix);
        return status == TSU_OK ? TSU_ERROR_MEMORY : status;
    }
    return TSU_OK;
}

static tsu_status fix_insert(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix insert", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_insertion *n = calloc(1, sizeof *n);
    if (!n) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    n->kind = strcmp(fix.style, "insert/pack") == 0     ? TSU_INSERT_PACK
              : strcmp(fix.style, "insert/stream") == 0 ? TSU_INSERT_STREAM
                                                        : TSU_INSERT_RATE;
    status = tsu_insertion_read(s, words, n->kind, &n->options, &n->blend, err);
    if (status == TSU_OK) status = add_insertion(s, words, &fix, n, err);
    if (status != TSU_OK) free(n);
    return status;
}

#define COMMON_USAGE                                                                                         \
    " [maxattempt N] [start STEP] [overlapcheck yes|no] [all_in yes|no] [vel constant VX VY VZ | "           \
    "uniform|gaussian VX VY VZ SX SY SZ] [omega constant X Y Z] [orientation ...] [random_distribute "       \
    "exact|uncorrelated] [set_property NAME V] [verbose yes|no] [ntry_mc N]"
#define RATE_USAGE " nparticles N|INF | mass M|INF particlerate R | massrate R"

const tsu_command tsu_fixes_insert[] = {
    {"insert/pack",
     "fix ID GROUP insert/pack seed N distributiontemplate ID region ID insert_every N|once "
     "volumefraction_region F | particles_in_region N | mass_in_region M" COMMON_USAGE,
     "fill a region; f_ID[1], f_ID[2]: particles and mass inserted", fix_insert},
    {"insert/rate/region",
     "fix ID GROUP insert/rate/region seed N distributiontemplate ID region ID insert_every N" RATE_USAGE
         COMMON_USAGE,
     "insert into a region at a rate; f_ID[1], f_ID[2]: particles and mass inserted", fix_insert},
    {"insert/stream",
     "fix ID GROUP insert/stream seed N distributiontemplate ID insertion_face MESH vel ... extrude_length L "
     "| "
     "insert_every N [duration N]" RATE_USAGE COMMON_USAGE,
     "a stream through a planar face; f_ID[1], f_ID[2]: particles and mass inserted", fix_insert},
    {0}};
