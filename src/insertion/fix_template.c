/* SPDX-License-Identifier: Apache-2.0 */
/* fix_template.c - what to insert: `fix particletemplate/sphere` and `fix particledistribution/discrete`. */
#include "deck/arguments.h"
#include "insertion/insertion.h"
#include "session/define.h"
#include "session/groups.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void destroy(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

/* A fix with the same ID and style is replaced. */
static tsu_status add_fix(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err)
{
    tsu_status status = tsu_session_replace_fix(s, words, fix, err);
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, fix, err)) status = TSU_ERROR_MEMORY;
    return status;
}

/* ---- templates ---------------------------------------------------------------------------------------------------- */

typedef struct template_words {
    const tsu_session *session;
    tsu_template t;
    double volume_limit; /* [m^3]; 0: none */
    bool has_radius, has_density;
} template_words;

/* constant V | uniform [number|mass] LO HI | gaussian [number|mass] MEAN SIGMA | lognormal [number|mass] MU SIGMA */
static tsu_status read_spread(tsu_words *words, const char *what, tsu_spread *spread, tsu_error *err)
{
    static const char *const kinds[] = {[TSU_SPREAD_CONSTANT] = "constant",
                                        [TSU_SPREAD_UNIFORM] = "uniform",
                                        [TSU_SPREAD_GAUSSIAN] = "gaussian",
                                        [TSU_SPREAD_LOGNORMAL] = "lognormal",
                                        NULL};
    int kind;
    double a, b = 0.0;
    tsu_status status = tsu_words_choice(words, "how values are spread", kinds, &kind, err);
    if (status != TSU_OK) return status;
    const bool spread_out = kind != TSU_SPREAD_CONSTANT;
    const bool by_mass = spread_out && tsu_words_accept(words, "mass");
    if (spread_out && !by_mass) tsu_words_accept(words, "number");
    const int at = words->at;
    status = tsu_words_number(words, what, &a, err);
    if (status == TSU_OK && spread_out) status = tsu_words_number(words, what, &b, err);
    if (status != TSU_OK) return status;
    tsu_error why = {0};
    status = tsu_spread_make(spread, (tsu_spread_kind)kind, a, b, by_mass, what, &why);
    return status == TSU_OK ? TSU_OK : tsu_words_error(words, at, status, err, "%s", why.message);
}

tsu_status tsu_template_read_type(const tsu_session *s, tsu_words *words, int32_t *type, tsu_error *err)
{
    int64_t given;
    const tsu_status status =
        tsu_words_integer_in(words, "the material", 1, s->world->materials.types, &given, err);
    if (status == TSU_OK) *type = (int32_t)given - 1;
    return status;
}

tsu_status tsu_template_read_group(const tsu_session *s, tsu_words *words, uint32_t *groups, tsu_error *err)
{
    const char *name;
    int group;
    tsu_status status = tsu_words_text(words, "a group", &name, err);
    if (status == TSU_OK) status = tsu_session_group(s, name, &group, err);
    if (status == TSU_OK) *groups |= 1u << group;
    return status;
}

static tsu_status read_type(void *to, tsu_words *words, tsu_error *err)
{
    template_words *w = to;
    return tsu_template_read_type(w->session, words, &w->t.type, err);
}

static tsu_status read_group(void *to, tsu_words *words, tsu_error *err)
{
    template_words *w = to;
    return tsu_template_read_group(w->session, words, &w->t.group, err);
}

static tsu_status refuse(const tsu_words *words, const char *why, tsu_error *err)
{
    return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err, "is not supported yet: %s", why);
}

static tsu_status read_radius(void *to, tsu_words *words, tsu_error *err)
{
    return read_spread(words, "radius [m]", &((template_words *)to)->t.radius, err);
}

static tsu_status read_density(void *to, tsu_words *words, tsu_error *err)
{
    return read_spread(words, "density [kg/m^3]", &((template_words *)to)->t.density, err);
}

