/* SPDX-License-Identifier: Apache-2.0 */
/* set.c - `set`: properties of chosen particles. */
#include "base/memory.h"
#include "base/random.h"
#include "command/command.h"
#include "model/clumps.h"
#include "model/rows.h"
#include "state/fields.h"
#include "step/clump/clumps.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which ------------------------------------------------------------------------------------------------------------- */

/* `5`, `*`, `5*`, `*5`, `2*5`. */
static bool parse_range(const char *word, double *low, double *high)
{
    const char *star = strchr(word, '*');
    int64_t a = 0, b = 0;
    char first[32] = "";
    if (!star) {
        const bool ok = tsu_parse_integer(word, &a);
        *low = *high = (double)a;
        return ok;
    }
    const size_t n = (size_t)(star - word);
    if (n >= sizeof first) return false;
    memcpy(first, word, n);
    if ((n > 0 && !tsu_parse_integer(first, &a)) || (star[1] && !tsu_parse_integer(star + 1, &b)))
        return false;
    *low = n > 0 ? (double)a : -INFINITY;
    *high = star[1] ? (double)b : INFINITY;
    return true;
}

enum { BY_ATOM, BY_TYPE, BY_GROUP, BY_REGION, BY_MOLECULE };

static tsu_status select_particles(tsu_session *s, tsu_words *words, uint8_t *chosen, tsu_error *err)
{
    static const char *const styles[] = {[BY_ATOM] = "atom",     [BY_TYPE] = "type",    [BY_GROUP] = "group",
                                         [BY_REGION] = "region", [BY_MOLECULE] = "mol", NULL};
    int style, g = 0;
    tsu_region *r = NULL;
    const char *word;
    double low = 0.0, high = 0.0;
    tsu_status status = tsu_words_choice(words, "what to choose by", styles, &style, err);
    if (status == TSU_OK) status = tsu_words_text(words, "which", &word, err);
    if (status == TSU_OK && style == BY_GROUP) status = tsu_session_group(s, word, &g, err);
    if (status == TSU_OK && style == BY_REGION) status = tsu_session_region(s, word, &r, err);
    if (status == TSU_OK && (style <= BY_TYPE || style == BY_MOLECULE) && !parse_range(word, &low, &high))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "'%s' is not a number or range like 1*10", word);
    const tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; status == TSU_OK && i < p->count; i++) {
        const double value = style == BY_ATOM       ? (double)p->id[i]
                             : style == BY_MOLECULE ? tsu_clumps_number(s->world, i)
                                                    : p->type[i] + 1;
        chosen[i] = style == BY_GROUP    ? tsu_session_in_group(s, i, g)
                    : style == BY_REGION ? tsu_world_in_region(s->world, i, r)
                                         : value >= low && value <= high;
    }
    return status;
}

/* ---- numbers per particle ------------------------------------------------------------------------------------------------ */

typedef struct setting {
    tsu_session *s;
    tsu_words *words;
    uint8_t *chosen; /* [particles] */
    double *value;   /* [particles] */
    bool add;        /* property/atom: only before step `until` */
    double until;
    bool bodies; /* some of the chosen belong to clumps */
} setting;

/* A number for each chosen particle: a constant, or a variable of any style. */
static tsu_status read_values(setting *t, const char *what, tsu_error *err)
{
    tsu_quantity q;
    const int32_t n = t->s->world->particles.count;
    const tsu_status status = tsu_words_quantity(t->words, what, &q, err);
    if (status != TSU_OK) return status;
    if (q.variable[0])
        return tsu_script_variable_particles(t->s->script, q.variable, t->chosen, n, t->value, err);
    for (int32_t i = 0; i < n; i++) {
        t->value[i] = q.value;
    }
    return TSU_OK;
}

static tsu_status check_value(const setting *t, const tsu_field *f, const char *word, double value,
                              tsu_error *err)
{
    const int types = t->s->world->materials.types;
    if ((f->flags & TSU_FIELD_POSITIVE) && !(value > 0.0 && isfinite(value)))
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
                               "%s is %g; it must be positive", word, value);
    if ((f->flags & TSU_FIELD_MATERIAL) && (value != floor(value) || value < 1.0 || value > types))
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
                               "material %g; there are 1 to %d", value, types);
    if (!isfinite(value))
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err, "%s is %g", word, value);
    return TSU_OK;
}

/* What of a sphere is its own, and not its clump's. */
static tsu_status check_of_clump(const setting *t, const tsu_field_number *n, const char *word,
                                 tsu_error *err)
{
    if (n->field.store == TSU_STORE_COLUMN || (n->field.flags & TSU_FIELD_MATERIAL)) return TSU_OK;
    return tsu_words_error(
        t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
        "%s of a sphere follows from its clump; `velocity` and `displace_atoms` move clumps as a "
        "whole",
        word);
}

