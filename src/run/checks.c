/* SPDX-License-Identifier: Apache-2.0 */
/* checks.c - what is looked at before a run, so that a deck that cannot give the right answer says so: particles on top of
 * each other, properties outside the range that makes sense, a time step too long, no integrator. */
#include "fix/mesh_fix.h"
#include "insertion/insertion.h"
#include "model/clumps.h"
#include "run/run.h"
#include "session/rehearsal.h"
#include "session/timestep.h"
#include "step/list/overlaps.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- overlaps ---------------------------------------------------------------------------------------------------------- */

static const double OVERLAP_WARNED = 0.05, OVERLAP_REFUSED = 1.0; /* of the smaller radius */

static tsu_status check_overlaps(tsu_session *s, tsu_error *err)
{
    tsu_overlaps o;
    if (!s->particles_placed || tsu_script_left_loop(s->script)) return TSU_OK;
    s->particles_placed = false;
    tsu_overlaps_find(s->world, OVERLAP_WARNED, &o);
    if (o.worst <= OVERLAP_WARNED) return TSU_OK;
    char pair[400];
    snprintf(pair, sizeof pair,
             "particles %llu at (%g %g %g), radius %g, and %llu at (%g %g %g), radius %g, overlap by %g, "
             "%.0f %% of "
             "the smaller radius",
             (unsigned long long)o.id[0], o.x[0][0], o.x[0][1], o.x[0][2], o.radius[0],
             (unsigned long long)o.id[1], o.x[1][0], o.x[1][1], o.x[1][2], o.radius[1], o.depth,
             100.0 * o.worst);
    const bool unset = o.radius[0] == 0.5 && o.radius[1] == 0.5;
    if (o.worst > OVERLAP_REFUSED)
        return tsu_error_set(
            err, TSU_ERROR_INPUT, "%s; they would fly apart (%lld pairs overlap by more than 5 %%): %s", pair,
            (long long)o.count,
            unset ? "they have the default radius of new particles, so `set group all diameter D density "
                    "RHO` "
                    "seems to be missing"
                  : "place them apart, make them smaller, or take one away with `delete_atoms overlap`");
    tsu_script_warn(
        s->script,
        "%lld pairs of particles overlap by more than 5 %% at the start; the worst: %s. They begin with "
        "elastic energy and will be pushed apart",
        (long long)o.count, pair);
    return TSU_OK;
}

/* ---- properties -------------------------------------------------------------------------------------------------------- */

typedef struct usual {
    const char *name;
    double low, high; /* what is usual [SI] */
    double cgs;       /* times this in cgs */
    const char *too_low, *too_high;
} usual;

/* The ranges outside of which LIGGGHTS 3.8 stops. Here they are advice: the laws check what would make them wrong. */
static const usual USUAL[] = {
    {"youngsModulus", 5.0e6, 1.0e9, 10.0,
     "grains this soft overlap visibly and touch neighbours they should not; `soft_particles yes` confirms "
     "that this is intended",
     "stiffness sets the time step: a hundred times softer grains move alike in most flows and run ten times "
     "faster; `hard_particles yes` confirms that this is intended"},
    {"poissonsRatio", 0.0, 0.5, 1.0, "no usual solid has it below 0", "no solid has it above 0.5"},
    {"coefficientRestitution", 0.05, 1.0, 1.0,
     "damping this strong makes contacts attract before they open; `limitForce on` prevents that", ""},
    {"characteristicVelocity", 1.0e-2, INFINITY, 100.0,
     "the stiffness of hooke is taken from it: use the largest speed of impact that matters", ""},
};

static void check_property(tsu_session *s, const usual *u)
{
    const bool si = strcmp(s->units, "si") == 0, cgs = strcmp(s->units, "cgs") == 0;
    const tsu_property *p = tsu_materials_find(&s->world->materials, u->name);
    if (!p || !p->used || (!si && !cgs && u->cgs != 1.0)) return;
    const double scale = cgs ? u->cgs : 1.0, low = u->low * scale, high = u->high * scale;
    const bool modulus = strcmp(u->name, "youngsModulus") == 0;
    for (int k = 0; k < p->rows * p->columns; k++) {
        const bool below = p->value[k] < low && !(modulus && s->soft_particles);
        const bool above = p->value[k] > high && !(modulus && s->hard_particles);
        if (!below && !above) continue;
        tsu_script_warn(s->script, "%s is %g (%s), %s the usual %g: %s", p->name, p->value[k], p->origin,
                        below ? "below" : "above", below ? low : high, below ? u->too_low : u->too_high);
        return;
    }
}

/* Each value is spoken of once. */
static void check_properties(tsu_session *s)
{
    tsu_materials *m = &s->world->materials;
    for (size_t k = 0; k < sizeof USUAL / sizeof *USUAL; k++) {
        tsu_property *p = tsu_materials_find(m, USUAL[k].name);
        if (!p || p->checked) continue;
        check_property(s, &USUAL[k]);
        p->checked = p->used;
    }
    for (int k = 0; k < m->count; k++) {
        tsu_property *p = &m->property[k];
        if (p->used || p->reported) continue;
        p->reported = true;
        tsu_script_warn(s->script, "property %s%s%s%s is used by no contact model", p->name,
                        p->origin[0] ? " (" : "", p->origin, p->origin[0] ? ")" : "");
    }
}

