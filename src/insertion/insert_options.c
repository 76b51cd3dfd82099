/* SPDX-License-Identifier: Apache-2.0 */
/* insert_options.c - the keywords of `fix insert/pack`, `insert/rate/region` and `insert/stream`, in any order. */
#include "insertion/insertion.h"
#include "session/groups.h"
#include "session/restart.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PACK = 1 << TSU_INSERT_PACK, RATE = 1 << TSU_INSERT_RATE, STREAM = 1 << TSU_INSERT_STREAM };

typedef struct reader {
    tsu_session *s;
    tsu_words *words;
    tsu_object *fix;
    tsu_insertion_def *o;
    bool has_blend, has_region;
    tsu_error *err;
} reader;

typedef struct keyword {
    const char *name;
    unsigned kinds; /* of insertion that know it */
    tsu_status (*read)(reader *r);
} keyword;

/* Some decks write `1.` */
tsu_status tsu_insertion_read_seed(tsu_words *words, int64_t *seed, tsu_error *err)
{
    double number;
    const char *word = tsu_words_peek(words);
    if (!word || !tsu_parse_number(word, &number) || number != floor(number) || fabs(number) > 9.0e15)
        return tsu_words_integer(words, "the seed", seed, err);
    *seed = (int64_t)number;
    words->at++;
    return TSU_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------- */

static tsu_status wrong(const reader *r, const char *sentence)
{
    return tsu_words_error(r->words, r->words->at - 1, TSU_ERROR_INPUT, r->err, "%s", sentence);
}

static tsu_status positive(reader *r, const char *what, double *out)
{
    const tsu_status status = tsu_words_number(r->words, what, out, r->err);
    if (status == TSU_OK && !(*out > 0.0)) return wrong(r, "it must be positive");
    return status;
}

static tsu_status name_of(reader *r, const char *what, char *out)
{
    const char *word;
    const tsu_status status = tsu_words_text(r->words, what, &word, r->err);
    if (status != TSU_OK) return status;
    if (strlen(word) >= TSU_NAME) return wrong(r, "the name is too long");
    snprintf(out, TSU_NAME, "%s", word);
    return TSU_OK;
}

/* ---- of all insertions -------------------------------------------------------------------------------------------- */

static tsu_status read_seed(reader *r)
{
    return tsu_insertion_read_seed(r->words, &r->o->seed, r->err);
}

static tsu_status read_distribution(reader *r)
{
    char id[TSU_NAME];
    const tsu_status status = name_of(r, "the distribution", id);
    if (status != TSU_OK) return status;
    const tsu_object *o = tsu_objects_find(&r->s->fixes, id);
    if (!o || strncmp(o->style, "particledistribution/discrete", 29) != 0)
        return tsu_error_lacks_name(
            r->err, id,
            tsu_words_error(r->words, r->words->at - 1, TSU_ERROR_INPUT, r->err,
                            "%s; define it with `fix %s all particledistribution/discrete ...` first",
                            o ? "is not a distribution" : "there is no fix of this ID", id));
    r->o->blend = *(const tsu_blend *)o->state;
    r->has_blend = true;
    return TSU_OK;
}

static tsu_status read_attempts(reader *r)
{
    return tsu_words_integer_in(r->words, "the tries per particle", 1, INT32_MAX, &r->o->attempts, r->err);
}

static tsu_status read_every(reader *r)
{
    if (tsu_words_accept(r->words, "once")) {
        r->o->every = 0;
        return TSU_OK;
    }
    return tsu_words_integer_in(r->words, "the steps between insertions", 0, INT64_MAX / 4, &r->o->every,
                                r->err);
}

static tsu_status read_every_time(reader *r)
{
    if (tsu_words_accept(r->words, "once")) {
        r->o->every = 0;
        return TSU_OK;
    }
    return positive(r, "the time between insertions [s]", &r->o->every_time);
}

/* Whether a restart file holds how far this fix has come. */
static bool is_resumed(const reader *r)
{
    for (int k = 0; k < r->s->saved_fixes; k++) {
        if (strcmp(r->s->saved_fix[k].id, r->words->word[1]) == 0) return true;
    }
    return false;
}

static tsu_status read_start(reader *r)
{
    const tsu_status status = tsu_words_integer(r->words, "the first step", &r->o->start, r->err);
    if (status == TSU_OK && r->o->start <= r->s->world->step && !is_resumed(r))
        return tsu_words_error(r->words, r->words->at - 1, TSU_ERROR_INPUT, r->err,
                               "the present step is %lld already", (long long)r->s->world->step);
    return status;
}

static tsu_status read_check(reader *r)
{
    return tsu_words_switch(r->words, "whether overlaps are avoided", &r->o->check, r->err);
}

static tsu_status read_all_in(reader *r)
{
    return tsu_words_switch(r->words, "whether spheres lie entirely inside", &r->o->all_in, r->err);
}

static tsu_status read_property(reader *r)
{
    tsu_status status = name_of(r, "the property", r->o->property);
    r->words->loose = false;
    if (status == TSU_OK) status = tsu_words_number(r->words, "its value", &r->o->property_value, r->err);
    r->words->loose = true;
    return status;
}

static tsu_status read_exact(reader *r)
{
    return tsu_words_either(r->words, "how numbers are met", "uncorrelated", "exact", &r->o->exact, r->err);
}

static tsu_status read_verbose(reader *r)
{
    return tsu_words_switch(r->words, "a line per insertion", &r->o->verbose, r->err);
}

static tsu_status read_compress(reader *r)
{
    bool on;
    const tsu_status status = tsu_words_switch(r->words, "yes or no", &on, r->err);
    if (status == TSU_OK && on)
        return tsu_words_error(r->words, r->words->at - 1, TSU_ERROR_UNSUPPORTED, r->err,
                               "a particle keeps its id; ids are never renumbered");
    return status;
}

static tsu_status read_velocity(reader *r)
{
    static const char *const list[] = {[TSU_VELOCITY_CONSTANT] = "constant",
                                       [TSU_VELOCITY_UNIFORM] = "uniform",
                                       [TSU_VELOCITY_GAUSSIAN] = "gaussian",
                                       NULL};
    int k;
    tsu_status status = tsu_words_choice(r->words, "the distribution of velocities", list, &k, r->err);
    if (status == TSU_OK) status = tsu_words_numbers(r->words, "the velocity", 3, r->o->velocity, r->err);
    if (status == TSU_OK && k != TSU_VELOCITY_CONSTANT)
        status = tsu_words_numbers(r->words, "the spread of the velocity", 3, r->o->spread, r->err);
    if (status == TSU_OK) r->o->velocity_kind = (tsu_velocity_kind)k;
    return status;
}

static tsu_status read_spin(reader *r)
{
    static const char *const list[] = {"constant", NULL};
    int k;
    const tsu_status status = tsu_words_choice(r->words, "how spins are spread", list, &k, r->err);
    return status == TSU_OK ? tsu_words_numbers(r->words, "the spin", 3, r->o->spin, r->err) : status;
}

/* Of clumps; spheres look the same from all sides. */
static tsu_status read_orientation(reader *r)
{
    enum { RANDOM, TEMPLATE, CONSTANT };
    static const char *const list[] = {
        [RANDOM] = "random", [TEMPLATE] = "template", [CONSTANT] = "constant", NULL};
    int k;
    double q[4];
    tsu_status status = tsu_words_choice(r->words, "an orientation", list, &k, r->err);
    if (status == TSU_OK) r->o->turned = k == RANDOM;
    if (status != TSU_OK || k != CONSTANT) return status;
    status = tsu_words_numbers(r->words, "the quaternion", 4, q, r->err);
    if (status != TSU_OK) return status;
    const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(fabs(n - 1.0) <= 2.0e-3))
        return tsu_words_error(
            r->words, r->words->at - 1, TSU_ERROR_INPUT, r->err,
            "the quaternion W X Y Z has length %.6g; it must be 1, to three digits at least", sqrt(n));
    for (int m = 0; m < 4; m++) { /* numbers of a few digits are made exact */
        r->o->turn[m] = fabs(n - 1.0) <= 1.0e-10 ? q[m] : q[m] / sqrt(n);
    }
    return TSU_OK;
}

