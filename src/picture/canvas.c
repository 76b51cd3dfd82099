/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/canvas.h"
#include "picture/font.h"
#include "picture/typeface.h"
#include <math.h>
#include <stdlib.h>

tsu_status tsu_canvas_create(tsu_canvas *c, int width, int height, tsu_error *err)
{
    *c = (tsu_canvas){
        .width = width, .height = height, .pixel = calloc((size_t)width * (size_t)height, sizeof *c->pixel)};
    return c->pixel
               ? TSU_OK
               : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture of %d x %d", width, height);
}

void tsu_canvas_free(tsu_canvas *c)
{
    free(c->pixel);
    free(c->alpha);
    *c = (tsu_canvas){0};
}

static void blend(tsu_color *to, tsu_color color, float alpha)
{
    to->r += (color.r - to->r) * alpha;
    to->g += (color.g - to->g) * alpha;
    to->b += (color.b - to->b) * alpha;
}

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

/* Every pixel is covered by how far it is from the segment. */
void tsu_canvas_line(tsu_canvas *c, float x0, float y0, float x1, float y1, float width, tsu_color color,
                     float alpha)
{
    const float half = 0.5f * width, dx = x1 - x0, dy = y1 - y0, length2 = dx * dx + dy * dy;
    const int left = (int)floorf(fminf(x0, x1) - half - 1.0f),
              right = (int)ceilf(fmaxf(x0, x1) + half + 1.0f), top = (int)floorf(fminf(y0, y1) - half - 1.0f),
              bottom = (int)ceilf(fmaxf(y0, y1) + half + 1.0f);
    for (int y = top < 0 ? 0 : top; y < bottom && y < c->height; y++) {
        for (int x = left < 0 ? 0 : left; x < right && x < c->width; x++) {
            const float px = (float)x + 0.5f - x0, py = (float)y + 0.5f - y0;
            const float t = length2 > 0.0f ? clamp((px * dx + py * dy) / length2, 0.0f, 1.0f) : 0.0f;
            const float away = hypotf(px - t * dx, py - t * dy),
                        cover = clamp(half + 0.5f - away, 0.0f, 1.0f);
            if (cover > 0.0f)
                blend(&c->pixel[(size_t)y * (size_t)c->width + (size_t)x], color, cover * alpha);
        }
    }
}

void tsu_canvas_fill(tsu_canvas *c, int x0, int y0, int x1, int y1, tsu_color color)
{
    for (int y = y0 < 0 ? 0 : y0; y < y1 && y < c->height; y++) {
        for (int x = x0 < 0 ? 0 : x0; x < x1 && x < c->width; x++) {
            c->pixel[(size_t)y * (size_t)c->width + (size_t)x] = color;
        }
    }
}

/* ---- text ------------------------------------------------------------------------------------------------------------- */

static bool dot(const tsu_glyph *g, int x, int y)
{
    return x >= 0 && x < TSU_GLYPH_WIDTH && y >= 0 && y < TSU_GLYPH_ROWS &&
           (g->row[y] >> (TSU_GLYPH_WIDTH - 1 - x) & 1);
}

/* Neighbouring dots are joined by strokes, diagonal ones only where nothing else joins them: a round hand out of a coarse grid. */
static void draw_glyph(tsu_canvas *c, const tsu_glyph *g, float x, float y, float unit, tsu_color color)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (int v = 0; v < TSU_GLYPH_ROWS; v++) {
        for (int u = 0; u < TSU_GLYPH_WIDTH; u++) {
            if (!dot(g, u, v)) continue;
            bool joined = false;
            const float px = x + unit * (float)u, py = y + unit * (float)(v - TSU_GLYPH_BASE);
            for (int k = 0; k < 4; k++) {
                const int a = u + step[k][0], b = v + step[k][1];
                const bool diagonal = k >= 2;
                if (!dot(g, a, b) || (diagonal && (dot(g, a, v) || dot(g, u, b)))) continue;
                joined = true;
                tsu_canvas_line(c, px, py, px + unit * (float)step[k][0], py + unit * (float)step[k][1],
                                1.15f * unit, color, 1.0f);
            }
            if (!joined) tsu_canvas_line(c, px, py, px, py, 1.25f * unit, color, 1.0f);
        }
    }
}

/* Blank columns at the sides do not count: letters stand as wide as they are. */
static void extent(const tsu_glyph *g, int *first, int *last)
{
    *first = TSU_GLYPH_WIDTH;
    *last = -1;
    for (int u = 0; u < TSU_GLYPH_WIDTH; u++) {
        for (int v = 0; v < TSU_GLYPH_ROWS; v++) {
            if (!dot(g, u, v)) continue;
            if (u < *first) *first = u;
            *last = u;
        }
    }
}

float tsu_canvas_text(tsu_canvas *c, float x, float y, float size, const char *text, const tsu_color *color)
{
    const float unit = size / 6.0f, begin = x;
    if (c->face) return tsu_typeface_text(c->face, c, x, y, size, text, color);
    for (; *text; text++) {
        const tsu_glyph *g = tsu_font_glyph(*text);
        int first, last;
        extent(g, &first, &last);
        if (last < 0) {
            x += 3.2f * unit;
            continue;
        }
        if (color) draw_glyph(c, g, x - unit * (float)first + 0.5f * unit, y, unit, *color);
        x += unit * ((float)(last - first) + 2.6f);
    }
    return x - begin;
}
