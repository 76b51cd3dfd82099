/* SPDX-License-Identifier: Apache-2.0 */
/* drive.h - drives contact laws without the engine: one contact in a block, laws chosen by name, parameters
 * by property name; and two bodies, or a body at a plane, stepped by velocity Verlet in the engine's order
 * (half kick with F(t), drift, forces from x(t+dt) and the half-step velocities, half kick).
 *
 *   drive d;
 *   drive_select(&d, "hertz", NULL, "history", "epsd3", values, keywords);
 *   drive_run(&d, &contact)                   one evaluation of all stages
 *   drive_scene s = {.a = ..., .b = ...};     s.at_plane selects the plane instead of body b
 *   drive_start(&s, &d); drive_step(&s, &d, dt); */
#ifndef TSU_TESTS_LAW_DRIVE_H
#define TSU_TESTS_LAW_DRIVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "law/samples.h"
#include "law/surface_default.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

#define DRIVE_FN static inline __attribute__((unused))

/* Value of a parameter; both sides the same unless `other` is given (per-type parameters of body j). */
typedef tsu_sample drive_value;

typedef struct drive_keyword {
    const char *name, *choice;
} drive_keyword;

enum { DRIVE_KINDS = 4, DRIVE_PARAMETERS = 32 };

typedef struct drive {
    const tsu_law *law[DRIVE_KINDS]; /* by tsu_law_kind; NULL: off */
    int coefficient_row[DRIVE_KINDS], history_row[DRIVE_KINDS], history_rows;
    tsu_block block;
    tsu_lane coefficient[TSU_COEFFICIENT_MAX], history[TSU_HISTORY_MAX];
} drive;

/* ---- choosing laws ---- */

DRIVE_FN void drive_find_value(const tsu_law_parameter *p, const drive_value *values, bool needed,
                               double out[2])
{
    for (const drive_value *v = values; v && v->name; v++) {
        if (strcmp(v->name, p->name) == 0) {
            out[0] = v->value;
            out[1] = p->shape == TSU_PER_TYPE && v->other != 0.0 ? v->other : v->value;
            return;
        }
    }
    if (!p->optional && needed) fail_msg("no value for the property %s", p->name);
    out[0] = out[1] = p->fallback;
}

DRIVE_FN int drive_find_choice(const tsu_law_keyword *k, const drive_keyword *keywords)
{
    for (const drive_keyword *w = keywords; w && w->name; w++) {
        if (strcmp(w->name, k->name) != 0) continue;
        for (int q = 0; k->choices[q]; q++) {
            if (strcmp(k->choices[q], w->choice) == 0) return q;
        }
        fail_msg("keyword %s has no choice %s", w->name, w->choice);
    }
    return 0;
}

/* Whether "keyword=value" of a parameter holds; a parameter without it is always needed. */
DRIVE_FN bool drive_needed(const tsu_law *law, const int *choice, const char *needed_with)
{
    if (!needed_with) return true;
    const size_t length = strcspn(needed_with, "=");
    for (int q = 0; law->keywords && law->keywords[q].name; q++) {
        const tsu_law_keyword *k = &law->keywords[q];
        if (strlen(k->name) == length && strncmp(k->name, needed_with, length) == 0) {
            return strcmp(k->choices[choice[q]], needed_with + length + 1) == 0;
        }
    }
    fail_msg("%s: needed_with %s names no keyword", law->name, needed_with);
    return false;
}

DRIVE_FN tsu_status drive_prepare(const tsu_law *law, const drive_value *values,
                                  const drive_keyword *keywords, double *coefficient, tsu_error *err)
{
    int choice[DRIVE_PARAMETERS] = {0};
    double value[DRIVE_PARAMETERS][2] = {{0}};
    for (int q = 0; law->keywords && law->keywords[q].name; q++) {
        choice[q] = drive_find_choice(&law->keywords[q], keywords);
    }
    for (int q = 0; law->parameters && law->parameters[q].name; q++) {
        const tsu_law_parameter *p = &law->parameters[q];
        drive_find_value(p, values, drive_needed(law, choice, p->needed_with), value[q]);
    }
    const tsu_law_inputs in = {.value = (const double(*)[2])value, .keyword = choice, .speed_unit_si = 1.0};
    return law->prepare(&in, coefficient, err);
}

