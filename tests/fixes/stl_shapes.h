/* SPDX-License-Identifier: Apache-2.0 */
/* stl_shapes.h - files of closed meshes, for tests whose meshes are bodies. */
#ifndef TSU_TESTS_FIXES_STL_SHAPES_H
#define TSU_TESTS_FIXES_STL_SHAPES_H

#include "decks/deck_fixture.h"

static inline void facet(FILE *f, const double *a, const double *b, const double *c)
{
    fprintf(f, "facet normal 0 0 0\nouter loop\n");
    const double *corner[3] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        fprintf(f, "vertex %.17g %.17g %.17g\n", corner[k][0], corner[k][1], corner[k][2]);
    }
    fprintf(f, "endloop\nendfacet\n");
}

static inline FILE *open_stl(const deck *d, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "solid s\n");
    return f;
}

static inline void close_stl(FILE *f)
{
    fprintf(f, "endsolid s\n");
    fclose(f);
}

/* Triangles of a sphere about 0, from an octahedron: corners at the poles. */
static inline void split(FILE *f, double r, const double *a, const double *b, const double *c, int times)
{
    if (times == 0) {
        facet(f, a, b, c);
        return;
    }
    double m[3][3];
    const double *from[3] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        double length = 0.0;
        for (int q = 0; q < 3; q++) {
            m[k][q] = 0.5 * (from[k][q] + from[(k + 1) % 3][q]);
            length += m[k][q] * m[k][q];
        }
        for (int q = 0; q < 3; q++) {
            m[k][q] *= r / sqrt(length);
        }
    }
    split(f, r, a, m[0], m[2], times - 1);
    split(f, r, m[0], b, m[1], times - 1);
    split(f, r, m[2], m[1], c, times - 1);
    split(f, r, m[0], m[1], m[2], times - 1);
}

static inline void write_sphere(const deck *d, const char *name, double r, int times)
{
    FILE *f = open_stl(d, name);
    for (int k = 0; k < 8; k++) {
        const double x[3] = {k & 1 ? -r : r, 0, 0}, y[3] = {0, k & 2 ? -r : r, 0},
                     z[3] = {0, 0, k & 4 ? -r : r};
        const bool flip = ((k & 1) + (k >> 1 & 1) + (k >> 2 & 1)) % 2 == 1;
        split(f, r, x, flip ? z : y, flip ? y : z, times);
    }
    close_stl(f);
}

/* A block about 0 with sides a, b, c; without its lid if it is to be open. */
static inline void write_block(const deck *d, const char *name, double a, double b, double c, bool lid)
{
    static const int face[12][3] = {{0, 2, 1}, {1, 2, 3}, {0, 1, 4}, {1, 5, 4}, {0, 4, 2}, {2, 4, 6},
                                    {1, 3, 5}, {3, 7, 5}, {2, 6, 3}, {3, 6, 7}, {4, 5, 6}, {5, 7, 6}};
    double x[8][3];
    FILE *f = open_stl(d, name);
    for (int k = 0; k < 8; k++) {
        x[k][0] = k & 1 ? 0.5 * a : -0.5 * a;
        x[k][1] = k & 2 ? 0.5 * b : -0.5 * b;
        x[k][2] = k & 4 ? 0.5 * c : -0.5 * c;
    }
    for (int t = 0; t < (lid ? 12 : 10); t++) {
        facet(f, x[face[t][0]], x[face[t][1]], x[face[t][2]]);
    }
    close_stl(f);
}

#endif
