/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/snapshot_parts.h"
#include "state/fields.h"
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
    const tsu_setting_field *contact = tsu_setting_by_contact(name);
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

static void draw_bar(const tsu_snapshot *s, tsu_canvas *out, float scale, tsu_color ink)
{
    const int wide = (int)(16.0f * scale), high = (int)(0.5f * (float)out->height),
              x = out->width - (int)(140.0f * scale), y = (out->height - high) / 2 + (int)(10.0f * scale);
    char label[96], text[32];
    name_field(s, label, sizeof label);
    for (int k = 0; k < high; k++) {
        const int level = (high - 1 - k) * (TSU_COLOR_LEVELS - 1) / (high > 1 ? high - 1 : 1);
        tsu_canvas_fill(out, x, y + k, x + wide, y + k + 1, s->table[level]);
    }
    const float letters = 12.5f * scale, room = 128.0f * scale,
                long_label = tsu_canvas_text(out, 0, 0, letters, label, NULL);
    tsu_canvas_text(out, (float)x - (long_label > room ? long_label - room : 0.0f), (float)y - 16.0f * scale,
                    letters, label, &ink);
    const double range = s->high - s->low, step = round_step(range);
    for (double v = ceil(s->low / step - 1.0e-6) * step; v <= s->high + 1.0e-6 * step; v += step) {
        const float at = (float)y + (float)high * (float)(1.0 - (v - s->low) / range);
        snprintf(text, sizeof text, "%.4g", fabs(v) < 1.0e-6 * step ? 0.0 : v);
        tsu_canvas_line(out, (float)(x + wide), at, (float)(x + wide) + 4.0f * scale, at, 1.2f * scale, ink,
                        1.0f);
        tsu_canvas_text(out, (float)(x + wide) + 9.0f * scale, at + 5.5f * scale, 11.0f * scale, text, &ink);
    }
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
                        tsu_color_of_type(k), 1.0f);
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
    group_digits(s->frame->step, step, sizeof step);
    group_digits(s->frame->total, count, sizeof count);
    int used = snprintf(line, sizeof line, "%s particles, step %s", count, step);
    if (s->frame->time > 0.0)
        snprintf(line + used, sizeof line - (size_t)used, ", t = %.4g s", s->frame->time);
    if (s->options->title[0]) tsu_canvas_text(out, x, 36.0f * scale, 16.0f * scale, s->options->title, &ink);
    tsu_canvas_text(out, x, (s->options->title[0] ? 62.0f : 36.0f) * scale, 11.5f * scale, line, &pale);
    if (s->types)
        draw_types(s, out, scale, ink);
    else
        draw_bar(s, out, scale, ink);
}
