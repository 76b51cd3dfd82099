/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/typeface.h"
#include <stdlib.h>
#include <string.h>

/* The next letter of UTF-8; what is none counts as U+FFFD. */
static uint32_t next_letter(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    const int more = s[0] < 0x80 ? 0 : s[0] >> 5 == 6 ? 1 : s[0] >> 4 == 14 ? 2 : s[0] >> 3 == 30 ? 3 : -1;
    uint32_t letter = more <= 0 ? s[0] : s[0] & (0x3Fu >> more);
    for (int k = 1; k <= more; k++) {
        if (s[k] >> 6 != 2) {
            *text += k;
            return 0xFFFD;
        }
        letter = letter << 6 | (s[k] & 0x3F);
    }
    *text += more < 0 ? 1 : more + 1;
    return more < 0 ? 0xFFFD : letter;
}

#ifdef TSU_HAVE_FREETYPE
#include <ft2build.h>
#include FT_FREETYPE_H

enum { FACES_MAX = 3 };

struct tsu_typeface {
    FT_Library library;
    int faces;
    FT_Face face[FACES_MAX];
};

static void try_face(tsu_typeface *t, const char *path)
{
    if (t->faces < FACES_MAX && FT_New_Face(t->library, path, 0, &t->face[t->faces]) == 0) t->faces++;
}

tsu_status tsu_typeface_open(const char *path, tsu_typeface **out, tsu_error *err)
{
    static const char *const known[] = {"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
                                        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                        "/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf",
                                        "/usr/share/fonts/truetype/fonts-japanese-gothic.ttf",
                                        "/System/Library/Fonts/Hiragino Sans GB.ttc",
                                        "/System/Library/Fonts/Helvetica.ttc"};
    *out = NULL;
    if (path && strcmp(path, "none") == 0) return TSU_OK;
    tsu_typeface *t = calloc(1, sizeof *t);
    if (!t || FT_Init_FreeType(&t->library) != 0) {
        free(t);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for letters");
    }
    if (path) try_face(t, path);
    for (size_t k = 0; k < sizeof known / sizeof *known && (!path || t->faces > 0); k++) {
        try_face(t, known[k]);
    }
    if (t->faces > 0)
        *out = t;
    else
        tsu_typeface_close(t);
    if (*out || !path) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s is not a font file that can be read", path);
}

void tsu_typeface_close(tsu_typeface *t)
{
    if (!t) return;
    for (int k = 0; k < t->faces; k++) {
        FT_Done_Face(t->face[k]);
    }
    FT_Done_FreeType(t->library);
    free(t);
}

/* The first face that has a letter. */
static FT_Face face_of(const tsu_typeface *t, uint32_t letter)
{
    for (int k = 0; k < t->faces; k++) {
        if (FT_Get_Char_Index(t->face[k], letter) != 0) return t->face[k];
    }
    return NULL;
}

bool tsu_typeface_has(tsu_typeface *t, const char *text)
{
    while (*text) {
        const uint32_t letter = next_letter(&text);
        if (letter < 32 || (t ? !face_of(t, letter) : letter > 126)) return false;
    }
    return true;
}

static void stamp(tsu_canvas *c, const FT_Bitmap *b, int left, int top, tsu_color color)
{
    for (int v = 0; v < (int)b->rows; v++) {
        for (int u = 0; u < (int)b->width; u++) {
            const int x = left + u, y = top + v;
            if (x < 0 || y < 0 || x >= c->width || y >= c->height) continue;
            const float cover = (float)b->buffer[v * b->pitch + u] / 255.0f;
            tsu_color *to = &c->pixel[(size_t)y * (size_t)c->width + (size_t)x];
            to->r += (color.r - to->r) * cover;
            to->g += (color.g - to->g) * cover;
            to->b += (color.b - to->b) * cover;
        }
    }
}

float tsu_typeface_text(tsu_typeface *t, tsu_canvas *c, float x, float y, float size, const char *text,
                        const tsu_color *color)
{
    const float begin = x;
    while (*text) {
        const uint32_t letter = next_letter(&text);
        FT_Face found = face_of(t, letter), face = found ? found : t->face[0];
        FT_Set_Char_Size(face, 0, (FT_F26Dot6)(size * 1.38f * 64.0f), 72, 72);
        if (FT_Load_Char(face, letter,
                         color ? FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT : FT_LOAD_TARGET_LIGHT) != 0)
            continue;
        const FT_GlyphSlot g = face->glyph;
        if (color)
            stamp(c, &g->bitmap, (int)(x + 0.5f) + g->bitmap_left, (int)(y + 0.5f) - g->bitmap_top, *color);
        x += (float)g->advance.x / 64.0f;
    }
    return x - begin;
}

#else

tsu_status tsu_typeface_open(const char *path, tsu_typeface **out, tsu_error *err)
{
    *out = NULL;
    if (!path || strcmp(path, "none") == 0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                         "fonts cannot be read: this build has no FreeType (Debian: libfreetype-dev)");
}

void tsu_typeface_close(tsu_typeface *face)
{
    (void)face;
}

bool tsu_typeface_has(tsu_typeface *face, const char *text)
{
    (void)face;
    while (*text) {
        const uint32_t letter = next_letter(&text);
        if (letter < 32 || letter > 126) return false;
    }
    return true;
}

float tsu_typeface_text(tsu_typeface *face, tsu_canvas *c, float x, float y, float size, const char *text,
                        const tsu_color *color)
{
    (void)face;
    (void)c;
    (void)x;
    (void)y;
    (void)size;
    (void)text;
    (void)color;
    return 0.0f;
}

#endif
