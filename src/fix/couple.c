/* SPDX-License-Identifier: Apache-2.0 */
/* couple.c - `fix couple/cfd` and its companions, as they are without a flow solver. A solver would fill properties of the
 * particles (dragforce, hdtorque, Ksl, uf, convectiveHeatFlux ...) from outside; that link does not exist here, and
 * `fix couple/cfd` says so. The properties exist, the deck may set and write them, and they act:
 *
 *   F += dragforce + Ksl (uf - v),   T += hdtorque,   m c dT/dt += convectiveHeatFlux + radiativeHeatFlux
 */
#include "fix/fix.h"
#include "model/group_sum.h"
#include "step/hooks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a fix that feeds particles with heat or a species reads and writes: properties of particles and one of materials. */
enum { QUANTITY, TOTAL, SOURCE, FLUX, CAPACITY };

typedef struct couple_fix {
    tsu_session *session;
    int group;
    bool torque, implicit;
    char name[CAPACITY + 1][TSU_NAME]; /* of the properties; empty: it feeds nothing */
    double total[6];                   /* force [N] and torque [N m] on all */
} couple_fix;

static void destroy_couple(tsu_session *s, void *state)
{
    if (s->world) tsu_world_change(s->world);
    free(state);
}

static tsu_status column_of(const couple_fix *f, const char *name, int width, double **value, tsu_error *err)
{
    const tsu_particle_column *c = tsu_particles_find_column(&f->session->world->particles, name);
    if (!c || c->width != width)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the coupling has lost the property %s of particles",
                             name);
    *value = c->value;
    return TSU_OK;
}

/* A property of particles as a fix of its own, unless the deck has it already. */
static tsu_status add_property(tsu_session *s, const char *name, int width, double value, tsu_error *err)
{
    char line[300];
    if (tsu_objects_find(&s->fixes, name)) return TSU_OK;
    snprintf(line, sizeof line,
             width == 1 ? "fix %s all property/atom %s scalar yes yes no %.17g"
                        : "fix %s all property/atom %s vector yes no no %.17g %.17g %.17g",
             name, name, value, value, value);
    return tsu_script_run_line(s->script, line, err);
}

static tsu_status init_companion(tsu_session *s, void *state, tsu_error *err)
{
    (void)state;
    for (int k = 0; k < s->fixes.count; k++) {
        if (strcmp(s->fixes.object[k]->style, "couple/cfd") == 0) return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "the coupling needs a `fix ID all couple/cfd ...`");
}

/* `run`: what it does in every step; NULL: nothing. */
static tsu_status add_fix(tsu_session *s, tsu_object *fix, const couple_fix *from, tsu_hook_phase phase,
                          tsu_hook_fn *run, tsu_error *err)
{
    couple_fix *f = malloc(sizeof *f);
    if (!f) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix->id);
    *f = *from;
    f->session = s;
    f->group = fix->group;
    fix->state = f;
    fix->destroy = destroy_couple;
    const tsu_hook_def hook = {.phase = phase, .run = run, .context = f};
    return tsu_session_finish_fix(s, fix, run ? tsu_session_hook(s, fix, hook, err) : TSU_OK, err);
}

/* ---- the connection ---------------------------------------------------------------------------------------------------------- */

/* fix ID group couple/cfd [couple_every N] mpi */
static tsu_status fix_couple(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const ways[] = {"mpi", "file", NULL};
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    int64_t every;
    int way = 0;
    words->loose = true;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    for (int k = 0; k < s->fixes.count && status == TSU_OK; k++) {
        if (strcmp(s->fixes.object[k]->style, fix.style) == 0)
            return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a fix couple/cfd (%s)",
                                   s->fixes.object[k]->id);
    }
    if (status == TSU_OK && (tsu_words_accept(words, "every") || tsu_words_accept(words, "couple_every")))
        status = tsu_words_integer_in(words, "the steps", 0, INT64_MAX, &every, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "the way of the data", ways, &way, err);
    if (status == TSU_OK && way == 1)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "exchange of data with a flow solver by files is not supported yet; the deck "
                               "is fine up to here");
    if (status == TSU_OK && tsu_words_accept(words, "regionmodel") && !tsu_words_accept(words, "none"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `regionmodel none`");
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) status = add_fix(s, &fix, &(couple_fix){0}, TSU_HOOK_FORCE, NULL, err);
    if (status == TSU_OK)
        tsu_script_warn(
            script, "coupling to a flow solver (CFD) is not supported yet: the run goes on without a flow. "
                    "Particles feel only what the deck sets in their properties (dragforce and so on), as "
                    "in LIGGGHTS run on its own");
    return status;
}

/* ---- forces ------------------------------------------------------------------------------------------------------------------- */

