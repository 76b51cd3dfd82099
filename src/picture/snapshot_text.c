/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/snapshot_parts.h"
#include "state/fields.h"
#include "view/contact_field.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Label and unit of the field that colours, as the setting has them. */
static void name_field(const tsu_snapshot *s, char *label, size_t size)
{
    const char *name = s->options->color;
    for (int k = 0; k < s->setting->fields; k++) {
        const tsu_setting_field *f = &s->setting->field[k];
        if (strcmp(f->name, name) != 0) continue;
        snprintf(label, size, f->unit[0] ? "%s [%s]" : "%s", f->label, f->unit);
        return;
    }
    const tsu_contact_field *contact = tsu_contact_field_find(name);
    const tsu_field *f = tsu_field_on_page(name);
    tsu_field_number n = {0};
    const bool word = !contact && !f && tsu_fields_word(NULL, name, &n); /* a column of a dump */
    const char *unit = contact ? contact->unit : f ? f->unit : word ? n.field.unit : "";
    if (contact) name = contact->label;
    if (f && f->label) name = f->label;
    snprintf(label, size, unit[0] ? "%s [%s]" : "%s", name, unit);
}

/* 1, 2 or 5 times a power of ten, so that a range has about five of them. */
static double round_step(double range)
{
    const double raw = range / 4.5, power = pow(10.0, floor(log10(raw))), digit = raw / power;
    return power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
}

typedef struct bar {
    const char *label;
    const tsu_color *table;
    double low, high;
    int y, height; /* of its upper end, and of all [pixel] */
} bar;

/* Very large and very small numbers get their power of ten from the unit: 2 of [1e-6 m]. Returns it. */
static double letter_label(const bar *b, char *label, size_t size)
{
    const double most = fmax(fabs(b->low), fabs(b->high));
    const int power = most >= 1.0e5 || (most > 0.0 && most < 1.0e-2) ? 3 * (int)floor(log10(most) / 3.0) : 0;
    const char *unit = strrchr(b->label, '[');
    if (power == 0)
        snprintf(label, size, "%s", b->label);
    else if (unit)
        snprintf(label, size, "%.*s[1e%d %s", (int)(unit - b->label), b->label, power, unit + 1);
    else
        snprintf(label, size, "%s [1e%d]", b->label, power);
    return pow(10.0, power);
}

static void draw_bar(const bar *b, tsu_canvas *out, float scale, tsu_color ink)
{
    char label[120];
    const double power = letter_label(b, label, sizeof label);
    const int wide = (int)(16.0f * scale), x = out->width - (int)(140.0f * scale);
    char text[32];
    for (int k = 0; k < b->height; k++) {
        const int level = (b->height - 1 - k) * (TSU_COLOR_LEVELS - 1) / (b->height > 1 ? b->height - 1 : 1);
        tsu_canvas_fill(out, x, b->y + k, x + wide, b->y + k + 1, b->table[level]);
    }
    const float letters = 12.5f * scale, room = 128.0f * scale,
                long_label = tsu_canvas_text(out, 0, 0, letters, label, NULL);
    tsu_canvas_text(out, (float)x - (long_label > room ? long_label - room : 0.0f),
                    (float)b->y - 16.0f * scale, letters, label, &ink);
    const double range = b->high - b->low, step = round_step(range);
    for (double v = ceil(b->low / step - 1.0e-6) * step; v <= b->high + 1.0e-6 * step; v += step) {
        const float at = (float)b->y + (float)b->height * (float)(1.0 - (v - b->low) / range);
        snprintf(text, sizeof text, "%.4g", fabs(v) < 1.0e-6 * step ? 0.0 : v / power);
        tsu_canvas_line(out, (float)(x + wide), at, (float)(x + wide) + 4.0f * scale, at, 1.2f * scale, ink,
                        1.0f);
        tsu_canvas_text(out, (float)(x + wide) + 9.0f * scale, at + 5.5f * scale, 11.0f * scale, text, &ink);
    }
}

/* One bar in the middle, or that of the meshes below the other one. */
static void draw_bars(const tsu_snapshot *s, tsu_canvas *out, float scale, tsu_color ink)
{
    char label[96], surface[96] = "";
    const int high = (int)((s->load ? 0.3f : 0.5f) * (float)out->height),
              y = (s->load ? (int)(0.14f * (float)out->height) : (out->height - high) / 2) +
                  (int)(10.0f * scale);
    name_field(s, label, sizeof label);
    if (!s->types) draw_bar(&(bar){label, s->table, s->low, s->high, y, high}, out, scale, ink);
    if (!s->load) return;
    for (int k = 0; k < TSU_SURFACE_FIELDS; k++) {
        const tsu_surface_field *f = &tsu_surface_fields[k];
        if (strcmp(f->name, s->load->name) == 0)
            snprintf(surface, sizeof surface, "%s [%s]", f->name + strlen("surface:"), f->unit);
    }
    const int lower = (int)(0.62f * (float)out->height);
    draw_bar(&(bar){surface, s->load_table, 0.0, s->load_high, lower, high}, out, scale, ink);
}

