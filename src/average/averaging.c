/* SPDX-License-Identifier: Apache-2.0 */
#include "average/averaging.h"
#include "base/memory.h"
#include "base/system.h"
#include "io/file_lock.h"
#include "session/define.h"
#include "session/files.h"
#include "session/particle_values.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

tsu_status tsu_average_read_times(tsu_words *words, tsu_average_def *a, tsu_error *err)
{
    tsu_status status =
        tsu_words_integer_in(words, "steps between samples", 1, INT64_MAX / 4, &a->every, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "samples in a mean", 1, INT64_MAX / 4, &a->repeat, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "steps between means", 1, INT64_MAX / 4, &a->often, err);
    if (status != TSU_OK) return status;
    a->window = 1;
    if (a->often % a->every == 0 && a->repeat - 1 < a->often / a->every) return TSU_OK;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                           "%lld samples taken %lld steps apart do not fit into averages every %lld steps",
                           (long long)a->repeat, (long long)a->every, (long long)a->often);
}

static tsu_status read_text(tsu_words *words, char *to, size_t size, tsu_error *err)
{
    const char *word;
    const tsu_status status = tsu_words_text(words, "a text", &word, err);
    if (status == TSU_OK && strlen(word) >= size)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the text is too long");
    if (status == TSU_OK) snprintf(to, size, "%s", word);
    return status;
}

static tsu_status read_mode(tsu_words *words, tsu_average_def *a, tsu_error *err)
{
    static const char *const modes[] = {
        [TSU_AVERAGE_ONE] = "one", [TSU_AVERAGE_RUNNING] = "running", [TSU_AVERAGE_WINDOW] = "window", NULL};
    const tsu_status status = tsu_words_choice(words, "an averaging mode", modes, &a->mode, err);
    if (status != TSU_OK || a->mode != TSU_AVERAGE_WINDOW) return status;
    return tsu_words_integer_in(words, "means in the window", 1, TSU_AVERAGE_WINDOW_MAX, &a->window, err);
}

tsu_status tsu_average_read_keyword(tsu_words *words, tsu_average_def *a, tsu_average_file *f, bool *known,
                                    tsu_error *err)
{
    enum { MODE, START, PATH, OVERWRITE, TITLE };
    static const char *const list[] = {
        [MODE] = "ave",     [START] = "start", [PATH] = "file", [OVERWRITE] = "overwrite",
        [TITLE] = "title1", "title2",          "title3",        NULL};
    int key = 0;
    while (list[key] && strcmp(list[key], tsu_words_peek(words)) != 0) {
        key++;
    }
    *known = list[key] != NULL;
    if (!*known) return TSU_OK;
    words->at++;
    if (key == MODE) return read_mode(words, a, err);
    if (key == START) return tsu_words_integer_in(words, "the first step", 0, INT64_MAX / 4, &a->start, err);
    if (key == PATH) return read_text(words, f->path, sizeof f->path, err);
    if (key == OVERWRITE) f->overwrite = true;
    if (key == OVERWRITE) return TSU_OK;
    f->titled[key - TITLE] = true;
    return read_text(words, f->title[key - TITLE], sizeof f->title[0], err);
}

/* ---- values ------------------------------------------------------------------------------------------------------------------ */

tsu_object *tsu_average_object(const tsu_session *s, const char *word, int64_t *index)
{
    char id[TSU_NAME];
    snprintf(id, sizeof id, "%s", word + 2);
    char *bracket = strchr(id, '[');
    *index = bracket ? atoll(bracket + 1) : 0;
    if (bracket) *bracket = '\0';
    return tsu_objects_find(word[0] == 'c' ? &s->computes : &s->fixes, id);
}

static tsu_status ask_global(void *context, tsu_sample_column *out, tsu_error *err)
{
    const char *word;
    tsu_session *s = tsu_model_fix_asked(context, &word);
    tsu_column column = {0};
    const tsu_status status = tsu_global_column(s, word, &column, err);
    *out = (tsu_sample_column){column.value, column.stride, column.count};
    return status;
}

static tsu_status ask_local(void *context, tsu_sample_column *out, tsu_error *err)
{
    const char *word;
    int64_t column;
    tsu_session *s = tsu_model_fix_asked(context, &word);
    const tsu_object *o = tsu_average_object(s, word, &column);
    if (!o || o->values.local_columns == 0) return ask_global(context, out, err);
    const tsu_status status = o->values.local(s, o->state, &out->value, &out->count, err);
    out->value += column > 0 ? column - 1 : 0;
    out->stride = o->values.local_columns;
    return status;
}

tsu_status tsu_average_column(const tsu_object *fix, tsu_average_value *value, bool local, tsu_error *err)
{
    value->ask_column = local ? ask_local : ask_global;
    return tsu_model_fix_word(fix, value->name, false, &value->value, err);
}

/* ---- files ------------------------------------------------------------------------------------------------------------------- */

static tsu_status not_written(const tsu_average_file *a, const char *style, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_IO, "fix %s could not write %s: is the disk full?", style, a->path);
}

