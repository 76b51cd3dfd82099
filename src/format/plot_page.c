/* SPDX-License-Identifier: Apache-2.0 */
/* The page is assembled as JSON in memory while items are added: there is one copy of the data, already in its final
 * form, and writing cannot fail half-way for lack of memory. web/plot reads it:
 *   {"items":[{"kind":"chart","title":..,"series":[{"name":..,"x":[..],"y":[..],..}]},{"kind":"table",..},..]} */
#include "format/plot_page.h"
#include "base/memory.h"
#include "io/atomic_file.h"
#include "plot_assets.h"
#include <math.h>
#include <string.h>

typedef struct text_buffer {
    char *data;
    size_t size, capacity;
} text_buffer;

struct tsu_plot_page {
    char *title, *subtitle;
    text_buffer json;
    size_t items;    /* so far */
    size_t series;   /* of the open chart */
    bool chart_open; /* the last item is a chart whose list of series is not closed yet */
};

/* ---- text ---------------------------------------------------------------------------------------------------- */

static tsu_status append_bytes(text_buffer *b, const char *bytes, size_t n, tsu_error *err)
{
    const tsu_status status = tsu_memory_grow(&b->data, &b->capacity, b->size + n + 1, 1, "a plot page", err);
    if (status != TSU_OK) return status;
    memcpy(b->data + b->size, bytes, n);
    b->size += n;
    b->data[b->size] = '\0';
    return TSU_OK;
}

static tsu_status append(text_buffer *b, const char *text, tsu_error *err)
{
    return append_bytes(b, text, strlen(text), err);
}

/* A JSON string. '<' is written as a number so that no text can end the script element that holds the data. */
static tsu_status append_string(text_buffer *b, const char *text, tsu_error *err)
{
    tsu_status status = append(b, "\"", err);
    for (const unsigned char *c = (const unsigned char *)(text ? text : ""); *c && status == TSU_OK; c++) {
        char escaped[8];
        if (*c < 0x20 || *c == '"' || *c == '\\' || *c == '<' || *c == '&') {
            snprintf(escaped, sizeof escaped, "\\u%04x", *c);
            status = append(b, escaped, err);
        } else {
            status = append_bytes(b, (const char *)c, 1, err);
        }
    }
    return status == TSU_OK ? append(b, "\"", err) : status;
}

/* "key":"text", */
static tsu_status append_field(text_buffer *b, const char *key, const char *text, tsu_error *err)
{
    tsu_status status = append_string(b, key, err);
    if (status == TSU_OK) status = append(b, ":", err);
    if (status == TSU_OK) status = append_string(b, text, err);
    return status == TSU_OK ? append(b, ",", err) : status;
}

/* 17 digits bring every double back exactly; JSON has no word for what is not finite. */
static tsu_status append_numbers(text_buffer *b, const double *values, size_t n, tsu_error *err)
{
    tsu_status status = append(b, "[", err);
    for (size_t i = 0; i < n && status == TSU_OK; i++) {
        char number[32];
        const int length = isfinite(values[i]) ? snprintf(number, sizeof number, "%.17g", values[i])
                                               : snprintf(number, sizeof number, "null");
        if (i > 0) status = append_bytes(b, ",", 1, err);
        if (status == TSU_OK) status = append_bytes(b, number, (size_t)length, err);
    }
    return status == TSU_OK ? append(b, "]", err) : status;
}

/* ---- the page ------------------------------------------------------------------------------------------------ */

static tsu_status copy_text(char **copy, const char *text, tsu_error *err)
{
    const size_t size = strlen(text) + 1;
    const tsu_status status = tsu_memory_allocate(copy, size, 1, "a title", err);
    if (status == TSU_OK) memcpy(*copy, text, size);
    return status;
}

tsu_status tsu_plot_page_create(tsu_plot_page **page, const char *title, const char *subtitle, tsu_error *err)
{
    tsu_plot_page *p = NULL;
    tsu_status status = tsu_memory_allocate(&p, 1, sizeof *p, "a plot page", err);
    if (status != TSU_OK) return status;
    status = copy_text(&p->title, title ? title : "", err);
    if (status == TSU_OK) status = copy_text(&p->subtitle, subtitle ? subtitle : "", err);
    if (status == TSU_OK) status = append(&p->json, "{\"items\":[", err);
    if (status != TSU_OK) {
        tsu_plot_page_destroy(p);
        return status;
    }
    *page = p;
    return TSU_OK;
}

void tsu_plot_page_destroy(tsu_plot_page *page)
{
    if (!page) return;
    tsu_memory_release(&page->title);
    tsu_memory_release(&page->subtitle);
    tsu_memory_release(&page->json.data);
    tsu_memory_release(&page);
}

