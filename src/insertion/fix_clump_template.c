/* SPDX-License-Identifier: Apache-2.0 */
/* fix_clump_template.c - `fix particletemplate/multisphere` and `multiplespheres`: spheres in a file or in the deck, and what the body weighs. */
#include "base/memory.h"
#include "deck/arguments.h"
#include "insertion/insertion.h"
#include "io/read_file.h"
#include "io/token.h"
#include "session/define.h"
#include "session/groups.h"
#include "state/clump_kind.h"
#include "step/clump/clumps.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPHERES_MAX = 100000 };

typedef struct clump_words {
    tsu_session *session;
    tsu_template t;
    int64_t count;
    double (*centre)[3], *radius; /* [count] */
    int32_t *type;                /* [count] from 0; -1: that of the template */
    double density, mass;
    double tensor[3][3];
    bool has_density, has_type, has_spheres, has_mass, has_tensor, by_volume, by_density, loose;
    unsigned locked;
    int64_t number, unused;
} clump_words;

static tsu_status wrong(const tsu_words *words, int at, tsu_error *err, const char *why)
{
    return tsu_words_error(words, at, TSU_ERROR_INPUT, err, "%s", why);
}

static tsu_status read_type(void *to, tsu_words *words, tsu_error *err)
{
    clump_words *w = to;
    return tsu_template_read_type(w->session, words, &w->t.type, err);
}

static tsu_status read_group(void *to, tsu_words *words, tsu_error *err)
{
    clump_words *w = to;
    return tsu_template_read_group(w->session, words, &w->t.group, err);
}

static tsu_status read_density(void *to, tsu_words *words, tsu_error *err)
{
    static const char *const list[] = {"constant", NULL};
    clump_words *w = to;
    int k;
    tsu_status status = tsu_words_choice(words, "the distribution of densities", list, &k, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the density [kg/m^3]", &w->density, err);
    if (status == TSU_OK && !(w->density > 0.0))
        return wrong(words, words->at - 1, err, "the density must be larger than 0");
    return status;
}

static tsu_status refuse_radius(void *to, tsu_words *words, tsu_error *err)
{
    (void)to;
    return wrong(words, words->at - 1, err, "the radii of a clump belong to its `spheres`");
}

static tsu_status read_count(void *to, tsu_words *words, tsu_error *err)
{
    clump_words *w = to;
    tsu_status status = tsu_words_integer_in(words, "the number of spheres", 1, SPHERES_MAX, &w->count, err);
    if (status == TSU_OK && w->centre) return wrong(words, words->at - 1, err, "nspheres was given before");
    const size_t n = (size_t)w->count;
    const char *what = "spheres of a template";
    if (status == TSU_OK) status = tsu_memory_allocate(&w->centre, n, sizeof *w->centre, what, err);
    if (status == TSU_OK) status = tsu_memory_allocate(&w->radius, n, sizeof *w->radius, what, err);
    if (status == TSU_OK) status = tsu_memory_allocate(&w->type, n, sizeof *w->type, what, err);
    for (int64_t k = 0; k < w->count && status == TSU_OK; k++) {
        w->type[k] = -1;
    }
    return status;
}

/* ---- spheres --------------------------------------------------------------------------------------------------------- */

static tsu_status wrong_line(const char *path, const tsu_tokens *t, const char *why, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s, line %lld: '%s' %s", path, (long long)t->word_line,
                         t->word, why);
}

/* x y z r, with `types` also a material, on a line each; what follows on a line and comments (#) are passed over. */
static tsu_status read_line(clump_words *w, const char *path, tsu_tokens *t, int64_t k, bool types,
                            tsu_error *err)
{
    double number[4];
    int64_t type;
    const int64_t line = t->word_line;
    for (int q = 0; q < 4; q++) {
        if (q > 0 && (!tsu_token_next(t) || t->word_line != line))
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s, line %lld: a sphere is four numbers, x y z r",
                                 path, (long long)line);
        if (!tsu_token_number(t, &number[q])) return wrong_line(path, t, "is not a number", err);
    }
    for (int q = 0; q < 3; q++) {
        w->centre[k][q] = number[q];
    }
    w->radius[k] = number[3];
    if (!types) return TSU_OK;
    if (!tsu_token_next(t) || t->word_line != line || !tsu_token_integer(t, &type) || type < 1 ||
        type > w->session->world->materials.types)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s, line %lld: the fifth number must be a material, 1 to %d", path,
                             (long long)line, w->session->world->materials.types);
    w->type[k] = (int32_t)type - 1;
    return TSU_OK;
}

