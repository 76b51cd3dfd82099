/* SPDX-License-Identifier: Apache-2.0 */
/* insertion.c - when how many particles come. */
#include "base/memory.h"
#include "base/random.h"
#include "model/clumps.h"
#include "model/group_sum.h"
#include "model/insertion/insertion_state.h"
#include "state/clump_kind.h"
#include "step/clump/clumps.h"
#include "step/hooks.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

/* ---- before a run --------------------------------------------------------------------------------------------------- */

static int64_t steps_of(const tsu_insertion *n, double time)
{
    return (int64_t)(time / n->model->world->dt);
}

/* The rate as particles per insertion, and how many there are to be in all. */
static void prepare_rate(tsu_insertion *n)
{
    const tsu_insertion_def *o = &n->def;
    const double rate = o->particle_rate > 0.0 ? o->particle_rate : o->mass_rate / n->def.blend.mass;
    n->per_event = rate * (double)n->every * n->model->world->dt;
    n->total = o->endless           ? INFINITY
               : o->particles > 0.0 ? o->particles
                                    : floor(o->mass / n->def.blend.mass * (1.0 + 1.0e-14));
}

static tsu_status prepare(tsu_insertion *n, tsu_error *err)
{
    const tsu_insertion_def *o = &n->def;
    n->every = o->every_time > 0.0 ? steps_of(n, o->every_time) : o->every;
    if (o->every_time > 0.0 && n->every < 1)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "insertion %s: insert_every_time %g s is less than a step of %g s",
                             n->model->name, o->every_time, n->model->world->dt);
    n->total = INFINITY;
    const tsu_status status = n->kind == TSU_INSERT_STREAM ? tsu_stream_prepare(n, err) : TSU_OK;
    if (status != TSU_OK) return status;
    if (n->kind != TSU_INSERT_PACK) prepare_rate(n);
    if (n->total < 1.0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "insertion %s: mass %g is less than that of one particle, %g on average, so "
                             "none would be inserted; give a larger mass",
                             n->model->name, o->mass, n->def.blend.mass);
    n->prepared = true;
    tsu_insertion_warn_giants(n);
    /* one that had come to its end goes on if now more is asked for */
    if (n->resumed && n->progress.next < 0 && n->kind != TSU_INSERT_PACK &&
        (double)n->progress.inserted < n->total)
        n->progress.next = n->model->world->step + 1;
    tsu_insertion_say_plan(n);
    return TSU_OK;
}

static bool has_bodies(const tsu_blend *b)
{
    bool any = false;
    for (int k = 0; k < b->parts; k++) {
        any = any || (b->part[k].clump && !b->part[k].clump->loose);
    }
    return any;
}

/* Called before each run. */
static tsu_status begin(tsu_model *m, tsu_error *err)
{
    tsu_insertion *n = m->state;
    const tsu_insertion_def *o = &n->def;
    if (o->property[0]) {
        const tsu_particle_column *c = tsu_particles_find_column(&m->world->particles, o->property);
        if (!c || c->width != 1)
            return tsu_error_lacks_named(
                err, TSU_LACKS_FIELD, o->property,
                tsu_error_set(err, TSU_ERROR_INPUT,
                              "insertion %s sets the field %s, but there is none with one value per particle",
                              n->model->name, o->property));
    }
    if (n->def.blend.clumps && !tsu_models_of(m->world, &tsu_model_clumps) && has_bodies(&n->def.blend))
        return tsu_error_lacks_named(err, TSU_LACKS_KIND, "clumps",
                                     tsu_error_set(err, TSU_ERROR_INPUT,
                                                   "insertion %s inserts clumps, but nothing moves them",
                                                   m->name));
    tsu_stream_hold(n);
    return n->prepared ? TSU_OK : prepare(n, err);
}

/* ---- how many ---------------------------------------------------------------------------------------------------------- */

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
    value[2] = tsu_clumps_follows(w, i) ? 0.0 : 1.0; /* a clump is one */
}

