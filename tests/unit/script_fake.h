/* SPDX-License-Identifier: Apache-2.0 */
/* script_fake.h - a host without an engine: five particles with simple numbers, and sinks that remember.
 * Particles 1, 2, 3, 5, 8 sit at x = 1..5, y = x/2, in groups `all` and `odd` (ids 1, 3, 5); region `left` is
 * x < 2.5. */
#ifndef TSU_TESTS_UNIT_SCRIPT_FAKE_H
#define TSU_TESTS_UNIT_SCRIPT_FAKE_H

#include "deck/script.h"
#include <stdio.h>
#include <string.h>

enum { FAKE_COUNT = 5 };

typedef struct fake {
    tsu_clock clock;
    char screen[4096], log[4096], warning[1024], opened[128];
    int cleared, interrupt_after;
    bool appended;
} fake;

static const double FAKE_ID[FAKE_COUNT] = {1, 2, 3, 5, 8};
static const double FAKE_XY[FAKE_COUNT][2] = {{1, 0.5}, {2, 1}, {3, 1.5}, {4, 2}, {5, 2.5}};
static const double FAKE_VECTOR[4] = {3, -1, 4, 1.5};
static const double FAKE_ARRAY[3][2] = {{1, 10}, {2, 20}, {3, 60}};

static inline void fake_append(char *to, size_t size, const char *text)
{
    const size_t used = strlen(to);
    if (used < size) snprintf(to + used, size - used, "%s", text);
}

static inline void fake_screen(void *ctx, const char *text)
{
    fake_append(((fake *)ctx)->screen, sizeof((fake *)ctx)->screen, text);
}

static inline void fake_log(void *ctx, const char *text)
{
    fake_append(((fake *)ctx)->log, sizeof((fake *)ctx)->log, text);
}

static inline void fake_warning(void *ctx, const char *file, int line, const char *sentence)
{
    fake *f = ctx;
    snprintf(f->warning, sizeof f->warning, "%s:%d: %s", file, line, sentence);
}

static inline tsu_status fake_open_log(void *ctx, const char *path, bool append, tsu_error *err)
{
    fake *f = ctx;
    (void)err;
    snprintf(f->opened, sizeof f->opened, "%s", path ? path : "(none)");
    f->appended = append;
    return TSU_OK;
}

static inline tsu_status fake_clear(void *ctx, tsu_error *err)
{
    (void)err;
    ((fake *)ctx)->cleared++;
    return TSU_OK;
}

static inline void fake_clock(void *ctx, tsu_clock *out)
{
    *out = ((fake *)ctx)->clock;
}