static tsu_status read_points(reader *r)
{
    return tsu_words_integer_in(r->words, "the number of points", 1000, 1000000000, &r->o->points, r->err);
}

/* ---- how much ----------------------------------------------------------------------------------------------------- */

static tsu_status read_particles(reader *r)
{
    if (tsu_words_accept(r->words, "INF")) {
        r->o->endless = true;
        return TSU_OK;
    }
    const tsu_status status = positive(r, "the number of particles", &r->o->particles);
    if (status == TSU_OK && (r->o->particles > 1.0e15 || r->o->particles < 1.0))
        return wrong(r, "it must lie between 1 and 1e15, or be INF");
    r->o->particles = floor(r->o->particles);
    return status;
}

static tsu_status read_mass(reader *r)
{
    if (tsu_words_accept(r->words, "INF")) {
        r->o->endless = true;
        return TSU_OK;
    }
    return positive(r, "the mass [kg]", &r->o->mass);
}

static tsu_status read_mass_rate(reader *r)
{
    return positive(r, "the mass rate [kg/s]", &r->o->mass_rate);
}

static tsu_status read_particle_rate(reader *r)
{
    return positive(r, "the particle rate [1/s]", &r->o->particle_rate);
}

/* ---- regions ------------------------------------------------------------------------------------------------------ */

