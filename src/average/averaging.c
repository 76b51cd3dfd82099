/* SPDX-License-Identifier: Apache-2.0 */
#include "average/averaging.h"
#include "base/memory.h"
#include "base/system.h"
#include "io/file_lock.h"
#include "session/files.h"
#include "step/world.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW_MAX = 100000 };

void tsu_average_free(tsu_session *s, tsu_average *a)
{
    (void)tsu_session_close_output(s, a->growing);
    if (a->titles) tsu_file_unlock(a->lock);
    free(a->titles);
    free(a->text);
    tsu_memory_release(&a->sum);
    tsu_memory_release(&a->total);
    tsu_memory_release(&a->kept);
    tsu_memory_release(&a->result);
}

tsu_status tsu_average_read_times(tsu_words *words, tsu_average *a, tsu_error *err)
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
                           "%lld samples that lie %lld steps apart do not fit into means every %lld steps",
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

static tsu_status read_mode(tsu_words *words, tsu_average *a, tsu_error *err)
{
    static const char *const modes[] = {"one", "running", "window", NULL};
    const tsu_status status = tsu_words_choice(words, "the way of averaging", modes, &a->mode, err);
    if (status != TSU_OK || a->mode != TSU_AVERAGE_WINDOW) return status;
    return tsu_words_integer_in(words, "means in the window", 1, WINDOW_MAX, &a->window, err);
}

tsu_status tsu_average_read_keyword(tsu_words *words, tsu_average *a, bool *known, tsu_error *err)
{
    static const char *const list[] = {"ave",    "start",  "file",   "overwrite",
                                       "title1", "title2", "title3", NULL};
    int key = 0;
    while (list[key] && strcmp(list[key], tsu_words_peek(words)) != 0) {
        key++;
    }
    *known = list[key] != NULL;
    if (!*known) return TSU_OK;
    words->at++;
    if (key == 0) return read_mode(words, a, err);
    if (key == 1) return tsu_words_integer_in(words, "the first step", 0, INT64_MAX / 4, &a->start, err);
    if (key == 2) return read_text(words, a->path, sizeof a->path, err);
    if (key == 3) a->overwrite = true;
    if (key == 3) return TSU_OK;
    a->titled[key - 4] = true;
    return read_text(words, a->title[key - 4], sizeof a->title[0], err);
}

/* ---- files ------------------------------------------------------------------------------------------------------------------- */

static tsu_status not_written(const tsu_average *a, const char *style, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_IO, "fix %s could not write %s: is the disk full?", style, a->path);
}

/* A file that is overwritten holds the titles and one mean. */
static bool rewrite(const tsu_average *a)
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

bool tsu_average_write_begin(tsu_average *a)
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

static bool close_text(tsu_average *a, FILE *file)
{
    const bool good = tsu_memory_stream_sync(file, &a->text, &a->text_size);
    return fclose(file) == 0 && good;
}

tsu_status tsu_average_write_end(tsu_average *a, const char *style, tsu_error *err)
{
    if (!a->growing && !a->titles) return TSU_OK;
    FILE *file = a->file;
    a->file = NULL;
    const bool good =
        file && (a->growing ? tsu_growing_file_end(a->growing, true) : close_text(a, file) && rewrite(a));
    return good ? TSU_OK : not_written(a, style, err);
}

static void put_titles(const tsu_average *a, const char *const defaults[3], FILE *to)
{
    for (int k = 0; k < 3; k++) {
        if (defaults[k]) fprintf(to, "%s\n", a->titled[k] ? a->title[k] : defaults[k]);
    }
}

