/* SPDX-License-Identifier: Apache-2.0 */
/* same_bits.h - small scenes whose hash must be the same on any number of threads, for any schedule of the lists, any
 * optimisation and any compiler. */
#ifndef TESTS_ORACLE_SAME_BITS_H
#define TESTS_ORACLE_SAME_BITS_H

#include "base/random.h"
#include "step/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const same_bits_laws[] = {
    "model hertz tangential history rolling_friction epsd2",
    "model hooke tangential history rolling_friction cdt",
    "model edinburgh/stiffness tangential jkr_tan rolling_friction epsd3",
    "model edinburgh tangential no_history rolling_friction epsd",
};
enum { SAME_BITS_SCENES = 4, SAME_BITS_PARTICLES = 700, SAME_BITS_STEPS = 1670 };

static void same_bits_properties(tsu_world *w, int scene)
{
    const double soft = scene == 3 ? 0.05 : 1.0, young[] = {6.0e6 * soft, 9.0e6 * soft},
                 poisson[] = {0.3, 0.4};
    tsu_property_set_type(w, "youngsModulus", young, NULL);
    tsu_property_set_type(w, "poissonsRatio", poisson, NULL);
    static const struct {
        const char *name;
        double value[4];
    } pairs[] = {
        {"coefficientRestitution", {0.6, 0.5, 0.5, 0.7}},
        {"coefficientFriction", {0.4, 0.5, 0.5, 0.3}},
        {"coefficientRollingFriction", {0.1, 0.2, 0.2, 0.05}},
        {"coefficientRollingViscousDamping", {0.2, 0.3, 0.3, 0.1}},
        {"LoadingStiffness", {900, 1100, 1100, 1500}},
        {"UnloadingStiffness", {5, 4, 4, 3}},
        {"coefficientAdhesionStiffness", {0.2, 0.2, 0.2, 0.2}},
        {"pullOffForce", {0, 0, 0, 0}},
        {"surfaceEnergy", {0.2, 0.1, 0.1, 0.3}},
        {"workOfAdhesion", {0.05, 0.02, 0.02, 0.05}},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        tsu_property_set_pair(w, pairs[k].name, pairs[k].value, NULL);
    }
    tsu_property_set(w, "characteristicVelocity", 1.0, NULL);
    tsu_property_set(w, "overlapExponent", scene == 2 ? 1.5 : 1.0, NULL);
    tsu_property_set(w, "adhesionExponent", 1.2, NULL);
    tsu_property_set(w, "rollingStiffness", 2.25, NULL);
}

/* Called before the first step of a scene; NULL: nobody wants it. */
static tsu_status (*same_bits_prepare)(tsu_world *w, tsu_error *err);

/* Grains of two materials and sizes 1:3 poured into a box that is periodic along x, with a moving floor and a drum. */
static tsu_world *same_bits_scene(int scene, int threads, int64_t every)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    const double hi[3] = {0.05, 0.05, 0.2};
    memcpy(def.hi, hi, sizeof hi);
    memcpy(def.boundary, "ppffmm", 6);
    def.materials = 2;
    def.gravity[2] = -9.81;
    def.timestep = 9.0e-6;
    def.skin = 8.0e-4;
    def.threads = threads;
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) return NULL;
    same_bits_properties(w, scene);
    tsu_wall_def floor = tsu_wall_def_default(), side = floor, drum = floor;
    floor.velocity[0] = 0.2;
    side.name = "side";
    side.shape = "yplane";
    drum.name = "drum";
    drum.shape = "xcylinder";
    drum.radius = 0.035;
    drum.centre[1] = 0.025;
    drum.centre[2] = 0.03;
    drum.spin = 5.0;
    drum.type = 2;
    tsu_particle_def *p = calloc(SAME_BITS_PARTICLES, sizeof *p);
    for (int k = 0; k < SAME_BITS_PARTICLES && p; k++) {
        double u[8];
        for (int q = 0; q < 8; q++) {
            u[q] = tsu_random_uniform(7, (uint64_t)k, 1, (uint64_t)q);
        }
        const double cell = 0.00416;
        p[k] = tsu_particle_def_default();
        p[k].type = 1 + (u[6] > 0.6);
        p[k].radius = 0.0007 + 0.0013 * u[7] * u[7];
        p[k].position[0] = cell * (0.5 + k % 11) + 0.0002 * u[0] + 0.001;
        p[k].position[1] = cell * (0.5 + k / 11 % 11) + 0.0002 * u[1] + 0.002;
        p[k].position[2] = cell * (0.5 + k / 121) + 0.0002 * u[2];
        for (int q = 0; q < 3; q++) {
            p[k].velocity[q] = u[3 + q] - 0.5 - 1.5 * (q == 2);
            p[k].spin[q] = 40.0 * (u[5 - q] - 0.5);
        }
    }
    tsu_status s = p ? tsu_laws_choose(w, same_bits_laws[scene], &err) : TSU_ERROR_MEMORY;
    if (s == TSU_OK) s = tsu_walls_add(w, &floor, &err);
    if (s == TSU_OK) s = tsu_walls_add(w, &side, &err);
    if (s == TSU_OK && scene % 2) s = tsu_walls_add(w, &drum, &err);
    if (s == TSU_OK) s = tsu_particles_add(w, p, SAME_BITS_PARTICLES, &err);
    free(p);
    w->lists.every = every;
    w->lost_policy = TSU_LOST_IGNORE;
    if (s == TSU_OK && same_bits_prepare) s = same_bits_prepare(w, &err);
    if (s == TSU_OK) s = tsu_world_step(w, SAME_BITS_STEPS, &err);
    if (s == TSU_OK) return w;
    fprintf(stderr, "scene %d: %s\n", scene, err.message);
    tsu_world_destroy(w);
    return NULL;
}

static inline uint64_t same_bits_hash(int scene, int threads, int64_t every)
{
    tsu_world *w = same_bits_scene(scene, threads, every);
    const uint64_t hash = w ? tsu_world_hash(w) : 0;
    tsu_world_destroy(w);
    return hash;
}

#endif