/* Laws by pointer, NULL for off. */
DRIVE_FN void drive_select_laws(drive *d, const tsu_law *const law[DRIVE_KINDS], const drive_value *values,
                                const drive_keyword *keywords)
{
    memset(d, 0, sizeof *d);
    int rows = 0, history_rows = 0;
    for (int kind = 0; kind < DRIVE_KINDS; kind++) {
        d->law[kind] = law[kind];
        d->coefficient_row[kind] = rows;
        d->history_row[kind] = history_rows;
        if (!law[kind]) continue;
        double coefficient[TSU_COEFFICIENT_MAX] = {0};
        tsu_error err = {0};
        if (drive_prepare(law[kind], values, keywords, coefficient, &err) != TSU_OK) {
            fail_msg("%s: %s", law[kind]->name, err.message);
        }
        for (int q = 0; q < law[kind]->coefficients; q++) {
            for (int l = 0; l < TSU_LANES; l++) {
                d->coefficient[rows + q][l] = coefficient[q];
            }
        }
        rows += law[kind]->coefficients;
        history_rows += tsu_law_history_width(law[kind]);
    }
    d->history_rows = history_rows;
    assert_true(rows <= TSU_COEFFICIENT_MAX && history_rows <= TSU_HISTORY_MAX);
}

/* Laws by name, NULL or "off" for none; values and keywords end with name NULL. */
DRIVE_FN void drive_select(drive *d, const char *normal, const char *cohesion, const char *tangential,
                           const char *rolling, const drive_value *values, const drive_keyword *keywords)
{
    const char *const name[DRIVE_KINDS] = {[TSU_NORMAL] = normal,
                                           [TSU_COHESION] = cohesion,
                                           [TSU_TANGENTIAL] = tangential,
                                           [TSU_ROLLING] = rolling};
    const tsu_law *law[DRIVE_KINDS] = {NULL};
    for (int kind = 0; kind < DRIVE_KINDS; kind++) {
        if (!name[kind] || strcmp(name[kind], "off") == 0) continue;
        law[kind] = tsu_law_find((tsu_law_kind)kind, name[kind]);
        if (!law[kind]) fail_msg("there is no law %s %s", tsu_law_kind_word((tsu_law_kind)kind), name[kind]);
    }
    drive_select_laws(d, law, values, keywords);
}

/* ---- one evaluation ---- */

DRIVE_FN void drive_fill_lane(tsu_lane lane, double value)
{
    for (int l = 0; l < TSU_LANES; l++) {
        lane[l] = value;
    }
}

DRIVE_FN void drive_fill(tsu_block *b, const tsu_contact *c)
{
    memset(b, 0, sizeof *b);
    b->dt = c->dt;
    drive_fill_lane(b->wall, c->wall ? 1.0 : 0.0);
    drive_fill_lane(b->overlap, c->overlap);
    drive_fill_lane(b->radius_i, c->radius_i);
    drive_fill_lane(b->radius_j, c->radius_j);
    drive_fill_lane(b->r_eff, c->r_eff);
    drive_fill_lane(b->m_eff, c->m_eff);
    drive_fill_lane(b->inv_mass_i, c->inv_mass_i);
    drive_fill_lane(b->inv_mass_j, c->inv_mass_j);
    drive_fill_lane(b->v_n, c->v_n);
    drive_fill_lane(b->nx, c->n.x);
    drive_fill_lane(b->ny, c->n.y);
    drive_fill_lane(b->nz, c->n.z);
    drive_fill_lane(b->vtx, c->v_t.x);
    drive_fill_lane(b->vty, c->v_t.y);
    drive_fill_lane(b->vtz, c->v_t.z);
    drive_fill_lane(b->wrx, c->w_r.x);
    drive_fill_lane(b->wry, c->w_r.y);
    drive_fill_lane(b->wrz, c->w_r.z);
    drive_fill_lane(b->overlap_before, c->overlap_before);
    drive_fill_lane(b->v_n_before, c->v_n_before);
    drive_fill_lane(b->vtx_before, c->v_t_before.x);
    drive_fill_lane(b->vty_before, c->v_t_before.y);
    drive_fill_lane(b->vtz_before, c->v_t_before.z);
    drive_fill_lane(b->w_n_before, c->w_n_before);
    drive_fill_lane(b->touching, c->touching ? 1.0 : 0.0);
    drive_fill_lane(b->f_n, c->f_n);
    drive_fill_lane(b->f_total, c->f_total);
    drive_fill_lane(b->f_damp, c->f_damp);
    drive_fill_lane(b->k_n, c->k_n);
    drive_fill_lane(b->k_t, c->k_t);
    drive_fill_lane(b->k_n_before, c->k_n_before);
    drive_fill_lane(b->k_t_before, c->k_t_before);
    drive_fill_lane(b->gamma_n, c->gamma_n);
    drive_fill_lane(b->gamma_t, c->gamma_t);
    drive_fill_lane(b->adhesion, c->adhesion);
    drive_fill_lane(b->liquid_i, c->liquid_i);
    drive_fill_lane(b->liquid_j, c->liquid_j);
}