/* ---- laws -------------------------------------------------------------------------------------------------------------- */

/* What the normal law of these has to say, for the first pair of materials that makes it speak; NULL: nothing. */
static const char *caution_of(const tsu_lawset *laws)
{
    const tsu_law *normal = laws->law[TSU_NORMAL];
    const bool followed = laws->law[TSU_TANGENTIAL] || laws->law[TSU_ROLLING];
    const char *sentence = NULL;
    if (!normal || !normal->caution) return NULL;
    for (int k = 0; k < laws->types * laws->types && !sentence; k++) {
        const double *p = laws->table + (size_t)k * (size_t)laws->coefficients;
        sentence = normal->caution(p + laws->first_coefficient[TSU_NORMAL], followed);
    }
    return sentence;
}

/* Pairs and walls most often have the same laws: the first that has something to say is enough. */
static void check_laws(tsu_session *s)
{
    const tsu_lawset *laws = &s->world->laws;
    const char *sentence = caution_of(laws);
    for (int k = 0; k < s->world->walls && !sentence; k++) {
        laws = &s->world->wall[k]->laws;
        sentence = caution_of(laws);
    }
    if (!sentence || s->warned_laws) return;
    s->warned_laws = true;
    tsu_script_warn(s->script, "model %s: %s", laws->law[TSU_NORMAL]->name, sentence);
}

/* ---- the steps to come ------------------------------------------------------------------------------------------------- */

static const double RAYLEIGH_WARNED = 0.3, CONTACT_WARNED = 0.2, DASHPOT_WARNED = 0.5;

static bool has_particles(const tsu_session *s)
{
    bool some = s->world->particles.count > 0;
    for (int k = 0; k < s->fixes.count && !some; k++) {
        some = tsu_insertion_of(s->fixes.object[k]) != NULL;
    }
    if (some && s->options.rehearsal) s->options.rehearsal->filled = true; /* they stay when their fix goes */
    return some;
}

static void name_pair(const tsu_pair_time *t, char *text, size_t size)
{
    if (t->material[1] > 0)
        snprintf(text, size, "materials %d and %d", t->material[0], t->material[1]);
    else
        snprintf(text, size, "material %d at a wall", t->material[0]);
}

/* Where the stiffness is given there is no Rayleigh time. */
static void warn_contact(tsu_session *s, const tsu_step_times *t)
{
    const tsu_pair_time *spring = &t->contact.spring, *dashpot = &t->contact.dashpot;
    const bool stiff = t->dt > CONTACT_WARNED * spring->time, damped = t->dt > DASHPOT_WARNED * dashpot->time;
    char pair[64];
    if (s->warned_dt == t->dt || (!stiff && !damped)) return;
    s->warned_dt = t->dt;
    name_pair(spring, pair, sizeof pair);
    if (stiff)
        tsu_script_warn(s->script,
                        "the time step %g s is %.0f %% of the contact time %.3g s (half a period of the "
                        "stiffest spring, %s); above 20 %% a run may become unstable: take a shorter one, or "
                        "softer contacts",
                        t->dt, 100.0 * t->dt / spring->time, spring->time, pair);
    name_pair(dashpot, pair, sizeof pair);
    if (damped)
        tsu_script_warn(s->script,
                        "the time step %g s is %.0f %% of the dashpot time %.3g s (mass over damping, %s); "
                        "above 50 %% dashpots may reverse velocities and gain energy: take a shorter one, "
                        "or less damping",
                        t->dt, 100.0 * t->dt / dashpot->time, dashpot->time, pair);
}

/* Looked at when the time step or the number of particles is another one, so that a deck of many short runs does not wait for it;
 * spoken of once for each time step. */
static void check_timestep(tsu_session *s)
{
    const tsu_property *young = tsu_materials_find(&s->world->materials, "youngsModulus");
    tsu_step_times t;
    const bool waves = young && (young->used || s->options.rehearsal); /* a dry run may lack what laws need */
    if (s->checked_dt == s->world->dt && s->checked_count == s->world->particles.count) return;
    tsu_session_step_times(s, &t);
    warn_contact(s, &t);
    if (waves && t.dt > RAYLEIGH_WARNED * t.rayleigh && t.rayleigh > 0.0 && s->warned_dt != t.dt) {
        s->warned_dt = t.dt;
        tsu_script_warn(
            s->script,
            "the time step %g s is %.0f %% of the Rayleigh time %.3g s (radius %.3g, material %d); "
            "above 30 %% a run may become unstable: take a shorter one, or softer particles",
            t.dt, 100.0 * t.dt / t.rayleigh, t.rayleigh, t.radius, t.material);
    }
    s->checked_dt = t.dt;
    s->checked_count = s->world->particles.count;
}