/* Items are added to a page on trial: if one cannot be completed, the page goes back to what it was. */
static tsu_status keep_or_undo(tsu_plot_page *page, const tsu_plot_page *before, tsu_status status)
{
    if (status == TSU_OK) return TSU_OK;
    page->json.size = before->json.size;
    if (page->json.data) page->json.data[page->json.size] = '\0';
    page->items = before->items;
    page->series = before->series;
    page->chart_open = before->chart_open;
    return status;
}

static tsu_status begin_item(tsu_plot_page *page, const char *kind, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (page->chart_open) status = append(&page->json, "]}", err);
    if (status == TSU_OK && page->items > 0) status = append(&page->json, ",", err);
    if (status == TSU_OK) status = append(&page->json, "\n{", err);
    if (status == TSU_OK) status = append_field(&page->json, "kind", kind, err);
    page->items++;
    page->series = 0;
    page->chart_open = false;
    return status;
}

static tsu_status add_words(tsu_plot_page *page, const char *kind, const char *text, tsu_error *err)
{
    const tsu_plot_page before = *page;
    tsu_status status = begin_item(page, kind, err);
    if (status == TSU_OK) status = append(&page->json, "\"text\":", err);
    if (status == TSU_OK) status = append_string(&page->json, text, err);
    if (status == TSU_OK) status = append(&page->json, "}", err);
    return keep_or_undo(page, &before, status);
}

tsu_status tsu_plot_page_add_heading(tsu_plot_page *page, const char *text, tsu_error *err)
{
    return add_words(page, "heading", text, err);
}

tsu_status tsu_plot_page_add_text(tsu_plot_page *page, const char *text, tsu_error *err)
{
    return add_words(page, "text", text, err);
}

/* ---- charts -------------------------------------------------------------------------------------------------- */

tsu_plot_chart tsu_plot_chart_default(const char *title, const char *x_label, const char *y_label)
{
    return (tsu_plot_chart){
        .title = title, .x_label = x_label, .y_label = y_label, .link_by = TSU_PLOT_LINK_X};
}

tsu_plot_series tsu_plot_series_default(const char *name)
{
    return (tsu_plot_series){.name = name, .style = TSU_PLOT_LINE, .color = -1, .width = 1.8};
}

static tsu_status append_chart_fields(text_buffer *b, const tsu_plot_chart *c, tsu_error *err)
{
    const char *keys[] = {"title", "x", "y", "caption"};
    const char *texts[] = {c->title, c->x_label, c->y_label, c->caption};
    for (int i = 0; i < 4; i++) {
        const tsu_status status = append_field(b, keys[i], texts[i], err);
        if (status != TSU_OK) return status;
    }
    char rest[256];
    snprintf(rest, sizeof rest,
             "\"logX\":%s,\"logY\":%s,\"equal\":%s,\"small\":%s,\"link\":%d,\"linkBy\":\"%s\",\"series\":[",
             c->log_x ? "true" : "false", c->log_y ? "true" : "false", c->equal_aspect ? "true" : "false",
             c->small ? "true" : "false", c->link > 0 ? c->link : 0,
             c->link_by == TSU_PLOT_LINK_INDEX ? "index" : "x");
    return append(b, rest, err);
}

tsu_status tsu_plot_page_add_chart(tsu_plot_page *page, const tsu_plot_chart *chart, tsu_error *err)
{
    const tsu_plot_page before = *page;
    tsu_status status = begin_item(page, "chart", err);
    if (status == TSU_OK) status = append_chart_fields(&page->json, chart, err);
    page->chart_open = true;
    return keep_or_undo(page, &before, status);
}

/* How each style is drawn. */
static const struct {
    bool line, points, steps, fill;
    const char *dash;
} styles[] = {
    [TSU_PLOT_LINE] = {true, false, false, false, "solid"},
    [TSU_PLOT_DASHED] = {true, false, false, false, "dashed"},
    [TSU_PLOT_DOTTED] = {true, false, false, false, "dotted"},
    [TSU_PLOT_STEPS] = {true, false, true, false, "solid"},
    [TSU_PLOT_POINTS] = {false, true, false, false, "solid"},
    [TSU_PLOT_LINE_POINTS] = {true, true, false, false, "solid"},
    [TSU_PLOT_AREA] = {true, false, false, true, "solid"},
};

static tsu_status append_series(text_buffer *b, const tsu_plot_series *s, const double *x, const double *y,
                                size_t n, tsu_error *err)
{
    char rest[256];
    const char *yes = "true", *no = "false";
    snprintf(
        rest, sizeof rest,
        "\"line\":%s,\"points\":%s,\"steps\":%s,\"fill\":%s,\"dash\":\"%s\",\"color\":%d,\"width\":%.3g,",
        styles[s->style].line ? yes : no, styles[s->style].points ? yes : no,
        styles[s->style].steps ? yes : no, styles[s->style].fill ? yes : no, styles[s->style].dash, s->color,
        s->width);
    tsu_status status = append_field(b, "name", s->name, err);
    if (status == TSU_OK) status = append(b, rest, err);
    if (status == TSU_OK && x) status = append(b, "\"x\":", err);
    if (status == TSU_OK && x) status = append_numbers(b, x, n, err);
    if (status == TSU_OK && x) status = append(b, ",", err);
    if (status == TSU_OK) status = append(b, "\"y\":", err);
    if (status == TSU_OK) status = append_numbers(b, y, n, err);
    return status;
}