static inline tsu_status fake_thermo(void *ctx, const char *keyword, double *out, tsu_error *err)
{
    const fake *f = ctx;
    *out = (double)f->clock.step;
    if (strcmp(keyword, "step") == 0) return TSU_OK;
    *out = FAKE_COUNT;
    if (strcmp(keyword, "atoms") == 0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no thermo keyword `%s`", keyword);
}

/* A number that tells which call it was. */
static inline tsu_status fake_group(void *ctx, const char *function, const char *group, const char *component,
                                    const char *region, double *out, tsu_error *err)
{
    (void)ctx;
    if (strcmp(group, "all") != 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is no group `%s`", group);
    *out =
        1000.0 * function[0] + 10.0 * (component ? component[strlen(component) - 1] : 0) + (region ? 1 : 0);
    return TSU_OK;
}

/* c_one -> 42; c_vec[i] -> FAKE_VECTOR; c_arr[i][j]; c_per -> x; c_per[id]; c_xy[column], c_xy[id][column].
 */
static inline tsu_status fake_reference(void *ctx, tsu_source source, const char *id, int n,
                                        const int64_t index[2], tsu_reference *out, tsu_error *err)
{
    (void)ctx;
    *out = (tsu_reference){.value = source == TSU_SOURCE_FIX ? -42.0 : 42.0};
    if (strcmp(id, "one") == 0 && n == 0) return TSU_OK;
    if (strcmp(id, "vec") == 0 && n == 1 && index[0] <= 4) {
        out->value = FAKE_VECTOR[index[0] - 1];
        return TSU_OK;
    }
    if (strcmp(id, "arr") == 0 && n == 2 && index[0] <= 3 && index[1] <= 2) {
        out->value = FAKE_ARRAY[index[0] - 1][index[1] - 1];
        return TSU_OK;
    }
    const bool column = strcmp(id, "xy") == 0 && n == 1 && index[0] <= 2;
    if ((strcmp(id, "per") == 0 && n == 0) || column) {
        out->per_particle = true;
        out->column = (tsu_column){&FAKE_XY[0][column ? index[0] - 1 : 0], 2, FAKE_COUNT};
        return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "`%s` with %d indices names nothing", id, n);
}

static inline tsu_status fake_global_vector(void *ctx, tsu_source source, const char *id, int64_t column,
                                            tsu_column *out, tsu_error *err)
{
    (void)ctx;
    (void)source;
    if (strcmp(id, "vec") == 0 && column == 0)
        *out = (tsu_column){FAKE_VECTOR, 1, 4};
    else if (strcmp(id, "arr") == 0 && column >= 1 && column <= 2)
        *out = (tsu_column){&FAKE_ARRAY[0][column - 1], 2, 3};
    else if (strcmp(id, "empty") == 0)
        *out = (tsu_column){NULL, 1, 0};
    else
        return tsu_error_set(err, TSU_ERROR_INPUT, "`%s` has no such vector", id);
    return TSU_OK;
}

static inline int32_t fake_count(void *ctx)
{
    (void)ctx;
    return FAKE_COUNT;
}

static inline bool fake_word(void *ctx, const char *word, char near[TSU_WORD_ROOM])
{
    static const char *const words[] = {"id", "x", "y", "radius", NULL};
    (void)ctx;
    for (int k = 0; words[k]; k++) {
        if (strcmp(words[k], word) == 0) return true;
    }
    const char *nearest = tsu_nearest_word(word, words);
    if (near) snprintf(near, TSU_WORD_ROOM, "%s", nearest ? nearest : "");
    return false;
}

static inline tsu_status fake_vector(void *ctx, const char *name, tsu_column *out, tsu_error *err)
{
    (void)ctx;
    if (strcmp(name, "id") == 0)
        *out = (tsu_column){FAKE_ID, 1, FAKE_COUNT};
    else if (strcmp(name, "x") == 0)
        *out = (tsu_column){&FAKE_XY[0][0], 2, FAKE_COUNT};
    else if (strcmp(name, "y") == 0)
        *out = (tsu_column){&FAKE_XY[0][1], 2, FAKE_COUNT};
    else
        return tsu_error_set(err, TSU_ERROR_INPUT, "the fake has no `%s`", name);
    return TSU_OK;
}

static inline int32_t fake_row(void *ctx, uint64_t id)
{
    (void)ctx;
    for (int32_t i = 0; i < FAKE_COUNT; i++) {
        if ((uint64_t)FAKE_ID[i] == id) return i;
    }
    return -1;
}

static inline tsu_status fake_mask(void *ctx, const char *group, const char *region, uint8_t *inside,
                                   tsu_error *err)
{
    (void)ctx;
    if (region && strcmp(region, "left") != 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is no region `%s`", region);
    for (int i = 0; i < FAKE_COUNT; i++) {
        const bool odd = (int)FAKE_ID[i] % 2 == 1;
        inside[i] = (!group || strcmp(group, "all") == 0 || odd) && (!region || FAKE_XY[i][0] < 2.5);
    }
    return TSU_OK;
}

static inline bool fake_property(void *ctx, const char *name)
{
    (void)ctx;
    return strcmp(name, "youngsModulus") == 0;
}

static inline bool fake_interrupted(void *ctx)
{
    fake *f = ctx;
    return f->interrupt_after > 0 && --f->interrupt_after == 0;
}

static inline tsu_script_host fake_host(fake *f)
{
    return (tsu_script_host){.ctx = f,
                             .screen = fake_screen,
                             .log = fake_log,
                             .warning = fake_warning,
                             .open_log = fake_open_log,
                             .clear = fake_clear,
                             .interrupted = fake_interrupted,
                             .clock = fake_clock,
                             .thermo = fake_thermo,
                             .group_function = fake_group,
                             .reference = fake_reference,
                             .global_vector = fake_global_vector,
                             .particle_count = fake_count,
                             .particle_word = fake_word,
                             .particle_vector = fake_vector,
                             .particle_row = fake_row,
                             .particle_mask = fake_mask,
                             .property_known = fake_property};
}

#endif
