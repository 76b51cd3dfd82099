/* SPDX-License-Identifier: Apache-2.0 */
/* create.c - `create_atoms`: single particles, on the points of a lattice, or at random. Like LIGGGHTS, they have
 * diameter 1 and density 1 until `set` says otherwise, and belong to group all only. */
#include "base/memory.h"
#include "base/random.h"
#include "command/command.h"
#include "session/read.h"
#include "state/region.h"
#include <math.h>
#include <string.h>

enum { TRIES = 1000000 /* for one particle at random */, MOST = 1 << 27 /* particles */ };
static const double CELLS_MOST = 1.0e9;

typedef struct creation {
    tsu_session *s;
    int type;           /* from 1 */
    tsu_region *region; /* NULL: none */
    double all_in;      /* distance from the region's surface; 0: any            [m] */
    int basis_type[TSU_BASIS_MAX];
    bool remap, lattice_units;
    tsu_particle_def *def; /* made so far */
    size_t count, capacity;
} creation;

static tsu_status put(creation *c, const double x[3], int type, tsu_error *err)
{
    if (c->count >= MOST)
        return tsu_error_set(err, TSU_ERROR_INPUT, "that would be more than %d particles", MOST);
    const tsu_status status =
        tsu_memory_grow(&c->def, &c->capacity, c->count + 1, sizeof *c->def, "new particles", err);
    if (status != TSU_OK) return status;
    tsu_particle_def *d = &c->def[c->count++];
    *d = (tsu_particle_def){.type = type, .radius = 0.5, .density = 1.0};
    memcpy(d->position, x, sizeof d->position);
    return TSU_OK;
}

static bool in_region(const creation *c, const double x[3])
{
    if (!c->region) return true;
    return tsu_region_contains(c->region, x) &&
           (c->all_in <= 0.0 || tsu_region_depth(c->region, x) >= c->all_in);
}

/* ---- single ------------------------------------------------------------------------------------------------------- */

static void remap(const tsu_box *b, double x[3])
{
    for (int q = 0; q < 3; q++) {
        const double length = b->hi[q] - b->lo[q];
        if (b->periodic[q]) x[q] -= length * floor((x[q] - b->lo[q]) / length);
    }
}

static tsu_status create_single(creation *c, double x[3], tsu_error *err)
{
    const tsu_box *b = &c->s->world->box;
    double scale[3];
    tsu_session_length_scale(c->s, c->lattice_units, scale);
    for (int q = 0; q < 3; q++) {
        x[q] *= scale[q];
    }
    if (c->remap) remap(b, x);
    for (int q = 0; q < 3; q++) {
        if (x[q] >= b->lo[q] && x[q] < b->hi[q]) continue;
        tsu_script_warn(c->s->script,
                        "the particle at %g %g %g is not created: %c is outside the box (%g to %g)%s", x[0],
                        x[1], x[2], "xyz"[q], b -> lo[q], b -> hi[q],
                        b -> periodic[q] ? "; `remap yes` would bring it inside" : "");
        return TSU_OK;
    }
    return put(c, x, c->type, err);
}

/* ---- random ------------------------------------------------------------------------------------------------------- */

static bool common_box(const creation *c, double lo[3], double hi[3])
{
    const tsu_box *b = &c->s->world->box;
    double a[3], z[3];
    const bool bounded = c->region && tsu_region_bounds(c->region, a, z);
    bool some = true;
    for (int q = 0; q < 3; q++) {
        lo[q] = bounded ? fmax(b->lo[q], a[q]) : b->lo[q];
        hi[q] = bounded ? fmin(b->hi[q], z[q]) : b->hi[q];
        some = some && lo[q] <= hi[q];
    }
    return some;
}