static tsu_status read_region(reader *r)
{
    char name[TSU_NAME];
    tsu_region *region;
    tsu_status status = name_of(r, "the region", name);
    if (status == TSU_OK) status = tsu_session_region(r->s, name, &region, r->err);
    if (status == TSU_OK) status = tsu_model_fix_place(r->fix, name, &r->o->region, r->err);
    r->has_region = true;
    return status;
}

static tsu_status read_fraction(reader *r)
{
    const tsu_status status = positive(r, "the volume fraction", &r->o->volume_fraction);
    if (status == TSU_OK && r->o->volume_fraction > 1.0) return wrong(r, "it must not be above 1");
    return status;
}

static tsu_status read_region_particles(reader *r)
{
    return tsu_words_integer_in(r->words, "the number of particles", 1, INT32_MAX, &r->o->region_particles,
                                r->err);
}

static tsu_status read_region_mass(reader *r)
{
    return positive(r, "the mass [kg]", &r->o->region_mass);
}

static tsu_status read_warn_region(reader *r)
{
    return tsu_words_switch(r->words, "yes or no", &r->o->warn_region, r->err);
}

static tsu_status read_borders(reader *r)
{
    return tsu_words_switch(r->words, "yes or no", &r->o->borders, r->err);
}

/* ---- faces -------------------------------------------------------------------------------------------------------- */

static tsu_status read_face(reader *r)
{
    const tsu_status status = name_of(r, "the mesh", r->o->face);
    if (status != TSU_OK) return status;
    const tsu_object *o = tsu_objects_find(&r->s->fixes, r->o->face);
    if (!o || strncmp(o->style, "mesh/surface", 12) != 0)
        return tsu_error_lacks_name(
            r->err, r->o->face,
            tsu_words_error(r->words, r->words->at - 1, TSU_ERROR_INPUT, r->err,
                            "%s; define it with `fix %s all mesh/surface/planar file ...` first",
                            o ? "is not a mesh" : "there is no fix of this ID", r->o->face));
    return TSU_OK;
}

static tsu_status read_length(reader *r)
{
    return positive(r, "the length [m]", &r->o->length);
}

