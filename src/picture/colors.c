/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/colors.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 10 };

static const struct {
    const char *name;
    const char *point[POINTS_MAX + 1];
} maps[] = {
    {"viridis",
     {"440154", "482878", "3e4a89", "31688e", "26828e", "1f9e89", "35b779", "6ece58", "b5de2b", "fde725"}},
    {"inferno", {"1b0c41", "4a0c6b", "781c6d", "a52c60", "cf4446", "ed6925", "fb9b06", "f7d13d", "fcffa4"}},
    {"cividis",
     {"00224e", "123570", "3b496c", "575d6d", "707173", "8a8678", "a59c74", "c3b369", "e1cc55", "fee838"}},
    {"batlow",
     {"011959", "103f60", "1c5a62", "3c6d56", "687b3e", "9d892b", "d29343", "f8a17b", "fdb7bc", "faccfa"}},
    {"vik",
     {"001261", "033e7d", "1e6f9d", "71a8c4", "c9dde7", "eacebd", "d39774", "be6533", "8b2706", "590008"}},
};
enum { MAPS = (int)(sizeof maps / sizeof *maps) };

const char *const tsu_color_map_names[] = {"viridis", "inferno", "cividis", "batlow", "vik", NULL};

static float to_linear(float c)
{
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

int tsu_color_byte(float c)
{
    const float s = c <= 0.0031308f ? 12.92f * c : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
    return s <= 0.0f ? 0 : s >= 1.0f ? 255 : (int)(255.0f * s + 0.5f);
}

tsu_color tsu_color_from_hex(const char *hex)
{
    const unsigned long v = strtoul(hex, NULL, 16);
    return (tsu_color){to_linear((float)(v >> 16 & 255) / 255.0f), to_linear((float)(v >> 8 & 255) / 255.0f),
                       to_linear((float)(v & 255) / 255.0f)};
}

static void to_oklab(tsu_color c, float lab[3])
{
    const float l = cbrtf(0.4122214708f * c.r + 0.5363325363f * c.g + 0.0514459929f * c.b),
                m = cbrtf(0.2119034982f * c.r + 0.6806995451f * c.g + 0.1073969566f * c.b),
                s = cbrtf(0.0883024619f * c.r + 0.2817188376f * c.g + 0.6299787005f * c.b);
    lab[0] = 0.2104542553f * l + 0.793617785f * m - 0.0040720468f * s;
    lab[1] = 1.9779984951f * l - 2.428592205f * m + 0.4505937099f * s;
    lab[2] = 0.0259040371f * l + 0.7827717662f * m - 0.808675766f * s;
}

static float cube(float x)
{
    return x * x * x;
}

static tsu_color from_oklab(const float lab[3])
{
    const float l = cube(lab[0] + 0.3963377774f * lab[1] + 0.2158037573f * lab[2]),
                m = cube(lab[0] - 0.1055613458f * lab[1] - 0.0638541728f * lab[2]),
                s = cube(lab[0] - 0.0894841775f * lab[1] - 1.291485548f * lab[2]);
    return (tsu_color){fmaxf(0.0f, 4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
                       fmaxf(0.0f, -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
                       fmaxf(0.0f, -0.0041960863f * l - 0.7034186147f * m + 1.707614701f * s)};
}

bool tsu_color_map(const char *name, tsu_color table[TSU_COLOR_LEVELS])
{
    for (int k = 0; k < MAPS; k++) {
        if (strcmp(maps[k].name, name) != 0) continue;
        int points = 0;
        float lab[POINTS_MAX][3];
        for (; points < POINTS_MAX && maps[k].point[points]; points++) {
            to_oklab(tsu_color_from_hex(maps[k].point[points]), lab[points]);
        }
        for (int i = 0; i < TSU_COLOR_LEVELS; i++) {
            const float t = (float)i / (TSU_COLOR_LEVELS - 1) * (float)(points - 1);
            const int at = (int)t < points - 2 ? (int)t : points - 2;
            float mixed[3];
            for (int q = 0; q < 3; q++) {
                mixed[q] = lab[at][q] + (lab[at + 1][q] - lab[at][q]) * (t - (float)at);
            }
            table[i] = from_oklab(mixed);
        }
        return true;
    }
    return false;
}

void tsu_color_map_lighten(tsu_color table[TSU_COLOR_LEVELS])
{
    enum { LAST = TSU_COLOR_LEVELS - 1, MOST = 2 * TSU_COLOR_LEVELS / 5 };
    static const float darkest = 0.42f; /* lightness of OKLab, as on the page */
    float lab[3];
    int low = 0, high = 0;
    tsu_color whole[TSU_COLOR_LEVELS];
    for (; low < MOST; low++) {
        to_oklab(table[low], lab);
        if (lab[0] >= darkest) break;
    }
    for (; high < MOST; high++) {
        to_oklab(table[LAST - high], lab);
        if (lab[0] >= darkest) break;
    }
    if (high > low) low = high;
    if (high > 0) high = low; /* a diverging map is cut alike on both sides */
    memcpy(whole, table, sizeof whole);
    for (int k = 0; k < TSU_COLOR_LEVELS; k++) {
        table[k] = whole[low + (LAST - low - high) * k / LAST];
    }
}

tsu_color tsu_color_of_type(int type)
{
    static const char *const categories[] = {"3b7dd8", "e69f00", "06bfa8", "dd503f",
                                             "334593", "ebe377", "6c411a", "9eedfb"};
    return tsu_color_from_hex(categories[(type + 7) % 8]);
}
