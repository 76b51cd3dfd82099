/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_shapes.h - surfaces made of triangles, and worlds to put them into, for the tests of meshes. */
#ifndef TSU_TESTS_ORACLE_MESH_SHAPES_H
#define TSU_TESTS_ORACLE_MESH_SHAPES_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "step/mesh/body.h"
#include "step/mesh/contacts.h"
#include "step/wall/wall.h"
#include "tsubu/tsubu.h"

#define REQUIRE(call)                                                                                        \
    do {                                                                                                     \
        const tsu_status require_status = (call);                                                            \
        if (require_status != TSU_OK) print_error("%s\n", err.message);                                      \
        assert_int_equal(require_status, TSU_OK);                                                            \
    } while (0)

static inline double draw(uint64_t seed, uint32_t *counter)
{
    return tsu_random_uniform(seed, 1, TSU_RANDOM_TEST, (*counter)++);
}

static inline void add_triangle(tsu_facets *f, const double a[3], const double b[3], const double c[3])
{
    double corner[3][3];
    tsu_error err = {0};
    memcpy(corner[0], a, sizeof corner[0]);
    memcpy(corner[1], b, sizeof corner[1]);
    memcpy(corner[2], c, sizeof corner[2]);
    REQUIRE(tsu_facets_append(f, (const double(*)[3])corner, f->count + 1, &err));
}

/* The square |x|, |y| <= half at z = 0, cut into cells of about `size` with their corners moved about, cut along either
 * diagonal, and every third triangle cut in three at a random point, which makes slivers and corners of any valence. */
static inline void add_random_plane(tsu_facets *f, double half, double size, uint64_t seed)
{
    const int n = (int)ceil(2.0 * half / size);
    uint32_t counter = 0;
    double(*p)[3] = calloc((size_t)(n + 1) * (size_t)(n + 1), sizeof *p);
    assert_non_null(p);
    for (int k = 0; k < (n + 1) * (n + 1); k++) {
        const int i = k % (n + 1), j = k / (n + 1);
        const double a = draw(seed, &counter) - 0.5, b = draw(seed, &counter) - 0.5;
        p[k][0] = -half + 2.0 * half * (i + (i > 0 && i < n ? 0.9 * a : 0.0)) / n;
        p[k][1] = -half + 2.0 * half * (j + (j > 0 && j < n ? 0.9 * b : 0.0)) / n;
    }
    for (int k = 0; k < n * n; k++) {
        const int i = k % n, j = k / n, at = i + (n + 1) * j;
        const int corner[4] = {at, at + 1, at + n + 2, at + n + 1}, turn = draw(seed, &counter) < 0.5;
        for (int t = 0; t < 2; t++) {
            const double *a = p[corner[turn]], *b = p[corner[(turn + 1 + t) % 4]],
                         *c = p[corner[(turn + 2 + t) % 4]];
            if (draw(seed, &counter) > 0.33) {
                add_triangle(f, a, b, c);
                continue;
            }
            double m[3] = {0}, w[3], sum = 0.0;
            for (int q = 0; q < 3; q++) {
                w[q] = 0.02 + draw(seed, &counter);
                sum += w[q];
            }
            for (int q = 0; q < 3; q++) {
                m[q] = (w[0] * a[q] + w[1] * b[q] + w[2] * c[q]) / sum;
            }
            add_triangle(f, a, b, m);
            add_triangle(f, b, c, m);
            add_triangle(f, c, a, m);
        }
    }
    free(p);
}

/* A bumpy surface of random heights. */
static inline void add_bumps(tsu_facets *f, double half, int cells, double height, uint64_t seed)
{
    add_random_plane(f, half, 2.0 * half / cells, seed);
    for (int64_t t = 0; t < f->count; t++) {
        for (int k = 0; k < 3; k++) {
            double *p = f->corner[t][k];
            uint64_t bits[2];
            memcpy(bits, p, sizeof bits);
            uint32_t counter = 0;
            p[2] = height * draw(bits[0] * 3 + bits[1] + seed, &counter); /* the same for the same place */
        }
    }
}

