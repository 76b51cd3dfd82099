/* SPDX-License-Identifier: Apache-2.0 */
/* verify_conservation.c - momentum and energy of systems whose laws conserve them, and the same bits on all threads. */
#include "verify/combinations.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a gas of elastic spheres ---------------------------------------------------------------------------------- */

enum { SIDE = 4, SPHERES = SIDE * SIDE * SIDE };

static const double gas_radius = 5e-3, gas_density = 2500.0, gas_young = 1e7, gas_poisson = 0.3,
                    gas_speed = 0.5;

/* Contact time of a Hertz impact: 2.94 d_max/v. */
static double hertz_time(double v)
{
    const double m = 0.5 * tsu_sphere_mass(gas_radius, gas_density), r = 0.5 * gas_radius;
    const double e_eff = gas_young / (2.0 * (1.0 - gas_poisson * gas_poisson));
    return 2.9432750 * pow(15.0 * m * v * v / (16.0 * e_eff * sqrt(r)), 0.4) / v;
}

/* A fiftieth of the contact time of the fastest pair. */
static double gas_step(void)
{
    return hertz_time(2.0 * sqrt(3.0) * gas_speed) / 50.0;
}

static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Any number between -1 and 1. */
static double some(uint64_t seed)
{
    return (double)(scramble(seed) >> 11) * 0x1p-52 - 1.0;
}

