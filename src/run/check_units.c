/* SPDX-License-Identifier: Apache-2.0 */
/* check_units.c - values that look as if they were in other units than the deck says: gravity of 981 in si, densities in g/cm^3, radii
 * in millimetres. Nothing that a bench, a silo or a rock avalanche has is spoken of, so a hint is worth reading. */
#include "insertion/insertion.h"
#include "run/run.h"
#include "session/timestep.h"
#include "step/mesh/body.h"
#include <math.h>
#include <stdio.h>

typedef enum hint { GRAVITY, DENSITY, RADIUS, YOUNG, STEP, SPEED, MESH } hint;

/* What the deck holds, as far as units show in it. */
typedef struct sizes {
    double gravity;                /* size [m/s^2] */
    double density_lo, density_hi; /* of particles and templates [kg/m^3]; lo infinite: there are none */
    double radius_lo, radius_hi;   /* [m] */
    double speed;                  /* largest [m/s] */
    double box;                    /* longest side [m] */
} sizes;

/* One system of units: how its values are said in the other one. */
typedef struct units {
    const char *name;
    double length, density, pressure; /* of si in these units: 100 cm are 1 m */
    const char *length_word, *density_word, *pressure_word, *speed_word, *gravity_word;
} units;

static const units SYSTEMS[] = {{"si", 1.0, 1.0, 1.0, "m", "kg/m^3", "Pa", "m/s", "m/s^2"},
                                {"cgs", 100.0, 1.0e-3, 10.0, "cm", "g/cm^3", "dyn/cm^2", "cm/s", "cm/s^2"}};

static bool within(double x, double lo, double hi)
{
    return x >= lo && x <= hi;
}

static void take(sizes *z, double radius_lo, double radius_hi, double density_lo, double density_hi,
                 const double velocity[3])
{
    const double speed =
        sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
    z->radius_lo = fmin(z->radius_lo, radius_lo);
    z->radius_hi = fmax(z->radius_hi, radius_hi);
    z->density_lo = fmin(z->density_lo, density_lo);
    z->density_hi = fmax(z->density_hi, density_hi);
    z->speed = fmax(z->speed, speed);
}

static void measure(const tsu_session *s, sizes *z)
{
    const tsu_world *w = s->world;
    const tsu_particles *p = &w->particles;
    *z = (sizes){.density_lo = INFINITY, .radius_lo = INFINITY};
    z->gravity =
        sqrt(w->gravity[0] * w->gravity[0] + w->gravity[1] * w->gravity[1] + w->gravity[2] * w->gravity[2]);
    for (int q = 0; q < 3; q++) {
        z->box = fmax(z->box, w->box.hi[q] - w->box.lo[q]);
    }
    for (int32_t i = 0; i < p->count; i++) {
        take(z, p->xr[i][3], p->xr[i][3], p->density[i], p->density[i], p->vm[i]);
    }
    for (int k = 0; k < s->fixes.count; k++) {
        const tsu_insertion_def *n = tsu_insertion_def_of(s->fixes.object[k]);
        for (int q = 0; n && q < n->blend.parts; q++) {
            const tsu_template *t = &n->blend.part[q];
            take(z, t->radius.lo, t->radius.hi, t->density.lo, t->density.hi, n->velocity);
        }
    }
}

/* True once for each kind. */
static bool first(tsu_session *s, hint kind)
{
    const bool known = s->hinted >> kind & 1u;
    s->hinted |= 1u << kind;
    return !known;
}

static void check_gravity(tsu_session *s, const units *u, const sizes *z)
{
    const double g = 9.81 * u->length;
    const double factor = within(z->gravity, 95.0 * g, 105.0 * g)       ? 100.0
                          : within(z->gravity, 0.0095 * g, 0.0105 * g)  ? 0.01
                          : within(z->gravity, 950.0 * g, 1050.0 * g)   ? 1000.0
                          : within(z->gravity, 9.5e-4 * g, 1.05e-3 * g) ? 1.0e-3
                                                                        : 0.0;
    if (factor == 0.0 || !first(s, GRAVITY)) return;
    tsu_script_warn(
        s->script,
        "gravity is %g %s, %g times that of the earth; with `units %s` it is %g %s. Are all lengths of "
        "the deck in %s?",
        z->gravity, u->gravity_word, factor, u->name, g, u->gravity_word, u->length_word);
}

