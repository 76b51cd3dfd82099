/* SPDX-License-Identifier: Apache-2.0 */
/* Clumps with every combination of contact models: a clump of one sphere does what a sphere does, a collision of two clumps keeps momentum and angular
 * momentum, and the energy closes, in the air and at a plane. */
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include "tsubu/tsubu.h"
#include "values.h"
#include <stdio.h>

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s: %s", laws_now, #call, err.message);                          \
    } while (0)

enum { NAMES_MAX = 32, PAIR_STEPS = 300, BODY_STEPS = 250 };

static tsu_error err;
static char laws_now[256];

/* ---- worlds -------------------------------------------------------------------------------------------------------- */

static tsu_shape_of_value value_kind(const char *name)
{
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            for (const tsu_law_parameter *p = (*law)->parameters; p && p->name; p++) {
                if (strcmp(p->name, name) == 0) return p->shape;
            }
        }
    }
    return TSU_PER_PAIR;
}

/* Stiffnesses for an overlap of a hundredth; the table has those of other units. */
static double value_of(const tsu_sample *v)
{
    if (strncmp(laws_now, "model hooke/stiffness", 21) == 0 && v->name[0] == 'k' && !v->name[2])
        return 0.01 * v->value;
    return v->value;
}

static tsu_world *make(double dt)
{
    tsu_world_def def = tsu_world_def_default();
    def.timestep = dt;
    def.threads = 1;
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -1.0;
        def.hi[q] = 1.0;
    }
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    for (const tsu_sample *s = law_values; s->name; s++) {
        const double v = value_of(s);
        const tsu_shape_of_value kind = value_kind(s->name);
        if (kind == TSU_SCALAR)
            OK(tsu_property_set(w, s->name, v, &err));
        else
            OK(kind == TSU_PER_TYPE ? tsu_property_set_type(w, s->name, &v, &err)
                                    : tsu_property_set_pair(w, s->name, &v, &err));
    }
    OK(tsu_laws_choose(w, laws_now, &err));
    return w;
}

/* The names of the models of a kind that can be chosen, with `off` first. */
static int names_of(tsu_law_kind kind, const char *names[NAMES_MAX])
{
    int n = 0;
    if (kind != TSU_NORMAL) names[n++] = "off";
    for (const tsu_law *const *law = tsu_laws_of_kind(kind); *law; law++) {
        if ((*law)->stage) names[n++] = (*law)->name;
    }
    return n;
}

static void each_combination(void (*run)(void))
{
    const char *normal[NAMES_MAX], *cohesion[NAMES_MAX], *tangential[NAMES_MAX], *rolling[NAMES_MAX];
    const int nn = names_of(TSU_NORMAL, normal), nc = names_of(TSU_COHESION, cohesion),
              nt = names_of(TSU_TANGENTIAL, tangential), nr = names_of(TSU_ROLLING, rolling);
    assert_true(nn * nc * nt * nr > 500);
    for (int k = 0; k < nn * nc * nt * nr; k++) {
        snprintf(laws_now, sizeof laws_now, "model %s cohesion %s tangential %s rolling_friction %s",
                 normal[k % nn], cohesion[k / nn % nc], tangential[k / (nn * nc) % nt],
                 rolling[k / (nn * nc * nt)]);
        run();
    }
}

/* ---- a clump of one sphere ------------------------------------------------------------------------------------------- */

typedef struct start {
    double radius, density, x[3], v[3], w[3];
} start;

static const start pair[2] = {
    {1.0e-3, 2500.0, {0.9e-3, 1.2e-3, 2.0e-3}, {0.02, -0.39, -0.3}, {120.0, -80.0, 60.0}},
    {1.5e-3, 2000.0, {0.0, 0.0, 0.0}, {-0.05, 0.03, 0.06}, {-50.0, 70.0, 90.0}}};

static void add_sphere(tsu_world *w, const start *s)
{
    tsu_particle_def p = tsu_particle_def_default();
    p.radius = s->radius;
    p.density = s->density;
    memcpy(p.position, s->x, sizeof s->x);
    memcpy(p.velocity, s->v, sizeof s->v);
    memcpy(p.spin, s->w, sizeof s->w);
    OK(tsu_particles_add(w, &p, 1, &err));
}

static void add_single(tsu_world *w, const start *s)
{
    static const double none[1][3] = {{0.0, 0.0, 0.0}};
    static const int32_t type[1] = {0};
    const double m = tsu_sphere_mass(s->radius, s->density), moment = 0.4 * m * s->radius * s->radius;
    tsu_clump_def d = {.count = 1,
                       .arm = none,
                       .radius = &s->radius,
                       .type = type,
                       .mass = m,
                       .moments = {moment, moment, moment},
                       .density = s->density,
                       .turn = {1.0, 0.0, 0.0, 0.0}};
    memcpy(d.centre, s->x, sizeof s->x);
    memcpy(d.velocity, s->v, sizeof s->v);
    memcpy(d.spin, s->w, sizeof s->w);
    OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
}

static int32_t row_of(const tsu_world *w, uint64_t id)
{
    int32_t i = 0;
    while (w->particles.id[i] != id)
        i++;
    return i;
}