static content content_of(const tsu_world *w, const tsu_region *region)
{
    double sums[3];
    tsu_group_sum(w, 1, region, 3, volume_and_mass, NULL, sums);
    return (content){sums[2], sums[0], sums[1]};
}

/* How many particles the region lacks. */
static void count_missing(const tsu_insertion *n, tsu_batch *b)
{
    const tsu_insertion_def *o = &n->def;
    const content c = content_of(n->model->world, b->room.region);
    const double u = tsu_random_uniform((uint64_t)o->seed, b->event, TSU_RANDOM_TYPE, 0);
    double want, have, one = 1.0;
    if (o->volume_fraction > 0.0) {
        want = o->volume_fraction * n->volume;
        have = c.volume;
        one = n->def.blend.volume;
        b->target = want - have;
    } else if (o->region_mass > 0.0) {
        want = o->region_mass;
        have = c.mass;
        one = n->def.blend.mass;
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
    const double u = tsu_random_uniform((uint64_t)n->def.seed, 0, TSU_RANDOM_TYPE, 1);
    const double before = floor((double)b->event * n->per_event + u);
    const double due = floor((double)(b->event + 1) * n->per_event + u) - before;
    const double left = n->total - (double)n->progress.inserted;
    if (due >= left) b->exact = true; /* so as not to exceed the total */
    b->number = (int64_t)fmin(fmax(fmin(due, left), 0.0), 2.0e9);
    b->tries = (int64_t)fmin((double)b->number * (double)n->def.attempts, TRIES_MAX);
}

/* ---- in a run ----------------------------------------------------------------------------------------------------------- */

static void plan_next(tsu_insertion *n)
{
    n->progress.events++;
    const bool more = n->every > 0 && (double)n->progress.inserted < n->total;
    n->progress.next = more ? n->model->world->step + n->every : -1;
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
    const tsu_insertion_def *o = &n->def;
    *b = (tsu_batch){.world = n->model->world,
                     .blend = &n->def.blend,
                     .seed = (uint64_t)o->seed,
                     .event = (uint64_t)n->progress.events,
                     .exact = o->exact,
                     .check = o->check,
                     .shift = shift_of(n),
                     .turned = o->turned,
                     .group = o->group};
    memcpy(b->turn, o->turn, sizeof b->turn);
    const tsu_status s = tsu_insertion_room(n, &b->room, err);
    if (s != TSU_OK) return s;
    b->volume = n->volume;
    if (n->kind == TSU_INSERT_PACK)
        count_missing(n, b);
    else
        count_due(n, b);
    return TSU_OK;
}

static tsu_status insert(tsu_insertion *n, tsu_error *err)
{
    tsu_batch b;
    double mass = 0.0;
    tsu_status s = fill_batch(n, &b, err);
    if (s == TSU_OK && b.number > 0) s = tsu_batch_place(&b, err);
    if (s == TSU_OK) s = tsu_insertion_check_some(n, &b, err);
    if (s == TSU_OK && b.placed > 0) s = tsu_insertion_add(n, &b, &mass, err);
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

static tsu_status insert_and_note(tsu_model *m, tsu_error *err)
{
    tsu_insertion *n = m->state;
    const bool due = n->prepared && n->progress.next >= 0 && m->world->step >= n->progress.next;
    const tsu_status s = due ? insert(n, err) : TSU_OK;
    tsu_stream_note(n);
    return s;
}

static bool goes_on(const tsu_model *m)
{
    return tsu_stream_goes_on(m->state);
}

/* Particles on their way are led by the parts themselves. */
static int64_t due(const tsu_model *m)
{
    const tsu_insertion *n = m->state;
    const int64_t soon = m->world->step + 1, next = n->progress.next;
    if (!n->prepared) return soon;
    return next < 0 ? INT64_MAX : next > soon ? next : soon;
}

static tsu_status guide(tsu_model *m, tsu_error *err)
{
    (void)err;
    tsu_stream_guide(m->state);
    return TSU_OK;
}

/* ---- the models --------------------------------------------------------------------------------------------------------- */

tsu_insertion_def tsu_model_insertion_default(void)
{
    return (tsu_insertion_def){.turn = {1.0, 0.0, 0.0, 0.0},
                               .attempts = 50,
                               .every = -1,
                               .start = -1,
                               .check = true,
                               .exact = true,
                               .verbose = true,
                               .borders = true,
                               .warn_region = true};
}

static void preset(void *def)
{
    *(tsu_insertion_def *)def = tsu_model_insertion_default();
}

/* One of these numbers must be given. */
static tsu_status one_of(const tsu_model *m, const char *names, int given, tsu_error *err)
{
    if (given == 1) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "insertion %s: %s of %s must be given", m->name,
                         given ? "only one" : "one", names);
}

static tsu_status check(const tsu_model *m, tsu_insertion_kind kind, tsu_error *err)
{
    const tsu_insertion_def *d = m->state;
    const int every = (d->every > 0) + (d->every_time > 0.0), once = d->every == 0;
    if (d->blend.parts < 1)
        return tsu_error_set(err, TSU_ERROR_INPUT, "insertion %s: nothing to insert is given; give a blend",
                             m->name);
    if (kind != TSU_INSERT_STREAM && !d->region.region && !d->region.ask)
        return tsu_error_set(err, TSU_ERROR_INPUT, "insertion %s: no region is given; give one", m->name);
    if (kind == TSU_INSERT_STREAM && !d->face[0])
        return tsu_error_set(err, TSU_ERROR_INPUT, "insertion %s: no face is given; give one", m->name);
    if (kind == TSU_INSERT_PACK) {
        const tsu_status s = one_of(m, "every and every_time", every + once, err);
        return s != TSU_OK
                   ? s
                   : one_of(m, "volume_fraction, region_particles and region_mass",
                            (d->volume_fraction > 0.0) + (d->region_particles > 0) + (d->region_mass > 0.0),
                            err);
    }
    tsu_status s =
        one_of(m, "particles, mass and endless", (d->particles > 0.0) + (d->mass > 0.0) + d->endless, err);
    if (s == TSU_OK)
        s = one_of(m, "particle_rate and mass_rate", (d->particle_rate > 0.0) + (d->mass_rate > 0.0), err);
    return s != TSU_OK ? s : one_of(m, "every, every_time and length", every + (d->length > 0.0), err);
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    tsu_insertion *n = m->state;
    n->model = m;
    n->kind = tsu_insertion_kind_of(m);
    n->progress.next = n->def.start >= 0 ? n->def.start : m->world->step + 1;
    return check(m, n->kind, err);
}

static void destroy(tsu_model *m)
{
    tsu_insertion *n = m->state;
    if (n->flights > 0) tsu_world_change(m->world); /* they are free from now on */
    tsu_face_free(&n->face);
    tsu_memory_release(&n->flight);
}

static void renumber(tsu_model *m, int64_t by)
{
    tsu_insertion *n = m->state;
    if (n->progress.next >= 0) n->progress.next += by;
    for (int64_t k = 0; k < n->flights; k++) {
        n->flight[k].release += by;
    }
}

static tsu_status inserted(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    const tsu_insertion *n = m->state;
    *out = index == 0 ? (double)n->progress.inserted : n->progress.mass;
    return TSU_OK;
}

bool tsu_model_is_insertion(const tsu_model *m)
{
    return m->row == &tsu_model_insert_pack || m->row == &tsu_model_insert_rate ||
           m->row == &tsu_model_insert_stream;
}

tsu_insertion_kind tsu_insertion_kind_of(const tsu_model *m)
{
    return m->row == &tsu_model_insert_pack   ? TSU_INSERT_PACK
           : m->row == &tsu_model_insert_rate ? TSU_INSERT_RATE
                                              : TSU_INSERT_STREAM;
}

int64_t tsu_insertion_every(const tsu_model *m)
{
    return ((const tsu_insertion *)m->state)->every;
}

const tsu_model_row tsu_model_insert_pack = {
    .name = "insert_pack",
    .names = &tsu_names_insert_pack,
    .doc = "fills a region, once or again and again",
    .def_size = sizeof(tsu_insertion_def),
    .state_size = sizeof(tsu_insertion),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_AFTER_DRIFT] = insert_and_note,
    .sleeps = tsu_insertion_sleeps,
    .due = due,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_BOX | TSU_FIELDS_WALLS,
    .writes = TSU_FIELDS_COUNT | TSU_FIELDS_COLUMNS,
    .account = TSU_MODEL_GIVEN,
    .begin = begin,
    .renumber = renumber,
    .save = tsu_insertion_save,
    .load = tsu_insertion_load,
    .numbers = 2,
    .number = inserted,
};