static tsu_status read_text(clump_words *w, const char *path, const char *text, size_t size, bool types,
                            tsu_error *err)
{
    tsu_tokens t = {.at = text, .end = text + size, .line = 1};
    int64_t found = 0;
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_token_next(&t)) {
        if (t.word[0] != '#') {
            if (found >= w->count)
                return tsu_error_set(err, TSU_ERROR_INPUT, "%s has more than the %lld spheres of `nspheres`",
                                     path, (long long)w->count);
            status = read_line(w, path, &t, found++, types, err);
        }
        if (tsu_token_peek(&t) && t.word_line == t.line) tsu_token_skip_line(&t);
    }
    if (status == TSU_OK && found < w->count)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s has %lld spheres, and `nspheres` says %lld", path,
                             (long long)found, (long long)w->count);
    return status;
}

static tsu_status read_file(clump_words *w, tsu_words *words, bool types, tsu_error *err)
{
    const char *path;
    char *text = NULL;
    size_t size;
    double scale = 1.0;
    tsu_error why = {0};
    tsu_status status = tsu_words_text(words, "the file of the spheres", &path, err);
    const int at = words->at - 1;
    if (status == TSU_OK && tsu_words_accept(words, "scale")) {
        status = tsu_words_number(words, "the scale", &scale, err);
        if (status == TSU_OK && !(scale > 0.0))
            return wrong(words, words->at - 1, err, "the scale must be larger than 0");
    }
    if (status != TSU_OK) return status;
    status = tsu_file_read(path, &text, &size, &why);
    if (status == TSU_OK) status = read_text(w, path, text, size, types, &why);
    tsu_memory_release(&text);
    for (int64_t k = 0; k < w->count; k++) {
        for (int q = 0; q < 3; q++) {
            w->centre[k][q] *= scale;
        }
        w->radius[k] *= scale;
    }
    return status == TSU_OK ? TSU_OK : tsu_words_error(words, at, status, err, "%s", why.message);
}

static tsu_status read_any_spheres(clump_words *w, tsu_words *words, bool types, tsu_error *err)
{
    double sphere[4];
    if (!w->centre) return wrong(words, words->at - 1, err, "put `nspheres N` before it");
    w->has_spheres = true;
    if (tsu_words_accept(words, "file")) return read_file(w, words, types, err);
    if (types) return wrong(words, words->at, err, "spheres of different types need a file: `file NAME`");
    tsu_status status = TSU_OK;
    for (int64_t k = 0; k < w->count && status == TSU_OK; k++) {
        status = tsu_words_numbers(words, "x y z r of a sphere", 4, sphere, err);
        for (int q = 0; q < 3; q++) {
            w->centre[k][q] = sphere[q];
        }
        w->radius[k] = sphere[3];
    }
    return status;
}

static tsu_status read_spheres(void *to, tsu_words *words, tsu_error *err)
{
    return read_any_spheres(to, words, false, err);
}

static tsu_status read_typed_spheres(void *to, tsu_words *words, tsu_error *err)
{
    return read_any_spheres(to, words, true, err);
}

/* ---- the body -------------------------------------------------------------------------------------------------------- */

static tsu_status read_tensor(void *to, tsu_words *words, tsu_error *err)
{
    clump_words *w = to;
    double n[6];
    const tsu_status status = tsu_words_numbers(words, "Ixx Ixy Ixz Iyy Iyz Izz [kg m^2]", 6, n, err);
    const double all[3][3] = {{n[0], n[1], n[2]}, {n[1], n[3], n[4]}, {n[2], n[4], n[5]}};
    if (status == TSU_OK) memcpy(w->tensor, all, sizeof all);
    return status;
}

static tsu_status read_locks(clump_words *w, tsu_words *words, unsigned first, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        bool on;
        status = tsu_words_switch(words, "on or off for x, y, z", &on, err);
        if (status == TSU_OK) w->locked = on ? w->locked & ~(first << q) : w->locked | first << q;
    }
    return status;
}

static tsu_status read_force_flags(void *to, tsu_words *words, tsu_error *err)
{
    return read_locks(to, words, TSU_CLUMP_LOCKED_X, err);
}

static tsu_status read_torque_flags(void *to, tsu_words *words, tsu_error *err)
{
    return read_locks(to, words, TSU_CLUMP_LOCKED_TURN, err);
}