static tsu_status read_volume_limit(void *to, tsu_words *words, tsu_error *err)
{
    template_words *w = to;
    const tsu_status status = tsu_words_number(words, "the least volume [m^3]", &w->volume_limit, err);
    if (status == TSU_OK && !(w->volume_limit > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "it must be positive");
    return status;
}

static tsu_status read_relative(void *to, tsu_words *words, tsu_error *err)
{
    bool relative = false;
    (void)to;
    const tsu_status status = tsu_words_switch(words, "yes or no", &relative, err);
    return status == TSU_OK && relative ? refuse(words, "radii are lengths", err) : status;
}

static tsu_status refuse_region(void *to, tsu_words *words, tsu_error *err)
{
    (void)to;
    return refuse(words, "templates are inserted where `fix insert/...` says", err);
}

static tsu_status refuse_variable(void *to, tsu_words *words, tsu_error *err)
{
    (void)to;
    return refuse(words, "use one `fix insert/...` for each region, or a region that moves", err);
}

#define SPREAD "constant V, or uniform, gaussian, lognormal [number|mass] A B"
const tsu_argument tsu_arguments_template[] = {
    {.keyword = "atom_type", .kind = TSU_ARGUMENT_OTHER, .what = "the material", .read = read_type},
    {.keyword = "radius",
     .kind = TSU_ARGUMENT_OTHER,
     .given = offsetof(template_words, has_radius),
     .what = SPREAD " [m]",
     .read = read_radius},
    {.keyword = "density",
     .kind = TSU_ARGUMENT_OTHER,
     .given = offsetof(template_words, has_density),
     .what = SPREAD " [kg/m^3]",
     .read = read_density},
    {.keyword = "volume_limit",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "the least volume [m^3]",
     .read = read_volume_limit},
    {.keyword = "additional_group", .kind = TSU_ARGUMENT_OTHER, .what = "a group", .read = read_group},
    {.keyword = "region", .kind = TSU_ARGUMENT_OTHER, .what = "not supported", .read = refuse_region},
    {.keyword = "region_variable",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "not supported",
     .read = refuse_variable},
    {.keyword = "relative", .kind = TSU_ARGUMENT_OTHER, .what = "no", .read = read_relative},
    {0}};

static tsu_status check_template(const tsu_words *words, const template_words *w, tsu_error *err)
{
    if (!w->has_radius || !w->has_density)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the %s is not given: add `%s`",
                               w->has_radius ? "density" : "radius",
                               w->has_radius ? "density constant 2500" : "radius constant 0.001");
    if (w->volume_limit > 0.0 && w->t.volume < w->volume_limit)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "the mean volume %g m^3 of a particle is less than volume_limit %g m^3",
                               w->t.volume, w->volume_limit);
    return TSU_OK;
}

static tsu_status fix_template(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    int64_t seed;
    template_words w = {.session = s};
    tsu_status status = tsu_session_need_world(s, "fix particletemplate/sphere", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    words->loose = true;
    if (status == TSU_OK) status = tsu_insertion_read_seed(words, &seed, err);
    if (status != TSU_OK) return status;
    snprintf(w.t.name, sizeof w.t.name, "%s", fix.id);
    w.t.seed = (uint64_t)seed;
    w.t.group = 1u << fix.group;
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_arguments_next(words, "a keyword of a template", tsu_arguments_template, &w, err);
    }
    if (status != TSU_OK) return status;
    if (w.has_radius && w.has_density) tsu_template_measure(&w.t);
    status = check_template(words, &w, err);
    if (status != TSU_OK) return status;
    tsu_template *t = malloc(sizeof *t);
    if (!t) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for template %s", fix.id);
    *t = w.t;
    fix.state = t;
    fix.destroy = destroy;
    status = add_fix(s, words, &fix, err);
    if (status != TSU_OK) free(t);
    return status;
}

/* ---- distributions -------------------------------------------------------------------------------------------------- */

static tsu_status read_part(tsu_session *s, tsu_words *words, tsu_blend *b, int k, tsu_error *err)
{
    const char *id;
    tsu_status status = tsu_words_text(words, "a template", &id, err);
    if (status != TSU_OK) return status;
    const tsu_object *o = tsu_objects_find(&s->fixes, id);
    if (!o || strncmp(o->style, "particletemplate/", 17) != 0)
        return tsu_error_lacks_name(
            err, id,
            tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                            "%s; define it with `fix %s all particletemplate/sphere ...` first",
                            o ? "is not a template" : "there is no fix of this ID", id));
    for (int q = 0; q < k; q++) {
        if (strcmp(b->part[q].name, id) == 0)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the template is named twice; add up its weights");
    }
    b->part[k] = *(const tsu_template *)o->state;
    return tsu_words_number(words, "the weight", &b->weight[k], err);
}