/* What stands in it when a deck is continued comes with the state of the fix. */
static tsu_status open_overwritten(tsu_session *s, tsu_average *a, const char *const defaults[3],
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

tsu_status tsu_average_open(tsu_session *s, tsu_average *a, const char *const defaults[3], tsu_error *err)
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

void tsu_average_begin(const tsu_session *s, tsu_average *a)
{
    const int64_t step = s->world->step;
    int64_t end = (step / a->often) * a->often + a->often;
    while (end < a->start) {
        end += a->often;
    }
    if (end - a->often == step && a->repeat == 1 && step >= a->start) {
        a->next = step;
    } else {
        a->next = end - (a->repeat - 1) * a->every;
        if (a->next < step) a->next += a->often;
    }
    a->samples = 0;
}

tsu_status tsu_average_resize(tsu_average *a, int64_t cells, tsu_error *err)
{
    if (cells == a->cells && a->result) return TSU_OK;
    const size_t n = (size_t)cells + 1;
    tsu_memory_release(&a->sum);
    tsu_memory_release(&a->total);
    tsu_memory_release(&a->kept);
    tsu_memory_release(&a->result);
    tsu_status s = tsu_memory_allocate(&a->sum, n, sizeof(double), "a mean", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&a->total, n, sizeof(double), "a mean", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&a->result, n, sizeof(double), "a mean", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&a->kept, n * (size_t)a->window, sizeof(double), "a window", err);
    if (s != TSU_OK) return s;
    memset(a->sum, 0, n * sizeof(double));
    memset(a->total, 0, n * sizeof(double));
    memset(a->result, 0, n * sizeof(double));
    memset(a->kept, 0, n * (size_t)a->window * sizeof(double));
    a->cells = cells;
    a->means = 0;
    return TSU_OK;
}

bool tsu_average_due(const tsu_session *s, tsu_average *a, bool *last)
{
    if (s->world->step != a->next) return false;
    a->samples++;
    *last = a->samples >= a->repeat;
    a->next += *last ? a->often - (a->repeat - 1) * a->every : a->every;
    return true;
}

void tsu_average_take(tsu_average *a, const double *mean, const bool *off, int columns)
{
    const int64_t n = a->means + 1, counted = a->mode == TSU_AVERAGE_WINDOW && n > a->window ? a->window : n;
    double *slot = a->kept + (a->means % a->window) * a->cells;
    for (int64_t k = 0; k < a->cells; k++) {
        const bool single = a->mode == TSU_AVERAGE_ONE || (off && off[k % columns]);
        a->total[k] += mean[k] - (a->mode == TSU_AVERAGE_WINDOW && n > a->window ? slot[k] : 0.0);
        slot[k] = mean[k];
        a->result[k] = single ? mean[k] : a->total[k] / (double)counted;
    }
    memset(a->sum, 0, (size_t)a->cells * sizeof(double));
    a->samples = 0;
    a->means++;
}

void tsu_average_save(const tsu_average *a, tsu_pack *pack)
{
    if (a->overwrite) tsu_pack_u64(pack, a->text_size);
    if (a->overwrite) tsu_pack_numbers(pack, a->text, a->text_size, 1);
    tsu_pack_u64(pack, (uint64_t)a->cells);
    tsu_pack_u64(pack, (uint64_t)a->window);
    tsu_pack_u64(pack, (uint64_t)a->next);
    tsu_pack_u64(pack, (uint64_t)a->samples);
    tsu_pack_u64(pack, (uint64_t)a->means);
    if (a->cells == 0) return;
    tsu_pack_numbers(pack, a->sum, (size_t)a->cells, sizeof(double));
    tsu_pack_numbers(pack, a->total, (size_t)a->cells, sizeof(double));
    tsu_pack_numbers(pack, a->result, (size_t)a->cells, sizeof(double));
    tsu_pack_numbers(pack, a->kept, (size_t)(a->cells * a->window), sizeof(double));
}

/* A deck that is continued puts back what stood in a file that is overwritten. */
static tsu_status load_text(const tsu_session *s, tsu_average *a, tsu_cursor *saved, tsu_error *err)
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

/* A window of another length begins anew. */
tsu_status tsu_average_load(tsu_session *s, tsu_average *a, tsu_cursor *saved, tsu_error *err)
{
    const tsu_status put_back = load_text(s, a, saved, err);
    if (put_back != TSU_OK) return put_back;
    const uint64_t cells = tsu_cursor_count(saved, saved->left / sizeof(double));
    const uint64_t window = tsu_cursor_count(saved, WINDOW_MAX);
    const int64_t next = (int64_t)tsu_cursor_u64(saved), samples = (int64_t)tsu_cursor_u64(saved),
                  means = (int64_t)tsu_cursor_u64(saved);
    if (saved->bad || cells * window > saved->left / sizeof(double)) saved->bad = true;
    if (saved->bad) return TSU_OK;
    const bool same = window == (uint64_t)a->window;
    a->window = (int64_t)window;
    a->cells = 0;
    tsu_memory_release(&a->result);
    const tsu_status status = tsu_average_resize(a, (int64_t)cells, err);
    if (status != TSU_OK) return status;
    a->next = next;
    a->samples = samples;
    a->means = means;
    if (cells > 0) {
        tsu_cursor_numbers(saved, a->sum, (size_t)cells, sizeof(double));
        tsu_cursor_numbers(saved, a->total, (size_t)cells, sizeof(double));
        tsu_cursor_numbers(saved, a->result, (size_t)cells, sizeof(double));
        tsu_cursor_numbers(saved, a->kept, (size_t)(cells * window), sizeof(double));
    }
    if (same || saved->bad) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "the restart file holds means over a window of %llu, not the one the deck asks for",
                         (unsigned long long)window);
}