static tsu_status read_bonded(void *to, tsu_words *words, tsu_error *err)
{
    bool on;
    (void)to;
    const tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    if (status == TSU_OK && on)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "bonds between particles are not supported yet");
    return status;
}

#define AT(member) offsetof(clump_words, member)
#define READ(word, function, text)                                                                           \
    {                                                                                                        \
        .keyword = word, .kind = TSU_ARGUMENT_OTHER, .what = text, .read = function                          \
    }
const tsu_argument tsu_arguments_clump[] = {
    READ("atom_type", read_type, "the material"),
    {.keyword = "density",
     .kind = TSU_ARGUMENT_OTHER,
     .given = AT(has_density),
     .what = "constant V [kg/m^3]",
     .read = read_density},
    READ("radius", refuse_radius, "not of clumps"),
    READ("additional_group", read_group, "a group"),
    READ("nspheres", read_count, "the number of spheres"),
    {.keyword = "ntry",
     .kind = TSU_ARGUMENT_INTEGER,
     .at = AT(unused),
     .what = "N, no effect: volume and inertia are computed, not sampled",
     .low = 1,
     .high = INT64_MAX},
    READ("spheres", read_spheres, "file NAME [scale S], or x y z r of each"),
    READ("spheres_different_types", read_typed_spheres, "file NAME [scale S] with a material behind x y z r"),
    {.keyword = "type",
     .kind = TSU_ARGUMENT_INTEGER,
     .at = AT(number),
     .given = AT(has_type),
     .what = "N, a number of its own for each template",
     .low = 1,
     .high = INT32_MAX},
    {.keyword = "mass",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = AT(mass),
     .given = AT(has_mass),
     .what = "the mass of a clump [kg]"},
    {.keyword = "inertia_tensor",
     .kind = TSU_ARGUMENT_OTHER,
     .given = AT(has_tensor),
     .what = "Ixx Ixy Ixz Iyy Iyz Izz about the centre of mass [kg m^2]",
     .read = read_tensor},
    {.keyword = "use_volume", .kind = TSU_ARGUMENT_FLAG, .at = AT(by_volume), .what = ""},
    {.keyword = "use_density", .kind = TSU_ARGUMENT_FLAG, .at = AT(by_density), .what = ""},
    READ("fflag", read_force_flags, "on or off for x, y, z: whether forces move it along these"),
    READ("tflag", read_torque_flags, "on or off for x, y, z: whether torques turn it about these"),
    READ("bonded", read_bonded, "no"),
    {0}};

/* ---- together -------------------------------------------------------------------------------------------------------- */

static tsu_status check(const tsu_words *words, const clump_words *w, tsu_error *err)
{
    if (!w->has_spheres)
        return wrong(words, -1, err, "the spheres are not given: add `nspheres N ntry 1 spheres file NAME`");
    if (!w->has_density)
        return wrong(words, -1, err, "the density is not given: add `density constant 2500`");
    if (w->loose && (w->has_mass || w->has_tensor || w->locked || w->by_volume || w->by_density))
        return wrong(words, -1, err,
                     "the spheres of multiplespheres are not a rigid body: mass, inertia_tensor, fflag and "
                     "tflag are for particletemplate/multisphere");
    if (!w->loose && !w->has_type)
        return wrong(words, -1, err, "add `type N`, a number of its own for each template, from 1");
    if (w->has_mass != w->has_tensor)
        return wrong(words, -1, err, "`mass` and `inertia_tensor` go together: give both or none");
    if (w->has_mass && w->by_volume == w->by_density)
        return wrong(words, -1, err,
                     "with `mass` use `use_volume` (the density follows from the spheres) or `use_density`");
    if (!w->has_mass && (w->by_volume || w->by_density))
        return wrong(words, -1, err, "`use_volume` and `use_density` go with `mass` and `inertia_tensor`");
    return TSU_OK;
}

