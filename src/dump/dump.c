/* SPDX-License-Identifier: Apache-2.0 */
#include "dump/dump.h"
#include "io/gzip.h"
#include "session/define.h"
#include "session/files.h"
#include "step/world.h"
#include <stdlib.h>
#include <string.h>

/* ---- files ------------------------------------------------------------------------------------------------------------- */

tsu_status tsu_dump_file_name(const tsu_dump *d, int64_t step, char *out, size_t size, tsu_error *err)
{
    const char *star = strchr(d->path, '*');
    const int length = star ? snprintf(out, size, "%.*s%0*lld%s", (int)(star - d->path), d->path, d->pad,
                                       (long long)step, star + 1)
                            : snprintf(out, size, "%s", d->path);
    if (length < 0 || (size_t)length >= size)
        return tsu_error_set(err, TSU_ERROR_INPUT, "dump %s: the file name '%.100s' is too long", d->id,
                             d->path);
    return TSU_OK;
}

/* ---- when a snapshot is due -------------------------------------------------------------------------------------------- */

/* `every v_NAME`: the variable gives the next step. The run looks for multiples of `every` beyond the present step, and the
 * first multiple of a larger number is that number itself. */
static tsu_status next_by_variable(tsu_session *s, const tsu_dump *d, tsu_error *err)
{
    double next;
    const tsu_status status = tsu_script_variable_value(s->script, d->variable, &next, err);
    if (status != TSU_OK) return status;
    if (!(next > (double)s->world->step && next < 9.0e18))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "dump %s: variable %s gives %g as the step of the next snapshot, which is not "
                             "after the present step %lld",
                             d->id, d->variable, next, (long long)s->world->step);
    tsu_objects_find(&s->dumps, d->id)->every = (int64_t)next;
    return TSU_OK;
}

/* As LIGGGHTS has it: at the start of a run only steps that are due anyway and not written yet, or the very first one on
 * request. */
static tsu_status output(tsu_session *s, void *state, tsu_error *err)
{
    tsu_dump *d = state;
    const int64_t step = s->world->step, every = tsu_objects_find(&s->dumps, d->id)->every;
    const bool start = step == s->run_begin;
    bool due = d->variable[0] ? !start : step % every == 0 && (!start || d->last != step);
    due = due || (start && d->first && d->last < 0);
    tsu_status status = due ? d->write(s, d, err) : TSU_OK;
    if (status == TSU_OK && due) d->last = step;
    if (status == TSU_OK && d->variable[0]) status = next_by_variable(s, d, err);
    return status;
}

/* ---- dump_modify ----------------------------------------------------------------------------------------------------------- */

static tsu_status modify_every(tsu_session *s, tsu_dump *d, tsu_words *words, tsu_error *err)
{
    const char *word = tsu_words_peek(words);
    tsu_object *o = tsu_objects_find(&s->dumps, d->id);
    if (!word || strncmp(word, "v_", 2) != 0) {
        d->variable[0] = '\0';
        return tsu_words_integer_in(words, "steps between snapshots", 1, INT64_MAX, &o->every, err);
    }
    if (tsu_script_variable_style(s->script, word + 2) == TSU_VARIABLE_NONE || strlen(word + 2) >= TSU_NAME)
        return tsu_error_lacks_name(
            err, word + 2,
            tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "there is no variable '%s'", word + 2));
    snprintf(d->variable, sizeof d->variable, "%s", word + 2);
    words->at++;
    return TSU_OK;
}

/* fileper and nfile: one process, so one file. */
static tsu_status modify_processes(const tsu_dump *d, tsu_words *words, tsu_error *err)
{
    int64_t n;
    if (!d->percent)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "this needs a %% in the name of the file");
    return tsu_words_integer_in(words, "a number of processes or files", 1, INT32_MAX, &n, err);
}

/* A deck that is continued appends to what it has begun, whatever it had said. */
static tsu_status modify_append(const tsu_session *s, tsu_dump *d, tsu_words *words, tsu_error *err)
{
    bool on = false;
    const tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    if (status == TSU_OK) d->append = on || (s->replaying && d->append);
    return status;
}

static tsu_status modify_common(tsu_session *s, tsu_dump *d, tsu_words *words, tsu_error *err)
{
    enum { APPEND, BUFFER, EVERY, FIRST, FLUSH, PAD, PER_FILE, FILES };
    static const char *const list[] = {[APPEND] = "append",    [BUFFER] = "buffer", [EVERY] = "every",
                                       [FIRST] = "first",      [FLUSH] = "flush",   [PAD] = "pad",
                                       [PER_FILE] = "fileper", [FILES] = "nfile",   NULL};
    const char *word = tsu_words_peek(words);
    bool taken = false, on;
    int64_t n = 0;
    int key = 0;
    words->at++;
    if (d->modify) {
        const tsu_status status = d->modify(s, d, word, &taken, words, err);
        if (taken || status != TSU_OK) return status;
    }
    words->at--;
    tsu_status status = tsu_words_choice(words, "a keyword of dump_modify for this style", list, &key, err);
    if (status != TSU_OK) return status;
    if (key == APPEND) return modify_append(s, d, words, err);
    if (key == BUFFER) return tsu_words_switch(words, "yes or no", &on, err); /* always buffered */
    if (key == EVERY) return modify_every(s, d, words, err);
    if (key == FIRST) return tsu_words_switch(words, "yes or no", &d->first, err);
    if (key == FLUSH) return tsu_words_switch(words, "yes or no", &d->flush, err);
    if (key == PER_FILE || key == FILES) return modify_processes(d, words, err);
    status = tsu_words_integer_in(words, "digits of the step", 0, 18, &n, err);
    d->pad = (int)n;
    return status;
}