/* A number of a field. */
static tsu_status set_number(setting *t, const tsu_field_number *n, const char *word, int32_t *count,
                             tsu_error *err)
{
    tsu_particles *p = &t->s->world->particles;
    if (!(n->field.flags & TSU_FIELD_SETTABLE))
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
                               "%s cannot be set; `tsubu reference fields` says what can", word);
    tsu_status status = t->bodies ? check_of_clump(t, n, word, err) : TSU_OK;
    if (status == TSU_OK) status = read_values(t, word, err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (t->chosen[i]) status = check_value(t, &n->field, word, t->value[i], err);
    }
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (!t->chosen[i]) continue;
        tsu_field_set(p, &n->field, i, n->q, t->value[i]);
        ++*count;
    }
    if (n->field.flags & TSU_FIELD_PLACES) t->s->particles_placed = true;
    return status;
}

/* ---- keywords with values of their own --------------------------------------------------------------------------------------- */

/* type/fraction TYPE FRACTION SEED: each chosen particle gets the type with that probability. */
static tsu_status set_fraction(setting *t, int32_t *count, tsu_error *err)
{
    int64_t type, seed;
    double fraction;
    tsu_particles *p = &t->s->world->particles;
    tsu_status status =
        tsu_words_integer_in(t->words, "the material", 1, t->s->world->materials.types, &type, err);
    if (status == TSU_OK) status = tsu_words_number(t->words, "the fraction", &fraction, err);
    if (status == TSU_OK && !(fraction >= 0.0 && fraction <= 1.0))
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
                               "the fraction is %g; it lies between 0 and 1", fraction);
    if (status == TSU_OK) status = tsu_words_integer(t->words, "the seed", &seed, err);
    for (int32_t i = 0; status == TSU_OK && i < p->count; i++) {
        if (!t->chosen[i]) continue;
        if (tsu_random_uniform((uint64_t)seed, p->id[i], TSU_RANDOM_TYPE, 0) >= fraction) continue;
        p->type[i] = (int32_t)type - 1;
        ++*count;
    }
    return status;
}

/* image NX NY NZ: how often a particle has crossed the periodic faces; NULL leaves one as it is. */
static tsu_status set_image(setting *t, int32_t *count, tsu_error *err)
{
    tsu_particles *p = &t->s->world->particles;
    int64_t image[3] = {0};
    bool keep[3];
    for (int q = 0; q < 3; q++) {
        keep[q] = tsu_words_accept(t->words, "NULL");
        if (keep[q]) continue;
        const tsu_status status = tsu_words_integer_in(t->words, "a number of crossings or NULL", -1000000,
                                                       1000000, &image[q], err);
        if (status != TSU_OK) return status;
        if (image[q] != 0 && !t->s->world->box.periodic[q])
            return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err, "%c is not periodic",
                                   "xyz"[q]);
    }
    for (int32_t i = 0; i < p->count; i++) {
        for (int q = 0; q < 3 && t->chosen[i]; q++) {
            if (!keep[q]) p->image[i][q] = (int32_t)image[q];
        }
        *count += t->chosen[i];
    }
    return TSU_OK;
}

static tsu_status set_property(setting *t, int32_t *count, tsu_error *err)
{
    const char *name;
    tsu_particles *p = &t->s->world->particles;
    tsu_status status = tsu_words_text(t->words, "the name of the property", &name, err);
    if (status != TSU_OK) return status;
    const tsu_particle_column *c = tsu_particles_find_column(p, name);
    if (c && (strcmp(name, "id_multisphere") == 0 || strcmp(name, "clumpPlace") == 0))
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
                               "%s identifies the spheres of a clump and cannot be set", name);
    if (!c)
        return tsu_words_error(
            t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
            "particles have no property '%s'; define it with `fix ID all property/atom %s ...`", name, name);
    status = tsu_words_need(t->words, c->width, "values of the property", err);
    for (int q = 0; q < c->width && status == TSU_OK; q++) {
        status = read_values(t, "a value of the property", err);
        for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
            if (!t->chosen[i] || (t->add && !((double)t->s->world->step < t->until))) continue;
            c->value[(size_t)i * (size_t)c->width + (size_t)q] = t->value[i];
            *count += q == 0;
        }
    }
    return status;
}

static tsu_status set_until(setting *t, tsu_error *err)
{
    const tsu_status status = tsu_words_loose_number(t->words, "a step", &t->until, err);
    if (status == TSU_OK && !(t->until > 0.0))
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err, "`until` must be positive");
    return status;
}

enum { FRACTION, IMAGE, PROPERTY, ADD, UNTIL, REFUSED };