static void compare_single(void)
{
    tsu_world *w[2] = {make(2.0e-7), make(2.0e-7)};
    for (int k = 0; k < 2; k++) {
        add_sphere(w[0], &pair[k]);
        add_single(w[1], &pair[k]);
    }
    for (int k = 0; k < 2; k++) {
        OK(tsu_world_step(w[k], PAIR_STEPS, &err));
    }
    for (uint64_t id = 1; id <= 2; id++) {
        const tsu_particles *p = &w[0]->particles, *s = &w[1]->particles;
        const int32_t i = row_of(w[0], id), j = row_of(w[1], id);
        for (int q = 0; q < 3; q++) {
            const double off =
                fabs(p->vm[i][q] - s->vm[j][q]) / 0.5 + fabs(p->wi[i][q] - s->wi[j][q]) / 100.0;
            if (!(off < 1.0e-10)) fail_msg("%s: the clump of one sphere is off by %g", laws_now, off);
        }
        /* they have met */
        assert_true(fabs(p->vm[i][2] - pair[id - 1].v[2]) > 1.0e-3);
    }
    tsu_world_destroy(w[0]);
    tsu_world_destroy(w[1]);
}

static void test_single(void **state)
{
    (void)state;
    each_combination(compare_single);
}

/* ---- two bodies ------------------------------------------------------------------------------------------------------ */

/* Three spheres that are no symmetric body; the arms are about their centre of mass, in principal directions. */
static void add_body(tsu_world *w, const double x[3], const double v[3], double turn)
{
    static const double arm[3][3] = {
        {-0.7e-3, 0.2e-3, 0.0}, {0.6e-3, 0.3e-3, 0.2e-3}, {0.1e-3, -0.8e-3, -0.2e-3}};
    static const double radius[3] = {0.8e-3, 0.7e-3, 0.6e-3};
    static const int32_t type[3] = {0};
    tsu_clump_def d = {.count = 3,
                       .arm = arm,
                       .radius = radius,
                       .type = type,
                       .mass = 1.2e-5,
                       .moments = {4e-12, 6e-12, 8e-12},
                       .density = 2500.0,
                       .spin = {80.0, -60.0 * turn, 50.0},
                       .turn = {cos(turn), 0.6 * sin(turn), 0.0, 0.8 * sin(turn)}};
    memcpy(d.centre, x, sizeof d.centre);
    memcpy(d.velocity, v, sizeof d.velocity);
    OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
}

typedef struct motion {
    tsu_vec3 p, l;
    double size, turning; /* sums of their lengths */
} motion;

static motion motion_of(const tsu_world *w)
{
    motion m = {0};
    for (int32_t k = 0; k < w->clumps->count; k++) {
        const tsu_rigid *b = &w->clumps->clump[k].body;
        const tsu_vec3 p = tsu_vec3_scale(b->mass, b->velocity);
        m.p = tsu_vec3_add(m.p, p);
        m.l = tsu_vec3_add(m.l, tsu_vec3_add(b->momentum, tsu_vec3_cross(b->centre, p)));
        m.size += tsu_vec3_norm(p);
        m.turning += tsu_vec3_norm(b->momentum) + tsu_vec3_norm(tsu_vec3_cross(b->centre, p));
    }
    return m;
}

static void closes(const tsu_world *w)
{
    tsu_energy e;
    OK(tsu_world_energy((tsu_world *)w, &e, &err));
    if (!(fabs(e.residual) < 1.0e-11 * e.exchanged))
        fail_msg("%s: residual %g of %g", laws_now, e.residual, e.exchanged);
    assert_true(e.exchanged > 1e-9);
}

/* Models whose stiffness follows from the mass do not go with `contact_inertia local`. */
static bool takes_local(void)
{
    return strncmp(laws_now, "model hooke", 11) != 0 || strncmp(laws_now, "model hooke/stiffness", 21) == 0;
}

static void collide(bool local)
{
    tsu_world *w = make(2.0e-7);
    add_body(w, (double[]){0.62e-3, 0.2e-3, 0.3e-3}, (double[]){-0.5, 0.1, 0.0}, 0.4);
    add_body(w, (double[]){-1.4e-3, -0.2e-3, 0.1e-3}, (double[]){0.4, 0.0, 0.1}, 1.3);
    if (local) tsu_clumps_set_local(w, true);
    const motion before = motion_of(w);
    OK(tsu_world_step(w, BODY_STEPS, &err));
    const motion after = motion_of(w);
    assert_true(fabs(w->clumps->clump[0].body.velocity.x + 0.5) > 1e-3);
    const double p = tsu_vec3_norm(tsu_vec3_sub(after.p, before.p)) / before.size,
                 l = tsu_vec3_norm(tsu_vec3_sub(after.l, before.l)) / before.turning;
    if (!(p < 1e-12 && l < 1e-12)) fail_msg("%s: momentum %g, angular momentum %g", laws_now, p, l);
    closes(w);
    tsu_world_destroy(w);
}

static void drop(bool local)
{
    tsu_world *w = make(2.0e-7);
    tsu_wall_def d = tsu_wall_def_default();
    d.name = "floor";
    d.shape = "zplane";
    OK(tsu_walls_add(w, &d, &err));
    add_body(w, (double[]){0.0, 0.0, 1.13e-3}, (double[]){0.2, 0.1, -0.5}, 0.9);
    if (local) tsu_clumps_set_local(w, true);
    OK(tsu_world_step(w, BODY_STEPS, &err));
    assert_true(fabs(w->clumps->clump[0].body.velocity.z + 0.5) > 1e-3);
    closes(w);
    tsu_world_destroy(w);
}

/* What contacts see of bodies changes from one combination to the next, and between the air and the plane. */
static void meet(void)
{
    static int round;
    const bool local = round++ % 2 == 1;
    collide(local && takes_local());
    drop(!local && takes_local());
}

static void test_bodies(void **state)
{
    (void)state;
    each_combination(meet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_single), cmocka_unit_test(test_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
