/* SPDX-License-Identifier: Apache-2.0 */
/* Colours of values as decks tell them (`dump_modify ID amap`): straight lines between stops, the first interval that holds a value, bins
 * in turn; as values and as parts of the range; ends that follow the particles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session/drawing.h"
#include <math.h>

static const tsu_drawing_color red = {1.0, 0.0, 0.0}, green = {0.0, 1.0, 0.0}, blue = {0.0, 0.0, 1.0};

static void is(const tsu_drawing_scale *s, double low, double high, double value, double r, double g,
               double b)
{
    const tsu_drawing_color c = tsu_drawing_scale_at(s, low, high, value);
    assert_true(fabs(c.r - r) < 1e-12 && fabs(c.g - g) < 1e-12 && fabs(c.b - b) < 1e-12);
}

static void test_continuous(void **unused)
{
    (void)unused;
    tsu_drawing_scale s = {.kind = TSU_SCALE_CONTINUOUS, .parts = true, .stops = 3};
    s.stop[0].low = 0.0, s.stop[0].color = red;
    s.stop[1].low = 0.25, s.stop[1].color = green;
    s.stop[2].low = 1.0, s.stop[2].color = blue;
    is(&s, 10.0, 18.0, 10.0, 1.0, 0.0, 0.0);
    is(&s, 10.0, 18.0, 11.0, 0.5, 0.5, 0.0);
    is(&s, 10.0, 18.0, 12.0, 0.0, 1.0, 0.0);
    is(&s, 10.0, 18.0, 15.0, 0.0, 0.5, 0.5);
    is(&s, 10.0, 18.0, 99.0, 0.0, 0.0, 1.0);
    is(&s, 10.0, 18.0, -1.0, 1.0, 0.0, 0.0);
    s.parts = false; /* min, a value, max */
    s.stop[0].low = -TSU_DRAWING_FAR;
    s.stop[1].low = 12.0;
    s.stop[2].low = TSU_DRAWING_FAR;
    is(&s, 10.0, 18.0, 11.0, 0.5, 0.5, 0.0);
    is(&s, 10.0, 20.0, 16.0, 0.0, 0.5, 0.5);
    s.stop[2].low = 24.0; /* beyond the range: its colour is not reached */
    is(&s, 10.0, 18.0, 18.0, 0.0, 0.5, 0.5);
    is(&s, 10.0, 18.0, 30.0, 0.0, 0.5, 0.5);
}

static void test_discrete(void **unused)
{
    (void)unused;
    tsu_drawing_scale s = {.kind = TSU_SCALE_DISCRETE, .stops = 2};
    s.stop[0].low = -TSU_DRAWING_FAR, s.stop[0].high = 0.3, s.stop[0].color = red;
    s.stop[1].low = 0.2, s.stop[1].high = 0.5, s.stop[1].color = blue;
    is(&s, 0.0, 1.0, 0.25, 1.0, 0.0, 0.0); /* the first counts */
    is(&s, 0.0, 1.0, 0.31, 0.0, 0.0, 1.0);
    is(&s, 0.0, 1.0, 0.6, 0.5, 0.5, 0.5); /* nobody's */
    s.parts = true;
    is(&s, 10.0, 20.0, 14.0, 0.0, 0.0, 1.0);
}

static void test_sequential(void **unused)
{
    (void)unused;
    tsu_drawing_scale s = {.kind = TSU_SCALE_SEQUENTIAL, .stops = 3, .width = 0.1};
    s.stop[0].color = red, s.stop[1].color = green, s.stop[2].color = blue;
    is(&s, 2.0, 3.0, 2.05, 1.0, 0.0, 0.0);
    is(&s, 2.0, 3.0, 2.15, 0.0, 1.0, 0.0);
    is(&s, 2.0, 3.0, 2.25, 0.0, 0.0, 1.0);
    is(&s, 2.0, 3.0, 2.35, 1.0, 0.0, 0.0);
    s.parts = true;
    is(&s, 20.0, 30.0, 21.5, 0.0, 1.0, 0.0);
    is(&s, 20.0, 30.0, (double)NAN, 0.5, 0.5, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_continuous), cmocka_unit_test(test_discrete),
                                       cmocka_unit_test(test_sequential)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