/* How long something in the middle of the picture is. */
static void draw_scale(const tsu_snapshot *s, tsu_canvas *out, float scale, tsu_color ink)
{
    static const struct {
        double size;
        const char *unit, *plain;
    } units[] = {{1.0e3, "km", "km"}, {1.0, "m", "m"}, {1.0e-3, "mm", "mm"}, {1.0e-6, "\xc2\xb5m", "um"}};
    const double most = 0.2 * out->width * s->pixel;
    double length = pow(10.0, floor(log10(most)));
    length *= most / length >= 5.0 ? 5.0 : most / length >= 2.0 ? 2.0 : 1.0;
    int k = 0;
    while (k < 3 && length < units[k].size * 0.999) {
        k++;
    }
    char text[32];
    snprintf(text, sizeof text, "%.4g %s", length / units[k].size,
             out->face ? units[k].unit : units[k].plain);
    const float x = 26.0f * scale, y = (float)out->height - 22.0f * scale,
                end = x + (float)(length / s->pixel);
    tsu_canvas_line(out, x, y, end, y, 2.0f * scale, ink, 1.0f);
    tsu_canvas_line(out, x, y - 5.0f * scale, x, y + 5.0f * scale, 2.0f * scale, ink, 1.0f);
    tsu_canvas_line(out, end, y - 5.0f * scale, end, y + 5.0f * scale, 2.0f * scale, ink, 1.0f);
    tsu_canvas_text(out, x, y - 10.0f * scale, 11.5f * scale, text, &ink);
}

static void draw_types(const tsu_snapshot *s, tsu_canvas *out, float scale, tsu_color ink)
{
    const int types = s->field->max < 12.0 ? (int)s->field->max : 12, side = (int)(16.0f * scale);
    for (int k = 1; k <= types; k++) {
        const int x = out->width - (int)(140.0f * scale),
                  y = (int)(0.3f * (float)out->height + 26.0f * scale * (float)k);
        char text[32];
        snprintf(text, sizeof text, "type %d", k);
        tsu_canvas_line(out, (float)x + 0.5f * (float)side, (float)y + 0.5f * (float)side,
                        (float)x + 0.5f * (float)side, (float)y + 0.5f * (float)side, (float)side,
                        tsu_snapshot_paint(s, k), 1.0f);
        tsu_canvas_text(out, (float)(x + side) + 9.0f * scale, (float)y + 13.0f * scale, 12.0f * scale, text,
                        &ink);
    }
}

static void group_digits(int64_t value, char *out, size_t size)
{
    char plain[32];
    size_t used = 0;
    const size_t n = (size_t)snprintf(plain, sizeof plain, "%lld", (long long)value);
    for (size_t k = 0; k < n && used + 2 < size; k++) {
        if (k > 0 && (n - k) % 3 == 0) out[used++] = ',';
        out[used++] = plain[k];
    }
    out[used] = '\0';
}

void tsu_snapshot_annotate(const tsu_snapshot *s, tsu_canvas *out)
{
    const float scale = (float)out->height / 800.0f, x = 26.0f * scale;
    const tsu_color ink = tsu_color_from_hex(s->options->dark ? "dfe6ee" : "26313c"),
                    pale = tsu_color_from_hex(s->options->dark ? "98a6b5" : "5f6d7c");
    char line[160], step[40], count[40];
    if (s->options->scale_bar) draw_scale(s, out, scale, ink);
    if (s->options->plain) return;
    group_digits(s->frame->step, step, sizeof step);
    group_digits(s->frame->total, count, sizeof count);
    int used = snprintf(line, sizeof line, "%s particles, step %s", count, step);
    if (s->frame->time > 0.0)
        snprintf(line + used, sizeof line - (size_t)used, ", t = %.4g s", s->frame->time);
    if (s->options->title[0]) tsu_canvas_text(out, x, 36.0f * scale, 16.0f * scale, s->options->title, &ink);
    tsu_canvas_text(out, x, (s->options->title[0] ? 62.0f : 36.0f) * scale, 11.5f * scale, line, &pale);
    if (s->types) draw_types(s, out, scale, ink);
    draw_bars(s, out, scale, ink);
}
