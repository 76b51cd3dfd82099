/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/crew.h"
#include "api/definition.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/team.h"
#include "ranks/balance.h"
#include "ranks/divide.h"
#include "ranks/meshes.h"
#include "ranks/standing.h"
#include "step/hooks.h"
#include "step/part/part.h"
#include "step/wall/wall.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct tsu_world world;

enum { STEPS_LEAST = 20, ROWS_LEAST = 8 /* a rank */ };

/* What rank 0 wants next; after ORDER_PART comes a definition, if it is new, and then a part for each; after ORDER_GO what parts have in common. */
typedef enum order_kind { ORDER_END, ORDER_PART, ORDER_GO } order_kind;
typedef struct order {
    int64_t kind, steps, define;
    uint64_t random;     /* of tsu_balance */
    double margin, unit; /* of guests; the mean radius [m] */
} order;

typedef struct crew {
    world *part;
    uint64_t definition; /* hash of the one that the part was made of */
    uint64_t standing;   /* of the world that parts have (standing.h); 0: they have none */
    tsu_parcel parcel, *all;
    tsu_balance balance;
    double margin, unit; /* of guests; the mean radius [m] */
    int64_t segments, handed,
        moves;              /* how often parts took steps, were handed out, and moved on by themselves */
    int64_t divided, alone; /* steps taken in parts, and by rank 0 alone */
    bool told;              /* what cannot be divided */
    bool (*wanted)(void *context);
    void *context;
    world *whole; /* on rank 0 */
} crew;

static crew crew_of_this_rank; /* a program is one member of one team */

/* ---- the definition: laws, properties, walls --------------------------------------------------------------------------- */

static void put_sections(const tsu_sections *s, tsu_parcel *to)
{
    tsu_parcel_clear(to);
    tsu_parcel_put(to, &s->count, sizeof s->count);
    for (int k = 0; k < s->count; k++) {
        tsu_section t = s->section[k];
        t.data = NULL;
        tsu_parcel_put(to, &t, sizeof t);
        tsu_parcel_put(to, s->section[k].data, s->section[k].size);
    }
}

static tsu_status take_sections(tsu_parcel *from, tsu_sections *s, tsu_error *err)
{
    int count = 0;
    tsu_parcel_take(from, &count, sizeof count);
    *s = (tsu_sections){0};
    s->section = calloc((size_t)count + 1, sizeof *s->section);
    for (int k = 0; k < count && s->section && !from->failed; k++) {
        tsu_section *t = &s->section[k];
        tsu_parcel_take(from, t, sizeof *t);
        t->data = malloc(t->size + 1);
        if (!t->data) break;
        s->count++;
        tsu_parcel_take(from, t->data, t->size);
    }
    return s->count == count && !from->failed
               ? TSU_OK
               : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the contact models and walls of a part");
}

/* Of a world without particles: they follow. */
static tsu_status pack_definition(const world *w, world *empty, tsu_mesh_body **mesh, tsu_sections *sections,
                                  tsu_error *err)
{
    tsu_pack p;
    *empty = *w;
    empty->particles.count = 0;
    empty->mesh = mesh;
    tsu_pack_open_memory(&p, sections);
    tsu_pack_group(&p, "world");
    tsu_pack_count(&p, "materials", (uint64_t)w->materials.types);
    tsu_pack_count(&p, "walls", (uint64_t)w->walls);
    tsu_pack_count(&p, "meshes", (uint64_t)w->meshes);
    tsu_definition_pack(&p, empty);
    return tsu_pack_close(&p, err);
}