/* The results of lane l, after the stages. */
DRIVE_FN tsu_contact drive_read(const tsu_block *b, int l)
{
    tsu_contact c = tsu_block_load(b, l);
    c.f_t = tsu_vec3_make(b->ftx[l], b->fty[l], b->ftz[l]);
    c.m_r = tsu_vec3_make(b->mrx[l], b->mry[l], b->mrz[l]);
    c.elastic = b->elastic[l];
    for (int a = 0; a < TSU_ACCOUNT_COUNT; a++) {
        c.account[a] = b->account[a][l];
    }
    return c;
}

/* Runs all stages on the contact and writes the results into it. A kind that is off leaves what the caller
 * wrote, so a tangential law alone can be driven with a prescribed f_n, k_t, gamma_t. */
DRIVE_FN void drive_run(drive *d, tsu_contact *c)
{
    const tsu_law *cohesion = d->law[TSU_COHESION];
    if (cohesion && cohesion->column) { /* both bodies as they start */
        c->liquid_i = d->coefficient[d->coefficient_row[TSU_COHESION] + cohesion->column_start][0];
        c->liquid_j = c->wall ? 0.0 : c->liquid_i;
    }
    drive_fill(&d->block, c);
    for (int kind = 0; kind < DRIVE_KINDS; kind++) {
        if (!d->law[kind]) continue;
        d->law[kind]->stage(&d->block, &d->coefficient[d->coefficient_row[kind]],
                            &d->history[d->history_row[kind]]);
    }
    if (cohesion && cohesion->apart) tsu_block_add_bridges(&d->block, d->law[TSU_TANGENTIAL] != NULL);
    *c = drive_read(&d->block, 0);
}

DRIVE_FN void drive_forget(drive *d)
{
    memset(d->history, 0, sizeof d->history);
}

/* History value by law and name; for a vector, component `part`. */
DRIVE_FN double *drive_history(drive *d, tsu_law_kind kind, const char *name, int part)
{
    int row = d->history_row[kind];
    for (const tsu_law_history *h = d->law[kind]->history; h && h->name; h++) {
        if (strcmp(h->name, name) == 0) return &d->history[row + part][0];
        row += h->width;
    }
    fail_msg("%s has no history %s", d->law[kind]->name, name);
    return NULL;
}

/* ---- two bodies, or a body at a plane ---- */

typedef struct drive_body {
    double radius, mass;
    tsu_vec3 x, v, w;
    tsu_vec3 f, torque; /* of the last evaluation */
} drive_body;

typedef struct drive_scene {
    drive_body a, b; /* a is body i, b body j */
    bool at_plane;   /* j is the plane instead of b */
    tsu_vec3 plane_point, plane_normal, plane_v, plane_w;
    tsu_vec3 gravity;
    tsu_contact contact;               /* of the last evaluation */
    double account[TSU_ACCOUNT_COUNT]; /* summed since the start [J] */
    double work;                       /* done by the moving plane since the start [J] */
    double turned_over;                /* sum of |power of the contact| dt [J] */
} drive_scene;