static tsu_status modify(tsu_session *s, void *state, tsu_words *words, tsu_error *err)
{
    if (!tsu_words_left(words))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is no keyword");
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        status = modify_common(s, state, words, err);
    }
    return status;
}

/* ---- making one --------------------------------------------------------------------------------------------------------- */

static void destroy(tsu_session *s, void *state)
{
    tsu_dump *d = state;
    if (d->file && tsu_growing_file_sync(d->file))
        tsu_outputs_note(s->outputs, d->path, tsu_growing_file_at(d->file));
    tsu_growing_file_close(d->file);
    tsu_snapshots_free(&d->index);
    free(d);
}

/* Names that end in .gz: styles that write text compress it, as LIGGGHTS does. Names in .bin stand for a binary form there. */
static tsu_status read_ending(tsu_dump *d, tsu_words *words, const char *path, const char *style,
                              tsu_error *err)
{
    static const char *const text[] = {"custom", "xyz", "local", "stl", "mesh/stl", "euler/vtk"};
    const char *ending = strrchr(path, '.');
    if (!ending || (strcmp(ending, ".gz") != 0 && strcmp(ending, ".bin") != 0)) return TSU_OK;
    if (strcmp(ending, ".bin") == 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "binary files (.bin) are not supported; use a plain name, one ending in .gz, "
                               "or the styles custom/vtp and hdf5 for compressed files");
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        d->gzip |= strcmp(style, text[k]) == 0;
    }
    const bool packed = strcmp(style, "hdf5") == 0 || strstr(style, "vtp");
    if (!d->gzip)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "dump %s does not compress to .gz (custom, xyz, local, mesh/stl and euler/vtk do); %s", style,
            packed ? "its files are already compressed: remove .gz"
                   : "use a plain name, or for particles the style custom/vtp, which compresses");
    if (!tsu_gzip_known())
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "this tsubu was built without zlib (Debian: zlib1g-dev); use a plain name");
    return TSU_OK;
}

static tsu_status set_path(const tsu_session *s, tsu_dump *d, tsu_words *words, const char *path,
                           const char *style, tsu_error *err)
{
    const char *percent = strchr(path, '%');
    if (strlen(path) + 1 >= sizeof d->path)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the file name is too long");
    if (percent)
        snprintf(d->path, sizeof d->path, "%.*s0%s", (int)(percent - path), path, percent + 1);
    else
        snprintf(d->path, sizeof d->path, "%s", path);
    d->many = strchr(path, '*') != NULL;
    d->percent = percent != NULL;
    const tsu_status status = read_ending(d, words, path, style, err);
    return status == TSU_OK ? tsu_session_reach_output(s, d->path, err) : status;
}

tsu_status tsu_dump_begin(tsu_session *s, tsu_words *words, size_t size, tsu_object *object, tsu_dump **dump,
                          tsu_error *err)
{
    const char *path = NULL;
    *dump = NULL;
    tsu_status status = tsu_session_need_world(s, "dump", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, object, err);
    if (status == TSU_OK && tsu_objects_find(&s->dumps, object->id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a dump '%s'", object->id);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "steps between snapshots", 1, INT64_MAX, &object->every, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the file name", &path, err);
    if (status != TSU_OK) return status;
    if (s->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "dump %s: files may not be written here",
                             object->id);
    tsu_dump *d = calloc(1, size);
    if (!d) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for dump %s", object->id);
    snprintf(d->id, sizeof d->id, "%s", object->id);
    d->group = object->group;
    d->last = s->replaying ? s->world->step : -1;
    d->flush = true;
    d->at = -1;
    status = set_path(s, d, words, path, object->style, err);
    const tsu_saved_dump *then = s->replaying ? tsu_outputs_dump(s->outputs, d->id) : NULL;
    if (then && then->times) {
        d->last = then->last;
        object->every = then->every;
    }
    if (status == TSU_OK && then) status = tsu_snapshots_copy(&d->index, &then->snapshots, err);
    if (status != TSU_OK) {
        tsu_snapshots_free(&d->index);
        free(d);
        return status;
    }
    /* one that had written nothing yet begins its file anew */
    if (s->replaying && !d->many) d->append = tsu_outputs_knew(s->outputs, d->path) || !s->outputs->known;
    d->begun = s->replaying && !d->many && tsu_outputs_knew(s->outputs, d->path);
    bool anew;
    if (d->begun) status = tsu_outputs_begin(s, d->path, true, &d->at, &anew, err);
    if (status != TSU_OK) {
        tsu_snapshots_free(&d->index);
        free(d);
        return status;
    }
    object->state = d;
    object->destroy = destroy;
    object->output = output;
    object->modify = modify;
    object->at_start = true;
    *dump = d;
    return TSU_OK;
}

tsu_status tsu_dump_add(tsu_session *s, tsu_object *object, tsu_dump *d, tsu_status status, tsu_error *err)
{
    if (status == TSU_OK && !tsu_objects_add(&s->dumps, object, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy(s, d);
    return status;
}
