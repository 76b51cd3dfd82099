/* SPDX-License-Identifier: Apache-2.0 */
#include "session/drawing.h"
#include <math.h>

static const tsu_drawing_color nobody = {0.5, 0.5, 0.5}; /* what no interval holds */

/* Where a stop lies: min and max are the ends of the range. */
static double place(const tsu_drawing_scale *s, int k, double low, double high)
{
    const double at = s->stop[k].low;
    return at <= -TSU_DRAWING_FAR ? low : at >= TSU_DRAWING_FAR ? high : at;
}

static tsu_drawing_color between(const tsu_drawing_scale *s, double at, double low, double high)
{
    int k = 0;
    while (k < s->stops - 2 && at > place(s, k + 1, low, high)) {
        k++;
    }
    const int next = k + 1 < s->stops ? k + 1 : k;
    const double from = place(s, k, low, high), gap = place(s, next, low, high) - from,
                 raw = gap > 0.0 ? (at - from) / gap : 1.0,
                 t = raw < 0.0   ? 0.0
                     : raw > 1.0 ? 1.0
                                 : raw;
    const tsu_drawing_color a = s->stop[k].color, b = s->stop[next].color;
    return (tsu_drawing_color){a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b)};
}

static tsu_drawing_color within(const tsu_drawing_scale *s, double at)
{
    for (int k = 0; k < s->stops; k++) {
        if (at >= s->stop[k].low && at <= s->stop[k].high) return s->stop[k].color;
    }
    return nobody;
}

tsu_drawing_color tsu_drawing_scale_at(const tsu_drawing_scale *s, double low, double high, double value)
{
    const double inside = value < low    ? low
                          : value > high ? high
                                         : value,
                 span = high > low ? high - low : 1.0, at = s->parts ? (inside - low) / span : inside;
    if (s->stops == 0 || isnan(value)) return nobody;
    if (s->kind == TSU_SCALE_DISCRETE) return within(s, at);
    if (s->kind == TSU_SCALE_CONTINUOUS) return between(s, at, low, high);
    const double bin = floor((at - (s->parts ? 0.0 : low)) / s->width);
    return s->stop[(int)fmod(bin > 0.0 ? bin : 0.0, s->stops)].color;
}
