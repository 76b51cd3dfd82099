/* SPDX-License-Identifier: Apache-2.0 */
/* step_times.c - what the time step is measured by (timestep.h): the Rayleigh time of the particle for which it is shortest,
 * the Hertz time of the fastest impact to be expected, and the times of contacts with a given stiffness (contact_time.h). */
#include "insertion/insertion.h"
#include "session/timestep.h"
#include "state/clump_kind.h"
#include "step/wall/wall.h"

typedef struct step_case {
    const tsu_property *young, *poisson;
    tsu_step_times *times;
    tsu_lightest lightest;
} step_case;

static void take_sphere(step_case *c, double radius, double density, int32_t type)
{
    tsu_step_times *t = c->times;
    tsu_lightest_add(&c->lightest, type, radius, density);
    if (!c->young) return;
    const double e = c->young->value[type], nu = c->poisson->value[type];
    const double rayleigh = tsu_rayleigh_time(radius, density, e, nu);
    const double hertz =
        t->speed > 0.0 ? tsu_hertz_time(radius, tsu_sphere_mass(radius, density), e, nu, t->speed) : INFINITY;
    if (hertz < t->hertz || !(t->hertz > 0.0)) t->hertz = hertz;
    if (t->rayleigh > 0.0 && !(rayleigh < t->rayleigh)) return;
    t->rayleigh = rayleigh;
    t->radius = radius;
    t->material = type + 1;
}

/* The smallest that it inserts; of a clump its spheres. */
static void take_template(step_case *c, const tsu_template *t, int types)
{
    if (!t->clump && t->type < types) take_sphere(c, t->radius.lo, t->density.lo, t->type);
    for (int32_t k = 0; t->clump && k < t->clump->count; k++) {
        if (t->clump->type[k] < types)
            take_sphere(c, t->clump->radius[k], t->clump->density, t->clump->type[k]);
    }
}

static double norm(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Twice the largest speed of what there is and what is inserted, or the speed of a fall through the box. */
static void find_speed(const tsu_world *w, const tsu_objects *fixes, tsu_step_times *step)
{
    double fastest = 0.0, fall = 0.0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        fastest = fmax(fastest, norm(w->particles.vm[i]));
    }
    for (int k = 0; fixes && k < fixes->count; k++) {
        const tsu_insertion_def *n = tsu_insertion_def_of(fixes->object[k]);
        if (n) fastest = fmax(fastest, norm(n->velocity) + norm(n->spread));
    }
    for (int q = 0; q < 3; q++) {
        if (!w->box.periodic[q]) fall += 2.0 * fabs(w->gravity[q]) * (w->box.hi[q] - w->box.lo[q]);
    }
    fall = sqrt(fall);
    step->falling = fall > 2.0 * fastest;
    step->speed = fmax(fall, 2.0 * fastest);
}

static bool covers(const tsu_property *p, int types)
{
    return p && p->rows * p->columns >= types;
}

static void prepare_laws(tsu_world *w)
{
    tsu_lawset_prepare(&w->laws, &w->materials, NULL);
    for (int k = 0; k < w->walls; k++) {
        tsu_lawset_prepare(&w->wall[k]->laws, &w->materials, NULL);
    }
}

void tsu_world_step_times(tsu_world *w, const tsu_objects *fixes, bool prepare, tsu_step_times *out)
{
    tsu_materials *m = &w->materials;
    const tsu_particles *p = &w->particles;
    step_case c = {.young = tsu_materials_find(m, "youngsModulus"),
                   .poisson = tsu_materials_find(m, "poissonsRatio"),
                   .times = out};
    *out = (tsu_step_times){.dt = w->dt};
    if (!covers(c.young, m->types) || !covers(c.poisson, m->types)) c.young = c.poisson = NULL;
    if (tsu_lightest_init(&c.lightest, m->types, NULL) != TSU_OK) return;
    find_speed(w, fixes, out);
    for (int32_t i = 0; i < p->count; i++) {
        take_sphere(&c, p->xr[i][3], p->density[i], p->type[i]);
    }
    for (int k = 0; fixes && k < fixes->count; k++) {
        const tsu_insertion_def *n = tsu_insertion_def_of(fixes->object[k]);
        for (int q = 0; n && q < n->blend.parts; q++) {
            take_template(&c, &n->blend.part[q], m->types);
        }
    }
    if (prepare) prepare_laws(w);
    tsu_contact_times_find(w, &c.lightest, out->speed, &out->contact);
    tsu_lightest_free(&c.lightest);
}

/* A dry run has evaluated no force. */
void tsu_session_step_times(const tsu_session *s, tsu_step_times *out)
{
    tsu_world_step_times(s->world, &s->fixes, s->options.rehearsal != NULL, out);
}
