/* SPDX-License-Identifier: Apache-2.0 */
/* rows.c - what dumps of the rows of a compute as VTK files have in common: its ID, the kind of file, its label. */
#include "dump/rows.h"

static tsu_status modify(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken, tsu_words *words,
                         tsu_error *err)
{
    tsu_rows_dump *d = (tsu_rows_dump *)base;
    const char *word;
    (void)s;
    *taken = true;
    if (strcmp(keyword, "binary") == 0) return tsu_words_switch(words, "yes or no", &d->binary, err);
    *taken = strcmp(keyword, "label") == 0;
    if (!*taken) return TSU_OK;
    const tsu_status status = tsu_words_text(words, "the second line of the file", &word, err);
    if (status == TSU_OK) snprintf(d->label, sizeof d->label, "%s", word);
    return status;
}

tsu_status tsu_rows_dump_read(tsu_script *script, tsu_words *words, const tsu_rows_style *style,
                              tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    const char *id = NULL;
    tsu_status status = tsu_dump_begin(s, words, sizeof(tsu_rows_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    tsu_rows_dump *d = (tsu_rows_dump *)base;
    base->write = style->write;
    base->modify = modify;
    d->format = tsu_vtk_format_of(base->path);
    if (d->format == TSU_VTK_FORMATS || d->format == TSU_VTK_VTR)
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                 "the name must end in .vtk, .vtu, .vtp, .pvtu or .pvtp");
    if (style->word) tsu_words_accept(words, style->word);
    if (status == TSU_OK) status = tsu_words_text(words, style->what, &id, err);
    const tsu_object *o = status == TSU_OK ? tsu_objects_find(&s->computes, id) : NULL;
    if (status == TSU_OK && (!o || !o->values.local || !o->values.local_name || !style->fits(o)))
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "%s", style->otherwise);
    if (status == TSU_OK) snprintf(d->compute, sizeof d->compute, "%s", id);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    return tsu_dump_add(s, &object, base, status, err);
}

tsu_status tsu_rows_dump_values(tsu_session *s, const tsu_rows_dump *d, const tsu_object **compute,
                                const double **data, int64_t *rows, tsu_error *err)
{
    const tsu_object *o = *compute = tsu_objects_find(&s->computes, d->compute);
    if (!o)
        return tsu_error_set(err, TSU_ERROR_INPUT, "dump %s: compute %s is gone; `undump %s` before it",
                             d->base.id, d->compute, d->base.id);
    return o->values.local(s, o->state, data, rows, err);
}

tsu_status tsu_rows_dump_write(tsu_session *s, tsu_rows_dump *d, tsu_dump_grid *g, tsu_error *err)
{
    g->format = d->format;
    g->options = (tsu_vtk_options){d->label[0] ? d->label : NULL, d->binary, false};
    return tsu_dump_write_grid(s, &d->base, g, err);
}