tsu_status tsu_plot_page_add_series(tsu_plot_page *page, const tsu_plot_series *series, const double *x,
                                    const double *y, size_t n, tsu_error *err)
{
    const char *name = series->name ? series->name : "";
    if (!page->chart_open) {
        return tsu_error_set(err, TSU_ERROR_INPUT, "series '%s' has no chart; add a chart before its series",
                             name);
    }
    if (series->style < TSU_PLOT_LINE || series->style > TSU_PLOT_AREA) {
        return tsu_error_set(err, TSU_ERROR_INPUT, "series '%s' has the unknown style %d; see tsu_plot_style",
                             name, (int)series->style);
    }
    if (!(series->width > 0.0 && series->width < 100.0)) {
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "series '%s' has the line width %g; use pixels between 0 and 100", name,
                             series->width);
    }
    const tsu_plot_page before = *page;
    tsu_status status = append(&page->json, page->series > 0 ? ",\n{" : "\n{", err);
    if (status == TSU_OK) status = append_series(&page->json, series, x, y, n, err);
    if (status == TSU_OK) status = append(&page->json, "}", err);
    page->series++;
    return keep_or_undo(page, &before, status);
}

/* ---- tables -------------------------------------------------------------------------------------------------- */

static tsu_status append_row(text_buffer *b, const char *const *cells, size_t n, tsu_error *err)
{
    tsu_status status = append(b, "[", err);
    for (size_t i = 0; i < n && status == TSU_OK; i++) {
        if (i > 0) status = append(b, ",", err);
        if (status == TSU_OK) status = append_string(b, cells[i], err);
    }
    return status == TSU_OK ? append(b, "]", err) : status;
}

tsu_status tsu_plot_page_add_table(tsu_plot_page *page, const char *title, const char *caption,
                                   size_t n_columns, const char *const *headers, size_t n_rows,
                                   const char *const *cells, tsu_error *err)
{
    const tsu_plot_page before = *page;
    text_buffer *b = &page->json;
    tsu_status status = begin_item(page, "table", err);
    if (status == TSU_OK) status = append_field(b, "title", title, err);
    if (status == TSU_OK) status = append_field(b, "caption", caption, err);
    if (status == TSU_OK) status = append(b, "\"head\":", err);
    if (status == TSU_OK) status = append_row(b, headers, n_columns, err);
    if (status == TSU_OK) status = append(b, ",\"rows\":[", err);
    for (size_t r = 0; r < n_rows && status == TSU_OK; r++) {
        status = append(b, r > 0 ? ",\n" : "\n", err);
        if (status == TSU_OK) status = append_row(b, cells + r * n_columns, n_columns, err);
    }
    if (status == TSU_OK) status = append(b, "]}", err);
    return keep_or_undo(page, &before, status);
}

/* ---- file ---------------------------------------------------------------------------------------------------- */

static void write_html_text(FILE *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        switch (*c) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*c, out);
        }
    }
}

/* The policy line makes the browser enforce that nothing is fetched. */
static const char page_head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"generator\" content=\"tsubu " TSU_VERSION "\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data: blob:\">\n<title>";

static void write_page(const tsu_plot_page *page, FILE *out)
{
    fputs(page_head, out);
    write_html_text(out, page->title);
    fputs("</title>\n<style>\n", out);
    fwrite(plot_css, 1, plot_css_size, out);
    fputs("</style>\n</head>\n<body>\n<main>\n<h1>", out);
    write_html_text(out, page->title);
    fputs("</h1>\n", out);
    if (page->subtitle[0]) {
        fputs("<p class=\"subtitle\">", out);
        write_html_text(out, page->subtitle);
        fputs("</p>\n", out);
    }
    fputs("<noscript><p class=\"text\">The charts of this page need JavaScript.</p></noscript>\n</main>\n"
          "<script type=\"application/json\" id=\"data\">\n",
          out);
    fwrite(page->json.data, 1, page->json.size, out);
    fputs(page->chart_open ? "]}\n]}\n" : "\n]}\n", out);
    fputs("</script>\n<script>\n(() => {\n'use strict';\n", out);
    fwrite(plot_js, 1, plot_js_size, out);
    fputs("})();\n</script>\n</body>\n</html>\n", out);
}

tsu_status tsu_plot_page_write(const tsu_plot_page *page, const char *path, tsu_error *err)
{
    tsu_atomic_file file;
    const tsu_status status = tsu_atomic_file_open(&file, path, err);
    if (status != TSU_OK) return status;
    write_page(page, file.stream);
    return tsu_atomic_file_finish(&file, err);
}
