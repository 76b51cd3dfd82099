/* SPDX-License-Identifier: Apache-2.0 */
/* slide.c - the slider, for programs. */
#include "slider/slider_deck.h"
#include "tsubu/tsubu_contact.h"
#include <stdlib.h>

struct tsu_slide {
    tsu_slider_deck *deck;
    void (*print)(void *context, const char *text);
    void *context;
};

static void print(void *context, const char *text)
{
    const tsu_slide *s = context;
    if (s->print) s->print(s->context, text);
}

tsu_slide *tsu_slide_create(void (*to)(void *context, const char *text), void *context, tsu_error *err)
{
    tsu_slide *s = calloc(1, sizeof *s);
    if (s) s->deck = tsu_slider_deck_create(&(tsu_slider_deck_options){.print = print, .context = s});
    if (s && s->deck) {
        s->print = to;
        s->context = context;
        return s;
    }
    tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a slider");
    free(s);
    return NULL;
}

void tsu_slide_destroy(tsu_slide *s)
{
    if (!s) return;
    tsu_slider_deck_destroy(s->deck);
    free(s);
}

tsu_status tsu_slide_set_variable(tsu_slide *s, const char *name, const char *value, tsu_error *err)
{
    if (!s || !name || !value) return tsu_error_null(err, "tsu_slide_set_variable", "slide, name and value");
    return tsu_script_set_variable(tsu_slider_deck_script(s->deck), name, 1, &value, err);
}

tsu_status tsu_slide_run_file(tsu_slide *s, const char *path, tsu_error *err)
{
    if (!s || !path) return tsu_error_null(err, "tsu_slide_run_file", "slide and path");
    return tsu_slider_deck_run(s->deck, path, err);
}

tsu_status tsu_slide_run_text(tsu_slide *s, const char *text, tsu_error *err)
{
    if (!s || !text) return tsu_error_null(err, "tsu_slide_run_text", "slide and text");
    return tsu_slider_deck_run_text(s->deck, "text", text, err);
}

tsu_status tsu_slide_evaluate(tsu_slide *s, const char *formula, double *value, tsu_error *err)
{
    if (!s || !formula || !value)
        return tsu_error_null(err, "tsu_slide_evaluate", "slide, formula and value");
    double found;
    const tsu_status status = tsu_script_evaluate(tsu_slider_deck_script(s->deck), formula, &found, err);
    if (status == TSU_OK) *value = found;
    return status;
}

const char *tsu_slide_column(size_t k, const char **unit, const char **doc)
{
    if (k >= TSU_SLIDER_COLUMNS) return NULL;
    if (unit) *unit = tsu_slider_columns[k].unit;
    if (doc) *doc = tsu_slider_columns[k].doc;
    return tsu_slider_columns[k].name;
}

static const tsu_slider_case *case_of(const tsu_slide *s, size_t k)
{
    const tsu_slider_record *r = tsu_slider_deck_record(s->deck);
    return k < r->case_count ? &r->cases[k] : NULL;
}

const char *tsu_slide_case(const tsu_slide *s, size_t k, size_t *rows)
{
    const tsu_slider_case *c = s ? case_of(s, k) : NULL;
    if (c && rows) *rows = c->count;
    return c ? c->name : NULL;
}

tsu_status tsu_slide_view(const tsu_slide *s, size_t k, size_t column, tsu_view *view, tsu_error *err)
{
    if (!s || !view) return tsu_error_null(err, "tsu_slide_view", "slide and view");
    const tsu_slider_case *c = case_of(s, k);
    if (!c || column >= TSU_SLIDER_COLUMNS)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "there is no column %zu of a case %zu; both count from 0, and there are %d and %zu", column, k,
            (int)TSU_SLIDER_COLUMNS, tsu_slider_deck_record(s->deck)->case_count);
    *view = (tsu_view){.data = c->value[column], .count = c->count, .width = 1, .stride = 1};
    return TSU_OK;
}