/* A file that is overwritten holds the titles and one mean. */
static bool rewrite(const tsu_average_file *a)
{
    const int file = tsu_system_open(a->path, O_WRONLY | O_CREAT);
    size_t done = 0;
    while (file >= 0 && done < a->text_size) {
        const ssize_t n = write(file, a->text + done, a->text_size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += (size_t)n;
    }
    const bool cut = file >= 0 && (lseek(file, 0, SEEK_CUR) < 0 || ftruncate(file, (off_t)done) == 0);
    return file >= 0 && close(file) == 0 && cut && done == a->text_size;
}

bool tsu_average_write_begin(tsu_average_file *a)
{
    a->file = NULL;
    if (a->growing) a->file = tsu_growing_file_begin(a->growing);
    if (!a->titles) return a->file != NULL;
    free(a->text);
    a->text = NULL;
    a->file = tsu_memory_stream_open(&a->text, &a->text_size);
    if (a->file) fwrite(a->titles, 1, a->titles_size, a->file);
    return a->file != NULL;
}

static bool close_text(tsu_average_file *a, FILE *file)
{
    const bool good = tsu_memory_stream_sync(file, &a->text, &a->text_size);
    return fclose(file) == 0 && good;
}

tsu_status tsu_average_write_end(tsu_average_file *a, const char *style, tsu_error *err)
{
    if (!a->growing && !a->titles) return TSU_OK;
    FILE *file = a->file;
    a->file = NULL;
    const bool good =
        file && (a->growing ? tsu_growing_file_end(a->growing, true) : close_text(a, file) && rewrite(a));
    return good ? TSU_OK : not_written(a, style, err);
}

static void put_titles(const tsu_average_file *a, const char *const defaults[3], FILE *to)
{
    for (int k = 0; k < 3; k++) {
        if (defaults[k]) fprintf(to, "%s\n", a->titled[k] ? a->title[k] : defaults[k]);
    }
}

/* What stands in it when a deck is continued comes with the state of the fix. */
static tsu_status open_overwritten(tsu_session *s, tsu_average_file *a, const char *const defaults[3],
                                   tsu_error *err)
{
    tsu_status status = tsu_session_reach_output(s, a->path, err);
    if (s->options.rehearsal || status != TSU_OK) return status;
    status = tsu_file_lock(a->path, &a->lock, err);
    FILE *to = status == TSU_OK ? tsu_memory_stream_open(&a->titles, &a->titles_size) : NULL;
    if (status == TSU_OK && !to) status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for titles");
    if (status != TSU_OK) return status;
    put_titles(a, defaults, to);
    (void)tsu_memory_stream_sync(to, &a->titles, &a->titles_size);
    fclose(to);
    if (s->replaying) return TSU_OK;
    (void)tsu_average_write_begin(a);
    return tsu_average_write_end(a, "ave/...", err);
}

tsu_status tsu_average_open(tsu_session *s, tsu_average_file *a, const char *const defaults[3],
                            tsu_error *err)
{
    bool titles;
    if (!a->path[0]) return TSU_OK;
    if (a->overwrite) return open_overwritten(s, a, defaults, err);
    a->growing = tsu_session_open_output(s, a->path, false, &titles, err);
    if (!a->growing) return TSU_ERROR_IO;
    if (!titles) return TSU_OK;
    if (tsu_average_write_begin(a)) put_titles(a, defaults, a->file);
    return tsu_average_write_end(a, "ave/...", err);
}

/* A deck that is continued puts back what stood in a file that is overwritten. */
static tsu_status load_text(const tsu_session *s, tsu_average_file *a, tsu_cursor *saved, tsu_error *err)
{
    if (!a->overwrite) return TSU_OK;
    const size_t size = (size_t)tsu_cursor_count(saved, saved->left);
    char *text = saved->bad ? NULL : malloc(size + 1);
    if (!text) return saved->bad ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a mean");
    tsu_cursor_numbers(saved, text, size, 1);
    const bool back = a->titles && s->outputs->continued && !saved->bad;
    if (!back) free(text);
    if (!back) return TSU_OK;
    free(a->text);
    a->text = text;
    a->text_size = size;
    return rewrite(a) ? TSU_OK : not_written(a, "ave/...", err);
}

/* ---- with the fix ------------------------------------------------------------------------------------------------------------- */

static void release(tsu_session *s, void *owned)
{
    tsu_average_file *a = owned;
    (void)tsu_session_close_output(s, a->growing);
    if (a->titles) tsu_file_unlock(a->lock);
    free(a->titles);
    free(a->text);
    free(a);
}

static void save(tsu_session *s, const void *state, tsu_pack *pack)
{
    const tsu_average_file *a = tsu_model_fix_owned(state);
    const tsu_model *m = tsu_model_of_state(state);
    (void)s;
    if (a->overwrite) tsu_pack_u64(pack, a->text_size);
    if (a->overwrite) tsu_pack_numbers(pack, a->text, a->text_size, 1);
    m->row->save(m, pack);
}

static tsu_status load(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    const tsu_status status = load_text(s, tsu_model_fix_owned(state), saved, err);
    return status == TSU_OK ? m->row->load(m, saved, err) : status;
}

void *tsu_average_new_file(tsu_object *fix, size_t size, tsu_error *err)
{
    void *file = tsu_session_new_state(fix, size, err);
    if (file) tsu_model_fix_own(fix, file, release);
    fix->save = save;
    fix->load = load;
    return file;
}