static void check_density(tsu_session *s, const units *u, const sizes *z)
{
    const double lo = z->density_lo / u->density, hi = z->density_hi / u->density;
    const bool light = within(hi, 0.3, 10.0), heavy = lo > 1.0e5;
    if ((!light && !heavy) || !first(s, DENSITY)) return;
    tsu_script_warn(
        s->script, "the density of particles is %g %s (`units %s`), %s than any usual solid; glass has %g %s",
        light ? z->density_hi : z->density_lo, u->density_word, u->name, light ? "lighter" : "heavier",
        2500.0 * u->density, u->density_word);
}

static void check_radius(tsu_session *s, const units *u, const sizes *z)
{
    const double lo = z->radius_lo / u->length, hi = z->radius_hi / u->length;
    const bool large = lo >= 1.0 && isfinite(lo), small = hi > 0.0 && hi < 1.0e-7;
    if ((!large && !small) || !first(s, RADIUS)) return;
    tsu_script_warn(s->script,
                    "particles have radii from %g to %g %s (`units %s`); is the radius in %s, and not in "
                    "%s?",
                    z->radius_lo, z->radius_hi, u->length_word, u->name, u->length_word,
                    large ? "millimetres or micrometres" : "a larger unit");
}

static void check_young(tsu_session *s, const units *u)
{
    const tsu_property *p = tsu_materials_find(&s->world->materials, "youngsModulus");
    for (int k = 0; p && k < p->rows * p->columns; k++) {
        const double e = p->value[k] / u->pressure;
        const bool low = e > 0.0 && e < 2.0e3 && !s->soft_particles, high = e > 2.0e12;
        if ((!low && !high) || !first(s, YOUNG)) continue;
        tsu_script_warn(s->script, "youngsModulus is %g %s (%s), %s; `units %s` has it in %s, not in %s",
                        p->value[k], u->pressure_word, p->origin,
                        low ? "softer than jelly" : "stiffer than diamond", u->name, u->pressure_word,
                        low ? "MPa or GPa" : "a smaller unit");
    }
}

static void check_step(tsu_session *s, const units *u)
{
    tsu_step_times t;
    tsu_session_step_times(s, &t);
    const bool tiny = t.rayleigh > 0.0 && t.dt < 1.0e-5 * t.rayleigh;
    if (!tiny || !first(s, STEP)) return;
    tsu_script_warn(s->script,
                    "the time step %g s is %.2g of the Rayleigh time %.3g s, where 0.1 to 0.3 is enough; are "
                    "time step, radius, density and youngsModulus in the units of `units %s`?",
                    t.dt, t.dt / t.rayleigh, t.rayleigh, u->name);
}

static void check_speed(tsu_session *s, const units *u, const sizes *z)
{
    if (!(z->speed > 2.0e3 * u->length) || !first(s, SPEED)) return;
    tsu_script_warn(s->script, "particles move at up to %g %s (`units %s`); are their velocities in %s?",
                    z->speed, u->speed_word, u->name, u->speed_word);
}

/* A mesh that is far too large is spoken of when it is read (fix/mesh.c). */
static void check_meshes(tsu_session *s, const units *u, const sizes *z)
{
    for (int k = 0; k < s->world->meshes; k++) {
        const tsu_mesh_body *body = s->world->mesh[k];
        double side = 0.0;
        for (int q = 0; q < 3; q++) {
            side = fmax(side, body->mesh.hi[q] - body->mesh.lo[q]);
        }
        if (side >= 0.5 * z->radius_lo || side >= 0.005 * z->box || !first(s, MESH)) continue;
        tsu_script_warn(s->script,
                        "mesh %s is %.3g %s long, less than a particle; is `scale` missing or wrong in "
                        "its `fix`?",
                        body->name, side, u->length_word);
    }
}

void tsu_session_check_units(tsu_session *s)
{
    sizes z;
    const units *u = NULL;
    for (size_t k = 0; k < sizeof SYSTEMS / sizeof *SYSTEMS; k++) {
        if (strcmp(SYSTEMS[k].name, s->units) == 0) u = &SYSTEMS[k];
    }
    if (!u) return;
    measure(s, &z);
    check_gravity(s, u, &z);
    check_density(s, u, &z);
    check_radius(s, u, &z);
    check_young(s, u);
    check_step(s, u);
    check_speed(s, u, &z);
    check_meshes(s, u, &z);
}