static tsu_status push(struct tsu_world *w, void *context, tsu_error *err)
{
    couple_fix *f = context;
    double *drag = NULL, *torque = NULL, *factor = NULL, *flow = NULL;
    tsu_status status = column_of(f, "dragforce", 3, &drag, err);
    if (status == TSU_OK && f->torque) status = column_of(f, "hdtorque", 3, &torque, err);
    if (status == TSU_OK && f->implicit) status = column_of(f, "Ksl", 1, &factor, err);
    if (status == TSU_OK && f->implicit) status = column_of(f, "uf", 3, &flow, err);
    if (status != TSU_OK) return status;
    tsu_exact_sum total[6];
    for (int q = 0; q < 6; q++) {
        tsu_exact_init(&total[q]);
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_session_in_group(f->session, i, f->group)) continue;
        for (int q = 0; q < 3; q++) {
            const double implicit = factor ? factor[i] * (flow[3 * i + q] - w->particles.vm[i][q]) : 0.0;
            w->particles.force[i][q] += drag[3 * i + q] + implicit;
            tsu_exact_add(&total[q], drag[3 * i + q] + implicit);
            if (!torque) continue;
            w->particles.torque[i][q] += torque[3 * i + q];
            tsu_exact_add(&total[3 + q], torque[3 * i + q]);
        }
    }
    for (int q = 0; q < 6; q++) {
        f->total[q] = tsu_exact_round(&total[q]);
    }
    return TSU_OK;
}

static tsu_status total_of(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const tsu_status status = tsu_session_settle(s, err);
    *out = ((const couple_fix *)state)->total[index];
    return status;
}

/* transfer_stochastic and transfer_virtualMass have properties of their own, which only a flow solver reads; the other
 * transfers send what particles have anyway. */
static tsu_status read_transfers(tsu_session *s, tsu_words *words, couple_fix *f, tsu_error *err)
{
    static const char *const list[] = {
        "transfer_torque",       "transfer_density",        "transfer_type",
        "transfer_id",           "transfer_stochastic",     "transfer_virtualMass",
        "transfer_superquadric", "transfer_fiber_topology", NULL};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        bool on = false;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK) status = tsu_words_switch(words, "yes or no", &on, err);
        if (status == TSU_OK && key == 0) f->torque = on;
        if (status == TSU_OK && key == 4 && on) status = add_property(s, "dispersionTime", 1, 1e12, err);
        if (status == TSU_OK && key == 4 && on) status = add_property(s, "dispersionVel", 3, 0.0, err);
        if (status == TSU_OK && key == 5 && on) status = add_property(s, "UrelOld", 3, 0.0, err);
        if (status == TSU_OK && key >= 6 && on)
            return tsu_words_error(words, words->at - 2, TSU_ERROR_UNSUPPORTED, err,
                                   "particles that are no spheres are not supported yet");
    }
    return status;
}

static tsu_status fix_force(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    couple_fix f = {.torque = true, .implicit = strstr(fix.style, "implicit") != NULL};
    status = read_transfers(s, words, &f, err);
    if (status == TSU_OK) status = add_property(s, "dragforce", 3, 0.0, err);
    if (status == TSU_OK && f.torque) status = add_property(s, "hdtorque", 3, 0.0, err);
    if (status == TSU_OK && f.implicit) status = add_property(s, "Ksl", 1, 0.0, err);
    if (status == TSU_OK && f.implicit) status = add_property(s, "uf", 3, 0.0, err);
    fix.init = init_companion;
    fix.values = (tsu_values){.vector_length = 6, .vector = total_of};
    return status == TSU_OK ? add_fix(s, &fix, &f, TSU_HOOK_FORCE, push, err) : status;
}

/* ---- heat and species ----------------------------------------------------------------------------------------------------------- */

static bool heat_flows(const tsu_session *s)
{
    for (int k = 0; k < s->fixes.count; k++) {
        if (strncmp(s->fixes.object[k]->style, "heat/gran", 9) == 0) return true;
    }
    return false;
}

/* Of the fixes that feed one quantity the first clears its total and adds the sources, unless fix heat/gran does so. */
static bool is_first(const couple_fix *f)
{
    for (int k = 0; k < f->session->fixes.count; k++) {
        const tsu_object *o = f->session->fixes.object[k];
        const couple_fix *other = o->state;
        if (o->destroy == destroy_couple && strcmp(other->name[QUANTITY], f->name[QUANTITY]) == 0)
            return other == f && !(strcmp(f->name[QUANTITY], "Temp") == 0 && heat_flows(f->session));
    }
    return false;
}

static tsu_status feed(struct tsu_world *w, void *context, tsu_error *err)
{
    const couple_fix *f = context;
    double *column[CAPACITY] = {NULL};
    for (int k = 0; k < CAPACITY; k++) {
        const tsu_status status = column_of(f, f->name[k], 1, &column[k], err);
        if (status != TSU_OK) return status;
    }
    const tsu_property *c = tsu_materials_find(&w->materials, f->name[CAPACITY]);
    const bool first = is_first(f);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (first) column[TOTAL][i] = 0.0;
        if (!tsu_session_in_group(f->session, i, f->group)) continue;
        const double holds = c ? w->particles.mass[i] * c->value[w->particles.type[i]] : 1.0;
        column[TOTAL][i] += column[FLUX][i];
        column[QUANTITY][i] += w->dt * (column[FLUX][i] + (first ? column[SOURCE][i] : 0.0)) / holds;
    }
    return TSU_OK;
}