/* Spheres on a lattice in a periodic box, at random velocities up to the speed. */
static tsu_status fill(tsu_world *w, double pitch, tsu_error *err)
{
    for (int k = 0; k < SPHERES; k++) {
        tsu_particle_def p = tsu_particle_def_default();
        const int at[3] = {k % SIDE, k / SIDE % SIDE, k / (SIDE * SIDE)};
        p.radius = gas_radius;
        p.density = gas_density;
        for (int q = 0; q < 3; q++) {
            p.position[q] = (at[q] + 0.5) * pitch;
            p.velocity[q] = gas_speed * some((uint64_t)(3 * k + q));
        }
        const tsu_status s = tsu_particles_add(w, &p, 1, err);
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}

static tsu_scene gas_of(int threads, double dt)
{
    const double one[] = {1.0}, young[] = {gas_young}, poisson[] = {gas_poisson}, pitch = 4.0 * gas_radius;
    tsu_scene s = {.dt = dt};
    tsu_world_def def = tsu_world_def_default();
    for (int q = 0; q < 3; q++) {
        def.hi[q] = SIDE * pitch;
        def.boundary[q][0] = def.boundary[q][1] = 'p';
    }
    def.timestep = dt;
    def.threads = threads;
    s.world = tsu_world_create(&def, &s.err);
    if (!s.world) {
        s.status = s.err.status;
        return s;
    }
    s.status = tsu_property_set_type(s.world, "youngsModulus", young, &s.err);
    if (s.status == TSU_OK) s.status = tsu_property_set_type(s.world, "poissonsRatio", poisson, &s.err);
    if (s.status == TSU_OK) s.status = tsu_property_set_pair(s.world, "coefficientRestitution", one, &s.err);
    if (s.status == TSU_OK) s.status = tsu_laws_choose(s.world, "model hertz tangential off", &s.err);
    if (s.status == TSU_OK) s.status = fill(s.world, pitch, &s.err);
    return s;
}

static void gas(tsu_card *card)
{
    static const char source[] = "64-sphere gas";
    tsu_scene s = gas_of(1, gas_step());
    const tsu_energy start = tsu_scene_energy(&s);
    const int64_t steps = (int64_t)(0.5 / s.dt);
    double worst = 0.0;
    for (int64_t k = 0; k < steps && s.status == TSU_OK; k += 20) {
        tsu_scene_step(&s, 20);
        const tsu_energy now = tsu_scene_energy(&s);
        const double off = fabs(now.kinetic + now.elastic - start.kinetic) / start.kinetic;
        worst = off > worst ? off : worst;
    }
    if (tsu_scene_ok(&s, card, "elastic gas", source))
        tsu_card_at_most(card, "elastic gas, 0.5 s: largest |dE/E|", source, 5e-5, worst);
    tsu_scene_destroy(&s);
}

static void same_bits(tsu_card *card)
{
    uint64_t hash[3] = {0};
    static const int threads[] = {1, 2, 3};
    double different = 0.0;
    for (int k = 0; k < 3; k++) {
        tsu_scene s = gas_of(threads[k], gas_step());
        tsu_scene_step(&s, 2000);
        if (!tsu_scene_ok(&s, card, "same bits", "by design")) different = NAN;
        if (s.status == TSU_OK) hash[k] = tsu_world_hash(s.world);
        tsu_scene_destroy(&s);
        different += hash[k] != hash[0];
    }
    tsu_card_absolute(card, "gas on 1, 2 and 3 threads: hashes that differ", "by design", 0.0, different,
                      0.0);
}

/* ---- momentum of a pair --------------------------------------------------------------------------------------------- */

typedef struct moments {
    double p[3], l[3];       /* momentum, angular momentum about the origin */
    double p_scale, l_scale; /* sums of sizes */
} moments;

static moments moments_of(const tsu_scene *s)
{
    moments m = {0};
    for (uint64_t id = 1; id <= 2; id++) {
        double x[3], v[3], w[3], mass[3], r[3];
        tsu_scene_get(s, "x", id, x);
        tsu_scene_get(s, "v", id, v);
        tsu_scene_get(s, "omega", id, w);
        tsu_scene_get(s, "mass", id, mass);
        tsu_scene_get(s, "radius", id, r);
        const double inertia = 0.4 * mass[0] * r[0] * r[0];
        for (int q = 0; q < 3; q++) {
            const int a = (q + 1) % 3, b = (q + 2) % 3;
            m.p[q] += mass[0] * v[q];
            m.l[q] += mass[0] * (x[a] * v[b] - x[b] * v[a]) + inertia * w[q];
            m.p_scale += mass[0] * fabs(v[q]);
            m.l_scale += mass[0] * (fabs(x[a] * v[b]) + fabs(x[b] * v[a])) + inertia * fabs(w[q]);
        }
    }
    return m;
}

typedef struct worst_moments {
    double p, l;
    tsu_error err; /* of the first combination that could not be run */
} worst_moments;

static void watch(const tsu_combination *c, void *context)
{
    worst_moments *worst = context;
    tsu_scene s = tsu_combination_start(c, 50.0);
    const moments a = moments_of(&s);
    tsu_scene_step(&s, 75);
    const moments b = moments_of(&s);
    for (int q = 0; q < 3; q++) {
        if (s.status != TSU_OK) break;
        const double p = fabs(b.p[q] - a.p[q]) / a.p_scale, l = fabs(b.l[q] - a.l[q]) / a.l_scale;
        worst->p = p <= worst->p ? worst->p : p; /* a nan stays */
        worst->l = l <= worst->l ? worst->l : l;
    }
    if (s.status != TSU_OK && worst->err.status == TSU_OK) worst->err = s.err;
    tsu_scene_destroy(&s);
}

static void momentum(tsu_card *card)
{
    tsu_combinations_missing(card);
    for (const tsu_law *const *law = tsu_laws_of_kind(TSU_NORMAL); *law; law++) {
        worst_moments worst = {0};
        char what[96];
        const int n = tsu_combinations_each(*law, watch, &worst);
        if (n == 0) continue; /* told before */
        snprintf(what, sizeof what, "%s, %d combinations: momentum", (*law)->name, n);
        if (worst.err.status != TSU_OK) {
            tsu_card_broken(card, what, "action and reaction", &worst.err);
            continue;
        }
        tsu_card_at_most(card, what, "action and reaction", 1e-13, worst.p);
        snprintf(what, sizeof what, "%s, %d combinations: angular momentum", (*law)->name, n);
        tsu_card_at_most(card, what, "action and reaction", 1e-13, worst.l);
    }
}

void tsu_verify_conservation(tsu_card *card)
{
    gas(card);
    same_bits(card);
    momentum(card);
}