static const char *const set_words[] = {[FRACTION] = "type/fraction",
                                        [IMAGE] = "image",
                                        [PROPERTY] = "property/atom",
                                        [ADD] = "add",
                                        [UNTIL] = "until",
                                        /* known to LIGGGHTS, of particles that are no spheres */
                                        [REFUSED] = "charge",
                                        "shape",
                                        "blockiness",
                                        "roundness",
                                        "aspect_ratio",
                                        "length",
                                        "dipole",
                                        "dipole/random",
                                        "quat",
                                        "quat_direct",
                                        "quat/random",
                                        "theta",
                                        "angmom",
                                        "mol",
                                        "bond",
                                        "angle",
                                        "dihedral",
                                        "improper",
                                        "meso_e",
                                        "meso_cv",
                                        "meso_rho",
                                        "smd/mass/density",
                                        "smd/contact/radius",
                                        "sphkernel",
                                        NULL};

/* A keyword with values of its own; what is none may have been meant for a field. */
static tsu_status read_keyword(const setting *t, int *what, tsu_error *err)
{
    char near[TSU_FIELD_ROOM];
    const char *word = tsu_words_peek(t->words);
    if (!tsu_nearest_word(word, set_words) && tsu_fields_nearest(&t->s->world->particles, word, false, near))
        return tsu_words_error(t->words, t->words->at, TSU_ERROR_INPUT, err,
                               "cannot be set; did you mean `%s`?", near);
    return tsu_words_choice(t->words, "what to set", set_words, what, err);
}

static tsu_status set_keyword(setting *t, tsu_error *err)
{
    int what;
    int32_t count = 0;
    tsu_status status = read_keyword(t, &what, err);
    if (status != TSU_OK) return status;
    if (what >= REFUSED)
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "particles are spheres; they have no %s", set_words[what]);
    if (what == FRACTION) status = set_fraction(t, &count, err);
    if (what == IMAGE && t->bodies)
        return tsu_words_error(t->words, t->words->at - 1, TSU_ERROR_INPUT, err,
                               "the image of a sphere follows from its clump");
    if (what == IMAGE) status = set_image(t, &count, err);
    if (what == PROPERTY) status = set_property(t, &count, err);
    if (what == ADD) status = tsu_words_switch(t->words, "yes or no", &t->add, err);
    if (what == UNTIL) status = set_until(t, err);
    if (status == TSU_OK && what < ADD)
        tsu_script_say(t->s->script, "  %d settings made for %s\n", count, set_words[what]);
    return status;
}

static tsu_status set_all(setting *t, tsu_error *err)
{
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(t->words)) {
        const char *word = tsu_words_peek(t->words);
        tsu_field_number n;
        int32_t count = 0;
        if (!tsu_fields_word(&t->s->world->particles, word, &n)) {
            status = set_keyword(t, err);
            continue;
        }
        t->words->at++;
        status = set_number(t, &n, word, &count, err);
        if (status == TSU_OK) tsu_script_say(t->s->script, "  %d settings made for %s\n", count, word);
    }
    return status;
}

/* Spheres of clumps may be set if `fix multisphere` says so, as in LIGGGHTS. */
static tsu_status check_clumps(setting *t, tsu_error *err)
{
    const tsu_world *w = t->s->world;
    const tsu_model *m = tsu_models_of(w, &tsu_model_clumps);
    const bool allowed = m && ((const tsu_clumps_model_def *)m->state)->set;
    for (int32_t i = 0; i < w->particles.count && !t->bodies; i++) {
        t->bodies = t->chosen[i] && tsu_clumps_hold(w, i);
    }
    if (!t->bodies || allowed) return TSU_OK;
    return tsu_words_error(t->words, 0, TSU_ERROR_INPUT, err,
                           "some of these particles belong to clumps; add `allow_group_and_set yes` to `fix "
                           "multisphere`, then material and properties of their spheres can be set");
}

static tsu_status run_set(tsu_script *script, tsu_words *words, tsu_error *err)
{
    setting t = {.s = tsu_session_of(script), .words = words, .until = 1.0};
    tsu_status status = tsu_session_need_world(t.s, "set", err);
    if (status != TSU_OK) return status;
    const size_t n = (size_t)t.s->world->particles.count;
    status = tsu_memory_allocate(&t.chosen, n, sizeof *t.chosen, "chosen particles", err);
    if (status == TSU_OK) status = tsu_memory_allocate(&t.value, n, sizeof *t.value, "values", err);
    if (status == TSU_OK) status = select_particles(t.s, words, t.chosen, err);
    if (status == TSU_OK && !tsu_words_left(words))
        status = tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`set` sets nothing");
    if (status == TSU_OK) status = check_clumps(&t, err);
    if (status == TSU_OK) {
        tsu_world_change(t.s->world);
        status = set_all(&t, err);
    }
    tsu_memory_release(&t.chosen);
    tsu_memory_release(&t.value);
    return status;
}

const tsu_command tsu_commands_set[] = {
    {"set",
     "set atom|type|group|region|mol WHICH [FIELD VALUE] "
     "[type/fraction TYPE FRACTION SEED] [image NX NY NZ] [property/atom NAME VALUE ...]",
     "change properties of particles", run_set},
    {0}};