static tsu_status make_kind(const tsu_words *words, clump_words *w, tsu_clump_kind **kind, tsu_error *err)
{
    tsu_error why = {0};
    for (int64_t k = 0; k < w->count; k++) {
        if (w->type[k] < 0) w->type[k] = w->t.type;
    }
    tsu_clump_words given = {.name = w->t.name,
                             .count = (int32_t)w->count,
                             .centre = (const double(*)[3])w->centre,
                             .radius = w->radius,
                             .type = w->type,
                             .density = w->density,
                             .mass = w->mass,
                             .given = !w->has_mass   ? TSU_CLUMP_GIVEN_DENSITY
                                      : w->by_volume ? TSU_CLUMP_GIVEN_VOLUME
                                                     : TSU_CLUMP_GIVEN_MASS,
                             .locked = w->locked,
                             .number = (int32_t)w->number,
                             .loose = w->loose};
    memcpy(given.tensor, w->tensor, sizeof given.tensor);
    const tsu_status status = tsu_clump_kind_make(&given, kind, &why);
    return status == TSU_OK ? TSU_OK : tsu_words_error(words, -1, status, err, "%s", why.message);
}

static void say(tsu_session *s, const tsu_clump_kind *k)
{
    tsu_script_say(s->script,
                   "Template %s: %d spheres, volume %.9g, mass %.9g, radius about the centre %.9g\n", k->name,
                   k->count, k->volume, k->mass, k->reach);
    if (!k->loose)
        tsu_script_say(
            s->script,
            "  centre of mass %.9g %.9g %.9g, principal moments %.9g %.9g %.9g (relative error %.1g)\n",
            k->centre[0], k->centre[1], k->centre[2], k->moments[0], k->moments[1], k->moments[2], k->error);
}

static void destroy(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static tsu_status add(tsu_session *s, const tsu_words *words, tsu_object *fix, clump_words *w, tsu_error *err)
{
    tsu_clump_kind *kind = NULL;
    tsu_status status = make_kind(words, w, &kind, err);
    if (status != TSU_OK) return status;
    status = tsu_clumps_keep_kind(s->world, kind, err);
    if (status != TSU_OK) {
        tsu_clump_kind_destroy(kind);
        return status;
    }
    tsu_template *t = malloc(sizeof *t);
    if (!t) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for template %s", fix->id);
    w->t.clump = kind;
    w->t.volume = kind->volume;
    w->t.mass = kind->mass;
    tsu_spread_make(&w->t.radius, TSU_SPREAD_CONSTANT, kind->reach, 0.0, false, "radius", NULL);
    tsu_spread_make(&w->t.density, TSU_SPREAD_CONSTANT, kind->density, 0.0, false, "density", NULL);
    *t = w->t;
    fix->state = t;
    fix->destroy = destroy;
    status = tsu_session_replace_fix(s, words, fix, err);
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, fix, err)) status = TSU_ERROR_MEMORY;
    if (status == TSU_OK)
        say(s, kind);
    else
        free(t);
    return status;
}

static tsu_status fix_template(tsu_script *script, tsu_words *words, bool loose, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    int64_t seed;
    clump_words w = {.session = s, .loose = loose};
    tsu_status status = tsu_session_need_world(s, "fix particletemplate/multisphere", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    words->loose = true;
    if (status == TSU_OK) status = tsu_insertion_read_seed(words, &seed, err);
    if (status != TSU_OK) return status;
    snprintf(w.t.name, sizeof w.t.name, "%s", fix.id);
    w.t.seed = (uint64_t)seed;
    w.t.group = 1u << fix.group;
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_arguments_next(words, "a keyword of a template", tsu_arguments_clump, &w, err);
    }
    if (status == TSU_OK) status = check(words, &w, err);
    if (status == TSU_OK) status = add(s, words, &fix, &w, err);
    tsu_memory_release(&w.centre);
    tsu_memory_release(&w.radius);
    tsu_memory_release(&w.type);
    return status;
}

static tsu_status fix_multisphere(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return fix_template(script, words, false, err);
}

static tsu_status fix_multiplespheres(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return fix_template(script, words, true, err);
}

#define SPHERES_USAGE                                                                                        \
    " SEED atom_type T density constant D nspheres N ntry N spheres file NAME [scale S] | X Y Z R ..."
const tsu_command tsu_fixes_clump_template[] = {
    {"particletemplate/multisphere",
     "fix ID GROUP particletemplate/multisphere" SPHERES_USAGE
     " type N [mass M inertia_tensor XX XY XZ YY YZ ZZ use_volume|use_density] [fflag on|off on|off on|off] "
     "[tflag on|off on|off on|off]",
     "a template of clumps: spheres that move as one rigid body", fix_multisphere},
    {"particletemplate/multiplespheres", "fix ID GROUP particletemplate/multiplespheres" SPHERES_USAGE,
     "a template of several spheres that are inserted together and then move independently",
     fix_multiplespheres},
    {0}};