DRIVE_FN double drive_inertia(const drive_body *p)
{
    return 0.4 * p->mass * p->radius * p->radius;
}

DRIVE_FN drive_body drive_sphere(double radius, double density)
{
    const double pi = 3.14159265358979323846;
    return (drive_body){.radius = radius, .mass = 4.0 * pi / 3.0 * radius * radius * radius * density};
}

/* The kinematics of the contact, by the surface model. */
DRIVE_FN tsu_contact drive_kinematics(const drive_scene *s, double dt)
{
    static tsu_block block;
    static tsu_bodies g;
    const drive_body *a = &s->a, *b = &s->b;
    const tsu_vec3 delta = tsu_vec3_sub(a->x, s->at_plane ? s->plane_point : b->x);
    const tsu_vec3 v = tsu_vec3_sub(a->v, s->at_plane ? s->plane_v : b->v),
                   w = s->at_plane ? s->plane_w : b->w;
    const tsu_contact known = {.dt = dt,
                               .wall = s->at_plane,
                               .radius_i = a->radius,
                               .radius_j = s->at_plane ? a->radius : b->radius,
                               .inv_mass_i = 1.0 / a->mass,
                               .inv_mass_j = s->at_plane ? 0.0 : 1.0 / b->mass,
                               .n = s->plane_normal,
                               .overlap = a->radius - tsu_vec3_dot(delta, s->plane_normal)};
    drive_fill(&block, &known);
    tsu_lane *const lane[12] = {&g.dx,  &g.dy,  &g.dz,  &g.vx,  &g.vy,  &g.vz,
                                &g.wix, &g.wiy, &g.wiz, &g.wjx, &g.wjy, &g.wjz};
    const double value[12] = {delta.x, delta.y, delta.z, v.x, v.y, v.z,
                              a->w.x,  a->w.y,  a->w.z,  w.x, w.y, w.z};
    for (int q = 0; q < 12; q++) {
        drive_fill_lane(*lane[q], value[q]);
    }
    if (!s->at_plane) tsu_surface_spheres(&block, &g);
    tsu_surface_kinematics(&block, &g);
    return drive_read(&block, 0);
}

DRIVE_FN tsu_vec3 drive_force_on_a(const tsu_contact *c)
{
    return tsu_vec3_madd(c->f_t, c->f_total, c->n);
}

/* Forces and torques of both bodies from the contact, and the energy accounts. */
DRIVE_FN void drive_forces(drive_scene *s, drive *d, double dt)
{
    const tsu_contact old = s->contact;
    s->contact = drive_kinematics(s, dt);
    tsu_contact *c = &s->contact;
    drive_run(d, c);
    const tsu_vec3 f = drive_force_on_a(c), f_old = drive_force_on_a(&old);
    const double c_i = s->a.radius - 0.5 * c->overlap, c_j = c->radius_j - 0.5 * c->overlap;
    const tsu_vec3 turn = tsu_vec3_cross(c->n, c->f_t);
    s->a.f = tsu_vec3_madd(f, s->a.mass, s->gravity);
    s->a.torque = tsu_vec3_sub(tsu_vec3_scale(-c_i, turn), c->m_r);
    s->b.f = tsu_vec3_madd(tsu_vec3_negate(f), s->b.mass, s->gravity);
    s->b.torque = tsu_vec3_add(tsu_vec3_scale(-c_j, turn), c->m_r);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        s->account[q] += c->account[q];
    }
    const tsu_vec3 mean = tsu_vec3_scale(0.5, tsu_vec3_add(f, f_old));
    const tsu_vec3 mean_m = tsu_vec3_scale(-0.5, tsu_vec3_add(c->m_r, old.m_r));
    s->work += s->at_plane ? (tsu_vec3_dot(mean, s->plane_v) + tsu_vec3_dot(mean_m, s->plane_w)) * dt : 0.0;
    s->turned_over += (fabs(tsu_vec3_dot(mean, c->n) * c->v_n) + fabs(tsu_vec3_dot(mean, c->v_t)) +
                       fabs(tsu_vec3_dot(mean_m, c->w_r))) *
                      dt;
}