static tsu_status create_random(creation *c, int64_t number, uint64_t seed, tsu_error *err)
{
    double lo[3], hi[3], x[3];
    if (!common_box(c, lo, hi))
        return tsu_error_set(err, TSU_ERROR_INPUT, "region %s lies outside the box", c->region->name);
    uint64_t id = c->s->world->particles.next_id;
    for (int64_t k = 0; k < number; k++, id++) {
        uint32_t tries = 0;
        do {
            for (uint32_t q = 0; q < 3; q++) {
                const double u = tsu_random_uniform(seed, id, TSU_RANDOM_POSITION, 3 * tries + q);
                x[q] = lo[q] + u * (hi[q] - lo[q]);
            }
        } while (!in_region(c, x) && ++tries < TRIES);
        if (tries == TRIES)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "no place for particle %lld was found in region %s after %d tries; is it empty?",
                (long long)k + 1, c->region->name, TRIES);
        const tsu_status status = put(c, x, c->type, err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

/* ---- lattice ------------------------------------------------------------------------------------------------------ */

/* Which cells of the lattice can have points in the box and the region: none if lo > hi. */
static tsu_status cell_range(const creation *c, int64_t lo[3], int64_t hi[3], tsu_error *err)
{
    double from[3], to[3];
    const bool some = common_box(c, from, to);
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY},
           cells = 1.0;
    for (int k = 0; k < 8; k++) {
        const double corner[3] = {k & 1 ? to[0] : from[0], k & 2 ? to[1] : from[1], k & 4 ? to[2] : from[2]};
        double cell[3];
        tsu_lattice_cell(&c->s->lattice, corner, cell);
        for (int q = 0; q < 3; q++) {
            least[q] = fmin(least[q], cell[q]);
            most[q] = fmax(most[q], cell[q]);
        }
    }
    for (int q = 0; q < 3; q++) {
        cells *= most[q] - least[q] + 1.0;
    }
    if (some && !(cells < CELLS_MOST))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "that would be about %g cells of the lattice; its spacings are %g %g %g", cells,
                             c->s->lattice.spacing[0], c->s->lattice.spacing[1], c->s->lattice.spacing[2]);
    for (int q = 0; q < 3; q++) {
        lo[q] = some ? (int64_t)floor(least[q]) - 1 : 1;
        hi[q] = some ? (int64_t)ceil(most[q]) + 1 : 0;
    }
    return TSU_OK;
}

/* From lo to below hi; across a periodic axis a little is taken off, so that a point on the face is made once. */
static bool in_box(const tsu_box *b, const double x[3])
{
    for (int q = 0; q < 3; q++) {
        const double little = b->periodic[q] ? 1.0e-6 * (b->hi[q] - b->lo[q]) : 0.0;
        if (x[q] < b->lo[q] - little || x[q] >= b->hi[q] - 2.0 * little) return false;
    }
    return true;
}

