/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/asked.h"
#include "step/part/part.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

typedef struct tsu_asked {
    world *part;
    tsu_model_value source; /* of rank 0's own model; elsewhere it means nothing; ... */
    tsu_model_vector three; /* or three numbers */
    tsu_region *region;     /* or this one, owned with its parts */
    struct tsu_asked *next;
} asked;

/* ---- numbers ----------------------------------------------------------------------------------------------------------- */

typedef struct answer {
    int64_t status;
    double value[3];
} answer;

/* The deck looks at the whole world, whose clock stands where the parts were handed out. */
static answer find(const asked *a)
{
    answer found = {0};
    tsu_error ignored;
    world *whole = a->part->part->whole;
    const int64_t step = whole->step;
    const double time = whole->time;
    whole->step = a->part->step;
    whole->time = a->part->time;
    if (a->three.ask)
        found.status = a->three.ask(a->three.context, found.value, &ignored);
    else
        found.status = a->source.ask(a->source.context, found.value, &ignored);
    whole->step = step;
    whole->time = time;
    return found;
}

/* Where it has none, the parts are given up, and rank 0 says why when it takes the step alone. */
static tsu_status ask_for(const asked *a, double *out, size_t count, tsu_error *err)
{
    answer told = {0};
    if (tsu_team_rank() == 0) told = find(a);
    tsu_team_share(&told, sizeof told, false);
    memcpy(out, told.value, count * sizeof *out);
    return told.status == TSU_OK ? TSU_OK
                                 : tsu_error_set(err, TSU_ERROR_INPUT, "rank 0 has no value to tell");
}

static tsu_status ask(void *context, double *out, tsu_error *err)
{
    return ask_for(context, out, 1, err);
}

static tsu_status ask_three(void *context, double out[3], tsu_error *err)
{
    return ask_for(context, out, 3, err);
}

static bool timely(void *context)
{
    (void)context;
    return true;
}

/* ---- regions ----------------------------------------------------------------------------------------------------------- */

static void put_region(const tsu_region *r, tsu_parcel *to)
{
    tsu_parcel_put(to, r, sizeof *r);
    for (int k = 0; k < r->parts; k++) {
        put_region(r->part[k], to);
    }
}

static void free_region(tsu_region *r)
{
    for (int k = 0; r && r->part && k < r->parts; k++) {
        free_region(r->part[k]);
    }
    if (r) free((void *)r->part);
    free(r);
}

/* NULL: there is no memory, or not so much in the parcel. */
static tsu_region *take_region(tsu_parcel *from)
{
    tsu_region *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    tsu_parcel_take(from, r, sizeof *r);
    r->part = NULL;
    if (r->parts > 0 && !from->failed) r->part = calloc((size_t)r->parts, sizeof(tsu_region *));
    bool whole = !from->failed && (r->parts == 0 || r->part);
    for (int k = 0; k < r->parts && whole; k++) {
        r->part[k] = take_region(from);
        whole = r->part[k] != NULL;
    }
    if (whole) return r;
    free_region(r);
    return NULL;
}

/* ---- parameters -------------------------------------------------------------------------------------------------------- */

static asked *new_asked(world *part, tsu_error *err)
{
    asked *a = calloc(1, sizeof *a);
    if (!a) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for models of a part");
        return NULL;
    }
    *a = (asked){.part = part, .next = part->part->answers};
    part->part->answers = a;
    return a;
}

void tsu_asked_clear(world *part)
{
    while (part->part->answers) {
        asked *a = part->part->answers;
        part->part->answers = a->next;
        free_region(a->region);
        free(a);
    }
}

void tsu_asked_put(const tsu_model *m, tsu_parcel *to)
{
    tsu_error ignored;
    const size_t at = m->row->parts->place_at;
    const tsu_model_place *place = at > 0 ? (const void *)((const char *)m->state + at) : NULL;
    const tsu_region *region = NULL;
    if (place && tsu_model_place_now(place, &region, &ignored) != TSU_OK) to->failed = true;
    const int64_t there = region != NULL;
    tsu_parcel_put(to, &there, sizeof there);
    if (region) put_region(region, to);
}

static tsu_status take_place(world *part, tsu_model_place *place, tsu_parcel *from, tsu_error *err)
{
    asked *a = new_asked(part, err);
    if (!a) return TSU_ERROR_MEMORY;
    a->region = take_region(from);
    if (place) *place = (tsu_model_place){.region = a->region};
    return a->region && place ? TSU_OK : tsu_parcel_broken(err);
}

static tsu_status take_value(world *part, tsu_model_value *v, tsu_error *err)
{
    if (!v->ask) return TSU_OK;
    asked *a = new_asked(part, err);
    if (!a) return TSU_ERROR_MEMORY;
    a->source = *v;
    *v = (tsu_model_value){.ask = ask, .context = a, .timely = timely};
    return TSU_OK;
}

static tsu_status take_vector(world *part, tsu_model_vector *v, tsu_error *err)
{
    if (!v->ask) return TSU_OK;
    asked *a = new_asked(part, err);
    if (!a) return TSU_ERROR_MEMORY;
    a->three = *v;
    *v = (tsu_model_vector){ask_three, a, timely};
    return TSU_OK;
}

tsu_status tsu_asked_take(world *part, const tsu_model_parts *parts, void *def, tsu_parcel *from,
                          tsu_error *err)
{
    char *at = def;
    int64_t region = 0;
    tsu_status s = TSU_OK;
    tsu_model_place *place = parts->place_at > 0 ? (void *)(at + parts->place_at) : NULL;
    if (place) *place = (tsu_model_place){0};
    tsu_parcel_take(from, &region, sizeof region);
    if (region) s = take_place(part, place, from, err);
    for (const size_t *k = parts->value_at; *k > 0 && s == TSU_OK; k++) {
        s = take_value(part, (void *)(at + *k), err);
    }
    if (parts->vector_at > 0 && s == TSU_OK) s = take_vector(part, (void *)(at + parts->vector_at), err);
    return s;
}