static tsu_status read_parts(tsu_session *s, tsu_words *words, tsu_blend *b, tsu_error *err)
{
    int64_t parts;
    tsu_status status =
        tsu_words_integer_in(words, "the number of templates", 1, TSU_BLEND_PARTS, &parts, err);
    if (status != TSU_OK) return status;
    b->parts = (int)parts;
    if (tsu_words_left(words) != 2 * b->parts)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "%d templates with their weights are %d words, but %d follow", b->parts,
                               2 * b->parts, tsu_words_left(words));
    for (int k = 0; k < b->parts && status == TSU_OK; k++) {
        status = read_part(s, words, b, k, err);
    }
    return status;
}

static void say_shares(tsu_session *s, const tsu_blend *b)
{
    for (int k = 0; k < b->parts; k++) {
        const tsu_template *t = &b->part[k];
        tsu_script_say(s->script,
                       "Distribution %s: template %s, diameter up to %g: %.6g %% of the mass, %.6g %% of the "
                       "particles\n",
                       b->name, t->name, 2.0 * t->radius.hi, 100.0 * b->weight[k] * t->mass / b->mass,
                       100.0 * b->weight[k]);
    }
}

static tsu_status make_blend(tsu_session *s, tsu_words *words, const tsu_object *fix, tsu_blend *b,
                             tsu_error *err)
{
    int64_t seed;
    words->loose = true;
    tsu_status status = tsu_insertion_read_seed(words, &seed, err);
    if (status == TSU_OK) status = read_parts(s, words, b, err);
    if (status != TSU_OK) return status;
    snprintf(b->name, sizeof b->name, "%s", fix->id);
    b->seed = (uint64_t)seed;
    b->group = 1u << fix->group;
    double sum = 0.0;
    for (int k = 0; k < b->parts; k++) {
        sum += b->weight[k];
    }
    tsu_error why = {0};
    status = tsu_blend_finish(b, strstr(fix->style, "numberbased") == NULL, &why);
    if (status != TSU_OK) return tsu_words_error(words, -1, status, err, "%s", why.message);
    if (fabs(sum - 1.0) > 1.0e-5)
        tsu_script_warn(s->script, "the weights of distribution %s sum to %g; they count relative to that",
                        fix->id, sum);
    return TSU_OK;
}

static tsu_status fix_distribution(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix particledistribution/discrete", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_blend *b = calloc(1, sizeof *b);
    if (!b) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for distribution %s", fix.id);
    fix.state = b;
    fix.destroy = destroy;
    status = make_blend(s, words, &fix, b, err);
    if (status == TSU_OK) status = add_fix(s, words, &fix, err);
    if (status != TSU_OK) {
        free(b);
        return status;
    }
    say_shares(s, b);
    return TSU_OK;
}

#define TEMPLATE_USAGE                                                                                       \
    "fix ID GROUP particletemplate/sphere SEED radius SPREAD density SPREAD [atom_type N] [volume_limit V] " \
    "[additional_group GROUP]; SPREAD: constant V | uniform|gaussian|lognormal [number|mass] A B"
#define DISTRIBUTION_USAGE                                                                                   \
    "fix ID GROUP particledistribution/discrete[/massbased|/numberbased] SEED N TEMPLATE WEIGHT ..."

const tsu_command tsu_fixes_template[] = {
    {"particletemplate/sphere", TEMPLATE_USAGE, "a kind of sphere to insert", fix_template},
    {"particledistribution/discrete", DISTRIBUTION_USAGE, "templates mixed by mass", fix_distribution},
    {"particledistribution/discrete/massbased", DISTRIBUTION_USAGE, "templates mixed by mass",
     fix_distribution},
    {"particledistribution/discrete/numberbased", DISTRIBUTION_USAGE, "templates mixed by number",
     fix_distribution},
    {0}};