static tsu_status create_cell(creation *c, const int64_t cell[3], tsu_error *err)
{
    const tsu_lattice *l = &c->s->lattice;
    for (int m = 0; m < l->points; m++) {
        const double *p = l->basis[m];
        const double at[3] = {(double)cell[0] + p[0], (double)cell[1] + p[1], (double)cell[2] + p[2]};
        double x[3];
        tsu_lattice_point(l, at, x);
        if (!in_box(&c->s->world->box, x) || !in_region(c, x)) continue;
        const tsu_status status = put(c, x, c->basis_type[m], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status create_lattice(creation *c, tsu_error *err)
{
    int64_t lo[3], hi[3], cell[3];
    if (c->s->lattice.points == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "there is no lattice to put particles on; add `lattice sc LENGTH` or the like");
    tsu_status status = cell_range(c, lo, hi, err);
    for (cell[2] = lo[2]; cell[2] <= hi[2] && status == TSU_OK; cell[2]++) {
        for (cell[1] = lo[1]; cell[1] <= hi[1] && status == TSU_OK; cell[1]++) {
            for (cell[0] = lo[0]; cell[0] <= hi[0] && status == TSU_OK; cell[0]++) {
                status = create_cell(c, cell, err);
            }
        }
    }
    return status;
}

/* ---- the command -------------------------------------------------------------------------------------------------- */

enum { BOX, REGION, SINGLE, RANDOM };

static tsu_status read_basis(creation *c, tsu_words *words, tsu_error *err)
{
    int64_t which, type;
    if (c->s->lattice.points == 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "there is no lattice");
    tsu_status status =
        tsu_words_integer_in(words, "the point of the basis", 1, c->s->lattice.points, &which, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "its material", 1, c->s->world->materials.types, &type, err);
    if (status == TSU_OK) c->basis_type[which - 1] = (int)type;
    return status;
}

static tsu_status read_options(creation *c, tsu_words *words, int style, tsu_error *err)
{
    enum { BASIS, REMAP, ALL_IN, UNITS };
    static const char *const list[] = {
        [BASIS] = "basis", [REMAP] = "remap", [ALL_IN] = "all_in", [UNITS] = "units", NULL};
    while (tsu_words_left(words)) {
        int key;
        tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == BASIS) status = read_basis(c, words, err);
        if (key == REMAP) status = tsu_words_switch(words, "yes or no", &c->remap, err);
        if (key == ALL_IN) {
            status = tsu_words_number(words, "the distance [m]", &c->all_in, err);
            if (status == TSU_OK && (style != REGION || !(c->all_in > 0.0)))
                return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                       "`all_in` goes with `region` and a positive distance");
        }
        if (key == UNITS) status = tsu_session_read_units(words, &c->lattice_units, err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

typedef struct place_words {
    double x[3];
    int64_t number, seed;
} place_words;

static tsu_status read_place(creation *c, tsu_words *words, int style, place_words *p, tsu_error *err)
{
    const char *name;
    tsu_status status = TSU_OK;
    if (style == SINGLE) return tsu_words_numbers(words, "the position", 3, p->x, err);
    if (style == RANDOM) {
        status = tsu_words_integer_in(words, "the number of particles", 0, 1 << 26, &p->number, err);
        if (status == TSU_OK) status = tsu_words_integer(words, "the seed", &p->seed, err);
        if (status == TSU_OK && tsu_words_accept(words, "NULL")) return TSU_OK;
    }
    if (status == TSU_OK && style != BOX) status = tsu_words_text(words, "the region", &name, err);
    if (status == TSU_OK && style != BOX) status = tsu_session_region(c->s, name, &c->region, err);
    return status;
}

static tsu_status run_create_atoms(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const styles[] = {
        [BOX] = "box", [REGION] = "region", [SINGLE] = "single", [RANDOM] = "random", NULL};
    creation c = {.s = tsu_session_of(script)};
    place_words p = {0};
    int64_t type = 1;
    int style = 0;
    tsu_status status = tsu_session_need_world(c.s, "create_atoms", err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the material", 1, c.s->world->materials.types, &type, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a style", styles, &style, err);
    if (status == TSU_OK) status = read_place(&c, words, style, &p, err);
    c.type = (int)type;
    for (int m = 0; m < TSU_BASIS_MAX; m++) {
        c.basis_type[m] = c.type;
    }
    if (status == TSU_OK) status = read_options(&c, words, style, err);
    if (status != TSU_OK) return status;
    status = style == SINGLE   ? create_single(&c, p.x, err)
             : style == RANDOM ? create_random(&c, p.number, (uint64_t)p.seed, err)
                               : create_lattice(&c, err);
    if (status == TSU_OK) status = tsu_particles_add(c.s->world, c.def, c.count, err);
    if (status == TSU_OK) {
        c.s->particles_placed = true;
        tsu_script_say(script, "Created %zu atoms\n", c.count);
    }
    tsu_memory_release(&c.def);
    return status;
}

const tsu_command tsu_commands_create[] = {
    {"create_atoms",
     "create_atoms TYPE single X Y Z | random N SEED REGION|NULL | region REGION | box [basis I TYPE] "
     "[remap yes|no] [all_in DISTANCE] [units box|lattice]",
     "create particles in the box", run_create_atoms},
    {0}};