static tsu_status write_definition(const world *w, tsu_parcel *to, tsu_error *err)
{
    tsu_sections sections = {0};
    tsu_meshes_at_rest rest = {0};
    world *empty = malloc(sizeof *empty);
    tsu_status s =
        empty ? tsu_meshes_lay_down(&rest, w, err)
              : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the contact models and walls of a part");
    if (s == TSU_OK) s = pack_definition(w, empty, rest.mesh, &sections, err);
    if (s == TSU_OK) put_sections(&sections, to);
    tsu_sections_free(&sections);
    tsu_meshes_at_rest_free(&rest);
    free(empty);
    return s;
}
static tsu_status read_definition(crew *c, tsu_error *err)
{
    tsu_sections sections;
    tsu_status s = take_sections(&c->parcel, &sections, err);
    tsu_unpack u = {.sections = &sections};
    tsu_unpack_group(&u, "world");
    tsu_world_def def = {.hi = {1.0, 1.0, 1.0}, .boundary = {"ff", "ff", "ff"}, .timestep = 1.0};
    def.threads = 1;
    if (s == TSU_OK) def.materials = (int)tsu_unpack_count(&u, "materials", INT32_MAX);
    struct tsu_part *part = c->part ? c->part->part : NULL;
    if (!part && s == TSU_OK) part = tsu_part_create(err);
    if (c->part) tsu_world_destroy(c->part);
    c->part = s == TSU_OK && part ? tsu_world_create(&def, err) : NULL;
    if (!c->part) tsu_part_destroy(part);
    if (c->part) c->part->part = part;
    s = c->part ? tsu_definition_unpack(&sections, "the definition of a part", c->part, err)
                : TSU_ERROR_MEMORY;
    tsu_sections_free(&sections);
    return s;
}

/* Whether all ranks could do it. */
static bool all_well(tsu_status status)
{
    const int mine = status == TSU_OK;
    int *all = calloc((size_t)tsu_team_size(), sizeof *all), well = 1;
    if (!all) tsu_team_abort(EXIT_FAILURE);
    tsu_team_collect(&mine, sizeof mine, all);
    for (int k = 0; k < tsu_team_size() && all; k++) {
        well = well && all[k];
    }
    free(all);
    return well;
}

/* ---- a segment: parts are handed out, step, and come back -------------------------------------------------------------- */

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Parts shall neither move too often, nor have more guests than they need. */
static void tune_margin(crew *c, int64_t steps)
{
    enum { SHORT = 250, LONG = 1000 };
    if (steps < SHORT && c->margin < 2.0 * c->unit) c->margin *= 1.5;
    if (steps > LONG && c->margin > 0.2 * c->unit) c->margin /= 1.5;
}

/* All ranks: until particles have come so far that parts must move on, or rank 0 wants them back. */
static bool take_steps(crew *c, int64_t steps)
{
    tsu_error err;
    const double begin = processor_seconds(), before = tsu_team_waited();
    const int64_t first = c->part->step;
    const tsu_status s = tsu_world_advance(c->part, steps, &err);
    if (!tsu_part_close(c->part, s != TSU_OK)) return false;
    const double waited = tsu_team_waited() - before;
    tsu_balance_tell(&c->balance, c->part, c->part->step - first, processor_seconds() - begin - waited,
                     waited);
    return true;
}

static bool move_on(crew *c, int64_t steps)
{
    tsu_error err;
    tune_margin(c, steps);
    c->moves++;
    tsu_balance_cut_parts(&c->balance, c->part);
    return all_well(tsu_divide_anew(c->part, &c->balance.cut, c->margin, &err));
}

static bool step_on(crew *c, int64_t steps)
{
    const tsu_part *d = c->part->part;
    for (int64_t begin = c->part->step, end = begin + steps;; begin = c->part->step) {
        if (!take_steps(c, end - begin)) return false;
        if (d->halted || d->asked || c->part->step == end) return true;
        if (!move_on(c, c->part->step - begin)) return false;
    }
}

/* All ranks: the definition if it is new, and the part. */
static bool take_parts(crew *c, const order *o)
{
    tsu_error err = {0};
    if (o->define) {
        tsu_parcel_share(&c->parcel);
        if (!all_well(read_definition(c, &err))) return false;
    }
    c->margin = o->margin;
    c->unit = o->unit;
    c->balance.random = o->random;
    tsu_balance_share(&c->balance);
    if (tsu_team_rank() > 0)
        tsu_parcel_receive(&c->parcel, 0);
    else
        for (int k = 1; k < tsu_team_size(); k++) {
            tsu_parcel_send(&c->all[k], k);
        }
    tsu_parcel *mine = tsu_team_rank() > 0 ? &c->parcel : &c->all[0];
    return all_well(tsu_divide_read(c->part, mine, c->margin, &err));
}

