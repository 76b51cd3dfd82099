/* SPDX-License-Identifier: Apache-2.0 */
/* Light in pictures without a display: a sphere throws its shadow where the rays of the light say, and only there; beside a contact it is
 * dim, on the side that the other sphere cannot shade. The eye looks along y, x is to the right, z is up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "picture/render.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 400 };

static tsu_error err;

/* Towards the light: over the left shoulder (render.c). */
static const double LIGHT[3] = {-0.45, -0.62, 0.85};

static tsu_canvas draw(int spheres, const float *position, const float *radius, double *focal)
{
    const tsu_color white[2] = {{0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}};
    const tsu_render_scene scene = {
        .spheres = spheres, .position = position, .radius = radius, .color = white};
    double pixel;
    const tsu_render_view view = {.toward = {0, -1, 0},
                                  .ground = TSU_GROUND_FLAT,
                                  .focused = true,
                                  .lo = {-2.1, -2.1, -2.1},
                                  .hi = {2.1, 2.1, 2.1},
                                  .pixel = &pixel};
    tsu_canvas c;
    assert_int_equal(tsu_canvas_create(&c, SIDE, SIDE, &err), TSU_OK);
    assert_int_equal(tsu_render(&scene, &view, &c, &err), TSU_OK);
    *focal = 2.2 * sqrt(3.0) * 4.2 / pixel; /* the eye is 2.2 diagonals away */
    return c;
}

/* The mean brightness of the 3 x 3 pixels where a point is seen. */
static double bright(const tsu_canvas *c, double focal, const double p[3])
{
    const double away = 2.2 * sqrt(3.0) * 4.2 + p[1];
    const int x = (int)floor(0.5 * SIDE + focal * p[0] / away),
              y = (int)floor(0.5 * SIDE - focal * p[2] / away);
    double sum = 0.0;
    for (int k = 0; k < 9; k++) {
        const tsu_color *q = c->pixel + (size_t)(y + k / 3 - 1) * SIDE + (size_t)(x + k % 3 - 1);
        sum += ((double)q->r + (double)q->g + (double)q->b) / 27.0;
    }
    return sum;
}

static void unit(double v[3])
{
    const double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int q = 0; q < 3; q++) {
        v[q] /= size;
    }
}

/* A small sphere, 6 radii away towards the light, darkens a disc of its own radius on the large one. */
static void test_shadow(void **unused)
{
    (void)unused;
    const float radius[2] = {1.0f, 0.3f};
    double l[3] = {LIGHT[0], LIGHT[1], LIGHT[2]}, focal;
    unit(l);
    const float in_the_way[6] = {0, 0, 0, (float)(6 * l[0]), (float)(6 * l[1]), (float)(6 * l[2])},
                aside[6] = {0, 0, 0, (float)(-6 * l[0]), (float)(6 * l[1]), (float)(6 * l[2])};
    tsu_canvas with = draw(2, in_the_way, radius, &focal), without = draw(2, aside, radius, &focal);
    double across[3] = {-l[2], 0.0, l[0]}; /* square to the light */
    unit(across);
    for (int k = -8; k <= 8; k++) {
        const double off = 0.075 * k; /* from the middle of the shadow, as the light sees it */
        double p[3];
        for (int q = 0; q < 3; q++) {
            p[q] = off * across[q] + sqrt(1.0 - off * off) * l[q];
        }
        const double ratio = bright(&with, focal, p) / bright(&without, focal, p);
        if (fabs(off) < 0.2 && ratio > 0.6) fail_msg("at %g from the middle of its shadow: %g", off, ratio);
        if (fabs(off) > 0.42 && fabs(ratio - 1.0) > 0.02)
            fail_msg("at %g, beside the shadow: %g", off, ratio);
    }
    tsu_canvas_free(&with);
    tsu_canvas_free(&without);
}

/* The light comes from the left: nothing that touches a sphere on the right shades it. */
static void test_narrow(void **unused)
{
    (void)unused;
    const float two[6] = {-1, 0, 0, 1, 0, 0}, radius[2] = {1.0f, 1.0f};
    double focal;
    tsu_canvas pair = draw(2, two, radius, &focal), alone = draw(1, two, radius, &focal);
    const double near_contact[3] = {-1.0 + cos(0.55), -sin(0.55), 0.0},
                 far_away[3] = {-1.0 - sin(0.6), -cos(0.6), 0.0};
    const double narrow = bright(&pair, focal, near_contact) / bright(&alone, focal, near_contact),
                 open = bright(&pair, focal, far_away) / bright(&alone, focal, far_away);
    if (narrow > 0.85) fail_msg("beside the contact: %g", narrow);
    if (fabs(open - 1.0) > 0.02) fail_msg("on the other side: %g", open);
    tsu_canvas_free(&pair);
    tsu_canvas_free(&alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shadow), cmocka_unit_test(test_narrow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