static tsu_status read_duration(reader *r)
{
    return tsu_words_integer_in(r->words, "the steps", 1, INT64_MAX / 4, &r->o->duration, r->err);
}

static tsu_status read_duration_time(reader *r)
{
    return positive(r, "the time [s]", &r->o->duration_time);
}

/* How processes share the work makes no difference here: there is one, and its threads share all. */
static tsu_status read_parallel(reader *r)
{
    bool on;
    return tsu_words_switch(r->words, "yes or no", &on, r->err);
}

static tsu_status read_save_template(reader *r)
{
    bool on;
    const tsu_status status = tsu_words_switch(r->words, "yes or no", &on, r->err);
    if (status == TSU_OK && on)
        return tsu_words_error(r->words, r->words->at - 1, TSU_ERROR_UNSUPPORTED, r->err,
                               "is not supported yet; give each template its own group or material");
    return status;
}

static const keyword keywords[] = {
    {"seed", PACK | RATE | STREAM, read_seed},
    {"distributiontemplate", PACK | RATE | STREAM, read_distribution},
    {"maxattempt", PACK | RATE | STREAM, read_attempts},
    {"insert_every", PACK | RATE | STREAM, read_every},
    {"every", PACK | RATE | STREAM, read_every},
    {"insert_every_time", PACK | RATE | STREAM, read_every_time},
    {"start", PACK | RATE | STREAM, read_start},
    {"overlapcheck", PACK | RATE | STREAM, read_check},
    {"all_in", PACK | RATE | STREAM, read_all_in},
    {"set_property", PACK | RATE | STREAM, read_property},
    {"random_distribute", PACK | RATE | STREAM, read_exact},
    {"verbose", PACK | RATE | STREAM, read_verbose},
    {"compress_tags", PACK | RATE | STREAM, read_compress},
    {"vel", PACK | RATE | STREAM, read_velocity},
    {"omega", PACK | RATE | STREAM, read_spin},
    {"orientation", PACK | RATE | STREAM, read_orientation},
    {"ntry_mc", PACK | RATE | STREAM, read_points},
    {"nparticles", RATE | STREAM, read_particles},
    {"mass", RATE | STREAM, read_mass},
    {"massrate", RATE | STREAM, read_mass_rate},
    {"particlerate", RATE | STREAM, read_particle_rate},
    {"region", PACK | RATE, read_region},
    {"volumefraction_region", PACK, read_fraction},
    {"particles_in_region", PACK, read_region_particles},
    {"mass_in_region", PACK, read_region_mass},
    {"warn_region", PACK | RATE, read_warn_region},
    {"check_dist_from_subdomain_border", PACK | RATE, read_borders},
    {"insertion_face", STREAM, read_face},
    {"extrude_length", STREAM, read_length},
    {"duration", STREAM, read_duration},
    {"duration_time", STREAM, read_duration_time},
    {"parallel", STREAM, read_parallel},
    {"save_template", STREAM, read_save_template},
};
enum { KEYWORDS = (int)(sizeof keywords / sizeof *keywords) };

static tsu_status read_keyword(reader *r, tsu_insertion_kind kind)
{
    const char *names[KEYWORDS + 1] = {0}, *word = tsu_words_peek(r->words);
    int known = 0, chosen = 0;
    for (int k = 0; k < KEYWORDS; k++) {
        if (!(keywords[k].kinds & 1u << kind)) {
            if (strcmp(keywords[k].name, word) == 0)
                return tsu_words_error(
                    r->words, r->words->at, TSU_ERROR_INPUT, r->err, "is not a keyword of this style%s",
                    kind == TSU_INSERT_PACK ? "; give the amount in the region: volumefraction_region, "
                                              "particles_in_region or mass_in_region"
                                            : "");
            continue;
        }
        names[known++] = keywords[k].name;
    }
    const tsu_status status = tsu_words_choice(r->words, "a keyword", names, &chosen, r->err);
    for (int k = 0; k < KEYWORDS && status == TSU_OK; k++) {
        if (strcmp(keywords[k].name, names[chosen]) == 0) return keywords[k].read(r);
    }
    return status;
}