static tsu_status init_feed(tsu_session *s, void *state, tsu_error *err)
{
    const couple_fix *f = state;
    tsu_property *p = tsu_materials_find(&s->world->materials, f->name[CAPACITY]);
    if (p && p->shape == TSU_PROPERTY_TYPE) {
        p->used = true;
        return init_companion(s, state, err);
    }
    if (!p && strcmp(f->name[CAPACITY], "thermalCapacity") != 0) return init_companion(s, state, err);
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "what flows into particles needs `fix ID all property/global %s peratomtype ...`",
                         f->name[CAPACITY]);
}

static tsu_status add_feed(tsu_session *s, tsu_object *fix, const couple_fix *f, double initial,
                           tsu_error *err)
{
    tsu_status status = add_property(s, f->name[QUANTITY], 1, initial, err);
    for (int k = TOTAL; k < CAPACITY && status == TSU_OK; k++) {
        status = add_property(s, f->name[k], 1, 0.0, err);
    }
    fix->init = init_feed;
    return status == TSU_OK ? add_fix(s, fix, f, TSU_HOOK_AFTER_STEP, feed, err) : status;
}

/* The keyword `key` and the value it has at the start. */
static tsu_status read_initial(tsu_words *words, const char *key, double *initial, tsu_error *err)
{
    if (!tsu_words_accept(words, key))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `%s VALUE`", key);
    const tsu_status status = tsu_words_loose_number(words, "the value at the start", initial, err);
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

/* fix ID group couple/cfd/convection|radiation T0 T */
static tsu_status fix_heat(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    couple_fix f = {.name = {"Temp", "heatFlux", "heatSource", "convectiveHeatFlux", "thermalCapacity"}};
    double initial = 0.0;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status == TSU_OK) status = read_initial(words, "T0", &initial, err);
    if (status != TSU_OK) return status;
    if (strstr(fix.style, "radiation")) snprintf(f.name[FLUX], sizeof f.name[FLUX], "radiativeHeatFlux");
    return add_feed(s, &fix, &f, initial, err);
}

/* fix ID group couple/cfd/speciesConvection speciesName NAME species0 C */
static tsu_status fix_species(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const endings[] = {"", "TotalFlux", "Source", "Flux", "Capacity"};
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    couple_fix f = {0};
    const char *name;
    double initial = 0.0;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status == TSU_OK && !tsu_words_accept(words, "speciesName"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `speciesName NAME`");
    if (status == TSU_OK) status = tsu_words_text(words, "the name of the species", &name, err);
    if (status == TSU_OK && strlen(name) > TSU_NAME - 16)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the name '%s' is too long", name);
    if (status == TSU_OK) status = read_initial(words, "species0", &initial, err);
    if (status != TSU_OK) return status;
    for (int k = 0; k <= CAPACITY; k++) {
        snprintf(f.name[k], sizeof f.name[k], "%.*s%s", TSU_NAME - 16, name, endings[k]);
    }
    return add_feed(s, &fix, &f, initial, err);
}

#define FORCE_USAGE                                                                                          \
    " [transfer_torque yes|no] [transfer_density yes|no] [transfer_type yes|no] [transfer_id yes|no]"
const tsu_command tsu_fixes_couple[] = {
    {"couple/cfd", "fix ID GROUP couple/cfd [couple_every N] mpi",
     "where a flow solver would be connected; there is none yet", fix_couple},
    {"couple/cfd/force", "fix ID GROUP couple/cfd/force" FORCE_USAGE,
     "force and torque of a flow: the properties dragforce and hdtorque; f_ID[1-6] in all", fix_force},
    {"couple/cfd/dragforce", "fix ID GROUP couple/cfd/dragforce" FORCE_USAGE, "the same as couple/cfd/force",
     fix_force},
    {"couple/cfd/force/implicit", "fix ID GROUP couple/cfd/force/implicit" FORCE_USAGE,
     "as couple/cfd/force, and the force Ksl (uf - v) of the properties Ksl and uf", fix_force},
    {"couple/cfd/convection", "fix ID GROUP couple/cfd/convection T0 TEMPERATURE",
     "heat of a flow: the property convectiveHeatFlux [W]", fix_heat},
    {"couple/cfd/speciesConvection", "fix ID GROUP couple/cfd/speciesConvection speciesName NAME species0 C",
     "a species NAME in particles, fed by the properties NAMEFlux and NAMESource", fix_species},
    {"couple/cfd/radiation", "fix ID GROUP couple/cfd/radiation T0 TEMPERATURE",
     "heat of radiation: the property radiativeHeatFlux [W]", fix_heat},
    {0}};