/* Forces at the start, without a step; the accounts begin at zero. */
DRIVE_FN void drive_start(drive_scene *s, drive *d)
{
    drive_forget(d);
    memset(&s->contact, 0, sizeof s->contact);
    drive_forces(s, d, 0.0);
    memset(s->account, 0, sizeof s->account);
    s->work = s->turned_over = 0.0;
}

DRIVE_FN void drive_kick(drive_body *p, double h)
{
    p->v = tsu_vec3_madd(p->v, h / p->mass, p->f);
    p->w = tsu_vec3_madd(p->w, h / drive_inertia(p), p->torque);
}

DRIVE_FN void drive_step(drive_scene *s, drive *d, double dt)
{
    drive_kick(&s->a, 0.5 * dt);
    s->a.x = tsu_vec3_madd(s->a.x, dt, s->a.v);
    if (s->at_plane) s->plane_point = tsu_vec3_madd(s->plane_point, dt, s->plane_v);
    if (!s->at_plane) drive_kick(&s->b, 0.5 * dt);
    if (!s->at_plane) s->b.x = tsu_vec3_madd(s->b.x, dt, s->b.v);
    drive_forces(s, d, dt);
    drive_kick(&s->a, 0.5 * dt);
    if (!s->at_plane) drive_kick(&s->b, 0.5 * dt);
}

/* ---- what came of it ---- */

DRIVE_FN double drive_energy_of(const drive_body *p, tsu_vec3 gravity)
{
    return 0.5 * p->mass * tsu_vec3_norm2(p->v) + 0.5 * drive_inertia(p) * tsu_vec3_norm2(p->w) -
           p->mass * tsu_vec3_dot(gravity, p->x);
}

/* Kinetic, rotational and gravitational energy of the bodies [J]. */
DRIVE_FN double drive_energy_bodies(const drive_scene *s)
{
    return drive_energy_of(&s->a, s->gravity) + (s->at_plane ? 0.0 : drive_energy_of(&s->b, s->gravity));
}

DRIVE_FN double drive_dissipated(const drive_scene *s)
{
    double sum = 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        sum += s->account[q];
    }
    return sum;
}

/* Constant up to the integrator's error: bodies + elastic + dissipated - work of the plane [J]. While forces act, the
 * kinetic energy of velocity Verlet oscillates by (F dt)^2/8m about what the works add up to. */
DRIVE_FN double drive_energy_total(const drive_scene *s)
{
    return drive_energy_bodies(s) + s->contact.elastic + drive_dissipated(s) - s->work;
}

DRIVE_FN double drive_kick_energy(const drive_body *p, double dt)
{
    return dt * dt / 8.0 * (tsu_vec3_norm2(p->f) / p->mass + tsu_vec3_norm2(p->torque) / drive_inertia(p));
}

/* The total without that oscillation; dt is that of the steps [J]. */
DRIVE_FN double drive_energy_audited(const drive_scene *s, double dt)
{
    return drive_energy_total(s) - drive_kick_energy(&s->a, dt) -
           (s->at_plane ? 0.0 : drive_kick_energy(&s->b, dt));
}

DRIVE_FN tsu_vec3 drive_momentum(const drive_scene *s)
{
    return tsu_vec3_add(tsu_vec3_scale(s->a.mass, s->a.v), tsu_vec3_scale(s->b.mass, s->b.v));
}

DRIVE_FN tsu_vec3 drive_angular_momentum(const drive_scene *s)
{
    const drive_body *a = &s->a, *b = &s->b;
    const tsu_vec3 orbit = tsu_vec3_add(tsu_vec3_scale(a->mass, tsu_vec3_cross(a->x, a->v)),
                                        tsu_vec3_scale(b->mass, tsu_vec3_cross(b->x, b->v)));
    return tsu_vec3_add(
        orbit, tsu_vec3_add(tsu_vec3_scale(drive_inertia(a), a->w), tsu_vec3_scale(drive_inertia(b), b->w)));
}

#endif
