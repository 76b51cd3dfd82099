/* SPDX-License-Identifier: Apache-2.0 */
#include "script/averaging.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW_MAX = 100000 };

void tsu_average_free(tsu_average *a)
{
    if (a->file) fclose(a->file);
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

/* A deck that is continued goes on overwriting what stands behind the titles. */
static bool reopen(const tsu_session *s, tsu_average *a, const char *const defaults[3])
{
    tsu_error err;
    if (!s->replaying || !a->overwrite || tsu_session_reach_output(s, a->path, &err) != TSU_OK) return false;
    a->file = fopen(a->path, "r+");
    for (int k = 0; a->file && k < 3; k++) {
        int letter = defaults[k] ? 0 : '\n';
        while (letter != '\n' && letter != EOF) {
            letter = fgetc(a->file);
        }
    }
    if (a->file) a->titles_end = ftell(a->file);
    return a->file != NULL;
}

tsu_status tsu_average_open(const tsu_session *s, tsu_average *a, const char *const defaults[3],
                            tsu_error *err)
{
    if (!a->path[0] || reopen(s, a, defaults)) return TSU_OK;
    a->file = tsu_session_open_output(s, a->path, false, err);
    if (!a->file) return TSU_ERROR_IO;
    for (int k = 0; k < 3; k++) {
        if (defaults[k] && !s->replaying) fprintf(a->file, "%s\n", a->titled[k] ? a->title[k] : defaults[k]);
    }
    a->titles_end = ftell(a->file);
    return TSU_OK;
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

void tsu_average_write_begin(tsu_average *a)
{
    if (a->file && a->overwrite) fseek(a->file, a->titles_end, SEEK_SET);
}

tsu_status tsu_average_write_end(tsu_average *a, const char *style, tsu_error *err)
{
    if (!a->file) return TSU_OK;
    const bool written = fflush(a->file) == 0 && !ferror(a->file);
    const bool cut =
        !a->overwrite || ftruncate(fileno(a->file), ftell(a->file)) == 0; /* there was more before */
    if (written && cut) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "fix %s could not write %s: is the disk full?", style, a->path);
}

void tsu_average_save(const tsu_average *a, tsu_pack *pack)
{
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

/* A window of another length begins anew. */
tsu_status tsu_average_load(tsu_average *a, tsu_cursor *saved, tsu_error *err)
{
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
    const tsu_status s = tsu_average_resize(a, (int64_t)cells, err);
    if (s != TSU_OK) return s;
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
