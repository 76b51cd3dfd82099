/* SPDX-License-Identifier: Apache-2.0 */
#include "model/average/average.h"
#include "base/memory.h"
#include <string.h>

tsu_average_def tsu_average_default(void)
{
    return (tsu_average_def){.every = 1, .repeat = 1, .often = 1, .window = 1};
}

tsu_status tsu_average_check(const tsu_model *m, const tsu_average_def *d, tsu_error *err)
{
    const bool positive = d->every >= 1 && d->repeat >= 1 && d->often >= 1 && d->window >= 1;
    if (positive && d->often % d->every == 0 && d->repeat - 1 < d->often / d->every) return TSU_OK;
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "%s %s: %lld samples taken %lld steps apart do not fit into averages every %lld steps", m->row->name,
        m->name, (long long)d->repeat, (long long)d->every, (long long)d->often);
}

void tsu_average_free(tsu_average *a)
{
    tsu_memory_release(&a->sum);
    tsu_memory_release(&a->total);
    tsu_memory_release(&a->kept);
    tsu_memory_release(&a->result);
}

void tsu_average_begin(tsu_average *a, const tsu_average_def *d, int64_t step)
{
    int64_t end = (step / d->often) * d->often + d->often;
    a->mode = d->mode;
    if (!a->result) a->window = d->window;
    while (end < d->start) {
        end += d->often;
    }
    if (end - d->often == step && d->repeat == 1 && step >= d->start) {
        a->next = step;
    } else {
        a->next = end - (d->repeat - 1) * d->every;
        if (a->next < step) a->next += d->often;
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

bool tsu_average_due(tsu_average *a, const tsu_average_def *d, int64_t step, bool *last)
{
    if (step != a->next) return false;
    a->samples++;
    *last = a->samples >= d->repeat;
    a->next += *last ? d->often - (d->repeat - 1) * d->every : d->every;
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

tsu_status tsu_average_tell(const tsu_model *m, const tsu_average_def *d, const tsu_average *a,
                            tsu_error *err)
{
    return d->told ? d->told(d->context, m, a, err) : TSU_OK;
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
    const uint64_t window = tsu_cursor_count(saved, TSU_AVERAGE_WINDOW_MAX);
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
                         "the restart file holds means over a window of %llu, not the requested one",
                         (unsigned long long)window);
}