/* All ranks: parts, new ones or those there are, take steps. False if rank 0 must take them alone. */
static bool step_parts(crew *c, const order *o, const world *whole)
{
    if (o->kind == ORDER_PART) {
        if (!take_parts(c, o)) return false;
    } else {
        tsu_part_state state;
        if (whole) tsu_part_state_get(whole, &state);
        tsu_team_share(&state, sizeof state, false);
        tsu_part_go_on(c->part, &state);
    }
    c->part->part->wanted = c->wanted;
    c->part->part->context = c->context;
    c->part->part->whole = c->whole;
    return step_on(c, o->steps);
}

static void return_part(crew *c)
{
    tsu_unite_write(c->part, &c->parcel);
    if (c->parcel.failed) tsu_team_abort(EXIT_FAILURE);
    tsu_parcel_send(&c->parcel, 0);
}

int tsu_crew_serve(void)
{
    crew *c = &crew_of_this_rank;
    order o = {0};
    signal(SIGINT, SIG_IGN); /* rank 0 sees to it that the run ends well */
    signal(SIGTERM, SIG_IGN);
    for (;;) {
        tsu_team_share(&o, sizeof o, true);
        if (o.kind == ORDER_END) break;
        if (step_parts(c, &o, NULL)) return_part(c);
    }
    return 0;
}

void tsu_crew_dismiss(void)
{
    order o = {.kind = ORDER_END};
    tsu_team_share(&o, sizeof o, false);
}

/* ---- rank 0 ----------------------------------------------------------------------------------------------------------- */

/* What keeps a world from being divided; NULL: nothing. */
static const char *obstacle(const world *w)
{
    const tsu_hook *always;
    tsu_world_hooks_due(w, &always);
    if (always) return always->name;
    if (w->clumps) return "a clump";
    for (int k = 0; k < w->meshes; k++) {
        if (w->mesh[k]->freedom) return "a mesh that moves freely";
    }
    if (w->losses || w->spent_pairs || w->spent_walls) return "the losses of single contacts";
    if (w->multicontact_factor != 0.0) return "the model multicontact";
    return NULL;
}

/* How many steps can be divided of those that are left. Nobody may have anything to do in them; if they are too few *left is how many
 * there are with the one in which somebody has. */
static int64_t can_divide(crew *c, const world *w, int64_t *left, char *note, size_t size)
{
    const tsu_hook *always;
    const char *why = obstacle(w);
    const int64_t due = tsu_world_hooks_due(w, &always), rest = due - w->step - 1;
    if (why && !c->told) {
        snprintf(note, size,
                 "rank 0 takes the steps of this run alone, since %s cannot be divided among ranks yet; the "
                 "other %d "
                 "wait (the results are the same; use -threads N on one rank)",
                 why, tsu_team_size() - 1);
        c->told = true;
    }
    if (why) return 0;
    const bool few = w->particles.count < ROWS_LEAST * tsu_team_size(); /* until more are inserted */
    const int64_t steps = rest < *left ? rest : *left;
    if (!few && steps >= (c->standing ? 1 : STEPS_LEAST)) return steps; /* parts that are there only go on */
    *left = rest < *left ? rest + 1 : *left;
    return 0;
}

static double mean_radius(const world *w)
{
    double sum = 0.0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        sum += w->particles.xr[i][3];
    }
    return sum / w->particles.count;
}

/* Cuts the world and writes what each rank gets. */
static tsu_status write_parts(crew *c, const world *w, tsu_error *err)
{
    const char *random = getenv("TSUBU_RANDOM_CUTS");
    tsu_status s = c->all ? TSU_OK : tsu_parcels_make(&c->all, err);
    c->balance.random = random ? strtoull(random, NULL, 10) : 0;
    const double unit = mean_radius(w);
    c->margin = c->unit > 0.0 ? c->margin * unit / c->unit : 0.5 * unit;
    c->unit = unit;
    if (s == TSU_OK) s = tsu_balance_cut_whole(&c->balance, w, err);
    return s == TSU_OK ? tsu_divide_write(w, &c->balance.cut, c->all, err) : s;
}