/* A cylinder about the y axis with flat facets, corners on the radius, its ends cut into `rings` with the rings turned
 * against each other by half a facet. */
static inline void add_cylinder(tsu_facets *f, double radius, double half, int facets, int rings)
{
    const double pi = 3.14159265358979323846;
    for (int r = 0; r < rings; r++) {
        for (int k = 0; k < facets; k++) {
            double p[4][3];
            for (int c = 0; c < 4; c++) {
                const int ring = r + c / 2;
                const double angle = 2.0 * pi * (k + c % 2 + (ring % 2) * 0.5) / facets;
                p[c][0] = radius * sin(angle);
                p[c][1] = half * (2.0 * ring / rings - 1.0);
                p[c][2] = radius * cos(angle);
            }
            if (r % 2 == 0) {
                add_triangle(f, p[0], p[1], p[2]);
                add_triangle(f, p[1], p[3], p[2]);
            } else {
                add_triangle(f, p[0], p[1], p[3]);
                add_triangle(f, p[0], p[3], p[2]);
            }
        }
    }
}

/* A world of one material with the usual laws; the box reaches from -1 to 1. */
static inline tsu_world *make_world(const char *laws, double e, double mu, int threads)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    const double young = 1e7, poisson = 0.3, roll = 0.1, damp = 0.3, finnie = 1.5;
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -1.0;
    }
    def.gravity[2] = -9.81;
    def.timestep = 1e-5;
    def.threads = threads;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    REQUIRE(tsu_property_set_type(w, "youngsModulus", &young, &err));
    REQUIRE(tsu_property_set_type(w, "poissonsRatio", &poisson, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientRestitution", &e, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientFriction", &mu, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientRollingFriction", &roll, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientRollingViscousDamping", &damp, &err));
    REQUIRE(tsu_property_set_pair(w, "k_finnie", &finnie, &err));
    REQUIRE(tsu_laws_choose(w, laws, &err));
    return w;
}

/* Makes a mesh of the facets, which are freed, and a wall of it. */
static inline tsu_mesh_body *add_mesh(tsu_world *w, const char *name, tsu_facets *f)
{
    tsu_error err = {0};
    tsu_mesh mesh;
    tsu_mesh_body *body = NULL;
    tsu_wall_def def = tsu_wall_def_default();
    REQUIRE(tsu_mesh_build(&mesh, f, 1e-8, &err));
    tsu_facets_free(f);
    REQUIRE(tsu_meshes_adopt(w, name, &mesh, &body, &err));
    def.name = name;
    def.shape = "mesh";
    def.mesh = name;
    REQUIRE(tsu_walls_add(w, &def, &err));
    return body;
}

static inline void add_plane(tsu_world *w, const char *shape)
{
    tsu_error err = {0};
    tsu_wall_def def = tsu_wall_def_default();
    def.name = def.shape = shape;
    REQUIRE(tsu_walls_add(w, &def, &err));
}

static inline void add_sphere(tsu_world *w, double radius, const double x[3], const double v[3],
                              const double spin[3])
{
    tsu_error err = {0};
    tsu_particle_def def = tsu_particle_def_default();
    def.type = 1;
    def.radius = radius;
    def.density = 2500.0;
    memcpy(def.position, x, sizeof def.position);
    if (v) memcpy(def.velocity, v, sizeof def.velocity);
    if (spin) memcpy(def.spin, spin, sizeof def.spin);
    REQUIRE(tsu_particles_add(w, &def, 1, &err));
}

/* Contacts that touch the first wall. */
static inline int touching(const tsu_world *w)
{
    int count = 0;
    for (int64_t k = 0; k < w->wall[0]->contacts.count; k++) {
        count += w->wall[0]->contacts.live[k];
    }
    return count;
}

#endif