/* ---- together ----------------------------------------------------------------------------------------------------- */

/* Of these words exactly one must be given (or at most one). */
static tsu_status one_of(const reader *r, const char *names, int given, bool needed)
{
    if (given == 1 || (given == 0 && !needed)) return TSU_OK;
    return tsu_words_error(r->words, -1, TSU_ERROR_INPUT, r->err, "%s of %s must be given",
                           given ? "only one" : "one", names);
}

static tsu_status check_pack(const reader *r)
{
    const tsu_insertion_def *o = r->o;
    const int targets = (o->volume_fraction > 0.0) + (o->region_particles > 0) + (o->region_mass > 0.0);
    tsu_status status =
        one_of(r, "volumefraction_region, particles_in_region and mass_in_region", targets, true);
    if (status == TSU_OK)
        status = one_of(r, "insert_every N, insert_every once and insert_every_time",
                        (o->every >= 0) + (o->every_time > 0.0), true);
    return status;
}

static tsu_status check_rate(const reader *r, bool stream)
{
    const tsu_insertion_def *o = r->o;
    const int every = (o->every >= 0) + (o->every_time > 0.0);
    tsu_status status =
        one_of(r, "nparticles and mass", (o->particles > 0.0) + (o->mass > 0.0) + o->endless, true);
    if (status == TSU_OK)
        status =
            one_of(r, "particlerate and massrate", (o->particle_rate > 0.0) + (o->mass_rate > 0.0), true);
    if (status == TSU_OK && o->every == 0)
        return tsu_words_error(r->words, -1, TSU_ERROR_INPUT, r->err,
                               "a rate needs repeated insertion, not `insert_every once`");
    if (status == TSU_OK && !stream) status = one_of(r, "insert_every and insert_every_time", every, true);
    if (status == TSU_OK && stream)
        status = one_of(r, "insert_every and extrude_length", every + (o->length > 0.0), true);
    if (status == TSU_OK && o->length > 0.0 && (o->duration > 0 || o->duration_time > 0.0))
        return tsu_words_error(r->words, -1, TSU_ERROR_INPUT, r->err,
                               "`duration` goes with `insert_every`, not with `extrude_length`");
    return status;
}

static tsu_status check(const reader *r, tsu_insertion_kind kind)
{
    if (!r->has_blend)
        return tsu_words_error(r->words, -1, TSU_ERROR_INPUT, r->err,
                               "add `distributiontemplate ID`: what is to be inserted");
    if (kind != TSU_INSERT_STREAM && !r->has_region)
        return tsu_words_error(r->words, -1, TSU_ERROR_INPUT, r->err,
                               "add `region ID`: where particles are to be inserted");
    if (kind == TSU_INSERT_STREAM && !r->o->face[0])
        return tsu_words_error(r->words, -1, TSU_ERROR_INPUT, r->err,
                               "add `insertion_face ID`: the mesh where particles are to be inserted");
    return kind == TSU_INSERT_PACK ? check_pack(r) : check_rate(r, kind == TSU_INSERT_STREAM);
}

tsu_status tsu_insertion_read(tsu_session *s, tsu_words *words, tsu_object *fix, tsu_insertion_kind kind,
                              tsu_insertion_def *def, tsu_error *err)
{
    *def = tsu_model_insertion_default();
    def->group = 1u << fix->group;
    reader r = {.s = s, .words = words, .fix = fix, .o = def, .err = err};
    words->loose = true;
    if (!tsu_words_left(words) || strcmp(tsu_words_peek(words), "seed") != 0)
        return tsu_words_error(words, words->at < words->count ? words->at : -1, TSU_ERROR_INPUT, err,
                               "the first keyword must be `seed`, followed by any integer");
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(&r, kind);
    }
    return status == TSU_OK ? check(&r, kind) : status;
}