/* What to order; false: there is no memory for it. Parts that have what the world is go on. */
static bool prepare_order(crew *c, const world *w, order *o)
{
    tsu_error ignored;
    const uint64_t standing = c->standing ? tsu_standing(w, &c->parcel) : 0;
    if (write_definition(w, &c->parcel, &ignored) != TSU_OK || c->parcel.failed) return false;
    const uint64_t hash = tsu_hash_bytes(0, c->parcel.data, c->parcel.size);
    const bool same = c->part && hash == c->definition;
    o->kind = same && standing == c->standing && standing != 0 ? ORDER_GO : ORDER_PART;
    if (o->kind == ORDER_PART && write_parts(c, w, &ignored) != TSU_OK) return false;
    o->define = !same;
    o->random = c->balance.random;
    o->margin = c->margin;
    o->unit = c->unit;
    c->definition = hash;
    return true;
}

/* Puts the parts together. */
static tsu_status gather(crew *c, world *w, tsu_error *err)
{
    tsu_unite_write(c->part, &c->all[0]);
    for (int k = 1; k < tsu_team_size(); k++) {
        tsu_parcel_receive(&c->all[k], k);
    }
    return tsu_unite_read(w, c->part, c->all, tsu_team_size(), err);
}

/* One segment: *done steps. Without memory or parts that could be used nothing is done. */
static tsu_status run_segment(crew *c, world *w, int64_t steps, bool (*wanted)(void *), void *context,
                              int64_t *done, bool *asked, tsu_error *err)
{
    order o = {.steps = steps};
    *done = 0;
    if (!prepare_order(c, w, &o)) return TSU_OK;
    tsu_team_share(&o, sizeof o, false);
    c->wanted = wanted;
    c->context = context;
    c->whole = w;
    c->standing = 0;
    if (!step_parts(c, &o, w)) {
        c->definition = 0;
        return TSU_OK;
    }
    c->handed += o.kind == ORDER_PART;
    *done = c->part->step - w->step;
    *asked = c->part->part->asked;
    const tsu_status s = gather(c, w, err);
    if (s == TSU_OK && !c->part->part->halted) c->standing = tsu_standing(w, &c->parcel);
    if (s != TSU_OK || !c->part->part->halted) return s;
    ++*done;
    return tsu_world_finish_step(w, c->part->part->furthest, err);
}

static tsu_status advance_alone(crew *c, world *w, int64_t steps, bool (*wanted)(void *), void *context,
                                bool *asked, tsu_error *err)
{
    const int64_t begin = w->step;
    const tsu_status s = tsu_world_advance_until(w, steps, wanted, context, err);
    *asked = w->step - begin < steps;
    c->alone += w->step - begin;
    return s;
}

void tsu_crew_report(char *text, size_t size)
{
    const crew *c = &crew_of_this_rank;
    snprintf(text, size,
             "Steps divided among %d ranks: %lld in %lld pieces; taken by rank 0 alone: %lld; parts handed "
             "out: %lld, "
             "moved on: %lld times; the costliest took %.2f of the mean; messages took %.0f %%\n",
             tsu_team_size(), (long long)c->divided, (long long)c->segments, (long long)c->alone,
             (long long)c->handed, (long long)c->moves, tsu_balance_worst(&c->balance),
             100.0 * tsu_balance_waited(&c->balance));
}

tsu_status tsu_crew_advance(world *w, int64_t steps, bool (*wanted)(void *), void *context, char *note,
                            size_t size, tsu_error *err)
{
    crew *c = &crew_of_this_rank;
    const int64_t end = w->step + steps;
    tsu_status s = TSU_OK;
    bool asked = false;
    while (s == TSU_OK && w->step < end && !asked) {
        int64_t done = 0, alone = end - w->step;
        if (!tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS)) s = tsu_world_settle(w, err);
        const int64_t divided = s == TSU_OK ? can_divide(c, w, &alone, note, size) : 0;
        if (divided > 0) s = run_segment(c, w, divided, wanted, context, &done, &asked, err);
        if (s == TSU_OK && done == 0) s = advance_alone(c, w, alone, wanted, context, &asked, err);
        if (done > 0) c->segments++;
        c->divided += done;
    }
    return s;
}