const tsu_model_row tsu_model_insert_rate = {
    .name = "insert_rate",
    .names = &tsu_names_insert_rate,
    .doc = "inserts particles into a region at a rate",
    .def_size = sizeof(tsu_insertion_def),
    .state_size = sizeof(tsu_insertion),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_AFTER_DRIFT] = insert_and_note,
    .sleeps = tsu_insertion_sleeps,
    .due = due,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_BOX | TSU_FIELDS_WALLS,
    .writes = TSU_FIELDS_COUNT | TSU_FIELDS_COLUMNS,
    .account = TSU_MODEL_GIVEN,
    .begin = begin,
    .renumber = renumber,
    .save = tsu_insertion_save,
    .load = tsu_insertion_load,
    .numbers = 2,
    .number = inserted,
};

const tsu_model_row tsu_model_insert_stream = {
    .name = "insert_stream",
    .names = &tsu_names_insert_stream,
    .doc = "inserts particles through a planar face",
    .def_size = sizeof(tsu_insertion_def),
    .state_size = sizeof(tsu_insertion),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_AFTER_DRIFT] = insert_and_note,
    .sleeps = tsu_insertion_sleeps,
    .due = due,
    .phase[TSU_HOOK_AFTER_STEP] = guide,
    .rests = goes_on,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_FORCE | TSU_FIELDS_BOX | TSU_FIELDS_WALLS,
    .writes = TSU_FIELDS_COUNT | TSU_FIELDS_COLUMNS | TSU_FIELDS_POSITION | TSU_FIELDS_VELOCITY |
              TSU_FIELDS_SPIN | TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE,
    .account = TSU_MODEL_GIVEN,
    .begin = begin,
    .renumber = renumber,
    .save = tsu_insertion_save,
    .load = tsu_insertion_load,
    .numbers = 2,
    .number = inserted,
};

static tsu_status create_flights(tsu_model *m, tsu_error *err)
{
    (void)err;
    ((tsu_insertion *)m->state)->model = m;
    return TSU_OK;
}

static tsu_status note(tsu_model *m, tsu_error *err)
{
    (void)err;
    tsu_stream_note(m->state);
    return TSU_OK;
}

static void forget_flights(tsu_model *m)
{
    tsu_memory_release(&((tsu_insertion *)m->state)->flight);
}

const tsu_model_row tsu_model_flights = {
    .name = "flights",
    .doc = "leads particles of a stream to their face, in a part of a divided world",
    .state_size = sizeof(tsu_insertion),
    .create = create_flights,
    .destroy = forget_flights,
    .phase[TSU_HOOK_AFTER_DRIFT] = note,
    .phase[TSU_HOOK_AFTER_STEP] = guide,
    .rests = goes_on,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_FORCE | TSU_FIELDS_BOX,
    .writes =
        TSU_FIELDS_POSITION | TSU_FIELDS_VELOCITY | TSU_FIELDS_SPIN | TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE,
    .account = TSU_MODEL_GIVEN,
};