static bool in_both(const tsu_session *s, int a, int b)
{
    const uint32_t both = 1u << a | 1u << b;
    bool found = a == b;
    for (int32_t i = 0; i < s->world->particles.count && !found; i++) {
        found = (s->world->particles.group[i] & both) == both;
    }
    return found;
}

/* Two integrators of the same particles are a slip: LIGGGHTS moves them twice a step. */
static void check_twice(tsu_session *s)
{
    for (int k = 0; k < s->fixes.count; k++) {
        const tsu_object *a = s->fixes.object[k];
        for (int q = 0; q < k && strncmp(a->style, "nve", 3) == 0; q++) {
            const tsu_object *b = s->fixes.object[q];
            if (strncmp(b->style, "nve", 3) != 0 || !in_both(s, a->group, b->group)) continue;
            s->warned_twice = true;
            tsu_script_warn(s->script,
                            "fix %s and fix %s move the same particles; they move once a step, in LIGGGHTS "
                            "twice: remove one, or use separate groups",
                            b->id, a->id);
            return;
        }
    }
}

/* Whether a mesh is a wall, or a face that something is inserted at or counted or sieved by. */
static bool mesh_serves(const tsu_session *s, const char *id)
{
    bool serves = false;
    for (int k = 0; k < s->world->walls && !serves; k++) {
        const tsu_mesh_body *body = s->world->wall[k]->mesh;
        serves = body && strcmp(body->name, id) == 0;
    }
    for (int k = 0; k < s->fixes.count && !serves; k++) {
        const tsu_object *fix = s->fixes.object[k];
        const tsu_insertion_def *n = tsu_insertion_def_of(fix);
        serves = (n && strcmp(n->face, id) == 0) || strncmp(fix->style, "massflow/", 9) == 0;
    }
    return serves;
}

/* A mesh is no wall by itself; to forget the second fix is easy and shows late. */
static void check_meshes(tsu_session *s)
{
    for (int k = 0; k < s->fixes.count; k++) {
        const tsu_object *fix = s->fixes.object[k];
        tsu_mesh_fix *m = strncmp(fix->style, "mesh/surface", 12) == 0 ? fix->state : NULL;
        if (!m || m->planar || m->warned) continue;
        m->warned =
            true; /* or known: one that was a wall or a face of an insertion is taken away on purpose */
        if (mesh_serves(s, fix->id)) continue;
        tsu_script_warn(s->script,
                        "mesh %s is not a wall in this run, particles pass through it; `fix ID all wall/gran "
                        "... mesh n_meshes 1 meshes "
                        "%s` makes it one",
                        fix->id, fix->id);
    }
}

static void warn_empty(tsu_session *s)
{
    if (s->warned_empty) return;
    s->warned_empty = true;
    tsu_script_warn(s->script, "there is no particle and no fix that inserts any; is `fix ID all insert/pack "
                               "...`, `create_atoms` or `read_data` missing?");
}

void tsu_session_check_steps(tsu_session *s)
{
    if (s->run_end <= s->world->step) return;
    const tsu_rehearsal *dry = s->options.rehearsal;
    if (!has_particles(s)) {
        if (!dry || !dry->filled) warn_empty(s);
        return;
    }
    tsu_session_check_units(s);
    check_timestep(s);
    if (!s->warned_twice) check_twice(s);
    check_meshes(s);
    if (tsu_models_of(s->world, &tsu_model_clumps)) return;
    if (s->world->moving || s->world->coasting || s->warned_still || (dry && dry->led)) return;
    s->warned_still = true;
    tsu_script_warn(s->script, "no fix moves the particles; is `fix ID all nve/sphere` missing?");
}

/* A law is told to warm the bodies, but nothing takes the heat up. */
static void check_heating(tsu_session *s)
{
    const tsu_world *w = s->world;
    const tsu_lawset *laws = w->laws.heating ? &w->laws : NULL;
    for (int k = 0; k < w->walls && !laws; k++) {
        if (w->wall[k]->laws.heating) laws = &w->wall[k]->laws;
    }
    if (!laws || w->heating.on || s->warned_heating) return;
    s->warned_heating = true;
    const char *name = "";
    for (int k = 0; k < TSU_LAW_KINDS && !name[0]; k++) {
        const tsu_law *law = laws->law[k];
        if (law && law->heating && laws->heating & law->accounts) name = law->heating;
    }
    tsu_script_warn(s->script, "`%s on` has no effect without a `fix ID all heat/gran initial_temperature T`",
                    name);
}

tsu_status tsu_session_check(tsu_session *s, tsu_error *err)
{
    const tsu_status clumps = tsu_model_clumps_check(s->world, err);
    if (clumps != TSU_OK) return clumps;
    check_properties(s);
    check_laws(s);
    check_heating(s);
    tsu_session_check_steps(s);
    return check_overlaps(s, err);
}
